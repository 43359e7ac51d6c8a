"""What small commands load and run before they answer: few modules, and nothing that only large work needs.

The numbers are what was loaded and run when they were written here; they may only become smaller.
"""

import pytest
from calling import python
from tables import tables

LOADED = """
import inspect, os, sys
from gfkit.cli.main import main

run = set()


def note(frame, event, _):
    code, inside = frame.f_code, frame.f_back
    is_own = f"{os.sep}gfkit{os.sep}" in code.co_filename and code.co_flags & inspect.CO_OPTIMIZED
    if event == "call" and is_own:
        while inside is not None and not inside.f_code.co_filename.startswith("<frozen importlib"):
            inside = inside.f_back
        if inside is None:
            run.add(code.co_filename)


sys.setprofile(note)
code = main(sys.argv[1:])
sys.setprofile(None)
print(len(run), *sys.modules, file=sys.stderr)
sys.exit(code)
"""
"""A program that runs a command, and says on standard error in how many files of gfkit a function was called
other than by an import, and which modules are loaded then."""
MOST = tables("wholes")["loads"]
"""How many modules of gfkit's own each command loads, and in how many files it calls functions, at most."""
LARGE = {"numpy", "sympy", "mpmath", "rich", "multiprocessing", "sqlite3", "hashlib", "importlib.metadata"}
"""What large boards, pictures, the run store, other systems and packages from outside need."""
SPARED = LARGE | {"flint", "pathlib", "shutil", "textwrap"}  # by counts and refusals


@pytest.mark.parametrize("command", MOST)
def test_small_commands_load_little(command: str) -> None:
    said = python(LOADED, *command.split())
    assert said.code == (2 if "domineerin " in command else 0), said.err
    run, *loaded = said.err.splitlines()[-1].split()
    own = {name for name in loaded if name.partition(".")[0] == "gfkit"}
    assert (len(own) <= MOST[command][0], int(run) <= MOST[command][1]) == (True, True), (run, sorted(own))
    assert not (SPARED if command.startswith("count") else LARGE) & {*loaded}
    if not command.startswith("value"):
        assert "gfkit.native.loops" not in loaded, "small boards are counted in Python"
