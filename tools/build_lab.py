"""Build of the laboratory: a directory with the page, Python for the browser, and gfkit, usable without a
network.

``python tools/build_lab.py [FOLDER]``, which ``make lab`` runs in the source folder. npm and pip fetch
the files listed in package-lock.json and ``WHEELS``, verified by their hashes, into directories next to the
result.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import gfkit.lab
from gfkit.core.deferred import regex
from gfkit.core.errors import GfkitError, InputError, LimitError
from gfkit.lab.server import DEFAULT_FOLDER
from gfkit.proofs import VERIFIED_PROGRAM
from gfkit.show.report.page import FONT

SOURCE = Path(gfkit.lab.__file__).parent
ROOT = SOURCE.parent.parent
WHEELS = {
    "python_flint-0.9.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl": (
        "b31f5c00e0e36040ab58d00b3025156e20869b990d776e4bf90f870b1ee11ad3"
    ),
    "click-8.5.1-py3-none-any.whl": "8bb5376d2006950386f8c6427613334a2acadc5f559cb80e638d00b4df957e37",
}
"""Packages that gfkit requires in the browser, by SHA-256."""
_TARGET = (
    "--platform=pyemscripten_2026_0_wasm32",
    "--python-version=314",
    "--implementation=cp",
    "--abi=cp314",
)
_ARRAYS = "numpy"
"""Package that wide strips require; only the distribution of Pyodide contains it."""
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
_LOCK = "pyodide-lock.json"
LICENCES = "licences"
_LICENCE = regex(r"[^/]+\.dist-info/(licenses/.*[^/]|(LICEN[CS]E|COPYING|NOTICE)[^/]*)")
"""Pattern of the location of licences in wheels."""


def build_laboratory(folder: Path, distribution: Path | None = None) -> bool:
    """Build the laboratory in a directory, which is replaced atomically. Return True if it contains numpy.

    The browser version of numpy is part of Pyodide's distribution, and neither on PyPI nor in the npm
    package. ``distribution`` is a directory with the files of Pyodide's release; the copied files must match
    the pinned lock.
    """
    modules, fresh = folder.with_name(folder.name + "-npm"), folder.with_name(folder.name + "-new")
    shutil.rmtree(fresh, ignore_errors=True)
    (fresh / "wheels").mkdir(parents=True)
    _fetch_modules(modules)
    _copy_runtime(modules / "node_modules" / "pyodide", fresh / "pyodide")
    _call(["node", str(SOURCE / "snapshot.mjs"), str((fresh / "pyodide").resolve())], fresh)
    _fetch_wheels(fresh / "wheels")
    lock = json.loads((modules / "node_modules" / "pyodide" / _LOCK).read_text(encoding="utf-8"))
    with_arrays = distribution is not None
    if distribution is not None:
        copy_listed(_ARRAYS, lock, distribution, fresh / "wheels")
    for file in sorted((SOURCE / "page").iterdir()):
        shutil.copy(file, fresh)
    shutil.copy(FONT, fresh)
    shutil.copy(VERIFIED_PROGRAM, fresh)
    gather_licences(fresh)
    wheels = sorted(file.name for file in (fresh / "wheels").iterdir())
    fetched = [*fresh.glob("wheels/*"), *fresh.glob("pyodide/*.wasm"), *fresh.glob("pyodide/*.zip")]
    size = sum(file.stat().st_size for file in [*fetched, *fresh.glob("pyodide/*.gz")])
    bundle = {"wheels": wheels, "bytes": size}
    (fresh / "bundle.json").write_text(json.dumps(bundle), encoding="utf-8")
    (fresh / "site.json").write_text('{"address": ""}', encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)
    return with_arrays


def copy_listed(name: str, lock: Mapping[str, Any], distribution: Path, folder: Path) -> None:
    """Copy the wheel of a package from the lock file, after a check of its SHA-256."""
    listed = lock["packages"][name]
    shutil.copy(listed_file(distribution, listed["file_name"], listed["sha256"], "the pinned lock"), folder)


def listed_file(folder: Path, name: str, digest: str, listing: str) -> Path:
    """Return the path of the file with the listed SHA-256. Raise an error if it is missing."""
    file = folder / name
    if not file.is_file():
        raise InputError(f"directory {str(folder)!r} does not contain {name}, which is listed in {listing}")
    actual = sha256(file.read_bytes()).hexdigest()
    if actual != digest:
        raise InputError(
            f"file {str(file)!r} differs from the file listed in {listing}: its SHA-256 is {actual},"
            f" not {digest}; download it again"
        )
    return file


def gather_licences(folder: Path) -> None:
    """Copy the licences of the components. Raise an error for a wheel without a licence."""
    shutil.copytree(SOURCE / LICENCES, folder / LICENCES)
    for file in sorted((folder / "wheels").iterdir()):
        with ZipFile(file) as wheel:
            texts = [name for name in wheel.namelist() if _LICENCE.fullmatch(name)]
            if not texts:
                raise InputError(f"wheel {file.name!r} contains no licence: add it to .dist-info/licenses")
            wheel.extractall(folder / LICENCES, texts)


def _fetch_modules(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(SOURCE / name, folder)
    _call(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], folder)


def _copy_runtime(module: Path, folder: Path) -> None:
    """Copy the runtime, with an empty list of packages."""
    folder.mkdir()
    for name in _RUNTIME:
        shutil.copy(module / name, folder)
    lock = json.loads((module / _LOCK).read_text(encoding="utf-8"))
    (folder / _LOCK).write_text(json.dumps({**lock, "packages": {}}), encoding="utf-8")


def _fetch_wheels(folder: Path) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    fetched = [*pip, "download", "--no-deps", "--only-binary=:all:", *_TARGET, "--dest", str(folder)]
    for name, digest in WHEELS.items():
        _call([*fetched, "==".join(name.split("-")[:2])], folder)
        listed_file(folder, name, digest, "tools/build_lab.py")
    alone = ["--no-build-isolation"] if _has_builder() else []
    built = [*pip, "wheel", "--no-deps", *alone, "--wheel-dir", str(folder), "."]
    _call(built, ROOT, {"GFKIT_PURE": "1", "GFKIT_PAGES": "0"})


def _has_builder() -> bool:
    """Return True if setuptools is installed and recent enough to build gfkit. Otherwise pip fetches it."""
    required = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    least = int(required[0].removeprefix("setuptools>="))
    try:
        return int(version("setuptools").partition(".")[0]) >= least
    except PackageNotFoundError:
        return False


def _call(command: Sequence[str], folder: Path, told: Mapping[str, str] | None = None) -> None:
    try:
        subprocess.run(command, cwd=folder, check=True, env={**os.environ, **(told or {})})
    except FileNotFoundError:
        raise LimitError(
            f"{command[0]} is missing: building the laboratory requires Node.js with npm (using it does not)"
        ) from None
    except subprocess.CalledProcessError as error:
        raise LimitError(
            f"the build failed: {' '.join(command)} ended with code {error.returncode}"
        ) from None


def main(arguments: Sequence[str]) -> int:
    """Build the laboratory in the given directory, or in build/lab."""
    parser = argparse.ArgumentParser(prog="python tools/build_lab.py", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=DEFAULT_FOLDER, help="build/lab by default")
    parser.add_argument(
        "--distribution",
        type=Path,
        metavar="DIR",
        help="directory of an unpacked release of Pyodide, for numpy",
    )
    asked = parser.parse_args(arguments)
    folder: Path = asked.folder
    try:
        with_arrays = build_laboratory(folder, asked.distribution)
    except GfkitError as error:
        sys.stderr.write(f"gfkit: {error}\n")
        return error.exit_code
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    sys.stdout.write(f"{folder}: {size / 1e6:.1f} MB; gfkit lab shows it\n")
    if not with_arrays:
        sys.stdout.write("without numpy: wide strips are not supported; see docs/report.md\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
