"""Evaluations in print: each file the only importer of its library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from informed.writers.metrics import metrics
from informed.writers.tabular import classification_report, csv, markdown
from informed.writers.text import text


def _html(evaluation: Any, **options: Any) -> str:
    from informed.writers.html import html  # only then are templates and charts loaded

    return html(evaluation, **options)


WRITERS: dict[str, Callable[..., str]] = {
    "text": text,
    "json": lambda evaluation, **_: evaluation.to_json(),
    "csv": csv,
    "markdown": markdown,
    "html": _html,
    "classification_report": classification_report,
    "metrics": metrics,
}
