"""Rule files of exact covers by drawn pieces, and of cells that point at cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from gfkit.errors import RuleError
from gfkit.games.rule import ACROSS, CELL, DOWN, Cell, Exponents, Piece, Rule
from gfkit.games.table import RuleTable, numbered_name, read_drawing, read_piece, read_weight

_ROOK, _STAY = "rook", "stay"
_KING = "ooo/oXo/ooo"
LARGEST_POLYOMINO = 6
"""Cells of the polyominoes that are listed."""


@dataclass(frozen=True, slots=True)
class CoverRule(Rule):
    """Pieces cover the board: every cell is in exactly one.

    ``pieces`` are as drawn, each with its weight; with ``turned`` they may also lie turned by quarter
    turns, with ``mirrored`` turned over from left to right. Pieces are different even where, wrapped
    around, they lie on the same cells; the same piece on the same cells is there once.
    """

    name: str
    pieces: tuple[Piece, ...]
    weights: tuple[Exponents, ...]
    turned: bool = False
    mirrored: bool = False
    about: str = ""
    kind: str = field(default="cover", init=False)

    def lies(self, piece: Piece) -> tuple[Piece, ...]:
        """All the ways in which a piece may lie, the drawn one first.

        >>> ell = CoverRule("L", (Piece(((0, 0), (1, 0), (1, 1))),), ((0, 0),), turned=True)
        >>> [one.text for one in ell.lies(ell.pieces[0])]
        ['X./XX', 'XX/X.', 'XX/.X', '.X/XX']
        """
        found = [piece]
        if self.turned:
            for _ in range(3):
                found.append(_moved((col, -row) for row, col in found[-1].cells))
        if self.mirrored:
            found += [_moved((row, -col) for row, col in one.cells) for one in found]
        return tuple(dict.fromkeys(found))

    @property
    def flat(self) -> bool:
        """Whether all pieces are cells or one that is an edge, so that any graph can be the board.

        Where pieces across and down are two, it would be the same edge that both lie on.
        """
        shapes = [{one.cells for one in self.lies(piece)} for piece in self.pieces]
        edges = [lies for lies in shapes if lies != {CELL}]
        return edges in ([], [{ACROSS, DOWN}])


@dataclass(frozen=True, slots=True)
class PointerRule(Rule):
    """Every cell points at one, and every cell is pointed at once: permutations of the cells by small moves.

    ``moves`` are offsets with their weights, in the order of the file; empty for 'all cells that share an
    edge', with one weight, which any graph has. A cell may point at itself only with ``stay``, the weight
    of that; a move that leads back to the cell, around a ring, is none. Where several moves lead to one
    cell, they are one way to get there, with the weight of the first.
    """

    name: str
    moves: tuple[tuple[Cell, Exponents], ...]
    stay: Exponents | None = None
    rook: Exponents | None = None
    """The weight of moving to a cell that shares an edge, on any board; None without such moves."""
    drawings: tuple[str, ...] = ()
    """The moves as the rule file has them."""
    about: str = ""
    kind: str = field(default="pointers", init=False)

    @property
    def flat(self) -> bool:
        """Whether any graph can be the board."""
        return not self.moves


def read_cover(table: RuleTable, parameter: int | None) -> CoverRule:
    """The exact covers in a rule file."""
    is_open = isinstance(table.raw("cover"), Mapping) and table.table("cover").raw("polyominoes") == "k"
    if is_open and parameter is None:
        raise RuleError(f"{table.where}: the number of cells must follow the name, after a colon")
    own = _opened(table, None if is_open else parameter, "cover")
    if "polyominoes" in own:
        return _polyominoes(table, own, parameter)
    own.only("pieces", "turned", "mirrored", "weight")
    where = f"{own.where} pieces"
    texts = own.sequence("pieces")
    pieces = tuple(read_piece(where, text) for text in texts)
    marks = _weights(own, texts)
    rule = CoverRule(
        name=table.text("name"),
        pieces=pieces,
        weights=tuple(marks[text] for text in texts),
        turned=own.flag("turned"),
        mirrored=own.flag("mirrored"),
        about=table.remark("about"),
    )
    known: dict[Piece, str] = {}
    for piece, text in zip(pieces, texts, strict=True):
        if piece in known:
            how = (
                "is there twice" if known[piece] == piece.text else f"is {known[piece]!r} in another position"
            )
            raise RuleError(f"{where}: {text!r} {how}; every piece is written once")
        known |= dict.fromkeys(rule.lies(piece), piece.text)
    return rule


def _polyominoes(table: RuleTable, own: RuleTable, parameter: int | None) -> CoverRule:
    """Covers by all polyominoes of so many cells, in all positions."""
    own.only("polyominoes")
    if parameter is None:
        size = own.whole("polyominoes", 1, LARGEST_POLYOMINO)
    elif 1 <= parameter <= LARGEST_POLYOMINO:
        size = parameter
    else:
        raise RuleError(
            f"{own.where}: the number of cells must be from 1 to {LARGEST_POLYOMINO}, got {parameter}"
        )
    pieces = polyominoes(size)
    name = numbered_name(table.text("name"), parameter, "cells")
    return CoverRule(name, pieces, ((0, 0),) * len(pieces), True, True, table.remark("about"))


def polyominoes(size: int) -> tuple[Piece, ...]:
    """All polyominoes of so many cells, one in each of their positions.

    >>> [len(polyominoes(size)) for size in (1, 2, 3, 4, 5)]
    [1, 1, 2, 5, 12]
    """
    found = [Piece(CELL)]
    for _ in range(size - 1):
        larger: dict[Piece, None] = {}
        seen: set[Piece] = set()
        for piece in found:
            for row, col in piece.cells:
                for at in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                    if at not in piece.cells:
                        made = _moved((*piece.cells, at))
                        if made not in seen:
                            larger[made] = None
                            seen.update(_positions(made))
        found = list(larger)
    return tuple(found)


def _positions(piece: Piece) -> tuple[Piece, ...]:
    return CoverRule("", (piece,), ((0, 0),), turned=True, mirrored=True).lies(piece)


def read_pointers(table: RuleTable, parameter: int | None) -> PointerRule:
    """The permutations by moves in a rule file."""
    own = _opened(table, parameter, "pointers")
    own.only("moves", "stay", "weight")
    if "stay" not in own:
        raise own.refused("stay", "true or false: whether a cell may point at itself")
    stays = own.flag("stay")
    texts = own.sequence("moves")
    marks = _weights(own, texts, *([_STAY] if stays else []))
    moves: dict[Cell, Exponents] = {}
    for text in texts:
        for step in () if text == _ROOK else _offsets(f"{own.where} moves", text):
            if step in moves:
                raise RuleError(
                    f"{own.where} moves: the offset {step[0]} down, {step[1]} right is there twice"
                )
            moves[step] = marks[text]
    if _ROOK in texts and len(texts) > 1:
        raise RuleError(f"{own.where} moves: {_ROOK!r} stands alone; draw the other moves, or all of them")
    return PointerRule(
        name=table.text("name"),
        moves=tuple(moves.items()),
        stay=marks[_STAY] if stays else None,
        rook=marks[_ROOK] if _ROOK in texts else None,
        drawings=tuple(texts),
        about=table.remark("about"),
    )


def _opened(table: RuleTable, parameter: int | None, key: str) -> RuleTable:
    """The one table of a kind."""
    if parameter is not None:
        raise RuleError(f"{table.where}: takes no number after a colon, got {parameter}")
    table.only("name", "about", key)
    return table.table(key)


def _weights(own: RuleTable, texts: list[object], *more: str) -> dict[object, Exponents]:
    """The weights of drawings, and of other words, as written; 1 for the rest."""
    words = [text for text in texts if isinstance(text, str)] + list(more)
    marked = RuleTable(f"{own.where} weight", own.raw("weight", {}))
    marked.only(*words)
    return {word: read_weight(marked.where, marked.raw(word, "1")) for word in words}


def _offsets(where: str, text: object) -> list[Cell]:
    """Offsets of moves from their drawing: X the cell, o where it may point; king for the eight around."""
    legend = "rook, king, or a drawing with X at the cell and o where it may point"
    drawn = read_drawing(where, _KING if text == "king" else text, legend, "Xo.")
    cell = [place for place, mark in drawn.items() if mark == "X"]
    others = [place for place, mark in drawn.items() if mark == "o"]
    if len(cell) != 1 or not others:
        raise RuleError(
            f"{where}: {text!r} must have one X, the cell, and at least one o, where it may point"
        )
    return sorted((row - cell[0][0], col - cell[0][1]) for row, col in others)


def _moved(cells: Iterable[Cell]) -> Piece:
    """The piece of these cells, moved to the top left."""
    found = sorted(cells)
    top, left = min(row for row, _ in found), min(col for _, col in found)
    return Piece(tuple((row - top, col - left) for row, col in found))
