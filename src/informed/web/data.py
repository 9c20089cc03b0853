"""The Data page: a file is opened once, every question about it is a tab, and the address holds what was asked."""

import shutil
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from informed.asking.asks import ANY, Ask
from informed.asking.front import Look, rows_looked
from informed.cli.origin import source
from informed.core.counts import Counts
from informed.core.errors import InputError, choice, opened, typed
from informed.core.words import Next
from informed.questions import today
from informed.questions.evaluate import Evaluation
from informed.readers.engines.connection import distrusting
from informed.readers.files.preview import Beyond, Condition, Equal, Wrong, look, rows_where
from informed.readers.files.rows import labels_of
from informed.readers.kinds import rows_recognised
from informed.readers.logs import Keys, read_log, runs_of
from informed.readers.logs.tables import answers_where
from informed.readers.roles import Column, Role, column_of
from informed.web.downloads import attachment
from informed.web.examples import EXAMPLES
from informed.web.formats import Format, format_of
from informed.web.kept import File, Kept, apart
from informed.web.pages import page, text
from informed.web.tables import address_of
from informed.web.tabs import (
    ABOUT_FILES,
    LONGEST,
    MOST,
    NOTHING,
    PLAN,
    REPEATS,
    SPANS,
    SUITE,
    Given,
    PageDoor,
    Subject,
    Tab,
    chosen,
    tab_named,
)
from informed.web.working import worked
from informed.writers.page import parts
from informed.writers.tabular import delimited

MOST_LABELS = 200  # to choose from
MOST_FILES = 10  # opened together: the parts of one log
MOST_ROWS = 100  # shown; the download has all of them
MOST_SAVED = 100_000
TAKEN = {"html": "text/html", "json": "application/json"}
SEE_OTHER = 303
UNREADABLE = 415  # inside: of this file nothing can be asked
EVERY = (*ABOUT_FILES, SPANS, REPEATS, SUITE)
PART = "table"  # in an address: which table, sheet or file inside the one that was opened
# from tab to tab
CARRIED = (PART, "actual", "predicted", "by", "cluster", "weights", "positive", "missing", "encoding")
LOOK = "look"  # in an address: show what can be chosen, answer nothing yet
FIRST = "first"  # in an address: just opened; where the columns are clear the file is answered
PLANNED = {"informedness": ["0.4"], "prevalence": ["0.1"], "width": ["0.2"]}  # the example of who asks nothing yet


async def start(request: Request) -> Response:
    """Where a file is opened."""
    return _start_again(request, "", "", 200)


async def receive(request: Request) -> Response:
    """Keep the file and show it; the address of its page has a key that nobody can guess."""
    kept: Kept = request.app.state.kept
    async with request.form(max_files=MOST_FILES, max_fields=5) as form:
        back = str(form.get("back") or "evaluate")
        sent = [each for each in form.getlist("file") if isinstance(each, UploadFile) and each.filename]
        if example := next((each for each in EXAMPLES if each.name == form.get("example")), None):
            file = kept.place(example.name)
            file.path.write_text(example.text(), encoding="utf-8")
            return RedirectResponse(f"/data/{file.key}/{example.asked}", 303)
        if not sent:
            return _start_again(request, "choose a file first", back)
        file = kept.place(str(sent[0].filename))
        for name, each in zip(apart([str(each.filename) for each in sent]), sent, strict=True):
            await run_in_threadpool(_copied, each, file.path.with_name(name))
    return RedirectResponse(f"/data/{file.key}/{back.lstrip('/')}", 303)


def _copied(sent: UploadFile, path: Path) -> None:
    with path.open("wb") as target:
        shutil.copyfileobj(sent.file, target)


def _start_again(request: Request, problem: str, back: str, status: int = 422) -> Response:
    limit = request.app.state.upload_limit // 10**6
    return page("drop.html", status, here="/data", limit=limit, problem=problem, back=back, examples=EXAMPLES)


async def forget(request: Request) -> Response:
    """Delete the file at once."""
    request.app.state.kept.forget(request.path_params["key"])
    return RedirectResponse("/data", 303)


async def shown(request: Request) -> Response:
    """A tab of the file: its columns, its first rows, and the answer if anything was asked."""
    if (now := _today(request)) is not None:
        return now
    tab = tab_named(request.path_params["tab"], EVERY)
    if (file := _file(request)) is None:
        return _gone(request)
    given = asked_of(request)
    try:
        found, status = await worked(request, _page, tab.name, given, file.key, file.path)
    except InputError as error:
        frame = _frame(tab, given, file.key, Subject((file.name,)))
        return page("data.html", 422, **frame, problem=_said(error, file.path))
    if status == UNREADABLE:
        return _start_again(request, found, tab.name)
    return HTMLResponse(found, status) if status != SEE_OTHER else RedirectResponse(found, status)


async def taken(request: Request) -> Response:
    """The answer as a file: a report, or JSON."""
    if (now := _today(request)) is not None:
        return now
    kind, tab = choice("kind", request.path_params["kind"], TAKEN), tab_named(request.path_params["tab"], EVERY)
    if (file := _file(request)) is None:
        return _gone(request)
    content = await worked(request, _written, tab.name, asked_of(request), file.path, kind)
    return attachment(content, TAKEN[kind], f"{tab.name}.{kind}")


async def rows(request: Request) -> Response:
    """The misjudged rows of a cell, a group or a threshold."""
    if (file := _file(request)) is None:
        return _gone(request)
    given = asked_of(request)
    if request.path_params.get("kind") == "csv":
        names, found, _ = await worked(request, _picked, given, file.path, MOST_SAVED)
        return attachment(delimited(names, found), "text/csv", "misjudged.csv")
    names, found, size = await worked(request, _picked, given, file.path, MOST_ROWS)
    query = urlencode([(name, value) for name, values in given.items() for value in values])
    told = {"names": names, "rows": found, "size": size, "query": query, "about": _about(given)}
    told["back"] = _back(given, file.key)
    marked = [given[name][0] for name in ("actual", "predicted", "scores") if name in given]
    return page("rows.html", here="/data", tabs=ABOUT_FILES, key=file.key, name=file.name, marked=marked, **told)


async def planned(request: Request) -> Response:
    """A question that needs no file."""
    return HTMLResponse(*await worked(request, _plan, asked_of(request), lane="sums"))


# --- in a process of its own -----------------------------------------------------------------------------------------


def _page(name: str, given: Given, key: str, path: Path) -> tuple[str, int]:
    with distrusting():
        try:
            form = format_of(path, _one(given, PART))
        except InputError as error:
            return _said(error, path), UNREADABLE
        if name not in [each.name for each in form.tabs]:
            return f"/data/{key}/{form.tabs[0].name}", SEE_OTHER
        tab = tab_named(name, form.tabs)
        frame = _frame(tab, given, key, form.subject) | {"parts": form.parts, "part": _part(form)}
        frame["carried"] = _carried(given, form)
        try:
            with opened(PageDoor(tab.question)):
                frame |= _seen(tab, given, form.subject.words[0]) if form.rows else _known(tab, given, form)
        except InputError as error:
            with opened(PageDoor(tab.question)):
                said = _said(error, path)
            text_alone = "'encoding'" in said and "is not a table" not in said
            if not (form.parts or "encoding" in given or text_alone):  # in these cases another choice may help
                return said, UNREADABLE
            return text("data.html", **frame, problem=said), 422
        if FIRST in given:
            asks, clear = frame["asks"], frame["front"].chosen if form.rows else None
            likely = f"{next(iter(asks.values()))}&{LOOK}=yes" if asks and name not in asks else name
            return f"/data/{key}/{asks.get(clear.question, likely) if clear else likely}", SEE_OTHER
        asked = any(field.name in given for field in tab.every)  # an answer to nothing says what is missing
        if LOOK in given or not (asked or not (form.rows or name in form.waits)):
            return text("data.html", **frame), 200
        one = form.log or (form.rows and len(form.subject.words) == 1)
        return _answered(
            frame, tab, given, form.subject, f"/data/{key}", _linking(tab, given, f"/data/{key}") if one else None
        )


def _plan(given: Given) -> tuple[str, int]:
    given = given if any(field.name in given for field in PLAN.every) else PLANNED
    frame = {"here": "/plan", "tab": PLAN, "fields": PLAN.shown(PLAN.fields), "folded": PLAN.shown(PLAN.folded)}
    frame |= {"chosen": chosen(PLAN, given, (), {}), "line": PLAN.line(given), "found": "", "problem": ""}
    return _answered(frame, PLAN, given, NOTHING, template="plan.html")


def _answered(
    frame: dict[str, Any],
    tab: Tab,
    given: Given,
    subject: Subject,
    at: str = "",
    rows_link: Callable[..., str] | None = None,
    template: str = "data.html",
) -> tuple[str, int]:
    """The page with the answer, or with what is wrong."""
    try:
        result = tab.ask(given, subject)
    except InputError as error:
        return text(
            template, **frame | {"problem": _said(error, *(Path(each.partition("#")[0]) for each in subject.words))}
        ), 422
    around = {"at": at, "tab": tab, "line": frame["line"], "query": urlencode(_asked(tab, given))}
    by_rows = tab.name == "sweep" or isinstance(result, Evaluation)  # grades alone have no cells
    around |= {"rows_link": rows_link if by_rows else None, "edit": _editable(result)}
    around["goes"] = _going(tab, given, at) if at else None
    with opened(PageDoor(tab.question)):
        return text(template, **frame | {"found": Markup(text("found.html", **parts(result) | around))}), 200


def _going(tab: Tab, given: Given, at: str) -> Callable[[Next], str]:
    """Where the next step leads: to this tab or another one, with what they share; nowhere if a field is missing."""

    def address(step: Next) -> str:
        name = step.question or tab.name
        there = next((each for each in ABOUT_FILES if each.name == name), None)
        if there is None or not (step.question or step.arguments):
            return ""
        said = Ask(there.question.name, (), {key: typed(value) for key, value in step.arguments.items()}).query()
        fields = {field.name for field in there.every}
        kept = [(key, value) for key, value in _asked(tab, given) if name == tab.name or key in CARRIED]
        kept = [(key, value) for key, value in kept if key in fields | {PART} and key not in dict(said)]
        return f"{at}/{name}?{urlencode([*kept, *said])}" if dict(said).keys() <= fields else ""

    return address


def _written(name: str, given: Given, path: Path, kind: str) -> str:
    with distrusting():
        try:
            form = format_of(path, _one(given, PART))
            tab = tab_named(name, form.tabs)
            result = tab.ask(given, form.subject)
        except InputError as error:
            raise InputError(_said(error, path)) from None
        return written(result, kind, str(form.subject), tab.line(given, form.subject.named))


def written(result: Any, kind: str, name: str, line: str) -> str:
    """A result as a file; a report says what it is about, when it was asked, and how to ask it in a shell."""
    return str(result.to_json() if kind == "json" else result.report("html", source=source(name), asked=line))


def _part(form: Format) -> str:
    """The table, sheet or file that is read of several."""
    return form.subject.words[0].partition("#")[2] if form.parts else ""


def _carried(given: Given, form: Format) -> str:
    """What the address keeps in another tab; rows are asked about after a look."""
    pairs = [(name, value[:LONGEST]) for name in CARRIED for value in given.get(name, ())[:MOST] if value]
    return urlencode(pairs + [(LOOK, "yes")] * bool(pairs and form.rows))


def _seen(tab: Tab, given: Given, path: str) -> dict[str, Any]:
    """The columns, the first rows and the labels to choose from."""
    encoding = _one(given, "encoding") or "utf-8"
    found = look(path, encoding)
    seen = rows_recognised(path, found.format, found.columns)
    columns, roles = seen.columns, seen.roles
    picked = chosen(tab, given, columns, {each.role: column_of(roles, each.role) for each in roles})
    asked = next((picked[name][0] for name in ("actual", "human") if picked.get(name)), None)
    labels: Sequence[Any] = ()
    if asked and any(field.kind == "label" for field in tab.every):
        labels = labels_of(path, asked, encoding, MOST_LABELS)
    front = rows_looked(path, [path], seen)
    told = {"front": front, "asks": (able := _links(front, given)), "lacking": _lacking(tab, able, roles, columns)}
    told["tabs"] = sorted(ABOUT_FILES, key=lambda each: [*able, each.name].index(each.name))
    return {"columns": columns, "rows": found.rows, "labels": labels, "chosen": picked, "problem": "", **told}


def _links(front: Look, given: Given) -> dict[str, str]:
    """The questions that a file can be asked, each with its address; what no field can say is left to the shell."""
    found: dict[str, str] = {}
    rivals = () if front.chosen else front.others  # which differ in what the reader is to say
    for ask in filter(None, (front.chosen, *front.others)):
        alike = [each.query() for each in rivals if each.question == ask.question]
        said = [pair for pair in ask.query() if pair[0] != "positive" or all(pair in each for each in alike)]
        fields = {field.name for tab in ABOUT_FILES if tab.name == ask.question for field in tab.every}
        if {name for name, _ in said} <= fields and not any(value == ANY for _, value in said):
            found.setdefault(ask.question, f"{ask.question}?{urlencode([*_part_of(given), *said])}")
    return found


def _lacking(tab: Tab, able: Collection[str], roles: Sequence[Role], columns: Sequence[Column]) -> dict[str, str]:
    """Of the other questions, why they come later: columns that are neither known nor may be meant."""
    seen, named = Counter(each.role for each in roles), {each.column for each in roles}
    spare = sum(each.name not in named and each.kind == "labels" for each in columns)
    seen.update(dict.fromkeys(("predicted", "rater", "judge"), spare))
    also = ("groups",) if "evaluate" in able and seen["by"] else ()
    found = {}
    for each in (each for each in ABOUT_FILES if each.name not in (*able, *also, tab.name)):
        needed = [field for field in each.shown(each.fields) if field.kind == "column"]
        if (unseen := next((field for field in needed if seen[field.name] < field.least), None)) is not None:
            few = unseen.least > 1
            what = f"{unseen.least} columns of {unseen.said} are" if few else f"a column of {unseen.said} is"
            found[each.name] = f"{what} needed"
    return found


def _known(tab: Tab, given: Given, form: Format) -> dict[str, Any]:
    """The fields of a file that knows its own columns."""
    fields = {"fields": tab.shown(tab.fields, form.known), "folded": tab.shown(tab.folded, form.known)}
    said = {name: [value[:LONGEST] for value in values[:MOST_FILES] if value] for name, values in given.items()}
    return {"log": form.said, "tabs": form.tabs, "chosen": said, "problem": "", **fields}


def _picked(given: Given, path: Path, most: int) -> tuple[tuple[str, ...], list[Any], int]:
    with distrusting():
        try:
            read = (form := format_of(path, _one(given, PART))).subject.words[0]
            if form.log:
                return _answers(given, Path(read), form.log, most)
            return rows_where(read, _conditions(given), _one(given, "encoding") or "utf-8", most)
        except InputError as error:
            raise InputError(_said(error, path)) from None


def _answers(given: Given, path: Path, kind: str, most: int) -> tuple[tuple[str, ...], list[Any], int]:
    """The answers of a log behind a number."""
    scorer, model, actual, predicted = (
        _one(given, name) or None for name in ("scorer", "model", "actual", "predicted")
    )
    runs = runs_of([read_log(path, kind)], scorer=scorer, model=model)
    groups = dict(zip(given.get("by", ()), given.get("group", ()), strict=False))
    names, found = answers_where(runs, Keys(actual, predicted), _one(given, "is"), _one(given, "said"), groups)
    return names, [[None if cell is None else str(cell) for cell in row] for row in found[:most]], len(found)


def _conditions(given: Given) -> list[Condition]:
    actual, predicted, scores = (_one(given, name) for name in ("actual", "predicted", "scores"))
    groups = [Equal(*pair) for pair in zip(given.get("by", ()), given.get("group", ()), strict=False)]
    if scores:
        return [Beyond(actual, scores, _one(given, "positive"), _number(_one(given, "threshold"))), *groups]
    labels = [Equal(*each) for each in ((actual, _one(given, "is")), (predicted, _one(given, "said"))) if each[1]]
    wrong: list[Condition] = [*labels] or [Wrong(actual, predicted)]
    return [*wrong, *groups]


def _linking(tab: Tab, given: Given, at: str) -> Callable[..., str] | None:
    """Where the rows behind a number are, for tabs whose answers are about rows."""
    if tab.name not in ("evaluate", "groups", "sweep") or any(given.get("rename", ())):
        return None  # the rows have the labels under their old names
    names = {field.name for field in tab.every if field.kind in ("column", "label")}
    known = [pair for pair in _asked(tab, given) if pair[0] in {*names, "encoding", "scorer", "model", PART}]

    def link(**conditions: Any) -> str:
        more = [(name, str(value)) for name, values in conditions.items() for value in _listed(values)]
        return f"{at}/rows?{urlencode(known + more)}"

    return link


def _listed(values: Any) -> Sequence[Any]:
    return values if isinstance(values, (list, tuple)) else [values]


# --- small things ----------------------------------------------------------------------------------------------------


def _frame(tab: Tab, given: Given, key: str, subject: Subject) -> dict[str, Any]:
    """What every tab shows, with or without an answer."""
    nothing: dict[str, Any] = dict.fromkeys(("columns", "rows", "labels", "asks", "parts"), ())
    nothing |= dict.fromkeys(("log", "found", "carried"), "")
    fields = {"fields": tab.shown(tab.fields), "folded": tab.shown(tab.folded), "chosen": chosen(tab, given, (), {})}
    about = {"key": key, "name": str(subject), "line": tab.line(given, subject.named)}
    return {"here": "/data", "tabs": ABOUT_FILES, "tab": tab, **nothing, **fields, **about}


def _asked(tab: Tab, given: Given) -> list[tuple[str, str]]:
    """What an address says: what is read, and what is asked about it."""
    return _part_of(given) + list(tab.pairs(given))


def _part_of(given: Given) -> list[tuple[str, str]]:
    return [(PART, part[:LONGEST]) for part in given.get(PART, ())[:1]]


def asked_of(request: Request) -> dict[str, list[str]]:
    """What the address says: each name and its values."""
    query = request.query_params
    return {name: query.getlist(name) for name in query}


def _today(request: Request) -> Response | None:
    """Where a question of a former name is asked now."""
    key, tab, kind = (request.path_params.get(name, "") for name in ("key", "tab", "kind"))
    name, *words = today([tab, *(f"--{name}={value}" for name, value in request.query_params.multi_items() if value)])
    if name == tab:
        return None
    said = [word.removeprefix("--").partition("=") for word in words]
    query = urlencode([(name, value or "yes") for name, _, value in said])
    return RedirectResponse(f"/data/{key}/{name}{f'/answer.{kind}' if kind else ''}?{query}", 308)


def _file(request: Request) -> File | None:
    found: File | None = request.app.state.kept.find(request.path_params["key"])
    return found


def _back(given: Given, key: str) -> str:
    """The address of the answer that the rows lie behind."""
    tab = "sweep" if "scores" in given else "groups" if "by" in given else "evaluate"
    picking = ("is", "said", "group", "threshold")
    pairs = [(name, value) for name, values in given.items() if name not in picking for value in values]
    return f"/data/{key}/{tab}?{urlencode(pairs)}"


def _gone(request: Request) -> Response:
    """A file that is kept no longer: it can be opened again, and the question stays."""
    tab = request.path_params.get("tab", "evaluate")
    said = "This file is kept no longer. Open it again; what you asked is asked again."
    return _start_again(request, said, f"{tab}?{request.url.query}", 404)


def _editable(result: Any) -> str:
    """The address of the table in the bench, if nothing is lost there: no groups, no weights, not too many labels."""
    counts: Counts | None = result.counts if isinstance(result, Evaluation) else None
    return "" if counts is None or counts.by or counts.weighted else address_of(counts)


def _one(given: Given, name: str) -> str:
    return next(iter(given.get(name, ())), "")


def _number(said: str) -> float:
    try:
        return float(said)
    except ValueError:
        raise InputError(f"threshold: {said[:40]!r} is not a number") from None


def _about(given: Given) -> str:
    """What the rows have in common, in words."""
    group = ", ".join(f"{by} {value!r}" for by, value in zip(given.get("by", ()), given.get("group", ()), strict=False))
    where = f" in {group}" if group else ""
    if _one(given, "scores"):
        return f"on the wrong side of the threshold {_one(given, 'threshold')}{where}"
    said = [f"{name} {_one(given, key)!r}" for name, key in (("actual", "is"), ("predicted", "said")) if key in given]
    return ", ".join(said) + where if said else f"misjudged{where}"


def _said(error: InputError, *paths: Path) -> str:
    """The message, without the place on this machine where the files lie."""
    said = str(error)
    for path in paths:
        said = said.replace(f"{path.parent}/", "")
    return said
