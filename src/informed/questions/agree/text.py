"""The tables of an agreement."""

from collections.abc import Iterator

from informed.core.result import Grid
from informed.core.words import ci, count, interval, number
from informed.questions.agree.compute import Agreement
from informed.writers.grids import group_grid
from informed.writers.layout import cut, seen

FEW, MOST = 3, 6  # raters and labels of the default screen
OF_TWO = {"fleiss_kappa": "fleiss_kappa (Scott's pi)", "mean_pairwise_kappa": "kappa (Cohen's)"}


def agreement(found: Agreement, every: bool) -> Iterator[Grid]:
    """Two raters label by label, or those who agree least; the coefficients; raters one by one, and groups."""
    if not found.groups or every:
        yield from _crossed(found, every)
    rows = [["measure", "value", ci(found.level), "chance"]]
    names = OF_TWO if len(found.ratings.raters) == 2 else {}
    for name, each in found.measures.items():
        if every or name in ("agreement", found.lead):
            rows.append(
                [names.get(name, name) if every else name, number(each.value), interval(each), number(each.chance)]
            )
    yield Grid("Coefficients", rows, spared=1, on="screen")
    if every or (len(found.ratings.raters) > 2 and not found.groups):
        yield _raters(found, every)
    if every:
        yield from _everything(found)
    yield from group_grid(found.ratings.by, "fleiss_kappa", found.by_group, found.level)


def _crossed(found: Agreement, every: bool) -> Iterator[Grid]:
    """What the two raters said who agree least; beside it how often the other says a label where one does."""
    if found.worst is None or (len(found.ratings.labels) > MOST and not every):
        return
    one, other = found.worst
    table, labels = found.between(one, other), found.ratings.labels
    rows = [[f"{cut(one)} \\ {cut(other)}", *map(cut, labels), "all", "agreed"]]
    for at, label in enumerate(labels):
        given = table[at].sum() + table[:, at].sum()
        agreed = number(2 * table[at, at] / given) if given else "-"
        rows.append([cut(label), *(count(cell) for cell in table[at]), count(table[at].sum()), agreed])
    foot = [["all", *(count(each) for each in table.sum(0)), count(table.sum()), ""]]
    about = "agreed: where one gives the label, how often the other does"
    if len(found.ratings.raters) > 2:
        about = f"{cut(one)} and {cut(other)} agree least; agreed: where one gives it, the other does"
    yield Grid("Two raters", rows, f"{one} in rows, {other} in columns", foot=foot, legend=about, spared=2)


def _everything(found: Agreement) -> Iterator[Grid]:
    names = list(next(iter(found.pairs.values()), {}))
    pairs = [[*map(seen, pair), *(number(row[name].value) for name in names)] for pair, row in found.pairs.items()]
    about = "Informedness of the second about what the first said"
    yield Grid("Pairs of raters", [["rater", "other", *names], *pairs], about, 2)
    labels = [[seen(label), number(each.value), interval(each)] for label, each in found.per_label.items()]
    yield Grid("Labels", [["label", "kappa", ci(found.level)], *labels], "Each label against all others")
    parted = [
        [each.rater, seen(each.label), each.other, seen(each.other_label), count(each.items), number(each.by_chance, 1)]
        for each in found.disagreements
    ]
    about = "The most common disagreements first, with the items that chance alone would have"
    yield Grid("Where they part", [["rater", "says", "other", "says", "items", "by chance"], *parted], about, 4)


def _raters(found: Agreement, every: bool) -> Grid:
    """How far each rater agrees with the others; of many by default those who agree least."""
    order = list(found.per_rater)
    if not every and len(order) > FEW:
        order = sorted(order, key=lambda who: found.per_rater[who]["kappa"])
    rows = [["rater", "items", "agreement", "kappa", "mcc"]]
    for who in order:
        row = found.per_rater[who]
        rows.append([seen(who), count(row["items"]), *(number(row[name]) for name in ("accuracy", "kappa", "mcc"))])
    return Grid("Raters", rows, "Each with all others", most=FEW, others="more, with higher kappa", spared=3)
