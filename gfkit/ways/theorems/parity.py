"""Counts of edge sets with prescribed degree parities.

Statement. In a connected graph of v vertices and e edges let some vertices require an even degree and some an
odd degree; the others are free. If some vertex is free, there are 2^(e - w) admissible sets of edges, w being
the number of vertices that are not free. If no vertex is free, there are 2^(e - v + 1) sets if the number of
vertices that require an odd degree is even, and none otherwise.

Proof. Over the field of two elements, the sum of the rows of the incidence matrix for a set of vertices is
the indicator of the edges that leave the set, which is zero only for the empty set and for all vertices. So
the rows of the vertices that are not free are linearly independent unless these are all vertices. In this
case they satisfy a single relation, by which the sum of the degrees is even. Components are independent of
each other. The theorem yields total counts only: it does not apply to counts by number of edges, or with
connectivity constraints.
"""

from __future__ import annotations

from gfkit.core.engine.machine.order import components
from gfkit.core.rules import Question
from gfkit.core.rules.values import pinned_cells
from gfkit.core.typing import Weights


def count_by_parity(question: Question) -> int | None:
    """Return the number of edge sets with prescribed degree parities, or None if the rule is not of this
    type.

    >>> count_by_parity(Question.of("even-subgraphs", "30x30")) == 2 ** (29 * 29)
    True
    """
    rule, board = question.rule.degree_counts, question.board
    if rule is None or not board.is_bare or not board.size or question.weights is not Weights.NONE:
        return None
    if not rule.modulo or rule.cap != 2 or rule.linkage.is_constrained or rule.asks_ends:
        return None
    allowed = dict.fromkeys(range(board.size), rule.degrees)
    for pin in rule.pins:
        allowed.update(dict.fromkeys(pinned_cells(board, pin), rule.allowed_degrees(pin.predicate)))
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
