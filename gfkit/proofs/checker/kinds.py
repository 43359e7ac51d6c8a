"""Constraints of placement games, covers, pointers and tiles on a board.

Each function parses a rule. It returns a function that adds the constraints of the rule to a board, and the
range of a constraint in slices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from gfkit.proofs.checker.boards import Builder, CellBoard, Family
from gfkit.proofs.checker.cells import NEAR, SQUARE
from gfkit.proofs.checker.core import EventNumber, Power
from gfkit.proofs.checker.linked import Components, NumberSet, lay_graph
from gfkit.proofs.checker.reading import INTS, Fields, RefusalError, need, with_defaults

NO, YES = 1, 2
"""Symbols of a boolean variable, in the form of tests."""
STUCK: dict[str, tuple[str, ...]] = {
    "left-ends": ("left",),
    "right-ends": ("right",),
    "maximal": ("left", "right"),
}
Lay = tuple[Callable[[CellBoard], Builder], int]


class CountQuery(NamedTuple):
    """Query: the counted class of positions, and the number of weights."""

    positions: str
    weights: int

    def power(self, power: Sequence[int]) -> Power:
        """Return the exponents of the requested weights in a monomial."""
        i, j = power
        need(max(i, j) <= 1000, "rule: a weight must be x^i y^j with exponents up to 1000")
        return ((0, 0), (i + j, 0), (i, j))[self.weights]


# Pieces -----------------------------------------------------------------------------------------------------

PIECES = [[[int, int]]]
_COLOUR = {"owner": str, "pieces": PIECES}
_PLACEMENT = {"kind": str, "colours": [_COLOUR], "forbidden": [[int, int]], "liberties": bool}
CUT_LINES: dict[str, tuple[int, ...]] = {"": (), "rows": (0,), "columns": (1,), "both": (0, 1)}
"""Values of ``fault_free``, with the axes whose perpendicular lines must be cut by a piece."""
_COVER = {
    "kind": str,
    "colours": [({"weight": [int, int], "pieces": PIECES}, {"weight": [int, int], "face": range(3, 13)})],
    "tatami": bool,
    "fault_free": {*CUT_LINES},
}


class Pieces:
    """Variables for the placements of pieces. Every cell is covered at most once, or exactly once."""

    def __init__(self, rule: Fields, asked: CountQuery, board: CellBoard, powers: Sequence[Power]) -> None:
        self.builder: Builder = Builder(board)
        self.colours: range = range(len(rule["colours"]))
        self.moves: list[tuple[int, tuple[int, ...]]] = sorted(
            {
                (c, cells)
                for c in self.colours
                for drawing in rule["colours"][c].get("pieces", [])
                for cells in board.lies(drawing)
            }
        )
        sizes = [colour.get("face", 0) for colour in rule["colours"]]
        for cells in board.faces(max(sizes)) if any(sizes) else ():
            self.moves += [(c, cells) for c, size in enumerate(sizes) if size == len(cells)]
        self._board, self._slots, hubs = board, [], board.hubs
        shows = [(0, 0)] * (1 + len(self.colours))
        self.shown: dict[int, int] = {cell: self.builder.slot(cell, shows, kept=True) for cell in range(hubs)}
        """Variables of hubs, and of other cells if needed: 1 + the colour that covers the cell, or 0."""
        self.on: list[list[int]] = [[] for _ in range(board.size)]
        """Placements that cover each cell."""
        for number, (colour, cells) in enumerate(self.moves):
            at = min((cell for cell in cells if cell >= hubs), default=max(cells))
            self._slots.append(self.builder.slot(at, ((0, 0), powers[colour]), covers=(colour, cells)))
            for cell in cells:
                self.on[cell].append(number)
        self.enemies: list[set[int]] = [
            {d for d in self.colours if sorted((c, d)) in rule["forbidden"]} for c in self.colours
        ]
        full = asked.positions == "full"
        for cell in range(board.size):
            if cell >= hubs and rule["liberties"]:
                self.shown[cell] = self.builder.slot(cell, shows)
            if cell in self.shown:
                self._show(cell, full)
            if cell >= hubs:
                tests = self.tests(self.on[cell])
                self.builder.count(tests, lambda number: number == 1 or (number == 0 and not full))

    def tests(self, moves: Iterable[int], shows: int = YES) -> list[tuple[int, int]]:
        return [(self._slots[move], shows) for move in moves]

    def _show(self, cell: int, full: bool) -> None:
        """Add a variable for the colour that covers a cell. Pieces on a hub are counted during the sweep."""
        hub, slot = cell < self._board.hubs, self.shown[cell]
        every = (2 << len(self.colours)) - 1
        if full:
            self.builder.clause({slot: 1})
        for move in self.on[cell]:
            self.builder.clause({self._slots[move]: YES, slot: every & ~(2 << self.moves[move][0])})
        for colour in self.colours:
            own = self.tests(move for move in self.on[cell] if self.moves[move][0] == colour)
            if not hub:
                self.builder.count(own, lambda number: number == 1, ((slot, 2 << colour),))
            else:
                given = ((self.builder.kept_place(slot), 2 << colour),)
                self.builder.tally(EventNumber(frozenset({1}), 2, given=given), own)

    def meet(self) -> None:
        """Require that no four pieces meet at a point: some piece covers at least two of the four cells
        around it.
        """
        sides = zip((self._board.rows, self._board.cols), self._board.family.wraps, strict=True)
        need(
            all(side > 2 or not is_cyclic for side, is_cyclic in sides),
            "rule: tatami tilings require cyclic sides of length at least 3",
        )
        for cells in sorted(self._board.lies(SQUARE)):
            covered = Counter(move for cell in cells for move in self.on[cell])
            tests = self.tests(move for move, number in covered.items() if number > 1)
            self.builder.count(tests, lambda number: number > 0)

    def cut(self, axes: Iterable[int]) -> None:
        """Require that every line across the given axes cuts a piece. A line along n is handled by a
        tally.
        """
        board = self._board
        sides = board.rows, board.cols
        is_full = board.size == board.rows * board.cols and not any(board.family.wraps)
        need(is_full, "rule: fault lines are supported only on rectangles without cyclic sides")
        for axis in axes:
            is_along = board.family.by_rows == bool(axis)
            for line in range(1, sides[axis]):
                spans = [[board.places[cell][axis] for cell in cells] for _, cells in self.moves]
                tests = self.tests(move for move, at in enumerate(spans) if min(at) < line <= max(at))
                if is_along:
                    self.builder.tally(EventNumber(frozenset({1}), 1), tests)
                else:
                    self.builder.count(tests, lambda number: number > 0)

    def touch(self) -> None:
        """Require that pieces of certain colours are not adjacent."""
        hubs, seen = self._board.hubs, set()
        for a, b in self._board.edges:
            if a < hubs:
                self._touch_hub(a, b)
                continue
            for first, second in product(self.on[a], self.on[b]):
                if first != second and self.moves[second][0] in self.enemies[self.moves[first][0]]:
                    seen.add((min(first, second), max(first, second)))
        for first, second in sorted(seen):
            self.builder.clause(dict(self.tests((first, second))))

    def _touch_hub(self, hub: int, cell: int) -> None:
        for colour, enemies in enumerate(self.enemies):
            shows = {self.shown[hub]: 2 << colour}
            if cell < self._board.hubs:
                both = {*self.on[hub]} & {*self.on[cell]}
                for enemy in enemies:
                    self.builder.clause(shows | {self.shown[cell]: 2 << enemy} | dict(self.tests(both, NO)))
                continue
            for move in self.on[cell]:
                if self.moves[move][0] in enemies and hub not in self.moves[move][1]:
                    self.builder.clause(shows | {self._slots[move]: YES})

    def block(self, owners: Iterable[str], rule: Fields) -> None:
        """Require that players have no legal move: each placement is blocked by a piece that overlaps it or
        is next to it.
        """
        hubs, every = self._board.hubs, (2 << len(self.colours)) - 1
        clauses: dict[frozenset[tuple[int, int]], dict[int, int]] = {}
        for colour, cells in self.moves:
            if rule["colours"][colour]["owner"] not in (*owners, "both"):
                continue
            enemies = self.enemies[colour]
            tests: dict[int, int] = {}
            hub = [cell for cell in cells if cell < hubs]
            if hub and enemies:
                if len(cells) > 1:
                    raise RefusalError(
                        3,
                        "a hub that a piece on an edge may cover is not supported for this class of"
                        " positions",
                    )
                given = ((self.builder.kept_place(self.shown[hub[0]]), 1),)
                near = {move for beside in self._board.near[hub[0]] for move in self.on[beside]}
                blocking = [
                    move
                    for move in near
                    if self.moves[move][0] in enemies and hub[0] not in self.moves[move][1]
                ]
                self.builder.tally(EventNumber(frozenset({1}), 1, given=given), self.tests(blocking))
                continue
            for cell in cells:
                if cell < hubs:
                    tests[self.shown[cell]] = 1
                    continue
                tests |= dict(self.tests(self.on[cell], NO))
                for beside in self._board.near[cell] if enemies else ():
                    if beside < hubs:
                        barred = sum(2 << enemy for enemy in enemies)
                        tests[self.shown[beside]] = every & ~barred
                    else:
                        near = {move for move in self.on[beside] if self.moves[move][0] in enemies}
                        tests |= dict(self.tests(near, NO))
            clauses[frozenset(tests.items())] = tests
        by_test: dict[tuple[int, int], list[frozenset[tuple[int, int]]]] = {}
        for clause in sorted(clauses, key=len):  # skip a move that is blocked whenever another one is
            rivals = (rival for test in clause for rival in by_test.get(test, ()))
            if not any(rival <= clause for rival in rivals):
                self.builder.clause(clauses[clause])
                for test in clause:
                    by_test.setdefault(test, []).append(clause)

    def breathe(self) -> None:
        """Require that every group of a colour has a liberty."""
        some = NumberSet(frozenset({1}), 1)
        links = [(a, b, (-1, 0)) for a, b in self._board.edges]
        for colour in self.colours:
            whole = self.builder.whole(Components(None, None, 0, 0, some, False, (0, 0)))
            takes = [
                (self.builder.local(self.shown[cell]), 2 << colour, 1, 0, 0)
                for cell in range(self._board.size)
            ]
            lay_graph(self.builder, whole, takes, links)


def read_pieces(rule: Mapping[str, object], asked: CountQuery, family: Family) -> Lay:
    """Return the layout of a placement game or a cover."""
    cover = rule.get("kind") == "cover"
    on_plane, apart = {"tatami": False, "fault_free": ""}, {"forbidden": [], "liberties": False}
    pieces = with_defaults(rule, on_plane if cover else {}, _COVER if cover else _PLACEMENT, "rule")
    pieces = {**on_plane, **apart, **pieces}
    colours, pairs = pieces["colours"], pieces["forbidden"]
    is_plane = pieces["tatami"] or bool(pieces["fault_free"])
    need(
        family.sides is not None or not is_plane,
        "rule: constraints on points and lines are supported only on squares",
    )
    need(colours, "rule: expected at least one piece")
    shapes = [piece for colour in colours for piece in colour.get("pieces", [])]
    around = max(colour.get("face", 0) // 2 for colour in colours)
    fine = all(shape and len({*map(tuple, shape)}) == len(shape) for shape in shapes)
    need((shapes or around) and fine, "rule: a piece must have at least one cell")
    need(not (around and is_plane), "rule: faces with a constraint on points or lines are not supported")
    flat = [[[0, 0]], [[0, 0], [0, 1]], [[0, 0], [1, 0]]]
    need(
        family.sides is not None or all(sorted(shape) in flat for shape in shapes),
        "rule: on a graph pieces must be vertices or edges",
    )
    need(all(a <= b < len(colours) for a, b in pairs), "rule: 'forbidden' must contain pairs of colours")
    owners = {colour.get("owner", "both") for colour in colours}
    need(owners <= {"left", "right", "both"}, "rule: unknown owner")
    asked = asked._replace(positions="full") if cover else asked
    positions = asked.positions
    need(positions != "play" or owners == {"both"}, "positions: not allowed for an impartial game")
    if pieces["liberties"] and positions in STUCK:
        raise RefusalError(3, "positions without legal moves are not supported for rules with liberties")
    own = {"right": (0, 1)} if asked.weights == 2 else {}
    weights = (colour["weight"] if cover else own.get(colour["owner"], (1, 0)) for colour in colours)
    powers = [*map(asked.power, weights)]

    def build(board: CellBoard) -> Builder:
        laid = Pieces(pieces, asked, board, powers)
        laid.touch()
        if pieces["tatami"]:
            laid.meet()
        if pieces["fault_free"]:
            laid.cut(CUT_LINES[pieces["fault_free"]])
        if positions in STUCK:
            laid.block(STUCK[positions], pieces)
        if pieces["liberties"]:
            laid.breathe()
        return laid.builder

    spans = (
        max(cell[axis] for cell in shape) - min(cell[axis] for cell in shape)
        for shape in shapes
        for axis in (0, 1)
    )
    extent = max([around, *spans])
    touch = bool(pairs or pieces["liberties"] or is_plane)
    # In ``block`` a clause may be omitted for the clause of another move, which includes the adjacent moves.
    return build, (4 * extent + 3 * touch if positions in STUCK else 2 * extent + touch) * family.far + 1


# Pointers and tiles -----------------------------------------------------------------------------------------


_POINTERS = {
    "kind": str, "moves": [[INTS, INTS, int, int]], "stay": ([int, int], None), "partial": bool,
}  # fmt: skip


def read_pointers(rule: Mapping[str, object], asked: CountQuery, family: Family) -> Lay:
    """Return the layout of pointers: each cell points at a cell, and each cell is the target of exactly one
    cell.

    If the rule is partial, a cell may point at no cell, and each is the target of at most one.
    """
    pointers = with_defaults(rule, {"partial": False}, _POINTERS, "rule")
    numbers = (0, 1) if pointers["partial"] else (1,)
    moves = pointers["moves"]
    need(moves or pointers["stay"], "rule: expected at least one move, or 'stay'")
    need(all(any(move[:2]) for move in moves), "rule: expected moves to other cells")
    need(
        family.sides is not None or {(r, c) for r, c, *_ in moves} in ({*NEAR}, set()),
        "rule: moves on a graph must be along edges",
    )
    if family.hubs.vertices:
        raise RefusalError(3, "pointers of hubs are not supported")

    def build(board: CellBoard) -> Builder:
        builder = Builder(board)
        at: list[list[tuple[int, int]]] = [[] for _ in range(board.size)]
        for cell in range(board.size):
            ways: dict[int, Sequence[int]] = {} if pointers["stay"] is None else {cell: pointers["stay"]}
            if board.places:
                for r, c, *power in moves:
                    other = board.beside(cell, r, c)
                    if other is not None:
                        ways.setdefault(other, power)
            elif moves:
                ways |= dict.fromkeys(board.near[cell], moves[0][2:])
            if pointers["stay"] is None:
                ways.pop(cell, None)
            none = [(0, 0)] if pointers["partial"] else []
            slot = builder.slot(cell, map(asked.power, [*ways.values(), *none]))
            for symbol, target in enumerate(ways):
                at[target].append((slot, 1 << symbol))
        for tests in at:
            builder.count(tests, lambda number: number in numbers)
        return builder

    far = max([abs(n) for move in moves for n in move[:2]] + [link[2] for link in family.links])
    return build, 3 * far


SIDES = ("top", "right", "bottom", "left")


_TILES = {
    "kind": str, "tiles": [dict.fromkeys(SIDES, str) | {"weight": [int, int]}],
    "boundary": {side: [str] for side in SIDES},
}  # fmt: skip


def read_tiles(rule: Mapping[str, object], asked: CountQuery, family: Family) -> Lay:
    """Return the layout of tiles: labels at a common side are equal, and labels at the border are allowed."""
    saved = with_defaults(rule, {}, _TILES, "rule")
    tiles, boundary = saved["tiles"], saved["boundary"]
    need(family.sides is not None and tiles, "rule: tiles require a square lattice")
    weights = [asked.power(tile["weight"]) for tile in tiles]

    def tiles_with(side: str, labels: Iterable[str]) -> int:
        return sum(1 << number for number, tile in enumerate(tiles) if tile[side] in labels)

    def build(board: CellBoard) -> Builder:
        builder = Builder(board)
        slots = [builder.slot(cell, weights) for cell in range(board.size)]
        steps = (
            ("top", -1, 0, "bottom"),
            ("right", 0, 1, "left"),
            ("bottom", 1, 0, "top"),
            ("left", 0, -1, "right"),
        )
        for cell, (side, down, right, opposite) in product(range(board.size), steps):
            other = board.beside(cell, down, right)
            labels = {tile[key] for tile in tiles for key in SIDES}
            if other is None:
                builder.clause({slots[cell]: tiles_with(side, labels.difference(boundary[side]))})
            elif side in ("right", "bottom"):
                for label in {tile[side] for tile in tiles}:
                    own, odd = tiles_with(side, {label}), tiles_with(opposite, labels - {label})
                    if other == cell:
                        builder.clause({slots[cell]: own & odd})
                    else:
                        builder.clause({slots[cell]: own, slots[other]: odd})
        return builder

    return build, 2
