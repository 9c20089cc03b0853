"""The label with the most hits, from the counts alone."""

from dataclasses import dataclass

from informed.core.basis import answers
from informed.core.counts import Counts
from informed.core.labels import Label
from informed.core.result import Result
from informed.core.signature import counted, signature


@dataclass(frozen=True)
class Luck(Result):
    """A label, and how often it was hit."""

    kind = "luck"

    label: Label
    hits: int
    items: int
    signature: str

    def rows(self):
        """The label, as the only row."""
        return [self.facts()]


@answers
def lucky(counts: Counts) -> Luck:
    """The largest cell of the diagonal."""
    hits = counts.table.diagonal()
    return Luck(counts.labels[hits.argmax()], int(hits.max()), int(counts.table.sum()), signature(counted(counts)))
