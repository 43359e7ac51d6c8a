"""The floors of the house: who may import whom is checked, not hoped.

The floors are those of ``pyproject.toml``; that no room is missing there is read off the folders.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]


def test_every_floor_uses_only_the_floors_below_it():
    if find_spec("importlinter") is None:
        pytest.fail("import-linter is missing, so the floors cannot be checked: pip install -e '.[test]'")
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    run = subprocess.run(
        [sys.executable, "-c", code, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert f"{len(CONFIG['contracts'])} kept, 0 broken" in run.stdout


def test_no_room_is_left_out_of_the_contract():
    named = {
        room.strip().removeprefix("gfkit.")
        for floor in CONFIG["contracts"][0]["layers"]
        for room in floor.split("|")
    }
    rooms = {path.stem for path in (ROOT / "gfkit").iterdir() if (path / "__init__.py").exists()}
    rooms |= {path.stem for path in (ROOT / "gfkit").glob("*.py")} - {"__init__", "__main__"}
    assert named == rooms


def test_only_the_command_line_may_know_click_and_rich():
    contract = CONFIG["contracts"][1]
    assert contract["forbidden_modules"] == ["click", "rich"]
    for path in (ROOT / "gfkit").rglob("*.py"):
        if "cli" not in path.relative_to(ROOT).parts:
            text = path.read_text(encoding="utf-8")
            assert "import click" not in text, path
            assert "import rich" not in text, path
            assert "from rich" not in text, path
