"""Constraints on edge sets and orientations of a graph in a file, including global constraints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Any

from gfkit.proofs.checker.boards import Builder, CellBoard, Family
from gfkit.proofs.checker.core import EventNumber, Power
from gfkit.proofs.checker.kinds import NO, YES, CountQuery, Lay
from gfkit.proofs.checker.linked import Components, Directions, NumberSet, lay_graph
from gfkit.proofs.checker.predicates import meaning_of
from gfkit.proofs.checker.reading import RefusalError, need, with_defaults

LINES = [[(range(-100, 101), None), (range(-100, 101), None)]]
NUMBER: dict[str, object] = {"allowed": [int], "cap": range(1001)}
LINKAGE: dict[str, object] = {
    "components": (NUMBER, None), "cycles": (NUMBER, None), "joins": [LINES], "apart": [LINES],
    "weight": [int, int], "each": (NUMBER | {"at": (LINES, None)}, None), "spanning": bool,
}  # fmt: skip
Lines = list[tuple[int | None, int | None]]
"""Rows, columns and cells, counted from either end."""


class Connection:
    """Global constraint on a graph, as stored in a file."""

    def __init__(self, data: object, asked: CountQuery, name: str) -> None:
        saved = with_defaults(data, {"weight": [0, 0], "each": None, "spanning": False}, LINKAGE, name)
        each = saved["each"]
        self._components, self._cycles = (
            read_number_set(saved[key], name) for key in ("components", "cycles")
        )
        self.each: NumberSet | None = read_number_set(each, name)
        self.marked: Lines = read_places(each["at"], name) if each and each["at"] is not None else []
        self.chosen: bool = each is not None and each["at"] is None
        self._joins, self._apart = (
            [read_places(at, name) for at in saved[key]] for key in ("joins", "apart")
        )
        self.weight: Power = asked.power(saved["weight"])
        of_nodes = (self._components, self._joins, self._apart, each, any(saved["weight"]))
        self.asks: bool = bool(self._cycles or any(of_nodes))
        self.spanning: bool = saved["spanning"] or not any(of_nodes)

    @property
    def span(self) -> int:
        lines = [line for place in (*self._joins, *self._apart, self.marked) for line in place]
        return span_of_lines(lines)

    def whole(self) -> Components:
        joins, apart = len(self._joins), len(self._apart)
        return Components(self._components, self._cycles, joins, apart, self.each, self.chosen, self.weight)

    def at(self, board: CellBoard, cell: int) -> tuple[int, int]:
        """Return a bit mask of the places of the constraint that contain a cell, and 1 if the cell is marked,
        otherwise 0.
        """
        places = sum(
            1 << k for k, lines in enumerate([*self._joins, *self._apart]) if board.is_on(cell, lines)
        )
        return places, int(board.is_on(cell, self.marked))


def read_number_set(data: dict[str, Any] | None, name: str) -> NumberSet | None:
    if data is None:
        return None
    allowed, cap = data["allowed"], data["cap"]
    need(max(allowed, default=0) <= cap, f"{name}: expected numbers up to the cap")
    return NumberSet(frozenset(allowed), cap)


def read_places(data: list[list[int | None]], name: str) -> Lines:
    need(data, f"{name}: a place requires a row and a column")
    return [(row, col) for row, col in data]


def span_of_lines(lines: Iterable[tuple[int | None, int | None]]) -> int:
    return max((abs(at) + 1 for line in lines for at in line if at is not None), default=0)


_PAIRS = [[int, int]]
_EDGES = {
    "kind": str, "cap": range(1, 101), "vertex": [int], "taken": _PAIRS, "left": _PAIRS, "weight": [int, int],
    "modulo": bool, "pins": [{"at": LINES, "vertex": [int]}], "linkage": (dict, None), "near": (str, None),
}  # fmt: skip


def read_edges(rule: Mapping[str, object], asked: CountQuery, family: Family) -> Lay:
    """Return the layout of edge sets, with the degrees of vertices and of endpoints, and with global
    constraints.
    """
    edges = with_defaults(rule, {"modulo": False, "pins": [], "linkage": None, "near": None}, _EDGES, "rule")
    cap, modulo = edges["cap"], edges["modulo"]
    top = cap if modulo else cap + 1
    pins = [(read_places(pin["at"], "rule.pins"), frozenset(pin["vertex"])) for pin in edges["pins"]]
    degrees = [degree for key in ("left", "taken") for pair in edges[key] for degree in pair]
    degrees += [*edges["vertex"], *(degree for _, some in pins for degree in some)]
    need(max(degrees, default=0) < top, f"rule: degrees must be at most {top - 1}")
    tables = [{(a, b) for a, b in edges[key]} for key in ("left", "taken")]
    need(all((b, a) in table for table in tables for a, b in table), "rule: an edge has no first endpoint")
    free = {*product(range(top), repeat=2)}
    near = None if edges["near"] is None else meaning_of(edges["near"])
    if near and family.hubs.vertices:
        raise RefusalError(3, "conditions on the degrees of neighbours are not supported on graphs with hubs")
    ends = near is not None or not (
        free <= tables[0] and {(a, b) for a, b in free if modulo or (a and b)} <= tables[1]
    )
    linkage = None if edges["linkage"] is None else Connection(edges["linkage"], asked, "linkage")

    def is_among(allowed: frozenset[int]) -> Callable[[int], bool]:
        return lambda degree: (degree % cap if modulo else min(degree, cap)) in allowed

    def build(board: CellBoard) -> Builder:
        builder = Builder(board)
        power = asked.power(edges["weight"])
        slots = {edge: builder.slot(edge[1], ((0, 0), power), covers=(0, edge)) for edge in board.edges}
        shown: list[int] = []
        for cell in range(board.size):
            tests = [(slots[min(cell, other), max(cell, other)], YES) for other in board.near[cell]]
            allowed = frozenset(edges["vertex"])
            for lines, pinned in pins:
                allowed = pinned if board.is_on(cell, lines) else allowed
            hub = cell < board.hubs
            if not ends:
                if hub:
                    builder.tally(EventNumber(allowed, cap, modulo), tests)
                else:
                    builder.count(tests, is_among(allowed))
                continue
            shown.append(builder.slot(cell, [(0, 0)] * top, hub))
            builder.clause({shown[cell]: sum(1 << k for k in range(top) if k not in allowed)})
            for k in allowed:
                if hub:
                    given = ((builder.kept_place(shown[cell]), 1 << k),)
                    builder.tally(EventNumber(frozenset({k}), cap, modulo, given), tests)
                else:
                    builder.count(tests, is_among(frozenset({k})), ((shown[cell], 1 << k),))
        for cell in range(board.size) if near else ():

            def holds(degrees: tuple[int, ...]) -> object:
                assert near is not None
                own, *others = degrees[0], *sorted(degrees[1:])
                return near({"x": own, "near": others, "all": [own, *others]})

            builder.table([shown[place] for place in (cell, *board.near[cell])], holds, (), ("near",))
        for (a, b), slot in slots.items() if ends else ():
            for taken, a_shows in product((0, 1), range(top)):
                odd = sum(1 << k for k in range(top) if (a_shows, k) not in tables[taken])
                builder.clause({shown[a]: 1 << a_shows, shown[b]: odd, slot: 1 << taken})
        if linkage is not None and linkage.asks:
            whole = builder.whole(linkage.whole())
            at = [linkage.at(board, cell) for cell in range(board.size)]
            takes = [(-1, int(linkage.spanning), 0, *at[cell]) for cell in range(board.size)]
            links = [
                (a, b, (builder.local(slot), YES, *(() if linkage.spanning else (*at[a], *at[b]))))
                for (a, b), slot in slots.items()
            ]
            lay_graph(builder, whole, takes, links)
        return builder

    named = max(span_of_lines(line for lines, _ in pins for line in lines), linkage.span if linkage else 0)
    return build, 3 * family.far + named


_ORIENTATIONS = {"kind": str, "vertex": (str, None), "acyclic": bool, "strong": bool}


def read_orientations(rule: Mapping[str, object], _asked: CountQuery, family: Family) -> Lay:
    """Return the layout of orientations, with constraints on indegrees, cycles and reachability."""
    asks = with_defaults(rule, {}, _ORIENTATIONS, "rule")
    vertex = meaning_of(asks["vertex"]) if asks["vertex"] is not None else None
    if vertex and family.hubs.vertices:
        raise RefusalError(3, "constraints on indegrees are not supported on graphs with hubs")

    def build(board: CellBoard) -> Builder:
        builder = Builder(board)
        slots = {edge: builder.slot(edge[1], ((0, 0), (0, 0))) for edge in board.edges}
        for cell in range(board.size) if vertex else ():
            degree = len(board.near[cell])
            tests = [
                (slots[other, cell], YES) if other < cell else (slots[cell, other], NO)
                for other in board.near[cell]
            ]
            fine = {k for k in range(degree + 1) if vertex and vertex({"i": k, "o": degree - k})}
            builder.count(tests, fine.__contains__)
        if asks["acyclic"] or asks["strong"]:
            whole = builder.whole(Directions(asks["acyclic"], asks["strong"]))
            links = [(a, b, (builder.local(slot),)) for (a, b), slot in slots.items()]
            lay_graph(builder, whole, [()] * board.size, links)
        return builder

    return build, 3 * family.far
