"""The tests of significance by name; `evaluate` computes them all."""

from __future__ import annotations

from informed.finder.term import Term
from informed.inference.significance.catalogue import TESTS as DECLARED
from informed.inference.significance.catalogue import Declared

SHELL = "informed evaluate FILE --actual A --predicted P --show significance"


def _term(test: Declared) -> Term:
    says = " ".join(filter(None, (test.says, f"{test.formula}.", test.beware)))
    python = f"informed.evaluate(actual, predicted).significance[{test.name!r}]"
    return Term(test.name, "test", says, test.aliases, shell=SHELL, python=python)


TESTS = tuple(map(_term, DECLARED))
