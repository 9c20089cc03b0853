"""A sweep as plain text: verdict first, then areas and operating points."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import ci, count, interval, many, number, percent, threshold
from informed.questions.sweep.operating import RATES
from informed.writers.layout import columns, cut, fitted, group_table, noted, remarks, screen, sentences

if TYPE_CHECKING:
    from informed.questions.sweep.area import AreaComparison
    from informed.questions.sweep.calibration import Calibration
    from informed.questions.sweep.compute import Sweep
    from informed.questions.sweep.holdout import HeldOut
    from informed.questions.sweep.selection import Selective
    from informed.questions.sweep.several import Sweeps


NAMES = {"fallout": "false pos."}  # what newcomers know a rate by


def selective(curve: Selective, *, every: bool = False) -> str:
    """A few points of the risk-coverage curve, and where informedness is highest."""
    last = len(curve.thresholds) - 1
    shown = sorted({round(last * tenth / 10) for tenth in range(11)} | {curve.best})
    rows = [["confidence >=", "coverage", "risk", "informedness (zero stake)", ""]]
    for place in shown:
        cells = [curve.thresholds[place], curve.coverage[place], curve.risk[place], curve.informedness[place]]
        rows.append([*(number(float(each)) for each in cells), "<- best" if place == curve.best else ""])
    head = f"Answering only when confident  mean risk over all coverages (AURC) {number(curve.area)}"
    return screen([head, sentences(curve.verdict), columns(rows, left=0)], curve.signature, every)


def sweep(sweep: Sweep, *, every: bool = False) -> str:
    """The sweep to read."""
    return screen(_sections(sweep, every), sweep.signature, every, spare=(3, 4))


def _sections(sweep: Sweep, every: bool) -> Iterator[str]:
    head = f"Informed or guessing?   {heading(sweep)}"
    yield head if every else fitted(head.partition(";")[0])
    yield sentences(sweep.verdict)
    yield _areas(sweep, every)
    yield _points(sweep, every)
    if sweep.groups:
        yield group_table(sweep.scores.by, "auc", sweep.by_group, sweep.level)
    told = None if every or not sweep.chosen.corrected else sweep.chosen.value.note  # the verdict has the value
    notes = [each for each in sweep.notes if each != told]
    yield from noted(notes) if every else [remarks(notes)]


def heading(sweep: Sweep) -> str:
    """What was swept."""
    scores = sweep.curve
    bins = f" in bins of {scores.width:g}" if scores.width else ""
    return (
        f"{many(scores.n, 'item')}, {many(len(scores.values), 'distinct score')}{bins}; "
        f"high scores mean {scores.labels[0]!r} rather than {scores.labels[1]!r}"
    )


def _areas(sweep: Sweep, every: bool) -> str:
    rows = areas(sweep)
    return columns(rows if every else [row for row in rows if row[0] not in ("gini", "auc of the hull")])


def areas(sweep: Sweep) -> list[list[str]]:
    """The areas of the curve, a line each."""
    rows = [["", "value", ci(sweep.level), "chance"]]
    estimates = {"auc": sweep.auc, "gini": sweep.gini, "average_precision": sweep.average_precision}
    rows += [[name, number(each.value), interval(each), number(each.chance)] for name, each in estimates.items()]
    return [*rows, ["auc of the hull", number(sweep.hull.auc), "", ""]]


def _points(sweep: Sweep, every: bool) -> str:
    return columns(points(sweep, every))


def there(sweep: Sweep) -> dict[str, str]:
    """What precision is called at another prevalence than that of the items."""
    share = sweep.chosen.prevalence
    return {} if share is None else {"precision": f"precision at {percent(share)}"}


def points(sweep: Sweep, every: bool) -> list[list[str]]:
    """The thresholds and their rates; what they are worth on other items with ``every``, the verdict has the first."""
    drawn = every and any(point.corrected for point in sweep.points.values())
    costs = ["cost per item"] if sweep.cost else []
    rates = RATES if every or not costs else [rate for rate in RATES if rate != "informedness"]
    heads = [there(sweep).get(rate, rate if every else NAMES.get(rate, rate)) for rate in rates]
    rows = [["operating point", "threshold", *heads, *costs, *(["cross-validated", ""] if drawn else [])]]
    for name, point in sweep.points.items():
        said = [f"{point.measure} {number(point.value.value)}", interval(point.value)] if point.corrected else ["", ""]
        cells = [*(number(getattr(point, rate)) for rate in rates), *([number(sweep.cost[name])] if costs else [])]
        rows.append([point.rule, threshold(point.threshold), *cells, *(said if drawn else [])])
    for name in ("never", "always") if costs else ():
        empty = [""] * len(rates)
        last = ["", ""] if drawn else []
        rows.append([f"{name} {sweep.scores.labels[0]!r}", "", *empty, number(sweep.cost[name]), *last])
    return rows


def held_out(found: HeldOut, *, every: bool = False) -> str:
    """Thresholds on the items they were not chosen on, beside what they promised."""
    rates = ("recall", "fallout", "precision") if every else ()
    rows = [["operating point", "threshold", "promised", "informedness", ci(found.level), *rates]]
    for each in found.points.values():
        there = each.held_out
        value = [number(each.chosen.informedness), number(there.informedness)]
        value.append(interval(there.value) if there.measure == "informedness" else "")
        rows.append([there.rule, threshold(there.threshold), *value, *(number(getattr(there, name)) for name in rates)])
    head = f"Thresholds chosen on other items, tried on {found.n:,}"
    return screen([head, sentences(found.verdict), columns(rows), *noted(found.notes)], found.signature, every)


def sweeps(sweeps: Sweeps, *, every: bool = False) -> str:
    """The areas of every class against the rest."""
    rows = [
        ["label", "items", "auc", ci(sweeps.sweeps[0].level), "threshold", "informedness", *(["CI"] if every else [])]
    ]
    for label, each in zip(sweeps.labels, sweeps, strict=True):
        best = each.points["best"]
        worth = [number(best.value.value), interval(best.value)] if best.corrected else ["", ""]
        found = [number(each.auc.value), interval(each.auc), threshold(best.threshold), *worth[: len(rows[0]) - 5]]
        rows.append([str(label) if every else cut(label), f"{int(each.scores.totals[0]):,}", *found])
    head = f"Informed or guessing?   {len(sweeps.labels):,} classes, each against the rest"
    return screen([head, sentences(sweeps.verdict), columns(rows)], sweeps.signature, every, spare=(2,))


def area_comparison(found: AreaComparison, *, every: bool = False) -> str:
    """Which of two scores ranks better."""
    rows = [["", "auc", "CI"], ["first", number(found.first.value), interval(found.first)]]
    rows += [["second", number(found.second.value), interval(found.second)]]
    rows += [["difference", number(found.difference.value), interval(found.difference)]]
    head = "Which score ranks better?"
    return screen([head, sentences(found.verdict), columns(rows)], found.signature, every)


def calibration(found: Calibration, *, every: bool = False) -> str:
    """What the scores say beside what came true."""
    rows = [["score", "items", "mean score", "share positive", "CI"]]
    for each in found.bins:
        ends = f"{number(each.low)} to {number(each.high)}"
        rows.append([ends, count(each.n), number(each.score), number(each.share.value), interval(each.share)])
    losses = [["", "value", "CI", "always the prevalence", "saved"]]
    for name, loss, skill in (("brier", found.brier, found.brier_skill), ("log_loss", found.log_loss, found.log_skill)):
        losses.append([name, number(loss.value), interval(loss), number(loss.chance), number(skill)])
    head = f"Are the scores probabilities?   {count(sum(each.n for each in found.bins))} items"
    return screen([head, sentences(found.verdict), columns(rows), columns(losses)], found.signature, every)
