"""Commands as a user types them; bad input is one line, exit code 2 and no traceback."""

import json
from io import BytesIO, TextIOWrapper

import pytest

import informed
from informed.cli import COMMANDS, command_named, main


def run(capsys, *arguments, code=0):
    with pytest.raises(SystemExit) as stop:
        main(list(arguments))
    printed = capsys.readouterr()
    assert stop.value.code == code, printed
    return printed.err if code else printed.out


def test_table_from_the_command_line(capsys):
    out = run(capsys, "table", "30 12; 30 28", "--rows", "predicted", "--labels", "+,-", "--format", "json")
    data = json.loads(out)
    assert data["table"] == [[30, 30], [12, 28]]  # actual x predicted
    assert data["labels"] == ["+", "-"]
    assert data["measures"]["informedness"]["value"] == pytest.approx(0.2)  # Powers 2007, Table 2, case 1


def test_table_from_a_file_with_names(capsys, tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("actual,sun,rain\nsun,362,0\nrain,3,0\n")
    data = json.loads(run(capsys, "table", str(path), "--rows", "actual", "--format", "json"))
    assert (data["labels"], data["table"]) == (["sun", "rain"], [[362, 0], [3, 0]])


def test_table_from_standard_input(capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"1\t2\n3\t4\n")))
    assert json.loads(run(capsys, "table", "-", "--rows", "actual", "--format", "json"))["table"] == [[1, 2], [3, 4]]


def test_positive_is_text_on_the_command_line(capsys):
    out = run(capsys, "table", "30 30; 12 28", "--rows", "actual", "--positive", "1", "--format", "json")
    assert json.loads(out)["measures"]["recall"]["value"] == 28 / 40


def test_output_file_chooses_its_format_by_ending(capsys, tmp_path):
    path = tmp_path / "out.json"
    assert run(capsys, "table", "1 2; 3 4", "--rows", "actual", "-o", str(path)) == ""
    assert json.loads(path.read_text())["n"] == 10


def test_orientation_must_be_said(capsys):
    assert "--rows actual" in run(capsys, "table", "1 2; 3 4", code=2)


def test_one_measure_explained(capsys):
    out = run(capsys, "measures", "youden_j")
    assert out.startswith("informedness\n")
    assert "recall(l) - fallout(l)" in out
    assert "peirce_skill_score" in out


def test_catalogue_lists_every_measure(capsys):
    import informed

    out = run(capsys, "measures")
    assert all(measure.name in out for measure in informed.measures.find())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tabel"], "did you mean `informed evaluate`"),
        (["roc", "f.csv"], "did you mean `informed sweep`"),
        (["threshold"], "did you mean `informed sweep`"),
        (["cluster"], "did you mean `informed match`"),
        (["kappa"], "did you mean `informed agree`"),
        (["f1"], "did you mean `informed evaluate`"),
        (["measures", "infromedness"], "did you mean 'informedness'"),
        (["table", "1 2; 3", "--rows", "actual"], "row 2 has 1 numbers where the first has 2; write 0"),
        (["table", "1 x; 3 4", "--rows", "actual"], "holds 'x', which is not a number"),
        (["table", "1 -2; 3 4", "--rows", "actual"], "holds -2; counts must be finite and >= 0"),
        (["table", "0 0; 0 0", "--rows", "actual"], "every count is 0"),
        (["table", "nowhere.csv", "--rows", "actual"], "nowhere.csv: no such file"),
        (["table", "1 2; 3 4", "--rows", "actual", "--level", "95"], "did you mean 0.95"),
        (["table", "1 2; 3 4", "--rows", "actual", "--format", "jsn"], "did you mean 'json'"),
        (["table", "1 2; 3 4", "--rows", "actual", "-o", "x.doc"], "unknown file ending"),
        (["table", "", "--rows", "actual"], "the table is empty; write it as"),
        (["table", "1 2; 3 4", "--rows", "actual", "--positive", "z"], "--positive z is not a label"),
        (["table", "1 2; 3 4", "--rows", "actual", "--labels", "a"], "1 names for 2 classes"),
        (["table", "1 2; 3 4", "--rows", "actual", "--measure", "f1(beta)"], "parameters as name=value"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_bad_input_is_one_line_and_exit_code_2(capsys, arguments, message):
    error = run(capsys, *arguments, code=2)
    assert message in error
    assert len(error.strip().splitlines()) == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(capsys, name):
    out = run(capsys, name, "--help")
    assert f"informed {name}" in out.split("Options")[0].replace(f"Usage: informed {name}", "")


def test_commands_are_listed_by_their_own_names():
    assert [command_named(name).name for name in COMMANDS] == list(COMMANDS)


def test_counts_are_saved_under_no_other_ending(capsys, tmp_path):
    columns = ["--actual", "actual", "--predicted", "forecast"]
    with pytest.raises(SystemExit) as stop:
        main(["count", "examples/weather.csv", *columns, "-o", str(tmp_path / "x.xlsx")])
    assert stop.value.code == 2
    assert "name the file x.json" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_count_merge_and_evaluate_agree_with_one_go(capsys, tmp_path):
    rows = [("a", "a"), ("a", "b"), ("b", "b"), ("b", "b"), ("b", "a"), ("a", "a")]
    whole, first, second = tmp_path / "whole.csv", tmp_path / "1.csv", tmp_path / "2.csv"
    for path, part in ((whole, rows), (first, rows[:2]), (second, rows[2:])):
        path.write_text("y,p\n" + "".join(f"{actual},{said}\n" for actual, said in part))
    columns = ["--actual", "y", "--predicted", "p"]
    for path in (first, second):
        run(capsys, "count", str(path), *columns, "-o", f"{path}.json")
    run(capsys, "merge", f"{first}.json", f"{second}.json", "-o", str(tmp_path / "all.json"))
    merged = json.loads(run(capsys, "evaluate", str(tmp_path / "all.json"), "--format", "json"))
    assert merged == json.loads(run(capsys, "evaluate", str(whole), *columns, "--format", "json"))


def test_groups_from_a_file(capsys, tmp_path):
    path = tmp_path / "g.csv"
    path.write_text("site,y,p\nn,a,a\nn,b,b\ns,a,b\ns,b,a\n")
    out = run(capsys, "evaluate", str(path), "--actual", "y", "--predicted", "p", "--by", "site", "--format", "json")
    groups = {part["group"][0]: part["measures"]["informedness"]["value"] for part in json.loads(out)["groups"]}
    assert groups == {"n": 1.0, "s": -1.0}


def test_bookmaker_prints_figure_1_of_2003(capsys):
    out = run(
        capsys, "bookmaker", "58.1 20.4; 11.9 9.6", "--rows", "predicted", "--labels", "+,-", "--pool", "10", "--all"
    )
    assert "+8.300" in out  # model 3 of the figure, at odds that add up to 10
    assert "-6.800" in out


def test_recover_reads_the_decimals_that_were_printed(capsys):
    ratios = ["--recall", ".80", "--precision=.70", "--prevalence", ".10", "--n", "1000"]
    data = json.loads(run(capsys, "recover", *ratios, "--format", "json"))
    assert len(data["tables"]) == 17
    informedness = data["measures"]["informedness"]
    assert (round(informedness["low"], 4), round(informedness["high"], 4)) == (0.7571, 0.7676)


@pytest.mark.parametrize("more", [(), ("n", 200), ("tp", 30), ("n", 200, "exact"), ("n", 200, "digits", 2)])
def test_recover_means_the_same_on_the_shell_and_in_python(capsys, more):
    values = {"recall": 0.8, "fallout": 0.15, "prevalence": 0.5}
    options = dict(zip(more[::2], more[1::2], strict=False)) | ({"exact": True} if "exact" in more else {})
    typed = [f"--{name}={value}" for name, value in (values | options).items() if value is not True]
    data = json.loads(run(capsys, "recover", *typed, *(["--exact"] if "exact" in more else []), "--format", "json"))
    found = informed.recover(values, **options)
    assert data["tables"] == found.tables.tolist()
    assert data["taken"] == dict(found.taken)


def test_deploy_at_another_prevalence(capsys):
    arguments = ["--rows", "actual", "--labels", "ill,well", "--positive", "ill", "--prevalence", "0.01"]
    data = json.loads(run(capsys, "deploy", "90 10; 5 95", *arguments, "--format", "json"))
    # Bayes: .9 * .01 / (.9 * .01 + .05 * .99)
    assert data["measures"]["precision"]["value"] == pytest.approx(0.009 / (0.009 + 0.0495))


def test_costs_from_a_file_whose_rows_stand_in_another_order(capsys, tmp_path):
    path = tmp_path / "costs.csv"
    path.write_text("actual,hurricane,rain,sun\nhurricane,0,5,10\nsun,3,1,0\nrain,2,0,2\n")
    table, labels = "100 10 1; 5 20 6; 0 3 2", "sun,rain,hurricane"
    out = run(
        *(capsys, "table", table, "--rows", "actual", "--labels", labels, "--cost", str(path), "--format", "json")
    )
    assert json.loads(out)["pricing"]["total"] == pytest.approx(-50)  # the slide says 45: an erratum


@pytest.mark.parametrize(
    ("view", "informedness"), [("table", 0.2), ("inverse", 0.2), ("perverse", -0.2), ("dual", 0.197044)]
)
def test_views(capsys, view, informedness):
    out = run(capsys, "table", "30 30; 12 28", "--rows", "actual", "--view", view, "--format", "json")
    assert json.loads(out)["measures"]["informedness"]["value"] == pytest.approx(informedness, abs=1e-6)


def test_compare_two_columns(capsys):
    weather = ["examples/weather.csv", "--actual", "actual", "--predicted", "always=forecast", "--predicted", "radar"]
    data = json.loads(run(capsys, "compare", *weather, "--format", "json"))
    assert data["systems"] == ["always", "radar"]
    assert data["values"]["always"]["informedness"]["value"] == 0


def test_a_reversal_is_told_where_it_is_shown(capsys):
    noise = ["examples/weather.csv", "--actual", "actual", "--predicted", "always=forecast", "--predicted", "radar"]
    said = run(capsys, "compare", *noise)  # 365 days, of which 3 have rain
    assert "Reversal" not in said
    assert "more accurate" not in said
    shown = ["examples/llm.csv", "--actual", "actual", "--predicted", "model_a", "--predicted", "model_b"]
    asked = ["--measure", "accuracy", "--measure", "informedness"]
    told = " ".join(run(capsys, "compare", *shown, *asked).split())
    assert "'model_b' is more accurate (69.4% against 61%), because it says 'C'" in told


def test_check_exits_with_1_when_a_requirement_is_not_met(capsys):
    columns = ["examples/weather.csv", "--actual", "actual", "--predicted", "radar"]
    assert run(capsys, "check", *columns, "--require", "recall[rain] >= 0.6").startswith(
        "met: recall[rain] >= 0.6: 0.6667"
    )
    with pytest.raises(SystemExit) as stop:
        main(["check", *columns, "--require", "recall[rain] >= 0.7"])
    assert stop.value.code == 1
    out = capsys.readouterr().out
    assert "NOT MET: recall[rain] >= 0.7" in out
    assert (
        "Next: see what it gets wrong:\n  informed evaluate examples/weather.csv --actual actual --predicted radar"
        in out
    )


@pytest.fixture
def systems(tmp_path):
    """Two systems, the later right on 90 % of the items and the earlier on 70 %; one actual label is missing."""
    rows = [(label, label if place % 10 < 7 else other, label if place % 10 < 9 else other)
            for place, (label, other) in enumerate([("a", "b"), ("b", "a")] * 200)]  # fmt: skip
    path = tmp_path / "systems.csv"
    path.write_text("y,old,new\n" + "".join(f"{','.join(row)}\n" for row in rows) + ",a,a\n")
    return [str(path), "--actual", "y", "--missing", "drop", "--draws", "100"]


@pytest.mark.parametrize(
    ("order", "how", "code"),
    [
        (("old", "new"), ("--require", "better"), 0),
        (("new", "old"), ("--require", "better"), 1),
        (("old", "new"), ("--margin", "0.1", "--require", "not-worse"), 0),
        (("old", "new"), ("--margin", "0.1", "--require", "not-worse", "--require", "equivalent"), 1),
        (("new", "old"), ("--margin", "0.9", "--require", "equivalent"), 0),
    ],
)
def test_compare_is_a_gate(capsys, systems, order, how, code):
    named = [part for name in order for part in ("--predicted", name)]
    with pytest.raises(SystemExit) as stop:
        main(["compare", *systems, *named, *how])
    assert stop.value.code == code
    last = capsys.readouterr().out.splitlines()[-1]
    assert last.startswith("NOT MET: " if code else "met: ")


def test_a_gate_leaves_other_formats_whole(capsys, systems):
    named = ["--predicted", "old", "--predicted", "new", "--require", "better", "--format", "json"]
    with pytest.raises(SystemExit):
        main(["compare", *systems, *named])
    printed = capsys.readouterr()
    assert json.loads(printed.out)["kind"] == "comparison"
    assert printed.err.startswith("met: 'new' better than 'old'")


def test_what_is_required_is_read_before_any_file(capsys):
    assert "did you mean 'better'" in run(capsys, "compare", "no.csv", "--require", "beter", code=2)
    assert "needs --margin" in run(capsys, "compare", "no.csv", "--require", "not-worse", code=2)


def test_raters_by_the_order_of_their_labels(capsys, tmp_path):
    path = tmp_path / "grades.csv"
    path.write_text("ann,bob\nlow,low\nmiddle,high\nhigh,high\nlow,middle\n")
    raters = ["agree", str(path), "--rater", "ann", "--rater", "bob"]
    text = run(capsys, *raters, "--metric", "ordinal", "--labels", "low,middle,high")
    assert "reads the labels as ordered: low < middle < high" in text
    assert "at least two raters" in run(capsys, *raters[:4], code=2)
    assert "duplicate rater 'ann'" in run(capsys, *raters[:4], "--rater", "ann", code=2)


ROWS_LOST = "401 rows read, 400 counted, 1 missing"


def test_every_command_says_which_rows_it_left_out(capsys, systems, tmp_path):
    columns = systems[:-2]
    assert ROWS_LOST in run(capsys, "compare", *systems, "--predicted", "old", "--predicted", "new")
    assert ROWS_LOST in run(capsys, "evaluate", *columns, "--predicted", "new")
    with pytest.raises(SystemExit):
        main(["check", *columns, "--predicted", "new", "--require", "n >= 400"])
    assert ROWS_LOST in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["count", *columns, "--predicted", "new"])
    assert ROWS_LOST in capsys.readouterr().err
    path = tmp_path / "scores.csv"
    path.write_text("y,s\n" + "1,2\n0,1\n" * 200 + "1,\n")
    for more in ((), ("--held-out", str(path))):
        swept = ["sweep", str(path), "--actual", "y", "--scores", "s", "--positive", "1", "--missing", "drop", *more]
        assert ROWS_LOST in run(capsys, *swept)


def test_match_clusters_with_classes(capsys, tmp_path):
    path = tmp_path / "m.csv"
    path.write_text("class,c\n" + "a,1\n" * 9 + "b,2\n" * 9 + "a,2\n" + "b,1\n")
    data = json.loads(run(capsys, "match", str(path), "--actual", "class", "--predicted", "c", "--format", "json"))
    assert [(each["cluster"], each["label"]) for each in data["mapping"]] == [("1", "a"), ("2", "b")]
    assert data["value"]["value"] == pytest.approx(0.8)


def test_raters_with_a_missing_rating(capsys, tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("ann,bob,cid\nx,x,y\nx,x,x\ny,y,\ny,y,y\n")
    raters = ["--rater", "ann", "--rater", "bob", "--rater", "cid"]
    data = json.loads(run(capsys, "agree", str(path), *raters, "--format", "json"))
    assert data["measures"]["agreement"]["value"] == pytest.approx((1 / 3 + 1 + 1 + 1) / 4)


def test_multilabel_files(capsys, tmp_path):
    for name, rows in (("gold", [["a"], ["b"], ["a", "b"]]), ("said", [["a"], ["b"], ["a", "b"]])):
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    paths = [str(tmp_path / "gold.jsonl"), str(tmp_path / "said.jsonl")]
    data = json.loads(run(capsys, "multilabel", *paths, "--input", "json", "--format", "json"))
    assert data["measures"]["proficiency"]["value"] == pytest.approx(1)
    varied = json.loads(
        run(capsys, "multilabel", *paths, "--input", "json", "--stability", "halves", "--format", "json")
    )
    assert varied["measures"]["precision"] == {"value": 1, "mean": 1, "std": 0}


def test_sweep_of_a_file_with_costs(capsys, tmp_path):
    path = tmp_path / "s.csv"
    path.write_text("y,p\n1,.9\n1,.8\n0,.7\n1,.6\n0,.3\n0,.2\n")
    arguments = ["sweep", str(path), "--actual", "y", "--scores", "p", "--positive", "1", "--cost-fn", "5"]
    data = json.loads(run(capsys, *arguments, "--format", "json"))
    assert data["auc"]["value"] == pytest.approx(8 / 9)  # pairs in the right order, of 3 x 3
    assert "miss 5" in run(capsys, *arguments)


def test_thresholds_chosen_on_one_file_are_judged_on_another(capsys, tmp_path):
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    one.write_text("y,p\n1,.9\n1,.8\n0,.7\n0,.2\n")
    other.write_text("y,p\n1,.9\n1,.6\n0,.85\n0,.2\n")
    arguments = ["sweep", str(one), "--held-out", str(other), "--actual", "y", "--scores", "p", "--positive", "1"]
    best = json.loads(run(capsys, *arguments, "--format", "json"))["points"]["best"]
    assert best["chosen"]["table"] == [[2, 0], [0, 2]]  # at .8
    assert best["held_out"]["table"] == [[1, 1], [1, 1]]
    assert "tried on 4" in run(capsys, *arguments)


def test_other_readings_of_a_table(capsys):
    arguments = ["table", "30 12; 30 28", "--rows", "predicted", "--labels", "+,-", "--show"]
    lines = json.loads(run(capsys, *arguments, "regression", "--format", "json"))
    assert lines["predicted_on_actual"]["slope"]["value"] == pytest.approx(0.2)  # Powers 2007, Table 2, case 1
    assert "Miller-Madow" in run(capsys, *arguments, "corrections")
    assert "did you mean 'regression'" in run(capsys, *arguments, "regresion", code=2)


def test_requirements_are_printed_for_every_measure(capsys):
    import informed

    rows = run(capsys, "measures", "--requirements").strip().splitlines()
    assert len(rows) == len(informed.measures.find()) + 2  # with heading and rule
    assert next(row for row in rows if row.startswith("| proficiency")).count("strong") == 2


# --- how files are read ----------------------------------------------------------------------------------------------


ODD = "y|p|q|s|w|c\n" + "".join(
    f"{'né'[place % 2]}|{'né'[place % 3 % 2]}|{'né'[place % 5 % 2]}|{place % 7}|{1 + place % 2}|{place % 6}\n"
    for place in range(24)
)
COLUMNS = {  # and what is found in them
    "count": (("--actual", "y", "--predicted", "p"), "table"),
    "evaluate": (("--actual", "y", "--predicted", "p", "--cluster", "c", "--weights", "w"), "measures"),
    "compare": (
        ("--actual", "y", "--predicted", "p", "--predicted", "q", "--weights", "w", "--cluster", "c"),
        "differences",
    ),
    "sweep": (("--actual", "y", "--scores", "s", "--positive", "é", "--weights", "w"), "auc"),
    "agree": (("--rater", "p", "--rater", "q"), "measures"),
    "match": (("--actual", "y", "--predicted", "c"), "mapping"),
}


@pytest.mark.parametrize("command", COLUMNS)
def test_every_command_reads_files_the_same_way(capsys, tmp_path, command):
    clean, odd = tmp_path / "clean.csv", tmp_path / "odd.csv"
    clean.write_text(ODD.replace("|", ","), encoding="utf-8")
    odd.write_bytes((ODD + "one field\n").encode("latin-1"))
    columns, found = COLUMNS[command]
    columns += () if command == "count" else ("--format", "json")
    how = ("--encoding", "latin-1", "--separator", "|")
    read = json.loads(run(capsys, command, str(odd), *columns, *how, "--skip-bad-rows"))
    assert read[found] == json.loads(run(capsys, command, str(clean), *columns))[found]
    assert "line 26: expected 6 fields, found 1" in run(capsys, command, str(odd), *columns, *how, code=2)


def test_check_allows_for_clusters(capsys, tmp_path):
    path = tmp_path / "c.csv"
    path.write_text(
        "y,p,c\n" + "".join(f"{place % 2},{place % 2},{place // 4}\n" for place in range(40)) + "0,1,9\n1,0,9\n"
    )
    how = ["check", str(path), "--actual", "y", "--predicted", "p", "--require", "informedness.low >= 0"]
    assert run(capsys, *how, "--cluster", "c") != run(capsys, *how)


def test_groups_clusters_and_abstentions_go_together(capsys, tmp_path):
    import informed

    path = tmp_path / "c.csv"
    path.write_text(ODD.replace("|", ","))
    keys = ["--by", "q", "--cluster", "c", "--abstain", "é", "--format", "json"]
    found = json.loads(run(capsys, "evaluate", str(path), "--actual", "y", "--predicted", "p", *keys))
    read = informed.read(path, actual="y", predicted="p", by="q", cluster="c", abstain="é")
    assert found["groups"] == json.loads(informed.evaluate(read).report("json"))["groups"]


def test_compare_on_the_command_line_is_compare_of_columns(capsys, tmp_path):
    import informed

    path = tmp_path / "c.csv"
    path.write_text(ODD.replace("|", ","))
    columns = ["--actual", "y", "--predicted", "p", "--predicted", "q", "--weights", "w", "--weight-kind", "frequency"]
    found = json.loads(run(capsys, "compare", str(path), *columns, "--cluster", "c", "--format", "json"))
    how = {"actual": "y", "weights": "w", "weight_kind": "frequency", "cluster": "c"}
    assert found == json.loads(informed.compare(path, ["p", "q"], **how).report("json"))


def test_frequencies_of_a_sweep_are_items(capsys, tmp_path):
    path, often = tmp_path / "s.csv", tmp_path / "often.csv"
    rows = [("1", ".9", 2), ("0", ".7", 1), ("1", ".6", 3), ("0", ".2", 0), ("0", ".1", 2)]
    path.write_text("y,p,w\n" + "".join(f"{y},{p},{w}\n" for y, p, w in rows))
    often.write_text("y,p\n" + "".join(f"{y},{p}\n" * w for y, p, w in rows))
    how = ["--actual", "y", "--scores", "p", "--positive", "1", "--format", "json"]
    weighted = run(capsys, "sweep", str(path), *how, "--weights", "w", "--weight-kind", "frequency")
    assert json.loads(weighted) == json.loads(run(capsys, "sweep", str(often), *how))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare", "x.json", "--weights", "w"], "--weights cannot be used with saved counts"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_options_without_effect_are_refused(capsys, arguments, message):
    assert message in run(capsys, *arguments, code=2)


@pytest.mark.parametrize("style", ["csv", "markdown"])
@pytest.mark.parametrize(
    ("command", "column"),
    [
        (("bookmaker", "30 12; 30 28", "--rows", "predicted"), "edge"),
        (("deploy", "90 10; 5 95", "--rows", "actual", "--positive", "0", "--prevalence", "0.1"), "tested"),
        (("recover", "--recall", ".80", "--precision", ".70", "--prevalence", ".10", "--n", "1000"), "measure"),
        (("plan", "--informedness", "0.4", "--width", "0.2"), "width"),
        (("study", "bias", "--measure", "kappa", "--grid", "3"), "spread"),
    ],
)
def test_rows_leave_in_every_command(capsys, command, column, style):
    lines = run(capsys, *command, "--format", style).splitlines()
    assert any(column in line for line in lines)


@pytest.mark.parametrize("command", ["sweep", "compare", "deploy", "match", "agree", "multilabel", "plan", "bookmaker"])
def test_a_format_is_offered_where_the_result_has_it(capsys, command):
    (option,) = [each for each in command_named(command).params if each.name == "style"]
    assert list(option.parameter.kind.names) == ["text", "json", "csv", "markdown", "html", "metrics"]


def test_an_unknown_format_names_the_option(capsys):
    err = run(capsys, "table", "1 2; 3 4", "--rows", "actual", "--format", "cvs", code=2)
    assert "--format cvs is not one of" in err
    assert "did you mean 'csv'" in err
    err = run(capsys, "bookmaker", "1 2; 3 4", "--rows", "actual", "--format", "junit", code=2)
    assert "--format junit is not one of text, json, csv, markdown, html, metrics" in err


def test_numbers_for_trackers_leave_in_every_command(capsys):
    table = ("30 12; 10 28", "--rows", "actual")
    few = json.loads(run(capsys, "table", *table, "--format", "metrics"))
    assert set(few) == {f"{name}{end}" for name in ("informedness", "accuracy", "mcc", "proficiency")
                        for end in ("", "_low", "_high")}  # fmt: skip
    every = json.loads(run(capsys, "table", *table, "--format", "metrics", "--all"))
    assert few.items() < every.items()
    assert "edge" in json.loads(run(capsys, "bookmaker", *table, "--format", "metrics"))
    err = run(capsys, "plan", "--informedness", "0.4", "--width", "0.2", "--format", "metrics", code=2)
    assert "a result of kind 'plan' has no numbers for a tracker; take its JSON or CSV" in err


def test_plan(capsys):
    data = json.loads(run(capsys, "plan", "--prevalence", "0.2,0.3,0.5", "-n", "100", "--format", "json"))
    assert (data["n"], data["assumed"]["prevalence"]) == (100, [0.2, 0.3, 0.5])
    assert data["asked"] == "informedness"
    assert "say what --informedness is expected" in run(capsys, "plan", "--width", "0.1", code=2)


def test_recall_is_compared_for_the_label_that_is_named(capsys):
    weather = ["examples/weather.csv", "--actual", "actual", "--predicted", "always=forecast", "--predicted", "radar"]
    named = json.loads(run(capsys, "compare", *weather, "--measure", "recall[rain]", "--format", "json"))
    positive = json.loads(
        run(capsys, "compare", *weather, "--measure", "recall", "--positive", "rain", "--format", "json")
    )
    assert named["values"]["always"]["recall[rain]"]["value"] == 0  # it never says rain
    assert positive["values"] == named["values"]
    assert "write 'recall[rain]'" in run(capsys, "compare", *weather, "--measure", "recall", code=2)


def test_options_are_named_as_they_were_typed(capsys, tmp_path):
    err = run(capsys, "recover", "--recal", ".7", "--precision", ".8", "--n", "100", code=2)
    assert err.startswith("informed: --recal is not one of")
    assert "did you mean 'recall'?" in err
    logs = ("examples/epochs_large.jsonl", "examples/epochs_small.jsonl")
    err = run(capsys, "compare", *logs, "--by", "lenth", code=2)
    assert "--by: the log has no field 'lenth'" in err
    assert "Did you mean 'length'?" in err
    err = run(capsys, "compare", *logs, "--require", "not-worse", "--margin", "0.1", code=2)
    assert "--require not-worse: logs compared by their grades have no margin" in err
    err = run(capsys, "compare", *logs, "--require", "better", "-o", str(tmp_path / "out.json"), code=1)
    assert json.loads((tmp_path / "out.json").read_text())["kind"] == "grade_comparison"


def test_a_key_that_no_item_has_is_refused_with_those_there_are(capsys, tmp_path):
    rows = "".join(json.dumps({"id": place, "labels": ["a"], "site": "n"}) + "\n" for place in range(3))
    (tmp_path / "sets.jsonl").write_text(rows)
    files = (str(tmp_path / "sets.jsonl"),) * 2
    err = run(capsys, "multilabel", *files, "--input", "json", "--by", "sit", code=2)
    assert "column='sit' is not one of site; did you mean 'site'?" in err
    err = run(capsys, "multilabel", "examples/labels-gold.jsonl", "examples/labels-said.jsonl", "--input", "json",
              "--by", "sit", code=2)  # fmt: skip
    assert "no item has 'sit'; the items hold 'id' and 'labels' alone" in err


def test_a_refusal_names_the_option_that_was_typed(capsys, tmp_path):
    """A column of texts where scores belong, two swapped columns, and one wrong name given twice."""
    path = tmp_path / "r.csv"
    path.write_text("y,p,s\n" + "ill,well,0.25\nwell,ill,0.5\n" * 9)
    texts = run(capsys, "sweep", str(path), "--actual", "y", "--scores", "p", "--positive", "ill", code=2)
    assert "--scores p: " in texts
    assert "column 'p' holds texts such as 'well' (18 rows, the first in line 2); name a column of numbers" in texts
    swapped = run(capsys, "sweep", str(path), "--actual", "s", "--scores", "y", code=2)
    assert "looks like scores; are --actual and --scores swapped?" in swapped
    assert "--actual and --scores z: " in run(capsys, "sweep", str(path), "--actual", "z", "--scores", "z", code=2)


def test_deploy_reads_rows_and_tables_alike(capsys, tmp_path):
    """90 of 100 ill and 80 of 100 well are called right: the same counts, counted or typed."""
    rows = ["ill,ill"] * 90 + ["ill,well"] * 10 + ["well,ill"] * 20 + ["well,well"] * 80
    (tmp_path / "rows.csv").write_text("\n".join(["y,p", *rows]))
    asked = ("--positive", "ill", "--prevalence", "0.01", "--format", "json")
    read = run(capsys, "deploy", str(tmp_path / "rows.csv"), "--actual", "y", "--predicted", "p", *asked)
    typed = run(capsys, "deploy", "90 10; 20 80", "--rows", "actual", "--labels", "ill,well", *asked)
    assert json.loads(read)["measures"] == json.loads(typed)["measures"]
