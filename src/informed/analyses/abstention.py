"""When a predictor may say nothing: bets not placed, which neither win nor lose.

Two forms, which agree when all classes are left alone alike. *Zero stake*: every item stays in the actual margins, and
G(l) = hits(l)/actual(l) - false(l)/others(l) over all of them. *Discounted*: the table of the answered items alone,
times the share n/N that was answered. Averaging zero-stake gains by bias over all N would discount twice; the bets
made are what `edge` averages over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.analyses.estimating import estimate, one_table, own
from informed.analyses.result import Result
from informed.cells import Numbers
from informed.counts import Counts
from informed.errors import InputError
from informed.inference.estimate import Estimate
from informed.labels import Label, plain
from informed.measures.informedness import gains
from informed.registry import get
from informed.table import Array, actuals, as_table, average, namespace, predictions, ratio, shares, total

FORMULAS = {
    "zero_stake": "G(l) = hits(l)/actual(l) - false(l)/others(l) over all N items; "
    "informedness weighs by prevalence, edge by the bets made",
    "discounted": "(n/N) times the value on the n answered items alone",
}


def staked(table: Array, abstained: Array) -> Array:
    """The table with abstention as one more label: predicted, never actual, and so worth nothing: ``(..., K+1, K+1)``."""
    xp = namespace(table)
    wide = xp.concat([table, xp.asarray(abstained, dtype=table.dtype)[..., None]], axis=-1)
    return xp.concat([wide, xp.zeros_like(wide[..., :1, :])], axis=-2)


def _answered(table: Array) -> Array:
    """The table of the items that were bet on."""
    return table[..., :-1, :-1]


def _edge_of_bets(table: Array) -> Array:
    return average(gains(table)[..., :-1], shares(predictions(table)[..., :-1]))


def _discounted(name: str) -> Any:
    inner = get(name)
    return lambda table: inner.raw(_answered(table)) * ratio(total(_answered(table)), total(table))


ZERO_STAKE = {"informedness": get("informedness"), "edge": own("edge of the bets made", _edge_of_bets, like="edge")}
DISCOUNTED = {name: own(f"discounted {name}", _discounted(name), like=name) for name in ("informedness", "edge")}
ANSWERED = {
    name: own(f"{name} of answers", lambda table, name=name: get(name).raw(_answered(table)), like=name)
    for name in ("informedness", "edge")
}
COVERAGE = own(
    "coverage",
    lambda table: (total(_answered(table)), total(table)),
    proportion=True,
    interval="jeffreys",
    perfect=None,
)


@dataclass(frozen=True)
class Abstention(Result):
    """What a predictor that abstains is worth, in both forms, beside what its answers alone are worth."""

    writer = "slip:abstention_text"

    n: float
    answered: float
    coverage: Estimate
    coverage_by_label: Mapping[Label, float]
    zero_stake: Mapping[str, Estimate]
    discounted: Mapping[str, Estimate]
    answers: Mapping[str, Estimate]

    def to_dict(self) -> dict[str, Any]:
        """Plain data, with the formula of each form."""
        forms = {name: getattr(self, name) for name in ("zero_stake", "discounted", "answers")}
        return {
            "kind": "abstention",
            "n": self.n,
            "answered": self.answered,
            "coverage": self.coverage.to_dict(),
            "coverage_by_label": {str(label): share for label, share in self.coverage_by_label.items()},
            **{form: {name: each.to_dict() for name, each in of.items()} for form, of in forms.items()},
            "formulas": FORMULAS,
        }


def abstained_from(counts: Counts) -> Numbers:
    """How many items of each class were left alone."""
    return np.zeros(len(counts.labels)) if counts.abstained is None else np.asarray(counts.abstained, float)


def abstaining(data: Any, *, level: float = 0.95) -> Abstention:
    """Judge a predictor that left some items alone (``Counts.abstained``), by zero stake and by discount."""
    counts = one_table(data, "abstention")
    left = abstained_from(counts)
    if counts.weighted and left.any():
        raise InputError("abstentions of weighted items are counted, not weighed; judge them without weights")
    table = as_table(counts.table)

    def measured(forms: Mapping[str, Any]) -> dict[str, Estimate]:
        return {
            name: estimate(each, counts, level=level, view=lambda cells: staked(cells, left), chance=0.0)
            for name, each in forms.items()
        }

    seen = actuals(table) + left
    return Abstention(
        n=float(seen.sum()),
        answered=float(table.sum()),
        coverage=estimate(COVERAGE, counts, level=level, view=lambda cells: staked(cells, left), chance=np.nan),
        coverage_by_label=dict(zip(counts.labels, ratio(actuals(table), seen).tolist(), strict=True)),
        zero_stake=measured(ZERO_STAKE),
        discounted=measured(DISCOUNTED),
        answers=measured(ANSWERED),
    )


def discarded(counts: Counts, labels: Any) -> Counts:
    """The same counts with every prediction of some labels withdrawn: bets not placed."""
    from dataclasses import replace

    places = [counts.position(plain(label)) for label in labels]
    kept = counts.table.copy()
    kept[..., places] = 0
    left = counts.table[..., places].sum(-1) + (0 if counts.abstained is None else counts.abstained)
    return replace(counts, table=kept, abstained=left, n=None)
