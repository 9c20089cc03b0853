"""One sentence of a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass


@dataclass(frozen=True)
class Finding:
    """One sentence and the rule behind it."""

    text: str
    rule: str
