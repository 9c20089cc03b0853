"""The tables of an evaluation, on one screen or all of them; and of other readings of its table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from informed.core.accounting import idle, left_out
from informed.core.errors import door
from informed.core.estimate import Estimate
from informed.core.labels import look_alikes
from informed.core.merging import gathered
from informed.core.registry import get
from informed.core.result import Grid
from informed.core.words import ci, count, interval, number, p_cell, part_of, parts_of
from informed.questions.evaluate.clinical import RATES, counted_of, renamed
from informed.questions.evaluate.clinical import rates as clinical_rates
from informed.questions.evaluate.diagnosis import unjudged
from informed.questions.evaluate.strength import mute
from informed.writers.layout import WIDTH, columns, cut, fitted, seen
from informed.writers.text import inside

if TYPE_CHECKING:
    from informed.questions.evaluate.abstention import Abstention
    from informed.questions.evaluate.readings import Corrections, Pairs, Regression
    from informed.questions.evaluate.reference import ReferenceCorrection
    from informed.questions.evaluate.result import Evaluation
    from informed.questions.evaluate.significance import Significance


def regression(regression: Regression, every: bool) -> Iterator[Grid]:
    """Both lines, and what holds them together."""
    rows = [["", "slope", "", "intercept", ""]]
    rows.append(["predicted on actual", *_line(regression.predicted_on_actual)])
    rows.append(["actual on predicted", *_line(regression.actual_on_predicted)])
    yield Grid("Lines", rows)


def _line(line: dict[str, Estimate]) -> list[str]:
    return [part for each in line.values() for part in (number(each.value), interval(each))]


def reference_correction(found: ReferenceCorrection, every: bool) -> Iterator[Grid]:
    """Each measure against the labels, against the truth, and its bounds."""
    rows = [["", "observed", "corrected", ci(found.level), "bounds"]]
    for name, each in {**found.measures, **(found.differences or {})}.items():
        bounds = "" if each.low is None else f"{number(each.low)} to {number(each.high)}"
        rows.append([name, number(each.observed.value), number(each.corrected.value), interval(each.corrected), bounds])
    yield Grid("Measures", rows)


def corrections(found: Corrections, every: bool) -> Iterator[Grid]:
    """Each measure of information as it stands and corrected."""
    names = ("plug_in", "jackknife", "miller_madow", "chance_mean")
    rows = [["measure", "as it stands", "jackknife", "Miller-Madow", "by chance alone"]]
    rows += [[measure, *(number(of[name]) for name in names)] for measure, of in found.measures.items()]
    yield Grid("Measures of information", rows)


def pairs(found: Pairs, every: bool) -> Iterator[Grid]:
    """DeltaP, then DeltaP', classes by predicted labels."""
    grids = {"DeltaP: the predicted label raises the class": found.delta_p}
    grids["DeltaP': the class raises the predicted label"] = found.delta_p_prime
    for title, values in grids.items():
        rows = [["actual", *map(seen, found.labels_predicted)]]
        rows += [[seen(label), *map(number, row.tolist())] for label, row in zip(found.labels, values, strict=True)]
        yield Grid(title, rows, named=True)


def significance(found: Significance, every: bool) -> Iterator[Grid]:
    """The tests by the question they ask, each note once."""
    for asks, tests in found.asking().items():
        rows = [["test", "statistic", "df", "p"]]
        rows += [
            [name, number(each.statistic), count(each.df) if each.df else "", p_cell(each.p)]
            for name, each in tests.items()
        ]
        yield Grid(asks, rows, named=True)


# --- abstention ------------------------------------------------------------------------------------------------------


def abstention(found: Abstention, every: bool) -> Iterator[Grid]:
    """Both forms beside the answers alone, and each label."""
    forms = {"zero stake": found.zero_stake, "discounted by n/N": found.discounted, "answers alone": found.answers}
    rows = [["", "informedness", "", "edge", ""]]
    for name, form in forms.items():
        rows.append([name, *(part for each in form.values() for part in (number(each.value), interval(each)))])
    yield Grid("All items, or those answered", rows)
    labels = [["label", "answered", "recall times n/N"]]
    for key, share in found.coverage_by_label.items():
        labels.append([seen(key), number(share), number(found.discounted_recall[key])])
    yield Grid("Labels", labels)


MOST_LABELS, WORST, BEST = 12, 6, 4  # of many labels only the extremes are listed
MOST_GROUPS, FEWEST_GROUPS = 8, 3

MOST_NAMED = 12  # measures that share a note
MOST_COLUMNS = 12  # a wider table is left to the other formats
BOUNDED = ("informedness", "recall", "precision")  # measures of a label that are shown with their intervals
GUESSING = "guessing with the same shares"
PER_LABEL = ("prevalence", "bias", "recall", "precision", "informedness", "markedness", "guesswork")
SCREEN = ("informedness", "accuracy", "macro_f1")  # the measures on the default screen
BETWEEN = ("correlation", "kappa", "accuracy")  # where neither side is the truth
SHORT = {  # what those measures say that people ask for, in a few words
    "informedness": "0 = guessing, 1 = perfect",
    "accuracy": "share of items that are right",
    "macro_f1": "mean F1 of the classes",
    "f_measure": "harmonic mean of recall and precision",
    "balanced_accuracy": "mean recall of the classes",
    "mcc": "correlation of actual and predicted labels",
    "correlation": "geometric mean of informedness and markedness",
    "kappa": "agreement beyond that of guessing alike",
    "markedness": "how far a prediction implies the class",
    "edge": "informedness weighted by the labels it says",
    "proficiency": "information captured, whichever way round",
}


def evaluation(evaluation: Evaluation, every: bool) -> Iterator[Grid | str]:
    """The evaluation on one screen; ``every`` lists all measures, labels and groups."""
    yield from _sections(evaluation) if every else _screen(evaluation)


# --- one screen ------------------------------------------------------------------------------------------------------


def _screen(evaluation: Evaluation) -> Iterator[Grid | str]:
    yield _counted(evaluation)
    if shown := _on_screen(evaluation):
        yield _estimates(evaluation, shown)
    if evaluation.pricing is not None:
        yield from evaluation.pricing.grids()
    if evaluation.correction is not None:
        yield inside(evaluation.correction)
    if evaluation.groups:
        yield _groups(evaluation, False)


def _counted(evaluation: Evaluation) -> str:
    """The table with recall and precision of each label; without its cells where they do not fit."""
    counts = evaluation.counts.pooled()
    if max(counts.table.shape) <= MOST_LABELS:
        whole = _with_cells(evaluation)
        if max(map(len, whole.splitlines())) <= WIDTH:
            return whole
    return _without_cells(evaluation) if counts.square else ""


def _with_cells(evaluation: Evaluation) -> str:
    """The cells; recall at the end of each row, precision at the foot of each column."""
    counts = evaluation.counts.pooled()
    rates = _rates(evaluation)
    if evaluation.clinical:  # below the table, in their words
        rates = {name: each for name, each in rates.items() if name not in renamed(evaluation)}
    foot, quiet = rates.pop("precision", None), mute(evaluation)
    rows = [["actual", *map(cut, counts.labels_predicted), "all", *rates]]
    for place, (label, cells) in enumerate(zip(counts.labels, counts.table, strict=True)):
        if label not in quiet:  # a word for no answer is no class
            shares = [number(float(values[place])) for values in rates.values()]
            rows.append([cut(label), *map(count, cells), count(cells.sum()), *shares])
    if foot is not None:
        rows.append(["precision", *(number(float(each)) for each in foot), "", *[""] * len(rates)])
    start = len("  ") + max(len(row[0]) for row in rows) + 2
    return f"{' ' * start}predicted\n{columns(rows)}"


def _without_cells(evaluation: Evaluation) -> str:
    """Of each label: how often it occurs, is predicted and is right, and what it is mostly taken for."""
    counts = evaluation.counts.pooled()
    table, rates = np.asarray(counts.table), _rates(evaluation)
    places = list(range(len(counts.labels)))
    if len(places) > MOST_LABELS:
        places = extremes(rates["recall"], WORST, BEST)
    rows = [["label", "actual", "predicted", "right", *rates, "mostly taken for"]]
    for place in places:
        wrong = np.where(np.arange(len(table)) == place, 0, table[place])
        taken = cut(counts.labels[int(wrong.argmax())]) if wrong.any() else "-"
        sizes = (count(each) for each in (table[place].sum(), table[:, place].sum(), table[place, place]))
        shares = (number(float(values[place])) for values in rates.values())
        rows.append([cut(counts.labels[place]), *sizes, *shares, taken])
    left = len(counts.labels) - len(places)
    more = f"\n  ... the {WORST} lowest and {BEST} highest by recall; {left:,} more: {door().every}"
    return columns(rows) + (more if left else "")


def _rates(evaluation: Evaluation) -> dict[str, Any]:
    """Recall and precision of every label, and what else was asked for; nothing where labels are not matched."""
    counts = evaluation.counts.pooled()
    if not counts.square:
        return {}
    table = np.asarray(counts.table, dtype=float)
    occurs = table.sum(-1) * (unjudged(counts) == 0)  # how often is unknown where some items have no actual label
    hits, sides = np.diagonal(table), {"recall": occurs, "precision": table.sum(-2)}
    rates = {name: np.where(size > 0, hits / np.where(size > 0, size, 1), np.nan) for name, size in sides.items()}
    asked = [name for name in evaluation.asked if name in evaluation.per_label.measures and name not in rates]
    return rates | {name: evaluation.per_label.column(name).value for name in asked}


def _on_screen(evaluation: Evaluation) -> dict[str, Estimate]:
    """The measures of the screen: those asked for by name, or else a few; information where labels are not matched."""
    names = [name for name in evaluation.asked if name in evaluation.measures]
    if not names and not evaluation.counts.square:
        names = ["proficiency"]
    elif not names:
        few = len(evaluation.labels) < 3
        names = [
            name
            for name in (BETWEEN if evaluation.reference == "comparator" else SCREEN)
            if name != "macro_f1" or not few
        ]
    found = {name: printed(evaluation, name) for name in names if name in evaluation.measures}
    return found | (clinical_rates(evaluation) if evaluation.clinical else {})


def printed(evaluation: Evaluation, name: str) -> Estimate:
    """A measure as it is printed: what is 0 by construction has no interval."""
    found = evaluation.measures[name]
    constant = evaluation.strength == "constant" and get(name).fixed_chance == found.value
    return replace(found, low=None, high=None) if constant else found


def _estimates(evaluation: Evaluation, shown: dict[str, Estimate]) -> str:
    sure = any(each.low is not None for each in shown.values())
    rows = [["", "value", *([ci(evaluation.level)] if sure else []), ""]]
    for name, each in shown.items():
        said = _cause(each) or _beside(evaluation, name)
        rows.append([RATES.get(name, name), number(each.value), *([interval(each)] if sure else []), said])
    lines = columns([row[:-1] for row in rows], gap="   ").splitlines()
    wide = max(map(len, lines))
    return "\n".join(fitted(f"{line:{wide}}   {row[-1]}".rstrip()) for line, row in zip(lines, rows, strict=True))


def _beside(evaluation: Evaluation, name: str) -> str:
    """What stands beside a value: of accuracy, that of always saying the commonest label."""
    constant = evaluation.diagnosis.get("baseline")
    if name in RATES:
        return counted_of(evaluation, name)
    if name == "accuracy" and constant is not None:
        return f"always {cut(constant['label'])!r}: {number(constant['accuracy'])}"
    return "" if name == "informedness" else SHORT.get(name, "")


def _cause(each: Estimate) -> str:
    """Why a value is undefined or biased, in few words; empty where it is not."""
    if part_of(each.note, "sparse"):
        return "sparse table: biased"
    if absent := _absent(each):  # the verdict has said why
        return absent
    found = part_of(each.note, "undefined")
    return str(found.facts["why"] or "").replace(" is ", " ") if found else ""


def _absent(each: Estimate) -> str:
    """What stands in the place of an undefined value; empty where it is defined."""
    found = part_of(each.note, "undefined")
    return f"undefined, {found.facts['shown']}" if found and found.facts["why"] and found.facts["shown"] else ""


def causes(evaluation: Evaluation) -> list[str]:
    """What the verdict and the rows have not said yet, each cause once with the measures it is about."""
    told = {each.code for each in evaluation.findings}
    labels = evaluation.counts.labels + evaluation.counts.labels_predicted
    alike = look_alikes(tuple(dict.fromkeys(labels))) if "alike_labels" in told else []
    about: dict[str, list[str]] = {}
    for name, each in _on_screen(evaluation).items():
        for part in parts_of(each.note) if not _cause(each) else ():
            if part.code != "rough" or not told & {"few_items", "few_to_tell"}:
                about.setdefault(part, []).append(name)
    listed = [f"{', '.join(names)}: {note}" for note, names in about.items()]
    counts = evaluation.counts
    lost = left_out(counts) if counts.missing or counts.refused else idle(counts)
    return [*(each for each in evaluation.warnings if each not in alike), *lost, *listed, *_unsure(evaluation)]


# --- everything ------------------------------------------------------------------------------------------------------


def _sections(evaluation: Evaluation) -> Iterator[Grid | str]:
    if max(evaluation.counts.table.shape[-2:]) <= MOST_COLUMNS:
        yield _with_cells(evaluation)
    yield _measures(evaluation)
    if best := evaluation.diagnosis.get("ceiling"):
        yield Grid("At most, with these shares of labels", [["at most", *best], ["", *map(number, best.values())]])
    if evaluation.per_label:
        yield _per_label(evaluation)
    for part in (evaluation.correction, evaluation.abstention, evaluation.pricing, evaluation.significance):
        if part:
            yield inside(part)
    if evaluation.groups:
        yield _groups(evaluation, True)
    if evaluation.gaps is not None:
        yield inside(evaluation.gaps)


def _measures(evaluation: Evaluation) -> Grid:
    shown = evaluation.measures
    sure = any(each.low is not None for each in shown.values())
    rows = [["measure", "value", *([ci(evaluation.level)] if sure else []), "guessing", "what it says"]]
    names = renamed(evaluation)
    for name in shown:
        each = printed(evaluation, name)
        called = names.get(name, name) + ("*" if each.note else "")
        ends = [interval(each)] if sure else []
        rows.append([called, number(each.value), *ends, number(each.by_chance), SHORT.get(name, "")])
    told = f"guessing: {GUESSING}" + ("; *: see the notes" if any(each.note for each in shown.values()) else "")
    return Grid("Measures", rows, legend=told)


def _per_label(evaluation: Evaluation) -> Grid:
    columns_of = {name: evaluation.per_label.column(name) for name in _label_names(evaluation)}
    gains = columns_of["informedness"]
    sure = bool(np.isfinite(gains.low).any())
    head = [
        part for name in columns_of for part in ([name, ci(evaluation.level)] if sure and name in BOUNDED else [name])
    ]
    rows = [["label", *head]]
    for place, label in enumerate(evaluation.labels):
        cells = [seen(label)]
        for name, column in columns_of.items():
            cells.append(number(float(column.value[place])))
            if sure and name in BOUNDED:
                cells.append(interval(column[place]))
        rows.append(cells)
    return Grid("Labels", rows)


def extremes(values: Any, worst: int, best: int) -> list[int]:
    """The places of the lowest values, then of the highest; what is undefined counts as 0."""
    ranked = np.argsort(np.where(np.isfinite(values), values, 0.0), kind="stable")
    return [*ranked[:worst].tolist(), *ranked[len(ranked) - best :].tolist()]


def _label_names(evaluation: Evaluation) -> list[str]:
    """The measures shown for every label."""
    named = [name for name in PER_LABEL if name not in renamed(evaluation)]
    return [name for name in dict.fromkeys((*named, *evaluation.asked)) if name in evaluation.per_label.measures]


def _groups(evaluation: Evaluation, every: bool) -> str:
    """A line per group; by default of a few groups, with the interval of the first measure alone."""
    names, groups = evaluation.across if every else evaluation.across[:2], evaluation.groups
    sure = [place for place in range(len(names)) if every or place == 0]
    head = [part for at, name in enumerate(names) for part in (name, *[ci(evaluation.level)] * (at in sure))]
    rows = [[cut(", ".join(evaluation.counts.by)), "items", *head]]
    found = {name: groups.column(name) for name in names}
    shown = list(range(len(groups)))
    if names and not every and len(groups) > MOST_GROUPS:
        shown = extremes(found[names[0]].value, FEWEST_GROUPS, FEWEST_GROUPS)
    for place in shown:
        size = groups.sizes[place]
        cells = []
        for at, each in enumerate(found.values()):
            cells += [
                number(float(each.value[place])),
                *([interval(each[place]) or _absent(each[place])] * (at in sure)),
            ]
        group = ", ".join(map(seen, evaluation.counts.groups[place]))
        rows.append([group if every else cut(group), "-" if size is None else f"{size:,}", *cells])
    left = len(groups) - len(shown)
    few = f"{FEWEST_GROUPS} lowest and {FEWEST_GROUPS} highest by {names[0] if names else ''}"
    return columns(rows) + (f"\n  ... the {few}; {left:,} more: {door().every}" if left else "")


def notes(evaluation: Evaluation, every: bool = False) -> list[str]:
    """The warnings and where the rows went; then each note once, with the measures it is about."""
    about: dict[str, list[str]] = {}
    for name, each in (evaluation.measures if every else evaluation.headline).items():
        if each.note:
            about.setdefault(each.note, []).append(name)
    if evaluation.per_label:
        told = {name: evaluation.per_label.column(name).note for name in _label_names(evaluation) if name in PER_LABEL}
        for place in range(len(evaluation.labels)):
            for name, note in told.items():
                if note[place]:
                    about.setdefault(note[place], []).append(f"{name}[{seen(evaluation.labels[place])}]")
    listed = [f"{_few(list(dict.fromkeys(names)), every)}: {note}" for note, names in about.items()]
    return [*evaluation.warnings, *left_out(evaluation.counts), *listed, *_unsure(evaluation)]


def _unsure(evaluation: Evaluation) -> list[str]:
    """Why groups have no interval, each cause once with its groups."""
    parts = zip(evaluation.counts.groups, evaluation.groups.batch.lacking, strict=True) if evaluation.groups else ()
    about = gathered((why, ", ".join(map(seen, group))) for group, why in parts if why)
    return [f"{_few(groups, False)}: {why}" for why, groups in about.items()]


def _few(names: list[str], every: bool) -> str:
    """The names, or the first of very many."""
    left = 0 if every else max(len(names) - MOST_NAMED, 0)
    return ", ".join(names[: len(names) - left]) + (f" and {left} more" if left else "")
