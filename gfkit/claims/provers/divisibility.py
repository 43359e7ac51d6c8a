r"""Statements about divisors: ``2^floor(n/2) divides a(n)``, ``a(n) divides a(2n+1)``,
``gcd(a(m), a(n)) = a(gcd(m, n))``.

Theorem (quotients). Let u and v be sequences of integers with rational generating functions, and let the
sequence q have the rational generating function P/Q in lowest terms. If u(n) q(n) = v(n) for all n, and
Q(0) = 1 or -1, then u(n) divides v(n) for all n. Proof. The terms of q are integers. QED

The program guesses P/Q from the quotients v(n)/u(n), and proves the identity: the product is a rational
generating function, computed exactly, and is compared with that of v. By Fatou's lemma, the terms of q are
integers only if Q(0) = 1 or -1. So if the identity is proved and Q(0) is another number, the statement is
false, and the program searches for the smallest n. If u is a power b^e(n), the quotient always has a rational
generating function. A condition n = r (mod m) selects the subsequences u(mk + r) and v(mk + r). A term
u(n) = 0 divides 0 alone; after the last such n the theorem is applied.

Theorem (Lucas). Let U(0) = 0, U(1) = 1, U(n) = P U(n-1) - Q U(n-2), where P and Q are integers without a
common factor. Then gcd(U(m), U(n)) = |U(gcd(m, n))| for all m, n >= 0. If U(n) >= 0 for all n, then a = c U
with an integer c >= 0 satisfies gcd(a(m), a(n)) = a(gcd(m, n)). If P > 0 and P^2 >= 4 Q, or P = 0 and Q = -1,
then U(n) >= 0, because the roots of the characteristic polynomial are real and no root has a larger modulus
than the positive one.

Statements to which no theorem applies are checked for the first n, which never proves them.

References: Pierre Fatou, Séries trigonométriques et séries de Taylor (Fatou's lemma). Paulo Ribenboim,
The New Book of Prime Number Records, chapter 2.IV (gcd of Lucas sequences).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count, islice, starmap
from math import gcd
from typing import ClassVar, NamedTuple

from gfkit.claims.provers.expansion import closed_series
from gfkit.claims.provers.result import FirstDifference
from gfkit.claims.provers.scope import Case, ObservedClaim, Proof, Property, for_all
from gfkit.claims.provers.sequence import exact_value
from gfkit.claims.provers.truth import KnownSequence, has_term, number_at
from gfkit.claims.statement.canonical import number_node
from gfkit.claims.statement.linear import integer_form
from gfkit.claims.statement.tree import Claim, SequenceDefinition, Worded
from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.deferred import dataclass
from gfkit.core.errors import GfkitError, InputError, as_typed
from gfkit.core.typing import check_stop
from gfkit.guessing import Data

_GUESSED_FROM = (40, 160, 640)
"""Numbers of quotients from which the generating function of the quotient is guessed."""
_SPARE = 8
_SEARCHED = 1000
"""Maximum n at which the counterexample to a false statement is searched."""
_MOST_SECTIONS = 64
_MOST_SUM = 120
"""Maximum m + n in a statement about two indices."""
_SHOWN_DIGITS = 30


class Index(NamedTuple):
    """Index slope n + offset of a term, with slope > 0."""

    slope: int
    offset: int

    def at(self, n: int) -> int:
        return self.slope * n + self.offset

    @property
    def term(self) -> nodes.Symbol:
        """The term a(slope n + offset)."""
        moved = nodes.N if self.slope == 1 else nodes.Product((number_node(self.slope), nodes.N))
        return nodes.Symbol(("a",), nodes.Sum((moved, number_node(self.offset))) if self.offset else moved)

    def section(self, series: RationalGF, start: int, step: int) -> RationalGF:
        """Return the terms at n = start, start + step, ..."""
        return series.subsequence(self.slope * step, self.at(start))


@dataclass(frozen=True, kw_only=True)
class DivisorClaim(ObservedClaim):
    """Claim that a term a(i) or a closed form divides the term a(j) for every n with a condition."""

    divisor: Index | nodes.Node
    index: Index
    condition: Property

    @property
    def _indices(self) -> list[Index]:
        return [part for part in (self.index, self.divisor) if isinstance(part, Index)]

    def _places(self, first_n: int) -> Iterator[int]:
        """Yield the n of the statement at which all terms exist, in increasing order."""
        return (n for n in count(self._start(first_n)) if n in self.condition)

    def _start(self, first_n: int) -> int:
        return max(self.since or 0, *(-((part.offset - first_n) // part.slope) for part in self._indices))

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:
        divisor = self.divisor.term if isinstance(self.divisor, Index) else self.divisor
        relation = nodes.Equation(divisor, self.index.term, "|")
        return [for_all(relation, self._start(known.first_n), self.condition)]

    def cases(self, known: KnownSequence) -> Iterator[Case]:
        for n in self._places(known.first_n):
            if not all(has_term(known, part.at(n)) for part in self._indices):
                return
            index = self.index.at(n)
            term, divisor = (self._value(part, known, n) for part in (self.index, self.divisor))
            if _is_divisible(term, divisor):
                yield n, None
                continue
            is_short = not divisor or len(str(term)) <= _SHOWN_DIGITS
            value = f"a({index}) = {term if is_short else f'{term % divisor} (mod {divisor})'}"
            yield n, FirstDifference(n, f"{divisor} divides a({index})", value)

    def _value(self, part: Index | nodes.Node, known: KnownSequence, n: int) -> int:
        value = number_at(known, part.at(n)) if isinstance(part, Index) else exact_value(part, n).rational
        if value is None or value.denominator > 1:
            raise InputError(f"formula {as_typed(self.text)}: at n = {n} a side is not an integer")
        return int(value)

    def witness_index(self, n: int) -> int:
        return self.index.at(n)

    def prove(self, known: KnownSequence, start: int) -> Proof | None:
        series, step = known.rational, self.condition.modulus
        if series is None or step > _MOST_SECTIONS:
            return None
        places = (n for n in self._places(known.first_n) if n >= start)
        found = {self._decide(series, n, step) for n in islice(places, len(self.condition.residues))}
        if False in found:
            return Proof("", _SEARCHED)
        return None if None in found else Proof("integral-quotient", start)

    def _decide(self, series: RationalGF, start: int, step: int) -> bool | None:
        """Decide the statement for n = start, start + step, ..."""
        divisor = self.divisor
        try:
            if isinstance(divisor, Index):
                below = divisor.section(series, start, step)
            else:
                below = closed_series(divisor, value=lambda k: exact_value(divisor, start + step * k))
            return has_integral_quotient(self.index.section(series, start, step), below)
        except GfkitError:
            return None


def _is_divisible(term: int, divisor: int) -> bool:
    return term % divisor == 0 if divisor else term == 0


def has_integral_quotient(above: RationalGF, below: RationalGF) -> bool | None:
    """Return True if the terms of ``below`` divide those of ``above``, False if not, None if no quotient is
    found.

    Both series start at n = 0.

    >>> lucas, fibonacci = RationalGF.of([2, -1], [1, -1, -1]), RationalGF.of([0, 1], [1, -1, -1])
    >>> has_integral_quotient(fibonacci.subsequence(2), fibonacci)
    True
    >>> has_integral_quotient(lucas.subsequence(2), lucas)
    False
    """
    from gfkit.guessing.rational import rational_fit  # few claims are about quotients

    if not above.numerator.terms:
        return True
    for size in _GUESSED_FROM:
        check_stop()
        pairs = list(zip(above.terms(size), below.terms(size), strict=True))
        if not all(starmap(_is_divisible, pairs)):
            return False
        start = max((n for n, (_, divisor) in enumerate(pairs, 1) if not divisor), default=0)
        if start > size // 2:
            return None
        fit = rational_fit(Data.of([term // divisor for term, divisor in pairs[start:]]), _SPARE)
        if fit is None:
            continue
        quotient = fit.law
        assert isinstance(quotient, RationalGF), "a rational fit"
        if below.subsequence(1, start).hadamard(quotient) == above.subsequence(1, start):
            return quotient.is_integral
    return None


@dataclass(frozen=True, kw_only=True)
class GcdClaim(ObservedClaim):
    """Claim that gcd(a(m), a(n)) = a(gcd(m, n)) for all m and n."""

    observed: ClassVar[int] = _MOST_SUM**2
    scope_words: ClassVar[tuple[str, str]] = ("all m and n", "all m and n with m + n <= {1}")

    def cases(self, known: KnownSequence) -> Iterator[Case]:
        """Yield the cases in increasing order of m + n, and of m."""
        first, row = known.first_n, dict[int, int]()
        if first > 1:
            raise InputError(
                f"formula {as_typed(self.text)}: the first term has index {first}; 1 is required"
            )
        for total in range(2 * first, _MOST_SUM + 1):
            if not has_term(known, total - first):
                return
            value = number_at(known, total - first)
            if value.denominator > 1:
                raise InputError(f"formula {as_typed(self.text)}: a({total - first}) is not an integer")
            row[total - first] = int(value)
            for m in range(first, total // 2 + 1):
                n, index = total - m, gcd(m, total - m)
                left, common = f"gcd(a({m}), a({n}))", gcd(row[m], row[n])
                true = f"{left} = gcd({row[m]}, {row[n]}) = {common}"
                wrong = FirstDifference(n, f"{left} = a({index}) = {row[index]}", true)
                yield total, None if common == row[index] else wrong

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:  # noqa: ARG002
        return [Worded("gcd(a(m), a(n)) = a(gcd(m, n)) for all m, n")]

    def prove(self, known: KnownSequence, start: int) -> Proof | None:  # noqa: ARG002
        return (
            None
            if known.rational is None or not is_strong_lucas(known.rational)
            else Proof("lucas-sequence", 0)
        )


def is_strong_lucas(series: RationalGF) -> bool:
    """Return True if the theorem of Lucas applies, or if all terms are 0.

    The term a(0) must be 0; if the other terms are constant, also a multiple of them. It may be absent.

    >>> is_strong_lucas(RationalGF.of([0, 3], [1, -1, -1])), is_strong_lucas(RationalGF.of([0, 1], [1, -2]))
    (True, False)
    """
    zero, scale, second, third = ([0] * series.first_n + series.terms(4))[:4]
    if not series.numerator.terms or scale <= 0:
        return not series.numerator.terms
    p = second // scale
    q = p * p - third // scale
    is_constant = (p, q) == (1, 0) and zero % scale == 0 and zero >= 0
    is_positive = (p > 0 and p * p >= 4 * q) or (p, q) == (0, -1)
    is_lucas = series.subsequence(1, 1) == RationalGF.of([scale], [1, -p, q])
    return is_lucas and gcd(p, q) == 1 and is_positive and (zero == 0 or is_constant)


def index_of(term: nodes.Node) -> Index | None:
    """Return the index of a term, or None if it is not increasing and linear in n, or no term."""
    form = integer_form(term.index) if isinstance(term, nodes.Symbol) and term.index is not None else None
    return None if form is None or form[0] <= 0 or form[1] else Index(form[0], form[2])
