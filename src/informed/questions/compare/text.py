"""A comparison in print: who is better and how sure, then the differences, then where they part."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from informed.core.errors import door
from informed.core.result import Grid
from informed.core.words import ci, count, interval, many, number, p_cell, signed
from informed.questions.compare.result import Comparison, Difference, Flips
from informed.writers.layout import WIDTH, columns, cut, seen

WITHIN = {"non_inferior": "p not worse", "equivalent": "p equivalent"}  # the tests within a margin, as columns
MOST_GROUPS, MOST_LABELS = 8, 6
MOST_BESIDE = 4  # systems whose recalls a screen shows beside one another
SCREEN = ("informedness", "accuracy")
MOST_SYSTEMS, BEST, WORST = 12, 6, 4  # of more systems only the extremes are listed
MOST_PAIRS = 6  # beyond this only the differences from the first system are printed


def comparison(comparison: Comparison, every: bool) -> Iterator[Grid | str]:
    """The systems, their differences, who is right where; ``every``: all pairs, measures and tests."""
    names = _names(comparison, every)
    systems = _systems(comparison, every)
    left = len(comparison.systems) - len(systems)
    more = (
        f"\n  ... the first {BEST} and the last {WORST} of the ranking; {left:,} more: {door().every}" if left else ""
    )
    yield _ranked(comparison, names, systems) + more
    shown = _shown(comparison, names, every)
    yield _differences(comparison, [each for each in shown if not left or each.first in systems])
    yield from _classes(comparison, list(systems), every)
    if comparison.flips and every:
        yield "\n\n".join(filter(None, map(_flips, comparison.flips)))
    if comparison.correction:
        yield str(comparison.correction).rstrip("\n")
    if comparison.abstention and every:
        yield _silence(comparison)
    if comparison.groups:
        yield _groups(comparison, systems, every)


def _systems(comparison: Comparison, every: bool) -> dict[str, int]:
    """The systems to show with their ranks; of very many the best and the worst."""
    ranking = comparison.ranking[comparison.leading]
    few = ranking if every or len(ranking) <= MOST_SYSTEMS else ranking[:BEST] + ranking[-WORST:]
    return dict(few)


def _names(comparison: Comparison, every: bool) -> list[str]:
    """The measures to show: informedness and accuracy, those asked for, or all."""
    names = list(next(iter(comparison.values.values())))
    few = [name for name in SCREEN if name in names]
    return names if every or len(few) < len(SCREEN) else few


def _shown(comparison: Comparison, names: list[str], every: bool) -> list[Difference]:
    """The differences to show; of many pairs only those from the first system, by the leading measure."""
    found = [each for each in comparison.differences if each.measure in names]
    if every or len(comparison.flips or found) <= MOST_PAIRS:
        return found
    return [each for each in found if each.measure == comparison.leading and each.second == comparison.systems[0]]


def _ranked(comparison: Comparison, shown: list[str], systems: Mapping[str, int]) -> str:
    lead = comparison.leading
    names = [name for name in shown if name != lead]
    rows = [["rank", "system", lead, ci(comparison.level), *names]]
    for system, rank in systems.items():
        values = comparison.values[system]
        rest = [number(values[name].value) for name in names]
        rows.append([str(rank), system, number(values[lead].value), interval(values[lead]), *rest])
    return columns(rows, left=2)


def _differences(comparison: Comparison, shown: list[Difference]) -> Grid:
    tests = WITHIN if comparison.margin is not None else {}
    rows = [["difference", "", "", ci(comparison.level), "p", *tests.values()]]
    for each in shown:
        pair = f"{each.first} - {each.second}"
        p = p_cell(each.p_adjusted)
        more = [p_cell((each.equivalence or {}).get(name)) for name in tests]
        rows.append([each.measure, pair, signed(each.estimate.value), interval(each.estimate), p, *more])
    return Grid("Differences", rows, left=2, spared=1)


def _silence(comparison: Comparison) -> Grid:
    """What each system left alone, and how good it is where none did."""
    answered = next(iter(comparison.abstention.values())).answered
    rows = [["system", "abstained", "share", "", f"{comparison.leading} where all answered ({answered:,})", ""]]
    for name, each in comparison.abstention.items():
        shares = [number(each.share.value), interval(each.share)]
        rows.append([name, f"{each.abstained:,}", *shares, number(each.answers.value), interval(each.answers)])
    return Grid("Abstentions", rows)


def _groups(comparison: Comparison, systems: Collection[str], every: bool) -> str:
    lead, parts = comparison.leading, comparison.groups
    shown = parts if every else parts[:MOST_GROUPS]
    ends = ci(comparison.level)
    rows = [[", ".join(comparison.by), "difference", "items", lead, ends, "p"]]
    for part in shown:
        name = ", ".join(map(seen, part.group or ()))
        for each in (each for each in part.differences if each.measure == lead and each.first in systems):
            told = [signed(each.estimate.value), interval(each.estimate), p_cell(each.p_adjusted)]
            rows.append([name, f"{each.first} - {each.second}", f"{part.n:,}", *told])
    left = len(parts) - len(shown)
    return columns(rows, left=2) + (f"\n  ... and {many(left, 'more group')}: {door().every}" if left else "")


def _classes(comparison: Comparison, systems: Sequence[str], every: bool) -> Iterator[Grid]:
    """How much of each class every system finds; of two systems also who is right where the other is wrong."""
    if not comparison.recalls or (len(systems) > MOST_BESIDE and not every):
        return
    flips = comparison.flips[0] if len(comparison.flips) == 1 else None
    apart = {} if flips is None else {flips.first: flips.first_right, flips.second: flips.second_right}
    head = ["recall", *["items"] * bool(comparison.sizes), *map(cut, systems)]
    wide = len("  ".join(["", *head, *(f"only {cut(name)} right" for name in systems if apart)])) > WIDTH
    only = [f"only {cut(name)}{'' if wide else ' right'}" for name in systems if apart]
    sides = [apart[name] for name in systems if apart]
    rows = [[*head, *only]]
    for label in next(iter(comparison.recalls.values())):
        found = [number(comparison.recalls[name].get(label)) for name in systems]
        size = [count(comparison.sizes[label])] if comparison.sizes else []
        rows.append([cut(label), *size, *found, *(f"{side.get(label, 0):,}" for side in sides)])
    whole = [count(sum(comparison.sizes.values()))] if comparison.sizes else []
    foot = [["all", *whole, *[""] * len(systems), *(f"{sum(side.values()):,}" for side in sides)]] if sides else []
    yield Grid("Recall of each class", rows, most=MOST_LABELS, others="more classes", spared=2, foot=foot)


def _flips(flips: Flips) -> str:
    """The tests of who is right where the other is wrong."""
    p = [[name, p_cell(test.p), test.note or ""] for name, test in flips.tests.items() if test.p is not None]
    rest = [[name, number(test.statistic), test.note or ""] for name, test in flips.tests.items() if test.p is None]
    heads = (["test", "p", "null hypothesis"], ["other evidence", "value", "meaning"])
    blocks = ([head, *found] for head, found in zip(heads, (p, rest), strict=True) if found)
    return "\n\n".join(columns(block, left=3) for block in blocks)
