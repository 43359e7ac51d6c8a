"""Formulas read from plain text and LaTeX: what they mean, and which recurrence they have.

Values are those of Python's own integers and of SymPy, pairs of spellings mean the same to a reader.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial, isqrt

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st
from tables import table

from gfkit.errors import GfkitError, InputError
from gfkit.formula.ratio import ratio, ring_of
from gfkit.formula.read.statement import read_statement
from gfkit.verify.formula import sequence
from gfkit.verify.formula.kind import kind_of
from gfkit.verify.formula.spectrum import spectrum


def side(text):
    return read_statement(text).chains[0].sides[-1]


def terms(text: str, count: int) -> list[Fraction | None]:
    return [sequence.exact_value(side(text), n).rational for n in range(count)]


def test_two_spellings():
    for one, other in table("same"):
        first, second = side(one), side(other)
        ring = ring_of(first, second)
        assert ratio(first, ring) == ratio(second, ring), one


CLOSED = [
    ("n^2 + 1", lambda n: n * n + 1),
    ("2^n", lambda n: 2**n),
    ("2^{n+1} - (-1)^n", lambda n: 2 ** (n + 1) - (-1) ** n),
    ("3n(n-1)/2", lambda n: 3 * n * (n - 1) // 2),
    (r"\frac{n(n+1)}{2}", lambda n: n * (n + 1) // 2),
    (r"\binom{n}{2} + {n+1 \choose 3}", lambda n: comb(n, 2) + comb(n + 1, 3)),
    ("binomial(2n, n)/(n+1)", lambda n: comb(2 * n, n) // (n + 1)),
    ("(2n)!/n!^2", lambda n: comb(2 * n, n)),
    ("n! + factorial(n+1)", lambda n: factorial(n) + factorial(n + 1)),
    ("floor(n^2/4)", lambda n: n * n // 4),
    (r"\lfloor n/2 \rfloor \lceil n/2 \rceil", lambda n: (n // 2) * -(-n // 2)),
    (r"\left\lfloor \frac{n^{2}}{12} \right\rfloor", lambda n: n * n // 12),
    ("round((n+3)^2/12)", lambda n: round(Fraction((n + 3) ** 2, 12))),
    ("floor(sqrt(2)n)", lambda n: isqrt(2 * n * n)),
    ("n mod 3", lambda n: n % 3),
    ("(n^2 mod 5) + 1", lambda n: n * n % 5 + 1),
    ("n^2/4 if n mod 2 = 0; (n^2 - 1)/4 if n mod 2 = 1", lambda n: n * n // 4),
    ("1 if n mod 4 = 0, 1; 0 otherwise", lambda n: int(n % 4 < 2)),
    ("7 if n mod 3 = 0 or 2; n if n mod 3 = 1", lambda n: n if n % 3 == 1 else 7),
    ("5 if n = 0; 2^n if n >= 1", lambda n: 2**n if n else 5),
    (r"\begin{cases} 1, & n \text{ even} \\ n, & \text{otherwise} \end{cases}", lambda n: n if n % 2 else 1),
    (
        r"\begin{cases} \frac{n}{2} & \text{if } n \equiv 0 \pmod 2 \\"
        r" 3n & \text{if } n \text{ odd} \end{cases}",
        lambda n: 3 * n if n % 2 else n // 2,
    ),
    (
        r"\begin{cases} 1 & n \equiv 0, 2 \pmod{3} \\ 4 & n \equiv 1 \pmod{3} \end{cases}",
        lambda n: 4 if n % 3 == 1 else 1,
    ),
    ("2^n*[2, 3, 5][n mod 3]", lambda n: 2**n * [2, 3, 5][n % 3]),
    ("2^floor(n/2)", lambda n: 2 ** (n // 2)),
    ("(-1)^(n(n+1)/2)", lambda n: (-1) ** (n * (n + 1) // 2)),
    ("F(n+2)", lambda n: int(sympy.fibonacci(n + 2))),
    ("F_{n+1}^2", lambda n: int(sympy.fibonacci(n + 1)) ** 2),
    ("L_{2n}", lambda n: int(sympy.lucas(2 * n))),
    ("((1+sqrt(5))^n - (1-sqrt(5))^n)/(2^n sqrt(5))", lambda n: int(sympy.fibonacci(n))),
    (
        r"\frac{1 - \sqrt{2}}{2} (1 - \sqrt{2})^n + \frac{1 + \sqrt{2}}{2} (1 + \sqrt{2})^n",
        lambda n: sympy.expand(((1 + sympy.sqrt(2)) ** (n + 1) + (1 - sympy.sqrt(2)) ** (n + 1)) / 2),
    ),
    ("sum(r^n/(2r - 1) over r^2 - r - 1 = 0)", lambda n: int(sympy.fibonacci(n))),
    (r"\sum_{r^{2} - r - 1 = 0} r^{n}", lambda n: int(sympy.lucas(n))),
]


def test_closed_forms():
    """And their recurrences, the order that a proof rests on: the polynomial does make the later values 0."""
    without = []
    for text, meaning in CLOSED:
        assert terms(text, 10) == [meaning(n) for n in range(10)], text
        shape = spectrum(side(text))
        if shape is None:
            without.append(text)
            continue
        below = shape.denominator()
        count = shape.start + 2 * len(below) + 5
        values = terms(text, count)
        assert None not in values
        for n in range(shape.start + len(below) - 1, count):
            assert sum(c * values[n - k] for k, c in enumerate(below)) == 0, text
    assert all("!" in text or "2n" in text or "sqrt(2)n" in text for text in without)


@st.composite
def expressions(draw, depth: int = 2) -> str:
    """Closed forms of the kinds that have a recurrence."""
    if depth == 0:
        return draw(
            st.sampled_from(["n", "2", "3^n", "(-2)^n", "F(n)", "(1+sqrt(2))^n", "floor(n/3)", "(n mod 2)"])
        )
    one, other = draw(expressions(depth=depth - 1)), draw(expressions(depth=depth - 1))
    return draw(
        st.sampled_from(
            [f"({one} + {other})", f"({one})*({other})", f"({one} - n)^2", f"[{one}, {other}][n mod 2]"]
        )
    )


def multiplied(one, other):
    """The coefficients of a product of polynomials."""
    found = [one[0] - one[0]] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for k, b in enumerate(other):
            found[i + k] = found[i + k] + a * b
    return found


@settings(max_examples=10)
@given(expressions())
def test_orders_are_bounds(text):
    tree = side(text)
    shape = spectrum(tree)
    assert shape is not None
    # Over the field of the values themselves: the order, not that of a rational polynomial.
    row = []
    for roots, degree in shape.layers():
        for _ in range(degree + 1):
            row = multiplied(row, roots.factor()) if row else list(roots.factor())
    assert len(row) == shape.order + 1
    values = [sequence.exact_value(tree, n) for n in range(shape.start + len(row) + 4)]
    for n in range(shape.start + len(row) - 1, len(values)):
        total = row[0] * values[n]
        for k, c in enumerate(row[1:], 1):
            total = total + c * values[n - k]
        assert not total


def test_kinds_and_ranges():
    for text, kind in table("kinds"):
        assert str(kind_of(read_statement(text))) == kind, text
    for text, bound in (
        ("a(n) = 2a(n-1) for n >= 3", 3),
        ("a(n) = 2a(n-1) for all n > 3", 4),
        (r"a(n) = 2 a(n-1) \quad (n \ge 2)", 2),
        (r"a_n = 2a_{n-1}, n \geq 5.", 5),
        ("a(n) = 2a(n-1)", None),
    ):
        assert read_statement(text).valid_from == bound, text


UNREADABLE = ["a(n) = ", "1 + + ", "(" * 300 + "t" + ")" * 300, "2^" * 500 + "2", "-" * 2000 + "t"]


def test_unreadable():
    for text in [*UNREADABLE, *(text for (text,) in table("unreadable"))]:
        with pytest.raises(GfkitError) as error:
            read_statement(text)
        assert "\n" not in str(error.value), text
        assert str(error.value).startswith("formula")


@settings(max_examples=60)
@given(st.text("()[]{}+-*/^_,;=~nxyta012.! \\fracsqrbegin&if", max_size=30))
def test_nothing_but_refusals(text):
    # Whatever is typed, it is read or refused in one line.
    message = ""
    try:
        read_statement(text)
    except GfkitError as error:
        message = str(error)
    assert "\n" not in message


def test_letters_without_meaning_are_refused():
    for text in ("1/(1 - w)", "1/(1-t-foo)", "GF(t)/(1-t)"):
        with pytest.raises(InputError, match="has no meaning"):
            ratio(side(text), ring_of(side(text)))
