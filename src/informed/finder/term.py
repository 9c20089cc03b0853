"""One thing that can be found: what it is called, what it is, and how to get it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from informed.core.letters import key

SYMBOL = re.compile(r"\w{1,2}")


@dataclass(frozen=True)
class Term:
    """A measure, a test, a command, a function or a concept.

    ``names``: what else it is called, the letters of the papers too. ``shell``, ``python``: how to get it, where that
    can be said in one line. ``sentence``: what it is, or a function that looks it up.
    """

    name: str
    kind: str
    sentence: str | Callable[[], str]
    names: tuple[str, ...] = ()
    shell: str = ""
    python: str = ""

    @cached_property
    def says(self) -> str:
        """What it is, in a sentence or two."""
        return self.sentence if isinstance(self.sentence, str) else self.sentence()

    @cached_property
    def keys(self) -> frozenset[str]:
        """All its names without case and punctuation."""
        return frozenset(map(key, (self.name, *self.names)))

    def mentions(self, words: list[str]) -> bool:
        """Whether its names and its sentence contain all these words; one or two letters must stand alone."""
        text = " ".join((self.name, *self.names, self.says)).lower()
        text += text.replace("_", " ")
        return all(re.search(rf"\b{word}\b" if SYMBOL.fullmatch(word) else re.escape(word), text) for word in words)

    def __str__(self) -> str:
        return f"{self.name} ({self.kind})"
