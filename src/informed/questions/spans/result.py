"""What was found of spans: a system against the truth, or people with each other."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NotRequired

from informed.core.estimate import Estimate, Row, written
from informed.core.items import Items
from informed.core.metrics import Figure
from informed.core.result import Result
from informed.core.words import many

OUTSIDE = "O"
O_IS_A_CLASS = "tokens outside of every span have the label O, which counts as a class"
RATES = ("precision", "recall", "f_measure")


@dataclass(frozen=True)
class Found:
    """How many spans are correct, incorrect, partial, missed and spurious, and the rates that follow."""

    counts: Mapping[str, int]
    rates: Mapping[str, Estimate]

    @property
    def actual(self) -> int:
        """How many actual spans there are."""
        return sum(self.counts[name] for name in ("correct", "incorrect", "partial", "missed"))

    @property
    def predicted(self) -> int:
        """How many predicted spans there are."""
        return sum(self.counts[name] for name in ("correct", "incorrect", "partial", "spurious"))

    @property
    def f_measure(self) -> Estimate:
        """The harmonic mean of precision and recall."""
        return self.rates["f_measure"]


@dataclass(frozen=True, repr=False)
class SpanEvaluation(Result):
    """How well a system marks spans.

    ``schemes``: strict, exact, type and partial, each with its counts and rates; ``per_label``: strict, of the spans of
    one label alone. ``fates``: what became of the actual spans. ``tokens``: the labels of the tokens, O included, as
    items that `evaluate` takes; ``matched``: the labels of the spans that overlap, likewise, or None where no two
    overlap. ``informedness``: that of the tokens, and ``typing`` that of the matched labels.
    """

    kind = "span_evaluation"
    json_types = written("level", n=int, tokens=Row, matched=NotRequired[Row])

    texts: int
    unit: str
    schemes: Mapping[str, Found]
    per_label: Mapping[str, Found]
    fates: Mapping[str, int]
    tokens: Items
    matched: Items | None
    informedness: Estimate
    typing: Estimate | None
    level: float
    signature: str
    notes: tuple[str, ...] = ()

    @property
    def n(self) -> int:
        """How many actual spans there are."""
        return self.schemes["strict"].actual

    @property
    def brief(self) -> str:
        """The strict F1."""
        return f"strict F1 {self.schemes['strict'].f_measure}"

    def head(self) -> tuple[str, str]:
        size = f"{many(self.n, 'span')} in {many(self.texts, self.unit)}"
        return "Informed or guessing?", f"{size}, {len(self.per_label)} labels"

    def remarks(self, every: bool = False) -> list[str]:
        return [*([O_IS_A_CLASS, f"intervals: the {self.unit} is the cluster"] if every else []), *self.notes]

    def facts(self) -> dict[str, Any]:
        """The counts, the rates and the tables."""
        names = ("texts", "unit", "n", "schemes", "per_label", "fates", "informedness", "typing")
        tables = {name: _table(each) for name in ("tokens", "matched") if (each := getattr(self, name)) is not None}
        return {name: getattr(self, name) for name in names} | tables | {"notes": self.notes}

    def key_figures(self) -> Iterator[Figure]:
        """Informedness of the tokens, the rates of each scheme, and those of each label."""
        yield Figure("informedness", self.informedness)
        for scheme, found in self.schemes.items():
            yield from (Figure(f"{scheme}_{name}", each) for name, each in found.rates.items())
        for label, found in self.per_label.items():
            yield from (Figure(f"strict_{name}", each, label=label) for name, each in found.rates.items())

    def rows(self) -> list[dict[str, Any]]:
        """One row per scheme, then one per label."""
        whole = [_row(scheme, None, each) for scheme, each in self.schemes.items()]
        return whole + [_row("strict", label, each) for label, each in self.per_label.items()]


def _row(scheme: str, label: str | None, found: Found) -> dict[str, Any]:
    ends = {f"{name}{end}": getattr(each, part) for name, each in found.rates.items() for end, part in ENDS.items()}
    return {"scheme": scheme, "label": label, **found.counts, **ends}


ENDS = {"": "value", "_low": "low", "_high": "high"}


def _table(items: Items) -> dict[str, Any]:
    return {"labels": list(items.labels), "table": items.table("predicted").tolist()}


@dataclass(frozen=True)
class Pairing:
    """Two raters: how many texts both marked, the spans of each, and how far they agree."""

    first: str
    second: str
    texts: int
    spans: tuple[int, int]
    strict: Estimate
    exact: Estimate
    kappa: Estimate


@dataclass(frozen=True, repr=False)
class SpanAgreement(Result):
    """How far people agree on spans: the F1 of every pair, and kappa and alpha of the labels of tokens, O included."""

    kind = "span_agreement"
    json_keys = ("texts", "unit", "raters", "pairs", "alpha", "notes")

    texts: int
    unit: str
    raters: tuple[str, ...]
    pairs: tuple[Pairing, ...]
    alpha: Estimate
    level: float
    signature: str
    notes: tuple[str, ...] = ()

    @property
    def brief(self) -> str:
        """Alpha of the tokens."""
        return f"{len(self.raters)} raters, {self.texts} texts, krippendorff_alpha {self.alpha}"

    def head(self) -> tuple[str, str]:
        return "Agreement on spans?", f"{many(self.texts, self.unit)}, {len(self.raters)} raters"

    def remarks(self, every: bool = False) -> list[str]:
        return [*self.notes, *([O_IS_A_CLASS] if every else [])]

    def rows(self) -> list[dict[str, Any]]:
        """One row per pair of raters."""
        return [
            {"first": each.first, "second": each.second, "texts": each.texts}
            | {f"spans_{place}": size for place, size in zip(("first", "second"), each.spans, strict=True)}
            | {f"{name}{end}": getattr(getattr(each, name), part) for name in MEASURED for end, part in ENDS.items()}
            for each in self.pairs
        ]


MEASURED = ("strict", "exact", "kappa")
