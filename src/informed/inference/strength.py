"""How much may be said: the closed list of strengths, of which the first whose rule holds is taken."""

from collections.abc import Callable

STRENGTHS = {  # by their code, the words that a verdict begins with, in the order in which they are tried
    "unknown": "Cannot tell",
    "constant": "Knows nothing",
    "turned": "Turned round",
    "hardly": "Better than guessing, but hardly",
    "better": "Better than guessing",
    "probably": "Probably better than guessing",
    "none": "No better than guessing",
    "open": "Not shown to beat guessing",
}
BEATING = ("hardly", "better", "probably")
NEAR = 0.05  # an informedness this close to 0 is of no use
ENOUGH = 20  # items of each class from which on an interval above 0 settles it
SURE = 0.005  # or a p below this (Benjamin et al. 2018)


def judged(low: float, high: float, fewest: float, p: Callable[[], float | None] = lambda: None) -> str:
    """The code of an interval of informedness, where the rarest class has so many items; p, if they are few."""
    if high < 0:
        return "turned"
    if low <= 0:
        return "none" if -NEAR <= low and high <= NEAR else "open"
    if high < NEAR:
        return "hardly"
    return "better" if fewest >= ENOUGH or ((sure := p()) is not None and sure < SURE) else "probably"
