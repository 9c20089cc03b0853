"""The betting slip as a chart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.estimate import finite
from informed.writers.charts import Figure
from informed.writers.layout import seen

if TYPE_CHECKING:
    from informed.questions.bookmaker.compute import Book

from informed.writers.charts.rows import Rows, won

# --- bets, comparisons -----------------------------------------------------------------------------------------------


def bets(book: Book) -> Rows:
    """What betting on each label wins or loses, from the bettor's book."""
    return [
        {"label": seen(bet.label), **won(bet.edge)} | {"prevalence": bet.prevalence, "bias": finite(bet.bias)}
        for bet in book.bets
    ]


FIGURES = {"book": {"labels": Figure("Edge per label at fair odds", bets, "edge_bars")}}
