"""Proficiency of whole sets where categories depend on each other: a tree of them takes the place of independence.

The tree is that of Chow & Liu (1968) over the actual sets, as far as an edge pays (BIC); each category is predicted by
its own prediction, and through the tree by those of all others. Derivation: docs/methods/sets.md.
"""

from math import log, log2, sqrt
from typing import NamedTuple

import numpy as np

from informed.core.estimate import Estimate
from informed.core.labels import Label
from informed.core.labelsets import LabelSets
from informed.core.measures.information import mutual_information
from informed.core.sets import Sets
from informed.core.validate import Numbers
from informed.inference.chance import expected_information
from informed.inference.concordance import of_influence

LARGEST = 2**25  # different rows times categories that are held at a time


class Tree(NamedTuple):
    """The proficiency by a tree of categories, less what chance shows; its edges (category, parent).

    ``bits``: what an item's actual set takes to write down by the tree, and with the predicted set known. They are
    upper bounds of the entropies that they stand for, but for the size of the sample.
    """

    proficiency: Estimate
    edges: tuple[tuple[Label, Label], ...]
    bits: tuple[float, float]


def tree_of(sets: LabelSets, level: float) -> Tree | None:
    """The proficiency of one system by the tree of its actual sets; None of weights, or of more than can be held."""
    size, n, counts = len(sets.labels), float(sets.total), sets.counts.astype(float)
    if size * len(counts) > LARGEST or sets.weighted:
        return None
    actual, predicted = (_absent(side, size) for side in sets.sides[:2])
    tables = np.asarray(sets.tables(), float)
    says = tables / np.maximum(tables.sum(-1, keepdims=True), 1e-300)  # category x actual x predicted
    both = np.stack([(actual == each).T.astype(float) for each in (0, 1)], 1)  # category x value x row
    parents, order = _forest(both, counts, n)
    plain, seen, by_model = np.zeros((3, len(counts)))
    beliefs = np.stack(
        [says[:, each, :][np.arange(size), predicted].T for each in (0, 1)], -1
    )  # category x row x value
    for place in reversed(order):
        parent = parents[place]
        joint = both[place] @ (counts * (both[parent] if parent >= 0 else np.ones((1, len(counts))))).T
        given = (joint / np.maximum(joint.sum(0), 1e-300)).T  # value of the parent x own value
        row = actual[:, parent] if parent >= 0 else np.zeros(len(counts), int)
        plain -= np.log2(given[row, actual[:, place]])
        seen += np.log2(says[place, actual[:, place], predicted[:, place]])
        passed = beliefs[place] @ given.T
        top = passed.max(1)
        by_model += np.log2(top)
        if parent >= 0:
            beliefs[parent] *= passed / top[:, None]
    saved, needed = seen - by_model, float(counts @ plain) / n
    chance = float(np.nansum(expected_information(tables)))
    value = (float(counts @ saved) / n - chance) / (needed - chance) if needed > chance else float("nan")
    share = float(counts @ saved) / n / needed if needed else 0.0
    moves = (saved - share * plain) / needed if needed else plain
    # Near chance the first order is nearly 0; the second is that of a chi-squared variable for each category.
    second, first = size / (2 * (n * log(2) * needed) ** 2) if needed else 0.0, float(counts @ moves**2) / n**2
    moves *= sqrt(1 + second / first) if first > 0 else 1.0
    estimate, _ = of_influence(value, moves, counts, sets.cluster, level, True)
    edges = tuple((sets.labels[place], sets.labels[each]) for place, each in enumerate(parents) if each >= 0)
    return Tree(estimate, edges, (needed, needed - float(counts @ saved) / n))


def _absent(side: Sets, size: int) -> Numbers:
    """0 for each category that a row has, 1 for any other: ``(rows, categories)``."""
    found = np.ones((len(side), size), np.int8)
    found[side.rows, side.codes] = 0
    return found


def _forest(both: Numbers, counts: Numbers, n: float) -> tuple[list[int], list[int]]:
    """The parent of each category in the forest that tells most, -1 for a root; and all from the roots down."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import breadth_first_order, connected_components, minimum_spanning_tree

    one = both[:, 0]
    together, share = (one * counts) @ one.T, one @ counts
    tables = np.stack(
        [together, share[:, None] - together, share - together, n - share[:, None] - share + together], -1
    )
    tells = np.asarray(mutual_information(tables.reshape(*together.shape, 2, 2))) - log2(max(n, 2)) / (2 * n)
    forest = minimum_spanning_tree(csr_array(np.triu(np.where(tells > 0, -tells, 0.0), 1)))
    parents, order = np.full(len(one), -1), []
    _, component = connected_components(forest, directed=False)
    for root in np.unique(component, return_index=True)[1]:
        reached, above = breadth_first_order(forest, root, directed=False)
        parents = np.where(above >= 0, above, parents)
        order += reached.tolist()
    return parents.tolist(), order
