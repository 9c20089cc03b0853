"""How often the intervals of rater coefficients hold the truth, and how often the verdict of `agree` is wrong.

Run: ``python benchmarks/calibration/raters.py [--tables N] [--write PATH]``. It writes ``docs/coverage/raters.md``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
from frame import grid, write

from informed.core.ratings import Ratings
from informed.core.registry import get
from informed.questions.agree.coefficients import METRICS, krippendorff
from informed.questions.agree.compute import _mean, _pair_table
from informed.questions.agree.pooled import Pooled, every_pair, every_rating

GOAL, SEED = 0.92, 20260
PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "raters.md"
COEFFICIENTS = ("fleiss_kappa", "krippendorff_alpha", "mean_pairwise_kappa", "mean_pairwise_mcc")


@dataclass(frozen=True)
class World:
    """Raters who know an item's label together (``by`` item) or each for themselves (``by`` rater), else guess."""

    raters: int
    labels: int
    common: float
    n: int
    agreement: float
    by: str = "item"
    gaps: float = 0.0
    metric: str = "nominal"
    habits: tuple[float, ...] = field(default=())  # how often each rater guesses the common label, if not alike

    @property
    def prevalence(self) -> np.ndarray:
        return _shares(self.common, self.labels)

    @property
    def guesses(self) -> np.ndarray:
        """What each rater guesses, ``(raters, labels)``."""
        return np.stack([_shares(each, self.labels) for each in self.habits or [self.common] * self.raters])

    def joint(self, one: int, other: int) -> np.ndarray:
        """The expected table of two raters."""
        same, (a, b) = np.diag(self.prevalence), self.guesses[[one, other]]
        if self.by == "item":
            return self.agreement * same + (1 - self.agreement) * np.outer(a, b)
        knows = self.agreement**0.5
        says = [knows * np.eye(self.labels) + (1 - knows) * each for each in (a, b)]  # (actual, said)
        return says[0].T @ same @ says[1]

    def truths(self) -> dict[str, float]:
        """The coefficients of the expected tables."""
        pairs = [self.joint(*pair) for pair in combinations(range(self.raters), 2)]
        pooled = np.mean([self.joint(*pair) for pair in permutations(range(self.raters), 2)], axis=0)
        apart = METRICS[self.metric](tuple(range(self.labels)))
        return {
            "fleiss_kappa": float(get("kappa")(pooled)),
            "krippendorff_alpha": float(krippendorff(pooled * 1e12, apart)),
            "mean_pairwise_kappa": float(np.mean([get("kappa")(each) for each in pairs])),
            "mean_pairwise_mcc": float(np.mean([get("mcc")(each) for each in pairs])),
        }

    def draw(self, rng: np.random.Generator) -> Ratings:
        truth = rng.choice(self.labels, self.n, p=self.prevalence)
        guess = np.stack([rng.choice(self.labels, self.n, p=each) for each in self.guesses], -1)
        if self.by == "item":
            knows = rng.random((self.n, 1)) < self.agreement
        else:
            knows = rng.random((self.n, self.raters)) < self.agreement**0.5
        codes = np.where(knows, truth[:, None], guess)
        codes = np.where(rng.random(codes.shape) < self.gaps, -1, codes)
        rows, counts = np.unique(codes, axis=0, return_counts=True)
        said = dict(zip(map(str, range(self.raters)), rows.T, strict=True))
        return Ratings.of(np.full(len(rows), -1), said, range(self.labels), items=counts)

    def intervals(self, ratings: Ratings) -> np.ndarray:
        """Low and high of each coefficient, NaN where there are none."""
        pooled, apart = Pooled(ratings), METRICS[self.metric](ratings.labels)
        tables = {pair: _pair_table(ratings, *pair) for pair in combinations(range(self.raters), 2)}
        pairs = {pair: table for pair, table in tables.items() if table.any()}
        found = [
            *pooled.estimate(get("kappa").raw, every_pair, 0.95),
            *pooled.estimate(lambda each: krippendorff(each, apart), every_rating, 0.95),
            *(_mean(name, ratings, pairs, 0.95) for name in ("kappa", "mcc")),
        ]
        return np.array([(each.low, each.high) for each in found], float)

    def name(self) -> str:
        habits = f", habits {', '.join(map(str, self.habits))}" if self.habits else ""
        gaps = f", gaps {self.gaps:g}" if self.gaps else ""
        return (
            f"{self.raters} raters, {self.labels} labels, commonest {self.common:g}, n {self.n}, "
            f"known {self.agreement:g} by {self.by}{gaps}{habits}{', ' * (self.metric != 'nominal')}"
            f"{self.metric.replace('nominal', '')}"
        )


def _shares(first: float, labels: int) -> np.ndarray:
    return np.array([first, *[(1 - first) / (labels - 1)] * (labels - 1)])


WORLDS = (
    World(2, 2, 0.9, 20, 0.0),
    World(2, 2, 0.9, 40, 0.0),
    World(2, 2, 0.97, 100, 0.0),
    World(2, 2, 0.97, 300, 0.0),
    World(2, 2, 0.97, 300, 0.3),
    World(2, 2, 0.95, 60, 0.6),
    World(2, 2, 0.9, 20, 0.9),
    World(2, 2, 0.5, 20, 0.3),
    World(2, 2, 0.5, 300, 0.9),
    World(2, 3, 0.9, 300, 0.3),
    World(2, 4, 0.8, 45, 0.6, metric="ordinal"),
    World(2, 5, 0.5, 25, 0.0),
    World(2, 5, 0.7, 30, 0.9, metric="interval"),
    World(2, 3, 0.7, 60, 0.3, habits=(0.6, 0.85)),
    World(2, 2, 0.9, 80, 0.0, habits=(0.97, 0.85)),
    World(3, 2, 0.93, 40, 0.0),
    World(3, 2, 0.96, 150, 0.0, gaps=0.3),
    World(3, 2, 0.9, 30, 0.6, "rater", gaps=0.3),
    World(3, 3, 0.97, 300, 0.3),
    World(3, 5, 0.5, 20, 0.3, "rater"),
    World(3, 5, 0.9, 50, 0.6, "rater"),
    World(3, 5, 0.8, 70, 0.6, metric="ordinal", gaps=0.2),
    World(4, 3, 0.85, 25, 0.9, "rater"),
    World(4, 4, 0.6, 35, 0.0, metric="interval"),
    World(4, 3, 0.6, 50, 0.3, "rater", habits=(0.5, 0.6, 0.7, 0.8)),
    World(5, 2, 0.9, 25, 0.0),
    World(5, 2, 0.97, 120, 0.0),
    World(5, 5, 0.8, 50, 0.3),
    World(5, 4, 0.7, 90, 0.6, "rater", metric="ordinal"),
    World(6, 3, 0.6, 40, 0.3, gaps=0.6),
    World(7, 3, 0.95, 120, 0.9),
    World(7, 2, 0.8, 22, 0.3, "rater", gaps=0.4),
    World(10, 2, 0.97, 300, 0.3),
    World(10, 3, 0.97, 300, 0.3),
    World(10, 5, 0.5, 20, 0.3),
    World(10, 2, 0.9, 30, 0.0),
    World(10, 4, 0.85, 40, 0.6, metric="ordinal", gaps=0.5),
)


LIMITS = (
    World(2, 2, 0.5, 40, 0.5, "rater"),
    World(2, 2, 0.9, 100, 0.6, "rater"),
    World(2, 2, 0.97, 300, 0.6, "rater"),
    World(2, 3, 0.5, 220, 0.48, "rater"),
    World(2, 3, 0.6, 200, 0.5, "rater", habits=(0.4, 0.8)),
    World(2, 7, 0.3, 150, 0.5, "rater"),
    World(2, 20, 0.1, 300, 0.7, "rater"),
    World(3, 2, 0.9, 30, 0.6, "rater", gaps=0.3),
    World(3, 3, 0.5, 100, 0.3, "rater"),
    World(3, 5, 0.9, 50, 0.6, "rater"),
    World(4, 3, 0.85, 25, 0.9, "rater"),
    World(4, 3, 0.6, 50, 0.3, "rater", habits=(0.5, 0.6, 0.7, 0.8)),
    World(7, 2, 0.8, 22, 0.3, "rater", gaps=0.4),
    World(3, 3, 0.5, 100, 0.5, "item"),
)


def limit(world: World) -> float:
    """What a perfect predictor measures, judged by one of the raters: the mean over them."""
    knows = world.agreement ** (1 if world.by == "item" else 0.5)
    said = [(knows * np.eye(world.labels) + (1 - knows) * each).T * world.prevalence for each in world.guesses]
    return float(np.mean([get("informedness")(each) for each in said]))  # the rater in rows, the truth in columns


FEWER = 500  # sets of a setting of what an agreement limits


def limits(tables: int) -> Iterator[tuple[str, ...]]:
    """How often the sentence on what an agreement limits is said, and how often its interval misses the limit."""
    for seed, world in enumerate(LIMITS):
        rng, truth, found = np.random.default_rng([SEED, 1000 + seed]), limit(world), []
        for _ in range(tables):
            ratings = world.draw(rng)
            (kappa,) = Pooled(ratings).estimate(get("kappa").raw, every_pair, 0.95)[:1]
            pairs = {pair: _pair_table(ratings, *pair) for pair in combinations(range(world.raters), 2)}
            alike = _mean("mcc", ratings, {pair: table for pair, table in pairs.items() if table.any()}, 0.95)
            if kappa.low is not None and alike.low is not None and kappa.low > 0:
                ends = min(kappa.low, alike.low), max(kappa.high, alike.high)
                found.append([max(each, 0.0) ** 0.5 for each in (alike.value, *ends)])
        said = np.array(found).reshape(-1, 3)
        high, low = (said[:, 1] > truth).sum() / tables, (said[:, 2] < truth).sum() / tables
        mean = said[:, 0].mean() if len(said) else np.nan
        yield world.name(), *(f"{each:.3f}" for each in (truth, len(said) / tables, mean, high, low, high + low))


def upper(rate: float, tables: int) -> float:
    """The upper 99% limit of a rate (Clopper & Pearson)."""
    from scipy.special import betaincinv

    hits = round(rate * tables)
    return 1.0 if hits == tables else float(betaincinv(hits + 1, tables - hits, 0.99))


def measured(world: World, tables: int, seed: int) -> dict[str, dict[str, float]]:
    """Coverage, mean width and usable share of each coefficient, and the claims of the verdict."""
    rng = np.random.default_rng([SEED, seed])
    ends = np.stack([world.intervals(world.draw(rng)) for _ in range(tables)])
    found = {}
    for place, (name, truth) in enumerate(world.truths().items()):
        low, high = ends[:, place].T
        usable = ~np.isnan(low)
        low, high = low[usable], high[usable]
        found[name] = {
            "truth": truth,
            "usable": float(usable.mean()),
            "coverage": float(((low <= truth + 1e-12) & (truth - 1e-12 <= high)).mean()),
            "width": float((high - low).mean()),
            "above": float((low > 0).mean()),
            "below": float((high < 0).mean()),
        }
    return found


def coefficients(tables: int) -> Iterator[tuple[str, ...]]:
    """Each coefficient of each world."""
    for seed, world in enumerate(WORLDS):
        for name, row in measured(world, tables, seed).items():
            limit = upper(row["coverage"], round(tables * row["usable"]))
            failed = f" (fails: {limit:.3f})" if limit < GOAL else ""
            claims = ""
            if name == "fleiss_kappa":
                agree = f"{row['above']:.3f}" if row["truth"] <= 1e-9 else "-"
                claims = f"{agree} / {row['below']:.3f}" if row["truth"] > -1e-9 else f"{agree} / -"
            shown = f"{row['truth'] + 0.0:.3f}", f"{row['coverage']:.3f}{failed}"
            yield world.name(), name, *shown, f"{row['width']:.2f}", f"{row['usable']:.3f}", claims


def page(tables: int) -> Iterator[str]:
    """The evidence as a page, line by line."""
    yield f"""# Coverage of rater coefficients

{tables:,} simulated sets of ratings a setting, seed {SEED} and the number of the setting; nominal level 95%, goal
{GOAL:.0%}. Raters know the label of an item together (by item) or each for themselves (by rater), and else guess by
their habits (the prevalence, unless given). A set in which all say the same label has no interval and is counted apart:
*usable* is the share of the others. *False claims*: how often the verdict of `agree` would say agreement / disagreement
beyond chance where Fleiss' kappa is 0 or on the other side. Nothing is flagged. A setting fails where the upper 99%
limit of its coverage is below the goal; that limit is given where it is.
"""
    yield from grid("setting | coefficient | truth | coverage | width | usable | false claims", coefficients(tables), 2)
    yield f"""
## What an agreement limits

Where agreement is shown, `agree` says what a perfect predictor would measure, judged by one such rater: the root of the
mean correlation of two raters, with an interval that holds those of kappa and of this correlation ({FEWER:,} sets a
setting at most). *Said*: the share of the sets in which it says so; *false*: the share of all sets in which it does and
the interval misses the informedness that the truth has about a rater, the mean over raters. Two settings give raters
other habits. In the last setting raters know and guess together, which the sentence excludes: they share errors, and
the limit is lower than it says.
"""
    yield from grid(
        "setting | limit | said | mean of what is said | false: too high | false: too low | false",
        limits(min(tables, FEWER)),
    )


if __name__ == "__main__":
    write(PAGE, page, __doc__)
