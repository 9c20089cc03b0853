"""A table of an answer, as words: screens, pages and files are made of it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

MOST = 200  # rows that a page lists
LONG = 40  # rows beyond which a page keeps a table folded


@dataclass(frozen=True)
class Grid:
    """A table of words: its first row is its head, its first ``left`` columns are flush left.

    The screen shows the first ``most`` of its rows, or the ``newest`` ones, and says how many ``others`` there are; a
    table that may be ``spared`` loses more where the screen is full, that with the lowest number first. The rows of its
    ``foot`` are always shown; below them stands its ``legend``. A page shows as many rows as it has room for, under a
    title and a caption; a screen has the title of a table that is ``named``. What only one of the two shows is ``on``
    it.
    """

    title: str
    rows: Sequence[Sequence[str]]
    caption: str = ""
    left: int = 1
    most: int | None = None
    newest: bool = False
    others: str = "more rows"
    legend: str = ""
    spared: int = 0
    foot: Sequence[Sequence[str]] = ()
    on: Literal["both", "screen", "page"] = "both"
    named: bool = False

    @property
    def folded(self) -> bool:
        """Whether it is too long to be read at once."""
        return len(self.rows) > LONG

    def paged(self) -> "Grid":
        """As a page shows it."""
        head, *rows = self.rows
        left, caption = max(len(rows) - MOST, 0), self.caption
        if left:
            told = f"the newest {MOST} of {len(rows):,}" if self.newest else f"the first {MOST} of {len(rows):,}"
            caption = f"{caption}; {told}" if caption else told.capitalize()
        shown = rows[left:] if self.newest else rows[:MOST]
        return replace(self, rows=[head, *shown, *self.foot], foot=(), caption=caption)
