"""Checks that a certificate's fraction counts what its rule allows; stands alone: plain integers, no gfkit.

    python rule_checker.py FILE     exit code 0 proved, 1 refuted, 2 bad file, 3 too much work

Read from the file: the rule, the family (word, sizes with null at the side n, wraps), positions, weights,
first_n, and the fraction P/Q. The machine in the file is not looked at: this program makes its own.

The board of size n is n slices of k cells, each of which shows one symbol: nothing or one cell of a piece;
a colour; a tile; where it points. All places beyond the ends show the wall. A condition is a few places
with symbols that they may not all show (a piece cut off; pieces that touch and may not; room for a piece of
a stuck player; a window; labels that differ; a pinned value so far from a wall; cells that point at one
cell, or beyond the ends), with how many of them may show what (neighbour counts), or with a table of what
they may show together (predicates). Where a rule has a value outside, the wall shows it. Conditions are
translations along n of finitely many, each on at most R + 1 slices. So a board is legal if and only if no
stretch of R + 1 slices of the word wall, slices, wall breaks a condition.

Machine. A state is the set of conditions that are begun and not decided, each cut down to what the cells to
come may still do; with liberties, also the groups on the last k cells and which of them have a free
neighbour. That decides which continuations are legal. Start: R slices of walls were read; end: R slices of
walls must be legal. States are merged while the same weights lead from them into the same classes and their
ends are the same. With N classes left, the sum a(n) of the weights of all legal boards is u A^n v, for
every n >= 0: boards so small that a condition feels both ends are among them.

Rings, where n closes up. Let m >= R be so large that from n = m on no condition and no piece meets itself:
at least 3, the slices of every window and neighbourhood, and 2 s - 1 for a piece of s slices (then two
cells of the board are at most one way apart within a piece). For n >= m a ring w is legal if and only if no
stretch of R + 1 slices of w f breaks a condition, f being the first R slices of w. With s_f for the state
after f, nothing being before it, and v_f(q) = 1 where f is legal after state q and 0 elsewhere, a(n) is the
sum over f of weight(f) e(s_f) A^(n-R) v_f. For n < m the boards are listed one by one. For boards that are
open m = 0.

Graphs, sets of edges, orientations, and what hangs together. A board of slices is made step by step: a
vertex comes, an edge between two that are there, a vertex goes that has all its edges. A state has for every
vertex that is there what the rule may still ask of it: its value or piece, the degree so far, its neighbours'
values as far as something to come tells them apart; for what hangs together a label, the same for two
vertices if and only if the edges so far join them in the graph that is looked at, and of every label which
places it is at; for orientations who reaches whom. A vertex that goes is judged; a component that goes with
it is complete and counted. Every configuration is one way through the steps. Between the slices near the two
ends the steps of all slices are the same, told by the numbers of the vertices that are there, which is looked
up; so a(n) = u A^k v again for n = m + k, m being the smallest board with all slices near the ends, and
smaller boards are made by the same steps, each by itself. Around a ring the first slices stay to the end.

Theorem. Let Q(0) = 1, d = deg Q, p = deg P, T = N + d + max(m, p + 1 - d). If Q S and P have the same
coefficients at t^0, ..., t^(T-1), where S is the sum of a(n) t^n over n >= first_n, then S = P/Q: the
fraction is right for the board of every n from first_n on, none excepted.

Proof. S = L + t^m B/D with D = det(I - tA), deg D <= N, D(0) = 1, deg B < N and deg L < m, as by Cramer's
rule every row and column around (I - tA)^-1 give such a B, and sums of them are such. So D (Q S - P) = Q (L
D + t^m B) - P D is a polynomial of degree below T. As t^T divides Q S - P, it divides this polynomial,
which is 0.

Weights. Values at x = 2^w, y = 2^(w X) are compared. The coefficients of a(n) are not below 0, so they are
at most its value at x = y = 1; those of Q S - P below t^T are at most |P| + |Q| max a(n)(1, 1) < 2^(w-1),
|.| being sums of absolute values, and X is above every power of x in it. So no monomial's digits reach
those of another.

Beside this the smallest boards are listed by a way of their own, all positions one after the other,
straight from the rule. Where the machine of the rule would be too large, these boards are all that is
shown.
"""

from __future__ import annotations

import ast
import json
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain, pairwise, permutations, product
from math import comb, perm, prod
from typing import Any, NamedTuple

STATES, STEPS, FILE = 60_000, 3 * 10**8, 2**27  # conditions; additions; bytes
WIDEST, CELLS, PIECES = 40, 150, 300  # cells of a slice; of a board that is listed; ways to lay a piece there
LISTED, MANY = 40_000, 12  # tries for a board; boards
SLOW = 9  # tries more that one is like where all of the board is looked at
WRAPS = {"": (0, 0), "path": (0,), "cycle": (1,), "cylinder": (1, 0), "torus": (1, 1)}
STUCK = {
    "all": "",
    "left-ends": "left",
    "right-ends": "right",
    "maximal": "left right",
    "play": "",
    "full": "",
}
NEAR = ((0, 1), (1, 0), (0, -1), (-1, 0))
Place = tuple[int, int]
Sum = Counter[tuple[int, int]]  # of monomials by their powers of x and y
Part = dict[int, Sum]  # numerator or denominator by powers of t


class RefusalError(Exception):
    """Exit code and reason."""


class WrongError(ValueError):
    """What is not as it should be in a rule, a family or a fraction."""


class TooMuchError(Exception):
    """What outgrew which limit."""


class Verdict(NamedTuple):
    """Whether the fraction is proved, how many coefficients were compared, the sizes listed, the words."""

    proved: bool
    checked: int
    listed: list[int]
    reason: str


class Asked(NamedTuple):
    """The question of a certificate; rows, columns: None for n."""

    rule: dict[str, Any]
    rows: int | None
    cols: int | None
    wraps: tuple[bool, bool]
    stuck: tuple[str, ...]
    weights: int
    first: int
    full: bool
    slices: dict[str, Any] | None = None
    """What the boards are made of, where they are graphs."""

    @property
    def ring(self) -> bool:
        return self.wraps[0 if self.rows is None else 1]


def check(certificate: object, most: int = STEPS) -> Verdict:
    """What is shown of the fraction; or RefusalError."""
    asked, top, bottom = read(certificate)
    kind = "positions" if asked.rule["kind"] == "placement" else "fillings"
    found: dict[int, Sum] = {}

    def said(states: int, count: int, found: dict[int, Sum]) -> str:
        what = f"{states} states made from the rule, {count} coefficients compared, boards {sizes(found)}"
        return f"the fraction counts the {kind} of the rule for every n ({what})"

    try:
        if is_swept(asked):
            graphs = GraphMachine(asked, most)
            count = compared(asked, graphs, graphs.early, top, bottom, most)
            found = boards(asked, 0, top, bottom)
            return Verdict(True, count, [*found], said(graphs.size, count, found))
        local = Local(asked)
        found = boards(asked, local.alone, top, bottom)
        if asked.first + len(found) < local.alone:
            raise TooMuchError(f"the boards below n = {local.alone} are too large to be listed one by one")
        machine = Machine(local, asked.ring, most)
        count = compared(asked, machine, found, top, bottom, most)
    except TooMuchError as reason:
        found = boards(asked, MANY, top, bottom)
        shown = f"agrees with the boards {sizes(found)}; beyond them nothing is shown"
        return Verdict(False, 0, [*found], f"the fraction {shown}, as {reason}")
    return Verdict(True, count, [*found], said(machine.size, count, found))


def is_swept(asked: Asked) -> bool:
    """Whether boards are made vertex by vertex: graphs, sets of edges, and what hangs together."""
    linked = any("linkage" in condition for condition in asked.rule.get("conditions", ()))
    return asked.slices is not None or asked.rule["kind"] in ("edges", "orientations") or linked


def sizes(found: dict[int, Sum]) -> str:
    return (
        f"n = {min(found)} to {max(found)} listed one by one"
        if found
        else "that are small enough to list: none"
    )


def boards(asked: Asked, needed: int, top: Part, bottom: Part) -> dict[int, Sum]:
    """The smallest boards by listing, more work being done for those that are needed; all must agree."""
    found: dict[int, Sum] = {}
    for n in range(asked.first, asked.first + MANY):
        try:
            found[n] = Sum(listed(asked, n, [LISTED * (4 if n < needed else 1)]))
        except TooMuchError:
            break
    agree(asked, found, top, bottom)
    return found


def agree(asked: Asked, boards: dict[int, Sum], top: Part, bottom: Part) -> None:
    """That the coefficients are those of the listed boards, and 0 before the first; or RefusalError."""
    for n in range(asked.first + len(boards)):
        total = Sum()
        for k in range(n + 1 - asked.first):
            for power, c in bottom.get(k, Sum()).items():
                scaled = Sum({key: c * each for key, each in boards[n - k].items()})
                moved(total, scaled, power)
        if {key: c for key, c in total.items() if c} != {**top.get(n, {})}:
            raise RefusalError(
                1, f"the coefficient of t^{n} is not the number of the boards listed from the rule"
            )


# The rule as conditions on slices -----------------------------------------------------------------------


class Local:
    """Symbols by their numbers, 0 being the wall, and the conditions that begin at each cell of a slice.

    The first part of a condition lists the places to come, each slice times k plus cell, in order. For a
    clause these are (place, symbols), which may not all be shown. For a count they are (place, 1) for the
    cell that counts, (place, 0) for its neighbours; the numbers allowed follow, as bits, then the symbols of
    that cell and of the neighbours counted.
    """

    def __init__(self, asked: Asked) -> None:
        self.rule, self.down = asked.rule, asked.rows is None
        self.width = (asked.cols if self.down else asked.rows) or 0
        if self.width > WIDEST:
            raise TooMuchError(f"slices of {self.width} cells are wider than {WIDEST}")
        self.around = asked.wraps[1 if self.down else 0]
        self.liberties = self.rule.get("liberties", False)
        self.symbols: list[list[int]] = [[] for _ in range(self.width)]
        self.powers: list[tuple[int, int]] = [(0, 0)]
        self.group = [-1]  # the colour of pieces, -1 for the wall, -2 for a free cell
        self.conditions: set[tuple[Any, ...]] = set()
        self.nodes: dict[tuple[Any, ...], Node] = {}
        self.tallies: list[dict[str, Any]] = []
        """What is counted on the whole board."""
        self.new_values = bool(self.rule.get("new_values"))
        self.reach, self.alone = 0, 3 if asked.ring else 0
        kinds = {"placement": self._placement, "cover": self._placement, "pointers": self._pointers}
        kinds |= {"array": self._array, "tiles": self._tiles}
        kinds[self.rule["kind"]](asked)
        self.reach = max(self.reach, 1) if self.liberties else self.reach
        self.alone = max(self.alone, self.reach) if asked.ring else 0
        if len(self.conditions) * len(self.powers) > 100 * STATES:
            raise TooMuchError(
                f"the rule has {len(self.conditions)} conditions on {len(self.powers)} symbols"
            )
        self.begin = [[self._begun(x, s) for s in range(len(self.powers))] for x in range(self.width)]

    def _placement(self, asked: Asked) -> None:
        if self.liberties and (asked.ring or asked.stuck):
            raise TooMuchError(
                "a game with liberties, of which only all positions on open boards are decided here"
            )
        colours = self.rule["colours"]
        types: dict[tuple[int, tuple[Place, ...]], None] = {}
        for colour, kind in enumerate(colours):
            for piece in kind["pieces"]:
                for x in range(self.width):
                    if laid := self._laid(x, piece):
                        low = min(s for s, _ in laid)
                        types[colour, tuple(sorted((s - low, at) for s, at in laid))] = None
        shows: dict[tuple[int, Place], int] = {}
        free = 1
        if not asked.full:
            self._symbol(range(self.width), (0, 0), -2)
        for t, (colour, cells) in enumerate(types):
            power = powers_of(asked, marks(colours[colour], asked.weights))
            for cell in cells:
                shows[t, cell] = self._symbol([cell[1]], power if cell == cells[0] else (0, 0), colour)
            self.alone = max(self.alone, 2 * cells[-1][0] + 1)
        every, kinds = (1 << len(self.powers)) - 1, list(types)
        for t, (_, cells) in enumerate(types):  # no piece is cut off
            for one, other in [*pairwise(cells), *pairwise(cells[::-1])]:
                self._clause({one: 1 << shows[t, one], other: every & ~(1 << shows[t, other])})
        apart = {tuple(pair) for pair in self.rule["forbidden"]}
        bad = [
            sum(1 << s for (t, _), s in shows.items() if (min(c, kinds[t][0]), max(c, kinds[t][0])) in apart)
            for c in range(len(colours))
        ]
        for x in range(self.width):  # forbidden touching
            beside = [(0, (x + 1) % self.width)] if self.around or x + 1 < self.width else []
            for near in [(1, x), *beside]:
                meets: defaultdict[int, int] = defaultdict(int)
                for (t, (s, at)), symbol in shows.items():
                    if at == x:
                        same = shows.get((t, (s + near[0], near[1])))
                        meets[bad[kinds[t][0]] & ~(1 << same if same else 0)] |= 1 << symbol
                for others, ones in meets.items():
                    self._clause({(0, x): ones, near: others})
        for colour, cells in types:  # no room for a stuck player
            if colours[colour]["owner"] in (*asked.stuck, asked.stuck and "both"):
                around = [near for cell in cells for near in self._near(cell)] if bad[colour] else []
                self._clause(dict.fromkeys(around, every & ~bad[colour]) | dict.fromkeys(cells, 1 << free))

    def _array(self, asked: Asked) -> None:
        if self.rule["image"]:
            raise TooMuchError("different arrays have the same image, and are not told apart here")
        for power in self.rule["weights"]:
            self._symbol(range(self.width), powers_of(asked, power), -1)
        every = (1 << len(self.powers)) - 2
        values, outside = self.rule["values"], self.rule["outside"]
        by_rows = self.down or self.width < 2
        any_order = self.rule["new_values"] == "row-major" and by_rows
        if self.rule["new_values"] and not any_order and not even(self.rule):
            raise TooMuchError("new values come in order, and the rule does not treat all values alike")
        for window in self.rule["forbid"] if outside is None else ():
            letters = sorted({mark for _, _, mark in window if mark.isalpha()})
            if perm(len(values), len(letters)) > STATES:
                raise TooMuchError("a window has too many letters")
            for chosen in permutations(values, len(letters)):
                meant = dict(zip(letters, chosen, strict=True))
                shows = [None if m == "?" else meant[m] if m.isalpha() else int(m) for _, _, m in window]
                for x in range(self.width):
                    if laid := self._laid(x, window):
                        shown = (every if v is None else 2 << values.index(v) for v in shows)
                        self._clause(dict(zip(laid, shown, strict=True)))
                        self.alone = max(self.alone, 1 + max(s for s, _ in laid) - min(s for s, _ in laid))
                if len(self.conditions) > STATES:
                    raise TooMuchError(f"more than {STATES} conditions")
        for window in self.rule["forbid"] if outside is not None else ():
            self._windows(window, avoiding(window))
        for count in self.rule["counts"]:
            if outside is not None:
                self._neighbours(count["neighbours"], counted(count))
                continue
            for x in range(self.width):
                steps = NEAR if count["neighbours"] == "rook" else count["neighbours"]
                around = {at for r, c in steps if (at := self._at(x, r, c)) not in (None, (0, x))}
                slices = [s for s, _ in around] + [0]
                self.alone = max(self.alone, 1 + max(slices) - min(slices))
                items = [(0, x, 1), *((s, at, 0) for s, at in around)]
                allowed = sum(1 << number for number in {*count["allowed"]})
                cell, of = (
                    sum(2 << values.index(v) for v in {*some}) for some in ([count["cell"]], count["of"])
                )
                self._condition(items, allowed, cell, of)
        for condition in self.rule["conditions"]:
            if "linkage" in condition:
                raise TooMuchError("what hangs together is listed here, and not decided from the rule")
            if "cells" in condition:
                self._windows(condition["cells"], asked_of_window(condition))
            elif "neighbours" in condition:
                self._neighbours(condition["neighbours"], asked_near(condition))
            elif "along" in condition:
                raise TooMuchError("conditions on whole lines, which are not decided here")
            elif "parts" in condition:
                if asked.ring:
                    raise TooMuchError("what is counted on a whole board that closes up is not decided here")
                self.tallies.append(condition)
                for part in condition["parts"]:
                    if "cells" in part:
                        self._windows(part["cells"], asked_of_window(condition | part), len(self.tallies))
                    else:
                        self._neighbours(part["neighbours"], asked_near(condition | part), len(self.tallies))
            else:
                fine = asked_near(condition)
                bad = sum(2 << c for c, value in enumerate(values) if not fine(value, []))
                for line in condition["at"]:
                    self._pinned(line if self.down else line[::-1], bad, asked.ring)

    def _windows(self, window: Any, fine: Callable[[list[int]], int], tally: int = 0) -> None:
        """A table wherever a window is laid; with a value outside also where some of it is off the board."""
        outside = self.rule["outside"]
        spots = [(r, c) if self.down else (c, r) for r, c, *_ in window]
        wide = max(at for _, at in spots) - min(at for _, at in spots) + 1
        starts = range(self.width) if self.around or outside is None else range(1 - wide, self.width)
        first = min(at for _, at in spots)
        for start in starts:
            places: list[Place | int] = []
            for along, across in spots:
                x = start + across - first
                x = x % self.width if self.around else x
                places.append((along, x) if 0 <= x < self.width else -1)
            cells = [place for place in places if place != -1]
            if len({*cells}) < len(cells) or not cells or (outside is None and -1 in places):
                continue
            self._table(places, lambda shown, _: fine(shown), False, tally)

    def _neighbours(self, neighbours: Any, fine: Callable[[int, list[int]], int], tally: int = 0) -> None:
        """A table at every cell for it and its neighbours; those not there show the value outside."""
        steps = NEAR if neighbours == "rook" else neighbours
        for x in range(self.width):
            reached = [self._at(x, r, c) for r, c in steps]
            around: list[Any] = [*{at for at in reached if at not in (None, (0, x))}]
            around += [-1] * reached.count(None)
            self._table([(0, x), *around], lambda shown, near: fine(shown[0], near), True, tally)

    def _table(
        self, places: list[Any], fine: Callable[[Any, list[int]], int], near: bool, tally: int
    ) -> None:
        """What these places may show together, -1 being one beyond the border, as a graph without repetition.

        For a cell with neighbours the first place is the cell, the order of the others is of no account, and
        walls are left out where there is no value outside. Of a window with a wall nothing is asked
        then. Nothing is asked where all places show walls, or the cell does. With a ``tally``
        nothing is asked at all: where the table says yes, one more is counted there.
        """
        values, outside = self.rule["values"], self.rule["outside"]
        order = sorted({place for place in places if place != -1})
        position = {place: k for k, place in enumerate(order)}
        center = position[places[0]] if near else -1
        low = order[0][0]
        self.alone = max(self.alone, 1 + order[-1][0] - low)
        symbols = [None, *values]
        if (len(values) + (near or outside is not None)) ** len(order) > 40 * STATES and not near:
            raise TooMuchError(f"a predicate looks at {len(order)} cells with {len(values)} values")
        known: dict[Any, Any] = {}

        def holds(shown: tuple[int | None, ...]) -> int:
            if near:
                if shown[center] is None:
                    return not tally
                others = [v for k, v in enumerate(shown) if k != center]
                around = [v for v in others if v is not None] + [
                    outside for _ in range((others.count(None) + places.count(-1)) * (outside is not None))
                ]
                return fine([shown[center] or 0], around)
            if all(v is None for v in shown) or (outside is None and None in shown):
                return not tally
            told = (None if place == -1 else shown[position[place]] for place in places)
            return fine([outside if v is None else v for v in told], [])

        def node(shown: tuple[int | None, ...]) -> Any:
            """True or False where that is settled, else the node after these have been shown."""
            if (
                shown
                and shown[-1] is None
                and ((near and len(shown) == center + 1) or not (near or outside is not None))
            ):
                return True
            if len(shown) == len(order):
                said = holds(shown)
                return (
                    said if not tally else self.nodes.setdefault((tally,), Node((), tally)) if said else True
                )
            rest = [str(v) for k, v in enumerate(shown) if k != center]
            key = (len(shown), shown[center : center + 1], tuple(sorted(rest))) if near else shown
            if key not in known:
                if len(known) > 40 * STATES:
                    raise TooMuchError(f"a predicate looks at {len(order)} cells with {len(values)} values")
                after = tuple(node((*shown, symbol)) for symbol in symbols)
                alike = all(one is after[0] for one in after) and isinstance(after[0], bool)
                known[key] = after[0] if alike else self.nodes.setdefault(after, Node(after))
            return known[key]

        first = node(())
        if first is False:
            raise TooMuchError("a predicate holds for no filling at all, not even where there is no board")
        if first is not True:
            serial = [len(self.conditions)] if tally else []  # two that end together are two
            self._condition([(s, x, 0) for s, x in order], first, *serial)

    def _pinned(self, line: Any, bad: int, ring: bool) -> None:
        """A pin: what the cells of a line may not show, so far from the wall that it is counted from."""
        along, across = line
        if ring and along is not None:
            raise TooMuchError("cells that are pinned along the side that closes up are not decided here")
        at = None if across is None else across if across >= 0 else across + self.width
        for x in range(self.width) if at is None else [at] if 0 <= at < self.width else []:
            every = (1 << len(self.powers)) - 2
            if along is None:
                self._clause({(0, x): bad})
            elif along >= 0:
                self._clause({(0, x): 1, (1, x): every} | {(along + 1, x): bad})
            else:
                self._clause({(-along, x): 1, (-along - 1, x): every} | {(0, x): bad})

    def _tiles(self, asked: Asked) -> None:
        tiles, edge = self.rule["tiles"], self.rule["boundary"]
        for tile in tiles:
            self._symbol(range(self.width), powers_of(asked, tile["weight"]), -1)
        along, across = (("bottom", "top"), ("right", "left"))[:: 1 if self.down else -1]

        def showing(side: str, labels: set[str]) -> int:
            return sum(2 << i for i, tile in enumerate(tiles) if tile[side] in labels)

        def meet(one: Place, other: Place, sides: tuple[str, str]) -> None:
            labels = {tile[sides[0]] for tile in tiles}
            for label in labels:
                others = {tile[sides[1]] for tile in tiles} - {label}
                self._clause({one: showing(sides[0], {label}), other: showing(sides[1], others)})

        def bounded(cell: Place, side: str, more: dict[Place, int]) -> None:
            self._clause({cell: showing(side, {tile[side] for tile in tiles} - {*edge[side]})} | more)

        for x in range(self.width):
            meet((0, x), (1, x), along)
            bounded((0, x), along[0], {(1, x): 1})
            bounded((1, x), along[1], {(0, x): 1})
            if self.around or x + 1 < self.width:
                meet((0, x), (0, (x + 1) % self.width), across)
        if not self.around and self.width:
            bounded((0, 0), across[1], {})
            bounded((0, self.width - 1), across[0], {})

    def _pointers(self, asked: Asked) -> None:
        """No cell points beyond the ends, no two at one: so each of finitely many is pointed at once."""
        arrows = []
        for x in range(self.width):
            ways = {(0, x): self.rule["stay"]} if self.rule["stay"] else {}
            for r, c, *power in self.rule["moves"]:
                at = self._at(x, r, c)
                if at not in (None, (0, x)):
                    ways.setdefault(at, power)
            for at, power in ways.items():
                arrows.append((x, *at, self._symbol([x], powers_of(asked, power), -1)))
        for x, along, across, symbol in arrows:
            if along:
                self._clause({(0, x): 1 << symbol, (along, across): 1})
                self.alone = max(self.alone, 2 * abs(along) + 1)
            for other, far, row, second in arrows:
                if across == row and (along - far, other) != (0, x):
                    self._clause({(0, x): 1 << symbol, (along - far, other): 1 << second})

    def _symbol(self, cells: Any, power: tuple[int, int], group: int) -> int:
        for x in cells:
            self.symbols[x].append(len(self.powers))
        self.powers.append(power)
        self.group.append(group)
        return len(self.powers) - 1

    def _at(self, x: int, row: int, col: int) -> Place | None:
        """Slice and cell at an offset from cell x of slice 0."""
        along, across = (row, x + col) if self.down else (col, x + row)
        if self.around:
            return along, across % self.width
        return (along, across) if 0 <= across < self.width else None

    def _laid(self, x: int, shape: Any) -> list[Place]:
        """Where a shape comes with its first part on cell x of slice 0; nothing where it does not fit."""
        row, col = shape[0][:2]
        found = [at for part in shape if (at := self._at(x, part[0] - row, part[1] - col))]
        return found if len({*found}) == len(shape) else []

    def _near(self, cell: Place) -> list[Place]:
        """The cells that share an edge with a cell, those beyond both ends of the board too."""
        found = [self._at(cell[1], *step) for step in NEAR]
        return [(cell[0] + one[0], one[1]) for one in found if one]

    def _clause(self, shown: dict[Any, int]) -> None:
        """These cells may not all show one of these symbols."""
        if all(shown.values()):
            self._condition([(s, x, mask) for (s, x), mask in shown.items()])

    def _condition(self, items: list[tuple[int, int, int]], *more: int) -> None:
        low = min(s for s, _, _ in items)
        self.reach = max(self.reach, max(s for s, _, _ in items) - low)
        self.conditions.add((tuple(sorted(((s - low) * self.width + x, m) for s, x, m in items)), *more))

    def _begun(self, x: int, symbol: int) -> set[tuple[Any, ...]] | None:
        """What is left of the conditions that begin at cell x when it shows this; None if one is broken."""
        return decided({c for c in self.conditions if c[0][0][0] == x}, x, symbol)


class Node:
    """What is left of a table: by the next symbol a node, True where it holds, False where it cannot.

    Or, behind the last symbol, what is counted one more of.
    """

    def __init__(self, after: tuple[Any, ...], tally: int = 0) -> None:
        self.after, self.tally = after, tally


def decided(conditions: Any, place: int, symbol: int) -> set[tuple[Any, ...]] | None:
    """Conditions when this place shows this symbol, those that hold left out; None where one is broken."""
    left = set()
    for condition in conditions:
        (at, mask), rest = condition[0][0], condition[0][1:]
        if at != place:
            left.add(condition)
        elif len(condition) == 1:
            if mask >> symbol & 1:
                if not rest:
                    return None
                left.add((rest,))
        elif len(condition) < 4:
            after = condition[1].after[symbol]
            if after is False:
                return None
            if after is not True:
                left.add((rest, after, *condition[2:]))
        else:
            _, allowed, cell, of = condition
            if mask and not cell >> symbol & 1:
                continue
            if not mask and of >> symbol & 1:
                allowed >>= 1
            waits = any(m for _, m in rest)
            numbers = (2 << len(rest) - waits) - 1
            if allowed & numbers == numbers:
                continue
            if not allowed & numbers:
                if not waits:
                    return None
                left.add((tuple((at, cell) for at, m in rest if m),))
            else:
                left.add((rest, allowed & numbers, cell, of))
    return left


def tidied(conditions: set[tuple[Any, ...]]) -> frozenset[tuple[Any, ...]]:
    """Conditions on one place each joined, and what they settle of the others taken out of these."""
    barred: dict[int, int] = {}
    for condition in conditions:
        if len(condition) == 1 and len(condition[0]) == 1:
            ((place, mask),) = condition[0]
            barred[place] = barred.get(place, 0) | mask
    if not barred:
        return frozenset(conditions)
    left: set[tuple[Any, ...]] = {(((place, mask),),) for place, mask in barred.items()}
    for condition in conditions:
        if len(condition) > 1:
            left.add(condition)
        elif len(condition[0]) > 1 and not any(not m & ~barred.get(at, 0) for at, m in condition[0]):
            left.add((tuple((at, m & ~barred.get(at, 0)) for at, m in condition[0]),))
    return frozenset(left)


# The machine --------------------------------------------------------------------------------------------


class Machine:
    """Classes of states between slices, what leads from each to which, cell by cell, and both ends.

    ``steps[x]`` holds for every class before cell x the classes after it, each with powers and how often.
    ``ends``: classes to start in, each with what every class counts when the board ends.
    """

    def __init__(self, local: Local, ring: bool, most: int = STEPS) -> None:
        self.local: Any = local
        self.shifts: dict[Any, Any] = {}
        groups: Any = ((-1,) * local.width, ()) if local.liberties else None
        if local.tallies or local.new_values:
            groups = (0,) * (len(local.tallies) + 1)
        start: Any = (frozenset(), groups)
        for _ in range(0 if ring else local.reach):
            start = self._walled(start)
        self.known: list[dict[Any, int]] = [{} for _ in range(max(1, local.width))]
        self.known[0][start] = 0
        self.ways: list[list[list[int]]] = [[] for _ in range(local.width)]
        self._explore(most)
        ends = self._ring_ends() if ring else {0: [self._end(state) for state in self.known[0]]}
        self._merge(ends)

    def _explore(self, most: int) -> None:
        """All states that are reached, by cell, and what each symbol leads to; -1 where it is not legal."""
        pending, worked = [list(states) for states in self.known], 0
        while any(pending[: self.local.width]):
            for x, states in enumerate(pending):
                pending[x], to = [], (x + 1) % self.local.width
                for state in states:
                    row = []
                    worked += len(self.local.symbols[x]) * (5 + len(state[0]))
                    if worked > most // 60:
                        made = sum(map(len, self.known))
                        raise TooMuchError(
                            f"the machine of the rule has more than {made} states, cell by cell"
                        )
                    for symbol in self.local.symbols[x]:
                        after = self._after(state, x, symbol)
                        if after is not None and after not in self.known[to]:
                            self.known[to][after] = len(self.known[to])
                            (states if to == x else pending[to]).append(after)
                        row.append(-1 if after is None else self.known[to][after])
                    self.ways[x].append(row)

    def _after(self, state: Any, x: int, symbol: int) -> Any:
        """The state after cell x shows a symbol; None where that breaks a condition."""
        begun, left = self.local.begin[x][symbol], decided(state[0], x, symbol)
        if begun is None or left is None:
            return None
        ended = {condition for condition in left | begun if not condition[0]}
        if self.local.liberties:
            groups = grouped(state[1], x, self.local.group[symbol], self.local.around)
        else:
            groups = self._tallied(state[1], ended, symbol)
        if groups is False:
            return None
        waiting = tidied((left | begun) - ended)
        last = x + 1 == self.local.width
        return (frozenset(map(self._shifted, waiting)) if last else waiting), groups

    def _tallied(self, tally: Any, ended: set[Any], symbol: int) -> Any:
        """How often what is counted has been so, as far as that is told apart, and how many values were used.

        False where a new value is not the least that was not used.
        """
        if tally is None:
            return None
        *numbers, used = tally
        for condition in ended:
            numbers[condition[1].tally - 1] += 1
        caps = (one["cap"] for one in self.local.tallies)
        if self.local.new_values and symbol > used + 1:
            return False
        used = max(used, symbol) if self.local.new_values else 0
        return (*(min(number, cap) for number, cap in zip(numbers, caps, strict=True)), used)

    def _shifted(self, condition: Any) -> Any:
        """A condition as the next slice sees it."""
        if condition not in self.shifts:
            places = tuple((place - self.local.width, mask) for place, mask in condition[0])
            self.shifts[condition] = (places, *condition[1:])
        return self.shifts[condition]

    def _walled(self, state: Any) -> Any:
        """The state after a slice of walls."""
        for x in range(self.local.width):
            state = state and self._after(state, x, 0)
        return state

    def _end(self, state: Any) -> Sum:
        for _ in range(self.local.reach):
            state = self._walled(state)
        asked = self.local.tallies
        fine = state and all(n in one["allowed"] for n, one in zip(state[1] or (), asked, strict=False))
        return Sum({(0, 0): 1} if fine else {})

    def _ring_ends(self) -> dict[int, list[Sum]]:
        """For every state s_f the sums of weight(f) v_f, found by reading f from all states at once."""
        runs: dict[tuple[int, ...], Sum] = {(0, *range(len(self.known[0]))): Sum({(0, 0): 1})}
        for x in [*range(self.local.width)] * self.local.reach:
            after: defaultdict[tuple[int, ...], Sum] = defaultdict(Sum)
            for run, weights in runs.items():
                for place, symbol in enumerate(self.local.symbols[x]):
                    ends = tuple([state if state < 0 else self.ways[x][state][place] for state in run])
                    if ends[0] >= 0:
                        moved(after[ends], weights, self.local.powers[symbol])
                if len(after) * len(run) > 30 * STATES:
                    raise TooMuchError("the machine of the rule closes up in too many ways")
            runs = after
        found: dict[int, list[Sum]] = {}
        for run, weights in runs.items():
            column = found.setdefault(run[0], [Sum() for _ in run[1:]])
            for total, end in zip(column, run[1:], strict=True):
                if end >= 0:
                    total.update(weights)
        return found

    def _merge(self, ends: dict[int, list[Sum]]) -> None:
        """Classes of states with equal futures: equal ends, and equal weights into equal classes."""
        named: dict[Any, int] = {}
        classes = [
            named.setdefault(tuple(frozenset(column[state].items()) for column in ends.values()), len(named))
            for state in range(len(self.known[0]))
        ]
        while True:
            before = classes
            rows: list[list[Any]] = [[] for _ in self.ways]
            for x in reversed(range(len(self.ways))):
                named, rows[x], after = {}, [], []
                symbols = [self.local.powers[symbol] for symbol in self.local.symbols[x]]
                for state, ways in enumerate(self.ways[x]):
                    leads = Counter(
                        (classes[to], power) for to, power in zip(ways, symbols, strict=True) if to >= 0
                    )
                    key: Any = (frozenset(leads.items()), before[state] if x == 0 else 0)
                    if key not in named:
                        named[key] = len(named)
                        rows[x].append(sorted(leads.items()))
                    after.append(named[key])
                classes = after
            if max(classes) == max(before):
                break
        self.size, self.steps = max(classes) + 1, rows
        last = {number: state for state, number in enumerate(classes)}
        self.ends = [
            (classes[start], [column[last[number]] for number in range(self.size)])
            for start, column in ends.items()
        ]

    def degree(self, axis: int, start: int, count: int) -> int:
        """A bound of the powers of x or y below t^count; the terms below t^start may be listed ones."""
        widest = max(power[axis] for power in self.local.powers)
        ends = [power[axis] for _, column in self.ends for total in column for power in total]
        found: int = start * self.local.width * widest
        best = dict.fromkeys((number for number, _ in self.ends), 0)
        for _ in range(count):
            found = max(found, max(best.values(), default=0) + max(ends, default=0))
            for rows in self.steps:
                after: dict[int, int] = {}
                for number, so_far in best.items():
                    for (to, power), _ in rows[number]:
                        after[to] = max(after.get(to, 0), so_far + power[axis])
                best = after
        return found

    def series(self, unit: tuple[int, int]) -> Iterator[int]:
        """The values for n = m, m + 1, ... at x = 2^unit[0], y = 2^unit[1]."""
        steps = [
            [
                (
                    [to for (to, power), c in row for _ in range(c) if not any(power)],
                    [
                        (to, power[0] * unit[0] + power[1] * unit[1], c)
                        for (to, power), c in row
                        if any(power)
                    ],
                )
                for row in rows
            ]
            for rows in self.steps
        ]
        ends = [[value(total, unit) for total in column] for _, column in self.ends]
        rows = [[0] * start + [1] + [0] * (self.size - start - 1) for start, _ in self.ends]
        skipped = self.local.alone - self.local.reach if self.local.alone else 0
        while True:
            if skipped == 0:
                yield sum(sum(map(int.__mul__, row, column)) for row, column in zip(rows, ends, strict=True))
            skipped = max(0, skipped - 1)
            rows = [stepped(row, steps) for row in rows]


def grouped(known: Any, x: int, shows: int, around: bool) -> Any:
    """The last k cells after cell x, and of the groups on them the colours, and which have a free neighbour.

    Cells are -1 for the wall, -2 where they are free, or a group. False where a group ends without one.
    """
    cells, groups = known
    beside = {cells[x], *cells[max(0, x - 1) : x], *(cells[:1] if around and x + 1 == len(cells) else ())}
    colours, free = [c for c, _ in groups], [f for _, f in groups]
    after = [*cells[:x], shows, *cells[x + 1 :]]
    if shows == -2:
        free = [f or g in beside for g, f in enumerate(free)]
    elif shows >= 0:
        joined = {g for g in beside if g >= 0 and colours[g] == shows}
        after = [len(groups) if place == x or g in joined else g for place, g in enumerate(after)]
        colours.append(shows)
        free.append(-2 in beside or any(free[g] for g in joined))
        gone = {*range(len(groups))} - {*after} - joined
    if any(not f and g not in after and (shows < 0 or g in gone) for g, f in enumerate(free)):
        return False
    order = {g: number for number, g in enumerate(dict.fromkeys(g for g in after if g >= 0))}
    return tuple(order.get(g, g) for g in after), tuple((colours[g], free[g]) for g in order)


def moved(total: Sum, weights: Sum, power: tuple[int, int]) -> None:
    """Adds a sum times a monomial."""
    for (i, j), c in weights.items():
        total[i + power[0], j + power[1]] += c


def value(total: Sum, unit: tuple[int, int]) -> int:
    return sum(c << i * unit[0] + j * unit[1] for (i, j), c in total.items())


def stepped(row: list[int], steps: list[Any]) -> list[int]:
    """A row of classes after one slice."""
    for x, rows in enumerate(steps):
        after = [0] * len(steps[(x + 1) % len(steps)])
        for number, (plain, marked) in zip(row, rows, strict=True):
            if number:
                for to in plain:
                    after[to] += number
                for to, shift, c in marked:
                    after[to] += number * c << shift
        row = after
    return row


def compared(
    asked: Asked, machine: Machine, boards: dict[int, Sum], top: Part, bottom: Part, most: int
) -> int:
    """How many coefficients were compared; or RefusalError."""
    start, order, last = max(machine.local.alone, asked.first), max(bottom), max(top, default=-1)
    count: int = machine.size + order + max(start, last + 1 - order)
    edges = sum(len(row) for rows in machine.steps for row in rows) + machine.size
    terms = sum(map(len, bottom.values()))
    work = (len(machine.ends) * edges + terms) * count

    def allow(digits: int) -> None:
        if work * (1 + digits // 2000) > most:
            raise TooMuchError(
                f"its machine has {machine.size} states, and {count} coefficients are to compare"
            )

    def series(unit: tuple[int, int]) -> list[int]:
        values = machine.series(unit)
        early = [value(boards[n], unit) if n >= asked.first else 0 for n in range(min(start, count))]
        return early + [next(values) for _ in range(count - len(early))]

    allow(count * machine.local.width)
    found, unit = series((0, 0)), (0, 0)
    if asked.weights:
        parts = [total for part in (top, bottom) for total in part.values()]
        high = [max((power[axis] for total in parts for power in total), default=0) for axis in (0, 1)]
        i, j = (high[axis] + machine.degree(axis, start, count) for axis in (0, 1))
        size = sum(abs(c) for total in parts for c in total.values())
        w = (size * (1 + max(found))).bit_length() + 1
        allow(w * (1 + i) * (1 + j))
        unit = (w, w * (1 + i))
        found = series(unit)
    for n in range(count):
        product = sum(
            found[n - k] * c << i * unit[0] + j * unit[1]
            for k, total in bottom.items()
            if k <= n
            for (i, j), c in total.items()
        )
        if product != value(top.get(n, Sum()), unit):
            raise RefusalError(1, f"the coefficient of t^{n} is not the number that the rule gives")
    return count


# Graphs, and what hangs together ------------------------------------------------------------------------

KING = {(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1)} - {(0, 0)}
ROOK, DIAGONAL = 0, 1
Step = tuple[Any, ...]


class Take(NamedTuple):
    """A vertex comes: how many edges it will have, -1 without a bound, and which named lines it is on."""

    edges: int
    lines: frozenset[tuple[int | None, int | None]]


class Join(NamedTuple):
    """An edge between two vertices that are there, by number; then so many more are to come at each."""

    one: int
    other: int
    left: tuple[int, int]
    kind: int


class Drop(NamedTuple):
    """A vertex has all its edges, and goes."""

    at: int


def spread(asked: Asked) -> dict[str, Any]:
    """The slices of which squares are made, or those of the graph itself."""
    if asked.slices is not None:
        return asked.slices
    down = asked.rows is None
    width, around = (asked.cols if down else asked.rows) or 0, asked.wraps[1 if down else 0]
    if width > WIDEST:
        raise TooMuchError(f"slices of {width} cells are wider than {WIDEST}")
    across = [[x, x + 1] for x in range(width - 1)] + [[0, width - 1]] * around
    empty = {"vertices": 0, "edges": []}
    return {
        "slice": {"vertices": width, "edges": across}, "links": [[x, x, 1] for x in range(width)],
        "ring": asked.ring, "twist": [], "hubs": empty, "spokes": [], "first": None, "last": None,
        "apart": 0, "first_n": asked.first,
    }  # fmt: skip


def steps_of(asked: Asked, count: int, lines: Any, diagonal: bool) -> list[list[Step]]:
    """How a board of so many slices is made: hubs and first end, slice by slice, last end and the rest.

    Vertices come as they are numbered, each with its edges to those before, and go when they have all.
    """
    slices = spread(asked)
    graph = Graph(slices, count + slices["apart"])
    hubs, width = slices["hubs"]["vertices"], slices["slice"]["vertices"]
    start = hubs + (slices["first"]["vertices"] if slices["first"] else 0)
    joins = [(*edge, ROOK) for edge in graph.edges]
    if diagonal:
        links = [[a, b, 1] for a, b in permutations(range(width), 2) if [min(a, b), max(a, b)] in
                 slices["slice"]["edges"]]  # fmt: skip
        joins += [(*edge, DIAGONAL) for edge in Graph(slices | {"links": links}, count).edges - graph.edges]
    near: dict[int, list[tuple[int, int]]] = {cell: [] for cell in graph.cells}
    for a, b, kind in joins:
        near[a].append((b, kind))
        near[b].append((a, kind))
    left = {cell: sum(kind == ROOK for _, kind in near[cell]) for cell in graph.cells}
    waits = {cell: len(near[cell]) for cell in graph.cells}
    parts: list[list[Step]] = [[] for _ in range(count + 2)]
    front: list[int] = []

    def more(cell: int) -> int:
        return -1 if cell < hubs else left[cell]

    for cell in graph.cells:
        part = parts[0 if cell < start else min(1 + (cell - start) // max(1, width), count + 1)]
        own = named_lines(asked, lines, cell, len(graph.cells), count)
        part.append(Take(more(cell), own))
        front.append(cell)
        for other, kind in sorted(near[cell], key=lambda one: front.index(one[0]) if one[0] in front else 0):
            if other < cell:
                for end in (cell, other):
                    left[end] -= kind == ROOK
                    waits[end] -= 1
                ends = front.index(other), front.index(cell)
                part.append(Join(*ends, (more(other), more(cell)), kind))
        for done in [one for one in front if not waits[one] and one >= hubs]:
            part.append(Drop(front.index(done)))
            front.remove(done)
    parts[-1] += [Drop(0) for _ in front]
    return parts


def named_lines(asked: Asked, lines: Any, cell: int, size: int, count: int) -> frozenset[Any]:
    """Which of the lines that a rule names a vertex is on."""
    if asked.slices is not None:
        own = {(0, 0)} if cell == 0 else set()
        return frozenset((own | ({(-1, -1)} if cell == size - 1 else set())) & lines)
    down, width = asked.rows is None, (asked.cols if asked.rows is None else asked.rows) or 1
    along, across = divmod(cell, width)
    places = ((along, along - count, None), (across, across - width, None))
    return frozenset({*product(*(places if down else places[::-1]))} & lines)


class Hanging:
    """What is asked of a graph as a whole, and how far it is told.

    A system is: by vertex that is there its label, 0 for none; by label the bits of the places that its
    component is at, and how many of its vertices are marked; how many components are complete; how many
    cycles are closed, as each edge within a component closes one; whether some component joins the places.
    """

    def __init__(self, linkage: Any) -> None:
        self.asks = linkage
        self.joins = [{tuple(line) for line in place} for place in linkage["joins"]]
        self.apart = [{tuple(line) for line in place} for place in linkage["apart"]]
        self.each = linkage.get("each")
        self.chosen = bool(self.each) and self.each["at"] is None
        self.marked = {tuple(line) for line in self.each["at"]} if self.each and not self.chosen else set()
        self.wanted = (1 << len(self.joins)) - 1
        self.barred = ((1 << len(self.apart)) - 1) << len(self.joins)
        self.weight = tuple(linkage.get("weight", (0, 0)))
        tally = linkage["components"]
        self.last = max(tally["allowed"], default=-1) if tally else -2
        if tally and self.last == tally["cap"]:
            self.last = -2  # more of them are allowed too

    start: Any = ((), (), 0, 0, False)

    def taken(self, system: Any, member: bool, lines: Any) -> Iterator[Any]:
        """With one vertex more."""
        labels, *rest = system
        after = ((*labels, 0), *rest)
        if not member:
            yield after
        else:
            yield from self.woken(after, len(labels), lines)

    def woken(self, system: Any, at: int, lines: Any) -> Iterator[Any]:
        """When a vertex that is there comes to belong to the graph; where some are chosen, in both ways."""
        labels, parts, complete, closed, met = system
        bits = sum(1 << k for k, place in enumerate([*self.joins, *self.apart]) if place & lines)
        for number in (0, 1) if self.chosen else (int(bool(self.marked & lines)),):
            part = (bits, self._number(number))
            after = self._told(
                ((*labels[:at], len(parts) + 1, *labels[at + 1 :]), (*parts, part), complete, closed, met)
            )
            if after:
                yield after

    def _number(self, number: int) -> int:
        return min(number, self.each["cap"]) if self.each else 0

    def _told(self, system: Any) -> Any:
        """None where a component has what may not be together, or is one too many; parts in their order."""
        labels, parts, complete, closed, met = system
        if parts and complete == self.last:
            return None
        order = {label: k for k, label in enumerate(dict.fromkeys(each for each in labels if each), 1)}
        parts = tuple(parts[label - 1] for label in order)
        labels = tuple(order.get(each, 0) for each in labels)
        if self.barred and any(bits & self.barred == self.barred for bits, _ in parts):
            return None
        met = met or (self.wanted > 0 and any(bits & self.wanted == self.wanted for bits, _ in parts))
        if met:
            parts = tuple((bits & ~self.wanted, number) for bits, number in parts)
        return labels, parts, complete, closed, met

    def joined(self, system: Any, one: int, other: int) -> Any:
        """With an edge between two that belong to it; None where that cannot be."""
        labels, parts, complete, closed, met = system
        a, b = labels[one], labels[other]
        if a == b:
            tally = self.asks["cycles"]
            closed = min(closed + 1, tally["cap"]) if tally else 0
            fine = not tally or closed <= max(tally["allowed"], default=-1)
            return (labels, parts, complete, closed, met) if fine else None
        low, high = min(a, b), max(a, b)
        both = (parts[a - 1][0] | parts[b - 1][0], self._number(parts[a - 1][1] + parts[b - 1][1]))
        kept = [*parts[: high - 1], *parts[high:]]
        kept[low - 1] = both
        moved_ = tuple(low if each == high else each - (each > high) for each in labels)
        return self._told((moved_, tuple(kept), complete, closed, met))

    def dropped(self, system: Any, at: int) -> Any:
        """Without a vertex, and whether a component is complete with it; None where that cannot be."""
        labels, parts, complete, closed, met = system
        own, labels = labels[at], (*labels[:at], *labels[at + 1 :])
        ended = own > 0 and own not in labels
        if ended:
            if self.each and parts[own - 1][1] not in self.each["allowed"]:
                return None
            tally = self.asks["components"]
            complete = min(complete + 1, tally["cap"]) if tally else 0
            if tally and complete > max(tally["allowed"], default=-1):
                return None
            parts = (*parts[: own - 1], *parts[own:])
            labels = tuple(each - (each > own) for each in labels)
        after = self._told((labels, parts, complete, closed, met))
        return (after, ended) if after else None

    def over(self, system: Any) -> bool:
        """Whether it is as asked when all is done."""
        _, _, complete, closed, met = system
        told = ((self.asks["components"], complete), (self.asks["cycles"], closed))
        return (met or not self.wanted) and all(
            tally is None or number in tally["allowed"] for tally, number in told
        )


State = tuple[Any, ...]
"""By vertex that is there what is known of it; the systems; and what else is told of all so far."""


class Sweep:
    """What a rule makes of the steps: ``after(step, state)`` are the states that follow, with powers."""

    def __init__(self, asked: Asked) -> None:
        self.asked, self.rule = asked, asked.rule
        self.systems: list[Hanging] = []
        self.lines: set[tuple[int | None, int | None]] = set()
        self.diagonal = False
        self.rest: Any = ()
        hubs = spread(asked)["hubs"]["vertices"]
        self.kind = "placement" if self.rule["kind"] == "cover" else self.rule["kind"]
        if self.kind not in ("placement", "array", "edges", "orientations"):
            raise TooMuchError("rules of this kind are not made vertex by vertex")
        getattr(self, f"_read_{self.kind}")(asked, bool(hubs))
        for system in self.systems:
            for place in (*system.joins, *system.apart, system.marked):
                self.lines |= place
        self.start: State = ((), (Hanging.start,) * len(self.systems), self.rest)

    def after(self, step: Step, state: State) -> Iterator[tuple[State, tuple[int, int]]]:
        if isinstance(step, Take):
            yield from self._take(step, state)
        elif isinstance(step, Join):
            yield from self._join(step, state)
        elif isinstance(step, Drop):
            yield from self._drop(step.at, state)

    def over(self, state: State) -> bool:
        """Whether what is left when all vertices are gone is as asked."""
        fine = all(one.over(system) for one, system in zip(self.systems, state[1], strict=True))
        kind, rest = self.kind, state[2]
        if kind == "array":
            fine &= all(n in tally["allowed"] for n, tally in zip(rest, self.tallies, strict=True))
        if kind == "orientations" and self.rule["strong"]:
            fine &= rest[1]
        return bool(fine)

    def _take(self, step: Take, state: State) -> Iterator[tuple[State, tuple[int, int]]]:
        vertices, systems, rest = state
        kind = self.kind
        if kind == "orientations":
            if rest and rest[1]:
                return  # what came before is all, and is not reached from here
            rest = ((*rest[0], 0), rest[1]) if rest else rest
        for own, power in getattr(self, f"_new_{kind}")(step):
            ways: list[Any] = [()]
            for system, one in zip(self.systems, systems, strict=True):
                member = self._belongs(system, own)
                ways = [(*way, more) for way in ways for more in system.taken(one, member, step.lines)]
            for way in ways:
                yield ((*vertices, own), way, rest), power

    def _belongs(self, system: Hanging, own: Any) -> bool:
        if self.kind == "edges":
            return self.every
        return own[0] in self.members[self.systems.index(system)]

    def _join(self, step: Join, state: State) -> Iterator[tuple[State, tuple[int, int]]]:
        yield from getattr(self, f"_join_{self.kind}")(step, state)

    def _drop(self, at: int, state: State) -> Iterator[tuple[State, tuple[int, int]]]:
        vertices, systems, rest = state
        own, vertices = vertices[at], (*vertices[:at], *vertices[at + 1 :])
        rest = getattr(self, f"_gone_{self.kind}")(own, at, rest, len(vertices))
        if rest is None:
            return
        power, after = [0, 0], []
        for system, one in zip(self.systems, systems, strict=True):
            found = system.dropped(one, at)
            if found is None:
                return
            after.append(found[0])
            power = [p + w * found[1] for p, w in zip(power, system.weight, strict=True)]
        yield (vertices, tuple(after), rest), powers_of(self.asked, tuple(power))

    @staticmethod
    def _changed(vertices: Any, step: Join, one: Any, other: Any) -> Any:
        found = list(vertices)
        found[step.one], found[step.other] = one, other
        return tuple(found)

    # Sets of edges: of a vertex the degrees that it may have in the end, what lines it is on, and its
    # degree so far. Where the ends of edges are looked at, its degree in the end is chosen when it comes.

    def _read_edges(self, asked: Asked, _hubs: bool) -> None:
        rule = asked.rule
        top = rule["cap"] if rule["modulo"] else rule["cap"] + 1
        pairs = [{*product(range(top), repeat=2)}, {*product(range(top), repeat=2)}]
        if not rule["modulo"]:
            pairs[1] = {(a, b) for a, b in pairs[1] if a and b}  # a taken edge ends there
        self.tables = [{tuple(ends) for ends in rule[key]} for key in ("left", "taken")]
        self.chosen = not all(map(set.issubset, pairs, self.tables))
        self.alike: dict[Any, Any] = {}
        asks = rule["linkage"] or {}
        keys_ = ("components", "joins", "apart", "weight", "each")
        self.every = bool(asks.get("spanning") or not any(asks.get(key) for key in keys_))
        self.systems = [Hanging(asks)] if asks else []
        self.lines |= {tuple(line) for pin in rule["pins"] for line in pin["at"]}

    def _degree(self, number: int) -> int:
        return int(number % self.rule["cap"] if self.rule["modulo"] else min(number, self.rule["cap"]))

    def _may(self, own: Any, left: int) -> Any:
        """The vertex, or one that may come to the same degrees by so many edges more; None if to none."""
        more = self.rule["cap"] if left < 0 else min(left, self.rule["cap"])
        fine = tuple(self._degree(own[2] + k) in own[0] for k in range(more + 1))
        key = own[0] if self.chosen else (), own[1], left, fine
        return self.alike.setdefault(key, own) if any(fine) else None

    def _new_edges(self, step: Take) -> Iterator[tuple[Any, tuple[int, int]]]:
        allowed = self.rule["vertex"]
        for pin in self.rule["pins"]:
            if {tuple(line) for line in pin["at"]} & step.lines:
                allowed = pin["vertex"]
        each: list[Any] = [(d,) for d in sorted({*allowed})] if self.chosen else [tuple(sorted({*allowed}))]
        for degrees in each:
            own = degrees, step.lines if not self.every else frozenset(), 0
            own = self._may(own, step.edges)
            if own is not None:
                yield own, (0, 0)

    def _join_edges(self, step: Join, state: State) -> Iterator[tuple[State, tuple[int, int]]]:
        vertices, systems, rest = state
        one, other = vertices[step.one], vertices[step.other]
        for taken in (0, 1):
            if self.chosen and (one[0][0], other[0][0]) not in self.tables[taken]:
                continue
            ends = [(own[0], own[1], self._degree(own[2] + taken)) for own in (one, other)]
            one_, other_ = map(self._may, ends, step.left)
            if one_ is None or other_ is None:
                continue
            after = self._changed(vertices, step, one_, other_)
            ways: list[Any] = [systems]
            if taken and self.systems:
                hanging, ways = self.systems[0], [*systems]
                for at, own in ((step.one, one), (step.other, other)):
                    ways = [
                        more
                        for way in ways
                        for more in ([way] if way[0][at] else hanging.woken(way, at, own[1]))
                    ]
                found = (hanging.joined(way, step.one, step.other) for way in ways)
                ways = [(way,) for way in found if way]
            power = powers_of(self.asked, [w * taken for w in self.rule["weight"]])
            for way in ways:
                yield (after, way, rest), power

    def _gone_edges(self, own: Any, _at: int, rest: Any, _more: int) -> Any:
        return rest if own[2] in own[0] else None

    # Directions: of a vertex how many edges come and go; of all whom each reaches, as bits, and whether
    # all that is left is gone.

    def _read_orientations(self, asked: Asked, hubs: bool) -> None:
        said = asked.rule["vertex"]
        if said and hubs:
            raise TooMuchError("a vertex that touches all slices counts the directions of ever more edges")
        self.fine = read_predicate({"require": said}) if said else None
        if asked.rule["acyclic"] or asked.rule["strong"]:
            self.rest = ((), False)

    def _new_orientations(self, _step: Take) -> Iterator[tuple[Any, tuple[int, int]]]:
        yield (0, 0), (0, 0)

    def _join_orientations(self, step: Join, state: State) -> Iterator[tuple[State, tuple[int, int]]]:
        vertices, systems, rest = state
        counted_ = int(self.fine is not None)
        for tail, head in ((step.one, step.other), (step.other, step.one)):
            after, told = list(vertices), rest
            after[tail] = (after[tail][0], after[tail][1] + counted_)
            after[head] = (after[head][0] + counted_, after[head][1])
            if rest:
                rows = rest[0]
                if self.rule["acyclic"] and rows[head] >> tail & 1:
                    continue
                more = rows[head] | 1 << head
                told = (
                    tuple(row | more if k == tail or row >> tail & 1 else row for k, row in enumerate(rows)),
                    rest[1],
                )
            yield (tuple(after), systems, told), (0, 0)

    def _gone_orientations(self, own: Any, at: int, rest: Any, more: int) -> Any:
        if self.fine is not None and not self.fine({"i": own[0], "o": own[1]}):
            return None
        if not rest:
            return rest
        rows = rest[0]
        if (
            self.rule["strong"]
            and more
            and not (rows[at] & ~(1 << at) and any(row >> at & 1 for k, row in enumerate(rows) if k != at))
        ):
            return None
        low = (1 << at) - 1
        left = tuple(row & low | row >> 1 & ~low for k, row in enumerate(rows) if k != at)
        return left, bool(self.rule["strong"]) and not more

    # Arrays: of a vertex its value and those of its neighbours so far, of which one list stands for all
    # that nothing to come tells apart.

    def _read_array(self, asked: Asked, hubs: bool) -> None:
        rule = asked.rule
        told = [one for one in rule["conditions"] if "parts" not in one and "linkage" not in one]
        pins = [one for one in told if "at" in one]
        near = [one for one in told if "neighbours" in one]
        self.tallies = [one for one in rule["conditions"] if "parts" in one]
        parts = [part for tally in self.tallies for part in tally["parts"]]
        alone = rule["forbid"] or rule["image"] or rule["new_values"] or rule["outside"] is not None
        other = any(one.get("neighbours") != "rook" for one in (*rule["counts"], *near, *parts))
        if alone or other or len(pins) + len(near) < len(told):
            raise TooMuchError("windows, lines, classes and images are not decided on what hangs together")
        self.pins = [({tuple(line) for line in one["at"]}, asked_near(one)) for one in pins]
        self.lines |= {line for lines, _ in self.pins for line in lines}
        self.near = [*map(counted, rule["counts"]), *map(asked_near, near)]
        self.watched = [
            [asked_near({"when": tally["when"]} | part) for part in tally["parts"]] for tally in self.tallies
        ]
        self.rest = (0,) * len(self.tallies)
        self.members: list[set[int]] = []
        for one in (one for one in rule["conditions"] if "linkage" in one):
            steps = one["neighbours"]
            if steps != "rook" and ({tuple(step) for step in steps} != KING):
                raise TooMuchError("what hangs together otherwise than as rook or king is not decided here")
            self.diagonal |= steps != "rook"
            self.systems.append(Hanging(one["linkage"]))
            if self.systems[-1].chosen:
                raise TooMuchError("cells that are chosen in an array are not decided here")
            self.members.append({rule["values"].index(value) for value in one["of"]})
        self.kings = [one["neighbours"] != "rook" for one in rule["conditions"] if "linkage" in one]
        self.cap = 0
        if hubs:
            texts = [
                one[k] for one in (*near, *self.tallies) for k in ("require", "forbid", "when") if k in one
            ]
            self.cap = max([1, *(bounded(text, rule["values"]) for text in texts)])
            self.cap = max([self.cap, *(max(one["allowed"], default=0) + 1 for one in rule["counts"])])
        self.known: dict[Any, Any] = {}
        self.chief: dict[Any, Any] = {}

    def _said(self, own: int, near: tuple[int, ...]) -> Any:
        """What is said of a vertex by itself: whether it may be so, and what is counted there."""
        if (own, near) not in self.known:
            values = self.rule["values"]
            shown = values[own], [values[k] for k, number in enumerate(near) for _ in range(number)]
            fine = all(test(*shown) for test in self.near)
            told = tuple(sum(bool(test(*shown)) for test in tests) for tests in self.watched)
            self.known[own, near] = told if fine else None
        return self.known[own, near]

    def _met(self, own: Any, other: int, left: int) -> Any:
        """A vertex with one neighbour more, and so many to come."""
        near = list(own[1])
        near[other] += 1
        if left < 0:
            near[other] = min(near[other], self.cap)
        return self._told_apart(own[0], tuple(near), left)

    def _told_apart(self, own: int, near: tuple[int, ...], left: int) -> Any:
        """The vertex with the first list of neighbours that says the same for good; None if never fine."""
        key = own, near, left
        if key not in self.known:
            most = self.cap if left < 0 else left
            if (most + 1) ** len(near) > STATES:
                raise TooMuchError("a vertex has too many neighbours with too many values")
            says = []
            for more in product(range(most + 1), repeat=len(near)):
                if left >= 0 and sum(more) > left:
                    continue
                then = (a + b for a, b in zip(near, more, strict=True))
                says.append(
                    self._said(own, tuple(min(n, self.cap) for n in then) if left < 0 else tuple(then))
                )
            if any(one is not None for one in says):
                self.known[key] = self.chief.setdefault((own, left, tuple(says)), (own, near))
            else:
                self.known[key] = None  # whatever comes, it may not be so
        return self.known[key]

    def _new_array(self, step: Take) -> Iterator[tuple[Any, tuple[int, int]]]:
        for own, power in enumerate(self.rule["weights"]):
            shown = self.rule["values"][own]
            if all(fine(shown, []) for lines, fine in self.pins if lines & step.lines):
                start = self._told_apart(own, (0,) * len(self.rule["values"]), step.edges)
                if start is not None:
                    yield start, powers_of(self.asked, power)

    def _join_array(self, step: Join, state: State) -> Iterator[tuple[State, tuple[int, int]]]:
        vertices, systems, rest = state
        one, other = vertices[step.one], vertices[step.other]
        if step.kind == ROOK:
            ends = self._met(one, other[0], step.left[0]), self._met(other, one[0], step.left[1])
            if None in ends:
                return
            vertices = self._changed(vertices, step, *ends)
        after = []
        for hanging, king, system in zip(self.systems, self.kings, systems, strict=True):
            if (step.kind == ROOK or king) and system[0][step.one] and system[0][step.other]:
                system = hanging.joined(system, step.one, step.other)
            if system is None:
                return
            after.append(system)
        yield (vertices, tuple(after), rest), (0, 0)

    def _gone_array(self, own: Any, _at: int, rest: Any, _more: int) -> Any:
        said = self._said(*own)
        if said is None:
            return None
        caps = [tally["cap"] for tally in self.tallies]
        return tuple(min(a + b, cap) for a, b, cap in zip(rest, said, caps, strict=True))

    # Placement games of vertices and edges: of a vertex the colour on it, -1 where it is free, whether the
    # piece waits for its other end, and, where it matters who has room, the colours beside it, as bits.

    def _read_placement(self, asked: Asked, _hubs: bool) -> None:
        if asked.rule["liberties"]:
            raise TooMuchError("groups with liberties are not decided on graphs")
        colours, apart = asked.rule["colours"], {tuple(pair) for pair in asked.rule["forbidden"]}
        number = range(len(colours))
        self.apart = [sum(1 << d for d in number if (min(c, d), max(c, d)) in apart) for c in number]
        self.sizes = [{len(piece) for piece in colour["pieces"]} for colour in colours]
        owners = (*asked.stuck, asked.stuck and "both")
        stuck = [c for c in number if colours[c]["owner"] in owners]
        self.crowded = [self.apart[c] for c in stuck if 1 in self.sizes[c]]
        self.full_edges = any(2 in self.sizes[c] for c in stuck)
        if any(2 in self.sizes[c] and self.apart[c] for c in stuck):
            raise TooMuchError("who has room for an edge between pieces is not decided on graphs")
        self.powers = [powers_of(asked, marks(colour, asked.weights)) for colour in colours]

    def _new_placement(self, step: Take) -> Iterator[tuple[Any, tuple[int, int]]]:
        if not self.asked.full:
            yield (-1, False, 0), (0, 0)
        for colour, kinds in enumerate(self.sizes):
            if 1 in kinds:
                yield (colour, False, 0), self.powers[colour]
            if 2 in kinds and step.edges:
                yield (colour, True, 0), (0, 0)

    def _join_placement(self, step: Join, state: State) -> Iterator[tuple[State, tuple[int, int]]]:
        vertices, systems, rest = state
        one, other = vertices[step.one], vertices[step.other]
        if one[0] == other[0] >= 0 and one[1] and other[1]:
            done = (one[0], False, 0)
            yield (self._changed(vertices, step, done, done), systems, rest), self.powers[one[0]]
        if one[0] >= 0 and other[0] >= 0 and self.apart[one[0]] >> other[0] & 1:
            return
        if one[0] < 0 and other[0] < 0 and self.full_edges:
            return
        ends = []
        for own, beside, left in ((one, other, step.left[0]), (other, one, step.left[1])):
            if own[1] and not left:
                return
            seen = own[2] | 1 << beside[0] if own[0] < 0 <= beside[0] and self.crowded else own[2]
            ends.append((own[0], own[1], seen))
        yield (self._changed(vertices, step, *ends), systems, rest), (0, 0)

    def _gone_placement(self, own: Any, _at: int, rest: Any, _more: int) -> Any:
        fine = not own[1] and (own[0] >= 0 or all(own[2] & bad for bad in self.crowded))
        return rest if fine else None


def bounded(text: str, values: list[int]) -> int:
    """From how many neighbours with the same value on a predicate cannot tell how many; or TooMuchError.

    A number of neighbours, or the sum of their values, none below 0, is only compared with something that
    does not depend on them, and of size at most B, the product of 1 and the size of every part that it and
    all else has. Then 2 B + 2 of one value and more of it are alike: what is compared is above B either way,
    or does not count that value. ``in``, any, all, min, max and distinct see which values are there.
    """
    if min(values) < 0:
        raise TooMuchError("a vertex that touches all slices counts values below 0")
    told = TooMuchError("a vertex that touches all slices is asked for more than a bounded number")
    most = 1

    def size(node: Any) -> int:
        """The product of 1 and the size of all parts, those that count neighbours left out."""
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("sum", "size", "count"):
            return 1 + max(values)
        own: int = 1 + int(str(node.value)) if isinstance(node, ast.Constant) else 1
        own *= 1 + max(*values, len(values)) if isinstance(node, ast.Name) else 1
        return own * prod(size(part) for part in ast.iter_child_nodes(node))

    def kind(node: Any) -> str:
        """plain, number (of neighbours) or list (of them)."""
        nonlocal most
        if isinstance(node, ast.Constant):
            return "plain"
        if isinstance(node, ast.Name):
            return "list" if node.id in ("near", "all") else "plain"
        if isinstance(node, ast.Compare):
            inside = any(isinstance(op, ast.In | ast.NotIn) for op in node.ops)
            kinds = [kind(part) for part in (node.left, *node.comparators)]
            most = max(most, size(node) if "number" in kinds else 1)
            if inside and len(kinds) == 2 and kinds[0] == "plain" and kinds[1] != "number":
                return "plain"
            if not inside and "list" not in kinds and kinds.count("number") < 2:
                return "plain"
        elif isinstance(node, ast.BoolOp):
            kinds = [kind(part) for part in node.values]
            for part, one in zip(node.values, kinds, strict=True):
                most = max(most, size(part) if one == "number" else 1)
            if "list" not in kinds:
                return "plain"
        elif isinstance(node, ast.UnaryOp):
            inner = kind(node.operand)
            most = max(most, size(node) if inner == "number" else 1)
            if inner == "plain" or (inner == "number" and isinstance(node.op, ast.Not)):
                return "plain"
        elif isinstance(node, ast.BinOp):
            kinds = [kind(node.left), kind(node.right)]
            if kinds == ["plain", "plain"] and not isinstance(node.op, ast.Pow):
                return "plain"
            if isinstance(node.op, ast.Add) and "list" not in kinds:
                return "number"
        elif isinstance(node, ast.List | ast.Tuple):
            if {*map(kind, node.elts)} <= {"plain"}:
                return "plain"
        elif isinstance(node, ast.GeneratorExp | ast.ListComp):
            (loop, *more) = node.generators
            if not more and kind(loop.iter) == "list":
                parts = [kind(part) for part in (node.elt, *loop.ifs)]
                if {*parts} <= {"plain"}:
                    return "list"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
            inner, given = kind(node.args[0]), node.args[0]
            if inner == "list" and node.func.id in ("any", "all", "min", "max", "distinct"):
                return "plain"
            if inner == "list" and node.func.id in ("count", "size"):
                return "number"
            whole_ = isinstance(given, ast.Name) or isinstance(getattr(given, "elt", None), ast.Compare)
            if inner == "list" and node.func.id == "sum" and whole_:
                return "number"
        raise told

    if kind(ast.parse(" ".join(text.split()), mode="eval").body) == "list":
        raise told
    return 2 * most + 2


class Extent(NamedTuple):
    """What ``compared`` asks of a machine: the boards counted by themselves, and how large powers get."""

    alone: int
    reach: int
    width: int
    powers: list[tuple[int, int]]


class GraphMachine(Machine):
    """The machine of boards of slices: classes of states between slices, and what leads from each to which.

    A board is made step by step: a vertex comes, an edge between two that are there, a vertex goes. The
    steps of slices that are not near an end are the same, by the numbers of the vertices that are there; so
    with h slices at the beginning and e at the end that are made otherwise, h, e and all steps being looked
    up on boards, a(m + k) = u A^(k+1) v, where u are the states after h slices and v what the last steps
    make of a state.
    """

    def __init__(self, asked: Asked, most: int) -> None:
        self.sweep, self.most, self.worked = Sweep(asked), most, 0
        slices = spread(asked)
        far = max([link[2] for link in slices["links"]], default=1)
        named = max([abs(at) for line in self.sweep.lines for at in line if at is not None], default=0) + 1
        head, end = 2 * far + named, far + named
        head += max(0, asked.first - slices["apart"] - head - end) + max(0, 1 - head - end - slices["apart"])
        one, two = (self._steps(asked, head + end + more) for more in (1, 3))
        middle = one[1 + head]
        fine = two[1 + head : -1 - end] == [middle] * 3
        if not fine or one[: 1 + head] != two[: 1 + head] or one[-1 - end :] != two[-1 - end :]:
            raise TooMuchError("its slices are not all made alike")
        alone = head + end + slices["apart"]
        self.early = {
            n: self._total([*chain(*self._steps(asked, n - slices["apart"]))])
            for n in range(asked.first, alone)
        }
        before = self._forward([*chain(*one[: 1 + head])])
        layers, ways = self._layers(middle, before)
        last = self._backward([*chain(*one[-1 - end :])], layers)
        top = max((p + q for total in self.early.values() for p, q in total), default=0)
        self.local = Extent(alone, alone - 1, 1, [(top, top)])
        self._joined(before, layers, ways, last)

    def _steps(self, asked: Asked, count: int) -> list[list[Step]]:
        return steps_of(asked, count, self.sweep.lines, self.sweep.diagonal)

    def _after(self, step: Step, state: Any) -> Counter[tuple[State, tuple[int, int]]]:  # type: ignore[override]
        self.worked += 1
        if self.worked > self.most // 1000:
            raise TooMuchError(f"the machine of the rule has more than {self.worked} states, step by step")
        return Counter(self.sweep.after(step, state))

    def _forward(self, steps: list[Step]) -> dict[State, Sum]:
        """States after steps, with the sums of the weights that lead there."""
        states: dict[State, Sum] = {self.sweep.start: Sum({(0, 0): 1})}
        for step in steps:
            after: defaultdict[State, Sum] = defaultdict(Sum)
            for state, total in states.items():
                for (then, power), c in self._after(step, state).items():
                    moved(after[then], Sum({key: c * n for key, n in total.items()}), power)
            states = dict(after)
        return states

    def _total(self, steps: list[Step]) -> Sum:
        found = Sum()
        for state, total in self._forward(steps).items():
            if self.sweep.over(state):
                found.update(total)
        return found

    def _layers(self, steps: list[Step], before: Any) -> tuple[dict[State, int], list[list[Any]]]:
        """All states between slices, and by step what each state before it leads to."""
        known: list[dict[State, int]] = [{} for _ in range(max(1, len(steps)))]
        known[0] = {state: k for k, state in enumerate(before)}
        ways: list[list[Any]] = [[] for _ in known]
        fresh = True
        while fresh:
            fresh = False
            for x, step in enumerate(steps):
                to = known[(x + 1) % len(steps)]
                for state in [*known[x]][len(ways[x]) :]:
                    row = []
                    for (then, power), c in self._after(step, state).items():
                        row.append((to.setdefault(then, len(to)), power, c))
                    ways[x].append(row)
                    fresh = True
                if sum(map(len, known)) > 4 * STATES:
                    raise TooMuchError(f"the machine of the rule has more than {4 * STATES} states")
        if not steps:
            ways = [[[(k, (0, 0), 1)] for k in range(len(before))]]
        return known[0], ways

    def _backward(self, steps: list[Step], states: Any) -> list[Sum]:
        """What the last steps make of every state."""
        layers: list[dict[State, int]] = [dict(states)]
        rows: list[list[Any]] = []
        for step in steps:
            after: dict[State, int] = {}
            rows.append(
                [
                    [(after.setdefault(then, len(after)), power, c) for (then, power), c in
                     self._after(step, state).items()]
                    for state in layers[-1]
                ]
            )  # fmt: skip
            layers.append(after)
        worth = [Sum({(0, 0): 1}) if self.sweep.over(state) else Sum() for state in layers[-1]]
        for row in reversed(rows):
            found = []
            for ways in row:
                total = Sum()
                for to, power, c in ways:
                    moved(total, Sum({key: c * n for key, n in worth[to].items()}), power)
                found.append(total)
            worth = found
        return worth

    def _joined(self, before: Any, layers: Any, ways: list[list[Any]], last: list[Sum]) -> None:
        """Classes of states with equal futures; one state more leads, by a slice, to the first ones."""
        size = len(ways)
        ways = [[*rows] for rows in ways]
        for x in range(size):
            to = len(ways[x + 1]) if x + 1 < size else -1
            first = [(layers[s], power, c) for s, total in before.items() for power, c in total.items()]
            ways[x].append(first if to < 0 else [(to, (0, 0), 1)])
        named: dict[Any, int] = {}
        ends = [*last, Sum()]
        classes = [named.setdefault(frozenset(total.items()), len(named)) for total in ends]
        while True:
            previous = classes
            rows: list[list[Any]] = [[] for _ in ways]
            for x in reversed(range(size)):
                seen: dict[Any, int] = {}
                after = []
                for state, way in enumerate(ways[x]):
                    leads: Counter[Any] = Counter()
                    for to, power, c in way:
                        leads[classes[to], power] += c
                    key = frozenset(leads.items()), previous[state] if x == 0 else 0
                    if key not in seen:
                        seen[key] = len(seen)
                        rows[x].append(sorted(leads.items()))
                    after.append(seen[key])
                classes = after
            if max(classes) == max(previous):
                break
        self.size, self.steps = max(classes) + 1, rows
        final = {number: state for state, number in enumerate(classes)}
        self.ends = [(classes[-1], [ends[final[number]] for number in range(self.size)])]


# Boards one by one, straight from the rule --------------------------------------------------------------


class Board:
    """Cells by row and column."""

    def __init__(self, asked: Asked, n: int) -> None:
        self.rows = n if asked.rows is None else asked.rows
        self.cols = n if asked.cols is None else asked.cols
        self.wraps = asked.wraps
        self.cells = [(r, c) for r in range(self.rows) for c in range(self.cols)]

    def at(self, row: int, col: int) -> Place | None:
        row, col = self.named(row, col)
        return (row, col) if 0 <= row < self.rows and 0 <= col < self.cols else None

    def named(self, row: int, col: int) -> Place:
        """A place, on the board or not, under the one name that it has."""
        return row % self.rows if self.wraps[0] else row, col % self.cols if self.wraps[1] else col

    def near(self, cell: Place) -> set[Place]:
        return {n for r, c in NEAR if (n := self.at(cell[0] + r, cell[1] + c)) is not None}

    def laid(self, shape: list[Any], cell: Place) -> list[Place] | None:
        """Where a drawing comes with its first cell here; None where that is off the board or onto itself."""
        row, col = shape[0][:2]
        places = [self.at(cell[0] + part[0] - row, cell[1] + part[1] - col) for part in shape]
        found = [place for place in places if place is not None]
        return found if len({*found}) == len(shape) else None

    def lies(self, shape: list[Any]) -> list[list[Place]]:
        return [laid for cell in self.cells if (laid := self.laid(shape, cell))]


class Graph:
    """A graph of slices: hubs, a first end, the slices, a last end, numbered in this order.

    A link [a, b, d] joins a in slice j with b in slice j + d; in a ring the slices after the last are the
    first ones again, with vertex v at twist[v]. A hub's spoke [h, v] is there in every slice.
    """

    def __init__(self, slices: dict[str, Any], n: int) -> None:
        count, width = n - slices["apart"], slices["slice"]["vertices"]
        hubs, ends = slices["hubs"], [slices["first"], slices["last"]]
        start = hubs["vertices"] + (ends[0]["vertices"] if ends[0] else 0)
        stop = start + count * width
        self.cells = list(range(stop + (ends[1]["vertices"] if ends[1] else 0)))
        edges = [(a, b) for a, b in hubs["edges"]]
        for j in range(count):
            here = start + j * width
            edges += [(here + a, here + b) for a, b in slices["slice"]["edges"]]
            edges += [(h, here + v) for h, v in slices["spokes"]]
            for a, b, far in slices["links"]:
                if j + far < count:
                    edges.append((here + a, here + far * width + b))
                elif slices["ring"]:
                    other = slices["twist"][b] if slices["twist"] else b
                    edges.append((here + a, start + (j + far - count) * width + other))
        for end, base, beside in ((ends[0], hubs["vertices"], start), (ends[1], stop, stop - width)):
            if end:
                edges += [(base + a, base + b) for a, b in end["edges"]]
                edges += [(h, base + v) for h, v in end["spokes"]]
                edges += [(base + a, beside + b) for a, b in end["links"]]
        self.edges = {(min(edge), max(edge)) for edge in edges}

    def near(self, cell: int) -> set[int]:
        return {a + b - cell for a, b in self.edges if cell in (a, b)}

    def lies(self, shape: list[Any]) -> list[list[int]]:
        """A piece is a vertex, or an edge with its ends."""
        return [[cell] for cell in self.cells] if len(shape) == 1 else [[*edge] for edge in self.edges]


def listed(asked: Asked, n: int, left: list[int]) -> Iterator[tuple[int, int]]:
    """The powers of every board of size n."""
    if asked.slices is not None:
        graph = Graph(asked.slices, n)
        kinds = ("placement", "cover", "edges", "orientations", "array")
        if len(graph.cells) > CELLS or asked.rule["kind"] not in kinds:
            raise TooMuchError("listing")
        if asked.rule["kind"] == "array":
            return graph_fillings(asked, graph, left)
        if asked.rule["kind"] == "edges":
            spots: Any = [[(0, 0)] * (c == 0) + [(-1, -1)] * (c == len(graph.cells) - 1) for c in graph.cells]
            return edge_sets(asked, sorted(graph.edges), spots, left)
        if asked.rule["kind"] == "orientations":
            return orientations(asked, sorted(graph.edges), len(graph.cells), left)
        return positions(asked, graph, left)
    board = Board(asked, n)
    if len(board.cells) > CELLS:
        raise TooMuchError("listing")
    if asked.rule["kind"] in ("placement", "cover"):
        return positions(asked, board, left)
    if asked.rule["kind"] in ("edges", "orientations"):
        number = {cell: k for k, cell in enumerate(board.cells)}
        pairs = {tuple(sorted((number[c], number[d]))) for c in board.cells for d in board.near(c)}
        if asked.rule["kind"] == "orientations":
            return orientations(asked, sorted(pairs), len(number), left)
        return edge_sets(asked, sorted(pairs), [*spots_of(board).values()], left)
    if asked.rule["kind"] == "pointers":
        return pointing(asked, board, left)
    tests: dict[Place, list[Callable[[dict[Place, int]], bool]]] = {cell: [] for cell in board.cells}
    if asked.rule["kind"] == "array":
        powers, conditions = asked.rule["weights"], array_tests(asked.rule, board)
    else:
        powers, conditions = [tile["weight"] for tile in asked.rule["tiles"]], tile_tests(asked.rule, board)
    for cells, test in conditions:
        tests[max(cells)].append(test)
    whole = array_test(asked.rule, board) if asked.rule["kind"] == "array" else lambda _: True
    return filled(asked, board.cells, tests, powers, {}, left, whole)


def edge_sets(asked: Asked, pairs: Any, spots: Any, left: list[int]) -> Iterator[tuple[int, int]]:
    """The powers of every set of edges whose degrees, components and cycles are as the rule allows.

    ``spots`` are by vertex the places, and lines, that pins may name.
    """
    rule, size = asked.rule, len(spots)
    tables = [{tuple(ends) for ends in rule[key]} for key in ("left", "taken")]
    allowed = [rule["vertex"]] * size
    for pin in rule["pins"]:
        at = {tuple(line) for line in pin["at"]}
        allowed = [pin["vertex"] if at & {*own} else one for one, own in zip(allowed, spots, strict=True)]
    asks = rule["linkage"] or {}
    every = asks.get("spanning") or not any(
        asks.get(key) for key in ("components", "joins", "apart", "weight", "each")
    )
    for chosen in product((0, 1), repeat=len(pairs)):
        left[0] -= SLOW if rule["linkage"] else 0
        left = spent(left)
        taken_pairs = [pair for pair, taken in zip(pairs, chosen, strict=True) if taken]
        degrees = [sum(cell in pair for pair in taken_pairs) for cell in range(size)]
        vertices = [cell for cell, degree in enumerate(degrees) if degree or every]
        if rule["linkage"] and not hangs(rule["linkage"], vertices, taken_pairs, spots):
            continue
        seen = [d % rule["cap"] if rule["modulo"] else min(d, rule["cap"]) for d in degrees]
        ends = (
            (seen[one], seen[other]) in tables[taken]
            for (one, other), taken in zip(pairs, chosen, strict=True)
        )
        if all(degree in one for degree, one in zip(seen, allowed, strict=True)) and all(ends):
            number = pieces(vertices, taken_pairs)
            i, j = (
                power * sum(chosen) + each * number
                for power, each in zip(rule["weight"], asks.get("weight", (0, 0)), strict=True)
            )
            for _ in range(choices(asks, vertices, taken_pairs)):
                yield powers_of(asked, (i, j))


def orientations(asked: Asked, pairs: Any, size: int, left: list[int]) -> Iterator[tuple[int, int]]:
    """Every way to give edges directions so that degrees, cycles and what is reached are as asked."""
    rule = asked.rule
    fine = read_predicate({"require": rule["vertex"]}) if rule["vertex"] else lambda _: 1
    for turned in product((0, 1), repeat=len(pairs)):
        left[0] -= SLOW
        left = spent(left)
        arrows = [pair[::-1] if turn else pair for pair, turn in zip(pairs, turned, strict=True)]
        come, go = ([sum(arrow[end] == cell for arrow in arrows) for cell in range(size)] for end in (1, 0))
        if not all(fine({"i": i, "o": o}) for i, o in zip(come, go, strict=True)):
            continue
        reached = [{b for a, b in arrows if a == cell} for cell in range(size)]
        for _ in range(size):
            reached = [set.union(some, *(reached[cell] for cell in some)) for some in reached]
        loops = any(cell in some for cell, some in enumerate(reached))
        if not (rule["acyclic"] and loops) and (
            not rule["strong"]
            or (size > 0 and all(len(some | {cell}) == size for cell, some in enumerate(reached)))
        ):
            yield 0, 0


def hangs(linkage: Any, vertices: Any, pairs: Any, spots: Any) -> bool:
    """Whether a graph has the components and cycles that are asked, and joins the places that are asked.

    ``spots`` are by vertex the places, and lines, that may be named.
    """
    label = {cell: cell for cell in vertices}
    for one, other in pairs:
        old, new = label[one], label[other]
        label = {cell: new if each == old else each for cell, each in label.items()}
    components = len({*label.values()})
    asked = ((linkage["components"], components), (linkage["cycles"], len(pairs) - len(label) + components))
    if any(tally and min(number, tally["cap"]) not in tally["allowed"] for tally, number in asked):
        return False

    def across(places: Any) -> bool:
        named = [{tuple(line) for line in place} for place in places]
        at = [{own for cell, own in label.items() if lines & {*spots[cell]}} for lines in named]
        return bool(set.intersection(*at))

    if linkage.get("each") and linkage["each"]["at"] is not None:
        lines = {tuple(line) for line in linkage["each"]["at"]}
        marked = [own for cell, own in label.items() if lines & {*spots[cell]}]
        tally = linkage["each"]
        if any(min(marked.count(own), tally["cap"]) not in tally["allowed"] for own in label.values()):
            return False
    met = not linkage["joins"] or across(linkage["joins"])
    return met and not (linkage["apart"] and across(linkage["apart"]))


def choices(linkage: Any, vertices: Any, pairs: Any) -> int:
    """In how many ways vertices can be chosen, so many in every component; 1 where none are."""
    if not linkage.get("each") or linkage["each"]["at"] is not None:
        return 1
    label, tally, ways = {cell: cell for cell in vertices}, linkage["each"], 1
    for one, other in pairs:
        old, new = label[one], label[other]
        label = {cell: new if each == old else each for cell, each in label.items()}
    for own in {*label.values()}:
        size = [*label.values()].count(own)
        ways *= sum(comb(size, k) for k in range(size + 1) if min(k, tally["cap"]) in tally["allowed"])
    return ways


def pieces(vertices: Any, pairs: Any) -> int:
    """How many components a graph has."""
    label = {cell: cell for cell in vertices}
    for one, other in pairs:
        old, new = label[one], label[other]
        label = {cell: new if each == old else each for cell, each in label.items()}
    return len({*label.values()})


def spots_of(board: Board) -> Any:
    """By cell the places, rows and columns that it is at, counted from both ends."""
    return {
        (row, col): [(r, c) for r in (row, row - board.rows, None) for c in (col, col - board.cols, None)]
        for row, col in board.cells
    }


def graph_fillings(asked: Asked, graph: Graph, left: list[int]) -> Iterator[tuple[int, int]]:
    """Every array on a graph, of rules that ask vertices and neighbours, and how often something is so."""
    rule, values = asked.rule, asked.rule["values"]
    near = {cell: sorted(graph.near(cell)) for cell in graph.cells}
    told = [one for one in rule["conditions"] if "parts" not in one and "linkage" not in one]
    linked = [one for one in rule["conditions"] if "linkage" in one]
    tallies = [one for one in rule["conditions"] if "parts" in one]
    parts = [part for tally in tallies for part in tally["parts"]]
    alone = rule["forbid"] or rule["image"] or rule["new_values"] or rule["outside"] is not None
    looking = (*rule["counts"], *told, *linked, *parts)
    if alone or any(one.get("neighbours") != "rook" for one in looking):
        raise TooMuchError("listing")
    if any("weight" in one["linkage"] for one in linked):
        raise TooMuchError("listing")
    last = len(graph.cells) - 1
    spots = [[(0, 0)] * (cell == 0) + [(-1, -1)] * (cell == last) for cell in graph.cells]

    def test(fine: Callable[[int, list[int]], int], cell: int) -> Callable[[Any], int]:
        return lambda shown: fine(values[shown[cell]], [values[shown[other]] for other in near[cell]])

    asking = [*map(counted, rule["counts"]), *map(asked_near, told)]
    tests: dict[int, list[Callable[[Any], int]]] = {cell: [] for cell in graph.cells}
    for cell, fine in product(graph.cells, asking):
        tests[max(cell, *near[cell]) if near[cell] else cell].append(test(fine, cell))
    watched = [
        (tally, [asked_near({"when": tally["when"]} | part) for part in tally["parts"]]) for tally in tallies
    ]

    def whole(shown: Any) -> bool:
        for one in linked:
            of = {cell for cell in graph.cells if values[shown[cell]] in one["of"]}
            if not hangs(one["linkage"], of, [pair for pair in graph.edges if of >= {*pair}], spots):
                return False
        for tally, fines in watched:
            number = sum(bool(test(fine, cell)(shown)) for fine in fines for cell in graph.cells)
            if min(number, tally["cap"]) not in tally["allowed"]:
                return False
        return True

    return filled(asked, graph.cells, tests, rule["weights"], {}, left, whole)


def filled(
    asked: Asked, cells: Any, tests: Any, powers: Any, shown: Any, left: Any, whole: Any
) -> Iterator[tuple[int, int]]:
    """Every filling that passes the tests, each at the last of its cells, and as a whole."""
    if len(shown) == len(cells):
        if not whole(shown):
            return
        i, j = (sum(powers[shows][axis] for shows in shown.values()) for axis in (0, 1))
        yield powers_of(asked, (i, j))
        return
    cell = cells[len(shown)]
    for shows in range(len(powers)):
        if (left := spent(left)) and all(test(shown | {cell: shows}) for test in tests[cell]):
            yield from filled(asked, cells, tests, powers, shown | {cell: shows}, left, whole)


def spent(left: list[int]) -> list[int]:
    left[0] -= 1
    if left[0] < 0:
        raise TooMuchError("listing")
    return left


def array_test(rule: Any, board: Board) -> Callable[[Any], bool]:
    """What an array must fulfil as a whole: how often something is so, values in order, new as a class, or
    as an image."""
    if any("along" in condition for condition in rule["conditions"]):
        raise TooMuchError("listing")
    bare = rule | {"forbid": [], "counts": []}
    linked = [condition for condition in rule["conditions"] if "linkage" in condition]
    if any("weight" in condition["linkage"] for condition in linked):
        raise TooMuchError("listing")
    touching = [
        {
            tuple(sorted((cell, other)))
            for cell in board.cells
            for r, c in (NEAR if condition["neighbours"] == "rook" else condition["neighbours"])
            if (other := board.at(cell[0] + r, cell[1] + c)) not in (None, cell)
        }
        for condition in linked
    ]
    spots = spots_of(board)
    tallies = [condition for condition in rule["conditions"] if "parts" in condition]
    counted = [
        (
            tally,
            [
                test
                for part in tally["parts"]
                for test in array_tests(bare | {"conditions": [{"when": tally["when"]} | part]}, board)
            ],
        )
        for tally in tallies
    ]
    seen: set[tuple[int, ...]] = set()
    mapped = (
        [test for _, test in array_tests(bare | {"conditions": [rule["image"]]}, board)]
        if rule["image"]
        else []
    )

    def fine(shown: Any) -> bool:
        for tally, laid in counted:
            number = sum(bool(test(shown)) for _, test in laid)
            if min(number, tally["cap"]) not in tally["allowed"]:
                return False
        for condition, pairs in zip(linked, touching, strict=True):
            of = {cell for cell in board.cells if rule["values"][shown[cell]] in condition["of"]}
            if not hangs(condition["linkage"], of, [pair for pair in pairs if of >= {*pair}], spots):
                return False
        order = [*dict.fromkeys(shown[cell] for cell in board.cells)]
        if rule["new_values"] == "row-major" and order != [*range(len(order))]:
            return False
        if rule["image"] or rule["new_values"] == "classes":
            one = (order.index(shown[cell]) for cell in board.cells)
            key = tuple(test(shown) for test in mapped) if rule["image"] else tuple(one)
            fresh = key not in seen
            seen.add(key)
            return fresh
        return True

    return fine


def even(rule: Any) -> bool:
    """Whether conditions stay what they are when two values are exchanged, and when all move on by one."""
    values = rule["values"]
    if len(values) == 1:
        return True
    if rule["outside"] is not None or any(power != rule["weights"][0] for power in rule["weights"]):
        return False
    groups: defaultdict[Any, list[Callable[[list[int]], int]]] = defaultdict(list)

    def near(key: Any, neighbours: Any, test: Callable[[int, list[int]], int]) -> None:
        for size in range((4 if neighbours == "rook" else len(neighbours)) + 1):
            groups[key, str(neighbours), size + 1].append(lambda shown: test(shown[0], shown[1:]))

    def ask(key: Any, condition: Any, part: Any) -> None:
        if "cells" in part:
            shape = str([cell[:2] for cell in part["cells"]])
            groups[key, shape, len(part["cells"])].append(asked_of_window(condition | part))
        elif "neighbours" in part:
            near(key, part["neighbours"], asked_near(condition | part))
        else:
            test = asked_near(condition)
            groups[key, str(part["at"]), 1].append(lambda shown: test(shown[0], []))

    for window in rule["forbid"]:
        groups["", str([cell[:2] for cell in window]), len(window)].append(avoiding(window))
    for count in rule["counts"]:
        near("", count["neighbours"], counted(count))
    for number, condition in enumerate(rule["conditions"]):
        if "parts" not in condition:
            ask("", condition, condition)
        for place, part in enumerate(condition.get("parts", [])):
            ask((number, place), condition, part)
    swap = dict(zip(values, [values[1], values[0], *values[2:]], strict=True))
    shift = dict(zip(values, [*values[1:], values[0]], strict=True))
    for (*_, size), tests in groups.items():
        if len(values) ** size > 5 * STATES:
            raise TooMuchError("whether the rule treats all values alike takes too many fillings")
        said = {f: all(test([*f]) for test in tests) for f in product(values, repeat=size)}
        for turn in (swap, shift):
            if any(said[f] != said[tuple(turn[value] for value in f)] for f in said):
                return False
    return True


def array_tests(rule: Any, board: Board) -> Iterator[Any]:
    """What the values of some cells must fulfil, each test with its cells, which hold colours by number."""
    values, outside = rule["values"], rule["outside"]

    def showing(places: Any) -> Callable[[Any], list[int]]:
        def values_of(shown: Any) -> list[int]:
            found = [outside if place is None else values[shown[place]] for place in places]
            return [value for value in found if value is not None]

        return values_of

    def window(shape: Any, fine: Callable[[list[int]], int]) -> Iterator[Any]:
        tall, wide = (1 + max(part[axis] for part in shape) for axis in (0, 1))
        low, left = (min(part[axis] for part in shape) for axis in (0, 1))
        rows = range(board.rows) if board.wraps[0] else range(-tall - low, board.rows - low)
        cols = range(board.cols) if board.wraps[1] else range(-wide - left, board.cols - left)
        for row, col in product(rows, cols):
            named = {board.named(row + part[0], col + part[1]) for part in shape}
            places = [board.at(row + part[0], col + part[1]) for part in shape]
            cells = [place for place in places if place is not None]
            if cells and len(named) == len(shape) and (outside is not None or None not in places):
                shows = showing(places)
                yield cells, lambda shown, shows=shows: fine(shows(shown))

    def nearby(neighbours: Any, fine: Callable[[int, list[int]], int]) -> Iterator[Any]:
        for cell in board.cells:
            steps = NEAR if neighbours == "rook" else neighbours
            around = [
                board.at(*c) for c in {board.named(cell[0] + r, cell[1] + k) for r, k in steps} - {cell}
            ]
            shows = showing(around)
            yield (
                [cell, *(c for c in around if c is not None)],
                lambda shown, cell=cell, shows=shows: fine(values[shown[cell]], shows(shown)),
            )

    for shape in rule["forbid"]:
        yield from window(shape, avoiding(shape))
    for count in rule["counts"]:
        yield from nearby(count["neighbours"], counted(count))
    for condition in rule["conditions"]:
        if "linkage" in condition:
            continue  # the array as a whole
        if "cells" in condition:
            yield from window(condition["cells"], asked_of_window(condition))
        elif "neighbours" in condition:
            yield from nearby(condition["neighbours"], asked_near(condition))
        elif "at" in condition:
            for row, col in board.cells:
                lines = [(row, col), (row - board.rows, col - board.cols)]
                if any(
                    all(at in (None, *here) for at, here in zip(line, zip(*lines, strict=True), strict=True))
                    for line in condition["at"]
                ):
                    fine = asked_near(condition)
                    yield [(row, col)], lambda shown, c=(row, col), fine=fine: fine(values[shown[c]], [])


def avoiding(window: Any) -> Callable[[list[int]], int]:
    """The test of a forbidden window."""
    marks = [mark for _, _, mark in window]
    return lambda shown: not matches(shown, marks)


def matches(shown: list[int], marks: list[str]) -> bool:
    """Whether values show a window's marks: numbers, ? for any, letters alike where alike."""
    meant: dict[str, int] = {}
    for value, mark in zip(shown, marks, strict=True):
        if mark.isalpha():
            if meant.setdefault(mark, value) != value:
                return False
        elif mark != "?" and int(mark) != value:
            return False
    return len({*meant.values()}) == len(meant)


def counted(count: Any) -> Callable[[int, list[int]], int]:
    """The test of a neighbour count."""
    return lambda x, near: (
        x != count["cell"] or sum(value in count["of"] for value in near) in count["allowed"]
    )


def asked_of_window(condition: Any) -> Callable[[list[int]], int]:
    """The test of a predicate on a window: its letters, all, its rows and columns."""
    fine, cells = read_predicate(condition), condition["cells"]
    known: dict[tuple[int, ...], int] = {}

    def test(shown: list[int]) -> int:
        key = tuple(shown)
        if key not in known:
            lines: list[dict[int, list[int]]] = [{}, {}]
            for value, cell in zip(shown, cells, strict=True):
                for axis in (0, 1):
                    lines[axis].setdefault(cell[axis], []).append(value)
            rows, columns = ([line[k] for k in sorted(line)] for line in lines)
            names = dict(zip((letter for _, _, letter in cells), shown, strict=True))
            known[key] = fine({**names, "all": shown, "rows": rows, "columns": columns})
        return known[key]

    return test


def asked_near(condition: Any) -> Callable[[int, list[int]], int]:
    """The test of a predicate on a cell x and its neighbours, near."""
    fine = read_predicate(condition)
    known: dict[Any, int] = {}

    def test(x: int, near: list[int]) -> int:
        key = x, tuple(sorted(near))
        if key not in known:
            known[key] = fine(
                {"x": x, "near": near, "all": [x, *near]} if "neighbours" in condition else {"x": x}
            )
        return known[key]

    return test


# Predicates ---------------------------------------------------------------------------------------------

COMPUTED: dict[Any, Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b, ast.Sub: lambda a, b: a - b, ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b if b else 0, ast.Mod: lambda a, b: a % b if b else a,
}  # fmt: skip
COMPARED: dict[Any, Callable[[Any, Any], bool]] = {
    ast.Eq: lambda a, b: a == b, ast.NotEq: lambda a, b: a != b, ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b, ast.Gt: lambda a, b: a > b, ast.GtE: lambda a, b: a >= b,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip
FUNCTIONS: dict[str, Callable[[list[Any]], Any]] = {
    "sum": sum, "size": len, "sorted": sorted, "any": lambda v: any(map(bool, v)),
    "all": lambda v: all(map(bool, v)), "count": lambda v: sum(map(bool, v)),
    "min": lambda v: min(v, default=0), "max": lambda v: max(v, default=0), "abs": lambda v: abs(*v),
    "median": lambda v: sorted(v)[(len(v) - 1) // 2] if v else 0,
    "distinct": lambda v: sum(one not in v[:k] for k, one in enumerate(v)),
}  # fmt: skip


@lru_cache(maxsize=1000)
def parsed(text: str) -> Any:
    """Names to values -> the value of an expression, by Python's own grammar; nothing is run."""
    need(len(text) <= 1000 and text.isascii() and not {*text} & {*"'\"\\#;:"}, "predicate: not understood")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return meaning(ast.parse(" ".join(text.split()), mode="eval").body)
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError("predicate: not understood") from None


def read_predicate(condition: Any) -> Callable[[dict[str, Any]], int]:
    """The predicate that a condition requires, or forbids, or the number of a map; or ValueError."""
    key = next((key for key in ("require", "when", "forbid", "map") if key in condition), "require")
    value = parsed(condition[key])

    def fine(names: dict[str, Any]) -> int:
        try:
            return int(value(names)) if key == "map" else bool(value(names)) == (key != "forbid")
        except (TypeError, LookupError, ValueError, RecursionError) as error:
            raise RefusalError(2, f"predicate: {ascii(str(error))[1:-1]}"[:200]) from None

    return fine


def meaning(node: Any) -> Callable[[dict[str, Any]], Any]:
    """What a part of an expression is worth, of what names mean."""
    if isinstance(node, ast.Constant):
        number: Any = node.value
        need(type(number) in (int, bool) and number <= 10**9, "predicate: a number is not understood")
        return lambda _: int(number)
    if isinstance(node, ast.Name):
        return lambda names: names[node.id]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, power = meaning(node.left), getattr(node.right, "value", None)
        need(type(power) is int and 0 <= power <= 16, "predicate: a power is not understood")
        return lambda names: base(names) ** power
    if isinstance(node, ast.BinOp):
        left, right, compute = meaning(node.left), meaning(node.right), COMPUTED[type(node.op)]
        return lambda names: compute(left(names), right(names))
    if isinstance(node, ast.UnaryOp):
        inner, sign = meaning(node.operand), {ast.USub: -1, ast.UAdd: 1, ast.Not: 0}[type(node.op)]
        return lambda names: sign * inner(names) if sign else int(not inner(names))
    if isinstance(node, ast.BoolOp):
        parts, joined = [meaning(part) for part in node.values], all if isinstance(node.op, ast.And) else any
        return lambda names: int(joined(part(names) for part in parts))
    if isinstance(node, ast.Compare):
        parts = [meaning(part) for part in (node.left, *node.comparators)]
        tests = [COMPARED[type(op)] for op in node.ops]
        return lambda names: int(
            all(test(a(names), b(names)) for test, a, b in zip(tests, parts, parts[1:], strict=False))
        )
    if isinstance(node, ast.IfExp):
        test, one, other = meaning(node.test), meaning(node.body), meaning(node.orelse)
        return lambda names: one(names) if test(names) else other(names)
    if isinstance(node, ast.List | ast.Tuple):
        parts = [meaning(part) for part in node.elts]
        return lambda names: [part(names) for part in parts]
    if isinstance(node, ast.GeneratorExp | ast.ListComp):
        need(
            all(isinstance(loop.target, ast.Name) for loop in node.generators), "predicate: for takes a name"
        )
        element = meaning(node.elt)
        loops = [
            (ast.unparse(loop.target), meaning(loop.iter), [meaning(test) for test in loop.ifs])
            for loop in node.generators
        ]
        return lambda names: [element(inner) for inner in looped(names, loops, [20_000])]
    if isinstance(node, ast.Subscript):
        listed, place = meaning(node.value), getattr(node.slice, "value", None)
        need(type(place) is int and place >= 0, "predicate: an item is not understood")
        return lambda names: listed(names)[place]
    need(isinstance(node, ast.Call) and isinstance(node.func, ast.Name), "predicate: not understood")
    need(not node.keywords and bool(node.args), "predicate: a call is not understood")
    call, given = FUNCTIONS[node.func.id], [meaning(part) for part in node.args]

    def called(names: dict[str, Any]) -> Any:
        values = [part(names) for part in given]
        return call(values[0] if len(values) == 1 and isinstance(values[0], list) else values)

    return called


def looped(names: dict[str, Any], loops: list[Any], left: list[int]) -> Iterator[dict[str, Any]]:
    """What names mean in every round of a comprehension."""
    if not loops:
        yield names
        return
    (name, items, tests), *others = loops
    for item in items(names):
        left[0] -= 1
        need(left[0] >= 0, "a comprehension is too long")
        inner = {**names, name: item}
        if all(test(inner) for test in tests):
            yield from looped(inner, others, left)


def tile_tests(rule: Any, board: Board) -> Iterator[Any]:
    tiles, sides = rule["tiles"], (("right", "left"), ("bottom", "top"), ("left", "right"), ("top", "bottom"))

    def meets(cell: Place, other: Place | None, side: str, opposite: str) -> Callable[[Any], bool]:
        if other is None:
            return lambda shown: tiles[shown[cell]][side] in rule["boundary"][side]
        return lambda shown: tiles[shown[cell]][side] == tiles[shown[other]][opposite]

    for cell in board.cells:
        for (r, c), (side, opposite) in zip(NEAR, sides, strict=True):
            other = board.at(cell[0] + r, cell[1] + c)
            yield [cell, other or cell], meets(cell, other, side, opposite)


def positions(asked: Asked, board: Any, left: list[int]) -> Iterator[tuple[int, int]]:
    """The powers of every set of pieces that the rule allows."""
    colours, apart = asked.rule["colours"], {tuple(pair) for pair in asked.rule["forbidden"]}
    pieces = sorted(
        {
            (colour, tuple(sorted(laid)))
            for colour, kind in enumerate(colours)
            for shape in kind["pieces"]
            for laid in board.lies(shape)
        }
    )
    if len(pieces) > PIECES:
        raise TooMuchError("listing")
    edge = {cell: board.near(cell) for cell in board.cells}
    border = [{near for cell in cells for near in edge[cell]} for _, cells in pieces]

    def bear(one: int, other: int) -> bool:
        (c, cells), (d, others) = pieces[one], pieces[other]
        touch = (min(c, d), max(c, d)) in apart and not border[one].isdisjoint(others)
        return not touch and {*cells}.isdisjoint(others)

    bears = [{other for other in range(len(pieces)) if bear(one, other)} for one in range(len(pieces))]

    def breathes(chosen: list[int]) -> bool:
        if not asked.rule["liberties"]:
            return True
        shown = {cell: pieces[one][0] for one in chosen for cell in pieces[one][1]}
        alive = [cell for cell in shown if not edge[cell] <= shown.keys()]
        seen = {*alive}
        while alive:
            cell = alive.pop()
            more = {near for near in edge[cell] - seen if shown.get(near) == shown[cell]}
            seen |= more
            alive += more
        return len(seen) == len(shown)

    def extended(chosen: list[int], still: set[int]) -> Iterator[tuple[int, int]]:
        spent(left)
        if not breathes(chosen):
            return
        owners = (*asked.stuck, asked.stuck and "both")
        open_ = next((c for c in board.cells if not any(c in pieces[one][1] for one in chosen)), None)
        if asked.full and open_ is not None:
            for new in still:
                if open_ in pieces[new][1]:
                    yield from extended([*chosen, new], still & bears[new])
            return
        if not any(colours[pieces[new][0]]["owner"] in owners and breathes([*chosen, new]) for new in still):
            powers = [marks(colours[pieces[one][0]], asked.weights) for one in chosen]
            yield powers_of(asked, (sum(i for i, _ in powers), sum(j for _, j in powers)))
        for new in still:
            if not chosen or new > chosen[-1]:
                yield from extended([*chosen, new], still & bears[new])

    return extended([], {*range(len(pieces))})


def pointing(asked: Asked, board: Board, left: list[int]) -> Iterator[tuple[int, int]]:
    """The powers of every way for all cells to point at different ones, cell after cell."""

    def extended(taken: list[Place], powers: Place) -> Iterator[tuple[int, int]]:
        spent(left)
        if len(taken) == len(board.cells):
            yield powers_of(asked, powers)
            return
        cell = board.cells[len(taken)]
        ways = {cell: asked.rule["stay"]} if asked.rule["stay"] else {}
        for r, c, *power in asked.rule["moves"]:
            other = board.at(cell[0] + r, cell[1] + c)
            if other not in (None, cell):
                ways.setdefault(other, power)
        for other, (i, j) in ways.items():
            if other not in taken:
                yield from extended([*taken, other], (powers[0] + i, powers[1] + j))

    return extended([], (0, 0))


def marks(colour: Any, weights: int) -> tuple[int, int]:
    """The powers of x and y that a piece carries."""
    if "weight" in colour:
        return (colour["weight"][0], colour["weight"][1])
    owner = colour["owner"]
    return (0, 1) if weights == 2 and owner == "right" else (1, 0)


def powers_of(asked: Asked, power: Any) -> tuple[int, int]:
    """The powers that are kept."""
    i, j = power
    return ((0, 0), (i + j, 0), (i, j))[asked.weights]


# Reading ------------------------------------------------------------------------------------------------


def read(certificate: Any) -> tuple[Asked, Part, Part]:
    """What was asked, numerator and denominator by powers of t."""
    if type(certificate) is not dict or certificate.get("format") != "gfkit-certificate":
        raise RefusalError(2, "expected an object with the format gfkit-certificate")
    version = certificate.get("version")
    if type(version) is not int or version not in (4, 5):
        raise RefusalError(2, "version: expected 4 or 5; derive and save the result again")
    for name in ("rule", "family", "board", "positions", "weights", "first_n", "numerator", "denominator"):
        if name not in certificate:
            raise RefusalError(2, f"{name} is missing")
    try:
        asked = question(certificate)
        top, bottom = (fraction(certificate[name], version) for name in ("numerator", "denominator"))
    except WrongError as error:
        raise RefusalError(2, f"rule, family and fraction: {error}") from None
    except (TypeError, ValueError, KeyError, AttributeError):
        line = "an entry has not the type or the length that gfkit writes; derive and save the result again"
        raise RefusalError(2, f"rule, family and fraction: {line}") from None
    if bottom.get(0) != {(0, 0): 1}:
        raise RefusalError(2, "denominator: expected the constant term 1")
    if any(
        power[axis]
        for part in (top, bottom)
        for total in part.values()
        for power in total
        for axis in range(asked.weights, 2)
    ):
        raise RefusalError(2, "weights: numerator or denominator has others in use")
    return asked, top, bottom


def of_slices(saved: dict[str, Any]) -> Asked:
    """What is asked on a family of graphs."""
    family = saved["family"]
    keys(family, "word", "sizes", "slices")
    slices = family["slices"]
    keys(slices, "slice", "links", "ring", "twist", "hubs", "spokes", "first", "last", "apart", "first_n")
    keys(slices["slice"], "vertices", "edges")
    keys(slices["hubs"], "vertices", "edges")
    width, hubs = (slices[part]["vertices"] for part in ("slice", "hubs"))
    need(type(slices["ring"]) is bool, "slices: ring")
    need(type(slices["apart"]) is int and abs(slices["apart"]) < 100, "slices: apart")
    need(whole(slices["first_n"], 1000) and slices["first_n"] >= slices["apart"], "slices: first_n")
    edges(slices["slice"]["edges"], width, width)
    edges(slices["hubs"]["edges"], hubs, hubs)
    edges(slices["spokes"], hubs, width)
    edges([link[:2] for link in slices["links"]], width, width)
    need(all(len(link) == 3 and whole(link[2], 100) and link[2] for link in slices["links"]), "slices: links")
    need(not slices["twist"] or sorted(slices["twist"]) == list(range(width)), "slices: twist")
    for end in (slices["first"], slices["last"]):
        if end is not None:
            keys(end, "vertices", "edges", "links", "spokes")
            edges(end["edges"], end["vertices"], end["vertices"])
            edges(end["links"], end["vertices"], width)
            edges(end["spokes"], hubs, end["vertices"])
            need(slices["first_n"] > slices["apart"], "slices: with an end there is a slice")
    if slices["ring"]:
        far = max([link[2] for link in slices["links"]], default=1)
        need(slices["first_n"] - slices["apart"] > 2 * far, "slices: a ring so small meets itself")
    sizes, word = family["sizes"], family["word"]
    need(type(word) is str and type(sizes) is list and sizes.count(None) == 1, "family: word and sizes")
    need(all(size is None or whole(size, 100_000) for size in sizes), "family: sizes are whole numbers")
    written = "x".join("n" if size is None else str(size) for size in sizes)
    need(saved["board"] == f"{word}:{written}", "board: expected the family's text")
    positions, weights = saved["positions"], saved["weights"]
    need(type(positions) is str and positions in STUCK, "positions are unknown")
    need(weights in ([], ["x"], ["x", "y"]), 'weights: expected [], ["x"] or ["x", "y"]')
    need(saved["first_n"] == slices["first_n"], "first_n: expected that of the slices")
    rule, stuck = read_rule(saved["rule"], True), tuple(STUCK[positions].split())
    need(rule["kind"] == "placement" or positions == "all", "positions: fillings have only all")
    if positions == "play":
        need(all(c["owner"] == "both" for c in rule["colours"]), "positions: play needs an impartial game")
    first, full = slices["first_n"], positions == "full" or rule["kind"] == "cover"
    return Asked(rule, 1, None, (False, slices["ring"]), stuck, len(weights), first, full, slices)


def edges(rows: Any, one: int, other: int) -> None:
    """Pairs of vertices that are there."""
    need(whole(one, 1000) and whole(other, 1000), "slices: vertices")
    need(type(rows) is list, "slices: edges")
    for a, b in rows:
        need(whole(a, one - 1) and whole(b, other - 1), "slices: an edge to a vertex that is not there")


def question(saved: dict[str, Any]) -> Asked:
    if "slices" in saved["family"]:
        return of_slices(saved)
    keys(saved["family"], "word", "sizes", "wraps")
    word, sizes, wraps = (saved["family"][key] for key in ("word", "sizes", "wraps"))
    need(type(word) is str and word in WRAPS, "family: its word is unknown")
    need(
        type(sizes) is list and len(sizes) == max(len(WRAPS[word]), 1 if word in ("path", "cycle") else 2),
        "family: sizes",
    )
    need(sizes.count(None) == 1, "family: expected one size null, for n")
    need(all(size is None or whole(size, 100_000) for size in sizes), "family: sizes are whole numbers")
    closed = WRAPS[word]
    need(wraps == [bool(w) for w in closed] and {*map(type, wraps)} == {bool}, "family: wraps")
    need(
        all(size is None or size > 2 for size, w in zip(sizes, closed, strict=True) if w),
        "family: rings have 3 cells or more",
    )
    written = "x".join("n" if size is None else str(size) for size in sizes)
    need(saved["board"] == (f"{word}:{written}" if word else written), "board: expected the family's text")
    positions, weights = saved["positions"], saved["weights"]
    need(type(positions) is str and positions in STUCK, "positions are unknown")
    need(weights in ([], ["x"], ["x", "y"]), 'weights: expected [], ["x"] or ["x", "y"]')
    first = 3 if closed[sizes.index(None)] else 0
    need(type(saved["first_n"]) is int and saved["first_n"] == first, f"first_n: expected {first}")
    graph = word in ("path", "cycle")
    rule = read_rule(saved["rule"], graph)
    need(rule["kind"] == "placement" or positions == "all", "positions: fillings have only all")
    if positions == "play":
        need(all(c["owner"] == "both" for c in rule["colours"]), "positions: play needs an impartial game")
    rows, cols = (1, sizes[0]) if graph else sizes
    around = (False, bool(closed[0])) if graph else (bool(closed[0]), bool(closed[1]))
    full = positions == "full" or rule["kind"] == "cover"
    return Asked(rule, rows, cols, around, tuple(STUCK[positions].split()), len(weights), first, full)


def read_rule(rule: Any, graph: bool) -> Any:
    """The rule, every part of which is looked at."""
    kind = rule.get("kind")
    if kind == "placement":
        keys(rule, "kind", "colours", "forbidden", "liberties")
        need(type(rule["liberties"]) is bool, "liberties: expected true or false")
        for colour in items(rule["colours"], 1):
            keys(colour, "owner", "pieces")
            need(colour["owner"] in ("left", "right", "both"), "owner: expected left, right or both")
        last = read_pieces(rule["colours"], graph) - 1
        for pair in items(rule["forbidden"]):
            i, j = items(pair)
            need(whole(i, last) and whole(j, last) and i <= j, "forbidden: pairs of colours")
    elif kind == "cover":
        keys(rule, "kind", "colours")
        for colour in items(rule["colours"], 1):
            keys(colour, "weight", "pieces")
            powers_in(colour["weight"])
        read_pieces(rule["colours"], graph)
        colours = [colour | {"owner": "both"} for colour in rule["colours"]]
        rule = rule | {"colours": colours, "forbidden": [], "liberties": False}
    elif kind == "pointers":
        keys(rule, "kind", "moves", "stay")
        for power in [rule["stay"]] * (rule["stay"] is not None):
            powers_in(power)
        for row, col, *power in items(rule["moves"], 1):
            need(offset([row, col]) != (0, 0), "moves: a cell moves to others")
            powers_in(power)
        rook = len(rule["moves"]) == 4 and {(r, c) for r, c, *_ in rule["moves"]} == {*NEAR}
        need(not graph or rook, "moves: a graph has only those to neighbours")
    elif kind == "edges":
        rule = {"modulo": False, "pins": [], "linkage": None} | rule
        keys(rule, "kind", "cap", "vertex", "taken", "left", "weight", "modulo", "pins", "linkage")
        need(whole(rule["cap"], 100) and rule["cap"] > 0, "cap: a whole number")
        need(type(rule["modulo"]) is bool, "modulo: true or false")
        need(all(whole(d, rule["cap"]) for d in items(rule["vertex"])), "vertex: degrees")
        for pin in items(rule["pins"]):
            keys(pin, "at", "vertex")
            need(all(whole(d, rule["cap"]) for d in items(pin["vertex"])), "pins: degrees")
            read_lines("pins", items(pin["at"], 1), graph)
        if rule["linkage"] is not None:
            spanning = rule["linkage"].get("spanning")
            need(type(spanning) is bool, "spanning: true or false")
            read_linkage({key: rule["linkage"][key] for key in rule["linkage"] if key != "spanning"}, graph)
        for key in ("taken", "left"):
            for pair in items(rule[key]):
                a, b = items(pair)
                need(whole(a, rule["cap"]) and whole(b, rule["cap"]), f"{key}: pairs of degrees")
                need([b, a] in rule[key], f"{key}: no end of an edge is the first")
        powers_in(rule["weight"])
    elif kind == "orientations":
        keys(rule, "kind", "vertex", "acyclic", "strong")
        need(rule["vertex"] is None or type(rule["vertex"]) is str, "vertex: a text")
        need({type(rule["acyclic"]), type(rule["strong"])} == {bool}, "acyclic, strong: true or false")
        if rule["vertex"]:
            read_predicate({"require": rule["vertex"]})({"i": 0, "o": 0})
    elif kind == "array":
        rule = read_array(rule, graph)
    else:
        need(
            kind == "tiles" and not graph,
            "kind: expected placement, cover, pointers, edges, orientations, array, or tiles on a grid",
        )
        keys(rule, "kind", "tiles", "boundary")
        keys(rule["boundary"], "top", "right", "bottom", "left")
        for tile in items(rule["tiles"], 1):
            keys(tile, "top", "right", "bottom", "left", "weight")
            powers_in(tile["weight"])
            need(all(type(tile[side]) is str for side in rule["boundary"]), "tiles: labels are texts")
        for labels in rule["boundary"].values():
            need(all(type(label) is str for label in items(labels)), "boundary: labels are texts")
    return rule


def read_pieces(colours: Any, graph: bool) -> int:
    """How many colours of pieces there are, every cell of which is looked at."""
    for colour in colours:
        for piece in items(colour["pieces"], 1):
            need(len({offset(cell) for cell in items(piece, 1)}) == len(piece), "a piece has a cell twice")
    shapes = [{tuple(map(tuple, sorted(p))) for p in colour["pieces"]} for colour in colours]
    flat: Any = (set(), {((0, 0), (0, 1)), ((0, 0), (1, 0))})
    fits = all(shape - {((0, 0),)} in flat for shape in shapes)
    need(not graph or fits, "pieces: a graph has cells and edges")
    return len(shapes)


def read_array(rule: Any, graph: bool) -> Any:
    """The rule of an array, with what need not be in the file: values, the value outside, conditions."""
    plain: dict[str, Any] = {"outside": None, "new_values": "", "conditions": [], "image": None}
    number = rule.get("colours")
    need(whole(number, 100) and number > 0, "colours: expected 1 to 100")
    rule = {"values": [*range(number)]} | plain | rule
    keys(
        rule,
        "kind",
        "colours",
        "values",
        "weights",
        "forbid",
        "counts",
        "outside",
        "new_values",
        "conditions",
        "image",
    )
    need(rule["new_values"] in ("", "classes", "row-major"), "new_values: unknown")
    values = rule["values"]
    need(
        {*map(type, items(values))} == {int} and len(values) == len({*values}) == number,
        "values: one a colour",
    )
    need(rule["outside"] is None or rule["outside"] in values, "outside: expected a value")
    need(
        len([powers_in(pair) for pair in items(rule["weights"])]) == number, "weights: expected one a colour"
    )
    known = {"?", *map(str, values)}
    for window in items(rule["forbid"]):
        for row, col, mark in items(window, 1):
            offset([row, col])
            letter = type(mark) is str and mark.isascii() and mark.islower() and len(mark) == 1
            need(type(mark) is str and (mark in known or letter), "window: marks")
        need(any(mark != "?" for _, _, mark in window), "window: would match everywhere")
        need(len({(row, col) for row, col, _ in window}) == len(window), "window: a cell is there twice")
    for count in items(rule["counts"]):
        keys(count, "cell", "neighbours", "of", "allowed")
        need(count["cell"] in values, "cell: expected a colour")
        need(all(c in values for c in items(count["of"])), "of: expected colours")
        need(all(whole(c, 1000) for c in items(count["allowed"])), "allowed: expected whole numbers")
        read_neighbours(count["neighbours"], graph)
    need(not graph or not rule["forbid"], "windows: a graph has none")
    for condition in items(rule["conditions"]):
        if "along" in condition:
            known_keys = {"along", "order", "read", "match", "start", "next", "require", "accept"}
            need(not graph and {*condition} <= known_keys, "lines: a graph has none, and a key is unknown")
            continue
        if "linkage" in condition:
            keys(condition, "of", "neighbours", "linkage")
            need(all(value in values for value in items(condition["of"])), "of: expected values")
            read_neighbours(condition["neighbours"], graph)
            read_linkage(condition["linkage"], graph)
            continue
        key = next((key for key in ("require", "forbid", "when") if key in condition), "require")
        need(type(condition[key]) is str, "predicate: expected a text")
        if "parts" in condition:
            keys(condition, "parts", "when", "allowed", "cap")
            need(whole(condition["cap"], 1000), "cap: expected a whole number")
            need(all(whole(n, condition["cap"]) for n in items(condition["allowed"])), "allowed: to the cap")
            for part in items(condition["parts"], 1):
                keys(part, "cells" if "cells" in part else "neighbours")
                read_condition(condition | part, values, graph)
        else:
            need(key != "when", "predicate: expected require or forbid")
            keys(condition, *(kind for kind in ("cells", "neighbours", "at") if kind in condition), key)
            read_condition(condition, values, graph)
    if rule["image"] is not None:
        keys(rule["image"], "cells" if "cells" in rule["image"] else "neighbours", "map")
        need(type(rule["image"]["map"]) is str, "image: expected a text")
        need(rule["new_values"] != "classes", "image: its arrays are not counted by classes")
        read_condition(rule["image"], values, graph)
    return rule | {"outside": None if graph else rule["outside"]}  # a graph has no border


def read_linkage(linkage: Any, graph: bool) -> None:
    """What is asked of a graph as a whole."""
    more = [key for key in ("weight", "each") if key in linkage]
    keys(linkage, "components", "cycles", "joins", "apart", *more)
    if "each" in linkage:
        each = linkage["each"]
        keys(each, "at", "allowed", "cap")
        need(all(whole(n, 1000) for n in (each["cap"], *items(each["allowed"]))), "each: numbers")
        if each["at"] is not None:
            read_lines("each", items(each["at"], 1), graph)
    powers_in(linkage.get("weight", [0, 0]))
    for key in ("components", "cycles"):
        if linkage[key] is not None:
            keys(linkage[key], "allowed", "cap")
            numbers = [linkage[key]["cap"], *items(linkage[key]["allowed"])]
            need(all(whole(n, 1000) for n in numbers), f"{key}: numbers")
    for key in ("joins", "apart"):
        for place in items(linkage[key]):
            read_lines(key, items(place, 1), graph)


def read_lines(key: str, lines: Any, graph: bool) -> None:
    """Rows, columns and cells, as pins have them."""
    for line in lines:
        need(len(items(line)) == 2, f"{key}: row and column")
        need(all(at is None or (type(at) is int and abs(at) <= 100) for at in line), f"{key}: places")
        need(not graph or line in ([0, 0], [-1, -1]), f"{key}: a graph has a first and a last cell")


def read_condition(condition: Any, values: list[int], graph: bool) -> None:
    """A condition on a window, on neighbours, or on pinned places."""
    if "cells" in condition:
        for row, col, letter in items(condition["cells"], 1):
            offset([row, col])
            need(type(letter) is str and len(letter) == 1 and letter.isalpha(), "window: letters")
        need(not graph, "windows: a graph has none")
        for at in ([cell[:2] for cell in condition["cells"]], [cell[2] for cell in condition["cells"]]):
            need(len({*map(str, at)}) == len(at), "window: a cell is there twice")
        asked_of_window(condition)([values[0] for _ in condition["cells"]])
    elif "neighbours" in condition:
        read_neighbours(condition["neighbours"], graph)
        asked_near(condition)(values[0], [])
    else:
        read_lines("pin", items(condition["at"], 1), graph)
        asked_near(condition)(values[0], [])


def read_neighbours(neighbours: Any, graph: bool) -> None:
    rook = neighbours == "rook"
    need(rook or all(offset(step) for step in items(neighbours, 1)), "neighbours")
    need(rook or not graph, "neighbours: a graph has only rook")


def need(holds: bool, otherwise: str) -> None:
    if not holds:
        raise WrongError(otherwise)


def keys(table: Any, *names: str) -> None:
    need(type(table) is dict, f"expected a table with the key {names[0]!r}")
    for name in names:
        need(name in table, f"the key {name!r} is missing")
    for key in table:
        need(key in names, f"the key {ascii(key)[:50]} means nothing here")


def items(value: Any, least: int = 0) -> Any:
    need(type(value) is list and least <= len(value) <= 1000, f"expected a list, at least {least} long")
    return value


def whole(number: Any, most: int) -> bool:
    return type(number) is int and 0 <= number <= most


def offset(cell: Any) -> Place:
    row, col = items(cell)
    need(
        type(row) is int and type(col) is int and max(abs(row), abs(col)) < 12,
        "offsets are whole numbers below 12",
    )
    return row, col


def powers_in(pair: Any) -> Place:
    i, j = items(pair)
    need(whole(i, 1000) and whole(j, 1000), "weights: expected powers from 0 to 1000")
    return i, j


def fraction(part: Any, version: int) -> dict[int, Sum]:
    """A polynomial by powers of t."""
    need(type(part) is list, "expected a list of terms")
    terms = part if version == 4 else [[n, 0, 0, c] for n, c in enumerate(part)]
    found: dict[int, Sum] = {}
    for n, i, j, c in terms:
        number = int(c, 16) if type(c) is str else c  # long numbers are such strings
        need(
            {*map(type, (n, i, j, number))} == {int} and min(n, i, j) >= 0, "expected lists of whole numbers"
        )
        found.setdefault(n, Sum())[i, j] += number
    found = {n: Sum({key: c for key, c in total.items() if c}) for n, total in found.items()}
    return {n: total for n, total in found.items() if total}


def load(path: str) -> object:
    """The JSON in a file."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key is there twice in one object")
        return dict(pairs)

    try:
        with open(path, "rb") as file:
            data = file.read(FILE + 1)
        if len(data) > FILE:
            raise ValueError(f"longer than {FILE} bytes")
        return json.loads(data, object_pairs_hook=once)
    except (OSError, ValueError, RecursionError) as error:
        reason = ascii(str(getattr(error, "strerror", error)))[1:-1]
        raise RefusalError(2, f"cannot be read ({reason})") from None


def main(arguments: list[str]) -> int:
    try:
        if len(arguments) != 1:
            raise RefusalError(2, "expected one FILE")
        verdict = check(load(arguments[0]))
        code, reason = (0 if verdict.proved else 3), verdict.reason
    except RefusalError as refusal:
        code, reason = refusal.args
    except MemoryError:
        code, reason = 3, "out of memory"
    word = ("proved", "refuted", "bad file", "too much work")[code]
    (sys.stderr if code > 1 else sys.stdout).write(f"{word}: {reason}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
