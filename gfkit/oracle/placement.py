"""Placed pieces: where they can lie, which of them bear each other, and those drawn on the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gfkit.boards import Board, Lying
from gfkit.errors import BoardError, MismatchError
from gfkit.games.rule import Cell, PlacementRule


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece on the board: the index of its colour, and the cells it covers."""

    colour: int
    cells: frozenset[int]


def check_shapes(rule: PlacementRule, board: Board) -> None:
    """Refuses pieces with a shape on a board without rows and columns."""
    if board.grid is None and not rule.flat:
        raise MismatchError(
            f"board {board.text!r} has no rows and columns, and {rule.name} has pieces with a shape;"
            " a graph takes only rules whose pieces are cells or edges, a board such as 4x5 takes any"
        )


def every_placement(rule: PlacementRule, board: Board) -> list[Placed]:
    """Every way to lay one piece on the empty board; the same cells in the same colour count once."""
    check_shapes(rule, board)
    found: dict[Placed, None] = {}
    for colour, kind in enumerate(rule.colours):
        for piece in kind.pieces:
            for cells in (
                _on_graph(board, piece.cells) if board.grid is None else _on_grid(board, piece.cells)
            ):
                found[Placed(colour, cells)] = None
    return list(found)


def _on_grid(board: Board, shape: tuple[Cell, ...]) -> Iterable[frozenset[int]]:
    """The shape laid with its first cell on each cell in turn, where it neither falls off nor overlaps."""
    first_row, first_col = shape[0]
    for cell in range(board.size):
        covered = [board.beside(cell, row - first_row, col - first_col) for row, col in shape]
        cells = frozenset(one for one in covered if one is not None)
        if len(cells) == len(shape):
            yield cells


def _on_graph(board: Board, shape: tuple[Cell, ...]) -> Iterable[frozenset[int]]:
    """On a graph a piece of one cell goes on any vertex, a piece of two on any edge."""
    if len(shape) == 1:
        return (frozenset({cell}) for cell in range(board.size))
    return (frozenset(edge) for edge in board.edges)


def bear(rule: PlacementRule, board: Board, one: Placed, other: Placed) -> bool:
    """Whether two pieces can lie on the board together: apart, and touching only where they may."""
    if one.cells & other.cells:
        return False
    if not rule.forbids(one.colour, other.colour):
        return True
    return not any(cell in other.cells for mine in one.cells for cell in board.neighbours[mine])


def lying_pieces(rule: PlacementRule, board: Board) -> list[Placed]:
    """The pieces drawn on the board, as pieces of the game.

    Letters that are no piece together are a piece for each cell, where the game has single cells.
    """
    if not board.lying:
        return []
    possible = set(every_placement(rule, board))
    by_letter: dict[str, list[Lying]] = {}
    for drawn in board.lying:
        by_letter.setdefault(drawn.letter, []).append(drawn)
    pieces: list[Placed] = []
    for parts in by_letter.values():
        pieces.extend(_read_letter(rule, board, parts, possible))
    for index, one in enumerate(pieces):
        if not all(bear(rule, board, one, other) for other in pieces[:index]):
            raise no_position(rule, board, "pieces touch that may not")
    return pieces


def no_position(rule: PlacementRule, board: Board, reason: str) -> BoardError:
    """The error for pieces drawn where the game could never have put them."""
    return BoardError(f"board {board.text!r} is no position of {rule.name}: {reason}")


def _read_letter(
    rule: PlacementRule, board: Board, parts: list[Lying], possible: set[Placed]
) -> list[Placed]:
    """The pieces of one letter: each part one of its own, or all parts a piece that is torn apart."""
    cells = frozenset(cell for part in parts for cell in part.cells)
    colours = _colours(rule, parts[0])
    whole = [Placed(colour, cells) for colour in colours if Placed(colour, cells) in possible]
    alone = any(Placed(colour, frozenset(part.cells)) in possible for part in parts for colour in colours)
    if whole and len(parts) > 1 and not alone:
        return whole[:1]
    return [piece for part in parts for piece in _read(rule, board, part, possible)]


def _read(rule: PlacementRule, board: Board, drawn: Lying, possible: set[Placed]) -> list[Placed]:
    colours = _colours(rule, drawn)
    for colour in colours:
        whole = Placed(colour, frozenset(drawn.cells))
        if whole in possible:
            return [whole]
    for colour in colours:
        singles = [Placed(colour, frozenset({cell})) for cell in drawn.cells]
        if all(single in possible for single in singles):
            return singles
    cells = "1 cell" if len(drawn.cells) == 1 else f"{len(drawn.cells)} cells"
    raise BoardError(
        f"board {board.text!r}: the letter {drawn.letter!r} on {cells} is no piece of"
        f" {rule.name}; upper case letters are Left's pieces, lower case Right's, one letter a piece"
    )


def _colours(rule: PlacementRule, drawn: Lying) -> list[int]:
    """The colours a letter can stand for; where both players own several, they go by the alphabet."""
    if rule.impartial and len(rule.colours) > 1:
        colour = ord(drawn.letter.lower()) - ord("a")
        return [colour] if colour < len(rule.colours) else []
    return [
        colour for colour, kind in enumerate(rule.colours) if rule.impartial or kind.belongs_to(drawn.owner)
    ]
