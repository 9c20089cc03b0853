"""PyCM's own doctests are run, every table that they make is kept, and all that both have must be the same.

The package holds one file of them, a checkout of its repository in the folder $PEERS the others.
"""

from __future__ import annotations

import doctest
import os
from pathlib import Path

import numpy as np
import pytest

import informed
from informed.core.table import one_vs_rest

pycm = pytest.importorskip("pycm", reason="needs PyCM")

from test_peers import PYCM_LABELS, PYCM_OVERALL  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")
FILES = [Path(pycm.__file__).parent / "basic_test.py",
         *sorted((Path(os.environ.get("PEERS", "no such folder")) / "pycm" / "Test").glob("*_test.py"))]  # fmt: skip

# where PyCM says "None" and we have a number, and why
NUMBERS = {
    "likelihood_ratio_positive": "infinite where nothing is wrongly accepted",
    "likelihood_ratio_negative": "infinite where everything is accepted",
    "odds_ratio": "infinite where one kind of error does not occur",
    "phi_squared": "an empty row or column is left out",
    "cramers_v": "an empty row or column is left out",
}


@pytest.fixture(scope="module")
def matrices(tmp_path_factory):
    """Every distinct table that the doctests make."""
    kept, make = {}, pycm.ConfusionMatrix.__init__

    def keeping(self, *given, **named):
        make(self, *given, **named)
        kept.setdefault(repr(self.table), self)

    os.environ["MPLBACKEND"] = "Agg"
    home = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("pycm"))  # they write files
    pycm.ConfusionMatrix.__init__ = keeping
    try:
        for path in FILES:
            test = doctest.DocTestParser().get_doctest(path.read_text(), {}, path.name, str(path), 0)
            doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS).run(test, out=lambda _: None)
    finally:
        pycm.ConfusionMatrix.__init__ = make
        os.chdir(home)
    return list(kept.values())


def test_every_statistic_that_both_have_is_the_same(matrices):
    same, beyond = 0, set()
    for theirs in matrices:
        table = np.array([[theirs.table[a][p] for p in theirs.classes] for a in theirs.classes], dtype=float)
        if not table.sum() or theirs.metrics_off:
            continue
        asked = {name: (table, [getattr(theirs, key)]) for name, key in PYCM_OVERALL.items()}
        asked |= {
            name: (one_vs_rest(table), [getattr(theirs, key)[each] for each in theirs.classes])
            for name, key in PYCM_LABELS.items()
        }
        for name, (given, values) in asked.items():
            ours = np.atleast_1d(informed.measures.get(name)(given, undefined="nan"))
            for found, value in zip(ours, values, strict=True):
                if value == "None":
                    beyond |= {name} if found == found else set()
                else:
                    assert found == pytest.approx(value, rel=1e-9, abs=1e-9), (name, table.tolist())
                    same += 1
    print(f"{same} statistics of {len(matrices)} tables are the same; a number where PyCM has none: {sorted(beyond)}")
    assert same > 100
    assert beyond <= NUMBERS.keys()
    if len(FILES) > 1:  # the list may only shrink
        assert beyond == NUMBERS.keys()
