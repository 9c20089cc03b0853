"""Documents of every kind that is read, and their damages: bytes, cuts, foreign pieces, values of other types."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import sqlite3
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import duckdb
from hypothesis import strategies as st

PIECES = (
    *(b"\xff", b"\0", b'"', b"'", b"\n", b"\r", b",", b";", b"\t", b"[", b"]", b"{", b"}", b":", b"\\", b"\\ud800"),
    *(b"NaN", b"nan", b"inf", b"-1", b"1e400", b"1e3", b"0.5", b"+1", b"007", b"null", b"true", b"[]", b"{}", b'""'),
    *(
        b"\xef\xbb\xbf",
        b"\xff\xfe",
        b"\x1b[31m",
        b"=1+1",
        "é\u202e😀".encode(),
        b"9" * 30,
        b"a" * 300,
        b"[" * 2000,
        b" ",
    ),
    *(b"actual", b"predicted", b"id", b"label", b"\x1f\x8b", b"PK\x03\x04", b"PAR1"),
)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 0.5, 1e308, 2**63, 2**200, "", "a", "1", "NaN", "\ud800", "\x1b[31m", [], {}, [[]]),
    *([None], [1, "a"], {"a": 1}, [[1, 2], [3]], [-1, 0], "x" * 300, float("nan"), float("inf"), ["a", "a"], [[]] * 3),
)


class Kind(NamedTuple):
    """Documents of one kind: the name of their file, how they are read (FILE stands for it), and sound ones."""

    name: str
    command: str
    seeds: tuple[bytes, ...]
    packed: str = ""


def rows(*lines: dict[str, Any]) -> bytes:
    """One object a line."""
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


def parquet(columns: dict[str, list[Any]]) -> bytes:
    """A Parquet file of these columns."""
    import pyarrow
    from pyarrow.parquet import write_table

    file = io.BytesIO()
    write_table(pyarrow.table(columns), file)
    return file.getvalue()


def arrow(columns: dict[str, list[Any]], stream: bool = False) -> bytes:
    """An Arrow file, or a stream, of these columns."""
    import pyarrow
    from pyarrow import ipc

    table, file = pyarrow.table(columns), io.BytesIO()
    with (ipc.new_stream if stream else ipc.new_file)(file, table.schema) as writer:
        writer.write_table(table)
    return file.getvalue()


def database(connect: Any) -> bytes:
    """A file of SQLite or DuckDB with one table."""
    with TemporaryDirectory() as folder:
        held = connect(f"{folder}/rows")
        held.execute("create table t (actual varchar, predicted varchar)")
        held.execute("insert into t values ('a', 'a'), ('b', 'a'), ('b', null)")
        held.commit()
        held.close()
        return Path(folder, "rows").read_bytes()


def archive(**members: bytes) -> bytes:
    """An archive of these files."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, data in members.items():
            packed.writestr(f"{name}.csv", data)
    return file.getvalue()


TEXT = b'actual,predicted,w,s\nyes,yes,1,0.9\nno,"ye,s",2,0.1\nno,,0,0.5\nyes,no,1.5,0.2\n'
OBJECTS = rows(
    {"actual": "yes", "predicted": "no", "w": 1, "s": 0.5},
    {"actual": "no", "predicted": None, "w": 2.5, "s": 1e-9},
    {"actual": "no", "predicted": "no", "s": "x"},
)
COUNTS = {
    "kind": "counts",
    "version": 1,
    "labels": ["a", "b"],
    "labels_predicted": ["a", "b"],
    "n": 4,
    "by": ["site"],
    "groups": [["x"], ["y"]],
    "table": [[[1, 0], [1, 0]], [[0, 1], [0, 1]]],
    "abstained": [[1, 0], [0, 0]],
    "missing": 1,
    "refused": 0,
    "notes": ["said"],
}
SAMPLE = {
    "id": 1,
    "epoch": 1,
    "target": "A",
    "choices": ["x", "y"],
    "scores": {"choice": {"value": "C", "answer": "A"}},
}
WRONG = {**SAMPLE, "id": 2, "scores": {"choice": {"value": "I", "answer": "B"}}}
METRICS = {"scores": [{"name": "choice", "scorer": "choice", "metrics": {"accuracy": {"value": 0.5}}}]}
INSPECT = {
    "version": 2,
    "status": "success",
    "eval": {"task": "t", "model": "m"},
    "results": {"completed_samples": 2, **METRICS},
    "samples": [SAMPLE, WRONG],
}
LM_EVAL = {
    "doc_id": 0,
    "doc": {"q": "?"},
    "target": "0",
    "arguments": [["q", " x"], ["q", " y"]],
    "resps": [[["-1.5", "True"]], [["-2.5", "False"]]],
    "filtered_resps": [["-1.5", "True"], ["-2.5", "False"]],
    "filter": "none",
    "metrics": ["acc"],
    "acc": 1.0,
}
MOODS = {1: "good", 2: "bad", 3: "good"}
STUDIO = {
    "id": 1,
    "data": {"text": "Ada is here"},
    "annotations": [
        {
            "completed_by": who,
            "was_cancelled": False,
            "ground_truth": who == 3,
            "result": [
                {"from_name": "mood", "to_name": "text", "type": "choices", "value": {"choices": [MOODS[who]]}},
                {"from_name": "who", "type": "labels", "value": {"start": 0, "end": 3, "labels": ["PER"]}},
                {"from_name": "stars", "type": "rating", "value": {"rating": 4}},
            ],
        }
        for who in (1, 2, 3)
    ],
    "predictions": [],
}
PRODIGY = {
    "text": "Ada is here",
    "_input_hash": 7,
    "options": [{"id": "good"}],
    "accept": ["good"],
    "answer": "accept",
    "_annotator_id": "a",
}
MARKED = {"text": "Ada is here", "spans": [{"start": 0, "end": 3, "label": "PER"}], "answer": "accept"}
QRELS = b"1 0 a 1\n1 0 b 0\n2 0 a 0\n2 0 b 1\n"
RUN = b"1 Q0 a 1 2.5 x\n1 Q0 b 2 1.5 x\n2 Q0 a 1 1 x\n"
ARGILLA = {
    "id": "1",
    "fields": {"text": "Ada"},
    "responses": {"mood": [{"value": MOODS[who], "user_id": str(who)} for who in MOODS]},
    "suggestions": {"mood": {"value": "good", "agent": "m"}},
}
SECOND = b'{"id": 1, "text": "Ada is here", "label": ["bad"]}\n{"id": 2, "text": "Ada is here", "label": ["good"]}\n'
FLAT = [  # enough of them that three raters are shown to be informed: else there is no consensus to write
    {"id": str(place), "text": "Ada", "mood.responses": [mood] * 3, "mood.responses.users": ["1", "2", "3"]}
    for place, mood in enumerate(["bad", "good"] * 4, 2)
]
DOCCANO = {"id": 1, "text": "Ada is here", "label": ["good"]}

EVERY_EVAL_EVER = {
    "schema_version": "0.3.0",
    "evaluation_id": "e",
    "model_id": "m",
    "evaluation_name": "t",
    "sample_id": "1",
    "interaction_type": "single_turn",
    "input": {"raw": "?", "reference": ["A"], "choices": ["x", "y"]},
    "output": {"raw": ["A"]},
    "answer_attribution": [{"turn_idx": 0, "extracted_value": "A", "is_terminal": True}],
    "evaluation": {"score": 1.0, "is_correct": True},
    "metadata": {"epoch": "1"},
}
PROMPTFOO = {
    "results": {
        "version": 3,
        "stats": {"successes": 1, "failures": 0},
        "results": [
            {
                "testCase": {"assert": [{"type": "equals", "value": "A"}], "metadata": {"a": 1}},
                "provider": {"id": "p"},
                "prompt": {"label": "q"},
                "vars": {"x": "1"},
                "response": {"output": "A"},
                "success": True,
                "score": 1,
                "namedScores": {"tone": 0.5},
            }
        ],
    }
}
OPENAI_EVALS = rows(
    {"spec": {"completion_fns": ["m"], "eval_name": "e"}},
    {"sample_id": "1", "type": "match", "data": {"correct": True, "expected": "A", "picked": "A"}},
    {"sample_id": "1", "type": "metrics", "data": {"score": 0.5, "word": "yes"}},
    {"final_report": {"accuracy": 1.0}},
)
MLFLOW = {
    "columns": ["inputs", "targets", "outputs", "c/v1/score"],
    "data": [[{"q": 1}, "A", "A", 1], ["?", "B", "A", 0]],
}
DEEPEVAL = {
    "testCases": [
        {
            "name": "one",
            "input": "q",
            "actualOutput": "A",
            "expectedOutput": "A",
            "success": True,
            "metricsData": [{"name": "m", "success": True, "score": 1.0, "evaluationModel": "j"}],
        }
    ],
    "metricsScores": [],
    "testPassed": 1,
    "testFailed": 0,
}
RAGAS = b"user_input,response,reference,exact_match\nq,a,a,1.0\nr,b,a,0.0\n"
GRADED = rows(
    {
        "id": 1,
        "grade": "C",
        "target": ["A"],
        "answer": "A",
        "options": ["A", "B"],
        "epoch": 1,
        "metadata": {"a": {"b": 1}},
    },
    {"id": 2, "scores": {"x": 0.5, "y": True}, "grade": 0},
)
PARQUET = ({"actual": ["a", "b", None], "predicted": ["a", "a", "b"]}, {"actual": [1, 2], "predicted": [1.0, None]})
LONG = "multilabel FILE FILE --input long --format json"

KINDS = {
    "csv": Kind(
        "rows.csv", "count FILE --missing drop", (TEXT, TEXT.replace(b",", b";"), b"actual\tpredicted\na\tb\n")
    ),
    "weights": Kind("rows.csv", "count FILE --missing drop --weights w --abstain no", (TEXT,)),
    "scores": Kind("rows.csv", "sweep FILE --actual actual --scores s --positive yes --format json", (TEXT,)),
    "ratings": Kind("rows.csv", "agree FILE --rater actual --rater predicted --format json", (TEXT,)),
    "csv.gz": Kind("rows.csv.gz", "count FILE --missing drop", (TEXT,), "gzip"),
    "json": Kind("rows.json", "count FILE --actual actual --predicted predicted --missing drop", (OBJECTS, b"[]")),
    "jsonl.gz": Kind(
        "rows.jsonl.gz", "count FILE --actual actual --predicted predicted --missing drop", (OBJECTS,), "gzip"
    ),
    "parquet": Kind("rows.parquet", "count FILE --missing drop", tuple(map(parquet, PARQUET))),
    "arrow": Kind("rows.arrow", "count FILE --missing drop", (*map(arrow, PARQUET), arrow(PARQUET[0], True))),
    "sqlite": Kind("rows.sqlite", "count FILE --missing drop", (database(sqlite3.connect),)),
    "duckdb": Kind("rows.duckdb", "count FILE --missing drop", (database(duckdb.connect),)),
    "zip": Kind("rows.zip", "count FILE --missing drop", (archive(rows=TEXT), archive(one=TEXT, two=TEXT))),
    "csv.xz": Kind("rows.csv.xz", "count FILE --missing drop", (TEXT,), "xz"),
    "nested": Kind(
        "rows.jsonl",
        "count FILE --actual a.b --predicted c[0].d --missing drop",
        (rows({"a": {"b": "x"}, "c": [{"d": "x"}]}, {"a": {"b": "y"}, "c": [{"d": None}]}),),
    ),
    "counts": Kind("saved.json", "evaluate FILE --format json", (json.dumps(COUNTS).encode(),)),
    "inspect": Kind("log.json", "evaluate FILE --format json", (json.dumps(INSPECT).encode(),)),
    "eval": Kind("log.eval", "evaluate FILE --format json", (json.dumps(INSPECT).encode(),), "zip"),
    "lm-eval": Kind(
        "samples_t.jsonl", "evaluate FILE --input lm-eval --format json", (rows(LM_EVAL, {**LM_EVAL, "doc_id": 1}),)
    ),
    "label-studio": Kind(
        "export.json", "evaluate FILE --format json", (json.dumps([STUDIO, {**STUDIO, "id": 2}]).encode(),)
    ),
    "prodigy": Kind(
        "export.jsonl",
        "agree FILE --input prodigy --format json",
        (rows(PRODIGY, {**PRODIGY, "_annotator_id": "b"}, {**PRODIGY, "_input_hash": 8}),),
    ),
    "argilla": Kind(
        "export.json", "consensus FILE --input argilla --format label-studio", (json.dumps([ARGILLA, *FLAT]).encode(),)
    ),
    "doccano": Kind(
        "ada.jsonl", "agree FILE SECOND --input doccano --format json", (rows(DOCCANO, {**DOCCANO, "id": 2}),)
    ),
    "every_eval_ever": Kind("run_samples.jsonl", "evaluate FILE --format json", (rows(EVERY_EVAL_EVER),)),
    "promptfoo": Kind("results.json", "evaluate FILE --format json", (json.dumps(PROMPTFOO).encode(),)),
    "openai evals": Kind("run.jsonl", "evaluate FILE --input openai-evals --format json", (OPENAI_EVALS,)),
    "mlflow": Kind("eval_results_table.json", "evaluate FILE --format json", (json.dumps(MLFLOW).encode(),)),
    "deepeval": Kind("test_run.json", "evaluate FILE --format json", (json.dumps(DEEPEVAL).encode(),)),
    "ragas": Kind("ragas.csv", "evaluate FILE --format json", (RAGAS,)),
    "graded items": Kind("items.jsonl", "evaluate FILE --input items --format json", (GRADED,)),
    "conll": Kind(
        "tagged.conll",
        "spans FILE --format json",
        (b"Ada\tB-PER\tB-PER\nis\tO\tO\nin\tO\tB-LOC\n\nOslo\tB-LOC\tS-PER\n", b"-DOCSTART- O O\n\na B-X B-X\n"),
    ),
    "marked": Kind(
        "marked.jsonl",
        "spans FILE --format json",
        (rows(*({**MARKED, "_annotator_id": who, "_input_hash": place} for who in "ab" for place in (1, 2))),),
    ),
    "run": Kind(
        "a.run", "evaluate FILE --qrels QRELS --cutoff 1 --format json", (b"1 Q0 a 1 2.5 x\n1 Q0 b 2 1.5 x\n",)
    ),
    "qrels": Kind("a.qrels", "sweep RUN --qrels FILE --format json", (QRELS,)),
    "table": Kind(
        "table.csv", "table FILE --rows actual --format json", (b"30 12\n30 28\n", b"x,a,b\na,1,2\nb,3,4\n", b"1;2")
    ),
    "cost": Kind(
        "cost.csv", "evaluate SOUND --cost FILE --format json", (b"0 1\n5 0\n", b",yes,no\nyes,0,1\nno,5,0\n")
    ),
    "sets": Kind("sets.tsv", "multilabel FILE FILE --format json", (b"1\ta\tb\n2\ta\n3\n",)),
    "sets in json": Kind(
        "sets.jsonl",
        "multilabel FILE FILE --input json --format json",
        (b'["a", "b"]\n[]\n', b'{"id": 1, "labels": ["a"]}\n'),
    ),
    "long sets": Kind("sets.csv", LONG, (b"id,label\n1,a\n1,b\n2,a\n",)),
    "long sets in json": Kind("sets.jsonl", LONG, (rows({"id": 1, "label": "a"}, {"id": 2, "label": None}),)),
}


@st.composite
def revalued(draw: Any, document: str) -> str:
    """A JSON document with a few values of other types in it."""
    data = document.encode()
    for _ in range(draw(st.integers(1, 3))):
        data = _revalued(draw, data)
    return data.decode()


@st.composite
def documents(draw: Any, kind: Kind) -> bytes:
    """A document of this kind, sound or damaged, inside its packing or outside."""
    data = draw(st.sampled_from(kind.seeds))
    if data[:1] in b"[{" and draw(st.booleans()):
        data = b"\n".join(_revalued(draw, line) for line in data.splitlines())
    if not kind.packed:
        return _damaged(draw, data)
    inside = draw(st.booleans())
    packed = PACKINGS[kind.packed](_damaged(draw, data) if inside else data)
    return packed if inside else _damaged(draw, packed)


def _damaged(draw: Any, data: bytes) -> bytes:
    for _ in range(draw(st.integers(0, 3))):
        at, to = sorted((draw(st.integers(0, len(data))), draw(st.integers(0, len(data)))))
        data = draw(
            st.sampled_from(
                [
                    data[:at] + draw(st.sampled_from(PIECES)) + data[at:],
                    data[:at] + draw(st.sampled_from(PIECES)) + data[to:],
                    data[:at] + data[to:],
                    data[:to] + data[at:],
                    data[:at],
                    data[:at] + draw(st.binary(min_size=1, max_size=4)) + data[at + 1 :],
                ]
            )
        )
    return data


def _revalued(draw: Any, line: bytes) -> bytes:
    """The JSON of a line with one value, anywhere in it, put in the place of another, or gone."""
    try:
        document = json.loads(line)
    except ValueError:
        return line
    places = list(_places(document))
    if not places:
        return json.dumps(draw(st.sampled_from(VALUES))).encode()
    holder, key = draw(st.sampled_from(places))
    if draw(st.integers(0, 4)):
        holder[key] = draw(st.sampled_from(VALUES))
    else:
        del holder[key]
    return json.dumps(document).encode()


def _places(document: Any) -> Any:
    pairs = (
        document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    )
    for key, value in pairs:
        yield document, key
        yield from _places(value)


def _zipped(data: bytes) -> bytes:
    """A log as an archive: its header and one member for each sample, whatever they have become."""
    file = io.BytesIO()
    try:
        document = json.loads(data)
        samples = document.pop("samples", [])
        members = {"header.json": json.dumps(document)} | {
            f"samples/{place}.json": json.dumps(each) for place, each in enumerate(samples)
        }
    except (ValueError, TypeError, AttributeError):
        members = {"header.json": data, "samples/1.json": data}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, member in members.items():
            archive.writestr(name, member)
    return file.getvalue()


PACKINGS = {"gzip": gzip.compress, "xz": lzma.compress, "zip": _zipped}
