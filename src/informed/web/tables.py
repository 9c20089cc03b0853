"""The bench in the workbench: the page that computes by itself, and the tables of addresses for whoever asks more."""

from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import ImmutableMultiDict
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from informed import bench
from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.web.pages import text

LEAST, MOST = 2, 50  # labels of a table
MOST_ITEMS = 2**53  # of a cell: above it whole numbers are not exact
LONGEST = 40  # characters of a cell


async def table_page(request: Request) -> Response:
    """The bench, with the way to the other pages."""
    return HTMLResponse(bench.served(text("nav.html", here="/"), text("take.html")))


def counts_of(query: ImmutableMultiDict[str, Any]) -> Counts:
    """The table that an address describes."""
    rows = [row.split(",") for row in query.get("table", "").split(";")]
    size, labels = len(rows), query.getlist("label")
    if not LEAST <= size <= MOST or any(len(row) != size for row in rows):
        raise InputError(f"the address holds no table of {LEAST} to {MOST} labels: table=30,12;30,28")
    table: Any = [[_number(cell) for cell in row] for row in rows]
    names = tuple(map(str, labels)) or tuple(chr(ord("a") + place) for place in range(size))
    return Counts(table, labels=names, n=_items(query.get("n")))


def address_of(counts: Counts) -> str:
    """The address of a table in the bench, or nothing where the bench cannot show it."""
    if not counts.square or len(counts.labels) > MOST:
        return ""
    cells = ";".join(",".join(f"{cell:.10g}" for cell in row) for row in counts.table.tolist())
    return "/#" + urlencode([("table", cells), *(("label", str(label)) for label in counts.labels)], safe=",;")


def _number(cell: str) -> float:
    try:
        value = float(cell) if len(cell) <= LONGEST else float("nan")
    except ValueError:
        value = float("nan")
    if not 0 <= value <= MOST_ITEMS:
        raise InputError(f"{cell[:LONGEST]!r} is not a count; write a number from 0 to {MOST_ITEMS:,}")
    return int(value) if value.is_integer() else value


def _items(said: str | None) -> int | None:
    if not said:
        return None
    if not (said.isdecimal() and len(said) <= LONGEST and int(said) <= MOST_ITEMS):
        raise InputError(f"n: {said[:LONGEST]!r} is not a number of items; write a whole number up to {MOST_ITEMS:,}")
    return int(said)
