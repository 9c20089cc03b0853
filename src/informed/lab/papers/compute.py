"""Every published number recomputed: does it come out, and if not, why not."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from informed.core.basis import signature
from informed.core.counts import Counts
from informed.core.errors import choice
from informed.core.estimate import finite
from informed.core.result import Result
from informed.core.words import Finding
from informed.lab.papers.notation import Notation
from informed.questions.bookmaker import bookmaker

PAPERS = ("powers2003", "powers2007", "powers2008", "steingold2015")


@dataclass(frozen=True)
class Figure:
    """One printed number and what comes out; ``erratum`` names the reason where they differ."""

    paper: str
    where: str
    case: str
    what: str
    printed: str
    computed: float
    agrees: bool
    erratum: str | None = None

    @property
    def status(self) -> str:
        """In a word or two."""
        return "reproduced" if self.agrees else f"erratum {self.erratum}" if self.erratum else "differs"


@dataclass(frozen=True)
class Erratum:
    """What is printed and what is right; with both values where a table shows it."""

    id: str
    paper: str
    where: str
    what: str
    printed: str
    right: str
    case: str | None = None
    printed_value: float | None = None
    right_value: float | None = None
    shown: bool | None = None


@dataclass(frozen=True, repr=False)
class Reproduction(Result):
    """Printed beside computed for all papers, the errata with their proof, and what cannot be reproduced."""

    kind = "reproduction"
    asks = "Are the published numbers right?"

    figures: tuple[Figure, ...]
    errata: tuple[Erratum, ...]
    unreproducible: tuple[dict[str, str], ...]

    def of(self, paper: str) -> "Reproduction":
        """The part about one paper."""
        choice("paper", paper, PAPERS)
        return Reproduction(
            tuple(each for each in self.figures if each.paper == paper),
            tuple(each for each in self.errata if each.paper == paper),
            tuple(each for each in self.unreproducible if each["paper"] == paper),
        )

    @property
    def unexplained(self) -> tuple[Figure | Erratum, ...]:
        """What neither comes out nor is explained by an erratum; there should be nothing."""
        return (
            *(each for each in self.figures if not each.agrees and not each.erratum),
            *(each for each in self.errata if each.shown is False),
        )

    def words(self) -> Iterator[Finding]:
        """How many printed numbers and equations come out, and what explains the others."""
        agreeing = sum(each.agrees for each in self.figures)
        explained = sum(not each.agrees and each.erratum is not None for each in self.figures)
        told = f"{agreeing:,} of {len(self.figures):,} printed numbers and equations come out, {explained:,} are "
        told += f"explained by errata, {len(self.unexplained):,} findings are unexplained."
        yield Finding("reproduced", told)

    def rows(self) -> list[dict[str, Any]]:
        """One row a printed number."""
        return [{**asdict(each), "computed": finite(each.computed), "status": each.status} for each in self.figures]

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        return signature({"reproduce": PAPERS})

    def facts(self) -> dict[str, Any]:
        """Every printed number, the errata, and what cannot be reproduced."""
        errata = [{name: finite(value) for name, value in asdict(each).items()} for each in self.errata]
        return {"figures": self.rows(), "errata": errata, "unreproducible": list(self.unreproducible)}


@cache
def published(paper: str) -> dict[str, Any]:
    """The tables and printed values of one paper."""
    text = files("informed.lab.papers").joinpath("data", f"{paper}.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


def reproduce(magnetic: str | Path | None = None) -> Reproduction:
    """Recompute every published table and figure of the papers, and show the errata.

    Parameters
    ----------
    magnetic
        The folder with the queries of Steingold & Laclavik's public repository (Magnetic/proficiency-metric, data),
        which are not part of this package. Without it the figure made from them is left out.

    Returns
    -------
    Reproduction
        Printed and computed figures, errata, and figures that cannot be recomputed.

    Examples
    --------
    >>> all(each.agrees or each.erratum for each in reproduce().figures)
    True
    """
    from informed.lab.papers.labellers import kdd_figures, magnetic_figures

    figures: list[Figure] = []
    errata: list[Erratum] = []
    lost: list[dict[str, str]] = []
    for paper in PAPERS:
        data = published(paper)
        for find in (_figures, _books, _abstention, _senses, _brown, _equations):
            figures += find(paper, data)
        for each in data["errata"]:
            errata += [_erratum(whose, data["tables"], each) for whose in (paper, *each.get("also", ()))]
        lost += [{"paper": paper, **each} for each in data.get("unreproducible", ())]
    figures += kdd_figures(published("steingold2015")["kdd"])
    if magnetic is not None:
        figures += magnetic_figures(magnetic, published("steingold2015")["magnetic"])
    return Reproduction(tuple(figures), tuple(errata), tuple(lost))


def close(printed: str, computed: float) -> bool:
    """Whether a number rounds to what is printed, in its last digit."""
    digits = len(printed.partition(".")[2])
    return abs(float(printed) - computed) <= 0.5 * 10.0**-digits * (1 + 1e-9) + 1e-12


def _figures(paper: str, data: Mapping[str, Any]) -> Iterator[Figure]:
    for each in data["figures"]:
        notation = Notation(data["tables"][each["table"]])
        known = each.get("errata", {})
        for what, printed in each["printed"].items():
            value = (100 if each.get("percent") else 1) * notation.value(what)
            yield Figure(
                paper, each["where"], each["table"], what, printed, value, close(printed, value), known.get(what)
            )


def _books(paper: str, data: Mapping[str, Any]) -> Iterator[Figure]:
    """The bookmaker's sheet: what each cell, label and class won."""
    for each in data.get("books", ()):
        book = bookmaker(Counts(data["tables"][each["table"]], n=100), pool=each["pool"])
        found: dict[str, Any] = {
            "odds": [bet.odds.reduced[1] for bet in book.bets],
            "cells": np.ravel(book.cells),
            "won": [bet.won for bet in book.bets],
            "weighted": [bet.weighted for bet in book.bets],
            "by_class": book.by_class,
            "total": [book.total],
        }
        for what, values in found.items():
            for place, (printed, value) in enumerate(zip(np.ravel(each[what]), values, strict=True), 1):
                agrees = bool(abs(printed - value) <= each["within"] * (1 + 1e-9))
                name = what if what == "total" else f"{what} {place}"
                yield Figure(paper, each["where"], each["table"], name, f"{printed:g}", float(value), agrees)


def _abstention(paper: str, data: Mapping[str, Any]) -> Iterator[Figure]:
    if given := data.get("abstention"):
        value = 100 * given["answered"] / given["items"]
        case, printed = f"{given['answered']} of {given['items']}", given["printed"]
        yield Figure(paper, given["where"], case, "coverage, percent", printed, value, close(printed, value))
        printed, value = given["discounted"], given["informedness"] * value
        yield Figure(paper, given["where"], case, "informedness times n/N", printed, value, close(printed, value))


def _senses(paper: str, data: Mapping[str, Any]) -> Iterator[Figure]:
    if given := data.get("senses"):
        found = {"senses": len(given["rows"]), "occurrences": sum(tf for _, tf, *_ in given["rows"])}
        for what, printed in given["printed"].items():
            yield Figure(paper, given["where"], "Brown corpus", what, printed, found[what], close(printed, found[what]))


def _equations(paper: str, data: Mapping[str, Any]) -> Iterator[Figure]:
    """Each form of each equation on a table beside what is computed here; an approximation within its tolerance."""
    for group in data.get("equations", ()):
        for case in group["tables"]:
            notation = Notation(data["tables"][case])
            for where, what, form, *more in group["forms"]:
                printed, value = notation.value(form), notation.value(what)
                room = next((each for each in more if isinstance(each, float)), 1e-9)
                agrees = bool(abs(printed - value) <= room * abs(value) + 1e-12)
                erratum = next((each for each in more if isinstance(each, str)), None)
                name = f"{where} {what}: {form}"
                yield Figure(paper, "equations", case, name, f"{printed:.4f}", value, agrees, erratum)


def _brown(paper: str, data: Mapping[str, Any]) -> Iterator[Figure]:
    """What follows from the printed precision p and recall r of each class, as far as their rounding tells."""
    if not (given := data.get("brown")):
        return
    rows = np.array(given["rows"], dtype=np.float64)
    bounds: dict[str, Sequence[Any]] = {
        what: [find(*np.clip(rows + room, 0.1, 100)) for room in (-0.5, 0, 0.5)] for what, find in MEANS.items()
    }
    bounds["B"] = _informedness_between(*(rows / 100))
    for what, (low, value, high) in bounds.items():
        for place, label in enumerate(given["classes"]):
            printed = given[what][place]
            agrees = bool(low[place] - 0.5 <= printed <= high[place] + 0.5)
            found = float(np.clip(printed, low[place], high[place]) if what == "B" else value[place])
            yield Figure(
                paper, given["where"], label, what, str(printed), found, agrees, "E27" if what == "B" else None
            )
    p, r, gains = *rows, np.array(given["B"], dtype=np.float64)
    accuracy = _between(np.ones_like(p), np.array([100 / p, 100 / r]), np.ones(2))
    reach = {
        "p": accuracy,
        "r": accuracy,
        "B": _between(gains / 100, np.array([np.ones_like(p), p]), np.array([1, given["wav"]["p"]])),
        "F": 2 * [1 / np.mean(1 / np.array(given["F"])) / 100],
        "G": 2 * [np.exp(np.mean(np.log(given["G"]))) / 100],
    }
    for what, printed in given["wav"].items():
        low, high = (100 * each for each in reach[what])
        agrees = bool(low - 0.5 <= printed <= high + 0.5)
        value = float(np.clip(printed, low, high))
        yield Figure(paper, given["where"], "wav", what, str(printed), value, agrees, None if agrees else "E27")


MEANS: dict[str, Callable[[Any, Any], Any]] = {"F": lambda p, r: 2 * p * r / (p + r), "G": lambda p, r: np.sqrt(p * r)}


def _informedness_between(p: Any, r: Any) -> tuple[Any, Any, Any]:
    """The least, any and the most informedness in percent of labels with these precisions and recalls.

    With a share t of all items right, it is (r - t/p)/(1 - t/r): r where t is near 0, and monotone up to the largest t.
    """
    most = (1 - 1e-9) / (1 / p + 1 / r - 1)
    ends = 100 * np.array([r, (r - most / p) / (1 - most / r)])
    return ends.min(0), ends.min(0), ends.max(0)


def _between(goal: Any, rows: Any, sums: Any) -> tuple[float, float]:
    """The least and the most of goal @ x over x >= 0 with rows @ x = sums, two equations: at most two x are not 0."""
    found = []
    for pair in combinations(range(len(goal)), 2):
        columns = rows[:, pair]
        if abs(np.linalg.det(columns)) > 1e-9 and (x := np.linalg.solve(columns, sums)).min() >= -1e-12:
            found.append(float(goal[list(pair)] @ x))
    return min(found), max(found)


def _erratum(paper: str, tables: Mapping[str, Any], given: Mapping[str, Any]) -> Erratum:
    facts = {name: given[name] for name in ("id", "where", "what", "printed", "right")}
    if "table" not in given:
        return Erratum(paper=paper, **facts)
    printed = Notation(tables[given["table"]]).value(given["printed"])
    notation = Notation(tables[given.get("right_table", given["table"])])
    right = notation.value(given["right"])
    confirmed = "measure" not in given or np.isclose(notation.value(given["measure"]), right, rtol=1e-9, atol=1e-12)
    return Erratum(
        paper=paper,
        **facts,
        case=given["table"],
        printed_value=printed,
        right_value=right,
        shown=bool(confirmed and not np.isclose(printed, right, rtol=1e-3, atol=1e-6)),
    )
