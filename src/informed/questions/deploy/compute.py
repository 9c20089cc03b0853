"""What a predictor will do where the classes occur otherwise than in the test set, or errors cost otherwise.

Recall of each class, and with it the whole row of its predictions, is a property of the predictor; how common the
classes are is a property of the place. So the rows of the table are put together anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.basis import answers
from informed.core.counts import Counts
from informed.core.door import arg
from informed.core.errors import InputError
from informed.core.estimate import Estimate, finite
from informed.core.labels import Label, plain
from informed.core.registry import Measure, get, several
from informed.core.result import Result
from informed.core.signature import counted, signature
from informed.core.table import Array, actuals, as_table, prevalences, ratio
from informed.core.validate import Numbers, shares_of
from informed.inference.estimates import measured, one_table, own
from informed.questions.price.compute import worths

BINARY = ("bias", "precision", "inverse_precision", "f_measure")
ANY = ("accuracy", "kappa", "informedness", "markedness", "mcc")


def at_prevalence(table: Array, prevalence: Any) -> Array:
    """The table (probabilities) the same predictor would give where the classes have these shares."""
    return ratio(table, actuals(table)[..., None]) * np.asarray(prevalence, dtype=np.float64)[..., :, None]


@dataclass(frozen=True)
class Deployment(Result):
    """Measures at another prevalence; ``tested`` holds those of the test set beside them.

    The intervals are credible ones: each class's predictions are uncertain by themselves, the new prevalence is given.
    """

    kind = "deployment"

    prevalence: Mapping[Label, float]
    tested_prevalence: Mapping[Label, float]
    measures: Mapping[str, Estimate]
    tested: Mapping[str, float]
    signature: str

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure: there, and in the test set."""
        return [
            {"measure": name, **each.to_dict(), "tested": finite(self.tested[name])}
            for name, each in self.measures.items()
        ]


@answers
def deployed(
    counts: Counts,
    prevalence: Any,
    *,
    positive: Any = None,
    value: Any = None,
    cost: Any = None,
    measures: Iterable[str | Measure] | None = None,
    level: float = 0.95,
) -> Deployment:
    """The measures where the classes have another prevalence; the arguments are those of `informed.deploy`."""
    counts = one_table(counts, "deployment")
    counts = counts if positive is None else counts.positive_first(positive)
    table = as_table(counts.table)
    new = _shares(counts, prevalence)
    named = {str(each): each for each in (several(measures) if measures is not None else _usual(counts, positive))}
    if value is not None or cost is not None:
        named["expected_value"] = get("expected_value").with_(value=worths(counts, value, cost).tolist())
    recipe = {"prevalence": new, "value": value, "cost": cost, "level": level}
    recipe["measures"] = None if measures is None else "+".join(named)
    return Deployment(
        prevalence=dict(zip(counts.labels, new.tolist(), strict=True)),
        tested_prevalence=dict(zip(counts.labels, prevalences(table).tolist(), strict=True)),
        measures={name: _there(each, counts, new, level) for name, each in named.items()},
        tested={name: float(each(table)) for name, each in named.items()},
        signature=signature({**counted(counts), **recipe}),
    )


def _usual(counts: Counts, positive: Any) -> list[Measure]:
    """The measures that change with prevalence and matter to a user; binary rates only where a class is positive."""
    names = (*BINARY, *ANY) if positive is not None else ANY
    return [get(name) for name in names if get(name).applies(*counts.table.shape)]


def _there(measure: Measure, counts: Counts, new: Numbers, level: float) -> Estimate:
    def body(table: Array) -> Array:
        return measure.raw(at_prevalence(table, new))

    there = at_prevalence(as_table(counts.table), new)
    chance = float(measure.at_chance(there))
    # Draws of the whole posterior: the measures are far from linear where the new prevalence is small.
    elsewhere = own(f"{measure} at another prevalence", body, like=measure, kind=measure.kind, interval="posterior")
    return measured(elsewhere, counts, level=level, chance=chance)


def _shares(counts: Counts, prevalence: Any) -> Numbers:
    """The new prevalence of every class, in the order of the labels."""
    if isinstance(prevalence, Mapping):
        given = {plain(label): float(share) for label, share in prevalence.items()}
        for label in given:
            counts.position(label, "prevalence")
        left = [label for label in counts.labels if label not in given]
        if len(left) > 1:
            raise InputError(
                f"{arg('prevalence', prevalence)} has no share for {left}; one label at most may be left out"
            )
        given |= {label: 1 - sum(given.values()) for label in left}
        prevalence = [given[label] for label in counts.labels]
    new = shares_of(prevalence, "prevalence", len(counts.labels))
    if (new > 0).sum() < 2:
        raise InputError(
            f"{arg('prevalence', prevalence)} leaves only one class; give at least two classes a share above 0"
        )
    empty = (new > 0) & (actuals(counts.table) == 0)
    if empty.any():
        label = counts.labels[int(empty.argmax())]
        raise InputError(
            f"prevalence: {label!r} has no items in the table, so its predictions are unknown; "
            "give it a share of 0, or count items of it"
        )
    return new
