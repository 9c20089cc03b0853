"""A projection to another prevalence in print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from informed.core.words import ci, interval, number
from informed.writers.layout import columns, screen, sentences

if TYPE_CHECKING:
    from informed.questions.deploy.compute import Deployment


FEWER = ("bias", "inverse_precision", "markedness")  # only with --all


def deployment(deployment: Deployment, *, every: bool = False) -> str:
    """Each measure there, beside the test set."""
    level = next((each.level for each in deployment.measures.values() if each.level), None)
    ends = [ci(level)] if level else []
    rows = [["measure", "deployed", *ends, "chance", "test set"]]
    for name, each in deployment.measures.items():
        if name in FEWER and not every:
            continue
        within = [interval(each)] if level else []
        rows.append([name, number(each.value), *within, number(each.chance), number(deployment.tested[name])])
    shares = [["label", "deployed", "test set"]]
    for label, share in deployment.prevalence.items():
        shares.append([str(label), number(share), number(deployment.tested_prevalence[label])])
    parts = ["Deployed at another prevalence", sentences(deployment.verdict), columns(shares), columns(rows)]
    return screen(parts, deployment.signature, every)
