"""The numbers of an answer under flat names, as trackers of experiments take them."""

import math
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from informed.core.errors import InputError, choice
from informed.core.estimate import Estimate
from informed.core.labels import Label
from informed.core.registry import get

FIRST = ("informedness", "accuracy", "mcc", "proficiency")  # what a tracker shows, where an answer has them
NUMBERS = 12  # as many as these have with both ends of their intervals
LONGEST = 250  # characters of a name, by MLflow
REFUSED = re.compile(r"[^\w.-]|_(?=x[0-9A-F_])")  # by MLflow or TensorBoard, and what would be taken for an escape
STEPS = re.compile(r"^\.(?=\.?$)")  # parts of a path that lead elsewhere


class Figure(NamedTuple):
    """A number of an answer: which measure, of which system, group and label (None: of the whole).

    With ``minus`` it is the difference of the system from this one.
    """

    measure: str
    estimate: Estimate
    system: str | None = None
    group: tuple[Label, ...] | None = None
    label: Label | None = None
    minus: str | None = None

    @property
    def name(self) -> str:
        """``informedness``, ``b/informedness``, ``b/minus/a/informedness``, ``group/north/label/ill/recall``."""
        bare, _, label = self.measure.partition("[")  # recall[ill] is the recall of a label
        of = ["label", part_of_name(label.removesuffix("]"))] if label else []
        return "/".join([*self._place(), *of, measure_name(bare)])

    def _place(self) -> Iterator[str]:
        if self.group is not None:
            yield from ("group", *map(part_of_name, self.group))
        if self.system is not None:
            yield part_of_name(self.system)
        if self.minus is not None:
            yield from ("minus", part_of_name(self.minus))
        if self.label is not None:
            yield from ("label", part_of_name(self.label))


def flat(figures: Iterable[Figure], intervals: bool = True) -> dict[str, float]:
    """Every finite number by its name, that of an end of the interval with ``_low`` or ``_high``."""
    found: dict[str, float] = {}
    for each in figures:
        ends = {"_low": each.estimate.low, "_high": each.estimate.high} if intervals else {}
        for part, value in {"": each.estimate.value, **ends}.items():
            if value is not None and math.isfinite(value):
                found[short(each.name + part)] = float(value)
    return found


def leading(figures: Iterable[Figure]) -> list[Figure]:
    """The figures of the whole by the first few measures: twelve numbers in all, or every system by one measure.

    Labels are left out, except where the first figure is of a label.
    """
    whole = [each for each in figures if each.group is None]
    whole = [each for each in whole if each.label is None or whole[0].label is not None]
    names = dict.fromkeys(each.measure for each in whole)
    chosen: list[Figure] = []
    for name in (*(each for each in FIRST if each in names), *(each for each in names if each not in FIRST)):
        more = [each for each in whole if each.measure == name]
        if chosen and 3 * (len(chosen) + len(more)) > NUMBERS:
            break
        chosen += more
    return chosen


def only_of(figures: Iterable[Figure], only: str | Iterable[str]) -> list[Figure]:
    """The figures of these measures; of every label where there is none of the whole, or of one: ``recall[ill]``."""
    every = list(figures)
    known = list(dict.fromkeys(each.measure for each in every))
    chosen: list[Figure] = []
    for name in [only] if isinstance(only, str) else only:
        bare, _, label = name.partition("[")
        found = [each for each in every if each.measure == _known(bare, known)]
        if label:
            labels = dict.fromkeys(str(each.label) for each in found if each.label is not None)
            named = choice(f"label of {bare}", label.removesuffix("]"), labels)
            chosen += [each for each in found if str(each.label) == named]
        else:
            chosen += [each for each in found if each.label is None] or found
    return chosen


def _known(name: str, known: list[str]) -> str:
    """One of the measures, by its name or another that means the same."""
    with suppress(InputError):
        return choice("only", str(get(name)), known)
    return choice("only", name, known)


def measure_name(measure: str) -> str:
    """A measure in letters, digits and underscores: ``f_measure(beta=2)`` is ``f_measure_beta_2``."""
    return re.sub(r"\W", "_", measure).rstrip("_")


def part_of_name(value: object) -> str:
    """A label, group or system as one part of a name; what no tracker takes is escaped, ``|`` as ``_x7C_``."""
    return escaped(STEPS, escaped(REFUSED, str(value))) or "_x_"


def escaped(refused: re.Pattern[str], text: str) -> str:
    """Every refused character as its number: the text can be read back, so that different texts stay different."""
    return refused.sub(lambda found: f"_x{ord(found[0]):X}_", text)


def short(name: str) -> str:
    """A name of at most 250 characters; what is cut off is told apart by a hash."""
    if len(name) <= LONGEST:
        return name
    from hashlib import sha256

    return f"{name[: LONGEST - 17]}-{sha256(name.encode()).hexdigest()[:16]}"


def nothing(kind: str) -> InputError:
    """What is said where there is no number."""
    return InputError(f"a result of kind {kind!r} has no numbers for a tracker; take its JSON or CSV")
