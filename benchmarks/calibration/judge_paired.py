"""How often `judge` finds two systems different that are not, where the same items are labelled for both.

The last part of docs/coverage/judge.md, which `judge.py` writes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from frame import grid

from informed.core.items import Items
from informed.questions.judge.compute import _alike, _apart, _corrected
from informed.questions.judge.reading import Panel

SEED, TAIL, POOL, MISSED = 40_477, 0.025, 1000, 0.1
CELLS = [  # share of the label, false positives of the judge for either, items labelled, share of items alike, drawn
    (0.3, (0.10, 0.25), 60, 0.0, "random"), (0.3, (0.10, 0.25), 60, 0.6, "random"),
    (0.3, (0.10, 0.25), 60, 0.9, "random"), (0.3, (0.10, 0.25), 30, 0.6, "random"),
    (0.3, (0.10, 0.25), 200, 0.6, "random"), (0.1, (0.05, 0.05), 60, 0.8, "random"),
    (0.5, (0.20, 0.20), 100, 0.95, "random"), (0.3, (0.10, 0.25), 100, 0.6, "elsewhere"),
]  # fmt: skip


def panels(rng: np.random.Generator, share: float, false: tuple[float, float], known: int, alike: float) -> list[Panel]:
    """The panels of two systems, labelled on the same items; their answers to an item are alike with a probability."""
    first = rng.random(POOL) < share
    second = np.where(rng.random(POOL) < alike, first, rng.random(POOL) < share)
    found = []
    for truth, rate in zip((first, second), false, strict=True):
        said = np.where(truth, rng.random(POOL) >= MISSED, rng.random(POOL) < rate)
        human = np.where(np.arange(POOL) < known, np.where(truth, 0, 1), -1)
        judged = np.where(said, 0, 1)
        names = tuple(range(POOL))
        rows = Items.of(human, {"judged": judged}, (0, 1), cluster=np.arange(POOL), clusters=names)
        found.append(Panel(rows.judged(), np.bincount(judged, minlength=2).astype(float), rows))
    return found


def tried(seed: int, setting: tuple, tables: int) -> list[float]:
    """The false claims and the mean width of the difference, taken as apart and as paired."""
    *world, drawn = setting
    rng, ends = np.random.default_rng([SEED, 9, seed]), []
    for _ in range(tables):
        both = panels(rng, *world)
        found = [_corrected(each, drawn, TAIL) for each in both]
        if any(each.refusal for each in found):
            continue
        ends.append([np.ravel([end[0] for end in _apart(*found, at)[1]]) for at in (0.0, _alike(both, found))])
    low, high = np.moveaxis(np.array(ends), -1, 0)
    false, width = ((low > 0) | (high < 0)).mean(0), (high - low).mean(0)
    return [false[0], width[0], false[1], width[1]]


def rows(tables: int) -> Iterator[tuple[object, ...]]:
    """Every setting: false claims and mean width, without and with the pairs."""
    for seed, setting in enumerate(CELLS):
        share, false, known, alike, drawn = setting
        found = (f"{each:.3f}" for each in tried(seed, setting, tables))
        yield share, f"{false[0]}, {false[1]}", known, drawn, alike, *found


def part(tables: int) -> Iterator[str]:
    """The part of the page, line by line."""
    yield f"""## The same items labelled for two systems

{tables:,} data sets a row, {POOL:,} items of which the judge has labelled the answers of two systems with equal shares;
it misses {MISSED:.0%}. *Alike*: how often both answers to an item are the same by construction. *Apart*: without
`cluster=`. *Paired*: with the item as `cluster=`. Nominal false claims: 5%.
"""
    yield from grid(
        "share | false positives | labelled | drawn | alike | apart: false claims | width | paired: false claims "
        "| width",
        rows(tables),
        0,
    )
