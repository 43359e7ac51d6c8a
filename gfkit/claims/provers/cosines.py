"""Cosines of multiples of pi: their exact values, and products of polynomials in them over a range.

Theorem. Let P be a polynomial of degree d >= 1 with rational coefficients, leading coefficient a and roots
r_1, ..., r_d. Let M >= 1 be an integer, D = floor(M/2) and h = 0 or 1/2. Let U be the set of all u in h + Z
with 0 < u < M/2. Then the product R of P(cos(2 pi u/M)) over all u in U is

    (-1)^(d c) a^c K(r_1) ... K(r_d) / 2^(d e),    c = |U|, where

    M = 2 D,     h = 0:    K = U_(D-1),         c = e = D - 1
    M = 2 D,     h = 1/2:  K = T_D,             c = D, e = D - 1
    M = 2 D + 1, h = 0:    K = U_D + U_(D-1),   c = e = D
    M = 2 D + 1, h = 1/2:  K = U_D - U_(D-1),   c = e = D

with the Chebyshev polynomials T and U. As a function of D, R lies in a space of sequences of dimension 2^d
that is closed under D -> D + 1, and R^2 in one of dimension 3^d.

Proof. K has degree c and leading coefficient 2^e. It vanishes at the c different numbers cos(2 pi u/M), as
sin(x) U_(D-1)(cos x) = sin(D x), T_D(cos x) = cos(D x), sin(x/2) (U_D + U_(D-1))(cos x) = sin((2 D + 1) x/2)
and cos(x/2) (U_D - U_(D-1))(cos x) = cos((2 D + 1) x/2). So K(X)/2^e is the product of all X - cos(2 pi u/M).
The product of P = a (X - r_1) ... (X - r_d) over the same numbers is a^c times the product of (-1)^c
K(r_i)/2^e over all i. Each K satisfies K_(D+1) = 2 X K_D - K_(D-1). With r = (z + 1/z)/2 this makes K(r) a
sum of multiples of z^D and z^-D, and its square one of z^(2 D), 1 and z^(-2 D); for r = 1 and r = -1 of D^j
(+-1)^D with j < 2, and j < 3. The sequences of several roots multiply. QED

A printed range is reduced to this. The angle 2 pi (k + s)/M has the same cosine for k + M, and at the mirror
image of k + s. So a range of k covers U once (from u = 0, 1/2 or 1 to M/2, M/2 - 1/2 or M/2 - 1) or twice (M
numbers u in a row; or without u = 0, or with u = 0 twice). In addition, P(1) is a factor for u = 0, and P(-1)
for u = M/2. A polynomial in cos^2 is a polynomial in the cosine of the doubled angle. The applicable case is
determined on each residue class of n, by identities between linear forms in n.

The hypotheses are checked: M is an integer for every n, and grows; n with M < 1 are omitted. No root r is
computed, so that P(1) = 0, P(-1) = 0 and double roots need no exception. The theorem is not applied if the
order exceeds a bound, to odd powers of sines, to irrational coefficients, or if both ranges of a double
product grow. Reference: J. C. Mason and D. C. Handscomb, Chebyshev Polynomials, Sections 1.2 and 2.2; P. W.
Kasteleyn, The statistics of dimers on a lattice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial, reduce
from itertools import product, zip_longest
from math import ceil, floor, gcd, lcm
from operator import add, mul

from flint import fmpq, fmpq_poly, fmpz_poly

from gfkit.claims.statement.linear import LinearForm, as_fraction, linear_form
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.algebra.number import from_flint
from gfkit.core.algebra.series import rational_polynomial
from gfkit.core.deferred import dataclass
from gfkit.core.errors import LimitError
from gfkit.core.typing import cached_property

MOST_ORDER = 2000
_MOST_FACTORS = 10_000
_X = fmpq_poly([0, 1])
_MOST_FIXED = 64
"""Maximum number of factors of a range that does not depend on n, maximum exponent, and maximum multiple of
an angle.
"""
_MOST_DEGREE = 64
"""Maximum degree of the number field that contains the cosines of the fixed angles."""

# Single cosines


def _root(square: int, below: int) -> Radical:
    return Radical.root(Fraction(square, below * below))


_QUADRANT = {
    Fraction(0): Radical.of(1),
    Fraction(1, 24): _root(6, 4) + _root(2, 4),
    Fraction(1, 12): _root(3, 2),
    Fraction(1, 10): _root(5, 4) + Radical.of(Fraction(1, 4)),
    Fraction(1, 8): _root(2, 2),
    Fraction(1, 6): Radical.of(Fraction(1, 2)),
    Fraction(1, 5): _root(5, 4) - Radical.of(Fraction(1, 4)),
    Fraction(5, 24): _root(6, 4) - _root(2, 4),
    Fraction(1, 4): Radical.of(0),
}
"""Cosines of angles given in turns, up to a quarter turn, that are sums of square roots of rational
numbers.
"""
_PERIODS = frozenset({1, 2, 3, 4, 5, 6, 8, 10, 12, 24})
"""Integers N such that the cosine of every multiple of 1/N turn is a sum of square roots of rational
numbers.
"""


def cosine(turns: Fraction) -> Radical:
    """Return the cosine of an angle in turns, whose denominator must be in ``_PERIODS``."""
    turns %= 1
    turns = min(turns, 1 - turns)
    return _QUADRANT[turns] if 4 * turns <= 1 else -_QUADRANT[Fraction(1, 2) - turns]


def _convert_to_turns(tree: nodes.Node) -> nodes.Node | None:
    """Return the angle, in turns, whose cosine equals the given cosine or sine.

    Return None if the expression is not a cosine or sine, or if pi is not a factor of its angle.
    """
    if not isinstance(tree, nodes.FunctionCall) or tree.name not in ("cos", "sin"):
        return None
    angle = _divide_by_pi(tree.arguments[0])
    if angle is None:
        return None
    half = nodes.Quotient(angle, nodes.Number(Fraction(2)))
    return half if tree.name == "cos" else nodes.Sum((half, nodes.Number(Fraction(-1, 4))))


@lru_cache(maxsize=256)
def exact_turns(tree: nodes.Node) -> tuple[nodes.Node, int] | None:
    """Return the angle of a cosine or sine in turns, and its period in each of its letters.

    Return None if some value has no exact form in ``_QUADRANT``.
    """
    turns = _convert_to_turns(tree)
    form = None if turns is None else linear_form(turns)
    if turns is None or form is None:
        return None
    period = lcm(*(value.denominator for value in form.values()))
    return (turns, period) if period in _PERIODS else None


def _divide_by_pi(tree: nodes.Node) -> nodes.Node | None:
    """Return the angle divided by pi, or None if pi is not a factor of every summand."""
    match tree:
        case nodes.FunctionCall(name="pi"):
            return nodes.ONE
        case nodes.Number(value=0):
            return nodes.ZERO
        case nodes.Group(body=body):
            return _divide_by_pi(body)
        case nodes.Negative(body=body):
            inner = _divide_by_pi(body)
            return None if inner is None else nodes.Negative(inner)
        case nodes.Sum(terms=terms):
            parts = [part for term in terms if (part := _divide_by_pi(term)) is not None]
            return nodes.Sum(tuple(parts)) if len(parts) == len(terms) else None
        case nodes.Product(factors=factors):
            divided = [
                (k, part) for k, factor in enumerate(factors) if (part := _divide_by_pi(factor)) is not None
            ]
            if len(divided) != 1:
                return None
            ((place, part),) = divided
            return nodes.Product((*factors[:place], part, *factors[place + 1 :]))
        case nodes.Quotient(above=above, below=below):
            inner = _divide_by_pi(above)
            return None if inner is None else nodes.Quotient(inner, below)
    return None


# Products over a range


@dataclass(frozen=True)
class _Line:
    """Linear function slope n + constant, rounded down or up if its value is not an integer."""

    slope: Fraction
    constant: Fraction
    up: bool = False

    def at(self, n: int) -> int:
        value = self.slope * n + self.constant
        return ceil(value) if self.up else floor(value)

    @property
    def is_whole(self) -> bool:
        return self.slope.denominator == self.constant.denominator == 1


@dataclass(frozen=True)
class _Cover:
    """Number of times a range covers the cosines strictly between 1 and -1, and multiplicity of the angles
    0 and pi.
    """

    times: int
    at_zero: int
    at_pi: int


@dataclass(frozen=True)
class CosineProduct:
    """Product of polynomial(cos(2 pi (k + shift)/circle)) for k = ``low``, ..., ``high``, evaluated by the
    theorem above.
    """

    polynomial: tuple[Fraction, ...]
    """Coefficients, lowest degree first; the degree is at least 1."""
    circle: _Line
    shift: Fraction
    low: _Line
    high: _Line

    @cached_property
    def period(self) -> int:
        """Period w such that on each residue class of n modulo w all ends are linear in n and the parity of
        the circle is constant.
        """
        lines = (self.low.slope, self.high.slope, self.circle.slope / 2)
        return lcm(*(slope.denominator for slope in lines))

    @cached_property
    def start(self) -> int:
        """Smallest n such that the circle is at least 1."""
        return max(0, ceil((1 - self.circle.constant) / self.circle.slope))

    @cached_property
    def covers(self) -> tuple[_Cover, ...] | None:
        """Cover of the cosines on each residue class, or None if a cover does not have one of the forms in
        the theorem.
        """
        is_circle = self.circle.is_whole and self.circle.slope > 0 and self.shift.denominator <= 2
        if not is_circle or self.period > MOST_ORDER:
            return None
        far = self.start + 8 * self.period
        far -= far % self.period
        covers: list[_Cover] = []
        for residue in range(self.period):
            near, later = (self._cover(n) for n in (far + residue, far + residue + self.period))
            if near is None or near != later:
                return None
            covers.append(near[0])
        return tuple(covers)

    def _cover(self, n: int) -> tuple[_Cover, Fraction, Fraction] | None:
        """Return the cover at n, and the offsets of both ends, which must be constant on a residue class."""
        size = self.circle.at(n)
        first, last = self.low.at(n) + self.shift, self.high.at(n) + self.shift
        over = last - first + 1 - size
        here, there = first.denominator == 1, (Fraction(size, 2) - first).denominator == 1
        from_pi = last - Fraction(size, 2)
        if 0 <= first <= 1 and -1 <= from_pi <= 0:
            return _Cover(1, int(first == 0), int(from_pi == 0)), first, from_pi
        if over == 0:
            return _Cover(2, int(here), int(there)), Fraction(0), over
        if abs(over) == 1 and over == 1 - 2 * first:
            return _Cover(2, 1 + int(over), int(there)), first, over
        return None

    @cached_property
    def order(self) -> int:
        """Dimension of a space that contains the product for all n >= ``start``."""
        degree = len(self.polynomial) - 1
        times = {cover.times for cover in self.covers or ()}
        return self.period * sum(int((1 + count) ** degree) for count in times)

    def value(self, n: int) -> Fraction:
        """Return the product at n >= ``start``, computed as a resultant."""
        assert self.covers is not None, "a CosineProduct always has covers"
        cover, size = self.covers[n % self.period], self.circle.at(n)
        half, is_odd, is_between = size // 2, size % 2 == 1, self.shift.denominator == 2
        if half > _MOST_FACTORS:
            raise LimitError(f"formula: a product of {half} factors exceeds the limit {_MOST_FACTORS}")
        scale, modulus, rows = self.polynomial[-1], self._modulus, self._second_kind
        while len(rows) < half + 2:
            rows.append((2 * _X * rows[-1] - rows[-2]) % modulus)
        before, now = rows[half], rows[half + 1]
        if is_odd:
            kernel = now - before if is_between else now + before
        else:
            kernel = now - _X * before if is_between else before
        degree = len(self.polynomial) - 1
        points = half if is_odd or is_between else half - 1
        twos = half if is_odd else half - 1
        norm = from_flint(modulus.resultant(kernel % modulus))
        regular = ((-1) ** degree * scale) ** points * norm / 2 ** (degree * twos)
        return Fraction(
            regular**cover.times * self._evaluate(1) ** cover.at_zero * self._evaluate(-1) ** cover.at_pi
        )

    @cached_property
    def _modulus(self) -> fmpq_poly:
        """Polynomial divided by its leading coefficient."""
        return rational_polynomial([c / self.polynomial[-1] for c in self.polynomial])

    @cached_property
    def _second_kind(self) -> list[fmpq_poly]:
        """List U_(-1), U_0, ... modulo the polynomial, extended on demand."""
        return [fmpq_poly([0]), fmpq_poly([1])]

    def _evaluate(self, point: int) -> Fraction:
        return sum((c * point**k for k, c in enumerate(self.polynomial)), Fraction(0))


@lru_cache(maxsize=256)
def cosine_product(tree: nodes.Node) -> CosineProduct | None:
    """Return the product in n to which the theorem applies, or None if the theorem does not apply.

    >>> from gfkit.claims.statement.parse import read_statement
    >>> text = "Product_{k=1..floor(n/2)} (1 + 4*cos(k*Pi/(n+1))^2)"
    >>> dimers = cosine_product(read_statement(text).chains[0].sides[0])
    >>> dimers.order, [int(dimers.value(n)) for n in range(8)]
    (4, [1, 1, 2, 3, 5, 8, 13, 21])
    """
    try:
        return _product(tree)
    except _OutsideTheorem:
        return None


class _OutsideTheorem(Exception):  # noqa: N818
    """Raised if the theorem does not apply to the product."""


def _product(tree: nodes.Node) -> CosineProduct:
    outer = _growing_product(tree)
    low, high = _parse_range_ends(outer)
    reader = _Reader.of(outer.body, outer.letter)
    coefficients = [_rational(c) for c in reader.polynomial(outer.body, {}).coefficients]
    circle, shift = reader.circle, reader.shift
    made = None
    while len(coefficients) > 1:
        product = CosineProduct(tuple(coefficients), circle, shift, low, high)
        if product.covers is not None:
            made = product
        if any(coefficients[1::2]):
            break
        # cos^2 x = (1 + cos(2 x))/2
        half = fmpq_poly([fmpq(1, 2), fmpq(1, 2)])
        doubled = rational_polynomial(coefficients[::2])(half)
        coefficients = [Fraction(from_flint(c)) for c in doubled.coeffs()]
        circle = _Line(circle.slope / 2, circle.constant / 2)
    if made is None or made.order > MOST_ORDER:
        raise _OutsideTheorem
    return made


def _strip_groups(tree: nodes.Node) -> nodes.Node:
    return _strip_groups(tree.body) if isinstance(tree, nodes.Group) else tree


def _growing_product(tree: nodes.Node) -> nodes.BigOperator:
    """Return the product over the range that depends on n, with the products over fixed ranges inside."""
    tree = _strip_groups(tree)
    if not isinstance(tree, nodes.BigOperator) or not tree.is_product or tree.high is None:
        raise _OutsideTheorem
    if "n" in nodes.letters(tree.low) | nodes.letters(tree.high):
        return tree
    inner = _growing_product(tree.body)
    if tree.letter in nodes.letters(inner.low) | nodes.letters(inner.high or inner.low):
        raise _OutsideTheorem
    fixed = nodes.BigOperator(inner.body, tree.letter, tree.low, tree.high, is_product=True)
    return nodes.BigOperator(fixed, inner.letter, inner.low, inner.high, is_product=True)


def _parse_range_ends(tree: nodes.BigOperator) -> tuple[_Line, _Line]:
    """Return the lower end of a range, which must be an integer as printed, and its upper end."""
    low = _parse_linear_end(tree.low, False)
    high = None if tree.high is None else _parse_linear_end(tree.high, False)
    if (
        low is None
        or high is None
        or not (low.is_whole or isinstance(_strip_groups(tree.low), nodes.IntegerPart))
    ):
        raise _OutsideTheorem
    return low, high


def _parse_linear_end(tree: nodes.Node, up: bool) -> _Line | None:
    """Return an end of a range as a linear function of n, or None if it depends on another letter."""
    tree = _strip_groups(tree)
    if isinstance(tree, nodes.IntegerPart):
        if tree.how is nodes.Rounding.NEAREST:
            return None
        return _parse_linear_end(tree.body, tree.how is nodes.Rounding.CEILING)
    if isinstance(tree, nodes.Sum) and any(
        isinstance(_strip_groups(term), nodes.IntegerPart) for term in tree.terms
    ):
        return _line_sum([_parse_linear_end(term, up) for term in tree.terms])
    form = linear_form(tree)
    return None if form is None or not set(form) <= {"", "n"} else _Line(form["n"], form[""], up)


def _line_sum(lines: list[_Line | None]) -> _Line | None:
    """Return the sum of linear functions, at most one of which is rounded."""
    whole = [line for line in lines if line is not None and line.is_whole]
    others = [line for line in lines if line is not None and not line.is_whole]
    if len(others) > 1 or len(whole) + len(others) < len(lines):
        return None
    return _Line(
        sum((line.slope for line in (*whole, *others)), Fraction(0)),
        sum((line.constant for line in (*whole, *others)), Fraction(0)),
        any(line.up for line in others),
    )


@dataclass(frozen=True)
class _Reader:
    """Reader of polynomials in the cosine of one angle, over the field of the cosines of the fixed angles."""

    letter: str
    step: Fraction
    """Ratio of the smallest angle to the first one; all angles are integer multiples of the smallest."""
    below: LinearForm
    """Denominator of the first angle, which is pi (letter + shift)/below."""
    shift: Fraction
    divisor: int
    """Common denominator of the fixed angles: each is a multiple of 1/divisor turn."""

    @classmethod
    def of(cls, body: nodes.Node, letter: str) -> _Reader:
        steps: list[Fraction] = []
        below = LinearForm()
        shift, divisor = Fraction(0), 1
        for part in nodes.walk(body):
            if not isinstance(part, nodes.FunctionCall) or part.name not in ("cos", "sin"):
                continue
            angle = _divide_by_pi(part.arguments[0])
            if angle is None:
                raise _OutsideTheorem
            above, under = _quotient(angle)
            if letter not in above:
                if not set(under) <= {""}:
                    raise _OutsideTheorem
                divisor = lcm(divisor, *((value / under[""] / 2).denominator for value in above.values()))
                continue
            slope = above[letter]
            if not set(above) <= {"", letter} or not set(under) <= {"", "n"} or not under.get("n"):
                raise _OutsideTheorem
            under = under.scale(1 / slope)
            if not steps:
                below, shift = under, above[""] / slope
            ratio = below["n"] / under["n"]
            same = all(below.get(name, 0) == ratio * under.get(name, 0) for name in ("", "n"))
            if not same or shift != above[""] / slope:
                raise _OutsideTheorem
            steps.append(ratio)
        if not steps:
            raise _OutsideTheorem
        common = lcm(*(ratio.denominator for ratio in steps))
        step = Fraction(gcd(*(int(ratio * common) for ratio in steps)), common)
        return cls(letter, step, below, shift, divisor)

    @property
    def circle(self) -> _Line:
        """Denominator of the smallest angle, which is (letter + shift)/circle turns."""
        scale = 2 / self.step * (1 if self.below["n"] > 0 else -1)
        return _Line(scale * self.below["n"], scale * self.below[""])

    @cached_property
    def field(self) -> fmpq_poly:
        """Minimal polynomial of 2 cos(2 pi/divisor)."""
        if self.divisor > 6 * _MOST_DEGREE:
            raise _OutsideTheorem
        least = fmpq_poly(fmpz_poly.cos_minpoly(self.divisor))
        if least.degree() > _MOST_DEGREE:
            raise _OutsideTheorem
        return least

    def polynomial(self, tree: nodes.Node, fixed: Mapping[str, int]) -> _Row:
        """Return the polynomial in the cosine, with numbers substituted for the letters of the fixed
        ranges.
        """
        match tree:
            case nodes.Number(value=value):
                return self.row(rational_polynomial([value]))
            case nodes.Letter(name=name) if name in fixed:
                return self.row(fmpq_poly([fixed[name]]))
            case nodes.Power(base=base, exponent=nodes.Number(value=size)):
                return self._power(base, Fraction(size), fixed)
            case nodes.FunctionCall(name="cos"):
                return self._cosine(tree, fixed)
            case nodes.BigOperator():
                low, last = _parse_range_ends(tree)
                if low.slope or last.slope or last.at(0) - low.at(0) >= _MOST_FIXED or len(fixed) > 1:
                    raise _OutsideTheorem
                numbers = range(low.at(0), last.at(0) + 1)
                rows = [self.polynomial(tree.body, {**fixed, tree.letter: k}) for k in numbers]
                start = self.row(fmpq_poly([int(tree.is_product)]))
                return reduce(mul if tree.is_product else add, rows, start)
        return nodes.arithmetic(tree, partial(self.polynomial, fixed=fixed), _OutsideTheorem)

    def row(self, *coefficients: fmpq_poly) -> _Row:
        return _Row(coefficients, self.field)

    def _power(self, base: nodes.Node, size: Fraction, fixed: Mapping[str, int]) -> _Row:
        bare, unit = _strip_groups(base), self.row(fmpq_poly([1]))
        if size.denominator != 1 or not 0 <= size <= _MOST_FIXED:
            raise _OutsideTheorem
        if isinstance(bare, nodes.FunctionCall) and bare.name == "sin" and size % 2 == 0:
            row = self._cosine(bare, fixed)
            return reduce(mul, [unit + -(row * row)] * int(size / 2), unit)
        return reduce(mul, [self.polynomial(base, fixed)] * int(size), unit)

    def _cosine(self, tree: nodes.FunctionCall, fixed: Mapping[str, int]) -> _Row:
        """Return a cosine or sine as a polynomial in the cosine of the smallest angle."""
        angle = _divide_by_pi(tree.arguments[0])
        assert angle is not None, "every angle was checked to be a multiple of pi"
        above, under = _quotient(angle)
        if self.letter not in above:
            if not set(above) <= {"", *fixed}:
                raise _OutsideTheorem
            total = sum((value * (fixed[name] if name else 1) for name, value in above.items()), Fraction(0))
            multiple = total / under[""] / 2 * self.divisor
            return self.row(self._fixed_cosine(int(multiple)))
        multiple = abs(self.below["n"] * above[self.letter] / under["n"] / self.step)
        if multiple > _MOST_FIXED:
            raise _OutsideTheorem
        row = fmpz_poly.chebyshev_t(int(multiple))
        return self.row(*(fmpq_poly([int(c)]) for c in row.coeffs()))

    def _fixed_cosine(self, multiple: int) -> fmpq_poly:
        """Return cos(2 pi multiple/divisor), as a polynomial in 2 cos(2 pi/divisor)."""
        row = fmpz_poly.chebyshev_t(abs(multiple) % self.divisor)
        return fmpq_poly(row)(fmpq_poly([0, fmpq(1, 2)])) % self.field


@dataclass(frozen=True)
class _Row:
    """Polynomial in a cosine, lowest coefficient first, over the field defined by ``field``."""

    coefficients: tuple[fmpq_poly, ...]
    field: fmpq_poly

    def _of(self, coefficients: Sequence[fmpq_poly]) -> _Row:
        last = max((k for k, c in enumerate(coefficients) if c), default=0)
        return _Row(tuple(coefficients[: last + 1]), self.field)

    def __neg__(self) -> _Row:
        return self._of([-c for c in self.coefficients])

    def __add__(self, other: _Row) -> _Row:
        pairs = zip_longest(self.coefficients, other.coefficients, fillvalue=fmpq_poly([0]))
        return self._of([a + b for a, b in pairs])

    def __mul__(self, other: _Row) -> _Row:
        left, right = self.coefficients, other.coefficients
        if len(left) + len(right) > _MOST_DEGREE:
            raise _OutsideTheorem
        total = [fmpq_poly([0]) for _ in range(len(left) + len(right) - 1)]
        for (i, a), (j, b) in product(enumerate(left), enumerate(right)):
            total[i + j] = (total[i + j] + a * b) % self.field
        return self._of(total)

    def __truediv__(self, other: _Row) -> _Row:
        first, *others = other.coefficients
        if others or not _rational(first):
            raise _OutsideTheorem
        return self._of([c / first[0] for c in self.coefficients])


def _rational(number: fmpq_poly) -> Fraction:
    """Return a rational element of the field as a fraction."""
    if number.degree() > 0:
        raise _OutsideTheorem
    return Fraction(from_flint(number[0]))


def _quotient(tree: nodes.Node) -> tuple[LinearForm, LinearForm]:
    """Return numerator and denominator of a quotient as linear forms without zero coefficients."""
    above, below = (
        LinearForm({name: value for name, value in (linear_form(part) or {}).items() if value})
        for part in as_fraction(tree)
    )
    if not above or not below:
        raise _OutsideTheorem
    return above, below
