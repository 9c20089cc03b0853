"""The pictures of the guides and of the cases, drawn from the example files."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

import informed
from blocks import ROOT
from informed import more
from informed.lab.papers.labellers import read
from informed.questions.spans import spans

EXAMPLES = ROOT / "examples"
WEATHER = informed.Counts([[100, 10, 1], [5, 20, 6], [0, 3, 2]], labels=["sun", "rain", "hurricane"])
TEST = informed.Counts([[90, 10], [20, 180]], labels=["ill", "well"])


CASES = EXAMPLES / "cases"
COUNTED = {"weights": "people", "weight_kind": "frequency", "by": "group"}


def _groups() -> Any:
    screening = EXAMPLES / "screening.csv"
    groups = informed.evaluate(screening, actual="actual", predicted="test", by="site")
    return groups.chart("groups", title="Screening, by site", source=screening.name)


def _thresholds() -> Any:
    scores = EXAMPLES / "scores.csv"
    sweep = informed.sweep(scores, actual="actual", scores="score", positive="spam")
    return sweep.chart("thresholds", source=scores.name)


def _labels() -> Any:
    return informed.evaluate(WEATHER).chart("roc", source="three kinds of weather")


def _antigen() -> Any:
    antigen = CASES / "antigen.csv"
    tests = informed.evaluate(antigen, actual="pcr", predicted="antigen", **COUNTED)
    return tests.chart("groups", title="Antigen test, with and without symptoms", source=antigen.name)


def _compas() -> Any:
    compas = CASES / "compas.csv"
    rates = {"positive": "yes", "measures": ["recall", "fallout", "informedness"]}
    arrests = informed.evaluate(compas, actual="rearrested", predicted="score", **rates, **COUNTED)
    return arrests.chart("groups", title="Risk score, two groups", source=compas.name)


def _affairs() -> Any:
    affairs = CASES / "affairs.csv"
    women = {"weights": "women", "weight_kind": "frequency"}
    scores = informed.sweep(affairs, actual="affair", scores="score", positive="yes", **women)
    return scores.chart("thresholds", source=affairs.name)


@cache
def _tables() -> dict[str, Any]:
    """What is drawn of two small tables, and of a plan."""
    kind, test, many = "three kinds of weather", "100 ill, 200 well", informed.evaluate(_twins())
    clusters = informed.Counts(
        [[60, 5, 9], [4, 70, 6], [8, 3, 35]], ["cat", "dog", "fox"], labels_predicted=["c1", "c2", "c3"]
    )
    return {
        "edges": informed.evaluate(WEATHER).chart("labels", source=kind),
        "deviation": informed.evaluate(WEATHER).chart("deviation", source=kind),
        "bookmaker": informed.bookmaker(WEATHER).chart("slips", source=kind),
        "kite": informed.evaluate(TEST, positive="ill").chart("kite", source=test),
        "deploy": informed.deploy(TEST, prevalence=0.01, positive="ill").chart("prevalence", source=test),
        "plan": informed.plan(informedness=0.4, prevalence=0.1, width=0.1).chart(
            source="prevalence 10%, informedness 0.4"
        ),
        "confusion": many.chart("shares", title="Forty labels by confusion", source="drawn at random"),
        "worst": many.chart("labels", source="drawn at random"),
        "match": informed.match(clusters, draws=50).chart(source="three clusters"),
        "watch": informed.watch([TEST, TEST, TEST]).chart(source="three looks"),
    }


def _twins() -> informed.Counts:
    """Forty labels of which each is taken for one far away."""
    rng = np.random.default_rng(6)
    table = rng.integers(0, 2, (40, 40)) + np.diag(rng.integers(30, 90, 40))
    table[np.arange(40), (np.arange(40) + 20) % 40] += rng.integers(5, 30, 40)
    return informed.Counts(table, labels=[f"species {place:02}" for place in range(40)])


@cache
def _files() -> dict[str, Any]:
    """Systems, thresholds and costs of the example files."""
    scores = EXAMPLES / "scores.csv"
    spam = {"actual": "actual", "scores": "score", "positive": "spam"}
    sweep, priced = informed.sweep(scores, **spam), informed.sweep(scores, **spam, cost_fn=5, draws=0)
    systems = informed.compare(EXAMPLES / "weather.csv", actual="actual", predicted=["forecast", "radar"])
    return {
        "compare": systems.chart("systems", source="weather.csv"),
        "roc": sweep.chart("roc", source=scores.name),
        "decisions": sweep.chart("net_benefit", source=scores.name),
        "costs": priced.chart("costs", source=f"{scores.name}, a miss costs five false alarms"),
    }


@cache
def _raters() -> dict[str, Any]:
    """Raters, a judge, label sets and repeated answers, drawn at random."""
    rng, about = np.random.default_rng(7), "drawn at random"
    true = rng.choice(["cat", "dog", "fox"], 300)
    said = {
        name: np.where(rng.random(300) < knows, true, rng.choice(["cat", "dog", "fox"], 300))
        for name, knows in (("ann", 0.9), ("bob", 0.7), ("cid", 0.4))
    }
    sets = [
        [name for name, there in zip(("arts", "sport", "weather"), row, strict=True) if there]
        for row in rng.random((300, 3)) < 0.5
    ]
    found = [[name for name in each if rng.random() < 0.8] for each in sets]
    human = [label if place < 100 else None for place, label in enumerate(true == "cat")]
    answers = (rng.random((60, 4)) < rng.beta(1, 1, 60)[:, None]).astype(int)
    tags = [["B-PER", "I-PER", "O", "B-LOC", "O"]] * 40
    guess = [[tag if rng.random() < 0.9 else "O" for tag in row] for row in tags]
    return {
        "agree": informed.agree(np.stack(list(said.values()), 1).tolist()).chart(source=about),
        "consensus": informed.consensus(said).chart(source=about),
        "judge": informed.judge(human, (said["bob"] == "cat").tolist(), drawn="random").chart(source=about),
        "multilabel": informed.multilabel(sets, found, draws=0).chart(source=about),
        "repeats": more.repeats(answers.tolist()).chart(source=about),
        "spans": spans(tags, guess).chart(source=about),
    }


@cache
def _studies() -> dict[str, Any]:
    """The cases: tables as they were published, and the files beside them."""
    finley = informed.Counts([[28, 23], [72, 2680]], labels=["tornado", "quiet"])
    alarm = informed.Counts([[843, 1709], [6128, 29775]], labels=["sepsis", "none"])
    cells = {"actual": "actual", "predicted": "predicted", "positive": "malignant"}
    grades = informed.compare(CASES / "students.csv", actual="grade", predicted=["fitted", "left_out"])
    patients = {"raters": ["new_orleans", "winnipeg"], "labels": ["certain", "probable", "possible", "doubtful"]}
    tested = {"item": "person", "raters": ["mantoux", "tine"], "by": "population"}
    _, two, three = read()
    return {
        "tornadoes": informed.evaluate(finley, positive="tornado").chart("kite", source="Finley 1884"),
        "sepsis": informed.evaluate(alarm, positive="sepsis").chart("kite", source="38,455 stays"),
        "cancer": informed.evaluate(CASES / "cancer.csv", **cells).chart("kite", source="cancer.csv"),
        "students": grades.chart("systems", source="students.csv"),
        "neurologists": informed.agree(CASES / "neurologists.csv", **patients).chart(source="neurologists.csv"),
        "tuberculin": informed.consensus(CASES / "tuberculin.csv", **tested).chart(source="tuberculin.csv"),
        "queries": informed.multilabel(two, three, strip=False).chart(source="labeller 2 by labeller 3"),
    }


@cache
def _runs() -> dict[str, Any]:
    """Runs over time and a leaderboard, of a ledger made here."""
    rng, start = np.random.default_rng(3), datetime(2026, 1, 1, tzinfo=UTC)
    with TemporaryDirectory() as folder, informed.Ledger(Path(folder) / "ledger.db") as ledger:
        for night in range(12):
            for system, share in (("old", 0.6), ("new", 0.8 if night < 6 else 0.4)):
                actual = rng.choice(["ill", "well"], 300)
                found = informed.evaluate(actual, np.where(rng.random(300) < share, actual, "well"))
                ledger.record(found, task="nightly", system=system, time=start + timedelta(days=night))
        about = "twelve nights, drawn at random"
        return {
            "history": more.history(ledger, "nightly").chart(source=about),
            "leaderboard": more.leaderboard(ledger, "nightly").chart(source=about),
        }


ALONE: dict[str, Callable[[], Any]] = {
    "groups": _groups,
    "thresholds": _thresholds,
    "labels": _labels,
    "antigen": _antigen,
    "compas": _compas,
    "affairs": _affairs,
}
TOGETHER: dict[Callable[[], dict[str, Any]], str] = {
    _tables: "edges deviation bookmaker kite deploy plan confusion worst match watch",
    _files: "compare roc decisions costs",
    _raters: "agree consensus judge multilabel repeats spans",
    _studies: "tornadoes sepsis cancer students neurologists tuberculin queries",
    _runs: "history leaderboard",
}
DRAWN = [*ALONE, *" ".join(TOGETHER.values()).split()]


def picture(name: str) -> str:
    """The SVG; no day and no version, so that a picture changes only when what it shows does."""
    if name in ALONE:
        return str(ALONE[name]().svg)
    return str(next(made for made, names in TOGETHER.items() if name in names.split())()[name].svg)
