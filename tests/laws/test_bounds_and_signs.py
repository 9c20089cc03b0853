"""Laws at the very bound, and of many items, where every way to an interval must agree."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import stats

import informed
from informed import Counts, InputError, count, items
from informed.core.basis import asked_again
from informed.core.ranking import finite_ends
from informed.core.registry import find, get
from informed.core.scores import finite_or_infinite
from informed.core.table import residuals
from informed.core.validate import amounts, shares_of
from informed.inference.adjustment import MaxT
from informed.inference.chance import chance_mean, chance_means, expected_information
from informed.inference.dependence import deviations, freedom, variants
from informed.inference.design import weighted
from informed.inference.draws.resampling import few_items
from informed.inference.effective import side_of
from informed.inference.estimates import one_table
from informed.inference.gradient import differences, gradient
from informed.inference.interval import METHODS, interval
from informed.inference.pairing import MASS, Paired
from informed.inference.proportions import Sample, mover
from informed.inference.scoring import _cubic_roots
from informed.inference.significance.independence import g2, pearson
from informed.inference.significance.statistics import shuffled_hits
from informed.readers.ratings import read_ratings
from informed.readers.sets import read_sets

# --- many items ------------------------------------------------------------------------------------------------------

MANY = {
    "two": 500 * np.array([[30.0, 8.0], [9.0, 40.0]]),
    "three": 500 * np.array([[30.0, 8.0, 3.0], [6.0, 40.0, 5.0], [4.0, 7.0, 25.0]]),
}
MEASURES = ("informedness", "mcc", "kappa", "accuracy", "balanced_accuracy", "proficiency", "mutual_information")
MEASURES += ("phi_squared", "entropy_actual", "cramers_v", "edge", "markedness")
WAYS = [
    (name, measure, method.name)
    for name, table in MANY.items()
    for measure in MEASURES
    for method in METHODS.values()
    if method.name != "delta" and method.applies(get(measure), Sample(weighted(table, table, table).simplest))
    if method.name != "exact" or get(measure).proportion  # exact limits of a difference are wide by intent
    if method.name not in ("log", "ncx2")
]


@pytest.mark.parametrize(("name", "measure", "method"), WAYS)
def test_with_many_items_every_method_is_the_textbooks(name, measure, method):
    """The delta method is right where items are many: value and standard error of the table as it stands."""
    found, plain = (interval(measure, MANY[name], method=way, draws=4000) for way in (method, "delta"))
    reach = (plain.high - plain.low) / 2
    atol = (0.15 if method.startswith(("posterior", "bootstrap")) else 0.06) * reach
    assert_allclose([found.low, found.high], [plain.low, plain.high], rtol=0, atol=atol)


def test_the_limits_of_information_make_g2_an_ordinary_observation():
    for table in (np.array([[30.0, 8, 3], [6, 40, 5], [4, 7, 25]]), np.array([[30.0, 8], [6, 40]])):
        found = interval("mutual_information", table, method="ncx2", level=0.9)
        for end, tail in ((found.low, 0.95), (found.high, 0.05)):
            away = 2 * np.log(2) * table.sum() * end
            assert_allclose(stats.ncx2.cdf(g2(table)[0], (len(table) - 1) ** 2, away), tail, rtol=1e-6)
    weak = np.array([[12.0, 11.0], [10.0, 12.0]])
    assert interval("mutual_information", weak, method="ncx2").low == 0


# --- tests -----------------------------------------------------------------------------------------------------------


def test_the_largest_of_one_difference_is_a_normal_deviate():
    """And has no unit: whatever the variances are, it is divided by its own standard deviation."""
    covariance = np.array([[2.0, 0.5], [0.5, 1.0]])
    for unit in (1e-8, 1.0, 1e6):
        found = MaxT.of(np.array([[0, 1]]), [unit * covariance], np.random.default_rng(0))
        assert_allclose(np.quantile(found.largest, [0.5, 0.95]), stats.norm.ppf([0.75, 0.975]), rtol=0.03)


def test_the_adjusted_p_counts_the_draws_and_the_difference_itself():
    found = MaxT(np.array([0.5, 1.0, 2.0, 3.0]))
    p = 2 * stats.norm.sf([0.1, 1.5, 2.5, 9.0])
    assert_allclose(found.adjust(p), [1, 3 / 5, 2 / 5, 1 / 5])
    assert found.shown_at(0.9) <= 0.9


def test_correlated_terms_are_joined_by_the_law_of_cosines():
    low, high = mover((0.0, (-3.0, 4.0)), (0.0, (-3.0, 4.0)), np.array([0.0, 1.0, -1.0, 0.5]))
    assert_allclose([-low, high], [[5, 1, 7, 13**0.5]] * 2)


def test_all_systems_share_the_pseudo_items_of_their_pair():
    found = Paired(get("accuracy"), items([0, 1, 1, 0], {"a": [0, 1, 0, 0], "b": [0, 1, 1, 1]}))
    assert_allclose(found.smoothed.sum((-1, -2)), 4 + MASS)
    assert (found.smoothed > found.data.tables).all()


def test_the_rarest_class_is_one_that_occurs():
    found = Paired(get("informedness"), items(list("aac"), {"one": list("abc"), "two": list("bbb")}))
    assert found._rarest == 1


def test_shuffled_hits_of_many_classes_have_their_mean_and_variance():
    """Each class alone is hypergeometric, however often the classes are split in halves."""
    table = np.random.default_rng(1).integers(1, 4, (9, 9))
    drawn = shuffled_hits(table.astype(float), 20_000, np.random.default_rng(0))
    for place in range(9):
        hits = stats.hypergeom(table.sum(), table[place].sum(), table[:, place].sum())
        assert abs(drawn[:, place].mean() - hits.mean()) < 4.5 * hits.std() / 20_000**0.5
        assert_allclose(drawn[:, place].var(), hits.var(), rtol=0.08)


def test_chance_of_each_table_is_that_of_the_table_alone():
    tables = np.array([[[9, 3], [2, 8]], [[5, 5], [6, 1]]])
    for name in ("proficiency", "mutual_information"):
        found = chance_means(get(name), tables.astype(float), expected_information(tables))
        assert_allclose(found, [chance_mean(name, Counts(table)) for table in tables])
    assert np.isnan(chance_means(get("entropy_actual"), tables.astype(float), expected_information(tables))).all()


# --- intervals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "told"), [(9, True), (10, False)])
def test_the_bootstrap_is_doubted_below_ten_items_of_a_class(size, told):
    for table in ([[size - 3, 3], [20, 30]], [[size - 3, 20], [3, 30]]):
        note = informed.estimate(Counts(table), "informedness", method="bootstrap", draws=100).note
        assert ("never fills an empty cell" in str(note)) == told


def test_the_roots_of_a_cubic_keep_their_digits():
    for roots, close in (((1e-7, 1.0, 1e5), 1e-12), ((0.3, 0.3, 2.0), 1e-6), ((-4.0, 0.1, 7.0), 1e-12)):
        second, first, zeroth = np.poly(roots)[1:]
        found = np.sort(_cubic_roots(np.array(second), np.array(first), np.array(zeroth)))
        assert_allclose(found, sorted(roots), rtol=close)


def test_slopes_by_differences_have_nine_digits_and_six_where_a_cell_is_empty():
    table = np.array([[30.0, 8.0], [9.0, 40.0]])
    for name in ("mutual_information", "mcc"):
        assert_allclose(differences(get(name).raw, table), gradient(get(name), table), rtol=1e-9, atol=1e-13)
    empty = 1e5 * np.array([[30.0, 0.0], [9.0, 40.0]])
    assert_allclose(
        differences(get("informedness").raw, empty), gradient(get("informedness"), empty), rtol=1e-3, atol=1e-15
    )


def test_the_side_that_may_be_weighted_anew():
    assert side_of(get("balanced_accuracy"), (3, 3)) == "actual"
    assert side_of(get("kappa"), (3, 3)) is None
    assert side_of(get("proficiency"), (2, 4)) is None


def test_weights_of_a_table_that_is_not_square():
    table = np.array([[9.0, 3, 1], [2, 8, 6]])
    found = weighted(1.5 * table + 1, 3 * table + 2)
    assert found.unseen("actual").shape == (2, 3)
    assert_allclose(weighted(table, 2 * table, n=40).support.sum(), 40)


def test_the_freedom_of_plain_items_strata_and_weights():
    actual, said = np.array([0, 1] * 10), np.array([0, 1, 1, 1] * 5)
    plain, strata = items(actual, said), items(actual, said, stratum=np.arange(20) // 7)
    heavy = items(actual, said, weights=np.arange(1.0, 21))

    def free(data):
        return freedom(data, np.ones(len(data.rows)), data.rows[:, 0])

    assert free(plain) is None
    assert free(strata) == 20 - 3
    assert free(heavy) is not None


def test_deviations_of_several_effects_are_those_of_each():
    rng = np.random.default_rng(2)
    found = items(rng.integers(0, 2, 30), rng.integers(0, 2, 30), cluster=np.arange(30) // 3)
    effects = rng.normal(size=(len(found.rows), 3))
    for data in (found, found.alone()):
        together = variants(data, effects, data.rows[:, 0])
        for place in range(3):
            alone = variants(data, effects[:, place], data.rows[:, 0])
            for one, other in zip(together, alone, strict=True):
                assert_allclose(one[:, place], other)
    assert deviations(found, effects).shape == (10, 3)


def test_eight_items_a_cell_are_few():
    assert few_items(np.full((3, 3), 8.0))
    assert not few_items(np.full((3, 3), 8.1))


# --- core ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", [each for each in find() if each.through is not None], ids=str)
def test_what_goes_through_another_measure_is_its_image(measure):
    base, function = get(measure.through[0]), measure.through[1]
    for table in (np.array([[30.0, 8.0], [9.0, 40.0]]), np.array([[5.0, 1.0], [6.0, 2.0]])):
        assert_allclose(function(base.raw(table)), measure.raw(table), rtol=1e-9)


def test_the_least_of_a_range_is_met_at_independence_where_chance_is_the_least():
    table = np.outer([3, 5, 2], [4, 4, 1])
    for measure in find():
        if measure.kind == "table" and measure.fixed_chance is not None and np.isfinite(measure.bound(0, 3, 3)):
            assert measure.bound(0, 3, 3) <= measure(table) + 1e-12, measure.name


def test_a_measure_of_matching_labels_refuses_a_table_that_is_not_square():
    table = np.array([[9, 3, 1], [2, 8, 6]])
    for measure in ("informedness", "determination", "kappa"):
        with pytest.raises(InputError, match="as many predicted as actual classes"):
            get(measure)(table)
    with pytest.raises(InputError, match="same labels on both axes"):
        one_table(Counts(table, labels=["a", "b"], labels_predicted=["a", "b", "c"]), "this")


def test_residuals_are_those_of_statsmodels():
    """Haberman 1973; of two classes each of them squared is chi squared."""
    tables = pytest.importorskip("statsmodels.stats.contingency_tables")
    table = np.array([[9.0, 3, 1], [2, 8, 6]])
    assert_allclose(residuals(table), tables.Table(table).standardized_resids)
    assert_allclose(residuals(table[:, :2]) ** 2, pearson(table[:, :2])[0])


def test_statistics_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Counts([[1, 2], [3, 4]]).missing = 3


def test_ratings_are_equal_to_their_like_and_brief():
    one, other = (read_ratings({"a": [0, 1, 1], "b": [0, 1, 0]}) for _ in range(2))
    assert one == other
    assert one != read_ratings({"a": [0, 1, 1], "b": [0, 0, 0]})
    assert len(repr(one)) < 200


def test_items_without_an_abstention_abstain_nowhere():
    found = items(list("aab"), {"one": list("abb")})
    assert not found.abstaining
    assert found.counts("one").abstained is None


def test_items_are_saved_in_the_order_of_their_rows():
    found = items(list("bcaab"), {"one": list("abcab"), "two": list("aabcc")})
    assert found.to_dict()["rows"] == sorted(found.rows.tolist())


def test_one_class_that_occurs_keeps_the_table_of_both():
    assert Counts([[5, 0], [0, 0]]).occurring(alike=True).table.shape == (2, 2)
    found = Counts([[5, 1, 0], [2, 3, 0], [0, 0, 0]]).occurring(alike=True)
    assert_array_equal(found.table, [[5, 1], [2, 3]])


def test_what_was_read_of_label_sets_adds_up():
    one, other = (read_sets([["a"], ["b"]], [["a"], ["b"]]) for _ in range(2))
    for key in (one + other).read:
        assert (one + other).read[key] == one.read.get(key, 0) + other.read.get(key, 0)
    one, other = replace(one, read={"lists": 2}), replace(other, read={"texts": 3})
    assert (one + other).read == {"lists": 2, "texts": 3}
    split = read_sets([["a", "b"], ["b"], []], [["a"], ["a", "b"], []])
    for place, label in enumerate(split.labels):
        table = split.category(place).counts().table
        hits = {"a": [[1, 0], [1, 1]], "b": [[1, 1], [0, 1]]}[label]
        assert_array_equal(table, hits)


def test_scores_that_are_all_infinite_have_no_width():
    assert finite_ends(np.array([np.inf, -np.inf])) == (0, 0)
    assert finite_ends(np.array([np.inf, 3.0, 5.0])) == (3, 5)


def test_whole_scores_that_floats_cannot_tell_apart_are_refused_on_both_sides():
    for scores in ([2**60, 1], [-(2**60), 1]):
        with pytest.raises(InputError, match="floats cannot tell apart"):
            finite_or_infinite(np.array(scores), "scores")


def test_amounts_and_shares_have_the_shape_of_their_classes():
    with pytest.raises(InputError, match="has shape"):
        amounts([1, 2, 3], "amounts", (2,))
    assert_allclose(shares_of(0.3, "share"), [0.3, 0.7])
    with pytest.raises(InputError, match="add up"):
        shares_of([0.3, 0.6], "share")


def test_counts_beyond_what_floats_count_are_no_items():
    assert Counts([[1.0, 2.0], [3.0, 4.0]]).n == 10
    assert Counts([[1e17, 2.0], [3.0, 4.0]]).n is None


@pytest.mark.parametrize("way", ["core.basis:asked_again", "questions.evaluate.compute:nothing", "os:system", "x"])
def test_only_questions_are_asked_again(way):
    with pytest.raises(InputError, match="not a question of this version"):
        asked_again(way, {}, [])


def test_a_group_keeps_its_own_abstentions():
    found = count(list("aabb"), list("a-b-"), by=list("xyxy"), abstain="-")
    assert [part.abstained.tolist() for part in (found[0], found[1])] == [[0, 0], [1, 1]]
