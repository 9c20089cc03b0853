"""Which column plays which role: arrays, or the names of columns of a source."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np

from informed.core.errors import InputError, arg, choice
from informed.core.given import Missing, WeightKind, values
from informed.core.labels import Label, plain
from informed.core.validate import unmasked
from informed.readers.arrays.codes import Column, Level, column, not_a_label, own_codes
from informed.readers.labels import number

Roles = Mapping[str, Sequence[str | None]]
"""What columns are wanted for, and their names."""

DESIGN = ("cluster", "stratum")


@dataclass(frozen=True)
class Columns:
    """What is read of items that have one label each, and how; all columns are arrays, or all are names.

    ``systems``: what each system predicted. ``by``: what tells groups apart. ``labels`` gives the order of labels and
    may add some. ``missing``: "raise", "drop" or "unjudged" (items without an actual label are kept). ``abstain``:
    predicted labels that mean "no prediction"; None among them stands for a missing prediction. ``rename``: names to
    count labels under, which all else uses. ``axes``: what the caller calls the actual and the predicted labels.
    """

    axes: ClassVar[tuple[str, str]] = ("actual", "predicted")

    actual: Any
    systems: Mapping[str, Any]
    by: Mapping[str, Any] = field(default_factory=dict)
    cluster: Any = None
    stratum: Any = None
    weights: Any = None
    weight_kind: WeightKind = "sampling"
    labels: Sequence[Any] | None = None
    rename: Any = None
    missing: Missing = "raise"
    abstain: Any = None

    def __post_init__(self) -> None:
        choice("missing", self.missing, values(Missing))
        choice("weight_kind", self.weight_kind, values(WeightKind))
        if self.labels is not None and not isinstance(self.labels, str):
            object.__setattr__(self, "labels", tuple(self.labels))  # the class is frozen
        object.__setattr__(self, "rename", renaming(self.rename))

    @classmethod
    def named(cls, actual: str | None, predicted: Any, *, by: Any = None, **rest: Any) -> Self:
        """Columns of a source, by name. A list names the systems by their columns."""
        for role in ("cluster", "stratum", "weights"):
            check_name(role, rest.get(role), cls.axes[0])
        systems = {cls.axes[1]: predicted} if predicted is None or isinstance(predicted, str) else _listed(predicted)
        groups = [by] if isinstance(by, str) else list(dict.fromkeys(() if by is None else by))
        for name in groups:
            check_name("by", name, cls.axes[0])
        return cls(actual, systems, {name: name for name in groups}, **rest)

    @classmethod
    def arrays(cls, actual: Any, predicted: Any, *, by: Any = None, **rest: Any) -> Self:
        """Arrays, lists or series; a dictionary gives the predictions of each system."""
        systems = _once(predicted.items()) if isinstance(predicted, Mapping) else {cls.axes[1]: predicted}
        if not systems:
            raise InputError("predicted has no systems; give the predictions of each by name: {'new': [...], ...}")
        if "actual" in systems:
            raise InputError("a system is called 'actual', as the actual labels are; give it another name")
        return cls(actual, systems, named_groups(by), **rest)

    @property
    def keys(self) -> list[tuple[str, Any]]:
        """What tells rows apart beside the labels: the groups, the cluster and the stratum."""
        design = [(name, each) for name in DESIGN if (each := getattr(self, name)) is not None]
        return [*self.by.items(), *design]

    @property
    def labelled(self) -> dict[str, Any]:
        """The columns of labels: the actual ones, then those of each system."""
        return {self.axes[0]: self.actual, **self.systems}

    @property
    def roles(self) -> Roles:
        """What each named column is for."""
        plain = self.axes[1]
        systems = {name if name == plain else f"system {name!r}": [each] for name, each in self.systems.items()}
        design = {name: [getattr(self, name)] for name in (*DESIGN, "weights")}
        numeric = {name: [each] for name, each in self.numeric.items()}
        return {"by": list(self.by), self.axes[0]: [self.actual], **systems, **numeric, **design}

    @property
    def numeric(self) -> dict[str, Any]:
        """The columns of numbers that are told apart as they are."""
        return {}

    @property
    def remedy(self) -> str:
        """What makes for fewer distinct rows."""
        return f"leave out {arg('cluster')} or {arg('by')}, name a coarser column, or give a sample of the items"

    def column(self, values: Any, name: str) -> Column:
        """A column of labels; a number with a fraction is refused with its place."""
        read = column(values, name)
        for each in () if isinstance(read.levels, range) else read.levels or ():
            if isinstance(each, float):
                raise not_a_label(each, read.where(each))
        return read

    @property
    def apart(self) -> list[Level]:
        """The abstentions as a list of levels."""
        if self.abstain is None:
            return []
        several = isinstance(self.abstain, (list, tuple, set, frozenset))
        return [None if each is None else plain(each) for each in (self.abstain if several else [self.abstain])]

    def called(self) -> Self:
        """The roles as the names of columns."""
        systems, by = ({name: name for name in each} for each in (self.systems, self.by))
        rest: dict[str, Any] = {name: name for name in (*DESIGN, "weights") if getattr(self, name) is not None}
        return replace(self, actual=self.axes[0], systems=systems, by=by, **rest)

    def held(self, data: Mapping[str, Any]) -> Self:
        """Arrays in the place of the names of columns."""
        return replace(
            self,
            actual=None if self.actual is None else data[self.actual],
            systems={name: data[each] for name, each in self.systems.items()},
            by={name: data[each] for name, each in self.by.items()},
            **{name: data[each] for name in (*DESIGN, "weights") if (each := getattr(self, name)) is not None},
        )


@dataclass(frozen=True)
class Scored(Columns):
    """What is read of items that have a score, high for the ``positive`` label.

    Scores are rounded down to multiples of ``width``, a power of two (0: kept as they are), or to one that makes about
    so many ``bins``. ``abstain``: scores that mean "no score"; None among them stands for a missing one.
    """

    score: Any = None
    positive: Any = None
    width: float = 0.0
    bins: int | None = None

    @classmethod
    def named(cls, actual: str | None, predicted: Any, *, by: Any = None, **rest: Any) -> Self:
        """Columns of a source, by name; ``predicted`` is that of the scores."""
        check_name("scores", predicted)
        return replace(super().named(actual, predicted, by=by, **rest), systems={}, score=predicted)

    @classmethod
    def arrays(cls, actual: Any, predicted: Any, *, by: Any = None, **rest: Any) -> Self:
        """Arrays, lists or series; ``predicted`` are the scores."""
        return replace(super().arrays(actual, predicted, by=by, **rest), systems={}, score=predicted)

    @property
    def numeric(self) -> dict[str, Any]:
        """The scores."""
        return {"scores": self.score}

    @property
    def marks(self) -> tuple[float, ...]:
        """The numbers that mean "no score"; they are in no bin."""
        read = [number(each) if isinstance(each, str) else each for each in self.apart]
        return tuple(float(each) for each in read if isinstance(each, (int, float)))

    @property
    def remedy(self) -> str:
        """What makes for fewer distinct rows."""
        binned = bool(self.width) or self.bins is not None
        return super().remedy if binned else f"round the scores with bins=1000, or {super().remedy}"

    def column(self, values: Any, name: str) -> Column:
        """A column of labels with levels of its own."""
        return own_codes(super().column(values, name))

    def held(self, data: Mapping[str, Any]) -> Self:
        """Arrays in the place of the names of columns."""
        return replace(super().held(data), score=data[self.score])


@dataclass(frozen=True)
class Rated(Columns):
    """What is read of items that several raters judged: ``systems`` are the raters; none is the reference.

    A missing rating was not given, which ``abstain`` says of others. ``fractions``: whether a rating may have one.
    """

    fractions: bool = False

    @property
    def labelled(self) -> dict[str, Any]:
        """The columns of labels, one for each rater."""
        return dict(self.systems)

    @property
    def remedy(self) -> str:
        """What makes for fewer distinct rows."""
        return "name fewer raters, or give a sample of the items"

    @property
    def apart(self) -> list[Level]:
        """The abstentions, and ratings that were not given."""
        return [None, *super().apart]

    def column(self, values: Any, name: str) -> Column:
        """What one rater said; as an object each number is what it is, where one with a fraction would be a score."""
        if not self.fractions or isinstance(values, Column):
            return super().column(values, name)
        return own_codes(column(np.asarray(unmasked(values, None), dtype=object), name))


def renaming(given: Any) -> dict[Label, Label]:
    """The new name of each label, from a dictionary, or from texts such as ``pos=ill``."""
    try:
        texts = [given] if isinstance(given, str) else () if isinstance(given, Mapping) else given or ()
        pairs = given.items() if isinstance(given, Mapping) else [each.rsplit("=", 1) for each in texts]
        found = [(plain(old), plain(new)) for old, new in pairs]
    except (AttributeError, TypeError, ValueError):
        raise InputError("must give each label its new name: {'pos': 'ill'}", argument="rename", value=given) from None
    known = dict(found)
    if twice := next((old for old, new in found if known[old] != new), None):
        raise InputError("has two new names; give it one", argument="rename", value=twice)
    return known


def _listed(systems: Any) -> dict[str, str]:
    """The column of each system; columns alone give the systems their names."""
    called = _once(systems.items() if isinstance(systems, Mapping) else [(each, each) for each in systems])
    if not called or not all(isinstance(each, str) for each in called.values()):
        raise InputError(f"name the column of each system, as {arg('actual')} names one; got {systems!r:.80}")
    return called


def _once(systems: Iterable[tuple[Any, Any]]) -> dict[str, Any]:
    """What belongs to each system, none of which may be named twice."""
    known: dict[str, Any] = {}
    for name, each in systems:
        if str(name) in known:
            raise InputError(f"duplicate system name {str(name)!r}")
        known[str(name)] = each
    return known


def check_name(argument: str, value: Any, other: str = "actual") -> None:
    """Refuse an array where others are named: it may be in another order than they are."""
    if value is not None and not isinstance(value, str):
        raise InputError(
            f"{argument} is {type(value).__name__}, but {arg(other)} "
            f"names a column; name the column of {arg(argument)} too, "
            "or give everything as arrays"
        )


def given_as(data: Any, actual: Any) -> tuple[Any, Any]:
    """The data and the column of actual labels; labels given as ``actual=`` are the data themselves."""
    return (actual, None) if data is None else (data, actual)


def check_named(names: Sequence[str], wanted: Roles) -> None:
    """Refuse names that are none of these, and one in two roles."""
    for role, columns in wanted.items():
        for name in columns:
            if name is not None:
                choice(f"{role}: column", name, names)
    check_roles(wanted)


def check_roles(wanted: Roles) -> None:
    """Refuse one column in two roles; any may be a group beside."""
    roles: dict[str | None, str] = {}
    for role, name in ((role, name) for role, columns in wanted.items() if role != "by" for name in columns):
        if name is not None and name in roles:
            raise InputError(f"is already the {roles[name]} column; name another column", argument=role, value=name)
        roles[name] = role


def key_names(how: Mapping[str, Any]) -> list[str]:
    """The keys and weights that are names of columns."""
    by = how.get("by")
    given = [by] if isinstance(by, str) else list(by) if isinstance(by, (list, tuple)) else []
    return [each for each in (*given, *(how.get(name) for name in (*DESIGN, "weights"))) if isinstance(each, str)]


def keys_held(how: Mapping[str, Any], data: Mapping[str, Any]) -> dict[str, Any]:
    """Arrays in the place of the names of keys and weights."""
    by = how.get("by")
    groups = [by] if isinstance(by, str) else by or ()
    for name in (*DESIGN, "weights"):
        check_name(name, how.get(name))
    for name in groups:
        check_name("by", name)
    return {
        **how,
        **{name: data[how[name]] for name in (*DESIGN, "weights") if how.get(name) is not None},
        "by": {name: data[name] for name in groups},
    }


def named_groups(by: Any) -> dict[str, Any]:
    """What to group by: one array, a list of arrays or a dictionary of named ones."""
    if by is None:
        return {}
    if isinstance(by, Mapping):
        return {str(name): values for name, values in by.items()}
    if not (isinstance(by, (list, tuple)) and by and hasattr(by[0], "__len__") and not isinstance(by[0], str)):
        return {str(getattr(by, "name", None) or "group"): by}
    return {str(getattr(each, "name", None) or f"group {place}"): each for place, each in enumerate(by, 1)}


def check_items(missing: int, name: str) -> None:
    """Refuse rows of a long table that name no item, which would all be one."""
    if missing:
        where = "1 row" if missing == 1 else f"{missing:,} rows"
        raise InputError(f"column {name!r} has no item in {where}; fill in the items, or leave out these rows")
