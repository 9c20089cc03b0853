"""The workbench as an ASGI application."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from informed import bench
from informed.core.errors import InputError
from informed.ledger.place import place_of
from informed.readers.files.spool import Spool
from informed.web import data, downloads, ledger, pages, recovering, tables
from informed.web.guard import Guard
from informed.web.kept import Kept
from informed.web.working import AbandonedError, BrokenError, Workers
from informed.writers import markup

UPLOAD_LIMIT = 100 * 10**6  # bytes
TIME_LIMIT = 60.0  # seconds that an answer may take
CLEAR = 60.0  # seconds between two looks for old files

ASSETS: dict[str, tuple[Callable[[], str], str]] = {
    "style.css": (markup.style, "text/css"),
    "bench.css": (bench.style, "text/css"),
    "bench.js": (bench.script, "text/javascript"),
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
    return _said(request, str(error), 422)


async def lost(request: Request, error: Exception) -> Response:
    """An address of nothing."""
    return _said(request, f"There is no page at {request.url.path[:100]}; open one of those above.", 404)


def _said(request: Request, problem: str, status: int) -> Response:
    """One line; a page where a reader waits for one."""
    if "text/html" in request.headers.get("accept", ""):
        return pages.page("refused.html", status, here="", problem=problem)
    return PlainTextResponse(f"{problem}\n", status)


async def broken(request: Request, error: Exception) -> Response:
    """A bug of ours, said without a place on this machine."""
    return PlainTextResponse("An error of the workbench itself; please report what you asked.\n", 500)


async def nobody(request: Request, error: Exception) -> Response:
    """Whoever asked has gone; nobody reads this."""
    return PlainTextResponse("", 499)


@asynccontextmanager
async def _clearing(app: Starlette) -> AsyncIterator[None]:
    """Leave nothing of the uploads behind, whatever stops the server; old ones go while it runs."""
    with app.state.spool:
        clearing = asyncio.create_task(_clear_often(app.state.kept))
        try:
            yield
        finally:
            clearing.cancel()


async def _clear_often(kept: Kept) -> None:
    while True:
        await asyncio.sleep(CLEAR)
        kept.clear()


def create_app(
    hosts: Iterable[str] = (),
    token: str | None = None,
    upload_limit: int = UPLOAD_LIMIT,
    time_limit: float = TIME_LIMIT,
    recorded: str | None = None,
) -> Starlette:
    """The workbench; ``hosts`` are names it answers to beside this machine's own, ``token`` lets others in.

    ``recorded`` is the address of the ledger; by default the one that applies where the workbench is started.
    """
    app = Starlette(
        routes=[
            Route("/", tables.table_page),
            Route("/data", data.start, methods=["GET"]),
            Route("/data", data.receive, methods=["POST"]),
            Route("/data/{key}/forget", data.forget, methods=["POST"]),
            Route("/data/{key}/rows", data.rows),
            Route("/data/{key}/rows.{kind}", data.rows),
            Route("/data/{key}/{tab}", data.shown),
            Route("/data/{key}/{tab}/answer.{kind}", data.taken),
            Route("/ledger", ledger.tasks),
            Route("/ledger/{tab}", ledger.shown),
            Route("/ledger/{tab}/answer.{kind}", ledger.taken),
            Route("/plan", data.planned),
            Route("/recover", recovering.recover_page),
            Route("/report.html", downloads.report),
            Route("/evaluation.json", downloads.evaluation),
            Route("/assets/{name}", asset),
            Mount("/static", StaticFiles(directory=Path(__file__).parent / "static")),
        ],
        middleware=[Middleware(Guard, hosts=tuple(hosts), token=token, limit=upload_limit)],
        lifespan=_clearing,
        exception_handlers={
            InputError: refused,
            404: lost,
            AbandonedError: nobody,
            ClientDisconnect: nobody,
            BrokenError: broken,
        },
    )
    app.state.upload_limit, app.state.time_limit = upload_limit, time_limit
    app.state.spool = Spool()
    app.state.workers = {"files": Workers(seconds=time_limit, patient=10), "sums": Workers(seconds=time_limit)}
    app.state.kept, app.state.ledger = Kept(app.state.spool), place_of(recorded).url
    return app
