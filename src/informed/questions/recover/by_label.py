"""A table of several classes back from a report by class, as far as recall, precision and support determine it.

The values of each label give its own 2x2 table, hence the diagonal and both margins. Which wrong label was said
instead stays unknown for more than two classes; informedness, kappa and many others do not depend on it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.basis import listed, signature
from informed.core.errors import InputError, arg
from informed.core.estimate import written
from informed.core.labels import Label, plain_labels
from informed.core.registry import Measure, find
from informed.core.result import Result
from informed.core.table import one_vs_rest
from informed.core.validate import Numbers
from informed.questions.recover.compute import Range, count_targets, ranges, ratio_target
from informed.questions.recover.enumerate import real_tables, whole_tables
from informed.questions.recover.target import Target, check_independent, rank

MOST_COMBINATIONS = 2 * 10**5
MOST_PAIRS = 10**7


@dataclass(frozen=True, eq=False)
class LabelRecovery(Result):
    """For each label the 2x2 tables that fit, and what all of them together say of the measures of the whole.

    ``tables`` has shape ``(fitting, labels, 2, 2)``, or is None when more combinations fit than can be listed; then
    ``options`` (the tables of each label by itself) is all there is.
    """

    kind = "label_recovery"
    asks = "Which table was it?"
    json_keys = ("labels", "n", "measures", "undetermined", "by_label")
    json_types = written(fitting=int | None)

    labels: tuple[Label, ...]
    n: float
    options: tuple[Numbers, ...]
    tables: Numbers | None
    signature: str

    @cached_property
    def measures(self) -> dict[str, Range]:
        """The measures of the whole table that the diagonal and the margins determine."""
        if self.tables is None:
            return {}
        return ranges(stand_in(self.tables), determined(len(self.labels)))

    @cached_property
    def undetermined(self) -> tuple[str, ...]:
        """The measures that depend on which wrong label was said."""
        known = {each.name for each in determined(len(self.labels))}
        return tuple(each.name for each in _applicable(len(self.labels)) if each.name not in known)

    @cached_property
    def by_label(self) -> dict[Label, dict[str, Range]]:
        """Every measure of each label against the rest."""
        binary = [each for each in find(labelwise=True) if each.ready]
        own = self.options if self.tables is None else np.moveaxis(self.tables, 1, 0)
        return {label: ranges(tables, binary) for label, tables in zip(self.labels, own, strict=True)}

    def remarks(self, every: bool = False) -> list[str]:
        """What the reports by class leave open."""
        left = f"not determined (they depend on which wrong label was said): {', '.join(self.undetermined)}"
        return [left] if self.undetermined else []

    def rows(self) -> list[dict[str, Any]]:
        """One row a label (None: all together) and measure: from where to where it may lie."""
        parts = [(None, self.measures), *self.by_label.items()]
        return [
            {"label": label, "measure": name, **each.to_dict()}
            for label, measures in parts
            for name, each in measures.items()
        ]

    def facts(self) -> dict[str, Any]:
        """What is determined of the whole, and of each label."""
        return {**super().facts(), "fitting": None if self.tables is None else len(self.tables)}


@np.errstate(all="ignore")
def recovered_labels(
    given: Mapping[str, Any],
    *,
    digits: int | Mapping[str, int] | None = None,
    exact: bool = False,
    labels: Sequence[Any] | None = None,
) -> LabelRecovery:
    """The tables of each label that have its values; ``given`` holds one value per label, and their ``support``."""
    names, columns = _columns(given, labels)
    support = columns.pop("support", None)
    if support is None:
        raise InputError("values for each class need support=, the number of items of each class")
    n = float(sum(support))
    if given.get("n") is not None and float(given["n"]) != n:
        raise InputError(f"{arg('n', given['n'])}, but the support adds up to {n:g}; leave n out")
    options = []
    for place, label in enumerate(names):
        targets = [
            ratio_target(name, values[place], digits, exact)
            for name, values in columns.items()
            if values[place] is not None and values[place] == values[place]
        ]
        targets += count_targets({"n": n, "rp": float(support[place])})
        options.append(_own_tables(label, targets, int(n)))
    recipe = {"n": n, "labels": listed(names), "support": support, **columns, "digits": digits, "exact": exact or None}
    return LabelRecovery(names, n, tuple(options), _together(names, options, n), signature(recipe))


def _columns(given: Mapping[str, Any], labels: Sequence[Any] | None) -> tuple[tuple[Label, ...], dict[str, list[Any]]]:
    """The labels, and the values of each column in their order."""
    columns = {name: value for name, value in given.items() if name != "n" and value is not None}
    keyed = next((value for value in columns.values() if isinstance(value, Mapping)), None)
    sizes = [len(value) for value in columns.values() if hasattr(value, "__len__")]
    if not sizes:
        raise InputError("give one value for each class, for example recall=[0.8, 0.5] and support=[10, 4]")
    size = max(sizes)
    names = plain_labels(labels if labels is not None else keyed if keyed is not None else range(size))
    found: dict[str, list[Any]] = {}
    for name, value in columns.items():
        if isinstance(value, (str, float, int)) or len(value) != len(names):
            raise InputError(
                f"must hold one value for each of the {len(names)} labels {list(names)}", argument=name, value=value
            )
        found[name] = [value.get(label) for label in names] if isinstance(value, Mapping) else list(value)
    return names, found


def _own_tables(label: Label, targets: list[Target], n: int) -> Numbers:
    """The 2x2 tables of one label."""
    try:
        check_independent(targets)
        if any(each.slack for each in targets):
            return whole_tables(targets, n).reshape(-1, 2, 2)
        if rank(targets) < 3:
            raise InputError(
                f"two of recall, precision and others are needed beside the support; or give {arg('digits')}"
            )
        return real_tables(targets).reshape(-1, 2, 2) * n
    except InputError as reason:
        raise InputError(f"label {label!r}: {reason}") from None


def _together(labels: tuple[Label, ...], options: Sequence[Numbers], n: float) -> Numbers | None:
    """The combinations of one table per label that belong to one table: its predictions add up to n.

    Besides, the misses and false alarms of a label cannot exceed all errors. None when there are too many to list.
    """
    claimed = [own[:, 0, 0] + own[:, 1, 0] for own in options]
    room = 1e-6 * n
    chosen, so_far = np.zeros((1, 0), np.int64), np.zeros(1)
    for place, own in enumerate(claimed):
        if len(so_far) * len(own) > MOST_PAIRS:
            return None
        later = claimed[place + 1 :]
        sums = so_far[:, None] + own[None, :]
        fits = (sums + sum(each.min() for each in later) <= n + room) & (
            sums + sum(each.max() for each in later) >= n - room
        )
        rows, columns = np.nonzero(fits)
        if len(rows) > MOST_COMBINATIONS:
            return None
        chosen, so_far = np.column_stack([chosen[rows], columns]), sums[rows, columns]
    tables = np.stack([own[chosen[:, place]] for place, own in enumerate(options)], axis=1)
    errors = tables[..., 0, 1].sum(-1, keepdims=True)
    possible: Numbers = tables[(tables[..., 0, 1] + tables[..., 1, 0] <= errors + room).all(-1)]
    if not len(possible):
        least, most = (sum(end(own) for own in claimed) for end in (np.min, np.max))
        raise InputError(
            f"no table has these values for all of {list(labels)}: the predictions they imply add up to "
            f"{least:g} to {most:g}, the support to {n:g}, and no choice among them fits together"
        )
    return possible


def stand_in(by_label: Numbers) -> Numbers:
    """Tables ``(..., K, K)`` with the diagonal and margins that the 2x2 tables ``(..., K, 2, 2)`` of the labels give.

    The errors are spread as row part + column part, the one choice in closed form; a cell may come out negative, which
    no measure in `determined` can see.
    """
    hits, missed, false = (by_label[..., row, column].astype(np.float64) for row, column in ((0, 0), (0, 1), (1, 0)))
    classes = hits.shape[-1]
    if classes == 2:
        rows, columns = missed, np.zeros_like(missed)
    else:
        half = missed.sum(-1, keepdims=True) / (2 * (classes - 1))
        size = (classes - 1) ** 2 - 1
        rows = ((classes - 1) * (missed - half) + (false - half)) / size
        columns = ((classes - 1) * (false - half) + (missed - half)) / size
    spread: Numbers = rows[..., :, None] + columns[..., None, :]
    return np.where(np.eye(classes, dtype=bool), hits[..., None, :], spread)


def _applicable(classes: int) -> list[Measure]:
    return [each for each in find() if each.ready and each.applies(classes, classes)]


def determined(classes: int) -> list[Measure]:
    """The measures of K x K tables that depend on the diagonal and the margins alone."""
    if classes == 2:
        return _applicable(2)
    some = np.random.default_rng(4).uniform(1, 2, (classes, classes))
    other = stand_in(one_vs_rest(some))  # same diagonal, same margins
    return [each for each in _applicable(classes) if abs(each(some) - each(other)) < 1e-9]
