"""What is found first, after which changes, by which words; and what a law is called."""

from __future__ import annotations

import json
from itertools import accumulate
from math import comb, factorial
from random import Random

import pytest
from click.testing import CliRunner

import gfkit
from gfkit.cli.oeis.index import search_verb
from gfkit.errors import InputError
from gfkit.oeis.index import known_as
from gfkit.oeis.index.build import build
from gfkit.oeis.index.search import search, search_masked, search_words
from gfkit.oeis.index.transforms import transformed
from gfkit.sequences import RationalGF

SIZE = 30
FIBONACCI = [0, 1]
while len(FIBONACCI) < 60:
    FIBONACCI.append(FIBONACCI[-1] + FIBONACCI[-2])
PRIMES = [p for p in range(2, 120) if all(p % d for d in range(2, p))]
CATALAN = [comb(2 * n, n) // (n + 1) for n in range(SIZE)]
MOTZKIN = [sum(comb(n, 2 * k) * CATALAN[k] for k in range(n // 2 + 1)) for n in range(SIZE)]
BELL = [1]
row = [1]
while len(BELL) < SIZE:
    row = list(accumulate([row[-1], *row]))
    BELL.append(row[0])
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
    69041: ("Fibonacci numbers for a while, which are no domino tilings", [*FIBONACCI[:25], 7, 7, 7]),
}


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    """The famous ones, each with later ones that say more: longer, doubled, partial sums, shifted by one."""
    folder = tmp_path_factory.mktemp("search")
    rows = dict(FAMOUS)
    for number, (name, terms) in FAMOUS.items():
        if number < 69041:
            rows[200_000 + number] = (f"Again {name}", [*terms, terms[-1] ** 2 + 1])
            rows[210_000 + number] = (f"Partial sums of {name}", list(accumulate(terms)))
            rows[220_000 + number] = (f"Doubled {name}", [2 * term for term in terms])
            rows[230_000 + number] = (f"Without its first: {name}", terms[1:])
    dice = Random(5)
    for number in range(300_000, 303_000):
        rows[number] = (f"Made {number}", list(accumulate(dice.randrange(50) for _ in range(30))))
    with (folder / "stripped").open("w") as data, (folder / "names").open("w") as named:
        for number, (name, terms) in sorted(rows.items()):
            data.write(f"A{number:06d} ,{','.join(map(str, terms))},\n")
            named.write(f"A{number:06d} {name}\n")
    build(str(folder / "stripped"), str(folder / "names"), folder / "oeis.sqlite")
    return str(folder / "oeis.sqlite")


@pytest.mark.parametrize("number", [number for number in FAMOUS if number < 69041])
def test_what_is_typed_is_found_first_from_ten_terms(index, number):
    found = search(FAMOUS[number][1][:10], index)
    assert found.hits[0].number == f"A{number:06d}"
    assert found.hits[0].change == "as given"


def test_the_simplest_change_comes_first_and_makes_no_evidence(index):
    found = search([2 * term for term in MOTZKIN[:14]], index).hits
    assert [hit.number for hit in found[:2]] == ["A221006", "A001006"]
    typed = search(MOTZKIN[:14], index, changed=False).hits[0].bits
    sums = next(hit for hit in search(MOTZKIN[:14], index).hits if hit.number == "A211006")
    assert sums.change == "partial sums"
    assert sums.bits <= typed


CHANGED = [
    ("binomial transform", [1, 0, 1, 0, 2, 0, 5, 0, 14, 0, 42, 0, 132], 1006),
    (
        "inverse binomial transform",
        [sum(comb(n, k) * MOTZKIN[k] for k in range(n + 1)) for n in range(14)],
        1006,
    ),
    (
        "convolution square root",
        [sum(MOTZKIN[k] * MOTZKIN[n - k] for k in range(n + 1)) for n in range(14)],
        1006,
    ),
    ("reversion of the series", [1, -1] + [0] * 12, None),
    ("Euler transform", [1] * 14, None),
    ("quotients of consecutive terms", list(accumulate(FIBONACCI[1:20], lambda a, b: a * b)), 45),
    ("partial products", list(range(1, 15)), None),
]


@pytest.mark.parametrize(("words", "terms", "number"), CHANGED, ids=[row[0] for row in CHANGED])
def test_a_superseeker_finds_them(index, words, terms, number):
    assert words in dict(transformed(terms))
    if number is not None:
        hits = {hit.number: hit for hit in search(terms, index).hits}
        assert hits[f"A{number:06d}"].change == words


def test_transforms_are_what_they_are_called():
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


def test_names_and_numbers_are_found(index):
    assert search_words(["catalan", "numbers"], index)[0][0] == "A000108"
    assert search_words(["A000045"], index)[0][1].startswith("Fibonacci numbers")
    assert search_words(["100%"], index) == []
    answer = CliRunner().invoke(search_verb, ["Motzkin", "numbers", "--index", index, "--json"], obj=None)
    assert json.loads(answer.output)["hits"][0]["number"] == "A001006"
    assert (
        CliRunner()
        .invoke(search_verb, ["1,1,2,4,?,21", "--index", index], obj=None)
        .output.startswith("A001006")
    )


def test_a_law_is_named_by_what_it_agrees_with_for_all_stored_terms(index):
    law = RationalGF.parse("t/(1 - t - t^2)")
    assert "A069041" in [hit.number for hit in known_as(law.terms(20), index)]
    named = known_as(law.terms(20), index, law.terms)
    assert named[0].number == "A000045"
    assert "A069041" not in [hit.number for hit in named]


def test_easy_laws_have_names_too(index):
    for text, number in (("1/(1 - 2*t)", "A000079"), ("t*(1 + t)/(1 - t)^3", "A000290")):
        law = RationalGF.parse(text)
        assert known_as(law.terms(12), index) == []
        assert known_as(law.terms(12), index, law.terms)[0].number == number


def test_commands_say_the_name_in_json(index, monkeypatch):
    monkeypatch.setenv("GFKIT_OEIS_INDEX", index)
    from gfkit.cli.derive import derive
    from gfkit.cli.guess import guess

    found = json.loads(CliRunner().invoke(derive, ["domino-tilings", "2xn", "--json"]).output)
    assert found["oeis"][0] == {"number": "A000045", "name": FAMOUS[45][0], "shift": 1}
    found = json.loads(CliRunner().invoke(guess, ["1,4,9,16,25,36,49,64,81,100,121", "--json"]).output)
    assert found["oeis"][0]["number"] == "A000290"


def _fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def test_a_quoted_sequence_without_a_law_proves_and_refutes_nothing(tmp_path, monkeypatch):
    halves, terms = [n // 2 for n in range(30)], ",".join(str(n // 2) for n in range(30))
    (tmp_path / "stripped").write_text(f"A765432 ,{terms},\n")
    (tmp_path / "names").write_text("A765432 Made: integer part of half n.\n")
    build(str(tmp_path / "stripped"), str(tmp_path / "names"), tmp_path / "index")
    monkeypatch.setenv("GFKIT_OEIS_INDEX", str(tmp_path / "index"))
    found = gfkit.verify("a(n) = A765432(n+2)", data=[term + 1 for term in halves])
    assert found.verdict == "consistent"
    assert "tells no first indices" in found.notes[0]
    with pytest.raises(InputError, match="nothing is said"):
        gfkit.verify("a(n) = A765432(n+2) + n", data=halves)
    with pytest.raises(InputError, match="no local index has its terms"):
        gfkit.verify("a(n) = A765431(n+2)", data=halves)


def test_an_export_says_first_that_the_terms_are_known(index):
    from gfkit.cli.oeis.deriving import export_verb

    asked = ["--game", "domino-tilings", "--family", "2xn", "--index", index]
    lines = CliRunner().invoke(export_verb, asked).output.splitlines()
    assert lines[0].startswith("the OEIS has these terms already: A000045 Fibonacci numbers")
    assert lines[1] == "offer what is new as a comment, a formula or more terms of A000045:"
    assert lines[2].startswith(
        "%C A000045 Number of domino tilings of the 2 X n grid, for n = 0, 1, 2, ..., from stored"
    )
    assert lines[3].startswith(
        "%F A000045 b(n) = b(n-1) + b(n-2) for n > 1, where b(n) is the term for n in this"
    )
    assert lines[4].startswith(f"%E A000045 More terms: {_fibonacci(len(FAMOUS[45][1]))}, ")
    found = json.loads(CliRunner().invoke(export_verb, [*asked, "--json"]).output)
    assert found["oeis"][0]["number"] == "A000045"
    known = CliRunner().invoke(export_verb, [*asked, "--number", "A000045"]).output
    assert "A000045 Fibonacci" not in known.splitlines()[0]
