"""Judge a predictor from its counts, or from whatever they are counted from."""

from collections.abc import Iterable
from typing import Any

from informed.core.basis import answers
from informed.core.errors import InputError, arg, choice
from informed.core.registry import Measure, several
from informed.inference.draws.sampler import check_draws
from informed.inference.interval import METHODS, check_level
from informed.inference.subject import Subject
from informed.questions.evaluate.clinical import worded
from informed.questions.evaluate.recipe import DRAWS, SEED, Recipe
from informed.questions.evaluate.result import Evaluation
from informed.questions.evaluate.views import view as seen_as


@answers
def evaluated(
    judged: Subject,
    *,
    positive: Any = None,
    words: str | None = None,
    undefined: str = "limit",
    reference: str = "gold",
    reference_quality: Any = None,
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
    if judged.items is not None and view != "table":
        raise InputError(
            f"{arg('view', view)} does not go with {arg('cluster')} or {arg('stratum')}; leave one of them out"
        )
    counts = seen_as(judged.counts, view)
    if positive is not None:
        counts = counts.positive_first(positive)
        counts = counts.inverse() if view == "inverse" else counts  # there the other class is the positive one
        judged = judged.ordered(counts)
    recipe = Recipe(
        positive=None if positive is None else counts.labels[0],
        words=worded(words, None if positive is None else counts.labels[0], counts),
        undefined=choice("undefined", undefined, ("limit", "nan", "raise")),
        reference=choice("reference", reference, ("gold", "comparator")),
        level=check_level(level),
        reference_quality=reference_quality,
        method=None if method is None else choice("method", method, METHODS),
        draws=check_draws(draws),
        seed=seed,
        extra=tuple(several(measures)),
        value=value,
        cost=cost,
        only=None if only is None else tuple(several(only)),
        per_label_only=None if per_label is None else tuple(several(("informedness", *several(per_label)))),
        view=view,
    )
    return Evaluation(Subject(counts, judged.items), recipe).checked()
