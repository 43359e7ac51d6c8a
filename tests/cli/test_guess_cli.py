"""``gfkit guess`` as people and programs use it: forms of input, what is printed, exit codes.

Fibonacci and Catalan numbers, squares and primes are known; what is found of them is their law in print.
"""

import io
import re
from math import comb

from cli.calling import call, told

FIBONACCI = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55]
CATALAN = [comb(2 * n, n) // (n + 1) for n in range(14)]
PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71]


def run(*words: object, code: int = 0) -> str:
    said = call("guess", *words)
    assert (said.code, said.err) == (code, "")
    return said.out


def test_the_law_comes_first():
    assert run(*FIBONACCI).splitlines() == [
        "law                  a(n) = a(n-1) + a(n-2) for n >= 2",
        "closed form          (((1 + sqrt(5))/2)^(n+1) - ((1 - sqrt(5))/2)^(n+1))/sqrt(5)",
        "generating function  1/(1 - t - t^2)",
        "kind                 c-finite, order 2, signature (1, 1)",
        "next terms           from n = 10: 89, 144, 233",
        "guessed from 10 terms: 4 fitted it, 6 more agreed",
    ]
    out = run(*(2 ** (n * n) for n in range(10)))  # a transformation is said
    assert "law         b(n) = 4*b(n-1) where b(n) = a(n+1)/a(n)" in out
    assert f"from n = 10: {2**100}" in out


def test_signs_commas_and_brackets():
    terms = "-1,2,-3,4,-5,6,-7,8,-9,10"
    for words in (
        [terms],
        terms.split(","),
        ["--", *terms.split(",")],
        ["[-1, 2, -3, 4,", "-5, 6, -7, 8, -9, 10]"],
        ["--offset", "0", "-1,2,-3,4", "-5,6,-7,8,-9,10"],
        [terms, "--next", "3"],
    ):
        out = run(*words)
        assert "a(n) = -(n + 1) if n mod 2 = 0; n + 1 if n mod 2 = 1" in out, words
        assert "from n = 10: -11, 12, -13" in out, words


def test_json():
    (one,) = told("guess", *FIBONACCI)["found"]
    assert (one["kind"], one["order"], one["equation"]) == ("c-finite", 2, "a(n) = a(n-1) + a(n-2)")
    gf = one["generating_function"]
    assert (gf["numerator"], gf["denominator"]) == ("1", "1 - t - t^2")
    assert (one["valid_from"], one["transform"], one["weak"]) == (2, None, False)
    figures = [one["evidence"][key] for key in ("terms_fitted", "terms_checked", "equations", "unknowns")]
    assert (one["evidence"]["status"], figures) == ("guessed", [4, 6, 10, 4])
    first, second = told("guess", ",".join(map(str, CATALAN)))["found"]
    assert (first["kind"], second["kind"]) == ("hypergeometric", "algebraic")
    assert first["closed_form"] == "binomial(2*n, n)/(n + 1)"
    assert first["equation"] == "(n + 1)*a(n) = (4*n - 2)*a(n-1)"
    assert (second["equation"], second["generating_function"]) == ("1 - f + t*f^2 = 0", None)


def test_nothing_found_is_exit_code_1_and_a_limit_3():
    assert run(*PRIMES, code=1).startswith("nothing within these bounds: ")
    result = told("guess", *PRIMES, code=1)
    assert (result["found"], result["outcome"]) == ([], "nothing within these bounds")
    assert run("1", "2", "4", code=1) == "too few terms: have 3, need at least 10 to try every kind\n"
    # No law is found in powers modulo a prime, and 400 of them take long to search.
    said = call("guess", *(pow(7, n, 10**9 + 7) for n in range(400)), "--limit", "0.2")
    assert said == (3, "stopped with nothing found\n", "gfkit: stopped after 0.2 s (max seconds)\n")


def test_poor_evidence_is_said():
    assert "poor evidence" not in run(*(n * n for n in range(8)))
    assert "poor evidence" in run("0,0,0,0,1,1,2,4,8,16,31,61,120", "--hold-back", "2", "--kinds", "c-finite")


def test_files_of_every_form(tmp_path, monkeypatch):
    path = tmp_path / "terms.txt"
    rows = [f"{n} {value}" for n, value in enumerate(CATALAN[:10])]
    for text in (
        "".join(f"{value}\n" for value in CATALAN[:11]),
        "1, 1, 2, 5, 14, 42, 132,\n429, 1430, 4862, 16796",
        "# A000108\n" + "".join(f"{n} {value}\n" for n, value in enumerate(CATALAN)),
        "%I A000108\n%S A000108 1,1,2,5,14,42,132,\n%T A000108 429,1430,4862,\n%U A000108 16796\n",
        "A000108 ,1,1,2,5,14,42,132,429,1430,4862,16796,\n",
        "\r\n".join([*rows, ""]),
    ):
        path.write_text(text)
        assert "binomial(2*n, n)/(n + 1)" in run("--file", path), text
    path.write_text("0 1\n" * 6)  # pairs that are no b-file
    assert "1 if n mod 2 = 1" in run("--file", path)
    path.write_text("1 1\n2 3\n5 8\n13 21\n34 55\n89 144\n")  # a b-file with gaps, or Fibonacci numbers
    assert call("guess", "--file", path).code == 2
    for words in (["--file", "-"], ["-"]):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{n} {n * n}\n" for n in range(3, 20))))
        out = run(*words)
        assert "a(n) = n^2" in out
        assert "from n = 20: 400, 441, 484" in out


def test_long_laws_are_folded_on_a_terminal_alone(monkeypatch):
    draw = [(7**k) % 11 - 5 for k in range(40)]
    terms = [(k * k * k) % 17 for k in range(40)]
    while len(terms) < 95:
        terms.append(sum((c * 10**9 + k) * terms[-k] for k, c in enumerate(draw, 1)))
    whole = run(*terms)
    assert " ..." not in whole
    assert "folded" not in whole
    monkeypatch.setattr("gfkit.cli.output.on_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    folded, asked = run(*terms), run(*terms, "--full")
    assert re.findall(r"^folded: .*; --full shows all$", folded, re.M)
    assert folded.count("--full") == 1
    assert " ..." in folded
    assert len(folded) < len(whole)
    assert " ".join(asked.split()) == " ".join(whole.split())
