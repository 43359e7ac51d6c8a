"""Count the positions of a game on a board that is given by a simplicial complex."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gfkit.core.algebra import Polynomial
from gfkit.core.boards import Board
from gfkit.core.boards.board import set_bits
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules import Question
from gfkit.core.typing import Player, Positions
from gfkit.ways import tuning

if TYPE_CHECKING:
    from gfkit.core.rules.kinds.placement.move import Move
    from gfkit.core.rules.kinds.placement.rule import PlacementRule


def count_faces(question: Question) -> Polynomial:
    """Return the polynomial of the positions of a game on a board given by a simplicial complex."""
    from gfkit.core.rules.kinds.placement.rule import as_placement

    rule, board, positions = as_placement(question.rule), question.board, question.positions
    if positions is Positions.FULL:
        raise MismatchError(
            f"board {board.text!r} is given by a complex, so positions 'full' are not defined on it"
        )
    if positions is Positions.PLAY:
        rule.check_play()
    moves = _placements(rule, board)
    kinds = [rule.colours[move.colour] for move in moves]
    power = [kind.exponents(question.weights) for kind in kinds]
    movers = {
        player: sum(1 << k for k, kind in enumerate(kinds) if kind.belongs_to(player))
        for player in positions.stuck
    }
    left, right = (
        sum(1 << k for k, kind in enumerate(kinds) if kind.owner is player)
        for player in (Player.LEFT, Player.RIGHT)
    )
    number = len(question.weights.variables)
    terms: dict[tuple[int, ...], int] = {}
    for face, more in _list_positions(question, rule, moves):
        if any(1 << new & mask for mask in movers.values() for new in more):
            continue
        if positions is Positions.PLAY and abs((face & left).bit_count() - (face & right).bit_count()) > 1:
            continue
        powers = tuple(sum(power[k][axis] for k in set_bits(face)) for axis in range(number))
        terms[powers] = terms.get(powers, 0) + 1
    return Polynomial.of(question.weights.variables, terms)


def _placements(rule: PlacementRule, board: Board) -> tuple[Move, ...]:
    from gfkit.core.rules.kinds.placement.move import legal_moves, takings

    return takings(rule, board) if board.illegal else legal_moves(rule, board)


def _list_positions(
    question: Question, rule: PlacementRule, moves: tuple[Move, ...]
) -> Iterator[tuple[int, list[int]]]:
    """Yield all positions as bit masks of moves, with the moves that can be added to each."""
    from gfkit.core.rules.kinds.placement.move import choked_group, exclude, settled_moves

    board = question.board
    drawn = {cell: move.colour for move in settled_moves(rule, board) for cell in move.cells}
    apart = [
        sum(1 << k for k, other in enumerate(moves) if exclude(rule, board, move, other)) for move in moves
    ]
    at = {move.cells[0]: k for k, move in enumerate(moves)} if board.illegal else {}
    illegal = [sum(1 << at[cell] for cell in cells) for cells in board.illegal if at.keys() >= set(cells)]

    def is_position(added: int) -> bool:
        if any(cells & ~added == 0 for cells in illegal):
            return False
        if not rule.liberties:
            return True
        colour_on = drawn | {cell: moves[k].colour for k in set_bits(added) for cell in moves[k].cells}
        return choked_group(rule, board, colour_on) is None

    waiting = [(0, (1 << len(moves)) - 1)]
    seen = 0
    while waiting:
        face, still = waiting.pop()
        seen += 1
        if seen > tuning.THEOREMS.most_faces:
            raise LimitError(
                f"the complex of {question.game} on {board.text} has more than {tuning.THEOREMS.most_faces}"
                " positions; choose a smaller board"
            )
        more = [new for new in set_bits(still) if is_position(face | 1 << new)]
        yield face, more
        last = face.bit_length()
        waiting += [(face | 1 << new, still & ~apart[new] & ~(1 << new)) for new in more if new >= last]
