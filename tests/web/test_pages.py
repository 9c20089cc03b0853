"""The pages without a browser: the same numbers as the library, and errors that say where they belong."""

import re
import shlex
import tempfile
from dataclasses import replace
from html import unescape
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from starlette.testclient import TestClient

import informed
from informed.core.counts import Counts
from informed.readers.engines.connection import distrusting
from informed.readers.files.spool import PREFIX, Spool
from informed.web import kept as keeping
from informed.web.app import create_app
from informed.web.examples import EXAMPLES
from informed.web.kept import Kept, harmless
from informed.web.tables import address_of
from informed.web.tabs import ABOUT_FILES, ABOUT_RUNS, PLAN

HERE = "http://127.0.0.1:8000"
NASTY = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def client():
    with TestClient(create_app(), base_url=HERE, headers={"Origin": HERE}) as made:
        yield made


def shown(text, measure="informedness"):
    return re.search(f'data-measure="{measure}">([^<]*)<', text)[1]


# --- the bench -------------------------------------------------------------------------------------------------------


def test_the_bench_is_served_without_anything_inside_that_runs(client):
    text = client.get("/").text
    assert re.findall(r"<script[^>]*>(.+?)</script>", text) == []
    assert "<style" not in text
    assert client.get("/assets/bench.js").text == informed.bench.script()
    assert 'href="/data"' in text


@pytest.mark.parametrize("labels", [("a&b;c,d", "e=f"), ("+", "-"), ("a b", "ä")])
def test_the_address_of_a_table_is_read_back(client, labels):
    counts = Counts([[30, 30], [12, 28]], labels=labels)
    query = address_of(counts).removeprefix("/#")
    assert client.get(f"/evaluation.json?{query}").text == informed.evaluate(counts).to_json()


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("", "no table"),
        ("table=1,2;3", "no table"),
        ("table=1", "no table"),
        ("table=" + ";".join(["1" + ",1" * 50] * 51), "2 to 50 labels"),
        ("table=1,x;3,4", "is not a count"),
        ("table=1,-2;3,4", "is not a count"),
        ("table=1,2;3,4&n=-5", "is not a number of items"),
        ("table=1,2;3,4&label=a&label=a", "duplicate"),
    ],
)
def test_an_address_without_a_table_says_so(client, query, message):
    answer = client.get(f"/evaluation.json?{query}", headers={"Accept": "*/*"})
    assert (answer.status_code, message in answer.text) == (422, True), answer.text
    assert 'aria-label="Pages"' in client.get(f"/report.html?{query}", headers={"Accept": "text/html"}).text


# --- downloads -------------------------------------------------------------------------------------------------------


def test_downloads_are_what_the_command_line_writes(client):
    evaluation = informed.evaluate(informed.Counts([[30, 30], [12, 28]], labels=["+", "-"]))
    query = "table=30,30;12,28&label=%2B&label=-"
    assert client.get(f"/evaluation.json?{query}").text == evaluation.to_json()
    report = client.get(f"/report.html?{query}")
    assert report.text == evaluation.report("html")
    assert report.headers["content-disposition"].startswith("attachment")


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


def opened(client, content, tab="evaluate", name="p.csv", **fields):
    """The answer of a tab about a file."""
    content = content if isinstance(content, bytes) else content.read_bytes()
    there = client.post("/data", files={"file": (name, content)}, follow_redirects=False).headers["location"]
    return client.get(there.replace("/evaluate", f"/{tab}"), params=fields)


@pytest.mark.parametrize("ending", [".csv", ".parquet", ".jsonl"])
def test_files_are_evaluated_as_from_the_command_line(client, tmp_path, ending):
    path = written(tmp_path, ending)
    columns = opened(client, path, name=path.name).text
    assert re.findall(r"<option(?: selected)?>(\w+)</option>", columns)[:4] == ["truth", "said", "site", "w"]
    found = opened(client, path, "groups", path.name, actual="truth", predicted="said", by="site")
    evaluation = informed.evaluate(FRAME, actual="truth", predicted="said", by="site")
    assert shown(found.text) == f"{evaluation.measures['informedness'].value:.3f}"
    assert "By site" in found.text
    assert "edit this table" not in found.text  # groups would be lost


@pytest.mark.parametrize(
    ("head", "leads"),
    [
        ("actual,predicted", "/evaluate?actual=actual&predicted=predicted"),  # clear: answered
        ("label,score", "&look=yes"),  # of which label? to be chosen
        ("a,b", "/evaluate"),  # to be chosen from
    ],
)
def test_a_file_that_is_opened_is_answered_where_its_columns_are_clear(client, head, leads):
    """What an uploading page asks first; anybody else says what to ask."""
    rows = {"actual,predicted": "{y},fig", "label,score": "{y},{score}", "a,b": "{score},{score}"}[head]
    lines = [rows.format(y=("eel", "fig")[at % 2], score=at * 37 % 100 / 100) for at in range(100)]
    sent = {"file": ("p.csv", "\n".join([head, *lines]).encode())}
    found = client.post("/data", files=sent, data={"back": "evaluate?first=yes"})
    assert str(found.url).endswith(leads)
    assert ("Verdict" in found.text) == ("?actual=actual" in leads)
    assert "positive=" not in str(found.url)  # what is not clear is left to the reader


def test_five_rows_are_shown_with_what_the_columns_hold(client, tmp_path):
    text = opened(client, written(tmp_path, ".csv")).text
    assert text.count("<tr>", text.index("<tbody>")) == 5
    kinds = re.findall(r"<b>(\w+)</b> ([^<]*)</td>", text)
    assert kinds == [("labels", "n, y"), ("labels", "n, y"), ("labels", "a, b"), ("labels", "1.0, 3.0")]
    many = pd.DataFrame({"id": range(50), "word": [f"w{i}" for i in range(50)], "none": [None] * 50})
    kinds = re.findall(r"<b>(\w+)</b> ([^<]*)</td>", opened(client, many.to_csv(index=False).encode()).text)
    assert kinds == [("numbers", "0 to 49"), ("text", "50 different values"), ("empty", "no values")]


def test_weights_count(client, tmp_path):
    found = opened(client, written(tmp_path, ".csv"), actual="truth", predicted="said", weights="w")
    evaluation = informed.evaluate(FRAME, actual="truth", predicted="said", weights="w")
    assert shown(found.text) == f"{evaluation.measures['informedness'].value:.3f}"


def test_reports_of_files(client, tmp_path):
    asked = {"actual": "truth", "predicted": "said"}
    report = opened(client, written(tmp_path, ".csv"), "evaluate/answer.html", **asked)
    assert report.headers["content-disposition"].startswith("attachment")
    assert "The betting slip" in report.text
    assert "p.csv · 20" in report.text  # the file and the day, and how it was asked
    assert "informed evaluate p.csv --actual truth --predicted said" in report.text
    assert "rows?" not in report.text  # a report holds no rows, and no way to them
    json = opened(client, written(tmp_path, ".csv"), "evaluate/answer.json", **asked)
    assert json.json()["n"] == 40


# --- every question --------------------------------------------------------------------------------------------------

RATED = FRAME.assign(id=range(40), third=FRAME["truth"], risk=np.linspace(0, 1, 40), sets=FRAME["said"])
RATED = RATED.assign(who=RATED["id"] % 5, path="a/" + RATED["truth"], step="a/" + RATED["said"])
ASKED = {
    "evaluate": {"actual": "truth", "predicted": "said"},
    "groups": {"actual": "truth", "predicted": "said", "by": "site"},
    "compare": {"actual": "truth", "predicted": ["said", "third"]},
    "sweep": {"actual": "truth", "scores": "risk", "positive": "y", "cost-fn": "5"},
    "deploy": {"actual": "truth", "predicted": "said", "positive": "y", "prevalence": "0.01"},
    "judge": {"human": "truth", "judge": "said", "drawn": "random"},
    "agree": {"rater": ["truth", "said"]},
    "consensus": {"item": "id", "rater": ["truth", "said", "third"]},
    "match": {"actual": "truth", "predicted": "said", "many-to-one": "yes"},
    "multilabel": {"actual": "truth", "predicted": "sets"},
    "bookmaker": {"actual": "truth", "predicted": "said"},
    "check": {"actual": "truth", "predicted": "said", "require": "informedness >= 0"},
    "watch": {"actual": "truth", "predicted": "said", "looks": "id", "window": "10"},
}


@pytest.mark.parametrize("tab", [tab.name for tab in ABOUT_FILES])
def test_every_tab_answers_and_says_what_its_command_says(client, tab, tmp_path, monkeypatch):
    from click.testing import CliRunner

    from informed.cli import main

    answer = opened(client, RATED.to_csv(index=False).encode(), tab, **ASKED[tab])
    assert answer.status_code == 200, answer.text
    first = re.search(r'class="first">(.*?)</p>', answer.text, re.DOTALL)[1]
    line = re.search(r"The same in a shell: <code>informed (.*?)</code>", answer.text)
    RATED.to_csv(tmp_path / "p.csv", index=False)
    monkeypatch.chdir(tmp_path)
    printed = CliRunner().invoke(main_command(main), [*shlex.split(unescape(line[1])), "--format", "html"])
    assert f'class="first">{first}</p>' in printed.output


FORMER = {  # tabs of former names, where each is answered now, and how its answer begins
    "conditions": ({**ASKED["evaluate"], "subject": "who", "condition": "site"}, "compare", "Do conditions differ?"),
    "taxonomy": (ASKED["evaluate"], "match", "Which labels to change?"),
    "hierarchy": ({"actual": "path", "predicted": "step"}, "evaluate", "Which level is right?"),
    "hierarchy sets": ({"actual": "path", "predicted": "step", "sets": "yes"}, "multilabel", "Which level is right?"),
    "table": (ASKED["evaluate"], "evaluate", "Informed or guessing?"),
}


@pytest.mark.parametrize("former", FORMER)
def test_the_address_of_a_former_tab_still_answers(client, former):
    asked, now, says = FORMER[former]
    rows = RATED.to_csv(index=False).encode()
    answer = opened(client, rows, former.partition(" ")[0], **asked)
    assert answer.status_code == 200, answer.text
    assert answer.url.path.endswith(f"/{now}")
    assert says in answer.text
    taken = opened(client, rows, f"{former.partition(' ')[0]}/answer.json", **asked)
    assert taken.json()["kind"] == {"table": "evaluation"}.get(former, former.partition(" ")[0])


def main_command(main):
    from informed.cli import COMMANDS, Commands

    assert COMMANDS
    assert callable(main)
    return Commands(name="informed")


def test_no_field_names_a_file():
    """What a stranger may set: columns, labels, numbers and choices; never a path that the server would read."""
    for tab in (*ABOUT_FILES, PLAN):
        shown = [tab.question.parameter(name) for name in f"{tab.fields} {tab.folded}".split()]
        assert not [each.name for each in shown if each.kind.field == "place"], tab.name


def test_what_is_no_field_is_not_asked(client, tmp_path):
    secret = tmp_path / "secret.csv"
    secret.write_text("truth,said\nsecret,secret\n")
    for name in ("output", "o", "held-out", "reference-quality", "--output"):
        answer = opened(client, written(tmp_path, ".csv"), **ASKED["evaluate"], **{name: str(secret)})
        assert answer.status_code == 200
        assert "secret" not in answer.text
    assert secret.read_text() == "truth,said\nsecret,secret\n"


@pytest.mark.parametrize(
    ("content", "fields", "message"),
    [
        (b"", {}, "is empty"),
        (b"a,b\n1,2\n1\n", {"actual": "a", "predicted": "b"}, "cannot be read"),
        (b"a,b\nx,y\n", {"actual": "a", "predicted": "c"}, "has no column"),
        (b"a,b\nx,\n", {"actual": "a", "predicted": "b"}, "missing"),
        ("a,b\nä,y\n".encode("latin-1"), {"actual": "a", "predicted": "b"}, "not UTF-8"),
        (b"a,b\nx,y\n", {"actual": "a", "predicted": "b", "encoding": "rot13"}, "rot13"),
        (b"a,b\nx,y\n", {"actual": "--help", "predicted": "b"}, "has no column"),
    ],
)
def test_files_that_cannot_be_counted_say_why(client, content, fields, message):
    answer = opened(client, content, name="mine.csv", **fields)
    assert answer.status_code == 422
    said = re.search(r'id="problem" role="alert">([^<]*)', answer.text)[1]
    assert message in said
    assert "/tmp" not in answer.text
    assert PREFIX not in answer.text  # nothing of where it lies
    assert "--" not in said.replace("--help", "")  # fields, not options of the shell
    assert "upload" not in said


def test_no_file_at_all(client):
    answer = client.post("/data", data={"back": ""})
    assert (answer.status_code, "choose a file first" in answer.text) == (422, True)


# --- files are kept, and go -----------------------------------------------------------------------------------------


def folders(path):
    return list(path.glob(f"{PREFIX}*/*/"))


def test_a_file_is_kept_until_it_is_forgotten(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with TestClient(create_app(), base_url=HERE, headers={"Origin": HERE}) as own:
        answer = own.post("/data", files={"file": ("p.csv", b"truth,said\ny,n\n")})
        there = str(answer.url).removeprefix(HERE)
        assert len(folders(tmp_path)) == 1  # no copy of an answer stays
        assert own.get(there).status_code == 200
        own.post(there.replace("/evaluate", "/forget"))
        assert folders(tmp_path) == []
        gone = own.get(f"{there}?actual=truth")
        assert gone.status_code == 404
        assert "evaluate?actual=truth" in gone.text  # the question is asked again once the file is there
    assert list(tmp_path.glob(f"{PREFIX}*")) == []


def test_old_and_too_many_files_go(monkeypatch):
    monkeypatch.setattr(keeping, "MOST", 3)
    clock = iter(range(1000))
    with Spool() as spool:
        kept = Kept(spool, seconds=10, now=lambda: float(next(clock)))
        first, *others = [kept.place(f"{i}.csv") for i in range(4)]
        assert kept.find(first.key) is None
        assert not first.path.parent.exists()
        assert kept.find(others[0].key)
        for _ in range(20):
            next(clock)
        kept.clear()
        assert kept.files == {}
        assert not any(each.path.parent.exists() for each in others)


def test_files_of_many_people_are_kept_until_they_fill_the_disk(monkeypatch):
    monkeypatch.setattr(keeping, "BYTES", 1000)
    with Spool() as spool:
        kept = Kept(spool)
        small = [kept.place(f"{i}.csv") for i in range(100)]
        for each in small:
            each.path.write_bytes(b"x" * 10)
        assert all(kept.find(each.key) for each in small)
        small[0].path.write_bytes(b"x" * 30)  # 1,020 bytes in all: the next file needs room
        kept.place("next.csv")
        assert [each.key in kept.files for each in small[:3]] == [False, True, True]


def test_two_files_of_one_name_are_both_counted(client):
    rows = [b"truth,said\n" + b"y,y\nn,y\n" * times for times in (3, 4)]
    for names in (("a.csv", "a.csv"), ("x/a?.csv", "a*.csv"), ("a.csv", "b.csv")):
        sent = [("file", (name, each)) for name, each in zip(names, rows, strict=True)]
        there = str(client.post("/data", files=sent).url).removeprefix(HERE)
        answer = client.get(f"{there}/answer.json", params={"actual": "truth", "predicted": "said"}).json()
        assert answer["n"] == 14


def test_a_key_is_long_and_of_no_use_elsewhere(client, tmp_path):
    keys = {client.app.state.kept.place("x").key for _ in range(5)}
    assert len(keys) == 5
    assert min(map(len, keys)) >= 22  # 16 random bytes
    for key in ("..", "%2e%2e", "*", "x" * 5000):
        assert client.get(f"/data/{key}/evaluate").status_code in (404, 422)


@pytest.mark.parametrize(
    "name",
    [
        *("/etc/passwd", "../../etc/passwd", "p.csv'; attach 'x'; --", "*.csv", "p.duckdb", "..", "--help"),
        *("a\x00b", "x" * 500, "C:\\secret\\p.csv", "book.xlsx#../../x", "$(ls).csv", " .csv"),
    ],
)
def test_names_of_uploads_lead_nowhere(client, name):
    """Of the client's name only harmless characters are used; the content is what was sent."""
    plain = harmless(name)
    assert re.fullmatch(r"[\w][\w. -]{0,79}", plain)
    answer = opened(client, b"truth,said\ny,n\n", name=name.replace("\x00", "").replace("'", ""))
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    "column", ["said'; attach 'x'; --", "said\" from read_csv('/etc/passwd') --", "read_csv('/etc/passwd')"]
)
def test_columns_are_names_not_queries(client, tmp_path, column):
    for ending in (".csv", ".parquet", ".jsonl"):
        path = written(tmp_path, ending)
        for tab in ("evaluate", "rows"):
            answer = opened(client, path, tab, path.name, actual="truth", predicted=column)
            assert answer.status_code == 422
            assert "has no column" in answer.text
        answer = opened(client, path, "rows", path.name, actual="truth", predicted="said", **{"is": column})
        assert ">0 rows" in answer.text or "0 rows" in answer.text


def test_the_engine_that_reads_uploads_is_locked(tmp_path):
    duckdb = pytest.importorskip("duckdb")
    from informed.readers.engines.connection import connected
    from informed.readers.files.sources import Source

    path = written(tmp_path, ".csv")
    with distrusting(), connected([Source(path, "p", "separated", "none")]) as connection:
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
        answer = opened(hasty, written(tmp_path, ".csv"), actual="truth", predicted="said")
    assert answer.status_code == 422
    assert "longer than 0.001 seconds" in answer.text
    assert "--time-limit" in answer.text


def test_sums_never_wait_for_files():
    """With every seat for files taken, what reads no file is answered; what reads one is told to come again."""
    app = create_app(time_limit=20)
    with TestClient(app, base_url=HERE, headers={"Origin": HERE}) as client:
        address = client.post("/data", data={"example": EXAMPLES[0].name}).url
        app.state.workers["files"] = replace(app.state.workers["files"], seconds=0.01, at_once=0)
        for sum_ in ("/plan?informedness=0.4&width=0.1", "/recover", "/evaluation.json?table=30,12;30,28"):
            assert client.get(sum_).status_code == 200
        refused = client.get(address)
        assert refused.status_code == 422
        assert "busy with other answers" in refused.text


# --- what can be chosen ----------------------------------------------------------------------------------------------


def test_labels_to_choose_from_are_those_of_the_column(client):
    rows = pd.DataFrame({"y": [10, 9, 10, 2], "who": ["a ", "b", "a", "b"], "id": range(4)}).to_csv(index=False)
    offered = opened(client, rows.encode(), "sweep", actual="y", look="yes").text
    assert re.findall(r'<option value="([^"]*)"', offered[offered.index('name="positive"') :])[:4] == [
        "",
        "2",
        "9",
        "10",
    ]
    assert (
        "a &#39;" in opened(client, rows.encode(), "sweep", actual="who", look="yes").text
    )  # in quotes, for its space


@pytest.mark.parametrize(
    ("column", "message"), [("id", "more than 200 different values"), ("score", "looks like scores")]
)
def test_columns_of_other_things_are_no_columns_of_labels(client, column, message):
    rows = pd.DataFrame({"id": np.arange(1000), "score": np.arange(1000) / 7}).to_csv(index=False)
    answer = opened(client, rows.encode(), "sweep", actual=column)
    assert (answer.status_code, message in answer.text) == (422, True)


def test_the_address_of_a_question_is_its_choices(client):
    rows = pd.DataFrame({"a": list("xyxy"), "b": list("xxyy"), "c": list("xyyx")}).to_csv(index=False)
    offered = opened(client, rows.encode(), "compare", predicted=["b", "a"], actual="c", missing="drop").text
    assert re.findall(r"<option selected>([\w-]+)<", offered)[:3] == ["c", "b", "a"]  # actual, baseline, system
    assert "<option selected>drop<" in offered


def test_nothing_that_a_file_holds_is_markup(client):
    rows = pd.DataFrame({NASTY: [NASTY, "b"] * 9, "c": ["b", NASTY] * 9}).to_csv(index=False)
    for tab in ("evaluate", "rows"):
        text = opened(client, rows.encode(), tab, name=f"{NASTY}.csv", actual=NASTY, predicted="c").text
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert" in text


# --- the rows behind a number ----------------------------------------------------------------------------------------


def picked(client, frame, **asked):
    text = opened(client, frame.to_csv(index=False).encode(), "rows.csv", **asked).text
    return [int(line.split(",")[0]) for line in text.splitlines()[1:]]


def test_rows_of_a_cell_a_group_and_a_threshold(client):
    frame = RATED[["id", "truth", "said", "site", "risk"]]
    columns = {"actual": "truth", "predicted": "said"}
    wrong = frame[frame["truth"] != frame["said"]]
    assert picked(client, frame, **columns) == wrong["id"].tolist()
    cell = frame[(frame["truth"] == "y") & (frame["said"] == "n")]
    assert picked(client, frame, **columns, **{"is": "y", "said": "n"}) == cell["id"].tolist()
    assert picked(client, frame, **columns, by="site", group="b") == wrong[wrong["site"] == "b"]["id"].tolist()
    called = frame["risk"].round(6) >= 0.5
    beyond = frame[called != (frame["truth"] == "y")]["id"].tolist()
    assert picked(client, frame, actual="truth", scores="risk", positive="y", threshold="0.5") == beyond


def test_labels_that_are_numbers_pick_their_rows(client):
    frame = pd.DataFrame({"id": range(4), "y": ["1", "0", "1.0", "0"], "p": ["1", "1", "0", "0.0"]})
    assert picked(client, frame, actual="y", predicted="p") == [1, 2]
    assert picked(client, frame, actual="y", predicted="p", **{"is": "1", "said": "0"}) == [2]


def test_a_cell_and_a_group_lead_to_their_rows(client):
    frame = RATED[["id", "truth", "said", "site"]].to_csv(index=False).encode()
    text = opened(client, frame, "groups", actual="truth", predicted="said", by="site").text
    assert re.search(r'href="/data/[^"]*rows\?[^"]*is=y&amp;said=n"', text)
    there = re.search(r'href="(/data/[^"]*rows\?[^"]*group=b)"', text)[1].replace("&amp;", "&")
    assert "misjudged in site &#39;b&#39;" in client.get(there).text


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


# --- what a newcomer meets -------------------------------------------------------------------------------------------


def test_the_rows_lead_back_to_the_answer(client, tmp_path):
    answer = opened(client, written(tmp_path, ".csv"), **ASKED["evaluate"])
    rows = client.get(re.search(r'href="([^"]*/rows[?][^"]*)"', answer.text)[1].replace("&amp;", "&")).text
    back = re.search(r'href="([^"]*)">back to the answer', rows)[1].replace("&amp;", "&")
    assert shown(client.get(back).text) == shown(answer.text)


def test_a_range_of_numbers_says_which_rows_it_is_of(client, tmp_path):
    path = tmp_path / "long.csv"
    path.write_text("id,actual,predicted\n" + "".join(f"{i},a,b\n" for i in range(1200)))
    assert "0 to 999 in the first 1,000 rows" in opened(client, path).text


def test_a_cost_in_letters_is_not_called_a_float(client, tmp_path):
    refused = opened(
        client, written(tmp_path, ".csv"), tab="sweep", actual="truth", scores="risk", **{"cost-fn": "five"}
    )
    assert refused.status_code == 422
    assert "five must be a number" in refused.text
    assert "float" not in refused.text


def test_no_field_and_no_question_speaks_the_language_of_a_shell():
    for tab in (*ABOUT_FILES, *ABOUT_RUNS, PLAN):
        assert "xit code" not in tab.asks
        assert [field.about for field in tab.every if re.search(r"(^|\s)--?[a-z]", field.about)] == []


def test_the_plan_page_begins_with_an_example_and_its_picture(client):
    text = unescape(client.get("/plan").text)
    planned = informed.plan(informedness=0.4, prevalence=0.1, width=0.2)
    assert planned.verdict[0] in text
    assert '<figure class="chart' in text
    assert "'How informed are the predictions?'" in text
    assert "COLUMN" not in text
