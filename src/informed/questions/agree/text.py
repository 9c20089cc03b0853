"""Agreement of raters in print: verdict first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.door import door
from informed.core.words import ci, count, interval, many, number
from informed.writers.layout import columns, group_table, noted, screen, sentences

if TYPE_CHECKING:
    from informed.questions.agree.compute import Agreement


MOST, FEW = 10, 3
SCREEN = ("correlation", "agreement", "fleiss_kappa", "krippendorff_alpha")
FURTHER = {  # by whether labels are just different, or also near and far
    True: ("gwet_ac1", "brennan_prediger", "conger_kappa", "mean_pairwise_mcc"),
    False: ("gwet_ac2", "icc", "icc_agreement", "icc_consistency", "mean_pairwise_mcc"),
}
OF_TWO = {"fleiss_kappa": "fleiss_kappa (Scott's pi)", "mean_pairwise_kappa": "kappa (Cohen's)"}


def agreement(found: Agreement, *, every: bool = False) -> str:
    """The agreement to read."""
    spare = (2,) if found.groups else (3,)  # who asked for groups sees them; who did not, the coefficients
    return screen(_sections(found, every), found.signature, every, spare=spare)


def _sections(found: Agreement, every: bool) -> Iterator[str]:
    ratings = found.ratings
    size = f"{many(found.n, 'item')}, {len(ratings.raters)} raters, {many(len(ratings.labels), 'label')}"
    yield f"Agreement beyond chance?   {size}"
    yield sentences(found.verdict)
    rows = [["measure", "value", ci(found.level), "chance"]]
    names = OF_TWO if len(ratings.raters) == 2 else {}
    for name, each in found.measures.items():
        if every or name in _shown(found):
            rows.append([names.get(name, name), number(each.value), interval(each), number(each.chance)])
    yield columns(rows)
    if every:
        yield from _everything(found)
    elif len(ratings.raters) > 2 and not found.groups:
        yield _raters(found, every)
    if found.groups:
        yield group_table(ratings.by, "fleiss_kappa", found.by_group, found.level)
    yield from noted(found.warnings)


def _shown(found: Agreement) -> tuple[str, ...]:
    """The coefficients of the default screen; of a single pair the correlation stands for the mean over pairs."""
    further = FURTHER[found.metric == "nominal"]
    if len(found.ratings.raters) > 2:
        return (*SCREEN[2:], *further[:1]) if found.ratings.gaps else (*SCREEN, *further)  # room for who rated how much
    return (*SCREEN, "mean_pairwise_kappa", *(name for name in further if name != "mean_pairwise_mcc"))


def _everything(found: Agreement) -> Iterator[str]:
    if found.pairs:
        yield _pairs(found)
    yield _raters(found, True)
    rows = [["label", "kappa", ci(found.level)]]
    yield columns(rows + [[label, number(each.value), interval(each)] for label, each in found.per_label.items()])
    if found.disagreements:
        yield _disagreements(found)


def _raters(found: Agreement, every: bool) -> str:
    """How far each rater agrees with the others; of many by default those who agree least."""
    rows = [["rater", "items", "agreement", "kappa", "mcc"]]
    order = list(found.per_rater)
    if not every and len(order) > FEW:
        order = sorted(order, key=lambda who: found.per_rater[who]["kappa"])[:FEW]
    for who in order:
        row = found.per_rater[who]
        rows.append([who, count(row["items"]), *(number(row[name]) for name in ("accuracy", "kappa", "mcc"))])
    more = len(found.per_rater) - len(order)
    return columns(rows) + (f"\n  ... and {more:,} more, with higher kappa: {door().every}" if more else "")


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
