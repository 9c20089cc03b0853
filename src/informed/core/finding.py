"""One sentence of a verdict."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """One sentence and the rule behind it."""

    text: str
    rule: str
