"""What is said of games with monominoes, which drop into the leftmost column of those with one height."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from gfkit.catalog.check import Arguments, Found, Method, compared
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


def profile(columns_of: Callable[[Heights, int], Iterable[int]], what: str) -> Method:
    """The board, columns first, in whose game these heights occur, with so many rows in the picture."""

    def method(statement: Statement, asked: Arguments) -> Found:
        heights = tuple(int(one) for one in asked["heights"])
        found = [f"M({columns},{asked['rows']})" for columns in columns_of(heights, asked["rows"])]
        place = f"heights {', '.join(map(str, heights))}"
        return compared(("; ".join(statement),), ("; ".join(found),), (place,), what)

    return method


def _reached(heights: Heights, rows: int) -> Iterable[int]:
    """How many columns the boards have on which the engine's moves lead to these heights."""
    return (columns for columns in range(1, 5) if heights in _positions(_by_engine, columns, rows))


def _descending(heights: Heights, rows: int) -> Iterable[int]:
    """The number of heights, where they can occur: none is above the rows, none above one to its left."""
    return [len(heights)] if list(heights) == sorted(heights, reverse=True) and heights[0] <= rows else []


def plays(number: Callable[[int, int, int], int], what: str) -> Method:
    """The number of equilibrium plays."""

    def method(statement: Statement, asked: Arguments) -> Found:
        columns, rows = asked["columns"], asked["rows"]
        true = (str(number(columns, rows, asked["players"])),)
        return compared(statement, true, (f"{columns}x{rows}",), what)

    return method


def _counted(columns: int, rows: int, players: int) -> int:
    from gfkit.equilibrium import equilibrium

    count = equilibrium(f"{columns}x{rows}", piece="monomino", players=players, plays=1).play_count
    assert count is not None, "plays are counted where one is listed"
    return count.total


def _listed(columns: int, rows: int, players: int) -> int:
    return sum(1 for _ in _equilibria(_plainly, (0,) * columns, rows, players, 0))


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


METHODS: dict[str, dict[str, Method]] = {
    "profile": {
        "induction": profile(_reached, "all positions"),
        "brute-force": profile(_descending, "heights descend from the left"),
    },
    "plays": {
        "induction": plays(_counted, "backward induction"),
        "brute-force": plays(_listed, "the whole game tree"),
    },
    "full": {"induction": partial(full, _by_engine), "brute-force": partial(full, _plainly)},
}
