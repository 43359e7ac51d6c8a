"""Values without a search: 0 by symmetry, and whole numbers where only one player ever moves."""

from __future__ import annotations

from collections import defaultdict

from gfkit.boards import Board
from gfkit.play.layout import set_bits
from gfkit.play.position import MaskPosition, Position
from gfkit.play.tuning import SEARCH
from gfkit.rules import Rule
from gfkit.typing import Player


def is_zero_by_symmetry(rule: Rule, board: Board) -> bool:
    """Whether the value is 0 because the second player answers each move with its image.

    It is False for small boards, whose search is as quick.
    """
    if board.size < SEARCH.mirrored_from:
        return False
    from gfkit.play.mirror import mirror_proof

    proof = mirror_proof(rule, board)
    return proof is not None and proof.word == "second"


def whole_number(position: Position) -> int | None:
    """The value of the start if at most one player has a move; None if both have, or it takes too long.

    Theorem. Suppose Right has no move at the start. Then the value is the whole number k, the largest number
    of placements of Left that fit together. With the players exchanged it is -k. Proof. Pieces only take
    moves away, so Right never has a move. The game is {G' | } with G' over Left's moves, and by induction it
    is the largest number of moves that she can make in succession. The order of placements does not matter.
    The hypothesis fails if positions could give moves back; none can.

    Cost: the states of a sweep over the cells, few for narrow boards.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.rules import find_rule
    >>> from gfkit.play.position import compile_position
    >>> [whole_number(compile_position(find_rule("domineering"), parse_one_board(b))) for b in ("7x1", "1x9")]
    [3, -4]
    """
    if not isinstance(position, MaskPosition):
        return None
    movers = {
        player: steps
        for player, steps in ((Player.LEFT, position.left_steps), (Player.RIGHT, position.right_steps))
        if any(position.start & need == need for need, _ in steps)
    }
    if not movers:
        return 0
    if len(movers) > 1:
        return None
    ((player, steps),) = movers.items()
    longest = _most_moves(position.start, steps)
    return None if longest is None else longest if player is Player.LEFT else -longest


def _most_moves(start: int, steps: tuple[tuple[int, int], ...]) -> int | None:
    """The largest number of moves in succession, by a sweep over the bits; None after too many states."""
    at: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for need, keep in steps:
        at[need & -need].append((need, keep))
    seen = 0
    most: defaultdict[int, dict[int, int]] = defaultdict(dict)
    """By lowest bit the states, with the largest number of moves before them."""
    most[start & -start][start] = 0
    for low in (1 << bit for bit in set_bits(start)):
        states = most.pop(low, {})
        seen += len(states)
        if seen > SEARCH.one_sided_states:
            return None
        for state, moves in states.items():
            made = [state & keep & ~low for need, keep in at[low] if state & need == need]
            for after, many in ((state & ~low, moves), *((rest, moves + 1) for rest in made)):
                reached = most[after & -after]
                reached[after] = max(reached.get(after, 0), many)
    return most[0][0]
