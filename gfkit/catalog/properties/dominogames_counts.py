"""How many equilibrium plays and move sequences dominogames have, by three ways of telling them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial

from gfkit.catalog.check import Arguments, Found, compared, one_of
from gfkit.catalog.claim import Statement
from gfkit.catalog.dominoes import ENGINE, WHOLE, Source, sides
from gfkit.catalog.plain.dominogame_plays import Tree
from gfkit.catalog.properties.dominogames import boards_of

Heights = tuple[int, ...]


def number(
    listed: Callable[[str, str, int], Iterable[str]], source: Source, statement: Statement, asked: Arguments
) -> Found:
    """The number of plays, or sequences, on each board.

    joined = "no": all of them. "mirror": a whole play and its mirror image are one. "rest": of two moves
    after which what is left is the same up to mirror images of its parts, one is counted.
    """
    told = {"no": _itself, "mirror": _up_to_mirror, "rest": _up_to_rest}
    boards, joined = boards_of(asked), one_of(asked, "joined", told, "no")
    true = []
    for board in boards:
        plays = listed(asked.get("of", "plays"), board, asked.get("raised", 0))
        true.append(str(len({told[joined](source, board, play) for play in plays})))
    return compared(statement, tuple(true), tuple(boards), "all of them listed")


def _itself(_: Source, __: str, play: str) -> str:
    return play


def _up_to_mirror(_: Source, board: str, play: str) -> str:
    columns, _rows = sides(board)
    names = [(name[0], int(name[1:])) for name in play.split()]
    return min(play, " ".join(f"{kind}{columns + (kind == 'v') - column}" for kind, column in names))


def _up_to_rest(source: Source, board: str, play: str) -> tuple[object, ...]:
    """Each move as its kind, its row and the parts that are left after it."""
    columns, rows = sides(board)
    heights = [0] * columns
    told = []
    for name, cells in zip(play.split(), source.cells(board, play), strict=True):
        for column, row in cells:
            heights[column - 1] = row
        told.append((name[0], cells[0][1], _parts(tuple(heights), rows)))
    return tuple(told)


@cache
def _parts(heights: Heights, rows: int) -> tuple[Heights, ...]:
    """What is left, cut at full columns, each part or its mirror image, in order.

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


def _by_engine(of: str, board: str, raised: int) -> Iterable[str]:
    return ENGINE.plays(board, raised) if of == "plays" else _sequences(board, "")


def _sequences(board: str, before: str) -> Iterable[str]:
    possible = ENGINE.moves(board, before)
    if not possible:
        return [before]
    return [play for move in possible for play in _sequences(board, f"{before} {move}".strip())]


def _by_tree(of: str, board: str, raised: int) -> Iterable[str]:
    return WHOLE.plays(board, raised) if of == "plays" else Tree(*sides(board)).sequences()


METHODS = {
    "number": {
        "induction": partial(number, _by_engine, ENGINE),
        "brute-force": partial(number, _by_tree, WHOLE),
    }
}
