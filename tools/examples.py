"""Runs the notebooks of examples/ without Jupyter: Python, ``!gfkit ...`` and ``%%writefile``.

``python tools/examples.py`` writes the outputs into the notebooks. With ``--check`` it writes nothing, and
ends with 1 if an output has changed.
"""

from __future__ import annotations

import argparse
import ast
import contextlib
import io
import json
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from gfkit.cli.main import main as run_gfkit

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
RICH = {"image/svg+xml": "_repr_svg_"}
"""Kinds of output that are stored besides plain text, with the methods that return them."""


def run_commands(source: str) -> str:
    """Return the Python code of a cell, in which lines of the shell are calls of a function.

    >>> run_commands("!gfkit games cram")
    "_run('gfkit games cram')"
    """
    return re.sub(r"^!(.+)$", lambda line: f"_run({line[1]!r})", source, flags=re.MULTILINE)


def _run(line: str) -> None:
    name, *words = shlex.split(line)
    assert name == "gfkit", line
    run_gfkit(words)


def run_cell(source: str, names: dict[str, Any]) -> tuple[str, Any]:
    """Run a cell; return the text that it prints, and the value of its last line or None."""
    if source.startswith("%%writefile "):
        first, _, content = source.partition("\n")
        file = first.split()[1]
        Path(file).write_text(content, "utf-8")
        return f"Writing {file}\n", None
    body = ast.parse(run_commands(source)).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    return printed.getvalue(), value


def outputs(source: str, names: dict[str, Any], count: int) -> Iterator[dict[str, Any]]:
    """Yield the outputs of a cell in the form of notebooks."""
    printed, value = run_cell(source, names)
    if printed:
        yield {"name": "stdout", "output_type": "stream", "text": printed.splitlines(keepends=True)}
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        for kind, method in RICH.items():
            if drawn := getattr(value, method, lambda: None)():
                data[kind] = drawn.splitlines(keepends=True)
        yield {"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """Return a notebook with the outputs of its cells, run in order in an empty directory."""
    names: dict[str, Any] = {"__name__": "__main__", "_run": _run}
    cells, before = [], Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            for cell in notebook["cells"]:
                if cell["cell_type"] == "code":
                    count = 1 + sum("outputs" in one for one in cells)
                    found = [*outputs("".join(cell["source"]), names, count)]
                    cell = {**cell, "execution_count": count, "outputs": found}
                cells.append(cell)
        finally:
            os.chdir(before)
    return {**notebook, "cells": cells}


def main() -> int:
    """Run all notebooks, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("notebooks", nargs="*", type=Path, default=sorted(EXAMPLES.glob("*.ipynb")))
    parser.add_argument("--check", action="store_true", help="compare, and write nothing")
    given = parser.parse_args()
    changed = []
    for path in given.notebooks:
        text = path.read_text("utf-8")
        new = json.dumps(executed(json.loads(text)), indent=1, ensure_ascii=False, sort_keys=True) + "\n"
        changed += [path.name] * (new != text)
        if not given.check:
            path.write_text(new, "utf-8")
    if given.check and changed:
        sys.stderr.write(f"outputs have changed in {', '.join(changed)}: python tools/examples.py\n")
    return int(given.check and bool(changed))


if __name__ == "__main__":
    sys.exit(main())
