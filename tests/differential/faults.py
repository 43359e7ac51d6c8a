"""Planted faults: each is written into a copy of the package, and some test must catch it.

``python tests/differential/faults.py`` plants them one at a time and prints which test catches which;
``--list`` prints their names. The tests near the changed file run first, then the drawn command lines, each
fault for at most some CPU seconds. The exit code is 1 if two faults or more are not caught.
"""

from __future__ import annotations

import argparse
import inspect
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from random import Random

TESTS = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))

from tables import tables  # noqa: E402

FAULTS = tables("faults")
SUITES = {
    "boards": ["boards.test_families_by_definition", "test_words"],
    "proofs": ["boards.test_families_by_definition"],
    "oeis": ["oeis.test_clauses_by_definition"],
    "rules/kinds/array": ["oeis.test_clauses_by_definition"],
    "rules/kinds/cover": ["boards.test_molecules_by_definition"],
    "claims": ["verify.test_claims"],
    "": ["test_words"],
}
"""Files by their path, and the modules of tests that run first."""
ASKED = {
    "rules/kinds/events": "probability elementary listing",
    "rules/configuration": "listing",
    "typing": "listing derive count",
    "boards/symmetry": "orbits",
    "questions/probability": "probability",
    "": "",
}
"""Files by their path, and the questions that are drawn; by default all."""
SECONDS, ALLOWED = 25.0, 1
"""CPU seconds for one fault, and the number of faults that may remain."""


def examples(module: str, rng: Random) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the tests of a module, and each parameter of them, in random order."""
    found = list[tuple[str, Callable[[], object]]]()
    for name, test in inspect.getmembers(import_module(module), inspect.isfunction):
        if not name.startswith("test_"):
            continue
        marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
        path = [Path(tempfile.mkdtemp())] if "tmp_path" in inspect.signature(test).parameters else []
        for value in marks[0].args[1] if marks else [None]:
            own = [*getattr(value, "values", [value])] if marks else path
            found.append((f"{module}::{name}[{value}]", lambda test=test, own=own: test(*own)))  # type: ignore[misc]
    yield from rng.sample(found, len(found))


def drawn(path: str, seed: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield drawn command lines; one whose numbers are wrong raises AssertionError."""
    from differential import commands
    from differential.running import one

    asked = next(text for start, text in ASKED.items() if path.startswith(start)).split()
    for ask in [ask for ask in commands.ASKS if asked and ask.__name__ not in asked]:
        del commands.ASKS[ask]

    def judged(number: int) -> None:
        ending = one("commands", seed, number)
        assert ending.word != "wrong", ending.text

    for number in count():
        yield f"commands, seed {seed}, case {number}", lambda number=number: judged(number)  # type: ignore[misc]


def caught_by(path: str, seconds: float, seed: str) -> str:
    """Return the name of the first test that fails, or "" if none does in so many CPU seconds."""
    warnings.simplefilter("ignore")
    modules = next(modules for start, modules in SUITES.items() if path.startswith(start))
    end, rng = time.process_time() + seconds, Random(seed)
    for tests in (*(examples(module, rng) for module in modules), drawn(path, seed)):
        for name, test in tests:
            try:
                test()
            except Exception as error:
                return f"{name}: {type(error).__name__} {' '.join(str(error).split())[:90]}"
            if time.process_time() > end:
                return ""
    return ""


def plant(package: Path, fault: str) -> None:
    """Write a fault into the copy of the package. Raise ValueError if its place is not found once."""
    file = next(
        file
        for file in (package / FAULTS[fault]["file"], package / "core" / FAULTS[fault]["file"])
        if file.exists()
    )
    text = file.read_text(encoding="utf-8")
    for old, new in FAULTS[fault]["edits"]:
        if text.count(old) != 1:
            raise ValueError(f"{fault}: {text.count(old)} times in {file.name}: {old!r}")
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")


def tried(fault: str, seed: str, seconds: float) -> str:
    """Plant a fault in a copy of the package, and return the test that catches it, or ""."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(folder) / "gfkit"
        shutil.copytree(TESTS.parent / "gfkit", package)
        path = "" if fault == "none" else FAULTS[fault]["file"]
        if path:
            plant(package, fault)
        asked = [sys.executable, __file__, "--on", path, "--seconds", str(seconds), "--seed", seed]
        here = {**os.environ, "PYTHONPATH": folder, "PYTHONHASHSEED": "0"}
        done = subprocess.run(asked, env=here, cwd=folder, capture_output=True, text=True, check=False)
        return done.stdout.strip() or " ".join(done.stderr.split()[-12:])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="FAULT", help="default: all; none plants nothing")
    parser.add_argument("--list", action="store_true", help="print the names of the faults")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="CPU seconds for one fault")
    parser.add_argument("--seed", default="faults", help="any string")
    parser.add_argument("--on", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.list:
        _say(*FAULTS)
        return 0
    if asked.on is not None:
        _say(caught_by(asked.on, asked.seconds, asked.seed))
        return 0
    missed, spent = list[str](), 0.0
    for fault in asked.names or FAULTS:
        found = tried(fault, asked.seed, asked.seconds)
        before, spent = spent, sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
        _say(f"{fault} ({spent - before:.1f} s): {found or 'NOT CAUGHT'}")
        missed += [] if found else [fault]
    _say(f"{len(missed)} not caught, {spent:.0f} CPU seconds")
    return int(len(missed) > ALLOWED)


def _say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
