"""Items of which only some were verified: what would be found of all (Begg & Greenes 1983), and what it rests on."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from informed.core.basis import answers, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, arg, call
from informed.core.estimate import Estimate
from informed.core.labels import Label
from informed.core.metrics import Figure
from informed.core.registry import get
from informed.core.result import Grid, Result
from informed.core.table import actuals, diagonal, predictions
from informed.core.validate import Numbers
from informed.core.words import (
    Finding,
    Next,
    ci,
    count,
    interval,
    knowing,
    many,
    named,
    number,
    percent,
    quoted,
    rated,
    unshown,
)
from informed.inference.interval import check_level
from informed.inference.unjudged import reach
from informed.inference.verified import TOP, Verified
from informed.questions.evaluate.clinical import RATES, shown
from informed.questions.evaluate.strength import ends_of

APART = (  # what is said of items that are all verified
    *("weights", "weight_kind", "by", "cluster", "stratum", "abstain", "words", "undefined", "reference", "missing"),
    *("reference_quality", "method", "measures", "value", "cost", "view", "steps", "ordered"),
)
WHOLE = ("informedness", "markedness", "accuracy")
ODDS = (0.25, 0.5, 1.0, 2.0, 4.0)
LISTED = 12  # labels whose rates are on the default screen
YES, NO = (True, 1, "1", "true", "yes", "y", "t"), (False, 0, "0", "false", "no", "n", "f")


@dataclass(frozen=True, eq=False)
class Verification(Result):
    """What would be found if all items had been verified, where the prediction alone decides who is.

    ``table``: verified items, actual x predicted; ``rest``: the others by predicted label. ``measures``: of all items;
    ``apparent``: the same of the verified items alone, as they stand. ``odds``: informedness where errors among the
    others have so many times the odds that they have among the verified; ``holds_to``: how far these may go until the
    interval reaches 0, None where it holds 0 already. ``bounds``: informedness whatever the others are, sharp, with
    limits. Measures are empty where no item of some prediction is verified.
    """

    kind = "verification"
    json_keys = (
        *(
            "labels",
            "positive",
            "table",
            "rest",
            "measures",
            "apparent",
            "odds",
            "holds_to",
            "bounds",
            "level",
            "missing",
        ),
    )

    labels: tuple[Label, ...]
    positive: Label | None
    table: Numbers
    rest: Numbers
    measures: Mapping[str, Estimate]
    apparent: Mapping[str, float]
    odds: Mapping[float, Estimate]
    holds_to: float | None
    bounds: tuple[float, float, float | None, float | None] | None
    level: float
    missing: int
    signature: str

    def head(self) -> tuple[str, str]:
        """The question, and how many are verified."""
        seen = int(self.table.sum())
        return (
            "How good, had all been verified?",
            f"{many(seen + int(self.rest.sum()), 'item')}, {count(seen)} verified",
        )

    def key_figures(self) -> Iterator[Figure]:
        """Every measure of all items."""
        yield from (Figure(name, each) for name, each in self.measures.items())

    def words(self) -> Iterator[Finding]:
        """Whether it beats guessing if all had been verified, how far that may be wrong, and what holds anyway."""
        silent = [label for label, seen in zip(self.labels, self.table.sum(0), strict=True) if not seen]
        if not self.measures:
            yield Finding("unknown", f"Cannot tell: of the items called {named(silent)} none was verified.")
        else:
            yield from self._claims()
        if self.bounds is not None:
            low, high, least, most = self.bounds
            sure = f" ({ci(self.level)} {number(least)} to {number(most)})" if least is not None else ""
            between = f"between {number(low)} and {number(high)}{sure}"
            if least is not None and least > 0:
                yield Finding("bounded", f"Whatever the others are, it beats guessing: informedness lies {between}.")
            else:
                yield Finding("bounds", f"Whatever the others are, informedness lies {between}.")

    def _claims(self) -> Iterator[Finding]:
        lead = self.measures["informedness"]
        low, high = ends_of(lead)
        if low > 0:
            said = f"Better than guessing: {knowing(lead.value)} ({quoted('informedness', lead)})"
        elif high < 0:
            said = f"Turned round: worse than guessing ({quoted('informedness', lead)})"
        else:
            said = f"Not shown to beat guessing: {unshown(lead.high)} ({quoted('informedness', lead)})"
        yield Finding("verified", f"{said}, if who is verified depends on the prediction alone.")
        if len(self.labels) == 2:
            finds = [f"{rated(self.measures[self._rate(place)])} of {str(self.labels[place])!r}" for place in (0, 1)]
            seems = [percent(self.apparent[self._rate(place)]) for place in (0, 1)]
            checked = self.table.sum(0) / np.maximum(self.table.sum(0) + self.rest, 1)
            why = " and ".join(
                f"{percent(float(share))} of those called {str(label)!r}"
                for share, label in zip(checked, self.labels, strict=True)
            )
            yield Finding("rates", f"It finds {finds[0]} and {finds[1]}.")
            yield Finding(
                "apparent", f"Of the verified alone it seems to find {seems[0]} and {seems[1]}: {why} were verified."
            )
        if self.holds_to is not None and self.rest.any():
            most = (
                f"{count(TOP)} times and more" if self.holds_to == TOP else f"{number(floor(self.holds_to), 1)} times"
            )
            yield Finding(
                "odds",
                f"That it beats guessing holds until the odds of an error are {most} as high among the others as among "
                "the verified.",
            )

    def _rate(self, place: int) -> str:
        clinical = ("sensitivity", "specificity")[place]
        return clinical if clinical in self.measures else f"recall[{self.labels[place]}]"

    def steps(self) -> Iterator[Next]:
        """Verify where least is known."""
        if self.rest.any():
            share = (self.rest / (self.table.sum(0) + 1)) * np.sqrt(self.table.sum(0) + self.rest)
            label, left = self.labels[int(share.argmax())], int(self.rest[int(share.argmax())])
            yield Next("verify", f"verify more of the {count(left)} others called {str(label)!r}, drawn at random")

    def remarks(self, every: bool = False) -> Iterator[str]:
        """What it assumes, and items that were left out."""
        if self.missing:
            yield f"{many(self.missing, 'item')} without a prediction left out"
        if not self.rest.any():
            yield f"all items are verified; {call('evaluate')} without {arg('verified')} says more"

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """Who was verified, the measures beside those of the verified alone, and informedness at other odds."""
        heads = [str(label) for label in self.labels]
        verified = [[name, *map(count, row)] for name, row in zip(heads, self.table.tolist(), strict=True)]
        others = [["not verified", *map(count, self.rest.tolist())]]
        if every or not self.measures:
            yield Grid("Actual (rows) by predicted (columns)", [["actual", *heads], *verified, *others], named=True)
        rows = [["", "of all", ci(self.level), "of the verified"]]
        listed = ("informedness", *RATES, *(f"recall[{label}]" for label in self.labels[:LISTED]))
        for name, each in self.measures.items():
            if every or name in listed:
                apparent = Estimate(self.apparent[name])
                cells = shown(name, each) if name in RATES else (number(each.value), interval(each))
                seems = shown(name, apparent)[0] if name in RATES else number(apparent.value)
                rows.append([RATES.get(name, name), *cells, seems])
        if self.measures:
            yield Grid("Had all been verified", rows, named=True)
        if self.measures and every:
            tried = [["odds of an error among the others", "informedness", ci(self.level)]]
            tried += [[f"x {number(odds, 2)}", number(each.value), interval(each)] for odds, each in self.odds.items()]
            yield Grid("If errors were rarer or commoner among the others", tried, named=True)

    def pictures(self) -> dict[str, Any]:
        """Informedness with its interval at each odds."""
        from informed.writers.charts import Figure as Picture
        from informed.writers.charts import lanes
        from informed.writers.charts.rows import ends as drawn

        rows = [{"measure": f"errors x {number(odds, 2)}", **drawn(each)} for odds, each in self.odds.items()]
        return {"odds": Picture("Informedness, if errors were commoner among the others", lambda _: rows, lanes.forest)}

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure, then one for each odds."""
        found = [
            {"measure": name, "odds": 1.0, **each.to_dict(), "of_verified": self.apparent[name]}
            for name, each in self.measures.items()
        ]
        return found + [{"measure": "informedness", "odds": odds, **each.to_dict()} for odds, each in self.odds.items()]


def floor(odds: float) -> float:
    """Rounded down to a tenth, so that what is claimed of it holds."""
    return math.floor(10 * odds) / 10


def said_yes(told: object) -> bool:
    """Whether a value says that an item was verified."""
    value = told.strip().lower() if isinstance(told, str) else told
    if value not in (*YES, *NO):
        raise InputError("says neither yes nor no, true nor false, 1 nor 0", argument="verified", value=told)
    return value in YES


def split(counts: Counts) -> Counts:
    """Counts in the groups yes and no as the counts of verified items, the others unjudged."""
    seen = np.zeros_like(counts.table[0])
    rest = np.zeros(seen.shape[-1])
    unjudged = np.zeros((len(counts.groups), len(rest))) if counts.unjudged is None else counts.unjudged
    for (told,), table, left in zip(counts.groups, counts.table, unjudged, strict=True):
        seen, rest = (seen + table, rest + left) if said_yes(told) else (seen, rest + left + table.sum(0))
    if not seen.any():
        raise InputError(f"{arg('verified')}: no item is verified, or none of these has an actual label")
    return Counts(seen, counts.labels, counts.labels_predicted, unjudged=rest, missing=counts.missing)


@answers
def corrected(
    counts: Counts, *, positive: Any = None, level: float = 0.95, draws: int = 4000, seed: int = 0
) -> Verification:
    """Verified items as counts, the others as unjudged ones."""
    check_level(level)
    if counts.weighted or counts.n is None or len(counts.labels) < 2 or not counts.square:
        raise InputError("verification is of counted items of two labels and more, the same on both sides")
    if positive is not None:
        counts = counts.positive_first(positive)
    table, labels = np.asarray(counts.table, dtype=np.float64), counts.labels
    rest = np.zeros(len(table)) if counts.unjudged is None else np.asarray(counts.unjudged, dtype=np.float64)
    found = Verified(table, rest, np.arange(len(table)), draws, seed)
    known = bool((table.sum(0)[rest > 0] > 0).all())
    asked = _measures(labels, positive) if known else {}
    informed, n = get("informedness").raw, int(table.sum() + rest.sum())
    measures = {name: found.estimate(each, level) for name, each in asked.items()}
    return Verification(
        labels,
        positive,
        table,
        rest,
        measures,
        {name: float(each(table)) for name, each in asked.items()},
        {odds: found.estimate(informed, level, odds) for odds in ODDS if known},
        found.holds_to(informed, level) if known else None,
        _bounds(Counts(table, labels, unjudged=rest), level),
        level,
        counts.missing,
        signature({"n": n, "verified": int(table.sum()), "level": level, "draws": draws, "seed": seed}),
    )


def _measures(labels: tuple[Label, ...], positive: Label | None) -> dict[str, Callable[[Any], Any]]:
    names = [*WHOLE, *(RATES if positive is not None and len(labels) == 2 else ())]
    found: dict[str, Callable[[Any], Any]] = {name: get(name).raw for name in names}
    if positive is None or len(labels) > 2:
        for name, margin in (("recall", actuals), ("precision", predictions)):
            found |= {f"{name}[{label}]": partial(share, place, margin) for place, label in enumerate(labels)}
    return found


def share(place: int, margin: Callable[[Any], Any], table: Any) -> Any:
    """What of a label is right, of those that are so or of those called so."""
    return diagonal(table)[..., place] / margin(table)[..., place]


def _bounds(counts: Counts, level: float) -> tuple[float, float, float | None, float | None] | None:
    """Informedness over all labels that the others can have, with limits."""
    from informed.questions.evaluate import evaluate

    if counts.unjudged is None or not counts.unjudged.any():
        return None
    found = reach("informedness", counts.table, counts.unjudged)
    if found is None:
        return None
    limits = evaluate(counts, only=("informedness",), level=level).measures["informedness"]
    return found.low, found.high, limits.low, limits.high
