"""How often `judge` says of a judge of pairs that it leans, where it does not, and how often where it does.

``python benchmarks/calibration/leaning.py [--tables N]`` writes ``docs/coverage/leaning.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from frame import failing, grid, write

from informed.questions.judge import pairs

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "leaning.md"
SEED, GOAL = 20267, 0.05
COLUMNS = {"judged": "winner", "first": "a", "second": "b", "id": "item", "human": "human"}
# Pairs; how many of them are of one item; how much better longer answers are; the noise of the judge, and of that the
# share that is the same in both orders; how close the judge calls a tie; how it leans to place, longer, own.
WORLDS = [
    ("no lean", 50, 1, 0.0, 1.0, 0.0, 0.0, (0, 0, 0)),
    ("no lean", 200, 1, 0.0, 1.0, 0.0, 0.0, (0, 0, 0)),
    ("no lean, ties", 200, 1, 0.0, 1.0, 0.0, 0.5, (0, 0, 0)),
    ("no lean, four pairs an item", 200, 4, 0.0, 1.0, 0.5, 0.3, (0, 0, 0)),
    ("no lean, longer is better", 200, 1, 0.7, 1.0, 0.5, 0.0, (0, 0, 0)),
    ("no lean, longer is better, a poor judge", 200, 1, 0.7, 3.0, 0.5, 0.0, (0, 0, 0)),
    ("no lean, longer is better, a poor judge", 1000, 1, 0.7, 3.0, 0.5, 0.0, (0, 0, 0)),
    ("no lean, longer is better, a judge better than the human", 200, 1, 0.7, 0.3, 0.5, 0.0, (0, 0, 0)),
    ("leans to the first", 50, 1, 0.0, 1.0, 0.0, 0.0, (0.7, 0, 0)),
    ("leans to the first", 200, 1, 0.0, 1.0, 0.0, 0.0, (0.7, 0, 0)),
    ("leans to the longer", 50, 1, 0.0, 1.0, 0.5, 0.0, (0, 0.7, 0)),
    ("leans to the longer", 200, 1, 0.0, 1.0, 0.5, 0.0, (0, 0.7, 0)),
    ("leans to the longer, which is better", 200, 1, 0.7, 1.0, 0.5, 0.0, (0, 0.7, 0)),
    ("leans to its own", 200, 1, 0.0, 1.0, 0.5, 0.0, (0, 0, 0.7)),
]


def verdicts(
    rng: np.random.Generator, n: int, among: int, better: float, noise: float, same: float, close: float, leans: tuple
) -> dict[str, list]:
    """Rows of both orders: how much better an answer is, as the human and the judge see it, decides who wins."""
    longer, own = rng.choice([-1.0, 1.0], (2, n))  # whether system "x" is the longer, the judge's own
    worth = 1.4 * rng.normal(size=n) + 0.7 * np.repeat(rng.normal(size=-(-n // among)), among)[:n] + better * longer
    human = worth + rng.normal(size=n)
    shared = noise * np.sqrt(same) * rng.normal(size=n)
    rows: dict[str, list] = {name: [] for name in ("item", "a", "b", "winner", "human", "la", "lb")}
    for place in (1.0, -1.0):
        own_noise = noise * np.sqrt(1 - same) * rng.normal(size=n)
        seen = worth + shared + own_noise + leans[0] * place + leans[1] * longer + leans[2] * own
        for at in range(n):
            names = ("mine", f"other{at}") if own[at] > 0 else (f"other{at}", "mine")  # x, y
            rows["item"].append(at // among)
            x, y = names if place > 0 else names[::-1]
            rows["a"].append(x)
            rows["b"].append(y)
            rows["winner"].append("tie" if abs(seen[at]) < close else names[int(seen[at] < 0)])
            rows["human"].append(names[int(human[at] < 0)])
            rows["la"].append(2.0 if longer[at] * place > 0 else 1.0)
            rows["lb"].append(3.0 - rows["la"][-1])
    return rows


def cells(tables: int) -> Iterator[str]:
    """A line for each world."""
    for place, (name, n, among, *world, leans) in enumerate(WORLDS):
        rng = np.random.default_rng([SEED, place])
        said: Counter[str] = Counter()
        for _ in range(tables):
            rows = verdicts(rng, n, among, *world, leans)
            found = pairs.leaning(*pairs.read(rows, **COLUMNS, own="mine", length=("la", "lb")))
            said.update(each.code for each in found.findings)
        rates = []
        for so, codes in zip(leans, (("first", "second"), ("longer", "shorter"), ("own", "other")), strict=True):
            wrong = sum(said[f"leans_{code}"] for code in codes[bool(so) :]) / tables
            right = f"said {said[f'leans_{codes[0]}'] / tables:.3f}" if so else ""
            rates.append(right or f"{wrong:.3f}{failing(wrong, tables, GOAL)}")
        yield f"| {name} | {n:,} | {' | '.join(rates)} |"


def page(tables: int) -> Iterator[str]:
    """The page: what was done, then a line a world."""
    yield f"""# Coverage: judges that lean

How often `judge` says of a judge of pairs that it leans to a place, to the longer or shorter answer, or to its own or
the other, where it does not (the goal is at most 0.05 for all three together), and after `said` how often where it
does. {tables:,} data sets a line; every pair is shown in both orders, all three checks are asked for, 95%. The worth of
an answer is normal; human and judge see it with noise, the human's of deviation 1. A lean adds 0.7 to what the judge
sees, a longer answer that is better 0.7 to the worth. Written by `benchmarks/calibration/leaning.py`, seed {SEED}.
Where even the lower 99% limit of a false rate is above the goal, it is given in bold.

A judge is held to the human: one who sees better than the human does prefers better answers more often, and where the
longer are better that looks like a lean. So the human verdicts of such a check should be of several people or of
experts.
"""
    yield from grid("judge | pairs | place | length | own", cells(tables))


if __name__ == "__main__":
    write(PAGE, page, __doc__)
