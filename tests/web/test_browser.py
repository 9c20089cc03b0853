"""The workbench driven like a reader would: in a real browser, with everything the guard forbids forbidden."""

import json
import re
from itertools import product

import numpy as np
import pytest

pytest.importorskip("playwright.sync_api")
from playwright.sync_api import expect

import informed
from chromium import accessible_everywhere, becomes, printed
from informed.web.examples import EXAMPLES

RNG = np.random.default_rng(9)
ACTUAL = RNG.choice(["ill", "well"], 300)
ROWS = {
    "id": np.arange(300),
    "site": RNG.choice(["north", "south"], 300),
    "y": ACTUAL,
    "old": np.where(RNG.random(300) < 0.4, ACTUAL, "ill"),
    "new": np.where(RNG.random(300) < 0.9, ACTUAL, "ill"),
    "risk": np.round((ACTUAL == "ill") + RNG.normal(0, 1, 300), 2),
}
ASKED = {
    "evaluate": "actual=y&predicted=new",
    "groups": "actual=y&predicted=old&by=site",
    "compare": "actual=y&predicted=old&predicted=new",
    "sweep": "actual=y&scores=risk&positive=ill&cost-fn=5",
    "deploy": "actual=y&predicted=new&positive=ill&prevalence=0.01",
    "judge": "human=y&judge=new&drawn=random",
    "agree": "rater=old&rater=new",
    "consensus": "item=id&rater=old&rater=new&rater=y",
    "match": "actual=y&predicted=new",
    "multilabel": "actual=y&predicted=new",
}


def rows_of(name="rows.csv", **columns):
    lines = [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))]
    return {"name": name, "mimeType": "text/csv", "buffer": "\n".join(lines).encode()}


def there(page, asked):
    """The address of another question about the file that is open."""
    return re.sub(r"(/data/[^/]+)/.*", rf"\1/{asked}", page.url)


def opened(page, address, asked="", **columns):
    """The page of a file, or the answer to a question about it."""
    page.goto(f"{address}/data")
    page.set_input_files("#file", rows_of(**columns or ROWS))
    expect(page.locator("#answer")).to_be_visible()
    if asked:
        page.goto(there(page, asked))
        expect(page.locator("#found .first")).to_be_visible()


def value(page, measure="informedness"):
    return page.locator(f"#found [data-measure={measure}]").first


# --- the bench -------------------------------------------------------------------------------------------------------


def test_the_bench_works_under_the_policy_of_the_server(page, address):
    page.goto(f"{address}/#table=100,10,1;5,20,6;0,3,2&label=sun&label=rain&label=snow")
    expect(page.locator("#m-informedness b")).to_have_text("0.700")
    page.fill("#c0-0", "50")
    expected = informed.evaluate(informed.Counts([[50, 10, 1], [5, 20, 6], [0, 3, 2]]))
    expect(page.locator("#m-informedness b")).to_have_text(f"{expected.measures['informedness'].value:.3f}")
    expect(page.locator("#height > *").first).to_be_attached()
    expect(page).to_have_url(re.compile("table=50"))
    page.reload()
    expect(page.locator("#c0-0")).to_have_value("50")


def test_the_table_is_there_when_one_comes_back_to_the_bench(page, address):
    page.goto(address)
    page.click("#dare-skip")
    page.wait_for_selector("#height > *")
    page.fill("#c0-0", "30")
    page.click("nav >> text=Data")
    expect(page.locator("#file")).to_be_attached()
    page.click("nav >> text=Bench")
    expect(page.locator("#c0-0")).to_have_value("30")
    page.click("nav >> text=Bench")
    expect(page.locator("#c0-0")).to_have_value("30")


@pytest.mark.parametrize("name", [each.name for each in EXAMPLES])
def test_a_file_to_try_is_answered_with_one_click(page, address, name):
    page.goto(f"{address}/data")
    page.click(f"#examples button >> text={name}")
    expect(page.locator("#found .first")).not_to_be_empty()
    expect(page.locator("h2").first).to_have_text(name)
    expect(page.locator("button.primary:visible")).to_have_count(1)  # one thing to do


def test_questions_that_a_file_can_answer_come_first_and_the_others_say_what_they_need(page, address):
    opened(page, address, id=range(300), actual=ROWS["y"], model=ROWS["new"], site=ROWS["site"])
    first = page.locator(".asks > a")
    expect(first.filter(has_text="How informed are the predictions?")).to_be_visible()
    expect(first.filter(has_text="Which groups are misjudged?")).to_be_visible()
    expect(first.filter(has_text="Do scores rank")).to_have_count(0)
    page.click("#others summary")
    needs = page.locator("#others a", has_text="Do scores rank").locator("+ .about")
    expect(needs).to_have_text("a column of scores is needed")
    page.click("#others a >> text=Do scores rank")  # a reader may know better
    expect(page.locator("#scores-0")).to_be_visible()
    expect(page.locator(".asks > a[aria-current]")).to_contain_text("Do scores rank")


def test_fields_have_names_of_readers_and_numbers_have_fields_of_numbers(page, address):
    opened(page, address)
    page.goto(there(page, "sweep"))
    for shown in ("cost of a miss", "actual labels", "positive label"):
        expect(page.get_by_label(shown, exact=True)).to_be_visible()
    assert page.get_by_label("cost of a miss", exact=True).get_attribute("type") == "number"


@pytest.mark.parametrize("tab", ["judge", "agree", "consensus"])
def test_an_answer_with_nothing_chosen_says_what_is_missing(page, address, tab):
    opened(page, address)
    page.goto(there(page, tab))
    for choice in page.locator("form.ask select:visible").all():
        choice.select_option(index=0)
    page.click("#answer")
    expect(page.locator("#problem")).to_contain_text("missing")


@pytest.mark.parametrize(("name", "start"), [("report", b"<!doctype html>"), ("JSON", b'{\n  "informed"')])
def test_the_table_of_the_bench_is_taken_home(page, address, name, start):
    page.goto(f"{address}/#table=30,30;12,28")
    expect(page.locator("#m-informedness b")).to_have_text("0.200")
    page.fill("#c0-0", "45")
    with page.expect_download() as started:
        page.click(f".take >> text={name}")
    content = started.value.path().read_bytes()
    assert content.lstrip().startswith(start)
    if name == "JSON":
        assert json.loads(content)["table"] == [[45, 30], [12, 28]]


# --- the Data page ---------------------------------------------------------------------------------------------------


def test_a_file_is_dropped_once_and_asked_often(page, address):
    opened(page, address)
    expect(page.locator("#preview tbody tr")).to_have_count(5)
    expect(page.locator("#preview .kind").nth(1)).to_have_text("labels north, south")
    expect(page.locator("[name=actual]")).to_have_value("y")  # a name that leaves no doubt
    page.select_option("[name=predicted]", "new")
    page.click("#answer")
    expected = informed.evaluate(ROWS["y"], ROWS["new"]).measures["informedness"].value
    expect(value(page)).to_have_text(f"{expected:.3f}")
    page.click('.asks a[href*="/compare"]')
    expect(page.locator("h2", has_text="Which system is better?")).to_be_visible()
    page.select_option("#predicted-0", "old")
    page.select_option("#predicted-1", "new")
    page.click("#answer")
    expect(page.locator("#found .first")).to_contain_text("'new' is better informed than 'old'")
    page.go_back()
    expect(page.locator("h2", has_text="Which system is better?")).to_be_visible()
    page.go_back()
    expect(value(page)).to_have_text(f"{expected:.3f}")  # the answer is there again
    page.reload()
    expect(value(page)).to_have_text(f"{expected:.3f}")


def test_scores_are_swept_with_costs(page, address):
    opened(page, address, **{name: ROWS[name] for name in ("id", "old", "risk")}, truth=ROWS["y"])
    page.click('.asks a[href*="/sweep"]')
    expect(page.locator("#scores-0")).to_be_visible()
    expect(page.locator("[name=positive] option")).to_have_text(["choose a label", "ill", "well"])
    page.select_option("[name=actual]", "old")
    expect(page.locator("[name=positive] option")).to_have_text(["choose a label", "ill", "well"])
    page.select_option("[name=actual]", "truth")
    page.select_option("#scores-0", "risk")
    page.select_option("[name=positive]", "ill")
    page.fill("[name=cost-fn]", "5")
    page.click("#answer")
    found = informed.sweep(ROWS["y"], ROWS["risk"], positive="ill")
    expect(page.locator("#found [data-measure=auc]")).to_have_text(f"{found.auc.value:.3f}")
    expect(page.locator("#found")).to_contain_text("cheapest threshold (false alarm 1, miss 5)")
    expect(page).to_have_url(re.compile(r"sweep\?actual=truth&scores=risk&positive=ill&cost-fn=5$"))


def test_a_cell_a_group_and_a_threshold_lead_to_their_rows(page, address):
    opened(page, address, f"groups?{ASKED['groups']}")
    page.click(".contingency tbody tr:nth-child(2) td a >> nth=0")
    size = int(((ROWS["y"] == "well") & (ROWS["old"] == "ill")).sum())
    expect(page.locator("h2").first).to_have_text(f"rows.csv: {size} rows actual 'well', predicted 'ill'")
    page.go_back()
    page.click("#found th a >> text=south")
    wrong = (ROWS["y"] != ROWS["old"]) & (ROWS["site"] == "south")
    expect(page.locator("h2").first).to_have_text(f"rows.csv: {int(wrong.sum())} rows misjudged in site 'south'")
    expect(page.locator("tbody tr").first.locator("td").first).to_have_text(str(np.flatnonzero(wrong)[0]))
    with page.expect_download() as saved:
        page.click("text=all as CSV")
    assert len(saved.value.path().read_text().splitlines()) == wrong.sum() + 1
    opened(page, address, f"sweep?{ASKED['sweep']}")
    page.locator("#found td a").first.click()
    expect(page.locator("h2").first).to_contain_text("on the wrong side of the threshold")


@pytest.mark.parametrize("tab", ASKED)
def test_every_answer_is_taken_home(page, address, tab):
    opened(page, address, f"{tab}?{ASKED[tab]}")
    for name, start in (("report", "<!doctype html>"), ("JSON", '{\n  "informed"')):
        with page.expect_download() as saved:
            page.click(f".take >> text={name}")
        assert saved.value.path().read_text(encoding="utf-8").lstrip().startswith(start)


def test_after_a_bad_question_the_old_answer_is_gone(page, address):
    opened(page, address, f"evaluate?{ASKED['evaluate']}")
    page.select_option("[name=predicted]", "id")
    page.click("#answer")
    expect(page.locator("#problem")).to_contain_text("are they ids?")
    expect(page.locator("#found .first")).to_have_count(0)
    expect(page.locator("[name=predicted]")).to_have_value("id")
    opened(page, address, zip=["x"])
    page.goto(f"{address}/data")
    page.set_input_files("#file", {"name": "empty.csv", "mimeType": "text/csv", "buffer": b""})
    expect(page.locator("#problem")).to_contain_text("empty.csv is empty")


def test_a_table_of_a_file_is_edited_in_the_bench(page, address):
    opened(page, address, f"evaluate?{ASKED['evaluate']}")
    page.click("text=edit this table")
    expect(page.locator("#grid #n")).to_have_text("300")
    expect(page.locator("#l0")).to_have_value("ill")
    page.go_back()
    expect(page.locator("#found .first")).to_be_visible()


def test_a_forgotten_file_is_gone_and_the_question_stays(page, address):
    opened(page, address, f"evaluate?{ASKED['evaluate']}")
    asked = page.url
    page.click("#forget")
    expect(page.locator("#open")).to_be_visible()
    page.goto(asked)
    expect(page.locator("#problem")).to_contain_text("kept no longer")
    page.set_input_files("#file", rows_of(**ROWS))
    expect(page.locator("#found .first")).to_be_visible()
    page.heard.errors = [said for said in page.heard.errors if "404" not in said]


def test_long_work_is_seen_and_can_be_stopped(page, address):
    opened(page, address)
    page.select_option("[name=predicted]", "new")
    expect(page.locator("#cancel")).to_be_hidden()
    page.route("**/evaluate?*", lambda asked: None)  # work that never ends
    page.click("#answer")
    page.click("#cancel")
    expect(page.locator("#working")).to_be_hidden()
    expect(page.locator("#found .first")).to_have_count(0)
    page.unroute("**/evaluate?*")
    page.click("#answer")  # and may be asked again
    expect(page.locator("#found .first")).to_be_visible()


def tabbed(page, reached):
    """Press Tab until the element in focus is the one that is sought."""
    for _ in range(80):
        if page.evaluate(f"(each => {reached})(document.activeElement)"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no way with the keyboard to {reached}")


def test_the_keyboard_alone_gets_from_a_file_to_its_misjudged_rows(page, address):
    page.on("filechooser", lambda chooser: chooser.set_files(rows_of(**ROWS)))  # before the key, so that none is lost
    page.goto(f"{address}/data")
    tabbed(page, "each.id === 'file'")
    page.keyboard.press("Enter")
    expect(page.locator("#answer")).to_be_visible()
    tabbed(page, "each.name === 'predicted'")
    page.keyboard.type("new")
    expect(page.locator("[name=predicted]")).to_have_value("new")
    tabbed(page, "each.id === 'answer'")
    page.keyboard.press("Enter")
    expect(page.locator("#found .first")).to_be_visible()
    expect(page.locator(":focus")).to_have_attribute("id", "answer")  # where the reader was
    tabbed(page, "each.matches('#found a[href*=\"rows?\"]')")
    page.keyboard.press("Enter")
    wrong = int((ROWS["y"] != ROWS["new"]).sum())
    expect(page.locator("h2").first).to_have_text(f"rows.csv: {wrong} rows misjudged")
    tabbed(page, "each.closest('.asks, nav, .take') && each.matches('a')")


@pytest.mark.parametrize("tab", ASKED)
def test_back_and_reload_keep_every_answer(page, address, tab):
    opened(page, address, f"{tab}?{ASKED[tab]}")
    first = page.locator("#found .first").inner_text()
    page.click(f'.asks a[href*="/{"groups" if tab != "groups" else "evaluate"}"]')
    expect(page.locator("#found .first")).to_have_count(0)
    page.go_back()
    expect(page.locator("#found .first")).to_have_text(first)
    page.reload()
    expect(page.locator("#found .first")).to_have_text(first)


def test_a_label_that_is_added_has_the_focus_and_a_total_is_no_label(page, address):
    page.goto(f"{address}/#table=30,30;12,28&label=a&label=b")
    expect(page.locator("#m-informedness b")).to_have_text("0.200")
    page.click("#add")
    expect(page.locator("#l2")).to_be_focused()
    page.click("#pasting")
    page.fill("#pasted", "\ta\tb\tTotal\na\t30\t30\t60\nb\t12\t28\t40\nTotal\t42\t58\t100")
    expect(page.locator("#notes")).to_contain_text("Left out the row 'Total'")
    page.click("#use")
    expect(page.locator("#m-informedness b")).to_have_text("0.200")
    expect(page.locator("#l2")).to_have_count(0)


def test_without_scripts_everything_is_answered(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/data")
    page.set_input_files("#file", rows_of(**ROWS))
    page.click("#send")
    page.locator("[name=predicted]").select_option("new")
    page.click("#answer")
    expect(page.locator("#found .first")).to_contain_text("Better than guessing")
    page.click(".contingency td a >> nth=1")
    expect(page.locator("h2").first).to_contain_text("rows.csv")
    context.close()


def test_a_server_that_is_gone_is_said_and_the_answer_greyed(browser, lone):
    address, stop = lone
    page = browser.new_page()
    bench = browser.new_page()
    bench.goto(f"{address}/#table=30,30;12,28")
    expect(bench.locator("#m-informedness b")).to_have_text("0.200")
    opened(page, address, f"evaluate?{ASKED['evaluate']}")
    stop()
    bench.fill("#c0-0", "45")
    expect(bench.locator("#m-informedness b")).to_have_text("0.300")  # the bench computes by itself
    bench.click(".take >> text=report")
    expect(bench.locator("#said")).to_contain_text("No answer from the workbench")
    page.click("#answer")
    expect(page.locator("#said")).to_contain_text("No answer from the workbench")
    expect(page.locator("body")).to_have_class(re.compile("stale"))
    becomes(page, "getComputedStyle(document.querySelector('#found')).opacity < 1", True)
    page.close()
    bench.close()


def test_a_plan_is_made(page, address):
    page.goto(f"{address}/plan")
    page.fill("[name=informedness]", "0.4")
    page.fill("[name=prevalence]", "0.1")
    page.fill("[name=width]", "0.1")
    page.click("#answer")
    planned = informed.plan(informedness=0.4, prevalence=0.1, width=0.1)
    expect(page.locator("#found .first")).to_have_text(planned.verdict[0])
    page.fill("[name=width]", "-1")  # a field of numbers takes no letters
    page.click("#answer")
    expect(page.locator("#problem")).to_contain_text("'width of the interval'")
    expect(page.locator("#found .first")).to_have_count(0)


# --- other pages, reports, and what axe says -------------------------------------------------------------------------


def test_published_ratios_are_recovered(page, address):
    page.goto(f"{address}/recover")
    printed = {"recall": 0.80, "precision": 0.70, "prevalence": 0.10}  # of 1000 items, all tables tried one by one
    fitting = [
        tp / rp - fp / (1000 - rp)
        for rp, tp, fp in product(range(90, 111), range(70, 91), range(25, 46))
        if all(
            abs(ratio - printed[name]) <= 0.005 + 1e-12
            for name, ratio in {"recall": tp / rp, "precision": tp / (tp + fp), "prevalence": rp / 1000}.items()
        )
    ]
    told = f"Informedness lies in {min(fitting):.4f} to {max(fitting):.4f}."
    expect(page.locator("#found .first")).to_have_text(told)
    page.fill("[name=value] >> nth=0", "0.05")
    expect(page.locator("#problem-recover")).not_to_be_empty()
    page.fill("[name=value] >> nth=0", "0.8")
    expect(page.locator("#found .first")).to_contain_text("Informedness lies in")
    expect(page).to_have_url(re.compile("value=0.8&"))


def test_the_report_opens_from_disk_without_the_network(page, tmp_path):
    counts = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "<b>rain", "</script>"])
    path = tmp_path / "report.html"
    path.write_text(informed.evaluate(counts).report("html"), encoding="utf-8")
    page.context.set_offline(True)
    page.goto(path.as_uri())
    for name in ("deviation", "roc", "labels"):
        expect(page.locator(f"[data-chart={name}] svg").first).to_be_visible()
    expect(page.locator("[data-chart=roc] svg g title").first).to_contain_text("recall")
    page.heard.abroad = [url for url in page.heard.abroad if not url.startswith("file:")]


@pytest.mark.parametrize("path", ["/", "/data", "/data/key/evaluate", "/plan", "/plan?n=x", "/recover"])
def test_pages_are_accessible(browser, address, path):
    page = browser.new_page()
    page.goto(f"{address}{path}")
    if path == "/":
        page.wait_for_selector("#height > *")
    accessible_everywhere(page)
    page.close()


@pytest.mark.parametrize("asked", [*(f"{tab}?{query}" for tab, query in ASKED.items()), "rows?actual=y&predicted=old"])
def test_answers_are_accessible_and_whole_on_paper(browser, address, asked):
    page = browser.new_page()
    opened(page, address)
    page.goto(there(page, asked))
    expect(page.locator("#found .first, .marked").first).to_be_visible()
    printed(page)
    accessible_everywhere(page)
    page.close()


# --- room ------------------------------------------------------------------------------------------------------------


def test_the_table_of_thresholds_fits_a_wide_screen_and_charts_scroll_on_a_narrow_one(page, address):
    page.set_viewport_size({"width": 1440, "height": 900})
    opened(page, address, f"sweep?{ASKED['sweep']}")
    cut = "each => each.scrollWidth - each.clientWidth"
    assert page.get_by_role("region", name="Operating points").evaluate(cut) == 0
    page.set_viewport_size({"width": 390, "height": 844})
    opened(page, address, f"groups?{ASKED['groups']}")
    chart = page.locator("[data-chart=groups]")
    assert chart.evaluate(cut) > 0
    assert "gradient" in chart.evaluate("each => getComputedStyle(each).backgroundImage")  # a shadow: there is more
