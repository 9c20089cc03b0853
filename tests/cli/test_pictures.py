"""Reports and charts as files: the ending of -o says which."""

import pytest

from informed.cli import main

MAGIC = {"png": b"\x89PNG", "svg": b"<svg", "pdf": b"%PDF", "html": b"<!doctype html>"}


@pytest.fixture(scope="module")
def scores(tmp_path_factory):
    path = tmp_path_factory.mktemp("scores") / "scores.csv"
    rows = [(place % 2, place % 3 % 2, place % 5 % 2, place * 7919 % 100 / 100 + place % 2 / 2) for place in range(60)]
    path.write_text("y,a,b,score\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
    return str(path)


def run(*arguments):
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    assert stop.value.code == 0


@pytest.mark.parametrize("ending", MAGIC)
@pytest.mark.parametrize("command", ["table", "bookmaker", "compare", "sweep"])
def test_every_ending_of_every_command(command, ending, scores, tmp_path):
    given = {
        "table": ("table", "30 12; 30 28", "--rows", "predicted"),
        "bookmaker": ("bookmaker", "30 12; 30 28", "--rows", "predicted"),
        "compare": ("compare", scores, "--actual", "y", "--predicted", "a", "--predicted", "b"),
        "sweep": ("sweep", scores, "--actual", "y", "--scores", "score", "--positive", "1"),
    }[command]
    path = tmp_path / f"out.{ending}"
    run(*given, "-o", str(path))
    assert path.read_bytes().startswith(MAGIC[ending])


def test_the_chart_can_be_named(tmp_path):
    path = tmp_path / "out.svg"
    run("table", "30 12; 30 28", "--rows", "predicted", "--chart", "roc", "-o", str(path))
    assert ">false positive rate<" in path.read_text()
    run("table", "30 12; 30 28", "--rows", "predicted", "--chart", "table", "-o", str(path))
    assert ">false positive rate<" not in path.read_text()


@pytest.mark.parametrize("more", [[], ["-o", "out.html"], ["-o", "out.txt"]])
def test_a_chart_that_no_file_can_hold_is_refused(more, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(["table", "1 2; 3 4", "--rows", "actual", "--chart", "roc", *more])
    assert stop.value.code == 2
    assert "--chart roc is for images and their data; " in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_chart_with_nothing_to_show_is_refused_with_those_there_are(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["table", "1 2; 3 4", "--rows", "actual", "--chart", "groups", "-o", str(tmp_path / "out.svg")])
    assert stop.value.code == 2
    assert "--chart groups has nothing to show of this evaluation; use estimates, roc, " in capsys.readouterr().err


def test_a_picture_names_its_file_and_its_columns(scores, tmp_path):
    path = tmp_path / "out.svg"
    run("evaluate", scores, "--actual", "y", "--predicted", "a", "--title", "Mine", "-o", str(path))
    told = path.read_text()
    assert ">Mine</text>" in told
    assert "60 items · scores.csv · actual y · predicted a · " in told


def test_an_unknown_chart_is_refused(tmp_path, capsys):
    with pytest.raises(SystemExit) as stop:
        main(["table", "1 2; 3 4", "--rows", "actual", "--chart", "rok", "-o", str(tmp_path / "out.svg")])
    assert stop.value.code == 2
    assert "did you mean 'roc'" in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["png", "pdf", "svg"])
def test_letters_without_a_font_are_named_with_a_way_round(ending, tmp_path, capsys):
    """The last letter of private use has no font on any machine; an SVG leaves letters to whoever opens it."""
    pytest.importorskip("vl_convert")
    path = tmp_path / f"table.{ending}"
    run("table", "30 12; 30 28", "--rows", "actual", "--labels", "a,\U0010fffd", "--chart", "table", "-o", str(path))
    noted = f"wrote {path}\nNote: no font on this machine has the letters \U0010fffd"
    assert (noted in capsys.readouterr().err) == (ending != "svg")
    run("table", "30 12; 30 28", "--rows", "actual", "--labels", "a,b", "--chart", "table", "-o", str(path))
    assert capsys.readouterr().err == f"wrote {path}\n"
