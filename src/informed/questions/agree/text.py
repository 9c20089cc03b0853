"""Agreement of raters in print: verdict first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import ci, count, interval, many, number
from informed.writers.layout import columns, group_table, noted, sentences

if TYPE_CHECKING:
    from informed.questions.agree.compute import Agreement


MOST = 10


def agreement(found: Agreement) -> str:
    """The agreement to read."""
    return "\n\n".join(_sections(found)) + "\n"


def _sections(found: Agreement) -> Iterator[str]:
    ratings = found.ratings
    size = f"{many(found.n, 'item')}, {len(ratings.raters)} raters, {many(len(ratings.labels), 'label')}"
    yield f"Agreement beyond chance?   {size}"
    yield sentences(found.verdict)
    rows = [["measure", "value", ci(found.level), "chance"]]
    rows += [[name, number(each.value), interval(each), number(each.chance)] for name, each in found.measures.items()]
    yield columns(rows)
    if found.pairs:
        yield _pairs(found)
    rows = [["rater", "items", "agreement", "kappa", "mcc"]]
    for who, row in found.per_rater.items():
        rows.append([who, count(row["items"]), *(number(row[name]) for name in ("accuracy", "kappa", "mcc"))])
    yield columns(rows)
    rows = [["label", "kappa", ci(found.level)]]
    yield columns(rows + [[label, number(each.value), interval(each)] for label, each in found.per_label.items()])
    if found.disagreements:
        yield _disagreements(found)
    if found.groups:
        shown = {group: (each.n, each.measures["fleiss_kappa"]) for group, each in found.groups.items()}
        yield group_table(ratings.by, "fleiss_kappa", shown, found.level)
    yield from noted(found.warnings)
    yield found.signature


def _pairs(found: Agreement) -> str:
    names = list(next(iter(found.pairs.values())))
    rows = [["raters", *names]]
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
