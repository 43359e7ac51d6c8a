"""Checkpoints of sweeps by blocks: kills at random moments, corrupted files, full disks, foreign directories.

References: A007764 in the OEIS, and the sweep in memory.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from choice import drawn, some_of
from cli.calling import call
from tuned import tune

import gfkit
from gfkit import InputError, LimitError, count
from gfkit.core.errors import SelfCheckError
from gfkit.core.native import is_built
from gfkit.runs import checkpoint

if not is_built():
    pytest.skip("needs the loops in C, which advance blocks", allow_module_level=True)

WALKS, NUMBER = ("self-avoiding-walks", "9x9"), 3266598486981642
SLOW = """
import sys
from gfkit import count
from gfkit.core.engine import tuning
tuned = type(tuning.SWEEP)
tuned.block_states, tuned.pass_primes = int(sys.argv[3]), 1
print(int(count("self-avoiding-walks", "9x9", checkpoint=sys.argv[1], workers=int(sys.argv[2]))), flush=True)
"""
"""Program that counts with one prime per pass: two passes of 18 to 30 epochs, with some blocks each."""


def begun(folder: Path, workers: int, states: int) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", SLOW, str(folder), str(workers), str(states)]
    home = Path(gfkit.__file__).parents[1]
    return subprocess.Popen(words, cwd=home, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def last_manifest(folder: Path) -> bytes:
    assert sorted(path.name for path in folder.iterdir()) == ["0.json", "sweep.json"]
    return (folder / "0.json").read_bytes()


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the last manifest of an uninterrupted sweep."""
    folder = tmp_path_factory.mktemp("finished")
    out, err = begun(folder, 1, 1 << 16).communicate(timeout=60)
    assert int(out) == NUMBER, err
    return last_manifest(folder)


@pytest.mark.parametrize("case", some_of(range(200), 1))
def test_killed_sweeps_are_resumed_with_equal_bytes(case: int, tmp_path: Path, finished: bytes) -> None:
    """Kill at random moments, with other workers and blocks each time; the last manifest is the same."""
    random = drawn(f"killed sweeps {case}")
    for _ in range(4):
        process = begun(tmp_path / "sweep", random.choice((1, 2, 5)), random.choice((30, 200)))
        with suppress(subprocess.TimeoutExpired):
            process.wait(0.4 + random.random() * 0.8)
        process.send_signal(random.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGINT)))
        process.communicate(timeout=60)
    out, err = begun(tmp_path / "sweep", 2, 100).communicate(timeout=60)
    assert int(out) == NUMBER, err
    assert last_manifest(tmp_path / "sweep") == finished


def stopped(folder: Path, monkeypatch: pytest.MonkeyPatch, blocks: int) -> None:
    """Leave a checkpoint whose sweep was interrupted after some blocks."""
    tune(monkeypatch, "SWEEP", block_states=100, pass_primes=1)
    left = iter(range(blocks))
    real = checkpoint.ComponentBlocks.write

    def write(self: object, *given: object) -> None:
        if next(left, None) is None:
            raise KeyboardInterrupt
        real(self, *given)

    with monkeypatch.context() as patch:
        patch.setattr(checkpoint.ComponentBlocks, "write", write)
        with pytest.raises(KeyboardInterrupt):
            count(*WALKS, checkpoint=folder)


@pytest.mark.parametrize("blocks", some_of(range(40, 400, 12), 2, 9))
def test_changed_bytes_never_change_the_result(
    blocks: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Change, cut, exchange or remove a file: it is computed again, or the directory is rejected."""
    stopped(tmp_path / "kept", monkeypatch, blocks)
    random, ends = drawn(f"changed bytes {blocks}"), set[str]()
    for case in range(10):
        folder = tmp_path / f"{case}"
        shutil.copytree(tmp_path / "kept", folder)
        files = sorted(folder.iterdir())
        path = random.choice(files)
        content = bytearray(path.read_bytes())
        way = random.choice(("bit", "bit", "bit", "cut", "exchange", "remove"))
        if way == "bit":
            content[random.randrange(len(content))] ^= 1 << random.randrange(8)
        path.write_bytes(content[: random.randrange(len(content)) if way == "cut" else len(content)])
        if way == "exchange":
            path.write_bytes(random.choice(files).read_bytes())
        if way == "remove":
            path.unlink()
        try:
            assert int(count(*WALKS, checkpoint=folder)) == NUMBER
            ends.add("counted")
        except (SelfCheckError, InputError) as error:
            ends.add("rejected" if str(folder) in str(error) else str(error))
    assert ends <= {"counted", "rejected"}


def test_blocks_of_the_last_epoch_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file that the manifest names is needed by the blocks that remain: changed packets are noticed."""
    stopped(tmp_path / "kept", monkeypatch, 100)
    names = json.loads((tmp_path / "kept" / "0.json").read_bytes().splitlines()[0])["pass"]["blocks"]
    for number, name in enumerate(random_names := drawn("blocks").sample(names, min(6, len(names)))):
        folder = tmp_path / f"{number}"
        shutil.copytree(tmp_path / "kept", folder)
        path = folder / f"0-{name}.block"
        content, begin = path.read_bytes(), 8 * (1 + int(name.rpartition("-")[2]))
        path.write_bytes(content[:begin] + bytes(byte ^ 4 for byte in content[begin:]))
        with pytest.raises(SelfCheckError, match="is corrupted"):
            count(*WALKS, checkpoint=folder)
    assert len(random_names) >= 3


def test_directories_of_other_queries_are_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another rule, board, class of positions or version; finished or not; also if no sweep is needed."""
    done, under_way = tmp_path / "done", tmp_path / "under way"
    assert int(count(*WALKS, checkpoint=done)) == NUMBER
    stopped(under_way, monkeypatch, 60)
    for folder in (done, under_way):
        before = {path.name: path.read_bytes() for path in folder.iterdir()}
        for query in (
            ("cycles", "9x9"), ("self-avoiding-walks", "8x9"), ("spanning-trees", "9x9"),
            ("domineering", "2x2"), ("domineering", "2x2", "maximal"), ("self-avoiding-walks", "3x100"),
        ):  # fmt: skip
            with pytest.raises(InputError, match="another query"):
                count(*query, checkpoint=folder)
        with monkeypatch.context() as patch:
            patch.setattr(checkpoint, "identity", lambda *_: "another version")
            with pytest.raises(InputError, match="another query"):
                count(*WALKS, checkpoint=folder)
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
        assert int(count(*WALKS, checkpoint=folder)) == NUMBER


def test_other_directories_are_rejected(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("1")
    for folder in (tmp_path, tmp_path / "file"):
        with pytest.raises(InputError, match=r"name a new or an empty directory|not a directory"):
            count(*WALKS, checkpoint=folder)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert int(count("spanning-trees", "3x3", checkpoint=tmp_path / "none")) == 192  # Kirchhoff's determinant
    assert not (tmp_path / "none").exists()


def test_one_process_at_a_time(tmp_path: Path) -> None:
    process = begun(tmp_path / "sweep", 1, 10)
    try:
        while not (tmp_path / "sweep" / "sweep.json").exists():
            assert process.poll() is None
        with pytest.raises(InputError, match="in use by another process"):
            count(*WALKS, checkpoint=tmp_path / "sweep")
    finally:
        process.kill()
        process.communicate(timeout=60)
    assert int(count(*WALKS, checkpoint=tmp_path / "sweep")) == NUMBER


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep ends with an error, leaves no draft, and is resumed when there is space again."""
    tune(monkeypatch, "SWEEP", block_states=100)
    real, left = os.fsync, iter(range(90))

    def fsync(handle: int) -> None:
        if next(left, None) is None:
            raise OSError(28, "No space left on device")
        real(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        with pytest.raises(LimitError, match=r"No space left .*intact"):
            count(*WALKS, checkpoint=tmp_path)
    assert not list(tmp_path.glob("*.draft"))
    assert int(count(*WALKS, checkpoint=tmp_path)) == NUMBER


def test_a_sweep_that_does_not_fit_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is rejected before it starts, with its forecast."""
    with monkeypatch.context() as patch:
        patch.setattr(checkpoint.Checkpoint, "free_bytes", 10_000)
        with pytest.raises(LimitError, match=r"about [\d,]+ states, .* only 9\.8 KiB"):
            count("self-avoiding-walks", "10x10", checkpoint=tmp_path)
    stages = list[str]()
    found = count(
        "self-avoiding-walks", "10x10", checkpoint=tmp_path, on_progress=lambda now: stages.append(now.stage)
    )
    assert int(found) == 41044208702632496804
    assert any(re.fullmatch(r"forecast: about [\d,]+ states, .* free", stage) for stage in stages), stages


def test_components_of_a_board(tmp_path: Path) -> None:
    """A manifest for each component that is not isomorphic to an earlier one."""
    board = "...#....#.../...#....#.../...#....#..."
    assert int(count("cycles", "3x3", checkpoint=tmp_path / "one")) == 13
    found = count("independent-sets", board, checkpoint=tmp_path / "three")
    assert int(found) == int(count("independent-sets", board))
    assert len(list((tmp_path / "three").glob("?.json"))) == 2


def test_what_cannot_be_combined_with_a_checkpoint(tmp_path: Path) -> None:
    for given in ("--weights pieces", "--mod 7", "--at x=2", "--positions play", "--list", "--plays all",
                  "--by outcome", "--up-to symmetry", "--sizes 1..3"):  # fmt: skip
        result = call("count", "domineering", "3x3", "--checkpoint", str(tmp_path / "sweep"), *given.split())
        assert result.code == 2, given
        assert result.err.count("\n") == 1, result.err
    assert not (tmp_path / "sweep").exists()


def test_runs_list_and_time_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a time limit the run is listed as stopped, and the same command finishes it."""
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))
    tune(monkeypatch, "SWEEP", block_states=20, pass_primes=1)
    words = ("count", *WALKS, "--checkpoint", str(tmp_path / "sweep"), "--workers", "2")
    ended = call(*words, "--max-seconds", "0.3")
    assert ended.code == 3, ended.err
    assert str(tmp_path / "sweep") in ended.err
    listed = call("runs", "list").out
    assert "stopped" in listed
    assert str(tmp_path / "sweep") in listed
    assert int(call(*words).out) == NUMBER
    assert "finished" in call("runs", "list").out
