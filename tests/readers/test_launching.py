"""Which library compiles the GPU's kernel: the first that can, by a public interface; none is a plain answer too."""

import numpy as np
import pytest

from informed.readers import launching


def fails(*_):
    raise ImportError("not here")


def works(*_):
    return print


@pytest.fixture(autouse=True)
def forgotten():
    launching.loader.cache_clear()
    yield
    launching.loader.cache_clear()


def test_cuda_core_comes_before_cupy():
    assert launching.LOADERS == (launching.by_cuda_core, launching.by_cupy)


@pytest.mark.parametrize(
    ("order", "taken"), [((works, fails), 0), ((fails, works), 1), ((works, works), 0), ((fails, fails), None)]
)
def test_the_first_that_compiles_is_taken(monkeypatch, order, taken):
    found = [lambda *_, each=each: each() for each in order]
    monkeypatch.setattr(launching, "LOADERS", tuple(found))
    assert launching.loader() is (None if taken is None else found[taken])


@pytest.mark.parametrize("load", launching.LOADERS, ids=lambda load: load.__name__)
def test_a_library_that_is_not_installed_says_so_when_asked(monkeypatch, load):
    monkeypatch.setattr(launching, "import_module", fails)
    with pytest.raises(ImportError, match="not here"):
        load(0, "", "nothing", 0)


def test_numbers_travel_with_32_bits_and_arrays_as_addresses():
    class Tensor:
        def data_ptr(self):
            return 2**40

    assert launching._plain(7).dtype == launching._typed(7).dtype == np.int32
    assert launching._plain(Tensor()) == 2**40
    assert (launching._typed(Tensor()), launching._typed(Tensor()).dtype) == (2**40, np.uintp)
