"""Files that are dropped: their columns, then the answer to a question. Nothing is kept between two requests."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from informed.errors import InputError
from informed.readers.files import columns_of
from informed.readers.sources import KINDS
from informed.web.downloads import attachment
from informed.web.pages import page
from informed.web.questions import ENCODINGS, QUESTIONS, Question, editable, encoding
from informed.writers.bodies import parts

ENDINGS = tuple(ending for endings in KINDS.values() for ending in endings)


async def drop(request: Request) -> Response:
    """Where a file is dropped."""
    question = _question(request)
    limit = request.app.state.upload_limit // 10**6
    return page("file.html", here=f"/{question.name}", question=question, limit=limit, encodings=ENCODINGS)


async def columns(request: Request) -> Response:
    """The columns of the file, to choose from; those whose names leave no doubt are chosen already."""
    question = _question(request)
    async with _received(request) as (form, path):
        try:
            names, guessed = await run_in_threadpool(columns_of, _needed(path), encoding(form))
        except InputError as error:
            return page("columns.html", 422, question=question, columns=(), problem=_said(error))
    return page("columns.html", question=question, columns=names, guessed=guessed, problem="")


async def found(request: Request) -> Response:
    """What the chosen columns tell."""
    async with _received(request) as (form, path):
        try:
            result = await run_in_threadpool(_question(request).answer, form, _needed(path))
        except InputError as error:
            return page("found.html", 422, result=None, problem=_said(error))
    return await run_in_threadpool(_shown, result)


async def report(request: Request) -> Response:
    """The same as a report, one file."""
    async with _received(request) as (form, path):
        result = await run_in_threadpool(_question(request).answer, form, _needed(path))
    return attachment(await run_in_threadpool(result.report, "html"), "text/html", "report.html")


def _question(request: Request) -> Question:
    name = request.path_params["question"]
    if name not in QUESTIONS:
        raise HTTPException(404)
    return QUESTIONS[name]


def _shown(result: Any) -> Response:
    return page("found.html", problem="", bench=editable(result), **parts(result))


@asynccontextmanager
async def _received(request: Request) -> AsyncIterator[tuple[FormData, Path | None]]:
    """The form and its file, in a folder of its own under a name of ours, until the request is answered."""
    with TemporaryDirectory(prefix="informed-") as folder:
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
    words = [Path(word).name if "/informed-" in word else word for word in str(error).split(" ")]
    return " ".join(words)
