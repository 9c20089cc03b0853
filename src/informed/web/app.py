"""The workbench as an ASGI application."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from informed.core.errors import InputError
from informed.web import downloads, recovering, tables, uploads
from informed.web.guard import Guard
from informed.web.spool import Spool
from informed.web.working import AbandonedError, BrokenError, Workers
from informed.writers import markup
from informed.writers.charts.render import vega_script

UPLOAD_LIMIT = 100 * 10**6  # bytes
TIME_LIMIT = 60.0  # seconds that an answer may take

ASSETS: dict[str, tuple[Callable[[], str], str]] = {
    "style.css": (markup.style, "text/css"),
    "charts.js": (lambda: markup.asset("charts.js"), "text/javascript"),
    "vega.js": (vega_script, "text/javascript"),
}


def asset(request: Request) -> Response:
    """A style sheet or script that the report shares."""
    name = request.path_params["name"]
    if name not in ASSETS:
        return PlainTextResponse(f"there is no {name}\n", 404)
    make, kind = ASSETS[name]
    return Response(make(), media_type=kind, headers={"Cache-Control": "max-age=3600"})


async def refused(request: Request, error: Exception) -> Response:
    """Input that no field can be blamed for, in one line."""
    return PlainTextResponse(f"{error}\n", 422)


async def broken(request: Request, error: Exception) -> Response:
    """A bug of ours, said without a place on this machine."""
    return PlainTextResponse("An error of the workbench itself; please report what you asked.\n", 500)


async def nobody(request: Request, error: Exception) -> Response:
    """Whoever asked has gone; nobody reads this."""
    return PlainTextResponse("", 499)


@asynccontextmanager
async def _clearing(app: Starlette) -> AsyncIterator[None]:
    """Leave nothing of the uploads behind, whatever stops the server."""
    with app.state.spool:
        yield


def create_app(
    hosts: Iterable[str] = (),
    token: str | None = None,
    upload_limit: int = UPLOAD_LIMIT,
    time_limit: float = TIME_LIMIT,
) -> Starlette:
    """The workbench; ``hosts`` are names it answers to beside this machine's own, ``token`` lets others in."""
    app = Starlette(
        routes=[
            Route("/", tables.table_page),
            Route("/bench", tables.table_update, methods=["POST"]),
            Route("/bench", tables.table_state, methods=["GET"]),
            Route("/rest", tables.table_rest),
            Route("/recover", recovering.recover_page),
            Route("/report.html", downloads.report),
            Route("/evaluation.json", downloads.evaluation),
            Route("/chart/{name}.{kind}", downloads.chart),
            Route("/assets/{name}", asset),
            Mount("/static", StaticFiles(directory=Path(__file__).parent / "static")),
            Route("/{question}", uploads.drop),
            Route("/{question}/columns", uploads.columns, methods=["POST"]),
            Route("/{question}/labels", uploads.labels, methods=["POST"]),
            Route("/{question}/found", uploads.found, methods=["POST"]),
            Route("/{question}/report", uploads.report, methods=["POST"]),
        ],
        middleware=[Middleware(Guard, hosts=tuple(hosts), token=token, limit=upload_limit)],
        lifespan=_clearing,
        exception_handlers={
            InputError: refused,
            AbandonedError: nobody,
            ClientDisconnect: nobody,
            BrokenError: broken,
        },
    )
    app.state.upload_limit, app.state.time_limit = upload_limit, time_limit
    app.state.spool, app.state.workers = Spool(), Workers(seconds=time_limit)
    return app
