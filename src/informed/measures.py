"""Every measure by its name: ``informed.measures.mcc(actual, predicted)``, or of a table.

``get`` gives the measure that a text names, ``find`` those with certain traits; ``measure`` makes one of your own.
"""

from typing import TYPE_CHECKING, Any

from informed.core.measures import __all__ as _names
from informed.core.registry import Declare as _Declare
from informed.core.registry import Measure as _Measure
from informed.core.registry import find as _find
from informed.core.registry import get as _get
from informed.core.registry import measure as _measure

__all__ = sorted([*_names, "find", "get", "measure"])

if TYPE_CHECKING:

    def __getattr__(name: str) -> _Measure: ...

else:  # where type checkers would take the files of the families for measures
    from informed.core.measures import *  # noqa: F403

    def __getattr__(name):  # a measure of another package
        for each in () if name.startswith("_") else _find():
            if each.name == name:
                return each
        raise AttributeError(f"module 'informed.measures' has no measure {name!r}")


def get(name: str | _Measure) -> _Measure:
    """Get one measure by name or alias.

    Parameters
    ----------
    name
        ``"mcc"``; with parameters ``"f_measure(beta=2)"``, of one label ``"recall[rain]"``.

    Returns
    -------
    Measure
        A function of a table, or of actual and predicted labels.

    Raises
    ------
    InputError
        If no measure has this name; the message suggests the nearest.

    Examples
    --------
    >>> get("youden").name
    'informedness'
    """
    return _get(name)


def find(**traits: Any) -> list[_Measure]:
    """Find the measures whose traits have these values.

    Parameters
    ----------
    **traits
        ``family="information"``, ``square=False``, ``fixed_chance=0``, ...

    Returns
    -------
    list of Measure
        All measures of which every trait holds.

    Raises
    ------
    InputError
        If a trait or the name of a family is unknown.

    Examples
    --------
    >>> "proficiency" in [each.name for each in find(family="information")]
    True
    """
    return _find(**traits)


def measure(**traits: Any) -> _Declare:
    """Declare the function below as a measure and register it; keyword parameters become its parameters.

    Parameters
    ----------
    **traits
        What holds for the measure; ``family``, ``source`` and ``formula`` are needed.

    Returns
    -------
    decorator
        Makes a `Measure` of a function that takes a table ``(..., A, P)``.

    Raises
    ------
    InputError
        If a trait is unknown, or the name already means another measure.

    Examples
    --------
    >>> @measure(family="agreement", source="our own", formula="first hits / N")
    ... def first_hits(table):
    ...     return table[..., 0, 0] / table.sum(-1).sum(-1)
    >>> float(first_hits([[3, 1], [2, 4]]))
    0.3
    """
    return _measure(**traits)
