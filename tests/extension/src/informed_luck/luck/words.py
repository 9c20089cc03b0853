"""The luckiest label in a sentence."""


def luck(found):
    """The label and its hits."""
    yield f"{found.label!r} was hit most often, on {found.hits:,} of {found.items:,} items."
