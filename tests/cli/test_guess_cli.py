"""``gfkit guess`` as people and programs use it."""

from __future__ import annotations

import io
import json
import re
from math import comb

import pytest

from gfkit.cli.main import main


def run(capsys, *words: str, code: int = 0) -> str:
    assert main(["guess", *words]) == code
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


FIBONACCI = "1 1 2 3 5 8 13 21 34 55"
CATALAN = [comb(2 * n, n) // (n + 1) for n in range(14)]


def test_the_law_comes_first(capsys):
    assert run(capsys, *FIBONACCI.split()).splitlines() == [
        "law                  a(n) = a(n-1) + a(n-2) for n >= 2",
        "closed form          (((1 + sqrt(5))/2)^(n+1) - ((1 - sqrt(5))/2)^(n+1))/sqrt(5)",
        "generating function  1/(1 - t - t^2)",
        "kind                 c-finite, order 2, signature (1, 1)",
        "next terms           from n = 10: 89, 144, 233",
        "guessed from 10 terms: 4 fitted it, 6 more agreed",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ["-1,2,-3,4,-5,6,-7,8,-9,10"],
        ["-1", "2", "-3", "4", "-5", "6", "-7", "8", "-9", "10"],
        ["--", "-1", "2", "-3", "4", "-5", "6", "-7", "8", "-9", "10"],
        ["[-1, 2, -3, 4,", "-5, 6, -7, 8, -9, 10]"],
        ["--offset", "0", "-1,2,-3,4", "-5,6,-7,8,-9,10"],
        ["-1,2,-3,4,-5,6,-7,8,-9,10", "--next", "3"],
    ],
)
def test_signs_commas_and_brackets(capsys, words):
    out = run(capsys, *words)
    assert "a(n) = -(n + 1) if n mod 2 = 0; n + 1 if n mod 2 = 1" in out
    assert "from n = 10: -11, 12, -13" in out


def test_json(capsys):
    found = json.loads(run(capsys, *FIBONACCI.split(), "--json"))["found"]
    assert len(found) == 1
    one = found[0]
    assert (one["kind"], one["order"], one["equation"]) == ("c-finite", 2, "a(n) = a(n-1) + a(n-2)")
    assert one["generating_function"]["numerator"] == "1"
    assert one["generating_function"]["denominator"] == "1 - t - t^2"
    assert (one["valid_from"], one["transform"], one["weak"]) == (2, None, False)
    evidence = one["evidence"]
    assert evidence["status"] == "guessed"
    assert (evidence["terms_fitted"], evidence["terms_checked"]) == (4, 6)
    assert (evidence["equations"], evidence["unknowns"]) == (10, 4)


def test_json_of_the_other_kinds(capsys):
    found = json.loads(run(capsys, ",".join(map(str, CATALAN)), "--json"))["found"]
    assert [one["kind"] for one in found] == ["hypergeometric", "algebraic"]
    assert found[0]["closed_form"] == "binomial(2*n, n)/(n + 1)"
    assert found[0]["equation"] == "(n + 1)*a(n) = (4*n - 2)*a(n-1)"
    assert found[1]["equation"] == "1 - f + t*f^2 = 0"
    assert found[1]["generating_function"] is None


def test_nothing_found_is_exit_code_1(capsys):
    primes = "2 3 5 7 11 13 17 19 23 29 31 37 41 43 47 53 59 61 67 71"
    assert run(capsys, *primes.split(), code=1).startswith("nothing within these bounds: ")
    result = json.loads(run(capsys, *primes.split(), "--json", code=1))
    assert result["found"] == []
    assert result["outcome"] == "nothing within these bounds"
    assert run(capsys, "1", "2", "4", code=1) == "too few terms: have 3, need at least 10 to try every kind\n"


def test_a_limit_is_exit_code_3(capsys):
    # No law is found in powers modulo a prime, and 400 of them take long to search.
    terms = [str(pow(7, n, 10**9 + 7)) for n in range(400)]
    assert main(["guess", *terms, "--limit", "0.5"]) == 3
    assert capsys.readouterr() == (
        "stopped with nothing found\n",
        "gfkit: stopped after 0.5 s (max seconds)\n",
    )


def test_poor_evidence_is_said(capsys):
    squares = [str(n * n) for n in range(8)]
    assert "poor evidence" not in run(capsys, *squares)
    order_five = ["0,0,0,0,1,1,2,4,8,16,31,61,120"]
    assert "poor evidence" in run(capsys, *order_five, "--hold-back", "2", "--kinds", "c-finite")


FILES = {
    "plain": "1\n1\n2\n5\n14\n42\n132\n429\n1430\n4862\n16796\n",
    "commas": "1, 1, 2, 5, 14, 42, 132,\n429, 1430, 4862, 16796",
    "b-file": "# A000108\n" + "".join(f"{n} {value}\n" for n, value in enumerate(CATALAN)),
    "internal": "%I A000108\n%S A000108 1,1,2,5,14,42,132,\n%T A000108 429,1430,4862,\n%U A000108 16796\n",
    "stripped": "A000108 ,1,1,2,5,14,42,132,429,1430,4862,16796,\n",
    "windows": "0 1\r\n1 1\r\n2 2\r\n3 5\r\n4 14\r\n5 42\r\n6 132\r\n7 429\r\n8 1430\r\n9 4862\r\n",
}


@pytest.mark.parametrize("name", FILES)
def test_files(capsys, tmp_path, name):
    path = tmp_path / "terms.txt"
    path.write_text(FILES[name])
    assert "binomial(2*n, n)/(n + 1)" in run(capsys, "--file", str(path))


@pytest.mark.parametrize("words", [["--file", "-"], ["-"]])
def test_standard_input(capsys, monkeypatch, words):
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{n} {n * n}\n" for n in range(3, 20))))
    out = run(capsys, *words)
    assert "a(n) = n^2" in out
    assert "from n = 20: 400, 441, 484" in out


def test_a_file_of_pairs_that_is_no_b_file(capsys, tmp_path):
    path = tmp_path / "pairs.txt"
    path.write_text("0 1\n0 1\n0 1\n0 1\n0 1\n0 1\n")
    assert "1 if n mod 2 = 1" in run(capsys, "--file", str(path))
    path.write_text("1 1\n2 3\n5 8\n13 21\n34 55\n89 144\n")  # a b-file with gaps, or Fibonacci numbers
    assert main(["guess", "--file", str(path)]) == 2


def test_long_laws_are_folded_on_a_terminal_alone(capsys, monkeypatch):
    draw = [(7**k) % 11 - 5 for k in range(40)]
    terms = [(k * k * k) % 17 for k in range(40)]
    while len(terms) < 95:
        terms.append(sum((c * 10**9 + k) * terms[-k] for k, c in enumerate(draw, 1)))
    whole = run(capsys, *map(str, terms))
    assert " ..." not in whole
    assert "folded" not in whole
    monkeypatch.setattr("gfkit.cli.output.on_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    folded, asked = run(capsys, *map(str, terms)), run(capsys, *map(str, terms), "--full")
    assert re.findall(r"^folded: .*; --full shows all$", folded, re.M)
    assert folded.count("--full") == 1
    assert " ..." in folded
    assert len(folded) < len(whole)
    assert " ".join(asked.split()) == " ".join(whole.split())


def test_a_transformation_is_said(capsys):
    out = run(capsys, *(str(2 ** (n * n)) for n in range(10)))
    assert "law         b(n) = 4*b(n-1) where b(n) = a(n+1)/a(n)" in out
    assert f"from n = 10: {2**100}" in out
