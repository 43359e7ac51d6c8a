"""Spanning trees and rooted forests of a board by the matrix-tree theorem.

Statement (Kirchhoff). Let G be a graph without loops, in which multiple edges are allowed, and call one
vertex the *ground*. Let A be the reduced Laplacian, indexed by the other vertices: degrees on the diagonal,
and minus the number of edges between two vertices elsewhere. Then G has det A spanning trees. The theorem
counts

- spanning trees: any vertex is the ground;
- acyclic sets of edges in which every component has exactly one vertex of a set R: no edge joins two
  vertices of R, so R can be contracted to one vertex, the ground;
- acyclic sets of edges with a root chosen in every component: add a new vertex, the ground, joined to every
  vertex; its edge is selected at the roots. If L is the Laplacian of the board, the coefficient of x^k in
  det(1 + x L) is the number of such sets with k edges.

If some vertex is not reachable from the ground, there is no tree; otherwise A is positive definite. This
method excludes boards without vertices, and rules with further constraints: on degrees, on endpoints of
edges, or on components that contain vertices at two places.

Reference: Seth Chaiken, A combinatorial proof of the all minors matrix tree theorem, SIAM Journal on
Algebraic and Discrete Methods 3 (1982).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from gfkit.core.deferred import dataclass
from gfkit.core.engine.machine.base import Terms
from gfkit.core.rules import Question
from gfkit.core.rules.values import DegreeCounts, Exponents, Numbers, pinned_cells
from gfkit.core.typing import exponents_for
from gfkit.ways import tuning
from gfkit.ways.definite import DefiniteMatrix, OnPrime


@dataclass(frozen=True, slots=True)
class TreeCount:
    """Sets of edges of a board that correspond to spanning trees of the board with a ground vertex.

    ``roots`` are the cells contracted to the ground, or None if roots are chosen. ``whole`` is True if all
    vertices are reachable from the ground. An acyclic set of k edges has ``cells`` - k components.
    """

    method: ClassVar[str] = "matrix-tree-theorem"
    """Name of the theorem in evidence."""
    matrix: DefiniteMatrix
    whole: bool
    cells: int
    roots: tuple[int, ...] | None
    of_edge: Exponents
    of_component: Exponents

    @staticmethod
    def of(question: Question) -> TreeCount | None:
        """Return the count by the theorem of the module, or None if the theorem does not apply to the rule.

        >>> asked = TreeCount.of(Question.of("spanning-trees", "complete:30"))
        >>> asked.terms(lambda done, primes: None) == {(0, 0): 30**28}
        True
        """
        rule, board = question.rule.degree_counts, question.board
        if rule is None or not board.is_bare or not board.size:
            return None
        linkage, each = rule.linkage, rule.linkage.each
        asks_more = constrains_degrees(rule) or bool(linkage.joins or linkage.apart)
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
        """True if the number of edges matters, because edges have weights."""
        return self.roots is None and self.of_edge != self.of_component

    @property
    def bytes(self) -> int:
        """Memory, in bytes, of the matrices that are stored simultaneously."""
        return 8 * tuning.THEOREMS.polynomial_words * self.cells**2 if self.by_edges else self.matrix.bytes

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

    def _powers(self, edges: int) -> tuple[int, int]:
        (x, y), (u, v) = self.of_edge, self.of_component
        components = self.cells - edges
        return edges * x + components * u, edges * y + components * v


def constrains_degrees(rule: DegreeCounts) -> bool:
    """Return True if there is a constraint on the degree of some vertex."""
    return len(rule.degrees) < len(rule.every) or rule.asks_ends or bool(rule.pins)


def _is_one(tally: Numbers) -> bool:
    return tally.allowed == {1} and tally.cap > 1


def _matrix(cells: int, edges: Iterable[tuple[int, int]], roots: Iterable[int] | None) -> DefiniteMatrix:
    """Return the reduced Laplacian; the roots are the ground or, if there are none, a new vertex is."""
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
