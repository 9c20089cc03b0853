"""``informed deploy``: the same predictor where the classes are rarer or more common."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.kinds import NUMBER
from informed.cli.options import answering, label_of, levelled
from informed.cli.recording import recorded
from informed.cli.tables import tabling
from informed.core.counts import Counts
from informed.core.result import Result


@click.command("deploy")
@tabling
@click.option("--prevalence", required=True, type=NUMBER, help="The share of the positive class in deployment.")
@click.option("--positive", required=True, help="The label whose prevalence that is.")
@click.option("--cost", help="Cost of each actual x predicted outcome: '0 1; 5 0', or a file.")
@levelled
@answering
@recorded
def command(counts: Counts, positive: str, cost: str | None, **how: Any) -> Result:
    """Project precision, F, accuracy and cost to a prevalence other than that of the test set.

    \b
    informed deploy "90 10; 5 95" --rows actual --labels ill,well --positive ill --prevalence 0.01
    """
    from informed.questions.deploy import deploy
    from informed.readers.matrix import read_prices

    counts = counts.positive_first(label_of(positive, counts))
    costs = None if cost is None else read_prices(cost, counts.labels, counts.labels_predicted)
    return deploy(counts, positive=counts.labels[0], cost=costs, **how)
