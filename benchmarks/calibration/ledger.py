"""How often `history` and `watch` find a change where there is none, how long `watch` takes to find one, and its date.

Run: ``python benchmarks/calibration/ledger.py [--tables 1000]``. It writes ``docs/coverage/ledger.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from frame import grid, write

from informed.core.estimate import Estimate
from informed.inference.estimates import estimates
from informed.questions.history import Point, changes
from informed.questions.watch import _beside, alarms, evidence

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "ledger.md"
SEED, LOOKS = 20261116, 60
NIGHTS = [  # items of a run, share of the ill, recall, false positive rate, runs
    (20, 0.5, 0.8, 0.2, 2), (20, 0.5, 0.8, 0.2, 5), (20, 0.5, 0.8, 0.2, 30), (50, 0.2, 0.7, 0.1, 2),
    (50, 0.2, 0.7, 0.1, 6), (50, 0.2, 0.7, 0.1, 10), (30, 0.5, 0.98, 0.02, 20), (200, 0.3, 0.85, 0.1, 7),
    (200, 0.3, 0.85, 0.1, 20), (200, 0.05, 0.9, 0.05, 4), (200, 0.05, 0.9, 0.05, 50), (1000, 0.3, 0.85, 0.1, 100),
]  # fmt: skip
DATED = [  # items of a run, recall before and after, false positive rate, runs, the first run after the change, spread
    (200, 0.85, 0.7, 0.1, 20, 10, 0.0), (200, 0.85, 0.6, 0.1, 20, 10, 0.0), (200, 0.85, 0.7, 0.1, 20, 4, 0.0),
    (50, 0.85, 0.5, 0.1, 20, 10, 0.0), (200, 0.85, 0.7, 0.1, 6, 3, 0.0), (1000, 0.85, 0.8, 0.1, 50, 25, 0.0),
    (200, 0.85, 0.6, 0.1, 20, 10, 0.06),
]  # fmt: skip
WATCHED = [(2, 50), (2, 500), (3, 500), (5, 500), (10, 500), (20, 500), (50, 1000)]  # labels, items of a look
FALLS = [(0.6, False), (0.7, False), (0.75, False), (0.4, True)]  # recall after a change, of all labels or of one


def confused(size: int, recall: float, one: float | None = None) -> np.ndarray:
    """The chances of what is predicted for each label: right this often, the first label otherwise, errors spread."""
    rates = np.full(size, recall)
    rates[0] = recall if one is None else one
    spread = np.repeat((1 - rates)[:, None] / (size - 1), size, axis=1)
    return np.where(np.eye(size, dtype=bool), rates[:, None], spread)


def looks(rng: np.random.Generator, chances: object, shares: object, size: int, number: int) -> np.ndarray:
    actual = rng.multinomial(size, shares, size=number)
    return np.stack([rng.multinomial(actual[:, row], each) for row, each in enumerate(chances)], 1).astype(float)


def histories(rng: np.random.Generator, size: int, ill: float, recall: np.ndarray, false: float) -> list[list[Point]]:
    """Runs of an evaluation each, with these recalls: one row a history."""
    sick = rng.binomial(size, ill, recall.shape)
    hits, alarms = rng.binomial(sick, recall), rng.binomial(size - sick, false)
    table = np.stack([np.stack([hits, sick - hits], -1), np.stack([alarms, size - sick - alarms], -1)], -2)
    found = estimates("informedness", table.astype(float))
    day = datetime(2026, 1, 1, tzinfo=UTC)
    return [
        [
            Point(str(place), day, "a", "", size, Estimate(float(v), 0.0, float(a), float(b), 0.95))
            for place, (v, a, b) in enumerate(zip(*each, strict=True))
        ]
        for each in zip(found.value, found.low, found.high, strict=True)
    ]


def false_changes(rng: np.random.Generator, size: int, ill: float, recall: float, false: float, runs: int, many: int):
    every = histories(rng, size, ill, np.full((many, runs), recall), false)
    return float(np.mean([bool(changes(each, 0.05)[1]) for each in every]))


def dated(rng: np.random.Generator, setting: tuple, many: int) -> tuple[float, float, float, float, float]:
    """The share of histories whose change is found; of these: further changes, the right run, held by the interval."""
    size, before, after, false, runs, first, spread = setting
    recall = np.where(np.arange(runs) < first, before, after) + spread * rng.standard_normal((many, runs))
    recall = np.clip(recall, 0.0, 1.0)
    found = [those for each in histories(rng, size, 0.3, recall, false) if (those := changes(each, 0.05)[1])]
    near = [min(those, key=lambda each: abs(int(each.point.run) - first)) for those in found]
    ends = np.array([[int(each.earliest.run), int(each.point.run), int(each.latest.run)] for each in near])
    held = (ends[:, 0] <= first) & (first <= ends[:, 2])
    several = np.mean([len(those) > 1 for those in found])
    width = np.mean(ends[:, 2] - ends[:, 0] + 1)
    return len(found) / many, float(several), float(np.mean(ends[:, 1] == first)), float(held.mean()), float(width)


def rung(rng: np.random.Generator, size: int, items: int, parts: list[tuple[np.ndarray, int]]) -> float:
    """The look at which the alarm first rings, of looks with these chances; infinity where it does not."""
    table = np.concatenate([looks(rng, chances, np.full(size, 1 / size), items, number) for chances, number in parts])
    late = np.flatnonzero(evidence(table).evidence >= np.log(20))
    return float(late[0]) if len(late) else np.inf


def watched(rng: np.random.Generator, size: int, items: int, many: int) -> list[str]:
    """How often it rings falsely, then the median and 90% delay of each change."""
    before = confused(size, 0.8)
    false = np.mean([np.isfinite(rung(rng, size, items, [(before, LOOKS)])) for _ in range(many)])
    told = [f"{100 * false:.1f}%"]
    for recall, one in FALLS:
        after = confused(size, 0.8, recall) if one else confused(size, recall)
        late = [rung(rng, size, items, [(before, 20), (after, 40)]) - 19 for _ in range(max(many // 5, 1))]
        told.append(", ".join(_late(float(np.quantile(late, q, method="higher"))) for q in (0.5, 0.9)))
    return told


def beside(rng: np.random.Generator, size: int, items: int, many: int) -> list[str]:
    """How often the alarms of abstention and of prevalence ring falsely, with 5% left alone."""
    rang = []
    for _ in range(many):
        table = looks(rng, confused(size, 0.8), np.full(size, 1 / size), items, LOOKS).astype(float)
        left = rng.binomial(table.sum(2).astype(int), 0.05).astype(float)
        rang.append({each.what for each in _beside(table, left, range(size), 0.95)})
    return [f"{100 * np.mean([kind in each for each in rang]):.1f}%" for kind in ("abstention", "prevalence")]


def dated_looks(rng: np.random.Generator, size: int, items: int, many: int) -> Iterator[str]:
    """The share of intervals that hold the look of the change, and the looks in them, where an alarm rings after it."""
    for recall, one in FALLS:
        parts = confused(size, 0.8), confused(size, 0.8, recall) if one else confused(size, recall)
        kept = []
        for _ in range(many):
            table = np.concatenate([looks(rng, each, np.full(size, 1 / size), items, 20) for each in parts])
            found = alarms(lambda at, table=table: evidence(table[at:]), len(table), 0.95)[1]
            kept += [(low <= 20 <= high, high - low + 1) for alarm, _, low, high, _ in found[:1] if alarm >= 20]
        held = f"{100 * np.mean([each for each, _ in kept]):.1f}%, {np.mean([width for _, width in kept]):.1f}"
        yield held if len(kept) >= many / 2 else ""


def apart(many: int) -> Iterator[tuple[object, ...]]:
    """What is said beside the alarm, setting by setting."""
    for place, (size, items) in enumerate(WATCHED[:4]):
        rng = np.random.default_rng([SEED, place])
        yield size, items, *beside(rng, size, items, many), *dated_looks(rng, size, items, many // 3)


def _late(looks: float) -> str:
    return f"{looks:g}" if np.isfinite(looks) else "over 40"


def dates(rng: np.random.Generator, many: int) -> Iterator[tuple[str, ...]]:
    """One change in each history, setting by setting."""
    for each in DATED:
        *shares, width = dated(rng, each, many)
        yield *(f"{x:g}" for x in each), *(f"{100 * share:.1f}%" for share in shares), f"{width:.1f}"


def page(many: int) -> Iterator[str]:
    """The page, line by line."""
    rng = np.random.default_rng(SEED)
    yield f"""# The ledger: changes that are none

Simulated, seed {SEED}, {many:,} histories or processes a row; nominal risk 5%. Made by
`python benchmarks/calibration/ledger.py`.

## history: a change where there is none
"""
    yield from grid(
        "items of a run | share ill | recall | false positive rate | runs | false changes",
        ((*(f"{x:g}" for x in each), f"{100 * false_changes(rng, *each, many):.1f}%") for each in NIGHTS),
        0,
    )
    yield """
## history: the date of a change

Recall changes once; 30% are ill. *Spread*: the standard deviation of recall from run to run beyond what items explain.
*Further*: histories with a second change, which is none. The rest is of the histories whose change is found: those
whose date is right, whose 95% interval of the date holds the run, and the runs in it on average.
"""
    yield from grid(
        "items of a run | recall | then | false positive rate | runs | from run | spread | found | further | right "
        "| held | runs in the interval",
        dates(rng, many),
        0,
    )
    yield f"""
## watch: false alarms over {LOOKS} looks, and the looks until the alarm

{many:,} processes a row. Labels are equally common and right with probability 0.8, errors are spread evenly. The change
comes after 20 looks: recall of all labels falls to 0.6, 0.7 or 0.75, or that of one alone to 0.4. The median and the
90% quantile of the number of looks until the alarm, of a fifth as many processes of 40 further looks; 1 is the first
look after the change.
"""
    yield from grid(
        "labels | items of a look | false alarms | all to 0.6 | all to 0.7 | all to 0.75 | one to 0.4",
        ((size, items, *watched(rng, size, items, many)) for size, items in WATCHED),
        0,
    )
    yield f"""
## watch: alarms that are apart, and the date of a change

False alarms over {LOOKS} looks, {many:,} processes a row: of abstention, where 5% of the items are left alone, and of
prevalence. Then the share of 95% intervals of the date that hold the look of the change, 20 looks of 40, and the looks
in them on average, of the {many // 3:,} processes whose first alarm rang after it; none where that are fewer than half.
"""
    yield from grid(
        "labels | items of a look | abstention | prevalence | all to 0.6 | all to 0.7 | all to 0.75 | one to 0.4",
        apart(many),
        0,
    )


if __name__ == "__main__":
    write(PAGE, page, __doc__)
