"""Spans: the counts of nervaluate, the F1 of seqeval, and what can be counted by hand."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import informed
from informed.questions.spans.matching import SCHEMES, pairs
from informed.readers.annotations import Span
from informed.readers.documents import spans_of

EXAMPLES = Path(__file__).parents[3] / "examples"
BIO = st.sampled_from(["O", "B-A", "I-A", "B-B", "I-B"])
BIOES = st.sampled_from(["O", "B-A", "I-A", "E-A", "S-A", "B-B", "I-B", "E-B", "S-B"])
NAMES = {"strict": "strict", "exact": "exact", "type": "ent_type", "partial": "partial"}  # ours, and nervaluate's
SPAN = st.builds(
    lambda start, size, label: Span(start, start + size, label),
    st.integers(0, 250),
    st.sampled_from([1, 2, 3, 150]),
    st.sampled_from("AB"),
)


def tagged(tags):
    """Sentences that two taggers tagged."""
    pair = st.integers(1, 9).flatmap(lambda size: st.tuples(*[st.lists(tags, min_size=size, max_size=size)] * 2))
    return st.lists(pair, min_size=1, max_size=4)


def sides(sentences):
    return [list(each) for each in zip(*sentences, strict=True)]


@settings(max_examples=40, deadline=None)
@given(sentences=tagged(BIO))
def test_the_counts_and_rates_of_every_scheme_are_those_of_nervaluate(sentences):
    evaluator = pytest.importorskip("nervaluate.evaluator")
    actual, predicted = sides(sentences)
    theirs = evaluator.Evaluator(actual, predicted, tags=["A", "B"], loader="list").evaluate()["overall"]
    if all(tag == "O" for side in (actual, predicted) for each in side for tag in each):
        with pytest.raises(informed.InputError, match="neither side marks"):
            informed.spans(actual, predicted)
        return
    found = informed.spans(actual, predicted)
    for ours, name in NAMES.items():
        counts, rates = found.schemes[ours].counts, found.schemes[ours].rates
        assert counts == {outcome: getattr(theirs[name], outcome) for outcome in counts}
        for rate, their in (("precision", "precision"), ("recall", "recall"), ("f_measure", "f1")):
            value = rates[rate].value
            assert_allclose(0.0 if value != value else value, getattr(theirs[name], their), atol=1e-12)


@settings(max_examples=100, deadline=None)
@given(actual=st.lists(SPAN, max_size=5).map(sorted), predicted=st.lists(SPAN, max_size=5).map(sorted))
def test_spans_of_characters_that_overlap_are_matched_as_nervaluate_matches_them(actual, predicted):
    """Nested, equal and long spans, of which an overlap must be a hundredth; nervaluate's ends are inclusive."""
    strategies = pytest.importorskip("nervaluate.strategies")
    entities = pytest.importorskip("nervaluate.entities")
    theirs = {
        "strict": strategies.StrictEvaluation(),
        "exact": strategies.ExactEvaluation(),
        "type": strategies.EntityTypeEvaluation(),
        "partial": strategies.PartialEvaluation(),
    }
    given_to_them = [
        [entities.Entity(each.label, each.start, each.end - 1) for each in side] for side in (actual, predicted)
    ]
    for scheme in SCHEMES:
        outcomes = [each.outcome for each in pairs(scheme, actual, predicted)]
        result, _ = theirs[scheme].evaluate(*given_to_them, ["A", "B"])
        assert {name: outcomes.count(name) for name in ("correct", "incorrect", "partial", "missed", "spurious")} == {
            name: getattr(result, name) for name in ("correct", "incorrect", "partial", "missed", "spurious")
        }


@pytest.mark.parametrize("scheme", [BIO, BIOES], ids=["BIO", "BIOES"])
def test_tags_spell_the_spans_that_seqeval_reads(scheme):
    labelling = pytest.importorskip("seqeval.metrics.sequence_labeling")

    @settings(max_examples=100, deadline=None)
    @given(tags=st.lists(scheme, min_size=1, max_size=12))
    def every(tags):
        theirs = [(start, end + 1, label) for label, start, end in labelling.get_entities(tags)]
        assert [tuple(each) for each in spans_of(tags)] == theirs

    every()


@settings(max_examples=20, deadline=None)
@given(sentences=tagged(BIO))
@pytest.mark.filterwarnings("ignore")
def test_strict_f1_of_all_and_of_each_label_is_that_of_seqeval(sentences):
    metrics = pytest.importorskip("seqeval.metrics")
    actual, predicted = sides(sentences)
    if all(tag == "O" for side in (actual, predicted) for each in side for tag in each):
        return
    found = informed.spans(actual, predicted)
    theirs = metrics.classification_report(actual, predicted, output_dict=True, zero_division=0)
    strict = {"micro avg": found.schemes["strict"], **found.per_label}
    for name, each in strict.items():
        value = each.f_measure.value
        assert_allclose(0.0 if value != value else value, theirs[name]["f1-score"], atol=1e-12)
        assert each.actual == theirs[name]["support"]


def test_bilou_and_io_spell_the_same_spans():
    assert spans_of(["B-A", "L-A", "U-B"]) == spans_of(["B-A", "E-A", "S-B"]) == spans_of(["I-A", "I-A", "I-B"])


def test_what_becomes_of_spans_is_counted_by_hand():
    """Of five actual spans: right, other type, other boundaries, both, missed; and one is spurious."""
    actual = [["B-A", "O", "B-A", "O", "B-A", "I-A", "O", "B-A", "I-A", "O", "B-A", "O", "O"]]
    predicted = [["B-A", "O", "B-B", "O", "B-A", "O", "O", "B-B", "O", "O", "O", "O", "B-B"]]
    found = informed.spans(actual, predicted)
    assert found.fates == {
        "right": 1,
        "other type": 1,
        "other boundaries": 1,
        "both": 1,
        "missed": 1,
        "spurious": 1,
    }
    assert found.matched.table("predicted").tolist() == [[2, 2], [0, 0]]
    assert found.tokens.labels == ("A", "B", "O")
    assert found.tokens.table("predicted").tolist() == [[2, 2, 3], [0, 0, 0], [0, 1, 5]]


def test_the_tables_of_tokens_and_of_matched_spans_can_be_evaluated():
    found = informed.spans(EXAMPLES / "names.conll")
    tokens = informed.evaluate(found.tokens)
    assert_allclose(tokens.measures["informedness"].value, found.informedness.value)
    assert_allclose(informed.evaluate(found.matched).measures["informedness"].value, found.typing.value)


def test_the_document_is_the_cluster_where_the_file_marks_documents(tmp_path):
    path = tmp_path / "two.conll"
    block = "-DOCSTART- O O\n\nAda B-PER B-PER\nran O O\n\nBo B-PER O\nsat O O\n\n"
    path.write_text(block * 3)
    found = informed.spans(path)
    assert (found.unit, found.texts) == ("document", 3)
    assert informed.spans(path, cluster="sentence").texts == 6
    strict = found.schemes["strict"].f_measure
    assert strict.value == informed.spans(path, cluster="sentence").schemes["strict"].f_measure.value


def test_two_files_are_two_columns(tmp_path):
    lines = (EXAMPLES / "names.conll").read_text().splitlines()
    for name, kept in (("gold", 1), ("system", 2)):
        text = "\n".join("\t".join([line.split("\t")[0], line.split("\t")[kept]]) if line else "" for line in lines)
        (tmp_path / f"{name}.conll").write_text(text)
    one = informed.spans(EXAMPLES / "names.conll")
    two = informed.spans([tmp_path / "gold.conll", tmp_path / "system.conll"])
    assert one.to_dict() == two.to_dict()


def test_agreement_on_spans_does_not_depend_on_the_order_of_raters():
    path = EXAMPLES / "prodigy-names.jsonl"
    (pair,) = informed.spans(path).pairs
    for first, second in (("names-ada", "names-bo"), ("names-bo", "names-ada")):
        judged = informed.spans(path, second, actual=first)
        assert judged.schemes["strict"].f_measure.value == pair.strict.value
        assert judged.schemes["exact"].f_measure.value == pair.exact.value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ada B-PER B-PER\nran O\n", "line 2: 2 columns, where the first token has 3"),
        ("Ada B-PER PER\n", "line 1: 'PER' is no tag"),
        ("Ada B-PER\n", "line 1: 'Ada' is no tag"),
        ("O\n", "there are 1 columns"),
        ("\n\n", "there is no token"),
    ],
)
def test_what_is_wrong_with_a_file_of_tags_is_said_with_its_line(text, said, tmp_path):
    path = tmp_path / "bad.conll"
    path.write_text(text)
    with pytest.raises(informed.InputError, match=said):
        informed.spans(path)


TEXT = "Ada Lund met Bo in Oslo"
MARKED = {"ada": [(0, 8, "PER"), (13, 15, "PER"), (19, 23, "LOC")], "bo": [(0, 3, "PER"), (13, 15, "LOC")]}


def label_studio(folder):
    """Regions of the tag Labels, one annotation marked as ground truth."""
    given = [
        {
            "completed_by": who,
            "ground_truth": who == "ada",
            "result": [
                {"from_name": "ner", "to_name": "text", "type": "labels"}
                | {"value": {"start": start, "end": end, "labels": [label]}}
                for start, end, label in marked
            ],
        }
        for who, marked in MARKED.items()
    ]
    tasks = [{"id": place, "data": {"text": TEXT}, "annotations": given} for place in (1, 2)]
    (folder / "export.json").write_text(json.dumps(tasks))
    return informed.spans(folder / "export.json")


def prodigy(folder):
    rows = [
        {"text": TEXT, "_input_hash": place, "answer": "accept", "_annotator_id": who}
        | {"spans": [{"start": start, "end": end, "label": label} for start, end, label in marked]}
        for place in (1, 2)
        for who, marked in MARKED.items()
    ]
    (folder / "export.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return informed.spans(folder / "export.jsonl", "bo", actual="ada")


def doccano(folder):
    """Triples, and objects as a project with relations has them."""
    files = []
    for who, marked in MARKED.items():
        triples = {"id": 1, "text": TEXT, "label": [list(each) for each in marked]}
        entities = [{"start_offset": start, "end_offset": end, "label": label} for start, end, label in marked]
        rows = [triples, {"id": 2, "text": TEXT, "label": triples["label"]}]
        if who == "bo":
            rows = [{"id": 1, "text": TEXT, "label": triples["label"]}, {"id": 2, "text": TEXT, "label": entities}]
        files.append(folder / f"{who}.jsonl")
        files[-1].write_text("".join(json.dumps(row) + "\n" for row in rows))
    return informed.spans(files, "bo", actual="ada")


@pytest.mark.parametrize("tool", [label_studio, prodigy, doccano])
def test_the_same_spans_are_read_from_every_tool(tool, tmp_path):
    """Per text by hand: 'Ada' is cut, 'Bo' has another type, 'Oslo' is missed."""
    found = tool(tmp_path)
    assert found.fates == {
        "right": 0,
        "other type": 2,
        "other boundaries": 2,
        "both": 0,
        "missed": 2,
        "spurious": 0,
    }
    assert found.tokens.labels == ("LOC", "O", "PER")
    assert found.tokens.table("predicted").tolist() == [[0, 2, 0], [0, 4, 0], [2, 2, 2]]
    assert found.texts == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"question": "x"}, "question='x' is for exports"),
        ({"cluster": "page"}, "not one of sentence, document"),
        ({"actual": "y"}, "is no column of tags"),
    ],
)
def test_a_wrong_argument_is_named(arguments, said):
    with pytest.raises(informed.InputError, match=said):
        informed.spans(EXAMPLES / "names.conll", **arguments)
