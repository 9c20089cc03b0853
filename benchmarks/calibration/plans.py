"""Whether `plan` keeps its promises, what `match` says of random and of informed clusters, and if `monitor` holds.

Run: ``python benchmarks/calibration/plans.py [--tables N] [--write PATH]``. It writes ``docs/coverage/plans.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from frame import grid, write

import informed
from informed.inference.trial import trial
from informed.questions.match.search import Search, merged
from informed.questions.watch import _gain, sequence, sequence_limits

SEED = 31415
PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "plans.md"

PLANS = (
    {"classes": 7, "informedness": 0.1},
    {"classes": 10, "informedness": 0.15, "power": 0.9},
    {"classes": 20, "informedness": 0.2},
    {"prevalence": 0.1, "informedness": 0.2},
    {"prevalence": 0.03, "informedness": 0.3},
    {"prevalence": [0.9, 0.05, 0.05], "informedness": 0.3},
    {"prevalence": 0.2, "bias": 0.4, "informedness": 0.3, "power": 0.9},
    {"informedness": 0.9},
    {"informedness": 0.6},
    {"classes": 3, "informedness": 0.03},
    {"informedness": 0.97, "width": 0.1},
    {"prevalence": 0.3, "informedness": 0.97, "width": 0.1},
    {"prevalence": 0.05, "informedness": 0.8, "width": 0.2},
    {"classes": 4, "informedness": 0.5, "width": 0.15},
    {"prevalence": 0.1, "informedness": 0.6, "n": 60},
    {"prevalence": 0.05, "n": 200},
    {"classes": 7, "n": 100},
    {"n": 40},
)
MATCHES = tuple(
    (by, many, *size, known)
    for by, many, sizes, shares in (
        ("informedness", False, ((3, 3, 30), (5, 8, 60), (4, 4, 150)), (0.0, 0.25, 0.5, 0.9)),
        ("informedness", True, ((5, 8, 60),), (0.0, 0.5)),
        ("trace", False, ((3, 3, 30),), (0.0, 0.5)),
        ("mutual_information", False, ((5, 8, 60),), (0.0, 0.5)),
    )
    for size in sizes
    for known in shares
)
MONITORS = ((0.5, 0.5, 0.5), (0.1, 0.5, 0.5), (0.5, 0.9, 0.1), (0.2, 0.75, 0.25), (0.05, 0.95, 0.02), (0.5, 0.99, 0.01))


def plans(tables: int) -> Iterator[str]:
    """What was promised, and what fresh tables give."""
    for seed, wanted in enumerate(PLANS):
        planned = informed.plan(**wanted)
        found = trial("informedness", planned.table, n=planned.n, tables=tables, seed=SEED + seed)
        power = found.rejected * found.usable
        said = ", ".join(f"{name} {value}" for name, value in wanted.items())
        off = abs(power - planned.power) > 0.02 or abs(found.width / planned.width - 1) > 0.02
        yield (
            f"| {said} | {planned.n:,} | {planned.power:.3f} | {power:.3f} | {planned.width:.3f} | {found.width:.3f} "
            f"| {found.usable:.3f} | {'fails' if off else ''} |"
        )


def truth(classes: int, clusters: int, known: float) -> np.ndarray:
    """The first class has .4 and the others share the rest; clusters know or are dealt at random."""
    shares = np.array([0.4, *[0.6 / (classes - 1)] * (classes - 1)])
    own = np.arange(clusters) % classes == np.arange(classes)[:, None]
    return shares[:, None] * (known * own / own.sum(1, keepdims=True) + (1 - known) / clusters)


def matches(tables: int) -> Iterator[str]:
    """Of each match: what it is worth on the truth, and what was said of it."""
    for seed, (by, many, classes, clusters, n, known) in enumerate(MATCHES):
        rng, world = np.random.default_rng([SEED, seed]), truth(classes, clusters, known)
        search, rows = Search(by, many, "informative"), []
        for _ in range(tables):
            table = rng.multinomial(n, world.ravel()).reshape(world.shape)
            counts = informed.Counts(table, labels=range(classes), labels_predicted=range(clusters))
            found = informed.match(counts, maximize=by, many_to_one=many, draws=79, seed=rng)
            places = np.array([-1 if each is None else each for each in found.mapping.values()])
            worth = float(search.value(merged(world, places)))
            one = found.corrected
            low, high = (np.nan if each is None else each for each in (one.low, one.high))
            rows.append((found.value.value - worth, one.value - worth, low, high, worth, found.p <= 0.05))
        raw, corrected, low, high, worth, claimed = np.array(rows, float).T
        usable = ~np.isnan(low)
        held = ((low <= worth + 1e-12) & (worth - 1e-12 <= high))[usable].mean()
        yield (
            f"| {by}{', many to one' * many} | {classes} x {clusters} | {n} | {known:g} | {worth.mean():.3f} "
            f"| {raw.mean():+.3f} | {corrected.mean():+.3f} | {held:.3f} | {(high - low)[usable].mean():.2f} "
            f"| {usable.mean():.3f} | {claimed.mean():.3f} |"
        )


def monitors(tables: int) -> Iterator[str]:
    """How often the truth is ever left out in 1,000 items, and how wide the limits are beside halves of the error."""
    for seed, (prevalence, hits, false) in enumerate(MONITORS):
        rng = np.random.default_rng([SEED, seed])
        steps = rng.multinomial(10, _four(prevalence, hits, false), size=(tables, 100)).cumsum(1)
        part = np.stack([steps[..., 0], steps[..., 2]], -1)
        whole = np.stack([steps[..., 0] + steps[..., 1], steps[..., 2] + steps[..., 3]], -1)
        gain = _gain(part, whole, np.array([hits, false])).sum(-1)
        last = steps[:100, -1].reshape(-1, 2, 2).astype(float)
        low, high = sequence(last, 0.95)
        ends = sequence_limits(last[..., 0], last.sum(-1), 0.025)
        widths, halves = high - low, (ends[1] - ends[0]).sum(-1)
        yield (
            f"| {prevalence:g} | {hits:g} | {false:g} | {(gain > np.log(20)).any(1).mean():.4f} "
            f"| {np.mean(widths):.3f} | {np.mean(halves):.3f} | {1 - np.mean(widths) / np.mean(halves):.1%} |"
        )


def _four(prevalence: float, hits: float, false: float) -> np.ndarray:
    rates = np.array([[hits, 1 - hits], [false, 1 - false]])
    return (np.array([[prevalence], [1 - prevalence]]) * rates).ravel()


def page(tables: int) -> Iterator[str]:
    """The evidence as a page, line by line."""
    drawn = min(tables, 1000)
    yield f"""# Plans, matches and monitors

Seeds from {SEED}; nominal level 95%. Nothing is flagged.

## Plans

The promise of each plan, and what {tables:,} fresh tables, judged by the default interval, give. A plan fails where the
power is off by more than 2 points, or the mean width by more than 2%.
"""
    yield from grid("asked | n | power promised | got | width promised | got | usable | ", plans(tables))
    yield f"""
## Matches

{drawn:,} tables a setting (the method draws). *Worth*: the mean value, on the truth, of the very matches that were
chosen; *raw* and *corrected*: how far the two values are off that on average; *coverage* and *width* are of the
interval of the corrected value; *called informed*: the share with a permutation p of at most .05, which for clusters
that know nothing is the false claim.
"""
    heads = (
        "by | classes x clusters | n | known | worth | raw | corrected | coverage | width | usable | called informed"
    )
    yield from grid(heads, matches(drawn), 2)
    yield f"""
## Monitors

{tables:,} runs of 1,000 items, looked at every 10: how often the two shares are ever left out, which bounds how often
informedness is. Widths after 1,000 items (100 runs): by the product of both bets, and by half of the error for each
class. The product is shorter unless a class is rare.
"""
    yield from grid("prevalence | recall | fallout | ever left out | width | by halves | shorter", monitors(tables), 0)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
