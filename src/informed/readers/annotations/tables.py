"""Exports as tables: one rating per row, or what raters said against the ground truth."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from informed.core.errors import InputError, arg, call, choice
from informed.core.items import Items
from informed.core.labels import Label
from informed.readers.annotations.export import MODEL, NAMES, RATER, TRUTH, Annotation, Export
from informed.readers.counting import items

MOST = 5  # names in a note


class Ratings(NamedTuple):
    """One rating per row, for what reads long tables: an item, a rater, a label; and notes for the reader."""

    question: str
    item: list[Label]
    rater: list[str]
    label: list[Label]
    notes: tuple[str, ...]

    @property
    def columns(self) -> dict[str, list[Any]]:
        """The columns by name."""
        return {"item": self.item, "rater": self.rater, "label": self.label}


def ratings_of(export: Export, question: str | None = None, raters: Iterable[str] | None = None) -> Ratings:
    """What raters answered to one question, a marked ground truth included; models only where they are named."""
    asked = question_of(export.labelled, question, "labels", f"{call('spans')} reads spans")
    known = export.raters(RATER, TRUTH, MODEL)
    wanted = set(export.raters(RATER, TRUTH) if raters is None else (choice("rater", each, known) for each in raters))
    rows = [each for each in _answers(export, asked) if each[0].rater in wanted]
    if not rows:
        raise InputError(f"nobody answered question {asked!r}")
    given, said = zip(*rows, strict=True)
    notes = (*_read(export, asked, given, question is None), *_truths(export, asked))
    return Ratings(asked, [each.item for each in given], [each.rater for each in given], list(said), notes)


def items_of_export(
    export: Export,
    question: str | None = None,
    rater: str | None = None,
    *,
    labels: Iterable[Any] | None = None,
    abstain: Any = None,
    by: Sequence[str] = (),
) -> Items:
    """Labels against the ground truth, those of one rater or of all; the item is the cluster where it has several."""
    asked = question_of(export.labelled, question, "labels", f"{call('spans')} reads spans")
    truth = _truth(export, asked)
    who = _judged(export, rater)
    rows = [row for row in _answers(export, asked) if row[0].rater in who and row[0].role != TRUTH]
    judged = [(each, said) for each, said in rows if each.item in truth]
    if not judged:
        raise InputError(f"nobody else labelled the {len(truth):,} items that have a ground truth")
    given, said = zip(*judged, strict=True)
    which = [each.item for each in given]
    again = which if len(set(which)) < len(which) else None
    for name in by:
        choice("by", name, ("rater",))
    group = {"rater": [each.rater for each in given]} if by else None
    read = items([truth[each] for each in which], list(said), cluster=again, labels=labels, abstain=abstain, by=group)
    notes = [*_read(export, asked, given, question is None)]
    if again is not None:
        notes.append(f"{len(which):,} ratings of {len(set(which)):,} items: the ratings of one item are a cluster")
    if lost := len(rows) - len(judged):
        notes.append(f"{lost:,} ratings of items without a ground truth were left out")
    return replace(read, notes=(*read.notes, *notes))


def question_of(asked: Sequence[str], wanted: str | None, what: str, otherwise: str) -> str:
    """The question to look at: the one named, or the first."""
    if not asked:
        raise InputError(f"the export holds no {what}; {otherwise}")
    return asked[0] if wanted is None else choice("question", wanted, asked)


def _answers(export: Export, question: str) -> Iterator[tuple[Annotation, Label]]:
    """Every annotation that answers the question, with its label; several labels are refused."""
    for each in export.annotations:
        said = each.labels.get(question, ())
        if len(said) > 1:
            raise InputError(
                f"{each.place}: {each.rater!r} gave item {each.item!r} several labels, {_some(said)}; a rating is one "
                f"label, and sets of labels are for {call('multilabel')}"
            )
        yield from ((each, label) for label in said)


def _truth(export: Export, question: str) -> dict[Label, Label]:
    found: dict[Label, Label] = {}
    for each, label in _answers(export, question):
        if each.role == TRUTH and found.setdefault(each.item, label) != label:
            raise InputError(
                f"{each.place}: item {each.item!r} has two ground truths, {found[each.item]!r} and {label!r}; keep one"
            )
    if not found:
        raise InputError(
            f"no annotation of this export of {NAMES[export.kind]} is marked as ground truth; {call('agree')} compares "
            f"raters with each other, {call('consensus')} finds the most probable labels"
        )
    return found


def _judged(export: Export, rater: str | None) -> set[str]:
    """Whose labels are held against the truth: one by name, all raters, or where there is none the models."""
    people, models = export.raters(RATER), export.raters(MODEL)
    return {choice("rater", rater, (*people, *models))} if rater is not None else set(people or models)


def _read(export: Export, question: str, given: Sequence[Annotation], unasked: bool) -> Iterator[str]:
    raters = list(dict.fromkeys(each.rater for each in given))
    others = [each for each in export.labelled if each != question]
    more = f"; other questions, by {arg('question')}: {_some(others)}" if others and unasked else ""
    yield f"read as an export of {NAMES[export.kind]}: question {question!r}, raters {_some(raters)}{more}"
    if export.skipped:
        yield f"{export.skipped:,} annotations were skipped, rejected or not finished, and are left out"


def _truths(export: Export, question: str) -> Iterator[str]:
    marked = sum(each.role == TRUTH and question in each.labels for each in export.annotations)
    if marked:
        yield f"{marked:,} annotations are marked as ground truth: {call('evaluate')} compares raters with them"


def _some(names: Iterable[Any]) -> str:
    shown = [repr(each) for each in names]
    return ", ".join(shown[:MOST]) + (f" and {len(shown) - MOST:,} more" if len(shown) > MOST else "")
