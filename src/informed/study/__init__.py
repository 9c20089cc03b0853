"""The laboratory: experiments on measures, tests and intervals. ``informed.study.measures(classes=2, items=100)``."""

from informed.study.tracking import measures

__all__ = ["measures"]
