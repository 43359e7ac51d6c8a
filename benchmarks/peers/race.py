"""Tasks that gfkit and a peer solve in turn, in separate processes, measured in CPU seconds."""

from __future__ import annotations

import operator
import os
import resource
import signal
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

ENVIRONMENT = Path("build/peers").absolute()
"""The virtual environment of the peers. Programs that are not in a registry may be copied to its ``bin``."""
PATH = os.pathsep.join([str(ENVIRONMENT / "bin"), os.environ.get("PATH", "")])

# Under a limit of CPU time, Linux advances time.process_time by ticks of milliseconds, but not getrusage.
PROGRAM = """
import resource, sys
sys.set_int_max_str_digits(0)
def spent():
    both = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return sum(used.ru_utime + used.ru_stime for used in both)
{setup}
begin = spent()
{work}
print(spent() - begin)
print({answer})
"""


@dataclass(frozen=True)
class Python:
    """Python program. The work alone excludes ``setup`` and ``small``, a smaller task."""

    setup: str
    work: str
    answer: str
    small: str = ""

    def command(self, interpreter: str, warm: bool) -> tuple[list[str], str]:
        setup = f"{self.setup}\n{self.small if warm else ''}"
        return [interpreter, "-"], PROGRAM.format(setup=setup, work=self.work, answer=self.answer)

    def read(self, printed: str) -> tuple[float | None, str]:
        seconds, answer = printed.split("\n", 1)
        return float(seconds), answer.strip()


@dataclass(frozen=True)
class Command:
    """Other program. ``reader`` parses the answer, and the seconds without startup if it prints them."""

    words: tuple[str, ...]
    reader: Callable[[str], tuple[float | None, str]]
    text: str = ""
    small = ""

    def command(self, _interpreter: str, _warm: bool) -> tuple[list[str], str]:
        return list(self.words), self.text

    def read(self, printed: str) -> tuple[float | None, str]:
        return self.reader(printed)


@dataclass(frozen=True)
class Task:
    """Task with the program of the peer, the program of gfkit, and the comparison of their answers."""

    name: str
    theirs: Python | Command
    ours: Python
    agree: Callable[[str, str], bool] = operator.eq


@dataclass(frozen=True)
class Peer:
    """Peer: its tasks, its packages or program, and their source."""

    name: str
    tasks: tuple[Task, ...]
    packages: tuple[str, ...] = ()
    """Packages that pip installs. The version of the first one is printed."""
    program: str = ""
    source: str = "pip"
    build: Callable[[], None] | None = None
    """Further installation step of ``--install``."""


@dataclass(frozen=True)
class Cell:
    """CPU seconds of a process and of its work alone, and the answer; or a text that replaces them."""

    whole: float = 0.0
    alone: float | None = None
    answer: str = ""
    text: str = ""


def counting_program(rule: str, side: int, positions: str = "all") -> Python:
    """Return gfkit's program that counts on a square board."""
    work = "found = int(gfkit.count({!r}, '{}', {!r}))"
    smaller = side - 2
    return Python(
        "import gfkit",
        work.format(rule, f"{side}x{side}", positions),
        "found",
        work.format(rule, f"{smaller}x{smaller}", positions),
    )


def measure(program: Python | Command, interpreter: str, limit: int) -> Cell:
    """Return the seconds of a process, and of the work alone in another that did the smaller task before."""
    cell = run(program, interpreter, limit, warm=False)
    if not program.small or cell.text:
        return cell
    warm = run(program, interpreter, limit, warm=True)
    return replace(cell, alone=warm.alone, text=warm.text)


def run(program: Python | Command, interpreter: str, limit: int, warm: bool) -> Cell:
    """Return the seconds and the answer of one process, which is ended after ``limit`` CPU seconds."""
    words, text = program.command(interpreter, warm)
    one_thread = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        words,
        input=text,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5)),
        env=os.environ | one_thread | {"PATH": PATH, "GFKIT_CACHE": str(ENVIRONMENT / "cache")},
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    whole = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    reason = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    if done.returncode == -signal.SIGXCPU or "SIGXCPU" in reason:
        return Cell(text=f"over {whole:.0f}")
    if done.returncode:
        return Cell(text="refused" if reason.startswith("gfkit.core.errors.") else f"FAILED: {reason[:100]}")
    try:
        return Cell(whole, *program.read(done.stdout))
    except (ValueError, TypeError, IndexError, KeyError) as error:
        return Cell(text=f"FAILED: cannot read {done.stdout[-60:]!r}: {error}")


def compare(task: Task, interpreter: str | None, rounds: int, limit: int) -> list[str]:
    """Return the cells of a row: whole processes, then the work alone; or a note about a wrong answer.

    ``interpreter`` runs the peer's programs in Python. It is None if the peer is not installed.
    """
    theirs, ours = list[Cell](), list[Cell]()
    for _ in range(rounds):
        if not (theirs and theirs[-1].text):
            theirs.append(measure(task.theirs, interpreter, limit) if interpreter else Cell(text="not here"))
        if not (ours and ours[-1].text):
            ours.append(measure(task.ours, sys.executable, limit))
        if not (theirs[-1].text or ours[-1].text) and not task.agree(theirs[-1].answer, ours[-1].answer):
            return ["WRONG ANSWER", theirs[-1].answer[:40], ours[-1].answer[:40], "", "", ""]
    wholes = [[cell.whole for cell in cells] for cells in (theirs, ours)]
    alone = [[cell.whole if cell.alone is None else cell.alone for cell in cells] for cells in (theirs, ours)]
    texts = theirs[-1].text, ours[-1].text
    return _figures(wholes, texts) + _figures(alone, texts)


def _figures(seconds: list[list[float]], texts: tuple[str, str]) -> list[str]:
    """Return two medians, and the median of the ratios of the pairs."""
    shown = [text or f"{statistics.median(times):.3g}" for times, text in zip(seconds, texts, strict=True)]
    if not any(texts):
        ratio = statistics.median(a / b for a, b in zip(*seconds, strict=True))
        return [*shown, f"{float(f'{ratio:.2g}'):g}"]
    is_over = texts[0].startswith("over ") and not texts[1]
    least = float(texts[0].removeprefix("over ")) / statistics.median(seconds[1]) if is_over else 0.0
    return [*shown, f"over {least:.0f}" if is_over else ""]
