"""A diagnostic study: its flow adds up, its estimates are those that others published or compute."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

import informed
from informed.core.errors import InputError
from informed.core.words import percent

cells = st.tuples(*[st.integers(1, 400)] * 4)


def study(hits, missed, false, left, **how):
    counts = informed.Counts([[hits, missed], [false, left]], labels=["ill", "well"])
    return informed.evaluate(counts, positive="ill", **how).stard()


PUBLISHED = {  # Table 1 of doi:10.3390/diagnostics11071211: percentages and exact 95 % limits, as printed
    (119, 56, 15, 893): {
        "sensitivity": (68.0, 60.5, 74.8),
        "specificity": (98.3, 97.3, 99.1),
        "ppv": (88.8, 82.2, 93.6),
        "npv": (94.1, 92.4, 95.5),
    },
    (18, 25, 48, 1724): {
        "sensitivity": (41.9, 27.0, 57.9),
        "specificity": (97.3, 96.4, 98.0),
        "ppv": (27.3, 17.0, 39.6),
        "npv": (98.6, 97.9, 99.1),
    },
}


@pytest.mark.parametrize("table", PUBLISHED)
def test_exact_intervals_are_those_that_were_published(table):
    found = study(*table, method="exact").measures
    for name, printed in PUBLISHED[table].items():
        each = found[name]
        assert each.method == "exact"
        assert [round(100 * value, 1) for value in (each.value, each.low, each.high)] == list(printed)


def test_likelihood_ratios_are_those_that_were_published():
    """Simel, Rennie & Bossuyt 2008, Table 5: two examiners."""
    for table, printed in (((20, 10, 15, 55), (3.1, 0.42)), ((15, 8, 5, 52), (7.4, 0.38))):
        found = study(*table).measures
        assert (round(found["lr_plus"].value, 1), round(found["lr_minus"].value, 2)) == printed


@pytest.mark.parametrize("table", [(20, 10, 15, 55), (32, 8, 2, 185), (1, 5, 3, 400), (200, 3, 5, 200)])
def test_likelihood_ratios_have_the_score_limits_of_statsmodels(table):
    """Miettinen & Nurminen 1985: the ratio of two independent proportions."""
    hits, missed, false, left = table
    found = study(*table, method="score").measures
    for name, one, other in (("lr_plus", hits, false), ("lr_minus", missed, left)):
        theirs = confint_proportions_2indep(one, hits + missed, other, false + left, compare="ratio", method="score")
        assert found[name].method == "score"
        assert_allclose((found[name].low, found[name].high), theirs, rtol=1e-6)


@given(cells)
def test_wilsons_limits_are_those_of_statsmodels(table):
    found = study(*table, method="wilson")
    for name, (part, whole) in found.parts.items():
        each = found.measures[name]
        assert_allclose((each.low, each.high), proportion_confint(part, whole, method="wilson"), atol=1e-9)
        assert_allclose(each.value, part / whole)


people = st.lists(
    st.tuples(st.sampled_from(["ill", "well", None]), st.sampled_from(["ill", "well", "?"])), min_size=1, max_size=40
)


@given(people, st.sampled_from(["drop", "unjudged"]))
def test_every_participant_has_a_place_in_the_flow(rows, missing):
    rows = [*rows, ("ill", "ill"), ("well", "well")]
    if missing == "unjudged":
        rows = [row for row in rows if row != (None, "?")]
    actual, predicted = zip(*rows, strict=True)
    found = informed.evaluate(actual, predicted, positive="ill", abstain="?", missing=missing).stard()
    flow = {name: [each or 0 for each in row] for name, row in found.flow.items()}
    analysed, read = flow.pop("analysed"), flow.pop("read", [len(rows)])
    assert read[0] == len(rows) == sum(row[0] for row in flow.values())
    for name, row in flow.items():
        assert row[0] == sum(row[1:]) or name.startswith("left out")
    tested = [row for name, row in flow.items() if name in ("index test 'ill'", "index test 'well'")]
    assert [sum(row[place] for row in tested) for place in (1, 2)] == analysed[1:3]
    assert analysed[0] == found.n == sum(map(sum, found.table))


def test_indeterminate_results_counted_as_errors_are_predictions_of_the_other_label():
    actual = ["ill"] * 10 + ["well"] * 20
    predicted = ["ill"] * 6 + ["?"] * 3 + ["well"] + ["well"] * 15 + ["?"] * 4 + ["ill"]
    wrong = {"ill": "well", "well": "ill"}
    errors = [wrong[truth] if said == "?" else said for truth, said in zip(actual, predicted, strict=True)]
    worst = informed.evaluate(actual, errors, positive="ill").stard().measures
    found = informed.evaluate(actual, predicted, positive="ill", abstain="?").stard()
    told = next(each for each in found.findings if each.code == "indeterminate")
    assert "7 indeterminate results" in told
    for name in ("sensitivity", "specificity"):
        assert f"{name} {100 * worst[name].value:.0f}%" in told


def test_participants_without_a_reference_standard_are_counted_and_leave_only_predictive_values():
    found = informed.evaluate(
        ["ill", "ill", "well", "well", None], ["ill", "well", "well", "well", "ill"], positive="ill", missing="unjudged"
    ).stard()
    assert found.flow["index test 'ill'"] == (2, 1, 0, 1)
    assert "unverified" in {each.code for each in found.findings}
    assert not {"sensitivity", "specificity"} & {each.code for each in found.findings}


@given(cells)
def test_the_sentence_of_a_result_has_the_shares_of_the_columns(table):
    hits, missed, false, left = table
    sentence = next(each for each in study(*table).findings if each.code == "predictive")
    for share in (hits / (hits + false), missed / (missed + left)):
        assert percent(share) in sentence


def screen(hits, missed, false, left, **how):
    counts = informed.Counts([[hits, missed], [false, left]], labels=["ill", "well"])
    return informed.evaluate(counts, **how)


@example((232, 157, 234, 209))  # too often, by a test that does not agree
@given(cells)
def test_the_screen_has_the_words_of_clinicians_and_no_others(table):
    told = str(screen(*table, positive="ill"))
    assert all(word in told for word in ("sensitivity", "specificity", "PPV", "NPV", "LR+", "LR-"))
    assert "recall" not in told
    assert "precision" not in told
    plain = str(screen(*table, positive="ill", words="general"))
    assert "recall" in plain
    assert "sensitivity" not in plain


@given(cells)
def test_clinical_words_say_what_both_results_mean(table):
    """Wherever something is known, with an interval for each share."""
    found = screen(*table, positive="ill")
    told = [each for each in found.findings if each.code == "calls"]
    assert len(told) == (found.strength not in (None, "unknown", "constant"))
    assert all(each.count("95% CI") == 2 for each in told)


def test_files_have_the_words_too():
    found = screen(32, 8, 2, 185, positive="ill")
    for style in ("markdown", "html"):
        text = found.report(style)
        assert "specificity" in text
    rows = found.report("markdown").splitlines()
    assert not [row for row in rows if row.startswith(("| recall |", "| precision |", "| inverse_recall |"))]


def test_what_is_no_diagnostic_study_is_refused_with_the_remedy():
    with pytest.raises(InputError, match=r"needs positive=: the target condition, 'ill' or 'well'"):
        informed.evaluate(["ill", "well"], ["ill", "well"]).stard()
    with pytest.raises(InputError, match=r"is for two labels, and here are 3"):
        informed.evaluate(["a", "b", "c"], ["a", "b", "c"]).stard()


def test_the_files_hold_three_tables(tmp_path):
    found = study(32, 8, 2, 185)
    for name, mark in (("table.md", "| --- |"), ("table.html", "<table")):
        text = found.save(tmp_path / name).read_text()
        assert text.count(mark) >= 3
        assert all(word in text for word in ("Flow of participants", "sensitivity", "LR+", "jeffreys_wilson"))


@pytest.mark.parametrize("term", ["stard", "sensitivity", "specificity", "PPV", "NPV", "flow diagram", "LR+"])
def test_the_finder_knows_it(term):
    from informed.finder import find

    assert "STARD" in {each.name for each in find(term)}


WORDS = {
    "sensitivity": "recall",
    "specificity": "inverse_recall",
    "ppv": "precision",
    "npv": "inverse_precision",
    "lr_plus": "likelihood_ratio_positive",
    "lr_minus": "likelihood_ratio_negative",
}


@given(cells)
def test_the_words_are_other_names_of_the_same_numbers(table):
    (hits, missed, false, left) = table
    counts = informed.Counts([[hits, missed], [false, left]], labels=["ill", "well"])
    found = informed.evaluate(counts, positive="ill")
    written = found.to_dict()
    assert found.clinical
    assert written["clinical"] == {name: written["measures"][of] for name, of in WORDS.items()}


def test_words_are_clinical_where_a_label_is_positive_and_otherwise_where_it_was_said():
    labels = ["ill", "well"] * 9, ["ill", "well", "well"] * 6
    assert not informed.evaluate(*labels).clinical
    assert "clinical" not in informed.evaluate(*labels, positive="ill", words="general").to_dict()
    with pytest.raises(InputError, match="words='clinical' needs positive=: 'ill' or 'well'"):
        informed.evaluate(*labels, words="clinical")
    with pytest.raises(InputError, match="did you mean 'clinical'"):
        informed.evaluate(*labels, positive="ill", words="clinicl")
