"""What the pictures show is true, and what is dragged changes the counts."""

import json
import re
from itertools import pairwise

import numpy as np
import pytest
from numpy.testing import assert_allclose
from playwright.sync_api import expect

import informed
from chromium import becomes, printed
from informed.writers.tabular import delimited

SCREENING = [[26, 14], [202, 3758]]
THREE = [[40, 10, 0], [5, 20, 2], [5, 10, 8]]
DEAL = "([table, size, seed]) => bench.guessed(table, size, bench.random(seed))"


def drag(page, picture, start, stop):
    box = page.locator(picture).bounding_box()
    page.mouse.move(box["x"] + start[0] * box["width"], box["y"] + start[1] * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + stop[0] * box["width"], box["y"] + stop[1] * box["height"], steps=4)
    page.mouse.up()


# --- height above chance ---------------------------------------------------------------------------------------------


def test_dragging_the_point_changes_counts_but_no_class_in_one_step(opened):
    page = opened()
    page.locator("#height").scroll_into_view_if_needed()
    drag(page, "#height", (0.2, 0.5), (0.3, 0.2))
    expect(page.locator("#undo")).to_be_enabled()
    table = np.array(page.evaluate("bench.state.table"))
    assert_allclose(table.sum(1), np.sum(SCREENING, axis=1))
    assert (table != SCREENING).any()
    assert (table == np.rint(table)).all()
    page.click("#undo")
    becomes(page, "bench.state.table", SCREENING)


@pytest.mark.parametrize("table", [SCREENING, THREE, [[0, 5], [0, 9]], [[5, 0, 0], [0, 0, 6], [0, 7, 0]]])
@pytest.mark.parametrize(("recall", "fallout"), [(0, 0), (1, 1), (0.5, 0.25), (1, 0)])
def test_a_point_has_the_rates_that_were_asked_for(opened, table, recall, fallout):
    found = np.array(opened().evaluate("([table, r, f]) => bench.moved(table, 0, r, f)", [table, recall, fallout]))
    assert_allclose(found.sum(1), np.sum(table, axis=1))
    assert (found >= 0).all()
    others = found[1:].sum()
    assert found[0, 0] / found[0].sum() == pytest.approx(recall, abs=0.5 / found[0].sum())
    assert found[1:, 0].sum() / others == pytest.approx(fallout, abs=0.5 * (len(table) - 1) / others)


def test_the_point_is_moved_with_the_arrow_keys(opened):
    page = opened("#table=50,50;20,80")
    page.focus("#height")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowRight")
    becomes(page, "bench.state.table", [[51, 49], [21, 79]])
    expect(page.locator("#height")).to_have_attribute("aria-valuetext", re.compile("sensitivity 51%"))
    page.keyboard.press("Control+z")
    becomes(page, "bench.state.table", [[50, 50], [20, 80]])


# --- guessers --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [[[30, 30], [12, 28]], [[9, 3], [4, 8]], THREE])
def test_guessers_are_those_of_the_permutation_distribution(opened, table):
    # With both margins fixed, informedness has mean 0 and the variance that z_informedness divides by.
    from informed.inference.significance.statistics import z_informedness

    values = np.array(opened().evaluate(DEAL, [table, 4000, 3]))
    deviation = float(informed.measures.get("informedness")(table) / z_informedness(table))
    assert abs(values.mean()) < 4 * deviation / np.sqrt(4000)
    assert values.std() == pytest.approx(deviation, rel=0.06)


def test_the_share_of_guessers_as_far_is_the_p_of_fisher(opened):
    # 30 30; 12 28: two-sided exact p 0.0629 (Powers 2007, Table 2); here both tails by distance from 0.
    table = np.array([[30, 30], [12, 28]])
    values = np.abs(opened().evaluate(DEAL, [table.tolist(), 8000, 5]))
    share = (values >= 0.2 - 1e-12).mean()
    assert share == pytest.approx(0.0629, abs=4 * np.sqrt(0.0629 / 8000))


def test_the_same_seed_gives_the_same_guessers(opened):
    page = opened()
    assert page.evaluate(DEAL, [THREE, 20, 1]) == page.evaluate(DEAL, [THREE, 20, 1])
    assert page.evaluate(DEAL, [THREE, 20, 1]) != page.evaluate(DEAL, [THREE, 20, 2])


def test_all_guessers_fall(opened):
    page = opened(reduced_motion="reduce")
    expect(page.locator("#guessed")).to_have_text("0 of 2,000 guessers got as far from 0 as this one.")
    page.click("#deal")
    expect(page.locator("#guessed")).to_contain_text("of 2,000 guessers")


# --- the bookmaker ---------------------------------------------------------------------------------------------------


def test_the_four_models_of_2003_win_what_they_are_informed(opened):
    page = opened()
    expect(page.locator("#models b")).to_have_text(["0.00", "+1.00", "+0.15", "-0.15"])
    page.locator("#models button").nth(2).click()
    expect(page.locator("#wins")).to_have_text("It wins +0.150 per item.")
    assert_allclose(page.evaluate("bench.state.table"), [[58.1, 11.9], [20.4, 9.6]])  # Figure 1, model 3


def test_figure_1_follows_its_four_inputs(opened):
    """The third model as it is printed: G 15 %, prevalence 70 %, decision probability 80 %, N 100 (Powers 2003)."""
    page = opened()
    page.fill("#inputs [name=gain]", "15")
    rows = page.locator("#sheet tr").all_inner_texts()
    shown = {line.split("\t")[0]: line.split("\t")[1:] for line in rows}
    assert shown["actual yes"] == ["58.1", "11.9", "70"]
    assert shown["decision probability"][:2] == ["78.5%", "21.5%"]
    assert shown["F(0.5), IF, AvF"] == ["78.25%", "37.28%", "63.30%"]
    assert shown["G(0.5), IG, AvG"] == ["78.38%", "37.80%", "67.00%"]
    assert [shown["yes wins"], shown["no wins"]] == [["+8.30", "-1.70", "+6.60"], ["-6.80", "+3.20", "-3.60"]]
    assert shown["won"] == ["+1.50", "+1.50", "+1.50"]
    assert shown["weighted"] == ["+1.18", "+0.32", "+1.50"]
    page.fill("#inputs [name=gain]", "-15")
    expect(page.locator("#sheet")).to_contain_text("37.94%")
    page.fill("#inputs [name=size]", "1000")
    page.click("#show-sheet")
    assert_allclose(page.evaluate("bench.state.table"), [[476, 224], [249, 51]])
    for wrong in ("101", "x", "-101"):
        page.fill("#inputs [name=gain]", wrong)
        expect(page.locator("#inputs [name=gain]")).to_have_attribute("aria-invalid", "")
    page.locator("#models button").nth(2).click()
    expect(page.locator("#inputs [name=gain]")).to_have_value("15")
    expect(page.locator("#inputs [name=gain]")).not_to_have_attribute("aria-invalid", "")


def test_odds_stakes_and_pool_change_what_is_won(opened):
    page = opened("#table=40,10;20,30")
    expect(page.locator("#wins")).to_have_text("It wins +0.400 per item.")
    page.fill("#pool", "10")
    expect(page.locator("#wins")).to_have_text("It wins +4.000 per item.")
    page.fill("[data-kind=odds][data-place='0']", "0.5")  # 40 win 0.5, 20 lose 1; 30 win 1, 10 lose 1
    expect(page.locator("#wins")).to_have_text("It wins +2.000 per item.")
    page.fill("[data-kind=stakes][data-place='1']", "0")
    expect(page.locator("#wins")).to_have_text("It wins 0.000 per item.")
    page.click("#fair")
    expect(page.locator("#wins")).to_have_text("It wins +0.400 per item.")


def test_guessers_sink_where_nothing_pays_and_the_table_shows_every_bet(opened):
    """At odds of 0 a bet is lost or given back: a guesser that errs ends below where it began."""
    page = opened("#table=400,100;200,300&label=a&label=b")
    for j, (fair, name) in enumerate(((1, "a"), (1, "b"))):  # both occur 500 times: (1 - p) / p = 1
        expect(page.locator(f"#odds{j}")).to_have_value(str(fair))
        expect(page.locator(f"#stakes{j}")).to_have_value("1")
        expect(page.locator(f"#odds{j}")).to_have_attribute("aria-label", f"odds on {name}")
    page.fill("#odds0", "0")
    page.fill("#odds1", "0")
    expect(page.locator("#p0-0")).to_have_text("0.00 each")
    expect(page.locator("#house")).to_have_text("12 of 12 grey guessers end below 0.")
    page.fill("#odds1", "many")
    expect(page.locator("#odds1")).to_have_attribute("aria-invalid", "true")
    page.click("#fair")
    expect(page.locator("#odds1")).to_have_value("1")
    expect(page.locator("#odds1")).not_to_have_attribute("aria-invalid", "true")
    page.fill("#odds0", "3")
    page.click("#add")  # other labels, other bets
    expect(page.locator("#odds0")).to_have_value("1")


def test_of_more_labels_the_bets_pay_as_powers_weighs_them_and_say_so(opened):
    """B of Powers 2003 on three classes is 0.519, weighted by bias; equation 42 of 2007 gives 0.500."""
    page = opened("#table=40,10,0;5,20,2;5,10,8")
    expect(page.locator("#wins")).to_have_text("It wins +0.519 per item.")
    expect(page.locator("#alike")).to_contain_text("This is edge (Powers 2003)")
    expect(page.locator("#alike")).to_contain_text("In informedness, 0.50,")
    page.goto(page.url.partition("#")[0] + "#table=40,10;20,30")
    expect(page.locator("#wins")).to_have_text("It wins +0.400 per item.")
    expect(page.locator("#alike")).to_be_hidden()


def test_odds_are_called_fair_only_while_nobody_has_changed_them(opened):
    """An odd of 5 on 'ill' (1 in 100): the means of a guesser with the same habits and of perfect play, by hand."""
    page = opened()
    fair = page.locator("#odds").text_content()
    assert "fair" in fair
    page.fill("#odds0", "5")
    expect(page.locator("#odds")).to_have_text("the odds that you set.")
    share, called = 40 / 4000, 228 / 4000
    guess = called * (5 * share - (1 - share)) + (1 - called) * ((1 - share) * share / (1 - share) - share)
    perfect = 5 * share + share
    expect(page.locator("#pays")).to_contain_text(
        f"wins {guess:.3f} per item on average, a perfect predictor +{perfect:.3f}."
    )
    for text in (page.locator(".card", has_text="The bookmaker"), page.locator("section.table")):
        assert "fair to someone" not in text.inner_text()
    assert "fair" not in page.locator("#pays").text_content()
    page.click("#fair")
    expect(page.locator("#odds")).to_have_text(fair)


# --- threshold -------------------------------------------------------------------------------------------------------


def test_costs_are_those_of_every_threshold(opened):
    rng = np.random.default_rng(2)
    positive = rng.random(200) < 0.3
    score = np.round(rng.normal(positive, 1), 1)
    rows = [[float(each), bool(side)] for each, side in zip(score, positive, strict=True)]
    found = opened().evaluate("rows => JSON.stringify(bench.costs(rows, 5))", rows)
    for threshold, cost in json.loads(found):
        called = np.zeros(200, bool) if threshold is None else score >= threshold  # JSON has no infinity
        assert cost == (called & ~positive).sum() + 5 * (~called & positive).sum()


def test_the_name_of_the_cheapest_threshold_lies_below_every_bar(opened):
    page = opened()
    named = page.locator("#threshold text", has_text="cheapest").bounding_box()
    boxes = "bars => Math.max(...bars.map(bar => bar.getBoundingClientRect().bottom + window.scrollY))"
    assert named["y"] + page.evaluate("window.scrollY") >= page.locator("#threshold rect").evaluate_all(boxes)


def test_made_up_scores_are_said_to_be_and_leave_the_table_alone(opened):
    page = opened()
    expect(page.locator("#invented")).to_contain_text("These scores are made up")
    page.locator("#threshold").scroll_into_view_if_needed()
    drag(page, "#threshold", (0.5, 0.5), (0.7, 0.5))
    page.focus("#threshold")
    before = page.get_attribute("#threshold", "aria-valuenow")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#threshold")).not_to_have_attribute("aria-valuenow", before)
    becomes(page, "bench.state.table", SCREENING)
    page.click("#show-example")
    becomes(page, "bench.state.table.map(row => row[0] + row[1])", [400, 3600])
    page.click("#undo")
    becomes(page, "bench.state.table", SCREENING)


def test_the_line_moves_the_table_in_one_step(opened, csv, rows):
    page = opened()
    page.set_input_files("#file", csv)
    expect(page.locator("#invented")).to_be_hidden()
    expect(page.locator("#follows")).to_be_visible()
    page.locator("#threshold").scroll_into_view_if_needed()
    drag(page, "#threshold", (0.5, 0.5), (0.7, 0.5))
    expect(page.locator("#n")).to_have_text("600")
    table = np.array(page.evaluate("bench.state.table"))
    assert_allclose(table.sum(1), [(rows[1] == label).sum() for label in ("ill", "well")])
    page.focus("#threshold")
    before = page.get_attribute("#threshold", "aria-valuenow")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#threshold")).not_to_have_attribute("aria-valuenow", before)
    assert page.evaluate("bench.state.table")[0][0] <= table[0, 0]
    page.click("#undo")
    page.click("#undo")
    becomes(page, "bench.state.table", informed.count(rows[1], rows[2]).table.tolist())
    page.click("#undo")
    becomes(page, "bench.state.table", SCREENING)


def test_two_thresholds_of_different_costs_are_told_apart(opened):
    said = opened().locator("#costing").text_content()
    at, now, best, least = re.fullmatch(
        r"At ([\d.]+), errors cost ([\d,]+); at best \(([\d.]+)\), ([\d,]+)\.", said
    ).groups()
    assert (at == best) == (now == least)


def test_dearer_misses_lower_the_cheapest_threshold(opened):
    page = opened()

    cheapest = page.locator("#threshold text.ink")
    first = cheapest.text_content()
    page.focus("#cost")
    page.keyboard.press("End")
    expect(cheapest).not_to_have_text(first)
    assert float(cheapest.text_content().split()[-1]) < float(first.split()[-1])


# --- who is misjudged ------------------------------------------------------------------------------------------------


def test_groups_stand_worst_first_with_the_rows_that_went_wrong(opened, csv, rows):
    path, (site, actual, predicted) = csv, rows
    page = opened(accept_downloads=True)
    page.set_input_files("#file", path)
    expect(page.locator("#col-by")).to_have_value("1")
    names = ["east, far", "south", "north"]
    expect(page.locator("#groups button")).to_have_text(names)
    values = [float(each) for each in page.locator("#groups tbody td:nth-child(4)").all_text_contents()]
    for name, value in zip(names, values, strict=True):
        own = site == name
        assert value == pytest.approx(informed.measures.informedness(actual[own], predicted[own]), abs=5e-4)
    page.click("#groups button >> nth=0")
    wrong = int(((site == "east, far") & (actual != predicted)).sum())
    expect(page.locator("#rows caption")).to_contain_text(f"{wrong} misjudged rows of 'east, far'")
    with page.expect_download() as saved:
        page.click("#export")
    lines = saved.value.path().read_text().splitlines()
    assert lines[0] == "id,site,actual,predicted,score"
    assert len(lines) == wrong + 1
    assert '"east, far"' in lines[1]


def test_the_file_becomes_the_table_and_its_scores_the_threshold(opened, csv, rows):
    path, (_, actual, predicted) = csv, rows
    page = opened()
    page.set_input_files("#file", path)
    becomes(page, "bench.state.table", informed.count(actual, predicted).table.tolist())
    expect(page.locator("#follows")).to_be_visible()
    page.fill("#c0-0", "7")
    page.select_option("#col-by", "-1")
    becomes(page, "bench.state.table[0][0]", 7)  # other groups leave what was typed alone
    page.select_option("#col-score", "-1")
    expect(page.locator("#invented")).to_be_visible()  # nor does a line follow scores that are not shown
    page.click("#see")
    expect(page.locator("#verdict")).to_be_in_viewport()


def test_a_made_up_file_can_be_tried_and_a_file_be_dropped_anywhere(opened):
    page = opened()
    page.click("#try")
    expect(page.locator("#groups button")).to_have_text(["south", "north"])
    expect(page.locator("#opened")).to_contain_text("600 rows")
    becomes(page, "bench.state.table.flat().reduce((a, b) => a + b)", 600)
    page.evaluate("""() => {
        const dropped = new DataTransfer();
        dropped.items.add(new File(["y,p\\na,a\\nb,a\\nb,b\\n"], "dropped.csv"));
        document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: dropped, bubbles: true, cancelable: true}));
    }""")
    expect(page.locator("#opened")).to_contain_text("dropped.csv: 3 rows, 1 misjudged")
    expect(page.locator("#verdict")).to_be_in_viewport()
    becomes(page, "bench.state.table", [[1, 0], [1, 1]])


def test_another_predictor_is_no_group(opened, tmp_path):
    rows = [f"{'yn'[i % 2]},{'yn'[i % 3 % 2]},{'yn'[i % 5 % 2]},{'ab'[i % 7 % 2]}" for i in range(100)]
    (tmp_path / "two.csv").write_text("actual,model_a,model_b,region\n" + "\n".join(rows) + "\n")
    page = opened()
    page.set_input_files("#file", tmp_path / "two.csv")
    expect(page.locator("#col-predicted")).to_have_value("1")
    expect(page.locator("#col-by")).to_have_value("3")


def test_a_file_of_two_labels_is_shown_as_a_test_for_the_rarer_one(opened, tmp_path):
    (tmp_path / "fraud.csv").write_text("actual,predicted\n" + "fine,fine\nfine,fraud\nfine,fine\nfraud,fraud\n" * 9)
    page = opened()
    page.set_input_files("#file", tmp_path / "fraud.csv")
    expect(page.locator("#tested")).to_have_text("As a test for 'fraud'")


def test_an_id_column_and_an_empty_file_are_said(opened, csv, tmp_path):
    page = opened()
    page.set_input_files("#file", csv)
    page.select_option("#col-predicted", "0")
    expect(page.locator("#opened")).to_contain_text("Is one of them an id column?")
    (tmp_path / "empty.csv").write_text("")
    page.set_input_files("#file", tmp_path / "empty.csv")
    expect(page.locator("#opened")).to_contain_text("empty.csv: no rows found")
    expect(page.locator("#groups")).to_be_empty()


def test_columns_are_guessed_by_name_and_by_shared_labels(opened, tmp_path):
    rows = [
        f"{i},u{i % 60},{'ns'[i % 2]},{1990 + i % 30},{i % 3 % 2},{i % 2},{i % 5 % 2},{i / 200}" for i in range(200)
    ]
    (tmp_path / "two.csv").write_text("id,user,site,year,y,a,b,score\n" + "\n".join(rows) + "\n")
    page = opened()
    page.set_input_files("#file", tmp_path / "two.csv")
    for name, place in {"actual": "4", "predicted": "5", "by": "2", "score": "7"}.items():
        expect(page.locator(f"#col-{name}")).to_have_value(place)
    (tmp_path / "book.xlsx").write_bytes(b"PK\x03\x04\x14\0\0\0,\n,\n")
    page.set_input_files("#file", tmp_path / "book.xlsx")
    expect(page.locator("#opened")).to_contain_text("A CSV file is needed")


def test_quotes_may_hold_separators_and_line_breaks(opened):
    found = opened().evaluate("text => bench.parseCsv(text)", 'a,b\n"x, ""y""",1\n"two\nlines",2\n')
    assert found == {"head": ["a", "b"], "rows": [['x, "y"', "1"], ["two\nlines", "2"]]}


# --- on paper, and at the ends ---------------------------------------------------------------------------------------

BARS = "bars => bars.map(bar => [bar.x.baseVal.value, bar.width.baseVal.value, bar.classList.contains('far')])"


@pytest.mark.parametrize("table", ["0,3;0,362", "1,2;9,353", "5,0;0,5", "0,1;0,1", "56,14;24,6", "26,14;202,3758"])
def test_bars_of_guessers_lie_on_their_axis_and_apart(opened, table):
    """The axis is 372 wide and begins at 14; a bar takes a sixth of it at most, and 0 is as far from 0 as nothing."""
    page = opened(f"#table={table}")
    page.wait_for_function("document.querySelectorAll('#guessers rect').length > 0")
    expect(page.locator("#guessed")).to_contain_text(re.compile("2,000 guessers|Every guesser"), timeout=60_000)
    bars = page.locator("#guessers rect").evaluate_all(BARS)
    assert all(x >= 14 and x + width <= 14 + 372 and width <= 372 / 6 for x, width, _ in bars)
    places = sorted(bars)
    assert all(x + width <= after + 0.01 for (x, width, _), (after, *_) in pairwise(places))
    if page.evaluate("bench.measures(bench.state.table).informedness") == 0:
        assert not any(far for *_, far in bars)


def test_guessers_of_a_constant_answer_are_said_to_get_nothing(opened):
    expect(opened("#table=0,3;0,362").locator("#guessed")).to_have_text(
        "Every guesser with these habits gets exactly 0, as this one does."
    )


def test_a_constant_answer_has_no_interval_as_evaluate_shows_none(opened):
    page = opened("#table=0,3;0,362")
    expect(page.locator("#m-informedness .ci")).to_be_empty()
    expect(page.locator("#gauge .dot")).to_have_count(1)
    expect(page.locator("#gauge .reach")).to_have_count(0)
    page.fill("#c0-0", "1")
    expect(page.locator("#m-informedness .ci")).to_contain_text(" to ")
    expect(page.locator("#gauge .reach")).to_have_count(1)


def test_every_bar_is_printed(opened, csv):
    page = opened()
    page.set_input_files("#file", csv)
    page.emulate_media(media="print")
    for picture in ("#guessers", "#threshold", "#groups svg"):
        expect(page.locator(f"{picture} rect").first).to_be_visible()
    assert not page.locator("#undo").is_visible()


@pytest.mark.parametrize("state", ["#table=26,14;202,3758&label=ill&label=well", "#table=40,10,1;5,20,6;0,3,2"])
def test_a_table_is_printed_on_one_sheet_without_what_is_not_its_own(opened, state):
    page = opened(state, color_scheme="dark")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")  # the sheet waits for no animation
    assert "2,000 guessers" in page.inner_text("#guessed")
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1
    page.emulate_media(media="print")
    for shown in ("#verdict", "#c1-1", "#gauge", "#height", "#guessers", "#bankroll", "#m-ppv"):
        expect(page.locator(shown)).to_be_visible()
    for hidden in (
        "#threshold",
        "#sheet",
        "#file",
        "#prevalence",
        "#odds0",
        "#send",
        "header p",
    ):  # made up, or for the hand
        expect(page.locator(hidden)).to_be_hidden()
    edge = "each => each.getBoundingClientRect()"
    table, verdict = (page.locator(each).evaluate(edge) for each in ("#grid", "#verdict"))
    assert table["right"] <= verdict["left"] or table["bottom"] <= verdict["top"]  # nothing lies on anything
    printed(page)


@pytest.mark.parametrize(
    "cell", ["=1+1", "@x", "+x", "-x", "\t=1", "\r=1", "\n=1", "\uff1d1", "+", "-", "-1.5e3", "a,b", "a\rb"]
)
def test_exported_rows_are_written_as_python_writes_them(opened, cell):
    found = opened().evaluate("cell => bench.csvCell(cell)", cell)
    assert f"x,{found}\n" == delimited(["x", cell], [])
