"""Scores beside labels: one score of a positive class, or a column of scores for each class."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from informed.core.errors import InputError
from informed.core.labels import Label, assumed_positive, plain
from informed.core.ranking import finite_ends, width_for
from informed.core.scores import Scores, floats
from informed.core.validate import Numbers, unmasked
from informed.readers import device
from informed.readers.arrays import Encoded, check_aligned, encode
from informed.readers.cells import as_weights
from informed.readers.columns import Roles, WeightKind, check_name, columns_held, given_as
from informed.readers.frames import as_frame, check_columns
from informed.readers.scoring import scores_of


def read_scores(
    data: Any,
    scores: Any = None,
    *,
    actual: Any = None,
    positive: Any = None,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
    weight_kind: WeightKind = "sampling",
    bins: int | None = None,
    missing: str = "raise",
) -> Scores:
    """The scores of the positive label against those of the other; of two columns that of the positive label."""
    if isinstance(data, Scores):
        return data
    data, actual = given_as(data, actual)
    if isinstance(actual, str) and isinstance(scores, str):
        check_name("weights", weights)
        held = _in_memory(data, {"actual": [actual], "scores": [scores], "weights": [weights]})
        if held is None:
            how: dict[str, Any] = {"weights": weights, "weight_kind": weight_kind, "missing": missing}
            found = scores_of(data, actual, scores, positive=positive, **how)
            return found.coarser(0.0 if bins is None else width_for(*finite_ends(found.values), bins))
        data, scores, weights = held[actual], held[scores], held.get(weights or "")
    elif actual is not None:
        raise InputError(f"actual={actual!r:.80} names a column; name that of scores= as well, or give arrays")
    ranked = _Ranked(data, scores, labels, weights, weight_kind, bins, missing)
    place = _position(ranked.items.labels, positive)
    if ranked.values.ndim == 1:
        return ranked.of(place, ranked.values)
    if ranked.values.shape[1] != 2 or len(ranked.items.labels) != 2:
        raise InputError(
            f"scores has {ranked.values.shape[1]} columns for {len(ranked.items.labels)} labels "
            f"{list(ranked.items.labels)}; give one score of the positive label, or use sweep_classes"
        )
    return ranked.of(place, ranked.values[:, place])


def read_class_scores(
    data: Any,
    scores: Any,
    *,
    labels: Iterable[Any] | None = None,
    weights: Any = None,
    weight_kind: WeightKind = "sampling",
    bins: int | None = None,
    missing: str = "raise",
) -> dict[Label, Scores]:
    """The scores of each label against the rest, from a column of scores for each."""
    ranked = _Ranked(data, scores, labels, weights, weight_kind, bins, missing)
    names = ranked.items.labels
    if ranked.values.ndim != 2 or len(names) != ranked.values.shape[1]:
        columns = 1 if ranked.values.ndim == 1 else ranked.values.shape[1]
        raise InputError(
            f"scores has {columns} columns for {len(names)} labels {list(names)}; give labels= in the order of the "
            "columns"
        )
    return {label: ranked.of(place, ranked.values[:, place]) for place, label in enumerate(names)}


def read_two_scores(data: Any, first: Any, second: Any, positive: Any, missing: str) -> tuple[Any, Numbers, Numbers]:
    """Which items are positive, and both scores of each."""
    pair = np.stack([floats(each, name) for each, name in ((first, "first"), (second, "second"))], axis=1)
    actual, values = _items(data, pair, None, missing)
    return actual.codes[0] == _position(actual.labels, positive), values[:, 0], values[:, 1]


class _Ranked:
    """Labels, scores and weights of the same items, those that lack one left out where asked for."""

    def __init__(
        self,
        data: Any,
        scores: Any,
        labels: Iterable[Any] | None,
        weights: Any,
        weight_kind: WeightKind,
        bins: int | None,
        missing: str,
    ) -> None:
        if scores is None:
            raise InputError("scores is missing: give one score for each item, or Scores in place of the labels")
        self.items, self.values = _items(data, scores, labels, missing)
        kept = self.items.kept
        weighed = as_weights(weights, len(self.items.codes[0]) if kept is None else len(kept), weight_kind)
        weighed = weighed[kept] if weighed is not None and kept is not None else weighed
        self.counted: dict[str, Any] = {"weights": weighed, "weight_kind": weight_kind, "missing": self.items.missing}
        self.bins = bins

    def of(self, place: int, column: Numbers) -> Scores:
        """A column of scores, for the label at this place against the rest."""
        names = (self.items.labels[place], _against(self.items.labels, place))
        width = 0.0 if self.bins is None else width_for(*finite_ends(column), self.bins)
        return Scores.of(self.items.codes[0] == place, column, labels=names, width=width, **self.counted)


def _items(data: Any, scores: Any, labels: Iterable[Any] | None, missing: str) -> tuple[Encoded, Numbers]:
    """The labels as codes and the scores of the same items, without those that lack one of them."""
    check_aligned({"actual": data, "scores": scores})
    scores = unmasked(scores)
    values = np.asarray(device.to_numpy(scores) if device.is_array(scores) else scores)
    actual = encode(data, labels=labels, missing=missing)
    size = len(actual.codes[0]) if actual.kept is None else len(actual.kept)
    if len(values) != size:
        raise InputError(f"actual has {size:,} items, scores has {len(values):,}; each item needs one of each")
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
    if positive is None:
        return labels.index(assumed_positive(labels))
    if plain(positive) not in labels:
        raise InputError(f"positive={positive!r} is not a label; the labels are {list(labels)}, name one of them")
    return labels.index(plain(positive))


def _against(labels: tuple[Label, ...], place: int) -> Label:
    """What stands against a label: the other one of two, or the rest."""
    return labels[1 - place] if len(labels) == 2 else "rest"
