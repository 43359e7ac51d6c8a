"""Killed runs, corrupted stores and failing calls: afterwards the same command returns the same result.

The reference is the result of an uninterrupted run. Times, corruptions and failing calls are drawn from a
fixed seed.
"""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from contextlib import closing, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from random import Random

import pytest
from choice import SEED, some_of, then_slow
from tables import FOLDER, tables

CASES = tables("killed")
RUNS = [tuple(line.split()) for line in CASES["runs"]]
NOTES = ("gfkit: run store: ", "note: ")
PATIENCE = 300.0
_PROGRAM = """
import sys
if __name__ == "__main__":
    try:
        from gfkit.runs import batch
        from gfkit.core.engine import task
        from gfkit.cli.main import main
    except KeyboardInterrupt: sys.exit(130)  # gfkit itself has not begun
    batch._WORTH_KEEPING, task.BRIEF_STATES = -1.0, 0  # however short the run is
    sys.exit(main(sys.argv[1:]))
"""


def begun(words: tuple[str, ...], store: Path, *more: str, **more_env: str) -> subprocess.Popen[str]:
    """Start the command in a separate process that stores all results."""
    pipe = subprocess.PIPE
    env = {**os.environ, "PYTHONPATH": str(FOLDER.parents[1]), "GFKIT_CACHE": str(store), **more_env}
    line = [sys.executable, "-c", _PROGRAM, *words, "--json", *more]
    return subprocess.Popen(line, env=env, stdout=pipe, stderr=pipe, text=True)


@cache
def alone(words: tuple[str, ...]) -> tuple[str, float]:
    """Return the result without a store, and its CPU seconds."""
    since = time.monotonic()
    out, err = begun(words, Path(os.devnull), "--no-store").communicate(timeout=PATIENCE)
    assert out, err
    return out, time.monotonic() - since


def core(out: str) -> object:
    """Return a result without the figures of its evidence, which may come from the stored run."""
    answer = json.loads(out)
    known = answer.get("evidence", {"status": "", "method": ""})
    return {**answer, "evidence": [known["status"], known["method"]]}


def ends_well(words: tuple[str, ...], store: Path) -> None:
    """Check that a repeated command returns the right result and prints no other message."""
    out, err = begun(words, store).communicate(timeout=PATIENCE)
    assert core(out) == core(alone(words)[0]), err[-300:]
    assert [line for line in err.splitlines() if not line.startswith(NOTES)] == []


@pytest.mark.parametrize("case", then_slow([0], 3, *range(1, 5)))
def test_a_killed_run_is_resumed(case, tmp_path):
    random = Random(f"killed {SEED} {case}")
    words = RUNS[case % len(RUNS)]
    workers = ("--workers", "2") if case % 4 == 0 else ()
    for how in (signal.SIGKILL, random.choice((signal.SIGTERM, signal.SIGINT))):
        process = begun(words, tmp_path, *workers)
        with suppress(subprocess.TimeoutExpired):
            process.wait(random.random() * (alone(words)[1] + bool(workers)))
        process.send_signal(how)
        _, err = process.communicate(timeout=60)
        # Python's own tracker of semaphores writes a warning when it cleans up after a killed process.
        assert how is signal.SIGKILL or "leaked" not in err
        assert "Traceback" not in err
        assert how is signal.SIGKILL or len(err.splitlines()) <= 1, err
    ends_well(words, tmp_path)


def overwritten(random: Random, file: Path) -> None:
    content = bytearray(file.read_bytes())
    for _ in range(random.choice((1, 5, 100))):
        at = random.randrange(len(content))
        content[at : at + 8] = random.randbytes(len(content[at : at + 8]))
    file.write_bytes(content)


def cut(random: Random, file: Path) -> None:
    file.write_bytes(file.read_bytes()[: random.randrange(file.stat().st_size + 1)])


def removed(random: Random, file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def forged(random: Random, file: Path) -> None:
    """Store a wrong result with a valid seal, which requires knowledge of the format."""
    with closing(sqlite3.connect(file)) as connection:
        key, packed = random.choice(connection.execute("SELECT key, answer FROM part").fetchall())
        answer = packed[1:] if packed[:1] == b"\x00" else zlib.decompress(packed[1:])
        try:
            new = json.dumps(another(random, json.loads(answer))).encode()
        except ValueError:
            at = random.randrange(len(answer) + 1)
            new = answer[:at] + random.choice((b"", random.randbytes(8), bytes(8))) + answer[at + 8 :]
        sealed = b"\x01" + zlib.compress(new)
        seal = blake2b(sealed, key=key, digest_size=32).digest()
        connection.execute("UPDATE part SET answer = ?, checksum = ? WHERE key = ?", (sealed, seal, key))
        connection.commit()


def another(random: Random, value: object) -> object:
    """Return the JSON with one value changed."""
    if isinstance(value, list) and value:
        at = random.randrange(len(value))
        return [*value[:at], another(random, value[at]), *value[at + 1 :]]
    if isinstance(value, dict) and value:
        at = random.choice(list(value))
        return {**value, at: another(random, value[at])}
    if isinstance(value, str):
        with suppress(ValueError):
            return f"{int(value, 16) + random.choice((1, -1, 2**62, 10**6)):x}"
        return value + random.choice("xy1")
    if isinstance(value, int):
        return value + random.choice((1, -1, 2**40))
    return random.choice((None, "7", 7, [], {}))


@pytest.mark.parametrize("damage", then_slow([forged], 2, overwritten, cut, removed))
def test_a_corrupted_store_changes_no_result(damage, tmp_path):
    random = Random(f"damaged {SEED} {damage.__name__}")
    for words in some_of(RUNS[2:], 1):
        shutil.rmtree(tmp_path)
        tmp_path.mkdir()
        process = begun(words, tmp_path)
        process.communicate(timeout=PATIENCE)
        damage(random, tmp_path / "runs.sqlite")
        ends_well(words, tmp_path)


# Every call that writes fails, or is the last of its process, each in turn.

KILLED = 77  # the exit code of a process that failing.c ends
STRIPPED = "".join(f"A{a:06} ,{','.join(str(k**2 + a * k) for k in range(20))},\n" for a in range(1, 40))


def made(folder: Path) -> dict[str, bytes]:
    """Return all files except those of the run store, which other tests read."""
    paths = [path for path in folder.rglob("*") if path.is_file() and "runs.sqlite" not in path.name]
    return {str(path.relative_to(folder)): path.read_bytes() for path in paths}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    if sys.platform != "linux" or shutil.which("cc") is None:
        pytest.skip("there is no C compiler, or no Linux")
    file = tmp_path_factory.mktemp("library") / "failing.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", file, FOLDER / "failing.c", "-ldl"], check=True)
    return str(file)


@pytest.mark.parametrize(("number", "most"), then_slow([(4, 1)], 9, *((k, 4) for k in range(8))))
def test_files_are_old_or_new_whatever_call_fails(number, most, library, tmp_path):
    words, _, earlier = (part.strip() for part in CASES["writers"][number].partition("<"))
    folder, log = tmp_path / "files", tmp_path / "calls"

    def run(line: str, at: int = 0, how: str = "error") -> tuple[int, str, str]:
        log.unlink(missing_ok=True)
        env = {"FAIL_BELOW": f"{folder}/", "FAIL_AT": str(at), "FAIL_HOW": how, "FAIL_LOG": str(log)}
        env |= {"LD_PRELOAD": library, "GFKIT_OEIS_INDEX": str(folder / "oeis.sqlite")}
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)
            process = begun(tuple(line.split()), folder / "cache", **env)
        out, err = process.communicate(timeout=PATIENCE)
        return process.returncode, out, err

    def start() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        (folder / "stripped").write_text(STRIPPED)
        (folder / "fewer").write_text(STRIPPED[: len(STRIPPED) // 2].rpartition("\n")[0])
        assert not earlier or run(earlier)[0] == 0

    start()
    before = made(folder)
    code, answer, err = run(words)
    assert code == 0, err
    after, calls = made(folder), len(log.read_text().splitlines())
    cases = [(at, how) for at in range(1, calls + 1) for how in ("error", "kill")]
    for at, how in Random(f"failing {SEED} {number}").sample(cases, most):
        start()
        code, out, err = run(words, at, how)
        lines = [line for line in err.splitlines() if not line.startswith(NOTES)]
        if code == 0:
            assert (core(out), lines) == (core(answer), [])
            assert made(folder) == after
        else:
            assert (how == "kill" and code == KILLED) or (code in (2, 3) and len(lines) == 1), (code, err)
        found = made(folder)
        for name in before.keys() | after.keys():
            assert found.get(name) in (before.get(name), after.get(name)), (at, how, name)
        code, out, err = run(words)
        assert (code, core(out)) == (0, core(answer)), (at, how, err)
        assert made(folder) == after
