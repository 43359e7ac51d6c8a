"""JSON as a tree: the paths in it, and the value at a path."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

Path = tuple[Any, ...]
"""The way to a place: keys and numbers of entries."""


def plainly(value: Any) -> Any:
    """Return the value after a round trip through JSON."""
    return json.loads(json.dumps(value))


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths to all parts, outer parts first."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield (*path, key)
        yield from places(part, (*path, key))


def at(value: Any, path: Path) -> Any:
    for key in path:
        value = value[key]
    return value
