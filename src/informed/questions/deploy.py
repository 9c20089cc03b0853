"""What a predictor will do where the classes occur otherwise than in the test set, or errors cost otherwise.

Recall of each class, and with it the whole row of its predictions, is a property of the predictor; how common the
classes are is a property of the place. So the rows of the table are put together anew.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np

from informed.asking.declared import NUMBER, Given, Parameter, Question, flat
from informed.asking.reading import counted as read
from informed.asking.reading import label_of, prices
from informed.asking.vocabulary import COST, LEVEL, POSITIVE, READING, VALUE
from informed.core.basis import answers, counted, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, Synonyms, arg, asked, stated
from informed.core.estimate import Estimate, finite
from informed.core.given import AnyLabel, Column, Data, Matrix, Missing, WeightKind
from informed.core.labels import Label, plain
from informed.core.registry import Measure, get, several
from informed.core.result import Grid, Result
from informed.core.table import Array, actuals, as_table, prevalences, ratio
from informed.core.validate import Numbers, shares_of
from informed.core.words import Finding, Next, ci, interval, number, percent, portion, rate, rated, value_of, within
from informed.core.writing import seen
from informed.inference.estimates import measured, one_table, own
from informed.questions.evaluate.price import worths
from informed.readers.counting import table_of

BINARY = ("bias", "precision", "inverse_precision", "f_measure")
FEWER = ("bias", "f_measure", "kappa", "markedness", "mcc")  # only where all is shown
SHOWN = {"precision": "precision (PPV)", "inverse_precision": "inverse precision (NPV)"}
TELLING = ("expected_value", "precision", "accuracy")  # what a new prevalence is felt in
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
    asks = "Deployed at another prevalence"

    prevalence: Mapping[Label, float]
    tested_prevalence: Mapping[Label, float]
    measures: Mapping[str, Estimate]
    tested: Mapping[str, float]
    signature: str

    def words(self) -> Iterator[Finding]:
        """What changes where the classes occur otherwise."""
        moved = {each: round(abs(share - self.tested_prevalence[each]), 9) for each, share in self.prevalence.items()}
        label = max(moved, key=lambda each: moved[each])  # of two the first, which is the positive one
        there, tested = percent(self.prevalence[label]), percent(self.tested_prevalence[label])
        where = f"Where {str(label)!r} is {there} of the items instead of {tested}"
        name = next((each for each in (*TELLING, *self.measures) if each in self.measures), None)
        if name is None:
            yield Finding("nothing_asked", f"{where}, no measure was asked for.")
            return
        each = self.measures[name]
        share = get(name).proportion
        tested = rate(self.tested[name]) if share else value_of(name, self.tested[name])
        if name == "precision":
            there, sure = portion(each)
            told = f"{there} of those it calls {str(next(iter(self.prevalence)))!r} are{f' ({sure})' if sure else ''}"
        else:
            told = f"{name} is {rated(each) if share else f'{value_of(name, each.value)}{within(each)}'}"
        yield Finding("projected", f"{where}, {told} instead of {tested}.")
        yield Finding("assumed", "This assumes that it finds the same share of each class there as here.")

    def steps(self) -> Iterator[Next]:
        """From which share of the positive label on half of the positive calls are right."""
        right, label = self.tested.get("precision"), next(iter(self.tested_prevalence))
        share = self.tested_prevalence[label]
        if len(self.prevalence) == 2 and right is not None and 0 < right < 1 and 0 < share < 1:
            half = 1 / (1 + right / (1 - right) * (1 - share) / share)
            aim = f"see where half of its {str(label)!r} calls are right: {rate(half)} of the items are {str(label)!r}"
            yield Next("half", aim, "", {"prevalence": round(half, 3)})

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """The classes and each measure there, beside the test set."""
        shares = [
            [str(label), number(share), number(self.tested_prevalence[label])]
            for label, share in self.prevalence.items()
        ]
        yield Grid("The classes", [["label", "deployed", "test set"], *shares])
        level = next((each.level for each in self.measures.values() if each.level), None)
        rows = [["measure", "deployed", *([ci(level)] if level else []), "test set", *(["chance"] if every else [])]]
        for name, each in self.measures.items():
            if every or name not in FEWER:
                within = [interval(each)] if level else []
                chance = [number(each.chance)] if every else []
                rows.append([SHOWN.get(name, name), number(each.value), *within, number(self.tested[name]), *chance])
        yield Grid("The measures", rows)

    def pictures(self) -> Mapping[str, Any]:
        """How often each call is right, however common the classes are; of more classes the measures there."""
        from informed.writers.charts import Figure, lanes, lines

        title = f"How often each call is right, by how common {seen(next(iter(self.prevalence)))} is"
        return {
            "prevalence": Figure(title, _along, lines.prevalences_along),
            "measures": Figure("At the new prevalence", _projected, lanes.forest),
        }

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure: there, and in the test set."""
        return [
            {"measure": name, **each.to_dict(), "tested": finite(self.tested[name])}
            for name, each in self.measures.items()
        ]


def _along(found: Deployment) -> list[dict[str, Any]]:
    """Precision of both calls at every prevalence: its odds are those of the classes times what the call is worth."""
    if len(found.prevalence) != 2 or not {"precision", "inverse_precision"} <= found.measures.keys():
        return []
    (label, there), (other, _) = found.prevalence.items()
    tested = found.tested_prevalence[label]
    shares = np.geomspace(max(min(there, tested) / 10, 1e-6), 0.9, 80)
    marked = {int(abs(shares - at).argmin()): (name, at) for name, at in (("test set", tested), ("deployed", there))}
    rows: list[dict[str, Any]] = []
    for each, name in ((label, "precision"), (other, "inverse_precision")):
        estimate = found.measures[name]
        odds = shares / (1 - shares) / (there / (1 - there))
        odds = odds if each == label else 1 / odds
        ends = {end: value for end in ("value", "low", "high") if (value := getattr(estimate, end)) is not None}
        for place, share in enumerate(shares.tolist()):
            parts = {end: float(x * odds[place] / (x * odds[place] + 1 - x)) for end, x in ends.items()}
            note = marked.get(place) if each == label else None
            about = {"note": f"{note[0]}: {percent(note[1])}"} if note else {}
            within = {"span": ci(estimate.level)} if "low" in ends else {}
            rows.append({"prevalence": share, "measure": f"{seen(each)} calls right", **parts, **within, **about})
    return rows


def _projected(found: Deployment) -> list[dict[str, Any]]:
    from informed.writers.charts.rows import ends

    return [{"measure": name, **ends(each)} for name, each in found.measures.items() if get(name).on_common_scale]


@asked
def deploy(
    data: Data | None = None,
    predicted: Column | None = None,
    *,
    prevalence: float | Matrix,
    actual: Column | None = None,
    weights: Column | None = None,
    weight_kind: WeightKind = "sampling",
    labels: Iterable[AnyLabel] | None = None,
    rename: Mapping[Any, Any] | None = None,
    missing: Missing = "raise",
    positive: AnyLabel = None,
    value: Matrix | None = None,
    cost: Matrix | None = None,
    measures: Iterable[str | Measure] | None = None,
    level: float = 0.95,
    **synonyms: Unpack[Synonyms],
) -> Deployment:
    """Project the measures of a predictor to where the classes have another prevalence.

    Parameters
    ----------
    data, predicted, actual, weights, weight_kind, labels, rename, missing
        As in `evaluate`; ``data`` may also be a table, actual x predicted.
    prevalence
        The share of the first (or ``positive``) of two classes, of each class in order, or of each by label.
    positive
        The positive label; with it the binary rates join the measures.
    value, cost
        What outcomes are worth, or cost, there; the expected value of an item joins the measures.
    measures, level
        The measures to project, and the level of their intervals.

    Returns
    -------
    Deployment
        The measures there, beside those of the test set.

    Raises
    ------
    InputError
        If the table has more than two classes, or the prevalence is not between 0 and 1.

    Examples
    --------
    >>> found = deploy(Counts([[90, 10], [20, 180]], labels=["ill", "well"]), prevalence=0.01, positive="ill")
    >>> round(found.measures["precision"].value, 3)  # 0.01 x 0.9 / (0.01 x 0.9 + 0.99 x 0.1)
    0.083
    """
    given = {"weights": weights, "weight_kind": weight_kind, "labels": labels, "rename": rename, "missing": missing}
    counts = table_of(data, predicted, **stated(actual=actual, **given))
    return deployed(counts, prevalence, positive=positive, value=value, cost=cost, measures=measures, level=level)


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

    there, full = at_prevalence(as_table(counts.table), new), as_table(counts.table) + 1.0  # of which no cell is empty
    chance = float(measure.at_chance(there))
    moved = [measure.raw(at_prevalence(full, each)) for each in (new, np.full(len(new), 1 / len(new)))]
    if np.allclose(moved, measure.raw(full), rtol=0, atol=1e-12):  # no prevalence changes it: as `evaluate` has it
        return measured(measure, counts, level=level, chance=chance)
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


QUESTION = Question(
    "deploy",
    "Project precision, F, accuracy and cost to a prevalence other than that of the test set.",
    flat(
        READING,
        Parameter("prevalence", "The share of the positive class in deployment.", NUMBER, required=True, usual=True),
        POSITIVE.but(help="The label whose prevalence that is.", required=True),
        COST,
        VALUE,
        LEVEL,
    ),
    examples=(
        "informed deploy preds.csv --actual y --predicted yhat --positive rain --prevalence 0.01",
        'informed deploy "90 10; 5 95" --rows actual --labels ill,well --positive ill --prevalence 0.01',
    ),
    records=("counts",),
    tab="actual predicted positive prevalence | missing encoding",
)


def answer(given: Given) -> Result:
    """The measures there."""
    counts = read(given)
    counts = counts.positive_first(label_of(given["positive"], counts))
    positive = counts.labels[0]
    return deploy(
        counts, positive=positive, prevalence=given["prevalence"], level=given["level"], **prices(given, counts)
    )
