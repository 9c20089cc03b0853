"""Every kind of report in a real browser: axe, both widths, both schemes, and paper."""

import pytest

pytest.importorskip("playwright.sync_api")

from chromium import accessible_everywhere, printed
from informed.questions import QUESTIONS
from reports import EXAMPLES, OTHERS


@pytest.mark.parametrize("name", [*QUESTIONS, *OTHERS])
def test_a_report_is_accessible_on_every_screen_and_whole_on_paper(browser, name, tmp_path):
    (tmp_path / "r.html").write_text((EXAMPLES | OTHERS)[name]().report("html", title="Ours"), encoding="utf-8")
    context = browser.new_context(color_scheme="dark")
    page = context.new_page()
    page.goto((tmp_path / "r.html").as_uri())
    printed(page)
    accessible_everywhere(page)
    context.close()
