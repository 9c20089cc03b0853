"""The pages without a browser: the same numbers as the library, and errors that say where they belong."""

import json
import re
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.datastructures import QueryParams
from starlette.testclient import TestClient

import informed
from informed.web.app import create_app
from informed.web.bench import EXAMPLES, MOST, Bench, FormError

HERE = "http://127.0.0.1:8000"
NASTY = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def client():
    with TestClient(create_app(), base_url=HERE, headers={"Origin": HERE}) as made:
        yield made


def shown(text, measure="informedness"):
    return re.search(f'data-measure="{measure}">([^<]*)<', text)[1]


def edit(client, labels, cells, **fields):
    return client.post("/bench", data={"label": labels, "cell": cells, **fields})


# --- the state and its address ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("bench", [*EXAMPLES.values(), Bench((NASTY, "a&b;c,d"), (("1", "2.5"), ("0", "1e3")), "7")])
def test_the_address_is_the_state(bench):
    assert Bench.from_query(QueryParams(bench.query)) == bench


def test_counts_go_to_the_bench_and_back():
    for counts in (
        informed.Counts([[3, 1], [4, 1234567890123456]], labels=["a", "b"]),
        informed.Counts(np.array([[0.25, 0.25], [0.125, 0.375]]), labels=["a", "b"], n=80),
    ):
        assert Bench.from_counts(counts).counts() == counts


@pytest.mark.parametrize(
    ("cells", "field"),
    [
        ("1 x 3 4", "cell-0-1"),
        ("1 2 -3 4", "cell-1-0"),
        ("1 2 3 inf", "cell-1-1"),
        ("nan 2 3 4", "cell-0-0"),
        ("0 0 0 0", "table"),
    ],
)
def test_what_is_wrong_is_said_of_its_field(cells, field):
    one, two, three, four = cells.split()
    with pytest.raises(FormError) as wrong:
        Bench(("a", "b"), ((one, two), (three, four))).counts()
    assert list(wrong.value.fields) == [field]


def test_labels_need_names_that_differ():
    with pytest.raises(FormError) as wrong:
        Bench(("a", " ", "a"), (("1",) * 3,) * 3).counts()
    assert set(wrong.value.fields) == {"label-1", "label-2"}


# --- the table -------------------------------------------------------------------------------------------------------


def test_the_page_shows_what_the_library_finds(client):
    text = client.get("/?table=30,30;12,28&label=%2B&label=-").text
    evaluation = informed.evaluate(informed.Counts([[30, 30], [12, 28]], labels=["+", "-"]))
    for name in ("informedness", "accuracy", "proficiency"):
        assert shown(text, name) == f"{evaluation.measures[name].value:.3f}"
    assert evaluation.verdict[0] in " ".join(text.split())


def test_an_edit_gives_the_same_numbers_as_the_page(client):
    cells = [100, 10, 1, 5, 20, 6, 0, 3, 2]
    answer = edit(client, ["sun", "rain", "hurricane"], cells)
    state = answer.headers["HX-Replace-Url"]
    assert shown(answer.text) == shown(client.get(state).text)
    rest = client.get("/rest" + state[1:]).text
    assert shown(rest) == shown(answer.text)
    counts = informed.Counts([cells[:3], cells[3:6], cells[6:]])
    assert f"All {len(informed.evaluate(counts).measures)} measures" in rest


def test_tables_grow_and_shrink_within_limits(client):
    grown = edit(client, ["a", "b"], [1, 2, 3, 4], action="grow")
    assert "table=1,2,0;3,4,0;0,0,0" in grown.headers["HX-Replace-Url"]
    refused = edit(client, ["a", "b"], [1, 2, 3, 4], action="shrink")
    assert refused.status_code == 422
    assert "at least 2 labels" in refused.text
    many = [f"l{place}" for place in range(MOST)]
    full = edit(client, many, [1] * MOST**2, action="grow")
    assert (full.status_code, "at most 30 labels" in full.text) == (422, True)


@pytest.mark.parametrize(("rows", "table"), [("actual", "30,30;12,28"), ("predicted", "30,12;30,28")])
def test_pasted_tables_are_turned_as_said(client, rows, table):
    answer = edit(client, ["a", "b"], [1, 2, 3, 4], action="paste", pasted="30\t30\n12\t28", rows=rows)
    assert f"table={table}" in answer.headers["HX-Replace-Url"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"pasted": "1 2\n3 4"}, "choose what the rows are"),
        ({"pasted": "1 2\n3", "rows": "actual"}, "row 2 has 1 numbers"),
        ({"pasted": "", "rows": "actual"}, "the table is empty"),
        ({"pasted": "a b c\n1 2 3", "rows": "actual"}, "same labels on both axes"),
    ],
)
def test_a_paste_that_fails_leaves_the_table(client, fields, message):
    answer = edit(client, ["a", "b"], [1, 2, 3, 4], action="paste", **fields)
    assert answer.status_code == 422
    assert message in answer.text
    assert 'value="4"' in answer.text


def test_mixtures_of_several_labels(client):
    fields = {"informed": 40, "prevalence": [50, 30, 20], "guess": [1, 1, 2], "items": 1000, "action": "mix"}
    answer = edit(client, ["a", "b", "c"], [1] * 9, **fields)
    assert shown(answer.text) == "0.400"  # informedness is the share that is informed, whatever is guessed
    cells = [int(each) for each in re.findall(r'name="cell"[^>]* value="(\d+)"', answer.text)]
    assert np.reshape(cells, (3, 3)).sum(1).tolist() == [500, 300, 200]  # whole items, as many as were asked for
    wrong = edit(client, ["a", "b", "c"], [1] * 9, **(fields | {"perverse": 70}))
    assert (wrong.status_code, "must lie between 0 and 1" in wrong.text) == (422, True)


def test_shares_keep_their_number_of_items(client):
    """What a slider made is edited further: 58.1 of 100 items stays a share of 100."""
    cells = ["58.1", "11.9", "20.4", "9.6"]
    answer = edit(client, ["+", "-"], cells, n="100")
    assert "n=100" in answer.headers["HX-Replace-Url"]
    assert 'id="n" value="100"' in answer.text
    alone = edit(client, ["+", "-"], cells, n="")
    assert "without the number of items there are no intervals" in alone.text
    assert edit(client, ["+", "-"], cells, n="many").status_code == 422
    assert edit(client, ["+", "-"], [58, 12, 20, 9], n="100").status_code == 200  # whole again: they count themselves


TYPED = st.sampled_from(
    ["0", "1", "7", "1000000", "0.5", "1e3", "", "x", "-1", "nan", "inf", "1e308", "9" * 30, "٣", NASTY]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), size=st.integers(2, 4), action=st.sampled_from(["edit", "grow", "shrink", "mix", "paste"]))
def test_whatever_is_typed_is_answered(client, data, size, action):
    """Every form is either evaluated or refused with a message; nothing breaks the page."""
    fields = {
        "label": data.draw(st.lists(st.sampled_from(["a", "b", "c", "d", "", NASTY]), min_size=size, max_size=size)),
        "cell": data.draw(st.lists(TYPED, min_size=size**2, max_size=size**2)),
        "action": action,
        "pasted": data.draw(st.lists(TYPED, max_size=6).map("\t".join)),
    } | {name: data.draw(TYPED) for name in ("n", "items", "informed", "perverse", "prevalence", "guess", "rows")}
    answer = client.post("/bench", data=fields)
    assert answer.status_code in (200, 422)
    assert "<script>alert" not in answer.text


@pytest.mark.parametrize("query", ["table=1,2;3", "table=1", "table=" + ";".join(["1" + ",1" * 30] * 31), "table=%00"])
def test_an_address_without_a_table_says_so(client, query):
    answer = client.get(f"/?{query}")
    assert answer.status_code == 200
    assert "the address holds no table" in answer.text


def test_unknown_actions_are_refused(client):
    answer = edit(client, ["a", "b"], [1, 2, 3, 4], action="explode")
    assert (answer.status_code, "is not one of" in answer.text) == (422, True)


def test_labels_are_escaped_everywhere(client):
    bench = Bench((NASTY, 'a"b'), (("5", "1"), ("2", "6")))
    for text in (client.get(f"/?{bench.query}").text, edit(client, bench.labels, [5, 1, 2, 6]).text):
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert" in text
    rows = json.loads(re.search(r'id="rows">(.*?)</script>', edit(client, bench.labels, [5, 1, 2, 6]).text)[1])
    assert rows["roc"][0]["label"] == NASTY


# --- downloads -------------------------------------------------------------------------------------------------------


def test_downloads_are_what_the_command_line_writes(client):
    evaluation = informed.evaluate(informed.Counts([[30, 30], [12, 28]], labels=["+", "-"]))
    query = "table=30,30;12,28&label=%2B&label=-"
    assert client.get(f"/evaluation.json?{query}").text == evaluation.to_json()
    report = client.get(f"/report.html?{query}")
    assert report.text == evaluation.report("html")
    assert report.headers["content-disposition"].startswith("attachment")
    assert client.get(f"/chart/roc.svg?{query}").text.startswith("<svg")
    assert client.get(f"/chart/nothing.png?{query}").status_code == 422
    assert client.get(f"/chart/roc.exe?{query}").status_code == 422


# --- files -----------------------------------------------------------------------------------------------------------


FRAME = pd.DataFrame(
    {"truth": list("yyyynnnn") * 5, "said": list("yyynnnny") * 5, "site": list("abababab") * 5, "w": [1.0, 3.0] * 20}
)


def written(tmp_path, ending):
    path = tmp_path / f"p{ending}"
    {
        ".csv": lambda: FRAME.to_csv(path, index=False),
        ".parquet": lambda: FRAME.to_parquet(path),
        ".jsonl": lambda: FRAME.to_json(path, orient="records", lines=True),
    }[ending]()
    return path


def send(client, path, name, **fields):
    return client.post(path, data=fields, files={"file": (name.name, name.read_bytes())})


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".jsonl"])
def test_files_are_evaluated_as_from_the_command_line(client, tmp_path, ending):
    path = written(tmp_path, ending)
    columns = send(client, "/file/columns", path).text
    assert re.findall(r"<option[^>]*>(\w+)</option>", columns)[:4] == ["truth", "said", "site", "w"]
    found = send(client, "/file/found", path, actual="truth", predicted="said", by="site")
    evaluation = informed.evaluate(FRAME, actual="truth", predicted="said", by="site")
    assert shown(found.text) == f"{evaluation.measures['informedness'].value:.3f}"
    assert "By site" in found.text
    assert "Edit this table" not in found.text  # groups would be lost


def test_weights_count(client, tmp_path):
    found = send(client, "/file/found", written(tmp_path, ".csv"), actual="truth", predicted="said", weight="w")
    evaluation = informed.evaluate(FRAME, actual="truth", predicted="said", weights="w")
    assert shown(found.text) == f"{evaluation.measures['informedness'].value:.3f}"


def test_reports_of_files(client, tmp_path):
    report = send(client, "/file/report", written(tmp_path, ".csv"), actual="truth", predicted="said")
    assert report.headers["content-disposition"].startswith("attachment")
    assert "By " not in report.text
    assert "The betting slip" in report.text


@pytest.mark.parametrize(
    ("content", "fields", "message"),
    [
        (b"", {}, "is empty"),
        (b"a,b\n1,2\n1\n", {"actual": "a", "predicted": "b"}, "cannot be read"),
        (b"a,b\nx,y\n", {"actual": "a", "predicted": "c"}, "has no column"),
        (b"a,b\nx,\n", {"actual": "a", "predicted": "b"}, "missing"),
        ("a,b\nä,y\n".encode("latin-1"), {"actual": "a", "predicted": "b"}, "not UTF-8"),
        (b"a,b\nx,y\n", {"actual": "a", "predicted": "b", "encoding": "rot13"}, "is not one of"),
    ],
)
def test_files_that_cannot_be_counted_say_why(client, content, fields, message):
    answer = client.post("/file/found", data=fields, files={"file": ("p.csv", content)})
    assert answer.status_code == 422
    assert message in answer.text
    assert "/tmp" not in answer.text
    assert "informed-" not in answer.text  # nothing of where it lay


def test_no_file_at_all(client):
    answer = client.post("/file/found", data={"actual": "a"})
    assert (answer.status_code, "choose a file first" in answer.text) == (422, True)


def test_nothing_of_an_upload_stays(client, tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "spool"))
    (tmp_path / "spool").mkdir()
    send(client, "/file/found", written(tmp_path, ".csv"), actual="truth", predicted="said")
    assert list((tmp_path / "spool").iterdir()) == []


@pytest.mark.parametrize("name", ["/etc/passwd", "../../etc/passwd", "p.csv'; attach 'x'; --", "*.csv", "p.duckdb"])
def test_names_of_uploads_lead_nowhere(client, name):
    """Of the client's name only a known ending is used; the content is what was sent."""
    answer = client.post("/file/columns", files={"file": (name, b"truth,said\ny,n\n")})
    assert "truth" in answer.text
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    "column", ["said'; attach 'x'; --", "said\" from read_csv('/etc/passwd') --", "read_csv('/etc/passwd')"]
)
def test_columns_are_names_not_queries(client, tmp_path, column):
    for ending in (".csv", ".parquet", ".jsonl"):
        answer = send(client, "/file/found", written(tmp_path, ending), actual="truth", predicted=column)
        assert answer.status_code == 422
        assert "has no column" in answer.text


def test_the_engine_that_reads_uploads_is_locked(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    from informed.readers.duckdb import connected
    from informed.readers.sources import Source

    path = written(tmp_path, ".csv")
    with connected([Source(path, "p", "separated", "none")], untrusted=True) as connection:
        assert connection.execute(f"select count(*) from read_csv('{path}')").fetchone() == (40,)
        for query in (
            "select * from read_csv('/etc/passwd')",
            f"select * from read_csv('{Path(__file__)}')",
            "attach '/tmp/other.db'",
            "set enable_external_access = true",
            "set memory_limit = '100GB'",
            "install httpfs",
        ):
            with pytest.raises(duckdb.Error):
                connection.execute(query)


def test_what_takes_too_long_is_stopped_and_says_so(tmp_path):
    with TestClient(create_app(time_limit=1e-3), base_url=HERE, headers={"Origin": HERE}) as hasty:
        answer = send(hasty, "/file/found", written(tmp_path, ".csv"), actual="truth", predicted="said")
    assert answer.status_code == 422
    assert "longer than 0.001 seconds" in answer.text
    assert "--time-limit" in answer.text


def test_labels_to_choose_from_are_those_of_the_column(client, tmp_path):
    path = tmp_path / "p.csv"
    pd.DataFrame({"y": [10, 9, 10, 2], "who": ["a ", "b", "a", "b"], "id": range(4)}).to_csv(path, index=False)
    offered = send(client, "/sweep/labels", path, actual="y").text
    assert re.findall(r'<option value="([^"]*)"', offered) == ["", "2", "9", "10"]
    assert "a &#39;" in send(client, "/sweep/labels", path, actual="who").text  # in quotes, for its space
    assert "has no column" in send(client, "/sweep/labels", path, actual="nobody").text


@pytest.mark.parametrize(
    ("column", "message"), [("id", "more than 200 different values"), ("score", "looks like scores")]
)
def test_columns_of_other_things_are_no_columns_of_labels(client, tmp_path, column, message):
    path = tmp_path / "p.csv"
    pd.DataFrame({"id": np.arange(1000), "score": np.arange(1000) / 7}).to_csv(path, index=False)
    answer = send(client, "/sweep/labels", path, actual=column)
    assert (answer.status_code, message in answer.text) == (422, True)


@pytest.mark.parametrize(
    "query", ["system=b&system=a&actual=c", "actual=c&system=b&system=a&missing=drop&encoding=cp1252"]
)
def test_the_address_of_a_question_is_its_choices(client, tmp_path, query):
    path = tmp_path / "p.csv"
    pd.DataFrame({"a": list("xyxy"), "b": list("xxyy"), "c": list("xyyx")}).to_csv(path, index=False)
    offered = send(client, f"/compare/columns?{query}", path).text
    assert re.findall(r"<option selected>(\w+)<", offered) == ["c", "b", "a"]  # actual, baseline, system
    given = QueryParams(query)
    fields = {name: given.getlist(name) for name in given}
    answer = send(client, "/compare/found", path, **fields)
    address = answer.headers["HX-Replace-Url"]
    assert dict(QueryParams(address.partition("?")[2])) == dict(given)
    assert "This address asks about" in client.get(address).text


# --- recovery --------------------------------------------------------------------------------------------------------


def test_recovered_ranges_are_the_librarys(client):
    text = client.get(
        "/recover?measure=recall&value=0.80&measure=precision&value=0.70&measure=prevalence&value=0.10&n=1000"
    ).text
    found = informed.recover(recall="0.80", precision="0.70", prevalence="0.10", n=1000)
    assert shown(text) == f"{found.measures['informedness'].low:.4f}"
    assert "17 whole tables" in text
    assert text.count(">open<span") == 17


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("measure=recall&value=0.8", "or n="),
        ("measure=recall&value=most&n=10", "is not a number"),
        ("measure=nothing&value=0.5&n=10", "is not one of"),
        ("measure=recall&value=1.8&n=10", "outside its range"),
        (f"measure={NASTY}&value=1", "is not of the form"),
    ],
)
def test_ratios_that_do_not_do_are_explained(client, query, message):
    text = client.get(f"/recover?{query}").text
    assert message in text
    assert "<script>alert" not in text
