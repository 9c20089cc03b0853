"""How often `history` and `drift` find a change where there is none, and how long `drift` takes to find one.

Run: ``python benchmarks/calibration/ledger.py [--processes N]``. It writes ``docs/coverage/ledger.md``.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from informed.core.estimate import Estimate
from informed.inference.estimates import estimates
from informed.questions.drift.compute import evidence
from informed.questions.history.compute import Point, changes

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "ledger.md"
SEED, LOOKS = 20261116, 200
TWO, FELL = ((0.8, 0.2), (0.1, 0.9)), ((0.6, 0.4), (0.1, 0.9))
THREE = ((0.8, 0.1, 0.1), (0.1, 0.8, 0.1), (0.1, 0.2, 0.7))
THREE_FELL = ((0.8, 0.1, 0.1), (0.1, 0.8, 0.1), (0.1, 0.6, 0.3))
NIGHTS = [  # items of a run, share of the ill, recall, false positive rate, runs
    (20, 0.5, 0.8, 0.2, 2), (20, 0.5, 0.8, 0.2, 5), (20, 0.5, 0.8, 0.2, 30), (50, 0.2, 0.7, 0.1, 2),
    (50, 0.2, 0.7, 0.1, 6), (50, 0.2, 0.7, 0.1, 10), (30, 0.5, 0.98, 0.02, 20), (200, 0.3, 0.85, 0.1, 7),
    (200, 0.3, 0.85, 0.1, 20), (200, 0.05, 0.9, 0.05, 4), (200, 0.05, 0.9, 0.05, 50), (1000, 0.3, 0.85, 0.1, 100),
]  # fmt: skip
WATCHED = [  # labels, chances of predictions, shares of actual labels, items of a look, chances after a change
    (2, TWO, (0.3, 0.7), 50, FELL),
    (2, TWO, (0.05, 0.95), 200, FELL),
    (3, THREE, (0.5, 0.3, 0.2), 100, THREE_FELL),
]


def looks(rng: np.random.Generator, chances: object, shares: object, size: int, number: int) -> np.ndarray:
    actual = rng.multinomial(size, shares, size=number)
    return np.stack([rng.multinomial(actual[:, row], each) for row, each in enumerate(chances)], 1).astype(float)


def false_changes(rng: np.random.Generator, size: int, ill: float, recall: float, false: float, runs: int, many: int):
    sick = rng.binomial(size, ill, (many, runs))
    hits, alarms = rng.binomial(sick, recall), rng.binomial(size - sick, false)
    table = np.stack([np.stack([hits, sick - hits], -1), np.stack([alarms, size - sick - alarms], -1)], -2)
    found = estimates("informedness", table.astype(float))
    day = datetime(2026, 1, 1, tzinfo=UTC)
    histories = [
        [
            Point("", day, "a", "", size, Estimate(float(v), 0.0, float(a), float(b), 0.95))
            for v, a, b in zip(*each, strict=True)
        ]
        for each in zip(found.value, found.low, found.high, strict=True)
    ]
    return float(np.mean([bool(changes(each, 0.05)[1]) for each in histories]))


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


def main() -> None:
    many = int(sys.argv[sys.argv.index("--processes") + 1]) if "--processes" in sys.argv else 1000
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
    PAGE.write_text("\n".join(page) + "\n")


if __name__ == "__main__":
    main()
