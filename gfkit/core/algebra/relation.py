"""Relations sum p_k(n) a(n-k) = 0: lowest terms, range, undetermined terms, and evaluation.

Terms are computed in order, or individually for large n, exactly or modulo m.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, isqrt, lcm
from typing import Any, NamedTuple

from flint import fmpq, fmpz, fmpz_mat, fmpz_mod_ctx, fmpz_mod_poly, fmpz_mod_poly_ctx, fmpz_poly

from gfkit.core.algebra.number import Number, from_flint, number, number_text, to_fmpq, trimmed
from gfkit.core.errors import InputError, LimitError, SelfCheckError
from gfkit.core.writable import formulas

Row = tuple[int, ...]

_MOST_INITIAL = 200_000
"""Maximum number of initial terms that a recurrence may require."""

_CHECKED = 3
"""Number of additional terms that are compared with a derived recurrence."""

Terms = Callable[[int], Sequence[Number]]


SPLIT_FROM = 512
"""Minimum number of steps for which a single term is computed by binary splitting."""
_MOST_STEPS = 20_000_000
"""Maximum distance of an exact term from the known ones."""
_MOST_RESIDUE_STEPS = 10**10
"""Maximum distance of a term modulo m from the known ones."""
_SINGLE_STEPS = 20_000
"""Maximum number of steps that are executed in order modulo m; beyond it the steps are grouped in blocks."""
_Table = list[list[fmpz_mod_poly]]


class KnownRelation(NamedTuple):
    """Relation that is proved for n >= ``certain_from``, for a sequence that starts at ``first_n``.

    ``terms(count)`` returns the first ``count`` terms, or fewer if the sequence is finite.
    """

    rows: list[fmpz_poly]
    certain_from: int
    terms: Terms
    first_n: int


def poly(row: Iterable[int]) -> fmpz_poly:
    return fmpz_poly([int(c) for c in row])


def coefficient_row(polynomial: fmpz_poly) -> Row:
    return tuple(int(c) for c in polynomial.coeffs())


def whole_rows(rows: Sequence[Sequence[Number]]) -> list[fmpz_poly]:
    """Return the rows of rational numbers multiplied by their common denominator, as integer polynomials.

    >>> whole_rows([[Fraction(1, 2), 1], [Fraction(1, 3)]])
    [6*x + 3, 2]
    """
    below = lcm(*(Fraction(c).denominator for row in rows for c in row))
    return [poly(int(c * below) for c in row) for row in rows]


def lowest(polynomials: Sequence[fmpz_poly]) -> list[fmpz_poly]:
    """Return the polynomials divided by their greatest common divisor, including integer factors.

    >>> lowest([fmpz_poly([0, 2]), fmpz_poly([0, 4, 2])])
    [1, x + 2]
    """
    common = reduce(fmpz_poly.gcd, polynomials, fmpz_poly([]))
    return [p // common for p in polynomials] if common else list(polynomials)


def at_shift(polynomial: fmpz_poly, step: int) -> fmpz_poly:
    """Return the polynomial p(n + step).

    >>> at_shift(fmpz_poly([0, 0, 1]), 1)
    x^2 + 2*x + 1
    """
    return polynomial(fmpz_poly([step, 1])) if step else polynomial


def integer_roots(polynomial: fmpz_poly) -> list[int]:
    """Return the integer roots in order.

    >>> integer_roots(fmpz_poly([-6, 1, 1]))
    [-3, 2]
    """
    return sorted(int(root) for root, _ in polynomial.roots())


def residual(rows: Sequence[fmpz_poly], n: int, back: Sequence[Number]) -> Number:
    """Return the value of sum p_k(n) a(n-k), where ``back`` contains a(n), a(n-1), ...."""
    pairs = zip(rows, back, strict=True)
    return sum((int(p(fmpz(n))) * value for p, value in pairs if value), 0)


def sound(rows: Sequence[fmpz_poly]) -> tuple[list[fmpz_poly], int]:
    """Return the recurrence with nonzero p_0 and p_r, and the shift of n by which its indices move.

    >>> sound([fmpz_poly([]), fmpz_poly([0, 1]), fmpz_poly([1]), fmpz_poly([])])
    ([x + 1, 1], 1)
    """
    kept = trimmed(rows)
    if not kept:
        raise InputError("recurrence 0 = 0: at least one coefficient must not be zero")
    down = next(k for k, p in enumerate(kept) if p)
    return [at_shift(p, down) for p in kept[down:]], down


class Canonical(NamedTuple):
    """Relation in lowest terms, the smallest n_0 such that it holds for n >= n_0, and its undetermined
    terms.
    """

    rows: list[fmpz_poly]
    valid_from: int
    initial: list[Number]


def canonical_relation(rows: Sequence[fmpz_poly], certain_from: int, terms: Terms, first_n: int) -> Canonical:
    """Return the canonical form of a relation that is proved for n >= ``certain_from``.

    The relation is divided by its common factor. It is then tested at the roots of this factor and at the n
    below ``certain_from``; it is valid after the last n where it fails. ``terms(count)`` returns the first
    terms.
    """
    if first_n < 0:
        raise InputError(f"first_n {first_n} must be at least 0")
    kept, down = sound(rows)
    least = lowest(kept)
    plain = [-p for p in least] if least[0].leading_coefficient() < 0 else list(least)
    lost = integer_roots(kept[0] // plain[0])
    earliest = first_n + len(plain) - 1
    start = max([certain_from - down, earliest, *(root + 1 for root in lost)])
    count = open_until(plain, start) - first_n
    if count > _MOST_INITIAL:
        raise LimitError(
            f"recurrence {formulas().relation(plain)} requires the terms up to n = {first_n + count - 1}, "
            f"more than {_MOST_INITIAL}"
        )
    known = list(terms(count + _CHECKED))
    check_count(plain, start, known, first_n)
    for n in range(start, first_n + len(known)):
        if _fails(plain, n, known, first_n):
            raise SelfCheckError(f"recurrence {formulas().relation(plain)} fails at n = {n}")
    while start > earliest and not _fails(plain, start - 1, known, first_n):
        start -= 1
    return Canonical(plain, start, [number(v) for v in known[: open_until(plain, start) - first_n]])


def open_until(rows: Sequence[fmpz_poly], start: int) -> int:
    """Return the smallest n such that the relation determines all later terms, if it holds for n >=
    ``start``."""
    return max([start, *(root + 1 for root in integer_roots(rows[0]))])


def check_count(rows: Sequence[fmpz_poly], start: int, known: Sequence[Number], first_n: int) -> None:
    """Raise an error if too few terms are given for a relation that holds for n >= ``start``."""
    end = open_until(rows, start)
    missing = end - first_n - len(known)
    if missing > 0:
        raise InputError(
            f"initial {len(known)} terms: {missing} more needed, up to n = {end - 1}, "
            f"for {formulas().relation(rows)}, n >= {start}"
        )


def check_terms_fit(rows: Sequence[fmpz_poly], start: int, known: Sequence[Number], first_n: int) -> None:
    """Raise an error if the terms do not satisfy a relation for n >= ``start``."""
    for n in range(start, first_n + len(known)):
        if _fails(rows, n, known, first_n):
            raise InputError(
                f"initial term {number_text(known[n - first_n])} at n = {n} contradicts "
                f"{formulas().relation(rows)}"
            )


def _fails(rows: Sequence[fmpz_poly], n: int, known: Sequence[Number], first_n: int) -> bool:
    back = [known[n - first_n - k] for k in range(len(rows))]
    return bool(residual(rows, n, back))


def continue_terms(
    rows: Sequence[fmpz_poly],
    right: Callable[[int], Number],
    start: int,
    known: Sequence[Number],
    end: int,
    name: object,
) -> list[Number]:
    """Return a(0), ..., a(end - 1) with sum p_k(n) a(n-k) = right(n) for n >= start, given the initial
    terms.

    Terms before a(0) are 0. Raise an error, which contains the ``name`` of the equation, if the known terms
    contradict it or do not determine the next one.

    >>> continue_terms([fmpz_poly([1]), fmpz_poly([-2])], lambda n: 1, 1, [0], 5, "")
    [0, 1, 3, 7, 15]
    """
    values, given = list(known), len(known)
    for n in range(start if start > 0 else 0, max(given, end)):
        if n > len(values):
            break
        rest = right(n) - residual(rows[1:], n, [values[n - k] if k <= n else 0 for k in range(1, len(rows))])
        lead = int(rows[0](n))
        if n < given and lead * values[n] != rest:
            raise InputError(f"initial term {number_text(values[n])} at n = {n} contradicts {name}")
        if n >= given and lead:
            values.append(number(Fraction(rest) / lead))
    if len(values) < end:
        raise InputError(
            f"initial {given} terms: {name} does not determine a({len(values)}); give all terms up"
            " to this one"
        )
    return values


def homogeneous(rows: Sequence[fmpz_poly], right: fmpz_poly) -> list[fmpz_poly]:
    """Return the relation c(n-1) L(n) - c(n) L(n-1) = 0 that follows from L(n) = sum p_k(n) a(n-k) = c(n).

    >>> homogeneous([fmpz_poly([1]), fmpz_poly([-2])], fmpz_poly([1]))
    [1, (-3), 2]
    """
    zero, before = fmpz_poly([]), at_shift(right, -1)
    return [
        before * polynomial - right * at_shift(other, -1)
        for polynomial, other in zip([*rows, zero], [zero, *rows], strict=True)
    ]


def unroll_terms(
    rows: Sequence[fmpz_poly], first_n: int, known: Sequence[Number], count: int
) -> list[Number]:
    """Return the first ``count`` terms, computed from the known ones by a(n) = -(p_1(n) a(n-1) + ...)/p_0(n).

    Each step is one division, exact for integer terms; if a fraction occurs, the steps are computed with
    rational numbers. p_0 must not have a root after the known terms. Cost: order times count products of a
    term by a small number.

    >>> unroll_terms([fmpz_poly([1, 1]), fmpz_poly([2, -4])], 0, [1], 6)
    [1, 1, 2, 5, 14, 42]
    """
    order = len(rows) - 1
    values = [fmpz(v) if isinstance(v, int) else to_fmpq(v) for v in known[:count]]
    for n in range(first_n + len(values), first_n + count):
        total: fmpz | fmpq = fmpz(0)
        for k in range(1, order + 1):
            total = total + rows[k](n) * values[-k]
        below = -rows[0](n)
        if isinstance(total, fmpz):
            quotient, rest = divmod(total, below)
            values.append(quotient if not rest else fmpq(total, below))
        else:
            values.append(total / below)
    return list(map(from_flint, values))


def far_term(rows: Sequence[fmpz_poly], first_n: int, known: Sequence[Number], n: int) -> Number:
    """Return the term a(n) by binary splitting of the product of companion matrices.

    With s(n) = (a(n), ..., a(n-r+1)), p_0(n) s(n) = C(n) s(n-1) for a matrix C of polynomials, and
    C(n) ... C(m) is computed from its two halves, so that large products have factors of equal length.
    Cost: O(M(n log n) log n) for fixed order and degree. At n = 10^5 the terms
    sum binomial(n,k)^2 binomial(n+k,k)^2 take about a second.

    >>> from math import comb
    >>> far_term([fmpz_poly([1, 1]), fmpz_poly([2, -4])], 0, [1], 2000) == comb(4000, 2000) // 2001
    True

    Reference: David and Gregory Chudnovsky, Approximations and complex multiplication according to
    Ramanujan.
    """
    order, start = len(rows) - 1, first_n + len(known)
    if n - start > _MOST_STEPS:
        raise LimitError(f"n {n} exceeds the largest supported index n = {start + _MOST_STEPS:,} here")
    window = [Fraction(value) for value in reversed(known[len(known) - order :])]
    below = lcm(*(value.denominator for value in window))
    matrix, scale = _product(rows, start, n + 1)
    total = sum((matrix[0, k] * int(value * below) for k, value in enumerate(window)), fmpz(0))
    return from_flint(fmpq(total, scale * below))


def _product(rows: Sequence[fmpz_poly], low: int, high: int) -> tuple[fmpz_mat, fmpz]:
    """Return C(high - 1) ... C(low), and p_0(high - 1) ... p_0(low)."""
    if high - low > 1:
        middle = (low + high) // 2
        early, late = _product(rows, low, middle), _product(rows, middle, high)
        return late[0] * early[0], late[1] * early[1]
    values = [p(low) for p in rows]
    return fmpz_mat(_companion(values, fmpz(0))), values[0]


def _companion(values: Sequence[Any], zero: Any) -> list[list[Any]]:
    """Return the companion matrix C for the given values of p_0, ..., p_r."""
    order = len(values) - 1
    shifted = [[values[0] if j == i else zero for j in range(order)] for i in range(order - 1)]
    return [[-value for value in values[1:]], *shifted]


# Terms modulo m


def term_mod(
    rows: Sequence[fmpz_poly], first_n: int, known: Sequence[Number], n: int, modulus: int
) -> int | None:
    """Return a(n) modulo m, or None if a needed value of p_0 has a common factor with m.

    Terms are stored as numerators over p_0(first) ... p_0(n), so that a single inverse suffices. For large n
    the companion matrices C(x + B - 1) ... C(x) are multiplied as polynomials in x for B about the
    square root of the number of steps, and evaluated at x, x + B, x + 2 B, ...: about sqrt(n) operations
    up to logarithms. For n = 10^8 and order 1 this is a second.

    >>> term_mod([fmpz_poly([1]), fmpz_poly([0, -1])], 0, [1], 10**6 + 2, 10**6 + 3)  # Wilson: -1
    1000002

    Reference: David and Gregory Chudnovsky, Approximations and complex multiplication according to
    Ramanujan.
    """
    order, start = len(rows) - 1, first_n + len(known)
    if n - start > _MOST_RESIDUE_STEPS:
        raise LimitError(
            f"n {n} exceeds the largest supported index for a term modulo m, n ="
            f" {start + _MOST_RESIDUE_STEPS} here"
        )
    newest = [Fraction(value) for value in reversed(known[len(known) - order :])]
    below = lcm(*(value.denominator for value in newest))
    window, scale = [int(value * below) % modulus for value in newest], below
    at = start
    if n + 1 - start > _SINGLE_STEPS and modulus > 1:
        block = isqrt((n + 1 - start) // order)
        count = (n + 1 - start) // block
        window, scale = _advance_by_blocks(rows, (start, block, count), window, scale, modulus)
        at += block * count
    window, scale = _advance_by_steps(rows, at, n + 1, window, scale, modulus)
    return None if gcd(scale, modulus) != 1 else window[0] * pow(scale, -1, modulus) % modulus


def _advance_by_steps(
    rows: Sequence[fmpz_poly], low: int, high: int, window: list[int], scale: int, modulus: int
) -> tuple[list[int], int]:
    for m in range(low, high):
        lead, *back = [int(p(m)) for p in rows]
        newest = -sum(c * value for c, value in zip(back, window, strict=True)) % modulus
        window = [newest, *(value * lead % modulus for value in window[:-1])]
        scale = scale * lead % modulus
    return window, scale


def _advance_by_blocks(
    rows: Sequence[fmpz_poly], blocks: tuple[int, int, int], window: list[int], scale: int, modulus: int
) -> tuple[list[int], int]:
    """Return the window of terms after ``count`` blocks of ``length`` steps, starting at ``start``."""
    start, length, count = blocks
    ring = fmpz_mod_poly_ctx(fmpz_mod_ctx(modulus))
    points = [(start + k * length) % modulus for k in range(count)]
    table, lead = _block(rows, 0, length, ring)
    scales = _values(lead, points, length)
    columns = [[_values(entry, points, length) for entry in line] for line in table]
    for k in range(count):
        window = [
            sum(entry[k] * value for entry, value in zip(line, window, strict=True)) % modulus
            for line in columns
        ]
        scale = scale * scales[k] % modulus
    return window, scale


def _values(polynomial: fmpz_mod_poly, points: Sequence[int], size: int) -> list[int]:
    """Return the values at many points, evaluated in groups as large as the number of coefficients."""
    groups = (points[k : k + size] for k in range(0, len(points), size))
    return [int(value) for group in groups for value in polynomial.multipoint_evaluate(group)]


def _block(rows: Sequence[fmpz_poly], low: int, high: int, ring: Any) -> tuple[_Table, fmpz_mod_poly]:
    """Return C(x + high - 1) ... C(x + low), and the product of the p_0(x + i), as polynomials in x."""
    if high - low > 1:
        middle = (low + high) // 2
        (early, early_product), (late, late_product) = (
            _block(rows, low, middle, ring),
            _block(rows, middle, high, ring),
        )
        zero, order = ring([0]), len(early)
        table = [
            [sum((line[k] * early[k][j] for k in range(order)), zero) for j in range(order)] for line in late
        ]
        return table, early_product * late_product
    values = [ring(p(fmpz_poly([low, 1])).coeffs()) for p in rows]
    return _companion(values, ring([0])), values[0]
