"""The site: pages beside docs/, the bench as its front page, tables that fit, and what a search looks through."""

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

import informed
from informed import bench

ROOT = Path(__file__).parents[2]
BESIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
FRONT = {
    "Documentation": "start.html",
    "Install": "install.html",
    "Tutorial": "tutorial.html",
    "Questions": "guides/index.html",
    "Measures": "measures/index.html",
    "What is new": "new.html",
}
LONGEST = 6000  # letters of a page that a search looks through
MANY = 3  # columns of a table whose rows are cards on a phone
FOUND: list[dict[str, Any]] = []


def on_files(files: Files, *, config: Any) -> Files:
    """Called by MkDocs once it knows the files of docs/."""
    FOUND.clear()
    for name, page in BESIDE.items():
        files.append(File.generated(config, page, content=(ROOT / name).read_text()))
    links = "".join(f'<a href="{page}">{name}</a>' for name, page in FRONT.items())
    front = bench.page(f'<nav aria-label="documentation">{links}</nav>')
    files.append(File.generated(config, "index.html", content=front))
    return files


def on_page_markdown(text: str, **_: Any) -> str:
    """Called by MkDocs with the text of each page."""
    for name, page in BESIDE.items():
        text = text.replace(f"](../{name})", f"]({page})").replace(f"]({name})", f"]({page})")
    return text.replace("](docs/", "](")


def on_page_content(html: str, *, page: Any, **_: Any) -> str:
    """Called by MkDocs with each page: it is kept for the search, and what may be wide can be reached by keyboard."""
    heads = " ".join(map(_plain, re.findall(r"<h[1-6][^>]*>(.*?)</h", html)))
    plain = _plain(re.sub(r"<h1.*?</h1>", "", html, count=1, flags=re.DOTALL))
    FOUND.append(
        {"url": page.url, "title": page.title, "names": _names(page.url), "heads": heads.lower(), "text": plain}
    )
    html = re.sub(r"<table>.*?</table>", _table, html, flags=re.DOTALL)
    return html.replace("<pre>", '<pre tabindex="0">')


def on_post_build(*, config: Any, **_: Any) -> None:
    """Called by MkDocs at the end: the search is a script, which a page on a disk may load too."""
    kept = [{**each, "text": each["text"][:LONGEST]} for each in FOUND]
    written = json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
    (Path(config["site_dir"]) / "search.js").write_text(f"window.PAGES={written};\n", encoding="utf-8")


def _plain(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def _names(url: str) -> list[str]:
    """The other names of the measure that a page is about."""
    room, _, name = url.removesuffix(".html").partition("/")
    known = {each.name: each for each in informed.measures.find()} if room == "measures" else {}
    return [each.lower() for each in (name, *known[name].aliases)] if name in known else []


def _table(found: re.Match[str]) -> str:
    """A table in a frame of its own; each cell knows the head of its column."""
    heads = [_plain(each) for each in re.findall(r"<th\b[^>]*>(.*?)</th>", found[0], re.DOTALL)]
    rows = re.split(r"(?=<tr>)", found[0])
    for place, row in enumerate(rows):
        cells = iter(heads)
        rows[place] = re.sub(r"<td", lambda _: f'<td data-head="{_escaped(next(cells, ""))}"', row)  # noqa: B023
    kind = ' class="many"' if len(heads) >= MANY else ""
    name = _escaped(", ".join(filter(None, heads)) or "table")
    table = "".join(rows).replace("\\|", "|").replace("<table>", f"<table{kind}>", 1).replace("<th></th>", "<td></td>")
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{name}">{table}</div>'


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
