"""The run store returns the stored results, or none, after any corruption.

The names of stored parts determine their contents. FAULTS lists possible changes of its files. Each row runs
the same test: two runs are stored, the files are changed, and the store is opened again. Then the promised
parts and messages are present, and after all parts are stored again, the store is complete.
"""

import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import blake2b, sha512, shake_256
from pathlib import Path
from typing import NamedTuple
from unittest.mock import Mock

import pytest
from choice import then_slow
from cli.calling import begun, process

from gfkit.cli.main import main
from gfkit.core.errors import InputError, OptionError, SelfCheckError
from gfkit.runs.store import DEFAULT_LIMIT, RunStore, open_store

ROOT = Path(__file__).resolve().parents[2]
RUN = sha512(b"one").hexdigest()[:64]
OTHER = sha512(b"two").hexdigest()[:64]
NAMES = [(run, f"primes {number}") for run in (RUN, OTHER) for number in range(10)]
ALL, NONE = len(NAMES), 0


def answer_of(run: str, part: str) -> bytes:
    """Return the deterministic result of a part; some take several pages."""
    return shake_256(f"{run} {part}".encode()).digest(60_000 if part.endswith(("0", "3", "6", "9")) else 300)


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def store(tmp_path, said):
    with open_store(tmp_path, command=("derive", "cram", "3xn"), on_trouble=said.append) as store:
        yield store
    assert said == []


@pytest.fixture
def again(store, said) -> Callable[..., RunStore]:
    """Return a function that opens the same store again, like another process."""
    return lambda **named: open_store(store.path.parent, on_trouble=said.append, **named)


def test_the_file_is_a_database_that_others_can_read(store, again):
    for number, answer in enumerate([b"", bytes(range(256)) * 300, b"7" * 300_000]):
        store.put(RUN, f"primes {number}", answer)
        with again() as other:
            assert store.get(RUN, f"primes {number}") == other.get(RUN, f"primes {number}") == answer
            assert (store.kept, store.found, other.kept, other.found) == (number + 1, number + 1, 0, 1)
    with closing(sqlite3.connect(store.path)) as plain:
        assert plain.execute("SELECT run, part FROM part LIMIT 1").fetchall() == [(RUN, "primes 0")]
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert plain.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_no_file_is_created_before_the_first_part(tmp_path):
    place = tmp_path / "a" / "b"
    with open_store(place, on_trouble=pytest.fail) as store:
        assert store.get(RUN, "primes 0") is None
        assert store.runs() == []
        assert store.clean("all") == ()
        store.drop(RUN)
        assert not (tmp_path / "a").exists()
        store.put(RUN, "primes 0", b"1")
        assert store.path.exists()
        assert (place.stat().st_mode & 0o077) == 0


def test_records_describe_the_stored_parts(store, again, said):
    """A finished run keeps only its latest result; deleted parts can be stored again."""
    store.put(RUN, "primes 0", b"wrong")
    store.drop(RUN)
    assert said.pop() == f"run store: the stored results of run {RUN[:8]} were wrong and have been deleted"
    store.put(RUN, "primes 0", b"1")
    store.put(OTHER, "primes 0", b"1")
    with again(command=("catalog", "check")) as other:  # the first command of a run stays
        other.put(OTHER, "primes 1", b"1")
    for law in (b"probably the law", b"the law"):
        store.finish(RUN, law)
        assert [store.get(RUN, part) for part in ("primes 0", "result")] == [None, law]
        first, second = store.runs()
        assert (first.run, first.finished, first.parts) == (RUN, True, 0)
        assert (second.run, second.finished, second.parts) == (OTHER, False, 2)
        assert first.command == second.command == ("derive", "cram", "3xn")
        assert first.begun <= first.changed
        assert store.record(RUN[:6]) == first
    assert set(first.as_json()) == {"run", "command", "begun", "changed", "parts", "bytes", "finished"}


def test_ambiguous_and_unknown_ids_are_rejected(store):
    store.put("a" * 64, "primes 0", b"1")
    store.put("ab" * 32, "primes 0", b"1")
    for prefix, message in (("zz", "stored are"), ("", "stored are"), ("a", "ambiguous")):
        for ask in (store.record, store.clean):
            with pytest.raises(InputError, match=message):
                ask(prefix)
    assert len(store.runs()) == 2


def test_cleaning_deletes_the_named_runs_and_releases_their_space(tmp_path):
    def size() -> int:
        """Return the size of all files except the shared index, which has a fixed size while it is open."""
        return sum(path.stat().st_size for path in place.iterdir() if not path.name.endswith("-shm"))

    for what, left in (("all", []), ("finished", [OTHER]), (OTHER[:9], [RUN])):
        place = tmp_path / what
        with open_store(place, on_trouble=pytest.fail) as store:
            store.put(RUN, "primes 0", os.urandom(400_000))
            store.put(OTHER, "primes 0", os.urandom(400_000))
            store.finish(RUN, os.urandom(400_000))
            before = size()
            dropped = store.clean(what)
            assert [record.run for record in store.runs()] == left
            assert {record.run for record in dropped} == {RUN, OTHER} - set(left)
            assert size() <= before - 400_000 * len(dropped)


def test_different_results_for_one_part_raise_an_error(store, again):
    store.put(RUN, "primes 3", b"1")
    store.put(RUN, "primes 3", b"1")
    with again() as other, pytest.raises(SelfCheckError, match="part 'primes 3' of run " + RUN[:8]):
        other.put(RUN, "primes 3", b"2")
    with again() as other:
        assert other.get(RUN, "primes 3") == store.get(RUN, "primes 3") == b"1"


def test_the_environment_names_place_and_limit(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("GFKIT_CACHE", "GFKIT_CACHE_LIMIT", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value, place, limit in (
        ("HOME", tmp_path / "home", "home/.cache/gfkit", DEFAULT_LIMIT),
        ("XDG_CACHE_HOME", "not/absolute", "home/.cache/gfkit", DEFAULT_LIMIT),
        ("XDG_CACHE_HOME", tmp_path / "xdg", "xdg/gfkit", DEFAULT_LIMIT),
        ("GFKIT_CACHE", " ", "xdg/gfkit", DEFAULT_LIMIT),
        ("GFKIT_CACHE", tmp_path / "own", "own", DEFAULT_LIMIT),
        ("GFKIT_CACHE_LIMIT", "500M", "own", 500 * 2**20),
    ):
        monkeypatch.setenv(name, str(value))
        opened = open_store(on_trouble=pytest.fail)
        assert (opened.path, opened.limit) == (tmp_path / place / "runs.sqlite", limit)
    monkeypatch.setenv("GFKIT_CACHE_LIMIT", "plenty")
    with pytest.raises(OptionError, match="GFKIT_CACHE_LIMIT 'plenty'"):
        open_store(on_trouble=pytest.fail)


def test_threads_share_a_store(store):
    names = [(RUN, f"primes {worker} {number % 6}") for worker in range(4) for number in range(12)]
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda name: store.put(*name, name[1].encode()), names))
    assert store.kept == 48
    assert all(store.get(*name) == name[1].encode() for name in names)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_opens_a_new_connection(store):
    store.put(RUN, "primes 0", b"parent")
    child = os.fork()
    if not child:
        store.put(RUN, "primes 1", b"child")
        os._exit(0 if store.get(RUN, "primes 0") == b"parent" else 1)
    assert os.waitpid(child, 0)[1] == 0
    store.put(RUN, "primes 2", b"parent")
    assert [store.get(RUN, f"primes {number}") for number in range(3)] == [b"parent", b"child", b"parent"]


def test_an_interrupted_put_and_a_file_that_was_replaced(store, again, monkeypatch):
    store.put(RUN, "primes 0", b"1")
    with monkeypatch.context() as patch:
        patch.setattr("gfkit.runs.table.insert", Mock(side_effect=KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            store.put(RUN, "primes 1", b"2")
    assert (store.kept, store.get(RUN, "primes 1")) == (1, None)
    store.put(RUN, "primes 1", b"2")
    assert (store.kept, store.get(RUN, "primes 1")) == (2, b"2")
    # a file that was replaced is not written to in vain
    store.put(RUN, "primes 0", b"1")
    for path in store.path.parent.iterdir():
        path.unlink()
    store.put(RUN, "primes 1", b"2")
    with again() as other:
        assert other.get(RUN, "primes 1") == b"2"


# Corruptions


def fill(store: RunStore) -> None:
    for run, part in NAMES:
        store.put(run, part, answer_of(run, part))


def survivors(store: RunStore) -> int:
    """Return the number of parts in the store, and check that none is wrong."""
    found = [(store.get(run, part), answer_of(run, part)) for run, part in NAMES]
    assert all(got in (None, right) for got, right in found)
    return sum(got is not None for got, _ in found)


def cut(path: Path, share: float) -> None:
    os.truncate(path, int(share * path.stat().st_size))


def overwrite(path: Path, place: int | bytes, new: bytes) -> None:
    """Overwrite bytes at a position, or the first occurrence of some bytes."""
    if isinstance(place, bytes):
        place = path.read_bytes().index(place)
    with path.open("r+b") as file:
        file.seek(place)
        file.write(new)


def with_sql(statement: str) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(statement)
            connection.commit()

    return change


def of_row(change: str) -> Callable[[Path], None]:
    return with_sql(f"UPDATE part SET {change} WHERE rowid = 9")


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


def scramble_pages(path: Path) -> None:
    """Writes noise over the head of every fourth page that holds the answers."""
    noise = random.Random(7)
    for place in range(12 * 16384, path.stat().st_size, 4 * 16384):
        overwrite(path, place, noise.randbytes(16))


DAMAGED = r"was corrupted \(.*\) and has been deleted"
DROPPED = r"\d+ corrupted parts? of run [0-9a-f]{8} (was|were) deleted"
LEFT_ALONE = (
    r"(not a run store|is not a file|created by another version of gfkit).*; continuing without storing"
)


class Fault(NamedTuple):
    """A corruption, the number of parts after it, and the message; ``open`` keeps the writer's log."""

    name: str
    strike: Callable[[Path], object]
    least: int
    most: int
    said: str | None
    open: bool = False
    heals: bool = True


LOG, STRANGE = {"open": True}, {"heals": False}
ONE_LESS = (ALL - 1, ALL - 1)
EXCHANGED = "UPDATE part SET answer = (SELECT answer FROM part WHERE rowid = 4) WHERE rowid IN (8, 9)"
ANSWER = answer_of(*NAMES[1])[10:200]
FAULTS = [
    Fault("nothing", Path.exists, ALL, ALL, None),
    Fault("power cut, all written through", Path.exists, ALL, ALL, None, **LOG),
    Fault("index of the log lost", lambda path: Path(f"{path}-shm").unlink(), ALL, ALL, None, **LOG),
    Fault("log cut to half", lambda path: cut(log_of(path), 0.5), NONE, ALL - 1, None, **LOG),
    Fault("log flipped", lambda path: overwrite(log_of(path), 99_000, b"#@#@"), NONE, ALL - 1, None, **LOG),
    Fault("database cut by a byte", lambda path: cut(path, 0.9999999), NONE, ALL - 1, DAMAGED),
    Fault("database cut to a tenth", lambda path: cut(path, 0.1), NONE, ALL // 2, DAMAGED),
    Fault("database cut in its first page", lambda path: cut(path, 0.001), NONE, NONE, DAMAGED),
    Fault("database emptied", lambda path: cut(path, 0), NONE, NONE, None),
    Fault("database removed", lambda path: path.unlink(), NONE, NONE, None),
    Fault("byte flipped in an answer", lambda path: overwrite(path, ANSWER, b"#"), *ONE_LESS, DROPPED),
    Fault(
        "name flipped in the index", lambda path: overwrite(path, b"primes 7", b"primes x"), ALL, ALL, None
    ),
    Fault("name changed", of_row("part = 'x'"), *ONE_LESS, DROPPED),
    Fault("run changed", of_row("run = 'x'"), *ONE_LESS, DROPPED),
    Fault("address changed", of_row("key = x'00'"), *ONE_LESS, None),
    Fault("checksum cleared", of_row("checksum = x'00'"), *ONE_LESS, DROPPED),
    Fault("answer made a text", of_row("answer = 'x'"), *ONE_LESS, DROPPED),
    Fault("answers exchanged", with_sql(EXCHANGED), ALL - 2, ALL - 2, DROPPED),
    Fault("magic word flipped", lambda path: overwrite(path, 3, b"#"), NONE, NONE, DAMAGED),
    Fault("first page's head flipped", lambda path: overwrite(path, 100, b"\xff\xff"), NONE, NONE, DAMAGED),
    Fault("page heads scrambled", scramble_pages, NONE, ALL - 1, f"{DROPPED}|{DAMAGED}"),
    Fault("no database", lambda path: path.write_text("Dear diary,\n" * 900), 0, 0, LEFT_ALONE, **STRANGE),
    Fault("table dropped", with_sql("DROP TABLE part"), NONE, NONE, DAMAGED),
    Fault("later layout", with_sql("PRAGMA user_version = 7"), NONE, NONE, LEFT_ALONE, **STRANGE),
    Fault("another's database", with_sql("PRAGMA application_id = 5"), NONE, NONE, LEFT_ALONE, **STRANGE),
]


def test_corruption_never_yields_a_wrong_result(tmp_path):
    for number, fault in enumerate(FAULTS):
        path = written(tmp_path / f"{number}", fault.open)
        fault.strike(path)
        before = path.read_bytes() if path.exists() else b""
        said: list[str] = []
        whole = ALL if fault.heals else NONE
        with open_store(path.parent, on_trouble=said.append) as store:
            assert fault.least <= survivors(store) <= fault.most, fault.name
            check_said(said, fault.said, fault.name)
            fill(store)
            assert survivors(store) == store.kept == whole, fault.name
        with open_store(path.parent, on_trouble=said.append) as store:
            assert survivors(store) == whole, fault.name
        assert fault.heals or path.read_bytes() == before, f"{fault.name}: foreign files are unchanged"


def written(directory: Path, left_open: bool) -> Path:
    """Create a store with all parts, closed normally or as left by a killed process."""
    first, then = (directory.parent / name for name in ("closed", "killed"))
    if not first.exists():
        with open_store(first, on_trouble=pytest.fail) as store:
            fill(store)
            shutil.copytree(first, then)
    return shutil.copytree(then if left_open else first, directory) / "runs.sqlite"


def check_said(said: list[str], pattern: str | None, why: str = "") -> None:
    assert bool(said) is bool(pattern), (why, said)
    for line in said:
        assert re.search(f"^run store: .*({pattern})", line), (why, line)
        assert "\n" not in line


def test_special_files_are_rejected_immediately(tmp_path, monkeypatch):
    """In place of the store, of a file next to it, or of the directory; reading a pipe would never end."""
    (tmp_path / "cache").write_text("no directory")
    with open_store(tmp_path / "cache", on_trouble=lambda _: None) as store:
        store.put(*NAMES[0], b"1")
        assert (store.get(*NAMES[0]), store.kept) == (None, 0)
    kinds = {"directory": Path.mkdir, "FIFO": os.mkfifo, "device": lambda path: path.symlink_to("/dev/zero")}
    for kind, make in kinds.items():
        for ending in ("", "-journal", "-wal", "-shm"):
            place = tmp_path / (kind + ending)
            place.mkdir()
            if ending:
                with open_store(place, on_trouble=pytest.fail) as store:
                    store.put(*NAMES[0], b"1")
            make(place / f"runs.sqlite{ending}")
            said: list[str] = []
            with open_store(place, on_trouble=said.append) as store:
                store.put(*NAMES[1], b"1")
                assert (store.get(*NAMES[0]), store.kept, store.runs()) == (None, 0, [])
            assert len(said) == 1
            check_said(said, LEFT_ALONE, f"{kind} {ending}")
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "pipe"))
    for words in (["runs", "list"], ["count", "col", "2x2"]):
        assert main(words) == 0


def test_sealed_parts_that_cannot_be_unpacked_are_deleted(tmp_path):
    """Under a valid seal; also a part that would unpack to more than the largest packed size."""
    large = 17 << 20
    for packed in (
        b"",
        b"\x02823",
        b"\x01no deflated bytes",
        b"\x01" + zlib.compress(b"8")[:-1],
        b"\x01" + zlib.compress(bytes(large), 1),
    ):
        said: list[str] = []
        with open_store(tmp_path, on_trouble=said.append) as store:
            store.put(*NAMES[0], b"823")
        with closing(sqlite3.connect(store.path)) as connection:
            key = bytes(connection.execute("SELECT key FROM part").fetchone()[0])
            seal = blake2b(packed, key=key, digest_size=32).digest()
            connection.execute("UPDATE part SET answer = ?, checksum = ?", (packed, seal))
            connection.commit()
        with open_store(tmp_path, on_trouble=said.append) as store:
            assert store.get(*NAMES[0]) is None, packed[:20]
            check_said(said, DROPPED)
            store.put(*NAMES[0], b"823")
            assert store.get(*NAMES[0]) == b"823"
        assert len(said) == 1
    with open_store(tmp_path, on_trouble=pytest.fail) as store:
        for name, size, kept in ((NAMES[1], 10_000, 100), (NAMES[2], large, large + 1)):
            store.put(*name, bytes(size))
            assert store.get(*name) == bytes(size)
            with closing(sqlite3.connect(store.path)) as connection:
                stored = connection.execute("SELECT size FROM part WHERE part = ?", name[1:]).fetchone()[0]
            assert stored <= kept, "the compressed part is stored unchanged"


# Processes that end, meet a limit, or work side by side

PUTTER = """
import sys
from hashlib import shake_256
from pathlib import Path
from gfkit.runs.store import open_store

def say(line):
    print("SAID", line, flush=True)

store = open_store(Path(sys.argv[1]), on_trouble=say)
prefix, most = sys.argv[2], int(sys.argv[3])
{before}
for number in range(most):
    name = f"{{prefix}} {{number}}"
    kept = store.kept
    store.put("ab" * 32, name, shake_256(name.encode()).digest(2000))
    if store.kept > kept:
        print(name, flush=True)
print("END", flush=True)
"""


def start(directory: Path, prefix: str, most: int, before: str = "") -> subprocess.Popen[str]:
    program = PUTTER.format(before=before)
    return begun(program, str(directory), prefix, str(most), cwd=ROOT, stderr=None)


def all_there(directory: Path, lines: list[str]) -> int:
    """Checks that everything that a putter reported is stored and right; how much that is."""
    named = [line.strip() for line in lines if line.endswith("\n") and not line.startswith(("SAID", "END"))]
    with open_store(directory, on_trouble=pytest.fail) as store:
        for name in named:
            assert store.get("ab" * 32, name) == shake_256(name.encode()).digest(2000), name
    return len(named)


@pytest.mark.parametrize("times", [3, pytest.param(20, marks=pytest.mark.slow(8))])
def test_killed_writers_lose_no_reported_part(times, tmp_path):
    chance, reported = random.Random(50), 0
    for number in range(times):
        putter = start(tmp_path, f"trial {number}", 10_000)
        if number % 5:  # every fifth is killed during its start, when the file may be incomplete
            putter.stdout.readline()
            time.sleep(chance.random() * 0.03)
        else:
            shutil.rmtree(tmp_path)
            time.sleep(chance.random() * 0.2)
        putter.kill()
        first = [f"trial {number} 0\n"] * (number % 5 > 0)
        reported += all_there(tmp_path, first + putter.stdout.readlines())
        putter.stdout.close()
        putter.wait()
    assert reported > times // 2


@pytest.mark.slow(2)
def test_concurrent_writers(tmp_path):
    """Write one run, and several runs."""
    putters = [start(tmp_path, word, 60) for word in ("same", "same", "own")]
    for out in [putter.communicate(timeout=60)[0] for putter in putters]:
        lines = out.splitlines(keepends=True)
        assert lines[-1] == "END\n"
        assert all_there(tmp_path, lines) == 60
    with open_store(tmp_path, on_trouble=pytest.fail) as store:
        assert store.record("ab").parts == 120


def test_disk_full_by_the_limit_of_the_process(tmp_path):
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (700_000, resource.RLIM_INFINITY))"
    lines = start(tmp_path, "part", 300, limit).communicate(timeout=60)[0].splitlines(keepends=True)
    said = [line for line in lines if line.startswith("SAID")]
    assert len(said) == 1
    assert "continuing without storing results" in said[0]
    assert lines[lines.index(said[0]) + 1 :] == ["END\n"], "it continues without further messages"
    assert all_there(tmp_path, lines) > 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_directory_of_another_user():
    """Use a user with restricted permissions; root has none."""
    with tempfile.TemporaryDirectory() as name:  # tmp_path is in a directory that only its owner may enter
        directory = Path(name)
        with open_store(directory, on_trouble=pytest.fail) as store:
            for run in (RUN, OTHER):
                store.put(run, "primes 0", b"1")
        directory.chmod(0o555)
        store.path.chmod(0o444)
        child = os.fork()
        if not child:
            try:
                if os.getuid() == 0:
                    os.setgid(65534)
                    os.setuid(65534)
                check_read_only(directory)
            except BaseException as error:
                sys.__stderr__.write(f"{error!r}\n")
                os._exit(1)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        directory.chmod(0o755)
    assert status == 0


def check_read_only(directory: Path) -> None:
    for place, there in ((directory, b"1"), (directory / "new", None)):
        said: list[str] = []
        with open_store(place, on_trouble=said.append) as store:
            assert store.get(RUN, "primes 0") == there
            assert said == []
            for number in (1, 2):
                store.put(RUN, f"primes {number}", b"2")
            assert (store.kept, len(said)) == (0, 1)
            assert "continuing without storing results" in said[0]
            assert store.get(OTHER, "primes 0") == there


# Clock, rules, limit


def test_a_clock_set_back_changes_no_order(tmp_path, monkeypatch):
    with open_store(tmp_path, limit=700_000, on_trouble=lambda _: None) as store:
        for year, run in zip((2030, 2020, 2010), "abc", strict=True):
            then = time.struct_time((year, 1, 1, 0, 0, 0, 0, 1, 0))
            monkeypatch.setattr(time, "gmtime", lambda then=then: then)
            store.finish(run * 64, os.urandom(150_000))
        assert [record.run[0] for record in store.runs()] == ["c", "b", "a"]
        assert store.runs()[0].changed == "2010-01-01T00:00:00Z"


def test_at_the_limit_the_results_used_longest_ago_go_first(tmp_path):
    said: list[str] = []
    with open_store(tmp_path, limit=1_000_000, on_trouble=said.append) as store:
        store.put("a" * 64, "primes 0", os.urandom(150_000))
        for run in "bcd":
            store.finish(run * 64, os.urandom(150_000))
        with open_store(tmp_path, on_trouble=said.append) as user:
            assert user.get("b" * 64, "result") is not None
        assert said == []
        for number in range(2):
            store.put("e" * 64, f"primes {number}", os.urandom(150_000))
        assert {record.run[0] for record in store.runs()} == {"a", "b", "e"}, "c and d were used before b"
        for number in range(2, 4):
            store.put("e" * 64, f"primes {number}", os.urandom(150_000))
        assert {record.run[0] for record in store.runs()} <= {"a", "e"}, "finished ones go first"
        for number in range(4, 8):
            store.put("e" * 64, f"primes {number}", os.urandom(150_000))
        assert [record.run[0] for record in store.runs()] == ["e"], "the run in progress stays"
        assert store.kept == 4 + store.runs()[0].parts
        assert all(store.get("e" * 64, f"primes {number}") for number in range(store.runs()[0].parts))
        assert sum("least recently used" in line for line in said) >= 2
        assert sum("exceeds the limit" in line for line in said) == 1
        store.finish("e" * 64, b"law")
        assert store.get("e" * 64, "result") == b"law"
    assert store.path.stat().st_size < 1_000_000


def test_a_run_of_a_living_process_stays_at_the_limit(tmp_path):
    waiting = "store.put('cd' * 32, 'p', shake_256(b'').digest(190_000)); say('ready'); sys.stdin.read()"
    putter = start(tmp_path, "part", 0, waiting)
    assert putter.stdout.readline() == "SAID ready\n"
    with open_store(tmp_path, limit=700_000, on_trouble=lambda _: None) as store:
        for number in range(4):
            store.put(RUN, f"primes {number}", os.urandom(90_000))
        assert store.get("cd" * 32, "p") is not None
        putter.communicate(timeout=60)
        store.put(RUN, "primes 9", os.urandom(150_000))
        assert store.get("cd" * 32, "p") is None


@pytest.mark.parametrize("words", then_slow(["runs list", "oeis index info"], 2, "doctor"))
def test_line_breaks_in_directory_names_are_escaped(words, tmp_path):
    folder = str(tmp_path / "first\nsecond\rthird")
    result = process(*words.split(), GFKIT_CACHE=folder, GFKIT_OEIS_INDEX=folder)
    written = result.out + result.err
    assert r"first\nsecond\rthird" in written
    assert "first\n" not in written
    assert "\rthird" not in written
