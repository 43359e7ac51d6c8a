"""Trees of formulas and values in every output format, each checked by independent software.

gp runs PARI, SymPy evaluates its own objects and parses Mathematica, and the readers below parse the other
formats. Expected values come from definitions, well-known sequences, and the value of a random tree, computed
here part by part; a missing bracket changes the value.
"""

import re
import shutil
import sys
import types
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import product
from math import ceil, comb, factorial, floor, prod
from pathlib import Path

import pytest
import sympy
from choice import some_of
from cli.calling import ran
from hypothesis import assume, given, strategies as st
from known_sequences import involutions
from sympy.parsing.mathematica import parse_mathematica
from sympy.parsing.sympy_parser import convert_xor, parse_expr, standard_transformations
from tables import tables

import gfkit
from gfkit import Count, Evidence, Polynomial, RationalGF, Recurrence
from gfkit.claims.statement.parse import read_statement
from gfkit.core.algebra import Algebraic, DifferentialEquation, PRecursive, QuasiPolynomial, Status
from gfkit.core.algebra.closed_form import closed_form
from gfkit.core.algebra.formula import LANGUAGES, LATEX, MATHML, PLAIN, text_in, tree
from gfkit.core.algebra.formula.write.oeis import Oeis
from gfkit.core.algebra.formula.write.systems import SYSTEMS, SymPy
from gfkit.core.errors import InputError, OptionError

COUNT = 13


def recursive(start, step):
    """Compute terms by definition, each from the previous ones."""
    values = list(start)
    while len(values) < COUNT:
        values.append(Fraction(step(values, len(values))))
    return values


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
FIBONACCI = recursive([0, 1], lambda v, _: v[-1] + v[-2])
COWS = recursive([1, 1, 1], lambda v, _: v[-1] + v[-3])
CATALAN = [comb(2 * n, n) // (n + 1) for n in range(COUNT)]
FIB, COW = RationalGF.of([0, 1], [1, -1, -1]), RationalGF.of([1], [1, -1, 0, -1])
SINGULAR = PRecursive.parse("(n-2)*a(n) = (n-2)*n*a(n-1)", [1, 1, 5])
"""Divided by n - 2: a(n) = n a(n-1), where a(2) is not told."""
LATE = [1, 1, 5] + [5 * factorial(n) // 2 for n in range(3, COUNT)]


def of_series(above, below):
    return closed_form(RationalGF.of(above, below))


def ratio(rule, *initial):
    return PRecursive.parse(rule, initial).hypergeometric()


THIRDS = [THIRD * (2 * THIRD) ** n + THIRD * (2 * THIRD) ** (n - 1) for n in range(1, COUNT)]
FORMULAS = {
    "radicals": (closed_form(FIB), FIBONACCI),
    "cubic": (closed_form(COW), COWS),
    "complex": (of_series([1, -1], [1, -2, 5]), [((1 + 2 * 1j) ** n).real for n in range(COUNT)]),
    "multiple root": (of_series([1], [1, -4, 4]), [(n + 1) * 2**n for n in range(COUNT)]),
    "fractions": (of_series([1, 1], [3, -2]), [THIRD, *THIRDS]),
    "root over 2": (of_series([3, 1], [2, 0, -1]), recursive([3 * HALF, HALF], lambda v, _: v[-2] / 2)),
    "exceptions": (of_series([5, 0, -1, 1], [1, -2]), [5, 10, 19] + [39 * 2**k for k in range(COUNT - 3)]),
    "cubic over a scale": (
        of_series([2], [2, -1, 0, -1]), recursive([1, HALF, HALF**2], lambda v, _: (v[-1] + v[-3]) / 2)
    ),
    "powers beside a period": (
        of_series([1, 1], [1, -2, 1, -2]), recursive([1, 3, 5], lambda v, _: 2 * v[-1] - v[-2] + 2 * v[-3])
    ),
    "rounded": (
        QuasiPolynomial.of([[0, 0, HALF**2], [-(HALF**2), 0, HALF**2]]), [n * n // 4 for n in range(COUNT)]
    ),
    "period": (
        QuasiPolynomial.of([[1], [0, 1], [0, 0, 1]], [7]), [7, *(n ** (n % 3) for n in range(1, COUNT))]
    ),
    "polynomial": (QuasiPolynomial.of([[0, HALF, HALF]]), [n * (n + 1) // 2 for n in range(COUNT)]),
    "binomial": (PRecursive.of([[1, 1], [2, -4]], [1]).hypergeometric(), CATALAN),
    "factorials": (ratio("a(n) = n*a(n-1)", 3, 3), [3 * factorial(n) for n in range(COUNT)]),
    "rising": (
        ratio("3*a(n) = (3*n - 1)*a(n-1)", 2), recursive([2], lambda v, n: Fraction(3 * n - 1, 3) * v[-1])
    ),
    "finite": (ratio("n*a(n) = (6-n)*a(n-1)", 1), [comb(5, n) for n in range(COUNT)]),
    "late": (SINGULAR.hypergeometric(), LATE),
}  # fmt: skip
"""Formulas in n, with the true terms from n = 0 on."""

HALVES = recursive([7, THIRD, 2], lambda v, _: v[-1] / 2 - 3 * HALF * v[-2])
RECURRENCES = {
    "linear": (FIB.recurrence, FIBONACCI),
    "fractions": (Recurrence((HALF, -3 * HALF), 3, (7, THIRD, 2)), HALVES),
    "polynomials": (PRecursive.of([[1, 1], [2, -4]], [1]), CATALAN),
    "order 2": (PRecursive.parse("a(n) = a(n-1) + (n-1)*a(n-2)", [1, 1]), [involutions(n) for n in range(9)]),
    "singular": (SINGULAR, LATE),
    "zero in the end": (Recurrence((), 2, (3, 4)), [3, 4] + [0] * (COUNT - 2)),
    "later start": (Recurrence((1, 1), 4, (2, 3), 2), recursive([2, 3], lambda v, _: v[-1] + v[-2])),
}
"""Recurrences, with the true terms from first_n on."""


def close(value, true):
    """Return True if a value of SymPy, exact or a high-precision decimal, equals the term."""
    difference = sympy.expand(sympy.sympify(value) - sympy.sympify(Fraction(true)))
    return difference == 0 or abs(sympy.N(difference, 30)) < sympy.Rational(1, 10**15)


# Readers

needs_gp = pytest.mark.skipif(not shutil.which("gp"), reason="gp (PARI) is not installed: it runs nothing")


def gp(lines):
    """Return the lines that gp prints; an error of gp fails the test."""
    said = ran(["gp", "-q", "-f"], given="\n".join([*lines, ""]))
    assert "***" not in said.out + said.err, said
    return said.lines


SYMBOL = sympy.Symbol("n")
NAMES = {name: getattr(sympy, name) for name in ("Integer", "binomial", "factorial", "floor", "sqrt", "I")}
NAMES |= {"round": lambda value: sympy.floor(value + sympy.Rational(1, 2)), "rising_factorial": sympy.rf}
NAMES |= {**dict.fromkeys(("ceil", "ceiling"), sympy.ceiling), **dict.fromkeys(("modp", "Mod"), sympy.Mod)}


def parsed(text, **names):
    """Parse a formula with SymPy; powers are written with ^."""
    names = {**NAMES, "Symbol": sympy.Symbol, "n": SYMBOL, **names}
    return parse_expr(text, local_dict=names, transformations=(*standard_transformations, convert_xor))


MATHEMATICA = {
    **{name.capitalize(): getattr(sympy, name) for name in ("binomial", "floor", "ceiling", "factorial")},
    "Mod": sympy.Mod,
    "RootSum": lambda f, g: sympy.RootSum(sympy.Poly(f.expr, f.variables[0]), g),
    "Piecewise": lambda pieces, other: sympy.Piecewise(*((p[0], p[1]) for p in pieces), (other, True)),
}


def mathematica(text):
    expression = parse_mathematica(text)
    for name, meaning in MATHEMATICA.items():
        while expression.has(sympy.Function(name)):  # nested calls become visible one by one
            expression = expression.replace(sympy.Function(name), meaning)
    return expression


def recurrence_in_mathematica(rule, count):
    clear, *starts, last = re.split(r"(?<!/); ", rule.to("mathematica"))
    assert clear == "ClearAll[a]"
    known = {}
    for start in starts:
        n, value = re.fullmatch(r"a\[(\d+)\] = (.*)", start).groups()
        known[sympy.Function("a")(int(n))] = mathematica(value)
    first, right = re.fullmatch(r"a\[n_ /; n >= (\d+)\] := a\[n\] = (.*)", last).groups()
    for n in range(int(first), rule.first_n + count):
        known[sympy.Function("a")(n)] = mathematica(right).subs(SYMBOL, n).subs(known)
    return list(known.values())


def maple(text, n, others=None):
    """Return the value at n of an expression of Maple: SymPy's parser with Maple's names."""

    def piecewise(*parts):
        chosen = (value for condition, value in zip(parts[::2], parts[1::2], strict=False) if bool(condition))
        return next(chosen, parts[-1])

    def total(body, polynomial):
        return sympy.RootSum(sympy.Poly(polynomial), sympy.Lambda(sympy.Symbol("r"), body))

    text = re.sub(r"(irem\(n, \d+\)|\bn) = (\d+)", r"Eq(\1, \2)", text)
    text = re.sub(r", r = RootOf\((.*?)\)\)", lambda m: f", {m[1].replace('_Z', 'Z')})", text)
    names = {"irem": sympy.Mod, "piecewise": piecewise, "pochhammer": sympy.rf, "sum": total}
    return parsed(text, **names, **(others or {}), n=sympy.Integer(n))


def recurrence_in_maple(rule, count):
    pattern = r"a := proc\(n\) option remember; (.*) end proc:(.*)"
    body, starts = re.fullmatch(pattern, rule.to("maple")).groups()
    known = {int(n): sympy.Rational(value) for n, value in re.findall(r" a\((\d+)\) := ([^:]*):", starts)}
    for n in range(rule.first_n + len(known), rule.first_n + count):
        known[n] = maple(body, n, {"a": lambda k: known[int(k)]})
    return list(known.values())


def ring(coefficients):
    """QQ['r'](coefficients), whose roots(QQbar, multiplicities=False) are found to 60 digits."""
    polynomial = sympy.Poly(coefficients[::-1], sympy.Symbol("r"))
    return types.SimpleNamespace(
        roots=lambda _, multiplicities: [] if multiplicities else polynomial.nroots(60)
    )


def sage(text):
    """Return the preparsed string of Sage."""
    return re.sub(r"(?<![\w'])(\d+)", r"Integer(\1)", text).replace("^", "**")


SAGE = {**NAMES, "QQ": {"r": ring}, "QQbar": "QQbar"}


def recurrence_in_sage(rule, count):
    room = dict(SAGE)
    exec(sage(rule.to("sage")), room)
    with pytest.raises(KeyError):
        room["a"](rule.first_n - 1)
    return [room["a"](n) for n in range(rule.first_n, rule.first_n + count)]


def from_mathml(markup):
    """Return the visible formula: only drawn brackets count, and adjacent digits form one number."""
    text, before = seen(ET.fromstring(markup)), ""
    while text != before:
        before = text
        for opens, closes, name in (("⌊", "⌋", "floor"), ("⌈", "⌉", "ceiling"), ("⌊", "⌉", "round")):
            text = re.sub(f"{opens}([^⌊⌈⌋⌉]*){closes}", rf"{name}(\1)", text)
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


SYSTEM_AT = {
    "mathematica": lambda text, n: mathematica(text).subs(SYMBOL, n),
    "maple": lambda text, n: sympy.sympify(maple(text, n)),
    "sage": lambda text, n: sympy.sympify(eval(sage(text), {**SAGE, "n": sympy.Integer(n)})),
}
"""The value at n of what is written for a system."""
TREE_AT = {
    "plain": lambda node, n: parsed(PLAIN.write(node).replace(" mod ", "%")).subs(SYMBOL, n),
    "sympy": lambda node, n: parsed(SymPy().write(node)).subs(SYMBOL, n),
    "mathml": lambda node, n: from_mathml(MATHML.write(node)).subs(SYMBOL, n),
    "pari": lambda node, n: parsed(SYSTEMS["pari"].write(node)).subs(SYMBOL, n),
}
RETURNS = {
    "plain": lambda node: read_statement(PLAIN.write(node)).chains[0].sides[0],
    "latex": lambda node: read_statement(LATEX.write(node)).chains[0].sides[0],
    "oeis": lambda node: read_statement(Oeis().write(node)).chains[0].sides[0],
}
"""From trees to trees, by what is written and read again."""


# Trees

NUMBERS = st.one_of(st.integers(-12, 12), st.fractions(-3, 3, max_denominator=5)).map(tree.Number)
TWICE, LATER = tree.Product((tree.Number(2), tree.N)), tree.Sum((tree.N, tree.Number(3)))
SOME = [tree.N, tree.Factorial(tree.N), tree.Factorial(TWICE), tree.Choose(TWICE, tree.N)]
SOME += [tree.Sum((tree.N, tree.Negative(LATER))), tree.Quotient(tree.N, tree.Power(LATER, tree.Number(2)))]
LEAVES = st.one_of(NUMBERS, st.sampled_from(SOME))


def larger(parts):
    several = st.lists(parts, min_size=2, max_size=3).map(tuple)
    digit, before = st.integers(1, 3).map(tree.Number), tree.Sum((tree.N, tree.Number(-1)))
    made = [several.map(kind) for kind in (tree.Sum, tree.Product)]
    made += [parts.map(kind) for kind in (tree.Negative, tree.Group)]
    made += [st.builds(tree.Quotient, parts, parts), st.builds(tree.Power, parts, digit)]
    made += [st.builds(tree.Power, digit, st.just(before))]
    made += [st.builds(tree.Remainder, parts, st.integers(1, 5))]
    return st.one_of(*made, st.builds(tree.IntegerPart, parts, st.sampled_from(list(tree.Rounding))))


TREES = st.recursive(LEAVES, larger, max_leaves=8)


ROUNDED = {"floor": floor, "ceiling": ceil, "round": lambda number: floor(number + HALF)}
MEANT = {
    "number": lambda node, _: Fraction(node.value),
    "letter": lambda _, n: Fraction(n),
    "sum": lambda node, n: sum(value(part, n) for part in node.terms),
    "product": lambda node, n: prod(value(part, n) for part in node.factors),
    "negative": lambda node, n: -value(node.body, n),
    "group": lambda node, n: value(node.body, n),
    "quotient": lambda node, n: value(node.above, n) / value(node.below, n),
    "power": lambda node, n: value(node.base, n) ** int(value(node.exponent, n)),
    "integerpart": lambda node, n: Fraction(ROUNDED[node.how](value(node.body, n))),
    "remainder": lambda node, n: value(node.body, n) % node.modulus,
    "cases": lambda node, n: next(value(one.body, n) for one in node.branches if one.condition.holds(n)),
    "lookup": lambda node, n: value(node.entries[n % len(node.entries)], n),
    "factorial": lambda node, n: Fraction(factorial(int(value(node.body, n)))),
    "choose": lambda node, n: Fraction(comb(int(value(node.above, n)), int(value(node.below, n)))),
}


def value(node, n):
    """Return the value of a tree at n."""
    return MEANT[node.kind](node, n)


@given(node=TREES, n=st.integers(1, 5))
def test_every_format_has_the_value_of_the_tree_and_is_parsed(node, n):
    try:
        true = value(node, n)
    except ZeroDivisionError:
        assume(False)
    assume(abs(true.numerator) < 10**40)
    found = {language: at(node, n) for language, at in TREE_AT.items()}
    found |= {language: at(SYSTEMS[language].write(node), n) for language, at in SYSTEM_AT.items()}
    for language, one in found.items():
        assert one.doit() == sympy.sympify(true), language
    for language, returned in RETURNS.items():
        assert value(returned(node), n) == true, language


TWO = tree.Number(2)
SHORT = [tree.N, tree.Number(3), tree.Product((TWO, tree.N)), tree.Power(TWO, tree.N)]
SMALL = st.sampled_from([*SHORT, tree.Sum((tree.N, tree.Number(-1)))])
PERIODIC = st.lists(SMALL, min_size=2, max_size=4)


def bounded(first, middle, last, place):
    """Return three cases: one formula before a place, one at it, and one after it."""
    behind = tree.Condition(1, (0,), place + 1) if place > 1 else tree.Condition(0, ())
    conditions = (tree.Condition(1, (0,), 0, place - 1), tree.Condition(1, (0,), place, place), behind)
    return tree.Cases(tuple(map(tree.Branch, (first, middle, last), conditions)))


BOUNDED = st.builds(bounded, SMALL, SMALL, SMALL, st.integers(1, 3))
CASES = st.one_of(PERIODIC.map(tree.by_residue), PERIODIC.map(tuple).map(tree.Lookup), BOUNDED)


@given(node=CASES, n=st.integers(0, 6))
def test_formulas_by_cases_are_parsed_to_the_same_value(node, n):
    for language, returned in RETURNS.items():
        assert value(returned(node), n) == value(node, n), language


def test_every_writer_writes_every_kind():
    kinds = {one.kind for one in tree.Node.__subclasses__() if one.__module__ == tree.__name__} - {"branch"}
    assert kinds.issuperset(MEANT)
    for writer in (PLAIN, LATEX, MATHML, Oeis(), *SYSTEMS.values(), SymPy()):
        assert {kind for kind in kinds if not hasattr(writer, kind)} == set(), type(writer).__name__


def test_parsed_formulas_have_wellformed_mathml():
    for text in tables("wholes")["formulas"]:
        (chain,) = read_statement(text).chains
        for side in chain.sides:
            ET.fromstring(MATHML.write(side))
            again = read_statement(LATEX.write(side)).chains[0].sides[0]
            assert LATEX.write(again) == LATEX.write(side), text


def test_recurrences_and_ranges_in_human_readable_notation():
    last = tree.Negative(tree.product(tree.Number(Fraction(1, 2)), tree.term(2)))
    rule = tree.Definition(tree.sum_of_terms([tree.term(1), last]), 2, (tree.Number(0), tree.Number(1)), 0)
    assert PLAIN.write(rule) == "a(n) = a(n-1) - (1/2)*a(n-2) for n >= 2"
    assert LATEX.write(rule) == r"a(n) = a(n-1) - \frac{1}{2} a(n-2) \quad (n \ge 2)"
    assert LATEX.write(tree.product(tree.Number(4), tree.Power(tree.Number(2), tree.N))) == r"4 \cdot 2^{n}"
    halves = tree.by_residue([tree.N, tree.Number(1)])
    ranged = "n if n mod 2 = 0; 1 if n mod 2 = 1 for n >= 1; a(0) = 7"
    assert PLAIN.write(tree.Range(halves, 1, ((0, 7),))) == ranged
    assert [PLAIN.write(tree.Root(tree.Number(k))) for k in (5, -1)] == ["sqrt(5)", "I"]
    assert PLAIN.write(tree.rename(tree.Equation(tree.term(0), tree.N), "a", "b")) == "b(n) = n"


# Values


@needs_gp
def test_formulas_recurrences_and_series_run_in_pari():
    lines, true = [], []
    for form, terms in FORMULAS.values():
        lines += [f"a(n) = {form.to('pari')};", f"print(vector({COUNT}, k, a(k - 1)))"]
        true.append(terms)
    for rule, terms in RECURRENCES.values():
        lines += [f"{rule.to('pari')};", f"print(vector({len(terms)}, k, a(k - 1 + {rule.first_n})))"]
        true.append(terms)
    lines.append(f"print(Vec({COW.to('pari')} + O(t^{COUNT})))")
    printed = [[Fraction(v) for v in line.strip("[]").split(", ")] for line in gp(lines)]
    for name, found, terms in zip([*FORMULAS, *RECURRENCES, "series"], printed, [*true, COWS], strict=True):
        assert found == terms, name
    catalan = " + ".join(f"{c}*t^{n}" for n, c in enumerate(CATALAN))
    equation = Algebraic.parse("1 - f + t*f^2", [1]).to("pari")
    assert gp([f"f = {catalan} + O(t^{COUNT}); print(({equation}) == 0)"]) == ["1"]


@needs_gp
def test_pari_on_the_page_about_notation():
    page = Path(__file__).parents[2] / "docs" / "peers.md"
    blocks = re.findall(r"```gp\n(.*?)```", page.read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        asked = re.findall(r"^\? (.*)\n", block, re.MULTILINE)
        answers = re.findall(r"^%\d* = (.*)\n", block, re.MULTILINE)
        assert gp(asked)[-len(answers) :] == [re.sub(r"\s+", " ", a) for a in answers]


def test_series_and_equations():
    t, f = sympy.symbols("t f")
    expansion = sympy.series(COW.to("sympy"), t, 0, COUNT).removeO()
    assert [expansion.coeff(t, n) for n in range(COUNT)] == COWS
    cube = 1 - 2 * sympy.Symbol("x") * sympy.Symbol("y") ** 3
    assert sympy.sympify(Polynomial.parse("1 - 2*x*y^3")) == cube
    assert Polynomial.constant(7).to("sympy") == 7
    assert COW.to_sympy() == COW.to("sympy")
    catalan = Algebraic.parse("1 - f + t*f^2", [1])
    solutions = sympy.solve(catalan.to("sympy"), f)
    assert (1 - sympy.sqrt(1 - 4 * t)) / (2 * t) in [sympy.simplify(s) for s in solutions]
    assert catalan.to("maple") == "1 - f + t*f^2 = 0"
    equation = DifferentialEquation.of([[-1], [1]]).to("sympy")
    assert sympy.checkodesol(equation, sympy.Eq(sympy.Function("f")(t), sympy.exp(t)))[0]
    fourth, second = ([[0, 1], [], [], [1, 2], [-1]], [[0, 1], [2], [1, -1]])
    written = "Derivative[4][f][t] + (-1 - 2*t)*f'''[t] - t*f[t] == -3"
    assert DifferentialEquation.of(fourth, [3]).to("mathematica") == written
    written = "(1 - t)*diff(f(t), t$2) + 2*diff(f(t), t) + t*f(t) = 3"
    assert DifferentialEquation.of(second, [3]).to("maple") == written
    left, right = DifferentialEquation.of([[-1], [0], [1]]).to("sage").split(" == ")
    room = {**SAGE, "t": t, "f": sympy.cosh, "diff": sympy.diff}
    assert eval(sage(left), room) == eval(sage(right), SAGE) == 0


def test_formulas_have_their_values():
    for (name, (form, true)), n in product(FORMULAS.items(), (0, 7)):
        found = {language: at(form.to(language), n) for language, at in SYSTEM_AT.items()}
        for language, one in {**found, "sympy": form.to("sympy").subs(SYMBOL, n)}.items():
            assert close(one.doit(), true[n]), (language, name, n)


def test_recurrences_have_their_terms():
    for name, (rule, true) in some_of([*RECURRENCES.items()], step=2):
        for terms in (recurrence_in_mathematica, recurrence_in_maple, recurrence_in_sage):
            assert terms(rule, len(true)) == true, (terms, name)
        equation, a = rule.to("sympy"), sympy.Function("a")
        known = {a(n): sympy.Rational(str(v)) for n, v in enumerate(true, rule.first_n)}
        for n in range(rule.first_n + len(rule.initial), rule.first_n + len(true)):
            at = equation.subs(SYMBOL, n)
            assert sympy.expand((at.lhs - at.rhs).subs(known)) == 0, name


OTHERS = (
    PRecursive.of([[1, 1], [2, -4]], [1]),
    PRecursive.of([[1, 1], [2, -4]], [1]).differential_equation(),
    PRecursive.of([[1, 1], [2, -4]], [1]).hypergeometric(),
    Algebraic.parse("1 - f + t*f^2", [1]),
    Polynomial.parse("1 - 2*x*y^3"),
)


def test_every_value_in_every_output_format():
    values = [*OTHERS, FIB, FIB.recurrence, closed_form(FIB), QuasiPolynomial.of([[1], [0, 1]])]
    one_more, proved = Polynomial.parse("1 + x", ("x",)), Evidence(Status.PROVED, "count")
    count = Count("o12", "2x2", "all", ("x",), one_more, proved)
    for value in (*values, count):
        for language in LANGUAGES:
            if not (language == "pari" and isinstance(value, DifferentialEquation)):
                assert text_in(value, language.upper())
    assert [count.to(language) for language in ("pari", "oeis")] == ["1 + x", "1 + x"]


def test_large_numbers_are_written():
    large = 10**5000 + 1
    rule = Recurrence((large,), 1, (large,))
    digits = "1" + "0" * 4999 + "1"
    for language in LANGUAGES:
        if language != "sympy":
            assert digits in rule.to(language)
    assert digits in closed_form(RationalGF.of([1], [1, 0, 0, -large])).to("sage")
    at_one = RationalGF.of([1], [1, -large]).to("sympy").subs(sympy.Symbol("t"), 1)
    assert at_one == sympy.Rational(-1, 10**5000)


def test_refusals():
    asked = "format 'mapel'; did you mean maple?"
    for value, language, error, words in (
        (FIB, "mapel", OptionError, asked),
        (FIB, "matlab", OptionError, "unknown format 'matlab'; "),
        (OTHERS[1], "pari", InputError, "PARI has no equations for unknown functions"),
    ):
        with pytest.raises(error, match=re.escape(words)) as refused:
            value.to(language)
        assert "\n" not in str(refused.value)


class Variables:
    """The symbolic ring of Sage, with symbols of SymPy."""

    var = staticmethod(sympy.Symbol)


def test_values_are_passed_to_sage_and_pari(monkeypatch):
    """Replace systems that are large to install by small modules."""
    standin = types.ModuleType("sage.all")
    standin.SR = Variables
    standin.sage_eval = lambda text, locals: sympy.sympify(text, locals)  # noqa: A006
    monkeypatch.setitem(sys.modules, "sage", types.ModuleType("sage"))
    monkeypatch.setitem(sys.modules, "sage.all", standin)
    for value in (
        RationalGF.parse("(1 - 2*t)/(1 - 3*t + x*t^2)", ("t", "x")),
        Polynomial.parse("1 + 2*x - 3*x^2*y"),
        gfkit.derive("domineering", "2xn"),
    ):
        asked_by_sage = getattr(value, "_sage_")  # noqa: B009 (the name that Sage asks for)
        assert sympy.simplify(asked_by_sage() - value.to("sympy")) == 0
        for name in ("cypari2", "cypari"):
            given, pari = [], types.ModuleType(name)
            pari.Pari, pari.pari = lambda given=given: given.append, given.append
            with monkeypatch.context() as patch:
                patch.delitem(sys.modules, "cypari2", raising=False)
                patch.setitem(sys.modules, name, pari)
                value.__pari__()
            assert sympy.simplify(sympy.sympify(given[0].replace("^", "**")) - value.to("sympy")) == 0
