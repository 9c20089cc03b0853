"""Search runs and relevance judgements, in the files of TREC: what was returned at which rank, and what is relevant."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from informed.core.errors import InputError, arg, choice, whole
from informed.core.items import Items
from informed.core.scores import Scores
from informed.readers.columns import Scored
from informed.readers.counting import items
from informed.readers.distinct import distinct

RELEVANT, OTHER = "relevant", "other"
APART, IRRELEVANT = "apart", "irrelevant"
BY_R = "R"  # cut at the number of relevant documents of the topic
SCORE, RANK = "score", "rank"
NOT_RETURNED = float("-inf")


class Returned(NamedTuple):
    """A document of a run: its rank, counted from 1, and its score."""

    rank: int
    score: float


class Search(NamedTuple):
    """Runs and judgements by topic: every document that was judged or returned."""

    returned: dict[str, dict[str, Returned]]
    judged: dict[str, dict[str, bool]]
    notes: tuple[str, ...]

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        """Topic and document of every one of them, for the topics that have judgements."""
        for topic, judged in self.judged.items():
            yield from ((topic, each) for each in dict.fromkeys([*judged, *self.returned.get(topic, {})]))

    def within(self, topic: str, document: str, cutoff: int | str | None) -> bool:
        """Whether a document was returned among the first ``cutoff``."""
        found = self.returned.get(topic, {}).get(document)
        last = sum(self.judged[topic].values()) if cutoff == BY_R else cutoff
        return found is not None and (last is None or found.rank <= int(last))


def read_search(run: str | Path, qrels: str | Path, *, relevant: int = 1) -> Search:
    """A run and the judgements of its documents; a document is relevant from the grade ``relevant`` on.

    Documents are ranked by score, and equal scores by name in falling order, as trec_eval does.
    """
    whole("relevant", relevant, 1)
    judged: dict[str, dict[str, bool]] = {}
    for where, (topic, _, document, grade) in _fields(Path(qrels), 4, "topic, iteration, document, grade"):
        if document in judged.setdefault(topic, {}):
            raise InputError(f"{where}: document {document!r} of topic {topic!r} is judged twice")
        judged[topic][document] = _number(grade, where, "grade") >= relevant
    scores: dict[str, dict[str, float]] = {}
    for where, (topic, _, document, _, score, _) in _fields(Path(run), 6, "topic, Q0, document, rank, score, tag"):
        if document in scores.setdefault(topic, {}):
            raise InputError(f"{where}: document {document!r} of topic {topic!r} is returned twice")
        scores[topic][document] = _number(score, where, "score")
    returned = {topic: _ranked(found) for topic, found in scores.items()}
    both = [topic for topic in judged if topic in returned]
    if not both:
        raise InputError(f"{run} and {qrels} have no topic in common")
    strange = [topic for topic in returned if topic not in judged]
    notes = [f"{len(strange):,} topics of the run have no judgement and were left out"] if strange else []
    if lost := len(judged) - len(both):
        notes.append(f"{lost:,} judged topics are not in the run: nothing was returned for them")
    return Search(returned, judged, tuple(notes))


def items_of_search(search: Search, *, cutoff: Any = None, unjudged: str = APART, by: bool = False) -> Items:
    """Relevant or not against returned or not, at a cut-off, with the topic as cluster; ``by``: and as group.

    ``unjudged``: documents without a judgement are kept "apart" and counted, or taken for "irrelevant".
    """
    choice("unjudged", unjudged, (APART, IRRELEVANT))
    cutoff = cutoff_of(cutoff)
    rows = [(topic, document, search.judged[topic].get(document)) for topic, document in search.pairs]
    known = [(*row[:2], bool(row[2])) for row in rows if row[2] is not None or unjudged == IRRELEVANT]
    actual = [RELEVANT if good else OTHER for *_, good in known]
    predicted = [RELEVANT if search.within(topic, each, cutoff) else OTHER for topic, each, _ in known]
    topics = [topic for topic, *_ in known]
    group = {"topic": topics} if by else None
    found = items(actual, predicted, cluster=None if by else topics, by=group, labels=[RELEVANT, OTHER])
    gone = [row for row in rows if row[2] is None and search.within(*row[:2], cutoff)]
    return replace(
        found,
        notes=(*found.notes, *search.notes, *_noted(search, cutoff, len(gone), unjudged, "group" if by else "cluster")),
    )


def scores_of_search(search: Search, *, scores: str = SCORE) -> Scores:
    """The judged documents with their scores, or their ranks, and the topic as cluster; higher ranks are lower numbers.

    A judged document that was not returned comes after all others.
    """
    choice("scores", scores, (SCORE, RANK))
    rows = [(topic, each, good) for topic, judged in search.judged.items() for each, good in judged.items()]
    found = [search.returned.get(topic, {}).get(each) for topic, each, _ in rows]
    values = [NOT_RETURNED if each is None else each.score if scores == SCORE else -float(each.rank) for each in found]
    actual = [RELEVANT if good else OTHER for *_, good in rows]
    columns = Scored.arrays(actual, values, positive=RELEVANT, cluster=[topic for topic, *_ in rows])
    gone = sum(each not in search.judged[topic] for topic in search.judged for each in search.returned.get(topic, {}))
    lost = sum(each is None for each in found)
    notes = [_apart(gone, "returned documents")] if gone else []
    if lost:
        notes.append(f"{lost:,} of {len(rows):,} judged documents were not returned and come last")
    if scores == RANK:
        notes.append("a threshold of -10 means: the first 10 documents of each topic")
    read = distinct(None, columns)
    return replace(read, notes=(*read.notes, *search.notes, *notes))


def cutoff_of(given: Any) -> int | str | None:
    """A cut-off: a number of documents, R, or None for all that were returned."""
    if given is None or given == BY_R:
        return given  # type: ignore[no-any-return]
    if isinstance(given, bool) or not str(given).isdigit() or int(given) < 1:
        raise InputError(f"{arg('cutoff', given)} must be a whole number >= 1, or R: as many as are relevant")
    return int(given)


def _noted(search: Search, cutoff: int | str | None, gone: int, unjudged: str, unit: str) -> Iterator[str]:
    first: dict[Any, str] = {None: "all documents returned for a topic", BY_R: "the first R documents of a topic"}
    told = first.get(cutoff, f"the first {cutoff} documents of a topic")
    more = ", R being the number of its relevant ones" if cutoff == BY_R else ""
    yield f"{len(search.judged):,} topics, each a {unit}; 'relevant' is predicted of {told}{more}"
    if gone and unjudged == APART:
        yield (
            f"{_apart(gone, 'documents within the cut-off')}; "
            f"{arg('unjudged', 'irrelevant')} counts them as not relevant"
        )
    elif gone:
        yield f"{gone:,} documents within the cut-off have no judgement and count as not relevant"


def _apart(gone: int, what: str) -> str:
    return f"{gone:,} {what} have no judgement and are kept apart"


def _ranked(scores: dict[str, float]) -> dict[str, Returned]:
    order = sorted(sorted(scores, reverse=True), key=lambda document: -scores[document])
    return {document: Returned(rank, scores[document]) for rank, document in enumerate(order, 1)}


def _fields(path: Path, size: int, names: str) -> Iterator[tuple[str, list[str]]]:
    """The fields of every line that is not blank, with its place."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 at byte offset {error.start:,}") from None
    for number, line in enumerate(text.splitlines(), 1):
        fields = line.split()
        if fields and len(fields) != size:
            raise InputError(f"{path}, line {number}: {len(fields)} fields, not {size} ({names})")
        if fields:
            yield f"{path}, line {number}", fields
    if not text.strip():
        raise InputError(f"{path} is empty; a line is: {names}")


def _number(text: str, where: str, what: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = float("nan")
    if found != found or abs(found) == float("inf"):
        raise InputError(f"{where}: {what} {text!r:.40} is not a number")
    return found
