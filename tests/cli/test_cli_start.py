"""What small commands load before they answer: few modules, and nothing that only large work needs.

The numbers of modules are what was loaded when they were written here; they may only become smaller.
"""

import pytest
from calling import python

LOADED = """
import sys
from gfkit.cli.main import main

code = main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
sys.exit(code)
"""
"""A program that runs a command, and names all modules that are loaded then on standard error."""
MOST = {
    "count domineering 4x3": 70,
    "count matchings 4x4": 70,
    "count domineering 4x3 --json": 70,
    "derive domineering nx3 --positions right-ends": 90,
    "value domineering 3x3": 96,
    "games col": 51,
}
"""How many modules of gfkit's own each command loads, at most."""
LARGE = {"numpy", "sympy", "mpmath", "rich", "multiprocessing"}
"""What large boards, pictures and other systems need."""


@pytest.mark.parametrize("command", MOST)
def test_small_commands_load_little(command: str) -> None:
    said = python(LOADED, *command.split())
    assert said.code == 0, said.err
    loaded = set(said.err.splitlines()[-1].split())
    own = {name for name in loaded if name.partition(".")[0] == "gfkit"}
    assert len(own) <= MOST[command], sorted(own)
    assert not loaded & LARGE
    if not command.startswith("value"):
        assert "gfkit.native.loops" not in loaded, "small boards are counted in Python"
