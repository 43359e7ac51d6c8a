"""What is said of single games with dominoes: what each move pays, what stays empty, how long games are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gfkit.catalog.check import Arguments, Found, compared
from gfkit.catalog.claim import Statement
from gfkit.catalog.dominoes import Source, sides
from gfkit.catalog.properties.dominogames import by_both


def gains(source: Source, statement: Statement, asked: Arguments) -> Found:
    """What the moves of a play pay one after the other, from move ``first`` on."""
    cells = source.cells(asked["board"], asked["play"])
    first = asked.get("first", 1)
    true = tuple(str(sum(row for _, row in each)) for each in cells)[first - 1 :][: len(statement)]
    return compared((", ".join(statement),), (", ".join(true),), (asked["board"],), "the play replayed")


def total(source: Source, statement: Statement, asked: Arguments) -> Found:
    """What both players have at the end of a play."""
    paid = [0, 0]
    for number, cells in enumerate(source.cells(asked["board"], asked["play"])):
        paid[number % 2] += sum(row for _, row in cells)
    true = (", ".join(map(str, paid)),)
    return compared(statement, true, (f"{asked['board']}, {asked['play']}",), "the play replayed")


def empty(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The cells, as column and row, that are empty at the end of a play."""
    columns, rows = sides(asked["board"])
    covered = {cell for cells in source.cells(asked["board"], asked["play"]) for cell in cells}
    every = ((column, row) for column in range(1, columns + 1) for row in range(1, rows + 1))
    true = "; ".join(f"{column}, {row}" for column, row in every if (column, row) not in covered)
    return compared(("; ".join(statement),), (true,), (asked["board"],), "the play replayed")


def owners(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The columns in which each player has cells at the end of a play."""
    own: list[set[int]] = [set(), set()]
    for number, cells in enumerate(source.cells(asked["board"], asked["play"])):
        own[number % 2] |= {column for column, _ in cells}
    true = tuple(", ".join(map(str, sorted(each))) for each in own)
    return compared(statement, true, ("player one", "player two"), "the play replayed")


def most_moves(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The most moves that each player can still make after an opening, whatever is played."""
    board, opening = asked["board"], asked.get("opening", "")
    done = len(opening.split())
    counts = [
        Counter(number % 2 for number in range(done, length)) for length in _lengths(source, board, opening)
    ]
    true = tuple(str(max(count[player] for count in counts)) for player in (0, 1))
    return compared(statement, true, ("player one", "player two"), "all move sequences")


def _lengths(source: Source, board: str, opening: str) -> Iterable[int]:
    """The numbers of moves that games with this opening have."""
    todo, seen, found = [opening], {opening}, set()
    while todo:
        before = todo.pop()
        possible = source.moves(board, before)
        if not possible:
            found.add(len(before.split()))
        for after in (f"{before} {move}".strip() for move in possible):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return found


def most_paid(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The most that player one can have at the end of any move sequence at all."""
    board = asked["board"]

    def most(before: str) -> int:
        possible = source.moves(board, before)
        if not possible:
            cells = source.cells(board, before)[::2]
            return sum(row for each in cells for _, row in each)
        return max(most(f"{before} {move}".strip()) for move in possible)

    return compared(statement, (str(most("")),), (board,), "all move sequences")


def fits(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The smallest board, columns first, on which the play is possible and which it leaves no move on."""
    play = asked["play"]
    boards = (
        f"{columns}x{rows}"
        for size in range(2, 13)
        for columns in range(1, size)
        for rows in (size - columns,)
    )
    true = next(board for board in boards if _is_whole(source, board, play))
    return compared(statement, (true,), (play,), "boards by the sum of their sides")


def _is_whole(source: Source, board: str, play: str) -> bool:
    """Whether the play is possible and ends the game."""
    before = ""
    for move in play.split():
        if move not in source.moves(board, before):
            return False
        before = f"{before} {move}".strip()
    return not source.moves(board, before)


def longest(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The most dominoes that any game on the board has."""
    true = (str(max(_lengths(source, asked["board"], ""))),)
    return compared(statement, true, (asked["board"],), "all move sequences")


METHODS = {
    "gains": by_both(gains),
    "total": by_both(total),
    "empty": by_both(empty),
    "owners": by_both(owners),
    "most-moves": by_both(most_moves),
    "most-paid": by_both(most_paid),
    "fits": by_both(fits),
    "longest": by_both(longest),
}
