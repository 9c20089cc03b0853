"""The papers recomputed, in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from informed.lab.papers.compute import Reproduction


def reproduction(found: Reproduction) -> Iterator[str]:
    """How many printed numbers and equations come out, and what explains the others."""
    agreeing = sum(each.agrees for each in found.figures)
    explained = sum(not each.agrees and each.erratum is not None for each in found.figures)
    yield (
        f"{agreeing:,} of {len(found.figures):,} printed numbers and equations come out, {explained:,} are explained "
        f"by errata, {len(found.unexplained):,} findings are unexplained."
    )
