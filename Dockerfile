# The workbench in a container. Not built or run by us yet: only the words of its last line are held to the command.
#
#   docker build -t informed .
#   docker run --rm --network host informed                      this machine alone, port 8000 of the loopback address
#   docker run --rm -p 8000:8000 -e INFORMED_TOKEN informed --host 0.0.0.0 --port 8000 --no-browser
#
# In the second form other machines are let in, with the secret of INFORMED_TOKEN; without one a new secret is printed.
FROM python:3.13-slim AS build
WORKDIR /source
COPY . .
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && python -m venv /opt/informed \
    && /opt/informed/bin/pip install --no-cache-dir '.[web,dataframe,excel]'

FROM python:3.13-slim
COPY --from=build /opt/informed /opt/informed
RUN useradd --create-home --uid 1000 informed
USER 1000
EXPOSE 8000
ENTRYPOINT ["/opt/informed/bin/informed", "serve"]
CMD ["--host", "127.0.0.1", "--port", "8000", "--no-browser"]
