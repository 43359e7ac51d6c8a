"""Products of a term ratio, summed up into factorials, binomials, powers and rational functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, comb, factorial, gcd

from gfkit.sequences.notation import Notation
from gfkit.sequences.number import Number
from gfkit.sequences.polynomial import whole_text

Powers = Mapping[Fraction, int]


@dataclass(frozen=True)
class ProductForm:
    """The function constant base^n prod (n+s)^e prod (q n)!^e prod binomial(N, n)^e prod (w)_n^e of n.

    ``linear`` holds s and e, ``factorials`` q and e, ``finite`` N and e (the function is 0 for n > N),
    ``rising`` the start w of a rising factorial w (w+1) ... (w+n-1) and e.
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
        """The solution of a(n)/a(n-1) = ratio prod (n+u)/prod (n+l) for n > last with a(last) = value.

        prod (m + u) over m = 1, ..., n is (1+u)_n, and that of u and u + 1 differ by a linear factor:
        all u are brought to -1 < u <= 0. For j = 0, ..., q-1 together, prod (1 - j/q)_n = (q n)!/q^(q n).
        An integer -u = c > last makes a factor (c-1) ... (c-n) = n! binomial(c-1, n) that ends.

        >>> from gfkit.sequences.notation import PLAIN
        >>> form = ProductForm.of(Fraction(27), [Fraction(-1, 3), Fraction(-2, 3)], [Fraction(0)] * 2, 0, 1)
        >>> form.text(PLAIN)
        '(3*n)!/(n!)^3'
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
        form = cls(Fraction(1), base, _kept(linear), factorials, finite, _kept(starts))
        met = form.value(last)
        assert met, "a product form vanishes where it was matched"
        return cls(Fraction(value) / met, base, form.linear, factorials, finite, form.rising)

    def value(self, n: int) -> Fraction | None:
        """The exact value at an integer; None where a part is not defined."""
        if n < 0 or any(n + s == 0 and e < 0 for s, e in self.linear.items()):
            return None
        total = self.constant * self.base**n
        for s, e in self.linear.items():
            total *= (n + s) ** e
        for q, e in self.factorials.items():
            total *= Fraction(factorial(q * n)) ** e
        for top, e in self.finite.items():
            total *= Fraction(comb(top, n)) ** e
        for w, e in self.rising.items():
            for k in range(n):
                total *= (w + k) ** e
        return total

    def text(self, notation: Notation) -> str:
        """The function in n as text."""
        above: list[str] = []
        below: list[str] = []
        for part, exponent in self._parts(notation):
            (above if exponent > 0 else below).append(_to_power(part, abs(exponent), notation))
        return notation.over(notation.product(*above), notation.product(*below))

    def _parts(self, notation: Notation) -> Iterator[tuple[str, int]]:
        """The factors with their exponents; number powers carry theirs inside."""
        constant, factors = self.constant, []
        for s, e in sorted(self.linear.items()):
            constant /= Fraction(s.denominator) ** e
            factors.append((notation.falling([s.numerator, s.denominator], "n"), e))
        yield whole_text(constant.numerator), 1
        yield whole_text(constant.denominator), -1
        yield from factors
        factorials = Counter(self.factorials)
        for q, k, e in _binomials(factorials):
            yield notation.binomial(_multiple(q, notation), _multiple(k, notation)), e
        for top, e in sorted(self.finite.items()):
            yield notation.binomial(whole_text(top), "n"), e
        for value, sign in ((self.base.numerator, 1), (self.base.denominator, -1)):
            if value != 1:
                yield notation.power(whole_text(value), "n"), sign
        for q, e in sorted(factorials.items(), reverse=True):
            if e:
                yield notation.factorial(_multiple(q, notation)), e
        for w, e in sorted(self.rising.items()):
            for part, sign in notation.rising(notation.over(str(w.numerator), str(w.denominator))):
                yield part, sign * e


def _between(home: Fraction, shift: Fraction) -> Iterator[tuple[Fraction, int]]:
    """The factors (n + s)^e of (1 + shift)_n/(1 + home)_n, without its value at n = 0."""
    steps = int(shift - home)
    for i in range(1, steps + 1):
        yield home + i, 1
    for i in range(steps + 1, 1):
        yield home + i, -1


def _kept(counts: Mapping[Fraction, int]) -> dict[Fraction, int]:
    return {s: e for s, e in counts.items() if e}


def _complete(starts: Counter[Fraction], base: Fraction) -> tuple[Fraction, dict[int, int]]:
    """Takes full sets 1/q, 2/q, ..., q/q of starts out as (q n)!, the largest q first."""
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


def _binomials(factorials: Counter[int]) -> Iterator[tuple[int, int, int]]:
    """Takes (q n)!/((k n)! ((q-k) n)!) and its inverse out as binomials: q, k, exponent; largest q first."""
    for q in sorted(factorials, reverse=True):
        for k in range(1, q // 2 + 1):
            sign = 1 if factorials[q] > 0 else -1
            below = [-sign * factorials[j] for j in (k, q - k)]
            size = min(abs(factorials[q]), min(below) if 2 * k < q else below[0] // 2)
            if size > 0:
                factorials[q] -= sign * size
                factorials[k] += sign * size
                factorials[q - k] += sign * size
                yield q, k, sign * size


def _multiple(q: int, notation: Notation) -> str:
    return "n" if q == 1 else f"{q}{notation.times}n"


def _to_power(part: str, exponent: int, notation: Notation) -> str:
    return part if exponent == 1 else notation.power(part, str(exponent))
