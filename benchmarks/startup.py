"""Commands in the shell beside the bare import of NumPy, interleaved, medians of processor time.

    python benchmarks/startup.py [--rounds 15]

Ours: from the start of the interpreter to what is printed. The other side is `python -c "import numpy"`, which does
nothing. All run with compiled bytecode, as an installed package has.
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
EVALUATE = ["evaluate", str(WEATHER), "--actual", "actual", "--predicted", "forecast"]
COMMANDS = {  # each with the goal: times the import of NumPy
    "--help": (["--help"], 1.33),
    "measures kappa": (["measures", "kappa"], 1.67),
    "evaluate weather.csv": (EVALUATE, 2.0),
    "evaluate --help": (["evaluate", "--help"], None),
}
BARE = {"import numpy": ["-c", "import numpy"], "import numpy, duckdb": ["-c", "import numpy, duckdb"]}


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
    works = BARE | {f"informed {name}": ["-m", "informed", *command] for name, (command, _) in COMMANDS.items()}
    goals = {f"informed {name}": goal for name, (_, goal) in COMMANDS.items()}
    for work in works.values():
        seconds(work)  # bytecode is written, files are in memory
    turns = [[seconds(work) for work in works.values()] for _ in range(rounds)]
    taken = dict(zip(works, map(median, zip(*turns, strict=True)), strict=True))
    print(f"load {os.getloadavg()[0]:.1f}\n\n| in the shell | ms | ratio | goal |\n|---|---|---|---|")
    for name, each in taken.items():
        goal = goals.get(name)
        print(f"| `{name}` | {1e3 * each:.0f} | {each / taken['import numpy']:.2f} | {'' if goal is None else goal} |")


if __name__ == "__main__":
    main()
