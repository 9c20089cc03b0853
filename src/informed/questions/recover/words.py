"""Recovered tables in sentences."""

from collections.abc import Iterator

from informed.core.table import total
from informed.core.words import Finding, Next, count
from informed.questions.recover.by_label import LabelRecovery
from informed.questions.recover.compute import Range, Recovery


def recovery(found: Recovery) -> Iterator[Finding]:
    """How many tables fit, and how informed the predictor was."""
    given = ", ".join(f"{name}={value}" for name, value in found.given.items())
    kind = "whole table" if found.whole else "table"
    sizes = total(found.tables)
    size = f" of {count(sizes.min())} to {count(sizes.max())} items" if found.whole else ""
    size = size if found.n is None else f" of n = {count(found.n)} items"
    fitting = len(found.tables)
    some = f"{fitting:,} {kind}s{size} fit" if fitting > 1 else f"exactly one {kind}{size} fits"
    yield Finding("fitting", f"Recovered from {given}: {some}.", tables=fitting)
    yield Finding("taken", _taken(found))
    yield _informed(found.measures["informedness"])


def recovery_next(found: Recovery) -> Iterator[Next]:
    """The table, where there is one of whole items, is evaluated; where there are several, more ratios."""
    if len(found.tables) > 1:
        yield Next("more", "give another ratio or the number of items: fewer tables will fit")


def _informed(each: Range) -> Finding:
    return Finding("informedness", f"Informedness {'is' if each.value is not None else 'lies in'} {each}.")


def _taken(found: Recovery) -> str:
    """What the values were taken to mean, for their decimals do not say."""
    rounded = {name: meant for name, meant in found.taken.items() if meant != "exactly"}
    exact = [name for name in found.taken if name not in rounded]
    if not rounded:
        return "The values are taken as exact." + (
            " With n or another count they are read as rounded." if found.n is None else ""
        )
    meant = ", ".join(f"{name} {ends}" for name, ends in rounded.items())
    return f"Read as rounded: {meant}." + (f" Taken as exact: {', '.join(exact)}." if exact else "")


def label_recovery(found: LabelRecovery) -> Iterator[Finding]:
    """How many combinations of tables fit, and what they leave open."""
    many = "too many combinations to list" if found.tables is None else f"{len(found.tables):,} combinations"
    yield Finding(
        "fitting", f"Of the tables of {len(found.labels)} labels over n = {count(found.n)} items, {many} fit."
    )
    if found.measures:
        yield _informed(found.measures["informedness"])
