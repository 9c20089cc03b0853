"""A wrong name or choice is one sentence with the nearest right one, in every door, for every question."""

import inspect
import re
from pathlib import Path

import pytest

import informed
from informed import InputError
from informed.asking.declared import Choice, question_named
from informed.core.errors import NEAR
from informed.questions import ASKS, QUESTIONS
from informed.web.tabs import ABOUT_FILES, ABOUT_RUNS, PLAN, SPANS, Subject

EXAMPLES = Path(__file__).parents[2] / "examples"
LABELS, SAID = ["a", "b"] * 12, ["a", "b", "b"] * 8
COUNTS = informed.Counts([[8, 2], [3, 7]], labels=["a", "b"])
SETS = [["x"], ["y"]] * 6
RATED = {"ann": LABELS, "bob": SAID, "cid": LABELS}
CALLS = {  # of every question whose arguments have closed choices: what else it needs
    "agree": ((RATED,), {}),
    "bookmaker": ((LABELS, SAID), {}),
    "check": ((LABELS, SAID), {"require": "n >= 1"}),
    "compare": ((LABELS, {"one": SAID, "two": LABELS}), {}),
    "conditions": ((LABELS, SAID), {"subject": ["s", "t"] * 12, "condition": ["x"] * 12 + ["y"] * 12}),
    "consensus": ((RATED,), {}),
    "deploy": ((LABELS, SAID), {"prevalence": 0.1}),
    "evaluate": ((LABELS, SAID), {}),
    "hierarchy": ((["a/x", "a/y"] * 9, ["a/x"] * 18), {}),
    "judge": ((COUNTS,), {"pool": {"a": 120, "b": 80}}),
    "match": ((LABELS, SAID), {}),
    "multilabel": ((SETS, SETS), {}),
    "suite": (([EXAMPLES / "epochs_small.jsonl", EXAMPLES / "epochs_large.jsonl"],), {}),
    "sweep": (([1, 0] * 12, [each / 24 for each in range(24)]), {}),
    "taxonomy": ((LABELS, SAID), {}),
}
TABS = {tab.question.name: tab for tab in (PLAN, SPANS, *ABOUT_RUNS, *ABOUT_FILES)}


def function(name):
    return getattr(informed, name) if name in informed._PLACES else getattr(informed.more, name)


PUBLIC = [*(name for name in informed._PLACES if name.islower() and name != "find"), *informed.more.__all__]


@pytest.mark.parametrize("name", PUBLIC)
def test_an_argument_that_is_misspelled_is_named_with_the_right_one(name):
    own = [
        each.name for each in inspect.signature(function(name)).parameters.values() if each.kind is each.KEYWORD_ONLY
    ]
    for right in [each for each in own if len(each) > 3]:
        wrong = f"{right[:-1]}x{right[-1]}"
        with pytest.raises(InputError) as refused:
            function(name)(**{wrong: 1})
        assert str(refused.value) == f"{name}() has no argument {wrong}=; did you mean {right}=?"


@pytest.mark.parametrize("name", ["recover", "recover_labels"])
def test_no_measure_is_taken_for_a_misspelled_argument(name):
    """These two take the values of measures by their names."""
    from difflib import get_close_matches

    from informed.core.registry import catalogue, names_of

    own = [each.name for each in inspect.signature(function(name)).parameters.values() if each.kind != each.VAR_KEYWORD]
    named = {each for measure in catalogue() for each in names_of(measure) if each.isidentifier()}
    assert not [each for each in named if get_close_matches(each, own, n=1, cutoff=NEAR)]


@pytest.mark.parametrize("name", [name for name in PUBLIC if name in QUESTIONS])
def test_what_is_needed_is_named(name):
    needed = [each.name for each in inspect.signature(function(name)).parameters.values() if each.default is each.empty]
    if needed and needed[0] not in ("more", "synonyms"):
        with pytest.raises(InputError, match=re.escape(f"{name}() needs {needed[0]}=")):
            function(name)()


@pytest.mark.parametrize("name", ASKS)
def test_a_choice_that_is_misspelled_is_named_with_the_right_one(name):
    question = question_named(name)
    own = inspect.signature(function(name)).parameters
    for each in question.parameters:
        if not isinstance(each.kind, Choice) or each.name not in own:
            continue
        right = each.kind.names[-1]
        arguments, named = CALLS.get(name, ((), {}))
        with pytest.raises(InputError) as refused:
            function(name)(*arguments, **{**named, each.name: f"{right}x"})
        listed = re.fullmatch(
            rf"{each.name}='{right}x' is not one of (.*); did you mean '{right}'\?", str(refused.value)
        )
        assert listed, refused.value
        assert {*listed[1].split(", ")} == {*each.kind.names}


@pytest.mark.parametrize("name", TABS)
def test_a_page_refuses_a_wrong_choice_and_two_values_of_one_field(name):
    tab = TABS[name]
    for field in tab.every:
        parameter = next(each for each in tab.question.parameters if each.written == f"--{field.name}")
        if parameter.repeats or field.kind == "flag":
            continue
        with pytest.raises(
            InputError, match=rf"'{re.escape(field.said)}' is given 2 times and takes one value; give it once"
        ):
            tab.ask({field.name: ["1", "2"]}, Subject(("nowhere.csv",)))
        if field.choices:
            with pytest.raises(InputError, match=rf"'{re.escape(field.said)}' .*x is not one of {field.choices[0]}, "):
                tab.ask({field.name: [f"{field.choices[-1]}x"]}, Subject(("nowhere.csv",)))


def test_methods_of_an_answer_name_the_right_argument():
    found = informed.evaluate(COUNTS)
    for method, wrong, right in (("report", "evry", "every"), ("save", "titel", "title"), ("metrics", "evry", "every")):
        with pytest.raises(InputError, match=rf"{method}\(\) has no argument {wrong}=; did you mean {right}=\?"):
            getattr(found, method)("x.html" if method == "save" else "text", **{wrong: True})
