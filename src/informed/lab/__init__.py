"""The laboratory: experiments on measures, tests and intervals. ``informed.lab.measures(classes=2, items=100)``."""

from informed.lab.covering import intervals
from informed.lab.disagreeing import disagreement
from informed.lab.moving import bias
from informed.lab.rejecting import significance
from informed.lab.requiring import requirements
from informed.lab.tracking import measures
from informed.lab.worlds import World

__all__ = ["World", "bias", "disagreement", "intervals", "measures", "requirements", "significance"]
