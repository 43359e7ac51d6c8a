"""Single boards: payoffs, plays, moves and empty cells; single games: gains of moves, and lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    Statement,
    compare_entries,
    refutation,
    theorem,
)
from gfkit.core.errors import CatalogError

from .sources import BOTH, Source, sides


def boards_of(asked: Arguments) -> list[str]:
    """Return the boards given by ``with``: boards, or board."""
    if ("board" in asked) == ("boards" in asked):
        raise CatalogError("check: with requires either board, or boards as a list")
    return [asked["board"]] if "board" in asked else list(asked["boards"])


def _each(statement: Statement, boards: list[str]) -> list[tuple[str, str]]:
    """Return each entry with its board; one board may have many entries."""
    named = boards * len(statement) if len(boards) == 1 else boards
    if len(named) != len(statement):
        raise CatalogError(
            f"check: {len(boards)} boards and {len(statement)} statements; their numbers must be equal"
        )
    return list(zip(statement, named, strict=True))


def _after(board: str, asked: Arguments) -> str:
    opening = asked.get("opening", "")
    return f"{board} after {opening}" if opening else board


def _pair(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def _list_text(pairs: Iterable[tuple[int, ...]]) -> str:
    return "; ".join(", ".join(map(str, pair)) for pair in pairs)


# Payoffs, plays and moves


@theorem("dominogames.payoff", BOTH)
def payoff(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check that each pair is an equilibrium payoff of its board, after an opening if one is given.

    With ``sample`` the boards are examples of a claim about more of them.
    """
    boards = boards_of(asked)
    for text, board in _each(statement, boards):
        true = source.payoffs(board, asked.get("opening", ""), asked.get("raised", 0))
        if _pair(text) not in true:
            return refutation("all payoffs", _after(board, asked), text, _list_text(true))
    best = ClaimStatus.CONSISTENT if asked.get("sample", False) else ClaimStatus.PROVED
    return CheckResult(best, f"all payoffs of {', '.join(boards)}")


@theorem("dominogames.all-payoffs", BOTH)
def all_payoffs(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check that the pairs are exactly the equilibrium payoffs after an opening."""
    board = asked["board"]
    true = source.payoffs(board, asked.get("opening", ""), asked.get("raised", 0))
    claimed = sorted(map(_pair, statement))
    return compare_entries(
        (_list_text(claimed),), (_list_text(true),), (_after(board, asked),), "all payoffs"
    )


@theorem("dominogames.path", BOTH)
def path(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check that each sequence of moves is a prefix of some equilibrium play, or of none if ``never`` is
    true.

    The first ``forced`` moves need not be optimal. With ``tie`` all players are benevolent, or cruel, in
    ties.
    """
    boards, never = boards_of(asked), asked.get("never", False)
    raised, tie = asked.get("raised", 0), asked.get("tie", "all")
    for moves_, board in _each(statement, boards):
        if tie == "all":
            is_path = source.begins(board, moves_, raised, asked.get("forced", 0))
        else:
            is_path = any(f"{play} ".startswith(f"{moves_} ") for play in source.plays(board, raised, tie))
        if is_path == never:
            word = "begins an equilibrium play" if is_path else "begins no equilibrium play"
            return refutation("all payoffs after each move", board, moves_, word)
    return CheckResult(ClaimStatus.PROVED, "all payoffs after each move")


@theorem("dominogames.moves", BOTH)
def moves(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the list of legal moves after an opening."""
    board = asked["board"]
    true = source.moves(board, asked.get("opening", ""))
    claimed, known = (", ".join(sorted(names)) for names in (statement, true))
    return compare_entries((claimed,), (known,), (_after(board, asked),), "all moves")


@theorem("dominogames.most-empty", BOTH)
def most_empty(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the largest number of empty cells after an equilibrium play on these boards, for a tie-breaking
    rule.
    """
    claimed, most, boards = int(statement[0]), 0, _within(source, asked)
    for board in boards:
        for play in sorted(source.plays(board, 0, asked.get("tie", "all"))):
            left = _size(board) - 2 * len(play.split())
            most = max(most, left)
            if left > claimed:
                return refutation("all plays", f"{board}, {play}", claimed, left)
    if most < claimed:
        return refutation("all plays", boards[-1], claimed, most)
    return CheckResult(ClaimStatus.CONSISTENT, f"all plays on {', '.join(boards)}")


def _within(source: Source, asked: Arguments) -> list[str]:
    """Return the boards; for the whole game tree only the small boards."""
    return [board for board in boards_of(asked) if source.far or _size(board) <= asked.get("cells", 16)]


def _size(board: str) -> int:
    columns, rows = sides(board)
    return columns * rows


@theorem("dominogames.standing", BOTH)
def always_standing(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check that all dominoes are vertical in every equilibrium play, on a family up to some n."""
    for n in range(1, asked["to"] + 1):
        board = statement[0].replace("n", str(n))
        lying = sorted(play for play in source.plays(board) if "h" in play)
        if lying:
            return refutation("all plays", board, "none lies", lying[0])
    return CheckResult(ClaimStatus.CONSISTENT, f"all plays for n = 1 to {asked['to']}")


@theorem(
    "dominogames.raising", BOTH, words="plays(D({columns:word},R)) is contained in plays(D({same:word},R)+q)"
)
def equal_when_raised(source: Source, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that every equilibrium play of a board is an equilibrium play of the raised board."""
    columns = {str(sides(board)[0]) for board in boards_of(asked)}
    if not holes["columns"] == holes["same"] == (columns.pop() if len(columns) == 1 else "C"):
        raise CatalogError(
            "statement: must be about D(C,R), with the number of columns if it is equal for all boards"
        )
    boards, tie = _within(source, asked), asked.get("tie", "all")
    for board in boards:
        for raised in asked["raised"]:
            lost = sorted(source.plays(board, 0, tie) - source.plays(board, raised, tie))
            if lost:
                return refutation("all plays", f"{board} raised by {raised}", lost[0], "no equilibrium play")
    return CheckResult(ClaimStatus.CONSISTENT, f"all plays of {', '.join(boards)}")


# Single games

_REPLAYED = "the play replayed"


@theorem("dominogames_games.gains", BOTH)
def gains(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the gains of the moves of a play in order, starting with move ``first``."""
    cells = source.cells(asked["board"], asked["play"])
    first = asked.get("first", 1)
    true = tuple(str(sum(row for _, row in cells_of_move)) for cells_of_move in cells)[first - 1 :][
        : len(statement)
    ]
    return compare_entries((", ".join(statement),), (", ".join(true),), (asked["board"],), _REPLAYED)


def _by_players(source: Source, asked: Arguments) -> list[list[tuple[int, int]]]:
    """Return the cells that each player has at the end of a play, as column and row."""
    moves_ = source.cells(asked["board"], asked["play"])
    return [[cell for cells in moves_[player::2] for cell in cells] for player in (0, 1)]


@theorem("dominogames_games.total", BOTH)
def total(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the payoffs of both players at the end of a play."""
    paid = (sum(row for _, row in cells) for cells in _by_players(source, asked))
    true = (", ".join(map(str, paid)),)
    return compare_entries(statement, true, (f"{asked['board']}, {asked['play']}",), _REPLAYED)


@theorem("dominogames_games.empty", BOTH)
def empty(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the cells, as column and row, that are empty at the end of a play."""
    columns, rows = sides(asked["board"])
    covered = {cell for cells in _by_players(source, asked) for cell in cells}
    every = ((column, row) for column in range(1, columns + 1) for row in range(1, rows + 1))
    true = _list_text(cell for cell in every if cell not in covered)
    return compare_entries(("; ".join(statement),), (true,), (asked["board"],), _REPLAYED)


@theorem("dominogames_games.owners", BOTH)
def owners(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the columns in which each player has cells at the end of a play."""
    columns = [sorted({column for column, _ in cells}) for cells in _by_players(source, asked)]
    true = tuple(", ".join(map(str, columns_of_player)) for columns_of_player in columns)
    return compare_entries(statement, true, ("player one", "player two"), _REPLAYED)


def _lengths(source: Source, board: str, opening: str = "") -> Iterator[int]:
    """Yield the lengths of the games with this opening."""
    todo, seen = [opening], {opening}
    while todo:
        before = todo.pop()
        possible = source.moves(board, before)
        if not possible:
            yield len(before.split())
        for after in (f"{before} {move}".strip() for move in possible):
            if after not in seen:
                seen.add(after)
                todo.append(after)


@theorem("dominogames_games.most-moves", BOTH)
def most_moves(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the largest number of moves of each player after an opening, over all sequences of moves."""
    board, opening = asked["board"], asked.get("opening", "")
    done = len(opening.split())
    counts = [
        Counter(number % 2 for number in range(done, length)) for length in _lengths(source, board, opening)
    ]
    true = tuple(str(max(count[player] for count in counts)) for player in (0, 1))
    return compare_entries(statement, true, ("player one", "player two"), "all move sequences")


@theorem("dominogames_games.longest", BOTH)
def longest(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the largest number of dominoes in a game on the board."""
    true = (str(max(_lengths(source, asked["board"]))),)
    return compare_entries(statement, true, (asked["board"],), "all move sequences")


@theorem("dominogames_games.most-paid", BOTH)
def most_paid(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the largest final payoff of player one over all sequences of moves."""
    board = asked["board"]

    def most(before: str) -> int:
        possible = source.moves(board, before)
        if not possible:
            return sum(row for cells in source.cells(board, before)[::2] for _, row in cells)
        return max(most(f"{before} {move}".strip()) for move in possible)

    return compare_entries(statement, (str(most("")),), (board,), "all move sequences")


@theorem("dominogames_games.fits", BOTH)
def fits(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the smallest board, columns first, on which the play is a complete game."""
    play = asked["play"]
    boards = (f"{columns}x{size - columns}" for size in range(2, 13) for columns in range(1, size))
    true = next(board for board in boards if _is_whole(source, board, play))
    return compare_entries(statement, (true,), (play,), "boards by the sum of their sides")


def _is_whole(source: Source, board: str, play: str) -> bool:
    """Return True if the play is legal and ends the game."""
    before = ""
    for move in play.split():
        if move not in source.moves(board, before):
            return False
        before = f"{before} {move}".strip()
    return not source.moves(board, before)
