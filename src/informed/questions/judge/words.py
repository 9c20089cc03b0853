"""What a judge's rates are worth, in sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import ci, coefficient, p_is, percent, points, within

if TYPE_CHECKING:
    from informed.questions.judge.result import Judgement

ALPHA = 0.05


def judgement(found: Judgement) -> Iterator[str]:
    """The corrected share, what the judge itself says, what the judge is worth, and what to beware of."""
    if found.systems:
        yield from _systems(found)
    elif found.refusal is not None:
        yield refusal(found)
    else:
        yield _rate(found)
        yield _worth(found)
    if found.alike is not None and found.alike < ALPHA:
        yield (
            f"Caution: the labelled items do not look like a random part of the pool ({p_is(found.alike)}): the judge "
            "gives its labels with other shares there; the corrected shares may be wrong."
        )


def refusal(found: Judgement) -> str:
    """No corrected share can be given: why, and what to do."""
    return (
        f"Cannot be corrected: {found.refusal}; informedness {coefficient(found.informedness.value)}"
        f"{within(found.informedness)}. Label by hand, or label more items for the calibration."
    )


def _rate(found: Judgement) -> str:
    """Always: the share of the label asked about, and whether the judge's own lies outside its interval."""
    label = found.headline
    assert label is not None
    rate, raw = found.rate[label], found.raw[label]
    ends = f"{ci(rate.level)} {percent(rate.low or 0.0)} to {percent(1.0 if rate.high is None else rate.high)}"
    said = f"{percent(rate.value)} are {str(label)!r} ({ends})"
    gap = points(abs(raw.value - rate.value))
    if (rate.low or 0.0) <= raw.value <= (1.0 if rate.high is None else rate.high):
        return f"{said}. The judge says {percent(raw.value)}: no significant error."
    return f"{said}. The judge says {percent(raw.value)}: {gap} too {'many' if raw.value > rate.value else 'few'}."


def _worth(found: Judgement) -> str:
    """Always: how many human labels the judge replaces, or how many would be as precise."""
    n, informed = (
        found.calibration.n,
        f"informedness {coefficient(found.informedness.value)}{within(found.informedness)}",
    )
    equal = "more than can be counted" if math.isinf(found.equivalent or 0.0) else f"{found.equivalent or 0.0:,.0f}"
    if found.labels_saved is None:
        return (
            f"The judge has {informed}. If it errs in the pool as it does on the labelled items, this is as precise as "
            f"{equal} human labels drawn at random from the pool."
        )
    if found.labels_saved < 0:
        return f"This choice of items costs labels: {equal} drawn at random are as precise as these {n:,}; {informed}."
    return (
        f"This judge replaces {percent(found.labels_saved)} of the human labels: {n:,} with it are as precise as "
        f"{equal} without; {informed}."
    )


def _systems(found: Judgement) -> Iterator[str]:
    """The differences between systems, those that cannot be corrected, and by which labelled items the others are."""
    label, used = found.headline, _calibrated(found.errs_alike, found.shared)
    if used.startswith("Caution"):
        yield used
    for each in (each for each in found.differences if each.label == label):
        gap = each.estimate
        low, high = gap.low or 0.0, gap.high or 0.0
        more = "more" if gap.value > 0 else "fewer"
        if high < 0:  # so many fewer: the interval counts what is fewer, as the number does
            low, high = -high, -low
        ends = f"({ci(found.level)} {points(low).removesuffix(' points')} to {points(high)})"
        if low <= 0 <= high:
            yield f"No significant difference of {str(label)!r} between {each.first} and {each.second} {ends}."
        else:
            yield f"{each.first} has {points(abs(gap.value))} {more} {str(label)!r} than {each.second} {ends}."
    for name, part in found.systems.items():
        if part.refusal is not None:
            yield f"{name}: {refusal(part)[0].lower()}{refusal(part)[1:]}"
    if not used.startswith("Caution"):
        yield used


def _calibrated(p: float | None, shared: bool) -> str:
    """Always: by which labelled items each system is corrected, and whether the judge errs alike for all."""
    used = "All labelled items correct every system" if shared else "Each system is corrected by its own labelled items"
    if p is None:
        return f"{used}{', as if the judge erred alike for all, which is not tested' if shared else ''}."
    if p >= ALPHA:
        return f"{used}; no evidence that the judge errs differently for them ({p_is(p)})."
    if shared:
        return (
            f"Caution: the judge errs differently for the systems ({p_is(p)}), but all labelled items correct every "
            "system, as asked: a difference may be the judge's."
        )
    return f"{used}: the judge errs differently for them ({p_is(p)})."
