"""Is a predictor informed, or is it guessing?

The public names, imported when first used: ``import informed`` loads NumPy and nothing heavier.
"""

from importlib import import_module
from typing import Any

from informed._version import __version__

_PLACES = {
    "Comparison": "informed.inference.differences",
    "Counter": "informed.readers.streaming",
    "Counts": "informed.counts",
    "Estimate": "informed.inference.estimate",
    "Evaluation": "informed.evaluation",
    "InputError": "informed.errors",
    "LabelSets": "informed.labelsets",
    "Measure": "informed.registry",
    "Odds": "informed.analyses.odds",
    "Patterns": "informed.patterns",
    "Result": "informed.result",
    "Scores": "informed.scores",
    "Sweep": "informed.analyses.thresholds",
    "agree": "informed.analyses.raters",
    "bookmaker": "informed.analyses.betting",
    "check": "informed.requirement",
    "compare": "informed.inference.comparison",
    "compare_auc": "informed.analyses.sweeps",
    "cost_forms": "informed.analyses.pricing",
    "count": "informed.readers.counting",
    "deploy": "informed.analyses.deployment",
    "dutch_book": "informed.analyses.odds",
    "estimate": "informed.inference.estimates",
    "evaluate": "informed.evaluation",
    "find": "informed.registry",
    "get": "informed.registry",
    "match": "informed.analyses.matching",
    "measure": "informed.registry",
    "mixture": "informed.analyses.mixtures",
    "monitor": "informed.inference.monitoring",
    "multilabel": "informed.analyses.labelling",
    "plan": "informed.inference.planning",
    "price": "informed.analyses.pricing",
    "recover": "informed.analyses.recovery",
    "reproduce": "informed.analyses.papers.reproduction",
    "requirements_table": "informed.analyses.discrimination",
    "selective_risk": "informed.analyses.selection",
    "sweep": "informed.analyses.sweeps",
    "training_targets": "informed.analyses.balancing",
}

_NAMESPACES = ("measures", "study")

__all__ = ["__version__", *sorted(_PLACES), *_NAMESPACES]


def __getattr__(name: str) -> Any:
    if name in _NAMESPACES:
        return import_module(f"informed.{name}")
    if name not in _PLACES:
        raise AttributeError(f"module 'informed' has no attribute {name!r}")
    value = getattr(import_module(_PLACES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
