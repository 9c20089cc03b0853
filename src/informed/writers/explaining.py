"""The words of a screen explained: a line for each measure and each unusual word that it has."""

import re
import textwrap
from collections.abc import Iterator
from typing import Any

from informed.core.door import door
from informed.core.registry import catalogue
from informed.writers.glossary import WORDS
from informed.writers.layout import WIDTH

TITLE = "What the words mean"
NAMED = r"(?<![\w'\"]){}(?![\w'\"])"  # not within another word, and not a label, which is quoted


def text(result: Any, every: bool = False) -> str:
    """The lines, in the order in which the words are met; then which measure to quote, where there are several."""
    found = meanings(result, result.report(every=every))
    lines = [
        textwrap.fill(f"{name}: {says}", WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
        for name, says in found.items()
    ]
    guide = [f"Which to quote: {door().guide}"] if result.quoted and door().guide else []
    return "\n".join([TITLE, *lines, *guide])


def meanings(result: Any, screen: str) -> dict[str, str]:
    """Each word that the screen of a result has, and what it means; in the order of the screen."""
    told: dict[str, tuple[int, str]] = {}
    taken: list[range] = []  # places of longer words: 'accuracy' is not met in 'balanced_accuracy'
    for name, pattern, says in sorted(_known(result), key=lambda each: -len(each[1])):
        places = [each.span() for each in re.finditer(NAMED.format(f"(?:{pattern})"), screen)]
        free = [span for span in places if not any(span[0] in each for each in taken)]
        taken += [range(*span) for span in free]
        if free and name not in told:
            told[name] = (free[0][0], says)
    return {name: says for name, (_, says) in sorted(told.items(), key=lambda each: each[1][0])}


def _known(result: Any) -> Iterator[tuple[str, str, str]]:
    """Name, pattern and meaning: what a word means in this answer, else on every screen, else in the catalogue."""
    own = dict(result.meanings)
    yield from ((name, re.escape(name), says) for name, says in own.items())
    shared = {name: each for name, each in WORDS.items() if name not in own}
    yield from ((name, pattern, says) for name, (says, pattern) in shared.items())
    known = {each.name: each.says for each in catalogue()}
    yield from ((name, re.escape(name), says) for name, says in known.items() if name not in own | shared)
