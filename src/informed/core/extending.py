"""What other packages add: measures, kinds of files and questions, which they announce as entry points.

An entry point of the group ``informed.measures``, ``informed.readers`` or ``informed.questions`` has a name and the
place of what it adds. Names are known without importing anything; what cannot be used is told in one sentence with the
package that it is of, and harms nothing else.
"""

import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from informed.core.errors import InputError, bounded, door

KINDS = {"informed.measures": "measure", "informed.readers": "reader", "informed.questions": "question"}


class Addition(NamedTuple):
    """A measure, reader or question of another package: its name, and where it lies."""

    kind: str
    name: str
    package: str
    place: str

    def refused(self, why: str) -> InputError:
        """That it cannot be used, and why."""
        told = f"the package {self.package} cannot add the {self.kind} {self.name!r}: {why.rstrip('.')}"
        return InputError(" ".join(bounded(told).split()))

    def load(self) -> Any:
        """What it adds; whatever goes wrong in the other package is one sentence."""
        module, _, attribute = self.place.partition(":")
        try:
            found: Any = import_module(module)
            return getattr(found, attribute) if attribute else found
        except (Exception, SystemExit) as error:
            kind = "" if isinstance(error, InputError) and str(error) else f"{type(error).__name__}: "
            raise self.refused(f"{kind}{error}".rstrip(": ")) from error


def added(kind: str, taken: Collection[str] = ()) -> Mapping[str, Addition]:
    """What is added of a kind, by name; a name that is ``taken`` here or by another package is refused."""
    return _unique(kind, frozenset(taken), tuple(sys.path))


def loaded(kind: str, taken: Collection[str], load: Callable[[Addition], Any]) -> dict[str, Any]:
    """The same, imported by ``load``; what cannot be used is told and left out."""
    found = {}
    for name, each in added(kind, taken).items():
        try:
            found[name] = load(each)
        except InputError as error:
            door().warn(str(error))
    return found


@cache
def _unique(kind: str, taken: frozenset[str], path: tuple[str, ...]) -> Mapping[str, Addition]:
    found: dict[str, Addition] = {}
    for each in _announced(path):
        if each.kind != kind:
            continue
        if each.name in taken or each.name in found:
            whose = f"the package {found[each.name].package}" if each.name in found else "informed itself"
            door().warn(str(each.refused(f"{whose} has a {kind} or command of this name")))
        else:
            found[each.name] = each
    return found


@cache
def _announced(path: tuple[str, ...]) -> tuple[Addition, ...]:
    """Everything that installed packages announce, in the order of their names.

    Read from their files, whose form is that of the specification of entry points (packaging.python.org);
    `importlib.metadata` takes as long to import as all of ``informed --help``.
    """
    found: dict[str, list[Addition]] = {}
    for folder in dict.fromkeys(path):
        for name in sorted(_listed(folder or ".")):
            if name.endswith((".dist-info", ".egg-info")):
                package = name.rpartition(".")[0].partition("-")[0].replace("_", "-")
                found.setdefault(package, []).extend(_entries(os.path.join(folder, name, "entry_points.txt"), package))
    return tuple(each for package in sorted(found) for each in dict.fromkeys(found[package]))


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []  # a path need not exist, and may be an archive


def _entries(file: str, package: str) -> Iterator[Addition]:
    try:
        with open(file, encoding="utf-8") as announced:
            text = announced.read()
    except (OSError, UnicodeDecodeError):
        return
    group = ""
    for line in text.splitlines() if "[informed." in text else ():
        line = line.strip()
        if line.startswith("["):
            group = line.strip("[] ")
        elif group in KINDS and "=" in line and line[0] not in "#;":
            name, _, place = line.partition("=")
            yield Addition(KINDS[group], name.strip(), package, place.partition("[")[0].strip())
