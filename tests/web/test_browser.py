"""The workbench driven like a reader would: in a real browser, with everything the guard forbids forbidden."""

import json
import re
from itertools import product

import numpy as np
import pytest

pytest.importorskip("playwright.sync_api")
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

import informed
import informed.lab


def value(page, measure="informedness"):
    return page.locator(f"#summary [data-measure={measure}]")


def test_an_edit_changes_what_depends_on_it(page, address):
    page.goto(address)
    expect(value(page)).to_have_text("0.700")
    page.fill("#cell-0-0", "50")
    expected = informed.evaluate(informed.Counts([[50, 10, 1], [5, 20, 6], [0, 3, 2]]))
    expect(value(page)).to_have_text(f"{expected.measures['informedness'].value:.3f}")
    expect(page.locator("#summary .verdict")).to_contain_text("informedness 0.59")
    expect(page.locator("#grid tfoot .sum").last).to_have_text("97")  # the margins
    expect(page.locator("#slip [data-slip=edge]")).to_have_text(f"{expected.measures['edge'].value:.3f}")
    expect(page.locator("#details .signature")).to_contain_text("n:97")  # what comes when the typing pauses


def test_a_late_answer_about_an_earlier_table_is_not_shown(page, address):
    """The whole evaluation of the first edit comes after the second edit: it is passed over."""
    page.goto(address)
    held = []
    page.route("**/rest?*", lambda route: route.continue_() if held else held.append(route))
    page.fill("#cell-0-0", "50")
    for _ in range(300):  # until the typing has paused
        if held:
            break
        page.wait_for_timeout(100)
    page.fill("#cell-0-0", "10")
    expect(page.locator("#grid tfoot .sum").last).to_have_text("57")
    page.evaluate(
        """() => {
            window.seen = [];
            const details = document.querySelector("#details");
            new MutationObserver(() => seen.push(details.querySelector(".signature").textContent))
                .observe(details, {childList: true, subtree: true, characterData: true});
        }"""
    )
    held[0].continue_()
    expect(page.locator("#details .signature")).to_contain_text("n:57")
    assert not [text for text in page.evaluate("() => seen") if "n:97" in text]


def test_the_chart_follows_the_edit(page, address):
    page.goto(address)
    points = page.locator("[data-chart=roc] svg path[aria-roledescription=point]")
    expect(points).to_have_count(3)
    before = points.first.get_attribute("transform")
    page.fill("#cell-0-0", "10")
    expect(points.first).not_to_have_attribute("transform", before)


@pytest.mark.parametrize(
    ("informed_", "perverse", "cells", "edge"),
    [
        (0, 0, ["560", "140", "240", "60"], "0.000"),
        (100, 0, ["700", "0", "0", "300"], "1.000"),
        (15, 0, ["581", "119", "204", "96"], "0.150"),
        (0, 15, ["476", "224", "249", "51"], "-0.150"),
    ],
    ids=["guess", "perfect", "15% informed", "15% perverse"],
)
def test_figure_1_by_slider(page, address, informed_, perverse, cells, edge):
    """The four models of figure 1 (Powers 2003): 70 % positive, guessed 80 % of the time; ten times as many items."""
    page.goto(f"{address}/?table=1,1;1,1")
    page.click("text=Simulate a predictor")
    page.fill("#items", "1000")
    for name, share in (("prevalence-0", 70), ("guess-0", 80), ("perverse", perverse), ("informed", informed_)):
        page.locator(f"#{name}").fill(str(share))
    expect(value(page)).to_have_text(edge)
    for place, cell in enumerate(cells):
        expect(page.locator(f"#cell-{place // 2}-{place % 2}")).to_have_value(cell)


def test_sliders_stand_where_the_table_is_and_move_it_little(page, address):
    page.goto(f"{address}/?table=30,30;12,28")  # informedness 1/2 - 12/40 = 0.2
    page.click("text=Simulate a predictor")
    expect(page.locator("#informed")).to_have_value("20")
    page.focus("#informed")
    page.keyboard.press("ArrowRight")
    expect(value(page)).not_to_have_text("0.200")
    page.keyboard.press("ArrowLeft")
    expect(value(page)).to_have_text("0.200")
    expect(page.locator("#cell-0-0")).to_have_value("30")
    expect(page.locator("#grid #n")).to_have_count(0)  # whole items: nobody needs to say how many
    page.fill("#cell-0-0", "300")
    expect(page.locator("#informed")).to_have_value(f"{100 * (300 / 330 - 0.3):.0f}")  # they follow what is typed


def test_numbers_and_titles_are_not_cut(page, address):
    page.goto(f"{address}/?table=80.4384,24.578,6.7032;21.917,7.1001,1.8522;3.1311,.9702,1234567.25&n=147")
    expect(page.locator("[data-chart=labels] svg")).to_be_visible()
    for field in page.locator("#grid [name=cell]").all():
        assert field.evaluate("each => each.scrollWidth <= each.clientWidth")
    page.click("text=Simulate a predictor")  # which leaves the charts less room
    for chart in page.locator("#figures .chart").all():
        expect(chart.locator("svg")).to_be_visible()
        page.wait_for_function("each => each.scrollWidth <= each.clientWidth", arg=chart.element_handle())


def test_share_link_restores(page, address, browser):
    page.goto(address)
    page.fill("#label-1", "drizzle & <i>fog</i>")
    page.fill("#cell-2-0", "7")
    expect(page.locator("#grid thead")).to_contain_text("drizzle & <i>fog</i>")
    expect(page.locator("#grid tfoot .sum").last).to_have_text("154")  # both edits are answered
    page.click("#copy-link")
    expect(page.locator("#copy-link")).to_have_text("Copied")
    link = page.evaluate("() => navigator.clipboard.readText()")
    other = browser.new_page()
    other.goto(link)
    expect(other.locator("#label-1")).to_have_value("drizzle & <i>fog</i>")
    expect(other.locator("#cell-2-0")).to_have_value("7")
    expect(value(other)).to_have_text(value(page).inner_text())
    other.close()


def test_undo_goes_back_edit_by_edit(page, address):
    page.goto(address)
    page.fill("#cell-0-0", "50")
    expect(value(page)).to_have_text("0.588")
    page.click("text=+ label")
    expect(page.locator("#grid [name=cell]")).to_have_count(16)
    page.click("#undo")
    expect(page.locator("#grid [name=cell]")).to_have_count(9)
    expect(page.locator("#cell-0-0")).to_have_value("50")
    page.click("#undo")
    expect(page.locator("#cell-0-0")).to_have_value("100")
    expect(value(page)).to_have_text("0.700")


def test_bad_input_is_said_beside_its_field_and_the_rest_stays(page, address):
    page.goto(address)
    page.fill("#cell-1-2", "many")
    beside = page.locator("td:has(#cell-1-2) [role=alert]")
    expect(beside).to_have_text("'many' is not a count; write a number, 0 or more")
    expect(page.locator("#cell-1-2")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#cell-1-2")).to_have_value("many")
    expect(value(page)).to_have_text("0.700")
    page.fill("#cell-1-2", "6")
    expect(beside).to_have_count(0)
    page.fill("#label-2", "sun")
    expect(page.locator("td:has(#label-2) [role=alert]")).to_contain_text("duplicate label")


def test_keys_move_between_cells(page, address):
    page.goto(address)
    page.focus("#cell-0-0")
    for key, place in (("Enter", "1-0"), ("ArrowDown", "2-0"), ("ArrowUp", "1-0"), ("ArrowRight", "1-0")):
        page.keyboard.press(key)  # the arrow to the right first leaves the selection, inside the cell
        expect(page.locator(f"#cell-{place}")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#cell-1-1")).to_be_focused()


def test_a_table_pasted_from_a_spreadsheet_asks_for_its_orientation(page, address):
    page.goto(address)
    page.evaluate("() => navigator.clipboard.writeText('\\tyes\\tno\\nyes\\t30\\t12\\nno\\t30\\t28')")
    page.focus("#cell-0-0")
    page.keyboard.press("Control+V")
    page.click("text=Use it")
    expect(page.locator("#problem-rows")).to_contain_text("choose what the rows are")
    page.check("[name=rows][value=predicted]")
    page.click("text=Use it")
    expect(value(page)).to_have_text("0.200")  # Powers 2007, table 2, printed with predictions in rows
    expect(page.locator("#label-0")).to_have_value("yes")


def test_a_label_cannot_run(page, address):
    page.goto(address)
    page.fill("#label-0", "<script>document.title = 'stolen'</script>")
    expect(page.locator("#grid thead")).to_contain_text("<script>document.title")
    page.reload()
    expect(page.locator("#label-0")).to_have_value("<script>document.title = 'stolen'</script>")
    assert page.title() != "stolen"


def test_a_file_is_evaluated_by_its_columns(page, address):
    page.goto(f"{address}/file")
    rows = "".join(f"{a},{b}\n" for a, b in [("y", "y")] * 6 + [("y", "n")] * 2 + [("n", "n")] * 7 + [("n", "y")] * 5)
    page.set_input_files("#file", {"name": "p.csv", "mimeType": "text/csv", "buffer": f"truth,said\n{rows}".encode()})
    expect(page.get_by_label("actual labels")).to_have_value("truth")  # a name that leaves no doubt
    page.click("#answer")
    expect(page.locator("#problem-file")).to_contain_text("missing predicted=")
    page.get_by_label("predicted labels").select_option("said")
    page.click("#answer")
    expected = 6 / 8 - 5 / 12
    expect(page.locator("#found [data-measure=informedness]").first).to_have_text(f"{expected:.3f}")
    expect(page.locator("#found [data-chart=roc] svg path[aria-roledescription=point]")).to_have_count(2)
    page.click("text=Edit this table")
    expect(value(page)).to_have_text(f"{expected:.3f}")


def rows_of(**columns):
    lines = [",".join(columns), *(",".join(map(str, row)) for row in zip(*columns.values(), strict=True))]
    return {"name": "rows.csv", "mimeType": "text/csv", "buffer": "\n".join(lines).encode()}


def test_two_systems_are_compared(page, address):
    rng = np.random.default_rng(6)
    actual = rng.choice(["cat", "dog"], 300)
    old, new = (np.where(rng.random(300) < share, actual, "cat") for share in (0.5, 0.9))
    page.goto(f"{address}/compare")
    page.set_input_files("#file", rows_of(actual=actual, old=old, new=new))
    page.get_by_label("baseline").select_option("old")
    page.get_by_label("system to compare").select_option("new")
    page.click("#answer")
    expected = informed.compare(actual, {"old": old, "new": new}).difference("informedness").estimate
    expect(page.locator("#found [data-difference=informedness]")).to_have_text(f"+{expected.value:.3f}")
    expect(page.locator("#found .first")).to_contain_text("'new' is better than 'old': informedness")
    expect(page.locator("#found [data-chart=differences] svg")).to_be_visible()


def test_scores_are_swept(page, address):
    rng = np.random.default_rng(7)
    ill = rng.integers(0, 2, 200)
    score = np.round(rng.normal(ill, 1), 2)
    page.goto(f"{address}/sweep")
    page.set_input_files("#file", rows_of(ill=ill, risk=score))
    page.get_by_label("actual labels").select_option("ill")
    expect(page.get_by_label("high scores indicate").locator("option")).to_have_count(3)  # none, 0, 1
    page.get_by_label("scores", exact=True).select_option("risk")
    page.get_by_label("high scores indicate").select_option("1")  # one of the labels found
    page.click("#answer")
    expect(page.locator("#found [data-measure=auc]")).to_have_text(f"{informed.sweep(ill, score).auc.value:.3f}")
    expect(page.locator("#found [data-chart=roc] svg")).to_be_visible()


def test_long_work_is_seen_and_can_be_stopped(page, address):
    rng = np.random.default_rng(8)
    actual, said = rng.integers(0, 4000, (2, 30000))
    page.goto(f"{address}/file")
    page.set_input_files("#file", rows_of(actual=actual, predicted=said))
    expect(page.locator("#cancel")).to_be_hidden()
    page.click("#answer")
    expect(page.locator(".working")).to_contain_text("Working")
    page.click("#cancel")
    expect(page.locator(".working")).to_be_hidden()
    expect(page.locator("#found")).to_be_empty()
    page.heard.errors = [said for said in page.heard.errors if "abort" not in said]  # which htmx tells the console


def test_choices_are_shared_by_address(page, address):
    page.goto(f"{address}/compare")
    sent = rows_of(actual=["x", "y"] * 20, one=["x"] * 40, two=["x", "y"] * 20)
    page.set_input_files("#file", sent)
    page.get_by_label("baseline").select_option("one")
    page.get_by_label("system to compare").select_option("two")
    page.click("#answer")
    expect(page.locator("#found .first")).to_be_visible()
    page.wait_for_url("**/compare?actual=actual&system=one&system=two")
    page.reload()
    page.set_input_files("#file", sent)
    expect(page.get_by_label("system to compare")).to_have_value("two")


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
    expect(page.locator("#recovered .first")).to_have_text(told)
    page.fill("[name=value] >> nth=0", "0.05")
    expect(page.locator("#problem-recover")).not_to_be_empty()
    page.fill("[name=value] >> nth=0", "0.8")
    expect(page.locator("#recovered .first")).to_contain_text("Informedness lies in")
    expect(page).to_have_url(re.compile("value=0.8&"))


def test_downloads(page, address):
    page.goto(address)
    with page.expect_download() as started:
        page.click("text=JSON")
    found = json.loads(started.value.path().read_text())
    table = np.array(found["table"])
    hits, actual, predicted, n = table.diagonal(), table.sum(1), table.sum(0), table.sum()
    by_label = hits / actual - (predicted - hits) / (n - actual)  # recall less fallout
    assert found["measures"]["informedness"]["value"] == pytest.approx((actual / n * by_label).sum())  # equation 42
    with page.expect_download() as started:
        page.locator("a[href*='roc.png']").click()
    assert started.value.path().read_bytes().startswith(b"\x89PNG")


def test_the_report_opens_from_disk_without_the_network(page, tmp_path):
    counts = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "<b>rain", "</script>"])
    path = tmp_path / "report.html"
    path.write_text(informed.evaluate(counts).report("html"), encoding="utf-8")
    page.context.set_offline(True)
    page.goto(path.as_uri())
    for name in ("shares", "deviation", "roc", "labels"):
        expect(page.locator(f"[data-chart={name}] svg").first).to_be_visible()
    page.hover("[data-chart=roc] svg path[aria-roledescription=point] >> nth=0")
    expect(page.locator(".vg-tooltip")).to_contain_text("recall")
    page.heard.abroad = [url for url in page.heard.abroad if not url.startswith("file:")]


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (390, "dark")])
@pytest.mark.parametrize("path", ["/", "/?table=1,x;3,4", "/file", "/compare?actual=y", "/recover", "/report.html"])
def test_accessible_on_desktop_and_phone(browser, address, path, width, scheme, tmp_path):
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    if path == "/report.html":
        (tmp_path / "r.html").write_text(
            informed.evaluate([1, 2, 2, 1, 2], [1, 2, 1, 1, 2]).report("html"), encoding="utf-8"
        )
        page.goto((tmp_path / "r.html").as_uri())
    else:
        page.goto(f"{address}{path}")
    accessible(page, width)
    context.close()


REPORTS = {
    "agreement": lambda: informed.agree(
        {"ann": list("abcabc") * 9, "bob": list("abccba") * 9, "cid": list("abc") * 18}
    ),
    "clusters": lambda: informed.match(list("abcabc") * 9, list("xyzxzy") * 9, draws=20),
    "plan": lambda: informed.plan(informedness=0.4, prevalence=0.1, width=0.1),
    "sets": lambda: informed.multilabel([["x"], ["x", "y"], ["z"]] * 9, [["x"], ["y"], ["z", "y"]] * 9, draws=20),
    "study": lambda: informed.lab.measures(["informedness", "accuracy"], studies=2),
}


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (390, "dark")])
@pytest.mark.parametrize("name", REPORTS)
def test_reports_of_other_results_are_accessible(browser, name, width, scheme, tmp_path):
    (tmp_path / "r.html").write_text(REPORTS[name]().report("html"), encoding="utf-8")
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    page.goto((tmp_path / "r.html").as_uri())
    if page.locator("figure").count():
        expect(page.locator("figure svg").first).to_be_visible()
    accessible(page, width)
    context.close()


def accessible(page, width):
    """Nothing that axe would mind, everything unfolded, and nothing that sticks out."""
    for folded in page.locator("summary").all():
        if folded.is_visible() and folded.evaluate("each => !each.parentElement.open"):
            folded.click()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "scheme"), [(1200, "light"), (390, "dark")])
@pytest.mark.parametrize(
    ("path", "columns"),
    [
        ("/file?actual=y&predicted=one", "y one"),
        ("/compare?actual=y&system=one&system=two", "y one two"),
        ("/sweep?actual=y&score=p&positive=a", "y p"),
    ],
)
def test_answers_are_accessible(browser, address, path, columns, width, scheme):
    rng = np.random.default_rng(9)
    actual = rng.choice(["a", "b"], 60)
    rows = {"y": actual, "p": np.round((actual == "a") + rng.normal(0, 1, 60), 2)}
    rows |= {name: np.where(rng.random(60) < share, actual, "a") for name, share in (("one", 0.4), ("two", 0.9))}
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    page.goto(f"{address}{path}")
    page.set_input_files("#file", rows_of(**{name: rows[name] for name in columns.split()}))
    page.click("#answer")
    expect(page.locator("#found .first")).to_be_visible()
    accessible(page, width)
    context.close()
