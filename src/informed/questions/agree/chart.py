"""The agreement of raters as a chart."""

from informed.questions.agree.compute import Agreement
from informed.writers.charts import Figure, lanes
from informed.writers.charts.rows import Rows, ends


def coefficients(found: Agreement) -> Rows:
    """Every coefficient with its interval and what chance gives."""
    return [
        {"measure": name.replace("_", " "), **ends(each), "says": found.meanings.get(name, "")}
        for name, each in found.measures.items()
    ]


FIGURES = {"agreement": {"coefficients": Figure("Coefficients of agreement", coefficients, lanes.forest)}}
