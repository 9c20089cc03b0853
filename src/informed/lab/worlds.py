"""Worlds: where the tables of a study come from, and what is true in them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.random import Generator

from informed.core.errors import InputError, arg, choice, share, whole
from informed.core.mixtures import WRONG, mixture
from informed.core.registry import get
from informed.core.table import dual
from informed.core.validate import Numbers, shares_of
from informed.inference.draws import simulate

MARGINS = ("random", "even")
KNOWN = ("informed", "dual")  # the kinds in which the level itself is true, whatever the margins


class Drawn(NamedTuple):
    """Tables drawn in a world, what is true of each, and the probabilities they were drawn from."""

    tables: Numbers
    truth: Numbers
    population: Numbers


@dataclass(frozen=True)
class World:
    """How often each class occurs, what the predictor knows, and how many items are seen of it.

    ``kind``: the predictor knows the class with some probability and guesses otherwise ("informed"); the class follows
    the prediction with that probability ("dual"); the predictor knows and says another label, as ``wrong`` has it
    ("perverse"); or it knows, and its errors follow a habit that differs from class to class ("confused").
    ``prevalence`` and ``guess``: "random" draws new shares for every table (Dirichlet, all parameters
    ``concentration``), "even" shares alike, a number is the share of the first class with the others even, shares are
    taken as they are; ``guess="prevalence"`` guesses as often as classes occur. ``noise``: the probability that an
    actual label is recorded as another one. What is true is the informedness (in the dual world the markedness) of the
    predictor against the labels without noise.

    Examples
    --------
    >>> rng = numpy.random.default_rng(0)
    >>> World(classes=3, items=60).draw(numpy.full(4, 0.5), rng).tables.shape  # four tables
    (4, 3, 3)
    """

    classes: int = 2
    items: int = 100
    kind: str = "informed"
    prevalence: Any = "random"
    guess: Any = "random"
    concentration: float = 1.0
    wrong: str = "uniform"
    noise: float = 0.0

    def __post_init__(self) -> None:
        whole("classes", self.classes, 2)
        whole("items", self.items, 1)
        choice("kind", self.kind, KINDS)
        choice("wrong", self.wrong, WRONG)
        if not self.concentration > 0:
            raise InputError(
                f"{arg('concentration', self.concentration)} must be > 0; 1 makes all shares equally likely"
            )
        share("noise", self.noise, "it is the probability of a wrong actual label")
        for name in ("prevalence", "guess"):
            _fixed(name, getattr(self, name), self.classes)

    def draw(self, levels: Any, rng: Generator) -> Drawn:
        """One table for each level, the probability of being informed (or perverse)."""
        levels = np.ravel(levels).astype(np.float64)
        actual = self._shares("prevalence", levels.size, rng)
        guessed = actual if _is(self.guess, "prevalence") else self._shares("guess", levels.size, rng)
        joint = KINDS[self.kind](self, actual, guessed, levels, rng)
        truth = levels if self.kind in KNOWN else np.asarray(get("informedness")(joint))
        seen = self._recorded(joint)
        return Drawn(simulate(seen, draws=1, rng=rng, n=self.items)[0], truth, seen)

    def _shares(self, name: str, size: int, rng: Generator) -> Numbers:
        fixed = _fixed(name, getattr(self, name), self.classes)
        if fixed is None:
            return rng.dirichlet(np.full(self.classes, self.concentration), size)
        return np.broadcast_to(fixed, (size, self.classes))

    def _recorded(self, joint: Numbers) -> Numbers:
        """The probabilities with the actual labels as they are recorded."""
        if not self.noise:
            return joint
        kept = np.eye(self.classes)
        channel = (1 - self.noise) * kept + self.noise * (1 - kept) / (self.classes - 1)
        recorded: Numbers = channel.T @ joint
        return recorded

    def recipe(self) -> dict[str, Any]:
        """What the signature says of it: the facts that differ from the plain world, and its size."""
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        always = ("classes", "items", "kind", "prevalence", "guess")
        shown = {each.name for each in fields(self) if each.name in always or given[each.name] != each.default}
        return {name: _written(value) for name, value in given.items() if name in shown}


def _written(value: Any) -> Any:
    return value if isinstance(value, (str, int, float)) else ",".join(f"{each:g}" for each in np.ravel(value))


def _is(value: Any, word: str) -> bool:
    return isinstance(value, str) and value == word


def _fixed(argument: str, given: Any, classes: int) -> Numbers | None:
    """The shares that were given, or None where they are drawn."""
    if isinstance(given, str):
        words = (*MARGINS, "prevalence") if argument == "guess" else MARGINS
        return np.full(classes, 1 / classes) if choice(argument, given, words) == "even" else None
    if np.ndim(given) == 0:
        first = share(argument, given, "it is the share of the first class")
        return np.concatenate([[first], np.full(classes - 1, (1 - first) / (classes - 1))])
    return shares_of(given, argument, classes)


def _confused(world: World, actual: Numbers, guessed: Numbers, levels: Numbers, rng: Generator) -> Numbers:
    habits = rng.dirichlet(np.full(world.classes, world.concentration), (len(actual), world.classes))
    knows = levels[:, None, None]
    joint: Numbers = actual[..., :, None] * (knows * np.eye(world.classes) + (1 - knows) * habits)
    return joint


KINDS: Mapping[str, Callable[[World, Numbers, Numbers, Numbers, Generator], Numbers]] = {
    "informed": lambda world, actual, guessed, levels, rng: mixture(actual, guessed, informed=levels),
    "dual": lambda world, actual, guessed, levels, rng: dual(mixture(guessed, actual, informed=levels)),
    "perverse": lambda world, actual, guessed, levels, rng: mixture(
        actual, guessed, perverse=levels, wrong=world.wrong
    ),
    "confused": _confused,
}
