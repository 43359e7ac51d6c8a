"""Configurations with exactly k pieces on growing squares, strips and rectangles, for rules that forbid sets
of nearby pieces.

Theorem. Let a rule forbid sets of pieces that span at most R + 1 rows and columns, wherever they fit, without
other constraints. Let Z be the polynomial of the board m x n, and let no piece span more than m + 1 rows or n
+ 1 columns. For m, n >= R (k - 1) the coefficient of x^k in log Z is linear in m and linear in n. If a side
is cyclic, it is a multiple of that side, for m, n >= R k + 1. The same holds in n alone if m is fixed. The
proof is in ``gfkit/questions/sizes/squares``.

So boards with at most two values of each side determine the coefficients, and the number of configurations
with k pieces is a polynomial of degree at most k in each side.

Pieces of arrays may also conflict along whole lines: two of k pieces, of given kinds, on a line in one of
some directions, or at one of some offsets, if the rule has no other constraints. If piece i is at (x_i, y_i),
with coordinates between 0 and n + 1, lines and offsets are planes, and the theorem of ``planes`` determines
the poles and the n from which on the formula holds. The proof is in ``gfkit/questions/sizes/riders``.

The constraints of such a rule at a cell depend only on the cells at most ``span`` rows and columns away. So
they have the same form on all boards if they have the same form on the board of side 2 span + 3.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import Any, NamedTuple, cast

from gfkit.proofs.checker.boards import Builder, CellBoard, Family, GraphPart
from gfkit.proofs.checker.cells import Place
from gfkit.proofs.checker.core import Clause, Count, Sum, Sweep, System, Table
from gfkit.proofs.checker.families import read_family
from gfkit.proofs.checker.fractions import KINDS
from gfkit.proofs.checker.kinds import CountQuery
from gfkit.proofs.checker.lines import ALONG
from gfkit.proofs.checker.planes import laws_of_planes
from gfkit.proofs.checker.reading import (
    Budget,
    Fields,
    RefusalError,
    must_fit,
    must_hold,
    need,
    quantity,
    set_bits,
    whole,
)
from gfkit.proofs.checker.shapes import LATTICES, shapes_of_edges

RINGS = ("torus", "cylinder")
CLUSTERS = "clusters of pieces"
STRIP = re.compile("([1-9][0-9]{0,2})xn")
RIDER_LINE: dict[str, object] = {"along": [str], "match": str}
LEAPER = re.compile("leaper-([0-9]{1,2})-([0-9]{1,2})")


class LawBound(NamedTuple):
    """Index from which a recurrence holds, and for each q the order of poles at primitive q-th roots of
    unity.
    """

    theorem: str
    start: int
    poles: dict[int, int]


Counting = Callable[[int], int]


def count_laid(builder: Builder, budget: Budget) -> Sum:
    """Return the sum of the weights of all assignments of a board, variable by variable."""
    system = System(0, (), (), (), (), tuple(builder.tallies), tuple(builder.wholes))
    return Sweep(system, budget).count([site for part in builder.slices() for site in part])


def pieces_on_squares(saved: Fields, rule: Fields, budget: Budget) -> tuple[LawBound, Counting, str]:
    """Return the bound of the formula for k pieces, and the function that counts the configurations."""
    name, pieces = saved["board"], whole(saved["pieces"], 0, 100, "pieces")
    strip = STRIP.fullmatch(name)
    word = "" if strip else name.removesuffix("nxn").removesuffix(":")
    need(strip or name == f"{word}:nxn".removeprefix(":"), "board: expected growing squares, or a strip")
    ring, steps = word if word in RINGS else "", () if word in RINGS else steps_of(word)
    need(ring or steps, "board: expected growing squares")
    first_n = whole(saved["first_n"], 0, 1000, "first_n")
    need(not ring or first_n > 2, "first_n must be at least 3 on cyclic boards")
    rule, attacks = without_lines(rule)
    need(not (attacks and (word or strip)), "rule: constraints on lines require boards nxn")
    what = f"positions with {quantity(pieces, 'piece')} on {name} that satisfy the rule in the file"
    law = Clusters(rule, ring, steps if word else (), pieces, budget)
    if rule["kind"] == "edges" and rule.get("linkage") and steps and pieces and not strip:
        shapes = shapes_of_edges(rule, steps, pieces, budget)

        def fitting(n: int) -> int:
            fits = ((n - rows + 1, n - cols + 1, many) for (rows, cols), many in shapes.items())
            return sum(down * right * many for down, right, many in fits if down > 0 < right)

        first = max((max(size) - 1 for size in shapes), default=0)
        return LawBound("translated shapes", first, {1: 3}), fitting, what
    sets = law.measure()
    if attacks:
        bound = riders_bound(attacks, sets, len(law.laid(1, 1).slots[0][1]), pieces, budget)
        return bound, lambda n: count_placements(law.laid(n, n) if n else None, attacks, pieces, budget), what
    bound = LawBound(CLUSTERS, law.start, {1: (1 if strip else 2) * pieces + 1})
    return bound, lambda n: law.number(int(strip[1]) if strip else n, n), what


class Clusters:
    """Number of configurations with k pieces on the m x n boards of a lattice."""

    def __init__(self, rule: Fields, ring: str, steps: Sequence[Place], pieces: int, budget: Budget) -> None:
        self._rule, self._ring, self._steps, self._pieces, self._budget = rule, ring, steps, pieces, budget
        self.wraps: tuple[bool, bool] = bool(ring), ring == "torus"
        self.start: int = 0
        """Smallest side for which the formula holds."""
        self._known: dict[Place, list[int]] = {}
        side = 1 + max([2, *(abs(part) for step in steps for part in step)])  # all edges of a lattice exist
        _, self._span = on_rectangle(rule, ring, side, side, steps)

    def laid(self, rows: int, cols: int) -> Builder:
        """Return the constraints on a board."""
        return on_rectangle(self._rule, self._ring, rows, cols, self._steps)[0]

    def measure(self) -> list[Cluster]:
        """Compute the smallest side for which the formula holds, and return the forbidden sets of pieces."""
        side = 2 * self._span + 3
        reach, extent, sets = reach_of(self.laid(side, side), self._budget)
        far = reach * (self._pieces - 1)
        self.start = max(far + reach + 1, extent + 1, 3) if self._ring else max(far, extent, 0)
        return sets

    def counted(self, m: int, n: int) -> list[int]:
        """Return the numbers of configurations with 0, 1, ... pieces on m x n, by a sweep."""
        if (m, n) not in self._known:
            total = count_laid(self.laid(m, n), self._budget) if m and n else {(0, 0): 1}
            self._known[m, n] = [total.get((k, 0), 0) for k in range(self._pieces + 1)]
        return self._known[m, n]

    def number(self, m: int, n: int) -> int:
        """Return the number of configurations on m x n; if a side is long, it follows from shorter boards by
        the theorem.
        """
        if m <= self.start and n <= self.start:
            return self.counted(m, n)[self._pieces]
        weighted = map(self._weights, (m, n), self.wraps)
        total = [Fraction(0)] * (self._pieces + 1)
        for (rows, one), (cols, other) in product(*weighted):
            own = series_logarithm(self.counted(rows, cols))
            total = [c + one * other * more for c, more in zip(total, own, strict=True)]
        return int(exponential(total)[self._pieces])

    def _weights(self, side: int, is_cyclic: bool) -> list[tuple[int, Fraction]]:
        """Return the sides that determine the coefficient at a longer side, each with its weight."""
        start = self.start
        if side <= start:
            return [(side, Fraction(1))]
        if is_cyclic:
            return [(start, Fraction(side, start))]
        return [(start, Fraction(1 - side + start)), (start + 1, Fraction(side - start))]


def on_rectangle(
    rule: Mapping[str, Any], ring: str, rows: int, cols: int, steps: Sequence[Place] | None = None
) -> tuple[Builder, int]:
    """Return the constraints of a rule on a board with the given sides, and the range of the rule in
    cells.
    """
    need(rule.get("kind") in KINDS, "rule: unknown kind")
    need(not rule.get("weighted"), "rule: weights of windows are not supported")
    family = read_family({"word": ring, "sizes": [None, cols], "wraps": [bool(ring), ring == "torus"]})
    if steps:
        family = lattice(family, steps, cols)
    build, span = KINDS[rule["kind"]](rule, CountQuery("all", 1), family)
    board = CellBoard(family, rows)
    builder = build(board)
    if steps:
        board.places, board.rows, board.cols = [*product(range(rows), range(cols))], rows, cols
    return builder, span


def check_rectangles(saved: Fields, rule: Fields, budget: Budget) -> tuple[str, int]:
    """Check a polynomial for m x n boards; return the proved statement and the number of compared values."""
    name, pieces = saved["board"], whole(saved["pieces"], 0, 30, "pieces")
    need(name in ("mxn", "torus:mxn"), "board: expected mxn or torus:mxn")
    ring = "torus" if name == "torus:mxn" else ""
    valid = whole(saved["valid_from"], 3 if ring else 1, 1000, "valid_from")
    divisor = whole(saved["denominator"], 1, 10**40, "denominator")
    terms: dict[tuple[int, int], int] = {}
    for i, j, value in saved["terms"]:
        fits = i <= pieces and j <= pieces and (i, j) not in terms
        need(fits, "terms: an exponent exceeds the number of pieces")
        terms[i, j] = value
    rule, attacks = without_lines(rule)
    need(not attacks, "rule: constraints on lines require boards nxn")
    law = Clusters(rule, ring, (), pieces, budget)
    law.measure()
    sides = range(valid, max(law.start, valid) + pieces + 1)
    budget.spend((len(sides) * (pieces + 1)) ** 2)
    for m, n in product(sides, sides):
        value, true = sum(c * m**i * n**j for (i, j), c in terms.items()), law.number(m, n)
        otherwise = f"the count on {m}x{n} is {true}, but the polynomial has a different value"
        must_hold(value == true * divisor, otherwise)
    placed = quantity(pieces, "piece")
    what = f"the number of configurations with {placed} on {name} that satisfy the rule in the file"
    return f"for all m, n >= {valid}, the polynomial in the file is {what}", len(sides) ** 2


def steps_of(word: str) -> tuple[Place, ...]:
    """Return the edges of a lattice from a vertex to later vertices, or none if no lattice has this name."""
    match = LEAPER.fullmatch(word)
    a, b = sorted(map(int, match.groups())) if match else (0, 0)
    if not b:
        return LATTICES.get(word, ())
    return tuple(sorted({step for step in ((a, b), (b, a), (a, -b), (b, -a)) if step > (0, 0)}))


def lattice(family: Family, steps: Sequence[Place], side: int) -> Family:
    """Return the squares of a lattice, as a graph that consists of slices."""
    ends = [(x, x + right, down) for down, right in steps for x in range(side) if 0 <= x + right < side]
    edges = tuple((a, b) for a, b, down in ends if not down)
    links = tuple(end for end in ends if end[2])
    return family._replace(slice=GraphPart(side, edges), links=links, sides=None, cells=())


Cluster = tuple[object, ...]
"""Set of pieces with their cells, relative to one of these cells."""
Attack = tuple[int, int, frozenset[tuple[int, int]]]
"""Direction, and two symbols that conflict along it."""


def without_lines(rule: Fields) -> tuple[Fields, list[Attack]]:
    """Return a rule without its conditions on lines, and the attacks that these conditions forbid."""
    conditions = rule.get("conditions", []) if rule["kind"] == "array" else []
    is_list = isinstance(conditions, list) and {*map(type, conditions)} <= {dict}
    need(is_list, "conditions: expected a list of objects")
    lines = [condition for condition in conditions if "along" in condition]
    values = rule.get("values", [])
    need(not lines or not values or values == [*range(len(values))], "rule: invalid lines or values")
    attacks = []
    for line in lines:
        must_fit(line, RIDER_LINE, "conditions")
        kinds = excluded_symbols(line["match"], whole(rule.get("colours"), 1, 10, "colours"))
        for word in line["along"]:
            need(word in ALONG, "along: expected rows, columns, diagonals or antidiagonals")
            attacks.append((*ALONG[word], kinds))
    return {**rule, "conditions": [one for one in conditions if one not in lines]} if lines else rule, attacks


def excluded_symbols(match: str, colours: int) -> frozenset[tuple[int, int]]:
    """Return the symbols no two of which can be on one line, by a pattern of one of two forms.

    Either the pattern allows at most one piece, for example 0*[12]?0*, or all pieces must be in one of some
    sets, for example [01]*|[02]*. In the second form, the empty cell and any set of pairwise compatible
    symbols must be contained in one of the sets. A symbol that no line can contain is rejected, because it
    excludes more than itself.
    """
    pieces = range(1, colours)
    every = "".join(map(str, pieces))
    if match in (f"0*[{every}]?0*" if every else "0*", f"0*{every}?0*" if colours == 2 else "0*"):
        return frozenset(product(pieces, pieces))
    sets = [{*map(int, part)} for part in re.findall(r"\[(\d+)\]\*", match)]
    plain = match == "|".join(f"[{''.join(map(str, sorted(part)))}]*" for part in sets)
    if not plain or max((0, *map(max, sets))) >= colours:
        raise RefusalError(3, "a pattern along lines has an unsupported form")
    together = {pair for part in sets for pair in product(part, part)}
    for number in range(colours):
        for some in combinations(pieces, number):
            fit = any(part.issuperset({0, *some}) for part in sets)
            go_together = number < 2 or all(pair in together for pair in product(some, some))
            if not fit and go_together:
                raise RefusalError(3, "a pattern along lines must only exclude pairs of pieces")
    return frozenset(pair for pair in product(pieces, pieces) if pair not in together)


def riders_bound(
    attacks: Sequence[Attack], shapes: Sequence[Cluster], symbols: int, pieces: int, budget: Budget
) -> LawBound:
    """Return the bound of the formula for pieces that conflict along lines, or in pairs of the given
    shapes.
    """
    forms = {(right, -down, 0) for down, right, _ in attacks}
    if len({pair for *_, kinds in attacks for pair in kinds}) < (symbols - 1) ** 2:
        forms |= {(1, 0, 0), (0, 1, 0)}  # pieces at one place
    for shape in shapes:
        spots = [spot for _, own in cast("tuple[tuple[object, list[Pair]], ...]", shape) for spot in own]
        if len(shape) != 2 or len(spots) != 2:
            raise RefusalError(3, "constraints on more than two pieces are not supported in rules with lines")
        down, right = (a - b for a, b in zip(*spots, strict=True))
        forms |= {(1, 0, down), (1, 0, -down), (0, 1, right), (0, 1, -right)}
    planes = []
    for i, j in combinations(range(pieces), 2):
        for a, b, constant in forms:
            row = [0] * (2 * pieces) + [0, constant]
            row[2 * i], row[2 * i + 1], row[2 * j], row[2 * j + 1] = a, b, -a, -b
            planes.append(tuple(row))
    start, poles = laws_of_planes(2 * pieces, planes, [], ((0, 0), (1, 0)), 1, 1, budget)
    return LawBound("riders", start - 1, poles)


def count_placements(builder: Builder | None, attacks: Sequence[Attack], pieces: int, budget: Budget) -> int:
    """Return the number of placements of the given pieces without conflicts; None is the empty board."""
    laid: list[tuple[int, int]] = []
    if builder is not None:
        laid = [(slot, symbol) for slot, own in enumerate(builder.slots) for symbol in range(1, len(own[1]))]
    near: set[tuple[int, int, int, int]] = set()
    for debt in builder.debts if builder is not None else ():
        for (slot, mask), (other, shown) in cast("Iterator[tuple[Pair, Pair]]", forbidden_sets(debt, budget)):
            near |= {(slot, s, other, t) for s in set_bits(mask) for t in set_bits(shown)}
    side = builder.board.rows if builder is not None else 0
    budget.spend(len(laid) ** 2 * (1 + len(attacks)))

    def go_together(one: Pair, other: Pair) -> bool:
        (slot, s), (place, t) = one, other
        if slot == place or (slot, s, place, t) in near or (place, t, slot, s) in near:
            return False
        (down, right), (row, col) = divmod(slot, side), divmod(place, side)
        return not any((s, t) in kinds and (row - down) * y == (col - right) * x for x, y, kinds in attacks)

    later = [
        sum(1 << k for k in range(at + 1, len(laid)) if go_together(laid[at], laid[k]))
        for at in range(len(laid))
    ]

    def ways(free: int, more: int) -> int:
        if more < 2:
            return free.bit_count() if more else 1
        chosen = [*set_bits(free)]
        budget.spend(1 + len(chosen) * (2 + len(laid) // 64))
        return sum(ways(free & later[at], more - 1) for at in chosen)

    return ways((1 << len(laid)) - 1, pieces)


def series_logarithm(numbers: Sequence[int]) -> list[Fraction]:
    """Return the coefficients of the logarithm of a series with constant term 1."""
    found = [Fraction(0)]
    for k in range(1, len(numbers)):
        parts = (Fraction(j, k) * found[j] * numbers[k - j] for j in range(1, k))
        found.append(numbers[k] - sum(parts, Fraction()))
    return found


def exponential(coefficients: Sequence[Fraction | int]) -> list[Fraction]:
    found = [Fraction(1)]
    for k in range(1, len(coefficients)):
        found.append(
            sum((Fraction(j, k) * coefficients[j] * found[k - j] for j in range(1, k + 1)), Fraction())
        )
    return found


def reach_of(builder: Builder, budget: Budget) -> tuple[int, int, list[Cluster]]:
    """Return the range of forbidden sets of pieces, the range of single pieces, and the forbidden sets.

    Raise RefusalError unless the rule only forbids sets of pieces, each in every position where it fits.
    """
    board = builder.board
    plain = not (builder.ops or builder.tallies or builder.wholes)
    for _, weights, _ in builder.slots:
        plain = plain and [sum(power) for power in weights] == [0, *[1] * (len(weights) - 1)]
    if not plain:
        raise RefusalError(3, "the rule has constraints other than forbidden sets of pieces")
    sets = {tuple(sorted(tests)) for debt in {*builder.debts} for tests in forbidden_sets(debt, budget)}
    reaches, found = [], list[Cluster]()
    for some in (sets, {((slot, 0),) for slot in range(len(builder.slots))}):
        shapes: Counter[tuple[tuple[object, ...], int, int]] = Counter()
        for tests in some:
            parts = [((mask, builder.covers[slot][0]), builder.covers[slot][1]) for slot, mask in tests]
            shapes[min(seen_from(board, cell, parts) for _, cells in parts for cell in cells)] += 1
        far = 0
        for (_, down, right), times in shapes.items():
            far = max(far, down, right)
            wraps = board.family.wraps
            fits = [
                board.rows if wrap else board.rows - d for wrap, d in zip(wraps, (down, right), strict=True)
            ]
            if 2 * max(down, right) >= board.rows or times != fits[0] * fits[1]:
                raise RefusalError(3, "the constraints of the rule are not translation-invariant")
        reaches.append(far)
        found = found or [shape for shape, *_ in shapes]
    return reaches[0], reaches[1], found if sets else []


Pair = tuple[int, int]


def seen_from(
    board: CellBoard, start: int, parts: Sequence[tuple[Pair, tuple[int, ...]]]
) -> tuple[tuple[object, ...], int, int]:
    """Return pieces by the relative positions of their cells, and their extents downwards and to the
    right.
    """

    def place(cell: int) -> tuple[int, int]:
        steps = (to - own for to, own in zip(board.places[cell], board.places[start], strict=True))
        half, side = board.rows // 2, board.rows
        down, right = (
            (step + half) % side - half if wrap else step
            for step, wrap in zip(steps, board.family.wraps, strict=True)
        )
        return down, right

    pieces = sorted((what, sorted(place(cell) for cell in cells)) for what, cells in parts)
    lines = [*zip(*(spot for _, spots in pieces for spot in spots), strict=True)]
    down, right = (max(line) - min(line) for line in lines)
    return tuple((what, tuple(spots)) for what, spots in pieces), down, right


def forbidden_sets(debt: object, budget: Budget) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the forbidden sets of variables, each with the symbols that must not occur together."""
    if isinstance(debt, Clause) and not debt.label and not any(mask & 1 for _, mask in debt.items):
        yield debt.items
        return
    if isinstance(debt, Count) and not any(mask & 1 for _, mask in (*debt.items, *debt.given)):
        most = debt.allowed.bit_length() - 1
        if debt.allowed == (2 << most) - 1:
            budget.spend(comb(len(debt.items), most + 1))
            for some in combinations(debt.items, most + 1):
                yield (*debt.given, *some)
            return
    if isinstance(debt, Table) and not debt.label:
        budget.spend(prod(debt.symbols) * len(debt.symbols))
        fillings = [*product(*map(range, debt.symbols))]
        bad = {filling for number, filling in enumerate(fillings) if not debt.rows >> number & 1}
        more = (
            (*filling[:k], symbol, *filling[k + 1 :])
            for filling in bad
            for k, shown in enumerate(filling)
            for symbol in range(1, debt.symbols[k])
            if not shown
        )
        if bad.issuperset(more):
            for filling in bad:
                fewer = ((*filling[:k], 0, *filling[k + 1 :]) for k, shown in enumerate(filling) if shown)
                if bad.isdisjoint(fewer):
                    yield tuple((slot, 1 << s) for slot, s in zip(debt.places, filling, strict=True) if s)
            return
    raise RefusalError(3, "the rule has constraints other than forbidden sets of pieces")
