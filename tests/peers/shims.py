"""Our metric under the names and with the arguments of torchmetrics, as a user of those would write it."""

from __future__ import annotations

from functools import partial
from typing import Any

from torch import Tensor

from informed.core.errors import InputError
from informed.integrations.torch import Informed

KAPPA = {None: "kappa", "linear": "kappa_linear", "quadratic": "kappa_quadratic"}


class Binary(Informed):
    """Theirs takes scores outside of 0 to 1 for logits; ours refuses them and says what to write: that is done."""

    def __init__(self, measure: str, threshold: float = 0.5, ignore_index: int | None = None, **how: Any) -> None:
        super().__init__(2, measure, threshold=threshold, ignore_index=ignore_index, **how)

    def update(self, preds: Tensor, target: Tensor) -> None:  # type: ignore[override]
        try:
            super().update(preds, target)
        except InputError as refused:
            if "preds.sigmoid() for probabilities" not in str(refused):
                raise
            super().update(preds.sigmoid(), target)


class BinaryMatthewsCorrCoef(Binary):
    def __init__(self, validate_args: bool = True, **how: Any) -> None:
        super().__init__("mcc", **how)


class BinaryCohenKappa(Binary):
    def __init__(self, validate_args: bool = True, weights: str | None = None, **how: Any) -> None:
        super().__init__(KAPPA[weights], **how)


class MulticlassMatthewsCorrCoef(Informed):
    def __init__(self, num_classes: int, validate_args: bool = True, **how: Any) -> None:
        super().__init__(num_classes, "mcc", **how)


class MulticlassCohenKappa(Informed):
    def __init__(self, num_classes: int, validate_args: bool = True, weights: str | None = None, **how: Any) -> None:
        super().__init__(num_classes, KAPPA[weights], **how)


class MultilabelMatthewsCorrCoef(Binary):
    """Theirs is the coefficient of all labels of all items in one table of two."""

    def __init__(self, num_labels: int, validate_args: bool = True, **how: Any) -> None:
        super().__init__("mcc", **how)

    def update(self, preds: Tensor, target: Tensor) -> None:  # type: ignore[override]
        super().update(preds.flatten(), target.flatten())


def once(metric: Any, preds: Tensor, target: Tensor, *size: int, **how: Any) -> Tensor:
    made = metric(*size, **how)
    made.update(preds, target)
    return made.compute()


binary_matthews_corrcoef = partial(once, BinaryMatthewsCorrCoef)
binary_cohen_kappa = partial(once, BinaryCohenKappa)
multiclass_matthews_corrcoef = partial(once, MulticlassMatthewsCorrCoef)
multiclass_cohen_kappa = partial(once, MulticlassCohenKappa)
multilabel_matthews_corrcoef = partial(once, MultilabelMatthewsCorrCoef)
