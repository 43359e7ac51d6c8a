"""The tests themselves: what holds for every file of them, and which of them run.

The limits are the project's own decisions; each check is shown a file that breaks it. Samples, shares and
stopped runs are counted by hand: pairs of three short lists, and the tests of a file of five.
"""

from __future__ import annotations

import ast
import re
import sys
from itertools import product
from os import pathsep
from pathlib import Path

import pytest
from choice import SETTINGS, cover, drawn, sample
from cli.calling import ran
from resuming import READ, digest
from trees import nodes, tree

ROOT = Path(__file__).resolve().parent
MOST_LINES = 38_300
MOST_DEEP = 5
"""Modules below a room's face that one file imports, at most."""


def files() -> dict[str, ast.Module]:
    return {str(path.relative_to(ROOT)): tree(path) for path in ROOT.rglob("*.py")}


def sentences(text: str) -> int:
    """How many sentences a docstring has."""
    return len(re.findall(r"[.!?](?:\s|$)", text.replace("e.g.", "").replace("i.e.", "")))


def deep(module: ast.Module) -> set[str]:
    """Modules of gfkit below a room's face that are imported: gfkit.room.module.

    Each kind of rule is a room, and its data, the module ``rule``, are its face, and each module of host.
    """
    found = {str(node.module) for node in nodes(module, ast.ImportFrom)}
    found |= {alias.name for node in nodes(module, ast.Import) for alias in node.names}
    faces = re.compile(r"gfkit(\.\w+){0,1}|gfkit\.host\.\w+|gfkit\.kinds\.\w+(\.rule)?")
    return {name for name in found if name.startswith("gfkit.") and not faces.fullmatch(name)}


def private(module: ast.Module) -> set[str]:
    """Names with an underscore before them that are imported, asked for, or set in something else."""
    asked = nodes(module, ast.Attribute)
    own = {node.name for kind in (ast.FunctionDef, ast.ClassDef) for node in nodes(module, kind)}
    own |= {node.id for node in nodes(module, ast.Name)}
    own |= {node.attr for node in asked if _of_self(node)}
    found = {node.attr for node in asked if not _of_self(node)}
    found |= {alias.name for node in nodes(module, ast.ImportFrom) for alias in node.names}
    for node in nodes(module, ast.Call):
        if "setattr" in (getattr(node.func, "attr", ""), getattr(node.func, "id", "")):
            texts = (arg.value for arg in node.args if isinstance(arg, ast.Constant))
            found |= {str(text).rpartition(".")[2] for text in texts if not str(text).startswith("__")}
    return {name for name in found - own if re.match(r"_[^_]", name) and name != "_exit"}


def _of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


def test_each_file_says_what_it_defends_and_where_its_numbers_come_from():
    short = {
        name: ast.get_docstring(module)
        for name, module in files().items()
        if Path(name).name.startswith("test_") and sentences(ast.get_docstring(module) or "") < 2
    }
    assert not short


def test_no_file_reaches_deep_into_the_house():
    assert not {name: found for name, module in files().items() if len(found := deep(module)) > MOST_DEEP}


def test_no_file_uses_private_names():
    assert not {name: found for name, module in files().items() if (found := private(module))}


def test_they_stay_short():
    assert sum(path.read_text("utf-8").count("\n") for path in ROOT.rglob("*.py")) <= MOST_LINES


def test_what_breaks_a_rule_is_seen():
    text = "from gfkit.a.b import _own, known\nimport gfkit.c.d.e\nknown._cache\nf.setattr(x, '_y', 1)"
    tree = ast.parse(text)
    assert private(tree) == {"_own", "_cache", "_y"}
    assert deep(tree) == {"gfkit.a.b", "gfkit.c.d.e"}
    own = "class A:\n    def _f(self): self._g = 1\n    def h(self): A()._f; A()._g"
    assert private(ast.parse(own)) == set()
    assert sentences("One. Two, e.g. 3.5.") == 2


# Which of them run


FILE = """
import os, pytest
@pytest.mark.parametrize("n", range(3))
def test_quick(n): assert n != int(os.environ["FAILS"])
@pytest.mark.slow({seconds})
@pytest.mark.parametrize("n", range(12))
def test_slow(n): pass
"""


@pytest.mark.parametrize(("allowed", "left"), [(lambda *_: True, 0), (lambda a, _, c: a != c, 1)])
def test_a_sample_has_every_pair_that_may_be(allowed, left):
    factors = [[*range(5)], [*range(4)], [*range(7)]]
    cases = cover(factors, allowed)
    whole = [case for case in product(*factors) if allowed(*case)]
    assert set(cases) <= set(whole)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        assert {(c[one], c[other]) for c in cases} == {(c[one], c[other]) for c in whole}
    assert 7 * 5 - 5 * left <= len(cases) < len(whole) * 0.6
    two = cover([[*range(5)], [*range(4)]])
    assert 5 <= len(two) < 20
    assert [{case[k] for case in two} for k in (0, 1)] == [{*range(5)}, {*range(4)}]


def test_the_seed_decides_and_what_was_found_stays(monkeypatch):
    def ids() -> list[str]:
        params = sample(range(9), range(9), range(9), quick=2, seconds=0.5, found=[(8, 8, 8)])
        assert [bool(one.marks) for one in params] == [False] * 3 + [True] * (len(params) - 3)
        assert {mark.args for one in params for mark in one.marks} == {(0.5,)}
        return [one.id for one in params]

    monkeypatch.setenv("GFKIT_SEED", "one")
    first, number = ids(), drawn("a").random()
    assert ids() == first
    assert first[0] == "8-8-8"
    monkeypatch.setenv("GFKIT_SEED", "two")
    assert ids()[0] == "8-8-8"
    assert ids() != first
    assert drawn("a").random() != number


@pytest.fixture
def run(tmp_path):
    """Runs the small file with options, and says what became of its tests."""
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = slow(seconds): of five\n", encoding="utf-8")

    def begin(*options: str, seconds: str = "12", fails: int = -1) -> str:
        (tmp_path / "test_five.py").write_text(FILE.format(seconds=seconds), encoding="utf-8")
        command = [sys.executable, "-m", "pytest", "-p", "conftest", "-p", "no:cacheprovider", "-v", "-n0"]
        known = {"PYTHONPATH": f"{ROOT}{pathsep}{ROOT.parent}", "FAILS": str(fails), "GFKIT_SEED": ""}
        done = ran([*command, *options], folder=tmp_path, **known)
        return done.out + done.err

    return begin


def test_shares_make_the_whole_and_a_stopped_run_goes_on_where_it_was(run, tmp_path):
    first, second = (
        run("--share", share, "--seed", "a week", "--resume", str(tmp_path / "noted"), fails=fails)
        for share, fails in (("1/2", 1), ("2/2", -1))
    )
    assert "'a week'" in first
    assert re.findall(r"test_quick\[(.)\] PASSED", first) == ["0", "2"]
    assert re.findall(r"test_quick\[(.)\] PASSED", second) == ["1"]
    slow = re.findall(r"test_slow\[(\d+)\]", first + second)
    assert sorted(map(int, slow)) == [*range(12)]
    passed = len(re.findall(" PASSED", first))
    assert f"{passed} tests passed before" in second


def test_another_seed_or_file_begins_anew(monkeypatch):
    whole = {digest()}
    monkeypatch.setenv("GFKIT_SEED", "another")
    whole.add(digest())
    monkeypatch.setattr("resuming.READ", READ[1:])
    whole.add(digest())
    assert len(whole) == 3


def test_a_slow_test_must_say_its_seconds(run):
    assert "slow, but not how long" in run(seconds="")


def test_the_settings_of_the_project():
    assert SETTINGS["seed"]
    at, of = map(int, SETTINGS["share"].split("/"))
    assert 1 <= at <= of
