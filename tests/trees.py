"""Files of Python as trees, each read and gone through once; modules of gfkit, loaded."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import TypeVar

import gfkit

Node = TypeVar("Node", bound=ast.AST)


@cache
def tree(path: Path) -> ast.Module:
    """What a file says."""
    return ast.parse(path.read_text("utf-8"))


@cache
def _by_kind(module: ast.Module) -> dict[type[ast.AST], list[ast.AST]]:
    found: dict[type[ast.AST], list[ast.AST]] = defaultdict(list)
    for node in ast.walk(module):
        found[type(node)].append(node)
    return found


def nodes(module: ast.Module, kind: type[Node]) -> list[Node]:
    """All nodes of a kind in a tree."""
    return _by_kind(module).get(kind, [])


def loaded(*without: str) -> Iterator[ModuleType]:
    """The modules of gfkit, but those in some rooms and those that need what is not installed."""
    for module in walk_packages(gfkit.__path__, "gfkit."):
        if module.name.split(".")[1] not in (*without, "__main__"):
            try:
                yield import_module(module.name)
            except ModuleNotFoundError as error:
                if str(error.name).startswith("gfkit"):
                    raise
