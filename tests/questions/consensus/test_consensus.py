"""Raters without a truth: published estimates, laws, readings, refusals."""

import numpy as np
import pandas
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from published import paper

import informed
from informed import InputError, consensus


@pytest.fixture
def anaesthetists():
    """One row a rating; the first anaesthetist rated each patient three times."""
    told = paper("dawid_skene")
    said = [
        (patient, *each)
        for patient, row in enumerate(told["ratings"], 1)
        for each in zip(told["anaesthetists"], map(int, row), strict=True)
    ]
    return dict(zip(LONG.values(), map(list, zip(*said, strict=True)), strict=True))


LONG = {"item": "patient", "rater": "anaesthetist", "label": "rating"}


def drawn(rng, raters=4, labels=3, items=150, knows=(0.6, 0.9), gaps=0.0):
    """Ratings of raters who know or guess, None where there is none, and the truth."""
    truth = rng.integers(0, labels, items)
    share = np.linspace(*knows, raters)
    guess = rng.integers(0, labels, (items, raters))
    said = np.where(rng.random((items, raters)) < share, truth[:, None], guess).astype(object)
    said[rng.random((items, raters)) < gaps] = None
    return {f"r{place}": said[:, place].tolist() for place in range(raters)}, truth


# --- published -------------------------------------------------------------------------------------------------------


def test_dawid_and_skenes_anaesthetists(anaesthetists):
    """Maximum likelihood from the votes; the paper prints prevalence .40 .42 .11 .07."""
    wanted = paper("dawid_skene")
    found = consensus(anaesthetists, **LONG, prior=0, model="dawid_skene")
    assert_allclose(found.fit.log_likelihood, wanted["log_likelihood"], atol=1e-6)
    assert_allclose([each.value for each in found.prevalence.values()], wanted["prevalence"], atol=1e-6)
    assert [round(each.value, 2) for each in found.prevalence.values()] == wanted["printed"]["prevalence"]
    assert_allclose(list(found.matrices.values()), wanted["error_rates"], atol=1e-6)
    posterior = np.array(wanted["posterior"])
    assert [each.label for each in found.labels] == (1 + posterior.argmax(-1)).tolist()
    assert_allclose([each.probability for each in found.labels], posterior.max(-1), atol=1e-6)


def test_another_start_that_fits_better_is_said_and_the_votes_are_kept(anaesthetists):
    """Dawid & Skene's likelihood has several tops; one above that of the votes labels patient 12 otherwise."""
    found = consensus(anaesthetists, **LONG, prior=0, model="dawid_skene")
    assert found.fit.better.log_likelihood > found.fit.log_likelihood + 1
    assert not found.fit.better.crosses
    assert "another start fits better" in str(found)


def test_a_start_that_makes_a_class_of_hard_items_crosses_labels():
    """Half of the 'a' are hard: three of five raters call them 'b'. The rare label 'c' lends them its class."""
    rng = np.random.default_rng(0)
    truth = rng.choice(3, 600, p=[0.55, 0.44, 0.01])
    hard = (truth == 0) & (rng.random(600) < 0.5)
    ratings = {}
    for place in range(5):
        said = np.where(hard & (place < 3), 1, truth)
        ratings[f"r{place}"] = np.where(rng.random(600) < 0.1, rng.integers(0, 2, 600), said).tolist()
    found = consensus(ratings, model="dawid_skene")
    assert found.fit.better.crosses
    assert any(sentence.startswith("Caution: another solution fits better") for sentence in found.verdict)


def test_hui_and_walters_tuberculin_tests():
    wanted = paper("hui_walter")
    tables = {name: np.array(each) for name, each in wanted["tables_first_by_second"].items()}
    cells = [(name, *cell) for name, table in tables.items() for cell in np.ndindex(2, 2) for _ in range(table[cell])]
    columns = {
        name: ["+-"[cell[place]] if place else cell[0] for cell in cells]
        for place, name in enumerate(("population", *wanted["tests"]))
    }
    found = consensus(columns, by="population", labels=["+", "-"], prior=0)
    for place, test in enumerate(wanted["tests"]):
        positive, negative = (wanted[f"false_{kind}"][place] for kind in ("positive", "negative"))
        printed = [wanted["printed"][f"false_{kind}"][place] for kind in ("negative", "positive")]
        assert [round(found.matrices[test][0][1], 4), round(found.matrices[test][1][0], 4)] == printed
        assert_allclose(found.matrices[test], [[1 - negative, negative], [positive, 1 - positive]], atol=1e-6)
        assert_allclose(found.raters[test]["informedness"].value, 1 - negative - positive, atol=1e-6)
    assert_allclose([part["+"].value for part in found.groups.values()], wanted["prevalence"], atol=1e-6)
    for name, printed in zip(found.groups, wanted["printed"]["prevalence"], strict=True):
        assert round(found.groups[name]["+"].value, 4) == printed


def test_three_raters_and_two_labels_solve_the_equations_of_their_moments():
    """cov_ij = B_i B_j pi (1 - pi): three covariances give every informedness (two labels, exact fit)."""
    rng = np.random.default_rng(4)
    ratings, _ = drawn(rng, 3, 2, 4000, (0.5, 0.8))
    found = consensus(ratings, prior=0)
    cov = np.cov(np.array(list(ratings.values()), float), bias=True)
    share = found.prevalence[1].value
    spread = share * (1 - share)
    for place, other, third in ((0, 1, 2), (1, 2, 0), (2, 0, 1)):
        squared = cov[place, other] * cov[place, third] / cov[other, third] / spread
        assert_allclose(found.raters[f"r{place}"]["informedness"].value, np.sqrt(squared), atol=1e-4)


# --- laws ------------------------------------------------------------------------------------------------------------


@settings(max_examples=4)
@given(seed=st.integers(0, 10**6), labels=st.integers(2, 4), raters=st.integers(3, 5))
def test_the_consensus_of_perfect_raters_is_the_truth(seed, labels, raters):
    rng = np.random.default_rng(seed)
    ratings, truth = drawn(rng, raters, labels, 60, (1, 1), 0.2)
    kept = np.array([any(said[place] is not None for said in ratings.values()) for place in range(60)])
    found = consensus(ratings)
    assert [each.label for each in found.labels] == truth[kept].tolist()
    for row in consensus(ratings, prior=0).raters.values():
        assert row["informedness"].value == pytest.approx(1, abs=1e-6)
        assert row["informedness"].low < 0.99


@settings(max_examples=3)
@given(seed=st.integers(0, 10**6), order=st.permutations(range(3)))
def test_swapping_labels_swaps_results_and_renaming_raters_changes_nothing(seed, order):
    rng = np.random.default_rng(seed)
    ratings, _ = drawn(rng, gaps=0.2)
    options = {"model": "dawid_skene"}
    plain = consensus(ratings, **options)
    swapped = consensus({who: [x if x is None else order[x] for x in said] for who, said in ratings.items()}, **options)
    renamed = consensus({f"z{who}": said for who, said in reversed(ratings.items())}, **options)
    for who, row in plain.raters.items():
        for other in (swapped.raters[who], renamed.raters[f"z{who}"]):
            assert other["informedness"].value == pytest.approx(row["informedness"].value, abs=1e-4)
    for label, share in plain.prevalence.items():
        assert swapped.prevalence[order[label]].value == pytest.approx(share.value, abs=1e-4)
    assert sum(each.value for each in plain.prevalence.values()) == pytest.approx(1)


def test_informedness_of_a_rater_who_knows_or_guesses_is_how_often_it_knows():
    ratings, truth = drawn(np.random.default_rng(8), 5, 4, 3000, (0.3, 0.9))
    found = consensus(ratings)
    assert found.fit.model == "knows_or_guesses"  # the ratings were drawn so, and it has fewer parameters
    values = [row["informedness"].value for row in found.raters.values()]
    assert_allclose(values, np.linspace(0.3, 0.9, 5), atol=0.06)
    assert np.mean([each.label == right for each, right in zip(found.labels, truth, strict=True)]) > 0.8


def test_errors_that_no_habit_explains_take_dawid_and_skenes_model():
    """A rater who takes 0 for 1 and 1 for 0, but never 2, does not answer by habit."""
    rng = np.random.default_rng(9)
    truth = rng.integers(0, 3, 1500)
    slip = np.array([1, 0, 2])
    ratings = {f"r{each}": np.where(rng.random(1500) < 0.2, slip[truth], truth).tolist() for each in range(4)}
    found = consensus(ratings)
    assert found.fit.model == "dawid_skene"
    assert found.fit.bic["dawid_skene"] < found.fit.bic["knows_or_guesses"]


def test_the_prior_fades_with_more_items():
    ratings, _ = drawn(np.random.default_rng(3), labels=2, items=80)
    more = {who: said * 20 for who, said in ratings.items()}

    def apart(data):
        with_prior, without = (consensus(data, prior=prior).raters for prior in (1.0, 0.0))
        return max(abs(with_prior[who]["informedness"].value - without[who]["informedness"].value) for who in data)

    assert apart(more) < apart(ratings) / 4


def test_a_rating_given_twice_counts_twice():
    """Twice the same rater is as two raters with one matrix: three ratings of one item, as the anaesthetist's."""
    long = {
        "id": [1, 1, 1, 2, 2, 2, 2] * 10,
        "who": ["a", "b", "c", "a", "a", "b", "c"] * 10,
        "label": ["x", "x", "x", "y", "y", "y", "x"] * 10,
    }
    long["id"] = [each + 2 * (place // 7) for place, each in enumerate(long["id"])]
    found = consensus(long, item="id", rater="who", label="label")
    assert found.given == {"a": 30, "b": 20, "c": 20}
    assert any("rated before: 10" in note for note in found.notes)


# --- what to beware of -----------------------------------------------------------------------------------------------


def test_two_raters_alone_are_refused_with_bounds():
    """With two labels a rater is at least as informed as it is about what the other says."""
    table = np.array([[40, 10], [5, 45]])
    cells = [cell for cell in np.ndindex(2, 2) for _ in range(table[cell])]
    found = consensus({"a": [cell[0] for cell in cells], "b": [cell[1] for cell in cells]})
    assert found.refusal
    assert found.labels == ()
    assert_allclose(found.raters["b"]["informedness"].low, 0.8 - 0.1)  # b against a as the truth
    assert_allclose(found.raters["a"]["informedness"].low, 40 / 45 - 10 / 55)
    assert found.verdict[0].startswith("Cannot tell: two raters alone")
    assert "at least 0.707 for a and 0.700 for b" in found.verdict[1]


@given(st.tuples(*[st.floats(0.05, 0.95)] * 5).filter(lambda x: x[0] - x[1] > 0.02 and x[2] - x[3] > 0.02))
def test_the_bounds_of_two_raters_hold_whatever_their_errors(truth):
    """Any two raters better than guessing: the informedness of each is at least that about the other's labels."""
    one, false_one, two, false_two, share = truth
    says = [np.array([[hit, 1 - hit], [false, 1 - false]]) for hit, false in ((one, false_one), (two, false_two))]
    table = says[0].T @ np.diag([share, 1 - share]) @ says[1]
    assert informed.measures.informedness(table) <= two - false_two + 1e-9
    assert informed.measures.informedness(table.T) <= one - false_one + 1e-9


def coins(rng, knows, items, share=0.5):
    """Raters who know with these probabilities and else toss a coin."""
    truth = rng.random(items) < share
    said = np.where(rng.random((items, len(knows))) < knows, truth[:, None], rng.random((items, len(knows))) < share)
    return said.astype(int).tolist()


@pytest.mark.parametrize(
    ("knows", "items"), [((0, 0, 0), 40), ((0, 0, 0, 0), 40), ((0,) * 6, 100), ((0.9, 0.9, 0), 60)]
)
def test_fewer_than_three_informed_raters_are_refused(knows, items):
    """Kruskal 1977: three informed raters identify the model, two do not. At most 5 % are answered: of 60 at most 8
    (p 0.01), and as few say that one who guesses is above 0."""
    rng = np.random.default_rng(21)
    found = [consensus(coins(rng, knows, items)) for _ in range(60)]
    answered = [each for each in found if each.refusal is None]
    assert len(answered) <= 8
    refused = next(each for each in found if each.refusal)
    assert refused.labels == ()
    assert refused.voting is None
    assert refused.verdict[0].startswith("Cannot tell: no evidence that three raters are informed (p = 0.")
    for style in ("text", "json", "csv", "markdown", "html"):
        assert refused.report(style)


def test_three_informed_raters_are_found():
    """Three who know 80 % of 60 items: nobody would miss that."""
    rng = np.random.default_rng(22)
    assert sum(consensus(coins(rng, (0.8, 0.8, 0.8), 60)).refusal is None for _ in range(20)) >= 19


def test_a_consensus_of_few_items_is_as_sure_as_it_is_right():
    """Five raters of 20 items, 60 data sets: labels said to be right, within 3 points (two standard errors) of those
    that are. The fit alone, which knows the raters from these very items, says 6 points more."""
    rng, said, plain, right = np.random.default_rng(23), [], [], []
    for _ in range(60):
        truth = rng.random(20) < 0.5
        rows = np.where(rng.random((20, 5)) < np.linspace(0.4, 0.7, 5), truth[:, None], rng.random((20, 5)) < 0.5)
        found = consensus(rows.astype(int).tolist())
        if found.refusal is None:
            said.append(found.voting.consensus_right)
            plain.append(consensus(rows.astype(int).tolist(), prior=0).voting.consensus_right)
            right.append(np.mean([each.label == actual for each, actual in zip(found.labels, truth, strict=True)]))
    assert abs(np.mean(said) - np.mean(right)) < 0.03
    assert np.mean(plain) - np.mean(right) > 0.05


def test_intervals_for_all_raters_are_wider_than_those_of_one():
    found = consensus(drawn(np.random.default_rng(24), 5, 3, 60)[0])
    for who, row in found.raters.items():
        one, all_of_them = row["informedness"], found.jointly[who]
        assert all_of_them.value == one.value
        assert all_of_them.low <= one.low <= one.high <= all_of_them.high
    assert sum(each.low for each in found.jointly.values()) < sum(x["informedness"].low for x in found.raters.values())
    assert "Both intervals allow for the choice among 5 raters; those of the table" in found.verdict[0]


def test_both_readers_of_long_tables_keep_the_declared_order_of_labels():
    import polars

    from informed.readers.ratings import read_ratings

    order = ["low", "middle", "high"]
    said = ["low", "high", "middle", "high", "low", "high", "middle", "low", "low", "high", "middle", "high"]
    frame = polars.DataFrame({"id": sorted([*range(4)] * 3), "who": ["a", "b", "c"] * 4, "label": said})
    frame = frame.with_columns(polars.col("label").cast(polars.Enum(order)))
    columns = {"item": "id", "rater": "who", "label": "label"}
    assert list(consensus(frame, **columns).classes) == order
    assert list(read_ratings(frame, **columns).labels) == order


def test_two_raters_have_no_bounds_with_three_labels():
    """Each class mostly gets its label and errors are independent, yet one knows the other better than the truth."""
    share = np.array([0.4, 0.1, 0.5])
    one = np.array([[0.6, 0.0, 0.4], [0.2, 0.6, 0.2], [0.2, 0.4, 0.4]])
    two = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.2, 0.2, 0.6]])
    table = np.rint(1000 * two.T @ (share[:, None] * one)).astype(int)
    about = informed.measures.informedness
    assert about(table) > about(share[:, None] * one) + 0.01
    cells = [cell for cell in np.ndindex(3, 3) for _ in range(table[cell])]
    found = consensus({"one": [cell[1] for cell in cells], "two": [cell[0] for cell in cells]})
    assert all(row["informedness"].low is None for row in found.raters.values())
    assert found.verdict[1].startswith("With 3 labels there are no bounds either")


def test_raters_who_copy_are_named():
    rng = np.random.default_rng(5)
    ratings, _ = drawn(rng, 6, 2, 500, (0.75, 0.75))
    copied = rng.random(500) < 0.5
    ratings["r1"] = [one if copy else own for one, copy, own in zip(ratings["r0"], copied, ratings["r1"], strict=True)]
    found = consensus(ratings)
    test = found.fit.independence
    assert {test.first, test.second} == {"r0", "r1"}
    assert test.p < 0.05
    assert any("raters err together" in sentence for sentence in found.verdict)


def test_independent_raters_are_seldom_said_to_depend():
    """At most 5 % of such data: of 20 at most 4 (p 0.003)."""
    rng = np.random.default_rng(6)
    p = [consensus(drawn(rng, 4, 2, 100)[0]).fit.independence.p for _ in range(20)]
    assert sum(each < 0.05 for each in p) <= 4


def test_three_raters_and_two_labels_cannot_be_tested():
    found = consensus(drawn(np.random.default_rng(1), 3, 2)[0])
    assert found.fit.independence is None
    assert "leave nothing to test" in found.fit.untested


def test_what_the_vote_gets_wrong():
    """One informed rater among guessers: the vote follows the guessers, the consensus the one who knows."""
    rng = np.random.default_rng(7)
    truth = rng.integers(0, 2, 600)
    shares = (0.95, 0.9, 0.1, 0.1, 0.1)
    ratings = {
        f"r{place}": np.where(rng.random(600) < share, truth, rng.integers(0, 2, 600)).tolist()
        for place, share in enumerate(shares)
    }
    found = consensus(ratings)
    voted = np.array([sum(said[place] for said in ratings.values()) > 2.5 for place in range(600)])
    right = np.array([each.label for each in found.labels]) == truth
    assert right.mean() > (voted == truth).mean() + 0.05
    assert found.voting.differs > 50
    assert found.voting.consensus_right == pytest.approx(right.mean(), abs=0.04)
    assert found.voting.right == pytest.approx((voted == truth).mean(), abs=0.04)


REFUSED = {
    "two raters or more": lambda: consensus({"a": [1, 2]}),
    "there is one label alone": lambda: consensus({"a": [1, 1], "b": [1, 1], "c": [1, 1]}),
    "every label is missing": lambda: consensus({"a": [None], "b": [None]}),
    "needs item=, rater= and label=": lambda: consensus({"w": ["a"], "l": [1]}, rater="w", label="l"),
    "prior=-1 is not": lambda: consensus(drawn(np.random.default_rng(1))[0], prior=-1),
    "did you mean 'dawid_skene'": lambda: consensus(drawn(np.random.default_rng(1))[0], model="dawid_sken"),
    "lies in several groups": lambda: consensus(
        {"i": [1, 1], "w": ["a", "b"], "l": [1, 0], "g": ["x", "y"]}, item="i", rater="w", label="l", by="g"
    ),
    "one row per rating needs rater=": lambda: consensus(
        {"i": [1, 1], "a": [1, 0], "b": [1, 0], "c": [1, 1]}, item="i"
    ),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_cannot_be_used_is_refused_with_a_remedy(message):
    with pytest.raises(InputError, match=message):
        REFUSED[message]()


def test_a_consensus_is_a_reference_whose_errors_are_known():
    """Its errors do not depend on the predictor's: they pull informedness towards 0, and the matrix undoes it."""
    rng = np.random.default_rng(11)
    ratings, truth = drawn(rng, 4, 2, 6000, (0.5, 0.7))
    predicted = np.where(rng.random(6000) < 0.8, truth, rng.integers(0, 2, 6000))
    found = consensus(ratings)
    actual = np.array([each.label for each in found.labels])
    table = informed.count(actual, predicted)
    observed = informed.evaluate(table).measures["informedness"].value
    corrected = np.linalg.solve(found.quality.T, np.asarray(table.table, float))
    assert observed < 0.75
    assert informed.measures.informedness(corrected) == pytest.approx(0.8, abs=0.04)
    assert "take the reference's error rates as exact" in str(informed.evaluate(table, reference_quality=found))
    assert_allclose(found.quality.sum(-1), 1)


# --- readings --------------------------------------------------------------------------------------------------------


def test_every_shape_gives_the_same(tmp_path):
    ratings, _ = drawn(np.random.default_rng(2), 3, 3, 40, gaps=0.3)
    wanted = consensus(ratings).to_dict()
    rows = [list(row) for row in zip(*ratings.values(), strict=True)]
    long = [
        {"id": place, "who": who, "label": said[place]}
        for who, said in ratings.items()
        for place in range(40)
        if said[place] is not None
    ]
    file = tmp_path / "long.csv"
    pandas.DataFrame(long).to_csv(file, index=False)
    wide = tmp_path / "wide.csv"
    pandas.DataFrame(ratings, dtype=object).to_csv(wide, index_label="id")
    columns = {"item": "id", "rater": "who", "label": "label"}
    for found in (
        consensus(rows, raters=list(ratings)),
        consensus(np.array(rows, float), raters=list(ratings)),
        consensus(pandas.DataFrame(ratings, dtype=object)),
        consensus(pandas.DataFrame(long), **columns),
        consensus(file, **columns),
        consensus(wide, item="id", raters=list(ratings)),
    ):
        assert found.to_dict()["raters"] == wanted["raters"]
        assert found.to_dict()["labels"] == wanted["labels"]


def test_every_form_of_print():
    found = consensus(drawn(np.random.default_rng(2), gaps=0.3)[0])
    for style in ("text", "json", "csv", "markdown", "html"):
        assert found.report(style)
    assert len(found.chart("raters").rows) == len(found.raters)
    assert list(found.rows()[0]) == ["item", "label", "probability", "vote"]
    assert len(found.doubtful) == sum(each.probability < 0.8 for each in found.labels)
    assert "informedness" in repr(found)


# --- limits ----------------------------------------------------------------------------------------------------------


def test_without_items_of_three_raters_there_are_no_limits():
    """Pairs of raters tell how they agree, never who of them errs: prevalence rests on triples."""
    rng = np.random.default_rng(12)
    truth = rng.integers(0, 2, 300)
    ratings = {f"r{who}": np.where(rng.random(300) < 0.2, 1 - truth, truth).tolist() for who in range(3)}
    for item in range(295):
        ratings[f"r{item % 3}"][item] = None
    found = consensus(ratings)
    assert all(each["informedness"].low is None for each in found.raters.values())
    assert all(share.low is None for share in found.prevalence.values())
    assert "only 5 of 300 items have ratings of three raters; intervals need 5%" in found.notes
    assert not any("guessing" in sentence for sentence in found.verdict)
    assert "intervals need 5%" in str(found)


def test_few_items_of_three_raters_make_rough_limits():
    ratings, _ = drawn(np.random.default_rng(13), 3, 2, 40, gaps=0.3)
    assert any("three raters: treat the intervals as rough" in note for note in consensus(ratings).notes)


def test_limits_hold_the_truth():
    """A nominal 95 %, of three raters: of 20 data sets each of them is held in 16 or more (p 0.008)."""
    rng, held = np.random.default_rng(14), []
    for _ in range(20):
        ratings, _ = drawn(rng, 3, 2, 150, (0.5, 0.9), 0.2)
        found = consensus(ratings).raters.values()
        held.append(
            [
                row["informedness"].low <= share <= row["informedness"].high
                for row, share in zip(found, np.linspace(0.5, 0.9, 3), strict=True)
            ]
        )
    assert np.sum(held, axis=0).min() >= 16


def test_a_test_on_a_part_of_the_ratings_says_so():
    found = consensus(drawn(np.random.default_rng(15), 4, 2, 1500)[0])
    assert found.fit.independence.ratings == 4000
    assert "independence was tested on 4,000 ratings" in str(found)
