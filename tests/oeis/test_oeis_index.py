"""The local index: every plant is found, with what was done to it; the old index survives a failure.

The index is built from random sequences and from plants, whose terms and changes are worked out here.
"""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from bulk_files import CATALAN, bulk_of

from gfkit.errors import InputError
from gfkit.oeis.index import Fit, known_as
from gfkit.oeis.index.build import build
from gfkit.oeis.index.change import bits
from gfkit.oeis.index.file import index_path, index_to_build, info
from gfkit.oeis.index.search import search

LATER, CATALAN = CATALAN, CATALAN[:24]
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
    """Files of so many random sequences and the plants."""
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
    found = build(*files_of(folder, 600), path)
    assert (found.sequences, found.tables, found.modified) == (604, 1, "November 20 06:00 UTC 2026")
    assert found.bytes == path.stat().st_size
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
    (9999, Fit.PREFIX, "zeros put between the terms", CATALAN[3:11]),
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


def test_plants_are_found(index):
    assert_plants_are_found(index)
    differences = [b - a for a, b in pairwise(CATALAN[4:17])]
    assert all(hit.change != GIVEN for hit in search(differences, index).hits)


@pytest.mark.slow(25)
def test_in_a_large_index(tmp_path):
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


def test_a_hit_says_what_agreed(index):
    hit = next(h for h in search([7, *CATALAN[:10]], index).hits if h.number == "A000108")
    assert str(hit) == (
        "A000108 Catalan numbers (first term dropped, the sequence begins with them; 10 agreed,"
        f" {hit.bits:.0f} bits)"
    )
    assert 20 < hit.bits < bits(CATALAN[:10])
    column = next(h for h in search([row[1] for row in ROWS[1:]], index).hits if h.number == "A007777")
    assert column.line == "column 1"
    assert "in column 1 of the table" in column.words
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
    assert known_as(CATALAN, str(tmp_path / "none")) == []
    (tmp_path / "broken").write_bytes(b"no index at all")
    assert known_as(CATALAN, str(tmp_path / "broken")) == []


def test_where_the_index_lies(index, monkeypatch, tmp_path):
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
    for content, said in (
        ("A000001 ,1,2,\nA000002 ,1,x,\n", "line 2"),
        ("# no\n", "there is no sequence in it"),
    ):
        (tmp_path / "stripped").write_text(content)
        with pytest.raises(InputError, match=said):
            build(str(tmp_path / "stripped"), None, tmp_path / "new")
        assert not (tmp_path / "new").exists()


def test_what_is_no_index_is_refused(index, tmp_path):
    with pytest.raises(InputError, match="there is none; build it with"):
        search(CATALAN, str(tmp_path / "none"))
    with pytest.raises(InputError, match="a search needs 4 at least"):
        search([1, 2, 5], index)
    other, whole = tmp_path / "other", Path(index).read_bytes()
    for content in (b"", b"text", b"SQLite format 3\0" + bytes(500)):
        other.write_bytes(content)
        with pytest.raises(InputError, match="it is no index of this version"):
            search(CATALAN, str(other))
    for share in (2, 10, 100):
        other.write_bytes(whole[: len(whole) // share])
        with pytest.raises(InputError, match=r"index '.*': it is (damaged|no index)"):
            search(CATALAN, str(other))
    for change in (
        "UPDATE bucket SET postings = 7",
        "UPDATE bucket SET postings = 'text'",
        "UPDATE bucket SET postings = x'00'",
        "UPDATE sequence SET terms = 7",
        "UPDATE sequence SET terms = x'ff'",
        "UPDATE sequence SET number = 'x', name = 7",
        "DROP TABLE sequence",
        "DROP TABLE bucket; CREATE VIEW bucket AS WITH RECURSIVE a(id, postings) AS"
        " (SELECT 1, x'' UNION ALL SELECT id, postings FROM a) SELECT * FROM a",
    ):
        other.write_bytes(whole)
        with closing(sqlite3.connect(other)) as connection:
            connection.executescript(change)
        with pytest.raises(InputError, match=r"index '.*': it is (damaged|no index)"):
            search(CATALAN, str(other))
        assert known_as(CATALAN, str(other)) == [], change
