"""scikit-learn's own tests of metrics and scorers, from the installed package, over our functions and scorers."""

from __future__ import annotations

import warnings
from copy import deepcopy

import pytest

from informed.core import registry
from informed.integrations import sklearn as ours

common = pytest.importorskip("sklearn.metrics.tests.test_common", reason="needs scikit-learn with its tests")
score_objects = pytest.importorskip("sklearn.metrics.tests.test_score_objects", reason="needs scikit-learn's tests")

from sklearn import config_context  # noqa: E402

# a number of items, not a share of them, grows with the weights
READY = [each for each in registry.catalogue() if each.ready and each.name != "determinant_count"]
WHOLE = {f"{each}_score": ours.score_function(each) for each in READY if each.kind == "table"}
RATES = {f"{each}_score": ours.score_function(each) for each in READY if each.kind == "binary"}

SCORERS = ours.scorers()


@pytest.fixture(autouse=True)
def quiet():
    """Their data have folds and labels for which a measure is undefined; of that our own tests speak."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.fixture
def listed(monkeypatch):
    """Our functions in place of scikit-learn's, where its tests look them up."""
    for table in ("ALL_METRICS", "CLASSIFICATION_METRICS"):
        monkeypatch.setattr(common, table, WHOLE | RATES)


@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize(
    "law",
    [
        "test_sample_order_invariance",
        "test_format_invariance_with_1d_vectors",
        "test_classification_invariance_string_vs_numbers_labels",
        "test_single_sample",
        "test_binary_sample_weight_invariance",
        "test_multiclass_sample_weight_invariance",
        "test_returned_value_consistency",
    ],
)
@pytest.mark.usefixtures("listed")
def test_what_scikit_learn_asks_of_a_metric(law, name):
    getattr(common, law)(name)


@pytest.mark.parametrize("name", RATES)
@pytest.mark.parametrize("law", ["test_sample_order_invariance", "test_binary_sample_weight_invariance"])
@pytest.mark.usefixtures("listed")
def test_what_scikit_learn_asks_of_a_rate(law, name):
    getattr(common, law)(name)


@pytest.mark.parametrize("name", SCORERS)
@pytest.mark.parametrize("routed", [False, True])
def test_what_scikit_learn_asks_of_a_scorer(routed, name, monkeypatch):
    monkeypatch.setattr(score_objects, "get_scorer", lambda name: deepcopy(SCORERS[name]))
    asked = score_objects.test_scorer_metadata_request if routed else score_objects.test_scorer_set_score_request_raises
    with config_context(enable_metadata_routing=routed):
        asked(name)
