"""How often a gate against an earlier run is right, wrong and silent; and sums of runs over the same items.

Run: ``python benchmarks/calibration/gates.py [--tables N]``. It writes ``docs/coverage/gates.md``.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from frame import even, grid, write

from informed import Counts, check
from informed.core.items import Items
from informed.inference.estimates import estimate
from informed.ledger.items import shared
from informed.questions.check.compute import MET, MISSED, UNDECIDED, Outcome, checked
from informed.questions.compare.compute import compared

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "gates.md"
SEED, MARGIN = 20261116, 0.05
GATES = [  # labels, items of a run, of them in both, informedness before, after, share of shared items answered anew
    *((k, n, n * 24 // 100, 0.95, 0.95, 0.0) for k in (2, 10) for n in (250, 500, 1000, 2000)),
    *((k, 250, 0, 0.95, 0.95, 0.0) for k in (2, 10)),
    *((k, 250, 150, 0.95, 0.95, 0.1) for k in (2, 10)),
    *((k, 250, 150, 0.5, 0.5, 0.5) for k in (2, 10)),
    *((k, 250, 60, 0.95, after, 0.0) for k in (2, 10) for after in (0.54, 0.8, 0.9)),
]
POOLS = [(2, 300, 5, 100, 0.8), (10, 1000, 19, 250, 0.95), (2, 1000, 2, 500, 0.6)]  # labels, pool, runs, items, value

CLAIMS = [  # what is required where the truth lies on the bound, or keeps it; items of a class, recall of each group
    ("informedness at least 0.7", 50, (0.9,)),
    ("informedness at least 0.7", 400, (0.9,)),
    ("cost at most 0.1", 100, (0.9,)),
    ("recall[ill] at least 0.9 in every site", 100, (0.9,) * 5),
    ("gap in recall[ill] between site at most 0.1", 200, (0.9, 0.8)),
    ("gap in recall[ill] between site at most 0.1", 200, (0.9, 0.9, 0.8, 0.8)),
    ("gap in recall[ill] between site at most 0.1", 200, (0.9, 0.9, 0.9, 0.9)),
    ("gap in informedness between site at most 0.1", 400, (0.9,) * 8),
]


RARE = [  # as GATES, and how often each label comes
    (2, 250, 60, 0.8, 0.8, 0.0, (0.95, 0.05)),
    (2, 250, 0, 0.95, 0.95, 0.0, (0.98, 0.02)),
    (2, 100, 0, 0.8, 0.8, 0.0, (0.5, 0.5)),
    (10, 250, 60, 0.8, 0.8, 0.0, (*(0.5**each for each in range(1, 10)), 0.5**9)),
]


def night(
    rng: np.random.Generator,
    labels: int,
    n: int,
    both: int,
    before: float,
    after: float,
    anew: float,
    shares: tuple[float, ...] | None = None,
) -> dict[str, Items] | Items | str:
    """Two runs: items in both are answered as before but for some; the others decide what the later run is worth."""
    fresh = after if both == 0 else (after * n - before * both) / (n - both)
    actual, actual_new = (
        rng.integers(0, labels, size) if shares is None else rng.choice(labels, size, p=shares)
        for size in (n, n - both)
    )
    said, said_new = (answers(rng, labels, *each) for each in ((actual, before), (actual_new, fresh)))
    again = np.where(rng.random(both) < anew, answers(rng, labels, actual[:both], before), said[:both])
    ids = np.r_[np.arange(both), n + np.arange(n - both)]
    runs = (actual, said, np.arange(n)), (np.r_[actual[:both], actual_new], np.r_[again, said_new], ids)
    old, new = (items(labels, *each) for each in runs)
    return {"old": old, "new": new} if both == 0 else shared(("old", old), ("new", new))


def answers(rng: np.random.Generator, labels: int, actual: np.ndarray, value: float) -> np.ndarray:
    """What a predictor says that knows a share of the items and guesses the others."""
    return np.where(rng.random(len(actual)) < value, actual, rng.choice(labels, len(actual), p=even(labels)))


def items(labels: int, actual: np.ndarray, said: np.ndarray, ids: np.ndarray) -> Items:
    names, cluster = np.unique(ids, return_inverse=True)
    return Items.of(actual, {"predicted": said}, list(range(labels)), cluster=cluster, clusters=tuple(names.tolist()))


def gated(rng: np.random.Generator, *setting: object, among: int = 1) -> Outcome:
    """The outcome of 'not worse' for one pair of runs."""
    found = compared(night(rng, *setting), measures=["informedness"], margin=MARGIN)  # type: ignore[arg-type]
    (outcome,) = checked(found, "not worse", among)
    return outcome


def best_of(rng: np.random.Generator, systems: int, n: int, value: float) -> str:
    """The outcome of 'not worse than best' for a system as good as all others."""
    runs = [
        items(2, actual, answers(rng, 2, actual, value), np.arange(n))
        for actual in rng.integers(0, 2, (systems + 1, n))
    ]
    values = [estimate(each, "informedness").value for each in runs[1:]]
    best = runs[1 + int(np.argmax(values))].counts()
    found = compared({"best": best, "new": runs[0].counts()}, measures=["informedness"], margin=MARGIN)
    return checked(found, "not worse", systems)[0].outcome


def pooled(rng: np.random.Generator, labels: int, pool: int, runs: int, n: int, value: float) -> tuple[bool, bool]:
    """Whether the interval of all runs over a pool of items holds the value: by id, and as if no item came again."""
    actual = rng.integers(0, labels, pool)
    said = answers(rng, labels, actual, value)
    drawn = np.concatenate([rng.choice(pool, n, replace=False) for _ in range(runs)])
    every = items(labels, actual[drawn], said[drawn], drawn)
    limits = (estimate(each, "informedness") for each in (every, every.counts()))
    return tuple(bool(each.low <= value <= each.high) for each in limits)  # type: ignore[return-value, operator]


def last(rng, many):
    """Gates against the last run, setting by setting."""
    for setting in GATES:
        labels, n, both, before, after, anew = setting
        found = [gated(rng, *setting) for _ in range(many)]
        told = (f"{100 * np.mean([each.outcome == name for each in found]):.1f}%" for name in (MET, UNDECIDED, MISSED))
        needed = [each.needed for each in found if each.needed is not None]
        enough = f"{int(float(f'{np.median(needed):.2g}')):,}" if needed else ""
        yield labels, f"{n:,}", both, f"{anew:g}", f"{before:g}", f"{after:g}", *told, enough


def nights(rng, n, value, margin, skipped, many=60):
    """How many of so many nights of a system that stays as it is are met, undecided and not met, beside the last run.

    ``skipped``: the outcomes of runs that are no last run.
    """
    runs = [
        Counts(items(2, each, answers(rng, 2, each, value), np.arange(n)).counts().table, [0, 1])
        for each in rng.integers(0, 2, (many, n))
    ]
    last, found = runs[0], []
    for each in runs[1:]:
        both = compared({"old": last, "new": each}, measures=["informedness"], margin=margin)
        found.append(checked(both, "not worse")[0].outcome)
        last = last if found[-1] in skipped else each
    return [found.count(name) / len(found) for name in (MET, UNDECIDED, MISSED)]


def histories(many):
    """Night after night: the last run is the last that was not refuted; and were it the last that was met."""
    for n, margin in ((250, 0.05), (1000, 0.05)):
        for skipped in ((MISSED,), (MISSED, UNDECIDED)):
            rng = np.random.default_rng(SEED + 2)
            shares = np.mean([nights(rng, n, 0.95, margin, skipped) for _ in range(many)], axis=0)
            yield f"{n:,}", f"{margin:g}", " or ".join(skipped), *(f"{100 * each:.1f}%" for each in shares)


def again(many):
    """The settings of two labels that a goal is about, with more pairs."""
    for place, setting in enumerate([(2, 250, 60, 0.95, 0.8, 0.0), (2, 250, 0, 0.95, 0.95, 0.0)]):
        rng = np.random.default_rng([SEED, place])
        found = [gated(rng, *setting).outcome for _ in range(many)]
        told = (f"{100 * found.count(name) / many:.1f}%" for name in (MET, UNDECIDED, MISSED))
        yield *(f"{each:g}" for each in setting[1:5]), *told


def rare(many):
    """A system that stays as it is, where labels are rare."""
    for place, setting in enumerate(RARE):
        rng = np.random.default_rng([SEED + 3, place])
        found = [gated(rng, *setting).outcome for _ in range(many)]
        told = (f"{100 * found.count(name) / many:.1f}%" for name in (MET, UNDECIDED, MISSED))
        yield *(f"{each:g}" for each in setting[:4]), f"{100 * min(setting[-1]):.1f}%", *told


def best(rng, many):
    """Gates against the best of so many equal systems."""
    for systems in (2, 10, 30):
        found = [best_of(rng, systems, 250, 0.8) for _ in range(many)]
        yield systems, *(f"{100 * np.mean([each == name for each in found]):.1f}%" for name in (MET, UNDECIDED, MISSED))


def sums(rng, many):
    """Sums of runs that share items."""
    for labels, pool, runs, n, value in POOLS:
        by_id, apart = np.mean([pooled(rng, labels, pool, runs, n, value) for _ in range(many)], axis=0)
        yield labels, pool, runs, n, f"{value:g}", f"{100 * by_id:.1f}%", f"{100 * apart:.1f}%"


def claimed(rng, text, size, recall):
    """The outcome of a claim alone, and beside three others about the same: 80 % of the healthy are found."""
    hits = [rng.binomial(size, (each, 0.8)) for each in recall]
    tables = [[[ill, size - ill], [size - well, well]] for ill, well in hits]
    how = {"by": ("site",), "groups": tuple((str(each),) for each in range(len(recall)))} if len(recall) > 1 else {}
    counts, cost = Counts(tables if how else tables[0], ["ill", "well"], **how), [[0, 1], [0.5, 0]]
    several = [text, *[text.replace(" in every site", "")] * 3]
    return [check(counts, cost=cost, require=each).outcome for each in (text, several)]


def claims(rng, many):
    """Claims in words, setting by setting."""
    for text, size, recall in CLAIMS:
        found = np.array([claimed(rng, text, size, recall) for _ in range(many)]).T
        alone, four = ([f"{100 * np.mean(row == name):.1f}%" for name in (MET, UNDECIDED, MISSED)] for row in found)
        told = ", ".join(f"{recall.count(each)} x {each:g}" for each in dict.fromkeys(recall))
        truth = "keeps the bound" if "gap" in text and max(recall) == min(recall) else "on the bound"
        yield text, told, truth, size, *alone, four[0], four[2]


def more(many):
    """The sections with draws of their own."""
    yield f"""
### Two labels, {4 * many:,} pairs

Nothing finds the fall to 0.8 more often by much: the difference is 3.7 times its standard error, and a test that
calls an unchanged system worse in 2.5% then finds 96%, in 5% (one-sided) 98%.
"""
    yield from grid("items | in both | before | after | met | undecided | not met", again(4 * many), 0)
    yield f"""
### Rare labels, {4 * many:,} pairs

The system stays as it is: *not met* is false. *Rarest*: how often the rarest label comes.
"""
    yield from grid("labels | items | in both | informedness | rarest | met | undecided | not met", rare(4 * many), 0)
    yield f"""
### Night after night

{many // 10} histories of 60 nights a row, two labels, informedness 0.95 each night, without ids: *not met* is false.
*Passed over*: the runs that are no last run. Were undecided ones passed over too, the last run would be one that was
met by luck, and nights like all others would fail beside it.
"""
    yield from grid("items | margin | passed over | met | undecided | not met", histories(max(many // 10, 1)), 0)


def page(many):
    """The page, line by line."""
    rng = np.random.default_rng(SEED)
    yield f"""# Gates against earlier runs, and sums of runs

Simulated, seed {SEED}, {many:,} pairs of runs a row. Made by `python benchmarks/calibration/gates.py`.

## Not worse than last, margin {MARGIN}

The items in both runs are answered as before, but for the share answered anew. The predictor knows a share of all other
items and guesses the rest, so that the informedness of the later run is as given. *Needed*: the median of the items
that an undecided gate asks for.
"""
    yield from grid(
        "labels | items | in both | anew | before | after | met | undecided | not met | needed", last(rng, many), 0
    )
    yield from more(many)
    yield """
## Not worse than best

All systems are equal (informedness 0.8, 250 items, two labels). *Not met* is false.
"""
    yield from grid("systems that the best is of | met | undecided | not met", best(rng, many), 0)
    yield """
## Runs over the same items

A pool of items is drawn, and each run takes some of it. Shares of intervals of the sum of all runs that hold the
informedness of the population; nominal 95%.
"""
    yield from grid(
        "labels | pool | runs | items of a run | informedness | ids are clusters | ids not kept", sums(rng, many), 0
    )
    yield f"""
## Claims: at least, at most

{2 * many:,} tables a row. Recall of the ill is as given in each group, specificity 0.8; half of the items are ill, a
missed ill costs 1, a false alarm 0.5. Where the truth is on the bound, *met* and *not met* are both false as soon as it
lies a hair beyond (the goal of each is at most 5%); where it keeps the bound, *not met* is. *Of four*: beside three
more claims, where to be refuted takes an interval that allows for their number.
"""
    heads = (
        "claim | recall | the truth | items of a class and group | met | undecided | not met | of four: met | not met"
    )
    yield from grid(heads, claims(np.random.default_rng(SEED + 1), 2 * many), 3)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
