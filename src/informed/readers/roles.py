"""What columns hold, and what they are probably for: by name, held to their values; no role where it is not clear.

A role is ``sure`` where the name says it and the values agree, ``likely`` where the values alone tell it. The doors
take sure roles for choices that were not made; likely ones are for a person to confirm.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Literal

from informed.core.estimate import Record
from informed.readers.labels import number

SAMPLE = 1000  # rows that tell what a column holds
FEW = 12  # different values that are listed as labels
TINY = 6  # rows below which a label may be met once
MOST = 50  # different values of a group
ALIKE = 0.4  # the least kappa of columns that are taken to be about the same thing
DAY = re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?|\d{1,2}[./]\d{1,2}[./]\d{4}|\d{4}/\d\d/\d\d")
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
SWITCH = {"0", "1", "true", "false", "yes", "no", "y", "n", "t", "f"}  # labels that any column may have

TRUTHS = (
    *("actual", "actuals", "truth", "groundtruth", "true", "ytrue", "gold", "golden", "gt", "target", "reference"),
    *("ref", "expected", "observed", "outcome", "human", "expert", "adjudicated", "y test", "correct answer"),
    *("correct label", "correct class", "correct option", "answer key"),
)
LABELS = ("label", "labels", "class", "category", "y", "answer", "ideal", "obs")  # actual ones beside predictions
PREDICTIONS = (
    *("predicted", "prediction", "predictions", "predict", "pred", "preds", "ypred", "yhat", "hat", "forecast"),
    *("guess", "guessed", "hypothesis", "hyp", "inferred", "estimated", "scored"),
)
SYSTEMS = (  # predicted ones beside actual labels, where both have the same labels
    *("model", "system", "output", "response", "answer", "test", "llm", "gpt", "claude", "gemini", "llama", "bert"),
    *("classifier", "judge", "assistant", "candidate", "ai", "machine", "algorithm", "screening", "baseline", "said"),
)
CLUSTERING = ("cluster", "clusters", "clustering", "kmeans")
SCORES = ("score", "scores", "prob", "probs", "probability", "probabilities", "proba", "logit", "logits", "risk")
RATERS = (
    *("rater", "annotator", "coder", "reader", "reviewer", "observer", "judge", "grader", "worker", "expert"),
    *("physician", "doctor", "human", "assessor", "evaluator", "anno", "ann", "labeler", "labeller"),
)
RATINGS = (*LABELS, "rating", "vote", "annotation", "judgment", "judgement", "response", "choice", "code")
ANSWER = re.compile("^(answer)[.]", re.IGNORECASE)  # Mechanical Turk: Answer.mood
IDS = ("id", "ids", "idx", "index", "uuid", "guid", "key", "rowid", "nr", "no", "unnamed", "filename", "file", "path")
UNITS = (
    *("patient", "subject", "user", "document", "doc", "session", "participant", "speaker", "author", "household"),
    *("customer", "person", "study", "conversation", "thread"),
)
GROUPS = (
    *("group", "site", "hospital", "center", "centre", "clinic", "gender", "sex", "race", "ethnicity", "region"),
    *("country", "language", "lang", "split", "subset", "domain", "source", "slice", "cohort", "task", "dataset"),
    *("department", "segment", "age group", "benchmark", "model", "system", "subgroup", "device", "scanner"),
)
FOLDS = ("fold", "folds", "kfold", "cv fold", "cv")
WEIGHTS = ("weights", "sample weight", "survey weight", "case weight", "sampling weight", "instance weight", "w")
TIMES = ("count", "n", "freq", "frequency", "counts")  # how often a row was met
BODY = ("height", "bmi", "age", "kg", "body")  # beside which a weight is that of a body
RELATED = (  # one of two columns that have the same values and mean different things
    *("home", "away", "from", "to", "origin", "destination", "before", "after", "pre", "post", "source", "old", "new"),
    *("start", "end", "parent", "child", "previous", "next", "sender", "recipient", "winner", "loser", "first", "last"),
)
FLAGS = ("is", "has", "was", "correct", "error", "errors", "match", "matches", "wrong", "right", "len", "length")


@dataclass(frozen=True)
class Column(Record):
    """A column as its first rows show it.

    ``type``: text, integer, decimal, boolean, date, list or empty. ``distinct``: different values; ``examples``: some
    of them. ``filled`` of ``sampled`` rows have a value. ``low`` and ``high``: the ends of numbers.
    """

    name: str
    type: str
    distinct: int
    examples: tuple[str, ...]
    filled: int
    sampled: int
    low: float | None = None
    high: float | None = None

    @property
    def kind(self) -> str:
        """For a person: labels, numbers or other text."""
        if self.type == "empty" or self.distinct <= FEW:
            return "empty" if self.type == "empty" else "labels"
        return "numbers" if self.low is not None else "text"

    @property
    def about(self) -> str:
        """Its values in a few words."""
        if self.kind in ("empty", "labels"):
            return ", ".join(self.examples) or "no values"
        sampled = f" in the first {SAMPLE:,} rows" if self.sampled == SAMPLE else ""
        if self.low is not None:
            return f"{self.low:g} to {self.high:g}{sampled}"
        return f"{self.distinct:,} different values{sampled}"


@dataclass(frozen=True)
class Role(Record):
    """What a column is probably for, named as the argument that takes it; why, and how sure that is."""

    role: str
    column: str
    sure: Literal["sure", "likely"]
    why: str


@dataclass(frozen=True)
class Seen:
    """A column with its cells as text, None where there is none."""

    name: str
    cells: tuple[str | None, ...]
    listed: bool = False

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of its name, in small letters."""
        return tuple(each.lower() for each in WORD.findall(self.name))

    @cached_property
    def there(self) -> list[str]:
        """The values."""
        return [each for each in self.cells if each is not None]

    @cached_property
    def values(self) -> frozenset[str]:
        """The different values."""
        return frozenset(self.there)

    @cached_property
    def numbers(self) -> list[float] | None:
        """The different values as numbers; None where one of them is none."""
        read = [number(each) for each in self.values]
        held = [float(each) for each in read if isinstance(each, (int, float))]
        return held if held and len(held) == len(read) else None

    @cached_property
    def type(self) -> str:
        """What it holds."""
        if self.listed or not self.values:
            return "list" if self.listed else "empty"
        if self.numbers is not None:
            return "integer" if all(each.is_integer() for each in self.numbers) else "decimal"
        if {each.lower() for each in self.values} <= {"true", "false"}:
            return "boolean"
        return "date" if all(DAY.fullmatch(each) for each in self.values) else "text"

    @property
    def column(self) -> Column:
        """What is told of it."""
        ends = (min(self.numbers), max(self.numbers)) if self.numbers else (None, None)
        some_of = tuple(sorted(self.values)[:FEW])
        return Column(self.name, self.type, len(self.values), some_of, len(self.there), len(self.cells), *ends)

    @property
    def labels(self) -> bool:
        """Whether it may hold labels: values that come again, and no measurements, dates or texts."""
        repeated = len(self.values) < len(self.there)
        return self.listed or (self.type in ("text", "integer", "boolean") and (repeated or self.tiny))

    @property
    def tiny(self) -> bool:
        """Whether there are so few rows, of one word each, that a label may be met once."""
        return len(self.there) < TINY and not any(" " in each for each in self.values)

    @property
    def telling(self) -> bool:
        """Whether two columns that share its labels have something to do with each other: not so of 0 and 1."""
        return self.labels and not self.listed and self.type == "text" and not _small(self.values) <= SWITCH

    def named(self, words: Sequence[str]) -> str | None:
        """Which of these its name has, as words that follow each other."""
        spelled = f" {' '.join(self.words)} "
        return next((each for each in words if f" {each} " in spelled), None)


def seen(name: str, cells: Sequence[Any]) -> Seen:
    """A column of any values."""
    listed = any(isinstance(each, (list, tuple, set)) or (isinstance(each, str) and each[:1] == "[") for each in cells)
    return Seen(name, tuple(map(_cell, cells)), listed)


def _cell(value: Any) -> str | None:
    if value is None or value != value:
        return None
    text = str(value).strip()
    return text or None


def _small(values: frozenset[str]) -> set[str]:
    return {each.lower() for each in values}


def roles_of(columns: Sequence[Seen]) -> tuple[Role, ...]:
    """The roles of columns of one table, in the order of the columns."""
    found = list(_ids(columns))
    rest = _others([each for each in columns if each.values], found)
    found += _long(rest) or _raters(rest)
    if not any(each.role == "label" for each in found):
        found += _pair(_others(rest, found), [each for each in rest if each.name in {role.column for role in found}])
    if not any(each.role in ("actual", "rater") for each in found):
        found += _alike(_others(rest, found))
    if any(each.role in ("actual", "rater") for each in found):
        tallied = len(rest) == len(columns) and _tallied(rest)
        found += _about(_others(rest, found), any(each.role == "actual" for each in found), tallied)
    by_name = {each.column: each for each in found}
    return tuple(by_name[each.name] for each in columns if each.name in by_name)


def column_of(roles: Sequence[Role], role: str) -> str | None:
    """The only column that is sure to have a role."""
    sure = [each.column for each in roles if each.role == role and each.sure == "sure"]
    return sure[0] if len(sure) == 1 else None


def _others(columns: Sequence[Seen], found: Sequence[Role]) -> list[Seen]:
    """The columns that have no role yet."""
    return [each for each in columns if each.name not in {role.column for role in found}]


def _called(column: Seen, word: str | None) -> str:
    """Why: its name says it."""
    return f"its name has the word {word!r}" if column.name.lower() != word else "its name says so"


# --- rows: what names them --------------------------------------------------------------------------------------------


def _ids(columns: Sequence[Seen]) -> Iterator[Role]:
    for each in columns:
        own = each.values and len(each.values) == len(each.cells) and each.type in ("text", "integer")
        if own and each.words[-1:] and (each.words[-1] in IDS or each.words[0] == "unnamed" or not each.name):
            yield Role("id", each.name, "sure", "its name is that of an id, and no value comes twice")


def _long(columns: Sequence[Seen]) -> list[Role]:
    """One row per rating: the item, who rated it, and the label."""
    raters = [
        each for each in columns if each.words and each.words[0] in RATERS and {*each.words[1:]} <= {"id", "name"}
    ]
    if len(raters) != 1 or not raters[0].labels or any(each.named(PREDICTIONS) for each in columns):
        return []
    (rater,) = raters
    named = [
        each
        for each in columns
        if each.labels and {*each.words[-1:], *map(str.lower, ANSWER.findall(each.name))} & {*RATINGS}
    ]
    labels = named or [each for each in columns if _is_labels(each) and len(each.values) <= FEW and each is not rater]
    items = [each for each in columns if each not in (rater, *labels) and _names_items(each, rater)]
    if len(items) != 1 or len(labels) != 1 or len(rater.values) < 2:
        return []
    (label,), pairs = labels, {*zip(items[0].cells, labels[0].cells, strict=True)}
    how = "sure" if named and len(pairs) > len(items[0].values) else "likely"  # what never differs is of the item
    why = _called(label, next((each for each in label.words if each in RATINGS), None))
    return [
        Role("item", items[0].name, how, "its values come again, once for each rater"),  # type: ignore[arg-type]
        Role("rater", rater.name, how, _called(rater, rater.words[0])),  # type: ignore[arg-type]
        Role("label", label.name, how, why if named else "it is the only other column of labels"),  # type: ignore[arg-type]
    ]


def _names_items(column: Seen, rater: Seen) -> bool:
    """Whether raters rated what it names: its values come again, and no rater has one twice."""
    pairs = list(zip(column.cells, rater.cells, strict=True))
    return column.type in ("text", "integer") and column.labels and len(set(pairs)) == len(pairs)


# --- labels: actual, predicted, of raters -----------------------------------------------------------------------------


def _is_labels(column: Seen) -> bool:
    """Whether it may be a column of labels: no flag, and not as many numbers as a measurement has."""
    many = column.numbers is not None and len(column.values) > MOST
    return column.labels and not many and not column.named(FLAGS[:3]) and {*column.words} - {*FLAGS} != set()


def _share(one: Seen, other: Seen) -> bool:
    """Whether half of the labels of either are labels of the other."""
    if one.listed or other.listed:
        return one.listed and other.listed
    common = _small(one.values) & _small(other.values)
    return 2 * len(common) >= min(len(one.values), len(other.values)) > 0


def _agree(one: Seen, other: Seen) -> bool:
    """Whether they are equal in far more rows than if they had nothing to do with each other: by Cohen's kappa."""
    rows = [(a.lower(), b.lower()) for a, b in zip(one.cells, other.cells, strict=True) if a and b]
    left, right = Counter(a for a, _ in rows), Counter(b for _, b in rows)
    chance = sum(left[each] * right[each] for each in left) / max(len(rows), 1)
    return sum(a == b for a, b in rows) - chance > ALIKE * (len(rows) - chance)


def _raters(columns: Sequence[Seen]) -> list[Role]:
    """A column for each rater: two or more with one word for raters and the same labels."""
    truths = any(each.named(TRUTHS) and not each.named(RATERS) for each in columns)
    for word in RATERS:
        found = [each for each in columns if word in each.words and _is_labels(each)]
        apart = len({each.words for each in found}) == len(found)
        if len(found) > 1 and apart and all(_share(found[0], each) for each in found[1:]):
            if word in SYSTEMS and (truths or any("human" in each.words for each in columns)):
                continue
            numbered = all(len(part) == 1 or part.isdigit() for each in found for part in each.words if part != word)
            told = numbered or all(each.telling or _agree(found[0], each) for each in found[1:])
            return [Role("rater", each.name, "sure" if told else "likely", _called(each, word)) for each in found]
    return []


def _alike(columns: Sequence[Seen]) -> list[Role]:
    """Raters by their values alone: columns of the same labels, equal more often than by chance."""
    named = (*PREDICTIONS, *SYSTEMS, *TRUTHS, *RELATED, *GROUPS)
    told = [each for each in columns if each.telling and _is_labels(each) and not each.named(named)]
    for first in told:
        found = [first, *(each for each in told if each is not first and _share(first, each) and _agree(first, each))]
        if len(found) > 1 and all(_share(*pair) for pair in combinations(found, 2)):
            why = f"{len(found)} columns have the same labels, and none is called actual or predicted"
            return [Role("rater", each.name, "likely", why) for each in found]
    return []


def _pair(columns: Sequence[Seen], raters: Sequence[Seen]) -> list[Role]:
    """The actual labels with predictions or scores beside them; nothing where either is missing."""
    labels = [each for each in columns if _is_labels(each)]
    predictions = [each for each in labels if each.named(PREDICTIONS) and not each.named((*TRUTHS, *SCORES))]
    actual, sure = _actual(labels, predictions, columns, raters)
    if actual is None:
        return []
    rest = [each for each in columns if each is not actual]
    beside = [*_predicted(actual, sure, rest), *_scores(actual, rest)]
    if not any(_share(actual, each) for each in raters) and not any(sure or each.role != "scores" for each in beside):
        alone = actual.words == ("y",) and any(_is_labels(each) and _share(actual, each) for each in rest)
        # A label with a score alone is often what was predicted, and how surely.
        return [Role("actual", actual.name, "sure", "its name says so")] if alone else []
    word = actual.named((*TRUTHS, *LABELS))
    why = _called(actual, word) if word else "it is the only other column with the labels of the predictions"
    return [Role("actual", actual.name, "sure" if sure else "likely", why), *beside]


def _actual(
    labels: Sequence[Seen], predictions: Sequence[Seen], columns: Sequence[Seen], raters: Sequence[Seen]
) -> tuple[Seen | None, bool]:
    """The only column that may hold the actual labels, and whether that is sure."""
    partners = [*predictions, *raters]
    for words in (TRUTHS, LABELS):
        found = [each for each in labels if each.named(words) and each not in predictions and not _other(each, words)]
        if len(found) > 1:
            found = [each for each in found if any(_share(each, other) for other in partners)]
        if len(found) == 1:
            (one,) = found
            named = words is TRUTHS or any(_share(one, each) for each in predictions)
            return one, named or _switched(one, columns)
        if found:
            return None, False
    found = [
        each for each in labels if each.telling and each not in predictions and not each.named((*SYSTEMS, *GROUPS))
    ]
    found = [each for each in found if any(_share(each, other) and _agree(each, other) for other in predictions)]
    return (found[0] if len(found) == 1 else None), False


def _other(column: Seen, words: Sequence[str]) -> bool:
    """Whether its name says something else as well: that it is predicted, or what a system gave."""
    return bool(
        column.named((*PREDICTIONS, *SCORES)) or (words is LABELS and column.named(SYSTEMS) not in (None, "answer"))
    )


def _switched(actual: Seen, columns: Sequence[Seen]) -> bool:
    """Whether labels are 0 and 1, which a probability beside them is of; a text may be the label that was predicted."""
    return _small(actual.values) <= SWITCH and any(each.type == "decimal" and each.named(SCORES) for each in columns)


def _predicted(actual: Seen, sure: bool, columns: Sequence[Seen]) -> Iterator[Role]:
    clusters = []
    for each in (each for each in columns if _is_labels(each)):
        word, system = each.named(PREDICTIONS), each.named(SYSTEMS)
        if each.named(SCORES) or (each.named(TRUTHS) and not word):
            continue
        if word and not each.named(TRUTHS) and (_share(actual, each) or len(actual.values) == len(each.values)):
            known = "sure" if _share(actual, each) or each.tiny else "likely"
            more = "" if known == "sure" else "; its labels are not those of the actual column"
            yield Role("predicted", each.name, known, _called(each, word) + more)  # type: ignore[arg-type]
        elif system and not word and _share(actual, each):
            told = each.telling or _agree(actual, each)  # 0 and 1 are the labels of a group in an experiment too
            how: Literal["sure", "likely"] = "sure" if sure and told else "likely"
            yield Role(
                "predicted", each.name, how, f"{_called(each, system)}, and its labels are those of {actual.name!r}"
            )
        elif each.named(CLUSTERING):
            clusters.append(each)
        elif not word and not each.named((*RELATED, *GROUPS)) and _alike_to(actual, each):
            yield Role("predicted", each.name, "likely", f"its labels are those of {actual.name!r}")
    if len(clusters) == 1:
        yield Role("clusters", clusters[0].name, "likely", _called(clusters[0], clusters[0].named(CLUSTERING)))


def _alike_to(actual: Seen, column: Seen) -> bool:
    """Whether a column is about the same thing, by its values alone."""
    return column.telling and actual.telling and _share(actual, column) and _agree(actual, column)


def _scores(actual: Seen, columns: Sequence[Seen]) -> Iterator[Role]:
    """Numbers with fractions that are called scores, or predicted, or after a label."""
    labels = {tuple(each.lower() for each in WORD.findall(value)): value for value in actual.values}
    for each in (each for each in columns if each.numbers is not None and len(each.values) > 2):
        ends = each.column
        share = ends.low is not None and ends.high is not None and 0 <= ends.low and ends.high <= 1
        word, label = each.named(SCORES), labels.get(each.words) or labels.get(each.words[1:])
        if each.named(TRUTHS) and label is None:
            continue
        if label is not None and share and (word or each.words[:1] == ("p",) or each.type == "decimal"):
            yield Role(
                "scores", each.name, "sure", f"it holds numbers from 0 to 1 and is called after the label {label!r}"
            )
        elif word and (each.type == "decimal" or not share):
            sure: Literal["sure", "likely"] = "sure" if len(actual.values) == 2 else "likely"
            yield Role("scores", each.name, sure, _called(each, word))
        elif each.named(PREDICTIONS) and each.type == "decimal" and share:
            yield Role("scores", each.name, "sure", "it is called predicted and holds numbers from 0 to 1")


# --- what else a question can use -------------------------------------------------------------------------------------


def _tallied(columns: Sequence[Seen]) -> bool:
    """Whether rows are counts of what was met: beside one number of times there are labels, all of them different."""
    times = [each for each in columns if each.words[-1:] and each.words[-1] in TIMES]
    rows = [*zip(*(each.cells for each in columns if each not in times), strict=True)]
    labelled = all(_is_labels(each) for each in columns if each not in times)
    return len(times) == 1 and labelled and len({*rows}) == len(rows)


def _about(columns: Sequence[Seen], judged: bool, tallied: bool) -> Iterator[Role]:
    """Dates, weights, folds, clusters and groups beside labels; ``tallied``: see `_tallied`."""
    body = any(each.named(BODY) for each in columns)
    box = any(each.words == ("h",) for each in columns)
    for each in columns:
        again, few = len(each.values) < len(each.there), 1 < len(each.values) <= MOST
        weighing = each.numbers is not None and min(each.numbers) >= 0
        if each.type == "date":
            yield Role("date", each.name, "sure", "it holds dates")
        elif weighing and each.named(WEIGHTS) and not (box and each.words == ("w",)):
            yield Role("weights", each.name, "sure", _called(each, each.named(WEIGHTS)))
        elif weighing and each.words == ("weight",) and not body:
            yield Role("weights", each.name, "likely", "its name says so")
        elif weighing and each.type == "integer" and each.words[-1:] and each.words[-1] in TIMES and judged:
            why = "its name is that of a number of times" + (", and no row comes twice" if tallied else "")
            yield Role("weights", each.name, "sure" if tallied else "likely", why)
        elif again and few and each.named(FOLDS) and each.type in ("integer", "text"):
            yield Role("fold", each.name, "sure", _called(each, each.named(FOLDS)))
        elif again and each.type in ("integer", "text") and each.named(UNITS):
            yield Role("cluster", each.name, "likely", f"{_called(each, each.named(UNITS))}, and its values come again")
        elif again and few and each.type in ("text", "boolean") and each.named(GROUPS):
            yield Role("by", each.name, "likely", _called(each, each.named(GROUPS)))
