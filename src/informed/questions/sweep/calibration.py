"""Do scores that are probabilities mean what they say?"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np

from informed.core.basis import scored, signature
from informed.core.errors import InputError, arg, choice, whole
from informed.core.estimate import Estimate, finite
from informed.core.metrics import Figure
from informed.core.result import Result
from informed.core.scores import Scores
from informed.core.table import ratio
from informed.core.validate import Numbers
from informed.core.words import Next, count
from informed.inference.adjustment import adjust, shown_at
from informed.inference.concordance import of_influence
from informed.inference.proportions import exact, jeffreys
from informed.inference.recalibration import Line, largest_by_chance, line
from informed.questions.compare.result import Difference
from informed.readers.scores import Several


@dataclass(frozen=True)
class Bin:
    """Items whose scores lie between two ends: how many, their mean score, and the share of positive ones.

    ``band``: limits of that share that hold for all bins together.
    """

    low: float
    high: float
    n: float
    score: float
    share: Estimate
    band: tuple[float, float] | None = None

    @property
    def off(self) -> bool:
        """Whether the mean score lies outside the band."""
        return self.band is not None and not self.band[0] <= self.score <= self.band[1]


@dataclass(frozen=True)
class Calibration(Result):
    """A reliability table and what the scores lose by saying what they say.

    ``ece``: the distance between score and share, averaged over items, and ``ece_chance`` what scores that mean what
    they say would show on so few items; ``mce`` and ``mce_chance``: the largest of any bin. ``slope`` and
    ``intercept`` (with slope 1): the line that the logits of the scores need, 1 and 0 where they mean what they say
    (Cox 1958); ``p`` of both together. They are None with weights. ``brier`` is the mean squared distance between
    score and class, ``log_loss`` the mean surprise in bits; their ``chance`` is the loss of always saying the
    prevalence, and ``brier_skill`` and ``log_skill`` the part of it that the scores save.
    ``reliability - resolution + uncertainty = brier``, over distinct scores (Murphy 1973).
    """

    kind = "calibration"

    bins: tuple[Bin, ...]
    ece: float
    ece_chance: float
    mce: float
    mce_chance: float
    slope: Estimate | None
    intercept: Estimate | None
    p: float | None
    brier: Estimate
    log_loss: Estimate
    brier_skill: float
    log_skill: float
    reliability: float
    resolution: float
    uncertainty: float
    signature: str
    note: str | None = None

    def head(self) -> tuple[str, str]:
        return "Are the scores probabilities?", f"{count(sum(each.n for each in self.bins))} items"

    def steps(self) -> Iterator[Next]:
        """What to do with scores that mean something else."""
        if self.p is not None and self.p < 1 - (self.brier.level or 0.95):
            yield Next("recalibrate", "map the scores to probabilities by other items, for example by such a line")

    def rows(self) -> list[dict[str, Any]]:
        """One row a bin."""
        return [
            {"from": each.low, "to": each.high, "n": each.n, "score": each.score, "share": each.share.value}
            | {"low": each.share.low, "high": each.share.high}
            | dict(zip(("band_low", "band_high"), each.band or (None, None), strict=True))
            for each in self.bins
        ]


def calibration(scores: Scores, bins: int = 10, strategy: str = "width", level: float = 0.95) -> Calibration:
    """The calibration of scores that are probabilities of the positive class.

    ``strategy``: bins of equal ``width`` over [0, 1], or of equal ``count``, as nearly as ties allow.
    """
    choice("strategy", strategy, BINNING)
    bins = whole("bins", bins, 1, "10 is usual")
    score = _probabilities(scores)
    counts = scores.counts.astype(np.float64)
    said, size = score, counts.sum(axis=0)
    place = BINNING[strategy](score, size, bins)
    table = _reliability(score, counts, place, level, scores.weighted)
    needs = None if scores.weighted else line(score, counts, level)
    gaps = np.array([abs(each.score - each.share.value) for each in table])
    prevalence, total = counts[0].sum() / size.sum(), size.sum()
    share = counts[0] / size
    uncertainty = float(prevalence * (1 - prevalence))
    brier = _loss((1 - said) ** 2, said**2, said, scores, uncertainty, level)
    log_loss = _loss(_bits(said), _bits(1 - said), said, scores, _entropy(prevalence), level)
    return Calibration(
        bins=tuple(table),
        ece=float(sum(each.n * gap for each, gap in zip(table, gaps, strict=True)) / total),
        ece_chance=_by_chance(score, counts if scores.squares is None else scores.squares, place) / float(total),
        mce=float(gaps.max()),
        mce_chance=largest_by_chance(score, size if scores.squares is None else scores.squares.sum(axis=0), place),
        slope=None if needs is None else needs.slope,
        intercept=None if needs is None else needs.intercept,
        p=None if needs is None else needs.p,
        brier=brier,
        log_loss=log_loss,
        brier_skill=_saved(brier.value, uncertainty),
        log_skill=_saved(log_loss.value, _entropy(prevalence)),
        reliability=float((size * (said - share) ** 2).sum() / total),
        resolution=float((size * (share - prevalence) ** 2).sum() / total),
        uncertainty=uncertainty,
        signature=signature({**scored(scores), "bins": int(bins), "strategy": strategy, "level": level}),
        note="; ".join(_notes(scores, needs)) or None,
    )


def _notes(scores: Scores, needs: Line | None) -> Iterator[str]:
    if scores.width:
        yield f"each score is taken as the middle of its bin, {scores.width:g} wide"
    if needs is None:
        yield "items have weights: slope, intercept and test are left out"
    elif needs.left:
        yield f"{count(needs.left)} items have a score of 0 or 1, which no slope and no intercept moves"


@dataclass(frozen=True)
class Calibrations(Result):
    """The calibration of several scores of the same items, or of the same score in several groups.

    ``p``: of each, that it means what it says, adjusted over all (Holm). ``differences``: of each two scores, the later
    less the earlier one, in Brier score, slope and intercept, on the same items; the intervals of each hold together.
    """

    kind = "calibrations"

    of: str
    parts: Mapping[str, Calibration]
    p: Mapping[str, float]
    differences: tuple[Difference, ...]
    level: float
    signature: str

    def head(self) -> tuple[str, str]:
        """The question, and of what."""
        return "Are the scores probabilities?", f"{len(self.parts)} {self.of}"

    def key_figures(self) -> Iterator[Figure]:
        """Slope, intercept and Brier score of each, and the differences."""
        for name, each in self.parts.items():
            told = {"slope": each.slope, "intercept": each.intercept, "brier": each.brier}
            yield from (Figure(measure, one, name) for measure, one in told.items() if one is not None)
        yield from (Figure(each.measure, each.estimate, each.first, minus=each.second) for each in self.differences)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each number of each, then one a difference."""
        found = [
            {"what": name, "measure": measure, **one.to_dict(), "p_adjusted": finite(self.p[name])}
            for name, each in self.parts.items()
            for measure in (*NEEDED, "brier")
            if (one := getattr(each, measure)) is not None
        ]
        return found + [
            {"what": f"{each.first} - {each.second}", "measure": each.measure, **each.estimate.to_dict()}
            | {"p_adjusted": finite(each.p_adjusted)}
            for each in self.differences
        ]


NEEDED = ("slope", "intercept")


def of_parts(parts: Mapping[str, Calibration], of: str, level: float, differences: Any = ()) -> Calibrations:
    """Calibrations beside each other."""
    found = [math.nan if each.p is None else each.p for each in parts.values()]
    p = dict(zip(parts, adjust(np.array(found), "holm").tolist(), strict=True))
    recipe = signature({"of": of, "parts": len(parts), "level": level, "adjust": "holm"})
    return Calibrations(of, parts, p, tuple(differences), level, recipe)


def apart(data: Several, level: float) -> list[Difference]:
    """Each two scores of the same items: the difference in Brier score, slope and intercept.

    An item adds to a difference what it adds to the number of the later score less that of the earlier one.
    """
    items = data.rows.items
    if data.rows.weights is not None or data.rows.stratum is not None:
        raise InputError(f"two calibrations take items drawn one by one; leave out {arg('weights')}, {arg('stratum')}")
    counts = np.stack([items * data.positive, items * ~data.positive])
    side, at = 1 - data.positive.astype(int), np.arange(len(items))
    moved: dict[str, dict[str, tuple[float, Numbers]]] = {}
    for name, said in data.scores.items():
        needs = line(said, counts, level)
        loss = (said - data.positive) ** 2
        brier = float(items @ loss / items.sum())
        lines = {
            each: (getattr(needs, each).value, items.sum() * moves[side, at])
            for each, moves in zip(("intercept", "slope"), needs.moves, strict=True)
        }
        moved[name] = {"brier": (brier, loss - brier), **lines}
    found: list[Difference] = []
    pairs = [(later, earlier) for earlier, later in combinations(data.scores, 2)]
    for measure in ("brier", *NEEDED):
        judged = [_gap(moved[one][measure], moved[two][measure], data, level) for one, two in pairs]
        p = np.array([each for _, each in judged])
        adjusted = adjust(p, "holm")
        for pair, (_, plain), size, sure in zip(pairs, judged, shown_at(p, adjusted, 1 - level), adjusted, strict=True):
            estimate, _ = _gap(moved[pair[0]][measure], moved[pair[1]][measure], data, 1 - float(size))
            found.append(Difference(*pair, measure, replace(estimate, level=level), float(plain), float(sure)))
    return found


def _gap(
    later: tuple[float, Numbers], earlier: tuple[float, Numbers], data: Several, level: float
) -> tuple[Estimate, float]:
    value = later[0] - earlier[0]
    return of_influence(value, later[1] - earlier[1], data.rows.items, data.rows.cluster, level, False)


def check_probabilities(scores: Scores, what: str) -> None:
    """Refuse scores that are no probabilities."""
    low, high = scores.values.min(), scores.values.max()
    if low < 0 or high > 1:
        wrong = low if low < 0 else high
        raise InputError(f"scores: {wrong:g} is not a probability, so {what} is undefined; map them to [0, 1]")


def _probabilities(scores: Scores) -> Numbers:
    """The scores as probabilities; of binned ones the middle of the bin, kept within [0, 1]."""
    check_probabilities(scores, "calibration")
    if np.isin(scores.values, (0, 1)).all():
        raise InputError("scores: every one is 0 or 1, a label and no probability, so calibration is undefined")
    return np.asarray(np.clip(scores.values + scores.width / 2, 0.0, 1.0))


def _by_width(score: Numbers, size: Numbers, bins: int) -> Numbers:
    """The bin of each score; bins are open above, save the last."""
    return np.minimum((score * bins).astype(np.int64), bins - 1)


def _by_count(score: Numbers, size: Numbers, bins: int) -> Numbers:
    """The bin of each score such that bins hold about as many items each; the scores come highest first."""
    below = size.sum() - np.cumsum(size) + size / 2
    return np.asarray(np.minimum((below * bins / size.sum()).astype(np.int64), bins - 1))


BINNING = {"width": _by_width, "count": _by_count}


def _reliability(score: Numbers, counts: Numbers, place: Numbers, level: float, weighted: bool) -> list[Bin]:
    """One row for each bin that holds anything, lowest first."""
    size = counts.sum(axis=0)
    found = []
    together = (1 - level) / 2 / len(np.unique(place))
    for each in np.unique(place):
        here = place == each
        n, positives = float(size[here].sum()), float(counts[0, here].sum())
        share = Estimate(positives / n)
        if not weighted:
            low, high = map(float, jeffreys(np.array(positives), np.array(n), (1 - level) / 2))
            share = Estimate(positives / n, low=low, high=high, level=level, method="jeffreys")
        mean = float((size[here] * score[here]).sum() / n)
        ends = None if weighted else exact(np.array([positives]), np.array([n]), together)
        band = None if ends is None else (float(ends[0][0]), float(ends[1][0]))
        found.append(Bin(float(score[here].min()), float(score[here].max()), n, mean, share, band))
    return found


def _saved(loss: float, chance: float) -> float:
    """The part of the loss of always saying the prevalence that is saved; undefined where there is none to save."""
    return float(ratio(np.float64(chance - loss), np.float64(chance)))


def _by_chance(score: Numbers, squares: Numbers, place: Numbers) -> float:
    """The distances between score and share that calibrated scores show on average, summed over items.

    The share of a bin then has a normal distribution about its mean score; its mean distance is sqrt(2 / pi) of the
    standard deviation.
    """
    variances = np.bincount(place, squares.sum(axis=0) * score * (1 - score))
    return float(np.sqrt(variances * 2 / np.pi).sum())


def _loss(
    of_positive: Numbers, of_other: Numbers, said: Numbers, scores: Scores, chance: float, level: float
) -> Estimate:
    """The mean loss of an item with Student's interval.

    Its variance is that of the losses, or that which follows from the scores taken at their word where that is larger:
    as long as no rare and costly item has come, the losses themselves vary far too little.
    """
    from scipy.special import stdtrit

    losses = np.stack([of_positive, of_other])
    # A loss may be infinite where no item has it.
    weight = np.where(scores.counts > 0, scores.counts, 0.0)
    seen = np.where(weight > 0, losses, 0.0)
    total = float(weight.sum())
    value = float((weight * seen).sum() / total)
    if not math.isfinite(value):
        return Estimate(value, chance, note="a score of 0 or 1 was wrong, which costs infinitely many bits")
    squares = weight if scores.squares is None else scores.squares
    variance = max(float((squares * (seen - value) ** 2).sum()), _expected_squares(losses, said, squares.sum(axis=0)))
    freedom = max(scores.n - 1, 1)
    error = math.sqrt(variance * scores.n / freedom) / total
    reach = -float(stdtrit(freedom, (1 - level) / 2)) * error
    return Estimate(value, chance, max(0.0, value - reach), value + reach, level, "t")


def _expected_squares(losses: Numbers, said: Numbers, squares: Numbers) -> float:
    """The squared deviations of the losses that are to be expected when the scores are right."""
    shares = np.stack([said, 1 - said])
    finite_losses = np.where(shares > 0, losses, 0.0)  # what never happens costs nothing
    mean = (shares * finite_losses).sum(axis=0)
    spread = (shares * (finite_losses - mean) ** 2).sum(axis=0)
    middle = float((squares * mean).sum() / squares.sum())
    return float((squares * (spread + (mean - middle) ** 2)).sum())


def _bits(probability: Numbers) -> Numbers:
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log2(probability)) + 0.0


def _entropy(prevalence: float) -> float:
    return float(sum(-p * math.log2(p) for p in (prevalence, 1 - prevalence) if p > 0))
