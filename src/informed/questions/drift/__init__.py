"""Has a system changed, however often one looks?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from informed.core.errors import asked
from informed.core.items import Items
from informed.ledger import Ledger
from informed.ledger.chosen import runs_of
from informed.questions.drift.compute import Drift, Look, drifted

__all__ = ["Drift", "Look", "drift"]


@asked
def drift(
    ledger: Ledger,
    task: str,
    *,
    system: str | None = None,
    window: str = "run",
    level: float = 0.95,
    since: str | None = None,
) -> Drift:
    """Watch the recorded runs of a system for a change, with an alarm that may be looked at as often as one likes.

    Parameters
    ----------
    ledger, task
        Where the runs are, and which.
    system
        Whose runs; it may be left out where the task has one system.
    window
        What is looked at together: "7d", "12h", "4w"; by default each run is a look.
    level
        One minus the probability that a system which never changes is ever called changed.
    since
        Only runs recorded since this time.

    Returns
    -------
    Drift
        The evidence after each look, the alarm, and informedness before and after the change.

    Raises
    ------
    InputError
        If there are no such runs, they keep no counts, or they were recorded with clusters, strata or weights.

    Examples
    --------
    >>> import tempfile
    >>> ledger = informed.Ledger(tempfile.mkdtemp() + "/ledger.db")
    >>> for night, right in enumerate([90, 91, 89, 60, 58, 61]):
    ...     counts = informed.Counts([[right, 100 - right], [10, 90]], ["ill", "well"])
    ...     run = ledger.record(counts, task="nightly", system="a", fingerprint=str(night))
    >>> drift(ledger, "nightly").since
    3
    """
    chosen, runs = runs_of(ledger, task, system, since=since)
    times = [each.time for each in runs]

    def known(places: Sequence[int]) -> Items | None:
        return ledger.identified([runs[place] for place in places], chosen)

    how: dict[str, Any] = {"task": task, "system": chosen, "window": window, "level": level}
    return drifted(ledger.independent(runs, chosen), times, **how, known=known)
