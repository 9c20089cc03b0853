"""A difference between two systems in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from informed.core.errors import choice
from informed.core.estimate import Estimate
from informed.core.registry import get
from informed.core.words import Finding, ci, coefficient, fixed, named, p_is, signed, within
from informed.core.words import ends as interval_of

if TYPE_CHECKING:
    from informed.questions.compare.grades import GradeDifference
    from informed.questions.compare.result import Difference

    Gap: TypeAlias = Difference | GradeDifference


@dataclass(frozen=True)
class Scale:
    """How differences of a measure read: its unit, and which way is better (None: neither)."""

    higher_is_better: bool | None = True
    unit: str | None = None

    @classmethod
    def of(cls, measure: str) -> Scale:
        """That of a measure of a table."""
        found = get(measure)
        return cls(found.higher_is_better, found.unit)

    def gap(self, estimate: Estimate) -> str:
        """The difference and its interval."""
        said = f"{'+' * (estimate.value > 0)}{coefficient(estimate.value)}"
        return (f"{said} {self.unit}" if self.unit else said) + within(estimate)

    def size(self, margin: float) -> str:
        """A margin."""
        return f"{margin:g} {self.unit or ''}".rstrip()

    def sides(self) -> tuple[str, str]:
        """What a system that lies on the good side of another is, and what one on the bad side is."""
        return ("higher", "lower") if self.higher_is_better is None else ("better", "worse")


def told(
    each: Difference,
    scale: Scale,
    level: float,
    margin: float | None = None,
    values: Mapping[str, Mapping[str, Estimate]] | None = None,
) -> Finding:
    """One difference: better, worse or not significant, both amounts, how far they are apart and how surely."""
    if values is not None and each.p_adjusted is not None and each.p_adjusted == each.p_adjusted:
        first, second = (values[name][each.measure].value for name in (each.first, each.second))
        return _both(each, scale, level, margin, first, second)
    gap = f"{each.measure} {scale.gap(each.estimate)}"
    if each.p_adjusted is None or each.p_adjusted != each.p_adjusted:
        why = each.estimate.note or "one of the values is undefined"
        known = f"{gap}; " if each.estimate.value == each.estimate.value else ""
        return Finding("cannot_tell", f"Cannot tell {each.first!r} from {each.second!r}: {known}{why}.")
    alike = "" if margin is None else _within_margin(each, scale, level, margin)
    sure = f"{p_is(each.p_adjusted)}{alike}"
    if each.p_adjusted >= 1 - level:
        why = "" if each.estimate.note is None or each.estimate.value == 0 else f" {each.estimate.note}."
        both = f"{each.first!r} and {each.second!r}"
        return Finding("no_difference", f"No significant difference between {both}: {gap}, {sure}.{why}")
    good, bad = scale.sides()
    side = good if (each.estimate.value > 0) == (scale.higher_is_better is not False) else bad
    return Finding(side, f"{each.first!r} is {side} than {each.second!r}: {gap}, {sure}.")


def _both(each: Difference, scale: Scale, level: float, margin: float | None, first: float, second: float) -> Finding:
    """The sentence with the amounts of both; informedness is said as the share of the answers that is known."""
    known = each.measure == "informedness" and min(first, second) >= 0
    if known:
        digits = next((at for at in (0, 1) if _adds_up(100 * first, 100 * second, 100 * each.estimate.value, at)), 1)
        one, other = (f"{fixed(100 * value, digits)}%" for value in (first, second))
        gap, ends = _points(each.estimate, digits)
    else:
        one, other = (f"{coefficient(value)}{f' {scale.unit}' if scale.unit else ''}" for value in (first, second))
        gap, ends = f"difference {signed(each.estimate.value)}", interval_of(each.estimate)
    alike = "" if margin is None else _within_margin(each, scale, level, margin)
    apart = f"{gap}{f', {ends}' if ends else ''}"
    if each.p_adjusted is not None and each.p_adjusted < 1 - level:
        good, bad = scale.sides()
        side = good if (each.estimate.value > 0) == (scale.higher_is_better is not False) else bad
        rival = repr(each.second)
        said = (
            f"{side} informed than {rival}"
            if each.measure == "informedness"
            else f"{side} than {rival} by {each.measure}"
        )
        amounts = f"{one}{' of the answers known' * known} against {other}"
        return Finding(side, f"{each.first!r} is {said}: {amounts} ({apart}){alike}.")
    why = "" if each.estimate.note is None or each.estimate.value == 0 else f" {each.estimate.note}."
    what = "of the answers known" if known else f"by {each.measure}"
    told = f"{each.first!r} {one}, {each.second!r} {other} {what} ({apart}; {p_is(each.p_adjusted)}){alike}"
    return Finding("no_difference", f"No significant difference: {told}.{why}")


def _adds_up(first: float, second: float, gap: float, digits: int) -> bool:
    """Whether the rounded amounts are as far apart as their rounded difference says."""
    rounded = [float(fixed(each, digits).replace(",", "")) for each in (first, second, gap)]
    return abs(rounded[0] - rounded[1] - rounded[2]) < 1e-9


def _points(estimate: Estimate, digits: int) -> tuple[str, str]:
    """A difference of two shares and its interval in points, so that it cannot be taken for a share."""
    said = fixed(100 * estimate.value, digits)
    gap = f"{'+' * (estimate.value > 0 and said.strip('0.') != '')}{said} points"
    if estimate.low is None or estimate.high is None:
        return gap, ""
    return gap, f"{ci(estimate.level)} {fixed(100 * estimate.low, digits)} to {fixed(100 * estimate.high, digits)}"


def across(by: Sequence[str], groups: Mapping[str, Gap], whole: Gap, scale: Scale, level: float) -> Finding:
    """In which groups one system is shown to be better than the other, allowing for all groups and pairs."""
    sides: dict[str, list[str]] = {side: [] for side in scale.sides()}
    for group, each in groups.items():
        if each.p_adjusted is not None and each.p_adjusted < 1 - level:
            up = (each.estimate.value > 0) == (scale.higher_is_better is not False)
            sides[scale.sides()[0 if up else 1]].append(group)
    found = [f"{side} in {named(names)}" for side, names in sides.items() if names]
    if left := len(groups) - sum(map(len, sides.values())):
        others = "the other group" if left == 1 else f"the other {left:,} groups"
        found.append(f"no significant difference in {others if found else f'any of {left:,} groups'}")
    both = f"{whole.first!r} against {whole.second!r}"
    return Finding("by_group", f"By {', '.join(by)}, {both}: {'; '.join(found)} (p allows for all groups and pairs).")


def _within_margin(each: Difference, scale: Scale, level: float, margin: float) -> str:
    """Whether the difference is shown to be smaller than the margin, on both sides or on one."""
    shown = {name for name, p in (each.equivalence or {}).items() if p < 1 - level}
    size = scale.size(margin)
    if "equivalent" in shown:
        return f"; equivalent within {size}"
    if "non_inferior" in shown:
        return f"; not {scale.sides()[1]} than {each.second!r} by more than {size}"
    return f"; equivalence within {size} is not shown"


CLAIMS = {"better": None, "not worse": "non_inferior", "equivalent": "equivalent"}
"""What may be required of a system beside another, and the test within a margin that shows it."""


def claimed(text: object) -> str:
    """Read what is required of a system; hyphens are as good as blanks."""
    return choice("require", str(text).replace("-", " ").replace("_", " "), CLAIMS)
