"""Domino tilings of planar boards, as a determinant.

Statement (Kasteleyn). Let a connected bipartite graph be drawn in the plane without crossings. Let the edges
have signs such that around every face except the outer one, with l sides, the number of minus signs is
congruent to l/2 + 1 modulo 2; an edge with the face on both sides counts twice. Such signs exist: choose a
spanning tree of the dual graph, with the outer face as the root, and set the signs of all edges not crossed
by the tree to plus; starting at the leaves, each face determines the sign of the edge to its parent. Let K be
the matrix of signs of edges, with rows for black and columns for white vertices. Then all nonzero products in
the expansion of det K have the same sign, so that |det K| is the number of perfect matchings.

Proof. Two perfect matchings differ by cycles. Let such a cycle have 2 k edges and v vertices inside. By
Euler's formula the number of minus signs on it is congruent to k + 1 + v modulo 2, and v is even because the
vertices inside are matched among themselves. Any face may be the outer one.

K K^T is positive definite if a perfect matching exists, which is tested first, and |det K| is the square root
of its determinant. Around a square, the two paths between opposite corners cancel, so that K K^T is sparse.

The drawings are grids: rows and columns, with holes, and also cylinders, whose cycles are drawn as nested
circles. Euler's formula is used to verify that there are no crossings; a torus fails this test. The sweep
counts all other boards: cylinders with odd cycles, which are not bipartite, pieces with different weights,
and boards on which no level of the matrix is large, as the sweep is faster.

References: P. W. Kasteleyn, The statistics of dimers on a lattice, Physica 27 (1961); Jerome K. Percus, One
more technique for the dimer problem, Journal of Mathematical Physics 10 (1969).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, ClassVar

from gfkit.core.boards import Board, Grid
from gfkit.core.boards.board import from_grid
from gfkit.core.deferred import dataclass
from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.machine.order import components
from gfkit.core.errors import GfkitError
from gfkit.core.rules import Question, Rule
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import YES, Cardinality, ConstraintSystem, Slot
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import Positions, check_stop, exponents_for
from gfkit.ways import tuning

if TYPE_CHECKING:
    from gfkit.ways.definite import DefiniteMatrix, OnPrime

_AROUND = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Offsets to the neighbours of a cell, in cyclic order."""

Near = Sequence[Sequence[int]]
"""For each cell, its neighbours in cyclic order."""
Pairs = Mapping[tuple[int, ...], Slot]
"""Variables that cover two cells, indexed by the pair of cells in ascending order."""
_Half = tuple[int, int]
"""Directed edge: its two endpoints."""


@dataclass(frozen=True, slots=True)
class DominoCovers:
    """Domino tilings of a board, in which all dominoes have equal weights."""

    method: ClassVar[str] = "kasteleyn-matrix"
    """Name of the theorem in evidence."""
    matrix: DefiniteMatrix | None
    """Positive definite matrix K K^T, or None if there is no cover."""
    dominoes: int
    weight: Exponents

    @staticmethod
    def of(question: Question, system: Callable[[], ConstraintSystem] | None = None) -> DominoCovers | None:
        """Return the tilings, or None if the board is counted by the sweep.

        >>> covers = DominoCovers.of(Question.of("domino-tilings", "20x20"))
        >>> covers.terms(lambda done, primes: None)
        {(0, 0): 1269984011256235834242602753102293934298576249856}
        """
        pairs, near = read_dominoes(question, system) or ({}, None)
        weights = {exponents_for(slot.weights[1], question.weights) for slot in pairs.values()}
        colour = None if near is None or len(weights) > 1 else _two_colour(near)
        signs = None if near is None or colour is None else _signs(near)
        if near is None or colour is None or signs is None:
            return None
        matrix = _times_transpose(near, colour, signs) if _is_matched(near, colour) else None
        if matrix is not None and matrix.widest <= tuning.THEOREMS.narrow_level:
            return None
        return DominoCovers(matrix, question.board.size // 2, next(iter(weights), (0, 0)))

    @property
    def bytes(self) -> int:
        """Memory, in bytes, of the matrices that are stored simultaneously."""
        return 0 if self.matrix is None else self.matrix.bytes

    def terms(self, tell: OnPrime) -> Terms:
        """Return the polynomial."""
        if self.matrix is None:
            return {}
        x, y = self.weight
        return {(x * self.dominoes, y * self.dominoes): isqrt(self.matrix.determinant(tell))}


def read_dominoes(
    question: Question, system: Callable[[], ConstraintSystem] | None = None
) -> tuple[Pairs, Near] | None:
    """Return the dominoes, and for each cell the other cells of its dominoes, or None if the sweep is faster
    or the rule does not require a domino tiling.
    """
    rule, board = question.rule, question.board
    if not board.is_bare or board.grid is None or _is_narrow(board, board.grid):
        return None
    if not _may_cover(rule, question.positions):
        return None
    pairs = pairs_covering(system() if system else system_of(rule, board, question.positions), board)
    near = None if pairs is None else _planar_drawing(pairs, board)
    return None if pairs is None or near is None else (pairs, near)


def is_tileable(near: Near) -> bool:
    """Return True if the cells have a perfect matching; ``near`` is as in ``read_dominoes``."""
    colour = _two_colour(near)
    return colour is not None and _is_matched(near, colour)


@lru_cache(maxsize=64)
def _may_cover(rule: Rule, positions: Positions) -> bool:
    """Return True if the constraint system of a small board has the required form."""
    board = from_grid("3x3", Grid(3, 3))
    try:
        return pairs_covering(system_of(rule, board, positions), board) is not None
    except GfkitError:
        return True  # if the rule rejects the small board, test the large one


def pairs_covering(system: ConstraintSystem, board: Board) -> Pairs | None:
    """Return the variables if each covers two cells and the only constraint is that every cell is covered
    once.

    Return None otherwise, or if two variables cover the same cells.
    """
    if system.totals or system.graphs or system.arrows or not system.counts_solutions:
        return None
    covered: dict[object, list[int]] = {slot.key: [] for slot in system.slots}
    for count in system.constraints:
        if not isinstance(count, Cardinality) or count.given or len(count.at) != 1:
            return None
        if (
            count.numbers.allowed != {1}
            or count.numbers.cap < 2
            or any(test != YES for _, test in count.tests)
        ):
            return None
        for key in count.keys:
            covered[key] += count.at
    if Counter(cell for constraint in system.constraints for cell in constraint.at) != Counter(
        range(board.size)
    ):
        return None
    pairs = {tuple(sorted(covered[slot.key])): slot for slot in system.slots}
    plain = all(len(slot.values) == 2 and slot.weights[0] == (0, 0) for slot in system.slots)
    return pairs if plain and len(pairs) == len(system.slots) and all(len(p) == 2 for p in pairs) else None


def _planar_drawing(edges: Pairs, board: Board) -> Near | None:
    """Return the dominoes at every cell in cyclic order if they form a grid, else None."""
    near: list[list[int]] = [[] for _ in range(board.size)]
    for cell, around in enumerate(near):
        for step in _AROUND:
            other = board.beside(cell, *step)
            if other is not None and tuple(sorted((cell, other))) in edges:
                around.append(other)
    twice = any(len(set(around)) < len(around) for around in near)
    return None if twice or sum(map(len, near)) != 2 * len(edges) else near


def _is_narrow(board: Board, grid: Grid) -> bool:
    """Return True if a board is so small, or so narrow, that the sweep is faster.

    Each level of the block matrix of a rectangle has half as many rows as the shorter side has cells; a level
    of odd size is factored as a whole.
    """
    closes = grid.wrap_rows or grid.wrap_cols
    narrow = board.fills_grid and not closes and min(grid.rows, grid.cols) <= 2 * tuning.THEOREMS.narrow_level
    return board.size <= 4 * tuning.THEOREMS.narrow_level**2 or (narrow and board.size % 2 == 0)


def _two_colour(near: Near) -> list[int] | None:
    """Return a proper 2-colouring of the cells, or None if the graph is not bipartite."""
    colour = [-1] * len(near)
    for first in range(len(near)):
        if colour[first] < 0:
            colour[first], row = 0, [first]
            for cell in row:
                for other in near[cell]:
                    if colour[other] < 0:
                        colour[other] = 1 - colour[cell]
                        row.append(other)
    proper = all(colour[cell] != colour[other] for cell, around in enumerate(near) for other in around)
    return colour if proper else None


def _faces(near: Near) -> list[list[_Half]]:
    """Return the faces of every component, each as a list of directed edges with the face on one side."""
    after = {
        (other, cell): (cell, around[(place + 1) % len(around)])
        for cell, around in enumerate(near)
        for place, other in enumerate(around)
    }
    faces, seen = list[list[_Half]](), set[_Half]()
    for begin in after:
        check_stop()
        if begin not in seen:
            face, half = list[_Half](), begin
            while half not in seen:
                seen.add(half)
                face.append(half)
                half = after[half]
            faces.append(face)
    return faces


def _signs(near: Near) -> dict[_Half, int] | None:
    """Return the signs of all directed edges, or None if the drawing is not planar."""
    parts = components([set(around) for around in near], range(len(near)))
    faces = _faces(near)
    edges = sum(map(len, near)) // 2
    alone = sum(not around for around in near)  # an isolated vertex has a face without sides
    if len(near) - edges + len(faces) + alone != 2 * len(parts):
        return None
    signs = {(cell, head): 1 for cell, around in enumerate(near) for head in around}
    face_of = {half: number for number, face in enumerate(faces) for half in face}
    odd = [(len(face) // 2 + 1) % 2 for face in faces]
    reached = set[int]()
    for root in range(len(faces)):
        if root in reached:
            continue
        reached.add(root)
        order: list[tuple[int, _Half]] = [(root, (-1, -1))]
        for face, _ in order:
            check_stop()
            for tail, head in faces[face]:
                beyond = face_of[head, tail]
                if beyond not in reached:
                    reached.add(beyond)
                    order.append((beyond, (tail, head)))
        for face, (tail, head) in reversed(order[1:]):
            if odd[face]:
                signs[tail, head] = signs[head, tail] = -1
                odd[face_of[tail, head]] ^= 1
    return signs


def _is_matched(near: Near, colour: Sequence[int]) -> bool:
    """Return True if there is a perfect matching, by augmenting paths."""
    partner = [-1] * len(near)
    for cell, around in enumerate(near):
        free = next((other for other in around if partner[other] < 0), None)
        if partner[cell] < 0 and free is not None:
            partner[cell], partner[free] = free, cell
    black = [cell for cell, own in enumerate(colour) if not own]
    if 2 * len(black) != len(near):
        return False
    return all(partner[cell] >= 0 or _improve_matching(near, partner, cell) for cell in black)


def _improve_matching(near: Near, partner: list[int], first: int) -> bool:
    """Match one more cell by an augmenting path; return False if there is none."""
    came: dict[int, int] = {}
    row = [first]
    for cell in row:
        for other in near[cell]:
            if other in came:
                continue
            came[other] = cell
            if partner[other] >= 0:
                row.append(partner[other])
                continue
            while other >= 0:
                cell = came[other]
                partner[other], partner[cell], other = cell, other, partner[cell]
            return True
    return False


def _times_transpose(near: Near, colour: Sequence[int], signs: dict[_Half, int]) -> DefiniteMatrix:
    black = [cell for cell, own in enumerate(colour) if not own]
    row_of = {cell: number for number, cell in enumerate(black)}
    rows = []
    for cell in black:
        check_stop()
        row: dict[int, int] = {}
        for middle in near[cell]:
            for other in near[middle]:
                number = row_of[other]
                row[number] = row.get(number, 0) + signs[cell, middle] * signs[middle, other]
        rows.append({number: value for number, value in row.items() if value})
    from gfkit.ways.definite import DefiniteMatrix  # small boards are rejected before

    return DefiniteMatrix(rows)
