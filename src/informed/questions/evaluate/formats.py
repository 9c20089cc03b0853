"""An evaluation and a diagnostic study as Markdown, as a workbook and in the layout of scikit-learn's report."""

from typing import Any

from informed.core.words import count, interval, number
from informed.questions.evaluate.clinical import Stard, renamed
from informed.questions.evaluate.result import Evaluation
from informed.writers.layout import columns
from informed.writers.tabular import _escaped, _verdict, grid


def evaluation_markdown(evaluation: Evaluation, **_: Any) -> str:
    """Verdict, measures and labels, for a pull request or a notebook."""
    counts = evaluation.counts.pooled()
    said = [str(label) for label in counts.labels_predicted]
    table = [["actual \\ predicted", *said]]
    table += [[str(label), *map(count, row)] for label, row in zip(counts.labels, counts.table, strict=True)]
    names = renamed(evaluation)
    measures = [["measure", "value", "interval", "chance", "note"]]
    measures += [
        [names.get(name, name), number(each.value), interval(each), number(each.by_chance), each.note or ""]
        for name, each in evaluation.measures.items()
    ]
    parts = [_verdict(evaluation), grid(table), grid(measures)]
    if evaluation.per_label:
        kept = [name for name in evaluation.per_label.measures if name not in names]
        labels = [["label", *kept]]
        rows = evaluation.per_label.items()
        labels += [[str(label), *(number(row.value(name)) for name in kept)] for label, row in rows]
        parts.append(grid(labels))
    return "\n\n".join([*parts, _escaped(evaluation.signature)]) + "\n"


def stard_markdown(study: Stard, **_: Any) -> str:
    """Flow, cross table and estimates, each a table; how the intervals were found."""
    tables = (f"**{each.title}**\n\n{grid([list(row) for row in each.rows])}" for each in study.grids())
    notes = "\n".join(f"- {_escaped(note)}" for note in study.remarks())
    return "\n\n".join([_verdict(study), *tables, notes, _escaped(study.signature)]) + "\n"


def evaluation_workbook(evaluation: Evaluation, title: str = "", source: str = "") -> bytes:
    """A sheet with live formulas of all items and one of each group, and a sheet of what was found."""
    parts = [
        ("All items" if part.group is None else ", ".join(map(str, part.group)), part.counts.pooled())
        for part in (evaluation, *evaluation.groups)
    ]
    from informed.writers.workbook import active_workbook

    return active_workbook(evaluation, parts, title, source)


def classification_report(evaluation: Evaluation, **_: Any) -> str:
    """Precision, recall, F1 and support per class as scikit-learn prints them, with informedness beside them."""
    names = ("precision", "recall", "f_measure", "informedness")
    support = evaluation.counts.pooled().table.sum(-1)
    rows = [["", "precision", "recall", "f1-score", "informedness", "support"], [""] * 6]
    for (label, row), size in zip(evaluation.per_label.items(), support, strict=True):
        rows.append([str(label), *(f"{row.value(name):.2f}" for name in names), count(size)])
    total = count(support.sum())
    rows += [[""] * 6, ["accuracy", "", "", f"{evaluation.measures.value('accuracy'):.2f}", "", total]]
    for title, weights in (("macro avg", "equal"), ("weighted avg", "prevalence")):
        rows.append([title, *(f"{evaluation.average(name, weights):.2f}" for name in names), total])
    return columns(rows, left=0, indent="") + "\n"
