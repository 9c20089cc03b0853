"""What was found, in print."""

import textwrap
from collections.abc import Sequence

from informed.core.letters import MEANINGS, key
from informed.core.registry import get
from informed.finder.term import Term
from informed.writers.catalogue import explained
from informed.writers.layout import columns

WIDTH = 80
MOST = 40  # lines of a list

GUIDE = """\
Which number to quote

  Is it better than guessing?      informedness with its 95% CI:
                                   0 = guessing, 1 = perfect, at any prevalence
  How far can I trust a call?      precision beside the prevalence; markedness
  How many cases does it find?     recall beside the share predicted
  Two raters, neither is right     correlation (mcc): informed agree
  Several systems, same items      difference in informedness: informed compare
  Errors have prices               cost per item: --cost, or sweep --cost-fp
  Scores, no threshold yet         AUC, then the best threshold: informed sweep
  More than two classes            informedness; macro_f1 or mcc beside it
  Clusters, labels may be renamed  proficiency: informed match
  Several labels per item          their proficiency: informed multilabel
  What others report               accuracy and F1, each beside its chance value

Give the interval and the number of items with it. Do not quote accuracy or F1
alone: both depend on how common the classes are, and guessing can score high.
`informed measures TERM` explains any of these words.
"""


def shown(term: str, found: Sequence[Term]) -> str:
    """What was found for a term: a measure alone in full, several meanings one by one, many things as a list."""
    exact = [each for each in found if key(term) in each.keys]
    if not exact:
        return _listed(found)
    first, *others = exact
    if len(exact) == 1 or (first.kind == "measure" and first.name == key(term)):
        also = f"\n\n{term!r} is also\n\n{_blocks(others, term)}" if others else ""
        return (explained(get(first.name)) if first.kind == "measure" else _block(first, term)) + also
    return f"{term!r} has {len(exact)} meanings.\n\n{_blocks(exact, term)}"


def _blocks(terms: Sequence[Term], term: str) -> str:
    return "\n\n".join(_block(each, term) for each in terms)


def _block(term: Term, asked: str) -> str:
    meant = next((said.get(term.name) for name, said in MEANINGS.items() if key(name) == key(asked)), None)
    head = f"{term}{f': {meant}' if meant and term.kind == 'measure' else ''}"
    how = [f"  {where:<8}{line}" for where, line in (("shell", term.shell), ("Python", term.python)) if line]
    says = textwrap.fill(term.says, WIDTH, initial_indent="  ", subsequent_indent="  ")
    return "\n".join([head, says, *how])


def _listed(found: Sequence[Term]) -> str:
    rows = [[each.name, each.kind, textwrap.shorten(each.says, 60, placeholder=" ...")] for each in found[:MOST]]
    more = f"\n  and {len(found) - MOST} more; add a word" if len(found) > MOST else ""
    return columns(rows, left=3) + more + "\n\n`informed measures TERM` explains one."
