"""How often the informedness of a cue given the others is held by its interval, and how often cues are told wrongly.

``python benchmarks/calibration/cues.py [--tables N]`` writes ``docs/coverage/cues.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import numpy as np
from frame import even, failing, grid, write, zipf

from informed.core.items import Items
from informed.questions.compare.cues import Cues, cued

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "cues.md"
SEED, GOAL = 20411, 0.06


def drawn(rng: np.random.Generator, shares: np.ndarray, cues: int, informed: float, items: int) -> Cues:
    """The last cue knows the class with this probability, else it guesses as the first one says; the others know .4."""
    k = len(shares)
    actual = rng.choice(k, items, p=shares)
    others = [np.where(rng.random(items) < 0.4, actual, rng.choice(k, items, p=shares)) for _ in range(cues - 1)]
    guess = np.where(rng.random(items) < 0.5, others[0], rng.choice(k, items, p=shares))
    last = np.where(rng.random(items) < informed, actual, guess)
    said = {str(place): each for place, each in enumerate([*others, last])}
    return cued(Items.of(actual, said, range(k)))


def settings(tables: int) -> Iterator[str]:
    """A line for each setting."""
    shapes = ((2, "even"), (2, "one in ten"), (3, "even"), (3, "uneven"), (5, "uneven"))
    for place, ((k, name), cues, items) in enumerate(product(shapes, (2, 4), (60, 300))):
        shares = np.array([0.1, 0.9]) if name == "one in ten" else (even(k) if name == "even" else zipf(k))
        cells = []
        for informed in (0.0, 0.4, 0.9):
            rng = np.random.default_rng([SEED, place, int(10 * informed)])
            found = [drawn(rng, shares, cues, informed, items).cues[-1] for _ in range(tables)]
            given = [each.given for each in found if each.given.low is not None]
            held = np.mean([each.low <= informed <= each.high for each in given])
            cells.append(f"{np.nanmean([each.given.value for each in found]) - informed:+.3f}")
            cells.append(f"{held:.3f}{failing(1 - held, len(given), GOAL)}")
            if not informed:
                false = [np.mean([getattr(each, p) < 0.05 for each in found]) for p in ("p", "p_any", "p_added")]
                cells += [f"{each:.3f}{failing(each, tables, GOAL)}" for each in false]
                cells.append(f"{np.mean([each.alone.low > 0 for each in found]):.2f}")
            else:
                cells.append(f"{np.mean([each.p < 0.05 for each in found]):.2f}")
        yield f"| {k} | {name} | {cues} | {items} | " + " | ".join(cells) + " |"


def page(tables: int) -> Iterator[str]:
    """The page."""
    yield f"""# Cues given other cues

`informed compare --cues` of worlds whose truth is known. The last of 2 or 4 cues knows the class with probability `g`;
else it says what the first cue says, or guesses. So its informedness given the others is `g`, and alone it is informed
also where `g` is 0. How it is found: [cues](../methods/cues.md). `off`: mean less `g`. `held`: how often the interval
holds `g`; intervals allow for all cues, so they should hold it in 97.5% (2 cues) or 98.75% (4). With `g` = 0 follow
how often p is below .05: of informedness given the others, of any association given them, of what the last cue adds.
Then how often the interval of the cue alone is above 0, by which a reader would go who looks at cues one by one. With
`g` above 0 follows the power. {tables:,} samples a setting. Written by `benchmarks/calibration/cues.py`, seed {SEED}.
Where even the lower 99% limit of an error is above {GOAL}, it is given in bold.
"""
    heads = "classes | shares | cues | items | off, g 0 | held | p | p any | p adds | alone > 0"
    yield from grid(f"{heads} | off, g .4 | held | power | off, g .9 | held | power", settings(tables), 2)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
