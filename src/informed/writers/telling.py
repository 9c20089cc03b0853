"""Which measures a short table shows."""

from collections.abc import Iterable

from informed.core.registry import FAMILIES, get

TELLING = ("balanced_accuracy", "f_measure", "average_f", "average_g")  # shown beside the headline measures


def shown(names: Iterable[str], every: bool) -> list[str]:
    """All names, or the most telling ones and those of one's own."""
    names = list(names)
    telling = [name for name in names if get(name).headline or name in TELLING or get(name).family not in FAMILIES]
    return names if every or not telling else telling
