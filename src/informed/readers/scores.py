"""Scores beside labels: one score of a positive class, or a column of scores for each class."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from informed.core.errors import InputError, arg
from informed.core.keyed import Units
from informed.core.labels import Label, assumed_positive, plain
from informed.core.ranking import finite_ends, width_for
from informed.core.scores import Scores, finite_or_infinite, floats
from informed.core.validate import Numbers, unmasked
from informed.readers.arrays.codes import Level, column, has, own_codes
from informed.readers.arrays.series import Counted, encode
from informed.readers.columns import Scored, check_roles
from informed.readers.device import foreign
from informed.readers.labels import as_met, common_labels, group_places, number, positions
from informed.readers.lists import are_paths, lists_of


def as_scores(counted: Counted, columns: Scored, keyed: Any) -> Scores:
    """Scores of cells keyed by any groups, cluster and stratum, then actual; ``keyed`` codes the keys."""
    cells = counted.cells
    *keys, actual = cells.keys
    score = np.asarray(cells.score)
    silent, gaps = _silent(score, columns.apart), np.isnan(score) if score.dtype.kind == "f" else np.zeros(1, bool)
    lacking = {each.name: gap for each in (*keys, actual) if (gap := has(each, [None])).any()}
    lacking |= {"scores": lost} if (lost := gaps & ~silent).any() else {}
    missing = np.logical_or.reduce(list(lacking.values())) if lacking else np.zeros(len(score), bool)
    left = int(cells.n[missing].sum()) + counted.missing
    if missing.any() and columns.missing == "raise":
        raise _lacking(counted, lacking, int(cells.n[missing].sum()))
    kept = ~missing if missing.any() else slice(None)
    silent = silent[kept]
    names, notes = common_labels([actual], [kept], columns.labels)
    if not names or missing.all():
        raise InputError("there are no items; there is nothing to rank")
    first = positive_label(names, columns.positive)
    positive = positions(actual, names)[kept] == names.index(first)
    rest = [each for each in names if each != first]
    beside: dict[str, Any] = keyed(keys, columns, ~missing) if keys else {}
    if columns.abstain is not None:
        beside["abstained"] = _abstained(cells.n[kept], positive, silent, beside)
    answered = ~silent if silent.any() else slice(None)
    beside |= {name: beside[name][answered] for name in ("group", "cluster", "stratum") if name in beside}
    weighted = {"weights": cells.weight, "squares": cells.square, "items": None if counted.columns else cells.n}
    beside |= {name: each[kept][answered] for name, each in weighted.items() if each is not None}
    values = score[kept][answered]
    if not len(values):
        raise InputError("no item has a score; there is nothing to rank")
    width = counted.width
    if width is None:
        width = columns.width if columns.bins is None else width_for(*finite_ends(values), columns.bins)
    return Scores.of(
        positive[answered],
        values,
        labels=(first, rest[0] if len(rest) == 1 else "rest"),
        weight_kind=columns.weight_kind,
        width=width,
        missing=left,
        refused=counted.refused,
        notes=notes,
        **beside,
    )


def _silent(score: Numbers, apart: Sequence[Level]) -> Numbers:
    """Which items have a score that means none."""
    silent = np.zeros(len(score), bool)
    for each in apart:
        mark = number(each) if isinstance(each, str) else each
        if isinstance(mark, str) or (mark is None and isinstance(each, str)):
            raise InputError(f"{arg('abstain', each)} is not a number; give the score that means no score")
        silent |= np.isnan(score) if mark is None and score.dtype.kind == "f" else score == mark
    return silent


def _abstained(items: Numbers, positive: Numbers, silent: Numbers, keys: dict[str, Any]) -> Numbers:
    """How many positive and other items have no score, in all or in each group."""
    groups = len(keys["groups"]) if "group" in keys else 1
    place = 2 * keys.get("group", np.zeros(len(positive), np.int64)) + ~positive
    found = np.bincount(place[silent], items[silent], minlength=2 * groups).astype(np.int64)
    return found.reshape(groups, 2) if "group" in keys else found


def _lacking(counted: Counted, lacking: dict[str, Numbers], many: int) -> InputError:
    """Which column lacks a value, where, and what to do about it."""
    name, gaps = next(iter(lacking.items()))
    what = "is not a number" if name == "scores" else "is missing"
    place = f"{name}[{int(gaps.argmax())}] {what}: " if counted.columns else ""
    many_lack = "item lacks" if many == 1 else "items lack"
    return InputError(
        f"{place}{many:,} {many_lack} a label, a score or a key; use {arg('missing', 'drop')} to leave such items out"
    )


def positive_label(labels: Sequence[Label], positive: Any) -> Label:
    """The label as the data has it; a text names a number where the labels are numbers."""
    if positive is None:
        return assumed_positive(labels)
    (found,) = as_met([plain(positive)], labels)
    if found not in labels:
        raise InputError(f"{arg('positive', positive)} is not a label; the labels are {list(labels)}, name one of them")
    return plain(found)


def matrix(scores: Any) -> Numbers | None:
    """Several columns of scores, if they are so many."""
    read = np.asarray(foreign.to_numpy(scores) if foreign.is_array(scores) else unmasked(scores))
    return read if read.ndim == 2 and read.shape[1] > 1 else None


def by_class(actual: Any, scores: Any, labels: Iterable[Any] | None, missing: str) -> Iterator[tuple[Label, Any, Any]]:
    """Each label with the actual labels, read once, and its own column of scores."""
    read = Scored(None, {}).column(actual, "actual")
    names, _ = common_labels([read], [~has(read, [None])], labels)
    values = matrix(scores)
    if values is None or values.shape[1] != len(names):
        raise InputError(
            f"scores has {1 if values is None else values.shape[1]} columns for {len(names)} labels {list(names)}; "
            f"give {arg('labels')} in the order of the columns"
        )
    if missing == "drop":  # an item that lacks one score is left out for all
        values = np.where(np.isnan(values := floats(values)).any(axis=1, keepdims=True), np.nan, values)
    for place, label in enumerate(names):
        yield label, read, values[:, place]


def of_positive(actual: Any, scores: Any, positive: Any, labels: Iterable[Any] | None) -> Any:
    """The scores of the positive label, of two columns that of its place among the labels."""
    values = matrix(scores)
    if values is None:
        return scores
    read = Scored(None, {}).column(actual, "actual")
    names, _ = common_labels([read], [~has(read, [None])], labels)
    if values.shape[1] != 2 or len(names) != 2:
        raise InputError(
            f"scores has {values.shape[1]} columns for {len(names)} labels {list(names)}; "
            "give one score of the positive label, or use sweep_classes"
        )
    return values[:, names.index(positive_label(names, positive))]


def read_two_scores(data: Any, first: Any, second: Any, positive: Any, missing: str) -> tuple[Any, Numbers, Numbers]:
    """Which items are positive, and both scores of each."""
    one, two = floats(first, "first"), floats(second, "second")
    if len(one) != len(two):
        raise InputError(f"first has {len(one):,} items, second has {len(two):,}; each item needs one of each")
    pair = np.stack([one, two], axis=1)
    actual = encode(data, missing=missing)
    size = len(actual.codes[0]) if actual.kept is None else len(actual.kept)
    if len(pair) != size:
        raise InputError(f"actual has {size:,} items, scores has {len(pair):,}; each item needs one of each")
    pair = pair if actual.kept is None else pair[actual.kept]
    whole = ~np.isnan(pair).any(axis=1) if missing == "drop" else slice(None)
    is_positive = actual.codes[0] == actual.labels.index(positive_label(actual.labels, positive))
    return is_positive[whole], pair[whole, 0], pair[whole, 1]


class Several(NamedTuple):
    """Items that several systems gave a score each: which are positive, the scores, and what each item counts for."""

    positive: Numbers
    scores: dict[str, Numbers]
    rows: Units
    labels: tuple[Label, Label]
    missing: int = 0
    refused: int = 0
    notes: tuple[str, ...] = ()

    def alone(self, name: str) -> Scores:
        """The scores of one system."""
        rows = self.rows
        keys: dict[str, Any] = {}
        for key, names in (("cluster", "clusters"), ("stratum", "strata")):
            if (codes := getattr(rows, key)) is not None:
                keys |= {key: codes, names: getattr(rows, names)}
        beside: dict[str, Any] = {"missing": self.missing, "refused": self.refused, "notes": self.notes, **keys}
        how: dict[str, Any] = {"weights": rows.weights, "squares": rows.squares, "items": rows.items.astype(np.int64)}
        return Scores.of(self.positive, self.scores[name], labels=self.labels, **how, **beside)


def several_scores(
    data: Any,
    actual: Any,
    scores: Mapping[str, Any],
    *,
    positive: Any = None,
    missing: str = "raise",
    weights: Any = None,
    weight_kind: str = "sampling",
    labels: Iterable[Any] | None = None,
    cluster: Any = None,
    stratum: Any = None,
    reading: Mapping[str, Any] | None = None,
) -> Several:
    """The scores of each system beside the labels, as columns of a source or as arrays, item by item."""
    said = {"cluster": cluster, "stratum": stratum, "weights": weights}
    keys = {name: each for name, each in said.items() if each is not None}
    refused, notes = 0, ()
    if isinstance(actual, str):
        roles = {"actual": [actual], **{f"score {name!r}": [each] for name, each in scores.items()}}
        check_roles(roles | {name: [each] for name, each in keys.items()})
        wanted = list(dict.fromkeys([actual, *scores.values(), *keys.values()]))
        columns, refused, notes = _named_columns(data, wanted, reading or {})
        actual, keys = columns[actual], {name: columns[each] for name, each in keys.items()}
        scores = {name: columns[each] for name, each in scores.items()}
    read = Scored(None, {}).column(actual, "actual")
    given = {name: _numbers(each, name) for name, each in scores.items()}
    for name, each in (given | keys).items():
        if len(each) != len(read.codes):
            raise InputError(f"actual has {len(read.codes):,} items, {name} has {len(each):,}; each item needs one")
    coded = {name: own_codes(column(each, name)) for name, each in keys.items() if name != "weights"}
    gaps = has(read, [None]) | np.any([np.isnan(each) for each in given.values()], axis=0)
    gaps |= np.any([has(each, [None]) for each in coded.values()], axis=0) if coded else False
    if gaps.any() and missing == "raise":
        lost = f"{int(gaps.sum()):,} {'item lacks' if gaps.sum() == 1 else 'items lack'}"
        raise InputError(f"{lost} a label, a score or a key; use {arg('missing', 'drop')} to leave such items out")
    kept = ~gaps
    names, told = common_labels([read], [kept], labels)
    if not names:
        raise InputError("there are no items; there is nothing to rank")
    first = positive_label(names, positive)
    rest = [each for each in names if each != first]
    rows = _units(keys.get("weights"), weight_kind, kept)
    for name, each in coded.items():
        found, place = group_places([each], kept)
        beside = "clusters" if name == "cluster" else "strata"
        rows = rows._replace(**{name: place[kept], beside: tuple(value for (value,) in found)})
    return Several(
        (positions(read, names) == names.index(first))[kept],
        {name: finite_or_infinite(each[kept], name) for name, each in given.items()},
        rows,
        (first, rest[0] if len(rest) == 1 else "rest"),
        int(gaps.sum()),
        refused,
        (*notes, *told),
    )


def _named_columns(data: Any, names: list[str], reading: Mapping[str, Any]) -> tuple[dict[str, Any], int, Any]:
    """The columns by name, how many lines were refused, and what is to be said of the files."""
    paths = [data] if isinstance(data, (str, Path)) else data
    if not are_paths(data) and not (isinstance(data, tuple) and all(isinstance(each, str) for each in data)):
        return dict(zip(names, lists_of(data, names), strict=True)), 0, ()
    from informed.readers.files.rows import rows_of
    from informed.readers.files.tables import Query

    found = rows_of(paths, Query((), tuple(names)), **reading)
    taken = [row[: len(names)] for row in found.found.rows for _ in range(row[len(names)])]
    columns = zip(*taken, strict=True) if taken else [()] * len(names)
    return dict(zip(names, map(list, columns), strict=True)), found.refused, tuple(found.notes)


def _numbers(values: Any, name: str) -> Numbers:
    """Numbers as floats, a missing one NaN; a text among them is refused."""
    if not isinstance(values, list):
        return floats(values, name)
    if (text := next((each for each in values if isinstance(each, str)), None)) is not None:
        raise InputError(f"{name} holds {text!r}, which is not a number; name a column of numbers")
    return floats([np.nan if each is None else each for each in values], name)


def _units(weights: Any, kind: str, kept: Numbers) -> Units:
    """What each kept item counts for."""
    if weights is None:
        return Units(np.ones(int(kept.sum())))
    read = _numbers(weights, "weights")[kept]
    if (wrong := ~(np.isfinite(read) & (read >= 0))).any():
        raise InputError(f"weights: {read[wrong][0]:g} is no weight; give finite numbers >= 0")
    if kind == "frequency":
        return Units(np.rint(read))
    return Units((read > 0).astype(np.float64), read, read**2)
