"""Every measure by its name: ``informed.measures.mcc(actual, predicted)``, or of a table."""

from typing import TYPE_CHECKING

from informed.core.measures import *  # noqa: F403
from informed.core.measures import __all__ as __all__

if TYPE_CHECKING:
    from informed.core.registry import Measure

    def __getattr__(name: str) -> Measure: ...
