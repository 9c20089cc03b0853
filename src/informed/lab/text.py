"""Studies in print: their tables; a page has those of the most telling measures."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Literal

from informed.core.errors import door
from informed.core.result import Grid
from informed.core.words import count, number
from informed.lab.covering import Coverage
from informed.lab.disagreeing import Disagreement
from informed.lab.moving import Sensitivity
from informed.lab.rejecting import Rejections
from informed.lab.requiring import Requirements
from informed.lab.tracking import Tracking
from informed.writers.grids import shown
from informed.writers.layout import wrapped

SCREEN: Literal["screen"] = "screen"
PAGE: Literal["page"] = "page"
TESTED = "rates over the tables in which every class occurs on both axes, so many; K: classes, N: items"
STRONG = "weak: 1 only for perfect predictors; strong: also 0 only for worthless ones"


def measures(study: Tracking, every: bool) -> Iterator[Grid | str]:
    """The measures, the best correlated first."""
    rows = {row["measure"]: row for row in study.rows()}
    figures = ("correlation", "correlation_sd", "rmse", "rmse_sd", "offset", "undefined")
    head = ["measure", "correlation", "sd", "rmse", "sd", "offset at chance", "undefined"]
    says = (
        "correlation with the truth and rmse: means over the studies and their standard deviation; offset: the mean "
        "error of predictors that know nothing; undefined: the share of the tables kept on which it has no value"
    )
    for names, where in ((shown(rows, every), SCREEN), (shown(rows, False), PAGE)):
        table = [[name, *(number(rows[name][figure]) for figure in figures)] for name in names]
        more = f"... and {len(rows) - len(names)} more: {door().every}" if len(names) < len(rows) else ""
        yield Grid("How each measure follows the truth", [head, *table], says, legend=more, on=where)
    yield wrapped(says)


def significance(study: Rejections, every: bool) -> Iterator[Grid | str]:
    """Size and power of every test, one column per setting."""
    rows = study.rows()
    for margin in dict.fromkeys(each.world.prevalence for each in study.settings):
        for informed in dict.fromkeys(each.informed for each in study.settings):
            those = [row for row in rows if row["informed"] == informed and row["prevalence"] == margin]
            if those:
                what = f"power at informedness {informed:g}" if informed else "size (type I error)"
                yield Grid(f"{what}, {margin} margins", _by_setting(those), TESTED, named=True)
    yield wrapped(TESTED)


def _by_setting(rows: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    settings = list(dict.fromkeys((row["classes"], row["items"]) for row in rows))
    found = {(row["test"], row["classes"], row["items"]): row["rate"] for row in rows}
    table = [["test", *(f"K={k} N={n}" for k, n in settings)]]
    for test in dict.fromkeys(row["test"] for row in rows):
        table.append([test, *(_rate(found.get((test, k, n))) for k, n in settings)])
    kept = {(row["classes"], row["items"]): row["tables"] for row in rows}
    return [*table, ["(tables)", *(count(kept[each]) for each in settings)]]


def _rate(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def intervals(study: Coverage, every: bool) -> Iterator[Grid | str]:
    """Each measure and method over all settings; every setting when asked."""
    table = [["measure", "method", "least", "mean", "short", "width"]]
    for row in study.summary():
        name = row["method"] + " <- default" * row["default"]
        short = f"{row['short']} of {row['settings']}"
        table.append([row["measure"], name, _rate(row["least"]), _rate(row["mean"]), short, number(row["width"])])
    says = "coverage: least and mean over the settings, short: in how many it is more than 2 points below the level"
    yield Grid("Coverage over all settings", table, says, left=2)
    yield wrapped(says)
    if every:
        facts = ("measure", "method", "classes", "items", "prevalence", "informed", "tables")
        figures = ("usable", "coverage", "width")
        cells = [[*(str(row[fact]) for fact in facts), *(_rate(row[each]) for each in figures)] for row in study.rows()]
        yield Grid("Coverage in each setting", [[*facts, *figures], *cells], left=2)


def disagreement(study: Disagreement, every: bool) -> Iterator[Grid]:
    """Every way to disagree, with its clearest pairs."""
    for split, pairs in study.counts.items():
        what = f"{split.odd} is the odd one out" if split.odd else str(split)
        for places in study.clearest[split][: None if every else 1].tolist():
            yield Grid(f"{what}: {pairs:,} pairs, for example", _pair(study, *places), named=True)


def _pair(study: Disagreement, first: int, second: int) -> list[list[str]]:
    names = [json.dumps([list(map(_whole, row)) for row in study.tables[place].tolist()]) for place in (first, second)]
    table = [["", f"A = {names[0]}", f"B = {names[1]}"]]
    for column, name in enumerate(study.measures):
        values = study.values[[first, second], column]
        marks = ["*" if value == values.max() else " " for value in values]
        table.append([name, *(f"{number(value)}{mark}" for value, mark in zip(values, marks, strict=True))])
    return table


def _whole(value: float) -> int | float:
    return int(value) if value.is_integer() else value


def bias(study: Sensitivity, every: bool) -> Iterator[Grid | str]:
    """How far each measure moves at each degree of informedness, the steadiest first."""
    who = "informed" if study.constant == "informedness" else "the class follows the prediction"
    says = "per prevalence, per bias: the slopes of the plane fitted to the values over all margins"
    figures = ("least", "most", "spread", "prevalence", "bias")
    head = ["measure", "least", "most", "spread", "per prevalence", "per bias"]
    for names, where in ((shown(study.values, every), SCREEN), (shown(study.values, False), PAGE)):
        for informed in study.informed:
            rows = [row for row in study.rows() if row["informed"] == informed and row["measure"] in names]
            rows.sort(key=lambda row: (row["spread"] is None, row["spread"]))
            table = [head, *([row["measure"], *(_slope(row[figure]) for figure in figures)] for row in rows)]
            yield Grid(f"{who} {informed:.0%} of the time", table, says, on=where, named=True)
        if study.path:
            yield _comparison(study, names, where)
    yield wrapped(says)


def _slope(value: float | None) -> str:
    return number(None if value is None else round(value, 9))


def _comparison(study: Sensitivity, names: Collection[str], where: Literal["screen", "page"]) -> Grid:
    steps = study.comparison()[::50]
    table = [["measure", *(f"i={row['step']}" for row in steps)]]
    table += [[name, *(_slope(row[name]) for row in steps)] for name in study.path if name in names]
    return Grid(
        f"from perfect (i=0) to mislabelled (i=200), base rate {study.base_rate:.0%}", table, on=where, named=True
    )


def requirements(study: Requirements, every: bool) -> Iterator[Grid | str]:
    """Declared beside found, with a table that denies more."""
    table = [["measure", "two classes", "found", "more classes", "found", "a table that denies more"]]
    for row in study.rows():
        found = (row["found for two classes"], row["found for more"])
        table.append([row["measure"], row["two classes"], found[0], row["more classes"], found[1], _denied(row)])
    yield Grid("Declared and found", table, STRONG, left=6)
    yield wrapped(STRONG)


def _denied(row: Mapping[str, Any]) -> str:
    if row["table"] is None:
        return row["why"] or ""
    cells = json.dumps([list(map(_whole, line)) for line in row["table"]])
    return f"{cells}: {_slope(row['value'])}, {row['why']}"
