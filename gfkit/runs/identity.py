"""Ids of runs: digests of all inputs of a result and of the sources of gfkit."""

from __future__ import annotations

import os
import time
from collections.abc import Set
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from json import dumps

from gfkit.core.errors import MismatchError
from gfkit.core.typing import STARTED

_PACKAGE = os.path.dirname(os.path.dirname(__file__))
_SOURCES = (".py", ".c", ".h")
_CLOCK_STEP = 0.01
"""Maximum error of the time of a change of a file, in seconds."""
_NO_ENGINE = ("atlas", "catalog", "claims", "cli", "lab", "oeis", "proofs", "runs", "show")
"""Subpackages that use the engines, whose sources do not affect the result of a batch."""


def identity(*values: object, rooms: tuple[str, ...] = ()) -> str:
    """Return the id of a run: a digest of values and of the sources of gfkit, equal on every computer.

    Another version of gfkit, or a rule file with other content, yields another id, so that its results are
    never reused. Sources of subpackages above the engines are included only if they are named in ``rooms``.

    >>> identity("3xn", frozenset({"b", "a"})) == identity("3xn", frozenset({"a", "b"}))
    True
    >>> identity("3xn") == identity("4xn")
    False
    """
    text = dumps([_sources(rooms), _plain(list(values))], sort_keys=True)
    return blake2b(text.encode(), digest_size=32).hexdigest()


def _plain(value: object) -> object:
    """Convert a value to plain JSON data, with sets in a fixed order."""
    if isinstance(value, Enum):
        return _plain(value.value)
    if value is None or isinstance(value, str | int | float):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        named = {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
        return {"type": type(value).__name__, **named}
    if isinstance(value, Set):
        return sorted((_plain(item) for item in value), key=dumps)
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return [[_plain(key), _plain(item)] for key, item in value.items()]
    if callable(value):
        raise MismatchError(
            "results of a function have no id, so they cannot be stored or distributed; omit the store and"
            " the executor"
        )
    raise TypeError(f"{type(value).__name__} has no canonical form")


@cache
def _sources(rooms: tuple[str, ...] = ()) -> str:
    """Return a digest of the sources of all engines and their dependencies, including new subpackages.

    If a source has changed since this process started, the digest is random: loaded code may be older.
    """
    digest, latest = blake2b(digest_size=16), 0.0
    for folder, folders, names in os.walk(_PACKAGE):
        if folder == _PACKAGE:
            folders[:] = [room for room in folders if room in rooms or room not in _NO_ENGINE]
        folders.sort()
        inside = os.path.relpath(folder, _PACKAGE).split(os.sep)
        endings = (*_SOURCES, ".toml") if inside[0] in rooms else _SOURCES
        for name in sorted(names):
            if name.endswith(endings):
                with open(os.path.join(folder, name), "rb") as file:
                    digest.update("/".join((*inside, name)).encode() + b"\0" + file.read() + b"\0")
                    status = os.fstat(file.fileno())
                    latest = max(latest, status.st_ctime, status.st_mtime)
    started = time.time() - (time.monotonic() - STARTED)
    digest.update(os.urandom(16) if latest >= started - _CLOCK_STEP else b"")
    return digest.hexdigest()
