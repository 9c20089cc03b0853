"""The names by which a ledger keeps questions and what they take; they never change, wherever the code lies.

Earlier versions kept the path of a function or a class. Such paths are still understood, and the id of a run is still
made from them, so that an answer that was recorded then is known again.
"""

from informed.core.extending import added

FIRST = {  # each name, and the path that was kept for it
    "evaluate": "questions.evaluate.compute:evaluated",
    "compare": "questions.compare.compute:compared",
    "conditions": "questions.conditions.compute:compared",
    "sweep": "questions.sweep.several:swept",
    "sweep classes": "questions.sweep.several:swept_classes",
    "bookmaker": "questions.bookmaker.compute:booked",
    "price": "questions.price.compute:priced",
    "deploy": "questions.deploy.compute:deployed",
    "match": "questions.match.compute:matched",
    "taxonomy": "questions.taxonomy.compute:doctored",
    "multilabel": "questions.multilabel.compute:judged",
    "multilabel compare": "questions.multilabel.compute:compared",
    "hierarchy": "questions.hierarchy.compute:of_counts",
    "hierarchy sets": "questions.hierarchy.compute:of_sets",
    "agree": "questions.agree.compute:agreed",
    "judge": "questions.judge.compute:judged",
    "grade": "questions.grade.compute:graded",
    "subject": "questions.evaluate.subject:Subject",
    "costs": "questions.sweep.cost:Costs",
    "clustering": "questions.match.search:Search",
    "label sets": "questions.multilabel.plan:Plan",
    "panel": "questions.judge.reading:Panel",
    "grades": "readers.logs.grades:Grades",
}
MOVED = {  # names whose code lies elsewhere now, or that no earlier version kept
    "deploy": "questions.deploy:deployed",
    "subject": "inference.subject:Subject",
    "conditions": "questions.compare.conditions:compared",
    "ordered": "questions.evaluate.ordered:in_order",
    "verification": "questions.evaluate.verified:corrected",
    "verified comparison": "questions.compare.verified:compared_verified",
    "cues": "questions.compare.cues:cued",
    "taxonomy": "questions.match.changes:doctored",
    "hierarchy": "questions.evaluate.hierarchy:of_counts",
    "hierarchy sets": "questions.multilabel.hierarchy:of_sets",
    "grade": "questions.evaluate.grades:graded",
    "price": "questions.evaluate.price:priced",
    "common panel": "questions.judge.reading:Common",
    "consensus": "questions.consensus.compute:agreed_on",
    "votes": "readers.votes:Votes",
    "spans": "questions.spans.compute:judged",
    "spans of raters": "questions.spans.compute:shared",
    "documents": "readers.documents:Documents",
    "document": "readers.documents:Document",
    "span": "readers.annotations.export:Span",
    "suite": "questions.suite:suited",
    "suite tasks": "questions.suite:Tasks",
    "suite task": "questions.suite:Task",
    "repeats": "questions.repeats:repeated",
    "compare grades": "questions.compare.grades:compared",
    "compare crossed": "questions.compare.crossing:crossed",
    "crossed grades": "readers.logs.grades:CrossedGrades",
    "judge pairs": "questions.judge.pairs:leaning",
    "paired grades": "readers.logs.grades:PairedGrades",
    "sweep scores": "questions.sweep.together:swept_together",
    "sweep held out": "questions.sweep.several:held_out",
    "scores of items": "readers.scores:Several",
    "units": "core.keyed:Units",
}
PLACES = {**FIRST, **MOVED}  # below this package
NAMES = {place: name for name, place in PLACES.items()}
FORMERLY = {path: name for name, path in FIRST.items()}


def name_of(place: str) -> str | None:
    """The name of what lies at a path; in the question of another package, that of the question and its own."""
    module, _, own = place.partition(":")
    home = [name for name, each in added("question").items() if f"{module}.".startswith(f"{each.place}.")]
    return f"{home[0]} {own}" if home else NAMES.get(place)


def place_of(kept: str) -> str | None:
    """Where that lies which was kept by this name, or by a path in an earlier version; here, or in another package."""
    question, _, own = kept.partition(" ")
    if kept not in PLACES and own and question in added("question"):
        return f"{added('question')[question].place}:{own}"
    return PLACES.get(FORMERLY.get(kept, kept))


def mark_of(kept: str) -> str:
    """What stands for a name in the id of a run, now as in every earlier version."""
    return FIRST.get(kept, kept)
