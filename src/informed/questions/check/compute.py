"""What a predictor must reach, as one line: ``recall[rain] at least 0.5``, ``informedness.low >= 0.6``, ``not worse``.

A sign (``>=``) compares what was measured. Words (``at least``) claim what is true: the interval shows that it is so,
or that it is not, or leaves it undecided.
"""

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from informed.core.differences import CLAIMS, Scale, claimed
from informed.core.errors import InputError, arg, call, unlisted
from informed.core.estimate import Estimate, Row, written
from informed.core.metrics import Figure
from informed.core.registry import get
from informed.core.result import Result
from informed.core.words import Finding, Next, many, number, p_is, within
from informed.questions.compare.grades import GradeComparison
from informed.questions.compare.result import Comparison, Difference
from informed.questions.evaluate.result import Evaluation
from informed.questions.sweep.compute import Sweep
from informed.questions.sweep.together import ScoreComparison

RELATIONS: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "at least": operator.ge,
    "at most": operator.le,
}
SHOWN = {"at least": ("low", "high"), "at most": ("high", "low")}
"""Of a claim: the end of the interval that shows it, and the end that refutes it."""
PRICES = ("cost", "value", "gain")  # stand where a measure does: per item; the gain is that over guessing alike
OF_SCORES: dict[str, Callable[[Sweep], Estimate | None]] = {  # stand where a measure does, of a sweep
    "auc": lambda sweep: sweep.auc,
    "gini": lambda sweep: sweep.gini,
    "average_precision": lambda sweep: sweep.average_precision,
    "partial_auc": lambda sweep: sweep.partial_auc,
    "net_benefit": lambda sweep: _least(sweep, "values"),
    "net_benefit_gain": lambda sweep: _least(sweep, "gains"),
    "brier": lambda sweep: sweep.calibration().brier,
    "log_loss": lambda sweep: sweep.calibration().log_loss,
    "slope": lambda sweep: sweep.calibration().slope,
    "intercept": lambda sweep: sweep.calibration().intercept,
    "informedness": lambda sweep: sweep.chosen.value if sweep.costs is None else None,
}
ASKED = {"partial_auc": ("fallout", "recall"), "net_benefit": ("benefit",), "net_benefit_gain": ("benefit",)}
"""What has to be asked for, so that a sweep has it."""
PLAIN = Scale()  # of grades: more is better, without a unit
PARTS = ("value", "low", "high", "chance")
ITEMS = "n"  # stands where a measure does: the number of items
FORM = re.compile(
    r"\s*(?P<gap>gap\s+in\s+)?+(?P<name>[\w -]+?(?:\([^)]*\))?)\s*(?:\[(?P<label>.+)\])?\s*(?:\.(?P<part>\w+))?"
    r"(?(gap)\s+between\s+(?P<between>\S.*?))\s*(?P<sign>>=|<=|>|<|\bat\s+least\b|\bat\s+most\b)\s*(?P<bound>\S+)"
    r"(?:\s+in\s+every\s+(?P<every>\S.*?))?\s*"
)
PAST = re.compile(
    r"\s*(?P<claim>better|not[ _-]worse|equivalent)\s+(?:than|to)\s+(?P<whom>\S.*?)"
    r"(?:\s+in\s+every\s+(?P<every>\S.*?))?\s*"
)
EXAMPLES = "'informedness.low >= 0.6', 'gap in recall[ill] between site at most 0.1' or 'not worse than last'"
MOST = 1e9  # items; more of them are no advice
MET, MISSED, UNDECIDED = "met", "not met", "undecided"
CODES = {MET: 0, MISSED: 1, UNDECIDED: 4}  # exit codes; 2 is bad input, 3 a fault of ours
POLICIES = {"pass": 0, "fail": 1}
"""What an undecided requirement may count as, and the exit code."""


@dataclass(frozen=True)
class Requirement:
    """A bound on a measure, a price or the items: on the value, an end of its interval, or what that shows to be true.

    ``every`` names what the items are told apart by where each group must meet it; ``between`` does where it is about
    the largest gap between two groups.
    """

    measure: str
    label: str | None
    part: str
    sign: str
    bound: float
    every: str | None = None
    between: str | None = None

    @property
    def claim(self) -> bool:
        """Whether the interval decides, not the number alone."""
        return self.sign in SHOWN

    def __str__(self) -> str:
        gap, between = ("", "") if self.between is None else ("gap in ", f" between {self.between}")
        every = "" if self.every is None else f" in every {self.every}"
        label = "" if self.label is None else f"[{self.label}]"
        part = "" if self.part == "value" else f".{self.part}"
        return f"{gap}{self.measure}{label}{part}{between} {self.sign} {self.bound:g}{every}"


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
    every: str | None = None
    between = None

    def __str__(self) -> str:
        every = "" if self.every is None else f" in every {self.every}"
        return f"{self.claim} {'to' if self.claim == 'equivalent' else 'than'} {self.whom}{every}"


@dataclass(frozen=True)
class Outcome:
    """Whether a requirement is met, and by what; a claim about two systems is ``reached`` by the p of its test.

    ``outcome`` is "met", "not met" or "undecided": a claim that is neither shown nor refuted. About ``needed`` items,
    for each of two systems, would decide it.
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
            return self.estimate.note or "undefined"
        if isinstance(self.requirement, Claim):
            return f"{self.requirement.scale.gap(self.estimate)}, {p_is(self.reached)}{self._why}"
        if isinstance(self.requirement, Requirement) and self.requirement.claim:
            return f"{number(self.reached)}{within(self.estimate)}{self._why}"
        return f"{self.reached:.4g}"

    @property
    def _why(self) -> str:
        """Why a claim within a margin is not met, or is undecided."""
        if self.outcome == UNDECIDED:
            each = "for each would decide at this difference" if isinstance(self.requirement, Claim) else "would decide"
            enough = "" if self.needed is None else f"; about {self.needed:,} items {each}"
            return f"; too few items to tell{enough}"
        if self.met or not isinstance(self.requirement, Claim) or not CLAIMS[self.requirement.claim]:
            return ""
        return f"; shown to be {'different' if self.requirement.claim == 'equivalent' else 'worse'}"

    def __str__(self) -> str:
        told = not self.met or isinstance(self.requirement, Claim)  # how two systems were compared matters in any case
        note = f" ({self.estimate.note})" if self.estimate.note and told and self.reached is not None else ""
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
    def settled(self) -> bool | None:
        """Whether all of them are met, as a ledger keeps it; None where that is undecided."""
        return None if self.outcome == UNDECIDED else self.met

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
        return "Does it meet the requirements?", many(len(self), "requirement")

    def words(self) -> Iterator[Finding]:
        """How many requirements are met, which are not, and which are undecided."""
        if self.met:
            yield Finding(MET, f"All {len(self)} requirements are met." if len(self) > 1 else "The requirement is met.")
        for code, outcome in (("not_met", MISSED), ("undecided", UNDECIDED)):
            if those := self.of(outcome):
                told = "; ".join(f"{each.what} ({each.shown})" for each in those)
                yield Finding(code, f"{len(those)} of {len(self)} requirements {outcome}: {told}.")

    def steps(self) -> Iterator[Next]:
        """Where something is not met, what the predictor gets wrong."""
        if self.of(MISSED):
            yield Next("errors", "see what it gets wrong", "evaluate")

    def grids(self, every: bool = False) -> Iterator[str]:
        """One line per requirement, which may be long: met or not, what was required, what was reached."""
        yield "\n".join(map(str, self))

    def key_figures(self) -> Iterator[Figure]:
        """Whether all are met, as 1 or 0, and the estimate behind each."""
        yield Figure("met", Estimate(float(self.met)))
        for each in self.outcomes:
            group, wanted = None if each.group is None else (each.group,), each.requirement
            if isinstance(wanted, Requirement):
                name = wanted.measure if wanted.between is None else f"gap({wanted.measure})"
                yield Figure(name, each.estimate, group=group, label=wanted.label)
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


def checked(
    found: Evaluation | Comparison | GradeComparison | Sweep | ScoreComparison, require: Required, among: int = 1
) -> Outcomes:
    """Hold an evaluation or a sweep against bounds, or a comparison against claims.

    ``among``: so many systems the best is of.
    """
    if isinstance(found, ScoreComparison):
        leading = [each for each in found.differences if each.measure == found.differences[0].measure]
        ranked = [each for each in leading if each.second == found.systems[0]]
        return Outcomes(
            tuple(one for each in listed(require) for one in _ahead(claimed(each), ranked, found.level)),
            found.signature,
        )
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
    if isinstance(found, Sweep):
        return Outcomes(tuple(_of_scores(found, limits)), found.signature)
    return Outcomes(tuple(bounded(found, limits, limits)), found.signature)


def bounded(
    found: Evaluation, limits: Iterable[Requirement], every: Iterable[Requirement | Against]
) -> Sequence[Outcome]:
    """The outcomes of some bounds of every requirement, group by group.

    Where some name their groups, the others are about the whole. All are met only if each is, so that none needs an
    adjustment to be shown; to be refuted, a claim takes an interval that allows for their number (Bonferroni).
    """
    wanted, named = list(limits), groups_meant(found, every)
    outcomes = list(_outcomes(found, wanted, named))
    if (among := claims_made(found, every)) > 1 and any(map(_refuted, outcomes)):
        wider = _outcomes(found.at(1 - (1 - found.level) / among), wanted, named)
        both = zip(outcomes, wider, strict=True)
        return [wide if _refuted(each) and wide.outcome == UNDECIDED else each for each, wide in both]
    return outcomes


def _refuted(each: Outcome) -> bool:
    return each.outcome == MISSED and isinstance(each.requirement, Requirement) and each.requirement.claim


def claims_made(found: Evaluation, every: Iterable[Requirement | Against]) -> int:
    """How many claims are made at once, those of each group counted: to be refuted takes allowing for their number."""
    named, groups = groups_meant(found, every), len(found.groups or ()) or 1
    claims = [each for each in every if isinstance(each, Against) or each.claim]
    return sum(groups if each.every or not named else 1 for each in claims)


def check_margin(every: Iterable[Requirement | Against], margin: float | None) -> None:
    """Refuse a margin that no requirement has a use for."""
    if margin is not None and not any(isinstance(each, Against) and CLAIMS[each.claim] for each in every):
        told = "is for 'not worse than' and 'equivalent to' an earlier run, and nothing of that kind is required"
        raise InputError(told, argument="margin", value=margin)


def groups_meant(found: Evaluation, every: Iterable[Requirement | Against]) -> bool:
    """Whether some requirements name their groups, so that the others are about the whole; refused where by others."""
    by = ", ".join(map(str, found.counts.by))
    named = [(each, name) for each in every for name in (each.every, each.between) if name is not None]
    if wrong := next(((each, name) for each, name in named if name != by), None):
        problem = f": the groups are by {by or 'nothing'}; give {arg('by', wrong[1])}"
        raise InputError(problem, argument="require", value=str(wrong[0]))
    return bool(named)


def _outcomes(found: Evaluation, wanted: Sequence[Requirement], named: bool) -> Iterator[Outcome]:
    for part in found.groups or ():
        yield from (_outcome(each, part) for each in wanted if each.every or not named)
    if named or not found.groups:
        yield from (_outcome(each, found) for each in wanted if not each.every)


# --- bounds ----------------------------------------------------------------------------------------------------------


def requirement(text: str) -> Requirement | Against:
    """Read one line; what it says back is what was read."""
    if past := PAST.fullmatch(text):
        return Against(claimed(past["claim"]), past["whom"], past["every"])
    match = FORM.fullmatch(text)
    if not match:
        raise InputError(f"{arg('require', text)} is not of the form {EXAMPLES}")
    try:
        bound = float(match["bound"])
    except ValueError:
        raise InputError(
            f"{arg('require', text)}: {match['bound']!r} is not a number; write a bound such as 0.6"
        ) from None
    own, sign = match["name"] in (ITEMS, *PRICES, *OF_SCORES), " ".join(match["sign"].split())
    wrong = ""
    if match["name"] == ITEMS and (match["label"] or match["part"] or match["gap"] or sign in SHOWN):
        wrong = "n counts the items of the whole table; write 'n >= 300'"
    elif match["name"] in PRICES and (match["label"] or match["gap"]):
        wrong = f"a price is that of the whole table; write '{match['name']} {sign} {bound:g}'"
    elif match["part"] and sign in SHOWN:
        wrong = f"{sign!r} is about the truth, which the whole interval tells; leave .{match['part']} out"
    elif match["gap"] and match["every"]:
        wrong = "a gap is that between the groups; leave 'in every' out"
    if wrong:
        raise InputError(f"{arg('require', text)}: {wrong}")
    if (part := match["part"] or "value") not in PARTS:
        raise InputError(f"{arg('require', text)}: {part!r} {unlisted(part, PARTS)}")
    try:
        name = match["name"] if own else str(get(match["name"]))
    except InputError as reason:
        said = f"{reason.value!r} {reason.problem}" if reason.argument == "measure" else reason
        raise InputError(f": {said}", argument="require", value=text) from None
    return Requirement(name, match["label"], part, sign, bound, match["every"], match["between"])


def groups_named(bounds: Iterable[Requirement | Against], by: Any) -> Any:
    """What to tell the items apart by: what was said, or what a requirement says of every group."""
    named = dict.fromkeys(name for each in bounds for name in (each.every, each.between) if name)
    if by or not named:
        return by
    if len(named) > 1:
        raise InputError(
            f"{arg('require')} names groups by {' and by '.join(map(str, named))}; check them one at a time"
        )
    return [next(iter(named))]


def _outcome(wanted: Requirement, evaluation: Evaluation) -> Outcome:
    found = _find(wanted, evaluation)
    return _settled(wanted, found, _group(evaluation), evaluation.n, evaluation.level)


def _settled(wanted: Requirement, found: Estimate, group: str | None, n: int | None, level: float) -> Outcome:
    reached: float | None = getattr(found, wanted.part)
    holds = RELATIONS[wanted.sign]
    shows, refutes = (getattr(found, each) for each in SHOWN.get(wanted.sign, (wanted.part, wanted.part)))
    if any(each is None or each != each for each in (reached, shows, refutes)):
        return Outcome(wanted, None, MISSED, found, group)
    outcome = MET if holds(shows, wanted.bound) else UNDECIDED if holds(refutes, wanted.bound) else MISSED
    needed = (
        _enough(abs(found.value - shows), abs(found.value - wanted.bound), n, level) if outcome == UNDECIDED else None
    )
    return Outcome(wanted, reached, outcome, found, group, needed)


def _enough(arm: float, distance: float, n: int | None, level: float) -> int | None:
    """The items with which 4 of 5 samples decide, if the value is as it is seen, or none: it may lie on the bound."""
    from scipy.special import ndtri

    two_sided = ndtri((1 + level) / 2)
    if not n or not distance or (more := arm / two_sided * (two_sided + ndtri(0.8)) / distance) ** 2 > MOST:
        return None
    return int(float(f"{n * more**2:.2g}"))


def _group(part: Evaluation | Comparison | GradeComparison) -> str | None:
    return None if part.group is None else ", ".join(map(str, part.group))


def _find(wanted: Requirement, evaluation: Evaluation) -> Estimate:
    if wanted.measure in OF_SCORES and wanted.label is None and wanted.measure not in evaluation.measures:
        told = f"is of scores, and {call('sweep')} takes it; or name the label that it is of"
        raise InputError(told, argument="require", value=str(wanted))
    if wanted.measure == ITEMS:
        return Estimate(float("nan") if evaluation.n is None else evaluation.n)
    if wanted.measure in PRICES:
        return _priced(wanted, evaluation)
    if wanted.between is not None:
        _find(replace(wanted, between=None), evaluation)  # which is refused as it is without groups
        return _gap(wanted, evaluation)
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


def _of_scores(sweep: Sweep, limits: Sequence[Requirement]) -> Iterator[Outcome]:
    """The outcomes of a sweep, group by group; where some name their groups, the others are about the whole."""
    by, named = ", ".join(map(str, sweep.scores.by)), any(each.every for each in limits)
    for each in limits:
        wrong = (
            "scores have no labels, gaps and chance here" if each.label or each.between or each.part == "chance" else ""
        )
        if each.every not in (None, by):
            wrong = f"the groups are by {by or 'nothing'}; give {arg('by', each.every)}"
        if each.measure not in (ITEMS, *OF_SCORES):
            wrong = f"of scores there are {', '.join(OF_SCORES)} and {ITEMS}"
        if wrong:
            raise InputError(f": {wrong}", argument="require", value=str(each))
    parts: list[tuple[Requirement, str | None, Sweep]] = [
        (each, ", ".join(map(str, group)), part)
        for group, part in sweep.groups.items()
        for each in limits
        if each.every or not named
    ]
    parts += [(each, None, sweep) for each in limits if not each.every and (named or not sweep.groups)]
    claims = sum(each.claim for each, *_ in parts)
    for wanted, group, part in parts:
        level = sweep.level
        found = _settled(wanted, _scored(wanted, part), group, part.scores.n, level)
        if claims > 1 and _refuted(found):  # to be refuted takes allowing for their number
            level = 1 - (1 - level) / claims
            wide = _settled(wanted, _scored(wanted, replace(part, level=level)), group, part.scores.n, level)
            found = wide if wide.outcome == UNDECIDED else found
        yield found


def _scored(wanted: Requirement, sweep: Sweep) -> Estimate:
    """What a sweep has by this name."""
    if wanted.measure == ITEMS:
        return Estimate(sweep.scores.n)
    found = OF_SCORES[wanted.measure](sweep)
    if found is None:
        options = " or ".join(map(arg, ASKED.get(wanted.measure, ())))
        needs = f"needs {options}" if options else "is not known here, with costs or weights"
        raise InputError(f": {wanted.measure} {needs}", argument="require", value=str(wanted))
    return found


def _least(sweep: Sweep, which: str) -> Estimate | None:
    """What holds at all thresholds together: each end of the simultaneous band where it is lowest."""
    if sweep.net_benefit is None:
        return None
    values: tuple[Estimate, ...] = getattr(sweep.net_benefit, which)
    ends = [[getattr(each, name) for each in values] for name in ("low", "high")]
    low, high = (None if None in each else min(each) for each in ends)
    return replace(min(values, key=lambda each: each.value), low=low, high=high)


def _priced(wanted: Requirement, evaluation: Evaluation) -> Estimate:
    """What an item costs, earns, or earns more than guessing alike would."""
    if (found := evaluation.pricing) is None:
        needs = f"needs {arg('cost')} or {arg('value')}, the prices of the outcomes"
        raise InputError(needs, argument="require", value=str(wanted))
    if wanted.measure == "gain":
        return found.gain
    worth = found.value
    low, high = (None if each is None else -each for each in (worth.high, worth.low))
    return worth if wanted.measure == "value" else replace(worth, value=-worth.value, low=low, high=high, chance=None)


def _gap(wanted: Requirement, evaluation: Evaluation) -> Estimate:
    """The largest gap between two groups, which are named, and an interval that allows for their number."""
    from informed.questions.evaluate.gaps import pairs_apart

    name = wanted.measure if wanted.label is None else f"{wanted.measure}[{wanted.label}]"
    found, pairs, lacking = pairs_apart(evaluation, name, evaluation.positive, 1 - evaluation.level)
    told = [f"{pair.first} and {pair.second}" for pair in pairs[:1]]
    told += [f"undefined in {', '.join(lacking)}"] if lacking else []
    return replace(found, note="; ".join(told) or found.note)


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
    error = max(arms) / two_sided
    lost = abs(gap.value) if both else max(-gap.value if up else gap.value, 0.0)
    within, beyond = (wanted.margin - lost) / (one_sided + ndtri(0.9 if both else 0.8)), lost / (two_sided + ndtri(0.8))
    size = len(sizes) / sum(1 / each for each in sizes if each)
    needed = int(float(f"{size * (error / max(within, beyond)) ** 2:.2g}"))
    return needed if needed > size else None  # of a very uneven interval


def _graded(claim: str, found: GradeComparison) -> Iterator[Outcome]:
    """Whether the grades of each later system are shown to be better than those of the first."""
    first = next(iter(found.values))
    pairs = [each for each in found.differences if each.second == first]
    return _ahead(claim, pairs, found.level, found.measure, _group(found))


def _ahead(
    claim: str, pairs: Sequence[Any], level: float, measure: str | None = None, group: str | None = None
) -> Iterator[Outcome]:
    """Whether each later system is shown to be ahead; there is no margin."""
    if claim != "better":
        raise InputError(f"{arg('require', claim)}: a comparison of grades or scores has no margin; require 'better'")
    for pair in pairs:
        p = None if pair.p_adjusted is None or pair.p_adjusted != pair.p_adjusted else pair.p_adjusted
        outcome = MET if p is not None and pair.estimate.value > 0 and p < 1 - level else MISSED
        yield Outcome(Claim(claim, pair.first, pair.second, measure or pair.measure), p, outcome, pair.estimate, group)
