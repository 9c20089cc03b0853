"""Do raters agree beyond chance, who with whom, and on what; any number of raters, with or without gaps.

Every coefficient is a measure of a table. Two raters give their contingency table; many give the table of all ordered
pairs of ratings of one item, which is symmetric: kappa of it, pairs weighed 1/(m (m - 1)), is Fleiss' kappa, and with
pairs weighed 1/(m - 1) it is Krippendorff's table of coincidences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from informed.core.errors import choice
from informed.core.estimate import Estimate, finite
from informed.core.labels import Label, in_words
from informed.core.registry import get
from informed.core.result import Result
from informed.core.signature import signature
from informed.core.table import expected, one_vs_rest, total
from informed.core.validate import Numbers
from informed.inference.estimates import estimates
from informed.inference.gradient import differences, gradient
from informed.inference.interval import check_level
from informed.inference.smoothing import MASS, pseudo_counts
from informed.inference.tests.significance import CONSERVATIVE, Test
from informed.inference.tests.statistics import powers
from informed.questions.agree.distances import METRICS, krippendorff
from informed.questions.multilabel.inference import Jackknife
from informed.readers.ratings import Ratings

LEADING = ("correlation", "mean_pairwise_mcc")
PAIRWISE = ("accuracy", "kappa", "informedness", "markedness", "correlation", "mcc")
ROOM = 2**22  # numbers in flight at a time
FREEDOM = 6.0  # never fewer degrees of freedom; with it no simulated setting covers less than 93 %


@dataclass(frozen=True)
class Disagreement:
    """What one rater called this and another that, on how many items, and on how many chance alone would have it."""

    rater: str
    label: Label
    other: str
    other_label: Label
    items: int
    by_chance: float


@dataclass(frozen=True, repr=False)
class Agreement(Result):
    """How far raters agree: over all, pair by pair, label by label, and where they do not.

    ``pairs`` reads one rater as actual and the other as predicted: informedness of (a, b) is how informed b is about
    what a said, markedness the reverse; agreement, kappa, correlation and mcc do not depend on the order.
    """

    ratings: Ratings
    measures: Mapping[str, Estimate]
    pairs: Mapping[tuple[str, str], Mapping[str, Estimate]]
    per_label: Mapping[str, Estimate]
    per_rater: Mapping[str, Mapping[str, float]]
    disagreements: tuple[Disagreement, ...]
    metric: str
    warnings: tuple[str, ...]
    signature: str
    level: float = 0.95
    kbm: Mapping[tuple[str, str], Test] = field(default_factory=dict)
    """Powers' test of the correlation of each pair (2007, equation 35)."""

    kind: ClassVar[str] = "agreement"
    json_keys: ClassVar[tuple[str, ...]] = (
        *("metric", "measures", "pairs", "per_label", "per_rater", "disagreements", "warnings"),
    )

    @property
    def n(self) -> int:
        """How many items there are."""
        return self.ratings.n

    def rows(self) -> list[dict[str, Any]]:
        """One row a number: over all, of each label, of each pair of raters."""
        about: dict[str, str | None] = {"label": None, "rater": None, "other": None}
        rows = [{**about, "measure": name, **each.to_dict()} for name, each in self.measures.items()]
        for label, each in self.per_label.items():
            rows.append({**about, "label": label, "measure": "fleiss_kappa", **each.to_dict()})
        for (rater, other), measures in self.pairs.items():
            pair = {**about, "rater": rater, "other": other}
            rows += [{**pair, "measure": name, **each.to_dict()} for name, each in measures.items()]
        return rows

    def facts(self) -> dict[str, Any]:
        """Measures over all, by label, by pair and by rater, and the disagreements."""
        who = {"n": self.n, "raters": self.ratings.raters, "labels": self.ratings.labels}
        pairs = [{"raters": pair, "measures": row, "kbm": self.kbm.get(pair)} for pair, row in self.pairs.items()]
        return {**who, **super().facts(), "pairs": pairs}

    @property
    def lead(self) -> str:
        """The measure to quote where no rater is the truth: the correlation of two, its mean over pairs of more."""
        return next((name for name in LEADING if name in self.measures), "fleiss_kappa")

    @property
    def brief(self) -> str:
        """How many raters there are, and how far they agree beyond chance."""
        return f"{len(self.ratings.raters)} raters, {self.lead} {self.measures[self.lead]}"


def agreed(read: Ratings, *, metric: str = "nominal", level: float = 0.95) -> Agreement:
    """The agreement of raters; the arguments are those of `informed.agree`."""
    choice("metric", metric, METRICS)
    level = check_level(level)
    pooled = Pooled(read)
    tables = {pair: _pair_table(read, *pair) for pair in combinations(range(len(read.raters)), 2)}
    met = {pair: table for pair, table in tables.items() if table.any()}
    pairs = _pairs(read, met, level)
    return Agreement(
        ratings=read,
        measures=_overall(read, pooled, pairs, met, metric, level),
        pairs=pairs,
        per_label={str(label): each for label, each in zip(read.labels, pooled.per_label(level), strict=True)},
        per_rater=_per_rater(read, pairs),
        disagreements=tuple(_disagreements(read, met)),
        metric=metric,
        warnings=(*read.notes, *_order(read, metric), *_warnings(read, pooled, len(tables) - len(met))),
        signature=signature(
            {"n": read.n, "raters": len(read.raters), "labels": len(read.labels), "metric": metric, "level": level}
        ),
        level=level,
        kbm={(read.raters[one], read.raters[other]): _kbm(table) for (one, other), table in met.items()},
    )


def _kbm(table: Numbers) -> Test:
    """Powers' test of the correlation of two raters."""
    found = powers(table)["chi2_kbm"]
    return Test(float(found.value), float(found.df), float(found.p), CONSERVATIVE)


class Pooled:
    """All ordered pairs of ratings of one item; items with fewer than two ratings have none."""

    def __init__(self, ratings: Ratings) -> None:
        said = ratings.codes[..., None] == np.arange(len(ratings.labels))
        self.labels = ratings.labels
        self.said = said.sum(1).astype(np.float64)
        self.given = self.said.sum(1)
        self.counts = np.where(self.given > 1, ratings.counts, 0)

    @property
    def whole(self) -> Numbers:
        """The table of all pairs, every item counting the same."""
        return self._sum(_every_pair)

    @property
    def items(self) -> int:
        """How many items have at least two ratings."""
        return int(self.counts.sum())

    def pairs(self, rows: slice, weigh: Callable[[Numbers], Numbers]) -> Numbers:
        """The table of pairs of each row: ``(rows, K, K)``."""
        said, given = self.said[rows], np.maximum(self.given[rows], 2)
        tables = said[:, :, None] * said[:, None, :]
        tables[:, np.arange(said.shape[1]), np.arange(said.shape[1])] -= said
        return np.asarray(tables / weigh(given)[:, None, None])

    def estimate(
        self, measure: Callable[[Numbers], Numbers], weigh: Callable[[Numbers], Numbers], level: float
    ) -> list[Estimate]:
        """The measure of the table of all pairs, one value or several (labels), each with its interval."""
        whole = self._sum(weigh)
        values = np.atleast_1d(measure(whole[None])[0])
        if self.items < 2 or np.isnan(values).all():
            return [_bare(value) for value in values.tolist()]
        unit = whole.sum() / self.items  # what one item has in the table
        added = pseudo_counts(whole, MASS * unit)
        centres = np.atleast_1d(measure((whole + added)[None])[0])
        slopes = np.stack([differences(_only(measure, place), whole + added) for place in range(len(values))])
        slopes = (slopes + np.swapaxes(slopes, -1, -2)) / 2  # pairs have no order
        moves = [np.einsum("vab,rab->vr", slopes, self.pairs(rows, weigh)) for rows in self._blocks()]
        each = zip(values.tolist(), centres.tolist(), np.concatenate(moves, -1), slopes * unit, strict=True)
        return [
            _limited(one, centre, (item, self.counts), (pseudo, added / unit), level)
            for one, centre, item, pseudo in each
        ]

    def agreement(self, level: float, chance: float | None) -> Estimate:
        """The share of pairs that agree: a mean over items, each between 0 and 1."""
        whole, same = self.whole, get("accuracy").raw
        left = [same(np.maximum(whole - self.pairs(rows, _every_pair), 0.0)) for rows in self._blocks()]
        found = Jackknife.of(float(same(whole)), np.concatenate(left), self.counts)
        if np.isnan(found.value) or found.n < 2:
            return _bare(found.value, chance)
        low, high = found.within(found.value, 0.0, (1 - level) / 2)
        return Estimate(found.value, low=low, high=high, level=level, method="jackknife", chance=chance)

    def _sum(self, weigh: Callable[[Numbers], Numbers]) -> Numbers:
        parts = [np.tensordot(self.counts[rows], self.pairs(rows, weigh), 1) for rows in self._blocks()]
        return np.asarray(np.sum(parts, axis=0))

    def _blocks(self) -> Iterator[slice]:
        step = max(1, ROOM // len(self.labels) ** 2)
        return (slice(start, start + step) for start in range(0, len(self.counts), step))

    def per_label(self, level: float) -> list[Estimate]:
        """Fleiss' kappa of each label against the rest."""
        return self.estimate(lambda tables: get("kappa").raw(one_vs_rest(tables)), _every_pair, level)


def _every_pair(given: Numbers) -> Numbers:
    return np.asarray(given * (given - 1))


def _every_rating(given: Numbers) -> Numbers:
    return np.asarray(given - 1)


def _only(measure: Callable[[Numbers], Numbers], place: int) -> Callable[[Numbers], Numbers]:
    """One of the values of a measure that has several."""
    return lambda tables: np.reshape(measure(tables), (*np.shape(tables)[:-2], -1))[..., place]


def _bare(value: float, chance: float | None = 0.0) -> Estimate:
    empty = "0/0: no item has two ratings, or only one label is used"
    return Estimate(value, chance=chance, note=empty if np.isnan(value) else None)


Moves = tuple[Numbers, Numbers]
"""By how much each kind of item moves a value, and how many there are of each kind."""


def _limited(value: float, centre: float, items: Moves, pseudo: Moves, level: float) -> Estimate:
    """Value and standard error with the pseudo-items that keep a rare label from looking certain.

    Few items carry the error where a label is rare: Student's t, with the freedom of their squares (Satterthwaite
    1946). That freedom is itself a guess, so it is never taken to be less than ``FREEDOM``.
    """
    from scipy.special import stdtrit

    if np.isnan(value):
        return _bare(value)
    n = items[1].sum() + pseudo[1].sum()
    second, fourth = (sum(float(np.sum(times * move**power)) for move, times in (items, pseudo)) for power in (2, 4))
    surplus = fourth / second**2 - 1 / n if second else 0.0
    freedom = np.clip(2 / surplus, FREEDOM, None) if surplus > 0 else n
    reach = float(stdtrit(min(freedom, max(float(items[1].sum()) - 1, 1)), (1 + level) / 2) * np.sqrt(second))
    low, high = max(min(centre - reach, value), -1.0), min(max(centre + reach, value), 1.0)
    return Estimate(value, low=low, high=high, level=level, method="wald", chance=0.0)


def _overall(
    ratings: Ratings,
    pooled: Pooled,
    pairs: Mapping[tuple[str, str], Mapping[str, Estimate]],
    met: Mapping[tuple[int, int], Numbers],
    metric: str,
    level: float,
) -> dict[str, Estimate]:
    (first, *more) = pairs.values() or ({},)
    correlation = None if more else first.get("correlation")
    lead = {"correlation": correlation} if correlation is not None and correlation.value == correlation.value else {}
    distance = METRICS[metric](pooled.labels)
    chance = finite(float(get("accuracy")(expected(pooled.whole))))
    found = {
        **lead,
        "agreement": pooled.agreement(level, chance),
        "fleiss_kappa": pooled.estimate(get("kappa").raw, _every_pair, level)[0],
        "krippendorff_alpha": pooled.estimate(lambda each: krippendorff(each, distance), _every_rating, level)[0],
    }
    return found | {f"mean_pairwise_{name}": _mean(name, ratings, met, level) for name in ("kappa", "mcc") if met}


def _mean(name: str, ratings: Ratings, met: Mapping[tuple[int, int], Numbers], level: float) -> Estimate:
    """The mean over the pairs of raters: an item moves every pair that rated it."""
    tables = np.stack(list(met.values()))
    both = np.stack([(ratings.codes[:, list(pair)] >= 0).all(1) for pair in met])
    rated = both.any(0) * ratings.counts
    # Two pseudo-items in every pair would drown pairs with few items, two in all would do too little for them.
    thinned = np.sqrt(total(tables) / rated.sum())[:, None, None]
    shared = pseudo_counts(tables.sum(0))  # all pairs have the same pseudo-items, which move them together
    added = thinned * shared
    value, centre = (float(np.mean(get(name)(each))) for each in (tables, tables + added))
    if rated.sum() < 2:
        return _bare(value)
    slopes = gradient(get(name), tables + added) / len(met)
    moves = np.zeros(len(rated))
    for (one, other), there, cells in zip(met, both, slopes, strict=True):
        moves += np.where(there, cells[ratings.codes[:, one], ratings.codes[:, other]], 0.0)
    return _limited(value, centre, (moves, rated), ((thinned * slopes).sum(0), shared), level)


# --- pair by pair ----------------------------------------------------------------------------------------------------


def _pair_table(ratings: Ratings, one: int, other: int) -> Numbers:
    """What two raters said of the items both rated."""
    size = len(ratings.labels)
    left, right = ratings.codes[:, one], ratings.codes[:, other]
    both = (left >= 0) & (right >= 0)
    cells = np.bincount(left[both] * size + right[both], weights=ratings.counts[both], minlength=size * size)
    return cells.reshape(size, size)


def _pairs(
    ratings: Ratings, met: Mapping[tuple[int, int], Numbers], level: float
) -> dict[tuple[str, str], dict[str, Estimate]]:
    found: dict[tuple[str, str], dict[str, Estimate]] = {
        (ratings.raters[one], ratings.raters[other]): {} for one, other in met
    }
    if not met or len(ratings.labels) < 2:
        return found
    tables = np.stack(list(met.values()))
    for name in PAIRWISE:
        for row, each in zip(found.values(), estimates(name, tables, level=level).each(), strict=True):
            row[name] = each
    return found


def _per_rater(
    ratings: Ratings, pairs: Mapping[tuple[str, str], Mapping[str, Estimate]]
) -> dict[str, dict[str, float]]:
    """How many items each rater rated, and how far they agree with the others on average."""
    found = {}
    for place, who in enumerate(ratings.raters):
        rated = float(ratings.counts @ (ratings.codes[:, place] >= 0))
        mine = [row for pair, row in pairs.items() if who in pair and row]
        means = {
            name: float(np.mean([row[name].value for row in mine])) if mine else float("nan")
            for name in ("accuracy", "kappa", "mcc")
        }
        found[who] = {"items": rated, **means}
    return found


def _disagreements(ratings: Ratings, met: Mapping[tuple[int, int], Numbers]) -> Iterator[Disagreement]:
    """Every way in which two raters differ, the most frequent first."""
    found = []
    for (one, other), table in met.items():
        by_chance = expected(table)
        for row, column in zip(*np.nonzero(table), strict=True):
            if row != column:
                found.append(
                    Disagreement(
                        ratings.raters[one],
                        ratings.labels[row],
                        ratings.raters[other],
                        ratings.labels[column],
                        int(table[row, column]),
                        float(by_chance[row, column]),
                    )
                )
    yield from sorted(found, key=lambda each: -each.items)


def _order(ratings: Ratings, metric: str) -> Iterator[str]:
    if metric == "ordinal" and len(ratings.labels) > 2:
        yield f"krippendorff_alpha {in_words(ratings.labels)}"


def _warnings(ratings: Ratings, pooled: Pooled, strangers: int) -> Iterator[str]:
    if alone := ratings.n - pooled.items:
        yield f"items with fewer than two ratings, which say nothing about agreement: {alone:,}"
    if len(set(pooled.given[pooled.counts > 0])) > 1:
        yield "items have different numbers of ratings: Fleiss' kappa weighs items alike, Krippendorff's alpha ratings"
    if strangers:
        yield f"pairs of raters without an item in common, which are left out: {strangers:,}"
