"""Rates corrected for a judge: estimators by hand and by other tools, laws, readings, refusals."""

import json
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import informed
from informed import Counts, InputError, judge
from informed.questions.judge import rates

TABLE = np.array([[40, 10], [5, 45]])
POOL = {"pass": 700, "fail": 300}
COUNTS = Counts(TABLE, labels=("pass", "fail"))


def numbers(found):
    return [each.value for each in found.rate.values()]


# --- by hand, and by other tools -------------------------------------------------------------------------------------


def test_rogan_and_gladen_by_hand():
    """Recall 0.9, false positive rate 0.2, 55 % judged positive: (0.55 - 0.2) / (0.9 - 0.2) = 0.5."""
    found = judge(
        Counts([[90, 10], [20, 80]], labels=("pass", "fail")), pool={"pass": 550, "fail": 450}, drawn="elsewhere"
    )
    assert_allclose(numbers(found), [0.5, 0.5])
    assert found.raw["pass"].value == 0.55


def test_three_classes_solve_the_equations_of_the_judges_matrix():
    """Shares .5 .3 .2 through these rows give the pool below, so that the correction has to give them back."""
    rows = np.array([[80, 10, 10], [5, 90, 5], [0, 20, 80]])
    pool = np.array([0.5, 0.3, 0.2]) @ rows * 100
    found = judge(Counts(rows), pool=dict(enumerate(pool.astype(int).tolist())), drawn="elsewhere")
    assert_allclose(numbers(found), [0.5, 0.3, 0.2])


@pytest.mark.parametrize("drawn", ["random", "by_judge"])
def test_tenenbeins_estimator_is_its_closed_form(drawn):
    """Tenenbein 1970: the share of each of the judge's labels times how often it is right, added up."""
    found = judge(COUNTS, pool=POOL, drawn=drawn)
    assert_allclose(found.rate["pass"].value, 0.7 * 40 / 45 + 0.3 * 10 / 55)


def test_what_the_judge_saves_is_the_squared_correlation_of_a_large_pool():
    """The variance of the double sample is 1 - rho^2 (1 - m / N) of that of human labels alone (Tenenbein 1970)."""
    counts = Counts(1000 * TABLE, labels=("pass", "fail"))
    pool = {"pass": 45 * 10**8, "fail": 55 * 10**8}  # as the judge labels the calibration
    found = judge(counts, pool=pool, drawn="random")
    assert_allclose(found.labels_saved, informed.measures.mcc(TABLE) ** 2, atol=2e-5)
    assert_allclose(found.equivalent, 100_000 / (1 - found.labels_saved))


def test_prediction_powered_inference_as_ppi_python_has_it():
    """ppi-python takes the unlabelled items apart, so that its lambda is the slope times their share of the pool."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        ppi_py = pytest.importorskip("ppi_py", reason="ppi-python is not installed")
    human = np.repeat([1, 1, 0, 0], TABLE.ravel())
    judged = np.repeat([1, 0, 1, 0], TABLE.ravel())
    unlabelled = np.repeat([1, 0], [700 - 45, 300 - 55])
    slope = np.cov(human, judged, bias=True)[0, 1] / judged.var()
    theirs = ppi_py.ppi_mean_pointestimate(human, judged, unlabelled, lam=slope * len(unlabelled) / 1000)
    found = judge(COUNTS, pool=POOL, drawn="random")
    assert_allclose(found.ppi["pass"], np.squeeze(theirs))
    assert_allclose(found.ppi["pass"], found.rate["pass"].value)  # for two classes the two are one


# --- laws ------------------------------------------------------------------------------------------------------------

cells = st.integers(1, 60)
tables = st.lists(st.lists(cells, min_size=3, max_size=3), min_size=3, max_size=3).map(np.array)
pools = st.lists(st.integers(300, 900), min_size=3, max_size=3)


@pytest.mark.parametrize("drawn", ["random", "by_judge", "elsewhere"])
def test_a_perfect_judge_changes_nothing(drawn):
    found = judge(Counts([[60, 0], [0, 40]], labels=("pass", "fail")), pool=POOL, drawn=drawn)
    assert_allclose(numbers(found), [0.7, 0.3])
    assert found.rate["pass"].low < 0.7 < found.rate["pass"].high


def test_a_judge_without_information_is_refused_from_elsewhere_and_saves_nothing_at_random():
    blind = Counts([[30, 20], [30, 20]], labels=("pass", "fail"))
    refused = judge(blind, pool=POOL, drawn="elsewhere")
    assert refused.refusal
    assert np.isnan(numbers(refused)).all()
    assert refused.verdict[0].startswith("Cannot be corrected")
    assert "informedness 0.000 (95% CI -0.188 to 0.188)" in refused.verdict[0]
    saved = judge(blind, pool=POOL, drawn="random")
    assert saved.labels_saved == 0
    assert_allclose(numbers(saved), [0.5, 0.5])  # what the human labels say alone


@given(table=tables, pool=pools, drawn=st.sampled_from(["random", "by_judge", "elsewhere"]))
def test_shares_add_up_to_one_and_lie_in_their_intervals(table, pool, drawn):
    found = judge(Counts(table + 60 * np.eye(3, dtype=int)), pool=dict(enumerate(pool)), drawn=drawn)
    if found.refusal is not None:
        assert drawn == "elsewhere"
        return
    assert_allclose(sum(numbers(found)), 1)
    for each in found.rate.values():
        assert 0 <= each.low <= each.value <= each.high <= 1


@given(table=tables, pool=pools, order=st.permutations(range(3)), drawn=st.sampled_from(["random", "elsewhere"]))
def test_swapping_labels_swaps_results(table, pool, order, drawn):
    table = table + 60 * np.eye(3, dtype=int)
    one = judge(Counts(table), pool=dict(enumerate(pool)), drawn=drawn)
    swapped = table[np.ix_(order, order)]
    other = judge(Counts(swapped), pool={place: pool[old] for place, old in enumerate(order)}, drawn=drawn)
    for place, old in enumerate(order):
        for end in ("value", "low", "high"):
            mine, theirs = getattr(one.rate[old], end), getattr(other.rate[place], end)
            assert (mine is None and theirs is None) or mine == pytest.approx(theirs, abs=1e-9, nan_ok=True)


def test_a_higher_level_is_wider():
    for drawn in ("random", "by_judge", "elsewhere"):
        wide, narrow = (judge(COUNTS, pool=POOL, drawn=drawn, level=level).rate["pass"] for level in (0.99, 0.8))
        assert wide.low < narrow.low < narrow.high < wide.high


def test_batches_are_as_one_by_one():
    rng = np.random.default_rng(1)
    table = rng.integers(1, 30, (3, 3, 3)) + 20.0 * np.eye(3)
    pool = rng.integers(50, 99, (3, 3)).astype(float)
    together = rates.Inversion(table, pool, 0.025).limits()
    alone = [rates.Inversion(*each, 0.025).limits() for each in zip(table, pool, strict=True)]
    assert_allclose(together, np.swapaxes(alone, 0, 1))
    assert_allclose(
        rates.post_stratified_limits(table, pool, 0.025),
        np.swapaxes([rates.post_stratified_limits(*each, 0.025) for each in zip(table, pool, strict=True)], 0, 1),
    )


def test_two_classes_from_elsewhere_can_be_corrected_as_soon_as_informedness_is_clearly_above_zero():
    """The limits are bounded under the same condition as MOVER's lower limit of informedness is above 0."""
    from informed.inference.proportions import jeffreys_wilson, mover

    rng = np.random.default_rng(2)
    table = rng.integers(1, 25, (500, 2, 2)).astype(float)
    part, whole = table[..., 0], table.sum(-1)
    shares, ends = part / whole, jeffreys_wilson(part, whole, 0.025)
    rows = [(shares[:, row], (ends[0][:, row], ends[1][:, row])) for row in range(2)]
    above = mover(*rows)[0] > 0
    told = rates.Inversion(table, np.full((500, 2), 300.0), 0.025).told_apart()
    turned = shares[:, 0] <= shares[:, 1]
    assert 50 < above.sum() < 450
    assert (told[:, 0] == above)[~turned].all()


def test_clusters_never_narrow_an_interval():
    rng = np.random.default_rng(3)
    human = np.repeat(rng.integers(0, 2, 40), 5)
    judged = np.where(rng.random(200) < 0.8, human, 1 - human)
    pool = np.concatenate([judged, rng.integers(0, 2, 800)])
    for drawn in ("random", "elsewhere"):
        plain = judge(human, judged, pool=pool, drawn=drawn).rate[1]
        dependent = judge(human, judged, pool=pool, drawn=drawn, cluster=np.repeat(range(40), 5)).rate[1]
        assert dependent.value == plain.value
        assert dependent.low < plain.low
        assert plain.high < dependent.high


# --- readings --------------------------------------------------------------------------------------------------------

HUMAN = np.repeat(["pass", "pass", "fail", "fail"], TABLE.ravel()).tolist()
JUDGED = np.repeat(["pass", "fail", "pass", "fail"], TABLE.ravel()).tolist()
REST = ["pass"] * 655 + ["fail"] * 245


def test_arrays_counts_and_one_table_say_the_same():
    frame = {"h": HUMAN + [None] * 900, "j": JUDGED + REST}
    wanted = judge(COUNTS, pool=POOL, drawn="random").rate["pass"]
    for found in (
        judge(HUMAN, JUDGED, pool=JUDGED + REST, drawn="random"),
        judge(frame, human="h", judged="j", drawn="random"),
        judge(HUMAN + [None] * 900, JUDGED + REST, drawn="random"),
    ):
        assert found.rate["pass"] == wanted
        assert found.n == 1000
        assert found.calibration.n == 100


def test_tables_are_joined_by_the_names_of_items(tmp_path):
    labels = tmp_path / "human.csv"
    labels.write_text("item,h\n" + "".join(f"{place},{each}\n" for place, each in enumerate(HUMAN)))
    everything = tmp_path / "judged.jsonl"
    lines = [json.dumps({"item": place, "j": each}) for place, each in enumerate(JUDGED + REST)]
    everything.write_text("\n".join(lines) + "\n")
    found = judge(labels, human="h", judged="j", pool=everything, id="item", drawn="random")
    assert found.rate["pass"] == judge(COUNTS, pool=POOL, drawn="random").rate["pass"]
    twice = {"item": [0, 0], "h": ["pass", "fail"], "j": ["pass", "pass"]}
    with pytest.raises(InputError, match="item 0 has two values of 'h'"):
        judge(twice, human="h", judged="j", id="item", drawn="random")


def test_a_file_of_calibration_and_a_file_of_the_pool(tmp_path):
    calibration, pool = tmp_path / "calibration.csv", tmp_path / "judged.jsonl"
    calibration.write_text("h,j\n" + "".join(f"{h},{j}\n" for h, j in zip(HUMAN, JUDGED, strict=True)))
    pool.write_text("".join(json.dumps({"j": each}) + "\n" for each in JUDGED + REST))
    found = judge(calibration, human="h", judged="j", pool=pool, drawn="elsewhere")
    assert found.rate["pass"] == judge(COUNTS, pool=POOL, drawn="elsewhere").rate["pass"]


# --- systems ---------------------------------------------------------------------------------------------------------


def test_systems_under_one_calibration_differ_by_the_judges_difference_over_informedness():
    pools = {"a": {"pass": 700, "fail": 300}, "b": {"pass": 560, "fail": 440}}
    found = judge(COUNTS, pool=pools, drawn="elsewhere")
    gap = next(each for each in found.differences if each.label == "pass")
    assert (gap.first, gap.second) == ("a", "b")
    assert_allclose(gap.estimate.value, 0.14 / 0.7)  # informedness 0.8 - 0.1
    assert_allclose(gap.estimate.value, found.systems["a"].rate["pass"].value - found.systems["b"].rate["pass"].value)
    assert gap.estimate.low < gap.estimate.value < gap.estimate.high
    assert found.errs_alike is None
    assert found.shared
    assert any("as if the judge erred alike for all, which is not tested" in sentence for sentence in found.verdict)


def test_a_judge_that_errs_differently_is_calibrated_for_each_system():
    fair, partial = [[40, 10], [10, 40]], [[49, 1], [30, 20]]
    cells = [
        (system, h, j, n)
        for system, table in (("a", fair), ("b", partial))
        for h, row in zip(("pass", "fail"), table, strict=True)
        for j, n in zip(("pass", "fail"), row, strict=True)
    ]
    columns = {name: [row[place] for row in cells for _ in range(row[3])] for place, name in enumerate("shj")}
    pools = {"a": ["pass"] * 60 + ["fail"] * 40, "b": ["pass"] * 80 + ["fail"] * 20}
    found = judge(columns["h"], columns["j"], by=columns["s"], pool=pools, drawn="elsewhere")
    assert found.errs_alike < 0.01
    assert_allclose(found.systems["a"].rate["pass"].value, (0.6 - 0.2) / 0.6)
    assert_allclose(found.systems["b"].rate["pass"].value, (0.8 - 0.6) / 0.38)
    assert any("errs differently" in sentence for sentence in found.verdict)


def two_systems(rng, false_positive, labelled=40, pool=800, share=0.4, recall=0.9):
    """Human and judge's labels of each of two systems, alike but for the judge's false positives; and the pools."""
    human, said, system, pools = [], [], [], {}
    for name, false in zip("AB", false_positive, strict=True):
        true = rng.random(labelled + pool) < share
        judged = np.where(rng.random(len(true)) < np.where(true, recall, false), "y", "n")
        human += np.where(true[:labelled], "y", "n").tolist()
        said += judged[:labelled].tolist()
        system += [name] * labelled
        pools[name] = judged[labelled:].tolist()
    return human, said, system, pools


def test_a_judge_kinder_to_one_system_is_no_difference_of_systems():
    """Each system is corrected by its own labels: of 60 pairs without a difference at most 7 are said to differ
    (p 0.02 at a size of 5 %). Under one calibration, which has to be asked for, most of them are."""
    rng, said = np.random.default_rng(20), {False: 0, True: 0}
    for _ in range(60):
        human, judged, system, pools = two_systems(rng, (0.1, 0.25))
        for shared in said:
            found = judge(human, judged, by=system, pool=pools, drawn="elsewhere", shared=shared, positive="y")
            gap = next((each.estimate for each in found.differences if each.label == "y"), None)
            said[shared] += gap is not None and not gap.low <= 0 <= gap.high
            assert found.shared is shared
            used = "all labelled items correct every system" if shared else "each system is corrected by its own"
            assert any(used in sentence.lower() for sentence in found.verdict)
    assert said[False] <= 7
    assert said[True] > 30


def test_systems_with_equal_counts_are_not_the_same_items():
    """What is asked for decides by which items a system is corrected, never that two tables happen to be equal."""
    human, judged = ["y", "y", "n", "n", "n"] * 6, ["y", "n", "n", "n", "y"] * 6
    pools = {"A": judged * 10, "B": judged * 10}
    found = judge(human * 2, judged * 2, pool=pools, drawn="random", by=["A"] * 30 + ["B"] * 30)
    assert found.errs_alike == 1
    assert [each.labelled for each in found.systems.values()] == [30, 30]
    assert found.labelled == 60
    other = judge(human * 2, judged * 2, pool=pools, drawn="elsewhere", by=["A"] * 30 + ["B"] * 30)
    assert (other.shared, other.errs_alike) == (False, 1)


def test_one_calibration_for_all_systems_allows_for_its_clusters():
    human, judged, system, pools = two_systems(np.random.default_rng(21), (0.1, 0.1), 60)
    plain, dependent = (
        judge(human, judged, by=system, pool=pools, drawn="elsewhere", shared=True, cluster=cluster).differences[0]
        for cluster in (None, np.repeat(range(24), 5).tolist())
    )
    assert dependent.estimate.value == pytest.approx(plain.estimate.value)
    assert dependent.estimate.high - dependent.estimate.low > plain.estimate.high - plain.estimate.low


def test_the_same_items_labelled_for_two_systems_are_compared_as_pairs():
    """Answers that agree item by item: the difference is surer, their mean less sure. Other items change nothing."""
    rng, size = np.random.default_rng(8), 400
    first = rng.random(size) < 0.4
    second = np.where(rng.random(size) < 0.9, first, ~first)
    truth = np.concatenate([first, second])
    judged = np.where(rng.random(2 * size) < 0.85, truth, ~truth).tolist()
    human = [each if place % size < 80 else None for place, each in enumerate(truth.tolist())]
    system, item = ["A"] * size + ["B"] * size, list(range(size)) * 2

    def width(each):
        return each.high - each.low

    apart, paired, others = (
        judge(human, judged, by=system, drawn="random", cluster=cluster, positive=True)
        for cluster in (None, item, list(range(2 * size)))
    )
    gaps = [found.differences[0].estimate for found in (apart, paired, others)]
    assert [each.value for each in gaps] == pytest.approx([gaps[0].value] * 3)
    assert width(gaps[1]) < 0.9 * width(gaps[0])
    assert width(gaps[2]) == pytest.approx(width(gaps[0]))
    assert width(paired.rate[True]) > 1.1 * width(apart.rate[True])
    assert width(others.rate[True]) == pytest.approx(width(apart.rate[True]))


def test_groups_together_weigh_each_by_its_pool():
    frame = {"h": HUMAN + [None] * 900, "j": JUDGED + REST, "site": ["x", "y"] * 500}
    found = judge(frame, human="h", judged="j", by="site", drawn="random")
    parts = [found.systems[name].rate["pass"].value for name in "xy"]
    assert_allclose(found.rate["pass"].value, np.mean(parts))


# --- what to beware of -----------------------------------------------------------------------------------------------


def test_labelled_items_unlike_the_pool_are_noticed():
    found = judge(COUNTS, pool={"pass": 4000, "fail": 300}, drawn="random")
    assert found.alike < 0.001
    assert found.verdict[-1].startswith("Caution: the labelled items do not look like a random part")
    assert judge(COUNTS, pool={"pass": 450, "fail": 550}, drawn="random").alike > 0.5
    assert judge(COUNTS, pool=POOL, drawn="elsewhere").alike is None


def test_a_label_of_the_judge_nobody_looked_at_may_be_anything():
    found = judge(Counts([[40, 0], [5, 0]], labels=("pass", "fail")), pool={"pass": 800, "fail": 200}, drawn="random")
    assert found.rate["pass"].high - found.rate["pass"].low > 0.2
    assert any("no item that the judge called 'fail' has a human label" in note for note in found.notes)


REFUSED = {
    "drawn= is missing": lambda: judge(COUNTS, pool=POOL),
    "drawn='randon' is not one of.*did you mean 'random'": lambda: judge(COUNTS, pool=POOL, drawn="randon"),
    "pool= is missing": lambda: judge(COUNTS, drawn="random"),
    "judged= is missing": lambda: judge(HUMAN, pool=JUDGED, drawn="random"),
    "pool= holds fewer items that the judge called 'pass'": lambda: judge(
        COUNTS, pool={"pass": 3, "fail": 99}, drawn="random"
    ),
    "say which system each human-labelled item belongs to": lambda: judge(
        COUNTS, pool={"a": JUDGED, "b": JUDGED}, drawn="random"
    ),
    "the human's labels 'fail', 'pass' and the judge's 'a', 'b' have none in common": lambda: judge(
        ["pass", "fail"] * 5, ["a", "b"] * 5, drawn="random"
    ),
    "shared=True is for several systems": lambda: judge(COUNTS, pool=POOL, drawn="elsewhere", shared=True),
    "shared=True is for several systems .by=. and drawn='elsewhere'": lambda: judge(
        HUMAN, JUDGED, by=["a", "b"] * 50, drawn="random", shared=True
    ),
    "human has 2 items, judged has 3": lambda: judge(["pass", "fail"], ["pass"] * 3, drawn="random"),
    "'actual' occurs in the data but not among 'x'": lambda: judge(  # a label is said back as it is
        ["actual", "x"], ["x", "predicted"], labels=["x", "predicted"], drawn="random"
    ),
    "there is only one label": lambda: judge(["pass"] * 9, ["pass"] * 9, pool=["pass"] * 20, drawn="elsewhere"),
    "the human": lambda: judge(
        Counts([[3, 4, 1], [3, 2, 2]], labels=("a", "b"), labels_predicted=("a", "b", "c")), pool=POOL, drawn="random"
    ),
    "positive='good' is not a label": lambda: judge(COUNTS, pool=POOL, drawn="random", positive="good"),
}


@pytest.mark.parametrize("message", REFUSED)
def test_what_cannot_be_used_is_refused_with_a_remedy(message):
    with pytest.raises(InputError, match=message):
        REFUSED[message]()


def test_a_class_without_human_labels_is_refused_from_elsewhere():
    found = judge(Counts([[40, 10], [0, 0]], labels=("pass", "fail")), pool=POOL, drawn="elsewhere")
    assert "no item is 'fail' by its human label" in found.refusal


def test_a_pool_beyond_what_the_judges_errors_allow_is_refused():
    found = judge(
        Counts([[90, 10], [40, 60]], labels=("pass", "fail")), pool={"pass": 10, "fail": 9990}, drawn="elsewhere"
    )
    assert "errs otherwise there" in found.refusal


def test_every_form_of_print():
    found = judge(COUNTS, pool={"a": POOL, "b": {"pass": 500, "fail": 500}}, drawn="elsewhere")
    assert json.loads(found.to_json())["systems"]["a"]["rate"]["pass"]["value"] == found.systems["a"].rate["pass"].value
    assert {row["system"] for row in found.rows()} == {"a", "b"}
    assert "corrected" in found.report("html")
    for name in ("rates", "quality"):
        assert len(found.chart(name).rows) >= 4


def test_the_quality_of_a_judge_drawn_by_label_respects_clusters():
    """Items of a cluster that are all alike tell no more than one of them: the same value, a wider interval."""
    rng = np.random.default_rng(4)
    human = np.repeat(rng.integers(0, 2, 40), 5)
    slip = np.repeat(rng.random(40) < 0.2, 5)
    judged = np.where(slip, 1 - human, human)
    pool = np.concatenate([judged, np.zeros(600, int), np.ones(200, int)])
    plain = judge(human, judged, pool=pool, drawn="by_judge")
    dependent = judge(human, judged, pool=pool, drawn="by_judge", cluster=np.repeat(range(40), 5))
    for one, other in (
        (plain.informedness, dependent.informedness),
        (plain.quality[1]["recall"], dependent.quality[1]["recall"]),
    ):
        assert other.value == pytest.approx(one.value)
        assert other.high - other.low > 1.3 * (one.high - one.low)
