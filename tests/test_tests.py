"""The tests themselves: what holds for every file of them.

The limits are the project's own decisions. No number here was computed by the package.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from trees import nodes, tree

ROOT = Path(__file__).resolve().parent
MOST_LINES = 46_460
MOST_DEEP = 6
"""Modules below a room's face that one file imports, at most."""


def files() -> dict[str, ast.Module]:
    return {str(path.relative_to(ROOT)): tree(path) for path in ROOT.rglob("*.py")}


def sentences(text: str) -> int:
    """How many sentences a docstring has."""
    return len(re.findall(r"[.!?](?:\s|$)", text.replace("e.g.", "").replace("i.e.", "")))


def deep(module: ast.Module) -> set[str]:
    """Modules of gfkit below a room's face that are imported: gfkit.room.module.

    Formulas are a room, and each kind of rule, with its data, the module ``rule``, and each module of runs.
    """
    found = {str(node.module) for node in nodes(module, ast.ImportFrom)}
    found |= {alias.name for node in nodes(module, ast.Import) for alias in node.names}
    faces = re.compile(r"gfkit(\.\w+)?|gfkit\.(algebra\.formula|runs\.\w+|rules\.kinds(\.\w+(\.rule)?)?)")
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
