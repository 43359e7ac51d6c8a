"""The local index: every plant is found, with what was done to it; the old index survives a failure."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from itertools import accumulate, pairwise
from math import comb
from pathlib import Path

import pytest

from gfkit.errors import InputError
from gfkit.oeis.index import Fit, known_as
from gfkit.oeis.index.build import build
from gfkit.oeis.index.change import bits
from gfkit.oeis.index.file import index_path, index_to_build, info
from gfkit.oeis.index.search import search

CATALAN = [comb(2 * n, n) // (n + 1) for n in range(24)]
# A made table with no law: T(n,k) by rows.
DICE = random.Random(20)
TABLE = [DICE.randrange(10**6) for _ in range(55)]
ROWS = [TABLE[n * (n + 1) // 2 : (n + 1) * (n + 2) // 2] for n in range(10)]
PLANTS = {
    108: ("Catalan numbers", CATALAN),
    7777: ("Triangle read by rows: T(n,k)", TABLE),
    8888: ("A sequence with signs", [(-1) ** n * (n**5 + 3) for n in range(20)]),
    9999: ("Interleaved with zeros", [a for c in CATALAN[3:12] for a in (c, 0)]),
}


def write_bulk(folder: Path, count: int) -> tuple[str, str]:
    """Files of ``count`` random sequences and the plants."""
    dice = random.Random(count)
    rows = {}
    for number in range(10_000, 10_000 + count):
        step = dice.choice((3, 30, 3000))
        rows[number] = (f"Made {number}", list(accumulate(dice.randrange(step) for _ in range(40))))
    rows |= PLANTS
    stripped, names = folder / "stripped", folder / "names"
    head = "# Data\n# Last Modified: November 20 06:00 UTC 2026\n"
    with stripped.open("w") as data, names.open("w") as named:
        data.write(head)
        named.write(head)
        for number, (name, terms) in sorted(rows.items()):
            data.write(f"A{number:06d} ,{','.join(map(str, terms))},\n")
            named.write(f"A{number:06d} {name}\n")
    return str(stripped), str(names)


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    folder = tmp_path_factory.mktemp("index")
    stripped, names = write_bulk(folder, 3000)
    path = folder / "oeis.sqlite"
    found = build(stripped, names, path)
    assert (found.sequences, found.tables, found.modified) == (3004, 1, "November 20 06:00 UTC 2026")
    assert found.bytes == path.stat().st_size
    return str(path)


SEARCHES = [
    (CATALAN, 108, Fit.EXACT, "as given"),
    (CATALAN[:9], 108, Fit.PREFIX, "as given"),
    (CATALAN[5:12], 108, Fit.RUN, "as given"),
    ([*CATALAN, comb(48, 24) // 25], 108, Fit.START, "as given"),
    ([17, 23, *CATALAN[:20]], 108, Fit.PREFIX, "first 2 terms dropped"),
    (CATALAN[12:] + [comb(2 * n, n) // (n + 1) for n in range(24, 30)], 108, Fit.OVERLAP, "as given"),
    ([-c for c in CATALAN[2:14]], 108, Fit.RUN, "signs changed"),
    ([3 * c for c in CATALAN[2:14]], 108, Fit.RUN, "divided by 3"),
    ([c * 7 for c in CATALAN[2:14]], 108, Fit.RUN, "divided by 7"),
    (list(accumulate(CATALAN[2:16])), 108, Fit.RUN, "differences"),
    (list(accumulate(accumulate(CATALAN[2:16]))), 108, Fit.RUN, "second differences"),
    ([b - a for a, b in pairwise(CATALAN[4:17])], None, None, None),
    ([CATALAN[2], *(b - a for a, b in pairwise(CATALAN[2:17]))], 108, Fit.RUN, "partial sums"),
    (
        [a for c in CATALAN[:14] for a in (c, c * c + 5)],
        108,
        Fit.PREFIX,
        "every second term, from the first on",
    ),
    (
        [a for c in CATALAN[:14] for a in (c * c + 5, c)],
        108,
        Fit.PREFIX,
        "every second term, from the second on",
    ),
    (CATALAN[3:11], 9999, Fit.PREFIX, "zeros put between the terms"),
    (
        [abs(a) for a in PLANTS[8888][1]],
        8888,
        Fit.EXACT,
        "signs of every second term changed, from the second on",
    ),
    ([2 * a for a in PLANTS[8888][1][3:15]], 8888, Fit.RUN, "divided by 2"),
    ([row[0] for row in ROWS], 7777, Fit.EXACT, "as given"),
    ([row[2] for row in ROWS[2:]], 7777, Fit.EXACT, "as given"),
    ([row[-1] for row in ROWS], 7777, Fit.EXACT, "as given"),
    ([row[-3] for row in ROWS[2:]], 7777, Fit.EXACT, "as given"),
    ([ROWS[2 * n][n] for n in range(5)], 7777, Fit.EXACT, "as given"),
    (ROWS[6], 7777, Fit.RUN, "as given"),
    (
        [a for n in range(9) for a in [CATALAN[n + 2], *range(n)]],
        108,
        Fit.RUN,
        "column 0 of the terms as a table",
    ),
]


@pytest.mark.parametrize(("terms", "number", "fit", "change"), SEARCHES)
def test_plants_are_found(index, terms, number, fit, change):
    hits = {hit.number: hit for hit in search(terms, index).hits}
    if number is None:
        assert all(hit.change != "as given" for hit in hits.values())
        return
    hit = hits[f"A{number:06d}"]
    assert (hit.fit, hit.change) == (fit, change)
    assert 0 < hit.agreed <= max(hit.asked, len(terms))


def test_zeros_are_found_as_they_are(tmp_path):
    (tmp_path / "stripped").write_text(
        "A000004 ,0,0,0,0,0,0,0,0,\nA000007 ,1,0,0,0,0,0,\nA000012 ,1,1,1,1,1,\n"
    )
    build(str(tmp_path / "stripped"), None, tmp_path / "index")
    hits = search([0] * 5, str(tmp_path / "index")).hits
    assert {(hit.number, hit.change) for hit in hits} == {("A000004", "as given"), ("A000007", "as given")}


def test_every_sequence_is_found_by_itself_and_by_a_run(index):
    connection = sqlite3.connect(index)
    rows = connection.execute("SELECT number, terms FROM sequence WHERE place % 41 = 0").fetchall()
    connection.close()
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


def test_evidence():
    # A thousand terms of a line, a power or a constant say less than ten Catalan numbers.
    little = (list(range(1000)), [1] * 1000, [2**n for n in range(60)], [n * n for n in range(1000)])
    assert all(bits(terms) < bits(CATALAN[:10]) for terms in little)
    assert bits(CATALAN[:5]) < bits(CATALAN[:10]) < bits(CATALAN)
    assert bits([0] * 9) == 0
    assert 3.3e5 < bits([10**100_000]) < 3.4e5


def test_common_terms_are_said_to_be(tmp_path):
    (tmp_path / "s").write_text("".join(f"A{n:06d} ,{'1,' * 20}\n" for n in range(1, 5001)))
    build(str(tmp_path / "s"), None, tmp_path / "i")
    found = search([1] * 12, str(tmp_path / "i"))
    assert not found.is_complete
    assert len(found.hits) == 2000


class TestKnownAs:
    def test_found(self, index):
        assert [hit.number for hit in known_as(CATALAN[:12], index)] == ["A000108"]

    def test_nothing_to_say(self, index, tmp_path):
        assert known_as([1, 2, 3, 4, 5, 6], index) == []
        assert known_as([1, 2], index) == []
        assert known_as(CATALAN, str(tmp_path / "none")) == []
        (tmp_path / "broken").write_bytes(b"no index at all")
        assert known_as(CATALAN, str(tmp_path / "broken")) == []

    def test_place(self, index, monkeypatch, tmp_path):
        monkeypatch.setenv("GFKIT_OEIS_INDEX", index)
        assert known_as(CATALAN)[0].number == "A000108"
        monkeypatch.delenv("GFKIT_OEIS_INDEX")
        for name, folder in (("XDG_CACHE_HOME", "cache"), ("XDG_DATA_HOME", "data"), ("GFKIT_CACHE", "own")):
            monkeypatch.setenv(name, str(tmp_path / folder))
        monkeypatch.setattr("sys.platform", "linux")
        built, cached = (tmp_path / folder / "gfkit" / "oeis.sqlite" for folder in ("data", "cache"))
        assert index_path() == index_to_build() == built
        assert index_path("x") == Path("x")
        cached.parent.mkdir(parents=True)
        cached.touch()
        assert (index_path(), index_to_build()) == (cached, built)
        built.parent.mkdir(parents=True)
        built.touch()
        assert index_path() == built


class TestBuilding:
    @pytest.mark.parametrize("ending", [KeyboardInterrupt, InputError])
    def test_an_interrupted_build_leaves_the_old_index(self, tmp_path, ending):
        stripped, names = write_bulk(tmp_path, 50)
        path = tmp_path / "i"
        build(stripped, names, path)
        old = path.read_bytes()
        stripped, names = write_bulk(tmp_path, 5000)
        seen = []

        def stop(progress):
            seen.append(progress)
            if len(seen) == 3:
                raise ending("stopped")

        with pytest.raises(ending):
            build(stripped, names, path, stop)
        assert path.read_bytes() == old
        assert sorted(p.name for p in tmp_path.iterdir()) == ["i", "names", "stripped"]

    def test_a_bad_line_is_named(self, tmp_path):
        (tmp_path / "s").write_text("A000001 ,1,2,\nA000002 ,1,x,\n")
        with pytest.raises(InputError, match="line 2"):
            build(str(tmp_path / "s"), None, tmp_path / "i")
        assert not (tmp_path / "i").exists()

    def test_empty(self, tmp_path):
        (tmp_path / "s").write_text("# nothing\n")
        with pytest.raises(InputError, match="there is no sequence in it"):
            build(str(tmp_path / "s"), None, tmp_path / "i")

    def test_replaced_and_counted(self, tmp_path):
        for count in (20, 10):
            stripped, names = write_bulk(tmp_path, count)
            assert build(stripped, names, tmp_path / "i").sequences == count + 4
        assert info(tmp_path / "i").sequences == 14


class TestBrokenIndex:
    def test_none(self, tmp_path):
        with pytest.raises(InputError, match="there is none; build it with"):
            search(CATALAN, str(tmp_path / "none"))

    def test_other_files(self, tmp_path):
        other = tmp_path / "other"
        for content in (b"", b"text", b"SQLite format 3\0" + bytes(500)):
            other.write_bytes(content)
            with pytest.raises(InputError, match="it is no index of this version"):
                search(CATALAN, str(other))

    def test_cut_off(self, index, tmp_path):
        whole = Path(index).read_bytes()
        cut = tmp_path / "cut"
        for share in (2, 10, 100):
            cut.write_bytes(whole[: len(whole) // share])
            with pytest.raises(InputError, match=r"index '.*': it is (damaged|no index)"):
                search(CATALAN, str(cut))

    @pytest.mark.parametrize(
        "change",
        [
            "UPDATE bucket SET postings = 7",
            "UPDATE bucket SET postings = 'text'",
            "UPDATE bucket SET postings = x'00'",
            "UPDATE sequence SET terms = 7",
            "UPDATE sequence SET terms = x'ff'",
            "UPDATE sequence SET number = 'x', name = 7",
            "DROP TABLE sequence",
            "DROP TABLE bucket; CREATE VIEW bucket AS WITH RECURSIVE a(id, postings) AS"
            " (SELECT 1, x'' UNION ALL SELECT id, postings FROM a) SELECT * FROM a",
        ],
    )
    def test_what_no_build_put_there(self, index, tmp_path, change):
        place = tmp_path / "changed"
        place.write_bytes(Path(index).read_bytes())
        with closing(sqlite3.connect(place)) as connection:
            connection.executescript(change)
        with pytest.raises(InputError, match=r"index '.*': it is (damaged|no index)"):
            search(CATALAN, str(place))
        assert known_as(CATALAN, str(place)) == []

    def test_too_few_terms(self, index):
        with pytest.raises(InputError, match="a search needs 4 at least"):
            search([1, 2, 5], index)


@pytest.mark.slow(5)
def test_as_large_as_the_encyclopedia(tmp_path):
    stripped, names = write_bulk(tmp_path, 400_000)
    path = tmp_path / "oeis.sqlite"
    assert build(stripped, names, path).sequences == 400_004
    for terms, number, fit, change in SEARCHES:
        test_plants_are_found(str(path), terms, number, fit, change)
