"""The tables of sweeps: areas, operating points, classes, calibration."""

from collections.abc import Iterator, Mapping

from informed.core.estimate import Estimate
from informed.core.result import Grid
from informed.core.words import ci, count, interval, number, p_cell, percent, signed, threshold
from informed.questions.sweep.area import AreaComparison
from informed.questions.sweep.benefit import Benefit, BenefitGap
from informed.questions.sweep.calibration import Calibration, Calibrations
from informed.questions.sweep.compute import Sweep
from informed.questions.sweep.holdout import HeldOut
from informed.questions.sweep.operating import RATES, valued
from informed.questions.sweep.selection import Selective
from informed.questions.sweep.several import Sweeps
from informed.questions.sweep.together import ScoreComparison
from informed.writers.grids import group_grid
from informed.writers.layout import cut

OVER = {"auc": "; over all pairs", "average_precision": "; over all recalls"}  # what is averaged
NAMED = {"best": "most informed", "cheapest": "cheapest", "given": "given"}  # the thresholds of a short screen
RULES = (
    "closest to (0, 1): to no miss and no false alarm; bias = prevalence: as many items are called {0!r} as are {0!r}; "
    "rates are those of these items"
)


def selective(curve: Selective, every: bool) -> Iterator[Grid]:
    """A few points of the risk-coverage curve, and where informedness is highest."""
    last = len(curve.thresholds) - 1
    shown = sorted({round(last * tenth / 10) for tenth in range(11)} | {curve.best})
    rows = [["confidence >=", "coverage", "risk", "informedness (zero stake)", ""]]
    for place in shown:
        cells = [curve.thresholds[place], curve.coverage[place], curve.risk[place], curve.informedness[place]]
        rows.append([*(number(float(each)) for each in cells), "<- best" if place == curve.best else ""])
    yield Grid("Risk and coverage", rows, left=0)


def sweep(sweep: Sweep, every: bool) -> Iterator[Grid]:
    """Areas, operating points, groups."""
    rows = areas(sweep)
    if every:
        yield Grid("Areas", rows)
        yield Grid("Operating points", points(sweep), legend=RULES.format(sweep.scores.labels[0]))
    else:
        kept = [row for row in rows[1:] if row[0] not in ("gini", "auc of the hull")]
        kept = [[*row[:3], f"guessing: {row[3]}{OVER.get(row[0], '')}"] for row in kept]
        yield Grid("Areas", [[*rows[0][:3], ""], *kept])
        first = next(iter(sweep.points))
        shown = {name: sweep.points[name] for name in (first, "given") if name in sweep.points}
        cuts = {NAMED[name]: (each.threshold, *sweep.rates(name)) for name, each in shown.items()}
        if not sweep.scores.by or "given" in cuts:  # of groups their table is asked for; the best is in a sentence
            yield _cuts("threshold", cuts, sweep)
        if sweep.costs is not None:
            yield _costs(sweep)
    if sweep.net_benefit is not None:
        yield benefit(sweep.net_benefit, every)
    yield from group_grid(sweep.scores.by, "auc", sweep.by_group, sweep.level, spared=2)


def areas(sweep: Sweep) -> list[list[str]]:
    """The areas of the curve, a line each."""
    rows = [["", "value", ci(sweep.level), "chance"]]
    estimates = {"auc": sweep.auc, "gini": sweep.gini, "average_precision": sweep.average_precision}
    if sweep.partial_auc is not None:
        estimates[f"auc at {sweep.within}"] = sweep.partial_auc
    rows += [[name, number(each.value), interval(each), number(each.chance)] for name, each in estimates.items()]
    return [*rows, ["auc of the hull", number(sweep.hull.auc), "", ""]]


def benefit(found: Benefit, every: bool) -> Grid:
    """Net benefit along the thresholds; a few of them on the default screen, without what follows from the rest."""
    last, told = len(found.thresholds) - 1, found.values[0]
    band = ci(told.level or 0.95) if last == 0 else f"{ci(told.level or 0.95).removesuffix('CI')}band"
    beside = ["act on all", "standardised"] if every else []
    rows = [["threshold", "net benefit", band, "gain over all", band, *beside]]
    for place in range(last + 1) if every else sorted({round(last * part / 4) for part in range(5)}):
        value, gain = found.values[place], found.gains[place]
        more = [number(found.act_on_all[place]), number(found.standardised[place])] if every else []
        cells = [number(value.value), interval(value), number(gain.value), interval(gain), *more]
        rows.append([threshold(found.thresholds[place]), *cells])
    return Grid("Net benefit", rows, "Against acting on none, and on all items", left=0)


def there(sweep: Sweep) -> dict[str, str]:
    """What precision is called at another prevalence than that of the items."""
    share = sweep.chosen.prevalence
    return {} if share is None else {"precision": f"precision at {percent(share)}"}


def _cuts(of: str, cuts: Mapping[str, tuple[float, Estimate, Estimate]], sweep: Sweep, about: str = "") -> Grid:
    """Thresholds with both rates, and where these are from."""
    level = ci(sweep.level)
    rows = [[of, "from", "recall", level, "specificity", level]]
    for name, (at, *rates) in cuts.items():
        rows.append([name, threshold(at), *(cell for rate in rates for cell in (number(rate.value), interval(rate)))])
    return Grid("Thresholds", rows, about, legend=_legend(sweep))


def _legend(sweep: Sweep) -> str:
    how = "cross-validated" if sweep.chosen.corrected else "of these items"
    return f"from: the least score that is called {str(sweep.scores.labels[0])!r}; rates are {how}"


def _costs(sweep: Sweep) -> Grid:
    """What an item costs at the cheapest threshold, and where all items get one label."""
    positive, costs, least = str(sweep.scores.labels[0]), sweep.costs, sweep.chosen.value
    assert costs is not None
    rows = [["strategy", "cost per item", ci(sweep.level)], ["cheapest", number(least.value), interval(least)]]
    for name, place in (("never", 0), ("always", -1)):
        told = valued(sweep.counts_at(place % len(sweep.thresholds)), costs.measure, level=sweep.level)
        sure = "" if costs.prevalence is not None else interval(told)
        rows.append([f"{name} {positive!r}", number(sweep.cost[name]), sure])
    return Grid("Costs", rows, spared=1)


def points(sweep: Sweep) -> list[list[str]]:
    """The thresholds, their rates on these items, and what they are worth on other ones."""
    drawn = any(point.corrected for point in sweep.points.values())
    costs, rates = ["cost per item"] if sweep.cost else [], RATES
    heads = [there(sweep).get(rate, rate) for rate in rates]
    rows = [["operating point", "threshold", *heads, *costs, *(["cross-validated", ""] if drawn else [])]]
    for name, point in sweep.points.items():
        told = drawn and point.corrected
        said = [f"{point.measure} {number(point.value.value)}", interval(point.value)] if told else ["", ""]
        cells = [*(number(getattr(point, rate)) for rate in rates), *([number(sweep.cost[name])] if costs else [])]
        rows.append([point.rule, threshold(point.threshold), *cells, *(said if drawn else [])])
    for name in ("never", "always") if costs else ():
        empty = [""] * len(rates)
        last = ["", ""] if drawn else []
        rows.append([f"{name} {sweep.scores.labels[0]!r}", "", *empty, number(sweep.cost[name]), *last])
    return rows


def held_out(found: HeldOut, every: bool) -> Iterator[Grid]:
    """Thresholds on the items they were not chosen on, beside what they promised."""
    rates = ("recall", "fallout", "precision") if every else ()
    rows = [["operating point", "threshold", "promised", "informedness", ci(found.level), *rates]]
    for each in found.points.values():
        there = each.held_out
        value = [number(each.chosen.informedness), number(there.informedness)]
        value.append(interval(there.value) if there.measure == "informedness" else "")
        rows.append([there.rule, threshold(there.threshold), *value, *(number(getattr(there, name)) for name in rates)])
    yield Grid("Thresholds", rows)


def sweeps(sweeps: Sweeps, every: bool) -> Iterator[Grid]:
    """The areas of every class against the rest."""
    rows = [
        ["label", "items", "auc", ci(sweeps.sweeps[0].level), "threshold", "informedness", *(["CI"] if every else [])]
    ]
    for label, each in zip(sweeps.labels, sweeps, strict=True):
        best = each.points["best"]
        worth = [number(best.value.value), interval(best.value)] if best.corrected else ["", ""]
        found = [number(each.auc.value), interval(each.auc), threshold(best.threshold), *worth[: len(rows[0]) - 5]]
        rows.append([str(label) if every else cut(label), f"{int(each.scores.totals[0]):,}", *found])
    yield Grid("Classes", rows, "Each class against the rest", spared=1)


def score_comparison(found: ScoreComparison, every: bool) -> Iterator[Grid]:
    """The areas of each score, its threshold with both rates, and the differences."""
    level, part = ci(found.level), found.first.within
    heads = [*([f"auc at {part}", level] if part else []), "average precision", level]
    rows = [["score", "auc", level, *heads]]
    for name, each in found.sweeps.items():
        beside = [*([each.partial_auc] if each.partial_auc is not None else []), each.average_precision]
        cells = [cell for area in (each.auc, *beside) for cell in (number(area.value), interval(area))]
        rows.append([name, *cells])
    yield Grid("Areas", rows)
    given = found.thresholds is not None
    cuts = {name: (at.threshold, at.recall, at.inverse_recall) for name, at in found.cuts.items()}
    yield _cuts("score", cuts, found.first, "Given thresholds" if given else "Best thresholds")
    if not given and every:
        rows = [["score", "threshold", "lowest", "highest that may be best"]]
        for name, at in found.cuts.items():
            ends = ["" if end is None else threshold(end) for end in (at.low, at.high)]
            rows.append([name, threshold(at.threshold), *ends])
        yield Grid("Thresholds that may be best", rows)
    rows = [["difference", "", "", level, "p", "adjusted p"]]
    for gap in found.differences:
        sure = [p_cell(gap.p), p_cell(gap.p_adjusted)]
        pair = f"{gap.first} - {gap.second}"
        rows.append([pair, gap.measure, number(gap.estimate.value), interval(gap.estimate), *sure])
    yield Grid("Differences", rows, "Intervals and adjusted p allow for all pairs (Holm)", left=2)
    yield from (_benefit_gap(each, every) for each in found.net_benefit)


def _benefit_gap(found: BenefitGap, every: bool) -> Grid:
    """The gain in net benefit along the thresholds; a few of them on the default screen."""
    last = len(found.thresholds) - 1
    rows = [["threshold", f"{found.first} - {found.second}", "simultaneous band"]]
    for place in range(last + 1) if every else sorted({round(last * part / 4) for part in range(5)}):
        each = found.values[place]
        rows.append([threshold(found.thresholds[place]), number(each.value), interval(each)])
    return Grid(
        "Difference in net benefit", rows, f"Net benefit of {found.first!r} less that of {found.second!r}", left=0
    )


def area_comparison(found: AreaComparison, every: bool) -> Iterator[Grid]:
    """Which of two scores ranks better."""
    rows = [["", "auc", "CI"], ["first", number(found.first.value), interval(found.first)]]
    rows += [["second", number(found.second.value), interval(found.second)]]
    rows += [["difference", number(found.difference.value), interval(found.difference)]]
    yield Grid("Areas", rows)


def calibration(found: Calibration, every: bool) -> Iterator[Grid]:
    """What the scores say beside what came true."""
    rows = [["score", "items", "mean score", "share positive", "CI"]]
    for each in found.bins:
        ends = f"{number(each.low)} to {number(each.high)}"
        rows.append([ends, count(each.n), number(each.score), number(each.share.value), interval(each.share)])
    losses = [["", "value", "CI", "always the prevalence", "saved"]]
    for name, loss, skill in (("brier", found.brier, found.brier_skill), ("log_loss", found.log_loss, found.log_skill)):
        losses.append([name, number(loss.value), interval(loss), number(loss.chance), number(skill)])
    yield Grid("Scores and what came true", rows)
    if every:
        yield Grid("Losses", losses)


def calibrations(found: Calibrations, every: bool) -> Iterator[Grid]:
    """Slope, intercept and Brier score of each, and the differences."""
    heads = ["", "slope", "CI", "intercept", "CI", "brier", "CI", "adjusted p"]
    rows = []
    for name, each in found.parts.items():
        three = (each.slope, each.intercept, each.brier)
        cells = [cell for one in three for cell in (("-", "") if one is None else (number(one.value), interval(one)))]
        rows.append([name, *cells, p_cell(found.p[name])])
    yield Grid("Calibration of each", [heads, *rows], "slope 1 and intercept 0: as the scores say", named=True)
    told = [each for each in found.differences if every or each.measure == "brier"]
    gaps = [[f"{g.first} - {g.second}", g.measure, signed(g.estimate.value), interval(g.estimate)] for g in told]
    ps = [[p_cell(g.p_adjusted)] for g in told]
    if gaps:
        lines = [[*row, *p] for row, p in zip(gaps, ps, strict=True)]
        yield Grid("Differences", [["difference", "", "", "CI", "adjusted p"], *lines], left=2)
