"""The measures in print, read from their traits."""

import textwrap
from collections.abc import Iterable, Iterator

from informed.core.errors import call
from informed.core.registry import ByShape, Measure
from informed.writers.layout import columns

WIDTH = 100


def listed(measures: Iterable[Measure]) -> str:
    """One line a measure, family by family."""
    lines: list[str] = []
    family = None
    rows = [(each, [each.name, textwrap.shorten(each.says, 72, placeholder=" ...")]) for each in measures]
    table = columns([row for _, row in rows], left=2).split("\n")
    for (each, _), line in zip(rows, table, strict=True):
        if each.family != family:
            family = each.family
            lines += ["", family]
        lines.append(line)
    return "\n".join(lines).lstrip("\n") + "\n\n`informed measures NAME` explains one."


def explained(measure: Measure) -> str:
    """Everything the registry knows about one measure."""
    told = [textwrap.fill(part, WIDTH) for part in (measure.says, *measure.remarks.split("\n\n")) if part]
    rows = columns([[name, value] for name, value in facts(measure).items()], left=2)
    return "\n\n".join(
        [measure.name, *told, rows, *_listing("Use it", uses(measure)), *_listing("Not", limits(measure))]
    )


def _listing(title: str, lines: Iterable[str]) -> list[str]:
    text = "\n".join(textwrap.fill(line, WIDTH, initial_indent="  - ", subsequent_indent="    ") for line in lines)
    return [f"{title}\n{text}"] if text else []


def facts(measure: Measure) -> dict[str, str]:
    """Its traits by the name a reader knows them by; those that say nothing are left out."""
    told = {
        "formula": measure.formula,
        "range": f"{_fact(measure.range[0])} to {_fact(measure.range[1])}",
        "chance": chance(measure),
        "perfect": "depends on the margins" if measure.perfect is None else _fact(measure.perfect),
        "0/0": "undefined (NaN)" if measure.limit is None else f"set to {measure.limit:g}",
        "takes": _takes(measure),
        "unit": measure.unit or "",
        "dual": measure.dual or ("itself" if measure.symmetric else ""),
        "parameters": ", ".join(f"{name}={value!r}" for name, value in measure.parameters.items()),
        "aliases": ", ".join(measure.aliases),
        "family": measure.family,
        "source": measure.source,
    }
    return {name: value for name, value in told.items() if value}


def chance(measure: Measure) -> str:
    """What guessing gives, where that is one number."""
    return "depends on the margins" if measure.fixed_chance is None else f"{measure.fixed_chance:g}"


def uses(measure: Measure) -> Iterator[str]:
    """When to take it, as far as its traits tell."""
    if measure.higher_is_better is None:
        yield "to describe the data, or the habits of a predictor"
        return
    if measure.fixed_chance is not None and not measure.extensive:
        yield f"to compare predictors and data sets: guessing scores {measure.fixed_chance:g} at any class frequencies"
    if measure.fixed_chance is None and measure.family != "value":
        yield "beside its chance value, to stand next to what others report"
    if measure.discrimination[0] == "strong":
        classes = "any number of classes" if measure.discrimination[1] == "strong" else "two classes"
        renamed = " up to a renaming of the predictions" if measure.relabel else ""
        yield f"to tell worthless from useful, for {classes}: 0 means worthless, 1 perfect{renamed}, nothing else does"
    if _one_error(measure):
        yield "when you know which error matters, and it is this one"
    if measure.given:
        yield f"when only items of one {measure.given} class were judged: the others do not touch it"
    if measure.symmetric:
        yield "between two raters, neither of whom is the truth: exchanging them changes nothing"
    if measure.relabel:
        yield "on clusters: what the predicted classes are called does not matter"
    if measure.ordered:
        yield "on labels in order, where a near miss should count as less than a far one"
    if measure.family == "value":
        yield "when errors have prices, and you know them"


def limits(measure: Measure) -> Iterator[str]:
    """When not to take it, as far as its traits tell."""
    if measure.higher_is_better is None:
        yield "to rank predictors: more of it is not better"
        return
    if measure.fixed_chance is None:
        yield f"across data sets or class frequencies by itself: its chance value moves with them; {_instead(measure)}"
    if _one_error(measure):
        yield "alone: naming a class always, or hardly ever, can make it perfect"
    if measure.relabel:
        yield "as a promise that the labels are right: consistently wrong ones score as well"
    if measure.square and measure.kind == "table":
        yield f"on clusters: both sides must have the same classes; `{call('match')}` pairs them first"
    if not measure.symmetric and measure.dual:
        yield f"between raters as equals: exchanged, it becomes {measure.dual}"
    if measure.kind == "binary":
        yield "as one number for more than two classes" + ("; each label has its own" if measure.labelwise else "")
    if measure.extensive:
        yield "between tables of different size: it grows with the number of items"


def _one_error(measure: Measure) -> bool:
    return measure.family == "rates" and measure.proportion


def _instead(measure: Measure) -> str:
    if measure.family == "value":
        return "compare what always saying one label would be worth"
    if measure.family == "information":
        return "proficiency has none that moves"
    return "markedness has none that moves" if measure.given == "predicted" else "informedness has none that moves"


def _takes(measure: Measure) -> str:
    if measure.kind == "binary":
        return "a 2 x 2 table, positive class first; each label against the rest otherwise"
    shape = "a square table" if measure.square else "any table"
    order = ", labels in order" if measure.ordered else ""
    return shape + order + ("; also each label against the rest" if measure.labelwise else "")


def _fact(value: ByShape) -> str:
    if callable(value):
        return f"{value(2, 2):.3g} (2 classes), {value(3, 3):.3g} (3)"
    return f"{value:g}".replace("inf", "infinity")
