"""The pictures of the guide to charts and of the cases, drawn from the example files."""

from typing import Any

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
    return {f"pictures/{name}.svg": chart.svg for name, chart in (drawn | _cases()).items()}


def _cases() -> dict[str, Any]:
    """Groups of two published studies, and the thresholds of a third."""
    cases = EXAMPLES / "cases"
    antigen, compas, affairs = (cases / f"{name}.csv" for name in ("antigen", "compas", "affairs"))
    counted = {"weights": "people", "weight_kind": "frequency", "by": "group"}
    tests = informed.evaluate(antigen, actual="pcr", predicted="antigen", **counted)
    rates = {"positive": "yes", "measures": ["recall", "fallout", "informedness"]}
    arrests = informed.evaluate(compas, actual="rearrested", predicted="score", **rates, **counted)
    women = {"weights": "women", "weight_kind": "frequency"}
    scores = informed.sweep(affairs, actual="affair", scores="score", positive="yes", **women)
    return {
        "antigen": tests.chart("groups", title="Antigen test, with and without symptoms", source=antigen.name),
        "compas": arrests.chart("groups", title="Risk score, two groups", source=compas.name),
        "affairs": scores.chart("thresholds", source=affairs.name),
    }
