"""What a measure should be able to tell: the requirements of Steingold & Laclavik, read from the traits."""

from informed.core.registry import Measure, catalogue

MEANING = {
    "informedness": "probability that a decision is informed",
    "edge": "informedness averaged over the bets",
    "markedness": "probability that a prediction marks the class",
    "guesswork": "share of the decisions that are guessed",
    "determinant": "share of hits beyond chance",
    "kappa": "share of the possible agreement beyond chance",
    "proficiency": "share of the information in the classes that is captured",
    "information_gain_ratio": "share of the information in the predictions that is used",
    "dependency": "share of all information that both sides have",
    "mutual_information": "bits about the class in a prediction",
    "conditional_entropy": "bits that are missing once the prediction is known",
    "perplexity": "number of classes left open by a prediction",
    "total_cost": "what all errors cost",
    "expected_value": "what an item is worth",
    "lift": "times as many hits as by chance",
    "odds": "odds of the positive class",
    "odds_ratio": "how many times the odds change with the prediction",
}
"""What a value is, of measures that are no mean of other measures and no share of items."""

SETTINGS = ("binary", "multi-class", "multi-label")


def meets(measure: Measure) -> dict[str, str]:
    """Which of the requirements a measure meets: discrimination, meaning and universality."""
    two, more = measure.discrimination
    return {
        "measure": measure.name,
        "two classes": two or "",
        "more classes": more or "",
        "up to renaming": "yes" if measure.relabel and (two or more) else "",
        "meaning": MEANING.get(measure.name, "share of items" if measure.proportion else ""),
        "universal": "yes" if measure.settings == SETTINGS else "",
    }


def requirements_table() -> str:
    """List the requirements that every measure meets.

    Weak discrimination: only a perfect predictor has the value 1. Strong: also, only a worthless one has the value 0.
    Meaning: the value can be interpreted without a mean of other measures. Universal: it can be used for two
    classes, for more, and for label sets.

    Returns
    -------
    str
        A Markdown table.

    Examples
    --------
    >>> print(requirements_table().splitlines()[0])
    | measure | two classes | more classes | up to renaming | meaning | universal |
    """
    rows = [meets(each) for each in catalogue()]
    lines = [list(rows[0]), ["---"] * len(rows[0]), *(list(row.values()) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
