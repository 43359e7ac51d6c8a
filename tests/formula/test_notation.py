"""Values in the languages of other systems, each text judged by something that did not write it.

PARI's texts are run by gp, SymPy's objects by SymPy, Mathematica's read by SymPy's parser, those of Maple and
Sage by small readers below. The truth are definitions and well-known sequences.
"""

import re
import shutil
import subprocess
import sys
import types
from fractions import Fraction
from itertools import permutations, product
from math import comb, factorial
from pathlib import Path

import pytest
import sympy
from sympy.parsing.mathematica import parse_mathematica
from sympy.parsing.sympy_parser import convert_xor, parse_expr, standard_transformations

import gfkit
from gfkit.errors import InputError, OptionError
from gfkit.formula import LANGUAGES, text_in
from gfkit.sequences import (
    Algebraic,
    ClosedForm,
    Count,
    DifferentialEquation,
    Evidence,
    Hypergeometric,
    Polynomial,
    PRecursive,
    QuasiPolynomial,
    RationalGF,
    Recurrence,
    Status,
    closed_form,
)

COUNT = 13


def recursive(start, step):
    """Terms by definition: each from those before."""
    values = list(start)
    while len(values) < COUNT:
        values.append(Fraction(step(values, len(values))))
    return values


def involutions(n):
    return sum(all(p[p[i]] == i for i in range(n)) for p in permutations(range(n)))


FIBONACCI = recursive([0, 1], lambda v, n: v[n - 1] + v[n - 2])
COWS = recursive([1, 1, 1], lambda v, n: v[n - 1] + v[n - 3])
HALVES = recursive([7, Fraction(1, 3), 2], lambda v, n: v[n - 1] / 2 - Fraction(3, 2) * v[n - 2])
CATALAN = [comb(2 * n, n) // (n + 1) for n in range(COUNT)]
TELEPHONE = [involutions(n) for n in range(7)]
MULTIPLE = [(n + 1) * 2**n for n in range(COUNT)]
COMPLEX = [((1 + 2 * 1j) ** n).real for n in range(COUNT)]

FIB, COW = RationalGF.of([0, 1], [1, -1, -1]), RationalGF.of([1], [1, -1, 0, -1])
SINGULAR = PRecursive.parse("(n-2)*a(n) = (n-2)*n*a(n-1)", [1, 1, 5])
"""Divided by n - 2: a(n) = n a(n-1), where a(2) is not told."""
LATE = [1, 1, 5] + [5 * factorial(n) // 2 for n in range(3, COUNT)]


def of_series(above, below):
    return closed_form(RationalGF.of(above, below))


HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
THIRDS = [THIRD * (2 * THIRD) ** n + THIRD * (2 * THIRD) ** (n - 1) for n in range(1, COUNT)]
FORMULAS = {
    "radicals": (closed_form(FIB), FIBONACCI),
    "cubic": (closed_form(COW), COWS),
    "complex": (of_series([1, -1], [1, -2, 5]), COMPLEX),
    "multiple root": (of_series([1], [1, -4, 4]), MULTIPLE),
    "fractions": (of_series([1, 1], [3, -2]), [THIRD, *THIRDS]),
    "powers of a root over a number": (
        of_series([3, 1], [2, 0, -1]),
        recursive([3 * HALF, HALF], lambda v, n: v[n - 2] / 2),
    ),
    "exceptions": (of_series([5, 0, -1, 1], [1, -2]), [5, 10, 19] + [39 * 2**k for k in range(COUNT - 3)]),
    "cubic over a scale": (
        of_series([2], [2, -1, 0, -1]),
        recursive([1, HALF, HALF**2], lambda v, n: (v[n - 1] + v[n - 3]) / 2),
    ),
    "powers beside a period": (
        of_series([1, 1], [1, -2, 1, -2]),
        recursive([1, 3, 5], lambda v, n: 2 * v[n - 1] - v[n - 2] + 2 * v[n - 3]),
    ),
    "rounded": (
        QuasiPolynomial.of([[0, 0, HALF**2], [-(HALF**2), 0, HALF**2]]),
        [n * n // 4 for n in range(COUNT)],
    ),
    "period": (
        QuasiPolynomial.of([[1], [0, 1], [0, 0, 1]], [7]),
        [7, *(n ** (n % 3) for n in range(1, COUNT))],
    ),
    "polynomial": (QuasiPolynomial.of([[0, HALF, HALF]]), [n * (n + 1) // 2 for n in range(COUNT)]),
    "binomial": (PRecursive.of([[1, 1], [2, -4]], [1]).hypergeometric(), CATALAN),
    "factorials": (
        PRecursive.parse("a(n) = n*a(n-1)", [3, 3]).hypergeometric(),
        [3 * factorial(n) for n in range(COUNT)],
    ),
    "rising": (
        PRecursive.parse("3*a(n) = (3*n - 1)*a(n-1)", [2]).hypergeometric(),
        recursive([2], lambda v, n: Fraction(3 * n - 1, 3) * v[n - 1]),
    ),
    "finite": (
        PRecursive.parse("n*a(n) = (6-n)*a(n-1)", [1]).hypergeometric(),
        [comb(5, n) for n in range(COUNT)],
    ),
    "late": (SINGULAR.hypergeometric(), LATE),
}
"""Formulas in n, with the true terms from n = 0 on."""

RECURRENCES = {
    "linear": (FIB.recurrence, FIBONACCI),
    "fractions": (Recurrence((Fraction(1, 2), Fraction(-3, 2)), 3, (7, Fraction(1, 3), 2)), HALVES),
    "polynomials": (PRecursive.of([[1, 1], [2, -4]], [1]), CATALAN),
    "order 2": (PRecursive.parse("a(n) = a(n-1) + (n-1)*a(n-2)", [1, 1]), TELEPHONE),
    "singular": (SINGULAR, LATE),
    "zero in the end": (Recurrence((), 2, (3, 4)), [3, 4] + [0] * (COUNT - 2)),
    "later start": (Recurrence((1, 1), 4, (2, 3), 2), recursive([2, 3], lambda v, n: v[n - 1] + v[n - 2])),
}
"""Recurrences, with the true terms from first_n on."""


def close(value, true):
    """Whether a value of SymPy, exact or a high-precision decimal, is the true term."""
    difference = sympy.expand(
        sympy.sympify(value) - sympy.Rational(Fraction(true).numerator, Fraction(true).denominator)
    )
    return difference == 0 or abs(sympy.N(difference, 30)) < sympy.Rational(1, 10**15)


# PARI

needs_gp = pytest.mark.skipif(
    shutil.which("gp") is None, reason="gp (PARI) is not installed: its texts are not run"
)


def gp(lines):
    """What gp prints, a line for every print; its errors make the test fail."""
    ran = subprocess.run(
        ["gp", "-q", "-f"], input="\n".join([*lines, ""]), capture_output=True, text=True, timeout=60
    )
    assert "***" not in ran.stdout + ran.stderr, ran.stdout + ran.stderr
    return ran.stdout.splitlines()


@needs_gp
def test_formulas_and_recurrences_run_in_pari():
    lines, true = [], []
    for form, terms in FORMULAS.values():
        lines += [f"a(n) = {form.to('pari')};", f"print(vector({COUNT}, k, a(k - 1)))"]
        true.append(terms)
    for rule, terms in RECURRENCES.values():
        lines += [f"{rule.to('pari')};", f"print(vector({len(terms)}, k, a(k - 1 + {rule.first_n})))"]
        true.append(terms)
    printed = [[Fraction(v) for v in line.strip("[]").split(", ")] for line in gp(lines)]
    for name, found, terms in zip([*FORMULAS, *RECURRENCES], printed, true, strict=True):
        assert found == terms, name


@needs_gp
def test_series_run_in_pari():
    weighted = RationalGF.parse("(1 + x*t)/(1 - t - x*y*t^2)")
    listed, polynomials = gp(
        [
            f"print(Vec({COW.to('pari')} + O(t^{COUNT})))",
            't = varhigher("t");',
            f"print(Vec({weighted.to('pari')} + O(t^4)))",
        ]
    )
    assert [int(v) for v in listed.strip("[]").split(", ")] == COWS
    found = [sympy.expand(sympy.sympify(text)) for text in polynomials.strip("[]").split(", ")]
    x, y = sympy.symbols("x y")
    assert found == [1, 1 + x, sympy.expand(1 + x + x * y), sympy.expand(1 + x + 2 * x * y + x**2 * y)]
    catalan = " + ".join(f"{c}*t^{n}" for n, c in enumerate(CATALAN))
    equation = Algebraic.parse("1 - f + t*f^2", [1]).to("pari")
    assert gp([f"f = {catalan} + O(t^{COUNT}); print(({equation}) == 0)"]) == ["1"]


# SymPy

N = sympy.Symbol("n")


def test_series_in_sympy():
    t = sympy.Symbol("t")
    expansion = sympy.series(COW.to("sympy"), t, 0, COUNT).removeO()
    assert [expansion.coeff(t, n) for n in range(COUNT)] == COWS
    assert (
        sympy.sympify(Polynomial.parse("1 - 2*x*y^3")) == 1 - 2 * sympy.Symbol("x") * sympy.Symbol("y") ** 3
    )
    assert Polynomial.constant(7).to("sympy") == 7
    assert COW.to_sympy() == COW.to("sympy")


def test_equations_in_sympy():
    t, f = sympy.symbols("t f")
    solutions = sympy.solve(Algebraic.parse("1 - f + t*f^2", [1]).to("sympy"), f)
    assert (1 - sympy.sqrt(1 - 4 * t)) / (2 * t) in [sympy.simplify(s) for s in solutions]
    equation = DifferentialEquation.of([[-1], [1]]).to("sympy")
    assert sympy.checkodesol(equation, sympy.Eq(sympy.Function("f")(t), sympy.exp(t)))[0]


# Mathematica, read by SymPy

MATHEMATICA = {
    "Binomial": sympy.binomial,
    "Floor": sympy.floor,
    "Factorial": sympy.factorial,
    "RootSum": lambda f, g: sympy.RootSum(sympy.Poly(f.expr, f.variables[0]), g),
    "Piecewise": lambda pieces, other: sympy.Piecewise(*((p[0], p[1]) for p in pieces), (other, True)),
}


def mathematica(text):
    expression = parse_mathematica(text)
    for name, meaning in MATHEMATICA.items():
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
        known[sympy.Function("a")(n)] = mathematica(right).subs(N, n).subs(known)
    return list(known.values())


def test_equations_in_mathematica():
    text = DifferentialEquation.of([[0, 1], [], [], [1, 2], [-1]], [3]).to("mathematica")
    assert text == "Derivative[4][f][t] + (-1 - 2*t)*f'''[t] - t*f[t] == -3"


# Maple, read here


def maple(text, n, others=None):
    """The value at n of an expression of Maple: SymPy's parser with Maple's names."""

    def piecewise(*parts):
        chosen = (value for condition, value in zip(parts[::2], parts[1::2], strict=False) if bool(condition))
        return next(chosen, parts[-1])

    def total(body, polynomial):
        return sympy.RootSum(sympy.Poly(polynomial), sympy.Lambda(sympy.Symbol("r"), body))

    text = re.sub(r"(irem\(n, \d+\)|\bn) = (\d+)", r"Eq(\1, \2)", text)
    text = re.sub(r", r = RootOf\((.*?)\)\)", lambda m: f", {m[1].replace('_Z', 'Z')})", text)
    names = {
        "n": sympy.Integer(n),
        "irem": sympy.Mod,
        "piecewise": piecewise,
        "pochhammer": sympy.RisingFactorial,
        "sum": total,
        **(others or {}),
    }
    return parse_expr(text, names, (*standard_transformations, convert_xor))


def recurrence_in_maple(rule, count):
    pattern = r"a := proc\(n\) option remember; (.*) end proc:(.*)"
    body, starts = re.fullmatch(pattern, rule.to("maple")).groups()
    known = {int(n): sympy.Rational(value) for n, value in re.findall(r" a\((\d+)\) := ([^:]*):", starts)}
    for n in range(rule.first_n + len(known), rule.first_n + count):
        known[n] = maple(body, n, {"a": lambda k: known[int(k)]})
    return list(known.values())


def test_equations_in_maple():
    text = DifferentialEquation.of([[0, 1], [2], [1, -1]], [3]).to("maple")
    assert text == "(1 - t)*diff(f(t), t$2) + 2*diff(f(t), t) + t*f(t) = 3"
    assert Algebraic.parse("1 - f + t*f^2", [1]).to("maple") == "1 - f + t*f^2 = 0"


# Sage, read here


class Ring:
    """QQ['r'](coefficients).roots(QQbar, multiplicities=False), to 60 digits."""

    def __getitem__(self, name):
        return lambda coefficients: Ring.of(coefficients)

    @staticmethod
    def of(coefficients):
        made = Ring()
        made.polynomial = sympy.Poly(coefficients[::-1], sympy.Symbol("r"))
        return made

    def roots(self, ring, multiplicities):
        assert ring == "QQbar"
        assert multiplicities is False
        return self.polynomial.nroots(n=60)


def sage(text):
    """The text as Sage hands it to Python."""
    return re.sub(r"(?<![\w'])(\d+)", r"Integer(\1)", text).replace("^", "**")


SAGE = {
    "Integer": sympy.Integer,
    "QQ": Ring(),
    "QQbar": "QQbar",
    "rising_factorial": sympy.RisingFactorial,
    **{name: getattr(sympy, name) for name in ("binomial", "factorial", "floor", "sqrt", "I")},
}


def recurrence_in_sage(rule, count):
    room = dict(SAGE)
    exec(sage(rule.to("sage")), room)
    with pytest.raises(KeyError):
        room["a"](rule.first_n - 1)
    return [room["a"](n) for n in range(rule.first_n, rule.first_n + count)]


def test_equations_in_sage():
    t = sympy.Symbol("t")
    text = DifferentialEquation.of([[-1], [0], [1]]).to("sage")
    left, right = text.split(" == ")
    room = {"t": t, "f": lambda s: sympy.cosh(s), "diff": sympy.diff}
    assert eval(sage(left), {**SAGE, **room}) == eval(sage(right), SAGE) == 0


# All of them

SYSTEMS = {
    "sympy": lambda form, n: sympy.sympify(form).subs(N, n).doit(),
    "mathematica": lambda form, n: mathematica(form.to("mathematica")).subs(N, n).doit(),
    "maple": lambda form, n: sympy.sympify(maple(form.to("maple"), n)).doit(),
    "sage": lambda form, n: eval(sage(form.to("sage")), {**SAGE, "n": sympy.Integer(n)}),
}
RECURRENCES_IN = {
    "mathematica": recurrence_in_mathematica,
    "maple": recurrence_in_maple,
    "sage": recurrence_in_sage,
}


def test_formulas_have_their_values():
    for (system, at), (name, (form, true)), n in product(SYSTEMS.items(), FORMULAS.items(), (0, 7)):
        assert close(at(form, n), true[n]), (system, name, n)


def test_recurrences_have_their_terms():
    for (system, terms), (name, (rule, true)) in product(RECURRENCES_IN.items(), RECURRENCES.items()):
        assert terms(rule, len(true)) == true, (system, name)


def test_recurrences_hold_in_sympy():
    for name, (rule, true) in RECURRENCES.items():
        equation, a = rule.to("sympy"), sympy.Function("a")
        known = {a(n): sympy.Rational(str(v)) for n, v in enumerate(true, rule.first_n)}
        for n in range(rule.first_n + len(rule.initial), rule.first_n + len(true)):
            at = equation.subs(N, n)
            assert sympy.expand((at.lhs - at.rhs).subs(known)) == 0, name


OTHERS = (
    PRecursive.of([[1, 1], [2, -4]], [1]),
    PRecursive.of([[1, 1], [2, -4]], [1]).differential_equation(),
    PRecursive.of([[1, 1], [2, -4]], [1]).hypergeometric(),
    Algebraic.parse("1 - f + t*f^2", [1]),
    Polynomial.parse("1 - 2*x*y^3"),
)


def test_every_value_in_every_language():
    values = [*OTHERS, FIB, FIB.recurrence, closed_form(FIB), QuasiPolynomial.of([[1], [0, 1]])]
    count = Count(
        "o12", "2x2", "all", ("x",), Polynomial.parse("1 + x", ("x",)), Evidence(Status.PROVED, "count")
    )
    kinds = {type(value) for value in values}
    assert kinds >= {Hypergeometric, ClosedForm, DifferentialEquation, Algebraic, Polynomial, Recurrence}
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
    assert RationalGF.of([1], [1, -large]).to("sympy").subs(sympy.Symbol("t"), 1) == sympy.Rational(
        -1, 10**5000
    )


def test_refusals():
    for ask, error, words in (
        (
            lambda: FIB.to("mapel"),
            OptionError,
            "language 'mapel' is unknown; did you mean maple? known are latex, mathml, ",
        ),
        (lambda: FIB.to("matlab"), OptionError, "language 'matlab' is unknown; "),
        (lambda: OTHERS[1].to("pari"), InputError, "PARI has no equations for unknown functions"),
    ):
        with pytest.raises(error, match=re.escape(words)) as refused:
            ask()
        assert "\n" not in str(refused.value)


DOC = Path(__file__).parent.parent.parent / "docs" / "notation.md"


@needs_gp
def test_pari_on_the_page_about_notation():
    blocks = re.findall(r"```gp\n(.*?)```", DOC.read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        asked = re.findall(r"^\? (.*)\n", block, re.MULTILINE)
        answers = re.findall(r"^%\d* = (.*)\n", block, re.MULTILINE)
        assert gp(asked)[-len(answers) :] == [re.sub(r"\s+", " ", a) for a in answers]


# Objects of other systems, by stand-ins for those that are large to install


class Variables:
    """What Sage's ring of expressions has, with symbols of SymPy."""

    var = staticmethod(sympy.Symbol)


def test_sage_and_pari_are_given_the_value(monkeypatch):
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
            given = []
            pari = types.ModuleType(name)
            pari.Pari, pari.pari = lambda given=given: given.append, given.append
            monkeypatch.delitem(sys.modules, "cypari2", raising=False)
            monkeypatch.setitem(sys.modules, name, pari)
            value.__pari__()
            assert sympy.simplify(sympy.sympify(given[0].replace("^", "**")) - value.to("sympy")) == 0
        monkeypatch.delitem(sys.modules, "cypari2", raising=False)
        monkeypatch.delitem(sys.modules, "cypari", raising=False)
