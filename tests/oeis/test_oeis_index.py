"""The local index: planted sequences are found, the simplest transform first; failures keep the old index.

The index contains random sequences, famous sequences by their definitions, and planted sequences, whose terms
and transforms are computed here; transforms are from the literature.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from itertools import accumulate, pairwise
from math import comb, factorial
from pathlib import Path

import pytest
from bulk_files import CATALAN as LATER, FIBONACCI, RECURRENCE_LINK, bulk_of
from cli.calling import call, told
from known_sequences import coins, motzkin
from tables import tables

from gfkit import RationalGF
from gfkit.core.errors import InputError
from gfkit.oeis.index import Fit, known_as
from gfkit.oeis.index.build import build
from gfkit.oeis.index.change import bits, transforms_of
from gfkit.oeis.index.file import info
from gfkit.oeis.index.search import search, search_masked, search_words
from gfkit.runs.files import index_path, index_to_build

DATA = tables("oeis_cases")["oeis_index"]

CATALAN = LATER[:24]
DICE = random.Random(20)
TABLE = [DICE.randrange(10**6) for _ in range(55)]
"""A made table with no law: T(n,k) by rows."""
ROWS = [TABLE[n * (n + 1) // 2 : (n + 1) * (n + 2) // 2] for n in range(10)]
SIGNED = [(-1) ** n * (n**5 + 3) for n in range(20)]
PLANTS = {
    108: ("Catalan numbers", CATALAN),
    7777: ("Triangle read by rows: T(n,k)", TABLE),
    8888: ("A sequence with signs", SIGNED),
    9999: ("Interleaved with zeros", [a for c in CATALAN[3:12] for a in (c, 0)]),
}


def files_of(folder: Path, count: int) -> tuple[str, str]:
    """Write files of random sequences and the planted sequences."""
    dice = random.Random(count)
    made = {
        number: (f"Made {number}", [*accumulate(dice.randrange(step) for _ in range(40))])
        for number in range(10_000, 10_000 + count)
        for step in [dice.choice((3, 30, 3000))]
    }
    return bulk_of(folder, made | PLANTS)


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("index")
    path = folder / "oeis.sqlite"
    found, date = build(*files_of(folder, 600), path), "November 20 06:00 UTC 2026"
    assert (found.sequences, found.tables, found.modified, found.bytes) == (604, 1, date, path.stat().st_size)
    return str(path)


GIVEN, EVERY = "as given", "every second term, from the {} on"
SEARCHES = [
    (108, Fit.EXACT, GIVEN, CATALAN), (108, Fit.PREFIX, GIVEN, CATALAN[:9]),
    (108, Fit.RUN, GIVEN, CATALAN[5:12]), (108, Fit.START, GIVEN, LATER[:25]),
    (108, Fit.OVERLAP, GIVEN, LATER[12:]),
    (108, Fit.PREFIX, "first 2 terms dropped", [17, 23, *CATALAN[:20]]),
    (108, Fit.RUN, "signs changed", [-c for c in CATALAN[2:14]]),
    (108, Fit.RUN, "divided by 3", [3 * c for c in CATALAN[2:14]]),
    (108, Fit.RUN, "divided by 7", [7 * c for c in CATALAN[2:14]]),
    (108, Fit.RUN, "differences", [*accumulate(CATALAN[2:16])]),
    (108, Fit.RUN, "second differences", [*accumulate(accumulate(CATALAN[2:16]))]),
    (108, Fit.RUN, "partial sums", [CATALAN[2], *(b - a for a, b in pairwise(CATALAN[2:17]))]),
    (108, Fit.PREFIX, EVERY.format("first"), [a for c in CATALAN[:14] for a in (c, c * c + 5)]),
    (108, Fit.PREFIX, EVERY.format("second"), [a for c in CATALAN[:14] for a in (c * c + 5, c)]),
    (108, Fit.RUN, "column 0 of the terms as a table",
     [a for n in range(9) for a in [CATALAN[n + 2], *range(n)]]),
    (9999, Fit.PREFIX, "zeros inserted between the terms", CATALAN[3:11]),
    (8888, Fit.EXACT, "signs of every second term changed, from the second on", [*map(abs, SIGNED)]),
    (8888, Fit.RUN, "divided by 2", [2 * a for a in SIGNED[3:15]]),
    *((7777, Fit.EXACT, GIVEN, [row[k] for row in ROWS[max(k, -1 - k) :]]) for k in (0, 2, -1, -3)),
    (7777, Fit.EXACT, GIVEN, [ROWS[2 * n][n] for n in range(5)]), (7777, Fit.RUN, GIVEN, ROWS[6]),
]  # fmt: skip
"""Which plant is found, how it fits, after which change, by which terms."""


def assert_plants_are_found(path: str) -> None:
    for number, fit, change, terms in SEARCHES:
        hit = {hit.number: hit for hit in search(terms, path).hits}[f"A{number:06d}"]
        assert (hit.fit, hit.change) == (fit, change), terms
        assert 0 < hit.agreed <= max(hit.asked, len(terms))


def test_planted_sequences_are_found(index):
    assert_plants_are_found(index)
    differences = [b - a for a, b in pairwise(CATALAN[4:17])]
    assert all(hit.change != GIVEN for hit in search(differences, index).hits)


@pytest.mark.slow(4)
def test_planted_sequences_are_found_in_a_large_index(tmp_path):
    assert build(*files_of(tmp_path, 60_000), tmp_path / "i").sequences == 60_004
    assert_plants_are_found(str(tmp_path / "i"))


def test_every_sequence_is_found_by_itself_and_by_a_run(index):
    with closing(sqlite3.connect(index)) as connection:
        rows = connection.execute("SELECT number, terms FROM sequence WHERE place % 151 = 0").fetchall()
    for number, text in rows:
        terms = [int(term) for term in text.split(b",")]
        for asked in (terms, terms[:10], terms[10:25], terms[15:]):
            hits = search(asked, index, changed=False).hits
            assert f"A{number:06d}" in {hit.number for hit in hits}, (number, asked)


def test_a_hit_states_the_number_of_equal_terms(index):
    hit = next(h for h in search([7, *CATALAN[:10]], index).hits if h.number == "A000108")
    assert str(hit).startswith("A000108 Catalan numbers (")
    assert str(hit).endswith(f"10 agreed, {hit.bits:.0f} bits)")
    assert 20 < hit.bits < bits(CATALAN[:10])
    column = next(h for h in search([row[1] for row in ROWS[1:]], index).hits if h.number == "A007777")
    assert (column.line, "in column 1 of the table" in column.words) == ("column 1", True)
    # A thousand terms of a line, a power or a constant say less than ten Catalan numbers.
    little = (list(range(1000)), [1] * 1000, [2**n for n in range(60)], [n * n for n in range(1000)])
    assert all(bits(terms) < bits(CATALAN[:10]) for terms in little)
    assert bits(CATALAN[:5]) < bits(CATALAN[:10]) < bits(CATALAN)
    assert bits([0] * 9) == 0
    assert 3.3e5 < bits([10**100_000]) < 3.4e5


def test_zeros_and_common_terms(tmp_path):
    files = bulk_of(tmp_path, {4: ("0", [0] * 8), 7: ("1, 0, ...", [1] + [0] * 5), 12: ("1", [1] * 5)})
    build(*files, tmp_path / "i")
    hits = search([0] * 5, str(tmp_path / "i")).hits
    assert {(hit.number, hit.change) for hit in hits} == {("A000004", GIVEN), ("A000007", GIVEN)}
    build(bulk_of(tmp_path, {n: ("1", [1] * 20) for n in range(1, 3001)})[0], None, tmp_path / "i")
    found = search([1] * 12, str(tmp_path / "i"))
    assert (found.is_complete, len(found.hits)) == (False, 2000)


def test_known_as(index, tmp_path):
    assert [hit.number for hit in known_as(CATALAN[:12], index)] == ["A000108"]
    assert known_as([1, 2, 3, 4, 5, 6], index) == known_as([1, 2], index) == []
    (tmp_path / "broken").write_bytes(b"no index at all")
    assert [known_as(CATALAN, str(tmp_path / name)) for name in ("none", "broken")] == [[], []]


def test_the_path_of_the_index(index, monkeypatch, tmp_path):
    monkeypatch.setenv("GFKIT_OEIS_INDEX", index)
    assert known_as(CATALAN)[0].number == "A000108"
    monkeypatch.delenv("GFKIT_OEIS_INDEX")
    for name, folder in (("XDG_CACHE_HOME", "cache"), ("XDG_DATA_HOME", "data"), ("GFKIT_CACHE", "own")):
        monkeypatch.setenv(name, str(tmp_path / folder))
    monkeypatch.setattr("sys.platform", "linux")
    built, cached = (tmp_path / folder / "gfkit" / "oeis.sqlite" for folder in ("data", "cache"))
    assert index_path() == index_to_build() == built
    assert index_path("x") == Path("x")
    for place in (cached, built):
        place.parent.mkdir(parents=True)
        place.touch()
        assert index_path() == place
        if place == cached:
            assert index_to_build() == built


def test_a_failed_build_leaves_the_old_index(tmp_path):
    path = tmp_path / "i"
    for count in (20, 10):
        assert build(*files_of(tmp_path, count), path).sequences == count + 4
    assert info(path).sequences == 14
    old = path.read_bytes()
    files = files_of(tmp_path, 2500)
    for ending in (KeyboardInterrupt, InputError):
        seen = []

        def stop(progress, seen=seen, ending=ending):
            seen.append(progress)
            if len(seen) == 3:
                raise ending("stopped")

        with pytest.raises(ending):
            build(*files, path, stop)
        assert path.read_bytes() == old
        assert sorted(p.name for p in tmp_path.iterdir()) == ["i", "names", "stripped"]
    faults = {"A000001 ,1,2,\nA000002 ,1,x,\n": "line 2", "# no\n": "contains no sequence"}
    for content, said in faults.items():
        (tmp_path / "stripped").write_text(content)
        with pytest.raises(InputError, match=said):
            build(str(tmp_path / "stripped"), None, tmp_path / "new")
        assert not (tmp_path / "new").exists()


def test_invalid_index_files_are_rejected(index, tmp_path):
    for terms, place, said in (
        (CATALAN, str(tmp_path / "none"), "build it"),
        ([1, 2, 5], index, "requires at least 4"),
    ):
        with pytest.raises(InputError, match=said):
            search(terms, place)
    other, whole = tmp_path / "other", Path(index).read_bytes()
    for content in (b"", b"text", b"SQLite format 3\0" + bytes(500)):
        other.write_bytes(content)
        with pytest.raises(InputError, match=f"'{other}'"):
            search(CATALAN, str(other))
    for share in (2, 10, 100):
        other.write_bytes(whole[: len(whole) // share])
        with pytest.raises(InputError, match=r"index '.*' is (damaged|corrupted|not an index)"):
            search(CATALAN, str(other))
    for change in DATA["what_is_no_index_is_refused"]:
        other.write_bytes(whole)
        with closing(sqlite3.connect(other)) as connection:
            connection.executescript(change)
        with pytest.raises(InputError, match=r"index '.*' is (damaged|corrupted|not an index)"):
            search(CATALAN, str(other))
        assert known_as(CATALAN, str(other)) == [], change


# Order of the hits, names of transforms, and names of sequences

SIZE = 30
PRIMES = [p for p in range(2, 120) if all(p % d for d in range(2, p))]
MOTZKIN = [*map(motzkin, range(SIZE))]
BELL, ROW = [1], [1]
while len(BELL) < SIZE:
    ROW = list(accumulate([ROW[-1], *ROW]))
    BELL.append(ROW[0])
PARTITIONS = [*map(coins(*range(1, SIZE)), range(SIZE))]
FAMOUS = {
    40: ("The prime numbers", PRIMES),
    41: ("a(n) is the number of partitions of n", PARTITIONS),
    45: ("Fibonacci numbers: F(n) = F(n-1) + F(n-2)", FIBONACCI[:40]),
    79: ("Powers of 2: a(n) = 2^n", [2**n for n in range(SIZE)]),
    108: ("Catalan numbers", LATER),
    110: ("Bell or exponential numbers", BELL),
    142: ("Factorial numbers", [factorial(n) for n in range(20)]),
    290: ("The squares: a(n) = n^2", [n * n for n in range(SIZE)]),
    1006: ("Motzkin numbers", MOTZKIN),
}
RABBITS = ("Dying rabbits: Fibonacci numbers for a while", [*FIBONACCI[1:14], 232, 375, 606])
IMPOSTOR = ("Fibonacci numbers for a while, which are no domino tilings", [*FIBONACCI[:25], 7, 7, 7])


@pytest.fixture(scope="module")
def famous(tmp_path_factory):
    """Return an index of famous sequences, each with longer, doubled, summed and shifted variants."""
    folder = tmp_path_factory.mktemp("search")
    rows = {**FAMOUS, 44: RABBITS, 69041: IMPOSTOR}
    for number, (name, terms) in FAMOUS.items():
        rows[200_000 + number] = (f"Again {name}", [*terms, terms[-1] ** 2 + 1])
        rows[210_000 + number] = (f"Partial sums of {name}", list(accumulate(terms)))
        rows[220_000 + number] = (f"Doubled {name}", [2 * term for term in terms])
        rows[230_000 + number] = (f"Without its first: {name}", terms[1:])
    dice = random.Random(5)
    for number in range(300_000, 301_500):
        rows[number] = (f"Made {number}", list(accumulate(dice.randrange(50) for _ in range(30))))
    build(*bulk_of(folder, rows), folder / "oeis.sqlite")
    return str(folder / "oeis.sqlite")


def test_the_unchanged_sequence_is_the_first_hit(famous):
    for number, (_, terms) in FAMOUS.items():
        hit = search(terms[:10], famous).hits[0]
        assert (hit.number, hit.change) == (f"A{number:06d}", "as given")
    # The simplest change comes first and makes no evidence.
    found = search([2 * term for term in MOTZKIN[:14]], famous).hits
    assert [hit.number for hit in found[:2]] == ["A221006", "A001006"]
    typed = search(MOTZKIN[:14], famous, changed=False).hits[0].bits
    sums = next(hit for hit in search(MOTZKIN[:14], famous).hits if hit.number == "A211006")
    assert sums.change == "partial sums"
    assert sums.bits <= typed
    # A sequence that everybody knows comes before one with a lower number.
    assert [hit.number for hit in search([1, 1, 2, 3, 5, 8], famous).hits[:2]] == ["A000045", "A000044"]
    assert search_words(["Fibonacci"], famous)[0][0] == "A000045"
    # One term is wrong, or one in front is too many.
    for place, count in ((0, 9), (4, 9), (8, 9), (5, 8), (24, 25)):
        terms = [term + (k == place) for k, term in enumerate(LATER[2 : 2 + count])]
        hit = search(terms, famous).hits[0]
        assert (hit.number, hit.wrong) == ("A000108", (place, terms[place] - 1, terms[place]))
        assert (hit.agreed, hit.bits < bits(terms) < 2 * hit.bits) == (count - 1, True)
    assert all(str(number) in hit.words for number in (25, *hit.wrong[1:]))
    tail = search([7, 7, *MOTZKIN[:12]], famous).hits
    assert [hit.is_whole for hit in tail] == sorted((hit.is_whole for hit in tail), reverse=True)
    assert known_as([7, *MOTZKIN[:14]], famous) == []


CHANGED = {
    "binomial transform": [1, 0, 1, 0, 2, 0, 5, 0, 14, 0, 42, 0, 132],
    "inverse binomial transform": [sum(comb(n, k) * MOTZKIN[k] for k in range(n + 1)) for n in range(14)],
    "convolution square root": [sum(MOTZKIN[k] * MOTZKIN[n - k] for k in range(n + 1)) for n in range(14)],
}
"""What becomes Motzkin numbers, and how."""


def test_transforms(famous):
    quotients = list(accumulate(FIBONACCI[1:20], lambda a, b: a * b))
    changed = [(words, terms, "A001006") for words, terms in CHANGED.items()]
    for words, terms, number in [*changed, ("quotients of consecutive terms", quotients, "A000045")]:
        assert words in dict(transforms_of(terms))
        assert {hit.number: hit.change for hit in search(terms, famous).hits}[number] == words
    # Names of transforms are correct.
    # Each by its definition or a theorem: Cayley and Bernoulli.
    ones = dict(transforms_of([1] * 12))
    assert ones["Euler transform"] == tuple(PARTITIONS[1:13])
    naturals = dict(transforms_of(list(range(1, 13))))
    assert naturals["invert transform"][:6] == (1, 3, 8, 21, 55, 144)
    partitions = dict(transforms_of(PARTITIONS[:12]))
    assert partitions["inverse Euler transform, from a(0) = 1 on"] == (1,) * 11
    assert dict(transforms_of([1, -1, *[0] * 10]))["reversion of the series"] == tuple(LATER[:12])
    assert dict(transforms_of(LATER[:10]))["convolution with itself"] == tuple(LATER[1:11])
    assert "convolution square root" not in dict(transforms_of([1, 1, 1, 1]))


def test_unknown_terms_are_skipped(famous):
    found = search_masked([1, 1, 2, 5, None, 42, None, 429], famous)
    assert found.hits[0].number == "A000108"
    assert (found.hits[0].agreed, len(found.terms)) == (6, 6)
    assert search_masked([1, 1, 2, 5, None, 43, None, 429], famous).hits == ()
    with pytest.raises(InputError, match="4 consecutive known terms"):
        search_masked([1, None, 2, 5, None, 42], famous)
    assert search([1, 1, 2, 5, "?", 42, None, 429], famous).hits == found.hits
    with pytest.raises(InputError, match="'x'"):
        search([1, 1, 2, 5, "x", 42], famous)


def test_names_in_commands(famous, monkeypatch):
    assert search_words(["catalan", "numbers"], famous)[0][0] == "A000108"
    assert search_words(["A000045"], famous)[0][1].startswith("Fibonacci numbers")
    assert search_words(["100%"], famous) == []
    monkeypatch.setenv("GFKIT_OEIS_INDEX", famous)
    assert told("oeis", "search", "Motzkin")["hits"][0]["number"] == "A001006"
    assert call("oeis", "search", "1,1,2,4,?,21").out.startswith("A001006")
    # Commands say the name in json.
    (found, *_) = told("derive", "domino-tilings", "2xn")["oeis"]
    assert found == {"number": "A000045", "name": FAMOUS[45][0], "shift": 1}
    assert told("guess", "1,4,9,16,25,36,49,64,81,100,121")["oeis"][0]["number"] == "A000290"


def test_formulas_are_identified_by_all_stored_terms(famous):
    law = RationalGF.parse("t/(1 - t - t^2)")
    assert "A069041" in [hit.number for hit in known_as(law.terms(20), famous)]
    named = known_as(law.terms(20), famous, law.terms)
    assert named[0].number == "A000045"
    assert "A069041" not in [hit.number for hit in named]
    # Easy laws have names too.
    for text, number in (("1/(1 - 2*t)", "A000079"), ("t*(1 + t)/(1 - t)^3", "A000290")):
        law = RationalGF.parse(text)
        assert known_as(law.terms(12), famous) == []
        assert known_as(law.terms(12), famous, law.terms)[0].number == number


def test_an_export_reports_known_terms_first(famous, monkeypatch):
    monkeypatch.setenv("GFKIT_OEIS_INDEX", famous)
    asked = ["oeis", "export", "--game", "domino-tilings", "--family", "2xn"]
    lines = call(*asked).lines
    begins = (
        "already in the OEIS: A000045 Fibonacci numbers",
        "new lines for A000045:",
        f"%S A000045 {','.join(map(str, FIBONACCI[:20]))}",
        "%T A000045 ",
        "%U A000045 ",
        "%C A000045 Number of domino tilings of the 2 X n grid: 1, 1, 2, 3, ... for n = 0, 1, 2, 3, ... - ",
        f"%H A000045 {RECURRENCE_LINK.format('1,1')}",
        "%F A000045 a(n) = a(n-1) + a(n-2). - ",
    )
    assert [line[: len(begin)] for line, begin in zip(lines, begins, strict=False)] == [*begins]
    assert told(*asked)["oeis"][0]["number"] == "A000045"
    assert [line.partition(" - ")[0] for line in call(*asked, "--number", "A000045").lines[:8]] == [
        line.partition(" - ")[0] for line in lines[:8]
    ]
    assert "A000108 already exists" in call(*asked, "--number", "A000108").lines[0]
