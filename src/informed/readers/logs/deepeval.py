"""Test runs of DeepEval (``DEEPEVAL_RESULTS_FOLDER``, ``.deepeval/.latest_run_full.json``): https://deepeval.com/docs.

A test case is an item, known by its input; where one input has several contexts or expected outputs, by its name. It
passes where all of its metrics do; the score of each metric is a grade of its own.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from informed.core.errors import InputError, call
from informed.readers.logs.items import Claim, Grade, Item, Log, grade_of, mapping, parsed, text_of, texts_of, told

NOT_A_RUN = "a test run of DeepEval"
CASES, PASS = "testCases", "pass"


def fits(found: Any) -> bool:
    """Whether a document is a test run."""
    return isinstance(found, dict) and isinstance(found.get(CASES), list) and "metricsScores" in found


def read(path: Path) -> Log:
    """The test cases; those of conversations, which have no answer of their own, are left out and counted."""
    run = parsed(str(path), NOT_A_RUN, path.read_bytes)
    cases = run.get(CASES)
    if not isinstance(cases, list):
        raise InputError(f"{path}: not {NOT_A_RUN} (it has no list {CASES!r})")
    with told(str(path), NOT_A_RUN):
        asked = Counter(each["input"] for each in {_what(each): each for each in cases}.values())
        model = text_of(mapping(run.get("hyperparameters")).get("model")) or ""
        metrics = [each for case in cases for each in case.get("metricsData") or ()]
        if odd := [each["name"] for each in metrics if not isinstance(each["name"], str)]:
            raise InputError(f"not {NOT_A_RUN} (a metric is called {odd[0]!r:.60})")
        judged = sorted({each["name"] for each in metrics if each.get("evaluationModel")})
    items: list[Item] = []
    met: Counter[str] = Counter()
    for place, case in enumerate(cases):
        with told(f"{path}, {CASES}[{place}]", NOT_A_RUN):
            id = case["input"] if asked[case["input"]] == 1 else case["name"]
            met[id] += 1
            items.append(_item(case, id, met[id], model, f"{CASES}[{place}]"))
    graded = tuple(each for each in items if any(grade.value is not None for grade in each.grades.values()))
    if not graded:
        raise InputError(f"{path}: none of its {len(items):,} test cases is graded")
    notes = [f"{len(lost):,} conversations were left out"] if (lost := run.get("conversationalTestCases")) else []
    if len(graded) < len(items):
        notes.append(f"{len(items) - len(graded):,} of {len(items):,} test cases have no grade and were left out")
    if judged:
        notes.append(f"graded by a language model ({', '.join(judged)}): {call('judge')} corrects its mistakes")
    passed, failed = run.get("testPassed"), run.get("testFailed")
    claims: tuple[Claim, ...] = ()
    if passed is not None and failed is not None and max(met.values()) == 1 and passed + failed == len(graded):
        claims = (Claim(PASS, "pass rate", passed / len(graded)),)
    scorers = dict.fromkeys(name for each in graded for name in each.grades)
    return Log(path, "deepeval", graded, tuple(scorers), claims, tuple(notes))


def _what(case: Mapping[str, Any]) -> tuple[Any, ...]:
    """What was asked: the input with all that belongs to it."""
    return case["input"], *(text_of(case.get(name)) for name in ("expectedOutput", "context"))


def _item(case: Mapping[str, Any], id: str, epoch: int, model: str, place: str) -> Item:
    answer, passed = text_of(case.get("actualOutput")), case.get("success")
    grades = {PASS: Grade(grade_of(PASS, passed), answer, passed)}
    for each in case.get("metricsData") or ():
        grades[each["name"]] = Grade(grade_of(each["name"], each.get("score")), answer, each.get("score"))
    about = {"name": case.get("name"), **mapping(case.get("metadata"))}
    return Item(id, epoch, texts_of(case.get("expectedOutput")), grades, (), about, model, "", place)
