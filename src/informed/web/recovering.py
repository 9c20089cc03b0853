"""Published ratios: the tables that have them, and what these say about every other measure."""

from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.registry import find, get
from informed.questions.recover import Recovery, recover
from informed.questions.recover.enumerate import COUNTS
from informed.web.pages import text
from informed.web.tables import address_of
from informed.web.working import worked

ROWS = 4  # ratios that can be given
EXAMPLE = (("recall", "0.80"), ("precision", "0.70"), ("prevalence", "0.10"))
MOST_TABLES = 30
MOST_ITEMS = 10**7
LONGEST = 40  # characters of a number


async def recover_page(request: Request) -> Response:
    """The ratios of the address, or an example, and what was recovered from them."""
    given, size = _given(request.query_params)
    return HTMLResponse(await worked(request, _page, given, size, lane="sums"))


def _page(given: list[tuple[str, str]], size: str) -> str:
    rows = [*given, *[("", "")] * ROWS][:ROWS]
    return text("recover.html", here="/recover", rows=rows, size=size, names=_names(), **_recovered(given, size))


def _given(query: QueryParams) -> tuple[list[tuple[str, str]], str]:
    if "measure" not in query:
        return list(EXAMPLE), "1000"
    pairs = zip(query.getlist("measure"), query.getlist("value"), strict=False)
    kept = [(name, value[:LONGEST]) for name, value in pairs if name and value]
    return kept[:ROWS], query.get("n", "")[:LONGEST]


def _names() -> list[str]:
    """The measures of two classes, which have a value for every table."""
    return sorted(each.name for each in find() if each.ready and each.applies(2, 2))


def _recovered(given: list[tuple[str, str]], size: str) -> dict[str, Any]:
    """Values keep the digits they are written with: 0.80 is known to two."""
    try:
        if extra := [name for name, _ in given if name in COUNTS]:
            raise InputError(f"{extra[0]} is a count; give measures here and the number of items below")
        if size.isdecimal() and int(size) > MOST_ITEMS:
            raise InputError(f"n={size}: this page looks for tables of at most {MOST_ITEMS:,} items")
        found = recover(dict(given), n=size or None)
    except InputError as error:
        return {"found": None, "problem": str(error)}
    measures = {name: each for name, each in found.measures.items() if get(name).headline or get(name).proportion}
    return {"found": found, "problem": "", "said": found.verdict, "measures": measures, "tables": _tables(found)}


def _tables(found: Recovery) -> list[tuple[list[str], str]]:
    """The cells of the tables that fit, and where they are opened in the bench."""
    if found.n is None:
        return []
    shown = [Counts(table, labels=("+", "-")) for table in found.tables[:MOST_TABLES]]
    return [([f"{cell:.10g}" for row in each.table.tolist() for cell in row], address_of(each)) for each in shown]
