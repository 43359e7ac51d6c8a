"""The architecture: properties of the package as a whole, and the layers: which subpackage imports which.

The limits are decisions of the project, and the layers are in ``pyproject.toml``. A separate contract there
forbids import cycles.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import defaultdict
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest
from cli.calling import python
from tables import tables
from trees import codes, nodes, tree

import gfkit
from gfkit.core.errors import docs_page
from gfkit.core.hooks import PLACES
from gfkit.help.pages import find_topics
from gfkit.help.verbs import VERBS

ROOT = Path(gfkit.__file__).parent
SAME = tables("wholes")["same"]
"""Public names that several modules may define, and what they mean in each of them.

Besides, a verb of the command line is called like the function that it calls, and each checker of
certificates is a program of its own, which imports nothing of gfkit: its names are its own.
"""
MOST_IMPORTS = 0.088
"""The share of imports in lines of code, at most; 6,000 lines, which stay where code becomes shorter."""


@cache
def modules() -> dict[str, ast.Module]:
    """Return the syntax trees of the modules of the package, without ``__init__.py``."""
    paths = (path for path in ROOT.rglob("*.py") if path.name != "__init__.py")
    return {".".join(("gfkit", *path.relative_to(ROOT).with_suffix("").parts)): tree(path) for path in paths}


def imported(module: ast.Module) -> set[str]:
    """Return all names in the imports of a module, including those inside functions."""
    found = {alias.name for node in nodes(module, ast.Import) for alias in node.names}
    for node in nodes(module, ast.ImportFrom):
        assert not node.level, "imports say where things are"
        found |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def public(tree: ast.Module) -> set[str]:
    """Return classes and functions of a module whose names begin with a letter."""
    made = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in tree.body if isinstance(node, made) and not node.name.startswith("_")}


def stands_alone(module: str) -> bool:
    """Return True if a module is a checker of certificates, or part of the single-file checker."""
    return module.startswith("gfkit.proofs.") and (module.endswith("checker") or is_part_of_checker(module))


def is_part_of_checker(module: str) -> bool:
    return module.startswith("gfkit.proofs.checker.")


def is_verb(module: str, name: str) -> bool:
    """Return True if a name is that of a command, which is called like the function that it calls."""
    return module.startswith("gfkit.cli.") and name in VERBS


def is_part_of_kind(module: str) -> bool:
    """Return True for a module of a kind; all kinds use the same names for the same members."""
    return module.startswith("gfkit.core.rules.kinds.") and module.count(".") > 3


def several(read: dict[str, ast.Module]) -> dict[str, list[str]]:
    """Return public names that more than one module defines, with these modules."""
    homes: dict[str, list[str]] = defaultdict(list)
    for module, page in read.items():
        for name in public(page):
            if not (stands_alone(module) or is_part_of_kind(module) or is_verb(module, name)):
                homes[name].append(module)
    return {name: modules for name, modules in homes.items() if len(modules) > 1 and name not in SAME}


def test_a_public_name_means_one_thing():
    assert several(modules()) == {}


def test_checkers_stand_alone():
    checkers = {name: page for name, page in modules().items() if stands_alone(name)}
    assert len(checkers) >= 2
    for name, page in checkers.items():
        used = {one for one in imported(page) if one.startswith("gfkit")}
        assert all(is_part_of_checker(name) and is_part_of_checker(one) for one in used), name
    parts = [public(page) for name, page in checkers.items() if is_part_of_checker(name)]
    assert len(set().union(*parts)) == sum(map(len, parts)), "in one file each name is there once"


def code_lines(text: str, module: ast.Module) -> set[int]:
    """Return the lines of a module that are neither empty nor comments nor documentation."""
    lines = {at for at, line in enumerate(text.splitlines(), 1) if line.strip() and line.strip()[0] != "#"}
    for kind in (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef):
        for node in nodes(module, kind):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                lines -= {*range(first.lineno, first.end_lineno + 1)}
    return lines


CLOCKS = {
    "gfkit.cli.long.progress": "the date of a line in a log",
    "gfkit.runs.identity": "whether a source changed after it was loaded",
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


def test_no_lock_is_held_while_a_value_is_computed():
    # In Python 3.11 the one of functools holds a lock that a forked process waits for; see gfkit.core.typing.
    for module in modules().values():
        assert "functools.cached_property" not in imported(module)


def test_little_of_the_code_is_imports():
    code = imports = 0
    for path in ROOT.rglob("*.py"):
        code += len(code_lines(path.read_text("utf-8"), tree(path)))
        said = nodes(tree(path), ast.Import) + nodes(tree(path), ast.ImportFrom)
        imports += sum(node.end_lineno - node.lineno + 1 for node in said)
    assert imports < MOST_IMPORTS * code


# Floors


PROJECT = Path(__file__).resolve().parent.parent
CONFIG = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]


def test_every_layer_imports_only_lower_layers():
    if find_spec("importlinter") is None:
        pytest.fail("import-linter is missing, so the floors cannot be checked: pip install -e '.[test]'")
    code = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    said = python(code, "--no-cache", folder=PROJECT)
    assert f"{len(CONFIG['contracts'])} kept, 0 broken" in said.out, said


def test_only_functions_of_higher_layers_are_requested_by_name():
    rows = [line.split(" | ") for line in CONFIG["contracts"][0]["layers"]]
    depth = {room: at for at, row in enumerate(rows) for room in row}
    requested = {
        (call.args[0].value, name)
        for name, module in modules().items()
        for call in nodes(module, ast.Call)
        if getattr(call.func, "id", "").endswith("from_above") and isinstance(call.args[0], ast.Constant)
    }
    assert {name for name, _ in requested} == set(PLACES)
    for name, module in requested:
        higher, lower = (".".join(one.split(".")[:2]) for one in (PLACES[name].partition(":")[0], module))
        assert depth[higher] < depth[lower], (name, module)


def test_the_contract_contains_every_subpackage():
    for contract, package in zip(CONFIG["contracts"], ("gfkit", "gfkit.core"), strict=False):
        layers, folder = "|".join(contract["layers"]), PROJECT.joinpath(*package.split("."))
        named = {room.strip().removeprefix(f"{package}.") for room in layers.split("|")}
        rooms = {path.stem for path in folder.iterdir() if (path / "__init__.py").exists()}
        rooms |= {path.stem for path in folder.glob("*.py")} - {"__init__", "__main__"}
        assert named == rooms


def test_only_the_command_line_may_know_click_and_rich():
    contract = CONFIG["contracts"][2]
    assert contract["forbidden_modules"] == ["click", "rich"]
    for path in (PROJECT / "gfkit").rglob("*.py"):
        if "cli" not in path.relative_to(PROJECT).parts:
            assert not re.search("import (click|rich)|from rich", path.read_text("utf-8")), path


def test_type_checkers_know_lazily_imported_names():
    """``__init__.py`` names the same sources for type checkers and for ``when_used``."""
    seen = 0
    for path in (PROJECT / "gfkit").rglob("__init__.py"):
        page, package = tree(path), ".".join(path.relative_to(PROJECT).parts[:-1])
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


def test_messages_name_pages_that_everyone_can_open_and_packages_that_pip_finds():
    """An installation has no folder docs, and a registry may have no gfkit; builders have the folder."""
    docs = ROOT.parent / "docs"
    urls = tomllib.loads((docs.parent / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    site = urls["Documentation"]
    address = "" if "example.org" in site else f", or {site}/rule-files.html"
    assert docs_page("rule-files.html") == f"gfkit help rule-files{address}"
    for name, module in modules().items():
        said = [node.value for node in nodes(module, ast.Constant) if isinstance(node.value, str)]
        documented = [module, *nodes(module, ast.ClassDef), *nodes(module, ast.FunctionDef)]
        documented *= not name.startswith("gfkit.cli")  # help texts
        own = {ast.get_docstring(node, clean=False) for node in documented}
        wrong = [text for text in said if text not in own and re.search(r"docs/\w|install '?gfkit", text)]
        assert not wrong, name
        pages = [text for text in said if re.fullmatch(r"[\w/-]+\.html", text) and text != "index.html"]
        assert all((docs / page).with_suffix(".md").is_file() for page in pages), name
    files = (docs.parent / "README.md", *ROOT.rglob("*.py"), *ROOT.rglob("*.toml"))
    words = "gfkit help ((?!lists\\b)[a-z][\\w/.#-]*(?: files| lifes)?)"
    for topic in re.findall(words, "\n".join(path.read_text("utf-8") for path in files)):
        assert find_topics(topic.rstrip(".")) or topic in VERBS, topic


def test_derive_runs_the_files_in_the_architecture_page():
    """Each file in the table of docs/architecture.md is run by derive, and there are at most ten."""
    page = (PROJECT / "docs" / "architecture.md").read_text(encoding="utf-8")
    section = page.partition("## From a rule to its generating function")[2].partition("\n## ")[0]
    named = re.findall(r"^\| `([\w/.]+)` \|", section, re.MULTILINE)
    gfkit.derive("domineering", "nx2")  # the first call imports modules, which are not counted
    ran = codes(lambda: [gfkit.derive("domineering", "nx3", method=way) for way in ("auto", "modular")])
    files = {code.co_filename for code in ran}
    assert 8 <= len(named) <= 10
    assert [name for name in named if str(PROJECT / "gfkit" / name) not in files] == []
