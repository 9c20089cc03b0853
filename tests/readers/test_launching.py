"""Which library compiles the GPU's kernel: the first that can, by a public interface; none is a plain answer too."""

import numpy as np
import pytest

from informed.readers.device import cuda as kernels


def fails(*_):
    raise ImportError("not here")


def works(*_):
    return print


@pytest.fixture(autouse=True)
def forgotten():
    kernels.loader.cache_clear()
    yield
    kernels.loader.cache_clear()


def test_cuda_core_comes_before_cupy():
    assert kernels.LOADERS == (kernels.by_cuda_core, kernels.by_cupy)


@pytest.mark.parametrize(
    ("order", "taken"), [((works, fails), 0), ((fails, works), 1), ((works, works), 0), ((fails, fails), None)]
)
def test_the_first_that_compiles_is_taken(monkeypatch, order, taken):
    found = [lambda *_, each=each: each() for each in order]
    monkeypatch.setattr(kernels, "LOADERS", tuple(found))
    assert kernels.loader() is (None if taken is None else found[taken])


@pytest.mark.parametrize("load", kernels.LOADERS, ids=lambda load: load.__name__)
def test_a_library_that_is_not_installed_says_so_when_asked(monkeypatch, load):
    monkeypatch.setattr(kernels, "import_module", fails)
    with pytest.raises(ImportError, match="not here"):
        load(0, "", "nothing", 0)


def test_numbers_travel_with_32_bits_and_arrays_as_addresses():
    class Tensor:
        def data_ptr(self):
            return 2**40

    assert kernels._plain(7).dtype == kernels._typed(7).dtype == np.int32
    assert kernels._plain(Tensor()) == 2**40
    assert (kernels._typed(Tensor()), kernels._typed(Tensor()).dtype) == (2**40, np.uintp)
