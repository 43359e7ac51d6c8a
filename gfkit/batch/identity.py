"""The name of a run: a digest of all that its answers depend on."""

from __future__ import annotations

import json
from collections.abc import Set
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from hashlib import blake2b
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_ENGINE = ("batch", "boards", "exact", "games", "sequences", "transfer", "typing.py")


def identity(*values: object) -> str:
    """A digest of values and of gfkit's own sources, the same in every process and on every machine.

    Another version of gfkit, or a rule file with another content, gives another name, so that nothing is
    ever taken over from them.

    >>> identity("3xn", frozenset({"b", "a"})) == identity("3xn", frozenset({"a", "b"}))
    True
    >>> identity("3xn") == identity("4xn")
    False
    """
    text = json.dumps([_sources(), canonical(list(values))], sort_keys=True)
    return blake2b(text.encode(), digest_size=32).hexdigest()


def canonical(value: object) -> object:
    """A value as plain JSON, sets in a fixed order."""
    if isinstance(value, Enum):
        return canonical(value.value)
    if value is None or isinstance(value, str | int | float):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        named = {field.name: canonical(getattr(value, field.name)) for field in fields(value)}
        return {"type": type(value).__name__, **named}
    if isinstance(value, Set):
        return sorted((canonical(item) for item in value), key=json.dumps)
    if isinstance(value, list | tuple):
        return [canonical(item) for item in value]
    if isinstance(value, dict):
        return [[canonical(key), canonical(item)] for key, item in value.items()]
    raise TypeError(f"{type(value).__name__} has no canonical form")


@cache
def _sources() -> str:
    """A digest of the sources of the engine that counts and derives, and of what it rests on."""
    digest = blake2b(digest_size=16)
    rooms = [_ROOT / room for room in _ENGINE]
    for path in sorted(path for room in rooms for path in (room.rglob("*.py") if room.is_dir() else [room])):
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()
