"""The house as a whole: what no single module can promise."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import gfkit

ROOT = Path(gfkit.__file__).parent
LAZY = ("gfkit.cli", "gfkit", "gfkit.__main__")
"""Verbs, and names at the top, are loaded when they are used."""


def modules() -> dict[str, ast.Module]:
    """Every module of the package, read; a folder's own module is its face, and not among them."""
    return {
        ".".join(("gfkit", *path.relative_to(ROOT).with_suffix("").parts)): ast.parse(path.read_text("utf-8"))
        for path in ROOT.rglob("*.py")
        if path.name != "__init__.py"
    }


def imported(tree: ast.Module) -> set[str]:
    """All that a module names in imports, those inside functions too."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports say where things are"
            found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Modules that need one another, in turn; nothing where there are none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_needs_itself_by_way_of_others():
    read = modules()
    graph = {
        name: imported(tree) & read.keys()
        for name, tree in read.items()
        if name not in LAZY and not name.startswith("gfkit.cli.")
    }
    assert len(graph) > 300
    assert circle(graph) == []


def test_a_circle_is_seen():
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}
