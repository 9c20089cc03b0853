"""Questions that are asked less often, those of several classes, scores or label sets, and those of other packages."""

from importlib import import_module
from typing import TYPE_CHECKING

from informed import _PLACES
from informed.questions import ASKS, home, others
from informed.questions.conditions import conditions
from informed.questions.drift import drift
from informed.questions.hierarchy import hierarchy
from informed.questions.history import history
from informed.questions.leaderboard import leaderboard
from informed.questions.multilabel import compare_multilabel
from informed.questions.recover import recover_labels
from informed.questions.repeats import repeats
from informed.questions.suite import suite
from informed.questions.sweep import compare_auc, sweep_classes
from informed.questions.sweep.selection import selective_risk
from informed.questions.taxonomy import taxonomy

__all__ = [
    "compare_auc",
    "compare_multilabel",
    "conditions",
    "drift",
    "hierarchy",
    "history",
    "leaderboard",
    "recover_labels",
    "repeats",
    "selective_risk",
    "suite",
    "sweep_classes",
    "taxonomy",
]

if not TYPE_CHECKING:

    def __getattr__(name):  # a question of another package, or one that has no line here
        if name.startswith("_") or name in _PLACES or name not in (*ASKS, *others()):
            raise AttributeError(f"module 'informed.more' has no attribute {name!r}")
        if name in ASKS:
            return getattr(import_module(home(name)), name)
        other = others()[name]
        return other._replace(place=f"{other.place}:{name}").load()
