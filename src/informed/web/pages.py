"""The templates of the pages, on top of those of the report."""

from functools import cache
from typing import Any

import jinja2
from starlette.responses import HTMLResponse

from informed.questions.evaluate.page import HELPERS
from informed.writers import markup

PAGES = {
    "/": "Bench",
    "/data": "Data",
    "/ledger": "Ledger",
    "/plan": "Plan",
    "/recover": "Recover",
}  # one line per page


@cache
def environment() -> jinja2.Environment:
    """The templates, with all text escaped."""
    shared = markup.environment()
    loaders = [jinja2.PackageLoader("informed.web"), *([shared.loader] if shared.loader else [])]
    made = shared.overlay(loader=jinja2.ChoiceLoader(loaders))
    made.globals = {**shared.globals, "pages": PAGES, **HELPERS}
    return made


def page(template: str, status: int = 200, headers: dict[str, str] | None = None, **context: Any) -> HTMLResponse:
    """A template, filled, as an answer."""
    return HTMLResponse(text(template, **context), status, headers)


def text(template: str, **context: Any) -> str:
    """A template, filled."""
    return environment().get_template(template).render(**context)
