"""The papers recomputed, in sentences."""

from collections.abc import Iterator

from informed.core.words import Finding
from informed.lab.papers.compute import Reproduction


def reproduction(found: Reproduction) -> Iterator[Finding]:
    """How many printed numbers and equations come out, and what explains the others."""
    agreeing = sum(each.agrees for each in found.figures)
    explained = sum(not each.agrees and each.erratum is not None for each in found.figures)
    yield Finding(
        "reproduced",
        f"{agreeing:,} of {len(found.figures):,} printed numbers and equations come out, {explained:,} are explained "
        f"by errata, {len(found.unexplained):,} findings are unexplained.",
    )
