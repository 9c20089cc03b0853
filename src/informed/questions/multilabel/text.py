"""Label sets in print: verdict first, then the numbers, the reassignments and the categories."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from informed.core.door import door
from informed.core.words import ci, count, interval, number, p_cell, signed
from informed.questions.multilabel.measures import MEASURES
from informed.writers.layout import columns, cut, fitted, group_table, noted, remarks, screen, sentences

if TYPE_CHECKING:
    from informed.questions.compare.result import Difference
    from informed.questions.multilabel.compute import SetComparison, SetEvaluation
    from informed.questions.multilabel.habits import Stability
    from informed.questions.multilabel.rename import Relabelling


MOST = 12  # categories and reassignments printed
RENAMED = "proficiency after the best renaming of categories"
SHOWN = ("precision", "recall", "f_measure", "informedness", "markedness", "proficiency")


FEW = 5
SCREEN = ("proficiency", "f_measure", "informedness", "subset_accuracy")  # precision and recall are in the verdict
COMPARED, MOST_PAIRS = ("proficiency", "f_measure", "informedness"), 3
NARROW = ("precision", "recall", "informedness")


def set_evaluation(found: SetEvaluation, *, every: bool = False) -> str:
    """The evaluation to read."""
    return screen(_sections(found, every), found.signature, every, spare=(3, 4))


def _sections(found: SetEvaluation, every: bool) -> Iterator[str]:
    yield f"Informed or guessing?   {found.n:,} items with sets of labels, {len(found.labels):,} categories"
    yield sentences(found.verdict) or "  No verdict."
    yield _measures(found, every)
    if not every:
        yield _categories(found, FEW, NARROW)
        yield from _groups(found)
        yield remarks(found.warnings)
        return
    if found.corrected:
        yield columns(
            [
                ["proficiency", *(name.replace("_", " ") for name in found.corrected)],
                ["", *map(number, found.corrected.values())],
            ]
        )
    if found.relabelling is not None and found.relabelling.reassigned:
        yield _reassignments(found.relabelling)
    yield _categories(found, MOST, SHOWN)
    yield columns(habits(found))
    if found.pricing is not None:
        yield str(found.pricing).rstrip("\n")
    yield from _groups(found)
    yield from noted([*_notes(found), *found.warnings])


def _groups(found: SetEvaluation) -> Iterator[str]:
    if found.apart:
        yield group_table(found.sets.by, "informedness", found.by_group, found.level or 0.95)


def _measures(found: SetEvaluation, every: bool) -> str:
    sure = found.level is not None
    rows = [["measure", "value", *([ci(found.level)] if sure else []), "chance"]]
    shown = {name: each for name, each in found.measures.items() if every or name in SCREEN}
    for name, each in shown.items():
        rows.append([name, number(each.value), *([interval(each)] if sure else []), number(each.by_chance)])
    body = columns(rows).splitlines()
    if not every:
        return "\n".join(map(fitted, body))
    says = ["", *(MEASURES[name].says if name in MEASURES else RENAMED for name in shown)]
    return "\n".join(f"{line}   {meaning}".rstrip() for line, meaning in zip(body, says, strict=True))


def _reassignments(renamed: Relabelling) -> str:
    more = renamed.reassigned - MOST
    return columns(reassignments(renamed)) + (f"\n  ... and {more:,} more" if more > 0 else "")


def reassignments(renamed: Relabelling) -> list[list[str]]:
    """Which category stands for which other one."""
    rows = [["actual category", "items", "is predicted as", "items", "proficiency", ""]]
    for each in renamed.reassignments[:MOST]:
        rows.append(
            [
                str(each.actual),
                count(each.n_actual),
                str(each.predicted),
                count(each.n_predicted),
                number(each.proficiency),
                "tied" * each.tied,
            ]
        )
    return rows


def _categories(found: SetEvaluation, most: int, shown: Sequence[str]) -> str:
    facts = found.categories
    order = sorted(range(len(found.labels)), key=lambda place: -facts["actual"][place])
    sizes = ("actual", "predicted", "hits")[: 3 if shown is SHOWN else 2]
    name = str if shown is SHOWN else cut
    rows = [["category", *sizes, *shown]]
    for place in order[:most]:
        whole, shares = (count(facts[size][place]) for size in sizes), (number(facts[each][place]) for each in shown)
        rows.append([name(found.labels[place]), *whole, *shares])
    more = len(order) - most
    return columns(rows) + (f"\n  ... and {more:,} rarer ones: .categories" if more > 0 else "")


def habits(found: SetEvaluation) -> list[list[str]]:
    """How many labels each side gives."""
    rows = [["labeller", "categories used", "categories per item", "items per category", "F1 of random labels"]]
    for side, each in found.habits.items():
        spread = [
            f"{number(mean, 1)} ± {number(std, 1)}" for mean, std in (each.categories_per_item, each.items_per_category)
        ]
        rows.append([side, count(each.categories), *spread, number(each.random_f_measure)])
    return rows


def _notes(found: SetEvaluation) -> list[str]:
    return [f"{name}: {each.note}" for name, each in found.measures.items() if each.note]


def stability(found: Stability, *, every: bool = False) -> str:
    """The numeric stability of every measure as a table."""
    how = {"halves": "random splits into halves", "bootstrap": "bootstrap draws"}[found.resample]
    rows = [["measure", "all items", "mean", "standard deviation"]]
    for name, each in found.values.items():
        if not every and name not in SHOWN:
            continue
        rows.append([name, number(found.whole[name]), number(each["mean"]), number(each["std"], 4)])
    head = f"Numeric stability  {found.n:,} items, {found.draws:,} {how}"
    return screen([head, sentences(found.verdict), columns(rows)], found.signature, every)


def set_comparison(found: SetComparison, *, every: bool = False) -> str:
    """Several systems side by side, and the difference of every pair; by default only those from the baseline."""
    some = next(iter(found.systems.values()))
    parts = [f"Which is better informed?   {some.n:,} items with sets of labels, {len(found.systems)} systems"]
    more = len(found.verdict) - MOST_PAIRS
    told = (
        found.verdict if every or more <= 0 else (*found.verdict[:MOST_PAIRS], f"... and {more:,} more: {door().every}")
    )
    parts.append(sentences(told))
    shown = [name for name in some.measures if every or name in COMPARED]
    rows = [["system", *shown, *(["per item"] if some.pricing else [])]]
    for system, each in found.systems.items():
        worth = [number(each.pricing.value.value)] if each.pricing else []
        rows.append([system if every else cut(system), *(number(each.measures[name].value) for name in shown), *worth])
    parts.append(columns(zip(*rows, strict=True) if every else rows))
    parts += _all_differences(found) if every else [_few_differences(found)]
    parts += [columns(groups(found))] if found.groups else []
    return screen(parts, found.signature, every, spare=(3, 2))


def _few_differences(found: SetComparison) -> str:
    rows = [["difference", f"from {cut(found.baseline)}", "", ci(found.systems[found.baseline].level or 0.95), "p"]]
    for each in sorted(found.differences, key=_pair):
        if each.second == found.baseline and (each.measure in COMPARED or each.measure == "value"):
            value = each.estimate
            rows.append([each.measure, cut(each.first), signed(value.value), interval(value), p_cell(each.p_adjusted)])
    return columns(rows, left=2) if len(rows) > 1 else ""


def _all_differences(found: SetComparison) -> Iterator[str]:
    for (first, second), pair in groupby(sorted(found.differences, key=_pair), _pair):
        lines = [[f"{first} - {second}", "difference", "CI", "adjusted p"]]
        for each in pair:
            lines.append([each.measure, signed(each.estimate.value), interval(each.estimate), p_cell(each.p_adjusted)])
        yield columns(lines)


def groups(found: SetComparison) -> list[list[str]]:
    """The first difference of every pair in each group."""
    lead = found.differences[0].measure
    rows = [[", ".join(found.by), "difference", "items", lead, "CI", "adjusted p"]]
    for group, part in found.groups.items():
        items = count(part.systems[part.baseline].n)
        for each in (each for each in part.differences if each.measure == lead):
            told = [signed(each.estimate.value), interval(each.estimate), p_cell(each.p_adjusted)]
            rows.append([", ".join(map(str, group)), f"{each.first} - {each.second}", items, *told])
    return rows


def _pair(each: Difference) -> tuple[str, str]:
    return each.first, each.second
