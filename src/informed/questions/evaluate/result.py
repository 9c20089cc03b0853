"""What one run finds out about a predictor: everything follows from its counts and the recipe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NotRequired

from informed.core import table as tables
from informed.core.accounting import accounting
from informed.core.basis import clustered, counted, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, choice
from informed.core.estimate import Estimate, written
from informed.core.labels import Label
from informed.core.metrics import Figure, only_of
from informed.core.registry import Measure, get
from informed.core.result import Result
from informed.core.validate import Group
from informed.core.words import Finding, count, many
from informed.inference.claims import Claims, over_labels
from informed.inference.estimates import Estimates
from informed.inference.heterogeneity import heterogeneity
from informed.inference.pooling import Pooling
from informed.inference.reference import Reference
from informed.inference.significance.named import Test
from informed.inference.subject import Subject
from informed.questions.evaluate.abstention import Abstention, abstaining
from informed.questions.evaluate.batch import Batch, Labels, Row
from informed.questions.evaluate.diagnosis import judged, unjudged, warnings
from informed.questions.evaluate.price import Pricing, valued, worths
from informed.questions.evaluate.recipe import Recipe
from informed.questions.evaluate.reference import ReferenceCorrection, corrected, plain_only
from informed.questions.evaluate.significance import Significance, all_tests
from informed.questions.evaluate.strength import sizes, strength

if TYPE_CHECKING:
    from informed.questions.bookmaker.compute import Book
    from informed.questions.evaluate.clinical import Stard
    from informed.questions.evaluate.gaps import Gaps
    from informed.questions.evaluate.readings import Corrections, Pairs, Regression

SCHEMA_VERSION = 1
BETWEEN = ("correlation", "kappa")  # to be read first where neither side is the truth
TWICE = {"edge": "informedness", "correlation": "mcc"}  # equal, of two labels
LONGEST = 40  # letters that two labels may have in the head, with their counts
ACROSS = ("informedness", "accuracy", "proficiency")  # what groups and systems are shown by


class Evaluation(Result):
    """What was found: measures with chance and interval, per label, the verdict in words, and what to beware of.

    It holds the counts and the recipe, which decide everything: two evaluations are equal when these are. Every number
    is worked out when it is first looked at, for all groups at once, and kept.
    """

    kind = "evaluation"
    quoted = True
    json_keys = ("measures", "per_label", "significance", "diagnosis", "abstention", "pricing")
    json_types = written(
        schema=Literal[1],
        group=NotRequired[Group],
        n=int | None,
        weight=float | None,
        labels=tuple[Label, ...],
        labels_predicted=NotRequired[tuple[Label, ...]],
        rows=Literal["actual"],
        table=list[list[float] | list[list[float]]],
        significance=Mapping[str, Test],
        data=Mapping[str, int | None],
        rules=list[str],
        clinical=NotRequired[Mapping[str, Estimate]],
        correction=NotRequired[ReferenceCorrection],
        gaps=NotRequired[dict[str, Any]],
        warnings=tuple[str, ...],
        by=tuple[str, ...],
        groups=tuple["Evaluation", ...],
    )
    formats = (*Result.formats, "classification_report")

    def __init__(
        self,
        subject: Subject,
        recipe: Recipe,
        group: tuple[Label, ...] | None = None,
        within: tuple[Batch, int] | None = None,
    ) -> None:
        self._key = subject, recipe, group
        self._batch, self._place = within or (Batch(recipe, subject.counts.pooled(), (subject.answered,)), 0)

    def __setattr__(self, name: str, value: Any) -> None:
        if "_place" in self.__dict__:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evaluation) and self._key == other._key

    def __hash__(self) -> int:
        return hash((self.counts.to_json(), self._recipe, self.group))

    def __reduce__(self) -> tuple[Any, ...]:
        return Evaluation, self._key

    def checked(self) -> Evaluation:
        """The same; what can be wrong with the options is said now, not at the first look."""
        for batch in (self._batch, self.groups.batch) if self.groups else (self._batch,):
            batch.check()
        if self._recipe.value is not None or self._recipe.cost is not None:
            worths(self.counts, self._recipe.value, self._recipe.cost)
        if self._recipe.reference_quality is not None:
            Reference.given(self._recipe.reference_quality, self.counts.labels)
            plain_only(self.counts.weighted or self._key[0].items is not None)
        return self

    @property
    def _recipe(self) -> Recipe:
        return self._key[1]

    @property
    def counts(self) -> Counts:
        """What was judged."""
        return self._key[0].counts

    @property
    def subject(self) -> Subject:
        """The counts, and the items behind them where they are not independent."""
        return self._key[0]

    @property
    def group(self) -> tuple[Label, ...] | None:
        """The group that was judged; None for all items."""
        return self._key[2]

    @property
    def positive(self) -> Label | None:
        """The label that counts as positive, where one was named."""
        return self._recipe.positive

    @property
    def clinical(self) -> bool:
        """Whether it speaks of sensitivity and predictive values instead of recall and precision."""
        return self._recipe.words == "clinical"

    @property
    def reference(self) -> str:
        """Whether the actual labels are the truth ("gold") or another opinion ("comparator")."""
        return self._recipe.reference

    @property
    def level(self) -> float:
        """The level of all intervals."""
        return self._recipe.level

    def at(self, level: float) -> Evaluation:
        """The same with intervals at another level."""
        return Evaluation(self._key[0], replace(self._recipe, level=level), self.group)

    @property
    def asked(self) -> tuple[str, ...]:
        """The measures asked for by name."""
        return tuple(map(str, self._recipe.extra))

    @cached_property
    def measures(self) -> Row:
        """The estimate of every measure of the table as a whole."""
        return Row(self._batch.overall, self._place)

    @cached_property
    def per_label(self) -> Labels:
        """The estimates of every measure of a label against the rest, for each label."""
        return Labels(self._batch.labels, self._place)

    @cached_property
    def groups(self) -> Groups:
        """The evaluation of each group."""
        return Groups(*self._key[:2])

    @cached_property
    def signature(self) -> str:
        """The recipe in one line: equal signatures mean comparable numbers."""
        used: set[str] = set()
        if self._recipe.method:
            batches = (self._batch, self.groups.batch) if self.groups else (self._batch,)
            used = set().union(*(side.methods() for batch in batches for side in (batch.overall, batch.labels)))
        drawn = clustered(self._key[0].items)
        return signature({**counted(self.counts), **self._recipe.options(used, **drawn)})

    @cached_property
    def significance(self) -> Significance:
        """The tests that apply; none where some items were never judged, none was answered, or none was asked for."""
        counts, recipe = self._table, self._recipe
        known = not unjudged(counts) and counts.table.any() and recipe.only is None
        known = known and self._batch.lacking[self._place] is None
        dependent = known and self._batch.data[self._place] is not None
        sample = self._batch.single(self._place) if dependent else None
        tests = all_tests(counts, sample, recipe.seed, **self._batch.tested(self._place)) if known else {}
        return Significance(tests, self.signature, counts.n, self.level)

    @cached_property
    def diagnosis(self) -> Mapping[str, Any]:
        """How the predictor uses its labels."""
        counts = self._table
        return self._batch.diagnoses[self._place] if judged(counts) else {}

    @cached_property
    def claims(self) -> Claims:
        """The tests behind the sentences of the verdict."""
        counts = self._table
        design = self._batch.single(self._place) if judged(counts) else None
        return Claims(design, lambda name: self._batch.claim(name, self._place))

    @cached_property
    def perverse(self) -> tuple[Label, ...]:
        """Labels whose informedness is shown to be below 0, allowing for their number; only of three labels or more."""
        if self.claims.design is None or len(self.labels) < 3 or "informedness" not in self._batch.labels.measures:
            return ()
        gains = self.per_label.column("informedness")
        split = self._batch.single(self._place, tables.one_vs_rest) if (gains.high < 0).any() else None
        if split is None:
            return ()
        worse = (over_labels(split) < 1 - self.level) & (gains.value < 0)
        return tuple(label for label, each in zip(self.labels, worse, strict=True) if each)

    @cached_property
    def pooling(self) -> Pooling | None:
        """What the groups, or the strata, make of informedness, where there are several."""
        return None if self.group is not None else self._key[0].pooling

    @cached_property
    def heterogeneity(self) -> float | None:
        """The p of equal informedness in all groups; None where fewer than two can be compared."""
        if len(self.groups) < 2 or unjudged(self.counts) or "informedness" not in self.measures:
            return None
        return heterogeneity(self.groups.column("informedness"), self.groups.batch.freedom)

    @cached_property
    def abstention(self) -> Abstention | None:
        """What abstaining is worth, where the predictor may abstain."""
        counts = self._table
        if counts.abstained is None or not counts.square:
            return None
        return abstaining(counts, items=self._key[0].pooled().items, level=self.level)

    @cached_property
    def correction(self) -> ReferenceCorrection | None:
        """The measures against the truth, where it is said how the actual labels err."""
        quality = self._recipe.reference_quality
        return None if quality is None else corrected(self._table, quality, level=self.level, seed=self._recipe.seed)

    @cached_property
    def pricing(self) -> Pricing | None:
        """What the predictor is worth, where prices are given."""
        prices = {"value": self._recipe.value, "cost": self._recipe.cost}
        if prices["value"] is prices["cost"] is None:
            return None
        return valued(self._table, self._batch.single(self._place, placed=True), **prices, level=self.level)

    @cached_property
    def strength(self) -> str | None:
        """How much may be said of it, by a code of the closed list; None where there is no informedness."""
        return strength(self)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The sentences of the verdict, each with the rule that produced it."""
        return tuple(self.words())

    def head(self) -> tuple[str, str]:
        counts = self.counts
        size = "proportions (number of items unknown)" if counts.n is None else many(counts.n, "item")
        if counts.abstained is not None and counts.abstained.any() and counts.n is not None:
            size = f"{counts.n:,} of {counts.n + int(counts.abstained.sum()):,} items answered"
        weight = f", total weight {count(counts.total)}" if counts.weighted else ""
        group = f" of {', '.join(map(str, self.group))}" if self.group else ""
        labels, items = many(len(counts.labels), "label"), sizes(self)
        if counts.n is not None and len(items) == 2 and counts.square and not counts.weighted:
            each = ", ".join(f"{number:,} {label!r}" for label, number in items.items())
            labels = each if len(each) <= LONGEST else labels
        return "Informed or guessing?", f"{size}{group}{weight}, {labels}"

    def remarks(self, every: bool = False) -> list[str]:
        """The notes; where all is shown, which number to quote comes last."""
        said = self.part("text")
        found: list[str] = [*said.notes(self, True), self.part("words").guide(self)] if every else said.causes(self)
        return found

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """What a reader should know about the counts."""
        return tuple(warnings(self._table))

    @property
    def _table(self) -> Counts:
        return self._batch.at(self._place)

    @property
    def headline(self) -> dict[str, Estimate]:
        """The measures shown first: those asked for by name, or else the few that everybody should read."""
        asked = [name for name in self.asked if name in self.measures]
        shown = asked or [name for name in self.measures if get(name).headline]
        if self.reference == "comparator":
            shown = sorted(shown, key=lambda name: name not in BETWEEN)
        return {name: self.measures[name] for name in shown}

    def key_figures(self) -> Iterator[Figure]:
        """The measures shown first, of the whole and of each group."""
        yield from (Figure(name, each) for name, each in self.headline.items())
        yield from (Figure(name, part.measures[name], group=part.group) for part in self.groups for name in self.across)

    def every_figure(self) -> Iterator[Figure]:
        """Every measure of the whole, of each label and of each group."""
        for part in (self, *self.groups):
            part._batch.settle_all()
            for label, row in ((None, part.measures), *part.per_label.items()):
                yield from (Figure(name, each, None, part.group, label) for name, each in row.items())

    def _tracked(self) -> list[Figure]:
        return only_of(self.every_figure(), self.asked) if self.asked else super()._tracked()

    @property
    def across(self) -> list[str]:
        """The measures that groups are shown by: those asked for, or else a few."""
        asked = [name for name in self.asked if name in self.measures]
        return asked or [name for name in ACROSS if name in self.measures]

    @property
    def n(self) -> int | None:
        """How many items were counted; None when only proportions are known."""
        return self.counts.n

    @property
    def labels(self) -> tuple[Label, ...]:
        """The actual labels, in the order of the table."""
        return self.counts.labels

    def average(self, measure: str | Measure, weights: str = "prevalence", mean: str = "arithmetic") -> float:
        """A per-label measure averaged over the labels.

        Weights: prevalence, bias, or equal (over the labels that occur at all). Terms of zero weight are dropped, an
        undefined term counts 0, weights are not renormalised.
        """
        name, side = str(get(measure)), self._batch.labels
        if name not in side.measures:
            raise InputError(f"{name} has no value per label here; per label there are {', '.join(side.measures)}")
        choice("mean", mean, tables.MEANS)
        choice("weights", weights, _WEIGHTS)
        weighting = _WEIGHTS[weights](tables.as_table(self._table.table))
        return float(tables.average(side.value(name)[self._place], weighting, mean))

    def facts(self) -> dict[str, Any]:
        """The published JSON contract below its head."""
        counts = self.counts
        self._batch.settle_all()
        data: dict[str, Any] = {"schema": SCHEMA_VERSION} | ({} if self.group is None else {"group": self.group})
        data |= {"n": counts.n, "weight": counts.total if counts.weighted else None}
        data |= {"labels": counts.labels, "rows": "actual", "table": counts.table}
        if not counts.square:
            data["labels_predicted"] = counts.labels_predicted
        data |= super().facts() | {
            "significance": self.significance.tests,
            "data": accounting(counts),
            "rules": [finding.code for finding in self.findings],
        }
        if self.clinical:
            from informed.questions.evaluate.clinical import rates

            data["clinical"] = rates(self)
        data |= {} if self.correction is None else {"correction": self.correction}
        data |= {} if self.gaps is None else {"gaps": self.gaps.facts()}
        return data | {"warnings": self.warnings, "by": counts.by, "groups": self.groups}

    def rows(self) -> list[dict[str, Any]]:
        """One flat row per number: group, label (None for the whole table), measure, value, chance, low, high, note.

        Where there are groups, those of all groups together come first, their group None.
        """
        nowhere = (None,) * len(self.counts.by)
        return [
            dict(zip(self.counts.by, each.group or nowhere, strict=True))
            | {"label": None if each.label is None else str(each.label), "measure": each.measure}
            | each.estimate.to_dict()
            for each in self.every_figure()
        ]

    def bookmaker(self) -> Book:
        """The predictor as a bettor at fair odds, all groups together."""
        from informed.questions.bookmaker.compute import booked

        return booked(self._key[0].pooled(), level=self.level)

    def regression(self, positive: Any = None) -> Regression:
        """The table as two lines of regression, for two classes or for one label (``positive``) against the rest."""
        from informed.questions.evaluate.readings import regression

        return regression(self.counts.pooled(), self.positive if positive is None else positive, level=self.level)

    def stard(self) -> Stard:
        """A diagnostic study: flow of participants, cross table and estimates, as STARD asks for them."""
        from informed.questions.evaluate.clinical import stard

        return stard(self)

    @cached_property
    def gaps(self) -> Gaps | None:
        """How far groups lie apart in recall, fallout, precision, accepted share and informedness.

        None without groups, and with more than a hundred.

        The intervals hold for all pairs of groups and all measures together.
        """
        from informed.questions.evaluate.gaps import MOST, gaps_between

        judged = self.counts.square and not unjudged(self.counts) and self.counts.n is not None
        several = 1 < len(self.groups) <= MOST and self._recipe.only is None
        return gaps_between(self) if judged and several else None

    def pairs(self) -> Pairs:
        """DeltaP of every class and predicted label, all groups together."""
        from informed.questions.evaluate.readings import pairs

        return pairs(self.counts.pooled())

    def corrections(self, measures: Iterable[str | Measure] | None = None) -> Corrections:
        """The measures of information with what a small sample adds to them taken off, all groups together."""
        from informed.questions.evaluate.readings import corrections

        return corrections(self.counts.pooled(), measures)


def _equal(table: Any) -> Any:
    """The same weight for every label that occurs at all."""
    return tables.shares(1.0 * (tables.actuals(table) + tables.predictions(table) > 0))


_WEIGHTS: dict[str, Callable[[Any], Any]] = {"prevalence": tables.prevalences, "bias": tables.biases, "equal": _equal}


class Groups(Sequence[Evaluation]):
    """The evaluations of all groups: views of one batch, made when they are looked at."""

    def __init__(self, subject: Subject, recipe: Recipe) -> None:
        self._subject, self._recipe = subject, recipe
        self._made: dict[int, Evaluation] = {}

    @cached_property
    def batch(self) -> Batch:
        """The tables of all groups."""
        apart = tuple(each and each.answered() for each in self._subject.parts)
        return Batch(self._recipe, self._subject.counts, apart)

    def column(self, measure: str) -> Estimates:
        """One measure of all groups."""
        return self.batch.overall[self.batch.overall.name(measure)]

    @cached_property
    def sizes(self) -> list[int | None]:
        """How many items each group has; None where only proportions are known."""
        return self.batch.sizes

    def __len__(self) -> int:
        return len(self._subject.counts.groups)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return tuple(self[each] for each in range(*place.indices(len(self))))
        place = range(len(self))[place]
        if place not in self._made:
            alone = Subject(self.batch.at(place), self._subject.parts[place])
            group = self._subject.counts.groups[place]
            self._made[place] = Evaluation(alone, self._recipe, group, within=(self.batch, place))
        return self._made[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Groups) and (self._subject, self._recipe) == (other._subject, other._recipe)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self):,} groups>"
