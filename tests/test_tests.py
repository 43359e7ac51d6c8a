"""The tests themselves: requirements on every test file.

The limits are the project's own decisions. No number here was computed by the package.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

from trees import nodes, tree

ROOT = Path(__file__).resolve().parent
MOST_LINES = 60_500
MOST_DEEP = 6
"""Maximum number of non-public modules of gfkit that one file imports."""


def files() -> dict[str, ast.Module]:
    return {str(path.relative_to(ROOT)): tree(path) for path in ROOT.rglob("*.py")}


def sentences(text: str) -> int:
    """Return the number of sentences of a docstring."""
    return len(re.findall(r"[.!?](?:\s|$)", text.replace("e.g.", "").replace("i.e.", "")))


def deep(module: ast.Module) -> set[str]:
    """Return the imported modules of gfkit that are not public entry points.

    Public are gfkit.room, gfkit.core.room, formulas, wording, each kind of rule with its module ``rule``, and
    each module of runs.
    """
    found = {str(node.module) for node in nodes(module, ast.ImportFrom)}
    found |= {alias.name for node in nodes(module, ast.Import) for alias in node.names}
    faces = re.compile(
        r"gfkit((\.runs)?\.\w+)?|gfkit\.core\.(\w+|algebra\.formula|rules\.(wording|kinds(\.\w+(\.rule)?)?))"
    )
    return {name for name in found if name.startswith("gfkit.") and not faces.fullmatch(name)}


def private(module: ast.Module) -> set[str]:
    """Return private names that are imported, accessed, or assigned in another object."""
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


def test_each_file_states_its_subject_and_the_source_of_its_numbers():
    short = {
        name: ast.get_docstring(module)
        for name, module in files().items()
        if Path(name).name.startswith("test_") and sentences(ast.get_docstring(module) or "") < 2
    }
    assert not short


def test_no_file_imports_many_private_modules():
    assert not {name: found for name, module in files().items() if len(found := deep(module)) > MOST_DEEP}


def test_no_file_uses_private_names():
    assert not {name: found for name, module in files().items() if (found := private(module))}


def test_the_tests_stay_within_their_line_limit():
    assert sum(path.read_text("utf-8").count("\n") for path in ROOT.rglob("*.py")) <= MOST_LINES
