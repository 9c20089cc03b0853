"""How often tests reject: against a published simulation, and against what is known exactly."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from published import paper

from informed import lab as study
from informed.core.errors import InputError
from informed.core.registry import get
from informed.inference.significance import statistics
from informed.inference.significance.exact import fisher, fisher_each
from informed.inference.significance.named import significance
from informed.lab.rejecting import TESTS
from strategies import tables

NAMES = {
    "chi2": "pearson",
    "G2": "g2",
    "KB_a": "chi2_kb_edge",
    "KM_a": "chi2_km_edge",
    "KBM_a": "chi2_kbm_edge",
    "KB_b": "chi2_kb_beta_edge",
    "KM_b": "chi2_km_beta_edge",
    "KBM_b": "chi2_kbm_beta_edge",
    "KB42_b": "chi2_kb_beta",
    "zB2": "z_edge",
    "zB_1s": "z_edge_one_sided",
    "zK_1s": "z_accuracy_one_sided",
    "fisher1": "fisher_one_sided",
    "fisher2": "fisher",
    "fisher_mid1": "fisher_mid_p_one_sided",
}
TABLES = 3000


def settings(key):
    """``power_random_K3_N100_g0.3`` as the facts of a setting."""
    _, margins, classes, items, *level = key.split("_")
    informed = float(level[0][1:]) if level else 0.0
    return {"prevalence": margins, "classes": int(classes[1:]), "items": int(items[1:]), "informed": informed}


@pytest.mark.parametrize(
    "grid",
    [
        {"classes": (2, 3), "items": (20, 100), "informed": (0.0,), "margins": ("random", "even")},
        {"classes": (2, 5), "items": (100,), "informed": (0.1, 0.3), "margins": ("random", "even")},
        {"classes": (10,), "items": (100,), "informed": (0.0, 0.2), "margins": ("even",)},
    ],
)
def test_section_6_of_powers_2007(grid):
    """Every rate within 4 standard errors of the difference, ours over 3000 tables, theirs over up to 100,000."""
    rates = paper("powers2007_sec6_calibration")["rates"]
    found = study.significance(list(NAMES.values()), **grid, tables=TABLES, seed=1)
    compared = 0
    for key, theirs in rates.items():
        setting = settings(key)
        if not any(setting == {name: each.to_dict()[name] for name in setting} for each in found.settings):
            continue
        kept = TABLES * theirs["kept"]
        for name, rate in theirs.items():
            if name in NAMES:
                spread = np.sqrt(rate * (1 - rate) * (1 / kept + 1 / theirs["n"]))
                ours = found.rate(NAMES[name], **setting)
                assert_allclose(ours, rate, rtol=0, atol=4 * spread + 1.5 / kept, err_msg=f"{key} {name}")
                compared += 1
    assert compared >= 24


def test_chi2_kb_of_two_classes_is_at_most_half_of_pearson():
    """Exactly 2 bias (1 - bias) chi2, so its size is at most P(chi2_1 > 7.683) = .0056."""
    drawn = study.World(2, 60).draw(np.zeros(2000), np.random.default_rng(0)).tables
    bias = get("bias")(drawn)
    kb, pearson = statistics.powers(drawn)["chi2_kb"].value, statistics.association(drawn)["pearson"].value
    assert_allclose(kb, 2 * bias * (1 - bias) * pearson, atol=1e-9)
    found = study.significance(["chi2_kb"], classes=2, items=100, informed=0.0, tables=4000, margins="even", seed=3)
    assert found.rate("chi2_kb") <= 0.0056 + 4 * np.sqrt(0.0056 / 4000)


def test_a_perfect_predictor_of_ten_even_classes_is_not_significant_by_chi2_kb():
    """N (K - 1) / K = 90 at 81 degrees of freedom, where 103 are needed."""
    perfect = 10.0 * np.eye(10)
    found = statistics.powers(perfect)["chi2_kb"]
    assert (found.value, found.df) == (pytest.approx(90), 81)
    assert found.p > 0.05
    assert statistics.two_sided_p(statistics.z_informedness(perfect)) < 1e-12


def test_the_test_to_quote_keeps_its_level():
    """Between 3.5 % and 6.5 % at level 5 %: four standard errors of 3000 tables, and half a point of its own."""
    found = study.significance(["informedness", "z_informedness"], classes=(2, 5), items=100, informed=0, tables=3000)
    for row in found.rows():
        assert 0.029 < row["rate"] < 0.071, row


@given(tables(classes=(2, 4), batch=((3,),), most=40, dense=True))
def test_a_batch_gives_what_its_tables_give_one_by_one(batch):
    whole = {**statistics.association(batch.astype(float)), **statistics.powers(batch.astype(float))}
    for place, table in enumerate(batch):
        alone = significance(table, draws=100)
        for name, found in whole.items():
            if name in alone:
                assert_allclose(found.value[place], alone[name].statistic, rtol=1e-9, atol=1e-9)
                assert_allclose(found.p[place], alone[name].p, rtol=1e-7, atol=1e-12)
        assert_allclose(statistics.z_informedness(batch)[place], alone["z_informedness"].statistic, rtol=1e-9)


@given(st.lists(st.tuples(*[st.integers(0, 60)] * 4), min_size=1, max_size=20))
def test_fisher_of_a_batch(cells):
    batch = np.array(cells).reshape(-1, 2, 2)
    batch[:, 0, 0] += 1
    found = fisher_each(batch)
    for place, table in enumerate(batch):
        for name, p in fisher(table).items():
            assert_allclose(found[name][place], p, rtol=1e-9, atol=1e-14)


def test_permutations_agree_with_the_exact_variance():
    """On tables that are not sparse the permutation test and z of informedness say the same."""
    drawn = (
        study.World(3, 300, prevalence="even", guess="even").draw(np.full(30, 0.08), np.random.default_rng(2)).tables
    )
    p = statistics.permutation_p(drawn, draws=2000, rng=np.random.default_rng(3))
    assert_allclose(p, statistics.two_sided_p(statistics.z_informedness(drawn)), atol=0.06)


def test_tests_of_two_classes_have_no_rate_for_more():
    found = study.significance(classes=(2, 3), items=50, informed=0.0, tables=200)
    classes = {row["classes"] for row in found.rows() if row["test"] == "fisher"}
    assert classes == {2}
    assert all(row["error"] <= 0.05 for row in found.rows())


def test_errors_name_the_remedy():
    with pytest.raises(InputError, match="fisher"):
        study.significance(["fischer"])
    with pytest.raises(InputError, match="level=5"):
        study.significance(level=5)
    found = study.significance(["pearson"], tables=50)
    with pytest.raises(InputError, match="describe one"):
        found.rate("pearson", classes=2)


def test_every_test_can_be_studied():
    found = study.significance(TESTS, classes=2, items=30, informed=0.0, tables=60)
    assert {row["test"] for row in found.rows()} == set(TESTS)
    assert set(json.loads(found.to_json())["tests"]) == set(TESTS)
