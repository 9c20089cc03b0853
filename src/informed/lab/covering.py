"""Do intervals hold the truth as often as they say, and how wide are they?"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar, NamedTuple

import numpy as np
from numpy.random import Generator

from informed.core.errors import InputError, arg, choice, whole
from informed.core.estimate import as_json
from informed.core.merging import gathered
from informed.core.registry import Measure, get
from informed.core.validate import Numbers
from informed.inference.design import Independent
from informed.inference.interval import METHODS, check_level, interval
from informed.inference.methods import default
from informed.inference.proportions import Sample
from informed.lab.result import Progress, Setting, Study, Sums, check_seed, cut, finished, recipe, several
from informed.lab.worlds import World

MEASURES = ("informedness", "markedness", "mcc", "kappa", "proficiency")
SHORT = 0.02  # a coverage so far below the level is counted as a failure
ROUNDING = 1e-12


class Way(NamedTuple):
    """One measure with one method of making its interval."""

    measure: Measure
    method: str


@dataclass(frozen=True, repr=False, kw_only=True)
class Coverage(Study):
    """For each measure, method and setting how often the interval held the truth, and its mean width.

    Both are over the tables that had an interval; ``usable`` is their share.
    """

    name: ClassVar[str] = "intervals"

    level: float
    settings: tuple[Setting, ...]
    ways: tuple[Way, ...]
    sums: Numbers

    def head(self) -> tuple[str, str]:
        return "Do intervals hold the truth?", f"{self.level:.0%} intervals, {len(self.settings)} settings"

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure, method and setting; ``error``: the standard error of the coverage."""
        found = []
        for (column, way), (row, setting) in product(enumerate(self.ways), enumerate(self.settings)):
            drawn, usable, held, width = self.sums[row, column]
            if usable and (way.method in _fitting(way.measure, setting.world.classes)):
                coverage = held / usable
                facts = {"measure": str(way.measure), "method": way.method, "default": _is_default(way, setting)}
                sizes = {"tables": int(usable), "usable": usable / drawn}
                error = np.sqrt(coverage * (1 - coverage) / usable)
                figures = {"coverage": coverage, "error": error, "width": width / usable}
                found.append(as_json({**facts, **setting.to_dict(), **sizes, **figures}))
        return found

    def summary(self) -> list[dict[str, Any]]:
        """For each measure and method the least and the mean coverage, how often it fell short, and the mean width."""
        groups = gathered(((row["measure"], row["method"]), row) for row in self.rows())
        return [
            {
                "measure": measure,
                "method": method,
                "default": all(row["default"] for row in rows),
                "least": min(row["coverage"] for row in rows),
                "mean": float(np.mean([row["coverage"] for row in rows])),
                "short": sum(row["coverage"] < self.level - SHORT for row in rows),
                "settings": len(rows),
                "width": float(np.mean([row["width"] for row in rows])),
            }
            for (measure, method), rows in groups.items()
        ]

    def facts(self) -> dict[str, Any]:
        """Plain data: a summary of each measure and method, and every setting."""
        measures: dict[str, dict[str, Any]] = {}
        for row in self.summary():
            measures.setdefault(row.pop("measure"), {})[row.pop("method")] = row
        return self.about() | {"level": self.level, "measures": measures, "settings": self.rows()}


def intervals(
    names: Iterable[str | Measure] = MEASURES,
    *,
    methods: Iterable[str] | None = None,
    classes: int | Sequence[int] = 2,
    items: int | Sequence[int] = (20, 50, 100),
    prevalence: Any = ("even", 0.1, 0.01),
    informed: float | Sequence[float] = (0.0, 0.5, 0.9),
    guess: Any = "even",
    tables: int = 200,
    draws: int = 200,
    level: float = 0.95,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
    resume: Study | Mapping[str, Any] | None = None,
    **world: Any,
) -> Coverage:
    """Measure how often intervals cover the true value, on simulated tables.

    Every combination of ``classes``, ``items``, ``prevalence`` and ``informed`` is one setting.

    Parameters
    ----------
    names
        The measures.
    methods
        The interval methods; by default all that apply.
    classes, items
        The numbers of classes and of items.
    prevalence
        "even", "random", or the share of the first class.
    informed
        The probabilities that the predictor knows the class.
    guess
        The shares of the guesses.
    tables
        The number of tables in each setting.
    draws
        The number of draws, for methods that draw.
    level
        The confidence level.
    seed, workers, progress, resume
        As in `measures`.
    **world
        Options of `World`: ``kind``, ``noise``, ...

    Returns
    -------
    Coverage
        Coverage and width of every method, per measure and setting.

    Examples
    --------
    >>> found = intervals(["accuracy"], methods=["wilson"], items=50, informed=0.5, prevalence="even", tables=50)
    >>> [row["measure"] for row in found.rows()]
    ['accuracy']
    """
    wanted = None if methods is None else [choice("method", each, METHODS) for each in methods]
    settings = tuple(
        Setting(World(classes=k, items=n, prevalence=share, guess=guess, **world), float(g))
        for k, n, share, g in product(several(classes), several(items), several(prevalence), several(informed))
    )
    ways = _ways([get(each) for each in several(names)], wanted, {each.world.classes for each in settings})
    jobs = cut(settings, whole("tables", tables, 1))
    grid = {"classes": several(classes), "items": several(items), "prevalence": several(prevalence)}
    grid |= {"informedness": several(informed), "guess": guess, **world}
    size = {"tables": tables, "draws": draws, "level": check_level(level), "seed": check_seed(seed)}
    signature = recipe("intervals", measures=[str(each) for each in several(names)], methods=wanted, **grid, **size)

    def part(place: int, rng: Generator) -> tuple[int, Numbers]:
        cell, count = jobs[place]
        return cell, _counted(settings[cell], count, ways, level, draws, rng)

    empty = Sums(0, np.zeros((len(settings), len(ways), 4)))
    tally, about = finished(
        part, len(jobs), empty, signature=signature, resume=resume, seed=seed, workers=workers, progress=progress
    )
    return Coverage(**about, level=level, settings=settings, ways=ways, sums=tally.sums)


def _ways(measures: Sequence[Measure], wanted: Sequence[str] | None, classes: Iterable[int]) -> tuple[Way, ...]:
    found = dict.fromkeys(
        Way(measure, name)
        for measure in measures
        for count in sorted(classes)
        for name in _fitting(measure, count)
        if wanted is None or name in wanted
    )
    if not found:
        raise InputError(f"{arg('methods', wanted)}: none of them is for {', '.join(map(str, measures))} here")
    return tuple(found)


def _fitting(measure: Measure, classes: int) -> list[str]:
    """The methods that apply to a measure on tables of so many classes."""
    sample = Sample(Independent(np.ones((classes, classes))))
    return [name for name, method in METHODS.items() if method.applies(measure, sample)]


def _is_default(way: Way, setting: Setting) -> bool:
    sample = Sample(Independent(np.ones((setting.world.classes,) * 2)))
    return default(way.measure, sample).name == way.method


def _counted(setting: Setting, count: int, ways: Sequence[Way], level: float, draws: int, rng: Generator) -> Numbers:
    """For each way: tables drawn, tables with an interval, how many held the truth, and the sum of the widths."""
    drawn = setting.world.draw(np.full(count, setting.informed), rng)
    fitting = {measure: _fitting(measure, setting.world.classes) for measure, _ in ways}
    none = np.zeros(4)
    return np.stack(
        [
            _way(way, drawn.tables, drawn.population, level, draws, rng) if way.method in fitting[way.measure] else none
            for way in ways
        ]
    )


def _way(way: Way, tables: Numbers, population: Numbers, level: float, draws: int, rng: Generator) -> Numbers:
    aim = np.asarray(way.measure(population))
    within = interval(way.measure, tables, level=level, method=way.method, draws=draws, seed=rng)
    usable = ~np.isnan(within.low)
    held = usable & (within.low <= aim + ROUNDING) & (aim - ROUNDING <= within.high)
    width = np.where(usable, within.high - within.low, 0.0)
    return np.array([len(tables), usable.sum(), held.sum(), width.sum()], dtype=np.float64)
