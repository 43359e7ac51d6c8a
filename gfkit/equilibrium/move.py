"""Moves: their names, what they do to the heights, and what they pay."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from gfkit.equilibrium.game import Dominogame, Heights, Piece
from gfkit.errors import OptionError

_WORD = re.compile(r"([hvm])([1-9][0-9]{0,6})")
_NAMES = {
    Piece.DOMINO: "h2 (horizontal, in columns 2 and 3) or v2 (vertical, in column 2)",
    Piece.MONOMINO: "m2 (in column 2)",
}

Cell = tuple[int, int]
"""Column and row, both from 1, rows from below."""


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A piece dropped: h and v for a domino lying and standing, m for a monomino; its left column, from 1."""

    kind: str
    column: int

    def mirrored(self, columns: int) -> Self:
        """The same move seen from behind.

        >>> print(Move("h", 1).mirrored(3), Move("v", 1).mirrored(3))
        h2 v3
        """
        return type(self)(self.kind, columns + (self.kind != "h") - self.column)

    def __str__(self) -> str:
        return f"{self.kind}{self.column}"


@dataclass(frozen=True, slots=True)
class Step:
    """A move in a position: the heights after it, what it pays to its player, and the cells it covers."""

    move: Move
    heights: Heights
    gain: int
    cells: tuple[Cell, ...]


def steps(game: Dominogame, heights: Heights) -> list[Step]:
    """The moves in a position, in the order in which they are listed everywhere.

    Lying dominoes come first, then standing ones, each from the left. A lying domino rests on the higher
    of its columns; cells below it are lost. Of several columns of one height a monomino takes the leftmost.

    >>> [(str(step.move), step.heights, step.gain) for step in steps(Dominogame(2, 3), (2, 0))]
    [('h1', (3, 3), 6), ('v2', (2, 2), 3)]
    """
    kinds: list[tuple[str, int, tuple[Cell, ...]]]
    if game.piece is Piece.MONOMINO:
        first = {height: column for column, height in reversed(list(enumerate(heights)))}
        kinds = [("m", column, ((0, 1),)) for column in sorted(first.values())]
    else:
        kinds = [("h", column, ((0, 1), (1, 1))) for column in range(len(heights) - 1)]
        kinds += [("v", column, ((0, 1), (0, 2))) for column in range(len(heights))]
    return [step for kind in kinds if (step := _step(game, heights, *kind)) is not None]


def _step(game: Dominogame, heights: Heights, kind: str, column: int, shape: tuple[Cell, ...]) -> Step | None:
    width, tall = shape[-1]
    base = max(heights[column : column + width + 1])
    if base + tall > game.rows:
        return None
    after = heights[:column] + (base + tall,) * (width + 1) + heights[column + width + 1 :]
    cells = tuple((column + right + 1, base + up) for right, up in shape)
    gain = sum(row for _, row in cells) + game.raised * len(cells)
    return Step(Move(kind, column + 1), after, gain, cells)


class Moves(dict[Heights, list[Step]]):
    """The moves in positions of one game, kept once they were asked for.

    >>> len(Moves(Dominogame(2, 3))[0, 0])
    3
    """

    def __init__(self, game: Dominogame) -> None:
        super().__init__()
        self._game = game

    def __missing__(self, heights: Heights) -> list[Step]:
        self[heights] = steps(self._game, heights)
        return self[heights]


def read_opening(game: Dominogame, words: str | Iterable[object]) -> tuple[Move, ...]:
    """The moves of a forced opening, from names separated by commas or blanks; each must be possible.

    >>> [str(move) for move in read_opening(Dominogame(2, 4), "v1, h1")]
    ['v1', 'h1']
    """
    listed = re.split(r"[\s,]+", words.strip(" ,")) if isinstance(words, str) else [str(w) for w in words]
    moves = []
    for word in filter(None, listed):
        found = _WORD.fullmatch(word.lower())
        if found is None:
            raise OptionError(f"opening {word!r}: a move is written as {_NAMES[game.piece]}")
        moves.append(Move(found[1], int(found[2])))
    for _ in replayed(game, moves):
        pass
    return tuple(moves)


def replayed(game: Dominogame, moves: Sequence[Move]) -> Iterator[Step]:
    """The steps of a play from the empty board; a move that is not possible is refused."""
    heights = game.empty
    for number, move in enumerate(moves, 1):
        possible = {step.move: step for step in steps(game, heights)}
        if move not in possible:
            known = ", ".join(map(str, list(possible)[:12])) or "none, the game is over"
            raise OptionError(f"opening: move {number}, {move}, is not possible in {game}; possible: {known}")
        yield possible[move]
        heights = possible[move].heights
