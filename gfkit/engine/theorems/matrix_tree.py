"""Spanning trees and rooted forests of a board by the matrix-tree theorem.

Statement (Kirchhoff). Let G be a graph without loops, in which two vertices may have several edges, with one
vertex called the *ground*, and A the matrix of the other vertices that has their degrees on its diagonal and
minus the number of edges of two vertices elsewhere. Then G has det A spanning trees. So are counted

- spanning trees, any vertex being the ground;
- sets of edges without a cycle in which every component has exactly one vertex of a set R: two vertices of R
  are never joined by an edge, so that they may be one vertex, the ground;
- sets of edges without a cycle with a root chosen in every component: each vertex gets an edge to a new
  vertex, the ground, which is taken where it is the root. With L the matrix of degrees of the board,
  det(1 + x L) has those of k edges at x^k.

If some vertex is not reachable from the ground, there is no tree; else A is positive definite. This method
excludes boards without vertices, and rules with further constraints: on degrees, on endpoints of edges, or on
components that contain vertices at two places.

Reference: Seth Chaiken, A combinatorial proof of the all minors matrix tree theorem, SIAM Journal on
Algebraic and Discrete Methods 3 (1982).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from gfkit.algebra.definite import DefiniteMatrix, OnPrime
from gfkit.engine import tuning
from gfkit.engine.machine.base import Terms
from gfkit.rules import Question
from gfkit.rules.linkage import Numbers, pinned_cells
from gfkit.rules.rule import Exponents
from gfkit.typing import exponents_for


@dataclass(frozen=True, slots=True)
class TreeCount:
    """Sets of edges of a board that are spanning trees of the board with a ground vertex.

    ``roots`` are the cells of the ground, or None if roots are chosen. ``whole`` is True if all vertices are
    reachable from the ground. A set of k edges without a cycle has ``cells`` - k components.
    """

    method: ClassVar = "matrix-tree-theorem"
    """Name of the theorem in evidence."""
    matrix: DefiniteMatrix
    whole: bool
    cells: int
    roots: tuple[int, ...] | None
    of_edge: Exponents
    of_component: Exponents

    @staticmethod
    def of(question: Question) -> TreeCount | None:
        """Return the count by the theorem of the module, or None for another rule.

        >>> asked = TreeCount.of(Question.of("spanning-trees", "complete:30"))
        >>> asked.terms(lambda done, primes: None) == {(0, 0): 30**28}
        True
        """
        rule, board = question.rule.degree_counts, question.board
        if rule is None or not board.is_bare or not board.size:
            return None
        linkage, each = rule.linkage, rule.linkage.each
        asks_degrees = len(rule.degrees) < len(rule.every) or rule.asks_ends or bool(rule.pins)
        asks_more = asks_degrees or bool(linkage.joins or linkage.apart)
        if asks_more or not rule.spanning or not linkage.acyclic:
            return None
        roots: tuple[int, ...] | None
        if linkage.components is not None:
            if each is not None or not _is_one(linkage.components):
                return None
            roots = (0,)
        elif each is None or not _is_one(each.number):
            return None
        else:
            roots = None if each.place is None else tuple(pinned_cells(board, each.place))
        matrix = _matrix(board.size, board.edges, roots)
        return TreeCount(
            matrix,
            all(
                any(sum(matrix.rows[row].values()) for level in component for row in level)
                for component in matrix.levels
            ),
            board.size,
            roots,
            exponents_for(rule.weight, question.weights),
            exponents_for(linkage.weight, question.weights),
        )

    @property
    def by_edges(self) -> bool:
        """True if sets with different numbers of edges are distinguished."""
        return self.roots is None and self.of_edge != self.of_component

    @property
    def bytes(self) -> int:
        """Memory, in bytes, of the matrices stored at the same time."""
        return 8 * tuning.COUNT.polynomial_words * self.cells**2 if self.by_edges else self.matrix.bytes

    def terms(self, tell: OnPrime) -> Terms:
        """Return the polynomial."""
        if not self.by_edges:
            number = self.matrix.determinant(tell) if self.whole else 0
            return {self._powers(self.cells - len(self.roots or ())): number} if number else {}
        every = range(self.cells)
        laplacian = self.matrix.block(every, every)
        for cell in every:
            laplacian[cell, cell] -= 1
        numbers = laplacian.charpoly().coeffs()
        return {self._powers(edges): abs(int(number)) for edges, number in enumerate(numbers[::-1]) if number}

    def _powers(self, edges: int) -> Exponents:
        (x, y), (u, v) = self.of_edge, self.of_component
        components = self.cells - edges
        return edges * x + components * u, edges * y + components * v


def _is_one(tally: Numbers) -> bool:
    return tally.allowed == {1} and tally.cap > 1


def _matrix(cells: int, edges: Iterable[tuple[int, int]], roots: Iterable[int] | None) -> DefiniteMatrix:
    """Return the matrix of all cells except the roots, which are the ground, else a new vertex is."""
    ground = set(roots or ())
    new = {cell: number for number, cell in enumerate(cell for cell in range(cells) if cell not in ground)}
    rows = [{number: int(roots is None)} for number in range(len(new))]
    for edge in edges:
        for tail, head in (edge, edge[::-1]):
            if tail in new:
                row = rows[new[tail]]
                row[new[tail]] += 1
                if head in new:
                    row[new[head]] = row.get(new[head], 0) - 1
    return DefiniteMatrix(rows)
