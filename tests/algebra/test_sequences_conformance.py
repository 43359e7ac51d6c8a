"""Properties of every kind of sequence: arithmetic, far terms, copies, JSON, parsing, errors.

``sequence_kinds`` defines the kinds and computes their terms from definitions.
``REFUSED`` contains rejected expressions with their messages;
``data/printed_sequences.toml`` contains printed formulas and numbers.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

import pytest
import sequence_kinds as kinds
from hypothesis import assume, given, strategies as st
from refusals import refused
from sequence_kinds import COUNT, KINDS, Drawn, Kind, agree, examined, lister, numbers, of_each_kind, times
from tables import tables

import gfkit.core.algebra
from gfkit.core.algebra import (
    Algebraic,
    DifferentialEquation,
    Hypergeometric,
    Polynomial,
    PRecursive,
    QuasiPolynomial,
    RationalGF,
    Recurrence,
    density,
)  # fmt: skip
from gfkit.core.algebra.closed_form import closed_form
from gfkit.core.algebra.growth import growth
from gfkit.core.errors import GfkitError, InputError

PRINTED = tables("printed_sequences")


@of_each_kind(more=3)
def test_terms_agree_with_the_definition(kind: Kind, data: st.DataObject) -> None:
    value, listed = data.draw(kind.draw())
    first, terms = value.first_n, value.terms(COUNT)
    assert numbers(terms) == listed(first + COUNT)[first:]
    assert value.terms(0) == []
    assert value.terms(3) == terms[:3]
    assert [value[n] for n in range(first, first + COUNT)] == terms
    if kind.draw not in (kinds.weighted, kinds.p_recursive):
        assert value.p_recursive().terms(COUNT) == terms
    assert all(isinstance(t, int | Polynomial) or t.denominator > 1 for t in terms)


@of_each_kind(6)
def test_far_terms(kind: Kind, data: st.DataObject) -> None:
    value, listed = data.draw(kind.draw())
    n = data.draw(st.integers(value.first_n, kind.far))
    truth = listed(n + 1)[n]
    assert numbers([value[n], value.coefficient(n)]) == [truth, truth]
    if kind.draw is not kinds.weighted:
        for prime in (10**9 + 7, 2**61 - 1):
            below = truth.denominator if isinstance(truth, Fraction) else 1
            assert value.coefficient_mod(n, prime) == truth * below * pow(below, -1, prime) % prime
        assert value.coefficient_mod(n, 1) == 0


@of_each_kind(4, more=3)
def test_operations_on_one(kind: Kind, data: st.DataObject) -> None:
    slow = kind.draw is kinds.algebraic
    value, listed = data.draw(kind.light() if slow else kind.draw())
    term, first = lister(listed), value.first_n
    factor = data.draw(kinds.small if kind.draw is kinds.weighted else kinds.rationals)
    ends = ((-3, 6), (1, 2 if slow else 4), (0, 6))
    by, step, offset = (data.draw(st.integers(*between)) for between in ends)
    agree(value * factor, first, lambda n: factor * term(n))
    agree(factor * value, first, lambda n: factor * term(n))
    agree(-value, first, lambda n: -term(n))
    agree(value.partial_sums(), first, lister(lambda count: [*accumulate(listed(count))]))
    agree(value.differences(), first, lambda n: term(n + 1) - term(n))
    agree(value.shifted(by), max(first - by, 0), lambda n: term(n + by))
    low = next(n for n in range(99) if step * n + offset >= first)
    agree(value.subsequence(step, offset), low, lambda n: term(step * n + offset), 8)


def two(data: st.DataObject, one: Kind, other: Kind, *, light: bool) -> tuple[Drawn, Drawn]:
    """Draw two compatible values: with weights all terms must have integer coefficients."""
    (f, f_listed), (g, g_listed) = (
        data.draw(kind.light() if light else kind.draw()) for kind in (one, other)
    )
    if kinds.weighted in (one.draw, other.draw):
        assume(all(isinstance(h, RationalGF) and h.is_integral for h in (f, g)))
    return (f, f_listed), (g, g_listed)


def can_meet(one: str, other: str) -> bool:
    """Return True if two kinds can be combined: weighted rational series only with rational ones."""
    return one <= other and ("weighted" not in (one, other) or {one, other} <= {"weighted", "rational"})


QUICK = {("rational", "rational"), ("quasi-polynomial", "rational"), ("p-recursive", "rational")}
QUICK |= {("rational", "weighted"), ("algebraic", "p-recursive")}
PAIRS = [
    pytest.param(a, b, marks=() if (a, b) in QUICK else pytest.mark.slow(2))
    for a in KINDS
    for b in KINDS
    if can_meet(a, b)
]


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_sums_and_products(first: str, second: str) -> None:
    """Two kinds meet in the more general one, whichever comes first."""
    one, other = KINDS[first], KINDS[second]

    @times(25 if (first, second) not in QUICK else 6 if one is other else 3)
    @given(data=st.data())
    def run(data: st.DataObject) -> None:
        light = one is not other or one.draw is kinds.algebraic
        (f, f_listed), (g, g_listed) = two(data, one, other, light=light)
        a, b, start = lister(f_listed), lister(g_listed), max(f.first_n, g.first_n)
        for made, term in (
            (f + g, lambda n: a(n) + b(n)),
            (g + f, lambda n: a(n) + b(n)),
            (f - g, lambda n: a(n) - b(n)),
            (f.hadamard(g), lambda n: a(n) * b(n)),
        ):
            agree(made, start, term)
            assert made.rank >= max(f.rank, g.rank)
        assert not any(numbers((f - f).terms(COUNT)))
        (f, f_listed), (g, g_listed) = two(data, one, other, light=True)
        c, d = lister(f_listed), lister(g_listed)
        agree(f.cauchy(g), f.first_n + g.first_n, lambda n: sum(c(k) * d(n - k) for k in range(n + 1)))

    run()


@of_each_kind(3)
def test_interlacing_undoes_subsequences(kind: Kind, data: st.DataObject) -> None:
    several = data.draw(st.lists(kind.light(0), min_size=1, max_size=3))
    first, *rest = (value for value, _ in several)
    terms = [lister(listed) for _, listed in several]
    assume(kind.draw is not kinds.weighted or all(f.is_integral for f in (first, *rest)))
    made = first.interlaced(*rest)
    agree(made, 0, lambda n: terms[n % len(several)](n // len(several)))
    for i, term in enumerate(terms):
        agree(made.subsequence(len(several), i), 0, term, 6)
    if kind.draw in (kinds.rational, kinds.quasi):  # which have one value for one sequence
        assert [made.subsequence(len(several), i) for i in range(len(several))] == [first, *rest]


OTHERS: dict[str, st.SearchStrategy[Any]] = {
    "Polynomial": st.dictionaries(st.tuples(*[kinds.small.map(abs)] * 2), kinds.small).map(
        lambda terms: Polynomial.of(("x", "y"), terms)
    ),
    "Recurrence": st.one_of(kinds.rational(), kinds.weighted()).map(lambda drawn: drawn[0].recurrence),
    "ClosedForm": kinds.rational().map(lambda drawn: closed_form(drawn[0])),
    "DifferentialEquation": kinds.p_recursive().map(lambda drawn: drawn[0].differential_equation()),
    "Hypergeometric": kinds.p_recursive(order=1, degree=1)
    .filter(lambda drawn: drawn[0].order == 1)
    .map(lambda drawn: drawn[0].hypergeometric())
    .filter(lambda form: form is not None),
}
"""Values that are no sequences to calculate with, by their class."""
VALUES = {name: kind.draw().map(lambda drawn: drawn[0]) for name, kind in KINDS.items()} | OTHERS
DAMAGED = [None, True, -1, 1.5, 10**30, "", "x", "1/0", "[", [], [None], [[]], [["1/0"]], [7], {}, {"a": 1}]


def test_copies_are_equal_to_the_value() -> None:
    for name, values in VALUES.items():
        examined(is_copied, 3, value=values)
        if name not in KINDS:
            examined(partial(is_of_class, getattr(gfkit.core.algebra, name)), 2, value=values)


def is_of_class(kind: type, value: Any, data: st.DataObject) -> None:
    assert type(value) is kind


def is_copied(value: Any, data: st.DataObject) -> None:
    """Check that copies and JSON preserve a value, that it is immutable, and that its repr is one line."""
    again = [pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)]
    texts = json.dumps(value.as_json()), value.to("json")
    again += [type(value).from_json(json.loads(text)) for text in texts]
    assert again == [value] * 5
    assert {hash(one) for one in again} == {hash(value)}
    assert {repr(one) for one in again} == {repr(value)}
    assert value not in (7, "1")
    assert len({value, *again}) == 1
    with pytest.raises((FrozenInstanceError, AttributeError)):
        value.first_n = 1
    for text in (str(value), value.latex(), repr(value)):
        assert text
        assert "\n" not in text
    damaged(value, data.draw(st.sampled_from(sorted(value.as_json()))))


def damaged(value: Any, key: str) -> None:
    """Replace or delete one key: the JSON is parsed as a value, or rejected in one line."""
    written = value.as_json()
    for changed in [*(written | {key: one} for one in DAMAGED), {k: written[k] for k in written if k != key}]:
        said = ""
        try:
            assert type(type(value).from_json(changed)) is type(value)
        except GfkitError as error:
            said = str(error)
        assert "\n" not in said


@of_each_kind(8, [name for name, kind in KINDS.items() if kind.read is not None])
def test_strings_are_parsed_to_the_value(kind: Kind, data: st.DataObject) -> None:
    value, _ = data.draw(kind.draw())
    assert kind.read is not None
    assert kind.read(value) == value


@of_each_kind(4)
def test_sequences_reject_invalid_operations(kind: Kind, data: st.DataObject) -> None:
    f, _ = data.draw(kind.draw())
    late, plain = f.shifted(-1), isinstance(f, RationalGF)
    wrong: list[Callable[[], Any]] = [
        *(lambda i=i: f[i] for i in ("a", slice(f.first_n, None), slice(f.first_n - 1, 5), 1.5, None)),
        *(lambda m=m: f.coefficient_mod(f.first_n, m) for m in (0, -3)),
        *(lambda ask=ask: ask(3) for ask in (f.hadamard, f.cauchy, f.interlaced)),
        lambda: f[f.first_n - 1],
        lambda: f * f,
    ]
    numbers_ = () if plain else (lambda: f + 1, lambda: 1 - f)
    for ask in wrong:
        with pytest.raises(InputError):
            ask()
    for step, offset in ((0, 0), (-1, 2), (2, -1)):
        with pytest.raises(InputError, match="the step must be >= 1 and the offset >= 0"):
            f.subsequence(step, offset)
    for ask in (*numbers_, lambda: f + "x", lambda: 1.5 - f, lambda: f * "x", lambda: f * 1.5):
        with pytest.raises(TypeError):
            ask()
    for ask in (lambda: list(f), lambda: 1 in f, lambda: len(f), lambda: [*pairwise(f)]):
        with pytest.raises(TypeError, match="not a list"):
            ask()
    assert f
    with pytest.raises(InputError, match=f"first_n {late.first_n}: sequences to interlace must start"):
        late.interlaced(f)


def known(table: dict[str, Any]) -> dict[str, Any]:
    """Return the names that the expressions of a table may use."""
    names = {name: getattr(gfkit.core.algebra, name) for name in gfkit.core.algebra.__all__}
    names |= {"closed_form": closed_form, "growth": growth, "Fraction": Fraction, "parse": RationalGF.parse}
    for line in table["given"]:
        exec(line, names)
    return names


def test_values_are_shown_as_in_print() -> None:
    names = known(PRINTED)
    kinds_ = ("rational", "quasi", "algebraic", "p_recursive", "hypergeometric", "growth")
    for expression, said in (row for kind in kinds_ for row in PRINTED[kind]):
        assert str(eval(expression, names)) == said, expression


parse = RationalGF.parse
FIB = parse("t/(1 - t - t^2)")
GF = parse("1/(1 - t - x*t^2)")
PLAIN = parse("t/(1 - t - t^2)", first_n=1)
ONES, LINE, LATE = parse("1/(1 - t)"), parse("t"), parse("t^2/(1 - t - t^2)", None, 2)
BOTH = Polynomial.parse("1 - f + t*f^2", ("t", "f")) * Polynomial.parse("1 - f + t*f", ("t", "f"))
WRITTEN = PRecursive.parse("n*a(n) = (2*n - 1)*a(n-1) - (n - 1)*a(n-2)", [1, 1]).as_json()
FORM = PRecursive.parse("a(n) = n*a(n-1)", [1]).hypergeometric().as_json()


def of_order(order):
    return RationalGF.of([1], [1, *(0,) * (order - 1), 1])


REFUSED = [
    (
        lambda: RationalGF.reduced(
            Polynomial.parse("1", ("t",)), Polynomial.parse("2 - t", ("t",)), integral=True
        ),
        "denominator 2 - t",
    ),
    (lambda: RationalGF.of([1], [0, 1]), "denominator t"),
    (lambda: parse("1/(1 + x - t)"),),
    (lambda: RationalGF.of([1], []), "denominator of 1/(0)"),
    (lambda: RationalGF.of([1], [1, 1], 1), "first_n 1"),
    (lambda: RationalGF.of([], [1], -1), "first_n -1"),
    (lambda: parse("1/(1-t), t"), "generating function '1/(1-t), t'"),
    (lambda: parse("a(3) = 1/(1-t)"), "generating function 'a(3) = 1/(1-t)'"),
    (lambda: parse("f(t) = 1/(1 - x*t)"), "generating function 'f(t) = 1/(1 - x*t)'"),
    (lambda: parse("1/(1 - 2*q)"), "generating function '1/(1 - 2*q)'", "'q'"),
    (lambda: parse("(1 + t/(1 - t)"), "generating function '(1 + t/(1 - t)'", "')'"),
    (lambda: parse("1/(1 - t^1000001)"), "generating function '1/(1 - t^1000001)'"),
    (lambda: PLAIN[0], "n 0"),
    (lambda: PLAIN.coefficient_mod(3, 0), "modulus 0"),
    (lambda: GF.coefficient_mod(3, 5),),
    (lambda: GF.at(y=1), "variable 'y'"),
    (lambda: PLAIN.subsequence(0), "subsequence 0n + 0"),
    (lambda: Recurrence((1, 1), 2, (1,)), "initial 1 terms"),
    (lambda: Recurrence((1, Polynomial.parse("x", ("x",))), 2, (1, 1)), "recurrence with x"),
    (lambda: Recurrence((1, 1), 1, (1,)), "valid_from 1"),
    (lambda: FIB["a"], "n 'a'"),
    (lambda: FIB["2":5], "slice [2"),
    (lambda: FIB[1.5], "n 1.5"),
    (lambda: FIB * FIB, "product of two sequences"),
    (lambda: FIB.hadamard(3), "sequence 3"),
    (lambda: parse("t/(1 - t)", first_n=1).interlaced(FIB), "first_n 1"),
    (lambda: FIB.subsequence(2, -1), "subsequence 2n + -1"),
    (lambda: parse("2/(2 - t)").coefficient_mod(5, 10), "modulus 10"),
    (lambda: Fraction(1, 2) * parse("1/(1 - x*t)"), "denominator 2 - 2*x*t"),
    (lambda: of_order(150).hadamard(of_order(151)), "150", "151"),
    (lambda: RationalGF.from_json({"numerator": "1"}), "denominator"),
    (lambda: RationalGF.from_json({"numerator": "1", "denominator": 5}), "denominator 5"),
    (lambda: Recurrence.from_json({"coefficients": "1", "valid_from": 1}), "coefficients '1'"),
    (
        lambda: Recurrence.from_json({"coefficients": ["1/0"], "initial": ["1"], "valid_from": 1}),
        "number '1/0'",
    ),
    (lambda: QuasiPolynomial.of([]), "constituents []"),
    (lambda: QuasiPolynomial.of([[1]], [], -1), "first_n -1"),
    (lambda: QuasiPolynomial.of([[1]], [], 3)[2], "n 2"),
    (lambda: QuasiPolynomial.of([[1]])[1:], "slice [1"),
    (lambda: QuasiPolynomial.of([[Fraction(1, 6)]]).coefficient_mod(0, 4), "modulus 4"),
    (lambda: QuasiPolynomial.of([[1]]).coefficient_mod(0, 0), "modulus 0"),
    (lambda: QuasiPolynomial.interpolate([1, 2], 0, 0, 2, 1), "terms: 2"),
    (lambda: QuasiPolynomial.from_rational(parse("1/(1 - x*t)")),),
    (lambda: QuasiPolynomial.from_json({"constituents": 3}), "constituents 3"),
    (lambda: QuasiPolynomial.from_json({"constituents": [3]}), "constituents 3"),
    (lambda: QuasiPolynomial.from_json({}), "constituents"),
    (lambda: closed_form(parse("1/(1 - x*t)")),),
    (lambda: closed_form(parse("1/(1 - t)")).evaluate(-1), "n -1"),
    (lambda: closed_form(parse("1/(1 - t - t^3)")).roots(0), "digits 0"),
    (lambda: growth(parse("1/(1 - x*t)")), "growth"),
    (lambda: growth(parse("1/(1 - t)"), 0), "digits 0"),
    (lambda: growth(parse("1/(1 - t)"), 10**6), "digits 1000000"),
    (lambda: density(parse("1/(1 - t)")), "generating function in t", "density"),
    (lambda: density(parse("1/(1 - x*t)"), 0), "cells_per_n 0"),
    (lambda: density(parse("1/(1 - x*t)")).mean(0), "n 0"),
    (lambda: density(parse("t^2/(1 - x*t)")).mean(1), "n 1"),
    (lambda: 1 / LINE, "denominator t"),
    (lambda: ONES / LINE, "denominator t - t^2"),
    (lambda: ONES / 0,),
    (lambda: ONES.composed(ONES),),
    (lambda: ONES.with_power("x", 1), "variable 'x'"),
    (lambda: LATE[1:5], "slice [1"),
    (lambda: LATE[2:], "slice [2"),
    (lambda: LATE[2:6:-1], "slice [2"),
    (lambda: LATE[2.0:6], "slice [2.0"),
    (lambda: Algebraic.of(BOTH, [1, 1]),),
    (lambda: PRecursive.from_json(WRITTEN | {"coefficients": [["1"], "2"]}), "coefficients"),
    (lambda: PRecursive.from_json(WRITTEN | {"coefficients": []}),),
    (lambda: PRecursive.from_json(WRITTEN | {"initial": [1, 5]}), "initial"),
    (lambda: PRecursive.from_json(WRITTEN | {"initial": ["1", "x"]}), "number 'x'"),
    (lambda: PRecursive.from_json(WRITTEN | {"valid_from": "2"}), "valid_from"),
    (lambda: PRecursive.from_json(WRITTEN | {"first_n": -1}),),
    (lambda: Hypergeometric.from_json(FORM | {"ratio": "0"}), "ratio"),
    (lambda: Hypergeometric.from_json(FORM | {"lower": ["0"]}), "lower"),
    (lambda: Hypergeometric.from_json(FORM | {"initial": []}), "initial"),
    (lambda: Hypergeometric.from_json(FORM | {"initial": ["1", "1"]}), "initial"),
    (lambda: Hypergeometric.from_json({}), "upper"),
    (lambda: Hypergeometric.from_json({"ratio": 3}), "upper"),
    (lambda: Hypergeometric.from_json(FORM | {"upper": "0"}), "upper"),
    (lambda: Hypergeometric.from_json(FORM | {"first_n": "x"}), "first_n"),
    (lambda: Algebraic.parse("f^2 - 2*f + 1 - t^2 - t^3", [1]), "initial 1"),
    (lambda: Algebraic.parse("f^2 - 2*f + 1 - t^2 - t^3", [2]), "initial 2"),
    (lambda: Algebraic.parse("1 - f + t*f^2", [1, 1, 2, 5, 15]),),
    (lambda: Algebraic.parse("f^2 - t", [0, 0]),),
    (lambda: Algebraic.parse("1 - t", [1]),),
    (lambda: Algebraic.parse("f - f", [1]),),
    (lambda: Algebraic.parse("1 - f + t*f^2", [1], -1), "first_n -1"),
    (lambda: Algebraic.parse("1 - f + t*f^2", [1], 10**30), "first_n 1000000000000000000000000000000"),
    (lambda: Algebraic.of(Polynomial.parse("x", ("x", "y")), [1]),),
    (lambda: PRecursive.parse("a(n) = a(n-1)^2", [1, 1]), "recurrence 'a(n) = a(n-1)^2'"),
    (lambda: PRecursive.parse("a(n) = a(n-1) a(n-2)", [1, 1]), "recurrence 'a(n) = a(n-1) a(n-2)'"),
    (lambda: PRecursive.parse("a(n) = b(n-1)", [1, 1]), "recurrence 'a(n) = b(n-1)'"),
    (lambda: PRecursive.parse("a(n) = 1/a(n-1)", [1, 1]), "recurrence 'a(n) = 1/a(n-1)'"),
    (lambda: PRecursive.parse("a(n) = a(n)", [1, 1]), "recurrence 'a(n) = a(n)'"),
    (lambda: PRecursive.parse("3 = 3", [1, 1]), "recurrence '3 = 3'"),
    (lambda: PRecursive.parse("n = 3", [1, 1]), "recurrence 'n = 3'"),
    (lambda: PRecursive.parse("a(n) = (n a(n-1)", [1, 1]), "expected ')'"),
    (lambda: PRecursive.parse("a(n) = n^a(n-1)", [1, 1]), "recurrence 'a(n) = n^a(n-1)'"),
    (lambda: PRecursive.parse("a(n) = = a(n-1)", [1, 1]), "recurrence 'a(n) = = a(n-1)'"),
    (lambda: PRecursive.parse("a(n) = a(n-1)/0", [1, 1]), "recurrence 'a(n) = a(n-1)/0'"),
    (lambda: PRecursive.parse("a(n) = sqrt(2) a(n-1)", [1, 1]), "recurrence 'a(n) = sqrt(2) a(n-1)'"),
    (lambda: PRecursive.parse("a(n) = a(n-1); a(0) = 1", [1, 1]), "recurrence 'a(n) = a(n-1); a(0) = 1'"),
    (lambda: PRecursive.parse("a(n) ~ a(n-1)", [1, 1]), "recurrence 'a(n) ~ a(n-1)'"),
    (lambda: PRecursive.parse("(n - 5)*a(n) = n*a(n-1)", [0]), "initial 1 terms"),
    (lambda: PRecursive.parse("a(n) = 2*a(n-1) + 1", [0, 2]),),
    (lambda: PRecursive.parse("a(n) = n*a(n-1)", [1, 1, 3]),),
    (lambda: PRecursive.parse("a(n) = a(n-1) + a(n-2)", [1]), "initial 1 terms"),
    (lambda: PRecursive.parse("a(n) = n*a(n-1)", [1])[-1], "n -1"),
    (lambda: PRecursive.parse("2*a(n) = a(n-1)", [1]).coefficient_mod(3, 6), "modulus 6"),
    (lambda: DifferentialEquation.of([[-1], [1]]).p_recursive([1, 2]),),
    (lambda: DifferentialEquation.of([[-5], [0, 1]]).p_recursive([0, 0]),),
    (lambda: PRecursive.parse("(n - 1000000000)*a(n) = a(n-1)", [1]), "1000000000"),
    (lambda: parse("0^30^3000(0)"), "generating function '0^30^3000(0)'"),
    (lambda: RationalGF.reduced(Polynomial.parse("1", ("t",)), Polynomial.parse("1", ("t", "x"))),),
    (lambda: Recurrence.parse("a(n) = a(n-1) for n >= 2", [1]), "recurrence 'a(n) = a(n-1) for n >= 2'"),
    (
        lambda: Recurrence.parse("a(n) = a(n-1) + a(n-2) for n >= 2", [0, 1, 5]),
        "recurrence 'a(n) = a(n-1) + a(n-2) for n >= 2'",
    ),
    (lambda: Recurrence.parse("(n-5)a(n) = 2(n-5)a(n-1)", [1]), "recurrence '(n-5)a(n) = 2(n-5)a(n-1)'"),
    (lambda: Recurrence.parse("a(n) = n a(n-1)", [1]), "recurrence 'a(n) = n a(n-1)'"),
    (lambda: Recurrence.parse("a(n) = a(n-1) + 1", [1]), "recurrence 'a(n) = a(n-1) + 1'"),
    (lambda: Recurrence.parse("a(n) = sqrt(2) a(n-1)", [1]), "recurrence 'a(n) = sqrt(2) a(n-1)'"),
    (
        lambda: Recurrence.parse("P_n(1) = x P_{n-1}(1)", [Polynomial.constant(1, ("x",))]),
        "recurrence 'P_n(1) = x P_{n-1}(1)'",
    ),
    (
        lambda: Recurrence.parse("a(n) = a(n-1), a(n) = 2a(n-1)", [1]),
        "recurrence 'a(n) = a(n-1), a(n) = 2a(n-1)'",
    ),
]


def test_errors_state_the_reason() -> None:
    """Check the message of each expression, or part of it."""
    for number, (expression, *facts) in enumerate(REFUSED):
        with refused(GfkitError, *facts, about=f"{number}: {facts}"):
            expression()
