"""The run store as a table in memory would behave: what was put is got, or nothing, never anything else.

A dictionary is what the store is compared with; names, sizes and places are those that the test chose.
"""

import os
import sqlite3
import tempfile
import threading
from collections.abc import Callable
from hashlib import sha512, shake_256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit.errors import InputError, OptionError, SelfCheckError
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
    assert said == []


@pytest.fixture
def again(store, said) -> Callable[..., RunStore]:
    """Opens the same store once more, as another process does."""
    return lambda **named: open_store(store.path.parent, on_trouble=said.append, **named)


def test_what_was_put_is_got_by_this_store_and_the_next(store, again):
    answers = [b"", b"823", bytes(range(256)) * 300, b"7" * 300_000, os.urandom(70_000)]
    for number, answer in enumerate(answers):
        store.put(RUN, f"primes {number}", answer)
        assert store.get(RUN, f"primes {number}") == answer
        assert store.kept == store.found == number + 1
    with again() as other:
        assert [other.get(RUN, f"primes {number}") for number in range(6)] == [*answers, None]
        assert other.get(OTHER, "primes 3") is None
        assert (other.kept, other.found, other.run) == (0, 5, OTHER)
    with sqlite3.connect(store.path) as plain:  # a database that others can read
        assert plain.execute("SELECT run, part FROM part LIMIT 1").fetchall() == [(RUN, "primes 0")]
        assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert plain.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    plain.close()


def test_nothing_is_made_before_the_first_put(tmp_path):
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


def test_a_finished_run_keeps_its_result_and_nothing_else(store, said):
    """A later result takes its place; what was dropped is no hindrance."""
    store.put(OTHER, "primes 0", b"0")
    store.put(RUN, "primes 0", b"wrong")
    store.drop(RUN)
    assert said.pop() == f"run store: what was kept of run {RUN[:8]} is wrong and was dropped"
    for law in (b"probably the law", b"the law"):
        for number in range(5):
            store.put(RUN, f"primes {number}", b"%d" % number)
        store.finish(RUN, law)
        assert [store.get(RUN, f"primes {number}") for number in range(5)] == [None] * 5
        assert store.get(RUN, "result") == law
    assert store.get(OTHER, "primes 0") == b"0"


def test_records_tell_what_is_stored(store, again):
    store.put(RUN, "primes 0", b"1")
    store.put(OTHER, "primes 0", b"1")
    with again(command=("catalog", "check")) as other:  # the first command of a run stays
        other.put(OTHER, "primes 1", b"1")
    store.finish(RUN, b"law")
    first, second = store.runs()
    assert (first.run, first.finished, first.parts) == (RUN, True, 0)
    assert (second.run, second.finished, second.parts) == (OTHER, False, 2)
    assert first.command == second.command == ("derive", "cram", "3xn")
    assert first.begun <= first.changed
    assert store.record(RUN[:6]) == first
    assert set(first.as_json()) == {"run", "command", "begun", "changed", "parts", "bytes", "finished"}


def test_a_run_that_cannot_be_told_is_refused(store):
    store.put("a" * 64, "primes 0", b"1")
    store.put("ab" * 32, "primes 0", b"1")
    for prefix, message in (("zz", "stored are"), ("", "stored are"), ("a", "ambiguous")):
        for ask in (store.record, store.clean):
            with pytest.raises(InputError, match=message):
                ask(prefix)
    assert len(store.runs()) == 2


def test_cleaning_drops_what_was_named_and_gives_the_space_back(tmp_path):
    def size() -> int:
        """The bytes of all files but the shared index, which has a fixed size while it is open."""
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


def test_another_answer_for_the_same_part_is_a_fault_of_gfkit(store, again):
    store.put(RUN, "primes 3", b"1")
    store.put(RUN, "primes 3", b"1")
    with again() as other, pytest.raises(SelfCheckError, match="part 'primes 3' of run " + RUN[:8]):
        other.put(RUN, "primes 3", b"2")
    with again() as other:
        assert other.get(RUN, "primes 3") == store.get(RUN, "primes 3") == b"1"


def test_the_environment_names_place_and_limit(tmp_path, monkeypatch):
    def opened() -> RunStore:
        return open_store(on_trouble=pytest.fail)

    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("GFKIT_CACHE", "GFKIT_CACHE_LIMIT", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "home/.cache/gfkit/runs.sqlite"
    assert (opened().path, opened().limit) == (home, DEFAULT_LIMIT)
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert opened().path == home
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert opened().path == tmp_path / "xdg/gfkit/runs.sqlite"
    monkeypatch.setenv("GFKIT_CACHE", " ")
    assert opened().path == tmp_path / "xdg/gfkit/runs.sqlite"
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "own"))
    monkeypatch.setenv("GFKIT_CACHE_LIMIT", "500M")
    assert (opened().path, opened().limit) == (tmp_path / "own/runs.sqlite", 500 * 2**20)
    monkeypatch.setenv("GFKIT_CACHE_LIMIT", "plenty")
    with pytest.raises(OptionError, match="GFKIT_CACHE_LIMIT 'plenty' is no amount of memory"):
        opened()


def test_threads_share_a_store(store):
    def work(worker: int) -> None:
        for number in range(12):
            store.put(RUN, f"primes {worker} {number % 6}", b"%d" % (number % 6))

    threads = [threading.Thread(target=work, args=(worker,)) for worker in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert store.kept == 48
    for worker in range(4):
        found = [store.get(RUN, f"primes {worker} {number}") for number in range(6)]
        assert found == [b"%d" % number for number in range(6)]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_has_a_connection_of_its_own(store):
    store.put(RUN, "primes 0", b"parent")
    child = os.fork()
    if not child:
        store.put(RUN, "primes 1", b"child")
        os._exit(0 if store.get(RUN, "primes 0") == b"parent" else 1)
    assert os.waitpid(child, 0)[1] == 0
    store.put(RUN, "primes 2", b"parent")
    assert [store.get(RUN, f"primes {number}") for number in range(3)] == [b"parent", b"child", b"parent"]


def test_an_interrupted_put_and_a_file_that_was_replaced(store, again, monkeypatch):
    def interrupted(*_: object) -> bool:
        raise KeyboardInterrupt

    store.put(RUN, "primes 0", b"1")
    with monkeypatch.context() as patch:
        patch.setattr("gfkit.runs.table.insert", interrupted)
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


# Any order of events

STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["put", "get"]), st.integers(0, 1), st.integers(0, 5)),
        st.tuples(st.just("finish"), st.integers(0, 1), st.just(0)),
        st.tuples(st.just("reopen"), st.just(0), st.just(0)),
        st.tuples(st.just("flip"), st.floats(0, 1, exclude_max=True), st.integers(1, 255)),
    ),
    max_size=25,
)


def answer_of(run: int, part: object) -> bytes:
    """What this part of this run comes to, the same in every computation; some take several pages."""
    return shake_256(f"{run} {part}".encode()).digest(60_000 if part in (2, 5) else 200)


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
        found = self.store.get((RUN, OTHER)[run], part if part == "result" else f"primes {part}")
        assert found in (answer_of(run, part), None)
        if not self.flipped:
            assert found == self.known.get((run, part))

    def reopen(self, *_: int) -> None:
        self.store.close()
        self.store = self.opened()

    def flip(self, where: float, mask: int) -> None:
        """Changes one byte of the file."""
        self.store.close()
        path = self.store.path
        self.flipped |= path.exists()
        if path.exists() and path.stat().st_size:
            content = bytearray(path.read_bytes())
            content[int(where * len(content))] ^= mask
            path.write_bytes(content)


@settings(max_examples=25)
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
