"""The pictures of the guide to charts, drawn from the example files."""

import informed
from blocks import ROOT

EXAMPLES = ROOT / "examples"
WEATHER = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])


def pictures() -> dict[str, str]:
    """Path below docs/ to the SVG; no day and no version, so that a picture changes only when what it shows does."""
    screening, scores = EXAMPLES / "screening.csv", EXAMPLES / "scores.csv"
    groups = informed.evaluate(screening, actual="actual", predicted="test", by="site")
    sweep = informed.sweep(scores, actual="actual", scores="score", positive="spam")
    drawn = {
        "groups": groups.chart("groups", title="Screening, by site", source=screening.name),
        "thresholds": sweep.chart("thresholds", source=scores.name),
        "labels": informed.evaluate(WEATHER).chart("roc", source="three kinds of weather"),
    }
    return {f"pictures/{name}.svg": chart.svg for name, chart in drawn.items()}
