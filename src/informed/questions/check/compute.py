"""What a predictor must reach, as one line: ``informedness.low >= 0.6``, ``recall[rain] >= 0.5``, ``not worse``."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from informed.core.differences import CLAIMS, Scale, claimed
from informed.core.door import arg
from informed.core.errors import InputError, unlisted
from informed.core.estimate import Estimate
from informed.core.metrics import Figure
from informed.core.record import Row, written
from informed.core.registry import get
from informed.core.result import Result
from informed.core.words import many, p_is
from informed.questions.compare.grades import GradeComparison
from informed.questions.compare.result import Comparison, Difference
from informed.questions.evaluate.result import Evaluation

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
    r"\s*(?P<sign>>=|<=|>|<)\s*(?P<bound>\S+)(?:\s+in\s+every\s+(?P<every>\S.*?))?\s*"
)
PAST = re.compile(r"\s*(?P<claim>better|not[ _-]worse|equivalent)\s+(?:than|to)\s+(?P<whom>\S.*?)\s*")
EXAMPLES = "'informedness.low >= 0.6', 'recall[rain] >= 0.5' or 'not worse than last'"
MET, MISSED, UNDECIDED = "met", "not met", "undecided"
CODES = {MET: 0, MISSED: 1, UNDECIDED: 4}  # exit codes; 2 is bad input, 3 a fault of ours
POLICIES = {"pass": 0, "fail": 1}
"""What an undecided requirement may count as, and the exit code."""


@dataclass(frozen=True)
class Requirement:
    """A bound on the value, or an end of the interval, of one measure, overall or for one label; or on the items.

    ``every`` names what the items are told apart by where each group must meet it.
    """

    measure: str
    label: str | None
    part: str
    sign: str
    bound: float
    every: str | None = None

    def __str__(self) -> str:
        every = "" if self.every is None else f" in every {self.every}"
        label = "" if self.label is None else f"[{self.label}]"
        part = "" if self.part == "value" else f".{self.part}"
        return f"{self.measure}{label}{part} {self.sign} {self.bound:g}{every}"


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
    """Whether a requirement is met, and by what; a claim about two systems is ``reached`` by the p of its test.

    ``outcome`` is "met", "not met" or "undecided": a claim within a margin that is neither shown nor, because the
    system is shown to be worse, refuted. About ``needed`` items for each system would decide it.
    """

    requirement: Requirement | Claim | Against
    reached: float | None
    outcome: str
    estimate: Estimate
    group: str | None = None
    needed: int | None = None

    @property
    def met(self) -> bool:
        """Whether it is met."""
        return self.outcome == MET

    @property
    def what(self) -> str:
        """What was required, and of which group."""
        link = ":" if isinstance(self.requirement, Requirement) and self.requirement.every else " in"
        return str(self.requirement) + ("" if self.group is None else f"{link} {self.group}")

    @property
    def shown(self) -> str:
        """What was reached, for reading."""
        if self.reached is None:
            return self.estimate.note or "undefined" if isinstance(self.requirement, Against) else "undefined"
        if isinstance(self.requirement, Claim):
            return f"{self.requirement.scale.gap(self.estimate)}, {p_is(self.reached)}{self._why}"
        return f"{self.reached:.4g}"

    @property
    def _why(self) -> str:
        """Why a claim within a margin is not met, or is undecided."""
        if self.outcome == UNDECIDED:
            enough = (
                "" if self.needed is None else f"; about {self.needed:,} items for each would decide at this difference"
            )
            return f"; too few items to tell{enough}"
        if self.met or not isinstance(self.requirement, Claim) or not CLAIMS[self.requirement.claim]:
            return ""
        return f"; shown to be {'different' if self.requirement.claim == 'equivalent' else 'worse'}"

    def __str__(self) -> str:
        told = not self.met or isinstance(self.requirement, Claim)  # how two systems were compared matters in any case
        note = f" ({self.estimate.note})" if self.estimate.note and told else ""
        return f"{self.outcome if self.met else self.outcome.upper()}: {self.what}: {self.shown}{note}"


@dataclass(frozen=True)
class Outcomes(Result):
    """The outcome of every requirement, in the order they were given; with groups, of each group in turn.

    ``undecided`` says what an undecided one counts as: "pass", "fail", or None: neither.
    """

    kind = "check"
    json_types = written("undecided", met=bool, outcome=str, outcomes=list[Row])
    formats = (*Result.formats, "junit", "github")

    outcomes: tuple[Outcome, ...]
    signature: str
    undecided: str | None = None

    @property
    def outcome(self) -> str:
        """The outcome of all together: "not met" if one is not, else "undecided" if one is, else "met"."""
        return next((each for each in (MISSED, UNDECIDED) if self.of(each)), MET)

    @property
    def met(self) -> bool:
        """Whether all of them are met."""
        return self.outcome == MET

    @property
    def missed(self) -> tuple[Outcome, ...]:
        """Those that are not met, or undecided."""
        return tuple(each for each in self.outcomes if not each.met)

    def of(self, outcome: str) -> tuple[Outcome, ...]:
        """Those with this outcome."""
        return tuple(each for each in self.outcomes if each.outcome == outcome)

    @property
    def code(self) -> int:
        """The exit code of the command: 0 met, 1 not met, 4 undecided, unless that counts as the one or the other."""
        settled = self.outcome == UNDECIDED and self.undecided is not None
        return POLICIES[self.undecided or ""] if settled else CODES[self.outcome]

    @property
    def passed(self) -> bool:
        """Whether the gate is open: all are met, or what is undecided counts as passed."""
        return self.code == 0

    def __iter__(self) -> Iterator[Outcome]:
        return iter(self.outcomes)

    def __len__(self) -> int:
        return len(self.outcomes)

    def __getitem__(self, place: int) -> Outcome:
        return self.outcomes[place]

    def head(self) -> tuple[str, str]:
        """The question, and how much is required."""
        return "Does it meet the requirements?", many(len(self), "requirement")

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
            {"requirement": str(each.requirement), "group": each.group, "met": each.met, "outcome": each.outcome}
            | {"reached": each.reached, "needed": each.needed, "note": each.estimate.note}
            for each in self.outcomes
        ]

    def facts(self) -> dict[str, Any]:
        """Whether all are met, and what became of each."""
        return {"met": self.met, "outcome": self.outcome, "outcomes": self.rows()}


Required = str | Requirement | Against | Iterable[str | Requirement | Against]


def listed(require: Required) -> list[str | Requirement | Against]:
    """Requirements; one alone is a list of one."""
    return [require] if isinstance(require, (str, Requirement, Against)) else list(require)


def checked(found: Evaluation | Comparison | GradeComparison, require: Required, among: int = 1) -> Outcomes:
    """Hold an evaluation against bounds, or a comparison against claims; ``among``: so many systems the best is of."""
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
            _shown(claimed(each), pair, part, among)
            for part in found.groups or (found,)
            for each in listed(require)
            for pair in _against_the_first(part)
        ]
        return Outcomes(tuple(shown), found.signature)
    bounds = [requirement(each) if isinstance(each, str) else each for each in listed(require)]
    if past := [each for each in bounds if isinstance(each, Against)]:
        raise InputError(
            f"requirement '{past[0]}' needs {arg('ledger')} and {arg('task')}, where earlier runs are recorded"
        )
    limits = [each for each in bounds if isinstance(each, Requirement)]
    return Outcomes(tuple(bounded(found, limits, any(each.every for each in limits))), found.signature)


def bounded(found: Evaluation, limits: Iterable[Requirement], named: bool) -> Iterator[Outcome]:
    """The outcomes of bounds, group by group; ``named``: some name their groups, so the others are about the whole."""
    by, groups = ", ".join(map(str, found.counts.by)), found.groups or ()
    wanted = list(limits)
    if wrong := [each for each in wanted if each.every not in (None, by)]:
        problem = f": the groups are by {by or 'nothing'}; give {arg('by', wrong[0].every)}"
        raise InputError(problem, argument="require", value=str(wrong[0]))
    for part in groups:
        yield from (_outcome(each, part) for each in wanted if each.every or not named)
    if named or not groups:
        yield from (_outcome(each, found) for each in wanted if not each.every)


# --- bounds ----------------------------------------------------------------------------------------------------------


def requirement(text: str) -> Requirement | Against:
    """Read one line; what it says back is what was read."""
    if past := PAST.fullmatch(text):
        return Against(claimed(past["claim"]), past["whom"])
    match = FORM.fullmatch(text)
    if not match:
        raise InputError(f"{arg('require', text)} is not of the form {EXAMPLES}")
    try:
        bound = float(match["bound"])
    except ValueError:
        raise InputError(
            f"{arg('require', text)}: {match['bound']!r} is not a number; write a bound such as 0.6"
        ) from None
    if match["name"] == ITEMS and (match["label"] or match["part"]):
        raise InputError(f"{arg('require', text)}: n counts the items of the whole table; write 'n >= 300'")
    if (part := match["part"] or "value") not in PARTS:
        raise InputError(f"{arg('require', text)}: {part!r} {unlisted(part, PARTS)}")
    try:
        name = ITEMS if match["name"] == ITEMS else str(get(match["name"]))
    except InputError as reason:
        why = f"{reason.value!r} {reason.problem}" if reason.argument == "measure" else reason
        raise InputError(f": {why}", argument="require", value=text) from None
    return Requirement(name, match["label"], part, match["sign"], bound, match["every"])


def groups_named(bounds: Iterable[Requirement | Against], by: Any) -> Any:
    """What to tell the items apart by: what was said, or what a requirement says of every group."""
    named = dict.fromkeys(each.every for each in bounds if isinstance(each, Requirement) and each.every)
    if by or not named:
        return by
    if len(named) > 1:
        raise InputError(
            f"{arg('require')} names groups by {' and by '.join(map(str, named))}; check them one at a time"
        )
    return [next(iter(named))]


def _outcome(wanted: Requirement, evaluation: Evaluation) -> Outcome:
    found = _find(wanted, evaluation)
    reached: float | None = getattr(found, wanted.part)
    known = reached is not None and reached == reached
    met = known and RELATIONS[wanted.sign](reached, wanted.bound)  # type: ignore[arg-type]
    return Outcome(wanted, reached if known else None, MET if met else MISSED, found, _group(evaluation))


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
        raise InputError(
            f": label {wanted.label!r} {unlisted(wanted.label, known)}", argument="require", value=str(wanted)
        )
    if wanted.measure in row:
        return row[wanted.measure]
    raise InputError(
        f": {wanted.measure} has no value for {where}; {_remedy(wanted, evaluation)}",
        argument="require",
        value=str(wanted),
    )


def _remedy(wanted: Requirement, evaluation: Evaluation) -> str:
    """What gives the measure a value: a label, and of two labels also a positive one."""
    known = [str(label) for label, row in evaluation.per_label.items() if wanted.measure in row]
    if wanted.label is not None or not known:
        return "it is no measure that every label has; see informed measures"
    named = f"name a label, as in '{wanted.measure}[{known[0]}] {wanted.sign} {wanted.bound:g}'"
    return named + (f", or give {arg('positive', known[0])}" if len(evaluation.labels) == 2 else "")


# --- claims ----------------------------------------------------------------------------------------------------------


def _against_the_first(comparison: Comparison) -> list[Difference]:
    lead, first = comparison.leading, comparison.systems[0]
    return [each for each in comparison.differences if each.measure == lead and each.second == first]


def _shown(claim: str, pair: Difference, comparison: Comparison, among: int) -> Outcome:
    """Whether the difference shows the claim, at the level of the comparison, or refutes it.

    A claim within a margin is refuted where the system is shown to be worse, or different, at all. The best of several
    looks better than it is: to be shown worse than it takes a p that allows for their number.
    """
    test, scale, alpha = CLAIMS[claim], Scale.of(pair.measure), 1 - comparison.level
    if scale.higher_is_better is None and claim != "equivalent":
        raise InputError(f"{arg('require', claim)}: {pair.measure} has no better direction; require 'equivalent'")
    if test is not None and pair.equivalence is None:
        raise InputError(f"{arg('require', claim)} needs {arg('margin')}, the largest difference that would not matter")
    p, apart = pair.p_adjusted if test is None else (pair.equivalence or {})[test], pair.p_adjusted
    wanted = Claim(claim, pair.first, pair.second, pair.measure, None if test is None else comparison.margin, scale)
    if p is None or p != p or apart is None:  # what is undefined meets nothing
        return Outcome(wanted, None, MISSED, pair.estimate, _group(comparison))
    better = (pair.estimate.value > 0) == scale.higher_is_better
    if p < alpha and (test is not None or better):
        return Outcome(wanted, p, MET, pair.estimate, _group(comparison))
    if test is None or (apart * among < alpha and (claim == "equivalent" or not better)):
        return Outcome(wanted, p, MISSED, pair.estimate, _group(comparison))
    return Outcome(wanted, p, UNDECIDED, pair.estimate, _group(comparison), _needed(wanted, pair.estimate, comparison))


def _needed(wanted: Claim, gap: Estimate, comparison: Comparison) -> int | None:
    """The items for each system with which 4 of 5 samples decide, if the difference is as it is seen, or none.

    A system that is worse by less than the margin is shown to be worse, or not worse by more: whichever is easier.
    """
    pair = wanted.system, wanted.baseline
    sizes = [comparison.n if isinstance(comparison.n, int) else comparison.n[each] for each in pair]
    if gap.low is None or gap.high is None or not all(sizes) or wanted.margin is None:
        return None
    from scipy.special import ndtri

    two_sided, one_sided = ndtri(1 - (1 - comparison.level) / 2), ndtri(comparison.level)
    arms = (gap.value - gap.low, gap.high - gap.value)
    both, up = wanted.claim == "equivalent", wanted.scale.higher_is_better
    error = (max(arms) if both else arms[0 if up else 1]) / two_sided
    lost = abs(gap.value) if both else max(-gap.value if up else gap.value, 0.0)
    within, beyond = (wanted.margin - lost) / (one_sided + ndtri(0.9 if both else 0.8)), lost / (two_sided + ndtri(0.8))
    size = len(sizes) / sum(1 / each for each in sizes if each)
    return int(float(f"{size * (error / max(within, beyond)) ** 2:.2g}"))


def _graded(claim: str, found: GradeComparison) -> Iterator[Outcome]:
    """Whether the grades of each later system are shown to be better than those of the first."""
    if claim != "better":
        raise InputError(f"{arg('require', claim)}: a comparison of grades has no margin; require 'better'")
    for pair in found.differences:
        if pair.second == next(iter(found.values)):
            p = pair.p_adjusted
            outcome = MET if p is not None and pair.estimate.value > 0 and p < 1 - found.level else MISSED
            wanted = Claim(claim, pair.first, pair.second, found.measure)
            yield Outcome(wanted, p, outcome, pair.estimate, _group(found))
