"""What a predictor is worth in money: against chance, against always saying one thing, and against perfection.

Profit alone proves nothing: with generous prices a predictor independent of the classes earns too (Steingold &
Laclavik). What counts is the gain over chance, which is 0 for it.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Unpack

import numpy as np

from informed.core.basis import answers, counted, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, Synonyms, arg, asked, stated
from informed.core.estimate import Estimate, finite, written
from informed.core.given import AnyLabel, Column, Data, Matrix, Missing, WeightKind
from informed.core.labels import Label, some
from informed.core.registry import Measure, get
from informed.core.result import Grid, Result
from informed.core.table import Array, as_table, expected, prevalences
from informed.core.validate import Numbers
from informed.core.words import Finding, apart, ci, interval, number, percent
from informed.inference.claims import over_constant
from informed.inference.design import Independent
from informed.inference.estimates import drawn_from, estimates, own
from informed.inference.significance.statistics import two_sided_p, z_worth
from informed.readers.counting import table_of


@dataclass(frozen=True)
class Pricing(Result):
    """Mean value per item (a cost is a negative value), its total, and the value of simple strategies.

    ``gain``: what the predictor adds to chance, that is to predictions of the same bias made blindly. ``always``: the
    label (of sets, the labels) that earns most when always said, and what it earns.
    """

    kind = "pricing"
    json_keys = ("priced", "value", "gain", "total")
    json_types = written(p=float | None, always=dict[str, Any], perfect=float, findings=tuple[str, ...])

    priced: str
    value: Estimate
    gain: Estimate
    total: float | None
    always: Label | tuple[Label, ...]
    always_value: float
    perfect_value: float
    signature: str
    over_always: Estimate = field(default_factory=lambda: Estimate(math.nan))
    """By how much it earns more than that label; the interval allows for the choice of the label."""
    p: float | None = None
    """The p of no gain over chance with both margins fixed, for items drawn one by one."""
    prices: str = ""
    """What each outcome earns or costs, in words."""
    strategies: Mapping[str, Estimate] = field(default_factory=dict)
    """What an item is worth to other strategies: always each label, guessing alike, perfect."""
    break_even: Mapping[str, Any] | None = None
    """Of two labels: from which share of a label on calling it pays, and its share among the calls of either."""
    dearest: tuple[int, int] | None = None
    """The error that costs most in all: which class, called what."""

    @property
    def profitable(self) -> bool:
        """Whether it earns anything."""
        return self.value.value > 0

    @property
    def worthless(self) -> bool:
        """Whether it adds nothing to chance that can be told from nothing: both the interval and the test must tell."""
        if self.p is not None and self.p >= 1 - (self.gain.level or 0.95):
            return True
        if self.gain.low is not None and self.gain.high is not None:
            return self.gain.low <= 0 <= self.gain.high
        return abs(self.gain.value) <= 1e-9

    def head(self) -> tuple[str, str]:
        return "What it costs" if self.priced == "cost" else "What it is worth", ""

    def words(self) -> Iterator[Finding]:
        """At which prices it pays, or does not, against the best constant answer; what it adds to guessing; when."""
        code, told = self._verdict
        at = f"At these prices ({self.prices}) {told}" if self.prices else f"I{told[1:]}"
        there = "as much" if self._alike else self._brings(Estimate(self.always_value))
        gap = "" if self._alike else f" ({self._difference(self.over_always)})"
        yield Finding("constant", f"{at}: it {self._brings(self.value)}, {self.constantly} {there}{gap}.", outcome=code)
        gained, gain = f"{ALIKE} ({self._difference(self.gain)})", self._said(self.gain).value
        verb = "costs" if self.priced == "cost" else "is worth"
        if abs(gain) <= 1e-9:
            told = "Profitable but worthless" if self.value.value > 0 else "Worthless"
            yield Finding("worthless", f"{told}: {ALIKE} {verb} exactly as much.")
        elif self.worthless:
            yield Finding("worthless", f"No evidence that it {verb} more or less than {gained}.")
        else:
            yield Finding("worth", f"It {verb} {'more' if gain > 0 else 'less'} than {gained}.")
        if self.break_even is not None:
            label, other = (repr(str(self.break_even[name])) for name in ("label", "other"))
            pays, here, rest = (percent(self.break_even[name]) for name in ("pays", "here", "rest"))
            told = f"Calling an item {label} pays where more than {pays} of such items are {label}"
            of = f"of those it calls {label} {here} are, of those it calls {other} {rest}"
            yield Finding("break_even", f"{told}: {of}.")

    @property
    def _alike(self) -> bool:
        return math.isclose(self.always_value, self.value.value, abs_tol=1e-12)

    @property
    def _verdict(self) -> tuple[str, str]:
        """Whether it pays to use it, by the interval of what it is worth beyond the best constant answer."""
        low, high = self.over_always.low, self.over_always.high
        if self._alike or low is None or high is None or low <= 0 <= high:
            return "open", "it is not shown to pay"
        return ("pays", "it pays") if low > 0 else ("loses", "it does not pay")

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """What it earns or costs, and what else would."""
        others = self.strategies or {
            ALIKE: Estimate(float("nan") if self.value.chance is None else self.value.chance),
            self.constant: Estimate(self.always_value),
            "perfect": Estimate(self.perfect_value),
        }
        items = None if self.total is None or not self.value.value else self.total / self.value.value
        level = ci(self.value.level) if self.value.level else ""
        rows = [["", f"{self.priced} per item", level, *(["in total"] if items else [])]]
        for name, each in {"this model": self.value, **others}.items():
            said = self._said(each)
            sure = interval(said) if said.low != said.high else ""
            rows.append([name, number(said.value), sure, *([number(said.value * items, 1)] if items else [])])
        yield Grid("What it costs" if self.priced == "cost" else "What it is worth", rows)

    def _said(self, found: Estimate) -> Estimate:
        """As it was asked for: what it costs, or what it is worth."""
        return found.turned() if self.priced == "cost" else found

    def _difference(self, gap: Estimate) -> str:
        return f"difference {apart(self._said(gap))}"

    def _brings(self, found: Estimate) -> str:
        said = self._said(found)
        lost = said.value < 0 and (said.high is None or said.high <= 0)
        verb = "costs" if self.priced == "cost" else "loses" if lost else "earns"
        if not said.value:
            return f"{verb} nothing"
        said = said.turned() if verb == "loses" else said
        return f"{verb} {number(said.value)} per item{_sure(said) if said.low != said.high else ''}"

    @property
    def constant(self) -> str:
        """The best constant answer, as the head of a row."""
        return "best constant set" if isinstance(self.always, tuple) else f"always {self.always}"

    @property
    def constantly(self) -> str:
        """The best constant answer, in words."""
        if not isinstance(self.always, tuple):
            return f"always saying {str(self.always)!r}"
        return f"always giving {some(self.always)}" if self.always else "never giving a label"

    def rows(self) -> list[dict[str, Any]]:
        """One row each: value per item, gain over chance, and the value of simple strategies."""
        others = {self.constant: self.always_value, "perfect": self.perfect_value}
        rows = [{"what": "per item", **self.value.to_dict()}, {"what": "gain over chance", **self.gain.to_dict()}]
        return [*rows, *({"what": what, **Estimate(value).to_dict()} for what, value in others.items())]

    def facts(self) -> dict[str, Any]:
        """What it earns and what else would; costs are negative values throughout."""
        always = {"label": self.always, "value": self.always_value, "over": self.over_always}
        others = {"p": self.p, "always": always, "perfect": self.perfect_value}
        return {**super().facts(), **others, "findings": self.findings}


ALIKE = "guessing with the same shares"


def _sure(found: Estimate) -> str:
    return "" if found.low is None or found.high is None else f" ({ci(found.level)} {interval(found)})"


@asked
def price(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    actual: Column | None = None,
    weights: Column | None = None,
    weight_kind: WeightKind = "sampling",
    labels: Iterable[AnyLabel] | None = None,
    missing: Missing = "raise",
    value: Matrix | None = None,
    cost: Matrix | None = None,
    level: float = 0.95,
    **synonyms: Unpack[Synonyms],
) -> Pricing:
    """Price a predictor: what an item earns, and how much of that chance would not earn.

    Parameters
    ----------
    data, predicted, actual, weights, weight_kind, labels, missing
        As in `evaluate`; ``data`` may also be a table, actual x predicted.
    value, cost
        What each actual x predicted outcome is worth, or what it costs.
    level
        The level of the intervals.

    Returns
    -------
    Pricing
        The mean value, the gain over chance, and what else would earn.

    Raises
    ------
    InputError
        If both or neither of `value` and `cost` are given, or they do not fit the table.

    Examples
    --------
    >>> price(Counts([[8, 2], [5, 85]]), cost=[[0, 10], [1, 0]]).value.value  # (2 x 10 + 5 x 1) / 100 lost
    -0.25
    """
    reading = stated(actual=actual, weights=weights, weight_kind=weight_kind, labels=labels, missing=missing)
    return priced(table_of(data, predicted, **reading), value=value, cost=cost, level=level)


@answers
def priced(counts: Counts, *, value: Any = None, cost: Any = None, level: float = 0.95) -> Pricing:
    """What a predictor is worth; the arguments are those of `informed.price`."""
    return valued(counts, drawn_from(counts), value=value, cost=cost, level=level)


def valued(counts: Counts, sample: Any, *, value: Any, cost: Any, level: float) -> Pricing:
    """The same of items drawn as the sample says; None where that is unknown."""
    worth = worths(counts, value, cost)
    each_case = get("expected_value").with_(value=worth.tolist())
    sample = sample if sample is not None else counts.table / max(counts.table.sum(), 1)
    found = estimates(each_case, sample, level=level)[()]
    shares = prevalences(as_table(counts.table))
    constant = shares @ worth
    best = int(constant.argmax())

    def alone(matrix: Any) -> Estimate:
        """What an item is worth where the prediction does not matter."""
        return estimates(get("expected_value").with_(value=matrix.tolist()), sample, level=level)[()]

    listed = range(len(constant)) if len(constant) <= MOST_LISTED else [best]
    blind = own(ALIKE, lambda table: each_case.raw(expected(table)), like=each_case)
    others = {
        f"always {counts.labels_predicted[at]}": alone(np.repeat(worth[:, [at]], worth.shape[1], 1)) for at in listed
    }
    others[ALIKE] = estimates(blind, sample, level=level)[()]
    others["perfect"] = alone(np.repeat(worth.max(-1, keepdims=True), worth.shape[1], 1))
    return Pricing(
        priced="value" if cost is None else "cost",
        value=found,
        gain=estimates(_over_chance(each_case), sample, level=level)[()],
        total=None if counts.n is None and not counts.weighted else found.value * counts.total,
        always=counts.labels_predicted[best],
        always_value=float(constant[best]),
        perfect_value=float(shares @ worth.max(-1)),
        signature=signature({**counted(counts), "value": value, "cost": cost, "level": level}),
        over_always=over_constant(sample, worth, level),
        p=finite(float(two_sided_p(z_worth(sample, worth)))) if isinstance(sample, Independent) else None,
        prices=_in_words(counts, worth),
        strategies=others,
        break_even=_break_even(counts, worth),
        dearest=_dearest(counts, worth),
    )


MOST_LISTED = 4  # constant answers, and prices in words


def _in_words(counts: Counts, worth: Numbers) -> str:
    """Every outcome that earns or costs something; of very many, how many there are and between what."""
    places = [(row, column) for row, column in np.argwhere(worth != 0)]
    if len(places) > MOST_LISTED:
        paid = [float(worth[at]) for at in places]
        verb, ends = ("cost", (-max(paid), -min(paid))) if max(paid) < 0 else ("are worth", (min(paid), max(paid)))
        between = " to ".join(dict.fromkeys(f"{each:g}" for each in ends))
        return f"{len(places)} outcomes {verb} {between}{', all else nothing' * bool((worth == 0).any())}"

    def told(row: int, column: int) -> str:
        price = float(worth[row, column])
        outcome = f"{str(counts.labels[row])!r} called {str(counts.labels_predicted[column])!r}"
        return f"{outcome} {'earns' if price > 0 else 'costs'} {abs(price):g}"

    return "; ".join([*(told(*each) for each in places), "all else nothing"][: len(places) + (worth == 0).any()])


def _break_even(counts: Counts, worth: Numbers) -> dict[str, Any] | None:
    """From which share on the rarer of two labels is worth calling, and its share among the calls of both."""
    table = np.asarray(counts.table, float)
    if worth.shape != (2, 2) or not counts.square or not table.sum(-2).all():
        return None
    at = int(np.argmin(table.sum(-1)))
    lost, won = worth[1 - at, 1 - at] - worth[1 - at, at], worth[at, at] - worth[at, 1 - at]
    if lost <= 0 or won <= 0:
        return None
    here, rest = (float(table[at, said] / table[:, said].sum()) for said in (at, 1 - at))
    pays, (label, other) = float(lost / (lost + won)), (counts.labels[at], counts.labels[1 - at])
    return {"label": label, "pays": pays, "here": here, "other": other, "rest": rest}


def _dearest(counts: Counts, worth: Numbers) -> tuple[int, int] | None:
    """The cell that loses most against the best answer to each class."""
    lost = np.asarray(counts.table, float) * (worth.max(-1, keepdims=True) - worth)
    row, column = np.unravel_index(lost.argmax(), lost.shape)
    return (int(row), int(column)) if lost[row, column] > 0 else None


def worths(counts: Counts, value: Any, cost: Any) -> Numbers:
    """What each outcome is worth, from values or from costs."""
    if (value is None) == (cost is None):
        raise InputError(
            f"give {arg('value')} (what each outcome is worth) or {arg('cost')} (what it costs), one of them"
        )
    name = "value" if cost is None else "cost"
    matrix = np.asarray(value if cost is None else cost, dtype=np.float64)
    if matrix.shape != counts.table.shape[-2:]:
        rows, columns = counts.table.shape[-2:]
        raise InputError(
            f"{name} is {' x '.join(map(str, matrix.shape))}, the table {rows} x {columns}; "
            "give one number for each actual x predicted outcome"
        )
    if not np.isfinite(matrix).all():
        row, column = np.argwhere(~np.isfinite(matrix))[0]
        raise InputError(f"{name}: row {row}, column {column} holds {matrix[row, column]}; prices must be finite")
    return matrix if cost is None else 0.0 - matrix


def _over_chance(each_case: Measure) -> Measure:
    def body(table: Array) -> Array:
        return each_case.raw(table) - each_case.raw(expected(table))

    return own("gain over chance", body, like=each_case, fixed_chance=0.0)
