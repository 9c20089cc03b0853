"""The page as a reader uses it: typing, undoing, sharing, with mouse, keyboard and screen reader."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from chromium import becomes
from informed.bench import page as written
from informed.questions.evaluate.words import KEY_WORDS

FADED = "part => { while (part && getComputedStyle(part).opacity === '1') part = part.parentElement; return !!part; }"
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
    becomes(page, "bench.state.table[0]", [38, 2])
    page.keyboard.press("Control+z")
    becomes(page, "bench.state.table[0]", [38, 14])
    page.keyboard.press("Control+z")
    becomes(page, "bench.state.table[0]", [26, 14])
    expect(page.locator("#undo")).to_be_disabled()
    page.click("#redo")
    expect(page.locator("#c0-0")).to_have_value("38")


def test_what_changed_says_what_it_was(opened):
    page = opened("#table=30,30;12,28")
    page.fill("#c0-0", "45")
    page.fill("#c0-1", "15")
    expect(page.locator("#m-informedness b")).to_have_text("0.450")
    expect(page.locator("#m-informedness .was")).to_have_text("was 0.300")  # 45/75 - 12/40
    below = "box => box.querySelector('.was').offsetTop >= box.querySelector('.ci').offsetTop + 12"
    assert page.locator("#m-informedness").evaluate(below)  # nothing shows through


def test_thousands_are_read_and_what_cannot_be_read_greys_the_verdict(opened):
    page = opened()
    page.fill("#c0-0", "1,000")
    becomes(page, "bench.state.table[0][0]", 1000)
    page.fill("#c0-0", "many")
    expect(page.locator("body")).to_have_class(re.compile("stale"))
    expect(page.locator("#message")).to_have_text("")
    page.press("#c0-0", "Tab")
    expect(page.locator("#message")).to_contain_text("'many' is not a number of items")
    for part in ("#gauge", "#height", "#guessers", "#bankroll", "#wins", "#house", "#p1-1", "#n"):  # all of it is old
        assert page.locator(part).evaluate(FADED), part
    expect(page.locator("#send")).to_be_disabled()
    page.fill("#c0-0", "50%")  # of a single cell nobody knows of what
    page.press("#c0-0", "Tab")
    expect(page.locator("#message")).to_contain_text("'50%' is not a number of items")


def test_a_cleared_cell_waits_for_what_is_typed_and_is_0_once_it_is_left(opened):
    page = opened()
    page.click("#c0-0")
    page.keyboard.press("Delete")
    expect(page.locator("#c0-0")).to_have_value("")
    becomes(page, "bench.state.table[0][0]", 26)
    expect(page.locator("body")).not_to_have_class(re.compile("stale"))
    page.keyboard.type("30")
    becomes(page, "bench.state.table[0][0]", 30)
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.press("Tab")
    becomes(page, "bench.state.table[0][0]", 0)
    page.keyboard.press("Control+z")
    becomes(page, "bench.state.table[0][0]", 26)  # one cell, one step


@pytest.mark.parametrize("typed", ["12,5", "12.5"])
def test_a_sum_keeps_the_decimals_of_its_cells(opened, typed):
    page = opened("#table=26,14;202,3758")
    page.fill("#c0-0", typed)
    expect(page.locator("#n")).to_have_text("3,986.5")
    expect(page.locator("#a0")).to_have_text("26.5")


def test_the_address_holds_the_table(opened):
    page = opened("#table=1,2,3;4,5,6;7,8,9.5&label=a&label=b b&label=c%26d&positive=b b&prevalence=0.01")
    becomes(page, "bench.state.table", [[1, 2, 3], [4, 5, 6], [7, 8, 9.5]])
    becomes(page, "bench.state.labels", ["a", "b b", "c&d"])
    expect(page.locator("#tested")).to_have_text("'b b' against the rest")
    page.fill("#c0-0", "77")
    expect(page).to_have_url(re.compile("table=77"))
    page.reload()
    becomes(page, "bench.state.table[0][0]", 77)
    expect(page.locator("#share")).to_have_text("1%")


@pytest.mark.parametrize("state", ["#table=1,2;3", "#table=x,1;2,3", "#nonsense", "#table=" + ";".join(["1,2"] * 99)])
def test_an_address_that_says_nothing_shows_the_example(opened, state):
    becomes(opened(state), "bench.state.labels", ["ill", "well"])


def test_a_label_is_text_and_never_markup(opened):
    page = opened("#table=3,1;2,4&label=<img src=x onerror=alert(1)>&label=b")
    expect(page.locator("#tested")).to_contain_text("<img")
    assert page.locator("img:not(#card)").count() == 0


def test_another_prevalence_ends_in_a_sentence(opened):
    # Sensitivity 0.775, specificity 0.908: at 1% a positive call is right 7.8% of the time (Bayes).
    page = opened("#table=775,225;92,908&label=ill&label=well&prevalence=0.01")
    expect(page.locator("#then")).to_contain_text("Of those told 'ill', 7.8% are.")
    page.click("#own")
    expect(page.locator("#whom")).to_contain_text("as in the table")
    page.focus("#prevalence")
    page.keyboard.press("ArrowRight")
    becomes(page, "bench.state.prevalence > 0.5", True)


def test_a_label_or_a_cell_is_looked_at_against_the_rest(opened):
    page = opened(THREE)
    page.click("#r1")
    expect(page.locator("#tested")).to_have_text("'dog' against the rest")
    expect(page.locator("#m-sensitivity b")).to_have_text("74.1%")  # 20 of 27
    page.click("#c2-0")
    expect(page.locator("#tested")).to_have_text("'fox' against the rest")


def test_a_class_called_like_a_sum_is_a_class_with_a_note(opened):
    page = opened("#table=5,1;2,6&label=ill&label=well")
    page.fill("#l1", "Total")
    expect(page.locator("#message")).to_contain_text("'Total' counts as a class")
    becomes(page, "bench.state.table", [[5, 1], [2, 6]])
    page.fill("#l1", "totally well")
    expect(page.locator("#message")).to_have_text("")


def test_ten_labels_and_their_sums_lie_in_sight(opened):
    page = opened("#table=" + ";".join(["1,2,3,4,5,6,7,8,9,10"] * 10), width=1280, height=800)
    expect(page.locator("#c9-9")).to_have_value("10")
    assert page.locator("section.table .scroll").evaluate("box => box.scrollWidth <= box.clientWidth")
    for sums in ("#a0", "#s9", "#n"):
        expect(page.locator(sums)).to_be_in_viewport(ratio=1)


def test_the_six_numbers_of_a_test_fill_their_rows(opened):
    for width in (390, 800, 1000, 1280, 1440):
        page = opened(width=width)
        rows = page.evaluate("[...document.querySelectorAll('#clinic .number')].map(box => box.offsetTop)")
        assert {rows.count(each) for each in rows} <= {3, 6}, width


@pytest.mark.parametrize(
    "table", ["-1,1;2,3", "nan,1;2,3", "Infinity,1;2,3", "1e400,1;2,3", "1,2;3", "1,2,3;4,5,6", ""]
)
def test_an_address_without_a_table_is_said_and_kept_until_an_edit(opened, table):
    page = opened(f"#table={table}")
    expect(page.locator("#message")).to_contain_text("The address holds no table")
    page.wait_for_timeout(400)  # longer than an edit waits before it is written there
    assert page.url.endswith(f"#table={table}")
    page.fill("#c0-0", "30")
    expect(page.locator("#message")).to_have_text("")
    expect(page).to_have_url(re.compile("table=30"))


def test_a_count_too_large_to_be_exact_is_not_used(opened):
    page = opened()
    page.click("#pasting")
    page.fill("#pasted", "1e400\t2\n3\t4")
    expect(page.locator("#use")).to_be_disabled()


def test_labels_come_and_go(opened):
    page = opened()
    page.click("#add")
    expect(page.locator(":focus")).to_have_attribute("id", "l2")
    expect(page.locator("#key")).to_have_text("Better than guessing")  # an unused label changes nothing
    page.click("#r2")
    page.click("#drop")
    becomes(page, "bench.state.labels", ["ill", "well"])


def test_cells_are_walked_with_the_keys(opened):
    page = opened()
    page.click("#c0-0")
    for key, cell in (("ArrowRight", "c0-1"), ("ArrowDown", "c1-1"), ("ArrowLeft", "c1-0"), ("ArrowUp", "c0-0")):
        page.keyboard.press(key)
        expect(page.locator(":focus")).to_have_attribute("id", cell)


def test_explanations_open_with_the_keyboard(opened):
    page = opened()
    page.focus("[popovertarget=why-sensitivity]")
    page.keyboard.press("Enter")
    expect(page.locator("#why-sensitivity")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#why-sensitivity")).to_be_hidden()


@pytest.mark.parametrize("width", [390, 1440])
def test_an_explanation_opens_beside_its_button_and_inside_the_screen(opened, width):
    page = opened(width=width, height=800)
    for name in ("informedness", "markedness", "lrNegative"):
        page.click(f"[popovertarget=why-{name}]")
        beside = """name => {
            const [button, note] = [`[popovertarget=why-${name}]`, `#why-${name}`].map(
                each => document.querySelector(each).getBoundingClientRect());
            const apart = Math.min(Math.abs(note.top - button.bottom), Math.abs(button.top - note.bottom));
            return note.width > 0 && apart < 16 && note.left >= 0 && note.right <= innerWidth;
        }"""
        becomes(page, f"({beside})('{name}')", True)
        page.keyboard.press("Escape")


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (1440, "dark"), (390, "light"), (390, "dark")])
@pytest.mark.parametrize("state", ["#table=26,14;202,3758", THREE], ids=["two", "three"])
def test_nothing_that_axe_would_mind_and_nothing_that_sticks_out(opened, csv, width, scheme, state):
    page = opened(state, width=width, color_scheme=scheme, reduced_motion="reduce")
    if state == THREE:
        page.set_input_files("#file", csv)
        expect(page.locator("#groups button")).to_have_count(3)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_print_has_the_table_and_the_verdict_but_no_buttons(opened):
    page = opened()
    page.emulate_media(media="print")
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#c0-0")).to_be_visible()
    expect(page.locator("#undo")).to_be_hidden()
    expect(page.locator("#why")).to_be_hidden()
