"""Questions of an assistant, asked by the client of the protocol's own library."""

import json
import os
import sys
from pathlib import Path

import anyio
import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client

import informed
from informed.asking.declared import question_named
from informed.asking.requests import _value, answered, asked_of
from informed.integrations.mcp import serve
from informed.questions import ASKS

EXAMPLES = Path(__file__).parents[2] / "examples"
WEATHER = {"files": ["weather.csv"], "actual": "actual", "predicted": "forecast"}


def client(folder, *calls):
    """The tools, and what these calls answered."""

    async def talk():
        asked = ["-m", "informed", "serve", "--mcp"]
        server = StdioServerParameters(command=sys.executable, args=asked, cwd=folder, env=dict(os.environ))
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            await session.initialize()
            tools = (await session.list_tools()).tools
            return tools, [await session.call_tool(*call) for call in calls]

    return anyio.run(talk)


def test_an_assistant_is_answered_as_a_person_is():
    """Every question is a tool; its JSON is that of Python, and what is wrong is said in the words of the request."""
    ratios = {"ratios": {"recall": ".80", "precision": ".80", "prevalence": ".10"}, "n": 100}
    wrong = {**WEATHER, "missing": "zap"}
    tools, (said, found, refused) = client(EXAMPLES, ("evaluate", WEATHER), ("recover", ratios), ("evaluate", wrong))
    assert [each.name for each in tools] == [*ASKS]
    assert all(each.annotations.read_only_hint for each in tools)
    python = informed.evaluate(EXAMPLES / "weather.csv", actual="actual", predicted="forecast")
    assert said.structured_content["measures"] == json.loads(python.to_json())["measures"]
    assert python.verdict[0] in " ".join(said.content[0].text.split())
    assert found.structured_content["kind"] == "recovery"
    assert refused.is_error
    assert refused.content[0].text == '"missing": "zap" is not one of raise, drop, unjudged'


@pytest.fixture
def folder(tmp_path):
    inner = tmp_path / "inner"
    inner.mkdir()
    for place in (tmp_path, inner):
        (place / "rows.csv").write_text("y,p\n" + "a,a\nb,b\n" * 9)
    (inner / "link.csv").symlink_to(tmp_path / "rows.csv")
    return inner


@pytest.mark.parametrize("name", ["../rows.csv", "link.csv", "/etc/hostname", "-", "s3://bucket/rows.csv"])
def test_only_files_below_the_folder_are_read(folder, name):
    with pytest.raises(informed.InputError, match="only"):
        answered("evaluate", {"files": [name], "actual": "y", "predicted": "p"}, folder)


def test_other_files_are_held_to_the_folder_too(folder):
    with pytest.raises(informed.InputError, match="outside"):
        answered("evaluate", {"files": ["rows.csv"], "actual": "y", "predicted": "p", "cost": "../rows.csv"}, folder)
    found, screen = answered("evaluate", {"files": ["rows.csv"], "actual": "y", "predicted": "p"}, folder)
    assert found.n == 18
    assert "More:" not in screen


@pytest.mark.parametrize("name", ASKS)
def test_what_is_not_said_is_never_refused(name):
    said = {each: _value(each, None) for each in question_named(name).parameters}
    assert all(value == () for each, value in said.items() if each.repeats)


@pytest.mark.parametrize("name", ASKS)
def test_no_request_can_write_or_run_a_query(name):
    """What names a place to write to, a ledger to record in or a query is not among the names of any question."""
    writes = {"output", "record", "as_system", "tags_recorded", "keep_items", "sql", "format"}
    assert not writes & set(asked_of(name)["properties"])


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        ({"files": "rows.csv"}, '"files": "rows.csv" must be a list of values'),
        ({"files": ["rows.csv"], "predict": "p"}, "did you mean 'predicted'"),
        ({"files": ["rows.csv"], "actual": ["y"], "predicted": "p"}, "must be one value"),
        ({"files": ["rows.csv"], "actual": "y", "predicted": "p", "skip_bad_rows": 1}, "must be true or false"),
        ({"files": ["rows.csv"], "actual": "y", "predicted": "p", "level": 2}, '"level": 2'),
    ],
)
def test_what_is_wrong_is_said_in_the_words_of_the_request(folder, request_, said):
    with pytest.raises(informed.InputError) as error:
        answered("evaluate", request_, folder)
    assert said in str(error.value)


@pytest.mark.parametrize("closed", ["stdin", "stdout"])
def test_a_closed_stream_is_named(monkeypatch, tmp_path, closed):
    """As in a shell: ``informed serve --mcp <&-``."""
    monkeypatch.setattr(f"sys.{closed}", None)
    with pytest.raises(informed.InputError, match="standard input"):
        serve(tmp_path)
