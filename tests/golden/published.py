"""The papers' own figures in papers/, and what their keys are called here."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

PAPERS = Path(__file__).parent / "papers"

MEASURES = {
    "AvF": "average_f",
    "AvG": "average_g",
    "Evenness_G": "evenness",
    "Evenness_P": "evenness_predicted",
    "Evenness_R": "evenness_actual",
    "F": "f_measure",
    "G": "g_measure",
    "H_R_given_P_bits": "conditional_entropy",
    "IF": "inverse_f",
    "IG": "inverse_g",
    "MI_bits": "mutual_information",
    "accuracy": "accuracy",
    "bias": "bias",
    "correlation": "correlation",
    "correlation_limit": "correlation",
    "dtp": "determinant",
    "f1": "f_measure",
    "informedness": "informedness",
    "informedness_bias_weighted_eq41_and_2003": "edge",
    "informedness_prevalence_weighted_eq42": "informedness",
    "inverse_precision": "inverse_precision",
    "inverse_recall": "inverse_recall",
    "kappa": "kappa",
    "markedness": "markedness",
    "markedness_bias_weighted_eq43": "markedness",
    "markedness_limit": "markedness",
    "markedness_prevalence_weighted_dual_of_eq41": "edge_markedness",
    "phi": "mcc",
    "phi_limit": "mcc",
    "precision": "precision",
    "prevalence": "prevalence",
    "proficiency": "proficiency",
    "recall": "recall",
    "wracc": "wracc",
}

SIGNIFICANCE = {  # the test, and which of its numbers
    "G2": ("g2", "statistic"),
    "G2_full": ("g2", "statistic"),
    "G2_posP": ("g2_positive_predicted", "statistic"),
    "chi2_KB": ("chi2_kb", "statistic"),
    "chi2_KBM": ("chi2_kbm", "statistic"),
    "chi2_KBM_eq42_43": ("chi2_kbm", "statistic"),
    "chi2_KB_eq42": ("chi2_kb", "statistic"),
    "chi2_KM": ("chi2_km", "statistic"),
    "chi2_KM_eq43": ("chi2_km", "statistic"),
    "chi2_negP": ("chi2_negative_predicted", "statistic"),
    "chi2_negR": ("chi2_negative_actual", "statistic"),
    "chi2_pearson": ("pearson", "statistic"),
    "chi2_pearson_full": ("pearson", "statistic"),
    "chi2_posP": ("chi2_positive_predicted", "statistic"),
    "chi2_posR": ("chi2_positive_actual", "statistic"),
    "chi2_printed": ("chi2_positive_predicted", "statistic"),
    "fisher_mid_p_one_sided": ("fisher_mid_p_one_sided", "p"),
    "fisher_one_sided": ("fisher_one_sided", "p"),
    "fisher_two_sided": ("fisher", "p"),
    "p_chi2_full": ("pearson", "p"),
    "p_chi2_yates": ("yates", "p"),
}

BY_EDGE = {"chi2_KB_eq41"}
"""The statistic of equation 42's informedness, once more with equation 41's."""

PER_LABEL = {"B_per_label": "informedness", "M_per_label": "markedness"}

NATS = {
    "H_P_nats": "entropy_predicted",
    "H_R_given_P_nats": "conditional_entropy",
    "H_R_nats": "entropy_actual",
    "MI_nats": "mutual_information",
}


@dataclass(frozen=True)
class Figure:
    """One number of a published table that was reproduced."""

    case: str
    key: str
    table: Any  # actual x predicted
    value: Any
    tolerance: float


def paper(name: str) -> dict[str, Any]:
    """The figures of one paper, or of a part of it."""
    found: dict[str, Any] = json.loads((PAPERS / f"{name}.json").read_text())
    return found


def figures() -> Iterator[Figure]:
    """Every reproduced figure, printed or recomputed to more digits, of a case that gives a table."""
    for path in sorted(PAPERS.glob("*.json")):
        for name, case in cases(paper(path.stem), path.stem):
            yield from figures_of(name, case)


def cases(node: Any, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every part of a document that gives a table as input and says what came of it."""
    if isinstance(node, list):
        for place, part in enumerate(node):
            yield from cases(part, f"{name}[{place}]")
    elif isinstance(node, dict):
        name = node.get("name", name)
        if "status" in node and table_of(node.get("input")) is not None:
            yield name, node
        else:
            for key, part in node.items():
                yield from cases(part, f"{name}.{key}")


def table_of(given: Any) -> Any:
    """A case's input as actual x predicted: named cells, or a matrix whose rows are predictions."""
    if isinstance(given, list):
        return np.array(given).T
    if isinstance(given, dict) and {"tp", "fn", "fp", "tn"} <= set(given):
        return np.array([[given["tp"], given["fn"]], [given["fp"], given["tn"]]])
    return None


def figures_of(name: str, case: dict[str, Any]) -> Iterator[Figure]:
    """The figures of one case; an erratum is none, save that its corrected values stand under "expected"."""
    table, status = table_of(case["input"]), case["status"]
    expected = case.get("expected_tolerance", case.get("tolerance", 1e-8))
    for part, scale, tolerances in (
        ("expected", 1, expected),
        ("printed", 1, case.get("printed_tolerance")),
        ("printed_percent", 0.01, case.get("tolerance_percent")),
    ):
        for key, value in case.get(part, {}).items():
            judged = status.get(key, "reproduced") if isinstance(status, dict) else status
            tolerance = tolerances[key] if isinstance(tolerances, dict) else tolerances
            if part == "expected" or judged == "reproduced":
                yield Figure(name, key, table, scale * np.asarray(value), scale * tolerance * (1 + 1e-6))
