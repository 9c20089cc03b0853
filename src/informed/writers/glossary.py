"""Words that every screen may have: what they mean, and how they are written there where not by name alone."""

from __future__ import annotations

from collections.abc import Mapping


def _word(says: str, written: str) -> tuple[str, str]:
    return says, written


WORDS: Mapping[str, tuple[str, str]] = {
    "informedness": _word(
        "How far it is informed: 0.6 is as good as knowing 60% of the answers and guessing the rest; 0 is guessing, "
        "1 perfect, below 0 the opposite of the truth.",
        "[Ii]nformedness",
    ),
    "95% CI": _word(
        "The range that contains the true value in 95% of such studies: the wider, the less is known.", r"[\d.]+% CI"
    ),
    "p": _word(
        "How often chance alone would give a result at least this far from the null hypothesis; below 0.05 is called "
        "significant.",
        r"p",
    ),
    "chance": _word("What guessing with the same label shares gives.", "chance"),
    "recall": _word("Of the items that have a label, the share that is given it.", "[Rr]ecall"),
    "precision": _word("Of the items that are given a label, the share that has it.", "[Pp]recision"),
    "accuracy": _word("The share of the items whose label is right.", "[Aa]ccuracy"),
    "false positive rate": _word(
        "Of the items without a label, the share that is given it by mistake.", r"false pos\.|false positive rate"
    ),
    "threshold": _word("The score from which on an item is called positive.", "threshold"),
    "cross-validated": _word(
        "Measured on items that the choice (of a threshold, of a match) was not made on, each part of the items in "
        "turn.",
        "[Cc]ross-validated",
    ),
    "kappa": _word("Agreement beyond chance: 0 is what chance gives, 1 is perfect.", "kappa"),
    "markedness": _word(
        "How far its labels can be trusted: 0 as if they were guessed, 1 always; informedness with actual and "
        "predicted exchanged.",
        "markedness",
    ),
    "proficiency": _word(
        "The share of the information in the actual labels that the predictions hold, whichever way round.",
        "proficiency",
    ),
    "mcc": _word(
        "How closely predicted and actual labels go together: -1 to 1, 0 is chance (Matthews' correlation).", "mcc"
    ),
    "auc": _word("The probability that a random positive item has a higher score than a random negative one.", "auc"),
    "F1": _word("The harmonic mean of recall and precision.", r"F1|f_measure"),
    "significant": _word("Further from 0 than chance alone would give in 19 of 20 studies.", r"significant\w*"),
    "prevalence": _word("How common a label is: its share of the items.", "prevalence"),
    "anytime-valid": _word("Right however often one looks at the numbers while they grow.", "anytime-valid"),
    "standard error": _word("How far the estimate typically lies from the true value.", "standard error"),
}
