"""``informed plan``: how many items a test set needs, or what those there are can show."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.options import SHARES, answering
from informed.core.result import Result


@click.command("plan")
@click.option("--informedness", type=float, help="How informed the predictor is expected to be (the weaker of two).")
@click.option("--prevalence", type=SHARES, help="The share of the first class, or of all: 0.5,0.3,0.2; else even.")
@click.option("--bias", type=SHARES, help="The same for the predictions; by default the prevalence.")
@click.option("--classes", type=int, help="How many classes there are; 2 by default.")
@click.option("--width", type=float, help="The wanted width of the interval, e.g. 0.1.")
@click.option("--power", type=float, help="The wanted power; 0.8 where no width is asked for.")
@click.option("-n", "--n", type=int, help="The number of items, to ask what they can show.")
@click.option("--difference", type=float, help="Two systems on the same items: how far apart; 0 with -n asks which.")
@click.option("--correlation", default=0.0, show_default=True, type=float, help="How much two systems move together.")
@click.option("--measure", help="Another aim: recall, specificity, precision, kappa, auc or accuracy.")
@click.option("--value", type=float, help="With --measure: what is expected of it.")
@click.option("--against", type=float, help="With --measure and --power: what that is to be told from.")
@click.option("--agreement", type=float, help="Two accuracies: the share of items both get right, or both wrong.")
@click.option("--repeats", type=int, help="Accuracy: how often each item is asked.")
@click.option("--judge", help="Human labels for a judge: saved counts human x judge of a first few (informed count).")
@click.option("--pool", type=int, help="With --judge: how many items it has labelled.")
@click.option("--positive", help="With --judge: the label whose share is wanted.")
@click.option(
    "--simulate/--closed-form",
    default=None,
    help="Draw tables and judge each, as is done for one system, or trust the normal approximation.",
)
@click.option("--level", default=0.95, show_default=True, type=float, help="Level of the interval.")
@click.option("--seed", default=0, show_default=True, type=int, help="Seed of the simulation.")
@answering
def command(**wanted: Any) -> Result:
    """Plan a test set: how many items are needed, or what those there are can show.

    \b
    informed plan --informedness 0.4 --prevalence 0.1 --width 0.1
    informed plan --informedness 0.4 --prevalence 0.1 --power 0.9
    informed plan --prevalence 0.1 -n 200
    informed plan --informedness 0.6 --difference 0.05 --correlation 0.5
    informed plan --measure recall --value 0.9 --prevalence 0.1 --width 0.1
    informed plan --measure accuracy --value 0.8 --difference 0.05 --agreement 0.85
    informed plan --judge counts.json --pool 20000 --width 0.06
    """
    from informed.questions.plan import plan
    from informed.readers.saved import read_counts

    if wanted["judge"] is not None:
        wanted["judge"] = read_counts(wanted["judge"])
    return plan(**wanted)
