"""``spans``: marked parts of texts."""

from collections.abc import Iterable
from pathlib import Path

from informed.asking.declared import Choice, Given, Parameter, Question
from informed.asking.vocabulary import ACTUAL, CLUSTER, ENCODING, FILES, LEVEL, PREDICTED
from informed.asking.vocabulary import QUESTION as ASKED_FOR
from informed.core.result import Result


def _kinds() -> Iterable[str]:
    from informed.readers.annotations import KINDS

    return "auto", "conll", *KINDS


QUESTION = Question(
    "spans",
    "Evaluate spans (NER): FILES with a token and its tags per line, or an export of an annotation tool.",
    (
        FILES,
        ACTUAL.but(help="The number of the column of actual tags; of an export: the rater who is right."),
        PREDICTED.but(help="The number of the column of predicted tags; of an export: the rater to judge."),
        Parameter(
            "kind",
            "The kind of file: conll has a token and its tags per line; auto detects it.",
            Choice(_kinds),
            "files",
            default="auto",
            option="input",
        ),
        ASKED_FOR,
        CLUSTER.but(help="What is sampled as a whole.", kind=Choice(lambda: ("sentence", "document"))),
        ENCODING,
        LEVEL,
    ),
    examples=(
        "informed spans tagged.conll",
        "informed spans gold.conll system.conll",
        "informed spans marked.jsonl --actual names-ada --predicted names-bo",
        "informed spans marked.jsonl",
    ),
    records=("counts",),
    tab="actual predicted | cluster encoding",
)


def answer(given: Given) -> Result:
    """The evaluation of the spans."""
    from informed.questions.spans import spans

    how = {name: given[name] for name in ("actual", "predicted", "question", "cluster", "encoding", "level")}
    return spans([Path(each) for each in given["files"]], input=given["kind"], **how)
