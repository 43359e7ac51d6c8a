"""Dominogames: which pieces are dropped into how many columns of how many rows, and by how many players."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from gfkit.errors import BoardError, OptionError
from gfkit.typing import read_word

Heights = tuple[int, ...]
"""The height of every column, from the left."""

MOST_SIDE = 10**6
_WORD = re.compile(r"([0-9]+|n)[x×]([0-9]+|n)", re.IGNORECASE)
_ACCEPTED = "write columns by rows, as 2x9, or a family with n in place of one of them, as 2xn"


class Piece(StrEnum):
    """What the players drop."""

    DOMINO = "domino"
    MONOMINO = "monomino"

    @classmethod
    def read(cls, word: str) -> Self:
        """The piece with this name.

        >>> Piece.read("domino")
        <Piece.DOMINO: 'domino'>
        """
        return read_word(cls, "piece", word)

    @property
    def size(self) -> int:
        """The cells that it covers."""
        return 2 if self is Piece.DOMINO else 1


@dataclass(frozen=True, slots=True)
class Dominogame:
    """The game D(columns, rows)+raised, in which a cell in row r pays r + raised to its owner.

    >>> print(Dominogame(2, 4, raised=2), Dominogame(2, 3, piece=Piece.MONOMINO, players=3))
    D(2,4)+2 M(2,3) for 3 players
    """

    columns: int
    rows: int
    raised: int = 0
    piece: Piece = Piece.DOMINO
    players: int = 2

    def __post_init__(self) -> None:
        for name, value, least, most in (
            ("columns", self.columns, 1, MOST_SIDE),
            ("rows", self.rows, 1, MOST_SIDE),
            ("raised", self.raised, 0, MOST_SIDE),
            ("players", self.players, 2, 10),
        ):
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise OptionError(f"{name} {value!r}: must be a whole number from {least} to {most}")

    @property
    def board(self) -> str:
        """Columns by rows, as the command line takes them."""
        return f"{self.columns}x{self.rows}"

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    @property
    def empty(self) -> Heights:
        """The heights at the start."""
        return (0,) * self.columns

    def canonical(self, heights: Heights) -> Heights:
        """The least of the positions that are played alike: mirror images, or with monominoes any order.

        >>> Dominogame(3, 4).canonical((2, 1, 0))
        (0, 1, 2)
        """
        if self.piece is Piece.MONOMINO:
            return tuple(sorted(heights))
        return min(heights, heights[::-1])

    def __str__(self) -> str:
        name = "D" if self.piece is Piece.DOMINO else "M"
        raised = f"+{self.raised}" if self.raised else ""
        players = f" for {self.players} players" if self.players > 2 else ""
        return f"{name}({self.columns},{self.rows}){raised}{players}"


@dataclass(frozen=True, slots=True)
class Board:
    """The word for a board: columns and rows, one of them None in a family.

    >>> Board.read("2x9"), Board.read("3xn").is_family, Board.read("3xn").at(5)
    (Board(columns=2, rows=9), True, Board(columns=3, rows=5))
    """

    columns: int | None
    rows: int | None

    @classmethod
    def read(cls, text: object) -> Self:
        word = str(text).strip()
        found = _WORD.fullmatch(word)
        if found is None:
            raise BoardError(f"board {word!r}: {_ACCEPTED}")
        sides = [None if side.lower() == "n" else cls._side(word, side) for side in found.groups()]
        if sides == [None, None]:
            raise BoardError(f"board {word!r}: only one side may be n; {_ACCEPTED}")
        return cls(*sides)

    @staticmethod
    def _side(word: str, digits: str) -> int:
        digits = digits.lstrip("0") or "0"
        if digits == "0":
            raise BoardError(f"board {word!r}: both sides must be at least 1; {_ACCEPTED}")
        if len(digits) > 7 or int(digits) > MOST_SIDE:
            raise BoardError(f"board {word!r}: sides beyond {MOST_SIDE} are not taken; {_ACCEPTED}")
        return int(digits)

    @property
    def is_family(self) -> bool:
        return self.columns is None or self.rows is None

    def at(self, n: int) -> Self:
        """The board of the family with this n."""
        return type(self)(n if self.columns is None else self.columns, n if self.rows is None else self.rows)

    def game(self, raised: int, piece: Piece, players: int) -> Dominogame:
        """The game on this board, which must not be a family."""
        if self.columns is None or self.rows is None:
            raise BoardError(f"board {str(self)!r}: a family has no single game; put a number in place of n")
        return Dominogame(self.columns, self.rows, raised, piece, players)

    def __str__(self) -> str:
        return f"{self.columns or 'n'}x{self.rows or 'n'}"
