"""Items whose answers are a few options, counted: the right option against the one chosen.

The grade has the last word: an answer must equal the target exactly where the log graded it right. Where it does not,
or where an item has several right answers, there is no such table, and `NotOptionsError` says why.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import fmean
from string import punctuation, whitespace
from typing import Any, NamedTuple

from informed.core.errors import InputError, arg
from informed.core.given import Missing
from informed.core.items import Items
from informed.core.words import fixed, many
from informed.readers.counting import items
from informed.readers.logs.items import RIGHT, WRONG, Item, column, flat, listed
from informed.readers.logs.runs import Answer, Run, by_question

NO_ANSWER = "(no answer)"
MOST_ANSWERS = 100  # beyond this the answers are free text, not options
FEW = 10  # questions from which on options are expected to come again
SHOWN = 60  # characters of an answer in a message
FORMS: tuple[Callable[[str], str], ...] = (  # how far apart two spellings of one option may be, strictest first
    str.strip,
    lambda text: text.strip().casefold(),
    lambda text: text.casefold().strip(punctuation + whitespace),
)


class NotOptionsError(InputError):
    """The answers were graded, but are no options of which one is right."""


class Spelled(NamedTuple):
    """The right option of each answer and the one chosen."""

    actual: Sequence[str | None]
    predicted: Sequence[str | None]


class Keys(NamedTuple):
    """Fields of the log that take part: in the place of the labels, or as groups, cluster and stratum."""

    actual: str | None = None
    predicted: str | None = None
    by: tuple[str, ...] = ()
    cluster: str | None = None
    stratum: str | None = None

    @property
    def named(self) -> bool:
        """Whether fields take the place of the labels."""
        return self.actual is not None or self.predicted is not None

    def design(self, answers: Sequence[Answer]) -> dict[str, Any]:
        """The groups, cluster and stratum of each answer; the answers to one item are a cluster."""
        cluster = cluster_of(answers, self.cluster) or _repeated(_question_names(answers))
        by = {name: column(answers, name, f"{arg('by')}") for name in self.by} or None
        stratum = None if self.stratum is None else column(answers, self.stratum, f"{arg('stratum')}")
        return {"by": by, "cluster": cluster, "stratum": stratum}


NO_KEYS = Keys()


def items_of_runs(
    runs: Sequence[Run],
    *,
    labels: Iterable[Any] | None = None,
    abstain: Sequence[str] = (),
    missing: Missing = "raise",
    keys: Keys = NO_KEYS,
) -> Items:
    """The options of all the questions in these runs, with a cluster per question where it was repeated.

    No answer is a wrong one, as in the log; with ``abstain=[NO_ANSWER]`` it is a bet not placed.
    """
    check_models(runs)
    answers = [each for run in runs for each in run.answers]
    named, spelled = keys.named, spelled_by(answers, keys)
    gone = spelled.predicted.count(NO_ANSWER)
    told = (*dict.fromkeys(note for run in runs for note in run.notes), *([] if named else _told(answers)))
    how: dict[str, Any] = {"labels": labels, "abstain": list(abstain) or None, "missing": missing}
    design = keys.design(answers)
    read = items(spelled.actual, spelled.predicted, **design, **how)
    notes = (*read.notes, *told, *_unanswered(gone, abstain))
    if design["cluster"] is not None and keys.cluster is None:
        asked = f"{len(answers):,} answers to {many(len(set(design['cluster'])), 'item')}"
        notes = (*notes, f"{asked}: the answers to one item are a cluster", *_uneven(answers))
    return replace(read, notes=notes)


def spelled_by(answers: Sequence[Answer], keys: Keys) -> Spelled:
    """The labels of every answer: options, or the fields that were named."""
    return _named(answers, keys) if keys.named else options_of(answers)


def _named(answers: Sequence[Answer], keys: Keys) -> Spelled:
    """The labels in the fields that were named, as text."""
    if "target" in (keys.actual or "target", keys.predicted):
        _check_single(item for item, _ in answers if "target" not in item.metadata)
    actual = column(answers, keys.actual or "target", f"{arg('actual')}")
    predicted = column(answers, keys.predicted or "answer", f"{arg('predicted')}")
    return Spelled(*([None if each is None else str(each) for each in found] for found in (actual, predicted)))


def cluster_of(answers: Sequence[Answer], name: str | None) -> list[Any] | None:
    """The cluster of each answer; the answers to one item must lie in one."""
    return None if name is None else whole_items(answers, name, f"{arg('cluster')}")


def whole_items(answers: Sequence[Answer], name: str, option: str) -> list[Any]:
    """A field that is the same in all answers to an item."""
    found = column(answers, name, option)
    first: dict[tuple[str, str], Any] = {}
    for each, value in zip(answers, found, strict=True):
        if first.setdefault(each.question, value) != value:
            raise InputError(
                f"{option}: {name!r} differs between answers to item {each.item.id!r}; "
                f"a {'cluster' if option == '--cluster' else 'group of graded items'} holds whole items: "
                f"give the rows of each {name!r} as a file of its own"
            )
    return found


def _repeated(questions: list[str]) -> list[str] | None:
    """The question of each answer, where some question has several."""
    return questions if len(set(questions)) < len(questions) else None


# --- options ---------------------------------------------------------------------------------------------------------


def options_of(answers: Sequence[Answer]) -> Spelled:
    """Each right option and each chosen one in one spelling; refused where they are not options, or not the grade's."""
    _check_graded(answers)
    form = next((form for form in FORMS if not _contradiction(answers, form)), None)
    if form is None:
        odd = _contradiction(answers, FORMS[-1])
        raise NotOptionsError(_odd(odd) if odd else "the grades contradict the answers")
    spelling: dict[str, str] = {}
    for each in answers:
        spelling.setdefault(form(each.item.target[0]), each.item.target[0].strip())
    for each in answers:
        spelling.setdefault(form(each.grade.answer or ""), (each.grade.answer or "").strip())
    actual = [spelling[form(each.item.target[0])] for each in answers]
    predicted = [NO_ANSWER if each.grade.answer is None else spelling[form(each.grade.answer)] for each in answers]
    _check_few(answers, actual, predicted)
    return Spelled(actual, predicted)


def _check_graded(answers: Sequence[Answer]) -> None:
    for each in answers:
        if not each.item.target:
            raise NotOptionsError(f"the log does not say what the right answer to item {each.item.id!r} is")
        _check_single([each.item])
        if each.grade.value not in (RIGHT, WRONG):
            raise NotOptionsError(
                f"item {each.item.id!r} is graded {each.grade.value:.4g}, neither right nor wrong: there is no table"
            )
    if all(each.grade.answer is None for each in answers):
        raise NotOptionsError("the log does not hold the answers that were graded, only the grades: there is no table")


def _check_single(items: Iterable[Item]) -> None:
    for item in items:
        if len(item.target) > 1:
            raise NotOptionsError(
                f"item {item.id!r} has several right answers ({listed(item.target)}): there is no table"
            )


def _contradiction(answers: Iterable[Answer], form: Callable[[str], str]) -> Answer | None:
    """The first answer that equals its target and was graded wrong, or differs and was graded right."""
    for each in answers:
        same = each.grade.answer is not None and form(each.grade.answer) == form(each.item.target[0])
        if same != (each.grade.value == RIGHT):
            return each
    return None


def _odd(each: Answer) -> str:
    grade = "right" if each.grade.value == RIGHT else "wrong"
    answer = "no answer" if each.grade.answer is None else f"the answer {_short(each.grade.answer)}"
    return (
        f"item {each.item.id!r}: {answer} to the target {_short(each.item.target[0])} was graded {grade}, "
        "so the grade is not whether the two are equal: there is no table"
    )


def _short(text: str) -> str:
    return repr(text if len(text) <= SHOWN else text[:SHOWN] + "...")


def _check_few(answers: Sequence[Answer], actual: Sequence[str], predicted: Sequence[str]) -> None:
    if all(each.item.options for each in answers):
        return
    right, all_of_them = set(actual), (set(actual) | set(predicted)) - {NO_ANSWER}
    questions = len({each.question for each in answers})
    if len(all_of_them) > MOST_ANSWERS or (questions >= FEW and len(all_of_them) > questions / 2):
        raise NotOptionsError(
            f"{questions:,} questions have {len(right):,} different right answers and "
            f"{len(all_of_them) - len(right):,} other ones: free text, not options, so there is no table"
        )


# --- what a reader should know ---------------------------------------------------------------------------------------


def check_models(runs: Sequence[Run]) -> None:
    """Refuse to judge the answers of several models as those of one."""
    models = list(dict.fromkeys(each.item.model for run in runs for each in run.answers if each.item.model))
    if len(models) > 1:
        raise InputError(f"the logs are of several models ({listed(models)}); use informed compare, or give them alone")


def guessing(answers: Sequence[Answer]) -> float | None:
    """How often a blind guess among the options is right, where they are known."""
    sizes = [len(each.item.options) for each in answers]
    return sum(1 / size for size in sizes) / len(sizes) if all(sizes) else None


def _told(answers: Sequence[Answer]) -> list[str]:
    rate = guessing(answers)
    if rate is None:
        return []
    return [f"a random guess among the options of each question is right {fixed(100 * rate, 1)}% of the time"]


def _unanswered(gone: int, abstain: Sequence[str]) -> list[str]:
    if not gone or NO_ANSWER in abstain:
        return []
    return [
        f"{gone:,} answers are missing and count as wrong, as in the log; {arg('abstain', NO_ANSWER)} leaves them out"
    ]


def _uneven(answers: Sequence[Answer]) -> list[str]:
    """The mean over items, which is that of the log, where it is not the mean over answers."""
    grades = by_question(answers).values()
    if len({len(each) for each in grades}) == 1:
        return []
    mean = fmean(fmean(each) for each in grades)
    return [f"items have different numbers of answers: with every item counting alike the accuracy is {mean:.6g}"]


def _question_names(answers: Sequence[Answer]) -> list[str]:
    """What each question is called; with its task where several tasks are read together."""
    tasks = {each.item.task for each in answers}
    return [" ".join(each.question) if len(tasks) > 1 else each.item.id for each in answers]


OWN = ("id", "epoch", "task", "actual", "predicted")


def answers_where(
    runs: Sequence[Run], keys: Keys, actual: str, predicted: str, groups: Mapping[str, str]
) -> tuple[tuple[str, ...], list[tuple[Any, ...]]]:
    """The names of the columns, and a row for each answer with these labels, or each wrong one where none is given."""
    answers = [each for run in runs for each in run.answers]
    spelled = spelled_by(answers, keys)
    within = {name: column(answers, name, f"{arg('by')}") for name in groups}
    fields = list(dict.fromkeys(name for each in answers for name, _ in flat(each.item.metadata)))

    def found() -> Iterator[tuple[Any, ...]]:
        for place, (each, right, said) in enumerate(zip(answers, spelled.actual, spelled.predicted, strict=True)):
            if any(str(within[name][place]) != label for name, label in groups.items()):
                continue
            if actual in ("", str(right)) and predicted in ("", str(said)) and (actual or predicted or right != said):
                own, item = dict(flat(each.item.metadata)), each.item
                yield item.id, item.epoch, item.task, right, said, *(own.get(name) for name in fields)

    return (*OWN, *fields), list(found())
