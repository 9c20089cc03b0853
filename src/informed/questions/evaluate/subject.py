"""What is to be judged: the counts, and the items in their clusters and strata where they are not independent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from informed.core.counts import Counts
from informed.core.errors import unused
from informed.core.items import Items
from informed.readers.counting import items as items_of

COUNTED = "items that have been counted already"


class Subject(NamedTuple):
    """Counts, grouped where asked for; the items of all and of each group, None where they are independent."""

    counts: Counts
    patterns: Items | None = None
    apart: tuple[Items | None, ...] = ()
    grouping: Items | None = None
    """The items with what groups them as their strata, where they are not plain."""

    def ordered(self, counts: Counts) -> Subject:
        """The same items with the labels in the order of these counts."""
        patterns, *apart = (each and each.aligned(counts.labels) for each in (self.patterns, *self.apart))
        return self._replace(counts=counts, patterns=patterns, apart=tuple(apart))


def subject(data: Any, predicted: Any, cluster: Any, stratum: Any, counting: Mapping[str, Any]) -> Subject:
    """What is to be judged of whatever was given; with ``by`` each group is told apart, its clusters too."""
    if isinstance(data, (Counts, Items)):
        unused({"predicted": predicted, "cluster": cluster, "stratum": stratum, **counting}, COUNTED)
    if isinstance(data, Counts):
        return Subject(data, None, (None,) * len(data.groups))
    items = (data if isinstance(data, Items) else _items(data, predicted, cluster, stratum, counting)).plain()
    counts, answered = items.counts(), items.answered()
    if not items.dependent:
        return Subject(counts, None, (None,) * len(counts.groups))
    if not items.by:
        return Subject(counts, answered, grouping=answered)
    groups = tuple(_in_words(each) for each in answered.groups)
    grouping = replace(answered, stratum=answered.group, strata=groups, by=(), group=None, groups=())
    return Subject(counts, answered.pooled(), tuple(answered.apart().values()), grouping)


def _items(data: Any, predicted: Any, cluster: Any, stratum: Any, counting: Mapping[str, Any]) -> Items:
    return items_of(data, predicted, cluster=cluster, stratum=stratum, **counting)


def _in_words(group: tuple[Any, ...]) -> Any:
    return group[0] if len(group) == 1 else ", ".join(map(str, group))
