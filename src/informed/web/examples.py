"""Files to try the Data page with: made here, always the same, from nobody's data."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

Columns = Mapping[str, Any]
SIZE = 1000


class Example(NamedTuple):
    """A file that is made when somebody asks for it."""

    name: str
    about: str
    asked: str  # with its fields, as an address has them
    columns: Callable[[np.random.Generator], Columns]

    def text(self) -> str:
        """The file."""
        columns = self.columns(np.random.default_rng(1))
        rows = zip(*columns.values(), strict=True)
        return "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)]) + "\n"


def _screening(draw: np.random.Generator) -> Columns:
    ill, site = draw.random(SIZE) < 0.05, draw.choice(["north", "south"], SIZE)
    found = draw.random(SIZE) < np.where(ill, np.where(site == "north", 0.9, 0.6), 0.06)
    return {"site": site, "actual": _named(ill), "test": _named(found)}


def _named(ill: Any) -> Any:
    return np.where(ill, "ill", "well")


def _spam(draw: np.random.Generator) -> Columns:
    spam = draw.random(SIZE) < 0.3
    score = 1 / (1 + np.exp(-draw.normal(np.where(spam, 1.2, -1.2), 1.2)))
    return {"id": np.arange(1, SIZE + 1), "actual": np.where(spam, "spam", "ham"), "score": score.round(3)}


def _answers(draw: np.random.Generator) -> Columns:
    right = draw.random(SIZE) < 0.7
    judged = np.where(draw.random(SIZE) < np.where(right, 0.9, 0.25), "pass", "fail")
    human = np.where(draw.random(SIZE) < 0.2, np.where(right, "pass", "fail"), "")
    return {"id": np.arange(1, SIZE + 1), "human": human, "judge": judged}


EXAMPLES = (
    Example(
        "screening.csv",
        "A test for a rare illness at two sites. Most answers are right: is it any good?",
        "evaluate?actual=actual&predicted=test",
        _screening,
    ),
    Example(
        "spam.csv",
        "Scores of a spam filter. Do they rank, and where is the threshold?",
        "sweep?actual=actual&scores=score&positive=spam",
        _spam,
    ),
    Example(
        "answers.csv",
        "A judge has graded 1,000 answers, people a fifth of them. How many pass?",
        "judge?human=human&judge=judge&drawn=random&positive=pass",
        _answers,
    ),
)
