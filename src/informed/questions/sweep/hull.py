"""The convex hull of a ROC curve: what mixtures of thresholds can reach, and the repair of its concavities.

Provost & Fawcett 2001; Fawcett & Niculescu-Mizil 2007 (the hull is isotonic regression of the class on the score);
Flach & Wu 2005 and Powers 2007, section 2.3 (repair by local inversion).
"""

from dataclasses import dataclass

import numpy as np

from informed.core.errors import InputError, arg, choice, share
from informed.core.estimate import Record
from informed.core.table import ratio
from informed.core.validate import Numbers
from informed.core.words import number

OVERFIT = "a repair fits the concavities of the same items and may not hold for others; validate it on new items"


@dataclass(frozen=True)
class Mixture:
    """Use threshold ``first`` with probability ``q``, else ``second``: the point of the hull this gives on average."""

    first: float
    second: float
    q: float
    fallout: float
    recall: float

    @property
    def informedness(self) -> float:
        """Recall less fallout."""
        return self.recall - self.fallout

    def __str__(self) -> str:
        if self.q in (0.0, 1.0):
            return f"threshold {self.first if self.q else self.second:.6g}"
        return f"threshold {self.first:.6g} with probability {number(self.q)}, else {self.second:.6g}"


@dataclass(frozen=True, eq=False)
class Hull(Record):
    """The corners of the hull from (0, 0) to (1, 1); ``places`` are theirs among the thresholds of the sweep.

    ``probability`` holds for each edge the share of positive items among those between its two thresholds: the scores,
    calibrated as far as their order allows.
    """

    json_keys = ("thresholds", "fallout", "recall", "probability", "auc")

    places: Numbers
    thresholds: Numbers
    fallout: Numbers
    recall: Numbers
    bias: Numbers
    probability: Numbers
    auc: float

    def at(self, **target: float) -> Mixture:
        """The mixture of two neighbouring corners with this ``fallout``, ``recall`` or ``bias``."""
        if len(target) != 1:
            raise InputError(f"at() takes one of fallout=, recall=, {arg('bias')}, for example at(fallout=0.1)")
        ((name, wanted),) = target.items()
        along = getattr(self, choice("at()", name, ("fallout", "recall", "bias")))
        share(name, wanted, "it is a share of items")
        # Of all points with this fallout the one of highest recall; of all with this recall the lowest fallout.
        after = int(np.searchsorted(along, wanted, side="right" if name == "fallout" else "left"))
        after = min(max(after, 1), len(along) - 1)
        step = along[after] - along[after - 1]
        q = float((along[after] - wanted) / step) if step else 0.0
        fallout, recall = (q * each[after - 1] + (1 - q) * each[after] for each in (self.fallout, self.recall))
        first, second = self.thresholds[after - 1 : after + 1].tolist()
        return Mixture(first, second, q, float(fallout), float(recall))


def hull(hits: Numbers, alarms: Numbers, thresholds: Numbers) -> Hull:
    """The hull of a curve given by positive and other items at or above every threshold, from none to all."""
    places = _corners(hits, alarms)
    tp, fp = hits[places].astype(np.float64), alarms[places].astype(np.float64)
    recall, fallout = tp / tp[-1], fp / fp[-1]
    found, sent = np.diff(tp), np.diff(tp + fp)
    area = float(_trapezoids(fallout, recall).sum())
    bias = (tp + fp) / (tp[-1] + fp[-1])
    return Hull(places, thresholds[places], fallout, recall, bias, ratio(found, sent), area)


def _corners(hits: Numbers, alarms: Numbers) -> Numbers:
    """The places of the corners: between the blocks of the isotonic regression, less those on a straight line."""
    from scipy.optimize import isotonic_regression

    found, sent = np.diff(hits).astype(np.float64), np.diff(hits + alarms).astype(np.float64)
    blocks = isotonic_regression(found / sent, weights=sent, increasing=False).blocks
    # Rounding may leave a corner where two edges are in line: Python's whole numbers decide that exactly.
    corners: list[tuple[float, float, int]] = []
    for new in zip(alarms[blocks].tolist(), hits[blocks].tolist(), blocks.tolist(), strict=True):
        while len(corners) > 1 and _dips(corners[-2], corners[-1], new):
            corners.pop()
        corners.append(new)
    return np.array([place for *_, place in corners])


def _dips(first: tuple[float, ...], middle: tuple[float, ...], last: tuple[float, ...]) -> bool:
    """Whether the middle one of three points lies on or below the line through the others."""
    (x, y, *_), (run, rise, *_), (x_end, y_end, *_) = first, middle, last
    return (rise - y) * (x_end - x) <= (run - x) * (y_end - y)


@dataclass(frozen=True, eq=False)
class Repair:
    """The curve after each stretch below the hull was turned around: its items ranked in the opposite order.

    ``stretches`` are the pairs of thresholds between which that happened. The area gained is twice what was missing.
    """

    fallout: Numbers
    recall: Numbers
    stretches: tuple[tuple[float, float], ...]
    auc: float
    note: str = OVERFIT


def repair(fallout: Numbers, recall: Numbers, outline: Hull, thresholds: Numbers) -> Repair:
    """Reflect every stretch of the curve below an edge of the hull at the middle of that edge."""
    ends, places = outline.places, np.arange(len(recall))
    edge = np.clip(np.searchsorted(ends, places), 1, len(ends) - 1)
    mirror = ends[edge - 1] + ends[edge] - places  # the items of a stretch come in the opposite order
    new_fallout = outline.fallout[edge - 1] + outline.fallout[edge] - fallout[mirror]
    new_recall = outline.recall[edge - 1] + outline.recall[edge] - recall[mirror]
    gains = np.add.reduceat(_trapezoids(new_fallout, new_recall) - _trapezoids(fallout, recall), ends[:-1])
    stretches = [
        (float(thresholds[first]), float(thresholds[last]))
        for first, last, gain in zip(ends[:-1], ends[1:], gains, strict=True)
        if gain > 1e-12
    ]
    return Repair(new_fallout, new_recall, tuple(stretches), float(_trapezoids(new_fallout, new_recall).sum()))


def _trapezoids(fallout: Numbers, recall: Numbers) -> Numbers:
    """The areas below each step of a curve."""
    return np.asarray(np.diff(fallout) * (recall[1:] + recall[:-1]) / 2)
