"""Records of OpenAI evals (``oaieval``): one JSON line per event, the first with ``spec``, one with ``final_report``.

https://github.com/openai/evals. A ``match`` says whether an answer was right; ``metrics`` hold further grades.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from informed.core.errors import InputError
from informed.readers.logs.items import Claim, Grade, Item, Log, grade_of, lines, mapping, text_of, texts_of, told

NOT_AN_EVENT = "an event of OpenAI evals"
MATCH = "match"
FINAL = {"accuracy": MATCH}  # numbers of the final report that are the mean of these grades


def fits(found: Any) -> bool:
    """Whether the first line is the specification of a run."""
    spec = found.get("spec") if isinstance(found, dict) else None
    return isinstance(spec, dict) and ("eval_name" in spec or "run_id" in spec)


def read(path: Path) -> Log:
    """The run, as far as its events go."""
    spec: Mapping[str, Any] = {}
    report: Mapping[str, Any] | None = None
    samples: dict[str, dict[str, Any]] = {}
    for number, line in lines(path, NOT_AN_EVENT):
        with told(f"{path}, line {number}", NOT_AN_EVENT):
            if "spec" in line:
                spec = mapping(line["spec"])
            elif "final_report" in line:
                report = mapping(line["final_report"])
            elif "type" in line:
                _add(samples, number, line)
    items = []
    with told(str(path), "a run of OpenAI evals"):
        model = ", ".join(texts_of(spec.get("completion_fns")))
        for id, sample in samples.items():
            for epoch, matched in enumerate(sample["matches"] or [{}], start=1):
                items.append(_item(id, epoch, matched, sample, model, str(spec.get("eval_name") or "")))
    graded = tuple(each for each in items if each.grades)
    if not graded:
        raise InputError(f"{path}: none of its {len(samples):,} samples is graded: it has no match and no metrics")
    scorers = tuple(dict.fromkeys(name for item in graded for name in item.grades))
    notes = _notes(report, len(items) - len(graded))
    return Log(path, "openai-evals", graded, scorers, tuple(_claims(report or {}, scorers)), tuple(notes))


def _add(samples: dict[str, dict[str, Any]], number: int, event: Mapping[str, Any]) -> None:
    id, data = str(event["sample_id"]), mapping(event.get("data"))
    sample = samples.setdefault(id, {"line": number, "matches": [], "metrics": {}, "said": None, "options": ()})
    if event["type"] == MATCH:
        sample["matches"].append(data)
    elif event["type"] == "metrics":
        sample["metrics"].update(data)
    elif event["type"] == "sampling":
        sample["said"] = next(iter(texts_of(data.get("sampled"))), None)
    elif event["type"] == "pick_option":
        sample["options"] = texts_of(data.get("options"))


def _item(id: str, epoch: int, matched: Mapping[str, Any], sample: Mapping[str, Any], model: str, task: str) -> Item:
    answer = text_of(matched.get("picked")) or text_of(matched.get("sampled")) or sample["said"]
    grades = {MATCH: Grade(grade_of(MATCH, matched["correct"]), answer, matched["correct"])} if matched else {}
    for name, value in sample["metrics"].items():
        if isinstance(value, (bool, int, float)):  # the rest are words: which choice a judge made, say
            grades[name] = Grade(grade_of(name, value), answer, value)
    words = {name: value for name, value in sample["metrics"].items() if name not in grades}
    more = {name: value for name, value in matched.items() if name not in ("correct", "expected", "picked")}
    target, place = texts_of(matched.get("expected")), f"line {sample['line']}"
    return Item(id, epoch, target, grades, sample["options"], {**words, **more}, model, task, place)


def _claims(report: Mapping[str, Any], scorers: tuple[str, ...]) -> Iterator[Claim]:
    for name, value in report.items():
        scorer = FINAL.get(name, name)
        if scorer in scorers and isinstance(value, (int, float)):
            yield Claim(scorer, name, float(value))


def _notes(report: Mapping[str, Any] | None, ungraded: int) -> Iterator[str]:
    if report is None:
        yield "the run did not finish (it has no final report): the log is read as far as it goes"
    if ungraded:
        yield f"{ungraded:,} samples have no grade and were left out"
