"""What the simulations share: shares of classes, the mark of a rate above its goal, and the writing of a page."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np

from informed.inference.proportions import exact


def even(k: int) -> np.ndarray:
    """Classes that are equally common."""
    return np.full(k, 1 / k)


def zipf(k: int) -> np.ndarray:
    """Classes of which the second is half as common as the first, the third a third."""
    share = 1 / np.arange(1, k + 1)
    return share / share.sum()


def rare(share: float) -> np.ndarray:
    """Two classes, the first with this share."""
    return np.array([share, 1 - share])


def failing(rate: float, tables: int, goal: float) -> str:
    """The lower 99% limit of a rate, where even that is above the goal."""
    low = float(exact(np.array(rate * tables), np.array(float(tables)), 0.005)[0]) if tables else 0.0
    return f" **(> {low:.3f})**" if low > goal else ""


def grid(heads: str, rows: Iterable[str | Sequence[object]], words: int = 1) -> Iterator[str]:
    """A Markdown table whose first columns are words, of lines or of cells; each row is shown once it is found."""
    yield f"| {heads} |"
    yield "|" + "---|" * words + "--:|" * (heads.count(" | ") + 1 - words)
    for row in rows:
        line = row if isinstance(row, str) else f"| {' | '.join(map(str, row))} |"
        print(line, flush=True)
        yield line


def write(path: Path, page: Callable[[int], str | Iterable[str]], about: str | None) -> None:
    """Write the page of as many tables as the command line asks for, given as text or line by line."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=4000)
    parser.add_argument("--write", type=Path, default=path)
    given = parser.parse_args()
    found = page(given.tables)
    text = found if isinstance(found, str) else "\n".join([*found, ""])
    given.write.parent.mkdir(parents=True, exist_ok=True)
    given.write.write_text(text)
    print(given.write)
