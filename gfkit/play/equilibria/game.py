"""Dominogames: pieces dropped into columns, what a move does and pays, and forced openings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Self

from gfkit.boards.grammar import sized_word
from gfkit.errors import BoardError, OptionError
from gfkit.typing import checked_whole, read_word

Heights = tuple[int, ...]
"""The height of every column, from the left."""

MOST_SIDE = 10**6
_ACCEPTED = "write rows by columns, such as 9x2, or D(2,9), or a family with n for one side, such as nx2"
_IN_THESIS = re.compile(r"[Dd]\((\w+),\s*(\w+)\)")
"""A game as the thesis of Leferink (2020) writes it, columns first."""
_SIDES = 2
_WORD = re.compile(r"([hvm])([1-9][0-9]{0,6})")
Cell = tuple[int, int]
"""Column and row, both from 1, rows from below."""
Payoffs = tuple[int, ...]
"""What each player still gets: the player to move first, then the others in turn."""


class DroppedPiece(StrEnum):
    """The piece that players drop."""

    DOMINO = "domino"
    MONOMINO = "monomino"

    @classmethod
    def read(cls, word: str) -> Self:
        """The piece with this name.

        >>> DroppedPiece.read("domino")
        <DroppedPiece.DOMINO: 'domino'>
        """
        return read_word(cls, "piece", word)

    @property
    def size(self) -> int:
        """Number of cells that it covers."""
        return 2 if self is DroppedPiece.DOMINO else 1


PieceWord = DroppedPiece | Literal["domino", "monomino"]
"""A piece, or its name."""


@dataclass(frozen=True, slots=True)
class Dominogame:
    """The game D(columns, rows)+raised, in which a cell in row r pays r + raised to its owner.

    >>> print(Dominogame(2, 4, raised=2), Dominogame(2, 3, piece=DroppedPiece.MONOMINO, players=3))
    D(2,4)+2 M(2,3) for 3 players
    """

    columns: int
    rows: int
    raised: int = 0
    piece: DroppedPiece = DroppedPiece.DOMINO
    players: int = 2

    def __post_init__(self) -> None:
        for name, value, least, most in (
            ("columns", self.columns, 1, MOST_SIDE),
            ("rows", self.rows, 1, MOST_SIDE),
            ("raised", self.raised, 0, MOST_SIDE),
            ("players", self.players, 2, 10),
        ):
            checked_whole(name, value, least, most)

    @property
    def board(self) -> str:
        """The board, rows by columns."""
        return f"{self.rows}x{self.columns}"

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    @property
    def empty(self) -> Heights:
        """The heights at the start."""
        return (0,) * self.columns

    def canonical(self, heights: Heights) -> Heights:
        """The least equivalent position: up to mirror images, or with monominoes up to the order of columns.

        >>> Dominogame(3, 4).canonical((2, 1, 0))
        (0, 1, 2)
        """
        if self.piece is DroppedPiece.MONOMINO:
            return tuple(sorted(heights))
        return min(heights, heights[::-1])

    def __str__(self) -> str:
        name = "D" if self.piece is DroppedPiece.DOMINO else "M"
        raised = f"+{self.raised}" if self.raised else ""
        players = f" for {self.players} players" if self.players > 2 else ""
        return f"{name}({self.columns},{self.rows}){raised}{players}"


class SideOrder(StrEnum):
    """The size of a board that comes first."""

    ROWS = "rows"
    COLUMNS = "columns"


OrderWord = SideOrder | Literal["rows", "columns"]
"""An order of sizes, or its name."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Columns and rows of a board; one of them is None in a family.

    >>> Sides.read("9x2"), Sides.read("nx3").is_family, Sides.read("nx3").at(5)
    (Sides(columns=2, rows=9), True, Sides(columns=3, rows=5))
    >>> Sides.read("D(2,9)") == Sides.read("2x9", "columns") == Sides.read("9x2")
    True
    """

    columns: int | None
    rows: int | None

    @classmethod
    def read(cls, text: object, order: OrderWord = "rows") -> Self:
        """Parse a board, rows first, or columns first; D(C,R) has its columns first in any case."""
        rows_first = read_word(SideOrder, "order", order) is SideOrder.ROWS
        word = str(text).strip()
        thesis = _IN_THESIS.fullmatch(word)
        parts = sized_word(f"{thesis[1]}x{thesis[2]}".lower() if thesis else word.lower())
        if parts is None or parts[0] or len(parts[1]) != _SIDES:
            raise BoardError(f"board {word!r}: {_ACCEPTED}")
        sides = [None if side == "n" else cls._side(word, side) for side in parts[1]]
        if sides == [None, None]:
            raise BoardError(f"board {word!r}: only one side may be n; {_ACCEPTED}")
        columns, rows = sides if thesis or not rows_first else reversed(sides)
        return cls(columns, rows)

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

    def game(self, raised: int, piece: DroppedPiece, players: int) -> Dominogame:
        """The game on this board; BoardError for a family."""
        if self.columns is None or self.rows is None:
            raise BoardError(f"board {str(self)!r}: a family has no single game; put a number in place of n")
        return Dominogame(self.columns, self.rows, raised, piece, players)

    def __str__(self) -> str:
        return f"{self.rows or 'n'}x{self.columns or 'n'}"

    @property
    def phrase(self) -> str:
        """The sides in words, such as 9 rows and 2 columns."""
        rows, columns = ("n" if side is None else str(side) for side in (self.rows, self.columns))
        return f"{rows} row{'s' * (rows != '1')} and {columns} column{'s' * (columns != '1')}"


_NAMES = {
    DroppedPiece.DOMINO: "h2 (horizontal, in columns 2 and 3) or v2 (vertical, in column 2)",
    DroppedPiece.MONOMINO: "m2 (in column 2)",
}


@dataclass(frozen=True, slots=True, order=True)
class Drop:
    """A move: h or v for a horizontal or vertical domino, m for a monomino, and its left column, from 1."""

    kind: str
    column: int

    def mirror_image(self, columns: int) -> Self:
        """The mirror image of the move.

        >>> print(Drop("h", 1).mirror_image(3), Drop("v", 1).mirror_image(3))
        h2 v3
        """
        return type(self)(self.kind, columns + (self.kind != "h") - self.column)

    def __str__(self) -> str:
        return f"{self.kind}{self.column}"


@dataclass(frozen=True, slots=True)
class Step:
    """A move in a position: the heights after it, what it pays to its player, and the cells it covers."""

    move: Drop
    heights: Heights
    gain: int
    cells: tuple[Cell, ...]


def steps(game: Dominogame, heights: Heights) -> list[Step]:
    """The moves in a position, in the order of every list of moves.

    Horizontal dominoes come first, then vertical ones, each from the left. A horizontal domino rests on the
    higher of its columns; cells below it are lost. A monomino takes the leftmost of columns of one height.

    >>> [(str(step.move), step.heights, step.gain) for step in steps(Dominogame(2, 3), (2, 0))]
    [('h1', (3, 3), 6), ('v2', (2, 2), 3)]
    """
    kinds: list[tuple[str, int, tuple[Cell, ...]]]
    if game.piece is DroppedPiece.MONOMINO:
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
    return Step(Drop(kind, column + 1), after, gain, cells)


def read_opening(game: Dominogame, words: str | Iterable[object]) -> tuple[Drop, ...]:
    """The moves of a forced opening, read from names with commas or blanks between them; each must be legal.

    >>> [str(move) for move in read_opening(Dominogame(2, 4), "v1, h1")]
    ['v1', 'h1']
    """
    if not isinstance(words, Iterable):
        raise OptionError(f"opening {words!r}: a move is written as {_NAMES[game.piece]}")
    listed = re.split(r"[\s,]+", words.strip(" ,")) if isinstance(words, str) else [str(w) for w in words]
    moves = []
    for word in filter(None, listed):
        match = _WORD.fullmatch(word.lower())
        if match is None:
            raise OptionError(f"opening {word!r}: a move is written as {_NAMES[game.piece]}")
        moves.append(Drop(match[1], int(match[2])))
    list(replay(game, moves))  # refuses illegal moves
    return tuple(moves)


def replay(game: Dominogame, moves: Sequence[Drop]) -> Iterator[Step]:
    """The steps of a play from the empty board; OptionError for an illegal move."""
    heights = game.empty
    for number, move in enumerate(moves, 1):
        possible = {step.move: step for step in steps(game, heights)}
        if move not in possible:
            known = ", ".join(map(str, list(possible)[:12])) or "none, the game is over"
            raise OptionError(f"opening: move {number}, {move}, is not possible in {game}; possible: {known}")
        yield possible[move]
        heights = possible[move].heights


def payments(game: Dominogame, moves: Iterable[Step]) -> Payoffs:
    """The sum that moves pay to each player, player one first."""
    paid = [0] * game.players
    for number, step in enumerate(moves):
        paid[number % game.players] += step.gain
    return tuple(paid)


@dataclass(frozen=True)
class StartPosition:
    """The position after an opening, and what the opening pays to each player, player one first.

    >>> start = StartPosition.after(Dominogame(2, 4), "v1, h1, h1")
    >>> start.heights, start.paid, start.to_all((7, 1))
    ((4, 4), (11, 6), (12, 13))
    """

    game: Dominogame
    opening: tuple[Drop, ...]
    heights: Heights
    paid: Payoffs

    @classmethod
    def after(cls, game: Dominogame, opening: str | Iterable[object]) -> Self:
        moves = read_opening(game, opening)
        play = list(replay(game, moves))
        return cls(game, moves, play[-1].heights if play else game.empty, payments(game, play))

    def to_all(self, payoffs: Payoffs) -> Payoffs:
        """Total payoffs, player one first, from the payoffs after the opening, next player to move first."""
        turn = len(self.opening)
        players = self.game.players
        return tuple(self.paid[k] + payoffs[(k - turn) % players] for k in range(players))

    @property
    def has_mirror(self) -> bool:
        """Whether the opening is its own mirror image."""
        return all(move.mirror_image(self.game.columns) == move for move in self.opening)
