"""Which of several systems is better, which condition within subjects, or what does each cue tell?"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from informed.core.counts import Counts
from informed.core.errors import InputError, Synonyms, among, arg, stated, unused, unusual
from informed.core.forms import within
from informed.core.given import AnyLabel, Column, Data, Missing, PairAdjustment, WeightKind
from informed.core.items import Items
from informed.core.registry import Measure
from informed.readers.counting import KEYED, count, items
from informed.readers.logs.items import Log

if TYPE_CHECKING:
    from informed.questions.compare.conditions import Conditions
    from informed.questions.compare.cues import Cues
    from informed.questions.compare.grades import GradeComparison
    from informed.questions.compare.result import Comparison
    from informed.questions.compare.verified import VerifiedComparison

__all__ = ["compare"]

LOGLESS = (  # what logs have no use for
    *("predicted", "actual", "weights", "stratum", "fold", "labels", "rename", "abstain", "reference_quality"),
    *("positive", "measures", "margin", "subject", "condition", "rate", "cues"),
)


@within(lambda: (Comparison, Conditions, Cues, GradeComparison, VerifiedComparison))
def compare(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    actual: Column | None = None,
    weights: Column | None = None,
    weight_kind: WeightKind = "sampling",
    by: Column | None = None,
    cluster: Column | None = None,
    stratum: Column | None = None,
    fold: Column | None = None,
    labels: Iterable[AnyLabel] | None = None,
    rename: Mapping[Any, Any] | None = None,
    missing: Missing = "raise",
    abstain: AnyLabel | Iterable[AnyLabel] = None,
    reference_quality: object = None,
    positive: AnyLabel = None,
    measures: Iterable[str | Measure] | None = None,
    level: float = 0.95,
    adjust: PairAdjustment = "holm",
    margin: float | None = None,
    draws: int = 2000,
    seed: int = 0,
    subject: Column | None = None,
    condition: Column | None = None,
    rate: float | None = None,
    cues: bool = False,
    verified: Column | None = None,
    **synonyms: Unpack[Synonyms],
) -> "Comparison | Conditions | Cues | GradeComparison | VerifiedComparison":
    """Compare systems that judged the same items, or independent samples; conditions within subjects; cues; or logs.

    Parameters
    ----------
    data
        The actual labels; or a frame, a file or a dictionary of columns; or `Items`. `Counts` are independent
        samples: two of them, a dictionary of them by name, or grouped ones (each group against each other). So are
        `Items` of one system each, by name; clusters of the same name are the same in all of them. Sample logs
        (`read`), one or several, are compared by their grades, the models in them on the same items.
    predicted, actual
        What each system predicted, ``{"baseline": p0, "new": p1}`` or a frame with a column each, and the actual
        labels; or the names of columns.
        The baseline comes first: every difference is later minus earlier system.
    weights, weight_kind, cluster, stratum, labels, rename, missing
        As in `evaluate`. Items without an actual label are left out.
    by
        What splits the items into groups. The systems are compared in each group; p and intervals allow for all
        groups and pairs of a measure. Of logs also what differs between answers to an item, as a prompt does.
    fold
        In which fold each item was predicted, by systems that were fitted to the other folds. The comparison is then
        about systems fitted anew: the corrected resampled t test over folds (Nadeau & Bengio 2003).
    abstain
        Predicted labels that mean "no prediction". All items are compared: an abstention is never right and equals no
        class. How much each system left alone, and its leading measure where none did, stands beside.
    reference_quality
        How the actual labels err, as in `evaluate`; the reference errs alike for all systems. The informedness of
        every system, and every difference, against the truth then stands beside.
    positive
        The label that measures of one label are of; or name it: ``measures=["recall[rain]"]``.
    measures
        What to compare by; by default the most telling measures.
    level, adjust
        The level, and how p and intervals allow for all pairs of a measure: "holm", "bh", "max_t" (paired) or "none".
    margin
        The largest difference that would not matter; adds tests of equivalence and non-inferiority.
    draws, seed
        How often methods that draw do so, and from which seed.
    subject, condition
        Who answered each item, and under which condition: arrays, names of columns, or what `Counts` are grouped by.
        The conditions of one system are then compared within subjects.
    rate
        Items per minute, for bits per minute (the information transfer rate of a brain-computer interface).
    cues
        The systems are cues of one outcome: what each tells beyond the others (conditional DeltaP), and what each adds
        to those named before it.
    verified
        Which items were verified (yes or no): two systems are compared as if all had been, as far as both predictions
        alone decide who is verified.

    Returns
    -------
    Comparison
        The value of every system, every difference with interval and p, and the ranking. With ``condition``
        `Conditions`: informedness and bits per item of every condition, and every difference. With ``cues`` `Cues`: the
        informedness of each, alone and given the others. Of logs a `GradeComparison`; where ``by`` differs within
        items it says whether the difference depends on that, and what is known of other prompts.

    Raises
    ------
    InputError
        If the systems do not have a label for every item, or a measure is unknown; if a condition has no subject with
        two classes.

    Examples
    --------
    >>> compare([1, 1, 0, 0], {"old": [1, 0, 0, 1], "new": [1, 1, 0, 0]}).difference("informedness").estimate.value
    1.0
    >>> who, when = list("uuvv") * 2, ["quiet"] * 4 + ["loud"] * 4
    >>> found = compare([1, 0] * 4, [1, 0, 1, 0, 1, 1, 1, 0], subject=who, condition=when)
    >>> [(each.name, each.informedness.value) for each in found.conditions]
    [('loud', 0.5), ('quiet', 1.0)]
    >>> rain = [1, 1, 1, 1, 0, 0, 0, 0]
    >>> found = compare(rain, {"cloud": [1, 1, 1, 0, 0, 0, 0, 1], "same": [1, 1, 1, 0, 0, 0, 0, 1]}, cues=True)
    >>> found.cues[1].alone.value, found.cues[1].added  # a copy of the first cue adds nothing
    (0.5, 0.0)
    """
    said = locals()
    from informed.questions.compare.compute import compared
    from informed.readers.files.saved import quality_of

    reading = stated(**among(said, KEYED))
    if isinstance(data, Log) or (isinstance(data, (list, tuple)) and data and isinstance(data[0], Log)):
        unusual(said, LOGLESS, compare, "with logs, which are compared by their grades")
        return _graded([data] if isinstance(data, Log) else data, by, cluster, level, adjust, draws, seed)
    if any(each is not None for each in (subject, condition, rate)):
        from informed.questions.compare.conditions import APART
        from informed.questions.compare.conditions import compared as within_subjects

        unusual(said, APART, compare, f"with {arg('condition')}, within subjects")
        return within_subjects(_by_subject(data, predicted, subject, condition, reading), rate=rate, level=level)
    if cues:
        from informed.questions.compare.cues import APART as SINGLE
        from informed.questions.compare.cues import cued

        unusual(said, SINGLE, compare, f"with {arg('cues')}")
        found = _systems(data, predicted, reading)
        if isinstance(found, dict):
            raise InputError(f"{arg('cues')} needs items that every cue judged, not independent samples")
        return cued(found, level=level)
    if verified is not None:
        from informed.questions.compare.verified import APART as VERIFIED
        from informed.questions.compare.verified import compared_verified

        unusual(said, VERIFIED, compare, f"with {arg('verified')}")
        group = verified if isinstance(verified, str) else {"verified": verified}
        partly = _read(data, predicted, reading | {"by": group, "missing": "unjudged"})
        return compared_verified(partly, level=level, draws=draws, seed=seed)
    if fold is not None:
        unusual(said, ("by", "cluster", "stratum"), compare, f"with {arg('fold')}, over which all is compared")
        reading["by"] = fold if isinstance(fold, str) else {"fold": fold}
    return compared(
        _systems(data, predicted, reading),
        **among(said, ("measures", "positive", "level", "adjust", "margin", "draws", "seed")),
        reference_quality=quality_of(reference_quality),
        **stated(fold=fold if fold is None or isinstance(fold, str) else "fold"),
        **stated(unfolded=_folds_of(data, actual) if fold is None else None),
    )


def _graded(
    logs: Sequence[Log], by: Any, cluster: Any, level: float, adjust: PairAdjustment, draws: int, seed: int
) -> "GradeComparison":
    """The models of logs, by the grades of their answers."""
    from informed.questions.compare.crossing import crossed
    from informed.questions.compare.grades import compared
    from informed.readers.logs import Keys, PairedGrades, paired_grades, runs_of

    names = (by,) if isinstance(by, str) else tuple(by or ())
    found = paired_grades(runs_of(logs), Keys(by=names, cluster=cluster))
    if isinstance(found, PairedGrades):
        return compared(found, level=level, adjust=adjust)
    return crossed(found, level=level, adjust=adjust, draws=draws, seed=seed)


def _by_subject(
    data: Any, predicted: Any, subject: Column | None, condition: Column | None, reading: Mapping[str, Any]
) -> Counts:
    if subject is None or condition is None:
        both = f"{arg('subject')} and {arg('condition')}"
        raise InputError(f"missing {both}, who answered each item and under which condition")
    if isinstance(data, Counts):
        unused({"predicted": predicted, **reading}, "items that have been counted already")
        if data.by != (subject, condition):
            raise InputError(f"data has counts by={list(data.by)}; give counts by={[subject, condition]}")
        return data
    if isinstance(predicted, Mapping):
        raise InputError(f"{arg('condition')} is for the predictions of one system; give them alone")
    return count(data, predicted, **reading, by=[subject, condition])


def _systems(data: Any, predicted: Any, reading: Mapping[str, Any]) -> Items | dict[str, Counts | Items]:
    """What is compared: systems on the same items, or samples."""
    samples = _samples(data, predicted)
    if samples is None and not isinstance(data, Items):
        return _read(data, predicted, reading)
    unused(reading, "systems that have been counted already")
    return data if samples is None else samples


def _folds_of(data: Any, actual: Any) -> str | None:
    """The column that looks like one of folds, where the data have named columns."""
    if not isinstance(actual, str) or isinstance(data, (Items, Counts)):
        return None
    from informed.questions.compare.folds import seen
    from informed.readers.files.rows import columns_of
    from informed.readers.frames.frame import as_frame

    if isinstance(data, (str, Path)):
        return seen(columns_of(data))
    frame = as_frame(data) if hasattr(type(data), "columns") else None  # a lazy frame itself warns when it is asked
    return seen(data if isinstance(data, Mapping) else () if frame is None else frame.collect_schema().names())


def _read(data: Any, predicted: Any, reading: Mapping[str, Any]) -> Items:
    """What each system predicted; of a frame each column is a system."""
    from informed.readers.frames.frame import as_frame

    if not isinstance(predicted, (str, Mapping)) and (frame := as_frame(predicted)) is not None:
        columns = frame.lazy().collect()
        predicted = {name: columns.get_column(name).to_native() for name in columns.columns}
    if not isinstance(reading.get("actual"), str) and not (isinstance(predicted, Mapping) and predicted):
        raise InputError(
            "give the predictions of each system by name: compare(actual, {'baseline': p0, 'new': p1}), or a frame; "
            f"or name columns: compare(frame, ['p0', 'p1'], {arg('actual', 'y')})"
        )
    return items(data, [predicted] if isinstance(predicted, str) else predicted, **reading)


def _samples(data: Any, other: Any) -> dict[str, Counts | Items] | None:
    """Samples by name, where the data are counts, or items of one system each."""
    if isinstance(data, Counts) and isinstance(other, Counts):
        return {"A": data, "B": other}
    if isinstance(data, Counts) and data.by:
        return {", ".join(map(str, group)): data[place] for place, group in enumerate(data.groups)}
    if isinstance(data, Mapping) and data and all(isinstance(each, (Counts, Items)) for each in data.values()):
        return {str(name): each for name, each in data.items()}
    if isinstance(data, Counts):
        raise InputError(
            f"compare needs a second sample: compare(counts_a, counts_b), or counts grouped with {arg('by')}"
        )
    return None
