"""How many items does a test set need?"""

from typing import Any

from informed.core.basis import signature
from informed.core.errors import InputError, arg, asked, choice, stated
from informed.core.given import AnyLabel, Matrix
from informed.core.items import Items
from informed.inference.draws import generator
from informed.inference.interval import check_level
from informed.questions.plan.compute import Plan, planned, shares_given
from informed.questions.plan.solve import CLOSED, MOST_DRAWN, Study, Wanted, paired, single

__all__ = ["Plan", "plan"]

RATE = ("value", "against", "prevalence")
TABLE = ("informedness", "prevalence", "bias", "classes")
TWO = " of two systems"
PILOT = "two systems from a pilot"
# What each plan uses beside width=, power=, n=, level= and seed=. Anything else is refused.
USED = {
    "informedness": (*TABLE, "simulate"),
    f"informedness{TWO}": (*TABLE, "difference", "correlation"),
    "recall": RATE,
    "specificity": RATE,
    "precision": ("value", "against", "bias"),
    "kappa": (*RATE, "classes"),
    "auc": RATE,
    f"auc{TWO}": ("value", "prevalence", "difference", "correlation"),
    "accuracy": ("value", "against", "repeats"),
    "accuracy over repeats": ("value", "against", "repeats", "correlation"),
    f"accuracy{TWO}": ("difference", "agreement"),
    "a judge": ("pool", "positive"),
    PILOT: ("difference", "measure"),
}


@asked
def plan(
    *,
    prevalence: float | Matrix | None = None,
    bias: float | Matrix | None = None,
    classes: int | None = None,
    informedness: float | None = None,
    difference: float | None = None,
    correlation: float | None = None,
    width: float | None = None,
    power: float | None = None,
    n: int | None = None,
    measure: str | None = None,
    value: float | None = None,
    against: float | None = None,
    agreement: float | None = None,
    repeats: int | None = None,
    judge: object = None,
    pool: float | Matrix | None = None,
    positive: AnyLabel = None,
    pilot: Any = None,
    actual: Any = None,
    predicted: Any = None,
    level: float = 0.95,
    simulate: bool | None = None,
    seed: int = 0,
) -> Plan:
    """Plan a test set: how many items are needed, or what a given number can detect.

    Parameters
    ----------
    prevalence, bias, classes
        The shares of the classes, and of the predictions (the prevalence unless given). One number is the share of
        the first class, the others sharing the rest; a list gives all; without either the classes (2 unless given)
        are equally common.
    informedness
        What is expected of the predictor, or of the weaker of two. With ``n`` and without it, the answer is the
        informedness that so many items show.
    difference, correlation
        Two systems on the same items: how far apart, and how much they move together (0 is the safe guess).
        ``difference=0`` with ``n`` asks what difference can be seen.
    width, power, n
        What is wanted: the width of the interval, or the power (0.8 unless given) to tell informedness from 0;
        or the number of items there are.
    measure, value, against
        Plan for another measure than informedness: "recall", "specificity", "precision" (whose ``bias`` is the share of
        items predicted positive), "kappa", "auc" or "accuracy"; what is expected of it, and for ``power`` what that is
        to be told from (0 for kappa, 0.5 for auc unless given).
    agreement
        With ``measure="accuracy"`` and ``difference``: the share of items that two systems both get right or both
        wrong.
    repeats
        With ``measure="accuracy"``: how often each item is asked; ``correlation`` is then how alike the answers to one
        item are.
    judge, pool, positive
        How many human labels a judge needs: `Counts` human x judge of a first few items, the number of items it has
        labelled (or how often it gave each label), and the label whose share is wanted.
    pilot, actual, predicted
        Two systems from a pilot, instead of ``correlation``: `Items` of both, or a frame or a file with the names of
        its columns. How they differ, and on which items, is taken from it; ``difference`` is that of the pilot unless
        given. ``measure`` is then "informedness", "accuracy", "kappa" or "mcc".
    level
        The level of the interval.
    simulate, seed
        Draw tables and judge each by the default interval (True), or trust the normal approximation (False), which
        overstates power where a class has few items. Two systems, and more than 20 classes, are always approximated.

    Returns
    -------
    Plan
        The number of items, with the width and the power they give.

    Raises
    ------
    InputError
        If too little is given to plan with, or a share is not between 0 and 1.

    Examples
    --------
    >>> plan(prevalence=0.5, informedness=0.5, width=0.2, simulate=False).n > 200
    True
    """
    level, wanted = check_level(level), Wanted(width, power, n)
    given = {"prevalence": prevalence, "bias": bias, "classes": classes, "difference": difference}
    given |= {"correlation": correlation, "value": value, "against": against, "agreement": agreement}
    given |= {"repeats": repeats}
    own, labelled = {"informedness": informedness, "simulate": simulate}, {"pool": pool, "positive": positive}
    if pilot is not None:
        from informed.questions.plan.pilot import planned_from
        from informed.readers.counting import items

        _check(PILOT, wanted, {"measure": measure, **given, **own, **labelled})
        read = pilot if isinstance(pilot, Items) else items(pilot, predicted, actual=actual)
        return planned_from(read, measure or "informedness", difference, wanted, level, seed)
    if loose := stated(actual=actual, predicted=predicted):
        raise InputError(f"{arg(next(iter(loose)))} names a column of a {arg('pilot')}, which is missing")
    if judge is None:
        _check(_aim(measure, difference, repeats), wanted, {**given, **own, **labelled})
    else:
        from informed.questions.plan.aims import planned_labels

        _check("a judge", wanted, {"measure": measure, "power": power, **given, **own, **labelled})
        return planned_labels(judge, wanted, level, seed, **labelled)
    if correlation is not None and not -1 < correlation < 1:
        raise InputError(f"{arg('correlation', correlation)} must lie between -1 and 1; 0 is the safe guess")
    if measure is not None:
        from informed.questions.plan.aims import planned_for

        return planned_for(measure, wanted, level, seed, given)
    together = correlation or 0.0
    shares = shares_given(prevalence, "prevalence", classes)
    study = Study(shares, shares if bias is None else shares_given(bias, "bias", len(shares)), level)
    drawn = len(shares) <= MOST_DRAWN if simulate is None else simulate
    found = (
        single(study, informedness, wanted, generator(seed) if drawn else None)
        if difference is None
        else paired(study, informedness, difference, together, wanted)
    )
    recipe = {
        "classes": len(study.prevalence),
        "prevalence": prevalence,
        "bias": bias,
        "informedness": informedness,
        "difference": difference,
        "correlation": None if difference is None else together,
        **vars(wanted),
        "level": level,
        "method": found.method,
        "seed": seed if found.method != CLOSED else None,
    }
    return planned(study, found, signature(recipe))


def _aim(measure: str | None, difference: float | None, repeats: int | None) -> str:
    """What is planned, as `USED` calls it."""
    if measure is None:
        measure = "informedness"
    else:
        choice("measure", measure, [each for each in USED if " " not in each and each != "informedness"])
    if difference is not None and f"{measure}{TWO}" in USED:
        return f"{measure}{TWO}"
    return f"{measure} over repeats" if measure == "accuracy" and (repeats or 1) > 1 else measure


def _check(aim: str, wanted: Wanted, given: dict[str, Any]) -> None:
    """Refuse an argument that this plan has no use for."""
    for name in stated(**given):
        if name not in USED[aim]:
            where = ", ".join(each for each, used in USED.items() if name in used)
            raise InputError(
                f"{arg(name)} is not used in a plan of {aim}{where and f', only of: {where}'}; leave it out"
            )
    open_to = {"informedness": given["informedness"] is None}
    open_to |= dict.fromkeys((f"informedness{TWO}", PILOT), given["difference"] == 0)
    if wanted.n is not None and wanted.power is not None and not open_to.get(aim):
        raise InputError(f"give one of {arg('power')} and {arg('n')}: so many items have the power that they have")
