"""Conditions that several subjects went through: each subject is a block, and differences are taken within subjects.

A mixed comparison in its simplest form: subjects are drawn at random and have levels of their own, so the difference
between two conditions is judged by how much it varies from subject to subject (paired t), never by the number of items.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from informed.core.basis import answers, counted, signature
from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.estimate import Estimate, Record
from informed.core.labels import Label
from informed.core.measures.information import mutual_information
from informed.core.measures.informedness import informedness
from informed.core.metrics import Figure
from informed.core.result import Grid, Result
from informed.core.table import Array, actuals, as_table, predictions, total
from informed.core.validate import Numbers
from informed.core.words import Finding, ci, coefficient, count, interval, number, p_cell, p_is, within
from informed.core.writing import seen
from informed.inference.interval import check_level

APART = (  # what is said of several systems, or of items that are drawn one by one
    *("by", "cluster", "stratum", "fold", "reference_quality", "positive", "measures", "adjust", "margin"),
    *("draws", "seed", "verified"),
)


@dataclass(frozen=True)
class Condition(Record):
    """One condition: informedness as the mean over its subjects, and bits per item (and per minute) in the same way."""

    name: Label
    subjects: int
    items: int
    informedness: Estimate
    bits: float
    per_minute: float | None


@dataclass(frozen=True)
class Contrast(Record):
    """Second less first condition, over the subjects that went through both; p and interval allow for all pairs.

    Of three conditions or more p is never below that of all together: two of them differ only where any do.
    """

    first: Label
    second: Label
    subjects: int
    difference: Estimate
    p: float

    def told(self, level: float) -> Finding:
        """What the second condition changes, if that can be told."""
        first, second, apart = repr(self.first), repr(self.second), self.difference
        if apart.low is None:
            gap = f"informedness differs by {coefficient(apart.value)}; {apart.note}"
            return Finding("cannot_tell", f"Cannot tell {second} from {first}: {gap}.")
        gap = f"{coefficient(apart.value)}{within(apart)}, {p_is(self.p)}"
        if self.p >= 1 - level:
            alone = apart.low > 0 or (apart.high or 0.0) < 0
            since = ", since all conditions together do not differ" if alone else ""
            said = f"No significant difference of {second} from {first}{since}: informedness differs by {gap}."
            return Finding("no_difference", said)
        code = "better" if apart.value > 0 else "worse"
        return Finding(code, f"{second} is {code} than {first}: informedness differs by {gap}.")


@dataclass(frozen=True)
class Overall(Record):
    """Whether any of several conditions differ: analysis of variance within the subjects that went through all.

    ``epsilon`` shrinks both degrees of freedom where differences vary unequally (Greenhouse & Geisser 1959).
    """

    subjects: int
    f: float
    df: tuple[float, float]
    epsilon: float
    p: float

    def told(self, conditions: int, level: float) -> Finding:
        """Whether any of so many conditions differ."""
        said = f"F({number(self.df[0], 1)}, {number(self.df[1], 1)}) = {number(self.f, 2)}, {p_is(self.p)}"
        how = f"{said} (repeated measures, Greenhouse-Geisser, {self.subjects} subjects)"
        if self.p < 1 - level:
            return Finding("conditions_differ", f"The {conditions} conditions differ: {how}.")
        return Finding("alike", f"No significant difference between the {conditions} conditions: {how}.")


@dataclass(frozen=True)
class Conditions(Result):
    """Informedness by condition, with the differences within subjects. ``values[s][c]``: NaN where not measured."""

    kind = "conditions"

    conditions: tuple[Condition, ...]
    contrasts: tuple[Contrast, ...]
    subjects: tuple[Label, ...]
    values: tuple[tuple[float, ...], ...]
    level: float
    overall: Overall | None
    signature: str

    def key_figures(self) -> Iterator[Figure]:
        """Informedness and bits of each condition, and every difference."""
        yield from (Figure("informedness", each.informedness, str(each.name)) for each in self.conditions)
        for pair in self.contrasts:
            yield Figure("informedness", pair.difference, str(pair.second), minus=str(pair.first))
        yield from (Figure("bits", Estimate(each.bits), str(each.name)) for each in self.conditions)

    def head(self) -> tuple[str, str]:
        return "Do conditions differ?", f"{len(self.subjects)} subjects, {len(self.conditions)} conditions"

    def words(self) -> Iterator[Finding]:
        """Whether any condition differs, every difference, and the fastest condition."""
        if self.overall is not None:
            yield self.overall.told(len(self.conditions), self.level)
        yield from (each.told(self.level) for each in self.contrasts)
        if not self.contrasts:
            alone = coefficient(self.conditions[0].informedness.value)
            yield Finding("one_condition", f"Only one condition: informedness {alone}.")
        best = max(self.conditions, key=lambda each: each.per_minute or 0.0)
        if best.per_minute is not None:
            most = f"{best.name!r} with {number(best.per_minute, 2)} bits per minute"
            yield Finding("fastest", f"Most information on these items: {most}.")

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """One line per condition; a page has one per difference too."""
        timed = any(each.per_minute is not None for each in self.conditions)
        rows = [["condition", "subjects", "items", "informedness", ci(self.level), "bits/item"]]
        rows[0] += ["bits/minute"] if timed else []
        for each in self.conditions:
            sizes = [count(each.subjects), count(each.items)]
            numbers = [number(each.informedness.value), interval(each.informedness), number(each.bits)]
            rows.append([seen(each.name), *sizes, *numbers, *([number(each.per_minute, 2)] if timed else [])])
        legend = "means over subjects; differences are taken within subjects (paired t)"
        yield Grid("Conditions", rows, spared=1, legend=legend)
        pairs = [["condition", "minus", "subjects", "informedness", "interval", "p"]]
        for pair in self.contrasts:
            gap = [number(pair.difference.value), interval(pair.difference), p_cell(pair.p)]
            pairs.append([seen(pair.second), seen(pair.first), count(pair.subjects), *gap])
        yield Grid("Differences", pairs, "p and intervals allow for all pairs", left=2, on="page")

    def pictures(self) -> dict[str, Any]:
        """The informedness of each condition, the mean over its subjects, with interval."""
        from informed.writers.charts import Figure as Picture
        from informed.writers.charts import lanes
        from informed.writers.charts.rows import ends

        rows = [{"measure": seen(each.name), **ends(each.informedness)} for each in self.conditions]
        return {"conditions": Picture("Informedness of each condition", lambda _: rows, lanes.forest)}

    def rows(self) -> list[dict[str, Any]]:
        """One row per condition, then one per pair."""
        alone = [
            {"condition": each.name, "minus": None, "subjects": each.subjects, "items": each.items}
            | {"bits": each.bits, "per_minute": each.per_minute, "p": None, **each.informedness.to_dict()}
            for each in self.conditions
        ]
        pairs = [
            {"condition": each.second, "minus": each.first, "subjects": each.subjects, "items": None}
            | {"bits": None, "per_minute": None, "p": each.p, **each.difference.to_dict()}
            for each in self.contrasts
        ]
        return [*alone, *pairs]


@answers
def compared(counts: Counts, *, rate: float | None = None, level: float = 0.95) -> Conditions:
    """Counts by (subject, condition), compared; ``rate``: items per minute."""
    if len(counts.by) != 2 or counts.n is None:
        raise InputError("conditions are compared within subjects; give counts by=[subject, condition]")
    if rate is not None and not 0 < rate < np.inf:
        raise InputError("is the number of items per minute; it must be positive", argument="rate", value=rate)
    check_level(level)
    subjects, conditions = (tuple(dict.fromkeys(part)) for part in zip(*counts.groups, strict=True))
    tables = as_table(counts.table)
    values, bits, items = (np.full((len(subjects), len(conditions)), np.nan) for _ in range(3))
    there = (actuals(tables) > 0).sum(-1) > 1  # of one class alone nothing can be said
    measured = np.asarray(informedness(tables)), unbiased_bits(tables), total(tables)
    for group, known, *found in zip(counts.groups, there, *measured, strict=True):
        if known:
            place = subjects.index(group[0]), conditions.index(group[1])
            values[place], bits[place], items[place] = found
    if not np.isfinite(values).any(0).all():
        none = conditions[int(np.isfinite(values).any(0).argmin())]
        raise InputError(f"condition {none!r} has no subject with two classes; informedness needs two")
    alone = [
        Condition(
            name,
            int(np.isfinite(values[:, place]).sum()),
            int(np.nansum(items[:, place])),
            mean_of(values[:, place], level, most=1.0)[0],
            mean := float(np.nanmean(bits[:, place])),
            None if rate is None else mean * rate,
        )
        for place, name in enumerate(conditions)
    ]
    together = overall(values)
    return Conditions(
        tuple(alone),
        tuple(_contrasts(conditions, values, level, 0.0 if together is None else together.p)),
        subjects,
        tuple(tuple(row) for row in values.tolist()),
        level,
        together,
        signature({**counted(counts), "rate": rate, "level": level}),
    )


def _contrasts(conditions: tuple[Label, ...], values: Numbers, level: float, least: float) -> list[Contrast]:
    """Every pair of conditions, by Bonferroni; ``least``: the p of all conditions together."""
    pairs = list(combinations(range(len(conditions)), 2))
    found = []
    for one, two in pairs:
        gaps = values[:, two] - values[:, one]
        difference, p = mean_of(gaps, 1 - (1 - level) / len(pairs))
        size = int(np.isfinite(gaps).sum())
        found.append(Contrast(conditions[one], conditions[two], size, difference, min(max(p * len(pairs), least), 1.0)))
    return found


def overall(values: Numbers) -> Overall | None:
    """The test of all conditions together; of two the contrast says it, and of subjects all alike nothing does."""
    from scipy.special import fdtrc

    whole = values[np.isfinite(values).all(1)]
    subjects, conditions = whole.shape
    if conditions < 3 or subjects < 2:
        return None
    own = whole - whole.mean(1, keepdims=True)
    between = own.mean(0)
    rest = own - between
    spread = rest.T @ rest  # of the conditions, within subjects
    if np.trace(spread) <= 1e-12:
        return None
    epsilon = float(np.trace(spread) ** 2 / ((conditions - 1) * (spread**2).sum()))
    f = float(subjects * (subjects - 1) * (between**2).sum() / np.trace(spread))
    df = epsilon * (conditions - 1), epsilon * (conditions - 1) * (subjects - 1)
    return Overall(subjects, f, df, epsilon, float(fdtrc(*df, f)))


def mean_of(values: Numbers, level: float, most: float = 2.0) -> tuple[Estimate, float]:
    """The mean over subjects with Student's interval, and the p of a mean of 0; of fewer than two there is neither."""
    from scipy.special import stdtr, stdtrit

    known = values[np.isfinite(values)]
    mean = float(known.mean()) if len(known) else float("nan")
    spread = float(known.std(ddof=1) / np.sqrt(len(known))) if len(known) > 1 else 0.0
    if spread <= 1e-12:
        return Estimate(mean, chance=0.0, note="subjects too few or all alike: no interval"), 1.0
    free = len(known) - 1
    reach = float(stdtrit(free, (1 + level) / 2)) * spread
    low, high = max(mean - reach, -most), min(mean + reach, most)
    return Estimate(mean, 0.0, low, high, level, "t"), float(2 * stdtr(free, -abs(mean) / spread))


def unbiased_bits(tables: Array) -> Numbers:
    """Mutual information with what a small sample adds to it taken off (Miller 1955); not below 0."""
    rows, columns = ((margin > 0).sum(-1) - 1 for margin in (actuals(tables), predictions(tables)))
    excess = rows * columns / (2 * np.maximum(total(tables), 1) * np.log(2))
    found: Numbers = np.maximum(np.asarray(mutual_information(tables)) - excess, 0.0)
    return found
