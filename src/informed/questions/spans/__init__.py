"""How well are spans of text marked, such as names?"""

from typing import Unpack

from informed.core.errors import Synonyms, asked
from informed.core.given import Data
from informed.questions.spans.compute import judged, shared
from informed.questions.spans.result import SpanAgreement, SpanEvaluation
from informed.readers.columns import given_as
from informed.readers.documents import read_documents

__all__ = ["SpanAgreement", "SpanEvaluation", "spans"]


@asked
def spans(
    data: Data | None = None,
    predicted: Data | None = None,
    *,
    actual: Data | None = None,
    input: str = "auto",
    question: str | None = None,
    cluster: str | None = None,
    encoding: str = "utf-8",
    level: float = 0.95,
    **synonyms: Unpack[Synonyms],
) -> SpanEvaluation | SpanAgreement:
    """Judge spans against the truth, or find how far people agree on them.

    Parameters
    ----------
    data
        The actual side: for every text its tags (BIO, BIOES, BILOU), or its spans ``(start, end, label)``. Or the path
        of a file with a token and its tags per line, of two such files, or of an export of Label Studio, Prodigy,
        doccano or Argilla.
    predicted, actual
        The predicted and the actual side. Of a file: the numbers of its columns of tags, counted from 1, by default
        the last two; of an export: the names of two raters. An export without a ground truth gives the agreement of
        its raters.
    input, question
        Of a file: "conll", or the export it is ("auto" tells it by its shape); and the question of the export.
    cluster
        What is drawn as a whole: "sentence", or "document" where -DOCSTART- lines mark documents (the default there).
    encoding
        The encoding of a file with tags.
    level
        The level of the intervals.

    Returns
    -------
    SpanEvaluation or SpanAgreement
        Counts and rates by four schemes and per label, the tables of tokens and of matched spans; or the agreement of
        every pair of raters.

    Raises
    ------
    InputError
        If the two sides differ in length, or a tag or file cannot be read.

    Examples
    --------
    >>> spans([["B-PER", "O"]], [["B-PER", "B-LOC"]]).schemes["strict"].counts["spurious"]
    1
    """
    data, actual = given_as(data, actual)
    texts = read_documents(
        data, predicted, actual=actual, kind=input, question=question, cluster=cluster, encoding=encoding
    )
    return shared(texts, level) if texts.actual is None else judged(texts, level)
