"""Several grades of one item made one, in the ways that Inspect names: mean, median, mode, max, pass_at_2, ..."""

import math
import re
import statistics
from collections import Counter
from collections.abc import Callable, Sequence

from informed.readers.logs.items import Grade


def reduced(name: str, grades: Sequence[Grade]) -> float | None:
    """The grades of one item as one; NaN where they are too few, None where it cannot be told from the log."""
    if name == "mode":
        return _mode(grades)
    values = [grade.value for grade in grades if grade.value is not None]
    if name in SIMPLE:
        return SIMPLE[name](values)
    found = re.fullmatch(r"(at_least|pass_at|pass_k)_(\d+)", name)
    if found is None:
        return None
    return COUNTED[found[1]](sum(value >= 1 for value in values), len(values), int(found[2]))


def _mode(grades: Sequence[Grade]) -> float | None:
    """The commonest grade, as the log writes it; of two equally common ones the order of the run would decide."""
    (label, times), *others = Counter(grade.label for grade in grades).most_common(2)
    if others and others[0][1] == times:
        return None
    return next(grade.value for grade in grades if grade.label == label)


def _pass_at(right: int, answers: int, k: int) -> float:
    """The probability that one of k answers is right, of those given drawn without replacement (Chen et al. 2021)."""
    return math.nan if answers < k else 1 - math.comb(answers - right, k) / math.comb(answers, k)


def _pass_k(right: int, answers: int, k: int) -> float:
    """The probability that all of k answers are right."""
    return math.nan if answers < k else math.comb(right, k) / math.comb(answers, k)


SIMPLE: dict[str, Callable[[Sequence[float]], float]] = {
    "mean": statistics.fmean,
    "median": statistics.median,
    "max": max,
}
COUNTED: dict[str, Callable[[int, int, int], float]] = {
    "at_least": lambda right, answers, k: float(right >= k),
    "pass_at": _pass_at,
    "pass_k": _pass_k,
}
