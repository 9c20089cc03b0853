"""When a predictor may say nothing: bets not placed, which neither win nor lose.

Two forms, which agree when all classes are left alone alike. *Zero stake*: every item stays in the actual margins, and
G(l) = hits(l)/actual(l) - false(l)/others(l) over all of them. *Discounted*: the table of the answered items alone,
times the share n/N that was answered. Averaging zero-stake gains by bias over all N would discount twice; the bets
made are what `edge` averages over.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.estimate import Estimate
from informed.core.labels import Label
from informed.core.registry import Measure, get
from informed.core.result import Result
from informed.core.signature import counted, signature
from informed.core.table import (
    Array,
    actuals,
    as_table,
    average,
    diagonal,
    namespace,
    others,
    predictions,
    prevalences,
    ratio,
    shares,
    total,
    two_by_two,
    where,
)
from informed.core.validate import Numbers
from informed.inference.estimates import measured, one_table, own

FORMULAS = {
    "zero_stake": "G(l) = hits(l)/actual(l) - false(l)/others(l) over all N items; "
    "informedness weighs by prevalence, edge by the bets made",
    "discounted": "(n/N) times the value on the n answered items alone",
}


Ends = tuple[Any, Any, Any]
"""A value with its low and its high end."""


def staked(table: Array, abstained: Array) -> Array:
    """The table with the items left alone in one more column: ``(..., K, K + 1)``."""
    xp = namespace(table)
    return xp.concat([table, xp.asarray(abstained, dtype=table.dtype)[..., None]], axis=-1)


def bet_on(staked: Array) -> Array:
    """The table of the items that were bet on."""
    return staked[..., :-1]


def stake_gains(staked: Array) -> Array:
    """G(l) of every label over all items, where a bet not placed neither wins nor loses.

    Nor does one on a class that never or always occurs: there are no odds for it.
    """
    hits, rows = diagonal(bet_on(staked)), actuals(staked)
    gain = ratio(hits, rows) - ratio(predictions(bet_on(staked)) - hits, others(rows))
    return where((rows > 0) & (others(rows) > 0), gain, 0.0)


def by_label(staked: Array) -> Array:
    """Each label against the rest, ``(..., K, 2, 2)``: an item left alone was not bet to be of the label."""
    hits, rows = diagonal(bet_on(staked)), actuals(staked)
    false = predictions(bet_on(staked)) - hits
    return two_by_two(hits, rows - hits, false, others(rows) - false)


def _discounted(name: str) -> Callable[[Array], Array]:
    inner = get(name)
    return lambda staked: inner.raw(bet_on(staked)) * ratio(total(bet_on(staked)), total(staked))


ZERO_STAKE = {
    "informedness": own(
        "informedness at zero stake",
        lambda staked: average(stake_gains(staked), prevalences(staked)),
        like="informedness",
    ),
    "edge": own(
        "edge at zero stake",
        lambda staked: average(stake_gains(staked), shares(predictions(bet_on(staked)))),
        like="edge",
    ),
}
DISCOUNTED = {name: own(f"discounted {name}", _discounted(name), like=name) for name in ZERO_STAKE}
COVERAGE = own(
    "coverage",
    lambda staked: (total(bet_on(staked)), total(staked)),
    proportion=True,
    interval="jeffreys_wilson",
    perfect=None,
)


@dataclass(frozen=True)
class Abstention(Result):
    """What a predictor that abstains is worth, in both forms, beside what its answers alone are worth.

    ``discounted_recall``: for each label n/N times its recall on the answered items (Powers 2003).
    """

    kind = "abstention"

    n: float
    answered: float
    coverage: Estimate
    coverage_by_label: Mapping[Label, float]
    zero_stake: Mapping[str, Estimate]
    discounted: Mapping[str, Estimate]
    answers: Mapping[str, Estimate]
    signature: str
    discounted_recall: Mapping[Label, float]

    def rows(self) -> list[dict[str, Any]]:
        """One row a form and measure; of coverage one."""
        forms = {"zero_stake": self.zero_stake, "discounted": self.discounted, "answers": self.answers}
        rows = [
            {"form": form, "measure": name, **each.to_dict()} for form, of in forms.items() for name, each in of.items()
        ]
        return [{"form": None, "measure": "coverage", **self.coverage.to_dict()}, *rows]

    def facts(self) -> dict[str, Any]:
        """Both forms, the answers alone, and the formula of each form."""
        return {**super().facts(), "formulas": FORMULAS}


def _recalls(table: Array) -> Array:
    """The recall of every label among the answered items."""
    return ratio(diagonal(table), actuals(table))


def abstained_from(counts: Counts) -> Numbers:
    """How many items of each class were left alone."""
    if counts.abstained is None:
        return np.zeros(len(counts.labels))
    if counts.weighted and counts.abstained.any():
        raise InputError("abstentions of weighted items are counted, not weighed; judge them without weights")
    return np.asarray(counts.abstained, float)


def abstaining(data: Any, *, level: float = 0.95) -> Abstention:
    """Judge a predictor that left some items alone (``Counts.abstained``), by zero stake and by discount."""
    counts = one_table(data, "abstention")
    table, left = as_table(counts.table), abstained_from(counts)
    seen = actuals(table) + left
    share = float(ratio(table.sum(), seen.sum()))
    return Abstention(
        n=float(seen.sum()),
        answered=float(table.sum()),
        coverage=_with_abstained(COVERAGE, counts, level, chance=np.nan),
        coverage_by_label=dict(zip(counts.labels, ratio(actuals(table), seen).tolist(), strict=True)),
        zero_stake=zero_stake(counts, level),
        discounted={name: _discount(each, counts, level) for name, each in DISCOUNTED.items()},
        answers=_answers(counts, level),
        discounted_recall=dict(zip(counts.labels, (share * _recalls(table)).tolist(), strict=True)),
        signature=signature({**counted(counts), "abstained": int(left.sum()), "level": level}),
    )


def zero_stake(counts: Counts, level: float) -> dict[str, Estimate]:
    """Informedness and edge with abstentions as bets not placed; the plain measures where there are none."""
    if not abstained_from(counts).any():
        return _answers(counts, level)
    return {name: _form(each, counts, level) for name, each in ZERO_STAKE.items()}


def _form(measure: Measure, counts: Counts, level: float) -> Estimate:
    if not counts.table.any():
        return Estimate(0.0, chance=0.0, note="abstained from every item: nothing staked, nothing won or lost")
    return _with_abstained(measure, counts, level)


def _discount(measure: Measure, counts: Counts, level: float) -> Estimate:
    """The value of the answers times the share answered, with the limits of a product of two that are independent."""
    plain = _form(measure, counts, level)
    if plain.low is None or counts.weighted:
        return plain
    answers = measured(measure.name.removeprefix("discounted "), counts, level=level)
    share = _with_abstained(COVERAGE, counts, level, chance=np.nan)
    if answers.low is None or share.low is None:
        return plain
    low, high = product_limits(_ends(answers), _ends(share))
    return replace(plain, low=max(float(low), -1.0), high=min(float(high), 1.0), method="mover", note=answers.note)


def _ends(estimate: Estimate) -> Ends:
    return estimate.value, estimate.low, estimate.high


def product_limits(value: Ends, share: Ends) -> tuple[Any, Any]:
    """Limits of a value times an independent share from the limits of both (MOVER; Zou & Donner 2008).

    The variance of a product is that of each term at the other, and of both together.
    """
    (a, a_low, a_high), (b, b_low, b_high) = value, share
    down, up = np.where(a > 0, b - b_low, b_high - b), np.where(a > 0, b_high - b, b - b_low)
    below, above = (
        np.sqrt((b * of_a) ** 2 + (a * of_b) ** 2 + (of_a * of_b) ** 2)
        for of_a, of_b in ((a - a_low, down), (a_high - a, up))
    )
    return a * b - below, a * b + above


def _with_abstained(measure: Measure, counts: Counts, level: float, chance: float = 0.0) -> Estimate:
    left = abstained_from(counts)
    return measured(measure, counts, level=level, view=lambda cells: staked(cells, left), chance=chance)


def _answers(counts: Counts, level: float) -> dict[str, Estimate]:
    """The measures of the answered items alone."""
    if not counts.table.any():
        return {name: Estimate(float("nan"), note="undefined: no item was answered") for name in ZERO_STAKE}
    return {name: measured(name, counts, level=level) for name in ZERO_STAKE}
