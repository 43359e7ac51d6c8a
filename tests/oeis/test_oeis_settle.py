"""Names of entries are resolved if their terms agree with the parsed rule; a wrong parse never agrees.

Terms are Fibonacci numbers, listings of all sets or arrays, and entries in print (A051736, A006864, A001835);
files are made here.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from itertools import product
from pathlib import Path

import networkx as nx
import pytest
from bulk_files import bulk
from choice import drawn, some_of
from cli.calling import call, told
from json_places import plainly
from listed import sizes
from name_readers import INDEPENDENT, read
from tables import tables

from gfkit import Rule, brute_force, certify_file, count
from gfkit.cli.oeis.settled_pages import pages
from gfkit.core.errors import InputError, Interrupted, LimitError, WorkerError
from gfkit.core.typing import Progress
from gfkit.oeis import Entry, settle
from gfkit.oeis.reading import read_name
from gfkit.oeis.settle import NamedTerms, SettledName, SettledTable, gate, settle_name, settle_names
from gfkit.runs.confined import KillableProcess
from gfkit.runs.executors import open_executor
from gfkit.runs.store import open_store

DATA = tables("oeis_cases")["oeis_settle"]

FIBONACCI = (2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233)
"""Words of two letters without two ones together, of 1, 2, ... letters."""


def listed(rows: int, columns: int) -> int:
    """Count independent sets of a grid by enumeration of all subsets."""
    grid = nx.convert_node_labels_to_integers(nx.grid_2d_graph(rows, columns))
    return sum(sizes("independent-sets", len(grid), [*grid.edges]).values())


WIDE = (*(listed(n, 3) for n in range(1, 5)), 827, 2999, 10897)
"""Independent sets of n X 3 grids: 5, 17, 63, 227, and the next three as in A051736."""
SIDES = [(1, 2), (1, 3), (2, 2), (1, 4), (2, 3), (3, 2), (1, 5), (2, 4), (3, 3)]
TABLE = tuple(listed(*sides) for sides in SIDES)
"""By antidiagonals: grids of n rows and k + 1 columns; and the same with rows and columns exchanged."""
TURNED = (*(TABLE[k] for k in (0, 2, 1, 5, 4, 3)), listed(4, 2), TABLE[8], TABLE[7])


def settled(name: str, terms: tuple[int, ...], first_n: int | None = None, reader=read) -> SettledName:
    return settle_name(NamedTerms("A000001", name, terms, first_n), reader)


def test_a_resolved_name():
    assert WIDE[:4] == (5, 17, 63, 227)
    found = settled("independent sets of nx3", WIDE)
    assert (found.settlement, found.reason, found.family, found.compared) == ("settled", "", "nx3", 7)
    assert found.listed == (("1x3", "5"), ("2x3", "17"))
    assert (found.evidence["status"], found.signature, found.order) == ("proved", "(2,6,0,-1)", 4)
    assert found.series.terms(7) == list(WIDE)
    assert all(said in "".join(found.additions) for said in ("signature (2,6,0,-1)", "b000001.txt"))
    # Powers are plain terms.
    for base in (2, 3, 6, 10, 40):
        assert settle.gate.are_plain([base**power for power in (0, 3, 1, 30)])
        assert not settle.gate.are_plain([base**3, base**3 + 1 if base > 2 else 7])
    assert [settle.gate.are_plain(terms) for terms in ([0, 0, 0], [], [36, 6, 12])] == [True, True, False]


GATE = tables("gate")["gate"]
"""A name, terms, the index of the first, and what becomes of them, with the reason if not settled."""
OTHER = "n = 6: 64 in the entry, 17 on the board"


def test_the_status_of_a_name():
    tables = [(TABLE, "agrees", "table"), (TURNED, "agrees", "table"), ((*TABLE[:5], 64), "differs", OTHER)]
    rows = [("a table", " ".join(map(str, terms)), "", *wanted) for terms, *wanted in tables]
    for name, terms, first_n, *wanted in (*some_of(GATE, step=2), *rows):
        found = settled(name, tuple(map(int, terms.split())), int(first_n) if first_n else None)
        assert [found.settlement, *filter(None, [found.reason])] == wanted, (name, terms, found.detail)
        assert bool(found.additions) == found.has_files == (found.is_settled or found.finding == "wrong")


def test_a_wrong_parse_is_never_resolved():
    """Change any one term: the sequence no longer agrees."""
    chance = drawn("misreading")
    for _ in some_of(range(6), 3):
        family, terms = chance.choice([("1xn", [*FIBONACCI]), ("nx3", [*WIDE])])
        place = chance.randrange(len(terms))
        terms[place] += chance.choice([*range(-9, 0), *range(1, 10)])
        found = settled(f"independent sets of {family}", tuple(terms))
        assert (found.settlement, found.lines, found.certificate) == ("differs", (), ""), terms
        assert found.difference.printed == str(terms[found.difference.n - found.first_n])


FINDINGS = tables("gate")["findings"]
"""A name, terms, the index of the first, and the finding."""


def test_a_difference_is_explained():
    """Words without 11 up to reversal are listed here, as are independent sets of cylinders."""
    words = [["".join(word) for word in product("01", repeat=n)] for n in range(1, 10)]
    free = [len({min(w, w[::-1]) for w in row if "11" not in w}) for row in words]
    tubes = [nx.cartesian_product(nx.cycle_graph(3), nx.path_graph(n)) for n in range(1, 6)]
    tubes = [nx.convert_node_labels_to_integers(tube) for tube in tubes]
    rings = [sum(sizes("independent-sets", len(tube), [*tube.edges]).values()) for tube in tubes]
    listed_rows = [
        ["independent sets of 1xn", free, 1, "misread"],
        ["independent sets of 3xn", rings, 1, "misread"],
    ]
    rows = [(name, [*map(int, terms.split())], first, finding) for name, terms, first, finding in FINDINGS]
    for name, terms, first_n, finding in (*listed_rows, *some_of(rows, 3)):
        reader = read if name.startswith("independent") else read_name
        found = settled(name, tuple(terms), first_n, reader)
        assert (found.settlement, found.finding) == ("differs", finding), (name, terms, found.detail)
        assert found.detail
        methods = {method for method, _, number in found.enumerations if number == found.difference.counted}
        assert (len(methods) == 2) >= (finding == "wrong"), found.enumerations
        assert found.has_files == bool(found.additions) == (finding == "wrong")


def test_an_enumeration_that_contradicts_the_formula_is_not_an_erratum(monkeypatch):
    wrong = (*FIBONACCI[:8], 90)
    other = brute_force(Rule.of(INDEPENDENT), "1x5")
    monkeypatch.setattr("gfkit.oeis.settle.difference.brute_force", lambda *_, **__: other)
    found = settled("independent sets of 1xn", wrong, 1)
    assert (found.settlement, found.reason, found.additions) == ("refused", "failed", ())
    assert all(number in found.detail for number in ("13", "89")), found.detail
    limit = LimitError("too large")

    def stop(board, tries):
        raise limit

    monkeypatch.setattr("gfkit.oeis.settle.difference.brute_force", stop)
    assert settled("independent sets of 1xn", wrong, 1).finding == "undecided"


@pytest.mark.slow(3)
def test_a_strip_with_too_many_states_is_abandoned():
    """Lines of 9 cells have 5^9 assignments; the forecast from widths 3 and 4 exceeds the limit."""
    name = "Number of (n+1) X 9 0..4 arrays with every 2 X 2 subblock summing to 8."
    asked = NamedTerms("A000001", name, FIBONACCI, 1)
    found = settle_name(asked, read_name, most_states=50_000)
    assert (found.settlement, found.reason) == ("refused", "states"), found.detail
    # A narrow strip of the same rule is not abandoned.
    narrow = settle_name(replace(asked, name=name.replace("X 9", "X 3")), read_name, most_states=50_000)
    assert narrow.settlement == "differs"
    # A name whose forecast exceeds its time is abandoned before its time is over.
    for name in tables("gate")["hopeless"]:
        found = settle_name(replace(asked, name=name), read_name, seconds=3)
        assert (found.reason, found.seconds < 3) == ("time", True), (name, found.seconds)


@pytest.mark.parametrize(("stage", "limit", "is_stopped"), [(0, 20, 1), (0, 40, 0), (1, 20, 1), (1, 50, 0)])
def test_forecasts_stop_hopeless_names(monkeypatch, stage, limit, is_stopped):
    """Ten of 100 steps in 5 s: 45 s more; slices of 1, 2, 4 and 8 s: 48 s more for two."""
    reports = [[(0, 100, 0), (10, 100, 5)], [(k, 0, 2**k - 1) for k in range(5)]][stage]
    forecast = gate.Forecast(limit, began=0)
    with pytest.raises(LimitError) if is_stopped else nullcontext():
        for done, total, seconds in reports:
            monkeypatch.setattr(time, "process_time", lambda seconds=seconds: seconds)
            forecast(Progress("steps", done, total, 1))


def test_terms_decide_between_two_readings():
    assert settled("two meanings of 1xn", FIBONACCI).signature == "(1,1)"
    rising = tuple(range(2, 18))  # n + 1 words do not fall
    asked = [NamedTerms("A000001", "two meanings of 1xn", terms) for terms in (FIBONACCI, rising, (2, 3))]
    early = [settle_name(one, read, works_out=False) for one in asked]
    assert [row.reason or row.signature for row in early] == ["(1,1)", "(2,-1)", "two readings"]
    assert settled("two meanings of 1xn", rising).signature == "(2,-1)"
    neither = settled("two meanings of 1xn", (*FIBONACCI[:8], 90))
    assert (neither.settlement, neither.difference.n) == ("differs", 9)
    # 2, 3 is the beginning of both; so are all terms where two sentences are one.
    assert settled("two meanings of 1xn", (2, 3)).reason == "two readings"
    assert settled("two sentences for 1xn", FIBONACCI).is_settled
    large = NamedTerms("A000001", "two of which one is too large", FIBONACCI)
    found = settle_name(large, read, 1 << 20)
    assert (found.settlement, found.reason, found.additions) == ("agrees", "two readings", ())


def test_a_name_is_not_resolved_if_enumeration_disagrees(monkeypatch):
    monkeypatch.setattr("gfkit.oeis.settle.gate.brute_force", lambda *_, **__: 4)
    found = settled("independent sets of 1xn", FIBONACCI)
    assert (found.settlement, found.reason) == ("refused", "failed")
    assert "yields 4 configurations" in found.detail


@pytest.mark.slow(3)
def test_enumeration_is_limited_to_small_boards(monkeypatch):
    """A 4 X 4 grid has 2^24 sets of edges, too many; degree constraints prune the search."""
    asked = ("Number of Hamiltonian cycles in P_4 X P_n.", (2, 6, 14, 37, 92, 236, 596, 1517, 3846), 3)
    found = settled(*asked, reader=read_name)  # A006864
    assert found.is_settled, (found.reason, found.detail)
    assert found.listed == (("4x3", "2"), ("4x4", "6"))
    # 20 cells in a row have 2^20 fillings, which is too much; so the same rule is listed on fewer columns.
    broad = tuple(int(count(Rule.of(INDEPENDENT), f"{n}x10").count) for n in range(1, 7))
    found = settled("independent sets of nx10", broad)
    assert found.is_settled
    assert all(int(number) == listed(*map(int, board.split("x"))) for board, number in found.listed)
    assert len(found.listed) == 2

    monkeypatch.setattr(
        "gfkit.oeis.settle.gate.brute_force", lambda board, tries: brute_force(board, tries=min(tries, 50))
    )
    found = settled(*asked, reader=read_name)
    assert (found.settlement, found.reason, found.additions) == ("agrees", "not listed", ())


# Entries with hedged lines


def entry_of(*formulas: str, terms=FIBONACCI, first_n=1, name="independent sets of 1xn") -> NamedTerms:
    entry = Entry.of("A000045", name, list(terms), first_n, author="_X_", formulas=list(formulas))
    return NamedTerms("A000045", name, tuple(terms), first_n, entry)


def test_the_hedged_lines_of_an_entry_are_resolved():
    lines = ("Empirical: a(n) = a(n-1) + a(n-2).", "Conjecture: a(n) = 2*a(n-1) for n > 3.")
    found = settle_name(entry_of(*lines), read)
    assert found.is_settled
    assert [line["verdict"] for line in found.lines] == ["confirmed", "false"]
    added = " ".join(found.additions)
    assert added.count("is confirmed using the transfer matrix method") == 1
    assert "is false" in added
    found = settle_name(entry_of(), read)
    assert found.is_settled
    assert any("proved by the transfer matrix method" in line for line in found.additions)
    found = settle_name(entry_of("Conjecture: a(n) is prime for infinitely many n."), read)
    assert (found.settlement, found.reason) == ("agrees", "line not settled")
    misread = settle_name(entry_of(lines[0], terms=(*FIBONACCI[:7], 56)), read)
    assert (misread.settlement, misread.lines) == ("differs", ())


DOMINOES = (3, 11, 41, 153, 571, 2131, 7953, 29681)
"""Tilings of 3 X 2n boards by dominoes, A001835: a(n) = 4 a(n-1) - a(n-2)."""
ODD = (1, 3, 8, 21, 55, 144, 377, 987)
"""Tilings of 2 X (2n-1) boards, every second Fibonacci number: a(n) = 3 a(n-1) - a(n-2)."""
TILINGS = "Number of tilings of a {} rectangle using dominoes."


def test_subfamilies_have_separate_formulas(tmp_path):
    for board, terms, *wanted in some_of((
        ("2 X (2n-1)", ODD, "2xn", 2, -1, "(3,-1)"),
        ("3 X 2n", DOMINOES, "3xn", 2, 0, "(4,-1)"),
    ), 1):  # fmt: skip
        found = settled(TILINGS.format(board), terms, 1, read_name)
        assert found.is_settled
        assert [found.family, found.step, found.shift, found.signature] == wanted
        Path(tmp_path, "proof.json").write_text(found.certificate_text)
        assert certify_file(tmp_path / "proof.json").status == "proved"
        assert tuple(map(int, found.series.terms(len(terms)))) == terms
        wrong = settled(TILINGS.format(board), (*terms[:-1], terms[-1] + 1), 1, read_name).difference
        assert (wrong.n, wrong.counted) == (len(terms), str(terms[-1]))
    lines = ("Empirical: a(n) = 4*a(n-1) - a(n-2).", "Empirical: a(n) = 4*a(n-2) - a(n-4) for n > 4.")
    found = settle_name(entry_of(*lines, terms=DOMINOES, name=TILINGS.format("3 X 2n")), read_name)
    assert found.is_settled
    assert [line["verdict"] for line in found.lines] == ["confirmed", "false"]


# With the reader of names


def test_a_sentence_becomes_a_theorem_and_a_changed_one_does_not():
    """Arrays of n + 1 rows and 2 columns, by enumeration."""
    sentence = "Half the number of (n+1) X 2 0..2 arrays with no 2 X 2 subblock having sum {}."

    def fits(cells: tuple[int, ...]) -> bool:
        return all(sum(cells[k : k + 4]) != 4 for k in range(0, len(cells) - 2, 2))

    terms = tuple(sum(map(fits, product(range(3), repeat=2 * n + 2))) // 2 for n in range(1, 5))
    found = settled(sentence.format(4), terms, reader=read_name)
    # Four terms of two digits are enough, and all of these have two but the first of one.
    assert found.reason in ("", "too few terms")
    longer = (*terms, *(int(value) for value in found.series.terms(8)[4:]))
    found = settled(sentence.format(4), longer, reader=read_name)
    assert (found.is_settled, found.family, found.shift, found.first_n) == (True, "nx2", 1, 1)
    for other in (3, 5):
        changed = settled(sentence.format(other), longer, reader=read_name)
        assert changed.settlement in ("differs", "refused"), changed
        assert changed.family
    assert not settled(sentence.format("some"), longer, reader=read_name).family


# Many names at a time

ROW, STRIP = "independent sets of 1xn", "independent sets of nx3"
ASKED = [(ROW, FIBONACCI), ("something else", FIBONACCI), (STRIP, WIDE), (STRIP, (*WIDE[:5], 3000))]
NAMES = [NamedTerms(f"A00000{k}", name, terms) for k, (name, terms) in enumerate(ASKED, 1)]
EACH = 12.0


def rows_of(table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(table)))


@pytest.fixture(scope="module")
def table() -> SettledTable:
    return settle_names(NAMES, read, each=EACH)


def test_the_table_has_its_columns(table):
    rows = rows_of(table.as_csv())
    assert " ".join(rows[0]).startswith("number status reason family order signature evidence seconds")
    assert [row["status"] for row in rows] == ["settled", "refused", "settled", "differs"], NAMES
    assert (rows[2]["signature"], rows[2]["evidence"]) == ("(2,6,0,-1)", "proved")
    assert rows[3]["reason"] == "n = 6: 3000 in the entry, 2999 on the board"
    assert all(float(row["seconds"]) >= 0 for row in rows)
    begins = {cell[:1] for row in rows for cell in row.values()}
    assert begins.isdisjoint("=+-@\t\r"), "a spreadsheet would work it out"
    told = plainly(table.as_json())["rows"]
    assert [row["number"] for row in told] == [one.number for one in NAMES]
    assert told[3]["first_difference"] == {"n": 6, "entry": "3000", "true": "2999"}
    assert table.files["b000003.txt"].splitlines()[:3] == ["1 5", "2 17", "3 63"]
    kinds = ("A00000{}.txt", "A00000{}.toml", "b00000{}.txt")
    assert set(table.files) == {kind.format(one) for one in "134" for kind in kinds}
    assert "signature (2,6,0,-1)" in table.files["A000003.txt"]
    # The offset used is stated; pages of hostile names are safe.
    without, known = table.rows[0], settle_name(replace(NAMES[0], first_n=1), read)
    assert SettledTable((without,)).files["A000001.txt"].startswith("# n = 1 is taken for the first term")
    assert SettledTable((known,)).files["A000001.txt"].startswith("%H A000001")
    assert "n = 1 (assumed" in pages(SettledTable((without,)))["A000001.html"]
    name = "<script>alert(1)</script> & \x00 'x' \"y\" \u202e"
    hostile = replace(table.rows[1], name=name)
    for page in pages(SettledTable((hostile, replace(table.rows[0], name=name)))).values():
        assert "<script" not in page
        assert "\x00" not in page
    assert pages(SettledTable(()))["index.html"].count("<h1>") == 1


@pytest.mark.slow(6)
def test_a_slow_or_crashing_name_never_stops_the_run(table, monkeypatch):
    words = ("ends", "computes", "raises", "takes 60")
    *deadly, waiting = (NamedTerms(f"A00001{k}", name, FIBONACCI) for k, name in enumerate(words))
    found = settle_names([NAMES[0], *deadly, *NAMES[1:]], read, each=3)
    assert [row.reason for row in found.rows[1:4]] == ["failed", "time", "failed"]
    assert without_seconds(found)[::4] == [without_seconds(table)[0], without_seconds(table)[1]]
    assert without_seconds(found)[5:] == without_seconds(table)[2:]
    assert found.counts == {"settled": 2, "agrees": 0, "differs": 1, "refused": 4}
    assert sum(found.reasons.values()) == 4
    assert found.orders == {2: 1, 4: 1}
    assert (found.rows[2].seconds, found.whole_names) == (3, 3)
    monkeypatch.setattr("gfkit.oeis.settle.run.SLOWED", 0.03)  # it waits, and takes no CPU time
    (row,) = settle_names([waiting], read, each=20).rows
    assert (row.reason, row.detail) == ("time", "stopped after 0.6 s")


@pytest.mark.slow(2.5)
def test_the_parsed_rule_is_reported_after_a_time_limit():
    """A row of 40 cells has about 10^8 independent sets, which are the states."""
    asked = [NamedTerms(f"A{n:06d}", f"independent sets of nx{n}", FIBONACCI) for n in (40, 41)]
    row, wider = settle_names(asked, read, each=1).rows
    assert (wider.reason, wider.detail[:19], wider.seconds < 1) == (row.reason, "the same rule took ", True)
    assert (row.reason, row.family) in (("time", "nx40"), ("states", "nx40"))
    assert "forbid" in row.file


def without_seconds(found: SettledTable) -> list:
    return [replace(row, seconds=0.0) for row in found.rows]


@pytest.mark.slow(4)
def test_workers_find_the_same():
    alone = settle_names(NAMES[:3], read, each=EACH)
    for pool in (open_executor(2), ThreadPoolExecutor(2)):
        with pool as executor:
            together = settle_names(NAMES[:3], read, each=EACH, executor=executor)
        assert without_seconds(alone) == without_seconds(together)


def test_finished_rows_are_not_computed_again(tmp_path):
    """Stored rows are returned unchanged, with their times; stopped runs resume; corruption costs time."""
    said: list[str] = []
    names = [NAMES[0], NAMES[1], NAMES[3], *(NamedTerms(f"A00001{k}", "takes 0.1", FIBONACCI) for k in "12")]

    def run(asked=names, on_progress=None) -> tuple[SettledTable, int]:
        with open_store(tmp_path, on_trouble=said.append) as store:
            return settle_names(asked, read, each=EACH, store=store, on_progress=on_progress), store.found

    def halt(progress):
        if progress.done == 4:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted) as stop:
        run(on_progress=halt)
    assert [row.number for row in stop.value.found.rows] == [one.number for one in names[:4]]
    assert not stop.value.found.is_whole
    seen: list[int] = []
    first, kept = run(on_progress=lambda one: seen.append(one.done))
    assert (kept, seen) == (4, [0, 1, 2, 3, 4, 5])
    assert " ".join(row.settlement for row in first.rows) == "settled refused differs settled settled", ROW
    assert run()[0].rows == first.rows
    assert run([names[0], NamedTerms("A000009", ROW, FIBONACCI)])[0].rows[1].number == "A000009"
    assert not said
    (file,) = tmp_path.glob("*.sqlite")
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2] + os.urandom(len(content) // 2))
    for left in tmp_path.glob("*-wal"):
        left.unlink()
    assert without_seconds(run()[0]) == without_seconds(first)


def test_a_confined_process_is_killed_and_restarted():
    confined = KillableProcess()
    try:  # waiting costs no CPU time
        for work, amount, cpu in ((time.sleep, 30, 30), (sum, range(10**12), 0.2)):
            with pytest.raises(LimitError, match=rf"stopped after 0\.[23] s{' of CPU time' * (cpu < 1)}$"):
                confined.call(work, amount, seconds=0.3 if cpu > 1 else 60, cpu=cpu)
        assert confined.call(time.sleep, 0.4, seconds=30, cpu=0.2) is None
        assert confined.call(divmod, 17, 5, seconds=30) == (3, 2)
        with pytest.raises(WorkerError, match="died"):
            confined.call(os._exit, 4, seconds=30)
        with pytest.raises(WorkerError, match="ValueError"):
            confined.call(int, "x", seconds=30)
        assert confined.call(os.getpid, seconds=30) != os.getpid()
    finally:
        confined.close()


# Files

NAMED = "# OEIS\nA000001 one, with a comma\nA000002 two\nA000004 four\n"
STRIPPED = "# OEIS\nA000001 ,1,-2,3,\nA000003 ,5,\nA000004 ,10,200000000000000000000000000,\n"


def test_bulk_files_side_by_side(tmp_path):
    names, stripped = bulk(tmp_path, NAMED, STRIPPED, True)
    found = settle.in_bulk_files(names, stripped)
    assert found == settle.in_bulk_files(*bulk(tmp_path, NAMED, STRIPPED))
    assert [[one.number, one.name, [*one.terms]] for one in found] == DATA["bulk_files_side_by_side"]
    assert [one.terms for one in settle.in_bulk_files(names, None)] == [(), (), ()]
    some = settle.in_bulk_files(names, stripped, ["a4", "A000001"])
    assert [one.number for one in some] == ["A000001", "A000004"]
    (tmp_path / "offsets").write_text("# %O\nA000001 0,4\nA000002 -1\n")
    known = settle.with_offsets([some[0], replace(some[1], first_n=7)], str(tmp_path / "offsets"))
    assert [one.first_n for one in known] == [0, 7]
    for asked, said in (("A000099", "A000099: file .* has no entry of that number"), ("B12", "'B12'")):
        with pytest.raises(InputError, match=f"A-number {said}"):
            settle.in_bulk_files(names, stripped, [asked])
    mixed = ("\n".join(reversed(text.splitlines())) + "\n" for text in (NAMED, STRIPPED))
    assert settle.in_bulk_files(*bulk(tmp_path, *mixed)) == found
    for text, said in (("garbage\n", "line 1"), ("A000002 b\nA000001 a\nA000002 b\n", "A000002 .*twice")):
        with pytest.raises(InputError, match=said):
            settle.in_bulk_files(*bulk(tmp_path, text, STRIPPED))


def fibonacci(number: str) -> Entry:
    line = "Empirical: a(n) = a(n-1) + a(n-2)."
    return Entry.of(number, ROW, list(FIBONACCI), 1, author="_X_", formulas=[line])


def test_entries_in_files_and_directories(tmp_path):
    (tmp_path / "A000045.seq").write_text(f"{fibonacci('A000045')}\n")
    (tmp_path / "b000045.txt").write_text("1 1\n")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "A000046.json").write_text(json.dumps([fibonacci("A000046").as_record()]))
    found = [(one.number, one.first_n, one.terms[:2]) for one in settle.in_entries([str(tmp_path)])]
    assert found == [(number, 1, (2, 3)) for number in ("A000045", "A000046")]
    assert [one.number for one in settle.in_entries([str(tmp_path / "A000045.seq")])] == ["A000045"]
    (tmp_path / "empty").mkdir()
    for said in ("contains no entries", "file "):
        with pytest.raises(InputError, match=said):
            settle.in_entries([str(tmp_path / "empty")])
        (tmp_path / "empty" / "x.seq").write_text("%I A1\n%S A1 x\n")


# The command


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Return a function that writes bulk files of some names, and returns the command line."""
    monkeypatch.setattr("gfkit.oeis.reading.read_name", read)
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))

    def written(names) -> tuple[str, ...]:
        rows = "".join(f"{one.number} ,{','.join(map(str, one.terms))},\n" for one in names)
        texts = "".join(f"{one.number} {one.name}\n" for one in names), rows
        places = bulk(tmp_path, *texts, True)
        return "oeis", "settle", "--names", places[0], "--stripped", places[1]

    return written


def test_the_command(files):
    said = call(*files(NAMES), "--each", "30s", "--csv", "t.csv", "-o", "out", code=1)
    assert said.lines[0].split() == ["number", "status", "family", "signature"]
    assert "found    2 settled, 0 agrees, 1 differs, 1 refused" in said.lines
    (line,) = [line for line in said.lines if line.startswith("A000004 differs")]
    assert all(part in line for part in ("n = 6", "3000", "2999", "wrong")), line
    erratum = Path("out/A000004.txt").read_text()
    assert "%S A000004 5,17,63,227,827,2999,10897" in erratum
    assert call("oeis", "lint", "out/b000004.txt").code == 0
    half = told(*files(NAMES), "--shard", "2/2", code=1)
    assert [row["number"] for row in half["rows"]] == ["A000002", "A000004"]
    assert (half["findings"], half["rows"][1]["finding"]) == (
        {"wrong": 1, "misread": 0, "undecided": 0},
        "wrong",
    )
    for shard in ("0/2", "3/2", "2", "x/2", "1/0"):
        assert repr(shard) in call(*files(NAMES), "--shard", shard, code=2).err
    rows = rows_of(Path("t.csv").read_text())
    assert [row["status"] for row in rows] == ["settled", "refused", "settled", "differs"]
    assert [rows[3][key] for key in ("finding", "n", "printed", "counted")] == ["wrong", "6", "3000", "2999"]
    assert rows[3]["enumerations"].count("2999") == 2
    assert Path("out/results.csv").read_text() == Path("t.csv").read_text()
    page, report = (Path("out", name).read_text() for name in ("index.html", "A000003.html"))
    for link in re.findall(r'href="([Ab][0-9]+\.(?:txt|toml|html))"', page + report):
        assert Path("out", link).is_file(), link
    assert page.count("<svg") == 2
    assert call("oeis", "lint", "out/b000003.txt").code == 0
    assert call("count", "out/A000003.toml", "2x3").lines == ["17"]
    assert call(*files(NAMES), "--each", "30s", "--report", "proofs").code == 1
    assert 'href="A000003.certificate.json"' in Path("proofs/A000003.html").read_text()
    assert '"numerator"' in Path("proofs/A000003.certificate.json").read_text()
    found = told(*files(NAMES), "A000003")
    (row,), counts = found["rows"], found["counts"]
    assert counts == {"settled": 1, "agrees": 0, "differs": 0, "refused": 0}
    assert (row["family"], row["order"], row["evidence"]["status"]) == ("nx3", 4, "proved")
    assert row["listed"] == {"1x3": "5", "2x3": "17"}


@pytest.mark.slow(3)
def test_a_stopped_command_writes_its_results_and_resumes(files):
    asked = [ROW, ROW, f"waits for {Path('go').resolve()}"]
    names = [NamedTerms(f"A{k:06d}", name, FIBONACCI) for k, name in enumerate(asked, 1)]
    assert call(*files(names[:1]), "--each", "90s").code == 0
    words = files(names)
    stopped = call(*words, "--csv", "t.csv", "--max-seconds", "5", "--each", "90s", code=3)
    assert "with: gfkit oeis settle" in stopped.err
    first = rows_of(Path("t.csv").read_text())
    assert len(first) in (1, 2)
    Path("go").touch()
    assert call(*words, "--csv", "t.csv", "--each", "90s").code == 0
    rows = rows_of(Path("t.csv").read_text())
    assert (len(rows), rows[: len(first)]) == (3, first)


def test_numbers_of_the_local_index_and_entries(files):
    *_, names, _, stripped = files(NAMES)
    assert call("oeis", "index", "build", stripped, names).code == 0
    found = told("oeis", "settle", "A3", "A000001")["rows"]
    assert {row["number"]: row["status"] for row in found} == {f"A00000{k}": "settled" for k in "13"}, NAMES
    assert "has no entry of that number" in call("oeis", "settle", "A9").err
    Path("A000045.seq").write_text(f"{fibonacci('A000045')}\n")
    assert call("oeis", "settle", "--entries", "A000045.seq", "-o", "out").code == 0
    said = "Formula confirmed using the transfer matrix method (2 states)."
    assert said in Path("out/A000045.txt").read_text()
    assert "confirmed" in Path("out/A000045.html").read_text()
    for wrong, n in (("Empirical: a(n) = a(n-1) - a(n-2).", 3), ("a(n) = a(n-1).", 2)):
        text = f"{fibonacci('A000045')}\n".replace("Empirical: a(n) = a(n-1) + a(n-2).", wrong)
        Path("A000045.seq").write_text(text)
        shown = call("oeis", "settle", "--entries", "A000045.seq").out
        assert f"wrong formula at n = {n}\n  {wrong}\n" in shown


def test_names_with_another_rule_for_each_n():
    """Words without a border and numbers by their digits, all listed; the file of a rule names one n."""
    words = [[*product(range(3), repeat=n)] for n in range(1, 8)]
    free = [sum(all(w[:k] != w[-k:] for k in range(1, len(w))) for w in row) for row in words]
    found = settled(
        'Number of "bifix-free" words of length n over a three-letter alphabet.', (*free,), 1, read_name
    )
    assert (found.settlement, found.reason, found.compared) == ("agrees", "no law", len(free)), found.detail
    sums = [sum(sum(row) == n and row[0] > 0 for row in product(range(4), repeat=n)) for n in range(1, 8)]
    for last, verdict in ((0, "agrees"), (1, "differs")):
        terms = (*sums[:-1], sums[-1] + last)
        assert (
            settled("Number of base 4 n-digit numbers with digit sum n.", terms, 1, read_name).settlement
            == verdict
        )


def test_a_failure_is_printed_with_its_cause(files):
    names = [NamedTerms(f"A{k:06d}", "another file", FIBONACCI) for k in range(1, 14)]
    for some in (names, names[:1]):
        shown = call(*files(some), code=0)
        assert shown.lines[-1].startswith(f"A{min(len(some), 12):06d} failed: "), shown.lines
        assert "forbid" in shown.lines[-1]


def test_a_cyclic_formula_extended_below_the_first_cycle():
    """Matchings of prisms, A102080; the entry has the value of the formula at n = 2, which is not a prism."""
    terms = (2, 12, 32, 108, 342, 1104, 3544, 11396)
    found = settled("Number of matchings in the n-prism graph.", terms, 1, read_name)
    assert (found.settlement, found.reason) == ("agrees", "terms without board")
    assert "2, 12" in found.detail
    other = settled("Number of matchings in the n-prism graph.", (2, 13, *terms[2:]), 1, read_name)
    assert re.search("2, 12.* 2, 13", other.detail)


def test_names_whose_values_grow():
    """The chromatic polynomial of the cycle of four cells, (n - 1)^4 + (n - 1) with n - 1 = 1, 2, ..."""
    terms = tuple(n**4 + n for n in range(1, 12))
    name = "Number of 2 X 2 0..n arrays with no element equal to any horizontal or vertical neighbor."
    found = settled(name, terms, 1, read_name)
    assert (found.is_settled, found.family, found.compared, found.listed[0]) == (
        True,
        "2x2",
        11,
        ("2x2", "2"),
    )
    assert found.signature == "(5,-10,10,-5,1)"
    assert any("The recurrence is proved" in line for line in found.additions)
    assert settled(name, (*terms[:-1], 1), 1, read_name).settlement == "differs"
