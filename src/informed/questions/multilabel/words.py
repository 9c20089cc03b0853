"""How much of what there is to know about label sets a labeller captures, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.differences import Scale, across, told
from informed.core.words import coefficient, number, over_groups, percent, within
from informed.questions.multilabel.measures import MEASURES

if TYPE_CHECKING:
    from informed.questions.multilabel.compute import SetComparison, SetEvaluation
    from informed.questions.multilabel.habits import Stability


def set_evaluation(found: SetEvaluation) -> Iterator[str]:
    """What is captured, how that compares with dealing labels at random, and what renaming would gain."""
    yield from filter(None, (_captured(found), _against_dice(found), _renamed(found)))
    if found.pricing is not None:
        yield " ".join(found.pricing.findings)
    if len(found.apart) > 1 and found.level is not None:
        yield over_groups(found.jointly, "informedness", 0.0)


def _captured(found: SetEvaluation) -> str | None:
    """Always: how proficiency and its interval compare with what shuffled sets show."""
    alpha = found.measures.get("proficiency")
    if alpha is None or alpha.value != alpha.value:
        return None
    share = f"proficiency {coefficient(alpha.value)}{within(alpha)}"
    chance = "" if alpha.chance_mean is None else f"; random labels reach {coefficient(alpha.chance_mean)}"
    if alpha.low is None:
        why = alpha.note or "no interval was asked for (level=None)"
        return f"Cannot tell whether it beats guessing: {share}{chance}; {why}."
    if alpha.low <= (alpha.chance_mean or 0.0):
        return f"No evidence that it beats guessing: {share}{chance}."
    return f"Better than guessing: {share}{chance}."


def _against_dice(found: SetEvaluation) -> str | None:
    """Precision and recall are known: beside those of random sets."""
    pair = [found.measures.get(name) for name in ("precision", "recall")]
    if any(each is None or each.chance is None or each.value != each.value for each in pair):
        return None
    said = [
        f"{name} {percent(each.value)} ({percent(each.chance or 0.0)})"
        for name, each in zip(("Precision", "recall"), pair, strict=True)
        if each
    ]
    return f"{' and '.join(said)}, in brackets what random labels with the same frequencies reach."


def _renamed(found: SetEvaluation) -> str | None:
    """A renaming was looked for and found: how much it would gain, and how many categories it would rename.

    Not where its interval holds what the best renaming of random labels gives, or, where that was not drawn, the value
    without renaming.
    """
    renamed, permuted, alpha = (
        found.relabelling,
        found.measures.get("permuted_proficiency"),
        found.measures.get("proficiency"),
    )
    if renamed is None or permuted is None or alpha is None:
        return None
    beyond = alpha.value if permuted.chance_mean is None else permuted.chance_mean
    if not renamed.reassigned or (permuted.low is not None and permuted.low <= beyond):
        return None
    most = "" if renamed.most in (None, renamed.reassigned) else f" (up to {renamed.most} in equally good ways)"
    proved = "" if renamed.certified else "at least "
    return (
        f"Renaming {renamed.reassigned} of the {len(found.labels):,} categories{most} would raise it from "
        f"{number(alpha.value)} to {proved}{number(permuted.value)}."
    )


def set_comparison(found: SetComparison) -> Iterator[str]:
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


def stability(found: Stability) -> Iterator[str]:
    """How much the first measure varies."""
    how = {"halves": "random halves of the items", "bootstrap": "bootstrap draws of the items"}[found.resample]
    name, each = next(iter(found.values.items()))
    yield (
        f"Over {found.draws:,} {how} {name} varies with a standard deviation of {number(each['std'])} around "
        f"{number(each['mean'])}; on all items it is {number(found.whole[name])}."
    )
