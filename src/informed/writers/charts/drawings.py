"""How each chart looks: Altair drawings without rows and without colours."""

from __future__ import annotations

from typing import Any

import altair as alt

from informed.writers.charts.rows import CROWDED, cells

SQUARE = 280
ROW, PANEL = 22, 150  # the height of a row, the width of one of several panels
FIFTHS = [step / 5 for step in range(6)]
ISOLINES = [step / 5 for step in range(-4, 5)]  # levels of informedness: parallels of the chance diagonal
UNIT = alt.Scale(domain={"unionWith": [0, 1]})  # from chance to perfect, and further where values are negative
ESTIMATE = ("value", "low", "high", "chance")
POINT = ("fallout_value", "recall_value", "informedness")


def forest(_: Any, width: Any) -> Any:
    """Value and interval of each measure, with a mark where chance puts it."""
    base = _rows().encode(y=_names("measure"), tooltip=["measure:N", *_numbers(*ESTIMATE), "says:N"])
    return _sized(_intervals(base), width)


def small_multiples(_: Any, width: Any) -> Any:
    """The groups under one another, one panel a measure, on one scale."""
    base = _rows().encode(y=_names("group"), tooltip=["group:N", "items:Q", *_numbers(*ESTIMATE)])
    panel = _sized(_intervals(base), PANEL)
    return panel.facet(column=alt.Column("measure:N", sort=None, title=None))


def edge_bars(_: Any, width: Any) -> Any:
    """What each label wins or loses, with its interval; the zero line is guessing."""
    base = _rows().encode(y=_names("label"), tooltip=["label:N", *_numbers(*ESTIMATE, "prevalence", "bias")])
    colour = alt.Color("result:N", scale=alt.Scale(domain=["won", "lost"]), legend=None)
    won = alt.X("value:Q", title="gain at fair odds; 0 is guessing", scale=UNIT)
    bars = base.mark_bar(style="bar").encode(x=won, color=colour)
    whiskers = base.mark_rule(style="whisker").encode(x=alt.X("low:Q"), x2="high:Q")
    return _sized(alt.layer(bars, whiskers), width)


def roc_space(_: Any, width: Any) -> Any:
    """Recall against fallout: height above the diagonal is informedness, the diagonal is guessing."""
    base = _rows().encode(
        x=_share(alt.X, "fallout_value", "fallout"),
        y=_share(alt.Y, "recall_value", "recall"),
        tooltip=["label:N", *_numbers(*POINT)],
    )
    return alt.layer(
        *_chance_diagonal(),
        base.mark_rule(style="interval").encode(y="recall_low:Q", y2="recall_high:Q"),
        base.mark_rule(style="interval").encode(x="fallout_low:Q", x2="fallout_high:Q"),
        base.mark_point(style="value"),
        base.mark_text(style="name", align="left", dx=7, dy=10).encode(text="name:N"),
    ).properties(width=SQUARE, height=SQUARE)


def counts(result: Any, width: Any) -> Any:
    """How many items each cell holds."""
    return _heat(result, "count", format="~s", title="items")


def shares(result: Any, width: Any) -> Any:
    """How each actual class was predicted; the diagonal is recall."""
    return _heat(result, "share", format=".0%", title="share of the actual class")


def deviation(result: Any, width: Any) -> Any:
    """More items than chance would put there (blue), or fewer, in standard units (Pearson residuals)."""
    most = max(abs(row["residual"]) for row in cells(result)) or 1
    return _heat(result, "residual", format="+.1f", title="deviation from chance", domain=[-most, most], domainMid=0)


def _rows() -> Any:
    return alt.Chart(alt.NamedData(name="rows"))


def _given(values: list[dict[str, Any]]) -> Any:
    return alt.Chart(alt.InlineData(values=values))


def _names(field: str) -> Any:
    """Rows in the order given, every one of them named."""
    return alt.Y(f"{field}:N", sort=None, title=None, axis=alt.Axis(labelOverlap=False))


def _numbers(*fields: str) -> list[Any]:
    return [alt.Tooltip(f"{field}:Q", title=field.removesuffix("_value"), format=".3f") for field in fields]


def _intervals(base: Any) -> Any:
    return alt.layer(
        base.mark_rule(style="interval").encode(x=alt.X("low:Q", title=None, scale=UNIT), x2="high:Q"),
        base.mark_tick(style="chance_mark").encode(x="chance:Q"),
        base.mark_point(style="value").encode(x="value:Q"),
    )


def _sized(drawing: Any, width: Any) -> Any:
    fit = {"autosize": alt.AutoSizeParams(type="fit-x", contains="padding")} if width == "container" else {}
    return drawing.properties(width=width, height=alt.Step(ROW), **fit)


def _share(channel: Any, field: str, title: str) -> Any:
    return channel(
        f"{field}:Q", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(values=FIFTHS, format=".1f"), title=title
    )


def _chance_diagonal() -> list[Any]:
    lines = [
        {
            "level": level,
            "x": max(0.0, -level),
            "y": max(0.0, level),
            "x2": min(1.0, 1 - level),
            "y2": min(1.0, 1 + level),
        }
        for level in ISOLINES
    ]
    base = _given(lines).encode(x="x:Q", y="y:Q", x2="x2:Q", y2="y2:Q")
    remark = _given([{"at": 0.9, "text": "chance"}])
    return [
        base.transform_filter("datum.level != 0").mark_rule(style="guide"),
        base.transform_filter("datum.level == 0").mark_rule(style="chance"),
        remark.mark_text(style="remark", angle=315, dy=11).encode(x="at:Q", y="at:Q", text="text:N"),
    ]


def _heat(result: Any, field: str, *, format: str, title: str, **scale: Any) -> Any:
    most = max(len(result.counts.labels), len(result.counts.labels_predicted))
    size = 44 if most <= CROWDED else 16
    base = _rows().encode(
        x=alt.X("predicted:N", sort=None, axis=alt.Axis(orient="top", labelAngle=-40, labelOverlap=False)),
        y=alt.Y("actual:N", sort=None, axis=alt.Axis(labelOverlap=False)),
        tooltip=["actual:N", "predicted:N", "count:Q", *_numbers("share", "expected", "residual")],
    )
    heat = alt.Scale(interpolate="rgb", **scale)
    layers = [base.mark_rect().encode(color=alt.Color(f"{field}:Q", title=title, legend=_legend(most), scale=heat))]
    if most <= CROWDED:
        layers.append(base.mark_text(style="name").encode(text=alt.Text(f"{field}:Q", format=format)))
    return alt.layer(*layers).properties(width=alt.Step(size), height=alt.Step(size))


def _legend(labels: int) -> Any:
    return None if labels <= CROWDED else alt.Legend(orient="bottom", gradientLength=200)
