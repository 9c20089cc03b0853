"""The three screens that the page opens with, and the box beside them."""

import re

import numpy as np
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import informed
from chromium import becomes

TITLE = "#dare-title"


def test_what_the_screens_say_is_what_python_finds(opened):
    page = opened("")
    always, alert = (np.array(page.evaluate(f"bench.FORECASTS.{name}")) for name in ("always", "alert"))
    accuracy, informedness = (informed.measures.get(name) for name in ("accuracy", "informedness"))
    assert always.sum() == alert.sum()
    assert (always.sum(1) == alert.sum(1)).all()  # the same days
    assert informedness(always) == 0
    expect(page.locator(TITLE)).to_have_text(f"Right on {accuracy(always):.1%} of days. Any good?")
    page.click("[data-answer=yes]")
    expect(page.locator(TITLE)).to_have_text("It always says 'sun'. It wins nothing.")
    expect(page.locator("#dare-text")).to_contain_text("it has won 0.")
    page.click("#dare-next")
    won = alert.sum() * informedness(alert)  # at fair odds, of two labels (Powers 2003)
    expect(page.locator(TITLE)).to_have_text(f"Right on {accuracy(alert):.1%} of days. It wins {won:,.0f}.")
    expect(page.locator("#dare-text")).to_contain_text(f"informedness {informedness(alert):.2f}")
    assert accuracy(alert) < accuracy(always)


def test_the_flat_line_is_flat_beside_the_other(opened):
    page = opened("", reduced_motion="reduce")
    page.click("[data-answer=no]")
    expect(page.locator(TITLE)).to_have_text("You are right. It always says 'sun'. It wins nothing.")
    page.click("#dare-next")
    tall = "path => path.getBBox().height"
    flat, own = (page.locator(f"#run path.{kind}").evaluate(tall) for kind in ("flat", "own"))
    assert flat < 0.02 * own
    expect(page.locator("#run path.grey")).to_have_count(12)
    moving = "path => getComputedStyle(path).animationName"
    assert page.locator("#run path.own").evaluate(moving) == "none"


def test_the_line_runs_where_motion_is_welcome(opened):
    page = opened("", reduced_motion="no-preference")
    page.click("[data-answer=yes]")
    assert page.locator("#run path.run").evaluate("path => getComputedStyle(path).animationName") == "run"


def test_the_screens_are_walked_with_the_keyboard_alone(opened):
    page = opened("")
    expect(page.locator(TITLE)).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#dare-next")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#dare-box")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#dare-see")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#dare")).to_be_hidden()
    becomes(page, "bench.state.labels", ["ill", "well"])


@pytest.mark.parametrize("way", ["#dare-skip", "Escape"])
def test_one_step_leads_past_the_screens_and_a_reader_who_was_here_has_the_bench(opened, way):
    page = opened("")
    expect(page.locator("#dare")).to_be_visible()
    page.keyboard.press(way) if way == "Escape" else page.click(way)
    expect(page.locator("#dare")).to_be_hidden()
    page.reload()
    expect(page.locator("#key")).to_be_visible()
    expect(page.locator("#dare")).to_be_hidden()
    page.click("#why")
    expect(page.locator(TITLE)).to_be_visible()
    page.goto(page.url.partition("#")[0] + "#dare")
    page.reload()
    expect(page.locator(TITLE)).to_be_visible()  # this address always asks


def test_an_address_with_a_table_has_the_bench_at_once(opened):
    page = opened("#table=40,10;5,45")
    expect(page.locator("#dare")).to_be_hidden()
    expect(page.locator("#c0-0")).to_have_value("40")


def test_an_unread_page_keeps_its_plain_address(opened):
    page = opened("")
    page.click("#dare-skip")
    assert "#" not in page.url


def test_the_last_screen_leads_to_ones_own_table(opened):
    page = opened("")
    page.click("[data-answer=no]")
    page.click("#dare-next")
    page.click("#dare-next")
    expect(page.locator("#dare")).to_be_hidden()
    expect(page.locator("#pasted")).to_be_focused()


def test_the_second_forecast_is_looked_at_on_the_bench_and_undone(opened):
    page = opened("")
    page.click("[data-answer=yes]")
    page.click("#dare-next")
    page.click("#dare-see")
    becomes(page, "bench.state.table", page.evaluate("bench.FORECASTS.alert"))
    expect(page).to_have_url(re.compile("label=rain"))
    page.click("#undo")
    becomes(page, "bench.state.labels", ["ill", "well"])


@pytest.mark.parametrize(
    "text", ['{"tp": 40, "fn": 10, "fp": 5, "tn": 45}', "{'tp': 40, 'fn': 10, 'fp': 5, 'tn': 45}", "40 10; 5 45"]
)
def test_a_table_is_pasted_on_the_first_screen(opened, text):
    page = opened("")
    page.fill("#dare-box", text)
    page.click("#dare-judge")
    expect(page.locator("#preview td")).to_have_count(5)
    page.click("#use")
    becomes(page, "bench.state.table", [[40, 10], [5, 45]])
    expect(page.locator("#dare")).to_be_hidden()


@pytest.mark.parametrize(("width", "height", "scheme"), [(1440, 900, "light"), (390, 844, "dark"), (844, 390, "light")])
def test_every_screen_is_accessible_and_fits(opened, width, height, scheme):
    page = opened("", width=width, height=height, color_scheme=scheme, reduced_motion="reduce", has_touch=True)
    for next_ in ("[data-answer=no]", "#dare-next", None):
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert page.locator("#dare").evaluate("box => box.scrollWidth <= box.clientWidth")
        small = "all => all.filter(each => each.checkVisibility() && each.getBoundingClientRect().height < 24).length"
        assert page.locator("#dare button").evaluate_all(small) == 0
        if next_:
            page.tap(next_)
