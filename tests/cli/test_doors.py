"""What people type first: it works, or the message leads to what does."""

import json
import subprocess
import sys

import pytest

import informed
from informed.cli import main

ROWS = "y,p,q,s\n1,1,0,.9\n1,1,1,.8\n0,0,0,.7\n1,0,1,.6\n0,0,1,.3\n0,1,0,.2\n"


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text(ROWS)
    return path


@pytest.fixture
def run(capsys):
    def said(*arguments):
        with pytest.raises(SystemExit) as stopped:
            main([str(each) for each in arguments])
        out, err = capsys.readouterr()
        return stopped.value.code, out, err

    return said


@pytest.mark.parametrize(
    ("command", "missing"),
    [
        (["sweep"], "--actual and --scores"),
        (["sweep", "--actual", "y"], "--scores"),
        (["compare"], "--actual and --predicted"),
        (["compare", "--actual", "y"], "--predicted"),
        (["match"], "--actual and --predicted"),
        (["multilabel"], "--actual and --predicted"),
        (["agree"], "--rater"),
    ],
)
def test_all_that_is_missing_is_named_at_once_with_the_columns(run, rows, command, missing):
    code, out, err = run(command[0], rows, *command[1:])
    assert (code, out) == (2, "")
    assert err == f"informed: missing {missing}; the columns of {rows} are y, p, q, s\n"


def test_a_missing_file_is_named_too(run):
    assert run("sweep")[2] == "informed: missing FILES, --actual and --scores\n"
    assert "nowhere.csv" in run("sweep", "nowhere.csv")[2]


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["compare", "--system", "p"], "--predicted"),
        (["evaluate", "--truth", "y"], "--actual"),
        (["evaluate", "--y-pred", "y"], "--predicted"),
        (["match", "--cluster", "p"], "--predicted"),
        (["evaluate", "--predictd", "p"], "--predicted"),
    ],
)
def test_an_option_of_another_name_leads_to_its_own(run, rows, arguments, meant):
    assert run(arguments[0], rows, *arguments[1:])[2].endswith(f"did you mean {meant}?\n")


def test_a_misspelt_column_leads_to_the_right_one(run, tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("truth,pred\na,a\nb,b\n")
    assert "Did you mean 'truth'?" in run("evaluate", path, "--actual", "thruth", "--predicted", "pred")[2]


def test_the_prediction_has_one_name_in_every_command(rows, run):
    for command, column in {"evaluate": "p", "match": "p", "count": "p", "sweep": "s"}.items():
        assert run(command, rows, "--actual", "y", "--predicted", column)[0] == 0, command
    assert run("compare", rows, "--actual", "y", "--predicted", "p", "--predicted", "new=q")[0] == 0
    assert informed.sweep([0, 1], predicted=[1, 2]).auc == informed.sweep([0, 1], scores=[1, 2]).auc
    assert informed.sweep(y_true=[0, 1], y_score=[1, 2]).auc == informed.sweep([0, 1], [1, 2]).auc


def test_costs_are_written_or_read_alike(rows, run, tmp_path):
    """Six items, rows actual 0 and 1: of '0' one is called 1, of '1' one is called 0."""
    file = tmp_path / "cost.txt"
    file.write_text("0 1\n5 0\n")
    asked = ("evaluate", rows, "--actual", "y", "--predicted", "p", "--format", "json", "--cost")
    written, read = (json.loads(run(*asked, each)[1]) for each in ("0 1; 5 0", file))
    assert written == read
    assert written["pricing"]["value"]["value"] == pytest.approx(-(1 + 5) / 6)
    assert "2 rows of 1 prices for 2 x 2" in run(*asked, "0; 5")[2]


@pytest.mark.parametrize("ending", ["html", "json", "csv", "md", "txt"])
def test_o_says_what_it_wrote_and_leaves_nothing_else(rows, run, tmp_path, ending):
    target = tmp_path / "out" / f"report.{ending}"
    target.parent.mkdir()
    code, out, err = run("evaluate", rows, "--actual", "y", "--predicted", "p", "-o", target)
    assert (code, out, err) == (0, "", f"wrote {target}\n")
    assert [each.name for each in target.parent.iterdir()] == [target.name]


def test_a_failed_write_leaves_the_old_file(rows, run, tmp_path, monkeypatch):
    target = tmp_path / "report.txt"
    target.write_text("old")

    def full(path, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    code, _, err = run("evaluate", rows, "--actual", "y", "--predicted", "p", "-o", target)
    assert (code, target.read_text()) == (2, "old")
    assert err == f"informed: --output {target}: cannot be written: no space left on device\n"


def test_a_device_is_written_to_as_it_is(rows):
    command = [sys.executable, "-m", "informed", "evaluate", str(rows), "--actual", "y", "--predicted", "p"]
    done = subprocess.run([*command, "-o", "/dev/stdout", "--format", "json"], capture_output=True, check=True)
    assert json.loads(done.stdout)["kind"] == "evaluation"


def test_every_result_saves_prints_and_draws_itself(tmp_path):
    found = informed.evaluate([1, 0, 1, 0], [1, 0, 0, 0])
    assert found.save(tmp_path / "x.html").read_text() == found.to_html() == found.report("html")
    assert found.save(tmp_path / "x.data", "json").read_text() == found.to_json()
    assert found.plot("roc").svg == found.chart("roc").svg
    with pytest.raises(informed.InputError, match=r"x.docx: unknown file ending '.docx'; use .json"):
        found.save(tmp_path / "x.docx")


SETS = {"semicolons": "a;b", "bars": "a|b", "JSON": '["a", "b"]'}


@pytest.mark.parametrize("written", SETS)
def test_label_sets_in_two_columns_of_one_file(run, tmp_path, written):
    path = tmp_path / "sets.tsv"
    both = SETS[written]
    path.write_text(f"id\ttopics\tguess\n1\t{both}\ta\n2\tb\tb\n3\t\t{both}\n")
    data = json.loads(run("multilabel", path, "--actual", "topics", "--predicted", "guess", "--format", "json")[1])
    same = informed.multilabel([{"a", "b"}, {"b"}, set()], [{"a"}, {"b"}, {"a", "b"}])
    assert data["measures"] == json.loads(same.to_json())["measures"]


def test_lists_in_two_columns_and_two_systems(run, tmp_path):
    path = tmp_path / "sets.jsonl"
    path.write_text('{"y": ["a", "b"], "p": ["a"], "q": []}\n{"y": ["c"], "p": ["c"], "q": ["c"]}\n')
    code, out, _ = run("multilabel", path, "--actual", "y", "--predicted", "p", "--predicted", "q")
    assert code == 0
    assert "2 items with sets of labels, 2 systems" in out
    assert "informed multilabel" in run("evaluate", path, "--actual", "y", "--predicted", "p")[2]


@pytest.mark.parametrize("sets", [[["a", "b"], ["c"]], [{"a", "b"}, {"c"}], [[1, 1, 0], [0, 1, 0]]])
def test_evaluate_on_label_sets_points_to_multilabel(sets):
    with pytest.raises(informed.InputError, match=r"informed\.multilabel\(\.\.\.\)"):
        informed.evaluate(sets, sets)


@pytest.mark.parametrize("library", ["pandas", "polars", "pyarrow"])
def test_each_column_of_a_frame_is_a_system(library):
    columns = {"lr": [1, 0, 0, 1, 0, 1], "rf": [1, 0, 1, 1, 0, 0]}
    module = pytest.importorskip(library)
    frame = module.table(columns) if library == "pyarrow" else module.DataFrame(columns)
    actual = [1, 0, 1, 1, 0, 0]
    assert informed.compare(actual, frame).to_dict() == informed.compare(actual, columns).to_dict()


def test_judge_lists_all_that_is_missing_with_the_columns(run, tmp_path):
    path = tmp_path / "answers.csv"
    path.write_text("h,j\na,a\n")
    _, _, said = run("judge", path)
    assert "missing --human, --judge and --drawn; the columns of" in said
    assert "h, j" in said


@pytest.mark.parametrize("wanted", ["infrmedness >= 1", "recal[a] >= 1"])
def test_a_requirement_is_blamed_by_the_option_that_said_it(run, tmp_path, wanted):
    path = tmp_path / "answers.csv"
    path.write_text("h,j\na,a\nb,b\n")
    code, _, said = run("check", path, "--actual", "h", "--predicted", "j", "--require", wanted)
    name = wanted.split(" ")[0].split("[")[0]
    assert code == 2
    assert f"--require '{wanted}': '{name}' is not one of" in said
    assert "--measure" not in said
