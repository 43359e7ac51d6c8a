"""Many names at a time: none stops the others, nothing done is lost, files are read or refused, pages whole.

Names, terms and what must become of them are those of the gate's tests; files are made here.
"""

from __future__ import annotations

import csv
import io
import json
import os
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from bulk_files import bulk
from name_readers import read

from gfkit.cli.main import main
from gfkit.cli.oeis.settled_pages import pages
from gfkit.confined import Confined
from gfkit.errors import InputError, Interrupted, LimitError, WorkerError
from gfkit.oeis import Entry
from gfkit.oeis.settle import NamedTerms, SettledTable, in_bulk_files, in_entries, settle_name, settle_names
from gfkit.runs.executors import open_executor
from gfkit.runs.store import open_store

FIBONACCI = (2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233)
WIDE = (5, 17, 63, 227, 827, 2999, 10897)
ROW, STRIP = "independent sets of 1xn", "independent sets of nx3"
ASKED = [(ROW, FIBONACCI), ("something else", FIBONACCI), (STRIP, WIDE), (STRIP, (*WIDE[:5], 3000))]
NAMES = [NamedTerms(f"A00000{k}", name, terms) for k, (name, terms) in enumerate(ASKED, 1)]
EACH = 12.0


@pytest.fixture(scope="module")
def table() -> SettledTable:
    return settle_names(NAMES, read, each=EACH)


def test_the_table_has_its_columns(table):
    rows = list(csv.DictReader(io.StringIO(table.as_csv())))
    assert " ".join(rows[0]) == "number status reason family order signature evidence seconds"
    assert [row["status"] for row in rows] == ["settled", "refused", "settled", "differs"]
    assert (rows[2]["signature"], rows[2]["evidence"]) == ("(2,6,0,-1)", "proved")
    assert rows[3]["reason"] == "n = 6: 3000 in the entry, 2999 on the board"
    assert all(float(row["seconds"]) >= 0 for row in rows)
    begins = {cell[:1] for row in rows for cell in row.values()}
    assert begins.isdisjoint("=+-@\t\r"), "a spreadsheet would work it out"
    told = json.loads(json.dumps(table.as_json()))["rows"]
    assert [row["number"] for row in told] == [one.number for one in NAMES]
    assert told[3]["first_difference"] == {"n": 6, "entry": "3000", "true": "2999"}
    assert table.files["b000003.txt"].splitlines()[:3] == ["1 5", "2 17", "3 63"]
    kinds = ("A00000{}.txt", "A00000{}.toml", "b00000{}.txt")
    assert set(table.files) == {kind.format(one) for one in "13" for kind in kinds}
    assert "signature (2,6,0,-1)" in table.files["A000003.txt"]
    # The offset that was taken is said; pages of hostile names are safe.
    without, known = table.rows[0], settle_name(replace(NAMES[0], first_n=1), read)
    assert SettledTable((without,)).files["A000001.txt"].startswith("# n = 1 is taken for the first term")
    assert SettledTable((known,)).files["A000001.txt"].startswith("%H A000001")
    assert "n = 1 (taken" in pages(SettledTable((without,)))["A000001.html"]
    name = "<script>alert(1)</script> & \x00 'x' \"y\" \u202e"
    hostile = replace(table.rows[1], name=name)
    for page in pages(SettledTable((hostile, replace(table.rows[0], name=name)))).values():
        assert "<script" not in page
        assert "\x00" not in page
    assert pages(SettledTable(()))["index.html"].count("<h1>") == 1


@pytest.mark.slow(8)
def test_one_slow_or_deadly_name_never_stops_the_run(table):
    deadly = [NamedTerms(f"A00001{k}", name, FIBONACCI) for k, name in enumerate(("ends", "waits", "raises"))]
    found = settle_names([NAMES[0], *deadly, *NAMES[1:]], read, each=EACH)
    assert [row.reason for row in found.rows[1:4]] == ["broken off", "time", "broken off"]
    assert without_seconds(found)[::4] == [without_seconds(table)[0], without_seconds(table)[1]]
    assert without_seconds(found)[5:] == without_seconds(table)[2:]
    assert found.counts == {"settled": 2, "agrees": 0, "differs": 1, "refused": 4}
    assert sum(found.reasons.values()) == 4
    assert found.orders == {2: 1, 4: 1}
    assert (found.rows[2].seconds, found.read) == (EACH, 3)


@pytest.mark.slow(2.5)
def test_what_was_read_is_said_where_time_is_over():
    """A row of 40 cells has some 10^8 independent sets, which are the states."""
    asked = [NamedTerms("A000001", "independent sets of nx40", FIBONACCI)]
    (row,) = settle_names(asked, read, each=1).rows
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


def test_what_was_done_is_not_done_again(tmp_path):
    """Rows come back as they were, seconds too; a stopped run goes on; a damaged store costs only time."""
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
    assert (kept, seen) == (4, [1, 2, 3, 4, 5])
    assert [row.settlement for row in first.rows] == ["settled", "refused", "differs", "settled", "settled"]
    assert run()[0].rows == first.rows
    assert run([names[0], NamedTerms("A000009", ROW, FIBONACCI)])[0].rows[1].number == "A000009"
    assert not said
    (file,) = tmp_path.glob("*.sqlite")
    content = file.read_bytes()
    file.write_bytes(content[: len(content) // 2] + os.urandom(len(content) // 2))
    for left in tmp_path.glob("*-wal"):
        left.unlink()
    assert without_seconds(run()[0]) == without_seconds(first)


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


# Files

NAMED = (
    "# OEIS Sequence Names\n# Last Modified: today\nA000001 one, with a comma\nA000002 two\nA000004 four\n"
)
STRIPPED = "# OEIS\nA000001 ,1,-2,3,\nA000003 ,5,\nA000004 ,10,200000000000000000000000000,\n"


def test_bulk_files_side_by_side(tmp_path):
    plain = in_bulk_files(*bulk(tmp_path, NAMED, STRIPPED))
    names, stripped = bulk(tmp_path, NAMED, STRIPPED, True)
    found = in_bulk_files(names, stripped)
    assert found == plain
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
    # Garbage is refused with its line.
    for names, stripped, said in (
        ("garbage\n", STRIPPED, "line 1"),
        ("A000002 b\nA000001 a\n", STRIPPED, "numbers must rise"),
        (NAMED, "A000001 ,1,x,\n", "line 1"),
        (NAMED, STRIPPED + "rubbish\n", "line 5"),
        (NAMED, "\x00\x01", "line 1"),
        ("A000001 \xff\n", "A000001 1,2\n", "line 1"),
    ):
        with pytest.raises(InputError, match=said):
            in_bulk_files(*bulk(tmp_path, names, stripped))
    with pytest.raises(InputError, match="cannot be read"):
        in_bulk_files(str(tmp_path / "none.gz"), None)
    names, stripped = bulk(tmp_path, NAMED, STRIPPED, True)
    Path(stripped).write_bytes(Path(stripped).read_bytes()[:-12])
    with pytest.raises(InputError, match="cut off or damaged"):
        in_bulk_files(names, stripped)


def fibonacci(number: str) -> Entry:
    line = "Empirical: a(n) = a(n-1) + a(n-2)."
    return Entry.of(number, ROW, list(FIBONACCI), 1, author="_X_", formulas=[line])


def test_entries_in_files_and_folders(tmp_path):
    (tmp_path / "A000045.seq").write_text(f"{fibonacci('A000045')}\n")
    (tmp_path / "b000045.txt").write_text("1 1\n")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "A000046.json").write_text(json.dumps([fibonacci("A000046").as_record()]))
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


# The command


@pytest.fixture
def settle(tmp_path, monkeypatch, capsys):
    """Runs the command on bulk files of some of the names."""
    monkeypatch.setattr("gfkit.oeis.reading.read_name", read)
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))

    def run(*words: str, names=NAMES) -> tuple[int, str, str]:
        rows = "".join(f"{one.number} ,{','.join(map(str, one.terms))},\n" for one in names)
        files = bulk(tmp_path, "".join(f"{one.number} {one.name}\n" for one in names), rows, True)
        code = main(["oeis", "settle", "--names", files[0], "--stripped", files[1], *words])
        return code, *capsys.readouterr()

    return run


def test_the_command(capsys, tmp_path, settle):
    out, table = tmp_path / "out", tmp_path / "t.csv"
    code, said, _ = settle("--each", "30s", "--csv", str(table), "-o", str(out))
    assert code == 0
    assert said.splitlines()[0].split() == ["number", "status", "family", "signature"]
    assert "found    2 settled, 0 agrees, 1 differs, 1 refused" in said.splitlines()
    assert "\nA000004 differs at n = 6: 3000 in the entry, 2999 on the board" in said
    rows = list(csv.DictReader(table.open()))
    assert [row["status"] for row in rows] == ["settled", "refused", "settled", "differs"]
    assert (out / "results.csv").read_text() == table.read_text()
    page, report = ((out / name).read_text() for name in ("index.html", "A000003.html"))
    for link in re.findall(r'href="([Ab][0-9]+\.(?:txt|toml|html))"', page + report):
        assert (out / link).is_file(), link
    assert page.count("<svg") == 2
    assert main(["oeis", "lint", str(out / "b000003.txt")]) == 0
    assert main(["count", str(out / "A000003.toml"), "2x3"]) == 0
    assert capsys.readouterr().out.splitlines()[-2].startswith("17")
    found = json.loads(settle("A000003", "--json")[1])
    assert found["counts"] == {"settled": 1, "agrees": 0, "differs": 0, "refused": 0}
    (row,) = found["rows"]
    assert (row["family"], row["order"], row["evidence"]["status"]) == ("nx3", 4, "proved")
    assert row["listed"] == {"1x3": "5", "2x3": "17"}


def test_refusals_of_the_command(capsys):
    for words, said in (
        ("", "no names are given"),
        ("--stripped s", "--stripped has terms and no names"),
        ("--names none.gz", "cannot be read"),
        ("--names n --entries e", "give one or the other"),
        ("--names n --index i", "--index goes with A-numbers alone"),
        ("--each soon --names n", "--each 'soon' is no length of time"),
        ("A12 --index nowhere", "there is none"),
        ("--names n --csv no/where.csv", "must be a file in a folder that exists"),
        ("--names n --author me", "author 'me'"),
    ):
        assert main(["oeis", "settle", *words.split()]) == 2
        out, err = capsys.readouterr()
        assert not out
        assert said in err
        assert len(err.splitlines()) == 1


@pytest.mark.slow(3)
def test_a_stopped_command_writes_what_it_has_and_goes_on(tmp_path, settle):
    asked = [ROW, ROW, f"waits for {tmp_path}/go"]
    names = [NamedTerms(f"A{k:06d}", name, FIBONACCI) for k, name in enumerate(asked, 1)]
    table = tmp_path / "t.csv"
    code, _, err = settle("--csv", str(table), "--max-seconds", "15", "--each", "90s", names=names)
    assert code == 3
    assert "go on with: gfkit oeis settle" in err
    first = list(csv.DictReader(table.open()))
    assert len(first) < 3
    (tmp_path / "go").touch()
    assert settle("--csv", str(table), "--resume", "--each", "90s", names=names)[0] == 0
    rows = list(csv.DictReader(table.open()))
    assert (len(rows), rows[: len(first)]) == (3, first)
    assert settle("--resume", "--no-store", names=names)[0] == 2


def test_numbers_of_the_local_index_and_entries(capsys, tmp_path, settle):
    assert settle("A000003", "--json")[0] == 0  # writes the files
    index = str(tmp_path / "index.sqlite")
    files = [str(tmp_path / f"{word}.gz") for word in ("stripped", "names")]
    assert main(["oeis", "index", "build", *files, "--index", index]) == 0
    assert main(["oeis", "settle", "A3", "A000001", "--index", index, "--json"]) == 0
    found = json.loads(capsys.readouterr().out.splitlines()[-1])["rows"]
    assert [(row["number"], row["status"]) for row in found] == [
        ("A000001", "settled"),
        ("A000003", "settled"),
    ]
    assert main(["oeis", "settle", "A9", "--index", index]) == 2
    assert "has no entry of that number" in capsys.readouterr().err
    (tmp_path / "A000045.seq").write_text(f"{fibonacci('A000045')}\n")
    out = tmp_path / "out"
    assert main(["oeis", "settle", "--entries", str(tmp_path / "A000045.seq"), "-o", str(out)]) == 0
    said = "Formula confirmed using the transfer matrix method (2 states)."
    assert said in (out / "A000045.txt").read_text()
    assert "confirmed" in (out / "A000045.html").read_text()
