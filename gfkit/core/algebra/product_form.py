"""Products of factorials, powers and rational functions, as solutions of first-order recurrences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import ceil, comb, factorial, gcd, prod

from flint import fmpz_poly

from gfkit.core.algebra.number import Number
from gfkit.core.deferred import dataclass

Powers = Mapping[Fraction, int]


@dataclass(frozen=True)
class ProductForm:
    """Product constant base^n prod (n+s)^e prod (q n)!^e prod binomial(N, n)^e prod (w)_n^e, as a function of
    n.

    ``linear`` contains the pairs s, e; ``factorials`` q, e; ``finite`` N, e (the function is 0 for n > N);
    ``rising`` w, e for the rising factorial (w)_n = w (w+1) ... (w+n-1).
    """

    constant: Fraction
    base: Fraction
    linear: Powers
    factorials: Mapping[int, int]
    finite: Mapping[int, int]
    rising: Powers

    @classmethod
    def of(
        cls, ratio: Fraction, upper: Iterable[Fraction], lower: Iterable[Fraction], last: int, value: Number
    ) -> ProductForm:
        """Return the solution of a(n)/a(n-1) = ratio prod (n+u)/prod (n+l) for n > last with a(last) = value.

        The product of (m + u) over m = 1, ..., n is (1+u)_n. For u and u + 1 the products differ by a linear
        factor, so all u are reduced to -1 < u <= 0. The product of (1 - j/q)_n over j = 0, ..., q-1 is (q
        n)!/q^(q n). An integer -u = c > last yields the factor (c-1) ... (c-n) = n! binomial(c-1, n), which
        is finally 0.

        >>> form = ProductForm.of(Fraction(27), [Fraction(-1, 3), Fraction(-2, 3)], [Fraction(0)] * 2, 0, 1)
        >>> form.factorials  # (3 n)!/(n!)^3
        {3: 1, 1: -3}
        """
        finite: Counter[int] = Counter()
        linear: Counter[Fraction] = Counter()
        starts: Counter[Fraction] = Counter()
        for shift, sign in [*((u, 1) for u in upper), *((s, -1) for s in lower)]:
            if shift.denominator == 1 and -shift > last:
                finite[int(-shift) - 1] += sign
                ratio, home = -ratio, Fraction(0)
            else:
                home = shift - ceil(shift)
                for s, e in _between(home, shift):
                    linear[s] += sign * e
            starts[1 + home] += sign
        base, factorials = _complete(starts, ratio)
        form = cls(Fraction(1), base, _nonzero(linear), factorials, finite, _nonzero(starts))
        met = form.value(last)
        assert met, "a product form vanishes where it was matched"
        return cls(Fraction(value) / met, base, form.linear, factorials, finite, form.rising)

    def value(self, n: int) -> Fraction | None:
        """Return the exact value at an integer, or None if a factor is undefined there."""
        if n < 0 or any(n + s == 0 and e < 0 for s, e in self.linear.items()):
            return None
        parts = (
            prod((n + s) ** e for s, e in self.linear.items()),
            prod(Fraction(factorial(q * n)) ** e for q, e in self.factorials.items()),
            prod(Fraction(comb(top, n)) ** e for top, e in self.finite.items()),
            prod((w + k) ** e for w, e in self.rising.items() for k in range(n)),
        )
        return Fraction(prod(parts, start=self.constant * self.base**n))


def _between(home: Fraction, shift: Fraction) -> Iterator[tuple[Fraction, int]]:
    """Yield pairs (s, e) such that (1 + shift)_n/(1 + home)_n is the product of (n + s)^e, up to a
    constant.
    """
    steps = int(shift - home)
    for i in range(1, steps + 1):
        yield home + i, 1
    for i in range(steps + 1, 1):
        yield home + i, -1


def _nonzero(counts: Mapping[Fraction, int]) -> dict[Fraction, int]:
    return {s: e for s, e in counts.items() if e}


def _complete(starts: Counter[Fraction], base: Fraction) -> tuple[Fraction, dict[int, int]]:
    """Extract complete sets 1/q, 2/q, ..., q/q of starts as factorials (q n)!, the largest q first."""
    factorials = {}
    for q in range(max((w.denominator for w in starts), default=0), 0, -1):
        exponents = [starts[Fraction(j, q)] for j in range(1, q + 1) if gcd(j, q) == 1]
        e = min(exponents) if min(exponents) > 0 else min(max(exponents), 0)
        if e:
            factorials[q] = e
            base /= Fraction(q) ** (q * e)
            for j in range(1, q + 1):
                starts[Fraction(j, q)] -= e
    return base, factorials


def shifts(polynomial: fmpz_poly) -> tuple[Fraction, ...] | None:
    """Return all s such that (n + s) divides the polynomial, sorted, or None if it does not split
    completely.
    """
    fractions: list[Fraction] = []
    for factor, power in polynomial.factor()[1]:
        if factor.degree() > 1:
            return None
        fractions += [Fraction(int(factor[0]), int(factor[1]))] * power
    return tuple(sorted(fractions))


def from_shifts(constant: Fraction, several: tuple[Fraction, ...]) -> list[Fraction]:
    """Return the coefficients of constant (n + s) ... over the given shifts, lowest first."""
    row = [constant]
    for s in several:
        row = [s * a + b for a, b in zip([*row, Fraction(0)], [Fraction(0), *row], strict=True)]
    return row
