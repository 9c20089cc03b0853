"""What holds for every drawing: scales, marks inside the frame, a mark and a number for every row, text as text."""

import re
import sys
from itertools import combinations, pairwise
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import informed
from drawn import DRAWINGS, HOSTILE, MANY, NAMES
from informed.core.errors import InputError
from informed.core.words import number
from informed.questions.evaluate.chart import kite
from informed.writers.charts import FILE, PAGE, Chart, heat, lanes, squares
from informed.writers.charts.render import RESOLUTION, image
from informed.writers.charts.rows import CROWDED
from informed.writers.charts.scales import Scale, labels, moment, reach, ticks, times
from informed.writers.charts.squares import LINE, placed
from informed.writers.charts.svg import KINDS, SHAPES, Room, lines, marks, shortened, width

SVG = "{http://www.w3.org/2000/svg}"
finite = st.floats(-1e6, 1e6)


def made(name, room=FILE, **how):
    draw, rows = DRAWINGS[name]
    return Chart(f"A title with {HOSTILE}", draw(rows, room), rows, **how)


def parsed(svg):
    return ElementTree.fromstring(svg)


# --- scales ----------------------------------------------------------------------------------------------------------


@given(finite, finite, finite, finite)
def test_a_scale_takes_the_ends_of_its_domain_to_the_ends_of_its_range(low, high, start, end):
    assume(high - low > 1e-3)
    scale = Scale(low, high, start, end)
    assert scale(low) == start
    assert scale(high) == pytest.approx(end, abs=1e-6)
    assert scale((low + high) / 2) == pytest.approx((start + end) / 2, abs=1e-3)


@given(finite, st.floats(1e-3, 1e6), st.integers(2, 9))
def test_ticks_are_round_evenly_spaced_inside_and_not_too_many(low, span, most):
    found = ticks(low, low + span, most)
    assert len(found) <= most + 1
    assert all(low - 1e-6 * span <= each <= low + span * (1 + 1e-6) for each in found)
    if len(found) > 1:
        steps = np.diff(found)
        assert steps == pytest.approx(steps[0], rel=1e-3)
        assert float(f"{steps[0]:.0e}") == pytest.approx(steps[0], rel=1e-3)  # one digit
        assert len(set(labels(found))) == len(found)


@given(st.lists(finite, min_size=1, max_size=5))
def test_a_domain_holds_every_value_and_what_it_must(values):
    low, high = reach(values)
    assert low <= min(*values, 0.0)
    assert max(*values, 1.0) <= high
    assert low == 0 or min(values) < 0
    low, high = reach(values, ())
    assert low < min(values)
    assert max(values) < high


@given(st.datetimes(), st.floats(1, 1e10), st.integers(2, 8))
def test_moments_beside_an_axis_lie_inside_and_are_not_too_many(start, seconds, most):
    low = moment(start.isoformat())
    assume(low + seconds < moment("9990-01-01"))
    found = [at for at, _ in times(low, low + seconds, most)]
    assert len(found) <= most + 1
    assert all(low <= at <= low + seconds for at in found)
    assert found == sorted(found)


# --- letters ---------------------------------------------------------------------------------------------------------


def test_a_name_of_any_length_is_shortened_to_its_ends():
    found = shortened("a" + "m" * 10**6 + "z", 100)
    assert width(found) <= 100
    assert (found[0], found[-1]) == ("a", "z")


@given(st.text(max_size=60), st.floats(30, 300))
def test_a_shortened_name_fits_and_keeps_both_ends(name, room):
    found = shortened(name, room)
    if width(name) <= room:
        assert found == name
    else:
        assert width(found) <= room
        assert "…" in found
        start, _, end = found.partition("…")
        assert name.startswith(start)
        assert name.endswith(end)


@given(st.text(alphabet="abc def", max_size=80), st.floats(60, 300))
def test_lines_of_words_fit_and_lose_none(words, room):
    found = lines(words, room)
    assert all(width(each) <= room for each in found)
    if all(width(word) <= room for word in words.split()):
        assert " ".join(found).split() == words.split()


frame = (0.0, 0.0, 340.0, 340.0)
inside = st.tuples(st.floats(0, 340), st.floats(0, 340))


@given(st.lists(inside, max_size=CROWDED))
@example([(0.0, 0.0)] * CROWDED)
@example([(340.0, 340.0)] * CROWDED)
def test_names_of_points_lie_apart_and_inside(points):
    boxes = np.array(placed(points, ["label"] * len(points), frame)).reshape(-1, 4)
    assert (boxes >= -1e-9).all()
    assert (boxes <= 340 + 1e-9).all()
    for one, other in combinations(boxes, 2):
        across, down = np.abs(one[:2] - other[:2])
        assert across > width("label") - 1e-9 or down > LINE - 1e-9


# --- every drawing ---------------------------------------------------------------------------------------------------


def boxes(root):
    """The room of each text that stands level, as wide as it can be, and the corners of each curve."""
    for each in root.iter(f"{SVG}text"):
        kind, words = (each.get("class") or "").split(), each.text or (each[-1].tail if len(each) else "")
        if each.get("transform") is None and words:
            size = 10.5 if "small" in kind else 13.5 if "head" in kind else 12.0
            wide, x, y = width(words, size), float(each.get("x")), float(each.get("y"))
            left = x - wide * (0.5 if "middle" in kind else 1.0 if "end" in kind else 0.0)
            yield words, (left, y - 0.7 * size, left + wide, y + 0.15 * size)


def curves(root):
    for each in root.iter(f"{SVG}path"):
        kind = (each.get("class") or "").split()
        if {"line", "hull", "isocost", "interval", "fitted"} & set(kind):
            yield [(float(x), float(y)) for x, y in re.findall(r"[ML]?(-?[\d.]+) (-?[\d.]+)", each.get("d"))]


@pytest.mark.parametrize("name", [each for each in DRAWINGS if not each.startswith("roc_kite")])
def test_no_text_lies_over_a_curve(name):
    """Sampled along every curve; a text takes the most room that the usual fonts give it."""
    root = parsed(made(name, PAGE).inline)
    along = [
        (x + (to_x - x) * part / 20, y + (to_y - y) * part / 20)
        for curve in curves(root)
        for (x, y), (to_x, to_y) in pairwise(curve)
        for part in range(21)
    ]
    for words, (left, top, right, bottom) in boxes(root):
        over = [point for point in along if left < point[0] < right and top < point[1] < bottom]
        assert not over, f"{words!r} lies over a curve at {over[0]}"


@pytest.mark.parametrize("room", [FILE, PAGE, Room(330.0, 330.0)], ids=["file", "page", "narrow"])
@pytest.mark.parametrize("name", DRAWINGS)
def test_marks_lie_inside_the_frame(name, room):
    drawn = made(name, room).drawing
    root = parsed(made(name, room).inline)
    for each in root.iter():
        x, y = ([float(each.get(part, 0)) for part in parts] for parts in (("x", "cx"), ("y", "cy")))
        corners = re.findall(r"[ML]?(-?[\d.]+) (-?[\d.]+)", each.get("d", ""))
        right = [float(each.get("x", 0)) + float(each.get("width", 0))] if each.tag != f"{SVG}svg" else []
        assert all(0 <= value <= drawn.width + 0.1 for value in [*x, *right, *(float(corner[0]) for corner in corners)])
        assert all(0 <= value <= drawn.height + 0.1 for value in [*y, *(float(corner[1]) for corner in corners)])


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_picture_is_xml_in_which_labels_are_text(name):
    for svg in (made(name).svg, made(name).inline):
        root = parsed(svg)
        assert {each.tag for each in root.iter()} <= {f"{SVG}{tag}" for tag in TAGS}
        assert root.get("role") == "img"
        assert root.get("aria-label").startswith("A title with </title>")
        assert root.find(f"{SVG}desc").text


TAGS = ("svg", "g", "desc", "title", "style", "text", "path", "rect", "circle", "polygon")


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_same_chart_is_the_same_bytes(name):
    assert made(name).svg == made(name).svg


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings_have_no_colours_of_their_own(name):
    assert not re.search(r"#[0-9a-f]{6}\b|rgba?\(|style=", made(name).inline)
    light, dark = made(name).svg, made(name, dark=True).svg
    assert "#12161c" in dark
    assert "#12161c" not in light
    assert "var(--" not in light + dark


@pytest.mark.parametrize(
    "table", [[[30, 30], [12, 28]], [[26, 14], [202, 3758]], [[90, 10], [20, 80]], [[50, 2], [30, 18]]]
)
def test_names_in_the_kite_lie_on_no_line(table):
    rows = kite(informed.evaluate(informed.Counts(table, ["ill", "well"]), positive="ill"), c=2)
    root = parsed(Chart("t", squares.roc_kite(rows, FILE), rows).inline)
    thick = [each for each in root.iter(f"{SVG}path") if each.get("class", "").startswith(("line", "isocost"))]
    corners = [np.array(re.findall(r"[\d.]+", each.get("d")), float).reshape(-1, 2) for each in thick]
    along = np.vstack([a + (b - a) * np.linspace(0, 1, 200)[:, None] for each in corners for a, b in pairwise(each)])
    for name in root.iter(f"{SVG}text"):
        if name.get("class") == "ink halo":
            x, y, words = float(name.get("x")), float(name.get("y")) - 4, "".join(name.itertext())
            inside = (np.abs(along - [x + width(words) / 2, y]) < [width(words) / 2 - 1, LINE / 2 - 1]).all(1)
            assert not inside.any(), words


@pytest.mark.parametrize("name", ["forest", "by_label", "small_multiples", "gaps", "roc_space", "roc_space, twelve"])
def test_every_row_has_its_mark_and_its_numbers_in_words(name):
    draw, rows = DRAWINGS[name]
    drawn = draw(rows, FILE)
    root = parsed(Chart("t", drawn, rows).inline)
    assert sum("value" in each.get("class", "") for each in root.iter(f"{SVG}circle")) == len(rows)
    said = root.find(f"{SVG}desc").text
    parts = ["value", "low", "high", "chance", "recall_value", "fallout_value"]
    if name == "gaps":  # a difference has nothing that chance gives
        assert "chance" not in "".join(root.itertext())
        parts.remove("chance")
    for row in rows:
        told = [row.get(part) for part in parts]
        assert all(number(each) in said for each in told if each is not None)


@pytest.mark.parametrize("name", ["counts", "deviation", "sizes", "rates"])
def test_every_cell_shows_its_number(name):
    root = parsed(made(name).inline)
    cells = [each.findall(f"{SVG}text") for each in root.iter(f"{SVG}g")]
    assert len(cells) == len(NAMES) ** 2
    assert all(re.fullmatch(r"[+-]?[\d.]+", each.text) for (each,) in cells)


def test_colours_of_deviations_mean_the_same_in_every_table():
    """Two tables of which one deviates ten times as far: equal deviations have equal colours."""
    cell = {"count": 5, "share": 0.5, "expected": 1.0}

    def depths(*residuals):
        rows = [{"actual": str(x), "predicted": "p", "residual": each, **cell} for x, each in enumerate(residuals)]
        root = parsed(Chart("t", heat.deviation(rows, FILE), rows).inline)
        cells = [each.find(f"{SVG}rect") for each in root.iter(f"{SVG}g")]
        return [None if each is None else (each.get("class"), float(each.get("fill-opacity"))) for each in cells]

    near, far = depths(1.9, -2.0, 5.0), depths(1.9, -2.0, 5.0, 50.0)
    assert near == far[:3]
    assert near[0] is None  # below 2 standard deviations: no colour
    assert [each[0] for each in far[1:]] == ["fewer", "more", "more"]
    assert 0 < far[1][1] < far[2][1] < far[3][1] == 1


def test_lines_are_told_apart_without_colour():
    """Each kind of line has a dash of its own, each kind of point its shape and whether it is filled."""
    from informed.writers.charts.svg import KINDS, marks

    dashes = [re.search(rf"\.line-{kind} {{[^}}]*?(dasharray: [\d ]+|}})", marks())[1] for kind in range(KINDS)]
    assert len(set(dashes)) == KINDS


@pytest.mark.parametrize("name", ["by_label", "shares", "deviation, crowded"])
def test_forty_labels_are_all_named(name):
    text = parsed(made(name).inline).iter(f"{SVG}text")
    full = {(each.find(f"{SVG}title").text if each.find(f"{SVG}title") is not None else each.text) for each in text}
    assert {label for label in MANY if label != HOSTILE} <= full


# --- files -----------------------------------------------------------------------------------------------------------


def test_files_have_the_right_kind_and_size(tmp_path):
    pytest.importorskip("vl_convert")
    chart = informed.evaluate(informed.Counts([[30, 30], [12, 28]], labels=["a", "b"])).chart("roc")
    root = parsed(chart.save(tmp_path / "x.svg").read_bytes())
    wide, high = float(root.get("width")), float(root.get("height"))
    assert root.get("viewBox") == f"0 0 {wide:.1f} {high:.1f}"
    png = chart.save(tmp_path / "x.png").read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    size = [int.from_bytes(png[place : place + 4]) for place in (16, 20)]
    assert size == pytest.approx([wide * RESOLUTION, high * RESOLUTION], abs=1.5)
    pdf = chart.save(tmp_path / "x.pdf").read_bytes()
    assert pdf.startswith(b"%PDF")
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert [float(each) for each in box.groups()] == pytest.approx([wide, high], abs=1)
    assert b"/FontFile" in pdf  # text is text, in a font that travels with it


def test_a_picture_says_what_it_is_and_where_it_comes_from(tmp_path):
    found = informed.evaluate(informed.Counts([[30, 30], [12, 28]], labels=["a", "b"]))
    words = lambda svg: [each.text for each in parsed(svg).iter(f"{SVG}text")]  # noqa: E731
    plain = words(found.chart("roc").svg)
    assert "Labels in ROC space" in plain
    assert any(each.startswith("100 items · ") and informed.__version__ in each for each in plain)
    found.save(tmp_path / "x.svg", chart="roc", title="Mine", source="file.csv")
    own = words((tmp_path / "x.svg").read_text())
    assert "Mine" in own
    assert "100 items · file.csv" in own
    assert not [each for each in words(found.chart("roc", title="", source="").svg) if "items" in each]


def test_without_vl_convert_svg_is_written_and_the_others_say_what_to_do(monkeypatch, tmp_path):
    chart = informed.evaluate(informed.Counts([[30, 30], [12, 28]])).chart()
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    for kind in ("png", "pdf"):
        with pytest.raises(
            InputError, match=rf"{kind.upper()} files need .*pip install 'informed\[report\]', or save as .svg"
        ):
            chart.save(tmp_path / f"x.{kind}")
    assert chart.save(tmp_path / "x.svg").read_text() == chart.svg
    assert image(chart, "svg") == chart.svg.encode()


def test_an_ending_that_is_no_picture_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"unknown file ending '.jpg' of a chart; use .svg, .png or .pdf"):
        informed.evaluate(informed.Counts([[30, 30], [12, 28]])).chart().save(tmp_path / "x.jpg")


def test_a_notebook_shows_a_chart_as_it_is_saved():
    chart = informed.evaluate(informed.Counts([[30, 30], [12, 28]])).chart()
    assert chart._repr_svg_() == chart._repr_html_() == chart.svg
    assert repr(chart) == "Chart('Measures with interval and chance')"


def test_beyond_chance_is_hollow_on_the_side_that_is_worse():
    """A low false positive rate is good, a low recall is not."""
    rows = [
        {"row": "a", "measure": name, "value": 0.1, "chance": 0.5}
        for name in ("recall", "fallout", "false positive rate")
    ]
    root = parsed(Chart("t", lanes.small_multiples(rows, FILE), rows).inline)
    assert [each.get("class") for each in root.iter(f"{SVG}circle")] == ["value lost", "value", "value"]


def test_the_numbers_of_neighbouring_axes_stand_apart():
    rows = [{"row": "a", "measure": name, "value": 0.1, "low": 0.0, "high": 1.0} for name in ("recall", "fallout")]
    root = parsed(Chart("t", lanes.small_multiples(rows, FILE), rows).inline)
    found = [each for each in root.iter(f"{SVG}text") if each.text in ("0.0", "1.0")]
    (_, end), (start, _) = [sorted(float(each.get("x")) for each in found[at : at + 2]) for at in (0, 2)]
    assert start - end >= 3 * width("1.0")  # as they are centred: two of them would fit between


def test_names_that_people_gave_are_left_as_they_are():
    """A measure's name is spaced for reading; a system, a label or a group keeps its underscore."""
    rows = [{"row": "model_b", "measure": name, "value": 0.1} for name in ("balanced_accuracy", "site_1")]
    words = [
        each.text for each in parsed(Chart("t", lanes.small_multiples(rows, FILE), rows).inline).iter(f"{SVG}text")
    ]
    assert {"model_b", "balanced accuracy", "site_1"} <= set(words)


def test_kinds_differ_in_shape_and_none_is_hollow_which_means_worse_than_chance():
    assert len({*SHAPES}) == len(SHAPES) == KINDS
    for kind in range(KINDS):
        assert "var(--paper)" not in re.search(rf"[.]mark-{kind} {{([^}}]*)}}", marks())[1]


def test_a_no_break_space_keeps_two_words_on_one_line():
    assert lines("about informed\N{NO-BREAK SPACE}0.1", width("about informed 0", 12.0), 12.0) == [
        "about",
        "informed\N{NO-BREAK SPACE}0.1",
    ]
