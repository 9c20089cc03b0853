"""What every analysis gives: plain data, the same as JSON, and a text to read."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from typing import Any, ClassVar

from informed.errors import choice


class Result:
    """A finding of an analysis; ``writer`` names the function that puts it into words, imported when asked."""

    writer: ClassVar[str]

    def to_dict(self) -> dict[str, Any]:
        """Plain data; NaN and infinity are None."""
        raise NotImplementedError

    def to_json(self, indent: int | None = 2) -> str:
        """The same data as one JSON document."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent, allow_nan=False)

    def report(self, style: str = "text", **options: Any) -> str:
        """The finding in print: text, json or html."""
        if choice("style", style, ("text", "json", "html")) == "json":
            return self.to_json()
        if style == "html":
            from informed.writers.html import html

            return html(self)
        module, _, name = self.writer.partition(":")
        write: Callable[..., str] = getattr(import_module(f"informed.writers.{module}"), name)
        return write(self, **options)

    def chart(self, name: str | None = None, **options: Any) -> Any:
        """An Altair chart of the finding, where there is one: "roc", "differences", "labels", ..."""
        from informed.writers.charts import chart

        return chart(self, name, **options)

    def __str__(self) -> str:
        return self.report()
