"""Make the example data, always the same: ``python examples/make.py``. No example is copied from elsewhere."""

import csv
import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from annotated import annotated

HERE = Path(__file__).parent


def write(name: str, header: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """One CSV file beside this script."""
    with (HERE / name).open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)


def said(draw: np.random.Generator, actual: np.ndarray, labels: Sequence[str], informed: float) -> np.ndarray:
    """A predictor that knows the answer with probability ``informed`` and otherwise guesses any label alike."""
    guess = draw.choice(labels, size=len(actual))
    return np.where(draw.random(len(actual)) < informed, actual, guess)


def screening(draw: np.random.Generator) -> None:
    """4,000 people at two sites, 1 % ill; one test that finds most of them, and one that calls everybody well."""
    actual = np.array(["well"] * 3960 + ["ill"] * 40)
    draw.shuffle(actual)
    ill = actual == "ill"
    site = draw.choice(["north", "south"], size=len(actual), p=[0.7, 0.3])
    positive = draw.random(len(actual)) < np.where(ill, np.where(site == "north", 0.9, 0.6), 0.05)
    test = np.where(positive, "ill", "well")
    write("screening.csv", ("site", "actual", "test", "nobody"), zip(site, actual, test, ["well"] * 4000, strict=True))


def annotators(draw: np.random.Generator) -> None:
    """Three raters of 200 messages; the third confuses two labels, and each left some messages out."""
    labels = ("praise", "complaint", "question")
    actual = draw.choice(labels, size=200, p=[0.5, 0.3, 0.2])
    ann, bob, cid = (said(draw, actual, labels, informed) for informed in (0.85, 0.75, 0.8))
    cid = np.where((cid == "question") & (draw.random(200) < 0.6), "complaint", cid)
    ratings = [np.where(draw.random(200) < 0.08, "", each) for each in (ann, bob, cid)]
    write("annotators.csv", ("item", "ann", "bob", "cid"), zip(range(1, 201), *ratings, strict=True))


def clusters(draw: np.random.Generator) -> None:
    """Three classes in five clusters: two clusters share a class, and one holds a bit of everything."""
    classes = ("ale", "lager", "stout")
    actual = draw.choice(classes, size=300, p=[0.5, 0.3, 0.2])
    shares = {
        "ale": (0.45, 0.40, 0.03, 0.02, 0.10),
        "lager": (0.06, 0.04, 0.80, 0.02, 0.08),
        "stout": (0.03, 0.02, 0.05, 0.78, 0.12),
    }
    cluster = [draw.choice(["c1", "c2", "c3", "c4", "c5"], p=shares[each]) for each in actual]
    write("clusters.csv", ("class", "cluster"), zip(actual, cluster, strict=True))


def label_sets(draw: np.random.Generator) -> None:
    """120 articles with any of five topics; the system misses some and adds a few."""
    topics = np.array(["politics", "economy", "science", "sport", "culture"])
    share = np.array([0.4, 0.35, 0.25, 0.2, 0.15])
    gold = draw.random((120, 5)) < share
    said = np.where(gold, draw.random((120, 5)) < 0.75, draw.random((120, 5)) < 0.08)
    for name, sets in (("labels-gold.jsonl", gold), ("labels-said.jsonl", said)):
        lines = [json.dumps({"id": i, "labels": topics[row].tolist()}) for i, row in enumerate(sets, 1)]
        (HERE / name).write_text("\n".join(lines) + "\n")


def scores(draw: np.random.Generator) -> None:
    """600 messages, 20 % spam, with the score of a filter."""
    spam = draw.random(600) < 0.2
    score = 1 / (1 + np.exp(-draw.normal(np.where(spam, 1.2, -1.2), 1.4)))
    write("scores.csv", ("actual", "score"), zip(np.where(spam, "spam", "ham"), score.round(4), strict=True))


def llm(draw: np.random.Generator) -> None:
    """Two models on 500 questions of four choices, the answer often C; model_b says C whenever it does not know."""
    choices = ("A", "B", "C", "D")
    actual = draw.choice(choices, size=500, p=[0.15, 0.2, 0.5, 0.15])
    model_a = said(draw, actual, choices, 0.55)
    model_b = np.where(draw.random(500) < 0.35, actual, "C")
    columns = ("question", "actual", "model_a", "model_b")
    write("llm.csv", columns, zip(range(1, 501), actual, model_a, model_b, strict=True))
    for name, answers in (("a", model_a), ("b", model_b)):
        log(f"samples_model_{name}.jsonl", actual[:100], answers[:100])


def log(name: str, actual: np.ndarray, answers: np.ndarray) -> None:
    """The first questions as lm-evaluation-harness would log them, with the fields that matter here."""
    samples = [
        {
            "doc_id": at,
            "target": target,
            "resps": [[f"The answer is {answer}."]],
            "filtered_resps": [answer],
            "filter": "none",
            "metrics": ["exact_match"],
            "exact_match": float(target == answer),
        }
        for at, (target, answer) in enumerate(zip(actual.tolist(), answers.tolist(), strict=True))
    ]
    (HERE / name).write_text("".join(f"{json.dumps(sample)}\n" for sample in samples))


def judge(draw: np.random.Generator) -> None:
    """2,000 answers of two models, all graded by a judge that is too kind to the verbose one, 250 by a human too."""
    model = np.repeat(["plain", "verbose"], 1000)
    good = draw.random(2000) < np.where(model == "plain", 0.62, 0.55)
    kind = np.where(model == "plain", 0.15, 0.4)
    passed = np.where(good, draw.random(2000) < 0.94, draw.random(2000) < kind)
    human, judged = (np.where(each, "pass", "fail") for each in (good, passed))
    looked = draw.permutation(2000) < 250
    columns = ("answer", "model", "judge", "human")
    write("judge.csv", columns, zip(range(1, 2001), model, judged, np.where(looked, human, ""), strict=True))
    gold = draw.random(300) < 0.3  # another data set, where fewer answers are good
    graded = np.where(gold, draw.random(300) < 0.94, draw.random(300) < 0.275)
    pairs = zip(*(np.where(each, "pass", "fail") for each in (gold, graded)), strict=True)
    write("judge-calibration.csv", ("human", "judge"), pairs)


def pairs(draw: np.random.Generator) -> None:
    """A judge compares two systems on 120 questions in both orders; it likes what comes first, and what is longer."""
    shown = []
    for question in range(1, 121):
        lengths, worth = draw.integers(60, 400, 2), draw.normal(size=2)
        human = "plain" if worth[0] - worth[1] + 0.4 * draw.normal() > 0 else "verbose"
        lengths[1] += 120
        for order in ((0, 1), (1, 0)):
            seen = worth + lengths / 250 + 0.5 * draw.normal(size=2)
            seen[order[0]] += 0.4
            winner = "tie" if abs(seen[0] - seen[1]) < 0.1 else "plain" if seen[0] > seen[1] else "verbose"
            names, sizes = zip(*((("plain", "verbose")[at], lengths[at]) for at in order), strict=True)
            shown.append((question, *names, *sizes, winner, human))
    write("pairs.csv", ("question", "a", "b", "length_a", "length_b", "winner", "human"), shown)


def epochs(draw: np.random.Generator) -> None:
    """Two models on 40 questions of two tasks, each asked three times and graded right or wrong: graded items."""
    hard = draw.normal(0, 1.5, 40)
    for model, skill in (("small", (0.2, 1.4)), ("large", (1.6, 0.3))):
        with (HERE / f"epochs_{model}.jsonl").open("w") as file:
            for at in range(40):
                task, subject = ("algebra", "law")[at % 2], ("short", "long")[at // 2 % 2]
                right = draw.random(3) < 1 / (1 + np.exp(hard[at] - skill[at % 2]))
                for epoch in range(3):
                    about = {"id": f"{task}-{at // 2 + 1}", "epoch": epoch + 1, "model": model, "task": task}
                    file.write(json.dumps({**about, "length": subject, "grade": int(right[epoch])}) + "\n")


def crowd(draw: np.random.Generator) -> None:
    """300 messages, each rated by three or four of seven raters: five of the crowd, one expert, one who guesses."""
    labels = ("offer", "scam", "other")
    actual = draw.choice(labels, size=300, p=[0.3, 0.15, 0.55])
    skill = {"ada": 0.95, "bo": 0.75, "cy": 0.7, "dee": 0.65, "eli": 0.6, "flo": 0.5, "gus": 0.05}
    ratings = {who: said(draw, actual, labels, informed) for who, informed in skill.items()}
    asked = [sorted(draw.permutation(len(skill))[: draw.integers(3, 5)]) for _ in range(300)]
    names = list(skill)
    rows = [(item + 1, names[who], ratings[names[who]][item]) for item, chosen in enumerate(asked) for who in chosen]
    write("crowd.csv", ("message", "rater", "label"), rows)


def nightly(draw: np.random.Generator) -> None:
    """Twenty nights of two systems; version 2 of the first finds fewer of the ill."""
    from datetime import UTC, datetime, timedelta
    from tempfile import TemporaryDirectory

    from informed import Counts, Ledger

    with TemporaryDirectory() as folder, Ledger(f"{folder}/nightly.db") as ledger:
        for night in range(20):
            version = "1" if night < 12 else "2"
            for system, recall in (("a", 0.85 if version == "1" else 0.6), ("b", 0.8)):
                ill = int(draw.binomial(200, 0.3))
                found, false = int(draw.binomial(ill, recall)), int(draw.binomial(200 - ill, 0.1))
                ledger.record(
                    Counts([[found, ill - found], [false, 200 - ill - false]], ["ill", "well"]),
                    task="nightly",
                    system=system,
                    version=version,
                    fingerprint=str(night),
                    tags={"site": "north" if night % 2 else "south"},
                    time=datetime(2026, 10, 1, 3, tzinfo=UTC) + timedelta(days=night),
                )
        lines = [json.loads(line) for line in ledger.export()]
    for each in lines:
        del each["links"]  # the chain has the time of its making
    kept = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in lines)
    (HERE / "nightly.jsonl").write_text("".join(f"{line}\n" for line in kept))


def weather() -> None:
    """A year with three days of rain: a forecast that always says sun, a radar with two hits and seven alarms."""
    days = [str(day) for day in np.arange("2025-01-01", "2026-01-01", dtype="datetime64[D]")]
    rain = {"2025-03-19", "2025-06-15", "2025-07-22"}
    seen = {"2025-03-19", "2025-06-15"} | {
        f"2025-{day}" for day in ("01-25", "02-07", "02-18", "07-09", "10-05", "10-29", "12-03")
    }
    rows = ((day, "rain" if day in rain else "sun", "sun", "rain" if day in seen else "sun") for day in days)
    write("weather.csv", ("date", "actual", "forecast", "radar"), rows)


if __name__ == "__main__":
    weather()
    for make in (screening, annotators, clusters, label_sets, scores, llm, judge, pairs, crowd, epochs, nightly):
        make(np.random.default_rng(1))
    annotated()
