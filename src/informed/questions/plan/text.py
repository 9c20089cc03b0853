"""The tables of a plan."""

from collections.abc import Iterator

import numpy as np

from informed.core.result import Grid
from informed.core.validate import Numbers
from informed.core.words import count
from informed.questions.plan.compute import Plan
from informed.writers.layout import columns

MOST_CLASSES = 12  # a wider table is left to the JSON


def plan(found: Plan, every: bool) -> Iterator[Grid | str]:
    """The items to expect in each cell, or the labels to give by hand."""
    names = ["+", "-"] if len(found.table) == 2 else [str(place) for place in range(1, len(found.table) + 1)]
    if 0 < len(names) <= MOST_CLASSES:
        rows = [["actual", *names, "all"]]
        for name, shares in zip(names, _whole(found.n * np.asarray(found.table)), strict=True):
            rows.append([name, *map(count, (*shares, sum(shares)))])
        title, start = "Items to expect in each cell", " " * (max(len(row[0]) for row in rows) + 4)
        yield f"{title}\n{start}predicted\n{columns(rows)}"
        yield Grid(title, rows, f"actual classes in rows, predicted in columns ({found.method})", on="page")
    if found.allocation:
        rows = [["judge said", "human labels", "you have", "more"]]
        for label, n in found.allocation.items():
            rows.append([str(label), count(n), count(found.assumed["labelled"][label]), count(found.more[label])])
        yield Grid("Labels to give by hand", rows)


def _whole(expected: Numbers) -> list[list[int]]:
    """Whole items in each cell, as many as there are in all: the largest remainders are rounded up."""
    cells = np.floor(expected + 1e-9)
    left = round(float(expected.sum() - cells.sum()))
    cells.flat[np.argsort((cells - expected).ravel(), kind="stable")[:left]] += 1
    found: list[list[int]] = cells.astype(int).tolist()
    return found
