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
    assert "Guessing. It always says 'stays'." in text
    assert "92.7%, is exactly what always saying 'stays' gives" in text
    assert "Better than guessing" not in text


def test_a_rare_disease():
    """30 of 10,000 are ill; 24 are found among 424 alarms: 94 of 100 alarms are false."""
    actual, predicted = labels(("ill", "ill", 24), ("ill", "well", 6), ("well", "ill", 400), ("well", "well", 9570))
    text = read(informed.evaluate(actual, predicted))
    assert "Better than guessing: informedness 0.76" in text  # 24/30 - 400/9970
    assert "It finds 80% of 'ill', but only 6% of its 'ill' calls are right ('ill' is rare: 0.3%)." in text
    assert "95.9%, is below the 99.7% that always saying 'well' gives." in text
    assert "0.955 chance: same label shares" in text


def test_two_annotators():
    """70 of 100 alike where 50 would be by chance: kappa .4."""
    rows = [["a", "a"]] * 35 + [["b", "b"]] * 35 + [["a", "b"]] * 15 + [["b", "a"]] * 15
    text = read(informed.agree(rows))
    assert "They agree beyond chance: on 70% of the items, by chance alone they would in 50%; kappa 0.400" in text
    assert "would measure an informedness of about 0.632" in text  # the root of 0.4
    assert "On 15 items rater 1 says 'a' where rater 2 says 'b', and on as many the reverse." in text
    assert "Most often" not in text


def test_swapped_labels():
    actual, predicted = labels(("a", "b", 94), ("a", "a", 6), ("b", "a", 93), ("b", "b", 7))
    text = read(informed.evaluate(actual, predicted))
    assert "Worse than guessing, so informed the wrong way round: informedness -0.87" in text
    assert "-1 = always wrong, 0 = guessing, 1 = perfect" in text
    assert "Are the predicted labels swapped?" in text


def test_random_clusters():
    rng = np.random.default_rng(3)
    text = read(informed.match(rng.integers(0, 3, 150), rng.integers(0, 3, 150), draws=200))
    assert "Not shown to beat random clusters (p = " in text
    assert re.search(
        r"random clusters reach 0\.0[78]\d there and not 0, because the best of all matches is picked", text
    )


def test_twelve_items():
    actual, predicted = labels(("yes", "yes", 6), ("no", "no", 5), ("no", "yes", 1))
    verdict = informed.evaluate(actual, predicted).verdict
    assert verdict[0] == "Caution: only 12 items; treat every number as rough."
    assert verdict[1].startswith("Better than guessing")


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
    assert "Caution: 'unsure' is predicted 58% of the time and never occurs." in asks
    assert "use abstain='unsure'" in asks
    text = read(informed.evaluate(actual, predicted, abstain="unsure"))
    assert "167 of 400 items answered" in text
    assert "on the 167 of 400 items (42%) it answers" in text
    # a: (75 - 7) / 200 = .34, b: (80 - 5) / 200 = .375
    assert "Over all 400 items, with an abstention neither right nor wrong, informedness is 0.358" in text
    assert "Where it answers, it finds 94% of 'a'" in text  # 75 of 80, not of 200
    assert "On the items it answers, its accuracy, 92.8%, is above the 52.1%" in text  # 155 / 167, 87 / 167


def test_profitable_but_worthless():
    """Steingold & Laclavik: it earns .001 a customer although prediction and purchase are independent."""
    customers = informed.Counts([[10, 90], [90, 810]], labels=["bought", "did not"])
    text = read(informed.evaluate(customers, value=[[1, 0], [-0.1, 0]]))
    assert "it earns 0.001 per item, as much as guessing with the same label frequencies." in text
    # always 'bought': .1 - .9 x .1 = .01, of which 1,000 customers do not show that it is more
    assert "No evidence that it is better than always saying 'bought', which earns 0.010 per item here." in text
    assert "Better than guessing" not in text


def test_a_model_at_chance():
    """Four options, 26 of 100 right."""
    rng = np.random.default_rng(8)
    actual = rng.choice(list("ABCD"), 600)
    text = read(informed.evaluate(actual, rng.choice(list("ABCD"), 600)))
    assert "No evidence that it beats guessing" in text or "Guessing: informedness" in text
    assert "Better than guessing" not in text
    assert "Its accuracy, 25.7%, may be no worse than always saying 'B' (26.2%)." in text


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
