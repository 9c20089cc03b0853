"""The best map from clusters to classes, one to one or many to one.

What a match is worth is a sum over classes, so that one to one it is an assignment problem, and many to one, for the
trace and for informedness, every cluster may choose for itself. Shared information and the edge do not add up over
merged clusters: there all maps are tried while they are few, else single clusters are moved as long as that helps.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from informed.core.assignment import assign
from informed.core.table import actuals, predictions, total, two_by_two
from informed.core.validate import Numbers
from informed.inference.abstention import by_label
from informed.questions.multilabel.measures import EDGE, MEASURES, SetMeasure

VALUES: dict[str, SetMeasure] = {
    "trace": MEASURES["recall"],  # pooled over the classes of items with one label each: accuracy
    "informedness": MEASURES["informedness"],
    "edge": EDGE,
    "mutual_information": MEASURES["proficiency"],
}
TOGETHER = ("edge", "mutual_information")  # clusters of one class are worth more, or less, than their sum
KEEP = ("informative", "best", "all")
MOST_MAPS = 4096  # maps up to which all are tried
SAME = 1e-12


class Map(NamedTuple):
    """For every cluster the place of its class, -1 for none; whether it is certainly the best; which are tied."""

    places: Numbers
    exact: bool
    tied: NDArray[np.bool_]


def merged(table: Numbers, places: Numbers) -> Numbers:
    """The table with the clusters of each class added up, and those of none in one more column: ``(..., K, K + 1)``."""
    classes = table.shape[-2]
    chosen = 1.0 * (places[..., None] % (classes + 1) == np.arange(classes + 1))  # -1 is the last
    return np.asarray(table @ chosen)


@dataclass(frozen=True)
class Search:
    """What is to be maximised, and which maps are allowed."""

    maximize: str
    many_to_one: bool
    keep: str

    def value(self, matched: Numbers) -> Numbers:
        """What a matched table, or every one of a batch, is worth: 1 when perfect, 0 when only one class occurs."""
        return np.asarray(np.nan_to_num(VALUES[self.maximize].of_tables(by_label(matched))))

    def excess(self, matched: Numbers) -> float:
        """By how much so few items raise the value of any match: only shared information is raised.

        1 / 2n nats for each class against the rest (Miller 1955), as a share of what there is to know.
        """
        if self.maximize != "mutual_information":
            return 0.0
        pairs = by_label(matched)
        told = (actuals(pairs).min(-1) > 0) & (predictions(pairs).min(-1) > 0)
        known = float(VALUES[self.maximize].whole(pairs).sum())
        return float(told.sum() / (2 * matched.sum() * np.log(2)) / known) if known else 0.0

    def best(self, tables: Numbers) -> Numbers:
        """The value of the match found on each of a batch of tables; nothing is proved."""
        return self.value(merged(tables, self.places(tables)))

    def places(self, tables: Numbers) -> Numbers:
        """For every cluster of each table the place of its class, -1 for none: ``(..., C)``."""
        if self.many_to_one and self.maximize not in TOGETHER:
            return self._chosen(tables).places
        one, given = (self._climbed, tables) if self.many_to_one else (_assigned, self.gains(tables))
        found = [one(each) for each in given.reshape(-1, *tables.shape[-2:])]
        return np.reshape(found, (*tables.shape[:-2], tables.shape[-1])).astype(np.int64)

    def solve(self, table: Numbers) -> Map:
        """The best map, with what is known about it."""
        if not self.many_to_one:
            return self._proved(table)
        if self.maximize not in TOGETHER:
            return self._chosen(table)
        options, free = self._freedom(table)
        if len(options) ** len(free) <= MOST_MAPS:
            return self._exhaustive(table, options, free)
        return Map(self._climbed(table), False, np.zeros(table.shape[1], bool))

    def gains(self, tables: Numbers) -> Numbers:
        """What each cluster would add if it alone stood for each class: ``(..., K, C)``."""
        hits, rows, columns = tables, actuals(tables)[..., :, None], predictions(tables)[..., None, :]
        items = total(tables)[..., None, None]
        pairs = two_by_two(hits, rows - hits, columns - hits, items - rows - columns + hits)
        whole = VALUES[self.maximize].whole(pairs)[..., 0].sum(-1)[..., None, None]
        return np.asarray(np.where(whole, VALUES[self.maximize].part(pairs) / np.where(whole, whole, 1.0), 0.0))

    # --- one to one --------------------------------------------------------------------------------------------------

    def _proved(self, table: Numbers) -> Map:
        """The same with a proof, on a square with classes or clusters that do not exist."""
        classes, clusters = table.shape
        size = max(classes, clusters)
        gains = np.zeros((size, size))
        gains[:classes, :clusters] = self.gains(table)
        found = assign(gains, stay=0.0)
        places, group = np.empty(size, np.int64), np.empty(size, np.int64)
        places[found.columns], group[found.columns] = np.arange(size), found.group
        real = np.arange(size) < clusters
        differs = [len(set(np.where(places < classes, places, -1)[real & (group == each)])) > 1 for each in group]
        return Map(np.where(places < classes, places, -1)[real], found.certified, np.asarray(differs)[real])

    # --- many to one -------------------------------------------------------------------------------------------------

    def _chosen(self, tables: Numbers) -> Map:
        """Every cluster with the class it gains most for; gains add up, so that is the best map."""
        kept = self._kept(tables)
        gains = self.gains(tables)
        best = gains.max(-2)
        alone = ~kept | ((best <= SAME) & (self.keep == "informative"))
        tied = (gains >= best[..., None, :] - SAME).sum(-2) > 1
        return Map(np.where(alone, -1, gains.argmax(-2)), True, tied & ~alone)

    def _kept(self, tables: Numbers) -> NDArray[np.bool_]:
        """Which clusters may stand for a class."""
        if self.keep != "best":
            return np.ones((*tables.shape[:-2], tables.shape[-1]), bool)
        share = tables / np.maximum(predictions(tables), 1)[..., None, :]
        return np.asarray((share >= share.max(-1, keepdims=True) - SAME).any(-2))

    def _freedom(self, table: Numbers) -> tuple[Numbers, Numbers]:
        """The classes a cluster may stand for, and the clusters that may."""
        least = -1 if self.keep == "informative" else 0
        return np.arange(least, table.shape[0]), np.flatnonzero(self._kept(table))

    def _climbed(self, table: Numbers) -> Numbers:
        """From the commonest class of each cluster, single clusters are moved as long as that helps."""
        options, free = self._freedom(table)
        places = np.full(table.shape[1], -1)
        places[free] = table.argmax(0)[free]
        value = float(self.value(merged(table, places)))
        while True:
            moves = np.repeat(places[None], len(free) * len(options), axis=0)
            moves[np.arange(len(moves)), np.repeat(free, len(options))] = np.tile(options, len(free))
            values = self.value(merged(table, moves))
            if not values.max() > value + SAME:
                return places
            places, value = moves[values.argmax()], float(values.max())

    def _exhaustive(self, table: Numbers, options: Numbers, free: Numbers) -> Map:
        grid = np.stack(np.meshgrid(*[options] * len(free), indexing="ij"), -1).reshape(-1, len(free))
        maps = np.full((len(grid), table.shape[1]), -1)
        maps[:, free] = grid
        values = self.value(merged(table, maps))
        best = np.flatnonzero(values >= values.max() - SAME)
        return Map(maps[best[-1]], True, (maps[best] != maps[best[0]]).any(0))


def _assigned(gains: Numbers) -> Numbers:
    """The assignment of greatest gain, one to one."""
    from scipy.optimize import linear_sum_assignment

    classes, clusters = linear_sum_assignment(gains, maximize=True)
    places = np.full(gains.shape[1], -1)
    places[clusters] = classes
    return places
