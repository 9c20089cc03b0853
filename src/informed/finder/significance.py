"""The tests of significance by name; `evaluate` computes them all."""

from informed.finder.term import Term
from informed.inference.significance.catalogue import TESTS as DECLARED
from informed.inference.significance.catalogue import Declared

LETTERS = {
    "sellke": ("Alpha(p)", "posthoc likelihood", "posterior"),
    "sellke_beta": ("Beta(p)",),
    "fisher": ("Fisher exact test", "Fisher's exact test"),
    "g2": ("G2 test", "Neyman-Pearson", "Neyman-Pearson lemma"),
    "pearson": ("chi-squared test", "Chi-Squared Significance"),
    "chi2_kbm": ("chi2_KMB",),
}
"""What the papers call a test, beyond its aliases."""
SHELL = "informed evaluate FILE --actual A --predicted P --show significance"


def _term(test: Declared) -> Term:
    says = " ".join(filter(None, (test.says, f"{test.formula}.", test.beware)))
    python = f"informed.evaluate(actual, predicted).significance[{test.name!r}]"
    return Term(test.name, "test", says, (*test.aliases, *LETTERS.get(test.name, ())), shell=SHELL, python=python)


TESTS = tuple(map(_term, DECLARED))
