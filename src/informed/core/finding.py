"""One sentence of an answer: its words, and a code that stays when the words change."""

from __future__ import annotations

from typing import Any


class Finding(str):
    """A sentence that a reader may repeat, or a note; other code asks for its ``code``, never for its words.

    Further facts that others ask for stand beside it.

    Examples
    --------
    >>> found = Finding("changed", "Changed: recall fell to 0.5.", since=3)
    >>> found.code, found.facts["since"], str(found)
    ('changed', 3, 'Changed: recall fell to 0.5.')
    """

    code: str
    facts: dict[str, Any]

    def __new__(cls, code: str, text: str, **facts: Any) -> Finding:
        """The sentence with its code."""
        self = super().__new__(cls, text)
        self.code, self.facts = code, facts
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.code, str(self), self.facts)


def _restored(code: str, text: str, facts: dict[str, Any]) -> Finding:
    return Finding(code, text, **facts)


def code_of(text: str | None) -> str:
    """The code of a sentence; empty where it has none."""
    return text.code if isinstance(text, Finding) else ""
