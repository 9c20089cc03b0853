"""How often the intervals of `consensus` hold the truth.

``python benchmarks/calibration/consensus.py --draws FOLDER`` writes ``docs/coverage/consensus.md``.
``consensus_draws.py`` makes the folder; what it leaves out ``--measure WORLD ...`` adds with the package alone, which
takes minutes a setting.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from consensus_worlds import SETS, TRIAL, World, ratings, worlds
from scipy.sparse import coo_array
from scipy.special import betaincinv

from informed.core.registry import get
from informed.inference.estimates import estimates
from informed.inference.proportions import jeffreys
from informed.questions.consensus import intervals
from informed.questions.consensus.model import Fit, Patterns, climbed, dawid_skene, knows_or_guesses
from informed.questions.consensus.search import Found, aligned, shown

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "consensus.md"
GOAL, TAIL = 0.93, 0.025
CHECKED, MOST = 40, 0.1  # data sets fitted by the package too, and the share of them that may differ
MODELS = {"any": ("dawid_skene", dawid_skene), "habit": ("knows_or_guesses", knows_or_guesses)}


class Cell(NamedTuple):
    """One setting: coverage of each rater's informedness and of each label's share, and the mean width of both."""

    world: World
    raters: list[float]
    shares: list[float]
    widths: tuple[float, float]
    three: float  # items with three raters
    refused: float
    sets: int

    @property
    def least(self) -> float:
        """The coverage of the rater or label covered least."""
        return min(*self.raters, *self.shares)

    @property
    def fails(self) -> bool:
        """Whether the upper 99% limit of the least coverage is below the goal."""
        hits = round(self.least * self.sets)
        return hits < self.sets and float(betaincinv(hits + 1, self.sets - hits, 0.99)) < GOAL

    @property
    def flagged(self) -> bool:
        """Whether the answer says that the intervals are rough."""
        return self.three < intervals.FEW


def truth_of(world: World) -> np.ndarray:
    """The informedness of each rater, then the share of each label."""
    prevalence, matrices = world.truth()
    return np.r_[np.asarray(get("informedness")(prevalence[:, None] * matrices)), prevalence]


def counted(world: World, low: np.ndarray, high: np.ndarray, three: np.ndarray, rated: np.ndarray) -> Cell:
    """The cell of these limits ``(sets, raters + labels)``; sets without limits are counted apart."""
    usable = three >= intervals.THREE * rated
    low, high = np.clip(low[usable], -1, 1), np.clip(high[usable], -1, 1)
    held = ((low <= truth_of(world)) & (truth_of(world) <= high)).mean(0) if usable.any() else np.full(low.shape[1], 0)
    wide = (high - low).mean(0) if usable.any() else np.full(low.shape[1], np.nan)
    k = world.raters
    widths = (float(wide[:k].mean()), float(wide[k:].mean()))
    return Cell(
        world, held[:k].tolist(), held[k:].tolist(), widths, float(three.mean()), float(1 - usable.mean()), len(usable)
    )


def stacked(codes: np.ndarray, classes: int) -> Patterns:
    """Data sets side by side, each with raters and prevalences of its own."""
    sets, items, raters = codes.shape
    which, item, who = np.nonzero(codes >= 0)
    cells = (which * items + item, (which * raters + who) * classes + codes[which, item, who])
    said = coo_array((np.ones(len(who)), cells), shape=(sets * items, sets * raters * classes)).tocsr()
    times = (codes >= 0).any(-1).ravel().astype(float)
    return Patterns(said, times, np.repeat(np.arange(sets), items), sets * raters, classes, sets, sets)


def fitted(world: World, codes: np.ndarray) -> list[np.ndarray]:
    """The values of every data set by the package, and those with the other priors that the limits know of."""
    data, (name, model) = stacked(codes, world.classes), MODELS[world.errors]
    votes = np.where(data.votes.sum(-1, keepdims=True) > 0, data.votes, 1.0)
    fit = climbed(data, votes / votes.sum(-1, keepdims=True), model, 1.0, steps=3000, close=1e-5)
    others = [
        climbed(data, fit.probability, model, prior, steps=intervals.STEPS, close=intervals.CLOSE)
        for prior in intervals.PRIORS
    ]

    def values(found: Fit) -> np.ndarray:
        matrices = shown(data, found, name).reshape(len(codes), world.raters, world.classes, world.classes)
        informed = np.asarray(get("informedness")(found.prevalence[:, None, :, None] * matrices))
        return np.concatenate([informed, found.prevalence], -1)

    return [values(each) for each in (fit, *others)]


def from_draws(world: World, kept: dict[str, np.ndarray]) -> Cell:
    """From the fits and draws of ``consensus_draws.py``, by the limits of the package."""
    found = {name: each.astype(float) for name, each in kept.items()}
    value, k = found["value"], world.raters
    alike = [found[f"alike_{place}"] for place in range(len(intervals.PRIORS))]
    codes = ratings(world, TRIAL + SETS, 1)[TRIAL : TRIAL + CHECKED]
    for own, theirs in zip(fitted(world, codes), [value, *alike], strict=True):
        if (other := (abs(own - theirs[:CHECKED]).max(-1) > 0.02).mean()) > MOST:
            raise ValueError(f"{world.name}: the package fits {other:.1%} of the data sets otherwise")
    spread = intervals.Spread(*(found[f"again_{name}"] for name in ("mean", "error", "low", "high")))
    parts = [slice(None, k), slice(k, None)]
    given = found["tables"].sum((-1, -2))
    ends = [
        intervals.reach(
            value[:, part],
            [each[:, part] for each in alike],
            intervals.Spread(*(each[:, part] for each in spread)),
            TAIL,
            each_given,
        )
        for part, each_given in zip(parts, (given, None), strict=True)
    ]
    known = estimates("informedness", found["tables"], level=1 - 2 * TAIL)
    n = np.broadcast_to(found["n"][:, None], value[:, k:].shape)
    least = np.concatenate([np.asarray(known.low, float), jeffreys(value[:, k:] * n, n, TAIL)[0]], -1)
    most = np.concatenate([np.asarray(known.high, float), jeffreys(value[:, k:] * n, n, TAIL)[1]], -1)
    low = np.fmin(np.concatenate([each[0] for each in ends], -1), least)
    high = np.fmax(np.concatenate([each[1] for each in ends], -1), most)
    return counted(world, low, high, found["three"], found["n"])


def measured(world: World, sets: int) -> Cell:
    """By the package alone, data set after data set."""
    rng = np.random.default_rng([world.raters, world.classes, world.items])
    name, model = MODELS[world.errors]
    lows, highs, three, rated = [], [], [], []
    for codes in ratings(world, sets, 2):
        codes = codes[(codes >= 0).any(-1)]
        data = stacked(codes[None], world.classes)
        fit = climbed(data, data.votes / data.votes.sum(-1, keepdims=True), model, 1.0, steps=600, close=1e-5)
        fit = aligned(data, fit)
        found = Found(name, fit, shown(data, fit, name), {}, 0, 1, None)
        ends = intervals.limits(data, found, 1.0, 1 - 2 * TAIL, rng)
        lows.append(np.r_[ends.low["informedness"], ends.overall[1]])
        highs.append(np.r_[ends.high["informedness"], ends.overall[2]])
        three.append(intervals.rated_by_three(data))
        rated.append(len(codes))
    return counted(world, np.array(lows), np.array(highs), np.array(three), np.array(rated, float))


def lines(cells: list[Cell]) -> Iterator[str]:
    """A row per setting."""
    head = ("labels", "errors", "raters", "missing", "items", "three raters", "refused")
    yield f"| {' | '.join((*head, 'least, raters', 'mean', 'width', 'least, shares', 'width', ''))} |"
    yield "|--:|---|" + "--:|" * 10 + "---|"
    for each in cells:
        world = each.world
        told = [world.classes, world.errors, world.raters, f"{world.missing:.0%}", world.items]
        told += [f"{each.three:.0f}", f"{each.refused:.0%}"]
        if each.refused < 0.5:
            told += [f"{min(each.raters):.3f}", f"{np.mean(each.raters):.3f}", f"{each.widths[0]:.2f}"]
            told += [f"{min(each.shares):.3f}", f"{each.widths[1]:.2f}"]
        else:
            told += [""] * 5
        mark = "fails" if each.fails and each.refused < 0.5 else ""
        yield f"| {' | '.join(map(str, told))} | {', '.join(filter(None, ('rough' * each.flagged, mark)))} |"


def told(cells: list[Cell], left: int) -> str:
    """The evidence as a page."""
    kept = [each for each in cells if each.refused < 0.5]
    plain = [each for each in kept if not each.flagged]
    fails = [each for each in kept if each.fails]
    return "\n".join(
        [
            "# Raters without a truth\n",
            f"{len(cells)} settings, {min(each.sets for each in kept)} data sets or more each, nominal level 95%, "
            "prior 1. Raters know the label with a probability from 0.5 (the least informed) to 0.9 (the most), else "
            "they answer by habit, or err in ways of their own (*any*); each model is fitted to the data that it "
            "describes. Labels have the shares K + 1, K, ..., 2. *Three raters*: the mean number of items that three "
            "or more have rated. *Least*: the coverage of the rater, or of the label's share, that is covered least; "
            "the least of several is pulled down by chance.\n",
            f"Where less than {intervals.THREE:.0%} of the items have three raters there are no intervals "
            f"({len(cells) - len(kept)} settings, not counted). Where fewer than {intervals.FEW} items have, the "
            f"answer calls its intervals rough ({len(kept) - len(plain)} of {len(kept)} settings). A setting fails "
            f"where even the upper 99% limit of its least coverage is below {GOAL}: {len(fails)}. The lowest is "
            f"{min(each.least for each in kept):.3f}, without the rough ones "
            f"{min(each.least for each in plain):.3f}; the mean over all raters is "
            f"{np.mean([np.mean(each.raters) for each in kept]):.3f}, over all shares "
            f"{np.mean([np.mean(each.shares) for each in kept]):.3f}.\n",
            "What the limits reach from was chosen on two hundred of the data sets of nine settings with two or three "
            "labels; the other data sets and settings are new to it.\n",
            "The fits and draws are those of `consensus_draws.py`, the limits those of the package, which also fitted "
            f"{CHECKED} of the data sets of each setting. With two labels *habit* is fitted only where "
            "`model=` asks for it.\n",
            *(
                [
                    f"{left} further settings are left out, all with three raters: there both fits differ by more than "
                    f"0.02 in more than {MOST:.0%} of the data sets.\n"
                ]
                if left
                else []
            ),
            *lines(cells),
            "",
        ]
    )


def main() -> None:
    """Measure settings by the package, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=Path, required=True)
    parser.add_argument("--measure", nargs="*", default=[])
    parser.add_argument("--sets", type=int, default=SETS)
    parser.add_argument("--write", type=Path, default=PAGE)
    given = parser.parse_args()
    by_name = {each.name: each for each in worlds()}
    for name in given.measure:
        cell = measured(by_name[name], given.sets)
        (given.draws / f"{name}.json").write_text(json.dumps(cell))
        print(name, f"{cell.least:.3f}", flush=True)
    if not given.measure:
        cells = list(_kept(given.draws))
        order = {name: place for place, name in enumerate(by_name)}
        cells.sort(key=lambda each: order[each.world.name])
        given.write.write_text(told(cells, len(by_name) - len(cells)))
        print(given.write.read_text())


def _counted(path: Path) -> str:
    """Count a setting from its draws, once; the answer says why it could not be done."""
    world = {each.name: each for each in worlds()}[path.stem]
    with np.load(path) as file:
        try:
            path.with_suffix(".json").write_text(json.dumps(from_draws(world, dict(file))))
        except ValueError as problem:
            return f"left out: {problem}"
    return ""


def _kept(folder: Path) -> Iterator[Cell]:
    """Every setting that was measured; those of draws are kept beside them once they are counted."""
    left = [path for path in sorted(folder.glob("*_*.npz")) if not path.with_suffix(".json").exists()]
    with ProcessPoolExecutor() as pool:
        for said in filter(None, pool.map(_counted, left)):
            print(said, flush=True)
    for path in sorted(folder.glob("*.json")):
        world, *rest = json.loads(path.read_text())
        yield Cell(World(*world), *rest)


if __name__ == "__main__":
    main()
