"""What to do next: the one step that settles most of what a verdict leaves open, with a number where there is one."""

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from informed.core.assignment import assign
from informed.core.counts import Counts
from informed.core.labels import silence
from informed.core.words import Next, count, number, percent
from informed.inference.design import Independent
from informed.inference.sizing import for_effect, items_for, rounded
from informed.inference.strength import BEATING, ENOUGH
from informed.questions.evaluate.cautions import comparator, mute, silent, strange
from informed.questions.evaluate.diagnosis import unjudged
from informed.questions.evaluate.result import Evaluation
from informed.questions.evaluate.strength import fewest, margins
from informed.questions.evaluate.use import RARE, misleading

ELSEWHERE = (0.05, 0.1, 0.2, 0.5)  # shares of a rare class in another place
EXPECTED = (0.1, 0.05, 0.02, 0.01)  # what to plan for where what was found is less than the first of them
ANY = "COLUMN"
LEVEL = 0.95


def next_of(evaluation: Evaluation) -> Iterator[Next]:
    """The first that is due."""
    counts = evaluation.counts.pooled()
    if not counts.square:
        yield Next("match", "find which predicted label is which class", "match")
    elif unjudged(counts):
        yield Next("judged", "judge the items that have an actual label", "", {"missing": "drop"})
    elif strange(counts):
        yield _renamed(counts)
    elif quiet := mute(evaluation):
        label = next(iter(quiet))
        yield Next("abstain", f"say so if {str(label)!r} means no answer", "", {"abstain": label})
    elif evaluation.strength is not None:
        yield from _by_strength(evaluation)


def _renamed(counts: Counts) -> Next:
    """Which predicted label may be which actual one: those that go together beyond chance."""
    table = np.asarray(counts.table, float)
    beyond = table - np.outer(table.sum(1), table.sum(0)) / table.sum()
    beyond[:, [silence(each) for each in counts.labels]] = 0
    places = enumerate(assign(beyond, stay=-1).columns)
    names = {counts.labels[said]: counts.labels[at] for at, said in places if beyond[at, said] > 0}
    if not names:
        return Next("match", "find which predicted label is which class", "match")
    return Next("rename", "say which labels are the same; these go together here", "", {"rename": names})


def _by_strength(evaluation: Evaluation) -> Iterator[Next]:
    strength, counts = evaluation.strength, evaluation.counts.pooled()
    if strength == "unknown":
        if int((margins(evaluation)[0] > 0).sum()) < 2:
            yield Next("classes", "add items of another class: with one alone nothing can be told")
        elif counts.n is None:
            yield Next("size", "say how many items there are", "", {"n": "N"})
    elif strength == "constant":
        yield Next(
            "threshold", "if scores lie behind its labels, look for a better threshold", "sweep", {"scores": ANY}
        )
    elif strength == "turned":
        yield _swapped(evaluation)
    elif comparator(evaluation):
        return
    elif strength in ("probably", "open"):
        yield from _more_items(evaluation)
    elif strength in BEATING:
        yield from _used(evaluation)
    else:
        yield from _confused(evaluation)


def _swapped(evaluation: Evaluation) -> Next:
    """What another reading of the labels would give."""
    table = np.asarray(evaluation.counts.pooled().table)
    if len(table) > 2:
        return Next("match", "find which predicted label stands for which class", "match")
    known, right = -evaluation.measures["informedness"].value, 1 - np.trace(table) / table.sum()
    told = f"with the two labels swapped, informedness would be {number(known)} and accuracy {percent(right)}"
    return Next("swap", f"look at how the labels are coded; {told}", "", {"view": "perverse"})


def _more_items(evaluation: Evaluation) -> Iterator[Next]:
    """How many items would settle it if it knows as much as here, or as little as is worth knowing."""
    counts, found = evaluation.counts.pooled(), evaluation.measures["informedness"]
    if counts.n is None or found.low is None or found.high is None or silent(evaluation):
        return
    shares = tuple(round(float(each), 3) for each in margins(evaluation)[0] / margins(evaluation)[0].sum() if each)
    size, label = fewest(evaluation)
    least = math.ceil(ENOUGH * counts.n / size)  # for enough items of each class
    for aim in (found.value, *EXPECTED) if found.value >= EXPECTED[0] else EXPECTED:
        aim = round(float(aim), 2)
        if isinstance(evaluation.claims.design, Independent):
            needed = items_for(aim, np.array(shares) / sum(shares), evaluation.level)
            said: dict[str, Any] = {"prevalence": min(shares) if len(shares) == 2 else shares, "informedness": aim}
            said |= {} if evaluation.level == LEVEL else {"level": evaluation.level}
        else:  # its interval allows for clusters and weights: it shrinks with the root of the number of items
            needed, said = for_effect(found, counts.n, aim) or 0, {}
        enough = max(needed, least)
        if enough > counts.n:
            settled = "settle" if evaluation.strength == "probably" else "show"
            share = f"if it knows {percent(aim)} of the answers, about {rounded(enough):,} would {settled} it"
            if enough == least:  # which is no power's number, so no plan has it
                share, said = f"{share}, {ENOUGH} of them {label!r}", {}
            yield Next("items", f"add items: {share}", "plan" if said else "", said)
            return


def _used(evaluation: Evaluation) -> Iterator[Next]:
    """It knows something: what it means elsewhere, what its errors may cost, or which to look at."""
    counts, rows = evaluation.counts.pooled(), margins(evaluation)[0]
    table, whole = np.asarray(counts.table), rows.sum()
    if len(table) != 2 or evaluation.pricing is not None:
        yield from _confused(evaluation)
        return
    at = int(np.argmin(rows)) if evaluation.positive is None else 0
    share, label = rows[at] / whole, counts.labels[at]
    right, wrong = table[at, at], table[1 - at, at]
    if evaluation.clinical or (share <= RARE and misleading(evaluation)):
        other = next(each for each in ELSEWHERE if each >= min(5 * share, ELSEWHERE[-1])) if share <= RARE else RARE / 2
        said = {"prevalence": other, "positive": label}
        than = "commoner" if other > share else "rarer"
        yield Next("elsewhere", f"see what it means where {str(label)!r} is {than}", "deploy", said)
    elif wrong > right > 0:
        times = wrong / right
        costs = f"0 {_price(times)}; 1 0" if at == 0 else f"0 1; {_price(times)} 0"
        told = f"it pays where missing a {str(label)!r} costs more than {number(times, 1)} false alarms"
        yield Next("costs", f"say what errors cost: {told}", "", {"cost": costs})
    else:
        yield from _confused(evaluation)


def _price(times: float) -> int:
    return math.floor(times) + 1


def _confused(evaluation: Evaluation) -> Iterator[Next]:
    """The commonest error, which is worth a look."""
    counts = evaluation.counts.pooled()
    table = np.asarray(counts.table, float)
    wrong = np.where(np.eye(len(table), dtype=bool), 0, table)
    if not wrong.any():
        yield Next("copied", "make sure that the predictions never saw the actual labels: it makes no errors")
        return
    dearest = evaluation.pricing and evaluation.pricing.dearest
    row, column = dearest or np.unravel_index(wrong.argmax(), wrong.shape)
    actual, said = str(counts.labels[row]), str(counts.labels[column])
    size = "" if counts.weighted else f"{count(table[row, column])} "
    which = "the error that costs most in all" if dearest else "its commonest error"
    yield Next("rows", f"look at the {size}{actual!r} that it calls {said!r}, {which}")
