"""JSON Schemas are derived from declarations and types: every answer fits, and what they refuse is refused."""

import json

import jsonschema
import pytest
from test_help_examples import examples, folder, typed  # noqa: F401

from informed import InputError
from informed.asking.declared import Choice, Flag, Number, question_named
from informed.asking.schema import answer_schema, request_schema
from informed.cli import main
from informed.questions import ASKS

DRAFT = jsonschema.Draft202012Validator
ANSWERING = [line for line in examples() if line.split()[1] in ASKS and not {"-o", "--format"} & {*line.split()}]


def printed(words, capsys):
    with pytest.raises(SystemExit) as stop:
        main(words)
    told = capsys.readouterr()
    assert stop.value.code in (0, None), told.err
    return json.loads(told.out)


@pytest.mark.parametrize("line", ANSWERING)
def test_what_a_command_answers_fits_its_schema(line, folder, capsys):  # noqa: F811
    words = list(typed(line, folder))
    schema = answer_schema(question_named(words[0]))
    jsonschema.validate(printed([*words, "--format", "json"], capsys), schema, DRAFT)


@pytest.mark.parametrize("name", ASKS)
def test_a_command_prints_both_schemas(name, capsys):
    for words, schema in (([], answer_schema), (["--request"], request_schema)):
        found = printed(["schema", name, *words], capsys)
        DRAFT.check_schema(found)
        assert found == schema(question_named(name))


def test_every_question_has_an_example_that_answers():
    assert {line.split()[1] for line in ANSWERING} == {*ASKS}


@pytest.mark.parametrize("name", ASKS)
def test_a_request_fits_where_the_declaration_reads_it(name):
    """Usual values and examples fit; what a kind refuses does not."""
    question, schema = question_named(name), request_schema(question_named(name))
    for each in question.parameters:
        own = schema["properties"].get(each.name)
        if own is None:
            assert each.door == "shell" or each.positional == "rest"
            continue
        checked = DRAFT(own.get("items", own) if each.repeats else own)
        if isinstance(each.default, (str, int, float)):
            assert DRAFT(own).is_valid(own["default"])
        if isinstance(each.kind, Choice):
            assert all(map(checked.is_valid, each.kind.names))
            assert not checked.is_valid("no such name")
        elif isinstance(each.kind, Flag):
            assert checked.is_valid(True)
        elif isinstance(each.kind, Number):
            assert checked.is_valid(each.read(each.kind.example))
            for wrong in ("five", each.kind.least - 1, each.kind.above - 1, each.kind.most + 1):
                with pytest.raises(InputError):
                    each.read(wrong)
                assert not checked.is_valid(wrong) or abs(float(wrong)) >= 2**53
    needed = {each.name for each in question.parameters if each.required and not each.unless}
    assert set(schema["required"]) == needed
    assert not DRAFT(schema).is_valid({"no_such_parameter": 1})


def test_a_wrong_answer_does_not_fit():
    schema = answer_schema(question_named("deploy"))
    assert not DRAFT(schema).is_valid({"informed": "1", "kind": "evaluation", "signature": "", "verdict": []})
