"""The table of a report can be changed in place: "what if"."""

import re

import pytest
from playwright.sync_api import expect

import informed
from chromium import Heard
from informed.bench import panel


@pytest.fixture
def report(browser, tmp_path):
    """A report in the browser; it must not complain, nor ask anyone for anything."""
    pages = []

    def opened(result, width=1200):
        path = tmp_path / "report.html"
        path.write_text(result.report("html"), encoding="utf-8")
        page = browser.new_page(viewport={"width": width, "height": 900})
        page.heard = Heard(page, path.as_uri())
        page.goto(path.as_uri())
        pages.append(page)
        return page

    yield opened
    for page in pages:
        page.close()
        assert page.heard.abroad == []
        assert page.heard.errors == []


def evaluated(table):
    labels = ["ill", "well", "unsure"][: len(table)]
    return informed.evaluate(informed.Counts(table, labels=labels))


def said(result):
    return next(str(each) for each in result.findings if each.code == "informed")


def test_the_panel_is_small():
    assert len(panel().encode()) < 40_000


@pytest.mark.parametrize("table", [[[26, 14], [202, 3758]], [[40, 10, 0], [5, 20, 2], [5, 10, 8]]])
def test_the_verdict_follows_the_counts_and_comes_back(report, table):
    result = evaluated(table)
    page = report(result)
    page.click(".whatif > summary")
    expect(page.locator(".whatif .then")).to_have_text(said(result))
    page.fill(".whatif [data-place='0,0']", "1")
    changed = [row[:] for row in table]
    changed[0][0] = 1
    expect(page.locator(".whatif .then")).to_have_text(said(evaluated(changed)))
    page.fill(".whatif [data-place='0,0']", "many")
    expect(page.locator(".whatif")).to_have_class(re.compile("stale"))
    page.click(".whatif button")
    expect(page.locator(".whatif .then")).to_have_text(said(result))


def test_reports_of_weighted_items_and_of_many_labels_have_no_panel(report):
    weighted = informed.evaluate(["a", "b", "a", "b"] * 9, ["a", "b", "b", "b"] * 9, weights=[1.0, 2, 1, 0.5] * 9)
    expect(report(weighted).locator(".whatif")).to_have_count(0)
    many = informed.evaluate(informed.Counts([[9 * (i == j) + 1 for j in range(14)] for i in range(14)]))
    expect(report(many).locator(".whatif")).to_have_count(0)


def test_the_panel_fits_a_phone(report):
    page = report(evaluated([[26, 14], [202, 3758]]), width=390)
    page.click(".whatif > summary")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
