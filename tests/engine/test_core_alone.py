"""The core alone: ``gfkit/core`` and ``gfkit/__init__.py`` count, derive, use the reference, and print.

The results are compared with those of the whole package.
"""

import ast
import json
import shutil
from pathlib import Path

import pytest
from cli.calling import python
from trees import tree

import gfkit
from gfkit.core.rules import find_rule
from gfkit.core.rules.library import NAMED

PACKAGE = Path(gfkit.__file__).parent
NAMES = sorted(name for name in NAMED if ":" not in name)
FAMILIES = ("2xn", "1xn", "path:n", "cycle:n", "3xn", "hexagon:1x1xn", "n")
"""Families in the order in which they are tried."""
BOARDS = ("2x2", "1x3", "2x3", "path:3", "cycle:4", "hexagon:1x1x2", "complete:4", "4")
ASKED = """
import gfkit

def answer(ask):
    try:
        return ask()
    except gfkit.GfkitError as error:
        return f"{type(error).__name__}"

def derived(name, family, **options):
    law = gfkit.derive(name, family, **options)
    terms = [str(term) for term in law.terms(6)]
    return [family, terms, law.evidence.status.value, str(law.rational), law.latex()]

def counted(name, board):
    return [board, str(gfkit.count(name, board)), str(gfkit.brute_force(name, board))]

def first(ask, name, choices, **options):
    found = (answer(lambda: ask(name, choice, **options)) for choice in choices)
    return next((one for one in found if isinstance(one, list)), None)

def answers(names, families, boards):
    return {
        name: [
            first(derived, name, families),
            first(derived, name, families, method="reference"),
            first(counted, name, boards),
        ]
        for name in names
    }
"""
ALONE = """
import json, sys
print(json.dumps(answers(*json.loads(sys.argv[1]))))
assert not [name for name in sys.modules if name.startswith("gfkit.") and name.split(".")[1] != "core"]
"""
REFUSED = {
    "gfkit.guess": "gfkit.guessing",
    "gfkit.verify": "gfkit.claims",
    'gfkit.RationalGF.parse("1/(1-t)")': "gfkit.claims",
    'gfkit.count("derangements", "complete:5")': "gfkit.ways",
    'gfkit.count("matchings without isolated vertices", "4x4")': "gfkit.oeis",
}
"""Requests that the core alone refuses, and the part of gfkit that they need."""
ERRORS = """
import gfkit, json, sys

def refusal(code):
    try:
        eval(code)
    except (gfkit.GfkitError, AttributeError) as error:
        return str(error)

print(json.dumps([hasattr(gfkit, "guess"), [refusal(code) for code in sys.argv[1:]]]))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a directory with a copy of the core and of ``gfkit/__init__.py``, and nothing else."""
    place = tmp_path_factory.mktemp("alone")
    shutil.copytree(PACKAGE / "core", place / "gfkit" / "core", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PACKAGE / "__init__.py", place / "gfkit")
    return place


def run(folder: Path, code: str, *arguments: str) -> str:
    """Return the output of a program in a process that finds only the copy."""
    return python(code, *arguments, folder=folder, code=0, PYTHONPATH=str(folder)).out


def compare(folder: Path, *asked: object) -> None:
    """Compare the answers of the copy with those of the whole package."""
    alone = json.loads(run(folder, ASKED + ALONE, json.dumps(asked)))
    whole: dict[str, object] = {}
    exec(ASKED, whole)
    expected = json.loads(json.dumps(whole["answers"](*asked)))  # type: ignore[operator]
    differing = {name for name, found in alone.items() if found != expected[name]}
    assert {name for name in differing if find_rule(name).kind != "avoiding"} == set()
    assert all(alone[name] == [None] * 3 for name in differing), "these need the theorems of gfkit.ways"


def test_the_core_answers_some_queries_like_the_whole_package(folder: Path) -> None:
    names = [
        "domino-tilings",
        "kings",
        "domineering",
        "spanning-trees",
        "acyclic-orientations",
        "derangements",
    ]
    compare(folder, names, FAMILIES[:1], BOARDS[:1])


@pytest.mark.slow(60)
def test_the_core_answers_like_the_whole_package(folder: Path) -> None:
    compare(folder, NAMES, FAMILIES, BOARDS)


def test_a_missing_part_is_one_line_that_names_it(folder: Path) -> None:
    has_guess, lines = json.loads(run(folder, ERRORS, *REFUSED))
    assert not has_guess
    for part, line in zip(REFUSED.values(), lines, strict=True):
        assert (f"{part}" in line, "not installed" in line, "\n" in line) == (True, True, False), line


def test_the_core_imports_nothing_from_outside() -> None:
    """Neither at the top of a module nor in a function, nor for types."""
    for path in (PACKAGE / "core").rglob("*.py"):
        for node in ast.walk(tree(path)):
            names = [node.module] if isinstance(node, ast.ImportFrom) else []
            names += [name.name for name in node.names] if isinstance(node, ast.Import) else []
            own = [str(name) for name in names if str(name).partition(".")[0] == "gfkit"]
            assert all(f"{name}.".startswith("gfkit.core.") for name in own), (path, own)
