"""The Ledger pages: what was recorded, only to be looked at. The server knows the ledger; no browser names one."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from informed.asking.asks import Ask
from informed.asking.declared import question_named
from informed.core.errors import InputError, choice, opened, typed
from informed.core.result import Result
from informed.core.words import Next
from informed.ledger import Ledger, Run
from informed.ledger.chosen import known_task
from informed.ledger.place import VARIABLE
from informed.ledger.run import SHORT
from informed.questions import today
from informed.questions.compare import compare
from informed.web.data import TAKEN, asked_of, written
from informed.web.downloads import attachment
from informed.web.pages import text
from informed.web.tabs import ABOUT_RUNS, Field, Given, PageDoor, Subject
from informed.web.working import worked
from informed.writers.page import parts

MOST = 200  # tasks, runs, systems and tags to choose from, the newest runs first
LONGEST = 1000  # characters of a task, and of anything else in the address
COMPARE, PAIR = "compare", ("first", "second")
TABS = {**{tab.name: tab for tab in ABOUT_RUNS}, COMPARE: None}
ASKS = "Do two runs differ?"


async def tasks(request: Request) -> Response:
    """The tasks that have runs."""
    return HTMLResponse(await worked(request, _tasks, request.app.state.ledger))


async def shown(request: Request) -> Response:
    """A question about a task, and its answer; an address with a task in the place of the question is its history."""
    name = today([request.path_params["tab"]])[0]
    if name not in TABS:
        return RedirectResponse(f"/ledger/history?{urlencode({'task': name})}")
    return HTMLResponse(*await worked(request, _page, name, asked_of(request), request.app.state.ledger))


async def taken(request: Request) -> Response:
    """The answer as a file: a report, or JSON."""
    kind, name = (
        choice("kind", request.path_params["kind"], TAKEN),
        choice("question", today([request.path_params["tab"]])[0], TABS),
    )
    content = await worked(request, _written, name, asked_of(request), request.app.state.ledger, kind)
    return attachment(content, TAKEN[kind], f"{name}.{kind}")


# --- in a process of its own -----------------------------------------------------------------------------------------


def _tasks(url: str) -> str:
    with _opened(url) as ledger:
        every = ledger.tasks()
        newest = {task: (size, ledger.runs(task, last=1)[0]) for task, size in list(every.items())[:MOST]}
        return text("tasks.html", here="/ledger", tasks=newest, left=len(every) - len(newest))


def _page(name: str, given: Given, url: str) -> tuple[str, int]:
    with _opened(url) as ledger:
        asked = _Asked(ledger, name, given)
        try:
            result = asked.answer()
        except InputError as error:
            return text("runs.html", **asked.frame(), problem=_said(error, ledger), found=""), 422
        around: dict[str, Any] = {"at": "/ledger", "tab": {"name": name}, "edit": "", "rows_link": None}
        around |= {"line": asked.line, "query": asked.query, "goes": partial(_going, asked.task)}
        with opened(PageDoor(question_named(name))):
            found = Markup(text("found.html", **parts(result) | around))
        return text("runs.html", **asked.frame(), problem="", found=found), 200


def _going(task: str, step: Next) -> str:
    """Where the next step leads: to another question about the same task."""
    if step.question not in TABS:
        return ""
    said = Ask(step.question, (), {name: typed(value) for name, value in step.arguments.items()}).query()
    return f"/ledger/{step.question}?{urlencode([('task', task), *said])}"


def _written(name: str, given: Given, url: str, kind: str) -> str:
    with _opened(url) as ledger:
        asked = _Asked(ledger, name, given)
        return written(asked.answer(), kind, asked.task, asked.line)


@contextmanager
def _opened(url: str) -> Iterator[Ledger]:
    """The ledger of the server, for the commands too; what is wrong is said without the place where it lies."""
    os.environ[VARIABLE] = url
    with Ledger(url) as ledger:
        try:
            yield ledger
        except InputError as error:
            raise InputError(_said(error, ledger)) from None


def _said(error: InputError, ledger: Ledger) -> str:
    shown, url = ledger.place.shown, ledger.place.url
    return str(error).replace(f"ledger {shown}", "the ledger").replace(shown, "the ledger").replace(url, "the ledger")


class _Asked:
    """A question about a task: what was chosen, what else can be, and the answer."""

    def __init__(self, ledger: Ledger, name: str, given: Given) -> None:
        self.ledger, self.tab = ledger, TABS[name]
        self.task = known_task(ledger, next(iter(given.get("task", ())), "")[:LONGEST])
        self.runs: Sequence[Run] = ledger.runs(self.task, last=MOST)[::-1]
        said = {each: [value[:LONGEST] for value in values[:MOST]] for each, values in given.items() if any(values)}
        self.given = {**_usual(name, self.runs), **said}

    def answer(self) -> Result:
        if self.tab is not None:
            found: Result = self.tab.ask(self.given, Subject((self.task,)))
            return found
        first, second = (self._run(name) for name in PAIR)
        if first.id == second.id:
            raise InputError("first and second are the same run; choose two")
        return compared(self.ledger, first, second)

    def _run(self, name: str) -> Run:
        said = self.given.get(name, [""])[0]
        if not said:
            raise InputError(f"choose a run in the field {name!r}")
        if (run := self.ledger.run(said)).task != self.task:
            raise InputError(f"{name}: run {said!r} is of another task")
        return run

    @property
    def line(self) -> str:
        return "" if self.tab is None else self.tab.line(self.given, Subject((self.task,)))

    @property
    def query(self) -> str:
        pairs = self.tab.pairs(self.given) if self.tab else [(name, self.given[name][0]) for name in PAIR]
        return urlencode([("task", self.task), *pairs])

    def frame(self) -> dict[str, Any]:
        """What the page shows beside the answer."""
        fields = {"fields": self._fields(self.tab.fields), "folded": self._fields(self.tab.folded)} if self.tab else {}
        around = {"here": "/ledger", "tabs": list(TABS), "tab": self.tab or {"name": COMPARE, "asks": ASKS}}
        return {**around, "task": self.task, "runs": self.runs, "chosen": self.given, "pair": PAIR, **fields}

    def _fields(self, names: str) -> list[Field]:
        assert self.tab is not None
        tags = sorted({tag for run in self.runs for tag in run.tags})
        return self.tab.shown(names, {"as": self.ledger.systems(self.task)[:MOST], "by": tags[:MOST]})


def _usual(name: str, newest: Sequence[Run]) -> dict[str, list[str]]:
    """What is asked where nothing was chosen: the system of the newest run, and the two newest runs."""
    if name == "watch":
        return {"as": [newest[0].systems[0]]}
    if name == COMPARE and len(newest) > 1:
        return {"first": [newest[1].id], "second": [newest[0].id]}
    return {}


def compared(ledger: Ledger, first: Run, second: Run) -> Result:
    """Two runs: by their items where they were kept, else as independent samples, with the reason."""
    items = ledger.paired(first, second)
    if not isinstance(items, str):
        return compare(items)
    names = [f"{run.name} of {run.time:%Y-%m-%d %H:%M}" for run in (first, second)]
    if names[0] == names[1]:
        names = [f"{run.name} {run.id[:SHORT]}" for run in (first, second)]
    samples = (each.pooled() for each in ledger.independent([first, second]))
    found = compare(dict(zip(names, samples, strict=True)))
    return replace(found, notes=(f"compared as independent samples: {items}", *found.notes))
