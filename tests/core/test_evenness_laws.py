"""What docs/methods/evenness.md and thresholds.md derive: weights by evenness, and which statistics choose alike."""

import numpy as np
import pytest

from informed.core import measures as m
from informed.inference.significance.independence import pearson
from informed.inference.significance.statistics import powers

TABLES = np.random.default_rng(9).integers(1, 30, (200, 4, 4)).astype(float)


def test_mcc_is_the_geometric_mean_of_informedness_and_markedness_by_evenness():
    n = TABLES.sum((1, 2))[:, None]
    r, q, hits = TABLES.sum(2) / n, TABLES.sum(1) / n, np.einsum("nkk->nk", TABLES) / n

    def by_evenness(shares):
        weights = shares * (1 - shares)
        return ((hits - r * q) / weights * weights / weights.sum(1, keepdims=True)).sum(1)

    b, mark = by_evenness(r), by_evenness(q)
    assert (np.sign(b) == np.sign(mark)).all()
    assert np.sign(b) * np.sqrt(b * mark) == pytest.approx(m.mcc(TABLES))


def test_with_the_classes_given_kb_is_informedness_squared_and_chi_squared_the_square_of_mcc():
    """Twenty thresholds of one score: 30 positive items, 70 others."""
    recall = np.sort(np.random.default_rng(1).integers(1, 30, 20))
    fallout = np.sort(np.random.default_rng(2).integers(1, 60, 20))
    tables = np.stack([recall, 30 - recall, fallout, 70 - fallout], 1).reshape(-1, 2, 2).astype(float)
    kb = np.array([float(powers(each)["chi2_kb"].value) for each in tables])
    assert kb == pytest.approx(2 * 100 * 0.3 * 0.7 * np.asarray(m.informedness(tables)) ** 2)
    assert pearson(tables)[0] == pytest.approx(100 * np.asarray(m.mcc(tables)) ** 2)
