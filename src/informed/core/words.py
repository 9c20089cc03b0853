"""An answer in words: numbers, intervals and labels, sentences with a code that stays when their words change."""

import math
from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

from informed.core.errors import door
from informed.core.estimate import Estimate
from informed.core.registry import get


class Finding(str):
    """A sentence that a reader may repeat, or a note; other code asks for its ``code``, never for its words.

    Further facts that others ask for stand beside it.

    Examples
    --------
    >>> found = Finding("changed", "Changed: recall fell to 0.5.", since=3)
    >>> found.code, found.facts["since"], str(found)
    ('changed', 3, 'Changed: recall fell to 0.5.')
    """

    code: str
    facts: dict[str, Any]

    def __new__(cls, code: str, text: str, **facts: Any) -> "Finding":
        self = super().__new__(cls, text)
        self.code, self.facts = code, facts
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.code, str(self), self.facts)


def _restored(code: str, text: str, facts: dict[str, Any]) -> Finding:
    return Finding(code, text, **facts)


def joined(*notes: str | None) -> Finding | None:
    """Several notes as one, which keeps its parts; None where there is none."""
    parts = tuple(part for note in notes for part in parts_of(note))
    return (
        Finding("; ".join(dict.fromkeys(each.code for each in parts)), "; ".join(parts), parts=parts) if parts else None
    )


def parts_of(note: str | None) -> tuple[Finding, ...]:
    """The notes that a note was joined from."""
    if not note:
        return ()
    found = note if isinstance(note, Finding) else Finding("", note)
    return tuple(found.facts.get("parts", (found,)))


def code_of(text: str | None) -> str:
    """The code of a sentence or a note; empty where it has none."""
    return text.code if isinstance(text, Finding) else ""


def part_of(note: str | None, code: str) -> Finding | None:
    """The part of a note that says this; None where there is none."""
    return next((each for each in parts_of(note) if each.code == code), None)


class Next(NamedTuple):
    """What a reader can do next, as data: a code, what it is for, and what to ask; each door words it (`door.step`).

    ``arguments`` are by their names in Python. Without a ``question`` the same one is asked again with these too;
    without both there is nothing to ask, and ``aim`` says what to do.

    Examples
    --------
    >>> Next("commoner", "where 'ill' is commoner", "deploy", {"prevalence": 0.05}).told()
    "where 'ill' is commoner: informed.deploy(..., prevalence=0.05)"
    """

    code: str
    aim: str
    question: str = ""
    arguments: Mapping[str, Any] = {}

    def told(self) -> str:
        """In the words of the door."""
        action = door().step(self) if self.question or self.arguments else ""
        return f"{self.aim}: {action}" if action else f"{self.aim}."


ON_THIS_TABLE = "chosen on this table, so expect less on new items"


def short(value: float) -> str:
    """A number without digits it does not need."""
    return count(value) if value.is_integer() else number(value)


MOST_NAMED = 5  # labels listed in one sentence
EXACT = 12  # digits of a value that arithmetic leaves right; a half among them is a half


def fixed(value: float, digits: int) -> str:
    """The one rule of rounding: a half goes away from 0, so that 0.7975 is 0.798 and 79.8% alike."""
    if not math.isfinite(value):
        return str(value)
    found = Decimal(f"{value:.{EXACT}g}").quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return f"{found + 0:,.{digits}f}"  # + 0: never "-0.000"


def percent(value: float) -> str:
    """A share for reading aloud: 99.2%."""
    return fixed(100 * value, 1).removesuffix(".0") + "%"


def rate(value: float) -> str:
    """A rate of things people count: whole percent, except near 0% and 100%, which only 0 and 1 are."""
    if 0 < value < 0.001:
        return "< 0.1%"
    if 0.999 < value < 1:
        return "> 99.9%"
    return percent(value) if value < 0.0095 or value > 0.9905 else fixed(100 * value, 0) + "%"


NARROW = (0.02, 0.002)  # widths of an interval below which its ends in percent need one decimal, and two


def portion(share: Estimate) -> tuple[str, str]:
    """A share and its interval in percent, with the digits that this can bear: 81% and 95% CI 68% to 90%."""
    low, high = share.low, share.high
    digits = 0 if low is None or high is None else sum(high - low < each for each in NARROW)

    def told(value: float) -> str:
        ends = () if value in (0, 1) else (0, 100)  # which no other share may look like
        enough = (each for each in range(digits, 4) if float(fixed(100 * value, each)) not in ends)
        return fixed(100 * value, next(enough, 3)) + "%"

    return told(share.value), "" if low is None or high is None else f"{ci(share.level)} {told(low)} to {told(high)}"


def at_most(share: float) -> str:
    """An upper limit in whole percent, rounded up so that it stays one."""
    return f"at most {math.ceil(round(100 * min(share, 1.0), 6))}%"


def unshown(high: float | None) -> str:
    """What an informedness means whose interval holds 0, by the high end of that interval."""
    return f"it knows {at_most(1.0 if high is None else high)} of the answers, and perhaps none"


def quoted(name: str, estimate: Estimate) -> str:
    """A value and its interval with the digits that tables have: informedness 0.772, 95% CI 0.645 to 0.862."""
    sure = f", {ci(estimate.level)} {interval(estimate)}" if estimate.low is not None else ""
    return f"{name} {number(estimate.value)}{sure}"


def rated(estimate: Estimate) -> str:
    """A rate of things people count, with its interval: 33% (95% CI 18% to 53%)."""
    said, sure = portion(estimate)
    return f"{said} ({sure})" if sure else said


def knowing(value: float) -> str:
    """What an informedness above 0 means."""
    return f"as good as knowing {rate(value)} of the answers{' and guessing the rest' * (value < 1)}"


def points(value: float, unit: str = " points") -> str:
    """How far two shares lie apart: 5 points."""
    return fixed(100 * value, 1).removesuffix(".0") + unit


def ci(level: float | None) -> str:
    """The head of a column of intervals: 95% CI."""
    return f"{percent(level)} CI" if level else "CI"


def coefficient(value: float) -> str:
    """A coefficient in a sentence, with the digits that it has in a table."""
    return fixed(value, 3)


def ends(estimate: Estimate) -> str:
    """The interval of a coefficient in a sentence: 95% CI 0.63 to 0.89; empty where there is none."""
    if estimate.low is None or estimate.high is None or estimate.level is None:
        return ""
    return f"{ci(estimate.level)} {coefficient(estimate.low)} to {coefficient(estimate.high)}"


def within(estimate: Estimate, more: str = "") -> str:
    """The interval in brackets behind a value, and what else belongs there; empty where there is neither."""
    found = "; ".join(filter(None, (ends(estimate), more)))
    return f" ({found})" if found else ""


def p_cell(p: float | None) -> str:
    """A p in a table: three decimals, or < 0.001."""
    return "< 0.001" if p is not None and p < 0.0005 else number(p)


def is_p(name: str) -> bool:
    """Whether a column of this name holds p-values."""
    return name == "p" or name.startswith("p_")


def p_is(p: float | None) -> str:
    """A p in a sentence: p = 0.012, or p < 0.001."""
    found = p_cell(p)
    return f"p {found}" if found.startswith("<") else f"p = {found}"


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
    if abs(value) >= 100:
        return fixed(value, 1) if abs(value) < 1e6 else f"{value:,.0f}"
    return fixed(value, digits)


def threshold(value: float) -> str:
    """A score as it was given, to six digits, never in powers of ten."""
    text = f"{value:.6g}"
    if "e" not in text:
        return text
    return count(value) if abs(value) > 1 else f"{float(text):.12f}".rstrip("0").rstrip(".")


def signed(value: float | None, digits: int = 3) -> str:
    """A gain or a loss: its sign always shown; what rounding left of nothing is nothing."""
    text = number(value, digits)
    return f"+{text}" if value is not None and value > 0 and text.strip("0.") else text


def apart(gap: Estimate) -> str:
    """A difference with its interval, every number with its sign."""
    if gap.low is None or gap.high is None:
        return signed(gap.value)
    return f"{signed(gap.value)}, {ci(gap.level)} {signed(gap.low)} to {signed(gap.high)}"


def count(value: float) -> str:
    """A cell of a table or a sum: whole numbers whole; others with four digits, and a decimal however large."""
    if float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.1f}".removesuffix(".0")


def many(number: int, noun: str) -> str:
    """So many of a thing: 1 item, 2,000 items."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def interval(estimate: Estimate) -> str:
    """Both ends, or nothing; a low end alone has no upper bound."""
    if estimate.low is None:
        return ""
    return f"{number(estimate.low)} to {'inf' if estimate.high is None else number(estimate.high)}"


def value_of(measure: str, value: float) -> str:
    """The value of a measure: a proportion in percent, anything else as it is, with its unit."""
    found = get(measure)
    if found.proportion:
        return percent(value)
    return f"{number(value)} {found.unit}" if found.unit else number(value)


def over_groups(found: Mapping[Any, Estimate], name: str, chance: float) -> Finding:
    """Where a value is lowest and highest, and in how many groups its interval, which allows for all, beats chance."""

    def said(group: Any) -> str:
        return f"{', '.join(map(str, group))!r}, {coefficient(known[group].value)}{within(known[group])}"

    known = {group: each for group, each in found.items() if each.value == each.value}
    if not known:
        return Finding("by_group", f"{name} is undefined in every group.")
    worst, best = (choose(known, key=lambda group: known[group].value) for choose in (min, max))
    above = sum(each.low is not None and each.low > chance for each in known.values())
    return Finding(
        "by_group",
        f"{name} is lowest in {said(worst)} and highest in {said(best)}. It is above chance in {above} of {len(found)} "
        "groups; these intervals allow for the number of groups (Bonferroni).",
    )
