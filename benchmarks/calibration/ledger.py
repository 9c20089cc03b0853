"""How often `history` and `drift` find a change where there is none, how long `drift` takes to find one, and its date.

Run: ``python benchmarks/calibration/ledger.py [--processes N] [--dates]``. It writes ``docs/coverage/ledger.md``; with
``--dates`` the part about dates alone.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from informed.core.estimate import Estimate
from informed.inference.estimates import estimates
from informed.questions.history import Point, changes
from informed.questions.watch import evidence

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "ledger.md"
SEED, LOOKS = 20261116, 200
DATES = "## history: the date of a change"
TWO, FELL = ((0.8, 0.2), (0.1, 0.9)), ((0.6, 0.4), (0.1, 0.9))
THREE = ((0.8, 0.1, 0.1), (0.1, 0.8, 0.1), (0.1, 0.2, 0.7))
THREE_FELL = ((0.8, 0.1, 0.1), (0.1, 0.8, 0.1), (0.1, 0.6, 0.3))
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
WATCHED = [  # labels, chances of predictions, shares of actual labels, items of a look, chances after a change
    (2, TWO, (0.3, 0.7), 50, FELL),
    (2, TWO, (0.05, 0.95), 200, FELL),
    (3, THREE, (0.5, 0.3, 0.2), 100, THREE_FELL),
]


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
    found = [those for each in histories(rng, size, 0.3, recall, false) if (those := changes(each, 0.05)[1])]
    near = [min(those, key=lambda each: abs(int(each.point.run) - first)) for those in found]
    ends = np.array([[int(each.earliest.run), int(each.point.run), int(each.latest.run)] for each in near])
    held = (ends[:, 0] <= first) & (first <= ends[:, 2])
    several = np.mean([len(those) > 1 for those in found])
    width = np.mean(ends[:, 2] - ends[:, 0] + 1)
    return len(found) / many, float(several), float(np.mean(ends[:, 1] == first)), float(held.mean()), float(width)


def watched(rng: np.random.Generator, setting: tuple, many: int) -> tuple[float, float, float, float]:
    _, chances, shares, size, fallen = setting
    rung = np.mean([(evidence(looks(rng, chances, shares, size, LOOKS))[0] >= np.log(20)).any() for _ in range(many)])
    delays = []
    for _ in range(max(many // 5, 1)):
        both = [looks(rng, chances, shares, size, 50), looks(rng, fallen, shares, size, 100)]
        late = np.flatnonzero(evidence(np.concatenate(both))[0] >= np.log(20))
        delays.append(late[0] - 49 if len(late) else np.inf)
    return float(rung), *(float(np.quantile(delays, q, method="higher")) for q in (0.5, 0.9)), np.mean(np.isinf(delays))


def _late(looks: float) -> str:
    return f"{looks:g}" if np.isfinite(looks) else "over 100"


def dates(many: int) -> list[str]:
    """The part of the page about the date of a change."""
    rng = np.random.default_rng(SEED)
    page = [
        "",
        f"{many:,} histories a row, seed {SEED}. Recall changes once; 30% are ill. *Spread*: the standard deviation of "
        "recall from run to run beyond what "
        "items explain. *Further*: histories with a second change, which is none. The rest is of the histories whose "
        "change is found: those whose date is right, whose 95% interval of the date holds the run, and the runs in it "
        "on average.",
        "",
        "| items of a run | recall | then | false positive rate | runs | from run | spread | found | further | right "
        "| held | runs in the interval |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for each in DATED:
        *shares, width = dated(rng, each, many)
        told = " | ".join([*(f"{x:g}" for x in each), *(f"{100 * share:.1f}%" for share in shares), f"{width:.1f}"])
        page.append(f"| {told} |")
        print(page[-1], flush=True)
    return page


def main() -> None:
    many = int(sys.argv[sys.argv.index("--processes") + 1]) if "--processes" in sys.argv else 1000
    if "--dates" in sys.argv:
        PAGE.write_text("\n".join([PAGE.read_text().partition(DATES)[0] + DATES, *dates(many)]) + "\n")
        return
    rng = np.random.default_rng(SEED)
    page = [
        "# The ledger: changes that are none",
        "",
        f"Simulated, seed {SEED}, {many:,} histories or processes a row; nominal risk 5%. Made by "
        "`python benchmarks/calibration/ledger.py`.",
        "",
        "## history: a change where there is none",
        "",
        "| items of a run | share ill | recall | false positive rate | runs | false changes |",
        "|--:|--:|--:|--:|--:|--:|",
    ]
    for each in NIGHTS:
        page.append("| " + " | ".join(f"{x:g}" for x in each) + f" | {100 * false_changes(rng, *each, many):.1f}% |")
        print(page[-1], flush=True)
    page += [
        "",
        f"## drift: false alarms over {LOOKS} looks, and the looks until the alarm",
        "",
        "The change comes after 50 looks: recall falls from 0.8 to 0.6; of three labels that of the third from 0.7 to "
        "0.3. Delays are from a fifth as many processes; *missed*: no alarm within 100 looks.",
        "",
        "| labels | shares of labels | items of a look | false alarms | median delay | 90% of delays | missed |",
        "|--:|---|--:|--:|--:|--:|--:|",
    ]
    for each in WATCHED:
        rung, median, most, missed = watched(rng, each, many)
        shares = ", ".join(f"{x:g}" for x in each[2])
        found = f"{100 * rung:.1f}% | {median:g} | {_late(most)} | {100 * missed:.0f}%"
        row = f"| {each[0]} | {shares} | {each[3]} | {found} |"
        page.append(row)
        print(row, flush=True)
    PAGE.write_text("\n".join([*page, "", DATES, *dates(many)]) + "\n")


if __name__ == "__main__":
    main()
