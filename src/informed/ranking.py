"""What scores tell beside their thresholds: of each class, of two scores, and of confidence."""

from informed.questions.sweep import compare_auc, sweep_classes
from informed.questions.sweep.selection import selective_risk

__all__ = ["compare_auc", "selective_risk", "sweep_classes"]
