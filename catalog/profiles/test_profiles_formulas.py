"""verify by the printed formulas, which stand in claims.toml.

What is true is decided here by listing all positions on paths of up to 12 vertices and by expanding the
formula with SymPy, or putting numbers into it; only then is the verdict looked at.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
import sympy
from choice import some_and_all

import gfkit
from gfkit.catalog import read_document
from gfkit.claims.claim import verify

LISTED = 12

t, x, y = sympy.symbols("t x y")
root = sympy.sqrt(2)

CLAIMS = {claim.id: claim for claim in read_document(Path(__file__).with_name("claims.toml")).claims}


def printed_in(word: str) -> str:
    """A formula as printed; where no LaTeX is given, in plain text."""
    claim = CLAIMS[f"profiles-{word}"]
    return claim.printed or claim.statement[0]


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


SERIES = [
    claim
    for claim in CLAIMS.values()
    if claim.kind == "generating-function" and not claim.arguments["game"].startswith("cis:")
]


def weights_of(claim) -> str:
    letters = claim.statement[0]
    return "players" if "y" in letters else "pieces" if "x" in letters else "none"


def by_sympy(text: str) -> sympy.Expr:
    return sympy.sympify(text.replace("^", "**"), {"t": t, "x": x, "y": y})


@pytest.mark.parametrize("some", some_and_all(SERIES, 1, 10))
def test_generating_functions(some):
    assert len(SERIES) > 15
    for claim in some:
        judge_series(claim)


def judge_series(claim):
    game, weights, by_hand = claim.arguments["game"], weights_of(claim), by_sympy(claim.statement[0])
    right = is_right(by_hand, game, weights)
    verdict = verify(claim.printed or claim.statement[0], game=game, family="path:n")
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


def holds(game: str, weights: str, step) -> bool:
    """Whether step(P(n-1), P(n)) = P(n+1) for all n that are listed."""
    profiles = [listed(game, n, weights) for n in range(LISTED + 1)]
    return all(
        sympy.expand(step(profiles[n - 1], profiles[n]) - profiles[n + 1]) == 0 for n in range(1, LISTED)
    )


RECURRENCES = [
    ("col", "pieces", "s31-pieces", lambda before, last: (1 + x) * last + x * before),
    ("cis", "players", "s33-step", lambda before, last: last + (x + y) * before),
    ("o12", "players", "s34-step", lambda before, last: (1 + x) * last + y * before),
]


@pytest.mark.slow(1)
def test_recurrences():
    for game, weights, word, step in RECURRENCES:
        assert holds(game, weights, step)
        assert verify(printed_in(word), game=game, family="path:n").verdict == "proved"


def test_a_recurrence_with_a_slip():
    # Printed for the total numbers, with (x, y) left in the last term.
    printed = r"P_{\text{COL}, P_{n+1}}(1) = 2P_{\text{COL}, P_n}(1) + P_{\text{COL}, P_{n-1}}(x, y)."
    wrong = 2 * number("col", 2) + listed("col", 1, "players")
    assert sympy.expand(wrong - number("col", 3)) != 0
    verdict = verify(printed, game="col", family="path:n")
    assert verdict.verdict == "refuted"
    assert verdict.first_difference.n == 3
    assert sympy.expand(sympy.sympify(verdict.first_difference.formula) - wrong) == 0
    assert verdict.repair == "a_{n-1}(x, y) should have the arguments (1)"
    assert all(number("col", n + 1) == 2 * number("col", n) + number("col", n - 1) for n in range(1, LISTED))


@pytest.mark.slow(1)
def test_two_games_in_one_recurrence():
    # Theorem 4.3, for n >= 1 there, and for n = 0 too.
    for left, one in (("col", 2 * x), ("o12", x)):
        for n in range(LISTED):
            right = one * listed("o12", n, "pieces") + listed("col", n, "pieces")
            assert sympy.expand(right - listed(left, n + 1, "pieces")) == 0
        assert verify(printed_in(f"th43-{left}"), game="col", family="path:n").verdict == "proved"


@pytest.mark.slow(1)
def test_positions_by_the_last_vertex_are_refused():
    for printed in (
        r"f_B(n+1) = x(f_B(n) + f_E(n)) = x P_{SNORT, P_n}(x, y) - x f_R(n);",
        r"P_{\text{SNORT}, P_{n+1}}(x, y) = (1 + x + y) P_{\text{SNORT}, P_n}(x, y) - y f_R(n) - x f_R(n).",
    ):
        with pytest.raises(gfkit.GfkitError, match="are different sequences"):
            verify(printed, game="snort", family="path:n")


def gap(game: str, formula, n: int) -> float:
    return abs(float(sympy.N(formula(n) - number(game, n), 40)))


@pytest.mark.slow(3)
@pytest.mark.parametrize(("game", "sign"), [("col", r"\simeq"), ("snort", r"\approx")])
def test_a_missing_constant(game, sign):
    # The difference grows with the numbers themselves; with the factor (1 + sqrt 2)/2 it shrinks.
    assert gap(game, lambda n: (1 + root) ** n, 12) > 2 * gap(game, lambda n: (1 + root) ** n, 11) > 100
    repaired = [gap(game, lambda n: (1 + root) ** (n + 1) / 2, n) for n in range(4, 13)]
    assert repaired == sorted(repaired, reverse=True)
    assert repaired[-1] < 1e-4
    printed = printed_in("th32-growth" if game == "col" else "th34-growth")
    verdict = verify(rf"{printed} {sign} 2.414^n.", game=game, family="path:n")
    assert verdict.verdict == "refuted"
    assert verdict.repair == "the constant factor (1 + sqrt(2))/2 = 1.207106781187 is missing"
    assert verdict.correction == "a(n) = ((1 + sqrt(2))/2)*(1 + sqrt(2))^n + o(1)"


@pytest.mark.slow(1)
def test_nogo_digits():
    # Quotients of consecutive numbers: the constant printed in Theorem 3.11 is wrong in its sixth digit.
    quotient = number("nogo", 24) / number("nogo", 23)
    assert abs(quotient - 2.7692924) < 1e-7
    constant = number("nogo", 24) / quotient**24
    assert abs(constant - 0.694123) < 1e-5
    verdict = verify(printed_in("th311-growth"), game="nogo", family="path:n")
    assert verdict.verdict == "refuted"
    assert "2.76929235" in verdict.repair
    assert "0.694123" in verdict.repair
    assert "2.76929235" in verdict.correction
