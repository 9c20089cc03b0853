"""The published numbers in the package: they come out, they are those of the notes, and the pages are fresh."""

import json
import re
from pathlib import Path

import pytest
from published import PAPERS as FIGURES
from published import paper

import informed
from informed.core.errors import InputError
from informed.lab.papers import text as reproduced
from informed.lab.papers.compute import close
from informed.lab.papers.notation import Notation

ROOT = Path(__file__).parents[2]
DOCS, DATA = ROOT / "docs" / "papers", ROOT / "src" / "informed" / "lab" / "papers" / "data"
NAMES = {
    "AvF": "average_f",
    "AvG": "average_g",
    "F": "f_measure",
    "G": "g_measure",
    "IF": "inverse_f",
    "IG": "inverse_g",
    "phi": "mcc",
    "f1": "f_measure",
    "chi2_printed": "pearson",
    "chi2_KBM": "chi2_kbm",
    "chi2_posP": "chi2_positive_predicted",
    "chi2_posR": "chi2_positive_actual",
    "chi2_KB": "chi2_kb",
    "chi2_KM": "chi2_km",
}


@pytest.fixture(scope="module")
def found():
    return informed.lab.reproduce()


def test_nothing_is_left_unexplained(found):
    assert found.unexplained == ()
    assert sum(each.agrees for each in found.figures) > 200


def test_what_differs_is_an_erratum_that_is_shown(found):
    differing = {each.erratum for each in found.figures if not each.agrees}
    tables, equations = {"E15", "E16", "E27", "E30", "E34"}, {"E1", "E2", "E9", "E10", "E11", "E13", "E20", "E21"}
    assert differing == tables | equations
    shown = {each.id for each in found.errata if each.shown}
    assert differing <= shown | {"E34"}  # a count of the labels of KDD Cup 2005, which no table of a paper shows


def test_errata_with_a_table_are_shown_and_the_right_form_is_the_measure(found):
    """The printed form and the right one differ on the table, and the right one is what the library computes."""
    shown = [each for each in found.errata if each.case]
    assert all(each.shown for each in shown)
    assert len(shown) >= 30
    assert {each.id for each in found.errata} >= {f"E{place}" for place in range(1, 45)} - {"E38"}
    assert {each.id for each in found.of("powers2008").errata} == {"E1", "E2", "E3", "E4", "E5", "E28", "E29"}


def test_every_numbered_equation_is_worked_out(found):
    """2007 has (1) to (43), 2008 (1) to (14); (23) defines the expected table, (36) the ratio of (37) and (38)."""
    for name, last in (("powers2007", 43), ("powers2008", 14)):
        named = {each.what.partition(" ")[0] for each in found.of(name).figures if each.where == "equations"}
        assert {f"({number})" for number in range(1, last + 1)} - named <= {"(23)", "(36)"}


def test_what_is_explained_by_an_erratum_is_counted_apart(found):
    text = found.report()
    assert "Not recomputed" in text
    assert sum(each.erratum is not None and not each.agrees for each in found.figures) >= 45
    assert "Figure 1, payoffs" in found.report(every=True)


def test_printed_values_are_those_of_the_notes(found):
    """Every number that the notes took from print is in the data files, with the same value."""
    here = {(each.what, float(each.printed)) for each in found.figures}
    cases = [case["printed"] for case in paper("powers2007_table2")["cases"]]
    cases += [case["printed_percent"] for case in paper("steingold_binary")["cases"] if "printed_percent" in case]
    cases += [model["expected"] for model in paper("powers2003_fig1")["models"]]
    for case in cases:
        assert {(NAMES.get(key, key), value) for key, value in case.items()} <= here


def test_three_labellers(found):
    """Table, dice and stability of KDD Cup 2005; the computed values to eight digits where the notes have them."""
    notes = paper("steingold_kdd")["computed"]["raw"]
    names = {
        "precision": "precision",
        "recall": "recall",
        "proficiency": "alpha",
        "permuted_proficiency": "alpha_permuted",
    }
    computed = [each for each in found.figures if each.where == "KDD Cup 2005" and each.what in names]
    assert len(computed) == 3 * len(names)
    for each in computed:
        right = notes[each.case.replace(" ", "")][names[each.what]]
        assert each.computed == pytest.approx(100 * right, abs=1e-6)


def test_a_folder_without_the_files_is_refused(tmp_path):
    with pytest.raises(InputError, match=r"--magnetic .*magnetic_annotated\.txt"):
        informed.lab.reproduce(tmp_path)


@pytest.mark.parametrize("path", [*FIGURES.glob("*.json"), *DATA.glob("*.json")], ids=lambda path: path.stem)
def test_data_files_hold_figures_and_no_sentences(path):
    def texts(node):
        if isinstance(node, str):
            yield node
        elif isinstance(node, dict):
            yield from (text for part in node.values() for text in texts(part))
        elif isinstance(node, list):
            yield from (text for part in node for text in texts(part))

    data = json.loads(path.read_text(encoding="utf-8"))
    assert re.search(r"(19|20)\d\d", data.get("source", data.get("paper"))), "a source, with its year"
    for text in texts(data):
        assert not text.rstrip().endswith("."), text
        assert len(text) < 80, text


def test_pages_are_fresh(found):
    """Made by ``informed lab reproduce --pages docs/papers``."""
    for name, text in reproduced.pages(found).items():
        assert (DOCS / f"{name}.md").read_text(encoding="utf-8") == text, f"docs/papers/{name}.md is stale"
    for name, content in reproduced.pictures().items():
        assert (DOCS / name).read_bytes() == content, f"docs/papers/{name} is stale"


def test_every_picture_of_the_pages_is_there():
    for path in DOCS.glob("*.md"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.startswith("!["):
                assert (DOCS / line.rpartition("(")[2].rstrip(")")).is_file(), line


def test_notation_of_the_papers():
    """Powers 2007, Table 2, case 1: letters, shares and rates of one table."""
    letters = Notation([[30, 30], [12, 28]])
    assert [letters[name] for name in ("TP", "FN", "FP", "TN", "N")] == [30, 30, 12, 28, 100]
    assert [letters[name] for name in ("rp", "pp", "tpr", "fpr")] == pytest.approx([0.6, 0.42, 0.5, 0.3])
    assert letters.value("2*N*dtp**2/Ev_R") == pytest.approx(1.92)
    assert letters.value("f_measure(beta=1)") == pytest.approx(0.588235, abs=1e-6)
    assert letters.value("p_pearson") == pytest.approx(0.04712593, abs=1e-7)


@pytest.mark.parametrize(
    ("printed", "value", "right"), [("0.74", 0.7449, True), ("0.74", 0.7451, False), ("9", 9.5, True)]
)
def test_a_number_agrees_when_it_rounds_to_what_is_printed(printed, value, right):
    assert close(printed, value) is right


def test_other_forms(found):
    data = json.loads(found.to_json())
    assert {"printed", "computed", "status"} <= set(data["figures"][0])
    assert "Powers 2007" in found.report("markdown")
    page = found.report("html")
    assert page.startswith("<!doctype html>")
    assert "http://" not in page
    assert "https://" not in page
    assert "&lt;" not in page.partition("<main>")[0]
