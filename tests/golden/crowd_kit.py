"""Write crowd_kit.json: what crowd-kit's Dawid-Skene finds on small data.

``pip install --no-deps crowd-kit`` and pandas are enough: its package of all aggregations imports far more, so only the
module of Dawid & Skene's model is imported.
"""

import importlib
import json
import sys
import types
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
EVERY = "crowdkit.aggregation"


def dawid_skene():
    """The class, without what its package imports beside it."""
    root = Path(find_spec("crowdkit").submodule_search_locations[0])
    for name in (EVERY, f"{EVERY}.classification"):
        if name not in sys.modules:
            package = types.ModuleType(name)
            package.__path__ = [str(root.joinpath(*name.split(".")[1:]))]
            sys.modules[name] = package
    return importlib.import_module(f"{EVERY}.classification.dawid_skene").DawidSkene


def ratings():
    """Five raters, three labels, 60 items, a quarter of the ratings missing."""
    rng = np.random.default_rng(20)
    truth = rng.choice(3, 60, p=[0.5, 0.3, 0.2])
    said = np.where(rng.random((60, 5)) < 0.7, truth[:, None], rng.integers(0, 3, (60, 5)))
    given = rng.random((60, 5)) >= 0.25
    return [
        {"task": int(item), "worker": f"w{who}", "label": "abc"[said[item, who]]}
        for item, who in zip(*np.nonzero(given), strict=True)
    ]


def found(rows):
    """Its probabilities, priors and errors, at convergence."""
    import pandas

    model = dawid_skene()(n_iter=20_000, tol=1e-13)
    probability = model.fit_predict_proba(pandas.DataFrame(rows))
    errors = model.errors_.reset_index()
    return {
        "probability": {str(task): row.to_dict() for task, row in probability.sort_index().iterrows()},
        "prevalence": {label: float(share) for label, share in model.priors_.items()},
        "errors": [[row["worker"], row["label"], *(float(row[x]) for x in "abc")] for _, row in errors.iterrows()],
    }


if __name__ == "__main__":
    rows = ratings()
    wanted = {"source": f"crowd-kit {version('crowd-kit')}, DawidSkene(n_iter=20000, tol=1e-13)", "ratings": rows}
    (HERE / "crowd_kit.json").write_text(json.dumps({**wanted, **found(rows)}, indent=1) + "\n")
