"""A sweep of one score, or one for each class against the rest."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from informed.core.basis import answers, listed, scored, signature
from informed.core.errors import InputError, choice
from informed.core.estimate import Estimate, finite, written
from informed.core.labels import Label, plain
from informed.core.metrics import Figure
from informed.core.result import Result
from informed.core.scores import Scores
from informed.inference.interval import check_level
from informed.questions.sweep import DRAWS
from informed.questions.sweep.area import auc
from informed.questions.sweep.compute import Sweep
from informed.questions.sweep.cost import Costs
from informed.questions.sweep.holdout import HeldOut
from informed.questions.sweep.optimism import check_repeats
from informed.questions.sweep.partial import Range


@dataclass(frozen=True, eq=False, repr=False)
class Sweeps(Result):
    """A sweep for each class against the rest, in the order of the score columns."""

    kind = "sweeps"

    json_types = written("sweeps", average_auc=dict[str, float], labels=dict[Label, Sweep])

    labels: tuple[Label, ...]
    sweeps: tuple[Sweep, ...]

    def __getitem__(self, label: Any) -> Sweep:
        if plain(label) not in self.labels:
            raise InputError(f"{label!r} is not a label; the labels are {list(self.labels)}")
        return self.sweeps[self.labels.index(plain(label))]

    def __iter__(self) -> Iterator[Sweep]:
        return iter(self.sweeps)

    def __len__(self) -> int:
        return len(self.sweeps)

    @property
    def auc(self) -> dict[Label, Estimate]:
        """The area of each class against the rest."""
        return {label: each.auc for label, each in zip(self.labels, self.sweeps, strict=True)}

    def average(self, weights: str = "prevalence") -> float:
        """The mean area, classes weighted by ``prevalence`` or ``equal``; the curves share items: no interval."""
        sizes = [float(each.scores.totals[0]) for each in self.sweeps]
        weight = sizes if choice("weights", weights, ("prevalence", "equal")) == "prevalence" else [1.0] * len(sizes)
        return sum(w * each.auc.value for w, each in zip(weight, self.sweeps, strict=True)) / sum(weight)

    @cached_property
    def signature(self) -> str:
        """The recipe in one line."""
        first = self.sweeps[0]
        return signature({**scored(first.scores), "labels": listed(self.labels), "level": first.level, **first.drawn})

    def key_figures(self) -> Iterator[Figure]:
        """The mean area, and that of each class against the rest."""
        yield Figure("average_auc", Estimate(self.average()))
        yield from (Figure("auc", each, label=label) for label, each in self.auc.items())

    def head(self) -> tuple[str, str]:
        return "Informed or guessing?", f"{len(self.labels):,} classes, each against the rest"

    def rows(self) -> list[dict[str, Any]]:
        """One row a class: its area, its most informed threshold, and what that is worth (cross-validated)."""
        return [
            {"label": label, "items": float(each.scores.totals[0]), "auc": each.auc.value}
            | {"low": each.auc.low, "high": each.auc.high}
            | {"threshold": finite(best.threshold), "informedness": finite(best.value.value)}
            for label, each in zip(self.labels, self.sweeps, strict=True)
            for best in (each.points["best"],)
        ]

    @property
    def jointly(self) -> dict[Label, Estimate]:
        """The area of each class, its interval widened so that all of them hold together (Bonferroni)."""
        level = 1 - (1 - self.sweeps[0].level) / len(self)
        return {label: auc(each.scores, level) for label, each in zip(self.labels, self.sweeps, strict=True)}

    def facts(self) -> dict[str, Any]:
        """The mean areas, and the sweep of every class."""
        areas = {weights: self.average(weights) for weights in ("prevalence", "equal")}
        return {"average_auc": areas, "labels": dict(zip(self.labels, self.sweeps, strict=True))}

    @property
    def brief(self) -> str:
        """How many classes there are, and the mean area."""
        return f"{len(self)} classes, mean auc {self.average():.4g}"


@answers
def swept(
    scores: Scores,
    *,
    level: float = 0.95,
    draws: int = DRAWS,
    seed: int = 0,
    costs: Costs | None = None,
    assumed: bool = False,
    benefit: tuple[float, ...] | None = None,
    within: Range | None = None,
    cut: float | None = None,
) -> Sweep:
    """A sweep of scores of both classes."""
    check_repeats(draws)
    for label, total in zip(scores.labels, scores.totals, strict=True):
        if not total:
            raise InputError(f"no item is {label!r}; a sweep needs items of both classes, {list(scores.labels)}")
    found = Sweep(scores, check_level(level), costs, draws, seed, assumed, benefit, within, cut)
    found.net_benefit  # scores that are no probabilities are refused here  # noqa: B018
    return found


@answers
def swept_classes(scores: Mapping[Label, Scores], **how: Any) -> Sweeps:
    """A sweep of each class against the rest."""
    return Sweeps(tuple(scores), tuple(swept(each, **how) for each in scores.values()))


@answers
def held_out(scores: Scores, others: Scores, **how: Any) -> HeldOut:
    """The operating points of some scores on other items."""
    return swept(scores, **how).held_out(swept(others, **how))
