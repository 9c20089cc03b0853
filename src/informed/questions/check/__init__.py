"""Does a predictor reach what it must?"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Unpack

from informed.core.counts import Counts
from informed.core.errors import InputError, Synonyms, among, asked, choice, stated, unused
from informed.core.given import AnyLabel, Column, Data, Matrix, Missing, Settled, Undefined, WeightKind
from informed.core.registry import get
from informed.questions.check.compute import (
    ITEMS,
    POLICIES,
    PRICES,
    Against,
    Outcomes,
    Required,
    Requirement,
    check_margin,
    checked,
    groups_named,
    listed,
    requirement,
)
from informed.questions.check.past import Past, held
from informed.questions.compare.grades import GradeComparison
from informed.questions.compare.result import Comparison
from informed.questions.evaluate import Evaluation, evaluate
from informed.questions.sweep.compute import Sweep
from informed.questions.sweep.together import ScoreComparison
from informed.readers.counting import KEYED

if TYPE_CHECKING:
    from informed.ledger import Ledger

__all__ = ["Outcomes", "check"]

JUDGED = ("positive", "undefined", "level", "method", "draws", "seed", "cost", "value")


@asked
def check(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    require: Required,
    actual: Column | None = None,
    weights: Column | None = None,
    weight_kind: WeightKind | None = None,
    by: Column | None = None,
    cluster: Column | None = None,
    stratum: Column | None = None,
    labels: Iterable[AnyLabel] | None = None,
    rename: Mapping[Any, Any] | None = None,
    missing: Missing | None = None,
    abstain: AnyLabel | Iterable[AnyLabel] = None,
    positive: AnyLabel = None,
    undefined: Undefined | None = None,
    level: float | None = None,
    method: str | None = None,
    draws: int | None = None,
    seed: int | None = None,
    cost: Matrix | None = None,
    value: Matrix | None = None,
    ledger: "Ledger | None" = None,
    task: str | None = None,
    margin: float | None = None,
    undecided: Settled | None = None,
    **synonyms: Unpack[Synonyms],
) -> Outcomes:
    """Check a predictor, or a comparison, against requirements.

    Parameters
    ----------
    data
        As in `evaluate`; or a ready `Evaluation`, comparison (also of graded logs) or `Sweep`.
    require
        One or several bounds on the value of a measure, overall or for a label ("recall[rain] >= 0.5"), on an end of
        its interval ("informedness.low >= 0.6") or on the number of items ("n >= 300"). In words a bound is a claim,
        which the interval shows, refutes or leaves undecided: "informedness at least 0.6", with prices "cost at most
        2" or "gain at least 0". With groups each must meet all; "informedness.low > 0.2 in every site" and "gap in
        recall[ill] between site at most 0.1" name the groups themselves, and leave the others to the whole.
        Of a comparison: "better", or with a margin "not worse" or "equivalent", each later system against the
        first by the leading measure. Of a sweep: auc, gini, average_precision, partial_auc, net_benefit and
        net_benefit_gain (over acting on all; at every threshold), brier, log_loss, slope, intercept and informedness,
        as in "auc at least 0.8"; of several scores "better". With a ledger: "better than last", "not worse than v1.2",
        "equivalent to best".
    predicted, actual, weights, weight_kind, by, cluster, stratum, labels, rename, missing, abstain, positive, undefined
        As in `evaluate`.
    level, method, draws, seed, cost, value
        As in `evaluate`.
    ledger, task
        Where earlier runs are, for "than last" and the like: the last run of the task that did not fail its
        requirements, the best of the last runs of each system, or the last run of a named system.
    margin
        The largest difference from an earlier run that would not matter.
    undecided
        What a claim counts as where there are too few items to tell: "pass" or "fail"; by default neither, and
        ``.code`` is 4.

    Returns
    -------
    Outcomes
        The outcome of every requirement; ``.met`` is True if all are met, ``.outcome`` is "met", "not met" or
        "undecided", ``.passed`` and ``.code`` follow ``undecided``.

    Raises
    ------
    InputError
        If a requirement cannot be read, or names a measure or label that is unknown.

    Examples
    --------
    >>> check([1, 1, 0, 0], [1, 0, 0, 0], require="accuracy >= 0.9").met
    False
    """
    if undecided is not None:
        choice("undecided", undecided, POLICIES)
    how = stated(**among(locals(), (*KEYED, *JUDGED)))
    if not isinstance(data, (Comparison, GradeComparison, ScoreComparison)):
        bounds = [requirement(each) if isinstance(each, str) else each for each in listed(require)]
    if isinstance(data, (Comparison, Evaluation, GradeComparison, ScoreComparison, Sweep)):
        unused({"predicted": predicted, **how}, f"a ready {data.kind}")
    if isinstance(data, (Comparison, GradeComparison, ScoreComparison, Sweep)):
        for name, each in {"margin": margin, "ledger": ledger, "task": task}.items():
            if each is not None:
                raise InputError(
                    f"has no effect on a ready {data.kind}: it is for what is compared", argument=name, value=each
                )
        return replace(checked(data, require), undecided=undecided)
    check_margin(bounds, margin)
    how |= {} if isinstance(data, Counts) else stated(by=groups_named(bounds, by))  # which have their groups
    found = data if isinstance(data, Evaluation) else evaluate(data, predicted, measures=_particular(bounds), **how)
    if ledger is None or task is None:
        return replace(checked(found, bounds), undecided=undecided)
    return held(found, bounds, Past(ledger, task, margin, undecided=undecided))


def _particular(bounds: Iterable[Requirement | Against]) -> list[str]:
    """The measures with parameters of their own, which an evaluation has only when they are asked for."""
    named = dict.fromkeys(
        each.measure for each in bounds if isinstance(each, Requirement) and each.measure not in (ITEMS, *PRICES)
    )
    return [name for name in named if str(get(name)) != get(name).name]
