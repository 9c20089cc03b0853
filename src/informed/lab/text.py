"""Studies in print: their tables; a page shows their rows."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from informed.core.door import door
from informed.core.words import count, number
from informed.lab.covering import Coverage
from informed.lab.disagreeing import Disagreement
from informed.lab.moving import Sensitivity
from informed.lab.rejecting import Rejections
from informed.lab.requiring import Requirements
from informed.lab.tracking import Tracking
from informed.writers.layout import columns, wrapped
from informed.writers.telling import shown


def measures(study: Tracking, every: bool) -> Iterator[str]:
    """The measures, the best correlated first."""
    rows = {row["measure"]: row for row in study.rows()}
    names = shown(rows, every)
    table = [["measure", "correlation", "sd", "rmse", "sd", "offset at chance", "undefined"]]
    for name in names:
        row = rows[name]
        figures = ("correlation", "correlation_sd", "rmse", "rmse_sd", "offset", "undefined")
        table.append([name, *(number(row[figure]) for figure in figures)])
    more = "" if len(names) == len(rows) else f"\n  ... and {len(rows) - len(names)} more: {door().every}"
    says = (
        "correlation with the truth and rmse: means over the studies and their standard deviation; offset: the mean "
        "error of predictors that know nothing; undefined: the share of the tables kept on which it has no value"
    )
    yield columns(table) + more
    yield wrapped(says)


def significance(study: Rejections, every: bool) -> Iterator[str]:
    """Size and power of every test, one column per setting."""
    rows = study.rows()
    parts = []
    for margin in dict.fromkeys(each.world.prevalence for each in study.settings):
        for informed in dict.fromkeys(each.informed for each in study.settings):
            those = [row for row in rows if row["informed"] == informed and row["prevalence"] == margin]
            if those:
                what = f"power at informedness {informed:g}" if informed else "size (type I error)"
                parts.append(f"{what}, {margin} margins\n{_by_setting(those)}")
    says = "rates over the tables in which every class occurs on both axes, so many; K: classes, N: items"
    yield from (*parts, wrapped(says))


def _by_setting(rows: Sequence[Mapping[str, Any]]) -> str:
    settings = list(dict.fromkeys((row["classes"], row["items"]) for row in rows))
    found = {(row["test"], row["classes"], row["items"]): row["rate"] for row in rows}
    table = [["test", *(f"K={k} N={n}" for k, n in settings)]]
    for test in dict.fromkeys(row["test"] for row in rows):
        table.append([test, *(_rate(found.get((test, k, n))) for k, n in settings)])
    kept = {(row["classes"], row["items"]): row["tables"] for row in rows}
    return columns([*table, ["(tables)", *(count(kept[each]) for each in settings)]])


def _rate(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def intervals(study: Coverage, every: bool) -> Iterator[str]:
    """Each measure and method over all settings; every setting when asked."""
    table = [["measure", "method", "least", "mean", "short", "width"]]
    for row in study.summary():
        name = row["method"] + " <- default" * row["default"]
        short = f"{row['short']} of {row['settings']}"
        table.append([row["measure"], name, _rate(row["least"]), _rate(row["mean"]), short, number(row["width"])])
    says = "coverage: least and mean over the settings, short: in how many it is more than 2 points below the level"
    parts = [columns(table, left=2), wrapped(says)]
    if every:
        facts = ("measure", "method", "classes", "items", "prevalence", "informed", "tables")
        figures = ("usable", "coverage", "width")
        cells = [[*(str(row[fact]) for fact in facts), *(_rate(row[each]) for each in figures)] for row in study.rows()]
        parts.append(columns([[*facts, *figures], *cells], left=2))
    yield from parts


def disagreement(study: Disagreement, every: bool) -> Iterator[str]:
    """Every way to disagree, with its clearest pairs."""
    parts = []
    for split, pairs in study.counts.items():
        what = f"{split.odd} is the odd one out" if split.odd else str(split)
        examples = study.clearest[split][: None if every else 1]
        shown = "\n".join(_pair(study, *places) for places in examples.tolist())
        parts.append(f"{what}: {pairs:,} pairs, for example\n{shown}")
    yield from parts


def _pair(study: Disagreement, first: int, second: int) -> str:
    names = [json.dumps([list(map(_whole, row)) for row in study.tables[place].tolist()]) for place in (first, second)]
    table = [["", f"A = {names[0]}", f"B = {names[1]}"]]
    for column, name in enumerate(study.measures):
        values = study.values[[first, second], column]
        marks = ["*" if value == values.max() else " " for value in values]
        table.append([name, *(f"{number(value)}{mark}" for value, mark in zip(values, marks, strict=True))])
    return columns(table)


def _whole(value: float) -> int | float:
    return int(value) if value.is_integer() else value


def bias(study: Sensitivity, every: bool) -> Iterator[str]:
    """How far each measure moves at each degree of informedness, the steadiest first."""
    names = set(shown(study.values, every))
    parts = []
    for informed in study.informed:
        rows = [row for row in study.rows() if row["informed"] == informed and row["measure"] in names]
        rows.sort(key=lambda row: (row["spread"] is None, row["spread"]))
        table = [["measure", "least", "most", "spread", "per prevalence", "per bias"]]
        figures = ("least", "most", "spread", "prevalence", "bias")
        table += [[row["measure"], *(_slope(row[figure]) for figure in figures)] for row in rows]
        who = "informed" if study.constant == "informedness" else "the class follows the prediction"
        parts.append(f"{who} {informed:.0%} of the time\n{columns(table)}")
    if study.path:
        parts.append(_comparison(study, names))
    says = "per prevalence, per bias: the slopes of the plane fitted to the values over all margins"
    yield from (*parts, wrapped(says))


def _slope(value: float | None) -> str:
    return number(None if value is None else round(value, 9))


def _comparison(study: Sensitivity, names: set[str]) -> str:
    steps = study.comparison()[::50]
    table = [["measure", *(f"i={row['step']}" for row in steps)]]
    table += [[name, *(_slope(row[name]) for row in steps)] for name in study.path if name in names]
    title = f"from perfect (i=0) to mislabelled (i=200), base rate {study.base_rate:.0%}"
    return f"{title}\n{columns(table)}"


def requirements(study: Requirements, every: bool) -> Iterator[str]:
    """Declared beside found, with a table that denies more."""
    table = [["measure", "two classes", "found", "more classes", "found", "a table that denies more"]]
    for row in study.rows():
        found = (row["found for two classes"], row["found for more"])
        table.append([row["measure"], row["two classes"], found[0], row["more classes"], found[1], _denied(row)])
    yield columns(table, left=6)
    yield wrapped("weak: 1 only for perfect predictors; strong: also 0 only for worthless ones")


def _denied(row: Mapping[str, Any]) -> str:
    if row["table"] is None:
        return row["why"] or ""
    cells = json.dumps([list(map(_whole, line)) for line in row["table"]])
    return f"{cells}: {_slope(row['value'])}, {row['why']}"
