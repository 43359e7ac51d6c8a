"""Planes that cut a growing cube: the possible poles of a formula, and the smallest n for which it holds.

Let d cells have values between two walls, low(n) <= x_i <= high(n), linear in n. Let the truth of a rule
depend on the signs of finitely many forms a.x + b n + c with integer coefficients, and on residues of values
and n modulo m (m = 1: no residues). In the space of (x, n) each form is 0 on a plane; so are the walls. A
strict comparison concerns another side of the same plane. The linear part of a plane is a.x + b n = 0.

Theorem (Ehrhart, Stanley; with constants). Let a(n) be the number of integer points x that the rule allows.
 1. Let M be the largest n at which d + 1 planes with independent normals meet in a point between the walls.
    There is a quasi-polynomial equal to a(n) for all n > M.
 2. At primitive q-th roots of unity its generating function has a pole of order at most the rank of the
    vectors (v, 1). Here v runs over the points at n = 1, between the linear parts of the walls, where linear
    parts of planes meet, and whose denominator times m is a multiple of q.
 3. If equations hold in every allowed assignment, only points on all of them matter in 1, and points on their
 linear parts in 2. The order is at most one more than the dimension that the linear parts leave.
Without constants all planes contain the origin, and M = 0.

Proof. The planes cut the space between the walls into relatively open polyhedra Q. On each, the rule is
always true or always false, for given residues. A recession direction (y, t) of the closure of Q is between
the linear parts of the walls. So t > 0, or y = 0 and t = 0. Hence the closure is the hull of its vertices w_j
plus the cone of its extreme directions, which are vectors (v, 1) as in 2. Put r_i = m D_i (v_i, 1), where D_i
is the denominator of v_i. The cone over the closure has the generators (w_j, 1) and (r_i, 0). Triangulate it
without new generators. Then Q is a disjoint union of sets of points sum mu_j w_j + sum nu_i r_i with sum mu_j
= 1 and all mu_j, nu_i > 0, where the (w_j, 1) and (r_i, 0) of one set are independent. Integer multiples of
the r_i can be subtracted in exactly one way so that 0 < nu_i <= 1, which preserves residues. The remaining
set is bounded, so it has finitely many integer points. The set has the series p(z)/prod(1 - z^(m D_i)), where
p has powers of z up to max n(w_j) + sum m D_i. So its coefficients are a quasi-polynomial for n > max n(w_j),
and each w_j is a point as in 1. As the r_i are independent, the number of m D_i that are multiples of q is at
most the rank in 2.

To find M: of d + 1 planes with independent normals, some d have independent coefficients of x. These meet in
a line v(n) = (alpha n + beta)/D, on which the form of another plane is p n + q. So M is the largest -q/p at
which v(n) lies between the walls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import floor, gcd, lcm
from random import Random

from flint import fmpz_mat

from gfkit.core.errors import LimitError
from gfkit.core.typing import check_stop

Plane = tuple[int, ...]
"""Coefficients of the values, coefficient of n, and the constant."""
Ends = tuple[tuple[int, int], tuple[int, int]]
"""Smallest and the largest value, each as a linear form: coefficient of n, and constant."""
Vertex = tuple[Fraction, ...]
_Flat = tuple[tuple[int, Plane], ...]
"""Reduced rows, each with the index of its first nonzero coefficient."""
MOST_FLATS = 200_000
_TRIED_FLATS = 50
"""Maximum number of flats of dimension 3 whose vertices are used for a lower bound: a second for four
pieces.
"""


def pole_orders(
    cells: int, planes: Iterable[Plane], equations: Sequence[Plane], ends: Ends, modulus: int
) -> tuple[dict[int, int], int]:
    """Return, for each q, a bound on the order of poles at primitive q-th roots of unity, and the number of
    vertices.

    The number of vertices is 0 if all are integral and need not be enumerated.
    """
    start: _Flat = ()
    for equation in equations:
        cut = _intersect_plane(start, _extract_linear_part(equation))
        if cut is None:
            return {}, 0
        start = cut
    dimension = cells - len(start)
    rows, box = _linear_rows(cells, planes, ends)
    if _is_unimodular(rows):
        return dict.fromkeys(divisors(modulus), dimension + 1), 0
    vertices = {_vertex(flat) for flat in _find_intersection_lines(rows, start, cells, box, 0)}
    return _orders(vertices, dimension, modulus), len(vertices)


def least_degree(cells: int, planes: Iterable[Plane], ends: Ends, enough: int) -> int:
    """Return a lower bound on the sum of phi(q) times ``pole_orders`` of q, without equations or modulus.

    The corners of the cube alone give order ``cells`` + 1 for q = 1. Further vertices are taken from flats of
    dimension 3, chosen at random with a fixed seed, until the bound reaches ``enough``.

    >>> least_degree(8, [(2, 1, *[0] * 6, -1, 0)], ((0, 0), (1, 0)), 16)
    16
    """
    rows, box = _linear_rows(cells, planes, ends)
    vertices: set[Vertex] = set()
    least, random = cells + 1, Random(1)
    tries = 0 if cells <= 6 or _is_unimodular(rows) else _TRIED_FLATS
    while least < enough and tries:
        flat: _Flat = ()
        tries -= 1
        for plane in random.sample(sorted(rows), len(rows)):
            cut = _intersect_plane(flat, plane)
            if len(flat) < cells - 3 and cut and _find_open_range(cut, box, 0):
                flat = cut
        vertices |= {_vertex(line) for line in _find_intersection_lines(rows, flat, cells, box, 0)}
        orders = {**_orders(vertices, cells, 1), 1: cells + 1}
        least = sum(order * sum(gcd(k, q) == 1 for k in range(1, q + 1)) for q, order in orders.items())
    return least


def _linear_rows(cells: int, planes: Iterable[Plane], ends: Ends) -> tuple[set[Plane], Ends]:
    """Return the linear parts of planes and walls, and of the ends."""
    box = (0, ends[0][0]), (0, ends[1][0])
    return {
        _normalise_sign(_extract_linear_part(plane)) for plane in planes if any(plane[:cells])
    } | _build_wall_planes(cells, box), box


def _vertex(flat: _Flat) -> Vertex:
    """Return the point of a flat of dimension 0."""
    return tuple([Fraction(-row[-1], row[pivot]) for pivot, row in flat])


def _orders(vertices: Iterable[Vertex], dimension: int, modulus: int) -> dict[int, int]:
    """Return, for each q, the rank of the vectors (v, 1) such that q divides m times the denominator of v."""
    by_denominator: dict[int, list[Vertex]] = {}
    for vertex in vertices:
        by_denominator.setdefault(modulus * lcm(*(x.denominator for x in vertex)), []).append(vertex)
    orders = {}
    for q in sorted({q for denominator in by_denominator for q in divisors(denominator)}):
        some = [v for denominator, own in by_denominator.items() if denominator % q == 0 for v in own]
        orders[q] = min(dimension + 1, _rank(some))
    return orders


def law_start(cells: int, planes: Iterable[Plane], equations: Sequence[Plane], ends: Ends, first: int) -> int:
    """Return the smallest n_0 >= ``first`` such that no d + 1 independent planes meet in a point between the
    walls at any n >= n_0 (d is the number of cells).

    >>> law_start(2, [(1, 1, -1, -2)], [], ((0, 0), (1, 0)), 0)
    3
    """
    rows = {_normalise_sign(plane) for plane in (*planes, *equations)} | _build_wall_planes(cells, ends)
    start: _Flat = ()
    for equation in equations:
        start = _intersect_plane(start, equation) or start
    last = Fraction(first - 1)
    for line in _find_intersection_lines(rows, start, cells, ends, first):
        span = _find_open_range(line, ends, first)
        for plane in rows:
            of_n, constant = _reduce_by_rows(line, plane)[-2:]
            if of_n and span is not None:
                n = Fraction(-constant, of_n)
                last = max(last, n) if span[0] <= n and (span[1] is None or n <= span[1]) else last
    return floor(last) + 1


def divisors(number: int) -> list[int]:
    """Return the divisors of a number in ascending order."""
    return [q for q in range(1, number + 1) if number % q == 0]


def _extract_linear_part(plane: Plane) -> Plane:
    """Return the linear part of a plane, at n = 1."""
    return (*plane[:-2], 0, plane[-2])


def _build_wall_planes(cells: int, ends: Iterable[tuple[int, int]]) -> set[Plane]:
    units = [tuple(int(other == cell) for other in range(cells)) for cell in range(cells)]
    return {_normalise_sign((*unit, -times, -more)) for unit in units for times, more in ends}


def _normalise_sign(plane: Plane) -> Plane:
    """Return the equation of a plane, negated if the first nonzero coefficient is negative."""
    first = next((a for a in plane if a), 1)
    return plane if first > 0 else tuple([-a for a in plane])


def _is_unimodular(rows: Iterable[Plane]) -> bool:
    """Return True if the matrix is recognised as totally unimodular, so that all vertices are integral.

    It is totally unimodular if each plane has at most one coefficient 1 and one -1 (a network), or if the
    nonzero coefficients are consecutive and equal to 1 (intervals).
    """
    forms = {row[:-2] for row in rows}
    return all(sorted(a for a in form if a) in ([1], [-1], [-1, 1]) for form in forms) or all(
        {*form} <= {0, 1} and 0 not in form[form.index(1) : len(form) - form[::-1].index(1)] for form in forms
    )


def _reduce_by_rows(flat: _Flat, plane: Plane) -> list[int]:
    """Return a multiple of a plane reduced by the rows of a flat, with 0 at their pivots."""
    row = list(plane)
    for pivot, other in flat:
        if row[pivot]:
            a, b = other[pivot], row[pivot]
            row = [a * x - b * y for x, y in zip(row, other, strict=True)]
    return row


def _intersect_plane(flat: _Flat, plane: Plane) -> _Flat | None:
    """Return the intersection of a flat and a plane, or None if it is nonempty for at most one n."""
    row = _reduce_by_rows(flat, plane)
    pivot = next((place for place, a in enumerate(row[:-2]) if a), -1)
    if pivot < 0:
        return None if any(row) else flat
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


def _find_intersection_lines(
    rows: Iterable[Plane], start: _Flat, cells: int, ends: Ends, first: int
) -> Iterable[_Flat]:
    """Return the lines v(n) in which planes intersect between the walls for some n >= first.

    They are computed by decreasing dimension. For each flat we store the last plane of its greedy basis. By
    the greedy algorithm no other basis of the flat ends earlier, so only later planes need to be added to it.

    The reported total is an estimate. The numbers of intersections by dimension are usually log-concave, so
    we extrapolate them with factors that decrease by their last ratio.
    """
    planes, flats = sorted(rows), {start: -1}
    done, work, factor, decline = 0, 1, 1.0, 1.0
    for dimension in range(cells, len(start), -1):
        own = sum(len(planes) - last - 1 for last in flats.values())
        decline, factor, work = min(1.0, own / work / factor), own / work, max(own, 1)
        total = done + sum(work * factor**k * decline ** (k * (k + 1) // 2) for k in range(dimension))
        below: dict[_Flat, int] = {}
        outside: set[_Flat] = set()
        for flat, last in flats.items():
            check_stop("intersecting planes", done, int(total), len(flats))
            done += len(planes) - last - 1
            for number in range(last + 1, len(planes)):
                cut = _intersect_plane(flat, planes[number])
                if cut is None or cut is flat or cut in outside:
                    continue
                if cut in below or _find_open_range(cut, ends, first):
                    below[cut] = min(number, below.get(cut, number))
                else:
                    outside.add(cut)
            if len(below) > MOST_FLATS:
                raise LimitError(f"the hyperplane arrangement of the rule has more than {MOST_FLATS:,} flats")
        flats = below
    return flats


def _find_open_range(flat: _Flat, ends: Ends, first: int) -> tuple[Fraction, Fraction | None] | None:
    """Return the first and last n >= first at which no row separates a flat from the walls, or None."""
    least, most = Fraction(first), None
    for _, row in flat:
        for sign in (1, -1):  # require the minimum p n + q of sign * row to be at most 0
            inner = [(sign * a, ends[sign * a < 0]) for a in row[:-2] if a]
            p, q = (sign * row[part] + sum(a * end[part] for a, end in inner) for part in (-2, -1))
            if p < 0:
                least = max(least, Fraction(-q, p))
            elif p > 0:
                most = Fraction(-q, p) if most is None else min(most, Fraction(-q, p))
            elif q > 0:
                return None
    return None if most is not None and most < least else (least, most)


def _rank(vertices: Iterable[Vertex]) -> int:
    """Return the rank of the vectors (v, 1) over all vertices v."""
    scales = ((vertex, lcm(*(x.denominator for x in vertex))) for vertex in vertices)
    return fmpz_mat([[*(int(x * scale) for x in vertex), scale] for vertex, scale in scales]).rank()
