"""The tables of an agreement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.grid import Grid
from informed.core.words import ci, count, interval, number
from informed.writers.grids import group_grid
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.questions.agree.compute import Agreement


FEW = 3
SCREEN = ("correlation", "agreement", "fleiss_kappa", "krippendorff_alpha")
FURTHER = {  # by whether labels are just different, or also near and far
    True: ("gwet_ac1", "brennan_prediger", "conger_kappa", "mean_pairwise_mcc"),
    False: ("gwet_ac2", "icc", "icc_agreement", "icc_consistency", "mean_pairwise_mcc"),
}
OF_TWO = {"fleiss_kappa": "fleiss_kappa (Scott's pi)", "mean_pairwise_kappa": "kappa (Cohen's)"}


def agreement(found: Agreement, every: bool) -> Iterator[Grid]:
    """The coefficients; raters one by one, two by two, label by label, and where they part; groups."""
    rows = [["measure", "value", ci(found.level), "chance"]]
    names = OF_TWO if len(found.ratings.raters) == 2 else {}
    for name, each in found.measures.items():
        if every or name in _shown(found):
            rows.append([names.get(name, name), number(each.value), interval(each), number(each.chance)])
    few = bool(found.groups)  # who asked for groups sees them; who did not, the coefficients
    yield Grid("Coefficients", rows, spared=int(few), on="screen")
    if every or (len(found.ratings.raters) > 2 and not found.groups):
        yield _raters(found, every)
    if every:
        yield from _everything(found)
    yield from group_grid(found.ratings.by, "fleiss_kappa", found.by_group, found.level)


def _shown(found: Agreement) -> tuple[str, ...]:
    """The coefficients of the default screen; of a single pair the correlation stands for the mean over pairs."""
    further = FURTHER[found.metric == "nominal"]
    if len(found.ratings.raters) > 2:
        return (*SCREEN[2:], *further[:1]) if found.ratings.gaps else (*SCREEN, *further)  # room for who rated how much
    return (*SCREEN, "mean_pairwise_kappa", *(name for name in further if name != "mean_pairwise_mcc"))


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
    return Grid("Raters", rows, "Each with all others", most=FEW, others="more, with higher kappa", spared=1)
