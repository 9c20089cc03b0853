"""Metrics as trackers want them: one flat JSON object of names and numbers, for DVC, Weights & Biases and their kin."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from informed.inference.estimate import Estimate

if TYPE_CHECKING:
    from informed.evaluation import Evaluation


def flat(evaluation: Evaluation) -> dict[str, float]:
    """``informedness``, ``informedness.low``, ``label/rain/recall``, ``group/north/informedness``: what is finite."""
    found = dict(_numbers("", evaluation.measures))
    for label, row in evaluation.per_label.items():
        found |= _numbers(f"label/{label}/", row)
    for part in evaluation.groups:
        name = ",".join(map(str, part.group or ()))
        found |= {f"group/{name}/{key}": value for key, value in flat(part).items()}
    return found


def _numbers(prefix: str, row: Mapping[str, Estimate]) -> Iterator[tuple[str, float]]:
    for name, estimate in row.items():
        for part, value in (("", estimate.value), (".low", estimate.low), (".high", estimate.high)):
            if value is not None and math.isfinite(value):
                yield f"{prefix}{name}{part}", float(value)


def metrics(evaluation: Evaluation, **_: object) -> str:
    """The flat object as JSON."""
    return json.dumps(flat(evaluation), ensure_ascii=False, indent=2)
