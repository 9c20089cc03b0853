"""Logs read, one scorer of each chosen, and the numbers in their headers reproduced from their samples."""

import math
import re
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from types import ModuleType
from typing import NamedTuple

from informed.core.errors import InputError, arg, choice
from informed.core.merging import gathered
from informed.core.words import many
from informed.readers.files.packing import parsing
from informed.readers.files.sources import twice
from informed.readers.logs import (
    deepeval,
    every_eval_ever,
    graded,
    helm,
    inspect,
    lm_eval,
    mlflow,
    openai_evals,
    promptfoo,
)
from informed.readers.logs.items import KINDS, Claim, Grade, Item, Log, flat, listed


def reduced(name: str, grades: Sequence[Grade]) -> float | None:
    """The grades of one item as one; NaN where they are too few, None where it cannot be told from the log."""
    if name == "mode":
        return _mode(grades)
    values = [grade.value for grade in grades if grade.value is not None]
    if name in SIMPLE:
        return SIMPLE[name](values)
    found = re.fullmatch(r"(at_least|pass_at|pass_k)_(\d+)", name)
    if found is None:
        return None
    return COUNTED[found[1]](sum(value >= 1 for value in values), len(values), int(found[2]))


def _mode(grades: Sequence[Grade]) -> float | None:
    """The commonest grade, as the log writes it; of two equally common ones the order of the run would decide."""
    (label, times), *others = Counter(grade.label for grade in grades).most_common(2)
    if others and others[0][1] == times:
        return None
    return next(grade.value for grade in grades if grade.label == label)


def _pass_at(right: int, answers: int, k: int) -> float:
    """The probability that one of k answers is right, of those given drawn without replacement (Chen et al. 2021)."""
    return math.nan if answers < k else 1 - math.comb(answers - right, k) / math.comb(answers, k)


def _pass_k(right: int, answers: int, k: int) -> float:
    """The probability that all of k answers are right."""
    return math.nan if answers < k else math.comb(right, k) / math.comb(answers, k)


SIMPLE: dict[str, Callable[[Sequence[float]], float]] = {
    "mean": statistics.fmean,
    "median": statistics.median,
    "max": max,
}
COUNTED: dict[str, Callable[[int, int, int], float]] = {
    "at_least": lambda right, answers, k: float(right >= k),
    "pass_at": _pass_at,
    "pass_k": _pass_k,
}


EXACT = 1e-9  # how far from its header a mean may be by rounding alone
MODULES: dict[str, ModuleType] = dict(
    zip(
        KINDS, (inspect, lm_eval, helm, every_eval_ever, promptfoo, openai_evals, mlflow, deepeval, graded), strict=True
    )
)

POOLED = "values of {!r} are pooled"
BEYOND = 1e100  # a grade: its square must be a number too


class Answer(NamedTuple):
    """An item and the grade that counts."""

    item: Item
    grade: Grade

    @property
    def question(self) -> tuple[str, str]:
        """What was asked, whichever time it was."""
        return self.item.task, self.item.id


class Run(NamedTuple):
    """One log by one of its scorers: the answers it graded, and notes for the reader."""

    log: Log
    scorer: str
    answers: tuple[Answer, ...]
    notes: tuple[str, ...] = ()

    @property
    def mean(self) -> float:
        """The mean grade: of the answers to an item first, then of the items."""
        return fmean(fmean(each) for each in by_question(self.answers).values())


def log_said(log: Log) -> str:
    """What was found, in a sentence."""
    return f"A log of {log.kind}: {len(log.items):,} answers."


def asked_of_log(log: Log) -> tuple[str, ...]:
    """The questions that it answers."""
    repeated = len(log.items) > len({(each.model, each.task, each.id) for each in log.items})
    several = len(log.models) > 1
    asked = {"evaluate": True, "compare": several, "repeats": repeated, "suite": several and len(log.tasks) > 1}
    return tuple(name for name, fits in asked.items() if fits)


def read_log(path: str | Path, kind: str = "auto", target: str | None = None) -> Log:
    """One log; ``target``: what numbers in targets of lm-eval are, the "index" or the "text" of an option."""
    choice("input", kind, ("auto", *KINDS))
    if target is not None:
        choice("target", target, lm_eval.READINGS)
    if not Path(path).exists():
        raise InputError(f"{path}: there is no such file")
    from informed.readers.kinds import kind_of

    try:
        found = kind if kind != "auto" else kind_of(path).log
        if found is None:
            raise InputError(f"{path}: not a log that is known; {arg('input')} names its format: {', '.join(KINDS)}")
        with parsing(path):
            return lm_eval.read(Path(path), target) if found == "lm-eval" else MODULES[found].read(Path(path))
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


def read_run(
    paths: Iterable[str | Path],
    kind: str = "auto",
    *,
    scorer: str | None = None,
    target: str | None = None,
    model: str | None = None,
) -> list[Run]:
    """The logs by one scorer, which all of them must have; the first that gives shares unless one is named."""
    return runs_of([read_log(path, kind, target) for path in paths], scorer=scorer, model=model)


def runs_of(logs: Iterable[Log], *, scorer: str | None = None, model: str | None = None) -> list[Run]:
    """Logs that are read already, one run for each model of each."""
    logs = list(logs)
    apart = [part for log in logs for part in _by_model(log)]
    if model is not None:
        choice("model", model, list(dict.fromkeys(log.models[0] for log in apart)))
        apart = [log for log in apart if log.models == (model,)]
    name, again = _scorer(apart, scorer), tuple(twice(str(log.path) for log in logs))
    runs = [_run(log, name, scorer is None) for log in apart]
    return [run._replace(notes=(*run.notes, *again)) for run in runs]


def _by_model(log: Log) -> list[Log]:
    """The log of each model; what its header says of all of them together is said of none."""
    if len(log.models) == 1:
        return [log]
    parts = {name: tuple(each for each in log.items if each.model == name) for name in log.models}
    return [replace(log, items=items, claims=()) for items in parts.values()]


def by_question(answers: Iterable[Answer]) -> dict[tuple[str, str], list[float]]:
    """The grades of the answers to each question."""
    found: dict[tuple[str, str], list[float]] = {}
    for each in answers:
        value = each.grade.value or 0.0
        if not abs(value) < BEYOND:
            raise InputError(f"item {each.item.id!r} is graded {value:g}; a grade must be a number below {BEYOND:g}")
        found.setdefault(each.question, []).append(value)
    return found


def _scorer(logs: Sequence[Log], wanted: str | None) -> str:
    shared = [name for name in logs[0].scorers if all(name in log.scorers for log in logs)]
    if wanted is not None:
        return choice("scorer", wanted, shared)
    if not shared:
        names = "; ".join(f"{log.path}: {listed(log.scorers)}" for log in logs)
        raise InputError(f"the logs have no scorer in common ({names}); read logs of one task together")
    return next((name for name in shared if all(_shares(log, name) for log in logs)), shared[0])


def _shares(log: Log, scorer: str) -> bool:
    """Whether every grade lies between 0 and 1: what is a log-likelihood, say, is no grade."""
    values = (item.grades[scorer].value for item in log.items if scorer in item.grades)
    return all(value is None or 0 <= value <= 1 for value in values)


def _run(log: Log, scorer: str, unasked: bool) -> Run:
    answers = tuple(
        Answer(item, grade)
        for item in log.items
        if (grade := item.grades.get(scorer)) is not None and grade.value is not None
    )
    if not answers:
        raise InputError(f"{log.path}: scorer {scorer!r} graded none of its {len(log.items):,} samples")
    notes = (*_choices(log, scorer, unasked), *log.notes, *_checked(log, scorer, answers), *_pooled(answers))
    return Run(log, scorer, answers, notes)


def _pooled(answers: Sequence[Answer]) -> Iterator[str]:
    """What tells the answers to each item apart beside the epoch, as a prompt does: they are taken together."""
    asked = gathered((each.question, each.item) for each in answers)
    repeated = {question: found for question, found in asked.items() if len(found) > 1}
    fields = _crossed(list(repeated.values())) if len(repeated) > 1 else {}
    for name, values in fields.items():
        yield f"answers of {len(values):,} {POOLED.format(name)}: {listed(list(values))}"
    met = Counter(
        (question, item.epoch, tuple(str(dict(flat(item.metadata)).get(name)) for name in fields))
        for question, found in repeated.items()
        for item in found
    )
    if again := dict.fromkeys(id for ((_, id), _, _), times in met.items() if times > 1):
        yield f"{many(len(again), 'item')} answered several times in one epoch, each time counted: {listed([*again])}"


def _crossed(asked: Sequence[Sequence[Item]]) -> dict[str, dict[str, None]]:
    """The fields that differ between the answers to every item, with their values: not more than an item has answers.

    What an answer brought about, its length or time, has a value of its own nearly everywhere.
    """
    most, found = max(map(len, asked)), {}
    for name, _ in flat(asked[0][0].metadata):
        values = [dict.fromkeys(str(dict(flat(item.metadata)).get(name)) for item in each) for each in asked]
        together = {value: None for each in values for value in each}
        if name not in graded.FIELDS["epoch"] and len(together) <= most and all(len(each) > 1 for each in values):
            found[name] = together
    return found


def _choices(log: Log, scorer: str, unasked: bool) -> Iterator[str]:
    task = log.tasks[0] if len(log.tasks) == 1 else f"{len(log.tasks)} tasks"
    about = ", ".join(filter(None, (log.items[0].model, task)))
    others = [name for name in log.scorers if name != scorer]
    more = f"; also in the log, by {arg('scorer')}: {listed(others)}" if others and unasked else ""
    yield f"read as a log of {log.kind}{f' ({about})' if about else ''}, graded by {scorer!r}{more}"


def _checked(log: Log, scorer: str, answers: Sequence[Answer]) -> Iterator[str]:
    """Reproduce the numbers of the header; notes on what it says otherwise, an error where it cannot be right."""
    if lost := len(log.items) - len(answers):
        yield f"{lost:,} of {len(log.items):,} samples have no grade by {scorer!r} and were left out"
    grades = gathered((each.question, each.grade) for each in answers)
    for claim in (each for each in log.claims if each.scorer == scorer):
        found = [reduced(claim.reducer, each) for each in grades.values()]
        values = [each for each in found if each is not None and not math.isnan(each)]
        if None in found:
            yield f"the header's {claim.metric} {claim.value:.6g} (by {claim.reducer}) could not be checked"
        elif not values or not abs(fmean(values) - claim.value) <= EXACT:
            yield _differs(log, claim, fmean(values) if values else math.nan)
        elif claim.reducer != "mean":
            yield f"the header's {claim.metric}, {claim.value:.6g}, is by {claim.reducer!r} over the answers to an item"


def _differs(log: Log, claim: Claim, value: float) -> str:
    both = f"the header says {claim.metric} {claim.value:.10g} by {claim.scorer!r}, its samples give {value:.10g}"
    if claim.covers:
        raise InputError(
            f"{log.path}: {both}; the log was changed after scoring, or its metric counts grades in its own way: "
            f"score it again, or choose another {arg('scorer')}"
        )
    return f"{both}: the log does not hold all of the samples that its header speaks of"
