"""Which evenness and which correlation for more than two classes (Powers 2007, section 5): candidates tried.

``python benchmarks/calibration/evenness.py [--tables N]`` writes ``docs/coverage/evenness.md``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import numpy as np
from frame import grid, write
from scipy.special import chdtrc, chdtri

from informed.core.registry import get

PAGE = Path(__file__).parents[2] / "docs" / "coverage" / "evenness.md"
SEED, ITEMS = 20414, 100
Shares = np.ndarray
EVENNESS: dict[str, Callable[[Shares], np.ndarray]] = {
    "harmonic, as printed": lambda r: 1 / (1 / (r * (1 - r))).mean(-1),
    "geometric": lambda r: np.exp(np.log(r * (1 - r)).mean(-1)),
    "arithmetic": lambda r: (r * (1 - r)).mean(-1),
    "weighted by prevalence": lambda r: (r * r * (1 - r)).sum(-1),
}
CORRELATIONS = ("correlation", "mcc", "by edge", "labels by prevalence", "kappa", "cramers_v")


def variance(r: Shares, q: Shares) -> np.ndarray:
    """n Var(B) under chance with these margins, for many items (docs/methods/kb.md)."""
    w = 1 / (1 - r)
    return (w * w * r * q * ((1 - r) * (1 - q) - r * q)).sum(-1) + ((w * r * q).sum(-1)) ** 2


def scales(tables: int) -> Iterator[str]:
    """How constant K n B^2 Ev is under chance, and the size of its test if one constant for each K is taken."""
    for k, alike in product((3, 5, 10), (True, False)):
        rng = np.random.default_rng([SEED, k, alike])
        r = np.maximum(rng.dirichlet(np.ones(k), 5 * tables), 0.01)
        q = r if alike else np.maximum(rng.dirichlet(np.ones(k), 5 * tables), 0.01)
        r, q = (each / each.sum(-1, keepdims=True) for each in (r, q))
        for name, evenness in EVENNESS.items():
            scale = k * evenness(r) * variance(r, q)
            size = chdtrc(1, chdtri(1, 0.05) * scale.mean() / scale)
            ends, varies = f"{size.min():.3f} to {size.max():.3f}", scale.std() / scale.mean()
            margins = "alike" if alike else "of their own"
            yield f"| {k} | {margins} | {name} | {scale.mean():.3f} | {varies:.2f} | {size.mean():.3f} | {ends} |"


def worlds(rng: np.random.Generator, world: str, k: int, known: np.ndarray) -> np.ndarray:
    """Tables of 100 items in which predictions know classes, or classes know predictions, or both sides alike."""
    r, b = rng.dirichlet(np.ones(k), (2, len(known)))
    b = r if world == "raters" else b
    mixed = (1 - known)[:, None, None] * r[:, :, None] * b[:, None, :] + known[:, None, None] * r[:, :, None] * np.eye(
        k
    )
    found = np.array([rng.multinomial(ITEMS, each.ravel() / each.sum()) for each in mixed], float).reshape(mixed.shape)
    return found.swapaxes(-1, -2) if world == "markers" else found


def candidates(tables: np.ndarray) -> dict[str, np.ndarray]:
    """Each correlation; NaN where it is not defined."""
    found = {name: get(name)(tables) for name in ("correlation", "mcc", "kappa", "cramers_v")}
    one, other = get("edge")(tables), get("edge_markedness")(tables)
    found["by edge"] = np.where(one * other >= 0, np.sign(one) * np.sqrt(np.abs(one * other)), np.nan)
    n = tables.sum((-1, -2))[:, None]
    hits, r, q = np.einsum("nkk->nk", tables) / n, tables.sum(-1) / n, tables.sum(-2) / n
    root = np.sqrt(r * (1 - r) * q * (1 - q))
    found["labels by prevalence"] = (r * np.where(root > 0, (hits - r * q) / np.where(root > 0, root, 1), 0)).sum(-1)
    return found


def tracked(tables: int) -> Iterator[str]:
    """How each correlation follows how much is known."""
    for k, world in product((3, 5, 10), ("predictors", "markers", "raters")):
        rng = np.random.default_rng([SEED, k, len(world)])
        known = rng.choice(np.linspace(0, 1, 11), 2 * tables)
        drawn = worlds(rng, world, k, known)
        found, turned = candidates(drawn), candidates(drawn.swapaxes(-1, -2))
        chance = candidates(worlds(rng, world, k, np.zeros(tables)))
        for name in CORRELATIONS:
            value, there = found[name], np.isfinite(found[name])
            follows = np.corrcoef(value[there], known[there])[0, 1]
            off = np.sqrt(np.mean((value - known)[there] ** 2))
            dual = np.nanmax(np.abs(value - turned[name]))
            none = np.mean(~np.isfinite(chance[name]))
            mean = np.nanmean(chance[name])
            yield f"| {k} | {world} | {name} | {follows:.3f} | {off:.3f} | {mean:+.3f} | {none:.2f} | {dual:.3f} |"


def estimators(tables: int) -> Iterator[str]:
    """Informedness by three weights: mean and standard deviation in tables of 100 items."""
    for k, known in product((3, 5, 10), (0.0, 0.5, 0.9)):
        rng = np.random.default_rng([SEED, k, int(10 * known)])
        drawn = worlds(rng, "predictors", k, np.full(tables, known))
        n = drawn.sum((-1, -2))
        r, q = drawn.sum(-1) / n[:, None], drawn.sum(-2) / n[:, None]
        hits = np.einsum("nkk->n", drawn) / n
        even = (hits - (r * q).sum(-1)) / (1 - (r * r).sum(-1))
        weighted = get("informedness")(drawn), get("edge")(drawn), even
        cells = [f"{np.nanmean(each):.3f} | {np.nanstd(each):.3f}" for each in weighted]
        yield f"| {k} | {known} | {' | '.join(cells)} |"


def page(tables: int) -> Iterator[str]:
    """The page."""
    yield f"""# Evenness and correlation of more than two classes

What the candidates do; what follows from it: [which evenness, which correlation](../methods/evenness.md). Margins are
drawn from all that there are (Dirichlet, no share below 1%). Written by `benchmarks/calibration/evenness.py`,
{tables:,} tables a setting, seed {SEED}.

## As the scale of a test

KB is K n B^2 Evenness. If its distribution under chance were the same for all margins, one constant for each K would
make it chi-squared with one degree of freedom. `scale`: its mean under chance, over margins; `varies`: its standard
deviation over that mean. `size`: how often a test at .05 rejects a guesser with this one constant, on average and from
the luckiest to the unluckiest margins (many items, exact variance, {5 * tables:,} pairs of margins).
"""
    yield from grid("K | margins | evenness | scale | varies | size | from, to", scales(tables), 3)
    yield """
## As weights of the labels

Informedness of K classes weights that of each label: by prevalence (`informedness`), by bias (`edge`), or by its
evenness (hits beyond chance over arithmetic evenness). Predictors that know the class with the probability `known`,
100 items.
"""
    yield from grid("K | known | informedness | sd | edge | sd | by evenness | sd", estimators(tables), 0)
    yield """
## Correlations

Tables of 100 items in which the predictor knows the class with some probability and else guesses (`predictors`), the
same with the axes exchanged (`markers`), and two raters with one habit (`raters`). `correlation`: the root of
informedness by prevalence times markedness by bias. `mcc`: that of both by evenness. `by edge`: that of edge and its
dual. `labels by prevalence`: the mean of the labels' own. `follows`: its correlation with what is known; `off`: the
root mean square of what it is off. At chance: its mean, and how often it is `undefined` as the two sides disagree in
sign. `dual`: how much exchanging the axes changes it, at the most.
"""
    yield from grid("K | world | candidate | follows | off | at chance | undefined | dual", tracked(tables), 3)


if __name__ == "__main__":
    write(PAGE, page, __doc__)
