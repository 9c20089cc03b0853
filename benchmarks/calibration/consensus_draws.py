"""Ratings by raters who err, fitted and resampled in large batches, for ``consensus.py``; quick on a GPU.

``python benchmarks/calibration/consensus_draws.py FOLDER`` needs PyTorch and nothing of this package: the models are
written anew for dense batches, ``(data sets, items, ...)``, and ``consensus.py`` holds them to those of the package.
"""

from __future__ import annotations

import itertools
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from consensus_worlds import SETS, TRIAL, World, ratings, worlds

DRAWS, STEPS, ROOM = 200, 100, 1.5e8  # and the numbers that one array may hold
PRIORS = (0.0, 6.0)  # as the package has them
TINY = 1e-30
DEVICE = torch.device("cuda" if torch.cuda.is_available() else "cpu")


class Batch:
    """Data sets side by side, each with resampled items ``times`` of shape ``(sets, draws, items)``."""

    def __init__(self, said: Any, times: Any, raters: int, classes: int, habit: bool) -> None:
        self.said, self.times, self.raters, self.classes, self.habit = said, times, raters, classes, habit
        self.shape = (len(said), times.shape[1])

    def expectation(self, prevalence: Any, matrices: Any) -> Any:
        """The probability of each label for each item ``(sets, draws, items, labels)``."""
        said = torch.log(matrices.clamp_min(TINY)).permute(0, 2, 4, 1, 3)  # sets, raters, said, draws, truth
        joint = self.said @ said.reshape(len(said), self.raters * self.classes, -1)
        joint = joint.reshape(len(said), -1, self.shape[1], self.classes)
        return torch.softmax(joint + torch.log(prevalence.clamp_min(TINY))[:, None], -1).permute(0, 2, 1, 3)

    def tables(self, probability: Any) -> Any:
        """The expected tables truth x said ``(sets, draws, raters, truth, said)``."""
        weight = (probability * self.times[..., None]).permute(0, 2, 1, 3)
        cells = self.said.transpose(1, 2) @ weight.reshape(len(weight), weight.shape[1], -1)
        cells = cells.reshape(len(weight), self.raters, self.classes, self.shape[1], self.classes)
        return cells.permute(0, 3, 1, 4, 2)

    def maximised(self, probability: Any, before: Any, prior: float) -> tuple[Any, Any]:
        """Prevalence and matrices."""
        shares = (probability * self.times[..., None]).sum(2) + prior / self.classes
        tables = self.tables(probability)
        pooled = tables.sum(2) + 1 / self.classes
        tables = tables + prior * (pooled / pooled.sum(-1, keepdim=True))[:, :, None]
        if self.habit:
            return shares / shares.sum(-1, keepdim=True), self._habits(tables, before)
        whole = tables.sum(-1, keepdim=True)
        return shares / shares.sum(-1, keepdim=True), torch.where(whole > 0, tables / whole.clamp_min(TINY), before)

    def _habits(self, tables: Any, before: Any) -> Any:
        places = torch.arange(self.classes, device=DEVICE)
        guess = before[..., (places + 1) % self.classes, places]
        knows = 1 - guess.sum(-1, keepdim=True)
        hits, said = torch.diagonal(tables, dim1=-2, dim2=-1), tables.sum(-2)
        known = hits * knows / (knows + guess).clamp_min(TINY)
        share = known.sum(-1) / said.sum(-1).clamp_min(TINY)
        habits = said - known
        habits = habits / habits.sum(-1, keepdim=True).clamp_min(TINY)
        own = torch.eye(self.classes, device=DEVICE)
        return share[..., None, None] * own + (1 - share)[..., None, None] * habits[..., None, :]

    def climbed(self, probability: Any, prior: float, steps: int, close: float = 0.0) -> tuple[Any, Any, Any]:
        """So many steps of EM; fewer where a step moves nothing any more."""
        even = torch.full((*self.shape, self.raters, self.classes, self.classes), 1.0, device=DEVICE) / self.classes
        start = 0.5 * even + 0.5 * torch.eye(self.classes, device=DEVICE)
        prevalence, matrices = self.maximised(probability, start, prior)
        for step in range(steps):
            before, probability = matrices, self.expectation(prevalence, matrices)
            prevalence, matrices = self.maximised(probability, matrices, prior)
            if close and step % 100 == 99 and float((matrices - before).abs().max()) < close:
                break
        return prevalence, matrices, self.expectation(prevalence, matrices)

    def values(self, found: tuple[Any, Any, Any]) -> Any:
        """The informedness of each rater, then the share of each label ``(sets, draws, raters + labels)``."""
        prevalence, matrices, probability = found
        if not self.habit:
            tables = self.tables(probability)
            whole = tables.sum(-1, keepdim=True)
            matrices = torch.where(whole > 1e-9, tables / whole.clamp_min(TINY), matrices)
        share = prevalence[:, :, None]
        hit = torch.diagonal(matrices, dim1=-2, dim2=-1)
        bias = (share[..., None] * matrices).sum(-2)
        informed = (share * (hit - (bias - share * hit) / (1 - share).clamp_min(TINY))).sum(-1)
        return torch.cat([informed, prevalence], -1)


def aligned(batch: Batch, probability: Any) -> Any:
    """Classes in the order of the labels that they are mostly called by."""
    pooled = batch.tables(probability).sum(2)[:, 0]  # sets, truth, said
    orders = torch.tensor(list(itertools.permutations(range(batch.classes))), device=DEVICE)
    gains = pooled[:, orders, torch.arange(batch.classes, device=DEVICE)].sum(-1)  # row of each label
    best = orders[gains.argmax(-1)]
    return torch.gather(probability, -1, best[:, None, None].expand_as(probability))


def studied(world: World, codes: np.ndarray, seed: int) -> dict[str, np.ndarray]:
    """The fit, those with other priors, and what resampled items do to it."""
    torch.manual_seed(seed)
    label = torch.as_tensor(codes, device=DEVICE)
    said = torch.nn.functional.one_hot(label.clamp_min(0), world.classes).float() * (label >= 0)[..., None]
    said = said.reshape(*label.shape[:2], -1)
    rated = (label >= 0).any(-1)
    n = rated.sum(-1)
    habit = world.errors == "habit"
    once = Batch(said, rated[:, None].float(), world.raters, world.classes, habit)
    votes = said.reshape(*label.shape, world.classes).sum(2)
    votes = torch.where(votes.sum(-1, keepdim=True) > 0, votes / votes.sum(-1, keepdim=True).clamp_min(1), votes + 1)
    fit = once.climbed(votes[:, None], 1.0, 3000, 1e-5)
    start = aligned(once, fit[2])
    fit = once.climbed(start, 1.0, 50)
    spots = (torch.rand(len(label), DRAWS, world.items, device=DEVICE) * n[:, None, None]).long()
    drawn = (torch.arange(world.items, device=DEVICE) < n[:, None, None]).float().expand(spots.shape)
    times = torch.zeros(spots.shape, device=DEVICE).scatter_add_(-1, spots, drawn.contiguous())
    again = Batch(said, times, world.raters, world.classes, habit)
    values = again.values(again.climbed(fit[2].expand(-1, DRAWS, -1, -1), 1.0, STEPS))
    found = {"value": once.values(fit)[:, 0], "again_mean": values.mean(1), "again_error": values.std(1)}
    for name, tail in (("low", 0.025), ("high", 0.975)):
        found[f"again_{name}"] = torch.quantile(values, tail, dim=1)
    for place, prior in enumerate(PRIORS):
        found[f"alike_{place}"] = once.values(once.climbed(fit[2], prior, STEPS))[:, 0]
    tables = once.tables(fit[2])[:, 0].round().to(torch.int16)
    three = ((label >= 0).sum(-1) >= 3).sum(-1)
    found |= {"tables": tables, "n": n.to(torch.int16), "three": three.to(torch.int16)}
    return {name: each.cpu().numpy() for name, each in found.items()}


def first(world: World) -> tuple[bool, bool, bool]:
    """The settings of which least is known come first."""
    return world.items != 300, world[:2] != (5, "any"), world.errors == "any"


def main(folder: Path, limit: float) -> None:
    """A file for each setting not measured yet; those that do not fit into the time are left out, and said."""
    began = time.monotonic()
    left = [each for each in worlds() if not (folder / f"{each.name}.json").exists()]
    for place, world in enumerate(sorted(left, key=first)):
        if time.monotonic() - began > limit:
            print("left out:", world.name)
            continue
        codes = ratings(world, TRIAL + SETS, 1)[TRIAL:]
        at_once = max(1, int(ROOM // (DRAWS * world.items * world.classes)))
        starts = range(0, len(codes), at_once)
        parts = [studied(world, codes[start : start + at_once], 1000 * place + start) for start in starts]
        kept = {name: np.concatenate([each[name] for each in parts]) for name in parts[0]}
        np.savez_compressed(folder / "part.tmp.npz", **kept)
        (folder / "part.tmp.npz").rename(folder / f"{world.name}.npz")
        print(world.name, round(time.monotonic() - began, 1), "s", flush=True)
    (folder / "done").touch()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else float("inf"))
