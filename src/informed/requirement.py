"""What a predictor must reach, in words a build can check: ``informedness.low >= 0.6``, ``recall[rain] >= 0.5``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from informed.errors import InputError, choice
from informed.inference.estimate import Estimate
from informed.registry import get

PARTS = ("value", "low", "high", "chance")
COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}

_FORM = re.compile(
    r"""\s*(?P<measure>[A-Za-z_]\w*(?:\s*\([^()]*\))?)      # informedness, f_measure(beta=2)
        \s*(?:\[\s*(?P<label>'[^']*'|"[^"]*"|[^\]'"]+?)\s*\])?   # [rain], ['heavy rain']
        \s*(?:\.\s*(?P<part>\w+))?                          # .low
        \s*(?P<comparison>>=|<=|>|<)
        \s*(?P<bound>\S+)\s*""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Outcome:
    """Whether a requirement is met, and by what; ``note`` says why nothing could be compared."""

    requirement: Requirement
    found: float | None
    met: bool
    note: str | None = None

    def __str__(self) -> str:
        found = "nothing" if self.found is None else f"{self.found:.4g}"
        why = f" ({self.note})" if self.note else ""
        return f"{'met' if self.met else 'NOT met'}: {self.requirement}; found {found}{why}"


@dataclass(frozen=True)
class Requirement:
    """A bound on a measure or on an end of its interval, overall or for one label; printed the way it parses."""

    measure: str
    comparison: str
    bound: float
    part: str = "value"
    label: str | None = None

    @classmethod
    def parse(cls, text: str) -> Requirement:
        """A requirement from its text."""
        match = _FORM.fullmatch(text)
        if match is None:
            raise InputError(
                f"requirement {text!r} is not of the form measure[label].part >= number, "
                "for example 'informedness.low >= 0.6' or 'recall[rain] >= 0.5'"
            )
        try:
            bound = float(match["bound"])
        except ValueError:
            raise InputError(f"requirement {text!r}: {match['bound']!r} is not a number") from None
        part = choice(f"part of {text!r}", match["part"] or "value", PARTS)
        label = match["label"]
        return cls(
            str(get(match["measure"])), match["comparison"], bound, part, None if label is None else _bare(label)
        )

    def check(
        self, measures: Mapping[str, Estimate], per_label: Mapping[str, Mapping[str, Estimate]] | None = None
    ) -> Outcome:
        """Compare with what was found: estimates by measure, and by label and measure. What is not there is not met."""
        estimates: Mapping[str, Any] = measures
        if self.label is not None:
            labels = per_label or {}
            if self.label not in labels:
                raise InputError(f"requirement {self}: there is no label {self.label!r}; labels are {list(labels)}")
            estimates = labels[self.label]
        if self.measure not in estimates:
            where = "each label, for example " + f"{self.measure}[{next(iter(per_label))}]" if per_label else "no table"
            raise InputError(f"requirement {self}: {self.measure} is not among these measures; it is known for {where}")
        estimate = estimates[self.measure]
        found = getattr(estimate, self.part)
        if found is None or found != found:
            return Outcome(self, None, False, estimate.note or f"there is no {self.part}")
        return Outcome(self, float(found), COMPARISONS[self.comparison](found, self.bound), estimate.note)

    def __str__(self) -> str:
        label = (
            "" if self.label is None else f"[{self.label if re.fullmatch(r'[^]]+', self.label) else repr(self.label)}]"
        )
        part = "" if self.part == "value" else f".{self.part}"
        return f"{self.measure}{label}{part} {self.comparison} {self.bound:g}"


def _bare(label: str) -> str:
    return label[1:-1] if label[:1] in "'\"" else label
