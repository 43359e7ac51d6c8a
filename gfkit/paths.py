"""Where files of the user lie, as the system wants them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

DIRECTORY_VARIABLE = "GFKIT_CACHE"
SHARE_OF_DISK = 0.5
"""Of what is free there, what files of a run may take that go with it."""


def cache_directory() -> Path:
    """The folder for what can be computed again; on Linux ``$XDG_CACHE_HOME/gfkit`` or ``~/.cache/gfkit``."""
    import platformdirs  # which the laboratory lacks

    return _of_user(platformdirs.user_cache_path("gfkit", appauthor=False), ".cache")


def data_directory() -> Path:
    """The folder for what a user has built; on Linux ``$XDG_DATA_HOME/gfkit`` or ``~/.local/share/gfkit``."""
    import platformdirs

    return _of_user(platformdirs.user_data_path("gfkit", appauthor=False), ".local/share")


def _of_user(named: Path, usual: str) -> Path:
    """The folder that the system names, if that is absolute, else the usual one.

    A user without a home gets a folder at the root of the file system, where nothing can be written.
    """
    if named.is_absolute():
        return named
    try:  # a relative path in the environment counts for nothing, by the standard that names the variable
        return Path.home() / usual / "gfkit"
    except RuntimeError:
        return Path("/") / usual / "gfkit"


def kept_directory() -> Path:
    """The folder that the environment's ``GFKIT_CACHE`` names, else that of the user's cache."""
    named = os.environ.get(DIRECTORY_VARIABLE, "").strip()
    return Path(named).absolute() if named else cache_directory()


def has_room(size: float) -> bool:
    """Whether the folder where things are kept has room for files of so many bytes, and may be written."""
    folder = kept_directory()
    there = next(one for one in (folder, *folder.parents) if one.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return False
    return size < SHARE_OF_DISK * shutil.disk_usage(there).free
