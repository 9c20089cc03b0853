"""The curves of a plan: what they say of other numbers of items is what planning with these numbers says."""

import numpy as np
import pytest

from informed import plan
from informed.questions.plan.chart import powers, sizes, widths

PLANS = {
    "power": {"informedness": 0.4, "prevalence": 0.3, "power": 0.8},
    "rare": {"informedness": 0.4, "prevalence": 0.1, "power": 0.9},
    "sure": {"informedness": 0.4, "width": 0.1},
    "closed": {"informedness": 0.5, "power": 0.8, "simulate": False},
    "two": {"informedness": 0.6, "difference": 0.1, "correlation": 0.5, "power": 0.8},
    "accuracy": {"measure": "accuracy", "difference": 0.05, "agreement": 0.85, "power": 0.8},
}


@pytest.mark.parametrize("how", PLANS)
def test_a_curve_says_what_a_plan_with_so_many_items_says(how):
    given = PLANS[how]
    found = plan(**given)
    for part in (0.5, 1.9):
        n = round(part * found.n)
        other = plan(**{name: value for name, value in given.items() if name not in ("width", "power")}, n=n)
        assert widths(found, np.array([n])) == pytest.approx(other.width, rel=0.05)
        assert powers(found, np.array([n])) == pytest.approx(other.power, abs=0.03)
    assert widths(found, np.array([found.n])) == pytest.approx(found.width)
    assert powers(found, np.array([found.n])) == pytest.approx(found.power, abs=0.001)


def test_more_items_are_narrower_and_show_more():
    found = plan(informedness=0.3, prevalence=[0.5, 0.3, 0.2], power=0.9, simulate=False)
    for name, way in (("width", -1), ("power", 1)):
        values = [way * row["value"] for row in sizes(found) if row["measure"] == name]
        assert values == sorted(values)


def test_few_items_of_a_class_have_no_curve():
    found = plan(informedness=0.8, prevalence=[0.6, 0.3, 0.1], power=0.9)
    assert "treat as rough" in found.note
    assert sizes(found) == []
