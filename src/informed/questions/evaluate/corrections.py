"""Measures of information without the bias of small samples."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.basis import signature
from informed.core.errors import InputError
from informed.core.estimate import finite
from informed.core.registry import Measure, find, several
from informed.core.result import Result
from informed.core.table import Array, as_table, nearly_whole, total
from informed.inference.chance import chance_mean
from informed.inference.entropies import miller_madow
from informed.inference.jackknife import jackknife


@dataclass(frozen=True)
class Corrections(Result):
    """Measures of information as they stand and with the bias of small samples taken off, side by side.

    Of each measure ``plug_in`` is the value of the table; ``jackknife`` has its bias removed to first order;
    ``miller_madow`` takes (A - 1)(P - 1) / 2n nats off the mutual information, over the classes that occur;
    ``chance_mean`` is what independence would show in a sample like this.
    """

    kind = "corrections"

    n: int
    measures: Mapping[str, Mapping[str, float | None]]
    signature: str

    def __getitem__(self, measure: str) -> Mapping[str, float | None]:
        return self.measures[measure]

    def head(self) -> tuple[str, str]:
        """The question."""
        return f"Information in a sample of {self.n:,} items", ""

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure."""
        return [{"measure": name, **of} for name, of in self.measures.items()]


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
        raise InputError(f"{odd} is not an information measure; corrections exist for {names}")
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
