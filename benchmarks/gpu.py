"""Counting, measures and draws on an NVIDIA GPU, side by side with torchmetrics in one process.

    python benchmarks/gpu.py [calls | weights | K ...]

With numbers of classes: counting alone; with "weights": counting with weights; with "calls": what a user calls,
``informed.count(actual, predicted, weights=w)``, by the clock, one step of the metric, which must not wait for the
device, draws, and where the time of a small call goes. Times are medians of repeated runs
between CUDA events, the methods taking turns; bandwidth is bytes of labels read per second. Copy bandwidth (bytes read
and written) is the yardstick. "skewed": nine items in ten are of one class, and nine predictions in ten are right, so
that most items fall into one cell. "sorted": items in the order of their classes, eight predictions in ten right.
"""

from __future__ import annotations

import cProfile
import pstats
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import product

import numpy as np
import torch
from torch.testing import assert_close
from torchmetrics.classification import MulticlassConfusionMatrix
from torchmetrics.functional.classification import multiclass_confusion_matrix

import informed
from informed.integrations.torch import Informed
from informed.readers.device import foreign

ROUNDS = 3
CALLS = 6
KINDS = "uniform", "skewed", "sorted"
CLASSES = 2, 10, 16, 100, 240, 1000
CALLED = 2, 10, 100, 240, 1000
SIZES = {torch.int64: 2**28, torch.int32: 2**29, torch.uint8: 2**30}


def main() -> None:
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}")
    bandwidth = copy_bandwidth()
    print(f"copy: {bandwidth:.2f} TB/s\n")
    if sys.argv[1:] == ["calls"]:
        calling(bandwidth)
        drawing()
        profiling()
        whole_path()
    elif sys.argv[1:] == ["weights"]:
        weighing(bandwidth)
    elif sys.argv[1:]:
        counting(bandwidth, [int(each) for each in sys.argv[1:]])
    else:
        counting(bandwidth, CLASSES)
        weighing(bandwidth)
        calling(bandwidth)
        whole_path()
        drawing()


def turns(*work: Callable[[], object]) -> list[float]:
    """The median seconds of each, taking turns; a turn is a few calls in a row, as in a loop over batches."""
    for each in work:
        each()
    taken: list[list[float]] = [[] for _ in work]
    for _ in range(ROUNDS):
        for place, each in enumerate(work):
            start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            start.record()
            for _ in range(CALLS):
                each()
            end.record()
            torch.cuda.synchronize()
            taken[place].append(start.elapsed_time(end) / 1000 / CALLS)
    return [statistics.median(each) for each in taken]


def copy_bandwidth() -> float:
    source = torch.randint(0, 256, (2**31,), dtype=torch.uint8, device="cuda")
    target = torch.empty_like(source)
    return 2 * len(source) / turns(lambda: target.copy_(source))[0] / 1e12


def labels(size: int, classes: int, dtype: torch.dtype, kind: str) -> tuple[torch.Tensor, torch.Tensor]:
    def uniform() -> torch.Tensor:
        return torch.randint(0, classes, (size,), device="cuda", dtype=dtype)

    def mostly(share: float, wanted: torch.Tensor) -> torch.Tensor:
        return torch.where(torch.rand(size, device="cuda") < share, wanted, uniform())

    if kind == "uniform":
        return uniform(), uniform()
    if kind == "sorted":
        actual = uniform().sort().values
        return actual, mostly(0.8, actual)
    actual = mostly(0.9, torch.zeros((), dtype=dtype, device="cuda"))
    return actual, mostly(0.9, actual)


def counting(bandwidth: float, chosen: Sequence[int]) -> None:
    print("counting pairs, TB/s read      torchmetrics      bincount      informed   of copy   against torchmetrics")
    for kind, (dtype, size), classes in product(KINDS, SIZES.items(), chosen):
        if classes > torch.iinfo(dtype).max:
            continue
        peer, plain, ours = (size * 2 * dtype.itemsize / each / 1e12 for each in counted(size, classes, dtype, kind))
        print(
            f"{kind:8}{str(dtype)[6:]:7}K = {classes:<6}"
            f"{peer:14.3f}{plain:14.3f}{ours:14.3f}{ours / bandwidth:10.0%}{ours / peer:14.1f} x",
            flush=True,
        )
    print()


def counted(size: int, classes: int, dtype: torch.dtype, kind: str) -> list[float]:
    actual, predicted = labels(size, classes, dtype, kind)

    def peer() -> torch.Tensor:
        return multiclass_confusion_matrix(predicted, actual, classes, validate_args=False)

    def plain() -> torch.Tensor:
        return torch.bincount(actual.long() * classes + predicted, minlength=classes**2)

    def ours() -> foreign.Pairs:
        return foreign.pairs(actual, predicted, (classes, classes))

    assert torch.equal(ours().items, peer())
    return turns(peer, plain, ours)


def weighing(bandwidth: float) -> None:
    print("weighted pairs (items, sum w, sum w^2), int64, ns for 1000 items; bincount: the two sums alone")
    for kind, dtype, classes in product(KINDS, (torch.float32, torch.float64), (2, 10, 16, 100, 1000)):
        least = (2 * 8 + dtype.itemsize) / bandwidth
        plain, ours = (1e12 * each / 2**27 for each in weighted(2**27, classes, kind, dtype))
        print(
            f"{kind:8}{str(dtype)[6:]:8}K = {classes:<6} bincount {plain:8.1f}   informed {ours:8.2f}"
            f"{least / ours:8.0%} of copy   {plain / ours:.1f} x",
            flush=True,
        )
    print()


def weighted(size: int, classes: int, kind: str, dtype: torch.dtype) -> list[float]:
    actual, predicted = labels(size, classes, torch.int64, kind)
    weights = torch.rand(size, device="cuda", dtype=dtype)

    def plain() -> list[torch.Tensor]:
        code, wide = actual * classes + predicted, weights.double()
        return [torch.bincount(code, each, classes**2) for each in (wide, wide * wide)]

    def ours() -> foreign.Pairs:
        return foreign.pairs(actual, predicted, (classes, classes), weights=weights)

    assert_close(ours().weight.flatten(), plain()[0], rtol=1e-9, atol=1e-9)
    return turns(plain, ours)


def calling(bandwidth: float) -> None:
    """The public call by the clock: labels nobody has looked at, weights that nobody has checked."""
    print("informed.count(actual, predicted, weights=w), int64, ms by the clock; right against bincount")
    plain = product((10**6, 4 * 10**8, 2 * 10**9), CALLED, [None])
    for size, classes, dtype in (*plain, *product([4 * 10**8], (2, 10, 100), (torch.float32, torch.float64))):
        actual, predicted = labels(size, classes, torch.int64, "uniform")
        weights = None if dtype is None else torch.rand(size, device="cuda", dtype=dtype)
        read = 2 * actual.nbytes + (0 if weights is None else weights.nbytes)
        found = informed.count(actual, predicted, weights=weights)
        if size == 10**6:
            host = informed.count(actual.cpu().numpy(), predicted.cpu().numpy())
            assert host.labels == found.labels
            assert np.array_equal(host.table, found.table)
        if size < 10**9:  # the codes of more do not fit beside them
            code = actual * classes + predicted
            cells = torch.bincount(code, None if weights is None else weights.double(), classes**2)
            assert_close(torch.tensor(found.table).double().flatten(), cells.double().cpu(), rtol=1e-9, atol=0)
            del code
        taken = []
        for _ in range(CALLS if size > 10**6 else 20 * CALLS):
            torch.cuda.synchronize()
            start = time.perf_counter()
            informed.count(actual, predicted, weights=weights)
            taken.append(time.perf_counter() - start)
        seconds = statistics.median(taken)
        print(
            f"{size:<14,}K = {classes:<6}{'no weights' if dtype is None else str(dtype)[6:]:12}{1e3 * seconds:10.2f} ms"
            f"{read / seconds / 1e12 / bandwidth:10.0%} of copy",
            flush=True,
        )
    print()


def whole_path() -> None:
    """What a user calls: counts of labels nobody has looked at, and one step of the metric."""
    actual, predicted = labels(2**27, 10, torch.int64, "uniform")
    (seconds,) = turns(lambda: informed.count(actual, predicted))
    print(f"informed.count(tensors), int64, K = 10, labels unknown: {2 * actual.nbytes / seconds / 1e12:.2f} TB/s")
    scores, target = torch.randn(4096, 1000, device="cuda"), torch.randint(0, 1000, (4096,), device="cuda")
    metrics = Informed(1000).cuda(), MulticlassConfusionMatrix(1000, validate_args=False).cuda()
    ours, peer = turns(*(lambda metric=metric: metric.update(scores, target) for metric in metrics))
    assert torch.equal(metrics[0].cells[:-3].reshape(1000, 1000), metrics[1].confmat)
    torch.cuda.set_sync_debug_mode("error")  # an update that waited for the device would raise
    metrics[0].update(scores, target)
    torch.cuda.set_sync_debug_mode("default")
    print(f"one update, 4096 x 1000 logits: {1e6 * ours:.0f} us, torchmetrics {1e6 * peer:.0f} us\n")


def drawing() -> None:
    """A million draws of a table of ten classes, and the interval, on the wall clock."""
    rng = torch.Generator().manual_seed(1)
    table = torch.randint(1, 50, (10, 10), generator=rng).double() + 300 * torch.eye(10)
    print("1,000,000 draws, K = 10, interval of informedness")
    for method in ("posterior", "bootstrap"):
        taken = []
        for seed in range(6):
            torch.cuda.synchronize()
            start = time.perf_counter()
            found = informed.estimate(table.cuda(), "informedness", method=method, draws=10**6, seed=seed)
            taken.append(time.perf_counter() - start)
        host = informed.estimate(table.numpy(), "informedness", method=method, draws=10**5)
        print(
            f"{method:10} {statistics.median(taken[1:]):.4f} s   [{found.low:.5f}, {found.high:.5f}]   "
            f"NumPy, 100,000 draws: [{host.low:.5f}, {host.high:.5f}]"
        )


def profiling() -> None:
    """Where the host's time goes in a call whose items are few."""
    for classes in (2, 1000):
        actual, predicted = labels(10**6, classes, torch.int64, "uniform")
        taken = cProfile.Profile()
        taken.enable()
        for _ in range(100):
            informed.count(actual, predicted)
        taken.disable()
        print(f"\nK = {classes}, 100 calls")
        pstats.Stats(taken).sort_stats("tottime").print_stats(14)


if __name__ == "__main__":
    main()
