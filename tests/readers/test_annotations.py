"""Exports of annotation tools: the same ratings, whichever tool wrote them, give the same answers."""

import json
from pathlib import Path

import pytest

import informed
from informed.cli import main
from informed.readers.annotations import read_exports
from informed.readers.kinds import kind_of

SAID = {  # by three raters, about four items; bo skipped the last
    "ada": ["good", "bad", "good", "bad"],
    "bo": ["good", "bad", "bad", None],
    "cy": ["bad", "bad", "good", "bad"],
}
TEXTS = ["first text", "second text", "third text", "fourth text"]


def lines(rows):
    return "".join(json.dumps(each) + "\n" for each in rows)


def choice(label, question="mood"):
    return {"from_name": question, "to_name": "text", "type": "choices", "value": {"choices": [label]}}


def label_studio(truth=()):
    """As https://labelstud.io/guide/task_format describes the raw JSON of a task."""
    tasks = []
    for place, text in enumerate(TEXTS):
        given = [
            {
                "completed_by": {"id": 1, "email": who},
                "was_cancelled": said[place] is None,
                "ground_truth": False,
                "result": [] if said[place] is None else [choice(said[place])],
            }
            for who, said in SAID.items()
        ]
        if place < len(truth):
            given.append({"completed_by": 9, "ground_truth": True, "result": [choice(truth[place])]})
        tasks.append({"id": place, "data": {"text": text}, "annotations": given, "predictions": []})
    return {"export.json": json.dumps(tasks)}


def prodigy():
    """As db-out writes the interface "choice": one line per answer."""
    rows = [
        {"text": text, "_input_hash": place, "_task_hash": place, "options": [{"id": "good"}, {"id": "bad"}]}
        | {"accept": [said[place]] if said[place] else [], "answer": "accept" if said[place] else "ignore"}
        | {"_annotator_id": who, "_session_id": f"{who}-1"}
        for place, text in enumerate(TEXTS)
        for who, said in SAID.items()
    ]
    return {"export.jsonl": lines(rows)}


def doccano():
    """As doccano exports a project whose members do not share labels: a file per member."""
    return {
        f"{who}.jsonl": lines(
            {"id": place, "text": text, "label": [said[place]] if said[place] else [], "Comments": []}
            for place, text in enumerate(TEXTS)
        )
        for who, said in SAID.items()
    }


def argilla():
    """As records.to_json writes them."""
    return {
        "export.json": json.dumps(
            [
                {
                    "id": str(place),
                    "fields": {"text": text},
                    "metadata": {},
                    "suggestions": {},
                    "responses": {
                        "mood": [{"value": said[place], "user_id": who} for who, said in SAID.items() if said[place]]
                    },
                    "vectors": {},
                    "status": "completed",
                }
                for place, text in enumerate(TEXTS)
            ]
        )
    }


def argilla_datasets():
    """As records.to_datasets().to_json writes them: columns with dots, drafts and discarded answers included."""
    rows = []
    for place, text in enumerate(TEXTS):
        given = [
            (who, said[place] or "good", "submitted" if said[place] else "discarded") for who, said in SAID.items()
        ]
        who, values, status = zip(*given, strict=True)
        columns = {"mood.responses": values, "mood.responses.users": who, "mood.responses.status": status}
        rows.append({"id": str(place), "status": "pending", "text": text, **columns})
    return {"export.jsonl": lines(rows)}


TOOLS = {
    "label-studio": label_studio,
    "prodigy": prodigy,
    "doccano": doccano,
    "argilla": argilla,
    "argilla datasets": argilla_datasets,
}


def written(folder, files):
    for name, text in files.items():
        (folder / name).write_text(text)
    return [folder / name for name in files]


@pytest.mark.parametrize("tool", TOOLS)
def test_an_export_agrees_as_the_plain_table_of_its_ratings(tool, tmp_path):
    paths = written(tmp_path, TOOLS[tool]())
    assert kind_of(paths[0]).export == tool.split()[0]
    found, plain = informed.agree(paths), informed.agree(SAID)
    assert found.n == plain.n == 4
    assert {name: each.value for name, each in found.measures.items()} == {
        name: each.value for name, each in plain.measures.items()
    }
    assert any("read as an export of" in note for note in found.warnings)


@pytest.mark.parametrize("tool", TOOLS)
def test_an_export_has_the_consensus_of_its_ratings(tool, tmp_path):
    found = informed.consensus(written(tmp_path, TOOLS[tool]()))
    plain = informed.consensus({**SAID, "item": TEXTS}, item="item")
    assert {each.label for each in found.labels} == {each.label for each in plain.labels}
    assert found.given == plain.given


def test_raters_are_held_against_the_ground_truth(tmp_path):
    (path,) = written(tmp_path, label_studio(truth=["good", "bad"]))
    export = read_exports([path], "label-studio")
    from informed.readers.annotations import items_of_export

    found = items_of_export(export)
    assert found.n == 6  # three raters of two items
    assert found.table("predicted").tolist() == [[3, 0], [1, 2]]  # actual bad, good x predicted bad, good
    assert sorted(found.clusters) == [0, 1]
    assert items_of_export(export, rater="cy").table("predicted").tolist() == [[1, 0], [1, 0]]


def test_a_review_in_prodigy_is_the_truth_of_the_versions_it_was_made_from(tmp_path):
    row = {"text": "a", "_input_hash": 1, "options": [{"id": "x"}], "accept": ["x"], "answer": "accept"}
    versions = [{"accept": ["x"], "sessions": ["ada", "bo"]}, {"accept": ["y"], "sessions": ["cy"]}]
    rows = [{**row, "_session_id": "editor", "versions": versions}, {**row, "_input_hash": 2, "versions": versions}]
    (path,) = written(tmp_path, {"review.jsonl": lines(rows)})
    from informed.readers.annotations import items_of_export

    found = items_of_export(read_exports([path], "prodigy"))
    assert found.labels == ("x", "y")
    assert found.table("predicted").tolist() == [[4, 2], [0, 0]]


def test_a_label_shown_alone_is_accepted_or_rejected(tmp_path):
    """Prodigy's binary interfaces: one label, and the answer is the rating."""
    rows = [
        {"text": text, "_input_hash": place, "label": "SPAM", "answer": answer, "_session_id": who}
        for who, answers in {"ada": ["accept", "reject"], "bo": ["accept", "ignore"]}.items()
        for place, (text, answer) in enumerate(zip("ab", answers, strict=True))
    ]
    (path,) = written(tmp_path, {"binary.jsonl": lines(rows)})
    found = read_exports([path], "prodigy")
    assert [(each.item, each.rater, each.labels) for each in found.annotations] == [
        (0, "ada", {"SPAM": ("accept",)}),
        (1, "ada", {"SPAM": ("reject",)}),
        (0, "bo", {"SPAM": ("accept",)}),
    ]
    assert found.skipped == 1


def test_the_consensus_is_a_label_studio_import_that_reads_back(tmp_path):
    path = Path(__file__).parents[2] / "examples" / "label-studio.json"  # with items enough for a consensus
    target = tmp_path / "consensus.json"
    found = informed.consensus(path)
    found.save(target, "label-studio")
    tasks = json.loads(target.read_text())
    assert [task["data"] for task in tasks] == [task["data"] for task in json.loads(path.read_text())]
    (result,) = tasks[0]["predictions"][0]["result"]
    assert (result["from_name"], result["to_name"], result["type"]) == ("mood", "text", "choices")
    said = [task["predictions"][0]["result"][0]["value"]["choices"] for task in tasks]
    assert said == [[each.label] for each in found.labels]
    assert all(0 <= task["predictions"][0]["score"] <= 1 for task in tasks)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda task: task["annotations"][0].update(result=[choice("a"), choice("b")]), "several labels, 'a', 'b'"),
        (lambda task: task["annotations"][0]["result"][0]["value"].update(choices="good"), "not a list of labels"),
        (lambda task: task.pop("data"), "no 'data'"),
        (lambda task: task.update(annotations={}), "'annotations' is a dict, not a list"),
    ],
)
def test_what_is_wrong_with_an_entry_is_said_with_its_place(change, said, tmp_path):
    tasks = json.loads(label_studio()["export.json"])
    change(tasks[1])
    (path,) = written(tmp_path, {"export.json": json.dumps(tasks)})
    with pytest.raises(informed.InputError, match=said) as error:
        informed.agree(path, input="label-studio")
    assert "entry 2" in str(error.value)


@pytest.mark.parametrize("tool", ["label-studio", "prodigy"])
def test_a_truncated_export_is_refused_with_its_line(tool, tmp_path):
    (name, text) = next(iter(TOOLS[tool]().items()))
    for end in range(1, len(text) - 1, 97):
        (path,) = written(tmp_path, {name: text[:end]})
        if not text[end - 1 : end + 1].count("\n"):
            with pytest.raises(informed.InputError, match="line"):
                informed.agree(path, input=tool)


def test_an_export_without_ground_truth_says_what_to_ask_instead(tmp_path, capsys):
    (path,) = written(tmp_path, label_studio())
    with pytest.raises(SystemExit):
        main(["evaluate", str(path)])
    assert "informed agree" in capsys.readouterr().err


def test_options_of_rows_are_refused_with_an_export(tmp_path, capsys):
    (path,) = written(tmp_path, label_studio())
    for words in (["agree", "--by", "x"], ["consensus", "--by", "x"], ["evaluate", "--cluster", "x"]):
        with pytest.raises(SystemExit):
            main([words[0], str(path), *words[1:]])
        assert words[1] in capsys.readouterr().err


def test_a_question_or_a_rater_that_is_misspelt_is_named(tmp_path):
    (path,) = written(tmp_path, label_studio())
    with pytest.raises(informed.InputError, match="did you mean 'mood'"):
        informed.agree(path, question="moud")
    with pytest.raises(informed.InputError, match="did you mean 'ada'"):
        informed.agree(path, raters=["adda", "bo"])
    assert Path(path).exists()
