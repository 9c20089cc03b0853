"""The laboratory: experiments on measures, tests and intervals. ``informed.study.measures(classes=2, items=100)``."""

from informed.study.covering import intervals
from informed.study.disagreeing import disagreement
from informed.study.moving import bias
from informed.study.rejecting import significance
from informed.study.requiring import requirements
from informed.study.tracking import measures
from informed.study.worlds import World

__all__ = ["World", "bias", "disagreement", "intervals", "measures", "requirements", "significance"]
