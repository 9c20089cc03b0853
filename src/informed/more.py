"""Questions that are asked less often, those of several classes, scores or label sets, and those of other packages."""

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from informed import _PLACES
from informed.core.counts import Counts
from informed.core.labelsets import LabelSets
from informed.questions import ASKS, home, others
from informed.questions.compare import Conditions, compare
from informed.questions.evaluate import evaluate
from informed.questions.evaluate.hierarchy import AUTO, Hierarchy
from informed.questions.history import history
from informed.questions.leaderboard import leaderboard
from informed.questions.match import match
from informed.questions.multilabel import compare_multilabel, multilabel
from informed.questions.recover import recover_labels
from informed.questions.repeats import repeats
from informed.questions.suite import suite
from informed.questions.sweep import compare_auc, sweep_classes
from informed.questions.sweep.selection import selective_risk
from informed.questions.watch import watch

__all__ = [
    "compare_auc",
    "compare_multilabel",
    "history",
    "leaderboard",
    "recover_labels",
    "repeats",
    "selective_risk",
    "suite",
    "sweep_classes",
]

if not TYPE_CHECKING:

    def __getattr__(name):  # a question of another package, or one that has no line here
        if name.startswith("_") or name in _PLACES or name not in (*ASKS, *others()):
            raise AttributeError(f"module 'informed.more' has no attribute {name!r}")
        if name in ASKS:
            return getattr(import_module(home(name)), name)
        other = others()[name]
        return other._replace(place=f"{other.place}:{name}").load()


# --- former names ----------------------------------------------------------------------------------------------------

taxonomy = partial(match, changes=True)


def conditions(data: Any = None, predicted: Any = None, **named: Any) -> Conditions:
    """The former name of `compare` with ``subject`` and ``condition``."""
    grouped = dict(zip(("subject", "condition"), data.by, strict=False)) if isinstance(data, Counts) else {}
    found: Conditions = compare(data, predicted, **{"subject": None, "condition": None} | grouped | named)
    return found


def hierarchy(data: Any = None, predicted: Any = None, *, steps: str | None = None, **named: Any) -> Hierarchy:
    """The former name of `evaluate` and `multilabel` with ``steps``."""
    ask = multilabel if isinstance(data, LabelSets) else evaluate
    found: Hierarchy = ask(data, predicted, steps=steps or AUTO, **named)
    return found


drift = watch  # by its name in earlier versions
