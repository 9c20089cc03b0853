"""What was found of raters without a truth: how each of them errs, how common the labels are, what each item is."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate
from informed.core.labels import Label
from informed.core.metrics import Figure
from informed.core.result import Result
from informed.core.table import Array
from informed.core.words import Finding, code_of, coefficient, many, p_is
from informed.core.writing import seen
from informed.inference.reference import Reference
from informed.readers.annotations.export import Task

DOUBT = 0.8  # below this probability a label is doubtful
ALPHA = 0.05
BOUNDARY = Finding("boundary", "on its boundary")
TWO_ALONE = Finding("two_alone", "two raters alone do not tell who of them errs")


class Labelled(NamedTuple):
    """The consensus about one item: its most probable label, how probable that is, and what the vote says.

    ``vote`` is None where several labels have most votes.
    """

    item: Any
    label: Label
    probability: float
    vote: Label | None


class Independence(NamedTuple):
    """Do two raters agree more often than their errors explain: the pair that does so most, and the p of all pairs.

    ``ratings``: how many were tested, where that is a random part of them.
    """

    first: str
    second: str
    agreed: float
    expected: float
    p: float
    ratings: int | None = None


class Better(NamedTuple):
    """Another start of the search that fits better: how many items it labels otherwise, and whether it crosses labels.

    It does where the raters mostly call the items of some class by the label of another.
    """

    log_likelihood: float
    items: int
    crosses: bool


class Voting(NamedTuple):
    """Items on which the vote is tied or says something else than the consensus, and how often each is right."""

    tied: int
    differs: int
    right: float
    consensus_right: float


@dataclass(frozen=True)
class ModelFit:
    """Which model was taken, how it fits, and what other starts of the search gave.

    ``bic``: the criterion of each model that was tried; the lowest is taken. ``better``: another start
    that fits better than the one from the votes, where there is one.
    """

    model: str
    log_likelihood: float
    bic: Mapping[str, float]
    parameters: int
    starts: int
    better: Better | None = None
    independence: Independence | None = None
    untested: str | None = None

    @property
    def dependent(self) -> bool:
        """Whether two raters agree more often than their errors explain."""
        return self.independence is not None and self.independence.p < ALPHA

    def remarks(self) -> Iterator[str]:
        """What became of the tests of the model, where the verdict does not say it."""
        test, better = self.independence, self.better
        if self.untested is not None:
            yield f"whether the errors of raters are independent was not tested: {self.untested}"
        elif test is not None and not self.dependent:
            yield f"no evidence that errors of raters are dependent ({p_is(test.p)})"
        if test is not None and test.ratings is not None:
            yield f"independence was tested on {test.ratings:,} ratings, of items drawn at random"
        if better is not None and not better.crosses:
            yield (
                f"another start fits better (log-likelihood {better.log_likelihood:.1f} against "
                f"{self.log_likelihood:.1f}) and labels {many(better.items, 'item')} otherwise; the one from the "
                "votes is shown"
            )


@dataclass(frozen=True)
class Consensus(Result):
    """Raters measured against a truth that nobody knows.

    ``n``: items with a rating. ``raters``: informedness and accuracy of each; ``jointly``: informedness with intervals
    that hold for all raters together; ``matrices``: how each labels every true class, rows add up to 1.
    ``prevalence``: the true share of each label; ``groups``: the same in each population. ``labels``: the consensus on
    every item; ``doubtful``: those that are not sure. ``fit``: the model. ``voting``: what the vote gets wrong.
    ``quality``: how the consensus labels each true class. ``refusal`` says why nothing can be known; the limits of
    informedness are then bounds.
    ``question`` and ``tasks``: what an export asked about what.
    """

    kind = "consensus"
    formats = (*Result.formats, "label-studio")
    json_keys = (
        *("n", "ratings", "raters", "jointly", "matrices", "prevalence", "groups"),
        *("fit", "voting", "quality", "refusal", "labels", "notes"),
    )

    n: int
    classes: tuple[Label, ...]
    raters: Mapping[str, Mapping[str, Estimate]]
    matrices: Mapping[str, Array]
    given: Mapping[str, int]
    prevalence: Mapping[Label, Estimate]
    groups: Mapping[str, Mapping[Label, Estimate]]
    labels: tuple[Labelled, ...]
    fit: ModelFit | None
    voting: Voting | None
    level: float
    signature: str
    quality: Array
    jointly: Mapping[str, Estimate] = field(default_factory=dict)
    refusal: str | None = None
    notes: tuple[str, ...] = field(default=())
    question: str = "label"
    tasks: Mapping[Any, Task] = field(default_factory=dict, repr=False)

    @property
    def ratings(self) -> int:
        """How many ratings there are."""
        return sum(self.given.values())

    @property
    def doubtful(self) -> tuple[Labelled, ...]:
        """The items whose label is less probable than 80%, the least sure first."""
        return tuple(sorted((each for each in self.labels if each.probability < DOUBT), key=lambda each: each[2]))

    @property
    def brief(self) -> str:
        """How many raters there are, and how informed the least and the most informed of them are."""
        found = sorted(each["informedness"].value for each in self.raters.values())
        within = "refused" if self.refusal else f"informedness {coefficient(found[0])} to {coefficient(found[-1])}"
        return f"{len(self.raters)} raters, {within}"

    @property
    def reference(self) -> Reference:
        """How the consensus labels each true class, by its own probabilities, for `evaluate(reference_quality=)`."""
        if not self.labels:
            raise InputError(f"{arg('reference_quality')}: there is no consensus, so nothing is known of how it errs")
        return Reference(self.classes, self.quality).checked()

    def head(self) -> tuple[str, str]:
        size = f"{many(self.n, 'item')}, {self.ratings:,} ratings, {len(self.raters)} raters"
        return "Informed, without a truth?", f"{size}, {len(self.classes)} labels"

    def remarks(self, every: bool = False) -> Iterator[str]:
        """What was left out, what became of the tests of the model, and who is on its boundary."""
        yield from self.notes
        yield from () if self.fit is None else self.fit.remarks()
        edge = [who for who, row in self.raters.items() if code_of(row["informedness"].note) == BOUNDARY.code]
        if edge:
            yield f"informedness on its boundary of the model knows_or_guesses: {', '.join(map(seen, edge))}"

    def key_figures(self) -> Iterator[Figure]:
        """Every measure of each rater, and how common each class is."""
        for rater, row in self.raters.items():
            yield from (Figure(name, each, rater) for name, each in row.items())
        yield from (Figure("prevalence", each, label=label) for label, each in self.prevalence.items())

    def rows(self) -> list[dict[str, Any]]:
        """One row per item: its label and how probable it is, and what the vote says."""
        return [each._asdict() for each in self.labels]
