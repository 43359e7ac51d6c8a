"""Random sequences of every kind, with terms computed from the definition of the kind, not by gfkit.

An entry of ``KINDS`` consists of a strategy and the parser of the kind. Draws include degenerate cases on
purpose: zero sequences, late or irregular starts, terms that are not integers, leading coefficients with
roots.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings, strategies as st

from gfkit.core.algebra import Algebraic, Polynomial, PRecursive, QuasiPolynomial, RationalGF

Listed = Callable[[int], list[Any]]
"""The terms at n = 0, 1, ..., count - 1, with zeros before the first n."""
Drawn = tuple[Any, Listed]
small = st.integers(-4, 4)
rationals = st.fractions(-3, 3, max_denominator=4)
AT = {"x": 3, "y": -2}
"""Where terms with weights are compared."""
COUNT = 15


def divided(above: list[int], below: list[int]) -> Listed:
    """Divide power series over the rationals by long division, term by term."""

    def listed(count: int) -> list[Fraction]:
        values: list[Fraction] = []
        for n in range(count):
            total = Fraction(above[n] if n < len(above) else 0)
            total -= sum(below[k] * values[n - k] for k in range(1, min(n, len(below) - 1) + 1))
            values.append(total / below[0])
        return values

    return listed


@st.composite
def rational(draw: st.DrawFn, first: int = 3) -> Drawn:
    """Return a quotient in t with rational terms, irregular at the start, or zero."""
    start = draw(st.integers(0, first))
    above = [0] * start + draw(st.lists(small, max_size=5))
    below = [draw(st.sampled_from([1, 1, 1, -1, 2, 3, 4, 6])), *draw(st.lists(small, max_size=3))]
    return RationalGF.of(above, below, start), divided(above, below)


@st.composite
def weighted(draw: st.DrawFn, first: int = 2) -> Drawn:
    """Return a quotient in t, x (and y) with denominator 1 + t(...); terms are taken at x = 3, y = -2."""
    names = draw(st.sampled_from([("t", "x"), ("t", "x", "y")]))
    start = draw(st.integers(0, first))
    powers = st.tuples(*[st.integers(0, 1 if len(names) > 2 else 2)] * len(names))
    terms = st.dictionaries(powers, st.integers(-2, 2), max_size=3)
    above = {(i + start, *rest): c for (i, *rest), c in draw(terms).items()}
    below = {(i + 1, *rest): c for (i, *rest), c in draw(terms).items()} | {(0,) * len(names): 1}

    def row(part: dict[tuple[int, ...], int]) -> list[int]:
        found = [0] * 9
        for (i, *rest), c in part.items():
            found[i] += c * 3 ** rest[0] * (-2) ** sum(rest[1:])
        return found

    made = RationalGF.reduced(Polynomial.of(names, above), Polynomial.of(names, below), start)
    return made, divided(row(above), row(below))


@st.composite
def quasi(draw: st.DrawFn, first: int = 3, period: int = 4, degree: int = 2) -> Drawn:
    """Return alternating polynomials, after a few irregular terms; include zero and empty polynomials."""
    several = draw(st.lists(st.lists(rationals, max_size=degree + 1), min_size=1, max_size=period))
    before, start = draw(st.lists(rationals, max_size=3)), draw(st.integers(0, first))

    def term(n: int) -> Fraction:
        if n < start + len(before):
            return before[n - start] if n >= start else Fraction(0)
        return sum((c * n**k for k, c in enumerate(several[n % len(several)])), Fraction(0))

    return QuasiPolynomial.of(several, before, start), lambda count: [term(n) for n in range(count)]


@st.composite
def p_recursive(draw: st.DrawFn, first: int = 2, order: int = 2, degree: int = 2) -> Drawn:
    """Return a recurrence with coefficients in n and the terms that it leaves free, for example at roots."""
    size, first_n = draw(st.integers(0, order)), draw(st.integers(0, first))
    rows = [draw(st.lists(small, min_size=1, max_size=degree + 1)) for _ in range(size + 1)]
    if draw(st.booleans()):
        root = draw(st.integers(0, 6))
        rows[0] = [b - root * a for a, b in zip([*rows[0], 0], [0, *rows[0]], strict=True)]
    assume(any(rows[0]) and any(rows[-1]))
    late = first_n + size + draw(st.integers(0, 3))
    free = draw(st.lists(st.one_of(small, rationals), min_size=12, max_size=12))

    def at(row: list[int], n: int) -> int:
        return sum(c * n**k for k, c in enumerate(row))

    def listed(count: int) -> list[Any]:
        known: list[Any] = [0] * min(first_n, count)
        for n in range(first_n, count):
            rest = sum(at(row, n) * known[n - j] for j, row in enumerate(rows) if j and n >= late)
            assume(n < late or at(rows[0], n) or not rest)
            known.append(Fraction(-rest) / at(rows[0], n) if n >= late and at(rows[0], n) else free[n % 12])
        return known

    top = max([late, *(n + 1 for n in range(late, 60) if at(rows[0], n) == 0)])
    return PRecursive.of(rows, listed(top)[first_n:], first_n, late), listed


@st.composite
def algebraic(draw: st.DrawFn, first: int = 2, degree: int = 3, height: int = 3) -> Drawn:
    """Return a branch through a simple root at t = 0, with terms computed from the equation."""
    powers = st.tuples(st.integers(0, height), st.integers(0, degree))
    terms = draw(st.dictionaries(powers, st.integers(-3, 3), min_size=1, max_size=5))
    start = draw(st.one_of(st.integers(-2, 2), st.fractions(-2, 2, max_denominator=2)))
    plain = {p: c for p, c in terms.items() if p != (0, 0)}
    if not sum(c * j * Fraction(start) ** (j - 1) for (i, j), c in plain.items() if i == 0 and j):
        plain[0, 1] = plain.get((0, 1), 0) + 1  # now dP/df is not 0 at the start
    at_start = sum((c * Fraction(start) ** j for (i, j), c in plain.items() if i == 0), Fraction(0))
    plain = {p: c * at_start.denominator for p, c in plain.items()} | {(0, 0): -at_start.numerator}
    late = draw(st.integers(0, first))

    def listed(count: int) -> list[Any]:
        return [*[0] * late, *solved(plain, start, max(count - late, 0))][:count]

    made = Algebraic.of(Polynomial.of(("t", "f"), plain), [start])
    return made.shifted(-late), listed


def solved(equation: dict[tuple[int, int], int], start: Fraction, count: int) -> list[Fraction]:
    """Return the power series with P(t, f) = 0: each term is the remainder divided by dP/df at the start."""
    slope = sum(c * j * Fraction(start) ** (j - 1) for (i, j), c in equation.items() if i == 0 and j)
    terms = [Fraction(start)]
    while len(terms) < count:
        n, more = len(terms), [*terms, 0]
        power, left = [Fraction(1)] + [Fraction(0)] * n, Fraction(0)
        for j in range(max(j for _, j in equation) + 1):
            left += sum(c * power[n - i] for (i, k), c in equation.items() if k == j and i <= n)
            power = [sum((power[k] * more[m - k] for k in range(m + 1)), Fraction(0)) for m in range(n + 1)]
        terms.append(-left / slope)
    return terms[:count]


@dataclass(frozen=True)
class Kind:
    """A strategy with an optional bound on the first index, and a strategy of smaller values for slow tests.

    ``read`` parses the string of a value, if the kind has a parser; terms up to ``far`` are compared.
    """

    draw: Callable[..., st.SearchStrategy[Drawn]]
    light: Callable[..., st.SearchStrategy[Drawn]]
    read: Callable[[Any], Any] | None = None
    far: int = 300
    examples: int = 20


def read_rational(f: RationalGF) -> RationalGF:
    return RationalGF.parse(str(f), f.variables, f.first_n)


def read_with_terms(f: PRecursive | Algebraic) -> PRecursive | Algebraic:
    return type(f).parse(str(f), f.initial, f.first_n)


KINDS = {
    "rational": Kind(rational, rational, read_rational),
    "weighted": Kind(weighted, weighted, read_rational, far=40, examples=12),
    "quasi-polynomial": Kind(quasi, partial(quasi, period=2, degree=1)),
    "p-recursive": Kind(p_recursive, partial(p_recursive, order=1, degree=1), read_with_terms, examples=10),
    "algebraic": Kind(algebraic, partial(algebraic, degree=2, height=1), read_with_terms, far=25, examples=6),
}


def times(examples: int) -> settings:
    unchecked = [HealthCheck.filter_too_much, HealthCheck.too_slow]
    return settings(max_examples=min(examples, settings().max_examples), suppress_health_check=unchecked)


def numbers(terms: list[Any]) -> list[Any]:
    return [t(*(AT[name] for name in t.variables)) if isinstance(t, Polynomial) else t for t in terms]


def agree(made: Any, first_n: int, term: Callable[[int], Any], count: int = COUNT) -> None:
    """Check that a result starts at ``first_n`` and has these terms, well beyond its initial values."""
    count = max(count, len(getattr(made, "initial", ())) + 8)
    assume(count < 60)
    assert made.first_n == first_n
    terms = made.terms(count)
    assert numbers(terms) == [term(n) for n in range(first_n, first_n + count)]
    assert all(isinstance(t, int | Polynomial) or t.denominator > 1 for t in terms)


def lister(listed: Listed) -> Callable[[int], Any]:
    """Return a function from an index to its term that extends a list as needed."""
    known: list[Any] = []

    def term(n: int) -> Any:
        if n >= len(known):
            known[:] = listed(n + 20)
        return known[n] if n >= 0 else 0

    return term


def stepped(gf: RationalGF, n: int, modulus: int) -> int:
    """Return a far term modulo m from t^n modulo the characteristic polynomial, for a series regular at 0."""
    back = [int(c) for c in gf.recurrence.coefficients]
    size, start = len(back), gf.terms(len(back))

    def product(a: list[int], b: list[int]) -> list[int]:
        found = [0] * (2 * size)
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                found[i + j] += x * y
        for k in range(2 * size - 1, size - 1, -1):
            for i, c in enumerate(back, 1):
                found[k - i] += c * found[k]
        return [c % modulus for c in found[:size]]

    power = [1] + [0] * (size - 1)
    for bit in bin(n)[2:]:
        power = product(power, power)
        power = product(power, [0, 1][: size + 1]) if bit == "1" else power
    return sum(a * b for a, b in zip(power, start, strict=True)) % modulus


def examined(property_: Callable[..., None], examples: int, **strategies: st.SearchStrategy[Any]) -> None:
    """Test a property, given drawn data and the strategies, on the given number of examples."""

    @times(examples)
    @given(drawn=st.fixed_dictionaries(strategies), data=st.data())
    def run(drawn: dict[str, Any], data: st.DataObject) -> None:
        property_(data=data, **drawn)

    run()


def of_each_kind(
    examples: int | None = None, names: Any = KINDS, more: float | None = None
) -> Callable[[Any], Any]:
    """Test a property of a kind and drawn data on all kinds.

    With ``more``, each kind also has a separate slow case with eight times as many examples; ``more`` is its
    CPU time in seconds.
    """
    cases = [pytest.param(list(names), 1, id="all")]
    if more is not None:
        cases += [pytest.param([name], 8, id=name, marks=pytest.mark.slow(more)) for name in names]

    def wrapped(property_: Callable[[Kind, st.DataObject], None]) -> Any:
        @pytest.mark.parametrize(("several", "often"), cases)
        def test(several: list[str], often: int) -> None:
            for kind in map(KINDS.__getitem__, several):
                examined(partial(property_, kind), often * (examples or kind.examples))

        test.__name__, test.__doc__ = property_.__name__, property_.__doc__
        return test

    return wrapped
