"""``evaluate``: judge a predictor from its actual and predicted labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from informed.asking.declared import FLAG, Answer, Choice, Given, Parameter, Question, flat
from informed.asking.reading import (
    EXPORTED,
    LOGGED,
    counted,
    label_of,
    named,
    needed,
    only,
    opening,
    prices,
    refuse,
    sampled,
)
from informed.asking.searches import search_of
from informed.asking.vocabulary import CUTOFFS, DEPENDING, JUDGEMENTS, JUDGING, READING, VERIFIED, WORDING
from informed.core.counts import Counts
from informed.core.errors import InputError, arg, choice
from informed.core.items import Items

if TYPE_CHECKING:
    from informed.questions.evaluate.result import Evaluation

SHOWN = ("report", "stard", "regression", "pairs", "significance", "corrections", "pricing", "gaps")
SHOW = Parameter(
    "shown",
    "Another reading: stard (diagnostic study, with --positive); regression; pairs (DeltaP of every class and label); "
    "significance (every test); corrections (information without small-sample bias); pricing (what it is worth, with "
    "--cost or --value); or gaps (how far groups lie apart, with --by).",
    Choice(lambda: SHOWN),
    default="report",
    option="show",
    door="shell",
)
STEPS = Parameter("steps", "Labels are paths (animal/dog): their separator, or auto.", usual=True)
ORDERED = Parameter("ordered", "Numbers, or labels in the order of --labels: is the order known?", FLAG, default=False)
QUESTION = Question(
    "evaluate",
    "Evaluate predictions: FILES are tables, databases, logs, saved counts, a table of counts, or - for stdin. "
    "Sample logs of evaluation harnesses are read as they are, and so are exports of annotation tools with a ground "
    "truth, and search runs with --qrels.",
    flat(READING, DEPENDING, JUDGEMENTS, CUTOFFS, JUDGING, WORDING, STEPS, ORDERED, VERIFIED, SHOW),
    examples=(
        "informed evaluate preds.csv --actual y --predicted yhat",
        "informed evaluate part-*.parquet --actual y --predicted yhat --by site --format json",
        'informed evaluate "30 12; 30 28" --rows predicted --labels +,-',
        "informed evaluate all.json -o report.md",
        "informed evaluate preds.csv --actual y --predicted yhat -o live-formulas.xlsx",
        "informed evaluate log.eval --scorer choice",
        "informed evaluate export.json",
        "informed evaluate search.run --qrels search.qrels --cutoff 10",
        'informed evaluate "30 12; 30 28" --rows predicted --labels +,- --show significance',
        "informed evaluate preds.csv --actual y --predicted yhat --positive rain --show stard -o table.md",
        "informed evaluate paths.csv --actual y --predicted yhat --steps auto",
        "informed evaluate reviews.csv --actual stars --predicted score --ordered",
        "informed evaluate study.csv --actual ill --predicted test --verified biopsied --positive yes",
        "cat counts.tsv | informed evaluate - --rows actual",
    ),
    formats=("classification_report",),
    records=("items",),
    tab="actual predicted | weights cluster positive words steps ordered verified abstain rename labels missing "
    "encoding skip_bad_rows",
)
UNGRADED = ("positive", "words", "method", "cost", "value", "measures")  # what grades alone have no use for


def answer(given: Given) -> Any:
    """The evaluation, or another reading of it; of a log that has grades alone, what these tell."""
    if (search := search_of(given)) is not None:
        only(given, ("by",), f"with {arg('qrels')}")
        refuse(given, ("steps", "verified"), f"with {arg('qrels')}")
        return _reading(judged(_returned(*search, given), given), given["shown"])
    if given["steps"] is not None:
        from informed.questions.evaluate import evaluate
        from informed.questions.evaluate.hierarchy import APART

        refuse(dict.fromkeys(given.said, True), (*APART, "shown"), f"with {arg('steps')}")
        return evaluate(counted(given), steps=given["steps"], level=given["level"])
    if given["ordered"]:
        from informed.questions.evaluate.ordered import APART as UNORDERED
        from informed.questions.evaluate.ordered import in_order
        from informed.readers.columns import Rated
        from informed.readers.distinct import distinct

        needed(given, "actual", "predicted")
        unused = (*UNORDERED, *LOGGED, *EXPORTED, "kind", "shown")
        refuse(dict.fromkeys(given.said, True), unused, f"with {arg('ordered')}")
        how = {name: given[name] for name in ("weights", "weight_kind", "cluster", "labels", "missing")}
        columns = Rated.named(None, (given["actual"], given["predicted"]), fractions=True, **how)
        read = distinct(given["files"], columns, **opening(given))
        return in_order(read, level=given["level"], listed=bool(given["labels"]))
    if given["verified"]:
        from informed.questions.evaluate.verified import APART as VERIFIED_APART
        from informed.questions.evaluate.verified import corrected, split

        needed(given, "actual", "predicted")
        refuse(dict.fromkeys(given.said, True), (*VERIFIED_APART, "shown"), f"with {arg('verified')}")
        seen = split(counted(Given(given | {"by": (given["verified"],), "missing": "unjudged"}, given.said)))
        positive = label_of(given["positive"], seen)
        return corrected(seen, positive=positive, **named(given, ("level", "draws", "seed")))
    data = sampled(given)
    if isinstance(data, (Counts, Items)):
        return _reading(judged(data, given), given["shown"])
    from informed.questions.evaluate.grades import graded

    why = f"where only grades are known ({data.reason})"
    refuse(given, UNGRADED, why)
    refuse({"shown": given["shown"] != "report"}, ("shown",), why)
    return graded(data._replace(answers=None), level=given["level"])


def judged(data: Counts | Items, given: Given) -> Evaluation:
    """The evaluation that was asked for."""
    from informed.asking.special import import_special_functions

    import_special_functions()
    from informed.questions.evaluate import evaluate
    from informed.questions.evaluate.views import view

    counts = view(data if isinstance(data, Counts) else data.counts(), given["view"])
    how = named(given, (each.name for each in (*JUDGING, WORDING)))
    how |= prices(given, counts) | {"positive": label_of(given["positive"], counts)}
    found: Evaluation = evaluate(data, **how)
    return found


def _reading(evaluation: Evaluation, shown: str) -> Any:
    if shown == "report":
        return evaluation
    found = getattr(evaluation, shown)
    if found is None and shown == "gaps":
        raise InputError(f"needs {arg('by')} with 2 to 100 groups of judged items", argument="shown", value=shown)
    if found is None:
        raise InputError(f"needs {arg('cost')} or {arg('value')}", argument="shown", value=shown)
    return Answer(found() if callable(found) else found, of=evaluation)


def _returned(search: Any, asked: dict[str, Any], given: Given) -> Counts | Items:
    """What a search returned against what is relevant."""
    from informed.readers.files.trec import items_of_search

    for name in given["by"]:
        choice("by", name, ("topic",))
    found = items_of_search(search, **asked, by=bool(given["by"]))
    return found.counts() if found.by else found
