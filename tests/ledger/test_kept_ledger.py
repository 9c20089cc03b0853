"""A ledger that an earlier version wrote (``fixture/make.py``) is listed, shown and asked again as it was recorded."""

import json
import shutil
from pathlib import Path

import pytest
from fixture.make import ANSWERS, DUMP, LEDGER, told

from informed import Ledger
from informed.cli import main

KEPT = json.loads(ANSWERS.read_text())
ANSWERED = {name: each for name, each in KEPT.items() if "answer" in each}


@pytest.fixture
def kept(url):
    """A copy of it, in SQLite or restored on the server."""
    if url.startswith("sqlite"):
        shutil.copy(LEDGER, Path(url.removeprefix("sqlite:///")))
    else:
        import psycopg

        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(DUMP.read_text())
    with Ledger(url) as ledger:
        yield ledger


MOVED = (
    "path",
    "cluster",
    "sandwich",
    "strata",
    "logit-delong-t, score",
    "logit, delta-t",
    "errors_mover",
    "score_mover",
    "margins",
    "gated",
    "profile",
)  # methods that changed since these answers were recorded
RESTING = ("compare, other items, differences", "bookmaker", "deploy, measures, informedness")  # made of such intervals
WITHIN = ("proficiency", "tetrachoric")  # whose intervals end short of what the data exclude
DIFFERENCES = ("agree", "spans")  # limits from central differences when recorded, which have 9 digits; now exact slopes
TESTED = ("informedness", "sellke", "sellke_beta")  # the p that goes with the interval of informedness


def holds(found, wanted, where):
    """Every number that was recorded is there, to 12 digits: the last ones are the processor's. More may be said.

    Save the ends of intervals, and their p, whose method changed since: a warning names them as they were recorded.
    """
    if isinstance(wanted, dict):
        measure = found.get("measure", where.rpartition(", ")[2])
        moved = found.get("method") in MOVED or where.startswith(RESTING) or measure in WITHIN
        left = ("low", "high", "p", "p_adjusted") if moved else TESTED if where.endswith("significance") else ()
        assert wanted.keys() <= found.keys(), where
        for name, part in wanted.items():
            if name not in left:
                holds(found[name], part, f"{where}, {name}")
    elif isinstance(wanted, list):
        assert len(found) == len(wanted), where
        for place, (each, part) in enumerate(zip(found, wanted, strict=True)):
            holds(each, part, f"{where}[{place}]")
    elif wanted is not None:
        digits = 1e-9 if where.startswith(DIFFERENCES) and where.endswith((", low", ", high")) else 1e-12
        assert found == pytest.approx(wanted, rel=digits, abs=1e-15), where


def test_there_are_answers_of_every_kind():
    assert len(ANSWERED) >= 20
    assert len({each["run"]["question"] for each in ANSWERED.values()}) >= 13
    assert len(KEPT) > len(ANSWERED)  # bare statistics as well


def test_every_run_is_listed_with_all_that_was_told_of_it(kept):
    """Names, tags, looks, statistics, figures and items: nothing is computed, so that all digits stay."""
    runs = {run.id: run for run in kept.runs()}
    assert [run.id for run in kept.runs()] == [each["run"]["id"] for each in KEPT.values()]
    for name, each in KEPT.items():
        found = json.loads(json.dumps(told(kept, runs[each["run"]["id"]])))
        assert found == {part: each[part] for part in found}, name


@pytest.mark.filterwarnings("ignore:run .* was recorded with another method")
def test_every_answer_is_given_again(kept):
    for name, each in ANSWERED.items():
        holds(json.loads(kept.reproduce(each["run"]["id"]).to_json()), each["answer"], name)


def test_an_interval_by_another_method_is_named_as_it_was_recorded(kept):
    """Three classes, recorded before limits followed the path of chance; drawn limits are as they were."""
    with pytest.warns(UserWarning, match=r"another method: informedness 0\.363 to 0\.732, now by 'path' 0\.\d+ to"):
        kept.reproduce(KEPT["evaluate"]["run"]["id"])
    kept.reproduce(KEPT["evaluate, drawn"]["run"]["id"])  # warnings are errors


def test_every_answer_is_shown_by_the_command(kept, url, capsys):
    for name, each in ANSWERED.items():
        asked = ["ledger", each["run"]["task"], "--show", each["run"]["id"], "--format", "json", "--ledger", url]
        with pytest.raises(SystemExit) as ended:
            main(asked)
        said = capsys.readouterr()
        assert ended.value.code == 0, said.err
        holds(json.loads(said.out), each["answer"], name)


@pytest.mark.filterwarnings("ignore:run .* was recorded with another method")
def test_the_same_again_is_a_look_at_the_run_that_was_kept(kept):
    """The id follows from the statistics and the options, and these are still the same."""
    for name, each in ANSWERED.items():
        assert kept.same(kept.run(each["run"]["id"]), kept.reproduce(each["run"]["id"])), name


def test_it_goes_to_another_ledger_and_back(kept, tmp_path):
    with Ledger(tmp_path / "other.db") as other:
        assert other.load(kept.export()) == (len(KEPT), len(KEPT))
        assert [exported(line) for line in other.export()] == [exported(line) for line in kept.export()]


def exported(line):
    """A run as it is exported; the order of its figures is the store's, and an earlier schema had no links."""
    data = json.loads(line)
    data.pop("links", None)
    return {**data, "figures": sorted(map(str, data["figures"]))}
