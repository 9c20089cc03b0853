"""Other readings of a table: two lines of regression, every pair of labels, information without small-sample bias."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np

from informed.core.basis import counted, signature
from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate, finite
from informed.core.labels import Label
from informed.core.registry import Measure, find, get, several
from informed.core.result import Result
from informed.core.table import Array, actuals, as_table, nearly_whole, predictions, total, two_by_two
from informed.core.validate import Numbers
from informed.core.words import Finding, number
from informed.inference.chance import chance_mean
from informed.inference.entropies import miller_madow
from informed.inference.estimates import measured, one_table
from informed.inference.jackknife import jackknife
from informed.inference.significance.exact import mcnemar

Line: TypeAlias = Literal["predicted_on_actual", "actual_on_predicted"]
LINES: tuple[Line, Line] = ("predicted_on_actual", "actual_on_predicted")


@dataclass(frozen=True)
class Regression(Result):
    """Two lines through a binary table: the prediction from the class, and the class from the prediction.

    The slopes are informedness and markedness, the intercepts fallout and false omission rate; the correlation is the
    geometric mean of the slopes (Powers 2007, equations 16 to 19).
    """

    kind = "regression"

    positive: Label
    predicted_on_actual: dict[str, Estimate]
    actual_on_predicted: dict[str, Estimate]
    correlation: Estimate
    signature: str
    stronger: Line | None = None  # the steeper line, where items tell

    def head(self) -> tuple[str, str]:
        return f"Regression, {self.positive!r} against the rest", ""

    def rows(self) -> list[dict[str, Any]]:
        """One row for each number of each line."""
        return [
            {"line": line, "part": part, **each.to_dict()}
            for line in LINES
            for part, each in getattr(self, line).items()
        ]


def regression(data: Any, positive: Any = None, *, level: float = 0.95) -> Regression:
    """The table read as regression, for two classes or for one label (``positive``) against the rest."""
    counts = one_table(data, "regression")
    if positive is None and len(counts.labels) != 2:
        raise InputError(
            f"regression reads one label against the rest; give {arg('positive')}, one of {list(counts.labels)}"
        )
    binary = counts if positive is None else counts.one_vs_rest(positive)

    def line(slope: str, intercept: str) -> dict[str, Estimate]:
        return {"slope": measured(slope, binary, level=level), "intercept": measured(intercept, binary, level=level)}

    lines: dict[str, dict[str, Estimate]] = {"predicted_on_actual": line("informedness", "fallout")}
    lines["actual_on_predicted"] = line("markedness", "false_omission_rate")
    return Regression(
        positive=binary.labels[0],
        **lines,
        correlation=measured("correlation", binary, level=level),
        signature=signature({**counted(binary), "level": level}),
        stronger=_steeper(lines) if _apart(binary, level) else None,
    )


def _apart(binary: Counts, level: float) -> bool:
    """Whether the slopes differ: equal ones mean a table symmetric about a diagonal, and both have to be refuted."""
    if binary.n is None or binary.weighted:
        return False
    (tp, fn), (fp, tn) = binary.table.astype(int).tolist()
    return max(mcnemar(fn, fp)["mcnemar"], mcnemar(tp, tn)["mcnemar"]) < 1 - level


def _steeper(lines: dict[str, dict[str, Estimate]]) -> Line | None:
    """The line with the larger slope, where there is a slope at all."""
    slopes = {name: lines[name]["slope"] for name in LINES}
    flat = any(each.low is None or each.high is None or each.low <= 0 <= each.high for each in slopes.values())
    steep: Line = "predicted_on_actual" if abs(slopes[LINES[0]].value) > abs(slopes[LINES[1]].value) else LINES[1]
    return None if flat else steep


@dataclass(frozen=True, eq=False)
class Pairs(Result):
    """DeltaP of each pair of a class (rows) and a predicted label (columns), competing with all other labels.

    ``delta_p``: by how much the label raises the probability of the class (markedness of the pair);
    ``delta_p_prime``: by how much the class raises the probability of the label (informedness of the pair).
    """

    kind = "pairs"
    asks = "Which label goes with which class?"
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


@dataclass(frozen=True)
class Corrections(Result):
    """Measures of information as they stand and with the bias of small samples taken off, side by side.

    Of each measure ``plug_in`` is the value of the table; ``jackknife`` has its bias removed to first order;
    ``miller_madow`` takes (A - 1)(P - 1) / 2n nats off the mutual information, over the classes that occur;
    ``chance_mean`` is what independence would show in a sample like this.
    """

    kind = "corrections"

    n: int
    measures: Mapping[str, Mapping[str, float | None]]
    signature: str

    def __getitem__(self, measure: str) -> Mapping[str, float | None]:
        return self.measures[measure]

    def head(self) -> tuple[str, str]:
        return f"Information in a sample of {self.n:,} items", ""

    def rows(self) -> list[dict[str, Any]]:
        """One row a measure."""
        return [{"measure": name, **of} for name, of in self.measures.items()]


def corrections(data: Any, measures: Iterable[str | Measure] | None = None) -> Corrections:
    """What small samples add to measures of information, and the same taken off; all that have 0 at chance by default.

    A sample of a few items a cell shows information where there is none: (A - 1)(P - 1) / 2n nats of it.
    """
    table = as_table(data)
    if getattr(data, "squares", None) is not None or not nearly_whole(table).all():
        raise InputError("data holds weights or shares; corrections are for counted items, give whole counts")
    wanted = find(fixed_chance=0) if measures is None else several(measures)
    known = [each for each in wanted if each.entropies is not None]
    if measures is not None and len(known) < len(wanted):
        odd = next(each for each in wanted if each.entropies is None)
        names = ", ".join(each.name for each in find() if each.entropies is not None)
        raise InputError(f"{odd} is not an information measure; corrections exist for {names}")
    table = np.rint(table)
    n = int(total(table))
    recipe = signature({"n": n, "classes": table.shape, "measures": "+".join(map(str, known))})
    return Corrections(n, {str(each): _corrected(each, table) for each in known}, recipe)


def _corrected(measure: Measure, table: Array) -> dict[str, float | None]:
    found = {
        "plug_in": float(measure(table)),
        "jackknife": float(jackknife(measure, table)),
        "miller_madow": float(miller_madow(measure, table)),
        "chance_mean": chance_mean(measure, table),
    }
    return {name: finite(value) for name, value in found.items()}
