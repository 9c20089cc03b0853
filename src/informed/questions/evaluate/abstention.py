"""What a predictor that leaves items alone is worth, by zero stake and by discount."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from informed.core.basis import clustered, counted, signature
from informed.core.estimate import Estimate, written
from informed.core.items import Items
from informed.core.labels import Label
from informed.core.result import Result
from informed.core.table import actuals, as_table, diagonal, ratio
from informed.core.words import coefficient, count, within
from informed.inference.abstention import Bets, bet_on
from informed.inference.estimates import one_table

FORMULAS = {
    "zero_stake": "G(l) = hits(l)/actual(l) - false(l)/others(l) over all N items; "
    "informedness is weighted by prevalence, edge by the bets made",
    "discounted": "(n/N) times the value on the n answered items alone",
}


@dataclass(frozen=True)
class Abstention(Result):
    """What a predictor that abstains is worth, in both forms, beside what its answers alone are worth.

    ``discounted_recall``: for each label n/N times its recall on the answered items (Powers 2003).
    """

    kind = "abstention"
    json_types = written(formulas=dict[str, str])

    n: float
    answered: float
    coverage: Estimate
    coverage_by_label: Mapping[Label, float]
    zero_stake: Mapping[str, Estimate]
    discounted: Mapping[str, Estimate]
    answers: Mapping[str, Estimate]
    signature: str
    discounted_recall: Mapping[Label, float]

    def head(self) -> tuple[str, str]:
        covered = f"coverage {coefficient(self.coverage.value)}{within(self.coverage)}"
        return "Abstention", f"{count(self.answered)} of {count(self.n)} items answered, {covered}"

    def remarks(self, every: bool = False) -> list[str]:
        """The formula of each form."""
        return [f"{name.replace('_', ' ')}: {formula}" for name, formula in FORMULAS.items()]

    def rows(self) -> list[dict[str, Any]]:
        """One row a form and measure; of coverage one."""
        forms = {"zero_stake": self.zero_stake, "discounted": self.discounted, "answers": self.answers}
        rows = [
            {"form": form, "measure": name, **each.to_dict()} for form, of in forms.items() for name, each in of.items()
        ]
        return [{"form": None, "measure": "coverage", **self.coverage.to_dict()}, *rows]

    def facts(self) -> dict[str, Any]:
        """Both forms, the answers alone, and the formula of each form."""
        return {**super().facts(), "formulas": FORMULAS}


def abstaining(data: Any, *, items: Items | None = None, level: float = 0.95) -> Abstention:
    """Judge a predictor that left some items alone (``Counts.abstained``), by zero stake and by discount."""
    counts = one_table(data, "abstention")
    bets, left = Bets(counts, items, level), 0 if counts.abstained is None else int(counts.abstained.sum())
    answered = counts.total if counts.n is None else counts.n
    shares = ratio(actuals(bet_on(bets.table)), actuals(bets.table))
    table = as_table(counts.table)
    recalls = ratio(diagonal(table), actuals(table))  # among the answered items
    return Abstention(
        n=float(answered + left),
        answered=float(answered),
        coverage=bets.coverage,
        coverage_by_label=dict(zip(counts.labels, shares.tolist(), strict=True)),
        zero_stake=bets.zero_stake,
        discounted=bets.discounted,
        answers=bets.answers,
        discounted_recall=dict(zip(counts.labels, (bets.coverage.value * recalls).tolist(), strict=True)),
        signature=signature({**counted(counts), **clustered(items), "abstained": left, "level": level}),
    )
