"""Which of several systems is better, in sentences."""

from collections.abc import Iterator, Sequence
from typing import Any

from informed.core.differences import Scale, across, told
from informed.core.errors import arg
from informed.core.estimate import Estimate
from informed.core.words import Finding, Next, coefficient, many, percent, points, rate
from informed.inference.sizing import for_effect
from informed.questions.compare.result import Comparison, Difference

MOST_REVERSALS = 10
MOST_PRICED = 4  # labels whose costs can be written on a line
RARE = 5  # how many times more than another error missing a rare label costs, as an example
MATTERS = 0.05  # the difference to plan for unless a margin was given
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
        yield told(each, scale, comparison.level, comparison.margin, comparison.values)


def comparison(comparison: Comparison) -> Iterator[Finding]:
    """Who is better than the baseline, and which measures would turn the order around."""
    lead, baseline = comparison.leading, comparison.systems[0]
    differences = [each for each in comparison.differences if each.measure == lead and each.second == baseline]
    if len(differences) > MOST_TOLD:
        yield from _in_all(comparison, differences)
        differences = []
    for each in differences:
        yield told(each, Scale.of(lead), comparison.level, comparison.margin, comparison.values)
        if comparison.groups:
            groups = {", ".join(map(str, part.group or ())): _same(part, each) for part in comparison.groups}
            yield across(comparison.by, groups, each, Scale.of(lead), comparison.level)
    yield from _fitted(comparison)
    yield from _silent(comparison)
    for first, second, names in comparison.reversals[:MOST_REVERSALS]:
        yield _reversed(comparison, first, second, names)


def _reversed(comparison: Comparison, first: str, second: str, names: tuple[str, ...]) -> Finding:
    """Other measures order two systems the other way: which, and of accuracy why, and what it is worth."""
    values = comparison.values
    less, more = sorted((first, second), key=lambda name: -values[name]["informedness"].value)
    if "accuracy" not in names:
        by = [
            f"{name} ({coefficient(values[more][name].value)} against {coefficient(values[less][name].value)})"
            for name in names
        ]
        return Finding("reversal", f"{more!r} is ahead by {' and '.join(by)}.")
    right = {name: percent(values[name]["accuracy"].value) for name in (first, second)}
    label, said, occurs = comparison.favourites[more]
    why = f", because it says {str(label)!r} {rate(said)} of the time ({rate(occurs)} are {str(label)!r})"
    told = f"{more!r} is more accurate ({right[more]} against {right[less]}){why if said > occurs else ''}."
    fewer = _fewer(comparison, more, less)
    worth = "is the better one" if fewer is None else f"makes {fewer:,} fewer"
    return Finding("reversal", f"{told} If every error costs the same, {more!r} {worth}.")


def _fewer(comparison: Comparison, more: str, less: str) -> int | None:
    """How many errors fewer one system makes than another; None where items are not the same."""
    for each in comparison.flips:
        if {each.first, each.second} == {more, less}:
            gap = sum(each.first_right.values()) - sum(each.second_right.values())
            return gap if each.first == more else -gap
    return None


def comparison_next(comparison: Comparison) -> Iterator[Next]:
    """Costs, where measures disagree; how many items, where nothing is shown; else what the best still gets wrong."""
    lead, baseline, labels = comparison.leading, comparison.systems[0], list(comparison.sizes)
    differences = [each for each in comparison.differences if each.measure == lead and each.second == baseline]
    best = comparison.ranking[lead][0][0]
    if comparison.reversals and 2 <= len(labels) <= MOST_PRICED:
        rarest = min(labels, key=lambda label: comparison.sizes[label])
        cost = [[0 if a == b else RARE if a == rarest else 1 for b in labels] for a in labels]
        aim = f"see what {best!r} costs if a missed {str(rarest)!r} costs {RARE} times another error"
        yield Next("costs", aim, "evaluate", {"predicted": best, "cost": cost})
    elif all(each.p_adjusted is not None and each.p_adjusted >= 1 - comparison.level for each in differences):
        yield from _more_items(comparison, differences)
    elif comparison.paired:
        yield Next("errors", f"see what {best!r} still gets wrong", "evaluate", {"predicted": best})


def _more_items(comparison: Comparison, differences: Sequence[Difference]) -> Iterator[Next]:
    """How many items would show a difference that matters with power 80%, if the interval shrinks with their root."""
    each = max(differences, key=lambda each: abs(each.estimate.value), default=None)
    if each is None or comparison.leading != "informedness" or not comparison.paired or len(comparison.sizes) < 2:
        return
    both = [comparison.values[name]["informedness"] for name in (each.first, each.second)]
    one, other, apart = (_spread(of) for of in (*both, each.estimate))
    low, size = min(of.value for of in both), comparison.margin or MATTERS
    if not (min(one, other, apart) > 0 and 0 < low < 1 - size):
        return
    shares = [round(each / sum(comparison.sizes.values()), 3) for each in comparison.sizes.values()][:-1]
    said: dict[str, Any] = {
        "informedness": round(low, 2),
        "difference": size,
        "correlation": round(min(max((one**2 + other**2 - apart**2) / (2 * one * other), 0.0), 0.95), 2),
        "prevalence": (*shares, round(1 - sum(shares), 3)),
    }
    n = for_effect(each.estimate, sum(map(round, comparison.sizes.values())), size)
    yield Next("more_items", f"add items: about {n:,} would show a difference of {points(size)}", "plan", said)


def _spread(estimate: Estimate) -> float:
    return 0.0 if estimate.low is None or estimate.high is None else estimate.high - estimate.low
