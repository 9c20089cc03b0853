"""The letters and names of the papers for measures, names that mean more than one of them, and how one is written."""

import ast
import re
from collections.abc import Iterable, Mapping
from typing import Any

from informed.core.errors import InputError, arg

FORM = re.compile(r"\s*([^\[\]()=]*\w[^\[\]()=]*?)\s*(?:\((.*)\))?\s*(?:\[(.+)\])?\s*", flags=re.DOTALL)


def parsed(text: str) -> tuple[str, dict[str, Any], str | None]:
    """The name of a measure, its parameters, and the label it is asked for."""
    match = FORM.fullmatch(text)
    if not match:
        raise InputError(f"measure {text!r} is not of the form name, name(parameter=value) or name[label]")
    name, written, label = match.groups()
    try:
        call = ast.parse(f"f({written or ''})", mode="eval").body
        if isinstance(call, ast.Call) and not call.args:
            return name, {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}, label
    except (SyntaxError, ValueError):
        pass
    raise InputError(f"measure {text!r}: write parameters as name=value, for example f_measure(beta=2)")


LETTERS: Mapping[str, tuple[str, ...]] = {
    "informedness": (
        *("B", "B_prev", "Bookmaker informedness", "Powers Informedness", "DeltaP'", "unbiased WRAcc", "2AUC-1"),
        *("tpr-fpr", "tnr-fnr", "recall - fallout", "invrecall - invfallout"),
    ),
    "edge": ("B_bias", "B_wav"),
    "markedness": ("M", "M_bias", "M(P|R)", "DeltaP", "tpa-fna"),
    "edge_markedness": ("M_prev",),
    "correlation": ("C", "r_G", "BookMarkG", "Correlation_K"),
    "determination": ("BookMark", "coefficient of proportionality", "proportionality", "squared correlation"),
    "guesswork": ("1-G", "1-G(l)", "1-G(c)"),
    "auc": ("AUC of one point", "single point AUC"),
    "wracc": ("4 dtp",),
    "distance": ("distance to (0,1)", "closest to (0,1)"),
    "determinant": ("dp", "tp-etp", "hits beyond chance"),
    "evenness_actual": ("Evenness_R", "Ev_R"),
    "evenness_predicted": ("Evenness_P", "Ev_P"),
    "evenness": ("Evenness_G", "Ev_G", "Global Evenness"),
    "prevalence_g": ("PrevG",),
    "bias_g": ("BiasG",),
    "prevalence_h": ("rh",),
    "bias_h": ("ph",),
    "a_measure": ("arithmetic mean of recall and precision",),
    "g_measure": ("G(0.5)", "geometric mean of recall and precision"),
    "tetrachoric": ("tetrachoric correlation",),
    "kappa": ("Cohen", "Cohen's Kappa"),
    "accuracy": (
        *("tea", "ter", "Rac", "Rank Weighted Average", "AvRecall", "AvPrecision"),  # Figure 1 of 2003 weights both
        *("f1_micro", "micro_precision", "micro_recall"),
    ),
    "balanced_accuracy": ("recall_macro",),
    "jaccard": ("Jaccard index", "Tanimoto index", "Jaccard similarity coefficient"),
    "f_measure": ("F(0.5)",),  # the heads of Figure 1 of 2003: alpha = 0.5, not beta
    "inverse_f": ("IF(0.5)", "inverse F-factor", "negative F-factor"),
    "average_f": ("AvF(0.5)",),
    "inverse_g": ("IG(0.5)",),
    "average_g": ("AvG(0.5)",),
    "recall": ("Rec", "coverage", "tp/rp", "TP rate", "Recall(l)", "p_P(l|c)", "p_P(l=1|c=1)"),
    "precision": ("Prec", "tp/pp", "True Positive Accuracy", "Precision(l)", "p_R(c|l)", "p_R(l|l)", "p_R(c=1|l=1)"),
    "inverse_recall": ("IRecall", "IRec", "tn/rn", "invrecall"),
    "inverse_precision": ("IPrecision", "IPrec", "tn/pn", "True Negative Accuracy"),
    "fallout": (
        *("ring-ins", "FP/RN"),
        *("Type 1 error", "Type 1 error rate", "Type I", "Type I error", "Type I error rate"),
    ),
    "miss_rate": (
        *("false-drops", "FN/RP", "invfallout"),
        *("Type 2 error", "Type 2 error rate", "Type II", "Type II error", "Type II error rate"),
    ),
    "false_omission_rate": ("FOR",),
    "prevalence": ("Prev", "Prev(l)", "Class Prevalence", "Natural Prevalence"),
    "bias": ("pp", "Bias(c)", "label bias", "Learner Bias"),
    "skew": ("c_s",),
    "conditional_entropy": ("H(R|P)", "H(R/P)", "conditional information", "log precision", "parsimony"),
    "entropy_actual": ("H(R)", "H(A)", "H(Actual)", "entropy H"),
    "mutual_information": ("MI", "information gain", "I(P;R)", "I(P;A)", "MI(R|P)", "MI(R||P)"),
    "proficiency": ("uncertainty coefficient", "proficiency metric"),
    "phi_squared": ("phi^2", "chi2/N"),
    "phi_contingency": ("sqrt(chi2/N)",),
    "mcc": (
        *("Matthews", "Matthew's Correlation Coefficient", "R_K", "Pearson correlation"),
        "Pearson correlation coefficient",
    ),
    "spearman": ("Spearman Rank Correlation",),
}
"""What the papers call a measure, beyond its aliases."""

_PHI = {
    "mcc": "correlation with a sign, R_K for more than two classes",
    "phi_contingency": "sqrt(chi2/N) of Steingold & Laclavik, without a sign",
}

MEANINGS: Mapping[str, Mapping[str, str]] = {
    "phi": _PHI,
    "Pearson's phi": _PHI,
    "B(R|P)": {
        "informedness": "Powers 2007 equation 42, labels weighted by prevalence",
        "edge": "Powers 2007 equation 41, labels weighted by bias",
    },
    "H": {
        "entropy_actual": "of the classes, Steingold & Laclavik",
        "conditional_entropy": "H(R|P), of the classes once the prediction is known, Powers 2003",
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
    "r_R": {"informedness": "Powers 2007 equation 18", "markedness": "Powers 2007 equations 30 to 35"},
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

SPELLED = str.maketrans(
    {"α": "alpha", "β": "beta", "δ": "delta", "∆": "delta", "κ": "kappa", "ϕ": "phi", "φ": "phi", "χ": "chi", "²": "2"}
    | {"\u2212": "-", "+": " plus ", "%": " percent "}
)


def key(name: str) -> str:
    """A name without case and punctuation; a prime counts, a sign before a letter, and a percent sign.

    A number in brackets behind F or G is the weight of 2003, F(0.5), and not the one of today, F0.5.
    """
    text = re.sub(r"(?<!s)['\u2032\u2019](?!\w)", " prime ", name.lower())
    text = re.sub(r"(?<=[fg])\((?=[\d.])", " at ", text.translate(SPELLED))
    text = re.sub(r"(?<=_)-(?=\w)|(?<![a-z1])-(?=[pr]\b)", " minus ", text)
    return re.sub(r"[^a-z0-9]+", "", text)


def spelled(name: str) -> str:
    """F with a number as a measure with its parameter: F2 has beta = 2, F(0.3) of Powers 2003 has alpha = 0.3."""
    head, number = name.strip().lower(), r"(\d+\.?\d*|\.\d+)"
    if (beta := re.fullmatch(rf"f_?{number}", head)) and float(beta[1]) != 1:
        return f"f_measure(beta={beta[1]})"
    alpha = re.fullmatch(rf"f\({number}\)", head)
    return f"f_alpha(alpha={alpha[1]})" if alpha else name


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
