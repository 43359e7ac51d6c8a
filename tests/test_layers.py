"""The floors of the house: who may import whom is checked, not hoped.

The floors are those of ``pyproject.toml``; that no room is missing there is read off the folders.
"""

from __future__ import annotations

import ast
import re
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from cli.calling import python
from tables import tables
from trees import codes, nodes, tree

import gfkit
from gfkit.hooks import SATELLITES

ROOT = Path(__file__).resolve().parent.parent
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]


def test_every_floor_uses_only_the_floors_below_it():
    if find_spec("importlinter") is None:
        pytest.fail("import-linter is missing, so the floors cannot be checked: pip install -e '.[test]'")
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    said = python(code, "--no-cache", code=0, folder=ROOT).out
    assert f"{len(CONFIG['contracts'])} kept, 0 broken" in said


def test_no_room_is_left_out_of_the_contract():
    floors = "|".join(CONFIG["contracts"][0]["layers"])
    named = {room.strip().removeprefix("gfkit.") for room in floors.split("|")}
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


def test_every_room_is_core_or_satellite_and_the_core_uses_no_satellite():
    (contract,) = (one for one in CONFIG["contracts"] if one["name"] == "the core uses no satellite")
    assert contract["forbidden_modules"] == [*(f"gfkit.{room}" for room in SATELLITES), "gfkit.cli"]
    floors = CONFIG["contracts"][0]["layers"]
    rooms = {room.strip() for floor in floors for room in floor.split("|")}
    assert set(contract["source_modules"]) == rooms - set(contract["forbidden_modules"])


def modules_behind_fronts(page: ast.Module) -> set[str]:
    """The modules inside of rooms of the core that a file imports from, as ``room.module``."""
    reached = set()
    for said in nodes(page, ast.ImportFrom):
        package, _, module = (said.module or "").partition(".")
        if package != "gfkit" or module.partition(".")[0] in ("", "cli", *SATELLITES):
            continue
        inside = ROOT / "gfkit" / module.replace(".", "/")
        parts = [f"{module}.{name.name}" for name in said.names if _is_module(inside / name.name)]
        reached |= {one for one in [module, *parts] if "." in one}
    return reached


def _is_module(path: Path) -> bool:
    return path.is_dir() or any(path.parent.glob(f"{path.name}.py*"))


def test_satellites_use_the_core_by_its_fronts():
    """Modules of the core that satellites import from beside ``gfkit.room``; the list may become shorter."""
    listed = {f"{room}.{name}" for room, names in tables("entrances").items() for name in names}
    pages = (page for room in SATELLITES for page in (ROOT / "gfkit" / room).rglob("*.py"))
    reached = {module for page in pages for module in modules_behind_fronts(tree(page))}
    assert reached <= listed, sorted(reached - listed)
    assert all(_is_module(ROOT / "gfkit" / one.replace(".", "/")) for one in listed)
    text = "from gfkit.boards import Board, grammar\nfrom gfkit.exact.residue import LiftedIntegers"
    assert modules_behind_fronts(ast.parse(text)) == {"boards.grammar", "exact.residue"}


def test_type_checkers_know_the_names_that_are_loaded_when_used():
    """A front says alike for type checkers and for ``when_used`` where its names come from."""
    seen = 0
    for path in (ROOT / "gfkit").rglob("__init__.py"):
        page, package = tree(path), ".".join(path.relative_to(ROOT).parts[:-1])
        homes = [call.args[1] for call in nodes(page, ast.Call) if ast.unparse(call.func) == "when_used"]
        if not homes:
            continue
        seen += 1
        used = {
            (f"{package}.{home}", name)
            for home, names in ast.literal_eval(homes[0]).items()
            for name in names.split()
        }
        (checked,) = (node for node in page.body if isinstance(node, ast.If))
        told = {(said.module, one.name) for said in checked.body for one in said.names}  # type: ignore[attr-defined]
        public = next(node for node in nodes(page, ast.Assign) if ast.unparse(node.targets[0]) == "__all__")
        assert used == told, path
        assert {name for _, name in used} <= set(ast.literal_eval(public.value)), path
    assert seen >= 10


def test_the_way_on_the_page_is_the_way_of_derive():
    """Each file in the table of docs/architecture.md is run by derive, and there are at most twelve."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## From a rule to its fraction")[2].partition("\n## ")[0]
    named = re.findall(r"^\| `([\w/.]+)` \|", section, re.MULTILINE)
    gfkit.derive("domineering", "nx2")  # what is loaded is no part of the way
    ran = codes(lambda: [gfkit.derive("domineering", "nx3", method=way) for way in ("auto", "modular")])
    files = {code.co_filename for code in ran}
    assert 8 <= len(named) <= 12
    assert [name for name in named if str(ROOT / "gfkit" / name) not in files] == []
