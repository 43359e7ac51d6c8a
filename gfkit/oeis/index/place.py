"""Where the index lives."""

from __future__ import annotations

import os
from pathlib import Path

from gfkit.paths import cache_directory

VARIABLE = "GFKIT_OEIS_INDEX"
_NAME = "oeis.sqlite"


def index_path(given: str | None = None) -> Path:
    """The file named, else the one in the environment variable, else one in the user's cache directory."""
    named = given or os.environ.get(VARIABLE)
    return Path(named) if named else cache_directory() / _NAME
