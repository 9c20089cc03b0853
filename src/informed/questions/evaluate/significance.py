"""Could it be chance? Every test of a table, by the question it asks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from informed.core.counts import Counts
from informed.core.estimate import as_json
from informed.core.merging import gathered
from informed.core.registry import get
from informed.core.result import Result
from informed.core.words import Finding, many, number, p_is
from informed.inference.interval import p_value
from informed.inference.significance.catalogue import BY_NAME
from informed.inference.significance.named import Test, significance


@dataclass(frozen=True, eq=False)
class Significance(Result, Mapping[str, Test]):
    """The tests that apply to a table, by name; empty where nothing can be tested."""

    kind = "significance"
    json_keys = ("n", "tests")

    tests: Mapping[str, Test]
    signature: str
    n: int | None = None
    level: float = 0.95

    def __getitem__(self, name: str) -> Test:
        return self.tests[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.tests)

    def __len__(self) -> int:
        return len(self.tests)

    def asking(self) -> dict[str, dict[str, Test]]:
        """The tests by the question they ask."""
        found: dict[str, dict[str, Test]] = {}
        for name, test in self.tests.items():
            found.setdefault(BY_NAME[name].asks, {})[name] = test
        return found

    def words(self) -> Iterator[Finding]:
        """The p to quote, and what it is worth at most."""
        if "informedness" not in self:
            unknown = "No test of informedness applies: the number of items, or an actual label, is not known."
            yield Finding("untested", unknown)
            return
        p = self["informedness"].p or 0.0
        rejected = p < 1 - self.level
        how = f"{'rejected' if rejected else 'not rejected'} at level {1 - self.level:.2g}"
        told = f"The null hypothesis that informedness is 0 is {how}: {p_is(p)}."
        alpha, beta = (each.p if (each := self.get(name)) else None for name in ("sellke", "sellke_beta"))
        yield Finding("tested", told)
        if alpha is not None and beta is not None and alpha >= 0.001:
            bound = f"at least {number(alpha)} (alpha), and any alternative at most {number(beta)} (beta)"
            yield Finding("bound", f"Sellke bound: from even odds this p leaves chance a probability of {bound}.")

    def head(self) -> tuple[str, str]:
        return "Could it be chance?", "" if self.n is None else many(self.n, "item")

    def remarks(self, every: bool = False) -> Iterator[str]:
        """What each test is worth, each note once."""
        notes = gathered((each.note or "", name) for name, each in self.items())
        yield from (f"{', '.join(names)}: {note}" for note, names in notes.items() if note)

    @property
    def brief(self) -> str:
        """The p to quote."""
        return f"informedness {p_is(self['informedness'].p)}" if "informedness" in self else "no test applies"

    def rows(self) -> list[dict[str, Any]]:
        """One row a test."""
        return [
            {"test": name, "asks": BY_NAME[name].asks, **as_json(test), "source": BY_NAME[name].source}
            for name, test in self.tests.items()
        ]


def all_tests(counts: Counts, sample: Any, seed: Any, **known: Any) -> dict[str, Test]:
    """Every test of a table; of clustered or stratified items (``sample``) only the one that allows for them.

    ``known``: what is known of the tests already, as in `significance`.
    """
    if sample is None:
        return significance(counts, seed=seed, **known)
    note = "informedness is 0; allows for clusters and strata"
    return {
        "informedness": Test(float(get("informedness")(counts)), None, float(p_value("informedness", sample)), note)
    }
