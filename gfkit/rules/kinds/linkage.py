"""What a rule asks of components and cycles, as a graph of a system."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gfkit.boards import Board
from gfkit.rules.kinds.constraints import YES, Event, Exclusion, Graph, GraphNode, Key, Link, Slot, Test
from gfkit.rules.linkage import Linkage, pinned_cells


def place_bits(board: Board, linkage: Linkage) -> dict[int, int]:
    """By cell a bit for each of the places of ``joins``, then ``apart`` and ``each``, where it is."""
    bits: dict[int, int] = {}
    for number, place in enumerate(linkage.places):
        for cell in pinned_cells(board, place):
            bits[cell] = bits.get(cell, 0) | 1 << number
    return bits


def graph_of(
    linkage: Linkage,
    places: Mapping[int, int],
    members: Mapping[int, Event | None],
    links: Sequence[Link],
    absent: Mapping[int, Test] | None = None,
) -> tuple[Graph, list[Slot], list[Exclusion]]:
    """The graph of a linkage; where vertices are chosen, a slot for each, and clauses that only nodes are.

    ``members`` has when each cell is a node, None where that is when it has a link; ``absent`` the tests that
    say a cell is none, if it may be so.
    """
    joins, apart = len(linkage.joins), len(linkage.apart)
    slots: list[Slot] = []
    asked: list[Exclusion] = []
    nodes: list[GraphNode] = []
    for cell, event in members.items():
        at = places.get(cell, 0)
        marks: tuple[Event, ...] = ()
        if linkage.chooses:
            key: Key = ("chosen", cell)
            slots.append(Slot(key, (cell,), (0, 1), ((0, 0), (0, 0)), "it is chosen"))
            if absent:
                asked.append(Exclusion((cell,), ((key, YES), absent[cell])))
            marks = (Event((((key, YES),),)),)
        elif at >> (joins + apart):
            marks = (Event() if event is None else event,)
        nodes.append(GraphNode(cell, event, at & ((1 << (joins + apart)) - 1), marks))
    graph = Graph(
        tuple(nodes),
        tuple(links),
        linkage.components,
        linkage.cycles,
        (1 << joins) - 1,
        ((1 << apart) - 1) << joins,
        None if linkage.each is None else linkage.each.number,
        linkage.weight,
    )
    return graph, slots, asked
