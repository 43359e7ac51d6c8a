"""Hermite-Pade problems modulo primes: order bases at points, and for power series."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

from flint import fmpz_mat, nmod_mat, nmod_poly

from gfkit.core.deferred import dataclass

_POINTS_OF_A_ROW = 50
"""Maximum number of points for each row at which one rank is faster than the elimination."""
Residues = Sequence[Sequence[int]]
"""Sequence of residues for each unknown polynomial."""


class _Rows:
    """Rows of an order basis modulo a prime, by their values at the points.

    The values of a row are the coefficients of a polynomial V: the power of t is the index of the point, or
    x - m for the point x, with m the smallest point. So multiplication by x maps V to m V + t V'. With
    ``has_basis`` the polynomials of each row are stored too.
    """

    def __init__(
        self, values: Residues, nodes: Sequence[int] | None, prime: int, *, has_basis: bool = False
    ) -> None:
        count = len(values[0])
        self._nodes = None if nodes is None else list(map(int, nodes[:count]))
        self._prime, self._count, self._first = prime, count, min(self._nodes or [0])
        self._places = range(count) if nodes is None else [node - self._first for node in self._nodes or []]
        self.rows: list[nmod_poly] = []
        for row in values:
            spread = [0] * (max(self._places, default=0) + 1)
            for place, value in zip(self._places, row, strict=True):
                spread[place] = int(value)
            self.rows.append(nmod_poly(spread, prime))
        size = len(values) if has_basis else 0
        self.basis = [[nmod_poly([int(i == j)], prime) for j in range(size)] for i in range(size)]
        self._values = values

    def follow(self, pivots: Sequence[int]) -> bool:
        """Repeat an elimination with the given pivots from its start. Return False if one of them is 0."""
        for step, pivot in enumerate(pivots):
            if pivot >= 0:
                column = self.column(step)
                if not column[pivot]:
                    return False
                self.eliminate(step, pivot, column)
        return True

    def relation(self, row: int, degree: int, pivots: Sequence[int]) -> list[list[int]]:
        """Return the polynomials of a row after an elimination with the given pivots, lowest degree first."""
        if not self.basis:
            same = _Rows(self._values, self._nodes, self._prime, has_basis=True)
            same.follow(pivots)
            self.basis = same.basis
        return [[int(part[k]) for k in range(degree + 1)] for part in self.basis[row]]

    def column(self, step: int) -> list[int]:
        """Return the values of all rows at a point."""
        return [int(row[self._places[step]]) for row in self.rows]

    def broken(self, row: int, step: int, most: int) -> list[int]:
        """Return the first points with index >= ``step`` at which a row is not zero, at most ``most``."""
        values = self.rows[row]
        points = (k for k in range(step, self._count) if values[self._places[k]])
        return list(islice(points, most)) if values else []

    def advance(self, step: int, column: Sequence[int], degrees: list[int]) -> int:
        """Eliminate at the next point by the failing row of least degree. Return this row, or -1."""
        failing = [row for row, value in enumerate(column) if value]
        pivot = min(failing, key=degrees.__getitem__, default=-1)
        if pivot >= 0:
            self.eliminate(step, pivot, column)
            degrees[pivot] += 1
        return pivot

    def eliminate(self, step: int, pivot: int, column: Sequence[int]) -> None:
        """Eliminate the other rows at a point, at which ``column`` contains the values of the rows, by the
        pivot row, then multiply the pivot row by x minus the point, or by t.
        """
        inverse = pow(column[pivot], -1, self._prime)
        for row, value in enumerate(column):
            if value and row != pivot:
                factor = value * inverse % self._prime
                self.rows[row] -= self.rows[pivot] * factor
                if self.basis:
                    own = zip(self.basis[row], self.basis[pivot], strict=True)
                    self.basis[row] = [a - b * factor for a, b in own]
        chosen = self.rows[pivot]
        node = 0 if self._nodes is None else self._nodes[step]
        if self._nodes is None:
            self.rows[pivot] = chosen.left_shift(1).truncate(self._count)
        else:
            self.rows[pivot] = chosen.derivative().left_shift(1) + chosen * (
                (self._first - node) % self._prime
            )
        if self.basis:
            linear = nmod_poly([-node, 1], self._prime)
            self.basis[pivot] = [part * linear for part in self.basis[pivot]]


@dataclass(frozen=True)
class RowRelation:
    """Position in the elimination at which a relation p_0 v_0 + ... + p_(m-1) v_(m-1) = 0 was found.

    All p_k have at most degree ``degree``. ``pivots`` lists the row of the basis that was multiplied at each
    step so far, or -1: they allow the same relation to be found modulo other primes.
    ``broken`` are the indices of the points where the relation fails. ``image`` returns the coefficients of
    the p_k, lowest degree first, until the next relation is searched.
    """

    row: int
    degree: int
    pivots: tuple[int, ...]
    broken: tuple[int, ...]
    image: Callable[[], list[list[int]]]


def row_relations(
    values: Residues, nodes: Sequence[int] | None, prime: int, spare: int, exceptions: int = 0
) -> Iterator[RowRelation]:
    """Yield the relations with polynomial coefficients between the rows of ``values``, the lowest degrees
    first.

    If ``nodes`` is given, the relations are p_0(x) v_0(x) + ... = 0 at the points x in order, column by
    column. Otherwise the rows are power series in t, and the relations hold up to the last given power. The
    basis of all relations at the points so far is represented by its values at the remaining points: the row
    of least degree that fails at the next point eliminates the others, and is multiplied by x minus that
    point, or by t. A row is yielded if it holds at all points except ``exceptions`` many and leaves ``spare``
    more points than unknowns (a row may be yielded again with a higher degree). The cost is rows * points^2
    operations on words, in one pass for all degrees.

    >>> squares = [[0, 1, 4, 9, 16, 25], [1, 4, 9, 16, 25, 36]]
    >>> found = next(row_relations(squares, range(6), 101, 1))
    >>> found.degree, found.broken
    (2, ())

    Reference: Bernhard Beckermann and George Labahn, A uniform approach for the fast computation of
    matrix-type Padé approximants.
    """
    rows, points = len(values), len(values[0])
    is_exact = nodes is None and not exceptions
    is_quick = is_exact and points <= _POINTS_OF_A_ROW * rows
    if is_quick and not _are_related(values, (points + 1 - spare) // rows, prime):
        return
    table = _Rows(values, nodes, prime)
    degrees, seen, tested = [0] * rows, [-1] * rows, [False] * rows
    pivots: list[int] = []
    for step in range(points + 1):
        column = table.column(step) if step < points else [0] * rows
        candidates = [
            row for row in range(rows) if not (column[row] or tested[row] or seen[row] == degrees[row])
        ]
        for row in sorted(candidates, key=degrees.__getitem__):
            broken, degree = table.broken(row, step, exceptions + 1), degrees[row]
            tested[row] = True
            if len(broken) <= exceptions and rows * (degree + 1) - 1 + spare + len(broken) <= points:
                seen[row] = degree
                image = partial(table.relation, row, degree, pivots)
                yield RowRelation(row, degree, tuple(pivots), tuple(broken), image)
        if step == points or rows * (min(degrees) + 1) - 1 + spare > points:
            return
        pivots.append(table.advance(step, column, degrees))
        if pivots[-1] >= 0:
            tested = [known and not value for known, value in zip(tested, column, strict=True)]


def least_degrees(values: Residues, nodes: Sequence[int] | None, prime: int) -> list[int]:
    """Return the least degree of a relation that holds at the first k points, for k = 0, 1, ..., up to all.

    >>> least_degrees([[1, 1, 1, 1, 2], [1, 1, 1, 2, 3]], None, 101)
    [0, 0, 0, 0, 1, 2]
    """
    table, degrees = _Rows(values, nodes, prime), [0] * len(values)
    least = [0]
    for step in range(len(values[0])):
        table.advance(step, table.column(step), degrees)
        least.append(min(degrees))
    return least


def _are_related(values: Residues, length: int, prime: int) -> bool:
    """Return True if power series satisfy a relation whose coefficients have ``length`` coefficients each.

    The products of the series and the powers of t are then linearly dependent.
    """
    points = len(values[0])
    shifted = [[0] * k + [*row[: points - k]] for row in values for k in range(length)]
    return not shifted or int(nmod_mat(fmpz_mat(shifted), prime).rank()) < len(shifted)


def solutions(
    values: Sequence[Residues], nodes: Sequence[int] | None, primes: Sequence[int], relation: RowRelation
) -> list[list[list[int]] | None]:
    """Return the coefficients of a relation modulo several primes, lowest degree first, one row for each p_k.

    ``values`` has one slice for every prime. The relation is scaled equally for all primes: its
    own row is monic. A prime that divides a pivot is unusable, and its entry is None.

    >>> layer = [[1, 2, 4, 8, 16], [2, 4, 8, 16, 32]]
    >>> found = next(row_relations(layer, None, 101, 0))
    >>> solutions([layer], None, [101], found)
    [[[99], [1]]]
    """
    steps = len(relation.pivots)
    return [
        _solution([row[:steps] for row in layer], nodes, prime, relation)
        for layer, prime in zip(values, primes, strict=True)
    ]


def _solution(
    values: Residues, nodes: Sequence[int] | None, prime: int, relation: RowRelation
) -> list[list[int]] | None:
    """Return the coefficients of a relation modulo one prime, or None if the prime divides a pivot."""
    table = _Rows(values, nodes, prime, has_basis=True)
    found = table.follow(relation.pivots)
    return table.relation(relation.row, relation.degree, relation.pivots) if found else None
