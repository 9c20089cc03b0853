"""Results as HTML: a report in one file that needs no network, and an evaluation in a notebook."""

import re
from collections.abc import Sequence
from typing import Any

from jinja2.utils import htmlsafe_json_dumps
from markupsafe import Markup

from informed._version import __version__
from informed.core.estimate import as_json
from informed.core.result import Result
from informed.writers.markup import environment, policy, style
from informed.writers.page import brief, parts

HELD = '<script type="application/json" id="result">{}</script>'
INDENTED = re.compile(r"(<(script|style|pre)\b.*?</\2>)|\n\s+(?=<)", re.DOTALL)  # and what is to stay as it is
LARGEST, MARGIN = 200_000, 500  # bytes of a report; those that the names of parts left out take
MOST_ANSWERS = 12  # groups whose answers the JSON of a report holds


def html(result: Any, title: str = "", source: str = "", asked: str = "", **_: Any) -> str:
    """The whole report: verdict, numbers, charts and the JSON that it has room for, in one page that loads nothing.

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
            held=Markup(HELD.format("")),
        )
    )
    page = INDENTED.sub(lambda found: found[1] or "\n", page)
    room = LARGEST - MARGIN - len(page.encode())
    return page.replace(HELD.format(""), HELD.format(held(result, room)), 1)


def held(result: Any, room: int) -> str:
    """The JSON of a result for its page: the parts that there is room for, and the names of those left out."""
    head = {"informed": __version__, "kind": result.kind, "signature": result.signature, "verdict": result.verdict}
    kept = [_part(name, value) for name, value in head.items()]
    left_out = []
    for name, value in result.facts().items():
        part = "" if _many(value, room) else _part(name, value)
        if part and sum(map(len, kept)) + len(part) < room:
            kept.append(part)
        else:
            left_out.append(name)
    return "{" + ",".join([*kept, _part("left_out", left_out)] if left_out else kept) + "}"


def _part(name: str, value: Any) -> str:
    return f'"{name}":{htmlsafe_json_dumps(as_json(value), separators=(",", ":"))}'


def _many(value: Any, room: int) -> bool:
    """Whether these are more than there is room for, or answers of many groups, which take longer than the page."""
    many = isinstance(value, Sequence) and not isinstance(value, str)
    return many and (2 * len(value) > room or (len(value) > MOST_ANSWERS and isinstance(value[0], Result)))


def _headed(found: dict[str, Any], title: str) -> dict[str, str]:
    """A title of one's own stands before the question."""
    return {"title": title, "heading": f"{found['title']} {found['heading']}"} if title else {}


def notebook(result: Any) -> str:
    """A result as a notebook shows it: no scripts, and a style that leaves the rest of the page alone."""
    page: str = environment().get_template("notebook.html").render(**brief(result), style=Markup(style()))
    return page
