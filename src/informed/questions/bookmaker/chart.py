"""The betting slip as a chart."""

from informed.core.estimate import Estimate, finite
from informed.questions.bookmaker.compute import Book
from informed.writers.charts import Figure, lanes
from informed.writers.charts.rows import Rows, ends
from informed.writers.layout import seen


def bets(book: Book) -> Rows:
    """What betting on each label wins or loses; of two labels it is the same."""
    made = book.bets if len(book.bets) > 2 else ()
    return [
        {"label": seen(bet.label), **ends(bet.edge)} | {"prevalence": bet.prevalence, "bias": finite(bet.bias)}
        for bet in made
    ]


def slips(book: Book) -> Rows:
    """Both slips: what unit stakes win (linear), and what stakes in proportion to belief gain (logarithmic)."""
    kelly, made = book.kelly, sum(bet.bets for bet in book.bets)
    if not kelly.perfect or not made:
        return []
    grown = [Estimate(bits / kelly.perfect, chance=0.0) for bits in kelly.by_label]
    panels = {
        "bookmaker: edge": [*(bet.edge for bet in book.bets), book.edge],
        "Kelly: growth / perfect growth": [*grown, kelly.proficiency],
    }
    names = [*(seen(bet.label) for bet in book.bets), "all"]
    items = [*(bet.bets for bet in book.bets), made]
    return [
        {"row": name, "items": size, "measure": measure, **ends(estimate)}
        for measure, found in panels.items()
        for name, size, estimate in zip(names, items, found, strict=True)
    ]


FIGURES = {
    "book": {
        "labels": Figure("Edge per label at fair odds", bets, lanes.by_label),
        "slips": Figure("Two slips: unit stakes, and stakes in proportion to belief", slips, lanes.small_multiples),
    }
}
