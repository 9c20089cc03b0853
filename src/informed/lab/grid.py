"""Grids of settings: every combination of what a study varies."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from informed.lab.running import PART
from informed.lab.worlds import World


class Setting(NamedTuple):
    """One cell of the grid: a world, and how informed its predictors are."""

    world: World
    informed: float

    def to_dict(self) -> dict[str, Any]:
        """What a row says of it."""
        facts = {name: getattr(self.world, name) for name in ("classes", "items", "prevalence", "guess")}
        return {**facts, "informed": self.informed}


def several(given: Any) -> tuple[Any, ...]:
    """One thing or several, as several."""
    return tuple(given) if isinstance(given, Iterable) and not isinstance(given, str) else (given,)


def cut(settings: Sequence[Setting], tables: int) -> list[tuple[int, int]]:
    """Parts of a bounded size: the setting of each, and how many tables."""
    jobs = []
    for cell, setting in enumerate(settings):
        size = max(PART // max(setting.world.classes**2, setting.world.items), 1)
        jobs += [(cell, min(size, tables - start)) for start in range(0, tables, size)]
    return jobs
