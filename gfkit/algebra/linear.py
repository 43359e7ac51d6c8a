"""Weighted automata: linear representations of rational series, and their fractions by one determinant."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import NamedTuple

from flint import fmpz, fmpz_mat, fmpz_poly

from gfkit.algebra.polynomial import Polynomial
from gfkit.deferred import dataclass
from gfkit.typing import check_stop
from gfkit.writable import Face

Terms = dict[tuple[int, int], int]
"""Polynomial in x and y, as a map from exponents to coefficients."""
Weighted = dict[int, Terms]
"""Sparse vector: for each state, a polynomial."""


@dataclass(frozen=True, slots=True, eq=False)
class LinearRepresentation(Face):
    """Numbers start A^j final for j >= 0; entries are polynomials in the weights, ``edges[s]`` is row s of
    A.
    """

    start: Weighted
    edges: tuple[Weighted, ...]
    final: Weighted

    @property
    def states(self) -> int:
        return len(self.edges)

    def matrices(self, number: Callable[[Terms], int]) -> tuple[fmpz_mat, fmpz_mat, fmpz_mat]:
        """Return the start vector, the matrix A and the final vector, with every polynomial mapped to a
        number.
        """
        start, rows, final = (
            fmpz_mat([[number(row[to]) if to in row else 0 for to in range(self.states)] for row in vectors])
            for vectors in ([self.start], self.edges, [self.final])
        )
        return start, rows, final.transpose()

    def fraction(self, variables: tuple[str, ...], packing: Packing | None = None) -> Fraction:
        """Return P and Q with sum over j of (start A^j final) t^j = P/Q, where Q = det(I - tA).

        Let N be the number of states. By Cramer's rule, Q (I - tA)^-1 is a polynomial of degree below N, so P
        is the product of Q and the first N values, truncated at t^N. The result is exact, but not reduced to
        lowest terms.

        With weights, the variables are replaced by powers of 2 that are so large that the coefficients of P
        and Q are digits of integers (Kronecker substitution). The coefficients of Q are sums of minors, so
        the sum of their absolute values is at most the elementary symmetric polynomial of the row sums of A.
        The coefficients of P are cofactors times an entry of start and an entry of final.

        Cost: one integer characteristic polynomial, N^3 operations for every 60 bits of its coefficients.

        >>> one = {(0, 0): 1}
        >>> fibonacci = LinearRepresentation({0: one}, ({0: one, 1: one}, {0: one}), {0: one})
        >>> [str(part) for part in fibonacci.fraction(())]
        ['1', '1 - t - t^2']
        """
        packing = Packing.of(self) if packing is None else packing
        row, matrix, final = self.matrices(packing.pack)
        values = []
        for _ in range(self.states):
            check_stop()
            values.append((row * final)[0, 0])
            row = row * matrix
        denominator = fmpz_poly(matrix.charpoly().coeffs()[::-1])
        numerator = (fmpz_poly(values) * denominator).coeffs()[: self.states]
        width, names = len(variables), ("t", *variables)

        def unpacked(coefficients: list[fmpz]) -> Polynomial:
            by_power = enumerate(map(packing.unpack, coefficients))
            return Polynomial.of(
                names, {(n, *key[:width]): value for n, terms in by_power for key, value in terms.items()}
            )

        return unpacked(numerator), unpacked(denominator.coeffs())


Fraction = tuple[Polynomial, Polynomial]


class Packing(NamedTuple):
    """Encoding of polynomials in x and y as integers: y = 2^slot, and x = y^size_y."""

    slot: int
    """Number of bits of a coefficient with its sign, a multiple of 4."""
    size_x: int
    size_y: int
    """Strict upper bounds of the powers of each variable."""

    @classmethod
    def of(cls, machine: LinearRepresentation) -> Packing:
        """Return the encoding for the coefficients of P and Q of an automaton."""
        ends = (machine.start, machine.final)
        minors = prod((fmpz_poly([1, size_of(row)]) for row in machine.edges), start=fmpz_poly([1])).coeffs()
        most = int(max(minors)) * prod(max(1, size_of(end)) for end in ends)
        slot = -(-(most.bit_length() + 2) // 4) * 4
        size_x, size_y = (
            1 + sum(degree_in(row, variable) for row in (*machine.edges, *ends)) for variable in (0, 1)
        )
        return cls(slot, size_x, size_y)

    @property
    def bits(self) -> int:
        """Number of bits of an encoded polynomial."""
        return self.slot * self.size_x * self.size_y

    def pack(self, terms: Terms) -> int:
        """Encode a polynomial as an integer."""
        return sum(value << (self.slot * (self.size_y * x + y)) for (x, y), value in terms.items())

    def unpack(self, value: fmpz) -> Terms:
        """Decode a polynomial from the signed digits of an integer."""
        width, places, half = self.slot // 4, self.size_x * self.size_y, 1 << (self.slot - 1)
        shifted = int(value) + half * (((1 << (self.slot * places)) - 1) // ((1 << self.slot) - 1))
        text = f"{shifted:0{width * places}x}"
        digits = (int(text[end - width : end], 16) - half for end in range(len(text), 0, -width))
        return {divmod(place, self.size_y): digit for place, digit in enumerate(digits) if digit}


def size_of(vector: Weighted) -> int:
    """Return the sum of the absolute values of all coefficients."""
    return sum(abs(value) for terms in vector.values() for value in terms.values())


def degree_in(vector: Weighted, variable: int) -> int:
    """Return the largest power of a variable."""
    return max((key[variable] for terms in vector.values() for key in terms), default=0)
