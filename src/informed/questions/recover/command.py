"""``informed recover``: the table behind a few published ratios."""

from __future__ import annotations

import re
from pathlib import Path

import rich_click as click

from informed.cli.kinds import WHOLE
from informed.cli.options import emit, printing
from informed.core.errors import InputError


@click.command("recover", context_settings={"ignore_unknown_options": True})
@click.argument("ratios", nargs=-1, type=click.UNPROCESSED)
@click.option("--n", type=WHOLE, help="The number of items.")
@click.option("--digits", type=WHOLE, help="Decimals the ratios were rounded to; by default as many as are written.")
@click.option("--exact", is_flag=True, help="The ratios were not rounded.")
@printing
def command(
    ratios: tuple[str, ...],
    n: int | None,
    digits: int | None,
    exact: bool,
    style: str | None,
    output: Path | None,
    every: bool,
) -> None:
    """Recover the table behind published RATIOS: any measure of a two-class table as --name value.

    With --n or another count (--tp, --rp, ...), every whole table whose values round to these; without a count, or with
    --exact, the table that the values determine exactly.

    \b
    informed recover --recall .80 --precision .70 --prevalence .10 --n 1000
    informed recover --recall .8 --fallout .1 --skew 9
    informed recover --recall .5 --fallout .3 --prevalence .6 --tp 30 --exact
    """
    from informed.questions.recover import recover

    given = _pairs(ratios)
    try:
        found = recover(given, n=n, digits=digits, exact=exact)
    except InputError as error:
        raise _in_options(error, given) from None
    emit(found, style, output, every=every)


def _in_options(error: InputError, given: dict[str, str]) -> InputError:
    """What is wrong with the name of a ratio, as it was typed: an option."""
    for name in given:
        before, found, after = str(error).partition(f"measure={name!r} ")
        if found and not before:
            meant = re.sub(r"did you mean '(\w+)'", r"did you mean --\1", after)
            return InputError(f"--{name} {meant}")
    return error


def _pairs(words: tuple[str, ...]) -> dict[str, str]:
    """``--recall .80`` and ``--recall=.80`` as name and value; the text keeps the decimals that were printed."""
    flat = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    if len(flat) % 2 or not all(name.startswith("--") for name in flat[::2]):
        raise InputError(f"ratios {' '.join(words)!r} must be --name value pairs, for example --recall .80")
    names = [name.removeprefix("--").replace("-", "_") for name in flat[::2]]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"--{twice} is given {names.count(twice)} times and takes one value; give it once")
    return dict(zip(names, flat[1::2], strict=True))
