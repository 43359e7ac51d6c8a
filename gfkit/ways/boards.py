"""Table of the theorems that count boards, or draw configurations, without a sweep.

Each method is tried before the automaton of the rule is built. It requires a property of the board, of the
rule or of its constraint system, and never tests for a rule kind. Properties that are cheap to compute are
tested here, before the module of a method is imported. All other boards are swept, and each method is tested
against the sweep. Theorems on families are in the table
``families``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gfkit.core.algebra import ARRAYS, Evidence, Polynomial, Status
from gfkit.core.engine.registry import BoardQuery, Plan, Way
from gfkit.core.rules import Question
from gfkit.core.typing import Positions, tell_progress
from gfkit.ways import tuning

if TYPE_CHECKING:
    from gfkit.core.engine.machine.base import Terms
    from gfkit.ways.theorems.kasteleyn import DominoCovers
    from gfkit.ways.theorems.matrix_tree import TreeCount

_Plan = Plan[tuple[Polynomial, Evidence]]


def _polynomial(question: Question, terms: Terms) -> Polynomial:
    variables = question.weights.variables
    return Polynomial.of(variables, {powers[: len(variables)]: number for powers, number in terms.items()})


def _find_face_count(query: BoardQuery) -> _Plan | None:
    question = query.question

    def count() -> tuple[Polynomial, Evidence]:
        from gfkit.ways.theorems.complexes import count_faces

        faces = count_faces(question)
        return faces, Evidence(Status.PROVED, "all-positions-listed", (("positions", faces.total),))

    return Plan(count) if question.board.illegal else None


def _find_multinomial_count(query: BoardQuery) -> _Plan | None:
    question = query.question
    if not question.board.alike:
        return None
    from gfkit.ways.theorems.multinomial import count_by_numbers, is_by_numbers

    if not is_by_numbers(question):
        return None
    evidence = Evidence(Status.PROVED, "multinomial-sum")
    return Plan(lambda: (_polynomial(question, count_by_numbers(question)), evidence))


def _find_formula_count(query: BoardQuery) -> _Plan | None:
    question = query.question
    if question.board.size < tuning.THEOREMS.long_cells or not question.rule.law_is_sooner:
        return None
    from gfkit.ways.theorems.long_board import count_by_law, family_of_long

    member = family_of_long(question)
    return None if member is None else Plan(lambda: count_by_law(question, *member))


def _find_parity_count(query: BoardQuery) -> _Plan | None:
    question = query.question
    if question.rule.degree_counts is None:
        return None
    from gfkit.ways.theorems.parity import count_by_parity

    number = count_by_parity(question)
    if number is None:
        return None
    counted = Polynomial.constant(number, ()), Evidence(Status.PROVED, "parity")
    return Plan(lambda: counted)


def _find_orientation_count(query: BoardQuery) -> _Plan | None:
    rule, board = query.question.rule, query.question.board
    point = rule.tutte_point
    if point is None or not ARRAYS or not board.is_bare or board.doubled:
        return None
    from gfkit.ways.theorems.tutte import count_by_tutte

    def count() -> tuple[Polynomial, Evidence]:
        number = count_by_tutte(board, point, rule.empty, query.limit)
        return Polynomial.constant(number, ()), Evidence(Status.PROVED, "tutte-polynomial")

    return Plan(count)


def _find_tree_count(query: BoardQuery) -> _Plan | None:
    question = query.question
    if question.rule.degree_counts is None or not question.rule.degree_counts.linkage.acyclic:
        return None
    from gfkit.ways.theorems.matrix_tree import TreeCount

    return _find_determinant_count(query, TreeCount.of(question))


def _find_branching_count(query: BoardQuery) -> _Plan | None:
    question = query.question
    board, sizes = question.board, tuning.DECOMPOSITION.branched_vertices
    is_slow = board.grid is None and not board.spots and board.size in sizes
    if not ARRAYS or not is_slow or question.rule.liberties or not board.is_bare:
        return None
    from gfkit.ways.decomposition.branching import conflict_graph

    graph = conflict_graph(query.system(), question.weights)
    if graph is None:
        return None

    def count() -> tuple[Polynomial, Evidence] | None:
        counted = graph.solve()
        return None if counted is None else (_polynomial(question, counted[0]), counted[1])

    return Plan(count)


def _find_domino_count(query: BoardQuery) -> _Plan | None:
    question = query.question
    leaves_cells = question.rule.is_game and question.positions is not Positions.FULL
    if question.board.grid is None or leaves_cells:
        return None
    from gfkit.ways.theorems.kasteleyn import DominoCovers

    return _find_determinant_count(query, DominoCovers.of(question, query.system))


def _find_determinant_count(query: BoardQuery, matrix: TreeCount | DominoCovers | None) -> _Plan | None:
    """Return the count that is a determinant, or None if there is no matrix."""
    question = query.question
    if matrix is None:
        return None

    def tell(done: int, primes: int) -> None:
        tell_progress(query.on_progress, "counting modulo primes", done, primes, 0)

    evidence = Evidence(Status.PROVED, matrix.method, (("vertices", question.board.size),))
    return Plan(lambda: (_polynomial(question, matrix.terms(tell)), evidence), matrix.bytes)


def _find_avoiding_count(query: BoardQuery) -> _Plan | None:
    if query.question.rule.avoided is None:
        return None
    from gfkit.ways.theorems.avoiding import count_avoiding

    return Plan(lambda: count_avoiding(query))


WAYS = (
    Way(
        "structures of all cells that avoid violations, such as permutations without forbidden moves",
        "the polynomial of the sets of violations; the sweep does not apply",
        "inclusion and exclusion; for Latin rectangles, the exponential formula (avoiding, latin)",
        _find_avoiding_count,
    ),
    Way(
        "the rule is a game, and the board is given by a simplicial complex",
        "enumeration of all positions; the sweep does not apply",
        "the positions are the faces of the complex, by definition (complexes)",
        _find_face_count,
    ),
    Way(
        "the rule is a game, and all cells are adjacent",
        "a sum over the numbers of pieces, instead of a sweep whose frontier contains all cells",
        "multinomial coefficients; for families, the exponential formula (multinomial, complete)",
        _find_multinomial_count,
    ),
    Way(
        "at least 1,000 slices of at most 4 cells, and no weights",
        "O(log n) squarings of a small matrix, instead of a sweep of n slices",
        "a(n) = u B^(n - offset) v, by the theorem on strips (long_board, strip.strip)",
        _find_formula_count,
    ),
    Way(
        "variables are edges, and the vertices restrict only the parity of their degrees",
        "a power of two from a rank, instead of states exponential in the width",
        "the rank of the incidence matrix over the field of two elements (parity)",
        _find_parity_count,
    ),
    Way(
        "acyclic or strong orientations of a simple graph, without constraints on degrees",
        "a sweep whose states are partitions of the frontier, instead of its reachability relations",
        "T(2, 0) and T(0, 2) of the Tutte polynomial, by Stanley and Las Vergnas (tutte)",
        _find_orientation_count,
    ),
    Way(
        "variables are edges, and the edges form a spanning tree, or a forest with one root per tree",
        "a determinant with one row per cell, or random walks, instead of partitions of a frontier",
        "Kirchhoff's matrix-tree theorem; for samples, Wilson's algorithm (matrix_tree, draws)",
        _find_tree_count,
        "gfkit.ways.theorems.draws:trees_by_walks",
    ),
    Way(
        "every cell is in exactly one variable, each variable covers two cells, and the grid is planar",
        "a determinant of order half the number of cells, or shuffling, instead of exponentially many states",
        "Kasteleyn's theorem; for samples, Propp's generalised domino shuffling (kasteleyn, shuffling)",
        _find_domino_count,
        "gfkit.ways.theorems.draws:dominoes_by_shuffling",
    ),
    Way(
        "a graph without slices, and constraints that only exclude pairs of symbols",
        "an attempt with a few branches, instead of a sweep with the independent sets of a frontier",
        "I(G) = I(G - v) + x I(G - N[v]), for the conflict graph G (decomposition.branching)",
        _find_branching_count,
    ),
)
"""Methods in the order in which they are tried."""
