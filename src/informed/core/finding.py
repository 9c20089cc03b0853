"""One sentence of an answer: its words, and a code that stays when the words change."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from informed.core.door import door


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

    def __new__(cls, code: str, text: str, **facts: Any) -> "Finding":
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


def code_of(text: str | None) -> str:
    """The code of a sentence or a note; empty where it has none."""
    return text.code if isinstance(text, Finding) else ""


def part_of(note: str | None, code: str) -> Finding | None:
    """The part of a note that says this; None where there is none."""
    return next((each for each in parts_of(note) if each.code == code), None)


class Next(NamedTuple):
    """What a reader can do next, as data: a code, what it is for, and what to ask; each door words it (`door.step`).

    ``arguments`` are by their names in Python. Without a ``question`` the same one is asked again with these too;
    without both there is nothing to ask, and ``aim`` says what to do.

    Examples
    --------
    >>> Next("commoner", "where 'ill' is commoner", "deploy", {"prevalence": 0.05}).told()
    "where 'ill' is commoner: informed.deploy(..., prevalence=0.05)"
    """

    code: str
    aim: str
    question: str = ""
    arguments: Mapping[str, Any] = {}

    def told(self) -> str:
        """In the words of the door."""
        action = door().step(self) if self.question or self.arguments else ""
        return f"{self.aim}: {action}" if action else f"{self.aim}."
