"""All pages of docs/coverage anew, and what changed on them.

    ./dev benchmarks calibration [--share 0.05] [--only tables,judge]

Runs the scripts of ``benchmarks/calibration/``, two at a time, each with as many tables as fit into two hours on two
cores; ``--share`` takes a part of them. It says what each took of a processor, and names, page by page, the lines that
differ and the settings marked.
"""

from __future__ import annotations

import argparse
import difflib
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent / "calibration"
PAGES = Path(__file__).parents[1] / "docs" / "coverage"
CORES = 2
TABLES = {  # what each script is given, as many as fit; longest first, so that none is left over at the end
    "measures": 400, "gates": 300, "plans": 500, "tables": 500, "judge": 300, "screens": 200, "consensus_sure": 60,
    "informedness": 100, "ledger": 300, "designs": 400, "raters": 200, "several": 100, "claims": 100, "scores": 400,
    "repeats": 100, "sentences": 300, "comparisons": 150, "strengths": 400, "ratios": 1000, "gaps": 200, "cues": 300,
    "ordered": 300, "grading": 500, "leaning": 500, "benefit": 200, "checks": 100, "partial": 300, "unjudged": 400,
    "spans": 300, "kb": 2000,
}  # fmt: skip
for each in sorted(HERE.glob("*.py")):  # a new script, until it has a number of its own
    if "write(PAGE" in each.read_text():
        TABLES.setdefault(each.stem, 100)
BY_HAND = "consensus.md needs draws of its own: benchmarks/calibration/consensus_draws.py, then consensus.py --draws"


def run(name: str, tables: int) -> tuple[str, float, str]:
    """The script with so many tables: its name, seconds of a processor, and the last line of its error if it fails."""
    command = [sys.executable, str(HERE / f"{name}.py"), "--tables", str(tables)]
    with tempfile.TemporaryFile("w+") as errors:
        started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, used = os.wait4(started.pid, 0)  # the time of this script and of the processes that it started
        started.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        failed = (errors.read().strip().splitlines() or ["failed"])[-1] if started.returncode else ""
    seconds = used.ru_utime + used.ru_stime
    print(f"{name}: {tables:,} tables, {seconds:.1f} s{' ' + failed if failed else ''}", flush=True)
    return name, seconds, failed


def changed(before: dict[str, str]) -> list[str]:
    """Of each page how many lines differ, and those among the new ones that mark a setting."""
    told = []
    for path in sorted(PAGES.glob("*.md")):
        lines = difflib.ndiff(before.get(path.name, "").splitlines(), path.read_text().splitlines())
        new = [line[2:] for line in lines if line.startswith("+ ")]
        marked = [line for line in new if "**" in line]
        if new:
            told += [f"{path.name}: {len(new):,} lines differ, {len(marked)} of them mark a setting"]
            told += [f"  {line}" for line in marked[:10]]
    return told or ["nothing changed"]


def main() -> int:
    """Run what is asked for, and say what changed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, default=1.0, help="a part of the tables, for a quick look")
    parser.add_argument("--only", default=",".join(TABLES), help="scripts, separated by commas")
    given = parser.parse_args()
    names = given.only.split(",")
    if unknown := [name for name in names if name not in TABLES]:
        parser.error(f"--only {unknown[0]}: no such script; there are {', '.join(TABLES)}")
    before = {path.name: path.read_text() for path in PAGES.glob("*.md")}
    sizes = {name: max(int(TABLES[name] * given.share), 5) for name in names}
    with ThreadPoolExecutor(CORES) as pool:
        found = list(pool.map(run, sizes, sizes.values()))
    spent = sum(seconds for _, seconds, _ in found)
    print(f"\n{spent / 60:.0f} minutes of a processor, about {spent / CORES / 60:.0f} on {CORES}")
    print(BY_HAND, "", *changed(before), sep="\n")
    return int(any(failed for *_, failed in found))


if __name__ == "__main__":
    sys.exit(main())
