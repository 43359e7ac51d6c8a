"""Counts of orientations as values of the Tutte polynomial.

Statement. A graph has T(2, 0) acyclic orientations (Stanley) and T(0, 2) orientations in which each edge is
in a directed cycle (Las Vergnas). An orientation of a connected graph is strongly connected if and only if
each edge is in a directed cycle. A graph with several components has no strongly connected orientation.

Proof. Let e be an edge that is neither a loop nor a bridge. Every acyclic orientation of G - e extends to one
or two acyclic orientations of G, and it extends to two if and only if it yields an acyclic orientation of
G / e. Every bridge doubles the number, and a loop makes it 0. These are the recurrences of T at (2, 0). The
second count satisfies the dual recurrences.

References: Richard P. Stanley, Acyclic orientations of graphs, Discrete Mathematics 5 (1973); Michel Las
Vergnas, Acyclic and totally cyclic orientations of combinatorial geometries, Discrete Mathematics 20 (1977).
"""

from __future__ import annotations

from gfkit.core.boards import Board
from gfkit.core.engine.machine.order import components
from gfkit.ways.tutte import tutte_coefficients


def count_by_tutte(board: Board, point: tuple[int, int], empty: int, max_memory: int | None = None) -> int:
    """Return the number of acyclic orientations for the point (2, 0), of strong orientations for (0, 2), and
    ``empty`` for the graph without vertices.

    >>> from gfkit.core.boards import as_board
    >>> count_by_tutte(as_board("cycle:4"), (2, 0), 1), count_by_tutte(as_board("cycle:4"), (0, 2), 0)
    (14, 2)
    """
    if not board.size:
        return empty
    x, y = point
    parts = components([set(near) for near in board.neighbours], range(board.size))
    return 0 if len(parts) > 1 and not x else tutte_coefficients(board, x, y, max_memory).get((0, 0), 0)
