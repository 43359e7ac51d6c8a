"""Formulas that were once judged wrongly: exceptions at single n, shifted names, digits, odd input."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gfkit.cli.main import main
from gfkit.errors import GfkitError, InputError, LimitError
from gfkit.verify.claim import verify

FIBONACCI = {"game": "node-kayles", "family": "path:n"}
PELL = {"game": "o12", "family": "cycle:n"}
ONCE = r"(\begin{cases} 1 & n=30 \\ 0 & \text{otherwise}\end{cases})"


@pytest.mark.parametrize(
    "formula",
    [
        f"F(n+2) + ({ONCE} mod 2)",
        f"F(n+2+{ONCE})",
        f"F(n+2) (-1)^(2n^2+{ONCE})",
        f"F(n+2)/(1+{ONCE})",
        f"F(n+2) (1+{ONCE})^(-1)",
        f"F(n+2) + floor({ONCE}/1)",
        f"sum(r^(n+{ONCE}) (3r+1)/5 over r^2-r-1=0)",
    ],
)
def test_an_exception_at_one_n_is_found(formula):
    verdict = verify(formula, **FIBONACCI)
    assert verdict.verdict == "refuted"
    assert verdict.first_difference.n == 30


def test_unknown_factors_under_a_sum_over_roots_prove_nothing():
    formula = "sum((3r+1)/5 r^(2n) over r^2-r-1=0) + sum(2^n r^(2n) - 2^n r^(2n) over r^2-r-1=0)"
    assert verify(formula, game="node-kayles", family="path:n").verdict == "refuted"
    assert verify("sum(2^n r^(2n) 0 + r^n (3r+1)/5 over r^2-r-1=0)", **FIBONACCI).verdict == "consistent"


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        ("a(n+1) = F(n+3)", "proved"),
        ("a(n+1) = F(n+2)", "refuted"),
        ("a(n-1) = F(n+1)", "proved"),
        ("a(n+1) = F(n+3) for n >= 4", "proved"),
        ("a(0)=1, a(n) = F(n+2) for n >= 5", "proved"),
        (
            r"a(0)=1, a(n) = F(n+2) + (\begin{cases} 1 & n=3 \\ 0 & \text{otherwise}\end{cases}) for n >= 5",
            "proved",
        ),
        ("a(0)=2, a(n) = F(n+2) for n >= 5", "refuted"),
        ("a(n) = F(n+4) - F(n+3)", "proved"),
        ("F(-n-2) (-1)^(n+1)", "proved"),
    ],
)
def test_names_with_shifts_and_ranges(formula, verdict):
    assert verify(formula, **FIBONACCI).verdict == verdict


@pytest.mark.parametrize(
    ("formula", "verdict"),
    [
        ("a(0)=7, a(1)=7, a(2)=7, a(n)=2a(n-1)+a(n-2)", "refuted"),
        ("a(0)=2, a(1)=2, a(2)=6, a(n)=2a(n-1)+a(n-2)", "proved"),
        ("a(1)=2, a(2)=6, a(n)=2a(n-1)+a(n-2)", "proved"),
        ("a(n)=2a(n-1)+a(n-2) for n >= 100000000", "proved"),
        ("a(n)=3a(n-1)+a(n-2) for n >= 100", "refuted"),
    ],
)
def test_values_below_the_first_board_must_fit(formula, verdict):
    assert verify(formula, **PELL).verdict == verdict


@pytest.mark.parametrize(
    ("formula", "game", "verdict"),
    [
        ("a(n) = 2.414^n + o(1)", "o12", "refuted"),  # 2.414^n is not (1 + sqrt 2)^n
        ("a(n) = (1 + sqrt(2))^n + o(1)", "o12", "proved"),
        ("a(n) = 2.414^n + o(1)", "col", "refuted"),  # plus (-1)^n
        ("a(n) ~ 2.414^n", "col", "proved"),
        ("2.41421356237309504880168872420969807856967187537694", "o12", "proved"),
        ("2.41421356237309504880168872420969807856967187537695", "o12", "proved"),
        ("2.41421356237309504880168872420969807856967187537696", "o12", "refuted"),
    ],
)
def test_growth(formula, game, verdict):
    assert verify(formula, game=game, family="cycle:n").verdict == verdict


def test_a_repair_beside_a_minus_has_the_right_sign():
    verdict = verify("(1+t)/(1 - 2/t - t^2)", game="col", family="path:n")
    assert verdict.repair == "2/t should be 2*t"


@pytest.mark.parametrize(
    ("formula", "repair"),
    [
        ("a(n) = 2a(n-1) + a(n+2)", "a(n+2) should be a(n-2)"),
        ("a(n) = 2a(n-1) + a(n-5)", "a(n-5) should be a(n-2)"),
    ],
)
def test_indices_are_repaired(formula, repair):
    assert verify(formula, **PELL).repair == repair


@pytest.mark.parametrize(
    "formula",
    [
        "a(n) = t*a(n+1)",
        "a(0) = 9; (1+t)/(1-t-t^2)",
        "(1+t)/(1-t-t^2) for n >= 2",
        "2^n for n >= 2.5",
        "2^n if 2.5 <= n",
        "3!!",
        r"a(n+1) = \begin{cases} 1 & n=30 \\ 0 & \text{otherwise}\end{cases}",
    ],
)
def test_what_has_no_meaning_is_refused(formula):
    with pytest.raises(InputError):
        verify(formula, **FIBONACCI)


@pytest.mark.parametrize(
    "formula",
    [
        "1" + "/2" * 10_000,
        "-" * 10_000 + "1",
        "(" * 10_000 + "1" + ")" * 10_000,
        "9" * 6000 + "+n",
        "n for n >= " + "9" * 6000,
        "F(n+2) for n >= 1000000000",
        "F(10^9 n)",
        "a(n) = a(n-1000000000)",
        "a(n) = 3a(n-1) + a(n-2) for n >= 100000000",
        "a(100000000) = 5, a(n) = a(n-1) + a(n-2)",
        "*".join(["(1+t)"] * 10_000),
    ],
)
def test_huge_formulas_meet_a_limit(formula):
    with pytest.raises(LimitError):
        verify(formula, **FIBONACCI)


def test_many_signs_and_a_byte_order_mark(tmp_path, capsys):
    file = tmp_path / "formula"
    file.write_text("\ufeff" + "+" * 5000 + "F(n+2)", encoding="utf-8")
    assert main(["verify", "--formula-file", str(file), "--for", "node-kayles", "path:n"]) == 0
    assert "proved" in capsys.readouterr().out


def test_large_factors_are_spoken():
    verdict = verify("2^20000 F(n+2)", **FIBONACCI)
    assert verdict.verdict == "refuted"
    with pytest.raises(GfkitError):
        verify("2^(10^9) F(n+2)", **FIBONACCI)


@pytest.mark.parametrize(
    ("formula", "place"),
    [
        ("a(n)/(n-3) = a(n-1)/(n-3) + a(n-2)/(n-3)", 3),
        ("a(n) = a(n-1) + a(n-2) + (n-5)/(n-5) - 1", 5),
        ("a(n) = (n-4)^(-1)*(n-4)*a(n-1) + a(n-2)", 4),
    ],
)
def test_what_divides_by_zero_at_one_n_is_not_proved_for_all(formula, place):
    with pytest.raises(InputError, match=f"at n = {place} it divides by zero"):
        verify(formula, **FIBONACCI)
    with pytest.raises(InputError, match="divides by zero"):
        verify(formula, data=[1, 2, 3, 5, 8, 13, 21, 34, 55])
    assert verify(formula, **FIBONACCI, valid_from=place + 1).verdict == "proved"


def test_no_repair_holds_where_the_formula_divides_by_zero():
    assert verify("a(n)/(n-3) = 2*a(n-1)/(n-3) + a(n-2)/(n-3)", **FIBONACCI).repair is None


@pytest.mark.parametrize("formula", ["1/(1-t-2*t^2)", "a(n) = 2*a(n-1) + a(n-2)", "F(n+3)"])
def test_what_is_right_is_no_surer_than_what_it_was_derived_by(formula, monkeypatch):
    from gfkit.sequences import Evidence, Status
    from gfkit.verify import truth

    probable = Evidence(Status.PROBABLE, "transfer-matrix", (("states", 10**6), ("log2_failure", -64)))
    derive = truth.derive
    monkeypatch.setattr(
        truth, "derive", lambda *args, **more: replace(derive(*args, **more), evidence=probable)
    )
    verdict = verify(formula, **FIBONACCI)
    assert (verdict.verdict, verdict.evidence.status) == ("refuted", "proved")
    assert any("only probable" in note for note in verdict.notes)


def test_first_values_of_any_length_are_named_in_a_refusal():
    """Python's own conversion to text ends at 4,300 digits."""
    with pytest.raises(InputError, match=r"start \[1, 7{5000}\]: first values go with a recurrence"):
        verify("1/(1-t)", **FIBONACCI, start=[1, 10**5000 // 9 * 7])
