"""Run the blocks of a page in order, in a separate directory, and compare the output with the page."""

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
"""Commands besides gfkit that a page may use. They only read files."""
CHECKER = doctest.OutputChecker()


@dataclass(frozen=True)
class Failure:
    """Difference between a page and the output of one of its blocks."""

    page: Path
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.what}"


@dataclass
class PageState:
    """State of a page that runs: directory, Python namespace, last exit code, and figures."""

    folder: Path
    names: dict[str, object] = field(default_factory=lambda: {"__name__": "__main__"})
    code: int = 0
    pictures: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """Result of running a page."""

    page: Path
    blocks: int
    run: int
    seconds: float
    failures: tuple[Failure, ...]
    pictures: dict[str, str]
    """SVG of each figure by its source."""


def run_page(page: Path, folder: Path, slow: bool = True) -> Report:
    """Run all blocks of a page. Skip blocks marked as slow if ``slow`` is False."""
    blocks = read_blocks(page)
    began, state, failures, run = time.monotonic(), PageState(folder), [], 0
    with _working_in(folder):
        for block in blocks:
            if slow or not block.slow:
                found = _run_block(block, state)
                run += found is not None
                failures += found or []
    return Report(page, len(blocks), run, time.monotonic() - began, tuple(failures), state.pictures)


def _run_block(block: Block, state: PageState) -> list[Failure] | None:
    """Return the failures of a block, or None if the block does not run."""
    if block.file:
        (state.folder / block.file).parent.mkdir(exist_ok=True)
        (state.folder / block.file).write_text(block.text, encoding="utf-8")
    if block.shown:
        return None
    if block.is_console:
        return _run_console(block, state)
    if block.is_session:
        return _run_session(block, state)
    if block.is_source:
        return _run_source(block, state)
    if block.language == "toml":
        return _check_toml(block)
    return None


def _run_console(block: Block, state: PageState) -> list[Failure]:
    """Run commands and compare their output. A block without output requires only that they succeed."""
    start, *parts = PROMPT.split(block.text)
    if start.strip():
        return [Failure(block.page, block.line, f"a block of commands begins with '$ ', not with {start!r}")]
    cut = [part.replace("\\\n", " ").partition("\n") for part in parts]
    quiet = not any(expected.strip() for _, _, expected in cut)
    failures, line = [], block.line
    for part, (command, _, expected) in zip(parts, cut, strict=True):
        printed = _run_command(command, state)
        if quiet and state.code > 1:
            failures.append(Failure(block.page, line, f"$ {command}\nfails: {printed}"))
        elif not quiet and not is_same(expected, printed):
            failures.append(Failure(block.page, line, _difference(f"$ {command}", expected, printed)))
        line += part.count("\n")
    return failures


def _run_command(command: str, state: PageState) -> str:
    """Run a command. Return its output, and its standard error if it fails."""
    if command.strip() == "echo $?":
        return f"{state.code}\n"
    words = shlex.split(command, comments=True)
    target = words[-1] if len(words) > 2 and words[-2] == ">" else None
    words = words[:-2] if target else words
    variables = dict(word.split("=", 1) for word in takewhile(re.compile(r"[A-Z_]+=").match, words))
    words = words[len(variables) :]
    if words[0] == "gfkit":
        with patch.dict(os.environ, variables):
            printed, error, state.code = _gfkit(words[1:])
    elif words[0] == "echo" and words[2:4] == ["|", "gfkit"]:
        printed, error, state.code = _gfkit(words[4:], typed=f"{words[1]}\n")
    elif words[0] in PLAIN:
        done = subprocess.run(words, cwd=state.folder, capture_output=True, text=True, check=False)
        printed, error, state.code = done.stdout, done.stderr, done.returncode
    else:
        used = f"gfkit, {', '.join(PLAIN)}, 'echo $?' and 'echo WORDS | gfkit'"
        raise ValueError(f"pages use {used}, not {words[0]!r}")
    if target is None:
        return printed + error
    (state.folder / target).write_text(printed, encoding="utf-8")
    return ""


def _gfkit(words: list[str], typed: str = "") -> tuple[str, str, int]:
    """Return standard output, standard error and exit code of gfkit. Notes are omitted if it succeeds."""
    out, error, before = io.StringIO(), io.StringIO(), sys.stdin
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(error):
        sys.stdin = io.StringIO(typed)
        try:
            code = main(words)
        finally:
            sys.stdin = before
    said = error.getvalue() if code > 1 else re.sub(r"(?m)^(note|gfkit): .*\n", "", error.getvalue())
    return out.getvalue(), said, code


def _run_session(block: Block, state: PageState) -> list[Failure]:
    """Run a Python session and compare its output as doctest does."""
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
        block.text, state.names, block.page.name, str(block.page), block.line
    )
    test.globs = state.names
    Runner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False)
    return failures


def _run_source(block: Block, state: PageState) -> list[Failure]:
    """Run a program without prompts. Its output is not compared."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            if block.language == "{picture}":
                state.pictures[block.text.strip()] = picture_text(block.text, state.names)
            else:
                exec(compile(block.text, f"{block.page.name}:{block.line}", "exec"), state.names)
    except Exception as error:
        return [Failure(block.page, block.line, f"the program ends with {type(error).__name__}: {error}")]
    return []


def picture_text(source: str, names: dict[str, object]) -> str:
    """Return the SVG of a figure: the value of the expression in the last line of its source."""
    *body, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        raise ValueError(f"a picture ends with an expression: {source!r}")
    exec(compile(ast.Module(body, []), "picture", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "picture", "eval"), names)
    text = value if isinstance(value, str) else value._repr_svg_()
    if not text or "<svg" not in text:
        raise ValueError(f"the value is not a figure: {source!r}")
    return str(text)


def _check_toml(block: Block) -> list[Failure]:
    """Check that a rule file, or a part of it, is valid TOML."""
    try:
        tomllib.loads(block.text)
    except tomllib.TOMLDecodeError as error:
        return [Failure(block.page, block.line, f"invalid TOML: {error}")]
    return []


def is_same(expected: str, printed: str) -> bool:
    """Return True if both agree up to trailing spaces. Three dots match any string, as in doctest."""
    wanted, got = (
        "\n".join(line.rstrip() for line in text.strip("\n").splitlines()) for text in (expected, printed)
    )
    return wanted.rstrip() == got.rstrip() or CHECKER.check_output(
        f"{wanted.rstrip()}\n", f"{got.rstrip()}\n", doctest.ELLIPSIS
    )


def _difference(command: str, expected: str, printed: str) -> str:
    return f"{command}\n--- the page shows\n{expected.rstrip()}\n--- it prints\n{printed.rstrip()}"


_SET = ("GFKIT_CACHE", "GFKIT_OEIS_INDEX", "COLUMNS", "GFKIT_QUIET")


@contextlib.contextmanager
def _working_in(folder: Path) -> Iterator[None]:
    """Work in a directory: import its modules, and store the cache and the OEIS index there."""
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
