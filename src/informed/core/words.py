"""Numbers, intervals and labels in words, for sentences and tables alike."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from informed.core.estimate import Estimate
from informed.core.registry import get

if TYPE_CHECKING:
    pass


ON_THIS_TABLE = "chosen on this table, so expect less on new items"


def short(value: float) -> str:
    """A number without digits it does not need."""
    return count(value) if value.is_integer() else number(value)


MOST_NAMED = 5  # labels listed in one sentence


def percent(value: float) -> str:
    """A share for reading aloud: 99.2 %."""
    return f"{round(100 * value, 1) + 0.0:.1f}".removesuffix(".0") + " %"  # + 0.0: never "-0 %"


def points(value: float) -> str:
    """How far two shares lie apart: 5 points."""
    return f"{100 * value:.1f}".removesuffix(".0") + " points"


def within(estimate: Estimate) -> str:
    """The interval of a share in words, empty where there is none."""
    if estimate.low is None or estimate.high is None or estimate.level is None:
        return ""
    return f" ({percent(estimate.level)} interval {percent(estimate.low)} to {percent(estimate.high)})"


def named(labels: Sequence[object]) -> str:
    """A few labels, quoted."""
    quoted = [repr(str(label)) for label in labels[:MOST_NAMED]]
    more = len(labels) - len(quoted)
    return ", ".join(quoted) + (f" and {more} more" if more else "")


def number(value: float | None, digits: int = 3) -> str:
    """A number for reading; undefined is a dash, never a word that could be taken for a value."""
    if value is None or math.isnan(value):
        return "-"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    if value == 0:
        return "0"
    if abs(value) >= 1e6 or abs(value) < 10**-digits:
        return f"{value:.2e}"
    return f"{value:.{digits}f}" if abs(value) < 100 else f"{value:,.1f}"


def signed(value: float | None, digits: int = 3) -> str:
    """A gain or a loss: its sign always shown; what rounding left of nothing is nothing."""
    value = value if value is None else round(value, 12)
    text = number(value, digits)
    return f"+{text}" if value is not None and value > 0 else text


def count(value: float) -> str:
    """A cell of a table: whole numbers whole, weights and proportions short."""
    return f"{int(value):,}" if float(value).is_integer() else f"{value:,.4g}"


def many(number: int, noun: str) -> str:
    """So many of a thing: 1 item, 2,000 items."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def interval(estimate: Estimate) -> str:
    """Both ends, or nothing; a low end alone has no upper bound."""
    if estimate.low is None:
        return ""
    return f"{number(estimate.low)} to {'inf' if estimate.high is None else number(estimate.high)}"


def value_of(measure: str, value: float) -> str:
    """The value of a measure: a share in percent, anything else as it is, with its unit."""
    found = get(measure)
    if found.on_common_scale:
        return percent(value)
    return f"{number(value)} {found.unit}" if found.unit else number(value)
