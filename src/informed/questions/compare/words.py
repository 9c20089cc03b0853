"""Which of several systems is better, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from informed.questions.compare.result import Comparison, Difference

from informed.core.differences import Scale, across, told
from informed.core.door import arg
from informed.core.finding import Finding
from informed.core.words import coefficient, many, percent, rate

MOST_REVERSALS = 10
MOST_TOLD = 12  # differences from the first system, each of which has a sentence


def _silent(comparison: Comparison) -> Iterator[Finding]:
    """How many items each system left alone."""
    if comparison.abstention:
        each = ", ".join(
            f"{name!r} from {many(of.abstained, 'item')} ({percent(of.share.value)})"
            for name, of in comparison.abstention.items()
        )
        yield Finding("abstained", f"Abstained: {each}. An abstention is never right and never a class.")


def _fitted(comparison: Comparison) -> Iterator[Finding]:
    """What the claim is about: these models, or models that are fitted anew."""
    if comparison.folds:
        told = f"This is about systems fitted anew: {comparison.folds} folds, corrected resampled t test."
        yield Finding("fitted_anew", told)
    elif comparison.unfolded:
        anew = f"For models fitted anew: {arg('fold', comparison.unfolded)}."
        yield Finding("as_fitted", f"This is about the models that made these predictions. {anew}")


def _same(part: Comparison, whole: Difference) -> Difference:
    """The difference in one group that is this one of all items."""
    return part.difference(whole.measure, whole.first, whole.second)


def _in_all(comparison: Comparison, differences: Sequence[Difference]) -> Iterator[Finding]:
    """How many of very many systems are better than the first, how many worse, and the best and the worst of these."""
    scale = Scale.of(comparison.leading)
    good, bad = scale.sides()
    down = scale.higher_is_better is False
    shown = [each for each in differences if each.p_adjusted is not None and each.p_adjusted < 1 - comparison.level]
    higher = sum(each.estimate.value > 0 for each in shown)
    counted = (len(shown) - higher, higher) if down else (higher, len(shown) - higher)
    yield Finding(
        "of_many",
        f"Of {len(differences):,} other systems {counted[0]:,} are {good} than {comparison.systems[0]!r}, "
        f"{counted[1]:,} are {bad}, and {len(differences) - len(shown):,} show no significant difference "
        f"by {comparison.leading}.",
    )
    shown.sort(key=lambda each: each.estimate.value, reverse=not down)
    for each in shown[: bool(counted[0])] + shown[len(shown) - bool(counted[1]) :]:
        yield told(each, scale, comparison.level, comparison.margin)


def comparison(comparison: Comparison) -> Iterator[Finding]:
    """Who is better than the baseline, and which measures would turn the order around."""
    lead, baseline = comparison.leading, comparison.systems[0]
    differences = [each for each in comparison.differences if each.measure == lead and each.second == baseline]
    if len(differences) > MOST_TOLD:
        yield from _in_all(comparison, differences)
        differences = []
    for each in differences:
        yield told(each, Scale.of(lead), comparison.level, comparison.margin)
        if comparison.groups:
            groups = {", ".join(map(str, part.group or ())): _same(part, each) for part in comparison.groups}
            yield across(comparison.by, groups, each, Scale.of(lead), comparison.level)
    yield from _fitted(comparison)
    yield from _silent(comparison)
    for first, second, names in comparison.reversals[:MOST_REVERSALS]:
        yield _reversed(comparison, first, second, names)
    if comparison.reversals and lead == "informedness":
        why = "it counts what is known of the actual labels; saying a common one earns nothing"
        yield Finding("informedness_decides", f"Informedness decides: {why}.")


def _reversed(comparison: Comparison, first: str, second: str, names: tuple[str, ...]) -> Finding:
    """Other measures order two systems the other way: which, and of accuracy why."""
    values = comparison.values
    less, more = sorted((first, second), key=lambda name: -values[name]["informedness"].value)
    rest = [
        f"{name} ({coefficient(values[more][name].value)} vs {coefficient(values[less][name].value)})"
        for name in names
        if name != "accuracy"
    ]
    by = f"ahead by {' and '.join(rest)}."
    if len(rest) == len(names):
        return Finding("reversal", f"Reversal: {more!r} is {by}")
    right = {name: values[name]["accuracy"].value for name in (first, second)}
    label, said, occurs = comparison.favourites[more]
    why = f" because it says {str(label)!r} {rate(said)} of the time ({rate(occurs)} are {str(label)!r})"
    told = f"{more!r} is more accurate ({rate(right[more])} vs {rate(right[less])}){why if said > occurs else ''}."
    return Finding("reversal", f"{told} {more!r} is also {by}" if rest else told)
