"""Everything one run finds out about a predictor, from its counts: plain frozen data, equal to its JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from informed import table as tables
from informed._version import __version__
from informed.counts import Counts
from informed.errors import InputError, choice
from informed.inference.estimate import Estimate, finite
from informed.labels import Label, look_alikes
from informed.registry import Measure, catalogue, get
from informed.signature import signature
from informed.undefined import explain
from informed.verdict import Finding, findings

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Evaluation:
    """What was found: measures with chance and interval, per label, the verdict in words, and what to beware of."""

    counts: Counts
    signature: str
    measures: Mapping[str, Estimate]
    per_label: Mapping[str, Mapping[str, Estimate]]
    significance: Mapping[str, Any] = field(default_factory=dict)
    diagnosis: Mapping[str, Any] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()
    warnings: tuple[str, ...] = ()
    group: tuple[Label, ...] | None = None
    groups: tuple[Evaluation, ...] = ()
    positive: Label | None = None
    reference: str = "gold"
    level: float = 0.95

    @property
    def n(self) -> int | None:
        """How many items were counted; None when only proportions are known."""
        return self.counts.n

    @property
    def labels(self) -> tuple[Label, ...]:
        """The actual labels, in the order of the table."""
        return self.counts.labels

    @property
    def verdict(self) -> tuple[str, ...]:
        """The sentences a reader may repeat."""
        return tuple(finding.text for finding in self.findings)

    def average(self, measure: str | Measure, weights: str = "prevalence", mean: str = "arithmetic") -> float:
        """A per-label measure averaged over the labels.

        Weights: prevalence, bias, or equal (over the labels that occur at all). Terms of zero weight are dropped, an
        undefined term counts 0, weights are not renormalised.
        """
        name = get(measure).name
        if not self.per_label or name not in next(iter(self.per_label.values())):
            raise InputError(f"{name} has no value per label here; per label there are {self._labelwise_names()}")
        choice("mean", mean, tables.MEANS)
        choice("weights", weights, _WEIGHTS)
        values = np.array([self.per_label[str(label)][name].value for label in self.labels])
        return float(tables.average(values, _WEIGHTS[weights](tables.as_table(self.counts.table)), mean))

    def _labelwise_names(self) -> str:
        return ", ".join(next(iter(self.per_label.values()), {}))

    def to_dict(self) -> dict[str, Any]:
        """The published JSON contract as plain data; NaN and infinity are None."""
        counts = self.counts
        data: dict[str, Any] = {"informed": __version__, "schema": SCHEMA_VERSION}
        if self.group is not None:
            data["group"] = list(self.group)
        data |= {"signature": self.signature, "n": counts.n, "weight": counts.total if counts.weighted else None}
        data |= {"labels": list(counts.labels), "rows": "actual", "table": counts.table.tolist()}
        if not counts.square:
            data["labels_predicted"] = list(counts.labels_predicted)
        return data | {
            "measures": {name: each.to_dict() for name, each in self.measures.items()},
            "per_label": {
                label: {name: each.to_dict() for name, each in row.items()} for label, row in self.per_label.items()
            },
            "significance": {name: each.to_dict() for name, each in self.significance.items()},
            "diagnosis": _plain(self.diagnosis),
            "data": accounting(counts),
            "verdict": list(self.verdict),
            "rules": [finding.rule for finding in self.findings],
            "warnings": list(self.warnings),
            "by": list(counts.by),
            "groups": [each.to_dict() for each in self.groups],
        }

    def to_json(self, indent: int | None = 2) -> str:
        """The published JSON contract."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent, allow_nan=False)

    def rows(self) -> list[dict[str, Any]]:
        """One flat row per number: group, label (None for the whole table), measure, value, chance, low, high, note."""
        parts = self.groups if self.groups else (self,)
        return [
            {**dict(zip(self.counts.by, each.group or (), strict=True)), "label": label, "measure": name}
            | estimate.to_dict()
            for each in parts
            for label, row in ((None, each.measures), *each.per_label.items())
            for name, estimate in row.items()
        ]

    def to_pandas(self) -> Any:
        """The rows as a pandas data frame."""
        import pandas

        return pandas.DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The rows as a polars data frame."""
        import polars

        return polars.DataFrame(self.rows(), infer_schema_length=None)

    def report(self, style: str = "text", **options: Any) -> str:
        """The evaluation in print: text, markdown, csv, json, or shaped like scikit-learn's classification report."""
        from informed.writers import WRITERS

        return WRITERS[choice("style", style, WRITERS)](self, **options)

    def chart(self, name: str | None = None, **options: Any) -> Any:
        """An Altair chart: "estimates", "roc", "labels", "table", "shares", "deviation" or "groups"."""
        from informed.writers.charts import chart

        return chart(self, name, **options)

    def _repr_html_(self) -> str:
        from informed.writers.html import notebook

        return notebook(self)

    def __str__(self) -> str:
        return self.report()


def _equal(table: Any) -> Any:
    """The same weight for every label that occurs at all."""
    return tables.shares(1.0 * (tables.actuals(table) + tables.predictions(table) > 0))


_WEIGHTS: dict[str, Callable[[Any], Any]] = {"prevalence": tables.prevalences, "bias": tables.biases, "equal": _equal}


def evaluate(
    data: Any,
    predicted: Any = None,
    *,
    positive: Any = None,
    undefined: str = "limit",
    reference: str = "gold",
    level: float = 0.95,
    measures: Iterable[str | Measure] = (),
    **counting: Any,
) -> Evaluation:
    """Judge a predictor from its actual and predicted labels, or from counts.

    ``data``: the actual labels, with ``predicted`` the predicted ones; or a frame with ``actual=`` and ``predicted=``
    naming its columns; or ready `Counts`. Counting takes ``weights``, ``weight_kind``, ``labels``, ``by``, ``missing``
    and ``abstain``, see `informed.count`. ``positive``: the label that counts as positive; with it the binary rates
    join the measures of the whole table. ``undefined``: what 0/0 gives, "limit" (the convention of the source), "nan"
    or "raise". ``reference``: "gold" when the actual labels are the truth, "comparator" when they are another opinion.
    ``measures``: further measures to report, with their parameters: "f_measure(beta=2)".
    """
    choice("undefined", undefined, ("limit", "nan", "raise"))
    choice("reference", reference, ("gold", "comparator"))
    check_level(level)
    counts = data if isinstance(data, Counts) else _count(data, predicted, **counting)
    if positive is not None:
        counts = counts.positive_first(positive)
        positive = counts.labels[0]
    plan = _Plan(counts, positive, undefined, reference, level, tuple(get(each) for each in measures))
    if not counts.by:
        return plan.evaluation(counts)
    whole = plan.evaluation(counts.pooled())
    parts = tuple(plan.evaluation(counts[place], group) for place, group in enumerate(counts.groups))
    return Evaluation(**{**vars(whole), "counts": counts, "groups": parts})


def _count(data: Any, predicted: Any, **counting: Any) -> Counts:
    from informed.readers.counting import count

    return count(data, predicted, **counting)


def check_level(level: float) -> None:
    """A level is a probability; 95 was meant to be 0.95."""
    if not 0 < level < 1:
        hint = f"; did you mean {level / 100:g}?" if 1 < level < 100 else ""
        raise InputError(f"level={level} must lie between 0 and 1{hint}")


@dataclass(frozen=True)
class _Plan:
    """How one run judges any counts it is given: the same for the whole and for every group."""

    counts: Counts
    positive: Label | None
    undefined: str
    reference: str
    level: float
    extra: tuple[Measure, ...]

    def evaluation(self, counts: Counts, group: tuple[Label, ...] | None = None) -> Evaluation:
        table = tables.as_table(counts.table)
        versions = np.stack([table, tables.expected(table), *([tables.ceiling(table)] if counts.square else [])])
        overall = {str(each): self._estimate(each, counts, versions) for each in self._overall(counts)}
        labelwise = self._labelwise(counts, versions) if counts.square else {}
        facts = diagnose(counts, overall, versions)
        evaluation = Evaluation(
            counts=counts,
            signature=signature(counts, self._options()),
            measures=overall,
            per_label=labelwise,
            diagnosis=facts,
            group=group,
            positive=self.positive,
            reference=self.reference,
            level=self.level,
            warnings=tuple(_warnings(counts)),
        )
        return Evaluation(**{**vars(evaluation), "findings": tuple(findings(evaluation))})

    def _overall(self, counts: Counts) -> list[Measure]:
        rows, columns = counts.table.shape[-2:]
        kinds = ("table", "binary") if self.positive is not None else ("table",)
        fitting = [each for each in catalogue() if each.kind in kinds and each.ready and each.applies(rows, columns)]
        if not counts.square:  # equal size is not enough where the labels differ
            fitting = [each for each in fitting if not each.square]
        return fitting + [each for each in self.extra if each.kind in kinds]

    def _labelwise(self, counts: Counts, versions: Any) -> dict[str, dict[str, Estimate]]:
        split = tables.one_vs_rest(versions)
        wanted = [each for each in catalogue() if each.labelwise and each.ready]
        wanted += [each for each in self.extra if each.labelwise or each.kind == "binary"]
        return {
            str(label): {
                str(each): self._estimate(each, counts, split[:, place], label) for each in dict.fromkeys(wanted)
            }
            for place, label in enumerate(counts.labels)
        }

    def _estimate(self, measure: Measure, counts: Counts, versions: Any, label: Label | None = None) -> Estimate:
        if measure.given != "predicted" and (unknown := _unjudged(counts)):
            why = f"refused: {unknown} items have no actual label; use missing='drop' to judge the others alone"
            return Estimate(value=float("nan"), note=why)
        raw = measure.raw(versions)
        value, chance = (float(each) for each in measure.settle(versions, raw, self.undefined)[:2])
        if measure.fixed_chance is not None:  # known exactly, without the rounding of an expected table
            chance = measure.fixed_chance
        note = explain(measure, counts, float(raw[0]), value, label)
        return Estimate(value=value, chance=chance, note=note)

    def _options(self) -> dict[str, Any]:
        return {
            "positive": self.positive,
            "level": self.level,
            "undefined": None if self.undefined == "limit" else self.undefined,
            "reference": None if self.reference == "gold" else self.reference,
            "measures": "+".join(map(str, self.extra)) or None,
        }


def _unjudged(counts: Counts) -> int:
    return 0 if counts.unjudged is None else int(counts.unjudged.sum())


def diagnose(counts: Counts, overall: Mapping[str, Estimate], versions: Any) -> dict[str, Any]:
    """How the predictor uses its labels: constant baseline, ceiling of its margins, bias beside prevalence."""
    if not counts.square or _unjudged(counts):
        return {}
    table = versions[0]
    prevalence, bias = tables.prevalences(table), tables.biases(table)
    common = int(np.argmax(prevalence))
    ceilings = ("accuracy", "kappa", "correlation", "mcc")
    return {
        "baseline": {"label": counts.labels[common], "accuracy": float(prevalence[common])},
        "ceiling": {name: float(get(name)(versions[2])) for name in ceilings},
        "labels": {
            str(label): {"prevalence": float(actual), "bias": float(said)}
            for label, actual, said in zip(counts.labels, prevalence, bias, strict=True)
        },
    }


def accounting(counts: Counts) -> dict[str, int | None]:
    """Where every row went; the parts add up to the rows read."""
    abstained, unjudged = (0 if part is None else int(part.sum()) for part in (counts.abstained, counts.unjudged))
    return {
        "read": counts.rows_read,
        "counted": counts.n,
        "abstained": abstained,
        "unjudged": unjudged,
        "missing": counts.missing,
        "refused": counts.refused,
    }


def _warnings(counts: Counts) -> Iterable[str]:
    alike = look_alikes(tuple(dict.fromkeys(counts.labels + counts.labels_predicted)))
    yield from dict.fromkeys((*counts.notes, *alike))  # a reader may have said so already
    if counts.n is None:
        yield "the table holds proportions and n= was not given: values only, no intervals and no p"
    if empty := _unused(counts):
        yield f"never seen, neither actual nor predicted: {', '.join(empty)}; such labels change no value"


def _unused(counts: Counts) -> list[str]:
    seen = {label for label, size in zip(counts.labels, counts.table.sum(-1), strict=True) if size}
    seen |= {label for label, size in zip(counts.labels_predicted, counts.table.sum(-2), strict=True) if size}
    return [str(label) for label in dict.fromkeys(counts.labels + counts.labels_predicted) if label not in seen]


def _plain(data: Any) -> Any:
    if isinstance(data, Mapping):
        return {key: _plain(value) for key, value in data.items()}
    if isinstance(data, Sequence) and not isinstance(data, str):
        return [_plain(value) for value in data]
    return finite(data)
