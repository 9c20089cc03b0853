"""The pages that lie beside docs/ become part of the site, and links follow them."""

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

from informed import bench

ROOT = Path(__file__).parents[2]
BESIDE = {"CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}


def on_files(files: Files, *, config: Any) -> Files:
    """Called by MkDocs once it knows the files of docs/."""
    for name, page in BESIDE.items():
        files.append(File.generated(config, page, content=(ROOT / name).read_text()))
    files.append(File.generated(config, "bench.html", content=bench.page()))
    return files


def on_page_markdown(text: str, **_: Any) -> str:
    """Called by MkDocs with the text of each page."""
    for name, page in BESIDE.items():
        text = text.replace(f"](../{name})", f"]({page})").replace(f"]({name})", f"]({page})")
    return text.replace("](docs/", "](")
