"""Files of Python as trees, each read and gone through once."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TypeVar

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
