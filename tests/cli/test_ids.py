"""A column of ids given as labels is refused at once, by the same rule in every command that judges labels."""

from __future__ import annotations

import pytest

from informed.cli import main
from informed.questions import ASKS, FORMERLY
from informed.readers.labels import refuse_ids

ROWS = 90
COLUMNS = "--actual id --predicted other"
ASKING = {
    "evaluate": COLUMNS,
    "compare": f"{COLUMNS} --predicted third",
    "conditions": f"{COLUMNS} --subject who --condition site",
    "check": f"{COLUMNS} --require mcc>0",
    "bookmaker": COLUMNS,
    "deploy": f"{COLUMNS} --positive t/1 --prevalence 0.1",
    "match": COLUMNS,
    "taxonomy": COLUMNS,
    "hierarchy": f"{COLUMNS} --steps /",
    "multilabel": COLUMNS,
    "agree": "--rater id --rater other --rater third",
    "judge": "--human id --judge other --drawn random",
    "watch": f"{COLUMNS} --looks site --positive t/1",
    "consensus": "--item row --rater id --rater other --rater third",
}
NO_LABELS = {"sweep", "plan", "recover", "spans", "repeats", "suite", "history", "leaderboard"}
"""Questions that no column of labels is given to; sweep asks for the one positive label."""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    path = tmp_path_factory.mktemp("ids") / "ids.csv"
    rows = [f"{at},t/{at},t/{at * 7 % ROWS},t/{at * 11 % ROWS},{at % 9},{at % 2}" for at in range(ROWS)]
    path.write_text("\n".join(["row,id,other,third,who,site", *rows]))
    return path


def test_every_question_about_labels_is_here():
    assert {*ASKING} - {*FORMERLY} | NO_LABELS == {*ASKS}


@pytest.mark.parametrize("name", ASKING)
def test_ids_are_refused(name, file, capsys):
    with pytest.raises(SystemExit) as stop:
        main([name, str(file), *ASKING[name].split()])
    said = capsys.readouterr().err
    assert stop.value.code == 2
    assert f"{ROWS} distinct labels in " in said
    assert "are they ids?" in said


def test_one_row_per_rating(file, capsys):
    for name in ("agree", "consensus"):
        with pytest.raises(SystemExit) as stop:
            main([name, str(file), "--item", "row", "--rater", "site", "--label", "id"])
        assert stop.value.code == 2
        assert "are they ids? If they are classes, list them with --labels" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("labels", "n", "refused"), [(20, 20, False), (21, 63, False), (21, 62, True), (201, 1004, True)]
)
def test_the_rule_at_its_bounds(labels, n, refused):
    """More labels than a third of the items, or more than 200 that do not repeat five times; never 20 or fewer."""
    names = [f"label {at}" for at in range(labels)]
    if refused:
        with pytest.raises(ValueError, match="are they ids"):
            refuse_ids(names, n)
    else:
        refuse_ids(names, n)


def test_label_sets_that_hardly_repeat_pass_where_they_are_said_to_be_labels(file, tmp_path, capsys):
    """A switch turns the guard off; a long file, whose columns are named, has none: the example of the help."""
    asked = [[str(file), *COLUMNS.split(), "--many-labels"]]
    for name in ("gold.txt", "found.txt"):
        (tmp_path / name).write_text("\n".join(f"{at}\tx\tentity {at * 7 % 40}" for at in range(45)))
    files = [str(tmp_path / name) for name in ("gold.txt", "found.txt")]
    asked.append([*files, *["--input", "long", "--no-header", "--id", "1", "--label", "3"]])
    for words, items in zip(asked, (ROWS, 45), strict=True):
        with pytest.raises(SystemExit) as stop:
            main(["multilabel", *words, "--draws", "0"])
        assert stop.value.code == 0
        assert f"{items} items" in capsys.readouterr().out
