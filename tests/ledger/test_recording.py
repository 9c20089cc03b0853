"""``--record`` on the questions, the gate against earlier runs, and ``informed ledger``."""

import json
import re
from pathlib import Path

import numpy as np
import pytest

import informed
from informed import InputError, Ledger
from informed.cli import COMMANDS, command_named, main
from informed.core.basis import LATER
from informed.ledger.items import ItemRows
from informed.questions import FORMERLY
from informed.questions.check import check
from informed.questions.check.compute import Against
from informed.questions.check.past import Past
from informed.questions.check.past import held as past_held
from informed.questions.leaderboard import leaderboard

RNG = np.random.default_rng(3)
ACTUAL = RNG.choice(["ill", "well"], 600)


def labelled(right):
    return np.where(RNG.random(len(ACTUAL)) < right, ACTUAL, RNG.choice(["ill", "well"], len(ACTUAL)))


COLUMNS = {"id": np.arange(600), "y": ACTUAL, "good": labelled(0.9), "again": labelled(0.9), "bad": labelled(0.3)}
COLUMNS |= {"path": np.char.add("case/", ACTUAL), "guess": np.char.add("case/", COLUMNS["good"])}
COLUMNS |= {"subject": np.arange(600) % 7, "site": np.arange(600) % 2}
COLUMNS["score"] = (ACTUAL == "ill") + RNG.random(600).round(2)
GRADES = {model: RNG.random(60) < right for model, right in {"small": 0.5, "large": 0.8}.items()}
READ = ["preds.csv", "--actual", "y", "--predicted"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A project with its own ledger, and the shell inside a folder below it."""
    (tmp_path / ".informed").mkdir()
    below = tmp_path / "below"
    below.mkdir()
    rows = zip(*COLUMNS.values(), strict=True)
    text = "\n".join([",".join(COLUMNS), *(",".join(map(str, row)) for row in rows)])
    (below / "preds.csv").write_text(text + "\n")
    for model, grades in GRADES.items():
        lines = [{"id": n % 20, "task": "t", "model": model, "grade": int(each)} for n, each in enumerate(grades)]
        (below / f"{model}.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    asked = [
        {"id": n, "task": "t", "model": model, "prompt": prompt, "grade": int(grades[n])}
        for model, grades in GRADES.items()
        for prompt in "pq"
        for n in range(20)
    ]
    (below / "prompts.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in asked))
    tokens = (f"w {a} {b}\n" for a, b in zip(COLUMNS["y"], COLUMNS["good"], strict=True))
    tags = (each.replace("ill", "B-ill").replace("well", "O") for each in tokens)
    (below / "tokens.conll").write_text("".join(f"{each}\n" if n % 9 == 8 else each for n, each in enumerate(tags)))
    monkeypatch.chdir(below)
    return tmp_path


@pytest.fixture
def run(capsys):
    """A command: its exit code and what it printed."""

    def typed(*words):
        with pytest.raises(SystemExit) as stopped:
            main([str(each) for each in words])
        told = capsys.readouterr()
        return stopped.value.code, told.out, told.err

    return typed


def held(folder):
    return Ledger(folder / ".informed" / "ledger.db")


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        (["evaluate", *READ, "good"], "counts"),
        (["evaluate", *READ, "good", "--show", "pairs"], "counts"),
        (["compare", *READ, "good", "--predicted", "bad", "--draws", "100"], "items"),
        (["sweep", "preds.csv", "--actual", "y", "--scores", "score", "--positive", "ill"], "scores"),
        (["agree", "preds.csv", "--rater", "good", "--rater", "again"], "ratings"),
        (["judge", "preds.csv", "--human", "y", "--judge", "good", "--drawn", "random"], "items"),
        (["table", "30 12; 30 28", "--rows", "predicted", "--labels", "+,-"], "counts"),
        (["multilabel", *READ, "good"], "label sets"),
        (["bookmaker", *READ, "good"], "counts"),
        (["match", *READ, "good"], "counts"),
    ],
    ids=lambda words: words[0] if isinstance(words, list) else "",
)
def test_a_question_records_what_it_rests_on_and_the_ledger_answers_again(folder, run, words, kind):
    code, answer, told = run(*words, "--record", "t", "--as", "s", "--tag", "site=north")
    assert code == 0, told
    (only,) = held(folder).runs("t", system="s", tags={"site": "north"})
    assert next(iter(held(folder).statistics(only).values())).kind == kind
    assert f"recorded run {only.id[:10]} of 't' as 's'" in told
    assert only.dataset == ("preds.csv" if "preds.csv" in words else "")
    if "--show" not in words:
        assert run("ledger", "--show", "last")[1] == recorded(answer)


PANEL = ["--rater", "good", "--rater", "again", "--rater", "bad"]
SWEPT = ["preds.csv", "--actual", "y", "--scores", "score", "--positive", "ill"]
TABLE = ["30 12; 30 28", "--rows", "predicted", "--labels", "+,-"]


def recorded(answer):
    """An answer as a ledger shows it: what to ask next needs the files, which a ledger does not have."""
    return re.sub(r"^Next: .*?(?=^More:|^informed:|\Z)", "", answer, flags=re.MULTILINE | re.DOTALL)


RECORDING = {
    "agree": (["preds.csv", "--rater", "y", "--rater", "good", "--rater", "bad"], "fleiss_kappa"),
    "bookmaker": ([*READ, "good"], "informedness"),
    "check": ([*READ, "good", "--require", "n > 1"], "informedness"),
    "compare": ([*READ, "good", "--predicted", "bad", "--draws", "100"], "informedness"),
    "conditions": ([*READ, "good", "--subject", "subject", "--condition", "site"], "informedness"),
    "compare, cues": ([*READ, "good", "--predicted", "bad", "--cues"], "informedness"),
    "compare, graded": (["small.jsonl", "large.jsonl"], "accuracy"),
    "compare, crossed": (["prompts.jsonl", "--by", "prompt"], "accuracy"),
    "consensus, export": ([str(Path(__file__).parents[2] / "examples" / "label-studio.json")], "informedness"),
    "consensus": (["preds.csv", "--item", "id", *PANEL], "informedness"),
    "deploy": ([*TABLE, "--positive", "+", "--prevalence", "0.01"], "informedness"),
    "evaluate": ([*READ, "good"], "informedness"),
    "hierarchy": (["preds.csv", "--actual", "path", "--predicted", "guess"], "credit"),
    "judge": (["preds.csv", "--human", "y", "--judge", "good", "--drawn", "random"], "informedness"),
    "match": ([*READ, "good"], "corrected"),
    "multilabel": ([*READ, "good"], "informedness"),
    "repeats": (["small.jsonl"], "mean"),
    "spans": (["tokens.conll"], "informedness"),
    "suite": (["small.jsonl", "large.jsonl"], "accuracy"),
    "sweep": (["preds.csv", "--actual", "y", "--scores", "score", "--positive", "ill"], "auc"),
    "sweep, several": ([*SWEPT, "--scores", "b=id"], "auc"),
    "sweep, held out": ([*SWEPT, "--held-out", "preds.csv"], "best_informedness"),
    "table": (TABLE, "informedness"),
    "taxonomy": ([*READ, "good"], "informedness_after"),
}


def test_every_command_that_records_is_held_to_the_law_below():
    assert {command for command in COMMANDS if "--record" in options(command)} == {
        each for each in RECORDING if "," not in each
    } - set(FORMERLY)


@pytest.mark.parametrize("command", RECORDING)
def test_whatever_records_is_listed_shown_given_again_and_followed(folder, run, command):
    """The law of --record: two nights, the earlier one recorded later, by their own leading number."""
    (words, leading), command = RECORDING[command], command.partition(",")[0]
    for time in ("2026-02-03", "2026-02-02T21:30-05:00", "2026-02-01 02:30"):
        code, answer, told = run(
            command, *words, "--all", "--record", "t", "--as", "s", "--system-version", time, "--time", time
        )
        assert code == 0, told
    every = held(folder).runs("t")
    assert [f"{each.time:%m-%d %H:%M}" for each in every] == ["02-01 02:30", "02-03 00:00", "02-03 02:30"]
    listed = run("ledger", "t")[1]
    assert all(each.id[:10] in listed for each in every)
    code, shown, told = run("ledger", "t", "--show", every[-1].id[:10], "--all")
    assert code == 0, told
    assert command == "check" or shown == recorded(answer)
    assert held(folder).reproduce(every[0]).signature == every[0].signature
    code, told, why = run("history", "t", "--format", "json")
    assert code == 0, why
    found = json.loads(told)
    assert found["measure"] == leading
    assert [each["time"][:10] for each in found["points"]][:: len(found["points"]) // 3] == [
        "2026-02-01",
        "2026-02-03",
        "2026-02-03",
    ]
    for measure in held(folder).measures("t"):  # any number that was recorded can be followed
        assert run("history", "t", "--measure", measure)[0] == 0


def test_history_says_which_numbers_runs_without_counts_have(folder, run):
    run("agree", "preds.csv", "--rater", "y", "--rater", "good", "--record", "t", "--as", "s")
    _, _, told = run("history", "t", "--measure", "informedness")
    assert "holds ratings, not counts of actual and predicted labels" in told
    assert "fleiss_kappa" in told
    assert "ledger.statistics" not in told
    assert "did you mean 'fleiss_kappa'" in run("history", "t", "--measure", "fleis_kappa")[2]


def test_a_number_recorded_at_another_level_keeps_its_interval(folder, run):
    words = ["agree", "preds.csv", "--rater", "y", "--rater", "good", "--record", "t", "--as", "s", "--level", "0.9"]
    assert run(*words)[0] == 0
    assert "(90% CI)" in run("history", "t")[1]


def options(command):
    return {name for each in command_named(command).params for name in each.opts}


def test_every_question_about_two_columns_of_labels_can_be_recorded():
    """But for `count`, which saves counts itself, `plan`, which answers nothing of them, and `watch` of every look."""
    asked = {command for command in COMMANDS if options(command) >= {"--actual", "--predicted"}}
    assert {command for command in asked if "--record" not in options(command)} == {"count", "plan", "watch"}


def test_the_same_command_again_is_counted_once(folder, run):
    for _ in range(2):
        _, _, told = run("evaluate", *READ, "good", "--record", "t", "--as", "s")
    assert "recorded 2 times, counted once" in told
    assert held(folder).pooled("t", system="s").n == 600


def test_kept_items_pair_two_runs_as_compare_does(folder, run):
    for system in ("good", "bad"):
        run("evaluate", *READ, system, "--record", "t", "--as", system, "--keep-items", "id", "--hash-ids")
    ledger = held(folder)
    assert ledger.paired(*ledger.runs("t")) == informed.items(ACTUAL, {each: COLUMNS[each] for each in ("good", "bad")})


@pytest.mark.parametrize("first", [[], ["--hash-ids"]])
@pytest.mark.parametrize("then", [[], ["--hash-ids"]])
def test_a_gate_is_paired_whether_ids_are_kept_as_hashes_or_not(folder, run, first, then):
    """The outcome is that with plain ids: a hash names the same item."""
    gate = ["--require", "not worse than last", "--margin", "0.1", "--keep-items", "id", "--record", "t"]
    run("check", *READ, "good", "--as", "v1", *gate, *first)
    _, answer, _ = run("check", *READ, "bad", "--as", "v2", *gate, *then)
    run("check", *READ, "good", "--as", "v1", *gate, "--ledger", "plain.db")
    assert answer == run("check", *READ, "bad", "--as", "v2", *gate, "--ledger", "plain.db")[1]
    assert "independent" not in answer
    assert [each.paired for each in leaderboard(held(folder), "t").standings] == [False, True]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--as", "s"], "--as is for recording; give --record TASK too"),
        (["--record", "t"], "missing --as SYSTEM"),
        (["--record", "t", "--as", "s", "--hash-ids"], "--hash-ids needs --keep-items COLUMN"),
        (["--record", "t", "--as", "s", "--tag", "x"], "tag 'x' has no value"),
        (["--record", "t", "--as", "s", "--keep-items", "ib"], "no column 'ib'"),
        (["--record", "t", "--as", "s", "--keep-items", "good"], "occurs more than once"),
        (["--record", " ", "--as", "s"], "--record ' ' must be a text"),
        (["--record", "t", "--as", "s", "--time", "tonight"], "--time tonight is not a time; write it like 2026-11-01"),
        (["--time", "2026-11-01"], "--time is for recording; give --record TASK too"),
        (["--record", "t", "--as", "s", "--ledger", "mysql://u:secret@h/d"], "ledger mysql://h/d: the address"),
        (["--record", "t", "--as", "s", "--ledger", "preds.csv"], "not an SQLite file"),
    ],
    ids=lambda each: " ".join(each[-2:]) if isinstance(each, list) else "",
)
def test_a_mistake_in_an_option_is_named(folder, run, words, said):
    code, _, told = run("evaluate", *READ, "good", *words)
    assert code == 2
    assert said in told
    assert "secret" not in told


def test_a_gate_compares_with_the_last_run_that_passed(folder, run):
    gate = ["--record", "t", "--require", "not worse than last", "--margin", "0.15"]
    code, told, _ = run("check", *READ, "good", "--as", "v1", *gate)
    assert (code, "nothing to compare with" in told) == (0, True)
    code, told, _ = run("check", *READ, "bad", "--as", "v2", *gate)
    assert (code, told.startswith("NOT MET: 'v2' not worse than 'v1' by more than 0.15")) == (1, True)
    code, told, _ = run("check", *READ, "again", "--as", "v3", *gate)
    assert (code, "than 'v1' by" in told) == (0, True)
    assert [each.passed for each in held(folder).runs("t")] == [True, False, True]


def test_an_undecided_run_is_the_last_one(folder, run):
    """Else the last would be one that was met by luck, beside which nights like all others fail."""
    gate = ["--record", "t", "--require", "not worse than last", "--margin", "0.01"]
    run("check", *READ, "good", "--as", "v1", *gate)
    code, told, _ = run("check", *READ, "again", "--as", "v2", *gate, "--undecided", "fail")
    assert (code, told.startswith("UNDECIDED")) == (1, True)
    assert "than 'v2' by" in run("check", *READ, "good", "--as", "v3", *gate)[1]
    assert [each.passed for each in held(folder).runs("t")] == [True, None, None]


@pytest.mark.parametrize(("whom", "met"), [("v1", False), ("best", False), ("last", True), ("v2", True)])
def test_a_gate_names_whom_it_compares_with(ledger, whom, met):
    ledger.record(informed.evaluate(ACTUAL, COLUMNS["good"]), task="t", system="v1")
    ledger.record(informed.evaluate(ACTUAL, COLUMNS["bad"]), task="t", system="v2")
    found = informed.evaluate(ACTUAL, labelled(0.6))
    assert check(found, require=f"better than {whom}", ledger=ledger, task="t").met == met


def test_a_run_is_never_compared_with_itself(ledger):
    found = informed.evaluate(ACTUAL, COLUMNS["good"])
    ledger.record(found, task="t", system="v1")
    (outcome,) = check(found, require="better than last", ledger=ledger, task="t")
    assert outcome.met
    assert outcome.reached is None


def test_another_system_with_the_same_answers_is_compared(folder, run):
    run("evaluate", *READ, "good", "--record", "t", "--as", "v1")
    code, told, _ = run("check", *READ, "good", "--record", "t", "--as", "v2", "--require", "better than v1")
    assert (code, "'v2' better than 'v1'" in told) == (1, True)


def test_the_gate_is_the_comparison_of_both_tables(ledger):
    """Without items the runs are independent samples: the p is that of `informed.compare`."""
    old, new = informed.count(ACTUAL, COLUMNS["good"]), informed.count(ACTUAL, COLUMNS["again"])
    ledger.record(informed.evaluate(old), task="t", system="v1")
    (outcome,) = check(informed.evaluate(new), require="not worse than last", ledger=ledger, task="t", margin=0.1)
    (same,) = check(informed.compare({"old": old, "new": new}, margin=0.1), require="not worse")
    assert (outcome.reached, outcome.met) == (same.reached, same.met)


def test_requirements_about_the_past_are_refused_in_words(ledger):
    found = informed.evaluate(ACTUAL, COLUMNS["good"])
    with pytest.raises(InputError, match="needs ledger= and task="):
        check(found, require="better than last")
    ledger.record(found, task="t", system="v1")
    other = informed.evaluate(ACTUAL, COLUMNS["bad"])
    with pytest.raises(InputError, match="'v7' is not one of last, best, v1"):
        check(other, require="better than v7", ledger=ledger, task="t")
    with pytest.raises(InputError, match="needs margin="):
        check(other, require="not worse than last", ledger=ledger, task="t")
    clustered = informed.evaluate(ACTUAL, COLUMNS["bad"], cluster=COLUMNS["id"] // 3)
    with pytest.raises(InputError, match=r"needs independent items.* compare both systems on the same rows") as refused:
        check(clustered, require="better than last", ledger=ledger, task="t")
    assert "leave out" not in str(refused.value)  # that would drop the correction
    ledger.record(clustered, task="t", system="v2")
    with pytest.raises(InputError, match="of 'v2' was recorded with clusters; this question needs independent items"):
        check(other, require="better than last", ledger=ledger, task="t")


def test_a_gate_on_weighted_items_is_the_comparison_of_the_weighted_tables(ledger):
    """Item rows hold no weights, so they do not pair weighted runs."""
    weights = 1 + COLUMNS["id"] % 3
    old, new = (informed.count(ACTUAL, COLUMNS[name], weights=weights) for name in ("good", "again"))
    rows = [(COLUMNS["id"].tolist(), ACTUAL, COLUMNS[name]) for name in ("good", "again")]
    ledger.record(informed.evaluate(old), task="t", system="v1", items=rows[0])
    past = Past(ledger, "t", margin=0.1, system="v2", items=ItemRows.of(*rows[1][:2], {"v2": rows[1][2]}))
    (outcome,) = past_held(informed.evaluate(new), [Against("not worse", "last")], past)
    (same,) = check(informed.compare({"old": old, "new": new}, margin=0.1), require="not worse")
    assert (outcome.reached, outcome.met) == (same.reached, same.met)


def test_check_and_leaderboard_do_not_pair_other_items_with_the_same_ids(ledger):
    """The law of both: ids whose actual labels contradict give the p of independent samples, and the reason."""
    old, new = informed.count(ACTUAL, COLUMNS["good"]), informed.count(ACTUAL[::-1], COLUMNS["again"])
    ids = COLUMNS["id"].tolist()
    ledger.record(informed.evaluate(old), task="t", system="v1", items=(ids, ACTUAL, COLUMNS["good"]))
    rows = ItemRows.of(ids, ACTUAL[::-1], {"v2": COLUMNS["again"]})
    past = Past(ledger, "t", system="v2", items=rows)
    (outcome,) = past_held(informed.evaluate(new), [Against("better", "last")], past)
    (same,) = check(informed.compare({"old": old, "new": new}), require="better")
    assert (outcome.reached, outcome.met) == (same.reached, same.met)
    assert "independent samples" in str(outcome)
    why = ledger.paired(
        ledger.runs("t")[0],
        ledger.record(informed.evaluate(new), task="t", system="v2", items=(ids, ACTUAL[::-1], COLUMNS["again"])),
    )
    assert why.endswith("have another actual label")
    assert why in str(outcome)
    assert informed.more.leaderboard(ledger, "t").standings[1].apart == why


def test_informed_ledger_says_where_it_lies_and_what_it_holds(folder, run):
    assert "Nothing is recorded yet" in run("ledger")[1]
    assert run("ledger", "t")[0] == 2
    assert not (folder / ".informed" / "ledger.db").exists()
    run("evaluate", *READ, "good", "--record", "t", "--as", "s")
    told = run("ledger")[1]
    assert str(folder / ".informed" / "ledger.db") in told
    assert "the nearest folder .informed holds it" in told
    assert "preds.csv" in run("ledger", "t")[1]
    assert run("ledger", "t", "-o", "list.html")[2].startswith(
        "informed: --format and -o go with --show RUN or --export"
    )


def test_exported_runs_are_imported_exactly_and_once(folder, run, url):
    run("compare", *READ, "good", "--predicted", "bad", "--record", "t", "--keep-items", "id")
    run("check", *READ, "good", "--record", "t", "--as", "s", "--require", "n > 1")
    assert run("ledger", "--export", "-o", "runs.jsonl")[0] == 0
    for new in (2, 0):
        assert f"2 runs read, {new} of them new" in run("ledger", "--import", "runs.jsonl", "--ledger", url)[1]
    with Ledger(url) as other, held(folder) as first:
        assert list(other.export()) == list(first.export())
        assert other.estimates() == first.estimates()
        assert list(other.runs()) == list(first.runs())


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda line: line.replace('"t"', '"u"', 1), "was changed after it was exported"),
        (lambda line: line[:40], "not valid JSON"),
        (lambda line: "[]", "not a run of a ledger"),
        (lambda line: json.dumps({"informed_ledger": 1}), "damaged"),
        (lambda line: line.replace('"kind":"counts"', '"kind":"what"'), "damaged"),
    ],
)
def test_a_damaged_line_is_refused(ledger, damage, said):
    ledger.record(informed.evaluate(ACTUAL, COLUMNS["good"]), task="t", system="s")
    (line,) = ledger.export()
    with pytest.raises(InputError, match=f"lines, line 1: .*{said}"):
        ledger.load([damage(line)])


def test_arguments_of_later_versions_leave_ids_as_they_were():
    """What was not said is not recorded: the same run has one id in every version."""
    for found in (informed.evaluate(["a", "b"], ["a", "b"]), informed.sweep([0, 1, 0, 1], [0.1, 0.4, 0.3, 0.9])):
        assert not set(LATER) & set(found.basis.arguments)
    assert informed.evaluate(["a", "b"], ["a", "b"], words="general").basis.arguments["words"] == "general"
