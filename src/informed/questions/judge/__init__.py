"""What share of the items really has a label, when a judge that errs has labelled them?"""

from collections.abc import Iterable
from typing import Any

from informed.core.errors import InputError, arg, stated
from informed.core.forms import leans
from informed.core.given import AnyLabel, Column, Data, Drawn
from informed.questions.judge import pairs
from informed.questions.judge.compute import judged as corrected
from informed.questions.judge.pairs import Leaning
from informed.questions.judge.reading import panels
from informed.questions.judge.result import Judgement

__all__ = ["Judgement", "Leaning", "judge"]


@leans(lambda: (Judgement, Leaning))
def judge(
    data: Data | None = None,
    judged: Data | None = None,
    *,
    human: Data | None = None,
    pool: float | Data | None = None,
    drawn: Drawn | None = None,
    by: Column | None = None,
    shared: bool = False,
    cluster: Column | None = None,
    id: str | None = None,
    labels: Iterable[AnyLabel] | None = None,
    positive: AnyLabel = None,
    level: float = 0.95,
    first: str | None = None,
    second: str | None = None,
    own: AnyLabel | Iterable[AnyLabel] | None = None,
    length: Iterable[str] | None = None,
) -> Judgement | Leaning:
    """Correct the rates that a judge reports, by the items that a human has labelled too.

    Of a judge that compares two answers (``first=`` and ``second=``): which way it leans.

    Parameters
    ----------
    data
        The human labels; or a frame, a file or a dictionary of columns, the human's empty where there is no label; or
        `Counts` human x judge.
    judged, human
        The judge's labels and the human's, or the names of their columns.
    pool
        The judge's labels of all items, the human-labelled ones included; or how often it gave each label. A mapping
        of these stands for systems. Without it all rows of ``data`` are the pool.
    drawn
        How the human-labelled items were chosen: "random" (from the pool), "by_judge" (so many of each of the judge's
        labels) or "elsewhere" (other data, or another prevalence). It is never guessed.
    by
        The system or group of each item. Each is corrected by its own human labels.
    shared
        Take the judge to err alike for all systems, and correct each by all human labels: only with "elsewhere".
    cluster
        Which items are dependent (answers to one question).
    id
        A column that names the items, to join the human's table with the judge's.
    labels
        All labels, in order.
    positive
        The label that the verdict speaks of; the first unless given.
    level
        The level of the intervals.
    first, second
        The columns that name the two systems whose answers the judge saw, in this order, one row for each time. Its
        verdict, and the human's, is the name of a system, "first", "second" or "tie"; ``id`` names what was asked.
    own
        The systems that are the judge's own: does it prefer their answers?
    length
        Two columns, of the answer shown first and second: their lengths or texts. Does it prefer the longer?

    Returns
    -------
    Judgement or Leaning
        ``rate``, ``raw``, ``informedness``, ``labels_saved``, ``systems``, ``differences`` and the verdict; of pairs
        ``first``, ``changed`` and ``leans``.

    Raises
    ------
    InputError
        If no item has both labels, or `drawn` is not given.

    Examples
    --------
    >>> human = ["pass", "fail", "fail", "pass", None, None]
    >>> said = ["pass", "fail", "fail", "pass", "fail", "pass"]
    >>> judge(human, said, drawn="random").rate["pass"].value
    0.5
    """
    if first is not None or second is not None:
        if not (first and second and judged and id):
            raise InputError(f"pairs need {arg('first')}, {arg('second')}, {arg('judged')} and {arg('id')}")
        columns: Any = {"judged": judged, "first": first, "second": second, "id": id, "human": human}
        return pairs.leaning(*pairs.read(data, **columns, own=own, length=length), level=level)
    found = panels(data, judged, human=human, pool=pool, by=by, cluster=cluster, id=id, labels=labels)
    alike = stated(shared=shared or None)
    return corrected(found, drawn, **alike, positive=positive, level=level)
