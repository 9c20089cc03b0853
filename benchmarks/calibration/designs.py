"""How the intervals of weighted, clustered and paired clustered items do; writes docs/coverage/designs.md.

    python benchmarks/calibration/designs.py [--tables 4000]

Weighted tables are judged as batches; clustered ones one by one, a quarter as many.
"""

from itertools import chain, cycle
from pathlib import Path

import numpy as np
from frame import grid, write

from informed.core.items import Items
from informed.core.registry import get
from informed.inference.dependence import Grouped
from informed.inference.design import weighted
from informed.inference.interval import interval
from informed.inference.pairing import Paired
from informed.inference.proportions import wilson

OUT = Path(__file__).parents[2] / "docs" / "coverage" / "designs.md"
GOAL, SIZE = 0.92, 0.06
SEED = 20260

WHOLE = ("informedness", "edge", "markedness", "mcc", "kappa", "accuracy", "balanced_accuracy", "proficiency")
BINARY = ("recall", "precision")
TOGETHER = ("informedness", "kappa", "recall")

HEAD = """# Weighted, clustered and paired items

Written by `benchmarks/calibration/designs.py`: nominal level 95%, {tables} tables a setting with weights ({drawn} for
proficiency of two classes, whose method draws), {few} with clusters, seeds from {seed} on. The goal is 92%: a
cell whose coverage is below it by more than chance (the upper 99% limit) has that limit in the last column. Tables
without an interval are set aside and counted under "usable"; "flagged" is the share that carries a note.
"""

WEIGHTED = """
## Weights

Two classes: prevalence, recall, fallout. More classes: their shares, and how often the predictor is informed. Weights:
`lognormal` of coefficient of variation .5 or 1, independent of all else; `class`: the first class drawn ten times
as often as its share and weighted by a tenth; `class and lognormal`; `label`: the first predicted label drawn five
times as often; `errors drawn often`: four times as often as hits and weighted by a fourth; `errors drawn rarely`:
hits four times as often. In the last kind most samples of few items hold no error at all, and nothing in them tells
of the weight that one would have: no interval can hold there. The last eight settings were known to be bad and are
added for that.

"""

CLUSTERED = """
## Clusters

Recall and fallout vary between clusters with the intraclass correlation given, and where told the prevalence does
too (.3). Sizes: `equal`; `cv 1`: lognormal, as different as their mean; `half in one`: one cluster holds about as many
items as all others together. The last settings hold hardly any error, and so hardly any sign of how clusters vary.

"""

PAIRED = """
## Two systems on the same clusters

Both are equally good on the whole, and differ from cluster to cluster as their recall and fallout do. How often is a
difference found at the 5% level? The goal is at most 6%; a cell whose lower 99% limit is above it is marked.

"""


# --- worlds ----------------------------------------------------------------------------------------------------------


def two(prevalence: float, recall: float, fallout: float) -> np.ndarray:
    """The table of probabilities of two classes."""
    hit, false = prevalence * recall, (1 - prevalence) * fallout
    return np.array([[hit, prevalence - hit], [false, 1 - prevalence - false]])


def several(shares: list[float], informed: float) -> np.ndarray:
    """The table of a predictor that knows with this probability and guesses otherwise."""
    return informed * np.diag(shares) + (1 - informed) * np.outer(shares, shares)


WORLDS = {
    ".5, .75, .25": two(0.5, 0.75, 0.25),
    ".1, .9, .1": two(0.1, 0.9, 0.1),
    ".3, .95, .05": two(0.3, 0.95, 0.05),
    ".3, .3, .3": two(0.3, 0.3, 0.3),
    "3 alike, .5": several([1 / 3] * 3, 0.5),
    ".6 .3 .1, .9": several([0.6, 0.3, 0.1], 0.9),
    ".1 .2 .3 .4, .5": several([0.1, 0.2, 0.3, 0.4], 0.5),
}
KINDS = {
    "lognormal .5": ("none", 0.5),
    "lognormal 1": ("none", 1.0),
    "class": ("class", 0.0),
    "class and lognormal": ("class", 0.5),
    "label": ("label", 0.0),
    "errors drawn often": ("often", 0.0),
    "errors drawn rarely": ("rarely", 0.0),
}


def weights_of(cells: str, size: int) -> np.ndarray:
    """What an item of each cell weighs before chance has its say."""
    first, same = np.arange(size) == 0, np.eye(size, dtype=bool)
    by = {
        "none": np.ones((size, size)),
        "class": np.where(first, 0.1, 1.0)[:, None],
        "label": np.where(first, 0.2, 1.0)[None, :],
        "often": np.where(same, 1.0, 0.25),
        "rarely": np.where(same, 0.25, 1.0),
    }
    return np.broadcast_to(by[cells], (size, size))


def draw_weighed(rng, truth, kind: str, n: int, tables: int):
    """A batch of samples whose weights undo how they were drawn."""
    cells, variation = KINDS[kind]
    base = weights_of(cells, len(truth))
    chances = truth / base
    place = rng.choice(truth.size, size=(tables, n), p=chances.ravel() / chances.sum())
    spread = np.sqrt(np.log1p(variation**2))
    weight = base.ravel()[place] * rng.lognormal(-(spread**2) / 2, spread, place.shape)
    key = (np.arange(tables)[:, None] * truth.size + place).ravel()
    sums = (np.bincount(key, each, tables * truth.size) for each in (weight.ravel(), weight.ravel() ** 2, None))
    return weighted(*(each.reshape(tables, *truth.shape) for each in sums))


def rates(rng, mean: float, correlation: float, clusters: int):
    """Rates that vary between clusters."""
    left = (1 - correlation) / max(correlation, 1e-9)
    return rng.beta(mean * left, (1 - mean) * left, clusters) if correlation else np.full(clusters, mean)


def sizes_of(rng, kind: str, clusters: int, mean: int):
    """How many items each cluster has."""
    if kind == "cv 1":
        spread = np.sqrt(np.log(2))
        return np.maximum(1, np.rint(mean * rng.lognormal(-(spread**2) / 2, spread, clusters))).astype(int)
    sizes = np.full(clusters, mean)
    sizes[0] = mean * clusters if kind == "half in one" else mean
    return sizes


def draw_clustered(rng, setting, systems: int = 1) -> Items:
    """Items in clusters, judged by systems whose rates differ by cluster."""
    clusters, kind, mean, correlation, (prevalence, recall, fallout), varied = setting
    cluster = np.repeat(np.arange(clusters), sizes_of(rng, kind, clusters, mean))
    positive = rng.random(len(cluster)) < rates(rng, prevalence, varied, clusters)[cluster]
    said = {}
    for place in range(systems):
        hit, false = (rates(rng, each, correlation, clusters)[cluster] for each in (recall, fallout))
        said[f"{place}"] = 1 * (rng.random(len(cluster)) >= np.where(positive, hit, false))
    names = tuple(range(clusters))
    return Items.of(1 * ~positive, said, (0, 1), cluster=cluster, clusters=names)


CLUSTERS = [
    (10, "equal", 20, 0.2, (0.4, 0.75, 0.3), 0.0),
    (10, "cv 1", 20, 0.5, (0.4, 0.75, 0.3), 0.0),
    (10, "half in one", 15, 0.2, (0.4, 0.75, 0.3), 0.3),
    (15, "cv 1", 30, 0.2, (0.2, 0.8, 0.1), 0.3),
    (15, "half in one", 10, 0.5, (0.4, 0.75, 0.3), 0.0),
    (20, "cv 1", 20, 0.2, (0.3, 0.95, 0.05), 0.0),
    (40, "cv 1", 20, 0.5, (0.2, 0.8, 0.1), 0.3),
    (40, "equal", 10, 0.0, (0.3, 0.9, 0.1), 0.0),
    (12, "equal", 20, 0.2, (0.5, 0.98, 0.02), 0.0),
    (15, "equal", 20, 0.5, (0.3, 0.95, 0.05), 0.0),
    (60, "cv 1", 60, 0.5, (0.5, 0.98, 0.02), 0.0),
]
PAIRS = [
    (10, "equal", 20, 0.2, (0.4, 0.75, 0.3), 0.0),
    (10, "cv 1", 20, 0.5, (0.4, 0.75, 0.3), 0.0),
    (15, "half in one", 15, 0.5, (0.4, 0.75, 0.3), 0.0),
    (15, "cv 1", 20, 0.2, (0.3, 0.9, 0.1), 0.3),
    (40, "cv 1", 20, 0.5, (0.3, 0.9, 0.1), 0.0),
]


# --- judging ---------------------------------------------------------------------------------------------------------


def judged(truth: float, low, high, flagged) -> tuple[str, ...]:
    """Coverage, width, share usable, share flagged, and the limit of a coverage that fails."""
    low, high, flagged = (np.ravel(each) for each in (low, high, flagged))
    there = ~np.isnan(low)
    held = (low[there] <= truth + 1e-12) & (truth - 1e-12 <= high[there])
    most = float(wilson(held.sum(), held.size, 0.01)[1])
    short = f"{most:.1%}" if most < GOAL else ""
    width = (high - low)[there].mean()
    return f"{held.mean():.1%}", f"{width:.2f}", f"{there.mean():.0%}", f"{flagged.mean():.0%}", short


CORNERS = [  # found to be bad before: the rotation of n passes them by
    (name, kind, n)
    for name, kind in (
        (".3, .95, .05", "errors drawn rarely"),
        (".1, .9, .1", "errors drawn rarely"),
        (".6 .3 .1, .9", "errors drawn rarely"),
        (".3, .3, .3", "errors drawn often"),
    )
    for n in (50, 200)
]


def weighed_rows(tables: int):
    """Every truth with every kind of weights, where the number of items goes round; then the corners."""
    number = cycle((50, 200, 1000))
    for name, kind, n in chain(((name, kind, next(number)) for name in WORLDS for kind in KINDS), CORNERS):
        yield from weighed_setting(name, kind, n, tables)


def weighed_setting(name: str, kind: str, n: int, tables: int):
    """One row for each measure."""
    truth = WORLDS[name]
    rng = np.random.default_rng([SEED, n, *map(ord, name + kind)])
    for measure in WHOLE + BINARY * (len(truth) == 2):
        drawn = measure == "proficiency" and len(truth) == 2
        sample = draw_weighed(rng, truth, kind, n, max(tables // 4, 1) if drawn else tables)
        within = interval(measure, sample, draws=500)
        noted = np.not_equal(within.note, None)
        found = judged(float(get(measure)(truth)), within.low, within.high, noted)
        yield name, kind, n, measure, *found


def named(setting) -> tuple[object, ...]:
    """A setting of clusters as it stands in a table."""
    clusters, kind, mean, correlation, truth, varied = setting
    rest = ", prevalence varies" if varied else ""
    return clusters, kind, mean, correlation, ", ".join(f"{each:g}" for each in truth) + rest


def clustered_rows(tables: int):
    """One sample at a time, as they are judged in use."""
    for place, setting in enumerate(CLUSTERS):
        rng, found = np.random.default_rng([SEED, 100, place]), {measure: [] for measure in TOGETHER}
        for _ in range(tables):
            sample = Grouped(draw_clustered(rng, setting), "0")
            for measure, ends in found.items():
                within = interval(measure, sample)
                ends.append((within.low, within.high, within.note.item() is not None))
        for measure, ends in found.items():
            yield *named(setting), measure, *judged(float(get(measure)(two(*setting[4]))), *np.transpose(ends))


def paired_rows(tables: int):
    """How often two equally good systems are told apart."""
    for place, setting in enumerate(PAIRS):
        rng, found = np.random.default_rng([SEED, 200, place]), {measure: [] for measure in ("informedness", "kappa")}
        for _ in range(tables):
            sample = draw_clustered(rng, setting, systems=2)
            for measure, told in found.items():
                low, high = Paired(get(measure), sample).limits(np.array([[1, 0]]))[1](0.025)
                told.append(bool(low[0] > 0 or high[0] < 0))
        for measure, told in found.items():
            least = float(wilson(np.sum(told), len(told), 0.01)[0])
            over = f"{least:.1%}" if least > SIZE else ""
            yield *named(setting), measure, f"{np.mean(told):.1%}", over


def page(tables: int):
    """The page, line by line."""
    few = max(tables // 4, 1)
    yield HEAD.format(tables=tables, drawn=few, few=few, seed=SEED)
    seen = "measure | coverage | width | usable | flagged | fails"
    yield WEIGHTED
    yield from grid(f"truth | weights | n | {seen}", weighed_rows(tables), 4)
    yield CLUSTERED
    yield from grid(f"clusters | sizes | mean size | correlation | truth | {seen}", clustered_rows(few), 6)
    yield PAIRED
    yield from grid("clusters | sizes | mean size | correlation | truth | measure | found | fails", paired_rows(few))


if __name__ == "__main__":
    write(OUT, page, __doc__)
