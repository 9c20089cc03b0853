"""``informed spans``: marked parts of texts, such as names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.options import answering, encoded, levelled
from informed.core.result import Result


@click.command("spans")
@click.argument("files", nargs=-1, required=True)
@click.option("--actual", help="The number of the column of actual tags; of an export: the rater who is right.")
@click.option("--predicted", help="The number of the column of predicted tags; of an export: the rater to judge.")
@click.option(
    "--input",
    "kind",
    default="auto",
    show_default=True,
    help="conll (a token and its tags per line), label-studio, prodigy, doccano or argilla; auto detects it.",
)
@click.option("--question", help="For an export with several questions: the one to use.")
@click.option("--cluster", help="What is sampled as a whole: sentence, or document (marked by -DOCSTART- lines).")
@encoded
@levelled
@answering
def command(files: tuple[str, ...], kind: str, **how: Any) -> Result:
    """Evaluate spans (NER): FILES with a token and its tags per line, or an export of an annotation tool.

    \b
    informed spans tagged.conll
    informed spans gold.conll system.conll
    informed spans marked.jsonl --actual names-ada --predicted names-bo
    informed spans marked.jsonl
    """
    from informed.questions.spans import spans

    return spans([Path(each) for each in files], input=kind, **how)
