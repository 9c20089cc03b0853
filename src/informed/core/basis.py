"""What an answer follows from: the statistics and options of a question, to ask it again; and its recipe in one line.

Two results are comparable when their signatures, these recipes, are equal.
"""

import inspect
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar

import numpy as np

from informed._version import __version__
from informed.core.counts import Counts
from informed.core.errors import InputError
from informed.core.keyed import Keyed
from informed.core.labels import Label
from informed.core.names import NAMES, mark_of, name_of, place_of
from informed.core.registry import Measure, get
from informed.core.saving import Saved
from informed.core.scores import Scores

MOST_LABELS = 6  # beyond this the labels are counted, not listed
MARKS = ",;|:\n"  # what separates parts


def signature(recipe: Mapping[str, Any]) -> str:
    """The recipe as ``key:value`` parts after the version; what is None says nothing, texts with marks are quoted."""
    parts = {"informed": __version__} | {name: part for name, part in recipe.items() if part is not None}
    return "|".join(f"{name}:{_written(part)}" for name, part in parts.items())


def counted(counts: Counts) -> dict[str, Any]:
    """What a recipe says of the counts."""
    return {
        "n": "unknown" if counts.n is None else counts.n,
        "labels": listed(counts.labels),
        "predicted": None if counts.square else listed(counts.labels_predicted),
        "weights": "sampling" if counts.weighted else None,
        "by": "+".join(counts.by) or None,
        "abstained": None if counts.abstained is None else int(counts.abstained.sum()),
        "missing": counts.missing or None,
        "refused": counts.refused or None,
    }


def clustered(data: Keyed | None) -> dict[str, Any]:
    """What a recipe says about clusters and strata."""
    return {name: None if data is None else len(getattr(data, name)) or None for name in ("clusters", "strata")}


def scored(scores: Scores) -> dict[str, Any]:
    """What a recipe says of scores."""
    return {
        "n": scores.n,
        "labels": listed(scores.labels),
        "bins": scores.width or None,
        "weights": "sampling" if scores.weighted else None,
        "by": "+".join(scores.by) or None,
        **clustered(scores),
        "abstained": None if scores.abstained is None else int(scores.abstained.sum()),
        "missing": scores.missing or None,
        "refused": scores.refused or None,
    }


def listed(labels: tuple[Label, ...]) -> tuple[Label, ...] | str:
    """The labels, or how many there are where they are many."""
    return labels if len(labels) <= MOST_LABELS else f"{len(labels)} labels"


def _written(part: Any) -> str:
    """A word, a number, or several of them; the rows of a table stand behind one another."""
    part = np.asarray(part).tolist() if hasattr(part, "__array__") else part
    if isinstance(part, str):
        return repr(part) if any(mark in part for mark in MARKS) else part
    if isinstance(part, float):
        return f"{part:.12g}"
    if isinstance(part, Mapping):
        return ",".join(f"{_written(name)}={_written(value)}" for name, value in part.items())
    if isinstance(part, Iterable):
        several = list(part)
        table = any(isinstance(each, Iterable) and not isinstance(each, str) for each in several)
        return (";" if table else ",").join(map(_written, several))
    return str(part)


P = ParamSpec("P")
R = TypeVar("R")
PACKAGE = "informed."
LATER = ("words", "benefit", "within", "cut")  # arguments of later versions: unsaid, they leave the id of a run alone


class Named(NamedTuple):
    """A statistic and where it stood among the arguments: ``systems/monday``."""

    name: str
    statistic: Saved


@dataclass(frozen=True, repr=False)
class Basis:
    """The function that gave an answer, and its arguments."""

    function: Callable[..., Any]
    arguments: Mapping[str, Any]

    @property
    def way(self) -> str:
        """The name by which a ledger keeps the question: ``evaluate``."""
        return _kept(self.function)

    def written(self) -> tuple[dict[str, Any], list[Named]]:
        """The arguments as plain data, and the statistics among them, each standing there by its number."""
        found: list[Named] = []
        return {name: _encoded(value, name, found) for name, value in self.arguments.items()}, found

    def __reduce__(self) -> tuple[Any, ...]:
        return _found, (self.way, dict(self.arguments))


def answers(function: Callable[P, R]) -> Callable[P, R]:
    """A function of statistics and options whose answer keeps both as its ``basis``."""
    parameters = inspect.signature(function)
    spread = next((name for name, each in parameters.parameters.items() if each.kind is each.VAR_KEYWORD), "")

    @wraps(function)
    def answered(*given: P.args, **options: P.kwargs) -> R:
        found = function(*given, **options)
        arguments = dict(parameters.bind(*given, **options).arguments)
        arguments |= arguments.pop(spread, {})
        said = {name: each for name, each in arguments.items() if each is not None or name not in LATER}
        object.__setattr__(found, "basis", Basis(answered, said))
        return found

    answered.answers = True  # type: ignore[attr-defined]
    return answered


def asked_again(way: str, arguments: Mapping[str, Any], statistics: Sequence[Saved]) -> Any:
    """The answer of the same function to the same arguments."""
    basis = _found(way, arguments)
    given = {name: _decoded(value, statistics) for name, value in arguments.items()}
    try:
        inspect.signature(basis.function).bind(**given)
    except TypeError as error:
        raise InputError(
            f"this version of informed asks {way!r} otherwise ({error}); use the version that recorded it"
        ) from None
    return basis.function(**given)


def _found(way: str, arguments: Mapping[str, Any]) -> Basis:
    """A basis by the name of its function, which must be one that answers."""
    function = _named(way)
    if not getattr(function, "answers", False):
        raise InputError(f"{way!r} is not a question of this version of informed; use the version that recorded it")
    return Basis(function, arguments)


def marked(options: Any) -> Any:
    """Options as the id of a run has them: the names of what they hold as every version has kept them."""
    if isinstance(options, dict):
        return {key: mark_of(each) if key == "is" else marked(each) for key, each in options.items()}
    return [marked(each) for each in options] if isinstance(options, (list, tuple)) else options


def _kept(thing: Any) -> str:
    place = f"{thing.__module__.removeprefix(PACKAGE)}:{thing.__qualname__}"
    if (name := name_of(place)) is None:
        raise InputError(f"{place} has no name to be recorded by; see core/names.py")
    return name


def _named(kept: str) -> Any:
    """What was kept by this name, or None."""
    if (place := place_of(kept)) is None:
        return None
    module, _, name = place.partition(":")
    return getattr(import_module(f"informed.{module}" if place in NAMES else module), name, None)


def _encoded(value: Any, name: str, found: list[Named]) -> Any:
    """An argument as plain data; whatever is not a number or a text is an object that says what it is."""
    if isinstance(value, Saved):
        found.append(Named(name, value))
        return {"statistic": len(found) - 1}
    value = value.item() if isinstance(value, np.generic) else value
    if isinstance(value, float) and not math.isfinite(value):
        return {"float": repr(value)}
    if value is None or isinstance(value, (str, bool, int, float)):
        return value
    if isinstance(value, Path):
        return str(value)
    if isinstance(value, Measure):
        return {"measure": str(value)}
    if isinstance(value, np.ndarray):
        return {"array": _encoded(value.tolist(), name, found), "dtype": str(value.dtype)}
    if isinstance(value, Mapping):
        pairs = value.items()
        return {"map": [[_encoded(key, name, found), _encoded(each, f"{name}/{key}", found)] for key, each in pairs]}
    if _own(type(value)):
        parts = {each: getattr(value, each) for each in _parts(type(value))}
        kept = {each: _encoded(part, f"{name}/{each}", found) for each, part in parts.items() if not callable(part)}
        return {"is": _kept(type(value)), "parts": kept}
    if isinstance(value, (list, tuple)):
        return [_encoded(each, name, found) for each in value]
    if callable(value):  # what shows progress
        return None
    raise InputError("cannot be recorded; give numbers, texts, lists or saved statistics", argument=name, value=value)


def _decoded(value: Any, statistics: Sequence[Saved]) -> Any:
    if isinstance(value, list):
        return tuple(_decoded(each, statistics) for each in value)
    if not isinstance(value, dict):
        return value
    if "statistic" in value:
        return statistics[value["statistic"]]
    if "float" in value:
        return float(value["float"])
    if "measure" in value:
        return get(value["measure"])
    if "array" in value:
        return np.array(_decoded(value["array"], statistics), dtype=value["dtype"])
    if "map" in value:
        return {_decoded(key, statistics): _decoded(each, statistics) for key, each in value["map"]}
    kind = _named(value["is"])
    if kind is None or not _own(kind):
        raise InputError(f"{value['is']!r} is unknown to this version of informed; use the version that recorded it")
    return kind(**{name: _decoded(each, statistics) for name, each in value["parts"].items()})


def _own(kind: type) -> bool:
    """Whether this is a class of this package that is nothing but its parts."""
    return kind.__module__.startswith(PACKAGE) and (is_dataclass(kind) or hasattr(kind, "_fields"))


def _parts(kind: Any) -> list[str]:
    return [each.name for each in fields(kind) if each.init] if is_dataclass(kind) else list(kind._fields)
