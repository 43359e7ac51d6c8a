"""Runs the tests of a checkout from which the folder of one kind of rule is taken: make without KIND=cover.

Kinds stand alone: without the folder of one the package is imported, and all tests pass but its own. A test
is its own if it fails because the kind is not there: its folder, a table that only it reads, or a rule of
its library. Those are counted as skipped.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from inspect import getsource
from pathlib import Path
from shutil import copytree

import pytest

ROOT = Path(__file__).parents[2]
TABLES = {"tiles": "tile", "array": "cells", "placement": "left|right|both|colours"}
"""Tables of rule files that are not called like their kind."""
ABOUT = {"placement": "values/|equilibria/|catalog/|proofs/(play|period|quotient)|cli/play|lab/"}
"""Rooms that are about one kind alone."""
WORDS = {"edges": "edge_sets|polynomials?", "array": "arrays|ArrayRule|colourings"}
"""What else a kind's own tests speak of: rules drawn at random, questions that only its rules answer."""
TESTS = {
    "array": "test_oeis_settle|tiny_boards.*(rule|colours)|clause_says|hostile_names|another_question"
    "|too_large|protocol",
    "tiles": "errors_in_rules_have",
    "cover": "every_second_board",
    "placement": "interruption_ends|engines_do_not_ask|lab/|hostile_names",
}
OF_ALL_KINDS = "refused_is_said_in_one_line|errors_in_rules_have_their_place"
"""Tests with one case at least that is a rule of the kind, which their texts do not say."""


def lay_out(kind: str, folder: Path) -> None:
    """Makes a checkout like this one, without the folder of a kind."""
    for path in ROOT.iterdir():
        if path.name not in ("gfkit", "build", ".git", ".venv"):
            (folder / path.name).symlink_to(path)
    kinds = str(ROOT / "gfkit" / "kinds")
    copytree(
        ROOT / "gfkit",
        folder / "gfkit",
        ignore=lambda at, names: {*names} & {"__pycache__", kind if at == kinds else "__pycache__"},
    )


class Own:
    """Counts tests as skipped that need a kind which is not there."""

    def __init__(self, kind: str) -> None:
        library = ROOT / "gfkit" / "kinds" / kind / "library"
        names = [re.escape(path.stem.removesuffix("-k")) for path in library.glob("*.toml")]
        needs = [
            rf"gfkit\.kinds\.{kind}\b",
            rf"needs tables of one kind.*found.*\[({TABLES.get(kind, kind)})\]",
        ]
        needs += [rf"\[\[?({TABLES.get(kind, kind)})\]\]? for"]
        any_name = "|".join(names) or "no name"
        needs += [rf"game '({any_name})[':]", rf"'({any_name})' is neither", rf"KeyError: '{kind}'"]
        self._needs = re.compile("|".join(needs), re.DOTALL)
        self._about = re.compile(rf"\b({kind}|{any_name}|{WORDS.get(kind, kind)})(?![a-z])")
        """Cases that have the kind, or a rule of its library, in their name, their text, or what failed."""
        # A room that loads the folder of a kind as it is loaded itself would take all tests along.
        about = ABOUT.get(kind, "-")
        rooms = rf"gfkit/(?!kinds/|{about})[\w/]+\.py:\d+: in <module>\n +from gfkit\.kinds\.{kind}\b"
        self._tied = re.compile(rooms)
        self._tests = re.compile("|".join([OF_ALL_KINDS, *([TESTS[kind]] if kind in TESTS else [])]))
        self._kind = kind

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, item):
        outcome = yield
        self._skip_own(outcome.get_result(), item)

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self):
        outcome = yield
        self._skip_own(outcome.get_result())

    def _skip_own(self, report, item=None):
        text = str(report.longrepr) if report.failed else ""
        needs = self._needs.search(text) and not self._tied.search(text)
        needs = needs or (item and self._tests.search(item.nodeid))
        failed = " ".join(line for line in text.splitlines() if line.startswith("E "))
        if text and (
            needs or (item and self._about.search(f"{item.name} {getsource(item.function)} {failed}"))
        ):
            report.outcome = "skipped"
            report.longrepr = (str(ROOT), 0, f"Skipped: it needs rules of the kind {self._kind}")


def pytest_configure(config):
    """Workers of xdist take the plugin by its name, and the kind from the environment."""
    if kind := os.environ.get("GFKIT_WITHOUT"):
        config.pluginmanager.register(Own(kind), "gfkit-without")


def main(kind: str, options: list[str]) -> int:
    """Runs the tests; the exit code is that of pytest."""
    if not (ROOT / "gfkit" / "kinds" / kind / "rule.py").is_file():
        sys.stderr.write(f"there is no kind {kind!r}; kinds are the folders of gfkit/kinds\n")
        return 2
    with tempfile.TemporaryDirectory() as folder:
        lay_out(kind, Path(folder))
        os.chdir(folder)
        os.environ |= {"PYTHONPATH": folder, "GFKIT_WITHOUT": kind}
        sys.path[:0] = [folder]
        folders = ["tests"] if "catalog/" in ABOUT.get(kind, "") else []  # papers are about games alone
        return int(pytest.main(["-q", "-p", "no:cacheprovider", "-p", "without", *folders, *options]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
