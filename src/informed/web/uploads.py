"""Files that are dropped: their columns, then the answer to a question. Nothing is kept between two requests."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, QueryParams, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from informed.core.errors import InputError
from informed.core.labels import Label
from informed.readers.files import columns_of, labels_of
from informed.readers.sources import KINDS
from informed.web.downloads import attachment
from informed.web.pages import page, text
from informed.web.questions import ENCODINGS, QUESTIONS, Question, editable, encoding
from informed.web.spool import PREFIX
from informed.web.working import worked
from informed.writers.page import parts

Pairs = list[tuple[str, str | UploadFile]]
MOST_LABELS = 200  # to choose from
ENDINGS = tuple(ending for endings in KINDS.values() for ending in endings)


async def drop(request: Request) -> Response:
    """Where a file is dropped; the address may hold what to choose in it."""
    question = _question(request)
    limit = request.app.state.upload_limit // 10**6
    asked: dict[str, Any] = {"given": request.query_params, "query": question.query(request.query_params)}
    return page("file.html", here=f"/{question.name}", question=question, limit=limit, encodings=ENCODINGS, **asked)


async def columns(request: Request) -> Response:
    """The columns of the file, to choose from; those of the address, or whose names leave no doubt, are chosen."""
    question = _question(request)
    async with _received(request) as (form, path):
        try:
            given = request.query_params.multi_items()
            shown = await _read(request, _columns, question.name, given, encoding(form), path=path)
        except InputError as error:
            return page("columns.html", 422, question=question, columns=(), problem=_said(error))
    return page("columns.html", question=question, problem="", seconds=request.app.state.time_limit, **shown)


def _columns(name: str, asked_for: list[tuple[str, str]], written: str, path: Path) -> dict[str, Any]:
    question, given = QUESTIONS[name], QueryParams(asked_for)
    names, guessed = columns_of(path, written)
    chosen = question.chosen(given, names, guessed)
    by_name = dict(zip((field.name for field in question.fields), chosen, strict=True))
    asked = next((by_name.get(field.among) for field in question.fields if field.among), None)
    offered = {"columns": names, "labels": _labels(asked, written, path)}
    return {**offered, "chosen": chosen, "missing": given.get("missing")}


async def labels(request: Request) -> Response:
    """The labels in the column that was chosen, to choose from."""
    field = next((field for field in _question(request).fields if field.among), None)
    if field is None:
        raise HTTPException(404)
    async with _received(request) as (form, path):
        column = str(form.get(field.among) or "")
        try:
            found = await _read(request, _labels, column, encoding(form), path=path)
        except InputError as error:
            return page("labels.html", 422, field=field, labels=(), said=None, problem=_said(error))
    return page("labels.html", field=field, labels=found, said=None, problem="")


def _labels(column: str | None, written: str, path: Path) -> tuple[Label, ...]:
    return labels_of(path, column, written, MOST_LABELS) if column else ()


async def found(request: Request) -> Response:
    """What the chosen columns tell."""
    question = _question(request)
    async with _received(request) as (form, path):
        try:
            text = await _worked(request, shown, form, path)
        except InputError as error:
            return page("found.html", 422, result=None, problem=_said(error))
        state = question.query(form)
    return HTMLResponse(text, headers={"HX-Replace-Url": f"/{question.name}?{state}"})


async def report(request: Request) -> Response:
    """The same as a report, one file."""
    async with _received(request) as (form, path):
        try:
            return attachment(await _worked(request, reported, form, path), "text/html", "report.html")
        except InputError as error:
            return PlainTextResponse(f"{_said(error)}\n", 422)


async def _worked(request: Request, told: Callable[..., str], form: FormData, path: Path | None) -> str:
    """The answer to the question of this page."""
    fields: Pairs = [(name, value) for name, value in form.multi_items() if isinstance(value, str)]
    return str(await _read(request, told, _question(request).name, fields, path=path))


async def _read(request: Request, function: Callable[..., Any], *given: Any, path: Path | None) -> Any:
    """What the function finds in the file."""
    there = _needed(path)
    return await worked(request, function, *given, there, folder=there.parent)


def shown(question: str, fields: Pairs, path: Path) -> str:
    """The answer on the page."""
    result = QUESTIONS[question].answer(FormData(fields), path)
    return text("found.html", problem="", bench=editable(result), **parts(result))


def reported(question: str, fields: Pairs, path: Path) -> str:
    """The answer as a page of its own."""
    return str(QUESTIONS[question].answer(FormData(fields), path).report("html"))


def _question(request: Request) -> Question:
    name = request.path_params["question"]
    if name not in QUESTIONS:
        raise HTTPException(404)
    return QUESTIONS[name]


@asynccontextmanager
async def _received(request: Request) -> AsyncIterator[tuple[FormData, Path | None]]:
    """The form and its file, in a folder of its own under a name of ours, until the request is answered."""
    with request.app.state.spool.request() as folder:
        async with request.form(max_files=1, max_fields=20) as form:
            sent = form.get("file")
            yield form, await run_in_threadpool(_kept, sent, Path(folder)) if isinstance(sent, UploadFile) else None


def _kept(sent: UploadFile, folder: Path) -> Path | None:
    """The file on disk; of its own name only the ending is used, and only one we know."""
    name = (sent.filename or "").lower()
    ending = next((each for each in ENDINGS if name.endswith(each)), "")
    path = folder / f"upload{ending}"
    with path.open("wb") as target:
        shutil.copyfileobj(sent.file, target)
    return path if sent.filename else None


def _needed(path: Path | None) -> Path:
    if path is None:
        raise InputError("choose a file first")
    return path


def _said(error: InputError) -> str:
    """The message, without the place on this machine where the file lay for a moment."""
    words = [Path(word).name if PREFIX in word else word for word in str(error).split(" ")]
    return " ".join(words)
