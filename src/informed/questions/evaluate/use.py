"""How a predictor uses its labels: which it finds, what its calls are worth, which it says too often; and by group."""

from typing import Any

import numpy as np

from informed.core.estimate import Estimate
from informed.core.words import count, number, p_is, portion, rate
from informed.inference.pooling import Pooling
from informed.inference.strength import BEATING
from informed.questions.evaluate.clinical import called, rest
from informed.questions.evaluate.diagnosis import unjudged
from informed.questions.evaluate.result import Evaluation
from informed.questions.evaluate.strength import FEW_OF_CLASS, comparator, judgeable, margins, mute, silent, sizes

OFTEN = 1.2  # times as often as it occurs: what is too often
RARE = 0.1  # a class this rare makes many of its calls wrong


def rates(evaluation: Evaluation) -> str | None:
    """How many of both classes are found, the rarer or the positive one first.

    Of more than two classes, where it beats guessing: the two of which it finds the smallest part, of those with at
    least 10 items where there are two such.
    """
    counts = evaluation.counts.pooled()
    if comparator(evaluation) or evaluation.strength in (None, "unknown") or unjudged(counts) or counts.n is None:
        return None
    it = "Where it answers, it" if silent(evaluation) else "It"
    places = {str(label): place for place, label in enumerate(counts.labels)}
    order = [places[label] for label in sizes(evaluation)]
    if evaluation.strength == "constant":
        said = int(np.argmax(margins(evaluation)[1]))
        never = [f"{count(counts.table[at].sum())} {str(counts.labels[at])!r}" for at in order if at != said]
        return f"{it} finds none of the {' and '.join(never[:2])}." if len(never) < 3 else None
    if len(order) == 2:
        return f"{it} finds {' and '.join([_found(evaluation, at) for at in order])}."
    if evaluation.strength not in BEATING:
        return None
    hits, occurs = np.diagonal(counts.table), margins(evaluation)[0]
    enough = [at for at in order if occurs[at] >= FEW_OF_CLASS]
    weak = sorted(enough if len(enough) > 1 else order, key=lambda at: (hits[at] / occurs[at], -occurs[at]))
    missed = [at for at in weak[:2] if hits[at] < occurs[at]]
    if missed:
        return f"Weakest: {it[0].lower()}{it[1:]} finds {' and '.join([_found(evaluation, at) for at in missed])}."
    return f"{it} makes no errors." if (hits == occurs).all() else None


def _found(evaluation: Evaluation, at: int) -> str:
    """How many items of a class are found, with the interval of its recall: 39 of 48 'ill' (81%, ...)."""
    counts = evaluation.counts.pooled()
    hit, size, label = counts.table[at, at], counts.table[at].sum(), str(counts.labels[at])
    share, sure = portion(share_of(evaluation, at, "recall", hit / size))
    if counts.weighted:
        return f"{share} of {label!r}{f' ({sure})' if sure else ''}"
    return f"{count(hit)} of {count(size)} {label!r} ({', '.join(filter(None, (share, sure)))})"


def share_of(evaluation: Evaluation, at: int, name: str, value: float) -> Estimate:
    """Recall or precision of a label; without its interval where that was not asked for."""
    known = name in evaluation.per_label.measures
    return evaluation.per_label[evaluation.labels[at]][name] if known else Estimate(float(value))


def calls(evaluation: Evaluation) -> str | None:
    """Two classes, it beats guessing, and fewer of the rarer or positive class's calls are right than it finds.

    That is: below a half of the calls while a half is found, or 20 points below. Because the class has at most 10% of
    the items; or because it is said at least 1.2 times as often as it occurs, and McNemar's test of both shares agrees.
    In clinical words wherever both labels are said.
    """
    counts = evaluation.counts.pooled()
    table, told = counts.table, misleading(evaluation)
    spoken = evaluation.clinical and evaluation.strength not in (None, "unknown", "constant") and not unjudged(counts)
    if (told is None or evaluation.pricing is not None) and not spoken:
        return None  # of what is priced it is said from which share on a call pays
    at, right, why = told or (0, table[0, 0] / table[:, 0].sum(), "")
    other = share_of(evaluation, 1 - at, "precision", table[1 - at, 1 - at] / max(table[:, 1 - at].sum(), 1))
    missed, sure = portion(rest(other))
    share = portion(share_of(evaluation, at, "precision", right))
    return called(share, (missed, sure if spoken else ""), (counts.labels[at], counts.labels[1 - at]), why)


def misleading(evaluation: Evaluation) -> tuple[int, float, str] | None:
    """The class of which few calls are right, that share, and why; None where there is none."""
    counts = evaluation.counts.pooled()
    if len(counts.labels) != 2 or evaluation.strength not in BEATING or comparator(evaluation) or unjudged(counts):
        return None
    occurs, says = margins(evaluation)
    at = int(np.argmin(occurs)) if evaluation.positive is None else 0
    found, right, share = counts.table[at, at] / occurs[at], counts.table[at, at] / says[at], occurs[at] / occurs.sum()
    if not (right < 0.5 <= found or found - right > 0.2):
        return None
    p = evaluation.claims.uneven
    if share <= RARE:
        return at, right, f", because only {rate(share)} of all are"
    often = bool(says[at] > OFTEN * occurs[at] and p is not None and p < 1 - evaluation.level)
    label = str(counts.labels[at])
    return at, right, f", because it says {label!r} too often ({_shares(says[at], occurs[at], occurs.sum())})" * often


def _shares(says: Any, occurs: Any, n: Any) -> str:
    return f"{rate(says / n)} of the time; {rate(occurs / n)} are"


def uneven_use(evaluation: Evaluation) -> str | None:
    """A label is predicted at least 1.5 times as often as it occurs, or the reverse, by at least 5 points.

    Not where fewer than 10 items have it on either side, nor where it was said already, nor with prices, which may ask
    for it.
    """
    pairs, n = evaluation.diagnosis.get("labels", {}), evaluation.counts.n
    told = misleading(evaluation)
    said = bool(told and told[2]) or mute(evaluation) or evaluation.pricing is not None
    if said or evaluation.strength == "constant" or not judgeable(evaluation):
        return None
    least = FEW_OF_CLASS / n if n else 0.0
    heard = {label: each for label, each in pairs.items() if max(each.values()) >= least}
    uneven = {label: _times_apart(**each) for label, each in heard.items()}
    label = max(uneven, key=lambda each: uneven[each], default="")
    if not uneven or uneven[label] < 1.5:
        return None
    often, occurs = pairs[label]["bias"], pairs[label]["prevalence"]
    return f"It says {label!r} {rate(often)} of the time; {rate(occurs)} of the items are {label!r}."


def _times_apart(prevalence: float, bias: float) -> float:
    """How many times as often one is as the other, where they differ by at least 5 points."""
    if abs(bias - prevalence) < 0.05:
        return 1.0
    return max(bias, prevalence) / max(min(bias, prevalence), 1e-9)


# --- groups: whether they differ, and what pooling them changes ------------------------------------------------------


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
