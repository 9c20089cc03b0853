"""What a comparison found: plain frozen data, equal to its JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from informed.errors import InputError, choice
from informed.inference.estimate import finite
from informed.inference.significance import Test
from informed.registry import Measure, get


@dataclass(frozen=True)
class Difference:
    """How much better one system is than another: value of ``system`` less value of ``baseline``.

    ``p`` agrees with the interval; ``adjusted`` allows for all pairs. With a margin, ``not_worse`` and ``equivalent``
    are the p-values of the claims that the system is not worse by the margin, and that it is within it either way.
    """

    measure: str
    system: str
    baseline: str
    value: float
    low: float
    high: float
    p: float
    adjusted: float
    method: str
    not_worse: float | None = None
    equivalent: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain data as JSON has it."""
        return {name: finite(value) for name, value in asdict(self).items()}


@dataclass(frozen=True)
class Ranked:
    """A system's place: 1 + the number of systems that are surely better, so those that cannot be told apart tie."""

    system: str
    value: float
    rank: int


@dataclass(frozen=True)
class Comparison:
    """Every pair of systems under every measure asked for; the first measure decides the ranking.

    ``values``: each measure of each system. ``tests``: for a few pairs, tests of other hypotheses, each under its own
    name. ``flips``: by actual class, items the system got right and the baseline wrong, and the reverse.
    ``reversals``: for each pair the measures that would rank it the other way round.
    """

    systems: tuple[str, ...]
    measures: tuple[str, ...]
    n: int | tuple[int | None, ...]
    level: float
    adjustment: str
    paired: bool
    margin: float | None
    values: Mapping[str, Mapping[str, float]]
    differences: tuple[Difference, ...]
    ranking: tuple[Ranked, ...]
    reversals: Mapping[tuple[str, str], tuple[str, ...]]
    tests: Mapping[tuple[str, str], Mapping[str, Test]]
    flips: Mapping[tuple[str, str], Mapping[Any, tuple[int, int]]]
    notes: tuple[str, ...] = ()

    def difference(self, system: str, baseline: str | None = None, measure: str | Measure | None = None) -> Difference:
        """One difference; the baseline is the first system and the measure the first, unless others are named."""
        name = self.measures[0] if measure is None else str(get(measure))
        choice("measure", name, self.measures)
        over = self.systems[0] if baseline is None else baseline
        choice("system", system, self.systems)
        choice("baseline", over, self.systems)
        for each in self.differences:
            if (each.measure, each.system, each.baseline) == (name, system, over):
                return each
            if (each.measure, each.system, each.baseline) == (name, over, system):
                return _mirrored(each)
        raise InputError(f"{system!r} was not compared with {over!r}")

    def to_dict(self) -> dict[str, Any]:
        """Plain data as JSON has it; pairs are named system over baseline."""
        keyed = {
            "reversals": {_pair(pair): list(names) for pair, names in self.reversals.items()},
            "tests": {
                _pair(pair): {name: test.to_dict() for name, test in each.items()} for pair, each in self.tests.items()
            },
            "flips": {
                _pair(pair): {str(label): list(both) for label, both in each.items()}
                for pair, each in self.flips.items()
            },
        }
        return {
            "systems": list(self.systems),
            "measures": list(self.measures),
            "n": list(self.n) if isinstance(self.n, tuple) else self.n,
            "level": self.level,
            "adjustment": self.adjustment,
            "paired": self.paired,
            "margin": self.margin,
            "values": {
                system: {name: finite(value) for name, value in row.items()} for system, row in self.values.items()
            },
            "differences": [each.to_dict() for each in self.differences],
            "ranking": [asdict(each) for each in self.ranking],
            **keyed,
            "notes": list(self.notes),
        }

    def to_json(self, indent: int | None = 2) -> str:
        """The comparison as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent, allow_nan=False)


def _pair(pair: tuple[str, str]) -> str:
    return f"{pair[0]} over {pair[1]}"


def _mirrored(each: Difference) -> Difference:
    """The same difference the other way round; claims about a margin are not symmetric and are left out."""
    return Difference(
        each.measure,
        each.baseline,
        each.system,
        -each.value,
        -each.high,
        -each.low,
        each.p,
        each.adjusted,
        each.method,
        equivalent=each.equivalent,
    )
