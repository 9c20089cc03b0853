"""Do tests keep their level, and what do they detect? Powers 2007 (section 6) leaves it open for chi2_KB and kin."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, ClassVar

import numpy as np
from numpy.random import Generator

from informed.core.errors import InputError, choice, share, whole
from informed.core.estimate import as_json
from informed.core.merging import gathered
from informed.core.table import actuals, predictions
from informed.core.validate import Numbers
from informed.inference.interval import interval
from informed.inference.significance.exact import fisher_each
from informed.inference.significance.statistics import (
    Statistic,
    association,
    binary_parts,
    calibrated,
    one_sided_p,
    permutation_p,
    powers,
    two_sided_p,
    z_accuracy,
    z_edge,
    z_informedness,
)
from informed.lab.result import Progress, Setting, Study, Sums, check_seed, cut, finished, recipe, several
from informed.lab.worlds import MARGINS, World

PERMUTATIONS = 999
Rejects = Callable[[Numbers, float, Generator], dict[str, Numbers]]
"""From tables and a level to the tables on which each test of a family says: not chance."""


def _below(find: Callable[[Numbers], Mapping[str, Any]], suffix: str = "") -> Rejects:
    """Tests that reject when their p is below the level."""

    def rejects(tables: Numbers, level: float, _: Generator) -> dict[str, Numbers]:
        return {name + suffix: getattr(found, "p", found) < level for name, found in find(tables).items()}

    return rejects


def _interval(tables: Numbers, level: float, _: Generator) -> dict[str, Numbers]:
    """The p to quote for informedness is below the level exactly when its interval leaves out 0."""
    within = interval("informedness", tables, level=1 - level)
    return {"informedness": (within.low > 0) | (within.high < 0)}


def _deviates(tables: Numbers) -> dict[str, Numbers]:
    z = {"z_informedness": z_informedness(tables), "z_edge": z_edge(tables), "z_accuracy": z_accuracy(tables)}
    both = {name: two_sided_p(each) for name, each in z.items()}
    return both | {f"{name}_one_sided": one_sided_p(each) for name, each in z.items()}


def _permuted(tables: Numbers, level: float, rng: Generator) -> dict[str, Numbers]:
    return {"permutation": permutation_p(tables, draws=PERMUTATIONS, rng=rng) < level}


def _edge_powers(tables: Numbers) -> dict[str, Statistic]:
    return {f"{name}_edge": each for name, each in powers(tables, "edge", "edge_markedness").items()}


def _yates(tables: Numbers) -> dict[str, Statistic]:
    return {"yates": binary_parts(tables)["yates"]}


_BINARY = ("yates", "fisher", "fisher_one_sided", "fisher_mid_p", "fisher_mid_p_one_sided")
_POWERS = tuple(f"chi2_{name}{df}" for name in ("kb", "km", "kbm") for df in ("", "_beta"))
_DEVIATES = tuple(f"z_{name}{side}" for side in ("", "_one_sided") for name in ("informedness", "edge", "accuracy"))

FAMILIES: tuple[tuple[tuple[str, ...], Rejects], ...] = (
    (("informedness",), _interval),
    (_DEVIATES, _below(_deviates)),
    (("permutation",), _permuted),
    (("pearson", "pearson_n1", "g2"), _below(association)),
    (_BINARY[:1], _below(_yates)),
    (_BINARY[1:], _below(fisher_each)),
    (tuple(f"chi2_{name}_calibrated" for name in ("kb", "km", "kbm")), _below(calibrated)),
    (_POWERS, _below(powers)),
    (tuple(f"{name}_edge" for name in _POWERS), _below(_edge_powers)),
)
TESTS = tuple(name for names, _ in FAMILIES for name in names)
USUAL = tuple(name for name in TESTS if name != "permutation" and name not in FAMILIES[-1][0])
"""All but those that take long, and the variants of Powers' statistics that weight labels as equation 41 does."""


@dataclass(frozen=True, repr=False, kw_only=True)
class Rejections(Study):
    """How often each test rejects: its size where the predictor guesses (``informed`` = 0), its power elsewhere.

    Rates are over the tables in which every class occurs on both axes; ``kept`` is their share.
    """

    name: ClassVar[str] = "significance"

    level: float
    settings: tuple[Setting, ...]
    tests: tuple[str, ...]
    kept: Numbers
    drawn: Numbers
    rejected: Numbers

    def rate(self, test: str, **setting: Any) -> float:
        """How often a test rejects in the one setting that these facts describe."""
        place = self.tests.index(choice("test", test, self.tests))
        fitting = [
            row
            for row, each in enumerate(self.settings)
            if all(each.to_dict()[key] == value for key, value in setting.items())
        ]
        if len(fitting) != 1:
            raise InputError(f"{setting} describes {len(fitting)} of the {len(self.settings)} settings; describe one")
        return float(self.rejected[fitting[0], place] / self.kept[fitting[0]])

    def head(self) -> tuple[str, str]:
        return "How often does each test say: not chance?", f"level {self.level:g}"

    def rows(self) -> list[dict[str, Any]]:
        """One row a test and setting: the rate at which it rejects, with its standard error."""
        found = []
        for (place, test), (row, setting) in product(enumerate(self.tests), enumerate(self.settings)):
            kept = float(self.kept[row])
            if kept and not (test in _BINARY and setting.world.classes > 2):
                rate = float(self.rejected[row, place]) / kept
                error = (rate * (1 - rate) / kept) ** 0.5
                sizes = {"tables": int(kept), "kept": kept / float(self.drawn[row])}
                found.append(as_json({"test": test, **setting.to_dict(), **sizes, "rate": rate, "error": error}))
        return found

    def facts(self) -> dict[str, Any]:
        """Plain data: for each test its rates in all settings."""
        return self.about() | {"level": self.level, "tests": gathered((row.pop("test"), row) for row in self.rows())}


def significance(
    tests: Iterable[str] | None = None,
    *,
    classes: int | Sequence[int] = (2, 3, 5),
    items: int | Sequence[int] = (20, 100),
    informed: float | Sequence[float] = (0.0, 0.2),
    margins: str | Sequence[str] = ("random",),
    tables: int = 5000,
    level: float = 0.05,
    seed: int = 0,
    workers: int | None = None,
    progress: Progress | None = None,
    resume: Study | Mapping[str, Any] | None = None,
    **world: Any,
) -> Rejections:
    """Measure type I error and power of the tests, on simulated predictors.

    Every combination of ``classes``, ``items``, ``margins`` and ``informed`` is one setting.

    Parameters
    ----------
    tests
        Names in `TESTS`; by default all but the slow ones.
    classes, items
        The numbers of classes and of items.
    informed
        The probabilities that the predictor knows the class; 0 gives the type I error.
    margins
        "random" or "even", for both prevalence and guesses.
    tables
        The number of tables in each setting.
    level
        The level of the tests.
    seed, workers, progress, resume
        As in `measures`.
    **world
        Options of `World`: ``kind``, ``noise``, ...

    Returns
    -------
    Rejections
        The share of rejections of every test in every setting.

    Examples
    --------
    >>> found = significance(["g2"], classes=2, items=50, informed=0.9, tables=50)
    >>> found.rows()[0]["rate"]  # a predictor that knows 90% of the answers is always told from a guesser
    1.0
    """
    share("level", level, "0.05 is usual", inside=True)
    wanted = USUAL if tests is None else tuple(choice("test", each, TESTS) for each in tests)
    drawn = [choice("margins", each, MARGINS) for each in several(margins)]
    settings = tuple(
        Setting(World(classes=k, items=n, prevalence=margin, guess=margin, **world), float(g))
        for margin, k, n, g in product(drawn, several(classes), several(items), several(informed))
    )
    jobs = cut(settings, whole("tables", tables, 1))
    grid = {"classes": several(classes), "items": several(items), "informedness": several(informed)}
    grid |= {"margins": several(margins), **world}
    size = {"tables": tables, "level": level, "seed": check_seed(seed)}
    signature = recipe("significance", tests=None if tests is None else wanted, **grid, **size)

    def part(place: int, rng: Generator) -> tuple[int, Numbers]:
        cell, count = jobs[place]
        return cell, _counted(settings[cell], count, wanted, level, rng)

    empty = Sums(0, np.zeros((len(settings), len(wanted) + 2)))
    tally, about = finished(
        part, len(jobs), empty, signature=signature, resume=resume, seed=seed, workers=workers, progress=progress
    )
    sums = {"drawn": tally.sums[:, 0], "kept": tally.sums[:, 1], "rejected": tally.sums[:, 2:]}
    return Rejections(**about, level=level, settings=settings, tests=wanted, **sums)


def _counted(setting: Setting, count: int, wanted: Sequence[str], level: float, rng: Generator) -> Numbers:
    """Tables drawn, tables in which every class occurs, and on how many of these each test rejects."""
    drawn = setting.world.draw(np.full(count, setting.informed), rng).tables
    kept = drawn[((actuals(drawn) > 0) & (predictions(drawn) > 0)).all(-1)]
    found: dict[str, int] = {}
    for names, rejects in FAMILIES:
        defined = len(kept) and (setting.world.classes == 2 or not set(names) <= set(_BINARY))
        if defined and set(names) & set(wanted):
            found |= {name: int(np.sum(each)) for name, each in rejects(kept, level, rng).items()}
    return np.array([count, len(kept), *(found.get(name, 0) for name in wanted)], dtype=np.float64)
