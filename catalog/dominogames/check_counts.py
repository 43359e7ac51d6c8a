"""The numbers of plays and move sequences up to three equivalences, and games with monominoes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    Statement,
    compare_entries,
    refutation,
    theorem,
)
from gfkit.play.equilibria import Dominogame, DroppedPiece, equilibrium
from gfkit.play.equilibria.game import steps

from ..kinds.tables import word_of
from ..shared.arithmetic import evaluate
from .check import boards_of
from .sources import ENGINE, sides
from .tree import Tree

Heights = tuple[int, ...]
_JOINED = ("no", "mirror", "rest")


# By the engine: names of moves, and heights of columns


def _by_heights(board: str, asked: Arguments) -> Iterable[object]:
    joined = word_of(asked, "joined", _JOINED, "no")
    key = {"no": _itself, "mirror": _up_to_mirror, "rest": _up_to_rest}[joined]
    plays: Iterable[str] = (
        ENGINE.plays(board, asked.get("raised", 0), asked.get("tie", "all"))
        if asked.get("of", "plays") == "plays"
        else _sequences(board, "")
    )
    return (key(board, play) for play in plays)


def _itself(_: str, play: str) -> object:
    return play


def _up_to_mirror(board: str, play: str) -> object:
    columns, _rows = sides(board)
    names = [(name[0], int(name[1:])) for name in play.split()]
    return min(play, " ".join(f"{kind}{columns + (kind == 'v') - column}" for kind, column in names))


def _up_to_rest(board: str, play: str) -> object:
    """Return each move as its kind, its row and the remaining components after it."""
    columns, rows = sides(board)
    heights = [0] * columns
    states = []
    for name, cells in zip(play.split(), ENGINE.cells(board, play), strict=True):
        for column, row in cells:
            heights[column - 1] = row
        states.append((name[0], cells[0][1], _parts(tuple(heights), rows)))
    return tuple(states)


@cache
def _parts(heights: Heights, rows: int) -> tuple[Heights, ...]:
    """Return the rest of a board, split at full columns: each part or its mirror image, in order.

    >>> _parts((2, 4, 1, 0), 4), _parts((0, 1, 4, 2), 4)
    (((0, 1), (2,)), ((0, 1), (2,)))
    """
    parts: list[Heights] = []
    part: list[int] = []
    for height in (*heights, rows):
        if height < rows:
            part.append(height)
        elif part:
            parts.append(min(tuple(part), tuple(part[::-1])))
            part = []
    return tuple(sorted(parts))


def _sequences(board: str, before: str) -> Iterable[str]:
    possible = ENGINE.moves(board, before)
    if not possible:
        return [before]
    return [play for move in possible for play in _sequences(board, f"{before} {move}".strip())]


# By the tree: cells


def _by_cells(board: str, asked: Arguments) -> Iterable[object]:
    tree = Tree(*sides(board), asked.get("raised", 0))
    whole = asked.get("of", "plays") == "plays"
    plays: Iterable[str] = tree.plays(tie=asked.get("tie", "all")) if whole else tree.sequences()
    keys: dict[str, Callable[[str], object]] = {"no": str, "mirror": tree.mirror_least, "rest": tree.rest}
    return map(keys[asked.get("joined", "no")], plays)


@theorem("dominogames_counts.number", {"induction": _by_heights, "brute-force": _by_cells})
def number(
    key_of: Callable[[str, Arguments], Iterable[object]], statement: Statement, asked: Arguments
) -> CheckResult:
    """Check the number of plays, or sequences, on each board.

    joined = "no": all of them. "mirror": a whole play and its mirror image are one. "rest": of two moves
    with equal remainders up to mirror images of the components, one is counted. Both methods use
    these words, each in its own way.
    """
    boards = boards_of(asked)
    true = tuple(str(len(set(key_of(board, asked)))) for board in boards)
    return compare_entries(statement, true, tuple(boards), "all of them listed")


# Monominoes, which drop into the leftmost column of those with one height

Moves = Callable[[Heights, int], list[tuple[int, Heights]]]
"""The columns, from 1, in which a monomino may be dropped, with the heights after it."""


def _by_engine(heights: Heights, rows: int) -> list[tuple[int, Heights]]:
    game = Dominogame(len(heights), rows, piece=DroppedPiece.MONOMINO)
    return [(step.move.column, step.heights) for step in steps(game, heights)]


def _plainly(heights: Heights, rows: int) -> list[tuple[int, Heights]]:
    return [
        (k + 1, (*heights[:k], tall + 1, *heights[k + 1 :]))
        for k, tall in enumerate(heights)
        if tall < rows and tall not in heights[:k]
    ]


def _positions(moves: Moves, columns: int, rows: int) -> set[Heights]:
    todo: list[Heights] = [(0,) * columns]
    seen = set(todo)
    while todo:
        for _, after in moves(todo.pop(), rows):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


def _columns_by_moves(heights: Heights, rows: int) -> Iterable[int]:
    """Return the numbers of columns of the boards on which the engine's moves reach these heights."""
    return (columns for columns in range(1, 5) if heights in _positions(_by_engine, columns, rows))


def _columns_by_order(heights: Heights, rows: int) -> Iterable[int]:
    """Return the number of columns if the heights can occur: at most the number of rows, and weakly
    decreasing.
    """
    return [len(heights)] if list(heights) == sorted(heights, reverse=True) and heights[0] <= rows else []


@theorem("dominogames_monominoes.profile", {"induction": _columns_by_moves, "brute-force": _columns_by_order})
def profile(
    columns_of: Callable[[Heights, int], Iterable[int]], statement: Statement, asked: Arguments
) -> CheckResult:
    """Check the board, columns first, in whose game these heights occur, with the rows of the figure."""
    heights = tuple(int(height) for height in asked["heights"])
    boards = [f"M({columns},{asked['rows']})" for columns in columns_of(heights, asked["rows"])]
    place = f"heights {', '.join(map(str, heights))}"
    what = "all positions" if columns_of is _columns_by_moves else "heights descend from the left"
    return compare_entries(("; ".join(statement),), ("; ".join(boards),), (place,), what)


def _plays_counted(columns: int, rows: int, players: int) -> int:
    count = equilibrium(f"{rows}x{columns}", piece="monomino", players=players, plays=1).play_count
    assert count is not None, "plays are counted where one is listed"
    return count.total


def _plays_listed(columns: int, rows: int, players: int) -> int:
    return sum(1 for _ in _equilibria((0,) * columns, rows, players, 0))


def _equilibria(
    heights: Heights, rows: int, players: int, turn: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield all plays from a position, with their payoffs."""
    sets = []
    for column, after in _plainly(heights, rows):
        gain = after[column - 1]
        sets.append(
            [
                ((column, *names), (*paid[:turn], paid[turn] + gain, *paid[turn + 1 :]))
                for names, paid in _equilibria(after, rows, players, (turn + 1) % players)
            ]
        )
    if not sets:
        yield (), (0,) * players
    floor = max((min(paid[turn] for _, paid in branch_plays) for branch_plays in sets), default=0)
    yield from (play for branch_plays in sets for play in branch_plays if play[1][turn] >= floor)


@theorem("dominogames_monominoes.plays", {"induction": _plays_counted, "brute-force": _plays_listed})
def plays(many: Callable[[int, int, int], int], statement: Statement, asked: Arguments) -> CheckResult:
    """Check the number of equilibrium plays."""
    columns, rows = asked["columns"], asked["rows"]
    true = (str(many(columns, rows, asked["players"])),)
    what = "backward induction" if many is _plays_counted else "the whole game tree"
    return compare_entries(statement, true, (f"{columns}x{rows}",), what)


@theorem("dominogames_monominoes.full", {"induction": _by_engine, "brute-force": _plainly})
def full(moves: Moves, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the number of monominoes at the end of a game, for C columns and R rows, up to some size."""
    most = asked["to"]
    for columns in range(1, most + 1):
        for rows in range(1, most + 1):
            claimed = evaluate(statement[0], {"C": columns, "R": rows})
            for heights in _positions(moves, columns, rows):
                if not moves(heights, rows) and sum(heights) != claimed:
                    return refutation("positions", f"M({columns},{rows})", claimed, sum(heights))
    return CheckResult(ClaimStatus.CONSISTENT, f"all boards to M({most},{most})")
