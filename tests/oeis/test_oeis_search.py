"""What is found first, after which changes, by which words; and what a law is called.

The index has famous sequences, by their definitions, and many that are made; transforms are those of the
literature.
"""

from __future__ import annotations

import json
from itertools import accumulate
from math import comb, factorial
from random import Random

import pytest
from bulk_files import CATALAN, FIBONACCI, bulk_of

import gfkit
from gfkit import RationalGF
from gfkit.cli.main import main
from gfkit.errors import InputError
from gfkit.oeis.index import known_as
from gfkit.oeis.index.build import build
from gfkit.oeis.index.search import search, search_masked, search_words
from gfkit.oeis.index.transforms import transformed

SIZE = 30
PRIMES = [p for p in range(2, 120) if all(p % d for d in range(2, p))]
MOTZKIN = [sum(comb(n, 2 * k) * CATALAN[k] for k in range(n // 2 + 1)) for n in range(SIZE)]
BELL, ROW = [1], [1]
while len(BELL) < SIZE:
    ROW = list(accumulate([ROW[-1], *ROW]))
    BELL.append(ROW[0])
PARTITIONS = [1] + [0] * (SIZE - 1)
for part in range(1, SIZE):
    for n in range(part, SIZE):
        PARTITIONS[n] += PARTITIONS[n - part]
FAMOUS = {
    40: ("The prime numbers", PRIMES),
    41: ("a(n) is the number of partitions of n", PARTITIONS),
    45: ("Fibonacci numbers: F(n) = F(n-1) + F(n-2)", FIBONACCI[:40]),
    79: ("Powers of 2: a(n) = 2^n", [2**n for n in range(SIZE)]),
    108: ("Catalan numbers", CATALAN),
    110: ("Bell or exponential numbers", BELL),
    142: ("Factorial numbers", [factorial(n) for n in range(20)]),
    290: ("The squares: a(n) = n^2", [n * n for n in range(SIZE)]),
    1006: ("Motzkin numbers", MOTZKIN),
}
IMPOSTOR = ("Fibonacci numbers for a while, which are no domino tilings", [*FIBONACCI[:25], 7, 7, 7])


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """The famous ones, each with later ones that say more: longer, doubled, partial sums, shifted by one."""
    folder = tmp_path_factory.mktemp("search")
    rows = {**FAMOUS, 69041: IMPOSTOR}
    for number, (name, terms) in FAMOUS.items():
        rows[200_000 + number] = (f"Again {name}", [*terms, terms[-1] ** 2 + 1])
        rows[210_000 + number] = (f"Partial sums of {name}", list(accumulate(terms)))
        rows[220_000 + number] = (f"Doubled {name}", [2 * term for term in terms])
        rows[230_000 + number] = (f"Without its first: {name}", terms[1:])
    dice = Random(5)
    for number in range(300_000, 301_500):
        rows[number] = (f"Made {number}", list(accumulate(dice.randrange(50) for _ in range(30))))
    build(*bulk_of(folder, rows), folder / "oeis.sqlite")
    return str(folder / "oeis.sqlite")


@pytest.fixture
def printed(capsys):
    """What a command prints; with --json, as an object."""

    def run(*words: str):
        main(list(words))
        out = capsys.readouterr().out
        return json.loads(out) if "--json" in words else out

    return run


def test_what_is_found_first(index):
    for number, (_, terms) in FAMOUS.items():
        hit = search(terms[:10], index).hits[0]
        assert (hit.number, hit.change) == (f"A{number:06d}", "as given")
    # The simplest change comes first and makes no evidence.
    found = search([2 * term for term in MOTZKIN[:14]], index).hits
    assert [hit.number for hit in found[:2]] == ["A221006", "A001006"]
    typed = search(MOTZKIN[:14], index, changed=False).hits[0].bits
    sums = next(hit for hit in search(MOTZKIN[:14], index).hits if hit.number == "A211006")
    assert sums.change == "partial sums"
    assert sums.bits <= typed


CHANGED = {
    "binomial transform": [1, 0, 1, 0, 2, 0, 5, 0, 14, 0, 42, 0, 132],
    "inverse binomial transform": [sum(comb(n, k) * MOTZKIN[k] for k in range(n + 1)) for n in range(14)],
    "convolution square root": [sum(MOTZKIN[k] * MOTZKIN[n - k] for k in range(n + 1)) for n in range(14)],
}
"""What becomes Motzkin numbers, and how."""


def test_transforms(index):
    quotients = list(accumulate(FIBONACCI[1:20], lambda a, b: a * b))
    changed = [(words, terms, "A001006") for words, terms in CHANGED.items()]
    for words, terms, number in [*changed, ("quotients of consecutive terms", quotients, "A000045")]:
        assert words in dict(transformed(terms))
        assert {hit.number: hit.change for hit in search(terms, index).hits}[number] == words
    # Transforms are what they are called.
    # Each by its definition or a theorem: Cayley, Bernoulli and Bell numbers as in the literature.
    ones = dict(transformed([1] * 12))
    assert ones["Euler transform"] == tuple(PARTITIONS[1:13])
    assert ones["Stirling transform"] == tuple(BELL[1:13])
    assert ones["sums over divisors"] == (1, 2, 2, 3, 2, 4, 2, 4, 3, 4, 2, 6)
    assert ones["boustrophedon transform"][:6] == (1, 2, 4, 9, 24, 77)  # Millar, Sloane and Young, 1996
    naturals = dict(transformed(list(range(1, 13))))
    assert naturals["Moebius transform"] == (1, 1, 2, 2, 4, 2, 6, 4, 6, 4, 10, 4)  # Euler's function
    assert naturals["partial products"] == tuple(factorial(n) for n in range(1, 13))
    assert naturals["invert transform"][:6] == (1, 3, 8, 21, 55, 144)
    assert dict(transformed(BELL[1:13]))["inverse Stirling transform"] == (1,) * 12
    assert dict(transformed(PARTITIONS[:12]))["inverse Euler transform, from a(0) = 1 on"] == (1,) * 11
    assert dict(transformed([1, -1, *[0] * 10]))["reversion of the series"] == tuple(CATALAN[:12])
    assert dict(transformed(CATALAN[:10]))["convolution with itself"] == tuple(CATALAN[1:11])
    assert "convolution square root" not in dict(transformed([1, 1, 1, 1]))


def test_unknown_terms_are_passed_over(index):
    found = search_masked([1, 1, 2, 5, None, 42, None, 429], index)
    assert found.hits[0].number == "A000108"
    assert (found.hits[0].agreed, len(found.terms)) == (6, 6)
    assert search_masked([1, 1, 2, 5, None, 43, None, 429], index).hits == ()
    with pytest.raises(InputError, match="4 known ones in a row"):
        search_masked([1, None, 2, 5, None, 42], index)
    assert search([1, 1, 2, 5, "?", 42, None, 429], index).hits == found.hits
    with pytest.raises(InputError, match="'x' is no integer"):
        search([1, 1, 2, 5, "x", 42], index)


def test_names_in_commands(index, printed, monkeypatch):
    assert search_words(["catalan", "numbers"], index)[0][0] == "A000108"
    assert search_words(["A000045"], index)[0][1].startswith("Fibonacci numbers")
    assert search_words(["100%"], index) == []
    found = printed("oeis", "search", "Motzkin", "numbers", "--index", index, "--json")
    assert found["hits"][0]["number"] == "A001006"
    assert printed("oeis", "search", "1,1,2,4,?,21", "--index", index).startswith("A001006")
    # Commands say the name in json.
    monkeypatch.setenv("GFKIT_OEIS_INDEX", index)
    found = printed("derive", "domino-tilings", "2xn", "--json")
    assert found["oeis"][0] == {"number": "A000045", "name": FAMOUS[45][0], "shift": 1}
    found = printed("guess", "1,4,9,16,25,36,49,64,81,100,121", "--json")
    assert found["oeis"][0]["number"] == "A000290"


def test_laws_are_named_by_all_stored_terms(index):
    law = RationalGF.parse("t/(1 - t - t^2)")
    assert "A069041" in [hit.number for hit in known_as(law.terms(20), index)]
    named = known_as(law.terms(20), index, law.terms)
    assert named[0].number == "A000045"
    assert "A069041" not in [hit.number for hit in named]
    # Easy laws have names too.
    for text, number in (("1/(1 - 2*t)", "A000079"), ("t*(1 + t)/(1 - t)^3", "A000290")):
        law = RationalGF.parse(text)
        assert known_as(law.terms(12), index) == []
        assert known_as(law.terms(12), index, law.terms)[0].number == number


def test_a_quoted_sequence_without_a_law_proves_and_refutes_nothing(tmp_path, monkeypatch):
    halves = [n // 2 for n in range(30)]
    build(*bulk_of(tmp_path, {765432: ("Made: integer part of half n.", halves)}), tmp_path / "index")
    monkeypatch.setenv("GFKIT_OEIS_INDEX", str(tmp_path / "index"))
    found = gfkit.verify("a(n) = A765432(n+2)", data=[term + 1 for term in halves])
    assert found.verdict == "consistent"
    assert "tells no first indices" in found.notes[0]
    with pytest.raises(InputError, match="nothing is said"):
        gfkit.verify("a(n) = A765432(n+2) + n", data=halves)
    with pytest.raises(InputError, match="no local index has its terms"):
        gfkit.verify("a(n) = A765431(n+2)", data=halves)


def test_an_export_says_first_that_the_terms_are_known(index, printed):
    asked = ["oeis", "export", "--game", "domino-tilings", "--family", "2xn", "--index", index]
    lines = printed(*asked).splitlines()
    for line, begin in zip(
        lines[:5],
        (
            "the OEIS has these terms already: A000045 Fibonacci numbers",
            "offer what is new as a comment, a formula or more terms of A000045:",
            "%C A000045 Number of domino tilings of the 2 X n grid, for n = 0, 1, 2, ..., from stored",
            "%F A000045 b(n) = b(n-1) + b(n-2) for n > 1, where b(n) is the term for n in this",
            f"%E A000045 More terms: {FIBONACCI[40]}, ",
        ),
        strict=True,
    ):
        assert line.startswith(begin)
    assert printed(*asked, "--json")["oeis"][0]["number"] == "A000045"
    assert "A000045 Fibonacci" not in printed(*asked, "--number", "A000045").splitlines()[0]
