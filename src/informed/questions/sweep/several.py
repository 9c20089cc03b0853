"""Sweeps from labels and scores: one score of a positive class, or a column of scores for each class."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.errors import InputError, choice, translated
from informed.core.estimate import Estimate, finite
from informed.core.labels import Label, plain
from informed.core.ranking import finite_ends, width_for
from informed.core.result import Result
from informed.core.scores import Scores, floats
from informed.core.signature import listed, scored, signature
from informed.core.validate import Numbers, unmasked
from informed.inference.interval import check_level
from informed.questions.sweep.area import AreaComparison, auc, compare_areas
from informed.questions.sweep.compute import Sweep
from informed.questions.sweep.optimism import DRAWS, check_repeats
from informed.readers import device
from informed.readers.arrays import Encoded, check_aligned, encode
from informed.readers.cells import WeightKind, as_weights
from informed.readers.frames import as_frame, check_columns
from informed.readers.roles import Roles, columns_held, weight_named
from informed.readers.scoring import scores_of


@dataclass(frozen=True, eq=False, repr=False)
class Sweeps(Result):
    """A sweep for each class against the rest, in the order of the score columns."""

    kind = "sweeps"

    labels: tuple[Label, ...]
    sweeps: tuple[Sweep, ...]

    def __getitem__(self, label: Any) -> Sweep:
        """The sweep of one label."""
        if plain(label) not in self.labels:
            raise InputError(f"{label!r} is not a label; the labels are {list(self.labels)}")
        return self.sweeps[self.labels.index(plain(label))]

    def __iter__(self) -> Iterator[Sweep]:
        return iter(self.sweeps)

    def __len__(self) -> int:
        return len(self.sweeps)

    @property
    def auc(self) -> dict[Label, Estimate]:
        """The area of each class against the rest."""
        return {label: each.auc for label, each in zip(self.labels, self.sweeps, strict=True)}

    def average(self, weights: str = "prevalence") -> float:
        """The mean area, classes weighed by ``prevalence`` or ``equal``; the curves share items: no interval."""
        sizes = [float(each.scores.totals[0]) for each in self.sweeps]
        weight = sizes if choice("weights", weights, ("prevalence", "equal")) == "prevalence" else [1.0] * len(sizes)
        return sum(w * each.auc.value for w, each in zip(weight, self.sweeps, strict=True)) / sum(weight)

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        first = self.sweeps[0]
        return signature({**scored(first.scores), "labels": listed(self.labels), "level": first.level, **first.drawn})

    def rows(self) -> list[dict[str, Any]]:
        """One row a class: its area, its most informed threshold, and what that is worth (cross-validated)."""
        return [
            {"label": label, "items": float(each.scores.totals[0]), "auc": each.auc.value}
            | {"low": each.auc.low, "high": each.auc.high}
            | {"threshold": finite(best.threshold), "informedness": finite(best.value.value)}
            for label, each in zip(self.labels, self.sweeps, strict=True)
            for best in (each.points["best"],)
        ]

    @property
    def jointly(self) -> dict[Label, Estimate]:
        """The area of each class, its interval widened so that all of them hold together (Bonferroni)."""
        level = 1 - (1 - self.sweeps[0].level) / len(self)
        return {label: auc(each.scores, level) for label, each in zip(self.labels, self.sweeps, strict=True)}

    def facts(self) -> dict[str, Any]:
        """The mean areas, and the sweep of every class."""
        return {
            "average_auc": {weights: self.average(weights) for weights in ("prevalence", "equal")},
            "labels": {str(label): each.to_dict() for label, each in zip(self.labels, self.sweeps, strict=True)},
        }

    def __repr__(self) -> str:
        return f"Sweeps({', '.join(f'{label!r}: auc {each}' for label, each in self.auc.items())})"


@translated
def sweep(
    y_true: Any,
    scores: Any = None,
    *,
    positive: Any = 1,
    actual: str | None = None,
    score: str | None = None,
    weight: str | None = None,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
    weight_kind: WeightKind = "sampling",
    bins: int | None = None,
    missing: str = "raise",
    level: float = 0.95,
    draws: int = DRAWS,
    seed: int = 0,
) -> Sweep | Sweeps:
    """Every threshold of a score as a batch of tables; higher scores speak for the ``positive`` label.

    ``y_true``: the actual labels with ``scores`` one number each; or a frame of any library, a file or a dictionary,
    with ``actual=``, ``score=`` and ``weight=`` naming its columns; or ready `Scores`. A matrix of scores has a column
    for each of ``labels`` (in sorted order when not given): more than two columns give `Sweeps`, each class against
    the rest. ``bins``: about so many bins instead of every distinct score, faster and with a stated error; their width
    is a power of two. ``missing="drop"`` leaves out items without a label or a score. ``draws``: the best
    thresholds are judged by ten-fold cross-validation, repeated so often with this ``seed``; 0 leaves it out.
    """
    drawn = check_repeats(draws), seed
    level = check_level(level)
    if isinstance(y_true, Scores):
        return _checked(y_true, level, drawn)
    if actual is not None and score is not None:
        weight = weight_named(weights, weight)
        held = _in_memory(y_true, {"actual": [actual], "score": [score], "weight": [weight]})
        if held is None:
            how: dict[str, Any] = {"weight": weight, "weight_kind": weight_kind, "missing": missing}
            counts = scores_of(y_true, actual, score, positive=positive, **how)
            width = 0.0 if bins is None else width_for(*finite_ends(counts.values), bins)
            return _checked(counts.coarser(width), level, drawn)
        y_true, scores, weights = held[actual], held[score], held.get(weight or "")
    elif named := [each for each in (actual, score, weight) if each is not None]:
        raise InputError(f"{named[0]!r} names a column; name those of actual= and score= as well, or give arrays")
    if scores is None:
        raise InputError("scores is missing: give one score for each item, or Scores in place of the labels")
    items, values = _items(y_true, scores, labels, missing)
    weighed = as_weights(weights, len(items.codes[0]) if items.kept is None else len(items.kept), weight_kind)
    if weighed is not None and items.kept is not None:
        weighed = weighed[items.kept]
    counted: dict[str, Any] = {"weights": weighed, "weight_kind": weight_kind, "missing": items.missing}

    def one(place: int, column: Numbers) -> Sweep:
        names = (items.labels[place], _against(items.labels, place))
        width = 0.0 if bins is None else width_for(*finite_ends(column), bins)
        return _checked(Scores.of(items.codes[0] == place, column, labels=names, width=width, **counted), level, drawn)

    if values.ndim == 1:
        return one(_position(items.labels, positive), values)
    if len(items.labels) != values.shape[1]:
        raise InputError(
            f"scores has {values.shape[1]} columns for {len(items.labels)} labels {list(items.labels)}; "
            "give labels= in the order of the columns"
        )
    if len(items.labels) == 2:
        place = _position(items.labels, positive)
        return one(place, values[:, place])
    return Sweeps(items.labels, tuple(one(place, values[:, place]) for place in range(values.shape[1])))


@translated
def compare_auc(
    y_true: Any, first: Any, second: Any, *, positive: Any = 1, missing: str = "raise", level: float = 0.95
) -> AreaComparison:
    """Which of two scores of the same items ranks better: both areas, their difference and DeLong's p."""
    pair = np.stack([floats(each, name) for each, name in ((first, "first"), (second, "second"))], axis=1)
    actual, values = _items(y_true, pair, None, missing)
    here = actual.codes[0] == _position(actual.labels, positive)
    return compare_areas(here, values[:, 0], values[:, 1], check_level(level))


def _items(y_true: Any, scores: Any, labels: Iterable[Any] | None, missing: str) -> tuple[Encoded, Numbers]:
    """The labels as codes and the scores of the same items, without those that lack one of them."""
    check_aligned({"y_true": y_true, "scores": scores})
    scores = unmasked(scores)
    values = np.asarray(device.to_numpy(scores) if device.is_array(scores) else scores)
    actual = encode(y_true, labels=labels, missing=missing)
    size = len(actual.codes[0]) if actual.kept is None else len(actual.kept)
    if len(values) != size:
        raise InputError(f"y_true has {size:,} items, scores has {len(values):,}; each item needs one of each")
    values = values if actual.kept is None else values[actual.kept]
    if values.ndim > 2 or (values.ndim == 2 and values.shape[1] < 1):
        raise InputError(f"scores has shape {values.shape}; give one score, or one for each class, for every item")
    values = values[:, 0] if values.ndim == 2 and values.shape[1] == 1 else values
    return _without_gaps(actual, floats(values)) if missing == "drop" else (actual, values)


def _without_gaps(actual: Encoded, values: Numbers) -> tuple[Encoded, Numbers]:
    gaps = np.asarray(np.isnan(values).reshape(len(values), -1).any(axis=1))
    if not gaps.any():
        return actual, values
    kept = np.ones(len(gaps), np.bool_) if actual.kept is None else actual.kept.copy()
    kept[np.flatnonzero(kept)[gaps]] = False
    dropped = actual.missing + int(gaps.sum())
    return actual._replace(codes=[actual.codes[0][~gaps]], kept=kept, missing=dropped), values[~gaps]


def _in_memory(data: Any, wanted: Roles) -> dict[str, Any] | None:
    """The columns of a dictionary, or of a frame that holds them in memory; None where an engine must be asked."""
    import narwhals.stable.v2 as nw

    if (held := columns_held(data, wanted)) is not None:
        return held
    frame = as_frame(data)
    if not isinstance(frame, nw.DataFrame):
        return None
    check_columns(frame, wanted)
    return {name: frame.get_column(name).to_native() for (name,) in wanted.values() if name is not None}


def _position(labels: tuple[Label, ...], positive: Any) -> int:
    if plain(positive) not in labels:
        raise InputError(f"positive={positive!r} is not a label; the labels are {list(labels)}, name one of them")
    return labels.index(plain(positive))


def _against(labels: tuple[Label, ...], place: int) -> Label:
    """What stands against a label: the other one of two, or the rest."""
    return labels[1 - place] if len(labels) == 2 else "rest"


def _checked(scores: Scores, level: float, drawn: tuple[int, int]) -> Sweep:
    """A sweep of scores of both classes."""
    for label, total in zip(scores.labels, scores.totals, strict=True):
        if not total:
            raise InputError(f"no item is {label!r}; a sweep needs items of both classes, {list(scores.labels)}")
    return Sweep(scores, level, None, *drawn)
