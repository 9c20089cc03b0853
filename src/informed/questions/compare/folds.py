"""Differences between systems over the folds of a cross-validation.

The folds share most of their training items, so their results are not independent and a plain t test is far too sure.
The corrected resampled t test widens the variance by the ratio of test to training items (Nadeau & Bengio 2003).
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from informed.core.accounting import left_out
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate, finite
from informed.core.items import Items
from informed.core.table import actuals
from informed.core.validate import Numbers
from informed.inference.asking import Asked
from informed.inference.interval import possible
from informed.inference.proportions import Pair, Tail
from informed.questions.compare.judging import Judged, Options, pairs_of, told, untold
from informed.questions.compare.result import Comparison, by_class

METHOD = "corrected resampled t"
NAMES = ("fold", "folds", "fold_id", "cv_fold", "kfold", "cv")  # what a column of folds is usually called


def seen(columns: Iterable[str]) -> str | None:
    """The column that looks like one of folds."""
    return next((name for name in columns if name.lower() in NAMES), None)


class Spread(NamedTuple):
    """Numbers of each fold ``(F, ...)`` as their mean and the standard error of that, NaN where there is none."""

    mean: Numbers
    error: Numbers
    freedom: int
    undefined: Numbers

    @classmethod
    def of(cls, values: Numbers, overlap: float) -> "Spread":
        """The spread over folds; ``overlap``: the number of test items over that of training items."""
        folds = len(values)
        error = np.sqrt((1 / folds + overlap) * values.var(axis=0, ddof=1))
        return cls(values.mean(0), np.where(error > 0, error, np.nan), folds - 1, np.isnan(values).sum(0))

    def limits(self, tail: Tail) -> Pair:
        """Student's limits."""
        from scipy.special import stdtrit

        reach = -stdtrit(self.freedom, tail) * self.error
        return self.mean - reach, self.mean + reach

    @property
    def p(self) -> Numbers:
        """The p of a mean of 0."""
        from scipy.special import stdtr

        return np.asarray(2 * stdtr(self.freedom, -abs(self.mean) / self.error))

    def notes(self) -> list[str | None]:
        """Why there is no interval, where there is none."""
        few = [f"undefined in {count} of {self.freedom + 1} folds" if count else None for count in self.undefined]
        flat = np.isnan(self.error)
        return [
            why or ("no interval: the folds do not differ" if no else None) for why, no in zip(few, flat, strict=True)
        ]


def over_folds(items: Items, measures: Sequence[Asked], options: Options, overlap: float | None = None) -> Comparison:
    """Systems that were fitted anew for each fold; items are grouped by the fold that tests them.

    Where each item is tested once, one fold is tested for all others that are trained on.
    """
    if options.adjust == "max_t":
        raise InputError(f"{arg('adjust', 'max_t')} cannot be used with {arg('fold')}; use 'holm'")
    data = items.staked()
    folds = sum(each.n > 0 for each in data.apart().values())
    if folds < 2:
        raise InputError(f"{arg('fold', data.by[0])} has a single value; a comparison over folds needs at least two")
    overlap = 1 / (folds - 1) if overlap is None else overlap
    facts: dict[str, Any] = {
        "systems": data.systems,
        "labels": items.labels,
        "n": data.n,
        "paired": True,
        "folds": folds,
        "signature": options.signature(items.labels, data.n, measures, items="same", folds=folds, test=METHOD),
        "notes": (*data.notes, *untold(data.systems), *left_out(data)),
        **by_class({name: data.pooled().counts(name) for name in data.systems}),
    }
    (found,) = told([_judged(each, data, options, overlap) for each in measures], [facts], options)
    return found


def _judged(asked: Asked, data: Items, options: Options, overlap: float) -> Judged:
    measure, pairs = asked.measure, pairs_of(data.systems)
    tables = np.stack([each.tables for each in asked.seen(data).apart().values() if each.n])
    single = (actuals(tables) > 0).sum(-1) < 2  # a fold of one class has no value by convention
    values = np.where(single & np.isnan(measure.raw(tables)), np.nan, measure(tables))
    least, most = (measure.bound(end, *tables.shape[-2:]) for end in (0, 1))
    alone, apart = (Spread.of(each, overlap) for each in (values, values[:, pairs[:, 0]] - values[:, pairs[:, 1]]))

    def limits(tail: Tail) -> Pair:
        """Those of every system's own value."""
        (low, high), (least, most) = alone.limits(tail), possible(measure, tables.shape[-2:], alone.mean, tail)
        return np.maximum(low, least), np.minimum(high, most)

    def between(places: Numbers, tail: Numbers) -> Pair:
        low, high = (
            np.take_along_axis(np.where(np.isnan(end), bound, end), pairs[places], 1).T
            for end, bound in zip(limits(tail[:, None]), (least, most), strict=True)
        )
        return np.minimum(low[0] - high[1], 0.0), np.maximum(high[0] - low[1], 0.0)

    low, high = limits((1 - options.level) / 2)
    own = {
        name: Estimate(
            float(alone.mean[at]), None, finite(float(low[at])), finite(float(high[at])), options.level, METHOD, why
        )
        for at, (name, why) in enumerate(zip(data.systems, alone.notes(), strict=True))
    }
    methods = [METHOD] * len(pairs)
    return Judged([asked], [[own]], apart.mean, apart.limits, apart.p, methods, apart.notes(), possible=between)
