"""Sequences with polynomial recurrences or algebraic equations, their differential equations, closed forms.

Classical sequences by their definitions as sums and products; printed formulas are read by SymPy.
"""

from fractions import Fraction
from itertools import product
from math import comb, factorial

import known_sequences
import pytest
import sympy
from hypothesis import assume, given, settings, strategies as st
from json_places import plainly
from known_sequences import apery, catalan, delannoy, harmonic, motzkin, schroeder
from sequence_kinds import p_recursive
from tables import tables

from gfkit.claims.statement import read_equation
from gfkit.core.algebra import Algebraic, PRecursive, RationalGF
from gfkit.core.errors import LimitError

PRINTED = tables("printed_sequences")
APERY = "n^3*a(n) = (34*n^3 - 51*n^2 + 27*n - 5)*a(n-1) - (n - 1)^3*a(n-2)"
CATALAN = PRecursive.parse("(n + 1)*a(n) = 2*(2*n - 1)*a(n-1)", [1])


def test_classical_sequences_by_their_definitions():
    for text, count, name in PRINTED["classical"]:
        definition = getattr(known_sequences, name)
        expected = [definition(n) for n in range(40)]
        sequence = PRecursive.parse(text, expected[:count])
        assert sequence.terms(40) == expected, text
        assert [sequence[n] for n in (0, 7, 39)] == [expected[n] for n in (0, 7, 39)]
        again = PRecursive.parse(str(sequence), sequence.initial)
        assert sequence == PRecursive.parse(text, expected) == again
        equation = sequence.differential_equation()
        assert equation.p_recursive(expected[:12]).same_sequence(sequence)
        assert equation.homogeneous().p_recursive(expected[:12]).same_sequence(sequence)


def test_far_terms():
    apery_numbers = PRecursive.parse(APERY, [1, 5])
    assert apery_numbers[600] == apery_numbers.terms(601)[-1] == apery(600)
    # Its differential equation leaves a(0) alone open.
    assert apery_numbers.differential_equation().p_recursive([1]) == apery_numbers
    central = PRecursive.parse("n*a(n) = (4*n-2)*a(n-1)", [1])
    assert central[6000] == comb(12000, 6000)
    numbers = PRecursive.parse("n*a(n) = (2n-1)a(n-1) - (n-1)a(n-2)", [0, 1])
    assert numbers[600] == harmonic(600)
    for modulus, n in product((1, 2, 12, 10**9 + 7), (0, 5, 600)):
        assert CATALAN.coefficient_mod(n, modulus) == catalan(n) % modulus
    for prime in (10**5 + 3, 10**6 + 3):  # Wilson: (p - 1)! = -1
        assert PRecursive.parse("a(n) = n a(n-1)", [1]).coefficient_mod(prime - 1, prime) == prime - 1
    for modulus in (10**9 + 7, 101**2):
        assert central.coefficient_mod(12000, modulus) == comb(24000, 12000) % modulus
    steps = PRecursive.parse("a(n) = a(n-1) + (n-1)a(n-2)", [1, 1])
    one, two = 1, 1
    for n in range(2, 20001):
        one, two = two, (two + (n - 1) * one) % 10**20
    assert steps.coefficient_mod(20000, 10**20) == two
    assert PRecursive.parse("2*a(n) = a(n-1)", [1]).coefficient_mod(3, 7) == 1


def test_huge_numbers():
    huge = PRecursive.of([[1], [0, -(7**6000)]], [3**9000])
    assert PRecursive.from_json(plainly(huge.as_json())) == huge
    assert PRecursive.parse(huge.equation, huge.initial) == huge
    assert PRecursive.parse("a(n) = n*a(n-1)", [1])[3000] == factorial(3000)


def test_relations_without_a_leading_coefficient_are_shifted():
    late = PRecursive.of([[], [1], [1, -1]], [9, 9, 9, 1], 0, 5)  # a(n-1) = (n-1)*a(n-2) for n >= 5
    assert late == PRecursive.of([[1], [0, -1]], [9, 9, 9, 1], 0, 4)
    assert late.terms(7) == [9, 9, 9, 1, 4, 20, 120]


def test_operations():
    factorials = PRecursive.parse("a(n) = n*a(n-1)", [1])
    # n! is the sum of binomial(n, k) derangements, and n n! sums up to (n+1)! - 1.
    line = RationalGF.of([0, 1], [1, -2, 1]).p_recursive()
    ones = RationalGF.of([1], [1, -1]).p_recursive()
    assert line.hadamard(factorials).partial_sums().same_sequence(factorials.shifted(1) - ones)
    # The series of derangements over n! times that of 1/n! is the series of 1.
    inverse = PRecursive.parse("n*a(n) = a(n-1)", [1])
    fixing_none = PRecursive.parse("a(n) = (n-1)*(a(n-1) + a(n-2))", [1, 0])
    assert fixing_none.hadamard(inverse).cauchy(inverse).same_sequence(ones)
    # The quotients n and 10^6 are equal at n = 10^6, where the recurrence of the sum determines no term.
    with pytest.raises(LimitError, match="more than"):
        PRecursive.parse("a(n) = n*a(n-1)", [1]) + PRecursive.parse("a(n) = 1000000*a(n-1)", [1])


@given(p_recursive().map(lambda drawn: drawn[0]))
def test_random_sequences_keep_their_relation_and_their_equation(sequence):
    terms = sequence.terms(70)
    for n in range(sequence.valid_from, sequence.first_n + 25):
        values = [sum(c * n**k for k, c in enumerate(row)) for row in sequence.coefficients]
        assert not sum(p * terms[n - sequence.first_n - k] for k, p in enumerate(values))
    assert PRecursive.of(sequence.coefficients, terms[:25], sequence.first_n, sequence.valid_from) == sequence
    equation, series = sequence.differential_equation(), [0] * sequence.first_n + terms
    for n in range(12):  # check the differential equation on the series
        total = Fraction(0)
        for i, row in enumerate(equation.coefficients):
            for j, c in enumerate(row):
                if n >= j:
                    total += c * Fraction(factorial(n - j + i), factorial(n - j)) * series[n - j + i]
        assert total == (equation.right[n] if n < len(equation.right) else 0)
    assert equation.p_recursive(terms[:60], sequence.first_n).same_sequence(sequence)


@given(
    p_recursive().map(lambda drawn: drawn[0]),
    st.dictionaries(st.integers(-2, 2), st.lists(st.integers(-2, 2), max_size=3), max_size=4),
    st.integers(0, 9),
    st.booleans(),
)
def test_a_relation_is_satisfied_where_the_terms_satisfy_it(sequence, drawn, since, is_multiple):
    if is_multiple:  # multiples of the recurrence of the sequence
        rows = [[-c for c in row] for row in sequence.coefficients]
        drawn = {-k: row for k, row in enumerate(rows)}
    terms = dict(enumerate(sequence.terms(80), sequence.first_n))

    def value(n):
        parts = ((sum(c * n**k for k, c in enumerate(row)), n + s) for s, row in drawn.items() if any(row))
        return sum(p * terms[k] for p, k in parts)

    least = sequence.first_n - min((s for s, row in drawn.items() if any(row)), default=0)
    holds = since >= least and not any(value(n) for n in range(since, since + 60))
    assert sequence.satisfies(drawn, since) == holds


def value(text, n):
    """Return the closed form at n, read by SymPy."""
    found = sympy.sympify(text.replace("^", "**")).subs(sympy.Symbol("n"), n)
    exact = sympy.simplify(sympy.gammasimp(found))
    return Fraction(int(exact.p), int(exact.q))


def test_the_names_of_classical_sequences():
    for text, equation in PRINTED["names"].items():
        truth = [value(text, n) for n in range(10)]
        form = PRecursive.parse(equation, truth[:1]).hypergeometric()
        assert str(form) == text
        assert form.terms(10) == truth
        assert form.p_recursive().hypergeometric() == form
    offset = PRecursive.parse("(n - 5)*a(n) = n*a(n-1)", [0, 0, 0, 0, 0, 1]).hypergeometric()
    assert [value(offset.closed_form, n) for n in range(20)] == [comb(n, 5) for n in range(20)]
    row = PRecursive.parse("n*a(n) = (8 - n)*a(n-1)", [comb(7, 2)], 2).hypergeometric()
    assert [value(row.closed_form, n) for n in range(2, 8)] == [comb(7, n) for n in range(2, 8)]


several = st.one_of(st.integers(-4, 4).map(Fraction), st.fractions(-2, 2, max_denominator=4))
shifts = st.lists(several, max_size=3)


@settings(max_examples=6)
@given(shifts, shifts, st.fractions(-3, 3, max_denominator=3), st.integers(0, 2))
def test_random_closed_forms_evaluate_to_the_terms(upper, lower, ratio, first_n):
    assume(ratio)
    rows = []
    for factor, values in ((1, lower), (-ratio, upper)):
        row = [Fraction(factor)]
        for s in values:
            row = [s * a + b for a, b in zip([*row, 0], [0, *row], strict=True)]
        rows.append(row)
    start = max([first_n, *(int(-s) for s in lower if s.denominator == 1)])
    initial = [Fraction(k + 2, 3) for k in range(first_n, start + 1)]
    sequence = PRecursive.of(rows, initial, first_n, start + 1)
    form = sequence.hypergeometric()
    assert form.p_recursive() == sequence
    assert form.terms(20) == sequence.terms(20)
    low = form.closed_form_from
    for n in range(low, low + 6):
        assert value(form.closed_form, n) == sequence[n]


# Algebraic series


def half(n):
    """Return the coefficient of x^n in the square root of 1 + x."""
    value = Fraction(1)
    for k in range(n):
        value *= (Fraction(1, 2) - k) / (k + 1)
    return value


SERIES = [
    ("1 - f + t*f^2", [1], catalan),
    ("f = 1 + t*f + t^2*f^2", [1], motzkin),
    ("f = 1 + t*f + t*f^2", [1], schroeder),
    ("f = 1 + t*f^3", [1], lambda n: comb(3 * n, n) // (2 * n + 1)),
    ("f = 1 + t*f^4", [1], lambda n: comb(4 * n, n) // (3 * n + 1)),
    ("f^2 - 4*t*f^2 - 1", [1], lambda n: comb(2 * n, n)),
    ("f^2 - 6*t*f^2 + t^2*f^2 - 1", [1], delannoy),
    ("f^2 - 1 - t", [1], half),
    ("f^2 - 1 - t", [-1], lambda n: -half(n)),
    ("f - t*f - 1 - t", [1], lambda n: min(n + 1, 2)),
    ("t^2*f^2 - t^2 - t^3", [1], half),
]


def test_classical_series_by_their_definitions():
    for text, start, definition in SERIES:
        series = Algebraic.parse(text, start)
        expected = [definition(n) for n in range(50)]
        assert series.terms(50) == expected, text
        assert series == Algebraic.parse(text, expected) == Algebraic.parse(str(series), series.initial)
        assert series.p_recursive().terms(50) == expected
        assert (series[37], series[300]) == (definition(37), definition(300))
        assert series.differential_equation().p_recursive(expected[:20]).terms(50) == expected
        assert series.terms(300)[299] == definition(299)


def test_the_branch_of_an_algebraic_function():
    both = "f^2 - 2*f + 1 - t^2 - t^3"
    plus, minus = (Algebraic.parse(both, [1, sign]) for sign in (1, -1))
    assert plus.terms(8) == [1, 1, *(half(n) for n in range(1, 7))]
    assert minus.terms(8) == [1, -1, *(-half(n) for n in range(1, 7))]


@given(st.sets(st.tuples(*[st.integers(-2, 2)] * 4), min_size=1, max_size=4))
def test_all_power_series_that_solve_an_equation(series):
    """f^2 - 2 and t*f - 1 have none with rational coefficients; f = t + t^2*f^2 begins with t + t^4."""
    parts = [f"f - ({' + '.join(f'({c})*t^{k}' for k, c in enumerate(row))})" for row in series]
    text = "*".join(f"({part})" for part in (*parts, "f^2 - 2", "t*f - 1", "f - t - t^2*f^2"))
    found = [tuple(one.terms(5)) for one in Algebraic.solutions(read_equation(text, ("t", "f")))]
    assert sorted(found) == sorted([*((*row, 0) for row in series), (0, 1, 0, 0, 1)])


def test_a_far_term_and_a_sum_of_too_high_degree():
    series, fourth = Algebraic.parse("1 - f + t*f^2", [1]), Algebraic.parse("f = 1 + t*f^4", [1])
    assert series.coefficient_mod(1000, 10**9 + 7) == catalan(1000) % (10**9 + 7)
    assert isinstance(fourth + fourth * 2, PRecursive)
