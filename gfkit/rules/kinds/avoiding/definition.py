"""Definition of the structures that avoid adjacent cells or moves: they are listed without the violations.

A pairing is a set of pairs, a sequence or a permutation is a tuple of cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gfkit.boards import Board
from gfkit.rules.configuration import Configuration
from gfkit.rules.kinds.avoiding.rule import PAIRINGS, SEQUENCES, AvoidingRule
from gfkit.rules.kinds.pointers.constraints import targets_of
from gfkit.rules.listing import MOST_TRIES, exact_covers, fillings, no_drawings
from gfkit.rules.rule import Exponents
from gfkit.typing import Positions

Structure = frozenset[frozenset[int]] | tuple[int, ...]


def configurations(
    rule: AvoidingRule, board: Board, _positions: Positions = Positions.ALL, tries: int = MOST_TRIES
) -> Iterator[tuple[Structure, Exponents]]:
    """Yield every structure; it has no weight."""
    if board.grid is None and not rule.flat:
        raise no_drawings(rule, board)
    cells = range(board.size)
    near = [set(some) for some in board.neighbours]
    if rule.structures == PAIRINGS:
        pairs = [frozenset({a, b}) for b in cells for a in range(b) if a not in near[b]]
        for cover in exact_covers(rule, board, cells, ((pair, pair) for pair in pairs), tries):
            yield frozenset(cover), (0, 0)
        return
    if rule.structures == SEQUENCES:
        forbidden, last = near, True
    else:
        assert rule.moves is not None, "permutations avoid moves"
        forbidden, last = [set(moves) for moves in targets_of(rule.moves, board)], False

    def fits(chosen: list[int]) -> bool:
        place = chosen[-2:-1] if last else [len(chosen) - 1]
        return chosen[-1] not in chosen[:-1] and not any(chosen[-1] in forbidden[cell] for cell in place)

    for order in fillings(rule, board, [cells] * board.size, fits, tries):  # type: ignore[arg-type]
        yield order, (0, 0)


def drawable(_rule: AvoidingRule, _board: Board) -> Callable[[Structure], Configuration]:
    """Return a function that draws a structure: each cell shows its partner, its place or its target."""

    def configuration(structure: Structure) -> Configuration:
        if isinstance(structure, tuple):
            return Configuration.of_cover((), enumerate(structure))
        return Configuration.of_cover(map(sorted, structure))

    return configuration
