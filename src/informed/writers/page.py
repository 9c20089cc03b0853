"""What the page of any result shows: its head, its charts, and the body that its question fills."""

import re
import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

from informed.core.errors import door
from informed.core.registry import catalogue
from informed.core.result import Grid
from informed.writers.charts import figures, on_page
from informed.writers.grids import facts, grids, notes
from informed.writers.layout import WIDTH

WORDS: Mapping[str, tuple[str, str]] = {  # what a word means, and how it is written
    "informedness": (
        "How far it is informed: 0.6 is as good as knowing 60% of the answers and guessing the rest; 0 is guessing, "
        "1 perfect, below 0 the opposite of the truth.",
        "[Ii]nformedness",
    ),
    "95% CI": (
        "The range that contains the true value in 95% of such studies: the wider, the less is known.",
        r"[\d.]+% CI",
    ),
    "p": (
        "How often chance alone would give a result at least this far from the null hypothesis; below 0.05 is called "
        "significant.",
        r"p",
    ),
    "chance": ("What guessing with the same label shares gives.", "chance"),
    "recall": ("Of the items that have a label, the share that is given it.", "[Rr]ecall"),
    "precision": ("Of the items that are given a label, the share that has it.", "[Pp]recision"),
    "accuracy": ("The share of the items whose label is right.", "[Aa]ccuracy"),
    "false positive rate": (
        "Of the items without a label, the share that is given it by mistake.",
        r"false pos\.|false positive rate",
    ),
    "rank": ("One more than the number of systems that are significantly better; equal ranks are ties.", "rank"),
    "average_precision": (
        "The mean precision over all thresholds, each weighted by the recall it adds.",
        "average_precision",
    ),
    "operating point": ("A threshold together with the rates that it gives.", "operating point"),
    "edge": ("Informedness with each label weighted by how often it is bet on.", "[Ee]dge"),
    "odds": ("What is won to what is lost; fair odds make guessing worth 0.", "odds"),
    "Kelly": ("Stakes in proportion to the shares that the table gives each label.", "Kelly"),
    "bits": ("A unit of information: one bit halves the possibilities.", "bits"),
    "ppi++": ("Another estimate of the share, which mixes human labels and the judge's.", r"ppi\+\+"),
    "subset_accuracy": ("The share of the items whose whole set of labels is right.", "subset_accuracy"),
    "strict": ("A span counts if boundaries and type are right; exact: boundaries alone.", "strict"),
    "evidence": ("The odds that a bet on a change has won so far; 20 is strong.", "evidence"),
    "power": ("How often a study of this size shows an effect that is there.", "power"),
    "BIC": ("How well a model fits, less a charge for its parameters; the lower, the better.", "BIC"),
    "knows_or_guesses": ("A model of raters: each knows the label of an item or guesses by habit.", "knows_or_guesses"),
    "dawid_skene": ("A model of raters: each has a table of errors of their own.", "dawid_skene"),
    "variance": ("The square of how far values typically lie from their mean.", "variance"),
    "agreed": ("Where one rater gives the label, how often the other does.", "agreed"),
    "points": ("The difference of two percentages: from 40% to 45% is 5 points.", "points"),
    "mean_grade": ("The mean of the grades, from 0 (wrong) to 1 (right).", "mean_grade|[Mm]ean grade"),
    "threshold": ("The score from which on an item is called positive.", "threshold"),
    "cross-validated": (
        "Measured on items that the choice (of a threshold, of a match) was not made on, each part of the items in "
        "turn.",
        "[Cc]ross-validated",
    ),
    "kappa": ("Agreement beyond chance: 0 is what chance gives, 1 is perfect.", "kappa"),
    "markedness": (
        "How far its labels can be trusted: 0 as if they were guessed, 1 always; informedness with actual and "
        "predicted exchanged.",
        "markedness",
    ),
    "proficiency": (
        "The share of the information in the actual labels that the predictions hold, whichever way round.",
        "proficiency",
    ),
    "mcc": (
        "How closely predicted and actual labels go together: -1 to 1, 0 is chance (Matthews' correlation).",
        "mcc",
    ),
    "auc": ("The probability that a random positive item has a higher score than a random negative one.", "auc"),
    "F1": ("The harmonic mean of recall and precision.", r"F1|f_measure"),
    "significant": ("Further from 0 than chance alone would give in 19 of 20 studies.", r"significant\w*"),
    "prevalence": ("How common a label is: its share of the items.", "prevalence"),
    "anytime-valid": ("Right however often one looks at the numbers while they grow.", "anytime-valid"),
    "standard error": ("How far the estimate typically lies from the true value.", "standard error"),
}


TITLE = "What the words mean"
NAMED = r"(?<![\w'\"]){}(?![\w'\"])"  # not within another word, and not a label, which is quoted


def text(result: Any, every: bool = False) -> str:
    """The lines, in the order in which the words are met; then which measure to quote, where there are several."""
    found = meanings(result, result.report(every=every))
    lines = [
        textwrap.fill(f"{name}: {says}", WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
        for name, says in found.items()
    ]
    guide = [f"Which to quote: {door().guide}"] if result.quoted and door().guide else []
    return "\n".join([TITLE, *lines, *guide])


def meanings(result: Any, screen: str) -> dict[str, str]:
    """Each word that the screen of a result has, and what it means; in the order of the screen."""
    told: dict[str, tuple[int, str]] = {}
    taken: list[range] = []  # places of longer words: 'accuracy' is not met in 'balanced_accuracy'
    for name, pattern, says in sorted(_known(result), key=lambda each: -len(each[1])):
        places = [each.span() for each in re.finditer(NAMED.format(f"(?:{pattern})"), screen)]
        free = [span for span in places if not any(span[0] in each for each in taken)]
        taken += [range(*span) for span in free]
        if free and name not in told:
            told[name] = (free[0][0], says)
    return {name: says for name, (_, says) in sorted(told.items(), key=lambda each: each[1][0])}


def _known(result: Any) -> Iterator[tuple[str, str, str]]:
    """Name, pattern and meaning: what a word means in this answer, else on every screen, else in the catalogue."""
    own = dict(result.meanings)
    yield from ((name, re.escape(name), says) for name, says in own.items())
    shared = {name: each for name, each in WORDS.items() if name not in own}
    yield from ((name, pattern, says) for name, (says, pattern) in shared.items())
    known = {each.name: each.says for each in catalogue()}
    yield from ((name, re.escape(name), says) for name, says in known.items() if name not in own | shared)


LEFT_OUT = ("estimates", "table")  # charts whose numbers the page shows in a table already
MOST = 200  # rows that a page lists


def parts(result: Any) -> dict[str, Any]:
    """Everything the page of a result shows: its body, its title, its charts, and what its body needs."""
    body = _body(result)
    left_out = (*LEFT_OUT, *body.pop("without", ()))
    shown = {name: on_page(result, name) for name in figures(result) if name not in left_out}
    return {**_head(result), "figures": shown, **body}


def brief(result: Any) -> dict[str, Any]:
    """The same without charts, for a notebook."""
    body = _body(result)
    return {**_head(result), "figures": {}, **body, "body": body.get("brief", body["body"])}


def _body(result: Any) -> dict[str, Any]:
    """The template of a result and what fills it, as its question has them; else its rows, facts and notes."""
    filled = getattr(result.part("page"), result.called(), plain)
    return {"body": "bodies/plain.html", **filled(result)}


def _head(result: Any) -> dict[str, Any]:
    """The question and what was judged."""
    (title, about), text = result.head(), result.report("text")
    return {"result": result, "text": text, "title": title, "heading": about, "explained": meanings(result, text)}


def plain(result: Any) -> dict[str, Any]:
    """Any result by its tables, or else by its rows; then facts and notes."""
    own = tabled(result)
    single, noted = {} if own else facts(result), [*dict.fromkeys(result.remarks(True))] or notes(result)
    shown = {"grids": own or grids(result), "tabled": bool(own), "facts": single, "noted": noted}
    return {"measures": {}, "meanings": {}, **shown}


def tabled(result: Any) -> list[Grid]:
    """The tables of a result that its page shows."""
    parts = [part for part in result.grids(True) if isinstance(part, Grid) and part.on != "screen"]
    return [each.paged() for each in parts if len(each.rows) > 1]
