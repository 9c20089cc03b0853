"""What the simulations share: shares of classes, the mark of a rate above its goal, and the writing of a page."""

from __future__ import annotations

import argparse
from collections.abc import Callable
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
    low = float(exact(np.array(rate * tables), np.array(float(tables)), 0.005)[0])
    return f" **(> {low:.3f})**" if low > goal else ""


def write(path: Path, page: Callable[[int], str], about: str | None) -> None:
    """Write and print the page of as many tables as the command line asks for."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--tables", type=int, default=4000)
    parser.add_argument("--write", type=Path, default=path)
    given = parser.parse_args()
    given.write.parent.mkdir(parents=True, exist_ok=True)
    given.write.write_text(page(given.tables))
    print(given.write.read_text())
