"""How well does each measure tell how informed a predictor is? The Monte Carlo study of Powers 2008, Figure 2."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np
from numpy.random import Generator

from informed.core.errors import InputError, arg, whole
from informed.core.estimate import as_json
from informed.core.registry import Measure
from informed.core.table import actuals, predictions, ratio
from informed.core.validate import Numbers
from informed.core.words import count
from informed.lab.result import PART, Progress, Study, applying, check_seed, finished, recipe, stream
from informed.lab.worlds import World

FIGURES = ("correlation", "rmse", "error", "offset", "slope", "intercept")
"""What is found of a measure in each study; ``offset`` is its mean error where the predictor knows nothing."""

LEVEL = 0.05  # of the test that two measures tell alike
SAME = 1e-9  # correlations nearer than this are equal but for rounding

SUMS = ("n", "value", "value2", "truth", "truth2", "both", "chance_n", "chance")
"""What is added up over the tables of a study, for each measure."""


@dataclass(frozen=True)
class Plan:
    """Studies of tables at stepped levels, and how they are cut into parts: whole studies, or a slice of one."""

    world: World
    levels: tuple[float, ...]
    per_level: int
    studies: int
    measures: tuple[Measure, ...]

    @property
    def size(self) -> int:
        """The tables of one study."""
        return len(self.levels) * self.per_level

    @cached_property
    def together(self) -> int:
        """How many whole studies one part holds."""
        return max(PART // (self.size * self.world.classes**2), 1)

    @cached_property
    def slices(self) -> int:
        """How many parts one study takes."""
        return -(-self.size * self.world.classes**2 // PART) if self.together == 1 else 1

    @property
    def parts(self) -> int:
        """All parts of all studies."""
        return -(-self.studies // self.together) * self.slices

    def placed(self, place: int) -> Numbers:
        """The level of each table of a part: ``(studies, tables)``."""
        first = place // self.slices * self.together
        count = min(self.together, self.studies - first)
        bounds = np.linspace(0, self.size, self.slices + 1).astype(int)
        within = place % self.slices
        levels = np.repeat(self.levels, self.per_level)[bounds[within] : bounds[within + 1]]
        return np.broadcast_to(levels, (count, len(levels)))

    def part(self, place: int, rng: Generator) -> tuple[int, int, Numbers]:
        """How many tables were drawn and are kept, and sums over those of each study: ``(measures, studies, sums)``.

        A table that lacks a class says nothing of how informed its predictor is: it is left out for all measures.
        """
        levels = self.placed(place)
        drawn = self.world.draw(levels, rng)
        kept = self.kept(drawn.tables).reshape(levels.shape)
        truth, chance = drawn.truth.reshape(levels.shape), levels == 0
        values = (np.where(kept, each(drawn.tables).reshape(levels.shape), np.nan) for each in self.measures)
        return levels.size, int(kept.sum()), np.stack([_sums(each, truth, chance) for each in values])

    def kept(self, tables: Numbers) -> Numbers:
        """The tables in which every class occurs; in the dual world, every prediction."""
        found: Numbers = ((predictions if self.world.kind == "dual" else actuals)(tables) > 0).all(-1)
        return found

    def points(self, seed: int) -> list[dict[str, Any]]:
        """The tables of the first part as points of a scatter: what is true and what each measure says."""
        levels = self.placed(0)[0]
        drawn = self.world.draw(self.placed(0), stream(seed, 0))
        tables, truth = drawn.tables[: levels.size], drawn.truth[: levels.size]
        kept = self.kept(tables)
        return [
            as_json({"measure": str(each), "level": level, "truth": true, "value": value})
            for each in self.measures
            for level, true, value in zip(levels[kept], truth[kept], each(tables[kept]), strict=True)
        ]


def _sums(value: Numbers, truth: Numbers, chance: Numbers) -> Numbers:
    known = np.isfinite(value)
    value, truth = np.where(known, value, 0.0), np.where(known, truth, 0.0)
    guessing = known & chance
    terms = (known, value, value**2, truth, truth**2, value * truth, guessing, np.where(guessing, value - truth, 0.0))
    return np.stack([term.sum(-1, dtype=np.float64) for term in terms], axis=-1)


def _figures(sums: Numbers) -> Numbers:
    """The figures of each study from its sums, NaN where they are undefined."""
    n, value, value2, truth, truth2, both, chance_n, chance = np.moveaxis(sums, -1, 0)
    spread, true_spread = n * value2 - value**2, n * truth2 - truth**2
    shared = n * both - value * truth
    # What is left of a spread by rounding is none: the measure, or the truth, is the same of all tables.
    flat, one_truth = spread <= 1e-12 * n * value2, true_spread <= 1e-12 * n * truth2
    slope = np.where(one_truth, np.nan, ratio(shared, true_spread))
    correlation = np.where(flat | one_truth, np.nan, ratio(shared, np.sqrt(np.maximum(spread * true_spread, 0.0))))
    error = ratio(value - truth, n)
    rmse = np.sqrt(np.maximum(ratio(value2 - 2 * both + truth2, n), 0.0))
    return np.stack(
        [correlation, rmse, error, ratio(chance, chance_n), slope, ratio(value - slope * truth, n)], axis=-1
    )


@dataclass(frozen=True)
class Progressing:
    """Figures summed over the studies that are finished, and the sums of the one under way.

    ``closed``: for each measure and figure, in how many studies it was defined, its sum and its sum of squares.
    ``apart``: the same of the difference of the correlations of each two measures. ``tables``: for each measure how
    many tables it was defined on, how many were kept, and how many were drawn.
    """

    done: int
    slices: int
    open: Any
    closed: Any
    apart: Any
    tables: Any

    @classmethod
    def empty(cls, plan: Plan) -> Self:
        """Before the first part."""
        size = len(plan.measures)
        sums = np.zeros((size, plan.together if plan.slices == 1 else 1, len(SUMS)))
        closed, apart = np.zeros((size, len(FIGURES), 3)), np.zeros((size, size, 3))
        return cls(0, plan.slices, sums, closed, apart, np.zeros((size, 3)))

    def plus(self, part: tuple[int, int, Numbers]) -> Self:
        """With the sums of one more part; a study that is now complete is closed."""
        drawn, kept, sums = part
        seen = np.stack([sums[..., 0].sum(-1), *(np.full(len(sums), float(each)) for each in (kept, drawn))], axis=-1)
        whole = sums if self.slices == 1 else self.open + sums
        if (self.done + 1) % self.slices:
            return self._next(whole, self.closed, self.apart, seen)
        figures = _figures(whole)
        found = figures[..., 0]
        apart = self.apart + _moments(np.moveaxis(found[:, None] - found[None, :], -1, 1))
        return self._next(np.zeros_like(self.open), self.closed + _moments(figures), apart, seen)

    def _next(self, open: Numbers, closed: Numbers, apart: Numbers, seen: Numbers) -> Self:
        return type(self)(self.done + 1, self.slices, open, closed, apart, self.tables + seen)

    def figures(self) -> tuple[Numbers, Numbers, Numbers]:
        """For each measure and figure its mean over the studies, its standard deviation, and their number."""
        return _means(self.closed)

    def tied(self) -> Numbers:
        """Which two correlate with the truth alike: no significant paired t over studies, Bonferroni over pairs."""
        from scipy.special import stdtr

        mean, spread, count = _means(self.apart)
        size = len(mean)
        t = ratio(abs(mean) * np.sqrt(count), spread)
        p = 2 * stdtr(np.maximum(count - 1, 1), -np.nan_to_num(t, posinf=np.inf)) * max(size * (size - 1) / 2, 1)
        same: Numbers = ~(p < LEVEL) | (abs(mean) < SAME)
        return same


def _moments(found: Numbers) -> Numbers:
    """How many are defined along the second axis, their sum and their sum of squares."""
    known = np.isfinite(found)
    found = np.where(known, found, 0.0)
    return np.stack([each.sum(1) for each in (known, found, found**2)], axis=-1)


def _means(moments: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Mean, standard deviation and number from such sums."""
    count, total, squares = np.moveaxis(moments, -1, 0)
    mean = ratio(total, count)
    variance = np.where(count > 1, ratio(squares - count * mean**2, count - 1), np.nan)
    return mean, np.sqrt(np.maximum(variance, 0.0)), count


@dataclass(frozen=True, repr=False, kw_only=True)
class Tracking(Study):
    """For each measure how its values go with the truth: means over the studies, and their spread.

    ``correlation`` with the truth, ``rmse`` and ``error`` (mean) of the value taken as an estimate of it, ``offset``:
    the mean error where the predictor knows nothing, ``slope`` and ``intercept`` of the fitted line; ``_sd``: standard
    deviation over the studies. ``undefined``: the share of tables without a finite value, of those kept; ``left_out``:
    the share of all tables, which lack a class. ``tied``: for each measure those whose correlation does not
    differ significantly (paired t over the studies, Bonferroni over all pairs).
    """

    name: ClassVar[str] = "measures"

    plan: Plan
    seed: int
    measures: Mapping[str, Mapping[str, float]]
    tied: Mapping[str, tuple[str, ...]]
    left_out: float

    def head(self) -> tuple[str, str]:
        plan = self.plan
        tables = f"{count(plan.studies)} x {count(plan.size)} tables of {count(plan.world.items)} items"
        return "How well does each measure tell how informed a predictor is?", f"{tables}, {plan.world.classes} classes"

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure, the best correlated first."""
        best = sorted(self.measures.items(), key=lambda each: -np.nan_to_num(each[1]["correlation"], nan=-2.0).round(9))
        ends = {"correlation_low": -1, "correlation_high": 1}  # a standard deviation below and above
        return [
            {"measure": name, **as_json(figures)}
            | as_json({end: figures["correlation"] + side * figures["correlation_sd"] for end, side in ends.items()})
            for name, figures in best
        ]

    def points(self) -> list[dict[str, Any]]:
        """The first study as points: level, truth and the value of each measure; drawn again from the seed."""
        return self.plan.points(self.seed)

    def facts(self) -> dict[str, Any]:
        """Plain data; NaN and infinity are None."""
        found = {row.pop("measure"): row for row in self.rows()}
        return self.about() | {"measures": found, "tied": self.tied, "left_out": self.left_out}


def measures(
    names: Iterable[str | Measure] | None = None,
    *,
    classes: int = 2,
    items: int = 100,
    levels: int | Sequence[float] = 11,
    per_level: int = 10,
    studies: int = 2000,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
    resume: Study | Mapping[str, Any] | None = None,
    **world: Any,
) -> Tracking:
    """Measure how well each measure tracks informedness, on simulated predictors.

    Parameters
    ----------
    names
        The measures; by default all that apply.
    classes, items
        The number of classes, and of items in each table.
    levels
        The number of levels of informedness from 0 to 1, or the levels.
    per_level
        The number of tables at each level of a study.
    studies
        The number of studies.
    seed
        The random seed.
    workers
        The number of threads; by default one per core. The numbers do not depend on it.
    progress
        A function that is called with the share done.
    resume
        An interrupted result, or its JSON, to finish. Ctrl-C keeps what is done.
    **world
        Options of `World`: ``kind``, ``prevalence``, ``guess``, ``noise``, ...

    Returns
    -------
    Tracking
        Correlation with the true informedness, error and offset at chance, per measure.

    Examples
    --------
    >>> found = measures(["informedness", "accuracy"], studies=20, levels=3, per_level=2)
    >>> sorted(found.measures)
    ['accuracy', 'informedness']
    """
    place = World(classes=classes, items=items, **world)
    plan = Plan(
        place,
        _levels(levels),
        whole("per_level", per_level, 1),
        whole("studies", studies, 1),
        tuple(applying(names, classes)),
    )
    counted = plan.levels if not isinstance(levels, int) else levels
    size = {"levels": counted, "per_level": per_level, "studies": studies, "seed": check_seed(seed)}
    chosen = None if names is None else "+".join(map(str, plan.measures))
    signature = recipe("measures", **place.recipe(), **size, measures=chosen)
    empty = Progressing.empty(plan)
    tally, about = finished(
        plan.part, plan.parts, empty, signature=signature, resume=resume, seed=seed, workers=workers, progress=progress
    )
    return Tracking(
        **about,
        plan=plan,
        seed=seed,
        measures=_found(plan.measures, tally),
        tied=_tied(list(map(str, plan.measures)), tally.tied()),
        left_out=float(1 - ratio(*tally.tables[0, 1:])) if len(plan.measures) else 0.0,
    )


def _tied(names: Sequence[str], same: Numbers) -> dict[str, tuple[str, ...]]:
    return {
        name: tuple(other for other, tie in zip(names, row, strict=True) if tie and other != name)
        for name, row in zip(names, same, strict=True)
    }


def _found(names: Sequence[Measure], tally: Progressing) -> dict[str, dict[str, float]]:
    mean, spread, studies = tally.figures()
    defined = 1 - ratio(tally.tables[:, 0], tally.tables[:, 1])
    return {
        str(each): {name: mean[row, column] for column, name in enumerate(FIGURES)}
        | {f"{name}_sd": spread[row, column] for column, name in enumerate(FIGURES)}
        | {"undefined": defined[row], "studies": int(studies[row, 1])}
        for row, each in enumerate(names)
    }


def _levels(given: int | Sequence[float]) -> tuple[float, ...]:
    if isinstance(given, (int, np.integer)):
        return tuple(np.linspace(0, 1, whole("levels", given, 2)).tolist())
    levels = tuple(float(each) for each in given)
    if not levels or not all(0 <= each <= 1 for each in levels):
        raise InputError(f"{arg('levels', given)} must be probabilities, from 0 (it guesses) to 1 (it always knows)")
    return levels
