"""Where the index lives."""

from __future__ import annotations

import os
import sys
from pathlib import Path

VARIABLE = "GFKIT_OEIS_INDEX"
_NAME = "oeis.sqlite"


def index_path(given: str | None = None) -> Path:
    """The file named, else the one in the environment variable, else one in the user's cache directory."""
    named = given or os.environ.get(VARIABLE)
    return Path(named) if named else _cache() / "gfkit" / _NAME


def _cache() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
