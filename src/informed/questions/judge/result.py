"""What was found of a judge: corrected shares, what its labels are worth, and how systems differ."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from informed.core.counts import Counts
from informed.core.estimate import Estimate, finite
from informed.core.labels import Label
from informed.core.metrics import Figure
from informed.core.result import Result

METHODS = {"random": "post-stratified", "by_judge": "post-stratified", "elsewhere": "inverse matrix"}
HOW = {"random": "drawn at random", "by_judge": "drawn by label", "elsewhere": "drawn elsewhere"}


class RateDifference(NamedTuple):
    """How much more common a label is in the first system than in the second."""

    first: str
    second: str
    label: Label
    estimate: Estimate


@dataclass(frozen=True)
class Judgement(Result):
    """True shares of labels, from a judge's labels of all items and a human's of some.

    ``rate``: the corrected share of each label; ``raw``: the judge's own. ``informedness``: that of the judge;
    ``quality``: recall, fallout and precision of each of its labels. ``labels_saved``: the share of human labels that
    the judge replaces (None where they were drawn elsewhere); ``equivalent``: how many random human labels alone would
    be as precise. ``alike``: the p of "the labelled items are a random part of the pool", where that can be tested.
    ``refusal`` says why there is no corrected share. ``systems`` holds each system, ``differences`` those of each pair,
    ``errs_alike`` the p of "the judge errs alike for all systems"; ``shared``: whether all labelled items correct every
    system, or each is corrected by its own.
    """

    kind = "judgement"
    json_keys = (
        *("n", "labelled", "drawn", "method", "rate", "raw", "informedness", "quality", "labels_saved", "equivalent"),
        *("alike", "ppi", "refusal", "pool", "calibration", "systems", "errs_alike", "shared", "differences", "notes"),
    )

    rate: Mapping[Label, Estimate]
    raw: Mapping[Label, Estimate]
    informedness: Estimate
    quality: Mapping[Label, Mapping[str, Estimate]]
    calibration: Counts
    pool: Mapping[Label, int]
    drawn: str
    labels_saved: float | None
    equivalent: float | None
    alike: float | None
    ppi: Mapping[Label, float] | None
    level: float
    signature: str
    refusal: str | None = None
    systems: "Mapping[str, Judgement]" = field(default_factory=dict)
    differences: tuple[RateDifference, ...] = ()
    errs_alike: float | None = None
    shared: bool = False
    headline: Label | None = None
    notes: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """How many items the judge has labelled."""
        return sum(self.pool.values())

    @property
    def labelled(self) -> int:
        """How many items a human has labelled too."""
        return int(self.calibration.table.sum())

    @property
    def method(self) -> str:
        """The estimator that fits how they were drawn."""
        return METHODS[self.drawn]

    def head(self) -> tuple[str, str]:
        size = f"{self.n:,} judged items, {self.labelled:,} labelled by hand, {HOW[self.drawn]}"
        return "Which rate is true?", size

    def remarks(self, every: bool = False) -> tuple[str, ...]:
        return self.notes

    def key_figures(self) -> Iterator[Figure]:
        """The corrected and the raw share of every label, and informedness of the judge; with systems those of each."""
        for name, each in self.systems.items():
            yield from (figure._replace(system=name) for figure in each.key_figures())
        if not self.systems:
            yield from (Figure("rate", self.rate[label], label=label) for label in self._in_order)
            yield from (Figure("raw", self.raw[label], label=label) for label in self._in_order)
            yield Figure("informedness", self.informedness)
        for pair in self.differences:
            yield Figure("rate", pair.estimate, pair.first, label=pair.label, minus=pair.second)

    @property
    def _in_order(self) -> list[Label]:
        """The labels, that of the verdict first."""
        return sorted(self.rate, key=lambda label: label != self.headline)

    def rows(self) -> list[dict[str, Any]]:
        """One row per label (and system): corrected, raw, and what the judge's label is worth."""
        parts = dict(self.systems) or {"": self}
        return [
            {**({"system": name} if name else {}), "label": label, **each.rate[label].to_dict()}
            | {"raw": finite(each.raw[label].value)}
            | {measure: finite(value.value) for measure, value in each.quality[label].items()}
            for name, each in parts.items()
            for label in each.rate
        ]
