"""Values along something: thresholds, looks, time; each line is named where it ends."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

from informed.core.words import number, threshold
from informed.writers.charts import svg
from informed.writers.charts.rows import Rows
from informed.writers.charts.scales import UNIT, LogScale, Scale, WholeScale, labels, moment, reach, ticks, times

TALL, TOP, UNDER = 220.0, 22.0, 38.0
NAMED = 50.0  # between two changes that are both named
NAMES = 0.3  # the part of the width that the names of lines may take
MARKS = 5  # of a line among others
Lines = dict[str, Rows]
Limits = tuple[float, ...]


def _along(
    rows: Rows, room: svg.Room, x: str, title: str = "", within: Limits = (), scale: type[Scale] = Scale
) -> svg.Drawing:
    """Values along ``x``: a line of each measure with marks of its own, and a band where its rows have limits."""
    known = sorted((row for row in rows if row["value"] is not None), key=lambda row: row[x])
    found = _by(known, "measure", [row["measure"] for row in rows])
    low, high = reach((row.get(end) for row in known for end in ("value", "low", "high")), within)
    up = Scale(low, high, TOP + TALL, TOP)
    left, right, names = _margins(up, room, list(found))
    across = scale(known[0][x], known[-1][x], left, room.column - right)
    marks = [*svg.axis_up(up, left, across.end), *svg.axis_across(across, TOP, TOP + TALL)]
    marks.append(svg.text((left + across.end) / 2, TOP + TALL + 34, title or x, "middle"))
    bands = {name: [row for row in each if row.get("low") is not None] for name, each in found.items()}
    for place, each in enumerate(bands.values()):
        ways = (("low", each), ("high", each[::-1]))
        edges = [(across(row[x]), up(row[end])) for end, way in ways for row in way]
        marks += [svg.path(edges, f"band mark-{place % svg.KINDS}")] if edges else []
    for place, (name, each) in enumerate(found.items()):
        points = [(across(row[x]), up(row["value"])) for row in each]
        kind = place % svg.KINDS
        told = [svg.shape(*point, kind) for point in _marked(points, across, place)] if len(found) > 1 else []
        told += [svg.dot(*point, 5, "value") for row, point in zip(each, points, strict=True) if row.get("note")]
        marks.append(svg.group(svg.path(points, f"line line-{kind}"), *told, told=svg.spaced(name)))
    marks += _named_points(known, x, across, up)
    marks += _ends(across.end, [up(each[-1]["value"]) for each in found.values()], names, list(found))
    spans = {f"band: {row['span']}" for each in bands.values() for row in each}
    marks += [svg.text(left, TOP + TALL + 50, words, "small") for words in spans]
    said = "; ".join(_ends_told(name, each, x) for name, each in found.items())
    return svg.Drawing(room.column, TOP + TALL + UNDER + (svg.LEADING + 4) * bool(spans), marks, f"{said}.")


def _named_points(rows: Rows, x: str, across: Scale, up: Scale) -> list[str]:
    """The notes of rows above the plot, each over its point with a thin line down to it."""
    noted = [(across(row[x]), up(row["value"]), row["note"]) for row in rows if row.get("note")]
    marks, free = [], across.start
    for at, y, note in noted:
        words = svg.shortened(note, (across.end - across.start) / len(noted) - 8, svg.SMALL)
        start = max(free, min(at - svg.width(words, svg.SMALL) / 2, across.end - svg.width(words, svg.SMALL)))
        free = start + svg.width(words, svg.SMALL) + 8
        marks += [svg.line(at, TOP - 4, at, y - 5, "leader"), svg.text(start, TOP - 8, words, "small", full=note)]
    return marks


thresholds_along = partial(_along, x="threshold", within=UNIT)
benefits_along = partial(_along, x="threshold", title="threshold probability")
costs_along = partial(_along, x="threshold", within=(0.0,))
odds_along = partial(_along, x="share", title="share of the cost that misses would make", within=(0.0,))
looks_along = partial(_along, x="look", scale=WholeScale)
prevalences_along = partial(_along, x="prevalence", within=UNIT, scale=LogScale)
items_along = partial(_along, x="items", within=UNIT, scale=LogScale)


def _marked(points: Sequence[svg.Point], across: Scale, place: int) -> list[svg.Point]:
    """A few places of a line for its marks, not above those of the others."""
    step = (across.end - across.start) / MARKS
    wanted = [across.start + step * (each + (place % svg.KINDS + 0.5) / svg.KINDS) for each in range(MARKS)]
    found = []
    for x in wanted:
        for (left, low), (right, high) in pairwise(points):
            if left <= x <= right and left < right:
                found.append((x, low + (high - low) * (x - left) / (right - left)))
                break
    return found


def _ends_told(name: str, rows: Rows, title: str) -> str:
    first, last = rows[0], rows[-1]
    best = max(rows, key=lambda row: row["value"])
    parts = {id(row): f"{number(row['value'])} at {title} {threshold(row[title])}" for row in (first, best, last)}
    return f"{svg.spaced(name)}: {', '.join(parts.values())}"


def over_time(rows: Rows, room: svg.Room) -> svg.Drawing:
    """A measure over time with its intervals, one line for each system; a dashed line marks each change."""
    found = _by(rows, "system")
    low, high = reach((row.get(end) for row in rows for end in ("value", "low", "high")), ())
    up = Scale(low, high if high > low else low + 1, TOP + TALL, TOP)
    left, right, names = _margins(up, room, list(found) if len(found) > 1 else [])
    seconds = [moment(row["time"]) for row in rows]
    spare = (max(seconds) - min(seconds)) * 0.03 or 1.0
    across = Scale(min(seconds) - spare, max(seconds) + spare, left, room.column - max(right, 20.0))
    marks = [*svg.axis_up(up, left, across.end), *_calendar(across)]
    marks += _changes([row for row in rows if row["change"]], across)
    for place, each in enumerate(found.values()):
        marks += _runs(each, across, up, place % svg.KINDS)
    ends = [up(next(row["value"] for row in reversed(each) if row["value"] is not None)) for each in found.values()]
    marks += _ends(across.end, ends, names, list(found)) if len(found) > 1 else []
    said = "; ".join(map(_run, rows[:60])) + ("; ..." if len(rows) > 60 else "")
    marks.append(svg.text(left, TOP + TALL + 32, svg.interval_key(rows), "small"))
    return svg.Drawing(room.column, TOP + TALL + UNDER, marks, f"{said}.")


def _changes(rows: Rows, across: Scale) -> list[str]:
    """A dashed line at each change; of those that stand close together the first is named."""
    marks: list[str] = []
    named = -NAMED
    for x, row in sorted(((across(moment(row["time"])), row) for row in rows), key=lambda pair: pair[0]):
        marks.append(svg.group(svg.line(x, TOP - 4, x, TOP + TALL, "chance"), told=f"change\n{_run(row)}"))
        if x - named >= NAMED:
            marks.append(svg.text(min(x, across.end - NAMED / 2), TOP - 8, "change", "small middle"))
            named = x
    return marks


def _runs(rows: Rows, across: Scale, up: Scale, kind: int) -> list[str]:
    """The line of a system, and a mark with its interval for each run."""
    known = [row for row in rows if row["value"] is not None]
    points = [(across(moment(row["time"])), up(row["value"])) for row in known]
    marks = [svg.path(points, f"line line-{kind}")] if len(points) > 1 else []
    for row, (x, y) in zip(known, points, strict=True):
        ends = [row[end] for end in ("low", "high") if row[end] is not None]
        span = [svg.line(x, up(ends[0]), x, up(ends[1]), f"span line-{kind}")] if len(ends) == 2 else []
        marks.append(svg.group(*span, svg.shape(x, y, kind), told=_run(row)))
    return marks


def _run(row: svg.Row) -> str:
    version = f" {row['version']}" if row.get("version") else ""
    return f"{row['time'][:16].replace('T', ' ')} {row['system']}{version}: {svg.told(row, '')}"


def _calendar(across: Scale) -> list[str]:
    """Round moments below the axis; one that would stand outside leans inside."""
    found, bottom = [], TOP + TALL
    for at, words in times(across.low, across.high, max(2, int((across.end - across.start) // 80))):
        x = across(at)
        found += [svg.line(x, TOP, x, bottom, "grid"), svg.text(x, bottom + 15, words, "middle")]
    return found


def _by(rows: Rows, field: str, order: Sequence[str] = ()) -> Lines:
    """The rows of each name, in this order of names, or as they come."""
    found: Lines = {name: [] for name in order}
    for row in rows:
        found.setdefault(str(row[field]), []).append(row)
    return {name: each for name, each in found.items() if each}


def _margins(up: Scale, room: svg.Room, names: Sequence[str]) -> tuple[float, float, list[str]]:
    """Room for the numbers on the left and for the names of lines on the right, which are shortened to it."""
    digits = svg.widest(labels(ticks(up.low, up.high, 5))) + 12
    most = NAMES * room.column
    short = [svg.shortened(svg.spaced(name), most) for name in names]
    return max(digits, 34.0), svg.widest(short) + 24, short


def _ends(x: float, heights: Sequence[float], names: Sequence[str], full: Sequence[str]) -> list[str]:
    """The names of lines beside their ends, moved apart where they would meet; a thin leader goes to each."""
    order = sorted(range(len(heights)), key=lambda place: heights[place])
    wanted = _apart([heights[place] for place in order])
    marks = []
    for place, y in zip(order, wanted, strict=True):
        key: list[svg.Point] = [(x, heights[place]), (x + 9, y)]
        marks.append(svg.path(key, "leader"))
        marks += [svg.shape(x + 13, y, place % svg.KINDS)] if len(heights) > 1 else []
        marks.append(svg.text(x + 20, y + 4, names[place], "ink", full=svg.spaced(full[place])))
    return marks


def _apart(heights: Sequence[float]) -> list[float]:
    """Heights in order, moved down until no two are nearer than a line of text, then up from the bottom."""
    found: list[float] = []
    for height in heights:
        found.append(max(height, found[-1] + svg.LEADING) if found else max(height, TOP))
    limit = TOP + TALL
    for place in reversed(range(len(found))):
        found[place], limit = min(found[place], limit), min(found[place], limit) - svg.LEADING
    return found
