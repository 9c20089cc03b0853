"""Ten data sets as people meet them, and what a reader of the default screen must take away."""

import re

import numpy as np
import pytest

import informed
from informed.core.words import percent


def read(result):
    """What is on the screen, in one line."""
    return " ".join(str(result).split())


def labels(*parts):
    """Actual and predicted labels of (actual, predicted, items)."""
    pairs = [(actual, predicted) for actual, predicted, n in parts for _ in range(n)]
    return [actual for actual, _ in pairs], [predicted for _, predicted in pairs]


def test_always_the_majority():
    actual, predicted = labels(("stays", "stays", 927), ("churns", "stays", 73))
    text = read(informed.evaluate(actual, predicted))
    assert "Knows nothing: it always says 'stays'." in text
    assert "It finds none of the 73 'churns'." in text
    assert "92.7%, is the share of 'stays' among the items." in text
    assert "Next: if scores lie behind its labels" in text
    assert "Better than guessing" not in text


def test_a_rare_disease():
    """30 of 10,000 are ill; 24 are found among 424 alarms: 94 of 100 alarms are false."""
    actual, predicted = labels(("ill", "ill", 24), ("ill", "well", 6), ("well", "ill", 400), ("well", "well", 9570))
    text = read(informed.evaluate(actual, predicted))
    known = "as good as knowing 76% of the answers and guessing the rest (informedness 0.760, "  # 24/30 - 400/9970
    assert f"10,000 items, 30 'ill', 9,970 'well' Better than guessing: {known}" in text
    assert "It finds 24 of 30 'ill' (80%, 95% CI 63% to 91%) and 9,570 of 9,970 'well' (96.0%, " in text
    assert "Of those it calls 'ill', 6% are (95% CI 4% to 8%), because only 0.3% of all are;" in text
    assert "95.9%, is below the 99.7% of always saying 'well'. For something so rare almost any test is;" in text
    assert "chance" not in text
    assert "always 'well': 0.997" in text
    assert (
        "Next: see what it means where 'ill' is commoner: informed.deploy(..., prevalence=0.05, positive='ill')" in text
    )


def test_two_annotators():
    """70 of 100 alike where 50 would be by chance: kappa .4, and with even shares so is the correlation."""
    rows = [["a", "a"]] * 35 + [["b", "b"]] * 35 + [["a", "b"]] * 15 + [["b", "a"]] * 15
    text = read(informed.agree(rows))
    assert "the same label on 70% of the items, where chance alone gives 50% (correlation 0.400, " in text
    told = (
        "judged by one, a predictor that knows every answer would seem to know about 63% of them (informedness 0.632,"
    )
    assert told in text  # the root of 0.4
    assert "On 15 items rater 1 says 'a' where rater 2 says 'b', and on as many the reverse." in text
    assert "Most often" not in text


def test_swapped_labels():
    actual, predicted = labels(("a", "b", 94), ("a", "a", 6), ("b", "a", 93), ("b", "b", 7))
    text = read(informed.evaluate(actual, predicted))
    assert "Turned round: as if it knew 87% of the answers and said the opposite (informedness -0.870, " in text
    # 187 of 200 are right then
    assert "with the two labels swapped, informedness would be 0.870 and accuracy 93.5%: the same with view=" in text
    assert "view='perverse'" in text


def test_random_clusters():
    rng = np.random.default_rng(3)
    text = read(informed.match(rng.integers(0, 3, 150), rng.integers(0, 3, 150), draws=200))
    assert "Not shown to beat random clusters (p = " in text
    assert re.search(
        r"random clusters reach 0\.0[78]\d there and not 0, because the best of all matches is picked", text
    )


def test_twelve_items():
    actual, predicted = labels(("fail", "fail", 4), ("fail", "pass", 1), ("pass", "pass", 6), ("pass", "fail", 1))
    text = read(informed.evaluate(actual, predicted))
    assert "Probably better than guessing; 12 items cannot settle it: as good as knowing 66% of the answers" in text
    assert "It finds 4 of 5 'fail' (80%, 95% CI " in text
    assert "cannot be told apart on 12 items (difference +25 points, 95% CI -" in text
    assert "about 48 would settle it, 20 of them 'fail'" in text  # 20 of 5 in 12


def test_a_reversal():
    """B is informed; A says 'C' so often that it is right more often."""
    rng = np.random.default_rng(5)
    actual = rng.choice(["A", "B", "C"], 2000, p=[0.19, 0.19, 0.62])
    knows, guess = rng.random((2, 2000))
    system_a = np.where((actual == "C") | (guess < 0.6), "C", actual)
    system_b = np.where(knows < 0.55, actual, rng.choice(["A", "B", "C"], 2000))
    text = read(informed.compare(actual, {"system_a": system_a, "system_b": system_b}))
    assert "'system_b' is better informed than 'system_a': " in text
    right = [percent(float(np.mean(actual == each))) for each in (system_a, system_b)]
    says, are = (f"{100 * np.mean(each == 'C'):.0f}%" for each in (system_a, actual))
    why = f"because it says 'C' {says} of the time ({are} are 'C')"
    assert f"'system_a' is more accurate ({right[0]} against {right[1]}), {why}" in text
    fewer = int(np.sum(actual == system_a) - np.sum(actual == system_b))
    assert f"If every error costs the same, 'system_a' makes {fewer} fewer." in text


def test_an_abstainer():
    actual, predicted = labels(
        ("a", "a", 75), ("a", "b", 5), ("a", "unsure", 120), ("b", "b", 80), ("b", "a", 7), ("b", "unsure", 113)
    )
    asks = read(informed.evaluate(actual, predicted))
    assert "Caution: it says 'unsure' 58% of the time, which is never an actual label: each counts as wrong." in asks
    assert "Next: say so if 'unsure' means no answer: the same with abstain='unsure'" in asks
    text = read(informed.evaluate(actual, predicted, abstain="unsure"))
    assert "167 of 400 items answered, 80 'a', 87 'b' It answers 167 of 400 items (42%, 95% CI " in text
    assert "Better than guessing where it answers: as good as knowing 86%" in text  # 75/80 - 7/87
    # a: (75 - 7) / 200 = .34, b: (80 - 5) / 200 = .375
    assert "Over all 400 items that is informedness 0.358, " in text
    assert "Where it answers, it finds 75 of 80 'a' (94%, " in text  # not of 200
    assert "On the items it answers, its accuracy, 92.8%, is above the 52.1% of" in text  # 155 / 167, 87 / 167


def test_profitable_but_worthless():
    """Steingold & Laclavik: it earns .001 a customer although prediction and purchase are independent."""
    customers = informed.Counts([[10, 90], [90, 810]], labels=["bought", "did not"])
    text = read(informed.evaluate(customers, value=[[1, 0], [-0.1, 0]]))
    assert "it is not shown to pay: it earns 0.001 per item (95% CI -" in text
    assert "Profitable but worthless: guessing with the same shares is worth exactly as much." in text
    # always 'bought': .1 - .9 x .1 = .01, of which 1,000 customers do not show that it is more
    assert "always saying 'bought' earns 0.010 per item (difference -0.009, " in text
    assert "Better than guessing" not in text


def test_a_model_at_chance():
    """Four options, 26 of 100 right."""
    rng = np.random.default_rng(8)
    actual = rng.choice(list("ABCD"), 600)
    text = read(informed.evaluate(actual, rng.choice(list("ABCD"), 600)))
    assert "Not shown to beat guessing: it knows at most" in text or "No better than guessing: at most" in text
    assert "Better than guessing" not in text
    assert (
        "Its accuracy, 25.7%, and the 26.2% of always saying 'B' cannot be told apart (difference -0.5 points" in text
    )


@pytest.mark.parametrize("n", [4, 12, 40, 200])
def test_guessers_are_rarely_called_better_than_guessing(n):
    """Pure guessing, two classes of any size: at most 5 of 100 data sets may be called better than guessing."""
    rng = np.random.default_rng(n)
    called = 0
    for _ in range(150):
        table = np.bincount(rng.integers(0, 4, n), minlength=4).reshape(2, 2)
        found = informed.evaluate(informed.Counts(table), only=["informedness"], per_label=[]).verdict
        called += any(sentence.startswith("Better") for sentence in found)
    assert called <= 15  # 150 draws at .05 exceed 15 once in 300


@pytest.mark.parametrize(
    ("predicted", "way"), [([f"T-{at}" for at in range(90)], "are they ids"), (list(range(90)), "informed sweep")]
)
def test_an_id_or_a_number_is_no_class(tmp_path, capsys, predicted, way):
    from informed.cli import main

    path = tmp_path / "rows.csv"
    path.write_text("y,p\n" + "".join(f"{each},{each}\n" for each in predicted))
    with pytest.raises(SystemExit):
        main(["evaluate", str(path), "--actual", "y", "--predicted", "p"])
    said = capsys.readouterr().err
    assert "90 distinct labels in 90 items" in said
    assert way in said
    assert "--labels" in said
    called = way.replace(" ", ".")  # in Python a question is a function
    with pytest.raises(informed.InputError, match=rf"90 distinct labels in 90 items; .*{called}.*labels=") as refused:
        informed.evaluate(predicted, predicted)
    assert "--" not in str(refused.value)
    assert informed.evaluate(predicted, predicted, labels=predicted).n == 90
    informed.evaluate(informed.count(predicted, predicted))  # counted on purpose


@pytest.mark.parametrize("command", ["check", "bookmaker", "match", "taxonomy"])
def test_every_command_refuses_ids_at_once(tmp_path, capsys, command):
    from informed.cli import main

    path = tmp_path / "rows.csv"
    path.write_text("y,p\n" + "".join(f"T-{at},T-{at}\n" for at in range(90)))
    more = ["--require", "informedness >= 0"] if command == "check" else []
    with pytest.raises(SystemExit) as stop:
        main([command, str(path), "--actual", "y", "--predicted", "p", *more])
    assert stop.value.code == 2
    assert "90 distinct labels in 90 items; are they ids?" in capsys.readouterr().err
