"""Planes that cut a cube: how often each root of unity can be a pole, as the vertices say.

Theorem (Ehrhart, Stanley). Let planes through the origin of the space of (values, n), without constants, cut
the cube low <= x_i <= high at n = 1 into relatively open cells. The whole points of n times a union of cells,
for n >= 1, are as many as a quasi-polynomial says. Its generating function has a pole at a primitive q-th
root of unity of order at most the rank of the vectors (v, 1), v running over the vertices of the cells whose
denominator is a multiple of q; and at most one more than the dimension. If only points in certain residue
classes modulo m are counted, the same holds with m times the denominators.

Proof. Triangulate the closure of each cell without new vertices. An open simplex with vertices v_i of
denominators d_i has the series p(z)/prod(1 - z^(d_i)), where p counts points of the parallelepiped of the
vectors d_i (v_i, 1); with residues, of m d_i (v_i, 1). Of the vertices of one simplex, which are independent,
at most so many have a denominator that q divides. p has no higher degree than the denominator, so the series
is that of a quasi-polynomial from n = 1 on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm

from flint import fmpz_mat

from gfkit.errors import LimitError

Plane = tuple[int, ...]
"""Coefficients of the values, and the constant at n = 1."""
Vertex = tuple[Fraction, ...]
_Flat = tuple[tuple[int, Plane], ...]
"""Reduced rows, each with the place of its first coefficient."""
MOST_FLATS = 200_000


def pole_orders(
    cells: int, planes: Iterable[Plane], equations: Sequence[Plane], box: tuple[int, int], modulus: int
) -> tuple[dict[int, int], int]:
    """By q the most that the order of a pole at primitive q-th roots of unity can be, and how many vertices.

    0 vertices where they need not be listed, all being whole. ``box`` are the ends of all values at n = 1.
    """
    rows = {_signed(plane) for plane in planes if any(plane[:-1])}
    start: _Flat = ()
    for equation in equations:
        cut = _with(start, equation)
        if cut is None:
            return {}, 0
        start = cut
    dimension = cells - len(start)
    walls = {_signed((*_unit(cell, cells), -end)) for cell in range(cells) for end in box}
    if _is_unimodular(rows | walls):
        return dict.fromkeys(divisors(modulus), dimension + 1), 0
    vertices = _vertices(rows | walls, start, cells, box)
    by_denominator: dict[int, list[Vertex]] = {}
    for vertex in vertices:
        by_denominator.setdefault(modulus * lcm(*(x.denominator for x in vertex)), []).append(vertex)
    orders = {}
    for q in sorted({q for denominator in by_denominator for q in divisors(denominator)}):
        some = [v for denominator, own in by_denominator.items() if denominator % q == 0 for v in own]
        orders[q] = min(dimension + 1, _rank(some))
    return orders, len(vertices)


def divisors(number: int) -> list[int]:
    """The divisors of a number, ascending."""
    return [q for q in range(1, number + 1) if number % q == 0]


def _unit(cell: int, cells: int) -> Plane:
    return tuple(int(other == cell) for other in range(cells))


def _signed(plane: Plane) -> Plane:
    """The same plane with its first coefficient positive."""
    first = next((a for a in plane if a), 1)
    return plane if first > 0 else tuple([-a for a in plane])


def _is_unimodular(rows: Iterable[Plane]) -> bool:
    """Whether all vertices are surely whole.

    So it is where each plane has at most one coefficient 1 and one -1 (a network), or where the coefficients
    that are not 0 are 1 and lie side by side (intervals).
    """
    forms = {row[:-1] for row in rows}
    return all(sorted(a for a in form if a) in ([1], [-1], [-1, 1]) for form in forms) or all(
        {*form} <= {0, 1} and 0 not in form[form.index(1) : len(form) - form[::-1].index(1)] for form in forms
    )


def _with(flat: _Flat, plane: Plane) -> _Flat | None:
    """A flat cut with a plane, in reduced rows; itself if it lies on it, None if they do not meet."""
    row = list(plane)
    for pivot, other in flat:
        if row[pivot]:
            a, b = other[pivot], row[pivot]
            row = [a * x - b * y for x, y in zip(row, other, strict=True)]
    pivot = next((place for place, a in enumerate(row[:-1]) if a), -1)
    if pivot < 0:
        return None if row[-1] else flat
    reduced = _primitive(row, pivot)
    rows = [(pivot, reduced)]
    for place, other in flat:
        if other[pivot]:
            a, b = reduced[pivot], other[pivot]
            other = _primitive([a * x - b * y for x, y in zip(other, reduced, strict=True)], place)
        rows.append((place, other))
    return tuple(sorted(rows))


def _primitive(row: Sequence[int], pivot: int) -> Plane:
    divisor = gcd(*row) * (1 if row[pivot] > 0 else -1)
    return tuple([a // divisor for a in row])


def _vertices(rows: Iterable[Plane], start: _Flat, cells: int, box: tuple[int, int]) -> list[Vertex]:
    """The points where planes meet in the box, flat by flat of falling dimension."""
    flats = {start}
    for _ in range(len(start), cells):
        below: set[_Flat] = set()
        for flat in flats:
            for plane in rows:
                cut = _with(flat, plane)
                if cut is not None and cut is not flat and cut not in below and _meets(cut, box):
                    below.add(cut)
            if len(below) > MOST_FLATS:
                raise LimitError(f"the planes of the rule meet in more than {MOST_FLATS:,} ways")
        flats = below
    found = {tuple([Fraction(-row[-1], row[pivot]) for pivot, row in flat]) for flat in flats}
    return [vertex for vertex in found if all(box[0] <= x <= box[1] for x in vertex)]


def _meets(flat: _Flat, box: tuple[int, int]) -> bool:
    """Whether no row alone keeps a flat out of the box."""
    for _, row in flat:
        low = row[-1] + sum(a * box[a < 0] for a in row[:-1])
        high = row[-1] + sum(a * box[a > 0] for a in row[:-1])
        if low > 0 or high < 0:
            return False
    return True


def _rank(vertices: Iterable[Vertex]) -> int:
    """The rank of the vectors (v, 1)."""
    scales = ((vertex, lcm(*(x.denominator for x in vertex))) for vertex in vertices)
    return fmpz_mat([[*(int(x * scale) for x in vertex), scale] for vertex, scale in scales]).rank()
