"""Reliability of a network whose edges fail independently, each with its own probability.

The edges that work form a random spanning subgraph. The reliability is the probability that all terminals
are in one of its components: the sum over all sets A of edges that join them of the product of p(e) for e in
A and of 1 - p(e) for the other edges. It is the count of a rule that reads labels (``kinds.labelled``).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any

from gfkit.core.boards import Board, BoardLike, as_board
from gfkit.core.boards.labels import BoardLabel, Place, attribute_of, name_of_place, read_value, with_labels
from gfkit.core.deferred import replace
from gfkit.core.engine.count import count
from gfkit.core.errors import InputError
from gfkit.core.rules import Rule
from gfkit.core.typing import OnProgress, stoppable

_EDGES = {"spanning": True, "weight": "works", "weight_left": "1 - works"}


@stoppable
def reliability(
    graph: BoardLike,
    probability: str | Mapping[Any, Any] | float | Fraction = "p",
    terminals: Iterable[Hashable] | None = None,
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Fraction:
    """Return the probability that the working edges of a network join all terminals.

    Parameters
    ----------
    graph : graph, str or Board
        A networkx graph, or a board or its name, such as "4x4".
    probability : str, mapping or number, default "p"
        Probability that an edge works: an attribute of the edges of a networkx graph or a label of a board,
        a mapping from edges to numbers, or one number for all edges. A float denotes the decimal fraction
        that Python prints for it.
    terminals : list of vertices, optional
        Vertices that must be joined; by default all vertices.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    Fraction
        The exact probability; it is 0 if the graph has no vertex.

    Raises
    ------
    InputError
        An edge has no probability, a number is not between 0 and 1, or a terminal is not a vertex.
    LimitError
        More than the allowed memory would be needed.

    Notes
    -----
    Cost: one sweep; the number of states grows exponentially with the width of the graph.

    References
    ----------
    Charles J. Colbourn, The Combinatorics of Network Reliability.

    Examples
    --------
    >>> reliability("cycle:3", 0.9), reliability("cycle:3", 0.9, ["1", "2"])
    (Fraction(243, 250), Fraction(981, 1000))
    """
    given = as_board(graph)
    board = replace(given, labels=())
    labels = [BoardLabel("works", tuple(_probabilities(given, graph, probability).items()))]
    own: dict[str, Any] = {"components": 1}
    number = board.size
    if terminals is not None:
        marked = _terminals(board, terminals)
        labels.append(BoardLabel("terminal", tuple((place, 1) for place in marked)))
        own, number = {"each": {"at": "label terminal", "number": "all"}}, len(marked)
    if number < 2 or not board.edges:
        return Fraction(int(number == 1))
    rule = Rule.of({"name": "reliability", "labels": [one.name for one in labels], "edges": _EDGES | own})
    asked = replace(board, labels=tuple(labels))
    return Fraction(str(count(rule, asked, max_memory=max_memory, on_progress=on_progress).number))


def _probabilities(board: Board, graph: Any, given: Any) -> dict[Place, Fraction]:
    """Return the probability of each edge. Raise InputError if an edge has none."""
    own: Mapping[Place, Any]
    known = next((label for label in board.labels if label.name == given), None)
    if known is not None:
        own = dict(known.values)
    elif isinstance(given, str | Mapping):
        own = _places(board, attribute_of(graph, given) if isinstance(given, str) else given)
    else:
        own = dict.fromkeys(board.edges, read_value(given))
    edges = {*board.edges}
    if odd := next((place for place in own if len(place) > 1 and place not in edges), None):
        raise InputError(f"probability: {name_of_place(board, odd)} is not an edge")
    found: dict[Place, Fraction] = {}
    for edge in board.edges:
        value = own.get(edge)
        if not isinstance(value, int | Fraction) or not 0 <= value <= 1:
            reason = "no value" if value is None else f"the value {value}, not a number from 0 to 1"
            raise InputError(f"probability: the edge {name_of_place(board, edge)} has {reason}")
        found[edge] = Fraction(value)
    return found


def _places(board: Board, data: Mapping[Any, Any]) -> Mapping[Place, Any]:
    return dict(with_labels(replace(board, labels=()), {"works": data}).labels[0].values)


def _terminals(board: Board, terminals: Iterable[Hashable]) -> set[Place]:
    """Return the places of the terminals."""
    is_list = isinstance(terminals, Iterable) and not isinstance(terminals, str)
    listed = [*terminals] if is_list else [terminals]
    found = {place for name in listed for place in _places(board, {name: 1})}
    if odd := next((place for place in found if len(place) > 1), None):
        raise InputError(f"terminals: {name_of_place(board, odd)} is not a vertex")
    if not found:
        raise InputError("terminals: the list is empty; omit it if all vertices are terminals")
    return found
