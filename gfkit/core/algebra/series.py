"""Power series by FLINT's polynomials: initial terms, single terms, integrality, power sums of roots, and
linear representations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, gcd, prod
from typing import Any, NamedTuple

from flint import (
    acb,
    fmpq_poly,
    fmpz,
    fmpz_mat,
    fmpz_mod_ctx,
    fmpz_mod_poly_ctx,
    fmpz_mpoly,
    fmpz_poly,
    nmod_mat,
    nmod_poly,
)

from gfkit.core.algebra.number import Number, check_modulus, from_flint, number, to_fmpq, whole_text
from gfkit.core.algebra.polynomial import Polynomial, dense, from_mpoly, in_t
from gfkit.core.algebra.residue import WORD_BITS, LiftedIntegers, word_primes
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError
from gfkit.core.typing import OnProgress, check_stop, tell_progress
from gfkit.core.writable import Face

MOST_TERM_DIGITS = 10**9
"""Maximum number of decimal digits of a single term (half a gigabyte)."""
_LONGEST_CUT = 1 << 60
"""Power of t that FLINT accepts, larger than the degree of every polynomial."""

# FLINT's polynomials


def reverse(polynomial: fmpz_poly, length: int) -> fmpz_poly:
    """Return the polynomial z^(length - 1) f(1/z).

    >>> reverse(fmpz_poly([1, -1, -1]), 3)
    x^2 + (-1)*x + (-1)
    """
    row = list(polynomial.coeffs())
    return fmpz_poly([*(0,) * (length - len(row)), *row[::-1]])


def quotient_series(numerator: fmpz_poly, denominator: fmpz_poly, length: int) -> list[int]:
    """Return the coefficients of 1, t, ..., t^(length - 1) in P(t)/Q(t), where Q(0) = 1.

    With z = 1/t they are the quotient of z^(length - 1) P by a polynomial with leading coefficient 1,
    z^d Q: one division of polynomials.

    >>> quotient_series(fmpz_poly([1, 1]), fmpz_poly([1, -2, -1]), 5)
    [1, 3, 7, 17, 41]
    """
    order = denominator.degree()
    above = reverse(numerator.truncate(length), length).left_shift(order)
    row = [int(c) for c in (above // reverse(denominator, order + 1)).coeffs()]
    return [*(0,) * (length - len(row)), *row[::-1]]


def taylor(polynomial: fmpz_poly, order: int) -> fmpz_poly:
    """Return the coefficient of e^order in f(z + e), that is f^(order)/order!.

    >>> taylor(fmpz_poly([1, 3, 3, 1]), 2)
    3*x + 3
    """
    for k in range(1, order + 1):
        polynomial = fmpz_poly([c // k for c in polynomial.derivative().coeffs()])
    return polynomial


def isolate_roots(polynomial: fmpz_poly) -> list[tuple[acb, int]]:
    """Return the complex roots as disjoint balls with their multiplicities; real roots have exactly real
    balls.

    >>> isolate_roots(fmpz_poly([1, 2, 1]))
    [(-1.00000000000000, 2)]
    """
    roots: list[Any] = polynomial.complex_roots()
    return [(root, int(multiplicity)) for root, multiplicity in roots]


# Rational coefficients


def rational_polynomial(values: Sequence[Number], start: int = 0) -> fmpq_poly:
    """Return the polynomial with the given coefficients from t^start on."""
    return fmpq_poly([*(0,) * start, *map(to_fmpq, values)])


def coefficient_list(polynomial: fmpq_poly, count: int, start: int = 0) -> list[Number]:
    """Return the ``count`` coefficients from t^start on.

    >>> coefficient_list(rational_polynomial([1, Fraction(1, 2)]), 3)
    [1, Fraction(1, 2), 0]
    """
    listed = list(map(from_flint, polynomial.coeffs()[start : start + count]))
    return listed + [0] * (count - len(listed))


def convolution(one: Sequence[Number], two: Sequence[Number]) -> list[Number]:
    """Return the initial terms of the product of two series, to the smaller precision.

    >>> convolution([1, 1, 1], [1, 2, 3])
    [1, 3, 6]
    """
    count = min(len(one), len(two))
    return (
        coefficient_list(rational_polynomial(one).mul_low(rational_polynomial(two), count), count)
        if count
        else []
    )


def series_inverse(polynomial: fmpq_poly, length: int) -> fmpq_poly:
    """Return the first ``length`` coefficients of 1/f for f(0) != 0, by Newton's iteration g -> g (2 - f g).

    >>> series_inverse(fmpq_poly([1, -1]), 4)
    x^3 + x^2 + x + 1
    """
    inverse, known = fmpq_poly([1 / polynomial[0]]), 1
    while known < length:
        known = min(2 * known, length)
        rest = fmpq_poly([2]) - polynomial.truncate(known).mul_low(inverse, known)
        inverse = inverse.mul_low(rest, known)
    return inverse


# Conversion to integer coefficients

_TRIED_BITS = 15
"""Maximum bit length of the prime factors of the scale that are computed."""


class IntegralSeries(NamedTuple):
    """Integers b(n) with a(n) = b(n)/(divisor scale^n), and their generating function with Q(0) = 1."""

    numerator: fmpz_poly
    denominator: fmpz_poly
    divisor: int
    scale: int

    def term(self, value: int, n: int) -> Number:
        """Return the term a(n) for a given b(n)."""
        below = self.divisor * self.scale**n
        return value if below == 1 else number(Fraction(value, below))


def integral_series(numerator: fmpz_poly, denominator: fmpz_poly) -> IntegralSeries:
    """Return the quotient P/Q with integer coefficients and Q(0) > 0 after t is replaced by s t.

    Let Q = c Q0 with Q0 of content 1, and let s be the smallest number such that Q0(0) divides all
    coefficients of Q0(s t). Then b has the series P(st) / (Q0(st)/Q0(0)), and the divisor is Q(0). Large
    prime factors of Q0(0) are not computed, and are factors of s.

    >>> integral_series(fmpz_poly([1]), fmpz_poly([8, 0, -2]))
    IntegralSeries(numerator=1, denominator=(-1)*x^2 + 1, divisor=8, scale=2)
    """
    divisor = int(denominator[0])
    if divisor == 1:
        return IntegralSeries(numerator, denominator, 1, 1)
    plain = denominator // int(denominator.content())
    scale, start = _least_scale(plain), int(plain[0])
    below = [c // start for c in stretch_variable(plain, scale).coeffs()]
    return IntegralSeries(stretch_variable(numerator, scale), fmpz_poly(below), divisor, scale)


def stretch_variable(polynomial: fmpz_poly, scale: int) -> fmpz_poly:
    """Return the polynomial f(s t).

    >>> stretch_variable(fmpz_poly([1, 1, 1]), 10)
    100*x^2 + 10*x + 1
    """
    if scale == 1:
        return polynomial
    row, power = [], 1
    for c in polynomial.coeffs():
        row.append(c * power)
        power *= scale
    return fmpz_poly(row)


def shrink_variable(polynomial: fmpz_poly, scale: int, degree: int) -> fmpz_poly:
    """Return the polynomial s^degree f(t/s), where the degree is at least that of f.

    >>> shrink_variable(fmpz_poly([1, 10]), 10, 1)
    10*x + 10
    """
    return fmpz_poly([int(c) * scale ** (degree - k) for k, c in enumerate(polynomial.coeffs())])


def rational_series(numerator: fmpz_poly, denominator: fmpz_poly, length: int) -> list[Number]:
    """Return the coefficients of 1, t, ..., t^(length - 1) in P(t)/Q(t), where Q(0) > 0.

    >>> rational_series(fmpz_poly([2]), fmpz_poly([2, -1]), 3)
    [1, Fraction(1, 2), Fraction(1, 4)]
    """
    made = integral_series(numerator, denominator)
    whole = quotient_series(made.numerator, made.denominator, length)
    if made.divisor == 1:
        return list(whole)
    listed: list[Number] = []
    below = made.divisor
    for value in whole:
        listed.append(number(Fraction(value, below)))
        below *= made.scale
    return listed


def common_scale(polynomial: fmpz_poly, scale: int) -> int:
    """Return the largest g dividing s so that f(g z)/g^degree still has integer coefficients.

    Here f has leading coefficient 1, so its roots are all g times algebraic integers; large prime
    factors of s are not computed.

    >>> common_scale(fmpz_poly([-8, 0, 1]), 12)
    2
    """
    common, degree = 1, polynomial.degree()
    for base, power in fmpz(scale).factor_smooth(_TRIED_BITS):
        for k, c in enumerate(polynomial.coeffs()[:-1]):
            if c:
                power = min(power, _multiplicity(int(c), int(base), power * (degree - k)) // (degree - k))
        common *= int(base) ** power
    return common


def _least_scale(denominator: fmpz_poly) -> int:
    """Return the least s, up to large prime factors, with f(0) dividing all coefficients of f(s t)."""
    scale, start = 1, int(denominator[0])
    for base, power in fmpz(start).factor_smooth(_TRIED_BITS):
        needed = 0
        for k, c in enumerate(denominator.coeffs()[1:], 1):
            missing = power - (_multiplicity(int(c), int(base), power) if c else power)
            needed = max(needed, -(-missing // k))
        scale *= int(base) ** needed
    return scale


def _multiplicity(value: int, base: int, most: int) -> int:
    """Return the largest k <= most with base^k dividing the value."""
    shared = gcd(value, base**most)
    power = 0
    while shared % base == 0 and power < most:
        shared //= base
        power += 1
    return power


# One term


def nth_term(
    numerator: fmpz_poly, denominator: fmpz_poly, n: int, most_digits: int = MOST_TERM_DIGITS
) -> Number:
    """Return the coefficient of t^n in P(t)/Q(t), where Q(0) > 0.

    After t is scaled so that Q(0) = 1 (``integral_series``), P/Q = P(t)Q(-t) / (Q(t)Q(-t)), and the new
    denominator is a polynomial in t^2. So only every second coefficient of the numerator matters, and n is
    halved. All series are truncated after t^n, so that the last and largest products are not much longer than
    the result. Cost: 2 log2(n) products of polynomials of the order d of the series, with integers that grow
    as the product of the roots larger than 1 to the power of the step. At order 100 and n = 10^5 this takes
    0.03 s; computing z^n modulo the characteristic polynomial, whose d coefficients all become as large as
    the result, takes 0.37 s. Raise LimitError if the result would be too long: if the roots have absolute
    value at most R, the coefficient of t^k is at most binomial(d, k) R^k, and the term grows like R^n.

    >>> nth_term(fmpz_poly([0, 1]), fmpz_poly([1, -1, -1]), 100)
    354224848179261915075

    Reference: Alin Bostan and Ryuhei Mori, A Simple and Fast Algorithm for Computing the N-th Term of a
    Linearly Recurrent Sequence.
    """
    made, exponent = integral_series(numerator, denominator), n
    numerator, denominator = made.numerator, made.denominator
    while n:
        cut = min(n, _LONGEST_CUT) + 1
        numerator, denominator = numerator.truncate(cut), denominator.truncate(cut)
        mirrored = fmpz_poly([-c if k & 1 else c for k, c in enumerate(denominator.coeffs())])
        numerator = fmpz_poly(numerator.mul_low(mirrored, cut).coeffs()[n & 1 :: 2])
        n >>= 1
        if n:
            denominator = fmpz_poly(denominator.mul_low(mirrored, cut).coeffs()[::2])
            degree, rows = denominator.degree(), enumerate(denominator.coeffs())
            roots = [(c.bit_length() - 1 - comb(degree, k).bit_length()) // k for k, c in rows if k]
            if numerator and n * max(roots, default=0) > 3.322 * most_digits:
                raise LimitError(
                    f"n {exponent}: the term has more than {most_digits:,} digits; compute it modulo an"
                    " integer M, with --mod M"
                )
    return made.term(int(numerator[0]), exponent)


def nth_term_mod(numerator: fmpz_poly, denominator: fmpz_poly, n: int, modulus: int) -> int:
    """Return the coefficient of t^n in P(t)/Q(t) modulo any integer >= 1 that has no factor in common with
    Q(0).

    The method is that of ``nth_term`` over the integers modulo m. It needs about 2 log2(n) products of
    polynomials of the order of the series, so sixty steps for n = 10^18.

    >>> nth_term_mod(fmpz_poly([0, 1]), fmpz_poly([1, -1, -1]), 100, 1000)
    75
    """
    check_modulus(modulus)
    start = int(denominator[0])
    if gcd(start, modulus) > 1:
        raise InputError(
            f"modulus {whole_text(modulus)} must have no factor in common with {whole_text(start)}, the "
            "constant term of the denominator"
        )
    if modulus == 1:
        return 0
    ring, unit = _ring(modulus), pow(start, -1, modulus)
    above, below = (ring([int(c) * unit for c in part.coeffs()]) for part in (numerator, denominator))
    while n:
        mirrored = ring([-c if k & 1 else c for k, c in enumerate(below.coeffs())])
        above = ring((above * mirrored).coeffs()[n & 1 :: 2])
        below = ring((below * mirrored).coeffs()[::2])
        n >>= 1
    return int(above[0])


def _ring(modulus: int) -> Any:
    """Return the FLINT constructor of polynomials modulo m: for words, or for larger moduli."""
    from gfkit.core.algebra.residue import WORD_BITS

    if modulus < 2 << WORD_BITS:
        return lambda coefficients: nmod_poly([int(c) % modulus for c in coefficients], modulus)
    return fmpz_mod_poly_ctx(fmpz_mod_ctx(modulus))


# By rows, with weights or without

Row = list[Any]
"""Coefficients of 1, t, t^2, ...: all int, or all fmpz_mpoly in the variables other than t."""

_LISTED_STEP = 64
"""Largest step for which the terms between are listed. For larger steps each term is computed separately."""


def row(polynomial: Polynomial) -> Row:
    """Return the coefficients in t (lowest first) of a polynomial in t and other variables."""
    if len(polynomial.variables) == 1:
        return [int(c) for c in dense(polynomial).coeffs()]
    return [part.mpoly for part in polynomial.coefficients("t")]


def from_row(coefficients: Row, variables: tuple[str, ...]) -> Polynomial:
    """Return the polynomial with the given coefficients of 1, t, t^2, ..."""
    names = variables[1:]
    parts = [from_mpoly(c, names) if isinstance(c, fmpz_mpoly) else int(c) for c in coefficients]
    return in_t(parts, variables)


def expanded_row(above: Row, below: Row, length: int) -> Row:
    """Return the coefficients of 1, t, ..., t^(length - 1) in P(t)/Q(t), where Q(0) = 1.

    The cost is one division of polynomials over the integers, otherwise one product for every pair of
    coefficients.
    """
    if isinstance(below[0], int):
        return quotient_series(fmpz_poly(above), fmpz_poly(below), length)
    zero = below[0] - below[0]
    values: Row = []
    back = [(k, c) for k, c in enumerate(below[1:], 1) if c]
    for n in range(length):
        check_stop()
        total = above[n] if n < len(above) else zero
        for k, c in back:
            if k > n:
                break
            total = total - c * values[n - k]
        values.append(total)
    return values


def spaced_terms(above: Row, below: Row, step: int, offset: int, count: int) -> Row:
    """Return the coefficients of t^offset, t^(offset + step), ... in P(t)/Q(t), ``count`` of them.

    >>> spaced_terms([0, 1], [1, -1, -1], 100, 0, 2)
    [0, 354224848179261915075]
    """
    if step <= _LISTED_STEP or not isinstance(below[0], int):
        return expanded_row(above, below, offset + step * (count - 1) + 1)[offset::step] if count > 0 else []
    top, bottom = fmpz_poly(above), fmpz_poly(below)
    return [nth_term(top, bottom, offset + step * k) for k in range(count)]


def cut_product(one: Row, two: Row, length: int) -> Row:
    """Return the coefficients of 1, t, ..., t^(length - 1) in the product of two series."""
    if all(isinstance(c, int) for c in (*one[:1], *two[:1])):
        return [int(c) for c in fmpz_poly(one).mul_low(fmpz_poly(two), length).coeffs()]
    parts = [
        [one[k] * two[n - k] for k in range(max(0, n - len(two) + 1), min(n + 1, len(one)))]
        for n in range(min(length, len(one) + len(two) - 1))
    ]
    return [sum(part[1:], part[0]) for part in parts]


# Sums of powers of roots


def _power_sums(below: Row, step: int, count: int) -> Row:
    """Return the sums of r^step, r^(2 step), ... over the roots, where Q(t) is the product of 1 - r t.

    The sum over k >= 1 of (sum of r^k) t^(k-1) is -Q'(t)/Q(t).

    >>> _power_sums([1, -1, -1], 1, 5)  # Lucas numbers
    [1, 3, 4, 7, 11]
    """
    above = [c * -k for k, c in enumerate(below)][1:]
    return spaced_terms(above, below, step, step - 1, count)


def _from_power_sums(sums: Row, unit: Any) -> Row:
    """Return the product of 1 - r t from as many power sums of the r as there are.

    With S = s(1) t + s(2) t^2 + ..., Q is the solution of t Q' + S Q = 0. It is computed by Newton iteration
    over the integers, and with weights coefficient by coefficient (Newton's identities, d^2/2 products).

    >>> _from_power_sums([3, 7], 1)
    [1, -3, 1]
    """
    if isinstance(unit, int):
        return _solve_by_doubling(sums)
    made: Row = [unit]
    for k in range(1, len(sums) + 1):
        total = sum((sums[j - 1] * made[k - j] for j in range(2, k + 1)), sums[0] * made[k - 1])
        made.append(-total // k)
    return made


def _solve_by_doubling(sums: list[int]) -> list[int]:
    """Solve t Q' + S Q = 0 by Newton iteration: if Q is correct modulo t^m, then Q (1 - integral of (t Q' + S
    Q)/(t Q)) is correct modulo t^2m.
    """
    length, known = len(sums) + 1, 1
    right, made = fmpz_poly([0, *sums]), fmpz_poly([1])
    while known < length:
        wanted = min(2 * known, length)
        defect = made.derivative().left_shift(1) + right.mul_low(made, wanted)
        quotient = quotient_series(defect, made, wanted)
        change = fmpz_poly([c if k == 0 else -c // k for k, c in enumerate(quotient)])
        made += change.mul_low(made, wanted)
        known = wanted
    row = [int(c) for c in made.coeffs()]
    return row + [0] * (length - len(row))


def power_roots(below: Row, step: int) -> Row:
    """Return the product of 1 - r^step t over the numbers r such that Q(t) is the product of 1 - r t.

    >>> power_roots([1, -1, -1], 2)
    [1, -3, 1]
    """
    return _from_power_sums(_power_sums(below, step, len(below) - 1), below[0])


def root_powers(characteristic: fmpz_poly, step: int) -> fmpz_poly:
    """Return the polynomial with leading coefficient 1 that has the step-th powers of all roots as its roots.

    >>> root_powers(fmpz_poly([-1, -1, 1]), 2)
    x^2 + (-3)*x + 1
    """
    return fmpz_poly(power_roots([int(c) for c in characteristic.coeffs()[::-1]], step)[::-1])


def product_roots(one: Row, two: Row) -> Row:
    """Return the product of 1 - r s t over the roots r of one polynomial and s of another: their composed
    product.

    >>> product_roots([1, -2], [1, -1, -1])
    [1, -2, -4]

    Reference: Alin Bostan, Philippe Flajolet, Bruno Salvy and Éric Schost, Fast Computation of Special
    Resultants.
    """
    count = (len(one) - 1) * (len(two) - 1)
    pairs = zip(_power_sums(one, 1, count), _power_sums(two, 1, count), strict=True)
    return _from_power_sums([a * b for a, b in pairs], one[0])


# Linear representations

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

    def fraction(
        self,
        variables: tuple[str, ...],
        packing: Packing | None = None,
        on_progress: OnProgress | None = None,
    ) -> tuple[Polynomial, Polynomial]:
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
        if self.states <= _FEW_STATES:
            characteristic = [int(c) for c in matrix.charpoly().coeffs()]
        else:
            characteristic = characteristic_polynomial(matrix, packing.bits, on_progress)
        denominator = fmpz_poly(characteristic[::-1])
        numerator = (fmpz_poly(values) * denominator).coeffs()[: self.states]
        width, names = len(variables), ("t", *variables)

        def unpacked(coefficients: list[fmpz]) -> Polynomial:
            by_power = enumerate(map(packing.unpack, coefficients))
            return Polynomial.of(
                names, {(n, *key[:width]): value for n, terms in by_power for key, value in terms.items()}
            )

        return unpacked(numerator), unpacked(denominator.coeffs())


_FEW_STATES = 400
"""Largest number of states whose characteristic polynomial FLINT computes in one call, which takes about a
second and cannot be interrupted.
"""


def characteristic_polynomial(matrix: fmpz_mat, bits: int, on_progress: OnProgress | None) -> list[int]:
    """Return the coefficients of det(z I - A) from z^0 on, each of absolute value below 2^bits, from their
    residues modulo primes.
    """
    size, primes, rows = matrix.nrows(), word_primes(1 + (bits + 1) // (WORD_BITS - 1)), []
    for done, prime in enumerate(primes):
        check_stop()
        tell_progress(on_progress, "computing the determinant", done, len(primes), size)
        rows.append([int(c) for c in nmod_mat(matrix, prime).charpoly().coeffs()])
    found = LiftedIntegers(size + 1)
    found.add(rows, primes)
    return found.symmetric()


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
