"""Every drawing as Chromium lays it out: no text is cut off, none lies on another, and dark mode needs no script."""

import pytest

import informed
from drawn import DRAWINGS
from informed.writers.charts import FILE, PAGE, Chart
from informed.writers.charts.svg import DARK, LIGHT, Room
from informed.writers.markup import style

expect = pytest.importorskip("playwright.sync_api").expect

ROOMS = {"file": FILE, "page": PAGE, "narrow": Room(330.0, 330.0)}

BOXES = """() => [...document.querySelectorAll("figure")].map(figure => {
  const frame = figure.querySelector("svg").getBoundingClientRect();
  const texts = [...figure.querySelectorAll("text")].map(text => {
    const box = text.getBoundingClientRect();
    const words = [...text.childNodes].filter(each => each.nodeType === 3).map(each => each.data).join("");
    const turned = text.hasAttribute("transform");
    return {words, turned, left: box.left, right: box.right, top: box.top, bottom: box.bottom};
  });
  return {name: figure.id, left: frame.left, right: frame.right, top: frame.top, bottom: frame.bottom, texts};
})"""


@pytest.fixture(scope="module", params=ROOMS)
def laid_out(request, browser, tmp_path_factory):
    """The frame and the text boxes of every drawing, as a file and in a page."""
    shown = []
    for name, (draw, rows) in DRAWINGS.items():
        chart = Chart("A title", draw(rows, ROOMS[request.param]), rows, "where it comes from")
        shown += [f'<figure id="{name}">{chart.inline}</figure>', f'<figure id="{name}, file">{chart.svg}</figure>']
    path = tmp_path_factory.mktemp("drawn") / "all.html"
    path.write_text(
        f'<meta charset="utf-8"><style>{style()}</style><body class="informed" style="max-width: none">{"".join(shown)}'
    )
    page = browser.new_page(viewport={"width": 1600, "height": 900})
    page.goto(path.as_uri())
    yield page.evaluate(BOXES)
    page.close()


def test_no_text_is_cut_off(laid_out):
    for figure in laid_out:
        for text in figure["texts"]:
            about = f"{figure['name']}: {text['words']}"
            assert figure["left"] - 0.5 <= text["left"], about
            assert text["right"] <= figure["right"] + 0.5, about
            assert figure["top"] - 0.5 <= text["top"], about
            assert text["bottom"] <= figure["bottom"] + 0.5, about


def overlaps(one, other):
    across = min(one["right"], other["right"]) - max(one["left"], other["left"])
    down = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return across > 1 and down > 3  # a line of text is higher than its letters


def test_no_text_lies_on_another(laid_out):
    for figure in laid_out:
        level = [text for text in figure["texts"] if not text["turned"]]
        for place, one in enumerate(level):
            for other in level[place + 1 :]:
                assert not overlaps(one, other), f"{figure['name']}: {one['words']!r} and {other['words']!r}"


def test_a_report_is_dark_without_a_script_and_light_on_paper(browser, tmp_path):
    counts = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])
    (tmp_path / "report.html").write_text(informed.evaluate(counts).report("html"), encoding="utf-8")
    context = browser.new_context(java_script_enabled=False, color_scheme="light")
    page = context.new_page()
    page.goto((tmp_path / "report.html").as_uri())
    dot, name = page.locator("[data-chart=roc] circle").first, page.locator("[data-chart=roc] text.ink").first
    for scheme, media, colours in (("light", "screen", LIGHT), ("dark", "screen", DARK), ("dark", "print", LIGHT)):
        page.emulate_media(media=media, color_scheme=scheme)
        expect(dot).to_have_css("fill", painted(colours["won"]))
        expect(name).to_have_css("fill", painted(colours["ink"]))
    expect(page.get_by_role("img", name="Labels in ROC space")).to_have_count(1)
    context.close()


def painted(colour):
    """A colour as a browser writes it."""
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgb({red}, {green}, {blue})"
