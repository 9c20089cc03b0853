"""Arrays that lie elsewhere: the array API of NumPy on a device from which nothing comes unless it is fetched."""

from __future__ import annotations

from types import SimpleNamespace
from typing import ClassVar

import array_api_compat.numpy as xp
import numpy as np


class Away:
    """An array on an accelerator, as CuPy has them: only ``get`` copies it to the host, and that is written down."""

    device = "accelerator:0"
    fetched: ClassVar[list[int]] = []

    def __init__(self, held):
        self.held = held
        self.shape, self.dtype, self.ndim, self.size = held.shape, held.dtype, held.ndim, held.size

    def get(self):
        Away.fetched.append(self.held.size)
        return self.held

    def __array__(self, *_, **__):
        raise TypeError("this array lies on a device; copy it to the host first")

    def __array_namespace__(self, **_):
        return NAMESPACE

    def reshape(self, *shape):
        return Away(self.held.reshape(*shape))

    def __getitem__(self, key):
        return taken(self.held[given(key)])

    def __len__(self):
        return len(self.held)


def given(value):
    if isinstance(value, Away):
        return value.held
    if isinstance(value, (list, tuple)):
        return type(value)(given(each) for each in value)
    assert not isinstance(value, np.ndarray), "an array of the host among those of the device"
    return value


def taken(value):
    if isinstance(value, tuple):
        return tuple(map(taken, value))
    return Away(np.asarray(value)) if isinstance(value, (np.ndarray, np.generic)) else value


def there(function):
    """The function for arrays that lie there; what it makes lies there too."""
    return lambda *values, device=None, **options: taken(
        function(*map(given, values), **{name: given(each) for name, each in options.items()})
    )


class Namespace(SimpleNamespace):
    """All functions of the array API, and bincount, which every library has beside it."""

    def __getattr__(self, name):
        found = getattr(xp, name)
        return found if isinstance(found, type) or not callable(found) or name == "isdtype" else there(found)


NAMESPACE = Namespace(__name__="away")

for _name in (
    *("add", "sub", "mul", "truediv", "pow", "and", "or", "eq", "ne", "lt", "le", "gt", "ge"),
    *("radd", "rsub", "rmul", "rtruediv", "rand", "ror", "neg", "abs", "invert", "bool", "int", "float", "index"),
):
    _dunder = f"__{_name}__"

    def _operator(self, *other, _dunder=_dunder):
        return taken(getattr(self.held, _dunder)(*map(given, other)))

    if _name in ("bool", "int", "float", "index"):  # one number may always be looked at

        def _operator(self, _dunder=_dunder):
            assert self.held.size == 1
            return getattr(self.held, _dunder)()

    setattr(Away, _dunder, _operator)
