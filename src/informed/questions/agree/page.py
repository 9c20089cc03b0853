"""The agreement of raters on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from informed.questions.agree.compute import Agreement

from informed.writers.page import plain

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
    """The coefficients with what each means; then its tables."""
    return plain(result) | {"measures": dict(result.measures), "meanings": AGREEING}
