"""Numbers and rules of the papers that are no single table: each with the place it stands in."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import informed
from informed import Counts, InputError, evaluate, match
from informed.cli import main
from informed.core.table import actuals, predictions, total
from informed.measures import get
from informed.questions.evaluate.chart import kite
from informed.readers.files.setlists import read_set_files

CASE_1 = Counts([[30, 30], [12, 28]], labels=("+", "-"))  # Powers 2007, Table 2, case 1
MODEL_1 = Counts([[56, 14], [24, 6]], labels=("+", "-"))  # Powers 2003, Figure 1, model 1
THREE = [[40, 10, 0], [5, 20, 2], [5, 10, 8]]


def printed(capsys, *arguments):
    with pytest.raises(SystemExit) as left:
        main([*arguments])
    assert not left.value.code
    return capsys.readouterr().out


# --- 2003 ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "percent"),
    [
        ("F(0.5)", 74.67),
        ("IF(0.5)", 24.00),
        ("AvF(0.5)", 52.50),
        ("G(0.5)", 74.83),
        ("IG(0.5)", 24.49),
        ("AvG(0.5)", 59.85),
    ],
)
def test_the_columns_of_figure_1_are_found_as_they_are_printed(head, percent):
    assert 100 * float(get(head)(MODEL_1)) == pytest.approx(percent, abs=0.005)


def test_f_by_alpha():
    """F = 1 / (alpha / r + (1 - alpha) / p); alpha = beta^2 / (1 + beta^2): beta = 2, p = .7, r = .8 is .7778 (E25)."""
    table = [[56, 14], [24, 6]]  # recall .8, precision .7
    assert float(get("f_alpha(alpha=0.8)")(table)) == pytest.approx(0.7778, abs=5e-5)
    for alpha, beta in ((0.5, 1), (0.8, 2), (0.2, 0.5)):
        assert get(f"f_alpha(alpha={alpha})")(table) == pytest.approx(get(f"f_measure(beta={beta})")(table))
    with pytest.raises(InputError, match="between 0 and 1"):
        get("f_alpha(alpha=2)")(table)


def test_odds_are_printed_in_the_whole_numbers_of_figure_1(capsys):
    """Figure 1, models 1 to 4: odds 7 and 3 for 70 and 30 percent; win:lose, so 3:7 for the favourite."""
    text = printed(capsys, "bookmaker", "58.1 20.4; 11.9 9.6", "--rows", "predicted", "--labels", "+,-", "--n", "100")
    lines = [line.split()[:2] for line in text.splitlines()]
    assert ["+", "3:7"] in lines
    assert ["-", "7:3"] in lines


@pytest.mark.parametrize("odds", [(2, 3, 4), (1, 5, 5), (3, 3, 3.5)])
def test_the_stakes_of_a_dutch_book_win_the_same_whatever_happens(odds):
    """Dutching: stakes in proportion to 1 / (odds + 1); what is left of 1 over their sum is won for sure."""
    implied = 1 / (1 + np.array(odds))
    prices = np.where(np.eye(3), odds, -1.0)
    found = informed.odds.dutch_book(prices, [1 / 3] * 3)
    assert found.sure == pytest.approx(1 / implied.sum() - 1)
    assert_allclose(found.stakes, implied / implied.sum(), atol=1e-9)
    assert_allclose(prices @ found.stakes, found.sure, atol=1e-9)
    assert informed.odds.dutch_book(np.where(np.eye(3), 1.0, -1.0), [1 / 3] * 3).stakes == ()


def test_recall_is_discounted_by_the_share_answered():
    """2003, 'Selection, Abstention': true recall and informedness are those of n cases times n/N: 170 of 500."""
    counts = Counts([[100, 0], [20, 50]], labels=("A", "B"), abstained=[200, 130])
    found = evaluate(counts).abstention
    assert found.discounted_recall == pytest.approx({"A": 0.34 * 1.0, "B": 0.34 * 50 / 70})
    assert found.discounted["informedness"].value == pytest.approx(0.34 * (1 - 20 / 70))
    assert "recall times n/N" in str(found)


def test_an_empty_prediction_is_a_bet_not_placed_on_the_shell_too(capsys, tmp_path):
    path = tmp_path / "some.csv"
    path.write_text("y,p\n" + "a,a\n" * 5 + "b,b\n" * 5 + "a,\n" * 3 + "b,a\n")
    data = informed.read(path, actual="y", predicted="p", abstain=[None])
    text = printed(capsys, "evaluate", str(path), "--actual", "y", "--predicted", "p", "--abstain", "")
    assert "11 of 14 items answered" in text
    assert evaluate(data).abstention.answered == 11


def edge_by_hand(table, places):
    """Equation 41 of 2007, the definition of 2003: the gains of the labels, averaged over the bets made on them."""
    merged = np.zeros((len(table), len(table)))
    for cluster, place in enumerate(places):
        merged[:, place] += np.asarray(table)[:, cluster]
    joint = merged / merged.sum()
    prevalence, bias = joint.sum(1), joint.sum(0)
    gains = (np.diag(joint) - prevalence * bias) / (prevalence * (1 - prevalence))
    return float(bias @ gains)


@pytest.mark.parametrize("many", [False, True])
def test_clusters_are_matched_so_that_the_bookmaker_of_2003_is_greatest(many):
    from itertools import permutations, product

    table = np.random.default_rng(3).integers(1, 30, (3, 3))
    maps = product(range(3), repeat=3) if many else permutations(range(3))
    best = max(maps, key=lambda places: edge_by_hand(table, places))
    found = match(
        Counts(table, labels_predicted=["x", "y", "z"]),
        maximize="edge",
        many_to_one=many,
        keep="all" if many else "informative",
        draws=9,
    )
    assert found.value.value == pytest.approx(edge_by_hand(table, best))
    assert tuple(found.mapping.values()) == best


# --- 2007 ------------------------------------------------------------------------------------------------------------


def test_the_determinant_of_any_number_of_classes():
    """Section 4: DT is the determinant of the contingency matrix, dt that of the normalised one."""
    assert float(get("DT_count")(CASE_1)) == 30 * 28 - 12 * 30 == 480
    assert float(get("dtp")(CASE_1)) == pytest.approx(0.048)  # dtp of Table 2, case 1
    by_hand = (40 * 40 - 10 * 10) + (20 * 53 - 7 * 20) + (8 * 75 - 15 * 2)  # each label against the rest
    assert float(get("determinant_count")(THREE)) == pytest.approx(by_hand / 2)
    assert float(get("determinant")(THREE)) == pytest.approx(by_hand / 2 / 100**2)
    agreed, chance = float(get("accuracy")(THREE)), (50 * 50 + 27 * 40 + 23 * 10) / 100**2
    assert by_hand / 100**2 == pytest.approx(agreed - chance)  # the numerator of kappa


def test_the_determinant_is_0_at_chance():
    table = np.array(THREE, dtype=float)
    chance = actuals(table)[:, None] * predictions(table) / total(table)
    assert float(get("determinant_count")(chance)) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("view", ["inverse"])
def test_the_inverse_problem_exchanges_the_positive_class(view, capsys):
    """Section 2.1: the inverse problem swaps the classes: inverse recall .70 and inverse precision .4828 of case 1."""
    found = evaluate(CASE_1, view=view, positive="+").measures
    assert found["recall"].value == pytest.approx(0.70)
    assert found["precision"].value == pytest.approx(28 / 58)
    for name in ("informedness", "markedness", "kappa", "correlation"):
        assert found[name].value == pytest.approx(evaluate(CASE_1, positive="+").measures[name].value)
    text = printed(
        capsys, "table", "30 12; 30 28", "--rows", "predicted", "--labels", "+,-", "--view", view, "--positive", "+"
    )
    rows = [line.split() for line in text.splitlines()]
    assert rows.index(["-", "28", "12", "40"]) < rows.index(["+", "30", "30", "60"])
    assert "sensitivity 0.700" in " ".join(text.split())


def test_between_two_raters_the_correlation_leads_with_its_test():
    """Section 4: of two raters quote the correlation; Table 2, case 1: correlation .1985, kappa .1860, KBM 1.91."""
    found = evaluate(CASE_1, reference="comparator")
    first = found.verdict[0]
    assert first.index("correlation 0.199") < first.index("kappa 0.186") < first.index("KBM")
    assert [*found.headline][:2] == ["correlation", "kappa"]
    pairs = [
        (a, p)
        for a, row in zip("+-", CASE_1.table, strict=True)
        for p, k in zip("+-", row, strict=True)
        for _ in range(int(k))
    ]
    agreed = informed.agree({"ann": [a for a, _ in pairs], "bob": [p for _, p in pairs]})
    assert agreed.lead == "correlation"
    assert agreed.measures["correlation"].value == pytest.approx(0.1985, abs=5e-5)
    test = agreed.kbm["ann", "bob"]
    assert (test.statistic, test.df) == (pytest.approx(1.91, abs=0.005), 1)
    assert "KBM" in agreed.report(every=True)
    assert "correlation 0.199" in agreed.verdict[0]


# --- 2015 ------------------------------------------------------------------------------------------------------------


def files(tmp_path, **texts):
    for name, text in texts.items():
        (tmp_path / f"{name}.txt").write_text(text)
    return [str(tmp_path / f"{name}.txt") for name in texts]


def test_the_queries_of_magnetic_are_read_as_they_are(tmp_path, capsys):
    """predeval.score: query, then categories from column abeg or pbeg on; a lone tab is a query without category."""
    pair = files(
        tmp_path,
        annotated="art\t1,200\tArts\n\t2,381\tOther\npop\t9\tArts\tMusic\n",
        results="art\tArts\n\t\npop\tMusic\n",
    )
    text = printed(capsys, "multilabel", *pair, "--first-label", "3,2", "--all")
    assert "3 items" in text
    assert "line 2: an item without a name and without a label, kept as an empty set" in " ".join(text.split())
    row = next(line.split() for line in text.splitlines() if line.startswith("  recall "))
    assert row[1] == "0.500"  # 2 of 4 categories
    with pytest.raises(InputError, match="one for each of the 2 files"):
        read_set_files(*pair, first_label=(1, 2))


def test_the_entities_of_erd_are_read_by_the_numbers_of_their_columns(tmp_path, capsys):
    """predeval.erd: the id in column 0, the category in column 2, no line of names; ids of either file count."""
    pair = files(
        tmp_path,
        actual="id1\t0\t/m/1\tx\t0.9\nid1\t0\t/m/2\ty\t0.9\nid2\t0\t/m/3\tz\t1\n",
        predicted="id1\t0\t/m/1\tx\t0.1\nid3\t0\t/m/2\ty\t1\n",
    )
    text = printed(capsys, "multilabel", *pair, "--input", "long", "--no-header", "--id", "1", "--label", "3", "--all")
    assert "3 items" in text
    rows = {
        line.split()[0]: line.split()[1] for line in text.splitlines() if line.startswith(("  recall ", "  precision "))
    }
    assert rows == {"recall": "0.333", "precision": "0.500"}
    with pytest.raises(InputError, match="number of a column"):
        read_set_files(*pair, kind="long", header=False)


def test_a_random_labeller_is_not_called_informed_without_an_interval():
    """Slides, 'Against dice': a labeller that deals categories at random captures nothing."""
    rng = np.random.default_rng(0)
    actual, predicted = ([{*rng.integers(0, 6, 2).tolist()} for _ in range(200)] for _ in range(2))
    for level in (None, 0.95):
        verdict = informed.multilabel(actual, predicted, level=level, draws=0).verdict[0]
        assert not verdict.startswith(("Informed", "Better")), level


def test_no_value_is_called_printed_that_the_sheet_does_not_show():
    """2003, Figure 1: the sheet shows two decimals ($1.18, $0.32, -$1.09, -$0.41)."""
    books = [each for each in informed.lab.reproduce().figures if each.where == "Figure 1, payoffs"]
    assert all(len(each.printed.partition(".")[2]) <= 2 for each in books)
    assert {"1.18", "0.32", "-1.09", "-0.41"} <= {each.printed for each in books}
    assert all(each.agrees for each in books)


def test_the_noun_table_and_the_discounted_informedness_are_recomputed():
    found = {(each.where, each.what): each for each in informed.lab.reproduce().of("powers2003").figures}
    assert found["always noun", "precision"].computed == 0.9
    assert found["Table 1", "occurrences"].computed == 500
    assert found["abstention example", "informedness times n/N"].computed == pytest.approx(29.24)
    assert all(each.agrees for key, each in found.items() if key[0] in {"always noun", "Table 1", "abstention example"})


def test_the_reassigned_categories_of_2_v_3_differ_from_print():
    """KDD Cup 2005: printed 12, least number 11."""
    (found,) = (
        each for each in informed.lab.reproduce().figures if (each.case, each.what[:10]) == ("2 v 3", "reassigned")
    )
    assert (found.printed, found.computed, found.agrees, found.erratum) == ("12", 11, False, "E34")


# --- figures and studies ---------------------------------------------------------------------------------------------


def area(corners):
    """The shoelace formula."""
    x, y = np.array(corners).T
    return abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def test_figure_1_of_2007_shows_auc_as_a_trapezoid_and_informedness_as_a_kite():
    """Section 2.3 and 2.5: AUC is the trapezoid below the point, informedness the kite with the perverse point."""
    rows = kite(evaluate(CASE_1, positive="+"))
    paths = {}
    for row in rows:
        paths.setdefault((row["kind"], row["what"]), []).append((row["fallout"], row["recall"]))
    assert area([*paths["trapezoid", "trapezoid"], (1, 0)]) == pytest.approx(0.6)  # Table 2, case 1: AUC
    assert area([*paths["system", "system"], *paths["perverse", "perverse"][1:2]]) == pytest.approx(0.2)
    assert paths["point", "perverse"] == [(pytest.approx(0.7), pytest.approx(0.5))]
    for c, what in ((1, "isocost, c = 1"), (2 / 3, "isocost, c = 0.667")):
        (x, y), (x2, y2) = paths["isocost", what]
        assert (y2 - y) / (x2 - x) == pytest.approx(c)
        assert y - c * x == pytest.approx(0.5 - c * 0.3)  # tpr - c fpr = k
    asked = [row for row in kite(evaluate(CASE_1, positive="+"), c=2.5) if row["what"] == "isocost, c = 2.5"]
    assert [row["recall"] - 2.5 * row["fallout"] for row in asked] == pytest.approx([0.5 - 2.5 * 0.3] * 2)
    with pytest.raises(InputError, match="c='x': the cost ratio times the skew must be a positive number"):
        evaluate(CASE_1, positive="+").chart("kite(c='x')")
    with pytest.raises(InputError, match=r"chart 'roc' has no option c=; it takes none"):
        evaluate(CASE_1, positive="+").chart("roc", c=2)
    assert kite(evaluate(CASE_1)) == []  # no label is positive unless it is said


def test_precision_moves_with_bias_and_prevalence_as_equation_29_says():
    """Precision = M IBias + Prev: slopes -M and +1 at constant markedness; recall the same at constant informedness."""
    for measure, world, own in (("precision", "dual", "bias"), ("recall", "informed", "prevalence")):
        rows = informed.lab.bias([measure], informed=(0.15, 0.5), kind=world).rows()
        for row in rows:
            other = {"bias": "prevalence", "prevalence": "bias"}[own]
            assert row[own] == pytest.approx(-row["informed"], abs=1e-9)
            assert row[other] == pytest.approx(1.0, abs=1e-9)


def test_meaning_is_one_of_the_requirements():
    """Slides, requirements: the meaning should be transparent without averages of meaningful values."""
    rows = {
        row["measure"]: row
        for row in informed.lab.requirements(["proficiency", "f_measure", "recall"], tables=50).rows()
    }
    assert "share of the information" in rows["proficiency"]["meaning"]  # slide on proficiency
    assert rows["f_measure"]["meaning"] == ""  # a harmonic mean
    assert rows["recall"]["meaning"] == "share of items"


def test_delta_p_of_every_cue_and_outcome(capsys):
    """Section 2.4: DeltaP = P(R|P) - P(R|not P), DeltaP' = P(P|R) - P(P|not R); the diagonal is M(l) and B(l)."""
    table = np.array(THREE, dtype=float)
    found = evaluate(Counts(THREE)).pairs()
    for row in range(3):
        for column in range(3):
            hit, rows, columns = table[row, column], table[row].sum(), table[:, column].sum()
            assert found.delta_p[row, column] == pytest.approx(hit / columns - (rows - hit) / (100 - columns))
            assert found.delta_p_prime[row, column] == pytest.approx(hit / rows - (columns - hit) / (100 - rows))
    assert_allclose(np.diag(found.delta_p_prime), [0.6, 0.4668, 0.3219], atol=5e-5)
    text = printed(capsys, "table", "30 12; 30 28", "--rows", "predicted", "--labels", "+,-", "--show", "pairs")
    assert "0.197" in text  # markedness of Table 2, case 1
