r"""Reciprocity of a linearly recurrent sequence: a(-n-s) = a(n), a(-n-s) = -(-1)^n a(n), and the like.

Let P/Q be the generating function, Q = 1 + q_1 t + ... + q_d t^d. If the recurrence holds from the first n
on, it extends the sequence to all integers n, and the extension is unique, because q_d is not 0. In the
formula below, a(-n-s) for negative indices is a term of this extension.

Theorem. Let r be a number, or a polynomial in the weights, with r^d = q_d^2, and let c be 1 or -1. Suppose
that q_(d-i) r^i = c^i q_i q_d for i = 0, ..., d. If r^(n + s/2) a(-n-s) = +-c^n a(n), with the same sign, for
d consecutive n, then for all integers n.

Proof. By the assumption the roots of Q are permuted by the map z -> c/(r z), with multiplicities. Hence
c^n r^n a(-n-s) satisfies the recurrence of a(n). Two solutions that agree at d consecutive n are equal. QED

If s is odd, r must be a square.

Reference: Richard P. Stanley, Enumerative Combinatorics, volume 1, section 4.2 (reciprocity).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, Any

from flint import fmpz

from gfkit.algebra import series
from gfkit.algebra.polynomial import from_mpoly
from gfkit.deferred import dataclass
from gfkit.errors import InputError
from gfkit.writable import JsonRecord

if TYPE_CHECKING:
    from gfkit.algebra.rational import RationalGF

MOST_ORDER = 60
_MOST_WEIGHTED = 12
"""Maximum orders for which a reciprocity is searched, without and with weights."""
_MOST_SHIFT = 8
"""A shift is searched up to this number plus twice the order, relative to the first n."""


@dataclass(frozen=True)
class Reciprocity(JsonRecord):
    """Equation base^e a(-n-shift) = sign a(n), or sign (-1)^n a(n) if ``alternates``, for all integers n.

    The exponent e is 2n + shift if ``is_square``, else n + shift/2.
    """

    shift: int
    sign: int
    alternates: bool
    base: str = "1"
    is_square: bool = False

    def __str__(self) -> str:
        index = f"a(-n{-self.shift:+d})" if self.shift else "a(-n)"
        step, constant = (2, self.shift) if self.is_square else (1, self.shift // 2)
        power = f"{'2*' * (step - 1)}n" + f"{constant:+d}" * bool(constant)
        base = self.base if self.base.isalnum() else f"({self.base})"
        factor = "" if self.base == "1" else f"{base}^{power if power == 'n' else f'({power})'}*"
        right = "-" * (self.sign < 0) + "(-1)^n*" * self.alternates
        return f"{factor}{index} = {right}a(n)"

    def as_json(self) -> dict[str, Any]:
        return {"statement": str(self), **super().as_json()}


def reciprocity(law: RationalGF) -> Reciprocity | None:
    """Return the reciprocity with the smallest shift, or None if none was found.

    Raise InputError if the recurrence begins after the first n, because it does not extend the sequence.

    >>> from gfkit.algebra import RationalGF
    >>> print(reciprocity(RationalGF.of([1, 0, -1], [1, -1, -5, -1, 1])))
    a(-n-2) = a(n)
    >>> print(reciprocity(RationalGF.parse("1/(1 - t - x*t^2)")))
    x^(n+1)*a(-n-2) = (-1)^n*a(n)
    """
    if law.valid_from > law.first_n + law.order:
        raise InputError(
            f"reciprocity: the recurrence holds only for n >= {law.valid_from}, so it does not extend the"
            " sequence to n < 0"
        )
    names = law.variables[1:]
    if not 1 < law.order <= (_MOST_WEIGHTED if names else MOST_ORDER) or not law.is_integral:
        return None
    below = series.row(law.denominator)
    bases = [(root, is_square) for is_square in (True, False) if (root := _root(below, is_square)) is not None]
    for (root, is_square), c in product(bases[:1], (1, -1)):
        r = root * root if is_square else root
        if all(below[-1 - i] * r**i == c**i * q * below[-1] for i, q in enumerate(below)):
            shifts = sorted(range(-law.order * 2 - _MOST_SHIFT, law.order * 2 + _MOST_SHIFT + 1), key=abs)
            if names:
                found = reciprocity(law.at(**dict(zip(names, (2, 3, 5, 7, 11, 13, 17, 19), strict=False))))
                shifts = [] if found is None else [found.shift + 2 * law.first_n]
            for shift, sign in _agreeing(law, root, is_square, c, shifts):
                base = str(from_mpoly(root, names)) if names else str(root)
                return Reciprocity(shift, sign, c < 0, base, is_square and base != "1")
    return None


def _root(below: series.Row, is_square: bool) -> Any:
    """Return the d-th root of q_d, or of its square, up to sign; None if it does not exist."""
    degree, last = len(below) - 1, below[-1]
    content, factors = (last, []) if isinstance(last, int) else last.factor()
    root = fmpz(abs(int(content)) ** (1 if is_square else 2)).root(degree)
    if root**degree != abs(int(content)) ** (1 if is_square else 2):
        return None
    total: Any = int(root) if isinstance(last, int) else last * 0 + int(root)
    for factor, exponent in factors:
        power, rest = divmod(int(exponent) * (1 if is_square else 2), degree)
        if rest:
            return None
        total *= factor**power
    return total


def _agreeing(
    law: RationalGF, root: Any, is_square: bool, c: int, shifts: list[int]
) -> Iterator[tuple[int, int]]:
    """Yield the shifts, and the signs, for which the equation holds at d consecutive n.

    The shifts given are relative to the first n: the index -m-S of the sequence that begins at m = 0.
    """
    moved = law.shifted(law.first_n)
    above, below = series.row(moved.numerator), series.row(moved.denominator)
    d, last, most = len(below) - 1, below[-1], max(map(abs, shifts), default=0)
    terms = series.expanded_row(above, below, 2 * d + most)
    before = {-k: term for k, term in enumerate(terms)}  # before[j] = a(-j) q_d^j for j > 0
    for j in range(1, 2 * d + most):
        known = (
            q * before[j - d + i] * last ** (j - 1 - max(j - d + i, 0)) for i, q in enumerate(below[:-1])
        )
        before[j] = -sum(known, start=below[0] * 0)
    for shift in shifts:
        s, sign = shift - 2 * law.first_n, 0
        if s % 2 and not is_square:
            continue
        start = max(0, -(shift // 2))
        for m in range(start, start + d):
            n, back = m + law.first_n, m + shift
            power = root ** (2 * n + s if is_square else n + s // 2)
            left, right = power * before[back], c**n * terms[m] * last ** max(back, 0)
            sign = sign or (0 if not right else 1 if left == right else -1)
            if left != right * (sign or 1):
                break
        else:
            yield s, sign
