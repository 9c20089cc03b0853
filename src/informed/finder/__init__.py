"""One finder for everything that has a name: measures, tests, label-set measures, commands, functions, concepts."""

from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from itertools import chain

from informed.core.errors import InputError
from informed.core.letters import MEANINGS, key
from informed.core.registry import Measure, catalogue, names_of
from informed.finder.commands import commands, functions, others_commands
from informed.finder.concepts import CONCEPTS
from informed.finder.term import SYMBOL, Term
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


__all__ = ["Term", "find", "named", "search", "terms"]


def find(term: str, /) -> list[Term]:
    """Find whatever a term names.

    Parameters
    ----------
    term
        A name, an alias or a letter of the papers, or any words: ``find("KB")``, ``find("dutch book")``. Case and
        punctuation do not count.

    Returns
    -------
    list of Term
        What has this name, all of its meanings; else what mentions the words.

    Raises
    ------
    InputError
        If nothing is found; the message names what is nearest.

    Examples
    --------
    >>> [str(each) for each in find("bm")]
    ['informedness (measure)', 'determination (measure)']
    """
    found = named(term) or search(term)
    if not found:
        raise InputError(f"nothing is called {term!r} and nothing mentions it{_nearest(term)}")
    return found


def named(term: str) -> list[Term]:
    """What has this very name, whatever the case and the punctuation."""
    wanted = key(term)
    return [each for each in terms() if wanted in each.keys] if wanted else []


def search(text: str) -> list[Term]:
    """What mentions all words of a text in its names or its sentence; what has this very name comes first."""
    exact, words = named(text), text.lower().replace("-", " ").replace("_", " ").split()
    if SYMBOL.fullmatch(text.strip()):  # one or two letters are a symbol, which has a name or none
        return exact
    return [*exact, *(each for each in terms() if each not in exact and each.mentions(words))] if words else []


@cache
def _fixed() -> tuple[Term, ...]:
    """What is not a measure of tables, whose catalogue may grow."""
    return (*TESTS, *_label_sets(), *commands(), *others_commands(), *functions(), *CONCEPTS)


def terms() -> Iterator[Term]:
    """Everything that can be found, measures first."""
    return chain(map(_measure, catalogue()), _fixed())


def _measure(measure: Measure) -> Term:
    other = tuple(name for name, meanings in MEANINGS.items() if measure.name in meanings)
    return Term(
        measure.name,
        "measure",
        measure.says,
        (*names_of(measure)[1:], *other),
        shell=f"informed evaluate FILE --actual A --predicted P --measure {measure.name}",
        python=f"informed.measures.{measure.name}(actual, predicted)",
    )


def _label_sets() -> Iterator[Term]:
    from informed.questions.multilabel.measures import MEASURES

    for each in MEASURES.values():
        says = f"Of label sets: {each.says}."
        python = f"informed.multilabel(actual, predicted).measures[{each.name!r}]"
        yield Term(each.name, "label sets", says, (), "informed multilabel ACTUAL PREDICTED", python)


def _nearest(term: str) -> str:
    names = {name.lower() for each in terms() for name in (each.name, *each.names)}
    close = get_close_matches(term.lower(), names, n=3, cutoff=0.6)
    return f"; did you mean {' or '.join(map(repr, close))}?" if close else "; `informed measures` lists all measures"
