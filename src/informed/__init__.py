"""Is a predictor informed, or is it guessing?

The public names, imported when first used: ``import informed`` loads NumPy and nothing heavier.
"""

from importlib import import_module
from typing import Any

from informed._version import __version__

_PLACES = {
    "Comparison": "informed.questions.compare.result",
    "Counter": "informed.readers.streaming",
    "Counts": "informed.core.counts",
    "Estimate": "informed.core.estimate",
    "Evaluation": "informed.questions.evaluate.compute",
    "InputError": "informed.core.errors",
    "LabelSets": "informed.core.labelsets",
    "Measure": "informed.core.registry",
    "Odds": "informed.questions.bookmaker.odds",
    "Patterns": "informed.core.patterns",
    "Result": "informed.core.result",
    "Scores": "informed.core.scores",
    "Sweep": "informed.questions.sweep.compute",
    "agree": "informed.questions.agree.compute",
    "bookmaker": "informed.questions.bookmaker.compute",
    "check": "informed.questions.check.compute",
    "compare": "informed.questions.compare.compute",
    "compare_auc": "informed.questions.sweep.several",
    "cost_forms": "informed.questions.price.compute",
    "count": "informed.readers.counting",
    "deploy": "informed.questions.deploy.compute",
    "dutch_book": "informed.questions.bookmaker.odds",
    "estimate": "informed.inference.estimates",
    "evaluate": "informed.questions.evaluate.compute",
    "find": "informed.core.registry",
    "get": "informed.core.registry",
    "match": "informed.questions.match.compute",
    "measure": "informed.core.registry",
    "mixture": "informed.core.mixtures",
    "monitor": "informed.questions.monitor.compute",
    "multilabel": "informed.questions.multilabel.compute",
    "plan": "informed.questions.plan.compute",
    "price": "informed.questions.price.compute",
    "recover": "informed.questions.recover.compute",
    "reproduce": "informed.lab.papers.compute",
    "requirements_table": "informed.lab.discrimination",
    "selective_risk": "informed.questions.sweep.selection",
    "sweep": "informed.questions.sweep.several",
    "training_targets": "informed.questions.price.balancing",
}

_NAMESPACES = {"lab": "informed.lab", "measures": "informed.core.measures"}

__all__ = ["__version__", *sorted(_PLACES), *_NAMESPACES]


def __getattr__(name: str) -> Any:
    if name in _NAMESPACES:
        return import_module(_NAMESPACES[name])
    if name not in _PLACES:
        raise AttributeError(f"module 'informed' has no attribute {name!r}")
    value = getattr(import_module(_PLACES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
