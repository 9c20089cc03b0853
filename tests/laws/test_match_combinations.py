"""Every combination of groups, noise and missing values in match, held to the laws of keys."""

import json
from itertools import combinations

import numpy as np
import pytest

import informed
from informed import InputError
from informed.cli import main

pytestmark = pytest.mark.combinations
KEYS = ("by", "abstain", "missing")
SUBSETS = [subset for size in range(4) for subset in combinations(KEYS, size)]
MAXIMIZE = ("informedness", "edge", "trace", "mutual_information")
N = 120


def rows_for(keys):
    rng = np.random.default_rng(2)
    actual = rng.integers(0, 3, N)
    cluster = np.where(rng.random(N) < 0.6, actual + 5, rng.integers(5, 9, N)).astype(object)
    if "abstain" in keys:
        cluster[np.arange(N) % 11 == 3] = -1
    if "missing" in keys:
        cluster[np.arange(N) % 13 == 5] = None
    return {"actual": np.array(list("abc"), object)[actual], "cluster": cluster, "site": rng.choice(["n", "s"], N)}


def asked(rows, keys, maximize="informedness"):
    how = {"by": {"site": rows["site"].tolist()}, "abstain": -1, "missing": "drop"}
    columns = rows["actual"].tolist(), rows["cluster"].tolist()
    return informed.match(*columns, maximize=maximize, draws=9, **{name: how[name] for name in keys})


def numbers(found):
    """All that was found, without the recipe and the groups, and without the account of rows left out."""
    facts = found.to_dict()
    facts["counts"] = {name: each for name, each in facts["counts"].items() if name not in ("missing", "notes")}
    return {name: each for name, each in facts.items() if name not in ("signature", "groups", "verdict", "abstained")}


def only(rows, kept):
    return {name: each[kept] for name, each in rows.items()}


@pytest.mark.parametrize("maximize", MAXIMIZE)
@pytest.mark.parametrize("keys", [keys for keys in SUBSETS if "by" in keys], ids="+".join)
def test_a_group_is_its_rows_alone_and_the_whole_is_that_without_groups(keys, maximize):
    rows, rest = rows_for(keys), [key for key in keys if key != "by"]
    found = asked(rows, keys, maximize)
    assert len(found.groups) == 2
    for (group,), each in found.groups.items():
        assert numbers(each) == numbers(asked(only(rows, rows["site"] == group), rest, maximize))
    assert numbers(found) == numbers(asked(rows, rest, maximize))


@pytest.mark.parametrize("keys", [keys for keys in SUBSETS if "abstain" in keys], ids="+".join)
def test_noise_is_no_cluster_and_is_counted_apart(keys):
    rows = rows_for(keys)
    noise = rows["cluster"] == -1
    found, answered = asked(rows, keys), asked(only(rows, ~noise), keys)
    assert numbers(found) == numbers(answered)
    assert (found.abstained, answered.abstained) == (noise.sum(), 0)
    assert -1 not in found.mapping


@pytest.mark.parametrize("keys", [keys for keys in SUBSETS if "missing" in keys], ids="+".join)
def test_missing_rows_are_left_out_and_counted(keys):
    rows = rows_for(keys)
    gaps = np.array([each is None for each in rows["cluster"]])
    found = asked(rows, keys)
    assert numbers(found) == numbers(asked(only(rows, ~gaps), keys))
    assert found.clusters.missing == gaps.sum()
    with pytest.raises(InputError, match="missing='drop'"):
        asked(rows, [key for key in keys if key != "missing"])


@pytest.mark.parametrize("keys", SUBSETS, ids=lambda keys: "+".join(keys) or "plain")
def test_a_frame_and_the_shell_say_what_arrays_say(keys, tmp_path, capsys):
    polars = pytest.importorskip("polars")
    rows = rows_for(keys)
    frame = polars.DataFrame({name: each.tolist() for name, each in rows.items()})
    how = {"by": "site", "abstain": -1, "missing": "drop"}
    chosen, expected = {name: how[name] for name in keys}, asked(rows, keys).to_dict()
    assert informed.match(frame, actual="actual", predicted="cluster", draws=9, **chosen).to_dict() == expected
    frame.write_csv(tmp_path / "rows.csv")
    named = ["--actual=actual", "--predicted=cluster", "--draws=9", "--format=json"]
    with pytest.raises(SystemExit) as left:
        main(["match", str(tmp_path / "rows.csv"), *named, *(f"--{name}={value}" for name, value in chosen.items())])
    assert left.value.code == 0
    shown = json.loads(capsys.readouterr().out)
    assert [shown[name] for name in ("value", "corrected", "p")] == [expected[n] for n in ("value", "corrected", "p")]
    assert len(shown.get("groups", ())) == len(expected.get("groups", ()))
