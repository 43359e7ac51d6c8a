"""A run of all tests that goes on where it was stopped.

What passed is noted, by name, under a digest of all files that decide; once one of them changes, everything
runs again. What failed or was skipped runs again in any case.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

import choice
import pytest

ROOT = Path(__file__).resolve().parents[1]
READ = ("gfkit", "tests", "catalog", "docs", "benchmarks", ".ci", "pyproject.toml", "README.md", "Makefile")
"""What tests may read."""
_SNAPSHOT = "GFKIT_PASSED_BEFORE"


class Resumed:
    """Leaves out what passed before, and notes what passes now."""

    def __init__(self, config: pytest.Config) -> None:
        folder = Path(config.getoption("--resume"))
        self.file = folder / f"{digest()}.txt"
        self.notes = not hasattr(config, "workerinput")
        if self.notes:
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.glob("*.txt"):
                if old != self.file:
                    old.unlink()
            before = self.file.read_text("utf-8").splitlines() if self.file.exists() else []
            os.environ[_SNAPSHOT] = str(len(before))  # all processes leave out the same
        else:
            before = self.file.read_text("utf-8").splitlines() if self.file.exists() else []
        self.before = {*before[: int(os.environ[_SNAPSHOT])]}
        self.failed: set[str] = set()

    def pytest_report_header(self) -> str:
        return f"{len(self.before)} tests passed before, on the same files, and are left out"

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid in self.before])
        items[:] = [item for item in items if item.nodeid not in self.before]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed:
            self.failed.add(report.nodeid)
        elif self.notes and report.when == "teardown" and report.nodeid not in self.failed:
            with self.file.open("a", encoding="utf-8") as file:
                file.write(f"{report.nodeid}\n")


def digest() -> str:
    """What a run depends on: the seed, and all files of the project that tests may read."""
    whole = sha256(choice.seed().encode())
    for top in READ:
        paths = sorted((ROOT / top).rglob("*")) if (ROOT / top).is_dir() else [ROOT / top]
        for path in paths:
            if path.is_file() and "__pycache__" not in path.parts:
                whole.update(f"{path.relative_to(ROOT)} {path.stat().st_size}\n".encode())
                whole.update(path.read_bytes())
    return whole.hexdigest()[:16]
