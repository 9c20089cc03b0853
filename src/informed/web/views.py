"""The pages: each reads a form or an address, asks the library, and fills a template."""

from __future__ import annotations

from functools import cache
from typing import Any

import jinja2
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from informed.counts import Counts
from informed.errors import InputError, choice
from informed.evaluation import evaluate
from informed.registry import find
from informed.web.bench import ACTIONS, EXAMPLE, Bench, FormError
from informed.writers import html
from informed.writers.charts import FIGURES, spec

PAGES = {"/": "Table"}
SHOWN = ("roc", "labels")  # the charts that follow every edit
BRIEF = {  # what an edit shows at once; everything else follows when the typing pauses
    "only": tuple(each.name for each in find(headline=True)),
    "per_label": ("informedness", "prevalence", "bias", "recall", "fallout"),
}
MOST_FIELDS = 2000  # of a form: 30 x 30 cells and everything beside them
SLOTS = ("pasted", "rows")  # fields outside the table whose messages have a place of their own


@cache
def environment() -> jinja2.Environment:
    """The templates of the pages, on top of those of the report."""
    shared = html.environment()
    loaders = [jinja2.PackageLoader("informed.web"), *([shared.loader] if shared.loader else [])]
    made = shared.overlay(loader=jinja2.ChoiceLoader(loaders))
    made.globals = {**shared.globals, "pages": PAGES, "figures": {name: _figures()[name].title for name in SHOWN}}
    return made


def _figures() -> dict[str, Any]:
    return FIGURES["Evaluation"]


@cache
def _specs() -> dict[str, Any]:
    """The drawings, made once; edits send rows alone."""
    return {name: spec(evaluate(EXAMPLE.counts()), name, []) for name in SHOWN}


def _filled(rows: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {**drawn, "data": {**drawn["data"], "values": rows.get(name, [])}} for name, drawn in _specs().items()
    }


def _page(template: str, status: int = 200, headers: dict[str, str] | None = None, **context: Any) -> HTMLResponse:
    return HTMLResponse(environment().get_template(template).render(**context), status, headers)


# --- the table -------------------------------------------------------------------------------------------------------


async def table_page(request: Request) -> Response:
    """The workbench, showing the table of its address."""
    try:
        bench, problems = Bench.from_query(request.query_params), {}
    except InputError as error:
        bench, problems = EXAMPLE, {"table": f"the address holds no table: {error}"}
    context = await run_in_threadpool(_judged, bench, problems, {})
    return _page("bench.html", here="/", themes=html.themes(), specs=_filled(context.get("rows", {})), **context)


async def table_state(request: Request) -> Response:
    """The table of an address in place of the one on the page: undo."""
    return await _update(Bench.from_query(request.query_params), {}, "innerHTML")


async def table_update(request: Request) -> Response:
    """An edit: the new state of everything that depends on it, or what is wrong beside its field."""
    async with request.form(max_fields=MOST_FIELDS) as form:
        action = choice("action", form.get("action", "edit"), ACTIONS)
        try:
            bench, problems = ACTIONS[action](form), {}
        except FormError as wrong:
            action, bench, problems = "edit", Bench.from_form(form), wrong.fields
    return await _update(bench, problems, "innerMorph" if action == "edit" else "innerHTML")


async def _update(bench: Bench, problems: dict[str, str], grid_swap: str) -> Response:
    """What follows an edit at once; the fields keep what was typed when the table is only edited."""
    context = await run_in_threadpool(_judged, bench, problems, BRIEF)
    headers = {"X-State": f"?{bench.query}"} if context["evaluation"] else {}
    status = 422 if context["problems"] else 200
    return _page("update.html", status, headers, grid_swap=grid_swap, slots=SLOTS, **context)


async def table_rest(request: Request) -> Response:
    """The whole evaluation, asked for when the typing pauses."""
    context = await run_in_threadpool(_judged, Bench.from_query(request.query_params), {}, {})
    return _page("rest.html", 422 if context["problems"] else 200, **context)


def _judged(bench: Bench, problems: dict[str, str], brief: dict[str, Any]) -> dict[str, Any]:
    """Everything the page shows about a table."""
    try:
        counts = bench.counts()
    except FormError as wrong:
        return {"bench": bench, "problems": problems | wrong.fields, "evaluation": None, "sums": None, "shades": None}
    evaluation = evaluate(counts, **brief)
    return {
        "bench": bench,
        "problems": problems,
        "evaluation": evaluation,
        "brief": bool(brief),
        "rows": {name: _figures()[name].rows(evaluation) for name in SHOWN},
        "sums": _sums(counts),
        "shades": [[cell["shade"] for cell in row["cells"]] for row in html.shaded(counts)],
    }


def _sums(counts: Counts) -> dict[str, Any]:
    return {"actual": counts.table.sum(-1), "predicted": counts.table.sum(-2), "all": counts.table.sum()}
