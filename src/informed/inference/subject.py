"""What is to be judged: the counts, and the items in their clusters and strata where they are not independent."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import unused
from informed.core.items import Items
from informed.inference.pooling import Pooling, pooling
from informed.readers.counting import count, table_of
from informed.readers.counting import items as items_of
from informed.readers.labels import refuse_ids
from informed.readers.logs.items import Log

COUNTED = "items that have been counted already"


@dataclass(frozen=True)
class Subject:
    """Counts, grouped where asked for; and the items themselves where they are not independent, else None."""

    counts: Counts
    items: Items | None = None

    @cached_property
    def answered(self) -> Items | None:
        """The items that were judged and answered, of all groups together."""
        return self.items and self.items.answered().pooled()

    @cached_property
    def parts(self) -> tuple[Items | None, ...]:
        """The items of each group; None where those of the group are independent."""
        if self.items is None:
            return (None,) * len(self.counts.groups)
        apart = (each.plain() for each in self.items.apart().values()) if self.items.by else ()
        return tuple(each if each.dependent else None for each in apart)

    @cached_property
    def grouping(self) -> Items | None:
        """The items with what groups them as their strata."""
        if self.items is None or not self.items.by:
            return self.answered
        answered = self.items.answered()
        groups = tuple(each[0] if len(each) == 1 else ", ".join(map(str, each)) for each in answered.groups)
        return replace(answered, stratum=answered.group, strata=groups, by=(), group=None, groups=())

    def ordered(self, counts: Counts) -> "Subject":
        """The same items with the labels in the order of these counts."""
        return Subject(counts, self.items and self.items.aligned(counts.labels))

    def pooled(self) -> "Subject":
        """All groups together."""
        return Subject(self.counts.pooled(), self.items and self.items.pooled()) if self.counts.by else self

    @cached_property
    def pooling(self) -> Pooling | None:
        """What the groups, or the strata, make of informedness, where there are several."""
        items, counts = self.grouping, self.counts
        strata = () if items is None or items.stratum is None else np.unique(items.stratum)
        unjudged = counts.unjudged is not None and counts.unjudged.any()
        if not counts.square or unjudged or max(len(counts.groups), len(strata)) < 2:
            return None
        name = ", ".join(counts.by) or "stratum"
        return pooling(counts if items is None else items.aligned(counts.labels), name)

    def groups(self) -> "list[Subject]":
        """Each group by itself."""
        return [Subject(self.counts[place], part) for place, part in enumerate(self.parts)]


def subject(data: Any, predicted: Any, cluster: Any, stratum: Any, counting: Mapping[str, Any]) -> Subject:
    """What is to be judged of whatever was given; with ``by`` each group is told apart, its clusters too."""
    if isinstance(data, (Counts, Items)):
        unused({"predicted": predicted, "cluster": cluster, "stratum": stratum, **counting}, COUNTED)
        return _counted(data)
    if isinstance(data, Log):
        from informed.readers.logs import items_of_runs, runs_of

        unused({"predicted": predicted, "cluster": cluster, "stratum": stratum, **counting}, "a log")
        return _counted(items_of_runs(runs_of([data])))
    alike = cluster is None and stratum is None and "weights" not in counting
    keys = {} if alike else {"cluster": cluster, "stratum": stratum}
    found = _counted((count if alike else items_of)(data, predicted, **keys, **counting))
    if "labels" not in counting:
        refuse_ids({*found.counts.labels, *found.counts.labels_predicted}, found.counts.n)
    return found


def _counted(data: Counts | Items) -> Subject:
    """Counts as they are; of items, their design where it makes a difference."""
    if isinstance(data, Counts):
        return Subject(data)
    items = data.plain()
    return Subject(items.counts(), items if items.dependent else None)


def subject_or_table(data: Any, predicted: Any, cluster: Any, stratum: Any, counting: Mapping[str, Any]) -> Subject:
    """The same; ``data`` may also be a table, actual x predicted."""
    if predicted is not None or "actual" in counting or isinstance(data, (Counts, Items)):
        return subject(data, predicted, cluster, stratum, counting)
    unused({"cluster": cluster, "stratum": stratum}, "a table")
    return Subject(table_of(data, **counting))
