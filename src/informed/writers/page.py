"""What the page of any result shows: its head, its charts, and the body that its question fills."""

from typing import Any

from informed.core.result import Grid
from informed.writers.charts import figures, on_page
from informed.writers.explaining import meanings
from informed.writers.grids import facts, grids, notes

LEFT_OUT = ("estimates", "table")  # charts whose numbers the page shows in a table already
MOST = 200  # rows that a page lists


def parts(result: Any) -> dict[str, Any]:
    """Everything the page of a result shows: its body, its title, its charts, and what its body needs."""
    body = _body(result)
    left_out = (*LEFT_OUT, *body.pop("without", ()))
    shown = {name: on_page(result, name) for name in figures(result) if name not in left_out}
    return {**_head(result), "figures": shown, **body}


def brief(result: Any) -> dict[str, Any]:
    """The same without charts, for a notebook."""
    body = _body(result)
    return {**_head(result), "figures": {}, **body, "body": body.get("brief", body["body"])}


def _body(result: Any) -> dict[str, Any]:
    """The template of a result and what fills it, as its question has them; else its rows, facts and notes."""
    filled = getattr(result.part("page"), result.called(), plain)
    return {"body": "bodies/plain.html", **filled(result)}


def _head(result: Any) -> dict[str, Any]:
    """The question and what was judged."""
    (title, about), text = result.head(), result.report("text")
    return {"result": result, "text": text, "title": title, "heading": about, "explained": meanings(result, text)}


def plain(result: Any) -> dict[str, Any]:
    """Any result by its tables, or else by its rows; then facts and notes."""
    own = tabled(result)
    single, noted = {} if own else facts(result), [*dict.fromkeys(result.remarks(True))] or notes(result)
    shown = {"grids": own or grids(result), "tabled": bool(own), "facts": single, "noted": noted}
    return {"measures": {}, "meanings": {}, **shown}


def tabled(result: Any) -> list[Grid]:
    """The tables of a result that its page shows."""
    parts = [part for part in result.grids(True) if isinstance(part, Grid) and part.on != "screen"]
    return [each.paged() for each in parts if len(each.rows) > 1]
