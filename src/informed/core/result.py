"""What every analysis gives: a verdict, rows, tables as words, plain data equal to its JSON, and all of it in print."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from informed._version import __version__
from informed.core.basis import Basis
from informed.core.errors import InputError, arg, choice
from informed.core.errors import asked as refusing
from informed.core.estimate import Estimate, Record, as_json
from informed.core.metrics import Figure, flat, leading, nothing, only_of
from informed.core.words import Finding, Next
from informed.core.writing import visible, write

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


ENDINGS = {".json": "json", ".csv": "csv", ".md": "markdown", ".txt": "text", ".html": "html"}
IMAGES = (".png", ".svg", ".pdf")
DATA = (".csv", ".json")  # of a chart
HEADED = ("html", "markdown")  # formats with a heading
WORKBOOK = ".xlsx"

KINDS: "dict[str, type[Result]]" = {}
"""Every kind of answer by its name, as far as it has been imported."""


class Result(Record):
    """An answer, in data and in print.

    It says what it answers (`head`), its sentences (`words`), its tables (`grids`), notes (`remarks`) and pictures
    (`pictures`); screen, page, JSON and files are made of these. Where a question is a folder, files of its own say
    them for its class, each in a function with the name of its ``kind``: ``words.py`` its sentences, ``text.py`` its
    tables; ``chart.py`` has its pictures, ``page.py`` a body of its own in reports, ``formats.py`` formats of its own.
    They are imported when they are asked for.

    Examples
    --------
    >>> found = informed.evaluate(["rain", "sun", "rain", "sun"], ["rain", "sun", "sun", "sun"])
    >>> isinstance(found, Result), list(found.to_dict())[:4]
    (True, ['informed', 'kind', 'signature', 'verdict'])
    """

    kind: ClassVar[str]
    asks: ClassVar[str]  # the question that it answers, where it always is the same one
    formats: ClassVar[tuple[str, ...]] = ("csv", "markdown", "html", "metrics")
    quoted: ClassVar[bool] = False  # whether it has several numbers that a reader may want to quote
    meanings: ClassVar[Mapping[str, str]] = {}  # words of its screens that mean something of their own here
    basis: Basis | None = None

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        KINDS[cls.called()] = cls
        cls.__repr__ = Result.__repr__  # type: ignore[method-assign]  # before a dataclass writes one with every field

    @classmethod
    def called(cls) -> str:
        """The name of its functions in the files of its question."""
        return getattr(cls, "kind", cls.__name__)

    @classmethod
    def part(cls, name: str) -> Any:
        """A file of its question: words, text, chart, page or formats; None where it has none."""
        room = cls.__module__.rpartition(".")[0]
        alone = room == "informed.questions"  # a question in one file
        return import_module(f"{room}.{name}") if not alone and find_spec(f"{room}.{name}") else None

    if TYPE_CHECKING:  # a property at run time would be taken for the default of a field

        @property
        def signature(self) -> str:
            """The recipe in one line: equal signatures mean comparable numbers."""
            ...

    def head(self) -> tuple[str, str]:
        """The question that it answers, and what was judged."""
        return self.asks, ""

    def words(self) -> Iterable[Finding]:
        """Its sentences, the most important one first."""
        found: Iterable[Finding] = getattr(self.part("words"), self.called())(self)
        return found

    def steps(self) -> Iterable[Next]:
        """What to do next, the most useful first: the function ``KIND_next`` of ``words.py``."""
        own: Callable[[Result], Iterable[Next]] | None = getattr(self.part("words"), f"{self.called()}_next", None)
        return own(self) if own is not None else ()

    def grids(self, every: bool = False) -> "Iterable[Grid | str]":
        """Its tables in print, in the order of their importance; ``every``: with what is seldom asked for.

        A screen may have parts that are no tables, as text.
        """
        found: Iterable[Grid | str] = getattr(self.part("text"), self.called())(self, every)
        return found

    def remarks(self, every: bool = False) -> Iterable[str]:
        """What a reader should bear in mind."""
        return ()

    def pictures(self) -> Mapping[str, Any]:
        """Its pictures by name, as `Figure` of ``writers.charts``."""
        found: dict[str, Mapping[str, Any]] = getattr(self.part("chart"), "FIGURES", {})
        return found.get(self.called(), {})

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The sentences, each with the code of what it says."""
        return tuple(self.words())

    @property
    def verdict(self) -> tuple[str, ...]:
        """The sentences a reader may repeat."""
        return tuple(map(str, self.findings))

    def rows(self) -> list[dict[str, Any]]:
        """One flat row for each thing that was found."""
        raise NotImplementedError

    def key_figures(self) -> Iterator[Figure]:
        """The leading numbers, which a ledger keeps beside the statistics: its estimates, alone or by name."""
        for name, value in Record.facts(self).items():
            row = value if isinstance(value, Mapping) else {"": value}
            own = "" if name == "measures" else name
            for key, each in row.items():
                if isinstance(each, Estimate):
                    yield Figure("_".join(filter(None, (own, str(key)))), each)

    def every_figure(self) -> Iterator[Figure]:
        """Every number that `metrics` can give: by default the leading ones, and those of each group."""
        yield from self.key_figures()
        groups = getattr(self, "groups", None) or ()
        for group, part in groups.items() if isinstance(groups, Mapping) else ((each.group, each) for each in groups):
            if isinstance(part, Result):
                yield from (each._replace(group=group) for each in part.key_figures() if each.group is None)

    @refusing
    def metrics(
        self, only: str | Iterable[str] | None = None, *, intervals: bool = True, every: bool = False
    ) -> dict[str, float]:
        """Return flat names and plain floats, as MLflow, W&B, TensorBoard, DVC and aim take them.

        Parameters
        ----------
        only
            The measures: "mcc", ["informedness", "recall[ill]"]. By default the first few of the whole, twelve numbers
            with their intervals: informedness, accuracy, mcc and proficiency, where the answer has them.
        intervals
            Whether the ends of the intervals stand beside the values, as ``mcc_low`` and ``mcc_high``.
        every
            Every number: all measures, labels and groups.

        Returns
        -------
        dict
            Value by name: ``mcc``, ``b/mcc`` of a system, ``b/minus/a/mcc`` of a difference, ``label/ill/recall``,
            ``group/north/mcc``. Undefined and infinite numbers are left out.

        Raises
        ------
        InputError
            If the answer has no such measure, or no estimates at all.

        Examples
        --------
        >>> found = informed.evaluate(["ill", "ill", "well", "well"] * 9, ["ill", "well", "well", "well"] * 9)
        >>> found.metrics(["informedness", "recall[ill]"], intervals=False)
        {'informedness': 0.5, 'label/ill/recall': 0.5}
        >>> len(found.metrics())
        12
        """
        chosen = self._tracked() if only is None and not every else list(self.every_figure())
        if not chosen:
            raise nothing(self.kind)
        return flat(chosen if only is None else only_of(chosen, only), intervals)

    def _tracked(self) -> list[Figure]:
        """The figures that a tracker shows unless it is told which."""
        return leading(self.key_figures())

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as JSON has it: version, kind, signature and verdict first; NaN and infinity are None."""
        head = {"informed": __version__, "kind": self.kind, "signature": self.signature}
        return {**head, "verdict": list(self.verdict), **as_json(self.facts())}

    def to_json(self, indent: int | None = 2) -> str:
        """The same data as one JSON document."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent, allow_nan=False)

    def to_pandas(self) -> Any:
        """The rows as a pandas data frame."""
        return _library("pandas").DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The rows as a polars data frame."""
        return _library("polars").DataFrame(self.rows(), infer_schema_length=None)

    @refusing
    def report(
        self, style: str = "text", *, title: str = "", source: str = "", asked: str = "", every: bool = False
    ) -> str:
        """In print: text, json, csv, markdown, html or metrics; an evaluation also as classification_report.

        ``every``: with all that a screen leaves out. A report in html or markdown has a heading: its ``title``, what it
        is about (``source``); ``asked`` is the command that made it.
        """
        choice("style", style, ("text", "json", *self.formats))
        if title and style not in HEADED:
            raise InputError(f": {style} has no heading; use html, markdown or xlsx", argument="title", value=title)
        options = {"every": True} if every else {}
        if style == "html":
            return str(_writer(self, style)(self, title=title, source=source, asked=asked, **options))
        printed = self.to_json() if style == "json" else str(_writer(self, style)(self, **options))
        if title:
            printed = import_module("informed.writers.tabular").headed(printed, title, source)
        return visible(printed)

    def explain(self, every: bool = False) -> str:
        """Say in a line what each measure and each unusual word of its screen means; ``every``: of all that it has."""
        return str(import_module("informed.writers.page").text(self, every))

    def chart(self, name: str | None = None, **options: Any) -> Any:
        """A `Chart` of the finding, where there is one: "roc", "differences", "labels", ..."""
        return import_module("informed.writers.charts").chart(self, name, **options)

    def plot(self, name: str | None = None, **options: Any) -> Any:
        """The same as `chart`."""
        return self.chart(name, **options)

    def to_html(self) -> str:
        """The whole report as one HTML page that loads nothing."""
        return self.report("html")

    @refusing
    def save(
        self,
        path: str | Path,
        style: str | None = None,
        *,
        chart: str | None = None,
        title: str = "",
        source: str = "",
        asked: str = "",
        every: bool = False,
    ) -> Path:
        """Write the report to a file in the format of its ending: .html, .json, .csv, .md, .txt, .png, .svg or .pdf.

        The ending .xlsx writes a workbook; that of an evaluation has live formulas, so that who changes a count sees
        every measure change.

        Parameters
        ----------
        path
            The file; it is written whole or not at all.
        style
            The format, where the ending does not say it.
        chart
            Which chart an image holds, as in `chart`; with .csv or .json the numbers that it shows.
        title, source, asked, every
            As in `report`; ``title`` is the heading of a page, a Markdown text, a workbook or an image.

        Returns
        -------
        Path
            The file that was written.

        Raises
        ------
        InputError
            If the file ending is unknown, or the file cannot be written.
        """
        place = Path(path)
        if style is None and (place.suffix in IMAGES or (chart is not None and place.suffix in DATA)):
            return Path(self.chart(chart, title=title or None, source=source or None).save(place))
        if chart is not None:
            raise InputError(
                "is for images and their data; write to a file that ends in .svg, .png, .pdf, .csv or .json",
                argument="chart",
                value=chart,
            )
        if style is None and place.suffix == WORKBOOK:
            write(place, _writer(self, "workbook")(self, title=title, source=source))
            return place
        if style is None and place.suffix not in ENDINGS:
            known = ", ".join((*ENDINGS, WORKBOOK, *IMAGES))
            told = f"{place}: unknown file ending {place.suffix!r}; use {known}, or give {arg('style')}"
            raise InputError(told, said=place)
        style = style or ENDINGS[place.suffix]
        write(place, self.report(style, title=title, source=source, asked=asked, every=every))
        return place

    def _repr_html_(self) -> str:
        shown: str = import_module("informed.writers.html").notebook(self)
        return shown

    @property
    def brief(self) -> str:
        """Its leading number with its name; or, where there is none, the beginning of the verdict."""
        for first in self.key_figures():
            return f"{first.measure}{'' if first.label is None else f'[{first.label}]'} {first.estimate}"
        return shorten(self.verdict[0], 80, placeholder=" ...")

    def __repr__(self) -> str:
        n = getattr(self, "n", None)
        size = f"{n:,} items, " if isinstance(n, int) else ""
        return f"{type(self).__name__}({size}{self.brief})"

    def __str__(self) -> str:
        return self.report()


SHARED = {
    "text": "text",
    "csv": "tabular",
    "markdown": "tabular",
    "metrics": "tabular",
    "html": "html",
    "workbook": "workbook",
}
"""What writes a format of every result."""


def _writer(result: Result, style: str) -> Callable[..., Any]:
    """What prints a result: its question's own function, or else the one that all results share."""
    own = result.part("formats")
    if style not in SHARED:
        return getattr(own, style.replace("-", "_"))  # type: ignore[no-any-return]
    shared = import_module(f"informed.writers.{SHARED[style]}")
    return getattr(own, f"{result.called()}_{style}", getattr(shared, style))  # type: ignore[no-any-return]


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise InputError(f"to_{name}() needs {name}; install it with: pip install 'informed[dataframe]'") from None
