"""The house as a whole: what no single module can promise.

The limits are the project's own decisions; each check is shown something that breaks it.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tables import tables
from trees import nodes, tree

import gfkit

ROOT = Path(gfkit.__file__).parent
LAZY = ("gfkit.cli", "gfkit", "gfkit.__main__")
"""Verbs, and names at the top, are loaded when they are used."""
SAME = tables("wholes")["same"]
"""Public names that several modules may define, and what they mean in each of them.

Besides, a verb of the command line is called like the function that it calls, and each checker of
certificates is a program of its own, which imports nothing of gfkit: its names are its own.
"""
MOST_IMPORTS = 0.088
"""The share of imports in lines of code, at most; 6,000 lines, which stay where code becomes shorter."""


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package, read; a folder's own module is its face, and not among them."""
    paths = (path for path in ROOT.rglob("*.py") if path.name != "__init__.py")
    return {".".join(("gfkit", *path.relative_to(ROOT).with_suffix("").parts)): tree(path) for path in paths}


def imported(module: ast.Module) -> set[str]:
    """All that a module names in imports, those inside functions too."""
    found = {alias.name for node in nodes(module, ast.Import) for alias in node.names}
    for node in nodes(module, ast.ImportFrom):
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
    early = {name for name in read if name not in LAZY and not name.startswith("gfkit.cli.")}
    graph = {name: imported(read[name]) & read.keys() for name in early}
    assert len(graph) > 200
    assert circle(graph) == []


def test_a_circle_is_seen():
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}


def public(tree: ast.Module) -> set[str]:
    """Classes and functions of a module whose names begin with a letter."""
    made = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in tree.body if isinstance(node, made) and not node.name.startswith("_")}


def stands_alone(module: str) -> bool:
    """Whether a module is a checker of certificates, or a part of the one that is put together."""
    return module.startswith("gfkit.proofs.") and (module.endswith("checker") or is_part_of_checker(module))


def is_part_of_checker(module: str) -> bool:
    return module.startswith("gfkit.proofs.checker.")


def is_verb(module: str, name: str) -> bool:
    """Whether a name is that of a command, which is called like the function that it calls."""
    return module.startswith("gfkit.cli.") and module.rpartition(".")[2] == name


def is_part_of_kind(module: str) -> bool:
    """Whether a module is a part of a kind, in which what all kinds have is called alike."""
    return module.startswith("gfkit.kinds.") and module.count(".") > 2


def several(read: dict[str, ast.Module]) -> dict[str, list[str]]:
    """Public names that more than one module defines, and which ones do."""
    homes: dict[str, list[str]] = defaultdict(list)
    for module, page in read.items():
        for name in public(page):
            if not (stands_alone(module) or is_part_of_kind(module) or is_verb(module, name)):
                homes[name].append(module)
    return {name: modules for name, modules in homes.items() if len(modules) > 1 and name not in SAME}


def test_a_public_name_means_one_thing():
    assert several(modules()) == {}


def test_names_that_mean_several_things_are_seen():
    tree = ast.parse("class Board:\n    def count(self): ...\ndef main(): ...\ndef _own(): ...")
    assert public(tree) == {"Board", "main"}
    one, verb, checker = "gfkit.boards.board", "gfkit.cli.Board", "gfkit.proofs.checker.core"
    assert several({one: tree, verb: tree, checker: tree}) == {}
    assert several({one: tree, "gfkit.cli.count": tree}) == {"Board": [one, "gfkit.cli.count"]}


def test_checkers_stand_alone():
    checkers = {name: page for name, page in modules().items() if stands_alone(name)}
    assert len(checkers) >= 2
    for name, page in checkers.items():
        used = {one for one in imported(page) if one.startswith("gfkit")}
        assert all(is_part_of_checker(name) and is_part_of_checker(one) for one in used), name
    parts = [public(page) for name, page in checkers.items() if is_part_of_checker(name)]
    assert len(set().union(*parts)) == sum(map(len, parts)), "in one file each name is there once"


def code_lines(text: str, module: ast.Module) -> set[int]:
    """The lines of a module that are neither empty nor comments nor documentation."""
    lines = {at for at, line in enumerate(text.splitlines(), 1) if line.strip() and line.strip()[0] != "#"}
    for kind in (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef):
        for node in nodes(module, kind):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                lines -= {*range(first.lineno, first.end_lineno + 1)}
    return lines


CLOCKS = {
    "gfkit.cli.long.progress": "the date of a line in a log",
    "gfkit.runs.table": "when a run was touched",
}
"""Who may ask for the date: a clock that is set back or forth changes no limit, no order and no answer."""


def test_dates_are_shown_and_never_reckoned_with():
    asked = {
        name
        for name, module in modules().items()
        for node in nodes(module, ast.Attribute)
        if node.attr == "now" or (node.attr in ("time", "gmtime") and ast.unparse(node.value) == "time")
    }
    assert asked == set(CLOCKS)


def test_little_of_the_code_is_imports():
    code = imports = 0
    for path in ROOT.rglob("*.py"):
        code += len(code_lines(path.read_text("utf-8"), tree(path)))
        said = nodes(tree(path), ast.Import) + nodes(tree(path), ast.ImportFrom)
        imports += sum(node.end_lineno - node.lineno + 1 for node in said)
    assert imports < MOST_IMPORTS * code


def test_lines_of_code_are_counted():
    text = '"""A page.\n\nMore."""\n\n# why\nimport ast\ndef f():\n    """It."""\n    return 1\n'
    assert code_lines(text, ast.parse(text)) == {6, 7, 9}
