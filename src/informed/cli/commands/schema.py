"""``informed schema``: the JSON Schema of an answer, or of what is asked."""

import json

import click

from informed.asking.declared import FLAG, Given, Parameter, Question, question_named
from informed.core.errors import choice
from informed.questions import ASKS, others

QUESTION = Question(
    "schema",
    "Print the JSON Schema of the answer of a question, as --format json writes it; or of what it is asked.",
    (
        Parameter("question", "The question.", required=True, positional="one"),
        Parameter("request", "The schema of what can be said instead.", FLAG, usual=True),
    ),
    examples=("informed schema evaluate", "informed schema compare --request"),
    place="informed.cli.commands.schema",
    formats=None,
)


def answer(given: Given) -> None:
    """Print it."""
    from informed.asking.schema import answer_schema, request_schema

    question = question_named(choice("question", given["question"], (*ASKS, *others())))
    click.echo(json.dumps((request_schema if given["request"] else answer_schema)(question), indent=2))
