"""The tables of a betting slip."""

from collections.abc import Iterator, Sequence

from informed.core.result import Grid
from informed.core.words import ci, count, interval, number, short, signed
from informed.questions.bookmaker.compute import Bet, Book
from informed.writers.layout import columns, seen

MOST_LABELS = 12  # a wider payoff table is left to the JSON
ODDS = "odds: win:lose; pays: returned per unit won; per unit: gained per unit staked"
FAIR = "Each prediction is a bet on its label, at odds that are fair for someone who only knows how common it is"


def book(book: Book, every: bool) -> Iterator[Grid | str]:
    """One line per label, what each cell won, Kelly's stakes, and the groups."""
    *rows, every_bet = _labels(book, every)
    about, most = f"{FAIR}; {ODDS}", MOST_LABELS
    yield Grid("Bets", rows, about, most=most, others="more labels", legend=ODDS, foot=[every_bet])
    if every and len(book.labels) <= MOST_LABELS:
        scale = f"perfect play wins {short(book.pool)} on each label"
        yield from _crossed("What each cell won", scale, "bet on", _cells(book))
        yield from _crossed("Kelly's stakes", "share of the wealth on each class", "actual", _kelly(book))
    if book.groups:
        yield Grid("Groups", _groups(book), "Each group by itself")


def _crossed(title: str, about: str, above: str, rows: Sequence[Sequence[str]]) -> Iterator[Grid | str]:
    """A table with a name above its columns, which on a page stands in its caption."""
    start = " " * (max(len(row[0]) for row in rows) + 4)
    yield f"{title} ({about})\n{start}{above}\n{columns(rows)}"
    yield Grid(title, rows, f"{about[0].upper()}{about[1:]}; columns: {above}", on="page")


def _groups(book: Book) -> list[list[str]]:
    rows = [[", ".join(book.by), "bets", "per unit", "edge", "", "informedness", ""]]
    for part in book.groups:
        name, bets = ", ".join(map(seen, part.group or ())), count(sum(bet.bets for bet in part.bets))
        ends = [text for each in (part.edge, part.informedness) for text in (number(each.value), interval(each))]
        rows.append([name, bets, signed(part.unit_stakes), *ends])
    return rows


def _labels(book: Book, every: bool) -> list[list[str]]:
    """A line per label; of two labels the edge is the same, and the verdict has it."""
    width = 6 if len(book.bets) < 3 else 8
    sure = any(bet.edge.low is not None for bet in book.bets)
    level = next((bet.edge.level for bet in book.bets if bet.edge.level), 0.0) or 0.0
    ends = [ci(level)] if sure else []
    rows = [["label", "odds", "pays", "bets", "right", "per unit", "edge", *ends, "guesswork", "odds in percent"]]
    rows += [_label(bet, sure) for bet in book.bets]
    bets, right = (sum(getattr(bet, name) for bet in book.bets) for name in ("bets", "right"))
    edge = [number(book.edge.value), *([interval(book.edge)] if sure else [])]
    rows.append(["all", "", "", count(bets), count(right), signed(book.unit_stakes), *edge, "", ""])
    return rows if every else [row[: width if sure or width < 8 else 7] for row in rows]


def _label(bet: Bet, sure: bool) -> list[str]:
    mark = " !" if bet.advice else ""
    numbers = [bet.pays, count(bet.bets), count(bet.right), signed(bet.returned)]
    ends = [interval(bet.edge)] if sure else []
    edge, percent = [number(bet.edge.value), *ends], ":".join(number(each, 1) for each in bet.odds.percent)
    return [f"{seen(bet.label)}{mark}", str(bet.odds), *numbers, *edge, number(bet.guesswork), percent]


def _cells(book: Book) -> list[list[str]]:
    rows = [["actual", *map(seen, book.labels), "all bets"]]
    for label, cells, total in zip(book.labels, book.cells, book.by_class, strict=True):
        rows.append([seen(label), *map(signed, cells), signed(total)])
    rows.append(["won", *(signed(bet.won) for bet in book.bets), signed(book.per_bet)])
    return [*rows, ["times bias", *(signed(bet.weighted) for bet in book.bets), signed(book.total)]]


def _kelly(book: Book) -> list[list[str]]:
    rows = [["predicted", *map(seen, book.labels), "bits per bet"]]
    for label, stakes, bits in zip(book.labels, book.kelly.stakes, book.kelly.by_label, strict=True):
        rows.append([seen(label), *map(number, stakes), number(bits)])
    return rows
