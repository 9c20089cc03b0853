"""How the limits along the path of chance do against other ways; writes docs/coverage/informedness.md.

    python benchmarks/calibration/informedness.py [--tables 500]

Classes from 2 to 40, items from 20 to 2,000, even and Zipf, skill from 0 to .95, weights and clusters; every setting
expects an item of each class. Batches of tables, one process.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from frame import even, failing, grid, write, zipf

import informed
from informed.core.registry import get
from informed.inference.dependence import Grouped, grouped
from informed.inference.design import weighted
from informed.inference.gradient import influence
from informed.inference.interval import interval, p_value
from informed.inference.significance.statistics import permutation_p

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "informedness.md"
SEED, LEVEL, GOAL = 71_000, 0.95, 0.93
MEASURES = ("informedness", "edge", "markedness", "kappa", "mcc", "correlation", "balanced_accuracy")
MOST = {"informedness": 40, "edge": 20, "kappa": 20}  # classes; 7 for the others, which are as slow
AGAIN, ELSEWHERE = 10, 10_000  # so many times more tables of the setting that held least, from another seed
RIVALS = ("delta", "wald", "posterior")

HEAD = """# Informedness and its kin: one test and its inversion

Written by `benchmarks/calibration/informedness.py`: {tables} tables a setting, level 95%, seeds from {seed} on. The
predictor knows a share of the items ("skill") and guesses the others, by the frequency of the classes or, where told
*reversed*, as if the rarest were the most common. Every setting expects at least one item of each class. Goal:
{goal:.0%}; a setting fails where even the upper 99% limit of its coverage is below it. *Again*: the coverage in the
setting of the least, of {again} times as many tables drawn anew; the least of many settings is low by luck. How the
limits are found, and why: [one test and its inversion](../methods/informedness.md).

"""


class Setting(NamedTuple):
    """What tables are drawn from."""

    classes: int
    n: int
    kind: str
    skill: float

    @property
    def truth(self) -> np.ndarray:
        """The shares of all cells."""
        share = even(self.classes) if self.kind == "even" else zipf(self.classes)
        habit = share[::-1] if self.kind == "zipf, reversed" else share
        return self.skill * np.diag(share) + (1 - self.skill) * np.outer(share, habit)


def settings() -> list[Setting]:
    """All of them that expect an item of each class."""
    found = [
        Setting(classes, n, kind, skill)
        for classes in (2, 3, 7, 20, 40)
        for n in (20, 50, 100, 400, 2000)[: 5 if classes in (3, 20) else 4]
        for kind in ("even", "zipf", "zipf, reversed")
        for skill in (0.0, 0.1, 0.4, 0.95)
    ]
    return [each for each in found if each.n * each.truth.sum(1).min() >= 1]


def drawn(setting: Setting, tables: int, seed: int) -> np.ndarray:
    """Tables of a setting in which two classes occur."""
    rng = np.random.default_rng(seed)
    found = rng.multinomial(setting.n, setting.truth.ravel(), size=tables).reshape(tables, *setting.truth.shape)
    return found[(found.sum(-1) > 0).sum(-1) > 1].astype(float)


def studentized(name: str, tables: np.ndarray, seed: int, draws: int = 199) -> np.ndarray:
    """The bootstrap-t: quantiles of the resampled distance in its own standard errors."""
    rng, measure = np.random.default_rng(seed), get(name)

    def error(each: np.ndarray) -> np.ndarray:
        n = each.sum((-1, -2))
        return np.sqrt((each * influence(measure, each) ** 2).sum((-1, -2))) / n

    ends = []
    for table in tables:
        n = int(table.sum())
        again = rng.multinomial(n, table.ravel() / n, size=draws).reshape(draws, *table.shape).astype(float)
        value, own = float(measure.raw(table)), float(error(table))
        with np.errstate(all="ignore"):
            t = (measure.raw(again) - value) / error(again)
        t = t[np.isfinite(t)]
        low, high = np.quantile(t, [0.975, 0.025]) if len(t) else (np.nan, np.nan)
        ends.append((value - low * own, value - high * own))
    return np.array(ends).T


def misses(ends: Any, truth: float) -> tuple[float, float, float, int]:
    """Shares of tables whose interval lies above and below the truth, its mean width, and how many have one."""
    low, high = ends
    there = ~np.isnan(low)
    width = float((high - low)[there].mean())
    return float((low > truth + 1e-12)[there].mean()), float((high < truth - 1e-12)[there].mean()), width, there.sum()


def upper(coverage: float, tables: int) -> bool:
    """Whether even the upper 99% limit of a coverage is below the goal."""
    return bool(failing(1 - coverage, tables, 1 - GOAL))


def by_measure(tables: int) -> Iterator[tuple[object, ...]]:
    """Every measure over the grid."""
    every = settings()
    for name in MEASURES:
        worst = []
        for few in (True, False):
            rows = []
            for place, each in enumerate(every):
                if (each.classes == 2) != few or each.classes > MOST.get(name, 7):
                    continue
                rows.append(_held(name, each, tables, SEED + place))
            coverage = np.array([row[0] for row in rows])
            failed = [row for row in rows if upper(row[0], row[3])]
            worst += [(name, row) for row in failed]
            mean = np.mean([row[1:3] for row in rows], axis=0)
            again = _held(name, rows[coverage.argmin()][-1], AGAIN * tables, SEED + ELSEWHERE)[0]
            sizes, shares = "2" if few else f"3 to {MOST.get(name, 7)}", (coverage.min(), again, coverage.mean())
            tails = f"{mean[0]:.3f}, {mean[1]:.3f}"
            yield name, sizes, len(rows), *(f"{share:.3f}" for share in shares), tails, len(failed)
        for measure, (coverage, below, above, _, each) in worst:
            where = f"n = {each.n}, {each.kind}, skill {each.skill:g}"
            yield f"*{measure}*", each.classes, where, f"**{coverage:.3f}**", "", "", f"{below:.3f}, {above:.3f}", ""


def _held(name: str, each: Setting, tables: int, seed: int) -> tuple[float, float, float, int, Setting]:
    """Coverage, misses below and above, the tables that have an interval, and the setting."""
    within = interval(name, drawn(each, tables, seed))
    below, above, _, count = misses((within.low, within.high), float(get(name).raw(each.truth)))
    return 1 - below - above, below, above, count, each


def rivals(tables: int) -> Iterator[tuple[object, ...]]:
    """Informedness by several methods: coverage, and width as a share of the default's."""
    every = settings()
    for few in (True, False):
        for sizes in ((20, 50, 100), (400, 2000)):
            cells: dict[str, list[tuple[float, float]]] = {}
            for place, each in enumerate(every):
                if (each.classes == 2) != few or each.n not in sizes or each.classes > 20:
                    continue
                batch, truth = drawn(each, tables, SEED + place), float(get("informedness").raw(each.truth))
                within = interval("informedness", batch)
                found = {"default": misses((within.low, within.high), truth)}
                for method in RIVALS:
                    slow = method == "posterior"
                    if slow and (each.classes > 5 or each.n > 100):
                        continue
                    some = batch[: max(tables // 10, 10)] if slow else batch
                    other = interval("informedness", some, method=method, draws=200)
                    found[method] = misses((other.low, other.high), truth)
                if each.classes <= 5 and each.n <= 100:
                    found["bootstrap-t"] = misses(studentized("informedness", some, SEED + place), truth)
                for method, (below, above, width, _) in found.items():
                    cells.setdefault(method, []).append((1 - below - above, width / found["default"][2]))
            means = {
                method: (np.min(rows, 0)[0], np.mean(rows, 0)[0], *np.median(rows, 0)[1:])
                for method, rows in cells.items()
            }
            shown = (
                "{:.3f}, {:.3f}; {:.2f}".format(*means[method]) if method in means else ""
                for method in ("default", *RIVALS, "bootstrap-t")
            )
            yield "2" if few else "3 to 20", f"{sizes[0]} to {sizes[-1]}", len(cells["default"]), *shown


def power(tables: int) -> Iterator[tuple[object, ...]]:
    """How often guessing is rejected, beside the permutation test."""
    for place, (classes, n) in enumerate(((2, 40), (3, 30), (7, 40), (20, 25), (20, 90), (40, 60), (40, 200))):
        for kind in ("even", "zipf"):
            for skill in (0.0, 0.08, 0.15):
                each = Setting(classes, n, kind, skill)
                if n * each.truth.sum(1).min() < 1:
                    continue
                batch = drawn(each, tables, SEED + 5000 + place)
                other = permutation_p(batch, draws=399, rng=np.random.default_rng(SEED + place))
                mine, theirs = (float((p < 1 - LEVEL).mean()) for p in (p_value("informedness", batch), other))
                mark = "" if skill else failing(mine, len(batch), 0.06)
                yield classes, n, kind, f"{skill:g}", f"{mine:.3f}{mark}", f"{theirs:.3f}"


def designs(tables: int) -> Iterator[tuple[object, ...]]:
    """Weights and clusters."""
    for place, (classes, n, skill) in enumerate(
        (c, n, s) for c in (2, 3, 10) for n in (100, 400) for s in (0.0, 0.4, 0.9)
    ):
        each = Setting(classes, n, "even", skill)
        rng, size = np.random.default_rng(SEED + 9000 + place), classes * classes
        for design, count in (("weights", tables), ("clusters", max(tables // 5, 20))):
            held = {name: [] for name in ("informedness", "kappa")}
            cell = rng.choice(size, p=each.truth.ravel(), size=(count, n))
            if design == "weights":
                weight, key = rng.lognormal(0, np.sqrt(np.log(2)), cell.shape), np.arange(count)[:, None] * size + cell
                sums = (np.bincount(key.ravel(), w, count * size) for w in (weight.ravel(), weight.ravel() ** 2, None))
                samples = [weighted(*(one.reshape(count, classes, classes) for one in sums))]
            else:
                samples = [_clustered(rng, each) for _ in range(count)]
            for name, ends in held.items():
                truth = float(get(name).raw(each.truth))
                for sample in samples:
                    within = interval(name, sample)
                    ends += [np.ravel((within.low <= truth) & (truth <= within.high))[~np.isnan(np.ravel(within.low))]]
            yield design, classes, n, f"{skill:g}", *(f"{np.concatenate(ends).mean():.3f}" for ends in held.values())


def _clustered(rng: np.random.Generator, setting: Setting) -> Grouped:
    share, n = setting.truth.sum(1), setting.n
    unit = np.arange(n) // 5
    skill = np.clip(rng.normal(setting.skill, 0.2 * (0 < setting.skill < 0.9), n // 5), 0, 1)[unit]
    actual = rng.choice(len(share), n, p=share)
    said = np.where(rng.random(n) < skill, actual, rng.choice(len(share), n, p=share))
    found = grouped(informed.items(actual, {"s": said}, cluster=unit))
    assert isinstance(found, Grouped)
    return found


def page(tables: int) -> Iterator[str]:
    """The whole page, line by line."""
    yield HEAD.format(tables=tables, seed=SEED, goal=GOAL, again=AGAIN)
    yield "## Every measure over the grid\n"
    heads = "measure | classes | settings | least coverage | again | mean | truth below, above | failing"
    yield from grid(heads, by_measure(tables))
    yield """
## Other ways to an interval of informedness

The least and the mean coverage over the settings of a size, and the median width as a share of that of the default.
`bootstrap-t` (199 draws) and `posterior` (200): up to 5 classes and 100 items, a tenth of the tables.
"""
    heads = (
        "classes | items | settings | default | delta (Wald) | wald (smoothed) | posterior (Dirichlet) | bootstrap-t"
    )
    yield from grid(heads, rivals(tables))
    yield """
## The claim: better or worse than guessing

How often p < .05, beside a permutation test of the distance from 0 (399 draws).
"""
    yield from grid("classes | items | kind | skill | default | permutation", power(tables), 0)
    yield "\n## Weights and clusters\n\nCoverage. Weights lognormal with variation 1; clusters of 5 items whose skill"
    yield "varies (sd .2).\n"
    yield from grid("design | classes | items | skill | informedness | kappa", designs(tables))


if __name__ == "__main__":
    write(PAGE, page, __doc__)
