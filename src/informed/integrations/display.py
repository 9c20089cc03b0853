"""A picture in the manner of scikit-learn's displays: how far above guessing, over all and for each label."""

from __future__ import annotations

from typing import Any, Self

from informed.core.estimate import Estimate
from informed.questions.evaluate import Evaluation, evaluate


class InformednessDisplay:
    """Informedness with its interval, of all labels and of each; 0 is guessing.

    Make one with `from_predictions` or `from_estimator`. After drawing it has ``ax_`` and ``figure_``, as the
    displays of scikit-learn have.
    """

    ax_: Any
    figure_: Any

    def __init__(self, evaluation: Evaluation, *, name: str | None = None) -> None:
        self.evaluation = evaluation
        self.name = name

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_pred: Any,
        *,
        sample_weight: Any = None,
        name: str | None = None,
        ax: Any = None,
        **style: Any,
    ) -> Self:
        """Draw predictions against the actual labels; ``style`` goes to matplotlib's ``errorbar``."""
        return cls(evaluate(y_true, y_pred, weights=sample_weight), name=name).plot(ax=ax, **style)

    @classmethod
    def from_estimator(
        cls,
        estimator: Any,
        X: Any,
        y: Any,
        *,
        sample_weight: Any = None,
        name: str | None = None,
        ax: Any = None,
        **style: Any,
    ) -> Self:
        """Draw what a fitted estimator predicts for ``X`` against the actual labels ``y``."""
        said = name or type(estimator).__name__
        return cls.from_predictions(y, estimator.predict(X), sample_weight=sample_weight, name=said, ax=ax, **style)

    def plot(self, ax: Any = None, *, name: str | None = None, **style: Any) -> Self:
        """Draw on these axes, or on new ones."""
        import matplotlib.pyplot as plt

        rows = self._rows()
        if ax is None:
            _, ax = plt.subplots(figsize=(6.4, 1.2 + 0.35 * len(rows)), layout="constrained")
        places = range(len(rows))
        values = [each.value for _, each in rows]
        ends = [[max(0.0, value - _end(each.low, value)) for value, (_, each) in zip(values, rows, strict=True)]]
        ends += [[max(0.0, _end(each.high, value) - value) for value, (_, each) in zip(values, rows, strict=True)]]
        look = {"fmt": "o", "capsize": 3, "label": name or self.name} | style
        ax.errorbar(values, places, xerr=ends, **look)
        ax.axvline(0, color="0.5", linestyle="--", linewidth=1)
        ax.annotate("guessing", (0, 1), xycoords=("data", "axes fraction"), ha="center", va="bottom", color="0.4")
        ax.set(yticks=list(places), yticklabels=[label for label, _ in rows], xlabel=self._axis(), xlim=(-1.05, 1.05))
        ax.set_ylim(len(rows) - 0.5, -0.5)
        if look["label"]:
            ax.legend(loc="lower left")
        self.ax_, self.figure_ = ax, ax.get_figure()
        return self

    def _rows(self) -> list[tuple[str, Estimate]]:
        """The whole first; of two labels each has the same informedness, so that of the whole says it all."""
        whole = [("all labels", self.evaluation.measures["informedness"])]
        if len(self.evaluation.labels) == 2:
            return whole
        return whole + [(str(label), row["informedness"]) for label, row in self.evaluation.per_label.items()]

    def _axis(self) -> str:
        return f"informedness ({100 * self.evaluation.level:g}% CI)"


def _end(end: float | None, value: float) -> float:
    """An end of the interval; where there is none, the value itself."""
    return value if end is None else end
