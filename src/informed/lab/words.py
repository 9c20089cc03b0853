"""What experiments on measures, tests and intervals show, in sentences."""

from collections.abc import Iterator, Sized

from informed.core.words import Finding, named, number, percent
from informed.lab.covering import Coverage
from informed.lab.disagreeing import Disagreement
from informed.lab.moving import Sensitivity
from informed.lab.rejecting import Rejections
from informed.lab.requiring import Requirements
from informed.lab.tracking import Tracking
from informed.writers.grids import shown

SURE = 3  # standard errors beyond which a rate is off its level


def measures(study: Tracking) -> Iterator[Finding]:
    """Which measure tells best how informed a predictor is, and which are not shown to tell it less well."""
    rows = {row["measure"]: row for row in study.rows() if row["correlation"] is not None}
    if names := shown(rows, every=False):
        best = rows[names[0]]
        figures = (
            f"correlation {number(best['correlation'])} with the truth, rmse {number(best['rmse'])}, offset at chance "
            f"{number(best['offset'])}"
        )
        what = (
            "how well a prediction marks its class"
            if study.plan.world.kind == "dual"
            else "how informed a predictor is"
        )
        level = [name for name in names if name in study.tied[names[0]]]
        if level:
            first = ", ".join([names[0], *level[:-1]])
            told = (
                f"{first} and {level[-1]} tell best {what}, without a significant difference ({names[0]}: {figures})."
            )
        else:
            told = f"{names[0]} tells best {what}: {figures}."
        yield Finding("best", f"{_among(names, rows)}{told}")
    if study.left_out:
        yield Finding("left_out", f"{percent(study.left_out)} of the tables lack a class and are left out.")


def significance(study: Rejections) -> Iterator[Finding]:
    """Which tests reject guessers more often than their level says."""
    guessers = [row for row in study.rows() if not row["informed"]]
    if not guessers:
        return
    over = [row["test"] for row in guessers if row["rate"] > study.level + SURE * row["error"]]
    if over:
        told = f"More guessers than {percent(study.level)} are rejected by {named(list(dict.fromkeys(over)))}."
        yield Finding("oversized", told)
    else:
        yield Finding("level_kept", f"No test rejects more guessers than its level of {percent(study.level)} says.")


def intervals(study: Coverage) -> Iterator[Finding]:
    """How often the intervals used by default hold the truth, where they do worst."""
    usual = [row for row in study.rows() if row["default"]] or study.rows()
    if usual:
        worst = min(usual, key=lambda row: row["coverage"])
        yield Finding(
            "least_coverage",
            f"Of the default intervals at {percent(study.level)} that of {worst['measure']} ({worst['method']}) holds "
            f"the truth least often in some setting: {percent(worst['coverage'])} of the time.",
        )


def disagreement(study: Disagreement) -> Iterator[Finding]:
    """How often the measures prefer different tables, and how they fall apart most often."""
    apart = sum(study.counts.values())
    many = len(study.measures)
    told = f"All {many} measures prefer the same table of {study.agreed:,} pairs and differ over {apart:,}."
    yield Finding("agreed", told)
    if apart:
        most = max(study.counts, key=lambda split: study.counts[split])
        yield Finding("apart", f"Most often, over {study.counts[most]:,} pairs, it is {most}.")


def bias(study: Sensitivity) -> Iterator[Finding]:
    """Which measure moves least with prevalence and bias, and which most."""
    spreads: dict[str, float] = {}
    for row in study.rows():
        if row["spread"] is not None:
            spreads[row["measure"]] = max(spreads.get(row["measure"], 0.0), row["spread"])
    if names := shown(spreads, every=False):
        calm, moved = min(names, key=lambda name: spreads[name]), max(names, key=lambda name: spreads[name])
        yield Finding(
            "moved",
            f"{_among(names, spreads)}{calm} moves least with prevalence and bias at constant {study.constant}, by "
            f"{_about(spreads[calm])}; {moved} moves most, by {_about(spreads[moved])}.",
        )


def _among(names: Sized, every: Sized) -> str:
    """Which measures a sentence is about, where a screen shows only some of them."""
    return "" if len(names) == len(every) else f"Of the {len(names)} measures shown, "


def _about(spread: float) -> str:
    return number(round(spread, 9))


def requirements(study: Requirements) -> Iterator[Finding]:
    """Whether tables found what the traits declare."""
    pairs = (("two classes", "found for two classes"), ("more classes", "found for more"))
    rows = study.rows()
    off = [row["measure"] for row in rows if any(row[found] and row[told] != row[found] for told, found in pairs)]
    if off:
        yield Finding("differs", f"What was found differs from what is declared for {named(off)}.")
    else:
        yield Finding("agrees", f"What was found agrees with what is declared for all {len(rows):,} measures.")
