"""PyTorch: a metric that counts on the device and computes any registered measure from the counts.

``Informed`` is one measure, ``InformedCollection`` several from one count. A single batch needs neither: every measure
is a function here too, ``from informed.integrations.torch import informedness``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import cache
from inspect import signature
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor
from torchmetrics import Metric, MetricCollection

from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.registry import Measure, get, several
from informed.core.table import inverse, one_vs_rest
from informed.core.validate import MOST_CELLS
from informed.integrations.averages import DEFINITION, PRESENT, check_average, over_labels
from informed.readers.arrays.cells import SCALED
from informed.readers.device.foreign import APART, Pairs, pairs

if TYPE_CHECKING:
    from informed.questions.evaluate.result import Evaluation

MASKED = -1  # the row of an ignored item of a label set
NO_PROBABILITY = -1  # the label of a score that should be one, while nobody waits to be told
SETTINGS = ("average", "positive", "threshold", "top_k", "ignore_index", "multilabel", "weighted", "undefined")
OF_SEVERAL = ("accuracy", "recall", "balanced_accuracy")  # what the best of several guesses may be judged by
NO_DOUBLES = ("mps",)  # kinds of devices without double precision


class Informed(Metric):
    """Any registered measure of a classifier; what is kept, merged and shared between processes are counts.

    ``average``: as in scikit-learn, None for a value of each label, "macro", "weighted" or "bias", by default the
    registered definition, for a rate that of the class ``positive``. ``threshold``: what scores of the positive class
    must exceed; probabilities are taken at 0.5, logits want 0. ``top_k``: a label is found when its score is among the
    ``top_k`` highest, of accuracy, recall and balanced accuracy alone. ``multilabel``: ``num_classes`` labels, each
    there or not. ``weighted``: every update brings weights.

    On a GPU labels are checked while they are counted and complained about by ``compute``, so that no update waits.

    In several processes ``counts`` and ``evaluate`` are of all of them, as ``compute`` is: call them in every process,
    or after ``compute`` in any.
    """

    full_state_update = False
    is_differentiable = False
    if TYPE_CHECKING:  # TorchScript cannot read annotations that are text
        cells: Tensor
        sums: Tensor | None

    def __init__(
        self,
        num_classes: int,
        measure: str | Measure = "informedness",
        *,
        average: str | None = DEFINITION,
        positive: int = 1,
        threshold: float | None = None,
        top_k: int = 1,
        ignore_index: int | None = None,
        multilabel: bool = False,
        weighted: bool = False,
        undefined: str = "limit",
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.measure = str(get(measure))  # a name travels between processes, a function does not
        self._name_class()
        self.num_classes, self.average, self.positive = num_classes, average, positive
        self.threshold, self.ignore_index, self.undefined, self.top_k = threshold, ignore_index, undefined, top_k
        self.multilabel, self.weighted = multilabel, weighted
        self._check_options()
        self.shape = (2 * num_classes, 2) if multilabel else (num_classes, num_classes)
        size = math.prod(self.shape)
        self._whole: Pairs | None = None  # the counts of all processes that `compute` gathered last
        self.add_state("cells", torch.zeros(size + APART, dtype=torch.int64), dist_reduce_fx="sum")
        if weighted:
            self.add_state("sums", torch.zeros(2, size, dtype=torch.float64), dist_reduce_fx="sum")
        else:
            self.sums = None

    def _check_options(self) -> None:
        size, least = self.num_classes, 1 if self.multilabel else 2
        if not isinstance(size, int) or size < least or size * size > MOST_CELLS:
            raise InputError(f"num_classes={size!r} must be a whole number, at least {least}, and not beyond 10,000")
        if self.multilabel and self.average == DEFINITION:
            raise InputError(
                "multilabel=True: sets have no whole table; choose average=None, 'macro', 'weighted' or 'bias'"
            )
        measure = get(self.measure)
        check_average(measure, self.average)
        if self.top_k != 1 and (measure.name not in OF_SEVERAL or not 1 <= self.top_k <= size or self.multilabel):
            told = f"1 to {size}, and beyond 1 for {', '.join(OF_SEVERAL)} of one label per item"
            raise InputError(f"top_k={self.top_k!r} of {measure}: give {told}; several guesses are no table")
        if self.average == DEFINITION and measure.kind == "binary" and size != 2:
            raise InputError(
                f"{measure} is the rate of one class and there are {size}; "
                "choose average=None, 'macro', 'weighted' or 'bias'"
            )

    # --- what torchmetrics asks for ----------------------------------------------------------------------------------

    def _name_class(self) -> None:
        """Lists and wrappers call a metric by its class: one of its own for each measure, so that no two are alike."""
        if type(self) is Informed:
            self.__class__ = _class_of(self.measure)

    def __reduce__(self) -> tuple[Any, ...]:
        """Such a class cannot be imported; it is made anew."""
        made = Informed if type(self) is _class_of(self.measure) else type(self)
        return _blank, (made,), self.__getstate__()

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Take up the state, and the class of its measure."""
        super().__setstate__(state)
        self._name_class()

    @property
    def higher_is_better(self) -> bool | None:
        """Whether more is better, for trackers and schedulers."""
        return get(self.measure).higher_is_better

    @property
    def plot_lower_bound(self) -> float | None:
        """The least value, where there is one."""
        return _finite(get(self.measure).range[0])

    @property
    def plot_upper_bound(self) -> float | None:
        """The greatest value, where there is one."""
        return _finite(get(self.measure).range[1])

    def plot(self, val: Any = None, ax: Any = None) -> Any:
        """Draw the value, or the values given, with matplotlib, as every metric of torchmetrics does."""
        return self._plot(val, ax)

    def __repr__(self) -> str:
        """The settings that differ from the defaults."""
        defaults = {name: each.default for name, each in signature(Informed).parameters.items()}
        settings = {name: getattr(self, name) for name in SETTINGS}
        told = [f"{name}={value!r}" for name, value in settings.items() if value != defaults[name]]
        return f"Informed({', '.join([str(self.num_classes), repr(self.measure), *told])})"

    def update(self, preds: Tensor, target: Tensor, weights: Tensor | None = None) -> None:
        """Count a batch: labels, or scores whose largest (or, for two classes, exceeding the threshold) is meant."""
        if (weights is not None) != self.weighted:
            raise InputError("weights: give them in every update of Informed(..., weighted=True), and only there")
        if target.is_floating_point():  # whole numbers; any other lies outside of all labels, and is complained about
            target = torch.where(target == target.round(), target, -2).to(torch.int64)
        said = self._decided(preds, target)
        rows, ignore = (self._set_rows(target), MASKED) if self.multilabel else (target, self.ignore_index)
        given = None if weights is None else _spread(weights, target)
        found = pairs(rows.flatten(), said.flatten(), self.shape, weights=given, ignore=ignore, into=self._counted())
        if not target.is_cuda:
            self._check(found, target, said)
        self.cells, self.sums = found.cells, found.sums

    def _counted(self) -> Pairs:
        return Pairs(self.cells, self.sums, self.shape)

    def compute(self) -> Tensor:
        """The measure of the counts so far."""
        found = self._counted()
        self._whole = found if self._is_synced else None
        self._check(found)
        whole = found.weight if self.weighted else found.items
        table = whole.cpu() if whole.device.type in NO_DOUBLES else whole
        if self.multilabel:  # the label itself before its absence
            table = inverse(table.reshape(-1, 2, 2))
        value = self._value(get(self.measure), table)
        return value.to(whole.device, torch.float32) if whole.device.type in NO_DOUBLES else value

    def _value(self, measure: Measure, table: Tensor) -> Tensor:
        if self.average == DEFINITION:
            own = one_vs_rest(table)[self.positive] if measure.kind == "binary" else table
            return torch.as_tensor(measure(own, undefined=self.undefined))
        split = table if self.multilabel else one_vs_rest(table)
        values = torch.as_tensor(measure(split, undefined=self.undefined))
        if self.average is None:
            return values
        return torch.as_tensor(over_labels(values, split, self.average, self.undefined, PRESENT))

    def merge_state(self, incoming_state: Any) -> None:
        """Add the counts of another metric; what was computed before no longer holds."""
        self._computed = None
        super().merge_state(incoming_state)

    # --- everything else the counts can say --------------------------------------------------------------------------

    def _gathered(self) -> Pairs:
        """The counts of all processes, which are asked for them exactly where `compute` would ask."""
        if self._computed is not None and self._whole is not None:
            return self._whole
        ask = self._to_sync and not self._is_synced
        with self.sync_context(dist_sync_fn=self.dist_sync_fn, should_sync=ask, should_unsync=ask):
            return self._counted()

    def counts(self, labels: Iterable[Any] = ()) -> Counts:
        """The counts so far, under these names; they merge, save and answer every later question."""
        if self.top_k != 1:
            raise InputError(f"top_k={self.top_k}: the best of several guesses is no table; count with top_k=1")
        found = self._gathered()
        self._check(found)
        table = found.weight if self.weighted else found.items
        beside = {"items": found.items, "squares": found.square} if self.weighted else {}
        size = (self.num_classes, 2, 2) if self.multilabel else self.shape
        arrays: dict[str, Any] = {
            name: part.reshape(size).cpu().numpy() for name, part in {"table": table, **beside}.items()
        }
        names = tuple(labels) or tuple(range(self.num_classes))
        missing = int(found.ignored)
        if not self.multilabel:
            return Counts(**arrays, labels=names, missing=missing)
        return Counts(**arrays, by=("label",), groups=tuple((name,) for name in names), missing=missing)

    def evaluate(self, labels: Iterable[Any] = (), **options: Any) -> Evaluation:
        """Everything there is to say about the counts so far: intervals, chance, verdict; see `informed.evaluate`."""
        from informed.questions.evaluate import evaluate

        found: Evaluation = evaluate(self.counts(labels), **options)
        return found

    # --- reading a batch ---------------------------------------------------------------------------------------------

    def _decided(self, preds: Tensor, target: Tensor) -> Tensor:
        wide = preds.ndim == target.ndim + 1 and not self.multilabel
        if preds.is_floating_point() and wide and preds.shape[1] == self.num_classes:
            preds = preds.argmax(1) if self.top_k == 1 else _found(preds, target, self.top_k)
        elif self.top_k != 1:
            raise InputError(f"top_k={self.top_k}: preds must be scores with {self.num_classes} classes along axis 1")
        elif preds.is_floating_point() and (self.multilabel or self.num_classes == 2):
            preds = self._exceeding(preds)
        if preds.shape != target.shape or preds.is_floating_point():
            raise InputError(
                f"preds has shape {tuple(preds.shape)} and dtype {preds.dtype}, target {tuple(target.shape)}; "
                f"give labels of the same shape, or scores with {self.num_classes} classes along axis 1"
            )
        if self.multilabel and (target.ndim < 2 or target.shape[1] != self.num_classes):
            raise InputError(f"target has shape {tuple(target.shape)}; axis 1 must hold the {self.num_classes} labels")
        return preds

    def _exceeding(self, scores: Tensor) -> Tensor:
        threshold = 0.5 if self.threshold is None else self.threshold
        said = scores > threshold
        if not 0 < threshold < 1:
            return said
        odd = (scores < 0) | (scores > 1)
        if scores.is_cuda:  # nothing waits for the device: they are set apart, and `compute` complains
            return torch.where(odd, NO_PROBABILITY, said.to(torch.int16))
        if odd.any():
            raise InputError(f"preds are scores outside of 0 to 1, and {_no_logits(threshold)}")
        return said

    def _set_rows(self, target: Tensor) -> Tensor:
        """The row of every label of every item: one for absent and one for present; masked, or wrong, ones outside."""
        label = torch.arange(self.num_classes, device=target.device).reshape(-1, *[1] * (target.ndim - 2))
        outside = MASKED - 1
        known = torch.where((target == 0) | (target == 1), 2 * label + target, outside)
        return known if self.ignore_index is None else torch.where(target == self.ignore_index, MASKED, known)

    def _check(self, found: Pairs, target: Tensor | None = None, said: Tensor | None = None) -> None:
        """Complain about what was set apart while counting; at hand, the first wrong label is named."""
        _, outside, bad_weights = found.cells[-APART:].tolist()
        if bad_weights:
            raise InputError(f"weights: {bad_weights} are negative, NaN, or of no size that can be summed; {SCALED}")
        if not outside:
            return
        size = 2 if self.multilabel else self.num_classes
        ignored = "" if self.ignore_index is None else f" (or target {self.ignore_index}, which is ignored)"
        odd = f"{outside} items have labels outside of 0 to {size - 1}{ignored}{_first_wrong(size, target, said)}"
        if said is None and size == 2 and 0 < (threshold := 0.5 if self.threshold is None else self.threshold) < 1:
            odd += f"; or preds are scores outside of 0 to 1, and {_no_logits(threshold)}"
        raise InputError(odd)


def _found(scores: Tensor, target: Tensor, top_k: int) -> Tensor:
    """The right label where its score is among the highest, else the label of the highest."""
    best = scores.topk(top_k, 1).indices
    return torch.where((best == target.unsqueeze(1)).any(1), target, best[:, 0])


def _no_logits(threshold: float) -> str:
    return (
        f"threshold={threshold:g} is a probability; give threshold=0 for logits, preds.sigmoid() for probabilities, "
        f"or labels: preds > {threshold:g}"
    )


def _listed(measure: str) -> str:
    """The name of a measure in a collection, where a dot would be the way into a module."""
    return measure.replace(".", "_")


@cache
def _class_of(measure: str) -> type[Informed]:
    return type(_listed(measure), (Informed,), {"__module__": __name__, "__doc__": Informed.__doc__})


def _blank(kind: type[Informed]) -> Informed:
    return kind.__new__(kind)


class InformedCollection(MetricCollection):
    """Several measures from one count: ``self.log_dict(collection)`` logs them all.

    ``options`` are those of `Informed`. Names are those of the measures; a dot in a parameter becomes an underscore.
    """

    def __init__(self, num_classes: int, measures: Iterable[str | Measure], **options: Any) -> None:
        metrics = {_listed(str(each)): Informed(num_classes, each, **options) for each in several(measures)}
        super().__init__(metrics, compute_groups=[list(metrics)])

    def counts(self, labels: Iterable[Any] = ()) -> Counts:
        """The counts so far, under these names."""
        return self._first().counts(labels)

    def evaluate(self, labels: Iterable[Any] = (), **options: Any) -> Evaluation:
        """Everything there is to say about the counts so far; see `informed.evaluate`."""
        return self._first().evaluate(labels, **options)

    def _first(self) -> Informed:
        found: Informed = next(iter(self.values()))
        return found


def __getattr__(name: str) -> Callable[..., Tensor]:
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        measure = get(name)
    except InputError as error:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}: {error}") from None
    return functional(measure)


def functional(measure: str | Measure) -> Callable[..., Tensor]:
    """A measure as a function of one batch: ``preds, target, num_classes`` and the options of `Informed`."""
    chosen = get(measure)

    def value(preds: Tensor, target: Tensor, num_classes: int, weights: Tensor | None = None, **options: Any) -> Tensor:
        metric = Informed(num_classes, chosen, weighted=weights is not None, **options).to(target.device)
        metric.update(preds, target, weights)
        return metric.compute()

    value.__name__ = value.__qualname__ = chosen.name
    value.__doc__ = f"{chosen.says}\n\n{chosen.formula}"
    return value


def _finite(bound: Any) -> float | None:
    """A bound that is a number; some follow from the table, and some are infinite."""
    return bound if isinstance(bound, (int, float)) and math.isfinite(bound) else None


def _spread(weights: Tensor, target: Tensor) -> Tensor:
    """One weight for every label of the target; given one for each item, all its labels have it."""
    if weights.shape != target.shape and weights.shape == target.shape[: weights.ndim]:
        weights = weights.reshape(*weights.shape, *[1] * (target.ndim - weights.ndim)).expand(target.shape)
    if weights.shape != target.shape:
        raise InputError(
            f"weights has shape {tuple(weights.shape)}, target {tuple(target.shape)}; give one for each item"
        )
    return weights.to(torch.float64 if weights.dtype != torch.float32 else torch.float32).flatten()


def _first_wrong(size: int, target: Tensor | None, said: Tensor | None) -> str:
    for name, labels in (("target", target), ("preds", said)):
        if labels is not None and len(wrong := ((labels < 0) | (labels >= size)).nonzero()):
            place = tuple(wrong[0].tolist())
            return f"; the first in {name} is {int(labels[place])} at {list(place)}"
    return ""
