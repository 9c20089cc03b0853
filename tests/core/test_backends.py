"""Tables that live in torch, JAX or a strict array library give what NumPy gives, in their own library."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import informed
from informed.core.table import namespace, one_vs_rest

MEASURES = [each for each in informed.measures.find(backend="any") if each.ready]
RNG = np.random.default_rng(0)
TABLES = {
    "one": RNG.integers(0, 30, (2, 2)),
    "batch": RNG.integers(0, 30, (5, 3, 3)),
    "degenerate": np.array([[[3, 0], [2, 0]], [[3, 4], [0, 0]], [[5, 0], [0, 2]], [[0, 0], [0, 0]]]),
}


LIBRARIES = ["torch", "array_api_strict", "jax"]
SHOWN = [(library, name) for library in LIBRARIES for name in TABLES]
SHOWN = [shown for shown in SHOWN if shown[0] != "jax" or shown[1] == "degenerate"]  # it compiles for every new shape


@pytest.fixture
def make(request):
    """Counts as an array of another library."""
    library = pytest.importorskip(request.param)
    if request.param != "jax":
        yield library.asarray
        return
    library.config.update("jax_enable_x64", True)
    yield library.numpy.asarray
    library.config.update("jax_enable_x64", False)


@pytest.mark.parametrize(("make", "name"), SHOWN, indirect=["make"])
def test_every_measure_gives_the_same(make, name):
    counts = TABLES[name]
    for each in MEASURES:
        table = counts if each.applies(*counts.shape[-2:]) else one_vs_rest(counts)
        value = each(make(table))
        assert namespace(value) is namespace(make(table)), each
        assert_allclose(np.asarray(value), each(table), rtol=1e-12, atol=1e-12, err_msg=str(each))


@pytest.mark.parametrize("make", LIBRARIES, indirect=True)
def test_every_label_against_the_rest(make):
    counts = TABLES["batch"]
    assert_allclose(np.asarray(one_vs_rest(make(counts))), one_vs_rest(counts))


@pytest.mark.parametrize("make", LIBRARIES, indirect=True)
def test_costs(make):
    counts = TABLES["one"]
    measure = informed.measures.get("total_cost(cost=[[0, 1], [5, 0]])")
    assert float(measure(make(counts))) == measure(counts)


def test_jax_without_64_bits_neither_warns_nor_fails():
    """It computes in 32 bits then, as its user chose."""
    numpy = pytest.importorskip("jax").numpy
    value = informed.measures.informedness(numpy.asarray([[30, 30], [12, 28]]))
    assert float(value) == pytest.approx(0.2, abs=1e-6)


def test_jax_can_compile_and_differentiate():
    jax = pytest.importorskip("jax")
    table = jax.numpy.asarray([[30.0, 30.0], [12.0, 28.0]])
    gradient = jax.jit(jax.grad(informed.measures.informedness.raw))(table)
    # d(tp/rp - fp/rn): fn/rp^2, -tp/rp^2, -tn/rn^2, fp/rn^2
    assert_allclose(gradient, [[30 / 3600, -30 / 3600], [-28 / 1600, 12 / 1600]], rtol=1e-5)


def test_torch_can_differentiate():
    torch = pytest.importorskip("torch")
    table = torch.tensor([[30.0, 30.0], [12.0, 28.0]], dtype=torch.float64, requires_grad=True)
    informed.measures.informedness(table).backward()
    assert_allclose(table.grad, [[30 / 3600, -30 / 3600], [-28 / 1600, 12 / 1600]])


def test_measures_that_need_special_functions_take_numpy_only():
    for each in informed.measures.find(backend="numpy"):
        with pytest.raises(informed.InputError, match="NumPy"):
            each(pytest.importorskip("array_api_strict").asarray([[3.0, 1.0], [2.0, 4.0]]))
