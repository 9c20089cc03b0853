import json
import warnings
from decimal import Decimal
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from informed import Counts, InputError, recover
from informed.core import measures as m
from informed.measures import find
from informed.questions.recover.compute import ranges, ratio_target
from informed.questions.recover.target import GENERIC, Target, check_independent

TRIPLES = [
    ("recall", "precision", "prevalence"),
    ("recall", "inverse_recall", "prevalence"),
    ("precision", "inverse_precision", "bias"),
    ("recall", "fallout", "skew"),
    ("accuracy", "f_measure", "prevalence"),
    ("kappa", "accuracy", "prevalence"),
    ("mcc", "f_measure", "accuracy"),
    ("informedness", "markedness", "prevalence"),
    ("proficiency", "bias", "prevalence"),
    ("kappa", "mcc", "informedness"),
    ("f_measure(beta=2)", "odds_ratio", "bias"),
]
cells = st.tuples(*[st.integers(1, 25)] * 4)


def rounded(table, names, digits):
    return {name: round(float(find_one(name)(table)), digits) for name in names}


def find_one(name):
    from informed.measures import get

    return get(name)


def brute_force(n, given, digits):
    """Every table of n items, tried one after the other."""
    found = []
    for tp, fn, fp in product(range(n + 1), repeat=3):
        if (tn := n - tp - fn - fp) >= 0:
            found.append([[tp, fn], [fp, tn]])
    tables = np.array(found)
    kept = np.ones(len(tables), bool)
    for name, value in given.items():
        with np.errstate(invalid="ignore"):
            kept &= abs(find_one(name)(tables) - value) <= 0.5 * 10.0**-digits + 1e-11
    return tables[kept]


def test_the_published_example():
    # Checked by trying every table: 17 of n = 1000 fit, informedness from .7571 to .7676.
    found = recover(recall=0.80, precision=0.70, prevalence=0.10, n=1000, digits=2)
    assert len(found.tables) == 17
    informedness = found.measures["informedness"]
    assert (informedness.low, informedness.high) == pytest.approx((0.7571, 0.7676), abs=5e-5)
    tables = [
        [[tp, rp - tp], [pp - tp, 1000 - rp - pp + tp]]
        for rp in range(95, 106)
        for tp in range(rp + 1)
        for pp in range(max(tp, 1), tp + 1000 - rp + 1)
        if 159 * rp <= 200 * tp <= 161 * rp and 139 * pp <= 200 * tp <= 141 * pp  # .795 to .805 and .695 to .705
    ]
    assert sorted(found.tables.tolist()) == tables
    far = np.abs(
        np.array([m.recall(found.tables), m.precision(found.tables), m.prevalence(found.tables)]).T - [0.8, 0.7, 0.1]
    )
    assert (np.diff(far.max(-1).round(9)) >= 0).all()  # the nearest to what was printed come first


@pytest.mark.parametrize("names", TRIPLES, ids=" ".join)
@settings(max_examples=8)
@given(cells, st.integers(1, 3))
def test_rounding_the_measures_of_a_table_leads_back_to_it(names, table, digits):
    table = np.array(table).reshape(2, 2)
    given = rounded(table, names, digits)
    found = recover(given, n=int(table.sum()), digits=digits)
    assert table.tolist() in found.tables.tolist()
    for each in find():
        if each.ready and each.applies(2, 2) and not np.isnan(value := each(table)):
            open_to = found.measures[str(each)]
            assert open_to.low - 1e-9 <= value <= open_to.high + 1e-9


@pytest.mark.parametrize("names", TRIPLES, ids=" ".join)
@settings(max_examples=3)
@given(st.tuples(*[st.integers(0, 6)] * 4), st.integers(1, 2))
def test_nothing_is_left_out(names, table, digits):
    table = np.array(table).reshape(2, 2)
    given = rounded(table, names, digits)
    assume(np.isfinite(list(given.values())).all())
    n = int(table.sum())
    assert sorted(recover(given, n=n, digits=digits).tables.tolist()) == brute_force(n, given, digits).tolist()


@pytest.mark.parametrize("names", list(combinations(["kappa", "mcc", "informedness", "accuracy", "g_measure"], 3)))
def test_measures_that_are_no_ratio_of_counts_at_a_larger_size(names):
    table = np.array([[61, 24], [17, 198]])  # 300 items: bounded by margins instead of filtered
    given = rounded(table, names, 3)
    found = recover(given, n=300, digits=3)
    assert table.tolist() in found.tables.tolist()
    for name, value in given.items():
        assert (abs(find_one(name)(found.tables) - value) <= 5e-4 + 1e-11).all()


@pytest.mark.parametrize("names", TRIPLES[:8], ids=" ".join)
def test_three_exact_values_determine_the_table(names):
    table = np.array([[30, 30], [12, 28]])
    found = recover({name: float(find_one(name)(table)) for name in names}, n=100, exact=True)
    assert min(abs(found.tables - table).max((-2, -1))) < 1e-6
    assert not found.whole


@pytest.mark.parametrize("count", ["tp", "fn", "fp", "tn", "rp", "rn", "pp", "pn", "n"])
def test_any_one_count_gives_the_size(count):
    table = np.array([[30, 30], [12, 28]])
    counts = dict(zip(("tp", "fn", "fp", "tn"), table.ravel(), strict=True))
    counts |= {"rp": 60, "rn": 40, "pp": 42, "pn": 58, "n": 100}
    found = recover(recall=0.5, fallout=0.3, skew=2 / 3, exact=True, **{count: counts[count]})
    assert_allclose(found.tables, [table], atol=1e-9)
    assert found.counts.n == 100  # whole but for rounding, so it counts


def test_without_a_count_the_table_is_normalised():
    found = recover(recall=0.5, fallout=0.3, prevalence=0.6)
    assert found.n is None
    assert_allclose(found.tables, [[[0.3, 0.3], [0.12, 0.28]]])
    assert found.measures["informedness"].value == pytest.approx(0.2)


def test_a_measure_without_a_sign_leaves_two_tables():
    table = np.array([[30, 20], [20, 30]])
    found = recover(proficiency=float(m.proficiency(table)), prevalence=0.5, bias=0.5, n=100, exact=True)
    assert_allclose(sorted(found.tables[:, 0, 0]), [20, 30], atol=1e-6)
    informedness = found.measures["informedness"]
    assert (informedness.low, informedness.high) == pytest.approx((-0.2, 0.2))
    assert informedness.value is None
    with pytest.raises(InputError, match="2 tables fit"):
        _ = found.counts


def test_text_carries_its_own_digits():
    assert len(recover(recall="0.80", precision="0.70", prevalence="0.10", n=1000).tables) == 17
    assert len(recover(recall="80%", precision="70%", prevalence="10%", n=1000).tables) == 17
    tighter = recover(recall="80.0%", precision="0.702", prevalence="10.0%", n=1000)
    assert tighter.tables.tolist() == [[[80, 20], [34, 866]]]


def test_more_than_three_values_narrow_the_choice():
    given = {"recall": 0.80, "precision": 0.70, "prevalence": 0.10}
    three = recover(given, n=1000, digits=2).tables.tolist()
    four = recover(given, f_measure=0.75, n=1000, digits=2).tables.tolist()
    assert 0 < len(four) < len(three)
    assert all(table in three for table in four)


def test_counts_beside_n_are_exact():
    found = recover(recall=0.80, precision=0.70, rp=100, n=1000, digits=2)
    assert (found.tables.sum(-1)[:, 0] == 100).all()
    assert found.tables[:, 0, 0].tolist() == [80, 80]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"recall": 0.8, "precision": 0.7, "f_measure": 0.75}, "recall, precision and f_measure are not independent"),
        ({"recall": 0.8, "miss_rate": 0.2, "prevalence": 0.3}, "recall and miss_rate say the same"),
        ({"informedness": 0.6, "auc": 0.8, "bias": 0.3}, "informedness and auc say the same"),
        ({"recall": 0.8, "prevalence": 0.3, "rp": 30}, "prevalence and rp say the same"),
        ({"informedness": 0.6, "prevalence": 0.3, "wracc": 0.5}, "informedness, prevalence and wracc are not"),
        ({"kappa": 0.6, "accuracy": 0.8, "wracc": 0.5}, "kappa, accuracy and wracc are not"),
        ({"informedness": 0.6, "markedness": 0.5, "mcc": 0.5}, "informedness, markedness and mcc are not"),
    ],
)
def test_redundant_values_are_refused_with_the_reason(given, message):
    for digits in (None, 2):
        with pytest.raises(InputError, match=message):
            recover(given, n=100, digits=digits)


@pytest.mark.parametrize("digits", [None, 2])
@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"recall": 0.8, "precision": 0.7, "prevalence": 0.95}, r"recall=0.80? cannot be: .* between 0 and 0.1"),
        ({"kappa": 0.95, "recall": 0.5, "prevalence": 0.5}, "kappa=0.95 cannot be: .* between -0.5.* and 0.5"),
    ],
)
def test_infeasible_values_are_refused_with_the_reason(given, message, digits):
    with pytest.raises(InputError, match=message):
        recover(given, n=100, digits=digits)


def test_no_whole_table_though_shares_would_fit():
    with pytest.raises(InputError, match=r"no table of n=7 whole items .* check n and the digits"):
        recover(recall=0.85, precision=0.70, prevalence=0.41, n=7, digits=2)


def test_values_at_which_one_follows_from_the_others():
    with pytest.raises(InputError, match="do not determine the table"):
        recover(informedness=0, markedness=0, prevalence=0.2)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"recall": 1.2, "precision": 0.7, "bias": 0.1}, "recall=1.2 lies outside its range, 0 to 1"),
        ({"recal": 0.8}, "did you mean 'recall'"),
        ({"recall": "high"}, "recall='high' is not a number"),
        ({"recall": 0.8, "precision": 0.7}, "needs three"),
        ({}, "none"),
        ({"recall": 0.8, "digits": 2}, "need n="),
        ({"recall": 0.8, "digits": 2, "n": 10.5}, "whole number"),
        ({"recall": 0.8, "digits": 20, "n": 10}, "digits=20"),
        ({"recall": 0.8, "precision": 0.7, "bias": 0.1, "tp": 0}, "tp are 0"),
        ({"recall": 0.8, "precision": 0.7, "bias": 0.1, "n": 0}, "n=0"),
        ({"entropy": 0.8, "n": 10, "digits": 1}, "entropy"),
    ],
)
def test_what_cannot_be_used_is_refused(given, message):
    with pytest.raises(InputError, match=message):
        recover(**given)


def test_too_many_tables_are_refused_with_a_remedy():
    with pytest.raises(InputError, match=r"n=100000: more than 2,000,000 tables fit.*more digits"):
        recover(recall=0.8, precision=0.7, prevalence=0.1, n=10**5, digits=2)
    with pytest.raises(InputError, match=r"n=20000.*more digits"):
        recover(recall=0.8, n=20000, digits=2)


def test_large_n_where_the_margins_are_pinned():
    table = np.array([[7956, 1994], [3402, 86648]])
    given = rounded(table, ("recall", "precision", "prevalence"), 3)
    found = recover(given, n=10**5, digits=3)
    assert table.tolist() in found.tables.tolist()
    table = np.array([[82053, 18957], [34961, 864029]])
    million = recover(rounded(table, ("recall", "precision", "prevalence"), 6), n=10**6, digits=6)
    assert table.tolist() in million.tables.tolist()
    assert len(million.tables) < 10


def test_every_ratio_of_sums_is_recognised_from_its_values():
    """The planes are found without being told which measures are ratios: they must touch exactly the proportions."""
    for each in find():
        if each.ready and each.applies(2, 2):
            target = ratio_target(str(each), float(each(GENERIC[0].reshape(2, 2))), None)
            if each.proportion:
                assert target.parts is not None, each
            if target.parts is not None:
                part, whole = target.parts
                assert_allclose(GENERIC @ part, target.of(GENERIC) * (GENERIC @ whole), atol=1e-11)


def test_measures_that_change_evenly_with_the_hits_are_recognised():
    some = GENERIC[0].reshape(2, 2)
    binary = [each for each in find() if each.ready and each.applies(2, 2)]
    even = {each.name for each in binary if ratio_target(each.name, float(each(some)), None).even}
    assert {"kappa", "informedness", "markedness", "mcc", "correlation", "wracc"} <= even
    assert not even & {"proficiency", "determination", "odds_ratio", "prevalence"}


def test_independence_of_values_is_judged_by_their_gradients():
    free = [Target("tp", 0.1, lambda t: t[..., 0]), Target("fn", 0.1, lambda t: t[..., 1])]
    check_independent(free)
    with pytest.raises(InputError, match="tp and tp twice say the same"):
        check_independent([free[0], Target("tp twice", 0.2, lambda t: 2 * t[..., 0])])


def test_text_and_json():
    found = recover(recall=0.80, precision=0.70, prevalence=0.10, n=1000, digits=2)
    text = str(found)
    assert " ".join(text.split("\n\n")[1].split()).startswith(
        "Recovered from recall=0.80, precision=0.70, prevalence=0.10: 17 whole tables of n = 1,000"
    )
    assert "Informedness lies in 0.7571 to 0.7676." in text
    assert "proficiency" in found.report(every=True)
    data = json.loads(found.to_json())
    assert data["fitting"] == 17
    assert data["given"] == {"recall": "0.80", "precision": "0.70", "prevalence": "0.10"}
    shown = [line.split() for line in text.splitlines()]
    assert shown[shown.index(["+", "80", "20", "+", "81", "20", "+", "79", "20"]) + 1][:3] == ["-", "34", "866"]
    one = recover(recall=0.5, fallout=0.3, prevalence=0.6, n=100, exact=True)
    assert "exactly one table of n = 100 items fits" in " ".join(str(one).split())
    assert isinstance(one.counts, Counts)


WRITTEN = [
    {"recall": "0.8", "precision": "0.7", "prevalence": "0.1"},
    {"recall": "0.83", "fallout": "0.1", "skew": "9.0"},
    {"kappa": "0.474", "accuracy": "0.79", "prevalence": "0.25"},
    {"recall": "1.0", "precision": "0.5", "prevalence": "0.02"},
]


@pytest.mark.parametrize("given", WRITTEN, ids=str)
def test_a_number_means_what_its_text_means(given):
    """Text, float, Decimal and NumPy's numbers are rounded to the decimals they are written with."""
    expected = recover(given, n=120)
    for kind in (Decimal, np.float64, lambda text: float(text) if "." in text else int(text)):
        found = recover({name: kind(text) for name, text in given.items()}, n=120)
        assert found.tables.tolist() == expected.tables.tolist()
        assert found.taken == expected.taken


@pytest.mark.parametrize("given", WRITTEN, ids=str)
def test_every_value_lies_where_it_was_taken_to_lie(given):
    found = recover(given, n=120)
    for name, meant in found.taken.items():
        low, high = map(float, meant.split(" to "))
        assert high - low == pytest.approx(10.0 ** -len(given[name].partition(".")[2]))
        values = find_one(name)(found.tables)
        assert (values >= low - 1e-9).all()
        assert (values <= high + 1e-9).all()
        assert f"{name} {meant}" in " ".join(str(found).split())


def test_exact_values_and_shares_are_said_to_be_exact():
    values = {"recall": 0.5, "fallout": 0.3, "prevalence": 0.6}
    for found in (recover(values), recover(values, n=100, exact=True), recover(values, tp=30, exact=True)):
        assert set(found.taken.values()) == {"exactly"}
        assert "taken as exact" in str(found)
        assert_allclose(found.tables[0] / found.tables[0].sum(), [[0.3, 0.3], [0.12, 0.28]])
    worked_out = recover(recall=1 / 3, precision=2 / 7, prevalence=0.3, n=300)
    assert worked_out.taken["recall"] == worked_out.taken["precision"] == "exactly"  # no report prints 16 digits


def test_digits_without_a_number_of_items_are_refused():
    with pytest.raises(InputError, match="need n="):
        recover(recall=0.5, fallout=0.3, prevalence=0.6, digits=2)


@pytest.mark.parametrize("count", [{"tp": 30}, {"rp": 60}, {"tn": 28}, {"pn": 58}, {"n": 100}])
def test_three_ratios_and_one_count_give_the_first_table_of_2007(count):
    """Powers 2007, Table 2, case 1 (30 12; 30 28); section 2.1: three ratios and one count determine all counts."""
    found = recover(recall=0.5, fallout=0.3, prevalence=0.6, exact=True, **count)
    assert found.tables.tolist() == [[[30, 30], [12, 28]]]
    assert found.measures["kappa"].value == pytest.approx(0.1860, abs=5e-5)  # section 3, corrected (E20)


def test_ranges_are_the_least_and_the_greatest_value_of_each_measure(monkeypatch):
    """Worked out piece by piece, of tables some of which leave measures undefined."""
    tables = recover(recall="1.0", n=12).tables.astype(float)
    monkeypatch.setattr("informed.core.table.BLOCK", 4 * 7)  # seven tables at a time
    measures = [each for each in find() if each.ready and each.applies(2, 2)]
    found = ranges(tables, measures)
    for each in measures:
        values = each.settled(tables)
        gaps = np.isnan(values).sum()
        if gaps == len(tables):
            assert str(each) not in found
            continue
        assert (found[str(each)].low, found[str(each)].high) == (np.nanmin(values), np.nanmax(values)), each
        assert (found[str(each)].note is not None) == (gaps > 0)


@pytest.mark.parametrize("count", ["tp", "fn", "fp", "tn", "rp", "rn", "pp", "pn"])
def test_any_count_makes_values_rounded_as_n_does(count):
    """The tables of a count, of all sizes, hold for each size the tables that n= and the count give together."""
    table = np.array([[9, 3], [4, 14]])
    cells = dict(zip(("tp", "fn", "fp", "tn"), table.ravel().tolist(), strict=True))
    cells |= {"rp": 12, "rn": 18, "pp": 13, "pn": 17}
    given = {name: f"{float(find_one(name)(table)):.2f}" for name in ("recall", "precision", "prevalence")}
    found = recover(given, **{count: cells[count]})
    assert found.whole
    assert table.tolist() in found.tables.tolist()
    sizes = found.tables.sum((1, 2))
    for n in {int(sizes.min()), 30, int(sizes.max())}:
        both = recover(given, n=n, **{count: cells[count]})
        assert sorted(both.tables.tolist()) == sorted(found.tables[sizes == n].tolist())


def test_a_count_that_leaves_the_number_of_items_open_asks_for_it():
    with pytest.raises(InputError, match=r"tp=30 leaves the number of items open with recall=0\.8; give n= too"):
        recover(recall=0.8, tp=30)


def test_a_search_warns_of_nothing():
    """Newton's method tries tables on which the odds ratio overflows."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(recover(proficiency=0.00209, odds_ratio=1.2533, lift=1.0714).tables)
