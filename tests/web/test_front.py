"""A file that is opened shows what can be asked of it, and every link answers."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient
from tests.asking.files import FORTY, TEMPTING, lines, made

from informed.asking.front import looked
from informed.web.app import create_app

HERE = "http://127.0.0.1:8000"
ROWS = [(name, columns) for name, columns, _ in [*lines(FORTY), *lines(TEMPTING)] if ":" in columns][::4]


@pytest.fixture(scope="module")
def client():
    with TestClient(create_app(), base_url=HERE, headers={"Origin": HERE}) as opened:
        yield opened


@pytest.mark.parametrize(("name", "columns"), ROWS)
def test_every_link_answers(client, tmp_path, name, columns):
    path = made(tmp_path, name, columns)
    seen = looked([str(path)])
    opened = client.post("/data", files={"file": (name, path.read_bytes())})
    assert opened.status_code == 200
    links = [unescape(each) for each in re.findall(r'<a href="(/data/[^"]*\?[^"]*)"', opened.text)]
    assert len(links) <= 7
    if seen.chosen is not None and not {*seen.chosen.arguments} & {"weight_kind", "rows"}:
        assert f"/{seen.chosen.question}?" in links[0]
    for each in links:
        answer = client.get(each)
        assert answer.status_code == 200, each
        assert 'id="front"' not in answer.text
        assert "informed " in answer.text
