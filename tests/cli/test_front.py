"""``informed FILE``: each command that is shown works when pasted, and what cannot be asked is a sentence, exit 2."""

import io
import json
import shlex
from pathlib import Path

import pytest
from tests.asking.files import FORTY, TEMPTING, lines, made

import informed
from informed.cli import COMMANDS, main

EXAMPLES = Path(__file__).parents[2] / "examples"
EVERY = [*lines(FORTY), *lines(TEMPTING)]
TOGETHER = [
    *((each.name,) for each in sorted(EXAMPLES.iterdir()) if each.suffix in (".csv", ".json", ".jsonl", ".conll")),
    ("samples_model_a.jsonl", "samples_model_b.jsonl"),
    ("epochs_small.jsonl", "epochs_large.jsonl"),
    ("search.qrels", "search.run"),
    ("labels-said.jsonl", "labels-gold.jsonl"),
]


@pytest.fixture
def shell(capsys):
    """Run a line: its exit code, what it printed, and what it said on standard error."""

    def run(*words):
        with pytest.raises(SystemExit) as stopped:
            main(list(words))
        said = capsys.readouterr()
        return stopped.value.code, said.out, said.err

    return run


def commands(text):
    """The commands that are shown, as words."""
    shown = (line.strip().removeprefix("Asked: ") for line in text.replace("\\\n", " ").splitlines())
    return [shlex.split(line)[1:] for line in shown if line.startswith("informed ")]


def pasted(shell, text):
    """Every command of a text works: of a check any verdict, of all else an answer."""
    for words in commands(text):
        if "COLUMN" in words:
            continue
        code, out, err = shell(*words)
        assert code in ((0, 1, 4) if words[0] == "check" else (0,)), (words, err)
        assert out


@pytest.mark.parametrize(("name", "columns"), [each[:2] for each in EVERY])
def test_each_command_works_when_it_is_pasted(shell, tmp_path, monkeypatch, name, columns):
    monkeypatch.chdir(tmp_path)
    path = made(tmp_path, name, columns)
    code, out, err = shell(path.name)
    assert code in (0, 2)
    assert len(commands(out or err)) >= (1 if code == 0 else 2)
    pasted(shell, out if code == 0 else err)


@pytest.mark.parametrize("names", TOGETHER, ids="+".join)
def test_so_they_do_for_the_examples(shell, monkeypatch, names):
    monkeypatch.chdir(EXAMPLES)
    code, out, err = shell(*names)
    assert code in (0, 2)
    assert (out if code == 0 else err).startswith(names[0] if len(names) == 1 else "2 files: ")
    pasted(shell, out)
    pasted(shell, err.replace("`", " "))


def test_the_answer_is_that_of_the_command(shell, monkeypatch):
    monkeypatch.chdir(EXAMPLES)
    code, out, err = shell("llm.csv")
    asked, *also = commands(out)
    _, answer, _ = shell(*asked)
    assert (code, err) == (0, "")
    assert f"\n\n{answer}" in out
    assert out.index("Asked:") < out.index(answer) < out.index("Also:")
    assert asked == [*["compare", "llm.csv", "--actual", "actual", "--predicted", "model_a", "--predicted", "model_b"]]
    assert len(also) <= 6


def test_files_of_names_that_need_quotes(shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = "'it s'true,pred $x\n" + "a,a\nb,b\nb,a\na,a\n" * 9
    for name in ("my file.csv", "it's.csv", "-dash.csv"):
        (tmp_path / name).write_text(text)
        code, out, err = shell(*(["./-dash.csv"] if name[0] == "-" else [name]))
        assert code == 0, err
        pasted(shell, out)


# --- how an answer leaves ---


def test_output_options_go_to_the_question_and_what_is_said_goes_aside(shell, tmp_path, monkeypatch):
    monkeypatch.chdir(EXAMPLES)
    code, out, err = shell("weather.csv", "--format", "json")
    assert (code, json.loads(out)["kind"]) == (0, "evaluation")
    assert err.startswith("weather.csv: rows")
    assert "Also:" in err
    page = tmp_path / "report.html"
    code, out, _ = shell("weather.csv", "-o", str(page))
    assert (code, out) == (0, "")
    assert "informed evaluate weather.csv --actual actual --predicted forecast" in page.read_text()
    assert len(shell("weather.csv", "--all")[1]) > len(shell("weather.csv")[1])


@pytest.mark.parametrize(
    ("more", "question"),
    [
        (["--record", "nightly"], "evaluate"),
        (["--by", "site"], "evaluate"),
        (["--positive=rain"], "evaluate"),
        (["--missing", "drop"], "evaluate"),
        (["--prevalence", "0.2"], "deploy"),
        (["--require", "n>=3"], "check"),
    ],
)
def test_what_only_a_question_takes_is_refused_with_the_command(shell, tmp_path, monkeypatch, more, question):
    monkeypatch.chdir(EXAMPLES)
    monkeypatch.setenv("INFORMED_LEDGER", str(tmp_path / "ledger.db"))
    code, out, err = shell("weather.csv", *more)
    option = more[0].partition("=")[0]
    command = f"informed {question} weather.csv --actual actual --predicted forecast"
    command += f"{' --positive rain' * (question == 'deploy')} {' '.join(more)}"
    assert (code, out) == (2, "")
    assert err == f"informed: {option} is an option of a question; name the question: {command}\n"
    assert not (tmp_path / "ledger.db").exists()


def test_check_and_record_never_come_from_the_front_door(shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, columns, _ in EVERY:
        _, out, err = shell(made(tmp_path, name, columns).name)
        asked = [line for line in out.splitlines() if line.startswith("Asked: ")]
        assert not any(word in line for line in asked for word in (" check ", "--record", "--require"))
        assert "--record" not in err


# --- what is no file, or not one to be asked ---


def test_a_misspelt_command_is_no_file(shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = "informed: there is no command 'evalute'; did you mean `informed evaluate`?\n"
    assert shell("evalute") == shell("evalute", "preds.csv") == (2, "", told)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_wins_over_a_file_of_its_name(shell, tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_text("y_true,y_pred\n" + "a,a\nb,b\nb,a\n" * 9)
    code, out, err = shell(f"./{name}")
    assert code == 0
    assert f"informed evaluate ./{name} --actual y_true --predicted y_pred" in out
    if name in ("evaluate", "compare", "sweep"):
        code, _, err = shell(name)
        assert code == 2
        assert f"informed: {name!r} is a command; the file of this name is read by: informed ./{name}\n" in err
        assert "is a command" not in shell(name, "other.csv")[2]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["nowhere.csv"], "nowhere.csv: there is no such file"),
        (["far/away"], "far/away: there is no such file"),
        (["https://example.org/preds.csv"], "is an address; only files are read"),
        (["empty.csv"], "empty.csv is empty; the first line must name the columns"),
        (["folder"], "folder is a directory without Parquet files; name its files, for example 'folder/*.csv'"),
        (["rows.csv", "tags.conll"], "files of one kind are looked at together, and rows.csv is rows; tags.conll is a"),
        (["rows.csv", "other.csv"], "other.csv has other columns than rows.csv: a, b; look at one at a time"),
        (["a.conll", "b.conll", "tags.conll"], "3 files of tags: give two, the actual tags and the predicted ones"),
    ],
)
def test_what_cannot_be_looked_at_is_a_sentence(shell, tmp_path, monkeypatch, words, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "part.csv").write_text("y_true,y_pred\na,a\n")
    (tmp_path / "rows.csv").write_text("y_true,y_pred\na,a\nb,b\n")
    (tmp_path / "other.csv").write_text("a,b\na,a\nb,b\n")
    for name in ("tags", "a", "b"):
        (tmp_path / f"{name}.conll").write_text("Vik B-ORG B-ORG\n\n")
    code, out, err = shell(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert told in err


def test_saved_answers_and_statistics_of_other_kinds_say_what_to_do(shell, tmp_path):
    counts = informed.Counts([[5, 1], [2, 6]])
    items = informed.items([*"abab"], [*"abba"])
    for name, text in {"answer": informed.evaluate(counts).to_json(), "items": items.to_json()}.items():
        (tmp_path / f"{name}.json").write_text(text)
    code, _, err = shell(str(tmp_path / "answer.json"))
    assert code == 2
    assert "Name the data that it was found from." in err
    code, _, err = shell(str(tmp_path / "items.json"))
    assert code == 2
    assert f"informed.Items.from_json(open({str(tmp_path / 'items.json')!r}).read())" in err


def test_saved_counts_are_evaluated_and_several_compared(shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, right in {"monday": 6, "tuesday": 9}.items():
        Path(f"{name}.json").write_text(informed.Counts([[right, 1], [2, right]], labels=["a", "b"]).to_json())
    for words, asked in ((["monday.json"], "evaluate"), (["monday.json", "tuesday.json"], "compare")):
        code, out, err = shell(*words)
        assert code == 0, err
        assert commands(out)[0] == [asked, *words]
        pasted(shell, out)


def test_tags_of_two_files_where_neither_is_called_gold(shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("gold", "one", "two"):
        Path(f"{name}.conll").write_text("Vik B-ORG\nran O\n\nAnn B-PER\n")
    code, _, err = shell("one.conll", "two.conll")
    assert code == 2
    assert commands(err) == [["spans", "one.conll", "two.conll"], ["spans", "two.conll", "one.conll"]]
    code, out, _ = shell("one.conll", "gold.conll")
    assert (code, commands(out)[0]) == (0, ["spans", "gold.conll", "one.conll"])


def test_a_table_asks_what_its_rows_are(shell):
    code, _, err = shell("30 12; 30 28")
    assert code == 2
    assert [words[-1] for words in commands(err)] == ["actual", "predicted"]
    pasted(shell, err)


def test_standard_input_is_looked_at_and_read(shell, monkeypatch):
    text = (EXAMPLES / "llm.csv").read_bytes()

    def typed():
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))

    typed()
    code, out, err = shell("-")
    assert code == 0, err
    asked = commands(out)[0]
    assert asked[:2] == ["compare", "-"]
    typed()
    assert shell(*asked)[1] in out


def test_empty_cells_may_mean_two_things(shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("gaps.csv").write_text("human,model\n" + "a,a\nb,b\nb,a\n,a\n" * 20)
    Path("silent.csv").write_text("actual,predicted\n" + "a,a\nb,b\nb,a\na,\n" * 20)
    for name, first in {"gaps.csv": "judge", "silent.csv": "evaluate"}.items():
        code, _, err = shell(name)
        found = commands(err)
        assert (code, found[0][0], found[1][-2:]) == (2, first, ["--missing", "drop"])
        pasted(shell, err)


def test_parts_of_one_table_are_read_together(shell, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for part in ("one", "two"):
        Path(f"{part}.csv").write_text("y_true,y_pred\n" + "a,a\nb,b\nb,a\n" * 9)
    code, out, _ = shell("one.csv", "two.csv")
    assert code == 0
    assert "54 items" in out
    pasted(shell, out)


def test_without_arguments_the_file_comes_first(shell):
    lines = shell()[1].splitlines()
    assert lines[2].strip() == "informed preds.csv"
    assert "informed FILE" in shell("--help")[1]
    assert "FILE..." in shell("preds.csv", "--help")[1]


@pytest.mark.parametrize("words", [["check", "--require", "accuracy > 0"], ["evaluate", "--record", "t", "--as", "s"]])
def test_what_is_kept_or_stops_a_build_is_never_about_guessed_columns(shell, tmp_path, words):
    path = tmp_path / "rows.csv"
    path.write_text("y_true,y_pred\n" + "a,a\nb,b\n" * 9)
    ledger = ["--ledger", str(tmp_path / "l.db")] * ("--record" in words)
    code, _, err = shell(words[0], str(path), *words[1:], *ledger)
    assert code == 2
    assert "missing --actual and --predicted; the columns of" in err
    assert shell(words[0], str(path), *words[1:], *ledger, "--actual", "y_true", "--predicted", "y_pred")[0] == 0
