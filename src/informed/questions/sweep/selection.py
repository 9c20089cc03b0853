"""How much better a predictor gets when it answers only where it is most confident."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.basis import listed, signature
from informed.core.errors import InputError, asked
from informed.core.given import Column
from informed.core.labels import plain_labels
from informed.core.result import Result
from informed.core.table import actuals, diagonal, ratio, total
from informed.core.validate import Numbers
from informed.core.words import number
from informed.inference.abstention import ZERO_STAKE, staked

POINTS = 1000
COLUMNS = ("thresholds", "coverage", "risk", "informedness")


@dataclass(frozen=True, eq=False)
class Selective(Result):
    """From answering only the most confident item to answering all: coverage, risk, informedness at zero stake.

    ``thresholds``: answer when the confidence is at least this. ``risk``: the share of the answers that is wrong.
    ``area``: the mean risk over all coverages (AURC), from every distinct confidence.
    """

    kind = "selective"
    json_keys = ("area", *COLUMNS)

    thresholds: Numbers
    coverage: Numbers
    risk: Numbers
    informedness: Numbers
    area: float
    signature: str

    @property
    def best(self) -> int:
        """Where informedness at zero stake is highest; beyond, the answers are no better than silence."""
        return int(np.nanargmax(self.informedness))

    def head(self) -> tuple[str, str]:
        return "Answering only when confident", f"mean risk over all coverages (AURC) {number(self.area)}"

    def rows(self) -> list[dict[str, Any]]:
        """One row a threshold."""
        return [dict(zip(COLUMNS, row, strict=True)) for row in zip(*map(self.to_dict().get, COLUMNS), strict=True)]


@asked
def selective_risk(
    actual: Column, predicted: Column, confidence: Column, *, counts: Any = None, points: int | None = POINTS
) -> Selective:
    """Compute risk and informedness of a predictor that answers only where it is confident.

    Parameters
    ----------
    actual, predicted
        The labels of each item.
    confidence
        A number per item, on any scale, high where the prediction is sure.
    counts
        The number of items per row; 1 by default.
    points
        At most this many thresholds, evenly spread over the coverage; None for every distinct confidence.

    Returns
    -------
    Selective
        Thresholds with their coverage, risk and informedness.

    Raises
    ------
    InputError
        If the columns differ in length.

    Examples
    --------
    >>> float(selective_risk([1, 1, 0, 0], [1, 0, 0, 1], [0.9, 0.6, 0.8, 0.2]).risk[-1])
    0.5
    """
    if any(map(np.ma.is_masked, (actual, predicted, confidence, counts))):
        raise InputError("some items are masked; a risk needs the label and the confidence of each: drop those items")
    labels, codes = np.unique(np.concatenate([np.asarray(actual), np.asarray(predicted)]), return_inverse=True)
    sure = np.asarray(confidence, dtype=np.float64)
    size = np.ones(len(sure)) if counts is None else np.asarray(counts, dtype=np.float64)
    if not len(codes) == 2 * len(sure) == 2 * len(size) or not len(sure):
        raise InputError(
            f"actual, predicted, confidence have {len(np.asarray(actual))}, {len(np.asarray(predicted))} and "
            f"{len(sure)} items; give one of each for every item"
        )
    if np.isnan(sure).any():
        raise InputError(f"confidence at position {int(np.isnan(sure).argmax())} is NaN; drop the item or rank it last")
    rows, columns = codes[: len(sure)], codes[len(sure) :]
    levels, place = np.unique(-sure, return_inverse=True)
    answered = np.bincount(place, size).cumsum()
    wrong = np.bincount(place, size * (rows != columns)).cumsum()
    shown = _spread(answered, points)
    tables = _tables(np.searchsorted(shown, place), rows, columns, size, (len(shown), len(labels), len(labels)))
    return Selective(
        thresholds=-levels[shown],
        coverage=answered[shown] / answered[-1],
        risk=1 - ratio(diagonal(tables).sum(-1), total(tables)),
        informedness=np.asarray(ZERO_STAKE["informedness"](staked(tables, actuals(tables[-1]) - actuals(tables)))),
        area=float((np.diff(answered, prepend=0) * wrong / answered).sum() / answered[-1]),
        signature=signature({"n": float(size.sum()), "labels": listed(plain_labels(labels)), "points": points}),
    )


def _spread(answered: Numbers, points: int | None) -> Numbers:
    """Which confidences to show: all, or so many that coverage grows evenly; always the last."""
    if points is None or len(answered) <= points:
        return np.arange(len(answered))
    wanted = np.linspace(0, answered[-1], points + 1)[1:]
    return np.unique(np.searchsorted(answered, wanted - 1e-9 * answered[-1]))


def _tables(at: Numbers, rows: Numbers, columns: Numbers, size: Numbers, shape: tuple[int, ...]) -> Numbers:
    flat = np.bincount(np.ravel_multi_index((at, rows, columns), shape), size, int(np.prod(shape)))
    return flat.reshape(shape).cumsum(0)
