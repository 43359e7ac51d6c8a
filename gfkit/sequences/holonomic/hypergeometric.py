"""Sequences whose terms have a rational function as their ratio, as values with a closed form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from flint import fmpz_poly

from gfkit.errors import InputError
from gfkit.face import Face
from gfkit.sequences.fields import numbers_field, text_field, whole_field
from gfkit.sequences.holonomic.p_recursive import PRecursive
from gfkit.sequences.holonomic.product_form import ProductForm
from gfkit.sequences.number import Number, number_text, read_number
from gfkit.writable import Writable, formulas


@dataclass(frozen=True)
class Hypergeometric(Face, Writable):
    """The sequence with a(n)/a(n-1) = ratio (n + u_1) ... (n + u_i)/((n + l_1) ... (n + l_j)).

    Made by ``PRecursive.hypergeometric``: ``upper`` and ``lower`` are in order and have nothing in
    common; the quotient holds for n >= valid_from, and ``initial`` goes up to its last pole.

    >>> catalan = PRecursive.of([[1, 1], [2, -4]], [1]).hypergeometric()
    >>> print(catalan)
    binomial(2*n, n)/(n + 1)
    >>> catalan.ratio, catalan.upper, catalan.lower
    (Fraction(4, 1), (Fraction(-1, 2),), (Fraction(1, 1),))
    """

    ratio: Fraction
    upper: tuple[Fraction, ...]
    lower: tuple[Fraction, ...]
    valid_from: int
    initial: tuple[Number, ...]
    first_n: int = 0

    def p_recursive(self) -> PRecursive:
        """The recurrence of order 1."""
        rows = [_product(Fraction(1), self.lower), _product(-self.ratio, self.upper)]
        return PRecursive.of(rows, self.initial, self.first_n, self.valid_from)

    def terms(self, count: int) -> list[Number]:
        """The first ``count`` terms from ``first_n`` on."""
        return self.p_recursive().terms(count)

    def __getitem__(self, n: int) -> Number:
        return self.p_recursive().coefficient(n)

    __iter__ = None  # indexing alone would make it an endless sequence to list() and in

    @property
    def product_form(self) -> ProductForm | None:
        """The closed form as a product; None when the terms are 0 from the last initial one on."""
        last = self.first_n + len(self.initial) - 1
        if not self.initial[-1]:
            return None
        return ProductForm.of(self.ratio, self.upper, self.lower, last, self.initial[-1])

    @property
    def closed_form(self) -> str:
        """The closed form in n, in plain text; it holds from ``closed_form_from`` on."""
        return formulas().explicit(self)

    @property
    def closed_form_from(self) -> int:
        """The n from which on the closed form gives the terms."""
        form, n = self.product_form, self.first_n + len(self.initial)
        while n > self.first_n:
            if (form.value(n - 1) if form else 0) != self.initial[n - 1 - self.first_n]:
                break
            n -= 1
        return n

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints, with everything ``from_json`` needs."""
        return {
            "ratio": number_text(self.ratio),
            "upper": [number_text(value) for value in self.upper],
            "lower": [number_text(value) for value in self.lower],
            "closed_form": self.closed_form,
            "closed_form_from": self.closed_form_from,
            "initial": [number_text(value) for value in self.initial],
            "valid_from": self.valid_from,
            "first_n": self.first_n,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """The sequence that ``as_json`` wrote."""
        upper, lower = (tuple(map(Fraction, numbers_field(data, key))) for key in ("upper", "lower"))
        ratio, initial = Fraction(read_number(text_field(data, "ratio"))), numbers_field(data, "initial")
        first_n = whole_field(data, "first_n", 0)
        read = cls(ratio, upper, lower, whole_field(data, "valid_from"), tuple(initial), first_n)
        if hypergeometric(read.p_recursive()) != read:
            raise InputError(f"hypergeometric sequence {dict(data)}: is not in its canonical form")
        return read


def hypergeometric(sequence: PRecursive) -> Hypergeometric | None:
    """The quotient of terms in linear factors; None unless order 1 and all factors are linear over Q.

    >>> hypergeometric(PRecursive.of([[1], [-1, 0, -1]], [1])) is None
    True
    """
    if sequence.order != 1:
        return None
    below, above = sequence.rows
    upper, lower = _shifts(above), _shifts(below)
    if upper is None or lower is None:
        return None
    ratio = Fraction(int(-above.leading_coefficient()), int(below.leading_coefficient()))
    return Hypergeometric(ratio, upper, lower, sequence.valid_from, sequence.initial, sequence.first_n)


def _shifts(polynomial: fmpz_poly) -> tuple[Fraction, ...] | None:
    """The s with (n + s) dividing the polynomial, in order; None if other factors are left."""
    found: list[Fraction] = []
    for factor, power in polynomial.factor()[1]:
        if factor.degree() > 1:
            return None
        found += [Fraction(int(factor[0]), int(factor[1]))] * power
    return tuple(sorted(found))


def _product(constant: Fraction, shifts: tuple[Fraction, ...]) -> list[Fraction]:
    row = [constant]
    for s in shifts:
        row = [s * a + b for a, b in zip([*row, Fraction(0)], [Fraction(0), *row], strict=True)]
    return row
