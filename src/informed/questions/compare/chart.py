"""Comparisons as charts."""

from informed.core.errors import InputError
from informed.core.estimate import finite
from informed.core.registry import get
from informed.questions.compare.result import Comparison
from informed.questions.evaluate.result import ACROSS
from informed.writers.charts import Figure, lanes
from informed.writers.charts.rows import MOST_ROWS, Rows, ends, present


def systems(comparison: Comparison) -> Rows:
    """A few measures of every system."""
    return [
        {"row": system, "items": None, "measure": name, **ends(values[name])}
        for system, values in comparison.values.items()
        for name in present(ACROSS, values) or list(values)[:1]
    ]


def differences(comparison: Comparison) -> Rows:
    """Of one pair every measure; of several pairs the measure that is compared first."""
    lead = comparison.differences[0].measure
    alone = len(comparison.systems) == 2
    names = comparison.telling if alone else (lead,)
    shown = [each for each in comparison.differences if each.measure in names][:MOST_ROWS]
    return [
        {"row": _oriented(each.measure) if alone else f"{each.first} - {each.second}", "measure": each.measure}
        | {"sides": (each.first, each.second) if alone else _sides(lead)}
        | {"p": finite(each.p_adjusted), **ends(each.estimate), "chance": 0.0}
        for each in shown
    ]


def _sides(measure: str) -> tuple[str, str]:
    """Who is better on the right and on the left of 0, where each row is about another pair."""
    return ("second", "first") if _lower(measure) else ("first", "second")


def _oriented(measure: str) -> str:
    return f"{measure.replace('_', ' ')} (lower is better)" if _lower(measure) else measure


def _lower(measure: str) -> bool:
    try:
        return get(measure).higher_is_better is False
    except InputError:  # a measure of label sets or raters
        return False


FIGURES = {
    "comparison": {
        "differences": Figure("Differences", differences, lanes.gaps),
        "systems": Figure("Systems", systems, lanes.small_multiples),
    }
}
