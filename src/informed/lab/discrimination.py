"""What a measure should be able to tell: the requirements of Steingold & Laclavik, read from the traits."""

from __future__ import annotations

from informed.core.registry import Measure, catalogue

SETTINGS = ("binary", "multi-class", "multi-label")


def meets(measure: Measure) -> dict[str, str]:
    """Which of the requirements a measure meets: discrimination for two classes and for more, and universality."""
    two, more = measure.discrimination
    return {
        "measure": measure.name,
        "two classes": two or "",
        "more classes": more or "",
        "up to renaming": "yes" if measure.relabel and (two or more) else "",
        "universal": "yes" if measure.settings == SETTINGS else "",
    }


def requirements_table() -> str:
    """Every measure with the requirements it meets, as a Markdown table.

    Weak discrimination: 1 means a perfect predictor and nothing else does. Strong: besides, 0 means a worthless one and
    nothing else does. Universal: it can be used for two classes, for more, and for sets of labels.
    """
    rows = [meets(each) for each in catalogue()]
    lines = [list(rows[0]), ["---"] * len(rows[0]), *(list(row.values()) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
