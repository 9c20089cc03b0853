"""Labels as plain scalars: what they may be, how they are ordered, and which of them look like one another."""

import unicodedata
from collections.abc import Iterable, Sequence
from math import isinf, isnan
from typing import Any, TypeAlias

from informed.core.errors import InputError, arg, call

Label: TypeAlias = str | int | float | bool


def one_label() -> str:
    """What a label is."""
    return f"a label must be a text, a number or a frozenset; for sets of labels use {call('multilabel')}"


MISSING = ("NA", "N/A", "NaN", "nan", "NULL", "null", "None", "<NA>", "#N/A")  # how other programs write nothing


def plain(label: Any) -> Label:
    """A label as a native scalar, so that it prints, compares and saves alike everywhere."""
    if type(label) is str or type(label) is int:  # as nearly all are
        return label
    if hasattr(label, "item") and getattr(label, "ndim", 0) == 0:
        label = label.item()
    if isinstance(label, float) and isinf(label):
        raise InputError(f"a label is {label}; a label must be finite: give such items a label of their own")
    if isinstance(label, float) and isnan(label):
        raise InputError(
            f"a label is {label}; drop such items with {arg('missing', 'drop')} or give them a label of their own"
        )
    if isinstance(label, float) and label.is_integer():
        return int(label)
    if isinstance(label, (str, bool, int, float)):
        return label
    if label is None:
        raise InputError(
            f"a label is None; drop such items with {arg('missing', 'drop')} or give them a label of their own"
        )
    if isinstance(label, frozenset):  # a set of labels taken as one of many: its members, in one order
        return f"{{{', '.join(sorted(repr(plain(each)) for each in label))}}}"
    if isinstance(label, (tuple, list, set, dict)):
        raise InputError(f"the label {shown(label)} holds several values; {one_label()}")
    try:
        return str(label)
    except Exception:  # whatever a stranger's object raises
        raise InputError(f"a label is {shown(label)}; {one_label()}") from None


def shown(value: Any) -> str:
    """A value for a message, even one that cannot be written."""
    try:
        return f"{value!r:.60}"
    except Exception:  # whatever a stranger's object raises
        return f"an object of the class {type(value).__name__}, which cannot be written as text"


def plain_labels(labels: Iterable[Any], argument: str = "labels") -> tuple[Label, ...]:
    """Labels given by hand: native, without duplicates."""
    if isinstance(labels, str):
        raise InputError(
            f"is one text; give a list of labels, for example {list(labels)!r}", argument=argument, value=labels
        )
    found = tuple(map(plain, labels))
    if len(set(found)) < len(found):  # a bool is a number like any other (True == 1)
        position = next(place for place, label in enumerate(found) if label in found[:place])
        raise InputError(
            f"{argument}: duplicate label {found[position]!r} (again at position {position}); name each label once"
        )
    return found


def in_order(labels: Iterable[Label]) -> tuple[Label, ...]:
    """Labels sorted, numbers by size and texts by code point; a mixture of the two is refused."""
    found = list(labels)
    if len(set(map(type, found))) == 1:
        return tuple(sorted(found))
    texts = {label for label in found if isinstance(label, str)}
    numbers = sorted(label for label in found if not isinstance(label, str))
    if texts and numbers:
        twin = next((number for number in numbers if str(number) in texts), numbers[0])
        raise InputError(
            f"labels mix text and numbers ({twin!r} beside {str(twin) if str(twin) in texts else sorted(texts)[0]!r}); "
            "convert one side, for example with str(...)"
        )
    return tuple(sorted(found))


def mixed_order(names: Iterable[Any]) -> tuple[Any, ...]:
    """Labels, or groups of labels, sorted; texts come after numbers."""
    known = list(names)
    try:
        return tuple(sorted(known))
    except TypeError:
        return tuple(sorted(known, key=_by_kind))


def _by_kind(name: Any) -> list[tuple[bool, Label]]:
    return [(isinstance(part, str), part) for part in (name if isinstance(name, tuple) else (name,))]


def in_words(labels: Sequence[Label]) -> str:
    """What a measure of ordered labels takes them for."""
    return f"reads the labels as ordered: {' < '.join(map(str, labels))}"


def look_alikes(labels: Sequence[Label]) -> list[str]:
    """A warning for each pair of labels that differ only by space, case or Unicode form."""
    first: dict[str, str] = {}
    pairs = []
    texts = [label for label in labels if isinstance(label, str)]
    for label in texts:
        same = first.setdefault(unicodedata.normalize("NFC", " ".join(label.split())).casefold(), label)
        if same != label:
            pairs.append((same, label))
    missing = [
        f"label {each!r} looks like a missing value and is counted as a class" for each in texts if each in MISSING
    ]
    return missing + [
        f"labels {one!r} and {two!r} differ only in case, space or Unicode form and are counted apart"
        for one, two in pairs
    ]


SILENCE = """abstain, abstained, abstention, can't tell, cannot tell, don't know, dont know, equivocal, i don't know,
idk, inconclusive, indeterminate, invalid, n/a, na, no answer, no prediction, none, not sure, pass,
refusal, refuse, refused, reject, rejected, skip, skipped, uncertain, undecided, unk, unknown, unsure, ?,
-""".replace("\n", " ").split(", ")


def silence(label: Label) -> bool:
    """Whether a predicted label is a word for "no answer"."""
    return " ".join(str(label).casefold().replace("_", " ").strip(" .!<>[]()").split()) in ("", *SILENCE)


def written(text: Any, labels: Sequence[Label], where: str = "label") -> Label:
    """The label meant by a text: itself, or the one that is written so."""
    name = plain(text)
    alike = [each for each in labels if each == name and type(each) is type(name)]
    alike += [each for each in labels if str(each) == str(name)]
    if not alike:
        raise InputError(f"{where}: {text!r} is not a label; the labels are {list(labels)}")
    return alike[0]


def check_positive(measure: str, labels: Any) -> None:
    """Refuse counts of two labels whose names do not say that the first is the positive one."""
    if isinstance(labels, tuple) and len(labels) == 2 and labels != ("+", "-") and labels[1] not in ("rest", "others"):
        raise InputError(
            f"{measure} is a measure of one label; name the label: give {arg('positive', labels[0])} or "
            f"{arg('positive', labels[1])}, or ask for '{measure}[{labels[0]}]'"
        )


YES, NO = ("1", "true"), ("0", "-1", "false")  # labels that say by themselves which of them is the positive one


def assumed_positive(labels: Sequence[Label]) -> Label:
    """The positive label of 0 and 1, -1 and 1, or False and True; of others it must be said."""
    said = [str(each).lower() for each in labels]
    yes = [label for label, name in zip(labels, said, strict=True) if name in YES]
    if len(yes) == 1 and set(said) <= {*YES, *NO}:
        return yes[0]
    raise InputError(
        f"{arg('positive')} is missing: the labels are {some(labels)}; "
        "name the one that high scores indicate, for example "
        f"{arg('positive', labels[-1])}"
    )


def some(labels: Sequence[Label], most: int = 6) -> str:
    """The first labels, for one line of print."""
    shown = ", ".join(f"{each!r:.40}" for each in labels[:most])
    return f"[{shown}, ... {len(labels):,} in all]" if len(labels) > most else f"[{shown}]"
