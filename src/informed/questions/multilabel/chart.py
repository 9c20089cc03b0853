"""Label sets as a chart."""

from informed.core.estimate import finite
from informed.questions.multilabel.compute import SetEvaluation
from informed.writers.charts import Figure, lanes
from informed.writers.charts.rows import MOST_ROWS, Rows
from informed.writers.layout import seen


def categories(found: SetEvaluation) -> Rows:
    """The most common categories: how informed the labeller is about each."""
    facts = found.categories
    names = {"value": "informedness", "low": "informedness_low", "high": "informedness_high"}
    order = sorted(range(len(found.labels)), key=lambda place: -facts["actual"][place])
    return [
        {"label": seen(found.labels[place]), "chance": 0.0, "level": found.level}
        | {name: finite(float(facts[fact][place])) for name, fact in names.items() if fact in facts}
        | {name: float(facts[name][place]) for name in ("actual", "predicted", "precision", "recall", "proficiency")}
        for place in order[:MOST_ROWS]
    ]


FIGURES = {"set_evaluation": {"categories": Figure("Informedness of each category", categories, lanes.by_label)}}
