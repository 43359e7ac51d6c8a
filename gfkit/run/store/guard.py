"""One process at a time begins the file or moves it aside; and which file a connection belongs to."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # no such locks on this system: two processes that begin a store together may collide
    fcntl = None  # type: ignore[assignment]


@contextmanager
def alone(directory: Path) -> Iterator[None]:
    """Holds a lock on the directory, which ends with the process however that ends.

    A file system that knows no such locks goes without.
    """
    try:
        handle = os.open(directory, os.O_RDONLY)
    except OSError:
        yield
        return
    try:
        if fcntl is not None:
            _try_lock(handle)
        yield
    finally:
        os.close(handle)


def make_directory(directory: Path) -> None:
    """Makes the directory, readable by its owner alone, so that it is still there after a power cut."""
    missing = [place for place in (directory, *directory.parents) if not place.exists()]
    for place in reversed(missing):
        place.mkdir(mode=0o700, exist_ok=True)
        _write_through(place.parent)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file lies at the path now."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _try_lock(handle: int) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
    except OSError:
        return


def _write_through(directory: Path) -> None:
    try:
        handle = os.open(directory, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    except OSError:
        return
    finally:
        os.close(handle)
