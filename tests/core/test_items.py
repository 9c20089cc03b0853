"""Items hold what several systems said about the same items, and add up exactly."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import informed
from informed.core.items import Items
from informed.core.table import as_table
from informed.inference.abstention import ZERO_STAKE, staked

codes = st.lists(st.tuples(*[st.integers(0, 3)] * 4), min_size=1, max_size=40)


def counted(rows, **beside):
    actual, *said = np.array(rows).T
    return Items.of(actual, dict(zip("abc", said, strict=True)), (10, 20, 30, 40), **beside)


@given(codes)
def test_counts_of_a_system_are_those_of_its_column(rows):
    table = np.zeros((4, 4), int)
    for actual, _, said, _ in rows:
        table[actual, said] += 1
    assert counted(rows).counts("b").table.tolist() == table.tolist()


@given(codes)
def test_the_joint_table_has_both_systems_as_its_sides(rows):
    found = counted(rows)
    joint = found.pair("a", "c")
    assert joint.sum(-1).tolist() == found.counts("a").table.tolist()
    assert joint.sum(-2).tolist() == found.counts("c").table.tolist()


@given(codes, codes)
def test_adding_is_counting_everything_and_does_not_depend_on_order(one, two):
    assert counted(one) + counted(two) == counted(one + two) == counted(two) + counted(one)


@given(codes)
def test_saved_and_read_again(rows):
    assert Items.from_json(counted(rows).to_json()) == counted(rows)


def test_many_systems_whose_rows_do_not_fit_one_number():
    rng = np.random.default_rng(0)
    rows = rng.integers(0, 4, (50, 41))
    actual, *said = np.concatenate([rows, rows]).T
    found = Items.of(actual, {f"s{place}": each for place, each in enumerate(said)}, (1, 2, 3, 4))
    assert found.n == 100
    assert (found.items % 2 == 0).all()


def test_from_a_file_grouped_by_the_engine(tmp_path):
    path = tmp_path / "p.csv"
    path.write_text("y,p,q\na,a,b\na,a,b\nb,a,b\nb,c,b\n")
    found = informed.read([path], actual="y", predicted={"first": "p", "second": "q"})
    assert found.labels == ("a", "b", "c")
    assert found.counts("first").table.tolist() == [[2, 0, 0], [1, 0, 1], [0, 0, 0]]
    assert found.counts("second").table.tolist() == [[0, 2, 0], [0, 2, 0], [0, 0, 0]]


@given(codes, st.randoms())
def test_clusters_of_the_same_name_are_one_however_they_are_split(rows, random):
    cluster = np.array([random.randrange(3) for _ in rows])
    whole = counted(rows, cluster=cluster, clusters=("x", "y", "z"))
    cut = random.randrange(1, len(rows)) if len(rows) > 1 else 1
    parts = [
        counted(rows[part], cluster=cluster[part], clusters=("x", "y", "z"))
        for part in (slice(None, cut), slice(cut, None))
        if rows[part]
    ]
    assert sum(parts[1:], parts[0]) == whole


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"systems": ("a", "a")}, "duplicate system name 'a'"),
        ({"systems": ("a",)}, "1 predictions"),
        ({"items": [3, -4]}, r"items\[1\] is -4"),
        ({"items": [3]}, "items has 1 entries for 2 rows"),
        ({"labels": ("x",)}, "codes 0 to 1 for 1 labels"),
    ],
)
def test_bad_items_are_refused(change, message):
    good = {"rows": [[0, 1, 0], [1, 1, 0]], "items": [3, 4], "labels": ("x", "y"), "systems": ("a", "b")}
    Items(**good)
    with pytest.raises(informed.InputError, match=message):
        Items(**(good | change))


# --- keys ------------------------------------------------------------------------------------------------------------

keyed = st.lists(
    st.tuples(*[st.integers(-1, 2)] * 2, st.integers(0, 3), st.integers(0, 2), st.integers(0, 1)),
    min_size=1,
    max_size=40,
)
GROUPS = (("n", 1), ("n", 2), ("s", 1), ("s", 2))


def with_keys(rows, weights=None):
    """Items with every key, of rows (actual, predicted, group, cluster, stratum)."""
    actual, predicted, group, cluster, stratum = np.array(rows).T
    keys = {"by": ("site", "year"), "group": group, "groups": GROUPS, "cluster": cluster, "clusters": ("x", "y", "z")}
    keys |= {"stratum": stratum, "strata": (0, 1)}
    return Items.of(actual, {"a": predicted}, ("p", "q", "r"), weights=weights, **keys, abstaining=True)


@given(keyed, keyed)
def test_adding_joins_every_key(one, two):
    assert with_keys(one) + with_keys(two) == with_keys(one + two) == with_keys(two) + with_keys(one)


@given(keyed)
def test_items_are_saved_pickled_and_copied_exactly(rows):
    items = with_keys(rows, weights=np.arange(1.0, len(rows) + 1))
    assert Items.from_json(items.to_json()) == pickle.loads(pickle.dumps(items)) == copy.deepcopy(items) == items


@given(keyed)
def test_groups_apart_are_the_rows_of_each_group_and_pooled_are_all(rows):
    items = with_keys(rows)
    for place, (group, part) in enumerate(items.apart().items()):
        own = [row for row in rows if row[2] == place]
        assert part.by == ()
        assert part.items.sum() == len(own)
        if own:
            assert part == with_keys(own).pooled()
            table = part.table("a")
            assert items.table("a")[GROUPS.index(group)].tolist() == table.tolist()
    assert items.pooled().items.sum() == len(rows)
    assert items.table("a").sum(0).tolist() == items.pooled().table("a").tolist()


@given(keyed.filter(lambda rows: any(actual >= 0 for actual, *_ in rows)))
def test_every_item_of_a_system_is_counted_abstained_unjudged_or_missing(rows):
    counts = with_keys(rows).counts()
    assert counts.rows_read == len(rows)
    assert counts.abstained.sum() == sum(actual >= 0 > predicted for actual, predicted, *_ in rows)
    unjudged = sum(predicted >= 0 > actual for actual, predicted, *_ in rows)
    assert (0 if counts.unjudged is None else counts.unjudged.sum()) == unjudged


@given(keyed.filter(lambda rows: any(min(row[:2]) >= 0 for row in rows)))
def test_informedness_of_staked_items_is_the_zero_stake_form(rows):
    """An abstention as a prediction that is never right is a bet not placed: it neither wins nor loses."""
    items = with_keys(rows).pooled()
    counts = items.counts()
    known = staked(as_table(counts.table), counts.abstained)
    assert items.staked().n == items.n == counts.n + counts.abstained.sum()
    value = informed.measures.get("informedness").raw(as_table(items.staked().table("a")))
    expected = ZERO_STAKE["informedness"].raw(known)
    assert_allclose(np.nan_to_num(value), np.nan_to_num(expected), atol=1e-12)


def test_staked_items_name_a_label_that_nothing_else_has():
    items = Items.of([0, 1], {"a": [-1, 1]}, ("abstained", "other"))
    assert items.staked().labels == ("abstained", "other", "(abstained)")
    assert items.staked().table("a").tolist() == [[0, 0, 1], [0, 1, 0], [0, 0, 0]]


@given(codes, st.sampled_from([1.0, 0.3, 7.0]))
def test_equal_weights_and_single_items_as_clusters_are_the_plain_design(rows, weight):
    plain = counted(rows)
    clusters = {"cluster": np.arange(len(rows)), "clusters": tuple(range(len(rows)))} if len(rows) > 1 else {}
    assert counted(rows, weights=np.full(len(rows), weight), **clusters).plain() == plain == plain.plain()


def test_unequal_weights_and_shared_clusters_are_kept():
    rows = [(0, 0, 1, 1), (0, 0, 1, 1), (1, 1, 0, 1)]
    weighted = counted(rows, weights=[1.0, 2.0, 3.0], cluster=[0, 1, 1], clusters=("x", "y"))
    assert weighted.plain() is weighted


def test_labels_of_either_are_united():
    one, two = Items.of([0, -1], {"a": [1, 0]}, ("p", "q")), Items.of([0], {"a": [1]}, ("q", "r"))
    both = one.union(two)
    assert both.labels == ("p", "q", "r")
    assert both.counts().table.tolist() == [[0, 1, 0], [0, 0, 1], [0, 0, 0]]
    assert both.unjudged == 1
    with pytest.raises(informed.InputError, match=r"different labels.*union"):
        one + two


@pytest.mark.parametrize("array", ["rows", "items", "group", "cluster", "weights"])
def test_nothing_can_be_changed_afterwards(array):
    items = with_keys([(0, 1, 0, 0, 0), (1, 1, 1, 1, 1)], weights=[1.0, 2.5])
    for each in (items, pickle.loads(pickle.dumps(items))):
        with pytest.raises(ValueError, match="read-only"):
            getattr(each, array)[0] = 9


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"missing": -5}, "missing is -5, but must be a whole number >= 0"),
        ({"refused": 1.5}, "refused is 1.5, but must be a whole number >= 0"),
        ({"group": [0, 9]}, "group holds codes up to 9 for 4 groups"),
        ({"cluster": [0, 3]}, "cluster holds codes up to 3 for 3 clusters"),
        ({"groups": [[1]]}, "each needs one value for each of by="),
        ({"by": []}, "by= and group= go together"),
        ({"rows": [[-2, 0], [0, 0]]}, "codes -2 to 0"),
        ({"squares": [1.0, 1.0]}, "weights= and squares= go together"),
        ({"version": 0}, "version 0"),
    ],
)
def test_damaged_documents_are_refused(change, message):
    saved = with_keys([(0, 1, 0, 0, 0), (1, 1, 1, 1, 1)]).to_dict()
    with pytest.raises(informed.InputError, match=message):
        Items.from_dict(saved | change)


def test_one_line_says_what_the_items_are():
    text = repr(with_keys([(0, 1, 0, 0, 0)]))
    assert text.startswith("Items(1 items, 1 distinct rows, systems ['a']")
    assert "4 groups by site, year" in text
    assert "\n" not in text
