"""Where the folder of a kind of rule is not there, its own tests are skipped: make without KIND=cover.

Kinds stand alone: without the folder of one the package is imported, and all tests pass but its own. A test
is its own if it fails by what it is refused: a rule of the kind, or a name of its folder. One that was so
refused before, or fails where it names a rule of the kind, must pass when make runs it again with the folder.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from functools import wraps
from importlib.machinery import ModuleSpec
from inspect import currentframe
from pathlib import Path
from types import ModuleType

import pytest

import gfkit
from gfkit.games.kind import MISSING_KINDS

ROOT = Path(__file__).parents[2]
PACKAGE = re.escape(str(Path(gfkit.__file__).parent))
REFUSED = "what fails is that a kind of rules is not there"
UNSAID = "it asks for, or names, rules of a kind that is not there"
ROOMS = {"placement": ("values", "equilibria")}
"""Rooms that are about one kind alone."""
LIST = "GFKIT_WITHOUT"
"""The variable that has the path of a file, of which lines are the tests to run again."""


class Absent:
    """Stands in tables of tests for what is not there; what is asked of it when they run is refused."""

    is_collecting = True

    def __init__(self, why: Exception) -> None:
        self.why = why

    def refuse(self, *_: object, **__: object) -> Absent:
        if self.is_collecting:
            return self
        raise self.why

    def __getattr__(self, name: str) -> Absent:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.refuse()

    def __repr__(self) -> str:
        return str(self.why)

    def __iter__(self) -> Iterator[object]:
        self.refuse()
        return iter(())

    __call__ = __getitem__ = __instancecheck__ = __or__ = __ror__ = refuse


class Own:
    """Skips tests that need a kind which is not there."""

    def __init__(self, names: set[str]) -> None:
        kinds = "|".join(MISSING_KINDS)
        own_rooms = "|".join(f"{room}\\W" for kind in MISSING_KINDS for room in ROOMS.get(kind, ())) or "-"
        self.lacks = re.compile(
            rf"not installed here|No module named '?gfkit\.kinds\.({kinds})\b|KeyError: '({kinds})'"
        )
        self.tied = re.compile(rf"{PACKAGE}\W(?!kinds\W|{own_rooms})")
        any_name = "|".join(name.removesuffix(":k").replace("-", "[ -]") for name in names) or "-"
        self.names = re.compile(rf"^E .*\b({any_name}|gfkit[./]kinds[./]({kinds}))(?![\w-])", re.MULTILINE)
        self.folders = tuple(f"gfkit.kinds.{kind}" for kind in MISSING_KINDS)
        self.was_refused = self.is_tied = False
        self.skipped: dict[str, list[str]] = {REFUSED: [], UNSAID: []}

    def watched(self, read):
        """A function that returns rules, and notes that it refuses a kind; there is a stand-in in tables."""

        @wraps(read)
        def watch(*args, **options):
            try:
                return read(*args, **options)
            except Exception as why:
                if not self.lacks.search(str(why)):
                    raise
                self.was_refused = True
                if Absent.is_collecting:
                    return Absent(why)
                raise

        return watch

    def find_spec(self, name, _path=None, _target=None):
        """A stand-in for a module of the kind that a file of tests imports; no other room may."""
        if not name.startswith(self.folders):
            return None
        frame = currentframe()
        while "importlib" in frame.f_code.co_filename or frame.f_code.co_filename == __file__:
            frame = frame.f_back
        if self.tied.match(frame.f_code.co_filename):
            self.is_tied = True
        return ModuleSpec(name, self, is_package=True) if Absent.is_collecting and not self.is_tied else None

    def create_module(self, spec):
        module = ModuleType(spec.name)
        module.__path__, module.__file__ = [], __file__
        module.__getattr__ = lambda _: Absent(ModuleNotFoundError(f"No module named {spec.name!r}"))
        return module

    def exec_module(self, module):
        """Nothing: all names are asked for."""

    def pytest_collection_finish(self):
        Absent.is_collecting = False
        for name in [name for name in sys.modules if name.startswith(self.folders)]:
            del sys.modules[name]

    def pytest_runtest_setup(self):
        self.was_refused = self.is_tied = False

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self):
        report = (yield).get_result()
        text = str(report.longrepr) if report.failed else ""
        is_said = self.lacks.search(text)
        may_be_own = text and report.when == "call" and (self.was_refused or self.names.search(text))
        if not self.is_tied and (is_said or may_be_own):
            report.outcome = "skipped"
            report.longrepr = (str(ROOT), 0, REFUSED if is_said else UNSAID)
        self.is_tied = False

    pytest_make_collect_report = pytest_runtest_makereport

    def pytest_collectreport(self, report):
        """Where workers of xdist make the reports, too."""
        why = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
        self.skipped.get(why, []).append(report.nodeid)

    pytest_runtest_logreport = pytest_collectreport

    def pytest_terminal_summary(self, terminalreporter):
        counts = [f"{len(names)} skipped: {why}" for why, names in self.skipped.items()]
        files = [name for name in self.skipped[REFUSED] if "::" not in name]
        terminalreporter.write_line("; ".join([*counts, f"files skipped whole: {' '.join(files) or 'none'}"]))
        if path := os.environ.get(LIST):
            Path(path).write_text("\n".join(self.skipped[UNSAID]), "utf-8")


def watch_kinds(config: pytest.Config) -> None:
    """Skips a kind's own tests where its folder is not there."""
    from gfkit.games import file, library

    own = Own(library.MISSING_NAMES)
    for module, name in ((file, "read_rule"), (file, "read_rule_data"), (library, "find_rule")):
        setattr(module, name, own.watched(getattr(module, name)))
    sys.meta_path.append(own)
    config.pluginmanager.register(own)
