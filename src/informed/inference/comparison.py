"""Which system is better, and how sure can we be: differences with intervals, a ranking, and what speaks against it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from informed.counts import Counts
from informed.errors import InputError, choice
from informed.inference.adjustment import ADJUSTMENTS, adjust, max_t
from informed.inference.compared import Comparison, Difference, Ranked
from informed.inference.draws import generator
from informed.inference.draws.sampler import check_draws
from informed.inference.interval import check_level, inversion, limits_of, one_sided
from informed.inference.methods import Limits
from informed.inference.pairing import Paired, flips, pair_tests
from informed.inference.proportions import Pair, Tail, mover
from informed.patterns import Patterns
from informed.registry import Measure, catalogue, get
from informed.table import Array, as_table

FEW = 3
"""Up to so many pairs are tested by drawing as well."""


def compare(
    first: Any,
    second: Any = None,
    /,
    *,
    measures: Sequence[str | Measure] = (),
    label: Any = None,
    level: float = 0.95,
    adjust: str = "holm",
    margin: float | None = None,
    draws: int = 2000,
    seed: Any = 0,
    **counting: Any,
) -> Comparison:
    """Compare systems.

    On the same items: the actual labels and a dictionary of predictions by system, the first the baseline; or ready
    `Patterns`. On different items: two `Counts`, a dictionary of them by name, or grouped `Counts`.
    ``measures``: the first decides the ranking (informedness, unless others are named). ``label``: that label against
    the rest. ``adjust`` for many pairs: "holm", "bh", "max_t" or "none". ``margin``: what difference would not matter,
    for claims of equivalence and of being no worse. With labels, ``weights``, ``cluster``, ``stratum``, ``labels`` and
    ``missing`` say how they are counted.
    """
    level = check_level(level)
    choice("adjust", adjust, (*ADJUSTMENTS, "max_t"))
    if margin is not None and not margin > 0:
        raise InputError(f"margin={margin!r} must be > 0: the largest difference that would not matter")
    rule = _Rule(tuple(measures), label, level, adjust, margin, check_draws(draws), seed)
    if isinstance(first, Patterns):
        return _compare_patterns(first, rule)
    if isinstance(second, Mapping) and not isinstance(first, Counts):
        from informed.inference.pattern_reading import read_patterns

        return _compare_patterns(read_patterns(first, second, **counting), rule)
    return _compare_samples(_samples(first, second), rule)


@dataclass(frozen=True)
class _Rule:
    """How a comparison is made."""

    measures: tuple[str | Measure, ...]
    label: Any
    level: float
    adjust: str
    margin: float | None
    draws: int
    seed: Any

    def wanted(self, rows: int, columns: int) -> tuple[Measure, ...]:
        """The measures asked for; otherwise those that stand first in every evaluation."""
        if self.measures:
            return tuple(get(each) for each in self.measures)
        fitting = [each for each in catalogue() if each.headline and self._fits(each, rows, columns)]
        return tuple(sorted(fitting, key=lambda each: each.name != "informedness"))

    def _fits(self, measure: Measure, rows: int, columns: int) -> bool:
        """Without a label no class is the positive one."""
        return measure.applies(rows, columns) and (measure.kind == "table" or self.label is not None)


def _compare_patterns(patterns: Patterns, rule: _Rule) -> Comparison:
    if len(patterns.systems) < 2:
        raise InputError(f"there is one system, {patterns.systems[0]!r}; a comparison needs at least two")
    patterns = patterns if rule.label is None else patterns.one_vs_rest(rule.label)
    patterns = patterns.occurring()
    size = len(patterns.labels)
    pairs = np.array([(of, over) for over, of in combinations(range(len(patterns.systems)), 2)])
    wanted = rule.wanted(size, size)
    found = []
    for measure in wanted:
        paired = Paired(measure, patterns)
        method, limits = paired.limits(pairs)
        family = _Family(measure, method, limits, paired.values, paired.covariance)
        found += _differences(family, patterns.systems, pairs, rule, size)
    names = [(patterns.systems[of], patterns.systems[over]) for of, over in pairs]
    tested = names if len(names) <= FEW else []
    draws = {"draws": rule.draws, "seed": rule.seed}
    return _comparison(
        found,
        wanted,
        patterns.systems,
        list(patterns.tables),
        rule,
        paired=True,
        n=patterns.n,
        tests={pair: pair_tests(wanted[0], patterns, *pair, **draws) for pair in tested},
        flips=dict(zip(names, _by_class(patterns, pairs), strict=True)),
        notes=patterns.notes,
    )


def _by_class(patterns: Patterns, pairs: Array) -> list[dict[Any, tuple[int, int]]]:
    counted = flips(patterns, pairs).tolist()
    return [{label: (won, lost) for label, (won, lost) in zip(patterns.labels, each, strict=True)} for each in counted]


def _compare_samples(samples: Mapping[str, Counts], rule: _Rule) -> Comparison:
    """Systems judged on different items: each has its interval, and the difference recovers its variance from both."""
    if rule.label is not None:
        samples = {name: counts.one_vs_rest(rule.label) for name, counts in samples.items()}
    systems, shapes = tuple(samples), {counts.table.shape[-2:] for counts in samples.values()}
    if len(systems) < 2:
        raise InputError(f"there is one sample, {systems[0]!r}; a comparison needs at least two")
    pairs = np.array([(of, over) for over, of in combinations(range(len(systems)), 2)])
    wanted = tuple(each for each in rule.wanted(2, 2) if all(each.applies(*shape) for shape in shapes))
    found = []
    for measure in wanted:
        each = [limits_of(measure, counts, draws=rule.draws, seed=rule.seed)[1] for counts in samples.values()]
        values = np.array([float(measure(as_table(counts))) for counts in samples.values()])
        widths = np.array([float(np.diff(limits(0.025))[0]) for limits in each]) / 3.92
        family = _Family(measure, "mover", _recovered(each, values, pairs), values, np.diag(widths**2))
        found += _differences(family, systems, pairs, rule, max(shape[0] for shape in shapes))
    tables = [as_table(counts) for counts in samples.values()]
    n = tuple(counts.n for counts in samples.values())
    return _comparison(found, wanted, systems, tables, rule, paired=False, n=n, tests={}, flips={}, notes=())


def _recovered(limits: Sequence[Limits], values: Array, pairs: Array) -> Limits:
    def at(tail: Tail) -> Pair:
        tails = np.broadcast_to(tail, len(pairs))
        ends = [(limits[of](t), limits[over](t)) for (of, over), t in zip(pairs, tails, strict=True)]
        of, over = (tuple(np.array(side).T) for side in zip(*ends, strict=True))
        return mover((values[pairs[:, 0]], (of[0], of[1])), (values[pairs[:, 1]], (over[0], over[1])))

    return at


@dataclass(frozen=True)
class _Family:
    """All pairs under one measure."""

    measure: Measure
    method: str
    limits: Limits
    values: Array
    covariance: Array


def _differences(family: _Family, systems: Sequence[str], pairs: Array, rule: _Rule, size: int) -> list[Difference]:
    values = family.values[pairs[:, 0]] - family.values[pairs[:, 1]]
    width = family.measure.bound(1, size, size) - family.measure.bound(0, size, size)

    def limits(tail: Tail) -> Pair:
        low, high = family.limits(tail)
        return np.clip(np.fmin(low, values), -width, width), np.clip(np.fmax(high, values), -width, width)

    low, high = limits((1 - rule.level) / 2)
    p = np.atleast_1d(inversion(limits, 0.0))
    if rule.adjust == "max_t":
        adjusted = max_t(p, pairs, family.covariance, generator(rule.seed))
    else:
        adjusted = adjust(p, rule.adjust)
    sign = -1 if family.measure.higher_is_better is False else 1
    not_worse, equivalent = _within(limits, rule.margin, sign)
    return [
        Difference(
            measure=str(family.measure),
            system=systems[of],
            baseline=systems[over],
            value=float(values[place]),
            low=float(low[place]),
            high=float(high[place]),
            p=float(p[place]),
            adjusted=float(adjusted[place]),
            method=family.method,
            not_worse=None if not_worse is None else float(not_worse[place]),
            equivalent=None if equivalent is None else float(equivalent[place]),
        )
        for place, (of, over) in enumerate(pairs)
    ]


def _within(limits: Limits, margin: float | None, sign: int) -> tuple[Array | None, Array | None]:
    """One-sided p-values against the margin: not worse by it, and (both sides) within it."""
    if margin is None:
        return None, None
    above, below = one_sided(limits, -margin, 1), one_sided(limits, margin, -1)
    return above if sign > 0 else below, np.maximum(above, below)


def _samples(first: Any, second: Any) -> Mapping[str, Counts]:
    """Samples by name: two counts, a dictionary of counts, or the groups of one."""
    if isinstance(first, Mapping) and second is None and all(isinstance(each, Counts) for each in first.values()):
        return {str(name): counts for name, counts in first.items()}
    if isinstance(first, Counts) and isinstance(second, Counts):
        return {"first": first, "second": second}
    if isinstance(first, Counts) and second is None and first.by:
        names = [", ".join(map(str, group)) for group in first.groups]
        return {name: first[place] for place, name in enumerate(names)}
    raise InputError(
        "give the actual labels and a dictionary of predictions by system, ready Patterns, two Counts, a dictionary "
        f"of Counts, or Counts with groups; got {type(first).__name__} and {type(second).__name__}"
    )


def _comparison(
    found: list[Difference],
    wanted: Sequence[Measure],
    systems: tuple[str, ...],
    tables: Sequence[Array],
    rule: _Rule,
    **facts: Any,
) -> Comparison:
    values = {
        system: {str(each): float(each(table)) for each in wanted}
        for system, table in zip(systems, tables, strict=True)
    }
    main = [each for each in found if each.measure == str(wanted[0])]
    return Comparison(
        systems=systems,
        measures=tuple(map(str, wanted)),
        level=rule.level,
        adjustment=rule.adjust,
        margin=rule.margin,
        values=values,
        differences=tuple(found),
        ranking=_ranking(wanted[0], systems, values, main, rule.level),
        reversals=_reversals(wanted[0], systems, tables, main),
        **facts,
    )


def _ranking(
    measure: Measure,
    systems: Sequence[str],
    values: Mapping[str, Mapping[str, float]],
    differences: Sequence[Difference],
    level: float,
) -> tuple[Ranked, ...]:
    """Systems from best to worst; a system is surely better when its adjusted p says so."""
    sign = -1 if measure.higher_is_better is False else 1
    beaten = dict.fromkeys(systems, 0)
    for each in differences:
        if each.adjusted < 1 - level:
            beaten[each.baseline if sign * each.value > 0 else each.system] += 1
    name = str(measure)
    ranked = [Ranked(system, values[system][name], 1 + beaten[system]) for system in systems]
    return tuple(sorted(ranked, key=lambda each: (each.rank, -sign * each.value)))


def _reversals(
    measure: Measure, systems: Sequence[str], tables: Sequence[Array], differences: Sequence[Difference]
) -> dict[tuple[str, str], tuple[str, ...]]:
    """The measures that prefer the other system of a pair; those of two classes see the first label as positive."""
    scores = {}
    for each in catalogue():
        fits = each.ready and each.higher_is_better is not None and not each.ordered
        if fits and all(each.applies(*table.shape[-2:]) for table in tables):
            sign = 1 if each.higher_is_better else -1
            scores[str(each)] = dict(zip(systems, (sign * float(each(table)) for table in tables), strict=True))
    return {
        (each.system, each.baseline): tuple(
            name
            for name, score in scores.items()
            if _opposed(score[each.system] - score[each.baseline], scores[str(measure)], each)
        )
        for each in differences
        if str(measure) in scores
    }


def _opposed(gap: float, main: Mapping[str, float], pair: Difference) -> bool:
    return gap * (main[pair.system] - main[pair.baseline]) < 0 and abs(gap) > 1e-12
