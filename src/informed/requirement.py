"""What a predictor must reach, as one line: ``informedness.low >= 0.6``, ``recall[rain] >= 0.5``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from informed.errors import InputError, choice
from informed.inference.estimate import Estimate
from informed.registry import get

if TYPE_CHECKING:
    from informed.evaluation import Evaluation

RELATIONS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
PARTS = ("value", "low", "high", "chance")
FORM = re.compile(
    r"\s*(?P<name>[\w -]+?(?:\([^)]*\))?)\s*(?:\[(?P<label>.+)\])?\s*(?:\.(?P<part>\w+))?"
    r"\s*(?P<sign>>=|<=|>|<)\s*(?P<bound>\S+)\s*"
)


@dataclass(frozen=True)
class Requirement:
    """A bound on the value, or an end of the interval, of one measure, overall or for one label."""

    measure: str
    label: str | None
    part: str
    sign: str
    bound: float

    def __str__(self) -> str:
        label = "" if self.label is None else f"[{self.label}]"
        part = "" if self.part == "value" else f".{self.part}"
        return f"{self.measure}{label}{part} {self.sign} {self.bound:g}"


@dataclass(frozen=True)
class Outcome:
    """Whether a requirement is met, and by what."""

    requirement: Requirement
    reached: float | None
    met: bool
    estimate: Estimate
    group: str | None = None

    def __str__(self) -> str:
        reached = "undefined" if self.reached is None else f"{self.reached:.4g}"
        where = "" if self.group is None else f" in {self.group}"
        note = f" ({self.estimate.note})" if self.estimate.note and not self.met else ""
        return f"{'met' if self.met else 'NOT MET'}: {self.requirement}{where}: {reached}{note}"


def requirement(text: str) -> Requirement:
    """Read one line; what it says back is what was read."""
    match = FORM.fullmatch(text)
    if not match:
        raise InputError(f"requirement {text!r} is not of the form 'informedness.low >= 0.6' or 'recall[rain] >= 0.5'")
    try:
        bound = float(match["bound"])
    except ValueError:
        raise InputError(
            f"requirement {text!r}: {match['bound']!r} is not a number; write a bound such as 0.6"
        ) from None
    part = choice(f"part of {match['name']!r}", match["part"] or "value", PARTS)
    return Requirement(str(get(match["name"])), match["label"], part, match["sign"], bound)


def check(evaluation: Evaluation, required: Iterable[str | Requirement]) -> list[Outcome]:
    """Every requirement held against an evaluation; with groups, against each of them."""
    wanted = [requirement(each) if isinstance(each, str) else each for each in required]
    parts = evaluation.groups if evaluation.groups else (evaluation,)
    return [_outcome(each, part) for part in parts for each in wanted]


def _outcome(wanted: Requirement, evaluation: Evaluation) -> Outcome:
    found = _find(wanted, evaluation)
    reached: float | None = getattr(found, wanted.part)
    known = reached is not None and reached == reached
    met = known and RELATIONS[wanted.sign](reached, wanted.bound)  # type: ignore[arg-type]
    group = None if evaluation.group is None else ", ".join(map(str, evaluation.group))
    return Outcome(wanted, reached if known else None, bool(met), found, group)


def _find(wanted: Requirement, evaluation: Evaluation) -> Estimate:
    if wanted.label is None:
        row, where = evaluation.measures, "the whole table"
    elif wanted.label in evaluation.per_label:
        row, where = evaluation.per_label[wanted.label], f"label {wanted.label!r}"
    else:
        raise InputError(
            f"requirement {wanted}: {wanted.label!r} is not a label; there are {list(evaluation.per_label)}"
        )
    if wanted.measure in row:
        return row[wanted.measure]
    hint = "name a label, as in recall[rain], or give positive=" if wanted.label is None else "see informed measures"
    raise InputError(f"requirement {wanted}: {wanted.measure} has no value for {where}; {hint}")
