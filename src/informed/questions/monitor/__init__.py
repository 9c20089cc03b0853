"""Has anything changed, however often one looks?"""

from __future__ import annotations

from collections.abc import Iterable

from informed.core.counts import Counts
from informed.core.errors import asked
from informed.questions.monitor.compute import Monitor, monitored

__all__ = ["Monitor", "monitor"]


@asked
def monitor(looks: Counts | Iterable[Counts] = (), *, level: float = 0.95) -> Monitor:
    """Watch the informedness of a predictor of two classes as items come in.

    Parameters
    ----------
    looks
        The counts of the items that came in before each look. Add later ones with ``monitor.then(counts)``. For more
        classes watch one label against the rest: ``counts.one_vs_rest(label)``.
    level
        The level at which all intervals hold together.

    Returns
    -------
    Monitor
        After each look the value, and limits that hold at all looks together.

    Raises
    ------
    InputError
        If a table has more than two classes, or later tables have other labels.

    Examples
    --------
    >>> monitor([Counts([[50, 10], [8, 132]]), Counts([[25, 5], [4, 66]])]).counts.n
    300
    """
    return monitored([looks] if isinstance(looks, Counts) else looks, level)
