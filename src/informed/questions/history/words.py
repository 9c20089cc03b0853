"""What changed over the runs, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import ci, coefficient, many, p_is, within

if TYPE_CHECKING:
    from informed.questions.history.compute import Change, History


def history(found: History) -> Iterator[str]:
    """Each change; a system without one in a single sentence."""
    for each in found.changes:
        yield _change(each, found.measure, found.level)
    changed = {each.system for each in found.changes}
    for system, runs in found.systems.items():
        newest = runs[-1].estimate
        now = f"{found.measure} {coefficient(newest.value)}{within(newest)} in the last run"
        p = found.p[system]
        if system in changed:
            yield f"Now: {system!r} has {now}."
        elif p is None:
            some = any(each.estimate.low is not None for each in runs)
            yield f"{'Only one run with' if some else 'No run has'} an interval: {system!r} has {now}."
        else:
            yield f"No change shown: {system!r} has {now}; over {many(len(runs), 'run')} {p_is(p)}."


def _change(each: Change, measure: str, level: float) -> str:
    word = "fell" if each.after < each.before else "rose"
    sure = each.earliest.version == each.point.version  # else the change may have come before the version did
    version = f"{' with' if sure else ', a run of'} version {each.point.version}" if each.point.version else ""
    return (
        f"Changed: mean {measure} of the runs of {each.system!r} {word} "
        f"from {coefficient(each.before)} to {coefficient(each.after)} "
        f"on {each.point.time:%Y-%m-%d} ({ci(level)} {_dates(each)}){version} ({p_is(each.p)})."
    )


def _dates(each: Change) -> str:
    """From when to when the change may have come; on one day the times tell."""
    if each.earliest == each.latest:
        return "that run alone"
    ends = each.earliest.time, each.latest.time
    form = "%Y-%m-%d" if ends[0].date() != ends[1].date() else "%Y-%m-%d %H:%M:%S"
    return " to ".join(time.strftime(form) for time in ends)
