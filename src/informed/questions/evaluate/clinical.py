"""A predictor as a diagnostic test: the words of clinicians, and the tables that STARD asks for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from informed.core.accounting import accounting
from informed.core.counts import Counts
from informed.core.errors import InputError, arg, call, choice
from informed.core.estimate import Estimate
from informed.core.given import Words, values
from informed.core.labels import Label
from informed.core.registry import get
from informed.core.result import Grid, Result
from informed.core.words import Finding, ci, count, interval, many, number, percent
from informed.inference.interval import METHODS
from informed.questions.evaluate.result import Evaluation

RATES = {
    "sensitivity": "sensitivity",
    "specificity": "specificity",
    "ppv": "PPV",
    "npv": "NPV",
    "lr_plus": "LR+",
    "lr_minus": "LR-",
}
"""What clinicians quote: names that the registry knows, and how they are printed."""
PRINTED = {"prevalence": "prevalence"} | RATES
PRINTED |= {"accuracy": "accuracy", "informedness": "informedness (Youden's J)"}
INDETERMINATE = "index test indeterminate"


def rates(evaluation: Evaluation, names: Iterable[str] = RATES) -> dict[str, Estimate]:
    """The rates of the positive label, by the names of clinicians; those that there are."""
    found = {name: evaluation.measures.get(str(get(name))) for name in names}
    return {name: each for name, each in found.items() if each is not None}


def worded(words: str | None, positive: Label | None, counts: Counts) -> str:
    """The words asked for; by default those of clinicians where a label is named positive."""
    if words is None:
        return "general" if positive is None else "clinical"
    if choice("words", words, values(Words)) == "clinical" and positive is None:
        either = " or ".join(repr(str(label)) for label in counts.labels)
        raise InputError(f"needs {arg('positive')}: {either}", argument="words", value=words)
    return words


def shown(name: str, estimate: Estimate) -> tuple[str, str]:
    """A value and its interval: a share in percent, a ratio as it is."""
    if not get(name).proportion or estimate.value != estimate.value:
        return number(estimate.value), interval(estimate)
    if estimate.low is None or estimate.high is None:
        return percent(estimate.value), ""
    return percent(estimate.value), f"{percent(estimate.low)} to {percent(estimate.high)}"


def told(name: str, estimate: Estimate) -> tuple[str, str]:
    """The same in a sentence: 80% and 95% CI 65.2% to 90.1%."""
    value, ends = shown(name, estimate)
    return value, f"{ci(estimate.level)} {ends}" if ends else ""


def called(right: tuple[str, str], missed: tuple[str, str], labels: Sequence[Label], why: str = "") -> str:
    """What a result means for the person who has it: of those called ill who are, of those called well who are not.

    Each a share and its interval, in words.
    """
    ill, well = (repr(str(label)) for label in labels)
    first, second = (f" ({sure})" if sure else "" for _, sure in (right, missed))
    return (
        f"Of those it calls {ill}, {right[0]} are{first}{why}; of those it calls {well}, {missed[0]} are {ill}{second}."
    )


def rest(share: Estimate) -> Estimate:
    """What is left of a share."""
    low, high = (None if end is None else 1 - end for end in (share.high, share.low))
    return replace(share, value=1 - share.value, low=low, high=high)


def renamed(evaluation: Evaluation) -> dict[str, str]:
    """How measures are called in print; only what clinicians call otherwise."""
    return {str(get(name)): shown for name, shown in RATES.items()} if evaluation.clinical else {}


def shares(table: Any) -> dict[str, tuple[float, float]]:
    """What each share is of, in a table whose positive class is the first."""
    (hits, missed), (false, left) = table.tolist()
    whole = hits + missed + false + left
    return {
        "prevalence": (hits + missed, whole),
        "sensitivity": (hits, hits + missed),
        "specificity": (left, false + left),
        "ppv": (hits, hits + false),
        "npv": (left, missed + left),
        "accuracy": (hits + left, whole),
    }


def counted_of(evaluation: Evaluation, name: str) -> str:
    """What a rate is of, or what a ratio does: 26 of 40 'ill'."""
    counts = evaluation.counts.pooled()
    ill, well = (repr(str(label)) for label in counts.labels)
    if name.startswith("lr"):
        return f"odds times this if {ill if name == 'lr_plus' else well}"
    part, whole = shares(counts.table)[name]
    said = {"ppv": "called ", "npv": "called "}.get(name, "")
    return f"{count(part)} of {count(whole)} {said}{ill if name in ('sensitivity', 'ppv') else well}"


@dataclass(frozen=True, eq=False)
class Stard(Result):
    """A diagnostic study as STARD 2015 asks for it: the flow of participants, the cross table, and the estimates.

    ``flow`` has a row for each step: how many participants, and how many of them have the target condition, do not, and
    have no result of the reference standard. ``parts`` says what each share is of.
    """

    kind = "stard"
    json_keys = ("n", "positive", "negative", "flow", "table", "measures", "parts")

    n: int | None
    positive: Label
    negative: Label
    flow: Mapping[str, tuple[float | None, float | None, float | None, float | None]]
    table: tuple[tuple[float, float], tuple[float, float]]
    measures: Mapping[str, Estimate]
    parts: Mapping[str, tuple[float, float]]
    level: float
    pooled: int
    signature: str

    def head(self) -> tuple[str, str]:
        size = "proportions" if self.n is None else many(self.n, "participant")
        return "How accurate is the test?", f"{size}, target condition {str(self.positive)!r}"

    def words(self) -> Iterator[Finding]:
        """Both rates, what a result means, and who is left out."""
        for name, label in (("sensitivity", self.positive), ("specificity", self.negative)):
            part, whole = self.parts.get(name, (0.0, 0.0))
            if whole and (each := self.measures.get(name)) and each.value == each.value:
                value, sure = told(name, each)
                rates = f"{name} {value}{f' ({sure})' if sure else ''}"
                yield Finding(name, f"It calls {count(part)} of {count(whole)} {str(label)!r} rightly: {rates}.")
        ppv, npv = self.measures.get("ppv"), self.measures.get("npv")
        if ppv and npv and ppv.value == ppv.value and npv.value == npv.value:
            meaning = called(told("ppv", ppv), told("npv", rest(npv)), (self.positive, self.negative))
            yield Finding("predictive", f"{meaning} At another prevalence: {call('deploy')}.")
        yield from self._left_out()

    def _left_out(self) -> Iterator[Finding]:
        (hits, missed), (false, left) = self.table
        unsure = self.flow.get(INDETERMINATE)
        if unsure and unsure[0] and unsure[1] is not None and unsure[2] is not None:
            present, absent = hits + missed + unsure[1], false + left + unsure[2]
            worst = " and ".join(
                f"{name} {percent(part / whole)}"
                for name, part, whole in (("sensitivity", hits, present), ("specificity", left, absent))
                if whole
            )
            those = many(int(unsure[0]), "indeterminate result")
            yield Finding("indeterminate", f"{those} are not among the estimates; counted as errors they give {worst}.")
        if unverified := sum(row[3] or 0 for row in self.flow.values()):
            without = f"{many(int(unverified), 'participant')} without a result of the reference standard"
            yield Finding(
                "unverified",
                f"{without}: sensitivity and specificity cannot be measured. {arg('missing', 'drop')} leaves them out; "
                "that is right only if verification does not depend on the result of the test. If it does, and on "
                f"nothing else, {arg('verified')} says what would be found of all.",
            )

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """The flow, the cross table, and the estimates with the method of each interval."""
        ill, well = str(self.positive), str(self.negative)
        steps = [[name, *map(_cell, row)] for name, row in self.flow.items()]
        yield Grid("Flow of participants", [["", "participants", ill, well, "no reference"], *steps], named=True)
        (hits, missed), (false, left) = self.table
        cross = [["index test", ill, well, "all"], [ill, *map(_cell, (hits, false, hits + false))]]
        cross += [[well, *map(_cell, (missed, left, missed + left))]]
        cross += [["all", *map(_cell, (hits + missed, false + left, hits + missed + false + left))]]
        yield Grid("Index test by reference standard", cross, named=True)
        rows = [["", "estimate", ci(self.level), "of", "interval"]]
        for name, each in self.measures.items():
            part = self.parts.get(name)
            of = "" if part is None else f"{count(part[0])}/{count(part[1])}"
            rows.append([PRINTED[name], *shown(name, each), of, each.method or ""])
        yield Grid("Estimates", rows, named=True)

    def remarks(self, every: bool = False) -> Iterator[str]:
        """How each interval was found, and whether groups were put together."""
        for name in dict.fromkeys(each.method for each in self.measures.values() if each.method):
            how = " ".join((METHODS[name].limits.__doc__ or "").split())
            yield f"interval {name}: {how.partition('. ')[0].rstrip('.')}"
        if self.pooled:
            yield f"all {self.pooled} groups together"

    def rows(self) -> list[dict[str, Any]]:
        """One row a number: the flow first, then the estimates."""
        names = ("participants", "present", "absent", "no_reference")
        flow = [{"part": "flow", "name": name} | dict(zip(names, row, strict=True)) for name, row in self.flow.items()]
        return flow + [{"part": "estimate", "name": name} | each.to_dict() for name, each in self.measures.items()]


def stard(evaluation: Evaluation) -> Stard:
    """The study behind an evaluation of two classes, one of which is the target condition."""
    counts = evaluation.counts.pooled()
    if not counts.square or len(counts.labels) != 2:
        told = f"is for two labels, and here are {len(counts.labels)}; rename all but one of them alike first"
        raise InputError(told, argument="shown", value="stard")
    if evaluation.positive is None:
        either = " or ".join(repr(str(label)) for label in counts.labels)
        raise InputError(f"needs {arg('positive')}: the target condition, {either}", argument="shown", value="stard")
    table, (positive, negative) = counts.table, counts.labels
    unverified = [0, 0] if counts.unjudged is None else counts.unjudged.tolist()
    rows = accounting(counts)
    lost = (rows["missing"] or 0) + (rows["refused"] or 0)
    steps: dict[str, Any] = {"read": (rows["read"], None, None, None)} if rows["read"] != counts.n else {}
    steps |= {"left out: a result is missing": (lost, None, None, None)} if lost else {}
    if counts.abstained is not None:
        steps[INDETERMINATE] = (counts.abstained.sum().item(), *counts.abstained.tolist(), None)
    for place, label in enumerate((positive, negative)):
        seen = (*table[:, place].tolist(), unverified[place])
        steps[f"index test {str(label)!r}"] = (sum(seen), *seen)
    steps["analysed"] = (table.sum().item(), *table.sum(-1).tolist(), None)
    (hits, missed), (false, left) = table.tolist()
    found = ((hits, missed), (false, left)), rates(evaluation, PRINTED), shares(table)
    how = evaluation.level, len(evaluation.groups), evaluation.signature
    return Stard(counts.n, positive, negative, steps, *found, *how)


def _cell(value: float | None) -> str:
    return "" if value is None else count(value)
