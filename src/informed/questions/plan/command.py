"""``informed plan``: how many items a test set needs, or what those there are can show."""

from __future__ import annotations

from typing import Any

import rich_click as click

from informed.cli.kinds import NUMBER, SHARES, WHOLE, Whole
from informed.cli.options import answering
from informed.core.result import Result


@click.command("plan")
@click.option("--informedness", type=NUMBER, help="The expected informedness (of the weaker system, with two).")
@click.option(
    "--prevalence", type=SHARES, help="The share of the first class, or of every class: 0.5,0.3,0.2. By default equal."
)
@click.option("--bias", type=SHARES, help="The same shares among the predictions; by default the prevalence.")
@click.option("--classes", type=WHOLE, help="Number of classes; 2 by default.")
@click.option("--width", type=NUMBER, help="The wanted width of the interval, e.g. 0.1.")
@click.option("--power", type=NUMBER, help="The wanted power; 0.8 where no width is asked for.")
@click.option("-n", "--n", type=WHOLE, help="The number of items, to see what they can detect.")
@click.option(
    "--difference",
    type=NUMBER,
    help="Two systems on the same items: the expected difference; 0 with -n finds the smallest.",
)
@click.option(
    "--correlation",
    type=NUMBER,
    help="How alike two systems' results, their scores within a class (auc), or answers to one item are; 0 by default.",
)
@click.option("--measure", help="Another aim: recall, specificity, precision, kappa, auc or accuracy.")
@click.option("--value", type=NUMBER, help="With --measure: its expected value (of the weaker system, with two).")
@click.option("--against", type=NUMBER, help="With --measure and --power: the value of the null hypothesis.")
@click.option("--agreement", type=NUMBER, help="Two accuracies: the share of items both get right, or both wrong.")
@click.option("--repeats", type=WHOLE, help="For accuracy: answers per item.")
@click.option("--judge", help="Human labels for a judge: saved counts human x judge of a pilot (informed count).")
@click.option("--pool", type=WHOLE, help="With --judge: the number of items it has labelled.")
@click.option("--positive", help="With --judge: the label whose share is wanted.")
@click.option(
    "--simulate/--closed-form",
    default=None,
    help="Simulate tables, or use the normal approximation. Only one system can be simulated.",
)
@click.option("--level", default=0.95, show_default=True, type=NUMBER, help="Confidence level of the interval.")
@click.option("--seed", default=0, show_default=True, type=Whole(least=0), help="Seed of the simulation.")
@answering
def command(**wanted: Any) -> Result:
    """Plan a test set: how many items are needed, or what a given number can detect.

    \b
    informed plan --informedness 0.4 --prevalence 0.1 --width 0.1
    informed plan --informedness 0.4 --prevalence 0.1 --power 0.9
    informed plan --prevalence 0.1 -n 200
    informed plan --informedness 0.6 --difference 0.05 --correlation 0.5
    informed plan --measure recall --value 0.9 --prevalence 0.1 --width 0.1
    informed plan --measure accuracy --difference 0.05 --agreement 0.85
    informed plan --measure auc --value 0.6 --difference 0.1 --correlation 0.3 --prevalence 0.4
    informed plan --judge counts.json --pool 20000 --width 0.06
    """
    from informed.questions.plan import plan
    from informed.readers.saved import read_counts

    if wanted["judge"] is not None:
        wanted["judge"] = read_counts(wanted["judge"])
    found: Result = plan(**wanted)
    return found
