"""Every measure on settings drawn at random, which nothing was chosen on; writes docs/coverage/measures.md.

    python benchmarks/calibration/measures.py [--tables 1000] [--seed 20261119]

Another seed gives other settings.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from frame import failing, grid, write

from informed.core.registry import Measure, find, get
from informed.core.table import one_vs_rest
from informed.inference.interval import interval, p_value
from informed.inference.significance.statistics import permutation_p

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "measures.md"
LEVEL, GOAL = 0.95, 0.93
SEED = int(sys.argv[sys.argv.index("--seed") + 1]) if "--seed" in sys.argv else 20261119
GROUPS = {"2": (2, 2, 60), "3 to 7": (3, 7, 30), "8 to 40": (8, 40, 16)}  # the least and most classes; settings
ITEMS = 20, 2000
MANY = 4  # so many times fewer tables of many classes
AGAIN, ELSEWHERE = 10, 10_000  # so many times more tables of the setting that held least, from another place
SLOW, MOST = ("phi_squared", "phi_contingency", "cramers_v"), 12  # classes up to which these are tried
MONEY = [[1.0, -1.0], [-0.5, 0.2]]
GIVEN = {"f_alpha": "f_alpha(alpha=0.3)", "expected_value": f"expected_value(value={MONEY})"}
GIVEN |= {"total_cost": f"total_cost(cost={MONEY})"}
MIDDLE = ("informedness", "edge", "markedness", "kappa", "mcc", "balanced_accuracy")
LABELLED = ("informedness", "recall", "precision", "f_measure")
POWERED, DRAWS = 12, 399
ENOUGH = 20  # items expected of each class where widths are compared: elsewhere Wald holds by luck

Way = Callable[["Setting", int, int], "Held | None"]
"""How a setting is tried: on the tables of a place, and how many."""

EVERY = "measure | method | classes | settings | least | again | mean | truth below, above | failing | usable | where"
WIDTH = f"""## Width

Of settings with 400 items and more that expect {ENOUGH} of each class: the mean width as a share of that of the
narrower of `delta` and `wald` among those that cover 93% there. *None*: neither does.
"""
POWER = f"""## Power

Informedness against a permutation test of its distance from 0 ({DRAWS} draws): how often guessing is rejected at .05
where nothing is known (size) and where a little is (power), ours first; then both at a size of exactly .05, ties
by lot, and the share of the second that the first has.
"""
HEAD = """# Every measure, on settings that nothing was chosen on

Written by `benchmarks/calibration/measures.py`: {tables:,} tables a setting (a quarter of 8 classes and more), level
95%, seed {seed}; another `--seed` draws other settings. All of this is drawn at random: the number of classes, of
items ({least} to {most:,}, at least one expected of each class), how uneven the classes are (equally common to Zipf),
the share of items that is known (0 to .95; none in one setting of five), whether the others are guessed by the shares
of the classes or by other habits, and how often a class is taken for the next one. Goal: {goal:.0%}; *failing*:
settings whose upper 99% limit is below it. *Again*: the coverage in the setting of the least, of {again} times as many
tables drawn anew; the least of many settings is low by luck. Coverage is over the tables that have an interval.

"""


@dataclass(frozen=True)
class Setting:
    """What tables are drawn from."""

    classes: int
    n: int
    known: float
    truth: np.ndarray

    def __str__(self) -> str:
        rare = self.truth.sum(1).min()
        return f"{self.classes} classes, {self.n} items, {self.known:.0%} known, rarest class {rare:.1%}"

    def drawn(self, tables: int, place: int) -> np.ndarray:
        """Tables in which two classes occur."""
        rng = np.random.default_rng([SEED, place])
        found = rng.multinomial(self.n, self.truth.ravel(), size=tables).reshape(tables, *self.truth.shape)
        return found[(found.sum(-1) > 0).sum(-1) > 1].astype(float)


def setting(rng: np.random.Generator, least: int, most: int, known: float | None = None) -> Setting:
    """One that expects an item of each class."""
    classes = round(float(np.exp(rng.uniform(np.log(least - 0.5), np.log(most + 0.49)))))
    if classes == 2:
        share = np.exp(rng.uniform(np.log(0.01), np.log(0.5)))
        shares = np.array([share, 1 - share])
    else:
        shares = rng.permutation(1 / np.arange(1, classes + 1) ** rng.uniform(0, 1))
        shares /= shares.sum()
    fewest = max(ITEMS[0], int(np.ceil(1 / shares.min())))
    n = int(np.exp(rng.uniform(np.log(fewest), np.log(ITEMS[1]))))
    if known is None:
        known = rng.uniform(0, 0.95) * (rng.random() > 0.2)
    habit = shares if rng.random() < 0.5 else rng.permutation(shares)
    mixed = rng.uniform(0, 0.5) * (rng.random() < 0.5)  # of the errors: taken for the next class
    wrong = (1 - mixed) * np.outer(shares, habit) + mixed * np.roll(np.diag(shares), 1, axis=1)
    return Setting(classes, n, float(known), known * np.diag(shares) + (1 - known) * wrong)


def settings(group: str) -> list[Setting]:
    """All of a group."""
    least, most, count = GROUPS[group]
    rng = np.random.default_rng([SEED, most])
    return [setting(rng, least, most) for _ in range(count)]


@dataclass(frozen=True)
class Held:
    """How an interval did in one setting."""

    where: Setting
    method: str
    below: float
    above: float
    width: float
    usable: float
    tables: int

    @property
    def coverage(self) -> float:
        """The share that holds the truth."""
        return 1 - self.below - self.above


def tried(measure: Measure, each: Setting, tables: np.ndarray, method: str | None = None) -> Held | None:
    """The intervals of a measure on tables of a setting; None where the truth is undefined or no table has one."""
    whole = each.truth * (each.n if measure.extensive else 1)
    truth = float(
        measure.raw(whole if tables.shape[-1] == each.classes else one_vs_rest(whole)[each.truth.sum(1).argmin()])
    )
    within = interval(measure, tables, level=LEVEL, method=method, draws=1000)
    there = ~np.isnan(within.low)
    if not there.any() or not np.isfinite(truth):
        return None
    low, high = within.low[there], within.high[there]
    near = 1e-9 * max(1.0, abs(truth))
    with np.errstate(invalid="ignore"):
        width = float(np.mean(high - low))
    rates = float((low > truth + near).mean()), float((high < truth - near).mean())
    return Held(each, str(within.method), *rates, width, float(there.mean()), int(there.sum()))


def fails(found: Held) -> bool:
    """Whether even the upper 99% limit of its coverage is below the goal."""
    return bool(failing(1 - found.coverage, found.tables, 1 - GOAL))


def row(name: str, group: str, some: list[Setting], way: Way, tables: int) -> Iterator[tuple[object, ...]]:
    """One line of the first table, if any table has an interval."""
    found = [one for place, each in enumerate(some) if (one := way(each, place, tables))]
    if not found:
        return
    worst = min(found, key=lambda each: each.coverage)
    anew = way(worst.where, ELSEWHERE, AGAIN * tables)
    tails = np.mean([(each.below, each.above) for each in found], axis=0)
    mean, failed = np.mean([each.coverage for each in found]), sum(map(fails, found))
    methods = ", ".join(dict.fromkeys(f"{each.method}" for each in found))
    share = f"{min(each.usable for each in found):.0%}"
    coverage = f"**{worst.coverage:.3f}**" if failed else f"{worst.coverage:.3f}"
    again, tail = f"{anew.coverage:.3f}" if anew else "", f"{tails[0]:.3f}, {tails[1]:.3f}"
    yield name, methods, group, len(found), coverage, again, f"{mean:.3f}", tail, failed, share, str(worst.where)


def fewer(each: Setting, tables: int) -> int:
    """How many tables a measure is tried on."""
    return max(tables // (MANY if each.classes >= GROUPS["8 to 40"][0] else 1), 5)


def measured(tables: int) -> Iterator[tuple[object, ...]]:
    """Every measure over the groups; whole tables, and the rarest label against the rest."""
    for each in find():
        measure = get(GIVEN.get(each.name, each.name))
        for group, (least, _, _) in GROUPS.items():
            if not measure.applies(least, least) or (least > 2 and "[[" in GIVEN.get(each.name, "")):
                continue
            some = [one for one in settings(group) if each.name not in SLOW or one.classes <= MOST]
            yield from row(each.name, group, some, partial(_whole, measure), tables)
    for name in LABELLED:
        for group in list(GROUPS)[1:]:
            yield from row(f"{name} of the rarest label", group, settings(group), partial(_rarest, get(name)), tables)


def _whole(measure: Measure, each: Setting, place: int, tables: int) -> Held | None:
    return tried(measure, each, each.drawn(fewer(each, tables), place))


def _rarest(measure: Measure, each: Setting, place: int, tables: int) -> Held | None:
    split = one_vs_rest(each.drawn(fewer(each, tables), place))[:, each.truth.sum(1).argmin()]
    return tried(measure, each, split)


def widths(tables: int) -> Iterator[tuple[object, ...]]:
    """The width as a share of that of the narrowest other method that holds the goal, of 400 items and more."""
    for name in MIDDLE:
        for group in GROUPS:
            ratios, none = [], 0
            for place, each in enumerate(settings(group)):
                if each.n < 400 or each.n * each.truth.sum(1).min() < ENOUGH:
                    continue
                batch = each.drawn(fewer(each, tables), place)
                own = tried(get(name), each, batch)
                others = [tried(get(name), each, batch, method) for method in ("delta", "wald")]
                valid = [one.width for one in others if one and one.coverage >= GOAL]
                none += not valid
                if own and valid:
                    ratios.append(own.width / min(valid))
            if ratios:
                yield name, group, len(ratios), none, f"{np.median(ratios):.3f}", f"{max(ratios):.3f}"


def at_size(null: np.ndarray, other: np.ndarray, size: float = 0.05) -> float:
    """How often p of the other tables is below what keeps exactly this size on the null tables, ties by lot."""
    edge = np.quantile(null, size, method="inverted_cdf")
    share = (size - (null < edge).mean()) / max(float((null == edge).mean()), 1e-12)
    return float((other < edge).mean() + share * (other == edge).mean())


def powers(tables: int) -> Iterator[tuple[object, ...]]:
    """Informedness against the permutation test: size and power as they are, and power at equal size."""
    rng, shares = np.random.default_rng([SEED, 1]), []
    for place in range(POWERED):
        base = setting(rng, 2, 40, known=0.0)
        margins = base.truth.sum(1), base.truth.sum(0)
        chance = np.outer(*margins)
        small = base.n if base.n < 300 else base.n // 10 + 20
        # So much is known that a normal test would have a power between a third and nine tenths.
        spread = float((chance / (1 - margins[0])).trace() - ((np.diag(chance) / (1 - margins[0])).sum()) ** 2)
        known = min(rng.uniform(1.6, 3.2) * np.sqrt(max(spread, 0.02) / small), 0.9)
        truth = known * np.diag(margins[0]) + (1 - known) * chance
        pair = [Setting(base.classes, small, share, t) for share, t in ((0.0, chance), (known, truth))]
        both = []
        for each in pair:
            batch = each.drawn(tables, 900 + place)
            draws = np.random.default_rng([SEED, 7, place])
            both.append((np.asarray(p_value("informedness", batch)), permutation_p(batch, draws=DRAWS, rng=draws)))
        rates = [[float((p < 1 - LEVEL).mean()) for p in of] for of in both]
        mine, theirs = (at_size(null, other) for null, other in zip(*both, strict=True))
        shares.append(mine / max(theirs, 1e-9))
        size, power = (f"{ours:.3f}, {other:.3f}" for ours, other in rates)
        yield base.classes, small, f"{known:.2f}", size, power, f"{mine:.3f}, {theirs:.3f}", f"{shares[-1]:.2f}"
    yield "", "", "", "", "", "least, mean", f"{min(shares):.2f}, {np.mean(shares):.2f}"


def page(tables: int) -> Iterator[str]:
    """The page, line by line."""
    yield HEAD.format(tables=tables, seed=SEED, least=ITEMS[0], most=ITEMS[1], goal=GOAL, again=AGAIN)
    parts: tuple[tuple[str, str, int, Callable[[int], Any]], ...] = (
        ("", EVERY, 3, measured),
        (WIDTH, "measure | classes | settings | none | median | most", 2, widths),
        (POWER, "classes | items | known | size | power | at equal size | share", 0, powers),
    )
    for text, heads, words, rows in parts:
        yield text
        yield from grid(heads, rows(tables), words)
        yield ""


if __name__ == "__main__":
    if "--seed" in sys.argv:
        at = sys.argv.index("--seed")
        del sys.argv[at : at + 2]
    write(PAGE, partial(page), __doc__)
