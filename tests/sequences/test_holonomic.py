"""Sequences with polynomial recurrences: terms by definition, closure termwise, conversions and back."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from math import comb, factorial

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gfkit.errors import InputError, LimitError
from gfkit.sequences import DifferentialEquation, PRecursive, RationalGF

APERY = "n^3*a(n) = (34*n^3 - 51*n^2 + 27*n - 5)*a(n-1) - (n - 1)^3*a(n-2)"


@cache
def involution(n: int) -> int:
    """Involutions by where the last point goes."""
    return 1 if n < 2 else involution(n - 1) + (n - 1) * involution(n - 2)


def derangement(n: int) -> int:
    return sum((-1) ** k * factorial(n) // factorial(k) for k in range(n + 1))


def motzkin(n: int) -> int:
    return sum(comb(n, 2 * k) * comb(2 * k, k) // (k + 1) for k in range(n // 2 + 1))


def schroeder(n: int) -> int:
    return sum(comb(n + k, 2 * k) * comb(2 * k, k) // (k + 1) for k in range(n + 1))


def delannoy(n: int) -> int:
    return sum(comb(n, k) * comb(n + k, k) for k in range(n + 1))


def apery(n: int) -> int:
    return sum(comb(n, k) ** 2 * comb(n + k, k) ** 2 for k in range(n + 1))


def franel(n: int) -> int:
    return sum(comb(n, k) ** 3 for k in range(n + 1))


def harmonic(n: int) -> Fraction:
    return sum((Fraction(1, k) for k in range(1, n + 1)), Fraction(0))


def bessel(n: int) -> int:
    """Bessel numbers of the polynomials at 1: sum (n+k)!/(2^k k! (n-k)!)."""
    return sum(factorial(n + k) // (2**k * factorial(k) * factorial(n - k)) for k in range(n + 1))


KNOWN = [
    ("(n + 1)*a(n) = 2*(2*n - 1)*a(n-1)", 1, lambda n: comb(2 * n, n) // (n + 1)),
    ("(n + 2)a(n) = (2n + 1)a(n-1) + 3(n - 1)a(n-2)", 2, motzkin),
    ("(n+1)*a(n) = 3*(2*n-1)*a(n-1) - (n-2)*a(n-2)", 2, schroeder),
    ("n*a(n) = 3*(2*n-1)*a(n-1) - (n-1)*a(n-2)", 2, delannoy),
    (APERY, 2, apery),
    ("n^2*a(n) = (7*n^2 - 7*n + 2)*a(n-1) + 8*(n-1)^2*a(n-2)", 2, franel),
    ("a(n) = (n-1)*(a(n-1) + a(n-2))", 2, derangement),
    ("a(n+2) = a(n+1) + (n+1)a(n)", 2, involution),
    ("a(n) = 2a(n-1) + (n-1)a(n-2)", 2, lambda n: sum(comb(n, k) * involution(k) for k in range(n + 1))),
    ("a(n) = (2n-1)a(n-1) + a(n-2)", 2, bessel),
    ("n*a(n) = (2n-1)a(n-1) - (n-1)a(n-2)", 2, harmonic),
    ("n^2 a(n) - 4(2n-1)^2 a(n-1)", 1, lambda n: comb(2 * n, n) ** 2),
]


@pytest.mark.parametrize(("text", "count", "definition"), KNOWN)
def test_classical_sequences_by_their_definitions(text, count, definition):
    expected = [definition(n) for n in range(40)]
    sequence = PRecursive.parse(text, expected[:count])
    assert sequence.terms(40) == expected
    assert [sequence[n] for n in (0, 7, 39)] == [expected[n] for n in (0, 7, 39)]
    assert sequence == PRecursive.parse(text, expected)
    assert PRecursive.parse(str(sequence), sequence.initial) == sequence
    equation = sequence.differential_equation()
    assert equation.p_recursive(expected[:12]).same_sequence(sequence)
    assert equation.homogeneous().p_recursive(expected[:12]).same_sequence(sequence)


def test_far_terms_by_splitting_are_those_by_steps():
    apery_numbers = PRecursive.parse(APERY, [1, 5])
    assert apery_numbers[1500] == apery_numbers.terms(1501)[-1] == apery(1500)
    central = PRecursive.parse("n*a(n) = (4*n-2)*a(n-1)", [1])
    assert central[6000] == comb(12000, 6000)
    numbers = PRecursive.parse("n*a(n) = (2n-1)a(n-1) - (n-1)a(n-2)", [0, 1])
    assert numbers[1200] == harmonic(1200)


def test_terms_modulo_m_with_and_without_inverses():
    catalan = PRecursive.parse("(n + 1)*a(n) = 2*(2*n - 1)*a(n-1)", [1])
    for modulus in (1, 2, 12, 10**9 + 7):
        for n in (0, 5, 600):
            assert catalan.coefficient_mod(n, modulus) == comb(2 * n, n) // (n + 1) % modulus
    for prime in (10**5 + 3, 10**7 + 19):  # Wilson: (p - 1)! = -1
        assert PRecursive.parse("a(n) = n a(n-1)", [1]).coefficient_mod(prime - 1, prime) == prime - 1
    central = PRecursive.parse("n*a(n) = (4*n-2)*a(n-1)", [1])
    assert central.coefficient_mod(10**5, 10**9 + 7) == comb(2 * 10**5, 10**5) % (10**9 + 7)
    assert central.coefficient_mod(10**5, 101**2) == comb(2 * 10**5, 10**5) % 101**2
    steps = PRecursive.parse("a(n) = a(n-1) + (n-1)a(n-2)", [1, 1])
    one, two = 1, 1
    for n in range(2, 50001):
        one, two = two, (two + (n - 1) * one) % 10**20
    assert steps.coefficient_mod(50000, 10**20) == two
    halves = PRecursive.parse("2*a(n) = a(n-1)", [1])
    assert halves.coefficient_mod(3, 7) == 1
    with pytest.raises(InputError, match="modulus 6"):
        halves.coefficient_mod(3, 6)


def test_singular_indices_need_terms_of_their_own():
    with pytest.raises(InputError, match="up to n = 5"):
        PRecursive.parse("(n - 5)*a(n) = n*a(n-1)", [0])
    jump = PRecursive.parse("(n - 5)*a(n) = n*a(n-1)", [0, 0, 0, 0, 0, 7])
    assert jump.singular_indices == (5,)
    assert jump.terms(10) == [7 * comb(n, 5) for n in range(10)]
    # A common factor says nothing at its root: it is left out, and the recurrence starts later.
    step = PRecursive.parse("(n - 4)*a(n) = (n - 4)*a(n-1)", [1, 1, 1, 1, 9])
    assert (step.coefficients, step.valid_from) == (((1,), (-1,)), 5)
    assert step.terms(7) == [1, 1, 1, 1, 9, 9, 9]
    plain = PRecursive.parse("(n - 4)*a(n) = (n - 4)*a(n-1)", [1, 1, 1, 1, 1])
    assert plain == PRecursive.parse("a(n) = a(n-1)", [1])


def test_offsets_and_irregular_starts():
    factorials = PRecursive.parse("a(n) = n*a(n-1)", [6], first_n=3)
    assert factorials.terms(3) == [6, 24, 120]
    late = PRecursive.parse("a(n) = a(n-1) + a(n-2) for n >= 5", [7, 7, 7, 1, 1])
    assert late.terms(8) == [7, 7, 7, 1, 1, 2, 3, 5]
    assert late.valid_from == 5
    assert PRecursive.parse(str(late), late.initial) == late
    nothing = PRecursive.of([[1]], [4, 0, 5], 0, 3)
    assert (nothing.order, nothing.terms(5), nothing[9]) == (0, [4, 0, 5, 0, 0], 0)
    assert PRecursive.of([[1]], []).terms(2) == [0, 0]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("a(n) = a(n-1)^2", "must be linear in its terms"),
        ("a(n) = a(n-1) a(n-2)", "must be linear in its terms"),
        ("a(n) = b(n-1)", "cannot read a and b as one sequence"),
        ("a(n) = 1/a(n-1)", "must be linear in its terms"),
        ("a(n) = a(n)", "no terms"),
        ("3 = 3", "no terms"),
        ("n = 3", "expected a range without an end"),
        ("a(n) = (n a(n-1)", r"expected '\)' at the end"),
        ("a(n) = n^a(n-1)", "must be linear in its terms"),
        ("a(n) = = a(n-1)", "expected a number, a variable or a bracket at '= a"),
        ("a(n) = a(n-1)/0", "divides by zero"),
        ("a(n) = sqrt(2) a(n-1)", "polynomials in n"),
        ("a(n) = a(n-1); a(0) = 1", "more than one formula"),
        ("a(n) ~ a(n-1)", "in the limit"),
    ],
)
def test_unreadable_recurrences_are_refused(text, part):
    with pytest.raises(InputError, match=part):
        PRecursive.parse(text, [1, 1])


def test_a_polynomial_beside_the_terms_is_removed():
    towers = PRecursive.parse("a(n) = 2*a(n-1) + 1", [0])
    assert towers.terms(12) == [2**n - 1 for n in range(12)]
    squares = PRecursive.parse("a(n+1) - a(n) = 2n + 1", [0])
    assert squares.terms(12) == [n * n for n in range(12)]
    # A000522: arrangements; the polynomial n - 3 vanishes at n = 3.
    arrangements = PRecursive.parse("a(n) = n*a(n-1) + 1", [1])
    assert arrangements.terms(9) == [
        sum(factorial(n) // factorial(k) for k in range(n + 1)) for n in range(9)
    ]
    values = [2]
    for n in range(1, 20):
        values.append(n * values[-1] + n - 3)
    assert PRecursive.parse("a(n) = n*a(n-1) + n - 3", [2]).terms(20) == values
    late = PRecursive.parse("a(n) = a(n-1) + 1 for n >= 4", [5, 5, 5], first_n=1)
    assert late.terms(6) == [5, 5, 5, 6, 7, 8]
    with pytest.raises(InputError, match="does not fit"):
        PRecursive.parse("a(n) = 2*a(n-1) + 1", [0, 2])


def test_what_does_not_fit_is_refused():
    with pytest.raises(InputError, match="does not fit"):
        PRecursive.parse("a(n) = n*a(n-1)", [1, 1, 3])
    with pytest.raises(InputError, match="1 more needed"):
        PRecursive.parse("a(n) = a(n-1) + a(n-2)", [1])
    with pytest.raises(InputError, match="starts at n = 0"):
        PRecursive.parse("a(n) = n*a(n-1)", [1])[-1]
    with pytest.raises(InputError, match=r"does not fit f\'"):
        DifferentialEquation.of([[-1], [1]]).p_recursive([1, 2])
    with pytest.raises(InputError, match=r"leaves a\(5\) open"):
        DifferentialEquation.of([[-5], [0, 1]]).p_recursive([0, 0])
    with pytest.raises(InputError, match="up to n = 1000000000"):
        PRecursive.parse("(n - 1000000000)*a(n) = a(n-1)", [1])
    # The quotients n and 10^6 are equal at n = 10^6, so the sum's recurrence is silent there.
    with pytest.raises(LimitError, match="more than"):
        PRecursive.parse("a(n) = n*a(n-1)", [1]) + PRecursive.parse("a(n) = 1000000*a(n-1)", [1])


def test_a_power_of_t_solves_its_equation():
    fifth = DifferentialEquation.of([[-5], [0, 1]]).p_recursive([0, 0, 0, 0, 0, 3])
    assert fifth.terms(8) == [0, 0, 0, 0, 0, 3, 0, 0]
    exponential = DifferentialEquation.of([[-1], [1]]).p_recursive([1])
    assert exponential.terms(6) == [Fraction(1, factorial(n)) for n in range(6)]
    assert str(exponential) == "n*a(n) = a(n-1) for n >= 1"
    # (1 - t - t^2) f = 1 and the equation of the Apery numbers leave nothing, or a(0) alone, open.
    assert DifferentialEquation.of([[1, -1, -1]], [1]).p_recursive([]).terms(6) == [1, 1, 2, 3, 5, 8]
    apery_numbers = PRecursive.parse(APERY, [1, 5])
    assert apery_numbers.differential_equation().p_recursive([1]) == apery_numbers


def test_operations_mix_with_rational_functions():
    factorials, ones = PRecursive.parse("a(n) = n*a(n-1)", [1]), RationalGF.of([1], [1, -1])
    assert (factorials + ones).terms(5) == (ones + factorials).terms(5) == [2, 2, 3, 7, 25]
    assert (ones - factorials).terms(4) == [0, 0, -1, -5]
    assert (factorials * Fraction(1, 2)).terms(4) == [Fraction(1, 2), Fraction(1, 2), 1, 3]
    assert factorials.hadamard(ones) == ones.hadamard(factorials) == factorials
    assert ones.cauchy(factorials).same_sequence(factorials.partial_sums())
    assert factorials.hadamard(ones).interlaced(ones).terms(6) == [1, 1, 1, 1, 2, 1]
    assert ones.p_recursive().same_sequence(ones)


def test_huge_numbers_travel_through_text():
    huge = PRecursive.of([[1], [0, -(7**6000)]], [3**9000])
    assert PRecursive.from_json(json.loads(json.dumps(huge.as_json()))) == huge
    assert PRecursive.parse(huge.equation, huge.initial) == huge
    assert PRecursive.parse("a(n) = n*a(n-1)", [1])[3000] == factorial(3000)


@pytest.mark.parametrize(
    "change",
    [
        {"coefficients": [["1"], "2"]},
        {"initial": [1, 5]},
        {"valid_from": "2"},
        {"coefficients": []},
        {"initial": ["1", "x"]},
        {"first_n": -1},
    ],
)
def test_broken_json_is_refused(change):
    with pytest.raises(InputError):
        PRecursive.from_json(PRecursive.parse(APERY, [1, 5]).as_json() | change)


def test_sums_and_products_of_classical_sequences():
    factorials, powers = PRecursive.parse("a(n) = n*a(n-1)", [1]), PRecursive.parse("a(n) = 2*a(n-1)", [1])
    both = factorials + powers
    assert (both.order, both.terms(25)) == (2, [factorial(n) + 2**n for n in range(25)])
    numbers = PRecursive.parse(APERY, [1, 5]).hadamard(PRecursive.parse(KNOWN[5][0], [1, 2]))
    assert numbers.terms(25) == [apery(n) * franel(n) for n in range(25)]
    catalan = PRecursive.parse(KNOWN[0][0], [1])
    square = catalan.cauchy(catalan)
    assert square.same_sequence(catalan.shifted(1))
    central = PRecursive.parse("n*a(n) = (4*n-2)*a(n-1)", [1])
    assert central.cauchy(central).same_sequence(RationalGF.of([1], [1, -4]).p_recursive())
    assert factorials.subsequence(2).terms(6) == [factorial(2 * n) for n in range(6)]
    # n! is the sum of binomial(n, k) derangements, and n n! sums up to (n+1)! - 1.
    line = RationalGF.of([0, 1], [1, -2, 1]).p_recursive()
    ones = RationalGF.of([1], [1, -1]).p_recursive()
    assert line.hadamard(factorials).partial_sums().same_sequence(factorials.shifted(1) - ones)


def test_the_exponential_law_of_derangements():
    # The series of derangements over n! times that of 1/n! is the series of 1.
    inverse = PRecursive.parse("n*a(n) = a(n-1)", [1])
    derangements = PRecursive.parse("a(n) = (n-1)*(a(n-1) + a(n-2))", [1, 0])
    assert (
        derangements.hadamard(inverse)
        .cauchy(inverse)
        .same_sequence(RationalGF.of([1], [1, -1]).p_recursive())
    )


def test_the_same_sequence_by_different_recurrences():
    one = PRecursive.parse("a(n) = n*a(n-1)", [1])
    two = PRecursive.parse("a(n) = (n-1)*(a(n-1) + a(n-2))", [1, 1])
    assert one != two
    assert one.same_sequence(two)
    assert not one.same_sequence(PRecursive.parse("a(n) = (n-1)*(a(n-1) + a(n-2))", [1, 2]))
    assert not one.same_sequence(one.shifted(-1))
    # Equal up to n = 9, then not.
    jump = PRecursive.parse("(n - 10)*a(n) = (n - 10)*n*a(n-1)", [*map(factorial, range(10)), 0])
    assert not one.same_sequence(jump)


small = st.integers(-3, 3)
rationals = st.fractions(-3, 3, max_denominator=4)


@st.composite
def sequences(draw, orders=(0, 1, 2), starts=(0, 1, 2), degree=2):
    """A random recurrence with terms for all its free places, integral or not, singular indices included."""
    order, first_n = draw(st.sampled_from(orders)), draw(st.sampled_from(starts))
    rows = [draw(st.lists(small, min_size=1, max_size=degree + 1)) for _ in range(order + 1)]
    if draw(st.booleans()):
        root = draw(st.integers(0, 6))
        rows[0] = [b - root * a for a, b in zip([*rows[0], 0], [0, *rows[0]], strict=True)]
    assume(any(rows[0]) and any(rows[-1]))
    late = first_n + order + draw(st.integers(0, 3))
    values = draw(st.lists(st.one_of(small, rationals), min_size=12, max_size=12))
    top = max([late, *(n + 1 for n in range(late, 60) if sum(c * n**k for k, c in enumerate(rows[0])) == 0)])
    known = []
    for n in range(first_n, top):
        below = sum(c * n**k for k, c in enumerate(rows[0]))
        total = sum(
            sum(c * n**k for k, c in enumerate(row)) * known[-j]
            for j, row in enumerate(rows)
            if j and n >= late
        )
        if n < late:
            known.append(values[n % 12])
        elif below:
            known.append(Fraction(-total) / below)
        elif total:
            assume(False)
        else:
            known.append(values[n % 12])
    return PRecursive.of(rows, known, first_n, late)


def direct(sequence, count):
    """The terms by the defining relation, one by one in fractions."""
    values = [Fraction(v) for v in sequence.initial]
    for n in range(sequence.first_n + len(values), sequence.first_n + count):
        p = [sum(Fraction(c) * n**k for k, c in enumerate(row)) for row in sequence.coefficients]
        values.append(-sum((p[k] * values[-k] for k in range(1, len(p))), Fraction(0)) / p[0])
    return values[:count]


@settings(max_examples=60, deadline=None)
@given(sequences())
def test_random_sequences_keep_their_relation(sequence):
    terms = sequence.terms(25)
    assert terms == direct(sequence, 25)
    assert all(isinstance(v, int) or v.denominator > 1 for v in terms)
    for n in range(sequence.valid_from, sequence.first_n + 25):
        values = [sum(c * n**k for k, c in enumerate(row)) for row in sequence.coefficients]
        assert not sum(p * terms[n - sequence.first_n - k] for k, p in enumerate(values))
    assert PRecursive.of(sequence.coefficients, terms, sequence.first_n, sequence.valid_from) == sequence


@settings(max_examples=30, deadline=None)
@given(sequences())
def test_differential_equations_of_random_sequences(sequence):
    equation = sequence.differential_equation()
    terms = [0] * sequence.first_n + sequence.terms(70)
    # The equation, written out on the series.
    for n in range(12):
        total = Fraction(0)
        for i, row in enumerate(equation.coefficients):
            for j, c in enumerate(row):
                if n >= j:
                    total += c * Fraction(factorial(n - j + i), factorial(n - j)) * terms[n - j + i]
        assert total == (equation.right[n] if n < len(equation.right) else 0)
    again = equation.p_recursive(sequence.terms(60), sequence.first_n)
    assert again.same_sequence(sequence)
