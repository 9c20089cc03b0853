"""Everything one run finds out about a predictor, from its counts: plain frozen data, equal to its JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from informed.core import table as tables
from informed.core.accounting import accounting
from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.core.estimate import Estimate, finite
from informed.core.finding import Finding
from informed.core.labels import Label
from informed.core.registry import Measure, get, several
from informed.core.result import Result
from informed.core.signature import counted, signature
from informed.inference.claims import Claims
from informed.inference.draws.sampler import check_draws
from informed.inference.interval import METHODS, check_level
from informed.inference.pooling import Pooling, pooling
from informed.questions.evaluate.abstention import Abstention
from informed.questions.evaluate.diagnosis import diagnosis, unjudged, warnings
from informed.questions.evaluate.recipe import DRAWS, SEED, Recipe
from informed.questions.evaluate.subject import Subject
from informed.questions.evaluate.views import view as seen_as
from informed.questions.price.compute import Pricing

if TYPE_CHECKING:
    from informed.questions.bookmaker.compute import Book
    from informed.questions.evaluate.corrections import Corrections
    from informed.questions.evaluate.regression import Regression

SCHEMA_VERSION = 1
ACROSS = ("informedness", "accuracy", "proficiency")  # what groups and systems are shown by


@dataclass(frozen=True)
class Evaluation(Result):
    """What was found: measures with chance and interval, per label, the verdict in words, and what to beware of."""

    kind = "evaluation"
    formats = (*Result.formats, "classification_report", "metrics")

    counts: Counts
    signature: str
    measures: Mapping[str, Estimate]
    per_label: Mapping[str, Mapping[str, Estimate]]
    significance: Mapping[str, Any] = field(default_factory=dict)
    diagnosis: Mapping[str, Any] = field(default_factory=dict)
    claims: Claims = field(default_factory=Claims)
    abstention: Abstention | None = None
    pricing: Pricing | None = None
    findings: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    group: tuple[Label, ...] | None = None
    groups: tuple[Evaluation, ...] = ()
    positive: Label | None = None
    reference: str = "gold"
    level: float = 0.95
    asked: tuple[str, ...] = ()

    @property
    def headline(self) -> dict[str, Estimate]:
        """The measures shown first: those asked for by name, or else the few that everybody should read."""
        asked = [name for name in self.asked if name in self.measures]
        shown = asked or [name for name in self.measures if get(name).headline]
        return {name: self.measures[name] for name in shown}

    @property
    def across(self) -> list[str]:
        """The measures that groups are shown by: those asked for, or else a few."""
        asked = [name for name in self.asked if name in self.measures]
        return asked or [name for name in ACROSS if name in self.measures]

    @property
    def estimates(self) -> list[Estimate]:
        """Every estimate, of the whole and of each label."""
        return [*self.measures.values(), *(each for row in self.per_label.values() for each in row.values())]

    @property
    def n(self) -> int | None:
        """How many items were counted; None when only proportions are known."""
        return self.counts.n

    @property
    def labels(self) -> tuple[Label, ...]:
        """The actual labels, in the order of the table."""
        return self.counts.labels

    @property
    def verdict(self) -> tuple[str, ...]:
        """The sentences a reader may repeat."""
        return tuple(finding.text for finding in self.findings)

    def average(self, measure: str | Measure, weights: str = "prevalence", mean: str = "arithmetic") -> float:
        """A per-label measure averaged over the labels.

        Weights: prevalence, bias, or equal (over the labels that occur at all). Terms of zero weight are dropped, an
        undefined term counts 0, weights are not renormalised.
        """
        name = str(get(measure))
        if not self.per_label or name not in next(iter(self.per_label.values())):
            raise InputError(f"{name} has no value per label here; per label there are {self._labelwise_names()}")
        choice("mean", mean, tables.MEANS)
        choice("weights", weights, _WEIGHTS)
        values = np.array([self.per_label[str(label)][name].value for label in self.labels])
        return float(tables.average(values, _WEIGHTS[weights](tables.as_table(self.counts.table)), mean))

    def _labelwise_names(self) -> str:
        return ", ".join(next(iter(self.per_label.values()), {}))

    def facts(self) -> dict[str, Any]:
        """The published JSON contract below its head."""
        counts = self.counts
        data: dict[str, Any] = {"schema": SCHEMA_VERSION}
        if self.group is not None:
            data["group"] = list(self.group)
        data |= {"n": counts.n, "weight": counts.total if counts.weighted else None}
        data |= {"labels": list(counts.labels), "rows": "actual", "table": counts.table.tolist()}
        if not counts.square:
            data["labels_predicted"] = list(counts.labels_predicted)
        return data | {
            "measures": {name: each.to_dict() for name, each in self.measures.items()},
            "per_label": {
                label: {name: each.to_dict() for name, each in row.items()} for label, row in self.per_label.items()
            },
            "significance": {name: each.to_dict() for name, each in self.significance.items()},
            "diagnosis": _plain(self.diagnosis),
            "abstention": None if self.abstention is None else self.abstention.to_dict(),
            "pricing": None if self.pricing is None else self.pricing.to_dict(),
            "data": accounting(counts),
            "rules": [finding.rule for finding in self.findings],
            "warnings": list(self.warnings),
            "by": list(counts.by),
            "groups": [each.to_dict() for each in self.groups],
        }

    def rows(self) -> list[dict[str, Any]]:
        """One flat row per number: group, label (None for the whole table), measure, value, chance, low, high, note.

        Where there are groups, those of all groups together come first, their group None.
        """
        nowhere = (None,) * len(self.counts.by)
        return [
            {**dict(zip(self.counts.by, each.group or nowhere, strict=True)), "label": label, "measure": name}
            | estimate.to_dict()
            for each in (self, *self.groups)
            for label, row in ((None, each.measures), *each.per_label.items())
            for name, estimate in row.items()
        ]

    def bookmaker(self) -> Book:
        """The predictor as a bettor at fair odds, all groups together."""
        from informed.questions.bookmaker.compute import booked

        book = booked(self.counts.pooled(), level=self.level)
        if self.abstention is not None or not {"edge", "informedness"} <= set(self.measures):
            return book
        # The same numbers as here: they allow for clusters and strata, which the counts no longer know.
        bets = tuple(replace(bet, edge=self.per_label[str(bet.label)]["informedness"]) for bet in book.bets)
        return replace(book, bets=bets, edge=self.measures["edge"], informedness=self.measures["informedness"])

    def regression(self, positive: Any = None) -> Regression:
        """The table as two lines of regression, for two classes or for one label (``positive``) against the rest."""
        from informed.questions.evaluate.regression import regression

        return regression(self.counts.pooled(), self.positive if positive is None else positive, level=self.level)

    def corrections(self, measures: Iterable[str | Measure] | None = None) -> Corrections:
        """The measures of information with what a small sample adds to them taken off, all groups together."""
        from informed.questions.evaluate.corrections import corrections

        return corrections(self.counts.pooled(), measures)


def _equal(table: Any) -> Any:
    """The same weight for every label that occurs at all."""
    return tables.shares(1.0 * (tables.actuals(table) + tables.predictions(table) > 0))


_WEIGHTS: dict[str, Callable[[Any], Any]] = {"prevalence": tables.prevalences, "bias": tables.biases, "equal": _equal}


def evaluated(
    judged: Subject,
    *,
    positive: Any = None,
    undefined: str = "limit",
    reference: str = "gold",
    level: float = 0.95,
    method: str | None = None,
    draws: int = DRAWS,
    seed: int = SEED,
    measures: Iterable[str | Measure] = (),
    value: Any = None,
    cost: Any = None,
    view: str = "table",
    only: Iterable[str] | None = None,
    per_label: Iterable[str] | None = None,
) -> Evaluation:
    """What is found about a predictor; the arguments are those of `informed.evaluate`."""
    if judged.patterns is not None and view != "table":
        raise InputError(f"view={view!r} does not go with cluster= or stratum=; leave one of them out")
    counts = seen_as(judged.counts, view)
    if positive is not None:
        counts = counts.positive_first(positive)
        judged = judged.ordered(counts)
    recipe = Recipe(
        positive=None if positive is None else counts.labels[0],
        undefined=choice("undefined", undefined, ("limit", "nan", "raise")),
        reference=choice("reference", reference, ("gold", "comparator")),
        level=check_level(level),
        method=None if method is None else choice("method", method, METHODS),
        draws=check_draws(draws),
        seed=seed,
        extra=tuple(several(measures)),
        value=value,
        cost=cost,
        only=None if only is None else tuple(several(only)),
        per_label_only=None if per_label is None else tuple(several(("informedness", *several(per_label)))),
        view=view,
        patterns=judged.patterns,
    )
    whole = _judged(counts.pooled(), recipe, pooling=_pooling(counts, judged))
    if not counts.by:
        return whole
    parts = (
        _judged(counts[place], replace(recipe, patterns=patterns), group)
        for place, (group, patterns) in enumerate(zip(counts.groups, judged.apart, strict=True))
    )
    groups = tuple(parts)
    found = [estimate for each in (whole, *groups) for estimate in each.estimates]
    recipe_of_all = signature({**counted(counts), **recipe.options(found)})
    return replace(whole, counts=counts, groups=groups, signature=recipe_of_all)


def _pooling(counts: Counts, judged: Subject) -> Pooling | None:
    """What the groups, or the strata, make of informedness, where there are several."""
    items = judged.grouping
    strata = () if items is None or items.stratum is None else np.unique(items.stratum)
    if not counts.square or unjudged(counts) or max(len(counts.groups), len(strata)) < 2:
        return None
    name = ", ".join(counts.by) or "stratum"
    return pooling(counts if items is None else items.aligned(counts.labels), name)


def _judged(
    counts: Counts, recipe: Recipe, group: tuple[Label, ...] | None = None, pooling: Pooling | None = None
) -> Evaluation:
    measures, per_label = recipe.overall(counts), recipe.per_label(counts)
    evaluation = Evaluation(
        counts=counts,
        signature="",
        measures=measures,
        per_label=per_label,
        claims=replace(recipe.claims(counts, measures, per_label), pooling=pooling),
        significance=recipe.significance(counts),
        diagnosis=diagnosis(counts),
        abstention=recipe.abstention(counts),
        pricing=recipe.pricing(counts),
        warnings=tuple(warnings(counts)),
        group=group,
        positive=recipe.positive,
        reference=recipe.reference,
        level=recipe.level,
        asked=tuple(map(str, recipe.extra)),
    )
    written = signature({**counted(counts), **recipe.options(evaluation.estimates)})
    return replace(evaluation, signature=written, findings=tuple(evaluation.part("words").findings(evaluation)))


def _plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {key: _plain(value) for key, value in data.items()}
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [_plain(value) for value in data]
    return finite(data)
