"""What a label is, value by value: made from the rule that the tests hold every reader to."""

from datetime import date
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

from blocks import ROOT
from reference import cell

HEAD = """<!-- made by ./dev docs from tests/readers/test_one_rule.py and kept.py; change the rule there -->

# What readers make of a value

Each row is a case of `tests/readers/test_one_rule.py`. *With types* is JSON, Parquet, Arrow, pandas, polars, lists and
arrays, which all must agree. *Text* is CSV and its kin; rows without it are tested without JSON too.
[Compatibility](compatibility.md) has the rule in words.

"""
CONTAINERS = """
## In every container

`tests/readers/test_every_container.py` puts each kind of value into every container that can hold it, and counts it:
{containers}. `CONTAINERS=1000` before the test makes up as many sets of values.

`=` means the labels of the second column; `-` means that no container of this group can hold such values.

"""


def labels_page() -> str:
    """Every case with the labels it gives, or how it is refused."""
    tested = _tested("test_one_rule")
    cases = {name: (*case,) for name, case in tested.RULE.items()} | {
        name: (*case, None) for name, case in tested.MORE.items()
    }
    rows = "".join(
        f"| {name} | {_values(values)} | {_became(typed)} | {_became(text)} |\n"
        for name, (values, typed, text) in cases.items()
    )
    return f"{HEAD}| case | values | with types | text |\n|---|---|---|---|\n{rows}{_every_container()}"


def _tested(name: str) -> Any:
    """A module of the tests."""
    spec = spec_from_file_location(name, ROOT / "tests" / "readers" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    found = module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def _every_container() -> str:
    """Kinds of values by groups of containers, which hold and keep values alike."""
    kept = _tested("kept")
    groups: dict[str, list[Any]] = {}
    for container in kept.CONTAINERS.values():
        groups.setdefault(container.group, []).append(container)
    rows = [["values", "labels", *groups], ["---"] * (len(groups) + 2)]
    for kind, values in kept.VALUES.items():
        usual = kept.meaning(values, False)
        found = [_in_group(kind, values, usual, each, kept) for each in groups.values()]
        rows.append([f"{kind}: {_values(values)}", _became(usual), *found])
    head = CONTAINERS.format(containers="; ".join(kept.CONTAINERS))
    return head + "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _in_group(kind: str, values: list[Any], usual: Any, group: list[Any], kept: Any) -> str:
    container = next((each for each in group if each.holds(kind)), None)
    if container is None:
        return "-"
    labels = kept.meaning([container.keeps(each) for each in values], container.text)
    alike = labels == usual and list(map(type, labels)) == list(map(type, usual))
    return "=" if alike else _became(labels)


def _values(values: Any) -> str:
    return cell(", ".join(f"`{each if isinstance(each, date) else repr(each)}`" for each in values))


def _became(labels: Any) -> str:
    if labels is None:
        return ""
    if isinstance(labels, str):
        return "missing" if labels == "missing" else "refused"
    return _values(dict.fromkeys(labels))
