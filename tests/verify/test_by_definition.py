"""Evaluation by definition: values, power series, outcomes of claims, and claims that say nothing about a(n).

The edge cases are known from textbooks, sequences and series come from SymPy, and drawn formulas are compared
with the evaluator of closed forms, which shares no code with this one.
"""

from __future__ import annotations

from collections import Counter

import pytest
import sympy
from choice import drawn
from tables import tables

from gfkit.claims.definition.outcomes import claim_outcomes, says_nothing, world_of
from gfkit.claims.definition.series import series_coefficients
from gfkit.claims.definition.values import MissingTermError, NearError, World
from gfkit.claims.provers.sequence import exact_value
from gfkit.claims.statement.canonical import normal, parse_statement, read_expression
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.errors import LimitError, NoValueError, UndecidedError

ROWS = tables("by_definition")
WORLD = World({"a": lambda n: sympy.fibonacci(n).p})

NO_VALUES = """
0^(-1) factorial(-1) gamma(0) valuation(2,0) log(0) cases(1=2:1) 1/(1-cos(0)) (5mod0) A000041(-1) A000204(0)
"""
UNDECIDED = (
    "F(1/2) binomial(4,1/2) floor(2*cos(pi/3)) (-8)^(1/3) sum(k,k=0..infinity) floor(1,2) x b(1) tan(pi/2)"
)


@pytest.mark.parametrize("row", ROWS["values"].strip().splitlines())
def test_edge_cases_have_the_values_of_textbooks(row):
    left, right = (WORLD.value(read_expression(side), {}) for side in row.split(" | "))
    assert left == right
    assert type(left) is type(right)


@pytest.mark.parametrize(("error", "texts"), [(NoValueError, NO_VALUES), (UndecidedError, UNDECIDED)])
def test_an_expression_without_a_computed_value_is_refused(error, texts):
    for text in texts.split():
        with pytest.raises(error):
            WORLD.value(read_expression(text.replace("mod", " mod ")), {})


def test_well_known_sequences_are_those_of_sympy():
    functions = {
        "A000005": sympy.divisor_count,
        "A000010": sympy.totient,
        "A000041": sympy.partition,
        "A000073": lambda n: sympy.tribonacci(n - 1),
        "A000108": sympy.catalan,
        "A000110": sympy.bell,
        "A000203": sympy.divisor_sigma,
        "A000045": sympy.fibonacci,
        "A001850": lambda n: sympy.legendre(n, 3),
        "F": sympy.fibonacci,
        "L": sympy.lucas,
    }
    for name, function in functions.items():
        assert [WORLD.term(name, n) for n in range(1, 25)] == [function(n) for n in range(1, 25)], name


def expression(random, depth):
    """Return a drawn closed form in n."""
    if depth == 0:
        return random.choice([nodes.N, nodes.N, nodes.Number(random.randint(-3, 5))])
    one, other = (expression(random, random.randrange(depth)) for _ in range(2))
    number = nodes.Number(random.randint(2, 6))
    small = nodes.Remainder(one, 5)
    return random.choice(
        [
            nodes.Sum((one, other)),
            nodes.Product((one, other)),
            nodes.Negative(one),
            nodes.Quotient(one, other),
            nodes.Power(nodes.Sum((nodes.Root(number), one)), small),
            nodes.Choose(one, small),
            nodes.Factorial(small),
            nodes.Factorial(nodes.IntegerPart(nodes.Quotient(nodes.N, number), nodes.Rounding.FLOOR)),
            nodes.IntegerPart(nodes.Quotient(one, number), random.choice([*nodes.Rounding])),
            nodes.Remainder(one, random.randint(1, 7)),
            nodes.by_residue((one, other, number)),
            nodes.Cases(
                (
                    nodes.Branch(one, nodes.Condition(2, (1,), 3)),
                    nodes.Branch(other, nodes.Condition(1, (0,), 1)),
                )
            ),
            nodes.BigOperator(nodes.rename(one, "n", "k"), "k", nodes.ZERO, nodes.N, random.random() < 0.3),
            nodes.FunctionCall(random.choice(["max", "min", "gcd", "lcm"]), (one, other)),
            nodes.FunctionCall(
                f"chebyshev{random.choice('TUS')}", (nodes.Sum((small, nodes.Number(-2))), other)
            ),
            nodes.Symbol((random.choice(["F", "L", "Pell", "J"]),), nodes.Sum((small, nodes.Number(-3)))),
        ]
    )


@pytest.mark.parametrize("depth", range(1, 5))
def test_drawn_expressions_have_the_values_of_the_evaluator_of_closed_forms(depth):
    random, seen = drawn(f"by definition {depth}"), Counter()
    for _ in range(150):
        tree = expression(random, depth)
        for n in range(7):
            found = []
            for value, form, place in ((exact_value, tree, n), (WORLD.value, normal(tree), {"n": n})):
                try:
                    found.append(Radical.of(value(form, place)))
                except NoValueError:
                    found.append("none")
                except (UndecidedError, LimitError, TypeError):  # the last one for a ball
                    found.append("unknown")
            assert "unknown" in found or found[0] == found[1], (tree, n, found)
            seen["unknown" if "unknown" in found else "none" if "none" in found else "value"] += 1
    assert seen["value"] > 500
    assert seen["none"] > 5
    assert seen["unknown"] < 300


@pytest.mark.parametrize("text", ROWS["series"].strip().splitlines())
def test_series_are_those_of_sympy(text):
    ours = series_coefficients(read_expression(text), WORLD, 8)
    plain = text.replace("sum(t^k, k = 0..3)", "(1+t+t^2+t^3)")
    plain = plain.replace("product(1 - t^k, k = 1..3)", "((1-t)*(1-t^2)*(1-t^3))").replace("^", "**")
    t = sympy.Symbol("t")
    theirs = sympy.series(sympy.sympify(plain, {"t": t}), t, 0, 8).removeO()
    for n, value in enumerate(ours):
        assert sympy.simplify(theirs.coeff(t, n) - sympy.sympify(str(value))) == 0, n


@pytest.mark.parametrize(
    "text", ["1/t", "1/(t - t)", "sqrt(t)", "A(1 + t)", "floor(t)", "1/(cos(1)^2 + sin(1)^2 - 1 + t)"]
)
def test_expressions_that_are_no_computed_power_series_are_refused(text):
    with pytest.raises(UndecidedError):
        series_coefficients(read_expression(text), WORLD, 8)


def terms(n):
    """Return F(n) for 1 <= n <= 20."""
    if n < 1:
        raise MissingTermError("a begins at 1")
    if n > 20:
        raise UndecidedError("a is not counted")
    return int(sympy.fibonacci(n))


ABOUT = "a(n) = terms(1: 1, 1)"


@pytest.mark.parametrize("row", ROWS["outcomes"].strip().splitlines())
def test_outcomes_are_those_of_the_fibonacci_numbers(row):
    text, _, expected = row.rpartition(" |")
    statement = parse_statement(f"{ABOUT}; {text}")
    world = world_of(statement.definitions, {"a": terms})
    found = dict(claim_outcomes(statement.claims[0], world, range(-5, 25)))
    for part in expected.split(",") if expected else ():
        n, _, outcome = part.partition(":")
        one = found[int(n)]
        assert f"{one.outcome} {one.left} {one.right}".strip() == outcome.strip(), n
    assert expected or not found


def test_outcomes_state_the_needed_terms():
    claim = parse_statement(f"{ABOUT}; for n >= 2: a(n) = a(n - 1) + a(n - 2)").claims[0]
    assert dict(claim_outcomes(claim, WORLD, [6, 1]))[6].used == {4, 5, 6}


@pytest.mark.parametrize(("texts", "expected"), [(ROWS["nothing"], True), (ROWS["something"], False)])
def test_claims_say_nothing_if_they_hold_for_random_numbers(texts, expected):
    for text in texts.strip().splitlines():
        statement = parse_statement(f"{ABOUT}; {text}")
        assert says_nothing(statement.claims, statement.definitions) is expected, text


def test_near_values_are_not_called_equal():
    pi = "4*cos(pi/5)^2 - 2*cos(pi/5) = 1"
    for text, holds in ((pi, True), (pi.replace("=", "<="), True), (pi.replace("=", "<"), False)):
        with pytest.raises(NearError) as caught:
            WORLD.holds(parse_statement(f"{ABOUT}; for n >= 0: {text}").claims[0].condition, {})
        assert caught.value.holds is holds
    both = parse_statement(f"{ABOUT}; for n >= 0: ({pi} and 1 = 2)").claims[0].condition
    with pytest.raises(UndecidedError):
        WORLD.holds(both, {})
