"""Charts of studies show the rows of the study, and every one of them can be drawn."""

import pytest

from informed import lab as study
from informed.lab.chart import FIGURES
from informed.writers.charts import chart, figures


@pytest.fixture(scope="module")
def studies():
    return {
        "Tracking": study.measures(["informedness", "accuracy", "kappa"], studies=2),
        "Rejections": study.significance(["pearson", "fisher", "chi2_kb"], classes=(2, 3), items=20, tables=100),
        "Coverage": study.intervals(["kappa"], methods=["wald", "delta"], items=20, tables=20),
        "Sensitivity": study.bias(["accuracy", "mcc"]),
    }


@pytest.mark.parametrize("name", ["Tracking", "Rejections", "Coverage", "Sensitivity"])
def test_every_chart_can_be_drawn(studies, name):
    result = studies[name]
    assert set(figures(result)) == set(FIGURES[result.called()])
    for each in FIGURES[result.called()]:
        assert chart(result, each, width=345).svg.startswith("<svg")


def test_the_scatter_has_every_table_of_a_study_that_has_every_class(studies):
    rows = FIGURES["measures"]["scatter"].rows(studies["Tracking"])
    assert rows == studies["Tracking"].points()
    alone = study.measures(["informedness", "accuracy", "kappa"], studies=1)
    assert len(alone.points()) == pytest.approx(3 * 110 * (1 - alone.left_out))
    assert 0 < alone.left_out < 0.1  # at any prevalence alike, 2 of 101 tables of 100 items lack a class


def test_the_heat_map_of_sizes_is_about_guessers(studies):
    rows = FIGURES["significance"]["size"].rows(studies["Rejections"])
    assert {row["informed"] for row in rows} == {0}
    assert {row["rate"] for row in rows} <= {row["rate"] for row in studies["Rejections"].rows()}
    assert len({(row["test"], row["setting"]) for row in rows}) == len(rows)


def test_the_coverage_plot_has_every_setting(studies):
    rows = FIGURES["intervals"]["coverage"].rows(studies["Coverage"])
    assert len(rows) == len(studies["Coverage"].rows()) == 18
