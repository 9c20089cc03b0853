"""Rates corrected for a judge in print: verdict first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.words import ci, count, interval, number
from informed.writers.layout import columns, fitted, noted, seen, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.judge.result import Judgement

HOW = {
    "random": "drawn at random",
    "by_judge": "drawn by label",
    "elsewhere": "drawn elsewhere",
}


def judgement(found: Judgement, *, every: bool = False) -> str:
    """The corrected rates to read."""
    return screen(_sections(found), last(found, every), every)


def _sections(found: Judgement) -> Iterator[str]:
    size = f"{found.n:,} judged items, {found.labelled:,} labelled by hand, {HOW[found.drawn]}"
    yield fitted(f"Which rate is true?   {size}")
    yield sentences(found.verdict)
    yield columns(shares(found), left=2 if found.systems else 1)
    yield columns(quality(found))
    yield from noted(found.notes)


def shares(found: Judgement) -> list[list[str]]:
    """Corrected beside raw, label by label, for every system."""
    head = ["label", "corrected", ci(found.level), "judge says", *(["ppi++"] if _beside(found) else [])]
    if not found.systems:
        return [head, *(_share(found, label) for label in found.rate)]
    rows = [[name, *_share(each, label)] for name, each in found.systems.items() for label in each.rate]
    return [["system", *head], *rows, *(["all", *_share(found, label)] for label in found.rate)]


def _share(found: Judgement, label: object) -> list[str]:
    rate = found.rate[label]  # type: ignore[index]
    raw = found.raw[label].value  # type: ignore[index]
    beside = [number(found.ppi[label])] if found.ppi and _beside(found) else []  # type: ignore[index]
    return [seen(label), number(rate.value), interval(rate) or "-", number(raw), *beside]


def _beside(found: Judgement) -> bool:
    """Whether prediction-powered inference says something else: for two labels it is the same number."""
    return found.ppi is not None and len(found.rate) > 2


def quality(found: Judgement) -> list[list[str]]:
    """What the judge's labels are worth, measured on the items that a human has labelled."""
    names = {"recall": "recall", "fallout": "false positive rate", "precision": "precision"}
    rows = [["judge on", "labelled", *names.values()]]
    for place, (label, row) in enumerate(found.quality.items()):
        items = count(float(found.calibration.table[place].sum()))
        rows.append([seen(label), items, *(number(row[name].value) for name in names)])
    return rows
