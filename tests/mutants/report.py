"""The page of the mutants: how many were noticed, and every one that was not."""

from __future__ import annotations

import tomllib
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from mutating import Mutant

HEAD = """# Mutants

Do the tests notice a fault? `./dev test mutants` puts small faults into `core`, `inference`, `readers` and what
questions compute, one at a time: another operator, comparison, constant or axis, `and` for `or`, `min` for `max`, a
statement dropped. Each is run against the tests that execute its statement. A mutant is *killed* if one of them fails.
It is *equivalent* if no answer changes (speed, memory, a guess that a later step corrects); the reason stands beside
it, from `tests/mutants/equivalent.toml`.

"""


def equivalents() -> dict[str, str]:
    """Mutants that change no answer, and why."""
    with (Path(__file__).parent / "equivalent.toml").open("rb") as file:
        return tomllib.load(file)


def report(results: list[tuple[Mutant, str]], seed: int, drawn: int) -> str:
    """The page, from each mutant and the test that killed it ("" for none)."""
    known = equivalents()
    survivors = [mutant for mutant, killer in results if not killer]
    same = [each for each in survivors if each.name in known]
    real = [each for each in survivors if each.name not in known]
    killed, telling = len(results) - len(survivors), len(results) - len(same)
    day = datetime.now(UTC).date()
    of = f"{len(results)} mutants" if drawn == len(results) else f"{len(results)} of {drawn} mutants"
    lines = [
        HEAD + f"Run on {day} with seed {seed}: {of}, {killed} killed, {len(same)} equivalent, {len(real)} survivors."
    ]
    lines += [f"**{killed / max(telling, 1):.1%}** of those that change an answer were killed.", ""]
    lines += ["| room | mutants | killed | equivalent | survivors |", "|---|---|---|---|---|"]
    rooms = Counter((_room(mutant), _became(mutant, killer, known)) for mutant, killer in results)
    for room in sorted({name for name, _ in rooms}):
        parts = [rooms[room, kind] for kind in ("killed", "equivalent", "survivor")]
        lines.append(f"| `{room}` | {sum(parts)} | " + " | ".join(map(str, parts)) + " |")
    lines += ["", "## Survivors", "", *_table(real, {})] if real else ["", "No survivors."]
    lines += ["", "## Equivalent", "", *_table(same, known)] if same else []
    return "\n".join(lines) + "\n"


def _became(mutant: Mutant, killer: str, known: dict[str, str]) -> str:
    return "killed" if killer else "equivalent" if mutant.name in known else "survivor"


def _room(mutant: Mutant) -> str:
    return mutant.file.removeprefix("src/informed/").partition("/")[0]


def _table(mutants: list[Mutant], reasons: dict[str, str]) -> list[str]:
    lines = ["| where | was | became |" + " why |" * bool(reasons), "|---|---|---|" + "---|" * bool(reasons)]
    for each in mutants:
        why = f" {reasons[each.name]} |" if reasons else ""
        where = f"`{each.file.removeprefix('src/informed/')}` {each.place}"
        lines.append(f"| {where} | {_code(each.old)} | {_code(each.new)} |{why}")
    return lines


def _code(text: str) -> str:
    words = " ".join(text.split()).replace("|", "\\|")
    return f"`{words if len(words) <= 80 else words[:77] + '...'}`"
