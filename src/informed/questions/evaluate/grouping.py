"""What groups make of a verdict: whether they differ, and what pooling them changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from informed.core.words import number, p_is

if TYPE_CHECKING:
    from informed.inference.pooling import Pooling
    from informed.questions.evaluate.result import Evaluation


def group_ids(evaluation: Evaluation) -> str | None:
    """There are so many groups that they have fewer than two items on average."""
    counts = evaluation.counts
    if not counts.by or counts.n is None or counts.n >= 2 * len(counts.groups):
        return None
    return (
        f"Caution: {', '.join(counts.by)!r} has {len(counts.groups):,} values in {counts.n:,} items, too many to judge "
        "each. Is it a number or an id?"
    )


def groups_differ(evaluation: Evaluation) -> str | None:
    """The informedness of two or more groups can be compared: whether it differs, with the p of its being equal."""
    p = None if evaluation.reference == "comparator" else evaluation.heterogeneity
    found = evaluation.groups.column("informedness") if p is not None else None
    if p is None or found is None or np.nanmax(found.value) == np.nanmin(found.value):
        return None
    if p >= 1 - evaluation.level:
        return f"No significant difference between the groups ({p_is(p)})."
    values = np.where(np.isfinite(found.low) & (evaluation.groups.batch.freedom >= 1), found.value, np.nan)
    names = (", ".join(map(str, evaluation.counts.groups[at])) for at in (np.nanargmin(values), np.nanargmax(values)))
    least, most = (f"{name!r} {number(end(values))}" for name, end in zip(names, (np.nanmin, np.nanmax), strict=True))
    return f"Groups differ ({p_is(p)}): lowest {least}, highest {most}."


def group_guessing(evaluation: Evaluation) -> str | None:
    """Informedness changes when groups are pooled, and there is no evidence within them that it differs from 0."""
    found = _pooled(evaluation)
    if found is None or found.guessing < 1 - evaluation.level:
        return None
    return (
        f"Caution: within the groups of {found.by!r} there is no evidence that it beats guessing. Informedness is "
        f"{number(found.within)} there and {number(found.pooled)} over all items, because the groups differ "
        "in how common the labels are."
    )


def group_mixing(evaluation: Evaluation) -> str | None:
    """Informedness within groups is shown to differ from 0, and by at least 0.05 from that of all items."""
    found = _pooled(evaluation)
    if found is None or found.guessing >= 1 - evaluation.level or abs(found.pooled - found.within) < 0.05:
        return None
    return (
        f"Within the groups of {found.by!r} informedness is {number(found.within)}, over all items "
        f"{number(found.pooled)}: the groups differ in how common the labels are ({p_is(found.apart)})."
    )


def _pooled(evaluation: Evaluation) -> Pooling | None:
    """What pooling the groups changes, where it is shown to change anything."""
    found = evaluation.pooling
    return None if found is None or found.apart >= 1 - evaluation.level else found
