"""How often the corrected shares of `judge` hold the truth, and whether its tests keep their size.

``python benchmarks/calibration/judge.py [--tables N]`` writes ``docs/coverage/judge.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from frame import write
from scipy.special import betaincinv

from informed.core.counts import Counts
from informed.core.items import Items
from informed.core.registry import get
from informed.inference.draws import posterior
from informed.inference.proportions import jeffreys, mover
from informed.inference.reference import Reference, against_truth
from informed.questions.judge import rates
from informed.questions.judge.compute import _corrected, _exchanged
from informed.questions.judge.reading import Panel

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "judge.md"
TAIL, GOAL, SEED = 0.025, 0.93, 40477
PREVALENCES = (0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98)
INFORMED = (0.1, 0.3, 0.5, 0.8, 0.95)
TILTS = (0.2, 0.5, 0.8)  # how a judge that does not know guesses "positive"
LABELLED = (30, 100, 300, 1000)


class Cell(NamedTuple):
    """One setting: how many of its tables had an interval, how many of those held the truth, and the mean width."""

    setting: dict[str, float | str]
    usable: float
    coverage: float
    width: float
    tables: int

    @property
    def counted(self) -> bool:
        """Whether most samples had an interval."""
        return self.usable >= 0.5

    @property
    def fails(self) -> bool:
        """Whether the upper 99% limit of the coverage is below the goal."""
        if not self.counted:
            return False
        n = round(self.usable * self.tables)
        hits = round(self.coverage * n)
        return hits < n and float(betaincinv(hits + 1, n - hits, 0.99)) < GOAL


def cell(setting: dict, truth: np.ndarray, ends: tuple, usable: np.ndarray) -> Cell:
    """A cell from the limits of every label; of several labels the least coverage counts."""
    low, high = (each[usable] for each in ends)
    held = ((low <= truth + 1e-9) & (truth - 1e-9 <= high)).mean(0) if usable.any() else np.array([np.nan])
    width = float((high - low).mean()) if usable.any() else float("nan")
    return Cell(setting, float(usable.mean()), float(np.min(held)), width, len(usable))


def judges(informed: float, tilt: float) -> np.ndarray:
    """The matrix of a judge that knows with this probability and guesses otherwise."""
    guess = np.array([tilt, 1 - tilt])
    return informed * np.eye(2) + (1 - informed) * guess


def from_the_pool(drawn: str, tables: int) -> Iterator[Cell]:
    """Items labelled at random, or as many of each of the judge's labels."""
    grid = product(PREVALENCES, INFORMED, TILTS, LABELLED, (5, 50))
    for seed, (prevalence, informed, tilt, m, times) in enumerate(grid):
        rng = np.random.default_rng([SEED, len(drawn), seed])
        shares = np.array([prevalence, 1 - prevalence])
        setting = {"prevalence": prevalence, "B": informed, "tilt": tilt, "m": m, "N": m * times}
        cells = (shares[:, None] * judges(informed, tilt)).ravel()
        if drawn == "random":
            table = rng.multinomial(m, cells, size=tables).reshape(-1, 2, 2)
            pool = table.sum(1) + rng.multinomial(m * times - m, cells, size=tables).reshape(-1, 2, 2).sum(1)
        else:
            whole = rng.multinomial(m * times, cells, size=tables).reshape(-1, 2, 2)
            pool = whole.sum(1)
            looked = np.minimum(pool, m // 2)
            hits = rng.hypergeometric(whole[:, 0], whole[:, 1], looked)
            table = np.stack([hits, looked - hits], axis=1)
        both = (table.sum(-1) > 0).all(-1)
        ends = rates.post_stratified_limits(table.astype(float), pool.astype(float), TAIL)
        found = cell(setting, shares, ends, np.ones(tables, bool))
        yield found._replace(usable=1.0 if both.mean() >= 0.5 else 0.0)


def from_elsewhere(tables: int) -> Iterator[Cell]:
    """Items labelled in other data, where the classes have other shares."""
    grid = product(PREVALENCES, INFORMED, TILTS, LABELLED, (0.05, 0.2, 0.5), (200, 5000))
    for seed, (prevalence, informed, tilt, m, there, n) in enumerate(grid):
        rng = np.random.default_rng([SEED, 3, seed])
        shares, matrix = np.array([prevalence, 1 - prevalence]), judges(informed, tilt)
        setting = {"prevalence": prevalence, "B": informed, "tilt": tilt, "m": m, "N": n, "calibration": there}
        table = rng.multinomial(m, (np.array([there, 1 - there])[:, None] * matrix).ravel(), size=tables)
        yield _elsewhere(setting, table.reshape(-1, 2, 2), rng.multinomial(n, shares @ matrix, size=tables), shares)


def of_several_classes(tables: int) -> Iterator[Cell]:
    """Three and five classes from elsewhere, even and uneven."""
    grid = product((3, 5), (0.3, 0.6, 0.9), ("even", "uneven"), (60, 200, 1000), ("even", "uneven"), (300, 3000))
    for seed, (classes, informed, guessing, m, shape, n) in enumerate(grid):
        rng = np.random.default_rng([SEED, 5, seed])
        bias = np.ones(classes) if guessing == "even" else np.arange(classes, 0.0, -1)
        matrix = informed * np.eye(classes) + (1 - informed) * bias / bias.sum()
        rare = np.array([0.85, *[0.12 / (classes - 2)] * (classes - 2), 0.03])
        shares = np.full(classes, 1 / classes) if shape == "even" else rare
        setting = {"K": classes, "B": informed, "guessing": guessing, "m": m, "shares": shape, "N": n}
        table = rng.multinomial(m, (matrix / classes).ravel(), size=tables).reshape(-1, classes, classes)
        yield _elsewhere(setting, table, rng.multinomial(n, shares @ matrix, size=tables), shares)


def _elsewhere(setting: dict, table: np.ndarray, pool: np.ndarray, shares: np.ndarray) -> Cell:
    """The cell under the rule of refusal: every class labelled, informedness above 0, labels told apart."""
    table, pool = table.astype(float), pool.astype(float)
    found = rates.Inversion(table, pool, TAIL)
    with np.errstate(all="ignore"):
        usable = (table.sum(-1) > 0).all(-1) & found.told_apart().all(-1) & found.possible().all(-1)
        if len(shares) == 2:
            part, whole = table[..., 0], table.sum(-1)
            low, high = jeffreys(part, whole, TAIL)
            rows = [(part[:, row] / whole[:, row], (low[:, row], high[:, row])) for row in range(2)]
            usable &= mover(*rows)[0] > 0
        low, high = found.limits()
        value = rates.on_the_simplex(np.nan_to_num(found.value))
    return cell(setting, shares, (np.fmin(low, value), np.fmax(high, value)), usable)


def in_clusters(tables: int) -> Iterator[Cell]:
    """Clusters of items whose truth and whose judge are alike within them; 40 or 15 of them have human labels."""
    for seed, (drawn, clusters, size, alike) in enumerate(product(METHODS, (15, 40), (4, 10), (0.2, 0.5))):
        rng = np.random.default_rng([SEED, 7, seed])
        everything, shares = clusters * 8, np.array([0.3, 0.7])
        lows, highs = [], []
        for _ in range(tables):
            hard = rng.random((everything, 1)) < alike
            truth = np.where(hard, rng.random((everything, 1)) < 0.3, rng.random((everything, size)) < 0.3)
            slip = np.where(hard, rng.random((everything, 1)) < 0.2, rng.random((everything, size)) < 0.2)
            human, judged = np.where(truth, 0, 1), np.where(truth != slip, 0, 1)
            known = np.arange(everything)[:, None] < clusters
            rows = Items.of(
                np.where(known, human, -1).ravel(),
                {"judged": judged.ravel()},
                (0, 1),
                cluster=np.repeat(np.arange(everything), size),
                clusters=tuple(range(everything)),
            )
            pool = np.bincount(judged.ravel(), minlength=2)
            found = _corrected(Panel(rows.judged(), pool, rows), drawn, TAIL)
            lows.append(found.low if found.refusal is None else np.full(2, np.nan))
            highs.append(found.high if found.refusal is None else np.full(2, np.nan))
        setting = {"drawn": drawn, "clusters": clusters, "items": size, "alike": alike}
        usable = ~np.isnan(np.array(lows)).any(-1)
        yield cell(setting, shares, (np.array(lows), np.array(highs)), usable)


METHODS = ("random", "elsewhere")


def against_references(tables: int) -> Iterator[Cell]:
    """Informedness corrected for a reference that is known, or known from so many checked items of each class."""
    measure = get("informedness")
    grid = product((0.1, 0.5), (0.3, 0.8), (0.6, 0.9), (100, 1000), (50, 0))
    for seed, (prevalence, informed, reference, n, checked) in enumerate(grid):
        rng = np.random.default_rng([SEED, 11, seed])
        true = np.array([[prevalence], [1 - prevalence]]) * judges(informed, 0.4)
        matrix, ends = judges(reference, 0.5), []
        for _ in range(tables):
            table = rng.multinomial(n, (matrix.T @ true).ravel()).reshape(2, 2).astype(float)
            counts = np.stack([rng.multinomial(checked, row) for row in matrix]) if checked else None
            known = Reference.given(Counts(counts, (0, 1)) if checked else Reference((0, 1), matrix), (0, 1))
            drawn = against_truth(posterior(table, draws=800, rng=rng), known.draws(800, rng))
            value = float(measure(against_truth(table, known.matrix)))
            low, high = np.quantile(measure(drawn), [TAIL, 1 - TAIL])
            ends.append((min(low, value), max(high, value)))
        setting = {"prevalence": prevalence, "B": informed, "reference B": reference, "n": n, "checked": checked}
        low, high = np.array(ends).T[:, :, None]
        yield cell(setting, np.array([float(measure(true))]), (low, high), np.ones(tables, bool))


def sizes(tables: int) -> Iterator[str]:
    """How often a judge that errs alike for two systems is said not to."""
    for seed, (informed, m) in enumerate(product((0.3, 0.9), (40, 200))):
        rng = np.random.default_rng([SEED, 9, seed])
        cells = np.array([0.3, 0.7])[:, None] * judges(informed, 0.4)
        found = [
            _exchanged(np.swapaxes(rng.multinomial(m, cells.ravel(), size=2).reshape(2, 2, 2), 0, 1).astype(float))
            for _ in range(tables)
        ]
        yield f"| {informed} | {m} | {np.mean(np.array(found) < 0.05):.3f} |"


def summary(cells: list[Cell], by: tuple[str, ...]) -> Iterator[str]:
    """One line for all cells with the same values."""
    yield f"| {' | '.join(by)} | cells | refused | min | mean | fail | usable | width |"
    yield "|" + "--:|" * (len(by) + 7)
    for key in dict.fromkeys(tuple(each.setting[name] for name in by) for each in cells):
        here = [each for each in cells if tuple(each.setting[name] for name in by) == key]
        kept = [each for each in here if each.counted]
        shown = [f"{len(kept)}", f"{len(here) - len(kept)}"]
        if kept:
            coverage = [each.coverage for each in kept]
            shown += [f"{min(coverage):.3f}", f"{np.mean(coverage):.3f}", str(sum(each.fails for each in kept))]
            shown += [f"{np.mean([each.usable for each in kept]):.2f}", f"{np.mean([each.width for each in kept]):.3f}"]
        else:
            shown += [""] * 5
        yield f"| {' | '.join(map(str, key))} | {' | '.join(shown)} |"


def worst(cells: Iterable[Cell], most: int = 8) -> Iterator[str]:
    """The cells with the lowest coverage."""
    yield "\nThe lowest:\n\n| setting | usable | coverage | width | |\n|---|--:|--:|--:|---|"
    for each in sorted((each for each in cells if each.counted), key=lambda each: each.coverage)[:most]:
        said = ", ".join(f"{name} {value}" for name, value in each.setting.items())
        fails = "fails" if each.fails else ""
        yield f"| {said} | {each.usable:.2f} | {each.coverage:.3f} | {each.width:.3f} | {fails} |"


def page(tables: int, drawn: int) -> str:
    """The evidence as a page."""
    parts = {
        "Labelled at random from the pool": (list(from_the_pool("random", tables)), ("m", "B")),
        "So many labelled of each of the judge's labels": (list(from_the_pool("by_judge", tables)), ("m", "B")),
        "Labelled elsewhere, two classes": (list(from_elsewhere(tables)), ("m", "B")),
        "Labelled elsewhere, three and five classes": (list(of_several_classes(tables)), ("K", "m", "B")),
        f"In clusters ({drawn:,} tables)": (list(in_clusters(drawn)), ("drawn", "clusters", "items", "alike")),
    }
    parts[f"An imperfect reference ({drawn:,} tables)"] = (
        list(against_references(drawn)),
        ("reference B", "n", "checked"),
    )
    every = [each for cells, _ in parts.values() for each in cells]
    kept, failed = [each for each in every if each.counted], sum(each.fails for each in every)
    coverage = [each.coverage for each in kept]
    lines = [
        "# Rates corrected for a judge\n",
        f"{tables:,} tables a cell, seeds from {SEED}, nominal level 95%. Prevalence {PREVALENCES[0]} to "
        f"{PREVALENCES[-1]}, informedness B of the judge {INFORMED[0]} to {INFORMED[-1]}, m items with a human label, "
        "a pool of N. A judge that does not know guesses; *tilt* is how often it then guesses the first label. "
        "*Checked*: items of each class on which the reference of `reference_quality=` was checked, 0 where its matrix "
        "is known.\n",
        "*Refused* cells are not counted: those in which most samples hold no item of a class, or in which most "
        "samples are refused because the judge is too little informed to be corrected from elsewhere. Coverage is of "
        "the samples that are not refused, of the label covered least; a cell fails when its upper 99% limit is "
        f"below {GOAL}. Nothing is flagged.\n",
        f"In all {len(kept):,} cells are counted and {len(every) - len(kept):,} refused; {failed} fail, the lowest "
        f"coverage is {min(coverage):.3f}, the mean {np.mean(coverage):.3f}.\n",
    ]
    for title, (cells, by) in parts.items():
        lines += [f"## {title}\n", *summary(cells, by), *worst(cells), ""]
    lines += [
        f"## Does the judge err alike?\n\nThe share of {drawn:,} pairs of systems for which p is below 0.05 although "
        "the judge errs alike for both; m items of each have a human label.\n",
        "| B | m | size |\n|--:|--:|--:|",
        *sizes(drawn),
    ]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    write(PAGE, lambda tables: page(tables, min(tables, 1000)), __doc__)
