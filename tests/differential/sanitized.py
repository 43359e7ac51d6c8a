"""The C extension under sanitizers: make sanitize SECONDS=60.

Compile it for a copy of the package with checks of memory access and undefined behaviour, and run random
queries, the boundary and the comparisons with the Python equivalents. The exit code is nonzero at the first
error.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ["native/test_boundary.py", "play/test_native_search.py"]
TESTS += [f"engine/test_{name}.py" for name in ("hashed", "liberty", "modular", "sweep_ladder")]
SEARCHES = "families", "play", "sampling", "certificates", "covers"
"""Kinds of random questions that come by the loops."""


def _library(name: str) -> str:
    found = subprocess.run(["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    return found.stdout.strip()


def copy(folder: Path) -> None:
    """Copy the source directory of the package."""
    for name in ("gfkit", "catalog", "docs"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for name in ("setup.py", "pyproject.toml", "MANIFEST.in", "README.md", "CHANGELOG.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)


def build(folder: Path) -> None:
    """Build a copy of the package with the C extension under sanitizers."""
    copy(folder)
    told = {**os.environ, "GFKIT_SANITIZE": "1", "GFKIT_NATIVE": "1"}
    build_ext = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(build_ext, cwd=folder, env=told, check=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make sanitize", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="for random questions of all kinds")
    seconds = parser.parse_args().seconds
    with tempfile.TemporaryDirectory() as place:
        build(Path(place))
        told = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join([place, str(ROOT / "tests"), str(ROOT / "tools")]),
            "LD_PRELOAD": f"{_library('libasan.so')} {_library('libubsan.so')}",
            "ASAN_OPTIONS": "detect_leaks=0:halt_on_error=1:allocator_may_return_null=1",
            "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
            "PYTHONMALLOC": "malloc",
        }
        used = "from gfkit.core.native import loops; print(loops.__file__)"
        asked = [sys.executable, "-c", used]
        found = subprocess.run(asked, env=told, cwd=place, capture_output=True, text=True, check=True).stdout
        assert found.startswith(place), f"{found}: not the loops that were built for this"
        runs = [
            ["-m", "differential", "--seconds", str(seconds / len(SEARCHES)), "--kind", kind, "--jobs", "2"]
            for kind in SEARCHES
        ]
        tests = [str(ROOT / "tests" / name) for name in TESTS]
        runs.append(["-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", f"--rootdir={ROOT}", *tests])
        for run in runs:
            if subprocess.run([sys.executable, *run], env=told, cwd=place, check=False).returncode:
                return 1
    print("no finding")  # noqa: T201 - what this program says
    return 0


if __name__ == "__main__":
    sys.exit(main())
