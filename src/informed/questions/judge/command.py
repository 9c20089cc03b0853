"""``informed judge``: rates that a judge reports, corrected by the items that a human has labelled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import rich_click as click

from informed.cli.kinds import WORDS
from informed.cli.options import OPENED, answering, filing, lacking, levelled, opened
from informed.cli.recording import recorded
from informed.core.errors import stated
from informed.core.result import Result


@click.command("judge")
@filing
@click.option("--human", help="The column of human labels; empty where there is none.")
@click.option("--judge", "judged", help="The column of the judge's labels.")
@click.option("--drawn", help="How the human-labelled items were chosen: random, by_judge or elsewhere. Required.")
@click.option("--pool", help="A file with the judge's labels of all items, if it is not the same file.")
@click.option("--by", help="A column that names the system or group of each item; each is corrected by its own labels.")
@click.option("--shared", is_flag=True, help="The judge errs alike for all systems: correct each by all human labels.")
@click.option("--cluster", help="A column: items with the same value are dependent (answers to one question).")
@click.option("--id", "id", help="A column that names the items, to join both files.")
@click.option("--labels", type=WORDS, default=None, help="All labels, in the order to show them.")
@click.option("--positive", help="The label whose share the verdict gives; by default the first.")
@opened
@levelled
@answering
@recorded
def command(
    files: tuple[str, ...], drawn: str | None, shared: bool, positive: str | None, level: float, **how: Any
) -> Result:
    """Correct the rates that a judge reports (an LLM, a screening test, a weak labeller) with some human labels.

    \b
    informed judge answers.csv --human h --judge j --drawn random
    informed judge answers.csv --human h --judge j --by system --drawn random
    informed judge calibration.csv --human h --judge j --pool judged.jsonl --drawn elsewhere
    """
    from informed.questions.judge.compute import judged
    from informed.questions.judge.reading import panels

    reading = {name: how.pop(name) for name in OPENED}
    needed = {"--human": how["human"], "--judge": how["judged"], "--drawn": drawn}
    missing = [name for name, value in needed.items() if value is None]
    if missing not in ([], ["--drawn"]):  # of --drawn alone, judge says what to give
        raise lacking(missing, files, reading)
    found = panels([Path(each) for each in files], **how, reading=reading)
    return judged(found, drawn, **stated(shared=shared or None), positive=positive, level=level)
