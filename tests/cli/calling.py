"""Calls of commands in tests: in this process, in a separate process, with an engine of the test."""

import io
import json
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterable
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

from gfkit.cli.main import main

GFKIT = (sys.executable, "-m", "gfkit")
BITS = 'name = "G"\n[both]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LR"]\n'
"""A rule file for independent sets; of a path of n vertices there are F(n + 2), Fibonacci numbers."""


TRACEBACK = "Traceback (most recent call last)"


class Said(NamedTuple):
    """Exit code and output of a command."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


def call(*words: object, code: int | None = None) -> Said:
    """Run the command in this process, and check its exit code if one is given."""
    written = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True) for _ in range(2)]
    with redirect_stdout(written[0]), redirect_stderr(written[1]):
        ended = main([str(word) for word in words])
    out, err = (stream.buffer.getvalue().decode("utf-8") for stream in written)
    assert code in (None, ended), (words, ended, err)
    return Said(ended, out, err)


def told(*words: object, code: int = 0) -> Any:
    """Return the output of the command with --json; check its exit code."""
    return json.loads(call(*words, "--json", code=code).out)


def ran(
    words: list[str], *, code: int | None = None, folder: Path | None = None, given: str = "", **names: str
) -> Said:
    """Run a program in a directory, with environment variables, and return its exit code and output."""
    kept = {"env": {**os.environ, **names}, "cwd": folder, "input": given, "timeout": 300}
    done = subprocess.run(words, capture_output=True, text=True, check=False, **kept)
    assert code in (None, done.returncode), (words, done.returncode, done.stdout, done.stderr)
    return Said(done.returncode, done.stdout, done.stderr)


def process(*words: object, **variables: str) -> Said:
    """Run the command in a separate process."""
    return ran([*GFKIT, *map(str, words)], **variables)


def python(program: str, *words: str, **how: Any) -> Said:
    """Run lines of Python in a separate process."""
    return ran([sys.executable, "-c", program, *words], **how)


def begun(program: str, *words: str, **how: Any) -> subprocess.Popen[str]:
    """Start a process that runs lines of Python, connected by pipes."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    return subprocess.Popen([sys.executable, "-c", program, *words], text=True, **{**pipes, **how})


def engine(monkeypatch: Any, function: Any, name: str = "count") -> None:
    """Replace an engine by a function."""
    monkeypatch.setattr(f"gfkit.core.engine.{name}.{name}", function)


def repeated(word: str) -> str:
    """Replace each {text*number} by that number of copies of the string."""
    return re.sub(r"\{([^{}*]+)\*(\d+)\}", lambda part: part[1] * int(part[2]), word)


def obeyed(text: Iterable[str]) -> list[str]:
    """Return the characters that control a terminal, or mislead its reader."""
    hidden = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return [one for one in text if unicodedata.category(one) in hidden and one not in "\n\t"]


def wrong(said: Said, asks_json: bool) -> list[str]:
    """Return the errors in a result or an error message: exit code, lines on standard error, JSON."""
    lines = [line for line in said.err.splitlines() if not line.startswith(("note: ", "  - "))]
    if TRACEBACK in said.err:
        return [f"traceback: {lines[-1]:.300}"]
    faults = [] if said.code in (0, 1, 2, 3, 4, 130) else [f"exit code {said.code}"]
    if said.code in (2, 3, 130) and not (lines and lines[-1].startswith(("gfkit: ", "cannot say: "))):
        faults.append(f"no line of the error, but {lines[-1:]!r:.100}")
    elif said.code == 2 and len(lines) > 1:
        faults.append(f"more than a line of the error: {lines[0]!r:.100}")
    if any(len(line) > 4000 for line in lines):
        faults.append("a long line of the error")
    if obeyed({*said.out, *said.err}):
        faults.append("control characters")
    if asks_json and (said.out or said.code not in (2, 3, 130)) and not is_object(said.out):
        faults.append(f"no object of JSON, but {said.out!r:.100}")
    return faults


def is_object(text: str) -> bool:
    """Return True if a string is one JSON object in ASCII, without NaN and without repeated keys."""

    def unlike(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key comes twice")
        return dict(pairs)

    try:
        made = json.loads(text, parse_constant=int, object_pairs_hook=unlike)
    except ValueError:
        return False
    return isinstance(made, dict) and text.isascii()
