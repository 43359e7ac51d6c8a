"""What running a page came to is kept: a page is run again only when something in it can have changed.

A page depends on its blocks, on the files of this project that Python had loaded when it had been run, and on
all that is no Python: rule files, compiled loops, measurements. More files than it needs may be among these,
as pages run in one process, but none that it used is missing.
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
"""Folders whose files are read without being imported."""


class KeptRuns:
    """The pictures of pages that were run without a failure, in a folder with a file for each page."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, page: Path, blocks: list[Block]) -> dict[str, str] | None:
        """The pictures of a page by their lines; None where it has to be run."""
        file = self._file(page)
        if not file.is_file():
            return None
        kept = json.loads(file.read_text(encoding="utf-8"))
        is_same = kept["begin"] == _begin(blocks) and all(
            _digest(ROOT / name) == digest for name, digest in kept["files"].items()
        )
        pictures: dict[str, str] | None = kept["pictures"] if is_same else None
        return pictures

    def write(self, page: Path, blocks: list[Block], pictures: dict[str, str]) -> None:
        """Keeps what running a page came to."""
        inside = sorted(str(file.relative_to(ROOT)) for file in loaded_files() if _is_ours(file))
        kept = {
            "begin": _begin(blocks),
            "files": {name: _digest(ROOT / name) for name in inside},
            "pictures": pictures,
        }
        self.folder.mkdir(parents=True, exist_ok=True)
        self._file(page).write_text(json.dumps(kept), encoding="utf-8")

    def _file(self, page: Path) -> Path:
        name = "-".join(page.resolve().relative_to(ROOT).with_suffix(".json").parts)
        return self.folder / name


def loaded_files() -> list[Path]:
    """The files of all modules that Python has loaded."""
    named = (module.__dict__.get("__file__") for module in list(sys.modules.values()))
    return [Path(file) for file in named if file]


def _is_ours(file: Path) -> bool:
    """Whether a file is part of the project, and neither installed in its folder nor of this extension."""
    parts = file.relative_to(ROOT).parts if file.is_relative_to(ROOT) else (".venv",)
    return not {".venv", "build", "_ext"} & {*parts}


def _begin(blocks: list[Block]) -> str:
    """A digest of what is run, and of the data that it may read."""
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
    """A digest of a file, which no build changes; of none where it is gone."""
    return sha256(file.read_bytes()).hexdigest() if file.is_file() else ""
