"""Finding measures, their parameters, and what is refused."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_array_equal

import informed
from informed import InputError
from informed.core.errors import UndefinedError
from informed.core.registry import Measure, forget, register
from informed.measures import find, get, measure

TABLE = [[30, 30], [12, 28]]


def test_aliases_lead_to_one_measure():
    for alias in ("youden_j", "bookmaker_informedness", "B", "Peirce Skill Score", "j-index"):
        assert get(alias).name == "informedness"
    assert get("theils_u") is get("homogeneity") is get("proficiency")
    assert get(get("mcc")) is get("mcc")


@pytest.mark.parametrize(
    "alias",
    [
        "youden_j",
        "j_index",
        "bookmaker_informedness",
        "matthews",
        "peirce_skill_score",
        "delta_p",
        "ppv",
        "npv",
        "sensitivity",
        "specificity",
        "tpr",
        "fpr",
        "theils_u",
        "uncertainty_coefficient",
        "homogeneity",
        "cohen_kappa",
        "f1",
        "dice",
        "iou",
        "dor",
        "lr_plus",
        "rci",
        "v_measure",
        "acc",
        "tnr",
        "fnr",
        "fdr",
    ],
)
def test_names_users_know(alias):
    assert alias in get(alias).aliases


def test_unknown_names_are_guessed():
    with pytest.raises(InputError, match="did you mean 'informedness'"):
        get("informednes")
    with pytest.raises(InputError, match="did you mean 'family'"):
        find(famly="rates")


def test_finding_by_trait():
    assert {each.name for each in find(family="value", kind="table")} == {"expected_value", "total_cost"}
    assert all(each.fixed_chance == 0 for each in find(fixed_chance=0.0))
    assert find(name="mcc") == [get("mcc")]


def test_parameters_print_the_way_they_parse():
    f2 = get("f_measure(beta=2)")
    assert f2.parameters == {"beta": 2}
    assert str(f2) == repr(f2) == "f_measure(beta=2)"
    assert get(str(f2))(TABLE) == f2(TABLE) == pytest.approx(25 / 47)  # 5 tp / (5 tp + 4 fn + fp)
    assert str(get("f_measure")) == str(get("f_measure(beta=1.0)")) == "f_measure"
    cost = get("total_cost(cost=[[0, 1], [5, 0]])")
    assert cost(TABLE) == 30 + 5 * 12
    assert get(str(cost)).parameters == cost.parameters


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f_measure(beta=)", "write parameters as name=value"),
        ("f_measure(2)", "write parameters as name=value"),
        ("f_measure(alpha=2)", "f_measure has no parameter alpha; it takes beta. f_alpha takes alpha"),
        ("f_measure(beta=open('x'))", "write parameters as name=value"),
        ("f_measure)", "not of the form"),
    ],
)
def test_bad_parameters(text, message):
    with pytest.raises(InputError, match=message):
        get(text)


def test_a_missing_parameter_is_asked_for():
    assert not get("total_cost").ready
    with pytest.raises(InputError, match=r"total_cost needs cost=, for example total_cost.with_\(cost=...\)"):
        get("total_cost")(TABLE)


def test_shapes_are_refused_with_the_remedy():
    with pytest.raises(InputError, match=r"recall needs a 2 x 2 table, this one is 3 x 3; .*one_vs_rest"):
        get("recall")(np.eye(3))
    with pytest.raises(InputError, match=r"informedness needs as many predicted as actual classes.*match the labels"):
        get("informedness")(np.ones((2, 3)))
    assert get("proficiency")(np.array([[5, 0, 1], [0, 4, 0]])) > 0


def test_three_ways_with_undefined_values():
    constant = [[3, 0], [362, 0]]
    assert get("markedness")(constant) == 0
    assert np.isnan(get("markedness")(constant, undefined="nan"))
    with pytest.raises(UndefinedError, match="markedness is undefined"):
        get("markedness")(constant, undefined="raise")
    assert np.isnan(get("inverse_precision")(constant))  # a rate has no limit
    with pytest.raises(InputError, match="undefined='zero' is not one of limit, nan, raise"):
        get("markedness")(constant, undefined="zero")


def test_a_constant_predictor_really_is_uninformed():
    """No convention: recall 1 and fallout 1 are both defined."""
    assert get("informedness")([[3, 0], [362, 0]], undefined="raise") == 0


def test_limits_are_taken_table_by_table():
    batch = np.array([[[3, 1], [2, 4]], [[3, 0], [2, 0]], [[0, 0], [0, 0]]])
    values = get("mcc")(batch)
    assert values[0] == get("mcc")(batch[0])
    assert values[1] == 0
    assert np.isnan(values[2])  # nothing was observed


def test_proportions_know_what_was_counted():
    part, whole = get("recall").parts(TABLE)
    assert (part, whole) == (30, 60)


def test_what_a_measure_says_of_itself():
    mcc = get("mcc")
    assert mcc.says.startswith("The correlation of class and prediction as indicator vectors")
    assert mcc.formula in mcc.__doc__
    assert mcc.source in mcc.__doc__
    assert "geometric mean of informedness and markedness" in mcc.remarks


def test_bounds_may_depend_on_the_shape():
    assert get("phi_squared").bound(1, 3, 5) == 2
    assert get("kappa").bound(0, 3, 3) == -1
    assert get("perplexity").bound(1, 4, 4) == 4


@pytest.fixture
def half():
    @measure(family="rates", kind="binary", formula="recall / 2", source="test", aliases=("moiety",))
    def half(table, part=0.5):
        """Half the recall."""
        return part * table[..., 0, 0] / table[..., 0, :].sum(-1)

    yield half
    if half in find(family="rates"):
        forget("half")


def test_a_measure_of_ones_own(half):
    assert get("moiety") is half
    assert half(TABLE) == 0.25
    assert_array_equal(get("half(part=1)")([TABLE, TABLE]), [0.5, 0.5])
    forget("half")
    with pytest.raises(InputError, match="half"):
        get("half")


def test_a_name_means_one_thing(half):
    with pytest.raises(InputError, match="the name 'moiety' already means 'half'"):
        register(Measure(name="x", body=abs, family="f", source="s", formula="f", aliases=("moiety",)))
    with pytest.raises(InputError, match="trait of f='famly'"):

        @measure(famly="rates")
        def f(table): ...


# --- one number in one line ------------------------------------------------------------------------------------------

ACTUAL = ["rain", "sun", "sun", "rain", "sun"]
SAID = ["rain", "sun", "rain", "sun", "sun"]


@pytest.mark.parametrize("kind", [list, np.array, tuple], ids=lambda kind: kind.__name__)
def test_a_measure_of_two_columns_of_labels_is_that_of_their_table(kind):
    """scikit-learn's numbers of the same labels."""
    metrics = pytest.importorskip("sklearn.metrics")
    y, p, w = kind(ACTUAL), kind(SAID), [1.0, 2.0, 0.5, 1.0, 3.0]
    mcc, recall = get("mcc")(y, p), get("recall")(y, p, positive="rain")
    assert (type(mcc), type(recall)) == (float, float)
    assert mcc == pytest.approx(metrics.matthews_corrcoef(ACTUAL, SAID))
    assert recall == metrics.recall_score(ACTUAL, SAID, pos_label="rain") == get("recall[rain]")(y, p)
    weighted = metrics.accuracy_score(ACTUAL, SAID, sample_weight=w)
    assert get("accuracy")(y, p, weights=w) == get("accuracy")(y, p, sample_weight=w) == pytest.approx(weighted)
    assert get("accuracy")(actual=y, predicted=p) == 0.6


def test_the_label_of_a_measure_is_never_guessed():
    counts = informed.count(ACTUAL, SAID)
    for call in (lambda: get("recall")(ACTUAL, SAID), lambda: get("recall")(counts)):
        with pytest.raises(
            InputError, match=r"recall is a measure of one label; .* give positive='rain' or positive='sun'"
        ):
            call()
    assert get("recall[rain]")(counts) == get("recall")(counts, positive="rain") == 0.5
    assert get("recall[rain]")(counts.one_vs_rest("rain")) == get("recall")(counts.one_vs_rest("rain"))
    with pytest.raises(InputError, match="'snow' is not a label"):
        get("recall[snow]")(counts)
    with pytest.raises(InputError, match="accuracy is a measure of the whole table"):
        get("accuracy")(counts, positive="rain")


@pytest.mark.parametrize("text", ["recall[rain]", "f_measure(beta=2)", "f_measure(beta=2)[a b]", "mcc", "recall[[x]]"])
def test_a_measure_is_written_as_it_is_read_and_travels_by_its_text(text):
    once = get(text)
    assert str(once) == repr(once) == str(get(str(once))) == text
    assert str(pickle.loads(pickle.dumps(once))) == text
    assert pickle.loads(pickle.dumps(get("mcc"))) is get("mcc")


def test_a_measure_of_ones_own_travels_as_what_it_is():
    """Another program does not have it in its catalogue."""
    own = Measure(name="own", body=abs, family="f", source="s", formula="f")
    assert pickle.loads(pickle.dumps(own)).body is abs
