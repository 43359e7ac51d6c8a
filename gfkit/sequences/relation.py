"""Relations sum p_k(n) a(n-k) = 0: in lowest terms, with terms, where they hold and what they leave open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import NamedTuple

from flint import fmpz, fmpz_poly

from gfkit.errors import InputError, LimitError, SelfCheckError
from gfkit.sequences.number import Number, number, number_text
from gfkit.writable import formulas

Row = tuple[int, ...]

_MOST_INITIAL = 200_000
"""A recurrence that asks for more initial terms than this is refused."""

_CHECKED = 3
"""So many terms more than are needed are compared with a recurrence that was derived."""

Terms = Callable[[int], Sequence[Number]]


class Known(NamedTuple):
    """A relation that holds from n = ``certain_from`` on, of a sequence from ``first_n`` on.

    ``terms`` gives any number of first terms, or all that there are.
    """

    rows: list[fmpz_poly]
    certain_from: int
    terms: Terms
    first_n: int


def poly(row: Iterable[int]) -> fmpz_poly:
    return fmpz_poly([int(c) for c in row])


def coefficients_of(polynomial: fmpz_poly) -> Row:
    return tuple(int(c) for c in polynomial.coeffs())


def whole_rows(rows: Sequence[Sequence[Number]]) -> list[fmpz_poly]:
    """The rows times their common denominator.

    >>> whole_rows([[Fraction(1, 2), 1], [Fraction(1, 3)]])
    [6*x + 3, 2]
    """
    below = lcm(*(Fraction(c).denominator for row in rows for c in row))
    return [poly(int(c * below) for c in row) for row in rows]


def lowest(polynomials: Sequence[fmpz_poly]) -> list[fmpz_poly]:
    """The polynomials without their common factor, numbers included.

    >>> lowest([fmpz_poly([0, 2]), fmpz_poly([0, 4, 2])])
    [1, x + 2]
    """
    common = reduce(fmpz_poly.gcd, polynomials, fmpz_poly([]))
    return [p // common for p in polynomials] if common else list(polynomials)


def at_shift(polynomial: fmpz_poly, step: int) -> fmpz_poly:
    """The polynomial p(n + step).

    >>> at_shift(fmpz_poly([0, 0, 1]), 1)
    x^2 + 2*x + 1
    """
    return polynomial(fmpz_poly([step, 1])) if step else polynomial


def integer_roots(polynomial: fmpz_poly) -> list[int]:
    """The integer roots in order.

    >>> integer_roots(fmpz_poly([-6, 1, 1]))
    [-3, 2]
    """
    if polynomial.degree() < 1:
        return []
    return sorted(int(root) for root, _ in polynomial.roots())


def residual(rows: Sequence[fmpz_poly], n: int, back: Sequence[Number]) -> Number:
    """The value of sum p_k(n) a(n-k), where ``back`` holds a(n), a(n-1), ..."""
    total: Number = 0
    for p, value in zip(rows, back, strict=True):
        if value:
            total += int(p(fmpz(n))) * value
    return total


def sound(rows: Sequence[fmpz_poly]) -> tuple[list[fmpz_poly], int]:
    """The relation with p_0 and p_r not zero, and how far n went down on the way.

    >>> sound([fmpz_poly([]), fmpz_poly([0, 1]), fmpz_poly([1]), fmpz_poly([])])
    ([x + 1, 1], 1)
    """
    kept = list(rows)
    while kept and not kept[-1]:
        kept.pop()
    if not kept:
        raise InputError("recurrence 0 = 0: at least one coefficient must not be zero")
    down = next(k for k, p in enumerate(kept) if p)
    return [at_shift(p, down) for p in kept[down:]], down


def _signed(rows: Sequence[fmpz_poly]) -> list[fmpz_poly]:
    """The relation with the sign that makes the leading coefficient of p_0 positive."""
    return [-p for p in rows] if rows[0].leading_coefficient() < 0 else list(rows)


class Canonical(NamedTuple):
    """A relation in lowest terms, the least n from which on it holds, and the terms it leaves open."""

    rows: list[fmpz_poly]
    valid_from: int
    initial: list[Number]


def canonical_relation(rows: Sequence[fmpz_poly], certain_from: int, terms: Terms, first_n: int) -> Canonical:
    """The canonical form of a relation that is known to hold from ``certain_from`` on.

    It is divided by its common factor, whose roots are tried out, as are the n below ``certain_from``;
    the last n where it fails decides. ``terms`` gives any number of first terms, or all that there are.
    """
    if first_n < 0:
        raise InputError(f"first_n {first_n}: must be at least 0")
    kept, down = sound(rows)
    plain = _signed(lowest(kept))
    lost = integer_roots(kept[0] // plain[0])
    earliest = first_n + len(plain) - 1
    start = max([certain_from - down, earliest, *(root + 1 for root in lost)])
    count = open_until(plain, start) - first_n
    if count > _MOST_INITIAL:
        raise LimitError(
            f"recurrence {formulas().relation(plain)}: its terms up to n = {first_n + count - 1} are needed, "
            f"more than {_MOST_INITIAL}"
        )
    known = list(terms(count + _CHECKED))
    check_count(plain, start, known, first_n)
    for n in range(start, first_n + len(known)):
        if _fails(plain, n, known, first_n):
            raise SelfCheckError(f"recurrence {formulas().relation(plain)}: fails at n = {n}")
    while start > earliest and not _fails(plain, start - 1, known, first_n):
        start -= 1
    return Canonical(plain, start, [number(v) for v in known[: open_until(plain, start) - first_n]])


def open_until(rows: Sequence[fmpz_poly], start: int) -> int:
    """The first n from which on the relation gives every term, if it holds from ``start`` on."""
    return max([start, *(root + 1 for root in integer_roots(rows[0]))])


def check_count(rows: Sequence[fmpz_poly], start: int, known: Sequence[Number], first_n: int) -> None:
    """Refuses too few terms for a relation that holds from ``start`` on."""
    end = open_until(rows, start)
    missing = end - first_n - len(known)
    if missing > 0:
        raise InputError(
            f"initial {len(known)} terms: {missing} more needed, up to n = {end - 1}, "
            f"for {formulas().relation(rows)} from n = {start} on"
        )


def check_terms_fit(rows: Sequence[fmpz_poly], start: int, known: Sequence[Number], first_n: int) -> None:
    """Refuses terms that do not fit a relation that holds from ``start`` on."""
    for n in range(start, first_n + len(known)):
        if _fails(rows, n, known, first_n):
            raise InputError(
                f"initial term {number_text(known[n - first_n])} at n = {n}: does not fit "
                f"{formulas().relation(rows)}"
            )


def _fails(rows: Sequence[fmpz_poly], n: int, known: Sequence[Number], first_n: int) -> bool:
    back = [known[n - first_n - k] for k in range(len(rows))]
    return bool(residual(rows, n, back))


def continued(
    rows: Sequence[fmpz_poly],
    right: Callable[[int], Number],
    start: int,
    known: Sequence[Number],
    end: int,
    name: object,
) -> list[Number]:
    """The a(0), ..., a(end - 1) with sum p_k(n) a(n-k) = right(n) for n >= start, where the first are known.

    Those before a(0) count as 0. Refused, with the ``name`` of the equation, when the known ones do not
    fit or leave another one open.

    >>> continued([fmpz_poly([1]), fmpz_poly([-2])], lambda n: 1, 1, [0], 5, "")
    [0, 1, 3, 7, 15]
    """
    values, given = list(known), len(known)
    for n in range(start if start > 0 else 0, max(given, end)):
        if n > len(values):
            break
        rest = right(n) - residual(rows[1:], n, [values[n - k] if k <= n else 0 for k in range(1, len(rows))])
        lead = int(rows[0](n))
        if n < given and lead * values[n] != rest:
            raise InputError(f"initial term {number_text(values[n])} at n = {n}: does not fit {name}")
        if n >= given and lead:
            values.append(number(Fraction(rest) / lead))
    if len(values) < end:
        raise InputError(
            f"initial {given} terms: {name} leaves a({len(values)}) open; give the terms up to it"
        )
    return values


def homogeneous(rows: Sequence[fmpz_poly], right: fmpz_poly) -> list[fmpz_poly]:
    """The relation c(n-1) L(n) - c(n) L(n-1) = 0 that follows from L(n) = sum p_k(n) a(n-k) = c(n).

    >>> homogeneous([fmpz_poly([1]), fmpz_poly([-2])], fmpz_poly([1]))
    [1, (-3), 2]
    """
    zero, before = fmpz_poly([]), at_shift(right, -1)
    return [
        before * one - right * at_shift(other, -1)
        for one, other in zip([*rows, zero], [zero, *rows], strict=True)
    ]
