"""gfkit guess: terms in any form, output, exit codes.

Fibonacci and Catalan numbers, squares and primes are known; the reference is their printed recurrence.
"""

import re
import signal
from math import comb

from cli.calling import call, told
from tables import tables

import gfkit

FIBONACCI = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55]
CATALAN = [comb(2 * n, n) // (n + 1) for n in range(14)]
PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71]


def run(*words: object, code: int = 0) -> str:
    said = call("guess", *words, code=code)
    assert said.err == ""
    return said.out


def test_the_formula_is_printed_first():
    assert run(*FIBONACCI).splitlines() == tables("commands")["guessed"]
    out = run(*(2 ** (n * n) for n in range(10)))  # the transformation is stated
    assert "recurrence  b(n) = 4*b(n-1) where b(n) = a(n+1)/a(n)" in out
    assert f"from n = 10: {2**100}" in out


def test_signs_commas_and_brackets():
    terms = "-1,2,-3,4,-5,6,-7,8,-9,10"
    for words in (
        [terms],
        terms.split(","),
        ["[-1, 2, -3, 4,", "-5, 6, -7, 8, -9, 10]"],
        [terms, "--next", "3"],
    ):
        out = run(*words)
        assert "a(n) = -(n + 1) if n mod 2 = 0; n + 1 if n mod 2 = 1" in out, words
        assert "from n = 10: -11, 12, -13" in out, words


def test_json():
    (one,) = told("guess", *FIBONACCI)["found"]
    assert (one["kind"], one["order"], one["equation"]) == ("c-finite", 2, "a(n) = a(n-1) + a(n-2)")
    gf, evidence = one["generating_function"], one["evidence"]
    assert (gf["numerator"], gf["denominator"]) == ("1", "1 - t - t^2")
    assert (one["valid_from"], one["transform"], one["weak"]) == (2, None, False)
    assert (evidence["status"], evidence["terms_fitted"], evidence["terms_checked"]) == ("guessed", 4, 6)
    assert (evidence["equations"], evidence["unknowns"]) == (10, 4)


def test_exit_codes_of_guess_without_a_formula_and_at_a_limit(monkeypatch):
    assert run(*PRIMES, code=1).startswith("no formula found; searched: ")
    assert re.fullmatch(r".*\b3\b.*\b10\b.*\n", run("1", "2", "4", code=1))
    short = run(*FIBONACCI[:9], 54, code=1)
    assert all(part in short for part in ("a(n) = a(n-1) + a(n-2)", "a(9) = 55", "54")), short
    for place, printed in (("gfkit.guessing.search.late_fit", "stopped with nothing found\n"),
                           ("gfkit.cli.call.Stop.start_scales", "")):  # fmt: skip
        with monkeypatch.context() as patch:
            patch.setattr(place, lambda *_: signal.raise_signal(signal.SIGALRM))
            said = call("guess", *PRIMES, "--max-seconds", 600)
        assert said[:2] == (3, printed)
        assert "600 s" in said.err


def test_weak_evidence_is_stated():
    assert "weak evidence" not in run(*(n * n for n in range(8)))
    few = gfkit.guess([0, 0, 0, 0, 1, 1, 2, 4, 8, 16, 31, 61, 120], ansatz="c-finite", hold_back=2)
    assert few.found[0].weak


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
    path.write_text("0 1\n" * 6)  # pairs that are not a b-file
    assert "1 if n mod 2 = 1" in run("--file", path)
    path.write_text("1 1\n2 3\n5 8\n13 21\n34 55\n89 144\n")  # a b-file with gaps, or Fibonacci numbers
    assert call("guess", "--file", path).code == 2


def test_long_formulas_are_wrapped_only_on_a_terminal(monkeypatch):
    draw, terms = [(7**k) % 11 - 5 for k in range(40)], [(k * k * k) % 17 for k in range(40)]
    while len(terms) < 95:
        terms.append(sum((c * 10**9 + k) * terms[-k] for k, c in enumerate(draw, 1)))
    whole = run(*terms)
    monkeypatch.setattr("gfkit.cli.output.on_terminal", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    folded, asked = run(*terms), run(*terms, "--full")
    assert re.findall(r"^folded: .*; --full shows all$", folded, re.M)
    assert " ..." in folded
    assert "folded" not in whole
    assert " ".join(asked.split()) == " ".join(whole.split())
    for words in ("count col 4x5 --weights players", "value snort 3x5"):
        short, full = call(*words.split()).out, call(*words.split(), "--full").out
        assert "--full shows all" in short, words
        assert len(short) < len(full), words


def test_the_size_of_long_output_is_printed(tmp_path, monkeypatch):
    assert call("derive", "col", "path:n", "--json").err == ""
    monkeypatch.setattr("gfkit.cli.output.LONG_ANSWER", 1000)
    answer, page = call("derive", "col", "path:n", "--terms", "1000", "--json"), tmp_path / "page.html"
    assert answer.err == f"note: size of the answer: {len(answer.out) / 1e3:.0f} KB\n"
    said = call("report", "col", "path:n", "-o", str(page)).err
    assert said == f"note: size of {page}: {page.stat().st_size / 1e3:.0f} KB\n"
