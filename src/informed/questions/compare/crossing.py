"""Systems by prompts by items, each answered once or often: does the better system depend on the prompt?

A difference of two systems varies over items, over prompts, over prompts within an item, and over runs. Its mean is
known for new items under these prompts, or for new items and new prompts; derivation: docs/methods/prompts.md.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from informed.core.basis import answers, signature
from informed.core.estimate import Estimate, Record, written
from informed.core.result import Grid
from informed.core.validate import Numbers
from informed.core.words import Finding, Next, ci, ends, interval, number, p_is, percent, rate, signed
from informed.inference.draws import generator
from informed.inference.grades import student
from informed.inference.interval import check_level
from informed.questions.compare.grades import GradeComparison, compared, told_apart
from informed.readers.logs import CrossedGrades, PairedGrades

PARTS = ("conditions", "items", "conditions x items", "runs")
FEW = 5  # conditions below which those that were not asked are hardly known


@dataclass(frozen=True)
class Crossing(Record):
    """What conditions (prompts) change: ``p`` of a difference between systems that depends on them.

    ``cells``: each system under each condition. ``anew``: each difference for new conditions like these.
    ``variance``: of one difference, by its parts, the mean over pairs; ``squared`` what each adds to the squared
    standard error of a difference for new items and conditions. ``runs`` is NaN where every answer was given once.
    """

    p: float
    conditions: tuple[str, ...]
    cells: Mapping[str, tuple[Estimate, ...]]
    anew: Mapping[str, Estimate]
    variance: Mapping[str, float]
    squared: Mapping[str, float]

    @property
    def error(self) -> float:
        """The standard error of a difference for new items and conditions."""
        return float(np.nansum([*self.squared.values()]) ** 0.5)

    def doubled(self, part: str) -> float:
        """By which share twice as many conditions, items or runs would shrink that standard error."""
        if part == "runs":
            less = self.squared[part]
        else:
            less = float(np.nansum([self.squared[each] for each in PARTS if part in each or each == "runs"]))
        return 1 - (1 - less / 2 / self.error**2) ** 0.5 if self.error else 0.0


@dataclass(frozen=True, repr=False)
class CrossedComparison(GradeComparison):
    """Graded systems under several prompts: whole, under each, and for prompts that were not asked."""

    kind = "crossed_comparison"
    json_types: ClassVar[Mapping[str, Any]] = {**GradeComparison.json_types, **written(crossing=Crossing)}

    crossing: Crossing | None = None

    @property
    def _by(self) -> str:
        return ", ".join(self.by)

    def head(self) -> tuple[str, str]:
        """The question, and what was graded."""
        question, told = super().head()
        return question, f"{told.removesuffix(', the same items')}, {len(self.groups)} values of {self._by}"

    def words(self) -> Iterator[Finding]:
        """Who is better under these conditions, whether that depends on them, and what is known of others."""
        assert self.crossing is not None
        yield from super().words()
        found, by = self.crossing, self._by
        what = "Which system is better, or by how much, depends"
        if found.p < 1 - self.level:
            yield Finding("depends", f"{what} on the {by} ({p_is(found.p)}).")
        else:
            yield Finding("not_dependent", f"Not shown that the difference depends on the {by} ({p_is(found.p)}).")
        few = f"; {len(found.conditions)} of them tell little of others" if len(found.conditions) < FEW else ""
        told = "; ".join(f"{name} {signed(each.value)}, {ends(each)}" for name, each in found.anew.items())
        yield Finding("new_conditions", f"For new items and other values of {by} like these: {told}{few}.")
        if found.error:
            shares = {name: each / found.error**2 for name, each in found.squared.items() if each == each}
            parts = ", ".join(f"{percent(each)} {self._named(name)}" for name, each in shares.items())
            yield Finding("parts", f"The squared standard error of that is {parts}. {self._advice()}")

    def _named(self, part: str) -> str:
        return part.replace("conditions", self._by)

    def _advice(self) -> str:
        assert self.crossing is not None
        asked = [each for each in PARTS if " x " not in each]
        gains = {each: self.crossing.doubled(each) for each in asked}
        known = {name: each for name, each in gains.items() if each == each}
        what = {"conditions": f"values of {self._by}"}
        told = [
            f"twice the {what.get(name, name)} {'would shrink the standard error ' * (not place)}by {rate(each)}"
            for place, (name, each) in enumerate(known.items())
        ]
        once = "" if len(known) == len(asked) else "; every answer was given once, so nothing is known of more runs"
        return f"{', '.join(told).capitalize()}{once}."

    def steps(self) -> Iterator[Next]:
        """What shrinks the standard error most."""
        assert self.crossing is not None
        gains = {each: self.crossing.doubled(each) for each in ("conditions", "items", "runs")}
        best = max((each for each in gains if gains[each] == gains[each]), key=gains.__getitem__)
        if gains[best] > 0:
            more = f"more values of {self._by}" if best == "conditions" else f"more {best}"
            yield Next("more", f"add {more}: they shrink the standard error of a difference most")

    def grids(self, every: bool = False) -> Iterator[Grid]:
        """Systems and differences; systems under each condition; where the standard error comes from."""
        assert self.crossing is not None
        found = self.crossing
        yield from super().grids(every)
        rows = [[self._by, *self.systems]]
        for place, name in enumerate(found.conditions):
            rows.append([name, *(f"{number(of[place].value)} ({interval(of[place])})" for of in found.cells.values())])
        yield Grid("Each system under each", rows, legend=f"in brackets the {ci(self.level)}", most=12)
        rows = [["part of a difference", "variance", "of the squared standard error"]]
        whole = found.error**2
        for part in PARTS:
            share = "" if not whole else percent(found.squared[part] / whole) if found.squared[part] >= 0 else "unknown"
            rows.append([self._named(part), number(found.variance[part]), share])
        yield Grid("Where the standard error comes from", rows)

    def pictures(self) -> Mapping[str, Any]:
        """The differences, and each system under each condition."""
        from informed.writers.charts import Figure, lanes

        return {**super().pictures(), "crossing": Figure(f"Each system by {self._by}", _drawn, lanes.small_multiples)}

    def facts(self) -> dict[str, Any]:
        """As of any comparison of grades, with what conditions change."""
        return {**super().facts(), "crossing": self.crossing}


def _drawn(found: CrossedComparison) -> list[dict[str, Any]]:
    """Each system under each condition."""
    from informed.writers.charts.rows import ends

    assert found.crossing is not None
    return [
        {"row": name, "measure": system, **ends(of[place])}
        for system, of in found.crossing.cells.items()
        for place, name in enumerate(found.crossing.conditions)
    ]


@answers
def crossed(
    grades: CrossedGrades, *, level: float = 0.95, adjust: str = "holm", draws: int = 2000, seed: int = 0
) -> CrossedComparison:
    """The systems against each other under these conditions, under each of them, and under others like them."""
    check_level(level)
    alike = len({len(each) for cells in grades.systems.values() for cell in cells for each in cell}) == 1
    means = {name: np.array([[np.mean(each) for each in cell] for cell in of]) for name, of in grades.systems.items()}
    if alike:
        together = {name: tuple(map(_joined, zip(*of, strict=True))) for name, of in grades.systems.items()}
    else:  # every condition counts alike
        together = {name: tuple(map(tuple, each.T.tolist())) for name, each in means.items()}
    whole = compared(PairedGrades(grades.scorer, together), level=level, adjust=adjust)
    by_condition = [
        ((name,), {system: of[place] for system, of in grades.systems.items()})
        for place, name in enumerate(grades.conditions)
    ]
    groups = told_apart(by_condition, grades.scorer, level, adjust)
    cells = {name: tuple(part.values[name] for part in groups) for name in grades.systems}
    told = {each: getattr(whole, each) for each in ("values", "differences", "ranks", "items", "repeated", "scorer")}
    told |= {each: getattr(whole, each) for each in ("right_or_wrong", "level", "adjust")}
    notes = (f"every value of {', '.join(grades.by)} counts alike", *grades.notes)
    recipe = {"systems": len(cells), "items": whole.items, "by": "+".join(grades.by), "scorer": grades.scorer}
    recipe |= {"level": level, "adjust": adjust, "draws": draws, "seed": seed}
    parts, anew = _parts(means, _noise(grades), level, whole.right_or_wrong)
    crossing = Crossing(_depends(means, draws, seed), grades.conditions, cells, anew, *parts)
    return CrossedComparison(
        **told, notes=notes, signature=signature(recipe), by=grades.by, groups=groups, crossing=crossing
    )


def _joined(cells: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
    return tuple(each for cell in cells for each in cell)


def _noise(grades: CrossedGrades) -> dict[str, tuple[float, float]]:
    """Of each system the variance of answers to one item under one condition, and what it adds to that of a cell."""
    found = {}
    for name, of in grades.systems.items():
        every = [each for cell in of for each in cell]
        own = [float(np.var(each, ddof=1)) for each in every if len(each) > 1]
        pooled = float(np.mean(own)) if own else np.nan
        found[name] = pooled, pooled * float(np.mean([1 / len(each) for each in every]))
    return found


def _depends(means: Mapping[str, Numbers], draws: int, seed: int) -> float:
    """The p of no interaction: conditions are exchanged within items, for all systems together.

    What is exchanged is how far each system lies from the mean of all systems in its cell, so that neither hard items
    nor hard conditions count.
    """
    values = np.stack([*means.values()])  # system, condition, item
    apart = values - values.mean(axis=0)
    size = values.shape[1]

    def spread(mean: Numbers) -> Any:
        return ((mean - mean.mean(axis=-1, keepdims=True)) ** 2).sum(axis=(-1, -2))

    observed = float(spread(apart.mean(axis=-1)))
    rng, as_far = generator(seed), 0
    for _ in range(draws):
        order = rng.permuted(np.tile(np.arange(size), (values.shape[-1], 1)), axis=1).T
        as_far += bool(spread(np.take_along_axis(apart, order[None], axis=1).mean(axis=-1)) >= observed * (1 - 1e-9))
    return (1 + as_far) / (1 + draws)


def _parts(
    means: Mapping[str, Numbers], noise: Mapping[str, tuple[float, float]], level: float, binary: bool
) -> tuple[tuple[dict[str, float], dict[str, float]], dict[str, Estimate]]:
    """The parts of the variance of a difference and of its squared standard error, and each for new conditions.

    The mean squares of a table of conditions by items, both drawn, have the squared standard error (conditions + items
    - rest) / cells; it is never taken to be below that of either alone. Satterthwaite's degrees of freedom.
    """
    found, anew = [], {}
    for first, second in combinations(means, 2):
        gap = means[second] - means[first]
        count, items = gap.shape
        whole, over, along = gap.mean(), gap.mean(axis=1), gap.mean(axis=0)
        of_conditions = items * float(((over - whole) ** 2).sum()) / (count - 1)
        of_items = count * float(((along - whole) ** 2).sum()) / (items - 1)
        left = gap - over[:, None] - along + whole
        rest = float((left**2).sum()) / ((count - 1) * (items - 1))
        once, in_cell = (noise[first][place] + noise[second][place] for place in (0, 1))
        apart = rest - (0.0 if np.isnan(in_cell) else in_cell)
        variance = [max(each, 0.0) for each in ((of_conditions - rest) / items, (of_items - rest) / count, apart)]
        squared = [variance[0] / count, variance[1] / items, variance[2] / (count * items), in_cell / (count * items)]
        found.append(([*variance, once], squared))
        squares = max(of_conditions + of_items - rest, of_conditions, of_items)
        below = of_conditions**2 / (count - 1) + of_items**2 / (items - 1) + rest**2 / ((count - 1) * (items - 1))
        name = f"{second} - {first}"
        if not squares:
            anew[name] = Estimate(float(whole), note="no interval: the differences do not vary")
            continue
        reach = student(max(squares**2 / below, 1.0), (1 - level) / 2) * (squares / (count * items)) ** 0.5
        low, high = float(whole - reach), float(whole + reach)
        low, high = (max(low, -1.0), min(high, 1.0)) if binary else (low, high)
        anew[name] = Estimate(float(whole), 0.0, low, high, level, "crossed, student")
    mean = np.mean(found, axis=0)
    one, two = (dict(zip(PARTS, each.tolist(), strict=True)) for each in mean)
    return (one, two), anew
