"""Linear differential equations of generating functions, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from flint import fmpz_poly

from gfkit.errors import InputError
from gfkit.face import Face
from gfkit.sequences.fields import numbers_field, rows_field
from gfkit.sequences.holonomic.relation import Row, lowest, poly, row_of, whole_rows
from gfkit.sequences.number import Number
from gfkit.sequences.polynomial import whole_text
from gfkit.writable import Writable

if TYPE_CHECKING:
    from gfkit.sequences.holonomic.p_recursive import PRecursive


@dataclass(frozen=True)
class DifferentialEquation(Face, Writable):
    """The equation q_0(t) f + q_1(t) f' + ... + q_r(t) f^(r) = right(t) of a power series f.

    Made by ``of``, never by hand: polynomials (lowest power of t first) without a common factor, q_r not
    0, its first coefficient positive.

    >>> print(DifferentialEquation.of([[-2], [1, -4]]))
    (1 - 4*t)*f'(t) - 2*f(t) = 0
    """

    coefficients: tuple[Row, ...]
    right: Row = ()

    @classmethod
    def of(cls, coefficients: Sequence[Sequence[Number]], right: Sequence[Number] = ()) -> Self:
        """The equation with these q_0, q_1, ... and right side, rows of rational numbers."""
        *rows, last = whole_rows([*coefficients, right])
        return cls.made(rows, last)

    @classmethod
    def made(cls, rows: Sequence[fmpz_poly], right: fmpz_poly) -> Self:
        """The equation with these polynomials."""
        kept = list(rows)
        while kept and not kept[-1]:
            kept.pop()
        if not kept:
            raise InputError("differential equation 0 = 0: at least one coefficient must not be zero")
        *kept, last = lowest([*kept, right])
        if next(c for c in kept[-1].coeffs() if c) < 0:
            kept, last = [-q for q in kept], -last
        return cls(tuple(map(row_of, kept)), row_of(last))

    @property
    def order(self) -> int:
        return len(self.coefficients) - 1

    @property
    def degree(self) -> int:
        """The largest degree of a coefficient."""
        return max(map(len, self.coefficients)) - 1

    @property
    def rows(self) -> list[fmpz_poly]:
        """The coefficients q_0, ..., q_r as FLINT's polynomials."""
        return [poly(row) for row in self.coefficients]

    def homogeneous(self) -> DifferentialEquation:
        """The equation with right side 0 that follows: right (L f)' - right' L f = 0.

        >>> print(DifferentialEquation.of([[1, -1]], [1]).homogeneous())
        (1 - t)*f'(t) - f(t) = 0
        """
        right = poly(self.right)
        if not right:
            return self
        rows, slope = self.rows, right.derivative()
        above = [right * q.derivative() - slope * q for q in rows] + [fmpz_poly([])]
        for k, q in enumerate(rows):
            above[k + 1] += right * q
        return type(self).made(above, fmpz_poly([]))

    def p_recursive(self, initial: Sequence[Number], first_n: int = 0) -> PRecursive:
        """The sequence of coefficients of the solution that starts with these terms, from first_n on.

        Refused when the terms do not fit the equation or are too few to single out one solution.

        >>> print(DifferentialEquation.of([[-2], [1, -4]]).p_recursive([1]))
        n*a(n) = (4*n - 2)*a(n-1) for n >= 1
        """
        from gfkit.sequences.holonomic.conversion import solution

        return solution(self, initial, first_n)

    def as_json(self) -> dict[str, object]:
        """The equation and its polynomials, lowest power first."""
        return {
            "order": self.order,
            "degree": self.degree,
            "equation": str(self),
            "coefficients": [[whole_text(c) for c in row] for row in self.coefficients],
            "right": [whole_text(c) for c in self.right],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """The equation that ``as_json`` wrote."""
        return cls.of(rows_field(data, "coefficients"), numbers_field(data, "right"))
