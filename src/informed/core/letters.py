"""The letters and names of the papers for measures, and the names that mean more than one of them.

`get` and the finder read these tables; one more name is one more word here. Case and punctuation do not count, but for
a prime: DeltaP' is another measure than DeltaP.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from informed.core.door import arg
from informed.core.errors import InputError

LETTERS: Mapping[str, tuple[str, ...]] = {
    "informedness": ("B", "B_prev", "Bookmaker informedness", "DeltaP'", "unbiased WRAcc", "2AUC-1"),
    "edge": ("B_bias",),
    "markedness": ("M", "M_bias", "DeltaP"),
    "edge_markedness": ("M_prev",),
    "correlation": ("C", "r_G", "Correlation_K"),
    "determination": ("BookMark", "coefficient of proportionality", "proportionality"),
    "guesswork": ("1-G(l)",),
    "auc": ("AUC of one point", "single point AUC"),
    "wracc": ("4 dtp",),
    "distance": ("distance to (0,1)", "closest to (0,1)"),
    "determinant": ("dp", "tp-etp", "hits beyond chance"),
    "evenness_actual": ("Evenness_R", "Ev_R"),
    "evenness_predicted": ("Evenness_P", "Ev_P"),
    "evenness": ("Evenness_G", "Ev_G"),
    "prevalence_g": ("PrevG",),
    "bias_g": ("BiasG",),
    "prevalence_h": ("rh",),
    "bias_h": ("ph",),
    "a_measure": ("arithmetic mean of recall and precision",),
    "g_measure": ("geometric mean of recall and precision",),
    "tetrachoric": ("tetrachoric correlation",),
    "kappa": ("Cohen",),
    "accuracy": ("tea", "ter", "Rac", "f1_micro", "micro_precision", "micro_recall"),
    "balanced_accuracy": ("AvRecall", "recall_macro"),
    "macro_precision": ("AvPrecision",),
    "recall": ("Rec", "coverage"),
    "precision": ("Prec",),
    "inverse_recall": ("IRecall", "IRec"),
    "inverse_precision": ("IPrecision", "IPrec"),
    "fallout": ("ring-ins", "type I error rate"),
    "miss_rate": ("false-drops", "type II error rate"),
    "false_omission_rate": ("FOR",),
    "prevalence": ("Prev",),
    "bias": ("pp", "label bias"),
    "skew": ("c_s",),
    "conditional_entropy": ("H(R|P)", "H(R/P)"),
    "entropy_actual": ("H(R)", "entropy H"),
    "mutual_information": ("MI", "information gain", "I(P;R)"),
    "proficiency": ("uncertainty coefficient",),
    "phi_squared": ("phi^2", "chi2/N"),
    "phi_contingency": ("sqrt(chi2/N)",),
    "mcc": ("Matthews", "R_K", "Pearson correlation"),
}
"""What the papers call a measure, beyond its aliases."""

MEANINGS: Mapping[str, Mapping[str, str]] = {
    "phi": {
        "mcc": "correlation with a sign, R_K for more than two classes",
        "phi_contingency": "sqrt(chi2/N) of Steingold & Laclavik, without a sign",
    },
    "BM": {
        "informedness": "bookmaker informedness, as in PyCM",
        "determination": "B times M of Powers 2007 section 2.5",
    },
    "DT": {
        "determinant_count": "tp tn - fp fn of the counts, Powers 2007 section 4",
        "determinant": "dtp, the same of the proportions",
    },
    "bookmaker": {
        "informedness": "labels weighted by prevalence, Powers 2007 equation 42",
        "edge": "labels weighted by bias, Powers 2003 and 2007 equation 41",
    },
    "r_P": {
        "markedness": "Powers 2007 equation 17",
        "informedness": "Powers 2007 equations 30 to 35",
        "prevalence": "rp, the share of positive items",
    },
    "r_R": {
        "informedness": "Powers 2007 equation 18",
        "markedness": "Powers 2007 equations 30 to 35",
    },
    "likelihood ratio": {
        "likelihood_ratio_positive": "of a positive prediction, tpr/fpr",
        "likelihood_ratio_negative": "of a negative prediction, fnr/tnr",
    },
    "entropy": {
        "entropy_actual": "of the classes",
        "entropy_predicted": "of the predictions",
        "entropy_joint": "of both",
        "conditional_entropy": "of the classes once the prediction is known, H(R|P)",
    },
    "alpha": {
        "proficiency": "the slides' alpha, share of the information captured",
        "f_alpha": "F of 2003, where alpha = beta^2/(1 + beta^2) is the weight of recall",
    },
}
"""Names that mean another measure in a paper than elsewhere, or two in the papers; none of them is taken silently."""

PRINTED: Mapping[str, str] = {
    "f(0.5)": "f_measure",
    "if(0.5)": "inverse_f",
    "avf(0.5)": "average_f",
    "g(0.5)": "g_measure",
    "ig(0.5)": "inverse_g",
    "avg(0.5)": "average_g",
}
"""The heads of Figure 1 of 2003, with alpha = 0.5 (not beta): the usual F and G."""


def key(name: str) -> str:
    """A name without case and punctuation; a prime counts, and so does a sign before a letter."""
    text = re.sub(r"['\u2032\u2019](?!\w)", " prime ", name.lower())
    text = text.replace("\u03b1", "alpha").replace("\u03c6", "phi").replace("\u03c7", "chi").replace("\u03ba", "kappa")
    text = re.sub(r"(?<=_)-(?=\w)", " minus ", text.replace("\u00b2", "2")).replace("+", " plus ")
    return re.sub(r"[^a-z0-9]+", "", text)


def refuse_several(name: str) -> None:
    """Refuse a name that has several meanings, and say which."""
    for each, meanings in MEANINGS.items():
        if key(each) == key(name):
            said = " or ".join(f"{measure!r} ({what})" for measure, what in meanings.items())
            raise InputError(f"{arg('measure', name)} has several meanings: {said}; name the one you want")


def refuse_parameter(measure: str, given: str, parameters: Mapping[str, Iterable[str]]) -> None:
    """Refuse a parameter that a measure does not have, and say which it has and which measure has this one."""
    taken = ", ".join(parameters[measure])
    others = [name for name, known in parameters.items() if given in known]
    said = f"it takes {taken}" if taken else "it takes none"
    raise InputError(f"{measure} has no parameter {given}; {said}" + (f". {others[0]} takes {given}" if others else ""))
