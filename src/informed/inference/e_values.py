"""Evidence that may be weighted after every item."""

import math


def e_value(first: int, second: int, prior: float = 0.5) -> float:
    """The gain of a bet that two systems are not equally often the better one, on the items where they differ.

    May be looked at after every item; 20 or more is as strong as p < 0.05. It tests whether both are right equally
    often, not whether both are equally informed. Average the gains of the same data, multiply those of new data.
    """
    from scipy.special import betaln

    gain = betaln(prior + first, prior + second) - betaln(prior, prior) + (first + second) * math.log(2)
    return math.exp(min(float(gain), 700.0))
