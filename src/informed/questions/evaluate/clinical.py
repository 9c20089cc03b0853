"""A predictor as a diagnostic test: the words of clinicians, and the tables that STARD asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from informed.core.accounting import accounting
from informed.core.choices import Words, values
from informed.core.counts import Counts
from informed.core.door import arg, call
from informed.core.errors import InputError, choice
from informed.core.estimate import Estimate
from informed.core.finding import Finding
from informed.core.grid import Grid
from informed.core.labels import Label
from informed.core.registry import get
from informed.core.result import Result
from informed.core.words import ci, count, interval, many, number, percent, rate
from informed.inference.interval import METHODS

if TYPE_CHECKING:
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


def told(name: str, estimate: Estimate) -> str:
    """The same in a sentence: 80% (95% CI 65.2% to 90.1%)."""
    value, ends = shown(name, estimate)
    return f"{value} ({ci(estimate.level)} {ends})" if ends else value


def called(found: Mapping[str, Estimate], positive: Label, negative: Label) -> Finding | None:
    """What a result means for the person who has it; nothing where a result never occurs."""
    ppv, npv = found.get("ppv"), found.get("npv")
    if ppv is None or npv is None or ppv.value != ppv.value or npv.value != npv.value:
        return None
    ill, well = repr(str(positive)), repr(str(negative))
    right = f"Of those called {ill} {_share(ppv)} are"
    left = f"of those called {well} {_share(npv, rest=True)} are {ill}"
    return Finding("predictive", f"{right}; {left}. At another prevalence: {call('deploy')}.")


def _share(found: Estimate, rest: bool = False) -> str:
    """A share, or what is left of it, with its interval."""
    ends = [found.value, found.low, found.high]
    value, low, high = [each if each is None else 1 - each for each in (ends[0], *ends[:0:-1])] if rest else ends
    shown = rate(value or 0.0)
    return shown if low is None or high is None else f"{shown} ({ci(found.level)} {rate(low)} to {rate(high)})"


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
        """The question, and who was studied."""
        size = "proportions" if self.n is None else many(self.n, "participant")
        return "How accurate is the test?", f"{size}, target condition {str(self.positive)!r}"

    def words(self) -> Iterator[Finding]:
        """Both rates, what a result means, and who is left out."""
        for name, label in (("sensitivity", self.positive), ("specificity", self.negative)):
            part, whole = self.parts.get(name, (0.0, 0.0))
            if whole and (each := self.measures.get(name)) and each.value == each.value:
                rates = f"{name} {told(name, each)}"
                yield Finding(name, f"It calls {count(part)} of {count(whole)} {str(label)!r} rightly: {rates}.")
        if found := called(self.measures, self.positive, self.negative):
            yield found
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
                "that is right only if verification does not depend on the result of the test.",
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
    whole = hits + missed + false + left
    parts = {
        "prevalence": (hits + missed, whole),
        "sensitivity": (hits, hits + missed),
        "specificity": (left, false + left),
        "ppv": (hits, hits + false),
        "npv": (left, missed + left),
        "accuracy": (hits + left, whole),
    }
    return Stard(
        counts.n,
        positive,
        negative,
        steps,
        ((hits, missed), (false, left)),
        rates(evaluation, PRINTED),
        parts,
        evaluation.level,
        len(evaluation.groups),
        evaluation.signature,
    )


def _cell(value: float | None) -> str:
    return "" if value is None else count(value)
