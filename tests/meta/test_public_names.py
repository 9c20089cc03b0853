"""The names a user meets: sorted, found when asked for, and no module in the way of a function."""

import ast
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

import informed

SOURCE = Path(informed.__file__).parent


def test_names_are_sorted_and_few():
    assert sorted(informed._PLACES) == list(informed._PLACES)
    assert dir(informed) == informed.__all__ == sorted(informed.__all__)
    assert len(dir(informed)) <= 34


def test_type_checkers_read_the_same_names_as_are_found_at_run_time():
    tree = ast.parse((SOURCE / "__init__.py").read_text())
    (typed,) = (each for each in tree.body if isinstance(each, ast.If))
    read = {name.asname: node.module for node in typed.body for name in node.names}
    assert read == {**informed._PLACES, **dict.fromkeys(informed._NAMESPACES, "informed")}
    assert all(name.name == name.asname for node in typed.body for name in node.names)  # which makes them public
    assert (SOURCE / "py.typed").exists()


@pytest.mark.parametrize("name", informed._NAMESPACES)
def test_a_namespace_lists_what_it_holds_and_is_imported_as_a_module(name):
    space = import_module(f"informed.{name}")
    assert space is getattr(informed, name)
    assert space.__all__ == sorted(space.__all__)
    assert all(hasattr(space, each) for each in space.__all__)


ASKED = [name for name in informed._PLACES if name.islower()]


@pytest.mark.parametrize("name", [*ASKED, *informed.more.__all__])
def test_arguments_have_the_same_names_everywhere_and_are_explained(name):
    """One name for one thing; whoever takes the predicted labels takes the actual ones beside them."""
    function = getattr(informed, name) if name in ASKED else getattr(informed.more, name)
    own = inspect.signature(function).parameters
    assert not set(own) & {"interval", "weight", "y_true", "y_pred", "others", "clusters", "score", "counting"}
    kept = [each.name for each in own.values() if each.kind is inspect.Parameter.VAR_KEYWORD]
    assert kept in ([], ["synonyms"]) or name in {"recover", "recover_labels"}, kept
    if "predicted" in own and name not in ("read", "selective_risk", "plan"):  # of a file; of arrays alone; of a pilot
        assert list(own)[:2] == ["data", "predicted"]
        assert own["actual"].default is None
    defaults = {"seed": 0, "level": 0.95, "missing": "raise", "weight_kind": "sampling"}
    for argument in defaults.keys() & own.keys():
        assert own[argument].default in (defaults[argument], None)
    if function.__module__.startswith("informed.questions."):
        assert "Parameters\n" in function.__doc__
        assert "Returns\n" in function.__doc__
        for argument in own.keys() - {"synonyms", "more"}:
            assert re.search(rf"\b{argument}\b", function.__doc__), argument


@pytest.mark.parametrize("name", informed.__all__)
def test_every_name_is_found(name):
    assert getattr(informed, name) is not None


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="informednes"):
        _ = informed.informednes


def test_no_module_has_the_name_of_a_public_function():
    """Importing the module would put it in the place of the function."""
    modules = {path.stem for path in SOURCE.glob("*.py")} | {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    assert not modules & set(informed._PLACES)


def test_measures_holds_every_measure_and_how_to_find_and_make_one():
    every = [each.name for each in informed.measures.find()]
    assert informed.measures.__all__ == sorted([*every, "find", "get", "measure"])
    for each in informed.measures.find():
        assert getattr(informed.measures, each.name) is each


def test_every_public_thing_says_what_it_is():
    for name in informed._PLACES:
        assert getattr(informed, name).__doc__, name
    for each in informed.measures.find():
        assert each.says.endswith((".", ":")) or ". " in each.says, each
        assert each.formula
        assert each.source
