"""Tables judged at once, each measure when it is first looked at, and what was found kept."""

from collections.abc import Callable, ItemsView, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from informed.core import table as tables
from informed.core.counts import Counts
from informed.core.errors import InputError, arg
from informed.core.estimate import Estimate
from informed.core.items import Items
from informed.core.labels import Label, written
from informed.core.registry import Measure, bare, get
from informed.core.sharing import Sharing
from informed.core.table import every_cell, nearly_whole
from informed.core.undefined import explain
from informed.core.valuation import values
from informed.inference.chance import chance_means, expected_information
from informed.inference.claims import over_constant
from informed.inference.dependence import Grouped, deviations, lacking
from informed.inference.design import Design, Divided, Independent, divided, weighted
from informed.inference.estimates import Estimates
from informed.inference.interval import Interval, interval, method_of, p_value
from informed.inference.significance.named import statistics
from informed.inference.significance.statistics import Statistic
from informed.inference.unjudged import WORST, reach
from informed.questions.evaluate.diagnosis import diagnoses
from informed.questions.evaluate.recipe import Recipe

UNANSWERED = "undefined: no item was answered"
BOUNDS = "over all labellings"  # how limits are found where some items are unjudged

Found = TypeVar("Found")


class Side:
    """One measure after another, of all tables of a batch: ``(G,)`` for tables as a whole, ``(G, K)`` for labels."""

    def __init__(self, batch: "Batch", measures: Mapping[str, Measure], view: Callable[[Any], Any] | None) -> None:
        self.batch, self.measures, self.view = batch, measures, view
        self._raw: dict[str, Any] = {}
        self._found: dict[str, Estimates] = {}
        self._means: dict[str, Any] = {}

    def name(self, measure: str | Measure) -> str:
        """The name it is listed under, whichever of its names is given; of one label "recall[rain]"."""
        if isinstance(measure, str) and measure in self.measures:
            return measure
        try:
            found = get(measure)
            if found.label is not None and self.view is None and bare(found) in self.batch.labels.measures:
                return f"{bare(found)}[{written(found.label, self.batch.counts.labels)}]"
        except InputError:
            raise KeyError(measure) from None
        if str(found) not in self.measures:
            raise KeyError(measure)
        return str(found)

    def _of_label(self, name: str) -> tuple[str, Any] | None:
        """The measure and the place of the label that a name like "recall[rain]" is of."""
        measure = self.measures.get(name) or get(name)
        if measure.label is None:
            return None
        labels = self.batch.counts.labels
        return bare(measure), (slice(None), labels.index(written(measure.label, labels)))

    @cached_property
    def tables(self) -> Any:
        """The tables the measures are of."""
        return self.batch.table if self.view is None else self.view(self.batch.table)

    def settle_all(self) -> None:
        """Find the values of all measures in one pass."""
        left = [each for name, each in self.measures.items() if name not in self._raw and each.label is None]
        self._raw |= values(self.tables, left, undefined="nan") if left else {}

    def raw(self, name: str) -> Any:
        """The values with 0/0 left NaN."""
        if name not in self._raw:
            self._raw[name] = self.measures[name].raw(self.tables)
        return self._raw[name]

    def value(self, name: str) -> Any:
        """The values, undefined ones treated as asked, NaN where there is nothing to judge."""
        if of_label := self._of_label(name):
            return self.batch.labels.value(of_label[0])[of_label[1]]
        measure = self.measures[name]
        found = np.asarray(measure.settle(self.tables, self.raw(name), self.batch.recipe.undefined))
        return np.where(self._judged(measure), found, np.nan)

    def _judged(self, measure: Measure) -> Any:
        """Which tables the measure can be said of."""
        batch = self.batch
        known = batch.answered & ((batch.unjudged == 0) | (measure.given == "predicted"))
        return known if self.view is None else known[:, None]

    def __getitem__(self, name: str) -> Estimates:
        if name not in self._found:
            of_label = self._of_label(name)
            self._found[name] = (
                self.batch.labels[of_label[0]].part(of_label[1])
                if of_label
                else self._estimated(self.measures[name], name)
            )
        return self._found[name]

    def _estimated(self, measure: Measure, name: str) -> Estimates:
        raw, value, judged = np.asarray(self.raw(name)), self.value(name), self._judged(measure)
        if measure.fixed_chance is None:
            expected = tables.expected(self.tables)
            chance = measure.settle(expected, measure.raw(expected), self.batch.recipe.undefined)
        else:  # known exactly, without the rounding of an expected table
            chance = measure.fixed_chance
        note = self._notes(measure, raw, value, judged)
        within = self._within(measure)
        alone = np.isnan(raw) | ~judged
        lacking = self.batch.lacking if self.view is None else self.batch.lacking[:, None]
        ends = Interval(
            np.where(alone, np.nan, within.low),
            np.where(alone, np.nan, within.high),
            within.level,
            within.method,
            np.where(alone, None, np.where(lacking == None, within.note, lacking)),  # noqa: E711
        )
        return Estimates.around(self._bounded(name, ends), value, np.where(judged, chance, np.nan), note)

    def _bounded(self, name: str, ends: Interval) -> Interval:
        """The same; where items are unjudged, from the least that their labels allow to the most, and their limits."""
        batch, recipe = self.batch, self.batch.recipe
        if self.view is not None or name not in WORST or not batch.unjudged.any():
            return ends
        shape = batch.unjudged.shape
        low, high = (np.array(np.broadcast_to(each, shape), dtype=np.float64) for each in (ends.low, ends.high))
        method, notes = (np.array(np.broadcast_to(each, shape), dtype=object) for each in (ends.method, ends.note))
        for place in np.flatnonzero(batch.unjudged):
            counts = batch.at(int(place))
            found = reach(name, counts.table, counts.unjudged) if counts.square else None
            if found is None:
                continue
            notes[place] = f"between {found.low:.3f} and {found.high:.3f}, whatever the labels of these items are"
            if batch.data[place] is None and counts.squares is None and counts.n is not None:
                within = interval(name, np.stack([found.least, found.most]), level=recipe.level)
                low[place], high[place] = within.low[0], within.high[1]
                method[place] = BOUNDS
        return Interval(low, high, ends.level, method, notes)

    def _within(self, measure: Measure) -> Interval:
        recipe = self.batch.recipe
        design = self.batch.design(self.view, placed=measure.placed)
        return interval(measure, design, level=recipe.level, method=recipe.method, draws=recipe.draws, seed=recipe.seed)

    def _notes(self, measure: Measure, raw: Any, value: Any, judged: Any) -> Any:
        """What must be known of each value, or None."""
        batch, note = self.batch, np.full(value.shape, None, dtype=object)
        ordered = measure.ordered and len(batch.counts.labels) > 2
        for place in np.argwhere(np.isnan(raw) | np.isinf(value) | ordered | ~judged).tolist():
            at = tuple(place)
            counts, label = batch.at(at[0]), None if self.view is None else batch.counts.labels[at[1]]
            unknown = int(batch.unjudged[at[0]])
            if measure.given != "predicted" and unknown:
                note[at] = (
                    f"refused: {unknown} items have no actual label; use "
                    f"{arg('missing', 'drop')} to judge the others alone"
                )
            elif not batch.answered[at[0]]:
                note[at] = UNANSWERED
            else:
                note[at] = explain(measure, counts, float(raw[at]), float(value[at]), label)
        return note

    def estimate(self, name: str, place: tuple[int, ...]) -> Estimate:
        """One number, with the mean at chance where that differs from chance."""
        return self._beside_mean(name, place, self[name][place])

    def row(self, *place: int) -> dict[str, Estimate]:
        """The numbers of all measures in one place."""
        at = place[0] if self.view is None else place[0] * len(self.batch.counts.labels) + place[1]
        found = {name: Estimate(*self[name].facts[at]) for name in self.measures}
        return found if self.view else {name: self._beside_mean(name, place, each) for name, each in found.items()}

    def _beside_mean(self, name: str, place: tuple[int, ...], found: Estimate) -> Estimate:
        measure = self.measures.get(name)
        if self.view is not None or measure is None or measure.label is not None or measure.entropies is None:
            return found
        if not self.batch.answered[place[0]]:
            return found
        if name not in self._means:
            self._means[name] = chance_means(measure, self.batch.table, self.batch.information)
        mean = self._means[name][place[0]]
        return found if np.isnan(mean) or not self._judged(measure)[place] else replace(found, chance_mean=float(mean))

    def methods(self) -> set[str]:
        """The methods of all intervals, without making any."""
        found = set()
        for measure in (each for each in self.measures.values() if each.label is None):
            for _, design in self.batch.design(self.view, placed=measure.placed).parts:
                found.add(method_of(measure, design, self.batch.recipe.method))
        return found


class Batch:
    """All groups of some counts, or the counts of a whole alone; ``data`` where items are clustered."""

    def __init__(self, recipe: Recipe, counts: Counts, data: tuple[Items | None, ...]) -> None:
        self.recipe, self.counts = recipe, counts
        self.data = tuple(None if each is None else _together(each) for each in data)
        self.table = tables.as_table(self._stacked(counts.table))
        self.answered = np.asarray(self.table.any((-1, -2)))
        unjudged = counts.unjudged
        self.unjudged = np.zeros(len(self.table)) if unjudged is None else self._stacked(unjudged).sum(-1)
        self.overall = Side(self, recipe.of_table(counts), None)
        self.labels = Side(self, recipe.of_labels(counts), tables.one_vs_rest)
        self._designs: dict[Any, Divided] = {}
        self._at: dict[int, Counts] = {}
        self._settled = False

    def _stacked(self, part: Any) -> Any:
        return part if self.counts.by else part[None]

    def at(self, place: int) -> Counts:
        """The counts of one table."""
        if not self.counts.by:
            return self.counts
        if place not in self._at:
            self._at[place] = self.counts[place]
        return self._at[place]

    def settle_all(self) -> None:
        """Find the values of all measures in one pass, and their intervals."""
        if self._settled:
            return
        self._settled = True
        sides = self.overall, self.labels
        for side in sides:
            side.settle_all()
        for side in sides:
            for name in side.measures:
                side[name]

    @cached_property
    def informed_p(self) -> list[float | None]:
        """The p of informedness 0 of every square table of items that are not clustered; None of the others."""
        found = np.full(len(self.table), np.nan)
        for places, design in self.design(None, placed=False).parts if self.counts.square else ():
            if np.ndim(places):
                found[places] = p_value("informedness", design)
        return [None if np.isnan(each) else each for each in found.tolist()]

    def claim(self, name: str, place: int) -> Any:
        """What a sentence claims of one table, where it is found for all of them: as in `Claims`."""
        return self.informed_p[place] if name == "guessing" else self._over_constant[place]

    @cached_property
    def _over_constant(self) -> Any:
        found = np.full(len(self.table), None, dtype=object)
        for places, design in self.design(None, placed=False).parts if self.counts.square else ():
            if np.ndim(places) and isinstance(design, Independent):
                found[places] = over_constant(design, np.eye(design.table.shape[-1]), self.recipe.level)
        return found

    @cached_property
    def diagnoses(self) -> list[dict[str, Any]]:
        """How every table uses its labels."""
        return diagnoses(self.table, self.counts.labels)

    def tested(self, place: int) -> dict[str, Any]:
        """What the tests of one table start from: the p of informedness, and the statistics."""
        known = {name: Statistic(*each[place]) for name, each in self._statistics.items()}
        return {"p": self.informed_p[place], "known": known or None}

    @cached_property
    def _statistics(self) -> dict[str, list[tuple[Any, ...]]]:
        """The statistics of every table of items drawn one by one."""
        if self.counts.squares is not None or self.counts.n is None or any(each is not None for each in self.data):
            return {}
        with Sharing():
            found = statistics(np.rint(self.table) if every_cell(nearly_whole(self.table)).all() else self.table)
        return {
            name: list(zip(*(np.broadcast_to(part, len(self.table)).tolist() for part in each), strict=True))
            for name, each in found.items()
        }

    def check(self) -> None:
        """Refuse clusters and strata that show nothing of how they vary; with undefined="raise" what is undefined.

        A group of them only has no interval.
        """
        if not self.counts.by and self.data[0] is not None:
            deviations(self.data[0], np.zeros(len(self.data[0].rows)))
        if self.recipe.undefined == "raise":
            for side in (self.overall, self.labels):
                for name in side.measures:
                    side.value(name)

    @cached_property
    def lacking(self) -> Any:
        """Of which groups nothing shows how their clusters or strata vary, and why; None of all others."""
        return np.array([None if each is None else lacking(each) for each in self.data], dtype=object)

    def design(self, view: Any, *, placed: bool) -> Divided:
        """How the items of every table were drawn; tables of which that is unknown, or that are empty, have no part."""
        key = view, placed
        if key not in self._designs:
            self._designs[key] = self._divided(view, alike=view is None and self.counts.square and not placed)
        return self._designs[key]

    def _divided(self, view: Any, alike: bool) -> Divided:
        counts = self.counts
        plain = self._sized & self.answered & np.array([each is None for each in self.data])
        here = np.flatnonzero(plain)
        names = ("table",) if counts.squares is None else ("table", "squares", "items")
        cells = (self._stacked(getattr(counts, name))[here] for name in names)
        seen = [part if view is None else view(part) for part in cells]
        parts: list[tuple[Any, Design]] = []
        if len(here):
            parts += [(here[some], each) for some, each in divided(*seen, alike=alike).parts]
        for place, together in enumerate(self.data):
            if together is not None and self.answered[place] and self.lacking[place] is None:
                parts.append((place, _seen(together, view, alike)))
        return Divided(self.table if view is None else self.labels.tables, tuple(parts))

    @cached_property
    def information(self) -> Any:
        """The mutual information that chance gives on average, NaN where the items were not counted."""
        whole = self.answered & every_cell(nearly_whole(self.table)) & (self.counts.squares is None)
        found = np.full(len(self.table), np.nan)
        found[whole] = expected_information(np.rint(self.table[whole]))
        return found

    @cached_property
    def sizes(self) -> list[int | None]:
        """How many items every table has; None where only proportions are known."""
        counts = self.counts
        if counts.n is None:
            return [self.at(place).n for place in range(len(self.table))]
        found = self._stacked(counts.table if counts.items is None else counts.items).sum((-1, -2))
        return [int(each) for each in np.rint(found)]

    @cached_property
    def _sized(self) -> Any:
        """Of which tables the number of items is known."""
        return np.array([each is not None for each in self.sizes])

    @cached_property
    def freedom(self) -> Any:
        """Of each table the items outside its largest class, or its clusters where they are fewer, less one."""
        counts = self.counts
        classes = tables.actuals(self.table if counts.items is None else self._stacked(counts.items))
        clusters = (None if each is None else each.cluster for each in self.data)
        units = [np.inf if each is None else len(np.unique(each)) for each in clusters]
        return np.minimum(classes.sum(-1) - classes.max(-1), units) - 1

    def single(self, place: int, view: Any = tables.as_table, *, placed: bool = False) -> Design | None:
        """The design of one table by itself; None where its number of items is unknown.

        ``placed``: with the labels that never occur too, so that each stays in its place.
        """
        together, counts = self.data[place], self.at(place)
        whole = view is tables.as_table
        if together is not None:
            return None if self.lacking[place] else _seen(together, None if whole else view, whole and not placed)
        if counts.n is None:
            return None
        counts = counts.occurring(alike=True) if counts.square and whole and not placed else counts
        if counts.squares is None:
            return Independent(view(counts.table))
        return weighted(view(counts.table), view(counts.squares), view(counts.items))


def _together(data: Items) -> Items | None:
    """The clustered items; none where every cluster is a single item."""
    found = data.plain()
    return found if found.dependent else None


def _seen(data: Items, view: Any, alike: bool) -> Design:
    if view is not None:
        return Grouped(data, data.systems[0]).labels()
    return Grouped(data.occurring() if alike else data, data.systems[0])


class Row(Mapping[str, Estimate]):
    """The estimates of one table, or of one label in it, by the names of measures; aliases serve too."""

    def __init__(self, side: Side, *place: int) -> None:
        self._side, self._place = side, place

    def __getitem__(self, measure: str | Measure) -> Estimate:
        return self._side.estimate(self._side.name(measure), self._place)

    def items(self) -> ItemsView[str, Estimate]:
        """All of them with their names."""
        return self._side.row(*self._place).items()

    def __iter__(self) -> Iterator[str]:
        return iter(self._side.measures)

    def __len__(self) -> int:
        return len(self._side.measures)

    def __contains__(self, measure: object) -> bool:
        try:
            return bool(self._side.name(measure))  # type: ignore[arg-type]
        except KeyError:
            return False

    def value(self, measure: str | Measure) -> float:
        """The value alone, without its interval."""
        return float(self._side.value(self._side.name(measure))[self._place])

    def __repr__(self) -> str:
        return repr(dict(self))


class Labels(Mapping[Label, Row]):
    """A row of estimates for every label; a label is found by itself or by its text."""

    def __init__(self, side: Side, place: int) -> None:
        self._side, self._place = side, place
        self._labels = side.batch.counts.labels if side.measures else ()

    @cached_property
    def _places(self) -> dict[Any, int]:
        texts = {str(label): place for place, label in enumerate(self._labels)}
        return texts | {label: place for place, label in enumerate(self._labels)}

    def __getitem__(self, label: Label) -> Row:
        return Row(self._side, self._place, self._places[label])

    def __iter__(self) -> Iterator[Label]:
        return iter(self._labels)

    def __len__(self) -> int:
        return len(self._labels)

    def __contains__(self, label: object) -> bool:
        return label in self._places

    @property
    def measures(self) -> tuple[str, ...]:
        """The measures every label has."""
        return tuple(self._side.measures)

    def column(self, measure: str) -> Estimates:
        """One measure of all labels."""
        return self._side[self._side.name(measure)].part(self._place)

    def __repr__(self) -> str:
        return repr({label: dict(row) for label, row in self.items()})
