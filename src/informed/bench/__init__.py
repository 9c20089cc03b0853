"""The bench: a table that is judged as it is typed, in one page that needs neither server nor network.

The page is written in small modules (``page/*.js``). They are joined here, in the order in which they need each other,
into one script. What they compute is closed forms; ``tests/bench`` holds every number to that of Python.
"""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

__all__ = ["MODULES", "page", "script"]

PAGE = Path(__file__).parent / "page"
MODULES = (
    "arithmetic",
    "beta",
    "limits",
    "words",
    "reading",
    "state",
    "drawing",
    "grid",
    "summary",
    "pasting",
    "main",
)
IMPORT = re.compile(r"^import \{[^}]*\} from \"[^\"]*\";\n", re.MULTILINE)


def script(modules: tuple[str, ...] = MODULES) -> str:
    """All modules as one: what one exports the next ones see."""
    joined = "\n".join((PAGE / f"{name}.js").read_text(encoding="utf-8") for name in modules)
    return re.sub(r"^export ", "", IMPORT.sub("", joined), flags=re.MULTILINE)


def page() -> str:
    """The whole page, ready to be opened from disk.

    The policy lets this one script run, and nothing be fetched.
    """
    code = f"\n{script()}"
    digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    parts = {"STYLE": (PAGE / "style.css").read_text(encoding="utf-8"), "SCRIPT": code, "DIGEST": digest}
    template = (PAGE / "bench.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], template)
