"""A formula becomes the tree that its signs mean, and a refusal says where reading ended.

The trees are written down by hand from the rules of notation.
"""

from fractions import Fraction

import pytest

from gfkit.errors import InputError, LimitError
from gfkit.formula import tree as nodes
from gfkit.formula.read.grammar import Grammar, SymbolGrammar

MEANING = {"n": "n", "x": "x"}


def read(text, reader=Grammar):
    return reader(text, MEANING).expression()


def number(value):
    return nodes.Number(Fraction(value))


N = nodes.Letter("n")


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
    (r"n\2", nodes.Rounded(nodes.Quotient(N, number(2)), nodes.Rounding.FLOOR)),
    (
        "2 n\\2",
        nodes.Rounded(nodes.Quotient(nodes.Product((number(2), N)), number(2)), nodes.Rounding.FLOOR),
    ),
    ("+-n", nodes.Negative(N)),
    ("n^-2!", nodes.Power(N, nodes.Negative(nodes.Factorial(number(2))))),
    ("binomial(n, 2)", nodes.Choose(N, number(2))),
    (r"{n \choose 2}", nodes.Choose(N, number(2))),
]


def test_trees():
    for text, tree in TREES:
        assert read(text) == tree, text


def test_names():
    minus_one = nodes.Root(number(-1))
    assert read("i n", SymbolGrammar) == nodes.Product((minus_one, N))
    assert read("n I", SymbolGrammar) == nodes.Product((N, minus_one))
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
        assert read(text, SymbolGrammar) == symbol, text


def parts(node):
    """A node with all that lie in it."""
    yield node
    for value in vars(node).values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, nodes.Node):
                yield from parts(part)


def test_every_part_knows_where_it_stood():
    for text in [
        "2 n + 3/(n+1) - n!",
        " n^{2} / 7 / x ",
        "floor( n/2 ) * (x + 1)",
        r"\frac{1}{n} \sqrt{5}",
        "((n)) + 1",
    ]:
        tree = read(text)
        assert text[tree.start : tree.end] == text.strip()
        for part in parts(tree):
            assert read(text[part.start : part.end]) == part, (text, part)


REFUSALS = {
    "2 5": "expected a sign between two numbers at '5'",
    "floor 3": "expected a bracket at '3'",
    "sum(r^2 over r^2 - r = 1)": "as r^3 - r - 1 = 0 at '1)'",
    "⌊n)": "expected the end of a floor or ceiling at ')'",
    "n % 0": "expected a modulus from 1 to 9999 at '0'",
    "n % 10000": "expected a modulus from 1 to 9999 at '10000'",
    "n!!": "expected no second factorial",
    r"\sqrt[3]{5}": "expected a square root",
    r"\frac1.5": "expected braces around what a command is applied to",
    "(n": "expected ')' at the end",
    "": "expected a number, a variable or a bracket at the end",
}


def test_refusals_say_where_reading_ended():
    for text, message in REFUSALS.items():
        with pytest.raises(InputError) as refused:
            read(text)
        assert message in str(refused.value), text


def test_limits():
    assert read("1" + "/n" * 150)
    with pytest.raises(LimitError, match="more than 150 divisions"):
        read("1" + "/n" * 151)
    assert read("(" * 24 + "n" + ")" * 24)
    with pytest.raises(LimitError, match="nested too deeply"):
        read("(" * 25 + "n" + ")" * 25)
