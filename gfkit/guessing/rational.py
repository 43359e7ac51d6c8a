"""Polynomials and rational generating functions from terms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

from flint import fmpz_mat, fmpz_poly, nmod_mat, nmod_poly

from gfkit.core.algebra import QuasiPolynomial, RationalGF
from gfkit.core.algebra.number import Number
from gfkit.core.algebra.polynomial import dense
from gfkit.core.algebra.residue import WORD_BITS, LiftedIntegers, fractions_of, recurrence
from gfkit.core.typing import check_stop
from gfkit.guessing.data import Data, bits_of
from gfkit.guessing.law import FittedLaw, LawValue, WrongTerm, holds_up

MOST_IRREGULAR = 10
"""Maximum number of irregular initial terms, in absolute terms and relative to the order."""
MOST_DIFFERENCES = 400
MOST_CONSTITUENTS = 3000
"""Maximum number of coefficients for which a formula is reported as a quasi-polynomial."""
_MOST_PARTS, _MOST_INTERLACED, _SPARE_OF_A_PART = 12, 400, 2
"""Maximum number of interlaced polynomials, maximum number of terms searched, and minimum number of spare
terms for each polynomial.
"""


def rational_fit(data: Data, spare: int) -> FittedLaw | None:
    """Return the rational generating function of least order with at least ``spare`` spare terms, or None.

    Berlekamp-Massey modulo one prime yields the order L, including the irregular initial terms of the
    recurrence; if there are at least 2 L + spare terms, the denominator is lifted to integers or fractions by
    further primes, and tested exactly on all terms. Cost: a half gcd for each prime.

    >>> fit = rational_fit(Data.of([1, 3, 7, 17, 41, 99, 239, 577, 1393]), 5)
    >>> print(fit.law, fit.unknowns, fit.equations)
    (1 + t)/(1 - 2*t - t^2) 4 9

    Reference: James Massey, Shift-register synthesis and BCH decoding.
    """
    primes = data.primes(1)
    first = recurrence(data.residues(primes)[0], primes[0])
    length = len(first) - 1
    if 2 * length + spare > len(data):
        return None
    below = _lift_denominator(data, length, first)
    if below is None:
        return None
    sizes: list[int] = [bits_of(int(c)) for c in below.coeffs()[1:] if c]
    fit = _fit(data, below, length, 2 * length, sum(sizes), "Berlekamp-Massey modulo primes")
    return None if fit is not None and _rests_on_zeros(data, length, fit.law) else fit


def _rests_on_zeros(data: Data, length: int, law: LawValue) -> bool:
    """Return True for a recurrence with few terms for the check, if random terms with the same zeros in their
    differences satisfy a recurrence of at most the same order. Quasi-polynomials are simpler, and are kept.
    """
    other = data.scrambled
    if other is None or 3 * length <= len(data):
        return False
    assert isinstance(law, RationalGF), "a rational fit"
    prime = other.search_prime
    least = len(recurrence(other.residues([prime])[0], prime)) - 1
    return least <= length and quasi_polynomial(data, law) is None


def late_fit(data: Data, spare: int) -> FittedLaw | None:
    """Return the rational generating function of the later terms, after an irregular start of any length, or
    None.

    The function is searched in the last two thirds, or the last half, of the terms, and extended backwards.
    Its first index counts as one unknown for each binary digit. The formula must hold for at least twice as
    many terms as it does not, because formulas may change at each power of 2. Periodic and linear sequences
    are excluded, because they are common in slowly changing sequences.

    >>> primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]
    >>> fit = late_fit(Data.of(primes + [(n * n + 3) * 2**n for n in range(24)]), 5)
    >>> print(fit.law.recurrence, fit.unknowns, fit.equations)
    a(n) = 6*a(n-1) - 12*a(n-2) + 8*a(n-3) for n >= 14 12 24
    """
    for begin in (len(data) // 3, len(data) // 2):
        fit = rational_fit(data.later_terms(begin), spare)
        if fit is None:
            continue
        assert isinstance(fit.law, RationalGF), "a rational fit"
        below = dense(fit.law.denominator)
        order = int(below.degree())
        start = max(0, int(_numerator(data, below).degree()) + 1 - order)
        unknowns, regular = 2 * order + len(data).bit_length(), len(data) - start
        shape = quasi_polynomial(data, fit.law)
        if regular >= max(2 * start, unknowns + max(spare, order)) and (shape is None or shape.degree > 1):
            sizes = [bits_of(int(c)) for c in below.coeffs()[1:] if c]
            method = "Berlekamp-Massey on later terms"
            return _fit(data, below, order + start, unknowns, sum(sizes), method, len(data), regular)
    return None


def polynomial_fit(data: Data, spare: int) -> FittedLaw | None:
    """Return the polynomial in n, after some irregular terms, with at least ``spare`` spare terms, or None.

    The degree d is the smallest one for which the (d+1)-st differences are 0, first modulo one prime (N^2
    operations on words), then exactly. An initial term that differs from the polynomial counts as two terms.

    >>> print(polynomial_fit(Data.of([5, 1, 4, 9, 16, 25, 36, 49, 64, 81]), 5).law)
    (5 - 14*t + 16*t^2 - 5*t^3)/(1 - 3*t + 3*t^2 - t^3)
    """
    primes = data.primes(1)
    row, step = (nmod_poly(part, primes[0]) for part in (data.residues(primes)[0], [1, -1]))
    for order in range(min(len(data) - spare, MOST_DIFFERENCES) + 1):
        if order:
            row = row.mul_low(step, len(data))
        irregular = max(0, row.degree() + 1 - order)
        if order + 2 * irregular + spare <= len(data):
            below = fmpz_poly([1, -1]) ** order
            unknowns, law_bits = order + 2 * irregular, 2 * order.bit_length()
            return _fit(data, below, order + irregular, unknowns, law_bits, "differences")
    return None


def interlaced_fit(data: Data, spare: int) -> FittedLaw | None:
    """Return interlaced polynomials, of possibly different degrees, with the smallest total number of
    coefficients, or None.

    The recurrence of 1, 2, 1, 3, 1, 4, ... has eight numbers, two for each double root; the interlaced form
    has three, so that fewer terms determine it. Every polynomial must have two spare terms, and there must be
    ``spare`` spare terms in total. Purely periodic sequences are excluded, because short patterns are common,
    and a recurrence requires more evidence.

    >>> fit = interlaced_fit(Data.of([1, 2, 1, 3, 1, 4, 1, 5, 1, 6]), 5)
    >>> print(fit.law, fit.unknowns, fit.equations)
    1 if n mod 2 = 0; (n + 3)/2 if n mod 2 = 1 3 10
    """
    if len(data) > _MOST_INTERLACED:
        return None
    best: list[int] = []
    for period in range(2, min(_MOST_PARTS, len(data) // (1 + _SPARE_OF_A_PART)) + 1):
        sizes = [_coefficients(data.whole[k::period]) for k in range(period)]
        whole = [size for size in sizes if size is not None]
        if len(whole) == period and max(whole) > 1 and (not best or sum(whole) < sum(best)):
            best = whole
    unknowns, period = sum(best), len(best)
    if not best or unknowns + spare > len(data):
        return None
    explained = sum(
        bits_of(term) for k, size in enumerate(best) for term in data.terms[k + period * size :: period]
    )
    law_bits = period.bit_length() + 2 * sum(size.bit_length() for size in best)
    if law_bits > explained:
        return None
    first, *others = (
        QuasiPolynomial.interpolate(data.terms[k::period], 0, 0, 1, size - 1) for k, size in enumerate(best)
    )
    law = first.interlaced(*others).shifted(-data.offset)
    if law.is_polynomial:
        return None
    terms = len(data)
    return FittedLaw(law, "differences within residues", unknowns, terms, 0, terms, explained, law_bits)


def _coefficients(terms: Sequence[int]) -> int | None:
    """Return the number of coefficients of the polynomial through the given terms, or None without enough
    spare terms.

    >>> _coefficients([1, 4, 9, 16, 25]), _coefficients([1, 4, 9, 16])
    (3, None)
    """
    row = list(terms)
    for size in range(len(terms) - _SPARE_OF_A_PART + 1):
        check_stop()
        if not any(row):
            return size
        row = [b - a for a, b in pairwise(row)]
    return None


def _lift_denominator(data: Data, length: int, first: list[int]) -> fmpz_poly | None:
    """Return the primitive denominator over the integers, lifted from its residues, or None if the lifting
    does not stabilise.
    """
    images, used = LiftedIntegers(length + 1), 1
    head = data.first_terms(2 * length + 1)
    images.add([first], data.primes(1))
    previous: list[int] = []
    limit = 8 + 4 * sum(map(bits_of, head.terms)) // (WORD_BITS - 1)
    while used <= limit:
        row = images.symmetric()
        if row == previous or (used == 1 and all(abs(c) < 1 << WORD_BITS // 2 - 1 for c in row)):
            return _primitive(row, 1)
        previous = row
        if used & (used - 1) == 0 and used > 1:
            fractions = fractions_of([int(c) for c in images.values.coeffs()], int(images.modulus))
            if fractions is not None:
                below = lcm(*(f.denominator for f in fractions))
                scaled = _primitive([int(f * below) for f in fractions], below)
                if _numerator(data, scaled).degree() < length:
                    return scaled
        primes = data.primes(max(1, used // 4), used)
        rows = [recurrence(row, p) for row, p in zip(head.residues(primes), primes, strict=True)]
        if any(len(row) != length + 1 for row in rows):
            return None
        images.add(rows, primes)
        used += len(primes)
    return None


def _primitive(row: list[int], below: int) -> fmpz_poly:
    polynomial = fmpz_poly(row)
    return polynomial if below == 1 else polynomial // polynomial.content()


def _numerator(data: Data, below: fmpz_poly) -> fmpz_poly:
    """Return the numerator for the given denominator, as far as the terms determine it."""
    return (below * fmpz_poly(list(data.whole))).truncate(len(data))


def _fit(
    data: Data,
    below: fmpz_poly,
    length: int,
    unknowns: int,
    law_bits: int,
    method: str,
    most_irregular: int = MOST_IRREGULAR,
    equations: int | None = None,
) -> FittedLaw | None:
    """Return the rational function with this denominator that fits all terms, or None.

    The result is None if a term after the first ``length`` terms disagrees, if the irregular initial part is
    too long, or if the formula needs more bits than the terms that it explains.
    """
    product = _numerator(data, below)
    if product.degree() >= length:
        return None
    start = max(0, product.degree() + 1 - below.degree())
    if start > max(most_irregular, 4 * below.degree()):
        return None
    explained_from = data.offset + start + below.degree()
    total_bits = law_bits + 2 * start.bit_length() + 1
    if not holds_up(data, total_bits, explained_from):
        return None
    scaled = [int(c) for c in (below * data.denominator).coeffs()]
    law = RationalGF.of([*(0,) * data.offset, *map(int, product.coeffs())], scaled, data.offset)
    terms = len(data)
    return FittedLaw(law, method, unknowns, equations or terms, start, terms, data.bits[start], law_bits)


def quasi_polynomial(data: Data, law: RationalGF | None) -> QuasiPolynomial | None:
    """Return the formula as a quasi-polynomial, or None if it is not a quasi-polynomial or has too many
    coefficients.

    Cyclotomic factors are only tested if the denominator is a palindrome up to sign, and if the terms grow at
    most polynomially.
    """
    if law is None:
        return None
    row = list(map(int, dense(law.denominator).coeffs()))
    if row != row[::-1] and row != [-c for c in row[::-1]]:
        return None
    start = max((bits_of(term) for term in data.terms[: law.degree + law.order + 1]), default=0)
    if bits_of(data.terms[-1]) > 2 + start + 2 * law.order * len(data).bit_length():
        return None
    orders = [(int(part.is_cyclotomic()), int(power)) for part, power in fmpz_poly(row).factor()[1]]
    height = max((power for _, power in orders), default=0)
    if lcm(*(order for order, _ in orders)) * height > MOST_CONSTITUENTS:
        return None
    return QuasiPolynomial.from_rational(law)


def near_miss(data: Data, spare: int) -> int | None:
    """Return the number of terms required to confirm a recurrence that fits with too few spare terms.

    >>> near_miss(Data.of([2, 0, 3, 1, 4, 2, 5, 3, 6, 4]), 5)
    11
    """
    primes = data.primes(1)
    length = len(recurrence(data.residues(primes)[0], primes[0])) - 1
    return 2 * length + spare if 1 < len(data) - 2 * length < spare else None


# Search for one wrong term

MOST_TERMS = 100
_SHAPES = ((1, 0), (2, 0), (3, 0), (1, 1), (4, 0), (2, 1), (1, 2), (5, 0), (6, 0), (3, 1), (2, 2), (1, 3))
"""Orders and degrees of recurrences, sorted by the number of coefficients."""
_MOST_DEGREE = 8
_TERMS_BEHIND = 2
"""Minimum number of terms after the wrong term. If the last term is wrong, the range of the formula may just
end there.
"""
_SPARE_RELATIONS = 2
"""Minimum number of spare relations that must agree and do not contain the wrong term."""

_Column = tuple[int | None, int]
"""Monomial of a relation: (k, i) for n^i a(n-k), (None, i) for n^i; n is counted from the first term."""


def wrong_terms(data: Data, spare: int) -> Iterator[WrongTerm]:
    """Yield the wrong terms with their corrections, the simplest formulas first, at most one for each shape.

    For a recurrence with U free coefficients and W relations in total, W - U - 1 must be at least ``spare``,
    one more than for a formula, because the position is chosen. Cost: the kernel of a small matrix modulo a
    prime for each position and shape.

    >>> squares = [n * n for n in range(12)]
    >>> squares[5] = 26
    >>> next(wrong_terms(Data.of(squares), 5))
    WrongTerm(n=5, right=25)
    """
    if data.denominator != 1 or len(data) > MOST_TERMS:
        return
    for degree in range(_MOST_DEGREE + 1):
        if len(data) - degree - 2 > spare:
            yield from _of_shape(data, 0, [(0, 0), *((None, i) for i in range(degree + 1))])
    for order, degree in _SHAPES:
        columns = [(k, i) for k in range(order + 1) for i in range(degree + 1)]
        if len(data) - order - len(columns) >= spare:
            yield from _of_shape(data, order, columns)


def _of_shape(data: Data, order: int, columns: Sequence[_Column]) -> Iterator[WrongTerm]:
    """Yield the only position at which a formula of the given shape is violated, or nothing if several
    positions are possible.
    """
    prime, width, candidates = data.search_prime, len(columns), []
    rows = [[_value(data.terms, column, n) for column in columns] for n in range(order, len(data))]
    reduced = [[value % prime for value in row] for row in rows]
    # rows without this term precede or follow it; neither set may have full rank
    before, after = (_rows_of_full_rank(listed, prime) for listed in (reduced, reduced[::-1]))
    first, last = max(1, len(rows) - after), min(len(data) - _TERMS_BEHIND, order + before)
    for place in range(first, last):
        kept = [k for k in range(len(rows)) if not place <= k + order <= place + order]
        if (
            len(kept) < width - 1 + _SPARE_RELATIONS
            or nmod_mat([reduced[k] for k in kept], prime).rank() != width - 1
        ):
            continue
        kernel, nullity = fmpz_mat([rows[k] for k in kept]).nullspace()
        law = [(int(kernel[k, 0]), column) for k, column in enumerate(columns)]
        right = _required_term(data, law, order, place) if nullity == 1 else None
        if right is not None and right != data.terms[place]:
            candidates.append(WrongTerm(place + data.offset, right))
    if len(candidates) == 1:
        yield candidates[0]


def _rows_of_full_rank(rows: Sequence[Sequence[int]], prime: int) -> int:
    """Return the smallest number of initial rows with linearly independent columns, or one more than all."""
    matrix, rank = nmod_mat([*map(list, rows)], prime).transpose().rref()
    if rank < len(rows[0]):
        return len(rows) + 1
    return 1 + next(k for k in range(len(rows)) if int(matrix[rank - 1, k]))


def _value(terms: Sequence[Number], column: _Column, n: int) -> int:
    shift, power = column
    value: int = n**power if shift is None else n**power * int(terms[n - shift])
    return value


def _required_term(data: Data, law: Sequence[tuple[int, _Column]], order: int, place: int) -> int | None:
    """Return the term that all relations around the position require."""
    terms = list(data.terms)

    def weight(n: int, shift: int) -> int:
        return sum(c * n**power for c, (k, power) in law if k == shift)

    def defect(n: int) -> int:
        return sum(c * _value(terms, column, n) for c, column in law)

    touching = [n for n in range(place, place + order + 1) if order <= n < len(terms)]
    telling = next((n for n in touching if weight(n, n - place)), None)
    if (
        telling is None
        or len(touching) <= min(order, 1)
        or not all(weight(n, 0) for n in range(order, len(data)))
    ):
        return None
    terms[place] = 0
    value = Fraction(-defect(telling), weight(telling, telling - place))
    terms[place] = value.numerator
    return None if value.denominator > 1 or any(map(defect, touching)) else value.numerator
