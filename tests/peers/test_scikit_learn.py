"""scikit-learn's own common tests of metrics, over our functions of the same name and over all measures."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from informed.core import registry
from informed.integrations import sklearn as ours

common = pytest.importorskip("sklearn.metrics.tests.test_common", reason="needs scikit-learn with its tests")

from borrowed import borrowed  # noqa: E402

NAMES = ["accuracy_score", "balanced_accuracy_score", "classification_report", "cohen_kappa_score", "confusion_matrix",
         "f1_score", "fbeta_score", "hamming_loss", "jaccard_score", "matthews_corrcoef", "multilabel_confusion_matrix",
         "precision_score", "recall_score", "roc_auc_score", "zero_one_loss"]  # fmt: skip
# determinant_count grows with the weights; accuracy is there under this name
ADDED = {
    f"our_{each}_score": ours.score_function(each)
    for each in registry.catalogue()
    if each.ready and each.kind == "table" and each.name not in ("determinant_count", "accuracy")
}
SYMMETRIC = {name for name in ADDED if registry.get(name[4:-6]).symmetric}

# of what is theirs alone, nothing is asked; every other name is one that we have
OURS = """
for table in (REGRESSION_METRICS, CURVE_METRICS, CONTINUOUS_CLASSIFICATION_METRICS):
    for name in [name for name in table if "roc_auc" not in name]:
        del table[name]
CLASSIFICATION_METRICS.update(__ours__["ADDED"])
CLASSIFICATION_METRICS["adjusted_balanced_accuracy_score"] = __ours__["adjusted"]
"""
KEPT = "{0} &= set(ALL_METRICS)\n"
SETS = ["METRIC_UNDEFINED_BINARY", "METRIC_UNDEFINED_MULTICLASS", "METRICS_WITH_AVERAGING",
        "CONTINUOUS_CLASSIFICATION_METRICS_WITH_AVERAGING", "METRICS_WITH_POS_LABEL", "METRICS_WITH_LABELS",
        "METRICS_WITH_NORMALIZE_OPTION", "CONTINUOUS_MULTILABEL_METRICS", "MULTILABELS_METRICS", "MULTIOUTPUT_METRICS",
        "SYMMETRIC_METRICS", "NOT_SYMMETRIC_METRICS"]  # fmt: skip
AFTER = {each: KEPT.format(each) for each in SETS}
AFTER["CONTINUOUS_CLASSIFICATION_METRICS"] = OURS
AFTER["SYMMETRIC_METRICS"] += "SYMMETRIC_METRICS |= __ours__['SYMMETRIC']"
AFTER["NOT_SYMMETRIC_METRICS"] += "NOT_SYMMETRIC_METRICS |= set(__ours__['ADDED']) - __ours__['SYMMETRIC']"

module = borrowed(
    "test_common_of_ours",
    Path(common.__file__),
    {**{name: getattr(ours, name) for name in NAMES}, "pytest": None, "ADDED": ADDED, "SYMMETRIC": SYMMETRIC,
     "adjusted": partial(ours.adjusted_balanced_accuracy_score)},
    AFTER,
)  # fmt: skip
globals().update({name: each for name, each in vars(module).items() if name.startswith("test_")})
pytestmark = pytest.mark.filterwarnings("ignore")  # of what is undefined their data have much
