"""--explain says what each measure and word of a screen means; every door has it, and nothing else changes."""

import re

import pytest

import informed
from informed.asking.declared import question_named
from informed.cli import command_named, main
from informed.core.registry import catalogue
from informed.questions import QUESTIONS
from informed.writers.page import WORDS, meanings
from reports import EXAMPLES

NAMES = "auc|mcc|kappa|alpha|F1|BIC|Kelly|bits|evidence|markedness|edge"
UNUSUAL = re.compile(rf"\b(?:[a-z]+_)+[a-z0-9]+\b(?!=)|\b(?:{NAMES})\b")


@pytest.fixture(scope="module", params=list(EXAMPLES))
def answer(request):
    return EXAMPLES[request.param]()


def test_every_measure_and_unusual_word_of_a_screen_has_a_line(answer):
    screen = str(answer)
    told = meanings(answer, screen)
    words = set(UNUSUAL.findall(screen)) | {each.name for each in catalogue() if f" {each.name} " in screen}
    spelled = [pattern for name, (_, pattern) in WORDS.items() if name in told]
    written = " ".join([*(name.replace(" ", "_") for name in told), *spelled])
    assert {each for each in words if each not in written} == set()


def test_a_line_is_a_sentence_and_fits_the_screen(answer):
    lines = answer.explain().splitlines()
    assert lines[0] == "What the words mean"
    assert max(map(len, lines)) <= 80
    assert all(each.endswith(".") and len(each.split()) > 3 for each in meanings(answer, str(answer)).values())


def test_what_is_explained_stands_on_the_page_in_a_fold(answer):
    page = answer.to_html()
    assert "<summary>What the words mean</summary>" in page


def test_json_says_nothing_of_it(answer):
    assert "explained" not in answer.to_dict()
    assert "meanings" not in answer.to_dict()


@pytest.mark.parametrize("name", [each for each in QUESTIONS if question_named(each).formats is not None])
def test_every_command_has_the_option(name):
    assert any("--explain" in each.opts for each in command_named(name).params)


def test_the_lines_come_below_the_screen(capsys, tmp_path):
    path = tmp_path / "rows.csv"
    path.write_text("y,a,b\n" + "1,1,0\n0,0,0\n1,1,1\n0,1,0\n" * 9)
    asked = ["compare", str(path), "--actual", "y", "--predicted", "a", "--predicted", "b"]

    def printed(*more):
        with pytest.raises(SystemExit) as stop:
            main([*asked, *more])
        return stop.value.code, capsys.readouterr()

    plain, explained = printed(), printed("--explain")
    assert explained[1].out.startswith(plain[1].out.rstrip("\n"))
    assert "  informedness: " in explained[1].out
    code, refused = printed("--explain", "--format", "json")
    assert (code, "--explain" in refused.err) == (2, True)


def test_a_label_is_not_explained():
    """Labels are quoted in sentences: one that is called like a measure is still a label."""
    found = informed.evaluate(["edge", "bias"] * 20, ["edge", "bias"] * 20)
    assert "bias" not in meanings(found, "It finds 100% of 'bias'.")
