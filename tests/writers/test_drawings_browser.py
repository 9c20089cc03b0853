"""Every drawing as Chromium lays it out: no text is cut off, none lies on another, and dark mode needs no script."""

import pytest

from drawn import DRAWINGS
from informed.writers.charts import FILE, PAGE, Chart
from informed.writers.charts.drawing import Room
from informed.writers.markup import style

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
