"""The letters of the papers for one table, so that a formula can be read from their pages and worked out."""

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from informed.core.registry import get
from informed.core.table import (
    actuals,
    as_table,
    biases,
    cells,
    expected,
    normalized,
    one_vs_rest,
    predictions,
    prevalences,
    total,
)
from informed.core.validate import Numbers
from informed.inference.significance.named import Test, significance

MEASURES = {
    "B": "informedness",
    "M": "markedness",
    "C": "correlation",
    "dtp": "determinant",
    "tpr": "recall",
    "fpr": "fallout",
    "fnr": "miss_rate",
    "tnr": "inverse_recall",
    "tpa": "precision",
    "fpa": "false_discovery_rate",
    "fna": "false_omission_rate",
    "tna": "inverse_precision",
    "Ev_R": "evenness_actual",
    "Ev_P": "evenness_predicted",
    "Ev_G": "evenness",
}


class Notation(Mapping[str, Any]):
    """Every name the papers' formulas use, worked out when asked.

    Counts are capital (TP, N), shares small (tp, rp); ``joint`` is the table of probabilities, actual x predicted,
    ``pR`` and ``pP`` its margins, ``B_l`` the informedness of each label. Any measure and any test (its statistic, or
    with ``p_`` its p) may be named too.
    """

    def __init__(self, table: Any) -> None:
        self.table = as_table(table)

    def value(self, formula: str) -> float:
        """A formula of the papers, or a measure such as ``f_measure(beta=2)``."""
        if self._names_a_measure(formula):
            return float(get(formula)(self.table))
        with np.errstate(all="ignore"):  # of classes that do not occur
            return float(eval(formula, {"__builtins__": {}}, self))  # formulas come from the data files of this package

    @staticmethod
    def _names_a_measure(formula: str) -> bool:
        name = re.match(r"[a-z_]\w*(?=\(|$)", formula)
        return bool(name and name[0] not in FUNCTIONS and "=" in formula)

    def __getitem__(self, name: str) -> Any:
        if name in FUNCTIONS:
            return FUNCTIONS[name]
        if name in self._letters:
            return self._letters[name]
        if name in MEASURES or (name not in self._tests and not name.startswith("p_")):
            return float(get(MEASURES.get(name, name))(self.table))
        test = self._tests[name.removeprefix("p_")]
        return test.p if name.startswith("p_") else test.statistic

    @cached_property
    def _letters(self) -> dict[str, Any]:
        table, n = self.table, float(total(self.table))
        letters: dict[str, Any] = {
            "N": n,
            "K": table.shape[0],
            "counts": table,
            "joint": normalized(table),
            "chance": expected(normalized(table)),
            "pR": prevalences(table),
            "pP": biases(table),
            "eye": np.eye(len(table), dtype=bool),
            "ones": np.ones(len(table)),
            "nats": float(get("mutual_information")(table)) * np.log(2),
        }
        if table.shape != (2, 2):
            return letters | {f"{name}_l": get(MEASURES[name])(one_vs_rest(table)) for name in "BM"}
        named = dict(zip(("TP", "FN", "FP", "TN"), cells(table), strict=True))
        named |= dict(zip(("RP", "RN"), actuals(table), strict=True))
        named |= dict(zip(("PP", "PN"), predictions(table), strict=True))
        return letters | named | {name.lower(): count / n for name, count in named.items()}

    @cached_property
    def _tests(self) -> dict[str, Test]:
        return significance(self.table)

    def __iter__(self) -> Any:
        return iter((*FUNCTIONS, *self._letters, *MEASURES))

    def __len__(self) -> int:
        return len(list(iter(self)))


def _information(share: Numbers, other: Numbers) -> float:
    """The sum of p log2(p / q), over the cells where p is not 0."""
    some = share > 0
    return float((share[some] * np.log2(share[some] / np.broadcast_to(other, share.shape)[some])).sum())


def _critical(level: float, df: float) -> float:
    from scipy.special import chdtri

    return float(chdtri(df, level))


FUNCTIONS: dict[str, Callable[..., Any] | float] = {
    **{name: getattr(np, name) for name in ("sqrt", "sign", "log2", "log", "e", "sum", "where")},
    "matrix": np.array,
    "column": lambda vector: vector[:, None],
    "information": _information,
    "chi2_critical": _critical,
    "inf": float("inf"),
}
