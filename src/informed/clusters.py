"""Clusters: counts of every unit that was drawn as one, because items that belong together do not vary alone."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from informed.cells import Group, Numbers
from informed.counts import Counts
from informed.errors import InputError, choice


@dataclass(frozen=True, eq=False)
class Clusters:
    """Counts grouped by ``cluster`` (patients, documents, days), by ``stratum`` (the part of the population an item
    was drawn from) or by both, and perhaps by something else as well.

    ``units`` holds one table for each combination that occurs; ``cluster`` and ``stratum`` name which of its ``by``
    are which.
    """

    units: Counts
    cluster: str | None = None
    stratum: str | None = None

    def __post_init__(self) -> None:
        for argument, name in (("cluster", self.cluster), ("stratum", self.stratum)):
            if name is not None and name not in self.units.by:
                known = list(self.units.by) or "nothing"
                raise InputError(f"{argument}={name!r}: the counts are grouped by {known}; count them by it as well")
        if self.cluster is None and self.stratum is None:
            raise InputError("clusters need the name of a cluster or of a stratum")

    @property
    def by(self) -> tuple[str, ...]:
        """What the items are grouped by beside their cluster and stratum."""
        return tuple(name for name in self.units.by if name not in (self.cluster, self.stratum))

    @cached_property
    def counts(self) -> Counts:
        """All units of a group added up."""
        return self._added(self.by)

    def pooled(self) -> Clusters:
        """The units of all groups together; a cluster that occurs in several groups is one unit."""
        return replace(self, units=self._added(tuple(name for name in self.units.by if name not in self.by)))

    def _added(self, by: tuple[str, ...]) -> Counts:
        """The units added up over everything but these."""
        if not by:
            return self.units.pooled()
        keys = self._keys(by)
        groups = tuple(dict.fromkeys(keys))
        at = {group: place for place, group in enumerate(groups)}
        places = np.array([at[group] for group in keys])

        def added(part: Numbers) -> Numbers:
            whole = np.zeros((len(groups), *part.shape[1:]), part.dtype)
            np.add.at(whole, places, part)
            return whole

        return replace(self.units, **self.units._parts(added), by=by, groups=groups)

    def _keys(self, by: tuple[str, ...]) -> list[Group]:
        """What every unit is called, by these names alone."""
        kept = [place for place, name in enumerate(self.units.by) if name in by]
        return [tuple(group[place] for place in kept) for group in self.units.groups]

    def within(self, group: Group) -> Clusters:
        """The units of one group."""
        here = [place for place, each in enumerate(self._keys(self.by)) if each == group]
        part = self.units._parts(lambda part: part[here])
        groups = tuple(self.units.groups[place] for place in here)
        n = None if self.units.n is None else int(part.get("items", part["table"]).sum())
        return replace(self, units=replace(self.units, **part, groups=groups, n=n))

    def codes(self, name: str) -> tuple[Numbers, list[object]]:
        """For each unit a code of its cluster or stratum, and what the codes stand for."""
        place = self.units.by.index(choice("name", name, self.units.by))
        values = [group[place] for group in self.units.groups]
        names = list(dict.fromkeys(values))
        at = {value: code for code, value in enumerate(names)}
        return np.array([at[value] for value in values]), list(names)
