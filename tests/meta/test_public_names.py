"""The names a user meets: sorted, found when asked for, and no module in the way of a function."""

from pathlib import Path

import pytest

import informed

SOURCE = Path(informed.__file__).parent


def test_names_are_sorted():
    assert sorted(informed._PLACES) == list(informed._PLACES)
    assert set(dir(informed)) == set(informed.__all__)


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


def test_measures_holds_every_measure_and_nothing_else():
    assert informed.measures.__all__ == sorted(each.name for each in informed.find())
    for each in informed.find():
        assert getattr(informed.measures, each.name) is each


def test_every_public_thing_says_what_it_is():
    for name in informed._PLACES:
        assert getattr(informed, name).__doc__, name
    for each in informed.find():
        assert each.says.endswith((".", ":")) or ". " in each.says, each
        assert each.formula
        assert each.source
