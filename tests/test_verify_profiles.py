"""Brown et al., A note on polynomial profiles of placement games: every printed formula, as printed.

What is true is decided here by listing all positions on paths of up to 12 vertices and by expanding the
printed formula, or putting numbers into it; only then is the verdict looked at.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
import sympy

import gfkit
from gfkit.verify.claim import verify

LISTED = 12

t, x, y = sympy.symbols("t x y")
root = sympy.sqrt(2)

# Powers of ten so far apart that a polynomial is read off its value there.
FAR = {x: 10**7, y: 10**100}


@cache
def listed(game: str, n: int, weights: str) -> sympy.Expr:
    """The profile on the path of n vertices, every position listed."""
    if weights != "players":
        return sympy.expand(listed(game, n, "players").subs({x: 1, y: 1} if weights == "none" else {y: x}))
    return expression(str(gfkit.brute_force(game, f"path:{n}", weights="players").polynomial))


def expression(text: str) -> sympy.Expr:
    return sympy.sympify(text.replace("^", "**"))


def number(game: str, n: int) -> int:
    return int(listed(game, n, "none")) if n <= LISTED else gfkit.count(game, f"path:{n}").count


@cache
def coefficients(formula: sympy.Expr) -> list[object]:
    """The coefficients of t^0, ..., t^12 at the far point, by long division."""
    above, below = sympy.fraction(sympy.together(formula.subs(FAR)))
    a, b = (sympy.Poly(part, t).all_coeffs()[::-1] for part in (above, below))
    exact = not formula.has(root)
    a, b = ([Fraction(int(c)) if exact else c for c in row] for row in (a, b))
    found: list[object] = []
    for n in range(LISTED + 1):
        rest = (a[n] if n < len(a) else 0) - sum(
            b[k] * found[n - k] for k in range(1, min(n, len(b) - 1) + 1)
        )
        found.append(rest / b[0] if exact else sympy.radsimp(sympy.expand(rest) / b[0]))
    return found


def at_far(polynomial: sympy.Expr) -> object:
    return sympy.expand(polynomial.subs(FAR))


def is_right(formula: sympy.Expr, game: str, weights: str) -> bool:
    return all(c == at_far(listed(game, n, weights)) for n, c in enumerate(coefficients(formula)))


# (game, weights, as printed, the same by hand for SymPy, the repair)
SERIES = [
    ("cis", "none", r"\frac{3}{1-t-2t^2}", 3 / (1 - t - 2 * t**2), "3 should be 1 + 2*t"),
    ("o12", "none", r"\frac{1}{1-2t-t^2}", 1 / (1 - 2 * t - t**2), None),
    ("col", "none", r"\frac{1+t}{1-2t-t^2}", (1 + t) / (1 - 2 * t - t**2), None),
    ("snort", "none", r"\frac{1+t}{1-2t-t^2}", (1 + t) / (1 - 2 * t - t**2), None),
    (
        "nogo",
        "none",
        r"\frac{(1+t)(1-2t)t}{(1-t+t^2-2t^3)(1-t)}",
        (1 + t) * (1 - 2 * t) * t / ((1 - t + t**2 - 2 * t**3) * (1 - t)),
        None,
    ),
    (
        "col",
        "players",
        r"GF_{\text{COL}}(1, x, y, t) = \frac{(1+xt)(1+yt)}{1-(xyt^2+t(1+xt)(1+yt))};",
        (1 + x * t) * (1 + y * t) / (1 - (x * y * t**2 + t * (1 + x * t) * (1 + y * t))),
        None,
    ),
    (
        "col",
        "pieces",
        r"GF_{\text{COL}}(1, x, x, t) = \frac{(1+xt)}{1-((1+x)t+xt^2)};",
        (1 + x * t) / (1 - ((1 + x) * t + x * t**2)),
        None,
    ),
    (
        "col",
        "none",
        r"GF_{\text{COL}}(1, 1, 1, t) = \left(\frac{2 + \sqrt{2}}{2\sqrt{2}}\right)"
        r" \left(\frac{(1)}{1 - (1 + \sqrt{2})t}\right) + \left(\frac{2 - \sqrt{2}}{2\sqrt{2}}\right)"
        r" \left(\frac{(1)}{1 - (1 - \sqrt{2})t}\right).",
        (2 + root) / (2 * root) / (1 - (1 + root) * t) + (2 - root) / (2 * root) / (1 - (1 - root) * t),
        r"the sign of \left(\frac{2 - \sqrt{2}}{2\sqrt{2}}\right) is wrong",
    ),
    (
        "snort",
        "players",
        r"GF_{\text{SNORT}}(1, x, y, t) = \frac{(1 - xyt^2)}{1 - (xt + yt + xyt^2 + t(1 - xyt^2))};",
        (1 - x * y * t**2) / (1 - (x * t + y * t + x * y * t**2 + t * (1 - x * y * t**2))),
        "the sign of xyt^2 is wrong",
    ),
    (
        "snort",
        "pieces",
        r"GF_{\text{SNORT}}(1, x, x, t) = \frac{(1+xt)}{1-((1+x)t+xt^2)};",
        (1 + x * t) / (1 - ((1 + x) * t + x * t**2)),
        None,
    ),
    (
        "cis",
        "players",
        r"GF_{CIS}(1, x, y, t) = \frac{(1+x+y)}{1-t-xt^2-yt^2};",
        (1 + x + y) / (1 - t - x * t**2 - y * t**2),
        "factors t are missing: x t and y t for x and y in the numerator",
    ),
    (
        "cis",
        "pieces",
        r"GF_{CIS}(1, x, x, t) = \frac{(1+2x)}{1-t-2xt^2};",
        (1 + 2 * x) / (1 - t - 2 * x * t**2),
        "factors t are missing: x t for x in the numerator",
    ),
    (
        "o12",
        "players",
        r"GF_{O12}(1, x, y, t) = \frac{1}{1 - ((x+1)t + yt^2)};",
        1 / (1 - ((x + 1) * t + y * t**2)),
        None,
    ),
    (
        "o12",
        "pieces",
        r"GF_{O12}(1, x, x, t) = \frac{1}{1 - ((x+1)t + xt^2)};",
        1 / (1 - ((x + 1) * t + x * t**2)),
        None,
    ),
    (
        "nogo",
        "players",
        r"GF_{\text{NOGO}}(1, x, y, t) = \frac{t(1 - xyt^2)(1 - xt - yt)}"
        r"{((1 - xt)(1 - yt) - t - xyt^3)(1 - xt)(1 - yt)};",
        t
        * (1 - x * y * t**2)
        * (1 - x * t - y * t)
        / (((1 - x * t) * (1 - y * t) - t - x * y * t**3) * (1 - x * t) * (1 - y * t)),
        None,
    ),
    (
        "nogo",
        "pieces",
        r"GF_{\text{NOGO}}(1, x, x, t) = \frac{(1+xt)(1-2xt)t}{((1-xt)^2 - t - 2xt^3)(1-xt)};",
        (1 + x * t) * (1 - 2 * x * t) * t / (((1 - x * t) ** 2 - t - 2 * x * t**3) * (1 - x * t)),
        None,
    ),
]


@pytest.mark.parametrize(("game", "weights", "printed", "by_hand", "repair"), SERIES)
def test_generating_functions(game, weights, printed, by_hand, repair):
    right = is_right(by_hand, game, weights)
    verdict = verify(printed, game=game, family="path:n")
    assert verdict.verdict == ("proved" if right else "refuted"), verdict
    if right:
        assert verdict.evidence.status == "proved"
        assert verdict.correction is None
        return
    # The first difference and the correction, against the listed positions.
    first = verdict.first_difference
    agree = [c == at_far(listed(game, n, weights)) for n, c in enumerate(coefficients(by_hand))]
    assert agree.index(False) == first.n
    assert at_far(expression(first.formula)) == coefficients(by_hand)[first.n]
    assert sympy.expand(expression(first.true) - listed(game, first.n, weights)) == 0
    assert is_right(expression(verdict.correction), game, weights)
    if repair is not None:
        assert verdict.repair == repair


REPAIRED = [
    ("cis", "none", (1 + 2 * t) / (1 - t - 2 * t**2)),
    (
        "col",
        "none",
        (2 + root) / (2 * root) / (1 - (1 + root) * t) - (2 - root) / (2 * root) / (1 - (1 - root) * t),
    ),
    ("snort", "players", (1 - x * y * t**2) / (1 - (x * t + y * t - x * y * t**2 + t * (1 - x * y * t**2)))),
    ("cis", "players", (1 + x * t + y * t) / (1 - t - x * t**2 - y * t**2)),
    ("cis", "pieces", (1 + 2 * x * t) / (1 - t - 2 * x * t**2)),
]


@pytest.mark.parametrize(("game", "weights", "formula"), REPAIRED)
def test_repairs_are_right(game, weights, formula):
    assert is_right(formula, game, weights)


@pytest.mark.parametrize("colours", range(1, 9))
def test_many_colours(colours):
    # Corollary 3.7, where k is the number of colours.
    printed = r"GF_{k\text{-CIS}}(1, 1, 1, t) = \frac{1 + kt}{1 - t - kt^2}."
    game = f"cis:{colours}"
    by_hand = coefficients((1 + colours * t) / (1 - t - colours * t**2))
    assert by_hand == [gfkit.count(game, f"path:{n}").count for n in range(LISTED + 1)]
    assert by_hand[:6] == [gfkit.brute_force(game, f"path:{n}").count for n in range(6)]
    assert verify(printed, game=game, family="path:n").verdict == "proved"


def holds(game: str, weights: str, step) -> bool:
    """Whether step(P(n-1), P(n)) = P(n+1) for all n that are listed."""
    profiles = [listed(game, n, weights) for n in range(LISTED + 1)]
    return all(
        sympy.expand(step(profiles[n - 1], profiles[n]) - profiles[n + 1]) == 0 for n in range(1, LISTED)
    )


RECURRENCES = [
    (
        "col",
        "pieces",
        r"P_{\text{COL},P_{n+1}}(x) = (1+x)P_{\text{COL},P_n}(x) + xP_{\text{COL},P_{n-1}}(x).",
        lambda before, last: (1 + x) * last + x * before,
    ),
    (
        "cis",
        "players",
        r"P_{\text{CIS}, P_{n+1}}(x, y) = P_{\text{CIS}, P_n}(x, y) + (x + y)P_{\text{CIS}, P_{n-1}}(x, y).",
        lambda before, last: last + (x + y) * before,
    ),
    (
        "o12",
        "players",
        r"P_{\text{O12},P_{n+1}}(x, y) = (1+x)P_{\text{O12},P_n}(x, y) + yP_{\text{O12},P_{n-1}}(x, y).",
        lambda before, last: (1 + x) * last + y * before,
    ),
]


@pytest.mark.parametrize(("game", "weights", "printed", "step"), RECURRENCES)
def test_recurrences(game, weights, printed, step):
    assert holds(game, weights, step)
    assert verify(printed, game=game, family="path:n").verdict == "proved"


def test_a_recurrence_with_a_slip():
    # Printed for the total numbers, with (x, y) left in the last term.
    printed = r"P_{\text{COL}, P_{n+1}}(1) = 2P_{\text{COL}, P_n}(1) + P_{\text{COL}, P_{n-1}}(x, y)."
    wrong = 2 * number("col", 2) + listed("col", 1, "players")
    assert sympy.expand(wrong - number("col", 3)) != 0
    verdict = verify(printed, game="col", family="path:n")
    assert verdict.verdict == "refuted"
    assert verdict.first_difference.n == 3
    assert sympy.expand(sympy.sympify(verdict.first_difference.formula) - wrong) == 0
    assert verdict.repair == "P_{COL,n-1}(x, y) should be taken at (1)"
    assert all(number("col", n + 1) == 2 * number("col", n) + number("col", n - 1) for n in range(1, LISTED))


@pytest.mark.parametrize(
    "printed",
    [
        r"P_{\text{COL}, P_{n+1}}(x) = 2x P_{\text{O12}, P_n}(x) + P_{\text{COL}, P_n}(x),",
        r"P_{\text{O12}, P_{n+1}}(x) = x P_{\text{O12}, P_n}(x) + P_{\text{COL}, P_n}(x).",
    ],
)
def test_two_games_in_one_recurrence(printed):
    # Theorem 4.3, for n >= 1 there, and for n = 0 too.
    one = 2 * x if "2x" in printed else x
    left = "col" if "2x" in printed else "o12"
    for n in range(LISTED):
        right = one * listed("o12", n, "pieces") + listed("col", n, "pieces")
        assert sympy.expand(right - listed(left, n + 1, "pieces")) == 0
    assert verify(printed, game="col", family="path:n").verdict == "proved"


@pytest.mark.parametrize(
    "printed",
    [
        r"f_B(n+1) = x(f_B(n) + f_E(n)) = x P_{SNORT, P_n}(x, y) - x f_R(n);",
        r"P_{\text{SNORT}, P_{n+1}}(x, y) = (1 + x + y) P_{\text{SNORT}, P_n}(x, y) - y f_R(n) - x f_R(n).",
    ],
)
def test_positions_by_the_last_vertex_are_refused(printed):
    with pytest.raises(gfkit.GfkitError, match="are different sequences; each must name its game"):
        verify(printed, game="snort", family="path:n")


CLOSED_FORMS = [
    (
        "col",
        r"c_n = \frac{1 - \sqrt{2}}{2} (1 - \sqrt{2})^n + \frac{1 + \sqrt{2}}{2} (1 + \sqrt{2})^n.",
        lambda n: (1 - root) / 2 * (1 - root) ** n + (1 + root) / 2 * (1 + root) ** n,
    ),
    (
        "cis",
        r"\frac{1}{3}(4 \times 2^n + (-1)^{n+1})",
        lambda n: sympy.Rational(4 * 2**n + (-1) ** (n + 1), 3),
    ),
]


@pytest.mark.parametrize(("game", "printed", "by_hand"), CLOSED_FORMS)
def test_closed_forms(game, printed, by_hand):
    assert all(sympy.expand(by_hand(n)) == number(game, n) for n in range(LISTED + 1))
    verdict = verify(printed, game=game, family="path:n")
    assert verdict.verdict == "proved"


def gap(game: str, formula, n: int) -> float:
    return abs(float(sympy.N(formula(n) - number(game, n), 40)))


@pytest.mark.parametrize("game", ["col", "snort"])
@pytest.mark.parametrize("sign", [r"\simeq", r"\approx"])
def test_a_missing_constant(game, sign):
    # The difference grows with the numbers themselves; with the factor (1 + sqrt 2)/2 it shrinks.
    assert gap(game, lambda n: (1 + root) ** n, 12) > 2 * gap(game, lambda n: (1 + root) ** n, 11) > 100
    repaired = [gap(game, lambda n: (1 + root) ** (n + 1) / 2, n) for n in range(4, 13)]
    assert repaired == sorted(repaired, reverse=True)
    assert repaired[-1] < 1e-4
    verdict = verify(rf"c_n = (1 + \sqrt{{2}})^n + o(1) {sign} 2.414^n.", game=game, family="path:n")
    assert verdict.verdict == "refuted"
    assert verdict.repair == "the constant factor (1 + sqrt(2))/2 = 1.207106781187 is missing"
    assert verdict.correction == "a(n) = ((1 + sqrt(2))/2)*(1 + sqrt(2))^n + o(1)"


def test_o12_with_its_constant():
    assert gap("o12", lambda n: (root + 1) ** (n + 1) / (2 * root), 12) < 1e-4
    verdict = verify(r"c_n = (\sqrt{2} + 1)^{n+1}/(2\sqrt{2}) + o(1).", game="o12", family="path:n")
    assert verdict.verdict == "proved"


def test_nogo_digits():
    # Quotients of consecutive numbers: the constant printed in Theorem 3.11 is wrong in its sixth digit.
    quotient = number("nogo", 24) / number("nogo", 23)
    assert abs(quotient - 2.7692924) < 1e-7
    constant = number("nogo", 24) / quotient**24
    assert abs(constant - 0.694123) < 1e-5
    verdict = verify(r"c_n = 2.769296^n + o(1).", game="nogo", family="path:n")
    assert verdict.verdict == "refuted"
    assert "2.76929235" in verdict.repair
    assert "0.694123" in verdict.repair
    assert "2.76929235" in verdict.correction


@pytest.mark.parametrize(
    ("game", "printed"),
    [("cis", "2^n"), ("o12", "2.414^{n}"), ("col", "2.414^{n}"), ("snort", "2.414^{n}"), ("nogo", "2.769^n")],
)
def test_rates_of_growth(game, printed):
    quotient = number(game, 26) / number(game, 25)
    rate = float(printed.partition("^")[0])
    assert rate - 1e-6 < quotient < rate + 1e-3
    verdict = verify(printed, game=game, family="path:n", kind="growth")
    assert verdict.verdict == "proved"
    assert verdict.notes[0].startswith("the constant factor ")
