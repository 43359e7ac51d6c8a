"""What holds for every kind of sequence: arithmetic, far terms, copies, JSON and text both ways, refusals.

A kind is enrolled in ``KINDS`` by a strategy that draws a value together with its terms, listed by the kind's
definition and not by gfkit, and by how its text is read. Draws are degenerate on purpose: sequences of zeros,
sequences that start late or irregularly, terms that are no integers, leading coefficients with roots.
"""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from gfkit.errors import GfkitError, InputError
from gfkit.sequences import (
    Algebraic,
    ClosedForm,
    DifferentialEquation,
    Hypergeometric,
    Polynomial,
    PRecursive,
    QuasiPolynomial,
    RationalGF,
    Recurrence,
    closed_form,
)

Listed = Callable[[int], list[Any]]
"""The terms at n = 0, 1, ..., count - 1, with zeros before the first n."""
Drawn = tuple[Any, Listed]
small = st.integers(-4, 4)
rationals = st.fractions(-3, 3, max_denominator=4)
AT = {"x": 3, "y": -2}
"""Where terms with weights are compared."""
COUNT = 15


# Values with their terms by definition ---------------------------------------------------------------------


def divided(above: list[int], below: list[int]) -> Listed:
    """Long division of power series over the rationals, term by term."""

    def listed(count: int) -> list[Fraction]:
        values: list[Fraction] = []
        for n in range(count):
            total = Fraction(above[n] if n < len(above) else 0)
            total -= sum(below[k] * values[n - k] for k in range(1, min(n, len(below) - 1) + 1))
            values.append(total / below[0])
        return values

    return listed


@st.composite
def rational(draw: st.DrawFn, first: int = 3) -> Drawn:
    """A quotient in t with rational terms, irregular at the start, or zero."""
    start = draw(st.integers(0, first))
    above = [0] * start + draw(st.lists(small, max_size=5))
    below = [draw(st.sampled_from([1, 1, 1, -1, 2, 3, 4, 6])), *draw(st.lists(small, max_size=3))]
    return RationalGF.of(above, below, start), divided(above, below)


@st.composite
def weighted(draw: st.DrawFn, first: int = 2) -> Drawn:
    """A quotient in t, x (and y) with denominator 1 + t(...); its terms are listed at x = 3, y = -2."""
    names = draw(st.sampled_from([("t", "x"), ("t", "x", "y")]))
    start = draw(st.integers(0, first))
    powers = st.tuples(*[st.integers(0, 1 if len(names) > 2 else 2)] * len(names))
    terms = st.dictionaries(powers, st.integers(-2, 2), max_size=3)
    above = {(i + start, *rest): c for (i, *rest), c in draw(terms).items()}
    below = {(i + 1, *rest): c for (i, *rest), c in draw(terms).items()} | {(0,) * len(names): 1}

    def row(part: dict[tuple[int, ...], int]) -> list[int]:
        found = [0] * 9
        for (i, *rest), c in part.items():
            found[i] += c * 3 ** rest[0] * (-2) ** sum(rest[1:])
        return found

    made = RationalGF.reduced(Polynomial.of(names, above), Polynomial.of(names, below), start)
    return made, divided(row(above), row(below))


@st.composite
def quasi(draw: st.DrawFn, first: int = 3, period: int = 4, degree: int = 2) -> Drawn:
    """Polynomials in turn, after a few irregular terms; rows of zeros and of no terms among them."""
    several = draw(st.lists(st.lists(rationals, max_size=degree + 1), min_size=1, max_size=period))
    before, start = draw(st.lists(rationals, max_size=3)), draw(st.integers(0, first))

    def term(n: int) -> Fraction:
        if n < start + len(before):
            return before[n - start] if n >= start else Fraction(0)
        return sum((c * n**k for k, c in enumerate(several[n % len(several)])), Fraction(0))

    return QuasiPolynomial.of(several, before, start), lambda count: [term(n) for n in range(count)]


@st.composite
def p_recursive(draw: st.DrawFn, first: int = 2, order: int = 2, degree: int = 2) -> Drawn:
    """A recurrence with coefficients in n and terms for all its free places, roots of the first included."""
    size, first_n = draw(st.integers(0, order)), draw(st.integers(0, first))
    rows = [draw(st.lists(small, min_size=1, max_size=degree + 1)) for _ in range(size + 1)]
    if draw(st.booleans()):
        root = draw(st.integers(0, 6))
        rows[0] = [b - root * a for a, b in zip([*rows[0], 0], [0, *rows[0]], strict=True)]
    assume(any(rows[0]) and any(rows[-1]))
    late = first_n + size + draw(st.integers(0, 3))
    free = draw(st.lists(st.one_of(small, rationals), min_size=12, max_size=12))

    def at(row: list[int], n: int) -> int:
        return sum(c * n**k for k, c in enumerate(row))

    def listed(count: int) -> list[Any]:
        known: list[Any] = [0] * min(first_n, count)
        for n in range(first_n, count):
            rest = sum(at(row, n) * known[n - j] for j, row in enumerate(rows) if j and n >= late)
            assume(n < late or at(rows[0], n) or not rest)
            known.append(Fraction(-rest) / at(rows[0], n) if n >= late and at(rows[0], n) else free[n % 12])
        return known

    top = max([late, *(n + 1 for n in range(late, 60) if at(rows[0], n) == 0)])
    return PRecursive.of(rows, listed(top)[first_n:], first_n, late), listed


@st.composite
def algebraic(draw: st.DrawFn, first: int = 2, degree: int = 3, height: int = 3) -> Drawn:
    """A branch through a simple root at t = 0, whose terms are found one by one from the equation."""
    powers = st.tuples(st.integers(0, height), st.integers(0, degree))
    terms = draw(st.dictionaries(powers, st.integers(-3, 3), min_size=1, max_size=5))
    start = draw(st.one_of(st.integers(-2, 2), st.fractions(-2, 2, max_denominator=2)))
    plain = {p: c for p, c in terms.items() if p != (0, 0)}
    if not sum(c * j * Fraction(start) ** (j - 1) for (i, j), c in plain.items() if i == 0 and j):
        plain[0, 1] = plain.get((0, 1), 0) + 1  # now dP/df is not 0 at the start
    at_start = sum((c * Fraction(start) ** j for (i, j), c in plain.items() if i == 0), Fraction(0))
    plain = {p: c * at_start.denominator for p, c in plain.items()} | {(0, 0): -at_start.numerator}
    late = draw(st.integers(0, first))

    def listed(count: int) -> list[Any]:
        return [*[0] * late, *solved(plain, start, max(count - late, 0))][:count]

    made = Algebraic.of(Polynomial.of(("t", "f"), plain), [start])
    return made.shifted(-late), listed


def solved(equation: dict[tuple[int, int], int], start: Fraction, count: int) -> list[Fraction]:
    """The series with P(t, f) = 0: each term by dividing what is left by dP/df at the start."""
    slope = sum(c * j * Fraction(start) ** (j - 1) for (i, j), c in equation.items() if i == 0 and j)
    terms = [Fraction(start)]
    while len(terms) < count:
        n, more = len(terms), [*terms, 0]
        power, left = [Fraction(1)] + [Fraction(0)] * n, Fraction(0)
        for j in range(max(j for _, j in equation) + 1):
            left += sum(c * power[n - i] for (i, k), c in equation.items() if k == j and i <= n)
            power = [sum((power[k] * more[m - k] for k in range(m + 1)), Fraction(0)) for m in range(n + 1)]
        terms.append(-left / slope)
    return terms[:count]


@dataclass(frozen=True)
class Kind:
    """A strategy that may be told the latest first index, and one of smaller values for what takes long.

    ``read`` reads a value's text, where a kind has a reader of its own; terms up to ``far`` are tried.
    """

    draw: Callable[..., st.SearchStrategy[Drawn]]
    light: Callable[..., st.SearchStrategy[Drawn]]
    read: Callable[[Any], Any] | None = None
    far: int = 300
    examples: int = 100


def read_rational(f: RationalGF) -> RationalGF:
    return RationalGF.parse(str(f), f.variables, f.first_n)


def read_with_terms(f: PRecursive | Algebraic) -> PRecursive | Algebraic:
    return type(f).parse(str(f), f.initial, f.first_n)


KINDS = {
    "rational": Kind(rational, rational, read_rational),
    "weighted": Kind(weighted, weighted, read_rational, far=40),
    "quasi-polynomial": Kind(quasi, partial(quasi, period=2, degree=1)),
    "p-recursive": Kind(p_recursive, partial(p_recursive, order=1, degree=1), read_with_terms, examples=50),
    "algebraic": Kind(
        algebraic, partial(algebraic, degree=2, height=1), read_with_terms, far=25, examples=30
    ),
}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
drawing = given(data=st.data())


def times(examples: int) -> settings:
    unchecked = [HealthCheck.filter_too_much, HealthCheck.too_slow]
    return settings(max_examples=examples, deadline=None, suppress_health_check=unchecked)


def numbers(terms: list[Any]) -> list[Any]:
    return [t(*(AT[name] for name in t.variables)) if isinstance(t, Polynomial) else t for t in terms]


def agree(made: Any, first_n: int, term: Callable[[int], Any], count: int = COUNT) -> None:
    """A result starts at ``first_n`` and has these terms, past those that it writes out by a good deal."""
    count = max(count, len(getattr(made, "initial", ())) + 8)
    assume(count < 60)
    assert made.first_n == first_n
    terms = made.terms(count)
    assert numbers(terms) == [term(n) for n in range(first_n, first_n + count)]
    assert all(isinstance(t, int | Polynomial) or t.denominator > 1 for t in terms)


def lister(listed: Listed) -> Callable[[int], Any]:
    """A term by its index, the list growing as needed."""
    known: list[Any] = []

    def term(n: int) -> Any:
        if n >= len(known):
            known[:] = listed(n + 20)
        return known[n] if n >= 0 else 0

    return term


# Terms -----------------------------------------------------------------------------------------------------


@every_kind
def test_terms_are_those_of_the_definition(kind: Kind) -> None:
    @times(kind.examples)
    @drawing
    def run(data: st.DataObject) -> None:
        value, listed = data.draw(kind.draw())
        first, terms = value.first_n, value.terms(COUNT)
        assert numbers(terms) == listed(first + COUNT)[first:]
        assert value.terms(0) == value.terms(-1) == []
        assert value.terms(3) == terms[:3]
        assert [value[n] for n in range(first, first + COUNT)] == terms
        assert all(isinstance(t, int | Polynomial) or t.denominator > 1 for t in terms)

    run()


@every_kind
def test_far_terms(kind: Kind) -> None:
    @times(20)
    @drawing
    def run(data: st.DataObject) -> None:
        value, listed = data.draw(kind.draw())
        n = data.draw(st.integers(value.first_n, kind.far))
        truth = listed(n + 1)[n]
        assert numbers([value[n], value.coefficient(n)]) == [truth, truth]
        if len(getattr(value, "variables", "t")) == 1:
            prime = 10**9 + 7
            assert (
                value.coefficient_mod(n, prime) == truth.numerator * pow(truth.denominator, -1, prime) % prime
            )
            assert value.coefficient_mod(n, 1) == 0

    run()


# Arithmetic ------------------------------------------------------------------------------------------------


@every_kind
def test_operations_on_one(kind: Kind) -> None:
    @times(kind.examples)
    @drawing
    def run(data: st.DataObject) -> None:
        slow = kind.draw is algebraic
        value, listed = data.draw(kind.light() if slow else kind.draw())
        term, first = lister(listed), value.first_n
        factor = data.draw(small if kind.draw is weighted else rationals)
        by, step, offset = (
            data.draw(st.integers(*ends)) for ends in ((-3, 6), (1, 2 if slow else 4), (0, 6))
        )
        agree(value * factor, first, lambda n: factor * term(n))
        agree(factor * value, first, lambda n: factor * term(n))
        agree(-value, first, lambda n: -term(n))
        sums = lister(lambda count: [*accumulate(listed(count))])
        agree(value.partial_sums(), first, sums)
        agree(value.differences(), first, lambda n: term(n + 1) - term(n))
        agree(value.shifted(by), max(first - by, 0), lambda n: term(n + by))
        low = next(n for n in range(99) if step * n + offset >= first)
        agree(value.subsequence(step, offset), low, lambda n: term(step * n + offset), 8)

    run()


def two(data: st.DataObject, one: Kind, other: Kind, *, light: bool) -> tuple[Drawn, Drawn]:
    """Two values that can meet: with weights all terms must have integer coefficients."""
    (f, f_listed), (g, g_listed) = (
        data.draw(kind.light() if light else kind.draw()) for kind in (one, other)
    )
    if weighted in (one.draw, other.draw):
        assume(all(isinstance(h, RationalGF) and h.is_integral for h in (f, g)))
    return (f, f_listed), (g, g_listed)


def can_meet(one: str, other: str) -> bool:
    """Weights meet weights or none in rational series; every pair is taken once."""
    return one <= other and ("weighted" not in (one, other) or {one, other} <= {"weighted", "rational"})


PAIRS = [(KINDS[one], KINDS[other]) for one in KINDS for other in KINDS if can_meet(one, other)]


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda kind: kind.draw.__name__)
def test_sums_and_termwise_products(one: Kind, other: Kind) -> None:
    """Two kinds meet in the more general one, whichever comes first."""

    @times(one.examples if one is other else 12)
    @drawing
    def run(data: st.DataObject) -> None:
        (f, f_listed), (g, g_listed) = two(data, one, other, light=one is not other or one.draw is algebraic)
        a, b, first = lister(f_listed), lister(g_listed), max(f.first_n, g.first_n)
        rank = max(f.rank, g.rank)
        for made, term in (
            (f + g, lambda n: a(n) + b(n)),
            (g + f, lambda n: a(n) + b(n)),
            (f - g, lambda n: a(n) - b(n)),
            (f.hadamard(g), lambda n: a(n) * b(n)),
        ):
            agree(made, first, term)
            assert made.rank >= rank
        assert not any(numbers((f - f).terms(COUNT)))

    run()


@pytest.mark.parametrize(("one", "other"), PAIRS, ids=lambda kind: kind.draw.__name__)
def test_products_of_series(one: Kind, other: Kind) -> None:
    @times(one.examples // 2 if one is other else 12)
    @drawing
    def run(data: st.DataObject) -> None:
        (f, f_listed), (g, g_listed) = two(data, one, other, light=True)
        a, b = lister(f_listed), lister(g_listed)
        agree(f.cauchy(g), f.first_n + g.first_n, lambda n: sum(a(k) * b(n - k) for k in range(n + 1)))

    run()


@every_kind
def test_interlacing_undoes_subsequences(kind: Kind) -> None:
    @times(20)
    @drawing
    def run(data: st.DataObject) -> None:
        several = data.draw(st.lists(kind.light(0), min_size=1, max_size=3))
        first, *rest = (value for value, _ in several)
        terms = [lister(listed) for _, listed in several]
        assume(kind.draw is not weighted or all(f.is_integral for f in (first, *rest)))
        made = first.interlaced(*rest)
        agree(made, 0, lambda n: terms[n % len(several)](n // len(several)))
        for i, term in enumerate(terms):
            agree(made.subsequence(len(several), i), 0, term, 6)
        if kind.draw in (rational, quasi):  # which have one value for one sequence
            assert [made.subsequence(len(several), i) for i in range(len(several))] == [first, *rest]

    run()


# Values ----------------------------------------------------------------------------------------------------

OTHERS: dict[str, st.SearchStrategy[Any]] = {
    "polynomial": st.dictionaries(st.tuples(small.map(abs), small.map(abs)), small).map(
        lambda terms: Polynomial.of(("x", "y"), terms)
    ),
    "recurrence": st.one_of(rational(), weighted()).map(lambda drawn: drawn[0].recurrence),
    "closed form": rational().map(lambda drawn: closed_form(drawn[0])),
    "differential equation": p_recursive().map(lambda drawn: drawn[0].differential_equation()),
    "hypergeometric": p_recursive(order=1, degree=1)
    .filter(lambda drawn: drawn[0].order == 1)
    .map(lambda drawn: drawn[0].hypergeometric())
    .filter(lambda form: form is not None),
}
"""Values that are no sequences to calculate with."""
VALUES = {name: kind.draw().map(lambda drawn: drawn[0]) for name, kind in KINDS.items()} | OTHERS
KIND_OF = {
    "polynomial": Polynomial,
    "recurrence": Recurrence,
    "closed form": ClosedForm,
    "differential equation": DifferentialEquation,
    "hypergeometric": Hypergeometric,
}


@pytest.mark.parametrize("name", VALUES)
def test_copies_are_the_value(name: str) -> None:
    @times(40)
    @given(VALUES[name])
    def run(value: Any) -> None:
        assert type(value) is KIND_OF.get(name, type(value))
        again = [pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)]
        again += [
            type(value).from_json(json.loads(text))
            for text in (json.dumps(value.as_json()), value.to("json"))
        ]
        assert again == [value] * 5
        assert {hash(one) for one in again} == {hash(value)}
        assert {repr(one) for one in again} == {repr(value)}
        assert value != 7
        assert value != "1"
        assert len({value, *again}) == 1
        with pytest.raises((FrozenInstanceError, AttributeError)):
            value.first_n = 1
        for text in (str(value), value.latex(), repr(value)):
            assert text
            assert "\n" not in text

    run()


@pytest.mark.parametrize("name", [name for name, kind in KINDS.items() if kind.read is not None])
def test_text_is_read_as_the_value(name: str) -> None:
    kind = KINDS[name]

    @times(40)
    @drawing
    def run(data: st.DataObject) -> None:
        value, _ = data.draw(kind.draw())
        assert kind.read is not None
        assert kind.read(value) == value

    run()


DAMAGED = [None, True, -1, 1.5, 10**30, "", "x", "1/0", "[", [], [None], [[]], [["1/0"]], [7], {}, {"a": 1}]


@pytest.mark.parametrize("name", VALUES)
def test_damaged_json_is_refused_in_one_line(name: str) -> None:
    """Whatever stands at a key: what is read is a value, and what is not is refused as the user's."""

    @times(40)
    @given(VALUES[name], st.data())
    def run(value: Any, data: st.DataObject) -> None:
        written = value.as_json()
        key = data.draw(st.sampled_from(sorted(written)))
        for content in [*DAMAGED, ...]:
            changed = {
                k: (content if k == key else v) for k, v in written.items() if k != key or content is not ...
            }
            refused = ""
            try:
                assert type(type(value).from_json(changed)) is type(value)
            except GfkitError as error:
                refused = str(error)
            assert "\n" not in refused

    run()


# Refusals --------------------------------------------------------------------------------------------------


@every_kind
def test_what_no_sequence_does(kind: Kind) -> None:
    @times(8)
    @drawing
    def run(data: st.DataObject) -> None:
        f, _ = data.draw(kind.draw())
        for index in ("a", slice(f.first_n, None), slice(f.first_n - 1, 5), 1.5, None, f.first_n - 1):
            with pytest.raises(InputError):
                f[index]
        for modulus in (0, -3):
            with pytest.raises(InputError):
                f.coefficient_mod(f.first_n, modulus)
        for step, offset in ((0, 0), (-1, 2), (2, -1)):
            with pytest.raises(InputError, match="the step must be >= 1 and the offset >= 0"):
                f.subsequence(step, offset)
        for ask in (lambda: f * f, lambda: f.hadamard(3), lambda: f.cauchy("t"), lambda: f.interlaced(1)):
            with pytest.raises(InputError):
                ask()
        numbers = () if isinstance(f, RationalGF) else (lambda: f + 1, lambda: 1 - f)
        for ask in (*numbers, lambda: f + "x", lambda: 1.5 - f, lambda: f * "x", lambda: f * 1.5):
            with pytest.raises(TypeError):
                ask()
        for ask in (lambda: list(f), lambda: 1 in f, lambda: len(f), lambda: [*pairwise(f)]):
            with pytest.raises(TypeError, match="is no list"):
                ask()
        assert f
        late = f.shifted(-1)
        with pytest.raises(InputError, match=f"first_n {late.first_n}: sequences to interlace must start"):
            late.interlaced(f)

    run()
