"""Identities among sequences with laws, and sums by telescoping: proved, and refuted when changed.

Whether a changed identity is true is evaluated by Python, sums from their definition, certificates in exact
fractions; the dimension of a space is compared with Hankel determinants of the exact values.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from itertools import product
from math import comb, factorial
from random import Random

import pytest
from choice import drawn, some_and_all, some_of
from differential.statements import lucas
from flint import fmpq, fmpq_mat
from tables import lines, tables

from gfkit import derive, verify
from gfkit.claims import claim
from gfkit.claims.provers import sequence, space
from gfkit.claims.provers.telescoping import recurrence_of_sum, telescoping_proof
from gfkit.claims.provers.truth import LawTruth
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.statement.printed import LineKind, parts_of
from gfkit.core.algebra import RationalGF
from gfkit.core.errors import InputError

DATA = tables("verify_cases")["identities"]

IDENTITIES = lines("fibonacci_identities")


def side(text, at=0):
    return read_statement(text).chains[0].sides[at]


def mutations(text):
    """Return strings with one number increased by 1, one F replaced by L, or one sign changed."""
    numbers = re.finditer(r"(?<![A-Za-z0-9^])\d+", text)
    found = [f"{text[: match.start()]}{int(match[0]) + 1}{text[match.end() :]}" for match in numbers]
    for old, new in (("F(n", "L(n"), (" + ", " - ")):
        places = re.finditer(re.escape(old), text)
        found += [text[: match.start()] + new + text[match.end() :] for match in places]
    return list(dict.fromkeys(found))


def by_python(text):
    """Return True if both sides are equal for 3 <= n < 12 and 3 <= m < 8, evaluated by Python."""
    text = re.sub(r"(\d)([a-zA-Z(])", r"\1*\2", text.replace("^", "**"))
    text = re.sub(r"Sum_\{k=(\d+)\.\.([^}]*)\} ([^=]*)", r"sum((\3) for k in range(\1,\2+1))", text)
    left, right = (re.sub(r"/(\d+)", r"*Fraction(1,\1)", one) for one in text.split("="))
    code = compile(f"{left} == {right}", text, "eval")
    names = {name: partial(lucas, name) for name in "FL"} | {"Fraction": Fraction, "sum": sum, "range": range}
    return all(eval(code, {**names, "n": n, "m": m}) for n, m in product(range(3, 12), range(3, 8)))


def judged_with_its_changes(identity, random: Random, most):
    law = LawTruth(RationalGF.parse("t/(1 - t - t^2)"))
    assert by_python(identity)
    assert claim.judge_formula(identity, law).verdict == "proved", identity
    changes = mutations(identity)
    for changed in random.sample(changes, min(most, len(changes))):
        expected = "proved" if by_python(changed) else "refuted"
        assert claim.judge_formula(changed, law).verdict == expected, changed


@pytest.mark.parametrize(("step", "most"), [(3, 3), pytest.param(1, 5, marks=pytest.mark.slow(20))])
def test_fibonacci_identities_are_proved_and_their_mutations_refuted(step, most):
    assert len(IDENTITIES) > 35
    for identity in IDENTITIES[::step]:
        judged_with_its_changes(identity, drawn(identity), most)


def test_limits_are_not_claimed_where_the_terms_oscillate():
    two = LawTruth(RationalGF.parse("(1 + 3*t)/(1 - 2*t^2)"))  # 1, 3, 2, 6, 4, 12, ...
    for text in ("Limit_{n->oo} a(n+1)/a(n) = sqrt(2)", "Limit_{n->oo} a(n)^(1/n) = sqrt(2)"):
        with pytest.raises(InputError, match="several dominant poles"):
            claim.judge_formula(text, two)


def test_a_long_recurrence_has_a_verdict():
    law = LawTruth(RationalGF.parse("1/(1 - t - t^3 - 2*t^7 + t^20)"))
    assert claim.judge_formula("a(n) = a(n-1) + a(n-3) + 2*a(n-7) - a(n-20)", law).verdict == "proved"
    assert claim.judge_formula("1/(1 - x - x^3 - 2x^7 + x^20)", law).verdict == "proved"
    assert claim.judge_formula("a(n)^2 - a(n-1)*a(n+1) = 1", law).is_refuted


def test_the_dimension_of_a_space_is_an_upper_bound():
    """Kronecker's determinants of more rows than the bound are 0; where it is reached, none of as many is."""
    bounds = dict.fromkeys(DATA["the_dimension_of_a_space_is_an_upper_bound"])
    for text, known in (bounds | DATA["reached"]).items():
        found = space.space(side(text))
        assert found is not None
        assert known in (None, [found.order, found.start]), text
        for size in range(found.order + (known is None), found.order + 2):
            values = [sequence.exact_value(side(text), found.start + n).rational for n in range(2 * size)]
            rows = [fmpq(v.numerator, v.denominator) for i in range(size) for v in values[i : i + size]]
            assert (fmpq_mat(size, size, rows).det() == 0) == (size > found.order), text
    for text in ("n^n", "n!", "k^n", "Sum_{k=1..n} 1/k", "binomial(2n, n)", "2^(n^2)", "F(n^2)"):
        assert space.space(side(text)) is None, text


# Sums

SUMS = DATA["sums"]


@pytest.mark.parametrize("some", some_and_all(list(SUMS.items()), 4, 1))
def test_sums_are_proved_by_telescoping(some):
    for text, fraction in some:
        law = RationalGF.parse(fraction)
        assert [sequence.exact_value(side(text), n).rational for n in range(12)] == law.terms(12), text
        proof = telescoping_proof(side(text), law, 0)
        assert proof is not None
        assert proof.notes[0].startswith("its certificate is R(n, k)")
        assert telescoping_proof(side(text), RationalGF.parse(f"{law} + t^40"), 0) is None


def test_a_sum_without_constant_coefficients_is_never_proved():
    # Central Delannoy numbers and central binomials satisfy no recurrence with constant coefficients.
    for text in ("Sum_{k=0..n} binomial(n,k)*binomial(n+k,k)", "Sum_{k=0..n} binomial(n,k)^2"):
        for law in ("1/(1 - 6*t + t^2)", "1/(1 - 4*t)"):
            assert telescoping_proof(side(text), RationalGF.parse(law), 0) is None


def test_the_printed_certificate_is_one():
    # F(n+2,k) - F(n+1,k) - F(n,k) = G(n,k+1) - G(n,k) with G = R F, without division by 0.
    law = RationalGF.parse("1/(1 - t - t^2)")
    proof = telescoping_proof(side("Sum_{k=0..floor(n/2)} binomial(n-k, k)"), law, 0)
    assert proof is not None
    text = proof.notes[0].rpartition(" = ")[2].replace("^", "**")

    def ratio(n, k):
        above, _, below = text.partition("/(")
        names = {"n": n, "k": k}
        return Fraction(eval(above, names), eval(f"({below}", names))

    for n, k in product(range(20, 26), range(1, 8)):
        f = {j: comb(n + j - k, k) for j in range(3)}
        assert f[2] - f[1] - f[0] == ratio(n, k + 1) * comb(n - k - 1, k + 1) - ratio(n, k) * f[0]


def test_the_printed_identity_of_a_sum_that_ends_at_a_factorial_holds():
    text = "Sum_{k=0..n} (-1)^k*2*n/(2*n-k)*binomial(2*n-k,k)*(n-k)!"
    law = derive("menage-permutations", "cylinder:nx1")
    proof = telescoping_proof(side(text), law.sequence, 3)
    assert proof is not None
    identity, certificate, growth = (note.replace("^", "**") for note in proof.notes)
    left, ends = identity.removeprefix("the summand satisfies ").partition(" = ")[0], {}
    ratio, growth = certificate.rpartition(" = ")[2], growth.rpartition(" = ")[2]

    def F(n, k):  # noqa: N802
        return (-1) ** k * Fraction(2 * n, 2 * n - k) * comb(2 * n - k, k) * factorial(n - k)

    def value(formula, n, k):
        return eval(re.sub(r"/", "*Fraction(1)/", formula), {"F": F, "Fraction": Fraction, "n": n, "k": k})

    sums = [sum(F(n, k) for k in range(n + 1)) if n else 1 for n in range(20)]
    for n in range(3, 12):
        for k in range(n):
            parts = [value(ratio, n, j) * F(n, j) for j in (k, k + 1)]
            assert value(left, n, k) == parts[1] - parts[0]
        ends[n] = eval(re.sub(r"F\((.*?), k\)", r"S[\1]", left), {"S": sums, "n": n})
    for n in range(3, 11):
        assert ends[n + 1] == value(growth, n, 0) * ends[n]


ENDED = {
    "binomial({e}*n+{a}-k, k)*(n-k+{b})!": lambda n, k, e, a, b: (
        comb(e * n + a - k, k) * factorial(n - k + b)
    ),
    "binomial(n+{a}, k)*(n-k+{b})!/(k+{e})!": lambda n, k, e, a, b: Fraction(
        comb(n + a, k) * factorial(n - k + b), factorial(k + e)
    ),
    "(n+{a})!/k!*(k+{b})^{e}": lambda n, k, e, a, b: factorial(n + a) // factorial(k) * (k + b) ** e,
    "binomial(2*n+{a}, 2*k+{e}-1)*(n-k+{b})!": lambda n, k, e, a, b: (
        comb(2 * n + a, 2 * k + e - 1) * factorial(n - k + b)
    ),
}


def test_recurrences_of_sums_that_end_at_a_factorial_hold():
    random, found = drawn("ends"), 0
    for _ in some_of(range(40), 12):
        text, value = random.choice([*ENDED.items()])
        base, e, a, b, last = (
            random.choice(row) for row in ((1, -1, 2, -3), (1, 2), (0, 1), (0, 1), (-2, 0))
        )
        printed = f"Sum_{{k=0..n{last:+}}} ({base})^k*{text.format(e=e, a=a, b=b)}"
        recurrence = recurrence_of_sum(side(printed))
        if recurrence is None:
            continue
        rows, start = recurrence
        found += 1
        ranges = [range(n + last + 1) for n in range(start + 20)]
        sums = [sum(base**k * Fraction(value(n, k, e, a, b)) for k in ks) for n, ks in enumerate(ranges)]
        assert any(map(any, rows)), printed
        for n in range(start, start + 12):
            parts = ([c * n**i for i, c in enumerate(row)] for row in rows)
            assert not sum(sum(part) * sums[n + j] for j, part in enumerate(parts)), printed
    assert found > 5


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("Sum_{k=0..n} (-1)^k*2*n/(2*n-k)*binomial(2*n-k,k)*(n-k)!", ("menage-permutations", "cylinder:nx1")),
        ("n!*Sum_{k=0..n} (-1)^k/k!", ("derangements", "path:n")),
        ("Sum_{k=0..n} (-1)^k*binomial(n,k)*(n-k)!", ("derangements", "path:n")),
    ],
)
def test_classical_sums_are_proved_and_their_changes_refuted(text, board):
    assert verify(f"a(n) = {text}", *board).verdict == "proved"
    for wrong in (f"{text} + 1", text.replace("(-1)^k", "(-1)^(k+1)"), text.replace("=0..n}", "=0..n-1}")):
        assert verify(f"a(n) = {wrong}", *board).is_refuted


def test_sums_within_sums_have_the_values_of_their_definition():
    def choose(a, b):
        if b < 0:
            return 0
        return comb(a, b) if a >= 0 else (-1) ** b * comb(b - a - 1, b)

    inner = "binomial(n-2*k, j)*binomial(j-3, k-j)*(2*k-j)*(-1)^k"
    for n in range(9):
        terms = (
            choose(n - 2 * k, j) * choose(j - 3, k - j) * (2 * k - j) * (-1) ** k
            for k in range(n + 1)
            for j in range(-3, k + 1)
        )
        assert sequence.exact_value(side(f"Sum_{{k=0..n}} Sum_{{j=-3..k}} {inner}"), n).rational == sum(terms)


# Words


def test_words_are_never_split_into_letters():
    # phi is a number, tan is not a product of t, a and n, and an unknown name is printed whole.
    assert str(sequence.exact_value(side("phi^2 - phi"), 0)) == "1"
    with pytest.raises(InputError, match="'xyz'"):
        sequence.exact_value(side("a(n) = xyz*n", 1), 1)
    assert str(side("2nxy")).count("Letter") == 3


def test_the_kind_of_a_line_is_parsed_from_its_label():
    said = [(LineKind.EXPONENTIAL, "E.g.f.: exp(x)"), (LineKind.TERMS, "1, 2, 3"), (LineKind.FORMULA, "2^n")]
    for word, text in (*said, (LineKind.FORMULA, "12")):
        assert [part.kind for part in parts_of(text)] == [word], text
