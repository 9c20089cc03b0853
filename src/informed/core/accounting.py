"""Where every row of the data went: counted, left out, and why."""

import numpy as np

from informed.core.counts import Counts
from informed.core.errors import arg
from informed.core.items import Items
from informed.core.keyed import Answered


def accounting(counted: Counts | Items | Answered) -> dict[str, int | None]:
    """The fate of every row; the parts add up to the rows read, where their number is known."""
    beside = {}
    for name in ("abstained", "unjudged", "missing", "refused"):
        part = getattr(counted, name, None)
        beside[name] = 0 if part is None else int(part.sum() if hasattr(part, "sum") else part)
    read = None if counted.n is None else counted.n + sum(beside.values())
    return {"read": read, "counted": counted.n, **beside}


def left_out(counted: Counts | Items | Answered) -> tuple[str, ...]:
    """Where some rows were not counted, a note that says how many and why; and where none abstains that could."""
    rows = accounting(counted)
    out = [f"{number:,} {name}" for name, number in rows.items() if number and name not in ("read", "counted")]
    if not out or rows["read"] is None:
        return idle(counted)
    return (f"{rows['read']:,} rows read, {rows['counted']:,} counted, {', '.join(out)}", *idle(counted))


def idle(counted: Counts | Items | Answered) -> tuple[str, ...]:
    """Where an abstention was named and nothing is one, a note that says so."""
    if isinstance(rows := getattr(counted, "rows", None), np.ndarray):  # items, from which each system abstains apart
        none = getattr(counted, "abstaining", False) and (rows[:, 1:] >= 0).all()
    else:
        none = (silent := getattr(counted, "abstained", None)) is not None and not silent.any()
    return (f"nothing that is predicted is what {arg('abstain')} names",) if none else ()
