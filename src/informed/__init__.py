"""Is a predictor informed, or is it guessing?

The public names, imported when first used: ``import informed`` loads NumPy and nothing heavier. Type checkers read the
plain imports.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from informed._version import __version__ as __version__

if TYPE_CHECKING:
    from informed import lab as lab
    from informed import measures as measures
    from informed import more as more
    from informed import odds as odds
    from informed.asking.front import look as look
    from informed.core.counts import Counts as Counts
    from informed.core.errors import InputError as InputError
    from informed.core.items import Items as Items
    from informed.core.labelsets import LabelSets as LabelSets
    from informed.core.result import Result as Result
    from informed.core.scores import Scores as Scores
    from informed.finder import find as find
    from informed.inference.estimates import estimate as estimate
    from informed.ledger import Ledger as Ledger
    from informed.questions.agree import agree as agree
    from informed.questions.bookmaker import bookmaker as bookmaker
    from informed.questions.check import check as check
    from informed.questions.compare import compare as compare
    from informed.questions.consensus import consensus as consensus
    from informed.questions.deploy import deploy as deploy
    from informed.questions.evaluate import evaluate as evaluate
    from informed.questions.evaluate.price import price as price
    from informed.questions.judge import judge as judge
    from informed.questions.match import match as match
    from informed.questions.multilabel import multilabel as multilabel
    from informed.questions.plan import plan as plan
    from informed.questions.recover import recover as recover
    from informed.questions.spans import spans as spans
    from informed.questions.sweep import sweep as sweep
    from informed.questions.watch import watch as watch
    from informed.readers.counting import count as count
    from informed.readers.counting import items as items
    from informed.readers.counting import read as read
    from informed.readers.streams import Counter as Counter

_PLACES = {
    "Counter": "informed.readers.streams",
    "Counts": "informed.core.counts",
    "InputError": "informed.core.errors",
    "Items": "informed.core.items",
    "LabelSets": "informed.core.labelsets",
    "Ledger": "informed.ledger",
    "Result": "informed.core.result",
    "Scores": "informed.core.scores",
    "agree": "informed.questions.agree",
    "bookmaker": "informed.questions.bookmaker",
    "check": "informed.questions.check",
    "compare": "informed.questions.compare",
    "consensus": "informed.questions.consensus",
    "count": "informed.readers.counting",
    "deploy": "informed.questions.deploy",
    "estimate": "informed.inference.estimates",
    "evaluate": "informed.questions.evaluate",
    "find": "informed.finder",
    "items": "informed.readers.counting",
    "judge": "informed.questions.judge",
    "look": "informed.asking.front",
    "match": "informed.questions.match",
    "multilabel": "informed.questions.multilabel",
    "plan": "informed.questions.plan",
    "price": "informed.questions.evaluate.price",
    "read": "informed.readers.counting",
    "recover": "informed.questions.recover",
    "spans": "informed.questions.spans",
    "sweep": "informed.questions.sweep",
    "watch": "informed.questions.watch",
}
_FORMERLY = {"monitor": "watch"}  # names of earlier versions, which still work
_NAMESPACES = ("lab", "measures", "more", "odds")

__all__ = sorted([*_PLACES, *_NAMESPACES])


def __getattr__(name: str) -> Any:
    name = _FORMERLY.get(name, name)
    if name in _NAMESPACES:
        value: Any = import_module(f"informed.{name}")
    elif name in _PLACES:
        value = getattr(import_module(_PLACES[name]), name)
    else:
        raise AttributeError(f"module 'informed' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
