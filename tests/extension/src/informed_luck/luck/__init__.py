"""Which label is hit most often?"""

from informed_luck.luck.compute import Luck, lucky

__all__ = ["Luck", "luck", "lucky"]


def luck(data, predicted=None, *, actual=None):
    """Find the label that is hit most often."""
    import informed

    return lucky(data if isinstance(data, informed.Counts) else informed.count(data, predicted, actual=actual))
