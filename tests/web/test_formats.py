"""Files that know their own columns, opened in the workbench: the format is named, and what fits it is answered."""

import json
import re
import sqlite3
import zipfile
from contextlib import closing
from html import unescape

import openpyxl
import pytest
from starlette.testclient import TestClient

import informed
from informed.readers.annotations import ratings_of, read_exports
from informed.readers.files.trec import items_of_search, read_search
from informed.web.app import create_app
from informed.web.tabs import ABOUT_FILES, PLAN

HERE = "http://127.0.0.1:8000"
TARGETS, ANSWERS = "ABAB" * 6, "ABBB" * 6
RATED = {"ada": "xyxyyx", "bo": "xyxxyx", "cy": "xyxyxx"}


@pytest.fixture(scope="module")
def client():
    with TestClient(create_app(), base_url=HERE, headers={"Origin": HERE, "Accept": "text/html"}) as made:
        yield made


def opened(client, *files):
    """The page of files that were opened together."""
    return client.post("/data", files=[("file", each) for each in files])


def said(answer):
    assert answer.status_code == 200, answer.text
    text = unescape(answer.text)
    form = re.search(r'id="format">([^<]*)<', text)
    return text, form and form[1], re.findall(r'href="/data/[^/]*/(\w+)"', text.split('aria-label="Questions"')[1])


def lines(rows):
    return "".join(json.dumps(each) + "\n" for each in rows).encode()


def inspect(tmp_path):
    """As Inspect writes a log: a zip of a header and one sample per entry."""
    samples = [
        {"id": at, "epoch": 1, "input": "?", "target": target, "choices": ["red", "blue"], "metadata": {"site": "n"}}
        | {"output": {"completion": answer}}
        | {"scores": {"choice": {"value": "C" if target == answer else "I", "answer": answer}}}
        for at, (target, answer) in enumerate(zip(TARGETS, ANSWERS, strict=True))
    ]
    header = {"version": 2, "status": "success", "eval": {"task": "quiz", "model": "m/x", "dataset": {}, "config": {}}}
    with zipfile.ZipFile(tmp_path / "log.eval", "w") as file:
        file.writestr("header.json", json.dumps(header))
        for each in samples:
            file.writestr(f"samples/{each['id']}_epoch_1.json", json.dumps(each))
    return (tmp_path / "log.eval").read_bytes()


def test_a_log_of_inspect_is_evaluated_as_it_is(client, tmp_path):
    text, form, tabs = said(opened(client, ("log.eval", inspect(tmp_path))))
    assert form.startswith("A log of inspect: 24 answers.")
    assert tabs == ["evaluate", "groups"]
    expected = informed.evaluate(list(TARGETS), list(ANSWERS)).measures["informedness"].value
    assert f'data-measure="informedness">{expected:.3f}<' in text


def test_a_cell_and_a_group_of_a_log_lead_to_its_answers(client, tmp_path):
    page = opened(client, ("log.eval", inspect(tmp_path)))
    cell = re.search(r'href="([^"]*rows\?[^"]*is=A[^"]*said=B[^"]*)"', unescape(page.text))[1]
    wrong = [at for at, pair in enumerate(zip(TARGETS, ANSWERS, strict=True)) if pair == ("A", "B")]
    rows = unescape(client.get(cell).text)
    assert f"log.eval: {len(wrong)} rows actual 'A', predicted 'B'" in rows
    taken = client.get(cell.replace("/rows?", "/rows.csv?")).text.splitlines()
    assert taken[0] == "id,epoch,task,actual,predicted,site"
    assert [int(line.split(",")[0]) for line in taken[1:]] == wrong
    assert all(line.endswith(",A,B,n") for line in taken[1:])
    every = client.get(str(page.url).replace("/evaluate", "/rows.csv?by=site&group=n")).text.splitlines()
    assert len(every) == 1 + sum(a != b for a, b in zip(TARGETS, ANSWERS, strict=True))
    assert len(client.get(str(page.url).replace("/evaluate", "/rows.csv?by=site&group=s")).text.splitlines()) == 1


def test_the_fields_of_a_log_are_offered_as_groups(client, tmp_path):
    page = opened(client, ("log.eval", inspect(tmp_path)))
    groups = client.get(str(page.url).replace("/evaluate", "/groups"))
    assert re.search(r'<select name="by".*?<option[^>]*>site</option>', unescape(groups.text), re.S)
    assert client.get(f"{groups.url}?by=site").status_code == 200


def test_parts_of_one_log_are_opened_together(client):
    """As Every Eval Ever lays them down: an aggregate and its samples, told apart by the names of the files."""
    record = {"schema_version": "0.3.0", "evaluation_id": "run", "model_id": "o/m", "evaluation_name": "quiz"}
    record |= {"evaluation_result_id": "quiz.accuracy", "interaction_type": "single_turn"}
    attributed = {"turn_idx": 0, "source": "output.raw", "extraction_method": "match", "is_terminal": True}
    samples = [
        record
        | {"sample_id": str(at), "input": {"raw": "?", "reference": [target], "choices": ["red", "blue"]}}
        | {"output": {"raw": [answer]}, "answer_attribution": [{**attributed, "extracted_value": answer}]}
        | {"evaluation": {"score": float(target == answer), "is_correct": target == answer}}
        for at, (target, answer) in enumerate(zip(TARGETS, ANSWERS, strict=True))
    ]
    result = {"evaluation_result_id": "quiz.accuracy", "evaluation_name": "quiz", "score_details": {"score": 0.5}}
    result["metric_config"] = {"metric_name": "accuracy", "lower_is_better": False}
    source = {"source_type": "evaluation_run", "source_organization_name": "o", "evaluator_relationship": "other"}
    about = {"schema_version": "0.3.0", "evaluation_id": "run", "source_metadata": source}
    aggregate = json.dumps({**about, "evaluation_results": [result]}).encode()
    both = opened(client, ("run.json", aggregate), ("run_samples.jsonl", lines(samples)))
    assert "the header says accuracy 0.5" in unescape(both.text)  # which only the other file has
    _, form, _ = said(opened(client, ("run_samples.jsonl", lines(samples))))
    assert form.startswith("A log of every-eval-ever: 24 answers.")


def prodigy():
    """As db-out writes the interface "choice": one line per answer."""
    return lines(
        {"text": f"text {at}", "_input_hash": at, "_task_hash": at, "options": [{"id": "x"}, {"id": "y"}]}
        | {"accept": [label], "answer": "accept", "_annotator_id": who, "_session_id": f"{who}-1"}
        for who, labels in RATED.items()
        for at, label in enumerate(labels)
    )


def test_an_export_without_a_truth_is_asked_for_agreement(client, tmp_path):
    (tmp_path / "export.jsonl").write_bytes(prodigy())
    page = opened(client, ("export.jsonl", prodigy()))
    text, form, tabs = said(page)
    assert str(page.url).endswith("/agree")
    assert form.startswith("An export of Prodigy: 18 annotations.")
    assert tabs == ["agree", "consensus"]
    ratings = ratings_of(read_exports([tmp_path / "export.jsonl"], "prodigy"))
    expected = informed.agree(ratings.columns, item="item", rater="rater", label="label")
    assert all(each in text for each in expected.verdict)
    assert "<option>bo</option>" in text
    consensus = said(client.get(str(page.url).replace("/agree", "/consensus")))[0]
    assert "informed consensus export.jsonl" in consensus


def marked(truth):
    """As Label Studio exports labels of parts of texts, with one ground truth."""

    def part(start, label):
        value = {"start": start, "end": start + 3, "labels": [label]}
        return {"from_name": "names", "to_name": "text", "type": "labels", "value": value}

    def choice(label):
        return {"from_name": "mood", "to_name": "text", "type": "choices", "value": {"choices": [label]}}

    def given(who, at, right, label):
        return {"completed_by": who, "ground_truth": right, "result": [part(at % 3, "PER"), choice(label)]}

    return json.dumps(
        [
            {"id": at, "data": {"text": "Ada met Bo here"}, "predictions": []}
            | {"annotations": [given(1, at, truth, "xy"[at % 2]), given(2, at + at % 2, False, "xy"[at % 3 == 0])]}
            for at in range(8)
        ]
    ).encode()


@pytest.mark.parametrize("truth", [True, False])
def test_an_export_is_evaluated_where_a_truth_is_marked(client, truth):
    _, form, tabs = said(opened(client, ("export.json", marked(truth))))
    assert form.startswith("An export of Label Studio: 16 annotations.")
    assert tabs == ["evaluate"] * truth + ["agree", "consensus", "spans"]


def test_tags_are_asked_for_spans(client):
    tags = b"Ada B-PER B-PER\nmet O O\nBo B-PER O\n\nRome B-LOC B-PER\n"
    page = opened(client, ("tags.conll", tags))
    text, form, tabs = said(page)
    assert tabs == ["spans"]
    assert form.startswith("A file of tags")
    expected = informed.spans([["B-PER", "O", "B-PER"], ["B-LOC"]], [["B-PER", "O", "O"], ["B-PER"]])
    assert all(each in text for each in expected.verdict)
    report = client.get(f"{page.url}/answer.html")
    assert "tags.conll" in report.text
    wrong = client.get(f"{page.url}?actual=9")
    assert (wrong.status_code, "no column 9" in wrong.text) == (422, True)


def test_a_file_of_rows_has_no_format_and_every_tab(client):
    _, form, tabs = said(opened(client, ("rows.csv", b"y,said\na,a\nb,a\n")))
    assert form is None
    assert "sweep" in tabs
    assert "spans" not in tabs


def test_a_broken_log_is_said_without_its_place(client):
    answer = opened(client, ("log.eval", b"PK no zip"))
    assert answer.status_code == 422
    assert "log.eval" in answer.text
    assert "informed-copies-" not in answer.text


def test_of_several_models_one_is_chosen_or_all_are_compared(client):
    rows = [
        {"id": at, "model": model, "target": target, "answer": answer, "correct": target == answer}
        for model in ("m", "n")
        for at, (target, answer) in enumerate(zip(TARGETS, ANSWERS, strict=True))
    ]
    page = opened(client, ("mine.jsonl", lines(rows)))
    text, _, tabs = said(page)
    assert tabs == ["evaluate", "groups", "compare"]
    assert 'class="first"' not in text
    expected = informed.evaluate(list(TARGETS), list(ANSWERS)).measures["informedness"].value
    assert f'data-measure="informedness">{expected:.3f}<' in said(client.get(f"{page.url}?model=n"))[0]
    assert "No significant difference" in said(client.get(str(page.url).replace("/evaluate", "/compare")))[0]


# --- files that belong together --------------------------------------------------------------------------------------


def test_two_logs_are_compared_item_by_item(client):
    def log(answers):
        pairs = enumerate(zip(TARGETS, answers, strict=True))
        return lines(
            {"id": at, "target": right, "answer": said, "correct": right == said} for at, (right, said) in pairs
        )

    page = opened(client, ("old.jsonl", log(ANSWERS)), ("new.jsonl", log(TARGETS)))
    text, form, tabs = said(page)
    assert tabs == ["compare"]
    assert form.startswith("2 logs of items; their items are joined by id.")
    systems = {"old": list(ANSWERS), "new": list(TARGETS)}
    expected = informed.compare(list(TARGETS), systems).difference("informedness", "new", "old").estimate
    assert f"{abs(expected.value):.3f}" in text
    assert "informed compare old.jsonl new.jsonl" in text
    assert "old.jsonl and new.jsonl" in client.get(f"{page.url}/answer.html").text


def graded(models, tasks, epochs):
    """Answers with grades: every second item right, and one answer more of a later model."""
    return lines(
        {
            "id": at,
            "epoch": epoch,
            "task": task,
            "model": model,
            "grade": int((at + epoch * (at % 3)) % 2 == 0 or at < place),
        }
        for place, model in enumerate(models)
        for task in tasks
        for at in range(12)
        for epoch in range(epochs)
    )


def test_a_log_with_repeats_or_several_tasks_can_be_asked_about_them(client, tmp_path):
    """As the shell answers: the tab is there where the log can tell, and says the same number."""
    (tmp_path / "runs.jsonl").write_bytes(log := graded(["a"], ["sums"], 3))
    page = opened(client, ("runs.jsonl", log))
    assert "repeats" in said(page)[2]
    text, _, _ = said(client.get(str(page.url).replace("/evaluate", "/repeats")))
    assert f"{informed.more.repeats(tmp_path / 'runs.jsonl').within:.3f}" in text
    assert "informed repeats runs.jsonl" in text
    page = opened(client, ("both.jsonl", graded(["a", "b"], ["sums", "words"], 1)))
    tabs = said(client.get(str(page.url).replace("/evaluate", "/suite")))[2]
    assert "suite" in tabs
    assert "repeats" not in tabs
    assert client.get(str(page.url).replace("/evaluate", "/suite") + "/answer.html").status_code == 200


def test_a_search_run_and_its_judgements_are_opened_together(client, tmp_path):
    qrels = "".join(f"t{topic} 0 d{doc} {int(doc % 3 == 0)}\n" for topic in range(3) for doc in range(12))
    run = "".join(f"t{topic} Q0 d{doc} {doc + 1} {12 - doc} mine\n" for topic in range(3) for doc in range(6))
    page = opened(client, ("a.txt", run.encode()), ("judged.txt", qrels.encode()))
    text, form, tabs = said(page)
    assert form.startswith("A search run with its judgements")
    assert tabs == ["evaluate", "groups", "sweep"]
    assert "informed evaluate a.txt --qrels judged.txt" in text
    (tmp_path / "a.txt").write_text(run), (tmp_path / "judged.txt").write_text(qrels)
    found = items_of_search(read_search(tmp_path / "a.txt", tmp_path / "judged.txt"))
    assert f'data-measure="informedness">{informed.evaluate(found).measures["informedness"].value:.3f}<' in text
    topics = said(client.get(f"{str(page.url).replace('/evaluate', '/groups')}?by=topic"))[0]
    assert all(f">t{each}<" in topics for each in range(3))
    assert client.get(f"{page.url}?qrels=/etc/passwd").status_code == 200  # an address names no file


def test_tags_in_two_files_are_compared_token_by_token(client):
    gold, tagged = b"Ada B-PER\nmet O\nBo B-PER\n\nRome B-LOC\n", b"Ada B-PER\nmet O\nBo O\n\nRome B-PER\n"
    expected = informed.spans([["B-PER", "O", "B-PER"], ["B-LOC"]], [["B-PER", "O", "O"], ["B-PER"]])
    for files in ([("a.conll", tagged), ("gold.conll", gold)], [("gold.conll", gold), ("a.conll", tagged)]):
        text, form, _ = said(opened(client, *files))
        assert "gold.conll is right, a.conll is judged" in form
        assert all(each in text for each in expected.verdict)


def test_saved_counts_are_evaluated_and_two_files_of_them_compared(client):
    saved = [
        informed.Counts(table, ["a", "b"]).to_json().encode() for table in ([[30, 12], [30, 28]], [[9, 1], [2, 8]])
    ]
    text, form, tabs = said(opened(client, ("monday.json", saved[0])))
    assert (form.split(".")[0], tabs) == ("Saved counts", ["evaluate"])
    assert 'data-measure="informedness">0.197<' in text
    text, form, tabs = said(opened(client, *zip(("monday.json", "tuesday.json"), saved, strict=True)))
    assert (form.split(",")[0], tabs) == ("2 files of saved counts", ["compare"])
    assert "&#39;tuesday&#39;" in text or "'tuesday'" in text


def test_rows_in_two_files_are_counted_together_as_in_the_shell(client):
    page = opened(client, ("a.csv", b"y,said\n" + b"a,a\nb,a\n" * 5), ("b.csv", b"y,said\n" + b"a,a\nb,b\n" * 5))
    text = unescape(client.get(f"{page.url}?actual=y&predicted=said").text)
    assert "20 items" in text
    assert "informed evaluate a.csv b.csv --actual y --predicted said" in text


# --- what is wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("evaluate?actual=y&predicted=said&weights=w", "column 'w' holds the weight -1.0"),
        ("evaluate?actual=y&predicted=said&encoding=ebcdic", "'encoding' ebcdic is unknown"),
        ("evaluate?actual=y", "missing 'predicted labels'"),
        ("sweep?actual=y&scores=said&positive=a", "column 'said' holds 'a', which is not a number"),
        ("agree?rater=y&rater=nope", "my rows.csv has no column 'nope'"),
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_the_page(client, asked, told):
    """No keyword of Python, no name that the engine or the server gave: the user's file, columns and fields."""
    page = opened(client, ("my rows.csv", b"y,said,w\na,a,1\nb,a,-1\n"))
    answer = client.get(str(page.url).replace("evaluate", asked))
    problem = unescape(re.search(r'id="problem"[^>]*>([^<]*)<', answer.text)[1])
    assert answer.status_code == 422
    assert told in problem
    assert not re.search(r"\w=|DOUBLE|upload|\bc\d\b|_rows|/tmp", problem)


@pytest.mark.parametrize("tab", [*ABOUT_FILES, PLAN], ids=lambda tab: tab.name)
def test_an_answer_to_nothing_says_what_is_missing(client, tab):
    """Every field is sent as it stands, and none is filled in."""
    page = opened(client, ("rows.csv", b"h,j\na,a\nb,a\n"))
    place = str(page.url).replace("evaluate", tab.name) if tab is not PLAN else "/plan"
    empty = "&".join(f"{field.name}=" for field in tab.every)
    answer = client.get(f"{place}?{empty}")
    problem = unescape(re.search(r'id="problem"[^>]*>([^<]*)<', answer.text)[1])
    assert answer.status_code == 422
    assert problem
    for field in tab.every:
        assert not field.required or f"'{field.said}'" in problem
    assert client.get(place).status_code == 200  # a tab that is opened asks nothing


def test_a_field_of_one_value_is_filled_once(client):
    page = opened(client, ("rows.csv", b"h,j\na,a\nb,a\n"))
    answer = client.get(str(page.url) + "?actual=h&actual=j&predicted=j")
    assert "'actual labels' is given 2 times and takes one value; give it once" in unescape(answer.text)


def test_a_damaged_workbook_is_refused_in_one_sentence(client, tmp_path):
    book = openpyxl.Workbook()
    for row in (["y", "p"], ["a", "b"], ["b", "b"]):
        book.active.append(row)
    book.save(tmp_path / "whole.xlsx")
    with zipfile.ZipFile(tmp_path / "whole.xlsx") as old, zipfile.ZipFile(tmp_path / "cut.xlsx", "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name)[: -100 if name.endswith("sheet1.xml") else None])
    answer = opened(client, ("cut.xlsx", (tmp_path / "cut.xlsx").read_bytes()))
    assert "cut.xlsx is no Excel workbook, or it is damaged; save it as .xlsx or .csv again" in answer.text
    assert answer.status_code < 500


def test_rows_to_take_home_hold_nothing_that_a_spreadsheet_computes(client):
    page = opened(client, ("rows.csv", b"=y,p\n=1+1,b\nb,b\n"))
    taken = client.get(str(page.url).replace("/evaluate", "/rows.csv?actual=%3Dy&predicted=p")).text
    assert taken == "'=y,p\n'=1+1,b\n"


@pytest.mark.parametrize("name", ["picture.png", "base.duckdb", "empty.csv"])
def test_a_file_that_cannot_be_read_has_no_questions_but_a_field_for_another(client, name):
    held = {"picture.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "base.duckdb": bytes(8) + b"DUCK" + bytes(99)}
    page = opened(client, (name, held.get(name, b"")))
    assert page.status_code == 422
    assert name in re.search(r'id="problem"[^>]*>([^<]*)<', page.text)[1]
    assert 'type="file"' in page.text
    assert 'aria-label="Questions"' not in page.text
    assert "<select" not in page.text


def test_another_encoding_can_be_chosen_where_the_usual_one_fails(client):
    page = opened(client, ("rows.csv", "y,said\n\u0430,\u0431\n".encode("utf-16")))
    assert page.status_code == 422
    assert 'name="encoding"' in page.text
    assert client.get(f"{page.url}?encoding=utf-16&look=yes").status_code == 200


def test_two_files_of_one_name_are_called_by_it_in_the_shell(client):
    page = opened(client, *[("preds.csv", b"y,said\n" + b"a,a\nb,a\n" * 5)] * 2)
    text = unescape(client.get(f"{page.url}?actual=y&predicted=said").text)
    assert "20 items" in text
    assert "informed evaluate preds.csv preds.csv --actual y --predicted said" in text


def test_rows_that_cannot_be_read_are_left_out_where_the_field_says_so(client):
    page = opened(client, ("rows.csv", b"y,said\n" + b"a,a\nb,a\n" * 9 + b"a,b,c\n"))
    answer = client.get(f"{page.url}?actual=y&predicted=said")
    assert "use 'skip bad rows' to count without" in unescape(answer.text)
    assert "18 items" in client.get(f"{page.url}?actual=y&predicted=said&skip-bad-rows=yes").text


def test_graded_logs_stand_best_first_with_a_named_difference_and_a_chart(client):
    def graded(share):
        return lines({"id": i, "model": f"m{share}", "grade": int(i % 10 < share)} for i in range(60))

    text = unescape(opened(client, ("low.jsonl", graded(3)), ("high.jsonl", graded(8))).text)
    systems = text[text.index("The systems") :]
    assert systems.index("m8") < systems.index("m3")
    assert re.search("m8 - m3|m3 - m8", systems)
    assert 'data-chart="differences"' in text
    assert not re.search("korn_graubard|tango", text)


# --- files of several tables -----------------------------------------------------------------------------------------

FIRST = [("ill", "ill")] * 6 + [("ill", "well")] * 2 + [("well", "well")] * 8
SECOND = [("cat", "cat")] * 5 + [("dog", "cat")] * 4 + [("dog", "dog")] * 3


def several(tmp_path, kind):
    """Two tables of rows in one file, and the name of the second."""
    path, tables = tmp_path / f"two.{kind}", {"first": FIRST, "second": SECOND}
    if kind == "sqlite":
        with closing(sqlite3.connect(path)) as database:
            for name, rows in tables.items():
                database.execute(f"create table {name} (actual, predicted)")
                database.executemany(f"insert into {name} values (?, ?)", rows)
            database.commit()
    elif kind == "xlsx":
        book = pytest.importorskip("openpyxl").Workbook()
        book.remove(book.active)
        for name, rows in tables.items():
            sheet = book.create_sheet(name)
            for row in (("actual", "predicted"), *rows):
                sheet.append(row)
        book.save(path)
    else:
        with zipfile.ZipFile(path, "w") as file:
            for name, rows in tables.items():
                file.writestr(f"in/{name}.csv", "actual,predicted\n" + "".join(f"{a},{b}\n" for a, b in rows))
    return path, "in/second.csv" if kind == "zip" else "second"


@pytest.mark.parametrize("kind", ["sqlite", "xlsx", "zip"])
def test_one_table_of_a_file_is_chosen_and_stays_chosen(client, tmp_path, kind):
    path, second = several(tmp_path, kind)
    first = opened(client, (path.name, path.read_bytes()))
    assert "2 tables in this file" in first.text
    assert "cat" not in first.text
    link = next(each for each in re.findall(r'href="([^"]*[?]table=[^"]*)"', first.text) if "second" in each)
    assert "cat" in client.get(link).text
    answer = client.get(f"{link}&actual=actual&predicted=predicted")
    expected = informed.evaluate([a for a, _ in SECOND], [b for _, b in SECOND])
    assert f'data-measure="informedness">{expected.measures["informedness"].value:.3f}<' in answer.text
    assert f"two.{kind}#{second}" in answer.text
    taken = re.search(r'href="([^"]*answer.json[^"]*)"', answer.text)[1].replace("&amp;", "&")
    assert client.get(taken).json()["n"] == len(SECOND)
    rows = re.search(r'href="([^"]*/rows[?][^"]*)"', answer.text)[1].replace("&amp;", "&")
    assert "4 rows" in client.get(rows).text
    other = re.search(r'href="([^"]*/match[?][^"]*)"', answer.text)[1].replace("&amp;", "&")
    assert 'name="table" value="' + second in client.get(other).text
    assert "<option selected>predicted" in client.get(other).text


def test_a_table_that_is_not_there_is_refused(client, tmp_path):
    path, _ = several(tmp_path, "sqlite")
    there = opened(client, (path.name, path.read_bytes())).url
    assert "secnd" in (refused := client.get(f"{there}?table=secnd")).text
    assert refused.status_code == 422
    assert str(tmp_path) not in refused.text


def test_a_duckdb_database_is_refused_with_a_way_round(client, tmp_path):
    """Its views may read other files; the remedy can be followed by who has only a browser and DuckDB."""
    import duckdb

    with duckdb.connect(str(tmp_path / "two.duckdb")) as made:
        made.execute("create table notes as select 1 as a")
        made.execute("create table answers as select 'a' as y, 'b' as p")
    answer = opened(client, ("two.duckdb", (tmp_path / "two.duckdb").read_bytes()))
    assert answer.status_code == 422
    assert "two.duckdb: the workbench opens no DuckDB databases" in unescape(answer.text)
    assert "COPY mytable TO 'mytable.parquet'" in unescape(answer.text)
