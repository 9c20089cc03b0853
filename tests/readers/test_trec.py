"""Search runs: at any cut-off each topic is a table whose rates are those of ir_measures."""

from pathlib import Path

import pytest
from numpy.testing import assert_allclose

import informed
from informed.cli import main
from informed.readers.files.trec import items_of_search, read_search, scores_of_search

EXAMPLES = Path(__file__).parents[2] / "examples"
RUN, QRELS = EXAMPLES / "search.run", EXAMPLES / "search.qrels"


def rates(cutoff):
    """Precision and recall of every topic, where unjudged documents are not relevant, as in trec_eval."""
    found = items_of_search(read_search(RUN, QRELS), cutoff=cutoff, unjudged="irrelevant", by=True).counts()
    return {
        topic: {"precision": table[0, 0] / table[:, 0].sum(), "recall": table[0, 0] / table[0].sum()}
        for (topic,), table in zip(found.groups, found.table, strict=True)
    }


@pytest.mark.parametrize(
    ("cutoff", "theirs", "rate"),
    [
        (5, "P@5", "precision"),
        (10, "P@10", "precision"),
        (10, "R@10", "recall"),
        (100, "R@100", "recall"),
        ("R", "Rprec", "precision"),
        (None, "SetP", "precision"),
        (None, "SetR", "recall"),
    ],
)
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of ir_measures, on Python 3.12 and later
def test_every_topic_has_the_rates_of_ir_measures(cutoff, theirs, rate):
    ir_measures = pytest.importorskip("ir_measures")
    measure = ir_measures.parse_measure(theirs)
    qrels, run = ir_measures.read_trec_qrels(str(QRELS)), ir_measures.read_trec_run(str(RUN))
    expected = {each.query_id: each.value for each in ir_measures.iter_calc([measure], qrels, run)}
    found = rates(cutoff)
    assert found.keys() == expected.keys()
    for topic, value in expected.items():
        assert_allclose(found[topic][rate], value, atol=1e-12)


def test_equal_scores_are_ranked_as_trec_eval_ranks_them(tmp_path):
    """By the name of the document, falling, whatever the column of ranks says."""
    (tmp_path / "a.run").write_text("1 Q0 a 1 2 x\n1 Q0 b 2 2 x\n1 Q0 c 3 1 x\n")
    (tmp_path / "a.qrels").write_text("1 0 a 1\n1 0 b 0\n")
    found = read_search(tmp_path / "a.run", tmp_path / "a.qrels")
    assert {name: each.rank for name, each in found.returned["1"].items()} == {"b": 1, "a": 2, "c": 3}


def test_unjudged_documents_are_kept_apart_and_counted(tmp_path):
    (tmp_path / "a.run").write_text("1 Q0 a 1 3 x\n1 Q0 b 2 2 x\n1 Q0 c 3 1 x\n2 Q0 a 1 1 x\n")
    (tmp_path / "a.qrels").write_text("1 0 a 2\n1 0 c 0\n1 0 d 1\n2 0 z 0\n")
    search = read_search(tmp_path / "a.run", tmp_path / "a.qrels")
    apart = items_of_search(search, cutoff=2)
    assert apart.table("predicted").tolist() == [[1, 1], [0, 2]]  # b of 1 and a of 2 are not judged
    assert any(note.startswith("2 documents within the cut-off have no judgement") for note in apart.notes)
    counted = items_of_search(search, cutoff=2, unjudged="irrelevant")
    assert counted.table("predicted").tolist() == [[1, 1], [2, 2]]
    assert items_of_search(read_search(tmp_path / "a.run", tmp_path / "a.qrels", relevant=2)).table(
        "predicted"
    ).tolist() == [[1, 0], [1, 2]]


def test_a_sweep_over_ranks_has_the_table_of_every_cutoff():
    search = read_search(RUN, QRELS)
    found = informed.sweep(scores_of_search(search, scores="rank"))
    at = dict(zip(found.thresholds.tolist(), zip(found.hits.tolist(), found.alarms.tolist(), strict=True), strict=True))
    for cutoff in (1, 10, 50):
        table = items_of_search(search, cutoff=cutoff).table("predicted")
        assert at[-float(cutoff)] == (table[0, 0], table[1, 0])


def test_topics_are_the_clusters():
    search = read_search(RUN, QRELS)
    assert len(items_of_search(search, cutoff=10).clusters) == len(scores_of_search(search).clusters) == 20


@pytest.mark.parametrize(
    ("run", "qrels", "said"),
    [
        ("1 Q0 a 1 2.0\n", "1 0 a 1\n", "a.run, line 1: 5 fields, not 6"),
        ("1 Q0 a 1 high x\n", "1 0 a 1\n", "a.run, line 1: score 'high' is not a number"),
        ("1 Q0 a 1 2 x\n1 Q0 a 2 1 x\n", "1 0 a 1\n", "line 2: document 'a' of topic '1' is returned twice"),
        ("1 Q0 a 1 2 x\n", "1 0 a 1\n1 0 a 0\n", "a.qrels, line 2: document 'a' of topic '1' is judged twice"),
        ("1 Q0 a 1 2 x\n", "2 0 a 1\n", "no topic in common"),
        ("", "2 0 a 1\n", "a.run is empty"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(run, qrels, said, tmp_path):
    (tmp_path / "a.run").write_text(run)
    (tmp_path / "a.qrels").write_text(qrels)
    with pytest.raises(informed.InputError, match=said):
        read_search(tmp_path / "a.run", tmp_path / "a.qrels")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["evaluate", RUN, "--qrels", QRELS, "--cutoff", "ten"], "--cutoff ten must be a whole number"),
        (["evaluate", RUN, "--qrels", QRELS, "--unjudged", "apartt"], "did you mean 'apart'"),
        (["evaluate", RUN, "--qrels", QRELS, "--by", "topics"], "did you mean 'topic'"),
        (["evaluate", RUN, "--qrels", QRELS, "--actual", "y"], "--actual cannot be used with --qrels"),
        (["evaluate", RUN, "--cutoff", "10"], "--cutoff cannot be used without --qrels"),
        (["sweep", RUN, "--qrels", QRELS, "--scores", "ranks"], "did you mean 'rank'"),
        (["sweep", RUN, "--qrels", QRELS, "--relevant", "0"], "--relevant 0 must be a whole number"),
        (["sweep", EXAMPLES / "scores.csv", "--actual", "actual"], "missing --scores"),
    ],
)
def test_a_wrong_option_is_named(words, said, capsys):
    with pytest.raises(SystemExit):
        main([str(word) for word in words])
    assert said in capsys.readouterr().err
