"""Standard input, output or error that is closed, and who stops to read."""

from __future__ import annotations

import subprocess
import sys

import pytest


def run(words: str, closed: str) -> subprocess.CompletedProcess[str]:
    """A command in a process whose shell has closed a stream, as with <&- or >&-."""
    line = f'exec "{sys.executable}" -m gfkit {words} {closed}'
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize(
    "words",
    ["guess --file -", "verify t --data -", "oeis lint -", "mcp"],
)
def test_what_reads_a_closed_input_is_refused_in_a_line(words):
    done = run(words, "<&-")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("gfkit: ")
    assert done.stderr.count("\n") == 1
    assert "standard input" in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&- >&- 2>&-", "| head -c 1"])
def test_other_closed_streams_break_nothing(closed):
    done = run("count col 2x2 --json", closed)
    assert done.returncode == 0
    assert done.stderr == ""


def test_messages_need_an_output():
    done = run("mcp", ">&- </dev/null")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_a_file_gets_no_number_of_a_closed_stream(tmp_path):
    """What is written to standard output does not end up in a file that was opened in its place."""
    saved = tmp_path / "law.json"
    assert run(f"derive cis path:n --save {saved}", "<&- >&- 2>&-").returncode == 0
    checked = subprocess.run(
        [sys.executable, "-m", "gfkit", "certify", str(saved)], capture_output=True, check=False
    )
    assert checked.returncode == 0
