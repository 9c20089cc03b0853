"""PyTorch: one metric beside torchmetrics' own, in one process and in two, and the kernel that counts for it."""

from __future__ import annotations

import ctypes
import pickle
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

import informed
from informed import InputError

torch = pytest.importorskip("torch", reason="needs PyTorch: ./dev test torch")
torchmetrics = pytest.importorskip("torchmetrics", reason="needs torchmetrics: ./dev test torch")

from torchmetrics import classification as theirs  # noqa: E402

from informed.integrations.torch import Informed  # noqa: E402
from informed.readers import cuda, device  # noqa: E402

pytestmark = pytest.mark.torch


@pytest.fixture
def rng():
    return torch.Generator().manual_seed(1)


def labels(rng, *shape, classes=5):
    return torch.randint(0, classes, shape, generator=rng)


# --- the same as torchmetrics where both have it ---------------------------------------------------------------------


def test_one_pass_gives_every_measure(rng):
    target, scores = labels(rng, 300), torch.randn(300, 5, generator=rng)
    metric = Informed(5, ["accuracy", "mcc", "kappa", "informedness"])
    for part in (slice(0, 100), slice(100, 300)):
        metric.update(scores[part], target[part])
    found = metric.compute()
    peers = {
        "accuracy": theirs.MulticlassAccuracy(5, average="micro"),
        "mcc": theirs.MulticlassMatthewsCorrCoef(5),
        "kappa": theirs.MulticlassCohenKappa(5),
    }
    for name, peer in peers.items():
        assert_allclose(found[name], peer(scores, target), atol=1e-6)
    counts = informed.count(target.numpy(), scores.argmax(1).numpy())
    assert float(found["informedness"]) == informed.measures.informedness(counts)
    assert metric.counts() == counts


@pytest.mark.parametrize("average", [None, "macro", "weighted"])
@pytest.mark.parametrize(
    ("name", "peer"), [("recall", theirs.MulticlassRecall), ("f_measure", theirs.MulticlassF1Score)]
)
def test_averages_over_classes(rng, average, name, peer):
    target, said = labels(rng, 200), labels(rng, 200)
    ours = Informed(5, name, average=average)(said, target)
    assert_allclose(ours, peer(5, average=average)(said, target), atol=1e-6)


def test_pictures_and_an_index_to_ignore(rng):
    target, scores = labels(rng, 4, 8, 9, classes=3), torch.randn(4, 3, 8, 9, generator=rng)
    for ignored in (-100, 255, 0, 2):
        target[:, 0] = ignored
        peer = theirs.MulticlassConfusionMatrix(3, ignore_index=ignored)(scores, target)
        metric = Informed(3, ignore_index=ignored)
        metric.update(scores, target)
        assert metric.counts().table.tolist() == peer.tolist()
        assert metric.counts().missing == int((target == ignored).sum())
        target[:, 0] = 1


@pytest.mark.parametrize("average", [None, "macro", "weighted"])
def test_label_sets(rng, average):
    target, scores = labels(rng, 90, 4, classes=2), torch.rand(90, 4, generator=rng)
    target[:5, 1] = -1
    ours = Informed(4, "precision", multilabel=True, average=average, ignore_index=-1)(scores, target)
    assert_allclose(ours, theirs.MultilabelPrecision(4, average=average, ignore_index=-1)(scores, target), atol=1e-6)


def test_two_classes_by_threshold(rng):
    target, logits = labels(rng, 100, classes=2), torch.randn(100, generator=rng)
    assert_allclose(
        Informed(2, "recall", threshold=0)(logits, target), theirs.BinaryRecall()(logits, target), atol=1e-6
    )
    probability = logits.sigmoid()
    assert Informed(2, "recall")(probability, target) == Informed(2, "recall", threshold=0)(logits, target)
    assert Informed(2, "recall", positive=0)(probability, target) == Informed(2, "inverse_recall")(probability, target)


def test_weights_count_as_repeated_items(rng):
    target, said, times = labels(rng, 60), labels(rng, 60), torch.randint(1, 4, (60,), generator=rng)
    names = ["informedness", "kappa", "proficiency"]
    weighed, repeated = Informed(5, names, weighted=True), Informed(5, names)
    weighed.update(said, target, times.double())
    repeated.update(said.repeat_interleave(times), target.repeat_interleave(times))
    for name, value in repeated.compute().items():
        assert_allclose(weighed.compute()[name], value)
    counts = informed.count(target.numpy(), said.numpy(), weights=times.numpy())
    ours = weighed.counts()
    assert ours.items.tolist() == counts.items.tolist()
    assert_allclose(ours.squares, counts.squares)
    assert ours.n == 60


# --- state -----------------------------------------------------------------------------------------------------------


def test_reset_merge_clone_and_pickle(rng):
    target, said = labels(rng, 100), labels(rng, 100)
    whole, first, second = (Informed(5, "mcc") for _ in range(3))
    whole.update(said, target)
    first.update(said[:30], target[:30])
    second.update(said[30:], target[30:])
    first.merge_state(second)
    assert first.compute() == whole.compute()
    assert pickle.loads(pickle.dumps(whole)).compute() == whole.clone().compute() == whole.compute()
    whole.half()
    whole.reset()
    assert whole.items.dtype == torch.int64
    assert not whole.items.any()
    collection = torchmetrics.MetricCollection({"a": Informed(5, ["mcc", "kappa"]), "b": Informed(5, "edge")})
    collection.update(said, target)
    assert set(collection.compute()) == {"mcc", "kappa", "b"}


def test_evaluate_tells_the_whole_story(rng):
    metric = Informed(3)
    target = labels(rng, 200, classes=3)
    metric.update(target, target)
    evaluation = metric.evaluate(["cat", "dog", "owl"])
    assert evaluation.measures["informedness"].value == 1
    assert evaluation.labels == ("cat", "dog", "owl")


WORKER = """
import sys, torch
import torch.distributed as dist
from informed.integrations.torch import Informed
rank = int(sys.argv[1])
dist.init_process_group("gloo", init_method="file://" + sys.argv[2], rank=rank, world_size=2)
rng = torch.Generator().manual_seed(1)
target, said = (torch.randint(0, 5, (100,), generator=rng) for _ in range(2))
weights = torch.rand(100, generator=rng)
plain, weighed = Informed(5, "informedness"), Informed(5, "informedness", weighted=True)
part = slice(0, 37) if rank == 0 else slice(37, 100)
plain.update(said[part], target[part])
weighed.update(said[part], target[part], weights[part])
print(repr((float(plain.compute()), float(weighed.compute()))))
dist.destroy_process_group()
"""


def test_two_processes_equal_one(tmp_path, rng):
    target, said = labels(rng, 100), labels(rng, 100)
    weights = torch.rand(100, generator=rng)
    run = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(rank), str(tmp_path / "meet")], stdout=subprocess.PIPE, text=True
        )
        for rank in range(2)
    ]
    found = [eval(process.communicate(timeout=120)[0]) for process in run]
    alone = float(Informed(5)(said, target)), float(Informed(5, weighted=True)(said, target, weights))
    for plain, weighed in found:
        assert plain == alone[0]
        assert weighed == pytest.approx(alone[1], abs=1e-12)


# --- what is refused -------------------------------------------------------------------------------------------------

ONE, TWO = torch.tensor([0, 1, 1]), torch.tensor([0, 1, 7])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Informed(3).update(ONE, TWO), r"1 items .* 0 to 2; the first in target is 7 at \[2\]"),
        (lambda: Informed(3).update(-TWO, ONE), r"the first in preds is -1 at \[1\]"),
        (lambda: Informed(3, ignore_index=9).update(ONE, TWO), "or target 9, which is ignored"),
        (
            lambda: Informed(2, multilabel=True, average="macro").update(
                TWO.expand(2, 3).T[:, :2], ONE[:2].expand(3, 2)
            ),
            "0 to 1",
        ),
        (lambda: Informed(2).update(torch.tensor([3.0, 0, 0]), ONE), "threshold=0 for logits"),
        (lambda: Informed(3).update(torch.zeros(3, 4), ONE), "scores with 3 classes along axis 1"),
        (lambda: Informed(3).update(ONE, ONE.double()), "must be whole numbers"),
        (lambda: Informed(3).update(ONE, ONE, ONE.double()), "weighted=True"),
        (lambda: Informed(3, weighted=True).update(ONE, ONE, torch.tensor([1, -1, torch.nan])), "2 are negative"),
        (lambda: Informed(3, weighted=True).update(ONE, ONE, torch.ones(2)), r"weights has shape \(2,\)"),
        (lambda: Informed(1), "at least 2"),
        (lambda: Informed(3, "recall"), "the rate of one class and there are 3"),
        (lambda: Informed(3, "mcc", average="macro"), "one value for the whole table"),
        (lambda: Informed(3, average="micro"), "corrected for chance"),
        (lambda: Informed(3, multilabel=True), "choose average"),
    ],
)
def test_what_cannot_be_counted_is_said(call, message):
    with pytest.raises(InputError, match=message):
        call()


def test_a_refused_batch_leaves_the_counts_alone():
    metric = Informed(3)
    metric.update(ONE, ONE)
    with pytest.raises(InputError):
        metric.update(ONE, TWO)
    assert metric.counts().n == 3


# --- counting on a device --------------------------------------------------------------------------------------------

DTYPES = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]


def cases():
    """Codes of every type, some outside of the table, some ignored, some of a bad weight; odd lengths; weights or none."""
    rng = np.random.default_rng(1)
    for place, (dtype, weighed, ignore) in enumerate(
        product(DTYPES, (None, torch.float32, torch.float64), (None, -1, 1))
    ):
        size = int(rng.integers(1, 400))
        low = 0 if dtype == torch.uint8 else -1
        rows = torch.from_numpy(rng.integers(low, 5, size)).to(dtype)
        columns = torch.from_numpy(rng.integers(0, 4, size)).to(DTYPES[place % 3] if place % 2 else dtype)
        weights = None
        if weighed is not None:
            weights = torch.from_numpy(rng.choice([0.0, 0.5, 1.25, -1.0, np.nan, np.inf], size)).to(weighed)
        yield rows, columns, (4, 3), weights, ignore


def by_hand(rows, columns, shape, weights, ignore):
    """The definition, one item after the other."""
    items, sums = np.zeros(shape, int), np.zeros((2, *shape))
    apart = [0, 0, 0]
    for place, (row, column) in enumerate(zip(rows.tolist(), columns.tolist(), strict=True)):
        weight = 1.0 if weights is None else float(weights[place])
        if row == ignore:
            apart[0] += 1
        elif not (0 <= row < shape[0] and 0 <= column < shape[1]):
            apart[1] += 1
        elif not 0 <= weight < float("inf"):
            apart[2] += 1
        else:
            items[row, column] += 1
            sums[:, row, column] += weight, weight**2
    return items, sums, apart


def same(found, expected, weighed):
    items, sums, apart = expected
    assert found.items.tolist() == items.tolist()
    assert [int(found.ignored), int(found.outside), int(found.misweighed)] == apart
    if weighed:
        assert_allclose(found.weight, sums[0])
        assert_allclose(found.square, sums[1])


def test_pairs_are_counted_by_their_definition():
    for rows, columns, shape, weights, ignore in cases():
        expected = by_hand(rows, columns, shape, weights, ignore)
        same(device.pairs(rows, columns, shape, weights=weights, ignore=ignore), expected, weights is not None)


HOST = """
// Enough of CUDA to run the kernel on the host: blocks of one thread, one after the other.
#include <cstddef>
#define __global__
#define __launch_bounds__(threads)
#define __shared__
struct Three { unsigned x, y, z; };
static Three threadIdx, blockIdx, blockDim = {1, 1, 1}, gridDim;
static void __syncthreads() {}
static unsigned __activemask() { return 1; }
static unsigned __match_any_sync(unsigned, int) { return 1; }
static int __ffs(unsigned bits) { return __builtin_ffs(bits); }
static int __popc(unsigned bits) { return __builtin_popcount(bits); }
template <class T> void atomicAdd(T* place, T value) { *place += value; }
double memory[1000];
"""
RUN = """
extern "C" void run(int blocks, const ROW* r, const COLUMN* c, const WEIGHT* w, int n, int A, int P, int ignoring,
                    int ignored, u64* items, double* sums, double* squares) {
    gridDim = {(unsigned)blocks, 1, 1};
    for (blockIdx.x = 0; (int)blockIdx.x < blocks; ++blockIdx.x)
        count_pairs(r, c, w, n, A, P, ignoring, ignored, items, sums, squares);
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")
def test_the_kernel_counts_by_the_definition(tmp_path):
    """The source of the GPU's kernel, compiled for the host; what only a GPU can show is in benchmarks/gpu.py."""
    kernel = Path(cuda.__file__).with_name("pairs.cu").read_text()
    built = {}
    for place, (rows, columns, shape, weights, ignore) in enumerate(cases()):
        shared = place % 2
        types = (cuda._name(rows), cuda._name(columns), None if weights is None else cuda._name(weights), shared)
        if types not in built:
            source, library = tmp_path / f"{place}.cpp", tmp_path / f"{place}.so"
            source.write_text(HOST + cuda.defines(*types) + kernel + RUN)
            subprocess.run(["g++", "-std=c++17", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
            built[types] = ctypes.CDLL(str(library)).run
        items, sums = torch.zeros(12 + cuda.APART, dtype=torch.int64), torch.zeros(2, 12, dtype=torch.float64)
        pointers = [ctypes.c_void_p(each.data_ptr()) for each in (rows, columns, rows if weights is None else weights)]
        built[types](
            3, *pointers, len(rows), *shape, int(ignore is not None), ignore or 0,
            *(ctypes.c_void_p(each.data_ptr()) for each in (items, sums[0], sums[1])),
        )  # fmt: skip
        found = device.Pairs(items[:12].reshape(shape), *sums.reshape(2, *shape), *items[12:])
        same(found, by_hand(rows, columns, shape, weights, ignore), weights is not None)


def test_crosstab_beyond_its_first_items(monkeypatch):
    monkeypatch.setattr(device, "SAMPLE", 2)
    columns = [torch.tensor([0, 0, 3, 1]), torch.tensor([1, 0, 0, 2]), torch.tensor([0, 1, 1, 4])]
    for chosen in (columns, columns[:2], columns[:1]):
        (found,) = device.crosstab(chosen, None, 1000)
        expected = np.zeros([int(each.max()) + 1 for each in chosen], int)
        np.add.at(expected, tuple(each.numpy() for each in chosen), 1)
        assert found.tolist() == expected.tolist()
    assert device.crosstab([-columns[0], columns[1]], None, 1000) is None
    assert device.crosstab(columns, None, 59) is None
