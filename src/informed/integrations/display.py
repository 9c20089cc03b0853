"""Pictures in the manner of scikit-learn's displays: how far above guessing, and whether scores are probabilities."""

from typing import Any, Self

from informed.core.errors import choice
from informed.core.estimate import Estimate
from informed.questions.evaluate import Evaluation, evaluate
from informed.questions.sweep import sweep
from informed.questions.sweep.calibration import Calibration


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


class CalibrationDisplay:
    """The share of positive items in each bin of scores, with its interval, against the mean score there.

    Make one with `from_predictions` or `from_estimator`. ``prob_true`` and ``prob_pred`` are those of scikit-learn's
    display of this name; ``calibration`` has the intervals and what the scores lose.
    """

    ax_: Any
    figure_: Any

    def __init__(self, calibration: Calibration, *, name: str | None = None) -> None:
        self.calibration = calibration
        self.name = name
        self.prob_true = [each.share.value for each in calibration.bins]
        self.prob_pred = [each.score for each in calibration.bins]

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_prob: Any,
        *,
        n_bins: int = 5,
        strategy: str = "uniform",
        pos_label: Any = None,
        name: str | None = None,
        ax: Any = None,
        **style: Any,
    ) -> Self:
        """Draw the probabilities of the positive label against the actual labels; ``style`` goes to ``errorbar``."""
        bins = {"uniform": "width", "quantile": "count"}
        choice("strategy", strategy, bins)
        found = sweep(y_true, y_prob, positive=pos_label).calibration(n_bins, bins[strategy])
        return cls(found, name=name).plot(ax=ax, **style)

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, name: str | None = None, ax: Any = None, **options: Any
    ) -> Self:
        """Draw what a fitted estimator of two labels gives the second of them."""
        said, given = name or type(estimator).__name__, estimator.predict_proba(X)[:, 1]
        positive = {"pos_label": estimator.classes_[1], **options}
        return cls.from_predictions(y, given, name=said, ax=ax, **positive)

    def plot(self, ax: Any = None, *, name: str | None = None, **style: Any) -> Self:
        """Draw on these axes, or on new ones."""
        import matplotlib.pyplot as plt

        if ax is None:
            _, ax = plt.subplots(layout="constrained")
        shares = [each.share for each in self.calibration.bins]
        ends = [
            [max(0.0, each.value - _end(each.low, each.value)) for each in shares],
            [max(0.0, _end(each.high, each.value) - each.value) for each in shares],
        ]
        look = {"fmt": "o-", "capsize": 3, "label": name or self.name} | style
        ax.plot([0, 1], [0, 1], color="0.5", linestyle="--", linewidth=1)
        ax.errorbar(self.prob_pred, self.prob_true, yerr=ends, **look)
        ax.set(xlabel="mean score", ylabel="share of positive items (95% CI)", xlim=(0, 1), ylim=(0, 1))
        if look["label"]:
            ax.legend(loc="lower right")
        self.ax_, self.figure_ = ax, ax.get_figure()
        return self


def _end(end: float | None, value: float) -> float:
    """An end of the interval; where there is none, the value itself."""
    return value if end is None else end
