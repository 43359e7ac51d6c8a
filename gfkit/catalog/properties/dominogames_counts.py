"""How many equilibrium plays and move sequences dominogames have, by three ways of telling them apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache

from gfkit.catalog.check import Arguments, Found, Method, compared, one_of
from gfkit.catalog.claim import Statement
from gfkit.catalog.dominoes import ENGINE, sides
from gfkit.catalog.plain.dominogame_plays import Tree
from gfkit.catalog.properties.dominogames import boards_of

Heights = tuple[int, ...]
_JOINED = ("no", "mirror", "rest")


def number(told: Callable[[str, Arguments], Iterable[object]]) -> Method:
    """The number of plays, or sequences, on each board.

    joined = "no": all of them. "mirror": a whole play and its mirror image are one. "rest": of two moves
    after which what is left is the same up to mirror images of its parts, one is counted. What is counted as
    one is told with the same words, by each method in its own way.
    """

    def method(statement: Statement, asked: Arguments) -> Found:
        boards = boards_of(asked)
        true = tuple(str(len(set(told(board, asked)))) for board in boards)
        return compared(statement, true, tuple(boards), "all of them listed")

    return method


# By the engine: names of moves, and heights of columns


def _by_heights(board: str, asked: Arguments) -> Iterable[object]:
    joined = one_of(asked, "joined", _JOINED, "no")
    told = {"no": _itself, "mirror": _up_to_mirror, "rest": _up_to_rest}[joined]
    plays: Iterable[str] = (
        ENGINE.plays(board, asked.get("raised", 0), asked.get("tie", "all"))
        if asked.get("of", "plays") == "plays"
        else _sequences(board, "")
    )
    return (told(board, play) for play in plays)


def _itself(_: str, play: str) -> object:
    return play


def _up_to_mirror(board: str, play: str) -> object:
    columns, _rows = sides(board)
    names = [(name[0], int(name[1:])) for name in play.split()]
    return min(play, " ".join(f"{kind}{columns + (kind == 'v') - column}" for kind, column in names))


def _up_to_rest(board: str, play: str) -> object:
    """Each move as its kind, its row and the parts that are left after it."""
    columns, rows = sides(board)
    heights = [0] * columns
    told = []
    for name, cells in zip(play.split(), ENGINE.cells(board, play), strict=True):
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


def _sequences(board: str, before: str) -> Iterable[str]:
    possible = ENGINE.moves(board, before)
    if not possible:
        return [before]
    return [play for move in possible for play in _sequences(board, f"{before} {move}".strip())]


# By the tree: cells


def _by_cells(board: str, asked: Arguments) -> Iterable[object]:
    columns, rows = map(int, board.split("x"))
    tree = Tree(columns, rows, asked.get("raised", 0))
    whole = asked.get("of", "plays") == "plays"
    plays: Iterable[str] = tree.plays(tie=asked.get("tie", "all")) if whole else tree.sequences()
    match asked.get("joined", "no"):
        case "mirror":
            return map(tree.mirrored, plays)
        case "rest":
            return map(tree.rest, plays)
    return plays


METHODS: dict[str, dict[str, Method]] = {
    "number": {"induction": number(_by_heights), "brute-force": number(_by_cells)}
}
