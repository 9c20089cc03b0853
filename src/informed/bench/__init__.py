"""The bench: a table that is judged as it is typed, in one page that needs neither server nor network.

The page is written in small modules (``page/*.js``). They are joined here, in the order in which they need each other,
into one script. What they compute is closed forms; ``tests/bench`` holds every number to that of Python.
"""

import base64
import hashlib
import re
from pathlib import Path

__all__ = ["MODULES", "PANEL", "page", "panel", "script", "served", "style"]

PAGE = Path(__file__).parent / "page"
MODULES = (
    "arithmetic",
    "beta",
    "limits",
    "words",
    "numbers",
    "reading",
    "state",
    "drawing",
    "gauge",
    "random",
    "sheet",
    "book",
    "grid",
    "summary",
    "pasting",
    "dare",
    "height",
    "guessers",
    "threshold",
    "misjudged",
    "share",
    "main",
)
PANEL = ("arithmetic", "beta", "limits", "words", "numbers", "drawing", "gauge", "whatif")
COMMENT = re.compile(r"^\s*//[^\n]*\n|^\s+", re.MULTILINE)
IMPORT = re.compile(r"^import \{[^}]*\} from \"[^\"]*\";\n", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|(?:async )?function) ([\w$]+))", re.MULTILINE)


def script(modules: tuple[str, ...] = MODULES) -> str:
    """All modules as one, without comments: each in a scope of its own, and what it exports known to the next ones."""
    joined = "\n".join(_scoped((PAGE / f"{name}.js").read_text(encoding="utf-8")) for name in modules)
    return COMMENT.sub("", joined)


def _scoped(module: str) -> str:
    """One module without its imports, as a function that is called at once."""
    body, names = EXPORT.sub("", IMPORT.sub("", module)), ", ".join(EXPORT.findall(module))
    return f"const {{ {names} }} = (() => {{\n{body}return {{ {names} }};\n}})();\n"


def page(pages: str = "") -> str:
    """The whole page, ready to be opened from disk; ``pages`` is the way to others, where it has them.

    The policy lets this one script run, and nothing be fetched.
    """
    code = f"\n{script()}"
    digest = base64.b64encode(hashlib.sha256(code.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; img-src data: blob:"
    head = f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n<style>\n{style()}\n</style>'
    return _filled(HEAD=head, SCRIPT=f'<script type="module">{code}</script>', PAGES=pages, TAKE="")


def served(pages: str, take: str) -> str:
    """The page of a server, which sends style and script apart and says itself what may run.

    ``pages`` is the way to its other pages, ``take`` what it has to take home.
    """
    head = '<link rel="stylesheet" href="/assets/bench.css">'
    scripts = (
        '<script type="module" src="/assets/bench.js"></script>\n<script defer src="/static/workbench.js"></script>'
    )
    return _filled(HEAD=head, SCRIPT=scripts, PAGES=pages, TAKE=take)


def style() -> str:
    """The style of the page."""
    return (PAGE / "style.css").read_text(encoding="utf-8")


def _filled(**parts: str) -> str:
    template = (PAGE / "bench.html").read_text(encoding="utf-8")
    return re.sub(r"\{\{(\w+)\}\}\n?", lambda found: parts[found[1]] and f"{parts[found[1]]}\n", template)


def panel() -> str:
    """The script of a report that lets its table be changed: table, verdict and gauge."""
    return f"{{\n{script(PANEL)}}}\n"
