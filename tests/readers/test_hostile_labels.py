"""Objects that are no labels are refused by name, whatever they raise when they are hashed, compared or written."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import informed
from informed import InputError


class Hostile(Exception):  # noqa: N818
    """What the objects below raise."""


def hostile(*names):
    """An object whose methods of these names raise, and are otherwise those of every object."""

    def fail(*_):
        raise Hostile

    return type("Stranger", (), {"__hash__": object.__hash__, **dict.fromkeys(names, fail)})


KINDS = {
    "equality": hostile("__eq__"),
    "hash": hostile("__hash__"),
    "text": hostile("__str__", "__repr__"),
    "everything": hostile("__eq__", "__hash__", "__str__", "__repr__"),
}
VALUES = {name: [kind(), kind(), kind()] for name, kind in KINDS.items()}
VALUES |= {"tuples": [(1, 2), (3,), (1, 2)], "sets of tuples": [frozenset({(1, 2)}), frozenset({(3,)})] * 2}
VALUES |= {"text among texts": ["a", KINDS["text"](), "b"]}


def objects(values):
    """An array that holds the values as they are."""
    array = np.empty(len(values), object)
    array[:] = values
    return array


DOORS = {
    "evaluate": lambda values: informed.evaluate(objects(values), objects(values)),
    "count": lambda values: informed.count(objects(values), objects(values)),
    "frame": lambda values: informed.evaluate(
        pd.DataFrame({"a": objects(values), "p": objects(values)}), actual="a", predicted="p"
    ),
    "by": lambda values: informed.count(["a", "b", "a"], ["a", "b", "b"], by=objects(values)),
    "agree": lambda values: informed.agree({"ann": objects(values), "bob": objects(values)}),
    "compare": lambda values: informed.compare(objects(values), {"a": objects(values), "b": objects(values)}),
    "sweep": lambda values: informed.sweep(objects(values), [0.1, 0.2, 0.3]),
    "match": lambda values: informed.match(objects(values), objects(values)),
    "labels": lambda values: informed.count(["a", "b"], ["a", "b"], labels=values),
}


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("kind", VALUES)
def test_no_stranger_is_a_label(kind, door):
    with pytest.raises(InputError) as refusal:
        DOORS[door](VALUES[kind])
    assert len(str(refusal.value)) < 300


def test_a_tuple_says_what_to_give_instead():
    with pytest.raises(InputError, match=r"label \(1, 2\) holds several values; a label must be a text, a number or"):
        informed.count(objects([(1, 2), (3,)]), ["a", "b"])
