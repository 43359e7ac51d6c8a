"""Hermite-Pade problems modulo primes: order bases at points, and for power series."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from flint import nmod_poly

from gfkit.algebra import ARRAYS
from gfkit.deferred import dataclass

Residues = Sequence[Sequence[int]]
"""Sequence of residues for each unknown polynomial."""
_FEW_STEPS = 20_000
"""Largest number of operations on words that are performed without numpy, whose import takes longer."""
PRIME_BITS = 31
"""Number of bits of primes. For primes below 2^31, a product of two residues plus a third fits into an
unsigned 64-bit word.
"""


class ResidueTable(Protocol):
    """Table of the values of the rows of an order basis at the points, modulo one or several primes."""

    def column(self, step: int) -> list[int]:
        """Return the values of all rows at a point, modulo the first prime."""

    def broken(self, row: int, step: int) -> list[int]:
        """Return the points with index >= ``step`` at which a row is not zero, modulo the first prime."""

    def eliminate(self, step: int, pivot: int) -> None:
        """Eliminate the other rows at a point by the pivot row, then multiply the pivot row by x minus the
        point, or by t.
        """

    def coefficients(self, row: int, count: int) -> Iterator[list[list[int]] | None]:
        """Return the polynomials of a row modulo each prime, or None if a pivot was divisible by it."""


def open_table(
    values: Sequence[Residues], nodes: Sequence[int] | None, primes: Sequence[int], height: int = 0
) -> ResidueTable:
    """Return the table of the given values, with a layer for each prime.

    ``height`` bounds the lengths of the polynomials requested later; if it is 0, no polynomials are stored.
    """
    if ARRAYS and sum(len(rows) * len(rows[0]) ** 2 for rows in values) > _FEW_STEPS:
        from gfkit.algebra.array_table import ArrayTable

        return ArrayTable(values, nodes, primes, height)
    return PlainTable(values, nodes, primes, height)


class PlainTable:
    """Residue table as lists of Python integers."""

    def __init__(
        self, values: Sequence[Residues], nodes: Sequence[int] | None, primes: Sequence[int], height: int
    ) -> None:
        self.layers: list[_PlainLayer] = [
            _PlainLayer(rows, nodes, prime, height) for rows, prime in zip(values, primes, strict=True)
        ]

    def column(self, step: int) -> list[int]:
        return [row[step] for row in self.layers[0].rows]

    def broken(self, row: int, step: int) -> list[int]:
        return [k for k, value in enumerate(self.layers[0].rows[row]) if k >= step and value]

    def eliminate(self, step: int, pivot: int) -> None:
        for layer in self.layers:
            layer.eliminate(step, pivot)

    def coefficients(self, row: int, count: int) -> Iterator[list[list[int]] | None]:
        return (layer.coefficients(row, count) for layer in self.layers)


class _PlainLayer:
    def __init__(self, rows: Residues, nodes: Sequence[int] | None, prime: int, height: int) -> None:
        self.rows = [list(map(int, row)) for row in rows]
        self.nodes, self.prime, self.good = nodes, prime, True
        size = len(self.rows) if height else 0
        self.basis = [[nmod_poly([int(i == j)], prime) for j in range(size)] for i in range(size)]

    def eliminate(self, step: int, pivot: int) -> None:
        prime, chosen = self.prime, self.rows[pivot]
        self.good = self.good and chosen[step] != 0
        if not self.good:
            return
        inverse = pow(chosen[step], -1, prime)
        for row, values in enumerate(self.rows):
            factor = prime - values[step] * inverse % prime
            if row == pivot or factor == prime:
                continue
            tail = zip(values[step:], chosen[step:], strict=True)
            values[step:] = [(value + factor * own) % prime for value, own in tail]
            if self.basis:
                self.basis[row] = [
                    a + factor * b for a, b in zip(self.basis[row], self.basis[pivot], strict=True)
                ]
        self._multiply(step, pivot)

    def _multiply(self, step: int, pivot: int) -> None:
        chosen, prime = self.rows[pivot], self.prime
        if self.nodes is None:
            chosen[step:] = [0, *chosen[step:-1]]
        else:
            node = int(self.nodes[step])
            tail = zip(chosen[step:], self.nodes[step : len(chosen)], strict=True)
            chosen[step:] = [value * (int(at) - node) % prime for value, at in tail]
        if self.basis:
            linear = nmod_poly([0 if self.nodes is None else -int(self.nodes[step]), 1], prime)
            self.basis[pivot] = [part * linear for part in self.basis[pivot]]

    def coefficients(self, row: int, count: int) -> list[list[int]] | None:
        if not self.good:
            return None
        return [[int(part[k]) for k in range(count)] for part in self.basis[row]]


@dataclass(frozen=True)
class RowRelation:
    """Position in the elimination at which a relation p_0 v_0 + ... + p_(m-1) v_(m-1) = 0 was found.

    All p_k have at most degree ``degree``. ``pivots`` lists the row of the basis that was multiplied at each
    step so far, or -1: they allow the same relation to be found modulo other primes.
    ``broken`` are the indices of the points where the relation fails.
    """

    row: int
    degree: int
    pivots: tuple[int, ...]
    broken: tuple[int, ...]


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
    table = open_table([values], nodes, [prime])
    degrees, seen = [0] * rows, [-1] * rows
    pivots: list[int] = []
    for step in range(points + 1):
        column = table.column(step) if step < points else [0] * rows
        for row in sorted(range(rows), key=degrees.__getitem__):
            if column[row] == 0 and seen[row] != degrees[row]:
                broken = table.broken(row, step)
                if (
                    len(broken) <= exceptions
                    and rows * (degrees[row] + 1) - 1 + spare + len(broken) <= points
                ):
                    seen[row] = degrees[row]
                    yield RowRelation(row, degrees[row], tuple(pivots), tuple(broken))
        if step == points or rows * (min(degrees) + 1) - 1 + spare > points:
            return
        failing = [row for row in range(rows) if column[row]]
        pivot = min(failing, key=lambda row: degrees[row], default=-1)
        pivots.append(pivot)
        if pivot >= 0:
            table.eliminate(step, pivot)
            degrees[pivot] += 1


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
    height = 2 + max((relation.pivots.count(row) for row in range(len(values[0]))), default=0)
    kept = [[row[:steps] for row in layer] for layer in values]
    table = open_table(kept, nodes, primes, height)
    for step, pivot in enumerate(relation.pivots):
        if pivot >= 0:
            table.eliminate(step, pivot)
    return list(table.coefficients(relation.row, relation.degree + 1))
