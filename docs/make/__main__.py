"""``python docs/make`` writes every generated page and output; ``--check`` only says which differ.

``--generated`` leaves out the outputs on pages that people write.
"""

import sys
from pathlib import Path

from blocks import ROOT, pages, regenerate
from generated import generated, papers


def stale(path: Path, text: str, write: bool) -> bool:
    """Whether the file does not hold this text; then it is written, if asked."""
    if path.exists() and path.read_text() == text:
        return False
    if write:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return True


def main(arguments: list[str]) -> int:
    """All pages, or those named."""
    write = "--check" not in arguments
    named = [Path(each).resolve() for each in arguments if not each.startswith("-")]
    made = {ROOT / "docs" / name: text for name, text in (generated() | papers()).items()}
    changed = [path for path, text in made.items() if not named and stale(path, text, write)]
    written = [] if "--generated" in arguments else named or [path for path in pages() if path not in made]
    changed += [path for path in written if stale(path, regenerate(path.read_text()), write)]
    for path in changed:
        print("wrote" if write else "stale:", path.relative_to(ROOT))
    return int(bool(changed) and not write)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
