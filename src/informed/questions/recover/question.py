"""``recover``: the table behind published ratios."""

from informed.asking.declared import FLAG, WHOLE, Given, Parameter, Question
from informed.core.errors import Door, InputError, door, opened
from informed.core.result import Result

QUESTION = Question(
    "recover",
    "Recover the table behind published RATIOS: any measure of a two-class table as --name value. With --n "
    "or another count (--tp, --rp, ...), every whole table whose "
    "values round to these; without a count, or with --exact, "
    "the table that the values determine exactly.",
    (
        Parameter("ratios", "Any measure of a two-class table, as --name value.", positional="rest", default=()),
        Parameter("n", "The number of items.", WHOLE, usual=True),
        Parameter(
            "digits", "Decimals the ratios were rounded to; by default as many as are written.", WHOLE, usual=True
        ),
        Parameter("exact", "The ratios were not rounded.", FLAG, default=False, usual=True),
    ),
    examples=(
        "informed recover --recall .80 --precision .70 --prevalence .10 --n 1000",
        "informed recover --recall .8 --fallout .1 --skew 9",
        "informed recover --recall .5 --fallout .3 --prevalence .6 --tp 30 --exact",
    ),
)


class _Ratios(Door):
    """The shell, where every ratio is an option."""

    def __init__(self, around: Door, names: dict[str, str]) -> None:
        self.around, self.names = around, names

    def argument(self, name: str, value: object = None) -> str:
        """The name of a ratio as it was typed."""
        if name == "measure" and value in self.names:
            return f"--{value}"
        return self.around.argument(name, value)

    def __getattr__(self, name: str) -> object:
        return getattr(self.around, name)


def answer(given: Given) -> Result:
    """The tables."""
    from informed.questions.recover import recover

    ratios = _pairs(given["ratios"])
    with opened(_Ratios(door(), ratios)):
        try:
            return recover(ratios, n=given["n"], digits=given["digits"], exact=given["exact"])
        except InputError as error:
            raise InputError(str(error)) from None  # in the words of this door, as long as it is open


def _pairs(words: tuple[str, ...]) -> dict[str, str]:
    """``--recall .80`` and ``--recall=.80`` as name and value; the text keeps the decimals that were printed."""
    flat = [part for word in words for part in (word.split("=", 1) if word.startswith("--") else [word])]
    if len(flat) % 2 or not all(name.startswith("--") for name in flat[::2]):
        raise InputError(f"ratios {' '.join(words)!r} must be --name value pairs, for example --recall .80")
    names = [name.removeprefix("--").replace("-", "_") for name in flat[::2]]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise InputError(f"--{twice} is given {names.count(twice)} times and takes one value; give it once")
    return dict(zip(names, flat[1::2], strict=True))
