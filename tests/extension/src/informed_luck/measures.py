"""A measure of one's own."""

from informed.measures import measure


@measure(
    family="agreement",
    formula="max n(a, p) / N",
    range=(0.0, 1.0),
    symmetric=True,
    source="our own",
)
def fullest_cell(table):
    """The share of items in the fullest cell of the table."""
    return table.max(-1).max(-1) / table.sum(-1).sum(-1)
