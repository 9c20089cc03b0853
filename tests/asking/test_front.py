"""The front door takes the roles that a person would take, asks where nobody can know, and never takes a wrong one."""

import inspect
import json

import pytest
from tests.asking.files import FORTY, TEMPTING, lines, made, wanted

import informed
from informed.asking.front import LINES, MOST, looked
from informed.questions import QUESTIONS
from informed.readers.kinds import recognised

EVERY = [*lines(FORTY), *lines(TEMPTING)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("files")
    for name, columns, _ in EVERY:
        made(folder, name, columns)
    return folder


def asked(folder, name):
    chosen = looked([str(folder / name)]).chosen
    return None if chosen is None else (chosen.question, dict(chosen.arguments))


@pytest.mark.parametrize(("name", "said"), [(name, said) for name, _, said in EVERY])
def test_no_wrong_role_is_taken(folder, name, said):
    assert asked(folder, name) in (None, wanted(said))


@pytest.mark.parametrize("table", [FORTY, TEMPTING], ids=["forty", "tempting"])
def test_nine_of_ten_files_are_asked_what_a_person_would_ask(folder, table):
    found = lines(table)
    missed = [name for name, _, said in found if asked(folder, name) != wanted(said)]
    assert len(lines(FORTY)) >= 40
    assert len(missed) <= 0.1 * len(found), missed


@pytest.mark.parametrize("seed", range(2, 7))
def test_so_it_is_with_other_rows(tmp_path, seed):
    """The same files with other rows (five more seeds): roles do not hang on a draw."""
    missed = 0
    for name, columns, said in EVERY:
        made(tmp_path, name, columns, seed)
        assert asked(tmp_path, name) in (None, wanted(said)), name
        missed += asked(tmp_path, name) != wanted(said)
    assert missed <= 0.1 * len(EVERY)


@pytest.mark.parametrize("name", [name for name, *_ in EVERY])
def test_what_is_said_fits_a_screen(folder, name):
    seen = looked([str(folder / name)])
    assert len(seen.others) <= MOST
    if seen.chosen is None:
        assert seen.unclear
        assert all(each.question in QUESTIONS for each in seen.others)
    else:
        assert len(seen.heading.splitlines()) <= LINES
        assert seen.heading.splitlines()[-1].startswith("Asked: ")
        assert seen.chosen not in seen.others


def test_every_column_that_is_taken_says_why(folder):
    seen = looked([str(folder / "screening.csv")])
    assert "actual = outcome: text, 2 labels; its name says so" in seen.heading
    assert "predicted = test: text, 2 labels; its name says so, and its labels are those" in seen.heading
    assert "not used: patient_id, age, sex" in seen.heading


def test_many_columns_and_long_names_stay_within_the_lines():
    wide = {"actual_" + "x" * 60: [*"abc"] * 9, **{f"model_{each}_{'y' * 50}": [*"abc"] * 9 for each in range(30)}}
    seen = informed.look({**wide, "sample_weight": [1.5] * 27, **{f"feature_{each}": [1.5] * 27 for each in range(99)}})
    assert seen.chosen.question == "compare"
    assert len(seen.heading.splitlines()) <= LINES


# --- Python -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, columns, said in EVERY if name.endswith(".csv") and ":" in columns])
def test_a_frame_is_asked_what_its_file_is_asked(folder, name):
    pandas = pytest.importorskip("pandas")
    path = folder / name
    seen = looked([str(path)])
    if not seen.columns:
        return
    found = informed.look(pandas.read_csv(path))
    if seen.chosen is None:
        assert found.chosen is None
    else:
        assert (found.chosen.question, found.chosen.arguments) == (seen.chosen.question, seen.chosen.arguments)
        assert found.answer().verdict == looked([str(path)]).answer().verdict


@pytest.mark.parametrize("name", [name for name, *_ in EVERY])
def test_every_call_works_when_it_is_pasted(folder, name):
    seen = looked([str(folder / name)])
    for ask in filter(None, (seen.chosen, *seen.others)):
        if ask.called and "COLUMN" not in ask.call():
            result = eval(ask.call(), {"informed": informed})
            assert result.verdict is not None


def test_the_call_of_a_frame_names_it(folder):
    frame = {"gold": [*"abab"] * 9, "pred": [*"abbb"] * 9}
    seen = informed.look(frame)
    assert seen.chosen.call() == "informed.evaluate(frame, actual='gold', predicted='pred')"
    assert str(seen).endswith(seen.others[-1].call())
    for ask in (seen.chosen, *seen.others):
        assert eval(ask.call(), {"informed": informed, "frame": frame}).verdict is not None


def test_it_is_plain_data():
    seen = informed.look({"gold": [*"abab"] * 9, "pred": [*"abbb"] * 9})
    held = json.loads(json.dumps(seen.to_dict()))
    assert held["chosen"]["arguments"] == {"actual": "gold", "predicted": "pred"}
    assert {each["role"]: each["column"] for each in held["roles"]} == {"actual": "gold", "predicted": "pred"}
    assert all(each["why"] for each in held["roles"])
    assert "data" not in held


def test_where_nothing_is_chosen_an_answer_is_refused_with_what_to_choose_from():
    seen = informed.look({"ann": [*"abcb"] * 9, "bob": [*"abca"] * 9})
    with pytest.raises(informed.InputError, match=r"may be raters.*informed\.agree\(frame, raters=\['ann', 'bob'\]\)"):
        seen.answer()


def test_there_is_one_recogniser(folder):
    """What is shown of rows is what `recognised` has found."""
    for name, *_ in EVERY:
        seen = looked([str(folder / name)])
        if seen.columns:
            found = recognised(folder / name)
            assert (seen.columns, seen.roles) == (found.columns, found.roles)
    source = inspect.getsource(inspect.getmodule(looked))
    assert "roles_of" not in source
