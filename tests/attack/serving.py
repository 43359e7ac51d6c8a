"""A process in which cases are run, and which is killed when one hangs; what is wrong with an answer."""

from __future__ import annotations

import contextlib
import io
import json
import os
import queue
import resource
import shlex
import subprocess
import sys
import tempfile
import threading
import tomllib
import traceback
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from attack.inputs import Case, case_of

HANGS = 30.0
"""Seconds after which a case, whose command has a limit of three, is taken to hang."""
MEMORY = 6 << 30
TESTS = Path(__file__).parent.parent


@dataclass(frozen=True)
class Reply:
    """How a case ended; ``raised`` is a traceback."""

    code: int | None
    out: str
    err: str
    raised: str = ""
    touched: tuple[str, ...] = ()

    def faults(self, case: Case) -> list[str]:
        """What is wrong, each in a line."""
        found = [f"overwritten {name}" for name in self.touched]
        if self.code is None:
            return [*found, "hang" if not self.raised else f"died: {self.raised}"]
        if self.raised:
            return [*found, "traceback: " + self.raised.strip().splitlines()[-1]]
        if self.code not in (0, 1, 2, 3):
            found.append(f"exit code {self.code}")
        last = self.err.strip().splitlines()[-1:] or [""]
        if self.code > 1 and not last[0].startswith("gfkit: "):
            found.append(f"no line of the error, but {last[0][:80]!r}")
        if "Traceback" in self.err:
            found.append("traceback on standard error")
        if any(len(line) > 4000 for line in self.err.splitlines()):
            found.append("a long line of the error")
        hidden = {"Cc", "Cf", "Cs", "Zl", "Zp"}
        if any(unicodedata.category(one) in hidden and one not in "\n\t" for one in self.out + self.err):
            found.append("control characters")
        if "--json" in case.words and self.code < 2 and self.out and "--help" not in case.words:
            with contextlib.suppress(ValueError):
                json.loads(self.out)
                return found
            found.append(f"no JSON, but {self.out[:80]!r}")
        return found


class Server:
    """Runs cases; begun anew after some hundred of them, for tables are kept in memory."""

    def __init__(self) -> None:
        self._cache = tempfile.TemporaryDirectory(prefix="attack-")
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._done = 0

    def close(self) -> None:
        self._end()
        self._cache.cleanup()

    def run(self, case: Case, folder: Path) -> Reply:
        for name, content in case.files.items():
            (folder / name).write_bytes(content)
        if self._process is None or self._done % 300 == 0:
            self._begin()
        self._done += 1
        process = self._process
        assert process is not None
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps([str(folder), case.words]) + "\n")
            process.stdin.flush()
            line = self._lines.get(timeout=HANGS)
        except queue.Empty:
            self._end()
            return Reply(None, "", "")
        except OSError:
            line = None
        if line is None:
            code = process.wait()
            self._end()
            return Reply(None, "", "", f"exit code {code}")
        told: dict[str, Any] = json.loads(line)
        touched = [n for n, content in case.files.items() if _content(folder / n) != content]
        return Reply(**told, touched=tuple(touched))

    def _begin(self) -> None:
        self._end()
        self._lines = queue.Queue()
        paths = os.pathsep.join([str(TESTS), str(TESTS.parent), os.environ.get("PYTHONPATH", "")])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "attack.serving"],
            env={**os.environ, "PYTHONPATH": paths, "GFKIT_CACHE": self._cache.name},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        threading.Thread(target=_listen, args=(self._process, self._lines), daemon=True).start()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()


@dataclass
class Inputs:
    """The attack by command lines: cases are run in a server, their exit codes counted."""

    server: Server = field(default_factory=Server)
    codes: Counter[int | None] = field(default_factory=Counter)

    def __call__(self, seed: int, number: int, folder: Path) -> tuple[str, list[str]]:
        case = case_of(seed, number)
        reply = self.server.run(case, folder)
        self.codes[reply.code] += 1
        return shlex.join(case.words), reply.faults(case)

    def report(self) -> str:
        codes = ", ".join(f"{number} of {code}" for code, number in sorted(self.codes.items(), key=str))
        return f"exit codes: {codes}\n"


def kept() -> Iterator[Case]:
    """The cases that once broke something."""
    for case in tomllib.loads((Path(__file__).parent / "kept.toml").read_text("utf-8"))["case"]:
        words = [
            word.replace("7*5000", "7" * 5000).replace("nx1*2000", "nx1" * 2000 + "n")
            for word in case["words"]
        ]
        yield Case(words, {name: text.encode() for name, text in case.get("files", {}).items()})


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put(None)


def _content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def serve() -> None:
    """Within the process: a case on each line of standard input.

    numpy is loaded first: where the limit of a case ends its loading, no later case could load it.
    """
    import numpy as _  # noqa: F401

    from gfkit.cli.main import main

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    for line in sys.stdin:
        folder, words = json.loads(line)
        os.chdir(folder)
        out, err, raised, code = io.StringIO(), io.StringIO(), "", 0
        sys.stdin = io.TextIOWrapper(io.BytesIO(b"1 2 3\n"))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = main(words)
            except SystemExit as error:
                code = error.code if isinstance(error.code, int) else 99
            except BaseException:
                raised = traceback.format_exc()
        sys.stdin = sys.__stdin__
        told = {
            "code": code,
            "out": out.getvalue()[:100_000],
            "err": err.getvalue()[-10_000:],
            "raised": raised,
        }
        if len(out.getvalue()) > 100_000:  # it need not be read as JSON
            told["out"] = ""
        answers.write(json.dumps(told) + "\n")
        answers.flush()


if __name__ == "__main__":
    serve()
