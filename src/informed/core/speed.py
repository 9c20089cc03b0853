"""Loops in C, where they were compiled with the package; whoever uses one has a way in Python too, alike to the bit.

The environment variable ``INFORMED_PURE`` (any text) turns them off.
"""

import os
from types import ModuleType

REVISION = 1  # as in src/speed/module.c; a build of another revision may have other loops


def _compiled() -> ModuleType | None:
    if os.environ.get("INFORMED_PURE"):
        return None
    try:
        from informed import _speed
    except ImportError:
        return None
    return _speed if _speed.REVISION == REVISION else None


compiled = _compiled()


def cores() -> int:
    """How many cores this process may use."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed else os.cpu_count() or 1
