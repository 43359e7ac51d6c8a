"""Where the run store lives, and how large it may become."""

from __future__ import annotations

import os
from pathlib import Path

from gfkit.memory import read_size

DIRECTORY_VARIABLE = "GFKIT_CACHE"
LIMIT_VARIABLE = "GFKIT_CACHE_LIMIT"
DEFAULT_LIMIT = 2 << 30
"""Bytes, 2 GiB."""
FILE_NAME = "runs.sqlite"


def store_directory() -> Path:
    """The directory in the environment variable, else ``gfkit`` in the user's cache directory."""
    named = os.environ.get(DIRECTORY_VARIABLE, "")
    if named.strip():
        return Path(named).absolute()
    cache = Path(os.environ.get("XDG_CACHE_HOME") or "")
    return (cache if cache.is_absolute() else _home() / ".cache") / "gfkit"


def store_limit() -> int:
    """The bytes in the environment variable, else the default."""
    word = os.environ.get(LIMIT_VARIABLE)
    return read_size(word, LIMIT_VARIABLE) if word else DEFAULT_LIMIT


def _home() -> Path:
    """The home directory; the root of the file system, which nobody can write to, for a user without one."""
    try:
        return Path.home()
    except RuntimeError:
        return Path("/")
