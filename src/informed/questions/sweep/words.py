"""How well scores rank, where to cut them, and whether they mean what they say, in sentences."""

from collections.abc import Iterator, Mapping, Sequence

from informed.core.errors import arg
from informed.core.estimate import Estimate
from informed.core.labels import Label
from informed.core.words import (
    ON_THIS_TABLE,
    Finding,
    Next,
    apart,
    ci,
    coefficient,
    ends,
    interval,
    knowing,
    named,
    number,
    over_groups,
    p_is,
    percent,
    quoted,
    rate,
    threshold,
    unshown,
    within,
)
from informed.inference.sizing import for_width
from informed.inference.strength import STRENGTHS, judged
from informed.questions.sweep.area import AreaComparison, item_counts
from informed.questions.sweep.benefit import Benefit, BenefitGap
from informed.questions.sweep.calibration import Calibration, Calibrations
from informed.questions.sweep.compute import Sweep
from informed.questions.sweep.holdout import HeldOut
from informed.questions.sweep.operating import OperatingPoint
from informed.questions.sweep.selection import Selective
from informed.questions.sweep.several import Sweeps
from informed.questions.sweep.together import ScoreComparison

WIDTH = 0.1  # of the interval to plan for
MOST_BINS = 3  # that are told apart
CROSSED = "on items that did not choose it, cross-validated"


def selective(curve: Selective) -> Iterator[Finding]:
    """From which confidence on to answer."""
    best = curve.best
    yield Finding(
        "most_informed",
        f"Informedness is highest, {coefficient(float(curve.informedness[best]))}, when it answers from confidence "
        f"{number(float(curve.thresholds[best]))} on, which is {rate(float(curve.coverage[best]))} of the items; "
        f"{ON_THIS_TABLE}.",
    )


def sweep(sweep: Sweep) -> Iterator[Finding]:
    """How well the scores rank, and where to cut them."""
    auc = sweep.auc
    positive, other = (str(label) for label in sweep.scores.labels)
    yield Finding(
        "ranks",
        f"{_judged(sweep, auc)}: a random {positive!r} scores higher than a random {other!r} in "
        f"{percent(auc.value)} of such pairs ({quoted('auc', auc)}; 0.5 = guessing).",
    )
    yield _most_informed(sweep.chosen) if sweep.costs is None else _cheapest(sweep)
    if sweep.within is not None and sweep.partial_auc is not None:
        area = sweep.partial_auc
        where = f"{_judged(sweep, area)} where {sweep.within.rate} is {sweep.within.low:g} to {sweep.within.high:g}"
        yield Finding("part", f"{where}: {quoted('partial auc', area)}; 0.5 = guessing (McClish).")
    if sweep.net_benefit is not None:
        yield _helps(sweep.net_benefit)
    if len(sweep.groups) > 1:
        yield over_groups(sweep.jointly, "auc", 0.5)


def sweep_next(sweep: Sweep) -> Iterator[Next]:
    """Scores that are turned around; else the costs that a threshold should be chosen by, or other items."""
    auc, (positive, other), best = sweep.auc, sweep.scores.labels, sweep.chosen
    if auc.low is None or auc.high is None:
        return
    if auc.high < 0.5:
        told = f"with {str(other)!r} as the positive label auc is {coefficient(1 - auc.value)}"
        aim = f"look at what high scores mean; {told}"
        yield Next("turned", aim, "", {"positive": other})
    elif auc.low <= 0.5:
        if (n := for_width(auc, sweep.scores.n, WIDTH)) is not None:
            yield Next("more_items", f"add items: about {n:,} give a {ci(auc.level)} of auc {WIDTH:g} wide")
    elif sweep.costs is None:
        aim = f"say what errors cost; if a missed {str(positive)!r} costs 5 times a false alarm"
        yield Next("costs", aim, "", {"cost_fn": 5})
    elif best.bias not in (0, 1):
        aim = f"confirm what threshold {threshold(best.threshold)} costs on new items"
        yield Next("held_out", aim, "", {"held_out": "FILE"})


def _helps(found: Benefit) -> Finding:
    """Between which threshold probabilities acting on the score is shown to be better than acting on all and none."""
    first, last = found.thresholds[0], found.thresholds[-1]
    asked = f"threshold probability {threshold(first)}" + f" to {threshold(last)}" * (last > first)
    if found.note:
        return Finding("benefit", f"Cannot tell whether it helps at {asked}: {found.note}.")
    worse = f" It is worse than one of them at {_stretches(found.harms)}." * bool(found.harms)
    if found.helps:
        told = f"Acting on the score is better than acting on all items or on none at {_stretches(found.helps)}"
        return Finding("benefit", f"{told} (net benefit, {_banded(found)}).{worse}")
    told = f"No evidence that acting on the score is better than acting on all items or on none at {asked}"
    return Finding("no_benefit", f"{told} (net benefit, {_banded(found)}).{worse}")


def _banded(found: Benefit) -> str:
    level = f"{100 * (found.values[0].level or 0):g}%"
    return (
        f"simultaneous {level} band at {len(found.thresholds)} thresholds" if len(found.values) > 1 else f"{level} CI"
    )


def _stretches(stretches: Sequence[tuple[float, float]]) -> str:
    return "threshold probability " + ", ".join(
        threshold(first) if first == last else f"{threshold(first)} to {threshold(last)}" for first, last in stretches
    )


def _most_informed(best: OperatingPoint) -> Finding:
    """Which threshold is best, and what it is worth on items that did not choose it; that is said or nothing."""
    if not best.informedness > 0:
        told = "No threshold beats guessing: informedness is 0 at best, where all items get the same label."
        return Finding("no_threshold", told)
    if not best.corrected or best.value.low is None:
        return Finding(
            "optimistic",
            f"Informedness is highest at threshold {threshold(best.threshold)}. It was chosen on the same items, so "
            f"its value is optimistic: validate with {arg('held_out', 'FILE')} or correct with {arg('draws', 20)}.",
        )
    worth, cut = f"({quoted('informedness', best.value)}; {CROSSED})", threshold(best.threshold)
    if best.value.low > 0:
        return Finding("best_threshold", f"At its best threshold, {cut}, it is {knowing(best.value.value)} {worth}.")
    told = f"Not shown that a threshold beats guessing: at the best, {cut}, {unshown(best.value.high)}"
    return Finding("no_evidence", f"{told} {worth}.")


def _cheapest(sweep: Sweep) -> Finding:
    """Which threshold costs least, against deciding without looking."""
    point, positive = sweep.chosen, sweep.scores.labels[0]
    costs = sweep.costs
    assert costs is not None
    share = "" if costs.prevalence is None else f", {rate(costs.prevalence)} are {positive!r}"
    given = f"(false alarm {costs.cost_fp:g}, miss {costs.cost_fn:g}{share})"
    if point.bias in (0, 1):
        said = (
            f"On these items it is cheapest {'never' if point.bias == 0 else 'always'} to predict {positive!r} {given}."
        )
    else:
        found = CROSSED if point.corrected else "on the items that chose it"
        cost = f"it costs {number(point.value.value)} per item ({ends(point.value)}; {found})"
        said = f"At the cheapest threshold {given}, {threshold(point.threshold)}, {cost}."
    side = min(("never", "always"), key=lambda each: sweep.cost[each])
    high = point.value.high if point.corrected else None  # what chose the threshold cannot show that it is cheaper
    doubt = point.bias not in (0, 1) and (high is None or sweep.cost[side] <= high)
    told = f" So no threshold is shown to be cheaper than {side} predicting {positive!r}." if doubt else " So it pays."
    return Finding("cheapest", f"{said} {_constant(sweep.cost, positive)}{told * (point.bias not in (0, 1))}")


def _constant(cost: Mapping[str, float], positive: Label) -> str:
    return f"Never predicting {positive!r} costs {number(cost['never'])} per item, always {number(cost['always'])}."


def _judged(sweep: Sweep, auc: Estimate) -> str:
    """By the strengths of `evaluate`, for twice the area less one."""
    if auc.low is None or auc.high is None:
        return "Cannot tell how well the scores rank"
    few = min(item_counts(sweep.sample))
    code = judged(
        2 * auc.low - 1, 2 * auc.high - 1, few, lambda: getattr(sweep.significance.get("mann_whitney"), "p", None)
    )
    return STRENGTHS[code] + (f"; {few:,.0f} items of a class cannot settle it" if code == "probably" else "")


def held_out(found: HeldOut) -> Iterator[Finding]:
    """What the best threshold is worth on items that did not choose it."""
    name, best = next(iter(found.points.items()))
    if name == "cheapest":
        there, before = best.held_out.value, best.chosen.value
        yield Finding(
            "held_out",
            f"On {found.n:,} other items threshold {threshold(best.held_out.threshold)} costs "
            f"{number(there.value)} per item ({ends(there)}); on the items it was chosen on {number(before.value)}. "
            f"{_constant(found.constant, best.chosen.counts.labels[0])}",
        )
        return
    yield Finding(
        "held_out",
        f"On {found.n:,} other items threshold {threshold(best.held_out.threshold)} has informedness "
        f"{coefficient(best.held_out.informedness)}{within(best.held_out.value)}; on the items it was chosen on "
        f"{coefficient(best.chosen.informedness)}.",
    )


def sweeps(sweeps: Sweeps) -> Iterator[Finding]:
    """How well the scores rank on average, and on which class best and worst."""
    means = {weights: number(sweeps.average(weights)) for weights in ("prevalence", "equal")}
    told = f"Mean auc: {means['prevalence']} weighted by prevalence, {means['equal']} unweighted."
    yield Finding("mean", told)
    areas = sweeps.jointly
    best, worst = (choose(areas, key=lambda label: areas[label].value) for choose in (max, min))
    told = f"The scores rank {_ranked(best, areas[best])} best, {_ranked(worst, areas[worst])} worst."
    yield Finding("best_and_worst", told)
    informed = [label for label, each in areas.items() if each.low is not None and each.low > 0.5]
    yield Finding(
        "classes",
        f"They rank {len(informed)} of {len(areas)} classes better than guessing (intervals adjusted for the number of "
        "classes, Bonferroni).",
    )


def _ranked(label: Label, area: Estimate) -> str:
    return f"{str(label)!r} (auc {coefficient(area.value)}{f'; {ends(area)}' if area.low is not None else ''})"


def score_comparison(found: ScoreComparison) -> Iterator[Finding]:
    """Which scores rank better, by the area that was asked for; then where acting on one is worth more."""
    for name, swept in found.sweeps.items():
        yield Finding("ranks", f"{name!r}: {_judged(swept, swept.auc).lower()} ({quoted('auc', swept.auc)}).")
    leading = found.differences[0].measure
    pairs = [each for each in found.differences if each.measure == leading]
    family = f", adjusted for {len(pairs)} pairs" if len(pairs) > 1 else ""
    for each in pairs:
        ahead = each.estimate.value > 0
        best, rest = (each.first, each.second) if ahead else (each.second, each.first)
        gap = f"difference {apart(each.estimate if ahead else each.estimate.turned())}, {p_is(each.p_adjusted)}{family}"
        if each.p_adjusted is None or each.p_adjusted != each.p_adjusted or each.estimate.low is None:
            why = each.estimate.note or "one of the areas is undefined"
            yield Finding("cannot_tell", f"Cannot tell {each.first!r} from {each.second!r}: {why}.")
        elif each.p_adjusted < 1 - found.level:
            yield Finding("better", f"{best!r} ranks better than {rest!r} ({each.measure}: {gap}).")
        else:
            told = f"Not shown that {best!r} ranks better than {rest!r}"
            yield Finding("no_difference", f"{told} ({each.measure}: {gap}).")
    for gained in found.net_benefit:
        yield _gained(gained, len(found.net_benefit))


def score_comparison_next(found: ScoreComparison) -> Iterator[Next]:
    """The score that ranks best, alone."""
    best = max(found.sweeps, key=lambda name: found.sweeps[name].auc.value)
    yield Next("best", f"see what {best!r} is worth at its best threshold", "", {"scores": [best]})


def _gained(found: BenefitGap, pairs: int) -> Finding:
    """Where acting on one score is shown to be worth more than acting on the other."""
    one, two = found.first, found.second
    if found.note:
        return Finding("benefit_gap", f"Cannot tell which of {one!r} and {two!r} is worth more: {found.note}.")
    many = f" and {pairs} pairs" if pairs > 1 else ""
    how = f"net benefit, simultaneous band over {len(found.thresholds)} thresholds{many}"
    sides = [
        f"acting on {better!r} is worth more than on {worse!r} at {_stretches(where)}"
        for better, worse, where in ((one, two, found.wins), (two, one, found.loses))
        if where
    ]
    if sides:
        told = " and ".join(sides)
        return Finding("benefit_gap", f"{told[0].upper()}{told[1:]} ({how}).")
    first, last = threshold(found.thresholds[0]), threshold(found.thresholds[-1])
    where = f"threshold probability {first}" + f" to {last}" * (first != last)
    return Finding("no_benefit_gap", f"No evidence that acting on {one!r} or {two!r} is worth more at {where} ({how}).")


def area_comparison(found: AreaComparison) -> Iterator[Finding]:
    """Which of two scores ranks better."""
    gap = found.difference
    if gap.low is None or gap.high is None:
        said = "Cannot tell how sure the difference is"
    elif gap.low <= 0 <= gap.high:
        said = "No significant difference between the scores"
    else:
        said = f"The {'first' if gap.value > 0 else 'second'} score ranks better"
    test = "DeLong" if gap.method == "delong" else "DeLong's variance with Student's t"
    yield Finding("difference", f"{said} ({p_is(found.p)}, {test}).")


def calibration(found: Calibration) -> Iterator[Finding]:
    """Whether the scores mean what they say, how far they lie from what came true, and where."""
    if found.p is not None and found.p == found.p:
        level = found.brier.level or 0.95
        code, said = "as_said", "No evidence that the scores mean anything else than they say"
        if found.p < 1 - level:
            code, said = "off", "The scores do not mean what they say"
        yield Finding(code, f"{said} ({p_is(found.p)}): {'; '.join(_needs(found))}.")
    yield Finding(
        "calibrated",
        f"Score and share of positives differ by {number(found.ece)} on average, by {number(found.mce)} at most; on "
        f"this many items perfectly calibrated scores would by {number(found.ece_chance)} and "
        f"{number(found.mce_chance)}.",
    )
    for each in [each for each in found.bins if each.off and each.band is not None][:MOST_BINS]:
        ends = f"{percent(each.band[0])} to {percent(each.band[1])}" if each.band else ""
        yield Finding(
            "bin",
            f"Scores of {number(each.low)} to {number(each.high)} come true in {percent(each.share.value)} of these "
            f"items ({ends}, all bins together).",
        )


def _needs(found: Calibration) -> Iterator[str]:
    """Slope and intercept, and what it means where they are not 1 and 0."""
    for name, each, meaning in (
        ("slope", found.slope, ("they are too extreme", "they are not extreme enough")),
        ("intercept", found.intercept, ("positives are rarer than they say", "positives are commoner than they say")),
    ):
        if each is not None and each.low is not None and each.high is not None and each.chance is not None:
            way = meaning[0] if each.high < each.chance else meaning[1] if each.low > each.chance else ""
            yield f"{name} {number(each.value)} ({ci(each.level)} {interval(each)}){f': {way}' * bool(way)}"


def calibrations(found: Calibrations) -> Iterator[Finding]:
    """Which scores or groups are off, and which of two scores is nearer to what came true."""
    off = [name for name, p in found.p.items() if p < 1 - found.level]
    tested = f"({len(found.p)} {found.of} tested together)"
    if not off:
        yield Finding("as_said", f"No evidence of any that it does not mean what it says {tested}.")
    elif found.of == "groups":
        yield Finding("off", f"In {named(off)} the scores do not mean what they say {tested}.")
    else:
        means = "does not mean what it says" if len(off) == 1 else "do not mean what they say"
        yield Finding("off", f"{named(off)} {means} {tested}.")
    for each in found.differences:
        if each.measure == "brier":
            gap = f"difference in Brier score {apart(each.estimate)}, {p_is(each.p_adjusted)}"
            if each.p_adjusted is not None and each.p_adjusted < 1 - found.level:
                near, far = (each.first, each.second) if each.estimate.value < 0 else (each.second, each.first)
                yield Finding("nearer", f"{near!r} is nearer to what came true than {far!r} ({gap}).")
            else:
                yield Finding("not_nearer", f"Not shown which of {each.first!r} and {each.second!r} is nearer ({gap}).")
