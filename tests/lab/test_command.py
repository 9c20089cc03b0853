"""The laboratory and the papers from the command line."""

import json

import pytest
from test_cli import run

from informed import lab as study


def test_measures_as_json(capsys):
    out = run(capsys, "study", "measures", "--studies", "3", "--seed", "1", "--format", "json")
    data = json.loads(out)
    assert {"correlation", "rmse", "offset"} <= set(data["measures"]["informedness"])
    assert data == json.loads(study.measures(studies=3, seed=1).to_json())


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["measures", "--studies", "2", "--measure", "kappa"], "kappa"),
        (
            ["significance", "--classes", "2,3", "--items", "20", "--tables", "50"],
            "size (type I error), random margins",
        ),
        (["intervals", "--tables", "20", "--items", "20", "--method", "wald", "--draws", "100"], "informedness"),
        (["disagreement", "--items", "20"], "odd one out"),
        (["bias", "--informed", "0.15"], "informed 15% of the time"),
        (["requirements", "--tables", "100"], "proficiency"),
    ],
    ids=lambda each: each[0] if isinstance(each, list) else "",
)
def test_every_study_prints_what_it_found_and_its_recipe(capsys, command, says):
    out = run(capsys, "lab", "study", *command, "--all")
    assert says in out
    assert out.splitlines()[-1].startswith("informed:")


def test_lists_of_numbers_are_checked(capsys):
    assert "--classes 2,x must be whole numbers" in run(capsys, "study", "significance", "--classes", "2,x", code=2)


def test_an_unknown_world_is_one_line(capsys):
    assert "did you mean 'informed'" in run(capsys, "study", "measures", "--world", "informd", code=2)


def test_interrupted_it_prints_what_is_done_and_can_be_resumed(capsys, monkeypatch, tmp_path):
    path, options = (
        tmp_path / "part.json",
        ["study", "measures", "--per-level", "100", "--studies", "400", "--seed", "2"],
    )
    options += ["--measure", "informedness"]
    whole = json.loads(run(capsys, *options, "--format", "json"))

    class Stop:
        def __enter__(self):
            return lambda share: (_ for _ in ()).throw(KeyboardInterrupt)

        def __exit__(self, *_):
            return None

    with monkeypatch.context() as patched:
        patched.setattr("informed.lab.question.progress", lambda what: Stop())
        assert "interrupted" in run(capsys, *options, "-o", str(path), code=130)
    assert json.loads(path.read_text())["unfinished"]["done"] == 1
    assert json.loads(run(capsys, *options, "--resume", str(path), "--format", "json")) == whole


def test_a_chart_as_a_file(capsys, tmp_path):
    path = tmp_path / "figure2.svg"
    run(capsys, "study", "measures", "--studies", "1", "--measure", "kappa", "-o", str(path))
    assert path.read_text().startswith("<svg")


def test_reproduce(capsys, tmp_path):
    out = run(capsys, "reproduce")
    assert "erratum E15" in out
    path = tmp_path / "papers.html"
    run(capsys, "reproduce", "-o", str(path))
    assert "Powers 2007" in path.read_text()


def test_reproduce_without_the_files_it_was_promised(capsys, tmp_path):
    assert "magnetic_annotated.txt" in run(capsys, "reproduce", "--magnetic", str(tmp_path), code=2)
