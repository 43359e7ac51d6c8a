"""The same question has the same bytes as its answer, whatever the hash seed, the workers and the locale."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

QUESTIONS = [
    ("count", "domineering", "4x4", "--weights", "players"),
    ("derive", "col", "3xn", "--weights", "players"),
    ("derive", "arc-kayles", "8xn", "--method", "modular", "--no-store"),
    ("guess", "1,2,5,14,42,132,429,1430,4862,16796,58786,208012,742900,2674440,9694845,35357670"),
    ("verify", "1/(1-t)", "--for", "cis", "path:n"),
    ("value", "domineering", "3x4", "--options"),
    ("outcomes", "domineering", "3xn", "--to", "6"),
    ("nim", "node-kayles", "path:n", "--to", "40"),
    ("equilibrium", "2xn", "--to", "4"),
    ("catalog", "check", "profiles-t1-cis"),
    ("games",),
]
SURROUNDINGS = [
    ({"PYTHONHASHSEED": "0", "LC_ALL": "C"}, 1),
    ({"PYTHONHASHSEED": "1", "LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "PYTHONUTF8": "0"}, 2),
    ({"PYTHONHASHSEED": "2", "NUMBA_DISABLE_JIT": "1", "COLUMNS": "40"}, 1),
]


def answer(words: tuple[str, ...], variables: dict[str, str], workers: int) -> bytes:
    more = ["--workers", str(workers)] if words[0] in ("derive", "guess") else []
    done = subprocess.run(
        [sys.executable, "-m", "gfkit.cli.main", *words, *more, "--json"],
        env={**os.environ, **variables},
        capture_output=True,
        timeout=300,
        check=False,
    )
    assert (done.returncode in (0, 1), done.stderr) == (True, b"")
    return done.stdout


@pytest.mark.parametrize("words", QUESTIONS, ids=lambda words: " ".join(words)[:30])
def test_the_same_question_has_the_same_bytes(words):
    first, *others = [answer(words, *each) for each in SURROUNDINGS]
    assert first.startswith(b"{")
    assert first.isascii()
    assert others == [first] * len(others)


def test_times_are_told_on_request():
    words = ("catalog", "check", "profiles-t1-cis")
    assert b"seconds" not in answer(words, {}, 1)
    assert b'"seconds": ' in answer((*words, "--times"), {}, 1)
