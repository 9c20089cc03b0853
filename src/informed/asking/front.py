"""The front door: what data are, what their columns are taken for and why, and the question that is most natural."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from informed.asking.asks import WAYS, Ask, Found, Rows, sets_of
from informed.asking.reading import is_table
from informed.core.errors import InputError, door
from informed.core.estimate import Record
from informed.core.words import many
from informed.readers.annotations import NAMES
from informed.readers.kinds import SAID, Recognised, kind_of, recognised
from informed.readers.roles import Column, Role
from informed.writers.layout import columns, fitted, sentences

if TYPE_CHECKING:
    from informed.core.given import Data
    from informed.core.result import Result

MOST = 6  # further questions that are offered
LINES = 8  # before the answer
SHOWN = 12  # columns that are listed where a person has to choose
NAMED = 3  # columns of one role that are named
PLACES = ("actual", "predicted", "scores", "item", "raters", "rater", "label", "weights")  # arguments that are columns


@dataclass(frozen=True)
class Look(Record):
    """What data are, in plain values, and what can be asked of them.

    ``what``: in a few words. ``columns`` and ``roles``: of rows, as their first rows show them. ``chosen``: the most
    natural question, None where that is not clear; ``unclear`` then says why. ``others``: what else can be asked; where
    nothing is chosen, what to choose from.
    """

    name: str
    what: str
    columns: tuple[Column, ...] = ()
    roles: tuple[Role, ...] = ()
    chosen: Ask | None = None
    others: tuple[Ask, ...] = ()
    unclear: str = ""
    data: Any = field(default=None, repr=False, compare=False)

    json_keys = ("name", "what", "columns", "roles", "chosen", "others", "unclear")

    def answer(self) -> "Result":
        """Ask the question that was chosen.

        Returns
        -------
        Result
            Its answer.

        Raises
        ------
        InputError
            If none was chosen: the message says why, and what to choose from.
        """
        if self.chosen is None:
            offered = " or ".join(door().asking(each) for each in self.others)
            raise InputError(f"{self.name}: {self.unclear}{f'; ask {offered}' if offered else ''}")
        return self.chosen.answer(self.data)

    @property
    def heading(self) -> str:
        """What comes before the answer, in at most eight lines; without one, the columns and what to choose from."""
        about = f" with {many(len(self.columns), 'column')}" if self.columns else ""
        first = f"{self.name}: {self.what}{about}."
        if self.chosen is None:
            first = f"{first} {self.unclear[:1].upper()}{self.unclear[1:]}."
            return "\n\n".join(filter(None, (first, self._columns(), self._offered("Choose one:"))))
        lines = sentences(taken := [*self.taken()]).splitlines()
        if len(lines) > LINES - 2:
            lines = [fitted(f"  {each}") for each in taken]
        return "\n".join([first, *lines, f"Asked: {door().asking(self.chosen)}"])

    @property
    def also(self) -> str:
        """What comes after the answer: what else can be asked."""
        return self._offered("Also:") if self.chosen is not None else ""

    def __str__(self) -> str:
        return "\n\n".join(filter(None, (self.heading, self.also)))

    def _offered(self, title: str) -> str:
        return "\n".join([title, *(f"  {door().asking(each)}" for each in self.others)]) if self.others else ""

    def taken(self) -> Iterator[str]:
        """The columns that were taken, for what and why; then those that were not."""
        given = self.chosen.arguments if self.chosen is not None else {}
        of, why = {each.name: each for each in self.columns}, {each.column: each.why for each in self.roles}
        used: list[str] = []
        for name in (each for each in PLACES if each in given and of):
            value = given[name]
            held = [value] if isinstance(value, str) else value
            used += held
            more = f" and {len(held) - NAMED} more" if len(held) > NAMED else ""
            yield f"{name} = {', '.join(held[:NAMED])}{more}: {_about(of[held[0]], name)}; {why[held[0]]}"
        if used and (rest := [each for each in of if each not in used]):
            yield f"not used: {', '.join(rest[:SHOWN])}{' ...' if len(rest) > SHOWN else ''}"

    def _columns(self) -> str:
        """The columns, where a person has to choose, with what they may be for."""
        if not self.columns:
            return ""
        likely, left = {each.column: each.role for each in self.roles}, len(self.columns) - SHOWN
        rows = [[each.name, each.type, likely.get(each.name, ""), each.about] for each in self.columns[:SHOWN]]
        table = columns([["column", "type", "perhaps", "values"], *rows], left=4).splitlines()
        return "\n".join([*map(fitted, table), *([f"  ... and {many(left, 'more column')}"] * (left > 0))])


def _about(column: Column, role: str) -> str:
    """What a column holds, in a few words."""
    if role in ("scores", "weights"):
        return f"{column.type}, {column.low:g} to {column.high:g}"
    return f"{column.type}, {many(column.distinct, 'value' if role in ('item', 'rater') else 'label')}"


def look(data: "Data | Sequence[str | PathLike[str]]") -> Look:
    """Say what data are, which columns are taken for what and why, and what can be asked of them.

    Only columns whose names say what they are for, held to their values, are taken.

    Parameters
    ----------
    data
        A frame or named columns; or a file, or several of one kind: rows, sample logs, an export, saved counts.

    Returns
    -------
    Look
        What was seen. Printed, it shows the question and what else can be asked; `Look.answer` asks it.

    Raises
    ------
    InputError
        If a file is not there, is empty, or files are of different kinds.

    Examples
    --------
    >>> seen = informed.look({"outcome": ["ill", "well", "well"] * 9, "test": ["ill", "well", "ill"] * 9})
    >>> print(seen)
    data: rows with 2 columns.
      actual = outcome: text, 2 labels; its name says so
      predicted = test: text, 2 labels; its name says so, and its labels are those
        of 'outcome'
    Asked: informed.evaluate(frame, actual='outcome', predicted='test')
    <BLANKLINE>
    Also:
      informed.bookmaker(frame, actual='outcome', predicted='test')
      informed.deploy(frame, actual='outcome', predicted='test', positive='ill', prevalence=0.1)
      informed.check(frame, actual='outcome', predicted='test', require=['informedness.low > 0'])
    >>> round(seen.answer().measures["informedness"].value, 2)
    0.5
    """
    if isinstance(data, (str, PathLike)):
        return looked([fspath(data)])
    if isinstance(data, (list, tuple)) and data and all(isinstance(each, (str, PathLike)) for each in data):
        return looked([fspath(each) for each in data])
    return rows_looked("data", (), recognised(data), data)


def looked(files: Sequence[str]) -> Look:
    """What files are, together."""
    if len(files) == 1 and is_table(files[0]) and not Path(files[0]).exists():
        return _look("table", "a table of counts", WAYS["matrix"](files, Recognised("", "matrix", "", "")))
    kinds = {each: kind_of(each) for each in files}
    name, whats = files[0] if len(files) == 1 else f"{len(files)} files", {kind.what for kind in kinds.values()}
    if whats == {"run", "qrels"} and len(files) == 2:
        run, judged = sorted(files, key=lambda each: kinds[each].what == "qrels")
        swept, returned = (Ask(each, (run,), {"qrels": judged}, called=False) for each in ("sweep", "evaluate"))
        return _look(name, "a search run with its judgements (TREC)", Found(swept, [returned]))
    if len({kind if kind.what != "log" else "log" for kind in kinds.values()}) > 1:
        told = "; ".join(f"{each} is {_said(kind.what, kind.tool)}" for each, kind in kinds.items())
        raise InputError(f"files of one kind are looked at together, and {told}; give them one at a time")
    seen = recognised(files[0])
    if seen.what != "rows":
        alone = f"{seen.said[0].lower()}{seen.said[1:-1]}"
        said = alone if len(files) == 1 else f"{len(files)} times {_said(seen.what, seen.tool)}"
        return _look(name, said, WAYS[seen.what](files, seen))
    for each in files[1:]:
        if (names := [one.name for one in recognised(each).columns]) != [one.name for one in seen.columns]:
            raise InputError(f"{each} has other columns than {files[0]}: {', '.join(names)}; look at one at a time")
    return rows_looked(name, files, seen)


def rows_looked(name: str, files: Sequence[str], seen: Recognised, data: Any = None) -> Look:
    """What rows are, of files or in memory."""
    return _look(name, "rows", sets_of(files, seen) or Rows(seen, files).found(), seen, data)


def _look(name: str, what: str, found: Found, seen: Recognised | None = None, data: Any = None) -> Look:
    others: list[Ask] = []
    for each in found.others:
        others += [each] * (each != found.chosen and each not in others and len(others) < MOST)
    held = (seen.columns, seen.roles) if seen is not None else ((), ())
    return Look(name, what, *held, found.chosen, tuple(others), found.unclear, data)


def _said(what: str, tool: str) -> str:
    """What a file is, within a sentence."""
    own = {"log": f"a log of {tool}", "export": f"an export of {NAMES.get(tool, tool)}", "statistic": f"saved {tool}"}
    return own.get(what) or SAID[what]
