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


SAME = [
    (r"\frac{1+xt}{1-t-x t^2}", "(1 + x*t)/(1 - t - x*t^2)"),
    (r"\dfrac{1}{1 - 2t}", "1/(1-2t)"),
    (r"\left(1+xt\right)\left(1-t\right)", "(1+x*t)*(1-t)"),
    (r"\bigl(1+t\bigr)^{2}", "1+2t+t^2"),
    (r"1 \times t \cdot x", "t*x"),
    ("(1+xt)(1+yt)", "1 + x*t + y*t + x*y*t**2"),
    ("t(1+xt)", "t + x*t^2"),
    ("2xyt^2", "2*x*y*t^2"),
    (r"\frac12 t", "t/2"),
    ("1/2t", "(1/2)*t"),
    ("-t^2", "-(t^2)"),
    ("(-t)^2", "t^2"),
    ("2^3^2", "512"),
    (r"2^{3}t^{10}", "8t^10"),
    ("t^2²", "t^4"),
    (r"\sqrt{2}\sqrt{2}t", "2t"),
    (r"\sqrt 2 \sqrt{8} t", "4t"),
    ("√2*sqrt(2)*t", "2t"),
    (r"\frac{1}{1-\frac{xt}{1-t}\frac{t}{1-t}}", "(1-t)^2/((1-t)^2 - x*t^2)"),
    (r"$$\frac{1}{1-t}$$", "1/(1-t)"),
    (r"\frac{1}{1-t}.", "1/(1-t)"),
    (r"1 − t × x", "1 - t*x"),
    ("[1 + t]/[1 - t]", "(1+t)/(1-t)"),
]


def test_two_spellings():
    for one, other in SAME:
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
        assert terms(text, 16) == [meaning(n) for n in range(16)], text
        shape = spectrum(side(text))
        if shape is None:
            without.append(text)
            continue
        below = shape.denominator()
        count = shape.start + 3 * len(below) + 5
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


@settings(max_examples=20)
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


KINDS = [
    ("1/(1-t)", "gf"),
    (r"GF_{\text{COL}}(1, x, x, t) = \frac{(1+xt)}{1-((1+x)t+xt^2)}", "gf"),
    ("GF = 1/(1-t)", "gf"),
    ("a(n)=4a(n-1)+4a(n-2)-4a(n-3)-a(n-4)", "recurrence"),
    (r"P_{\text{CIS}, P_{n+1}}(x) = P_{\text{CIS}, P_n}(x)", "recurrence"),
    ("F(n) = F(n-1) + F(n-2)", "recurrence"),
    ("a(n) - 2a(n-1) = 0", "recurrence"),
    ("a(n) = F(n+1)^2", "closed-form"),
    ("c_n = 2^n", "closed-form"),
    ("floor(1.5^n)", "closed-form"),
    ("n^2 if n mod 2 = 0; 1 if n mod 2 = 1", "closed-form"),
    ("2.414^n", "growth"),
    ("2.769", "growth"),
    ("1 + sqrt(2)", "growth"),
]


def test_kinds_and_ranges():
    for text, kind in KINDS:
        assert str(kind_of(read_statement(text))) == kind, text
    for text, bound in (
        ("a(n) = 2a(n-1) for n >= 3", 3),
        ("a(n) = 2a(n-1) for all n > 3", 4),
        (r"a(n) = 2 a(n-1) \quad (n \ge 2)", 2),
        (r"a_n = 2a_{n-1}, n \geq 5.", 5),
        ("a(n) = 2a(n-1)", None),
    ):
        assert read_statement(text).valid_from == bound, text


UNREADABLE = [
    "1/(1-t",
    "1/(1-t))",
    "(1+t]/(1-t)",
    "1/",
    "t^",
    r"\frac{1}",
    r"\foo{1}",
    r"\sqrt[3]{2}",
    "a(n) = ",
    "= 3",
    "1 + + ",
    "n mod",
    "[1,2][n mod 3]",
    "1 if n",
    "t ? 1",
    "(" * 300 + "t" + ")" * 300,
    "2^" * 500 + "2",
    "-" * 2000 + "t",
    r"\begin{cases} 1",
    "sum(r^n over r^2)",
]


def test_unreadable():
    for text in UNREADABLE:
        with pytest.raises(GfkitError) as error:
            read_statement(text)
        assert "\n" not in str(error.value), text
        assert str(error.value).startswith("formula")


@settings(max_examples=120)
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
