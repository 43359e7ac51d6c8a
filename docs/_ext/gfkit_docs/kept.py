"""Cache of the results of pages: a page runs again only if its dependencies have changed.

A page depends on its blocks, on the Python files of this project that were loaded when it ran, and on all
other data: rule files, the C extension, measurements. As all pages run in one process, the loaded files may
include files that the page does not use, but they include all files that it uses.
"""

from __future__ import annotations

import json
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

from gfkit_docs.blocks import Block

ROOT = Path(__file__).parents[3]
_DATA = ("gfkit", "catalog", "benchmarks/results")
"""Directories with files that are read without being imported."""


class KeptRuns:
    """Figures of pages that ran without failure, cached in a directory with one file per page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, page: Path, blocks: list[Block]) -> dict[str, str] | None:
        """Return the figures of a page by their source, or None if the page must run."""
        file = self._file(page)
        if not file.is_file():
            return None
        kept = json.loads(file.read_text(encoding="utf-8"))
        is_same = kept["begin"] == _digest_of_blocks(blocks) and all(
            _digest(ROOT / name) == digest for name, digest in kept["files"].items()
        )
        pictures: dict[str, str] | None = kept["pictures"] if is_same else None
        return pictures

    def write(self, page: Path, blocks: list[Block], pictures: dict[str, str]) -> None:
        """Store the figures of a page that ran without failure."""
        inside = sorted(str(file.relative_to(ROOT)) for file in loaded_files() if _is_in_project(file))
        kept = {
            "begin": _digest_of_blocks(blocks),
            "files": {name: _digest(ROOT / name) for name in inside},
            "pictures": pictures,
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        self._file(page).write_text(json.dumps(kept), encoding="utf-8")

    def _file(self, page: Path) -> Path:
        name = "-".join(page.resolve().relative_to(ROOT).with_suffix(".json").parts)
        return self.folder / name


def loaded_files() -> list[Path]:
    """Return the files of all loaded modules."""
    named = (module.__dict__.get("__file__") for module in list(sys.modules.values()))
    return [Path(file) for file in named if file]


def _is_in_project(file: Path) -> bool:
    """Return True if a file belongs to the project, but not to its virtual environment or this extension."""
    parts = file.relative_to(ROOT).parts if file.is_relative_to(ROOT) else (".venv",)
    return not {".venv", "build", "_ext"} & {*parts}


def _digest_of_blocks(blocks: list[Block]) -> str:
    """Return a digest of the blocks, of the code that runs them, and of the data that they may read."""
    own = (_digest(Path(__file__).with_name(name)) for name in ("blocks.py", "running.py"))
    texts = [sys.version, _data(), *own, *(f"{block.words} {block.text}" for block in blocks)]
    return sha256("\0".join(texts).encode()).hexdigest()


@cache
def _data() -> str:
    files = (file for name in _DATA for file in sorted((ROOT / name).rglob("*")))
    kept = (file for file in files if file.is_file() and file.suffix not in (".py", ".pyc"))
    return " ".join(map(_digest, kept))


@cache
def _digest(file: Path) -> str:
    """Return the digest of a file, which a build does not change, or an empty string if it does not exist."""
    return sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
