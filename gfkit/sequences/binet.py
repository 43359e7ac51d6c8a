"""Partial fractions over the algebraic numbers: the parts of a Binet form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from flint import acb, acb_poly, fmpq_poly, fmpz, fmpz_poly

from gfkit.errors import InputError
from gfkit.sequences.dense import dense, isolated, reverse, taylor
from gfkit.sequences.fields import numbers_field, rows_field, text_field
from gfkit.sequences.number import Number, read_number, whole_text
from gfkit.sequences.rational import RationalGF
from gfkit.sequences.scaling import common_scale, scaled, stretched

_INVERTED = 30
"""Up to this degree a coefficient is also tried as a polynomial in the root."""


@dataclass(frozen=True)
class BinetPart:
    """The sum over the roots r of ``factor`` of (sum of numerators[j](r) n^j) / denominator(r) * (r/scale)^n.

    All polynomials are integers, lowest first; the factor is irreducible with leading coefficient 1.
    """

    factor: tuple[int, ...]
    numerators: tuple[tuple[int, ...], ...]
    denominator: tuple[int, ...]
    scale: int = 1

    @property
    def degree(self) -> int:
        return len(self.factor) - 1

    @property
    def multiplicity(self) -> int:
        return len(self.numerators)

    def coefficients(self) -> list[list[Fraction]]:
        """The coefficients of 1, n, n^2, ..., each as a polynomial in the root, lowest first."""
        field = fmpq_poly(list(self.factor))
        inverse = _inverse(fmpq_poly(list(self.denominator)), field)
        return [_fractions(fmpq_poly(list(row)) * inverse % field, self.degree) for row in self.numerators]

    def as_json(self) -> dict[str, object]:
        """The polynomials, lowest power first, and the scale."""
        above = [list(map(whole_text, row)) for row in self.numerators]
        factor, below = (list(map(whole_text, row)) for row in (self.factor, self.denominator))
        return {"factor": factor, "numerators": above, "denominator": below, "scale": whole_text(self.scale)}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Reads what ``as_json`` gives."""
        if not isinstance(data, Mapping):
            raise InputError(f"part {data!r}: expected an object")
        factor, below = (_whole_row(numbers_field(data, key)) for key in ("factor", "denominator"))
        above = tuple(map(_whole_row, rows_field(data, "numerators")))
        return cls(factor, above, below, int(read_number(text_field(data, "scale"))))

    def value(self, n: int) -> acb:
        """The part at n, as a ball at the present precision of FLINT."""
        total = acb(0)
        for root, _ in isolated(fmpz_poly(list(self.factor))):
            above = sum((acb_poly(list(row))(root) * n**j for j, row in enumerate(self.numerators)), acb(0))
            total += above / acb_poly(list(self.denominator))(root) * (root / self.scale) ** n
        return total


def binet_parts(gf: RationalGF) -> tuple[BinetPart, ...]:
    """One part for each irreducible factor of the characteristic polynomial, in FLINT's order.

    With C(z) = z^d Q(1/z) and N(z) = z^(d-1) R(1/z), where R is the remainder of P by Q, the sequence
    is the sum over the roots r of C of the residue of N(z) z^n / C(z), which is N(r) r^n / C'(r) at a
    simple root; at a root of multiplicity m, N and C are expanded in z - r. The cost is the
    factorisation, and for multiple roots m^2 products in the field of r. The sequence equals the sum
    from n = max(0, deg P - deg Q + 1) on. Where Q(0) is not 1, t is scaled first (``scaled``), and each
    part keeps as little of the scale as its roots need.

    Reference: Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, Theorem IV.9.
    """
    gf.plain("a closed form")
    if gf.order == 0:
        return ()
    made = scaled(dense(gf.numerator), dense(gf.denominator))
    below = made.denominator
    rest = fmpq_poly(made.numerator) % fmpq_poly(below) / made.divisor
    characteristic = reverse(below, gf.order + 1)
    above, scale = reverse(rest.numer(), gf.order), int(rest.denom())
    return tuple(
        _over_scale(_part(above, scale, characteristic, factor, multiplicity), made.scale)
        for factor, multiplicity in sorted(
            ((f * f.leading_coefficient(), m) for f, m in characteristic.factor()[1]),
            key=lambda pair: (pair[0].degree(), -pair[1], [abs(int(c)) for c in pair[0].coeffs()]),
        )
    )


def _part(
    above: fmpz_poly, scale: int, characteristic: fmpz_poly, factor: fmpz_poly, multiplicity: int
) -> BinetPart:
    ring = tuple(int(c) for c in factor.coeffs())
    if multiplicity > 1:
        return _multiple(above, scale, characteristic, factor, multiplicity)
    field = fmpq_poly(factor)
    top, bottom = fmpq_poly(above) % field, fmpq_poly(characteristic.derivative() * scale) % field
    common = top.numer().content().gcd(bottom.numer().content())  # both are integral
    quotient = BinetPart(
        ring,
        (tuple(int(c // common) for c in top.numer().coeffs()),),
        tuple(int(c // common) for c in bottom.numer().coeffs()),
    )
    if factor.degree() > _INVERTED:
        return quotient
    inverted = top * _inverse(bottom, field) % field
    whole = BinetPart(ring, (tuple(map(int, inverted.numer().coeffs())),), (int(inverted.denom()),))
    return whole if factor.degree() < 3 or _size(whole) <= _size(quotient) else quotient


def _over_scale(part: BinetPart, scale: int) -> BinetPart:
    """The part divided by scale^n, with the common factor of roots and scale cancelled."""
    if scale == 1:
        return part
    common = common_scale(fmpz_poly(list(part.factor)), scale)
    rows = [stretched(fmpz_poly(list(row)), common) for row in (*part.numerators, part.denominator)]
    shared = fmpz(0)
    for row in rows:
        shared = shared.gcd(row.content())
    *above, below = [tuple(int(c // shared) for c in row.coeffs()) for row in rows]
    factor = (c // common ** (part.degree - k) for k, c in enumerate(part.factor))
    return BinetPart(tuple(factor), tuple(above), below, scale // common)


def _multiple(
    above: fmpz_poly, scale: int, characteristic: fmpz_poly, factor: fmpz_poly, multiplicity: int
) -> BinetPart:
    field = fmpq_poly(factor)
    top = [fmpq_poly(taylor(above, k)) % field for k in range(multiplicity)]
    bottom = [fmpq_poly(taylor(characteristic, multiplicity + k)) % field for k in range(multiplicity)]
    first = _inverse(bottom[0], field)
    local: list[fmpq_poly] = []
    for k in range(multiplicity):
        left = top[k] - sum((bottom[i] * local[k - i] for i in range(1, k + 1)), fmpq_poly([]))
        local.append(left * first % field)
    back, power = _inverse(fmpq_poly([0, 1]), field), fmpq_poly([1])
    rows = [fmpq_poly([])] * multiplicity
    choose = fmpq_poly([1])  # binomial(n, j) as a polynomial in n
    for j in range(multiplicity):
        term = local[multiplicity - 1 - j] * power % field
        rows = [row + term * choose[i] / scale for i, row in enumerate(rows)]
        power = power * back % field
        choose = choose * fmpq_poly([-j, 1]) / (j + 1)
    common = 1
    for row in rows:
        common = int(row.denom().lcm(common))
    whole = tuple(tuple(int(c * common) for c in row.coeffs()) for row in rows)
    return BinetPart(tuple(int(c) for c in factor.coeffs()), whole, (common,))


def _whole_row(row: list[Number]) -> tuple[int, ...]:
    return tuple(map(int, row))


def _inverse(element: fmpq_poly, field: fmpq_poly) -> fmpq_poly:
    common, inverse, _ = (element % field).xgcd(field)
    return inverse / common[0]


def _fractions(element: fmpq_poly, length: int) -> list[Fraction]:
    row = [Fraction(int(c.numer()), int(c.denom())) for c in element.coeffs()]
    return [*row, *(Fraction(0),) * (length - len(row))]


def _size(part: BinetPart) -> int:
    return sum(len(whole_text(c)) + 3 for row in (*part.numerators, part.denominator) for c in row if c)
