"""Every combination of keys in every question on single-label items, each held to the same laws.

The table is QUESTIONS x COMBINATIONS: each subset of {by, cluster, stratum, weights, abstain, missing}. A law runs on
every cell it speaks of; its id names the cell, so that ``-k compare-by+weights`` selects one.
"""

import json
import math
from itertools import combinations

import numpy as np
import pytest

import informed
from informed.cli import main
from informed.core.errors import opened
from typed import in_the_shell

pytestmark = pytest.mark.combinations
KEYS = ("by", "cluster", "stratum", "weights", "abstain", "missing")
COMBINATIONS = [subset for size in range(len(KEYS) + 1) for subset in combinations(KEYS, size)]
LABELS = ("a", "b", "c")
MEASURES = ["informedness", "accuracy", "recall[b]"]
REQUIRED = ["informedness.low >= 0.2", "recall[b] >= 0.5", "n >= 30"]
FEW = 100  # draws: those of tests beside the laws
SIZE = 200
GROUP = ("south", 2025)  # one of four


def table():
    """Items of 4 groups (2 x 2) in clusters that lie across groups and within strata; some gaps, some silence."""
    rng = np.random.default_rng(11)
    labels = np.array([*LABELS, "-"], dtype=object)
    actual, cluster = rng.integers(0, 3, SIZE), rng.integers(0, 24, SIZE)
    data = {"actual": labels[actual]}
    for name, right in (("old", 0.4), ("new", 0.7)):
        data[name] = labels[np.where(rng.random(SIZE) < right, actual, rng.integers(0, 4, SIZE))]
    data |= {"site": rng.choice(["north", "south"], SIZE), "year": rng.choice([2024, 2025], SIZE)}
    data |= {"cluster": cluster, "stratum": cluster % 2, "weights": rng.integers(1, 5, SIZE)}
    for name in ("actual", "old", "new"):
        data[name] = np.where(rng.random(SIZE) < 0.03, None, data[name])
    return data


DATA = table()


def rows_for(keys, data=DATA):
    """The rows that a combination can be asked about: without its key no gaps, and no silence."""
    kept = np.ones(len(data["actual"]), bool)
    for name in ("actual", "old", "new"):
        kept &= ("missing" in keys) | (data[name] != None)  # noqa: E711
        kept &= ("abstain" in keys) | (data[name] != "-")
    return {name: each[kept] for name, each in data.items()}


def asked(keys, data):
    """The keyword arguments of a combination."""
    given = {"by": {"site": data["site"], "year": data["year"]}, "abstain": "-", "missing": "drop"}
    given |= {name: data[name] for name in ("cluster", "stratum", "weights")}
    return {"labels": LABELS, **{name: given[name] for name in keys}}


def evaluated(data, **how):
    return informed.evaluate(data["actual"], data["new"], measures=MEASURES, **how)


def compared(data, **how):
    said = {"old": data["old"], "new": data["new"]}
    return informed.compare(data["actual"], said, measures=MEASURES, adjust="none", draws=FEW, **how)


def booked(data, **how):
    return informed.bookmaker(data["actual"], data["new"], **how)


def checked(data, **how):
    return informed.check(data["actual"], data["new"], require=REQUIRED, **how)


def estimated(data, **how):
    return informed.items(data["actual"], data["new"], **how)


QUESTIONS = {
    "evaluate": evaluated,
    "compare": compared,
    "bookmaker": booked,
    "check": checked,
    "estimate": estimated,
}


def numbers(found, group=None):
    """All that was found as plain numbers by name: values, intervals, p; of the whole or of one group."""
    if isinstance(found, informed.Items):
        part = found.pooled() if group is None else found.apart()[group]
        return {name: ends(informed.estimate(part, name)) for name in MEASURES}
    if found.kind == "check":
        own = None if group is None else ", ".join(map(str, group))
        return {str(each.requirement): (each.reached, each.met) for each in found if each.group == own}
    part = found if group is None else next(each for each in found.groups if each.group == group)
    return {"evaluation": of_evaluation, "comparison": of_comparison, "book": of_book}[found.kind](part)


def ends(each):
    return tuple(math.nan if end is None else end for end in (each.value, each.chance, each.low, each.high))


def of_evaluation(found):
    told = {name: ends(found.measures[name]) for name in MEASURES}
    told |= {f"informedness of {label}": ends(found.per_label[label]["informedness"]) for label in LABELS}
    if found.abstention is not None:
        told |= {"coverage": ends(found.abstention.coverage)}
        for form in ("zero_stake", "discounted", "answers"):
            told |= {f"{form} {name}": ends(each) for name, each in getattr(found.abstention, form).items()}
    return told


def of_comparison(found):
    told = {(system, name): ends(each) for system, row in found.values.items() for name, each in row.items()}
    told |= {each.measure: (*ends(each.estimate), each.p) for each in found.differences}
    told |= {name: (each.abstained, *ends(each.share), *ends(each.answers)) for name, each in found.abstention.items()}
    right = found.flips[0]
    return told | {"flips": (*right.first_right.values(), *right.second_right.values())}


def of_book(found):
    told = {"edge": ends(found.edge), "informedness": ends(found.informedness), "won": (found.unit_stakes,)}
    return told | {bet.label: (*ends(bet.edge), bet.won, bet.prevalence, bet.bias) for bet in found.bets}


def same(one, other, part=slice(None)):
    """Equal to rounding, NaN where there is none in both; whatever stands beside is the same."""
    assert set(one) == set(other)
    for name, each in one.items():
        expected = [math.nan if end is None else end for end in other[name]][part]
        found = [math.nan if end is None else end for end in each][part]
        assert found == pytest.approx(expected, rel=1e-9, abs=1e-12, nan_ok=True), name


def cells(*needed, without=()):
    """The cells of the table whose combination has these keys and none of those."""
    return [
        pytest.param(question, keys, id=f"{question}-{'+'.join(keys) or 'plain'}")
        for question in QUESTIONS
        for keys in COMBINATIONS
        if {*needed} <= {*keys} and not {*without} & {*keys}
    ]


def test_the_table_has_every_combination():
    assert len(cells()) == len(QUESTIONS) * 2 ** len(KEYS)


@pytest.mark.parametrize(("question", "keys"), cells("by"))
def test_a_group_has_the_numbers_of_its_rows_alone(question, keys):
    """Intervals and p included, so they do not change when another group is added; and so has the whole."""
    data = rows_for(keys)
    found, alone = QUESTIONS[question](data, **asked(keys, data)), [key for key in keys if key != "by"]
    inside = (data["site"] == GROUP[0]) & (data["year"] == GROUP[1])
    own = {name: each[inside] for name, each in data.items()}
    same(numbers(found, GROUP), numbers(QUESTIONS[question](own, **asked(alone, own))))
    if question != "check":  # which has groups alone
        same(numbers(found), numbers(QUESTIONS[question](data, **asked(alone, data))))


@pytest.mark.parametrize("question", ["evaluate", "compare", "bookmaker", "check"])
def test_every_group_is_there(question):
    data = rows_for(("by",))
    found = QUESTIONS[question](data, **asked(("by",), data))
    groups = [each.group for each in (found if question == "check" else found.groups)]
    assert len(dict.fromkeys(groups)) == 4


@pytest.mark.parametrize(("question", "keys"), cells(without=("cluster", "weights")))
def test_weights_of_one_and_a_cluster_for_each_item_are_the_plain_design(question, keys):
    data = rows_for(keys)
    how, size = asked(keys, data), len(data["actual"])
    plain = QUESTIONS[question](data, **how)
    same_design = QUESTIONS[question](data, **how, weights=np.ones(size), cluster=np.arange(size))
    group = GROUP if "by" in keys else None
    same(numbers(same_design, group), numbers(plain, group))
    if question in ("evaluate", "compare", "bookmaker"):
        assert same_design.verdict == plain.verdict


@pytest.mark.parametrize(("question", "keys"), cells("weights"))
def test_frequency_weights_are_replicated_rows(question, keys):
    """A frequency says how often an item occurred: everything is as if the rows were written out.

    A sampling weight says how many items of the population an item stands for. Values are those of written out rows,
    but no item was seen twice: intervals are not. They do not depend on the unit of the weights.
    """
    data = rows_for(keys)
    how = asked(keys, data)
    often = QUESTIONS[question](data, **how, weight_kind="frequency")
    again = {name: np.repeat(each, data["weights"]) for name, each in data.items()}
    plain = [key for key in keys if key != "weights"]
    replicated = QUESTIONS[question](again, **asked(plain, again))
    group = GROUP if "by" in keys else None
    same(numbers(often, group), numbers(replicated, group))
    if question in ("check", "estimate"):
        return
    sampled = numbers(QUESTIONS[question](data, **how), group)
    if question == "compare":
        counted = {"flips", "old", "new"}  # items, whatever they weigh; and their shares
        same(
            {name: each for name, each in sampled.items() if name not in counted},
            {name: each for name, each in numbers(replicated, group).items() if name not in counted},
            slice(2),
        )
    else:
        same(sampled, numbers(replicated, group), slice(2))
    scaled = QUESTIONS[question](data, **{**how, "weights": 2.5 * data["weights"]})
    same(numbers(scaled, group), sampled)


@pytest.mark.parametrize(("question", "keys"), cells("abstain"))
def test_abstaining_never_equals_a_class(question, keys):
    """What silence is called changes nothing, and what is said of the answers is said of the answered rows alone."""
    data = rows_for(keys)
    found = QUESTIONS[question](data, **asked(keys, data))
    renamed = {**data, **{name: np.where(data[name] == "-", "zzz", data[name]) for name in ("old", "new")}}
    group = GROUP if "by" in keys else None
    same(
        numbers(found, group),
        numbers(QUESTIONS[question](renamed, **{**asked(keys, renamed), "abstain": "zzz"}), group),
    )
    if question in ("evaluate", "estimate", "check"):
        answered = {name: each[data["new"] != "-"] for name, each in data.items()}
        alone = [key for key in keys if key != "abstain"]
        of_answers = numbers(QUESTIONS[question](answered, **asked(alone, answered)), group)
        same({name: each for name, each in numbers(found, group).items() if name in of_answers}, of_answers)
    if question == "compare" and "weights" not in keys and group is None:
        judged = (data["actual"] != None) & (data["old"] != None) & (data["new"] != None)  # noqa: E711
        for name in ("old", "new"):
            right = (data[name] == data["actual"])[judged].mean()
            assert found.values[name]["accuracy"].value == pytest.approx(right)
            assert found.abstention[name].abstained == (data[name] == "-")[judged].sum()


def test_a_class_that_means_silence_as_a_prediction_is_never_right():
    actual, said = ["a", "b", "b", "a"] * 10, ["a", "b", "a", "b"] * 10
    evaluation = informed.evaluate(actual, said, abstain="b")
    assert evaluation.counts.table.tolist() == [[10, 0], [10, 0]]
    assert evaluation.counts.abstained.tolist() == [10, 10]
    found = informed.compare(actual, {"one": said, "two": ["a"] * 40}, abstain="b", measures=["accuracy"])
    assert found.values["one"]["accuracy"].value == 0.25


# --- the shell -------------------------------------------------------------------------------------------------------

SHELL = [("by",), ("weights", "abstain"), ("cluster", "missing"), ("stratum", "weights"), KEYS]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("combinations")


def written(folder, keys):
    """The rows of a combination in a file."""
    data, path = rows_for(keys), folder / f"{'-'.join(keys) or 'plain'}.csv"
    lines = zip(*(["" if each is None else str(each) for each in column] for column in data.values()), strict=True)
    path.write_text("\n".join(map(",".join, [tuple(data), *lines])) + "\n")
    return str(path)


NAMES = {"by": ["site", "year"], "cluster": "cluster", "stratum": "stratum", "weights": "weights"}
NAMES |= {"abstain": "-", "missing": "drop"}


def options(keys):
    """A combination as options of the shell and as arguments that name columns."""
    given = {key: NAMES[key] for key in keys}
    words = [(f"--{key}", each) for key, value in given.items() for each in (value if key == "by" else [value])]
    return [part for pair in words for part in pair] + ["--labels", "a,b,c"], {**given, "labels": LABELS}


@pytest.mark.parametrize(
    ("question", "keys"),
    [
        pytest.param(question, keys, id=f"{question}-{'+'.join(keys)}")
        for question in ("evaluate", "compare", "bookmaker", "check")
        for keys in SHELL
        if question != "evaluate" or "by" not in keys  # the JSON of many tables takes seconds
    ],
)
def test_the_shell_gives_what_python_gives(question, keys, folder, capsys):
    """Both in the words of the shell: what a note advises is an option there."""
    with opened(in_the_shell(question)):
        _same_in_both(question, keys, folder, capsys)


def _same_in_both(question, keys, folder, capsys):
    path, (words, given) = written(folder, keys), options(keys)
    if question == "compare":
        python = informed.compare(path, ["old", "new"], actual="actual", measures=MEASURES, draws=FEW, **given)
        more = ["--predicted", "old", "--predicted", "new", "--draws", str(FEW), "--format", "json"]
        more += [word for name in MEASURES for word in ("--measure", name)]
    else:
        call = (
            {"measures": MEASURES} if question == "evaluate" else {"require": REQUIRED} if question == "check" else {}
        )
        python = getattr(informed, question)(path, "new", actual="actual", **call, **given)
        more = ["--predicted", "new"]
        more += [word for each in REQUIRED for word in ("--require", each)] if question == "check" else []
        more += [word for name in MEASURES for word in ("--measure", name)] if question == "evaluate" else []
        more += ["--format", "json"] if question != "check" else []
    with pytest.raises(SystemExit) as left:
        main([question, path, "--actual", "actual", *more, *words])
    told = capsys.readouterr().out
    if question == "check":
        assert told.splitlines() == [str(each) for each in python]
        assert left.value.code == python.code
    else:
        assert left.value.code == 0
        assert json.loads(told) == json.loads(python.to_json())
