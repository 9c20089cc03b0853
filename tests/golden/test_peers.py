"""The same numbers as other tools give, on random tables."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from sklearn import metrics as sklearn_metrics

import informed
from informed.core import measures as m
from informed.core.table import biases, one_vs_rest


def random_tables(classes, count=12, most=15):
    """Small tables with empty cells, every class occurring on both axes."""
    rng = np.random.default_rng(classes)
    tables = rng.integers(0, most, (10 * count, classes, classes)) * rng.integers(0, 2, (10 * count, classes, classes))
    occurring = (tables.sum(-1) > 0).all(-1) & (tables.sum(-2) > 0).all(-1)
    return tables[occurring][:count]


def items(table):
    """One item a count: its actual and its predicted class."""
    actual, predicted = np.indices(table.shape)
    return np.repeat(actual.ravel(), table.ravel()), np.repeat(predicted.ravel(), table.ravel())


TABLES = [table for classes in (2, 3, 5) for table in random_tables(classes)]
each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{len(table)} classes")


@each_table
def test_scikit_learn_overall(table):
    actual, predicted = items(table)
    homogeneity, completeness, v_measure = sklearn_metrics.homogeneity_completeness_v_measure(actual, predicted)
    kappa = sklearn_metrics.cohen_kappa_score
    for measure, theirs in {
        m.accuracy: sklearn_metrics.accuracy_score(actual, predicted),
        m.error_rate: sklearn_metrics.zero_one_loss(actual, predicted),
        m.balanced_accuracy: sklearn_metrics.balanced_accuracy_score(actual, predicted),
        m.adjusted_balanced_accuracy: sklearn_metrics.balanced_accuracy_score(actual, predicted, adjusted=True),
        m.mcc: sklearn_metrics.matthews_corrcoef(actual, predicted),
        m.kappa: kappa(actual, predicted),
        m.kappa_linear: kappa(actual, predicted, weights="linear"),
        m.kappa_quadratic: kappa(actual, predicted, weights="quadratic"),
        m.proficiency: homogeneity,
        m.information_gain_ratio: completeness,
        m.symmetric_uncertainty: v_measure,
        m.mutual_information: sklearn_metrics.mutual_info_score(actual, predicted) / np.log(2),
    }.items():
        assert_allclose(measure(table), theirs, rtol=1e-10, atol=1e-10, err_msg=str(measure))


@each_table
def test_scikit_learn_per_label(table):
    actual, predicted = items(table)
    for measure, theirs in {
        m.recall: sklearn_metrics.recall_score(actual, predicted, average=None),
        m.precision: sklearn_metrics.precision_score(actual, predicted, average=None),
        m.f_measure: sklearn_metrics.f1_score(actual, predicted, average=None),
        m.f_measure.with_(beta=0.5): sklearn_metrics.fbeta_score(actual, predicted, beta=0.5, average=None),
        m.jaccard: sklearn_metrics.jaccard_score(actual, predicted, average=None),
    }.items():
        assert_allclose(measure(one_vs_rest(table)), theirs, rtol=1e-12, err_msg=str(measure))


def test_scikit_learn_likelihood_ratios():
    table = np.array([[30, 30], [12, 28]])
    actual, predicted = items(table)
    theirs = sklearn_metrics.class_likelihood_ratios(1 - actual, 1 - predicted)  # its positive class is 1, ours first
    assert_allclose([m.likelihood_ratio_positive(table), m.likelihood_ratio_negative(table)], theirs)


@each_table
def test_scipy(table):
    from scipy.stats import chi2_contingency, entropy, spearmanr
    from scipy.stats.contingency import association

    actual, predicted = items(table)
    for measure, theirs in {
        m.cramers_v: association(table, method="cramer"),
        m.phi_squared: chi2_contingency(table, correction=False).statistic / table.sum(),
        m.entropy_actual: entropy(table.sum(1), base=2),
        m.entropy_predicted: entropy(table.sum(0), base=2),
        m.entropy_joint: entropy(table.ravel(), base=2),
        m.spearman: spearmanr(actual, predicted).statistic,
    }.items():
        assert_allclose(measure(table), theirs, rtol=1e-10, atol=1e-10, err_msg=str(measure))


@each_table
@pytest.mark.parametrize(
    ("measure", "weights"), [(m.kappa, None), (m.kappa_linear, "linear"), (m.kappa_quadratic, "quadratic")], ids=str
)
def test_statsmodels_kappa(table, measure, weights):
    from statsmodels.stats.inter_rater import cohens_kappa

    assert_allclose(measure(table), cohens_kappa(table, wt=weights).kappa, rtol=1e-10, atol=1e-10)


PYCM_LABELS = {
    "recall": "TPR",
    "precision": "PPV",
    "inverse_recall": "TNR",
    "inverse_precision": "NPV",
    "fallout": "FPR",
    "miss_rate": "FNR",
    "false_discovery_rate": "FDR",
    "false_omission_rate": "FOR",
    "prevalence": "PRE",
    "accuracy": "ACC",
    "f_measure": "F1",
    "g_measure": "G",
    "jaccard": "J",
    "informedness": "BM",
    "markedness": "MK",
    "correlation": "MCC",
    "auc": "AUC",
    "likelihood_ratio_positive": "PLR",
    "likelihood_ratio_negative": "NLR",
    "odds_ratio": "DOR",
    "lift": "LS",
}
PYCM_OVERALL = {
    "accuracy": "Overall_ACC",
    "kappa": "Kappa",
    "mcc": "Overall_MCC",
    "proficiency": "RCI",
    "mutual_information": "MutualInformation",
    "entropy_actual": "ReferenceEntropy",
    "entropy_predicted": "ResponseEntropy",
    "entropy_joint": "JointEntropy",
    "phi_squared": "Phi_Squared",
    "cramers_v": "V",
}


def in_pycm(table):
    """PyCM's full statistics; actual classes are its rows too."""
    from pycm import ConfusionMatrix

    return ConfusionMatrix(matrix={i: dict(enumerate(row)) for i, row in enumerate(table.tolist())})


@each_table
def test_pycm_per_label(table):
    theirs, labels = in_pycm(table), one_vs_rest(table)
    for name, key in PYCM_LABELS.items():
        ours = informed.measures.get(name)(labels)
        for place, value in getattr(theirs, key).items():
            if value != "None":  # the text that stands for no number there
                assert_allclose(ours[place], value, rtol=1e-10, atol=1e-10, err_msg=name)


@each_table
def test_pycm_overall(table):
    theirs = in_pycm(table)
    for name, key in PYCM_OVERALL.items():
        assert_allclose(informed.measures.get(name)(table), getattr(theirs, key), rtol=1e-10, atol=1e-10, err_msg=name)


@each_table
def test_pycm_weighted_informedness(table):
    theirs = in_pycm(table)
    assert_allclose(m.informedness(table), theirs.weighted_average("BM"), atol=1e-10)
    by_bias = dict(enumerate(biases(table.astype(float))))
    assert_allclose(m.edge(table), theirs.weighted_average("BM", weight=by_bias), atol=1e-10)


@pytest.mark.parametrize("table", [*random_tables(2, 8), *np.array([[[8, 2], [4, 6]], [[6, 4], [2, 8]]])], ids=str)
def test_tetrachoric_gives_the_quadrants_of_scipys_normal(table):
    from scipy.special import ndtri
    from scipy.stats import multivariate_normal

    r = m.tetrachoric(table)
    if abs(r) < 1:
        rows, columns = table.sum(1) / table.sum(), table.sum(0) / table.sum()
        cut = ndtri(rows[0]), ndtri(columns[0])
        assert_allclose(multivariate_normal.cdf(cut, cov=[[1, r], [r, 1]]), table[0, 0] / table.sum(), atol=1e-10)
    else:
        assert table.min() == 0
