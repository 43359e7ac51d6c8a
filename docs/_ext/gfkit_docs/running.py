"""Runs the blocks of a page, in order, in a folder of their own, and compares with what the page says."""

from __future__ import annotations

import ast
import contextlib
import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from unittest.mock import patch

from gfkit.cli.main import main
from gfkit_docs.blocks import Block, read_blocks

PROMPT = re.compile(r"^\$ ", re.MULTILINE)
PLAIN = ("cat", "head", "ls", "tail")
"""Commands beside gfkit that a page may use; all of them only show files."""
CHECKER = doctest.OutputChecker()


@dataclass(frozen=True)
class Failure:
    """What a page says and what comes out instead."""

    page: Path
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.what}"


@dataclass
class Room:
    """Where the blocks of one page run: a folder, the names of Python, the last exit code."""

    folder: Path
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "__main__"})
    code: int = 0
    pictures: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """What running a page came to."""

    page: Path
    blocks: int
    run: int
    seconds: float
    failures: tuple[Failure, ...]
    pictures: dict[str, str]
    """By its lines the SVG of each picture."""


def run_page(page: Path, folder: Path, slow: bool = True) -> Report:
    """Runs all blocks of a page, those marked slow only where asked."""
    blocks = read_blocks(page)
    began, room, failures, run = time.monotonic(), Room(folder), [], 0
    with _inside(folder):
        for block in blocks:
            if slow or not block.slow:
                found = _run(block, room)
                run += found is not None
                failures += found or []
    return Report(page, len(blocks), run, time.monotonic() - began, tuple(failures), room.pictures)


def _run(block: Block, room: Room) -> list[Failure] | None:
    """The failures of one block, None where there is nothing to run."""
    if block.file:
        (room.folder / block.file).parent.mkdir(exist_ok=True)
        (room.folder / block.file).write_text(block.text, encoding="utf-8")
    if block.shown:
        return None
    if block.is_console:
        return _console(block, room)
    if block.is_session:
        return _session(block, room)
    if block.is_source:
        return _source(block, room)
    if block.language == "toml":
        return _toml(block)
    return None


def _console(block: Block, room: Room) -> list[Failure]:
    """Commands with what they print; a block that shows nothing printed asks only that none is refused."""
    start, *parts = PROMPT.split(block.text)
    if start.strip():
        return [Failure(block.page, block.line, f"a block of commands begins with '$ ', not with {start!r}")]
    cut = [part.replace("\\\n", " ").partition("\n") for part in parts]
    quiet = not any(expected.strip() for _, _, expected in cut)
    failures, line = [], block.line
    for part, (command, _, expected) in zip(parts, cut, strict=True):
        printed = _printed(command, room)
        if quiet and room.code > 1:
            failures.append(Failure(block.page, line, f"$ {command}\nis refused: {printed}"))
        elif not quiet and not is_same(expected, printed):
            failures.append(Failure(block.page, line, _difference(f"$ {command}", expected, printed)))
        line += part.count("\n")
    return failures


def _printed(command: str, room: Room) -> str:
    """What a command prints; of a refused one what it says on standard error too."""
    if command.strip() == "echo $?":
        return f"{room.code}\n"
    words = shlex.split(command, comments=True)
    target = words[-1] if len(words) > 2 and words[-2] == ">" else None
    words = words[:-2] if target else words
    variables = dict(word.split("=", 1) for word in takewhile(re.compile(r"[A-Z_]+=").match, words))
    words = words[len(variables) :]
    if words[0] == "gfkit":
        with patch.dict(os.environ, variables):
            printed, error, room.code = _gfkit(words[1:])
    elif words[0] == "echo" and words[2:4] == ["|", "gfkit"]:
        printed, error, room.code = _gfkit(words[4:], typed=f"{words[1]}\n")
    elif words[0] in PLAIN:
        done = subprocess.run(words, cwd=room.folder, capture_output=True, text=True, check=False)
        printed, error, room.code = done.stdout, done.stderr, done.returncode
    else:
        used = f"gfkit, {', '.join(PLAIN)}, 'echo $?' and 'echo WORDS | gfkit'"
        raise ValueError(f"pages use {used}, not {words[0]!r}")
    if target is None:
        return printed + error
    (room.folder / target).write_text(printed, encoding="utf-8")
    return ""


def _gfkit(words: list[str], typed: str = "") -> tuple[str, str, int]:
    """Return both outputs of a command of gfkit, without notes beside an answer, and its exit code."""
    out, error, before = io.StringIO(), io.StringIO(), sys.stdin
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        sys.stdin = io.StringIO(typed)
        try:
            code = main(words)
        finally:
            sys.stdin = before
    said = error.getvalue() if code > 1 else re.sub(r"(?m)^(note|gfkit): .*\n", "", error.getvalue())
    return out.getvalue(), said, code


def _session(block: Block, room: Room) -> list[Failure]:
    """Lines with prompts, compared as doctest compares them."""
    failures: list[Failure] = []

    class Runner(doctest.DocTestRunner):
        def report_failure(self, _out, test, example, got):  # type: ignore[no-untyped-def]
            line = test.lineno + example.lineno
            failures.append(
                Failure(block.page, line, _difference(example.source.rstrip(), example.want, got))
            )

        def report_unexpected_exception(self, _out, test, example, exc_info):  # type: ignore[no-untyped-def]
            raised = f"{exc_info[0].__name__}: {exc_info[1]}\n"
            line = test.lineno + example.lineno
            failures.append(
                Failure(block.page, line, _difference(example.source.rstrip(), example.want, raised))
            )

    test = doctest.DocTestParser().get_doctest(
        block.text, room.names, block.page.name, str(block.page), block.line
    )
    test.globs = room.names
    Runner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False)
    return failures


def _source(block: Block, room: Room) -> list[Failure]:
    """A program without prompts must only run; what it prints is not compared."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            if block.language == "{picture}":
                room.pictures[block.text.strip()] = picture_text(block.text, room.names)
            else:
                exec(compile(block.text, f"{block.page.name}:{block.line}", "exec"), room.names)
    except Exception as error:
        return [Failure(block.page, block.line, f"the program ends with {type(error).__name__}: {error}")]
    return []


def picture_text(source: str, names: dict[str, object]) -> str:
    """Runs the lines of a picture; the last one must be an expression, whose value is drawn."""
    *body, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        raise ValueError(f"a picture ends with an expression: {source!r}")
    exec(compile(ast.Module(body, []), "picture", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "picture", "eval"), names)
    text = value if isinstance(value, str) else value._repr_svg_()
    if not text or "<svg" not in text:
        raise ValueError(f"no picture comes from {source!r}")
    return str(text)


def _toml(block: Block) -> list[Failure]:
    """A rule file, or a part of one, must at least be TOML."""
    try:
        tomllib.loads(block.text)
    except tomllib.TOMLDecodeError as error:
        return [Failure(block.page, block.line, f"no TOML: {error}")]
    return []


def is_same(expected: str, printed: str) -> bool:
    """Equal up to blanks at the ends of lines; three dots stand for anything, as in doctest."""
    wanted, got = (
        "\n".join(line.rstrip() for line in text.strip("\n").splitlines()) for text in (expected, printed)
    )
    return wanted.rstrip() == got.rstrip() or CHECKER.check_output(
        f"{wanted.rstrip()}\n", f"{got.rstrip()}\n", doctest.ELLIPSIS
    )


def _difference(command: str, expected: str, printed: str) -> str:
    return f"{command}\n--- the page says\n{expected.rstrip()}\n--- it prints\n{printed.rstrip()}"


_SET = ("GFKIT_CACHE", "GFKIT_OEIS_INDEX", "COLUMNS", "GFKIT_QUIET")


@contextlib.contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """Works in the folder, as Python does: modules are found there, and runs and the index are kept there."""
    before = {name: os.environ.get(name) for name in _SET}
    os.environ |= dict(
        zip(_SET, (str(folder / ".cache"), str(folder / "oeis.sqlite"), "110", "1"), strict=True)
    )
    sys.path.insert(0, str(folder))
    try:
        with contextlib.chdir(folder):
            yield
    finally:
        sys.path.remove(str(folder))
        for name, value in before.items():
            os.environ.pop(name, None)
            if value is not None:
                os.environ[name] = value
