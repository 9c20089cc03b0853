"""The laboratory: experiments on measures, tests and intervals, and what the papers made of them.

``informed.lab.measures(classes=2, items=100)``, ``informed.lab.reproduce()``.
"""

from typing import TYPE_CHECKING

from informed.core.later import later

if TYPE_CHECKING:
    from informed.core.mixtures import mixture
    from informed.lab.costs import cost_forms, training_targets
    from informed.lab.covering import intervals
    from informed.lab.disagreeing import disagreement
    from informed.lab.discrimination import requirements_table
    from informed.lab.moving import bias
    from informed.lab.papers.compute import reproduce
    from informed.lab.rejecting import significance
    from informed.lab.requiring import requirements
    from informed.lab.scales import slopes
    from informed.lab.tracking import measures
    from informed.lab.worlds import World
else:
    PLACES = {
        "informed.core.mixtures": "mixture",
        "informed.lab.costs": "cost_forms training_targets",
        "informed.lab.covering": "intervals",
        "informed.lab.disagreeing": "disagreement",
        "informed.lab.discrimination": "requirements_table",
        "informed.lab.moving": "bias",
        "informed.lab.papers.compute": "reproduce",
        "informed.lab.rejecting": "significance",
        "informed.lab.requiring": "requirements",
        "informed.lab.scales": "slopes",
        "informed.lab.tracking": "measures",
        "informed.lab.worlds": "World",
    }
    __getattr__, __dir__ = later(__name__, PLACES)

__all__ = [
    "World",
    "bias",
    "cost_forms",
    "disagreement",
    "intervals",
    "measures",
    "mixture",
    "reproduce",
    "requirements",
    "requirements_table",
    "significance",
    "slopes",
    "training_targets",
]
