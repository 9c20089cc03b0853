"""How one run judges any counts it is given: the same for the whole and for every group."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.labels import Label, written
from informed.core.registry import Measure, bare, catalogue

DRAWS, SEED = 4000, 0  # unless asked otherwise; a signature says nothing of what is usual


@dataclass(frozen=True)
class Recipe:
    """Everything that, beside the counts, decides a number."""

    positive: Label | None
    undefined: str
    reference: str
    level: float
    method: str | None
    draws: int
    seed: Any
    extra: tuple[Measure, ...] = field(compare=False)
    value: Any = field(default=None, compare=False)
    cost: Any = field(default=None, compare=False)
    reference_quality: Any = field(default=None, compare=False)
    only: tuple[Measure, ...] | None = field(default=None, compare=False)
    per_label_only: tuple[Measure, ...] | None = field(default=None, compare=False)
    view: str = "table"
    words: str = "general"
    written: tuple[str | None, ...] = ()
    """What cannot be compared as it is, in words: measures and prices."""

    def __post_init__(self) -> None:
        prices = (None if each is None else str(np.asarray(each).tolist()) for each in (self.value, self.cost))
        lists = (self.extra, self.only, self.per_label_only)
        names = (None if each is None else "+".join(map(str, each)) for each in lists)
        quality = None if self.reference_quality is None else str(self.reference_quality)
        object.__setattr__(self, "written", (*names, *prices, quality))

    def options(self, methods: Iterable[str | None] = (), **drawn: Any) -> dict[str, Any]:
        """What the signature says of it; ``methods``: those really used, not all of which need be the
        one asked for. ``drawn``: how the items were drawn."""
        others = {*methods} - {None, self.method}
        return {
            "view": None if self.view == "table" else self.view,
            "positive": self.positive,
            "level": self.level,
            **drawn,
            "interval": f"{self.method}+default" if self.method and others else self.method,
            "draws": self.draws if self.method or self.draws != DRAWS else None,
            "seed": self.seed if self.method or self.seed != SEED else None,
            "undefined": None if self.undefined == "limit" else self.undefined,
            "reference": None if self.reference == "gold" else self.reference,
            "reference_quality": None if self.reference_quality is None else "given",
            "measures": "+".join(map(str, self.extra)) or None,
            "value": None if self.value is None else np.asarray(self.value).tolist(),
            "cost": None if self.cost is None else np.asarray(self.cost).tolist(),
            "only": None if self.only is None else "+".join(sorted(map(str, self.only))),
        }

    def of_table(self, counts: Counts) -> dict[str, Measure]:
        """Every measure that applies to the table as a whole, by name."""
        rows, columns = counts.table.shape[-2:]
        kinds = ("table", "binary") if self.positive is not None else ("table",)
        every = (*_ready(self.only), *self.extra)
        fitting = (each for each in every if each.kind in kinds and each.label is None and each.applies(rows, columns))
        found = {str(each): each for each in fitting if counts.square or not each.square}
        return found | {str(of): of for each in every if each.label is not None for of in [_of_label(each, counts)]}

    def of_labels(self, counts: Counts) -> dict[str, Measure]:
        """Every measure of a label against the rest, by name."""
        if not counts.square:
            return {}
        wanted = [each for each in _ready(self.per_label_only) if each.labelwise]
        wanted += [each for each in (*self.extra, *(self.only or ())) if each.labelwise or each.kind == "binary"]
        return {bare(each): replace(each, label=None) for each in wanted}


def _of_label(measure: Measure, counts: Counts) -> Measure:
    """The measure of a label that there is, written as the label is."""
    if not counts.square or not (measure.labelwise or measure.kind == "binary"):
        raise InputError(f"{bare(measure)} is a measure of the whole table; leave out the label {measure.label!r}")
    return replace(measure, label=str(written(measure.label, counts.labels, bare(measure))))


def _ready(only: tuple[Measure, ...] | None) -> list[Measure]:
    """The measures that a table alone suffices for: all of them, or only those asked for."""
    return [each for each in (catalogue() if only is None else only) if each.ready]
