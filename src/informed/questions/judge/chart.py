"""Rates corrected for a judge as charts."""

from informed.questions.judge.result import Judgement
from informed.writers.charts import Figure, lanes
from informed.writers.charts.rows import Rows, ends
from informed.writers.layout import seen


def corrected(found: Judgement) -> Rows:
    """The judge's own share beside the corrected one, for every label and system."""
    parts = dict(found.systems) if found.systems else {"": found}
    return [
        {"row": f"{name} {kind}".strip(), "items": each.n, "measure": seen(label), **ends(share)}
        for name, each in parts.items()
        for label in each.rate
        for kind, share in (("judge says", each.raw[label]), ("corrected", each.rate[label]))
    ]


def quality(found: Judgement) -> Rows:
    """Recall, false positive rate and precision of each of the judge's labels."""
    names = {"recall": "recall", "fallout": "false positive rate", "precision": "precision"}
    return [
        {"row": seen(label), "items": found.calibration.n, "measure": name, **ends(row[measure])}
        for label, row in found.quality.items()
        for measure, name in names.items()
    ]


FIGURES = {
    "judgement": {
        "rates": Figure("What the judge says, and corrected", corrected, lanes.small_multiples),
        "quality": Figure("The judge, label by label", quality, lanes.small_multiples),
    }
}
