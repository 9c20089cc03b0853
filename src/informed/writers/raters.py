"""Agreement of raters in print: verdict first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.verdict import percent, within
from informed.writers.layout import bullets, columns, count, interval, noted, number

if TYPE_CHECKING:
    from informed.analyses.raters import Agreement

MOST = 10


def verdict(found: Agreement) -> tuple[str, ...]:
    """The sentences a reader may repeat."""
    return tuple(filter(None, (_agree(found), _odd_one(found), _over_what(found))))


def _agree(found: Agreement) -> str:
    """Always: the interval of Fleiss' kappa lies above, across or below 0."""
    kappa, plain = found.measures["fleiss_kappa"], found.measures["agreement"]
    if kappa.value != kappa.value or kappa.low is None or kappa.high is None:
        return "Nothing can be said about agreement: no item has two ratings, or only one label is used."
    said = f"{percent(plain.value)} of the pairs of ratings agree, {percent(plain.chance or 0.0)} would by chance"
    if kappa.low > 0:
        return f"Agreement beyond chance: kappa {percent(kappa.value)}{within(kappa)}; {said}."
    if kappa.high < 0:
        return f"Disagreement beyond chance: kappa {percent(kappa.value)}{within(kappa)}; {said}."
    return f"Agreement is not shown to exceed chance: kappa {percent(kappa.value)}{within(kappa)}; {said}."


def _odd_one(found: Agreement) -> str | None:
    """Three raters or more, and one agrees less with the others than they do on average by 0.1 or more."""
    kappas = {who: row["kappa"] for who, row in found.per_rater.items() if row["kappa"] == row["kappa"]}
    if len(kappas) < 3:
        return None
    who = min(kappas, key=lambda each: kappas[each])
    mean = sum(value for other, value in kappas.items() if other != who) / (len(kappas) - 1)
    if mean - kappas[who] < 0.1:
        return None
    return f"{who} agrees least with the others: mean kappa {kappas[who]:.2f} against {mean:.2f}."


def _over_what(found: Agreement) -> str | None:
    """Someone disagrees: the most frequent way."""
    if not found.disagreements:
        return None
    most = found.disagreements[0]
    return (
        f"Most often, on {most.items:,} items, {most.rater} says {str(most.label)!r} "
        f"where {most.other} says {str(most.other_label)!r}."
    )


def text(found: Agreement) -> str:
    """The agreement to read."""
    return "\n\n".join(_sections(found)) + "\n"


def _sections(found: Agreement) -> Iterator[str]:
    ratings = found.ratings
    yield f"Agreement beyond chance?  {found.n:,} items, {len(ratings.raters)} raters, {len(ratings.labels)} labels"
    yield bullets(found.verdict)
    rows = [["measure", "value", f"{percent(found.level)} interval", "chance"]]
    rows += [[name, number(each.value), interval(each), number(each.chance)] for name, each in found.measures.items()]
    yield columns(rows)
    if found.pairs:
        yield _pairs(found)
    rows = [["rater", "items", "agreement", "kappa", "mcc"]]
    for who, row in found.per_rater.items():
        rows.append([who, count(row["items"]), *(number(row[name]) for name in ("accuracy", "kappa", "mcc"))])
    yield columns(rows)
    rows = [["label", "kappa", "interval"]]
    yield columns(rows + [[label, number(each.value), interval(each)] for label, each in found.per_label.items()])
    if found.disagreements:
        yield _disagreements(found)
    yield from noted(found.warnings)
    yield found.signature


def _pairs(found: Agreement) -> str:
    names = list(next(iter(found.pairs.values())))
    rows = [["actual, predicted", *names]]
    for pair, row in list(found.pairs.items())[:MOST]:
        rows.append([", ".join(pair), *(number(row[name].value) for name in names)])
    more = len(found.pairs) - MOST
    return columns(rows) + (f"\n  ... and {more:,} more pairs: .pairs" if more > 0 else "")


def _disagreements(found: Agreement) -> str:
    rows = [["rater", "says", "other", "says", "items", "by chance"]]
    for each in found.disagreements[:MOST]:
        said = [each.rater, str(each.label), each.other, str(each.other_label)]
        rows.append([*said, count(each.items), number(each.by_chance, 1)])
    more = len(found.disagreements) - MOST
    return columns(rows, left=4) + (f"\n  ... and {more:,} more: .disagreements" if more > 0 else "")
