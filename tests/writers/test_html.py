"""The report: one file, verdict first, nothing fetched, nothing of the data able to run."""

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import numpy as np
import pytest

import informed
from informed.bench import panel
from informed.core.registry import find
from informed.core.words import number
from informed.writers.html import LARGEST
from informed.writers.markup import confused

COUNTS = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])
NASTY = "</script><script>alert('label')</script>"


class Page(HTMLParser):
    """What a page is made of: its elements, its headings in order, its scripts, its visible text."""

    VOID = frozenset({"meta", "link", "line", "br", "input"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.outline: list[str] = []
        self.blocks: list[tuple[str, dict[str, str | None], str]] = []
        self.open: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in self.VOID:
            self.open.append((tag, dict(attributes), []))

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_data(self, data):
        for _, _, parts in self.open:
            parts.append(data)

    def handle_endtag(self, tag):
        found, attributes, parts = self.open.pop()
        assert found == tag, f"<{found}> was closed by </{tag}>"
        words = " ".join("".join(parts).split())
        if tag in ("h1", "h2", "caption", "figcaption", "summary"):
            self.outline.append(f"{tag}: {words}")
        self.blocks.append((tag, attributes, "".join(parts)))

    def texts(self, tag: str, **wanted: str) -> list[str]:
        return [text for name, found, text in self.blocks if name == tag and wanted.items() <= found.items()]


@pytest.fixture(scope="module")
def evaluation():
    return informed.evaluate(COUNTS)


@pytest.fixture(scope="module")
def report(evaluation):
    return evaluation.report("html")


@pytest.fixture(scope="module")
def page(report):
    return Page(report)


def test_structure(page, snapshot):
    assert page.outline == snapshot


def test_verdict_comes_first_in_words(page, evaluation):
    text = page.texts("main")[0]
    places = [" ".join(text.split()).index(" ".join(sentence.split())) for sentence in evaluation.verdict]
    assert places == sorted(places)
    assert places[0] < text.index("The numbers that matter")


def test_every_telling_number_stands_with_interval_and_chance(page, evaluation):
    rows = [" ".join(text.split()) for text in page.texts("tr")]
    for name in (each.name for each in find(headline=True) if each.name in evaluation.measures):
        estimate = evaluation.measures[name]
        row = next(row for row in rows if row.startswith(name))
        assert f"{estimate.value:.3f}" in row
        assert f"{estimate.low:.3f} to {estimate.high:.3f}" in row
        assert row.endswith("0" if estimate.by_chance == 0 else f"{estimate.by_chance:.3f}")


def test_catalogue_is_folded_away_and_explains_every_measure(page, evaluation):
    (folded,) = page.texts("details", **{"class": "catalogue"})
    assert all(informed.measures.get(name).says in " ".join(folded.split()) for name in evaluation.measures)
    assert ("details", {"class": "catalogue"}) in page.elements  # no "open"


def test_machines_find_the_json(page, evaluation):
    (text,) = page.texts("script", id="result")
    assert json.loads(text) == evaluation.to_dict()


def test_nothing_is_fetched_and_only_its_own_scripts_may_run(report, page):
    loading = [
        value
        for _, found in page.elements
        for key, value in found.items()
        if key in ("src", "href", "srcset", "action")
    ]
    assert loading == ["data:,"]  # the icon that is not there
    (policy,) = [
        found["content"] for tag, found in page.elements if found.get("http-equiv") == "Content-Security-Policy"
    ]
    running = [text for tag, found, text in page.blocks if tag == "script" and "type" not in found]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"].split() == [_hash(script) for script in running]
    assert rules["style-src"] == _hash(page.texts("style")[0])
    assert "unsafe" not in policy
    assert not [key for _, found in page.elements for key in found if key == "style" or key.startswith("on")]


def _hash(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@pytest.mark.parametrize("write", [lambda each: each.report("html"), lambda each: each._repr_html_()])
def test_a_label_cannot_run(write):
    text = write(informed.evaluate(informed.Counts([[5, 1], [2, 6]], labels=[NASTY, "& <b>"])))
    assert "<script>alert" not in text
    assert "<b>" not in text
    assert "&lt;script&gt;alert" in text
    Page(text)  # still well formed


def test_size_does_not_depend_on_the_number_of_rows(report):
    """A hundred million rows, counted part by part, against the same table typed in."""
    rng = np.random.default_rng(3)
    actual = rng.integers(0, 3, 10**6).astype(np.uint8)
    part = informed.count(actual, np.where(rng.random(10**6) < 0.6, actual, rng.integers(0, 3, 10**6)).astype(np.uint8))
    counted = part
    for _ in range(99):
        counted = counted + part
    assert counted.n == 10**8
    typed = informed.Counts(part.table * 100, labels=part.labels)
    large = informed.evaluate(counted).report("html")
    assert large == informed.evaluate(typed).report("html")
    assert len(large) < 1.5e6
    assert abs(len(large) - len(report)) < 0.02 * len(report)


def test_many_labels_are_drawn_not_lettered():
    rng = np.random.default_rng(4)
    table = rng.integers(0, 5, (40, 40)) + np.diag(rng.integers(10, 90, 40))
    few = {"only": ("informedness", "accuracy"), "per_label": ("prevalence", "bias", "recall", "fallout")}
    page = Page(informed.evaluate(informed.Counts(table), **few).report("html"))
    assert "h2: The table" not in page.outline
    assert "figcaption: Shares of each actual class" in page.outline
    assert "h2: Most often confused" in page.outline


def test_the_pairs_listed_of_a_large_table_are_the_most_confused():
    rng = np.random.default_rng(4)
    table = rng.permutation(20 * 20).reshape(20, 20)
    listed = confused(informed.Counts(table, labels=[f"c{place:02}" for place in range(20)]))
    away = sorted((table[x, y] for x in range(20) for y in range(20) if x != y), reverse=True)
    assert [pair["count"] for pair in listed] == away[:20]
    for pair in listed:
        x, y = (int(pair[axis][1:]) for axis in ("actual", "predicted"))
        assert table[x, y] == pair["count"]
        assert pair["share"] == pytest.approx(table[x, y] / table[x].sum())


def test_rows_that_were_left_out_are_accounted_for():
    evaluation = informed.evaluate(["a", "b", None, "a"], ["a", "b", "a", "b"], missing="drop")
    text = " ".join(Page(evaluation.report("html")).texts("dl")[0].split())
    assert text == "rows read 4 rows counted 3 rows missing 1"


def test_tables_whose_axes_differ_have_a_report_too():
    evaluation = informed.evaluate(
        informed.Counts([[3, 1, 2], [1, 5, 2]], labels=["a", "b"], labels_predicted=[1, 2, 3])
    )
    page = Page(evaluation.report("html"))
    assert "figcaption: Deviation from chance" in page.outline
    assert "h2: Per label" not in page.outline


def test_notebook_shows_the_same_numbers_without_scripts(evaluation):
    shown = evaluation._repr_html_()
    page = Page(shown)
    assert not [tag for tag, _ in page.elements if tag == "script"]
    assert number(evaluation.measures["informedness"].value) in " ".join(shown.split())
    # The style of a notebook stays where it is: every rule is inside .informed.
    outside = re.sub(r"/\*.*?\*/", "", page.texts("style")[0], flags=re.DOTALL)
    selectors = re.findall(r"^([^\s@}][^{]*)\{", outside, flags=re.MULTILINE)
    assert selectors
    assert all(selector.startswith(".informed") for selector in selectors)


# --- other results ---------------------------------------------------------------------------------------------------


def _found():
    rng = np.random.default_rng(5)
    actual = rng.choice([NASTY, "b", "c"], 200)
    one, two = (np.where(rng.random(200) < share, actual, "b") for share in (0.4, 0.8))
    scores = rng.normal(actual == "b", 1)
    yield informed.compare(actual, {"<i>old</i>": one, "new": two})
    yield informed.sweep(actual == "b", scores, positive=True)
    yield informed.bookmaker(informed.count(actual, one))
    sets = [{NASTY, "b"}, {"b"}, {"c"}, {NASTY}] * 10
    yield informed.multilabel(sets, [*sets[1:], {"b"}])
    yield informed.agree({"one": actual, "two": one, "three": two})
    yield informed.recover(recall="0.80", precision="0.70", prevalence="0.10", n=200)


@pytest.mark.parametrize("result", _found(), ids=lambda each: type(each).__name__)
def test_every_result_has_a_report(result):
    text = result.report("html")
    page = Page(text)
    (found,) = page.texts("script", id="result")
    assert json.loads(found) == json.loads(result.to_json())
    assert "<script>alert" not in text
    assert "<i>old" not in text
    drawn = [each for tag, each in page.elements if tag == "svg" and each.get("class") == "drawn"]
    assert len(drawn) == len([each for _, each in page.elements if "data-chart" in each])


def test_an_interval_stands_beside_the_number_it_is_of():
    rng = np.random.default_rng(1)
    actual, scores = rng.integers(0, 3, 90), rng.random((90, 3))
    page = informed.more.sweep_classes(actual, scores, labels=[0, 1, 2]).report("html")
    heads = re.findall(r"<th scope=\"col\"[^>]*>([^<]*)</th>", page[page.index("Each class against the rest") :])
    assert heads[heads.index("auc") + 1] == "95% CI"


def test_a_comparison_says_who_is_better_first():
    comparison = next(_found())
    page = Page(comparison.report("html"))
    first = page.texts("p", **{"class": "first"})[0]
    assert first.startswith("'new' is better informed than '<i>old</i>'")
    gap = comparison.difference("informedness").estimate
    assert page.texts("td", **{"data-difference": "informedness"}) == [f"+{gap.value:.3f}"]


def test_the_only_script_of_a_report_is_the_table_that_can_be_changed():
    page = informed.evaluate(informed.Counts([[30, 30], [12, 28]])).report("html")
    assert re.findall(r"<script>(.*?)</script>", page, re.DOTALL) == [panel()]
    assert page.count("sha256-") == 2  # this script and the style


@pytest.mark.parametrize("labels", [2, 10])
def test_a_report_can_be_mailed(labels):
    table = np.random.default_rng(6).poisson(3, (labels, labels)) + 40 * np.eye(labels, dtype=int)
    report = informed.evaluate(informed.Counts(table, labels=[f"class {place}" for place in range(labels)])).report(
        "html"
    )
    assert len(report.encode()) < 200_000  # the goal


def grouped(count):
    tables = np.random.default_rng(0).poisson(9, (count, 2, 2)) + 1
    return informed.evaluate(informed.Counts(tables, by=("site",), groups=tuple((place,) for place in range(count))))


def listed(report):
    """The groups in each table of groups, in order; what is folded comes second."""
    tables = re.findall(r'aria-label="Groups">(.*?)</table>', report, re.DOTALL)
    return [[int(each) for each in re.findall(r'<th scope="row">(\d+)</th>', table)] for table in tables]


def test_a_few_groups_are_all_in_sight_in_their_own_order():
    assert listed(grouped(12).report("html")) == [list(range(12))]


def test_the_table_of_groups_follows_the_verdict():
    heads = [each for each in Page(grouped(5).report("html")).outline if each.startswith("h2")]
    assert heads[0] == "h2: By site"


def test_of_many_groups_the_twelve_lowest_are_in_sight_and_the_rest_are_folded():
    evaluation = grouped(40)
    values = [each.measures["informedness"].value for each in evaluation.groups]
    sight, folded = listed(evaluation.report("html"))
    assert sorted(range(40), key=lambda place: values[place]) == sight + folded
    assert len(sight) == 12


def test_of_very_many_groups_the_page_holds_the_lowest_and_says_how_many_it_leaves_out():
    report = grouped(230).report("html")
    assert sum(map(len, listed(report))) == 200
    assert "30 more groups are not listed here" in report


def test_of_very_many_labels_the_page_holds_the_least_informed_and_says_how_many_it_leaves_out():
    rng = np.random.default_rng(1)
    found = informed.evaluate(informed.Counts(rng.integers(0, 3, (60, 60)) + np.diag(rng.integers(1, 40, 60))))
    page = found.report("html")
    edges = {label: each["informedness"].value for label, each in found.per_label.items()}
    ranked = sorted(edges, key=edges.get)
    tables = re.findall(r"each against all others</caption>.*?</table>", page, re.DOTALL)
    for rows, many in zip(tables, (10, 40), strict=True):  # in sight, and in the fold
        assert [int(label) for label in re.findall(r'<tr><th scope="row">(\d+)</th>', rows)] == ranked[:many]
    assert "<summary>40 labels</summary>" in page
    assert "20 more labels, of higher informedness" in page
    assert "50 more labels, of higher edge" in page  # the betting slip
    assert "the 10 of 60 labels with the lowest informedness" in page


def _classes():
    names = [f"a rather long name of the class of number {place}" for place in range(100)]
    table = np.random.default_rng(2).integers(1, 9, (100, 100)) + 40 * np.eye(100, dtype=int)
    return informed.evaluate(informed.Counts(table, labels=names))


def _columns(many, labels):
    return {f"column {each}": np.random.default_rng(each).integers(0, labels, 600) for each in range(many)}


HEAVY = {
    "classes": _classes,
    "groups": lambda: grouped(150),
    "systems": lambda: informed.compare(np.tile([0, 1], 300), _columns(14, 2)),
    "raters": lambda: informed.agree(_columns(8, 9)),
}


@pytest.mark.parametrize("made", HEAVY.values(), ids=HEAVY)
def test_a_report_of_anything_can_be_sent_by_mail(made):
    """It stays below its limit, and its JSON says which of its parts it had no room for."""
    result = made()
    text = result.report("html")
    (found,) = Page(text).texts("script", id="result")
    kept, whole = json.loads(found), result.to_dict()
    left_out = kept.pop("left_out")
    assert len(text.encode()) <= LARGEST
    assert kept | {name: whole[name] for name in left_out} == whole
    assert not kept.keys() & set(left_out)
    assert list(kept)[:4] == ["informed", "kind", "signature", "verdict"]


def test_of_two_labels_every_number_stands_once():
    """Edge, correlation and guesswork of two labels are other names of what the page has told; folds may repeat it."""
    text = informed.evaluate(informed.Counts([[30, 12], [30, 28]], ["a", "b"])).report("html")
    seen = re.sub(r"<details.*?</details>", "", text[text.index("<main") : text.index("</main")], flags=re.DOTALL)
    cells = re.findall(r"<td[^>]*>(\d\.\d{3})</td>", seen)
    told = [cell for cell in cells if cell not in ("0.000", "0.580", "0.484")]  # chance; accuracy is a prevalence here
    assert sorted(told) == sorted(set(told))
    assert "guesswork" not in seen


def test_a_small_p_is_never_written_as_0():
    right = ["a", "b"] * 400
    wrong = ["b", "a", "a", "b"] * 200
    found = informed.compare(right, {"right": right, "wrong": wrong})
    for result in (found, informed.evaluate(right, right).significance, informed.match(right, right, draws=50)):
        for style in ("html", "markdown", "text"):
            shown = result.report(style)
            assert not re.search(r"\bp = 0(\.0+)?(?![.\d])|\de-\d\d", re.sub(r"<script.*", "", shown, flags=re.DOTALL))
    markdown = [line.split(" | ") for line in found.report("markdown").splitlines() if line.startswith("| ")]
    place = markdown[0].index("p")
    assert {row[place] for row in markdown[2:] if row[place].strip()} == {"&lt; 0.001"}
    page = found.report("html")
    rows = re.findall(r"<td data-difference=.*?</tr>", page, flags=re.DOTALL)
    assert rows
    assert all("<td>&lt; 0.001</td>" in row for row in rows)


def test_of_two_labels_a_comparison_tells_every_number_once():
    right = ["a", "b"] * 40
    found = informed.compare(right, {"right": right, "wrong": ["b", "a", "a", "b"] * 20})
    assert {"edge", "correlation"}.isdisjoint(found.telling)
    assert {"edge", "correlation"} <= {each.measure for each in found.differences}  # still there for whoever asks
    alone = informed.compare(right, {"right": right, "wrong": right[::-1]}, measures=["edge"])
    assert alone.telling == ("edge",)
