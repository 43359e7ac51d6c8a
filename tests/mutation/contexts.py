"""A plugin of pytest that notes which lines of gfkit each test comes by, and how many CPU seconds it takes.

Each process writes a file of its own into the folder that ``GFKIT_CONTEXTS`` names, and ``put_together``
makes one of them. Lines that a test comes by in another process count for coverage, but a mutant is not
seen there, so they stand under another name.
"""

from __future__ import annotations

import json
import os
import resource
import sys
from collections import defaultdict
from collections.abc import Generator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import coverage
import pytest
from coverage.collector import Collector

ROOT = Path(__file__).resolve().parents[2]
ELSEWHERE = "elsewhere "
"""What stands before the name of a test where another process, which it started, came by a line."""
SETTINGS = Path(__file__).with_name("settings.ini").read_text("utf-8")


@dataclass(frozen=True)
class Contexts:
    """What a measured run of the tests noted."""

    data: coverage.CoverageData
    seconds: dict[str, float]
    """CPU seconds of each test, while it was measured."""
    digests: dict[str, str]
    """Of each module, by its path below the project's root."""

    @classmethod
    def read(cls, folder: Path) -> Contexts:
        """What a folder has."""
        data = coverage.CoverageData(str(folder / "data"))
        data.read()
        noted = json.loads((folder / "tests.json").read_text("utf-8"))
        return cls(data, noted["seconds"], noted["digests"])

    def fits(self, path: Path) -> bool:
        """Whether a module is as it was when it was measured."""
        return self.digests.get(str(path.relative_to(ROOT))) == digest(path)

    def tests_by_line(self, path: Path) -> dict[int, set[str]]:
        """The tests that come by each line of a module in their own process."""
        found: dict[int, set[str]] = defaultdict(set)
        for line, names in self.data.contexts_by_lineno(str(path)).items():
            found[line] = {name for name in names if name in self.seconds}
        return found


def digest(path: Path) -> str:
    """What changes when a file does."""
    return sha256(path.read_bytes()).hexdigest()[:16]


def room(path: Path) -> str:
    """The room of gfkit that a module is in."""
    parts = path.relative_to(ROOT / "gfkit").parts
    return parts[0] if len(parts) > 1 else "(loose files)"


def put_together(folder: Path) -> None:
    """Makes one file of the files of all processes, and notes which modules were measured."""
    whole = coverage.Coverage(config_file=str(folder / "settings"))
    whole.combine([str(folder)], keep=False)
    whole.save()
    for made in folder.glob("data.*"):
        made.rename(folder / "data")  # saved under the name of a process
    seconds: dict[str, float] = {}
    for noted in folder.glob("seconds-*.json"):
        seconds |= json.loads(noted.read_text("utf-8"))
        noted.unlink()
    digests = {str(path.relative_to(ROOT)): digest(path) for path in sorted(ROOT.glob("gfkit/**/*.py"))}
    text = json.dumps({"seconds": seconds, "digests": digests})
    (folder / "tests.json").write_text(text, encoding="utf-8")


class Noted:
    """Measures each test of this process."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.seconds = folder, dict[str, float]()
        # A time limit that strikes while the tracer has its lock would leave it taken for ever.
        Collector.lock_data = Collector.unlock_data = lambda _: None
        os.environ["GFKIT_TEST"] = ""
        self.measured = coverage.Coverage(config_file=str(folder / "settings"))
        self.measured.start()
        os.environ["COVERAGE_PROCESS_START"] = str(folder / "settings")  # for processes that tests start

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        os.environ["GFKIT_TEST"] = ELSEWHERE + item.nodeid.replace("$", "_")
        if sys.gettrace() is None:  # Python drops a tracer in which something was raised
            self.measured.stop()
            self.measured.start()
        self.measured.switch_context(item.nodeid)
        start = _cpu()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = round(_cpu() - start, 4)
            self.measured.switch_context("")

    def pytest_sessionfinish(self) -> None:
        self.measured.stop()
        self.measured.save()
        text = json.dumps(self.seconds)
        (self.folder / f"seconds-{os.getpid()}.json").write_text(text, encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Measures in each process that runs tests, and not in the one that hands them out."""
    folder = os.environ.get("GFKIT_CONTEXTS")
    if folder and (hasattr(config, "workerinput") or not config.getoption("numprocesses", None)):
        config.pluginmanager.register(Noted(Path(folder)))


def _cpu() -> float:
    """CPU seconds of this process and of those that it started and waited for."""
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)
