"""Results of promptfoo (``promptfoo eval --output results.json`` or ``.jsonl``): https://promptfoo.dev/docs.

A test is an item, ``repeat`` asks it several times, and every pair of provider and prompt is a system of its own.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from informed.core.errors import InputError
from informed.readers.logs.items import (
    Claim,
    Grade,
    Item,
    Log,
    grade_of,
    lines,
    mapping,
    parsed,
    text_of,
    texts_of,
    told,
)

NOT_A_RESULT = "a result of promptfoo"
PASS, SCORE = "pass", "score"
ERROR = 2  # failureReason of a result that ended in an error
KEYED = ("equals", "contains", "icontains", "starts-with", "is-valid-answer")  # assertions whose value is the answer


def fits(found: Any) -> bool:
    """Whether a document, or the first line of one, holds results of promptfoo."""
    if not isinstance(found, dict):
        return False
    inner = found.get("results")
    inner = inner.get("results") if isinstance(inner, dict) else inner
    first = inner[0] if isinstance(inner, list) and inner else found
    return isinstance(first, dict) and "success" in first and ("testCase" in first or "gradingResult" in first)


def read(path: Path) -> Log:
    """The results, those that ended in an error left out and counted."""
    summary, results = _results(path)
    prompts = {_name(each.get("prompt")) for _, each in results if isinstance(each, dict)}
    items, failed = [], 0
    asked: Counter[tuple[str, str]] = Counter()
    for place, each in results:
        with told(f"{path}, {place}", NOT_A_RESULT):
            item = _item(mapping(each), place, len(prompts) > 1)
        if each.get("failureReason") == ERROR:
            failed += 1
            continue
        asked[item.model, item.id] += 1
        items.append(item._replace(epoch=asked[item.model, item.id]))
    if not items:
        raise InputError(f"{path}: no results in this file, or all ended in an error")
    scorers = tuple(dict.fromkeys(name for item in items for name in item.grades))
    notes = [f"{failed:,} of {len(results):,} results ended in an error and were left out"] if failed else []
    with told(str(path), NOT_A_RESULT):
        return Log(path, "promptfoo", tuple(items), scorers, tuple(_claims(summary, items, failed)), tuple(notes))


def _results(path: Path) -> tuple[Mapping[str, Any], list[tuple[str, Any]]]:
    if path.suffix == ".jsonl":
        return {}, [(f"line {number}", each) for number, each in lines(path, NOT_A_RESULT)]
    found = parsed(str(path), NOT_A_RESULT, path.read_bytes)
    summary = found["results"] if isinstance(found.get("results"), dict) else found
    results = summary.get("results")
    if not isinstance(results, list):
        raise InputError(f"{path}: not {NOT_A_RESULT} (it has no list of results)")
    return summary, [(f"results[{place}]", each) for place, each in enumerate(results)]


def _item(result: Mapping[str, Any], place: str, several: bool) -> Item:
    case, variables = mapping(result.get("testCase")), mapping(result.get("vars"))
    graded, prompt = mapping(result.get("gradingResult")), _name(result.get("prompt"))
    provider = _name(result.get("provider"))
    answer = text_of(mapping(result.get("response")).get("output"))
    grades = {PASS: Grade(float(bool(result["success"])), answer, result["success"])}
    score = grade_of(SCORE, result.get("score", graded.get("score")))
    grades[SCORE] = Grade(score, answer, score)
    for name, value in mapping(result.get("namedScores")).items():
        grades[name] = Grade(grade_of(name, value), answer, value)
    about = {**variables, **mapping(case.get("metadata")), **mapping(result.get("metadata"))}
    about = {name: value for name, value in about.items() if not name.startswith("_promptfoo")}
    if several:
        about["prompt"] = prompt
    if task := str(case.get("description") or ""):
        about["description"] = task
    model = f"{provider}, {prompt}" if several else provider
    return Item(_id(result, variables), 1, tuple(dict.fromkeys(_targets(case))), grades, (), about, model, "", place)


def _id(result: Mapping[str, Any], variables: Mapping[str, Any]) -> str:
    """What was asked: the variables, since repeats of a test have numbers of their own."""
    told = text_of(dict(sorted(variables.items()))) if variables else None
    return told or str(result.get("testIdx", result.get("id")))


def _targets(case: Mapping[str, Any]) -> Iterator[str]:
    """The right answer where an assertion states it."""
    for each in case.get("assert") or ():
        if isinstance(each, dict) and each.get("type") in KEYED:
            yield from texts_of(each.get("value"))


def _name(about: Any) -> str:
    if isinstance(about, dict):
        return str(about.get("label") or about.get("id") or about.get("raw") or "")
    return str(about or "")


def _claims(summary: Mapping[str, Any], items: list[Item], failed: int) -> Iterator[Claim]:
    """The share of tests passed, which promptfoo counts over all that did not end in an error."""
    stats = mapping(summary.get("stats"))
    if stats and len({item.model for item in items}) == 1 and max(item.epoch for item in items) == 1:
        passed, lost = int(stats["successes"]), int(stats["failures"])
        if passed + lost:
            yield Claim(PASS, "pass rate", passed / (passed + lost), covers=passed + lost == len(items))
