"""The three labellers of KDD Cup 2005 (Steingold & Laclavik): each against the next, and against dice."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from informed.core.errors import InputError
from informed.inference.draws import generator
from informed.lab.papers.compute import Figure, close, published
from informed.questions.multilabel import multilabel
from informed.questions.multilabel.compute import SetEvaluation
from informed.readers.files.setlists import read_set_files

PAPER = "steingold2015"
Labels = list[list[str]]

READINGS: Mapping[str, Callable[[list[str]], list[str]]] = {
    "as written": lambda labels: labels,
    "lines stripped": lambda labels: [*labels[:-1], labels[-1].rstrip()],
}
"""No single reading gives the printed table: it mixes these two (erratum E34)."""


def read(reading: str = "as written") -> list[Labels]:
    """The labels of each query by each labeller."""
    data = published("kdd2005")
    names, reads = data["labels"], READINGS[reading]
    return [[reads([names[code] for code in codes]) for codes in queries] for queries in data["labellers"]]


def kdd_figures(given: Mapping[str, Any]) -> Iterator[Figure]:
    """The printed table of three columns, the dice, and the stability under halving."""
    pairs = list(zip(given["actual"], given["predicted"], strict=True))
    names = [f"{actual} v {predicted}" for actual, predicted in pairs]
    written, stripped = ([_judged(sets, *pair) for pair in pairs] for sets in map(read, READINGS))
    for what, row in given["printed"].items():
        for name, printed, found in zip(names, row, written, strict=True):
            value = 100 * found.measures[what].value
            yield Figure(PAPER, given["where"], name, what, printed, value, close(printed, value))
    for name, printed, found in zip(names, given["reassigned"], stripped, strict=True):
        renamed = found.relabelling
        assert renamed is not None
        agrees, what = renamed.reassigned == printed, "reassigned (lines stripped)"
        erratum = None if agrees else "E34"  # one category more can be renamed at no loss
        yield Figure(PAPER, given["where"], name, what, str(printed), renamed.reassigned, agrees, erratum)
    yield from _dice(written, given)
    yield from _stability(read(), pairs, given)


def _judged(sets: list[Labels], actual: int, predicted: int) -> SetEvaluation:
    return multilabel(sets[actual - 1], sets[predicted - 1], strip=False, level=None, draws=0)


def _dice(found: list[SetEvaluation], given: Mapping[str, Any]) -> Iterator[Figure]:
    for place, each in enumerate(found):
        name, habits, dice = f"labeller {place + 1}", each.habits["actual"], given["dice"]
        value, printed = 100 * habits.random_f_measure, dice["f_measure"][place]
        yield Figure(PAPER, "dice", name, "f_measure of dice", printed, value, close(printed, value))
        for what in ("categories_per_item", "items_per_category"):
            for which, printed, value in zip(("mean", "sd"), dice[what][place], getattr(habits, what), strict=True):
                yield Figure(PAPER, "dice", name, f"{what}, {which}", printed, value, close(printed, value))


def _stability(sets: list[Labels], pairs: list[tuple[int, int]], given: Mapping[str, Any]) -> Iterator[Figure]:
    """The standard deviation of proficiency over random halves of the queries, in percent."""
    rng = generator(0)
    halves = [half for _ in range(given["halvings"]) for half in _halves(rng.random(len(sets[0])) < 0.5)]
    for actual, predicted in pairs:
        values = [_proficiency(sets[actual - 1], sets[predicted - 1], half) for half in halves]
        value, printed = 100 * float(np.std(values, ddof=1)), given["stability"]
        name = f"{actual} v {predicted}"
        yield Figure(PAPER, "numeric stability", name, "proficiency", printed, value, close(printed, value))


def _halves(first: Any) -> list[Any]:
    return [np.flatnonzero(first), np.flatnonzero(~first)]


def _proficiency(actual: Labels, predicted: Labels, places: Any) -> float:
    some = [[side[place] for place in places] for side in (actual, predicted)]
    found = multilabel(*some, strip=False, level=None, measures=["proficiency"])
    return found.measures["proficiency"].value


def magnetic_figures(folder: str | Path, given: Mapping[str, Any]) -> Iterator[Figure]:
    """The stability of proficiency over halves of the queries of Magnetic, in percent."""
    actual, predicted = (Path(folder) / name for name in given["files"])
    if not (actual.is_file() and predicted.is_file()):
        raise InputError(f"--magnetic {folder}: it must hold {' and '.join(given['files'])}")
    sets = read_set_files(actual, predicted, strip=False, first_label=given["first_label"])
    found = multilabel(sets, measures=["proficiency"], level=None).stability(draws=given["halvings"])
    value, printed = 100 * found["proficiency"]["std"], given["stability"]
    yield Figure(PAPER, "numeric stability", "Magnetic", "proficiency", printed, value, close(printed, value))
