"""The same table seen from the other side."""

from collections.abc import Callable

from informed.core.counts import Counts
from informed.core.errors import InputError, choice


def _perverse(counts: Counts) -> Counts:
    if len(counts.labels_predicted) != 2:
        raise InputError(
            f"labels are {list(counts.labels_predicted)}; the perverse view needs two classes; "
            "use one_vs_rest(label), or relabel({...}, axis='predicted')"
        )
    opposite = dict(zip(counts.labels_predicted, counts.labels_predicted[::-1], strict=True))
    return counts.relabel(opposite, axis="predicted").aligned(counts.labels, counts.labels_predicted)


VIEWS: dict[str, Callable[[Counts], Counts]] = {
    "table": lambda counts: counts,
    "inverse": Counts.inverse,
    "dual": Counts.dual,
    "perverse": _perverse,
}


def view(counts: Counts, name: str) -> Counts:
    """The counts seen otherwise: inverse, dual or perverse.

    Inverse, of two classes: the negative becomes the positive. Dual: actual and predicted exchanged. Perverse, of two
    classes: the predictor that says the opposite.
    """
    return VIEWS[choice("view", name, VIEWS)](counts)
