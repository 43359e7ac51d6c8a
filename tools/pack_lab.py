"""Packaging of the built laboratory, for installations without the source directory.

``python tools/pack_lab.py FOLDER``, which ``make dist`` runs after ``make lab``: writes the input of a
wheel builder into the directory. ``gfkit lab`` finds the laboratory of the installed package.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from gfkit.core.errors import GfkitError, InputError
from gfkit.core.version import __version__
from gfkit.lab.server import DEFAULT_FOLDER, PACKAGE

_PROJECT = f"""[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[project]
name = "{PACKAGE.replace("_", "-")}"
version = "{__version__}"
description = "The built laboratory of gfkit: gfkit in the browser, for 'gfkit lab'"
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["gfkit=={__version__}"]

[tool.setuptools]
packages = ["{PACKAGE}"]

[tool.setuptools.package-data]
{PACKAGE} = ["built/**"]
"""
_README = """# gfkit-lab

The laboratory of gfkit, built: a page on which gfkit runs in the browser, without a network. With this
package installed beside gfkit, `gfkit lab` serves it.

It holds Pyodide, Python, python-flint and others, each under a licence of its own. Which, and the texts:
`gfkit_lab/built/licences/README.txt`.
"""


def pack_laboratory(folder: Path, built: Path = DEFAULT_FOLDER) -> None:
    """Write the project whose wheel contains the laboratory. An existing directory is replaced."""
    if not (built / "bundle.json").is_file():
        raise InputError(f"the laboratory is not built: {str(built)!r} has no page; run 'make lab'")
    shutil.rmtree(folder, ignore_errors=True)
    package = folder / PACKAGE
    shutil.copytree(built, package / "built")
    (package / "__init__.py").write_text('"""The built laboratory of gfkit."""\n', encoding="utf-8")
    (folder / "pyproject.toml").write_text(_PROJECT, encoding="utf-8")
    (folder / "README.md").write_text(_README, encoding="utf-8")


def main(arguments: Sequence[str]) -> int:
    """Pack the laboratory of build/lab."""
    parser = argparse.ArgumentParser(prog="python tools/pack_lab.py", description=pack_laboratory.__doc__)
    parser.add_argument("folder", type=Path)
    try:
        pack_laboratory(parser.parse_args(arguments).folder)
    except GfkitError as error:
        sys.stderr.write(f"gfkit: {error}\n")
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
