"""All pages of docs/coverage anew, and what changed on them.

    ./dev benchmarks calibration [--share 0.05] [--only tables,judge]

Runs the scripts of ``benchmarks/calibration/``, two at a time, each with as many tables as fit into two hours on two
cores; ``--share`` takes a part of them. It then names, page by page, the lines that differ and the settings marked.
"""

from __future__ import annotations

import argparse
import difflib
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent / "calibration"
PAGES = Path(__file__).parents[1] / "docs" / "coverage"
CORES = 2
TABLES = {  # what each script is given, as many as fit; longest first, so that none is left over at the end
    "designs": 400, "informedness": 100, "tables": 500, "raters": 200, "judge": 300, "claims": 100, "scores": 400,
    "repeats": 100, "sentences": 300, "comparisons": 150, "ledger": 300, "consensus_sure": 60, "plans": 500,
    "ratios": 1000, "grading": 500, "gates": 300, "benefit": 300, "partial": 300, "spans": 300, "judge_paired": 500,
}  # fmt: skip
AFTER = {"judge_paired": "judge"}  # it writes a part of the page of the other
BY_HAND = "consensus.md needs draws of its own: benchmarks/calibration/consensus_draws.py, then consensus.py --draws"


def run(name: str, tables: int) -> tuple[str, float, str]:
    """The script with so many tables: its name, seconds, and the last line of its error where it fails."""
    started, option = time.time(), "--processes" if name == "ledger" else "--tables"
    command = [sys.executable, str(HERE / f"{name}.py"), option, str(tables)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    failed = (done.stderr.strip().splitlines() or ["failed"])[-1] if done.returncode else ""
    print(f"{name}: {tables:,} tables, {time.time() - started:.0f} s{' ' + failed if failed else ''}", flush=True)
    return name, time.time() - started, failed


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
        first = {name: pool.submit(run, name, size) for name, size in sizes.items() if name not in AFTER}
        found = [each.result() for each in first.values()]
    found += [run(name, size) for name, size in sizes.items() if name in AFTER]
    spent = sum(seconds for _, seconds, _ in found)
    print(f"\n{spent / 60:.0f} minutes of work on {CORES} cores", BY_HAND, "", *changed(before), sep="\n")
    return int(any(failed for *_, failed in found))


if __name__ == "__main__":
    sys.exit(main())
