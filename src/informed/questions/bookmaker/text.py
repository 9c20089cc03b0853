"""The betting slip in print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from informed.core.door import door
from informed.core.words import ON_THIS_TABLE, ci, count, interval, number, percent, short, signed
from informed.writers.layout import bullets, columns, noted, seen, sentences
from informed.writers.text import last, screen

if TYPE_CHECKING:
    from informed.questions.bookmaker.compute import Bet, Book, Remedy


MOST_LABELS = 12  # a wider payoff table is left to the JSON


def book(book: Book, *, every: bool = False) -> str:
    """The slip: verdict, one line per label, what each cell won, and what to do about labels that lose."""
    return screen(_sections(book, every), last(book, every), every)


def _sections(book: Book, every: bool) -> Iterator[str]:
    size = "shares (number of bets unknown)" if book.n is None else f"{count(sum(bet.bets for bet in book.bets))} bets"
    idle = "" if book.coverage == 1 else f" on {percent(book.coverage)} of {count(book.n or 1)} items"
    yield f"Betting slip   {size}{idle}, {len(book.labels)} labels, fair odds"
    yield sentences(book.verdict)
    yield _labels(book, every)
    if every and len(book.labels) <= MOST_LABELS:
        yield _cells(book)
        yield _kelly(book)
    if book.remedies:
        yield "Advice\n" + bullets(advice(book)) if every else bullets(map(_remedy, book.remedies))
    if book.groups:
        yield _groups(book)
    edges = [book.edge, *(bet.edge for bet in book.bets)]
    yield from noted(edge.note for edge in edges if edge.note)


def _groups(book: Book) -> str:
    """The edge of each group."""
    rows = [[", ".join(book.by), "bets", "per unit", "edge", "", "informedness", ""]]
    for part in book.groups:
        name, bets = ", ".join(map(seen, part.group or ())), count(sum(bet.bets for bet in part.bets))
        ends = [text for each in (part.edge, part.informedness) for text in (number(each.value), interval(each))]
        rows.append([name, bets, signed(part.unit_stakes), *ends])
    return columns(rows)


def _labels(book: Book, every: bool) -> str:
    """A line per label; of two labels the edge is the same, and the verdict has it."""
    few, width = book.bets if every else book.bets[:MOST_LABELS], 6 if len(book.bets) < 3 else 8
    sure = any(bet.edge.low is not None for bet in book.bets)
    level = next((bet.edge.level for bet in book.bets if bet.edge.level), 0.0) or 0.0
    ends = [ci(level)] if sure else []
    rows = [["label", "odds", "pays", "bets", "right", "per unit", "edge", *ends, "guesswork"]]
    rows += [_label(bet, sure) for bet in few]
    bets, right = (sum(getattr(bet, name) for bet in book.bets) for name in ("bets", "right"))
    edge = [number(book.edge.value), *([interval(book.edge)] if sure else [])]
    rows.append(["all", "", "", count(bets), count(right), signed(book.unit_stakes), *edge, ""])
    shown = rows if every else [row[: width if sure or width < 8 else 7] for row in rows]
    left = len(book.bets) - len(few)
    more = f"\n  ... and {left:,} more labels: {door().every}" if left else ""
    return f"{columns(shown)}{more}\n  odds: win:lose; pays: returned per unit won; per unit: gained per unit staked"


def _label(bet: Bet, sure: bool) -> list[str]:
    mark = " !" if bet.advice else ""
    numbers = [pays(bet), count(bet.bets), count(bet.right), signed(bet.returned)]
    ends = [interval(bet.edge)] if sure else []
    return [f"{seen(bet.label)}{mark}", str(bet.odds), *numbers, number(bet.edge.value), *ends, number(bet.guesswork)]


def pays(bet: Bet) -> str:
    """What a winning unit pays back; a label that never or always occurs pays nothing that could be won."""
    return number(bet.odds.returned, 2) if bet.odds.running else "-"


def _cells(book: Book) -> str:
    rows = [["actual", *map(seen, book.labels), "all bets"]]
    for label, cells, total in zip(book.labels, book.cells, book.by_class, strict=True):
        rows.append([seen(label), *map(signed, cells), signed(total)])
    rows.append(["won", *(signed(bet.won) for bet in book.bets), signed(book.per_bet)])
    rows.append(["times bias", *(signed(bet.weighted) for bet in book.bets), signed(book.total)])
    start = " " * (max(len(row[0]) for row in rows) + 4)
    scale = f"perfect play wins {short(book.pool)} on each label"
    return f"What each cell won ({scale})\n{start}bet on\n{columns(rows)}"


def _kelly(book: Book) -> str:
    """What is staked on each class after each prediction, and what that gains."""
    rows = [["predicted", *map(seen, book.labels), "bits per bet"]]
    for label, stakes, bits in zip(book.labels, book.kelly.stakes, book.kelly.by_label, strict=True):
        rows.append([seen(label), *map(number, stakes), number(bits)])
    start = " " * (max(len(row[0]) for row in rows) + 4)
    return f"Kelly's stakes (share of the wealth on each class)\n{start}actual\n{columns(rows)}"


def advice(book: Book) -> Iterator[str]:
    """What to do about labels that lose."""
    for bet in book.bets:
        if bet.advice:
            yield f"{seen(bet.label)}: {bet.advice}."
    for remedy in book.remedies:
        yield _remedy(remedy)


def _remedy(remedy: Remedy) -> str:
    names = (" and " if len(remedy.labels) < 3 else ", ").join(map(seen, remedy.labels))
    if remedy.action == "swap":
        return f"With {names} exchanged the edge would be {number(remedy.edge)} ({ON_THIS_TABLE})."
    if not remedy.coverage:
        return f"Without bets on {names} nothing would be bet: edge 0."
    return (
        f"Without bets on {names} the edge would be {number(remedy.edge)}, betting on {percent(remedy.coverage)} "
        f"of the items ({ON_THIS_TABLE})."
    )
