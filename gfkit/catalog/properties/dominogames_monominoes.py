"""What is said of games with monominoes, which drop into the leftmost column of those with one height."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from gfkit.catalog.check import Arguments, Found, compared
from gfkit.catalog.claim import Standing, Statement, Witness

Heights = tuple[int, ...]
Moves = Callable[[Heights, int], list[tuple[int, Heights]]]
"""The columns, from 1, in which a monomino may be dropped, with the heights after it."""


def _by_engine(heights: Heights, rows: int) -> list[tuple[int, Heights]]:
    from gfkit.equilibrium import Dominogame, DroppedPiece
    from gfkit.equilibrium.game import steps

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


def profile(moves: Moves, statement: Statement, asked: Arguments) -> Found:
    """The board, columns first, in whose game these heights occur, with so many rows in the picture."""
    heights = tuple(int(one) for one in asked["heights"])
    found = [
        f"M({columns},{rows})"
        for columns in range(1, 5)
        for rows in (asked["rows"],)
        if heights in _positions(moves, columns, rows)
    ]
    place = f"heights {', '.join(map(str, heights))}"
    return compared(("; ".join(statement),), ("; ".join(found),), (place,), "all positions")


def plays(moves: Moves, statement: Statement, asked: Arguments) -> Found:
    """The number of equilibrium plays."""
    players, rows = asked["players"], asked["rows"]
    every = list(_equilibria(moves, (0,) * asked["columns"], rows, players, 0))
    place = f"{asked['columns']}x{rows}"
    return compared(statement, (str(len(every)),), (place,), "the whole game tree")


def _equilibria(
    moves: Moves, heights: Heights, rows: int, players: int, turn: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All plays from here on, with what they pay."""
    sets = []
    for column, after in moves(heights, rows):
        gain = after[column - 1]
        sets.append(
            [
                ((column, *names), (*paid[:turn], paid[turn] + gain, *paid[turn + 1 :]))
                for names, paid in _equilibria(moves, after, rows, players, (turn + 1) % players)
            ]
        )
    if not sets:
        yield (), (0,) * players
    floor = max((min(paid[turn] for _, paid in one) for one in sets), default=0)
    yield from (play for one in sets for play in one if play[1][turn] >= floor)


def full(moves: Moves, statement: Statement, asked: Arguments) -> Found:
    """Games end with so many monominoes, C and R being columns and rows, to boards of some size."""
    from gfkit.catalog.properties.dominogames_sides import evaluate

    most = asked["to"]
    for columns in range(1, most + 1):
        for rows in range(1, most + 1):
            claimed = evaluate(statement[0], {"C": columns, "R": rows})
            for heights in _positions(moves, columns, rows):
                if not moves(heights, rows) and sum(heights) != claimed:
                    where = f"M({columns},{rows})"
                    return Found(
                        Standing.REFUTED, "positions", Witness(where, str(claimed), str(sum(heights)))
                    )
    return Found(Standing.CONSISTENT, f"all boards to M({most},{most})")


METHODS = {
    name: {"induction": partial(told, _by_engine), "brute-force": partial(told, _plainly)}
    for name, told in (("profile", profile), ("plays", plays), ("full", full))
}
