"""What sets of edges and orientations ask of a board, and what a file asks of a graph as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import TypedDict, cast

from gfkit.proofs.checker.boards import Builder, CellBoard, Family
from gfkit.proofs.checker.core import Tally
from gfkit.proofs.checker.kinds import NO, YES, CountQuery, Lay
from gfkit.proofs.checker.linked import Components, Directions, Number, lay_graph
from gfkit.proofs.checker.predicates import meaning_of
from gfkit.proofs.checker.reading import RefusalError, must_fit, need

LINES = [[(int, None), (int, None)]]


class Linkage(TypedDict):
    """What a file asks of a graph as a whole."""

    components: dict[str, object] | None
    cycles: dict[str, object] | None
    joins: list[list[list[int | None]]]
    apart: list[list[list[int | None]]]


class Connection:
    """What is asked of a graph as a whole, as it stands in a file."""

    def __init__(self, data: object, asked: CountQuery, name: str) -> None:
        need(isinstance(data, dict), f"{name}: an object was expected")
        saved = cast("dict[str, object]", data)
        keys = {"components", "cycles", "joins", "apart"}
        need(keys <= saved.keys() <= keys | {"weight", "each", "spanning"}, f"{name}: a key is not known")
        self.components, self.cycles = (read_number(saved[key], name) for key in ("components", "cycles"))
        each = saved.get("each")
        need(
            each is None or (isinstance(each, dict) and each.keys() == {"at", "allowed", "cap"}),
            f"{name}: each",
        )
        own = cast("dict[str, object] | None", each)
        self.each = read_number(own and {key: own[key] for key in ("allowed", "cap")}, name)
        self.marked = read_lines(own["at"], name) if own and own["at"] is not None else []
        self.chosen = own is not None and own["at"] is None
        need(isinstance(saved["joins"], list) and isinstance(saved["apart"], list), f"{name}: places")
        self.joins = [read_lines(place, name) for place in cast("list[object]", saved["joins"])]
        self.apart = [read_lines(place, name) for place in cast("list[object]", saved["apart"])]
        weight = saved.get("weight", [0, 0])
        must_fit(weight, [int, int], f"{name}.weight")
        self.weight = asked.power(cast("list[int]", weight))
        self.asks = bool(
            self.components or self.cycles or self.joins or self.apart or each or "weight" in saved
        )
        needs_nodes = any(saved.get(key) for key in ("components", "joins", "apart", "weight", "each"))
        need(type(saved.get("spanning", False)) is bool, f"{name}: spanning is true or false")
        self.spanning = bool(saved.get("spanning") or not needs_nodes)

    @property
    def span(self) -> int:
        lines = [line for place in (*self.joins, *self.apart, self.marked) for line in place]
        return span_of_lines(lines)

    def whole(self) -> Components:
        joins, apart = len(self.joins), len(self.apart)
        return Components(self.components, self.cycles, joins, apart, self.each, self.chosen, self.weight)

    def at(self, board: CellBoard, cell: int) -> tuple[int, int]:
        """The places where a cell is, as bits, and whether it is marked."""
        places = sum(1 << k for k, lines in enumerate([*self.joins, *self.apart]) if board.is_on(cell, lines))
        return places, int(board.is_on(cell, self.marked))


def read_number(data: object, name: str) -> Number | None:
    if data is None:
        return None
    must_fit(data, {"allowed": [int], "cap": int}, name)
    saved = cast("dict[str, object]", data)
    numbers = [*cast("list[int]", saved["allowed"]), cast(int, saved["cap"])]
    need(max(numbers) <= 1000, f"{name}: numbers up to 1000")
    return Number(frozenset(cast("list[int]", saved["allowed"])), cast(int, saved["cap"]))


def read_lines(data: object, name: str) -> list[tuple[int | None, int | None]]:
    """Rows, columns and cells that are counted from either end."""
    need(isinstance(data, list) and data, f"{name}: places")
    lines = []
    for line in cast("list[object]", data):
        need(isinstance(line, list) and len(line) == 2, f"{name}: a place is a row and a column")
        row, col = cast("list[object]", line)
        for at in (row, col):
            need(at is None or (type(at) is int and abs(at) <= 100), f"{name}: a place is a row and a column")
        lines.append((cast("int | None", row), cast("int | None", col)))
    return lines


def span_of_lines(lines: Iterable[tuple[int | None, int | None]]) -> int:
    return max((abs(at) + 1 for line in lines for at in line if at is not None), default=0)


class _Edges(TypedDict):
    cap: int
    vertex: list[int]
    taken: list[list[int]]
    left: list[list[int]]
    weight: list[int]
    modulo: bool
    pins: list[dict[str, object]]
    linkage: dict[str, object] | None


def read_edges(rule: Mapping[str, object], asked: CountQuery, family: Family) -> Lay:
    """Sets of edges: degrees of vertices, of the ends of edges, and the graph as a whole."""
    pairs = [[int, int]]
    shape = {"kind": str, "cap": int, "vertex": [int], "taken": pairs, "left": pairs, "weight": [int, int]}
    saved = {"modulo": False, "pins": [], "linkage": None, **rule}
    must_fit(
        {key: saved[key] for key in saved if key not in ("pins", "linkage")}, shape | {"modulo": bool}, "rule"
    )
    need(isinstance(saved["pins"], list), "rule: pins")
    edges = cast(_Edges, saved)
    cap, modulo = edges["cap"], edges["modulo"]
    need(0 < cap <= 100, "rule: cap")
    top = cap if modulo else cap + 1
    ends_of = [degree for key in ("left", "taken") for pair in edges[key] for degree in pair]
    need(all(degree <= cap for degree in (*edges["vertex"], *ends_of)), "rule: degrees up to the cap")
    tables = [{(a, b) for a, b in edges[key]} for key in ("left", "taken")]
    need(all((b, a) in table for table in tables for a, b in table), "rule: no end of an edge is the first")
    free = {*product(range(top), repeat=2)}
    ends = not (free <= tables[0] and {(a, b) for a, b in free if modulo or (a and b)} <= tables[1])
    pins = []
    for pin in edges["pins"]:
        need(isinstance(pin, dict) and pin.keys() == {"at", "vertex"}, "rule: a pin")
        must_fit(pin["vertex"], [int], "rule.pins.vertex")
        need(all(degree <= cap for degree in cast("list[int]", pin["vertex"])), "rule: degrees up to the cap")
        pins.append((read_lines(pin["at"], "rule.pins"), frozenset(cast("list[int]", pin["vertex"]))))
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
            for lines, degrees in pins:
                allowed = degrees if board.is_on(cell, lines) else allowed
            hub = cell < board.hubs
            if not ends:
                if hub:
                    builder.tally(Tally(allowed, cap, modulo), tests)
                else:
                    builder.count(tests, is_among(allowed))
                continue
            shown.append(builder.slot(cell, [(0, 0)] * top, hub))
            builder.clause({shown[cell]: sum(1 << k for k in range(top) if k not in allowed)})
            for k in allowed:
                if hub:
                    given = ((builder.kept_place(shown[cell]), 1 << k),)
                    builder.tally(Tally(frozenset({k}), cap, modulo, given), tests)
                else:
                    builder.count(tests, is_among(frozenset({k})), ((shown[cell], 1 << k),))
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


class _Orientations(TypedDict):
    vertex: str | None
    acyclic: bool
    strong: bool


def read_orientations(rule: Mapping[str, object], _asked: CountQuery, family: Family) -> Lay:
    """Directions of all edges: numbers of those that come to a vertex, cycles, who reaches whom."""
    must_fit(rule, {"kind": str, "vertex": (str, None), "acyclic": bool, "strong": bool}, "rule")
    asks = cast(_Orientations, rule)
    vertex = meaning_of(asks["vertex"]) if asks["vertex"] is not None else None
    if vertex and family.hubs.vertices:
        raise RefusalError(3, "a hub counts the directions of ever more edges")

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
