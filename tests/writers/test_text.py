"""What a reader sees, kept as snapshots: run `pytest --snapshot-update` after a change of layout and read the diff."""

import re

import numpy as np

import informed
from informed.questions.evaluate.text import BEST, WORST

WEATHER = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])
SAN_DIEGO = informed.Counts([[362, 0], [3, 0]], labels=["sun", "rain"])
SITES = informed.Counts(
    [[[9, 1], [2, 8]], [[5, 5], [1, 9]]], labels=["no", "yes"], by=("site",), groups=(("north",), ("south",))
)


def test_weather(snapshot):
    assert str(informed.evaluate(WEATHER)) == snapshot


def test_san_diego(snapshot):
    assert str(informed.evaluate(SAN_DIEGO)) == snapshot


def test_every_measure(snapshot):
    assert informed.evaluate(SAN_DIEGO, positive="rain").report(every=True) == snapshot


def test_groups(snapshot):
    assert str(informed.evaluate(SITES)) == snapshot


def test_markdown(snapshot):
    assert informed.evaluate(WEATHER).report("markdown") == snapshot


def test_classification_report_has_scikit_learns_numbers():
    from sklearn.metrics import classification_report

    actual, predicted = [0] * 60 + [1] * 40, [0] * 30 + [1] * 30 + [0] * 12 + [1] * 28
    theirs = classification_report(actual, predicted).split()
    ours = informed.evaluate(actual, predicted).report("classification_report").split()
    numbers = [[word for word in words if word[0].isdigit()] for words in (theirs, ours)]
    informedness = ["0.20", "0.20", "0.20", "0.20"]  # one for each row but that of accuracy, which has one number
    assert len(numbers[1]) == len(numbers[0]) + len(informedness)
    for number in informedness:
        numbers[1].remove(number)
    assert numbers[0] == numbers[1]


def test_text_of_a_label_never_breaks_a_markdown_table():
    text = informed.evaluate(informed.Counts([[3, 1], [1, 3]], labels=["a|b", "<script>"])).report("markdown")
    assert "a\\|b" in text
    assert "<script>" not in text


def test_of_many_labels_the_extremes_are_listed():
    """Labels 0 to 59, each right as often as its number says: the least and the best found are its ends."""
    hits = np.arange(1, 61)
    table = np.diag(hits) + np.eye(60, k=1, dtype=int) * 30
    evaluation = informed.evaluate(informed.Counts(table), per_label=["recall"], only=["informedness"])
    shown = [line.split()[0] for line in str(evaluation).splitlines() if re.match(r"  \d+ ", line)]
    rates = evaluation.per_label
    ranked = [str(label) for label in sorted(rates, key=lambda label: rates[label]["recall"].value)]
    assert shown == ranked[:WORST] + ranked[-BEST:]
    assert f"{60 - WORST - BEST} more: .report(every=True)" in str(evaluation)
    assert "--all" not in evaluation.report(every=True)
