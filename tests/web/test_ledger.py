"""The pages of the ledger: the numbers of the answers in Python, nothing written, no ledger named by the browser."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

import informed
import informed.more
from informed.core.words import number
from informed.web.app import create_app

HERE = "http://127.0.0.1:8000"
NASTY = "night/ly <b>&task=x"  # as in the fixture `ledger`


@pytest.fixture(scope="module")
def client(ledger):
    app = create_app(recorded=ledger.place.url)
    with TestClient(app, base_url=HERE, headers={"Origin": HERE, "Accept": "text/html"}) as made:
        yield made


def asked(client, tab, **query):
    answer = client.get(f"/ledger/{tab}", params={"task": "nightly"} | query)
    assert answer.status_code == 200, answer.text
    return unescape(answer.text)


def test_every_task_is_listed_and_leads_to_its_runs(client):
    text = client.get("/ledger").text
    assert ">nightly</a>" in text
    assert ">24</td>" in text
    assert "<b>" not in text.split("<main>")[1]
    (there,) = [each for each in re.findall(r'href="(/ledger/history[^"]*)"', text) if "task=nightly" not in each]
    there = unescape(there)
    assert client.get(there).status_code == 200
    assert "<i>s" not in client.get(there).text


def test_the_history_is_that_of_python(client, ledger):
    found = informed.more.history(ledger, "nightly")
    text = asked(client, "history")
    assert found.changes
    assert all(each in text for each in found.verdict)
    assert all(number(each.estimate.value) in text for each in found.points)
    assert 'data-chart="over_time"' in text
    assert "change" in text
    one = asked(client, "history", **{"as": "old", "measure": "recall[ill]", "last": "3"})
    assert informed.more.history(ledger, "nightly", system="old", measure="recall[ill]", last=3).verdict[0] in one
    assert all(each in asked(client, "history", last=str(2**53)) for each in found.verdict)
    assert "informed history nightly --as old --measure 'recall[ill]' --last 3" in one


def test_what_to_do_next_is_a_link_to_another_question_about_the_task(client, ledger):
    told = [each for name in ("history", "watch") for each in re.findall(r'class="next">.*?</p>', asked(client, name))]
    links = re.findall(r'href="([^"]*)"', " ".join(told))
    assert links
    assert all("task=nightly" in each for each in links)
    for link in links:
        assert client.get(link).status_code == 200
    assert not any("informed." in each for each in told)  # nothing of another door


def test_the_leaderboard_is_that_of_python(client, ledger):
    found = informed.more.leaderboard(ledger, "nightly", by="site")
    text = asked(client, "leaderboard", by="site")
    assert all(each in text for each in found.verdict)
    assert all(number(each.estimate.value) in text for each in found.standings)


def test_the_address_of_a_former_name_still_answers(client):
    assert asked(client, "drift") == asked(client, "watch")


def test_watch_is_that_of_python_and_begins_with_the_system_of_the_newest_run(client, ledger):
    found = informed.watch(ledger, "nightly", system="new")
    assert found.alarm is not None
    assert all(each in asked(client, "watch") for each in found.verdict)
    assert informed.watch(ledger, "nightly", system="old").verdict[0] in asked(client, "watch", **{"as": "old"})


def test_two_runs_are_compared_in_pairs_where_items_were_kept(client, ledger):
    before, after = ledger.runs("nightly", last=2)
    expected = informed.compare(ledger.paired(before, after))
    text = asked(client, "compare")  # the two newest
    assert all(each in text for each in expected.verdict)
    first, second = ledger.runs("nightly")[:2]
    told = client.get("/ledger/compare/answer.json", params={"task": "nightly", "first": first.id, "second": second.id})
    (difference,) = [each for each in told.json()["differences"] if each["measure"] == "informedness"]
    apart = informed.compare({"a": ledger.counts(first), "b": ledger.counts(second)}).difference("informedness")
    assert difference["p"] == apart.p
    assert difference["value"] == apart.estimate.value
    assert told.json()["notes"][0] == "compared as independent samples: not both runs kept their items"


@pytest.mark.parametrize("tab", ["history", "leaderboard", "watch", "compare"])
def test_answers_are_taken_home(client, tab):
    assert client.get(f"/ledger/{tab}/answer.json?task=nightly").json()["informed"]
    assert client.get(f"/ledger/{tab}/answer.html?task=nightly").text.lstrip().startswith("<!doctype html>")


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("history", "task"),
        ("history?task=nightli", "nightly"),
        ("history?task=nightly&measure=recal", "recall"),
        ("history?task=nightly&last=x", "'last'"),
        ("history?task=nightly&last=0", "last"),
        ("history?task=nightly&since=soon", "since"),
        ("history?task=nightly&level=2", "level"),
        ("watch?task=nightly&window=7x", "window"),
        ("watch?task=nightly&as=nobody", "nobody"),
        ("leaderboard?task=nightly&by=town", "town"),
        ("leaderboard?task=nightly&tag=site", "site"),
        ("compare?task=nightly&first=zz", "hexadecimal"),
        ("compare?task=nightly&first=ffffffffffffffffffffffffffffffffff", "no such run"),
        ("history?task=" + "n" * 5000, "task"),
    ],
)
def test_a_mistake_is_said_without_the_place_of_the_ledger(client, ledger, asked, message):
    answer = client.get(f"/ledger/{asked}")
    said = unescape(re.search(r'class="problem"[^>]*>([^<]*)<', answer.text)[1])
    assert (answer.status_code, message in said) == (422, True), said
    assert str(ledger.place.file.parent) not in answer.text
    assert len(said) < 3000


def test_a_run_is_compared_with_another_of_its_task_only(client, ledger):
    mine, other = ledger.runs("nightly")[0].id, ledger.runs(NASTY)[0].id
    assert "of another task" in client.get(f"/ledger/compare?task=nightly&first={mine}&second={other}").text
    assert "the same run" in client.get(f"/ledger/compare?task=nightly&first={mine}&second={mine}").text


def test_the_browser_names_no_ledger_and_writes_nothing(client, ledger, tmp_path):
    with informed.Ledger(tmp_path / "other.db") as other:
        other.record(informed.Counts([[8, 2], [3, 7]], ["x", "y"]), task="elsewhere", system="s")
        assert ">elsewhere<" not in client.get(f"/ledger?ledger={other.place.url}&recorded={other.place.url}").text
    before = list(ledger.export())
    missing = tmp_path / "missing.db"
    asked(client, "history", ledger=str(missing), output=str(tmp_path / "out.html"), o=str(tmp_path / "out.html"))
    assert client.post("/ledger/history?task=nightly").status_code == 405
    assert not missing.exists()
    assert not (tmp_path / "out.html").exists()
    assert list(ledger.export()) == before


def test_an_address_with_a_task_in_the_place_of_the_question_is_its_history(client):
    there = client.get("/ledger/nightly", follow_redirects=False)
    assert (there.status_code, there.headers["location"]) == (307, "/ledger/history?task=nightly")


def test_without_runs_the_page_says_how_to_record_one(tmp_path):
    file = tmp_path / "none.db"
    with TestClient(create_app(recorded=str(file)), base_url=HERE, headers={"Origin": HERE}) as client:
        assert "--record nightly --as v1" in client.get("/ledger").text
        assert client.get("/ledger/history?task=nightly").status_code == 422
    assert not file.exists()


def test_the_ledger_is_that_of_the_environment_in_which_the_server_starts(monkeypatch, tmp_path):
    monkeypatch.setenv("INFORMED_LEDGER", str(tmp_path / "here.db"))
    assert create_app().state.ledger == f"sqlite:///{tmp_path / 'here.db'}"
