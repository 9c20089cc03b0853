"""Runs of HELM: ``scenario_state.json`` has the answers, ``per_instance_stats.json`` beside it their grades.

https://crfm-helm.readthedocs.io. Either file or their folder may be named. HELM keeps its own accounts among the
grades (tokens, seconds, reasons to stop); they are no grades and are left out.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from informed.core.errors import InputError
from informed.core.words import many
from informed.readers.logs.items import BROKEN, Claim, Grade, Item, Log, grade_of, listed, mapping, parsed, told

STATE, STATS = "scenario_state", "per_instance_stats"
NOT_A_RUN = "a run of HELM"
ACCOUNTS = (
    *("num_", "finish_reason", "training_", "inference_", "batch_size", "max_prob", "prompt_truncated", "logprob"),
    *("bits_per_byte", "logprob_per_byte", "perplexity", "estimated_", "ensemble"),
)
HEADLINE = "test"  # the split that HELM reports


def fits(found: Any) -> bool:
    """Whether a document is one of the two files of a run."""
    if isinstance(found, dict):
        return isinstance(found.get("request_states"), list)
    return (
        isinstance(found, list)
        and bool(found)
        and isinstance(found[0], dict)
        and {"instance_id", "stats"} <= set(found[0])
    )


def read(path: Path) -> Log:
    """The run; of several splits the test split, as HELM reports it."""
    state, stats, whole = _files(path)
    run = parsed(str(state), NOT_A_RUN, state.read_bytes)
    if not isinstance(run.get("request_states"), list):
        raise InputError(f"{state}: not {NOT_A_RUN} (it has no 'request_states')")
    graded = dict(_graded(stats))
    items, splits = [], []
    for place, each in enumerate(run["request_states"]):
        with told(f"{state}, request_states[{place}]", NOT_A_RUN):
            if _counts(each):
                items.append(_item(each, place, graded, _task(state)))
                splits.append(mapping(each["instance"]).get("split"))
    shown = HEADLINE if HEADLINE in splits else None
    kept = [item for item, split in zip(items, splits, strict=True) if shown in (None, split)]
    scored = tuple(each for each in kept if each.grades)
    scorers = tuple(dict.fromkeys(name for item in scored for name in item.grades))
    if not scored:
        raise InputError(f"{stats}: no grade of any of the {len(items):,} answers in {state.name}; run helm-summarize")
    notes = _notes(len(items) - len(kept), len(kept) - len(scored), splits)
    return Log(state, "helm", scored, scorers, tuple(_claims(whole, scorers, shown)), tuple(notes))


def _files(path: Path) -> tuple[Path, Path, Path]:
    """The answers, their grades, and the means over all of them."""
    name = f"{STATE}.json" if path.is_dir() else path.name
    folder = path if path.is_dir() else path.parent
    for part in (STATE, STATS):
        if part in name:
            found = [folder / name.replace(part, other) for other in (STATE, STATS, "stats")]
            for each in found[:2]:
                if not each.is_file():
                    raise InputError(f"{each}: missing; a run of HELM needs {STATE}.json and {STATS}.json side by side")
            return found[0], found[1], found[2]
    raise InputError(f"{path}: name {STATE}.json or {STATS}.json of a HELM run, or its folder")


def _task(state: Path) -> str:
    """The scenario, as HELM calls the folder of a run: ``mmlu:subject=philosophy,model=...``."""
    name = state.parent.name
    return name.split(",model=")[0] if "model=" in name else state.stem.replace(STATE, "").strip("-_") or name


def _counts(state: Mapping[str, Any]) -> bool:
    """Whether this is an answer to the question as it stands: not a perturbed one, and one request of several."""
    perturbed = mapping(state["instance"]).get("perturbation")
    return not perturbed and state.get("reference_index") in (None, 0) and state.get("request_mode") != "calibration"


def _graded(stats: Path) -> Iterator[tuple[tuple[str, int], dict[str, float]]]:
    try:
        found = json.loads(stats.read_bytes())
    except BROKEN as error:
        raise InputError(f"{stats}: not the grades of {NOT_A_RUN} ({error})") from None
    for place, each in enumerate(found if isinstance(found, list) else [found]):
        with told(f"{stats}, [{place}]", f"the grades of {NOT_A_RUN}"):
            if not each.get("perturbation"):
                grades = {name: value for one in each["stats"] for name, value in _stat(one)}
                key = str(each["instance_id"]), int(each.get("train_trial_index") or 0)
                yield key, grades


def _stat(one: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    name = str(one["name"]["name"])
    if one["name"].get("perturbation") or name.startswith(ACCOUNTS) or not one.get("count"):
        return
    value = grade_of(name, one["sum"] / one["count"])
    if value is not None:
        yield name, value


def _item(
    state: Mapping[str, Any], place: int, graded: Mapping[tuple[str, int], Mapping[str, float]], task: str
) -> Item:
    instance, trial = state["instance"], int(state.get("train_trial_index") or 0)
    offered = mapping(state.get("output_mapping"))
    right = [mapping(each["output"])["text"] for each in instance["references"] if "correct" in each["tags"]]
    options = tuple(offered) or tuple(
        str(each["output"]["text"]) for each in instance["references"] if not _open(state)
    )
    target = tuple(letter for letter, text in offered.items() if text in right) if offered else tuple(map(str, right))
    said = None if state.get("reference_index") is not None else _said(state)
    key = str(instance["id"]), trial
    grades = {name: Grade(value, None if "@" in name else said, value) for name, value in graded.get(key, {}).items()}
    metadata = {"split": instance.get("split"), **mapping(instance.get("extra_data"))}
    model = str(mapping(state.get("request")).get("model") or "")
    return Item(key[0], trial + 1, target, grades, options, metadata, model, task, f"request_states[{place}]")


def _open(state: Mapping[str, Any]) -> bool:
    """Whether the answer was free text, so that the references are right answers and not options."""
    return state.get("reference_index") is None


def _said(state: Mapping[str, Any]) -> str | None:
    completions = mapping(state.get("result")).get("completions") or [{}]
    return str(completions[0].get("text") or "").strip() or None


def _claims(whole: Path, scorers: tuple[str, ...], split: str | None) -> Iterator[Claim]:
    """The means that HELM writes beside the run."""
    if not whole.is_file():
        return
    with told(str(whole), "the means of a run of HELM"):
        for one in json.loads(whole.read_bytes()):
            about = one["name"]
            if about["name"] in scorers and about.get("split") == split and not about.get("perturbation"):
                yield Claim(about["name"], about["name"], one["sum"] / one["count"])


def _notes(others: int, ungraded: int, splits: list[Any]) -> Iterator[str]:
    if others:
        names = listed([each for each in dict.fromkeys(map(str, splits)) if each != HEADLINE])
        yield f"other splits ({names}; {many(others, 'answer')}) were left out: HELM reports the split {HEADLINE!r}"
    if ungraded:
        yield f"{ungraded:,} answers have no grade and were left out"
