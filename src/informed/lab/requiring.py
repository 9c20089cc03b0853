"""What a measure can tell, tried out: 1 for perfect predictors only, 0 for worthless ones only (Steingold & al.)."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from informed.core.errors import whole
from informed.core.estimate import as_json
from informed.core.registry import Discrimination, Measure, find, get
from informed.core.table import actuals, errors, every_cell, expected, predictions, total
from informed.core.validate import Numbers
from informed.inference.draws import generator
from informed.lab.discrimination import meets
from informed.lab.result import Study, check_seed, recipe
from informed.lab.worlds import World

SIZES = (2, 3)  # two classes, and more
NEAR = 1e-9


@dataclass(frozen=True)
class Trial:
    """What tables showed of a measure: its discrimination, and the first table that denied it more."""

    discrimination: Discrimination
    against: Any = None
    value: float | None = None
    why: str | None = None


@dataclass(frozen=True, repr=False, kw_only=True)
class Requirements(Study):
    """For each measure the requirements it meets by its traits, and what simulated predictors showed."""

    name: ClassVar[str] = "requirements"

    trials: dict[str, tuple[Trial | None, Trial | None]]

    def head(self) -> tuple[str, str]:
        return "Which measures tell perfect and worthless predictors?", f"{len(self.rows()):,} measures"

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure: what is declared, what was found, and a table that shows why it is not more."""
        found = []
        for name, trials in self.trials.items():
            seen = [None if each is None else each.discrimination for each in trials]
            denied = next((each for each in trials if each is not None and each.against is not None), None)
            found.append(
                {**meets(get(name)), "found for two classes": seen[0] or "", "found for more": seen[1] or ""}
                | {"why": denied and denied.why, "table": denied and denied.against}
                | as_json({"value": denied and denied.value})
            )
        return found

    def facts(self) -> dict[str, Any]:
        return self.about() | {"measures": {row.pop("measure"): row for row in self.rows()}}


def requirements(names: Iterable[str | Measure] | None = None, *, tables: int = 4000, seed: int = 0) -> Requirements:
    """Test measures on perfect, worthless and random predictors of two and three classes.

    One table can disprove a requirement. Tables that do not disprove it are no proof; the traits say what is known.

    Parameters
    ----------
    names
        The measures; by default all.
    tables
        The number of tables of each kind.
    seed
        The random seed.

    Returns
    -------
    Requirements
        What the traits declare, what was found, and a table that disproves more.

    Examples
    --------
    >>> found = requirements(["informedness", "accuracy"], tables=50)
    >>> [(row["measure"], row["found for two classes"]) for row in found.rows()]
    [('informedness', 'strong'), ('accuracy', 'weak')]
    """
    measures = [each for each in find() if each.ready] if names is None else [get(each) for each in names]
    rng = generator(check_seed(seed))
    tried = [_tables(size, whole("tables", tables, 1), rng) for size in SIZES]
    return Requirements(
        signature=recipe("requirements", tables=tables, seed=seed, measures=names and "+".join(map(str, measures))),
        trials={str(each): (_trial(each, tried[0]), _trial(each, tried[1])) for each in measures},
    )


def _tables(classes: int, count: int, rng: np.random.Generator) -> Numbers:
    """Perfect, mislabelled, worthless and other predictors, of few items, so that what is rare in life occurs."""
    sizes = rng.integers(1, 8, (count, classes)).astype(np.float64)
    perfect = sizes[..., None] * np.eye(classes)
    renamed = np.take_along_axis(perfect, rng.permuted(np.tile(np.arange(classes), (count, 1)), axis=1)[:, None], -1)
    guesses = rng.integers(0, 8, (count, classes)) + (np.arange(classes) == 0)
    worthless = sizes[..., :, None] * guesses[..., None, :]
    few = World(classes=classes, items=5 * classes, kind="confused").draw(rng.random(count), rng).tables
    small = rng.integers(0, 3, (count, classes, classes)).astype(np.float64)
    every = np.concatenate([perfect, renamed, worthless, few, small])
    tables: Numbers = every[(actuals(every) > 0).all(-1)]
    return tables


def _trial(measure: Measure, tables: Numbers) -> Trial | None:
    if not measure.applies(*tables.shape[-2:]):
        return None
    value = np.asarray(measure(tables))
    perfect: Numbers = (predictions(tables > 0) <= 1).all(-1) if measure.relabel else every_cell(errors(tables) == 0)
    worthless = np.asarray(every_cell(np.isclose(tables, expected(tables), atol=NEAR)))
    if not measure.higher_is_better:
        return Trial(None, why="higher is not better")
    for strength, end, deserved, who in ((None, 1.0, perfect, "perfect"), ("weak", 0.0, worthless, "worthless")):
        wrong = np.flatnonzero(np.isclose(value, end, atol=NEAR) != deserved)
        if len(wrong):
            first = wrong[np.argmin(total(tables[wrong]))]
            why = f"{who}, but not {end:g}" if deserved[first] else f"{end:g}, but not {who}"
            return Trial(strength, tables[first].tolist(), float(value[first]), why)  # type: ignore[arg-type]
    return Trial("strong")
