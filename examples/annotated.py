"""Exports of annotation tools, tagged sentences and a search run, for ``make.py``. Everything is invented."""

import json
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
RATERS = {"ada@example.org": 0.9, "bo@example.org": 0.75, "cy@example.org": 0.6}
MOODS = ("praise", "complaint", "question")
PEOPLE, PLACES, FIRMS = ("Ada Lund", "Bo Karim", "Mia Osei"), ("Oslo", "Lake Vik", "Turin"), ("Nordfil", "Vik Bank")
NAMES = {"PER": PEOPLE, "LOC": PLACES, "ORG": FIRMS}
FRAMES = ("{PER} of {ORG} went to {LOC} .", "{ORG} hired {PER} .", "In {LOC} it rained .", "{PER} met {PER} in {LOC} .")


def moods(draw: np.random.Generator) -> None:
    """60 messages labelled by three people in Label Studio; 20 of them have a ground truth."""
    tasks = []
    for task in range(1, 61):
        truth = str(draw.choice(MOODS, p=[0.5, 0.3, 0.2]))
        given = [
            (who, truth if draw.random() < sure else str(draw.choice(MOODS)), False) for who, sure in RATERS.items()
        ]
        given += [("editor@example.org", truth, True)] if task <= 20 else []
        annotations = [
            {
                "id": 10 * task + place,
                "completed_by": {"id": place, "email": who},
                "was_cancelled": bool(draw.random() < 0.03) and not marked,
                "ground_truth": marked,
                "result": [{"from_name": "mood", "to_name": "text", "type": "choices", "value": {"choices": [said]}}],
            }
            for place, (who, said, marked) in enumerate(given, 1)
        ]
        data = {"text": f"message {task}"}
        tasks.append({"id": task, "data": data, "annotations": annotations, "predictions": []})
    (HERE / "label-studio.json").write_text("[\n" + ",\n".join(json.dumps(each) for each in tasks) + "\n]\n")


def sentence(draw: np.random.Generator) -> tuple[list[str], list[str]]:
    """The words of a sentence and their tags."""
    words: list[str] = []
    tags: list[str] = []
    for part in draw.choice(FRAMES).split():
        kind = part.strip("{}")
        name = draw.choice(NAMES[kind]).split() if kind in NAMES else [part]
        words += name
        tags += [f"{'I' if place else 'B'}-{kind}" for place in range(len(name))] if kind in NAMES else ["O"]
    return words, tags


def tagged(draw: np.random.Generator) -> None:
    """80 sentences with the names in them, and what a tagger made of them: name by name right, cut, renamed or lost."""
    lines = []
    for _ in range(80):
        words, tags = sentence(draw)
        skill, said = draw.beta(6, 1.5), list(tags)
        starts = [place for place, tag in enumerate(tags) if tag[0] == "B"]
        for start in starts:
            end = next((place for place in range(start + 1, len(tags)) if tags[place][0] != "I"), len(tags))
            if draw.random() < skill:
                continue
            mistake = draw.choice(["lost", "renamed", "cut"])
            other = draw.choice([each for each in NAMES if each != tags[start][2:]])
            if mistake == "renamed":
                said[start:end] = [f"{tag[0]}-{other}" for tag in tags[start:end]]
            elif mistake == "cut" and end - start > 1:
                said[end - 1] = "O"
            else:
                said[start:end] = ["O"] * (end - start)
        for place in (place for place, tag in enumerate(tags) if tag == "O" and draw.random() < 0.3 * (1 - skill)):
            said[place] = f"B-{draw.choice(list(NAMES))}"
        lines += [f"{word}\t{tag}\t{guess}" for word, tag, guess in zip(words, tags, said, strict=True)] + [""]
    (HERE / "names.conll").write_text("\n".join(lines))


def spans(draw: np.random.Generator) -> None:
    """40 sentences in which two people marked names in Prodigy, one line per person and sentence."""
    rows = []
    for number in range(40):
        words, tags = sentence(draw)
        ends = np.cumsum([len(word) + 1 for word in words])
        tokens = [
            {"text": w, "start": int(e - len(w) - 1), "end": int(e - 1)} for w, e in zip(words, ends, strict=True)
        ]
        names = [place for place, tag in enumerate(tags) if tag[0] == "B"]
        for who, sure in (("names-ada", 0.95), ("names-bo", 0.85)):
            marked = []
            for first in names:
                last = next((at - 1 for at in range(first + 1, len(tags)) if tags[at][0] != "I"), len(tags) - 1)
                last = last if draw.random() < sure else first
                label = tags[first][2:] if draw.random() < sure else draw.choice(list(NAMES))
                where = {"start": tokens[first]["start"], "end": tokens[last]["end"], "label": str(label)}
                marked += [where] if draw.random() < sure + 0.04 else []
            row = {"text": " ".join(words), "_input_hash": 1000 + number, "tokens": tokens, "spans": marked}
            rows.append({**row, "_view_id": "ner_manual", "answer": "accept", "_annotator_id": who, "_session_id": who})
    (HERE / "prodigy-names.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def search(draw: np.random.Generator) -> None:
    """A run of 100 documents for each of 20 topics, and judgements of most of the first of them and of some others."""
    run, judged = [], []
    for topic in range(301, 321):
        relevant = draw.random(200) < 0.15
        score = draw.normal(size=200) + 1.5 * relevant
        order = np.argsort(-score)
        for rank, place in enumerate(order[:100], 1):
            run.append(f"{topic} Q0 d{place:03} {rank} {score[place]:.4f} made")
        known = set(order[:40]) | set(draw.choice(200, size=60, replace=False).tolist())
        known -= set(draw.choice(order[:40], size=4, replace=False).tolist())
        judged += [f"{topic} 0 d{place:03} {int(relevant[place])}" for place in sorted(known)]
    (HERE / "search.run").write_text("\n".join(run) + "\n")
    (HERE / "search.qrels").write_text("\n".join(judged) + "\n")


def annotated() -> None:
    """All of them."""
    for place, make in enumerate((moods, tagged, spans, search)):
        make(np.random.default_rng(100 + place))
