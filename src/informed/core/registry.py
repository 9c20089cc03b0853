"""Measures, their traits, and how to find them.

A measure is a pure function of a table, declared with facts about it. Search, command line, JSON keys, documentation
and the laws in the tests read those facts; nothing else lists measures by name.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache, cached_property
from importlib import import_module
from typing import Any, Literal, overload

import numpy as np

from informed.core.errors import InputError, UndefinedError, arg, choice
from informed.core.extending import Addition, loaded
from informed.core.labels import check_positive, written
from informed.core.letters import LETTERS, MEANINGS, key, parsed, refuse_parameter, refuse_several, spelled
from informed.core.sharing import Sharing, once, working
from informed.core.table import Array, as_table, blocks, degenerate, expected, namespace, rejoined, where

ByShape = float | Callable[[int, int], float]
"""A fact that may depend on the number of classes: phi squared reaches min(A, P) - 1."""

Discrimination = Literal["weak", "strong"] | None
BRACKETED = re.compile(r"[^()\[\]]+\([^()\[\]]+\)")  # H(R|P): brackets that may be part of a name


@dataclass(frozen=True, eq=False)
class Measure:
    """A function from tables ``(..., A, P)`` to values ``(...)``, with what is known about it.

    ``kind``: "binary" takes 2x2 with the positive class first, "table" any A x P. ``fixed_chance``: its value at
    independence when that is one number for all margins. ``limit``: the value used when an empty margin
    makes it 0/0 (None: it stays NaN). ``labelwise``: reported for each label against the rest as well.
    ``relabel``: unchanged by any renaming of the predicted classes. ``extensive``: grows with the number of items; all
    others stay as they are when every count is doubled. ``discrimination``, for two classes and for
    more: "weak" when 1 means perfect and nothing else does, "strong" when besides 0 means independent and nothing else
    does (Steingold & Laclavik); with ``relabel``, perfect up to a renaming of the predictions.
    ``proportion``: the body returns a part and its whole, so that intervals know what was counted out of what.
    ``interval``: the default method. ``contrast``: for two classes the measure is the difference of these two
    proportions. ``over``: for more it is the mean of that difference over the labels, weighted by the margin the
    first proportion is taken of ("own"), by the other one, or equally (then of recall alone, rescaled). ``hit``: what
    one hit of each label adds to it, up to a factor, while the margins stay. ``through``: with its default parameters
    it is this function of that other measure, whose interval it takes; the function may turn only at chance.
    ``entropies``: the measure from the entropies of actual, of predicted and of both. ``unless``: when it may be
    undefined though no margin is empty.
    ``given``: the margin whose positive class it is conditional on, so that judging or sampling other items does not
    touch it. ``fragile``: one label without hits decides it, so that with few hits of a label it has no interval.
    ``headline``: shown before all others. ``label``: the one label it is asked for, against the rest.
    """

    name: str
    body: Callable[..., Array]
    family: str
    source: str
    formula: str
    kind: Literal["binary", "table"] = "table"
    aliases: tuple[str, ...] = ()
    range: tuple[ByShape, ByShape] = (0.0, 1.0)
    fixed_chance: float | None = None
    perfect: ByShape | None = 1.0
    limit: float | None = None
    higher_is_better: bool | None = True
    symmetric: bool = False
    square: bool = False
    ordered: bool = False
    relabel: bool = False
    extensive: bool = False
    labelwise: bool = False
    proportion: bool = False
    headline: bool = False
    fragile: bool = False
    given: Literal["actual", "predicted"] | None = None
    discrimination: tuple[Discrimination, Discrimination] = (None, None)
    unit: str | None = None
    dual: str | None = None
    interval: str = "wald"
    contrast: tuple[str, str] | None = None
    over: Literal["own", "other", "equal"] | None = None
    hit: Callable[[Array], Array] | None = None
    through: tuple[str, Callable[[Array], Array]] | None = None
    entropies: Callable[[Array, Array, Array], Array] | None = None
    unless: str | None = None
    backend: Literal["any", "numpy"] = "any"
    parameters: Mapping[str, Any] = field(default_factory=dict)
    label: str | None = None

    @overload
    def __call__(self, table: Array, *, positive: Any = None, undefined: str = "limit") -> Array: ...

    @overload
    def __call__(
        self,
        actual: Any,
        predicted: Any,
        *,
        weights: Any = None,
        sample_weight: Any = None,
        positive: Any = None,
        undefined: str = "limit",
    ) -> float: ...

    def __call__(  # type: ignore[misc]  # the first argument goes by two names
        self,
        table: Array = None,
        predicted: Any = None,
        *,
        actual: Any = None,
        weights: Any = None,
        sample_weight: Any = None,
        positive: Any = None,
        undefined: str = "limit",
    ) -> Array:
        """The value of every table of the batch, or of two columns of labels: ``mcc(actual, predicted)``.

        A measure of one label names it, ``get("recall[rain]")``, or takes it as ``positive``. ``weights``, also known
        as ``sample_weight``, has a weight per item. ``undefined`` says what 0/0 gives: "limit", "nan" or "raise".
        """
        choice("undefined", undefined, ("limit", "nan", "raise"))
        weights = sample_weight if weights is None else weights
        if predicted is not None or actual is not None:
            count = import_module("informed.readers.counting").count  # by name: a measure knows tables alone
            counts = count(table, predicted, actual=actual, weights=weights)
            return float(self(counts, positive=positive, undefined=undefined))
        if weights is not None:
            raise InputError(f"{self}: {arg('weights')} is for two columns of labels; a table holds its own")
        label = positive if self.label is None else self.label
        if label is not None:
            return replace(self, label=None)(_against_rest(self, table, label), undefined=undefined)
        self.check_labels(table)
        if self.kind == "binary":
            check_positive(str(self), getattr(table, "labels", None))

        def settled(block: Array) -> Array:
            block = as_table(block)
            self.check(block)
            if isinstance(block, np.ndarray) and block.size and not block.min() >= 0:  # a NaN is not either
                raise InputError(f"{self}: the table holds {block.min()}; counts must be numbers >= 0")
            return self.settle(block, self.raw(block), undefined)

        return rejoined([settled(block) for block in blocks(table)], table)

    def raw(self, table: Array) -> Array:
        """The value with 0/0 left NaN; the table is trusted to be float64 and of the right shape."""
        if working():
            return self._known_value(table)
        with Sharing():
            return self._known_value(table)

    def settled(self, table: Array) -> Array:
        """The value with 0/0 as the convention has it; like ``raw`` it trusts the table."""
        return self.settle(table, self.raw(table))

    @cached_property
    def _known_value(self) -> Callable[[Array], Array]:
        return once(self._value)

    def _value(self, table: Array) -> Array:
        value = self.body(table, **self.parameters)
        return value[0] / value[1] if self.proportion else value

    def parts(self, table: Array) -> tuple[Array, Array]:
        """Of a proportion: how many, out of how many."""
        part, whole = self.body(as_table(table), **self.parameters)
        return part, whole

    def settle(self, table: Array, value: Array, undefined: str = "limit") -> Array:
        """Raw values with the undefined ones treated as asked."""
        missing = value != value  # NaN
        if undefined == "nan" or (isinstance(missing, (np.ndarray, np.generic)) and not np.count_nonzero(missing)):
            return value
        if undefined == "raise" and bool(namespace(value).any(missing)):
            raise UndefinedError(
                f"{self} is undefined on this table, as when a margin "
                f"is empty; use {arg('undefined', 'limit')} or 'nan'"
            )
        return value if self.limit is None else where(missing & degenerate(table), self.limit, value)

    def at_chance(self, table: Array) -> Array:
        """What independence would give with the margins of each table."""
        if self.fixed_chance is None:
            return self(expected(as_table(table)))
        return np.full(as_table(table).shape[:-2], self.fixed_chance)  # exact: an expected table is rounded

    def check(self, table: Array) -> None:
        """Refuse a table that the measure is undefined for or cannot work with."""
        self.check_shape(table.shape)
        if self.backend == "numpy" and namespace(table) is not np:
            raise InputError(f"{self} takes NumPy tables only; convert this one with numpy.asarray(table)")

    def check_labels(self, counts: Any) -> None:
        """Refuse counts whose labels on both axes differ, where the diagonal is to hold the hits."""
        if (self.square or self.kind == "binary") and not getattr(counts, "square", True):
            raise InputError(
                f"{self} needs the same labels on both axes; these are {list(counts.labels)} and "
                f"{list(counts.labels_predicted)}: match them first, or name all labels on both axes"
            )

    def check_shape(self, shape: tuple[int, ...]) -> None:
        """Refuse a table that the measure is undefined for."""
        if not self.applies(*shape[-2:]):
            needs = "a 2 x 2 table" if self.kind == "binary" else "as many predicted as actual classes"
            hint = "take informed.table.one_vs_rest(table)" if self.kind == "binary" else "match the labels first"
            raise InputError(f"{self} needs {needs}, this one is {shape[-2]} x {shape[-1]}; {hint}")
        if missing := [name for name, value in self.parameters.items() if value is None]:
            raise InputError(f"{self.name} needs {missing[0]}=, for example {self.name}.with_({missing[0]}=...)")

    def applies(self, rows: int, columns: int) -> bool:
        """Whether the measure has a meaning for A x P tables."""
        return rows == columns == 2 if self.kind == "binary" else rows == columns or not self.square

    @property
    def placed(self) -> bool:
        """Whether labels that never occur keep their places: in an order, or in a matrix of prices."""
        return self.ordered or any(isinstance(each, (list, tuple, np.ndarray)) for each in self.parameters.values())

    @property
    def settings(self) -> tuple[str, ...]:
        """Where it can be used; "multi-label" by seeing each category against the rest."""
        of = {"binary": True, "multi-class": self.kind == "table", "multi-label": self.labelwise}
        return tuple(name for name, used in of.items() if used)

    @property
    def on_common_scale(self) -> bool:
        """Whether it runs within -1 and 1 whatever the number of classes, so that it reads as a share."""
        return not any(callable(end) or abs(end) > 1 for end in self.range)

    @cached_property
    def ready(self) -> bool:
        """Whether every parameter has a value, so that a table alone suffices."""
        return all(value is not None for value in self.parameters.values())

    def with_(self, **parameters: Any) -> "Measure":
        """The same measure with other parameters: ``f_measure.with_(beta=2)``."""
        for name in parameters.keys() - self.parameters.keys():
            refuse_parameter(self.name, name, {each.name: each.parameters for each in (self, *catalogue())})
        return replace(self, parameters={**self.parameters, **parameters})

    @cached_property
    def says(self) -> str:
        """The measure in one sentence."""
        return inspect.cleandoc(self.body.__doc__ or "").split("\n\n")[0].replace("\n", " ")

    @cached_property
    def remarks(self) -> str:
        """What its docstring says beyond the first sentence."""
        return inspect.cleandoc(self.body.__doc__ or "").partition("\n\n")[2]

    @property
    def __doc__(self) -> str:  # type: ignore[override]
        return f"{self.says}\n\n{self.formula}\n\nSource: {self.source}"

    def bound(self, end: int, rows: int, columns: int) -> float:
        """The lower (0) or upper (1) end of the range for A x P tables."""
        value = self.range[end]
        return value(rows, columns) if callable(value) else value

    def best(self, rows: int, columns: int) -> float | None:
        """The value of a perfect predictor for A x P tables."""
        return self.perfect(rows, columns) if callable(self.perfect) else self.perfect

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        """Printed the way it parses: ``f_measure(beta=2)``; parameters at their defaults are left out."""
        default = _REGISTRY[self.name].parameters if self.name in _REGISTRY else {}
        given = [f"{key}={value!r}" for key, value in self.parameters.items() if repr(value) != repr(default.get(key))]
        label = "" if self.label is None else f"[{self.label}]"
        return f"{self.name}({', '.join(given)}){label}" if given else f"{self.name}{label}"

    def __reduce_ex__(self, protocol: Any) -> Any:
        """By name, where every program has it; a measure of one's own as what it is, if its pickler can."""
        if self.body.__module__.startswith("informed.") or self.name in _ADDED:
            return get, (self.text,)
        return super().__reduce_ex__(protocol)

    __repr__ = __str__


FAMILIES = ("informedness", "agreement", "association", "information", "rates", "value")  # the order of print

_REGISTRY: dict[str, Measure] = {}
_ALIASES: dict[str, str] = {}
_ADDED: list[str] = []  # the names of those of other packages, once they were looked for


def _against_rest(measure: Measure, table: Any, label: Any) -> Any:
    """The table of one label against the rest; a bare table has its labels by their places."""
    from informed.core.counts import Counts

    if measure.kind != "binary" and not measure.labelwise:
        raise InputError(f"{measure.name} is a measure of the whole table; leave out the label {label!r}")
    counts = table if hasattr(table, "one_vs_rest") else Counts(table)
    return counts.one_vs_rest(written(label, counts.labels, str(measure)))


Declare = Callable[[Callable[..., Any]], Measure]


def measure(**traits: Any) -> Declare:
    """Declare the function below as a measure and register it; keyword parameters become its parameters.

    Parameters
    ----------
    **traits
        What holds for the measure; ``family``, ``source`` and ``formula`` are needed.

    Returns
    -------
    decorator
        Makes a `Measure` of a function that takes a table ``(..., A, P)``.

    Raises
    ------
    InputError
        If a trait is unknown, or the name already means another measure.

    Examples
    --------
    >>> @measure(family="agreement", source="our own", formula="first hits / N")
    ... def first_hits(table):
    ...     return table[..., 0, 0] / table.sum(-1).sum(-1)
    >>> float(first_hits([[3, 1], [2, 4]]))
    0.3
    """

    def declare(body: Callable[..., Array]) -> Measure:
        for trait in traits.keys() - Measure.__dataclass_fields__.keys():
            choice(f"trait of {body.__name__}", trait, Measure.__dataclass_fields__)
        keywords = list(inspect.signature(body).parameters.values())[1:]
        parameters = {each.name: each.default for each in keywords}
        return register(Measure(name=body.__name__, body=body, parameters=parameters, **traits))

    return declare


def register(new: Measure) -> Measure:
    """Add a measure to the catalogue; a name or alias that already means something else is refused."""
    for name in (new.name, *new.aliases):
        taken = name if name in _REGISTRY else _ALIASES.get(name)
        if taken:
            raise InputError(f"measure {new.name!r}: the name {name!r} already means {taken!r}; choose another")
    _REGISTRY[new.name] = new
    _ALIASES.update(dict.fromkeys(new.aliases, new.name))
    declared.cache_clear()
    by_key.cache_clear()
    return new


def forget(name: str) -> None:
    """Take a measure out of the catalogue again."""
    gone = _REGISTRY.pop(get(name).name)
    for alias in gone.aliases:
        del _ALIASES[alias]
    declared.cache_clear()
    by_key.cache_clear()


def catalogue() -> Iterator[Measure]:
    """All measures, family by family in the order they were declared; families of one's own come last."""
    import informed.core.measures  # noqa: F401  (declares them)

    if not _ADDED:
        _ADDED.append("")  # first, for a measure of another package may itself look for others
        own = [each for each in declared() if each.body.__module__.startswith("informed.")]
        _ADDED.extend(loaded("measure", {name for each in own for name in (each.name, *each.aliases)}, _addition))
    return iter(declared())


def _addition(addition: Addition) -> Measure:
    """A measure of another package; where it cannot be used, nothing of it stays in the catalogue."""
    before = dict(_REGISTRY)
    try:
        found = addition.load()
        if not isinstance(found, Measure) or addition.name != found.name:
            raise addition.refused(f"{addition.place} is not a measure of this name")
        return found
    except InputError:
        for name in _REGISTRY.keys() - before.keys():
            forget(name)
        raise


@cache
def declared() -> tuple[Measure, ...]:
    """Those that were declared so far, in the same order."""
    place = {family: index for index, family in enumerate(FAMILIES)}
    return tuple(sorted(_REGISTRY.values(), key=lambda each: place.get(each.family, len(place))))


def find(**traits: Any) -> list[Measure]:
    """Find the measures whose traits have these values.

    Parameters
    ----------
    **traits
        ``family="information"``, ``square=False``, ``fixed_chance=0``, ...

    Returns
    -------
    list of Measure
        All measures of which every trait holds.

    Raises
    ------
    InputError
        If a trait or the name of a family is unknown.

    Examples
    --------
    >>> "proficiency" in [each.name for each in find(family="information")]
    True
    """
    known = {each.name for each in fields(Measure)}
    for trait, wanted in traits.items():
        choice("trait", trait, known)
        names = {getattr(each, trait) for each in catalogue()} if isinstance(wanted, str) else ()
        if names and all(name is None or isinstance(name, str) for name in names):
            choice(trait, wanted, sorted(filter(None, names)))
    return [each for each in catalogue() if all(getattr(each, key) == value for key, value in traits.items())]


def get(name: str | Measure) -> Measure:
    """Get one measure by name or alias.

    Parameters
    ----------
    name
        ``"mcc"``; with parameters ``"f_measure(beta=2)"``, of one label ``"recall[rain]"``.

    Returns
    -------
    Measure
        A function of a table, or of actual and predicted labels.

    Raises
    ------
    InputError
        If no measure has this name; the message suggests the nearest.

    Examples
    --------
    >>> get("youden").name
    'informedness'
    """
    if isinstance(name, Measure):
        return name
    import_module("informed.core.measures")  # declares them
    if name in _REGISTRY:  # its own name: no need to look at all others
        return _REGISTRY[name]
    refuse_several(name)
    symbol = "=" not in name and BRACKETED.fullmatch(name) and key(name) in by_key()
    stem, parameters, label = (name, {}, None) if symbol else parsed(spelled(name))
    if stem not in _REGISTRY and key(stem) not in by_key():
        refuse_several(stem)
        names = sorted({*_REGISTRY, *_ALIASES}, key=lambda each: (each in _ALIASES, each))
        choice("measure", stem.lower().replace("-", "_").replace(" ", "_"), names, "`informed measures`")
    found = _REGISTRY[stem if stem in _REGISTRY else by_key()[key(stem)]]
    found = found.with_(**parameters) if parameters else found
    return found if label is None else replace(found, label=label)


def bare(measure: Measure) -> str:
    """What a measure is called without the label it is of."""
    return str(replace(measure, label=None))


def names_of(measure: Measure) -> tuple[str, ...]:
    """Every name it is found by: its own, its aliases and those of the papers."""
    return (measure.name, *measure.aliases, *LETTERS.get(measure.name, ()))


@cache
def by_key() -> dict[str, str]:
    """The measure of every name that means one alone, by the key of the name."""
    several = {key(each) for each in MEANINGS}
    return {wanted: each.name for each in catalogue() for wanted in map(key, names_of(each)) if wanted not in several}


def several(measures: str | Measure | Iterable[str | Measure]) -> list[Measure]:
    """Measures by name; one name alone is a list of one."""
    return [get(each) for each in ([measures] if isinstance(measures, (str, Measure)) else measures)]
