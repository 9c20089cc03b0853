"""Every predicted label as a cue for every class: how far each raises the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from informed.core.basis import counted, signature
from informed.core.counts import Counts
from informed.core.labels import Label
from informed.core.registry import get
from informed.core.result import Result
from informed.core.table import actuals, as_table, predictions, total, two_by_two
from informed.core.validate import Numbers
from informed.core.words import Finding, number


@dataclass(frozen=True, eq=False)
class Pairs(Result):
    """DeltaP of each pair of a class (rows) and a predicted label (columns), competing with all other labels.

    ``delta_p``: by how much the label raises the probability of the class (markedness of the pair);
    ``delta_p_prime``: by how much the class raises the probability of the label (informedness of the pair).
    """

    kind = "pairs"
    json_keys = ("labels", "labels_predicted", "delta_p", "delta_p_prime")

    labels: tuple[Label, ...]
    labels_predicted: tuple[Label, ...]
    delta_p: Numbers
    delta_p_prime: Numbers
    signature: str

    def words(self) -> Iterator[Finding]:
        """The pair of different labels with the strongest association."""
        apart = np.array([[one != other for other in self.labels_predicted] for one in self.labels])
        others = np.where(apart & ~np.isnan(self.delta_p), self.delta_p, -np.inf)
        if not (others > 0).any():
            yield Finding("none", "No predicted label raises the probability of a class of another name.")
            return
        row, column = np.unravel_index(others.argmax(), others.shape)
        said, meant = self.labels_predicted[column], self.labels[row]
        by = number(float(others[row, column]))
        yield Finding("strongest", f"Predicting {said!r} raises the probability of {meant!r} by {by}.")

    def head(self) -> tuple[str, str]:
        """The question."""
        return "Which label goes with which class?", ""

    def rows(self) -> list[dict[str, Any]]:
        """One row a pair."""
        return [
            {"actual": actual, "predicted": predicted, "delta_p": float(self.delta_p[row, column])}
            | {"delta_p_prime": float(self.delta_p_prime[row, column])}
            for row, actual in enumerate(self.labels)
            for column, predicted in enumerate(self.labels_predicted)
        ]


def pairs(counts: Counts) -> Pairs:
    """DeltaP and DeltaP' of every class and predicted label (Powers 2007, section 2.4)."""
    table = as_table(counts.table)
    rows, columns = actuals(table)[:, None], predictions(table)[None, :]
    each = two_by_two(table, rows - table, columns - table, total(table) - rows - columns + table)
    found = [np.asarray(get(name).raw(each)) for name in ("markedness", "informedness")]
    return Pairs(counts.labels, counts.labels_predicted, found[0], found[1], signature(counted(counts)))
