"""Every Eval Ever, read and written: an aggregate ``NAME.json`` and beside it ``NAME_samples.jsonl``, a line per grade.

https://github.com/evaleval/every_eval_ever, version 0.3.0 of its schema. The schema has no place for the number of a
repeat: it stands in the metadata as ``epoch``, as in the project's own converters.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from statistics import fmean
from typing import Any
from uuid import UUID

from informed._version import __version__
from informed.core.errors import InputError, arg
from informed.core.writing import write
from informed.readers.logs.items import (
    Claim,
    Grade,
    Item,
    Log,
    epoch_of,
    grade_of,
    letter,
    lines,
    mapping,
    parsed,
    text_of,
    told,
)

NOT_A_RECORD, NOT_A_RESULT = "a record of Every Eval Ever", "an aggregate of Every Eval Ever"
SCHEMA = "0.3.0"
SCORE = "score"
UNKNOWN = "unknown"
SAMPLES = "_samples.jsonl"


def fits(found: Any) -> bool:
    """Whether a document, or the first line of one, is an aggregate or a record."""
    if not isinstance(found, dict) or not {"schema_version", "evaluation_id"} <= set(found):
        return False
    return "evaluation_results" in found or {"sample_id", "evaluation"} <= set(found)


def read(path: Path) -> Log:
    """The records; the aggregate beside them names the scorers and states their means."""
    samples, about = _files(path)
    aggregate = parsed(str(about), NOT_A_RESULT, about.read_bytes) if about else {}
    with told(str(about), NOT_A_RESULT):
        results = {str(each.get("evaluation_result_id")): each for each in aggregate.get("evaluation_results") or ()}
        scorers = {id: str(each["metric_config"].get("metric_name") or SCORE) for id, each in results.items()}
    items: dict[tuple[str, str, str, int], Item] = {}
    met: Counter[tuple[str, ...]] = Counter()
    rows = 0
    for number, record in lines(samples, NOT_A_RECORD):
        rows += 1
        with told(f"{samples}, line {number}", NOT_A_RECORD):
            _add(items, met, scorers, record, number)
    if not items:
        raise InputError(f"{samples}: no records in this file")
    graded = tuple(dict.fromkeys(name for item in items.values() for name in item.grades))
    with told(str(about), NOT_A_RESULT):
        claims, notes = _claims(aggregate, results, scorers, rows), _quoted(aggregate, results)
    return Log(samples, "every-eval-ever", tuple(items.values()), graded, tuple(claims), tuple(notes))


def _files(path: Path) -> tuple[Path, Path | None]:
    """The records and the aggregate, whichever was named; they lie side by side."""
    if path.suffix == ".jsonl":
        names = (
            path.name.replace(SAMPLES, ".json"),
            f"{path.stem}.json",
            f"{path.stem.replace('samples', 'aggregate')}.json",
        )
        beside = (path.with_name(name) for name in names if name != path.name)
        return path, next((each for each in beside if each.is_file()), None)
    aggregate = parsed(str(path), NOT_A_RESULT, path.read_bytes)
    with told(str(path), NOT_A_RESULT):
        stated = Path(str(mapping(aggregate.get("detailed_evaluation_results")).get("file_path") or "")).name
        states = [
            f"{each['evaluation_name']} {each['score_details']['score']}" for each in aggregate["evaluation_results"]
        ]
    likely = (f"{path.stem}{SAMPLES}", f"{path.stem}.jsonl", f"{path.stem.replace('aggregate', 'samples')}.jsonl")
    for name in filter(None, (stated, *likely)):
        if path.with_name(name).is_file():
            return path.with_name(name), path
    raise InputError(
        f"{path}: only the means ({', '.join(states)}); the records are not beside it ({path.stem}{SAMPLES})"
    )


def _add(
    items: dict[tuple[str, str, str, int], Item],
    met: Counter[tuple[str, ...]],
    scorers: Mapping[str, str],
    record: Mapping[str, Any],
    number: int,
) -> None:
    id, model, task = (str(record[name]) for name in ("sample_id", "model_id", "evaluation_name"))
    scorer = _scorer(str(record.get("evaluation_result_id") or ""), task, scorers)
    metadata = dict(mapping(record.get("metadata")))
    met[model, task, id, scorer] += 1
    epoch = epoch_of(metadata.pop("epoch", met[model, task, id, scorer]))
    asked, choices = record["input"], record["input"].get("choices") or ()
    target = asked["reference"] if isinstance(asked["reference"], list) else [asked["reference"]]
    letters = tuple(letter(place) for place in range(len(choices)))
    options = letters if set(target) <= set(letters) else tuple(map(str, choices))
    said = [each["extracted_value"] for each in record["answer_attribution"] if each.get("is_terminal", True)]
    score = record["evaluation"]["score"]
    grade = Grade(grade_of(scorer, score), text_of(said[-1]) if said else None, score)
    new = Item(id, epoch, tuple(map(str, target)), {}, options, metadata, model, task, f"line {number}")
    known = items.get((model, task, id, epoch), new)
    if scorer in known.grades:
        raise InputError(f"a second grade by {scorer!r} of item {id!r} in epoch {epoch} (the first: {known.place})")
    items[model, task, id, epoch] = known._replace(grades={**known.grades, scorer: grade})


def _scorer(result: str, task: str, scorers: Mapping[str, str]) -> str:
    if result in scorers:
        return scorers[result]
    return result.removeprefix(task).lstrip("/.:") or SCORE


def _claims(
    aggregate: Mapping[str, Any], results: Mapping[str, Any], scorers: Mapping[str, str], rows: int
) -> Iterator[Claim]:
    """The means of a run; those of a document were not found on these records."""
    if mapping(aggregate.get("source_metadata")).get("source_type") != "evaluation_run":
        return
    stated = mapping(aggregate.get("detailed_evaluation_results")).get("total_rows")
    for scorer in dict.fromkeys(scorers.values()):
        mine = [each for id, each in results.items() if scorers[id] == scorer]
        if len(mine) == 1:
            yield Claim(scorer, scorer, float(mine[0]["score_details"]["score"]), covers=stated in (None, rows))


def _quoted(aggregate: Mapping[str, Any], results: Mapping[str, Any]) -> Iterator[str]:
    if mapping(aggregate.get("source_metadata")).get("source_type") == "documentation":
        told = ", ".join(f"{each['evaluation_name']} {each['score_details']['score']:.6g}" for each in results.values())
        yield f"the aggregate quotes a document ({told}); that number was not found on these records"


# --- writing ---------------------------------------------------------------------------------------------------------


def save(log: Log, path: str | Path, *, model: str | None = None) -> tuple[Path, Path]:
    """Write a log as an aggregate and the records beside it; returns both files."""
    aggregate = Path(path)
    if aggregate.suffix != ".json":
        raise InputError(f"{path}: Every Eval Ever is written to a .json file, with {SAMPLES} beside it")
    if len(log.models) > 1:
        raise InputError(
            f"{log.path} holds {len(log.models)} models; a file of "
            f"Every Eval Ever holds one: choose it with {arg('model')}"
        )
    samples = aggregate.with_name(f"{aggregate.stem}{SAMPLES}")
    text = "".join(json.dumps(each, ensure_ascii=False, allow_nan=False) + "\n" for each in records(log))
    write(samples, text)
    about = _aggregate(log, text)
    write(aggregate, json.dumps(about, ensure_ascii=False, indent=2, allow_nan=False) + "\n")
    return aggregate, samples


def records(log: Log) -> Iterator[dict[str, Any]]:
    """One record per grade."""
    for item in log.items:
        for scorer, grade in item.grades.items():
            if grade.value is not None:
                yield _record(log, item, scorer, grade)


def _record(log: Log, item: Item, scorer: str, grade: Grade) -> dict[str, Any]:
    found = {"turn_idx": 0, "source": "output.raw", "extracted_value": grade.answer, "extraction_method": UNKNOWN}
    metadata = {name: value if isinstance(value, str) else json.dumps(value) for name, value in item.metadata.items()}
    return {
        "schema_version": SCHEMA,
        "evaluation_id": _run(log),
        "model_id": item.model,
        "evaluation_name": item.task,
        "evaluation_result_id": f"{item.task}/{scorer}",
        "sample_id": item.id,
        "interaction_type": "single_turn",
        "input": {"raw": "", "reference": list(item.target), "choices": list(item.options) or None},
        "output": {"raw": [] if grade.answer is None else [grade.answer]},
        "answer_attribution": [] if grade.answer is None else [{**found, "is_terminal": True}],
        "evaluation": {"score": grade.value, "is_correct": (grade.value or 0) >= 1},
        "metadata": {**metadata, "epoch": str(item.epoch)},
    }


def _run(log: Log) -> str:
    """The id of a run: the same log gives the same one."""
    named = f"{log.items[0].model} {log.tasks} {[(each.id, each.epoch) for each in log.items]}"
    return f"{log.path.stem}/{log.items[0].model}/{sha256(named.encode(errors='replace')).hexdigest()[:12]}"


def _canonical(log: Log, text: str) -> str:
    """Where the project keeps such records: by benchmark, developer and model, named by an id of their own."""
    developer, _, model = log.items[0].model.rpartition("/")
    parts = [(each or UNKNOWN).replace("/", "_") for each in (log.tasks[0], developer, model)]
    return f"data/{'/'.join(parts)}/{UUID(bytes=sha256(text.encode()).digest()[:16], version=4)}{SAMPLES}"


def _aggregate(log: Log, text: str) -> dict[str, Any]:
    details = {"deployment_type": UNKNOWN, "model_availability": UNKNOWN}
    source = {"source_type": "evaluation_run", "source_organization_name": UNKNOWN, "evaluator_relationship": "other"}
    results = [_result(log, task, scorer) for task in log.tasks for scorer in log.scorers]
    return {
        "schema_version": SCHEMA,
        "evaluation_id": _run(log),
        "retrieved_timestamp": "0",
        "source_metadata": source,
        "eval_library": {"name": log.kind, "version": UNKNOWN, "additional_details": {"informed": __version__}},
        "model_info": {"name": log.items[0].model, "id": log.items[0].model, "additional_details": details},
        "evaluation_results": [each for each in results if each],
        "detailed_evaluation_results": {
            "format": "jsonl",
            "file_path": _canonical(log, text),
            "hash_algorithm": "sha256",
            "checksum": sha256(text.encode()).hexdigest(),
            "total_rows": text.count("\n"),
        },
    }


def _result(log: Log, task: str, scorer: str) -> dict[str, Any] | None:
    """The mean by one scorer of one task: of the answers to an item first, then of the items."""
    grades: dict[str, list[float]] = {}
    for item in log.items:
        grade = item.grades.get(scorer)
        if item.task == task and grade is not None and grade.value is not None:
            grades.setdefault(item.id, []).append(grade.value)
    if not grades:
        return None
    values = [value for each in grades.values() for value in each]
    return {
        "evaluation_result_id": f"{task}/{scorer}",
        "evaluation_name": task,
        "source_data": {"dataset_name": task or UNKNOWN, "source_type": "other"},
        "metric_config": {
            "metric_id": scorer,
            "metric_name": scorer,
            "lower_is_better": False,
            "score_type": "binary" if set(values) <= {0.0, 1.0} else "continuous",
            "min_score": min(0.0, *values),
            "max_score": max(1.0, *values),
        },
        "score_details": {
            "score": fmean(fmean(each) for each in grades.values()),
            "uncertainty": {"num_samples": len(grades)},
        },
    }
