"""Nothing of a formula is left out: it is judged as a whole, refused at its place, or said to be set aside.

What is true of the counts: domineering on a row has Fibonacci numbers, o12 on a path Pell numbers,
col on a path (1 + sqrt 2)^(n+1)/2 and its conjugate; ``differential/formulas.py`` lists these by brute force.
"""

from __future__ import annotations

from random import Random

import mpmath
import pytest
from differential import formulas
from differential.statements import FAMILIES

import gfkit
from gfkit.errors import GfkitError, InputError, OptionError
from gfkit.verify.claim import verify

ROW = {"game": "domineering", "family": "1xn"}
PELL = {"game": "o12", "family": "path:n"}
COL = {"game": "col", "family": "path:n"}
CYCLE = {"game": "node-kayles", "family": "cycle:n"}


def test_the_first_terms_are_counted():
    for family in FAMILIES:
        sizes = range(family.first_n, family.first_n + 6)
        listed = [gfkit.brute_force(family.game, family.boards.replace("n", str(n))).count for n in sizes]
        assert listed == family.terms(6), family.boards


# Initial values, in every spelling


@pytest.mark.parametrize(
    "spelling", ["s0 = {}, s1 = {}", "s_0 = {}; s_1 = {}", "s(0)={}, s(1)={}", "s_{{0}} = {}, s1={}"]
)
def test_initial_values_are_read(spelling):
    formula = "s_n = s_{n-1} + s_{n-2}, "
    assert verify(formula + spelling.format(1, 1), **ROW).verdict == "proved"
    for wrong in ((7, 9), (1, 2), (7, 1)):
        verdict = verify(formula + spelling.format(*wrong), **ROW)
        assert verdict.verdict == "refuted", wrong
        assert verdict.first_difference.n == (0 if wrong[0] != 1 else 1)


def test_initial_values_in_front():
    assert verify("a0=1, a1=1, a(n) = a(n-1) + a(n-2)", **ROW).verdict == "proved"
    assert verify("a0=7, a1=1, a(n) = a(n-1) + a(n-2)", **ROW).verdict == "refuted"


def test_single_terms_stand_beside_the_formula():
    # A term that the sequence does not begin with is one more claim, and takes the place of nothing.
    assert verify("a(n) = F(n+1), a(3) = 3", **ROW).verdict == "proved"
    assert verify("a(n) = F(n+1), a(3) = 4", **ROW).verdict == "refuted"
    once = r"(\begin{cases} 1 & n=3 \\ 0 & \text{otherwise}\end{cases})"
    verdict = verify(f"a(n) = F(n+1) + {once}, a(3) = 3", **ROW)
    assert (verdict.verdict, verdict.first_difference.n) == ("refuted", 3)
    assert verdict.first_difference.formula == "4 and 3"
    once = once.replace("n=3", "n=0")
    assert verify(f"a(0) = 1, a(n) = F(n+1) + {once}", **ROW).verdict == "proved"
    # The range of a recurrence does not begin behind a term far away.
    wrong_at_2 = "a(n) = a(n-1) + a(n-2) + [0,0,1,0,0,0,0,0,0,0][n mod 10], a(41) = 267914296"
    assert verify(wrong_at_2, **ROW).verdict == "refuted"


def test_values_without_a_board_are_named():
    verdict = verify("a(n) = a(n-1) + a(n-2) for n >= 5, a(0) = 99", **CYCLE)
    assert verdict.verdict == "proved"
    assert verdict.notes[0].startswith("no board belongs to n = 0")
    verdict = verify("a(n) = L(n), a(0) = 99", **CYCLE)
    assert verdict.verdict == "proved"
    assert verdict.notes[0].startswith("no board belongs to n = 0")
    verdict = verify("a(n) = F(n+1), a(9) = 99", data=[1, 1, 2, 3, 5])
    assert verdict.notes == (
        "no term of the data belongs to n = 9: what is printed there counts only in the recurrence",
    )
    assert verify("a(n) = a(n-1) + a(n-2), a(1) = 1, a(2) = 4", **CYCLE).verdict == "refuted"


# What has no meaning, or two

REFUSED = [
    "1,2,x,5,8,13",
    "[1, 1, 2, y, 5, 8]",
    "1 1 2 3 x 8",
    "a(n) = a(n-1) + a(n-2), 7",
    "a(n) = a(n-1) + a(n-2), a(0) = 1, 1, 2",
    "a(n) = a(n-1) + a(n-2); b(0) = 1",
    "a(n) = a(n-1) + a(n-2), b(n) = b(n-1) + b(n-2)",
    "a(n) = a(n-1) + a(n-2) for n >= 3 for n >= 5",
    "a(n) = a(n-1) + a(n-2) for n >= 3, n >= 5",
    "a(n) = F(n+1) for n >= 3; a(n) = F(n+1)",
    "a(n) = a(n-1) + a(n-2) for n <= 5",
    "a(n) = a(n-1) + a(n-2), n = 7",
    "a(n) = a(n-1) + a(n-2) with care",
    "a(n) = F(n+1), a(0) = 3, a(0) = 1",
    "F(n+1), n = 0, 2, 4, ...",
    "F(n+1) approximately",
    "F(n+1). Not true in general.",
    "F(n+1) % this is wrong",
    "F(n+1) and",
    "and F(n+1)",
    ", F(n+1)",
    ".5*F(n+1)",
    "F(n+1) = 2.5.3",
    "F(n+1) if n >= 0; 7 if n = 3",
    "7 otherwise; F(n+1) if n >= 0",
    "F(n+1, 7)",
    "F_{n+1}(7)",
    r"a(n) \equiv F(n+1) \pmod 2",
    "a(n) = 0 mod 1",
    r"a(n) ~ \frac{5+\sqrt{5}}{10} (\frac{1+\sqrt{5}}{2})^n",
    "a(n) ~ 0.72*1.618^n for n >= 3",
    "a(n) ~ 0.72*1.618^n, a(0) = 7",
    "a(n) ~ 0.72*1.618^n + o(1)",
    "a(n) = 0.72*1.618^n + o_1",
    "P_{n,3} = P_{n-1,3} + P_{n-2,3}",
    "P_{P_n} = P_{C_{n-1}} + P_{P_{n-2}}",
    "P_n(x) = F(n+1)",
    "P_{DOMINEERING,n}(2) = F(n+1)",
    "col(n) = F(n+1)",
    "GF_{COL}(1, 1, 1, t) = 1/(1 - t - t^2)",
    "G(7) = 1/(1 - t - t^2)",
    "G(2t) = 1/(1 - t - t^2)",
    "G(1, x, t) = 1/(1 - t - y t^2)",
    "a(n) = 1/(1 - t - t^2)",
    "G(t) = 1/(1 - t - t^2); H(t) = 1/(1 - t - t^2)",
    r"\begin{theorem} 1/(1 - t - t^2) \end{theorem}",
    "sum((2r+1)/5 r^(n) over r^2-r-1=0) + F(n); r1 = 9.9",
    r"\frac 1.5 2",
]


@pytest.mark.parametrize("formula", REFUSED)
def test_what_cannot_be_judged_as_a_whole_is_refused(formula):
    with pytest.raises(InputError) as error:
        verify(formula, **ROW)
    assert "\n" not in str(error.value)


def test_an_index_speaks_of_the_boards():
    assert verify(r"P_{\text{O12},P_n} = Pell(n+1)", **PELL).notes == ()
    with pytest.raises(InputError, match="is indexed by a cycle"):
        verify(r"P_{\text{O12},C_n} = Pell(n+1)", **PELL)


def test_a_range_is_given_once():
    formula = "a(n) = a(n-1) + a(n-2) for n >= 3"
    assert verify(formula, valid_from=3, **ROW).verdict == "proved"
    with pytest.raises(OptionError, match="the formula itself says n >= 3"):
        verify(formula, valid_from=5, **ROW)


def test_a_new_line_is_no_product():
    assert verify("F(n+1)\nF(n+2) - F(n)", **ROW).verdict == "proved"
    assert verify("F(n+1)\nF(n+2)", **ROW).verdict == "refuted"
    with pytest.raises(InputError):
        verify("F(n+1)\n1", **ROW)
    assert verify("\\frac{1}\n{1 - t\n - t^2}", **ROW).verdict == "proved"


def test_space_between_lines_is_a_length():
    assert verify(r"F(n+1) \\[3pt]", **ROW).verdict == "proved"
    assert verify(r"F(n+1) \\[2^n]", **ROW).verdict == "refuted"


def test_all_formulas_of_a_line_are_judged():
    verdict = verify("a(n) = F(n+1) = F(n+3) - 2F(n)", **ROW)
    assert verdict.verdict == "refuted"
    verdict = verify("a(n) = F(n+1) ~ 0.7236*1.618^n", **ROW)
    assert verdict.verdict == "proved"
    assert "the terms for n = 0" in verdict.reason
    assert "0.7236067977" in verdict.reason
    assert verify("a(n) = F(n+2) ~ 0.7236*1.618^n", **ROW).verdict == "refuted"
    assert verify("a(n) = F(n+1) ~ 0.7237*1.618^n", **ROW).verdict == "refuted"
    # A power that stands alone is a growth constant only where nothing stands beside it, or with decimals.
    cis = {"game": "cis", "family": "path:n"}
    assert verify("a(n) ~ 1.33*2.0^n", **cis).verdict == "proved"
    assert verify("a(n) ~ 1.33*2.0^n; 2^n", **cis).verdict == "refuted"


def test_decimals_of_roots_are_checked():
    formula = str(gfkit.derive("nogo", "path:n").closed_form)
    nogo = {"game": "nogo", "family": "path:n"}
    root = mpmath.findroot(lambda r: r**3 - 3 * r**2 + r - 1, 2.77)  # Brown et al., Theorem 3.11
    assert str(root)[:12] in formula
    assert verify(formula, **nogo).verdict == "proved"
    with pytest.raises(InputError, match="is no root"):
        verify(formula.replace("r1 = 2.769", "r1 = 2.768"), **nogo)


def test_what_is_set_aside_is_named():
    verdict = verify("G_{maximal}(t) = 1/(1 - t - t^2)", **ROW)
    assert verdict.notes == ("'maximal' in the name G_maximal is set aside",)
    assert verify("F(n) = F(n-1) + F(n-2)", **ROW).notes == ("F is read as the sequence that is asked about",)
    verdict = verify(r"\text{wrong for all n} = 1/(1 - t - t^2)", **ROW)
    assert "set aside" in verdict.notes[0]
    assert verify("a(n) = a(n-1) + a(n-2)", **ROW).notes == ()


def test_a_root_in_an_index_is_refused():
    with pytest.raises(InputError):
        verify("a(n sqrt(2)) = F(n+1)", **ROW)


# Decimals

DECIMALS = [
    # As equations: exact, for every n.
    ("a(n) = 7*2.0^n", PELL, "refuted"),
    ("a(n) = 100*2.414^n", PELL, "refuted"),
    ("c_n = 2.414^n", PELL, "refuted"),
    ("a(n) = 2.414", PELL, "refuted"),
    ("F(n+1) = 1.618^n", ROW, "refuted"),
    ("a(n) = 2.0*a(n-1) + 1.0*a(n-2)", PELL, "proved"),
    ("a(n) = 2.1*a(n-1) + a(n-2)", PELL, "refuted"),
    ("1/(1 - 2.0*t - t^2)", PELL, "proved"),
    ("a(n) = (4.0*2.0^n - (-1.0)^n)/3.0", {"game": "cis", "family": "path:n"}, "proved"),
    ("a(n) = (4.1*2.0^n - (-1.0)^n)/3.0", {"game": "cis", "family": "path:n"}, "refuted"),
    # As asymptotics: with the constant; (2 + sqrt 2)/4 = 0.85355..., (1 + sqrt 2)/2 = 1.20710...
    (r"c_n \simeq 5*2.414^n", PELL, "refuted"),
    (r"c_n \simeq 0.85*2.414^n", PELL, "proved"),
    (r"c_n \sim 0.854*2.414^n", PELL, "proved"),
    (r"c_n \approx 0.853*2.414^n", PELL, "proved"),
    (r"c_n \approx 0.852*2.414^n", PELL, "refuted"),
    ("c_n ~ 0.855*2.414^n", PELL, "refuted"),
    ("c_n ~ 2.414^n", PELL, "refuted"),
    ("c_n ~ 2.414^(n+1)/2.83", PELL, "proved"),  # 2 sqrt 2
    ("c_n ~ 2.414^(n+1)/2.84", PELL, "refuted"),
    ("c_n ~ 0.3535*2.414^(n+1)", PELL, "proved"),
    ("c_n ~ n*2.414^n", PELL, "refuted"),
    ("c_n ~ 0.85*n*2.414^n", PELL, "refuted"),
    ("a(n) = 0.8536*2.414^n + o(1)", PELL, "refuted"),  # rounded constants grow apart from the true ones
    ("a(n) = 0.85355339059327376*2.41421356237309505^n + o(1)", PELL, "refuted"),
    ("a(n) = 1.5*2.0^n + o(1)", {"game": "colourings:3", "family": "path:n"}, "proved"),  # 3*2^(n-1)
    ("a(n) = 1.50*2.00^n + o(1)", {"game": "colourings:3", "family": "path:n"}, "proved"),
    ("a(n) = 1.49*2.0^n + o(1)", {"game": "colourings:3", "family": "path:n"}, "refuted"),
    ("a(n) = 0.8546*2.414^n + o(1)", PELL, "refuted"),
    ("5*2.414^n", PELL, "refuted"),
    ("a(n) ~ 1.3*2.0^n", {"game": "cis", "family": "path:n"}, "proved"),  # 4/3
    ("a(n) = 1.33*2.0^n + o(1)", {"game": "cis", "family": "path:n"}, "refuted"),  # the rest is (-1)^n/3
    # The growth constant alone.
    ("2.414", PELL, "proved"),
    ("2.414^n", PELL, "proved"),
    ("2.413^n", PELL, "refuted"),
    ("c = 2.414", PELL, "proved"),
]


@pytest.mark.parametrize(("formula", "target", "expected"), DECIMALS)
def test_decimals(formula, target, expected):
    verdict = verify(formula, **target)
    assert verdict.verdict == expected
    contradicting = ("should be", "is missing", "wrong")
    if expected == "proved":
        assert not any(word in note for note in verdict.notes for word in contradicting)


def test_a_factor_n_belongs_to_the_claim(tmp_path):
    rule = tmp_path / "steps.toml"
    rule.write_text('name = "steps"\n[cells]\ncolours = 2\n[rules]\nforbid = ["10"]\n', encoding="utf-8")
    # Words 0...01...1 of length n: n + 1 of them.
    target = {"game": str(rule), "family": "1xn"}
    assert [gfkit.brute_force(str(rule), f"1x{n}").count for n in range(1, 5)] == [2, 3, 4, 5]
    assert verify("a(n) ~ 1.0*n", **target).verdict == "proved"
    assert verify("a(n) ~ 1.1*n", **target).verdict == "refuted"
    assert verify("a(n) ~ 1.0*n^2", **target).verdict == "refuted"
    assert verify("a(n) ~ n*1.0^n", **target).verdict == "proved"


def test_what_is_proved_of_digits_is_said():
    verdict = verify(r"c_n \simeq 0.85*2.414^n", **PELL)
    assert "0.853553390593" in verdict.reason
    assert verdict.reason.endswith("to the digits printed")
    verdict = verify("a(n) = 0.85*2.414^n", **PELL)
    assert "with ~ they are compared to the digits printed" in verdict.notes[0]
    verdict = verify("2.414^n", **COL)
    assert verdict.notes == ("the constant factor 1.207106781186... is no part of the claim",)


# Random statements


def outcome(text: str, game: str, family: str) -> str:
    try:
        return verify(text, game=game, family=family).verdict.value
    except GfkitError:
        return "refused"


@pytest.mark.parametrize("seed", range(4))
def test_random_statements(seed):
    rng = Random(seed)
    for _ in range(20):
        true, false = formulas.true_statement(rng), formulas.false_statement(rng)
        assert outcome(*true) == "proved", true
        assert outcome(*false) in ("refuted", "later", "refused"), false


@pytest.mark.parametrize("seed", range(4))
def test_what_is_added_to_a_true_statement_counts(seed):
    rng = Random(seed)
    additions = [
        ", 7", "; a = 3", ", b(0) = 1", ". Not true.", " approximately", ", n = 5", "; 2^n", " for n <= 9",
        "?", "; b(n) = 2b(n-1)", " except n = 3", " (conjectured)", ", ...",
    ]  # fmt: skip
    for _ in range(12):
        text, game, family = formulas.true_statement(rng)
        for addition in additions:
            assert outcome(text.rstrip(".$").lstrip("$") + addition, game, family) != "proved", (
                text + addition
            )
