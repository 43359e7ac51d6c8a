"""Closed forms of rational generating functions: partial fractions over the algebraic numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import TYPE_CHECKING, Self

from flint import acb, acb_poly, arb, ctx, fmpq_poly, fmpz, fmpz_poly

from gfkit.core.algebra.fields import list_field, numbers_field, rows_field, text_field, whole_field
from gfkit.core.algebra.number import (
    Ball,
    Number,
    check_digits,
    decimal_ball,
    from_flint,
    number,
    number_text,
    read_number,
    to_fmpq,
    whole_text,
)
from gfkit.core.algebra.polynomial import dense
from gfkit.core.algebra.series import (
    common_scale,
    integral_series,
    isolate_roots,
    quotient_series,
    reverse,
    stretch_variable,
    taylor,
)
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError, TermError
from gfkit.core.writable import Face, Writable, brief_repr, formulas

if TYPE_CHECKING:
    from mpmath import mpc, mpf
    from mpmath.ctx_iv import ivmpf

    from gfkit.core.algebra.rational import RationalGF

_MOST_BITS = 1 << 22
_ROOT_LETTERS = "rsuvwpqzhjkmbcdfg"
_INVERTED = 30
"""Maximum degree for which a coefficient is also written as a polynomial in the root."""


@dataclass(frozen=True)
class BinetPart:
    """Sum over the roots r of ``factor`` of (sum of numerators[j](r) n^j) / denominator(r) * (r/scale)^n.

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
        """Return the coefficients of 1, n, n^2, ..., each as a polynomial in the root, lowest first."""
        field = fmpq_poly(list(self.factor))
        inverse = inverse_modulo(fmpq_poly(list(self.denominator)), field)
        return [_fractions(fmpq_poly(list(row)) * inverse % field, self.degree) for row in self.numerators]

    def as_json(self) -> dict[str, object]:
        """Return the polynomials, lowest power first, and the scale."""
        above = [list(map(whole_text, row)) for row in self.numerators]
        factor, below = (list(map(whole_text, row)) for row in (self.factor, self.denominator))
        return {"factor": factor, "numerators": above, "denominator": below, "scale": whole_text(self.scale)}

    @classmethod
    def from_json(cls, data: object) -> Self:
        """Parse the output of ``as_json``."""
        if not isinstance(data, Mapping):
            raise InputError(f"part {data!r}: expected an object")
        factor, below = (_whole_row(numbers_field(data, key)) for key in ("factor", "denominator"))
        above = tuple(map(_whole_row, rows_field(data, "numerators")))
        return cls(factor, above, below, int(read_number(text_field(data, "scale"))))

    def value(self, n: int) -> acb:
        """Return the value at n, as a ball at the current precision of FLINT."""
        total = acb(0)
        for root, _ in isolate_roots(fmpz_poly(list(self.factor))):
            above = sum((acb_poly(list(row))(root) * n**j for j, row in enumerate(self.numerators)), acb(0))
            total += above / acb_poly(list(self.denominator))(root) * (root / self.scale) ** n
        return total


def _binet_parts(gf: RationalGF) -> tuple[BinetPart, ...]:
    """Return one part for each irreducible factor of the characteristic polynomial, in FLINT's order.

    With C(z) = z^d Q(1/z) and N(z) = z^(d-1) R(1/z), where R is the remainder of P by Q, the sequence
    is the sum over the roots r of C of the residue of N(z) z^n / C(z), which is N(r) r^n / C'(r) at a
    simple root; at a root of multiplicity m, N and C are expanded in z - r. The cost is the
    factorisation, and for multiple roots m^2 products in the field of r. The sequence equals the sum
    for n >= max(0, deg P - deg Q + 1). If Q(0) is not 1, t is scaled first (``integral_series``), and
    each part is divided by the smallest scale that its roots require.

    Reference: Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, Theorem IV.9.
    """
    gf.plain("a closed form")
    made = integral_series(dense(gf.numerator), dense(gf.denominator))
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
    if multiplicity > 1 or factor.degree() < 3:
        return _binet_part(above, scale, characteristic, factor, multiplicity)
    field = fmpq_poly(factor)
    top, bottom = fmpq_poly(above) % field, fmpq_poly(characteristic.derivative() * scale) % field
    common = top.numer().content().gcd(bottom.numer().content())  # both are integral
    ring, above_row, below_row = (
        tuple(int(c // by) for c in part.coeffs())
        for part, by in ((factor, 1), (top.numer(), common), (bottom.numer(), common))
    )
    quotient = BinetPart(ring, (above_row,), below_row)
    if factor.degree() > _INVERTED:
        return quotient
    return min(_binet_part(above, scale, characteristic, factor, 1), quotient, key=_size)


def _over_scale(part: BinetPart, scale: int) -> BinetPart:
    """Return the part divided by scale^n, after cancelling the common factor of the roots and the scale."""
    common = common_scale(fmpz_poly(list(part.factor)), scale)
    rows = [stretch_variable(fmpz_poly(list(row)), common) for row in (*part.numerators, part.denominator)]
    shared = gcd(*(int(row.content()) for row in rows))
    *above, below = [tuple(int(c // shared) for c in row.coeffs()) for row in rows]
    factor = (c // common ** (part.degree - k) for k, c in enumerate(part.factor))
    return BinetPart(tuple(factor), tuple(above), below, scale // common)


def _binet_part(
    above: fmpz_poly, scale: int, characteristic: fmpz_poly, factor: fmpz_poly, multiplicity: int
) -> BinetPart:
    field = fmpq_poly(factor)
    top = [fmpq_poly(taylor(above, k)) % field for k in range(multiplicity)]
    bottom = [fmpq_poly(taylor(characteristic, multiplicity + k)) % field for k in range(multiplicity)]
    first = inverse_modulo(bottom[0], field)
    local: list[fmpq_poly] = []
    for k in range(multiplicity):
        left = top[k] - sum((bottom[i] * local[k - i] for i in range(1, k + 1)), fmpq_poly([]))
        local.append(left * first % field)
    back, power = inverse_modulo(fmpq_poly([0, 1]), field), fmpq_poly([1])
    rows = [fmpq_poly([])] * multiplicity
    choose = fmpq_poly([1])  # binomial(n, j) as a polynomial in n
    for j in range(multiplicity):
        term = local[multiplicity - 1 - j] * power % field
        rows = [row + term * choose[i] / scale for i, row in enumerate(rows)]
        power = power * back % field
        choose = choose * fmpq_poly([-j, 1]) / (j + 1)
    common = lcm(*(int(row.denom()) for row in rows))
    whole = tuple(tuple(int(c * common) for c in row.coeffs()) for row in rows)
    return BinetPart(tuple(int(c) for c in factor.coeffs()), whole, (common,))


def _whole_row(row: list[Number]) -> tuple[int, ...]:
    return tuple(map(int, row))


def inverse_modulo(element: fmpq_poly, field: fmpq_poly) -> fmpq_poly:
    """Return the inverse modulo an irreducible polynomial."""
    common, inverse, _ = (element % field).xgcd(field)
    return inverse / common[0]


def _fractions(element: fmpq_poly, length: int) -> list[Fraction]:
    row = [Fraction(from_flint(c)) for c in element.coeffs()]
    return [*row, *(Fraction(0),) * (length - len(row))]


def _size(part: BinetPart) -> int:
    return sum(len(whole_text(c)) + 3 for row in (*part.numerators, part.denominator) for c in row if c)


Cases = list[list[Fraction]]
"""Polynomials in n, one for each residue of n."""
Group = list[tuple[int, Cases]]
"""Orders of roots of unity, each with the polynomials for its residues."""


def unity(part: BinetPart) -> tuple[int, int] | None:
    """Return (s, k) if the roots are s >= 1 times the primitive k-th roots of unity, or None.

    >>> unity(BinetPart((4, 0, 1), ((1,),), (1,)))
    (2, 4)
    """
    scale = int(fmpz(abs(part.factor[0])).root(part.degree))
    row = []
    for k, c in enumerate(part.factor):
        shrunk, rest = divmod(c, scale ** (part.degree - k))
        if rest:
            return None
        row.append(shrunk)
    order = int(fmpz_poly(row).is_cyclotomic())
    return (scale, order) if order else None


def _unity_cases(part: BinetPart, scale: int, order: int) -> Cases:
    """Return the part divided by scale^n, as one polynomial in n for every residue of n modulo the order.

    The coefficient of n^i for residue j is the trace of c_i(r) r^j, by power sums of the roots.
    """
    factor = fmpz_poly(list(part.factor))
    below = reverse(factor, part.degree + 1)
    above = fmpz_poly([part.degree * c - k * c for k, c in enumerate(below.coeffs())])
    sums = quotient_series(above, below, order + part.degree)
    rows = part.coefficients()
    return [
        [sum((c * sums[i + j] for i, c in enumerate(row)), Fraction(0)) / scale**j for row in rows]
        for j in range(order)
    ]


def cases_sum(several: Sequence[Cases]) -> Cases:
    """Return the sum of several cases, with one polynomial for every residue modulo the lcm of the
    periods.
    """
    period = lcm(*(len(cases) for cases in several))
    height = max(len(row) for cases in several for row in cases)
    padded = [[[*row, *(Fraction(0),) * (height - len(row))] for row in cases] for cases in several]
    return [
        [sum(column, Fraction(0)) for column in zip(*(rows[j % len(rows)] for rows in padded), strict=True)]
        for j in range(period)
    ]


def group_by_unity(parts: Sequence[BinetPart]) -> tuple[list[tuple[Fraction, Group]], list[BinetPart]]:
    """Group the parts whose roots are a number times roots of unity by that number, with their orders and
    cases.

    The groups are sorted by decreasing number; the remaining parts are returned separately.
    """
    groups: dict[Fraction, Group] = {}
    others = []
    for part in parts:
        kind = unity(part)
        if kind is None:
            others.append(part)
        else:
            groups.setdefault(Fraction(kind[0], part.scale), []).append((kind[1], _unity_cases(part, *kind)))
    return sorted(groups.items(), reverse=True), others


@dataclass(frozen=True)
class NumberedRoot:
    """Root that a formula refers to by a name such as r1, with certified balls for its real and imaginary
    part.
    """

    name: str
    real: Ball
    imaginary: Ball
    __repr__ = brief_repr

    @property
    def number(self) -> mpf | mpc:
        """Root as an mpmath number, of real type if the root is real."""
        from mpmath import make_mpc

        real, imaginary = self.real.mpf, self.imaginary.mpf
        return real if self.imaginary.value == "0" else make_mpc((real._mpf_, imaginary._mpf_))

    def __str__(self) -> str:
        if self.imaginary.value == "0":
            return f"{self.name} = {self.real.value}"
        sign, size = (
            ("-", self.imaginary.value[1:]) if self.imaginary.value[0] == "-" else ("+", self.imaginary.value)
        )
        real = "" if self.real.value == "0" else f"{self.real.value} {sign} "
        return f"{self.name} = {real or ('-' if sign == '-' else '')}{size}*I"


@dataclass(frozen=True, repr=False)
class ClosedForm(Face, Writable):
    """Closed form for a(n), n >= valid_from, and the terms for smaller n, if any.

    >>> from gfkit.core.algebra import RationalGF
    >>> form = closed_form(RationalGF.parse("(1 + t)/(1 - 2*t - t^2)"))
    >>> print(form)
    a(n) = ((1 + sqrt(2))^(n+1) + (1 - sqrt(2))^(n+1))/2
    >>> form.evaluate(5)
    99
    >>> print(closed_form(RationalGF.parse("t^2/(1 - 2t + 2t^3 - t^4)")))
    a(n) = n^2/4 if n mod 2 = 0; (n^2 - 1)/4 if n mod 2 = 1
    """

    parts: tuple[BinetPart, ...]
    valid_from: int
    exceptions: tuple[tuple[int, Number], ...]
    first_n: int = 0
    divisor: int = 1
    scale: int = 1
    """Scale s such that divisor s^n a(n) is an integer for all n."""

    @property
    def formula(self) -> str:
        """Right-hand side in plain text."""
        return formulas().explicit(self)

    @property
    def text(self) -> str:
        """Complete statement: formula, range, earlier terms, and decimals of the roots r1, r2, ..."""
        return str(self)

    def as_json(self) -> dict[str, object]:
        """Return a JSON object with the statement and all data that ``from_json`` needs."""
        return {
            "closed_form": self.text,
            "parts": [part.as_json() for part in self.parts],
            "exceptions": [number_text(value) for _, value in self.exceptions],
            "first_n": self.first_n,
            "divisor": whole_text(self.divisor),
            "scale": whole_text(self.scale),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Parse the output of ``as_json``.

        >>> from gfkit.core.algebra import RationalGF
        >>> form = closed_form(RationalGF.parse("(7 + t)/(2 - 3*t - t^3)"))
        >>> ClosedForm.from_json(form.as_json()) == form
        True
        """
        first_n = whole_field(data, "first_n", 0)
        before = tuple(enumerate(numbers_field(data, "exceptions"), first_n))
        parts = tuple(BinetPart.from_json(part) for part in list_field(data, "parts"))
        divisor, scale = (int(read_number(text_field(data, key))) for key in ("divisor", "scale"))
        return cls(parts, first_n + len(before), before, first_n, divisor, scale)

    def evaluate(self, n: int) -> Number:
        """Return a(n), computed from the closed form. The ball is refined until it contains only one possible
        value.
        """
        if n < self.valid_from:
            known = dict(self.exceptions)
            if n not in known:
                raise TermError(f"n {n}: the sequence starts at n = {self.first_n}")
            return known[n]
        bits, below = 64, self.divisor * self.scale**n
        while bits <= _MOST_BITS:
            with ctx.workprec(bits):
                value = (sum((part.value(n) for part in self.parts), acb(0)).real * below).unique_fmpz()
            if value is not None:
                return number(Fraction(int(value), below))
            bits *= 2
        raise LimitError(f"n {n}: {_MOST_BITS} bits of precision do not determine an integer")

    def __call__(self, n: int, digits: int = 30) -> mpf:
        """Return the value of the formula at n with the given number of digits, as an mpmath number; n may be
        very large.

        >>> from gfkit.core.algebra import RationalGF
        >>> fibonacci = closed_form(RationalGF.parse("t/(1 - t - t^2)"))
        >>> print(fibonacci(10**9, 15), fibonacci(10))
        7.95231787455468e+208987639 55.0
        """
        from mpmath import make_mpf
        from mpmath.libmp import from_man_exp

        mantissa, exponent = self._near(n, digits).mid().man_exp()
        return make_mpf(from_man_exp(int(mantissa), int(exponent)))

    def interval(self, n: int, digits: int = 30) -> ivmpf:
        """Return an ``mpmath.iv`` interval that contains the value at n and determines the given number of
        digits.

        >>> from gfkit.core.algebra import RationalGF
        >>> 55 in closed_form(RationalGF.parse("t/(1 - t - t^2)")).interval(10)
        True
        """
        from mpmath import iv
        from mpmath.libmp import from_man_exp

        near = self._near(n, digits)
        with ctx.workprec(128 + 8 * digits):
            ends = [end.man_exp() for end in (near.lower(), near.upper())]
        return iv.make_mpf(tuple(from_man_exp(int(mantissa), int(exponent)) for mantissa, exponent in ends))

    def _near(self, n: int, digits: int) -> arb:
        """Return the value at n as a FLINT ball with the given number of digits, or with a small radius if it
        may be 0.
        """
        check_digits(digits)
        if n < self.valid_from:
            with ctx.workprec(64 + 4 * digits):
                return arb(to_fmpq(self.evaluate(n)))
        bits, least = 64 + 4 * digits, arb(10) ** -digits
        while bits <= _MOST_BITS:
            with ctx.workprec(bits):
                value = sum((part.value(n) for part in self.parts), acb(0)).real
                if value.rad() <= abs(value).mid() * least or (value.rad() <= least and value.contains(0)):
                    return value
            bits *= 2
        raise LimitError(f"n {n}: {_MOST_BITS} bits of precision are too few for {digits} digits")

    def roots(self, digits: int = 20) -> list[NumberedRoot]:
        """Return the roots r1, r2, ... that the formula refers to, largest first, with ``digits`` certified
        digits.
        """
        return [root for listed in self.numbered(digits) for root in listed]

    @property
    def numbered_parts(self) -> list[BinetPart]:
        """Parts whose roots are printed with numbers: roots that are neither quadratic nor roots of unity
        times a number.
        """
        return [part for part in group_by_unity(self.parts)[1] if part.degree > 2]

    def numbered(self, digits: int) -> list[list[NumberedRoot]]:
        """Return the roots r1, r2, ... of each polynomial that is not solved in radicals."""
        check_digits(digits)
        parts = self.numbered_parts
        named = zip(root_letters(len(parts)), parts, strict=True)
        return [numbered_roots(part, name, digits) for name, part in named]


def root_letters(count: int) -> list[str]:
    """Return symbols for the roots of the given number of polynomials, without name clashes."""
    return [_ROOT_LETTERS[k % len(_ROOT_LETTERS)] * (k // len(_ROOT_LETTERS) + 1) for k in range(count)]


def closed_form(gf: RationalGF) -> ClosedForm:
    """Return the Binet form of a sequence: partial fractions over the algebraic numbers.

    Roots that are rational, quadratic, or roots of unity times an integer are explicit; the others are roots
    r1, r2, ... of their irreducible polynomial. The form always exists; for orders above 30 it is exact, but
    too long to be useful. The cost is that of ``_binet_parts``.

    Reference: Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, Theorem IV.9.
    """
    parts = _binet_parts(gf)
    start = max(gf.first_n, gf.degree - gf.order + 1)
    before = gf.terms(start - gf.first_n)
    exceptions = tuple(enumerate(before, gf.first_n))
    made = integral_series(dense(gf.numerator), dense(gf.denominator))
    return ClosedForm(parts, start, exceptions, gf.first_n, made.divisor, made.scale)


def numbered_roots(part: BinetPart, name: str, digits: int) -> list[NumberedRoot]:
    """Return the roots of the part's factor, largest first, conjugates together, with certified digits.

    An irreducible polynomial other than z has purely imaginary roots only if it is a polynomial in z^2.
    """
    bits, even = 64 + 4 * digits, not any(part.factor[1::2])
    while True:
        with ctx.workprec(bits):
            roots = [root for root, _ in isolate_roots(fmpz_poly(list(part.factor)))]
            roots.sort(key=lambda root: -round(float(abs(root).mid()), 9))
            reals = [_real(root, roots) if even else root.real for root in roots]
            pairs = [
                (decimal_ball(x, digits), decimal_ball(r.imag, digits))
                for x, r in zip(reals, roots, strict=True)
            ]
        named = [
            NumberedRoot(f"{name}{i}", real, imaginary)
            for i, (real, imaginary) in enumerate(pairs, 1)
            if real is not None and imaginary is not None
        ]
        if len(named) == len(pairs):
            return named
        bits *= 2


def _real(root: acb, roots: list[acb]) -> arb:
    """Return the real part of a root. It is exactly 0 if the roots are symmetric and no other root has this
    real part.
    """
    mirrored = acb(-root.real, root.imag)
    alone = sum(mirrored.overlaps(other) for other in roots) == 1 and mirrored.overlaps(root)
    return arb(0) if alone and root.real.contains(0) else root.real
