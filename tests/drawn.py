"""Rows for every drawing, with names that are long, foreign or hostile."""

from informed.writers.charts import heat, lanes, lines, panels, squares

HOSTILE = '</title><script>alert("&")</script>\x07'
NAMES = [
    HOSTILE,
    "a name that is a great deal longer than the room that there is for it",
    "日本語のラベル名",
    "Wörter mit Äöü",
    "x",
]
BAND = {"low": -0.3, "high": 0.9, "span": "95% CI, all looks"}
SPAN = {"low": 0.2, "high": 0.61, "chance": 0.1}


def _estimates(field, names=NAMES, **more):
    return [{field: name, "value": 0.5 - place / 3, **SPAN, **more} for place, name in enumerate(names)]


def _cells(names):
    return [
        {
            "actual": one,
            "predicted": two,
            "count": 7 * (x == y) + x,
            "share": (x + 1) / 20,
            "expected": 2.5,
            "residual": 9.0 - x * y,
        }
        for x, one in enumerate(names)
        for y, two in enumerate(names)
    ]


def _roc(names):
    ends = {"recall_low": 0.3, "recall_high": 0.95, "fallout_low": 0.0, "fallout_high": 0.4}
    return [
        {"label": name, "fallout_value": 0.3 * x % 1, "recall_value": 0.9, "informedness": 0.9 - 0.3 * x % 1, **ends}
        for x, name in enumerate(names)
    ]


def _curve(name):
    points = [
        {"curve": name, "kind": kind, "fallout": x, "recall": x**0.5, "threshold": 1 - x}
        for kind in ("curve", "hull", "isocost")
        for x in (0.0, 0.25, 1.0)
    ]
    return [*points, {"curve": name, "kind": "chosen", "fallout": 0.25, "recall": 0.5, "threshold": 0.75, "told": name}]


def _kite():
    lines = [
        {"what": what, "kind": what.split(",")[0], "step": x, "fallout": x, "recall": x}
        for what in ("trapezoid", "system", "perverse", "isocost, c = 1")
        for x in (0, 1)
    ]
    return [*lines, *({"what": name, "kind": "point", "step": 0, "fallout": 1.0, "recall": 1.0} for name in NAMES)]


def _runs():
    return [
        {
            "time": f"2026-0{1 + place}-0{1 + place}T10:00:00",
            "system": name,
            "version": "1",
            "change": "change" if place == 8 else "",
            "value": 0.4 + place / 30,
            "low": 0.3,
            "high": 0.8,
        }
        for name in NAMES
        for place in range(9)
    ]


def _rates():
    return [
        {"test": one, "setting": two, "rate": 0.03 * x, "error": 0.01, "level": 0.05}
        for x, one in enumerate(NAMES)
        for two in NAMES
    ]


def _panelled(field):
    return [{"measure": name, field: x / 10, "value": x / 10 - 0.2} for name in NAMES for x in range(11)]


MANY = [*NAMES, *(f"species {place}" for place in range(35))]
DRAWINGS = {
    "forest": (lanes.forest, _estimates("measure")),
    "by_label": (lanes.by_label, _estimates("label", MANY)),
    "small_multiples": (
        lanes.small_multiples,
        [row for name in NAMES for row in _estimates("row", measure=name, items=5)],
    ),
    "gaps": (lanes.gaps, _estimates("row", sides=(NAMES[1], HOSTILE))),
    "coverage": (lanes.coverage, [row for name in NAMES[:2] for row in _estimates("row", measure=name)]),
    "roc_space": (squares.roc_space, _roc(NAMES)),
    "roc_space, twelve": (squares.roc_space, _roc(MANY[:12])),
    "roc_kite": (squares.roc_kite, _kite()),
    "roc_curve": (squares.roc_curve, [row for name in NAMES for row in _curve(name)]),
    "precision_curve": (
        squares.precision_curve,
        [{"kind": "curve", "recall": x, "precision": 1 - x / 2, "chance": 0.5, "threshold": x} for x in (0, 0.5, 1)],
    ),
    "reliability": (
        squares.reliability,
        [{"score": x, "value": x, "low": 0.0, "high": 1.0, "items": 3} for x in (0.0, 0.5, 1.0)],
    ),
    "thresholds_along": (
        lines.thresholds_along,
        [{**row, "threshold": 1e6 * row["step"]} for row in _panelled("step")],
    ),
    "looks_along": (lines.looks_along, [{**row, "look": 1 + 10 * row["step"], **BAND} for row in _panelled("step")]),
    "prevalences_along": (
        lines.prevalences_along,
        [
            {**row, "prevalence": 10 ** -(9 * row["step"]), "note": HOSTILE * (n % 11 == 3)}
            for n, row in enumerate(_panelled("step"))
        ],
    ),
    "over_time": (lines.over_time, _runs()),
    "counts": (heat.counts, _cells(NAMES)),
    "shares": (heat.shares, _cells(MANY)),
    "deviation": (heat.deviation, _cells(NAMES)),
    "deviation, crowded": (heat.deviation, _cells(MANY)),
    "sizes": (heat.sizes, _rates()),
    "rates": (heat.rates, _rates()),
    "scatter": (panels.scatter, _panelled("truth")),
    "paths": (panels.paths, _panelled("step")),
}
"""Each drawing with rows that it can draw."""
