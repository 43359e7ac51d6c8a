"""Intersections of planes between walls, which determine where a formula begins to hold and its possible
poles.

The theorem and its proof are in ``gfkit/questions/sizes/arrangement``. A plane is the set on which a sum is
0; it is stored as a row: the coefficients of the values of cells, the coefficient of n, and a constant. Walls
are the planes of the smallest and of the largest value. The formula holds for all n larger than those at
which planes meet in a point between the walls. At primitive q-th roots of unity it has poles of order at most
the rank of the vectors (v, 1), where v are the points at n = 1 of planes and walls without their constants
whose denominator is divisible by q.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from math import floor, lcm

from gfkit.proofs.checker.reading import Budget

Row = tuple[Fraction, ...]
Plane = tuple[int, ...]
Ends = tuple[tuple[int, int], tuple[int, int]]
"""Smallest and the largest value, each a multiple of n plus a constant."""


def add_row(rows: tuple[Row, ...], new: Sequence[int | Fraction]) -> tuple[Row, ...]:
    """Add a row to reduced rows, unless it depends on them."""
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


def laws_of_planes(
    cells: int,
    planes: Iterable[Plane],
    equations: Sequence[Plane],
    ends: Ends,
    first: int,
    modulus: int,
    budget: Budget,
) -> tuple[int, dict[int, int]]:
    """Return the smallest n >= ``first`` from which the formula holds, and for each q a bound of the order of
    poles.
    """
    walls = {
        (*(int(k == cell) for k in range(cells)), -times, -constant)
        for cell, (times, constant) in product(range(cells), ends)
    }
    rows = {*planes, *equations, *walls}
    start = 1  # if all planes contain the origin
    if any(row[-1] for row in rows):
        start = max(
            (floor(point[-1]) + 1 for point in points(cells, rows, equations, ends, first, budget)),
            default=first,
        )
    linear = {(*row[:-1], 0) for row in rows}
    low, high = ((times, 0) for times, _ in ends)
    at_one = [*((*row[:-1], 0) for row in equations), (*[0] * cells, 1, -1)]
    most, flat = cells + 1, reduced(at_one)
    if flat and first_place(flat[-1]) == cells + 1:
        return start, {}
    most -= len(flat) - 1
    if always_whole({row[:-2] for row in linear}):
        return start, {q: most for q in range(1, modulus + 1) if modulus % q == 0}
    by_denominator: dict[int, list[list[Fraction]]] = {}
    for point in points(cells, linear, at_one, (low, high), 1, budget):
        denominator = modulus * lcm(*(x.denominator for x in point))
        by_denominator.setdefault(denominator, []).append(point)
    budget.spend(sum(by_denominator))
    poles = {}
    for q in {q for own in by_denominator for q in range(1, own + 1) if own % q == 0}:
        rank: tuple[Row, ...] = ()
        for own, some in by_denominator.items():
            for point in some if own % q == 0 else ():
                rank = rank if len(rank) == most else add_row(rank, point)
        poles[q] = len(rank)
    return start, poles


def reduced(rows: Iterable[Sequence[int | Fraction]]) -> tuple[Row, ...]:
    """Return rows in reduced echelon form."""
    flat: tuple[Row, ...] = ()
    for row in rows:
        flat = add_row(flat, row)
    return flat


def points(
    cells: int, planes: Iterable[Plane], equations: Iterable[Plane], ends: Ends, first: int, budget: Budget
) -> list[list[Fraction]]:
    """Return the points (x, n) at which planes meet, with n >= ``first``, between the walls, and on all
    equations.

    A flat is constructed by adding planes in order, each if it cuts the flat so far. We store the smallest
    possible position of the last plane (the greedy algorithm).
    """
    rows, start = sorted(planes), reduced(equations)
    if start and first_place(start[-1]) == cells + 1:
        return []
    flats = {start: -1}
    for depth in range(len(start), cells + 1):
        below: dict[tuple[Row, ...], int] = {}
        for flat, last in flats.items():
            budget.spend((len(rows) - last) * (2 + depth) * cells)
            for at in range(last + 1, len(rows)):
                cut = add_row(flat, rows[at])
                if len(cut) > len(flat) and (cut in below or may_vanish(cut, ends, first)):
                    below[cut] = min(at, below.get(cut, at))
        flats = below
    return [[-row[-1] for row in flat] for flat in flats]


def may_vanish(flat: tuple[Row, ...], ends: Ends, first: int) -> bool:
    """Return True if there may be an n >= ``first`` such that each row vanishes somewhere between the
    walls.
    """
    least, most = Fraction(first), None
    for row in flat:
        for sign in (-1, 1):
            inner = [(sign * a, ends[sign * a < 0]) for a in row[:-2] if a]
            times = sign * row[-2] + sum(a * end[0] for a, end in inner)
            constant = sign * row[-1] + sum(a * end[1] for a, end in inner)
            if not times and constant > 0:  # times n + constant is at most 0 somewhere
                return False
            if times > 0 and (most is None or -constant / times < most):
                most = -constant / times
            if times < 0:
                least = max(least, -constant / times)
    return most is None or least <= most


def always_whole(forms: Iterable[Sequence[int]]) -> bool:
    """Return True if the coefficients imply that every vertex is integral.

    This holds if each form has only coefficients 0, 1 and -1 with at most one nonzero coefficient of each
    sign, or if its nonzero coefficients are consecutive ones.
    """
    kinds = [tuple(form) for form in forms if any(form)]
    if all(sorted(a for a in form if a) in ([1], [-1], [-1, 1]) for form in kinds):
        return True
    return all(
        {*form} <= {0, 1} and 0 not in form[form.index(1) : len(form) - form[::-1].index(1)] for form in kinds
    )
