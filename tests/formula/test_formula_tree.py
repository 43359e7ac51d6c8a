"""Trees of formulas in every language: random trees, written, read by SymPy's parsers, and compared in value.

The value of a tree is worked out here, part by part, in exact arithmetic; what a writer forgets to put into
brackets has another value.
"""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from math import ceil, comb, factorial, floor

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sympy.parsing.mathematica import parse_mathematica
from sympy.parsing.sympy_parser import convert_xor, parse_expr, standard_transformations

from gfkit.errors import InputError
from gfkit.formula.json import tree_as_json, tree_from_json
from gfkit.formula.languages import LATEX, MATHML, PLAIN, SYSTEMS, SymPy
from gfkit.formula.read.statement import read_statement
from gfkit.formula.tree import (
    Branch,
    Cases,
    Choose,
    Condition,
    Definition,
    Equation,
    Factorial,
    Group,
    Letter,
    Lookup,
    N,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Range,
    Remainder,
    Root,
    RootSum,
    Rounded,
    Rounding,
    Sum,
    by_residue,
    product,
    renamed,
    summed,
    term,
)
from gfkit.formula.write.oeis import Oeis

NUMBERS = st.one_of(st.integers(-12, 12), st.fractions(-3, 3, max_denominator=5)).map(Number)
TWICE, LATER = Product((Number(2), N)), Sum((N, Number(3)))
LEAVES = st.one_of(
    NUMBERS,
    st.sampled_from([N, Factorial(N), Factorial(TWICE), Choose(TWICE, N)]),
    st.sampled_from([Sum((N, Negative(LATER))), Quotient(N, Power(LATER, Number(2)))]),
)


def larger(parts):
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        several.map(Sum),
        several.map(Product),
        parts.map(Negative),
        parts.map(Group),
        st.builds(Quotient, parts, parts),
        st.builds(Power, parts, st.integers(1, 3).map(Number)),
        st.builds(Power, st.integers(1, 3).map(Number), st.just(Sum((N, Number(-1))))),
        st.builds(Rounded, parts, st.sampled_from(list(Rounding))),
        st.builds(Remainder, parts, st.integers(1, 5)),
    )


TREES = st.recursive(LEAVES, larger, max_leaves=8)


def value(node, n):
    """What a tree is at n."""
    match node:
        case Number():
            return Fraction(node.value)
        case Letter():
            return Fraction(n)
        case Sum():
            return sum(value(part, n) for part in node.terms)
        case Product():
            found = Fraction(1)
            for part in node.factors:
                found *= value(part, n)
            return found
        case Negative():
            return -value(node.body, n)
        case Group():
            return value(node.body, n)
        case Quotient():
            return value(node.above, n) / value(node.below, n)
        case Power():
            return value(node.base, n) ** int(value(node.exponent, n))
        case Rounded(body=body, how=how):
            found = value(body, n)
            return Fraction(
                {"floor": floor(found), "ceiling": ceil(found), "round": floor(found + HALF)}[how]
            )
        case Remainder(body=body, modulus=modulus):
            return value(body, n) % modulus
        case Cases(branches=branches):
            return next(value(one.body, n) for one in branches if one.condition.holds(n))
        case Lookup(entries=entries):
            return value(entries[n % len(entries)], n)
        case Factorial():
            return Fraction(factorial(int(value(node.body, n))))
        case Choose():
            return Fraction(comb(int(value(node.above, n)), int(value(node.below, n))))
    raise AssertionError(node)


HALF = Fraction(1, 2)
NAMES = {"n": sympy.Symbol("n"), "binomial": sympy.binomial, "floor": sympy.floor, "sqrt": sympy.sqrt} | {
    **dict.fromkeys(("ceil", "ceiling"), sympy.ceiling),
    **dict.fromkeys(("modp", "Mod"), sympy.Mod),
    "round": lambda value: sympy.floor(value + sympy.Rational(1, 2)),
}


def parsed(text, *more):
    names = NAMES | {"Integer": sympy.Integer, "Symbol": sympy.Symbol, "factorial": sympy.factorial}
    return parse_expr(text, local_dict=names, transformations=(*standard_transformations, convert_xor, *more))


def closed(text, floor_mark, ceiling_mark, closing):
    """Floors, ceilings and what is between both, as functions."""
    opened, found = [], ""
    marks = {floor_mark: "floor(", ceiling_mark: "ceiling("}
    parts = re.split("(" + "|".join(map(re.escape, (*marks, r"\rfloor", r"\rceil", "⌋", "⌉"))) + ")", text)
    for part in parts:
        if part in marks:
            opened.append((len(found), part))
            found += marks[part]
        elif part in (r"\rfloor", r"\rceil", "⌋", "⌉"):
            place, mark = opened.pop()
            found = found.removesuffix(closing) + ")"
            if mark == floor_mark and part in (r"\rceil", "⌉"):
                found = found[:place] + found[place:].replace("floor(", "round(", 1)
        else:
            found += part
    return found


def from_latex(text):
    """The LaTeX of arithmetic as plain text: commands become signs from the inside out."""
    text = closed(
        text.replace(r"\bmod", "%").replace(r"\left(", "("), r"\left\lfloor ", r"\left\lceil ", r" \right"
    )
    text = re.sub(r"(?<=[0-9]) (?=[0-9])", "", text)  # a blank is not seen: 4 2^{n} looks like 42^{n}
    text = text.replace(r"\right)", ")").replace(r" \cdot ", "*")
    changed = ""
    while changed != text:
        changed = text
        text = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"((\1)/(\2))", text)
        text = re.sub(r"\\binom\{([^{}]*)\}\{([^{}]*)\}", r"binomial(\1, \2)", text)
        text = re.sub(r"\^\{([^{}]*)\}", r"^(\1)", text)
    return parsed(re.sub(r"(?<=[\w)!]) (?=[\w(])", "*", text))


def from_mathematica(text):
    found = parse_mathematica(text)
    names = {name: getattr(sympy, name.lower()) for name in ("Binomial", "Floor", "Ceiling", "Factorial")}
    for name, meaning in {**names, "Mod": sympy.Mod}.items():
        while found.has(sympy.Function(name)):  # those within others come into sight one by one
            found = found.replace(sympy.Function(name), meaning)
    return found


def from_mathml(markup):
    """What a person sees: only brackets that are drawn, and digits side by side as one number."""
    text = closed(seen(ET.fromstring(markup)), "⌊", "⌈", "")
    text = re.sub(r" +(?=[!)])|(?<=\() +", "", text)
    text = re.sub(r"(?<=[0-9]) +(?=[0-9])", "", text)
    return parsed(re.sub(r"(?<=[\w)!]) +(?=[\w(])", "*", text))


SIGNS = {"−": " - ", "+": " + ", "⋅": "*", "mod": " % "}
SIGNS |= {sign: f" {sign}" for sign in "⌊⌈("} | {sign: f"{sign} " for sign in "⌋⌉)!"}


def seen(node):
    inside = [seen(child) for child in node]
    match node.tag:
        case "mn" | "mi":
            return node.text
        case "mo":
            return SIGNS[node.text]
        case "mfrac" if node.get("linethickness"):
            return f"binomial({inside[0]},{inside[1]})"
        case "mfrac":
            return f"(({inside[0]})/({inside[1]}))"
        case "msup":
            return f"{inside[0].strip()}^({inside[1]})"
    assert node.tag == "mrow"
    return " ".join(inside)


def read_here(text):
    """By the one grammar."""
    return read_statement(text).chains[0].sides[0]


READERS = {
    "plain": lambda tree: parsed(PLAIN.write(tree).replace(" mod ", "%")),
    "sympy": lambda tree: parsed(SymPy().write(tree)),
    "latex": lambda tree: from_latex(LATEX.write(tree)),
    "pari": lambda tree: parsed(SYSTEMS["pari"].write(tree)),
    "maple": lambda tree: parsed(SYSTEMS["maple"].write(tree)),
    "sage": lambda tree: parsed(SYSTEMS["sage"].write(tree)),
    "mathematica": lambda tree: from_mathematica(SYSTEMS["mathematica"].write(tree)),
    "mathml": lambda tree: from_mathml(MATHML.write(tree)),
}
"""From trees to objects of SymPy, by what each language writes."""

RETURNS = {
    "plain": lambda tree: read_here(PLAIN.write(tree)),
    "latex": lambda tree: read_here(LATEX.write(tree)),
    "oeis": lambda tree: read_here(Oeis().write(tree)),
    "json": lambda tree: tree_from_json(json.loads(json.dumps(tree_as_json(tree)))),
}
"""From trees to trees, by what is written and read again."""


@settings(max_examples=12, deadline=None)
@given(tree=TREES, n=st.integers(1, 5))
def test_every_language_says_what_the_tree_says_and_is_read_back(tree, n):
    try:
        true = value(tree, n)
    except ZeroDivisionError:
        assume(False)
    assume(abs(true.numerator) < 10**40)
    for language, read in READERS.items():
        found = read(tree).subs("n", n).doit()
        assert found == sympy.Rational(true.numerator, true.denominator), language
    for language, returned in RETURNS.items():
        assert value(returned(tree), n) == true, language
    assert RETURNS["json"](tree) == tree


SMALL = st.sampled_from([N, Number(3), Product((Number(2), N)), Power(Number(2), N), Sum((N, Number(-1)))])
PERIODIC = st.lists(SMALL, min_size=2, max_size=4)
BOUNDED = st.tuples(SMALL, SMALL, SMALL, st.integers(1, 3)).map(
    lambda drawn: Cases(
        (
            Branch(drawn[0], Condition(1, (0,), 0, drawn[3] - 1)),
            Branch(drawn[1], Condition(1, (0,), drawn[3], drawn[3])),
            Branch(drawn[2], Condition(1, (0,), drawn[3] + 1) if drawn[3] > 1 else Condition(0, ())),
        )
    )
)
CASES = st.one_of(PERIODIC.map(by_residue), PERIODIC.map(tuple).map(Lookup), BOUNDED)


@settings(max_examples=12, deadline=None)
@given(tree=CASES, n=st.integers(0, 6))
def test_cases_are_read_back(tree, n):
    for language, returned in RETURNS.items():
        assert value(returned(tree), n) == value(tree, n), language


def test_every_writer_writes_every_kind():
    kinds = {one.kind for one in Node.__subclasses__()} - {"branch"}
    for writer in (PLAIN, LATEX, MATHML, Oeis(), *SYSTEMS.values(), SymPy()):
        assert {kind for kind in kinds if not hasattr(writer, kind)} == set(), type(writer).__name__


def test_whatever_is_read_is_written_by_people():
    for text in (
        "(n^2 mod 5) + 1",
        "5 if n = 0; 2^n if n >= 1",
        r"c_n = (1+\sqrt{2})^n + o(1) \simeq 2.414^n",
        "2^n*[2, 3, 5][n mod 3]",
        "round((n+3)^2/12) + ceiling(n/2)",
        r"P_{\text{COL}, P_{n+1}}(x, y) = (x + y) P_{\text{COL}, P_n}(x, y)",
        "sum(r^n/(2r - 1) over r^2 - r - 1 = 0)",
    ):
        (chain,) = read_statement(text).chains
        for side in chain.sides:
            ET.fromstring(MATHML.write(side))
            again = read_statement(LATEX.write(side)).chains[0].sides[0]
            assert LATEX.write(again) == LATEX.write(side), text


def test_json_is_not_trusted():
    tree = Sum((N, Number(10**30), Rounded(N, Rounding.FLOOR)))
    whole = tree_as_json(tree)
    assert tree_from_json(json.loads(json.dumps(whole))) == tree
    for wrong in (
        {**whole, "kind": "node"},
        {**whole, "terms": 5},
        {**whole, "terms": [5]},
        {**whole, "more": 1},
        {"kind": "sum"},
        {"kind": "number", "value": True, "digits": ""},
        {"kind": "number", "value": {"number": "1/0"}, "digits": ""},
        {"kind": "rounded", "body": whole, "how": "sideways"},
        [],
    ):
        with pytest.raises(InputError):
            tree_from_json(wrong)


def test_one_tree_in_all_languages():
    fibonacci = summed([term(1), Negative(product(Number(Fraction(1, 2)), term(2)))])
    rule = Definition(fibonacci, 2, (Number(0), Number(1)), 0)
    assert PLAIN.write(rule) == "a(n) = a(n-1) - (1/2)*a(n-2) for n >= 2"
    assert LATEX.write(rule) == r"a(n) = a(n-1) - \frac{1}{2} a(n-2) \quad (n \ge 2)"
    assert LATEX.write(product(Number(4), Power(Number(2), N))) == r"4 \cdot 2^{n}"
    assert SYSTEMS["maple"].write(rule).startswith("a := proc(n) option remember; a(n-1) - (1/2)*a(n-2) end")
    halves = Range(
        Cases((Branch(N, Condition(2, (0,))), Branch(Number(1), Condition(2, (1,))))), 1, ((0, 7),)
    )
    assert PLAIN.write(halves) == "n if n mod 2 = 0; 1 if n mod 2 = 1 for n >= 1; a(0) = 7"
    assert SYSTEMS["maple"].write(halves) == "piecewise(n = 0, 7, piecewise(irem(n, 2) = 0, n, 1))"
    late = Cases((Branch(N, Condition(2, (0,), 3, 9)), Branch(Number(1), Condition(0, ()))))
    assert PLAIN.write(late) == "n if n mod 2 = 0 and n >= 3 and n <= 9; 1 if otherwise"
    assert r"n \equiv 0 \pmod{2}, n \ge 3, n \le 9 \\ 1 & \text{otherwise}" in LATEX.write(late)
    assert PLAIN.write(product(Number(3), Lookup((N, Number(1))))) == "3*[n, 1][n mod 2]"
    golden = RootSum(Power(Letter("r"), N), "r", Sum((Power(Letter("r"), Number(2)), Number(-2))))
    assert SYSTEMS["maple"].write(golden) == "sum(r^n, r = RootOf(_Z^2 - 2))"
    assert SYSTEMS["sage"].write(golden) == (
        "sum(r^n for r in QQ['r']([-2, 0, 1]).roots(QQbar, multiplicities=False))"
    )
    assert [PLAIN.write(Root(Number(k))) for k in (5, -1)] == ["sqrt(5)", "I"]
    assert PLAIN.write(renamed(Equation(term(0), N), "a", "b")) == "b(n) = n"
