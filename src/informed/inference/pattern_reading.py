"""Labels of several systems into patterns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from informed.errors import InputError
from informed.labels import Label
from informed.patterns import Patterns
from informed.readers.arrays import encode
from informed.table import Array


def read_patterns(
    actual: Any,
    predicted: Mapping[str, Any],
    *,
    weights: Any = None,
    cluster: Any = None,
    stratum: Any = None,
    labels: Iterable[Any] | None = None,
    missing: str = "raise",
) -> Patterns:
    """Patterns of the actual labels and what each system said, one item a row.

    Items of the same ``cluster`` belong together; ``stratum`` is the part of the population an item was drawn from.
    """
    if not predicted:
        raise InputError("predicted is empty; give a dictionary of predictions by the name of the system")
    read = encode(actual, *predicted.values(), labels=labels, missing=missing)
    kept = slice(None) if read.kept is None else read.kept
    codes = [np.asarray(each) for each in read.codes]
    length = len(read.codes[0]) + read.missing
    beside: dict[str, Any] = {}
    for name, plural, values in (("cluster", "clusters", cluster), ("stratum", "strata", stratum)):
        if values is not None:
            found, names = _groups(values, name, length)
            beside |= {name: found[kept], plural: names}
    if weights is not None:
        beside["weights"] = _weights(weights, length)[kept]
    systems = dict(zip(map(str, predicted), codes[1:], strict=True))
    return Patterns.of(codes[0], systems, read.labels, missing=read.missing, notes=read.notes, **beside)


def _groups(values: Any, name: str, length: int) -> tuple[Array, tuple[Label, ...]]:
    read = encode(values, missing="drop")
    if read.missing:
        raise InputError(f"{name}: {read.missing} items have none; give every item one")
    if len(read.codes[0]) != length:
        raise InputError(f"{name} has {len(read.codes[0]):,} entries for {length:,} items; each item needs one")
    return np.asarray(read.codes[0]), read.labels


def _weights(values: Any, length: int) -> Array:
    found = np.asarray(values, dtype=np.float64)
    if found.shape != (length,):
        raise InputError(f"weights has {found.size:,} entries for {length:,} items; each item needs one")
    wrong = ~((found >= 0) & np.isfinite(found))
    if wrong.any():
        place = int(wrong.argmax())
        raise InputError(f"weights[{place}] is {found[place]}; weights must be finite and >= 0")
    if not found.any():
        raise InputError("weights are all 0; there is nothing left to compare")
    return found
