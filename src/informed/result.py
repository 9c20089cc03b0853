"""What every analysis gives: a verdict, rows, plain data equal to its JSON, and all of it in print."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar

from informed._version import __version__
from informed.errors import InputError, choice


class Result:
    """A finding, in data and in print.

    ``words``, ``writer`` and ``formats`` name functions as "module:function": the sentences a reader may repeat (in
    `informed.verdicts`), the text, and the other formats (in `informed.writers`). They are imported when asked for, so
    that no analysis knows how it is printed.
    """

    kind: ClassVar[str]
    words: ClassVar[str]
    writer: ClassVar[str]
    formats: ClassVar[Mapping[str, str]] = {
        "csv": "tabular:csv",
        "markdown": "tabular:markdown",
        "html": "html:html",
    }

    if TYPE_CHECKING:  # a property at run time would be taken for the default of a field

        @property
        def signature(self) -> str:
            """The recipe in one line: equal signatures mean comparable numbers."""
            ...

    @property
    def verdict(self) -> tuple[str, ...]:
        """The sentences a reader may repeat."""
        return tuple(_named("verdicts", self.words)(self))

    def facts(self) -> dict[str, Any]:
        """What the JSON holds below its head; NaN and infinity are None."""
        raise NotImplementedError

    def rows(self) -> list[dict[str, Any]]:
        """One flat row for each thing that was found."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as JSON has it: version, kind, signature and verdict first; NaN and infinity are None."""
        head = {"informed": __version__, "kind": self.kind, "signature": self.signature}
        return {**head, "verdict": list(self.verdict), **self.facts()}

    def to_json(self, indent: int | None = 2) -> str:
        """The same data as one JSON document."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent, allow_nan=False)

    def to_pandas(self) -> Any:
        """The rows as a pandas data frame."""
        return _library("pandas").DataFrame(self.rows())

    def to_polars(self) -> Any:
        """The rows as a polars data frame."""
        return _library("polars").DataFrame(self.rows(), infer_schema_length=None)

    def report(self, style: str = "text", **options: Any) -> str:
        """In print: text, json, csv, markdown or html; an evaluation also as classification_report or metrics."""
        if choice("style", style, ("text", "json", *self.formats)) == "json":
            return self.to_json()
        text: str = _named("writers", {"text": self.writer, **self.formats}[style])(self, **options)
        return text

    def chart(self, name: str | None = None, **options: Any) -> Any:
        """An Altair chart of the finding, where there is one: "roc", "differences", "labels", ..."""
        return _named("writers", "charts:chart")(self, name, **options)

    def _repr_html_(self) -> str:
        shown: str = _named("writers", "html:notebook")(self)
        return shown

    def __str__(self) -> str:
        return self.report()


def _named(room: str, place: str) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(f"informed.{room}.{module}"), name)


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise InputError(f"to_{name}() needs {name}; install it with: pip install 'informed[dataframe]'") from None
