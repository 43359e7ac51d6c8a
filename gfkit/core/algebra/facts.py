r"""Facts about one linear recurrence that are decided quickly: reciprocity, and p-adic valuations.

A reciprocity is an equation a(-n-s) = a(n), a(-n-s) = -(-1)^n a(n), and the like.
Let P/Q be the generating function of A(m) = a(f + m), where f is the first n and Q = 1 + q_1 t + ... +
q_d t^d. If the recurrence holds from the first n on, it extends the sequence to all integers n, and the
extension is unique, because q_d is not 0. The indices of a(-n-s) are those of this extension.

Theorem. Let r be a number, or a polynomial in the weights, and let c be 1 or -1. Suppose that
q_(d-i) r^i = c^i q_i q_d for i = 0, ..., d. Then the numbers B(m) = q_d (c r)^m A(-m) satisfy the recurrence
of A for all m >= d, and their generating function is -(p_(d-1) c r t + ... + p_0 (c r t)^d)/Q. If
B(m + S) = e q_d r^(S/2) A(m) for d consecutive m >= 0 with m + S > 0, where e is 1 or -1, then
r^(n + s/2) a(-n-s) = e c^(n - f) a(n) for all integers n, where s = S - 2f.

Proof. By the assumption t^d Q(1/t) = q_d Q(c t/r), so the function is that of -P(1/t)/Q(1/t), the function
of the A(-m) (Stanley), at c r t. Two solutions of a recurrence that agree at d consecutive m are equal. QED

For i = d the assumption states that r^d = q_d^2.

Reference: Richard P. Stanley, Enumerative Combinatorics, volume 1, section 4.2 (reciprocity).
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from math import prod
from typing import Any

from flint import fmpz

from gfkit.core.algebra import RationalGF, series
from gfkit.core.algebra.polynomial import from_mpoly
from gfkit.core.algebra.valuations import valuations
from gfkit.core.errors import InputError, LimitError

_MOST_ORDER, _MOST_WEIGHTED, _MORE_SHIFTS = 60, 12, 8
"""Maximum orders for which a reciprocity is searched, without and with weights; the search covers all S up to
the last number plus twice the order.
"""
_PRIMES, _MOST_VALUED, _MOST_PERIOD, _LONGEST = (2, 3), 16, 48, 240
"""Primes, maximum order and maximum period modulo p or 4 for which valuations are computed by default, and
maximum number of characters of a statement.
"""


def law_facts(law: RationalGF) -> list[tuple[str, str]]:
    """Return the facts that hold for every n, each with its name. An undecided fact is omitted.

    >>> for name, text in law_facts(RationalGF.of([1], [1, -1, -1])): print(f"{name}: {text}")
    reciprocity: a(-n-2) = (-1)^n*a(n)
    2-adic valuation: v_2(a(n)) = 0 for n mod 3 in {0, 1}; 1 for n mod 6 = 2; v_2(n+1) + 2 for n mod 6 = 5
    3-adic valuation: v_3(a(n)) = 0 for n mod 4 in {0, 1, 2}; v_3(n+1) + 1 for n mod 4 = 3
    """
    found = []
    with suppress(InputError):
        found.append(("reciprocity", reciprocity(law) or ""))
    for prime in _PRIMES if law.order <= _MOST_VALUED else ():
        with suppress(InputError, LimitError):
            known = valuations(law, prime, _MOST_PERIOD)
            first, *later = [case.text(prime) for case in known.cases]
            text = "; ".join([first, *(line.removeprefix(f"v_{prime}(a(n)) = ") for line in later)])
            text += f" (n >= {known.valid_from})" * (known.valid_from > known.first_n)
            is_shown = len(text) <= _LONGEST and not any(case.is_bound for case in known.cases)
            found.append((f"{prime}-adic valuation", text * is_shown))
    return [(name, text) for name, text in found if text]


def reciprocity(law: RationalGF) -> str | None:
    """Return the reciprocity with the smallest shift as an equation, or None if none was found.

    Raise InputError if the recurrence begins after the first n, because it does not extend the sequence.

    >>> reciprocity(RationalGF.of([1, 0, -1], [1, -1, -5, -1, 1]))
    'a(-n-2) = a(n)'
    >>> reciprocity(RationalGF.parse("1/(1 - t - x*t^2)"))
    'x^(n+1)*a(-n-2) = (-1)^n*a(n)'
    """
    first, d, names = law.first_n, law.order, law.variables[1:]
    if law.valid_from > first + d:
        raise InputError(
            f"reciprocity: the recurrence holds only for n >= {law.valid_from}, so it does not extend the"
            " sequence to n < 0"
        )
    if not 1 < d <= (_MOST_WEIGHTED if names else _MOST_ORDER) or not law.is_integral:
        return None
    moved = law.shifted(first)
    above, below = series.row(moved.numerator), series.row(moved.denominator)
    last, most, zero = below[-1], 2 * d + _MORE_SHIFTS, below[0] * 0
    for c, power in product((1, -1), (1, 2)):
        root = _root(last, d, power)
        r = None if root is None else c * root ** (2 // power)
        if r is None or any(below[-1 - i] * r**i != q * last for i, q in enumerate(below)):
            continue
        back = [zero, *(-p * r ** (i + 1) for i, p in enumerate([*above, *[zero] * (d - len(above))][::-1]))]
        terms, before = (series.expanded_row(part, below, 2 * most) for part in (above, back))
        for shift in sorted(range(-most // 2, most + 1), key=abs):
            start, scale = max(0, 1 - shift), [root ** (abs(shift) // power), last**0]
            one, two = scale[shift > 0], scale[shift <= 0] * last
            for sign in (1, -1) if shift % power == 0 else ():
                rows = zip(before[start + shift :], terms[start : start + d], strict=False)
                if all(b * one == sign * a * two for b, a in rows):
                    base = from_mpoly(root, names) if names else root
                    return _text(shift - 2 * first, sign * c**first, c, str(base), power)
    return None


def _root(last: Any, degree: int, power: int) -> Any:
    """Return the d-th root of a power of q_d up to sign, or None if it does not exist."""
    content, factors = (last, []) if isinstance(last, int) else last.factor()
    number = fmpz(abs(int(content)) ** power)
    root = number.root(degree)
    if root**degree != number or any(int(e) * power % degree for _, e in factors):
        return None
    return prod((part ** (int(e) * power // degree) for part, e in factors), start=last**0 * int(root))


def _text(shift: int, sign: int, c: int, base: str, power: int) -> str:
    """Return base^((2n + shift)/power) a(-n-shift) = sign c^n a(n) as a string."""
    shown = base if base.isalnum() else f"({base})"
    exponent = "2*n" * (power == 1) + "n" * (power == 2) + f"{shift // power:+d}" * (shift != 0)
    factor = f"{shown}^{exponent if exponent == 'n' else f'({exponent})'}*" if base != "1" else ""
    return f"{factor}a(-n{f'{-shift:+d}' * (shift != 0)}) = {'-' * (sign < 0)}{'(-1)^n*' * (c < 0)}a(n)"
