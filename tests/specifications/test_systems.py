"""Specifications against slow definitions.

The numbers come from ``drawn``: lists of objects, and naive series. Narayana numbers are a theorem.
"""

import re
from math import comb, prod
from random import Random

import pytest
from choice import some_of
from specifications.drawn import EndlessError, draw, objects, series

from gfkit.core.errors import GfkitError, InputError, LimitError
from gfkit.specifications import class_law, read_specification, system_of
from gfkit.specifications.marks import expand_marked

TEXTS = {
    r"\mathcal{T} = \mathcal{Z} \times \mathrm{SEQ}(\mathcal{T})": "T = t*SEQ(T)",
    "$C(z) = 1 + z C(z)^2$": "C = 1 + t*C^2",
    "B = Union(Epsilon, Prod(Z, B, B))": "B = 1 + t*B*B",
    "S = Z + Sequence(S, card >= 2)": "S = t + SEQ_{>=2}(S)",
    r"f = \frac{1}{1 - t f}": "f = 1/(1 - t*f)",
    "T_1 = t + T_{2}^2\nT_2 = t T_1": "T_1 = t + T_2^2; T_2 = t*T_1",
    r"\begin{aligned} A &= t(1 + x B), \\ B &= t A \end{aligned}": "A = t*(1 + x*B); B = t*A",
    "A = SEQ_{2..3}(t*A) + 1": "A = SEQ_{2..3}(t*A) + 1",
    "A = t + SEQ_{<3}(t A)": "A = t + SEQ_{<=2}(t*A)",
    "f = 1 - t*f": "f = 1 - t*f",
    "f = t*(f - 1)/(1 - t)": "f = t*(f - 1)/(1 - t)",
    "D = 1 + tD^2": "D = 1 + t*D^2",
    "S -> a S b S | epsilon": "S = t*S*t*S + 1",
    "S -> ( S ) S |": "S = t*S*t*S + 1",
    "<expr> ::= <expr> + <term> | <term>\n<term> ::= x | 'yz'": "expr = expr*t*term + term; term = t + t*t",
    "S -> A | B; A -> a A b |; B -> b": "S = A + B; A = t*A*t + 1; B = t",
}


@pytest.mark.parametrize("text", TEXTS)
def test_reading(text: str) -> None:
    read = read_specification(text)
    assert str(read) == TEXTS[text]
    assert str(read_specification(str(read))) == str(read)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("f = 1 + t*g", "g"),
        ("f = 1 + t*f; f = t", "f is defined twice"),
        ("f = 1 + t*f(t^2)", "f"),
        ("f = x + y*f", "x, y"),
        ("f = 1 + t*z*f", "t and z"),
        ("f = 1 + t*f^2 +", "the end"),
        ("f = 1 + t*f^999", "999"),
        ("f = SEQ_{>=2}(t", ")"),
        ("f = SEQ(t, f)", "SEQ"),
        ("f - 1 = t*f^2", "left side"),
        ("f = 1 + t*f where f is nice", "where"),
        ("t = 1 + t", "t"),
        ("f = 1 + t*f^2 = 2", "="),
        ("f = SEQ_{3..2}(t)", "bounds"),
        ("f = 1 + t*f!", "!"),
        ("f = sqrt(1 - 4*t)", "sqrt"),
        ("f = SEQ_{even}(t)", "SEQ_even"),
        ("f = 1 + t*f(f - 1)", "f*"),
        ("S -> a T b", "T"),
        ("S -> <T>", "<T>"),
        ("S -> a -> b", "a -> b"),
    ],
)
def test_what_is_not_understood_is_named(text: str, named: str) -> None:
    with pytest.raises(InputError, match=re.escape(named)):
        read_specification(text)


@pytest.mark.parametrize(
    "text",
    ["f = 1 + f^2", "f = t + f", "f = f", "f = t + g; g = g", "f = SEQ(1 + t)", "f = SEQ(f)",
     "f = 1 + SEQ(f)", "f = 1 - t*f/2", "f = 1/t", "f = 1/(t - t)", "f = g + t; g = h; h = g",
     "f = 1/(2 - t)", "f = SET(t)"],
)  # fmt: skip
def test_systems_that_are_not_well_founded_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        system_of(read_specification(text))


@pytest.mark.parametrize("seed", some_of(range(3000), 60))
def test_coefficients_are_numbers_of_objects(seed: int) -> None:
    drawn = draw(Random(seed))
    try:
        system = system_of(drawn)
    except GfkitError:
        return
    found = [int(system.expand(5)[0][n]) for n in range(5)]
    try:
        assert found == objects(drawn, 4), str(drawn)
    except EndlessError:  # too many objects, or infinitely many of a class that the first one does not need
        return


def test_most_drawn_specifications_are_accepted_or_endless() -> None:
    refused, listed = 0, 0
    for seed in range(150):
        drawn = draw(Random(seed))
        try:
            objects(drawn, 3)
        except EndlessError:
            continue
        listed += 1
        try:
            system_of(drawn)
        except GfkitError:
            refused += 1
    assert listed > 60
    assert refused < listed / 4


@pytest.mark.parametrize("seed", some_of(range(3000), 60))
def test_series_with_signs_and_quotients(seed: int) -> None:
    drawn = draw(Random(1000 + seed), signed=True)
    again = read_specification(str(drawn))
    assert str(read_specification(str(again))) == str(again)
    try:
        system = system_of(drawn)
    except GfkitError:
        return
    found = [int(system.expand(9)[0][n]) for n in range(9)]
    assert found == [int(c) for c in _padded(system_of(again).expand(9)[0].coeffs(), 9)]
    try:
        assert found == series(drawn, 8), str(drawn)
    except EndlessError:
        return
    if len(system.names) < 4:
        try:
            law = class_law(str(drawn))
        except LimitError:
            return
        assert law.terms(40) == [int(c) for c in _padded(system.expand(40)[0].coeffs(), 40)]
        assert law.p_recursive.terms(40) == law.terms(40)


def _padded(row: list, size: int) -> list:
    return [*row, *[0] * (size - len(row))]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("N = 1 + t*(x + N - 1)*N", [(1,), (2,), (-1,)]),
        ("A = t*(1 + x*B + y*B^2); B = t*(1 + A)", [(1, 1), (2, 3), (0, 0)]),
        ("T = t*(x + SEQ_{>=1}(T))", [(1,), (3,)]),
        ("f = 1 + t*x*f^2", [(0,), (5,)]),
    ],
)
def test_marks(text: str, values: list[tuple[int, ...]]) -> None:
    law = class_law(text)
    for chosen in values:
        at = ",".join(f"{mark}={value}" for mark, value in zip(law.weights, chosen, strict=True))
        values_of = [
            sum(c * prod(v**k for v, k in zip(chosen, powers, strict=True)) for powers, c in term.terms)
            for term in law.terms(9)
        ]
        assert law.at(at).terms(9) == values_of
    assert len(expand_marked(law.system, 12)[0]) == 12


def test_narayana_numbers() -> None:
    terms = class_law("N = 1 + t*(x + N - 1)*N").terms(7)
    for n in range(1, 7):
        listed = {k: comb(n, k) * comb(n, k - 1) // n for k in range(1, n + 1)}
        assert {powers[0]: c for powers, c in terms[n].terms} == listed
