"""The tool that says how strong the tests are: its faults are faults, and what runs has them."""

from __future__ import annotations

import importlib.util

from mutation.mutants import mutants
from mutation.running import put_in

SOURCE = '''
"""A module."""
from functools import cache

class Pair:
    def __init__(self, one, two):
        self.one, self.two = one, two

    @property
    def total(self):
        """Both."""
        return self.one + self.two

@cache
def small(number=3):
    if number < 10 and not number % 2:
        return f"{number + 1}"
    raise ValueError(f"{number} is not small")
'''


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
