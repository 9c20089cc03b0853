"""``informed study``: experiments on measures, tests and intervals, one command each."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.kinds import NUMBER, SHARES, WHOLE, WHOLES, WORDS, Place, Several
from informed.cli.options import emit, levelled, printing, seeded, stacked

INTERRUPTED = 130  # what a shell gives a program that was stopped by Ctrl-C


def _number_or_word(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text


some_measures = click.option(
    "--measure", "names", multiple=True, help="A measure to study, e.g. 'f_measure(beta=2)'; repeat it for several."
)
long = stacked(
    seeded,
    click.option(
        "--workers", type=WHOLE, default=None, help="Threads; by default one per core. The numbers stay the same."
    ),
    click.option(
        "--resume",
        type=Place(there=True),
        help="The JSON of an interrupted study, to finish with the same options.",
    ),
)
world = stacked(
    click.option(
        "--world", "kind", default="informed", show_default=True, help="informed, dual, perverse or confused."
    ),
    click.option("--noise", default=0.0, show_default=True, type=NUMBER, help="Share of actual labels that are wrong."),
    click.option(
        "--concentration", default=1.0, show_default=True, type=NUMBER, help="Concentration of the Dirichlet margins."
    ),
)


@click.group("study")
def command() -> None:
    """Run experiments on measures, tests and intervals. Ctrl-C keeps what is done.

    \b
    informed study measures --classes 2 --items 100 --studies 2000 --seed 1
    informed study significance --classes 2,3,5,10 --items 20,50,100,500
    informed study disagreement --items 50 --positives 5
    """


def _studied(name: str, style: str | None, output: Path | None, every: bool, **options: Any) -> int:
    """Run a study and print it; the exit code says whether it was interrupted."""
    from informed import lab as study
    from informed.cli.progress import progress

    names = options.pop("names", None)
    given = [list(names)] if names else []
    if options.get("resume"):
        options["resume"] = json.loads(options["resume"].read_text(encoding="utf-8"))
    with progress("drawing tables") as show:
        result = getattr(study, name)(*given, **options, **({"progress": show} if name in WATCHED else {}))
    emit(result, style, output, every=every)
    if result.note:
        click.echo(f"informed: {result.note}", err=True)
    return INTERRUPTED if result.note else 0


WATCHED = ("measures", "significance", "intervals", "disagreement")


@command.command("measures")
@click.option("--classes", default=2, show_default=True, type=WHOLE)
@click.option("--items", default=100, show_default=True, type=WHOLE, help="Items in each table.")
@click.option("--levels", default=11, show_default=True, type=WHOLE, help="Degrees of informedness from 0 to 1.")
@click.option("--per-level", default=10, show_default=True, type=WHOLE, help="Tables at each level of a study.")
@click.option("--studies", default=2000, show_default=True, type=WHOLE)
@click.option("--prevalence", default="random", show_default=True, help="Shares of the classes: random or even.")
@click.option("--guess", default="random", show_default=True, help="Shares of the guesses: random, even or prevalence.")
@world
@some_measures
@long
@printing
def measures(**options: Any) -> int:
    """Test which measure tracks informedness: correlation with the truth, RMSE, offset at chance.

    \b
    informed study measures --classes 2 --items 100 --levels 11 --per-level 10 --studies 2000 --seed 1
    """
    return _studied("measures", **options)


@command.command("significance")
@click.option("--classes", default="2,3,5", show_default=True, type=WHOLES)
@click.option("--items", default="20,100", show_default=True, type=WHOLES)
@click.option(
    "--informed",
    default="0,0.2",
    show_default=True,
    type=SHARES,
    help="True informedness: 0 gives the type I error, others the power.",
)
@click.option("--margins", default="random", show_default=True, type=WORDS, help="random, even, or both.")
@click.option("--tables", default=5000, show_default=True, type=WHOLE, help="Tables in each setting.")
@click.option("--level", default=0.05, show_default=True, type=NUMBER, help="Level of the tests.")
@click.option("--test", "names", multiple=True, help="A test to study; repeat it for several.")
@world
@long
@printing
def significance(**options: Any) -> int:
    """Measure type I error and power of every test.

    \b
    informed study significance --classes 2,3,5,10 --items 20,50,100,500
    """
    return _studied("significance", **options)


@command.command("intervals")
@click.option("--classes", default="2", show_default=True, type=WHOLES)
@click.option("--items", default="20,50,100", show_default=True, type=WHOLES)
@click.option(
    "--prevalence",
    default="even,0.1,0.01",
    show_default=True,
    type=Several(_number_or_word),
    help="Share of the first class, even, or random.",
)
@click.option("--informed", default="0,0.5,0.9", show_default=True, type=SHARES)
@click.option("--tables", default=200, show_default=True, type=WHOLE, help="Tables in each setting.")
@click.option("--draws", default=200, show_default=True, type=WHOLE, help="Bootstrap, posterior or permutation draws.")
@levelled
@click.option("--method", "methods", multiple=True, help="An interval method; repeat it for several.")
@world
@some_measures
@long
@printing
def intervals(methods: tuple[str, ...], **options: Any) -> int:
    """Measure coverage and width of every interval method."""
    return _studied("intervals", methods=methods or None, **options)


@command.command("disagreement")
@click.option("--items", default=50, show_default=True, type=WHOLE)
@click.option("--positives", default=None, type=WHOLE, help="Items of the first class; a tenth by default.")
@click.option("--classes", default=2, show_default=True, type=WHOLE)
@click.option("--tables", default=3000, show_default=True, type=WHOLE, help="Compare at most this many tables.")
@click.option("--perverse", is_flag=True, help="Include predictors that are worse than chance.")
@some_measures
@seeded
@printing
def disagreement(**options: Any) -> int:
    """Find pairs of tables that measures rank differently: two against two, or one against all others.

    \b
    informed study disagreement --items 50 --positives 5
    """
    return _studied("disagreement", **options)


@command.command("bias")
@click.option("--classes", default=2, show_default=True, type=WHOLE)
@click.option("--informed", default="0,0.15,0.5,0.85", show_default=True, type=SHARES)
@click.option("--grid", default=19, show_default=True, type=WHOLE, help="Shares along each side of the grid.")
@click.option("--base-rate", default=0.1, show_default=True, type=NUMBER, help="Prevalence of the comparison.")
@click.option("--world", "kind", default="informed", show_default=True, help="informed, or dual: constant markedness.")
@some_measures
@seeded
@printing
def bias(**options: Any) -> int:
    """Show how each measure changes with prevalence and bias at constant informedness (--world dual: markedness)."""
    return _studied("bias", **options)


@command.command("requirements")
@click.option("--tables", default=4000, show_default=True, type=WHOLE, help="Tables of each kind.")
@some_measures
@seeded
@printing
def requirements(**options: Any) -> int:
    """Test which measures are 1 only for perfect predictors, and 0 only for guessing."""
    return _studied("requirements", **options)
