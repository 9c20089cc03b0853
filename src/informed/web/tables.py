"""The table that is edited in the page: every edit is judged anew, at once the telling measures, then the rest."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.core.mixtures import unmixed
from informed.core.registry import find
from informed.core.table import actuals, predictions
from informed.questions.evaluate import evaluate
from informed.questions.evaluate.chart import FIGURES
from informed.web.bench import ACTIONS, EXAMPLE, EXAMPLES, Bench, FormError
from informed.web.pages import page, text
from informed.web.working import worked
from informed.writers import markup
from informed.writers.charts import spec

SHOWN = ("roc", "labels")  # the charts that follow every edit
BRIEF = {  # what an edit shows at once; everything else follows when the typing pauses
    "only": tuple(each.name for each in find(headline=True)),
    "per_label": ("informedness", "prevalence", "bias", "recall", "fallout"),
}
TITLES = {name: FIGURES["evaluation"][name].title for name in SHOWN}
FOUND = ("evaluation", "book", "rows", "sliders", "sums", "shades")  # what only a readable table has
MOST_SLIDERS = 6  # labels; more are easier typed
MOST_FIELDS = 2000  # of a form: 30 x 30 cells and everything beside them
SLOTS = ("pasted", "rows", "mixture")  # fields outside the table whose messages have a place of their own


@cache
def _specs() -> dict[str, Any]:
    """The drawings, made once; edits send rows alone."""
    return {name: spec(evaluate(EXAMPLE.counts()), name, []) for name in SHOWN}


def _filled(rows: dict[str, Any]) -> dict[str, Any]:
    return {
        name: {**drawn, "data": {**drawn["data"], "values": rows.get(name, [])}} for name, drawn in _specs().items()
    }


async def table_page(request: Request) -> Response:
    """The workbench, showing the table of its address."""
    try:
        bench, problems = Bench.from_query(request.query_params), {}
    except InputError as error:
        bench, problems = EXAMPLE, {"table": f"the address holds no table: {error}"}
    context = await run_in_threadpool(_judged, bench, problems, {})
    return page("bench.html", here="/", examples=EXAMPLES, specs=_filled(context["rows"] or {}), **context)


async def table_state(request: Request) -> Response:
    """The table of an address in place of the one on the page: undo."""
    return await _update(Bench.from_query(request.query_params), {}, "undo")


async def table_update(request: Request) -> Response:
    """An edit: the new state of everything that depends on it, or what is wrong beside its field."""
    async with request.form(max_fields=MOST_FIELDS) as form:
        action = choice("action", form.get("action", "edit"), ACTIONS)
        try:
            bench, problems = ACTIONS[action](form), {}
        except FormError as wrong:
            action, bench, problems = "edit", Bench.from_form(form), wrong.fields
    return await _update(bench, problems, action)


async def _update(bench: Bench, problems: dict[str, str], action: str) -> Response:
    """What follows an edit at once; what was typed or slid stays as it is under the reader's hand."""
    context = await run_in_threadpool(_judged, bench, problems, BRIEF)
    headers = {"HX-Replace-Url": f"/?{bench.query}"} if context["evaluation"] else {}
    status = 422 if context["problems"] else 200
    typed = action == "edit"
    swap = {"typed": typed, "rebuilt": not typed and action != "mix"}
    return page("update.html", status, headers, slots=SLOTS, examples=EXAMPLES, **swap, **context)


async def table_rest(request: Request) -> Response:
    """The whole evaluation, asked for when the typing pauses."""
    bench = Bench.from_query(request.query_params)
    bench.counts()  # what is wrong with the table is said before a process is started
    return HTMLResponse(await worked(request, _rest, bench))


def _rest(bench: Bench) -> str:
    return text("rest.html", **_judged(bench, {}, {}))


def _judged(bench: Bench, problems: dict[str, str], brief: dict[str, Any]) -> dict[str, Any]:
    """Everything the page shows about a table."""
    try:
        counts = bench.counts()
    except FormError as wrong:
        return {"bench": bench, "problems": problems | wrong.fields, "figures": TITLES} | dict.fromkeys(FOUND)
    evaluation = evaluate(counts, **brief)
    return {
        "bench": bench,
        "problems": problems,
        "figures": TITLES,
        "evaluation": evaluation,
        "brief": bool(brief),
        "book": evaluation.bookmaker(),
        "rows": {name: FIGURES["evaluation"][name].rows(evaluation) for name in SHOWN},
        "sliders": _sliders(counts),
        "sums": _sums(counts),
        "shades": [[cell["shade"] for cell in row["cells"]] for row in markup.shaded(counts)],
    }


def _sliders(counts: Counts) -> dict[str, Any] | None:
    """Where the sliders stand: at the predictor that the table could come from. Of two labels one says it all."""
    if len(counts.labels) > MOST_SLIDERS:
        return None
    mixed = unmixed(counts.table)
    shown = counts.labels[:1] if len(counts.labels) == 2 else counts.labels
    shares = {name: list(zip(shown, _percents(getattr(mixed, name)), strict=False)) for name in ("prevalence", "guess")}
    told = dict(zip(("informed", "perverse"), _percents((mixed.informed, mixed.perverse)), strict=True))
    return {**shares, **told, "size": counts.n or 100}


def _percents(shares: Iterable[float]) -> list[str]:
    return [f"{100 * share:.0f}" for share in shares]


def _sums(counts: Counts) -> dict[str, Any]:
    return {"actual": actuals(counts.table), "predicted": predictions(counts.table), "all": counts.table.sum()}
