"""Where files of the user lie, as the system wants them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

DIRECTORY_VARIABLE, INDEX_VARIABLE = "GFKIT_CACHE", "GFKIT_OEIS_INDEX"
_INDEX = "oeis.sqlite"
SHARE_OF_DISK = 0.5
"""Of what is free there, what files of a run may take that go with it."""


def cache_directory() -> Path:
    """The folder for what can be computed again; on Linux ``$XDG_CACHE_HOME/gfkit`` or ``~/.cache/gfkit``."""
    return _of_user("cache", "XDG_CACHE_HOME", ".cache")


def data_directory() -> Path:
    """The folder for what a user has built; on Linux ``$XDG_DATA_HOME/gfkit`` or ``~/.local/share/gfkit``."""
    return _of_user("data", "XDG_DATA_HOME", ".local/share")


def _of_user(kind: str, variable: str, usual: str) -> Path:
    """The folder that the environment names, if that is absolute, else the usual one.

    A user without a home gets a folder at the root of the file system, where nothing can be written. Windows
    and macOS have rules of their own, which platformdirs knows; loading it takes 5 ms.
    """
    if sys.platform in ("win32", "darwin"):
        import platformdirs

        own: Path = getattr(platformdirs, f"user_{kind}_path")("gfkit", appauthor=False)
        return own
    named = Path(os.environ.get(variable, ""))
    if named.is_absolute():
        return named / "gfkit"
    try:  # a relative path in the environment counts for nothing, by the standard that names the variable
        return Path.home() / usual / "gfkit"
    except RuntimeError:
        return Path("/") / usual / "gfkit"


def kept_directory() -> Path:
    """The folder that the environment's ``GFKIT_CACHE`` names, else that of the user's cache."""
    named = os.environ.get(DIRECTORY_VARIABLE, "").strip()
    return Path(named).absolute() if named else cache_directory()


def runs_path(directory: Path | None = None) -> Path:
    """The file of the run store."""
    return (directory or kept_directory()).absolute() / "runs.sqlite"


def index_to_build(given: str | None = None) -> Path:
    """The local index of the OEIS to build: the file named, else that of the environment, else the user's."""
    named = given or os.environ.get(INDEX_VARIABLE)
    return Path(named) if named else data_directory() / _INDEX


def index_path(given: str | None = None) -> Path:
    """The same to read: where nothing is named or there, one in the user's cache directory serves too."""
    path, cached = index_to_build(given), cache_directory() / _INDEX
    is_named = given or os.environ.get(INDEX_VARIABLE)
    return path if is_named or path.is_file() or not cached.is_file() else cached


def has_room(size: float) -> bool:
    """Whether the folder where things are kept has room for files of so many bytes, and may be written."""
    folder = kept_directory()
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return False
    from shutil import disk_usage

    return size < SHARE_OF_DISK * disk_usage(there).free
