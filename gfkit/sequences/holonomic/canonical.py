"""Relations sum p_k(n) a(n-k) = 0 together with terms: where they hold, and what they leave open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from flint import fmpz_poly

from gfkit.errors import InputError, LimitError, SelfCheckError
from gfkit.sequences.holonomic.relation import defect, integer_roots, lowest, moved, signed, sound
from gfkit.sequences.number import Number, number, number_text
from gfkit.writable import formulas

MOST_INITIAL = 200_000
"""A recurrence that asks for more initial terms than this is refused."""

CHECKED = 3
"""So many terms more than are needed are compared with a recurrence that was derived."""

Terms = Callable[[int], Sequence[Number]]


class Canonical(NamedTuple):
    """A relation in lowest terms, the least n from which on it holds, and the terms it leaves open."""

    rows: list[fmpz_poly]
    valid_from: int
    initial: list[Number]


def canonical(rows: Sequence[fmpz_poly], certain_from: int, terms: Terms, first_n: int) -> Canonical:
    """The canonical form of a relation that is known to hold from ``certain_from`` on.

    It is divided by its common factor, whose roots are tried out, as are the n below ``certain_from``;
    the last n where it fails decides. ``terms`` gives any number of first terms, or all that there are.
    """
    if first_n < 0:
        raise InputError(f"first_n {first_n}: must be at least 0")
    kept, down = sound(rows)
    plain = signed(lowest(kept))
    lost = integer_roots(kept[0] // plain[0])
    earliest = first_n + len(plain) - 1
    start = max([certain_from - down, earliest, *(root + 1 for root in lost)])
    count = open_until(plain, start) - first_n
    if count > MOST_INITIAL:
        raise LimitError(
            f"recurrence {formulas().relation(plain)}: its terms up to n = {first_n + count - 1} are needed, "
            f"more than {MOST_INITIAL}"
        )
    known = list(terms(count + CHECKED))
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


def check_fit(rows: Sequence[fmpz_poly], start: int, known: Sequence[Number], first_n: int) -> None:
    """Refuses terms that do not fit a relation that holds from ``start`` on."""
    for n in range(start, first_n + len(known)):
        if _fails(rows, n, known, first_n):
            raise InputError(
                f"initial term {number_text(known[n - first_n])} at n = {n}: does not fit "
                f"{formulas().relation(rows)}"
            )


def _fails(rows: Sequence[fmpz_poly], n: int, known: Sequence[Number], first_n: int) -> bool:
    back = [known[n - first_n - k] for k in range(len(rows))]
    return bool(defect(rows, n, back))


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
        rest = right(n) - defect(rows[1:], n, [values[n - k] if k <= n else 0 for k in range(1, len(rows))])
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
    zero, before = fmpz_poly([]), moved(right, -1)
    return [
        before * one - right * moved(other, -1)
        for one, other in zip([*rows, zero], [zero, *rows], strict=True)
    ]
