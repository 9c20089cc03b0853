"""Which cluster stands for which class: the best renaming, how good it is, and how optimistic that is.

A cluster that stands for no class is a bet not placed: its items stay in the actual margins and neither win nor lose.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar, NotRequired

import numpy as np

from informed.core.basis import answers, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, arg, choice, whole
from informed.core.estimate import Estimate, Row, written
from informed.core.labels import Label
from informed.core.registry import get
from informed.core.result import Result
from informed.core.table import actuals, as_table, expected, predictions, ratio
from informed.core.validate import Group, Numbers
from informed.core.words import Finding, named
from informed.inference.abstention import DISCOUNTED
from informed.inference.adjustment import adjust
from informed.inference.draws import generator, permutation
from informed.inference.estimates import estimates, own
from informed.inference.interval import check_level
from informed.questions.match.search import KEEP, VALUES, Search, merged

REFERENCES = ("proficiency", "information_gain_ratio", "symmetric_uncertainty", "mutual_information", "cramers_v")
SPLITS = 100  # random halves: matched on one, judged on the other
FOLDS = 10  # parts of the items, each judged by the match of the others
DIVISIONS = 10  # into such parts
ONE_CLASS = "only one class occurs: nothing to match"
SMALL = 2500  # cells of a table that is matched in no time


@dataclass(frozen=True, repr=False)
class Matching(Result):
    """Clusters matched to classes.

    ``value`` is the best that could be reached, so it is optimistic: its ``chance_mean`` is what the best match reaches
    of random clusters, and ``p`` how often they reach as much. ``corrected`` is the value without that
    optimism, with its interval: the match is chosen on nine tenths of the items and judged on the tenth. ``held_out``
    is the mean when it is chosen on one half and judged on the other. ``counts`` is the matched table, ready to be
    evaluated; items of clusters left alone are its abstentions, and ``discounted`` is informedness on the other items
    times their share n/N. ``exact``: whether no better match exists, or only none was found. ``groups``: each group
    matched by itself.
    """

    maximize: str
    many_to_one: bool
    mapping: Mapping[Label, Label | None]
    value: Estimate
    corrected: Estimate
    held_out: float
    p: float
    exact: bool
    tied: tuple[Label, ...]
    counts: Counts
    clusters: Counts
    discounted: float | None
    references: Mapping[str, float]
    signature: str
    by: tuple[str, ...] = ()
    groups: "Mapping[Group, Matching]" = field(default_factory=dict)

    kind: ClassVar[str] = "matching"
    meanings: ClassVar[Mapping[str, str]] = {
        "random clusters": "Clusters of the same sizes drawn blindly, matched as well as they can be.",
        "adjusted rand": "How far pairs of items are together in both groupings, beyond chance: 0 chance, 1 the same.",
        "held out": "Matched on one half of the items, judged on the other.",
        "stands for": "The class that a cluster is taken for, so that the most is right in all.",
        "edge": "Informedness averaged over clusters by their size.",
    }
    json_keys: ClassVar[tuple[str, ...]] = (
        *("maximize", "many_to_one", "mapping", "value", "corrected", "held_out", "p", "exact", "tied"),
        *("coverage", "abstained", "discounted", "references", "counts"),
    )
    json_types = written(mapping=list[Row], groups=NotRequired[list[Row]])

    @property
    def coverage(self) -> float:
        """The share of the items whose cluster stands for a class."""
        return self.counts.total / self.clusters.total

    @property
    def abstained(self) -> int:
        """The items that are in no cluster, which are left out."""
        return 0 if self.clusters.abstained is None else int(self.clusters.abstained.sum())

    @cached_property
    def jointly(self) -> dict[Group, float]:
        """The p of each group, adjusted over all groups (Holm)."""
        return dict(zip(self.groups, adjust([each.p for each in self.groups.values()]).tolist(), strict=True))

    @property
    def left_alone(self) -> tuple[Label, ...]:
        """The clusters that stand for no class."""
        return tuple(cluster for cluster, label in self.mapping.items() if label is None)

    @property
    def unmatched(self) -> tuple[Label, ...]:
        """The classes that no cluster stands for."""
        return tuple(label for label in self.clusters.labels if label not in set(self.mapping.values()))

    def head(self) -> tuple[str, str]:
        clusters = self.clusters
        size = f"{len(clusters.labels)} classes, {len(clusters.labels_predicted)} clusters"
        return "Informed or guessing?", f"{clusters.n:,} items, {size}"

    def remarks(self, every: bool = False) -> Iterator[Finding]:
        if not self.exact:
            yield Finding("not_exact", "too many possible matches to try all: a better one may exist")
        if self.tied:
            yield Finding("tied", f"ties: equally good matches treat {named(self.tied)} differently")

    def rows(self) -> list[dict[str, Any]]:
        """One row per cluster: the class it stands for, its items, and how many of them are of that class."""
        apart = [
            dict(zip(self.by, group, strict=True)) | row for group, each in self.groups.items() for row in each.rows()
        ]
        whole = [dict.fromkeys(self.by) | row for row in self._rows()]
        return whole + apart

    def _rows(self) -> list[dict[str, Any]]:
        table, labels = self.clusters.table, self.clusters.labels
        return [
            {"cluster": cluster, "label": label, "items": int(column.sum())}
            | {"hits": None if label is None else int(column[labels.index(label)])}
            for (cluster, label), column in zip(self.mapping.items(), table.T, strict=True)
        ]

    def facts(self) -> dict[str, Any]:
        """The match, what it is worth, and the matched counts."""
        mapping = [{"cluster": cluster, "label": label} for cluster, label in self.mapping.items()]
        apart = [{"group": list(group), **each.facts()} for group, each in self.groups.items()]
        return {**super().facts(), "mapping": mapping} | ({"groups": apart} if apart else {})


@answers
def matched(counts: Counts, search: Search, *, level: float, draws: int | None, seed: Any) -> Matching:
    """Clusters matched to classes, from counts of classes x clusters."""
    if counts.weighted or counts.n is None:
        has = "weights" if counts.weighted else "proportions of an unknown number of items"
        raise InputError(f"data has {has}; match needs plain counts of classes x clusters: count without weights")
    parts = {group: counts[place].occurring() for place, group in enumerate(counts.groups)}
    groups = {group: _matched(each, search, level, draws, seed) for group, each in parts.items() if each.total}
    return replace(_matched(counts.pooled(), search, level, draws, seed, counts.by), by=counts.by, groups=groups)


def _matched(
    counts: Counts, search: Search, level: float, draws: int | None, seed: Any, by: tuple[str, ...] = ()
) -> Matching:
    """Clusters matched to classes, of all items or of one group."""
    table, rng = as_table(counts.table), generator(seed)
    found = search.solve(table)
    renamed = merged(table, found.places)
    usual = 499 if table.size <= SMALL else 99
    draws = usual if draws is None else whole("draws", draws, 1, f"{usual} are usual for such a table")
    null = permutation.values(search.best, table, draws=draws, rng=rng)
    reached = float(search.best(table[None])[0])
    p = float((1 + (null >= reached - 1e-12).sum()) / (1 + draws))
    alone = renamed[:, -1].any()
    return Matching(
        maximize=search.maximize,
        many_to_one=search.many_to_one,
        mapping={
            cluster: None if place < 0 else counts.labels[place]
            for cluster, place in zip(counts.labels_predicted, found.places.tolist(), strict=True)
        },
        value=_optimistic(search, renamed, float(np.mean(null))),
        corrected=_corrected(search, table, p, check_level(level), rng),
        held_out=_held_out(search, table, rng),
        p=p,
        exact=found.exact,
        tied=tuple(counts.labels_predicted[place] for place in np.flatnonzero(found.tied)),
        counts=_matched_counts(counts, renamed),
        clusters=counts,
        discounted=float(DISCOUNTED["informedness"](renamed)) if alone else None,
        references={**{name: float(get(name)(table)) for name in REFERENCES}, **pair_counts(table)},
        signature=signature({**_recipe(counts, search, by), "level": level, "draws": draws, "seed": seed}),
    )


def search_for(maximize: str, many_to_one: bool, keep: str) -> Search:
    """The search for the match that makes a measure greatest."""
    choice("keep", keep, KEEP)
    if keep != "informative" and not many_to_one:
        raise InputError(
            f"{arg('keep', keep)} is for {arg('many_to_one', True)}; one to one, clusters are left alone when too many"
        )
    return Search(choice("maximize", str(maximize).replace("-", "_"), VALUES), many_to_one, keep)


def _optimistic(search: Search, matched: Numbers, mean: float) -> Estimate:
    """The value on the items the match was chosen on; no interval of it would hold."""
    alone = (actuals(matched) > 0).sum() < 2
    note = ONE_CLASS if alone else "the match was chosen on the same items: optimistic"
    return Estimate(float(search.value(matched)), chance=_chance(search, matched), note=note, chance_mean=mean)


def _corrected(search: Search, table: Numbers, p: float, level: float, rng: np.random.Generator) -> Estimate:
    """The value on items the match was not chosen on, and what that leaves open.

    The low end is that of those items, and not above chance unless random clusters do worse; the high end is that of
    all items, for the match at hand may be better than those chosen on fewer.
    """
    matched, unseen = merged(table, search.places(table)), _unseen(search, table, rng)
    chance, excess = _chance(search, matched), search.excess(matched)
    value = float(search.value(unseen)) - excess
    if (actuals(table) > 0).sum() < 2:
        return Estimate(value, chance=chance, note=ONE_CLASS)
    bounds = (VALUES[search.maximize].least, 1.0)
    measure = own(
        f"matched {search.maximize}", search.value, range=bounds, fixed_chance=VALUES[search.maximize].fixed_chance
    )
    ends = estimates(measure, np.stack([unseen, matched]), level=level, n=table.sum())
    low, high = float(ends.low[0]) - excess, max(float(ends.high[1]), float(ends.high[0]) - excess)
    low = max(low if p < 1 - level else min(low, chance), bounds[0])
    return Estimate(value, chance, min(low, value), max(high, value), level, "cross-validation")


def _chance(search: Search, matched: Numbers) -> float:
    """The value of the same margins without any knowledge."""
    fixed = VALUES[search.maximize].fixed_chance
    return float(search.value(expected(matched))) if fixed is None else fixed


def _unseen(search: Search, table: Numbers, rng: np.random.Generator) -> Numbers:
    """The items as a match chosen on the other nine tenths has them, the mean over several divisions."""
    judged = np.zeros((len(table), len(table) + 1))
    for _ in range(DIVISIONS):  # one at a time: tables may be large
        parts = np.moveaxis(rng.multinomial(table.astype(np.int64), [1 / FOLDS] * FOLDS), -1, 0).astype(np.float64)
        judged += merged(parts, search.places(table - parts)).sum(0)
    return judged / DIVISIONS


def _held_out(search: Search, table: Numbers, rng: np.random.Generator) -> float:
    """The mean value on one random half of the items of the match chosen on the other half."""
    values = []
    for _ in range(SPLITS // FOLDS):
        halves = rng.binomial(table.astype(np.int64), 0.5, size=(FOLDS, *table.shape)).astype(np.float64)
        halves = halves[halves.any((-1, -2))]
        values.append(search.value(merged(table - halves, search.places(halves))))
    found = np.concatenate(values)
    return float(found.mean()) if len(found) else float("nan")


def _matched_counts(counts: Counts, matched: Numbers) -> Counts:
    cells = np.rint(matched).astype(np.int64)
    alone = cells[:, -1]
    notes = (*counts.notes, "clusters were matched to classes on the same items: values are optimistic")
    return Counts(cells[:, :-1], labels=counts.labels, abstained=alone if alone.any() else None, notes=notes)


def pair_counts(table: Numbers) -> dict[str, float]:
    """Rand's index of pairs of items (Rand 1971) and the same beyond chance (Hubert & Arabie 1985).

    Pairs that classes and clusters treat alike, together or apart; not to be confused with accuracy.
    """

    def pairs(counts: Numbers) -> float:
        return float((counts * (counts - 1) / 2).sum())

    together, actual, predicted = pairs(table), pairs(actuals(table)), pairs(predictions(table))
    every = pairs(table.sum(keepdims=True))
    by_chance = float(ratio(np.float64(actual * predicted), every))
    return {
        "rand": float(ratio(np.float64(every + 2 * together - actual - predicted), every)),
        "adjusted_rand": float(ratio(np.float64(together - by_chance), (actual + predicted) / 2 - by_chance)),
    }


def _recipe(counts: Counts, search: Search, by: tuple[str, ...]) -> dict[str, Any]:
    how = ("many-to-one", search.keep) if search.many_to_one else "one-to-one"
    size = f"{len(counts.labels)}x{len(counts.labels_predicted)}"
    silent = None if counts.abstained is None else int(counts.abstained.sum())
    drawn = {"n": counts.n, "table": size, "by": "+".join(by) or None, "abstained": silent}
    return {**drawn, "match": how, "maximize": search.maximize}
