"""Known truths that tables are drawn from: what every coverage figure is about."""

import numpy as np


def two_classes(prevalence: float, recall: float, fallout: float):
    """The probabilities of a binary table."""
    return np.array(
        [
            [prevalence * recall, prevalence * (1 - recall)],
            [(1 - prevalence) * fallout, (1 - prevalence) * (1 - fallout)],
        ]
    )


def informed_or_guessing(prevalence, informed: float):
    """Informed with this probability, guessing by prevalence otherwise."""
    prevalence = np.asarray(prevalence, float)
    return informed * np.diag(prevalence) + (1 - informed) * np.outer(prevalence, prevalence)


EVEN3, SKEW3 = [1 / 3] * 3, [0.6, 0.2, 0.2]
EVEN5, SKEW5 = [0.2] * 5, [0.6, 0.1, 0.1, 0.1, 0.1]

BINARY = [
    (n, two_classes(prevalence, recall, fallout))
    for n, prevalence, recall, fallout in (
        (20, 0.5, 0.75, 0.25),
        (20, 0.1, 0.95, 0.05),
        (50, 0.5, 0.5, 0.5),
        (50, 0.1, 0.75, 0.25),
        (50, 0.01, 0.9, 0.4),
        (100, 0.5, 0.95, 0.05),
        (100, 0.1, 0.3, 0.3),
        (100, 0.01, 0.75, 0.25),
        (1000, 0.1, 0.9, 0.4),
        (1000, 0.01, 0.95, 0.05),
    )
]
SEVERAL = [
    (n, informed_or_guessing(prevalence, informed))
    for n, prevalence, informed in (
        (50, EVEN3, 0.5),
        (50, SKEW3, 0.9),
        (100, SKEW3, 0.0),
        (50, SKEW5, 0.5),
        (100, EVEN5, 0.0),
        (100, SKEW5, 0.97),
        (1000, EVEN5, 0.9),
    )
]
