"""What the doctor looks at."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from gfkit.cli.doctor.finding import Finding, Health
from gfkit.errors import GfkitError

NEEDED = {
    "python-flint": "flint",
    "numpy": "numpy",
    "sympy": "sympy",
    "mpmath": "mpmath",
    "click": "click",
    "rich": "rich",
    "platformdirs": "platformdirs",
}
OPTIONAL = {
    "numba": ("numba", "pip install 'gfkit[fast]' makes wide strips about six times faster"),
    "matplotlib": ("matplotlib", "pip install 'gfkit[plot]' for pictures in files"),
    "distributed": ("distributed", "pip install 'gfkit[cluster]' for work on many machines"),
}
"""What each package is imported as, and what it would be good for."""
_OLDEST = (3, 11)


def findings() -> list[Finding]:
    """All there is to say, in the order of printing; what fails on the way is broken."""
    looks: list[tuple[str, Callable[[], Finding]]] = [
        ("gfkit", _gfkit),
        ("python", _python),
        *((name, lambda name=name: _needed(name)) for name in NEEDED),
        *((name, lambda name=name: _optional(name)) for name in OPTIONAL),
        ("machine code", _machine_code),
        ("cores", _cores),
        ("memory", _memory),
        ("run store", _run_store),
        ("OEIS index", _index),
        ("terminal", _terminal),
    ]
    return [_looked(what, look) for what, look in looks]


def _looked(what: str, look: Callable[[], Finding]) -> Finding:
    try:
        return look()
    except (GfkitError, ImportError, OSError, ArithmeticError, ValueError) as error:
        return Finding(what, f"{type(error).__name__}: {error}", Health.BROKEN)


def _gfkit() -> Finding:
    place = os.path.dirname(os.path.dirname(os.path.dirname(__file__)))
    try:
        return Finding("gfkit", f"{version('gfkit')} in {place}")
    except PackageNotFoundError:
        return Finding("gfkit", f"not installed, run from its source in {place}")


def _python() -> Finding:
    text = sys.version.split()[0]
    if sys.version_info < _OLDEST:
        return Finding("python", text, Health.BROKEN, "3.11 or newer is needed")
    return Finding("python", text)


def _needed(name: str) -> Finding:
    try:
        import_module(NEEDED[name])
    except ImportError as error:
        return Finding(name, f"cannot be imported ({error})", Health.BROKEN, f"pip install {name}")
    return Finding(name, version(name))


def _optional(name: str) -> Finding:
    module, advice = OPTIONAL[name]
    try:
        text = version(name)
    except PackageNotFoundError:
        return Finding(name, "not installed", Health.ABSENT, advice)
    try:
        import_module(module)
    except ImportError as error:
        return Finding(
            name, f"{text}, but cannot be imported ({error})", Health.BROKEN, f"pip install {name}"
        )
    return Finding(name, text)


def _machine_code() -> Finding:
    from gfkit.cli.doctor.self_test import machine_code

    return machine_code()


def _cores() -> Finding:
    ours = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return Finding("cores", f"{ours} of {os.cpu_count()}")


def _memory() -> Finding:
    from gfkit.memory import default_memory, size_text

    return Finding("memory", f"{size_text(default_memory())} are used at most, unless --max-memory tells")


def _run_store() -> Finding:
    from gfkit.memory import size_text
    from gfkit.runs.store import open_store

    told: list[str] = []
    with open_store(on_trouble=told.append) as store:
        number = len(store.runs())
    path = store.path
    size = size_text(path.stat().st_size if path.exists() else 0)
    text = f"{path}, {number} run{'' if number == 1 else 's'}, {size} of {size_text(store.limit)}"
    if told:
        return Finding("run store", f"{text}; {'; '.join(told)}", Health.BROKEN)
    folder = path.parent
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    if not (folder.is_dir() and os.access(path if path.exists() else folder, os.W_OK)):
        advice = "nothing will be kept; name another folder in GFKIT_CACHE"
        return Finding("run store", f"{text}, cannot be written", Health.ABSENT, advice)
    return Finding("run store", text)


def _index() -> Finding:
    from gfkit.oeis.index.file import index_path, info

    path = index_path()
    if not path.exists():
        return Finding("OEIS index", f"none at {path}", Health.ABSENT, "gfkit oeis index build makes one")
    return Finding("OEIS index", f"{path}, {info(path).sequences} sequences")


def _terminal() -> Finding:
    if not (sys.stdout is not None and sys.stdout.isatty()):
        return Finding("terminal", "none: no colours, no line breaks, no progress line")
    from gfkit.cli.output import coloured

    colours = "colours" if coloured() else "no colours"
    kind = os.environ.get("TERM", "unknown")
    return Finding("terminal", f"{kind}, {shutil.get_terminal_size().columns} columns, {colours}")
