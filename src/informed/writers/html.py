"""Results as HTML: a report in one file that needs no network, and an evaluation in a notebook."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from informed._version import __version__
from informed.writers.markup import environment, policy, style
from informed.writers.page import brief, parts


def html(result: Any, title: str = "", source: str = "", asked: str = "", **_: Any) -> str:
    """The whole report: verdict, numbers, charts and the JSON, in one page that loads nothing.

    ``source`` says what it is about, ``asked`` is the command that made it.
    """
    look, found = style(), parts(result)
    scripts = found.pop("scripts", [])
    page: str = (
        environment()
        .get_template("page.html")
        .render(
            **found | _headed(found, title),
            source=source,
            asked=asked,
            version=__version__,
            style=Markup(look),
            scripts=[Markup(script) for script in scripts],
            policy=policy(look, scripts),
        )
    )
    return page


def _headed(found: dict[str, Any], title: str) -> dict[str, str]:
    """A title of one's own stands before the question."""
    return {"title": title, "heading": f"{found['title']} {found['heading']}"} if title else {}


def notebook(result: Any) -> str:
    """A result as a notebook shows it: no scripts, and a style that leaves the rest of the page alone."""
    page: str = environment().get_template("notebook.html").render(**brief(result), style=Markup(style()))
    return page
