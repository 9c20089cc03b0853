"""The special functions of SciPy without the rest of their package, which takes five times as long to import.

It saves about a quarter of a second at the start of every command that judges.
"""

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

NAME = "scipy.special"


def import_special_functions() -> None:
    """Let `scipy.special` hold its compiled functions alone; whoever asks it for more gets the package itself."""
    if NAME in sys.modules:
        return
    import numpy
    import scipy

    light = ModuleType(NAME)
    vars(light).update(__path__=[str(Path(scipy.__path__[0]) / "special")], __getattr__=_from_package)
    sys.modules[NAME] = light
    try:
        compiled = vars(import_module("scipy.special._ufuncs"))
    except ImportError:  # another version of SciPy keeps them elsewhere
        del sys.modules[NAME]
    else:
        vars(light).update({name: each for name, each in compiled.items() if isinstance(each, numpy.ufunc)})


def _from_package(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    if getattr(sys.modules[NAME], "__getattr__", None) is _from_package:
        del sys.modules[NAME]
    return getattr(import_module(NAME), name)
