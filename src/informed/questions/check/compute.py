"""What a predictor must reach, as one line: ``informedness.low >= 0.6``, ``recall[rain] >= 0.5``, ``not worse``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from informed.core.differences import Scale
from informed.core.errors import InputError, choice, unlisted
from informed.core.estimate import Estimate
from informed.core.metrics import Figure
from informed.core.registry import get
from informed.core.result import Result
from informed.core.words import p_is
from informed.questions.compare.result import Comparison, Difference
from informed.questions.evaluate.result import Evaluation
from informed.questions.grade.pairs import GradeComparison

RELATIONS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}
PLAIN = Scale()  # of grades: more is better, without a unit
PARTS = ("value", "low", "high", "chance")
ITEMS = "n"  # stands where a measure does: the number of items
FORM = re.compile(
    r"\s*(?P<name>[\w -]+?(?:\([^)]*\))?)\s*(?:\[(?P<label>.+)\])?\s*(?:\.(?P<part>\w+))?"
    r"\s*(?P<sign>>=|<=|>|<)\s*(?P<bound>\S+)\s*"
)
PAST = re.compile(r"\s*(?P<claim>better|not[ _-]worse|equivalent)\s+(?:than|to)\s+(?P<whom>\S.*?)\s*")
EXAMPLES = "'informedness.low >= 0.6', 'recall[rain] >= 0.5' or 'not worse than last'"
CLAIMS = {"better": None, "not worse": "non_inferior", "equivalent": "equivalent"}
"""What may be required of a system beside the first, and the test within a margin that shows it."""


@dataclass(frozen=True)
class Requirement:
    """A bound on the value, or an end of the interval, of one measure, overall or for one label; or on the items."""

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
class Claim:
    """That one system is better than another, not worse by more than a margin, or equivalent within it."""

    claim: str
    system: str
    baseline: str
    measure: str
    margin: float | None = None
    scale: Scale = PLAIN

    def __str__(self) -> str:
        size = "" if self.margin is None else f" {self.scale.size(self.margin)}"
        link = {"better": "than", "not worse": "than", "equivalent": "to"}[self.claim]
        within = {"better": "", "not worse": f" by more than{size}", "equivalent": f" within{size}"}[self.claim]
        return f"{self.system!r} {self.claim} {link} {self.baseline!r}{within} ({self.measure})"


@dataclass(frozen=True)
class Against:
    """A claim about the predictor beside a run of the ledger: the last, the best, or the last of a system."""

    claim: str
    whom: str

    def __str__(self) -> str:
        return f"{self.claim} {'to' if self.claim == 'equivalent' else 'than'} {self.whom}"


@dataclass(frozen=True)
class Outcome:
    """Whether a requirement is met, and by what; a claim about two systems is ``reached`` by the p of its test."""

    requirement: Requirement | Claim | Against
    reached: float | None
    met: bool
    estimate: Estimate
    group: str | None = None

    @property
    def what(self) -> str:
        """What was required, and of which group."""
        return str(self.requirement) + ("" if self.group is None else f" in {self.group}")

    @property
    def shown(self) -> str:
        """What was reached, for reading."""
        if self.reached is None:
            return self.estimate.note or "undefined" if isinstance(self.requirement, Against) else "undefined"
        if isinstance(self.requirement, Claim):
            return f"{self.requirement.scale.gap(self.estimate)}, {p_is(self.reached)}"
        return f"{self.reached:.4g}"

    def __str__(self) -> str:
        told = not self.met or isinstance(self.requirement, Claim)  # how two systems were compared matters in any case
        note = f" ({self.estimate.note})" if self.estimate.note and told else ""
        return f"{'met' if self.met else 'NOT MET'}: {self.what}: {self.shown}{note}"


@dataclass(frozen=True)
class Outcomes(Result):
    """The outcome of every requirement, in the order they were given; with groups, of each group in turn."""

    kind = "check"
    formats = (*Result.formats, "junit")

    outcomes: tuple[Outcome, ...]
    signature: str

    @property
    def met(self) -> bool:
        """Whether all of them are met."""
        return all(each.met for each in self.outcomes)

    @property
    def missed(self) -> tuple[Outcome, ...]:
        """Those that are not met."""
        return tuple(each for each in self.outcomes if not each.met)

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __getitem__(self, place: int) -> Outcome:
        return self.outcomes[place]

    def key_figures(self) -> Iterator[Figure]:
        """Whether all are met, as 1 or 0, and the estimate behind each."""
        yield Figure("met", Estimate(float(self.met)))
        for each in self.outcomes:
            group, wanted = None if each.group is None else (each.group,), each.requirement
            if isinstance(wanted, Requirement):
                yield Figure(wanted.measure, each.estimate, group=group, label=wanted.label)
            elif isinstance(wanted, Claim):
                yield Figure(wanted.measure, each.estimate, wanted.system, group, minus=wanted.baseline)

    def _tracked(self) -> list[Figure]:
        return list(self.key_figures())

    def rows(self) -> list[dict[str, Any]]:
        """One row per requirement."""
        return [
            {"requirement": str(each.requirement), "group": each.group, "met": each.met, "reached": each.reached}
            | {"note": each.estimate.note}
            for each in self.outcomes
        ]

    def facts(self) -> dict[str, Any]:
        """Whether all are met, and what became of each."""
        return {"met": self.met, "outcomes": self.rows()}


Required = str | Requirement | Against | Iterable[str | Requirement | Against]


def listed(require: Required) -> list[str | Requirement | Against]:
    """Requirements; one alone is a list of one."""
    return [require] if isinstance(require, (str, Requirement, Against)) else list(require)


def checked(found: Evaluation | Comparison | GradeComparison, require: Required) -> Outcomes:
    """Hold an evaluation against bounds, or a comparison against claims."""
    if isinstance(found, GradeComparison):
        graded = [
            outcome
            for part in found.groups or (found,)
            for each in listed(require)
            for outcome in _graded(claimed(each), part)
        ]
        return Outcomes(tuple(graded), found.signature)
    if isinstance(found, Comparison):
        shown = [
            _shown(claimed(each), pair, part)
            for part in found.groups or (found,)
            for each in listed(require)
            for pair in _against_the_first(part)
        ]
        return Outcomes(tuple(shown), found.signature)
    bounds = [requirement(each) if isinstance(each, str) else each for each in listed(require)]
    if past := [each for each in bounds if isinstance(each, Against)]:
        raise InputError(f"requirement '{past[0]}' needs ledger= and task=, where earlier runs are recorded")
    parts = found.groups if found.groups else (found,)
    limits = [each for each in bounds if isinstance(each, Requirement)]
    return Outcomes(tuple(_outcome(each, part) for part in parts for each in limits), found.signature)


# --- bounds ----------------------------------------------------------------------------------------------------------


def requirement(text: str) -> Requirement | Against:
    """Read one line; what it says back is what was read."""
    if past := PAST.fullmatch(text):
        return Against(claimed(past["claim"]), past["whom"])
    match = FORM.fullmatch(text)
    if not match:
        raise InputError(f"require={text!r} is not of the form {EXAMPLES}")
    try:
        bound = float(match["bound"])
    except ValueError:
        raise InputError(f"require={text!r}: {match['bound']!r} is not a number; write a bound such as 0.6") from None
    if match["name"] == ITEMS and (match["label"] or match["part"]):
        raise InputError(f"require={text!r}: n counts the items of the whole table; write 'n >= 300'")
    if (part := match["part"] or "value") not in PARTS:
        raise InputError(f"require={text!r}: {unlisted(part, PARTS)}")
    try:
        name = ITEMS if match["name"] == ITEMS else str(get(match["name"]))
    except InputError as reason:
        raise InputError(f"require={text!r}: {str(reason).removeprefix('measure=')}") from None
    return Requirement(name, match["label"], part, match["sign"], bound)


def _outcome(wanted: Requirement, evaluation: Evaluation) -> Outcome:
    found = _find(wanted, evaluation)
    reached: float | None = getattr(found, wanted.part)
    known = reached is not None and reached == reached
    met = known and RELATIONS[wanted.sign](reached, wanted.bound)  # type: ignore[arg-type]
    return Outcome(wanted, reached if known else None, bool(met), found, _group(evaluation))


def _group(part: Evaluation | Comparison | GradeComparison) -> str | None:
    return None if part.group is None else ", ".join(map(str, part.group))


def _find(wanted: Requirement, evaluation: Evaluation) -> Estimate:
    if wanted.measure == ITEMS:
        return Estimate(float("nan") if evaluation.n is None else evaluation.n)
    if wanted.label is None:
        row, where = evaluation.measures, "the whole table"
    elif wanted.label in evaluation.per_label:
        row, where = evaluation.per_label[wanted.label], f"label {wanted.label!r}"
    else:
        known = [str(each) for each in evaluation.per_label]
        raise InputError(f"require='{wanted}': label {unlisted(wanted.label, known)}")
    if wanted.measure in row:
        return row[wanted.measure]
    raise InputError(f"require='{wanted}': {wanted.measure} has no value for {where}; {_remedy(wanted, evaluation)}")


def _remedy(wanted: Requirement, evaluation: Evaluation) -> str:
    """What gives the measure a value: a label, and of two labels also a positive one."""
    known = [str(label) for label, row in evaluation.per_label.items() if wanted.measure in row]
    if wanted.label is not None or not known:
        return "it is no measure that every label has; see informed measures"
    named = f"name a label, as in '{wanted.measure}[{known[0]}] {wanted.sign} {wanted.bound:g}'"
    return named + (f", or give positive={known[0]!r}" if len(evaluation.labels) == 2 else "")


# --- claims ----------------------------------------------------------------------------------------------------------


def claimed(text: object) -> str:
    """Read what is required of a comparison; hyphens are as good as blanks."""
    return choice("require", str(text).replace("-", " ").replace("_", " "), CLAIMS)


def _against_the_first(comparison: Comparison) -> list[Difference]:
    lead, first = comparison.leading, comparison.systems[0]
    return [each for each in comparison.differences if each.measure == lead and each.second == first]


def _shown(claim: str, pair: Difference, comparison: Comparison) -> Outcome:
    """Whether the difference shows the claim, at the level of the comparison."""
    test, scale = CLAIMS[claim], Scale.of(pair.measure)
    if scale.higher_is_better is None and claim != "equivalent":
        raise InputError(f"require={claim!r}: {pair.measure} has no better direction; require 'equivalent'")
    if test is not None and pair.equivalence is None:
        raise InputError(f"require={claim!r} needs margin=, the largest difference that would not matter")
    p = pair.p_adjusted if test is None else (pair.equivalence or {})[test]
    known = p is not None and p == p
    good = test is not None or (pair.estimate.value > 0) == scale.higher_is_better
    met = known and good and p < 1 - comparison.level  # type: ignore[operator]
    wanted = Claim(claim, pair.first, pair.second, pair.measure, None if test is None else comparison.margin, scale)
    return Outcome(wanted, p if known else None, bool(met), pair.estimate, _group(comparison))


def _graded(claim: str, found: GradeComparison) -> Iterator[Outcome]:
    """Whether the grades of each later system are shown to be better than those of the first."""
    if claim != "better":
        raise InputError(f"require={claim!r}: a comparison of grades has no margin; require 'better'")
    for pair in found.differences:
        if pair.second == next(iter(found.values)):
            p = pair.p_adjusted
            met = p is not None and pair.estimate.value > 0 and p < 1 - found.level
            yield Outcome(Claim(claim, pair.first, pair.second, found.measure), p, met, pair.estimate, _group(found))
