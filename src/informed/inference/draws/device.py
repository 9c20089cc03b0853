"""Draws from a table that lies in PyTorch, on whichever device: they are made and stay there."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from informed.core.table import Array, total
from informed.inference.smoothing import pseudo_counts


@contextmanager
def _seeded(table: Array, rng: "np.random.Generator") -> Iterator[None]:
    """PyTorch's own stream, seeded from ours and afterwards put back."""
    import torch

    with torch.random.fork_rng(devices=[table.device] if table.is_cuda else []):
        torch.manual_seed(int(rng.integers(2**62)))
        yield


def multinomial(shares: Array, size: Any, count: int, rng: "np.random.Generator") -> Array:
    """Items thrown into cells: each cell takes its binomial part of what the cells before it left."""
    import torch

    flat = shares.flatten(-2)
    rest = flat.flip(-1).cumsum(-1).flip(-1)
    parts = torch.where(rest > 0, flat / rest, 0.0)
    left = torch.as_tensor(size, dtype=shares.dtype, device=shares.device).expand(count, *flat.shape[:-1]).clone()
    drawn = shares.new_empty(flat.shape[-1], *left.shape)  # cells first: what is drawn at once lies together
    with _seeded(shares, rng):
        for cell, part in zip(drawn, parts.movedim(-1, 0), strict=True):
            cell[...] = torch.binomial(left, part.expand_as(left))
            left -= cell
    return drawn.movedim(0, -1).unflatten(-1, shares.shape[-2:])


def bootstrap(table: Array, count: int, rng: "np.random.Generator") -> Array:
    """As many items as the table holds."""
    return multinomial(table, total(table).round(), count, rng)


def simulate(table: Array, count: int, rng: "np.random.Generator", *, n: Any) -> Array:
    """``n`` items drawn from a stated truth."""
    return multinomial(table, n, count, rng)


def posterior(table: Array, count: int, rng: "np.random.Generator", *, mass: float = 2.0) -> Array:
    """Dirichlet: gamma variates divided by their sum."""
    import torch

    shape = table + table.new_tensor(pseudo_counts(table.cpu().numpy(), mass))
    with _seeded(table, rng):
        drawn = torch.distributions.Gamma(shape, torch.ones_like(shape), validate_args=False).sample((count,))
    drawn = torch.where(shape > 0, drawn, 0.0)
    return drawn * (total(table) / total(drawn))[..., None, None]
