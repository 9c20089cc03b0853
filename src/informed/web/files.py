"""A file of predictions: its columns, then its evaluation. Nothing of it is kept between two requests."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from informed.counts import Counts
from informed.errors import InputError, choice
from informed.evaluation import Evaluation, evaluate
from informed.readers.files import columns_of, count_files
from informed.readers.sources import KINDS
from informed.web.bench import Bench
from informed.web.downloads import attachment
from informed.web.pages import page
from informed.writers import html
from informed.writers.text import heading

ENCODINGS = ("utf-8", "latin-1", "cp1252", "utf-16")
ENDINGS = tuple(ending for endings in KINDS.values() for ending in endings)


async def file_page(request: Request) -> Response:
    """Where a file is dropped."""
    limit = request.app.state.upload_limit // 10**6
    return page("file.html", here="/file", limit=limit, encodings=ENCODINGS)


async def columns(request: Request) -> Response:
    """The columns of the file, to choose from; those whose names leave no doubt are chosen already."""
    async with _received(request) as (form, path):
        try:
            names, guessed = await run_in_threadpool(columns_of, _needed(path), _encoding(form))
        except InputError as error:
            return page("columns.html", 422, columns=(), problem=_said(error))
    return page("columns.html", columns=names, guessed=guessed, problem="")


async def evaluated(request: Request) -> Response:
    """The evaluation of the chosen columns."""
    async with _received(request) as (form, path):
        try:
            evaluation = await run_in_threadpool(_evaluation, form, path)
        except InputError as error:
            return page("found.html", 422, evaluation=None, problem=_said(error))
    return await run_in_threadpool(_found, evaluation)


async def report(request: Request) -> Response:
    """The report of the chosen columns, one file."""
    async with _received(request) as (form, path):
        evaluation = await run_in_threadpool(_evaluation, form, path)
    return attachment(await run_in_threadpool(evaluation.report, "html"), "text/html", "report.html")


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


def _evaluation(form: FormData, path: Path | None) -> Evaluation:
    columns: dict[str, Any] = {name: form.get(name) or None for name in ("actual", "predicted", "weight")}
    by = [str(each) for each in form.getlist("by") if each]
    how: dict[str, Any] = {"missing": form.get("missing") or "raise", "encoding": _encoding(form), "untrusted": True}
    return evaluate(count_files([_needed(path)], **columns, by=by, **how))


def _encoding(form: FormData) -> str:
    return choice("encoding", form.get("encoding", ENCODINGS[0]), ENCODINGS)


def _said(error: InputError) -> str:
    """The message, without the place on this machine where the file lay for a moment."""
    words = [Path(word).name if "/informed-" in word else word for word in str(error).split(" ")]
    return " ".join(words)


def _found(evaluation: Evaluation) -> Response:
    shown = html.drawn(evaluation)
    return page(
        "found.html",
        evaluation=evaluation,
        problem="",
        heading=heading(evaluation),
        bench=_editable(evaluation.counts),
        book=html.book(evaluation),
        drawn={name: figure.title for name, figure in shown.items()},
        specs=html.specs(evaluation, shown),
    )


def _editable(counts: Counts) -> Bench | None:
    """The table in the workbench, if nothing is lost there: no groups, no weights, not too many labels."""
    if counts.by or counts.weighted:
        return None
    try:
        return Bench.from_counts(counts)
    except InputError:
        return None
