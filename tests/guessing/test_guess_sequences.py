"""Classical and random sequences from terms by definition: the recurrence is found, with its next terms.

Orders and degrees are those of printed equations; random recurrences have the terms of the conformance tests
of sequences. No recurrence is reported for sequences without one.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise, product
from math import comb, factorial, isqrt, prod

import known_sequences as known
import pytest
from choice import some_of
from hypothesis import assume, example, given, settings, strategies as st
from lazily import Lazily
from tables import tables

from gfkit.core.algebra import Algebraic, Polynomial, PRecursive, QuasiPolynomial, RationalGF
from gfkit.guessing import SearchOutcome, Transform, guess
from gfkit.guessing.data import Data
from gfkit.guessing.hermite_pade import low_degree_fit


def paths(*steps: tuple[int, int], back_to_0: bool = True) -> Callable[[int], int]:
    """Count lattice paths from the origin that stay above the axis, by total length of their steps."""

    @cache
    def count(n: int, height: int) -> int:
        if n < 0 or height < 0:
            return 0
        if n == 0:
            return int(height == 0)
        return sum(count(n - length, height - rise) for length, rise in steps)

    if back_to_0:
        return lambda n: count(n, 0)
    return lambda n: sum(count(n, height) for height in range(n + 1))


def quarter_plane(*steps: tuple[int, int]) -> Callable[[int], int]:
    @cache
    def ends(n: int) -> dict[tuple[int, int], int]:
        if n == 0:
            return {(0, 0): 1}
        found: dict[tuple[int, int], int] = {}
        for (x, y), ways in ends(n - 1).items():
            for right, up in steps:
                if x + right >= 0 and y + up >= 0:
                    found[x + right, y + up] = found.get((x + right, y + up), 0) + ways
        return found

    return lambda n: sum(ends(n).values())


def words(n: int, letters: str, bad: str) -> int:
    return sum(bad not in "".join(word) for word in product(letters, repeat=n))


def stirling2(n: int, k: int) -> int:
    return sum((-1) ** (k - j) * comb(k, j) * j**n for j in range(k + 1)) // factorial(k)


def triangles(n: int) -> int:
    """Count triangles with integer sides and perimeter n."""
    return sum(a + b > n - a - b >= b for a in range(1, n) for b in range(a, n))


def robbins(n: int) -> int:
    return prod(factorial(3 * k + 1) for k in range(n)) // prod(factorial(n + k) for k in range(n))


def tableaux(n: int) -> int:
    """Count the tableaux with three rows of n by the hook length formula, (n + 2)!/2 (n + 1)! n!."""
    return 2 * comb(3 * n, n) * comb(2 * n, n) // ((n + 1) ** 2 * (n + 2))


CLASSICAL = tables("classical_sequences")


def by_turns(n: int) -> int:
    return 2 ** (n // 2) if n % 2 else factorial(n // 2)


def fibonacci(n: int) -> int:
    return known.fibonacci(n + 1)[n]


def term_of(text: str) -> Callable[[int], known.Term]:
    """Return the n-th term from a table."""
    return cache(eval(f"lambda n: {text}", {**vars(known), **globals()}))


def look_for(kind, name, text, count, order, degree):
    term = term_of(text)
    found = guess([term(n) for n in range(count)]).found
    assert found, name
    assert found[0].kind == kind, name
    assert order == -9 or found[0].order == order, name
    assert degree == -9 or found[0].degree == degree, name
    more = 12 if "words without" in name else count + 12
    for finding in found:
        assert finding.terms(more) == [term(n) for n in range(more)], name


def test_classical():
    for kind, entries in CLASSICAL.items():
        for entry in entries if kind != "transformed" else ():
            look_for(kind, *entry)
    for terms, offset, form in (
        ([0, 1, 1, 2, 3, 5, 8, 13], 5, "F(n-5)"),
        ([2, 1, 3, 4, 7, 11, 18], 12, "L(n-12)"),
    ):
        assert form in str(guess(terms, offset))


def test_after_a_transformation():
    for name, text, count, transform in CLASSICAL["transformed"]:
        term = term_of(text)
        for offset in (0, 1):
            finding = guess([term(n) for n in range(offset, count + offset)], offset).found[0]
            assert finding.transform == transform, name
            assert finding.terms(count + 6) == [term(n) for n in range(offset, offset + count + 6)]


def primes(count: int) -> list[int]:
    return [n for n in range(2, 20 * count) if all(n % p for p in range(2, isqrt(n) + 1))][:count]


def zigzag(n: int) -> int:
    """Count alternating permutations by Seidel's triangle."""
    row = [1]
    for _ in range(n):
        row = list(accumulate(reversed(row), initial=0))
    return row[-1]


def bell(n: int) -> int:
    return sum(stirling2(n, k) for k in range(n + 1))


def subspaces(n: int) -> int:
    """Count the subspaces of the n-dimensional space over two elements by Gaussian binomials."""
    sizes = [
        prod(2 ** (n - i) - 1 for i in range(k)) // prod(2 ** (i + 1) - 1 for i in range(k))
        for k in range(n + 1)
    ]
    return sum(sizes)


# Terms as in OEIS A006720 and A000058.
SOMOS = [1, 1, 1, 1, 2, 3, 7, 23, 59, 314, 1529, 8209, 83313, 620297, 7869898, 126742987, 1687054711]
SYLVESTER = [2, 3, 7, 43, 1807, 3263443, 10650056950807, 113423713055421844361000443]
BEYOND = {
    "Bell": (bell, 14, 0, "d-algebraic", "f*f'' = f*f' + f'^2 for f = sum b(n) t^n where b(n) = a(n)/n!"),
    "zigzag": (zigzag, 12, 0, "d-algebraic", "2*f' = f^2 + 1 for f = sum b(n) t^n where b(n) = a(n)/n!"),
    "rooted trees": (lambda n: n ** (n - 1), 12, 1, "d-algebraic", "t*f' - t*f*f' = f"),
    "mappings": (lambda n: n**n, 13, 0, "d-algebraic", "t*f' = f^3 - f^2"),
    "Somos-4": (SOMOS.__getitem__, 14, 0, "nonlinear", "a(n)*a(n-4) = a(n-1)*a(n-3) + a(n-2)^2"),
    "subspaces": (subspaces, 14, 0, "q-holonomic", "2*a(n) = 4*a(n-1) + 2^n*a(n-2) - 2*a(n-2)"),
    "after primes": (
        lambda n: n**3 + 5 if n > 14 else primes(15)[n], 48, 0, "polynomial", "a(n) = n^3 + 5 for n >= 15"),
}  # fmt: skip


def test_formulas_beyond_linear_recurrences():
    for name, (term, count, offset, kind, text) in BEYOND.items():
        terms = [term(n) for n in range(offset, offset + count + 3)]
        found = guess(terms[:count], offset).found[0]
        assert (found.kind, found.weak, found.text[: len(text)]) == (kind, False, text), name
        assert found.terms(count + 3) == terms, name
        assert found[offset + count] == terms[count], name
    assert guess(SYLVESTER, hold_back=2).found[0].terms(8) == SYLVESTER
    assert not guess([bell(n) for n in range(14)], ansatz="d-algebraic").tried[-1].is_complete


def test_no_formula_is_guessed_for_random_terms():
    dice = random.Random(4)
    for k in some_of(range(24), 8):
        terms = [dice.randint(0, (1, 9, 2**n, factorial(n))[k % 4]) for n in range(16 + k)]
        steps = list(accumulate(dice.randint(1, 2 + k % 3) for _ in range(16 + k)))
        assert not any(finding.weak is False for listed in (terms, steps) for finding in guess(listed).found)


def lawless() -> dict[str, list[int]]:
    return {
        "primes": primes(50),
        "1,2,4,8,16,31": [1, 2, 4, 8, 16, 31],
        "gaps": [b - a for a, b in pairwise(primes(60))],
        "square roots": [isqrt(n) for n in range(90)],
    }


LAWLESS = Lazily(lawless)


@pytest.mark.parametrize("first", [True, pytest.param(False, marks=pytest.mark.slow(8))])
def test_no_formula_is_guessed_for_sequences_without_one(first):
    names = list(LAWLESS)
    for name in names[:2] if first else names[2:]:
        verdict = guess(LAWLESS[name])
        assert verdict.found == (), name
        assert verdict.outcome in (SearchOutcome.NOTHING, SearchOutcome.TOO_FEW)
        assert verdict.reason


# Random laws


small = st.integers(-5, 5)
positive = st.integers(1, 5)
rationals = st.lists(st.fractions(-3, 3, max_denominator=4), min_size=1, max_size=3)
shifts = st.lists(st.fractions(Fraction(1, 4), 4, max_denominator=4), max_size=2)


@given(st.lists(st.fractions(-4, 4, max_denominator=6), min_size=1, max_size=6), st.integers(0, 3))
def test_polynomials(coefficients, offset):
    law = QuasiPolynomial.of([coefficients], first_n=offset)
    found = guess(law.terms(len(coefficients) + 5), offset).found
    assert [finding.law for finding in found] == [law]
    assert found[0].kind == "polynomial"


@given(st.lists(rationals, min_size=2, max_size=4), st.lists(small, max_size=3))
@example([[0], [0, 1], [0, 0, 1], [0]], [0, 0, 0])  # a part that is kept ends before another
def test_quasi_polynomials(rows, before):
    law = QuasiPolynomial.of(rows, before)
    assume(law.period > 1)
    found = guess(law.terms(2 * (len(before) + 3 * law.period) + 12)).found
    assert [finding.law for finding in found if finding.transform is None] == [law]


@given(st.lists(small, min_size=1, max_size=6), st.lists(small, max_size=8), st.sampled_from([1, 1, 2, 3]))
def test_rational_functions(back, above, start):
    law = RationalGF.of(above, [start, *back])
    size = max(law.order, law.degree + 1)
    found = guess(law.terms(2 * size + 12), ansatz="c-finite").found
    assert [finding.law for finding in found] == [law]


@given(
    st.lists(st.lists(small, min_size=1, max_size=3), min_size=1, max_size=2),
    st.lists(positive, min_size=1, max_size=3),
    st.lists(st.integers(-9, 9), min_size=2, max_size=2),
)
def test_recurrences_in_n(rows, first, initial):
    """Draw p_0 with positive coefficients, so that it has no zero and every term is determined."""
    assume(any(any(row) for row in rows) and any(initial))
    assume(any(rows[-1]))
    law = PRecursive.of([first, *rows], initial[: len(rows)])
    terms = law.terms(40)
    assume(sum(map(bool, terms)) > 25)
    for count in (26, 40):
        found = guess(terms[:count]).found
        assert found
        assert found[0].terms(60) == law.terms(60)
    if found[0].kind == "d-finite" and found[0].order == law.order:
        assert found[0].degree <= law.degree


@given(st.lists(small, min_size=3, max_size=3), st.lists(small, min_size=3, max_size=3))
def test_algebraic_equations(linear, square):
    """f = 1 + t (u(t) + v(t) f + w f^2) has just one solution."""
    terms: dict[tuple[int, ...], int] = {(0, 0): 1, (0, 1): -1}
    for k, (b, c) in enumerate(zip(linear, square, strict=True)):
        terms[k + 1, 1] = b
        terms[k + 1, 2] = c
    law = Algebraic.of(Polynomial.of(("t", "f"), terms), [1])
    assume(law.degree == 2)
    found = guess(law.terms(40), ansatz="algebraic").found
    assert [finding.law.equation for finding in found] == [law.equation]
    assert found[0].terms(50) == law.terms(50)


@given(shifts, shifts, st.sampled_from([-3, -1, 1, 2, Fraction(1, 2), Fraction(4, 3)]))
def test_hypergeometric_terms(upper, lower, ratio):
    terms = [Fraction(1)]
    for n in range(1, 24):
        terms.append(terms[-1] * ratio * prod(n + u for u in upper) / prod(n + u for u in lower))
    found = guess(terms, ansatz="hypergeometric").found
    assert len(found) == 1
    assert found[0].terms(24) == terms
    kept = {u for u in upper if u not in lower}
    assert set(found[0].law.upper) >= kept
    assert found[0].law.ratio == ratio


@given(st.lists(small, min_size=2, max_size=6), st.lists(small, min_size=4, max_size=4), st.integers(0, 3))
def test_transforms_are_undone(terms, more, offset):
    listed = [term or 1 for term in [*terms, *more]]
    data = Data.of(listed, offset)
    for transform in Transform:
        parts = transform.apply(data)
        if not parts:  # only a series that begins with 1 is a product of powers of 1 - t^n
            if transform is Transform.EULER:
                assert listed[0] != 1 or data.denominator > 1
            assert transform is Transform.EULER
            continue
        assert transform.undo(listed[0], offset, [list(part.terms) for part in parts]) == listed


@settings(max_examples=4)
@given(st.lists(small, min_size=12, max_size=25), st.integers(0, 30))
def test_findings_agree_with_every_given_term(terms, cut):
    for finding in guess(terms + [terms[cut % len(terms)]] * 6).found:
        assert finding.terms(len(terms)) == terms


def test_low_degree_and_high_order():
    order = 9
    coefficients = [[1]] + [[]] * (order - 2) + [[0, -1], [-2]]
    law = PRecursive.of(coefficients, range(1, order + 1))
    fit = low_degree_fit(Data.of(law.terms(80)), 1, 5)
    assert fit.law == law
    assert guess(law.terms(100), ansatz="d-finite").found[0].terms(120) == law.terms(120)
