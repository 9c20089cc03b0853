"""What can be taken home: the table of an address as a report, as JSON, or as a chart."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from informed.questions.evaluate import Evaluation, evaluate
from informed.web.bench import Bench
from informed.writers.charts.render import image

KINDS = {"png": "image/png", "svg": "image/svg+xml", "pdf": "application/pdf"}


def _evaluation(request: Request) -> Evaluation:
    return evaluate(Bench.from_query(request.query_params).counts())


def attachment(content: str | bytes, kind: str, name: str) -> Response:
    """A file to keep."""
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def report(request: Request) -> Response:
    """The report, one file."""
    return attachment(_evaluation(request).report("html"), "text/html", "report.html")


def evaluation(request: Request) -> Response:
    """The evaluation as JSON."""
    return attachment(_evaluation(request).to_json(), "application/json", "evaluation.json")


def chart(request: Request) -> Response:
    """One chart as an image."""
    name, kind = request.path_params["name"], request.path_params["kind"]
    made = image(_evaluation(request).chart(name), kind)
    return attachment(made, KINDS[kind], f"{name}.{kind}")
