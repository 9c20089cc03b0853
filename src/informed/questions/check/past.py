"""A predictor held against a run that was recorded before: the last, the best, or the last of a system."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from math import isnan
from typing import TYPE_CHECKING

from informed.core.differences import CLAIMS
from informed.core.errors import InputError, arg, call, unlisted
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.labels import in_order
from informed.core.registry import get
from informed.core.words import named as listing
from informed.ledger.items import ItemRows, paired
from informed.ledger.run import SHORT, moment
from informed.questions.check.compute import (
    MET,
    Against,
    Outcome,
    Outcomes,
    Requirement,
    bounded,
    checked,
    claims_made,
    groups_meant,
)
from informed.questions.compare.compute import compared
from informed.questions.evaluate.result import Evaluation

if TYPE_CHECKING:
    from informed.core.counts import Counts
    from informed.ledger import Ledger, Run

LAST, BEST = "last", "best"


def held(found: Evaluation, bounds: Iterable[Requirement | Against], past: Past) -> Outcomes:
    """Hold an evaluation against bounds and against earlier runs, in the order of the requirements."""
    outcomes: list[Outcome] = []
    wanted = list(bounds)
    past, named = replace(past, claims=claims_made(found, wanted)), groups_meant(found, wanted)
    for each in wanted:
        if isinstance(each, Against):
            outcomes += past.outcomes(each, found, by_group=bool(found.counts.by) and (bool(each.every) or not named))
        else:
            outcomes += bounded(found, [each], wanted)
    return Outcomes(tuple(outcomes), found.signature, past.undecided)


@dataclass(frozen=True)
class Past:
    """Where earlier runs are, what the run to be judged is called, and its items where they are known one by one."""

    ledger: Ledger
    task: str
    margin: float | None = None
    system: str | None = None
    items: ItemRows | None = None
    undecided: str | None = None
    time: str | None = None
    """When the run was measured: later runs are none to be held against."""
    claims: int = 1
    """How many claims are made at once: to be shown worse in one takes a p that allows for their number."""

    def outcomes(self, wanted: Against, found: Evaluation, *, by_group: bool) -> list[Outcome]:
        """Whether the claim is shown, of all items or in each group; where no run came before it passes."""
        if CLAIMS[wanted.claim] and self.margin is None:
            raise InputError(
                f"needs {arg('margin')}, the largest difference that would not matter",
                argument="require",
                value=str(wanted),
            )
        if found.basis is None or any(isinstance(each.statistic, Items) for each in found.basis.written()[1]):
            raise InputError(
                f"needs independent items, and these have clusters or strata; {_instead()}",
                argument="require",
                value=str(wanted),
            )
        rivals = self._rivals(wanted, found)
        if not rivals:
            return [_first(wanted, f"no earlier run of {self.task!r} is recorded")]
        rival = rivals[0]
        mine = self.system or "this run"
        name = rival.name if rival.name != mine else f"{mine} of {rival.time:%Y-%m-%d %H:%M}"
        (before,) = self.ledger.independent([rival], rival.systems[0])
        if not by_group:
            weighted = before.weighted or found.counts.weighted  # item rows hold no weights
            kept = None if self.items is None or weighted else self.ledger.items(rival)
            both = _keep() if kept is None or self.items is None else self._paired(name, kept, mine, self.items)
            samples = {name: before.pooled(), mine: found.counts.pooled()}
            return [self._compared(wanted, samples, both, len(rivals), found.level)]
        if before.by != found.counts.by:
            told = f": run {rival.id[:SHORT]} has no groups by {', '.join(found.counts.by)}; record it with {arg('by')}"
            raise InputError(told, argument="require", value=str(wanted))
        among = []
        for at, group in enumerate(found.counts.groups):
            if group in before.groups:
                samples = {name: before.group(*group), mine: found.counts[at]}
                one = self._compared(wanted, samples, "", len(rivals), found.level)
            else:
                one = _first(wanted, f"the earlier run has no {', '.join(map(str, group))!r}")
            among.append(replace(one, group=", ".join(map(str, group))))
        return among

    def _compared(
        self,
        wanted: Against,
        samples: dict[str, Counts],
        both: Items | dict[str, Items] | str,
        rivals: int,
        level: float,
    ) -> Outcome:
        """One claim about two samples: by the items of both, or as independent samples, and then why."""
        data, how = _over_all_labels(samples) if isinstance(both, str) else (both, [])
        comparison = compared(data, measures=["informedness"], level=level, margin=self.margin)
        (outcome,) = checked(comparison, wanted.claim, rivals * self.claims)
        why = f"compared as independent samples{both and '; '}{both}"
        how += [why] if isinstance(both, str) else comparison.notes
        silent = any(each.abstained is not None and each.abstained.any() for each in samples.values())
        how += ["an abstention is never right"] if silent else []
        how += [f"the best of {rivals} systems"] if rivals > 1 else []
        note = "; ".join(filter(None, [outcome.estimate.note, *how]))
        return replace(outcome, estimate=replace(outcome.estimate, note=note or None))

    def _paired(self, name: str, kept: ItemRows, mine: str, items: ItemRows) -> Items | dict[str, Items] | str:
        """Both runs by their items."""
        before, now = self.ledger.alike([kept, items])
        return paired((name, before), (mine, now))

    def _rivals(self, wanted: Against, found: Evaluation) -> list[Run]:
        """The run to be held against, and behind it those that it was chosen from as the best.

        This very run is passed over, and so are runs that did not meet their own requirements. Undecided ones are not:
        those that are met are the better ones by luck, and a system that stays as it is would fail beside them.
        """
        until = self.time and datetime.fromisoformat(moment("time", self.time)) + timedelta(microseconds=1)
        every, whom = self.ledger.runs(self.task, question="evaluate", until=until), wanted.whom
        others = [each for each in every if each.passed is not False and not self._itself(each, found)]
        if whom == BEST:
            return self._ranked(others)
        named = [each for each in others if whom in (LAST, each.system, each.version, each.name)]
        if not named and whom != LAST:
            known = dict.fromkeys(name for each in others for name in (each.system, each.name))
            failed = any(whom in (each.system, each.version, each.name) for each in every if each.passed is False)
            told = "has no other run that met its requirements; those that did not are passed over"
            why = told if failed else unlisted(whom, [LAST, BEST, *known])
            raise InputError(f": run {whom!r} {why}", argument="require", value=str(wanted))
        return list(islice((each for each in reversed(named) if not isnan(self._value(each))), 1)) or named[-1:]

    def _itself(self, run: Run, found: Evaluation) -> bool:
        return self.system in (None, run.system) and self.ledger.same(run, found)

    def _ranked(self, runs: list[Run]) -> list[Run]:
        latest = list({each.name: each for each in runs}.values())
        with self.ledger.at_once(latest):
            values = {run.id: self._value(run) for run in latest}
        return sorted(latest, key=lambda run: 2 if isnan(values[run.id]) else -values[run.id])

    def _value(self, run: Run) -> float:
        """The informedness of a run; an abstention is never right."""
        table = self.ledger.counts(run, run.systems[0]).pooled().staked().table
        return float(get("informedness")(table, undefined="nan"))


def _first(wanted: Against, why: str) -> Outcome:
    """Nothing came before, so that nothing is worse than before."""
    return Outcome(wanted, None, MET, Estimate(float("nan"), note=f"nothing to compare with: {why}"))


def _over_all_labels(samples: dict[str, Counts]) -> tuple[dict[str, Counts], list[str]]:
    """Both over the labels of either, and which are in one alone: a rare one may be missing, another be called anew."""
    own = [set(each.labels) for each in samples.values()]
    if own[0] == own[1] or not own[0] & own[1] or not all(each.square for each in samples.values()):
        return samples, []
    apart = zip(samples.items(), (own[0] - own[1], own[1] - own[0]), strict=True)
    notes = [f"only {name!r} has {listing(in_order(these))}" for (name, _), these in apart if these]
    return {name: each.aligned(in_order(own[0] | own[1])) for name, each in samples.items()}, notes


def _keep() -> str:
    return f"record both runs with their items ({arg('items')}) for a paired test"


def _instead() -> str:
    same = f"the same {arg('cluster')} or {arg('stratum')}"
    bound = arg("require", "informedness.low >= 0.6")
    return (
        f"compare both systems on the same rows by {call('compare')}, "
        f"with {same}, or require a bound of this one: {bound}"
    )
