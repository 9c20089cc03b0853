"""Type checkers see the public face: right calls pass, wrong ones are rejected, and the types of results are known."""

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
RESULTS = {  # what is asked, and the class of the answer
    "informed.evaluate([1, 0], [1, 1])": "Evaluation",
    "informed.evaluate(['a/x', 'a/y'], ['a/x', 'b/z'], steps='/')": "Hierarchy",
    "informed.evaluate([1, 2], [0.1, 0.9], ordered=True)": "Ordered",
    "informed.evaluate([1, 0], [1, 0], verified=[1, 1])": "Verification",
    "informed.compare([1, 0], {'a': [1, 1], 'b': [1, 0]}, verified=[1, 1])": "VerifiedComparison",
    "informed.compare([1, 0], {'a': [1, 1], 'b': [1, 0]})": "Comparison",
    "informed.compare([1, 0], [1, 1], subject=['s', 't'], condition=['x', 'y'], rate=12)": "Conditions",
    "informed.compare([1, 0], {'a': [1, 1], 'b': [1, 0]}, cues=True)": "Cues",
    "informed.check([1, 0], [1, 1], require='n >= 1')": "Outcomes",
    "informed.sweep([1, 0], [0.9, 0.1])": "Sweep",
    "informed.plan(informedness=0.4, width=0.1)": "Plan",
    "informed.plan(measure='recall', value=0.9, width=0.1)": "Plan",
    "informed.bookmaker([[3, 1], [1, 3]])": "Book",
    "informed.price([[3, 1], [1, 3]], cost=[[0, 1], [1, 0]])": "Pricing",
    "informed.deploy([[3, 1], [1, 3]], prevalence=0.1)": "Deployment",
    "informed.recover(recall=0.8, n=20)": "Recovery",
    "informed.more.recover_labels(recall=[0.8, 0.7], support=[10, 10])": "LabelRecovery",
    "informed.match([1, 0], ['x', 'y'])": "Matching",
    "informed.match([1, 0], ['x', 'y'], changes=True)": "Taxonomy",
    "informed.multilabel([{'a'}], [{'a'}])": "SetEvaluation",
    "informed.multilabel([{'a/x'}], [{'a/y'}], steps='auto')": "Hierarchy",
    "informed.more.compare_multilabel([{'a'}], {'one': [{'a'}], 'two': [{'b'}]})": "SetComparison",
    "informed.agree({'ann': [1, 0], 'bob': [1, 1]})": "Agreement",
    "informed.watch()": "Monitor",
    "informed.count([1, 0], [1, 1])": "Counts",
    "informed.estimate([[3, 1], [1, 3]], 'mcc')": "Estimate",
    "informed.measures.get('recall[rain]')": "Measure",
    "informed.measures.mcc": "Measure",
    "informed.measures.informedness": "Measure",
    "informed.Counts([[1, 2], [3, 4]])": "Counts",
    "informed.evaluate([1, 0], [1, 1]).measures['mcc']": "Estimate",
    "informed.evaluate([1, 0], [1, 1]).counts": "Counts",
    "informed.odds.Odds.fair(0.5)": "Odds",
    "informed.more.sweep_classes([0, 1, 2], [[1, 0, 0]] * 3)": "Sweeps",
}
RIGHT = (
    "informed.evaluate(y_true=[1, 0], y_pred=[1, 1], method='bootstrap').measures['mcc'].value",
    "informed.evaluate({'y': [1, 0], 'p': [1, 1]}, actual='y', predicted='p', by='y').verdict",
    "informed.measures.mcc([1, 0], [1, 1]) + 1.0",
    "informed.measures.informedness([[1, 2], [3, 4]])",
    "informed.Counts([[1, 2], [3, 4]], labels=['a', 'b'], rows='predicted') + informed.Counts([[1, 2], [3, 4]])",
)
WRONG = (
    "informed.evaluate([1, 0], [1, 1], wieghts=[1, 1])",
    "informed.compare([1, 0], {'a': [1, 1]}, interval='wald')",
    "informed.sweep([1, 0], [0.9, 0.1], [1, 1])",
    "informed.plan(prevalance=0.1)",
    "informed.evaluate([1, 0], [1, 1]).informednes",
    "informed.evaluate(3, [1, 1])",
    "informed.evaluate([1, 0], [1, 1], by=3)",
    "informed.evaluate([1, 0], [1, 1], positive=[1])",
    "informed.evaluate([1, 0], [1, 1]).report(evry=True)",
    "informed.Counts(3)",
)


def script(tmp_path: Path) -> Path:
    lines = ["import informed", *(f"reveal_type({call})" for call in RESULTS), *RIGHT, *WRONG]
    path = tmp_path / "user.py"
    path.write_text("\n".join(lines) + "\n")
    return path


def told(command: list[str], folder: Path) -> list[str]:
    """What a type checker says of the script of a user, line by line."""
    found = subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
    return (found.stdout + found.stderr).splitlines()


def test_mypy_knows_every_result_and_rejects_wrong_calls(tmp_path):
    said = told([sys.executable, "-m", "mypy", str(script(tmp_path))], ROOT)  # strict, and with its cache
    held(said, r"user\.py:(\d+): note: Revealed type is \"(?:[\w.]+\.)?(\w+)\"", r"user\.py:(\d+): error")


def test_pyright_knows_every_result_and_rejects_wrong_calls(tmp_path):
    if find_spec("pyright") is None:
        pytest.skip("pyright is not installed: pip install 'pyright[nodejs]'")
    user = script(tmp_path)
    (tmp_path / "pyrightconfig.json").write_text(f'{{"extraPaths": ["{SOURCE}"], "typeCheckingMode": "basic"}}')
    said = told([sys.executable, "-m", "pyright", "--pythonpath", sys.executable, str(user)], tmp_path)
    if not any("user.py:" in line for line in said):
        pytest.skip(f"pyright cannot be run here, it downloads itself when first used: {' '.join(said)[-200:]}")
    held(said, r"user\.py:(\d+):\d+ - information: Type of .* is \"(\w+)\"", r"user\.py:(\d+):\d+ - error")


def held(said: list[str], revealed: str, error: str) -> None:
    types = {int(match[1]) - 2: match[2] for line in said if (match := re.search(revealed, line))}
    assert dict(zip(RESULTS, (types.get(place) for place in range(len(RESULTS))), strict=True)) == RESULTS
    refused = {int(match[1]) for line in said if (match := re.search(error, line))}
    first = 2 + len(RESULTS) + len(RIGHT)
    assert refused == set(range(first, first + len(WRONG))), "\n".join(said)
