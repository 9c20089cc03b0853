"""Label sets in print: verdict first, then the numbers, the reassignments and the categories."""

from collections.abc import Iterator
from itertools import groupby

from informed.core.result import Grid
from informed.core.words import ci, count, interval, many, number, p_cell, signed
from informed.questions.compare.result import Difference
from informed.questions.multilabel.compute import SetComparison, SetEvaluation
from informed.questions.multilabel.measures import MEASURES, Stability
from informed.questions.multilabel.rename import Relabelling
from informed.writers.grids import group_grid
from informed.writers.layout import columns, cut, fitted, seen
from informed.writers.text import inside

RENAMED = "proficiency after the best renaming of categories"
SHOWN = ("precision", "recall", "f_measure", "informedness", "markedness", "proficiency")


FEW = 5
SCREEN = ("proficiency", "f_measure", "informedness", "subset_accuracy")  # precision and recall are in the verdict
COMPARED = ("proficiency", "f_measure", "informedness")
NARROW = ("precision", "recall", "informedness")


def set_evaluation(found: SetEvaluation, every: bool) -> Iterator[Grid | str]:
    """Measures and categories, on the whole screen with renamings, habits and prices; groups."""
    yield _measures(found, every)
    if every:
        yield from _further(found)
    yield categories(found, every)
    if every:
        yield Grid("Habits of the labellers", habits(found))
        yield "" if found.pricing is None else inside(found.pricing)
    yield from groups_of(found)


def groups_of(found: SetEvaluation) -> list[Grid]:
    """The informedness of each group, where there are groups."""
    return group_grid(found.sets.by, "informedness", found.by_group if found.apart else {}, found.level or 0.95, 2)


def _further(found: SetEvaluation) -> Iterator[Grid]:
    if found.corrected:
        heads = ["proficiency", *(name.replace("_", " ") for name in found.corrected)]
        yield Grid("Proficiency, corrected", [heads, ["", *map(number, found.corrected.values())]])
    rows = [["proficiency of whole sets", "value", ci(found.level or 0.95), "chance mean"]]
    if (product := found.product) is not None:
        row = [f"{len(found.sample.whole().labels)} different sets", number(product.value), interval(product)]
        rows.append([*row, number(product.by_chance)])
    if (tree := found.tree) is not None:
        way = f"by a tree of {many(len(tree.edges), 'edge')}, corrected"
        rows.append([way, number(tree.proficiency.value), interval(tree.proficiency), number(0.0)])
    yield Grid("Proficiency of whole sets", rows)
    if found.relabelling is not None and found.relabelling.reassigned:
        yield Grid("Categories that stand for another", reassignments(found.relabelling))


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


def reassignments(renamed: Relabelling) -> list[list[str]]:
    """Which category stands for which other one."""
    rows = [["actual category", "items", "is predicted as", "items", "proficiency", ""]]
    for each in renamed.reassignments:
        both = [str(each.actual), count(each.n_actual), str(each.predicted), count(each.n_predicted)]
        rows.append([*both, number(each.proficiency), "tied" * each.tied])
    return rows


def categories(found: SetEvaluation, every: bool) -> Grid:
    """Each category, the most common first."""
    facts = found.categories
    sizes, shown = (("actual", "predicted", "hits"), SHOWN) if every else (("actual", "predicted"), NARROW)
    rows = [["category", *sizes, *shown]]
    for place in sorted(range(len(found.labels)), key=lambda place: -facts["actual"][place]):
        name = seen(found.labels[place]) if every else cut(found.labels[place])
        whole, shares = (count(facts[size][place]) for size in sizes), (number(facts[each][place]) for each in shown)
        rows.append([name, *whole, *shares])
    return Grid("Categories", rows, most=FEW, others="rarer ones", spared=1, on="screen")


def habits(found: SetEvaluation) -> list[list[str]]:
    """How many labels each side gives."""
    rows = [["labeller", "categories used", "categories per item", "items per category", "F1 of random labels"]]
    for side, each in found.habits.items():
        spread = [
            f"{number(mean, 1)} ± {number(std, 1)}" for mean, std in (each.categories_per_item, each.items_per_category)
        ]
        rows.append([side, count(each.categories), *spread, number(each.random_f_measure)])
    return rows


def stability(found: Stability, every: bool) -> Iterator[Grid]:
    """The numeric stability of every measure as a table."""
    rows = [["measure", "all items", "mean", "standard deviation"]]
    for name, each in found.values.items():
        if not every and name not in SHOWN:
            continue
        rows.append([name, number(found.whole[name]), number(each["mean"]), number(each["std"], 4)])
    yield Grid("Measures", rows)


def set_comparison(found: SetComparison, every: bool) -> Iterator[Grid]:
    """Several systems side by side, and the difference of every pair; by default only those from the baseline."""
    some = next(iter(found.systems.values()))
    shown = [name for name in some.measures if every or name in COMPARED]
    rows = [["system", *shown, *(["per item"] if some.pricing else [])]]
    for system, each in found.systems.items():
        worth = [number(each.pricing.value.value)] if each.pricing else []
        rows.append([system if every else cut(system), *(number(each.measures[name].value) for name in shown), *worth])
    yield Grid("Systems", list(zip(*rows, strict=True)) if every else rows, spared=2)
    yield from _all_differences(found) if every else [_few_differences(found)]
    if found.groups:
        yield Grid("Groups", groups(found))


def _few_differences(found: SetComparison) -> Grid:
    rows = [["difference", f"from {cut(found.baseline)}", "", ci(found.systems[found.baseline].level or 0.95), "p"]]
    for each in sorted(found.differences, key=_pair):
        if each.second == found.baseline and (each.measure in COMPARED or each.measure == "value"):
            value = each.estimate
            rows.append([each.measure, cut(each.first), signed(value.value), interval(value), p_cell(each.p_adjusted)])
    return Grid("Differences", rows, left=2, spared=1)


def _all_differences(found: SetComparison) -> Iterator[Grid]:
    for (first, second), pair in groupby(sorted(found.differences, key=_pair), _pair):
        lines = [[f"{first} - {second}", "difference", "CI", "adjusted p"]]
        for each in pair:
            lines.append([each.measure, signed(each.estimate.value), interval(each.estimate), p_cell(each.p_adjusted)])
        yield Grid(f"{first} - {second}", lines)


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
