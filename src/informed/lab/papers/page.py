"""The page of the papers recomputed: every number, every erratum, and what cannot be reproduced."""

from collections.abc import Iterator
from typing import Any

from informed.core.result import Grid
from informed.lab.papers.compute import Reproduction
from informed.lab.papers.text import ERRATUM, FIGURE, SUMMARY, TITLES, figures, proofs, summary


def reproduction(found: Reproduction) -> dict[str, Any]:
    """What fills the page."""
    missing = [f"{each['where']}: {each['what']} ({each['why']})" for each in found.unreproducible]
    return {"grids": list(_grids(found)), "facts": {}, "noted": missing, "measures": {}, "meanings": {}, "tabled": True}


def _grids(found: Reproduction) -> Iterator[Grid]:
    yield Grid("Papers", [SUMMARY, *summary(found)])
    for paper, title in TITLES.items():
        part = found.of(paper)
        if part.figures:
            yield Grid(f"{title}: numbers", [FIGURE, *figures(part.figures)], left=3)
        yield Grid(f"{title}: errata", [ERRATUM, *proofs(part.errata)], left=5)
