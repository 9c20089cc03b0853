"""How each chart looks: Altair drawings without rows and without colours."""

from __future__ import annotations

from typing import Any

import altair as alt
import numpy as np

from informed.core.table import as_table, residuals
from informed.writers.charts.rows import CROWDED
from informed.writers.layout import seen

WIDTH, SQUARE, PANEL = 360, 280, 150  # of a drawing, of one that is as high as wide, of one of several panels
ACROSS, BETWEEN = 640, 36  # all panels of a row together; the gap between two, wide enough for the ends of axes
ROW = 22  # the height of a row
FIFTHS = [step / 5 for step in range(6)]
ISOLINES = [step / 5 for step in range(-4, 5)]  # levels of informedness: parallels of the chance diagonal
UNIT = alt.Scale(domain={"unionWith": [0, 1]})  # from chance to perfect, and further where values are negative
TALL = 220  # pixels of a line over time or thresholds
ESTIMATE = ("value", "low", "high", "chance")
POINT = ("fallout_value", "recall_value", "informedness")


def forest(_: Any, width: Any) -> Any:
    """Value and interval of each measure, with a mark where chance puts it."""
    base = _rows().encode(y=_names("measure"), tooltip=["measure:N", *_numbers(*ESTIMATE), "says:N"])
    return _sized(_intervals(base), width)


def small_multiples(_: Any, width: Any) -> Any:
    """Groups or systems under one another, one panel per measure, on one scale."""
    base = _rows().encode(y=_names("row"), tooltip=["row:N", "items:Q", *_numbers(*ESTIMATE)])
    panel = _sized(_intervals(base), _pixels(width, PANEL))
    return panel.facet(column=alt.Column("measure:N", sort=None, title=None), spacing=BETWEEN)


def gaps(_: Any, width: Any) -> Any:
    """Differences with their intervals; the line at 0 is no difference."""
    base = _rows().encode(y=_names("row"), tooltip=["pair:N", "measure:N", *_numbers("value", "low", "high", "p")])
    zero = _given([{"at": 0}]).mark_rule(style="chance").encode(x="at:Q")
    rule = base.mark_rule(style="interval").encode(x=alt.X("low:Q", title="difference"), x2="high:Q")
    return _sized(alt.layer(zero, rule, base.mark_point(style="value").encode(x="value:Q")), width)


def edge_bars(_: Any, width: Any) -> Any:
    """What each label wins or loses, with its interval; the zero line is guessing."""
    base = _rows().encode(y=_names("label"), tooltip=["label:N", *_numbers(*ESTIMATE, "prevalence", "bias")])
    colour = alt.Color("result:N", scale=alt.Scale(domain=["won", "lost"]), legend=None)
    won = alt.X("value:Q", title="gain at fair odds; 0 is guessing", scale=UNIT)
    bars = base.mark_bar(style="bar").encode(x=won, color=colour)
    whiskers = base.mark_rule(style="whisker").encode(x=alt.X("low:Q", scale=UNIT), x2="high:Q")
    return _sized(alt.layer(bars, whiskers), width)


def roc_space(_: Any, width: Any) -> Any:
    """Recall against fallout: height above the diagonal is informedness, the diagonal is guessing."""
    base = _rows().encode(
        x=_share(alt.X, "fallout_value", "fallout"),
        y=_share(alt.Y, "recall_value", "recall"),
        tooltip=["label:N", *_numbers(*POINT)],
    )
    drawn = alt.layer(
        *_chance_diagonal(),
        base.mark_rule(style="interval").encode(y="recall_low:Q", y2="recall_high:Q"),
        base.mark_rule(style="interval").encode(x="fallout_low:Q", x2="fallout_high:Q"),
        base.mark_point(style="value"),
        _lettered(base),
    )
    return _square(drawn, width)


def roc_kite(_: Any, width: Any) -> Any:
    """One system in ROC space: the area below it, the kite with its perverse twin, and isocost lines through it."""
    base = _rows().encode(
        x=_share(alt.X, "fallout", "fallout"),
        y=_share(alt.Y, "recall", "recall"),
        detail="what:N",
        order="step:Q",
        tooltip=["what:N", *_numbers("fallout", "recall")],
    )
    kinds = ("trapezoid", "system", "perverse", "isocost", "point")
    area, system, perverse, isocost, point = (base.transform_filter(f"datum.kind == '{kind}'") for kind in kinds)
    drawn = alt.layer(
        *_chance_diagonal(),
        area.mark_area(style="curve", opacity=0.12, strokeWidth=0),
        system.mark_line(style="curve", strokeDash=[2, 2]),
        perverse.mark_line(style="hull", strokeDash=[6, 3]),
        isocost.mark_line(style="hull"),
        point.mark_point(style="value"),
        point.mark_text(style="name", align="left", dx=6, dy=-6).encode(text="what:N"),
    )
    return _square(drawn, width)


def roc_curve(_: Any, width: Any) -> Any:
    """Recall against fallout at every threshold, with the hull that mixtures reach and the most informed threshold."""
    base = _rows().encode(
        x=_share(alt.X, "fallout", "fallout"),
        y=_share(alt.Y, "recall", "recall"),
        detail="curve:N",
        tooltip=["curve:N", "told:N", *_numbers("threshold", "fallout", "recall")],
    )
    kinds = ("hull", "curve", "chosen", "isocost")
    hull, curve, chosen, isocost = (base.transform_filter(f"datum.kind == '{kind}'") for kind in kinds)
    drawn = alt.layer(
        *_chance_diagonal(),
        hull.mark_line(style="hull", order=False),
        isocost.mark_line(style="hull", strokeDash=[6, 3], order=False),
        curve.mark_line(style="curve", order=False, point=alt.OverlayMarkDef(opacity=0, size=60)),
        chosen.mark_point(style="value"),
        _lettered(chosen),
    )
    return _square(drawn, width)


def over_time(_: Any, width: Any) -> Any:
    """A measure over time with its intervals, one colour for each system; a rule marks each change."""
    base = _rows().encode(
        x=alt.X("time:T", title=None),
        color=alt.Color("system:N", sort=None, title=None, legend=alt.Legend(orient="top")),
        tooltip=["time:T", "system:N", "version:N", *_numbers(*ESTIMATE), "change:N"],
    )
    begun = _rows().transform_filter("datum.change != ''").mark_rule(style="chance").encode(x="time:T")
    spans = base.mark_rule(style="interval").encode(
        y=alt.Y("low:Q", title=None, scale=alt.Scale(zero=False)), y2="high:Q"
    )
    values = base.mark_line(point=True).encode(y=alt.Y("value:Q", scale=alt.Scale(zero=False)))
    return _sized(alt.layer(begun, spans, values), width, TALL)


def looks_along(_: Any, width: Any) -> Any:
    """The evidence look by look."""
    return _along("look", width)


def lines_along(_: Any, width: Any) -> Any:
    """Measures at every threshold."""
    return _along("threshold", width)


def _along(title: str, width: Any) -> Any:
    """Lines over what the rows call a threshold."""
    lines = _rows().mark_line()
    drawn = lines.encode(
        x=alt.X("threshold:Q", title=title, scale=alt.Scale(zero=False)),
        y=alt.Y("value:Q", title=None),
        color=alt.Color("measure:N", sort=None, title=None, legend=alt.Legend(orient="top")),
        tooltip=["measure:N", *_numbers("threshold", "value")],
    )
    return _sized(drawn, width, TALL)


def precision_curve(_: Any, width: Any) -> Any:
    """Precision against recall; the dashed line is the prevalence, what guessing gets."""
    base = _rows().encode(
        x=_share(alt.X, "recall", "recall"), tooltip=_numbers("threshold", "recall", "precision", "chance")
    )
    drawn = alt.layer(
        base.mark_line(style="chance", order=False).encode(y=alt.Y("chance:Q", title="precision")),
        base.mark_line(style="curve", order=False).encode(y=_share(alt.Y, "precision", "precision")),
    )
    return _square(drawn, width)


def reliability(_: Any, width: Any) -> Any:
    """What the scores say beside what came true; on the diagonal they mean what they say."""
    base = _rows().encode(
        x=_share(alt.X, "score", "mean score"), tooltip=["items:Q", *_numbers("score", "value", "low", "high")]
    )
    diagonal = _given([{"at": 0}, {"at": 1}]).mark_line(style="chance").encode(x="at:Q", y="at:Q")
    drawn = alt.layer(
        diagonal,
        base.mark_rule(style="interval").encode(y="low:Q", y2="high:Q"),
        base.mark_point(style="value").encode(y=_share(alt.Y, "value", "share of positives")),
    )
    return _square(drawn, width)


def counts(result: Any, width: Any) -> Any:
    """How many items each cell holds."""
    return _heat(result, width, "count", format="~s", title="items")


def shares(result: Any, width: Any) -> Any:
    """How each actual class was predicted; the diagonal is recall."""
    return _heat(result, width, "share", format=".0%", title="share of the actual class")


def deviation(result: Any, width: Any) -> Any:
    """More items than chance would put there (blue), or fewer, in standard units (Pearson residuals)."""
    most = np.nanmax(abs(residuals(as_table(result.counts.pooled().table))), initial=0.0) or 1
    return _heat(
        result, width, "residual", format="+.1f", title="deviation from chance", domain=[-most, most], domainMid=0
    )


def scatter(_: Any, width: Any) -> Any:
    """The value of each measure against the truth, with the fitted line; the dashed line is the truth itself."""
    base = _rows().encode(
        x=alt.X("truth:Q", title="truth", axis=alt.Axis(values=FIFTHS[::5], format=".0f")),
        y=alt.Y("value:Q", title=None, axis=alt.Axis(tickCount=3)),
        tooltip=["measure:N", *_numbers("truth", "value")],
    )
    fitted = base.transform_regression("truth", "value", groupby=["measure"])
    truth = base.encode(y=alt.Y("truth:Q", title=None))
    layers = [
        truth.mark_line(style="chance"),
        base.mark_point(style="interval"),
        fitted.mark_line(style="whisker"),
    ]
    panel = _square(alt.layer(*layers), _pixels(width, PANEL))
    return panel.facet(facet=alt.Facet("measure:N", sort=None, title=None), columns=4)


def sizes(result: Any, width: Any) -> Any:
    """How often each test rejects a guesser: too rarely, as often as its level says, or too often."""
    return _rates(width, alt.Scale(domain=[0, 2 * result.level], domainMid=result.level, clamp=True, interpolate="rgb"))


def powers(_: Any, width: Any) -> Any:
    """How often each test detects an informed predictor."""
    return _rates(width, alt.Scale(domain=[0, 1], range="heatmap", interpolate="rgb"))


def _rates(width: Any, shade: Any) -> Any:
    base = _rows().encode(
        x=alt.X("setting:N", sort=None, title=None, axis=alt.Axis(orient="top", labelAngle=-40, labelOverlap=False)),
        y=_names("test"),
        tooltip=["test:N", "setting:N", *_numbers("rate", "error")],
    )
    heat = base.mark_rect().encode(color=alt.Color("rate:Q", legend=None, scale=shade))
    letters = base.mark_text(style="name").encode(text=alt.Text("rate:Q", format=".3f"))
    return alt.layer(heat, letters).properties(width=_pixels(width, 0) or alt.Step(52), height=alt.Step(ROW))


def coverage(result: Any, width: Any) -> Any:
    """Every setting as a point, one row per method and one panel per measure; the line is the level."""
    base = _rows().encode(
        y=_names("method"), tooltip=["measure:N", "method:N", "setting:N", *_numbers("coverage", "width")]
    )
    share = alt.X("coverage:Q", scale=alt.Scale(domain=[0, 1]), axis=alt.Axis(values=[0, 0.5, 1], labelFlush=False))
    points = base.mark_point(style="interval").encode(x=share)
    level = base.mark_rule(style="chance").encode(x=alt.datum(result.level), y=alt.Y())
    side = _pixels(width, min(PANEL, ACROSS // len({row["measure"] for row in result.rows()})))
    panel = alt.layer(level, points).properties(width=side, height=alt.Step(ROW))
    return panel.facet(column=alt.Column("measure:N", sort=None, title=None), spacing=BETWEEN)


def paths(_: Any, width: Any) -> Any:
    """The value of each measure along the way from perfect to mislabelled."""
    base = _rows().encode(
        x=alt.X("step:Q", title="predicted wrongly", axis=alt.Axis(tickCount=2)),
        y=alt.Y("value:Q", title=None, axis=alt.Axis(tickCount=3)),
        tooltip=["measure:N", *_numbers("step", "value")],
    )
    panel = _square(base.mark_line(style="interval"), _pixels(width, PANEL))
    return panel.facet(facet=alt.Facet("measure:N", sort=None, title=None), columns=4)


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
        base.mark_tick(style="chance_mark", aria=False).encode(x=alt.X("chance:Q", scale=UNIT)),
        base.mark_point(style="value").encode(x=alt.X("value:Q", scale=UNIT)),
    )


def _sized(drawing: Any, width: Any, height: int | None = None) -> Any:
    fit = {"autosize": alt.AutoSizeParams(type="fit-x", contains="padding")} if width == "container" else {}
    return drawing.properties(width=width or WIDTH, height=height or alt.Step(ROW), **fit)


def _square(drawing: Any, width: Any) -> Any:
    side = _pixels(width, SQUARE)
    return drawing.properties(width=side, height=side)


def _pixels(width: Any, usual: int) -> int:
    """The width asked for; what cannot stretch to the width of its place has its usual one there."""
    return usual if width in (None, "container") else width


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


def _lettered(base: Any) -> Any:
    """The names of points, where `placing` put them."""
    names = base.transform_filter("isValid(datum.name)")
    letters = names.mark_text(style="name", align="left", baseline="middle")
    return letters.encode(x="name_x:Q", y="name_y:Q", text="name:N")


def _heat(result: Any, width: Any, field: str, *, format: str, title: str, **scale: Any) -> Any:
    actual, said = result.counts.labels, result.counts.labels_predicted
    most = max(len(actual), len(said))
    size = _pixels(width, 0) / len(said) or (44 if most <= CROWDED else 16)
    base = (
        _rows()
        .transform_filter(f"isValid(datum.{field})")
        .encode(
            x=alt.X("predicted:N", scale=_every(said), axis=alt.Axis(orient="top", labelAngle=-40, labelOverlap=False)),
            y=alt.Y("actual:N", scale=_every(actual), axis=alt.Axis(labelOverlap=False)),
            tooltip=["actual:N", "predicted:N", "count:Q", *_numbers("share", "expected", "residual")],
        )
    )
    heat = alt.Scale(interpolate="rgb", **scale)
    layers = [base.mark_rect().encode(color=alt.Color(f"{field}:Q", title=title, legend=_legend(most), scale=heat))]
    if most <= CROWDED:
        layers.append(base.mark_text(style="name").encode(text=alt.Text(f"{field}:Q", format=format)))
    return alt.layer(*layers).properties(width=alt.Step(size), height=alt.Step(size))


def _every(labels: Any) -> Any:
    """All labels in the order of the table, those never seen among them."""
    return alt.Scale(domain=[seen(label) for label in labels])


def _legend(labels: int) -> Any:
    return None if labels <= CROWDED else alt.Legend(orient="bottom", gradientLength=200)
