"""Names settled: what passes the gate and what does not, from terms that were counted by other means."""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from name_readers import INDEPENDENT, read

from gfkit.cli.main import main
from gfkit.cli.oeis.settled_pages import pages
from gfkit.confined import Confined
from gfkit.errors import GfkitError, InputError, Interrupted, LimitError, WorkerError
from gfkit.games import Rule
from gfkit.oeis import Entry
from gfkit.oeis.reading import read_name
from gfkit.oeis.settle import (
    NamedTerms,
    Obstacle,
    SettledName,
    SettledTable,
    Settlement,
    in_bulk_files,
    in_entries,
    settle_name,
    settle_names,
)
from gfkit.oeis.settle.gate import are_plain
from gfkit.oeis.settle.run import rows_as_bytes, rows_in_bytes
from gfkit.oeis.settle.table import COLUMNS
from gfkit.runs.executors import open_executor
from gfkit.runs.store import open_store
from gfkit.transfer import count

FIBONACCI = (2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233)
"""Words of two letters without two ones together, of 1, 2, ... letters."""


def listed(rows: int, columns: int) -> int:
    """Independent sets of a grid, by looking at all its subsets."""
    found = 0
    for cells in product((0, 1), repeat=rows * columns):
        at = [cells[k * columns : (k + 1) * columns] for k in range(rows)]
        is_apart = all(not (a and b) for row in at for a, b in pairwise(row))
        found += is_apart and not any(a and b for pair in pairwise(at) for a, b in zip(*pair, strict=True))
    return found


WIDE = (*(listed(n, 3) for n in range(1, 6)), 2999, 10897)
"""Independent sets of n X 3 grids: 5, 17, 63, 227, 827, and the next two as in A051736, 2999, 10897."""


TABLE = tuple(
    listed(*sides) for sides in ((1, 2), (1, 3), (2, 2), (1, 4), (2, 3), (3, 2), (1, 5), (2, 4), (3, 3))
)
"""By antidiagonals: grids of n rows and k + 1 columns; and the same with rows and columns exchanged."""
TURNED = tuple(
    listed(*sides) for sides in ((1, 2), (2, 2), (1, 3), (3, 2), (2, 3), (1, 4), (4, 2), (3, 3), (2, 4))
)


def settled(name: str, terms: tuple[int, ...], first_n: int | None = None, **parts: object) -> SettledName:
    return settle_name(NamedTerms("A000001", name, terms, first_n, **parts), read)


# The gate


def test_a_name_that_is_settled():
    assert WIDE == (5, 17, 63, 227, 827, 2999, 10897)
    found = settled("independent sets of nx3", WIDE)
    assert (found.settlement, found.reason, found.family, found.compared) == (
        Settlement.SETTLED,
        "",
        "nx3",
        7,
    )
    assert found.listed == (("1x3", "5"), ("2x3", "17"))
    assert found.evidence["status"] == "proved"
    assert found.signature == "(2,6,0,-1)"
    assert found.order == 4
    assert found.series.terms(7) == list(WIDE)
    assert any("signature (2,6,0,-1)" in line for line in found.additions)
    assert any("b000001.txt" in line for line in found.additions)


@pytest.mark.parametrize(
    ("name", "terms", "first_n", "status", "reason"),
    [
        ("independent sets of 1xn", FIBONACCI, None, "settled", ""),
        ("independent sets of 1xn", FIBONACCI, 1, "settled", ""),
        ("independent sets of 1xn", (1, *FIBONACCI), None, "settled", ""),
        ("independent sets of 1xn", (1, *FIBONACCI), 0, "settled", ""),
        ("independent sets of 1xn", (0, *FIBONACCI), 0, "settled", ""),  # of no letters: a convention
        ("independent sets of 1xn", (7, *FIBONACCI), 0, "differs", "n = 0: 7 in the entry, 1 on the board"),
        ("independent sets of 1xn", FIBONACCI, 0, "differs", "n = 0: 2 in the entry, 1 on the board"),
        ("independent sets of 1xn", FIBONACCI[1:], None, "agrees", "other offset"),
        ("independent sets of 1xn", FIBONACCI[1:], 2, "settled", ""),
        ("independent sets of 1xn", FIBONACCI[1:], 1, "differs", "n = 1: 3 in the entry, 2 on the board"),
        ("independent sets of 1xn", FIBONACCI[1:7], None, "differs", "n = 1: 3 in the entry, 2 on the board"),
        ("independent sets of 1xn", (3, 5, 8, 13, 21, 34, 55, 88), None, "differs",
         "n = 1: 3 in the entry, 2 on the board"),
        ("independent sets one longer of 1xn", FIBONACCI[1:], None, "settled", ""),
        ("independent sets one longer of 1xn", FIBONACCI, None, "settled", ""),  # with n = 0
        ("independent sets one longer of 1xn", FIBONACCI, 1, "differs",
         "n = 1: 2 in the entry, 3 on the board"),
        ("independent sets of 1xn", (*FIBONACCI, 376), None, "differs",
         "n = 12: 376 in the entry, 377 on the board"),
        ("independent sets of 1xn", FIBONACCI[:7], None, "agrees", "too few terms"),
        ("independent sets of 1xn", (), None, "refused", "no terms"),
        ("words", tuple(2**n for n in range(1, 12)), None, "agrees", "plain terms"),
        ("ternary", tuple(3 * 2 ** (n - 1) for n in range(1, 12)), None, "settled", ""),
        ("rings", (1, 3, 4, 7, 11, 18, 29, 47, 76), 1, "agrees", "terms without board"),
        ("rings", (4, 7, 11, 18, 29, 47, 76), 3, "settled", ""),
        ("a table", TABLE, None, "agrees", "table"),
        ("a table", TURNED, None, "agrees", "table"),
        ("a table", (*TABLE[:5], 64), None, "differs", "n = 6: 64 in the entry, 17 on the board"),
        ("nothing", FIBONACCI, None, "refused", "table"),
        ("no rule", FIBONACCI, None, "refused", "no rule"),
        ("no family", FIBONACCI, None, "refused", "no rule"),
        ("something else", FIBONACCI, None, "refused", "not read"),
        ("", FIBONACCI, None, "refused", "not read"),
    ],
)  # fmt: skip
def test_what_becomes_of_a_name(name, terms, first_n, status, reason):
    found = settled(name, terms, first_n)
    assert (found.settlement.value, found.reason) == (status, reason), found.detail
    assert bool(found.additions) == (status == "settled")
    if status in ("refused", "agrees"):
        assert found.reason in {one.value for one in Obstacle}


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_a_misreading_is_never_settled(data):
    # Any one term changed, anywhere: another sequence than the one that is counted.
    terms = list(data.draw(st.sampled_from([FIBONACCI, WIDE])))
    place = data.draw(st.integers(0, len(terms) - 1))
    terms[place] += data.draw(st.integers(-9, 9).filter(bool))
    family = "1xn" if len(terms) == len(FIBONACCI) else "nx3"
    found = settled(f"independent sets of {family}", tuple(terms))
    assert found.settlement is Settlement.DIFFERS
    assert not found.additions
    n, printed = found.difference.n, found.difference.printed
    assert printed == str(terms[n - found.first_n])


def test_terms_decide_between_two_readings():
    assert settled("two meanings of 1xn", FIBONACCI).signature == "(1,1)"
    rising = tuple(range(2, 18))  # n + 1 words do not fall
    assert settled("two meanings of 1xn", rising).signature == "(2,-1)"
    neither = settled("two meanings of 1xn", (2, 3, 5, 8, 13, 21, 34, 55, 90))
    assert (neither.settlement, neither.difference.n) == (Settlement.DIFFERS, 9)
    # 2, 3 is the beginning of both; so are all terms where two sentences are one.
    assert settled("two meanings of 1xn", (2, 3)).reason == Obstacle.TWO_READINGS.value
    assert settled("two sentences for 1xn", FIBONACCI).is_settled


def test_a_reading_that_cannot_be_computed_leaves_it_open():
    found = settle_name(NamedTerms("A000001", "two of which one is too large", FIBONACCI), read, 1 << 20)
    assert found.settlement is Settlement.AGREES
    assert found.reason == Obstacle.TWO_READINGS.value
    assert not found.additions


def test_the_board_that_is_listed_has_the_last_word(monkeypatch):
    monkeypatch.setattr("gfkit.oeis.settle.gate.brute_force", lambda *_, **__: 4)
    found = settled("independent sets of 1xn", FIBONACCI)
    assert (found.settlement, found.reason) == (Settlement.REFUSED, Obstacle.BROKEN.value)
    assert "4 are listed" in found.detail


HAMILTONIAN_CYCLES = (2, 6, 14, 37, 92, 236, 596, 1517, 3846)
"""Of 4 X n grids, n = 3, 4, ..., as in A006864."""


def test_sets_of_edges_are_listed_within_tries(monkeypatch):
    """2^24 sets of edges of a 4 X 4 grid are too many to go through; with degrees in view few are tried."""
    asked = NamedTerms("A000001", "Number of Hamiltonian cycles in P_4 X P_n.", HAMILTONIAN_CYCLES, 3)
    found = settle_name(asked, read_name)
    assert found.is_settled, (found.reason, found.detail)
    assert found.listed == (("4x3", "2"), ("4x4", "6"))
    monkeypatch.setattr("gfkit.oeis.settle.gate._MOST_TRIES", 50)
    found = settle_name(asked, read_name)
    assert (found.settlement, found.reason) == (Settlement.AGREES, Obstacle.NOT_LISTED.value)
    assert not found.additions


def test_narrow_boards_are_listed_where_wide_ones_are_too_large():
    # 20 cells in a row have 2^20 fillings, which is too much; so the same rule is listed on fewer columns.
    rule = Rule.of(INDEPENDENT)
    broad = tuple(int(count(rule, f"{n}x10").count) for n in range(1, 7))
    found = settled("independent sets of nx10", broad)
    assert found.is_settled
    assert all(int(number) == listed(*map(int, board.split("x"))) for board, number in found.listed)
    assert len(found.listed) == 2


@given(st.integers(2, 40), st.lists(st.integers(0, 30), min_size=1, max_size=8))
def test_powers_are_plain_terms(base, powers):
    assert are_plain([base**power for power in powers])
    assert not are_plain([base**3, base**3 + 1 if base > 2 else 7])


def test_zero_is_plain():
    assert are_plain([0, 0, 0])
    assert are_plain([])
    assert not are_plain([36, 6, 12])


# Entries with hedged lines


def entry_of(*formulas: str, terms=FIBONACCI, first_n=1, name="independent sets of 1xn") -> NamedTerms:
    entry = Entry.of("A000045", name, list(terms), first_n, author="_X_", formulas=list(formulas))
    return NamedTerms("A000045", name, tuple(terms), first_n, entry)


def test_the_hedged_lines_of_an_entry_are_settled():
    found = settle_name(
        entry_of("Empirical: a(n) = a(n-1) + a(n-2).", "Conjecture: a(n) = 2*a(n-1) for n > 3."), read
    )
    assert found.is_settled
    assert [line["verdict"] for line in found.lines] == ["confirmed", "false"]
    said = [line for line in found.additions if "is confirmed using the transfer matrix method" in line]
    assert len(said) == 1
    assert any("is false" in line for line in found.additions)


def test_an_entry_whose_lines_are_not_read():
    found = settle_name(entry_of("Conjecture: a(n) is prime for infinitely many n."), read)
    assert (found.settlement, found.reason) == (Settlement.AGREES, Obstacle.LINE.value)
    found = settle_name(entry_of(), read)
    assert found.is_settled
    assert any("proved by the transfer matrix method" in line for line in found.additions)


def test_the_lines_of_a_misread_entry_are_not_judged():
    misread = entry_of("Empirical: a(n) = a(n-1) + a(n-2).", terms=(2, 3, 5, 8, 13, 21, 34, 56))
    found = settle_name(misread, read)
    assert (found.settlement, found.lines) == (Settlement.DIFFERS, ())


# Every so-many-th board of a family

DOMINOES = (3, 11, 41, 153, 571, 2131, 7953, 29681)
"""Tilings of 3 X 2n boards by dominoes, A001835: a(n) = 4 a(n-1) - a(n-2)."""
ODD = (1, 3, 8, 21, 55, 144, 377, 987)
"""Tilings of 2 X (2n-1) boards, every second Fibonacci number: a(n) = 3 a(n-1) - a(n-2)."""


@pytest.mark.parametrize(
    ("board", "terms", "family", "step", "shift", "signature"),
    [("3 X 2n", DOMINOES, "3xn", 2, 0, "(4,-1)"), ("2 X (2n-1)", ODD, "2xn", 2, -1, "(3,-1)")],
)
def test_every_second_board_has_a_law_of_its_own(board, terms, family, step, shift, signature):
    name = f"Number of tilings of a {board} rectangle using dominoes."
    found = settle_name(NamedTerms("A000001", name, terms, 1), read_name)
    assert found.is_settled
    assert (found.family, found.step, found.shift, found.signature) == (family, step, shift, signature)
    assert found.series is not None
    assert [int(term) for term in found.series.terms(len(terms))] == list(terms)
    wrong = (*terms[:-1], terms[-1] + 1)
    found = settle_name(NamedTerms("A000001", name, wrong, 1), read_name)
    assert found.difference is not None
    assert (found.difference.n, found.difference.counted) == (len(terms), str(terms[-1]))


def test_the_hedged_lines_about_every_second_board():
    name = "Number of tilings of a 3 X 2n rectangle using dominoes."
    lines = ("Empirical: a(n) = 4*a(n-1) - a(n-2).", "Empirical: a(n) = 4*a(n-2) - a(n-4) for n > 4.")
    found = settle_name(entry_of(*lines, terms=DOMINOES, name=name), read_name)
    assert found.is_settled
    assert [line["verdict"] for line in found.lines] == ["confirmed", "false"]


# The run

SOME = [
    NamedTerms("A000001", "independent sets of 1xn", FIBONACCI),
    NamedTerms("A000002", "something else", FIBONACCI),
    NamedTerms("A000003", "ends", FIBONACCI),
    NamedTerms("A000004", "waits", FIBONACCI),
    NamedTerms("A000005", "independent sets of nx3", WIDE),
    NamedTerms("A000006", "raises", FIBONACCI),
    NamedTerms("A000007", "independent sets of nx3", (*WIDE[:5], 3000)),
]
EXPECTED = ["settled", "not read", "broken off", "time", "settled", "broken off", "differs"]


def outcome(row: SettledName) -> str:
    return row.reason if row.settlement is Settlement.REFUSED else row.settlement.value


def without_seconds(found: SettledTable) -> list[SettledName]:
    return [replace(row, seconds=0.0) for row in found.rows]


def test_one_slow_or_deadly_name_never_stops_the_run():
    found = settle_names(SOME, read, each=1.5)
    assert list(map(outcome, found.rows)) == EXPECTED
    assert found.counts == {"settled": 2, "agrees": 0, "differs": 1, "refused": 4}
    assert sum(found.reasons.values()) == 4
    assert found.orders == {2: 1, 4: 1}
    assert found.rows[3].seconds == 1.5
    assert found.read == 3


def test_workers_find_the_same():
    alone = settle_names(SOME[:3], read, each=5)
    with open_executor(2) as executor:
        together = settle_names(SOME[:3], read, each=5, executor=executor)
    assert without_seconds(alone) == without_seconds(together)
    with ThreadPoolExecutor(2) as threads:
        assert without_seconds(settle_names(SOME[:3], read, each=5, executor=threads)) == without_seconds(
            alone
        )


def test_rows_are_read_back_as_they_were():
    rows = settle_names(SOME, read, each=1.5).rows
    assert tuple(rows_in_bytes(rows_as_bytes(rows))) == rows


def test_what_was_done_is_not_done_again(tmp_path):
    names = [NamedTerms(f"A{k:06d}", f"takes 0.4 {k}", FIBONACCI) for k in range(1, 7)]
    said: list[str] = []

    def halt(progress):
        if progress.done == 4:
            raise KeyboardInterrupt

    with open_store(tmp_path, on_trouble=said.append) as store, pytest.raises(Interrupted) as stop:
        settle_names(names, read, each=5, store=store, on_progress=halt)
    assert [row.number for row in stop.value.found.rows] == [one.number for one in names[:4]]
    assert not stop.value.found.is_whole
    seen: list[int] = []
    with open_store(tmp_path, on_trouble=said.append) as store:
        found = settle_names(names, read, each=5, store=store, on_progress=lambda one: seen.append(one.done))
        assert store.found == 4
    assert seen == [1, 2, 3, 4, 5, 6]
    assert found.counts["settled"] == 6
    with open_store(tmp_path, on_trouble=said.append) as store:
        assert settle_names(names, read, each=5, store=store).rows == found.rows  # seconds, too
        other = settle_names(
            [*names[:5], NamedTerms("A000009", "takes 0.1", FIBONACCI)], read, each=5, store=store
        )
        assert [row.number for row in other.rows][-1] == "A000009"
    assert not said


def test_a_damaged_store_costs_only_time(tmp_path):
    names = [NamedTerms(f"A{k:06d}", f"takes 0.6 {k}", FIBONACCI) for k in range(1, 4)]
    said: list[str] = []
    with open_store(tmp_path, on_trouble=said.append) as store:
        first = settle_names(names, read, each=5, store=store)
    (file,) = tmp_path.glob("*.sqlite")
    content = bytearray(file.read_bytes())
    content[len(content) // 2 :] = os.urandom(len(content) - len(content) // 2)
    file.write_bytes(content)
    for kept in tmp_path.glob("*-wal"):
        kept.unlink()
    with open_store(tmp_path, on_trouble=said.append) as store:
        again = settle_names(names, read, each=5, store=store)
    assert without_seconds(first) == without_seconds(again)


KILLED = """
import sys
from name_readers import INDEPENDENT, read
from gfkit.oeis.settle import NamedTerms, settle_names
from gfkit.runs.executors import open_executor
from gfkit.runs.store import open_store

names = [NamedTerms(f"A{k:06d}", f"takes 0.5 {k}", (2, 3, 5, 8, 13, 21, 34, 55, 89)) for k in range(1, 9)]
from pathlib import Path
with open_store(Path(sys.argv[1]), on_trouble=print) as store, open_executor(int(sys.argv[2])) as executor:
    found = settle_names(names, read, each=5, store=store, executor=executor,
                         on_progress=lambda one: print(one.done, flush=True))
print("found", store.found, found.counts, flush=True)
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_kill_loses_nothing_that_was_reported(tmp_path, workers):
    (tmp_path / "killed.py").write_text(
        "if __name__ == '__main__':\n    " + KILLED.strip().replace("\n", "\n    ")
    )
    command = [sys.executable, str(tmp_path / "killed.py"), str(tmp_path / "store"), str(workers)]
    root = Path(__file__).parent.parent.parent
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'tests'}"}
    first = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    done = 0
    while done < 4:
        done = int(first.stdout.readline())
    first.send_signal(signal.SIGKILL)
    done = max([done, *(int(line) for line in first.stdout.read().split())])
    first.wait()
    first.stdout.close()
    second = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, timeout=120)
    *_, said = second.stdout.strip().splitlines()
    number = int(said.split()[1])
    assert number >= done, said
    assert "'settled': 8" in said
    time.sleep(0.5)
    left = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert str(tmp_path) not in left


# A process that can be killed


def test_a_confined_process_is_killed_and_begun_anew():
    confined = Confined()
    try:
        with pytest.raises(LimitError, match=r"stopped after 0\.3 s"):
            confined.call(time.sleep, 30, seconds=0.3)
        assert confined.call(divmod, 17, 5, seconds=30) == (3, 2)
        with pytest.raises(WorkerError, match="died"):
            confined.call(os._exit, 4, seconds=30)
        with pytest.raises(WorkerError, match="ValueError"):
            confined.call(int, "x", seconds=30)
        assert confined.call(os.getpid, seconds=30) != os.getpid()
    finally:
        confined.close()


def test_what_was_read_is_said_where_time_is_over():
    # A row of 40 cells has some 10^8 independent sets, which are the states.
    (row,) = settle_names([NamedTerms("A000001", "independent sets of nx40", FIBONACCI)], read, each=1).rows
    assert (row.reason, row.family) in (("time", "nx40"), ("states", "nx40"))
    assert "forbid" in row.file


# Files


def bulk(folder: Path, names: str, stripped: str, packed_: bool = False) -> tuple[str, str]:
    paths = []
    for word, text in (("names", names), ("stripped", stripped)):
        path = folder / (f"{word}.gz" if packed_ else word)
        path.write_bytes(gzip.compress(text.encode()) if packed_ else text.encode())
        paths.append(str(path))
    return paths[0], paths[1]


NAMES = (
    "# OEIS Sequence Names\n# Last Modified: today\nA000001 one, with a comma\nA000002 two\nA000004 four\n"
)
STRIPPED = "# OEIS\nA000001 ,1,-2,3,\nA000003 ,5,\nA000004 ,10,200000000000000000000000000,\n"


@pytest.mark.parametrize("is_packed", [False, True])
def test_bulk_files_side_by_side(tmp_path, is_packed):
    names, stripped = bulk(tmp_path, NAMES, STRIPPED, is_packed)
    found = in_bulk_files(names, stripped)
    assert [(one.number, one.name, one.terms) for one in found] == [
        ("A000001", "one, with a comma", (1, -2, 3)),
        ("A000002", "two", ()),
        ("A000004", "four", (10, 200000000000000000000000000)),
    ]
    assert [one.terms for one in in_bulk_files(names, None)] == [(), (), ()]
    assert [one.number for one in in_bulk_files(names, stripped, ["a4", "A000001"])] == ["A000001", "A000004"]
    with pytest.raises(InputError, match=r"A-number A000099: file .* has no entry of that number"):
        in_bulk_files(names, stripped, ["A000099"])
    with pytest.raises(InputError, match="A-number 'B12'"):
        in_bulk_files(names, stripped, ["B12"])


@pytest.mark.parametrize(
    ("names", "stripped", "said"),
    [
        ("garbage\n", STRIPPED, "line 1"),
        ("A000002 b\nA000001 a\n", STRIPPED, "numbers must rise"),
        (NAMES, "A000001 ,1,x,\n", "line 1"),
        (NAMES, STRIPPED + "rubbish\n", "line 5"),
        (NAMES, "\x00\x01", "line 1"),
        ("A000001 \xff".encode("latin-1").decode("latin-1") + "\n", "A000001 1,2\n", "line 1"),
    ],
)
def test_garbage_is_refused_with_its_line(tmp_path, names, stripped, said):
    with pytest.raises(InputError, match=said):
        in_bulk_files(*bulk(tmp_path, names, stripped))


def test_files_that_are_not_there_or_cut_off(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        in_bulk_files(str(tmp_path / "none.gz"), None)
    names, stripped = bulk(tmp_path, NAMES, STRIPPED, True)
    Path(stripped).write_bytes(Path(stripped).read_bytes()[:-12])
    with pytest.raises(InputError, match="cut off or damaged"):
        in_bulk_files(names, stripped)


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=200), st.binary(max_size=200))
def test_hostile_bulk_files_are_read_or_refused(tmp_path_factory, names, stripped):
    folder = tmp_path_factory.mktemp("bulk")
    (folder / "n").write_bytes(names)
    (folder / "s").write_bytes(stripped)
    with contextlib.suppress(GfkitError):
        in_bulk_files(str(folder / "n"), str(folder / "s"))


def test_entries_in_files_and_folders(tmp_path):
    one, other = entry_of().entry, replace(entry_of().entry, number="A000046")
    (tmp_path / "A000045.seq").write_text(f"{one}\n")
    (tmp_path / "b000045.txt").write_text("1 1\n")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "A000046.json").write_text(json.dumps([other.as_record()]))
    found = in_entries([str(tmp_path)])
    assert [(one.number, one.first_n, one.terms[:2]) for one in found] == [
        ("A000045", 1, (2, 3)),
        ("A000046", 1, (2, 3)),
    ]
    assert [one.number for one in in_entries([str(tmp_path / "A000045.seq")])] == ["A000045"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="there is no entry in it"):
        in_entries([str(tmp_path / "empty")])
    (tmp_path / "empty" / "x.seq").write_text("%I A1\n%S A1 x\n")
    with pytest.raises(InputError, match="file "):
        in_entries([str(tmp_path / "empty")])


# The table

WORDS = ["number", "status", "reason", "family", "order", "signature", "evidence", "seconds"]


def test_the_table_has_its_columns():
    found = settle_names(SOME, read, each=1.5)
    rows = list(csv.DictReader(io.StringIO(found.as_csv())))
    assert tuple(rows[0]) == COLUMNS == tuple(WORDS)
    assert [row["status"] for row in rows] == ["settled", *["refused"] * 3, "settled", "refused", "differs"]
    assert rows[4]["signature"] == "(2,6,0,-1)"
    assert rows[4]["evidence"] == "proved"
    assert rows[6]["reason"] == "n = 6: 3000 in the entry, 2999 on the board"
    assert all(float(row["seconds"]) >= 0 for row in rows)
    begins = {cell[:1] for row in rows for cell in row.values()}
    assert begins.isdisjoint("=+-@\t\r"), "a spreadsheet would work it out"
    told = json.loads(json.dumps(found.as_json()))
    assert [row["number"] for row in told["rows"]] == [one.number for one in SOME]
    assert told["rows"][6]["first_difference"] == {"n": 6, "entry": "3000", "true": "2999"}
    b_file = found.files["b000005.txt"].splitlines()
    assert b_file[:3] == ["1 5", "2 17", "3 63"]
    assert set(found.files) == {
        f"{kind}"
        for one in ("1", "5")
        for kind in (f"A00000{one}.txt", f"A00000{one}.toml", f"b00000{one}.txt")
    }
    assert re.search(r"signature \(2,6,0,-1\)", found.files["A000005.txt"])


# The command

BULK_NAMES = """\
# OEIS Sequence Names
A000001 independent sets of 1xn
A000002 something else
A000005 independent sets of nx3
A000007 independent sets of nx3
"""
BULK_TERMS = """\
# stripped
A000001 ,2,3,5,8,13,21,34,55,89,
A000002 ,1,2,3,4,5,
A000005 ,5,17,63,227,827,2999,10897,
A000007 ,5,17,63,227,827,3000,10897,
"""


@pytest.fixture
def bulk_files(tmp_path, monkeypatch) -> list[str]:
    monkeypatch.setattr("gfkit.oeis.reading.read_name", read)
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))
    names, stripped = bulk(tmp_path, BULK_NAMES, BULK_TERMS, True)
    return ["oeis", "settle", "--names", names, "--stripped", stripped]


def test_the_command(capsys, tmp_path, bulk_files):
    out = tmp_path / "out"
    assert main([*bulk_files, "--each", "9s", "--csv", str(tmp_path / "t.csv"), "-o", str(out)]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].split() == ["number", "status", "family", "signature"]
    assert "found    2 settled, 0 agrees, 1 differs, 1 refused" in said
    assert any(
        line.startswith("A000007 differs at n = 6: 3000 in the entry, 2999 on the board") for line in said
    )
    rows = list(csv.DictReader((tmp_path / "t.csv").open()))
    assert [row["status"] for row in rows] == ["settled", "refused", "settled", "differs"]
    assert (out / "results.csv").read_text() == (tmp_path / "t.csv").read_text()
    page = (out / "index.html").read_text()
    for link in re.findall(r'href="(A[0-9]+\.html)"', page):
        assert (out / link).is_file()
    assert page.count("<svg") == 2
    report = (out / "A000005.html").read_text()
    for link in re.findall(r'href="([Ab][0-9]+\.(?:txt|toml|html))"', report):
        assert (out / link).is_file(), link
    assert main(["oeis", "lint", str(out / "b000005.txt")]) == 0
    assert main(["count", str(out / "A000005.toml"), "2x3"]) == 0
    assert capsys.readouterr().out.splitlines()[-2].startswith("17")


def test_the_command_in_json(capsys, bulk_files):
    assert main([*bulk_files, "A000005", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["counts"] == {"settled": 1, "agrees": 0, "differs": 0, "refused": 0}
    (row,) = found["rows"]
    assert (row["family"], row["order"], row["evidence"]["status"]) == ("nx3", 4, "proved")
    assert row["listed"] == {"1x3": "5", "2x3": "17"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["settle"], "no names are given"),
        (["settle", "--stripped", "s"], "--stripped has terms and no names"),
        (["settle", "--names", "none.gz"], "cannot be read"),
        (["settle", "--names", "n", "--entries", "e"], "give one or the other"),
        (["settle", "--names", "n", "--index", "i"], "--index goes with A-numbers alone"),
        (["settle", "--each", "soon", "--names", "n"], "--each 'soon' is no length of time"),
        (["settle", "A12", "--index", "nowhere"], "there is none"),
        (["settle", "--names", "n", "--csv", "no/where.csv"], "must be a file in a folder that exists"),
        (["settle", "--names", "n", "--author", "me"], "author 'me'"),
    ],
)
def test_refusals_of_the_command(capsys, words, said):
    assert main(["oeis", *words]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert said in err
    assert len(err.splitlines()) == 1


def test_pages_of_hostile_names():
    name = "<script>alert(1)</script> & \x00 'x' \"y\" \u202e"
    found = settle_names([NamedTerms("A000001", name, FIBONACCI), *SOME[:1]], read, each=5)
    for page in pages(found).values():
        assert "<script" not in page
        assert "\x00" not in page
    assert pages(SettledTable(()))["index.html"].count("<h1>") == 1


def test_the_offset_that_was_taken_is_said():
    (without,) = settle_names(SOME[:1], read, each=5).rows
    assert SettledTable((without,)).files["A000001.txt"].startswith("# n = 1 is taken for the first term")
    known = settled("independent sets of 1xn", FIBONACCI, 1)
    assert SettledTable((known,)).files["A000001.txt"].startswith("%H A000001")
    assert "n = 1 (taken" in pages(SettledTable((without,)))["A000001.html"]


def test_a_stopped_command_writes_what_it_has_and_goes_on(capsys, tmp_path, bulk_files):
    names = "".join(f"A{k:06d} takes 0.7 {k}\n" for k in range(1, 7))
    terms = "".join(f"A{k:06d} ,{','.join(map(str, FIBONACCI))},\n" for k in range(1, 7))
    bulk(tmp_path, names, terms, True)
    table = tmp_path / "t.csv"
    assert main([*bulk_files, "--csv", str(table), "--max-seconds", "3.5"]) == 3
    said = capsys.readouterr()
    assert "go on with: gfkit oeis settle" in said.err
    first = list(csv.DictReader(table.open()))
    assert 1 <= len(first) < 6
    assert main([*bulk_files, "--csv", str(table), "--resume"]) == 0
    assert list(csv.DictReader(table.open()))[: len(first)] == first
    assert main([*bulk_files, "--csv", str(table), "--resume", "--no-store"]) == 2


def test_numbers_of_the_local_index(capsys, tmp_path, bulk_files):
    index = str(tmp_path / "index.sqlite")
    assert main(["oeis", "index", "build", bulk_files[5], bulk_files[3], "--index", index]) == 0
    assert main(["oeis", "settle", "A5", "A000001", "--index", index, "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [(row["number"], row["status"]) for row in found["rows"]] == [
        ("A000001", "settled"),
        ("A000005", "settled"),
    ]
    assert main(["oeis", "settle", "A9", "--index", index]) == 2
    assert "has no entry of that number" in capsys.readouterr().err


def test_entries_and_their_lines(capsys, tmp_path, bulk_files):
    (tmp_path / "A000045.seq").write_text(f"{entry_of('Empirical: a(n) = a(n-1) + a(n-2).').entry}\n")
    out = tmp_path / "out"
    assert main(["oeis", "settle", "--entries", str(tmp_path / "A000045.seq"), "-o", str(out)]) == 0
    capsys.readouterr()
    assert (
        "Formula confirmed using the transfer matrix method (2 states)." in (out / "A000045.txt").read_text()
    )
    assert "confirmed" in (out / "A000045.html").read_text()
    assert bulk_files


# With the reader of names


def arrays(rows: int, columns: int, values: int, allowed) -> int:
    """Arrays whose every 2 X 2 subblock is allowed, by looking at all."""
    found = 0
    for cells in product(range(values), repeat=rows * columns):
        places = product(range(rows - 1), range(columns - 1))
        found += all(
            allowed(*(cells[(r + i) * columns + c + j] for i, j in product((0, 1), repeat=2)))
            for r, c in places
        )
    return found


SENTENCES = [
    ("Number of (n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to {}.", 4, 1,
     lambda *block: sum(block) == 4),
    ("Half the number of (n+1) X 2 0..2 arrays with no 2 X 2 subblock having sum {}.", 4, 2,
     lambda *block: sum(block) != 4),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "number", "divisor", "allowed"), SENTENCES)
def test_a_sentence_becomes_a_theorem_and_a_changed_one_does_not(sentence, number, divisor, allowed):
    terms = tuple(arrays(n + 1, 2, 3, allowed) // divisor for n in range(1, 5))
    found = settle_name(NamedTerms("A000001", sentence.format(number), terms), read_name)
    # Four terms of two digits are enough, and all of these have two but the first of one.
    assert found.reason in ("", Obstacle.TOO_FEW.value)
    longer = (*terms, *(int(value) for value in found.series.terms(8)[4:]))
    found = settle_name(NamedTerms("A000001", sentence.format(number), longer), read_name)
    assert found.is_settled
    assert (found.family, found.shift, found.first_n) == ("nx2", 1, 1)
    for other in (3, 5):
        changed = settle_name(NamedTerms("A000001", sentence.format(other), longer), read_name)
        assert changed.settlement in (Settlement.DIFFERS, Settlement.REFUSED), changed
        assert changed.family
    assert not settle_name(NamedTerms("A000001", sentence.format("some"), longer), read_name).family
