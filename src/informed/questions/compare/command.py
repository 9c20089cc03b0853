"""``informed compare``: which of several systems is really better."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from informed.cli.gate import gate, settling
from informed.cli.kinds import WHOLE, Number
from informed.cli.logs import LOG_USES, keys_read, kind_read, runs_read
from informed.cli.options import (
    LOGGED,
    READING,
    depending,
    emit,
    filed,
    filing,
    keyed,
    lacking,
    levelled,
    logged,
    only,
    printing,
    refuse,
    seeded,
)
from informed.cli.recording import recorded_with_items
from informed.core.errors import InputError

if TYPE_CHECKING:
    from informed.readers.logs import PairedGrades


@click.command("compare")
@filing
@click.option("--actual", help="The column of actual labels.")
@click.option(
    "--predicted", "systems", multiple=True, help="A system: NAME=COLUMN or COLUMN; the first is the baseline."
)
@keyed
@depending
@click.option("--fold", help="The column of cross-validation folds: compare systems fitted anew, over the folds.")
@click.option(
    "--measure",
    "measures",
    multiple=True,
    help="A measure to compare, also of one label: recall[rain]. By default informedness, accuracy and others.",
)
@click.option("--reference-quality", help="A file of checked items: their true label and the label given.")
@click.option("--positive", help="The label for recall, precision and other measures of one label.")
@levelled
@click.option(
    "--adjust", default="holm", show_default=True, help="Adjustment of p-values across pairs: holm, bh, max_t or none."
)
@click.option(
    "--margin", type=Number(above=0), help="Also test equivalence and non-inferiority within this difference."
)
@click.option(
    "--require",
    "required",
    multiple=True,
    help="Exit code 1 unless each later system is shown to be better, not-worse or equivalent to the first.",
)
@settling
@click.option("--draws", default=2000, show_default=True, type=WHOLE, help="Permutation and posterior draws.")
@seeded
@filed
@logged
@printing
@recorded_with_items
def command(
    files: tuple[str, ...],
    measures: tuple[str, ...],
    reference_quality: str | None,
    positive: str | None,
    level: float,
    adjust: str,
    margin: float | None,
    required: tuple[str, ...],
    undecided: str | None,
    draws: int,
    seed: int,
    kind: str,
    style: str | None,
    output: Path | None,
    every: bool,
    **options: Any,
) -> None:
    """Compare systems that judged the same items, or files of saved counts as independent samples.

    \b
    informed compare preds.csv --actual y --predicted baseline=p0 --predicted new=p1
    informed compare preds.csv --actual y --predicted p0 --predicted p1 --predicted p2 --adjust max_t
    informed compare preds.csv --actual y --predicted in_use --predicted new --margin 0.02 --require not-worse
    informed compare preds.csv --actual y --predicted p0 --predicted p1 --by site --abstain unsure
    informed compare preds.csv --actual y --predicted p0 --predicted p1 --fold fold
    informed compare monday.json tuesday.json
    informed compare small/samples_arc.jsonl large/samples_arc.jsonl
    informed compare one.eval two.eval --scorer choice
    """
    from informed.questions.check.compute import CLAIMS, claimed
    from informed.questions.compare.compute import compared as compared_systems
    from informed.questions.grade.pairs import compared
    from informed.readers.saved import quality_of

    if any(CLAIMS[claimed(each)] for each in required) and margin is None:  # found before any file is read
        raise InputError("--require needs --margin, the largest difference that would not matter")
    if undecided and not required:
        raise InputError(f"--undecided {undecided} has no effect without --require")
    try:
        data = _read(files, kind, **options)
    except Graded as graded:
        asked: dict[str, Any] = {"measure": measures, "reference-quality": reference_quality, "positive": positive}
        asked |= {"margin": margin, "stratum": options["stratum"]}
        if margins := [each for each in required if CLAIMS[claimed(each)]]:
            why = f"logs compared by their grades have no margin ({graded}); use --require better"
            raise InputError(f"--require {margins[0]}: {why}") from None
        refuse(asked, asked, f"where only grades are known ({graded})")
        found = compared(graded.grades, level=level, adjust=adjust)
        emit(found, style, output, every=every)
        _gate(found, required, undecided, style, output)
        return
    how: dict[str, Any] = {"level": level, "adjust": adjust, "margin": margin, "draws": draws, "seed": seed}
    how |= {"reference_quality": quality_of(reference_quality), "measures": measures or None, "positive": positive}
    how |= {"fold": options["fold"]} if options["fold"] else _unfolded(files, options)
    answer = compared_systems(data, **how)
    emit(answer, style, output, every=every)
    _gate(answer, required, undecided, style, output)


def _gate(found: Any, required: tuple[str, ...], undecided: str | None, style: str | None, output: Path | None) -> None:
    """Say which claims hold, where there are any; exit code 1 where one does not, 4 where one is undecided."""
    from informed.questions.check import check

    if required:
        gate(check(found, require=required, undecided=undecided), err=output is None and style not in (None, "text"))


class Graded(InputError):  # noqa: N818
    """Logs without a table of options: the grades of all systems."""

    def __init__(self, reason: str, grades: PairedGrades) -> None:
        super().__init__(reason)
        self.grades = grades


LOG = "with sample logs: every log is a system, and holds its labels"
KEYS = ("weights", "weight_kind", "by", "cluster", "stratum", "labels", "missing", "abstain")


def _read(files: tuple[str, ...], kind: str, actual: str | None, systems: tuple[str, ...], **how: Any) -> Any:
    """What is compared: columns of the files, logs, or saved counts."""
    from informed.cli.progress import progress
    from informed.readers.columns import Columns
    from informed.readers.distinct import distinct
    from informed.readers.labels import refuse_ids
    from informed.readers.logs import NotOptionsError, paired_grades, systems_of_runs
    from informed.readers.saved import samples_of_files

    logged, fold = {name: how.pop(name) for name in LOGGED}, how.pop("fold")
    named_columns = actual or next(iter(systems), None)
    kind = kind_read(kind, files, named_columns, logged)
    if kind != "rows":
        only([name for name in LOG_USES if name not in ("actual", "predicted")], LOG)
        chosen = {name: how[name] for name in ("labels", "missing")} | {"abstain": how["abstain"] or None}
        runs, keys = runs_read(files, kind, logged), keys_read(how, {"gold_file": None})
        try:
            return systems_of_runs(runs, keys=keys, **chosen)
        except NotOptionsError as reason:
            raise Graded(str(reason), paired_grades(runs, keys)) from None
    if not named_columns and all(file.endswith(".json") for file in files):
        only(("kind",), "with saved counts")
        return samples_of_files(files)
    if missing := [name for name, value in (("--actual", actual), ("--predicted", systems)) if not value]:
        raise lacking(missing, files, how)
    how["abstain"] = how["abstain"] or None
    if fold:
        refuse(how, ("by", "cluster", "stratum"), "with --fold, over which all is compared")
        how["by"] = (fold,)
    named = dict(_named(each) for each in systems)
    if len(named) < len(systems):
        names = [_named(each)[0] for each in systems]
        raise InputError(f"--predicted: duplicate system name among {names}; write NAME=COLUMN")
    with progress("counting") as show:
        listed = how["labels"]
        wanted = Columns.named(actual, named, **{name: how.pop(name) for name in KEYS})
        found = distinct(files, wanted, progress=show, **how)
    if not listed:
        refuse_ids(found.labels, found.n, "--actual and --predicted")
    return found


def _unfolded(files: tuple[str, ...], options: dict[str, Any]) -> dict[str, Any]:
    """The column of folds that is not used, where the file has one."""
    from informed.questions.compare.folds import seen
    from informed.readers.files import columns_of

    if not options["actual"] or not files or files[0] == "-":
        return {}
    name = seen(columns_of(files[0], **{name: options[name] for name in READING})[0])
    return {"unfolded": name} if name and name not in options["by"] else {}


def _named(text: str) -> tuple[str, str]:
    name, _, column = text.rpartition("=")
    return name or column, column
