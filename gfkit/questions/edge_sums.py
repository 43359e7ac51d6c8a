"""Polynomials of single graphs: sums over sets of edges, and independence polynomials.

The sums over sets of edges are the Potts, Tutte, chromatic, flow and reliability polynomials. Let c(A) be the
number of components of the graph with all vertices and the set A of edges. The partition function of the
Potts model is

    Z(q, v) = sum over A of q^c(A) v^|A|,

the rule ``potts`` with weights. With V vertices and the set E of all edges:

    Tutte         T(x, y) = sum over A of (x - 1)^(c(A) - c(E)) (y - 1)^(c(A) + |A| - V)
    chromatic     P(q) = (-1)^(V - c(E)) q^c(E) T(1 - q, 0)         Fortuin and Kasteleyn; Whitney
    flow          F(q) = (-1)^(|E| - V + c(E)) T(0, 1 - q)
    reliability   R(p) = sum over A with c(A) = 1 of p^|A| (1 - p)^(|E| - |A|)

For single graphs, one sweep computes the coefficients of T, of T(x, 0), T(0, y) or T(1, y), or a value at
integers. It uses Python integers (``engine.sweep.partitions``) if they need little memory, and otherwise
residues modulo primes (``engine.sweep.tutte``). The reliability polynomial of a connected graph is

    R(p) = p^(V - 1) (1 - p)^(|E| - V + 1) T(1, 1 / (1 - p)).

Cost: the cost of the sweep, plus the square of the numbers of vertices and edges. For families,
``derive("potts", family, weights="players")`` returns Z as a rational generating function, with x for v and y
for q; its value at x = -1 is the generating function of the chromatic polynomials.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from flint import fmpz_poly

from gfkit.core.algebra import ARRAYS, Polynomial
from gfkit.core.algebra.polynomial import from_mpoly, with_values
from gfkit.core.boards import Board, BoardLike, as_board
from gfkit.core.deferred import dataclass
from gfkit.core.engine.count import count
from gfkit.core.engine.machine.order import components, sweep_orders
from gfkit.core.errors import MismatchError, ShortOfMemoryError
from gfkit.core.rules import GameLike, Question
from gfkit.core.typing import stoppable
from gfkit.core.writable import TextFace
from gfkit.ways.partitions import Sets, TutteSweep

if TYPE_CHECKING:
    from gfkit.core.rules.kinds.placement.move import Move


def check_simple(graph: BoardLike) -> Board:
    """Return the board. Raise an error if pieces, reserved cells or double edges exist."""
    board = as_board(graph)
    if board.lying or board.tints or board.doubled:
        count("potts", board)  # raises an error
    return board


def _shape(board: Board) -> tuple[int, int, int]:
    """Return the numbers of components, of edges of a spanning forest, and of other edges."""
    parts = len(components([set(near) for near in board.neighbours], range(board.size)))
    return parts, board.size - parts, len(board.edges) - board.size + parts


@stoppable
def potts_polynomial(graph: BoardLike) -> Polynomial:
    """Return the partition function Z(q, v) of the Potts model on a graph.

    Parameters
    ----------
    graph : str, Board or graph
        A board, its name, such as "path:4", or a networkx graph.

    Returns
    -------
    Polynomial
        The sum of q^c(A) v^|A| over all sets A of edges, with c(A) components.

    Raises
    ------
    BoardError
        A family is given; use ``graph_polynomial`` for its generating function.
    LimitError
        Counting would take more than the free memory.

    Notes
    -----
    Cost: one sweep, whose states are the partitions of the frontier into connected blocks, and the square
    of the numbers of vertices and edges.

    References
    ----------
    Fortuin and Kasteleyn, On the random-cluster model.

    Examples
    --------
    >>> print(potts_polynomial("path:2"))
    q^2 + q*v
    """
    board = check_simple(graph)
    parts, rank, _ = _shape(board)
    counted = shifted(Polynomial.of(("x", "y"), _tutte(board)), 1)
    return Polynomial.of(("q", "v"), {(parts + i, rank - i + j): number for (i, j), number in counted.terms})


def shifted(polynomial: Polynomial, by: int) -> Polynomial:
    """Return a polynomial with x + by and y + by for its last two variables x and y.

    >>> print(shifted(Polynomial.parse("x*y", ("x", "y")), 1))
    1 + x + y + x*y
    """
    terms, shift = dict(polynomial.terms), fmpz_poly([by, 1])
    for axis in range(len(polynomial.variables) - 2, len(polynomial.variables)):
        rows: dict[tuple[int, ...], dict[int, int]] = {}
        for powers, number in terms.items():
            rows.setdefault((*powers[:axis], *powers[axis + 1 :]), {})[powers[axis]] = number
        images = {
            rest: fmpz_poly([row.get(k, 0) for k in range(max(row) + 1)])(shift) for rest, row in rows.items()
        }
        terms = {
            (*rest[:axis], k, *rest[axis:]): int(number)
            for rest, image in images.items()
            for k, number in enumerate(image.coeffs())
        }
    return Polynomial.of(polynomial.variables, terms)


_FEW_BYTES = 1 << 18
"""Largest memory of a sweep with Python integers, in bytes; the import of numpy takes longer."""


def _tutte(board: Board, x: int | None = None, y: int | None = None) -> Sets:
    """Return the coefficients of ``tutte_coefficients``, by Python integers if they need little memory.

    A single number for x or y must be 0 or 1.
    """
    graph = [set(near) for near in board.neighbours]
    parts = components(graph, range(board.size))
    order = [cell for part in parts for cell in sweep_orders(board, graph, part)[0]]
    try:
        sweep = TutteSweep(board, _FEW_BYTES if ARRAYS else None)
        return sweep.coefficients(order, len(board.edges) - board.size + len(parts) + 1, x, y)
    except ShortOfMemoryError:
        if not ARRAYS:
            raise
    from gfkit.ways.tutte import tutte_coefficients

    return tutte_coefficients(board, x, y)


@stoppable
def tutte_polynomial(graph: BoardLike) -> Polynomial:
    """Return the Tutte polynomial T(x, y) of a graph.

    Parameters
    ----------
    graph : str, Board or graph
        A board, its name, such as "path:4", or a networkx graph.

    Returns
    -------
    Polynomial
        In x and y; ``polynomial(x=1, y=1)`` is the number of spanning trees of a connected graph.

    Raises
    ------
    BoardError
        A family is given; use ``graph_polynomial`` for its generating function.
    LimitError
        Counting would take more than the free memory.

    Notes
    -----
    T(x, y) = sum over A of (x - 1)^(c(A) - c(E)) (y - 1)^(c(A) + |A| - V), where A runs over all sets of
    edges and c(A) is the number of components of the graph with all vertices and the set A of edges. E is the
    set of all edges, and V is the number of vertices.

    Cost: one sweep, whose states are the partitions of the frontier into connected blocks, and the square
    of the numbers of vertices and edges.

    References
    ----------
    Tutte, A contribution to the theory of chromatic polynomials.

    Examples
    --------
    >>> print(tutte_polynomial("complete:3"))
    x + y + x^2
    """
    return Polynomial.of(("x", "y"), _tutte(check_simple(graph)))


@stoppable
def chromatic_polynomial(graph: BoardLike) -> Polynomial:
    """Return the chromatic polynomial P(q) of a graph: its number of proper colourings with q colours.

    Parameters
    ----------
    graph : str, Board or graph
        A board, its name, such as "path:4", or a networkx graph.

    Returns
    -------
    Polynomial
        In q; ``polynomial(3)`` is the number of colourings with three colours.

    Raises
    ------
    BoardError
        A family is given; use ``graph_polynomial`` for its generating function.
    LimitError
        Counting would take more than the free memory.

    Notes
    -----
    Cost: one sweep, whose states are the partitions of the frontier into connected blocks, and the square
    of the numbers of vertices and edges.

    References
    ----------
    Whitney, A logical expansion in mathematics.

    Examples
    --------
    >>> print(chromatic_polynomial("cycle:4"))
    -3*q + 6*q^2 - 4*q^3 + q^4
    """
    board = check_simple(graph)
    parts, rank, _ = _shape(board)
    return _at_1_less_q(_dense(board, None, 0), parts, rank)


def _dense(board: Board, x: int | None, y: int | None) -> list[int]:
    """Return the coefficients of the Tutte polynomial with a number for one variable."""
    terms = {max(powers): number for powers, number in _tutte(board, x, y).items()}
    return [terms.get(k, 0) for k in range(max(terms, default=-1) + 1)]


def _at_1_less_q(coefficients: list[int], power: int, sign: int) -> Polynomial:
    """Return a polynomial at 1 - q, times q to a power and a power of -1."""
    image = (-1) ** sign * fmpz_poly(coefficients)(fmpz_poly([1, -1]))
    return Polynomial.of(("q",), {(power + k,): int(n) for k, n in enumerate(image.coeffs()) if n})


def evaluate_by_sweep(kind: str, board: Board, at: Mapping[str, int | Fraction]) -> int | None:
    """Return the value of a chromatic, flow or Tutte polynomial by one sweep with integers, or None for other
    kinds, or if a variable has no value or a fraction.

    >>> evaluate_by_sweep("chromatic", as_board("cycle:4"), {"q": -1})
    14
    """
    values = {name: value for name, value in at.items() if isinstance(value, int)}
    if len(values) < len(at):
        return None
    if kind == "tutte" and values.keys() == {"x", "y"}:
        return _tutte(check_simple(board), values["x"], values["y"]).get((0, 0), 0)
    if kind not in ("chromatic", "flow") or [*values] != ["q"]:
        return None
    point, q = (0, 1 - values["q"]), values["q"]
    value = _tutte(check_simple(board), *point[:: 1 if kind == "flow" else -1]).get((0, 0), 0)
    parts, rank, nullity = _shape(board)
    return int((-1) ** nullity * value if kind == "flow" else (-1) ** rank * q**parts * value)


def counted_chromatic_polynomial(graph: BoardLike) -> Polynomial:
    """Like ``chromatic_polynomial``, by counting sets of edges: its slower test oracle."""
    return with_values(Polynomial.of(("q", "v"), _counted_sets(graph)), {"v": -1})


@stoppable
def flow_polynomial(graph: BoardLike) -> Polynomial:
    """Return the flow polynomial F(q): the number of nowhere-zero flows with values in a group of order q.

    Parameters
    ----------
    graph : str, Board or graph
        A board, its name, such as "path:4", or a networkx graph.

    Returns
    -------
    Polynomial
        In q.

    Raises
    ------
    BoardError
        A family is given; use ``graph_polynomial`` for its generating function.
    LimitError
        Counting would take more than the free memory.

    Notes
    -----
    Fix an orientation of the edges. A flow assigns a value to each edge, such that at every vertex the
    incoming and the outgoing values have equal sums; it is nowhere-zero if no value is 0.

    Cost: one sweep, whose states are the partitions of the frontier into connected blocks, and the square
    of the numbers of vertices and edges.

    References
    ----------
    Tutte, A contribution to the theory of chromatic polynomials.

    Examples
    --------
    >>> print(flow_polynomial("complete:4"))
    -6 + 11*q - 6*q^2 + q^3
    """
    board = check_simple(graph)
    return _at_1_less_q(_dense(board, 0, None), 0, _shape(board)[2])


@stoppable
def reliability_polynomial(graph: BoardLike) -> Polynomial:
    """Return the probability R(p) that a graph is connected if every edge survives with probability p.

    Parameters
    ----------
    graph : str, Board or graph
        A board, its name, such as "path:4", or a networkx graph.

    Returns
    -------
    Polynomial
        In p; it is 0 if the graph is not connected, or empty.

    Raises
    ------
    BoardError
        A family is given; use ``graph_polynomial`` for its generating function.
    LimitError
        Counting would take more than the free memory.

    Notes
    -----
    R(p) = sum of p^|A| (1 - p)^(|E| - |A|) over the sets A of edges that connect all vertices.

    Cost: one sweep, whose states are the partitions of the frontier into connected blocks, and the square
    of the numbers of vertices and edges.

    References
    ----------
    Colbourn, The Combinatorics of Network Reliability.

    Examples
    --------
    >>> print(reliability_polynomial("cycle:3"))
    3*p^2 - 2*p^3
    """
    board = check_simple(graph)
    parts, rank, nullity = _shape(board)
    if parts != 1:
        return Polynomial.of(("p",), {})
    closed = _dense(board, 1, None)[::-1]  # coefficients of powers of 1 - p
    image = fmpz_poly([0] * (nullity + 1 - len(closed)) + closed)(fmpz_poly([1, -1]))
    return Polynomial.of(("p",), {(rank + k,): int(n) for k, n in enumerate(image.coeffs()) if n})


def _counted_sets(graph: BoardLike) -> Sets:
    """Return the numbers of sets of edges, by their numbers of components and of edges, by ``count``."""
    polynomial = count("potts", graph, weights="players").polynomial
    return {(components, edges): value for (edges, components), value in polynomial.terms}


def composed(polynomial: Polynomial, images: Sequence[str], names: tuple[str, ...]) -> Polynomial:
    """Substitute polynomials for the variables of a polynomial."""
    values = [Polynomial.parse(text, names).mpoly for text in images]
    return from_mpoly(polynomial.mpoly.compose(*values), names)


@dataclass(frozen=True)
class AuxiliaryGraph(TextFace):
    """Conflict graph of a game on a board: one vertex for each move, and an edge for each conflict.

    Positions with k pieces are its independent sets with k vertices. ``moves[v]`` is the move of vertex v.
    """

    graph: Board
    moves: tuple[Move, ...]

    def __repr__(self) -> str:
        edges = len(self.graph.edges)
        return f"<AuxiliaryGraph: {self.graph.text}, {len(self.moves)} moves, {edges} edges>"


def auxiliary_graph(game: GameLike, board: BoardLike | None = None) -> AuxiliaryGraph:
    """Return the graph of the moves of a placement game on a board, with an edge for each conflict.

    Two moves conflict if they share a cell, or if they are adjacent and have colours that must not be
    adjacent. For Col this graph is the Cartesian product of the board with K2; for O12 it is the line graph
    together with the vertices. A rule with liberties has no such graph, because the legality of a piece
    depends on more than one other piece.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name such as "domineering", the path of a rule file, or a rule. A query replaces both arguments.
    board : str, Board or graph
        A board, its name, such as "4x3", or a networkx graph.

    Returns
    -------
    AuxiliaryGraph
        The graph, and the move of each of its vertices.

    Raises
    ------
    MismatchError
        The rule is not a placement game, or it has liberties.

    References
    ----------
    Brown, Cox, Hoefel, McKay, Milley, Nowakowski and Siegel, A note on polynomial profiles of placement
    games, Sections 3.1 to 3.5.

    Examples
    --------
    >>> len(auxiliary_graph("col", "path:3").graph.edges)  # the prism over a path: 2 * 2 + 3
    7
    """
    question = Question.of(game, board)
    if question.rule.liberties or not question.rule.is_game:
        why = "its pieces require liberties" if question.rule.liberties else "the rule has no moves"
        raise MismatchError(
            f"game {question.rule.name!r} has no conflict graph: {why}; choose a game such as col, snort,"
            " cis or o12"
        )
    from gfkit.core.rules.kinds.placement.move import legal_moves
    from gfkit.core.rules.kinds.placement.rule import as_placement
    from gfkit.core.rules.kinds.placement.spaced import SpacedRule

    rule, cells = as_placement(question.rule), question.board
    moves = legal_moves(rule, cells)
    graph = SpacedRule(rule, ()).graph_of(f"auxiliary graph of {cells.text}", cells, moves)
    return AuxiliaryGraph(graph, moves)


@stoppable
def independence_polynomial(graph: BoardLike) -> Polynomial:
    """Return the independence polynomial of a graph: the sum of x^k over independent sets of k vertices.

    Parameters
    ----------
    graph : str, Board or graph
        A board, its name, such as "path:4", or a networkx graph.

    Returns
    -------
    Polynomial
        In x.

    Raises
    ------
    BoardError
        A family is given; use ``graph_polynomial`` for its generating function.
    LimitError
        Counting would take more than the free memory.

    Notes
    -----
    Cost: the cost of ``count`` with weights.

    References
    ----------
    Gutman and Harary, Generalizations of the matching polynomial.

    Examples
    --------
    >>> print(independence_polynomial("cycle:4"))
    1 + 4*x + 2*x^2
    """
    return count("node-kayles", graph, weights="pieces").polynomial
