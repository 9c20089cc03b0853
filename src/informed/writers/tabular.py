"""An evaluation as rows: CSV, Markdown, and the layout of scikit-learn's classification report."""

from __future__ import annotations

import csv as csv_module
import io
from typing import TYPE_CHECKING, Any

from informed.writers.layout import columns, count, interval, number

if TYPE_CHECKING:
    from informed.evaluation import Evaluation


def csv(evaluation: Evaluation, **_: Any) -> str:
    """One line per number; an empty field where there is none."""
    rows = evaluation.rows()
    buffer = io.StringIO()
    writer = csv_module.DictWriter(buffer, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


def markdown(evaluation: Evaluation, **_: Any) -> str:
    """Verdict, measures and labels, for a pull request or a notebook."""
    counts = evaluation.counts.pooled()
    said = [str(label) for label in counts.labels_predicted]
    table = [["actual \\ predicted", *said]]
    table += [[str(label), *map(count, row)] for label, row in zip(counts.labels, counts.table, strict=True)]
    measures = [["measure", "value", "interval", "chance", "note"]]
    measures += [
        [name, number(each.value), interval(each), number(each.chance), each.note or ""]
        for name, each in evaluation.measures.items()
    ]
    verdict = "\n".join(f"- {_escaped(sentence)}" for sentence in evaluation.verdict)
    parts = [verdict, grid(table), grid(measures)]
    if evaluation.per_label:
        names = list(next(iter(evaluation.per_label.values())))
        labels = [["label", *names]]
        labels += [[label, *(number(row[name].value) for name in names)] for label, row in evaluation.per_label.items()]
        parts.append(grid(labels))
    return "\n\n".join([*parts, _escaped(evaluation.signature)]) + "\n"


def grid(rows: list[list[str]]) -> str:
    """Rows as a Markdown table, the first of them its head."""
    head, *body = ([_escaped(cell) for cell in row] for row in rows)
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _escaped(cell: str) -> str:
    return cell.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def classification_report(evaluation: Evaluation, **_: Any) -> str:
    """Precision, recall, F1 and support per class as scikit-learn prints them, with informedness beside them."""
    names = ("precision", "recall", "f_measure", "informedness")
    support = evaluation.counts.pooled().table.sum(-1)
    rows = [["", "precision", "recall", "f1-score", "informedness", "support"], [""] * 6]
    for (label, row), size in zip(evaluation.per_label.items(), support, strict=True):
        rows.append([label, *(f"{row[name].value:.2f}" for name in names), count(size)])
    total = count(support.sum())
    rows += [[""] * 6, ["accuracy", "", "", f"{evaluation.measures['accuracy'].value:.2f}", "", total]]
    for title, weights in (("macro avg", "equal"), ("weighted avg", "prevalence")):
        rows.append([title, *(f"{evaluation.average(name, weights):.2f}" for name in names), total])
    return columns(rows, left=0, indent="") + "\n"
