"""Commands as tests call them: in this process, in one of their own, with an engine of the test's."""

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from gfkit.cli.main import main

GFKIT = (sys.executable, "-m", "gfkit")
BITS = 'name = "G"\n[both]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LR"]\n'
"""A rule file for independent sets; of a path of n vertices there are F(n + 2), Fibonacci numbers."""


class Said(NamedTuple):
    """How a command ended and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def call(*words: object, code: int | None = None) -> Said:
    """The command in this process, which must end with this code where one is given."""
    written = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True) for _ in range(2)]
    with redirect_stdout(written[0]), redirect_stderr(written[1]):
        ended = main([str(word) for word in words])
    out, err = (stream.buffer.getvalue().decode("utf-8") for stream in written)
    assert code in (None, ended), (words, ended, err)
    return Said(ended, out, err)


def told(*words: object, code: int = 0) -> Any:
    """What the command writes with --json, which must end with this code."""
    return json.loads(call(*words, "--json", code=code).out)


def ran(
    words: list[str], *, code: int | None = None, folder: Path | None = None, given: str = "", **names: str
) -> Said:
    """How a program ended in a folder, with these names in its environment, and what it wrote."""
    kept = {"env": {**os.environ, **names}, "cwd": folder, "input": given, "timeout": 300}
    done = subprocess.run(words, capture_output=True, text=True, check=False, **kept)
    assert code in (None, done.returncode), (words, done.returncode, done.stdout, done.stderr)
    return Said(done.returncode, done.stdout, done.stderr)


def process(*words: object, **variables: str) -> Said:
    """The command in a process of its own."""
    return ran([*GFKIT, *map(str, words)], **variables)


def python(program: str, *words: str, **how: Any) -> Said:
    """Lines of Python in a process of their own."""
    return ran([sys.executable, "-c", program, *words], **how)


def begun(program: str, *words: str, **how: Any) -> subprocess.Popen[str]:
    """A process that is at lines of Python, with pipes to talk to it."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-c", program, *words], text=True, **{**pipes, **how})


def engine(monkeypatch: Any, function: Any, name: str = "count") -> None:
    """Puts a function in the place of an engine."""
    monkeypatch.setattr(f"gfkit.transfer.{name}.{name}", function)
