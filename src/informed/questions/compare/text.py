"""A comparison in print: who is better and how sure, then the differences, then where they part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import interval, many, number, percent, signed
from informed.writers.layout import bullets, columns, noted, seen, wrapped

if TYPE_CHECKING:
    from informed.questions.compare.result import Comparison, Difference, Flips


WITHIN = {"non_inferior": "p not worse", "equivalent": "p equivalent"}  # the tests within a margin, as columns
MOST_GROUPS = 40
MOST_PAIRS = 10  # beyond this only the ranking and the leading measure are printed


def comparison(comparison: Comparison, *, every: bool = False) -> str:
    """The comparison to read; ``every`` prints all pairs and measures."""
    return "\n\n".join(_sections(comparison, every)) + "\n"


def _sections(comparison: Comparison, every: bool) -> Iterator[str]:
    yield f"Which is better informed?  {heading(comparison)}"
    yield bullets(comparison.verdict)
    yield _ranked(comparison)
    lead = comparison.leading
    shown = [each for each in comparison.differences if every or _brief(comparison) or each.measure == lead]
    yield _differences(comparison, shown)
    if comparison.flips and (every or _brief(comparison)):
        yield "\n\n".join(_flips(each) for each in comparison.flips)
    if comparison.abstention:
        yield _silence(comparison)
    if comparison.groups:
        yield _groups(comparison, every)
    unsure = {
        f"{', '.join(map(seen, part.group or ()))}: {each.estimate.note}"
        for part in comparison.groups
        for each in part.differences
        if each.p is None or each.p != each.p
    }
    yield from noted([*comparison.notes, *sorted(unsure)])
    shown_small = "; not worse and equivalent, within the margin, where those p are small"
    within = "" if comparison.margin is None else shown_small
    groups = ", in groups over all groups too" if comparison.groups else ""
    asked = "; the other tests each ask a question of their own" if any(each.tests for each in comparison.flips) else ""
    yield wrapped(
        f"p and interval of a difference agree; both are adjusted over all pairs of a measure{groups} "
        f"({comparison.adjust}){within}{asked}.",
        indent="",
    )
    yield comparison.signature


def heading(comparison: Comparison) -> str:
    """What was compared, and on what."""
    how = "the same items" if comparison.paired else "independent samples"
    size = many(comparison.n, "item") if isinstance(comparison.n, int) else f"{len(comparison.systems)} samples"
    return f"{size}, {len(comparison.systems)} systems, {how}"


def _brief(comparison: Comparison) -> bool:
    return len(comparison.systems) * (len(comparison.systems) - 1) // 2 <= MOST_PAIRS


def _ranked(comparison: Comparison) -> str:
    lead = comparison.leading
    names = [name for name in next(iter(comparison.values.values())) if name != lead]
    rows = [["rank", "system", lead, "", *names]]
    for system, rank in comparison.ranking[lead]:
        values = comparison.values[system]
        rest = [number(values[name].value) for name in names]
        rows.append([str(rank), system, number(values[lead].value), interval(values[lead]), *rest])
    return columns(rows, left=2)


def _differences(comparison: Comparison, shown: list[Difference]) -> str:
    tests = WITHIN if comparison.margin is not None else {}
    rows = [["measure", "difference", "", f"{percent(comparison.level)} interval", "p", *tests.values()]]
    for each in shown:
        pair = f"{each.first} - {each.second}"
        p = number(each.p_adjusted if each.p_adjusted is not None else None)
        more = [number((each.equivalence or {}).get(name)) for name in tests]
        rows.append([each.measure, pair, signed(each.estimate.value), interval(each.estimate), p, *more])
    return columns(rows, left=2)


def _silence(comparison: Comparison) -> str:
    """What each system left alone, and how good it is where none did."""
    answered = next(iter(comparison.abstention.values())).answered
    rows = [["system", "abstained", "share", "", f"{comparison.leading} where all answered ({answered:,})", ""]]
    for name, each in comparison.abstention.items():
        shares = [number(each.share.value), interval(each.share)]
        rows.append([name, f"{each.abstained:,}", *shares, number(each.answers.value), interval(each.answers)])
    return columns(rows)


def _groups(comparison: Comparison, every: bool) -> str:
    """The leading difference in each group."""
    lead, parts = comparison.leading, comparison.groups
    shown = parts if every else parts[:MOST_GROUPS]
    ends = f"{percent(comparison.level)} interval"
    rows = [[", ".join(comparison.by), "difference", "items", lead, ends, "p"]]
    for part in shown:
        name = ", ".join(map(seen, part.group or ()))
        for each in (each for each in part.differences if each.measure == lead):
            told = [signed(each.estimate.value), interval(each.estimate), number(each.p_adjusted)]
            rows.append([name, f"{each.first} - {each.second}", f"{part.n:,}", *told])
    left = len(parts) - len(shown)
    return columns(rows, left=2) + (
        f"\n  ... and {many(left, 'more group')}: --all, or .report(every=True)" if left else ""
    )


def _flips(flips: Flips) -> str:
    rows = [["actual", f"only {flips.first} right", f"only {flips.second} right"]]
    rows += [[str(label), f"{count:,}", f"{flips.second_right[label]:,}"] for label, count in flips.first_right.items()]
    rows.append(["all", f"{sum(flips.first_right.values()):,}", f"{sum(flips.second_right.values()):,}"])
    p = [[name, number(test.p), test.note or ""] for name, test in flips.tests.items() if test.p is not None]
    rest = [[name, number(test.statistic), test.note or ""] for name, test in flips.tests.items() if test.p is None]
    heads = (["test", "p", "if it were true that ..."], ["beside", "value", "which means"])
    blocks = ([head, *found] for head, found in zip(heads, (p, rest), strict=True) if found)
    return "\n\n".join([columns(rows), *(columns(block, left=3) for block in blocks)])
