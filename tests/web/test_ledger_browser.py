"""The pages of the ledger, and files that know their columns, in a real browser."""

import re

import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import expect

import informed
import informed.more
from chromium import accessible_everywhere


def test_runs_are_looked_at_and_two_of_them_compared(browser, past, ledger):
    page = browser.new_page()
    page.goto(f"{past}/ledger")
    page.click("text=nightly")
    expect(page.locator("#found .first")).to_have_text(informed.more.history(ledger, "nightly").verdict[0])
    expect(page.locator("[data-chart] svg").first).to_be_visible()
    page.select_option("[name=as]", "old")
    page.click("#answer")
    expect(page.locator("#found .first")).to_have_text(
        informed.more.history(ledger, "nightly", system="old").verdict[0]
    )
    page.click(".tabs >> text=compare")
    first, second = ledger.runs("nightly")[:2]
    page.select_option("[name=first]", first.id)
    page.select_option("[name=second]", second.id)
    page.click("#answer")
    value = informed.compare({"a": ledger.counts(first), "b": ledger.counts(second)}).difference("informedness")
    expect(page.locator("#found")).to_contain_text(f"{value.estimate.value:+.3f}")
    expect(page).to_have_url(re.compile(f"first={first.id}&second={second.id}"))
    page.close()


@pytest.mark.parametrize("path", ["", "/history?task=nightly", "/leaderboard?task=nightly", "/watch?task=nightly",
                                  "/compare?task=nightly", "/history?task=nightly&last=x"])  # fmt: skip
def test_the_ledger_is_accessible(browser, past, path):
    page = browser.new_page()
    page.goto(f"{past}/ledger{path}")
    expect(page.locator("#found .first, #problem:not(:empty), caption").first).to_be_visible()
    accessible_everywhere(page)
    page.close()


def test_a_file_that_knows_its_columns_is_answered_at_once(browser, past):
    page = browser.new_page()
    page.goto(f"{past}/data")
    tags = b"Ada B-PER B-PER\nmet O O\nBo B-PER O\n\nRome B-LOC B-PER\n"
    page.set_input_files("#file", {"name": "tags.conll", "mimeType": "text/plain", "buffer": tags})
    expected = informed.spans([["B-PER", "O", "B-PER"], ["B-LOC"]], [["B-PER", "O", "O"], ["B-PER"]])
    expect(page.locator("#found .first")).to_have_text(expected.verdict[0])
    expect(page.locator("#format")).to_contain_text("A file of tags")
    expect(page).to_have_url(re.compile("/spans$"))
    accessible_everywhere(page)
    page.close()
