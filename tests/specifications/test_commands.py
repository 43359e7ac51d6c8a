"""Classes that equations specify, in the commands and in Python.

The numbers are those of Catalan, Motzkin, Bell and others, as printed in the OEIS.
"""

from pathlib import Path

import pytest
from cli.calling import call, told

import gfkit
from gfkit.core.errors import InputError, MismatchError, OptionError

RULE = 'name = "Motzkin"\nabout = "paths"\n[equations]\nM = "1 + t*M + t^2*U"\nU = "M^2"\n'


def test_derive_prints_equation_recurrence_and_terms() -> None:
    found = told("derive", "f = 1 + t*f + t^2*f^2")
    assert found["equation"] == "1 - f + t*f + t^2*f^2"
    assert found["recurrence"]["equation"] == "(n + 2)*a(n) = (2*n + 1)*a(n-1) + (3*n - 3)*a(n-2)"
    assert found["recurrence"]["valid_from"] == 2
    assert found["terms"] == ["1", "1", "2", "4", "9", "21", "51", "127", "323", "835"]
    assert found["evidence"]["status"] == "proved"


def test_a_name_needs_no_board() -> None:
    assert told("derive", "dyck-paths") == told("derive", "dyck-paths", "n")
    assert told("derive", "dyck-paths")["closed_form"] == "binomial(2*n, n)/(n + 1)"


def test_a_rational_class_has_a_generating_function() -> None:
    assert told("derive", "f = SEQ(t + t^2)")["generating_function"]["denominator"] == "1 - t - t^2"
    assert gfkit.derive("f = SEQ(t + t^2)").recurrence_text == "a(n) = a(n-1) + a(n-2) for n >= 2"


def test_a_rule_file_with_equations(tmp_path: Path) -> None:
    path = tmp_path / "motzkin.toml"
    path.write_text(RULE)
    found = told("derive", path)
    assert found["game"] == "Motzkin"
    assert found["terms"] == told("derive", "motzkin-paths")["terms"]
    assert gfkit.derive(RULE).terms(6) == [1, 1, 2, 4, 9, 21]


@pytest.mark.parametrize(
    "content",
    ["[equations]\n", "[equations]\nf = 3\n", '[equations]\nf = "1"\n[rules]\nx = 1\n',
     '[equations]\nf = "1 + g"\n', 'name = 3\n[equations]\nf = "1"\n'],
)  # fmt: skip
def test_a_wrong_rule_file_is_refused_in_one_line(content: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(content)
    said = call("derive", path, code=2)
    assert len(said.err.splitlines()) == 1
    assert not said.out


def test_counts_of_one_size() -> None:
    assert call("count", "dyck-paths", "10", code=0).out.strip() == "16796"
    assert int(gfkit.count("motzkin-paths", 12)) == 15511
    assert int(gfkit.count("dyck-paths", "10^6", mod=7)) == gfkit.derive("dyck-paths").modulo(10**6, 7)
    assert call("count", "dyck-paths", "3x4", code=2).err


def test_marks_are_letters_of_the_equation_or_numbers() -> None:
    assert told("derive", "f = 1 + t*x*f^2")["equation"] == "1 - f + t*x*f^2"
    assert told("derive", "N = 1 + t*(x + N - 1)*N", "--at", "x=2")["terms"][:5] == [
        "1",
        "2",
        "6",
        "22",
        "90",
    ]
    for words in (
        ("dyck-paths", "--at", "x=2"),
        ("f = 1 + t*x*f", "--at", "x=1/2"),
        ("f = 1 + t*x*f", "--at", "y=1"),
    ):
        assert len(call("derive", *words, code=2).err.splitlines()) == 1


@pytest.mark.parametrize(
    "words",
    [("--weights", "pieces"), ("--positions", "maximal"), ("--by", "outcome"), ("--mod", "7"),
     ("--sizes", "1..3"), ("--up-to", "symmetry"), ("--moments",), ("--method", "modular"),
     ("--pieces", "3"), ("--given", "cell 1,1 is 1")],
)  # fmt: skip
def test_options_of_boards_are_refused(words: tuple[str, ...]) -> None:
    assert len(call("derive", "dyck-paths", "n", *words, code=2).err.splitlines()) == 1


@pytest.mark.parametrize("words", [("sample",), ("optimum",), ("constant",), ("probability",)])
def test_other_commands_name_what_is_possible(words: tuple[str, ...]) -> None:
    said = call(*words, "dyck-paths", *["n"] * (words != ("constant",)))
    assert said.code == 2
    assert "gfkit derive dyck-paths" in said.err


def test_python_refuses_what_does_not_apply() -> None:
    with pytest.raises(OptionError):
        gfkit.derive("dyck-paths", "n", weights="pieces")
    with pytest.raises(InputError):
        gfkit.derive("dyck-paths", "3xn")
    with pytest.raises(OptionError):
        gfkit.count("dyck-paths", "3", at="x=2")
    with pytest.raises(MismatchError):
        _ = gfkit.derive("dyck-paths") + 1


@pytest.mark.parametrize(
    ("formula", "of", "code"),
    [
        ("a(n) = binomial(2n,n)/(n+1)", "dyck-paths", 0),
        ("a(n) = binomial(2n,n)/(n+2)", "dyck-paths", 1),
        ("(n+2) a(n) = (2n+1) a(n-1) + 3 (n-1) a(n-2)", "motzkin-paths", 0),
        ("(n+2) a(n) = (2n+1) a(n-1) + 3 (n-2) a(n-2)", "motzkin-paths", 1),
        ("a(n) = Sum_{k=0..n} binomial(n,k)*binomial(n+k,k)/(k+1)", "schroeder-paths", 0),
        ("a(n) is odd iff n = 2^k - 1", "binary-trees", 0),
        ("1, 1, 2, 4, 9, 21, 51", "motzkin-paths", 0),
        ("1, 1, 2, 4, 9, 21, 52", "motzkin-paths", 1),
        ("a(n) = F(n+1)", "f = SEQ(t+t^2)", 0),
        ("a(n) = binomial(3n,n)/(2n+1)", "T = 1 + z*T^3", 0),
        ("A(x) = 1 + x*A(x)^2", "dyck-paths", 0),
        ("A(x) = 1 + x*A(x) + x^2*A(x)^3", "motzkin-paths", 1),
        ("2/(1 + sqrt(1 - 4x))", "dyck-paths", 0),
        ("(1-x-sqrt(1-2x-3x^2))/(2x^2)", "motzkin-paths", 0),
        ("(1-x-sqrt(1-2x-3x^2+x^9))/(2x^2)", "motzkin-paths", 1),
        ("(1-4x)^(-1/2)", "grand-dyck-paths", 0),
    ],
)
def test_verdicts_on_printed_formulas(formula: str, of: str, code: int) -> None:
    found = told("verify", formula, "--for", of, "n", code=code)
    assert found["verdict"] == ("refuted" if code else "proved")
    assert told("verify", found["statement"], code=code)["verdict"] == found["verdict"]


def test_comparisons() -> None:
    assert call("compare", "dyck-paths", "plane-trees", code=0).out
    found = told("compare", "motzkin-paths", "unary-binary-trees", code=1)
    assert found["relation"] == "first(n) = second(n+1) for every n >= 0"
    assert call("compare", "f = 1/(1-t-t^2)", "matchings", "--on", "path:n", code=0).out
    assert call("compare", "dyck-paths", "matchings", code=2).err


def test_identify_and_guess_name_the_classes() -> None:
    assert "ternary-trees" in call("identify", "1", "3", "12", "55", "273", code=0).out
    assert "motzkin-paths" in call("guess", "1,1,2,4,9,21,51,127,323,835,2188,5798,15511", code=0).out
    first, *_ = gfkit.identify([1, 2, 6, 22, 90, 394]).classes
    assert first[:2] == ("schroeder-paths", 0)


def test_games_lists_the_classes() -> None:
    assert "dyck-paths" in call("games", code=0).out
    assert told("games", "dyck-paths")["classes"][0]["equations"] == "f = 1 + t*f^2"
    assert "A000108" in call("games", "dyck-paths", code=0).out


def test_oeis_export_states_the_class_and_evaluates_its_formulas() -> None:
    written = call("oeis", "export", "motzkin-paths", "n", code=0).out
    assert "%N A000000 Number of Motzkin paths of length n." in written
    assert "G.f. A(x) satisfies 0 = 1 - A(x) + x*A(x) + x^2*A(x)^2." in written
    assert "binomial(2*n, n)/(n + 1)" in call("oeis", "export", "dyck-paths", code=0).out
    assert "G.f.: 1/((1 - 2*x)*(1 + x))." in call("oeis", "export", "f=1/(1-t-2*t^2)", code=0).out
    assert call("oeis", "export", "f=1+t*x*f", code=2).err


def test_a_report_has_formulas_terms_and_the_certificate(tmp_path: Path) -> None:
    page = tmp_path / "dyck.html"
    assert told("report", "dyck-paths", "n", "-o", page)["title"] == "Dyck paths by semilength"
    html = page.read_text(encoding="utf-8")
    for part in ("1, 1, 2, 5, 14, 42, 132, 429", "dyck-paths.json", "binomial", 'id="proof"'):
        assert part in html
    assert call("report", "f = 1 + t*x*f", "n", "-o", page, code=2).err


def test_an_equation_with_a_divided_difference(tmp_path: Path) -> None:
    path = tmp_path / "maps.toml"
    path.write_text('[catalytic]\nequation = "F = 1 + t*(u^2*F^2 + u*(F + D))"\nat = 1\n')
    terms = ["1", "2", "9", "54", "378", "2916"]
    for words in ((path,), ("rooted-planar-maps",), ("F = 1 + t*(u^2*F^2 + u*(F + D))", "--at", "u=1")):
        assert told("derive", *words, "--terms", "6")["terms"] == terms
    assert "--at u=1" in call("derive", "F = u + t*u*F*D", code=2).err
    path.write_text('[catalytic]\nequation = "F = u + t*u*F*D"\nat = "1"\n')
    assert len(call("derive", path, code=2).err.splitlines()) == 1


def test_labelled_and_unlabelled_classes() -> None:
    """Bell numbers, rooted labelled and unlabelled trees, involutions, necklaces of two colours."""
    assert told("derive", "B = SET(SET_{>=1}(t))")["terms"][:6] == ["1", "1", "2", "5", "15", "52"]
    assert told("derive", "T = t*SET(T)")["terms"][:6] == ["0", "1", "2", "9", "64", "625"]
    assert told("derive", "T = t*MSET(T)")["terms"][:7] == ["0", "1", "1", "2", "4", "9", "20"]
    assert told("derive", "unlabelled N = CYC(2*t)")["terms"][:7] == ["0", "2", "3", "4", "6", "8", "14"]
    involutions = told("derive", "I = SET(CYC_{<=2}(t))")
    assert involutions["recurrence"]["equation"] == "a(n) = a(n-1) + (n - 1)*a(n-2)"
    assert "labelled" in call("derive", "C = CYC(t)", code=2).err
    assert call("count", "B = SET(SET_{>=1}(t))", "10", code=0).out.strip() == "115975"
    assert call("verify", "a(n) = a(n-1) + (n-1)*a(n-2)", "--for", "I = SET(CYC_{<=2}(t))", "n", code=0).out
    assert call("compare", "I = SET(CYC_{<=2}(t))", "matchings", "--on", "complete:n", code=0).out


@pytest.mark.parametrize(
    "words",
    [("S = t + SEQ_{>=2}(S)",), ("dyck-paths", "--avoiding", "UDU"), ("tamari-intervals",),
     ("N = 1 + t*(x + N - 1)*N", "--at", "x=2"), ("S -> a S b S | epsilon",)],
)  # fmt: skip
def test_saved_proofs_are_certified(words: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "proof.json"
    call("derive", *words, "--save", path, code=0)
    assert told("certify", path)["status"] == "proved"


@pytest.mark.parametrize(
    "words",
    [("T = t*SET(T)",), ("f = 1 + t*x*f^2",), ("dyck-paths", "--avoiding", "UX"), ("3xn", "--avoiding", "U")],
)
def test_what_has_no_certificate_is_refused_before_it_is_derived(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    said = call("derive", *words, "--save", tmp_path / "proof.json", code=2)
    assert len(said.err.splitlines()) == 1
    assert not said.out


def test_growth_is_printed_with_its_power() -> None:
    found = told("derive", "dyck-paths")["growth"]
    assert (found["value"], found["power"]) == ("4", "-3/2")
    assert found["constant"]["value"].startswith("0.56418958354775628694807945156")
