"""Recovered tables in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.table import total
from informed.core.words import count

if TYPE_CHECKING:
    from informed.questions.recover.by_label import LabelRecovery
    from informed.questions.recover.compute import Recovery


def recovery(found: Recovery) -> Iterator[str]:
    """How many tables fit, and how informed the predictor was."""
    given = ", ".join(f"{name}={value}" for name, value in found.given.items())
    kind = "whole table" if found.whole else "table"
    sizes = total(found.tables)
    size = f" of {count(sizes.min())} to {count(sizes.max())} items" if found.whole else ""
    size = size if found.n is None else f" of n = {count(found.n)} items"
    fitting = len(found.tables)
    some = f"{fitting:,} {kind}s{size} fit" if fitting > 1 else f"exactly one {kind}{size} fits"
    yield f"Recovered from {given}: {some}."
    yield _taken(found)
    informed = found.measures["informedness"]
    yield f"Informedness is {informed}." if informed.value is not None else f"Informedness lies in {informed}."


def _taken(found: Recovery) -> str:
    """What the values were taken to mean, for their decimals do not say."""
    rounded = {name: meant for name, meant in found.taken.items() if meant != "exactly"}
    exact = [name for name in found.taken if name not in rounded]
    if not rounded:
        return "The values are taken as exact." + (
            " With n or another count they are read as rounded." if found.n is None else ""
        )
    meant = ", ".join(f"{name} {ends}" for name, ends in rounded.items())
    return f"Read as rounded: {meant}." + (f" Taken as exact: {', '.join(exact)}." if exact else "")


def label_recovery(found: LabelRecovery) -> Iterator[str]:
    """How many combinations of tables fit, and what they leave open."""
    many = "too many combinations to list" if found.tables is None else f"{len(found.tables):,} combinations"
    yield f"Of the tables of {len(found.labels)} labels over n = {count(found.n)} items, {many} fit."
    if found.measures:
        informed = found.measures["informedness"]
        yield f"Informedness is {informed}." if informed.value is not None else f"Informedness lies in {informed}."
