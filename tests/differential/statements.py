"""Families with printed counts, and statements about them as data, evaluated term by term."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property

import mpmath

Poly = dict[tuple[int, int], Fraction]
"""A polynomial in x and y by its exponents; numbers are those with (0, 0) alone."""

POINT = (Fraction(10_007), Fraction(1_000_003))
"""x and y where polynomials with small coefficients are told apart by their values."""
SEEN = 48
"""So many terms decide: far more than the orders of both sides together."""


@dataclass(frozen=True)
class Family:
    """A game on boards of size n >= first_n, whose counts obey a(n) = sum back[k-1] a(n-k)."""

    game: str
    boards: str
    first_n: int
    initial: tuple[Poly, ...]
    back: tuple[Poly, ...]
    weights: str = ""
    known: tuple[str, int] | None = None
    """A sequence of ``LUCAS`` and how far on: the count of size m is F(m + 1)."""
    closed: tuple[tuple[str, Callable[[int], int]], ...] = ()
    """Closed forms with {} for m, and their values."""
    shift: int = 0
    """a(n) counts the board of size n + shift."""

    @cached_property
    def far(self) -> list[Fraction]:
        """Return many terms."""
        return self.terms(400)

    def terms(self, count: int) -> list[Fraction]:
        """Return the counts for n >= first_n, at POINT if they are polynomials."""
        found = [at(value) for value in self.initial]
        while len(found) < count:
            found.append(sum(at(c) * found[-k] for k, c in enumerate(self.back, 1)))
        return found[:count]


def index(shift: int) -> str:
    return f"n{shift:+d}" if shift else "n"


def number(value: int | Fraction) -> Poly:
    return {(0, 0): Fraction(value)} if value else {}


def at(poly: Poly) -> Fraction:
    return sum((c * POINT[0] ** i * POINT[1] ** j for (i, j), c in poly.items()), Fraction(0))


def plus(one: Poly, other: Poly, scale: int = 1) -> Poly:
    total = dict(one)
    for key, value in other.items():
        total[key] = total.get(key, Fraction(0)) + scale * value
    return {key: value for key, value in total.items() if value}


def times(one: Poly, other: Poly) -> Poly:
    total: Poly = {}
    for (i, j), a in one.items():
        for (k, m), b in other.items():
            total[i + k, j + m] = total.get((i + k, j + m), Fraction(0)) + a * b
    return {key: value for key, value in total.items() if value}


def product(one: list[Poly], other: list[Poly]) -> list[Poly]:
    """Return the product of polynomials in t, lowest coefficient first."""
    found: list[Poly] = [{} for _ in range(len(one) + len(other) - 1)]
    for i, a in enumerate(one):
        for k, b in enumerate(other):
            found[i + k] = plus(found[i + k], times(a, b))
    return found


def plain(
    game: str, boards: str, first_n: int, initial: Iterable[int], back: Iterable[int],
    known: tuple[str, int] | None = None, closed: tuple[tuple[str, Callable[[int], int]], ...] = (),
) -> Family:  # fmt: skip
    rows = (tuple(map(number, row)) for row in (initial, back))
    return Family(game, boards, first_n, *rows, known=known, closed=closed)


LUCAS = {"F": (1, 1, 0, 1), "L": (1, 1, 2, 1), "Pell": (2, 1, 0, 1), "J": (1, 2, 0, 1)}
"""b(n) = p b(n-1) + q b(n-2), with b(0) and b(1)."""


@cache
def lucas(name: str, n: int) -> Fraction:
    p, q, one, two = map(Fraction, LUCAS[name])
    for _ in range(n):
        one, two = two, p * two + q * one
    for _ in range(-n):
        one, two = (two - p * one) / q, one
    return one


X: Poly = {(1, 0): Fraction(1)}
Y: Poly = {(0, 1): Fraction(1)}
ONE = number(1)

_BINET = "((1+sqrt(5))^({}+1)-(1-sqrt(5))^({}+1))/(2^({}+1)*sqrt(5))"
_BY_ROOTS = "((1+sqrt(2))^({}+1)-(1-sqrt(2))^({}+1))/(2*sqrt(2))"
_HALF = "((1+sqrt(2))^({}+1)+(1-sqrt(2))^({}+1))/2"
FAMILIES = (
    # matchings of a path, A000045, and of the ladder, A030186
    plain("domineering", "1xn", 0, [1, 1], [1, 1], ("F", 1), tuple(
        (form, lambda m: int(lucas("F", m + 1))) for form in ("A000045({}+1)", "Fibonacci({} + 1)", _BINET))),
    plain("domineering", "2xn", 0, [1, 2, 7], [3, 1, -1]),
    plain("arc-kayles", "path:n", 0, [1, 1], [1, 1], ("F", 1)),
    plain("arc-kayles", "cycle:n", 3, [4, 7], [1, 1], ("L", 0)),  # A000032: matchings of a cycle
    # independent sets of a path and of a cycle
    plain("node-kayles", "path:n", 0, [1, 2], [1, 1], ("F", 2), tuple(
        (form, lambda m: int(lucas("F", m + 2))) for form in ("A000045({}+2)", "A000045({}) + F({}+1)"))),
    plain("node-kayles", "cycle:n", 3, [4, 7], [1, 1], ("L", 0), (
        ("A000032({})", lambda m: int(lucas("L", m))),)),
    # A000129, A002203, A001333, A001045, A006130; Brown et al., Theorem 3.11
    plain("o12", "path:n", 0, [1, 2], [2, 1], ("Pell", 1), tuple(
        (form, lambda m: int(lucas("Pell", m + 1))) for form in ("A000129({}+1)", _BY_ROOTS))),
    plain("o12", "cycle:n", 3, [14, 34], [2, 1]),
    plain("col", "path:n", 0, [1, 3], [2, 1], None, (
        (_HALF, lambda m: int(lucas("Pell", m + 1) + lucas("Pell", m))),)),
    plain("snort", "path:n", 0, [1, 3], [2, 1]),
    plain("cis", "path:n", 0, [1, 3], [1, 2], ("J", 2)),
    plain("cis:3", "path:n", 0, [1, 4], [1, 3]),
    plain("nogo", "path:n", 0, [1, 1, 5], [3, -1, 1]),
)  # fmt: skip
"""Sequences in print; tests list their first terms by brute force."""

WEIGHTED = (
    Family("domineering", "1xn", 0, (ONE, ONE), (ONE, X), "x"),
    Family("node-kayles", "path:n", 0, (ONE, plus(ONE, X)), (ONE, X), "x"),
    Family("o12", "path:n", 0, (ONE, plus(ONE, X)), (plus(ONE, X), X), "x"),
    Family("col", "path:n", 0, (ONE, plus(ONE, X, 2)), (plus(ONE, X), X), "x"),
    Family("cis", "path:n", 0, (ONE, plus(ONE, X, 2)), (ONE, plus({}, X, 2)), "x"),
    Family("o12", "path:n", 0, (ONE, plus(ONE, X)), (plus(ONE, X), Y), "xy"),
    Family("cis", "path:n", 0, (ONE, plus(ONE, plus(X, Y))), (ONE, plus(X, Y)), "xy"),
)
"""The same by pieces (x) or by players (x and y)."""


# Statements


@dataclass(frozen=True)
class Recurrence:
    """sum of sides[s] a(n+s) = 0 for n >= bound (None: for all existing indices), with single terms.

    At each n of a bound all indices must exist.
    """

    family: Family
    sides: dict[int, Poly]
    bound: int | None = None
    given: dict[int, Poly] = field(default_factory=dict)

    def is_true(self) -> bool:
        first, terms = self.family.first_n, self.family.terms(SEEN)
        if any(n >= first and at(value) != terms[n - first] for n, value in self.given.items()):
            return False
        start = first - min(self.sides)
        if self.bound is None:
            start = max(start, behind(self.given, first, first + 1) - max(self.sides))
        elif self.bound < start:
            return False
        else:
            start = self.bound
        ns = range(start, first + SEEN - max(self.sides))
        return all(not sum(at(c) * terms[n + s - first] for s, c in self.sides.items()) for n in ns)


@dataclass(frozen=True)
class Series:
    """above/below, as coefficients of t."""

    family: Family
    above: list[Poly]
    below: list[Poly]

    def is_true(self) -> bool:
        first, terms = self.family.first_n, self.family.terms(SEEN)
        above, below = [at(c) for c in self.above], [at(c) for c in self.below]
        if not below[0]:
            return False
        found: list[Fraction] = []
        for n in range(first + SEEN):
            rest = sum(below[k] * found[n - k] for k in range(1, min(n, len(below) - 1) + 1))
            found.append(((above[n] if n < len(above) else 0) - rest) / below[0])
        return found[first:] == terms


@dataclass(frozen=True)
class Growth:
    """a(n) ~ constant^(+-1) rate^(n + offset) with their digits; ``is_equal``: with + o(1) for =."""

    family: Family
    constant: str
    rate: str
    offset: int = 0
    is_below: bool = False
    is_equal: bool = False

    def is_true(self) -> bool:
        rate, constant, second = measured(self.family)
        with mpmath.workdps(60):
            true = constant / rate**self.offset
        if self.is_equal:  # decimals are exact numbers
            with mpmath.workdps(60):
                pairs = ((self.rate, rate), (self.constant, 1 / true if self.is_below else true))
                return second < 1 and all(abs(mpmath.mpf(digits) - value) < 1e-40 for digits, value in pairs)
        return fits(self.rate, rate) and fits(self.constant, 1 / true if self.is_below else true)

    def is_near_edge(self) -> bool:
        """Return True if the verdict depends on one digit: such statements are omitted."""
        rate, constant, second = measured(self.family)
        true = constant / rate**self.offset
        pairs = ((self.rate, rate), (self.constant, 1 / true if self.is_below else true))
        return (abs(second - 1) < 1e-9 and self.is_equal) or any(_is_near_edge(*pair) for pair in pairs)


Statement = Recurrence | Series | Growth


def behind(given: dict[int, Poly], first: int, latest: int) -> int:
    n = min(given, default=first)
    if n > latest:
        return first
    while n in given:
        n += 1
    return max(n, first)


def fits(digits: str, true: mpmath.mpf) -> bool:
    printed, unit = mpmath.mpf(digits), mpmath.mpf(10) ** -len(digits.partition(".")[2])
    return printed - unit / 2 <= true < printed + unit


def _is_near_edge(digits: str, true: mpmath.mpf) -> bool:
    printed, unit = mpmath.mpf(digits), mpmath.mpf(10) ** -len(digits.partition(".")[2])
    return any(abs(edge - true) < unit / 10**6 for edge in (printed - unit / 2, printed + unit))


def measured(family: Family) -> tuple[mpmath.mpf, mpmath.mpf, mpmath.mpf]:
    """Return lambda and C of a(n) ~ C lambda^n, and the modulus of the next root."""
    return _measured(FAMILIES.index(family))


@cache
def _measured(place: int) -> tuple[mpmath.mpf, mpmath.mpf, mpmath.mpf]:
    family = FAMILIES[place]
    with mpmath.workdps(60):
        row = [1, *(-int(at(c)) for c in family.back)]
        roots = mpmath.polyroots(row, maxsteps=400, extraprec=400)
        sizes = sorted(map(abs, roots), reverse=True)
        far = 800
        terms = family.terms(far + 1 - family.first_n)
        return sizes[0], mpmath.mpf(int(terms[-1])) / sizes[0] ** far, sizes[1]
