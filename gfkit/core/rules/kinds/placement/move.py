"""Legal placements of the pieces of a placement game on a board."""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.core.boards import Board, LyingPiece
from gfkit.core.boards.board import components_of, spot_text
from gfkit.core.deferred import dataclass
from gfkit.core.errors import BoardError, MismatchError
from gfkit.core.rules.kind import needs_rows
from gfkit.core.rules.kinds.placement.rule import PlacementRule
from gfkit.core.rules.values import CELL
from gfkit.core.typing import Player, Positions


@dataclass(frozen=True, slots=True)
class Move:
    """Placement of a piece of one colour on these cells, in ascending order."""

    colour: int
    cells: tuple[int, ...]
    times: int = 1
    """Number of pieces placed together as one; 0 for a piece that can only be placed separately."""


def legal_moves(rule: PlacementRule, board: Board) -> tuple[Move, ...]:
    """Return every placement on empty cells that no adjacent piece already placed forbids.

    If a piece covers the same cells in two ways, as a straight tromino on a cycle of three cells, the
    placement counts once. Liberties depend on the whole position and are not checked here.
    """
    colour_on = {cell: move.colour for move in settled_moves(rule, board) for cell in move.cells}
    moves = placements(rule, board)
    if not colour_on:
        return moves
    free = []
    for move in moves:
        if any(cell in colour_on for cell in move.cells):
            continue
        near = {colour_on[n] for c in move.cells for n in board.neighbours[c] if n in colour_on}
        if not any(rule.forbids(move.colour, other) for other in near):
            free.append(move)
    return tuple(free)


def placements(rule: PlacementRule, board: Board) -> tuple[Move, ...]:
    """Return every placement of a piece on the empty board, ordered by first cell."""
    if board.illegal:
        raise MismatchError(
            f"board {board.text!r} has forbidden sets of more than two cells; only count, value,"
            " outcomes and nim, which enumerate positions, support such games"
        )
    check_geometry(rule, board)
    in_space = rule.in_space
    moves: dict[Move, None] = {}
    for colour, kind in enumerate(rule.colours):
        for piece in kind.pieces:
            for cells in (
                board.placements_in_space(piece.in_space) if in_space else board.placements(piece.cells)
            ):
                if not board.tints or rule.may_lie(board, colour, cells):
                    moves[Move(colour, cells)] = None
    return tuple(sorted(moves, key=lambda move: (move.cells, move.colour)))


def takings(rule: PlacementRule, board: Board) -> tuple[Move, ...]:
    """Return the moves of Node Kayles on a board given by a complex: its single cells."""
    rule.asked_on(board, Positions.ALL)
    moves = (Move(colour, (cell,)) for cell in range(board.size) for colour in range(len(rule.colours)))
    return tuple(move for move in moves if rule.may_lie(board, move.colour, move.cells))


def check_geometry(rule: PlacementRule, board: Board) -> None:
    """Raise MismatchError if the pieces of the rule have a shape that cannot be placed on the board."""
    if board.in_space if rule.in_space else board.grid is not None or rule.flat:
        return
    shaped = next(p.text for _, p in rule.pieces_to_lay if (p.cubes if rule.in_space else p.cells != CELL))
    if rule.in_space:
        raise MismatchError(
            f"board {board.text!r} is not a box, but the rule {rule.name} has pieces in layers, such as"
            f" {shaped}; use a box such as 2x2x4 or 2x2xn"
        )
    if board.in_space:
        raise MismatchError(
            f"board {board.text!r} is a box, but the rule {rule.name} has pieces in the plane, such as"
            f" {shaped}; draw them in layers, as in 'X//X', or use cram for dominoes in space"
        )
    raise needs_rows(
        rule.name, board, f"pieces with a shape, such as {shaped}", "use pieces that are cells or edges"
    )


def settled_moves(rule: PlacementRule, board: Board) -> tuple[Move, ...]:
    """Return the pieces already placed as moves. Raise BoardError if the drawing is not a position."""
    if not board.lying:
        return ()
    shapes: dict[tuple[int, ...], set[int]] = {}
    for move in placements(rule, board):
        shapes.setdefault(move.cells, set()).add(move.colour)
    by_letter: dict[str, list[LyingPiece]] = {}
    for piece in board.lying:
        by_letter.setdefault(piece.letter, []).append(piece)
    settled = [move for parts in by_letter.values() for move in _moves_of_letter(rule, board, parts, shapes)]
    _check_touching(rule, board, settled)
    return tuple(settled)


def _moves_of_letter(
    rule: PlacementRule, board: Board, parts: list[LyingPiece], shapes: dict[tuple[int, ...], set[int]]
) -> list[Move]:
    """Return the pieces of one letter: one for each component or each cell, or one disconnected piece."""
    colour = _colour_of(rule, board, parts[0])
    joined = tuple(sorted(cell for part in parts for cell in part.cells))
    alone = [colour in shapes.get(part.cells, ()) for part in parts]
    if not any(alone) and colour in shapes.get(joined, ()):
        return [Move(colour, joined)]
    moves: list[Move] = []
    for part, whole in zip(parts, alone, strict=True):
        if whole:
            moves.append(Move(colour, part.cells))
        elif all(colour in shapes.get((cell,), ()) for cell in part.cells):
            moves.extend(Move(colour, (cell,)) for cell in part.cells)
        else:
            cells = "1 cell" if len(part.cells) == 1 else f"{len(part.cells)} cells"
            raise BoardError(
                f"board {board.text!r}: the letter {part.letter!r} on {cells} is not a piece of"
                f" {_owner(rule, colour)} in {rule.name}; equal letters form one piece, upper case is Left,"
                " lower case Right"
            )
    return moves


def _colour_of(rule: PlacementRule, board: Board, piece: LyingPiece) -> int:
    if len(rule.colours) == 1 and rule.impartial:
        return 0
    if rule.impartial:
        colour = ord(piece.letter.lower()) - ord("a")
        if colour < len(rule.colours):
            return colour
        raise BoardError(
            f"board {board.text!r}: the letter {piece.letter!r} is not a colour of {rule.name}; its colours"
            f" are a to {chr(ord('a') + min(len(rule.colours), 26) - 1)}"
        )
    for colour, kind in enumerate(rule.colours):
        if kind.belongs_to(piece.owner):
            return colour
    raise BoardError(
        f"board {board.text!r}: {piece.letter!r} is a piece of {piece.owner.value.title()}, who has no"
        f" pieces in {rule.name}"
    )


def _owner(rule: PlacementRule, colour: int) -> str:
    owner = rule.colours[colour].owner
    return "either player" if owner is Player.BOTH else owner.value.title()


def _check_touching(rule: PlacementRule, board: Board, settled: list[Move]) -> None:
    piece_on = {cell: index for index, move in enumerate(settled) for cell in move.cells}
    for first, second in board.edges:
        piece, other = piece_on.get(first), piece_on.get(second)
        if piece is None or other is None or piece == other:
            continue
        if rule.forbids(settled[piece].colour, settled[other].colour):
            raise BoardError(
                f"board {board.text!r} is not a position of {rule.name}: a piece of"
                f" {_owner(rule, settled[piece].colour)} is adjacent to a piece of"
                f" {_owner(rule, settled[other].colour)} at {spot_text(board, first)}, which the rules"
                " forbid"
            )
    if rule.liberties:
        _check_liberties(rule, board, {c: m.colour for m in settled for c in m.cells})


def exclude(rule: PlacementRule, board: Board, move: Move, other: Move) -> bool:
    """Return True if two placements conflict: they share a cell, or are adjacent although the rule forbids
    adjacency.
    """
    if not set(move.cells).isdisjoint(other.cells):
        return True
    near = (beside for cell in move.cells for beside in board.neighbours[cell])
    return rule.forbids(move.colour, other.colour) and not set(other.cells).isdisjoint(near)


def choked_group(rule: PlacementRule, board: Board, colour_on: Mapping[int, int]) -> int | None:
    """Return a cell of a group that lacks a required liberty, or None if there is no such group."""
    alike = [(a, b) for a, b in board.edges if a in colour_on and colour_on[a] == colour_on.get(b)]
    for group in components_of(colour_on, alike):
        start = min(group)
        if rule.breathes(colour_on[start]) and all(
            near in colour_on for cell in group for near in board.neighbours[cell]
        ):
            return start
    return None


def _check_liberties(rule: PlacementRule, board: Board, colour_on: dict[int, int]) -> None:
    start = choked_group(rule, board, colour_on)
    if start is not None:
        raise BoardError(
            f"board {board.text!r} is not a position of {rule.name}: the group of the letter"
            f" {board.piece_on_cell[start].letter!r} at {spot_text(board, start)} has no adjacent empty cell"
        )
