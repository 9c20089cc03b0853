"""How often are answers right, and how much do answers to the same item vary?

The item is what was drawn, so its answers are taken together before anything is averaged. With r answers to an item,
c of them right, pass@k = 1 - C(r - c, k) / C(r, k) (Chen et al. 2021) and pass^k = C(c, k) / C(r, k) (Yao et al. 2024)
are the mean over all ways to draw k of them, so their mean over items is unbiased for new items. The variance of the
mean over n items is between / n + within / (n r) (Miller 2024).
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any

import numpy as np

from informed.asking.declared import WHOLES, Given, Parameter, Question, flat
from informed.asking.logs import kind_read, runs_read
from informed.asking.vocabulary import FILES, INPUT, LEVEL, LOGGED
from informed.core.basis import answers, signature
from informed.core.errors import InputError, arg, asked
from informed.core.estimate import Estimate, Row, written
from informed.core.given import Data
from informed.core.metrics import Figure
from informed.core.result import Grid, Result
from informed.core.validate import Numbers
from informed.core.words import Finding, Next, ci, coefficient, interval, many, number, rate, rated, within
from informed.inference.grades import of_shares
from informed.inference.interval import check_level
from informed.questions.agree.compute import agreed
from informed.questions.evaluate.grades import estimated, item_means
from informed.readers.logs import Grades, Log, grades_of, read_log, runs_of
from informed.readers.ratings import read_ratings

USUAL = (1, 2, 3, 4, 5, 8, 10, 16, 25, 32, 50, 64, 100)
RULES = {"pass_at": "one right", "pass_all": "all right", "majority": "majority right"}
MOST_ANSWERS = 50  # different answers from which on they are free text: their grades are compared instead
MOST_RATERS = 10  # repeats whose agreement is found


@dataclass(frozen=True)
class Drawn:
    """What k answers to an item bring: one of them right, all of them right, more than half of them right."""

    k: int
    pass_at: Estimate
    pass_all: Estimate
    majority: Estimate
    items: int


@dataclass(frozen=True, repr=False)
class Repeats(Result):
    """The answers to items that were asked several times.

    ``between`` and ``within``: the variance of the items' own rates, and that of the answers to one item.
    ``consistency``: how far two answers to one item agree beyond chance (Fleiss' kappa). ``errors``: the standard error
    of the mean as it is, with twice the items, with twice the repeats, and with endless repeats of these items. Where
    every item was answered once, nothing is known of repeats: ``within`` and the last two errors are NaN.
    """

    kind = "repeats"
    json_types = written(
        "mean", "same", "drawn", "right_or_wrong", noise=float, consistency_of=str, estimates=list[Row]
    )

    mean: Estimate
    items: int
    answers: int
    fewest: int
    most: int
    between: float
    within: float
    consistency: Estimate | None
    same: str
    drawn: tuple[Drawn, ...]
    errors: dict[str, float]
    scorer: str
    right_or_wrong: bool
    notes: tuple[str, ...]
    signature: str

    @property
    def noise(self) -> float:
        """The share of the squared standard error that endless repeats would remove."""
        now, endless = self.errors["now"], self.errors["endless repeats"]
        return 1 - (endless / now) ** 2 if now > 0 else 0.0

    def head(self) -> tuple[str, str]:
        times = f"{self.fewest}" if self.fewest == self.most else f"{self.fewest} to {self.most}"
        told = "1 answer" if self.most == 1 else f"{times} answers"
        return "How steady?", f"{many(self.items, 'item')}, {told} each"

    def words(self) -> Iterator[Finding]:
        """How good on average, how steady, and what to buy next."""
        good = self.right_or_wrong
        mean = f"{coefficient(self.mean.value)}{within(self.mean)}"
        what = f"Accuracy {rated(self.mean)}" if good else f"Mean grade {mean}"
        size = f"{many(self.items, 'item')}, {many(self.answers, 'answer')}"
        yield Finding("graded", f"{what} by {self.scorer!r}; {size}.")
        if self.consistency is not None and self.consistency.value == self.consistency.value:
            told = f"{coefficient(self.consistency.value)}{within(self.consistency, '0 = chance, 1 = always alike')}"
            yield Finding("steady", f"Agreement of two {self.same} to the same item beyond chance: kappa {told}.")
        if self.drawn and self.drawn[-1].k > 1:
            last = self.drawn[-1]
            every, one = rated(last.pass_all), rated(last.pass_at)
            told = f"Of {last.k} answers to an item at least one is right for {one}, all are right for {every}."
            yield Finding("drawn", told)
        yield self._advice()

    def steps(self) -> Iterator[Next]:
        """What shrinks the standard error more: items or repeats; and how many items halve the interval."""
        items, repeats = self.errors["twice the items"], self.errors["twice the repeats"]
        if self.errors["now"] > 0:
            aim = f"add items: {4 * self.items:,} halve the interval"
            yield Next("more_items", f"{aim}; repeats of the same items do less" if items < repeats else aim)

    def _advice(self) -> Finding:
        now, errors = self.errors["now"], self.errors
        if now == 0:
            told = "The items do not vary, so nothing can be said about more items or more repeats."
            return Finding("no_variance", told)
        items, repeats = (1 - errors[name] / now for name in ("twice the items", "twice the repeats"))
        more = f"Twice the items would shrink the standard error by {rate(items)}"
        if self.most == 1:
            once = "every item was answered once, so nothing can be said about more repeats"
            return Finding("answered_once", f"{more} (now {coefficient(now)}); {once}.")
        least, have = (coefficient(each) for each in (errors["endless repeats"], now))
        limit = "" if float(least) == 0 else f"; repeats of these items can never bring it below {least}"
        return Finding("advice", f"{more}, twice the repeats by {rate(repeats)}{limit} (now {have}).")

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """What k answers to an item bring, where the error comes from, and what more items or repeats would bring."""

        if self.most > 1:
            rows = [[str(each.k), *(_cell(getattr(each, name)) for name in RULES)] for each in self.drawn]
            meant = f"of k answers to an item; in brackets the {ci(self.mean.level)}"
            yield Grid("What k answers to an item bring", [["k", *RULES.values()], *rows], legend=meant)
            between = ["between items", number(self.between), number(1 - self.noise)]
            inside = ["within items", number(self.within), number(self.noise)]
            head = ["source", "variance", "share of the squared standard error"]
            yield Grid("Where the standard error comes from", [head, between, inside])
        if every:
            rows = [[name, number(value, 4)] for name, value in self.errors.items() if not math.isnan(value)]
            yield Grid("The standard error", [["standard error", "value"], *rows])

    def remarks(self, every: bool = False) -> tuple[str, ...]:
        """How often items were answered, and what was left out."""
        return self.notes

    def pictures(self) -> Mapping[str, Any]:
        """What k answers bring."""
        from informed.writers.charts import Figure, lanes

        return {"answers": Figure("What k answers to an item bring", _by_size, lanes.small_multiples)}

    def key_figures(self) -> Iterator[Figure]:
        """The mean, and what k answers to an item bring."""
        yield Figure("mean", self.mean)
        for each in self.drawn:
            yield from (Figure(f"{name}_{each.k}", getattr(each, name)) for name in RULES)

    def rows(self) -> list[dict[str, Any]]:
        """One row per number of answers and rule; the mean first."""
        found = [{"measure": "mean", "k": 1, **self.mean.to_dict(), "items": self.items}]
        for each in self.drawn:
            for name in RULES:
                found.append({"measure": name, "k": each.k, **getattr(each, name).to_dict(), "items": each.items})
        return found

    def facts(self) -> dict[str, Any]:
        about = {"items": self.items, "answers": self.answers, "fewest": self.fewest, "most": self.most}
        parts = {"between": self.between, "within": self.within, "noise": self.noise, "errors": dict(self.errors)}
        same = {"consistency": self.consistency and self.consistency.to_dict(), "consistency_of": self.same}
        return {**about, "scorer": self.scorer, **parts, **same, "estimates": self.rows(), "notes": list(self.notes)}


def _cell(each: Estimate) -> str:
    return number(each.value) + ("" if each.low is None else f" ({interval(each)})")


def _by_size(found: Repeats) -> list[dict[str, Any]]:
    """How often one, all or most of k answers to an item are right, with intervals."""
    from informed.writers.charts.rows import ends

    return [
        {"row": f"k = {each.k}", "measure": name, "items": each.items, **ends(getattr(each, rule))}
        for rule, name in RULES.items()
        for each in found.drawn
    ]


@answers
def repeated(grades: Grades, *, k: Iterable[int] | None = None, level: float = 0.95) -> Repeats:
    """What the repeats in these grades tell."""
    level = check_level(level)
    values = grades.values
    times = np.array([len(each) for each in values])
    if len(values) == 0:
        raise InputError("there are no graded answers; give one row of grades per item")
    every = np.concatenate([np.asarray(each, float) for each in values])
    binary = bool(np.isin(every, (0.0, 1.0)).all())
    within, noise = _within(values) if times.max() > 1 else (math.nan, math.nan)
    means = item_means(values)
    spread = float(means.var(ddof=1)) if len(means) > 1 else 0.0
    between = float(np.maximum(0.0, spread - noise))  # NaN where every item was answered once
    n, total = len(values), noise if noise > spread else spread
    errors = {
        "now": (total / n) ** 0.5,
        "twice the items": (total / (2 * n)) ** 0.5,
        "twice the repeats": ((between + noise / 2) / n) ** 0.5,
        "endless repeats": (between / n) ** 0.5,
    }
    consistency, same = _consistency(grades, level) if times.max() > 1 else (None, "grades")
    counts = _counts(k, times)
    drawn = tuple(_drawn(values, each, level) for each in counts) if binary else ()
    notes = [*grades.notes, *_notes(times, counts if binary else ())]
    mean = estimated(values, binary, level)
    recipe = {"grades": len(every), "items": n, "scorer": grades.scorer, "level": level, "interval": mean.method}
    about = (n, len(every), int(times.min()), int(times.max()), between, within, consistency, same, drawn, errors)
    return Repeats(mean, *about, grades.scorer, binary, tuple(notes), signature(recipe))


def _within(values: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The variance of answers to one item, and what it adds to the variance of item means; r may differ by item."""
    own = [float(np.var(each, ddof=1)) if len(each) > 1 else np.nan for each in values]
    pooled = float(np.nanmean(own))
    added = [(pooled if np.isnan(each) else each) / len(one) for each, one in zip(own, values, strict=True)]
    return pooled, float(np.mean(added))


def _counts(k: Iterable[int] | None, times: Numbers) -> list[int]:
    if k is None:
        fitting = [each for each in USUAL if each <= times.min()] or [1]
        return sorted({*fitting[:: max(1, len(fitting) // 4)], int(times.min())})[:6]
    found = list(k)
    for each in found:
        if isinstance(each, bool) or int(each) != each or not 1 <= each <= times.max():
            raise InputError(f"{arg('k', each)} must lie between 1 and {times.max()}, the number of answers to an item")
    return sorted(set(map(int, found)))


def _drawn(values: Sequence[Sequence[float]], k: int, level: float) -> Drawn:
    pairs = [(len(each), int(sum(each))) for each in values if len(each) >= k]
    answers = sum(r for r, _ in pairs)
    one, all_of_them, half = (
        _share(np.array([rule(r, c, k) for r, c in pairs]), answers // k, level)
        for rule in (_pass_at, _pass_all, _majority)
    )
    return Drawn(k, one, all_of_them, half, len(pairs))


def _share(per_item: Numbers, blocks: int, level: float) -> Estimate:
    """The mean over items; the k answers drawn of each count as one, so the effective items are at most the blocks."""
    low, high, method = of_shares(per_item, max(blocks, len(per_item)), level) or (None, None, None)
    return Estimate(float(per_item.mean()), low=low, high=high, level=level, method=method)


def _pass_at(r: int, c: int, k: int) -> float:
    return 1 - comb(r - c, k) / comb(r, k)


def _pass_all(r: int, c: int, k: int) -> float:
    return comb(c, k) / comb(r, k)


def _majority(r: int, c: int, k: int) -> float:
    """The probability that more than half of k answers drawn are right; half of them right counts half."""
    ways = sum(
        comb(c, right) * comb(r - c, k - right) * (2 if 2 * right > k else 1) for right in range((k + 1) // 2, k + 1)
    )
    return ways / 2 / comb(r, k)


def _consistency(grades: Grades, level: float) -> tuple[Estimate | None, str]:
    """Agreement of two answers to one item beyond chance: of the answers where they are few, else of their grades."""
    said = grades.answers
    if said is None or len({each for one in said for each in one}) > MOST_ANSWERS:
        said, same = tuple(tuple(f"{each:g}" for each in one) for one in grades.values), "grades"
    else:
        same = "answers"
    if len({each for one in said for each in one}) in (1, *range(MOST_ANSWERS + 1, len(grades.values) * 100)):
        return None, same
    width = min(max(map(len, said)), MOST_RATERS)
    rows = [[*one[:width], *[None] * (width - len(one))] for one in said]
    return agreed(read_ratings(rows), metric="nominal", level=level).measures.get("fleiss_kappa"), same


def _notes(times: Numbers, counts: Sequence[int]) -> Iterator[str]:
    if times.min() < times.max():
        yield f"items were answered {times.min()} to {times.max()} times; every item counts alike"
    for each in counts:
        if short := int((times < each).sum()):
            yield f"k = {each}: {short:,} items with fewer answers were left out"


# --- the question ----------------------------------------------------------------------------------------------------


@asked
def repeats(
    data: Data,
    *,
    k: Iterable[int] | None = None,
    scorer: str | None = None,
    model: str | None = None,
    level: float = 0.95,
) -> Repeats:
    """Tell how answers to the same items vary when they are asked again.

    Parameters
    ----------
    data
        A sample log (`read`) or its file; or the grades themselves, one row per item: 1 for right, 0 for wrong, or
        points; None where an item was asked less often.
    k
        For how many answers to give pass@k, pass^k and the majority; by default a few up to the number of repeats.
    scorer, model
        Of a log with several: the one to use.
    level
        The level of the intervals.

    Returns
    -------
    Repeats
        The variance between and within items, pass@k, pass^k, majority of k, and what more items or repeats bring.

    Raises
    ------
    InputError
        If every item was answered once, a row holds no grades, or k is larger than the number of answers.

    Examples
    --------
    >>> repeats([[1, 1, 0], [1, 1, 1], [0, 0, 1], [1, 0, 1]]).within
    0.25
    """
    if isinstance(data, (str, Path)):
        data = read_log(data)
    if isinstance(data, Log):
        grades = grades_of(runs_of([data], scorer=scorer, model=model), "")
    else:
        grades = Grades("grade", tuple(_rows(data)), "")
    return repeated(grades, k=k, level=level)


def _rows(data: Any) -> Iterable[tuple[float, ...]]:
    """The grades of each item, without the gaps."""
    for place, row in enumerate(data):
        try:
            values = np.array([np.nan if each is None else each for each in row], dtype=float)
        except (TypeError, ValueError):
            raise InputError(f"data, row {place}: {row!r} is no row of grades (numbers, None where missing)") from None
        if values.size and not np.isnan(values).all():
            yield tuple(values[~np.isnan(values)].tolist())


QUESTION = Question(
    "repeats",
    "Measure how answers vary over repeats (epochs): pass@k, pass^k, majority of k, and what more items would bring. "
    "FILES are sample logs of one model, or CSV and JSONL files with an id and a grade per answer.",
    flat(
        FILES,
        Parameter("k", "Numbers of answers for pass@k, pass^k and majority: 1,5,10.", WHOLES, usual=True),
        INPUT,
        LOGGED,
        LEVEL,
    ),
    examples=("informed repeats epochs.jsonl", "informed repeats attempts.csv --k 1,3"),
    records=("counts",),
    tab="k scorer | model",
)


def answer(given: Given) -> Result:
    """How answers vary."""
    files = given["files"]
    if missing := [name for name in files if not Path(name).exists()]:
        raise InputError(f"{missing[0]}: there is no such file")
    if (kind := kind_read(given["kind"], files, None, given)) == "rows":
        raise InputError(f"{files[0]}: no sample log; a table needs the columns id and grade, one row per answer")
    return repeated(grades_of(runs_read(files, kind, given), ""), k=given["k"], level=given["level"])
