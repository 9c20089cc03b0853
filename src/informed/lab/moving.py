"""How each measure moves with prevalence and bias while the predictor stays as informed as it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from informed.core.errors import InputError, arg, choice, share, whole
from informed.core.estimate import as_json
from informed.core.merging import gathered
from informed.core.mixtures import mixture
from informed.core.registry import Measure
from informed.core.table import biases, dual, prevalences, two_by_two
from informed.core.validate import Numbers
from informed.inference.draws import generator
from informed.lab.result import Study, applying, check_seed, recipe

BASE_RATE, STEPS = 0.1, 200  # of the comparison in the slides of Steingold & Laclavik


@dataclass(frozen=True, repr=False, kw_only=True)
class Sensitivity(Study):
    """For each measure and degree of informedness the range of its values over all margins.

    ``prevalence`` and ``bias`` in the rows are the slopes of the plane fitted to the values: what a measure gains when
    the first class occurs, or is said, more often. ``left`` is the share of its variation that the plane leaves.
    ``constant``: what stays, "informedness", or in the dual world "markedness".
    """

    name: ClassVar[str] = "bias"

    informed: tuple[float, ...]
    shares: Numbers
    values: Mapping[str, Numbers]
    base_rate: float
    path: Mapping[str, Numbers]
    constant: str = "informedness"

    def head(self) -> tuple[str, str]:
        return f"How do measures move with prevalence and bias, at constant {self.constant}?", ""

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure and degree of informedness: least, mean, most, spread, and both slopes."""
        return [
            {"measure": name, "informed": informed, **as_json(_moved(column, shares))}
            for name, values in self.values.items()
            for informed, column, shares in zip(self.informed, values, self.shares, strict=True)
        ]

    def comparison(self) -> list[dict[str, Any]]:
        """Every measure from the perfect predictor to the mislabelled one, both kinds of error growing alike."""
        steps = np.arange(STEPS + 1)
        return [
            as_json({"step": step, **{name: values[step] for name, values in self.path.items()}})
            for step in steps.tolist()
        ]

    def grid(self, measure: str) -> list[dict[str, Any]]:
        """The values of one measure: informedness, prevalence and bias of the first class, value."""
        return [
            as_json({"informed": informed, "prevalence": prevalence, "bias": bias, "value": value})
            for informed, shares, column in zip(self.informed, self.shares, self.values[measure], strict=True)
            for (prevalence, bias), value in zip(shares, column, strict=True)
        ]

    def facts(self) -> dict[str, Any]:
        """Plain data: for each measure its range at every degree of informedness; and the comparison."""
        measures = gathered((row.pop("measure"), row) for row in self.rows())
        return self.about() | {"measures": measures, "base_rate": self.base_rate, "comparison": self.comparison()}


def bias(
    names: Iterable[str | Measure] | None = None,
    *,
    classes: int = 2,
    informed: Sequence[float] = (0.0, 0.15, 0.5, 0.85),
    grid: int = 19,
    base_rate: float = BASE_RATE,
    kind: str = "informed",
    seed: int = 0,
) -> Sensitivity:
    """Show how measures change when only prevalence and bias change.

    The predictors know a given share of the answers and guess the rest.

    Parameters
    ----------
    names
        The measures; by default all that apply.
    classes
        The number of classes. For two, prevalence and guesses form a grid; for more, margins are drawn at random.
    informed
        The probabilities that the predictor knows the class.
    grid
        The number of shares along each side of the grid.
    base_rate
        The prevalence of the comparison, from the perfect to the mislabelled predictor (two classes only).
    kind
        "informed", or "dual" to keep markedness constant in place of informedness.
    seed
        The random seed.

    Returns
    -------
    Sensitivity
        The least, mean and greatest value of each measure at each level of informedness.

    Examples
    --------
    >>> found = bias(["informedness", "accuracy"], informed=[0.5], grid=3)
    >>> [(row["measure"], row["least"], row["most"]) for row in found.rows()]
    [('informedness', 0.5, 0.5), ('accuracy', 0.6875, 0.8125)]
    """
    levels = tuple(float(each) for each in informed)
    if not levels or not all(0 <= each <= 1 for each in levels):
        raise InputError(f"{arg('informed', informed)} must be probabilities, for example 0.15")
    share("base_rate", base_rate, "both classes must occur", inside=True)
    actual, guess = _margins(classes, whole("grid", grid, 2), check_seed(seed))
    tables = np.stack([mixture(actual, guess, informed=each) for each in levels])
    tables = dual(tables) if choice("kind", kind, ("informed", "dual")) == "dual" else tables
    measures = applying(names, classes)
    size = {"classes": classes, "informedness": levels, "grid": grid, "base_rate": base_rate}
    odd = {"seed": seed if classes > 2 else None, "kind": kind if kind != "informed" else None}
    return Sensitivity(
        signature=recipe("bias", **size, **odd, measures=names and "+".join(map(str, measures))),
        informed=levels,
        shares=np.stack([prevalences(tables)[..., 0], biases(tables)[..., 0]], axis=-1),
        values={str(each): np.asarray(each(tables)) for each in measures},
        base_rate=base_rate,
        constant="markedness" if kind == "dual" else "informedness",
        path={str(each): np.asarray(each(path(base_rate))) for each in measures} if classes == 2 else {},
    )


def path(base_rate: float = BASE_RATE, steps: int = STEPS) -> Numbers:
    """Tables of ``steps`` items from the perfect predictor to the mislabelled one: ``(steps + 1, 2, 2)``."""
    wrong = np.arange(steps + 1.0)
    right = wrong[::-1]
    tables: Numbers = two_by_two(base_rate * right, base_rate * wrong, (1 - base_rate) * wrong, (1 - base_rate) * right)
    return tables


def _margins(classes: int, grid: int, seed: int) -> tuple[Numbers, Numbers]:
    if whole("classes", classes, 2) > 2:
        drawn = generator(seed).dirichlet(np.ones(classes), (2, grid**2))
        return drawn[0], drawn[1]
    shares = np.arange(1, grid + 1) / (grid + 1)
    first = np.stack(np.meshgrid(shares, shares, indexing="ij"), axis=-1).reshape(-1, 2)
    actual, guess = (np.stack([each, 1 - each], axis=-1) for each in first.T)
    return actual, guess


def _moved(values: Numbers, shares: Numbers) -> dict[str, float]:
    """The range of the values, and the plane through them."""
    known = np.isfinite(values)
    values, shares = values[known], shares[known]
    if not len(values):
        return dict.fromkeys(("least", "mean", "most", "spread", "prevalence", "bias", "left"), np.nan)
    ones = np.ones((len(values), 1))
    (_, prevalence, bias), *_ = np.linalg.lstsq(np.hstack([ones, shares]), values, rcond=None)
    centred = values - values.mean()
    rest = centred - (shares - shares.mean(0)) @ (prevalence, bias)
    spread = float(np.ptp(values))
    flat = spread <= 1e-9 * max(1.0, float(abs(values).max()))
    return {
        "least": values.min(),
        "mean": values.mean(),
        "most": values.max(),
        "spread": 0.0 if flat else spread,
        "prevalence": 0.0 if flat else prevalence,
        "bias": 0.0 if flat else bias,
        "left": 0.0 if flat else float(rest @ rest / (centred @ centred)),
    }
