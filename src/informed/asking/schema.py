"""The JSON Schema of a question: what can be said, from its parameters, and its answers, from the types of results."""

import math
import sys
import types
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from importlib import import_module
from pkgutil import walk_packages
from typing import Any, Literal, Never, NotRequired, Union, get_args, get_origin

import numpy as np

from informed.asking.declared import LARGEST, Choice, Flag, Number, Parameter, Question, Several, Whole
from informed.core.result import Result
from informed.questions import home

DRAFT = "https://json-schema.org/draft/2020-12/schema"
Schema = dict[str, Any]
PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": ["number", "null"]},  # NaN and infinity are null
    type(None): {"type": "null"},
    datetime: {"type": "string"},
    object: {},
    Any: {},
    Result: {"type": "object"},
}
HEAD: dict[str, Any] = {"informed": str, "kind": str, "signature": str, "verdict": tuple[str, ...]}


# --- what can be said ------------------------------------------------------------------------------------------------


def request_schema(question: Question) -> Schema:
    """The schema of what can be said: parameters by their names, with their kinds, choices and usual values."""
    said = [each for each in question.parameters if each.door != "shell"]
    needed = [each.name for each in said if each.required and not each.unless]
    return {
        "$schema": DRAFT,
        "title": f"What informed {question.name} is asked",
        "description": question.about,
        "type": "object",
        "properties": {each.name: _parameter(each) for each in said},
        "required": needed,
        "additionalProperties": False,
    }


def _parameter(parameter: Parameter) -> Schema:
    if parameter.positional == "rest":
        named = {"type": ["number", "string"]}  # a text keeps the decimals that were printed
        return {"description": parameter.help, "type": "object", "additionalProperties": named}
    several = parameter.repeats or parameter.positional == "many"
    own = _kind(parameter)
    found: Schema = {"description": parameter.help, **({"type": "array", "items": own} if several else own)}
    if isinstance(parameter.default, (str, int, float)):
        usual = parameter.read(parameter.default)
        found["default"] = list(usual) if isinstance(usual, tuple) else usual
    return found


def _kind(parameter: Parameter) -> Schema:
    kind = parameter.kind
    if isinstance(kind, Choice):
        return {"enum": list(kind.names)}
    if isinstance(kind, Flag):
        return {"type": "boolean"}
    if isinstance(kind, Number):
        bounds = {"minimum": kind.least, "exclusiveMinimum": kind.above, "maximum": kind.most}
        within = {name: bound for name, bound in bounds.items() if math.isfinite(bound) and abs(bound) < LARGEST}
        return {"type": "integer" if isinstance(kind, Whole) else "number", **within}
    if isinstance(kind, Several):
        numbers: dict[Any, Schema] = {int: {"type": "integer"}, float: {"type": "number"}}
        return {"type": "array", "items": numbers.get(kind.of, PLAIN[str])}
    return {"type": "string"}


# --- what is answered ------------------------------------------------------------------------------------------------


def answers_of(question: Question) -> list[type[Result]]:
    """The kinds of answers: those of its folder, and those of others that it gives."""
    homes = [home(each) for each in (question.name, *question.gives)]
    for name in homes:
        for module in walk_packages(getattr(import_module(name), "__path__", ()), f"{name}."):
            import_module(module.name)
    seen: list[type[Result]] = [Result]
    for each in seen:
        seen += each.__subclasses__()
    own = [
        each
        for each in seen
        if f"{each.__module__}.".startswith(tuple(f"{name}." for name in homes)) and not each.__subclasses__()
    ]
    return sorted(own, key=lambda each: each.kind)


class Defs(Schema):
    """What is described once, and the class of each."""

    def __init__(self) -> None:
        super().__init__()
        self.classes: dict[str, type[Any]] = {}


def answer_schema(question: Question) -> Schema:
    """The schema of the JSON of its answer: of one of these kinds."""
    defs = Defs()
    kinds = [referred(each, defs) for each in answers_of(question)]
    about = {"$schema": DRAFT, "title": f"The answer of informed {question.name}", "description": question.about}
    return {**about, **(kinds[0] if len(kinds) == 1 else {"oneOf": kinds}), "$defs": defs}


def referred(kind: type[Any], defs: Defs) -> Schema:
    """A reference to a class, which is described once."""
    name = kind.__name__
    while defs.classes.get(name, kind) is not kind:
        name += "_"  # another class of this name
    if name not in defs:
        defs.classes[name], defs[name] = kind, {}  # for it may hold others like itself
        defs[name] = _object(_keys(kind), defs)
        if issubclass(kind, Result) and hasattr(kind, "kind"):
            defs[name]["properties"]["kind"] = {"const": kind.kind}
    return {"$ref": f"#/$defs/{name}"}


def _object(keys: Mapping[str, Any], defs: Defs) -> Schema:
    needed = [name for name, hint in keys.items() if get_origin(hint) is not NotRequired]
    held = {name: _typed(get_args(hint)[0] if name not in needed else hint, defs) for name, hint in keys.items()}
    return {"type": "object", "properties": held, "required": needed, "additionalProperties": False}


def _keys(kind: type[Any]) -> dict[str, Any]:
    """The keys of its JSON and their types; those of a result below the head."""
    if hasattr(kind, "_fields"):
        return {name: _hint(kind, name) for name in kind._fields}
    names = getattr(kind, "json_keys", ()) or [each.name for each in fields(kind) if each.name != "signature"]
    told = getattr(kind, "json_types", {})
    own = {
        **(HEAD if issubclass(kind, Result) else {}),
        **{name: told.get(name) or _hint(kind, name) for name in names},
    }
    return {name: hint for name, hint in {**own, **told}.items() if hint is not Never}


def _hint(kind: type[Any], name: str) -> Any:
    """The type of a field, or of what a property gives."""
    for each in kind.__mro__:
        said = vars(each).get(name)
        found = getattr(getattr(said, "fget", None) or getattr(said, "func", None), "__annotations__", {}).get("return")
        found = found or vars(each).get("__annotations__", {}).get(name)
        if found is not None:
            return eval(found, vars(sys.modules[each.__module__])) if isinstance(found, str) else found
    raise LookupError(f"{kind.__name__}.{name} has no type")


def _typed(hint: Any, defs: Defs) -> Schema:
    """The schema of a type, as `as_json` writes its values."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if origin in (Union, types.UnionType):
        every = [_typed(each, defs) for each in inner]
        simple = all(set(each) == {"type"} for each in every)
        named = [each["type"] for each in every] if simple else []
        flat = dict.fromkeys(name for each in named for name in (each if isinstance(each, list) else [each]))
        return {"type": [*flat]} if simple else {"anyOf": every}
    if origin is Literal:
        return {"enum": list(inner)}
    if origin is np.ndarray or hint is np.ndarray:
        return {"type": ["array", "number", "integer", "boolean"]}
    if origin is tuple and inner and inner[-1] is not Ellipsis:
        parts = [_typed(each, defs) for each in inner]
        return {"type": "array", "prefixItems": parts, "minItems": len(parts), "maxItems": len(parts)}
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _typed(inner[1], defs)}
    if isinstance(origin, type) and issubclass(origin, Iterable):
        return {"type": "array", "items": _typed(inner[0], defs)}
    if isinstance(hint, type) and (is_dataclass(hint) or hasattr(hint, "_fields")):
        own = "to_dict" in vars(hint) and not hasattr(hint, "json_types")
        return {"type": "object"} if own else referred(hint, defs)
    return {"type": "object"} if hasattr(hint, "to_dict") else {}
