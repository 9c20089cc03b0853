"""Questions that are asked less often, those of several classes, scores or label sets, and those of other packages."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from informed import _PLACES
from informed.core.later import later
from informed.questions import ASKS, home, others

if TYPE_CHECKING:
    from informed.questions.compare.conditions import Conditions
    from informed.questions.evaluate.hierarchy import Hierarchy
    from informed.questions.history import history
    from informed.questions.leaderboard import leaderboard
    from informed.questions.multilabel import compare_multilabel
    from informed.questions.recover import recover_labels
    from informed.questions.repeats import repeats
    from informed.questions.suite import suite
    from informed.questions.sweep import compare_auc, sweep_classes
    from informed.questions.sweep.selection import selective_risk

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
    _own, __dir__ = later(
        __name__,
        {
            "informed.questions.history": "history",
            "informed.questions.leaderboard": "leaderboard",
            "informed.questions.multilabel": "compare_multilabel",
            "informed.questions.recover": "recover_labels",
            "informed.questions.repeats": "repeats",
            "informed.questions.suite": "suite",
            "informed.questions.sweep": "compare_auc sweep_classes",
            "informed.questions.sweep.selection": "selective_risk",
        },
    )

    def __getattr__(name):  # also a question of another package, one that has no line here, or one by its former name
        if name == "drift":
            return import_module(home("watch")).watch
        if name in __all__:
            return _own(name)
        if name.startswith("_") or name in _PLACES or name not in (*ASKS, *others()):
            raise AttributeError(f"module 'informed.more' has no attribute {name!r}")
        if name in ASKS:
            return getattr(import_module(home(name)), name)
        other = others()[name]
        return other._replace(place=f"{other.place}:{name}").load()


# --- former names ----------------------------------------------------------------------------------------------------


def taxonomy(*given: Any, **named: Any) -> Any:
    """The former name of `match` with ``changes``."""
    from informed.questions.match import match

    return match(*given, changes=True, **named)


def conditions(data: Any = None, predicted: Any = None, **named: Any) -> "Conditions":
    """The former name of `compare` with ``subject`` and ``condition``."""
    from informed.core.counts import Counts
    from informed.questions.compare import compare

    grouped = dict(zip(("subject", "condition"), data.by, strict=False)) if isinstance(data, Counts) else {}
    found: Conditions = compare(data, predicted, **{"subject": None, "condition": None} | grouped | named)
    return found


def hierarchy(data: Any = None, predicted: Any = None, *, steps: str | None = None, **named: Any) -> "Hierarchy":
    """The former name of `evaluate` and `multilabel` with ``steps``."""
    from informed.core.labelsets import LabelSets
    from informed.questions.evaluate import evaluate
    from informed.questions.evaluate.hierarchy import AUTO
    from informed.questions.multilabel import multilabel

    ask = multilabel if isinstance(data, LabelSets) else evaluate
    found: Hierarchy = ask(data, predicted, steps=steps or AUTO, **named)
    return found
