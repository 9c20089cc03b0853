"""Other readings of a table in print: as regression, and with the bias of small samples taken off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from informed.core.accounting import left_out
from informed.core.estimate import Estimate
from informed.core.words import count, interval, many, number, percent
from informed.questions.evaluate.words import guide
from informed.writers.layout import bullets, columns, noted, seen, wrapped

if TYPE_CHECKING:
    from informed.questions.evaluate.abstention import Abstention
    from informed.questions.evaluate.corrections import Corrections
    from informed.questions.evaluate.regression import Regression
    from informed.questions.evaluate.result import Evaluation
    from informed.questions.evaluate.significance import Significance


def regression(regression: Regression) -> str:
    """Both lines, and what holds them together."""
    rows = [["", "slope", "", "intercept", ""]]
    rows.append(["predicted on actual", *_line(regression.predicted_on_actual)])
    rows.append(["actual on predicted", *_line(regression.actual_on_predicted)])
    head = f"Regression, {regression.positive!r} against the rest"
    return "\n\n".join([head, columns(rows), bullets(regression.verdict), regression.signature]) + "\n"


def _line(line: dict[str, Estimate]) -> list[str]:
    return [part for each in line.values() for part in (number(each.value), interval(each))]


def corrections(found: Corrections) -> str:
    """Each measure of information as it stands and corrected."""
    names = ("plug_in", "jackknife", "miller_madow", "chance_mean")
    rows = [["measure", "as it stands", "jackknife", "Miller-Madow", "by chance alone"]]
    rows += [[measure, *(number(of[name]) for name in names)] for measure, of in found.measures.items()]
    head = f"Information in a sample of {found.n:,} items"
    return "\n\n".join([head, columns(rows), bullets(found.verdict), found.signature]) + "\n"


def significance(found: Significance) -> str:
    """The tests by the question they ask, each note once."""
    size = "" if found.n is None else f"  {many(found.n, 'item')}"
    parts = [f"Could it be chance?{size}", bullets(found.verdict)]
    for asks, tests in found.asking().items():
        rows = [["test", "statistic", "df", "p"]]
        rows += [
            [name, number(each.statistic), count(each.df) if each.df else "", _p(each.p)]
            for name, each in tests.items()
        ]
        parts.append(f"{asks}\n{columns(rows)}")
    notes: dict[str, list[str]] = {}
    for name, each in found.items():
        notes.setdefault(each.note or "", []).append(name)
    parts += noted(f"{', '.join(names)}: {note}" for note, names in notes.items() if note)
    return "\n\n".join([*parts, found.signature]) + "\n"


def _p(value: float | None) -> str:
    return number(value) if value is None or value >= 0.0005 else "< 0.001"


# --- abstention ------------------------------------------------------------------------------------------------------


def abstention(abstention: Abstention) -> str:
    """Coverage, then both forms beside the answers alone."""
    level = abstention.coverage.level or 0.0
    head = f"Abstention  {count(abstention.answered)} of {count(abstention.n)} items answered"
    ends = interval(abstention.coverage)
    covered = f"Coverage {number(abstention.coverage.value)}" + (f" ({percent(level)} interval {ends})" if ends else "")
    forms = {
        "zero stake": abstention.zero_stake,
        "discounted by n/N": abstention.discounted,
        "answers alone": abstention.answers,
    }
    rows = [["", "informedness", "", "edge", ""]]
    for name, form in forms.items():
        cells = [part for each in form.values() for part in (number(each.value), interval(each))]
        rows.append([name, *cells])
    labels = [["label", "answered", "recall times n/N"]]
    for key, share in abstention.coverage_by_label.items():
        labels.append([seen(key), number(share), number(abstention.discounted_recall[key])])
    formulas = [f"{name.replace('_', ' ')}: {formula}" for name, formula in abstention.facts()["formulas"].items()]
    parts = [head, bullets(abstention.verdict), wrapped(covered), columns(rows), columns(labels), bullets(formulas)]
    return "\n\n".join(parts) + "\n"


MOST_LABELS, WORST, BEST = 40, 20, 10  # of many labels only the extremes are listed
MOST_GROUPS = 1000


MOST_NAMED = 12  # measures that share a note
MOST_COLUMNS = 12  # a wider table is left to the other formats
PER_LABEL = ("prevalence", "bias", "recall", "precision", "informedness", "markedness", "guesswork")


def evaluation(evaluation: Evaluation, *, every: bool = False) -> str:
    """The evaluation to read; ``every`` lists all measures instead of the most telling ones."""
    return "\n\n".join(_sections(evaluation, every)) + "\n"


def _sections(evaluation: Evaluation, every: bool) -> Iterator[str]:
    yield f"Informed or guessing?  {heading(evaluation)}"
    yield bullets(evaluation.verdict) or "  No verdict."
    counts = evaluation.counts.pooled()
    if max(counts.table.shape) <= MOST_COLUMNS:
        yield _table(evaluation)
    yield _measures(evaluation, every)
    if evaluation.per_label:
        yield _per_label(evaluation, every)
    for part in (evaluation.abstention, evaluation.pricing):
        if part is not None:
            yield str(part).rstrip("\n")
    if evaluation.groups:
        yield _groups(evaluation, every)
    marked = any(each.note for each in (evaluation.measures if every else evaluation.headline).values())
    yield from noted(notes(evaluation, every), f"Notes{' (* above)' if marked else ''}")
    yield wrapped(guide(evaluation), indent="") + f"\n\n{evaluation.signature}"


def heading(evaluation: Evaluation) -> str:
    """What was judged: how many items, of which group, how many labels."""
    counts = evaluation.counts
    size = "proportions (number of items unknown)" if counts.n is None else many(counts.n, "item")
    weight = f", total weight {count(counts.total)}" if counts.weighted else ""
    group = f" of {', '.join(map(str, evaluation.group))}" if evaluation.group else ""
    return f"{size}{group}{weight}, {many(len(counts.labels), 'label')}"


def _table(evaluation: Evaluation) -> str:
    counts = evaluation.counts.pooled()
    rows = [["actual", *map(seen, counts.labels_predicted), "all"]]
    for label, cells in zip(counts.labels, counts.table, strict=True):
        rows.append([seen(label), *map(count, cells), count(cells.sum())])
    rows.append(["all", *map(count, counts.table.sum(0)), count(counts.table.sum())])
    body = columns(rows)
    start = len("  ") + max(len(row[0]) for row in rows) + 2
    return f"{' ' * start}predicted\n{body}"


def _measures(evaluation: Evaluation, every: bool) -> str:
    level = evaluation.level
    shown = evaluation.measures if every else evaluation.headline
    rest = len(evaluation.measures) - len(shown)
    sure = any(each.low is not None for each in shown.values())
    rows = [["measure", "value", *([f"{percent(level)} interval"] if sure else []), "chance"]]
    for name, each in shown.items():
        mark = "*" if each.note else ""
        rows.append([name + mark, number(each.value), *([interval(each)] if sure else []), number(each.by_chance)])
    more = f"\n  ... and {rest} more: --all, or .report(every=True)" if rest > 0 else ""
    return columns(rows) + more


def _per_label(evaluation: Evaluation, every: bool) -> str:
    columns_of = {name: evaluation.per_label.column(name) for name in _label_names(evaluation)}
    gains = columns_of["informedness"]
    sure = bool(np.isfinite(gains.low).any())
    head = [part for name in columns_of for part in ([name, ""] if sure and name == "informedness" else [name])]
    rows = [["label", *head]]
    shown = _shown_labels(evaluation, every)
    for place in shown:
        cells = [seen(evaluation.labels[place])]
        for name, column in columns_of.items():
            cells.append(number(float(column.value[place])))
            if sure and name == "informedness":
                cells.append(interval(column[place]))
        rows.append(cells)
    left = len(evaluation.labels) - len(shown)
    more = f"\n  ... the {WORST} least and {BEST} best informed; {left:,} more: --all, or .report(every=True)"
    return columns(rows) + (more if left else "")


def extremes(values: Any, worst: int, best: int) -> list[int]:
    """The places of the lowest values, then of the highest; what is undefined counts as 0."""
    ranked = np.argsort(np.where(np.isfinite(values), values, 0.0), kind="stable")
    return [*ranked[:worst].tolist(), *ranked[len(ranked) - best :].tolist()]


def _label_names(evaluation: Evaluation) -> list[str]:
    """The measures shown for every label."""
    return [name for name in dict.fromkeys((*PER_LABEL, *evaluation.asked)) if name in evaluation.per_label.measures]


def _shown_labels(evaluation: Evaluation, every: bool) -> list[int]:
    """The places of all labels where they are few, otherwise of the least and the best informed."""
    places = list(range(len(evaluation.labels)))
    if every or len(places) <= MOST_LABELS:
        return places
    return extremes(evaluation.per_label.column("informedness").value, WORST, BEST)


def _groups(evaluation: Evaluation, every: bool) -> str:
    names, groups = evaluation.across, evaluation.groups
    rows = [[", ".join(evaluation.counts.by), "items", *(part for name in names for part in (name, ""))]]
    found = {name: groups.column(name) for name in names}
    shown = list(range(len(groups)))
    if names and not every and len(groups) > MOST_GROUPS:
        shown = extremes(found[names[0]].value, WORST, BEST)
    for place in shown:
        size = groups.sizes[place]
        cells = [part for each in found.values() for part in (number(float(each.value[place])), interval(each[place]))]
        group = ", ".join(map(seen, evaluation.counts.groups[place]))
        rows.append([group, "-" if size is None else f"{size:,}", *cells])
    left = len(groups) - len(shown)
    more = f"\n  ... the {WORST} lowest and {BEST} highest by {names[0]}; {left:,} more: --all, or .report(every=True)"
    return columns(rows) + (more if left else "")


def notes(evaluation: Evaluation, every: bool = False) -> list[str]:
    """The warnings and where the rows went; then each note once, with the measures it is about."""
    about: dict[str, list[str]] = {}
    for name, each in (evaluation.measures if every else evaluation.headline).items():
        if each.note:
            about.setdefault(each.note, []).append(name)
    if evaluation.per_label:
        told = {name: evaluation.per_label.column(name).note for name in _label_names(evaluation) if name in PER_LABEL}
        for place in _shown_labels(evaluation, every):
            for name, note in told.items():
                if note[place]:
                    about.setdefault(note[place], []).append(f"{name}[{seen(evaluation.labels[place])}]")
    listed = [f"{_few(list(dict.fromkeys(names)), every)}: {note}" for note, names in about.items()]
    parts = zip(evaluation.counts.groups, evaluation.groups.batch.lacking, strict=True) if evaluation.groups else ()
    unsure = [f"{', '.join(map(seen, group))}: {why}" for group, why in parts if why]
    return [*evaluation.warnings, *left_out(evaluation.counts), *listed, *unsure]


def _few(names: list[str], every: bool) -> str:
    """The names, or the first of very many."""
    left = 0 if every else max(len(names) - MOST_NAMED, 0)
    return ", ".join(names[: len(names) - left]) + (f" and {left} more" if left else "")
