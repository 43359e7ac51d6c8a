"""Pieces on growing squares: so many of a rule that forbids sets of pieces near each other.

Theorem. Let a rule forbid sets of pieces that span R + 1 rows and columns at most, wherever they fit, and ask
nothing else. With Z the polynomial of the board of side n, the coefficient of x^k in log Z is quadratic in n
from R (k - 1) on, if no piece spans more than n + 1 rows or columns; on a torus it is a multiple of n^2, on a
cylinder n times a polynomial of degree 1, from R k + 1 on. The proof is in ``gfkit/transfer/sizes/squares``.

What a rule of these kinds lays at a cell depends on the cells at most ``span`` rows and columns away alone.
So what fits everywhere on one board of side 2 span + 3 does so on all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod
from typing import NamedTuple, cast

from gfkit.proofs.checker.boards import Builder, CellBoard
from gfkit.proofs.checker.core import Clause, Count, Sum, Sweep, System, Table
from gfkit.proofs.checker.families import read_family
from gfkit.proofs.checker.fractions import KINDS
from gfkit.proofs.checker.kinds import CountQuery
from gfkit.proofs.checker.reading import Budget, RefusalError, need, whole

SQUARES = {"nxn": "", "torus:nxn": "torus", "cylinder:nxn": "cylinder"}


class LawBound(NamedTuple):
    """From where on a recurrence holds, and by q the order of the poles at primitive q-th roots of unity."""

    theorem: str
    start: int
    poles: dict[int, int]


Number = Callable[[int], int]


def count_laid(builder: Builder, budget: Budget) -> Sum:
    """The sum of the weights of all that a board allows, slot by slot."""
    system = System(0, (), (), (), (), tuple(builder.tallies), tuple(builder.wholes))
    return Sweep(system, budget).count([site for part in builder.slices() for site in part])


Row = tuple[Fraction, ...]


def add_row(rows: tuple[Row, ...], new: Sequence[int | Fraction]) -> tuple[Row, ...]:
    """Reduced rows with one more; the same rows where it depends on them."""
    row = [Fraction(x) for x in new]
    for other in rows:
        times = row[first_place(other)]
        row = [x - times * y for x, y in zip(row, other, strict=True)] if times else row
    if not any(row):
        return rows
    place = first_place(row)
    row = [x / row[place] for x in row]
    others = [tuple([x - old[place] * y for x, y in zip(old, row, strict=True)]) for old in rows]
    return tuple(sorted([*others, tuple(row)], key=first_place))


def first_place(row: Sequence[Fraction]) -> int:
    return next(k for k, x in enumerate(row) if x)


def pieces_on_squares(
    saved: Mapping[str, object], rule: Mapping[str, object], budget: Budget
) -> tuple[LawBound, Number, str]:
    """What is known of the number of positions with so many pieces, and what counts them."""
    name, pieces = cast(str, saved["board"]), whole(saved["pieces"], 0, 100, "pieces")
    need(name in SQUARES and rule.get("kind") in KINDS, "board, rule: growing squares, and a known kind")
    wraps = [name != "nxn", name == "torus:nxn"]

    def laid(side: int) -> tuple[Builder, int]:
        family = read_family({"word": SQUARES[name], "sizes": [None, side], "wraps": wraps})
        build, span = KINDS[cast(str, rule["kind"])](rule, CountQuery("all", 1), family)
        return build(CellBoard(family, side)), span

    _, span = laid(3)
    reach, extent = reach_of(laid(2 * span + 3)[0], budget)
    first = max(reach * pieces + 1, extent + 1, 3) if any(wraps) else max(reach * (pieces - 1), extent, 0)
    powers = [power for power in range(3) if power >= sum(wraps)]
    known: dict[int, list[int]] = {}

    def counted(side: int) -> list[int]:
        if side not in known:
            total = count_laid(laid(side)[0], budget) if side else {(0, 0): 1}
            known[side] = [total.get((k, 0), 0) for k in range(pieces + 1)]
        return known[side]

    sides = range(first, first + len(powers))
    coefficients: list[list[Fraction]] = []

    def number(n: int) -> int:
        if n < first:
            return counted(n)[pieces]
        if not coefficients:
            logarithms = [logarithm(counted(side)) for side in sides]
            for k in range(pieces + 1):
                rows: tuple[Row, ...] = ()
                for side, own in zip(sides, logarithms, strict=True):
                    rows = add_row(rows, [*(side**power for power in powers), own[k]])
                coefficients.append([row[-1] for row in rows if row[:-1].count(0) < len(powers)])
        row = [sum(c * n**power for c, power in zip(own, powers, strict=True)) for own in coefficients]
        return int(exponential(row)[pieces])

    what = f"positions with {pieces} pieces of the rule in the file on {name}"
    return LawBound("clusters of pieces", first, {1: 2 * pieces + 1}), number, what


def logarithm(numbers: Sequence[int]) -> list[Fraction]:
    """The coefficients of the logarithm of a series that begins with 1."""
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


def reach_of(builder: Builder, budget: Budget) -> tuple[int, int]:
    """How many rows or columns sets of pieces that are forbidden reach, and single pieces.

    RefusalError unless a rule forbids sets of pieces and nothing else, each wherever it fits.
    """
    board = builder.board
    plain = not (builder.ops or builder.tallies or builder.wholes)
    for _, weights, _ in builder.slots:
        plain = plain and [sum(power) for power in weights] == [0, *[1] * (len(weights) - 1)]
    if not plain:
        raise RefusalError(3, "the rule asks more than that some sets of pieces are not there")
    sets = {tuple(sorted(tests)) for debt in {*builder.debts} for tests in forbidden_sets(debt, budget)}
    reaches = []
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
                raise RefusalError(3, "the rule forbids some pieces only in some places")
        reaches.append(far)
    return reaches[0], reaches[1]


Pair = tuple[int, int]


def seen_from(
    board: CellBoard, start: int, parts: Sequence[tuple[Pair, tuple[int, ...]]]
) -> tuple[tuple[object, ...], int, int]:
    """Pieces by the places of their cells as seen from one of them, and how far these are apart."""

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
    """Sets of slots, each with the symbols that it may not show together with the others."""
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
    raise RefusalError(3, "the rule asks more than that some sets of pieces are not there")
