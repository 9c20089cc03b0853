"""What a label is, value by value: made from the rule that the tests hold every reader to."""

from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

from blocks import ROOT
from reference import cell

HEAD = """<!-- made by ./dev docs from tests/readers/test_one_rule.py; change the rule there -->

# What readers make of a value

Each row is a case of `tests/readers/test_one_rule.py`. *With types* is JSON, Parquet, Arrow, pandas, polars, lists and
arrays, which all must agree. *Text* is CSV and its kin; rows without it are tested without JSON too.
[Compatibility](compatibility.md) has the rule in words.

"""


def labels_page() -> str:
    """Every case with the labels it gives, or how it is refused."""
    spec = spec_from_file_location("one_rule", ROOT / "tests" / "readers" / "test_one_rule.py")
    assert spec is not None
    assert spec.loader is not None
    tested = module_from_spec(spec)
    spec.loader.exec_module(tested)
    cases = {name: (*case,) for name, case in tested.RULE.items()} | {
        name: (*case, None) for name, case in tested.MORE.items()
    }
    rows = "".join(
        f"| {name} | {_values(values)} | {_became(typed)} | {_became(text)} |\n"
        for name, (values, typed, text) in cases.items()
    )
    return f"{HEAD}| case | values | with types | text |\n|---|---|---|---|\n{rows}"


def _values(values: Any) -> str:
    return cell(", ".join(f"`{each!r}`" for each in values))


def _became(labels: Any) -> str:
    if labels is None:
        return ""
    if isinstance(labels, str):
        return "missing" if labels == "missing" else "refused"
    return _values(labels)
