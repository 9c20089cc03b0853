"""The tables of rates corrected for a judge."""

from collections.abc import Iterator

from informed.core.result import Grid
from informed.core.words import ci, coefficient, count, interval, number, within
from informed.questions.judge.result import HOW, Judgement
from informed.writers.layout import seen


def judgement(found: Judgement, every: bool) -> Iterator[Grid]:
    """The shares, and what the judge's labels are worth on the items that a human has labelled."""
    how = f"If the items labelled by hand were {HOW[found.drawn]}"
    yield Grid("Shares, corrected and as the judge says", _shares(found), how, 2 if found.systems else 1)
    names = {"recall": "recall", "fallout": "false positive rate", "precision": "precision"}
    rows = [["judge on", "labelled", *names.values()]]
    for place, (label, row) in enumerate(found.quality.items()):
        items = count(float(found.calibration.table[place].sum()))
        rows.append([seen(label), items, *(number(row[name].value) for name in names)])
    worth = f"informedness {coefficient(found.informedness.value)}{within(found.informedness)}"
    yield Grid("The judge, label by label", rows, f"Measured on the items that a human has labelled; {worth}")


def _shares(found: Judgement) -> list[list[str]]:
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
