"""Every call that writes fails, or ends the process, each in turn."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from attack.meanings import VALUES
from attack.stopping import NOTES, PATIENCE, TESTS, without_figures

CAN_FAIL = sys.platform == "linux" and shutil.which("cc") is not None
KILLED = 77
"""The exit code of a process that failing.c ends."""
STRIPPED = "# Last Modified: January 1 00:00 UTC 2026\n" + "".join(
    f"A{number:06} ,{','.join(str(k**2 + number * k) for k in range(20))},\n" for number in range(1, 40)
)
Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Writer:
    """A command that writes, and one that has written before it."""

    words: tuple[str, ...]
    before: tuple[str, ...] = ()


WRITERS = [Writer(*(tuple(side.split()) for side in line.split("<"))) for line in VALUES["writers"]]


@cache
def _library() -> str:
    """failing.c as a library, which is gone when this process ends."""
    folder = tempfile.TemporaryDirectory(prefix="attack-library-")
    _KEPT.append(folder)
    library = str(Path(folder.name, "failing.so"))
    source = Path(__file__).with_name("failing.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True, timeout=PATIENCE)
    return library


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


_SERVER = """
import json, os, signal, sys, traceback
import numpy, gfkit.constants, gfkit.oeis.export, gfkit.oeis.index.build, gfkit.show.report, gfkit.transfer
import gfkit.show.cards, gfkit.constants.certificate, gfkit.runs.store
from gfkit.host import batch
from gfkit.cli.main import main
batch._WORTH_KEEPING = -1.0
for line in sys.stdin:
    asked = json.loads(line)
    process = os.fork()
    if not process:
        signal.alarm(300)
        os.chdir(asked["folder"])
        for file, name in ((1, "out"), (2, "err")):
            os.dup2(os.open(os.path.join("..", name), os.O_WRONLY | os.O_CREAT | os.O_TRUNC), file)
        os.environ.update(asked["environment"])
        code = 1
        try:
            code = main(asked["words"])
            sys.stdout.flush()
        except BaseException:
            traceback.print_exc()
        os._exit(code)
    print(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]), flush=True)
"""


@cache
def _server() -> subprocess.Popen[str]:
    """A process that has loaded gfkit, and forks for every command."""
    env = {**os.environ, "PYTHONPATH": str(TESTS.parent), "LD_PRELOAD": _library()}
    pipe = subprocess.PIPE
    return subprocess.Popen([sys.executable, "-c", _SERVER], env=env, stdin=pipe, stdout=pipe, text=True)


def _run(words: tuple[str, ...], folder: Path, at: int = 0, how: str = "error") -> tuple[int, str, str, int]:
    """Exit code, answer and lines of a command whose call ``at`` fails, and the number of such calls."""
    calls, out, err = (folder.parent / name for name in ("calls", "out", "err"))
    calls.unlink(missing_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    environment = {
        "GFKIT_CACHE": str(folder / "cache"), "GFKIT_OEIS_INDEX": str(Path("data", "oeis.sqlite")),
        "FAIL_BELOW": f"{folder}{os.sep}", "FAIL_AT": str(at), "FAIL_HOW": how, "FAIL_LOG": str(calls),
    }  # fmt: skip
    asked = {"words": [*words, "--json"], "folder": str(folder), "environment": environment}
    server: Any = _server()
    server.stdin.write(json.dumps(asked) + "\n")
    server.stdin.flush()
    code = int(server.stdout.readline())
    number = len(calls.read_text().splitlines()) if calls.exists() else 0
    return code, out.read_text(), err.read_text(), number


def _files(folder: Path) -> Files:
    """All files but those of the run store, which are judged by what is read from them."""
    paths = [path for path in folder.rglob("*") if path.is_file() and "runs.sqlite" not in path.name]
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(paths)}


def _lay(folder: Path, files: Files) -> None:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@cache
def _states(writer: Writer) -> tuple[Files, Files, str, int]:
    """The files before and after a command, its answer, and how many calls it takes."""
    with tempfile.TemporaryDirectory(prefix="attack-states-") as place:
        folder = Path(place, "store")
        fewer = STRIPPED[: len(STRIPPED) // 2].rpartition("\n")[0]
        _lay(folder, {"stripped": STRIPPED.encode(), "fewer": fewer.encode()})
        if writer.before:
            code, _, err, _ = _run(writer.before, folder)
            assert code == 0, err
        before = _files(folder)
        code, out, err, calls = _run(writer.words, folder)
        assert code == 0, err
        assert calls, f"{writer.words} writes nothing"
        return before, _files(folder), out, calls


@cache
def _failures(seed: int, writer: Writer) -> list[tuple[int, str]]:
    """All calls of a command, failing and ending the process, in an order of the seed's."""
    found = [(at, how) for at in range(1, _states(writer)[3] + 1) for how in ("error", "kill")]
    Random(f"failing {seed}").shuffle(found)
    return found


def failing(seed: int, number: int, folder: Path) -> tuple[str, list[str]]:
    """A call that writes fails, or is the last; files are old or new then, and the same command ends well."""
    turn, place = divmod(number, len(WRITERS))
    writer = Random(f"writers {seed}").sample(WRITERS, len(WRITERS))[place]
    cases = _failures(seed, writer)
    at, how = cases[turn % len(cases)]
    before, after, answer, _ = _states(writer)
    _lay(folder, before)
    code, out, err, _ = _run(writer.words, folder, at, how)
    faults = [] if how == "kill" and code == KILLED else _faults(code, out, err, answer)
    files = _files(folder)
    halves = [n for n in before.keys() | after.keys() if files.get(n) not in (before.get(n), after.get(n))]
    faults += [f"{name} is half" for name in halves]
    if code == 0 and any(files.get(name) != after[name] for name in after):
        faults.append("done, and a file is not written")
    code, out, err, _ = _run(writer.words, folder)
    faults += [f"again: {fault}" for fault in _faults(code, out, err, answer)]
    if code or _files(folder) != after:
        faults.append(f"again: exit code {code}, files {sorted(_files(folder))}")
    return f"{' '.join(writer.words)}, call {at}: {how}", faults


def _faults(code: int, out: str, err: str, answer: str) -> list[str]:
    """What is wrong with an answer that is as it should be, or with a refusal in a line."""
    lines = [line for line in err.splitlines() if not line.startswith(NOTES)]
    if code == 0:
        same = without_figures(out) == without_figures(answer)
        return [f"said {line!r}" for line in lines] + ([] if same else [f"another answer: {out[:200]!r}"])
    if code in (2, 3) and len(lines) == 1 and lines[0].startswith("gfkit: "):
        return []
    return [f"exit code {code}, said {err[-500:]!r}"]
