"""What is to be judged: the counts, and the items in their clusters and strata where they are not independent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from informed.core.counts import CELLS, Counts
from informed.core.errors import InputError, unused
from informed.core.patterns import Patterns
from informed.core.validate import Group
from informed.readers.arrays import named_groups

COUNTED = "items that have been counted already"


class Subject(NamedTuple):
    """Counts, grouped where asked for; the patterns of all items and of each group, None where items are plain."""

    counts: Counts
    patterns: Patterns | None = None
    apart: tuple[Patterns | None, ...] = ()
    grouping: Patterns | None = None
    """The items with what groups them as their strata, where they are not plain."""

    def ordered(self, counts: Counts) -> Subject:
        """The same items with the labels in the order of these counts."""
        patterns, *apart = (each and each.aligned(counts.labels) for each in (self.patterns, *self.apart))
        return self._replace(counts=counts, patterns=patterns, apart=tuple(apart))


def subject(data: Any, predicted: Any, cluster: Any, stratum: Any, counting: Mapping[str, Any]) -> Subject:
    """What is to be judged of whatever was given; with ``by`` each group is told apart, its clusters too."""
    if data is None and not isinstance(counting.get("actual"), str):
        counting = dict(counting)
        data = counting.pop("actual", None)
    patterns = _dependent(data, predicted, cluster, stratum, counting)
    if patterns is None:
        counts = data if isinstance(data, Counts) else _count(data, predicted, **counting)
        return Subject(counts, None, (None,) * len(counts.groups))
    if counting.get("by") is None:
        return Subject(patterns.counts(), _if_grouped(patterns), grouping=_if_grouped(patterns))
    apart, whole = patterns.apart(), patterns.together()
    groups: dict[Group, Counts] = {(group,): each.counts() for group, each in apart.items()}
    name, _ = _grouping(counting, columns="actual" in counting or isinstance(data, Patterns))
    counts = _stacked(name, groups, whole.counts())
    return Subject(counts, _if_grouped(whole), tuple(map(_if_grouped, apart.values())), patterns)


def _if_grouped(patterns: Patterns) -> Patterns | None:
    return patterns if patterns.grouped else None


def _stacked(name: str, groups: Mapping[Group, Counts], whole: Counts) -> Counts:
    """Counts of all groups over the same labels."""
    kinds = [kind for kind in CELLS if getattr(whole, kind) is not None]
    cells: dict[str, Any] = {kind: np.stack([getattr(each, kind) for each in groups.values()]) for kind in kinds}
    return replace(whole, **cells, by=(name,), groups=tuple(groups), n=None)


def _dependent(data: Any, predicted: Any, cluster: Any, stratum: Any, counting: Mapping[str, Any]) -> Patterns | None:
    """The items in their clusters and strata, where there are any; groups are strata that are told apart."""
    from informed.readers.systems import patterns_of

    rest = {name: each for name, each in counting.items() if name != "by"}
    if isinstance(data, Patterns):
        unused({"predicted": predicted, "cluster": cluster, "stratum": stratum, **rest}, COUNTED)
        return data
    if isinstance(data, Counts):
        unused({"predicted": predicted, "cluster": cluster, "stratum": stratum, **counting}, COUNTED)
        return None
    if cluster is None and stratum is None:
        return None
    grouped = counting.get("by") is not None
    if grouped and stratum is not None:
        raise InputError("by= tells groups apart and stratum= joins them; leave one of them out")
    if counting.get("abstain") is not None or counting.get("missing") == "unjudged":
        raise InputError(
            "cluster= and stratum= need a label on both sides of every item; use missing='drop', no abstain="
        )
    parts = _grouping(counting, columns="actual" in counting)[1] if grouped else stratum
    return patterns_of(data, {"predicted": predicted}, cluster=cluster, stratum=parts, **rest)


def _grouping(counting: Mapping[str, Any], columns: bool) -> tuple[str, Any]:
    """What tells groups apart, and its name: one array, or one column where ``columns`` are named."""
    by = counting["by"]
    groups = {name: name for name in ([by] if isinstance(by, str) else by)} if columns else named_groups(by)
    if len(groups) > 1:
        raise InputError(f"by={list(groups)}: with cluster= give one grouping; combine them into one column")
    (found,) = groups.items()
    return found


def _count(data: Any, predicted: Any, **counting: Any) -> Counts:
    from informed.readers.counting import count

    return count(data, predicted, **counting)
