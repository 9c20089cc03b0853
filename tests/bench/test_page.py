"""The page as a reader uses it: typing, undoing, sharing, with mouse, keyboard and screen reader."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from informed.bench import page as written
from informed.questions.evaluate.words import KEY_WORDS

THREE = "#table=40,10,0;5,20,2;5,10,8&label=cat&label=dog&label=fox"


def test_the_page_is_small_and_whole():
    text = written()
    assert len(text.encode()) < 150_000
    assert "{{" not in text
    assert "http://" not in text.replace("http://www.w3.org", "")
    assert "title=" not in text  # explanations that neither touch nor keyboard can reach


def test_the_key_words_are_those_of_evaluate(opened):
    assert opened().evaluate("bench.KEY_WORDS") == list(KEY_WORDS)


def test_a_cell_is_one_step_of_undo(opened):
    page = opened()
    page.click("#c0-0")
    page.keyboard.type("38")
    page.keyboard.press("Tab")
    page.keyboard.type("2")
    assert page.evaluate("bench.state.table[0]") == [38, 2]
    page.keyboard.press("Control+z")
    assert page.evaluate("bench.state.table[0]") == [38, 14]
    page.keyboard.press("Control+z")
    assert page.evaluate("bench.state.table[0]") == [26, 14]
    assert page.locator("#undo").is_disabled()
    page.click("#redo")
    assert page.input_value("#c0-0") == "38"


def test_what_changed_says_what_it_was(opened):
    page = opened("#table=30,30;12,28")
    page.fill("#c0-0", "45")
    page.fill("#c0-1", "15")
    assert page.inner_text("#m-informedness b") == "0.450"
    assert page.locator("#m-informedness .was").text_content() == "was 0.300"  # 45/75 - 12/40


def test_thousands_are_read_and_what_cannot_be_read_greys_the_verdict(opened):
    page = opened()
    page.fill("#c0-0", "1,000")
    assert page.evaluate("bench.state.table[0][0]") == 1000
    page.fill("#c0-0", "many")
    assert "stale" in page.get_attribute("body", "class")
    assert page.inner_text("#message") == ""
    page.press("#c0-0", "Tab")
    assert "'many' is not a number of items" in page.inner_text("#message")
    page.fill("#c0-0", "")
    assert page.evaluate("bench.state.table[0][0]") == 0
    assert "stale" not in (page.get_attribute("body", "class") or "")


def test_the_address_holds_the_table(opened):
    page = opened("#table=1,2,3;4,5,6;7,8,9.5&label=a&label=b b&label=c%26d&positive=b b&prevalence=0.01")
    assert page.evaluate("bench.state.table") == [[1, 2, 3], [4, 5, 6], [7, 8, 9.5]]
    assert page.evaluate("bench.state.labels") == ["a", "b b", "c&d"]
    assert page.inner_text("#tested") == "'b b' against the rest"
    page.fill("#c0-0", "77")
    expect(page).to_have_url(re.compile("table=77"))
    page.reload()
    assert page.evaluate("bench.state.table[0][0]") == 77
    assert page.inner_text("#share") == "1%"


@pytest.mark.parametrize("state", ["#table=1,2;3", "#table=x,1;2,3", "#nonsense", "#table=" + ";".join(["1,2"] * 99)])
def test_an_address_that_says_nothing_shows_the_example(opened, state):
    assert opened(state).evaluate("bench.state.labels") == ["ill", "well"]


def test_a_label_is_text_and_never_markup(opened):
    page = opened("#table=3,1;2,4&label=<img src=x onerror=alert(1)>&label=b")
    assert page.locator("img").count() == 0
    assert "<img" in page.inner_text("#tested")


def test_another_prevalence_ends_in_a_sentence(opened):
    # Sensitivity 0.775, specificity 0.908: at 1% a positive call is right 7.8% of the time (Bayes).
    page = opened("#table=775,225;92,908&label=ill&label=well&prevalence=0.01")
    assert "Of those told 'ill', 7.8% are." in page.inner_text("#then")
    page.click("#own")
    assert "as in the table" in page.inner_text("#whom")
    page.focus("#prevalence")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("bench.state.prevalence") > 0.5


def test_a_label_or_a_cell_is_looked_at_against_the_rest(opened):
    page = opened(THREE)
    page.click("#r1")
    assert page.inner_text("#tested") == "'dog' against the rest"
    assert page.inner_text("#m-sensitivity b") == "74.1%"  # 20 of 27
    page.click("#c2-0")
    assert page.inner_text("#tested") == "'fox' against the rest"


def test_labels_come_and_go(opened):
    page = opened()
    page.click("#add")
    assert page.evaluate("document.activeElement.id") == "l2"
    assert page.inner_text("#verdict").startswith("Better than guessing")  # an unused label changes nothing
    page.click("#r2")
    page.click("#drop")
    assert page.evaluate("bench.state.labels") == ["ill", "well"]


def test_cells_are_walked_with_the_keys(opened):
    page = opened()
    page.click("#c0-0")
    for key, cell in (("ArrowRight", "c0-1"), ("ArrowDown", "c1-1"), ("ArrowLeft", "c1-0"), ("ArrowUp", "c0-0")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.id") == cell


def test_explanations_open_with_the_keyboard(opened):
    page = opened()
    page.focus("[popovertarget=why-sensitivity]")
    page.keyboard.press("Enter")
    assert page.locator("#why-sensitivity").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#why-sensitivity").is_visible()


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (1440, "dark"), (390, "light"), (390, "dark")])
@pytest.mark.parametrize("state", ["", THREE], ids=["two", "three"])
def test_nothing_that_axe_would_mind_and_nothing_that_sticks_out(opened, csv, width, scheme, state):
    page = opened(state, width=width, color_scheme=scheme, reduced_motion="reduce")
    page.click("summary")
    page.click("#tour") if not state else page.set_input_files("#file", csv)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
