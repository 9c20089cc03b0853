"""Pictures in the manner of scikit-learn's displays: how far above guessing, and whether scores are probabilities."""

from typing import Any, Self

from informed.core.errors import InputError, choice
from informed.core.estimate import Estimate
from informed.questions.evaluate import Evaluation, evaluate
from informed.questions.sweep import sweep
from informed.questions.sweep.band import roc_band
from informed.questions.sweep.benefit import Benefit
from informed.questions.sweep.calibration import Calibration
from informed.questions.sweep.compute import Sweep


class _Display:
    """What displays share: after drawing they have ``ax_`` and ``figure_``, as those of scikit-learn have."""

    ax_: Any
    figure_: Any
    name: str | None
    legend: str = "best"

    def plot(self, ax: Any = None, *, name: str | None = None, **style: Any) -> Self:
        """Draw on these axes, or on new ones."""
        if ax is None:
            try:
                import matplotlib.pyplot as plt
            except ImportError:
                needs = f"{type(self).__name__} needs matplotlib; install it with: pip install matplotlib"
                raise InputError(needs) from None
            _, ax = plt.subplots(figsize=self._size(), layout="constrained")
        look = {"label": name or self.name} | style
        self._draw(ax, look)
        if look["label"]:
            ax.legend(loc=self.legend)
        self.ax_, self.figure_ = ax, ax.get_figure()
        return self

    def _size(self) -> tuple[float, float] | None:
        """That of new axes, where it is not the usual one."""

    def _draw(self, ax: Any, look: dict[str, Any]) -> None:
        raise NotImplementedError


class InformednessDisplay(_Display):
    """Informedness with its interval, of all labels and of each; 0 is guessing.

    Make one with `from_predictions` or `from_estimator`.
    """

    legend = "lower left"

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

    def _size(self) -> tuple[float, float]:
        return 6.4, 1.2 + 0.35 * len(self._rows())

    def _draw(self, ax: Any, look: dict[str, Any]) -> None:
        rows = self._rows()
        places = range(len(rows))
        values = [each.value for _, each in rows]
        ends = _reaches([each for _, each in rows])
        ax.errorbar(values, places, xerr=ends, **{"fmt": "o", "capsize": 3} | look)
        ax.axvline(0, color="0.5", linestyle="--", linewidth=1)
        ax.annotate("guessing", (0, 1), xycoords=("data", "axes fraction"), ha="center", va="bottom", color="0.4")
        ax.set(yticks=list(places), yticklabels=[label for label, _ in rows], xlabel=self._axis(), xlim=(-1.05, 1.05))
        ax.set_ylim(len(rows) - 0.5, -0.5)

    def _rows(self) -> list[tuple[str, Estimate]]:
        """The whole first; of two labels each has the same informedness, so that of the whole says it all."""
        whole = [("all labels", self.evaluation.measures["informedness"])]
        if len(self.evaluation.labels) == 2:
            return whole
        return whole + [(str(label), row["informedness"]) for label, row in self.evaluation.per_label.items()]

    def _axis(self) -> str:
        return f"informedness ({100 * self.evaluation.level:g}% CI)"


class _OfScores(_Display):
    """What displays of scores share: they are made from scores, or from an estimator that gives them."""

    @classmethod
    def from_predictions(cls, y_true: Any, y_score: Any, **options: Any) -> Self:
        """Draw the scores of the positive label against the actual labels."""
        raise NotImplementedError

    @classmethod
    def from_estimator(
        cls, estimator: Any, X: Any, y: Any, *, name: str | None = None, ax: Any = None, **options: Any
    ) -> Self:
        """Draw what a fitted estimator of two labels gives the second of them."""
        said, given = name or type(estimator).__name__, estimator.predict_proba(X)[:, 1]
        positive = {"pos_label": estimator.classes_[1], **options}
        return cls.from_predictions(y, given, name=said, ax=ax, **positive)


class CalibrationDisplay(_OfScores):
    """The share of positive items in each bin of scores, with its interval, against the mean score there.

    Make one with `from_predictions` or `from_estimator`. ``prob_true`` and ``prob_pred`` are those of scikit-learn's
    display of this name; ``calibration`` has the intervals and what the scores lose.
    """

    def __init__(self, calibration: Calibration, *, name: str | None = None) -> None:
        self.calibration = calibration
        self.name = name
        self.prob_true = [each.share.value for each in calibration.bins]
        self.prob_pred = [each.score for each in calibration.bins]

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any,
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
        found = sweep(y_true, y_score, positive=pos_label).calibration(n_bins, bins[strategy])
        return cls(found, name=name).plot(ax=ax, **style)

    def _draw(self, ax: Any, look: dict[str, Any]) -> None:
        shares = [each.share for each in self.calibration.bins]
        ax.plot([0, 1], [0, 1], color="0.5", linestyle="--", linewidth=1)
        ax.errorbar(self.prob_pred, self.prob_true, yerr=_reaches(shares), **{"fmt": "o-", "capsize": 3} | look)
        ax.set(xlabel="mean score", ylabel="share of positive items (95% CI)", xlim=(0, 1), ylim=(0, 1))


class RocCurveDisplay(_OfScores):
    """The ROC curve with a band that holds the whole of it, at the level of the sweep; ``roc_auc`` is an estimate.

    Make one with `from_predictions` or `from_estimator`. ``fpr`` and ``tpr`` are those of scikit-learn's display of
    this name, thresholds without a corner included.
    """

    def __init__(self, found: Sweep, *, name: str | None = None) -> None:
        self.sweep, self.name = found, name
        self.fpr, self.tpr, self.roc_auc = found.fallout, found.recall, found.auc

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any,
        *,
        sample_weight: Any = None,
        pos_label: Any = None,
        name: str | None = None,
        ax: Any = None,
        **style: Any,
    ) -> Self:
        """Draw the scores of the positive label against the actual labels; ``style`` goes to ``plot``."""
        return cls(sweep(y_true, y_score, weights=sample_weight, positive=pos_label), name=name).plot(ax=ax, **style)

    def _draw(self, ax: Any, look: dict[str, Any]) -> None:
        (line,) = ax.plot(self.fpr, self.tpr, **look)
        band = roc_band(self.sweep.sample, self.sweep.level, self.sweep.seed)
        for edge in () if band is None else band.corners:
            ax.plot(*zip(*edge, strict=True), color=line.get_color(), linestyle=":", linewidth=1)
        ax.plot([0, 1], [0, 1], color="0.5", linestyle="--", linewidth=1)
        ax.set(xlabel="fallout", ylabel="recall", xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")


class DecisionCurveDisplay(_OfScores):
    """Net benefit at threshold probabilities, with a band that holds at all of them, beside acting on all and on none.

    Make one with `from_predictions` or `from_estimator`; ``benefit`` says where the scores are shown to help.
    """

    def __init__(self, benefit: Benefit, *, name: str | None = None) -> None:
        self.benefit, self.name = benefit, name

    @classmethod
    def from_predictions(
        cls,
        y_true: Any,
        y_score: Any,
        *,
        thresholds: tuple[float, float] = (0.05, 0.5),
        pos_label: Any = None,
        name: str | None = None,
        ax: Any = None,
        **style: Any,
    ) -> Self:
        """Draw what acting on the probabilities is worth; ``style`` goes to ``plot``."""
        found = sweep(y_true, y_score, positive=pos_label, benefit=thresholds).net_benefit
        return cls(found, name=name).plot(ax=ax, **style)

    def _draw(self, ax: Any, look: dict[str, Any]) -> None:
        at, values = self.benefit.thresholds, [each.value for each in self.benefit.values]
        (line,) = ax.plot(at, values, **look)
        if not self.benefit.note:
            low, high = ([getattr(each, end) for each in self.benefit.values] for end in ("low", "high"))
            ax.fill_between(at, low, high, color=line.get_color(), alpha=0.2, linewidth=0)
        ax.plot(at, self.benefit.act_on_all, color="0.5", linestyle="--", linewidth=1, label="act on all")
        ax.axhline(0, color="0.5", linestyle=":", linewidth=1, label="act on none")
        floor = min(0.0, *(_end(each.low, each.value) for each in self.benefit.values))
        ax.set(xlabel="threshold probability", ylabel="net benefit", ylim=(1.1 * floor - 0.02, None))


def _end(end: float | None, value: float) -> float:
    """An end of the interval; where there is none, the value itself."""
    return value if end is None else end


def _reaches(found: list[Estimate]) -> list[list[float]]:
    """How far each interval reaches below its value and above."""
    return [
        [max(0.0, each.value - _end(each.low, each.value)) for each in found],
        [max(0.0, _end(each.high, each.value) - each.value) for each in found],
    ]
