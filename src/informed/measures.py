"""Every measure by its name: ``informed.measures.mcc(actual, predicted)``, or of a table.

``get`` gives the measure that a text names, ``find`` those with certain traits; ``measure`` makes one of your own.
"""

from typing import TYPE_CHECKING

from informed.core.measures import __all__ as _names
from informed.core.registry import Measure as _Measure
from informed.core.registry import find as find
from informed.core.registry import get as get
from informed.core.registry import measure as measure

__all__ = sorted([*_names, "find", "get", "measure"])

if TYPE_CHECKING:

    def __getattr__(name: str) -> _Measure: ...

else:  # where type checkers would take the files of the families for measures
    from informed.core.measures import *  # noqa: F403

    def __getattr__(name):  # a measure of another package
        for each in () if name.startswith("_") else find():
            if each.name == name:
                return each
        raise AttributeError(f"module 'informed.measures' has no measure {name!r}")
