"""The agreement of raters on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.core.words import count, interval, number
from informed.writers.grids import Grid, group_grid
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.questions.agree.compute import Agreement

from informed.writers.page import MOST, plain

AGREEING = {
    "correlation": "The geometric mean of informedness and markedness of the two raters.",
    "agreement": "The share of pairs of ratings that agree.",
    "fleiss_kappa": "Agreement beyond chance; every item has the same weight.",
    "krippendorff_alpha": "Agreement beyond chance; every rating has the same weight.",
    "gwet_ac1": "Agreement beyond that of raters who guess only what is hard.",
    "gwet_ac2": "The same, where near misses count in part.",
    "brennan_prediger": "Agreement beyond that of raters who guess every label alike.",
    "conger_kappa": "Agreement beyond that of raters with habits of their own: Cohen's kappa for many.",
    "icc": "Intraclass correlation; items may have different raters.",
    "icc_agreement": "Intraclass correlation; the raters' means have to agree.",
    "icc_consistency": "Intraclass correlation; the raters' means may differ.",
    "mean_pairwise_kappa": "Kappa of two raters, averaged over all pairs.",
    "mean_pairwise_mcc": "The correlation of two raters, averaged over all pairs.",
}


def agreement(result: Agreement) -> dict[str, Any]:
    """Raters one by one, two by two, label by label, and where they part."""
    raters = [
        [seen(who), count(row["items"]), *(number(row[name]) for name in ("accuracy", "kappa", "mcc"))]
        for who, row in result.per_rater.items()
    ]
    labels = [[seen(label), number(each.value), interval(each)] for label, each in result.per_label.items()]
    parted = [
        [each.rater, seen(each.label), each.other, seen(each.other_label), count(each.items), number(each.by_chance, 1)]
        for each in result.disagreements[:MOST]
    ]
    found = {
        "Raters": Grid("Raters", [["rater", "items", "agreement", "kappa", "mcc"], *raters], "Each with all others"),
        "Pairs": Grid("Pairs of raters", _pairs(result), "Informedness of the second about what the first said", 2),
        "Labels": Grid("Labels", [["label", "kappa", "interval"], *labels], "Each label against all others"),
        "Where": Grid(
            "Where they part",
            [["rater", "says", "other", "says", "items", "by chance"], *parted],
            "The most common disagreements first, with the items that chance alone would have",
            4,
        ),
    }
    shown = [grid for grid in found.values() if len(grid.rows) > 1]
    shown += group_grid(result.ratings.by, "fleiss_kappa", result.by_group, result.level)
    ours = {"measures": dict(result.measures), "meanings": AGREEING}
    return {**plain(result), **ours, "grids": shown, "facts": {}}


def _pairs(result: Agreement) -> list[list[str]]:
    names = list(next(iter(result.pairs.values()), {}))
    rows = [[*pair, *(number(row[name].value) for name in names)] for pair, row in list(result.pairs.items())[:MOST]]
    return [["rater", "other", *names], *rows]
