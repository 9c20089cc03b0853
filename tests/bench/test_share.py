"""The card: a picture and a link that say what the page says."""

import struct
from xml.etree import ElementTree

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from chromium import becomes

ALWAYS = "#table=0,30;0,3620&label=rain&label=sun"
LONG = "a%20label%20that%20is%20longer%20than%20any%20line%20has%20room"
ODD = f"#table=40,10,0;5,20,2;5,10,8&label=<b>%26&label={LONG}&label=fox"


def drawn(page):
    return ElementTree.fromstring(page.evaluate("bench.card()"))


def words(tree):
    return " ".join(" ".join(text.itertext()) for text in tree.iter("{http://www.w3.org/2000/svg}text"))


@pytest.mark.parametrize("state", [ALWAYS, ODD, "#table=2,40;50,3", "#table=0.1,0.2;0.3,0.4", "#table=0,0;0,0"])
def test_the_card_is_a_whole_picture_that_needs_no_style(opened, state):
    page = opened(state)
    tree = drawn(page)
    assert (tree.get("width"), tree.get("height")) == ("1200", "630")
    assert not [each for each in tree.iter() if each.get("class") or each.get("style")]
    key = page.locator("#key").text_content()
    assert key in words(tree).replace("\u00a0", " ")
    assert page.evaluate("bench.card() === bench.card()")


def test_the_card_says_what_the_page_says(opened):
    page = opened(ALWAYS)
    said = words(drawn(page))
    assert "always says 'sun'." in said
    assert "99.2%" in said
    assert "3,650 items" in said


def test_the_card_is_saved_as_png_and_svg(opened):
    page = opened(ALWAYS)
    page.click("#send")
    expect(page.locator("#card")).to_have_js_property("naturalWidth", 1200)
    with page.expect_download() as png:
        page.click("#save-png")
    data = png.value.path().read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (1200, 630)
    with page.expect_download() as svg:
        page.click("#save-svg")
    assert ElementTree.fromstring(svg.value.path().read_text(encoding="utf-8")).get("height") == "630"


def test_the_link_opens_the_same_table_with_its_bets(opened):
    page = opened("#table=7,2;3,8&label=a b&label=c%26d")
    page.fill("#odds0", "5")
    page.fill("#stakes1", "2")
    page.fill("#pool", "10")
    page.click("#send")
    expect(page.locator("#shared")).to_contain_text("a file on your disk")
    link = page.locator("#link").input_value()
    assert "#table=7,2;3,8&label=a+b&label=c%26d" in link  # a reader sees the table in it
    other = opened("#" + link.partition("#")[2])
    becomes(other, "bench.state.table", [[7, 2], [3, 8]])
    becomes(other, "bench.state.labels", ["a b", "c&d"])
    expect(other.locator("#dare")).to_be_hidden()
    for field, value in (("#odds0", "5"), ("#stakes1", "2"), ("#pool", "10")):
        expect(other.locator(field)).to_have_value(value)
    expect(other.locator("#wins")).to_have_text(page.locator("#wins").text_content())


@pytest.mark.parametrize("bets", ["odds=9:5", "odds=0:x", "odds=:", "stakes=,", "pool=-1", "odds=0:-3"])
def test_bets_that_an_address_cannot_mean_are_fair_odds(opened, bets):
    expect(opened(f"#table=40,10;20,30&{bets}").locator("#wins")).to_have_text("It wins +0.400 per item.")


def test_the_link_is_copied_or_selected(opened):
    page = opened(ALWAYS, permissions=["clipboard-read", "clipboard-write"])
    page.click("#send")
    page.click("#copy-link")
    expect(page.locator("#shared")).to_have_text("The link is copied.")
    page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject(new Error('closed')))")
    page.click("#copy-link")
    expect(page.locator("#shared")).to_contain_text("press Ctrl-C")
    assert page.evaluate("document.activeElement.selectionEnd - document.activeElement.selectionStart") > 20


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (390, "dark")])
def test_the_dialog_is_accessible(opened, width, scheme):
    page = opened(ALWAYS, width=width, color_scheme=scheme)
    page.focus("#send")
    page.keyboard.press("Enter")
    expect(page.locator("#card")).to_have_attribute("alt", "Knows nothing: it always says 'sun'.")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    page.keyboard.press("Escape")
    expect(page.locator("#send")).to_be_focused()


def test_every_name_on_the_page_is_one_element(opened):
    ids = opened().evaluate("[...document.querySelectorAll('[id]')].map(each => each.id)")
    assert len(ids) == len(set(ids))
