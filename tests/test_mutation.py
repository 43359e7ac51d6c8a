"""The tool that says how strong the tests are: its faults are faults, and what runs has them.

The faults of a module of nine lines are listed by hand.
"""

import ast
import importlib.util
import tomllib
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("coverage", reason="needs coverage, of the extra dev")

from coverage import CoverageData
from mutation.contexts import ROOT, Contexts, room
from mutation.mutants import drawn, faults, mutants
from mutation.running import EQUAL, module_name, put_in, within
from tables import tables

SOURCE = tables("wholes")["mutated"]


def test_every_fault_is_another_program():
    made = mutants(SOURCE, "pairs.py")
    one, two = (
        ["+ to -"],
        ["and to or", "< to <=", "10 to 11", "10 to 9", "no not", "% to //", "2 to 3", "2 to 1"],
    )
    whole = ["return None", "return None", "condition turned round", "left out"]
    assert sorted(mutant.what for mutant in made) == sorted([*one, *two, *whole])
    assert len({mutant.code for mutant in made}) == len(made)
    assert {mutant.first for mutant in made if mutant.what == "+ to -"} == {12}


def test_functions_get_the_code_with_the_fault(tmp_path):
    path = tmp_path / "pairs.py"
    path.write_text(SOURCE, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("pairs", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    small = module.small  # as another module would have imported it
    made = {mutant.what: mutant for mutant in mutants(SOURCE, str(path))}
    put_in(made["+ to -"].code, module)
    assert module.Pair(5, 3).total == 2
    assert small(8) == "9"
    put_in(made["10 to 9"].code, module)
    assert module.Pair(5, 3).total == 8
    small.cache_clear()
    assert small(8) == "9"
    put_in(made["% to //"].code, module)
    small.cache_clear()
    assert small(1) == "2"


def test_mutants_are_drawn_from_all_modules(tmp_path):
    paths = [tmp_path / name for name in ("a.py", "b.py", "empty.py")]
    for path in paths:
        path.write_text(SOURCE if path.stem != "empty" else "", encoding="utf-8")
    made = drawn(paths, 20, Random(1))
    assert len({(mutant.path, mutant.first, mutant.what) for mutant in made}) > 15
    assert {mutant.path for mutant in made} == {*paths[:2]}
    assert len(drawn(paths, 1000, Random(1))) == 2 * len(mutants(SOURCE, "pairs.py"))


def test_tests_are_shown_within_a_budget():
    noted = Contexts(CoverageData(no_disk=True), {"a": 1.0, "b": 2.0, "c": 4.0, "d": 50.0}, {})
    assert within(["a", "b", "c", "d"], noted, 7) == (["a", "b", "c"], 1)
    assert within(["d"], noted, 7) == (["d"], 0)  # one at least
    assert within([], noted, 7) == ([], 0)


def test_names_of_modules_and_rooms():
    path = ROOT / "gfkit" / "games" / "library.py"
    assert (module_name(path), room(path)) == ("gfkit.games.library", "games")
    assert module_name(path.with_name("__init__.py")) == "gfkit.games"
    assert room(ROOT / "gfkit" / "errors.py") == "(loose files)"


def test_equal_mutants_are_mutants():
    """Each row says what is changed, where, and why nothing differs."""
    for row in tomllib.loads(EQUAL.read_text("utf-8")).get("equal", []):
        source = Path(ROOT / "gfkit" / row["module"]).read_text("utf-8")
        lines = source.splitlines()
        known = {(lines[one.first - 1].strip(), one.what) for one in faults(ast.parse(source))}
        assert (row["line"], row["what"]) in known, row
        assert row["why"]
