"""How long the studies take, and the published simulations at their full size.

python benchmarks/study.py            # times
python benchmarks/study.py --full     # 2000 studies and 110,000 tables a size beside the published values
"""

import argparse
import json
import resource
import time
from pathlib import Path

from informed import lab as study

PUBLISHED = Path(__file__).parents[1] / "tests" / "golden" / "papers"
NAMES = {
    "B41": "edge",
    "B42": "informedness",
    "M43": "markedness",
    "Mdual": "edge_markedness",
    "RK": "mcc",
    "kappa": "kappa",
    "Wav_acc": "accuracy",
    "Gav": "average_g",
    "Fav": "average_f",
    "prof": "proficiency",
}
TASKS = {
    "2000 x 110 tables, K = 2, all measures": (5, lambda: study.measures(studies=2000, seed=1)),
    "110,000 tables, K = 10, all measures": (
        30,
        lambda: study.measures(classes=10, per_level=10_000, studies=1, seed=1),
    ),
    "tests, 2,3,5,10 classes x 20,50,100,500 items": (
        60,
        lambda: study.significance(classes=(2, 3, 5, 10), items=(20, 50, 100, 500), tables=2000),
    ),
    "intervals, 27 settings, every method": (60, study.intervals),
    "disagreement, 50 items": (1, study.disagreement),
    "bias, all measures": (1, study.bias),
    "requirements, all measures": (10, study.requirements),
}


def timed(task):
    """Seconds on the clock, and seconds of all cores: on a machine that others use too only the latter is ours."""
    start, used = time.perf_counter(), time.process_time()
    task()
    return time.perf_counter() - start, time.process_time() - used


def times():
    print(f"{'study':50} {'seconds':>8} {'of cores':>8} {'allowed':>8} {'peak MB':>8}")
    for name, (allowed, task) in TASKS.items():
        took, used = timed(task)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{name:50} {took:8.2f} {used:8.2f} {allowed:8} {peak:8.0f}")


def beside(name, ours, correlation, rmse):
    print(f"{name:18} {correlation:7.4f} {ours['correlation']:7.4f} {rmse:7.4f} {ours['rmse']:7.4f}")


def full():
    data = json.loads((PUBLISHED / "powers2008_montecarlo.json").read_text())
    for items in (100, 1000):
        ours = study.measures(list(NAMES.values()), items=items, studies=2000, seed=1).measures
        print(f"\n2000 x 110 tables, K = 2, N = {items}: correlation and rmse, published and ours")
        for key, name in NAMES.items():
            correlation, _, rmse, _ = data["studies_of_110"][f"A_110x2000_K2_N{items}"][key]
            beside(name, ours[name], correlation, rmse)
    for classes in range(2, 11):
        ours = study.measures(list(NAMES.values()), classes=classes, per_level=10_000, studies=1, seed=1).measures
        print(f"\n110,000 tables, K = {classes}, N = 100: correlation and rmse, published and ours")
        for key, name in NAMES.items():
            correlation, rmse, *_ = data["large_scale"][f"B_K{classes}_N100"][key]
            beside(name, ours[name], correlation, rmse)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--full", action="store_true", help="the published simulations at their full size")
    (full if parser.parse_args().full else times)()
