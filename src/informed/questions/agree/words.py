"""How far raters agree, in sentences."""

from collections.abc import Iterator

from informed.core.words import Finding, Next, coefficient, many, over_groups, percent, quoted, rate
from informed.questions.agree.compute import Agreement


def agreement(found: Agreement) -> Iterator[Finding]:
    """Whether they agree beyond chance, what that limits, who agrees least, and over what they differ."""
    yield from filter(None, (_agree(found), _limit(found), _paradox(found), _odd_one(found), _over_what(found)))
    if len(found.groups) > 1:
        yield Finding("over_groups", over_groups(found.jointly, "fleiss_kappa", 0.0))


def _agree(found: Agreement) -> Finding:
    """Always: the interval of the coefficient that leads lies above, across or below 0."""
    lead, plain = found.measures[found.lead], found.measures["agreement"]
    if lead.value != lead.value or lead.low is None or lead.high is None:
        return Finding("cannot_tell", "Cannot tell: no item has two ratings, or only one label is used.")
    two = len(found.ratings.raters) == 2
    what = "on {} of the items" if two else "in {} of the pairs of ratings of an item"
    said = f"the same label {what.format(rate(plain.value))}, where chance alone gives {rate(plain.chance or 0.0)}"
    name = {"fleiss_kappa": "kappa", "krippendorff_alpha": "alpha"}.get(found.lead, found.lead)
    figures = f"({quoted(name, lead)}; 0 = chance, 1 = perfect)"
    code, begins = ("no_evidence", "Not shown to agree beyond chance")
    if found.shown:
        code, begins = "agree", "They agree beyond chance"
    elif lead.high < 0:
        code, begins = "disagree", "They disagree more than chance would"
    return Finding(code, f"{begins}: {said} {figures}.")


def _limit(found: Agreement) -> Finding | None:
    """Agreement is shown: whether one rater alone can be the truth, where raters are equally good and err apart.

    No where the interval of what a perfect predictor would measure lies below 0.95, nearly where it lies above.
    """
    each = found.ceiling
    if each is None:
        return None
    high = 1.0 if each.high is None else each.high
    enough = "No" if high < AS_TRUTH else "Nearly" if (each.low or 0.0) >= AS_TRUTH else "Perhaps"
    return Finding(
        "ceiling",
        f"Is one such rater enough as the truth? {enough}: judged by one, a predictor that knows every answer would "
        f"seem to know about {rate(each.value)} of them ({quoted('informedness', each)}), if raters err independently; "
        "fewer if they share errors.",
    )


AS_TRUTH = 0.95  # what a perfect predictor would measure at least, judged by raters who stand for the truth
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
            "The raters use the labels with different shares, which this kappa (Fleiss') counts against them; Cohen's, "
            f"which does not, is {coefficient(cohen.value)}.",
        )
    return None


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


def agreement_next(found: Agreement) -> Iterator[Next]:
    """Of three raters or more the consensus; of two, a third for the items on which they differ."""
    if len(found.ratings.raters) > 2:
        aim = "see the most probable label of each item, and how good each rater is"
        yield Next("consensus", aim, "consensus")
    elif found.worst is not None:
        table = found.between(*found.worst)
        if (apart := round(float(table.sum() - table.trace()))) > 0 and found.ratings.weights is None:
            yield Next("third_rater", f"let a third rater label the {many(apart, 'item')} on which they differ")
