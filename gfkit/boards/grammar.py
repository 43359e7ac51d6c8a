"""The board grammar: from what a person writes to a board or a family of boards."""

from __future__ import annotations

import re

from gfkit.boards.board import Board
from gfkit.boards.drawing import from_drawing, looks_drawn
from gfkit.boards.family import FIRST_WRAP, SHAPES, Family, Shape, written
from gfkit.boards.graph import read_graph
from gfkit.boards.textfile import UnreadableError, exists, lines_of, read_text
from gfkit.errors import BoardError, LimitError, did_you_mean

ACCEPTED = (
    "4x3 (rows x columns), path:7, cycle:9, cylinder:4x6, torus:4x6, complete:6, graph:FILE,"
    " @FILE, a drawing such as ..#/..., or a family with n in place of one size"
)
_SIZE = re.compile(r"[0-9]+|n")
_MOST_DIGITS = 10
_SIZED = re.compile(r"([0-9]+|n)[xX×]([0-9]+|n)")


def parse_board(text: str) -> Board | Family:
    """Reads a board, or a family of boards, from its text.

    >>> parse_board("4x3").size
    12
    >>> parse_board("cylinder:nx4").first_n
    3
    >>> parse_board("4y3")
    Traceback (most recent call last):
    ...
    gfkit.errors.BoardError: board '4y3': read '4', then expected x at 'y3'; accepted are ...
    """
    asked = text.strip()
    if not asked:
        raise BoardError(f"board '': nothing was given; accepted are {ACCEPTED}")
    if asked.startswith("@"):
        name = asked[1:]
        return from_drawing(asked, lines_of(_read(asked, name)))
    word, colon, rest = asked.partition(":")
    if colon and word == "graph":
        return read_graph(asked, _read(asked, rest))
    if colon:
        if word not in SHAPES or not word:
            hint = did_you_mean(word, [*filter(None, SHAPES), "graph"])
            raise BoardError(f"board {asked!r}: no board is called {word!r}; {hint}accepted are {ACCEPTED}")
        return _sized(asked, SHAPES[word], rest)
    if asked in SHAPES:
        example = SHAPES[asked].example
        raise BoardError(f"board {asked!r}: its size must follow after a colon, as in {example}")
    if asked == "graph" or (exists(asked) and not _SIZED.fullmatch(asked)):
        raise BoardError(
            f"board {asked!r}: a drawn board in a file is written @FILE, a graph in a file graph:FILE"
        )
    if looks_drawn(asked):
        return from_drawing(asked, asked.split("/"))
    if asked.isascii() and asked.isalpha() and len(set(asked.lower()) & set("xn")) < 2:
        raise BoardError(
            f"board {asked!r}: letters alone are no board; drawn pieces on one line need one of . # /"
            f" with them, as in {asked}#; accepted are {ACCEPTED}"
        )
    return _sized(asked, SHAPES[""], asked)


def as_board(board: object) -> Board:
    """The single board that an argument stands for: a board itself, or its text."""
    if isinstance(board, Board):
        return board
    if isinstance(board, Family):
        return parse_one_board(board.text)
    if isinstance(board, str):
        return parse_one_board(board)
    raise BoardError(f"board {board!r} is neither a text such as '4x3' nor a board")


def parse_one_board(text: str) -> Board:
    """Reads a single board; a family is refused with the way out."""
    board = parse_board(text)
    if isinstance(board, Family):
        some = str(max(4, board.first_n))
        size = written(board.shape, board.sizes).removeprefix(board.word).replace("n", some)
        raise BoardError(
            f"board {board.text!r} is a family, one board for every n, and one board is needed:"
            f" put a number in place of n, as in {board.word}{size}"
        )
    return board


def _sized(asked: str, shape: Shape, rest: str) -> Board | Family:
    sizes = _sizes(asked, shape, rest)
    for size, wraps in zip(sizes, shape.wraps, strict=True):
        if wraps and size is not None and size < FIRST_WRAP:
            raise BoardError(
                f"board {asked!r}: a {shape.word} closes up and needs at least {FIRST_WRAP} cells"
                f" around, got {size}; for example {shape.example}"
            )
    growing = sizes.count(None)
    if growing > 1:
        raise BoardError(f"board {asked!r}: only one size may be n, as in 3xn; got {growing}")
    if growing:
        return Family(shape.word, sizes)
    numbers = tuple(size for size in sizes if size is not None)
    return shape.build(written(shape, sizes), numbers)


def _sizes(asked: str, shape: Shape, rest: str) -> tuple[int | None, ...]:
    sizes: list[int | None] = []
    position = 0
    for side in range(shape.sides):
        if side:
            if position >= len(rest) or rest[position] not in "xX×":
                raise _stopped(asked, rest, position, "x")
            position += 1
        found = _SIZE.match(rest, position)
        if not found:
            raise _stopped(asked, rest, position, "a whole number or n")
        sizes.append(None if found[0] == "n" else _number(asked, found[0]))
        position = found.end()
    if position < len(rest):
        raise _stopped(asked, rest, position, "nothing more")
    return tuple(sizes)


def _number(asked: str, digits: str) -> int:
    if len(digits.lstrip("0")) > _MOST_DIGITS:
        shown = asked if len(asked) <= 40 else f"{asked[:37]}..."
        raise LimitError(
            f"board {shown!r}: sizes from 10^{_MOST_DIGITS} on are beyond anything that can be counted"
        )
    return int(digits[-_MOST_DIGITS:])


def _stopped(asked: str, rest: str, position: int, expected: str) -> BoardError:
    start = len(asked) - len(rest) + position
    before, after = asked[:start], asked[start:]
    place = f"at {after!r}" if after else "at the end"
    read = f"read {before!r}, then " if before else ""
    return BoardError(f"board {asked!r}: {read}expected {expected} {place}; accepted are {ACCEPTED}")


def _read(asked: str, name: str) -> str:
    if not name:
        example = "@board.txt" if asked.startswith("@") else "graph:petersen.g6"
        raise BoardError(f"board {asked!r}: a file name must follow, as in {example}")
    try:
        return read_text(name)
    except UnreadableError as why:
        raise BoardError(f"board {asked!r}: the file {name!r} {why}") from None
