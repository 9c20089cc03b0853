"""The pictures of the guide to charts and of the cases, drawn from the example files."""

from typing import Any

import informed
from blocks import ROOT

EXAMPLES = ROOT / "examples"
WEATHER = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])


CASES = EXAMPLES / "cases"
COUNTED = {"weights": "people", "weight_kind": "frequency", "by": "group"}


def _groups() -> Any:
    screening = EXAMPLES / "screening.csv"
    groups = informed.evaluate(screening, actual="actual", predicted="test", by="site")
    return groups.chart("groups", title="Screening, by site", source=screening.name)


def _thresholds() -> Any:
    scores = EXAMPLES / "scores.csv"
    sweep = informed.sweep(scores, actual="actual", scores="score", positive="spam")
    return sweep.chart("thresholds", source=scores.name)


def _labels() -> Any:
    return informed.evaluate(WEATHER).chart("roc", source="three kinds of weather")


def _antigen() -> Any:
    antigen = CASES / "antigen.csv"
    tests = informed.evaluate(antigen, actual="pcr", predicted="antigen", **COUNTED)
    return tests.chart("groups", title="Antigen test, with and without symptoms", source=antigen.name)


def _compas() -> Any:
    compas = CASES / "compas.csv"
    rates = {"positive": "yes", "measures": ["recall", "fallout", "informedness"]}
    arrests = informed.evaluate(compas, actual="rearrested", predicted="score", **rates, **COUNTED)
    return arrests.chart("groups", title="Risk score, two groups", source=compas.name)


def _affairs() -> Any:
    affairs = CASES / "affairs.csv"
    women = {"weights": "women", "weight_kind": "frequency"}
    scores = informed.sweep(affairs, actual="affair", scores="score", positive="yes", **women)
    return scores.chart("thresholds", source=affairs.name)


DRAWN = {
    "groups": _groups,
    "thresholds": _thresholds,
    "labels": _labels,
    "antigen": _antigen,
    "compas": _compas,
    "affairs": _affairs,
}


def picture(name: str) -> str:
    """The SVG; no day and no version, so that a picture changes only when what it shows does."""
    svg: str = DRAWN[name]().svg
    return svg
