"""What was found of a judge: corrected shares, what its labels are worth, and how systems differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from informed.core.counts import Counts
from informed.core.estimate import Estimate, finite
from informed.core.labels import Label
from informed.core.result import Result

METHODS = {"random": "post-stratified", "by_judge": "post-stratified", "elsewhere": "inverse matrix"}


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
    ``errs_alike`` the p of "the judge errs alike for all systems".
    """

    kind = "judgement"

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
    systems: Mapping[str, Judgement] = field(default_factory=dict)
    differences: tuple[RateDifference, ...] = ()
    errs_alike: float | None = None
    headline: Label | None = None
    notes: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """How many items the judge has labelled."""
        return sum(self.pool.values())

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

    def facts(self) -> dict[str, Any]:
        """Everything that was found."""
        estimates = {"rate": self.rate, "raw": self.raw}
        return {
            "n": self.n,
            "labelled": self.calibration.n,
            "drawn": self.drawn,
            "method": METHODS[self.drawn],
            **{name: {str(label): each.to_dict() for label, each in row.items()} for name, row in estimates.items()},
            "informedness": self.informedness.to_dict(),
            "quality": {
                str(label): {name: each.to_dict() for name, each in row.items()} for label, row in self.quality.items()
            },
            "labels_saved": finite(self.labels_saved),
            "equivalent": finite(self.equivalent),
            "alike": self.alike,
            "ppi": None if self.ppi is None else {str(label): value for label, value in self.ppi.items()},
            "refusal": self.refusal,
            "pool": {str(label): count for label, count in self.pool.items()},
            "calibration": {"rows": "human", "labels": list(self.calibration.labels)}
            | {"table": self.calibration.table.tolist()},
            "systems": {name: each.facts() for name, each in self.systems.items()},
            "errs_alike": self.errs_alike,
            "differences": [
                {"first": each.first, "second": each.second, "label": each.label, **each.estimate.to_dict()}
                for each in self.differences
            ],
            "notes": list(self.notes),
        }
