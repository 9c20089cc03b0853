"""Label sets in print: verdict first, then the numbers, the reassignments and the categories."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from informed.core.words import ci, count, interval, number, p_cell, signed
from informed.questions.multilabel.measures import MEASURES
from informed.writers.layout import columns, noted, sentences

if TYPE_CHECKING:
    from informed.questions.compare.result import Difference
    from informed.questions.multilabel.compute import SetComparison, SetEvaluation, Stability
    from informed.questions.multilabel.rename import Relabelling


MOST = 12  # categories and reassignments printed
RENAMED = "proficiency after the best renaming of categories"
SHOWN = ("precision", "recall", "f_measure", "informedness", "markedness", "proficiency")


def set_evaluation(found: SetEvaluation) -> str:
    """The evaluation to read."""
    return "\n\n".join(_sections(found)) + "\n"


def _sections(found: SetEvaluation) -> Iterator[str]:
    yield f"Informed or guessing?   {found.n:,} items with sets of labels, {len(found.labels):,} categories"
    yield sentences(found.verdict) or "  No verdict."
    yield _measures(found)
    if found.corrected:
        yield columns(
            [
                ["proficiency", *(name.replace("_", " ") for name in found.corrected)],
                ["", *map(number, found.corrected.values())],
            ]
        )
    if found.relabelling is not None and found.relabelling.reassigned:
        yield _reassignments(found.relabelling)
    yield _categories(found)
    yield columns(habits(found))
    yield from noted([*_notes(found), *found.warnings])
    yield found.signature


def _measures(found: SetEvaluation) -> str:
    sure = found.level is not None
    rows = [["measure", "value", *([ci(found.level)] if sure else []), "chance"]]
    for name, each in found.measures.items():
        rows.append([name, number(each.value), *([interval(each)] if sure else []), number(each.by_chance)])
    body = columns(rows).splitlines()
    says = ["", *(MEASURES[name].says if name in MEASURES else RENAMED for name in found.measures)]
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


def _categories(found: SetEvaluation) -> str:
    facts = found.categories
    order = sorted(range(len(found.labels)), key=lambda place: -facts["actual"][place])
    sizes = ("actual", "predicted", "hits")
    rows = [["category", *sizes, *SHOWN]]
    for place in order[:MOST]:
        whole, shares = (count(facts[name][place]) for name in sizes), (number(facts[name][place]) for name in SHOWN)
        rows.append([str(found.labels[place]), *whole, *shares])
    more = len(order) - MOST
    return columns(rows) + (f"\n  ... and {more:,} rarer ones: .categories" if more > 0 else "")


def habits(found: SetEvaluation) -> list[list[str]]:
    """How many labels each side gives."""
    rows = [["labeller", "categories used", "categories per item", "items per category", "F1 of random labels"]]
    for side, each in found.habits.items():
        spread = [f"{mean:.1f} ± {std:.1f}" for mean, std in (each.categories_per_item, each.items_per_category)]
        rows.append([side, count(each.categories), *spread, number(each.random_f_measure)])
    return rows


def _notes(found: SetEvaluation) -> list[str]:
    return [f"{name}: {each.note}" for name, each in found.measures.items() if each.note]


def stability(found: Stability) -> str:
    """The numeric stability of every measure as a table."""
    how = {"halves": "random splits into halves", "bootstrap": "bootstrap draws"}[found.resample]
    rows = [["measure", "all items", "mean", "standard deviation"]]
    for name, each in found.values.items():
        rows.append([name, number(found.whole[name]), number(each["mean"]), number(each["std"], 4)])
    head = f"Numeric stability  {found.n:,} items, {found.draws:,} {how}"
    return "\n\n".join([head, sentences(found.verdict), columns(rows), found.signature]) + "\n"


def set_comparison(found: SetComparison) -> str:
    """Several systems side by side, and the difference of every pair."""
    names = list(found.systems)
    parts = [f"Which is better informed?  {', '.join(names)} on the same {found.systems[names[0]].n:,} items"]
    parts.append(sentences(found.verdict))
    rows = [["measure", *names]]
    for name in found.systems[names[0]].measures:
        rows.append([name, *(number(each.measures[name].value) for each in found.systems.values())])
    parts.append(columns(rows))
    for (first, second), pair in groupby(sorted(found.differences, key=_pair), _pair):
        lines = [[f"{first} - {second}", "difference", "CI", "adjusted p"]]
        for each in pair:
            lines.append([each.measure, signed(each.estimate.value), interval(each.estimate), p_cell(each.p_adjusted)])
        parts.append(columns(lines))
    return "\n\n".join(filter(None, [*parts, found.signature])) + "\n"


def _pair(each: Difference) -> tuple[str, str]:
    return each.first, each.second
