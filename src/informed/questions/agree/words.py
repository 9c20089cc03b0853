"""How far raters agree, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.finding import Finding
from informed.core.words import coefficient, many, number, over_groups, p_is, percent, within

if TYPE_CHECKING:
    from informed.questions.agree.compute import Agreement


def agreement(found: Agreement) -> Iterator[Finding]:
    """Whether they agree beyond chance, who agrees least, and over what they differ."""
    yield from filter(None, (_agree(found), _paradox(found), _tested(found), _odd_one(found), _over_what(found)))
    if len(found.groups) > 1:
        yield Finding("over_groups", over_groups(found.jointly, "fleiss_kappa", 0.0))


def _agree(found: Agreement) -> Finding:
    """Always: the interval of the correlation, or of its mean over all pairs, lies above, across or below 0."""
    kappa, plain, lead = (found.measures[name] for name in ("fleiss_kappa", "agreement", found.lead))
    if kappa.value != kappa.value or kappa.low is None or kappa.high is None:
        return Finding("cannot_tell", "Cannot tell: no item has two ratings, or only one label is used.")
    said = f"{percent(plain.value)} of the pairs of ratings agree, {percent(plain.chance or 0.0)} by chance"
    mean = "" if found.lead == "correlation" else "mean "
    figures = (
        f"{mean}correlation {coefficient(lead.value)}{within(lead)}, kappa {coefficient(kappa.value)}{within(kappa)}"
    )
    if found.shown:
        return Finding("agree", f"Agreement beyond chance: {figures}; {said}.")
    if lead.high is not None and lead.high < 0:
        return Finding("disagree", f"Disagreement beyond chance: {figures}; {said}.")
    return Finding("no_evidence", f"No evidence of agreement beyond chance: {figures}; {said}.")


FAR, BIASED = 0.2, 0.05  # how far coefficients differ before a sentence says why


def _paradox(found: Agreement) -> Finding | None:
    """Agreement is shown and kappa 0.2 or more below Gwet's AC1; or Fleiss' kappa 0.05 or more below Cohen's mean."""
    kappa, gwet, cohen = (found.measures.get(name) for name in ("fleiss_kappa", "gwet_ac1", "mean_pairwise_kappa"))
    if kappa is None or kappa.value != kappa.value:
        return None
    if gwet is not None and found.shown and gwet.value - kappa.value >= FAR:
        label, share = found.commonest
        return Finding(
            "paradox",
            f"Kappa is low although raters mostly agree, because {percent(share)} of the ratings are "
            f"{str(label)!r}: kappa takes that for chance, Gwet's AC1 ({coefficient(gwet.value)}) does not.",
        )
    if cohen is not None and cohen.value - kappa.value >= BIASED:
        return Finding(
            "different_shares",
            f"Cohen's kappa ({coefficient(cohen.value)}) is above Fleiss' ({coefficient(kappa.value)}) because the "
            "raters use the labels with different shares, which only Fleiss' counts against them.",
        )
    return None


def _tested(found: Agreement) -> Finding | None:
    """Two raters: Powers' test of their correlation."""
    if found.lead != "correlation" or not found.kbm:
        return None
    test = next(iter(found.kbm.values()))
    return Finding("tested", f"Test of the correlation (calibrated KBM): {number(test.statistic)}, {p_is(test.p)}.")


def _odd_one(found: Agreement) -> Finding | None:
    """Three raters or more, and one agrees less with the others than they do on average by 0.1 or more."""
    kappas = {who: row["kappa"] for who, row in found.per_rater.items() if row["kappa"] == row["kappa"]}
    if len(kappas) < 3:
        return None
    who = min(kappas, key=lambda each: kappas[each])
    mean = sum(value for other, value in kappas.items() if other != who) / (len(kappas) - 1)
    if mean - kappas[who] < 0.1:
        return None
    told = f"mean kappa {coefficient(kappas[who])} against {coefficient(mean)}"
    return Finding("odd_one", f"On these items {who} agrees least with the others: {told}.")


def _over_what(found: Agreement) -> Finding | None:
    """Someone disagrees: the most frequent way; of several equally frequent ones the first, and how many they are."""
    if not found.disagreements:
        return None
    most = found.disagreements[0]
    alike = [each for each in found.disagreements if each.items == most.items]
    on = f"on {many(most.items, 'item')}"
    says = f"{most.rater} says {str(most.label)!r} where {most.other} says {str(most.other_label)!r}"
    mirror = (most.rater, most.other_label, most.other, most.label)
    if len(alike) == 1:
        told = f"Most often, {on}, {says}."
    elif len(alike) == 2 and (alike[1].rater, alike[1].label, alike[1].other, alike[1].other_label) == mirror:
        told = f"O{on[1:]} {says}, and on as many the reverse."
    else:
        told = f"{len(alike):,} ways to disagree are equally frequent, {on} each; one: {says}."
    return Finding("over_what", told)
