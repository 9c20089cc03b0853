"""How many functions the walk ``informed evaluate FILE --by GROUP`` passes: ``python tests/meta/spine.py``.

The spine is made of the project's frames on the stack when the table is counted, when the first interval is computed,
and when the text is written; each function counts once.
"""

import contextlib
import io
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import rich_click as click

import informed
from informed.cli import main
from informed.core.counts import Counts
from informed.inference import interval

SOURCE = Path(informed.__file__).parent
ROWS = "y,p,g\n" + "a,a,u\nb,b,u\na,b,u\nb,b,v\na,a,v\nb,a,v\n" * 5


def frames() -> Iterator[str]:
    """The project's functions on the stack, the outermost last."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        if Path(frame.f_code.co_filename).is_relative_to(SOURCE):
            where = Path(frame.f_code.co_filename).relative_to(SOURCE).with_suffix("")
            yield f"{'.'.join(where.parts)}.{frame.f_code.co_qualname}"
        frame = frame.f_back


def spine() -> dict[str, list[str]]:
    """The frames of each of the three moments, the outermost first."""
    found: dict[str, list[str]] = {}

    def noted(moment: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any, **options: Any) -> Any:
            found.setdefault(moment, [*frames()][::-1])
            return function(*arguments, **options)

        return called

    moments = {
        "counted": (Counts, "__post_init__"),
        "interval": (interval, "limits_of"),
        "written": (click, "echo"),
    }
    kept = {name: getattr(*place) for name, place in moments.items()}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.csv"
        path.write_text(ROWS)
        for name, (owner, attribute) in moments.items():
            setattr(owner, attribute, noted(name, kept[name]))
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            main(["evaluate", str(path), "--actual", "y", "--predicted", "p", "--by", "g"])
        for name, (owner, attribute) in moments.items():
            setattr(owner, attribute, kept[name])
    return found


def functions() -> list[str]:
    """Every function of the spine, once."""
    return list(dict.fromkeys(each for moment in spine().values() for each in moment))


if __name__ == "__main__":
    for moment, stack in spine().items():
        print(moment, *stack, sep="\n  ")
    print(len(functions()), "functions")
