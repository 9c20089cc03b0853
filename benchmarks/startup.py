"""A command in the shell beside the bare import of its libraries, interleaved, medians of processor time.

    python benchmarks/startup.py [--rounds 15]

Ours: `informed evaluate` of a small file, from the start of the interpreter to the printed report. The other side is
`python -c "import numpy, duckdb"`, which does nothing. Both run with compiled bytecode, as an installed package has.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

WEATHER = Path(__file__).parents[1] / "examples" / "weather.csv"
EVALUATE = ["-m", "informed", "evaluate", str(WEATHER), "--actual", "actual", "--predicted", "forecast"]
BARE = ["-c", "import numpy, duckdb"]
GOAL = 1.6


def seconds(arguments: list[str]) -> float:
    """Processor time of one run."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, env=environment, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    seconds(EVALUATE), seconds(BARE)  # bytecode is written, files are in memory
    pairs = [(seconds(EVALUATE), seconds(BARE)) for _ in range(rounds)]
    ours, bare = (median(each) for each in zip(*pairs, strict=True))
    print("| in the shell | ms | ratio | goal |")
    print("|---|---|---|---|")
    print(f"| import numpy, duckdb | {1e3 * bare:.0f} | | |")
    print(f"| informed evaluate weather.csv | {1e3 * ours:.0f} | {ours / bare:.2f}x | {GOAL}x |")


if __name__ == "__main__":
    main()
