"""Do raters agree beyond chance, who with whom, and on what; any number of raters, with or without gaps.

Every coefficient is a measure of a table. Two raters give their contingency table; many give the table of all ordered
pairs of ratings of one item, which is symmetric: kappa of it, pairs weighted 1/(m (m - 1)), is Fleiss' kappa, and with
pairs weighted 1/(m - 1) it is Krippendorff's table of coincidences.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import Any, ClassVar, NotRequired

import numpy as np

from informed.core.accounting import left_out
from informed.core.basis import answers, clustered, signature
from informed.core.errors import choice
from informed.core.estimate import Estimate, Row, finite, written
from informed.core.items import Items
from informed.core.keyed import Units
from informed.core.labels import Label, in_words
from informed.core.metrics import Figure
from informed.core.ratings import Ratings
from informed.core.registry import get
from informed.core.result import Result
from informed.core.table import expected, total
from informed.core.validate import Group, Numbers
from informed.core.words import many, number, p_is
from informed.inference.dependence import SingleUnitError, grouped
from informed.inference.estimates import estimates
from informed.inference.gradient import gradient
from informed.inference.interval import check_level
from informed.inference.significance.named import CONSERVATIVE, Test, calibrated_tests
from informed.inference.significance.statistics import powers
from informed.inference.smoothing import pseudo_counts
from informed.questions.agree.coefficients import METRICS, NUMERIC, further, krippendorff
from informed.questions.agree.icc import intraclass
from informed.questions.agree.pooled import Pooled, bare, every_pair, every_rating, limited, scattered

PAIRWISE = ("accuracy", "kappa", "informedness", "markedness", "correlation", "mcc")


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
    meanings: ClassVar[Mapping[str, str]] = {
        "agreement": "The share of pairs of ratings that agree.",
        "fleiss_kappa": "Agreement beyond chance: 0 is chance, 1 perfect; every item has the same weight.",
        "correlation": "The geometric mean of informedness and markedness of the two raters.",
        "krippendorff_alpha": "Agreement beyond chance; every rating has the same weight.",
        "gwet_ac1": "Agreement beyond that of raters who guess only what is hard.",
        "gwet_ac2": "The same, where near misses count in part.",
        "brennan_prediger": "Agreement beyond that of raters who guess every label alike.",
        "conger_kappa": "Agreement beyond that of raters with habits of their own: Cohen's kappa for many.",
        "icc": "Intraclass correlation; items may have different raters.",
        "icc_agreement": "Intraclass correlation; the raters' means have to agree.",
        "icc_consistency": "Intraclass correlation; the raters' means may differ.",
        "mean_pairwise_kappa": "Kappa of two raters, averaged over all pairs.",
        "mean_pairwise_mcc": "The correlation of two raters, averaged over all pairs.",
    }
    json_keys: ClassVar[tuple[str, ...]] = (
        *("metric", "measures", "pairs", "per_label", "per_rater", "disagreements", "warnings"),
    )
    json_types = written(
        n=int,
        raters=tuple[str, ...],
        labels=tuple[Label, ...],
        pairs=list[Row],
        data=dict[str, int],
        groups=NotRequired[list[Row]],
        ceiling=NotRequired[Estimate],
    )

    @property
    def n(self) -> int:
        """How many items there are."""
        return self.ratings.n

    @cached_property
    def groups(self) -> "dict[Group, Agreement]":
        """The agreement in each group, as its items alone would give it."""
        return {group: agreed(each, metric=self.metric, level=self.level) for group, each in self._apart().items()}

    @property
    def by_group(self) -> dict[Group, tuple[int, Estimate]]:
        """The items and Fleiss' kappa of each group."""
        return {group: (each.n, each.measures["fleiss_kappa"]) for group, each in self.groups.items()}

    @property
    def jointly(self) -> dict[Group, Estimate]:
        """Fleiss' kappa of each group, its interval widened so that all of them hold together (Bonferroni)."""
        parts = {group: each.plain().scaled() for group, each in self._apart().items()}
        level = 1 - (1 - self.level) / max(len(parts), 1)
        return {group: Pooled(each).estimate(get("kappa").raw, every_pair, level)[0] for group, each in parts.items()}

    def _apart(self) -> dict[Group, Ratings]:
        """The ratings of each group, over the labels that occur there unless some were declared that never occur."""
        if not self.ratings.by:
            return {}
        declared = self.ratings.occurring() is not self.ratings
        parts = {group: each for group, each in self.ratings.apart().items() if (each.codes >= 0).any()}
        return {group: each if declared else each.occurring() for group, each in parts.items()}

    def key_figures(self) -> Iterator[Figure]:
        """Every coefficient, and Fleiss' kappa of each label."""
        yield from (Figure(name, each) for name, each in self.measures.items())
        yield from (Figure("fleiss_kappa", each, label=label) for label, each in self.per_label.items())

    def head(self) -> tuple[str, str]:
        return (
            "Agreement beyond chance?",
            f"{many(self.n, 'item')}, {len(self.ratings.raters)} raters, {many(len(self.ratings.labels), 'label')}",
        )

    def remarks(self, every: bool = False) -> tuple[str, ...]:
        """What a reader should bear in mind; where all is shown, Powers' test of the correlation of two raters."""
        tested: tuple[str, ...] = ()
        if every and len(self.kbm) == 1:
            test = calibrated_tests(self.between(*next(iter(self.kbm))))["chi2_kbm_calibrated"]
            tested = (f"test of the correlation (calibrated KBM): {number(test.statistic)}, {p_is(test.p)}",)
        return (*self.warnings, *tested)

    def rows(self) -> list[dict[str, Any]]:
        """One row a number: over all, of each label, of each pair of raters; then the same of each group."""
        whole: dict[str, Any] = dict.fromkeys(self.ratings.by)
        found = [whole | row for row in self._rows()]
        for group, each in self.groups.items():
            found += [dict(zip(self.ratings.by, group, strict=True)) | row for row in each.rows()]
        return found

    def _rows(self) -> list[dict[str, Any]]:
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
        data = {"counted": self.n, "missing": self.ratings.missing, "refused": self.ratings.refused}
        apart = [{"group": list(group), **each.facts()} for group, each in self.groups.items()]
        limit = {} if self.ceiling is None else {"ceiling": self.ceiling}
        return {**who, **super().facts(), **limit, "pairs": pairs, "data": data} | ({"groups": apart} if apart else {})

    @property
    def lead(self) -> str:
        """The coefficient to quote: of two raters the correlation (Powers 2007, section 4), of more kappa.

        Where labels may be near and far alpha, which counts how far.
        """
        if self.metric != "nominal":
            return "krippendorff_alpha"
        return "correlation" if "correlation" in self.measures else "fleiss_kappa"

    @cached_property
    def ceiling(self) -> Estimate | None:
        """What a perfect predictor would measure, judged by one such rater: informedness, the square root of agreement.

        If each rater knows the label of an item with probability q, guesses otherwise, and errs apart from the others,
        kappa and the mean correlation of two of them are q^2, and the truth is informed about one of them to q. Where
        they guess by habits of their own kappa is less; the interval holds those of both.
        """
        both = [self.measures[name] for name in ("mean_pairwise_mcc", "fleiss_kappa") if name in self.measures]
        first = both[0]
        if self.metric != "nominal" or not self.shown or not first.value > 0:
            return None
        ends = [(each.low, each.high) for each in both if each.low is not None and each.high is not None]
        low, high = (max(end, 0.0) ** 0.5 for end in (min(low for low, _ in ends), max(high for _, high in ends)))
        return Estimate(first.value**0.5, None, low, high, first.level, first.method)

    def between(self, one: str, other: str) -> Numbers:
        """What two raters said of the items that both rated, the first in rows."""
        read = self.ratings.pooled().plain()
        return _pair_table(read, read.raters.index(one), read.raters.index(other))

    @property
    def worst(self) -> tuple[str, str] | None:
        """The two raters who agree least by kappa; None where no two rated the same items."""
        known = {pair: row["kappa"].value for pair, row in self.pairs.items() if row}
        known = {pair: value for pair, value in known.items() if value == value}
        return min(known, key=lambda pair: known[pair]) if known else next(iter(self.pairs), None)

    @property
    def shown(self) -> bool:
        """Whether raters agree beyond chance: the interval of the measure to quote lies above 0."""
        return (self.measures[self.lead].low or 0.0) > 0

    @property
    def commonest(self) -> tuple[Label, float]:
        """The label that is given most often, and its share of the ratings."""
        codes = self.ratings.codes
        given = np.bincount(codes[codes >= 0], np.repeat(self.ratings.sizes, (codes >= 0).sum(1)))
        return self.ratings.labels[int(given.argmax())], float(given.max() / given.sum())

    @property
    def brief(self) -> str:
        """How many raters there are, and how far they agree beyond chance."""
        return f"{len(self.ratings.raters)} raters, {self.lead} {self.measures[self.lead]}"


@answers
def agreed(read: Ratings, *, metric: str = "nominal", level: float = 0.95) -> Agreement:
    """The agreement of raters; the arguments are those of `informed.agree`."""
    choice("metric", metric, METRICS)
    level = check_level(level)
    whole, read = read, read.pooled().plain().scaled()
    pooled, plain = Pooled(read), not read.dependent and read.weights is None
    tables = {pair: _pair_table(read, *pair) for pair in combinations(range(len(read.raters)), 2)}
    met = {pair: table for pair, table in tables.items() if table.any()}
    pairs = _pairs(read, met, level)
    return Agreement(
        ratings=whole,
        measures=_overall(read, pooled, pairs, met, metric, level),
        pairs=pairs,
        per_label={str(label): each for label, each in zip(read.labels, pooled.per_label(level), strict=True)},
        per_rater=_per_rater(read, pairs),
        disagreements=tuple(_disagreements(read, met)),
        metric=metric,
        warnings=(*read.notes, *_order(read, metric), *_warnings(read, pooled, len(tables) - len(met))),
        signature=signature(
            {"n": read.n, "raters": len(read.raters), "labels": len(read.labels), "metric": metric, "level": level}
            | {"weights": None if whole.weights is None else "sampling", "by": "+".join(whole.by) or None}
            | {**clustered(whole), "missing": whole.missing or None, "refused": whole.refused or None}
        ),
        level=level,
        kbm={(read.raters[one], read.raters[other]): _kbm(table) for (one, other), table in met.items() if plain},
    )


def _kbm(table: Numbers) -> Test:
    """Powers' test of the correlation of two raters."""
    found = powers(table)["chi2_kbm"]
    return Test(float(found.value), float(found.df), float(found.p), CONSERVATIVE)


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
    chance = finite(float(get("accuracy").raw(expected(pooled.whole))))
    found = {
        **lead,
        "agreement": pooled.agreement(level, chance),
        "fleiss_kappa": pooled.estimate(get("kappa").raw, every_pair, level)[0],
        "krippendorff_alpha": pooled.estimate(lambda each: krippendorff(each, distance), every_rating, level)[0],
        **further(ratings, pooled, metric, level),
        **(intraclass(ratings, level) if metric in NUMERIC else {}),
    }
    return found | {f"mean_pairwise_{name}": _mean(name, ratings, met, level) for name in ("kappa", "mcc") if met}


def _mean(name: str, ratings: Ratings, met: Mapping[tuple[int, int], Numbers], level: float) -> Estimate:
    """The mean over the pairs of raters: an item moves every pair that rated it."""
    tables = np.stack(list(met.values()))
    both = np.stack([(ratings.codes[:, list(pair)] >= 0).all(1) for pair in met])
    rated = both.any(0) * ratings.sizes
    # Two pseudo-items in every pair would drown pairs with few items, two in all would do too little for them.
    thinned = np.sqrt(total(tables) / rated.sum())[:, None, None]
    used, shared = np.ix_(*2 * [_used(tables)]), np.zeros(tables.shape[1:])
    shared[used] = pseudo_counts(tables.sum(0)[used])  # all pairs have the same, which move them together
    added = thinned * shared
    value, centre = (float(np.mean(get(name)(each))) for each in (tables, tables + added))
    if ratings.items[both.any(0)].sum() < 2:
        return bare(value)
    slopes = gradient(get(name), tables + added) / len(met)
    moves = np.zeros(len(rated))
    for (one, other), there, cells in zip(met, both, slopes, strict=True):
        moves += np.where(there, cells[ratings.codes[:, one], ratings.codes[:, other]], 0.0)
    rows = np.flatnonzero(both.any(0))
    units = Units.of(ratings).only(rows)
    return limited(value, centre, lambda: scattered(units, moves[rows]), ((thinned * slopes).sum(0), shared), level)


# --- pair by pair ----------------------------------------------------------------------------------------------------


def _used(tables: Numbers) -> Numbers:
    """The places of the labels that pairs of raters use, two at least: a label nobody uses moves no interval."""
    used = (tables.sum((0, 1)) + tables.sum((0, 2))) > 0
    return np.sort(np.argsort(~used, kind="stable")[: max(used.sum(), 2)])


def _pair_table(ratings: Ratings, one: int, other: int, sizes: Numbers | None = None) -> Numbers:
    """What two raters said of the items both rated, weighted where they are."""
    sizes = ratings.sizes if sizes is None else sizes
    size = len(ratings.labels)
    left, right = ratings.codes[:, one], ratings.codes[:, other]
    both = (left >= 0) & (right >= 0)
    cells = np.bincount(left[both] * size + right[both], weights=sizes[both], minlength=size * size)
    return cells.reshape(size, size)


def _pairs(
    ratings: Ratings, met: Mapping[tuple[int, int], Numbers], level: float
) -> dict[tuple[str, str], dict[str, Estimate]]:
    found: dict[tuple[str, str], dict[str, Estimate]] = {
        (ratings.raters[one], ratings.raters[other]): {} for one, other in met
    }
    if not met or len(ratings.labels) < 2:
        return found
    if ratings.dependent or ratings.weights is not None:
        return {pair: _designed(ratings.between(*pair), level) for pair in found}
    tables = np.stack(list(met.values()))
    used = _used(tables)
    tables = tables[:, used][:, :, used]
    for name in PAIRWISE:
        for row, each in zip(found.values(), estimates(name, tables, level=level).each(), strict=True):
            row[name] = each
    return found


def _designed(pair: Items, level: float) -> dict[str, Estimate]:
    """The measures of two raters whose items are weighted or clustered."""
    sample = grouped(pair)
    try:
        return {name: estimates(name, sample, level=level)[()] for name in PAIRWISE}
    except SingleUnitError as reason:
        table = pair.table(pair.systems[0])
        return {name: Estimate(float(get(name)(table)), note=f"no interval: {reason}") for name in PAIRWISE}


def _per_rater(
    ratings: Ratings, pairs: Mapping[tuple[str, str], Mapping[str, Estimate]]
) -> dict[str, dict[str, float]]:
    """How many items each rater rated, and how far they agree with the others on average."""
    found = {}
    for place, who in enumerate(ratings.raters):
        rated = float(ratings.items @ (ratings.codes[:, place] >= 0))
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
    for one, other in met:
        table = _pair_table(ratings, one, other, ratings.items)
        by_chance = expected(table)
        for row, column in zip(*np.nonzero(table), strict=True):
            if row != column:
                sides = ratings.raters[one], ratings.labels[row], ratings.raters[other], ratings.labels[column]
                found.append(Disagreement(*sides, int(table[row, column]), float(by_chance[row, column])))
    yield from sorted(found, key=lambda each: -each.items)


def _order(ratings: Ratings, metric: str) -> Iterator[str]:
    if metric == "ordinal" and len(ratings.labels) > 2:
        yield f"krippendorff_alpha {in_words(ratings.labels)}"


def _warnings(ratings: Ratings, pooled: Pooled, strangers: int) -> Iterator[str]:
    yield from left_out(ratings)
    if alone := ratings.n - pooled.items:
        yield f"items with fewer than two ratings, which say nothing about agreement: {alone:,}"
    if ratings.gaps:
        yield f"{ratings.gaps:,} of {ratings.n * len(ratings.raters):,} ratings are missing"
    if strangers:
        yield f"pairs of raters without an item in common, which are left out: {strangers:,}"
