"""Runs killed at random moments and gone on with; stores that are damaged or forged."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
import zlib
from collections.abc import Callable
from contextlib import closing, suppress
from functools import cache
from hashlib import blake2b
from pathlib import Path
from random import Random

TESTS = Path(__file__).parent.parent
RUNS = (
    ("derive", "arc-kayles", "7xn", "--method", "modular", "--certify"),
    ("derive", "domineering", "4xn", "--weights", "players", "--method", "modular"),
    ("count", "domineering", "....#.../....#.../....#.../....#...", "--weights", "players"),
    ("count", "snort", "5x5"),
)
_PROGRAM = """
import sys
if __name__ == "__main__":
    try:
        from gfkit.host import batch
        from gfkit.cli.main import main
    except KeyboardInterrupt:  # what is loaded here is loaded before gfkit itself begins
        sys.exit(130)
    batch._WORTH_KEEPING = -1.0
    sys.exit(main(sys.argv[1:]))
"""
NOTES = ("gfkit: run store: ", "note: ")
PATIENCE = 300.0


def begun(words: tuple[str, ...], cache_folder: Path, *more: str) -> subprocess.Popen[str]:
    """The command, whose answers are all kept, however short it is."""
    line, pipe = [sys.executable, "-c", _PROGRAM, *words, "--json", "--quiet", *more], subprocess.PIPE
    env = {**os.environ, "PYTHONPATH": str(TESTS.parent), "GFKIT_CACHE": str(cache_folder)}
    return subprocess.Popen(line, env=env, stdout=pipe, stderr=pipe, text=True)


@cache
def alone(words: tuple[str, ...]) -> tuple[str, float]:
    """The answer without a store, and how long it took."""
    since = time.monotonic()
    out, err = begun(words, Path(os.devnull), "--no-store").communicate(timeout=PATIENCE)
    assert out, err
    return out, time.monotonic() - since


def without_figures(out: str) -> object:
    """An answer without the figures of its evidence, which are as they were kept; its status stays."""
    try:
        told = json.loads(out)
    except ValueError:
        return out
    if "evidence" not in told:
        return out
    return {**told, "evidence": [told["evidence"]["status"], told["evidence"]["method"]]}


def _gone_on(words: tuple[str, ...], folder: Path, core: Callable[[str], object] = str) -> list[str]:
    """What is wrong when the same command is given once more."""
    process = begun(words, folder)
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return ["hang"]
    found = [] if core(out) == core(alone(words)[0]) else [f"another answer: {out[:200]!r}, {err[-300:]!r}"]
    return found + [f"said {line!r}" for line in err.splitlines() if not line.startswith(NOTES)]


def killed(seed: int, number: int, folder: Path) -> tuple[str, list[str]]:
    """A run that is killed, at times more than once, by one of three signals; then it goes on."""
    random = Random(f"killed {seed} {number}")
    words = random.choice(RUNS)
    workers = ("--workers", "2") if words[0] == "derive" and number % 3 == 0 else ()
    told, found = [], []
    for _ in range(random.choice((1, 1, 2))):
        how = random.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT))
        after = random.random() * (alone(words)[1] + bool(workers))
        process = begun(words, folder, *workers)
        with suppress(subprocess.TimeoutExpired):
            process.wait(after)
        process.send_signal(how)
        try:
            _, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            return " ".join(words), [f"{how.name} does not end it"]
        told.append(f"{how.name} after {after:.2f} s")
        if how is not signal.SIGKILL and len(err.splitlines()) > 1:
            found.append(f"said at {how.name}: {err[-500:]!r}")
        if "leaked" in err or "Traceback" in err:
            found.append(f"said: {err[-500:]!r}")
    return f"{' '.join(words)} {' '.join(workers)}, {', '.join(told)}", found + _gone_on(words, folder)


def damaged(seed: int, number: int, folder: Path) -> tuple[str, list[str]]:
    """A store of finished or unfinished work, in which something is changed; then the same command."""
    random = Random(f"damaged {seed} {number}")
    words = random.choice(RUNS)
    process = begun(words, folder)
    if random.random() < 0.5:
        with suppress(subprocess.TimeoutExpired):
            process.wait(random.random() * alone(words)[1])
        process.kill()
    process.communicate(timeout=PATIENCE)
    path = folder / "runs.sqlite"
    if not path.exists():
        return "nothing stored", []
    how = random.choice((_overwritten, _cut, _sealed, _sealed, _sealed, _removed))
    try:
        told = how(random, path)
    except sqlite3.Error as error:
        told = f"not damaged: {error}"
    found = _gone_on(words, folder, without_figures)
    return f"{' '.join(words)}, {told}", found


def _overwritten(random: Random, path: Path) -> str:
    place = random.choice([one for one in path.parent.iterdir() if one.is_file()])
    content = bytearray(place.read_bytes())
    for _ in range(random.choice((1, 5, 100))):
        if content:
            at = random.randrange(len(content))
            content[at : at + 8] = random.randbytes(len(content[at : at + 8]))
    place.write_bytes(content)
    return f"bytes of {place.name}"


def _cut(random: Random, path: Path) -> str:
    place = random.choice([one for one in path.parent.iterdir() if one.is_file()])
    place.write_bytes(place.read_bytes()[: random.randrange(place.stat().st_size + 1)])
    return f"{place.name} cut off"


def _removed(random: Random, path: Path) -> str:
    place = random.choice([one for one in path.parent.iterdir() if one.is_file()])
    place.unlink()
    if random.random() < 0.5:
        os.mkfifo(place)
    return f"{place.name} removed"


def _sealed(random: Random, path: Path) -> str:
    """Another answer under a seal that holds, as only somebody who knows how they are made can write."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT key, part, answer FROM part").fetchall()
        if not rows:
            return "nothing to seal"
        key, part, packed = random.choice(rows)
        answer = packed[1:] if packed[:1] == b"\x00" else zlib.decompress(packed[1:])
        forged = _forged(random, answer)
        sealed = b"\x00" + forged if random.random() < 0.5 else b"\x01" + zlib.compress(forged)
        seal = blake2b(sealed, key=key, digest_size=32).digest()
        connection.execute("UPDATE part SET answer = ?, checksum = ? WHERE key = ?", (sealed, seal, key))
        connection.commit()
    return f"{part} forged"


def _forged(random: Random, answer: bytes) -> bytes:
    """Another answer, in most cases of the same form."""
    with suppress(ValueError):
        return json.dumps(_another(random, json.loads(answer))).encode()
    at = random.randrange(len(answer) + 1)
    head, tail = answer[:at], answer[at + 8 :]
    others = (random.randbytes(len(answer)), b"", bytes(1 << 24))
    return random.choice((head, head + random.randbytes(8) + tail, head + bytes(8) + tail, *others))


def _another(random: Random, value: object) -> object:
    """The same JSON with one value changed."""
    if isinstance(value, list) and value:
        at = random.randrange(len(value))
        return [*value[:at], _another(random, value[at]), *value[at + 1 :]]
    if isinstance(value, dict) and value:
        at = random.choice(list(value))
        return {**value, at: _another(random, value[at])}
    if isinstance(value, str):
        with suppress(ValueError):
            return f"{int(value, 16) + random.choice((1, -1, 2**62, 10**6)):x}"
        return value + random.choice("xy1")
    if isinstance(value, int):
        return value + random.choice((1, -1, 2**40))
    return random.choice((None, "7", 7, [], {}))


def cleared(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder
