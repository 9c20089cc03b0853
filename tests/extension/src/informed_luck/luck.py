"""Which label is hit most often?"""

from dataclasses import dataclass

import informed
from informed.asking.declared import Question
from informed.asking.reading import counted as read
from informed.asking.vocabulary import READING
from informed.core.basis import answers, counted, signature
from informed.core.counts import Counts
from informed.core.labels import Label
from informed.core.result import Result
from informed.core.words import Finding

__all__ = ["Luck", "luck", "lucky"]


@dataclass(frozen=True)
class Luck(Result):
    """A label, and how often it was hit."""

    kind = "luck"

    label: Label
    hits: int
    items: int
    signature: str

    def head(self):
        """The question."""
        return "The luckiest label", ""

    def words(self):
        """The label and its hits."""
        told = f"{self.label!r} was hit most often, on {self.hits:,} of {self.items:,} items."
        yield Finding("luckiest", told)

    def grids(self, every=False):
        """The sentence says all."""
        return ()

    def rows(self):
        """The label, as the only row."""
        return [self.facts()]


def luck(data, predicted=None, *, actual=None):
    """Find the label that is hit most often."""
    return lucky(data if isinstance(data, informed.Counts) else informed.count(data, predicted, actual=actual))


@answers
def lucky(counts: Counts) -> Luck:
    """The largest cell of the diagonal."""
    hits = counts.table.diagonal()
    return Luck(counts.labels[hits.argmax()], int(hits.max()), int(counts.table.sum()), signature(counted(counts)))


QUESTION = Question(
    "luck",
    "Find the label of FILES that is hit most often.",
    READING,
    examples=("informed luck preds.csv --actual y --predicted yhat",),
    records=("counts",),
    tab="actual predicted | missing encoding",
)


def answer(given):
    """The luckiest label."""
    return luck(read(given))
