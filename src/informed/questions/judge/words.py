"""What a judge's rates are worth, in sentences."""

import math
from collections.abc import Iterator

from informed.core.words import Finding, Next, ci, coefficient, fixed, p_is, percent, points, within
from informed.questions.judge.result import Judgement

ALPHA = 0.05


def judgement(found: Judgement) -> Iterator[Finding]:
    """The corrected share, what the judge itself says, what the judge is worth, and what to beware of."""
    if found.systems:
        yield from _systems(found)
    elif found.refusal is not None:
        yield Finding("refused", _refused(found, "Cannot"))
    else:
        yield _rate(found)
        yield _worth(found)
    if found.alike is not None and found.alike < ALPHA:
        yield Finding(
            "not_random",
            f"Caution: the labelled items do not look like a random part of the pool ({p_is(found.alike)}): the judge "
            "gives its labels with other shares there; the corrected shares may be wrong.",
        )


def judgement_next(found: Judgement) -> Iterator[Next]:
    """How many labels by hand halve the interval."""
    if not found.systems and found.refusal is None:
        yield Next(
            "more_labels",
            f"label more by hand: about {3 * (found.calibration.n or 0):,} labels more halve the interval",
        )


def _refused(found: Judgement, cannot: str) -> str:
    """No corrected share can be given: why, and what to do."""
    return (
        f"{cannot} be corrected: {found.refusal}; informedness {coefficient(found.informedness.value)}"
        f"{within(found.informedness)}. Label by hand, or label more items for the calibration."
    )


def _rate(found: Judgement) -> Finding:
    """Always: the share of the label asked about, and whether the judge's own lies outside its interval."""
    label = found.headline
    assert label is not None
    rate, raw = found.rate[label], found.raw[label]
    low, high = rate.low or 0.0, 1.0 if rate.high is None else rate.high
    ends = " to ".join(f"{fixed(100 * each, 1)}%" for each in (low, high))
    said = f"{percent(rate.value)} are {str(label)!r} ({ci(rate.level)} {ends})"
    gap = f"{points(abs(raw.value - rate.value))} too {'many' if raw.value > rate.value else 'few'}"
    right = low <= raw.value <= high
    told = f"{said}. The judge says {percent(raw.value)}: {'no significant error' if right else gap}."
    return Finding("judge_right" if right else "judge_wrong", told)


def _worth(found: Judgement) -> Finding:
    """Always: how many human labels the judge replaces, or how many would be as precise."""
    n = found.calibration.n
    informed = f"informedness {coefficient(found.informedness.value)}{within(found.informedness)}"
    equal = "more than can be counted" if math.isinf(found.equivalent or 0.0) else f"{found.equivalent or 0.0:,.0f}"
    if found.labels_saved is None:
        return Finding(
            "as_precise",
            f"The judge has {informed}. If it errs in the pool as it does on the labelled items, this is as precise as "
            f"{equal} human labels drawn at random from the pool.",
        )
    if found.labels_saved < 0:
        told = f"{equal} drawn at random are as precise as these {n:,}; {informed}"
        return Finding("costs_labels", f"This choice of items costs labels: {told}.")
    return Finding(
        "saves_labels",
        f"This judge replaces {percent(found.labels_saved)} of the human labels: {n:,} with it are as precise as "
        f"{equal} without; {informed}.",
    )


def _systems(found: Judgement) -> Iterator[Finding]:
    """The differences between systems, those that cannot be corrected, and by which labelled items the others are."""
    label, used = found.headline, _calibrated(found.errs_alike, found.shared)
    if used.code == "errs_differently":
        yield used
    for each in (each for each in found.differences if each.label == label):
        gap = each.estimate
        low, high = gap.low or 0.0, gap.high or 0.0
        more = "more" if gap.value > 0 else "fewer"
        if high < 0:  # so many fewer: the interval counts what is fewer, as the number does
            low, high = -high, -low
        ends, who = f"({ci(found.level)} {points(low, '')} to {points(high)})", (each.first, each.second)
        if low <= 0 <= high:
            told = f"No significant difference of {str(label)!r} between {who[0]} and {who[1]} {ends}."
            yield Finding("no_difference", told, systems=who)
        else:
            told = f"{who[0]} has {points(abs(gap.value))} {more} {str(label)!r} than {who[1]} {ends}."
            yield Finding("difference", told, systems=who)
    for name, part in found.systems.items():
        if part.refusal is not None:
            yield Finding("refused", f"{name}: {_refused(part, 'cannot')}", system=name)
    if used.code != "errs_differently":
        yield used


def _calibrated(p: float | None, shared: bool) -> Finding:
    """Always: by which labelled items each system is corrected, and whether the judge errs alike for all."""
    used = "All labelled items correct every system" if shared else "Each system is corrected by its own labelled items"
    if p is None:
        untested = ", as if the judge erred alike for all, which is not tested" if shared else ""
        return Finding("calibrated", f"{used}{untested}.")
    if p >= ALPHA:
        return Finding("calibrated", f"{used}; the judge is not shown to err differently for them ({p_is(p)}).")
    if shared:
        return Finding(
            "errs_differently",
            f"Caution: the judge errs differently for the systems ({p_is(p)}), but all labelled items correct every "
            "system, as asked: a difference may be the judge's.",
        )
    return Finding("calibrated", f"{used}: the judge errs differently for them ({p_is(p)}).")
