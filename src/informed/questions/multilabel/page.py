"""Label sets on a page."""

from typing import Any

from informed.core.result import Grid
from informed.questions.multilabel import text as labelsets
from informed.questions.multilabel.chart import categories
from informed.questions.multilabel.compute import SetEvaluation
from informed.questions.multilabel.measures import MEASURES

PER_CATEGORY = ("actual", "predicted", "precision", "recall", "value", "proficiency")


def set_evaluation(result: SetEvaluation) -> dict[str, Any]:
    """Categories, habits, and reassignments where there are any."""
    meanings = {name: MEASURES[name].says if name in MEASURES else labelsets.RENAMED for name in result.measures}
    habits = [Grid("Habits of the labellers", labelsets.habits(result))]
    habits += [each.paged() for each in labelsets.groups_of(result)]
    if result.relabelling is not None and result.relabelling.reassigned:
        moved = Grid("Categories that stand for another", labelsets.reassignments(result.relabelling))
        habits = [moved, *habits]
    found = {"meanings": meanings, "categories": categories(result), "columns": PER_CATEGORY}
    return {"body": "multilabel/page.html", **found, "grids": habits}
