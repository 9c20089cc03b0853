"""PyTorch: one metric beside torchmetrics' own, in one process and in two, and the kernel that counts for it."""

from __future__ import annotations

import ctypes
import json
import math
import os
import pickle
import shutil
import subprocess
import sys
from copy import deepcopy
from doctest import DocTestParser
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

import informed
from informed import InputError

torch = pytest.importorskip("torch", reason="needs PyTorch: ./dev test torch")
torchmetrics = pytest.importorskip("torchmetrics", reason="needs torchmetrics: ./dev test torch")

import shims  # noqa: E402
from torchmetrics import Metric, MetricCollection  # noqa: E402
from torchmetrics import classification as theirs  # noqa: E402
from torchmetrics.wrappers import ClasswiseWrapper  # noqa: E402

from informed.integrations.torch import Informed, InformedCollection  # noqa: E402
from informed.readers.device import cuda, foreign  # noqa: E402

pytestmark = pytest.mark.torch


@pytest.fixture(params=["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"])
def place(request):
    return request.param


@pytest.fixture
def rng():
    return torch.Generator().manual_seed(1)


def labels(rng, *shape, classes=5):
    return torch.randint(0, classes, shape, generator=rng)


# --- the same as torchmetrics where both have it ---------------------------------------------------------------------


def test_one_pass_gives_every_measure(rng, place):
    target, scores = labels(rng, 300).to(place), torch.randn(300, 5, generator=rng).to(place)
    metric = InformedCollection(5, ["accuracy", "mcc", "kappa", "informedness"]).to(place)
    for part in (slice(0, 100), slice(100, 300)):
        metric.update(scores[part], target[part])
    found = metric.compute()
    peers = {
        "accuracy": theirs.MulticlassAccuracy(5, average="micro"),
        "mcc": theirs.MulticlassMatthewsCorrCoef(5),
        "kappa": theirs.MulticlassCohenKappa(5),
    }
    for name, peer in peers.items():
        assert_allclose(found[name].cpu(), peer.to(place)(scores, target).cpu(), atol=1e-6)
    counts = informed.count(target, scores.argmax(1))
    assert_allclose(found["informedness"].cpu(), informed.measures.informedness(counts), atol=1e-12)
    assert metric.counts() == counts == informed.count(target.tolist(), scores.argmax(1).tolist())


@pytest.mark.parametrize("average", [None, "macro", "weighted"])
@pytest.mark.parametrize(
    ("name", "peer"), [("recall", theirs.MulticlassRecall), ("f_measure", theirs.MulticlassF1Score)]
)
def test_averages_over_classes(rng, average, name, peer):
    target, said = labels(rng, 200), labels(rng, 200)
    ours = Informed(5, name, average=average)(said, target)
    assert_allclose(ours, peer(5, average=average)(said, target), atol=1e-6)


@pytest.mark.parametrize("average", ["macro", "weighted", "bias"])
@pytest.mark.parametrize("undefined", ["limit", "nan"])
def test_averages_are_as_exact_as_those_of_arrays(rng, average, undefined):
    """And a class that neither occurs nor is predicted is left out, though the metric has room for it."""
    from informed.integrations.sklearn import precision_score

    target, said = labels(rng, 200, classes=3), labels(rng, 200, classes=4)
    ours = Informed(6, "precision", average=average, undefined=undefined)(said, target)
    left_out = {"limit": 0, "nan": float("nan")}[undefined]
    expected = precision_score(target, said, average=average, zero_division=left_out)
    assert_allclose(ours, expected, rtol=1e-14)
    assert ours.dtype == torch.float64


@pytest.mark.parametrize("average", ["macro", "weighted"])
def test_averages_over_label_sets_are_exact(rng, average):
    peer = pytest.importorskip("sklearn.metrics", reason="needs scikit-learn").recall_score
    target, said = labels(rng, 97, 4, classes=2), labels(rng, 97, 4, classes=2)
    ours = Informed(4, "recall", multilabel=True, average=average)(said, target)
    assert_allclose(ours, peer(target.numpy(), said.numpy(), average=average), rtol=1e-14)


def test_pictures_and_an_index_to_ignore(rng, place):
    target, scores = labels(rng, 4, 8, 9, classes=3).to(place), torch.randn(4, 3, 8, 9, generator=rng).to(place)
    for ignored in (-100, 255, 0, 2):
        target[:, 0] = ignored
        peer = theirs.MulticlassConfusionMatrix(3, ignore_index=ignored).to(place)(scores, target)
        metric = Informed(3, ignore_index=ignored).to(place)
        metric.update(scores, target)
        assert metric.counts().table.tolist() == peer.tolist()
        assert metric.counts().missing == int((target == ignored).sum())
        target[:, 0] = 1


@pytest.mark.parametrize("average", [None, "macro", "weighted"])
def test_label_sets(rng, average, place):
    target, scores = labels(rng, 90, 4, classes=2).to(place), torch.rand(90, 4, generator=rng).to(place)
    target[:5, 1] = -1
    ours = Informed(4, "precision", multilabel=True, average=average, ignore_index=-1).to(place)(scores, target)
    peer = theirs.MultilabelPrecision(4, average=average, ignore_index=-1).to(place)
    assert_allclose(ours.cpu(), peer(scores, target).cpu(), atol=1e-6)


def test_two_classes_by_threshold(rng):
    target, logits = labels(rng, 100, classes=2), torch.randn(100, generator=rng)
    assert_allclose(
        Informed(2, "recall", threshold=0)(logits, target), theirs.BinaryRecall()(logits, target), atol=1e-6
    )
    probability = logits.sigmoid()
    assert Informed(2, "recall")(probability, target) == Informed(2, "recall", threshold=0)(logits, target)
    assert Informed(2, "recall", positive=0)(probability, target) == Informed(2, "inverse_recall")(probability, target)


def test_weights_count_as_repeated_items(rng, place):
    target, said, times = (each.to(place) for each in (labels(rng, 60), labels(rng, 60), labels(rng, 60) + 1))
    names = ["informedness", "kappa", "proficiency"]
    weighted = InformedCollection(5, names, weighted=True).to(place)
    repeated = InformedCollection(5, names).to(place)
    weighted.update(said, target, times.double())
    repeated.update(said.repeat_interleave(times), target.repeat_interleave(times))
    for name, value in repeated.compute().items():
        assert_allclose(weighted.compute()[name].cpu(), value.cpu())
    counts = informed.count(target, said, weights=times)
    ours = weighted.counts()
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
    assert whole.cells.dtype == torch.int64
    assert not whole.cells.any()
    collection = torchmetrics.MetricCollection({"a": InformedCollection(5, ["mcc", "kappa"]), "b": Informed(5, "edge")})
    collection.update(said, target)
    assert set(collection.compute()) == {"a_mcc", "a_kappa", "b"}


def test_evaluate_tells_the_whole_story(rng):
    metric = Informed(3)
    target = labels(rng, 200, classes=3)
    metric.update(target, target)
    evaluation = metric.evaluate(["cat", "dog", "owl"])
    assert evaluation.measures["informedness"].value == 1
    assert evaluation.labels == ("cat", "dog", "owl")


# --- the habits of torchmetrics and Lightning ------------------------------------------------------------------------


def test_several_measures_count_once(rng):
    """Each update counts for the first of them; the others are given its counts."""
    target, said = labels(rng, 50), labels(rng, 50)
    collection = InformedCollection(5, ["recall", "f_measure(beta=0.5)"], average="macro")
    collection.update(said, target)
    collection.update(said, target)
    peers = {"recall": theirs.MulticlassRecall(5), "f_measure(beta=0_5)": theirs.MulticlassFBetaScore(0.5, 5)}
    assert set(collection.keys()) == set(peers)
    for name, peer in peers.items():
        assert_allclose(collection.compute()[name], peer(said, target), atol=1e-6)
    assert collection.counts().n == collection.evaluate().n == 100


@pytest.mark.parametrize(("measure", "better"), [("informedness", True), ("miss_rate", False), ("prevalence", None)])
def test_trackers_know_which_way_is_better(measure, better):
    assert Informed(2, measure).higher_is_better is better


def test_a_tracker_finds_the_best_epoch(rng):
    target = labels(rng, 60)
    tracker = torchmetrics.MetricTracker(Informed(5))
    for kept in (20, 60, 40):
        tracker.increment()
        tracker.update(torch.where(torch.arange(60) < kept, target, (target + 1) % 5), target)
    assert tracker.best_metric(return_step=True) == (1.0, 1)


def test_a_metric_tells_its_settings():
    assert repr(Informed(3)) == "Informed(3, 'informedness')"
    assert repr(Informed(3, "recall", average="macro", ignore_index=0)) == (
        "Informed(3, 'recall', average='macro', ignore_index=0)"
    )


def test_a_metric_draws_itself(rng):
    pytest.importorskip("matplotlib", reason="needs matplotlib").use("Agg")
    metric = Informed(5)
    metric.update(labels(rng, 50), labels(rng, 50))
    figure, axes = metric.plot()
    assert axes.get_ylim()[0] <= -1  # informedness begins there
    assert figure is axes.get_figure()


@pytest.mark.parametrize("weighted", [False, True])
def test_a_batch_needs_no_metric(rng, weighted):
    from informed.integrations.torch import informedness

    target, said, weights = labels(rng, 50), labels(rng, 50), torch.rand(50, generator=rng)
    given = (weights,) if weighted else ()
    assert informedness(said, target, 5, *given) == Informed(5, weighted=weighted)(said, target, *given)
    assert informedness.__name__ == "informedness"


def test_a_function_that_is_no_measure_is_named():
    from informed.integrations import torch as ours

    with pytest.raises(AttributeError, match="informednes"):
        ours.informednes  # noqa: B018


@pytest.mark.filterwarnings("ignore")  # Lightning's own
def test_lightning_logs_a_collection(rng, tmp_path):
    """By ``self.log_dict``, at the end of the epoch, over all its batches."""
    lightning = pytest.importorskip("lightning", reason="needs lightning")
    target, said = labels(rng, 64), labels(rng, 64)

    class Model(lightning.LightningModule):
        def __init__(self):
            super().__init__()
            self.metric = InformedCollection(5, ["informedness", "mcc"])

        def validation_step(self, batch, _):
            self.metric.update(*batch)
            self.log_dict(self.metric)

    data = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(said, target), batch_size=10)
    quiet = {"logger": False, "enable_progress_bar": False, "enable_model_summary": False, "accelerator": "cpu"}
    (logged,) = lightning.Trainer(default_root_dir=tmp_path, enable_checkpointing=False, **quiet).validate(
        Model(), data, verbose=False
    )
    for name in ("informedness", "mcc"):
        assert_allclose(logged[name], float(Informed(5, name)(said, target)), atol=1e-6)


WORKER = """
import json, sys, torch
import torch.distributed as dist
from informed.integrations.torch import Informed
rank = int(sys.argv[1])
dist.init_process_group("gloo", init_method="file://" + sys.argv[2], rank=rank, world_size=2)
rng = torch.Generator().manual_seed(1)
target, said = (torch.randint(0, 5, (100,), generator=rng) for _ in range(2))
weights = torch.rand(100, generator=rng)
part = slice(0, 37) if rank == 0 else slice(37, 100)
found = []
for given in ((), (weights[part],)):
    metric = Informed(5, "informedness", weighted=bool(given))
    metric.update(said[part], target[part], *given)
    counted = [metric.counts(), metric.evaluate().counts]  # gathered before anything is computed
    with metric.sync_context():
        counted.append(metric.counts())
        own = metric._cache["cells"].clone()
    assert torch.equal(metric.cells, own)  # each process goes on from its own
    value = float(metric.compute())
    if rank == 0:
        counted.append(metric.counts())  # alone: the others need not be there
    metric.update(said[part], target[part], *given)
    twice = metric.counts()
    found.append((value, [each.to_json() for each in counted], twice.to_json()))
dist.destroy_process_group()
print(json.dumps(found))
"""


def in_two_processes(meeting):
    """What each of them prints; neither outlives the test."""
    command, loopback = [sys.executable, "-c", WORKER], {**os.environ, "GLOO_SOCKET_IFNAME": "lo"}
    run = [
        subprocess.Popen([*command, str(rank), str(meeting)], stdout=subprocess.PIPE, text=True, env=loopback)
        for rank in range(2)
    ]
    try:
        return [json.loads(process.communicate(timeout=120)[0]) for process in run]
    finally:
        for process in run:
            process.kill()
            process.wait()


def test_two_processes_equal_one(tmp_path, rng):
    """Whatever is asked for: values, counts and evaluations are of all items, once each."""
    target, said = labels(rng, 100), labels(rng, 100)
    weights = torch.rand(100, generator=rng)
    for found in in_two_processes(tmp_path / "meet"):
        for given, (value, counted, twice) in zip([(), (weights,)], found, strict=True):
            alone = Informed(5, weighted=bool(given))
            alone.update(said, target, *given)
            assert value == pytest.approx(float(alone.compute()), abs=0 if not given else 1e-12)
            whole = alone.counts()
            for times, each in [*((1, each) for each in counted), (2, twice)]:
                read = informed.Counts.from_json(each)
                assert read.n == 100 * times
                assert_allclose(read.table, whole.table * times, atol=1e-12)


def test_what_is_merged_is_computed_anew(rng):
    target, said = labels(rng, 100), labels(rng, 100)
    whole, first, second = (Informed(5, "mcc") for _ in range(3))
    for metric, part in ((whole, slice(0, 100)), (first, slice(0, 30)), (second, slice(30, 100))):
        metric.update(said[part], target[part])
        metric.compute()
    first.merge_state(second)
    assert first.compute() == whole.compute()


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
        (lambda: Informed(3).update(ONE, ONE + 0.5), "labels outside of 0 to 2"),
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


def test_a_gpu_complains_when_it_computes():
    if not torch.cuda.is_available():
        pytest.skip("no GPU here")
    metric = Informed(3).cuda()
    metric.update(ONE.cuda(), TWO.cuda())
    with pytest.raises(InputError, match="1 items have labels outside of 0 to 2"):
        metric.compute()


def test_labels_and_weights_lie_together():
    if not torch.cuda.is_available():
        pytest.skip("no GPU here")
    for labels_at, weights_at in (("cpu", "cuda"), ("cuda", "cpu")):
        with pytest.raises(InputError, match="different devices"):
            foreign.pairs(ONE.cuda(), ONE.to(labels_at), (3, 3), weights=torch.ones(3, device=weights_at))


def test_a_refused_batch_leaves_the_counts_alone():
    metric = Informed(3)
    metric.update(ONE, ONE)
    with pytest.raises(InputError):
        metric.update(ONE, TWO)
    assert metric.counts().n == 3


# --- counting on a device --------------------------------------------------------------------------------------------

DTYPES = [torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8]


def cases():
    """Codes of every type and any length, some outside of the table, some ignored, some of a bad weight."""
    rng = np.random.default_rng(1)
    for place, (dtype, weighted, ignore) in enumerate(
        product(DTYPES, (None, torch.float32, torch.float64), (None, -1, 1))
    ):
        size = int(rng.integers(1, 400))
        low = 0 if dtype == torch.uint8 else -1
        rows = torch.from_numpy(rng.integers(low, 5, size)).to(dtype)
        columns = torch.from_numpy(rng.integers(0, 4, size)).to(DTYPES[place % 3] if place % 2 else dtype)
        weights = None
        if weighted is not None:
            weights = torch.from_numpy(rng.choice([0, 0.5, 1.25, -1, np.nan, np.inf, 1e-200, 1e20], size)).to(weighted)
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
        elif weight and not 1e-100 <= weight <= 1e18:  # its square would vanish, or its sum is no count
            apart[2] += 1
        elif weight:  # an item of weight 0 is as good as absent
            items[row, column] += 1
            sums[:, row, column] += weight, weight**2
    return items, sums, apart


def same(found, expected, weighted):
    items, sums, apart = expected
    found = foreign.Pairs(found.cells.cpu(), None if found.sums is None else found.sums.cpu(), found.shape)
    assert found.items.tolist() == items.tolist()
    assert [int(found.ignored), int(found.outside), int(found.bad_weights)] == apart
    if weighted:
        assert_allclose(found.weight, sums[0])
        assert_allclose(found.square, sums[1])


def test_pairs_are_counted_by_their_definition(place):
    for rows, columns, shape, weights, ignore in cases():
        expected = by_hand(rows, columns, shape, weights, ignore)
        there = [None if each is None else each.to(place) for each in (rows, columns, weights)]
        same(foreign.pairs(*there[:2], shape, weights=there[2], ignore=ignore), expected, weights is not None)
        if len(rows) > 3:  # where a wide load may not start
            part = [None if each is None else each[3:] for each in (rows, columns, weights)]
            there = [None if each is None else each[3:] for each in there]
            found = foreign.pairs(*there[:2], shape, weights=there[2], ignore=ignore)
            same(found, by_hand(*part[:2], shape, part[2], ignore), weights is not None)


@pytest.mark.parametrize("classes", [2, 16, 100, 241, 242, 1000])
def test_large_tables_and_many_items(place, classes):
    rng = np.random.default_rng(classes)
    for dtype in (torch.int64, torch.int32, torch.int16):
        rows, columns = (torch.from_numpy(rng.integers(0, classes, 1_000_003)).to(dtype) for _ in range(2))
        rows[:900_000] = classes - 1  # one cell far above the others
        columns[:900_000] = 0
        found = foreign.pairs(rows.to(place), columns.to(place), (classes, classes))
        expected = np.zeros((classes, classes), int)
        np.add.at(expected, (rows.numpy(), columns.numpy()), 1)
        assert torch.equal(found.items.cpu(), torch.from_numpy(expected))
        assert not found.cells[-3:].any()


HOST = """
// Enough of CUDA to run the kernel on the host: blocks of one thread, one after the other.
#include <cstddef>
#include <algorithm>
#define __global__
#define __device__
#define __launch_bounds__(threads)
#define __shared__
struct Three { unsigned x, y, z; };
static Three threadIdx, blockIdx, blockDim = {1, 1, 1}, gridDim;
static void __syncthreads() {}
static unsigned __match_any_sync(unsigned, int) { return 1; }
static int __popc(unsigned bits) { return __builtin_popcount(bits); }
template <class T> T __shfl_sync(unsigned, T own, int) { return own; }
template <class T> T __shfl_xor_sync(unsigned, T own, int) { return own; }
template <class T> T __shfl_down_sync(unsigned, T, int) { return 0; }
template <class T> T __shfl_up_sync(unsigned, T own, int) { return own; }
template <class T> T atomicAdd(T* place, T value) {
    const T before = *place;
    *place += value;
    return before;
}
static int atomicCAS(int* place, int expected, int value) {
    const int before = *place;
    if (before == expected) *place = value;
    return before;
}
using std::max;
static int min(int one, int two) { return one < two ? one : two; }
double memory[4096];
unsigned own[4096];
"""
RUN = """
extern "C" void run(int blocks, const ROW* r, const COLUMN* c, const WEIGHT* w, int n, int A, int P, int ignoring,
                    int ignored, int copies, u64* items, double* sums) {
    gridDim = {(unsigned)blocks, 1, 1};
    for (blockIdx.x = 0; (int)blockIdx.x < blocks; ++blockIdx.x)
        count_pairs(r, c, w, n, A, P, ignoring, ignored, copies, items, sums);
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")
@pytest.mark.parametrize("favoured", [1, 4])
def test_the_kernel_counts_by_the_definition(tmp_path, monkeypatch, favoured):
    """The source of the GPU's kernel, compiled for the host; what only a GPU can show is in benchmarks/gpu.py."""
    monkeypatch.setattr(cuda, "FAVOURED", favoured)  # with one item every block has a favourite cell
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
        found = foreign.Pairs(*cuda.zeros(rows, 12, foreign.APART, True), shape)
        given = (rows, columns, rows if weights is None else weights, found.cells, found.sums)
        *pointers, cells, sums = (ctypes.c_void_p(each.data_ptr()) for each in given)
        ignoring = (int(ignore is not None), ignore or 0)
        built[types](3, *pointers, len(rows), *shape, *ignoring, [1, 4][shared], cells, sums)
        if ignore == 1:
            cuda._take_out(1, shape, found)
        same(found, by_hand(rows, columns, shape, weights, ignore), weights is not None)


RUN_LISTS = """
extern "C" void run(int blocks, const ROW* r, const COLUMN* c, int n, int A, int P, int ignoring, int ignored, int bits,
                    int room, u32* filled, u16* listed, u64* items) {
    gridDim = {(unsigned)blocks, 1, 1};
    for (blockIdx.x = 0; (int)blockIdx.x < blocks; ++blockIdx.x)
        part_pairs(r, c, n, A, P, ignoring, ignored, bits, room, filled, listed, items);
    for (blockIdx.x = 0; (int)blockIdx.x < 2 << bits; ++blockIdx.x) count_parts(filled, listed, bits, room, 2, items);
}
"""


@pytest.mark.skipif(shutil.which("g++") is None, reason="needs a C++ compiler")
@pytest.mark.parametrize(
    "sizes", [{"SLOTS": 4, "SOME": 0, "MOST": 1}, {"SLOTS": 2, "SOME": 1, "MOST": 2}, {"SLOTS": 8}]
)
@pytest.mark.parametrize("room", [8, 64])
def test_the_kernels_of_lists_count_by_the_definition(tmp_path, monkeypatch, sizes, room):
    """Whether bins are asked, lists made, and lists full or not, the table is the same."""
    for name, size in {"CELLS": 4, "EACH": 8, **sizes}.items():
        monkeypatch.setattr(cuda, name, size)
    kernel = "".join(Path(cuda.__file__).with_name(each).read_text() for each in ("pairs.cu", "parts.cu"))
    built = {}
    for place, (rows, columns, shape, weights, ignore) in enumerate(cases()):
        if weights is not None or not len(rows):
            continue
        types = cuda._name(rows), cuda._name(columns)
        if types not in built:
            source, library = tmp_path / f"{place}.cpp", tmp_path / f"{place}.so"
            source.write_text(HOST + cuda.defines(*types, None, False, 1) + kernel + RUN_LISTS)
            subprocess.run(["g++", "-std=c++17", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
            built[types] = ctypes.CDLL(str(library)).run
        found = foreign.Pairs(*cuda.zeros(rows, 12, foreign.APART, False), shape)
        filled, listed = torch.zeros(4, dtype=torch.int32), torch.zeros(4 * room, dtype=torch.int16)
        given = (rows, columns, filled, listed, found.cells)
        first, second, *pointers = (ctypes.c_void_p(each.data_ptr()) for each in given)
        built[types](2, first, second, len(rows), *shape, int(ignore is not None), ignore or 0, 2, room, *pointers)
        if ignore == 1:
            cuda._take_out(1, shape, found)
        same(found, by_hand(rows, columns, shape, weights, ignore), False)


@pytest.mark.parametrize("kind", ["uniform", "sorted", "one cell"])
@pytest.mark.parametrize("dtype", [torch.int64, torch.int32, torch.int16])
def test_many_items_in_a_large_table(monkeypatch, place, kind, dtype):
    monkeypatch.setattr(cuda, "MANY", 2**20)
    rng = np.random.default_rng(1)
    rows, columns = rng.integers(0, 300, (2, 2**21 + 5))
    rows = np.sort(rows) if kind == "sorted" else rows
    if kind == "one cell":  # the list of that cell is full
        rows[1000:] = columns[1000:] = 299
    rows[7], columns[9] = 300, -1
    there = [torch.from_numpy(each).to(dtype).to(place) for each in (rows, columns)]
    found = foreign.pairs(*there, (300, 300))
    expected = np.zeros((301, 300), int)
    sound = columns >= 0
    np.add.at(expected, (rows[sound], columns[sound]), 1)
    assert torch.equal(found.items.cpu(), torch.from_numpy(expected[:300]))
    assert int(found.outside) == 2


def test_crosstab_beyond_its_first_items(monkeypatch, place):
    monkeypatch.setattr(foreign, "SAMPLE", 2)
    columns = [torch.tensor(each, device=place) for each in ([0, 0, 3, 1], [1, 0, 0, 2], [0, 1, 1, 4])]
    for chosen in (columns, columns[:2], columns[:1]):
        (found,) = foreign.crosstab(chosen, None, 1000)
        expected = np.zeros([int(each.max()) + 1 for each in chosen], int)
        np.add.at(expected, tuple(each.tolist() for each in chosen), 1)
        assert found.tolist() == expected.tolist()
    assert foreign.crosstab([-columns[0], columns[1]], None, 1000) is None
    assert foreign.crosstab(columns, None, 59) is None


# --- measures and draws of tensors -----------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", [each for each in informed.measures.find(backend="any") if each.ready], ids=str)
def test_measures_of_tensors(measure, place):
    rng = np.random.default_rng(1)
    size = 2 if measure.kind == "binary" else 4
    tables = rng.integers(0, 30, (50, size, size))
    tables[0] = np.eye(size)  # perfect
    tables[1, :, 1:] = 0  # constant
    tables[2, 1:] = 0  # one class alone
    assert_allclose(measure(torch.from_numpy(tables).to(place)).cpu(), measure(tables), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("measure", [each for each in informed.measures.find(backend="any") if each.ready], ids=str)
def test_measures_keep_to_the_device_of_their_table(measure):
    """PyTorch's device without memory refuses to work with an array made anywhere else, as a GPU would."""
    size = 2 if measure.kind == "binary" else 4
    assert measure.raw(torch.ones(5, size, size, dtype=torch.float64, device="meta")).device.type == "meta"


TABLE = np.array([[30.0, 4, 0], [6, 20, 5], [0, 2, 8]])


@pytest.mark.parametrize("way", ["bootstrap", "posterior", "simulate"])
def test_draws_of_a_tensor_have_the_moments_of_their_distribution(way, place):
    """Multinomial: mean np, variance np(1 - p); Dirichlet of mass a: mean a_i/a, variance m(1 - m)/(a + 1)."""
    from informed.inference import draws

    options = {"simulate": {"n": 200}}.get(way, {})
    table = torch.from_numpy(TABLE).to(place)
    found = getattr(draws, way)(table, draws=40_000, rng=draws.generator(1), **options)
    again = getattr(draws, way)(table, draws=40_000, rng=draws.generator(1), **options)
    assert isinstance(found, torch.Tensor)
    assert torch.equal(found, again)
    n = 200 if way == "simulate" else TABLE.sum()
    share = (TABLE + 2 / 9) / (TABLE.sum() + 2) if way == "posterior" else TABLE / TABLE.sum()
    variance = n**2 * share * (1 - share) / (TABLE.sum() + 3) if way == "posterior" else n * share * (1 - share)
    found = found.cpu()
    assert_allclose(found.sum((-2, -1)), n)
    assert_allclose(found.mean(0), n * share, atol=5 * np.sqrt(variance.max() / 40_000))
    assert_allclose(found.var(0), variance, rtol=0.1, atol=1e-9)


def test_intervals_of_a_tensor_agree_with_those_of_an_array(place):
    for method in ("posterior", "bootstrap", "bootstrap_bca", None):
        options = {"method": method, "draws": 20_000, "seed": 1}
        here = informed.estimate(TABLE, "informedness", **options)
        there = informed.estimate(torch.from_numpy(TABLE).to(place), "informedness", **options)
        assert (there.value, there.chance) == (here.value, here.chance)
        assert_allclose([there.low, there.high], [here.low, here.high], atol=0.01 if method else 0)
    shares = torch.from_numpy(TABLE / TABLE.sum())
    sized = informed.inference.interval.interval("kappa", shares, n=75, method="posterior", draws=20_000)
    counted = informed.inference.interval.interval("kappa", torch.from_numpy(TABLE), method="posterior", draws=20_000)
    assert_allclose([sized.low, sized.high], [counted.low, counted.high], atol=1e-9)


NAMED = ["recall", "precision", "f_measure(beta=0.5)"]


def test_no_two_measures_have_one_name(rng):
    """torchmetrics calls a metric by its class, in lists and per class."""
    target, said = labels(rng, 90, classes=3), labels(rng, 90, classes=3)
    apart = [ClasswiseWrapper(Informed(3, name, average=None)) for name in NAMED]
    found = {name: value for each in apart for name, value in each(said, target).items()}
    assert len(found) == 3 * len(NAMED)
    assert_allclose(found["recall_1"], Informed(3, "recall", average=None)(said, target)[1])
    together = MetricCollection([Informed(3, name, average="macro") for name in NAMED])(said, target)
    assert together.keys() == InformedCollection(3, NAMED, average="macro")(said, target).keys()


@pytest.mark.parametrize("copied", [lambda each: pickle.loads(pickle.dumps(each)), deepcopy, Metric.clone])
def test_a_copy_keeps_its_class_and_its_counts(rng, copied):
    class Mine(Informed):
        pass

    globals()["Mine"] = Mine
    Mine.__qualname__ = "Mine"
    target, said = labels(rng, 90, classes=3), labels(rng, 90, classes=3)
    for metric in (Informed(3, "mcc"), Mine(3, "mcc")):
        value = metric(said, target)
        again = copied(metric)
        assert type(again) is type(metric)
        assert isinstance(again, Informed)
        assert again.compute() == value


@pytest.mark.parametrize("threshold", [None, 0.5, 0.01, 0.99])
@pytest.mark.parametrize("sets", [False, True])
def test_logits_are_not_held_against_a_probability(rng, threshold, sets):
    """torchmetrics takes the sigmoid of them in silence; here they are refused, and every remedy agrees with it."""
    shape, options = ((80, 2), {"multilabel": True, "average": "macro"}) if sets else ((80,), {})
    logits, target = torch.randn(*shape, generator=rng), labels(rng, *shape, classes=2)
    with pytest.raises(InputError, match=r"scores outside of 0 to 1, .*threshold=0 for logits"):
        Informed(2, "recall", threshold=threshold, **options)(logits, target)
    share = 0.5 if threshold is None else threshold
    peer = theirs.MultilabelRecall(2, threshold=share) if sets else theirs.BinaryRecall(threshold=share)
    ours = Informed(2, "recall", threshold=threshold, **options)(logits.sigmoid(), target)
    assert_allclose(ours, peer(logits, target), rtol=1e-6)
    at = math.log(share / (1 - share))
    assert_allclose(Informed(2, "recall", **options)((logits > at).long(), target), ours)
    if share == 0.5:
        assert_allclose(Informed(2, "recall", threshold=0, **options)(logits, target), ours)


@pytest.mark.parametrize("top_k", [1, 2, 4])
def test_a_label_is_found_among_the_best_guesses(rng, place, top_k):
    target, scores = labels(rng, 300).to(place), torch.randn(300, 5, generator=rng).to(place)
    peers = {
        ("accuracy", "definition"): theirs.MulticlassAccuracy(5, top_k=top_k, average="micro"),
        ("recall", "macro"): theirs.MulticlassRecall(5, top_k=top_k, average="macro"),
        ("recall", None): theirs.MulticlassRecall(5, top_k=top_k, average=None),
        ("balanced_accuracy", "definition"): theirs.MulticlassRecall(5, top_k=top_k, average="macro"),
    }
    for (name, average), peer in peers.items():
        found = Informed(5, name, average=average, top_k=top_k).to(place)(scores, target)
        assert_allclose(found.cpu(), peer.to(place)(scores, target).cpu(), rtol=1e-6)


def test_several_guesses_are_no_table(rng):
    """Chance finds more with every guess, so what is corrected for it needs the one that is meant."""
    for measure, top_k in (("informedness", 2), ("accuracy", 0), ("accuracy", 6)):
        with pytest.raises(InputError, match=f"top_k={top_k} of {measure}: give 1 to 5"):
            Informed(5, measure, top_k=top_k)
    metric = Informed(5, "accuracy", top_k=2)
    with pytest.raises(InputError, match="must be scores with 5 classes"):
        metric.update(labels(rng, 9), labels(rng, 9))
    metric.update(torch.randn(9, 5, generator=rng), labels(rng, 9))
    with pytest.raises(InputError, match="is no table"):
        metric.counts()


@pytest.mark.parametrize("options", [{}, {"multilabel": True, "average": "macro"}])
def test_a_device_without_double_precision_gets_values_in_single(rng, monkeypatch, options):
    """As Apple's: the counts are whole numbers, and nothing with 64 fractional bits is made where they lie."""
    shape = (50, 3) if options else (50,)
    target, said = labels(rng, *shape, classes=2 if options else 3), labels(rng, *shape, classes=2 if options else 3)
    usual = Informed(3, "recall" if options else "mcc", **options)(said, target)
    monkeypatch.setattr("informed.integrations.torch.NO_DOUBLES", ("cpu",))
    metric = Informed(3, "recall" if options else "mcc", **options)
    found = metric(said, target)
    assert (usual.dtype, found.dtype) == (torch.float64, torch.float32)
    assert_allclose(found, usual, rtol=1e-6)
    assert not metric.cells.is_floating_point()


THEIRS = ["BinaryMatthewsCorrCoef", "MulticlassMatthewsCorrCoef", "MultilabelMatthewsCorrCoef", "BinaryCohenKappa",
          "MulticlassCohenKappa"]  # fmt: skip


@pytest.mark.parametrize("name", THEIRS)
def test_the_examples_that_torchmetrics_prints(name):
    """The package holds them, so they are run wherever it is; its own tests need a checkout (`./dev test peers`)."""
    known, compared = {"tensor": torch.tensor, "torch": torch}, 0
    for each in DocTestParser().get_examples(getattr(theirs, name).__doc__):
        if "import" not in each.source and "plot" not in each.source:
            exec(each.source.replace(f"{name}(", f"shims.{name}("), known | {"shims": shims}, known)
            if each.want.startswith("tensor("):
                found = eval(each.source.strip().replace(f"{name}(", f"shims.{name}("), known | {"shims": shims})
                assert_allclose(found, eval(each.want, known), atol=5e-5)
                compared += 1
    assert compared
