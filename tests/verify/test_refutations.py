"""Refutations: only one function creates them, with two computed values; other differences are undecided.

The true values are integers of Python, computed from the definitions.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from math import comb, factorial
from pathlib import Path

import pytest
from choice import drawn, some_of
from cli.calling import call, told
from known_sequences import recurrent
from trees import nodes, tree

import gfkit
from gfkit.claims import verify
from gfkit.claims.judge import judge
from gfkit.claims.provers.result import NO_VALUE, Difference, FirstDifference, Stated
from gfkit.claims.provers.truth import Form, LawTruth
from gfkit.core.algebra import Evidence, RationalGF, Status
from gfkit.core.errors import InputError, UndecidedError

COUNTS = LawTruth(RationalGF.of([1], [1, -2]))
FIBONACCI, LUCAS = recurrent([0, 1], 1, 1, count=40), recurrent([2, 1], 1, 1, count=40)
HALVES = [
    ("binomial(n,n/2)", lambda k: comb(2 * k, k)),
    ("(n/2)!", factorial),
    ("F(n/2+1)", lambda k: FIBONACCI[k + 1]),
    ("L(n/2)", lambda k: LUCAS[k]),
    ("C(n/2,2)", lambda k: comb(k, 2)),
    ("(-3)^(n/2)", lambda k: (-3) ** k),
    ("(((1+sqrt(5))/2)^(n/2) + ((1-sqrt(5))/2)^(n/2))", lambda k: LUCAS[k]),
    ("((2+sqrt(3))^(n/2) + (2-sqrt(3))^(n/2))", lambda k: recurrent([2, 4], 4, -1, count=k + 2)[k]),
    ("Sum_{k=1..n/2} k", lambda k: k * (k + 1) // 2),
]
"""Formulas in n/2, and their values for n = 2k. The first four are not computed for odd n."""
VANISHING = ["(1+(-1)^n)/2", "[n mod 2 = 0]", "cos(Pi*n/2)^2", "(1-(n mod 2))", "((n+1) mod 2)"]
"""Formulas that are 1 for even n and 0 for odd n."""


def test_only_one_function_creates_refutations():
    """Search for all expressions that name the verdict, including those that replace it."""
    root = Path(gfkit.__file__).parent
    named = {}
    for path in (path for path in root.rglob("*.py") if "Judgement" in path.read_text("utf-8")):
        calls = [
            word for call in nodes(tree(path), ast.Call) for word in call.keywords if word.arg == "verdict"
        ]
        assert {ast.unparse(word.value) for word in calls} <= {"Judgement.PROVED", "Judgement.OPEN"}, path
        functions = [
            node.name
            for node in nodes(tree(path), ast.FunctionDef)
            if "Judgement.REFUTED" in ast.unparse(node)
        ]
        if "Judgement.REFUTED" in ast.unparse(tree(path)):
            named[path.relative_to(root).as_posix()] = functions
    assert named == {"claims/judge.py": ["_refute", "is_refuted"], "oeis/confirm.py": []}


@dataclass
class Claimed(Stated):
    """A claim whose comparison is given."""

    found: Difference
    printed_from: int | None = 3
    form, text = Form.EXPLICIT, "a claim"

    def compare(self, _):
        return self.found


@pytest.mark.parametrize(
    ("values", "more", "is_refuted"),
    [
        (("5", "4"), {"printed_n": 3}, True),
        ((NO_VALUE, "4"), {"printed_n": 3}, True),
        (("5", "4"), {}, True),
        (None, {"values": ("2.5", "2.4")}, True),
        (("5", NO_VALUE), {"printed_n": 3}, False),
        ((NO_VALUE, NO_VALUE), {"printed_n": 3}, False),
        (("4", "4"), {"printed_n": 3}, False),
        (("5", "4"), {"printed_n": 2}, False),
        (None, {}, False),
    ],
)
def test_a_refutation_has_two_values_in_the_range(values, more, is_refuted):
    first = None if values is None else FirstDifference(3, *values)
    claim = Claimed(Difference(COUNTS, "a reason", first, evidence=Evidence(Status.PROVED, "given"), **more))
    if is_refuted:
        assert judge(claim, COUNTS, repair=False).is_refuted
    else:
        with pytest.raises(UndecidedError, match=r"^cannot say: .*a reason"):
            judge(claim, COUNTS, repair=False)


def test_products_with_an_undefined_factor_and_a_zero():
    """Random products; a wrong even term refutes them, and without the factor 0 they are undecided."""
    random = drawn("factor zero")
    for round_ in some_of(range(60), 20):
        (text, value), zero = HALVES[round_ % len(HALVES)], random.choice(VANISHING)
        base, scale, count = random.randint(-3, 3), random.choice([1, 2, -5]), random.randint(7, 14)
        product = random.choice([f"{zero}*{text}", f"{text}*({zero})", f"{text}/3*({zero})*3"])
        terms = [base**n * 3 + (0 if n % 2 else scale * value(n // 2)) for n in range(count)]
        formula = f"3*({base})^n + ({scale})*{product}" if base else f"3*0^n + ({scale})*{product}"
        assert verify(formula, data=terms).verdict == "consistent", formula
        at = random.randrange(0, count, 2)
        wrong = [term + (n == at) for n, term in enumerate(terms)]
        found = verify(formula, data=wrong)
        first = found.first_difference
        assert (found.verdict, first.n, first.formula, first.true) == (
            "refuted",
            at,
            str(terms[at]),
            str(wrong[at]),
        )
        with pytest.raises(InputError, match="unknown"):
            verify(f"{formula}*unknown(n)", data=terms)
        if (text, value) in HALVES[:4]:
            with pytest.raises(UndecidedError, match=r"^cannot say: "):
                verify(f"a(n) = 1 + {text}", data=[1 + value(0), 1, 1 + value(1), 1])


def test_closed_forms_by_parity():
    """r^k + s^k for n = 2k and q^k for n = 2k + 1, where r and s are the roots of x^2 - u x + v."""
    random = drawn("parity")
    for _ in some_of(range(12), 6):
        c, q, v = random.randint(1, 4), random.randint(2, 5), random.choice([1, 4, -1, 2])
        u = random.randint(4, 9)
        terms = [q ** (n // 2) if n % 2 else c * recurrent([2, u], u, -v, count=9)[n // 2] for n in range(18)]
        even = "+".join(f"(({u}{sign}sqrt({u * u - 4 * v}))/2)^(n/2)" for sign in "+-")
        formula = f"({even})*(1+(-1)^n)/2 + {q}^((n-1)/2)*(1-(-1)^n)/2"
        assert verify(f"{c}*{formula}", data=terms).verdict == "consistent", formula
        found = verify(f"{c + 1}*{formula}", data=terms)
        assert (found.verdict, found.first_difference.n) == ("refuted", 0), formula


def test_the_commands_on_undecided_statements(tmp_path):
    """One line on standard error only; in papers, the board of size 0 is not a refutation."""
    said = call("verify", "F(n/2) + 2^n", "--for", "independent-sets", "path:n", "--json", code=2)
    assert (said.out, said.err.startswith("cannot say: "), said.err.count("\n")) == ("", True, 1)
    paper = tmp_path / "p.tex"
    paper.write_text("% gfkit: colourings:3 path:n\n$a_n = 3 \\cdot 2^{n-1}$\n")
    assert "for n >= 1: a(n) = " in told("verify", paper, code=0)["statement"]
