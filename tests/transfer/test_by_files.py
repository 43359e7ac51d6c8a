"""States in files, where memory is short: the numbers are those of memory, whatever the pieces."""

from __future__ import annotations

import importlib
import os
import platform
import shutil
import subprocess
import sys
from collections import namedtuple
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gfkit import count
from gfkit.errors import LimitError, ShortOfMemoryError
from gfkit.games import Question
from gfkit.transfer.count import CountTask
from gfkit.transfer.sweep import by_files, rung5_hashed
from gfkit.transfer.sweep.codings import Coding, coding_of
from gfkit.transfer.sweep.linked_words import LinkedCoding

count_module = importlib.import_module("gfkit.transfer.count")
GO = {"3x3": 12675, "4x4": 24318165, "5x5": 414295148741}
LEGAL_7 = 83677847847984287628595
"""A094777 (Tromp and Farneback)."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where files lie; small tables, which are filled often."""
    if not LinkedCoding.stepping.usable:
        pytest.skip("numba is not installed")
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path))
    monkeypatch.setattr(by_files, "_LEAST_ROOM", 64)
    monkeypatch.setattr(rung5_hashed, "_TAKEN_AT_ONCE", ())
    return tmp_path


def coding(game: str, board: str) -> Coding:
    task = CountTask(Question.of(game, board, "all", "none"), None, None)
    ((cells, items, graph),) = task.parts()
    machine, _ = task.machine(cells, items, graph)
    found = coding_of(machine)
    assert found is not None
    return found


def refusing(after: int):
    """Memory that is short from so many sites on."""
    asked = [0]

    def ask(_: int) -> None:
        asked[0] += 1
        if asked[0] > after:
            raise LimitError("too much")

    return ask


@pytest.mark.parametrize("board", GO)
@pytest.mark.parametrize("after", [0, 7, 14])
@pytest.mark.parametrize("room", [1, 10**5, 10**9])
def test_legal_positions(folder: Path, board: str, after: int, room: int):
    found, peak = rung5_hashed.hashed_sweep(coding("nogo", board), ask=refusing(after), room=room)
    assert found == GO[board]
    assert peak == rung5_hashed.hashed_sweep(coding("nogo", board))[1]
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(("game", "board", "number"), [
    ("hamiltonian-cycles", "6x6", 1072),
    ("self-avoiding-walks", "6x6", 1262816),
    ("spanning-trees", "5x5", 557568000),
])  # fmt: skip
def test_what_hangs_together(folder: Path, game: str, board: str, number: int):
    """A003763, A007764, A007341."""
    for room in (1, 10**6):
        assert rung5_hashed.hashed_sweep(coding(game, board), ask=refusing(3), room=room)[0] == number


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(
        ["nogo", "hamiltonian-paths", "spanning-forests", "connected-induced-subgraphs", "cycles"]
    ),
    st.lists(st.text("..#", min_size=4, max_size=4), min_size=1, max_size=5),
    st.integers(0, 20),
    st.sampled_from([1, 10**4, 10**7]),
)
def test_boards_with_holes(folder: Path, game: str, rows: list[str], after: int, room: int):
    """Also those that fall apart, whose parts are swept one by one, and those without a cell."""
    task = CountTask(Question.of(game, "/".join(rows), "all", "none"), None, None)
    for part in task.parts():
        found = coding_of(task.machine(*part)[0])
        if found is not None:
            expected = rung5_hashed.hashed_sweep(found)
            assert rung5_hashed.hashed_sweep(found, ask=refusing(after), room=room) == expected
    assert list(folder.iterdir()) == []


def test_no_states_are_left(folder: Path):
    """A board of odd size has no Hamiltonian cycle; all states die on the way."""
    assert rung5_hashed.hashed_sweep(coding("hamiltonian-cycles", "5x5"), ask=refusing(2), room=1)[0] == 0


def test_without_files_it_is_refused(folder: Path):
    with pytest.raises(LimitError, match="too much"):
        rung5_hashed.hashed_sweep(coding("nogo", "4x4"), ask=refusing(3))


def test_a_disk_that_is_too_small(folder: Path, monkeypatch: pytest.MonkeyPatch):
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage(10**6, 10**6, 1000))
    with pytest.raises(LimitError, match="GFKIT_CACHE may name another folder"):
        rung5_hashed.hashed_sweep(coding("nogo", "5x5"), ask=refusing(10), room=1)
    assert list(folder.iterdir()) == []

    def foresee(_: int, states: int, __: int) -> None:
        if states > 10:
            raise ShortOfMemoryError("needs a lot", 1e30)

    with pytest.raises(ShortOfMemoryError, match="needs a lot"):
        rung5_hashed.hashed_sweep(coding("nogo", "5x5"), foresee, room=1)


def test_an_interruption_leaves_no_files(folder: Path):
    def interrupt(done: int, _: int, __: int) -> None:
        if done == 12:
            assert list(folder.iterdir())
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        rung5_hashed.hashed_sweep(coding("nogo", "5x5"), interrupt, refusing(5), room=1)
    assert list(folder.iterdir()) == []


def test_a_folder_that_is_none(folder: Path, monkeypatch: pytest.MonkeyPatch):
    (folder / "file").write_text("")
    monkeypatch.setenv("GFKIT_CACHE", str(folder / "file"))
    with pytest.raises(LimitError):
        rung5_hashed.hashed_sweep(coding("nogo", "5x5"), ask=refusing(5), room=1)


def test_a_disk_that_is_full(folder: Path, monkeypatch: pytest.MonkeyPatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(by_files.StatesInFiles, "_stepped", full)
    with pytest.raises(LimitError, match=r"stopped with states in files: .*No space left"):
        rung5_hashed.hashed_sweep(coding("nogo", "5x5"), ask=refusing(5), room=1)
    assert list(folder.iterdir()) == []


def test_a_file_that_was_cut_gives_no_number(folder: Path, monkeypatch: pytest.MonkeyPatch):
    written = by_files._Heap.of

    def cut(path: Path, *states: np.ndarray) -> object:
        heap = written(path, *states)
        os.truncate(path, max(0, heap.bytes - 8))
        return heap

    monkeypatch.setattr(by_files._Heap, "of", cut)
    with pytest.raises(LimitError, match="shorter than it was written"):
        rung5_hashed.hashed_sweep(coding("nogo", "5x5"), ask=refusing(5), room=1)


def test_memory_is_asked_for_before_it_is_taken(folder: Path):
    """What was asked for last is never less than the arrays that there are."""
    machine, most = coding("nogo", "6x6"), [0]

    def ask(wanted: int) -> None:
        most[0] = wanted

    class Watched(rung5_hashed._Sweep):
        def _tell(self, states: int) -> None:
            tables = (*self.tables, *self.states.values())
            held = sum(array.nbytes for table in tables for array in table.arrays)
            held += self.numbers.nbytes + sum(steps.pairs.nbytes for steps in self.steps.values())
            assert held <= most[0]
            super()._tell(states)

    assert Watched(machine, lambda *_: None, ask, None).run()
    for few in (1, 1 << 62):  # all is kept, nothing is kept
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rung5_hashed, "_FEW_STATES", few)
            Watched(machine, lambda *_: None, ask, None).run()


def test_what_a_killed_process_left_is_removed(folder: Path):
    """Not that of a process that runs, of another machine, or of other names."""
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    here = platform.node()
    for name in (
        f"states-{here}-{gone.pid}-x",
        f"states-{here}-{os.getppid()}-x",
        "states-x",
        "states-far-1-x",
    ):
        (folder / name).mkdir()
        (folder / name / "1").write_text("1")
    rung5_hashed.hashed_sweep(coding("nogo", "4x4"), ask=refusing(3), room=1)
    left = {one.name for one in folder.iterdir()}
    assert left == {f"states-{here}-{os.getppid()}-x", "states-x", "states-far-1-x"}


def test_a_count_with_little_memory(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The process itself takes a part of it; below, nothing goes to files."""
    monkeypatch.setattr(count_module, "_MEMORY_OF_CODE", 100_000)
    stages = set[str]()
    found = count("nogo", "7x7", max_memory=1_500_000, on_progress=lambda now: stages.add(now.stage))
    assert int(found) == LEGAL_7
    assert "counting, with states in files" in stages
    monkeypatch.setattr(count_module, "_MEMORY_OF_CODE", 2_000_000)
    with pytest.raises(LimitError, match=r"the limit is 1\.4 MiB"):
        count("nogo", "7x7", max_memory=1_500_000)


@given(st.lists(st.integers(0, 9), max_size=20), st.integers(1, 12))
def test_parts_are_grouped_in_order(sizes: list[int], room: int):
    groups = list(by_files._groups(sizes, room))
    assert sum(states for _, _, states in groups) == sum(sizes)
    for first, end, states in groups:
        assert sum(sizes[first:end]) == states > 0
        assert states <= room or sum(size > 0 for size in sizes[first:end]) == 1
    assert all(one[1] == after[0] for one, after in pairwise(groups))


@given(st.lists(st.tuples(st.integers(0, 2**62), st.integers(0, 2**62)), max_size=50), st.integers(1, 9))
def test_equal_states_are_in_one_part(states: list[tuple[int, int]], parts: int):
    keys = np.array(states * 2, np.int64).reshape(2 * len(states), 2)
    found = by_files._parts_of(keys, parts).tolist()
    assert found[: len(states)] == found[len(states) :]
    assert all(0 <= part < parts for part in found)
