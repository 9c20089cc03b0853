"""How much of what there is to know about label sets a labeller captures, in sentences."""

from collections.abc import Iterator

import numpy as np

from informed.core.differences import Scale, across, told
from informed.core.words import (
    Finding,
    Next,
    ci,
    coefficient,
    knowing,
    many,
    number,
    over_groups,
    p_is,
    rate,
    rated,
    within,
)
from informed.inference.sizing import for_width
from informed.questions.multilabel.compute import SetComparison, SetEvaluation
from informed.questions.multilabel.measures import MEASURES, Stability

WIDTH = 0.2  # of the interval to plan for


def set_evaluation(found: SetEvaluation) -> Iterator[Finding]:
    """What is captured, how that compares with dealing labels at random, and what renaming would gain."""
    yield from filter(None, (_captured(found), _against_dice(found), _renamed(found)))
    if found.pricing is not None:
        yield Finding("priced", " ".join(found.pricing.findings))
    if len(found.apart) > 1 and found.level is not None:
        yield over_groups(found.jointly, "informedness", 0.0)


def _captured(found: SetEvaluation) -> Finding | None:
    """Always: whether informedness is shown to differ from 0.

    It is shown where its interval leaves out 0 and the test with both margins fixed agrees, where there is one.
    """
    lead, p = found.lead, found.p
    share = f"informedness {coefficient(lead.value)}{within(lead)}"
    if lead.low is None or lead.high is None:
        why = lead.note or ("no interval was asked for (level=None)" if found.level is None else "there is one item")
        return Finding("cannot_tell", f"Cannot tell whether it beats guessing: {share}; {why}.")
    if lead.low <= 0 <= lead.high:
        return Finding("no_evidence", f"Not shown to beat guessing: {share}.")
    if p is not None and p >= 1 - (lead.level or 0.95):
        often = f"a guesser often reaches this informedness ({p_is(p)})"
        return Finding("no_evidence", f"Not shown to beat guessing: {share}; {often}.")
    side = "Better" if lead.low > 0 else "Worse"
    told = f"{knowing(lead.value)}, {share}" if lead.low > 0 else share
    return Finding(side.lower(), f"{side} than guessing: {told}.")


def set_evaluation_next(found: SetEvaluation) -> Iterator[Next]:
    """How many items an interval needs that tells more; else the category of most errors."""
    lead, each = found.lead, found.categories
    if lead.low is None or lead.high is None:
        return
    if lead.low <= 0 <= lead.high and (n := for_width(lead, found.n, WIDTH)) is not None:
        yield Next("more_items", f"add items: about {n:,} give a {ci(lead.level)} {WIDTH:g} wide")
    elif lead.low > 0 and len(found.apart) < 2 and not found.sample.weighted:
        missed, extra = (np.asarray(each[side]) - np.asarray(each["hits"]) for side in ("actual", "predicted"))
        most = int((missed + extra).argmax())
        told = f"missed on {many(int(missed[most]), 'item')}, said wrongly on {extra[most]:,.0f}"
        yield Next("rows", f"look at {str(found.labels[most])!r} first: {told}")


def _against_dice(found: SetEvaluation) -> Finding | None:
    """Precision and recall are known: beside those of random sets."""
    pair = [found.measures.get(name) for name in ("precision", "recall")]
    if any(each is None or each.chance is None or each.value != each.value for each in pair):
        return None
    said = [
        f"{name} {rated(each)}, random labels {rate(each.chance or 0.0)}"
        for name, each in zip(("Precision", "recall"), pair, strict=True)
        if each
    ]
    told = f"{'; '.join(said)} (with the same frequencies)."
    return Finding("against_random", told)


def _renamed(found: SetEvaluation) -> Finding | None:
    """A renaming was looked for and found: how much it would gain, and how many categories it would rename.

    Not where its interval holds what the best renaming of random labels gives, or, where that was not drawn, the value
    without renaming.
    """
    renamed, permuted = found.relabelling, found.measures.get("permuted_proficiency")
    alpha = found.measures.get("proficiency")
    if renamed is None or permuted is None or alpha is None:
        return None
    beyond = alpha.value if permuted.chance_mean is None else permuted.chance_mean
    if not renamed.reassigned or (permuted.low is not None and permuted.low <= beyond):
        return None
    most = "" if renamed.most in (None, renamed.reassigned) else f" (up to {renamed.most} in equally good ways)"
    proved = "" if renamed.certified else "at least "
    return Finding(
        "renaming",
        f"Renaming {renamed.reassigned} of the {len(found.labels):,} categories{most} would raise it from "
        f"{number(alpha.value)} to {proved}{number(permuted.value)}.",
    )


def set_comparison(found: SetComparison) -> Iterator[Finding]:
    """Who is better than the baseline, by the measure compared first."""
    lead = next((each.measure for each in found.differences), None)
    for each in found.differences:
        if each.measure == lead and each.second == found.baseline:
            scale, level = Scale(MEASURES[each.measure].higher_is_better), each.estimate.level or 0.95
            yield told(each, scale, level)
            if found.groups:
                names = {", ".join(map(str, group)): part for group, part in found.groups.items()}
                own = {name: part.difference(each.measure, each.first, each.second) for name, part in names.items()}
                yield across(found.by, own, each, scale, level)


def stability(found: Stability) -> Iterator[Finding]:
    """How much the first measure varies."""
    how = {"halves": "random halves of the items", "bootstrap": "bootstrap draws of the items"}[found.resample]
    name, each = next(iter(found.values.items()))
    yield Finding(
        "varies",
        f"Over {found.draws:,} {how} {name} varies with a standard deviation of {number(each['std'])} around "
        f"{number(each['mean'])}; on all items it is {number(found.whole[name])}.",
    )
