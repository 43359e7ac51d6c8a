"""The run store as a table in memory would behave: what was put is got, or nothing, never anything else."""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
from hashlib import sha512, shake_256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit.errors import InputError, OptionError, SelfCheckError
from gfkit.runs import store as store_module
from gfkit.runs.store import DEFAULT_LIMIT, RunStore, open_store

RUN = sha512(b"one").hexdigest()[:64]
OTHER = sha512(b"two").hexdigest()[:64]


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def store(tmp_path, said):
    with open_store(tmp_path, command=("derive", "cram", "3xn"), on_trouble=said.append) as store:
        yield store


@pytest.mark.parametrize("answer", [b"", b"823", bytes(range(256)) * 300, b"7" * 300_000, os.urandom(70_000)])
def test_what_was_put_is_got_by_this_store_and_the_next(store, said, answer):
    store.put(RUN, "primes 3", answer)
    assert (store.kept, store.get(RUN, "primes 3"), store.found) == (1, answer, 1)
    with open_store(store.path.parent, on_trouble=said.append) as again:
        assert again.get(RUN, "primes 3") == answer
        assert again.get(RUN, "primes 4") is None
        assert again.get(OTHER, "primes 3") is None
        assert (again.kept, again.found, again.run) == (0, 1, OTHER)
    assert said == []


def test_nothing_is_made_before_the_first_put(tmp_path, said):
    place = tmp_path / "a" / "b"
    with open_store(place, on_trouble=said.append) as store:
        assert store.get(RUN, "primes 0") is None
        assert store.runs() == []
        assert store.clean("all") == ()
        store.drop(RUN)
        assert not (tmp_path / "a").exists()
        store.put(RUN, "primes 0", b"1")
        assert store.path.exists()
        assert (place.stat().st_mode & 0o077) == 0
    assert said == []


def test_a_finished_run_keeps_its_result_and_nothing_else(store):
    for number in range(5):
        store.put(RUN, f"primes {number}", b"%d" % number)
    store.put(OTHER, "primes 0", b"0")
    store.finish(RUN, b"the law")
    assert [store.get(RUN, f"primes {number}") for number in range(5)] == [None] * 5
    assert store.get(RUN, "result") == b"the law"
    assert store.get(OTHER, "primes 0") == b"0"


def test_records_tell_what_is_stored(store):
    store.put(RUN, "primes 0", b"1")
    store.put(OTHER, "primes 0", b"1")
    store.put(OTHER, "primes 1", b"1")
    store.finish(RUN, b"law")
    first, second = store.runs()
    assert (first.run, first.finished, first.parts) == (RUN, True, 0)
    assert (second.run, second.finished, second.parts) == (OTHER, False, 2)
    assert first.command == second.command == ("derive", "cram", "3xn")
    assert first.begun <= first.changed
    assert store.record(RUN[:6]) == first
    assert set(first.as_json()) == {"run", "command", "begun", "changed", "parts", "bytes", "finished"}


def test_the_first_command_of_a_run_stays(store, said):
    store.put(RUN, "primes 0", b"1")
    with open_store(store.path.parent, command=("catalog", "check"), on_trouble=said.append) as other:
        other.put(RUN, "primes 1", b"1")
        assert other.record(RUN).command == ("derive", "cram", "3xn")


@pytest.mark.parametrize(
    ("prefix", "message"), [("zz", "stored are"), ("", "stored are"), ("a", "ambiguous")]
)
def test_a_run_that_cannot_be_told_is_refused(store, prefix, message):
    store.put("a" * 64, "primes 0", b"1")
    store.put("ab" * 32, "primes 0", b"1")
    with pytest.raises(InputError, match=message):
        store.record(prefix)
    with pytest.raises(InputError, match=message):
        store.clean(prefix)
    assert len(store.runs()) == 2


def size_of(directory: Path) -> int:
    """The bytes of all files but the shared index, which has a fixed size while it is open."""
    return sum(path.stat().st_size for path in directory.iterdir() if not path.name.endswith("-shm"))


@pytest.mark.parametrize(("what", "left"), [("all", []), ("finished", [OTHER]), (OTHER[:9], [RUN])])
def test_cleaning_drops_what_was_named_and_gives_the_space_back(store, what, left):
    store.put(RUN, "primes 0", os.urandom(400_000))
    store.put(OTHER, "primes 0", os.urandom(400_000))
    store.finish(RUN, os.urandom(400_000))
    before = size_of(store.path.parent)
    dropped = store.clean(what)
    assert [record.run for record in store.runs()] == left
    assert {record.run for record in dropped} == {RUN, OTHER} - set(left)
    assert size_of(store.path.parent) <= before - 400_000 * len(dropped)


def test_another_answer_for_the_same_part_is_a_fault_of_gfkit(store, said):
    store.put(RUN, "primes 3", b"1")
    store.put(RUN, "primes 3", b"1")
    with (
        open_store(store.path.parent, on_trouble=said.append) as other,
        pytest.raises(SelfCheckError, match="part 'primes 3' of run " + RUN[:8]),
    ):
        other.put(RUN, "primes 3", b"2")
    assert store.get(RUN, "primes 3") == b"1"


def test_a_result_takes_the_place_of_an_earlier_one(store):
    store.finish(RUN, b"probably the law")
    store.put(RUN, "proof 0", b"1")
    store.finish(RUN, b"the law")
    assert store.get(RUN, "result") == b"the law"
    assert store.get(RUN, "proof 0") is None


def test_a_run_can_be_dropped(store):
    store.put(RUN, "primes 0", b"wrong")
    store.put(OTHER, "primes 0", b"1")
    store.drop(RUN)
    assert store.get(RUN, "primes 0") is None
    store.put(RUN, "primes 0", b"right")
    assert (store.get(RUN, "primes 0"), store.get(OTHER, "primes 0")) == (b"right", b"1")


def test_the_environment_names_place_and_limit(tmp_path, monkeypatch, said):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("GFKIT_CACHE", "GFKIT_CACHE_LIMIT", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    store = open_store(on_trouble=said.append)
    assert (store.path, store.limit) == (tmp_path / "home/.cache/gfkit/runs.sqlite", DEFAULT_LIMIT)
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert open_store(on_trouble=said.append).path == store.path
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert open_store(on_trouble=said.append).path == tmp_path / "xdg/gfkit/runs.sqlite"
    monkeypatch.setenv("GFKIT_CACHE", " ")
    assert open_store(on_trouble=said.append).path == tmp_path / "xdg/gfkit/runs.sqlite"
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "own"))
    monkeypatch.setenv("GFKIT_CACHE_LIMIT", "500M")
    store = open_store(on_trouble=said.append)
    assert (store.path, store.limit) == (tmp_path / "own/runs.sqlite", 500 * 2**20)
    monkeypatch.setenv("GFKIT_CACHE_LIMIT", "plenty")
    with pytest.raises(OptionError, match="GFKIT_CACHE_LIMIT 'plenty' is no amount of memory"):
        open_store(on_trouble=said.append)


def test_threads_share_a_store(store, said):
    def work(worker: int) -> None:
        for number in range(12):
            store.put(
                RUN, f"primes {worker} {number % 6}", b"%d" % number if number < 6 else b"%d" % (number - 6)
            )

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.kept == 48
    assert said == []
    for worker in range(4):
        assert [store.get(RUN, f"primes {worker} {number}") for number in range(6)] == [
            b"%d" % number for number in range(6)
        ]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_has_a_connection_of_its_own(store, said):
    store.put(RUN, "primes 0", b"parent")
    child = os.fork()
    if not child:
        store.put(RUN, "primes 1", b"child")
        os._exit(0 if store.get(RUN, "primes 0") == b"parent" else 1)
    assert os.waitpid(child, 0)[1] == 0
    store.put(RUN, "primes 2", b"parent")
    assert [store.get(RUN, f"primes {number}") for number in range(3)] == [b"parent", b"child", b"parent"]
    assert said == []


def test_an_interrupt_within_a_put_leaves_the_store_as_it_was(store, monkeypatch, said):
    store.put(RUN, "primes 0", b"1")
    with monkeypatch.context() as patch:
        patch.setattr("gfkit.runs.table.insert", _interrupted)
        with pytest.raises(KeyboardInterrupt):
            store.put(RUN, "primes 1", b"2")
    assert (store.kept, store.get(RUN, "primes 1")) == (1, None)
    store.put(RUN, "primes 1", b"2")
    assert (store.kept, store.get(RUN, "primes 1"), said) == (2, b"2", [])


def _interrupted(*_: object) -> bool:
    raise KeyboardInterrupt


def test_a_file_that_was_replaced_is_not_written_to_in_vain(store, said):
    store.put(RUN, "primes 0", b"1")
    for path in store.path.parent.iterdir():
        path.unlink()
    store.put(RUN, "primes 1", b"2")
    with open_store(store.path.parent, on_trouble=said.append) as again:
        assert again.get(RUN, "primes 1") == b"2"


def test_the_lock_on_a_directory_that_is_not_there_is_no_obstacle(tmp_path):
    with store_module._locked(tmp_path / "nowhere"):
        assert not (tmp_path / "nowhere").exists()


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.integers(0, 1), st.integers(0, 5)),
        st.tuples(st.just("get"), st.integers(0, 1), st.integers(0, 5)),
        st.tuples(st.just("finish"), st.integers(0, 1), st.just(0)),
        st.tuples(st.just("reopen"), st.just(0), st.just(0)),
        st.tuples(st.just("flip"), st.floats(0, 1, exclude_max=True), st.integers(1, 255)),
    ),
    max_size=25,
)


def answer_of(run: int, part: object) -> bytes:
    """What this part of this run comes to, the same in every computation; some take several pages."""
    return shake_256(f"{run} {part}".encode()).digest(60_000 if part in (2, 5) else 200)


def flip(path: Path, where: float, mask: int) -> None:
    """Changes one byte of a file."""
    size = path.stat().st_size if path.exists() else 0
    if size:
        with path.open("r+b") as file:
            place = int(where * size)
            file.seek(place)
            old = file.read(1)[0]
            file.seek(place)
            file.write(bytes([old ^ mask]))


class Model:
    """A store and a dictionary side by side; after a byte was flipped, parts may be missing, never wrong."""

    def __init__(self, directory: Path) -> None:
        self.directory, self.flipped = directory, False
        self.known: dict[tuple[int, object], bytes] = {}
        self.said: list[str] = []
        self.store = self.opened()

    def opened(self) -> RunStore:
        return open_store(self.directory, on_trouble=self.said.append)

    def put(self, run: int, part: int) -> None:
        before = self.store.kept
        self.store.put((RUN, OTHER)[run], f"primes {part}", answer_of(run, part))
        if self.store.kept > before:
            self.known[run, part] = answer_of(run, part)
        else:
            assert self.flipped
            assert self.said

    def finish(self, run: int, _: int) -> None:
        self.store.finish((RUN, OTHER)[run], answer_of(run, "result"))
        self.known = {name: answer for name, answer in self.known.items() if name[0] != run}
        self.known[run, "result"] = answer_of(run, "result")

    def get(self, run: int, part: object) -> None:
        name = part if part == "result" else f"primes {part}"
        found = self.store.get((RUN, OTHER)[run], name)
        assert found in (answer_of(run, part), None)
        if not self.flipped:
            assert found == self.known.get((run, part))

    def reopen(self, *_: int) -> None:
        self.store.close()
        self.store = self.opened()

    def flip(self, where: float, mask: int) -> None:
        self.store.close()
        self.flipped |= self.store.path.exists()
        flip(self.store.path, where, mask)


@settings(max_examples=150, deadline=None)
@given(STEPS)
def test_no_order_of_events_gives_a_wrong_answer(steps):
    with tempfile.TemporaryDirectory() as directory:
        model = Model(Path(directory))
        for name, first, second in steps:
            getattr(model, name)(first, second)
        for run in (0, 1):
            for part in (*range(6), "result"):
                model.get(run, part)
        if not model.flipped:
            assert model.said == []
        model.store.close()


def test_the_file_is_a_database_that_others_can_read(store):
    store.put(RUN, "primes 0", b"1")
    with sqlite3.connect(store.path) as plain:
        assert plain.execute("SELECT run, part FROM part").fetchall() == [(RUN, "primes 0")]
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert plain.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    plain.close()
