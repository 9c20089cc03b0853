"""Which table is behind a few published ratios?"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from informed.core.errors import InputError, asked
from informed.core.given import AnyLabel
from informed.questions.recover.by_label import LabelRecovery, recovered_labels
from informed.questions.recover.compute import Recovery, recovered

__all__ = ["LabelRecovery", "Recovery", "recover", "recover_labels"]


@asked
def recover(
    ratios: Mapping[str, Any] | None = None,
    *,
    digits: int | Mapping[str, int] | None = None,
    exact: bool = False,
    **more: Any,
) -> Recovery:
    """Recover the two-class tables that have these ratios.

    Parameters
    ----------
    ratios, **more
        Any measure of a 2 x 2 table, by keyword or, with parameters, in ``ratios``; and counts: n, tp, fn, fp, tn,
        rp, rn, pp, pn. With any count all whole tables are listed whose values round to those given. Without one, or
        with ``exact``, the values are exact: three independent ones determine the table, and any one count its size.
    digits
        The decimals of all values, or of each by name; by default as many as are written. ``"0.80"`` has two, 0.8 (and
        0.80, which Python does not tell from it) has one.
    exact
        The values were not rounded. More than 12 decimals say the same.

    Returns
    -------
    Recovery
        The tables, and what they say of every measure.

    Raises
    ------
    InputError
        If the values contradict one another, or say the same thing.

    Examples
    --------
    >>> recover(recall="0.80", precision="0.70", prevalence="0.10", n=1000).measures["informedness"].low > 0.75
    True
    """
    given = {**(ratios or {}), **more}
    if "support" in given or any(isinstance(value, (list, tuple, dict, np.ndarray)) for value in given.values()):
        several = "for values of each class use informed.more.recover_labels()"
        raise InputError(f"recover() takes one value per measure; {several}")
    return recovered(given, digits, exact)


@asked
def recover_labels(
    ratios: Mapping[str, Any] | None = None,
    *,
    labels: Sequence[AnyLabel] | None = None,
    digits: int | Mapping[str, int] | None = None,
    exact: bool = False,
    **more: Any,
) -> LabelRecovery:
    """Recover a table of several classes from a report by class, as far as it is determined.

    Parameters
    ----------
    ratios, **more
        The values of measures, one for each class, and the ``support`` of each class.
    labels
        The names of the classes, in the order of the values.
    digits, exact
        As in `recover`.

    Returns
    -------
    LabelRecovery
        The tables of each label, and what all of them together say of the whole.

    Raises
    ------
    InputError
        If the values of the classes contradict one another, or `support` is missing.

    Examples
    --------
    >>> recover_labels(recall=["0.80", "0.50"], precision=["0.80", "0.50"], support=[10, 4]).n
    14.0
    """
    return recovered_labels({**(ratios or {}), **more}, labels=labels, digits=digits, exact=exact)
