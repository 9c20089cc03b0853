"""Results as HTML: a report in one file that needs no network, and an evaluation in a notebook."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from informed._version import __version__
from informed.writers.charts.library import drawing
from informed.writers.markup import asset, environment, policy, style, themes
from informed.writers.page import brief, parts


def html(result: Any, source: str = "", **_: Any) -> str:
    """The whole report: verdict, numbers, charts and the JSON, in one page that loads nothing; ``source``: of what."""
    from informed.writers.charts.render import vega_script

    look, found = style(), parts(result)
    scripts = [*([vega_script(), asset("charts.js")] if drawing() else []), *found.pop("scripts", [])]
    page: str = (
        environment()
        .get_template("page.html")
        .render(
            **found,
            source=source,
            version=__version__,
            themes=themes(),
            style=Markup(look),
            scripts=[Markup(script) for script in scripts],
            policy=policy(look, scripts),
            undrawn=not drawing(),
        )
    )
    return page


def notebook(result: Any) -> str:
    """A result as a notebook shows it: no scripts, and a style that leaves the rest of the page alone."""
    page: str = environment().get_template("notebook.html").render(**brief(result), style=Markup(style()))
    return page
