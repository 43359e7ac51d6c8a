"""Python files as syntax trees, each parsed and traversed once; modules of gfkit; traces of executed code."""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import CodeType, ModuleType
from typing import TypeVar

import gfkit

Node = TypeVar("Node", bound=ast.AST)


@cache
def tree(path: Path) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse(path.read_text("utf-8"))


@cache
def _by_kind(module: ast.Module) -> dict[type[ast.AST], list[ast.AST]]:
    found: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
    for node in ast.walk(module):
        found[type(node)].append(node)
    return found


def nodes(module: ast.Module, kind: type[Node]) -> list[Node]:
    """Return all nodes of a kind in a tree."""
    return _by_kind(module).get(kind, [])


def loaded(*without: str) -> Iterator[ModuleType]:
    """Yield the modules of gfkit, except some subpackages and modules whose requirements are missing."""
    for module in walk_packages(gfkit.__path__, "gfkit."):
        if module.name.split(".")[1] not in (*without, "__main__"):
            try:
                yield import_module(module.name)
            except ModuleNotFoundError as error:
                if str(error.name).startswith("gfkit"):
                    raise


def codes(work: Callable[[], object]) -> set[CodeType]:
    """Return the code of every function that runs while the work is done."""
    found = set()
    sys.setprofile(lambda frame, event, _: found.add(frame.f_code) if event == "call" else None)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found
