"""How often limits hold where only some items were verified, and how often what is said of it is false.

``python benchmarks/calibration/verified.py [--tables N]`` writes ``docs/coverage/verified.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from frame import even, failing, grid, rare, write, zipf
from scipy.optimize import brentq

from informed.core.counts import Counts
from informed.core.items import Items
from informed.core.registry import get
from informed.questions.compare.verified import compared_verified
from informed.questions.evaluate.verified import corrected

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "verified.md"
SEED, GOAL, DRAWS = 70815, 0.065, 2000
SETTINGS = [  # shares of the classes, known, items, who is verified by prediction, odds of an error among the others
    ("2, one in ten", rare(0.1), 0.8, 300, (0.9, 0.2), 1.0),
    ("2, one in ten", rare(0.1), 0.8, 1000, (0.9, 0.1), 1.0),
    ("2, one in twenty", rare(0.05), 0.9, 1000, (1.0, 0.05), 1.0),
    ("2, three in ten", rare(0.3), 0.6, 200, (0.8, 0.3), 1.0),
    ("2, even", even(2), 0.95, 200, (0.5, 0.5), 1.0),
    ("2, three in ten", rare(0.3), 0.0, 300, (0.8, 0.2), 1.0),
    ("2, one in ten", rare(0.1), 0.0, 500, (0.9, 0.1), 1.0),
    ("3, Zipf", zipf(3), 0.6, 300, (0.3, 0.5, 0.9), 1.0),
    ("3, Zipf", zipf(3), 0.0, 300, (0.3, 0.5, 0.9), 1.0),
    ("5, even", even(5), 0.5, 600, (0.9, 0.7, 0.5, 0.4, 0.3), 1.0),
    ("10, Zipf", zipf(10), 0.4, 1000, (0.4,) * 10, 1.0),
    ("2, three in ten", rare(0.3), 0.6, 400, (0.8, 0.3), 2.0),
    ("2, three in ten", rare(0.3), 0.6, 400, (0.8, 0.3), 0.5),
    ("3, even", even(3), 0.5, 400, (0.9, 0.5, 0.3), 4.0),
    ("2, three in ten", rare(0.3), 0.4, 400, (0.8, 0.3), None),  # the odds at which nothing is known of all
    ("2, one in ten", rare(0.1), 0.6, 1000, (0.9, 0.1), None),
    ("3, even", even(3), 0.3, 400, (0.9, 0.5, 0.3), None),
]
informed, recall = get("informedness").raw, lambda table: table[0, 0] / table[0].sum()


def world(shares: np.ndarray, known: float, seen: tuple[float, ...], odds: float) -> tuple[np.ndarray, np.ndarray]:
    """Joint shares of the verified and of the others: the class is known with a probability, else guessed alike."""
    size, seen = len(shares), np.array(seen)
    joint = shares[:, None] * (known * np.eye(size) + (1 - known) / size)
    said = joint.sum(0)
    classes = joint / said
    hit = np.diag(classes)
    others = classes * odds / (hit + (1 - hit) * odds)
    np.fill_diagonal(others, hit / (hit + (1 - hit) * odds))
    return classes * said * seen, others * said * (1 - seen)


def turning(shares: np.ndarray, known: float, seen: tuple[float, ...]) -> float:
    """The odds at which all items together show nothing."""
    return float(np.exp(brentq(lambda at: informed(sum(world(shares, known, seen, np.exp(at)))), 0, 12)))


def settings(tables: int) -> Iterator[list[str]]:
    """A row for each setting."""
    for place, (name, shares, known, items, seen, odds) in enumerate(SETTINGS):
        rng = np.random.default_rng([SEED, place])
        odds = turning(shares, known, seen) if odds is None else odds
        parts = world(shares, known, seen, odds)
        size, whole = len(shares), sum(parts)
        truths, held, width, naive, said, further, used = (informed(whole), recall(whole)), np.zeros(2), [], 0, 0, 0, 0
        for _ in range(tables):
            drawn = rng.multinomial(items, np.concatenate([each.ravel() for each in parts]))
            table, rest = drawn[: size**2].reshape(size, size), drawn[size**2 :].reshape(size, size).sum(0)
            if not table.sum(0)[rest > 0].all() or not table.any():
                continue
            found = corrected(Counts(table, unjudged=rest), draws=DRAWS)
            used += 1
            for at, (each, truth) in enumerate(zip(("informedness", "recall[0]"), truths, strict=True)):
                held[at] += found.measures[each].low <= truth <= found.measures[each].high
            width.append(found.measures["informedness"].high - found.measures["informedness"].low)
            plain = informed(table)
            naive += abs(plain - truths[0]) > abs(found.measures["informedness"].value - truths[0])
            said += found.measures["informedness"].low > 0
            further += found.holds_to is not None and odds <= found.holds_to
        cells = [f"{share / used:.3f}{failing(1 - share / used, used, GOAL)}" for share in held]
        yield [
            *(name, known, items, ", ".join(map(str, dict.fromkeys(seen))), f"{odds:.3g}"),
            *(f"{truths[0]:.3f}", cells[0], f"{np.median(width):.2f}", cells[1], f"{said / used:.3f}"),
            f"{further / used:.3f}{failing(further / used, used, 0.05)}" if abs(truths[0]) < 1e-9 else "",
            *(f"{naive / used:.2f}", f"{1 - used / tables:.3f}"),
        ]


TWO = [  # share of the rarer class, what each of two systems knows, items, verified where both, one or none call
    (0.3, (0.6, 0.6), 400, (0.9, 0.5, 0.2)),
    (0.1, (0.8, 0.8), 1000, (0.9, 0.6, 0.1)),
    (0.3, (0.0, 0.0), 400, (0.9, 0.5, 0.2)),
    (0.3, (0.5, 0.8), 400, (0.9, 0.5, 0.2)),
]


def pairs(tables: int) -> Iterator[list[str]]:
    """A row for each setting of two systems."""
    for place, (share, known, items, seen) in enumerate(TWO):
        rng = np.random.default_rng([SEED, 100, place])
        truth, held, said, used = known[1] - known[0], 0, 0, 0
        for _ in range(tables):
            actual = (rng.random(items) >= share).astype(int)
            guess = (rng.random((2, items)) >= 0.5).astype(int)
            both = np.where(rng.random((2, items)) < np.array(known)[:, None], actual, guess)
            checked = rng.random(items) < np.array(seen)[both.sum(0)]
            of = {"group": checked.astype(int), "by": ("seen",), "groups": (("no",), ("yes",))}
            found = compared_verified(Items.of(actual, dict(zip("ab", both, strict=True)), (0, 1), **of), draws=DRAWS)
            if found.measures:
                gap = found.differences["informedness"]
                used, held = used + 1, held + (gap.low <= truth <= gap.high)
                said += found.p["informedness"] < 0.05
        rates = [f"{held / used:.3f}{failing(1 - held / used, used, GOAL)}", f"{said / used:.3f}"]
        rates[1] += failing(said / used, used, 0.05) if not truth else ""
        yield [share, *known, items, ", ".join(map(str, seen)), *rates, f"{1 - used / tables:.3f}"]


def page(tables: int) -> Iterator[str]:
    """The page."""
    yield f"""# Limits where only some items were verified

`informed evaluate --verified COLUMN`: 95% limits of informedness and of the recall of the first class. An item is known
with the probability `known`, else guessed with equal shares. Of the items with each prediction the share `verified`
have a known class. `odds`: of an error among the others, as a multiple of that among the verified; where it is 1 the
assumption holds, elsewhere it fails and the limits are not promised. `better`: how often it is said to beat guessing;
where `known` is 0 and the odds are 1 that is a false claim. `too far`: where nothing is known of all items together,
how often it is said to beat guessing up to these odds or higher ones. `nearer`: how often the estimate is nearer to the
truth than the informedness of the verified items alone. `silent`: samples in which no item of some prediction was
verified. {tables:,} samples a setting, {DRAWS:,} draws. The method: [verified items](../methods/verified.md). Written
by `benchmarks/calibration/verified.py`, seed {SEED}. Where even the lower 99% limit of an error is above {GOAL}, it is
given in bold.
"""
    heads = "classes | known | items | verified | odds | informedness | held | width | recall held | better | too far"
    yield from grid(f"{heads} | nearer | silent", settings(tables))
    yield """
## Two systems

`informed compare --verified COLUMN` on two classes, of which the rarer has the share `rarer`; two systems know what
they know independently. `verified`: the share where both, one, or none call the rarer class. `better`: how often one is
said to be better informed; where they are alike that is a false claim.
"""
    yield from grid("rarer | a knows | b knows | items | verified | held | better | silent", pairs(tables))


if __name__ == "__main__":
    write(PAGE, page, __doc__)
