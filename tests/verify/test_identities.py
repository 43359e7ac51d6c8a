"""Identities among sequences with laws: proved, and refuted when changed.

Whether a changed identity is true is evaluated by Python; the dimension of a space is compared with Hankel
determinants of the exact values.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest
from choice import drawn
from flint import fmpq, fmpq_mat

from gfkit.errors import InputError
from gfkit.formula.read.statement import read_statement
from gfkit.sequences import RationalGF
from gfkit.verify.claim import judge_formula
from gfkit.verify.formula.sequence import exact_value
from gfkit.verify.formula.space import space
from gfkit.verify.truth import LawTruth

DATA = Path(__file__).parents[1] / "data"
IDENTITIES = [
    line for line in (DATA / "fibonacci_identities.txt").read_text().splitlines() if not line.startswith("#")
]


def side(text, at=0):
    return read_statement(text).chains[0].sides[at]


def mutations(text):
    """One number larger by 1, one F an L, one sign turned."""
    numbers = re.finditer(r"(?<![A-Za-z0-9^])\d+", text)
    found = [f"{text[: match.start()]}{int(match[0]) + 1}{text[match.end() :]}" for match in numbers]
    for old, new in (("F(n", "L(n"), (" + ", " - ")):
        places = re.finditer(re.escape(old), text)
        found += [text[: match.start()] + new + text[match.end() :] for match in places]
    return list(dict.fromkeys(found))


def fibonacci(n):
    if n < 0:
        return (-1) ** (1 - n) * fibonacci(-n)
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def lucas(n):
    return fibonacci(n - 1) + fibonacci(n + 1)


def by_python(text):
    """Whether both sides are equal for 3 <= n < 12 and 3 <= m < 8, evaluated by Python."""
    text = re.sub(r"(\d)([a-zA-Z(])", r"\1*\2", text.replace("^", "**"))
    text = re.sub(r"Sum_\{k=(\d+)\.\.([^}]*)\} ([^=]*)", r"sum((\3) for k in range(\1,\2+1))", text)
    left, right = (re.sub(r"/(\d+)", r"*Fraction(1,\1)", one) for one in text.split("="))
    code = compile(f"{left} == {right}", text, "eval")
    names = {"F": fibonacci, "L": lucas, "Fraction": Fraction, "sum": sum, "range": range}
    return all(eval(code, {**names, "n": n, "m": m}) for n, m in product(range(3, 12), range(3, 8)))


def judged_with_its_changes(identity, random: Random, most):
    law = LawTruth(RationalGF.parse("t/(1 - t - t^2)"))
    assert by_python(identity)
    assert judge_formula(identity, law).verdict == "proved", identity
    changes = mutations(identity)
    for changed in random.sample(changes, min(most, len(changes))):
        expected = "proved" if by_python(changed) else "refuted"
        assert judge_formula(changed, law).verdict == expected, changed


def test_fibonacci_identities_are_proved_and_their_mutations_refuted():
    for identity in IDENTITIES[::6]:
        judged_with_its_changes(identity, drawn(identity), 2)


@pytest.mark.slow(20)
def test_all_identities_and_more_mutations():
    assert len(IDENTITIES) > 35
    for identity in IDENTITIES:
        judged_with_its_changes(identity, drawn(identity), 5)


def test_limits_are_not_claimed_where_the_terms_oscillate():
    two = LawTruth(RationalGF.parse("(1 + 3*t)/(1 - 2*t^2)"))  # 1, 3, 2, 6, 4, 12, ...
    for text in ("Limit_{n->oo} a(n+1)/a(n) = sqrt(2)", "Limit_{n->oo} a(n)^(1/n) = sqrt(2)"):
        with pytest.raises(InputError, match="oscillate"):
            judge_formula(text, two)


def test_a_long_recurrence_is_judged():
    law = LawTruth(RationalGF.parse("1/(1 - t - t^3 - 2*t^7 + t^20)"))
    assert judge_formula("a(n) = a(n-1) + a(n-3) + 2*a(n-7) - a(n-20)", law).verdict == "proved"
    assert judge_formula("1/(1 - x - x^3 - 2x^7 + x^20)", law).verdict == "proved"
    assert judge_formula("a(n)^2 - a(n-1)*a(n+1) = 1", law).is_refuted


def test_the_dimension_of_a_space_is_an_upper_bound():
    """The determinants of Kronecker show the least order: those of more rows than the bound are 0."""
    for text in (
        "F(n)^2*L(n)",
        "Sum_{k=0..n} F(k)*2^(n-k)",
        "Sum_{k=0..floor(n/2)} k*F(2k)",
        "Sum_{k=n..2n} F(k)",
        "Sum_{k=1..n} Sum_{j=1..k} L(j)*(-1)^(k-j)",
        "chebyshevU(n, 3)*F(n+1)",
        "trace([1,2;3,4]^n)^2",
        "(n+1)^3*F(n) + 2^n*A001353(n)",
    ):
        found = space(side(text))
        assert found is not None
        size = found.order + 1
        values = [exact_value(side(text), found.start + n).rational for n in range(2 * size)]
        rows = [fmpq(v.numerator, v.denominator) for i in range(size) for v in values[i : i + size]]
        assert fmpq_mat(size, size, rows).det() == 0, text
    for text in ("n^n", "n!", "k^n", "Sum_{k=1..n} 1/k", "binomial(2n, n)", "2^(n^2)", "F(n^2)"):
        assert space(side(text)) is None, text
