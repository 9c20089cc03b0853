"""Counting a stream batch by batch, in memory that does not grow with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.given import Missing, WeightKind
from informed.core.labels import Label, in_order
from informed.readers.arrays.cells import Cells, united
from informed.readers.arrays.series import Counted, count_arrays
from informed.readers.columns import Columns, named_groups
from informed.readers.distinct import as_counts, fates, gaps
from informed.readers.labels import EVERY, common_labels

PENDING = 2**14  # distinct rows that may wait before they are united


class Counter:
    """An accumulator of counts: ``update`` it with batches, ``merge`` it with others, read ``counts`` at any time.

    Labels are discovered on the way; with ``labels`` they are fixed, and two counters with different fixed labels do
    not merge. The other options are those of `count`. A batch that cannot be counted raises and changes nothing.

    Examples
    --------
    >>> counter = Counter()
    >>> for actual, predicted in ((["a", "b"], ["a", "b"]), (["b"], ["a"])):
    ...     _ = counter.update(actual, predicted)
    >>> counter.counts.table.tolist()
    [[1, 0], [1, 1]]
    """

    def __init__(
        self,
        *,
        labels: Iterable[Any] | None = None,
        weight_kind: WeightKind = "sampling",
        missing: Missing = "raise",
        abstain: Any = None,
    ) -> None:
        self.columns = Columns.arrays(
            None, None, labels=labels, weight_kind=weight_kind, missing=missing, abstain=abstain
        )
        self._cells: list[Cells] = []
        self._pending = 0
        self._levels: set[Any] = set()
        self._met: dict[bool, Label] = {}
        self._missing = 0
        self._notes: dict[str, None] = {}

    def update(self, actual: Any, predicted: Any, *, weights: Any = None, by: Any = None) -> Counter:
        """Count a batch of items."""
        batch = {"actual": actual, "systems": {"predicted": predicted}, "by": named_groups(by), "weights": weights}
        read = count_arrays(replace(self.columns, **batch))
        if gaps(read.cells.keys):
            fates(read.cells, self.columns, read.columns)
        if weights is None or read.cells.weight is None or read.cells.weight.any():  # weight 0 is as good as absent
            self._take([read.cells])
        self._add_notes(read)
        return self

    def _add_notes(self, read: Counted) -> None:
        self._missing += read.missing
        self._notes |= dict.fromkeys(read.notes)

    def _take(self, cells: list[Cells]) -> None:
        """Add distinct rows, after a look whether they go together with those before."""
        for each in cells:
            if self._cells:
                _check_alike(self._cells[0], each)
            levels = {level for key in each.keys[-2:] for level in key.levels or ()}
            if not levels <= self._levels:  # new ones are held against one text and one number of those before
                names, _ = common_labels(each.keys[-2:], [EVERY] * 2, self.columns.labels, [*self.columns.apart, None])
                in_order({*self._met.values(), *names})
                self._met |= {isinstance(name, str): name for name in names}
                self._levels |= levels
            self._cells.append(each)
            self._pending += len(each.n)
        if self._pending > max(PENDING, 2 * len(self._cells[0].n)):
            self._unite()

    def _unite(self) -> None:
        self._cells = [united(self._cells)]
        self._pending = 0

    def merge(self, other: Counter) -> Counter:
        """Take in all that another counter has counted."""
        if self.columns != other.columns:
            raise InputError(f"counters count differently: {self._how} and {other._how}; give both the same")
        self._take(other._cells)
        self._missing += other._missing
        self._notes |= other._notes
        return self

    def __add__(self, other: Counter) -> Counter:
        """A new counter of what both have counted."""
        return Counter(**self._how).merge(self).merge(other)

    @property
    def _how(self) -> dict[str, Any]:
        """The options it was made with."""
        return {name: getattr(self.columns, name) for name in ("labels", "weight_kind", "missing", "abstain")}

    @property
    def counts(self) -> Counts:
        """Everything counted so far."""
        if not self._cells:
            raise InputError("nothing was counted yet; call update(actual, predicted) first")
        self._unite()
        counted = Counted(self._cells[0], missing=self._missing, notes=tuple(self._notes))
        return as_counts(counted, self.columns)


def _check_alike(before: Cells, batch: Cells) -> None:
    """Refuse a batch that is grouped or weighted unlike those before."""
    groups = [[key.name for key in cells.keys[:-2]] for cells in (before, batch)]
    if groups[0] != groups[1]:
        raise InputError(
            f"batches are grouped by {groups[0] or 'nothing'} and by {groups[1] or 'nothing'}; "
            "group both by the same columns"
        )
    if (before.weight is None) != (batch.weight is None):
        raise InputError("one batch has weights and another has none; give weights to all (1 per item) or to none")
