"""Every name of the papers leads somewhere, and none silently to another thing than the paper means."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest

import informed
from informed.core.letters import LETTERS, MEANINGS, key
from informed.core.registry import names_of
from informed.finder import find, named, search, terms
from informed.finder.commands import SOUGHT
from informed.finder.text import GUIDE
from informed.inference.significance.named import significance
from informed.questions.multilabel.measures import MEASURES

LETTERS_READ = """
TP FP FN TN N tp fp fn tn rp rn pp pn Prev IPrev Bias IBias etp efp efn etn dtp dp p_P p_R F_alpha F_beta A G AvF AvG
Fav Gav IF IG odds skew c_s c_v c_n c_p c precision_c AUC WRAcc Lq B(l) M(l) G(l) B_bias B_prev M_bias M_prev phi^2 MI
igr dependency alpha PrevG BiasG Evenness_R Evenness_P Evenness_G rh ph r_R r_P r_G BMG chi2_+P chi2_-P chi2_+R chi2_-R
G2 G2_+P chi2_KB chi2_KM chi2_KBM KMB L(p) H(R|P)
"""
NAMES_READ = """
L:W; cost ratio; total cost; expected value; lift; lift quality; Gini; isocost line; Bias=Prev line; PN space;
convex hull; repaired concavities; tangent point of the highest isocost line; distance_to_01; regression;
tetrachoric correlation; Spearman; payoff; entropy; proficiency; uncertainty coefficient; permuted alpha';
exact product form; random accuracy; Random labeller; per-object; pooled; Fisher exact; Sellke; df; Rand index;
guesswork; perverse; adjusted balanced accuracy; balanced_accuracy; perplexity; edge_markedness; chance_mean;
cumulative gain; Bookmaker; Youden; Matthews; Dutch-book; abstention; kite; dual problem; inverse problem;
Lavrac's own WRAcc; hit rate; false-drops; ring-ins; Rac; Wav; Tanimoto; gain/guess factor
"""
CATALOGUED = """
2AUC-1; B; BM; C; Cohen; DeltaP; DeltaP'; F; F-factor; F-measure; F1; FDR; FOR; M; MCC; NPV; PPV; Pearson;
Rand accuracy; accuracy; coefficient of determination; confidence; correlation; coverage; edge; fallout;
false discovery rate; false omission rate; fna; fnr; fpa; fpr; informedness; inverse_precision; inverse_recall; jaccard;
kappa; markedness; miss_rate; negative precision; negative recall; phi; precision; proportionality; recall; sensitivity;
specificity; tea; ter; tna; tnr; tpa; tpr; unbiased WRAcc
"""
PAPERS_TERMS = [
    *LETTERS_READ.split(),
    *(name.strip() for names in (NAMES_READ, CATALOGUED) for name in names.split(";")),
]
"""The letters and names of Powers 2003, 2007 and 2008 and of Steingold & Laclavik 2015."""


@pytest.mark.parametrize("term", PAPERS_TERMS)
def test_every_term_of_the_papers_resolves(term):
    assert named(term), term


with (Path(__file__).parent / "terms.tsv").open(encoding="utf-8", newline="") as file:
    FACTS = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
"""Symbols, abbreviations and terms as the papers print them (or as they are typed), where, and what they mean there.

A question mark: a turn of phrase that is no term.
"""


@pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact["term"])
def test_a_term_of_the_papers_finds_what_it_means_there_and_little_else(fact):
    term, meant = fact["term"], set(fact["finds"].split("|"))
    if meant == {"?"}:
        assert len(search(term)) <= 40
        return
    found = [each.name for each in find(term)]
    assert meant <= set(found), found
    assert len(found) <= len(meant) + 2, found


def test_one_or_two_letters_match_whole_symbols_only():
    """No symbol is found for being part of a word."""
    rng = np.random.default_rng(1)
    letters = np.array(list("abcdefghijklmnopqrstuvwxyz"))
    for symbol in {*letters, *("".join(rng.choice(letters, 2)) for _ in range(100))}:
        for each in search(symbol):
            assert key(symbol) in each.keys, (symbol, each)
    for words in ("at chance", "k classes", "r on p"):  # beside other words they stand alone
        for each in search(words):
            text = " ".join((each.name, *each.names, each.says)).lower()
            assert all(re.search(rf"(?<![^\W_]){word}(?![^\W_])", text) for word in words.split() if len(word) < 3)


@pytest.mark.parametrize(("written", "meant"), [("F2", "f_measure(beta=2)"), ("f0.5", "f_measure(beta=0.5)")])
def test_f_with_a_number_behind_it_is_f_beta(written, meant):
    table = [[30, 30], [12, 28]]
    assert informed.measures.get(written)(table) == informed.measures.get(meant)(table)


def test_f_with_a_number_in_brackets_is_that_of_2003():
    """F = 1/(alpha/r + (1 - alpha)/p) at recall 1/2 and precision 5/7, case 1 of Table 2 (Powers 2007)."""
    assert informed.measures.get("F(0.3)")([[30, 30], [12, 28]]) == pytest.approx(1 / (0.3 / 0.5 + 0.7 / (5 / 7)))
    assert informed.measures.get("F(0.5)")([[30, 30], [12, 28]]) == pytest.approx(0.5882, abs=5e-5)


def test_avrecall_and_avprecision_meet_in_accuracy():
    """Figure 1 of Powers 2003, model 1: both stand beside Accuracy 62 %."""
    for name in ("AvRecall", "AvPrecision"):
        assert informed.measures.get(name)([[56, 14], [24, 6]]) == pytest.approx(0.62)


def test_what_is_near_is_named_once():
    with pytest.raises(informed.InputError) as refused:
        find("bookmarq")
    assert str(refused.value).count("'bookmark'") == 1


@pytest.mark.parametrize("term", ["KB", "k.b.", "Kb", "chi2_KB", "CHI2 kb"])
def test_case_and_punctuation_do_not_count(term):
    assert named(term)[0].name == "chi2_kb"


def test_a_prime_counts():
    assert [each.name for each in named("DeltaP")] == ["markedness"]
    assert [each.name for each in named("DeltaP'")] == ["informedness"]


@pytest.mark.parametrize("name", MEANINGS)
def test_a_name_with_several_meanings_is_never_taken_for_one_of_them(name):
    with pytest.raises(informed.InputError) as refused:
        informed.measures.get(name)
    found = {each.name for each in named(name)}
    for measure in MEANINGS[name]:
        assert repr(measure) in str(refused.value)
        assert measure in found


def test_the_meanings_are_the_papers():
    """Powers 2007: BM = B M = .0394 and DT = 480 in case 1 of Table 2; slides: phi = sqrt(chi2/N)."""
    case = [[30, 30], [12, 28]]
    assert informed.measures.get("determination")(case) == pytest.approx(0.0394, abs=5e-5)
    assert informed.measures.get("determinant_count")(case) == 30 * 28 - 30 * 12 == 480
    weather = np.array([[100, 10, 1], [5, 20, 6], [0, 3, 2]])  # the slides' three classes: phi .747, R_K .589
    expected = np.outer(weather.sum(1), weather.sum(0)) / weather.sum()
    chi2 = ((weather - expected) ** 2 / expected).sum()
    assert informed.measures.get("phi_contingency")(weather) == pytest.approx((chi2 / weather.sum()) ** 0.5)
    assert informed.measures.get("phi_contingency")(weather) == pytest.approx(0.747, abs=5e-4)
    assert informed.measures.get("mcc")(weather) == pytest.approx(0.589, abs=5e-4)


def test_no_name_of_a_measure_means_another_measure():
    several = {key(name) for name in MEANINGS}
    owners: dict[str, set[str]] = {}
    for each in informed.measures.find():
        for name in names_of(each):
            owners.setdefault(key(name), set()).add(each.name)
    assert not {name: of for name, of in owners.items() if len(of) > 1}
    assert not several & owners.keys()
    assert set(LETTERS) <= {each.name for each in informed.measures.find()}


def test_every_measure_test_label_set_measure_and_command_is_found():
    known = {(each.kind, each.name) for each in terms()}
    tests = {*significance(np.array([[30, 30], [12, 28]])), *significance(np.array([[9, 2, 1], [2, 9, 1], [1, 2, 3]]))}
    assert {("measure", each.name) for each in informed.measures.find()} <= known
    assert {("test", name) for name in tests} == {each for each in known if each[0] == "test"}
    assert {("label sets", name) for name in MEASURES} <= known
    from informed.cli import COMMANDS

    assert {("command", name) for name in COMMANDS} == {each for each in known if each[0] == "command"}
    assert set(SOUGHT) <= set(COMMANDS)


@pytest.mark.parametrize("name", ["macro_f1", "f1_macro", "balanced accuracy", "sensitivity", "ppv"])
def test_names_that_people_try_are_measures(name):
    measure = informed.measures.get(name)
    assert measure.name == named(name)[0].name
    found = informed.evaluate(["a", "b", "c", "a"], ["a", "b", "a", "a"], measures=[name])
    assert name in (found.measures if measure.kind == "table" else found.per_label["a"])


def test_search_finds_words_in_names_and_sentences():
    assert "youden" in {name for each in search("youden") for name in each.names}
    assert search("F-measure")[0].name == "f_measure"
    assert search("ring-ins")[0].name == "fallout"
    assert "sweep" in {each.name for each in search("threshold")}


def test_what_is_not_found_is_refused_with_what_is_near():
    with pytest.raises(informed.InputError, match=r"'zzzz' .* lists all measures"):
        find("zzzz")
    with pytest.raises(informed.InputError, match="did you mean 'informedness'"):
        find("infromedness")


def test_every_term_says_what_it_is_and_most_how_to_get_it():
    for each in terms():
        assert each.says.strip().endswith((".", "?", ":")) or ". " in each.says, each
        assert each.shell or each.python or each.kind == "concept", each


def test_the_guide_fits_a_screen_and_names_what_can_be_found():
    lines = GUIDE.splitlines()
    assert len(lines) <= 22
    assert max(map(len, lines)) <= 80
    for name in ("informedness", "precision", "markedness", "recall", "correlation", "macro_f1", "mcc", "proficiency"):
        assert name in GUIDE
        assert named(name)
