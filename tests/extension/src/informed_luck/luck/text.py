"""The luckiest label in print."""

from informed.writers.layout import screen, sentences


def luck(found, *, every=False):
    """The sentence; ``every`` adds the recipe."""
    return screen(["The luckiest label", sentences(found.verdict)], found.signature, every)
