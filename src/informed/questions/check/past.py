"""A predictor held against a run that was recorded before: the last, the best, or the last of a system."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from informed.core.differences import CLAIMS
from informed.core.errors import InputError, arg, call, unlisted
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.registry import get
from informed.ledger.items import ItemRows, paired
from informed.questions.check.compute import MET, Against, Outcome, Outcomes, Requirement, bounded, checked, claims_made
from informed.questions.compare.compute import compared
from informed.questions.evaluate.result import Evaluation

if TYPE_CHECKING:
    from informed.ledger import Ledger, Run

LAST, BEST = "last", "best"


def held(found: Evaluation, bounds: Iterable[Requirement | Against], past: Past) -> Outcomes:
    """Hold an evaluation against bounds and against earlier runs, in the order of the requirements."""
    outcomes: list[Outcome] = []
    wanted = list(bounds)
    past = replace(past, claims=claims_made(found, wanted))
    for each in wanted:
        outcomes += [past.outcome(each, found)] if isinstance(each, Against) else bounded(found, [each], wanted)
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
    claims: int = 1
    """How many claims are made at once: to be shown worse in one takes a p that allows for their number."""

    def outcome(self, wanted: Against, found: Evaluation) -> Outcome:
        """Whether the claim is shown; a first run has nothing to be held against, and passes."""
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
            none = f"nothing to compare with: no earlier run of {self.task!r} is recorded"
            return Outcome(wanted, None, MET, Estimate(float("nan"), note=none))
        return self._compared(wanted, rivals, found)

    def _compared(self, wanted: Against, rivals: list[Run], found: Evaluation) -> Outcome:
        rival = rivals[0]
        mine = self.system or "this run"
        name = rival.name if rival.name != mine else f"{mine} of {rival.time:%Y-%m-%d %H:%M}"
        (before,) = self.ledger.independent([rival], rival.systems[0])
        weighted = before.weighted or found.counts.weighted  # item rows hold no weights
        kept = None if self.items is None or weighted else self.ledger.items(rival)
        both = _keep() if kept is None or self.items is None else self._paired(name, kept, mine, self.items)
        samples = {name: before.pooled(), mine: found.counts.pooled()}
        data = samples if isinstance(both, str) else both
        comparison = compared(data, measures=["informedness"], level=found.level, margin=self.margin)
        (outcome,) = checked(comparison, wanted.claim, len(rivals) * self.claims)
        how = [f"compared as independent samples; {both}"] if isinstance(both, str) else list(comparison.notes)
        how += [f"the best of {len(rivals)} systems"] if len(rivals) > 1 else []
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
        runs = [each for each in self.ledger.runs(self.task, question="evaluate") if each.passed is not False]
        others = [each for each in runs if not self._itself(each, found)]
        whom = wanted.whom
        if whom == LAST:
            return others[-1:]
        if whom == BEST:
            return self._ranked(others)
        named = [each for each in others if whom in (each.system, each.version, each.name)]
        if not named:
            known = dict.fromkeys(name for each in others for name in (each.system, each.name))
            raise InputError(
                f": run {whom!r} {unlisted(whom, [LAST, BEST, *known])}", argument="require", value=str(wanted)
            )
        return named[-1:]

    def _itself(self, run: Run, found: Evaluation) -> bool:
        return self.system in (None, run.system) and self.ledger.same(run, found)

    def _ranked(self, runs: list[Run]) -> list[Run]:
        """The last run of each system, that with the highest informedness first."""
        latest = list({each.name: each for each in runs}.values())
        tables = zip(latest, self.ledger.counts_of(latest), strict=True)
        values = {run.id: float(get("informedness")(counts.pooled())) for run, counts in tables}
        return sorted(latest, key=lambda run: -values[run.id])


def _keep() -> str:
    return f"record both runs with their items ({arg('items')}) for a paired test"


def _instead() -> str:
    same = f"the same {arg('cluster')} or {arg('stratum')}"
    bound = arg("require", "informedness.low >= 0.6")
    return (
        f"compare both systems on the same rows by {call('compare')}, "
        f"with {same}, or require a bound of this one: {bound}"
    )
