"""Formulas parsed from plain text and LaTeX: their values, trees and recurrences.

Values are computed with integers of Python and with SymPy, trees were derived manually from the rules of
notation, and pairs of spellings are equivalent for a reader.
"""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from math import comb, factorial, isqrt
from operator import add

import pytest
import sympy
from hypothesis import given, strategies as st
from refusals import refused
from tables import table, tables

from gfkit.claims.provers import expansion, kind, sequence, space
from gfkit.claims.statement.grammar import Grammar
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.statement.ratio import ratio, ring_of
from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.closed_form import closed_form
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.errors import GfkitError, InputError, LimitError


def side(text):
    return read_statement(text).chains[0].sides[-1]


def terms(text: str, count: int) -> list[Fraction | None]:
    return [sequence.exact_value(side(text), n).rational for n in range(count)]


def test_equivalent_notations_have_equal_values():
    for one, other in table("same"):
        first, second = side(one), side(other)
        ring = ring_of(first, second)
        assert ratio(first, ring) == ratio(second, ring), one


MEANINGS = {meaning.__name__: meaning for meaning in (comb, factorial, isqrt, Fraction, int, round)}
MEANINGS |= {"F": sympy.fibonacci, "L": sympy.lucas, "sqrt": sympy.sqrt, "expand": sympy.expand}


def test_printed_closed_forms_are_parsed_to_the_same_value():
    several = "*".join(f"(1 - {k}*t - t^3)" for k in range(1, 19))
    for gf in [*tables("closed_forms")["in_radicals"], "1/(1 - 5*t + 5*t^2 + 3*t^3 - 2*t^4)"]:
        form = closed_form(RationalGF.parse(gf))
        for text in (form.formula, form.latex().removeprefix("a(n) = ")):
            assert terms(text, 10) == RationalGF.parse(gf).terms(10), text
    gf = RationalGF.parse(f"1/({several})")
    names = [root.name for root in closed_form(gf).roots()]
    assert len({*names}) == len(names) == 54
    assert all(name.isalnum() for name in names)
    assert terms(str(closed_form(gf)).partition(";")[0], 4) == gf.terms(4)


def check_recurrence(text):
    """Check that the denominator from the initial values annihilates all later ones, within the bound."""
    tree = side(text)
    bound, (_, below) = space.space(tree), expansion.closed_rows(tree)
    order = len(below) - 1
    assert order <= bound.order
    values = [sequence.exact_value(tree, n) for n in range(bound.start + 2 * bound.order + 5)]
    for n in range(bound.start + order, len(values)):
        assert not reduce(add, (c * values[n - k] for k, c in enumerate(below))), text


def test_closed_forms():
    """And their recurrences, on whose order a proof rests."""
    without = []
    for text, meaning in table("closed forms"):
        assert terms(text, 10) == [eval(meaning, {**MEANINGS, "n": n}) for n in range(10)], text
        if space.space(side(text)) is None:
            without.append(text)
        else:
            check_recurrence(text)
    assert all("!" in text or "2n" in text or "sqrt(2)n" in text for text in without)


SIMPLE = ["n", "2", "3^n", "(-2)^n", "F(n)", "(1+sqrt(2))^n", "floor(n/3)", "(n mod 2)"]
SIMPLE += ["2^floor(n/2)", "(-1)^(n*(n-1)/2)", "cos(Pi*n/2)", "binomial(n, 2)", "[n = 3]", "0^n", "3^(n/2)"]


@st.composite
def expressions(draw, depth: int = 2) -> str:
    """Return a strategy of closed forms that satisfy a recurrence."""
    if depth == 0:
        return draw(st.sampled_from(SIMPLE))
    one, other = draw(expressions(depth=depth - 1)), draw(expressions(depth=depth - 1))
    made = [f"({one} + {other})", f"({one})*({other})", f"({one} - n)^2", f"[{one}, {other}][n mod 2]"]
    return draw(st.sampled_from(made))


@given(expressions())
def test_orders_are_bounds(text):
    check_recurrence(text)


def test_the_kinds_and_ranges_of_statements():
    for text, word in table("kinds"):
        assert str(kind.kind_of(read_statement(text))) == word, text
    for text, bound in table("ranges"):
        assert str(read_statement(text).valid_from) == bound, text


UNREADABLE = ["a(n) = ", "1 + + ", "(" * 300 + "t" + ")" * 300, "2^" * 500 + "2", "-" * 2000 + "t"]


def test_invalid_formulas_are_rejected():
    for text in [*UNREADABLE, *(text for (text,) in table("unreadable"))]:
        with pytest.raises(GfkitError) as error:
            read_statement(text)
        assert "\n" not in str(error.value), text
        assert str(error.value).startswith("formula")


@given(st.text("()[]{}+-*/^_,;=~nxyta012.! \\fracsqrbegin&if", max_size=30))
def test_any_string_is_parsed_or_rejected_in_one_line(text):
    # Every string is parsed, or rejected in a message of one line.
    message = ""
    try:
        read_statement(text)
    except GfkitError as error:
        message = str(error)
    assert "\n" not in message


def test_undefined_symbols_are_rejected():
    for text in ("1/(1 - w)", "1/(1-t-foo)", "GF(t)/(1-t)"):
        with pytest.raises(InputError, match="unknown name"):
            ratio(side(text), ring_of(side(text)))


# The tree that the signs mean

MEANING = {"n": "n", "x": "x"}


def read(text):
    return Grammar(text, MEANING).expression()


def number(value):
    return nodes.Number(Fraction(value))


N = nodes.Letter("n")
TWICE = nodes.Product((number(2), N))
LOG_2 = nodes.Group(nodes.Quotient(nodes.FunctionCall("log", (N,)), nodes.FunctionCall("log", (number(2),))))
TREES = [
    ("n 5", nodes.Product((N, number(5)))),
    ("2 5^n", nodes.Product((number(2), nodes.Power(number(5), N)))),
    ("Sqrt[5]", nodes.Root(number(5))),
    (r"\sqrt 12", nodes.Root(number(12))),
    (r"\sqrt{12}", nodes.Root(number(12))),
    (r"\frac12", nodes.Quotient(number(1), number(2))),
    (r"\frac123", nodes.Product((nodes.Quotient(number(1), number(2)), number(3)))),
    (r"\frac{n}12", nodes.Product((nodes.Quotient(N, number(1)), number(2)))),
    ("(n mod 3)", nodes.Remainder(N, 3)),
    ("n % (3) n", nodes.Product((nodes.Remainder(N, 3), N))),
    (r"n \2", nodes.IntegerPart(nodes.Quotient(N, number(2)), nodes.Rounding.FLOOR)),  # as PARI divides
    (r"2 n\2", nodes.IntegerPart(nodes.Quotient(TWICE, number(2)), nodes.Rounding.FLOOR)),
    ("+-n", nodes.Negative(N)),
    ("n^-2!", nodes.Power(N, nodes.Negative(nodes.Factorial(number(2))))),
    ("binomial(n, 2)", nodes.Choose(N, number(2))),
    (r"{n \choose 2}", nodes.Choose(N, number(2))),
    ("iquo(n, 2)", nodes.IntegerPart(nodes.Quotient(N, number(2)), nodes.Rounding.FLOOR)),
    ("Mod[n, 3]", nodes.Remainder(N, 3)),
    ("gcd(n mod 4, 2)", nodes.FunctionCall("gcd", (nodes.Remainder(N, 4), number(2)))),
    ("cos^2(n)", nodes.Power(nodes.FunctionCall("cos", (N,)), number(2))),
    *((text, LOG_2) for text in ("log2(n)", "log_2(n)", "log[2](n)", r"\log_{2}(n)")),
]


def test_trees():
    for text, tree in TREES:
        assert read(text) == tree, text


def test_names():
    minus_one = nodes.Root(number(-1))
    assert read("i n") == nodes.Product((minus_one, N))
    assert read("n I") == nodes.Product((N, minus_one))
    for text, symbol in {
        "a(n)": nodes.Symbol(("a",), N),
        "F(3)": nodes.Symbol(("F",), number(3)),
        "a_n": nodes.Symbol(("a",), N),
        "s0": nodes.Symbol(("s",), number(0)),
        "i(n)": nodes.Symbol(("i",), N),
        "P(x, n)": nodes.Symbol(("P",), N, (nodes.Letter("x"),)),
        "P(n, x)": nodes.Symbol(("P",), N, (nodes.Letter("x"),)),
        "P(3)": nodes.Symbol(("P",), None, (number(3),)),
    }.items():
        assert read(text) == symbol, text


def test_nodes_store_their_positions_in_the_source():
    for text in tables("wholes")["sums"]:
        tree = read(text)
        assert text[tree.start : tree.end] == text.strip()
        for part in nodes.walk(tree):
            assert read(text[part.start : part.end]) == part, (text, part)


def test_errors_state_the_position_in_the_formula():
    for text, *facts in table("refusals"):
        with refused(InputError, *facts, about=text):
            read(text)


def test_limits():
    assert read("1" + "/n" * 150)
    with pytest.raises(LimitError, match="more than 150 divisions"):
        read("1" + "/n" * 151)
    assert read("(" * 24 + "n" + ")" * 24)
    with pytest.raises(LimitError, match="nested too deeply"):
        read("(" * 25 + "n" + ")" * 25)


# Square roots

small = st.integers(-3, 3)
fractions = st.builds(Fraction, small, st.integers(1, 4))
numbers = st.fixed_dictionaries(dict.fromkeys((1, 2, -3), fractions)).map(Radical.sum)


@given(numbers, numbers)
def test_numbers_with_roots(a, b):
    def exact(number: Radical) -> sympy.Expr:
        return sum((sympy.Rational(c) * sympy.sqrt(d) for d, c in number.parts), 0 * sympy.I)

    assert sympy.expand(exact(a * b) - exact(a) * exact(b)) == 0
    assert sympy.expand(exact(a + b) - exact(a) - exact(b)) == 0
    if b:
        assert (a / b) * b == a
    assert sympy.simplify(sympy.sympify(str(a)) - exact(a)) == 0


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(1, 9))
def test_floors(a, b, c):
    number = Radical.sum({1: Fraction(a, c), 2: Fraction(b, c)})
    assert number.floor() == int(sympy.floor((a + b * sympy.sqrt(2)) / c))
