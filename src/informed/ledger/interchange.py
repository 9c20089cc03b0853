"""Recorded runs in the files of other tools: metrics that DVC reads, results that the Hugging Face Hub shows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from time import time
from typing import TYPE_CHECKING, Any

from informed.core.errors import InputError, arg, call
from informed.core.estimate import Estimate
from informed.core.metrics import Figure, flat
from informed.core.registry import Measure, get
from informed.core.words import ci, number
from informed.ledger.figures import Recorded
from informed.ledger.run import Run, written

if TYPE_CHECKING:
    from informed.ledger import Ledger

HUB = re.compile(r"[\w.-]+/[\w.-]+")  # how the Hub names a data set


def metrics(ledger: Ledger, runs: Sequence[Run]) -> str:
    """The last run of each system: its numbers by system and measure, as flat JSON for ``dvc metrics show``."""
    found = [
        Figure(each.measure, Estimate(each.value, low=each.low, high=each.high), _name(each))
        for each in _last(ledger, runs)
        if not each.group and not each.label and each.value is not None
    ]
    return json.dumps(flat(found), indent=2, ensure_ascii=False) + "\n"


def eval_results(ledger: Ledger, runs: Sequence[Run], measure: str = "accuracy") -> str:
    """The last run of each system as entries of ``.eval_results/*.yaml``; its data must be named as the Hub does."""
    byname = {each.id: each for each in runs}
    wanted = [each for each in _last(ledger, runs) if each.measure == measure and not each.group and not each.label]
    if not wanted:
        raise InputError(f"none of the runs has a recorded {measure}; name another with {arg('measure')}")
    return "".join(_entry(byname[each.run], each) for each in wanted)


def _entry(run: Run, found: Recorded) -> str:
    if not HUB.fullmatch(run.dataset):
        raise InputError(
            f"run {run.id[:10]}: the Hub needs data named 'owner/name', "
            f"not {run.dataset!r}; record it with {arg('dataset')}"
        )
    limits = (
        ""
        if found.low is None or found.high is None
        else f", {ci(found.level)} {number(found.low)} to {number(found.high)}"
    )
    notes = f"{found.measure} of {found.system}{limits}, n {found.n}; informed {run.informed}"
    lines = ["- dataset:", f"    id: {_text(run.dataset)}", f"    task_id: {_text(run.task)}"]
    lines += [f"  value: {found.value!r}", f"  date: {_text(written(run.time))}", f"  notes: {_text(notes)}"]
    if run.source.startswith("https://"):
        lines += ["  source:", f"    url: {_text(run.source)}"]
    return "\n".join(lines) + "\n"


def every_eval_ever(ledger: Ledger, runs: Sequence[Run]) -> str:
    """The last run of one system as a document of Every Eval Ever, with an interval beside every score.

    What the ledger does not know (who ran it, how the model is deployed) is "unknown" there.
    """
    last = {each.name: each for each in runs}
    if len(last) != 1:
        raise InputError(
            f"a document holds one system, not {len(last)} ({', '.join(last)}); choose one with {arg('as_system')}"
        )
    (run,) = last.values()
    data = {"dataset_name": run.dataset or "unknown", "source_type": "other"}
    if HUB.fullmatch(run.dataset):
        data |= {"source_type": "hf_dataset", "hf_repo": run.dataset}
    at, unknown = str(int(run.time.timestamp())), {"deployment_type": "unknown", "model_availability": "unknown"}
    found = [each for each in ledger.estimates([run]) if not each.group and not each.label and each.value is not None]
    document = {
        "schema_version": "0.3.0",
        "evaluation_id": f"{run.task}/{run.system}/{at}",
        "evaluation_timestamp": at,
        "retrieved_timestamp": str(int(time())),
        "source_metadata": {
            "source_name": f"{call('ledger')}",
            "source_type": "evaluation_run",
            "source_organization_name": "unknown",
            "evaluator_relationship": "other",
        },
        "eval_library": {"name": "informed", "version": run.informed},
        "model_info": {"name": run.name, "id": run.system, "additional_details": unknown},
        "evaluation_results": [{"evaluation_name": run.task, "source_data": data, **_score(each)} for each in found],
    }
    return json.dumps(document, indent=2, ensure_ascii=False) + "\n"


def _score(found: Recorded) -> dict[str, Any]:
    """A number with its interval, and what its measure is."""
    known = _measure(found.measure)
    config: dict[str, Any] = {"metric_id": found.measure, "metric_name": found.measure}
    config["lower_is_better"] = known is not None and known.higher_is_better is False
    sure: dict[str, Any] = {} if found.n is None else {"num_samples": found.n}
    if found.low is not None and found.high is not None:
        limits = {"lower": found.low, "upper": found.high, "confidence_level": found.level}
        sure["confidence_interval"] = limits
    return {"metric_config": config, "score_details": {"score": found.value, "uncertainty": sure}}


def _text(text: str) -> str:
    """A text as YAML reads it; JSON's way is one of YAML's."""
    return json.dumps(text)


def _measure(measure: str) -> Measure | None:
    """The measure of this name; None for a mean grade, which is none of ours."""
    try:
        return get(measure)
    except InputError:
        return None


def _last(ledger: Ledger, runs: Sequence[Run]) -> Iterable[Recorded]:
    """The numbers of the last run of each system."""
    last = {each.name: each for each in runs}
    return ledger.estimates(last.values())


def _name(found: Recorded) -> str:
    return f"{found.system} {found.version}" if found.version else found.system
