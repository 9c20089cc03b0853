"""Questions that are asked less often, and those of several classes, scores or label sets beside the usual ones."""

from informed.questions.conditions import conditions
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
from informed.questions.watch import watch

__all__ = [
    "compare_auc",
    "compare_multilabel",
    "conditions",
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

drift = watch  # by its name in earlier versions
