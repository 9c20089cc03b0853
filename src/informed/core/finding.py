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


def joined(*notes: str | None) -> Finding | None:
    """Several notes as one, which keeps its parts; None where there is none."""
    parts = tuple(part for note in notes for part in parts_of(note))
    return (
        Finding("; ".join(dict.fromkeys(each.code for each in parts)), "; ".join(parts), parts=parts) if parts else None
    )


def parts_of(note: str | None) -> tuple[Finding, ...]:
    """The notes that a note was joined from."""
    if not note:
        return ()
    found = note if isinstance(note, Finding) else Finding("", note)
    return tuple(found.facts.get("parts", (found,)))


def part_of(note: str | None, code: str) -> Finding | None:
    """The part of a note that says this; None where there is none."""
    return next((each for each in parts_of(note) if each.code == code), None)
