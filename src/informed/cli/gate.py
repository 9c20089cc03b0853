"""The end of a command that has requirements: what became of them, and the exit code."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import rich_click as click

from informed.cli.kinds import Named
from informed.core.writing import visible

if TYPE_CHECKING:
    from informed.questions.check.compute import Outcomes

UNDECIDED = "What a margin counts as that has too few items to tell: pass (exit code 0) or fail (1); by default 4."
settling = click.option("--undecided", type=Named(["pass", "fail"]), help=UNDECIDED)


def gate(outcomes: Outcomes, *, err: bool = False) -> None:
    """Print what became of every requirement; exit code 1 when one is not met, 4 when one is undecided."""
    click.echo(visible("\n".join(map(str, outcomes))), err=err)
    if outcomes.code:
        sys.exit(outcomes.code)
