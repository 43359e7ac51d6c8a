"""Auxiliary graphs: the positions of a placement game as independent sets of a graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gfkit.algebra import Polynomial
from gfkit.boards import Board, BoardLike
from gfkit.engine.count import count
from gfkit.errors import MismatchError
from gfkit.rules import GameLike, Question
from gfkit.writable import TextFace

if TYPE_CHECKING:
    from gfkit.rules.kinds.placement.move import Move


@dataclass(frozen=True)
class AuxiliaryGraph(TextFace):
    """Graph of a game on a board: one vertex for each move, and an edge for each conflict.

    Positions with k pieces are its independent sets with k vertices. ``moves[v]`` is the move of
    vertex v.
    """

    graph: Board
    moves: tuple[Move, ...]

    def __repr__(self) -> str:
        edges = len(self.graph.edges)
        return f"<AuxiliaryGraph: {self.graph.text}, {len(self.moves)} moves, {edges} edges>"


def auxiliary_graph(game: GameLike, board: BoardLike | None = None) -> AuxiliaryGraph:
    """Return the graph of the moves of a placement game on a board, with an edge for each conflict.

    Two moves exclude each other when they share a cell, or touch and their colours may not. For Col this is
    the Cartesian product of the board with K2, for O12 the line graph with the vertices added. With liberties
    there is none: whether a piece may stay depends on more than one other.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name, as "domineering", the path of a rule file, or a rule. A question stands for both words.
    board : str, Board or graph
        A board, the words for it, as "4x3", or a graph of networkx.

    Returns
    -------
    AuxiliaryGraph
        The graph, and the move of each of its vertices.

    Raises
    ------
    MismatchError
        The rule is no placement game, or has liberties.

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
        why = "its pieces need liberties" if question.rule.liberties else "it has no moves"
        raise MismatchError(
            f"game {question.rule.name!r} has no auxiliary graph: {why}; games such as col, snort, cis, o12"
            " have one"
        )
    from gfkit.rules.kinds.placement.move import legal_moves
    from gfkit.rules.kinds.placement.rule import as_placement
    from gfkit.rules.kinds.placement.spaced import SpacedRule

    rule, cells = as_placement(question.rule), question.board
    moves = legal_moves(rule, cells)
    graph = SpacedRule(rule, ()).graph_of(f"auxiliary graph of {cells.text}", cells, moves)
    return AuxiliaryGraph(graph, moves)


def independence_polynomial(graph: BoardLike) -> Polynomial:
    """Return the independence polynomial of a graph: the sum of x^k over independent sets of k vertices.

    Parameters
    ----------
    graph : str, Board or graph
        A board, the words for it, as "path:4", or a graph of networkx.

    Returns
    -------
    Polynomial
        In x.

    Raises
    ------
    BoardError
        A family is given; ask ``graph_polynomial`` for its generating function.
    LimitError
        Counting would take more than the free memory.

    Examples
    --------
    >>> print(independence_polynomial("cycle:4"))
    1 + 4*x + 2*x^2
    """
    return count("node-kayles", graph, weights="pieces").polynomial
