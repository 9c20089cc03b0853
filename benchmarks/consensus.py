"""How long `consensus` takes for many ratings, in processor time.

python benchmarks/consensus.py [--ratings 1000000] [--labels 10] [--raters 500]
"""

from __future__ import annotations

import argparse
import time

import numpy as np

import informed

EACH = 5  # ratings of an item


def drawn(ratings: int, labels: int, raters: int) -> dict[str, list]:
    """A long table of raters who know the label with a probability of their own, and else guess."""
    rng = np.random.default_rng(1)
    truth = rng.integers(0, labels, ratings // EACH)
    item, who = np.repeat(np.arange(len(truth)), EACH), rng.integers(0, raters, len(truth) * EACH)
    knows = rng.uniform(0.4, 0.95, raters)[who]
    said = np.where(rng.random(len(item)) < knows, truth[item], rng.integers(0, labels, len(item)))
    return {"item": item.tolist(), "rater": [f"r{each:03d}" for each in who], "label": [f"L{each}" for each in said]}


def main() -> None:
    """Print the processor time of one answer, reading included."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name, default in (("ratings", 1_000_000), ("labels", 10), ("raters", 500)):
        parser.add_argument(f"--{name}", type=int, default=default)
    given = vars(parser.parse_args())
    data, began = drawn(**given), time.process_time()
    found = informed.consensus(data, item="item", rater="rater", label="label")
    print(f"{found.n:,} items: {time.process_time() - began:.1f} s of processor time")


if __name__ == "__main__":
    main()
