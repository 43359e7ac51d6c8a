"""Constraint system of sets of edges: every edge is selected or not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, cast

from gfkit.core.boards import Board
from gfkit.core.rules.kind import needs_rows
from gfkit.core.rules.kinds.constraints import (
    ALWAYS,
    NO,
    YES,
    Cardinality,
    Constraint,
    ConstraintSystem,
    Decision,
    Event,
    Exclusion,
    Graph,
    Key,
    Link,
    Relation,
    Role,
    Slot,
    Test,
    graph_of,
    place_bits,
)
from gfkit.core.rules.kinds.edges.rule import EdgeRule
from gfkit.core.rules.threshold import classes_of
from gfkit.core.rules.values import ROOK, Numbers, near_spots, pinned_cells
from gfkit.core.typing import Positions

if TYPE_CHECKING:
    from gfkit.core.rules.configuration import Configuration


def system_of(rule: EdgeRule, board: Board, _positions: Positions = Positions.ALL) -> ConstraintSystem:
    """Return the constraint system: a variable for every edge, and for vertices with constraints on
    endpoints.

    Degrees that no edge distinguishes form a class; the variable of a vertex is hidden, and its value is the
    class of its degree.
    """
    if board.grid is None and not rule.flat:
        raise needs_rows(rule.name, board, "vertices pinned by row and column", 'pin "first" and "last"')
    slots: list[Slot] = []
    asked: list[Constraint] = []
    at: list[list[Test]] = [[] for _ in range(board.size)]
    for a, b in board.edges:
        slots.append(
            Slot(
                _edge(a, b),
                (a, b),
                (0, 1),
                ((0, 0), rule.weight),
                "the edge is selected",
                decision=Decision.LAST,
            )
        )
        at[a].append((_edge(a, b), YES))
        at[b].append((_edge(a, b), YES))
    allowed = dict.fromkeys(range(board.size), rule.degrees)
    for pin in rule.pins:
        allowed |= dict.fromkeys(pinned_cells(board, pin), rule.allowed_degrees(pin.predicate))
    if not rule.asks_ends:
        for cell, tests in enumerate(at):
            if set(allowed[cell]) != set(rule.every):
                asked.append(Cardinality((cell,), tuple(tests), _degrees(rule, allowed[cell])))
    else:
        if rule.near is None:
            classes, joined = classes_of(rule, sorted(set().union(*allowed.values())))
        else:
            classes = [frozenset({d}) for d in rule.every]
            unselected, selected = rule.joined_ends(taken=False), rule.joined_ends(taken=True)
            joined = (
                [[(a, b) in unselected for b in rule.every] for a in rule.every],
                [[(a, b) in selected for b in rule.every] for a in rule.every],
            )
        values = tuple(range(len(classes)))
        meaning = "the class of its degree, " + ", ".join(
            f"{number} for degree {' or '.join(map(str, sorted(degrees)))}"
            for number, degrees in enumerate(classes)
        )
        for cell, tests in enumerate(at):
            slot = Slot(("degree", cell), (cell,), values, ((0, 0),) * len(values), meaning, Role.HIDDEN)
            slots.append(slot)
            for number, degrees in enumerate(classes):
                numbers = _degrees(rule, [d for d in degrees if d in allowed[cell]])
                asked.append(Cardinality((cell,), tuple(tests), numbers, ((slot.key, 1 << number),)))
            if rule.near is not None:
                asked.append(
                    Relation(
                        (cell, *board.neighbours[cell]),
                        tuple(("degree", other) for other in (cell, *board.neighbours[cell])),
                        (rule.near,),
                        near_spots(len(board.neighbours[cell])),
                        values,
                    )
                )
        for a, b in board.edges:
            for taken, symbol in ((0, NO), (1, YES)):
                for number in values:
                    odd = sum(1 << k for k in values if not joined[taken][number][k])
                    if odd:
                        ends = (("degree", a), 1 << number), (("degree", b), odd)
                        asked.append(Exclusion((a, b), (*ends, (_edge(a, b), symbol))))
    graphs: tuple[Graph, ...] = ()
    if rule.linkage.is_constrained:
        windings: tuple[int, ...] = ()
        links = [Link((a, b), _is_selected(a, b)) for a, b in board.edges]
        if rule.linkage.wraps:
            from gfkit.core.rules.kinds.winding import winding_links

            links, windings = winding_links(board, rule.linkage.wraps, ROOK, _is_selected)
        is_member = ALWAYS if rule.spanning or not rule.linkage.needs_members else None
        cells = dict.fromkeys(range(board.size), is_member)
        graph, more, also = graph_of(
            rule.linkage, place_bits(board, rule.linkage), cells, links, None, windings
        )
        graphs, slots, asked = (graph,), [*slots, *more], [*asked, *also]
    return ConstraintSystem(tuple(slots), tuple(asked), graphs=graphs)


def _edge(a: int, b: int) -> Key:
    return ("edge", a, b)


def _is_selected(a: int, b: int) -> Event:
    return Event((((_edge(a, b), YES),),))


def _degrees(rule: EdgeRule, degrees: Sequence[int]) -> Numbers:
    return Numbers(frozenset(degrees), rule.cap, rule.modulo)


def configuration_of(_rule: EdgeRule, shown: Iterable[tuple[Key, int]]) -> Configuration:
    """Return the selected edges, and the chosen vertices."""
    there = [key for key, value in shown if value]
    edges = [cast(tuple[int, int], key[1:]) for key in there if key[0] == "edge"]
    from gfkit.core.rules.configuration import Configuration  # most configurations are only counted

    return Configuration.of_edges(edges, [cast(int, key[1]) for key in there if key[0] == "chosen"])
