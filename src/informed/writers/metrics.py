"""Metrics as trackers want them: one flat JSON object of names and numbers, for DVC, Weights & Biases and their kin."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from informed.inference.estimate import Estimate

if TYPE_CHECKING:
    from informed.evaluation import Evaluation


def flat(evaluation: Evaluation) -> dict[str, float]:
    """``informedness``, ``informedness.low``, ``label/rain/recall``, ``group/north/informedness``: what is finite.

    A label or group that holds a ``/`` or ``,`` has ``_x2F_`` or ``_x2C_`` there, so that no two share a name.
    """
    found = dict(_numbers("", evaluation.measures))
    for label, row in evaluation.per_label.items():
        found |= _numbers(f"label/{part_of_name(label)}/", row)
    for part in evaluation.groups:
        name = ",".join(map(part_of_name, part.group or ()))
        found |= {f"group/{name}/{key}": value for key, value in flat(part).items()}
    return found


SEPARATES = re.compile(r"_(?=x[0-9A-F_])|[/,]")  # and an underscore that would be taken for an escape


def part_of_name(value: object) -> str:
    """A label or group as a part of a name; what separates parts is escaped."""
    return escaped(SEPARATES, str(value))


def escaped(refused: re.Pattern[str], text: str) -> str:
    """Every refused character as its number, ``|`` as ``_x7C_``: the text can be read back, so none is lost."""
    return refused.sub(lambda found: f"_x{ord(found[0]):X}_", text)


def _numbers(prefix: str, row: Mapping[str, Estimate]) -> Iterator[tuple[str, float]]:
    for name, estimate in row.items():
        for part, value in (("", estimate.value), (".low", estimate.low), (".high", estimate.high)):
            if value is not None and math.isfinite(value):
                yield f"{prefix}{name}{part}", float(value)


def metrics(evaluation: Evaluation, **_: object) -> str:
    """The flat object as JSON."""
    return json.dumps(flat(evaluation), ensure_ascii=False, indent=2)
