"""What chance gives on average in a sample of this size, for measures whose value at chance is an end of their range.

Mutual information is never negative, so a small table shows some of it even at independence; likewise proficiency,
phi squared and their kin. The mean is over all tables with the same margins (labels dealt at random).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from informed.errors import InputError
from informed.inference.draws import generator, permutation
from informed.inference.draws.resampling import LARGEST
from informed.inference.estimate import finite
from informed.inference.exact_tests import hypergeometric
from informed.inference.independence import freedom
from informed.inference.jackknife import jackknife
from informed.inference.plugin import miller_madow
from informed.registry import Measure, find, get, several
from informed.result import Result
from informed.signature import signature
from informed.table import Array, actuals, as_table, nearly_whole, predictions, total


def chance_mean(measure: str | Measure, counts: Any, *, draws: int = 2000, seed: Any = 0) -> float | None:
    """The mean of a measure under chance; None where it is the fixed value at chance, or where items were not counted.

    Exact for measures of information, which depend on the cells through the mutual information alone once the
    margins are given (`dependency` to first order); by permutation otherwise.
    """
    found, table = get(measure), as_table(counts)
    biased = found.fixed_chance in [found.bound(end, *table.shape[-2:]) for end in (0, 1)]
    if (
        not biased
        or getattr(counts, "squares", None) is not None
        or hasattr(counts, "scatter")
        or not nearly_whole(table).all()
    ):
        return None
    table = np.rint(table)
    if found.entropies is None and total(table) >= LARGEST:
        return None  # so many items show nothing beyond chance
    if found.entropies is None:
        values = permutation.values(found.raw, table, draws=draws, rng=generator(seed))
        return None if np.isnan(values).all() else float(np.nanmean(values))
    actual, predicted = (get(name).raw(table) for name in ("entropy_actual", "entropy_predicted"))
    value = float(found.entropies(actual, predicted, actual + predicted - expected_information(table)))
    return None if np.isnan(value) else value


def expected_information(table: Any) -> float:
    """The mean mutual information, in bits, of all tables with these margins.

    Each cell is hypergeometric; the mean of n log n over it is summed where it has any probability.
    """
    table = as_table(table)
    n, rows, columns = total(table), actuals(table), predictions(table)
    if not freedom(table):  # one class alone informs of nothing, not even of rounding
        return 0.0
    if n >= LARGEST:  # the first term of its expansion is then all of it
        return float(freedom(table) / (2 * n * np.log(2)))
    # Classes of the same size have the same share in it: each pair of sizes is worked out once.
    sizes = (zip(*np.unique(margin, return_counts=True), strict=True) for margin in (rows, columns))
    bits = sum(
        times * repeats * _mean_bits(row, column, n) for (row, times), (column, repeats) in product(*map(list, sizes))
    )
    surprise = float((rows * _log2(rows)).sum() + (columns * _log2(columns)).sum())
    return max(0.0, float(bits - surprise / n + _log2(n)))


def _log2(counts: Any) -> Any:
    return np.log2(np.where(counts > 0, counts, 1.0))


def _mean_bits(row: float, column: float, n: float) -> float:
    """The mean of k log2 k / n for a count k of the cell with these margins."""
    if row * column == 0:
        return 0.0
    # Near the mode, from where the distribution is summed as far as it matters: the work does not grow with n.
    near = max(row + column - n, row * column // n)
    places, weight = hypergeometric(int(near), int(row - near), int(column - near), int(n - row - column + near))
    return float((weight * places * _log2(places)).sum() / n)


@dataclass(frozen=True)
class Corrections(Result):
    """Measures of information as they stand and with the bias of small samples taken off, side by side.

    Of each measure ``plug_in`` is the value of the table; ``jackknife`` has its bias removed to first order;
    ``miller_madow`` takes (A - 1)(P - 1) / 2n nats off the mutual information, over the classes that occur;
    ``chance_mean`` is what independence would show in a sample like this.
    """

    kind, words, writer = "corrections", "tables:corrections", "readings:corrections_text"

    n: int
    measures: Mapping[str, Mapping[str, float | None]]
    signature: str

    def __getitem__(self, measure: str) -> Mapping[str, float | None]:
        return self.measures[measure]

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure."""
        return [{"measure": name, **of} for name, of in self.measures.items()]

    def facts(self) -> dict[str, Any]:
        """Every measure as it stands and corrected."""
        return {"n": self.n, "measures": {name: dict(of) for name, of in self.measures.items()}}


def corrections(data: Any, measures: Iterable[str | Measure] | None = None) -> Corrections:
    """What small samples add to measures of information, and the same taken off; all that have 0 at chance by default.

    A sample of a few items a cell shows information where there is none: (A - 1)(P - 1) / 2n nats of it.
    """
    table = as_table(data)
    if getattr(data, "squares", None) is not None or not nearly_whole(table).all():
        raise InputError("data holds weights or shares; corrections are for counted items, give whole counts")
    wanted = find(fixed_chance=0) if measures is None else several(measures)
    known = [each for each in wanted if each.entropies is not None]
    if measures is not None and len(known) < len(wanted):
        odd = next(each for each in wanted if each.entropies is None)
        names = ", ".join(each.name for each in find() if each.entropies is not None)
        raise InputError(f"{odd} is not a measure of information, small samples do not raise it so; there are {names}")
    table = np.rint(table)
    n = int(total(table))
    recipe = signature({"n": n, "classes": table.shape, "measures": "+".join(map(str, known))})
    return Corrections(n, {str(each): _corrected(each, table) for each in known}, recipe)


def _corrected(measure: Measure, table: Array) -> dict[str, float | None]:
    found = {
        "plug_in": float(measure(table)),
        "jackknife": float(jackknife(measure, table)),
        "miller_madow": float(miller_madow(measure, table)),
        "chance_mean": chance_mean(measure, table),
    }
    return {name: finite(value) for name, value in found.items()}
