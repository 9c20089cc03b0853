"""Several cues of one outcome: what each tells beyond the others (conditional DeltaP), and what each adds in turn.

Powers 2007, sections 2.4 to 2.6, leaves cues that compete open. Derivation and limits: docs/methods/cues.md.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.basis import answers, signature
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate, Record
from informed.core.items import Items
from informed.core.labels import Label
from informed.core.measures.information import entropy_actual, mutual_information
from informed.core.metrics import Figure
from informed.core.result import Grid, Result
from informed.core.table import actuals, total
from informed.core.validate import Numbers
from informed.core.words import Finding, ci, coefficient, interval, many, number, p_cell, percent, within
from informed.core.writing import seen
from informed.inference.chance import expected_information
from informed.inference.conditional import any_association, conditional, strata
from informed.inference.estimates import measured
from informed.inference.interval import check_level

APART = (  # what is said of systems that compete
    *("by", "cluster", "fold", "reference_quality", "positive", "measures", "adjust", "margin", "rate"),
    *("draws", "seed", "verified"),
)
LARGEST = 2**24  # cells of all strata together


@dataclass(frozen=True)
class Cue(Record):
    """One cue: its informedness alone, that given all other cues, and the markedness (DeltaP) given them.

    ``p`` is of informedness given the others, ``p_any`` of any association given them; both and the intervals given
    the others allow for all cues. ``telling``: the share of items whose stratum has more than one class. ``added``: the
    share of the information in the outcome that the cue adds to those named before it, ``added_by_chance`` what a cue
    that says nothing new would add, ``p_added`` the p of that.
    """

    name: str
    alone: Estimate
    given: Estimate
    markedness: Estimate
    p: float
    p_any: float
    telling: float
    added: float
    added_by_chance: float
    p_added: float

    def told(self, level: float) -> Finding:
        """What it tells beyond the others."""
        gap = f"informedness {coefficient(self.given.value)}{within(self.given)} given them, "
        gap += f"{coefficient(self.alone.value)}{within(self.alone)} alone"
        if self.p < 1 - level:
            way = "what the others do not" if self.given.value > 0 else "the opposite, once the others are known"
            return Finding("tells_more" if self.given.value > 0 else "reversed", f"{self.name!r} tells {way}: {gap}.")
        if self.p_any < 1 - level:
            depends = "tells more, but what it means depends on the others"
            return Finding("depends", f"{self.name!r} {depends}: {gap}.")
        code = "passed_on" if (self.alone.low or 0.0) > 0 else "tells_nothing"
        return Finding(code, f"{self.name!r} is not shown to tell more than the others do: {gap}.")


@dataclass(frozen=True)
class Cues(Result):
    """What each cue tells of the outcome beyond the others."""

    kind = "cues"

    cues: tuple[Cue, ...]
    labels: tuple[Label, ...]
    n: int
    level: float
    signature: str

    def key_figures(self) -> Iterator[Figure]:
        """Informedness of each cue, alone and given the others."""
        yield from (Figure("informedness", each.alone, each.name) for each in self.cues)
        yield from (Figure("informedness_given_others", each.given, each.name) for each in self.cues)

    def head(self) -> tuple[str, str]:
        return "What does each cue tell beyond the others?", f"{many(self.n, 'item')}, {len(self.cues)} cues"

    def words(self) -> Iterator[Finding]:
        """Every cue given the others, and what all together capture."""
        yield from (each.told(self.level) for each in self.cues)
        added, chance = (sum(getattr(each, name) for each in self.cues) for name in ("added", "added_by_chance"))
        said = f"All cues together capture {percent(added)} of the information in the outcome"
        yield Finding("together", f"{said}; cues that say nothing would seem to capture {percent(chance)}.")

    def remarks(self, every: bool = False) -> list[str]:
        """How many items tell anything given the others, where these leave few."""
        return [
            f"{each.name}: only {percent(each.telling)} of the items tell; of the rest the other cues leave one class"
            for each in self.cues
            if each.telling < 0.8 or every
        ]

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """Each cue alone and given the others; then what each adds in the order in which they were named."""
        head = ["cue", "alone", ci(self.level), "given the others", ci(self.cues[0].given.level or self.level), "p"]
        cells = (
            [*(part(one) for one in (each.alone, each.given) for part in (_value, interval)), p_cell(each.p)]
            + ([number(each.markedness.value), interval(each.markedness)] if every else [])
            for each in self.cues
        )
        head += ["markedness", "interval"] if every else []
        rows = [head, *([seen(each.name), *row] for each, row in zip(self.cues, cells, strict=True))]
        yield Grid("Cues", rows, legend="p and intervals given the others allow for all cues")
        chain = [["cue", "adds", "by chance", "p"]]
        for each in self.cues:
            chain.append([seen(each.name), percent(each.added), percent(each.added_by_chance), p_cell(each.p_added)])
        yield Grid("In this order", chain, legend="share of the information in the outcome, given the cues above")

    def pictures(self) -> dict[str, Any]:
        """Each cue alone and given the others."""
        from informed.writers.charts import Figure as Picture
        from informed.writers.charts import lanes
        from informed.writers.charts.rows import ends

        rows = [
            {"measure": seen(each.name) + said, **ends(one)}
            for each in self.cues
            for said, one in ((" alone", each.alone), (" given the others", each.given))
        ]
        return {"cues": Picture("Informedness of each cue", lambda _: rows, lanes.forest)}

    def rows(self) -> list[dict[str, Any]]:
        """One row for each cue and number."""
        return [
            {"cue": each.name, "measure": name, "p": p, **one.to_dict()}
            for each in self.cues
            for name, one, p in (
                ("informedness", each.alone, None),
                ("informedness_given_others", each.given, each.p),
                ("markedness_given_others", each.markedness, None),
                ("added", Estimate(each.added, each.added_by_chance), each.p_added),
            )
        ]


def _value(each: Estimate) -> str:
    return number(each.value)


@answers
def cued(items: Items, *, level: float = 0.95) -> Cues:
    """Each system of the items as a cue of the actual class; strata are given too."""
    check_level(level)
    known = items.staked()
    if known.by or known.cluster is not None or known.weights is not None:
        raise InputError(f"cues need single items; leave out {arg('by')}, {arg('cluster')} and {arg('weights')}")
    if len(known.systems) < 2:
        raise InputError(f"name two cues or more, each with {arg('predicted')}; one alone is what evaluate is for")
    actual, size = known.rows[:, 0], len(known.labels)
    for place, name in enumerate(known.systems, 1):
        if not np.isin(known.rows[:, place], actual).any():
            own = [known.labels[code] for code in np.unique(known.rows[:, place])[:3]]
            raise InputError(
                f"cue {name!r} says {own}, never a label of the outcome; DeltaP needs its words; give {arg('rename')}"
            )
    outcome = np.bincount(actual, known.items, size)[:, None]
    whole = float(known.items.sum()) * float(entropy_actual(outcome)) or np.nan
    count = len(known.systems)

    def given(cue: int, others: list[int]) -> Numbers:
        codes = known.rows[:, others] if others else np.zeros((len(actual), 1), np.int64)
        codes = codes if known.stratum is None else np.column_stack([codes, known.stratum])
        if len(np.unique(codes, axis=0)) * size**2 > LARGEST:
            raise InputError(f"the cues have too many combinations of {size} labels; name fewer, or merge labels")
        return strata(codes, actual, known.rows[:, cue], known.items, size)

    found = []
    for cue, name in enumerate(known.systems, 1):
        tables = given(cue, [each for each in range(1, count + 1) if each != cue])
        here, p = conditional(tables, 1 - (1 - level) / count)
        marked, _ = conditional(np.swapaxes(tables, 1, 2), 1 - (1 - level) / count)
        turn = given(cue, list(range(1, cue)))
        sizes = total(turn)
        gain, chance = (float(sizes @ each(turn)) / whole for each in (mutual_information, expected_information))
        telling = float(total(tables)[(actuals(tables) > 0).sum(-1) > 1].sum() / known.items.sum())
        alone = measured("informedness", known.counts(name), level=level)
        any_p = min(any_association(tables) * count, 1.0)
        p = min(p * count, 1.0)
        found.append(Cue(name, alone, here, marked, p, any_p, telling, gain, chance, any_association(turn)))
    facts = {"n": known.n, "labels": known.labels, "cues": known.systems, "level": level}
    return Cues(tuple(found), known.labels, known.n, level, signature(facts))
