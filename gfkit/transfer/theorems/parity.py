"""Sets of edges that ask of a vertex only whether its degree is even or odd, by their number.

Statement. In a connected graph of v vertices and e edges let some vertices ask for an even degree, some for
an odd one, and the others for nothing. If some vertex asks for nothing, there are 2^(e - w) sets of edges as
asked, w being the number of those that ask. If all ask, there are 2^(e - v + 1) where the number of those
that ask for an odd degree is even, and none otherwise.

For the sum of the rows of some vertices of the incidence matrix over the field of two elements is the set of
edges that lead out of them, which is empty for none and for all alone: so the rows of vertices that ask are
independent unless these are all, and then have a single relation, which says that the sum of degrees is even.
Components are independent of each other. It is asked for numbers alone: numbers by edges are another matter,
and so is what hangs together.
"""

from __future__ import annotations

from gfkit.games import Question
from gfkit.games.linkage import pinned_cells
from gfkit.transfer.machine.order import components
from gfkit.typing import Weights


def count_by_parity(question: Question) -> int | None:
    """The number of sets of edges, or None where the rule asks more, or vertices can have no degree at all.

    >>> count_by_parity(Question.of("even-subgraphs", "30x30")) == 2 ** (29 * 29)
    True
    """
    rule, board = question.rule.degree_counts, question.board
    if rule is None or not board.is_bare or not board.size or question.weights is not Weights.NONE:
        return None
    if not rule.modulo or rule.cap != 2 or rule.linkage.asks or rule.asks_ends:
        return None
    allowed = dict.fromkeys(range(board.size), rule.degrees)
    for pin in rule.pins:
        allowed.update(dict.fromkeys(pinned_cells(board, pin), rule.allowed_degrees(pin.says)))
    if not all(allowed.values()):
        return 0
    graph = [set(cells) for cells in board.neighbours]
    number = len(board.edges)
    for part in components(graph, range(board.size)):
        asking = [allowed[cell][0] for cell in part if len(allowed[cell]) == 1]
        if len(asking) == len(part):
            if sum(asking) % 2:
                return 0
            number += 1
        number -= len(asking)
    return 1 << number
