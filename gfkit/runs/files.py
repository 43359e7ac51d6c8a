"""Files and directories of the user: atomic writes, standard locations, and databases."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from gfkit.core.errors import InputError
from gfkit.core.memory import SHARE_OF_DISK

if TYPE_CHECKING:
    import sqlite3
    import tempfile
    from pathlib import Path

_DRAFT = ".gfkit-draft"
DIRECTORY_VARIABLE, INDEX_VARIABLE = "GFKIT_CACHE", "GFKIT_OEIS_INDEX"
_INDEX, _RUNS = "oeis.sqlite", "runs.sqlite"
_XDG = {"data": ("XDG_DATA_HOME", ".local/share"), "cache": ("XDG_CACHE_HOME", ".cache")}
"""Kinds of directories: environment variable, and default location in the home directory."""
_SPILLED = "states"


def write_whole(path: str | Path, data: str | bytes) -> None:
    """Write a file atomically, with strings in UTF-8. A pipe or a device is written directly.

    During the write and after an interruption, readers see either the complete old file or the complete new
    file.
    """
    from pathlib import Path

    target, content = Path(path), data.encode("utf-8") if isinstance(data, str) else data
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(content)
        else:
            with draft_of(target) as draft:
                draft.write_bytes(content)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"file {str(path)!r} cannot be written: {reason}") from None


@contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """Context manager for a new empty file in the same directory. On success it replaces the file; after an
    error it is removed.

    The new file did not exist before and is not a link. Files left by killed processes are removed.
    """
    from gfkit.runs.files import orphans, own_name

    for draft in orphans(target.parent, _DRAFT):
        with suppress(OSError):
            draft.unlink()
    draft = target.with_name(f"{own_name(_DRAFT)}{os.urandom(8).hex()}")
    no_link = getattr(os, "O_NOFOLLOW", 0)
    with open(draft, "xb", opener=lambda path, flags: os.open(path, flags | no_link, 0o666)):
        pass
    try:
        yield draft
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(target)
    finally:
        with suppress(OSError):
            draft.unlink()


# Directories


def cache_directory() -> Path:
    """Return the cache directory; on Linux ``$XDG_CACHE_HOME/gfkit`` or ``~/.cache/gfkit``."""
    from pathlib import Path

    return Path(_of_user("cache"))


def _of_user(kind: str) -> str:
    """Return the directory for caches or data: from the environment if absolute, else the standard directory.

    For a user without a home directory it is a directory at the root of the file system, which is not
    writable. On Windows and macOS it is determined by platformdirs, whose import takes 5 ms.
    """
    if sys.platform in ("win32", "darwin"):
        import platformdirs

        own: str = getattr(platformdirs, f"user_{kind}_dir")("gfkit", appauthor=False)
        return own
    variable, usual = _XDG[kind]
    named = os.environ.get(variable, "")
    if not os.path.isabs(named):  # the XDG standard ignores relative paths
        named = os.path.expanduser(os.path.join("~", usual))
    return os.path.join(named if os.path.isabs(named) else os.path.join("/", usual), "gfkit")


def kept_directory() -> Path:
    """Return the directory named by ``GFKIT_CACHE``, or the user's cache directory."""
    from pathlib import Path

    named = os.environ.get(DIRECTORY_VARIABLE, "").strip()
    return Path(named).absolute() if named else cache_directory()


def runs_path(directory: Path | None = None) -> Path:
    """Return the path of the run store."""
    return (directory or kept_directory()).absolute() / _RUNS


def has_runs() -> bool:
    """Return True if the path of the run store exists. Does not import ``pathlib``, to be fast."""
    named = os.environ.get(DIRECTORY_VARIABLE, "").strip()
    return os.path.lexists(os.path.join(named or _of_user("cache"), _RUNS))


def index_to_build(given: str | None = None) -> Path:
    """Return the path at which the local OEIS index is built: the given path, or ``GFKIT_OEIS_INDEX``."""
    from pathlib import Path

    return Path(given or os.environ.get(INDEX_VARIABLE) or os.path.join(_of_user("data"), _INDEX))


def index_path(given: str | None = None) -> Path:
    """Return the path of the OEIS index for reading. The last alternative is the cache directory."""
    from pathlib import Path

    return Path(_index_file(given))


def has_index() -> bool:
    """Return True if a local OEIS index exists. Does not import ``pathlib``, to be fast."""
    return os.path.isfile(_index_file())


def _index_file(given: str | None = None) -> str:
    if named := given or os.environ.get(INDEX_VARIABLE):
        return named
    path, cached = (os.path.join(_of_user(kind), _INDEX) for kind in _XDG)
    return path if os.path.isfile(path) or not os.path.isfile(cached) else cached


def has_room(size: float) -> bool:
    """Return True if the directory of the run store is writable and has ``size`` bytes of free space."""
    folder = kept_directory()
    there = next(path for path in (folder, *folder.parents) if path.exists())
    if not there.is_dir() or not os.access(there, os.W_OK | os.X_OK):
        return False
    from shutil import disk_usage

    return size < SHARE_OF_DISK * disk_usage(there).free


def spill_directory() -> tempfile.TemporaryDirectory[str]:
    """Create a directory for the states of a sweep, and delete the directories of terminated processes."""
    import shutil
    import tempfile

    beside = kept_directory()
    beside.mkdir(parents=True, exist_ok=True)
    for other in orphans(beside, _SPILLED):
        shutil.rmtree(other, ignore_errors=True)
    return tempfile.TemporaryDirectory(prefix=own_name(_SPILLED), dir=beside)


# Files that belong to processes


def is_running(process: int) -> bool | None:
    """Return True if a process with the given id is running, or None if the system does not report it.

    >>> is_running(os.getpid()) in (True, None)
    True
    """
    if os.name != "posix":  # on Windows signal 0 is Ctrl-C
        return None
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # the process belongs to another user
        return True
    except (OSError, OverflowError):
        return None
    return True


def own_name(kind: str) -> str:
    """Return the prefix of the names of files of a given kind that the current process creates."""
    return f"{_machine_name(kind)}{os.getpid()}-"


def orphans(folder: Path, kind: str) -> list[Path]:
    """Return the files of a kind in a directory whose process on this computer has been killed."""
    from glob import escape

    begin = _machine_name(kind)
    owners = {path: path.name[len(begin) :].partition("-")[0] for path in folder.glob(f"{escape(begin)}*")}
    return [path for path, owner in owners.items() if owner.isdecimal() and is_running(int(owner)) is False]


def _machine_name(kind: str) -> str:
    import platform

    return f"{kind}-{platform.node()}-"


# Databases

_MARK_AT = 68
"""Position of the application id in an SQLite file."""


def has_mark(path: Path, application: int) -> bool:
    """Return True if a file has an application id, even if the file is corrupted."""
    with path.open("rb") as file:
        file.seek(_MARK_AT)
        return file.read(4) == application.to_bytes(4, "big")


def marks_of(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return the application id and the version of the tables, both 0 for a new file."""
    return pragma(connection, "application_id"), pragma(connection, "user_version")


def marking(application: int, version: int) -> tuple[str, str]:
    """Return the statements that write the marks."""
    return f"PRAGMA application_id = {application}", f"PRAGMA user_version = {version}"


def pragma(connection: sqlite3.Connection, name: str) -> int:
    """Return a setting of a file that is an integer."""
    (value,) = connection.execute(f"PRAGMA {name}").fetchone()
    return int(value)


def open_database(
    path: str | Path | None, tables: str, version: int, kind: str, *, create: bool = True
) -> sqlite3.Connection:
    """Open an SQLite file with the given tables, or create them in an empty one; None is a file in memory.

    The ``user_version`` of the file is the version of the tables. Raise InputError if the file has other
    tables or another version.
    """
    import sqlite3

    name, wanted = str(path), {*re.findall(r"CREATE TABLE (\w+)", tables)}
    try:
        file = sqlite3.connect(":memory:" if path is None else path)
        listed = "SELECT name FROM sqlite_master WHERE type = 'table'"
        found = pragma(file, "user_version")
        if create and not found and not file.execute("SELECT 1 FROM sqlite_master").fetchone():
            file.executescript(f"BEGIN; {tables} PRAGMA user_version = {version}; COMMIT")
            found = version
        is_whole = wanted <= {row[0] for row in file.execute(listed)}
    except sqlite3.Error as error:
        raise InputError(f"{name!r} is not {kind}: {error}") from None
    if found != version or not is_whole:
        file.close()
        raise InputError(f"{name!r} is not {kind} of this version of gfkit")
    return file
