"""Every measure, as a function of a table ``(..., A, P)``: ``informed.core.measures.informedness(table)``.

One file a family; importing this package declares them all.
"""

from informed.core.measures import agreement, association, information, informedness, rates, value
from informed.core.registry import declared as _declared

# The package holds the measures themselves; the family modules step aside for those of the same name.
_FAMILIES = (rates, agreement, informedness, association, information, value)
globals().update({each.name: each for each in _declared()})

__all__ = sorted(each.name for each in _declared())  # pyright: ignore[reportUnsupportedDunderAll]
