"""How many moves each player has at least and at most, whatever happens."""

from __future__ import annotations

from gfkit.values.position import MaskPosition
from gfkit.values.position.masks import Step


def surplus(position: MaskPosition, state: int) -> tuple[int, int]:
    """Whole numbers that a state's value lies between, from counting moves.

    A player with ``a`` moves that nothing can take away, against one who will never make more than ``b``, is
    at least a - b ahead: in the sum with b - a she answers every move with one of hers. Cost: the pairs of
    moves.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> position = MaskPosition(find_rule("domineering"), parse_one_board("3x2"))
    >>> surplus(position, position.start), surplus(position, 0b010101)
    ((-3, 2), (1, 1))
    """
    left = [step for step in position.left_steps if state & step[0] == step[0]]
    right = [step for step in position.right_steps if state & step[0] == step[0]]
    return _sure(left, right) - _most(right), _most(left) - _sure(right, left)


def _sure(own: list[Step], others: list[Step]) -> int:
    """Moves side by side that take nothing from each other, and from which the opponent can take nothing."""
    reach = 0
    for _, keep in others:
        reach |= ~keep
    free, needed, count = -1, 0, 0
    for need, keep in _in_order(own):
        if not need & reach and free & need == need and not needed & ~keep:
            free &= keep
            needed |= need
            count += 1
    return count


def _most(own: list[Step]) -> int:
    """A bound on the moves a player can make one after another.

    Every move needs a cell of a set that is chosen greedily, the last cell of the first move left each time;
    and all moves together need no more cells than there are.
    """
    if not own:
        return 0
    cells, smallest, chosen, hit = 0, own[0][0].bit_count(), 0, 0
    for need, _ in _in_order(own):
        cells |= need
        smallest = min(smallest, need.bit_count())
        if not need & hit:
            hit |= 1 << need.bit_length() - 1
            chosen += 1
    return min(chosen, cells.bit_count() // smallest)


def _in_order(own: list[Step]) -> list[Step]:
    return sorted(own, key=lambda step: step[0].bit_length())
