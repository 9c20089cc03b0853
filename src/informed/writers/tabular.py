"""Results as rows: CSV, Markdown, and the layout of scikit-learn's classification report."""

from __future__ import annotations

import csv as csv_module
import io
import json
from typing import TYPE_CHECKING, Any

from informed.verdicts.words import count, interval, number
from informed.writers.layout import columns

if TYPE_CHECKING:
    from informed.evaluation import Evaluation
    from informed.result import Result


def csv(result: Result, **_: Any) -> str:
    """One line a row; an empty field where there is nothing, lists and tables as JSON."""
    rows = result.rows()
    buffer = io.StringIO()
    writer = csv_module.DictWriter(buffer, fieldnames=_fields(rows), lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: _flat(value) for name, value in row.items()} for row in rows)
    return buffer.getvalue()


def markdown(result: Result, **_: Any) -> str:
    """The verdict, and the rows as a table."""
    rows = result.rows()
    names = _fields(rows)
    body = [[_cell(row.get(name)) for name in names] for row in rows]
    parts = [_verdict(result), *([grid([names, *body])] if rows else []), _escaped(result.signature)]
    return "\n\n".join(filter(None, parts)) + "\n"


def _fields(rows: list[dict[str, Any]]) -> list[str]:
    """The names of all columns, in the order they are met."""
    return list(dict.fromkeys(name for row in rows for name in row))


def _flat(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, tuple, dict)) else value


def _cell(value: Any) -> str:
    value = _flat(value)
    return number(value) if isinstance(value, float) else "" if value is None else str(value)


def _verdict(result: Result) -> str:
    return "\n".join(f"- {_escaped(sentence)}" for sentence in result.verdict)


def evaluation_markdown(evaluation: Evaluation, **_: Any) -> str:
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
    parts = [_verdict(evaluation), grid(table), grid(measures)]
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
