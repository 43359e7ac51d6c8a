"""Cells: blocks of the documentation that readers edit and run in the browser.

A cell runs the command line itself, so that its output equals the output in a terminal.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import shlex
from pathlib import Path
from typing import Any

_NAMES: dict[str, Any] = {"__name__": "__main__"}
"""Namespace shared by the Python code of all cells."""


def run_cell(request: str) -> str:
    """Return the output of a cell as JSON. The request contains its language, text, files and number of
    columns.

    >>> run_cell('{"language": "shell", "text": "gfkit count kings 2x2", "files": {}, "wide": 80}')
    '{"text": "5\\\\nproved by the transfer-matrix method (4 states)\\\\n"}'
    """
    asked = json.loads(request)
    for name, text in asked["files"].items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")
    run = run_commands if asked["language"] == "shell" else run_python
    before = dict(os.environ)
    os.environ |= {
        "COLUMNS": str(asked["wide"]),
        "GFKIT_QUIET": "1",
    }  # a browser has no threads for the clock
    try:
        return json.dumps({"text": run(asked["text"])})
    finally:
        os.environ.clear()
        os.environ.update(before)


def run_commands(text: str) -> str:
    """Return the output of commands, given one per line. If there are several, each output is preceded by its
    command.

    >>> print(run_commands("gfkit count kings 2x1\\nls"))
    $ gfkit count kings 2x1
    3
    proved by the transfer-matrix method (2 states)
    $ ls
    only commands that begin with 'gfkit' can be run here
    <BLANKLINE>
    """
    lines = [line.removeprefix("$").strip() for line in text.replace("\\\n", " ").splitlines()]
    commands = [line for line in lines if line]
    printed = [_run_command(command) for command in commands]
    if len(commands) < 2:
        return "".join(printed)
    return "".join(f"$ {command}\n{own}" for command, own in zip(commands, printed, strict=True))


def _run_command(command: str) -> str:
    from gfkit.cli.main import main

    try:
        words = shlex.split(command, comments=True)
    except ValueError as error:
        return f"cannot parse the command: {error}\n"
    if words[:1] != ["gfkit"]:
        return "only commands that begin with 'gfkit' can be run here\n"
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            main(words[1:])
        except Exception as error:
            out.write(f"not available in a browser: {error}\n")
    return out.getvalue()


def run_python(text: str) -> str:
    """Return the output of Python code, with the values of expressions and the last line of an error.

    >>> run_python("x = 6\\nx*7\\nx/0")
    '42\\nZeroDivisionError: division by zero\\n'
    """
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        try:
            for statement in ast.parse(text).body:
                exec(compile(ast.Interactive([statement]), "<cell>", "single"), _NAMES)
        except (Exception, SystemExit) as error:
            out.write(f"{type(error).__name__}: {error}\n")
    return out.getvalue()
