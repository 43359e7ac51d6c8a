"""What is said of single boards of dominogames: payoffs, plays, moves and empty cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from gfkit.catalog.check import Arguments, Found, Method, compared
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.dominoes import ENGINE, WHOLE, Source, is_equilibrium_path, sides
from gfkit.errors import CatalogError


def by_both(told: Callable[[Source, Statement, Arguments], Found]) -> dict[str, Method]:
    """The methods of a property that asks a source: backward induction, and the whole tree."""
    return {"induction": partial(told, ENGINE), "brute-force": partial(told, WHOLE)}


def boards_of(asked: Arguments) -> list[str]:
    """The boards of ``with``: boards, or board."""
    if ("board" in asked) == ("boards" in asked):
        raise CatalogError("check: with needs board, or boards as a list, and not both")
    return [asked["board"]] if "board" in asked else list(asked["boards"])


def _each(statement: Statement, boards: list[str]) -> list[tuple[str, str]]:
    """Each entry with its board; one board may have many entries."""
    named = boards * len(statement) if len(boards) == 1 else boards
    if len(named) != len(statement):
        raise CatalogError(f"check: {len(boards)} boards and {len(statement)} statements; one goes with one")
    return list(zip(statement, named, strict=True))


def _after(board: str, asked: Arguments) -> str:
    opening = asked.get("opening", "")
    return f"{board} after {opening}" if opening else board


def payoff(source: Source, statement: Statement, asked: Arguments) -> Found:
    """Each pair is one of the equilibrium payoffs of its board, after an opening where there is one."""
    boards = boards_of(asked)
    for text, board in _each(statement, boards):
        true = source.payoffs(board, asked.get("opening", ""), asked.get("raised", 0))
        if _pair(text) not in true:
            listed = "; ".join(", ".join(map(str, pair)) for pair in true)
            return Found(Standing.REFUTED, "all payoffs", Witness(_after(board, asked), text, listed))
    return Found(Standing.PROVED, f"all payoffs of {', '.join(boards)}")


def all_payoffs(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The pairs are all the equilibrium payoffs after an opening."""
    board = asked["board"]
    true = source.payoffs(board, asked.get("opening", ""), asked.get("raised", 0))
    claimed = sorted(map(_pair, statement))
    texts = ["; ".join(", ".join(map(str, pair)) for pair in pairs) for pairs in (claimed, true)]
    return compared((texts[0],), (texts[1],), (_after(board, asked),), "all payoffs")


def _pair(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def path(source: Source, statement: Statement, asked: Arguments) -> Found:
    """Each sequence of moves begins some equilibrium play, or none where ``never`` is true.

    The first ``forced`` moves need not be good ones.
    """
    boards, never = boards_of(asked), asked.get("never", False)
    for moves, board in _each(statement, boards):
        is_path = is_equilibrium_path(source, board, moves, asked.get("raised", 0), asked.get("forced", 0))
        if is_path == never:
            word = "begins an equilibrium play" if is_path else "begins no equilibrium play"
            return Found(Standing.REFUTED, "all payoffs after each move", Witness(board, moves, word))
    return Found(Standing.PROVED, "all payoffs after each move")


def moves(source: Source, statement: Statement, asked: Arguments) -> Found:
    """These are the moves that are possible after an opening."""
    board = asked["board"]
    true = source.moves(board, asked.get("opening", ""))
    texts = [", ".join(sorted(each)) for each in (statement, true)]
    return compared((texts[0],), (texts[1],), (_after(board, asked),), "all moves")


def gains(source: Source, statement: Statement, asked: Arguments) -> Found:
    """What the moves of a play pay one after the other."""
    cells = source.cells(asked["board"], asked["play"])
    true = tuple(str(sum(row for _, row in each)) for each in cells)
    places = tuple(f"move {number}" for number in range(1, len(true) + 1))
    return compared(statement, true[: len(statement)], places, "the play replayed")


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


def most_empty(source: Source, statement: Statement, asked: Arguments) -> Found:
    """No equilibrium play on these boards leaves more empty cells than this."""
    for board in _within(source, asked):
        for play in sorted(source.plays(board)):
            left = _empty_cells(board, play)
            if left > int(statement[0]):
                return Found(Standing.REFUTED, "all plays", Witness(f"{board}, {play}", statement[0], str(left)))
    return Found(Standing.CONSISTENT, f"all plays on {', '.join(_within(source, asked))}")


def _empty_cells(board: str, play: str) -> int:
    columns, rows = sides(board)
    return columns * rows - 2 * len(play.split())


def _within(source: Source, asked: Arguments) -> list[str]:
    """The boards; the whole tree looks at those alone that are small."""
    return [board for board in boards_of(asked) if source.far or _size(board) <= asked.get("cells", 16)]


def _size(board: str) -> int:
    columns, rows = sides(board)
    return columns * rows


def standing(source: Source, statement: Statement, asked: Arguments) -> Found:
    """On a family, to a last n, dominoes stand in every equilibrium play."""
    for n in range(1, asked["to"] + 1):
        board = statement[0].replace("n", str(n))
        lying = sorted(play for play in source.plays(board) if "h" in play)
        if lying:
            return Found(Standing.REFUTED, "all plays", Witness(board, "none lies", lying[0]))
    return Found(Standing.CONSISTENT, f"all plays for n = 1 to {asked['to']}")


def raising(source: Source, _: Statement, asked: Arguments) -> Found:
    """Every equilibrium play of a board is one of the raised board."""
    for board in _within(source, asked):
        for raised in asked["raised"]:
            lost = sorted(source.plays(board) - source.plays(board, raised))
            if lost:
                at = f"{board} raised by {raised}"
                return Found(Standing.REFUTED, "all plays", Witness(at, lost[0], "no equilibrium play"))
    return Found(Standing.CONSISTENT, f"all plays of {', '.join(_within(source, asked))}")


def most_moves(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The most moves that each player can still make after an opening, whatever is played."""
    board, opening = asked["board"], asked.get("opening", "")
    done = len(opening.split())
    counts = [Counter(number % 2 for number in range(done, length)) for length in _lengths(source, board, opening)]
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
    boards = (f"{columns}x{rows}" for size in range(2, 13) for columns in range(1, size) for rows in (size - columns,))
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
    "fits": by_both(fits),
    "longest": by_both(longest),
    "payoff": by_both(payoff),
    "all-payoffs": by_both(all_payoffs),
    "path": by_both(path),
    "moves": by_both(moves),
    "gains": by_both(gains),
    "total": by_both(total),
    "empty": by_both(empty),
    "owners": by_both(owners),
    "most-empty": by_both(most_empty),
    "standing": by_both(standing),
    "raising": by_both(raising),
    "most-moves": by_both(most_moves),
    "most-paid": by_both(most_paid),
}
