"""The examples that the help of each command shows do what they say, on files of the names they use."""

import json
import re
import shlex
from pathlib import Path
from zipfile import ZipFile

import click
import numpy as np
import pytest

import informed
from informed.cli import cli, main

EXAMPLES = Path(__file__).parents[2] / "examples"
LABELS = np.array(["rain", "sun"])
NEEDS_MORE = {
    "serve": "it runs until it is stopped; tests/web starts it",
}


def commands(command, *words):
    """Every command with what is typed to reach it."""
    yield command
    context = click.Context(command)
    below = command.list_commands(context) if command is cli else command.commands
    for name in below:
        yield from commands(command.get_command(context, name) if command is cli else below[name], *words, name)


def examples():
    """The lines of every help that start with the program's own name."""
    found = (re.findall(r"^\s*(informed .*)$", each.help or "", re.MULTILINE) for each in commands(cli))
    return sorted({line.strip() for lines in found for line in lines})


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with a file of every name in the examples; predictions are right nine times in ten."""
    rng = np.random.default_rng(5)
    actual = rng.integers(0, 2, 400)

    def said(right):
        return LABELS[np.where(rng.random(400) < right, actual, 1 - actual)]

    systems = {"yhat": 0.95, "p": 0.95, "p0": 0.8, "p1": 0.95, "p2": 0.9, "in_use": 0.8, "new": 0.97}
    days = np.array([f"2026-11-{1 + place // 100:02}" for place in range(400)])
    columns = {"y": LABELS[actual], "site": np.array(["n", "s"] * 200), "date": days} | {
        name: said(q) for name, q in systems.items()
    }
    columns |= {"class": LABELS[actual], "c": said(0.9), "ann": said(0.9), "bob": said(0.9), "cid": said(0.8)}
    columns |= {"fold": np.arange(400) % 5}
    for name in ("tagged", "gold", "system"):
        (tmp_path / f"{name}.conll").write_text((EXAMPLES / "names.conll").read_text())
    (tmp_path / "marked.jsonl").write_text((EXAMPLES / "prodigy-names.jsonl").read_text())
    for name in ("search.run", "search.qrels", "pairs.csv"):
        (tmp_path / name).write_text((EXAMPLES / name).read_text())
    (tmp_path / "export.json").write_text((EXAMPLES / "label-studio.json").read_text())
    (tmp_path / "articles.csv").write_text("topics,guessed\nsport;news,sport\nnews,news\nart,art;news\n")
    (tmp_path / "topics.csv").write_text("topics,guessed\nart/film;news,art/film\nnews,news\nart/film,art/music;news\n")
    (tmp_path / "paths.csv").write_text("y,yhat\n" + "a/x,a/x\na/y,a/x\nb/z,b/z\nb/z,a/y\n" * 5)
    trials = "".join(f"l,{'lr'[n % 3 == 0]},s{n % 4},c{n % 2}\nr,r,s{n % 4},c{n // 4 % 2}\n" for n in range(48))
    (tmp_path / "trials.csv").write_text(f"y,yhat,who,cue\n{trials}")
    for name in ("preds", "shard1", "data", "annotations", "pilot"):
        write(tmp_path / f"{name}.csv", columns)
    grades = np.array(["low", "middle", "high"])[rng.integers(0, 3, (2, 60))]
    write(tmp_path / "grades.csv", {"ann": grades[0], "bob": grades[1]})
    for name, positive in (
        ("scores.csv", "1"),
        ("chosen_on.csv", "1"),
        ("held_out.csv", "1"),
        ("scores.parquet", "ill"),
    ):
        score = {"y": np.where(actual == 1, positive, "0"), "p": (actual + rng.normal(0, 1, 400)).round(2)}
        write(tmp_path / name, score)
    risks = {name: rng.beta(1 + 2 * actual, 2, 400).round(3) for name in ("p", "p0", "p1")}
    write(tmp_path / "risks.csv", {"y": np.where(actual == 1, "ill", "well"), "site": columns["site"]} | risks)
    yes = np.array(["no", "yes"])[np.where(rng.random((5, 400)) < 0.85, actual, 1 - actual)]
    write(tmp_path / "patients.csv", {"flu": np.array(["no", "yes"])[actual], "fever": yes[0], "cough": yes[1]})
    ill = np.where(rng.random(400) < 0.5, np.array(["no", "yes"])[actual], "")
    study = {"ill": ill, "test": yes[2], "old": yes[3], "new": yes[4], "biopsied": np.where(ill == "", "no", "yes")}
    write(tmp_path / "study.csv", study)
    stars = rng.integers(1, 6, 400)
    write(tmp_path / "reviews.csv", {"stars": stars, "score": (stars + rng.normal(0, 1, 400)).round(2)})
    write(tmp_path / "part-1.parquet", columns)
    for name in ("table", "counts"):
        (tmp_path / f"{name}.csv").write_text("label,+,-\n+,30,12\n-,30,28\n")
    for name in ("all", "monday", "tuesday", "shard1", "shard2"):
        (tmp_path / f"{name}.json").write_text(informed.count(columns["y"], said(0.9)).to_json())
    (tmp_path / "counts.json").write_text(informed.count(columns["y"], said(0.9)).to_json())
    looked = np.where(np.arange(400) % 2, columns["y"], "")
    judged = {"h": looked, "j": said(0.9), "system": np.array(["a", "b"])[rng.integers(0, 2, 400)]}
    write(tmp_path / "answers.csv", judged)
    write(tmp_path / "calibration.csv", {"h": columns["y"], "j": said(0.9)})
    (tmp_path / "judged.jsonl").write_text("".join(json.dumps({"j": each}) + "\n" for each in judged["j"].tolist()))
    for name, model in (("small", "small"), ("large", "large"), ("epochs", "small")):
        (tmp_path / f"{name}.jsonl").write_text((EXAMPLES / f"epochs_{model}.jsonl").read_text())
    (tmp_path / "attempts.csv").write_text("id,grade\n" + "".join(f"q{n % 9},{n * 7 % 5 % 2}\n" for n in range(27)))
    for size, letter in (("small", "a"), ("large", "b")):
        (tmp_path / size).mkdir()
        (tmp_path / size / "samples_arc.jsonl").write_text((EXAMPLES / f"samples_model_{letter}.jsonl").read_text())
    gold, predicted = ((EXAMPLES / f"labels-{name}.jsonl").read_text() for name in ("gold", "said"))
    for name, text in (("gold", gold), ("system1", predicted), ("system2", predicted), ("tagged", predicted)):
        rows = [json.loads(line) | {"site": "ab"[n % 2], "patient": n // 2} for n, line in enumerate(text.splitlines())]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for name, heads in (("crowd", "id,who,label"), ("annotators", "id,ann,bob,cid")):
        rows = (EXAMPLES / f"{name}.csv").read_text().splitlines()[1:]
        (tmp_path / f"{name}.csv").write_text("\n".join([heads, *rows]) + "\n")
    (tmp_path / "crowd.csv").rename(tmp_path / "ratings.csv")
    for name, count in (("annotated", "\t12"), ("results", "")):
        (tmp_path / f"{name}.txt").write_text("".join(f"q{n}{count}\t{'ab'[n % 2]}\n" for n in range(20)))
    for name in ("erd1", "erd2"):
        (tmp_path / f"{name}.txt").write_text("".join(f"id{n}\t0\t/m/{n % 3}\n" for n in range(20)))
    for name, text in (("labeler1", gold), ("labeler2", predicted)):
        rows = ["\t".join(map(str, [row["id"], *row["labels"]])) for row in map(json.loads, text.splitlines())]
        (tmp_path / f"{name}.txt").write_text("\n".join(rows) + "\n")
    right = rng.integers(0, 3, 60)  # of one task: all logs have the same targets
    for name in ("log", "one", "two"):
        inspected(tmp_path / f"{name}.eval", np.stack([right, rng.integers(0, 3, 60)]))
    (tmp_path / ".informed").mkdir()
    with informed.Ledger(tmp_path / ".informed" / "ledger.db") as ledger:
        found = informed.evaluate(columns["y"], columns["in_use"])
        ledger.record(found, task="nightly", system="v1.3", tags={"site": "north"})
        (tmp_path / "runs.jsonl").write_text("\n".join(ledger.export()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def inspected(path, codes):
    """An archive as Inspect leaves it: a header, and a file a sample with what the scorer ``choice`` said."""
    with ZipFile(path, "w") as archive:
        archive.writestr(
            "header.json",
            json.dumps(
                {"version": 2, "status": "success", "eval": {"task": "task", "model": path.stem}, "results": None}
            ),
        )
        for place, (right, said) in enumerate(np.array(list("ABC"))[codes].T.tolist()):
            score = {"value": "C" if said == right else "I", "answer": said}
            sample = {"id": place, "epoch": 1, "target": right, "choices": ["x", "y", "z"], "scores": {"choice": score}}
            archive.writestr(f"samples/{place}_epoch_1.json", json.dumps(sample))


def write(path, columns):
    if path.suffix == ".csv":
        rows = [",".join(map(str, row)) for row in zip(*columns.values(), strict=True)]
        path.write_text("\n".join([",".join(columns), *rows]) + "\n")
        return
    table = pytest.importorskip("pyarrow").table({name: list(map(str, each)) for name, each in columns.items()})
    if "p" in columns and columns["p"].dtype.kind == "f":
        table = table.set_column(1, "p", pytest.importorskip("pyarrow").array(columns["p"]))
    pytest.importorskip("pyarrow.parquet").write_table(table, path)


def typed(line, folder):
    """The words of a line as a shell gives them: names with a star become those of the files."""
    for word in shlex.split(line)[1:]:
        yield from (sorted(str(path.name) for path in folder.glob(word)) if "*" in word else [word])


def test_there_are_examples_for_every_command():
    shown = {line.split()[1] for line in examples()}
    assert shown >= set(cli.list_commands(click.Context(cli)))


@pytest.mark.parametrize("line", examples())
def test_an_example_of_the_help_runs(line, folder, capsys):
    for word, why in NEEDS_MORE.items():
        if word in line.split():
            pytest.skip(why)
    with pytest.raises(SystemExit) as stop:
        main(list(typed(line, folder)))
    printed = capsys.readouterr()
    assert stop.value.code == 0, printed.err
    out = re.search(r"(?:-o|--output) (\S+)", line)
    assert (folder / out[1]).stat().st_size if out else printed.out
