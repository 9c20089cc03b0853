"""What can be taken home: the table of an address as a report, or as JSON."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from informed.core.counts import Counts
from informed.questions.evaluate import evaluate
from informed.web.tables import counts_of
from informed.web.working import worked


async def _made(request: Request, make: Callable[[Counts], str]) -> Any:
    """What is made of the table of the address, in a process with limits."""
    return await worked(request, make, counts_of(request.query_params), lane="sums")


def attachment(content: str | bytes, kind: str, name: str) -> Response:
    """A file to keep."""
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


async def report(request: Request) -> Response:
    """The report, one file."""
    return attachment(await _made(request, _report), "text/html", "report.html")


async def evaluation(request: Request) -> Response:
    """The evaluation as JSON."""
    return attachment(await _made(request, _json), "application/json", "evaluation.json")


def _report(counts: Counts) -> str:  # a process of its own finds what it makes by name
    return str(evaluate(counts).report("html"))


def _json(counts: Counts) -> str:
    return evaluate(counts).to_json()
